/* SPDX-License-Identifier: MIT */
/*
 * Suites about MCP append what their sessions are fed and what they send to the file that
 * PTC_MCP_LINES names, as rows of tests/mcp_peers/tap, for tests/check_mcp to validate.
 * The linker puts it between the suites and the library, so they need not know of it.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <ptc/mcp.h>
#include <ptc/text.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ptc_status __real_ptc_mcp_session_new(ptc_mcp_runtime *runtime, const ptc_mcp_sink *sink,
                                      ptc_mcp_session **out);
ptc_status __wrap_ptc_mcp_session_new(ptc_mcp_runtime *runtime, const ptc_mcp_sink *sink,
                                      ptc_mcp_session **out);
void __real_ptc_mcp_session_free(ptc_mcp_session *session);
void __wrap_ptc_mcp_session_free(ptc_mcp_session *session);
ptc_status __real_ptc_mcp_feed(ptc_mcp_session *session, const char *bytes, size_t len);
ptc_status __wrap_ptc_mcp_feed(ptc_mcp_session *session, const char *bytes, size_t len);
ptc_status __real_ptc_mcp_feed_end(ptc_mcp_session *session);
ptc_status __wrap_ptc_mcp_feed_end(ptc_mcp_session *session);
ptc_status __real_ptc_mcp_feed_message(ptc_mcp_session *session, const char *text,
                                       size_t len);
ptc_status __wrap_ptc_mcp_feed_message(ptc_mcp_session *session, const char *text,
                                       size_t len);

/* A session, and the beginning of a line that it was fed. */
typedef struct mcp_lines {
    ptc_mcp_session *session;
    ptc_mcp_sink sink; /* of the suite */
    char *line;
    size_t len;
    int number;
    int left; /* rows: floods say nothing new */
    struct mcp_lines *next;
} mcp_lines;

static pthread_mutex_t mcp_lines_mutex = PTHREAD_MUTEX_INITIALIZER;
static mcp_lines *mcp_lines_list;
static int mcp_lines_count;

static void mcp_lines_row(mcp_lines *lines, const char *side, const char *line,
                          size_t len)
{
    const char *path = getenv("PTC_MCP_LINES");
    char *row = malloc(6 * (len > 1 << 20 ? 0 : len) + 128);
    size_t end;
    size_t i;
    int file;

    if (len > 1 << 20)
        lines->left = 0; /* replies to it would come out of nowhere */
    if (lines->left == 0 || row == NULL || ptc_utf8_check(line, len) != len) {
        free(row);
        return;
    }
    lines->left--;
    end = (size_t)sprintf(
        row,
        "{\"session\":\"C suites\",\"process\":\"%ld-%d\",\"dir\":\"%s\",\"line\":\"",
        (long)getpid(), lines->number, side);
    for (i = 0; i < len; i++) {
        if ((unsigned char)line[i] < 0x20)
            end += (size_t)sprintf(row + end, "\\u%04x", line[i]);
        else if (line[i] == '"' || line[i] == '\\')
            end += (size_t)sprintf(row + end, "\\%c", line[i]);
        else
            row[end++] = line[i];
    }
    end += (size_t)sprintf(row + end, "\"}\n");
    file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0644);
    if (file >= 0 && write(file, row, end) != (ssize_t)end)
        fprintf(stderr, "%s: a row was not written\n", path);
    if (file >= 0)
        close(file);
    free(row);
}

static void mcp_lines_write(const ptc_mcp_line *line, void *user)
{
    mcp_lines *lines = user;

    mcp_lines_row(lines, "server", line->text.ptr, line->text.len - 1);
    lines->sink.write(line, lines->sink.user);
}

/* What is known of the session, or NULL; and no longer, if it is `taken` out. */
static mcp_lines *mcp_lines_of(const ptc_mcp_session *session, bool taken)
{
    mcp_lines **place = &mcp_lines_list;
    mcp_lines *lines;

    pthread_mutex_lock(&mcp_lines_mutex);
    while (*place != NULL && (*place)->session != session)
        place = &(*place)->next;
    lines = *place;
    if (taken && lines != NULL)
        *place = lines->next;
    pthread_mutex_unlock(&mcp_lines_mutex);
    return lines;
}

ptc_status __wrap_ptc_mcp_session_new(ptc_mcp_runtime *runtime, const ptc_mcp_sink *sink,
                                      ptc_mcp_session **out)
{
    mcp_lines *lines;
    ptc_mcp_sink own;
    ptc_status status;

    if (getenv("PTC_MCP_LINES") == NULL || sink == NULL || sink->write == NULL)
        return __real_ptc_mcp_session_new(runtime, sink, out);
    lines = calloc(1, sizeof *lines);
    if (lines == NULL)
        abort();
    lines->sink = *sink;
    lines->left = 2000;
    own = (ptc_mcp_sink){mcp_lines_write, lines};
    status = __real_ptc_mcp_session_new(runtime, &own, out);
    if (status != PTC_OK) {
        free(lines);
        return status;
    }
    lines->session = *out;
    pthread_mutex_lock(&mcp_lines_mutex);
    lines->number = mcp_lines_count++;
    lines->next = mcp_lines_list;
    mcp_lines_list = lines;
    pthread_mutex_unlock(&mcp_lines_mutex);
    return status;
}

void __wrap_ptc_mcp_session_free(ptc_mcp_session *session)
{
    mcp_lines *lines = session != NULL ? mcp_lines_of(session, true) : NULL;

    __real_ptc_mcp_session_free(session);
    if (lines != NULL)
        free(lines->line);
    free(lines);
}

/* Rows of the lines that end in these bytes. */
static void mcp_lines_fed(mcp_lines *lines, const char *bytes, size_t len)
{
    char *line = realloc(lines->line, lines->len + len + 1);
    char *end;
    size_t start = 0;

    if (line == NULL)
        abort();
    lines->line = line;
    memcpy(line + lines->len, bytes, len);
    lines->len += len;
    while ((end = memchr(line + start, '\n', lines->len - start)) != NULL) {
        mcp_lines_row(lines, "client", line + start, (size_t)(end - line) - start);
        start = (size_t)(end - line) + 1;
    }
    lines->len -= start;
    memmove(line, line + start, lines->len);
}

ptc_status __wrap_ptc_mcp_feed(ptc_mcp_session *session, const char *bytes, size_t len)
{
    mcp_lines *lines = mcp_lines_of(session, false);

    if (lines != NULL && len > 0)
        mcp_lines_fed(lines, bytes, len);
    return __real_ptc_mcp_feed(session, bytes, len);
}

ptc_status __wrap_ptc_mcp_feed_message(ptc_mcp_session *session, const char *text,
                                       size_t len)
{
    mcp_lines *lines = mcp_lines_of(session, false);

    if (lines != NULL)
        mcp_lines_row(lines, "client", text, len);
    return __real_ptc_mcp_feed_message(session, text, len);
}

/* A last line without LF counts. */
ptc_status __wrap_ptc_mcp_feed_end(ptc_mcp_session *session)
{
    mcp_lines *lines = mcp_lines_of(session, false);

    if (lines != NULL && lines->len > 0)
        mcp_lines_fed(lines, "\n", 1);
    return __real_ptc_mcp_feed_end(session);
}
