/* SPDX-License-Identifier: MIT */
/*
 * Steps as JSON, in the shape of <ptc/step.h>: everything, firewalled. Parts that every
 * turn of a conversation repeats are written once: system prompts where they changed,
 * messages where they are new ("messages_from" says how many came before). [subagent 13]
 */
#include "agent/story/step_json.h"

enum { STEP_JSON_LEVELS = 8 }; /* of children */

static void step_json_step(ptc_record_writer *record, const char *key,
                           const ptc_step *step, unsigned levels);

void ptc_record_fail(ptc_record_writer *record, const char *key, const ptc_schema *schema,
                     const ptc_fail *fail)
{
    if (fail->reason.len == 0) {
        ptc_record_null(record, key);
        return;
    }
    ptc_record_open(record, key, '{');
    ptc_record_text(record, "reason", fail->reason); /* a program may have made it */
    ptc_record_text(record, "message", fail->message);
    ptc_record_some_text(record, "op", fail->op);
    if (fail->details.kind != PTC_NIL)
        ptc_record_typed(record, "details", schema, &fail->details);
    ptc_record_close(record, '}');
}

void ptc_record_tokens(ptc_record_writer *record, const char *key, int64_t input,
                       int64_t output)
{
    if (input < 0 && output < 0) {
        ptc_record_null(record, key);
        return;
    }
    ptc_record_open(record, key, '{');
    ptc_record_count(record, "input", input);
    ptc_record_count(record, "output", output);
    ptc_record_close(record, '}');
}

void ptc_record_usage(ptc_record_writer *record, const char *key, const ptc_usage *usage)
{
    ptc_record_open(record, key, '{');
    ptc_record_int(record, "duration_ms", (int64_t)usage->duration_ms);
    ptc_record_int(record, "turns", usage->turns);
    ptc_record_int(record, "memory_bytes", (int64_t)usage->memory_bytes);
    ptc_record_int(record, "llm_requests", usage->llm_requests);
    if (usage->input_tokens >= 0)
        ptc_record_int(record, "input_tokens", usage->input_tokens);
    if (usage->output_tokens >= 0)
        ptc_record_int(record, "output_tokens", usage->output_tokens);
    if (usage->input_tokens >= 0 && usage->output_tokens >= 0)
        ptc_record_int(record, "total_tokens",
                       usage->input_tokens + usage->output_tokens);
    ptc_record_bool(record, "fallback_used", usage->fallback_used);
    ptc_record_close(record, '}');
}

void ptc_record_messages(ptc_record_writer *record, const char *key,
                         const ptc_trace_turn *turn, size_t start)
{
    ptc_record_open(record, key, '[');
    for (size_t i = start; i < turn->message_count; i++) {
        const ptc_message *message = ptc_turn_message(turn, i);

        ptc_record_open(record, NULL, '{');
        ptc_record_name(record, "role", ptc_str_of(ptc_role_name(message->role)));
        ptc_record_text(record, "content", message->content);
        ptc_record_close(record, '}');
    }
    ptc_record_close(record, ']');
}

const char *ptc_turn_type_name(ptc_turn_type type)
{
    static const char *const names[] = {
        [PTC_TURN_NORMAL] = "normal",       [PTC_TURN_RETRY] = "retry",
        [PTC_TURN_NO_CODE] = "no_code",     [PTC_TURN_TRUNCATED] = "truncated",
        [PTC_TURN_LLM_ERROR] = "llm_error",
    };

    return (unsigned)type < sizeof names / sizeof *names ? names[type] : "";
}

/* --- Turns ------------------------------------------------------------------------- */

static void step_json_call(ptc_record_writer *record, const ptc_trace_call *call,
                           unsigned levels)
{
    bool is_open = record->rules->is_raw;

    ptc_record_open(record, NULL, '{');
    ptc_record_name(record, "name", call->name);
    if (call->is_full || is_open) {
        ptc_record_typed(record, "args", call->signature, &call->args);
        ptc_record_typed(record, "result", call->signature, &call->result);
    } else {
        ptc_record_text(record, "args", call->shown_args);
        ptc_record_text(record, "result", call->shown_result);
    }
    ptc_record_int(record, "duration_ms", (int64_t)call->duration_ms);
    if (call->error.len > 0)
        ptc_record_text(record, "error", call->error);
    else
        ptc_record_null(record, "error");
    if (call->is_cached)
        ptc_record_bool(record, "cached", true);
    if (call->child != NULL && levels > 0)
        step_json_step(record, "child_step", call->child, levels - 1);
    ptc_record_close(record, '}');
}

size_t ptc_turn_messages_known(const ptc_trace_turn *turn, const ptc_trace_turn *before)
{
    size_t known = before != NULL ? before->message_count : 0;

    if (known > turn->message_count)
        return 0;
    /* The messages of a conversation never move: the last one answers for all. */
    if (known > 0 && ptc_turn_message(turn, known - 1)->content.ptr !=
                         ptc_turn_message(before, known - 1)->content.ptr)
        return 0;
    return known;
}

static void step_json_prompt(ptc_record_writer *record, const ptc_trace_turn *turn,
                             const ptc_trace_turn *before)
{
    size_t known = ptc_turn_messages_known(turn, before);

    ptc_record_open(record, "prompt", '{');
    if (before == NULL || !ptc_str_equal(before->system, turn->system))
        ptc_record_text(record, "system", turn->system);
    ptc_record_int(record, "messages_from", (int64_t)known);
    ptc_record_messages(record, "messages", turn, known);
    ptc_record_text(record, "expanded_template", turn->expanded_template);
    ptc_record_close(record, '}');
}

static void step_json_execution(ptc_record_writer *record, const ptc_step *step,
                                const ptc_trace_turn *turn, unsigned levels)
{
    ptc_record_open(record, "execution", '{');
    ptc_record_typed(record, "result", step->signature, &turn->result);
    ptc_record_bool(record, "is_return", turn->is_return);
    ptc_record_open(record, "tool_calls", '[');
    for (size_t i = 0; i < turn->call_count; i++)
        step_json_call(record, &turn->calls[i], levels);
    ptc_record_close(record, ']');
    ptc_record_fail(record, "error", step->signature, &turn->error);
    if (turn->context_snapshot.kind != PTC_NIL)
        ptc_record_typed(record, "context_snapshot", step->signature,
                         &turn->context_snapshot);
    ptc_record_close(record, '}');
}

static void step_json_program(ptc_record_writer *record, const ptc_trace_turn *turn)
{
    ptc_record_open(record, "program", '{');
    ptc_record_text(record, "source", turn->source);
    ptc_record_some_text(record, "ast", turn->ast);
    if (turn->parse_error.len > 0)
        ptc_record_text(record, "parse_error", turn->parse_error);
    else
        ptc_record_null(record, "parse_error");
    ptc_record_close(record, '}');
}

static void step_json_turn(ptc_record_writer *record, const ptc_step *step, size_t index,
                           unsigned levels)
{
    const ptc_trace_turn *turn = &step->trace->turns[index];

    ptc_record_open(record, NULL, '{');
    ptc_record_int(record, "turn", turn->turn);
    ptc_record_name(record, "type", ptc_str_of(ptc_turn_type_name(turn->type)));
    ptc_record_bool(record, "success", turn->is_good);
    ptc_record_time(record, "timestamp", turn->timestamp_ms);
    ptc_record_int(record, "duration_ms", (int64_t)turn->duration_ms);
    step_json_prompt(record, turn, index > 0 ? turn - 1 : NULL);
    ptc_record_text(record, "llm_response", turn->llm_response);
    ptc_record_some_text(record, "reasoning", turn->reasoning);
    ptc_record_some_text(record, "model", turn->model);
    step_json_program(record, turn);
    step_json_execution(record, step, turn, levels);
    ptc_record_some_text(record, "warnings", turn->warnings);
    ptc_record_text(record, "prints", turn->prints);
    ptc_record_typed(record, "memory_delta", step->signature, &turn->memory_delta);
    if (turn->memory.kind != PTC_NIL)
        ptc_record_typed(record, "memory", step->signature, &turn->memory);
    ptc_record_tokens(record, "tokens", turn->input_tokens, turn->output_tokens);
    ptc_record_close(record, '}');
}

static void step_json_trace(ptc_record_writer *record, const ptc_step *step,
                            unsigned levels)
{
    const ptc_trace *trace = step->trace;

    if (trace == NULL) {
        ptc_record_null(record, "trace");
        return;
    }
    ptc_record_open(record, "trace", '{');
    ptc_record_open(record, "turns", '[');
    for (size_t i = 0; i < trace->turn_count && !record->text->failed; i++)
        step_json_turn(record, step, i, levels);
    ptc_record_close(record, ']');
    ptc_record_int(record, "total_duration_ms", (int64_t)trace->duration_ms);
    ptc_record_tokens(record, "total_tokens", trace->input_tokens, trace->output_tokens);
    ptc_record_close(record, '}');
}

/* --- Steps ------------------------------------------------------------------------- */

static void step_json_signature(ptc_record_writer *record, const ptc_step *step)
{
    ptc_text text;

    if (step->signature == NULL) {
        ptc_record_null(record, "signature");
        return;
    }
    ptc_text_init(&text, record->rules->arena);
    ptc_schema_write_signature(&text, step->signature, NULL);
    record->text->failed = record->text->failed || text.failed;
    ptc_record_name(record, "signature", ptc_text_view(&text));
}

static void step_json_talk(ptc_record_writer *record, const ptc_step *step)
{
    const ptc_trace_turn talk = {.messages = step->messages,
                                 .message_count = step->message_count,
                                 .message_size = step->message_size};

    if (step->messages != NULL)
        ptc_record_messages(record, "messages", &talk, 0);
}

static void step_json_members(ptc_record_writer *record, const ptc_step *step,
                              unsigned levels)
{
    ptc_record_bool(record, "ok", step->is_ok);
    ptc_record_some_text(record, "agent", step->agent);
    ptc_record_typed(record, "return", step->signature, &step->result);
    ptc_record_fail(record, "fail", step->signature, &step->fail);
    ptc_record_typed(record, "memory", step->signature, &step->memory);
    ptc_record_typed(record, "memory_delta", step->signature, &step->memory_delta);
    step_json_signature(record, step);
    ptc_record_typed(record, "field_descriptions", NULL, &step->field_descriptions);
    ptc_record_usage(record, "usage", &step->usage);
    step_json_trace(record, step, levels);
    ptc_record_name(record, "trace_id", ptc_str_of(step->trace_id));
    if (step->parent_trace_id[0] != '\0')
        ptc_record_name(record, "parent_trace_id", ptc_str_of(step->parent_trace_id));
    else
        ptc_record_null(record, "parent_trace_id");
    step_json_talk(record, step);
    ptc_record_text(record, "prompt", step->prompt);
}

static void step_json_step(ptc_record_writer *record, const char *key,
                           const ptc_step *step, unsigned levels)
{
    bool was_mixed = record->is_mixed;

    record->is_mixed = false;
    ptc_record_open(record, key, '{');
    step_json_members(record, step, levels);
    ptc_record_mixed(record);
    ptc_record_close(record, '}');
    record->is_mixed = was_mixed;
}

/* Begins a document of a step; `rules` and `arena` are made here. */
static void step_json_begin(ptc_record_writer *record, ptc_text *text,
                            const ptc_step *step, unsigned flags, ptc_export *rules,
                            ptc_arena *arena)
{
    const ptc_allocator *allocator =
        text->arena->allocator.allocate != NULL ? &text->arena->allocator : NULL;

    ptc_arena_init(arena, allocator, 0);
    *rules = (ptc_export){.redaction = {.secrets = step->secrets},
                          .is_raw = (flags & PTC_TRACE_OPEN) != 0,
                          .arena = arena};
    ptc_record_init(record, text, rules);
}

/* Ends it; restores the text to `before` when memory was refused. */
static ptc_status step_json_end(ptc_record_writer *record, size_t before)
{
    bool is_good =
        !record->text->failed && !record->rules->failed && !record->path.failed;

    ptc_arena_free(record->rules->arena);
    if (is_good)
        return PTC_OK;
    record->text->len = before;
    return PTC_ERROR_MEMORY;
}

ptc_status ptc_step_write_result(ptc_text *text, const ptc_step *step, unsigned flags)
{
    size_t before = text->len;
    ptc_record_writer record;
    ptc_export rules;
    ptc_arena arena;

    step_json_begin(&record, text, step, flags, &rules, &arena);
    ptc_record_typed(&record, NULL, step->signature, &step->result);
    return step_json_end(&record, before);
}

ptc_status ptc_step_write_json(ptc_text *text, const ptc_step *step, unsigned flags)
{
    size_t before = text->len;
    ptc_record_writer record;
    ptc_export rules;
    ptc_arena arena;

    step_json_begin(&record, text, step, flags, &rules, &arena);
    step_json_step(&record, NULL, step, STEP_JSON_LEVELS);
    return step_json_end(&record, before);
}
