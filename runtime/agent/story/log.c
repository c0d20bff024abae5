/* SPDX-License-Identifier: MIT */
/*
 * The log of a run: every event as a JSON object on its own line, complete, so that
 * traces can be rebuilt from it alone. A conversation is logged once: a request says how
 * many messages it shares with the one before, and then lists the others. [subagent 13]
 */
#include "agent/story/log.h"

#include "agent/host/host_int.h"
#include "agent/story/spans.h"
#include "agent/story/step_json.h"

enum { LOG_SCHEMA_VERSION = 1 };

/* --- Members of single events
 * -------------------------------------------------------- */

static void log_run_start(ptc_record_writer *record, const ptc_run *run,
                          const ptc_event *event)
{
    const ptc_plan *plan = run->plan;
    ptc_text text;

    if (event->context != NULL)
        ptc_record_typed(record, "context", plan->signature, event->context);
    if (plan->signature != NULL) {
        ptc_text_init(&text, record->rules->arena);
        ptc_schema_write_signature(&text, plan->signature, NULL);
        ptc_record_name(record, "signature", ptc_text_view(&text));
    }
}

static void log_run_stop(ptc_record_writer *record, const ptc_run *run,
                         const ptc_event *event)
{
    const ptc_schema *schema = run->plan->signature;
    const ptc_step *step = event->step;

    ptc_record_name(record, "status", event->status);
    ptc_record_some_text(record, "error", event->error);
    if (step == NULL)
        return;
    ptc_record_text(record, "prompt", step->prompt);
    ptc_record_typed(record, "return", schema, &step->result);
    ptc_record_fail(record, "fail", schema, &step->fail);
    ptc_record_typed(record, "memory", schema, &step->memory);
    ptc_record_usage(record, "usage", &step->usage);
}

static void log_call(ptc_record_writer *record, const ptc_trace_call *call)
{
    ptc_record_open(record, NULL, '{');
    ptc_record_name(record, "name", call->name);
    ptc_record_text(record, "args", call->shown_args);
    ptc_record_text(record, "result", call->shown_result);
    ptc_record_some_text(record, "error", call->error);
    ptc_record_int(record, "duration_ms", (int64_t)call->duration_ms);
    if (call->child != NULL)
        ptc_record_name(record, "child", ptc_str_of(call->child->span_id));
    if (call->is_cached)
        ptc_record_bool(record, "cached", true);
    ptc_record_close(record, '}');
}

static void log_turn_stop(ptc_record_writer *record, const ptc_run *run)
{
    const ptc_schema *schema = run->plan->signature;
    const ptc_trace_turn *turn = &run->newest;

    if (turn->turn != run->turn)
        return;
    ptc_record_name(record, "type", ptc_str_of(ptc_turn_type_name(turn->type)));
    ptc_record_bool(record, "success", turn->is_good);
    ptc_record_text(record, "prompt", turn->expanded_template);
    ptc_record_some_text(record, "reasoning", turn->reasoning);
    ptc_record_some_text(record, "model", turn->model);
    ptc_record_text(record, "program", turn->source);
    ptc_record_some_text(record, "parse_error", turn->parse_error);
    ptc_record_typed(record, "result", schema, &turn->result);
    ptc_record_text(record, "shown_result", turn->shown_result);
    ptc_record_bool(record, "is_return", turn->is_return);
    ptc_record_fail(record, "error", schema, &turn->error);
    ptc_record_some_text(record, "warnings", turn->warnings);
    ptc_record_some_text(record, "prints", turn->prints);
    ptc_record_typed(record, "memory_delta", schema, &turn->memory_delta);
    ptc_record_open(record, "calls", '[');
    for (size_t i = 0; i < turn->call_count; i++)
        log_call(record, &turn->calls[i]);
    ptc_record_close(record, ']');
}

/* Messages of the request that are not in the log, when it continues the one before.
 * Tools that ask a model have their own conversations. */
static void log_llm_start(ptc_record_writer *record, ptc_run *run, const ptc_event *event)
{
    ptc_trace_turn asked = {.messages = event->messages,
                            .message_count = event->message_count,
                            .message_size = event->message_size,
                            .part_size = event->part_size,
                            .system = event->system};
    bool is_own = ptc_run_is_in_tool(run);
    const ptc_trace_turn *before = is_own || !run->has_logged ? NULL : &run->logged;
    size_t known = ptc_turn_messages_known(&asked, before);

    if (before == NULL || !ptc_str_equal(before->system, asked.system))
        ptc_record_text(record, "system", event->system);
    ptc_record_int(record, "messages_from", (int64_t)known);
    ptc_record_messages(record, "messages", &asked, known);
    if (is_own)
        return;
    run->logged = asked;
    run->has_logged = true;
}

static const ptc_schema *log_tool_schema(const ptc_run *run, ptc_str tool)
{
    for (size_t i = 0; i < run->plan->agent.tool_count; i++) {
        const ptc_plan_tool *known = &run->plan->tools[i];

        if (ptc_str_equal(ptc_str_of(known->tool->name), tool))
            return known->schema;
    }
    return NULL;
}

static void log_tool(ptc_record_writer *record, const ptc_run *run,
                     const ptc_event *event)
{
    const ptc_schema *schema = log_tool_schema(run, event->tool);

    if (event->args != NULL)
        ptc_record_typed(record, "args", schema, event->args);
    if (event->result != NULL)
        ptc_record_typed(record, "result", schema, event->result);
    if (event->is_cached)
        ptc_record_bool(record, "cached", true);
    ptc_record_some_text(record, "error", event->error);
}

static void log_data(ptc_record_writer *record, ptc_run *run, const ptc_event *event)
{
    switch (event->kind) {
    case PTC_EVENT_RUN_START:
        log_run_start(record, run, event);
        break;
    case PTC_EVENT_RUN_STOP:
    case PTC_EVENT_RUN_EXCEPTION:
        log_run_stop(record, run, event);
        break;
    case PTC_EVENT_TURN_STOP:
        log_turn_stop(record, run);
        break;
    case PTC_EVENT_LLM_START:
        log_llm_start(record, run, event);
        break;
    case PTC_EVENT_LLM_STOP:
        ptc_record_text(record, "response", event->response);
        ptc_record_some_text(record, "error", event->error);
        break;
    case PTC_EVENT_TOOL_START:
    case PTC_EVENT_TOOL_STOP:
    case PTC_EVENT_TOOL_EXCEPTION:
        log_tool(record, run, event);
        break;
    case PTC_EVENT_TURN_START:
    case PTC_EVENT_COUNT:
        break;
    }
}

/* --- Lines ------------------------------------------------------------------------- */

static void log_name_or_null(ptc_record_writer *record, const char *key, ptc_str name)
{
    if (name.len > 0)
        ptc_record_name(record, key, name);
    else
        ptc_record_null(record, key);
}

/* The agent is the host's own struct, in which an older host may lack a name. */
static const char *log_agent_name(const ptc_agent *agent)
{
    size_t least = offsetof(ptc_agent, name) + sizeof agent->name;

    return agent->struct_size >= least ? agent->name : NULL;
}

static bool log_has_duration(ptc_event_kind kind)
{
    return kind != PTC_EVENT_RUN_START && kind != PTC_EVENT_TURN_START &&
           kind != PTC_EVENT_LLM_START && kind != PTC_EVENT_TOOL_START;
}

static void log_line(ptc_record_writer *record, ptc_run *run, const ptc_event *event)
{
    ptc_record_open(record, NULL, '{');
    ptc_record_int(record, "schema_version", LOG_SCHEMA_VERSION);
    ptc_record_name(record, "event", ptc_str_of(ptc_event_name(event->kind)));
    ptc_record_name(record, "trace_id", ptc_str_of(event->trace_id));
    ptc_record_name(record, "span_id", ptc_str_of(event->span_id));
    log_name_or_null(record, "parent_span_id", ptc_str_of(event->parent_span_id));
    ptc_record_time(record, "timestamp", event->timestamp_ms);
    ptc_record_int(record, "seq", (int64_t)event->seq);
    log_name_or_null(
        record, "agent",
        ptc_str_of(event->agent != NULL ? log_agent_name(event->agent) : NULL));
    ptc_record_int(record, "turn", event->turn);
    if (log_has_duration(event->kind))
        ptc_record_int(record, "duration_ms", (int64_t)(event->duration_ns / 1000000u));
    else
        ptc_record_null(record, "duration_ms");
    ptc_record_tokens(record, "tokens", event->input_tokens, event->output_tokens);
    log_name_or_null(record, "tool", event->tool);
    ptc_record_open(record, "data", '{');
    log_data(record, run, event);
    ptc_record_close(record, '}');
    ptc_record_mixed(record);
    ptc_record_close(record, '}');
}

bool ptc_log_write(ptc_run *run, const ptc_event *event)
{
    const ptc_agent_options *options = run->tree->options;
    ptc_export rules = {.redaction = options->redaction, .is_raw = options->is_log_raw};
    const ptc_allocator *allocator = &run->tree->host->arena.allocator;
    ptc_record_writer record;
    ptc_arena arena;
    ptc_text line;
    bool is_good;

    ptc_arena_init(&arena, allocator, 0);
    rules.arena = &arena;
    if (!options->debug && !options->is_log_raw) {
        rules.value_max = PTC_RECORD_VALUE_MAX;
        rules.member_max = PTC_RECORD_STRING_MAX;
    }
    ptc_text_init(&line, &arena);
    ptc_record_init(&record, &line, &rules);
    record.string_max = PTC_RECORD_STRING_MAX;
    log_line(&record, run, event);
    is_good = !line.failed && !rules.failed && !record.path.failed &&
              options->log(ptc_text_view(&line), options->log_user);
    ptc_arena_free(&arena);
    return is_good;
}
