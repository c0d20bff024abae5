/* SPDX-License-Identifier: MIT */
/* A model that gives out replies from a list, for tests and for trying prompts. */
#include "agent/llm_int.h"

#include <ptc/json.h>

struct ptc_script {
    ptc_llm_reply *replies;
    size_t count;
    size_t capacity;
    size_t next;
    ptc_arena *arena;
};

/* --- Reading ----------------------------------------------------------------------- */

typedef struct script_reader {
    ptc_script *script;
    const ptc_source *source;
    size_t line;
    ptc_str *error;
} script_reader;

static ptc_status script_refuse(script_reader *reader, const char *why)
{
    ptc_text text;

    ptc_text_init(&text, reader->script->arena);
    ptc_text_str(&text, reader->source->name);
    ptc_text_byte(&text, ':');
    ptc_text_uint(&text, reader->line);
    ptc_text_cstr(&text, ": ");
    ptc_text_cstr(&text, why);
    *reader->error = ptc_text_view(&text);
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_SYNTAX;
}

static const ptc_value *script_member(const ptc_value *map, const char *key)
{
    return map->kind != PTC_MAP
               ? NULL
               : ptc_map_find_text(map->as.map, PTC_STRING, ptc_str_of(key));
}

/* A count that is not negative; -1 and true when it is absent. */
static bool script_count(const ptc_value *map, const char *key, int64_t *out)
{
    const ptc_value *value = script_member(map, key);

    *out = -1;
    if (value == NULL || value->kind == PTC_NIL)
        return true;
    *out = value->as.integer;
    return value->kind == PTC_INT && value->as.integer >= 0;
}

static bool script_text(const ptc_value *map, const char *key, ptc_str *out)
{
    const ptc_value *value = script_member(map, key);

    if (value == NULL || value->kind != PTC_STRING)
        return false;
    *out = ptc_value_text(value);
    return true;
}

/* Whether the map has these keys alone. */
static bool script_knows(const ptc_value *map, const char *const *keys)
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

/* Seconds, as Retry-After has them. */
static bool script_seconds(const ptc_value *map, int64_t *ms)
{
    const ptc_value *value = script_member(map, "retry_after");
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

static ptc_status script_read_error(script_reader *reader, const ptc_value *row,
                                    ptc_llm_reply *reply)
{
    static const char *const row_keys[] = {"error", NULL};
    static const char *const keys[] = {"kind", "message", "status", "retry_after", NULL};
    const ptc_value *error = script_member(row, "error");
    int64_t status;
    ptc_str kind;

    if (!script_knows(row, row_keys) || error->kind != PTC_MAP ||
        !script_knows(error, keys))
        return script_refuse(reader, "expected {\"error\": {\"kind\", \"message\", "
                                     "\"status\"?, \"retry_after\"?}}");
    if (!script_text(error, "kind", &kind) || !ptc_llm_fault_find(kind, &reply->fault))
        return script_refuse(reader, "expected error.kind rate_limit, timeout, "
                                     "server_error, client_error or unknown");
    if (!script_text(error, "message", &reply->message))
        return script_refuse(reader, "expected error.message as a string");
    if (!script_count(error, "status", &status) || status > 999)
        return script_refuse(reader, "expected error.status as a code of HTTP");
    reply->status = status < 0 ? 0 : (int)status;
    if (!script_seconds(error, &reply->retry_after_ms))
        return script_refuse(reader, "expected error.retry_after in seconds");
    return PTC_OK;
}

static ptc_status script_read_content(script_reader *reader, const ptc_value *row,
                                      ptc_llm_reply *reply)
{
    static const char *const keys[] = {"content", "tokens", "stop_reason", NULL};
    static const char *const token_keys[] = {"input", "output", NULL};
    const ptc_value *tokens = script_member(row, "tokens");
    const ptc_value *content = script_member(row, "content");
    ptc_str stop;

    if (!script_knows(row, keys) || content == NULL ||
        (content->kind != PTC_STRING && content->kind != PTC_NIL))
        return script_refuse(reader, "expected {\"content\", \"tokens\"?, "
                                     "\"stop_reason\"?} with content as a string");
    if (content->kind == PTC_STRING)
        reply->content = ptc_value_text(content);
    if (tokens != NULL && (tokens->kind != PTC_MAP || !script_knows(tokens, token_keys) ||
                           !script_count(tokens, "input", &reply->input_tokens) ||
                           !script_count(tokens, "output", &reply->output_tokens)))
        return script_refuse(reader, "expected tokens as {\"input\", \"output\"} counts");
    if (script_member(row, "stop_reason") != NULL &&
        (!script_text(row, "stop_reason", &stop) ||
         !ptc_stop_reason_find(stop, &reply->stop_reason)))
        return script_refuse(reader, "expected stop_reason end, length, refusal, tool or "
                                     "other");
    return PTC_OK;
}

static ptc_status script_read_row(script_reader *reader, const ptc_value *row,
                                  ptc_llm_reply *reply)
{
    ptc_llm_reply_init(reply);
    if (row->kind == PTC_STRING) {
        reply->content = ptc_value_text(row);
        return PTC_OK;
    }
    if (row->kind != PTC_MAP)
        return script_refuse(reader, "expected a reply: a string, {\"content\": ..} or "
                                     "{\"error\": ..}");
    return script_member(row, "error") != NULL ? script_read_error(reader, row, reply)
                                               : script_read_content(reader, row, reply);
}

static ptc_status script_read_line(script_reader *reader, ptc_str line)
{
    ptc_script *script = reader->script;
    ptc_llm_reply *reply;
    ptc_json_error error;
    ptc_value row;
    ptc_status status =
        ptc_json_read(script->arena, line.ptr, line.len, NULL, &row, NULL, &error);

    if (status == PTC_ERROR_MEMORY)
        return status;
    if (status != PTC_OK)
        return script_refuse(reader, error.message);
    reply =
        PTC_ARENA_PUSH(script->arena, script->replies, script->count, script->capacity);
    return reply != NULL ? script_read_row(reader, &row, reply) : PTC_ERROR_MEMORY;
}

static bool script_is_blank(ptc_str line)
{
    for (size_t i = 0; i < line.len; i++) {
        if (strchr(" \t\r", line.ptr[i]) == NULL || line.ptr[i] == '\0')
            return false;
    }
    return true;
}

ptc_status ptc_script_read(ptc_arena *arena, const ptc_source *source, ptc_script **out,
                           ptc_str *error)
{
    ptc_str rest = source->text;
    script_reader reader = {.source = source, .error = error};
    ptc_status status = PTC_OK;

    *out = NULL;
    *error = ptc_str_make("", 0);
    reader.script = ptc_arena_array(arena, 1, sizeof *reader.script);
    if (reader.script == NULL)
        return PTC_ERROR_MEMORY;
    reader.script->arena = arena;
    while (rest.len > 0 && status == PTC_OK) {
        const char *end = memchr(rest.ptr, '\n', rest.len);
        size_t length = end != NULL ? (size_t)(end - rest.ptr) : rest.len;
        ptc_str line = ptc_str_make(rest.ptr, length);

        reader.line++;
        if (!script_is_blank(line))
            status = script_read_line(&reader, line);
        length += end != NULL;
        rest = ptc_str_make(rest.ptr + length, rest.len - length);
    }
    if (status == PTC_OK)
        *out = reader.script;
    return status;
}

/* --- Playing ----------------------------------------------------------------------- */

static ptc_status script_call(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    ptc_script *script = user;
    ptc_text text;

    if (script->next < script->count) {
        *reply = script->replies[script->next++];
        return reply->message.ptr == NULL ? PTC_OK : PTC_ERROR_INVALID;
    }
    ptc_text_init(&text, request->arena);
    ptc_text_cstr(&text, "the script has no reply ");
    ptc_text_uint(&text, script->count + 1);
    ptc_text_cstr(&text, script->count == 1 ? "; it ends after 1" : "; it ends after ");
    if (script->count != 1)
        ptc_text_uint(&text, script->count);
    reply->fault = PTC_LLM_CLIENT_ERROR;
    reply->message = ptc_text_view(&text);
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

ptc_llm ptc_script_llm(ptc_script *script, const char *name)
{
    return (ptc_llm){.name = name, .call = script_call, .user = script};
}

size_t ptc_script_left(const ptc_script *script)
{
    return script->count - script->next;
}
