/* SPDX-License-Identifier: MIT */
/*
 * `ptc validate`: data files judged by one contract. A .json file is one document,
 * anything else a value a line, streamed: memory follows the longest line, not the file.
 *
 * Valid values say nothing; faults and coercions are lines "file:line: message", or with
 * --json every value has one answer line in the form of the ptc-jsonl/1 worker.
 */
#define _POSIX_C_SOURCE 200809L
#include "tool/ptc/judge.h"
#include "tool/ptc/ptc_int.h"

#include <stdlib.h>
#include <sys/stat.h>

typedef struct validation {
    const ptc_cli *cli;
    ptc_judge judge;
    size_t limit;
    bool is_json;     /* --json */
    bool is_verbose;  /* --verbose */
    bool echoes;      /* --echo */
    const char *name; /* of the file, for messages */
    ptc_arena arena;  /* of one value and what is said about it; reset before the next */
    bool all_valid;
    bool is_broken; /* a file could not be read */
} validation;

/* --- One value: lines for people --------------------------------------------------- */

static void write_place(const validation *run, ptc_text *text, uint64_t line)
{
    ptc_text_cstr(text, run->name);
    ptc_text_byte(text, ':');
    ptc_text_uint(text, line);
    ptc_text_cstr(text, ": ");
}

/* The line of a value inside a document that spans lines. */
static uint64_t line_of(ptc_str document, const ptc_issue *issue)
{
    ptc_source source = {PTC_STR(""), document};
    size_t start = 0;
    size_t end;

    if (!ptc_json_locate(document.ptr, document.len, issue->path, issue->path_count,
                         &start, &end))
        return 1;
    return ptc_source_position(&source, start).line;
}

static void write_issues(const validation *run, ptc_text *text, const ptc_issue *issues,
                         size_t count, const char *kind, ptc_str document, uint64_t line)
{
    for (size_t i = 0; i < count; i++) {
        write_place(run, text, line ? line : line_of(document, &issues[i]));
        ptc_text_cstr(text, kind);
        ptc_issue_write(text, &issues[i]);
        ptc_text_byte(text, '\n');
    }
}

static void write_more(const validation *run, ptc_text *text, size_t found, size_t stored,
                       uint64_t line)
{
    if (found == stored)
        return;
    write_place(run, text, line ? line : 1);
    ptc_text_cstr(text, "\xE2\x80\xA6"
                        "and ");
    ptc_text_uint(text, found - stored > 999 ? 999 : found - stored);
    ptc_text_cstr(text, found - stored > 999 ? "+ more\n" : " more\n");
}

static void write_unreadable(const validation *run, ptc_text *text, ptc_str value,
                             const ptc_verdict *verdict, uint64_t line)
{
    ptc_source source = {PTC_STR(""), value};
    ptc_position position = ptc_source_position(&source, verdict->offset);

    write_place(run, text, line ? line : position.line);
    ptc_text_str(text, verdict->message);
    ptc_text_cstr(text, ", at column ");
    ptc_text_uint(text, position.column);
    ptc_text_byte(text, '\n');
}

/* `line` is 0 for a document, whose faults have lines of their own. */
static void write_lines(const validation *run, ptc_text *text, ptc_str value,
                        const ptc_verdict *verdict, uint64_t line)
{
    const ptc_report *report = &verdict->report;

    if (!verdict->is_readable) {
        write_unreadable(run, text, value, verdict, line);
        return;
    }
    write_issues(run, text, report->errors, report->error_count, "", value, line);
    write_more(run, text, report->errors_found, report->error_count, line);
    write_issues(run, text, report->warnings, report->warning_count, "warning: ", value,
                 line);
    write_more(run, text, report->warnings_found, report->warning_count, line);
}

/* --- One value: the worker's answer ------------------------------------------------ */

/* What was coerced; the message may end in a remark: "(precision lost)". */
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

/* What was found instead, as the message says it: behind "expected E, got ", or between
 * "coerced " and " to E". Messages of other forms have their whole text. */
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

/* Says what there is to say about a value; false when that cannot be said, or when stdout
 * no longer takes it. */
static bool say(validation *run, ptc_str value, const ptc_verdict *verdict, uint64_t line)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    if (run->is_json)
        answer_value(run, &text, verdict);
    else
        write_lines(run, &text, value, verdict, line);
    if (text.failed)
        return give_up(run);
    return run->is_json ? ptc_file_print(ptc_text_view(&text))
                        : ptc_file_print_message(ptc_text_view(&text));
}

static bool refuse_long(validation *run, uint64_t line)
{
    ptc_verdict verdict = {.code = "range",
                           .message = PTC_STR("longer than the limit (see --limit)")};

    ptc_arena_reset(&run->arena);
    ptc_report_init(&verdict.report, &run->arena);
    run->all_valid = false;
    return say(run, PTC_STR(""), &verdict, line);
}

/* A ptc_data_taker. */
static bool judge_text(const char *name, ptc_str text, uint64_t line, void *user)
{
    validation *run = user;
    ptc_verdict verdict = {.is_valid = true, .is_readable = true};

    run->name = name;
    if (text.ptr == NULL)
        return refuse_long(run, line);
    ptc_arena_reset(&run->arena);
    if (!ptc_judge_at_once(&run->judge, &run->arena, text))
        ptc_judge_json(&run->judge, &run->arena, text, true, &verdict);
    if (verdict.is_refused)
        return give_up(run);
    if (!verdict.is_valid)
        run->all_valid = false;
    if (run->is_json || !verdict.is_valid || verdict.report.error_count > 0 ||
        verdict.report.warning_count > 0)
        return say(run, text, &verdict, line);
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
        name = name ? name : hash + 1;
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

static ptc_exit judge_files(validation *run)
{
    const ptc_cli *cli = run->cli;

    ptc_arena_init(&run->arena, NULL, 0);
    for (size_t i = 0; i < cli->operand_count; i++)
        run->is_broken |=
            !ptc_data_read(cli, cli->operands[i], run->limit, judge_text, run);
    ptc_arena_free(&run->arena);
    if (run->is_broken)
        return PTC_EXIT_USAGE;
    if (run->all_valid && !run->is_json)
        ptc_file_print(PTC_STR("ok\n"));
    return run->all_valid ? PTC_EXIT_OK : PTC_EXIT_INPUT;
}

ptc_exit ptc_validate(const ptc_cli *cli)
{
    static const char *const modes[] = {"enabled", "warn_only", "strict", "disabled"};
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
    ptc_judge_init(&run.judge, &schema, (ptc_mode)mode,
                   ptc_cli_has(cli, PTC_OPTION_OUTPUT) ? PTC_OUTPUT : PTC_INPUT);
    run.judge.walk.context = &context;
    if (!run.echoes) /* which needs the value */
        ptc_judge_hurry(&run.judge, cli->arena);
    return judge_files(&run);
}
