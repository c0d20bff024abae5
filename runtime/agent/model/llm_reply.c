/* SPDX-License-Identifier: MIT */
/* Replies of models as JSON: from scripts, recordings and commands. */
#include "agent/model/model_int.h"

/* --- Reading ----------------------------------------------------------------------- */

const ptc_value *ptc_llm_member(const ptc_value *map, const char *key)
{
    const ptc_value *value =
        map->kind != PTC_MAP
            ? NULL
            : ptc_map_find_text(map->as.map, PTC_STRING, ptc_str_of(key));

    return value != NULL && value->kind != PTC_NIL ? value : NULL;
}

bool ptc_llm_knows(const ptc_value *map, const char *const *keys)
{
    for (uint32_t i = 0; i < map->aux; i++) {
        const ptc_value *key = &map->as.map->entries[i].key;
        size_t at = 0;

        while (keys[at] != NULL &&
               !ptc_str_equal(ptc_value_text(key), ptc_str_of(keys[at])))
            at++;
        if (keys[at] == NULL)
            return false;
    }
    return true;
}

/* A count that is not negative; unchanged when absent. */
static bool reply_count(const ptc_value *map, const char *key, int64_t *out)
{
    const ptc_value *value = ptc_llm_member(map, key);

    if (value == NULL)
        return true;
    *out = value->as.integer;
    return value->kind == PTC_INT && value->as.integer >= 0;
}

/* A string; unchanged when absent. */
static bool reply_text(const ptc_value *map, const char *key, ptc_str *out)
{
    const ptc_value *value = ptc_llm_member(map, key);

    if (value == NULL)
        return true;
    if (value->kind != PTC_STRING)
        return false;
    *out = ptc_value_text(value);
    return true;
}

/* Seconds, as in Retry-After. */
static bool reply_seconds(const ptc_value *map, int64_t *ms)
{
    const ptc_value *value = ptc_llm_member(map, "retry_after");
    double seconds;

    if (value == NULL)
        return true;
    if (value->kind != PTC_INT && value->kind != PTC_FLOAT)
        return false;
    seconds = value->kind == PTC_INT ? (double)value->as.integer : value->as.number;
    if (!(seconds >= 0 && seconds <= 1e6))
        return false;
    *ms = (int64_t)(seconds * 1000);
    return true;
}

const char *ptc_llm_reply_read_error(const ptc_value *error, ptc_llm_reply *reply)
{
    static const char *const keys[] = {"kind", "message", "status", "retry_after", NULL};
    ptc_str kind = PTC_STR("");
    int64_t status = 0;

    ptc_llm_reply_init(reply);
    if (error->kind != PTC_MAP || !ptc_llm_knows(error, keys))
        return "expected {\"error\": {\"kind\", \"message\", \"status\"?, "
               "\"retry_after\"?}}";
    if (!reply_text(error, "kind", &kind) || !ptc_llm_fault_find(kind, &reply->fault))
        return "expected error.kind rate_limit, timeout, server_error, client_error or "
               "unknown";
    if (!reply_text(error, "message", &reply->message) || reply->message.ptr == NULL)
        return "expected error.message as a string";
    if (!reply_count(error, "status", &status) || status > 999)
        return "expected error.status as an HTTP status code";
    reply->status = (int)status;
    if (!reply_seconds(error, &reply->retry_after_ms))
        return "expected error.retry_after in seconds";
    return NULL;
}

static const char *reply_read_content(const ptc_value *row, ptc_llm_reply *reply)
{
    static const char *const keys[] = {"content", "tokens",    "stop_reason",
                                       "model",   "reasoning", NULL};
    static const char *const token_keys[] = {"input", "output", NULL};
    const ptc_value *tokens = ptc_llm_member(row, "tokens");
    ptc_str stop = {NULL, 0};

    if (!ptc_llm_knows(row, keys) || !reply_text(row, "content", &reply->content) ||
        ptc_map_find_text(row->as.map, PTC_STRING, PTC_STR("content")) == NULL)
        return "expected {\"content\", \"tokens\"?, \"stop_reason\"?, \"model\"?, "
               "\"reasoning\"?} with content as a string";
    if (tokens != NULL &&
        (tokens->kind != PTC_MAP || !ptc_llm_knows(tokens, token_keys) ||
         !reply_count(tokens, "input", &reply->input_tokens) ||
         !reply_count(tokens, "output", &reply->output_tokens)))
        return "expected tokens as {\"input\", \"output\"} counts";
    if (!reply_text(row, "stop_reason", &stop) ||
        (stop.ptr != NULL && !ptc_stop_reason_find(stop, &reply->stop_reason)))
        return "expected stop_reason end, length, refusal, tool or other";
    if (!reply_text(row, "model", &reply->model) ||
        !reply_text(row, "reasoning", &reply->reasoning))
        return "expected model and reasoning as strings";
    return NULL;
}

const char *ptc_llm_reply_read(const ptc_value *row, ptc_llm_reply *reply)
{
    static const char *const keys[] = {"error", NULL};

    ptc_llm_reply_init(reply);
    if (row->kind == PTC_STRING) {
        reply->content = ptc_value_text(row);
        return NULL;
    }
    if (row->kind != PTC_MAP)
        return "expected a reply: a string, {\"content\": ..} or {\"error\": ..}";
    if (ptc_llm_member(row, "error") == NULL)
        return reply_read_content(row, reply);
    return ptc_llm_knows(row, keys)
               ? ptc_llm_reply_read_error(ptc_llm_member(row, "error"), reply)
               : "expected {\"error\": ..} alone";
}

/* --- Writing ----------------------------------------------------------------------- */

/* A member that is a string, unless it is empty. */
static void reply_write_text(ptc_text *text, const char *key, ptc_str value)
{
    if (value.len == 0)
        return;
    ptc_text_byte(text, ',');
    ptc_json_write_string(text, ptc_str_of(key));
    ptc_text_byte(text, ':');
    ptc_json_write_string(text, value);
}

static void reply_write_tokens(ptc_text *text, const ptc_llm_reply *reply)
{
    if (reply->input_tokens < 0 && reply->output_tokens < 0)
        return;
    ptc_text_cstr(text, ",\"tokens\":{");
    if (reply->input_tokens >= 0) {
        ptc_text_cstr(text, "\"input\":");
        ptc_text_int(text, reply->input_tokens);
    }
    if (reply->output_tokens >= 0) {
        ptc_text_cstr(text, reply->input_tokens >= 0 ? ",\"output\":" : "\"output\":");
        ptc_text_int(text, reply->output_tokens);
    }
    ptc_text_byte(text, '}');
}

void ptc_llm_reply_write(ptc_text *text, const ptc_llm_reply *reply)
{
    ptc_text_cstr(text, "{\"content\":");
    if (reply->content.ptr == NULL)
        ptc_text_cstr(text, "null");
    else
        ptc_json_write_string(text, reply->content);
    reply_write_tokens(text, reply);
    reply_write_text(text, "stop_reason",
                     ptc_str_of(ptc_stop_reason_name(reply->stop_reason)));
    reply_write_text(text, "model", reply->model);
    reply_write_text(text, "reasoning", reply->reasoning);
    ptc_text_byte(text, '}');
}

void ptc_llm_reply_write_error(ptc_text *text, const ptc_llm_reply *reply)
{
    ptc_text_cstr(text, "{\"kind\":");
    ptc_json_write_string(text, ptc_str_of(ptc_llm_fault_name(reply->fault)));
    ptc_text_cstr(text, ",\"message\":");
    ptc_json_write_string(text, reply->message);
    if (reply->status > 0) {
        ptc_text_cstr(text, ",\"status\":");
        ptc_text_int(text, reply->status);
    }
    if (reply->retry_after_ms >= 0) {
        ptc_text_cstr(text, ",\"retry_after\":");
        ptc_text_int(text, reply->retry_after_ms / 1000);
        ptc_text_byte(text, '.');
        ptc_text_int(text, reply->retry_after_ms / 100 % 10);
        ptc_text_int(text, reply->retry_after_ms / 10 % 10);
        ptc_text_int(text, reply->retry_after_ms % 10);
    }
    ptc_text_byte(text, '}');
}
