/* SPDX-License-Identifier: MIT */
/*
 * The data that programs of a run read as ctx/: the inputs, from a map or the previous
 * step, and the values that turns merge into them. [subagent 2, 6.1, 12]
 */
#include "agent/program/program_int.h"
#include "render/render_int.h"
#include "walk/walk_int.h"

#include <ptc/json.h>

enum { CONTEXT_ISSUES = 3 }; /* that a message lists */

/* --- Maps -------------------------------------------------------------------------- */

/* The map with one more entry, or another value at its key; false when refused. */
static bool context_put(ptc_arena *arena, ptc_value *map, const ptc_value *key,
                        const ptc_value *value)
{
    uint32_t count = map->kind == PTC_MAP ? map->aux : 0;
    ptc_map_entry *entries = ptc_arena_array(arena, count + 1u, sizeof *entries);
    const ptc_map_entry *known;

    if (entries == NULL)
        return false;
    if (count > 0)
        memcpy(entries, map->as.map->entries, count * sizeof *entries);
    known = count > 0 ? ptc_map_find_field(map->as.map, ptc_value_text(key), 0) : NULL;
    if (known != NULL)
        entries[known - map->as.map->entries].value = *value;
    else
        entries[count++] = (ptc_map_entry){*key, *value};
    return ptc_map_make(arena, entries, count, map, NULL) == PTC_OK;
}

/* --- The source of the inputs
 * ------------------------------------------------------- */

static bool context_from_failed(ptc_run *run, const ptc_step *from, ptc_fail *fail)
{
    ptc_value upstream = ptc_value_nil();
    ptc_value key = ptc_value_string(PTC_STR("reason"));
    ptc_value reason = ptc_value_string(from->fail.reason);
    ptc_value message = ptc_value_string(from->fail.message);

    ptc_fail_set(fail, run->arena, "chained_failure", "Upstream agent failed: %.*s",
                 (int)from->fail.reason.len, from->fail.reason.ptr);
    if (!context_put(run->arena, &upstream, &key, &reason))
        return false;
    key = ptc_value_string(PTC_STR("message"));
    if (!context_put(run->arena, &upstream, &key, &message))
        return false;
    key = ptc_value_string(PTC_STR("upstream"));
    context_put(run->arena, &fail->details, &key, &upstream);
    return false;
}

/* A map is the context, any other result is `result` in it. */
static bool context_from_step(ptc_run *run, const ptc_step *from, ptc_fail *fail)
{
    ptc_value key = ptc_value_string(PTC_STR("result"));
    ptc_schema *types;

    if (!from->is_ok)
        return context_from_failed(run, from, fail);
    run->inputs = from->result;
    if (from->result.kind != PTC_MAP) {
        run->inputs = ptc_value_nil();
        return context_put(run->arena, &run->inputs, &key, &from->result);
    }
    if (from->signature == NULL)
        return true;
    types = ptc_arena_array(run->arena, 1, sizeof *types);
    if (types == NULL)
        return false;
    *types = *from->signature;
    types->root = ptc_schema_root(from->signature)->first + 1;
    run->context_signature = types;
    return true;
}

/* Whether every required parameter is present in some spelling. */
static bool context_check_chain(ptc_run *run, ptc_fail *fail)
{
    const ptc_schema *signature = run->plan->signature;
    const ptc_schema_node *inputs;
    ptc_text missing;

    if (signature == NULL)
        return true;
    inputs = &signature->nodes[ptc_schema_root(signature)->first];
    ptc_text_init(&missing, run->arena);
    for (uint32_t i = 0; i < inputs->count; i++) {
        const ptc_schema_node *input = &signature->nodes[inputs->first + i];

        if (input->flags & PTC_NODE_OPTIONAL ||
            (run->inputs.kind == PTC_MAP &&
             ptc_map_find_field(run->inputs.as.map, input->name, i) != NULL))
            continue;
        if (missing.len > 0)
            ptc_text_cstr(&missing, ", ");
        ptc_json_write_string(&missing, input->name);
    }
    if (missing.len == 0)
        return true;
    ptc_fail_set(fail, run->arena, "chain_error",
                 "Chain mismatch: agent requires [%.*s] but previous step doesn't output "
                 "them",
                 (int)missing.len, missing.ptr);
    return false;
}

/* --- Coercion ---------------------------------------------------------------------- */

static void context_refuse(ptc_run *run, const ptc_report *report, ptc_fail *fail)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    for (size_t i = 0; i < report->error_count && i < CONTEXT_ISSUES; i++) {
        if (i > 0)
            ptc_text_cstr(&text, "; ");
        ptc_issue_write(&text, &report->errors[i]);
    }
    if (report->errors_found > CONTEXT_ISSUES) {
        ptc_text_cstr(&text, "; and ");
        ptc_text_uint(&text, report->errors_found - CONTEXT_ISSUES);
        ptc_text_cstr(&text, " more");
    }
    ptc_fail_set(fail, run->arena, "validation_error", "%.*s", (int)text.len, text.ptr);
}

static void context_list(ptc_text *text, const char *heading, const ptc_issue *issues,
                         size_t count, size_t found)
{
    if (count == 0)
        return;
    ptc_text_cstr(text, text->len > 0 ? "\n" : "");
    ptc_text_cstr(text, heading);
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(text, "\n- ");
        ptc_issue_write(text, &issues[i]);
    }
    if (found > count) {
        ptc_text_cstr(text, "\n- ...and ");
        ptc_text_uint(text, found - count);
        ptc_text_cstr(text, " more");
    }
}

/* The first turn's trace entry on the context. */
static void context_warn(ptc_run *run, const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    context_list(&text, "Context validation errors:", report->errors, report->error_count,
                 report->errors_found);
    context_list(&text, "Context validation warnings:", report->warnings,
                 report->warning_count, report->warnings_found);
    run->context_warning = ptc_text_view(&text);
}

/* Checks against the agent's parameters, or else against the context's signature. */
static bool context_coerce(ptc_run *run, ptc_fail *fail)
{
    const ptc_walk_options options = {
        .struct_size = sizeof options,
        .mode = run->plan->agent.mode,
        .direction = PTC_INPUT,
        .boundary = PTC_BOUNDARY_LISP,
        .validators = run->tree->options->validators,
        .validator_count = run->tree->options->validator_count,
        .decoders = run->tree->options->decoders,
        .decoder_count = run->tree->options->decoder_count,
        .hide_firewalled = true, /* the host's data stays the host's */
    };
    const ptc_schema *schema = run->plan->signature;
    ptc_report report;
    ptc_status status;
    ptc_schema call;

    if (run->context_signature != NULL &&
        (schema == NULL || schema->nodes[ptc_schema_root(schema)->first].count == 0))
        schema = run->context_signature;
    if (schema == NULL || run->plan->agent.mode == PTC_MODE_DISABLED)
        return true;
    call = ptc_walk_of_call(schema);
    ptc_report_init(&report, run->arena);
    status = ptc_schema_coerce(run->arena, &call, &run->inputs, &options, &run->inputs,
                               &report);
    if (status == PTC_ERROR_INVALID)
        context_refuse(run, &report, fail);
    else if (status == PTC_OK)
        context_warn(run, &report);
    return status == PTC_OK;
}

/* --- Names ------------------------------------------------------------------------- */

/* The declared fields of a context: parameters, or a map. */
static const ptc_schema_node *context_fields(const ptc_schema *schema)
{
    const ptc_schema_node *root = schema != NULL ? ptc_schema_root(schema) : NULL;

    if (root != NULL && root->type == PTC_TYPE_FUNCTION)
        root = &schema->nodes[root->first];
    return root != NULL && root->type == PTC_TYPE_MAP ? root : NULL;
}

ptc_unknown_names ptc_run_unknown_names(const ptc_plan *plan)
{
    const ptc_schema_node *inputs = context_fields(plan->signature);

    return inputs != NULL && inputs->count > 0 ? PTC_UNKNOWN_NAMES_REFUSE
                                               : PTC_UNKNOWN_NAMES_WARN;
}

static size_t context_take_names(const ptc_schema *schema, ptc_str *names)
{
    const ptc_schema_node *fields = context_fields(schema);
    size_t count = fields != NULL ? fields->count : 0;

    for (size_t i = 0; names != NULL && i < count; i++)
        names[i] = schema->nodes[fields->first + i].name;
    return count;
}

/* Programs know declared names, given or not. False when memory was refused. */
static bool context_declare(ptc_run *run)
{
    const ptc_schema *own = run->plan->signature;
    const ptc_schema *given = run->context_signature;
    size_t count = context_take_names(own, NULL) + context_take_names(given, NULL);
    ptc_str *names;

    if (run->lisp == NULL || count == 0) /* a preview runs nothing */
        return true;
    names = ptc_arena_array(run->arena, count, sizeof *names);
    if (names == NULL)
        return false;
    context_take_names(given, names + context_take_names(own, names));
    ptc_lisp_set_context_names(run->lisp, names, count);
    return true;
}

bool ptc_run_take_context(ptc_run *run, ptc_fail *fail)
{
    const ptc_agent_options *options = run->options;

    *fail = ptc_fail_none(); /* memory, unless a reason is set */
    run->context_signature = options->context_signature;
    if (options->context != NULL && options->context->kind != PTC_NIL)
        run->inputs = *options->context;
    else if (ptc_map_make(run->arena, NULL, 0, &run->inputs, NULL) != PTC_OK)
        return false;
    if (run->inputs.kind != PTC_MAP) {
        ptc_fail_set(fail, run->arena, "invalid_config", "context must be a map");
        return false;
    }
    if (options->from != NULL &&
        (!context_from_step(run, options->from, fail) || !context_check_chain(run, fail)))
        return false;
    if (!context_coerce(run, fail) || !context_declare(run))
        return false;
    run->context = run->inputs;
    run->is_context_old = true;
    return true;
}

/* --- Between turns ----------------------------------------------------------------- */

static bool context_is_name(const ptc_value *key)
{
    return key->kind == PTC_STRING || key->kind == PTC_KEYWORD;
}

/* Makes room for `more` entries after those of the context, which become the run's own.
 */
static bool context_reserve(ptc_run *run, size_t more)
{
    bool is_own = run->context_entries != NULL;
    size_t count = run->context.aux;

    if (!ptc_arena_reserve(run->arena, (void **)(void *)&run->context_entries,
                           &run->context_capacity, run->context_count,
                           (is_own ? run->context_count : count) + more,
                           sizeof *run->context_entries))
        return false;
    if (!is_own && count > 0)
        memcpy(run->context_entries, run->context.as.map->entries,
               count * sizeof *run->context_entries);
    if (!is_own)
        run->context_count = count;
    return true;
}

/* Whether a later entry of the map has the name of one: a string and a keyword. */
static bool context_is_followed(const ptc_map *map, const ptc_map_entry *entry)
{
    ptc_kind other = entry->key.kind == PTC_STRING ? PTC_KEYWORD : PTC_STRING;
    const ptc_value *found = ptc_map_find_text(map, other, ptc_value_text(&entry->key));

    return found != NULL && found > &entry->value;
}

/* The entries of `map` that have names, over those of the context: theirs win, new ones
 * are added at the end. An entry called `fail` is left out: ctx/fail is the last turn's
 * error. Entries that contain a var are also left out, since that is not data. Takes
 * expected time in proportion to `map`. */
static bool context_merge(ptc_run *run, const ptc_value *map, bool has_var)
{
    const ptc_map *old = run->context.as.map;
    const ptc_map_entry *first = old->entries;

    if (!context_reserve(run, map->aux))
        return false;
    for (uint32_t i = 0; i < map->aux; i++) {
        const ptc_map_entry *entry = &map->as.map->entries[i];
        const ptc_map_entry *known;
        ptc_map_entry copy;

        if (!context_is_name(&entry->key) ||
            ptc_str_equal(ptc_value_text(&entry->key), PTC_STR("fail")) ||
            (has_var && ptc_run_has_var(&entry->value)) ||
            context_is_followed(map->as.map, entry))
            continue;
        if (ptc_value_copy(run->arena, &entry->key, &copy.key) != PTC_OK ||
            ptc_value_copy(run->arena, &entry->value, &copy.value) != PTC_OK)
            return false;
        known = ptc_map_find_field(old, ptc_value_text(&entry->key), i);
        if (known != NULL)
            run->context_entries[known - first].value = copy.value;
        else
            run->context_entries[run->context_count++] = copy;
    }
    run->is_context_old = true;
    run->is_prompt_old = true;
    return true;
}

bool ptc_run_merge(ptc_run *run, const ptc_outcome *outcome)
{
    if (run->last_error.reason.len > 0 || outcome->error.reason.len > 0)
        run->is_context_old = true;
    run->last_error = outcome->error;
    if (!outcome->is_good || outcome->value.kind != PTC_MAP || outcome->value.aux == 0 ||
        run->plan->agent.flags & PTC_AGENT_MERGES_NOT)
        return true;
    return context_merge(run, &outcome->value, outcome->result->has_var);
}

/* --- The interpreter's view -------------------------------------------------------- */

static bool context_keep(ptc_arena *arena, ptc_str *text)
{
    if (text->len == 0)
        return true;
    *text = ptc_str_copy(arena, *text);
    return text->ptr != NULL;
}

/* The error outlives its turn, except details that are too deep for data because of the
 * arguments of its calls. */
static bool context_keep_error(ptc_run *run)
{
    ptc_fail *error = &run->last_error;
    ptc_arena *arena = &run->context_arena;
    ptc_value details = error->details;

    return context_keep(arena, &error->reason) && context_keep(arena, &error->message) &&
           context_keep(arena, &error->op) &&
           ptc_value_copy(arena, &details, &error->details) != PTC_ERROR_MEMORY;
}

static bool context_put_text(ptc_arena *arena, ptc_value *map, const char *name,
                             ptc_str text)
{
    ptc_value key = ptc_value_string(ptc_str_of(name));
    ptc_value value = ptc_value_string(text);

    return text.len == 0 || context_put(arena, map, &key, &value);
}

/* ctx/fail: the error of the previous turn, for one turn. */
static bool context_put_fail(ptc_run *run, ptc_value *context)
{
    ptc_arena *arena = &run->context_arena;
    const ptc_fail *error = &run->last_error;
    ptc_value key = ptc_value_string(PTC_STR("details"));
    ptc_value map = ptc_value_nil();

    if (!context_keep_error(run) ||
        !context_put_text(arena, &map, "reason", error->reason) ||
        !context_put_text(arena, &map, "message", error->message) ||
        !context_put_text(arena, &map, "op", error->op) ||
        (error->details.kind != PTC_NIL &&
         !context_put(arena, &map, &key, &error->details)))
        return false;
    key = ptc_value_string(PTC_STR("fail"));
    return context_put(arena, context, &key, &map);
}

bool ptc_run_set_context(ptc_run *run)
{
    ptc_value *context;

    if (!run->is_context_old)
        return true;
    ptc_lisp_set_context(run->lisp, NULL);
    ptc_arena_reset(&run->context_arena);
    context = ptc_arena_array(&run->context_arena, 1, sizeof *context);
    if (context == NULL)
        return false;
    if (run->context_entries != NULL &&
        ptc_map_make(&run->context_arena, run->context_entries, run->context_count,
                     &run->context, NULL) != PTC_OK)
        return false;
    *context = run->context;
    if (run->last_error.reason.len > 0 && !context_put_fail(run, context))
        return false;
    run->is_context_old = false;
    return ptc_lisp_set_context(run->lisp, context) == PTC_OK;
}
