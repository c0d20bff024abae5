/* SPDX-License-Identifier: MIT */
/* A model that gives replies from a list, for tests and for trying out prompts. */
#include "agent/model/model_int.h"
#include "base/base_int.h"

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
    ptc_error *error;
} script_reader;

static ptc_status script_refuse(script_reader *reader, const char *why)
{
    ptc_text text;

    ptc_text_init(&text, reader->script->arena);
    ptc_text_str(&text, reader->source->name);
    ptc_text_byte(&text, ':');
    ptc_text_uint(&text, reader->line);
    *reader->error =
        ptc_error_make(ptc_str_of(why), ptc_text_view(&text), PTC_STR("syntax"));
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_SYNTAX;
}

static ptc_status script_read_line(script_reader *reader, ptc_str line)
{
    ptc_script *script = reader->script;
    ptc_llm_reply *reply;
    ptc_json_error error;
    const char *fault;
    ptc_value row;
    ptc_status status =
        ptc_json_read(script->arena, line.ptr, line.len, NULL, &row, NULL, &error);

    if (status == PTC_ERROR_MEMORY)
        return status;
    if (status != PTC_OK)
        return script_refuse(reader, error.message.ptr);
    reply =
        PTC_ARENA_PUSH(script->arena, script->replies, script->count, script->capacity);
    if (reply == NULL)
        return PTC_ERROR_MEMORY;
    fault = ptc_llm_reply_read(&row, reply);
    return fault == NULL ? PTC_OK : script_refuse(reader, fault);
}

ptc_status ptc_script_read(ptc_arena *arena, const ptc_source *source, ptc_script **out,
                           ptc_error *error)
{
    ptc_str rest = source->text;
    script_reader reader = {.source = source, .error = error};
    ptc_status status = PTC_OK;
    ptc_error own;

    *out = NULL;
    if (error == NULL)
        reader.error = &own;
    *reader.error = ptc_error_none();
    reader.script = ptc_arena_array(arena, 1, sizeof *reader.script);
    if (reader.script == NULL)
        return PTC_ERROR_MEMORY;
    reader.script->arena = arena;
    while (rest.len > 0 && status == PTC_OK) {
        const char *end = memchr(rest.ptr, '\n', rest.len);
        size_t length = end != NULL ? (size_t)(end - rest.ptr) : rest.len;
        ptc_str line = ptc_str_make(rest.ptr, length);

        reader.line++;
        if (!ptc_str_is_blank(line))
            status = script_read_line(&reader, line);
        length += end != NULL;
        rest = ptc_str_make(rest.ptr + length, rest.len - length);
    }
    if (status == PTC_OK)
        *out = reader.script;
    return status;
}

/* --- Playing ----------------------------------------------------------------------- */

static ptc_status script_answer(const ptc_llm_request *request, ptc_llm_reply *reply,
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

static ptc_status script_call(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    return ptc_llm_serve(request, reply, user, script_answer);
}

ptc_llm ptc_script_llm(ptc_script *script, const char *name)
{
    return (ptc_llm){.name = name, .call = script_call, .user = script};
}

size_t ptc_script_left(const ptc_script *script)
{
    return script->count - script->next;
}
