/* SPDX-License-Identifier: MIT */
/*
 * Files: read whole with a bound, included ones found and read once, long ones line by
 * line. Whatever goes wrong is one message with the file's name as the user typed it.
 */
#define _POSIX_C_SOURCE 200809L
#include "tool/common/common_int.h"

#include <errno.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Whole files ------------------------------------------------------------------- */

/* Reads `file` to its end, stopping one byte past the limit; false: errno. */
static bool file_drain(FILE *file, ptc_text *text, size_t size_hint, size_t limit)
{
    size_t step = size_hint + 1;

    for (;;) {
        char *room = ptc_text_extend(text, step);
        size_t got;

        if (room == NULL) {
            errno = ENOMEM;
            return false;
        }
        got = fread(room, 1, step, file);
        text->len -= step - got;
        if (got < step)
            return !ferror(file);
        if (text->len > limit) {
            errno = EFBIG;
            return false;
        }
        step = text->len < 4096 ? 4096 : text->len;
        if (step > limit + 1 - text->len)
            step = limit + 1 - text->len;
    }
}

/* The whole of an open file. On failure errno says why, EISDIR and EFBIG included. */
static bool file_read_all(FILE *file, ptc_arena *arena, size_t limit, ptc_str *out)
{
    struct stat facts;
    size_t hint = 4095;
    ptc_text text;

    if (fstat(fileno(file), &facts) == 0) {
        if (S_ISDIR(facts.st_mode)) {
            errno = EISDIR;
            return false;
        }
        if (S_ISREG(facts.st_mode) && facts.st_size > (off_t)limit) {
            errno = EFBIG;
            return false;
        }
        if (S_ISREG(facts.st_mode))
            hint = (size_t)facts.st_size;
    }
    ptc_text_init(&text, arena);
    if (!file_drain(file, &text, hint, limit))
        return false;
    if (ptc_text_extend(&text, PTC_PADDING) == NULL) {
        errno = ENOMEM;
        return false;
    }
    memset(text.ptr + text.len - PTC_PADDING, 0, PTC_PADDING);
    *out = ptc_str_make(text.ptr, text.len - PTC_PADDING);
    return true;
}

static const char *file_why(void)
{
    return errno == EFBIG ? "larger than the limit" : strerror(errno);
}

bool ptc_file_read(const ptc_cli *cli, const char *path, size_t limit, ptc_source *out)
{
    bool is_stdin = strcmp(path, "-") == 0;
    const char *stdin_name = ptc_cli_value(cli, PTC_OPTION_STDIN_NAME);
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    bool ok;

    if (is_stdin)
        path = stdin_name ? stdin_name : "<stdin>";
    out->name = ptc_str_of(path);
    ok = file != NULL && file_read_all(file, cli->arena, limit, &out->text);
    if (!ok)
        ptc_cli_say(cli, "%s: %s", path, file_why());
    if (file != NULL && !is_stdin)
        fclose(file);
    return ok;
}

/* --- Included files ---------------------------------------------------------------- */

struct ptc_file_known {
    struct ptc_file_known *next;
    dev_t device;
    ino_t inode;
    ptc_source source;
};

/* `folder` + "/" + name as a NUL-terminated path; an absolute name stands alone. */
static const char *file_join(ptc_arena *arena, ptc_str folder, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (folder.len > 0 && (name.len == 0 || name.ptr[0] != '/')) {
        ptc_text_str(&text, folder);
        if (folder.ptr[folder.len - 1] != '/')
            ptc_text_byte(&text, '/');
    }
    ptc_text_str(&text, name);
    return text.failed || text.len == 0 ? NULL : text.ptr;
}

static ptc_str file_folder(ptc_str path)
{
    while (path.len > 0 && path.ptr[path.len - 1] != '/')
        path.len--;
    return path;
}

/* The file at `path`, from the list when it was read before; NULL: there is none. */
static const ptc_source *file_known(ptc_file_loader *loader, const char *path)
{
    ptc_arena *arena = loader->cli->arena;
    struct ptc_file_known *known;
    struct stat facts;
    FILE *file;

    if (path == NULL || stat(path, &facts) != 0 || S_ISDIR(facts.st_mode))
        return NULL;
    for (known = loader->known; known != NULL; known = known->next) {
        if (known->device == facts.st_dev && known->inode == facts.st_ino)
            return &known->source;
    }
    known = ptc_arena_alloc(arena, sizeof *known);
    file = fopen(path, "rb");
    if (known == NULL || file == NULL ||
        !file_read_all(file, arena, PTC_FILE_MAX, &known->source.text)) {
        ptc_cli_say(loader->cli, "%s: %s", path, file_why());
        known = NULL;
    }
    if (file != NULL)
        fclose(file);
    if (known == NULL)
        return NULL;
    known->source.name = ptc_str_of(path);
    known->device = facts.st_dev;
    known->inode = facts.st_ino;
    known->next = loader->known;
    loader->known = known;
    return &known->source;
}

const ptc_source *ptc_file_load(ptc_str name, const ptc_source *from, void *user)
{
    ptc_file_loader *loader = user;
    const ptc_cli *cli = loader->cli;
    const ptc_source *found =
        file_known(loader, file_join(cli->arena, file_folder(from->name), name));

    for (size_t i = 0; found == NULL && i < cli->given_count; i++) {
        if (cli->given[i].option == PTC_OPTION_INCLUDE)
            found = file_known(
                loader, file_join(cli->arena, ptc_str_of(cli->given[i].value), name));
    }
    return found;
}

/* --- Lines of a text --------------------------------------------------------------- */

bool ptc_take_line(ptc_str *rest, ptc_str *line)
{
    const char *newline = rest->len ? memchr(rest->ptr, '\n', rest->len) : NULL;

    if (rest->len == 0)
        return false;
    line->ptr = rest->ptr;
    line->len = newline ? (size_t)(newline - rest->ptr) : rest->len;
    rest->ptr += line->len + (newline != NULL);
    rest->len -= line->len + (newline != NULL);
    return true;
}

/* --- Lines of a file --------------------------------------------------------------- */

#define LINES_FIRST_CAPACITY ((size_t)1 << 17)

void ptc_lines_init(ptc_lines *lines, int file, ptc_arena *arena, size_t limit)
{
    memset(lines, 0, sizeof *lines);
    lines->file = file;
    lines->arena = arena;
    lines->limit = limit;
}

/* Moves the unread bytes to the front of a buffer with room behind them. */
static bool lines_make_room(ptc_lines *lines)
{
    size_t kept = lines->end - lines->start;
    size_t capacity = lines->capacity;
    char *buffer = lines->buffer;

    if (kept > capacity / 2 || capacity == 0) {
        capacity = capacity == 0 ? LINES_FIRST_CAPACITY : capacity * 2;
        buffer = ptc_arena_alloc(lines->arena, capacity + PTC_PADDING);
        if (buffer == NULL)
            return false;
    }
    if (kept > 0)
        memmove(buffer, lines->buffer + lines->start, kept);
    lines->scanned -= lines->start;
    lines->start = 0;
    lines->end = kept;
    lines->buffer = buffer;
    lines->capacity = capacity;
    return true;
}

/* Hands out the bytes up to `newline`, or to the end of the file. */
static ptc_line_status lines_hand_out(ptc_lines *lines, size_t newline, ptc_str *line)
{
    *line = ptc_str_make(lines->buffer + lines->start, newline - lines->start);
    if (line->len > 0 && line->ptr[line->len - 1] == '\r')
        line->len--;
    lines->start = newline < lines->end ? newline + 1 : newline;
    lines->scanned = lines->start;
    lines->number++;
    return line->len > lines->limit ? PTC_LINE_LONG : PTC_LINE_OK;
}

/* Reads on. Answers to earlier lines leave first: whoever waits for them gets them. */
bool ptc_file_wait(int file, const volatile sig_atomic_t *interrupt)
{
    int ready = -1;
    sigset_t held;
    sigset_t before;
    fd_set files;

    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigprocmask(SIG_BLOCK, &held, &before);
    FD_ZERO(&files);
    FD_SET((unsigned)file, &files);
    errno = EINTR;
    if (*interrupt == 0)
        ready = pselect(file + 1, &files, NULL, NULL, NULL, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready > 0;
}

/* Reads, after a wait that Ctrl-C ends. */
static ssize_t lines_read(ptc_lines *lines)
{
    if (lines->interrupt != NULL && !ptc_file_wait(lines->file, lines->interrupt))
        return -1;
    return read(lines->file, lines->buffer + lines->end, lines->capacity - lines->end);
}

static ptc_line_status lines_fill(ptc_lines *lines)
{
    ssize_t got;

    if (!lines_make_room(lines))
        return PTC_LINE_MEMORY;
    ptc_file_flush();
    do
        got = lines_read(lines);
    while (got < 0 && errno == EINTR &&
           (lines->interrupt == NULL || *lines->interrupt == 0));
    if (got < 0 && errno == EINTR)
        return PTC_LINE_INTERRUPTED;
    if (got < 0)
        return PTC_LINE_FAILED;
    lines->end += (size_t)got;
    lines->at_end = got == 0;
    memset(lines->buffer + lines->end, 0, PTC_PADDING);
    return PTC_LINE_OK;
}

/* Drops a line that is too long, in bounded memory, and counts it. */
static ptc_line_status lines_skip(ptc_lines *lines)
{
    for (;;) {
        const char *from = lines->buffer + lines->start;
        const char *newline = memchr(from, '\n', lines->end - lines->start);
        ptc_line_status status;

        lines->start = newline ? (size_t)(newline - lines->buffer) + 1 : lines->end;
        lines->scanned = lines->start;
        if (newline != NULL || lines->at_end)
            break;
        status = lines_fill(lines);
        if (status != PTC_LINE_OK)
            return status;
    }
    lines->number++;
    return PTC_LINE_LONG;
}

ptc_line_status ptc_lines_next(ptc_lines *lines, ptc_str *line)
{
    for (;;) {
        size_t unseen = lines->end - lines->scanned;
        const char *newline =
            unseen ? memchr(lines->buffer + lines->scanned, '\n', unseen) : NULL;
        ptc_line_status status;

        if (newline != NULL)
            return lines_hand_out(lines, (size_t)(newline - lines->buffer), line);
        lines->scanned = lines->end;
        if (lines->at_end) {
            if (lines->start == lines->end)
                return PTC_LINE_END;
            return lines_hand_out(lines, lines->end, line);
        }
        if (lines->end - lines->start > lines->limit + 1)
            return lines_skip(lines);
        status = lines_fill(lines);
        if (status != PTC_LINE_OK)
            return status;
    }
}
