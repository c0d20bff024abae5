/* SPDX-License-Identifier: MIT */
/* Rows as text: after the firewall and the host's redaction. See llm_cassette.h. */
#include "agent/model/llm_cassette.h"

/* --- Parts ------------------------------------------------------------------------- */

/* `"name":"..."` of text that may leave. */
static void tape_write_text(ptc_text *text, ptc_export *rules, const char *member,
                            const char *path, ptc_str value)
{
    ptc_json_write_string(text, ptc_str_of(member));
    ptc_text_byte(text, ':');
    ptc_json_write_string(text, ptc_export_text(rules, ptc_str_of(path), value));
}

static void tape_write_message(ptc_text *text, ptc_export *rules,
                               const ptc_message *message, size_t index)
{
    ptc_text path;

    ptc_text_init(&path, rules->arena);
    ptc_text_cstr(&path, "request.messages.");
    ptc_text_uint(&path, index);
    ptc_text_cstr(&path, ".content");
    ptc_text_cstr(text, "{\"role\":");
    ptc_json_write_string(text, ptc_str_of(ptc_role_name(message->role)));
    ptc_text_byte(text, ',');
    tape_write_text(text, rules, "content", ptc_text_view(&path).ptr, message->content);
    ptc_text_byte(text, '}');
    rules->failed = rules->failed || path.failed;
}

static bool tape_write_options(ptc_text *text, ptc_export *rules,
                               const ptc_value *options)
{
    ptc_value shown;

    if (!ptc_llm_hide_private(rules->arena, options, &shown))
        return false;
    shown = ptc_export_value(rules, PTC_STR("request.llm_opts"), &shown, NULL);
    return ptc_json_write(text, &shown, 0) == PTC_OK;
}

static void tape_write_key(ptc_text *text, const ptc_tape_key *key)
{
    ptc_text_cstr(text, ",\"key\":\"");
    ptc_text_bytes(text, key->hex, sizeof key->hex);
    ptc_text_byte(text, '"');
}

/* The end of a row, which says whether something was hidden: then it needs its key. */
static bool tape_write_end(ptc_text *text, const ptc_export *rules,
                           const ptc_tape_key *key)
{
    if (rules->has_changed) {
        if (key != NULL)
            tape_write_key(text, key);
        ptc_text_cstr(text, ",\"redacted\":true");
    }
    ptc_text_cstr(text, "}\n");
    return !text->failed && !rules->failed;
}

/* --- Answers ----------------------------------------------------------------------- */

static bool tape_write_request(ptc_text *text, ptc_export *rules,
                               const ptc_tape_request *request, const ptc_value *options)
{
    ptc_text_cstr(text, ",\"request\":{");
    tape_write_text(text, rules, "system", "request.system", request->system);
    ptc_text_cstr(text, ",\"messages\":[");
    for (size_t i = 0; i < request->message_count; i++) {
        if (i > 0)
            ptc_text_byte(text, ',');
        tape_write_message(text, rules, &request->messages[i], i);
    }
    ptc_text_byte(text, ']');
    if (options->kind == PTC_MAP && options->aux > 0) {
        ptc_text_cstr(text, ",\"llm_opts\":");
        if (!tape_write_options(text, rules, options))
            return false;
    }
    ptc_text_byte(text, '}');
    return true;
}

bool ptc_tape_write_reply(ptc_text *text, ptc_export *rules,
                          const ptc_tape_request *request, const ptc_tape_key *key,
                          const ptc_value *options, const ptc_llm_reply *reply)
{
    ptc_llm_reply shown = *reply;

    rules->has_changed = false;
    ptc_text_cstr(text, "{\"llm\":");
    ptc_json_write_string(text, request->model);
    tape_write_key(text, key);
    ptc_text_cstr(text, ",\"prompt_revision\":");
    ptc_text_uint(text, PTC_PROMPT_REVISION);
    if (!tape_write_request(text, rules, request, options))
        return false;
    if (reply->message.ptr != NULL) {
        shown.message = ptc_export_text(rules, PTC_STR("error.message"), reply->message);
        ptc_text_cstr(text, ",\"error\":");
        ptc_llm_reply_write_error(text, &shown);
        return tape_write_end(text, rules, NULL);
    }
    if (reply->content.ptr != NULL)
        shown.content = ptc_export_text(rules, PTC_STR("reply.content"), reply->content);
    if (reply->reasoning.len > 0)
        shown.reasoning =
            ptc_export_text(rules, PTC_STR("reply.reasoning"), reply->reasoning);
    ptc_text_cstr(text, ",\"reply\":");
    ptc_llm_reply_write(text, &shown);
    return tape_write_end(text, rules, NULL);
}

/* --- Results of tools -------------------------------------------------------------- */

const ptc_schema *ptc_tape_signature(const ptc_tool *tool, const ptc_tool_call *call)
{
    return call->tool != NULL && call->tool->signature != NULL ? call->tool->signature
                                                               : tool->signature;
}

static void tape_write_failure(ptc_text *text, ptc_export *rules,
                               const ptc_tool_call *call)
{
    ptc_text_cstr(text, "\"error\":{");
    tape_write_text(text, rules, "message", "error.message", ptc_str_of(call->message));
    if (call->reason != NULL) {
        ptc_text_byte(text, ',');
        tape_write_text(text, rules, "reason", "error.reason", ptc_str_of(call->reason));
    }
    if (call->is_final)
        ptc_text_cstr(text, ",\"final\":true");
    ptc_text_byte(text, '}');
}

bool ptc_tape_write_result(ptc_text *text, ptc_export *rules, const ptc_tool *tool,
                           const ptc_tool_call *call, const ptc_tape_key *key,
                           bool is_good)
{
    const ptc_schema *signature = ptc_tape_signature(tool, call);
    ptc_value shown;

    rules->has_changed = false;
    shown = ptc_export_value(rules, PTC_STR("args"), ptc_tape_told(call), signature);
    ptc_text_cstr(text, "{\"tool\":");
    ptc_json_write_string(text, ptc_str_of(tool->name));
    ptc_text_cstr(text, ",\"args\":");
    if (ptc_json_write(text, &shown, 0) != PTC_OK)
        return false;
    ptc_text_byte(text, ',');
    if (!is_good) {
        tape_write_failure(text, rules, call);
        return tape_write_end(text, rules, key);
    }
    shown = ptc_export_value(rules, PTC_STR("result"), &call->result, signature);
    ptc_text_cstr(text, "\"result\":");
    return ptc_json_write_named(text, &shown, 0) == PTC_OK &&
           tape_write_end(text, rules, key);
}
