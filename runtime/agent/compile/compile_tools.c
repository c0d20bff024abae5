/* SPDX-License-Identifier: MIT */
/*
 * Tools while an agent is compiled: their answers are recorded, so that samples can be
 * run again without them. Recordings have full values of the right types instead of
 * firewalled ones. [subagent 15]
 */
#include "agent/compile/compile_int.h"
#include "agent/host/export.h"
#include "agent/model/llm_cassette.h"
#include "agent/program/program_int.h"

typedef struct deck_tool {
    ptc_tool_deck *deck;
    const ptc_agent_tool *row;
} deck_tool;

/* --- Hidden values ----------------------------------------------------------------- */

bool ptc_derive_hide(ptc_arena *arena, const ptc_agent_options *options,
                     const ptc_schema *schema, bool is_input, const ptc_value *value,
                     ptc_value *out, bool *is_changed)
{
    ptc_export rules = {.arena = arena,
                        .redaction = {.secrets = options->redaction.secrets}};
    ptc_tape_filled filled;
    ptc_schema part;
    const ptc_schema *type = NULL;

    if (schema != NULL) {
        const ptc_schema_node *root = ptc_schema_root(schema);

        part = *schema;
        if (root->type == PTC_TYPE_FUNCTION)
            part.root = root->first + (is_input ? 0 : 1);
        type = &part;
    }
    *out = ptc_export_value(&rules, PTC_STR(""), value, type);
    if (is_changed != NULL)
        *is_changed = rules.has_changed;
    if (rules.failed)
        return false;
    if (!rules.has_changed || type == NULL)
        return true;
    /* A value without another one of its type stays as it is shown. */
    if (ptc_tape_fill(type, out, arena, &filled) == PTC_ERROR_MEMORY)
        return false;
    *out = filled.result;
    return true;
}

static const ptc_schema *deck_signature(const deck_tool *tool)
{
    return tool->row->function != NULL ? tool->row->function->signature
                                       : tool->row->compiled->signature;
}

/* --- Recording --------------------------------------------------------------------- */

static bool deck_copy(ptc_tool_deck *deck, const ptc_value *value, ptc_value *out)
{
    ptc_status status = ptc_value_copy(deck->arena, value, out);

    deck->failed = deck->failed || status == PTC_ERROR_MEMORY;
    return status == PTC_OK;
}

static ptc_str deck_text(ptc_tool_deck *deck, const char *text)
{
    ptc_str copy = ptc_str_copy(deck->arena, ptc_str_of(text));

    deck->failed = deck->failed || copy.ptr == NULL;
    return copy;
}

/* A text from the tool, without secrets. */
static ptc_str deck_shown_text(ptc_tool_deck *deck, const char *text,
                               const char *otherwise, bool *is_changed)
{
    ptc_export rules = {.arena = deck->arena,
                        .redaction = {.secrets = deck->options->redaction.secrets}};
    ptc_str own = deck_text(deck, text != NULL ? text : otherwise);
    ptc_str shown = ptc_export_text(&rules, PTC_STR(""), own);

    deck->failed = deck->failed || rules.failed;
    *is_changed = *is_changed || rules.has_changed;
    return shown;
}

/* Adds the outcome of the call. A value that nests too deep is left out: the tool
 * registry refuses it to the program. */
static void deck_record(const deck_tool *tool, const ptc_tool_call *call, bool is_good)
{
    ptc_tool_deck *deck = tool->deck;
    ptc_tape_call row = {.shown = {.name = ptc_str_of(call->tool->name),
                                   .message = {NULL, 0},
                                   .reason = PTC_STR("")}};
    const ptc_schema *schema = deck_signature(tool);
    bool is_changed = false;
    ptc_tape_call *added;

    if (!deck_copy(deck, &call->told, &row.arguments) ||
        (is_good && !deck_copy(deck, &call->result, &row.result)))
        return;
    if (!is_good) {
        row.result = ptc_value_nil();
        row.shown.message =
            deck_shown_text(deck, call->message, "no reason given", &row.is_changed);
        row.shown.reason = deck_shown_text(deck, call->reason, "", &row.is_changed);
    }
    deck->failed = deck->failed ||
                   !ptc_derive_hide(deck->arena, deck->options, schema, true,
                                    &row.arguments, &row.shown.arguments, &is_changed);
    row.is_changed = row.is_changed || is_changed;
    deck->failed =
        deck->failed || !ptc_derive_hide(deck->arena, deck->options, schema, false,
                                         &row.result, &row.shown.result, &is_changed);
    row.is_changed = row.is_changed || is_changed;
    row.shown.name = deck_text(deck, call->tool->name);
    added = PTC_ARENA_PUSH(deck->arena, deck->tape->calls, deck->tape->count,
                           deck->tape->capacity);
    deck->failed = deck->failed || added == NULL;
    if (added != NULL)
        *added = row;
}

/* A compiled agent below: as a tool with its own run, with its caller's time. */
static ptc_status deck_run_compiled(const deck_tool *tool, ptc_tool_call *call)
{
    ptc_agent_overrides overrides = {.struct_size = sizeof overrides};
    ptc_agent_options options = *tool->deck->options;
    const ptc_step *step;
    ptc_status status;

    if (call->time_ms < PTC_PLAN_MS_MAX)
        overrides.mission_timeout_ms = call->time_ms > 0 ? call->time_ms : 1;
    options.overrides = &overrides;
    options.context = NULL;
    options.from = NULL;
    options.context_signature = NULL;
    status = ptc_compiled_run(call->arena, tool->row->compiled, &call->arguments,
                              &options, &step);
    if (step == NULL)
        return status == PTC_ERROR_ARGUMENT ? status : PTC_ERROR_MEMORY;
    if (status == PTC_OK) {
        call->result = step->result;
        return PTC_OK;
    }
    call->message = ptc_str_copy(call->arena, ptc_run_why(step)).ptr;
    call->reason = ptc_str_copy(call->arena, step->fail.reason).ptr;
    return status;
}

static ptc_status deck_call_live(const deck_tool *tool, ptc_tool_call *call)
{
    const ptc_tool *function = tool->row->function;
    ptc_status status;

    if (function == NULL)
        status = deck_run_compiled(tool, call);
    else
        status = function->function(call, function->user);
    if (status == PTC_ERROR_MEMORY)
        tool->deck->failed = true;
    else
        deck_record(tool, call, status == PTC_OK);
    return tool->deck->failed ? PTC_ERROR_MEMORY : status;
}

/* --- Answering --------------------------------------------------------------------- */

/* The next call with these arguments that has not answered yet, else the last one that
 * has; NULL when there is none. */
static ptc_tape_call *deck_find(ptc_tool_deck *deck, ptc_str name,
                                const ptc_value *arguments)
{
    bool is_exact = deck->answers == PTC_ANSWERS_EXACT;
    ptc_tape_call *last = NULL;

    for (size_t i = 0; i < deck->tape->count; i++) {
        ptc_tape_call *row = &deck->tape->calls[i];

        if (!ptc_str_equal(row->shown.name, name) ||
            !ptc_derive_equal(is_exact ? &row->arguments : &row->shown.arguments,
                              arguments))
            continue;
        last = row;
        if (!row->is_used)
            break;
    }
    return last;
}

static ptc_status deck_miss(const deck_tool *tool, ptc_tool_call *call,
                            const ptc_value *arguments)
{
    static const ptc_show_options show = {
        .struct_size = sizeof show, .hide_firewalled = true, .text_max = 200};
    ptc_tool_deck *deck = tool->deck;
    ptc_text text;

    ptc_text_init(&text, deck->arena);
    ptc_text_cstr(&text, "no recorded answer for (tool/");
    ptc_text_cstr(&text, call->tool->name);
    ptc_text_byte(&text, ' ');
    ptc_schema_write_value(&text, NULL, arguments, PTC_INPUT, &show);
    ptc_text_byte(&text, ')');
    if (deck->missed.ptr == NULL)
        deck->missed = ptc_text_view(&text);
    deck->failed = deck->failed || text.failed;
    call->is_final = true;
    call->message = "no recording has an answer";
    return deck->failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

static ptc_status deck_answer(const deck_tool *tool, ptc_tool_call *call)
{
    ptc_tool_deck *deck = tool->deck;
    bool is_exact = deck->answers == PTC_ANSWERS_EXACT;
    ptc_value arguments = call->told;
    ptc_tape_call *used;
    ptc_tape_call *row;

    if (!is_exact && !ptc_derive_hide(call->arena, deck->options, deck_signature(tool),
                                      true, &call->told, &arguments, NULL))
        return PTC_ERROR_MEMORY;
    row = deck_find(deck, ptc_str_of(call->tool->name), &arguments);
    if (row == NULL)
        return deck_miss(tool, call, &arguments);
    row->is_used = true;
    used = PTC_ARENA_PUSH(deck->arena, deck->used.calls, deck->used.count,
                          deck->used.capacity);
    if (used == NULL) {
        deck->failed = true;
        return PTC_ERROR_MEMORY;
    }
    *used = *row;
    if (row->shown.message.ptr == NULL) {
        call->result = is_exact ? row->result : row->shown.result;
        return PTC_OK;
    }
    call->message = ptc_str_cstring(call->arena, row->shown.message);
    if (row->shown.reason.len > 0)
        call->reason = ptc_str_cstring(call->arena, row->shown.reason);
    return call->arena->failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

static ptc_status deck_call(ptc_tool_call *call, void *user)
{
    const deck_tool *tool = user;

    return tool->deck->answers == PTC_ANSWERS_LIVE ? deck_call_live(tool, call)
                                                   : deck_answer(tool, call);
}

/* --- The wrapped tools
 * -------------------------------------------------------------- */

bool ptc_deck_make(ptc_arena *arena, const ptc_agent_tool *tools, size_t count,
                   const ptc_agent_options *options, ptc_tool_deck *out)
{
    deck_tool *states = ptc_arena_array(arena, count, sizeof *states);
    ptc_tool *functions = ptc_arena_array(arena, count, sizeof *functions);
    ptc_agent_tool *rows = ptc_arena_array(arena, count, sizeof *rows);

    *out = (ptc_tool_deck){.arena = arena,
                           .options = options,
                           .tools = tools,
                           .wrapped = rows,
                           .count = count,
                           .missed = {NULL, 0}};
    if (states == NULL || functions == NULL || rows == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const ptc_agent_tool *row = &tools[i];

        states[i] = (deck_tool){out, row};
        rows[i] = *row;
        functions[i] = row->function != NULL
                           ? *row->function
                           : (ptc_tool){.name = row->name,
                                        .description = row->compiled->description,
                                        .signature = row->compiled->signature};
        rows[i].function = &functions[i];
        rows[i].compiled = NULL;
        if (functions[i].flags & PTC_TOOL_PLANNING)
            continue;
        functions[i].function = deck_call;
        functions[i].user = &states[i];
    }
    return true;
}

void ptc_deck_start(ptc_tool_deck *deck, ptc_answers answers, ptc_call_tape *tape)
{
    deck->answers = answers;
    deck->tape = tape;
    deck->used = (ptc_call_tape){NULL, 0, 0};
    deck->missed = ptc_str_make(NULL, 0);
    for (size_t i = 0; answers != PTC_ANSWERS_LIVE && i < tape->count; i++)
        tape->calls[i].is_used = false;
}

bool ptc_tape_of_calls(ptc_arena *arena, const ptc_recorded_call *calls, size_t count,
                       ptc_call_tape *out)
{
    *out = (ptc_call_tape){.calls = ptc_arena_array(arena, count, sizeof *out->calls),
                           .count = count,
                           .capacity = count};
    for (size_t i = 0; out->calls != NULL && i < count; i++)
        out->calls[i] = (ptc_tape_call){.shown = calls[i],
                                        .arguments = calls[i].arguments,
                                        .result = calls[i].result};
    return out->calls != NULL;
}
