/* SPDX-License-Identifier: MIT */
/*
 * The format of replies, with a program for this agent: it calls a tool, and returns a
 * value of the result's type, taken from the tool's result and from `ctx/` where names
 * and types agree. Each program that is shown compiles, and returns a value of the type.
 * [subagent 11.1]
 */
#include "agent/prompt/prompt_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

#include <ptc/walk.h>

enum {
    FORMAT_TYPES = 16, /* chained names of types */
    FORMAT_TOOLS = 16, /* that are tried */
};

typedef struct format_sample {
    ptc_arena *arena;
    const ptc_plan *plan;
    bool has_found;   /* a tool is called, and `found` is its result */
    bool has_type;    /* of a known type: */
    ptc_schema found; /* its root is the type of `found` */
    ptc_str type;     /* the same as text */
    uint32_t fields;  /* of it, or of its elements: a MAP, or PTC_NODE_NONE */
    bool is_list;     /* these are elements */
    bool uses_found;
} format_sample;

/* --- Types ------------------------------------------------------------------------- */

static ptc_schema format_at(const ptc_schema *schema, uint32_t index)
{
    ptc_schema part = *schema;

    part.root = index;
    return part;
}

/* The node that names of types refer to. */
static uint32_t format_resolve(const ptc_schema *schema, uint32_t index)
{
    for (unsigned i = 0; i < FORMAT_TYPES; i++) {
        const ptc_schema_node *node = &schema->nodes[index];

        if ((node->type != PTC_TYPE_REF && node->type != PTC_TYPE_REGISTRY) ||
            (node->flags & PTC_NODE_NULLABLE))
            break;
        index = node->first;
    }
    return index;
}

/* Whether the value is the same after a tool returned it as JSON: no keyword, no set. It
 * is an example, whose depth is bounded. */
static bool format_survives_json(const ptc_value *value)
{
    if (value->kind == PTC_MAP) {
        for (uint32_t i = 0; i < value->aux; i++) {
            if (!format_survives_json(&value->as.map->entries[i].value))
                return false;
        }
    }
    if (value->kind == PTC_VECTOR) {
        for (uint32_t i = 0; i < value->aux; i++) {
            if (!format_survives_json(&value->as.items[i]))
                return false;
        }
    }
    return value->kind != PTC_KEYWORD && value->kind != PTC_SET;
}

static ptc_str format_type(ptc_arena *arena, const ptc_schema *type)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_schema_write_signature(&text, type, NULL);
    return ptc_text_view(&text);
}

/* Whether an example of `from` also suits `to`. */
static bool format_takes(const format_sample *state, const ptc_schema *from,
                         const ptc_schema *to, bool is_json)
{
    const ptc_walk_options options = {.struct_size = sizeof options,
                                      .mode = PTC_MODE_STRICT,
                                      .direction = PTC_OUTPUT,
                                      .boundary = PTC_BOUNDARY_LISP};
    ptc_value example;

    return ptc_schema_example(state->arena, from, PTC_BOUNDARY_LISP, PTC_EXAMPLE_MOST,
                              &example) &&
           (!is_json || format_survives_json(&example)) &&
           ptc_schema_validate(to, &example, &options, NULL) == PTC_OK;
}

/* A value of type `from`, which `text` spells (or NULL bytes), can be used where `to` is
 * expected: they have the same text, and an example of one suits the other. */
static bool format_fits(const format_sample *state, const ptc_schema *from, ptc_str text,
                        const ptc_schema *to, bool is_json)
{
    ptc_arena_mark mark = ptc_arena_place(state->arena);
    bool fits;

    unsigned may_lack = PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL;

    if (ptc_schema_root(from)->type == PTC_TYPE_ANY ||
        (ptc_schema_root(from)->flags & may_lack) !=
            (ptc_schema_root(to)->flags & may_lack))
        return false;
    if (text.ptr == NULL)
        text = format_type(state->arena, from);
    fits = ptc_str_equal(text, format_type(state->arena, to)) &&
           format_takes(state, from, to, is_json);
    ptc_arena_rewind(state->arena, mark);
    return fits;
}

/* --- Values ------------------------------------------------------------------------ */

static bool format_literal(const format_sample *state, ptc_text *text,
                           const ptc_schema *type)
{
    ptc_value example;

    if (!ptc_schema_example(state->arena, type, PTC_BOUNDARY_LISP, PTC_EXAMPLE_MOST,
                            &example))
        return false;
    ptc_value_write(text, &example);
    return true;
}

static void format_key(ptc_text *text, ptc_str name)
{
    ptc_value key =
        ptc_keyword_is_legal(name) ? ptc_value_keyword(name) : ptc_value_string(name);

    ptc_value_write(text, &key);
}

/* `ctx/name`, where the agent has a parameter of that name and type. */
static bool format_input(const format_sample *state, ptc_text *text, ptc_str name,
                         const ptc_schema *type)
{
    const ptc_schema *signature = state->plan->signature;
    uint32_t index;
    ptc_schema parameter;

    if (signature == NULL || !ptc_name_is_plain(name))
        return false;
    index = ptc_prompt_field(signature, ptc_schema_root(signature)->first, name);
    if (index == PTC_NODE_NONE)
        return false;
    parameter = format_at(signature, index);
    if (!format_fits(state, &parameter, ptc_str_make(NULL, 0), type, false))
        return false;
    ptc_text_cstr(text, "ctx/");
    ptc_text_str(text, signature->nodes[index].name);
    return true;
}

static bool format_is_hidden(const ptc_schema *schema, uint32_t index)
{
    return (schema->nodes[index].flags & PTC_NODE_FIREWALLED) != 0;
}

/* `(:name found)`, where the tool's result has such a field. Firewalled fields are not
 * mentioned: the contracts of children do not show them. */
static bool format_from_found(format_sample *state, ptc_text *text, ptc_str name,
                              const ptc_schema *type)
{
    uint32_t index;
    ptc_schema field;

    if (!state->has_type || state->fields == PTC_NODE_NONE || !ptc_keyword_is_legal(name))
        return false;
    index = ptc_prompt_field(&state->found, state->fields, name);
    if (index == PTC_NODE_NONE || format_is_hidden(&state->found, index))
        return false;
    field = format_at(&state->found, index);
    if (!format_fits(state, &field, ptc_str_make(NULL, 0), type, true))
        return false;
    ptc_text_byte(text, '(');
    format_key(text, name);
    ptc_text_cstr(text, state->is_list ? " (first found))" : " found)");
    state->uses_found = true;
    return true;
}

static bool format_found(format_sample *state, ptc_text *text, const ptc_schema *type)
{
    if (!state->has_type || !format_fits(state, &state->found, state->type, type, true))
        return false;
    ptc_text_cstr(text, "found");
    state->uses_found = true;
    return true;
}

/* The fields that the elements of a list type require, if all of them are in the tool's
 * result: `(mapv #(select-keys % [:id :name]) found)`. */
static bool format_selected(format_sample *state, ptc_text *text, const ptc_schema *type)
{
    uint32_t list = format_resolve(type, type->root);
    const ptc_schema_node *node = &type->nodes[list];
    ptc_text keys;

    if (!state->has_type || !state->is_list || state->fields == PTC_NODE_NONE ||
        node->type != PTC_TYPE_LIST || node->interval != NULL)
        return false;
    node = &type->nodes[format_resolve(type, node->first)];
    if (node->type != PTC_TYPE_MAP || node->count == 0)
        return false;
    ptc_text_init(&keys, state->arena);
    for (uint32_t i = 0; i < node->count; i++) {
        ptc_schema to = format_at(type, node->first + i);
        ptc_str name = ptc_schema_root(&to)->name;
        uint32_t index = ptc_prompt_field(&state->found, state->fields, name);
        ptc_schema from = format_at(&state->found, index);

        if (index == PTC_NODE_NONE || format_is_hidden(&state->found, index) ||
            !ptc_keyword_is_legal(name) ||
            !format_fits(state, &from, ptc_str_make(NULL, 0), &to, true))
            return false;
        ptc_text_cstr(&keys, i > 0 ? " " : "");
        format_key(&keys, name);
    }
    ptc_text_cstr(text, "(mapv #(select-keys % [");
    ptc_text_str(text, ptc_text_view(&keys));
    ptc_text_cstr(text, "]) found)");
    state->uses_found = true;
    return true;
}

/* A field of the result: from the tool, from the context, or an example. */
static bool format_field(format_sample *state, ptc_text *text, ptc_str name,
                         const ptc_schema *type)
{
    return format_from_found(state, text, name, type) ||
           format_found(state, text, type) || format_selected(state, text, type) ||
           format_input(state, text, name, type) || format_literal(state, text, type);
}

/* --- Calls of tools ---------------------------------------------------------------- */

/* `{:query ctx/what}`: the required parameters. */
static bool format_arguments(const format_sample *state, ptc_text *text,
                             const ptc_schema *tool)
{
    const ptc_schema_node *parameters =
        tool != NULL ? &tool->nodes[ptc_schema_root(tool)->first] : NULL;
    bool is_first = true;

    ptc_text_byte(text, '{');
    for (uint32_t i = 0; parameters != NULL && i < parameters->count; i++) {
        ptc_schema type = format_at(tool, parameters->first + i);
        ptc_str name = ptc_schema_root(&type)->name;

        if (ptc_schema_root(&type)->flags & (PTC_NODE_OPTIONAL | PTC_NODE_CONTEXT))
            continue;
        ptc_text_cstr(text, is_first ? "" : " ");
        is_first = false;
        format_key(text, name);
        ptc_text_byte(text, ' ');
        if (!format_input(state, text, name, &type) &&
            !format_literal(state, text, &type))
            return false;
    }
    ptc_text_byte(text, '}');
    return true;
}

/* What is known of the tool's result. */
static void format_take_type(format_sample *state, const ptc_schema *tool)
{
    const ptc_schema_node *node;
    uint32_t at;

    state->fields = PTC_NODE_NONE;
    if (tool == NULL)
        return;
    state->found = format_at(tool, ptc_schema_root(tool)->first + 1);
    node = ptc_schema_root(&state->found);
    state->has_type =
        node->type != PTC_TYPE_ANY && (node->flags & PTC_NODE_NULLABLE) == 0;
    if (!state->has_type)
        return;
    state->type = format_type(state->arena, &state->found);
    at = format_resolve(tool, state->found.root);
    if (tool->nodes[at].type == PTC_TYPE_LIST) {
        state->is_list = true;
        at = format_resolve(tool, tool->nodes[at].first);
    }
    if (tool->nodes[at].type == PTC_TYPE_MAP &&
        !(tool->nodes[at].flags & PTC_NODE_NULLABLE))
        state->fields = at;
}

/* `(def found (tool/name {..}))`; false when the tool requires a value without an
 * example. */
static bool format_call(format_sample *state, ptc_text *text, const ptc_prompt_tool *tool)
{
    ptc_text_init(text, state->arena);
    ptc_text_cstr(text, "(def found (tool/");
    ptc_text_str(text, tool->name);
    ptc_text_byte(text, ' ');
    if (!format_arguments(state, text, tool->schema))
        return false;
    ptc_text_cstr(text, "))\n");
    state->has_found = true;
    format_take_type(state, tool->schema);
    return true;
}

/* --- Results ----------------------------------------------------------------------- */

static bool format_result_map(format_sample *state, ptc_text *text,
                              const ptc_schema *output, const ptc_schema_node *map)
{
    bool is_first = true;

    ptc_text_byte(text, '{');
    for (uint32_t i = 0; i < map->count; i++) {
        ptc_schema type = format_at(output, map->first + i);
        ptc_str name = ptc_schema_root(&type)->name;
        ptc_text value;

        ptc_text_init(&value, state->arena);
        if (!format_field(state, &value, name, &type)) {
            if (!(ptc_schema_root(&type)->flags & PTC_NODE_OPTIONAL))
                return false;
            continue;
        }
        ptc_text_cstr(text, is_first ? "" : " ");
        is_first = false;
        format_key(text, name);
        ptc_text_byte(text, ' ');
        ptc_text_str(text, ptc_text_view(&value));
    }
    ptc_text_byte(text, '}');
    return true;
}

/* A value of the output type, as an expression; false when none is found. */
static bool format_result(format_sample *state, ptc_text *text)
{
    ptc_schema output;
    const ptc_schema_node *node;

    if (state->plan->signature == NULL) {
        state->uses_found = state->has_found;
        ptc_text_cstr(text, state->has_found ? "found" : "\"result\"");
        return true;
    }
    output = ptc_plan_output(state->plan);
    if (format_found(state, text, &output) || format_selected(state, text, &output))
        return true;
    node = &output.nodes[format_resolve(&output, output.root)];
    return node->type == PTC_TYPE_MAP && !(node->flags & PTC_NODE_NULLABLE)
               ? format_result_map(state, text, &output, node)
               : format_literal(state, text, &output);
}

/* --- The section ------------------------------------------------------------------- */

static void format_block(ptc_text *text, const char *caption, ptc_str program,
                         const char *rest)
{
    ptc_text_cstr(text, "\n");
    ptc_text_cstr(text, caption);
    ptc_text_cstr(text, "\n\n```clojure\n");
    ptc_text_str(text, program);
    ptc_text_cstr(text, rest);
    ptc_text_cstr(text, "\n```\n");
}

static void format_judgment(format_sample *state, ptc_text *text)
{
    ptc_text value;

    ptc_text_init(&value, state->arena);
    if (format_result(state, &value))
        format_block(text,
                     "A reply whose result has the expected type:", ptc_text_view(&value),
                     "");
    text->failed = text->failed || value.failed;
}

/* A call and the returned part of its result. */
typedef struct format_example {
    ptc_text call;
    ptc_text value;
    bool has_call;
    bool has_value;
    bool is_known;    /* its result has a written type */
    bool is_computed; /* the value uses the call's result */
} format_example;

static format_example format_try(const format_sample *start, const ptc_prompt_tool *tool)
{
    format_sample state = *start;
    format_example example = {.has_call = false};

    ptc_text_init(&example.value, state.arena);
    if (tool != NULL && !format_call(&state, &example.call, tool))
        return example;
    example.has_call = tool != NULL;
    example.has_value = format_result(&state, &example.value);
    example.is_computed = example.has_value && state.uses_found;
    example.is_known = state.has_type;
    return example;
}

/* The first tool that the result can be computed from, else the first. */
static format_example format_choose(const format_sample *state, const ptc_plan_list *list)
{
    format_example best = {.has_call = false};

    for (size_t i = 0; i < list->prompt_tool_count && i < FORMAT_TOOLS; i++) {
        format_example example;

        if (list->prompt_tools[i].is_planning)
            continue;
        example = format_try(state, &list->prompt_tools[i]);
        if (example.has_call &&
            (!best.has_call || (example.is_computed && !best.is_computed)))
            best = example;
        if (best.is_computed && best.is_known)
            break;
    }
    return best.has_call ? best : format_try(state, NULL);
}

static void format_agent(const format_sample *state, ptc_text *text)
{
    format_example example;
    ptc_plan_list list;
    ptc_text program;

    if (!ptc_plan_list_tools(state->plan, state->arena, &list)) {
        text->failed = true;
        return;
    }
    example = format_choose(state, &list);
    ptc_text_init(&program, state->arena);
    if (example.has_call && example.is_computed && example.is_known)
        ptc_text_str(&program, ptc_text_view(&example.call));
    else if (example.has_call)
        format_block(text, "A reply that looks at what a tool returns:",
                     ptc_text_view(&example.call), "(println found)");
    if (example.has_value) {
        ptc_text_cstr(&program, "(return ");
        ptc_text_str(&program, ptc_text_view(&example.value));
        format_block(text,
                     example.is_computed
                         ? "A reply that ends the mission:"
                         : "A reply that ends the mission, with computed values in "
                           "place of these:",
                     ptc_text_view(&program), ")");
    }
    text->failed = text->failed || program.failed || state->arena->failed;
}

void ptc_prompt_write_format(ptc_text *text, const ptc_plan *plan)
{
    format_sample state = {.arena = text->arena, .plan = plan};

    ptc_text_cstr(text, ptc_prompt_output_format);
    if (plan->is_judgment)
        format_judgment(&state, text);
    else
        format_agent(&state, text);
}
