/* SPDX-License-Identifier: MIT */
/* Logs of runs, as written by agent/story/log.c, turned back into steps. See trace.h. */
#include "tool/common/trace.h"

/* A run of the log so far. It lives in its own arena with everything in it. */
struct ptc_trace_run {
    ptc_arena arena;
    ptc_trace_run *next;
    ptc_str trace_id;
    ptc_str span_id;
    ptc_str parent; /* span that caused it, or empty */
    ptc_str turn_span;
    bool is_over;
    bool is_cut;   /* there was not enough room for it */
    bool is_given; /* it is shown below the call that caused it */
    ptc_step step;
    ptc_trace trace;
    ptc_trace_turn *turns;
    size_t turn_count;
    size_t turn_capacity;
    ptc_message *messages;
    size_t message_count;
    size_t message_capacity;
    ptc_str system;
    ptc_str response;
};

/* The current line. */
typedef struct trace_event {
    ptc_trace_reader *reader;
    const ptc_value *row;
    const ptc_value *data; /* a map */
    ptc_str name;
    ptc_str trace_id;
    ptc_str span_id;
    ptc_str parent;
} trace_event;

/* --- Members ----------------------------------------------------------------------- */

static ptc_str trace_text(const ptc_value *row, const char *key)
{
    ptc_str text;

    return ptc_row_text(row, key, &text) ? text : ptc_str_make("", 0);
}

static int64_t trace_count(const ptc_value *row, const char *key, int64_t standard)
{
    const ptc_value *value = ptc_row_value(row, key);

    return value != NULL && value->kind == PTC_INT && value->as.integer >= 0
               ? value->as.integer
               : standard;
}

static bool trace_flag(const ptc_value *row, const char *key)
{
    const ptc_value *value = ptc_row_value(row, key);

    return value != NULL && value->kind == PTC_BOOL && value->as.boolean;
}

static const ptc_value *trace_map(const ptc_value *row, const char *key)
{
    const ptc_value *value = ptc_row_value(row, key);

    return value != NULL && value->kind == PTC_MAP ? value : NULL;
}

/* A copy in the run's arena; empty if there is no room for it. */
static ptc_str trace_keep(ptc_trace_run *run, ptc_str text)
{
    ptc_str copy = text.len > 0 ? ptc_str_copy(&run->arena, text) : text;

    if (copy.ptr != NULL)
        return copy;
    run->is_cut = true;
    return ptc_str_make("", 0);
}

static ptc_str trace_keep_text(ptc_trace_run *run, const ptc_value *row, const char *key)
{
    return trace_keep(run, trace_text(row, key));
}

static ptc_fail trace_keep_fail(ptc_trace_run *run, const ptc_value *row, const char *key)
{
    const ptc_value *fail = trace_map(row, key);
    ptc_fail out = {.reason = {"", 0}, .message = {"", 0}, .op = {"", 0}};

    out.details = ptc_value_nil();
    if (fail == NULL)
        return out;
    out.reason = trace_keep_text(run, fail, "reason");
    out.message = trace_keep_text(run, fail, "message");
    return out;
}

static void trace_keep_tokens(const ptc_value *row, int64_t *input, int64_t *output)
{
    const ptc_value *tokens = trace_map(row, "tokens");

    *input = tokens != NULL ? trace_count(tokens, "input", -1) : -1;
    *output = tokens != NULL ? trace_count(tokens, "output", -1) : -1;
}

/* --- Runs -------------------------------------------------------------------------- */

static ptc_trace_run *trace_find(const ptc_trace_reader *reader, ptc_str trace_id,
                                 ptc_str span_id)
{
    for (ptc_trace_run *run = reader->runs; run != NULL; run = run->next) {
        if (ptc_str_equal(run->span_id, span_id) &&
            ptc_str_equal(run->trace_id, trace_id))
            return run;
    }
    return NULL;
}

/* The run with a turn in progress in that span. */
static ptc_trace_run *trace_find_turn(const trace_event *event)
{
    for (ptc_trace_run *run = event->reader->runs; run != NULL; run = run->next) {
        if (!run->is_over && event->parent.len > 0 &&
            ptc_str_equal(run->turn_span, event->parent) &&
            ptc_str_equal(run->trace_id, event->trace_id))
            return run;
    }
    return NULL;
}

static const char *trace_begin(const trace_event *event)
{
    ptc_trace_reader *reader = event->reader;
    ptc_trace_run *run;
    ptc_arena arena;

    if (reader->run_count >= PTC_TRACE_RUNS_MAX)
        return "too many runs at a time to follow";
    if (trace_find(reader, event->trace_id, event->span_id) != NULL)
        return "this run has already begun";
    ptc_arena_init(&arena, &reader->line.allocator, PTC_TRACE_RUN_MAX);
    run = ptc_arena_array(&arena, 1, sizeof *run);
    if (run == NULL) {
        ptc_arena_free(&arena);
        return "out of memory";
    }
    run->arena = arena;
    run->trace_id = trace_keep(run, event->trace_id);
    run->span_id = trace_keep(run, event->span_id);
    run->parent = trace_keep(run, event->parent);
    run->step.agent = trace_keep_text(run, event->row, "agent");
    run->step.is_ok = true;
    run->next = reader->runs;
    reader->runs = run;
    reader->run_count++;
    return NULL;
}

static void trace_free(ptc_trace_run *run)
{
    ptc_arena arena = run->arena; /* holds the run itself */

    ptc_arena_free(&arena);
}

/* The step of the run, as far as it is known. */
static const ptc_step *trace_step(ptc_trace_run *run)
{
    run->trace.turns = run->turns;
    run->trace.turn_count = run->turn_count;
    run->trace.duration_ms = run->step.usage.duration_ms;
    run->step.trace = &run->trace;
    return &run->step;
}

/* Gives a run, and frees it with the runs that it caused. */
static void trace_give(ptc_trace_reader *reader, ptc_trace_run *top)
{
    ptc_trace_run **link = &reader->runs;
    ptc_trace_run *next;

    if (!reader->is_refused)
        reader->give(trace_step(top), top->is_over && !top->is_cut, reader->user);
    for (ptc_trace_run *run = reader->runs; run != NULL; run = next) {
        next = run->next;
        if (run != top && !ptc_str_equal(run->trace_id, top->trace_id)) {
            link = &run->next;
            continue;
        }
        *link = next;
        reader->run_count--;
        if (run != top)
            trace_free(run);
    }
    trace_free(top);
}

static const char *trace_finish(const trace_event *event)
{
    ptc_trace_run *run = trace_find(event->reader, event->trace_id, event->span_id);
    const ptc_value *usage = trace_map(event->data, "usage");
    ptc_usage *out;

    if (run == NULL || run->is_over)
        return "no such run has begun";
    out = &run->step.usage;
    run->is_over = true;
    run->step.is_ok = ptc_str_equal(trace_text(event->data, "status"), PTC_STR("ok"));
    run->step.fail = trace_keep_fail(run, event->data, "fail");
    if (run->step.fail.reason.len == 0 && !run->step.is_ok) {
        run->step.fail.reason = ptc_str_make("exception", 9);
        run->step.fail.message = trace_keep_text(run, event->data, "error");
    }
    *out = (ptc_usage){.input_tokens = -1, .output_tokens = -1};
    out->duration_ms = (uint64_t)trace_count(event->row, "duration_ms", 0);
    if (usage != NULL) {
        out->turns = (uint32_t)trace_count(usage, "turns", 0);
        out->llm_requests = (uint32_t)trace_count(usage, "llm_requests", 0);
        out->memory_bytes = (uint64_t)trace_count(usage, "memory_bytes", 0);
        out->duration_ms = (uint64_t)trace_count(usage, "duration_ms", 0);
        out->input_tokens = trace_count(usage, "input_tokens", -1);
        out->output_tokens = trace_count(usage, "output_tokens", -1);
        out->fallback_used = trace_flag(usage, "fallback_used");
    }
    if (run->parent.len == 0)
        trace_give(event->reader, run);
    return NULL;
}

/* --- Requests ---------------------------------------------------------------------- */

static bool trace_add_message(ptc_trace_run *run, const ptc_value *message)
{
    ptc_message *out = PTC_ARENA_PUSH(&run->arena, run->messages, run->message_count,
                                      run->message_capacity);

    if (out == NULL) {
        run->is_cut = true;
        return false;
    }
    out->role = ptc_str_equal(trace_text(message, "role"), PTC_STR("assistant"))
                    ? PTC_ROLE_ASSISTANT
                    : PTC_ROLE_USER;
    out->content = trace_keep_text(run, message, "content");
    return true;
}

/* Only the first `count` messages remain; earlier turns keep the others. */
static bool trace_shorten(ptc_trace_run *run, size_t count)
{
    ptc_message *old = run->messages;

    if (count == run->message_count)
        return true;
    run->messages = ptc_arena_array(&run->arena, count, sizeof *old);
    run->message_count = run->messages != NULL ? count : 0;
    run->message_capacity = run->message_count;
    if (run->message_count > 0)
        memcpy(run->messages, old, count * sizeof *old);
    return run->messages != NULL;
}

static const char *trace_ask(const trace_event *event)
{
    ptc_trace_run *run = trace_find_turn(event);
    const ptc_value *messages = ptc_row_value(event->data, "messages");
    int64_t known = trace_count(event->data, "messages_from", 0);

    if (run == NULL)
        return NULL; /* a tool's own request */
    if (messages == NULL || messages->kind != PTC_VECTOR ||
        (uint64_t)known > run->message_count)
        return "its messages do not continue the earlier ones";
    if (ptc_row_value(event->data, "system") != NULL)
        run->system = trace_keep_text(run, event->data, "system");
    if (!trace_shorten(run, (size_t)known))
        run->is_cut = true;
    for (uint32_t i = 0; i < messages->aux; i++) {
        if (messages->as.items[i].kind != PTC_MAP)
            return "a message is not an object";
        if (!trace_add_message(run, &messages->as.items[i]))
            break;
    }
    return NULL;
}

/* --- Turns ------------------------------------------------------------------------- */

static const ptc_step *trace_child(const trace_event *event, const ptc_value *call,
                                   const ptc_trace_run *parent)
{
    ptc_str span = trace_text(call, "child");
    ptc_trace_run *child;

    if (span.len == 0)
        return NULL;
    child = trace_find(event->reader, event->trace_id, span);
    /* Only finished runs can be below a run, and only once, so that no log is shown
     * endlessly. */
    if (child == NULL || child == parent || !child->is_over || child->is_given)
        return NULL;
    child->is_given = true;
    return trace_step(child);
}

static void trace_keep_calls(const trace_event *event, ptc_trace_run *run,
                             ptc_trace_turn *turn)
{
    const ptc_value *calls = ptc_row_value(event->data, "calls");
    ptc_trace_call *out;

    if (calls == NULL || calls->kind != PTC_VECTOR || calls->aux == 0)
        return;
    out = ptc_arena_array(&run->arena, calls->aux, sizeof *out);
    if (out == NULL) {
        run->is_cut = true;
        return;
    }
    for (uint32_t i = 0; i < calls->aux; i++) {
        const ptc_value *call = &calls->as.items[i];

        if (call->kind != PTC_MAP)
            continue;
        out[turn->call_count++] = (ptc_trace_call){
            .name = trace_keep_text(run, call, "name"),
            .shown_args = trace_keep_text(run, call, "args"),
            .shown_result = trace_keep_text(run, call, "result"),
            .error = trace_keep_text(run, call, "error"),
            .duration_ms = (uint64_t)trace_count(call, "duration_ms", 0),
            .child = trace_child(event, call, run),
            .is_cached = trace_flag(call, "cached"),
        };
    }
    turn->calls = out;
}

static void trace_keep_turn(const trace_event *event, ptc_trace_run *run,
                            ptc_trace_turn *turn)
{
    const ptc_value *data = event->data;

    *turn = (ptc_trace_turn){
        .turn = (uint32_t)trace_count(event->row, "turn", 0),
        .is_good = trace_flag(data, "success"),
        .duration_ms = (uint64_t)trace_count(event->row, "duration_ms", 0),
        .system = run->system,
        .messages = run->messages,
        .message_count = run->message_count,
        .message_size = sizeof *run->messages,
        .part_size = sizeof(ptc_part),
        .expanded_template = trace_keep_text(run, data, "prompt"),
        .llm_response = run->response,
        .reasoning = trace_keep_text(run, data, "reasoning"),
        .source = trace_keep_text(run, data, "program"),
        .shown_result = trace_keep_text(run, data, "shown_result"),
        .is_return = trace_flag(data, "is_return"),
        .error = trace_keep_fail(run, data, "error"),
        .warnings = trace_keep_text(run, data, "warnings"),
        .prints = trace_keep_text(run, data, "prints"),
    };
    trace_keep_tokens(event->row, &turn->input_tokens, &turn->output_tokens);
    trace_keep_calls(event, run, turn);
}

static const char *trace_end_turn(const trace_event *event)
{
    ptc_trace_run *run = trace_find(event->reader, event->trace_id, event->parent);
    ptc_trace_turn *turn;

    if (run == NULL || run->is_over)
        return "no such run has begun";
    turn = PTC_ARENA_PUSH(&run->arena, run->turns, run->turn_count, run->turn_capacity);
    if (turn == NULL)
        run->is_cut = true;
    else
        trace_keep_turn(event, run, turn);
    run->turn_span = ptc_str_make("", 0);
    run->response = ptc_str_make("", 0);
    return NULL;
}

static const char *trace_start_turn(const trace_event *event)
{
    ptc_trace_run *run = trace_find(event->reader, event->trace_id, event->parent);

    if (run == NULL || run->is_over)
        return "no such run has begun";
    run->turn_span = trace_keep(run, event->span_id);
    return NULL;
}

static const char *trace_answer(const trace_event *event)
{
    ptc_trace_run *run = trace_find_turn(event);

    if (run != NULL)
        run->response = trace_keep_text(run, event->data, "response");
    return NULL;
}

/* --- Lines ------------------------------------------------------------------------- */

static const char *trace_ignore(const trace_event *event)
{
    (void)event; /* the turn says what its tools did */
    return NULL;
}

static const char *trace_take_event(const trace_event *event)
{
    static const struct {
        ptc_event_kind kind;
        const char *(*take)(const trace_event *event);
    } takers[] = {
        {PTC_EVENT_RUN_START, trace_begin},      {PTC_EVENT_RUN_STOP, trace_finish},
        {PTC_EVENT_RUN_EXCEPTION, trace_finish}, {PTC_EVENT_TURN_START, trace_start_turn},
        {PTC_EVENT_TURN_STOP, trace_end_turn},   {PTC_EVENT_LLM_START, trace_ask},
        {PTC_EVENT_LLM_STOP, trace_answer},      {PTC_EVENT_TOOL_START, trace_ignore},
        {PTC_EVENT_TOOL_STOP, trace_ignore},     {PTC_EVENT_TOOL_EXCEPTION, trace_ignore},
    };

    for (size_t i = 0; i < sizeof takers / sizeof *takers; i++) {
        if (ptc_str_equal(event->name, ptc_str_of(ptc_event_name(takers[i].kind))))
            return takers[i].take(event);
    }
    return "unknown \"event\"";
}

static const char *trace_take_row(ptc_trace_reader *reader, const ptc_value *row)
{
    trace_event event = {.reader = reader, .row = row};

    if (row->kind != PTC_MAP)
        return "an event must be a JSON object";
    if (trace_count(row, "schema_version", 0) != 1)
        return "\"schema_version\" is not 1";
    if (!ptc_row_text(row, "event", &event.name) ||
        !ptc_row_text(row, "trace_id", &event.trace_id) ||
        !ptc_row_text(row, "span_id", &event.span_id) || event.span_id.len == 0)
        return "\"event\", \"trace_id\" or \"span_id\" is missing";
    event.parent = trace_text(row, "parent_span_id");
    event.data = trace_map(row, "data");
    if (event.data == NULL)
        return "\"data\" is missing";
    return trace_take_event(&event);
}

/* Notes refusals; data without room in its run is cut silently. */
static void *trace_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    ptc_trace_reader *reader = user;
    void *memory = reader->below.allocate(old, old_size, new_size, reader->below.user);

    if (memory == NULL && new_size != 0)
        reader->is_refused = true;
    return memory;
}

void ptc_trace_reader_init(ptc_trace_reader *reader)
{
    const ptc_allocator noting = {trace_allocate, reader};

    reader->runs = NULL;
    reader->run_count = 0;
    reader->is_refused = false;
    ptc_arena_init(&reader->line, NULL, 0);
    reader->below = reader->line.allocator;
    ptc_arena_init(&reader->line, &noting, 0);
}

void ptc_trace_reader_take(ptc_trace_reader *reader, ptc_str line, uint64_t number)
{
    ptc_json_options options = {
        .struct_size = sizeof options, .is_padded = true, .borrow = true};
    ptc_json_error error;
    const char *why;
    ptc_value row;

    ptc_arena_reset(&reader->line);
    if (ptc_json_read(&reader->line, line.ptr, line.len, &options, &row, NULL, &error) !=
        PTC_OK)
        why = error.message.ptr;
    else
        why = trace_take_row(reader, &row);
    if (why != NULL && !reader->is_refused)
        reader->refuse(number, why, reader->user);
}

void ptc_trace_reader_end(ptc_trace_reader *reader)
{
    ptc_trace_run *run;

    do { /* the oldest first */
        run = NULL;
        for (ptc_trace_run *at = reader->runs; at != NULL; at = at->next) {
            if (at->parent.len == 0)
                run = at;
        }
        if (run != NULL)
            trace_give(reader, run);
    } while (run != NULL);
    while ((run = reader->runs) != NULL) { /* those whose cause is not in the log */
        while (run->next != NULL)
            run = run->next;
        trace_give(reader, run);
    }
    ptc_arena_free(&reader->line);
}
