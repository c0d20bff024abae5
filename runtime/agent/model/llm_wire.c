/* SPDX-License-Identifier: MIT */
/*
 * The border between models and their callers, which may have been compiled at different
 * times: shorter or longer structs get the size that they have here. All other files see
 * whole structs, and messages in plain arrays. See <ptc/llm.h>.
 */
#include "agent/model/model_int.h"
#include "base/base_int.h"

static size_t wire_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* --- Requests ---------------------------------------------------------------------- */

/* The messages as an array of this program's type. False when refused memory. */
static bool wire_take_messages(ptc_llm_request *request)
{
    const char *given = (const char *)request->messages;
    size_t step = request->message_size;
    ptc_message *messages;

    request->message_size = sizeof *messages;
    if (request->message_count == 0 || step == sizeof *messages)
        return true;
    messages = ptc_arena_array(request->arena, request->message_count, sizeof *messages);
    for (size_t i = 0; messages != NULL && i < request->message_count; i++)
        memcpy(&messages[i], given + i * step, wire_smaller(step, sizeof *messages));
    request->messages = messages;
    return messages != NULL;
}

/* Whether a part is aligned in memory. */
typedef struct wire_aligned {
    char before;
    ptc_part part;
} wire_aligned;

static bool wire_is_part_size(size_t size)
{
    return size >= offsetof(ptc_part, id) && size % offsetof(wire_aligned, part) == 0;
}

/* Whether no message has parts that are too short or not aligned. */
static bool wire_has_good_parts(const ptc_llm_request *request)
{
    for (size_t i = 0; i < request->message_count; i++) {
        if (request->messages[i].part_count > 0 && !wire_is_part_size(request->part_size))
            return false;
    }
    return true;
}

/* Whether the structs in the request have their struct_size. */
static bool wire_has_sizes(const ptc_llm_request *request)
{
    return (request->response == NULL ||
            request->response->struct_size >= offsetof(ptc_response_form, syntax)) &&
           (request->settings == NULL ||
            request->settings->struct_size >= offsetof(ptc_llm_settings, effort));
}

/* The caller's mistake, which only the caller can fix. */
static ptc_status wire_misuse(ptc_llm_reply *reply, const char *why)
{
    reply->fault = PTC_LLM_CLIENT_ERROR;
    reply->message = ptc_str_of(why);
    return ptc_misuse("ptc_llm_function", "%s", why);
}

static ptc_status wire_take(const ptc_llm_request *given, ptc_llm_request *out,
                            ptc_llm_reply *reply)
{
    if (given->struct_size < sizeof given->struct_size)
        return wire_misuse(reply, "struct_size of the request is 0: begin with "
                                  "ptc_llm_request_init");
    *out = ptc_llm_request_copy(given);
    if (out->arena == NULL)
        return wire_misuse(reply, "the request has no arena");
    if (out->message_count > 0 && out->message_size < offsetof(ptc_message, parts))
        return wire_misuse(reply, "message_size of the request is less than a message");
    if (out->message_count > 0 && out->message_size % sizeof(void *) != 0)
        return wire_misuse(
            reply, "message_size of the request is not the size of a known struct");
    if (!wire_has_sizes(out))
        return wire_misuse(reply, "the response form or the settings of the request have "
                                  "no struct_size");
    if (!wire_take_messages(out))
        return PTC_ERROR_MEMORY;
    if (!wire_has_good_parts(out))
        return wire_misuse(reply,
                           "part_size of the request is not the size of a known part");
    return PTC_OK;
}

/* The part that there is room for, after struct_size. */
static void wire_give(const ptc_llm_reply *reply, ptc_llm_reply *out)
{
    const size_t start = sizeof reply->struct_size;
    size_t size = wire_smaller(out->struct_size, sizeof *reply);

    memcpy((char *)out + start, (const char *)reply + start, size - start);
}

ptc_status ptc_llm_serve(const ptc_llm_request *given, ptc_llm_reply *out, void *user,
                         ptc_llm_function answer)
{
    ptc_llm_request request;
    ptc_llm_reply reply;
    ptc_status status;

    if (out->struct_size < sizeof out->struct_size)
        return ptc_misuse("ptc_llm_function", "struct_size of the reply is 0: begin with "
                                              "ptc_llm_reply_init");
    ptc_llm_reply_init(&reply);
    status = wire_take(given, &request, &reply);
    if (status == PTC_OK)
        status = answer(&request, &reply, user);
    wire_give(&reply, out);
    return status;
}

static bool wire_message_is_text(const ptc_llm_request *request,
                                 const ptc_message *message)
{
    bool is_text = message->role == PTC_ROLE_USER || message->role == PTC_ROLE_ASSISTANT;

    for (size_t i = 0; is_text && i < message->part_count; i++)
        is_text =
            ptc_part_at(message->parts, request->part_size, i)->kind == PTC_PART_TEXT;
    return is_text;
}

bool ptc_llm_is_text(const ptc_llm_request *request, ptc_llm_reply *reply)
{
    const ptc_response_form *response = request->response;
    bool is_text = request->tool_count == 0 &&
                   (response == NULL || response->kind == PTC_RESPONSE_TEXT);

    for (size_t i = 0; is_text && i < request->message_count; i++)
        is_text = wire_message_is_text(request, &request->messages[i]);
    if (is_text)
        return true;
    ptc_llm_reply_init(reply);
    reply->fault = PTC_LLM_CLIENT_ERROR;
    reply->message =
        PTC_STR("this model takes only text: no tools, no parts and no response form");
    return false;
}

/* --- Replies ----------------------------------------------------------------------- */

/* Makes a reply that reports a model's mistake. */
static ptc_status wire_refuse(ptc_llm_reply *reply, const char *why)
{
    ptc_llm_reply_init(reply);
    reply->message = ptc_str_of(why);
    return PTC_ERROR_INVALID;
}

ptc_status ptc_llm_call(const ptc_llm *llm, const ptc_llm_request *request,
                        ptc_llm_reply *reply)
{
    ptc_llm_reply whole;
    ptc_status status;

    ptc_llm_reply_init(reply);
    status = llm->call(request, reply, llm->user);
    if (reply->struct_size < sizeof reply->struct_size)
        return wire_refuse(
            reply,
            "the model overwrote struct_size of the reply: it must only set members");
    if (reply->struct_size < sizeof whole) { /* from an older model that it asked */
        ptc_llm_reply_init(&whole);
        memcpy(&whole, reply, reply->struct_size);
        *reply = whole;
    }
    reply->struct_size = sizeof *reply;
    if (reply->part_count > 0 && !wire_is_part_size(reply->part_size))
        return wire_refuse(reply, "the model set parts of the reply without part_size");
    return status;
}
