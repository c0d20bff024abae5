/* SPDX-License-Identifier: MIT */
/*
 * Cassettes: models and tools that answer from a recording, or make one.
 *
 * Rows are read once and never change but for what was served, which is under the lock,
 * as is the host's writer: a row is written as a whole, and rows of one run in order.
 */
#include "agent/model/llm_cassette.h"
#include "base/base_int.h"

#if defined(__unix__) || defined(__APPLE__)
#define CASSETTE_HAS_THREADS
#include <pthread.h>
#endif

struct ptc_cassette {
    ptc_arena arena; /* owns this struct and all that is read */
    ptc_cassette_options options;
    ptc_tape tape;
    size_t left;
    bool has_written;
#ifdef CASSETTE_HAS_THREADS
    pthread_mutex_t mutex;
#endif
};

typedef struct cassette_model {
    ptc_cassette *cassette;
    ptc_str name;
    ptc_llm inner; /* call NULL: none */
} cassette_model;

typedef struct cassette_tool {
    ptc_cassette *cassette;
    const ptc_tool *inner;
} cassette_tool;

static void cassette_lock(ptc_cassette *cassette)
{
#ifdef CASSETTE_HAS_THREADS
    pthread_mutex_lock(&cassette->mutex);
#else
    (void)cassette;
#endif
}

static void cassette_unlock(ptc_cassette *cassette)
{
#ifdef CASSETTE_HAS_THREADS
    pthread_mutex_unlock(&cassette->mutex);
#else
    (void)cassette;
#endif
}

/* --- Serving and writing ----------------------------------------------------------- */

/* Marks the row as served. Under the lock. */
static ptc_tape_row *cassette_serve(ptc_cassette *cassette, ptc_tape_row *row)
{
    cassette->left -= !row->is_served;
    row->is_served = true;
    return row;
}

/* The next row of that key, or NULL. */
static ptc_tape_row *cassette_take(ptc_cassette *cassette, const ptc_tape_key *key)
{
    ptc_tape *tape = &cassette->tape;
    ptc_tape_row *row = NULL;
    ptc_tape_row *first;

    if (cassette->options.mode == PTC_CASSETTE_RECORD)
        return NULL;
    cassette_lock(cassette);
    first = ptc_tape_find(tape, key);
    while (row == NULL && first != NULL && first->head > 0) {
        bool repeats;

        row = &tape->rows[first->head - 1];
        repeats = row->next == 0 && row->is_tool && cassette->options.repeats_tools;
        if (!repeats)
            first->head = row->next;
        if (row->is_served && !repeats) /* by its arguments */
            row = NULL;
    }
    if (row != NULL)
        cassette_serve(cassette, row);
    cassette_unlock(cassette);
    return row;
}

/* The next row of the tool that hides what its arguments had, where the others are these:
 * in a replay, what the call has in those places was made up. */
static ptc_tape_row *cassette_take_shown(ptc_cassette *cassette, ptc_str name,
                                         ptc_str arguments)
{
    ptc_tape *tape = &cassette->tape;
    ptc_tape_row *found = NULL;

    if (cassette->options.mode != PTC_CASSETTE_REPLAY)
        return NULL;
    cassette_lock(cassette);
    for (size_t i = 0; i < tape->count && found == NULL; i++) {
        ptc_tape_row *row = &tape->rows[i];

        if (row->is_tool && row->is_redacted && !row->is_served &&
            ptc_str_equal(row->arguments, arguments) &&
            ptc_str_equal_folded(row->name, name))
            found = cassette_serve(cassette, row);
    }
    cassette_unlock(cassette);
    return found;
}

/* Hands a row to the host's writer, behind a line that nobody ended. */
static bool cassette_write(ptc_cassette *cassette, ptc_str row)
{
    bool is_written = true;

    cassette_lock(cassette);
    if (!cassette->has_written && cassette->tape.ends_in_line)
        is_written = cassette->options.write(PTC_STR("\n"), cassette->options.user);
    cassette->has_written = true;
    is_written = is_written && cassette->options.write(row, cassette->options.user);
    cassette_unlock(cassette);
    return is_written;
}

static ptc_export cassette_rules(const ptc_cassette *cassette, ptc_arena *arena)
{
    return (ptc_export){.redaction = cassette->options.redaction,
                        .is_raw = cassette->options.is_raw,
                        .arena = arena};
}

/* --- Models ------------------------------------------------------------------------ */

static ptc_status cassette_fail(ptc_llm_reply *reply, ptc_str message)
{
    ptc_llm_reply_init(reply);
    reply->fault = PTC_LLM_CLIENT_ERROR;
    reply->message = message;
    return PTC_ERROR_INVALID;
}

/* What JSON cannot hold is not recorded as if it could. */
static void cassette_check_texts(ptc_llm_reply *reply)
{
    ptc_str texts[] = {reply->content, reply->reasoning, reply->model, reply->message};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].ptr == NULL ||
            ptc_utf8_check(texts[i].ptr, texts[i].len) == texts[i].len)
            continue;
        ptc_llm_reply_init(reply);
        reply->message = PTC_STR("the reply is not valid UTF-8");
        return;
    }
}

static ptc_status cassette_record(const cassette_model *model,
                                  const ptc_llm_request *request,
                                  const ptc_tape_request *recorded,
                                  const ptc_tape_key *key, ptc_llm_reply *reply)
{
    ptc_export rules = cassette_rules(model->cassette, request->arena);
    ptc_status status;
    ptc_text row;

    ptc_llm_reply_init(reply);
    status = model->inner.call(request, reply, model->inner.user);
    if (status == PTC_ERROR_MEMORY ||
        (status != PTC_OK && ptc_cancel_is_set(request->cancel)))
        return status; /* no answer: nobody waited for it */
    if (status != PTC_OK && reply->message.ptr == NULL)
        reply->message = PTC_STR("no reason given");
    cassette_check_texts(reply);
    ptc_text_init(&row, request->arena);
    if (!ptc_tape_write_reply(&row, &rules, recorded, key, &request->options, reply))
        return row.failed || rules.failed
                   ? PTC_ERROR_MEMORY
                   : cassette_fail(reply, PTC_STR("the host's redaction left no JSON"));
    if (!cassette_write(model->cassette, ptc_text_view(&row)))
        return cassette_fail(reply, PTC_STR("the recording cannot be written"));
    return reply->message.ptr == NULL ? PTC_OK : PTC_ERROR_INVALID;
}

/*
 * What the key is made of has no secrets: where a replay gives what was recorded, later
 * requests have <redacted> in place of them, and the same key. False when refused memory.
 */
static bool cassette_hide(const ptc_cassette *cassette, ptc_arena *arena,
                          ptc_tape_request *recorded)
{
    const ptc_secrets *secrets = cassette->options.redaction.secrets;
    ptc_message *messages;

    if (!ptc_has_secrets(secrets))
        return true;
    messages = ptc_arena_array(arena, recorded->message_count, sizeof *messages);
    for (size_t i = 0; messages != NULL && i < recorded->message_count; i++) {
        messages[i] = recorded->messages[i];
        messages[i].content = ptc_secrets_hide(secrets, arena, messages[i].content);
    }
    recorded->messages = messages;
    recorded->system = ptc_secrets_hide(secrets, arena, recorded->system);
    recorded->options = ptc_secrets_hide(secrets, arena, recorded->options);
    return !arena->failed;
}

static ptc_status cassette_call(const ptc_llm_request *request, ptc_llm_reply *reply,
                                void *user)
{
    const cassette_model *model = user;
    ptc_cassette *cassette = model->cassette;
    const ptc_tape_row *row;
    ptc_tape_request recorded = {
        .model = model->name,
        .system = request->system,
        .messages = request->messages,
        .message_count = request->message_count,
    };
    ptc_tape_key key;
    ptc_status status;
    ptc_text text;

    recorded.options = ptc_tape_options(request->arena, &request->options, &status);
    if (recorded.options.ptr == NULL)
        return status == PTC_ERROR_MEMORY
                   ? status
                   : cassette_fail(reply, PTC_STR("llm_opts cannot be written as JSON"));
    if (!cassette_hide(cassette, request->arena, &recorded) ||
        !ptc_tape_request_key(request->arena, &recorded, &key))
        return PTC_ERROR_MEMORY;
    row = cassette_take(cassette, &key);
    if (row != NULL) {
        *reply = row->reply;
        return row->is_error ? PTC_ERROR_INVALID : PTC_OK;
    }
    if (cassette->options.mode != PTC_CASSETTE_REPLAY)
        return cassette_record(model, request, &recorded, &key, reply);
    ptc_text_init(&text, request->arena);
    cassette_lock(cassette);
    ptc_tape_miss_request(&text, &cassette->tape, &recorded, &key);
    cassette_unlock(cassette);
    return text.failed ? PTC_ERROR_MEMORY : cassette_fail(reply, ptc_text_view(&text));
}

ptc_status ptc_cassette_add_llm(ptc_cassette *cassette, const char *name,
                                const ptc_llm *inner, ptc_llm *out)
{
    cassette_model *model;
    ptc_str copy;

    *out = (ptc_llm){0};
    if (name == NULL || name[0] == '\0' ||
        (cassette->options.mode != PTC_CASSETTE_REPLAY &&
         (inner == NULL || inner->call == NULL)))
        return PTC_ERROR_ARGUMENT;
    model = ptc_arena_alloc(&cassette->arena, sizeof *model);
    copy = ptc_str_copy(&cassette->arena, ptc_str_of(name));
    if (model == NULL || copy.ptr == NULL)
        return PTC_ERROR_MEMORY;
    *model = (cassette_model){.cassette = cassette, .name = copy};
    if (inner != NULL)
        model->inner = *inner;
    *out = (ptc_llm){.name = copy.ptr, .call = cassette_call, .user = model};
    return PTC_OK;
}

/* --- Tools ------------------------------------------------------------------------- */

static ptc_status cassette_record_tool(const cassette_tool *tool, ptc_tool_call *call,
                                       const ptc_tape_key *key)
{
    ptc_export rules = cassette_rules(tool->cassette, call->arena);
    ptc_status status;
    ptc_text row;

    if (tool->inner->function == NULL) {
        call->message = "the tool has no function to record";
        return PTC_ERROR_INVALID;
    }
    status = tool->inner->function(call, tool->inner->user);
    if (status == PTC_ERROR_MEMORY)
        return status;
    if (status != PTC_OK && call->message == NULL)
        call->message = "no reason given";
    ptc_text_init(&row, call->arena);
    if (!ptc_tape_write_result(&row, &rules, tool->inner, call, key, status == PTC_OK)) {
        call->message = "the result cannot be recorded: it cannot be written as JSON";
        return row.failed || rules.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
    }
    if (!cassette_write(tool->cassette, ptc_text_view(&row))) {
        call->message = "the recording cannot be written";
        return PTC_ERROR_INVALID;
    }
    return status;
}

/* What the row hides has no value of its type. */
static ptc_status cassette_lack_value(const cassette_tool *tool, ptc_tool_call *call,
                                      const ptc_tape_row *row, ptc_str culprit)
{
    ptc_text text;

    ptc_text_init(&text, call->arena);
    ptc_tape_write_row(&text, &tool->cassette->tape, row);
    ptc_text_cstr(&text, " hides ");
    ptc_text_str(&text, culprit);
    ptc_text_cstr(&text, ", and no value of its type was found; record with --raw");
    ptc_text_byte(&text, '\0');
    call->message = text.ptr;
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

/* The call is answered as the row says. */
static ptc_status cassette_replay_tool(const cassette_tool *tool, ptc_tool_call *call,
                                       ptc_tape_row *row)
{
    ptc_tape_filled filled;
    ptc_status status;

    if (row->is_error) {
        call->message = row->reply.message.ptr;
        call->reason = row->reason;
        return PTC_ERROR_INVALID;
    }
    call->result = row->result;
    if (!row->is_redacted)
        return PTC_OK;
    status = ptc_tape_fill(ptc_tape_signature(tool->inner, call), &row->result,
                           call->arena, &filled);
    if (status == PTC_ERROR_INVALID)
        return cassette_lack_value(tool, call, row, filled.culprit);
    call->result = filled.result;
    if (filled.is_made_up) {
        cassette_lock(tool->cassette);
        row->is_made_up = true;
        cassette_unlock(tool->cassette);
    }
    return status;
}

/* No row answers the call. It is said without what the firewall hides. */
static ptc_status cassette_miss_tool(ptc_cassette *cassette, ptc_tool_call *call,
                                     ptc_str name, ptc_str shown, const ptc_tape_key *key)
{
    ptc_text text;

    ptc_text_init(&text, call->arena);
    cassette_lock(cassette);
    ptc_tape_miss_tool(&text, &cassette->tape, name, shown, key);
    cassette_unlock(cassette);
    ptc_text_byte(&text, '\0');
    call->message = text.ptr;
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

static ptc_status cassette_call_tool(ptc_tool_call *call, void *user)
{
    const cassette_tool *tool = user;
    ptc_cassette *cassette = tool->cassette;
    ptc_export rules = cassette_rules(cassette, call->arena);
    ptc_str name = ptc_str_of(tool->inner->name);
    ptc_tape_row *row;
    ptc_str arguments;
    ptc_tape_key key;
    ptc_status status;

    arguments = ptc_tape_arguments(call->arena, &call->arguments, &status);
    if (arguments.ptr == NULL) {
        call->message = "the arguments cannot be written as JSON";
        return status;
    }
    arguments =
        ptc_secrets_hide(cassette->options.redaction.secrets, call->arena, arguments);
    if (call->arena->failed || !ptc_tape_tool_key(call->arena, name, arguments, &key))
        return PTC_ERROR_MEMORY;
    row = cassette_take(cassette, &key);
    if (row == NULL && cassette->options.mode != PTC_CASSETTE_REPLAY)
        return cassette_record_tool(tool, call, &key);
    if (row == NULL) {
        arguments = ptc_tape_shown_arguments(&rules, tool->inner, call);
        if (arguments.ptr == NULL)
            return PTC_ERROR_MEMORY;
        row = cassette_take_shown(cassette, name, arguments);
    }
    return row != NULL ? cassette_replay_tool(tool, call, row)
                       : cassette_miss_tool(cassette, call, name, arguments, &key);
}

/* The tool as it is, but for who answers. */
static bool cassette_wrap(ptc_cassette *cassette, const ptc_tool *inner, ptc_tool *out)
{
    cassette_tool *tool = ptc_arena_alloc(&cassette->arena, sizeof *tool);

    if (tool == NULL)
        return false;
    *tool = (cassette_tool){cassette, inner};
    *out = *inner;
    out->function = cassette_call_tool;
    out->user = tool;
    return true;
}

ptc_status ptc_cassette_wrap_tools(ptc_cassette *cassette, const ptc_tool *tools,
                                   size_t count, const ptc_tool **out)
{
    ptc_tool *wrapped = ptc_arena_array(&cassette->arena, count, sizeof *wrapped);

    *out = NULL;
    for (size_t i = 0; i < count && wrapped != NULL; i++) {
        if (!cassette_wrap(cassette, &tools[i], &wrapped[i]))
            return PTC_ERROR_MEMORY;
    }
    *out = wrapped;
    return wrapped != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

ptc_status ptc_cassette_tools(ptc_cassette *cassette, const ptc_tool **out, size_t *count)
{
    const ptc_tape *tape = &cassette->tape;
    ptc_tool *tools = NULL;
    ptc_names known;
    size_t capacity = 0;

    *out = NULL;
    *count = 0;
    ptc_names_init(&known, &cassette->arena);
    for (size_t i = 0; i < tape->count; i++) {
        ptc_str name = tape->rows[i].name;
        ptc_tool *tool;

        if (!tape->rows[i].is_tool || ptc_names_find(&known, name) != NULL)
            continue;
        tool = PTC_ARENA_PUSH(&cassette->arena, tools, *count, capacity);
        name = ptc_str_copy(&cassette->arena, name);
        if (tool == NULL || name.ptr == NULL || ptc_names_add(&known, name, 0) == NULL)
            return PTC_ERROR_MEMORY;
        *tool = (ptc_tool){.name = name.ptr};
    }
    return ptc_cassette_wrap_tools(cassette, tools, *count, out);
}

/* --- Life -------------------------------------------------------------------------- */

static ptc_status cassette_fill(ptc_cassette *cassette, ptc_arena *arena, ptc_str *error)
{
    ptc_tape *tape = &cassette->tape;
    ptc_status status;

    tape->arena = &cassette->arena;
    tape->torn = ptc_str_make("", 0);
    tape->source = cassette->options.source;
    if (tape->source == NULL || cassette->options.mode == PTC_CASSETTE_RECORD)
        return PTC_OK;
    status = ptc_tape_read(tape, arena, error);
    cassette->left = tape->count;
    return status;
}

ptc_status ptc_cassette_new(const ptc_cassette_options *options, ptc_arena *arena,
                            ptc_cassette **out, ptc_str *error)
{
    ptc_cassette_options own = {0};
    const ptc_allocator *allocator = NULL;
    ptc_cassette *cassette;
    ptc_arena memory;
    ptc_status status;

    *out = NULL;
    *error = ptc_str_make("", 0);
    memcpy(&own, options,
           options->struct_size < sizeof own ? options->struct_size : sizeof own);
    if (own.mode != PTC_CASSETTE_REPLAY && own.write == NULL)
        return PTC_ERROR_ARGUMENT;
    if (own.allocator.allocate != NULL)
        allocator = &own.allocator;
    ptc_arena_init(&memory, allocator, 0);
    cassette = ptc_arena_array(&memory, 1, sizeof *cassette);
    if (cassette == NULL)
        return PTC_ERROR_MEMORY;
    cassette->arena = memory;
    cassette->options = own;
    status = cassette_fill(cassette, arena, error);
#ifdef CASSETTE_HAS_THREADS
    if (status == PTC_OK && pthread_mutex_init(&cassette->mutex, NULL) != 0)
        status = PTC_ERROR_MEMORY;
#endif
    if (status != PTC_OK) {
        memory = cassette->arena;
        ptc_arena_free(&memory);
        return status;
    }
    *out = cassette;
    return PTC_OK;
}

void ptc_cassette_free(ptc_cassette *cassette)
{
    ptc_arena arena;

    if (cassette == NULL)
        return;
#ifdef CASSETTE_HAS_THREADS
    pthread_mutex_destroy(&cassette->mutex);
#endif
    arena = cassette->arena; /* holds the cassette itself */
    ptc_arena_free(&arena);
}

ptc_str ptc_cassette_torn(const ptc_cassette *cassette, size_t *whole)
{
    if (whole != NULL)
        *whole = cassette->tape.whole;
    return cassette->tape.torn;
}

size_t ptc_cassette_left(const ptc_cassette *cassette)
{
    return cassette->left;
}

ptc_str ptc_cassette_hidden(ptc_cassette *cassette, ptc_arena *arena)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    cassette_lock(cassette);
    ptc_tape_write_hidden(&text, &cassette->tape, true);
    cassette_unlock(cassette);
    return text.failed ? ptc_str_make("", 0) : ptc_text_view(&text);
}
