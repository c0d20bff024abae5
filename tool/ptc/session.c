/* SPDX-License-Identifier: MIT */
/* Contexts of programs, from the options of the command line. */
#include "tool/ptc/session.h"
#include "base/base_int.h"
#include "lisp/host/host_int.h"

/* A limit of a run: on command lines, 0 removes it. */
static bool session_limit(const ptc_cli *cli, ptc_cli_option option, uint64_t *value)
{
    int64_t number = -1;

    if (!ptc_cli_number(cli, option, 0, INT64_MAX, &number))
        return false;
    if (number >= 0)
        *value = number == 0 ? PTC_UNLIMITED : (uint64_t)number;
    return true;
}

ptc_exit ptc_session_init(ptc_session *session, const ptc_cli *cli)
{
    ptc_lisp_options *options = &session->options;
    const char *path = ptc_cli_value(cli, PTC_OPTION_CTX);
    size_t heap = PTC_LISP_HEAP;

    session->cli = cli;
    session->context = ptc_value_nil();
    session->tools[0] = ptc_tool_validate;
    session->tools[1] = ptc_tool_infer;
    *options =
        (ptc_lisp_options){.struct_size = sizeof *options, .time_ms = PTC_LISP_TIME_MS};
    if (!session_limit(cli, PTC_OPTION_TIME, &options->time_ms) ||
        !session_limit(cli, PTC_OPTION_FUEL, &options->fuel) ||
        !session_limit(cli, PTC_OPTION_JUMPS, &options->jumps) ||
        !ptc_cli_size(cli, PTC_OPTION_HEAP, SIZE_MAX, &heap))
        return PTC_EXIT_USAGE;
    options->heap = heap;
    options->branches_ms = PTC_UNLIMITED; /* only --time limits waiting */
    if (ptc_cli_has(cli, PTC_OPTION_STRICT_CONTEXT))
        options->unknown_names = PTC_UNKNOWN_NAMES_REFUSE;
    else if (!ptc_cli_has(cli, PTC_OPTION_BATCH))
        options->unknown_names = PTC_UNKNOWN_NAMES_WARN;
    if (path != NULL && !ptc_data_read_context(cli, path, &session->context))
        return PTC_EXIT_USAGE;
    return PTC_EXIT_OK;
}

/* `#!/usr/bin/env -S ptc run`: the first line of a script, empty for the reader. */
static void session_skip_shebang(ptc_str *text)
{
    const char *newline;

    if (text->len < 2 || text->ptr[0] != '#' || text->ptr[1] != '!')
        return;
    newline = memchr(text->ptr, '\n', text->len);
    text->len = newline != NULL ? text->len - (size_t)(newline - text->ptr) : 0;
    text->ptr = newline != NULL ? newline : "";
}

bool ptc_session_read_program(const ptc_cli *cli, const char *path, ptc_source *out)
{
    if (!ptc_file_read_text(cli, path, PTC_SOURCE_MAX, out))
        return false;
    session_skip_shebang(&out->text);
    return true;
}

ptc_lisp *ptc_session_start(const ptc_session *session, const ptc_value *data)
{
    ptc_lisp *lisp;

    if (ptc_lisp_new(&session->options, &lisp) != PTC_OK)
        return NULL;
    if (data == NULL && session->context.kind == PTC_MAP)
        data = &session->context;
    if (ptc_lisp_set_tools(NULL, lisp, session->tools, 2, NULL, NULL) != PTC_OK ||
        (data != NULL && ptc_lisp_set_context(lisp, data) != PTC_OK)) {
        ptc_lisp_free(lisp);
        return NULL;
    }
    return lisp;
}

/* The place is bold and the reason red, `warning` magenta, as in diagnostics. */
static void session_write_head(ptc_text *text, const ptc_source *source,
                               const ptc_lisp_error *error, bool is_warning,
                               bool is_colored)
{
    const char *colour = is_warning ? ":\x1B[0m \x1B[1;35m" : ":\x1B[0m \x1B[1;31m";

    ptc_text_cstr(text, is_colored ? "\x1B[1m" : "");
    ptc_visible_write(text, source->name);
    if (error->line != 0) {
        ptc_text_byte(text, ':');
        ptc_text_uint(text, error->line);
        ptc_text_byte(text, ':');
        ptc_text_uint(text, error->column);
    }
    ptc_text_cstr(text, is_colored ? colour : ": ");
    ptc_text_cstr(text, is_warning ? "warning" : ptc_reason_name(error->reason));
    ptc_text_cstr(text, is_colored ? ":\x1B[0m " : ": ");
    ptc_lisp_outcome_error(text, error);
    ptc_text_byte(text, '\n');
}

void ptc_session_print(ptc_str output)
{
    ptc_file_print(output);
    if (output.len > 0 && output.ptr[output.len - 1] != '\n')
        ptc_file_print(PTC_STR("\n"));
}

static void session_say(const ptc_session *session, const ptc_source *source,
                        const ptc_lisp_error *error, bool is_warning)
{
    ptc_span span = {error->offset, error->offset + 1};
    bool is_colored = ptc_cli_is_colored(session->cli);
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    session_write_head(&text, source, error, is_warning, is_colored);
    if (error->line != 0)
        ptc_source_excerpt_at(&text, source, span, error->line, is_colored);
    ptc_file_flush();
    if (text.failed)
        ptc_cli_no_memory(session->cli);
    else
        fwrite(text.ptr, 1, text.len, stderr);
    ptc_arena_free(&arena);
}

void ptc_session_report(const ptc_session *session, const ptc_source *source,
                        const ptc_lisp_error *error)
{
    session_say(session, source, error, false);
}

ptc_status ptc_session_eval(const ptc_session *session, ptc_lisp *lisp,
                            const ptc_source *program, const ptc_source *shown,
                            size_t base, unsigned texts, ptc_arena *arena,
                            ptc_lisp_result *out)
{
    const ptc_lisp_error *warning;
    ptc_lisp_error error;
    ptc_program *compiled;
    ptc_status status;

    *out = (ptc_lisp_result){.printed = {"", 0}, .canonical = {"", 0}, .output = {"", 0}};
    status = ptc_lisp_compile(arena, lisp, program, &compiled, &out->error);
    if (status != PTC_OK)
        return status;
    for (size_t i = 0; (warning = ptc_program_warning(compiled, i)) != NULL; i++) {
        error = *warning;
        error.offset += (uint32_t)base;
        session_say(session, shown, &error, true);
    }
    status = ptc_lisp_run(arena, lisp, compiled, texts, out);
    ptc_program_free(compiled);
    return status;
}
