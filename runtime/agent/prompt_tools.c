/* SPDX-License-Identifier: MIT */
/*
 * The tools of an agent as its model sees them: `return` and `fail` first, typed by what
 * the agent gives, then its own by name, then those to plan with. [signature 9.1,
 * subagent 9.2]
 */
#include "agent/prompt_int.h"

#define TOOLS_NAME(text)                                                                 \
    {                                                                                    \
        (text), sizeof(text) - 1                                                         \
    }

/* --- Contracts of the library ------------------------------------------------------ */

/* (data :any) -> :exit-success; with a signature its output stands for :any. */
static const ptc_schema_node tools_return_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 1},
    {.type = PTC_TYPE_CUSTOM, .type_name = TOOLS_NAME("exit-success")},
    {.type = PTC_TYPE_ANY, .parent = 1, .name = TOOLS_NAME("data")},
};
enum { TOOLS_DATA = 3, TOOLS_RETURN_COUNT = 4 };

/* (error {reason :keyword, message :string, op :string?, details :map?}) -> :exit-error
 */
static const ptc_schema_node tools_fail_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 1},
    {.type = PTC_TYPE_CUSTOM, .type_name = TOOLS_NAME("exit-error")},
    {.type = PTC_TYPE_MAP,
     .first = 4,
     .count = 4,
     .parent = 1,
     .name = TOOLS_NAME("error")},
    {.type = PTC_TYPE_KEYWORD, .parent = 3, .name = TOOLS_NAME("reason")},
    {.type = PTC_TYPE_STRING, .parent = 3, .name = TOOLS_NAME("message")},
    {.type = PTC_TYPE_STRING,
     .flags = PTC_NODE_NULLABLE,
     .parent = 3,
     .name = TOOLS_NAME("op")},
    {.type = PTC_TYPE_ANY_MAP,
     .flags = PTC_NODE_NULLABLE,
     .parent = 3,
     .name = TOOLS_NAME("details")},
};

/* (args :map) -> :any: tools without a signature, to be described. */
static const ptc_schema_node tools_open_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 1},
    {.type = PTC_TYPE_ANY},
    {.type = PTC_TYPE_ANY_MAP, .parent = 1, .name = TOOLS_NAME("args")},
};

static const ptc_schema tools_fail = {tools_fail_nodes, 0, 8};
static const ptc_schema tools_open = {tools_open_nodes, 0, 4};

/* --- Descriptions ------------------------------------------------------------------ */

/* The names from the root down to a field, joined with dots, are `path`. */
static bool tools_is_path(const ptc_schema *schema, uint32_t index, ptc_str path)
{
    for (uint32_t at = index; at != schema->root; at = schema->nodes[at].parent) {
        const ptc_schema_node *node = &schema->nodes[at];
        size_t len = node->name.len;

        if (schema->nodes[node->parent].type != PTC_TYPE_MAP)
            continue;
        if (path.len < len ||
            !ptc_str_equal_folded(node->name,
                                  ptc_str_make(path.ptr + path.len - len, len)))
            return false;
        path.len -= len;
        if (path.len == 0)
            continue;
        if (path.ptr[path.len - 1] != '.')
            return false;
        path.len--;
    }
    return path.len == 0;
}

/* What is said of the node; empty: nothing. */
static ptc_str tools_words(const ptc_schema *schema, uint32_t index,
                           const ptc_prompt_described *described)
{
    const ptc_schema_extra *extra = schema->nodes[index].extra;

    if (described->is_silent)
        return PTC_STR("");
    if (index == schema->root)
        return described->description;
    for (size_t i = 0; i < described->field_count; i++) {
        if (schema->nodes[index].name.len > 0 &&
            tools_is_path(schema, index, described->fields[i].name))
            return described->fields[i].text;
    }
    return extra != NULL ? extra->description : PTC_STR("");
}

bool ptc_prompt_describe(ptc_arena *arena, const ptc_schema *schema,
                         const ptc_prompt_described *described, ptc_schema *out)
{
    ptc_schema_node *nodes = ptc_arena_array(arena, schema->count, sizeof *nodes);
    uint32_t index = schema->root;

    if (nodes == NULL)
        return false;
    memcpy(nodes, schema->nodes, schema->count * sizeof *nodes);
    for (; index != PTC_NODE_NONE; index = ptc_schema_next(schema, index)) {
        const ptc_schema_extra *extra = nodes[index].extra;
        ptc_str words = tools_words(schema, index, described);
        ptc_schema_extra *own;

        if (extra == NULL ? words.len == 0 : ptc_str_equal(extra->description, words))
            continue;
        own = ptc_arena_array(arena, 1, sizeof *own);
        if (own == NULL)
            return false;
        if (extra != NULL)
            *own = *extra;
        own->description = words;
        nodes[index].extra = own;
    }
    *out = *schema;
    out->nodes = nodes;
    return true;
}

/* --- return and fail --------------------------------------------------------------- */

/* The contract of `return`: behind four nodes of its own stand those of the signature,
 * moved, and the third of the four is what the signature's output was. */
static bool tools_return(ptc_arena *arena, const ptc_plan *plan, ptc_schema *out)
{
    const ptc_schema *signature = plan->signature;
    uint32_t count = TOOLS_RETURN_COUNT + signature->count;
    ptc_schema_node *nodes = ptc_arena_array(arena, count, sizeof *nodes);
    uint32_t result = TOOLS_RETURN_COUNT + ptc_schema_root(signature)->first + 1;
    ptc_schema_node *data;

    if (nodes == NULL)
        return false;
    memcpy(nodes, tools_return_nodes, sizeof tools_return_nodes);
    memcpy(nodes + TOOLS_RETURN_COUNT, signature->nodes,
           signature->count * sizeof *nodes);
    for (uint32_t i = TOOLS_RETURN_COUNT; i < count; i++) {
        ptc_schema_node *node = &nodes[i];

        node->parent += TOOLS_RETURN_COUNT;
        if (node->parent == result)
            node->parent = TOOLS_DATA;
        if (ptc_type_has_children((ptc_type)node->type) || node->type == PTC_TYPE_REF)
            node->first += TOOLS_RETURN_COUNT;
    }
    data = &nodes[TOOLS_DATA];
    *data = nodes[result];
    data->parent = tools_return_nodes[TOOLS_DATA].parent;
    data->name = tools_return_nodes[TOOLS_DATA].name;
    *out = (ptc_schema){nodes, 0, count};
    return true;
}

static void tools_write_system(ptc_text *text, const ptc_plan *plan)
{
    static const ptc_prompt_described silent = {.is_silent = true};
    static const ptc_schema any = {tools_return_nodes, 0, TOOLS_RETURN_COUNT};
    ptc_prompt_style style = plan->agent.tool_style;
    ptc_schema schema = any;

    ptc_text_cstr(text, "## Tools you can call\n\n");
    if (plan->signature != NULL &&
        (!tools_return(text->arena, plan, &schema) ||
         !ptc_prompt_describe(text->arena, &schema, &silent, &schema))) {
        text->failed = true;
        return;
    }
    ptc_schema_write_prompt(text, PTC_STR("return"), &schema, style, NULL);
    ptc_text_byte(text, '\n');
    ptc_schema_write_prompt(text, PTC_STR("fail"), &tools_fail, style, NULL);
}

/* --- Tools of the agent ------------------------------------------------------------ */

static void tools_write_one(ptc_text *text, const ptc_plan *plan,
                            const ptc_plan_tool *tool, ptc_prompt_cut cut)
{
    const ptc_prompt_described described = {
        .description = tool->description,
        .is_silent = cut >= PTC_CUT_DESCRIPTIONS,
    };
    /* What a child keeps from its parent's model is its own firewalled fields. */
    const ptc_render_options options = {
        .struct_size = sizeof options,
        .hide_firewalled = tool->tool->agent != NULL,
    };
    ptc_schema schema;

    ptc_text_byte(text, '\n');
    if (!ptc_prompt_describe(text->arena,
                             tool->schema != NULL ? tool->schema : &tools_open,
                             &described, &schema)) {
        text->failed = true;
        return;
    }
    ptc_schema_write_prompt(text, ptc_str_of(tool->tool->name), &schema,
                            plan->agent.tool_style, &options);
}

/* By name; a plan without faults has as many tools as its agent. */
static void tools_write_own(ptc_text *text, const ptc_plan *plan, ptc_prompt_cut cut)
{
    size_t count = plan->agent.tool_count;
    ptc_str *names = ptc_arena_array(text->arena, count, sizeof *names);
    const uint32_t *order;

    if (names == NULL) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        names[i] = ptc_str_of(plan->tools[i].tool->name);
    order = ptc_names_order(text->arena, names, sizeof *names, count);
    if (order == NULL) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        tools_write_one(text, plan, &plan->tools[order[i]], cut);
}

/* --- The catalog ------------------------------------------------------------------- */

static bool tools_has(const ptc_plan *plan, ptc_str name)
{
    for (size_t i = 0; i < plan->agent.tool_count; i++) {
        if (ptc_str_equal_folded(ptc_str_of(plan->tools[i].tool->name), name))
            return true;
    }
    return false;
}

/* What is a tool as well can be called, and is not told of twice. */
static void tools_write_catalog(ptc_text *text, const ptc_plan *plan, ptc_prompt_cut cut)
{
    const ptc_agent *agent = &plan->agent;
    const ptc_prompt_described silent = {.is_silent = true};
    ptc_prompt_tool *tools =
        ptc_arena_array(text->arena, agent->catalog_count, sizeof *tools);
    ptc_schema *schemas =
        ptc_arena_array(text->arena, agent->catalog_count, sizeof *schemas);
    size_t count = 0;

    if (tools == NULL || schemas == NULL) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < agent->catalog_count; i++) {
        if (tools_has(plan, agent->catalog[i].name))
            continue;
        tools[count] = agent->catalog[i];
        tools[count].is_planning = true;
        if (cut >= PTC_CUT_DESCRIPTIONS && tools[count].schema != NULL) {
            text->failed = !ptc_prompt_describe(text->arena, tools[count].schema, &silent,
                                                &schemas[count]) ||
                           text->failed;
            tools[count].schema = &schemas[count];
        }
        count++;
    }
    if (count > 0 && text->len > 0)
        ptc_text_byte(text, '\n');
    if (!text->failed)
        ptc_tools_write_prompt(text, tools, count, agent->tool_style, NULL);
}

void ptc_prompt_write_tools(ptc_text *text, const ptc_plan *plan, ptc_prompt_cut cut)
{
    if (!plan->is_judgment) {
        tools_write_system(text, plan);
        tools_write_own(text, plan, cut);
    }
    if (plan->agent.catalog_count > 0)
        tools_write_catalog(text, plan, cut);
}
