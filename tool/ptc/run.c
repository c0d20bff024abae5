/* SPDX-License-Identifier: MIT */
/*
 * `ptc run`: one program, or a batch of them as JSON Lines. The output of the program
 * goes to stdout, then its value as printed by pr-str; with --json both are in one
 * object.
 */
#include "lisp/host/host_int.h"
#include "tool/ptc/ptc_int.h"
#include "tool/ptc/session.h"

#include <ptc/json.h>

enum { RUN_LINE_TEXTS = PTC_LISP_PRINTED | PTC_LISP_CANONICAL };

/* --- One program ------------------------------------------------------------------- */

/* The value as JSON. PTC_ERROR_INVALID if that is impossible: the error says why. */
static ptc_status write_json(ptc_arena *arena, ptc_lisp_result *result, ptc_str *json)
{
    ptc_str why;
    ptc_status status = ptc_lisp_outcome_value(arena, &result->value, json, &why);

    if (status != PTC_OK)
        result->error = (ptc_lisp_error){.reason = PTC_REASON_TYPE, .message = why};
    return status;
}

/* `,"details":{"thrown":<JSON>}`; a string for values that JSON cannot hold. */
static void answer_thrown(ptc_text *answer, const ptc_lisp_result *result)
{
    ptc_text_cstr(answer, ",\"details\":{\"thrown\":");
    if (ptc_json_write_named(answer, &result->value, 0) != PTC_OK)
        ptc_json_write_string(answer, result->printed);
    ptc_text_byte(answer, '}');
}

/* Why a program failed, and where if it is known. */
static void answer_failure(ptc_text *answer, const ptc_lisp_result *result)
{
    const ptc_lisp_error *error = &result->error;

    ptc_answer_text(answer, "reason", ptc_str_of(ptc_reason_name(error->reason)));
    ptc_answer_text(answer, "message", error->message);
    if (error->line != 0) {
        ptc_text_cstr(answer, ",\"line\":");
        ptc_text_uint(answer, error->line);
        ptc_text_cstr(answer, ",\"column\":");
        ptc_text_uint(answer, error->column);
    }
    if (result->is_thrown)
        answer_thrown(answer, result);
}

/* `json` is the value, or empty. */
static ptc_exit print_json(const ptc_cli *cli, ptc_status status,
                           const ptc_lisp_result *result, ptc_str json)
{
    ptc_text answer;

    ptc_text_init(&answer, cli->arena);
    ptc_text_cstr(&answer, status == PTC_OK ? "{\"ok\":true" : "{\"ok\":false");
    if (status != PTC_OK)
        answer_failure(&answer, result);
    if (json.len > 0) {
        ptc_text_cstr(&answer, ",\"value\":");
        ptc_text_str(&answer, json);
    }
    if (status == PTC_OK)
        ptc_answer_text(&answer, "printed", result->printed);
    if (result->output.len > 0)
        ptc_answer_text(&answer, "out", result->output);
    ptc_text_cstr(&answer, "}\n");
    if (answer.failed)
        return ptc_cli_no_memory(cli);
    ptc_cli_print(cli, &answer);
    return status == PTC_OK ? PTC_EXIT_OK : PTC_EXIT_INPUT;
}

/* With --json. The argument of fail is left out if JSON cannot hold it; it is in the
 * message. */
static ptc_exit answer_program(const ptc_cli *cli, ptc_status status,
                               ptc_lisp_result *result)
{
    ptc_lisp_error error = result->error;
    ptc_str json = {NULL, 0};
    ptc_status written = PTC_OK;

    if (status == PTC_OK || error.reason == PTC_REASON_FAIL)
        written = write_json(cli->arena, result, &json);
    if (status == PTC_ERROR_MEMORY || written == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (written != PTC_OK)
        json = (ptc_str){NULL, 0};
    if (status == PTC_OK)
        status = written;
    else
        result->error = error;
    return print_json(cli, status, result, json);
}

static ptc_exit print_result(const ptc_session *session, const ptc_source *source,
                             ptc_status status, ptc_lisp_result *result)
{
    const ptc_cli *cli = session->cli;

    if (ptc_cli_has(cli, PTC_OPTION_JSON))
        return answer_program(cli, status, result);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    ptc_session_print(result->output);
    if (status != PTC_OK) {
        ptc_session_report(session, source, &result->error);
        return PTC_EXIT_INPUT;
    }
    ptc_file_print(result->printed);
    ptc_file_print(PTC_STR("\n"));
    return PTC_EXIT_OK;
}

static ptc_exit run_program(const ptc_session *session, ptc_lisp *lisp,
                            const ptc_source *source)
{
    ptc_lisp_result result;
    ptc_status status =
        ptc_session_eval(session, lisp, source, source, 0,
                         PTC_LISP_PRINTED | PTC_LISP_BOUND, session->cli->arena, &result);

    return print_result(session, source, status, &result);
}

/* --disasm: the bytecode; nothing runs. */
static ptc_exit print_bytecode(const ptc_session *session, ptc_lisp *lisp,
                               const ptc_source *source)
{
    const ptc_cli *cli = session->cli;
    ptc_lisp_error error;
    ptc_program *program;
    ptc_text text;
    ptc_status status = ptc_lisp_compile(cli->arena, lisp, source, &program, &error);

    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (status != PTC_OK) {
        ptc_session_report(session, source, &error);
        return PTC_EXIT_INPUT;
    }
    ptc_text_init(&text, cli->arena);
    ptc_program_disassemble(&text, program);
    ptc_cli_print(cli, &text);
    ptc_program_free(program);
    return PTC_EXIT_OK;
}

static ptc_exit run_one(const ptc_session *session)
{
    const ptc_cli *cli = session->cli;
    const char *text = ptc_cli_value(cli, PTC_OPTION_EXPRESSION);
    ptc_source source = {PTC_STR("<expression>"), ptc_str_of(text)};
    ptc_exit status;
    ptc_lisp *lisp;

    if ((text == NULL) != (cli->operand_count == 1) || cli->operand_count > 1)
        return ptc_cli_misuse(cli, "run needs one of FILE and -e TEXT");
    if (text == NULL && !ptc_session_read_program(cli, cli->operands[0], &source))
        return PTC_EXIT_USAGE;
    lisp = ptc_session_start(session, NULL);
    if (lisp == NULL)
        return ptc_cli_no_memory(cli);
    status = ptc_cli_has(cli, PTC_OPTION_DISASM) ? print_bytecode(session, lisp, &source)
                                                 : run_program(session, lisp, &source);
    ptc_lisp_free(lisp);
    return status;
}

/* --- A batch [architecture 8] ------------------------------------------------------- */

static void answer_result(ptc_text *answer, ptc_status status,
                          const ptc_lisp_result *result)
{
    ptc_text_cstr(answer, status == PTC_OK ? ",\"ok\":true" : ",\"ok\":false");
    if (status == PTC_OK) {
        ptc_answer_text(answer, "value", result->canonical);
        ptc_answer_text(answer, "printed", result->printed);
    } else {
        answer_failure(answer, result);
    }
    if (result->output.len > 0)
        ptc_answer_text(answer, "out", result->output);
}

/* Rows share nothing: each has its own context. */
static void answer_row(const ptc_cli *cli, const ptc_value *row, ptc_arena *arena,
                       ptc_text *answer, void *user)
{
    const ptc_session *session = user;
    const ptc_value *data = ptc_row_value(row, "ctx");
    ptc_source source = {PTC_STR("expr"), {NULL, 0}};
    ptc_lisp_result result;
    ptc_status status;
    ptc_lisp *lisp;

    (void)cli;
    if (!ptc_row_text(row, "expr", &source.text)) {
        ptc_answer_error(answer, "row", "a row must have its program as text in expr");
        return;
    }
    if (data != NULL && data->kind != PTC_MAP) {
        ptc_answer_error(answer, "row", "ctx must be an object");
        return;
    }
    lisp = ptc_session_start(session, data);
    status = lisp == NULL ? PTC_ERROR_MEMORY
                          : ptc_lisp_eval(arena, lisp, &source, RUN_LINE_TEXTS, &result);
    if (status == PTC_ERROR_MEMORY)
        answer->failed = true;
    else
        answer_result(answer, status, &result);
    ptc_lisp_free(lisp);
}

ptc_exit ptc_run(const ptc_cli *cli)
{
    ptc_session session;
    ptc_exit status = ptc_session_init(&session, cli);

    if (status != PTC_EXIT_OK)
        return status;
    if (!ptc_cli_has(cli, PTC_OPTION_BATCH))
        return run_one(&session);
    return ptc_batch_run(cli, PTC_LINE_LIMIT, answer_row, &session);
}
