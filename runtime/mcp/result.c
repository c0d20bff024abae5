/* SPDX-License-Identifier: MIT */
/*
 * The outcome of a call, as a result: the one place where data of a tool leaves the
 * process (hide.c removes the parts that must not), and words of its function. [mcp 5,
 * 10]
 */
#include "mcp/mcp_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

enum {
    RESULT_WORDS_MAX = 4000, /* bytes of a function's words on its failure */
    RESULT_REASON_MAX = 64,
    RESULT_ISSUES = 5, /* that are named */
};

/* --- Words -------------------------------------------------------------------------- */

void ptc_mcp_write_line(ptc_text *text, ptc_str words, size_t most)
{
    ptc_visible shown;
    size_t at = 0;

    while (at < words.len && at < most && !text->failed) {
        at += ptc_visible_take(words, at, &shown);
        ptc_text_bytes(text, shown.bytes, shown.len);
    }
    if (at < words.len)
        ptc_text_cstr(text, "...");
}

static void result_write_content(ptc_text *text, ptc_str words)
{
    ptc_text_str(text, PTC_STR("\"content\":[{\"type\":\"text\",\"text\":"));
    ptc_json_write_string(text, words);
    ptc_text_str(text, PTC_STR("}],"));
}

/* The same for words that may not be UTF-8, which are then repaired. */
static void result_write_words(ptc_text *text, ptc_str words)
{
    if (ptc_utf8_check(words.ptr, words.len) == words.len) {
        result_write_content(text, words);
        return;
    }
    ptc_text_str(text, PTC_STR("\"content\":[{\"type\":\"text\",\"text\":"));
    ptc_show_string(text, words, SIZE_MAX); /* replaces bytes that are not UTF-8 */
    ptc_text_str(text, PTC_STR("}],"));
}

/* Appends the line of an error result, in words for a model. */
static void result_write_failure(ptc_text *text, const ptc_mcp_address *to, ptc_str words)
{
    ptc_mcp_open_result(text, to);
    result_write_words(text, words);
    ptc_text_cstr(text, "\"isError\":true,");
    ptc_mcp_end_result(text, to);
}

void ptc_mcp_write_failure_of(ptc_text *text, const ptc_mcp_address *to,
                              const char *format, ...)
{
    va_list arguments;
    ptc_text words;

    ptc_text_init(&words, text->arena);
    va_start(arguments, format);
    ptc_text_format(&words, format, &arguments);
    va_end(arguments);
    result_write_failure(text, to, ptc_text_view(&words));
    text->failed |= words.failed;
}

/* --- Words that functions leave in calls
 * ------------------------------------------------
 */

/* Leaves words with a format, like printf. */
static ptc_status result_leave(ptc_mcp_call *call, ptc_mcp_outcome outcome,
                               const char *format, ...) PTC_PRINTF(3, 4);

static ptc_status result_leave(ptc_mcp_call *call, ptc_mcp_outcome outcome,
                               const char *format, ...)
{
    va_list arguments;
    ptc_text text;

    ptc_text_init(&text, call->tool.arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    call->outcome = outcome;
    call->text = ptc_text_view(&text);
    return text.failed ? PTC_ERROR_MEMORY : PTC_OK;
}

ptc_status ptc_gen_mcp_refuse(ptc_mcp_call *call, ptc_status status, ptc_str why)
{
    if (status == PTC_ERROR_MEMORY)
        return status;
    call->outcome = PTC_MCP_REFUSED;
    call->text = why;
    return PTC_OK;
}

/* Whether the name that a function gave its failure is valid. */
static bool result_is_reason(ptc_str reason)
{
    return reason.len <= RESULT_REASON_MAX && ptc_name_is_plain(reason);
}

ptc_status ptc_gen_mcp_fail(ptc_mcp_call *call, ptc_status status)
{
    ptc_str reason = ptc_str_of(call->tool.reason);
    ptc_str message = ptc_str_of(call->tool.message);
    ptc_text text;

    if (status == PTC_ERROR_MEMORY)
        return status;
    if (message.len == 0)
        return result_leave(
            call, PTC_MCP_FAILED, "%s failed and did not say why (%s)", call->row->name,
            result_is_reason(reason) ? reason.ptr : ptc_status_name(status));
    ptc_text_init(&text, call->tool.arena);
    if (result_is_reason(reason)) {
        ptc_text_str(&text, reason);
        ptc_text_cstr(&text, ": ");
    }
    ptc_mcp_write_line(&text, message, RESULT_WORDS_MAX);
    call->outcome = PTC_MCP_FAILED;
    call->text = ptc_text_view(&text);
    return text.failed ? PTC_ERROR_MEMORY : PTC_OK;
}

/* The fault of a value that has no alternative. */
static const char *result_code_words(ptc_code code)
{
    static const char *const words[] = {
        [PTC_CODE_EXTRA] = "unexpected field",
        [PTC_CODE_DUPLICATE] = "duplicate",
        [PTC_CODE_RANGE] = "out of range",
        [PTC_CODE_DEPTH] = "nested too deeply",
    };
    const char *found = (size_t)code < sizeof words / sizeof *words ? words[code] : NULL;

    return found != NULL ? found : "not valid";
}

/* The fault of a value that is not shown: what was expected instead. */
static void result_write_issue(ptc_text *text, const ptc_issue *issue)
{
    ptc_path_write(text, issue->path, issue->path_count);
    ptc_text_cstr(text, ": ");
    if (issue->code == PTC_CODE_MISSING) {
        ptc_text_cstr(text, "missing required field, expected ");
        ptc_text_str(text, issue->expected);
    } else if (issue->expected.len > 0) {
        ptc_text_cstr(text, "expected ");
        ptc_text_str(text, issue->expected);
    } else {
        ptc_text_cstr(text, result_code_words(issue->code));
    }
}

static ptc_status result_break(ptc_mcp_call *call, const ptc_report *report)
{
    size_t shown =
        report->error_count < RESULT_ISSUES ? report->error_count : RESULT_ISSUES;
    ptc_text text;

    ptc_text_init(&text, call->tool.arena);
    ptc_text_cstr(&text, call->row->name);
    ptc_text_cstr(&text, " gave a result that breaks its contract");
    for (size_t i = 0; i < shown; i++) {
        ptc_text_cstr(&text, i == 0 ? ": " : "; ");
        result_write_issue(&text, &report->errors[i]);
    }
    if (shown > 0 && report->errors_found > shown) {
        ptc_text_cstr(&text, "; and ");
        ptc_text_uint(&text, report->errors_found - shown);
        ptc_text_cstr(&text, " more");
    }
    call->outcome = PTC_MCP_FAILED;
    call->text = ptc_text_view(&text);
    return text.failed ? PTC_ERROR_MEMORY : PTC_OK;
}

/* Why a value that passed its contract, or never reached it, is not JSON. */
static ptc_status result_break_as(ptc_mcp_call *call, ptc_status status)
{
    static const char *const words[] = {
        [PTC_ERROR_INVALID] = "it has a value that JSON cannot express",
        [PTC_ERROR_ENCODING] = "it has text that is not valid UTF-8",
        [PTC_ERROR_RANGE] = "it has a number that is out of range",
        [PTC_ERROR_DUPLICATE] = "it has a key twice",
        [PTC_ERROR_DEPTH] = "it is nested deeper than 512 levels",
        [PTC_ERROR_ARGUMENT] = "it has an enum, tag, date, decimal or list that was not "
                               "set or is out of range",
    };
    const char *why =
        (size_t)status < sizeof words / sizeof *words ? words[status] : NULL;

    if (status == PTC_ERROR_MEMORY)
        return status;
    return result_leave(call, PTC_MCP_FAILED,
                        "%s gave a result that breaks its contract: (root): %s",
                        call->row->name, why != NULL ? why : "it could not be read");
}

ptc_status ptc_gen_mcp_give(ptc_mcp_call *call, ptc_status status,
                            const ptc_report *report)
{
    if (status == PTC_OK) {
        call->outcome = PTC_MCP_RESULT;
        return PTC_OK;
    }
    if (status == PTC_ERROR_INVALID && report != NULL && report->error_count > 0)
        return result_break(call, report);
    return result_break_as(call, status);
}

ptc_status ptc_gen_mcp_give_json(ptc_mcp_call *call, const ptc_text *json)
{
    call->outcome = PTC_MCP_JSON;
    call->text = ptc_text_view(json);
    return PTC_OK;
}

/* --- Results ------------------------------------------------------------------------ */

/* The contract of a row, or NULL. */
static const ptc_schema *result_schema(const ptc_mcp_call *call)
{
    return call->row->tool != NULL ? call->row->tool->signature : NULL;
}

/* Whether the tool has no result, rather than one that is nil. */
static bool result_is_nothing(const ptc_mcp_call *call)
{
    const ptc_schema *schema = result_schema(call);
    const ptc_schema_node *root;

    if (call->tool.result.kind != PTC_NIL || (call->row->flags & PTC_MCP_IS_NIL) != 0)
        return call->tool.result.kind == PTC_NIL;
    if (schema == NULL)
        return false;
    root = ptc_schema_target(schema->nodes, ptc_schema_root(schema));
    return root->type == PTC_TYPE_FUNCTION &&
           ptc_schema_target(schema->nodes, &schema->nodes[root->first + 1])->type ==
               PTC_TYPE_NIL;
}

/* Whether a result of that many bytes may be given; else the call has failed. */
static bool result_fits(ptc_mcp_call *call, size_t bytes, ptc_status *status)
{
    size_t most = call->runtime->options.max_result;

    if (bytes <= most)
        return true;
    *status = result_leave(call, PTC_MCP_FAILED,
                           "the result has %zu bytes, the limit is %zu: ask for less",
                           bytes, most);
    return false;
}

/* The visible result as JSON, in the arena of the call. If there is none to give, the
 * call has failed. */
static ptc_status result_to_json(ptc_mcp_call *call, ptc_value *visible, ptc_str *out)
{
    const ptc_mcp_options *options = &call->runtime->options;
    ptc_status status = ptc_mcp_hide(call->tool.arena, result_schema(call),
                                     options->max_memory, &call->tool.result, visible);
    ptc_text text;

    if (status == PTC_ERROR_RANGE)
        return result_leave(call, PTC_MCP_FAILED,
                            "the result has more than %zu bytes, the limit is %zu: ask "
                            "for less",
                            options->max_memory, options->max_result);
    ptc_text_init(&text, call->tool.arena);
    if (status == PTC_OK)
        status = ptc_json_write_named(&text, visible, 0);
    if (status == PTC_OK && ptc_utf8_check(text.ptr, text.len) < text.len)
        status = PTC_ERROR_ENCODING;
    if (status != PTC_OK)
        return result_break_as(call, status);
    *out = ptc_text_view(&text);
    return PTC_OK;
}

/* Legacy clients accept only objects. */
static void result_write_structured(ptc_text *text, const ptc_mcp_address *to,
                                    const ptc_mcp_call *call, ptc_str json)
{
    bool wraps =
        !to->is_modern && ((call->row->flags & PTC_MCP_WRAPS) != 0 || json.ptr[0] != '{');

    ptc_text_str(text, wraps ? PTC_STR("\"structuredContent\":{\"result\":")
                             : PTC_STR("\"structuredContent\":"));
    ptc_text_str(text, json);
    ptc_text_str(text, wraps ? PTC_STR("},") : PTC_STR(","));
}

/* Room for a line, so that it seldom grows: a refusal comes later. */
static void result_reserve(ptc_text *text, size_t words, size_t json)
{
    const size_t around = 512; /* bytes of the envelope */

    if (ptc_text_extend(text, words + words / 2 + json + around) != NULL)
        ptc_text_cut(text, 0);
}

/* A result: words, and JSON or nothing. */
static ptc_status result_write(ptc_text *text, const ptc_mcp_address *to,
                               ptc_mcp_call *call, ptc_str words, ptc_str json)
{
    ptc_status status = PTC_OK;

    if (!result_fits(call, json.len, &status)) {
        result_write_failure(text, to, call->text);
        return status;
    }
    if (json.len > 0 && ptc_mcp_logs(call->runtime, PTC_MCP_DEBUG))
        ptc_mcp_log_json(call, "result", json);
    result_reserve(text, words.len, json.len);
    ptc_mcp_open_result(text, to);
    if (call->outcome == PTC_MCP_TEXT || call->outcome == PTC_MCP_TEXT_FAILED)
        result_write_words(text, words);
    else
        result_write_content(text, words);
    if (json.len > 0)
        result_write_structured(text, to, call, json);
    if (call->outcome == PTC_MCP_TEXT_FAILED)
        ptc_text_cstr(text, "\"isError\":true,");
    ptc_mcp_end_result(text, to);
    return PTC_OK;
}

/* A result that is a value. */
static ptc_status result_write_value(ptc_text *text, const ptc_mcp_address *to,
                                     ptc_mcp_call *call)
{
    bool is_text = call->outcome != PTC_MCP_RESULT;
    ptc_value visible = call->tool.result;
    ptc_str words = is_text ? call->text : PTC_STR("ok");
    ptc_str json = PTC_STR("");
    ptc_status status = PTC_OK;

    if (is_text && ptc_mcp_logs(call->runtime, PTC_MCP_DEBUG))
        ptc_mcp_log_json(call, "text", words);
    if (is_text ? visible.kind != PTC_NIL : !result_is_nothing(call)) {
        status = result_to_json(call, &visible, &json);
        words = is_text                      ? words
                : visible.kind == PTC_STRING ? ptc_value_text(&visible)
                                             : json;
    }
    if (status != PTC_OK)
        return status;
    if (call->outcome == PTC_MCP_FAILED) {
        result_write_failure(text, to, call->text);
        return PTC_OK;
    }
    return result_write(text, to, call, words, json);
}

ptc_status ptc_mcp_write_result(ptc_text *text, const ptc_mcp_address *to,
                                ptc_mcp_call *call)
{
    switch (call->outcome) {
    case PTC_MCP_RESULT:
    case PTC_MCP_TEXT:
    case PTC_MCP_TEXT_FAILED:
        return result_write_value(text, to, call);
    case PTC_MCP_JSON:
        return result_write(text, to, call, call->text, call->text);
    case PTC_MCP_REFUSED:
    case PTC_MCP_FAILED:
        result_write_failure(text, to, call->text);
        return PTC_OK;
    case PTC_MCP_NONE:
        break;
    }
    ptc_mcp_write_error(text, to, PTC_MCP_INTERNAL_ERROR, PTC_STR("Internal error"),
                        PTC_STR(""));
    return PTC_OK;
}
