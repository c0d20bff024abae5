/* SPDX-License-Identifier: MIT */
/*
 * `ptc validate`: data files checked against one contract. Values are streamed, except
 * that a .json file is one document (ptc_data_read): memory follows the longest value.
 *
 * Valid values print nothing; faults and coercions are lines "file:line: message". With
 * --json every value has one answer line in the form of the ptc-jsonl/1 worker.
 */
#define _POSIX_C_SOURCE 200809L
#include "tool/ptc/checker.h"
#include "tool/ptc/ptc_int.h"

#include <stdlib.h>
#include <sys/stat.h>

typedef struct validation {
    const ptc_cli *cli;
    ptc_checker checker;
    size_t limit;
    bool is_json;    /* --json */
    bool is_verbose; /* --verbose */
    bool echoes;     /* --echo */
    ptc_arena arena; /* of one value and the messages about it; reset before the next */
    bool all_valid;
    bool is_broken; /* a file could not be read */
} validation;

/* --- One value: lines for people --------------------------------------------------- */

static void write_place(ptc_text *out, const ptc_data_text *value, uint64_t line)
{
    ptc_text_cstr(out, value->name);
    ptc_text_byte(out, ':');
    ptc_text_uint(out, line);
    ptc_text_cstr(out, ": ");
}

/* The line of the file that an issue is about. */
static uint64_t line_of(const ptc_data_text *value, const ptc_issue *issue)
{
    size_t start = 0;
    size_t end;

    if (!value->is_document ||
        !ptc_json_locate(value->text.ptr, value->text.len, issue->path, issue->path_count,
                         &start, &end))
        return value->line;
    return ptc_data_line(value, start);
}

static void write_issues(ptc_text *out, const ptc_data_text *value,
                         const ptc_issue *issues, size_t count, const char *kind)
{
    for (size_t i = 0; i < count; i++) {
        write_place(out, value, line_of(value, &issues[i]));
        ptc_text_cstr(out, kind);
        ptc_issue_write(out, &issues[i]);
        ptc_text_byte(out, '\n');
    }
}

static void write_more(ptc_text *out, const ptc_data_text *value, size_t found,
                       size_t stored)
{
    if (found == stored)
        return;
    write_place(out, value, value->line);
    ptc_text_cstr(out, "\xE2\x80\xA6"
                       "and ");
    ptc_text_uint(out, found - stored > 999 ? 999 : found - stored);
    ptc_text_cstr(out, found - stored > 999 ? "+ more\n" : " more\n");
}

static void write_unreadable(ptc_text *out, const ptc_data_text *value,
                             const ptc_verdict *verdict)
{
    ptc_source source = {PTC_STR(""), value->text};

    write_place(out, value, ptc_data_line(value, verdict->offset));
    ptc_text_str(out, verdict->message);
    ptc_text_cstr(out, ", at column ");
    ptc_text_uint(out, ptc_source_position(&source, verdict->offset).column);
    ptc_text_byte(out, '\n');
}

static void write_lines(ptc_text *out, const ptc_data_text *value,
                        const ptc_verdict *verdict)
{
    const ptc_report *report = &verdict->report;

    if (!verdict->is_readable) {
        write_unreadable(out, value, verdict);
        return;
    }
    write_issues(out, value, report->errors, report->error_count, "");
    write_more(out, value, report->errors_found, report->error_count);
    write_issues(out, value, report->warnings, report->warning_count, "warning: ");
    write_more(out, value, report->warnings_found, report->warning_count);
}

/* --- One value: the worker's answer ------------------------------------------------ */

/* The coerced value; the message may end in a remark: "(precision lost)". */
static ptc_str shown_coerced(ptc_str text, ptc_str expected)
{
    size_t before = strlen("coerced ");
    size_t around = before + strlen(" to ") + expected.len;

    for (size_t len = text.len > around ? text.len - around : 0; len > 0; len--) {
        const char *at = text.ptr + before + len;
        size_t behind = around + len;

        if (memcmp(at, " to ", strlen(" to ")) == 0 &&
            memcmp(at + strlen(" to "), expected.ptr, expected.len) == 0 &&
            (behind == text.len || text.ptr[behind] == ' '))
            return ptc_str_make(text.ptr + before, len);
    }
    return text;
}

/* The value that was found, taken from the message: after "expected E, got ", or between
 * "coerced " and " to E". For messages of other forms, the whole text. */
static ptc_str shown_value(const ptc_issue *issue)
{
    size_t around = issue->expected.len + strlen("expected ") + strlen(", got ");
    ptc_str text = issue->message;

    if (issue->code == PTC_CODE_MISSING)
        return PTC_STR("nothing");
    if (issue->code == PTC_CODE_COERCED)
        return shown_coerced(text, issue->expected);
    if (text.len > around &&
        memcmp(text.ptr + around - strlen(", got "), ", got ", 6) == 0)
        return ptc_str_make(text.ptr + around, text.len - around);
    return text;
}

static void answer_issue(const validation *run, ptc_text *answer, const ptc_issue *issue)
{
    ptc_text path;

    ptc_text_init(&path, answer->arena);
    ptc_path_write(&path, issue->path, issue->path_count);
    ptc_text_cstr(answer, "{\"path\":");
    ptc_json_write_string(answer, ptc_text_view(&path));
    ptc_answer_text(answer, "expected", issue->expected);
    ptc_answer_text(answer, "got", shown_value(issue));
    if (run->is_verbose) {
        ptc_answer_text(answer, "code", ptc_str_of(ptc_code_name(issue->code)));
        ptc_answer_text(answer, "message", issue->message);
    }
    ptc_text_byte(answer, '}');
    answer->failed |= path.failed;
}

static void answer_issues(const validation *run, ptc_text *answer, const char *key,
                          const ptc_issue *issues, size_t count)
{
    ptc_text_cstr(answer, ",\"");
    ptc_text_cstr(answer, key);
    ptc_text_cstr(answer, "\":[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            ptc_text_byte(answer, ',');
        answer_issue(run, answer, &issues[i]);
    }
    ptc_text_byte(answer, ']');
}

static void answer_unreadable(ptc_text *answer, const ptc_verdict *verdict)
{
    ptc_text_cstr(answer, "{\"ok\":false,\"errors\":[{\"path\":\"(root)\"");
    ptc_answer_text(answer, "code", ptc_str_of(verdict->code));
    ptc_answer_text(answer, "message", verdict->message);
    ptc_text_cstr(answer, "}]}\n");
}

static void answer_value(const validation *run, ptc_text *answer,
                         const ptc_verdict *verdict)
{
    const ptc_report *report = &verdict->report;

    if (!verdict->is_readable) {
        answer_unreadable(answer, verdict);
        return;
    }
    if (verdict->is_valid) {
        ptc_text_cstr(answer, "{\"ok\":true,\"out\":");
        if (!run->echoes || ptc_json_write(answer, &verdict->value, 0) != PTC_OK)
            ptc_text_cstr(answer, "null");
    } else {
        ptc_text_cstr(answer, "{\"ok\":false");
    }
    if (report->error_count > 0)
        answer_issues(run, answer, "errors", report->errors, report->error_count);
    if (report->warning_count > 0)
        answer_issues(run, answer, "warnings", report->warnings, report->warning_count);
    ptc_text_cstr(answer, "}\n");
}

/* --- Values ------------------------------------------------------------------------ */

static bool give_up(validation *run)
{
    run->is_broken = true;
    ptc_cli_no_memory(run->cli);
    return false;
}

/* Prints the verdict on a value; false when that fails. */
static bool say(validation *run, const ptc_data_text *value, const ptc_verdict *verdict)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    if (run->is_json)
        answer_value(run, &text, verdict);
    else
        write_lines(&text, value, verdict);
    if (text.failed)
        return give_up(run);
    return run->is_json ? ptc_file_print(ptc_text_view(&text))
                        : ptc_file_print_message(ptc_text_view(&text));
}

static bool refuse_long(validation *run, const ptc_data_text *value)
{
    ptc_data_text empty = {value->name, PTC_STR(""), value->line, false};
    ptc_verdict verdict = {.code = "range",
                           .message = PTC_STR("longer than the limit (see --limit)")};

    ptc_arena_reset(&run->arena);
    ptc_report_init(&verdict.report, &run->arena);
    run->all_valid = false;
    return say(run, &empty, &verdict);
}

/* A ptc_data_taker. */
static bool validate_text(const ptc_data_text *value, void *user)
{
    validation *run = user;
    ptc_verdict verdict = {.is_valid = true, .is_readable = true};

    if (value->text.ptr == NULL)
        return refuse_long(run, value);
    ptc_arena_reset(&run->arena);
    if (!ptc_checker_once(&run->checker, &run->arena, value->text))
        ptc_checker_json(&run->checker, &run->arena, value->text, true, &verdict);
    if (verdict.is_refused)
        return give_up(run);
    if (!verdict.is_valid)
        run->all_valid = false;
    if (run->is_json || !verdict.is_valid || verdict.report.error_count > 0 ||
        verdict.report.warning_count > 0)
        return say(run, value, &verdict);
    return true;
}

/* --- Options ----------------------------------------------------------------------- */

static ptc_exit schema_from_text(const ptc_cli *cli, const char *text, ptc_schema *out)
{
    ptc_source source = {PTC_STR("<expression>"), ptc_str_of(text)};
    ptc_diags diags;
    ptc_status status;

    ptc_diags_init(&diags, cli->arena);
    diags.source = &source;
    status = ptc_signature_read(cli->arena, &source, NULL, &diags, out);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (ptc_cli_report(cli, &diags) != PTC_EXIT_OK || status != PTC_OK)
        return PTC_EXIT_USAGE;
    return PTC_EXIT_OK;
}

static bool exists(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0;
}

static ptc_exit schema_from_file(const ptc_cli *cli, const char *path, ptc_schema *out)
{
    const char *name = ptc_cli_value(cli, PTC_OPTION_CONTRACT);
    const char *hash = strrchr(path, '#');
    const ptc_contract *contract;
    ptc_contract_reader reader;
    ptc_contracts contracts;

    if (hash != NULL && hash[1] != '\0' && !exists(path)) {
        path = ptc_arena_copy(cli->arena, path, (size_t)(hash - path));
        if (path == NULL)
            return ptc_cli_no_memory(cli);
        name = name != NULL ? name : hash + 1;
    }
    if (!ptc_contract_reader_init(&reader, cli) ||
        ptc_contract_reader_read(&reader, path, &contracts) != PTC_EXIT_OK)
        return PTC_EXIT_USAGE;
    contract = ptc_contract_choose(cli, &contracts, path, name);
    if (contract == NULL)
        return PTC_EXIT_USAGE;
    *out = contract->schema;
    return PTC_EXIT_OK;
}

static ptc_exit read_schema(const ptc_cli *cli, ptc_schema *out)
{
    const char *file = ptc_cli_value(cli, PTC_OPTION_SCHEMA);
    const char *text = ptc_cli_value(cli, PTC_OPTION_EXPRESSION);

    if ((file == NULL) == (text == NULL))
        return ptc_cli_misuse(cli, "validate needs one of --schema FILE and -e TEXT");
    return file != NULL ? schema_from_file(cli, file, out)
                        : schema_from_text(cli, text, out);
}

static ptc_exit validate_files(validation *run)
{
    const ptc_cli *cli = run->cli;

    ptc_arena_init(&run->arena, NULL, 0);
    for (size_t i = 0; i < cli->operand_count; i++)
        run->is_broken |=
            !ptc_data_read(cli, cli->operands[i], run->limit, validate_text, run);
    ptc_arena_free(&run->arena);
    if (run->is_broken)
        return PTC_EXIT_USAGE;
    if (run->all_valid && !run->is_json)
        ptc_file_print(PTC_STR("ok\n"));
    return run->all_valid ? PTC_EXIT_OK : PTC_EXIT_INPUT;
}

ptc_exit ptc_validate(const ptc_cli *cli)
{
    static const char *const modes[] = {PTC_WORDS_MODE};
    validation run = {.cli = cli, .all_valid = true};
    ptc_schema schema;
    ptc_context context;
    ptc_exit status;
    int mode;

    if (!ptc_data_limit(cli, &run.limit))
        return PTC_EXIT_USAGE;
    if (ptc_cli_has(cli, PTC_OPTION_BATCH))
        return ptc_validate_batch(cli, run.limit);
    mode = ptc_cli_choice(cli, PTC_OPTION_MODE, modes, 4); /* ORDER ptc_mode */
    if (mode < 0)
        return PTC_EXIT_USAGE;
    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "validate needs a file; `-` is standard input");
    status = read_schema(cli, &schema);
    if (status != PTC_EXIT_OK)
        return status;
    run.is_json = ptc_cli_has(cli, PTC_OPTION_JSON);
    run.is_verbose = ptc_cli_has(cli, PTC_OPTION_VERBOSE);
    run.echoes = ptc_cli_has(cli, PTC_OPTION_ECHO);
    if (!ptc_data_read_host(cli, &context))
        return PTC_EXIT_USAGE;
    ptc_checker_init(&run.checker, &schema, (ptc_mode)mode,
                     ptc_cli_has(cli, PTC_OPTION_OUTPUT) ? PTC_OUTPUT : PTC_INPUT);
    run.checker.walk.context = &context;
    if (!run.echoes) /* the value is needed */
        ptc_checker_prepare(&run.checker, cli->arena);
    return validate_files(&run);
}
