/* SPDX-License-Identifier: MIT */
/*
 * `ptc repl`: programs from standard input, one after the other, in one context. A
 * program ends with the line that closes its last bracket. What it defines is kept, and
 * *1 *2 *3 are the last results.
 */
#define _POSIX_C_SOURCE 200809L
#include "tool/session.h"

#include <errno.h>
#include <unistd.h>

typedef struct repl {
    ptc_session session;
    ptc_lisp *lisp;
    bool is_terminal;
    ptc_lines lines;
    ptc_arena arena; /* of the program under way and its result */
    ptc_text text;   /* the program under way */
} repl;

/* --- Where a program ends ---------------------------------------------------------- */

/* Behind the string or pattern that begins at `at`, or the end of the text. */
static size_t skip_string(ptc_str text, size_t at)
{
    for (at++; at < text.len && text.ptr[at] != '"'; at++)
        at += text.ptr[at] == '\\';
    return at < text.len ? at + 1 : text.len + 1; /* + 1: it goes on */
}

static size_t skip_comment(ptc_str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at;
}

/* Whether brackets or a string are open at the end of the text. */
static bool is_open(ptc_str text)
{
    size_t depth = 0;
    size_t at = 0;

    while (at < text.len) {
        switch (text.ptr[at]) {
        case '(':
        case '[':
        case '{':
            depth++;
            at++;
            break;
        case ')':
        case ']':
        case '}':
            if (depth == 0)
                return false; /* one too many: the reader says so */
            depth--;
            at++;
            break;
        case '"':
            at = skip_string(text, at);
            break;
        case ';':
            at = skip_comment(text, at);
            break;
        case '\\':
            at += 2; /* a character, perhaps a bracket */
            break;
        default:
            at++;
            break;
        }
    }
    return depth > 0 || at > text.len;
}

static bool is_blank(ptc_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (strchr(" \t\r\n,", text.ptr[i]) == NULL)
            return false;
    }
    return true;
}

/* --- Turns ------------------------------------------------------------------------- */

static void start_program(repl *run)
{
    ptc_arena_reset(&run->arena);
    ptc_text_init(&run->text, &run->arena);
}

static ptc_exit run_turn(repl *run)
{
    ptc_source source = {PTC_STR("<stdin>"), ptc_text_view(&run->text)};
    ptc_lisp_result result;
    ptc_status status;

    if (run->text.failed)
        return ptc_cli_no_memory(run->session.cli);
    status = ptc_lisp_eval(run->lisp, &source, PTC_LISP_PRINTED | PTC_LISP_HISTORY,
                           &run->arena, &result);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(run->session.cli);
    ptc_file_print(result.output);
    if (status == PTC_OK) {
        ptc_file_print(result.printed);
        ptc_file_print(PTC_STR("\n"));
    } else {
        ptc_session_report(&run->session, &source, &result.error);
    }
    return PTC_EXIT_OK;
}

static void prompt(const repl *run)
{
    if (run->is_terminal)
        ptc_file_print(run->text.len == 0 ? PTC_STR("ptc> ") : PTC_STR("...> "));
}

/* Takes one more line; runs the program when it is whole. */
static ptc_exit take_line(repl *run, ptc_str line)
{
    ptc_exit status;

    if (run->text.len == 0 && is_blank(line))
        return PTC_EXIT_OK;
    ptc_text_str(&run->text, line);
    ptc_text_byte(&run->text, '\n');
    if (!run->text.failed && is_open(ptc_text_view(&run->text)))
        return PTC_EXIT_OK;
    status = run_turn(run);
    start_program(run);
    return status;
}

static ptc_exit read_turns(repl *run)
{
    const ptc_cli *cli = run->session.cli;
    ptc_exit status = PTC_EXIT_OK;
    ptc_line_status got;
    ptc_str line;

    start_program(run);
    for (;;) {
        prompt(run);
        got = ptc_lines_next(&run->lines, &line);
        if (got == PTC_LINE_END)
            break;
        if (got == PTC_LINE_MEMORY)
            return ptc_cli_no_memory(cli);
        if (got != PTC_LINE_OK)
            return ptc_cli_misuse(cli, "<stdin>: %s",
                                  got == PTC_LINE_LONG ? "a line is too long"
                                                       : strerror(errno));
        status = take_line(run, line);
        if (status != PTC_EXIT_OK)
            return status;
    }
    if (run->is_terminal)
        ptc_file_print(PTC_STR("\n"));
    return run->text.len > 0 ? run_turn(run) : PTC_EXIT_OK;
}

ptc_exit ptc_repl(const ptc_cli *cli)
{
    repl run = {.is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    ptc_exit status = ptc_session_init(&run.session, cli);

    if (status != PTC_EXIT_OK)
        return status;
    if (cli->operand_count > 0)
        return ptc_cli_misuse(cli, "repl reads standard input");
    run.lisp = ptc_session_start(&run.session, NULL);
    if (run.lisp == NULL)
        return ptc_cli_no_memory(cli);
    ptc_arena_init(&run.arena, NULL, 0);
    ptc_lines_init(&run.lines, STDIN_FILENO, cli->arena, PTC_LINE_LIMIT);
    status = read_turns(&run);
    ptc_arena_free(&run.arena);
    ptc_lisp_free(run.lisp);
    return status;
}
