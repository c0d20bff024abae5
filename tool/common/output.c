/* SPDX-License-Identifier: MIT */
/*
 * What the commands print: text on standard output, messages on standard error. See
 * cli.h.
 */
#define _GNU_SOURCE /* isatty */
#include "base/base_int.h"
#include "tool/common/common_int.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* --- Standard output --------------------------------------------------------------- */

/* The errno of the first failure of stdout; stdio keeps only the fact. Global, like
 * stdout itself. */
static int output_error;

static bool output_noted(bool is_good)
{
    if (!is_good && output_error == 0)
        output_error = errno ? errno : EIO;
    return is_good;
}

bool ptc_file_print_drawn(ptc_str text)
{
    return output_noted(fwrite(text.ptr, 1, text.len, stdout) == text.len);
}

/* Whether stdout is a terminal, asked once. */
static bool output_is_terminal(void)
{
    static int known = -1;

    if (known < 0)
        known = isatty(STDOUT_FILENO);
    return known == 1;
}

/* The first place from `at` on with something that is escaped, which is `*shown`.
 * `keeps_lines`: newlines and tabs are not escaped. */
static size_t output_find_hidden(ptc_str text, size_t at, bool keeps_lines,
                                 ptc_visible *shown)
{
    while (at < text.len) {
        unsigned char byte = (unsigned char)text.ptr[at];
        bool is_plain = (byte >= 0x20 && byte < 0x7F) ||
                        (keeps_lines && (byte == '\n' || byte == '\t'));
        size_t used = is_plain ? 1 : ptc_visible_take(text, at, shown);

        if (!is_plain && shown->is_escaped)
            break;
        at += used;
    }
    return at;
}

/* Prints text for people, with `keeps_lines` including its newlines and tabs. Needs no
 * memory. */
static bool output_print_visible(FILE *file, ptc_str text, bool keeps_lines)
{
    ptc_visible shown;
    size_t at = 0;

    while (at < text.len) {
        size_t end = output_find_hidden(text, at, keeps_lines, &shown);

        if (fwrite(text.ptr + at, 1, end - at, file) != end - at)
            return false;
        at = end;
        if (at < text.len && fwrite(shown.bytes, 1, shown.len, file) != shown.len)
            return false;
        if (at < text.len)
            at += ptc_visible_take(text, at, &shown);
    }
    return true;
}

bool ptc_file_print_message(ptc_str lines)
{
    return output_noted(output_print_visible(stdout, lines, true));
}

bool ptc_file_print(ptc_str text)
{
    return output_is_terminal() ? ptc_file_print_message(text)
                                : ptc_file_print_drawn(text);
}

int ptc_file_flush(void)
{
    output_noted(fflush(stdout) == 0 && !ferror(stdout));
    return output_error;
}

/* --- Messages ---------------------------------------------------------------------- */

/* The subject of a message, and how the line begins. */
typedef struct message {
    const char *head; /* of a line: the program */
    const char *path; /* of the file that it is about, or NULL */
    const char *severity;
} message;

/* A row like those of diagnostics, without a place. */
static void message_write_row(ptc_text *out, const message *about, const char *line)
{
    ptc_str text = ptc_str_of(line);
    ptc_str path = ptc_str_of(about->path != NULL ? about->path : "");
    ptc_text shown;

    ptc_text_init(&shown, out->arena);
    ptc_text_cstr(out, "{\"file\":");
    ptc_json_write_string(&shown, path);
    ptc_text_cstr(&shown, ",\"severity\":\"");
    ptc_text_cstr(&shown, about->severity);
    ptc_text_cstr(&shown, "\",\"code\":\"");
    ptc_text_cstr(&shown, about->path != NULL ? "file" : "command");
    ptc_text_cstr(&shown, "\",\"message\":");
    ptc_json_write_string(&shown, text);
    ptc_visible_write_json(out, ptc_text_view(&shown));
    ptc_text_cstr(out, "}\n");
    out->failed = out->failed || shown.failed;
}

/* Prints a message as a row; false when there is no memory for one. */
static bool message_print_row(const ptc_cli *cli, const message *about, const char *line)
{
    message row = *about;
    ptc_text text;

    for (size_t i = 0; i < 2; i++) {
        static const char *const starts[] = {"note: ", "warning: "};
        static const char *const severities[] = {"note", "warning"};

        if (strncmp(line, starts[i], strlen(starts[i])) == 0) {
            row.severity = severities[i];
            line += strlen(starts[i]);
            break;
        }
    }
    ptc_text_init(&text, cli->arena);
    message_write_row(&text, &row, line);
    return !text.failed && fwrite(text.ptr, 1, text.len, stderr) == text.len;
}

static void message_print(const ptc_cli *cli, const message *about, const char *line)
{
    ptc_file_flush(); /* so that both appear in order on a terminal */
    if (cli->is_json && message_print_row(cli, about, line))
        return;
    fprintf(stderr, "%s: ", about->head);
    if (about->path != NULL) {
        output_print_visible(stderr, ptc_str_of(about->path), false);
        fputs(": ", stderr);
    }
    output_print_visible(stderr, ptc_str_of(line), false);
    fputc('\n', stderr);
}

/* Prints one line, whatever bytes the names in it have. A line longer than `room` is cut
 * if memory is refused. */
static void cli_vsay(const ptc_cli *cli, const message *about, const char *format,
                     va_list arguments)
{
    char room[1024];
    char *line = room;
    size_t size = sizeof room;
    va_list again;
    int len;

    va_copy(again, arguments);
    len = vsnprintf(room, sizeof room, format, arguments);
    if (len >= (int)sizeof room) {
        line = ptc_arena_alloc(cli->arena, (size_t)len + 1);
        size = line != NULL ? (size_t)len + 1 : sizeof room;
        line = line != NULL ? line : room;
        vsnprintf(line, size, format, again);
    }
    va_end(again);
    message_print(cli, about, len < 0 ? format : line);
}

#define CLI_VSAY(cli, head, path, severity, format)                                      \
    do {                                                                                 \
        va_list arguments;                                                               \
                                                                                         \
        va_start(arguments, format);                                                     \
        cli_vsay(cli, &(message){head, path, severity}, format, arguments);              \
        va_end(arguments);                                                               \
    } while (0)

void ptc_cli_say(const ptc_cli *cli, const char *format, ...)
{
    CLI_VSAY(cli, cli->program, NULL, "error", format);
}

void ptc_cli_note(const ptc_cli *cli, const char *format, ...)
{
    CLI_VSAY(cli, cli->program, NULL, "note", format);
}

void ptc_cli_say_of(const ptc_cli *cli, const char *path, const char *format, ...)
{
    CLI_VSAY(cli, cli->program, path, "error", format);
}

void ptc_cli_say_as(const ptc_cli *cli, const char *head, const char *format, ...)
{
    CLI_VSAY(cli, head, NULL, strncmp(head, "error", 5) == 0 ? "error" : "warning",
             format);
}

ptc_exit ptc_cli_misuse(const ptc_cli *cli, const char *format, ...)
{
    CLI_VSAY(cli, cli->program, NULL, "error", format);
    return PTC_EXIT_USAGE;
}

ptc_exit ptc_cli_misuse_error(const ptc_cli *cli, const ptc_error *error)
{
    return ptc_cli_misuse(cli, PTC_FMT "%s" PTC_FMT, PTC_ARG(error->path),
                          error->path.len > 0 ? ": " : "", PTC_ARG(error->message));
}

/* Memory was refused, and reported. Global, like the memory. */
static bool memory_was_refused;

bool ptc_cli_lacked_memory(void)
{
    return memory_was_refused;
}

ptc_exit ptc_cli_no_memory(const ptc_cli *cli)
{
    if (!memory_was_refused)
        ptc_cli_say(cli, "out of memory");
    memory_was_refused = true;
    return PTC_EXIT_USAGE;
}

ptc_exit ptc_cli_fault(const ptc_cli *cli, const char *place, int error)
{
    if (error != ENOMEM || !memory_was_refused)
        ptc_cli_say_of(cli, place, "%s",
                       error == ENOMEM ? "out of memory" : strerror(error));
    memory_was_refused = memory_was_refused || error == ENOMEM;
    return PTC_EXIT_USAGE;
}

bool ptc_cli_print(const ptc_cli *cli, const ptc_text *text)
{
    if (!text->failed)
        return ptc_file_print(ptc_text_view(text));
    ptc_cli_no_memory(cli);
    return false;
}

static bool cli_has_colors(const ptc_cli *cli, int file)
{
    static const char *const whens[] = {PTC_WORDS_COLOR};
    int when = ptc_cli_choice(cli, PTC_OPTION_COLOR, whens, 3);
    const char *no_color = getenv("NO_COLOR");

    if (when > 0)
        return when == 1;
    return (no_color == NULL || no_color[0] == '\0') && isatty(file);
}

bool ptc_cli_is_colored(const ptc_cli *cli)
{
    return cli_has_colors(cli, STDERR_FILENO);
}

bool ptc_cli_colors_output(const ptc_cli *cli)
{
    return cli_has_colors(cli, STDOUT_FILENO);
}

size_t ptc_cli_columns(void)
{
    struct winsize size;

    if (!isatty(STDOUT_FILENO))
        return 0;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                           : 80;
}
