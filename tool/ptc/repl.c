/* SPDX-License-Identifier: MIT */
/* `ptc repl`: runs programs from a person or a pipe, form by form, in one context. Their
 * definitions are kept, and *1 *2 *3 are the last results. A form runs as soon as the
 * line that ends it has arrived. Places count from the start of the session. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "tool/ptc/repl.h"
#include "tool/common/place.h"
#include "tool/ptc/ptc_int.h"

#include <ptc/version.h>

#include <errno.h>
#include <inttypes.h>
#include <time.h>
#include <unistd.h>

enum { REPL_PROGRAM_MAX = 1000000 }; /* longer programs are refused anyway */

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The clock of runs: Ctrl-C sets it past the deadline. */
static uint64_t interruptible_clock(void *user)
{
    (void)user;
    return ptc_line_interrupted ? UINT64_MAX : now_ns() / 1000000u;
}

/* --- Running ----------------------------------------------------------------------- */

static void print_measures(const ptc_lisp_result *result, uint64_t ns)
{
    printf("; %.3f ms, %" PRIu64 " steps, %zu bytes\n", (double)ns / 1e6,
           result->fuel_used, result->heap_peak);
}

static void print_result(ptc_repl *run, const ptc_lisp_result *result,
                         const ptc_source *shown, size_t base)
{
    ptc_lisp_error error = result->error;

    ptc_session_print(result->output);
    if (error.reason == PTC_REASON_NONE) {
        ptc_file_print(result->printed);
        if (!ptc_file_print(PTC_STR("\n")))
            run->is_ended =
                true; /* the reader is gone: reported at the end of the command */
        return;
    }
    run->has_failed = true;
    if (ptc_line_interrupted) {
        ptc_file_flush();
        fputs("\ninterrupted\n", stderr); /* after the ^C */
        return;
    }
    error.offset += (uint32_t)base;
    ptc_session_report(&run->session, shown, &error);
    if (run->input.is_terminal && error.reason == PTC_REASON_UNBOUND_VAR)
        ptc_repl_note_command(
            ptc_str_make(shown->text.ptr + base, shown->text.len - base));
}

bool ptc_repl_run(ptc_repl *run, const ptc_source *program, const ptc_source *shown,
                  size_t base)
{
    ptc_lisp_result result;
    uint64_t start = now_ns();

    ptc_arena_reset(&run->results);
    if (ptc_session_eval(&run->session, run->lisp, program, shown, base,
                         PTC_LISP_PRINTED | PTC_LISP_HISTORY, &run->results,
                         &result) == PTC_ERROR_MEMORY)
        return false;
    start = now_ns() - start;
    print_result(run, &result, shown, base);
    if (run->is_timed)
        print_measures(&result, start);
    return true;
}

/* --- The program under way --------------------------------------------------------- */

static void start_program(ptc_repl *run)
{
    ptc_arena_reset(&run->arena);
    ptc_text_init(&run->text, &run->arena);
    memset(&run->extent, 0, sizeof run->extent);
    run->at = 0;
    run->start = 0;
    run->place.column = 1;
    run->is_too_large = false;
    run->is_timed = false;
}

/* Drops the text up to `end`. */
static void pass_text(ptc_repl *run, size_t end)
{
    for (; run->start < end; run->start++) {
        unsigned char byte = (unsigned char)run->text.ptr[run->start];

        if (byte == '\n') {
            run->place.line++;
            run->place.column = 1;
        } else if ((byte & 0xC0) != 0x80) {
            run->place.column++;
        }
    }
}

static ptc_source source_of(const ptc_repl *run, ptc_str text)
{
    return (ptc_source){run->input.is_terminal ? PTC_STR("<repl>") : PTC_STR("<stdin>"),
                        text};
}

/* Runs the form that ends at `end`. */
static bool run_form(ptc_repl *run, size_t end)
{
    ptc_str text = ptc_text_view(&run->text);
    ptc_source shown = source_of(run, text);
    ptc_source program =
        source_of(run, ptc_str_make(text.ptr + run->start, end - run->start));
    ptc_lisp_error too_large = {
        .reason = PTC_REASON_PROGRAM_TOO_LARGE,
        .message = PTC_STR("the program has more than 1,000,000 bytes; split it"),
    };
    bool is_good = true;

    if (run->is_too_large) {
        ptc_session_report(&run->session, &shown, &too_large);
        run->has_failed = true;
        run->is_too_large = false;
    } else {
        ptc_lisp_set_start(run->lisp, run->place);
        is_good = ptc_repl_run(run, &program, &shown, run->start);
    }
    pass_text(run, end);
    return is_good;
}

/* A form that is already too long to run: its lines are counted, not kept. */
static void drop_large(ptc_repl *run)
{
    if (run->text.len - run->start <= REPL_PROGRAM_MAX)
        return;
    pass_text(run, run->text.len);
    run->is_too_large = true;
    run->text.ptr[0] = '\n';
    run->text.ptr[1] = '\0';
    run->text.len = 1;
    run->start = 1;
    run->at = 1;
}

/* Programs of several lines are one entry of the history, without the last newline. */
static void remember(ptc_repl *run)
{
    if (run->is_too_large || run->text.len < 2)
        return;
    run->text.ptr[run->text.len - 1] = '\0';
    ptc_line_remember(&run->input, run->text.ptr);
}

/* Runs the complete forms; then either the last form is incomplete or nothing is left. */
static bool run_forms(ptc_repl *run)
{
    while (!ptc_line_interrupted &&
           ptc_extent_next(&run->extent, run->text.ptr, run->text.len, &run->at)) {
        if (!run_form(run, run->at))
            return false;
    }
    if (!ptc_line_interrupted && ptc_extent_is_open(&run->extent)) {
        drop_large(run);
        return true;
    }
    /* Blanks and comments, or a fault: the reader reports it. */
    if (run->extent.is_faulty && !run_form(run, run->text.len))
        return false;
    pass_text(run, run->text.len);
    remember(run);
    start_program(run);
    return true;
}

/* --- Lines ------------------------------------------------------------------------- */

static bool take_line(ptc_repl *run, ptc_str line)
{
    bool is_command;
    size_t skip = 0;

    if (run->text.len == 0 && run->place.line == 1 && line.len >= 3 &&
        memcmp(line.ptr, "\xEF\xBB\xBF", 3) == 0)
        line = ptc_str_make(line.ptr + 3, line.len - 3);
    is_command = run->text.len == 0 && ptc_repl_command(run, line, &skip);
    ptc_text_str(&run->text, line);
    ptc_text_byte(&run->text, '\n');
    if (run->text.failed)
        return false;
    if (is_command)
        skip = run->text.len;
    pass_text(run, run->start + skip);
    run->at += skip;
    return run_forms(run);
}

/* Ctrl-C, or an unusable line: the current program is dropped. */
static void drop_program(ptc_repl *run)
{
    pass_text(run, run->text.len);
    start_program(run);
}

static bool end_input(ptc_repl *run)
{
    if (run->input.is_terminal || !ptc_extent_is_open(&run->extent))
        return true;
    return run_form(run, run->text.len); /* never closed */
}

static bool take(ptc_repl *run, ptc_line_status status, ptc_str line)
{
    switch ((int)status) {
    case PTC_LINE_OK:
        return take_line(run, line);
    case PTC_LINE_END:
        run->is_ended = true;
        return end_input(run);
    case PTC_LINE_LONG:
        ptc_cli_say(run->session.cli, "a line is too long");
        run->has_failed = true;
        drop_program(run);
        run->place.line++;
        return true;
    case PTC_LINE_INTERRUPTED:
        drop_program(run);
        return true;
    default:
        return false;
    }
}

static ptc_exit read_lines(ptc_repl *run)
{
    const ptc_cli *cli = run->session.cli;
    ptc_line_status status;
    ptc_str line;

    while (!run->is_ended) {
        const char *prompt = run->text.len == 0 ? "ptc> " : "...> ";

        status = ptc_line_next(&run->input, prompt, &line);
        if (status == PTC_LINE_FAILED)
            return ptc_cli_fault(cli, "<stdin>", errno);
        if (status == PTC_LINE_MEMORY || !take(run, status, line))
            return ptc_cli_no_memory(cli);
    }
    return run->has_failed && !run->input.is_terminal ? PTC_EXIT_INPUT : PTC_EXIT_OK;
}

static void greet(const ptc_repl *run)
{
    if (!run->input.is_terminal)
        return;
    printf("PTC-Lisp of ptc %s. :help lists commands, Ctrl-D ends.\n", ptc_version());
    if (run->input.editor == NULL)
        printf(
            "No line editing: it needs libedit and a terminal that moves its cursor.\n");
}

ptc_exit ptc_repl_main(const ptc_cli *cli)
{
    ptc_repl run = {.is_ended = false};
    ptc_exit status = ptc_session_init(&run.session, cli);

    if (status != PTC_EXIT_OK)
        return status;
    if (cli->operand_count > 0)
        return ptc_cli_misuse(cli, "repl reads standard input; :load FILE runs a file");
    run.session.options.clock_ms = interruptible_clock;
    if (run.session.options.time_ms == PTC_UNLIMITED)
        run.session.options.time_ms = PTC_REPL_NO_TIME_LIMIT; /* Ctrl-C must end it */
    if (!ptc_place_read(cli, "<stdin>", STDIN_FILENO))
        return PTC_EXIT_USAGE;
    run.lisp = ptc_session_start(&run.session, NULL);
    if (run.lisp == NULL)
        return ptc_cli_no_memory(cli);
    ptc_arena_init(&run.arena, NULL, 0);
    ptc_arena_init(&run.results, NULL, 0);
    ptc_arena_init(&run.context, NULL, 0);
    run.place = (ptc_position){1, 1};
    start_program(&run);
    ptc_line_open(&run.input, cli, ptc_repl_complete, &run);
    greet(&run);
    status = read_lines(&run);
    ptc_line_close(&run.input);
    ptc_lisp_free(run.lisp);
    ptc_arena_free(&run.context);
    ptc_arena_free(&run.results);
    ptc_arena_free(&run.arena);
    return status;
}
