/* SPDX-License-Identifier: MIT */
/*
 * Files that the command line names: read whole with a bound, long ones line by line.
 * Each failure is one message with the file's name as the user typed it. Pipes and
 * devices are read like files, unless the file is read again later, or rewritten.
 */
#define _POSIX_C_SOURCE 200809L
#include "files/files_int.h"
#include "tool/common/common_int.h"
#include "tool/common/place.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Opening ----------------------------------------------------------------------- */

/* Opens a regular file without waiting for the other end of a pipe; -1 after a message.
 */
static int file_open_regular(const ptc_cli *cli, const char *path)
{
    int file = -1;
    ptc_files_fault_kind fault = ptc_files_open_regular(AT_FDCWD, path, 0, &file);

    if (fault == PTC_FILES_PIPE || fault == PTC_FILES_DEVICE)
        ptc_cli_say_of(cli, path,
                       "not a regular file, so it cannot be watched or rewritten");
    else if (fault != PTC_FILES_FINE)
        ptc_cli_fault(cli, path, fault == PTC_FILES_FOLDER ? EISDIR : errno);
    return file;
}

/* -1 after a message. */
static int file_open_path(const ptc_cli *cli, const char *path)
{
    int file;

    if (*path == '\0') {
        ptc_cli_misuse(cli, "the name of a file is empty");
        return -1;
    }
    if (cli->needs_regular)
        file = file_open_regular(cli, path);
    else if ((file = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)) < 0)
        ptc_cli_fault(cli, path, errno);
    return file;
}

const char *ptc_file_name(const ptc_cli *cli, const char *path)
{
    const char *stdin_name = ptc_cli_value(cli, PTC_OPTION_STDIN_NAME);

    if (strcmp(path, "-") != 0)
        return path;
    return stdin_name != NULL ? stdin_name : "<stdin>";
}

/* Whether standard input was not read before: nothing would be left of it. */
static bool file_take_stdin(const ptc_cli *cli)
{
    static const ptc_str name = {"-", 1};

    if (cli->reads == NULL)
        return true;
    if (ptc_names_find(cli->reads, name) != NULL) {
        ptc_cli_misuse(cli, "`-` is given twice, but standard input can be read once");
        return false;
    }
    if (ptc_names_add(cli->reads, name, 0) != NULL)
        return true;
    ptc_cli_no_memory(cli);
    return false;
}

bool ptc_file_open(const ptc_cli *cli, const char *path, int *file)
{
    bool is_stdin = strcmp(path, "-") == 0;

    if (is_stdin && !file_take_stdin(cli))
        return false;
    *file = is_stdin ? STDIN_FILENO : file_open_path(cli, path);
    if (*file < 0) {
        ptc_place_miss(cli, path);
        return false;
    }
    if (ptc_place_read(cli, ptc_file_name(cli, path), *file))
        return true;
    ptc_file_close(path, *file);
    return false;
}

/* Looks at the name: if standard input is closed, the first file gets its number. */
void ptc_file_close(const char *path, int file)
{
    if (strcmp(path, "-") != 0)
        close(file);
}

/* --- Whole files ------------------------------------------------------------------- */

/* Reports why a file could not be read. */
static void file_say_why(const ptc_cli *cli, const char *name, ptc_files_fault_kind fault,
                         size_t limit)
{
    int error = fault == PTC_FILES_FOLDER   ? EISDIR
                : fault == PTC_FILES_MEMORY ? ENOMEM
                                            : errno;

    if (fault == PTC_FILES_LARGE)
        ptc_cli_say_of(cli, name, "%s",
                       limit == PTC_SOURCE_MAX ? PTC_SOURCE_LARGE
                                               : "larger than the limit");
    else
        ptc_cli_fault(cli, name, error);
}

bool ptc_file_read(const ptc_cli *cli, const char *path, size_t limit, ptc_source *out)
{
    ptc_files_fault_kind fault;
    int file;

    out->name = ptc_str_of(ptc_file_name(cli, path));
    if (!ptc_file_open(cli, path, &file))
        return false;
    fault = ptc_files_drain(file, cli->arena, limit, &out->text);
    if (fault != PTC_FILES_FINE)
        file_say_why(cli, out->name.ptr, fault, limit);
    ptc_file_close(path, file);
    return fault == PTC_FILES_FINE;
}

bool ptc_file_has_ending(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    struct stat found;

    return dot != NULL && dot > name && dot[1] != '\0' && strcmp(path, "-") != 0 &&
           stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

bool ptc_file_read_text(const ptc_cli *cli, const char *path, size_t limit,
                        ptc_source *out)
{
    if (!ptc_file_read(cli, path, limit, out))
        return false;
    if (out->text.len >= 3 && memcmp(out->text.ptr, "\xEF\xBB\xBF", 3) == 0)
        out->text = ptc_str_make(out->text.ptr + 3, out->text.len - 3);
    return true;
}

ptc_str ptc_base_name(ptc_str path)
{
    for (size_t i = path.len; i > 0; i--) {
        if (path.ptr[i - 1] == '/')
            return ptc_str_make(path.ptr + i, path.len - i);
    }
    return path;
}

/* --- Lines of a text --------------------------------------------------------------- */

bool ptc_take_line(ptc_str *rest, ptc_str *line)
{
    const char *newline = rest->len ? memchr(rest->ptr, '\n', rest->len) : NULL;

    if (rest->len == 0)
        return false;
    line->ptr = rest->ptr;
    line->len = newline != NULL ? (size_t)(newline - rest->ptr) : rest->len;
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

/* Moves the unread bytes to the front of a buffer with room after them. */
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

bool ptc_line_is_blank(ptc_str line)
{
    size_t at = 0;

    while (at < line.len && memchr(" \t\r", line.ptr[at], 3) != NULL)
        at++;
    return at == line.len;
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

/* Reads on, after answers to earlier lines have left: a partner may wait for them. */
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

/* Reads, after a wait that Ctrl-C may end. */
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
    if (!lines->is_apart)
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

        lines->start =
            newline != NULL ? (size_t)(newline - lines->buffer) + 1 : lines->end;
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

void ptc_lines_put_back(ptc_lines *lines, ptc_str line)
{
    lines->start = (size_t)(line.ptr - lines->buffer);
    lines->scanned = lines->start;
    lines->number--;
}

/* --- Values that span lines -------------------------------------------------------- */

/* The nesting of brackets in a text of JSON. Only those of the outermost kind are
 * counted, so that a wrong bracket of the other kind does not end the value. */
typedef struct lines_nesting {
    char open; /* the outermost: '{', '[', or 0 before it */
    size_t depth;
    bool is_in_string;
    bool is_escaped; /* the last byte was a backslash in a string */
} lines_nesting;

/* A string ends with its line: JSON has no line ends in strings. */
static void nesting_take(lines_nesting *nesting, char byte)
{
    if (nesting->is_in_string) {
        nesting->is_in_string = byte != '\n' && (nesting->is_escaped || byte != '"');
        nesting->is_escaped = byte == '\\' && !nesting->is_escaped;
        return;
    }
    nesting->is_in_string = byte == '"';
    nesting->is_escaped = false;
    if (nesting->open == 0 && (byte == '{' || byte == '['))
        nesting->open = byte;
    if (byte == nesting->open && byte != 0)
        nesting->depth++;
    else if (byte == (nesting->open == '{' ? '}' : ']') && nesting->depth > 0)
        nesting->depth--;
}

bool ptc_line_is_open(ptc_str line)
{
    lines_nesting nesting = {0, 0, false, false};

    for (size_t i = 0; i < line.len; i++)
        nesting_take(&nesting, line.ptr[i]);
    return nesting.depth > 0;
}

static void lines_skip_blank(ptc_lines *lines)
{
    while (lines->start < lines->end &&
           memchr(" \t\r\n", lines->buffer[lines->start], 4) != NULL)
        lines->number += lines->buffer[lines->start++] == '\n';
}

ptc_line_status ptc_lines_next_value(ptc_lines *lines, ptc_str *text, uint64_t *first)
{
    lines_nesting nesting = {0, 0, false, false};
    uint64_t inner = 0; /* line ends in the value */
    size_t seen = 0;    /* bytes of it */
    ptc_line_status status;

    for (;;) {
        if (seen == 0)
            lines_skip_blank(lines);
        while (lines->start + seen < lines->end) {
            char byte = lines->buffer[lines->start + seen];

            nesting_take(&nesting, byte);
            if (byte == '\n' && nesting.depth == 0)
                break;
            inner += byte == '\n';
            seen++;
        }
        lines->scanned = lines->start + seen;
        *first = lines->number + 1;
        if (lines->scanned < lines->end || (lines->at_end && seen > 0)) {
            lines->number += inner;
            return lines_hand_out(lines, lines->scanned, text);
        }
        if (lines->at_end)
            return PTC_LINE_END;
        if (seen > lines->limit)
            return PTC_LINE_LONG;
        status = lines_fill(lines);
        if (status != PTC_LINE_OK)
            return status;
    }
}
