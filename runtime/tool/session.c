/* SPDX-License-Identifier: MIT */
/* Contexts as the command line wants them. */
#include "tool/session.h"

/* The number of an option, `*value` when it is not given; false after a message. */
static bool session_number(const ptc_cli *cli, ptc_cli_option option, int64_t least,
                           uint64_t *value)
{
    const char *text = ptc_cli_value(cli, option);
    int64_t number;

    if (text == NULL)
        return true;
    if (!ptc_number_read_int(text, strlen(text), &number) || number < least) {
        ptc_cli_misuse(cli, "--%s is a number%s, not \"%s\"", ptc_cli_option_name(option),
                       least > 0 ? " above zero" : "", text);
        return false;
    }
    *value = (uint64_t)number;
    return true;
}

static ptc_exit session_read_context(ptc_session *session)
{
    static const ptc_json_options options = {
        .struct_size = sizeof options, .is_padded = true, .borrow = true};
    const ptc_cli *cli = session->cli;
    const char *path = ptc_cli_value(cli, PTC_OPTION_CTX);
    ptc_json_error error;
    ptc_position position;
    ptc_source source;

    if (path == NULL)
        return PTC_EXIT_OK;
    if (!ptc_file_read(cli, path, PTC_FILE_MAX, &source))
        return PTC_EXIT_USAGE;
    if (ptc_json_read(cli->arena, source.text.ptr, source.text.len, &options,
                      &session->context, NULL, &error) != PTC_OK) {
        position = ptc_source_position(&source, error.offset);
        return ptc_cli_misuse(cli, "%s:%zu:%zu: %s", path, position.line, position.column,
                              error.message);
    }
    if (session->context.kind != PTC_MAP)
        return ptc_cli_misuse(cli, "%s: --ctx takes a JSON object", path);
    return PTC_EXIT_OK;
}

ptc_exit ptc_session_init(ptc_session *session, const ptc_cli *cli)
{
    ptc_lisp_options *options = &session->options;
    uint64_t heap;

    session->cli = cli;
    session->context = ptc_value_nil();
    ptc_lisp_options_init(options);
    heap = options->heap;
    if (!session_number(cli, PTC_OPTION_TIME, 0, &options->time_ms) ||
        !session_number(cli, PTC_OPTION_FUEL, 0, &options->fuel) ||
        !session_number(cli, PTC_OPTION_JUMPS, 0, &options->jumps) ||
        !session_number(cli, PTC_OPTION_HEAP, 1, &heap))
        return PTC_EXIT_USAGE;
    options->heap = (size_t)heap;
    options->branches_ms = 0; /* --time alone bounds what is waited for */
    return session_read_context(session);
}

ptc_lisp *ptc_session_start(const ptc_session *session, const ptc_value *data)
{
    ptc_lisp *lisp;

    if (ptc_lisp_new(&session->options, &lisp) != PTC_OK)
        return NULL;
    if (data == NULL && session->context.kind == PTC_MAP)
        data = &session->context;
    if (data != NULL && ptc_lisp_set_context(lisp, data) != PTC_OK) {
        ptc_lisp_free(lisp);
        return NULL;
    }
    return lisp;
}

void ptc_session_report(const ptc_session *session, const ptc_source *source,
                        const ptc_lisp_error *error)
{
    ptc_span span = {error->offset, error->offset + 1};
    ptc_text text;

    ptc_text_init(&text, session->cli->arena);
    ptc_text_str(&text, source->name);
    if (error->line != 0) {
        ptc_text_byte(&text, ':');
        ptc_text_uint(&text, error->line);
        ptc_text_byte(&text, ':');
        ptc_text_uint(&text, error->column);
    }
    ptc_text_cstr(&text, ": ");
    ptc_text_cstr(&text, ptc_reason_name(error->reason));
    ptc_text_cstr(&text, ": ");
    ptc_text_cstr(&text, error->message);
    ptc_text_byte(&text, '\n');
    if (error->line != 0)
        ptc_source_excerpt(&text, source, span, ptc_cli_is_colored(session->cli));
    ptc_file_flush();
    fwrite(text.ptr, 1, text.len, stderr);
}
