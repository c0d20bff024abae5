/* SPDX-License-Identifier: MIT */
/*
 * Traces: the kept part of every turn, within a bound.
 *
 * During a run each turn has its own page of memory, so that the oldest can be given
 * back: their prompts and results become sizes, then their replies and programs. When the
 * run is over, the rest is copied next to the step. The conversation, the system prompt
 * and the steps of children are only referred to. [subagent 13]
 */
#include "agent/host/export.h"
#include "agent/host/host_int.h"
#include "agent/host/show.h"
#include "agent/story/step_json.h"
#include "agent/story/story_int.h"
#include "lisp/heap/take.h"

enum {
    TRACE_SUMMARY = 200,   /* code points of arguments and results, without debug */
    TRACE_MOST = 64 << 20, /* bytes of a run */
    TRACE_SMALL = 64,      /* bytes of a text that is not worth shortening */
};

/* The memory of a turn of the trace, until the run is over. */
typedef struct ptc_trace_page {
    ptc_arena arena;
    unsigned shrunk; /* how much of it was replaced by sizes */
} ptc_trace_page;

/* --- Copies ------------------------------------------------------------------------ */

static void trace_copy_text(ptc_arena *arena, ptc_str *text)
{
    ptc_str copy = text->len > 0 ? ptc_str_copy(arena, *text) : ptc_str_make("", 0);

    *text = copy.ptr != NULL ? copy : ptc_str_make("", 0);
}

/* A value nested too deep for data is left out: only a host can have made it. */
static void trace_copy_value(ptc_arena *arena, ptc_value *value)
{
    ptc_value from = *value;

    ptc_value_copy(arena, &from, value);
}

static void trace_copy_fail(ptc_arena *arena, ptc_fail *fail)
{
    trace_copy_text(arena, &fail->reason);
    trace_copy_text(arena, &fail->message);
    trace_copy_text(arena, &fail->op);
    trace_copy_value(arena, &fail->details);
}

static void trace_copy_calls(ptc_arena *arena, ptc_trace_turn *turn)
{
    ptc_trace_call *calls = ptc_arena_array(arena, turn->call_count, sizeof *calls);

    for (size_t i = 0; calls != NULL && i < turn->call_count; i++) {
        calls[i] = turn->calls[i];
        trace_copy_text(arena, &calls[i].name);
        trace_copy_value(arena, &calls[i].args);
        trace_copy_value(arena, &calls[i].result);
        trace_copy_text(arena, &calls[i].error);
        trace_copy_text(arena, &calls[i].shown_args);
        trace_copy_text(arena, &calls[i].shown_result);
    }
    turn->calls = calls;
    if (calls == NULL)
        turn->call_count = 0;
}

/* Makes the turn independent of the former places of its parts; arena->failed when
 * refused. */
static void trace_copy_turn(ptc_arena *arena, ptc_trace_turn *turn)
{
    ptc_str *texts[] = {&turn->llm_response, &turn->reasoning, &turn->model,
                        &turn->source,       &turn->ast,       &turn->parse_error,
                        &turn->prints,       &turn->warnings,  &turn->shown_result};
    ptc_value *values[] = {&turn->result, &turn->memory_delta, &turn->memory,
                           &turn->context_snapshot};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        trace_copy_text(arena, texts[i]);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        trace_copy_value(arena, values[i]);
    trace_copy_fail(arena, &turn->error);
    if (turn->call_count > 0)
        trace_copy_calls(arena, turn);
}

/* --- The record of a turn
 * ------------------------------------------------------------ */

/* The beginning of the value as text; lasts as long as scratch. */
static ptc_str trace_summary(ptc_run *run, const ptc_schema *schema,
                             const ptc_value *value, ptc_show_style style, bool is_open)
{
    ptc_value shown = ptc_secrets_hide_value(run->tree->options->redaction.secrets,
                                             &run->scratch, value);
    ptc_show_limits limits = {.text = TRACE_SUMMARY};
    ptc_text text;

    ptc_text_init(&text, &run->scratch);
    ptc_show_value(&text, schema, &shown, style, limits, is_open);
    return ptc_text_view(&text);
}

/* For a value too large for the interpreter's records: its beginning, as text. */
static ptc_str trace_summarise(ptc_run *run, const ptc_schema *schema,
                               const ptc_value *value, bool is_cut, bool is_open)
{
    ptc_str text;

    if (!is_cut || value->kind != PTC_STRING)
        return trace_summary(run, schema, value, PTC_SHOW_JSON, is_open);
    text = ptc_secrets_hide(&run->scratch, run->tree->options->redaction.secrets,
                            ptc_value_text(value));
    text.len = ptc_utf8_prefix(text.ptr, text.len, TRACE_SUMMARY);
    return text;
}

static const ptc_schema *trace_signature(const ptc_run *run, const char *tool)
{
    for (size_t i = 0; i < run->plan->agent.tool_count; i++) {
        const ptc_plan_tool *known = &run->plan->tools[i];

        if (strcmp(known->tool->name, tool) == 0)
            return known->schema;
    }
    return NULL;
}

static void trace_describe_call(ptc_run *run, const ptc_tool_record *record,
                                ptc_trace_call *call)
{
    const ptc_schema *schema = trace_signature(run, record->name);

    *call = (ptc_trace_call){
        .name = ptc_str_of(record->name),
        .args = record->arguments,
        .result = record->error == NULL ? record->result : ptc_value_nil(),
        .is_full = run->tree->options->debug,
        .shown_args = trace_summarise(run, schema, &record->arguments,
                                      record->is_arguments_cut, false),
        .signature = schema,
        .error = ptc_str_of(record->error),
        .duration_ms = record->time_ms,
        .child = record->step,
        .is_cached = record->is_cached,
    };
    if (record->error == NULL)
        call->shown_result =
            trace_summarise(run, schema, &record->result, record->is_result_cut, false);
    if (call->is_full)
        return;
    call->args = ptc_value_string(
        trace_summarise(run, schema, &record->arguments, record->is_arguments_cut, true));
    if (record->error == NULL)
        call->result = ptc_value_string(
            trace_summarise(run, schema, &record->result, record->is_result_cut, true));
}

static void trace_describe_calls(ptc_run *run, const ptc_lisp_result *result,
                                 ptc_trace_turn *turn)
{
    ptc_trace_call *calls =
        ptc_arena_array(&run->scratch, result->call_count, sizeof *calls);

    for (size_t i = 0; calls != NULL && i < result->call_count; i++)
        trace_describe_call(run, &result->calls[i], &calls[i]);
    turn->calls = calls;
    turn->call_count = calls != NULL ? result->call_count : 0;
}

static void trace_describe(ptc_run *run, const ptc_llm_request *request,
                           const ptc_llm_reply *reply, const ptc_outcome *outcome,
                           ptc_trace_turn *turn)
{
    *turn = (ptc_trace_turn){
        .turn = run->turn,
        .type = outcome->type,
        .is_good = outcome->is_good,
        .duration_ms = outcome->duration_ns / 1000000u,
        .expanded_template = run->mission,
        .source = outcome->reply.program,
        .result = outcome->value,
        .is_return = outcome->is_return,
        .error = outcome->error,
        .warnings = outcome->warnings,
        .memory_delta = outcome->memory_delta,
        .input_tokens = reply != NULL ? reply->input_tokens : -1,
        .output_tokens = reply != NULL ? reply->output_tokens : -1,
    };
    if (turn->memory_delta.kind == PTC_NIL) /* as in the step: nothing is an empty map */
        ptc_map_make(&run->scratch, NULL, 0, &turn->memory_delta, NULL);
    turn->timestamp_ms =
        ptc_host_wall_clock(run->tree->host) - (int64_t)turn->duration_ms;
    if (turn->is_good)
        turn->shown_result =
            trace_summary(run, run->plan->signature, &turn->result, PTC_SHOW_LISP, false);
    if (request != NULL) {
        turn->system = request->system;
        turn->messages = request->messages;
        turn->message_count = request->message_count;
        turn->message_size = request->message_size;
        turn->part_size = request->part_size;
    }
    if (reply != NULL) {
        turn->llm_response = reply->content;
        turn->reasoning = reply->reasoning;
        turn->model = reply->model;
    }
    if (ptc_str_equal(turn->error.reason, PTC_STR("parse_error")))
        turn->parse_error = turn->error.message;
    if (outcome->result != NULL) {
        turn->prints = outcome->result->output;
        trace_describe_calls(run, outcome->result, turn);
    }
    if (run->tree->options->debug) {
        turn->ast = outcome->ast;
        turn->context_snapshot = run->context;
        if (ptc_lisp_memory(&run->scratch, run->lisp, &turn->memory) != PTC_OK)
            turn->memory = ptc_value_nil();
    }
}

/* --- Sizes instead of parts without room
 * ---------------------------------------------- */

static void trace_write_size(ptc_arena *arena, size_t size, ptc_str *out)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_byte(&text, '<');
    ptc_text_uint(&text, size);
    ptc_text_cstr(&text, " bytes>");
    *out = ptc_text_view(&text);
}

static void trace_shrink_text(ptc_arena *arena, ptc_str *text)
{
    if (text->len > TRACE_SMALL)
        trace_write_size(arena, text->len, text);
}

static void trace_shrink_value(ptc_arena *arena, ptc_value *value)
{
    bool is_utf8;
    size_t size = ptc_data_measure(value, SIZE_MAX - 1, &is_utf8);
    ptc_str text;

    if (size <= TRACE_SMALL)
        return;
    trace_write_size(arena, size, &text);
    *value = ptc_value_string(text);
}

/* One message gives the size of all. */
static void trace_shrink_messages(ptc_arena *arena, ptc_trace_turn *turn)
{
    ptc_message *message;
    size_t size = 0;

    for (size_t i = 0; i < turn->message_count; i++)
        size += ptc_turn_message(turn, i)->content.len;
    if (size <= TRACE_SMALL)
        return;
    message = ptc_arena_array(arena, 1, sizeof *message);
    if (message == NULL)
        return;
    message->role = PTC_ROLE_USER;
    trace_write_size(arena, size, &message->content);
    turn->messages = message;
    turn->message_count = 1;
    turn->message_size = sizeof *message;
    turn->part_size = sizeof(ptc_part);
}

static void trace_shrink_calls(ptc_arena *arena, ptc_trace_turn *turn, unsigned level)
{
    for (size_t i = 0; i < turn->call_count; i++) {
        ptc_trace_call *call = (ptc_trace_call *)&turn->calls[i]; /* our own copy */

        trace_shrink_value(arena, &call->args);
        trace_shrink_value(arena, &call->result);
        if (level < 2)
            continue;
        trace_shrink_text(arena, &call->shown_args);
        trace_shrink_text(arena, &call->shown_result);
        trace_shrink_text(arena, &call->error);
    }
}

/*
 * `level` 1: prompts and results; 2: also replies and programs. Sizes of parts that a
 * turn only refers to are in the arena of the run: its page has no such text.
 */
static void trace_shrink_turn(ptc_run *run, ptc_arena *arena, ptc_trace_turn *turn,
                              unsigned level)
{
    ptc_value *values[] = {&turn->result, &turn->memory_delta, &turn->memory,
                           &turn->context_snapshot, &turn->error.details};

    trace_shrink_messages(run->arena, turn);
    trace_shrink_text(run->arena, &turn->system);
    trace_shrink_text(run->arena, &turn->expanded_template);
    trace_shrink_text(arena, &turn->prints);
    trace_shrink_text(arena, &turn->ast);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        trace_shrink_value(arena, values[i]);
    trace_shrink_calls(arena, turn, level);
    if (level < 2)
        return;
    trace_shrink_text(arena, &turn->llm_response);
    trace_shrink_text(arena, &turn->reasoning);
    trace_shrink_text(arena, &turn->source);
}

/* --- Pages ------------------------------------------------------------------------- */

static bool trace_keep(ptc_run *run, const ptc_trace_turn *turn)
{
    ptc_trace_turn *kept =
        PTC_ARENA_PUSH(run->arena, run->turns, run->turn_count, run->turn_capacity);
    ptc_trace_page *page;

    if (kept == NULL)
        return false;
    run->turn_count--; /* also until there is a page */
    page = PTC_ARENA_PUSH(run->arena, run->pages, run->page_count, run->page_capacity);
    if (page == NULL)
        return false;
    run->turn_count++;
    page->shrunk = 0;
    ptc_arena_init(&page->arena, &run->tree->host->arena.allocator, 0);
    *kept = *turn;
    trace_copy_turn(&page->arena, kept);
    return !page->arena.failed;
}

/* Puts a shrunk copy of the turn into its own page; returns the memory given back. */
static size_t trace_shrink_page(ptc_run *run, size_t index, unsigned level)
{
    ptc_trace_page *page = &run->pages[index];
    ptc_trace_turn turn = run->turns[index];
    ptc_arena old = page->arena;
    size_t before = old.held;

    trace_shrink_turn(run, &old, &turn, level);
    ptc_arena_init(&page->arena, &old.allocator, 0);
    trace_copy_turn(&page->arena, &turn);
    if (page->arena.failed)
        run->arena->failed = true;
    ptc_arena_free(&old);
    page->shrunk = level;
    run->turns[index] = turn;
    return before > page->arena.held ? before - page->arena.held : 0;
}

/* Shrinks the oldest turns until all fit; the newest stays whole. */
static void trace_make_room(ptc_run *run)
{
    size_t most = TRACE_MOST;
    size_t held = 0;

    for (size_t i = 0; i < run->turn_count; i++)
        held += run->pages[i].arena.held;
    for (unsigned level = 1; level <= 2; level++) {
        for (size_t i = 0; i + 1 < run->turn_count && held > most; i++) {
            if (run->pages[i].shrunk < level)
                held -= trace_shrink_page(run, i, level);
        }
    }
}

static void trace_add_tokens(int64_t *sum, int64_t count)
{
    if (count >= 0)
        *sum = *sum < 0 ? count : *sum + count;
}

/* --- The parts of runs ------------------------------------------------------------- */

void ptc_trace_add(ptc_run *run, const ptc_llm_request *request,
                   const ptc_llm_reply *reply, const ptc_outcome *outcome)
{
    trace_describe(run, request, reply, outcome, &run->newest);
    if (run->tree->options->trace == PTC_TRACE_MODE_NONE)
        return;
    if (trace_keep(run, &run->newest))
        trace_make_room(run);
    else
        run->arena->failed = true;
}

/* Moves the trace next to the step: its turns leave their pages. */
static const ptc_trace *trace_make(ptc_run *run)
{
    ptc_trace *trace = ptc_arena_array(run->arena, 1, sizeof *trace);

    if (trace == NULL)
        return NULL;
    *trace = (ptc_trace){.turns = run->turns,
                         .turn_count = run->turn_count,
                         .duration_ms = run->step->usage.duration_ms,
                         .input_tokens = -1,
                         .output_tokens = -1};
    for (size_t i = 0; i < run->turn_count; i++) {
        const ptc_trace_turn *turn = &run->turns[i];

        trace_copy_turn(run->arena, &run->turns[i]);
        trace_add_tokens(&trace->input_tokens, turn->input_tokens);
        trace_add_tokens(&trace->output_tokens, turn->output_tokens);
    }
    return trace;
}

void ptc_trace_finish(ptc_run *run, bool is_ok)
{
    ptc_trace_mode mode = run->tree->options->trace;

    memcpy(run->step->span_id, run->span_id, sizeof run->span_id);
    run->step->agent = ptc_str_copy(run->arena, ptc_str_of(run->plan->agent.name));
    if (mode == PTC_TRACE_MODE_KEEP || (mode == PTC_TRACE_MODE_ON_ERROR && !is_ok))
        run->step->trace = trace_make(run);
    ptc_trace_free(run);
}

void ptc_trace_free(ptc_run *run)
{
    for (size_t i = 0; i < run->page_count; i++)
        ptc_arena_free(&run->pages[i].arena);
    run->page_count = 0;
    run->turn_count = 0;
}
