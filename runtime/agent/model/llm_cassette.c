/* SPDX-License-Identifier: MIT */
/*
 * Cassettes: models and tools that answer from a recording, or make one.
 *
 * Rows are read once and never change, except whether they were served; that and the
 * host's writer are under the lock: a row is written as a whole, and rows of one run in
 * order.
 */
#include "agent/model/llm_cassette.h"
#include "base/base_int.h"

typedef struct cassette_model {
    ptc_cassette *cassette;
    ptc_str name;
    ptc_llm inner; /* call NULL: none */
} cassette_model;

void ptc_cassette_lock(ptc_cassette *cassette)
{
#ifdef PTC_CASSETTE_HAS_THREADS
    pthread_mutex_lock(&cassette->mutex);
#else
    (void)cassette;
#endif
}

void ptc_cassette_unlock(ptc_cassette *cassette)
{
#ifdef PTC_CASSETTE_HAS_THREADS
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
ptc_tape_row *ptc_cassette_take(ptc_cassette *cassette, const ptc_tape_key *key)
{
    ptc_tape *tape = &cassette->tape;
    ptc_tape_row *row = NULL;
    ptc_tape_row *first;

    if (cassette->options.mode == PTC_CASSETTE_RECORD)
        return NULL;
    ptc_cassette_lock(cassette);
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
    ptc_cassette_unlock(cassette);
    return row;
}

/* The next row of the tool that hides what its arguments had, where the others are these:
 * in a replay, the call's values in those places were generated. */
ptc_tape_row *ptc_cassette_take_shown(ptc_cassette *cassette, ptc_str name,
                                      ptc_str arguments)
{
    ptc_tape *tape = &cassette->tape;
    ptc_tape_row *found = NULL;

    if (cassette->options.mode != PTC_CASSETTE_REPLAY)
        return NULL;
    ptc_cassette_lock(cassette);
    for (size_t i = 0; i < tape->count && found == NULL; i++) {
        ptc_tape_row *row = &tape->rows[i];

        if (row->is_tool && row->is_redacted && !row->is_served &&
            ptc_str_equal(row->arguments, arguments) &&
            ptc_str_equal_folded(row->name, name))
            found = cassette_serve(cassette, row);
    }
    ptc_cassette_unlock(cassette);
    return found;
}

/* Gives a row to the host's writer, after ending an unfinished line. */
bool ptc_cassette_write(ptc_cassette *cassette, ptc_str row)
{
    bool is_written = true;

    ptc_cassette_lock(cassette);
    if (!cassette->has_written && cassette->tape.ends_in_line)
        is_written = cassette->options.write(PTC_STR("\n"), cassette->options.user);
    cassette->has_written = true;
    is_written = is_written && cassette->options.write(row, cassette->options.user);
    ptc_cassette_unlock(cassette);
    return is_written;
}

ptc_export ptc_cassette_rules(const ptc_cassette *cassette, ptc_arena *arena)
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

/* Values that JSON cannot express are not recorded as if it could. */
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
    ptc_export rules = ptc_cassette_rules(model->cassette, request->arena);
    ptc_status status;
    ptc_text row;

    status = ptc_llm_call(&model->inner, request, reply);
    if (status == PTC_ERROR_MEMORY ||
        (status != PTC_OK && ptc_cancel_is_set(request->cancel)))
        return status; /* not an answer: no one waited for it */
    if (status != PTC_OK && reply->message.ptr == NULL)
        reply->message = PTC_STR("no reason given");
    cassette_check_texts(reply);
    ptc_text_init(&row, request->arena);
    if (!ptc_tape_write_reply(&row, &rules, recorded, key, &request->options, reply))
        return row.failed || rules.failed
                   ? PTC_ERROR_MEMORY
                   : cassette_fail(reply, PTC_STR("the host's redaction left no JSON"));
    if (!ptc_cassette_write(model->cassette, ptc_text_view(&row)))
        return cassette_fail(reply, PTC_STR("the recording cannot be written"));
    return reply->message.ptr == NULL ? PTC_OK : PTC_ERROR_INVALID;
}

/*
 * The parts of the key have no secrets: where a replay gives recorded values, later
 * requests have <redacted> instead of them, and the same key. False when refused memory.
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
        messages[i].content = ptc_secrets_hide(arena, secrets, messages[i].content);
    }
    recorded->messages = messages;
    recorded->system = ptc_secrets_hide(arena, secrets, recorded->system);
    recorded->options = ptc_secrets_hide(arena, secrets, recorded->options);
    return !arena->failed;
}

static ptc_status cassette_answer(const ptc_llm_request *request, ptc_llm_reply *reply,
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

    if (!ptc_llm_is_text(request, reply))
        return PTC_ERROR_INVALID;
    recorded.options = ptc_tape_options(request->arena, &request->options, &status);
    if (recorded.options.ptr == NULL)
        return status == PTC_ERROR_MEMORY
                   ? status
                   : cassette_fail(reply, PTC_STR("llm_opts cannot be written as JSON"));
    if (!cassette_hide(cassette, request->arena, &recorded) ||
        !ptc_tape_request_key(request->arena, &recorded, &key))
        return PTC_ERROR_MEMORY;
    row = ptc_cassette_take(cassette, &key);
    if (row != NULL) {
        *reply = row->reply;
        return row->is_error ? PTC_ERROR_INVALID : PTC_OK;
    }
    if (cassette->options.mode != PTC_CASSETTE_REPLAY)
        return cassette_record(model, request, &recorded, &key, reply);
    ptc_text_init(&text, request->arena);
    ptc_cassette_lock(cassette);
    ptc_tape_miss_request(&text, &cassette->tape, &recorded, &key);
    ptc_cassette_unlock(cassette);
    return text.failed ? PTC_ERROR_MEMORY : cassette_fail(reply, ptc_text_view(&text));
}

static ptc_status cassette_call(const ptc_llm_request *request, ptc_llm_reply *reply,
                                void *user)
{
    return ptc_llm_serve(request, reply, user, cassette_answer);
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
        return ptc_misuse("ptc_cassette_add_llm",
                          name == NULL || name[0] == '\0'
                              ? "name is empty"
                              : "inner has no model, which the mode wants to record");
    if (inner != NULL && !ptc_llm_has_good_info(inner))
        return ptc_misuse("ptc_cassette_add_llm",
                          "inner.info.struct_size is 0; set it to sizeof(ptc_llm_info)");
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

/* --- Life -------------------------------------------------------------------------- */

static ptc_status cassette_fill(ptc_cassette *cassette, ptc_arena *arena,
                                ptc_error *error)
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

ptc_status ptc_cassette_new(ptc_arena *arena, const ptc_cassette_options *options,
                            ptc_cassette **out, ptc_error *error)
{
    ptc_cassette_options own = {.struct_size = sizeof own};
    const ptc_allocator *allocator = NULL;
    ptc_cassette *cassette;
    ptc_arena memory;
    ptc_status status;
    ptc_error unread;

    *out = NULL;
    if (error == NULL)
        error = &unread;
    *error = ptc_error_none();
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_cassette_options),
                          "ptc_cassette_new", options, &own))
        return PTC_ERROR_ARGUMENT;
    if (own.mode != PTC_CASSETTE_REPLAY && own.write == NULL)
        return ptc_misuse("ptc_cassette_new",
                          "options.write is NULL; set it, or the mode "
                          "to PTC_CASSETTE_REPLAY");
    if (own.allocator.allocate != NULL)
        allocator = &own.allocator;
    ptc_arena_init(&memory, allocator, 0);
    cassette = ptc_arena_array(&memory, 1, sizeof *cassette);
    if (cassette == NULL)
        return PTC_ERROR_MEMORY;
    cassette->arena = memory;
    cassette->options = own;
    status = cassette_fill(cassette, arena, error);
#ifdef PTC_CASSETTE_HAS_THREADS
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
#ifdef PTC_CASSETTE_HAS_THREADS
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

ptc_str ptc_cassette_hidden(ptc_arena *arena, ptc_cassette *cassette)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_cassette_lock(cassette);
    ptc_tape_write_hidden(&text, &cassette->tape,
                          ", so the run may differ from what was recorded");
    ptc_cassette_unlock(cassette);
    return text.failed ? ptc_str_make("", 0) : ptc_text_view(&text);
}
