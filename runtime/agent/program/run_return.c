/* SPDX-License-Identifier: MIT */
/*
 * How programs end runs: their result is checked against the output type before memory
 * keeps their definitions; the argument of fail becomes the step's reason. [subagent
 * 4.2, validation 2, 9]
 */
#include "agent/program/program_int.h"
#include "base/base_int.h"

/* --- Checking ---------------------------------------------------------------------- */

/* Checks a result against the output type, according to the mode; coerces it. */
static ptc_status return_coerce(const ptc_run *run, ptc_value *value, ptc_arena *arena,
                                ptc_report *report)
{
    const ptc_walk_options options = {
        .struct_size = sizeof options,
        .mode = run->plan->agent.mode,
        .direction = PTC_OUTPUT,
        .boundary = PTC_BOUNDARY_LISP,
        .validators = run->tree->options->validators,
        .validator_count = run->tree->options->validator_count,
    };
    ptc_status status;
    ptc_schema output;

    ptc_report_init(report, arena);
    status = ptc_json_keys_check(value, report); /* in every mode: no one could read it */
    if (status != PTC_OK || run->plan->signature == NULL ||
        run->plan->agent.mode == PTC_MODE_DISABLED)
        return status;
    output = ptc_plan_output(run->plan);
    return ptc_schema_coerce(arena, &output, value, &options, value, report);
}

ptc_status ptc_run_judge_result(const ptc_run *run, ptc_lisp_result *result,
                                ptc_arena *arena, ptc_report *report)
{
    ptc_value given = result->value;
    ptc_status status;

    if (result->has_var) {
        ptc_report_init(report, arena);
        ptc_run_find_vars(&given, report);
        return PTC_ERROR_INVALID;
    }
    status = return_coerce(run, &result->value, arena, report);
    if (status != PTC_OK)
        result->value = given;
    return status;
}

bool ptc_run_accepts(const ptc_run *run, ptc_value *value, ptc_arena *arena)
{
    ptc_report report;

    return return_coerce(run, value, arena, &report) == PTC_OK;
}

const char *ptc_run_result_issues(const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, report->arena);
    for (size_t i = 0; i < report->error_count; i++) {
        ptc_text_cstr(&text, i > 0 ? "; " : "");
        ptc_issue_write(&text, &report->errors[i]);
    }
    return text.failed || text.len == 0 ? "the result does not fit" : text.ptr;
}

void ptc_run_warn_of_result(ptc_run *run, const ptc_report *report)
{
    ptc_text text;

    if (report->error_count == 0)
        return;
    ptc_text_init(&text, report->arena);
    ptc_report_write_errors(&text, report, "Return validation errors:");
    ptc_run_warn(run, ptc_text_view(&text));
}

/* --- Rounding ---------------------------------------------------------------------- */

static bool return_round(ptc_arena *arena, ptc_value *value, int places);

static bool return_round_map(ptc_arena *arena, ptc_value *value, int places)
{
    ptc_map_entry *entries = ptc_arena_array(arena, value->aux, sizeof *entries);
    uint32_t count = value->aux;

    if (entries == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        entries[i] = value->as.map->entries[i];
        if (!return_round(arena, &entries[i].value, places))
            return false;
    }
    return ptc_map_make(arena, entries, count, value, NULL) == PTC_OK;
}

/* The value is data of a program: its depth is bounded. */
static bool return_round(ptc_arena *arena, ptc_value *value, int places)
{
    ptc_value *items;

    if (value->kind == PTC_FLOAT)
        value->as.number = ptc_number_round(value->as.number, places);
    if (value->kind == PTC_MAP)
        return return_round_map(arena, value, places);
    if (value->kind != PTC_VECTOR)
        return true; /* members of sets stay: two could become one */
    items = ptc_arena_array(arena, value->aux, sizeof *items);
    for (uint32_t i = 0; items != NULL && i < value->aux; i++) {
        items[i] = value->as.items[i];
        if (!return_round(arena, &items[i], places))
            return false;
    }
    value->as.items = items;
    return items != NULL;
}

bool ptc_run_round(const ptc_plan *plan, ptc_arena *arena, ptc_value *value)
{
    uint32_t digits = plan->agent.float_digits;

    return digits == 0 || return_round(arena, value, digits > 64 ? 64 : (int)digits - 1);
}

/* --- fail -------------------------------------------------------------------------- */

static bool return_is_text(const ptc_value *value)
{
    return value != NULL &&
           ((value->kind == PTC_STRING && !(value->flags & PTC_FLAG_LABEL)) ||
            value->kind == PTC_KEYWORD);
}

static const ptc_value *return_find(const ptc_value *map, const char *name)
{
    const ptc_map_entry *entry;

    if (map->kind != PTC_MAP)
        return NULL;
    entry = ptc_map_find_field(map->as.map, ptc_str_of(name), 0);
    return entry != NULL ? &entry->value : NULL;
}

/* Adds the entry unless its key is there. */
static void return_add(const ptc_map_entry *entry, ptc_map_entry *entries, size_t *count)
{
    for (size_t i = 0; i < *count; i++) {
        if (ptc_value_same(&entries[i].key, &entry->key))
            return;
    }
    entries[(*count)++] = *entry;
}

/* The entries of `details`, then those of other keys; nil when there are none. Refused
 * memory shows in the arena. */
static ptc_value return_details(ptc_run *run, const ptc_value *given,
                                const ptc_value *const *taken, size_t taken_count)
{
    const ptc_value *inner = return_find(given, "details");
    size_t inner_count = inner != NULL && inner->kind == PTC_MAP ? inner->aux : 0;
    ptc_map_entry *entries =
        ptc_arena_array(&run->scratch, inner_count + given->aux + 1, sizeof *entries);
    ptc_value details = ptc_value_nil();
    size_t count = 0;

    if (entries == NULL)
        return details;
    for (size_t i = 0; i < inner_count; i++)
        entries[count++] = inner->as.map->entries[i];
    for (uint32_t i = 0; i < given->aux; i++) {
        const ptc_map_entry *entry = &given->as.map->entries[i];
        bool is_taken = inner_count > 0 && &entry->value == inner;

        for (size_t k = 0; k < taken_count; k++)
            is_taken = is_taken || &entry->value == taken[k];
        if (!is_taken)
            return_add(entry, entries, &count);
    }
    if (count > 0)
        ptc_map_make(&run->scratch, entries, count, &details, NULL);
    return details;
}

/* A message, which hosts and models above read: firewalled. */
static ptc_str return_print(ptc_run *run, const ptc_value *value)
{
    static const ptc_show_options show = {.struct_size = sizeof show,
                                          .hide_firewalled = true};
    ptc_text text;

    ptc_text_init(&text, &run->scratch);
    ptc_schema_write_value(&text, run->plan->signature, value, PTC_OUTPUT, &show);
    return ptc_text_view(&text);
}

/* The fault of the argument of fail, or NULL. [subagent 9.2] */
static const char *return_fault(const ptc_value *given)
{
    const ptc_value *message = return_find(given, "message");

    if (given->kind != PTC_MAP)
        return "fail: expected a map {:reason :keyword, :message \"text\"}";
    if (!return_is_text(return_find(given, "reason")))
        return "fail: reason: expected a keyword";
    if (message == NULL || message->kind != PTC_STRING)
        return "fail: message: expected a string";
    return NULL;
}

/* The named parts of the map; the rest is details. */
static void return_take_map(ptc_run *run, const ptc_value *given, ptc_fail *fail)
{
    const ptc_value *reason = return_find(given, "reason");
    const ptc_value *message = return_find(given, "message");
    const ptc_value *op = return_find(given, "op");
    const ptc_value *taken[3] = {NULL, NULL, NULL};

    if (return_is_text(reason) && reason->aux > 0) {
        fail->reason = ptc_value_text(reason);
        taken[0] = reason;
    }
    if (message != NULL) {
        fail->message = message->kind == PTC_STRING ? ptc_value_text(message)
                                                    : return_print(run, message);
        taken[1] = message;
    }
    if (return_is_text(op)) {
        fail->op = ptc_value_text(op);
        taken[2] = op;
    }
    fail->details = return_details(run, given, taken, 3);
}

bool ptc_run_take_fail(ptc_run *run, const ptc_value *given, ptc_fail *fail)
{
    const char *fault = return_fault(given);

    if (fault != NULL && run->plan->agent.mode == PTC_MODE_STRICT) {
        ptc_fail_set(fail, &run->scratch, "validation_error", "%s", fault);
        return false;
    }
    if (fault != NULL && run->plan->agent.mode != PTC_MODE_DISABLED)
        ptc_run_warn(run, ptc_str_of(fault));
    *fail = (ptc_fail){.reason = PTC_STR("failed"),
                       .op = PTC_STR(""),
                       .details = ptc_value_nil(),
                       .message = return_print(run, given)};
    if (given->kind == PTC_MAP)
        return_take_map(run, given, fail);
    else if (given->kind == PTC_STRING)
        fail->message = ptc_value_text(given);
    return true;
}
