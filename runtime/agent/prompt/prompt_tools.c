/* SPDX-License-Identifier: MIT */
/*
 * The tools of an agent as its model sees them: `return` and `fail` first, typed by what
 * the agent gives, then its own by name, then those to plan with. [signature 9.1,
 * subagent 9.2]
 */
#include "agent/prompt/prompt_int.h"
#include "base/base_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

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

static const ptc_schema tools_fail = {tools_fail_nodes, 0, 8};

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
    ptc_schema tree = *schema;
    ptc_schema_node *nodes;
    uint32_t index;

    /* Fields of types are described where they are used, which takes a tree. Types that
     * are too large for one are shown as they describe themselves. */
    *out = *schema;
    if (!ptc_schema_is_tree(schema)) {
        ptc_status status = ptc_schema_unfold(arena, schema, PTC_SHOWN_MAX, false, &tree);

        if (status != PTC_OK)
            return status == PTC_ERROR_ARGUMENT;
    }
    nodes = ptc_arena_array(arena, tree.count, sizeof *nodes);
    if (nodes == NULL)
        return false;
    schema = &tree;
    index = schema->root;
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

/* Takes the descriptions away. */
static bool tools_silence(ptc_arena *arena, ptc_prompt_tool *tools, size_t count)
{
    static const ptc_prompt_described silent = {.is_silent = true};

    for (size_t i = 0; i < count; i++) {
        ptc_schema *schema = ptc_arena_array(arena, 1, sizeof *schema);

        if (schema == NULL ||
            (tools[i].schema != NULL &&
             !ptc_prompt_describe(arena, tools[i].schema, &silent, schema)))
            return false;
        if (tools[i].schema != NULL)
            tools[i].schema = schema;
    }
    return true;
}

/* Those to call, by name; the heading stands there already. */
static void tools_write_own(ptc_text *text, const ptc_plan *plan,
                            const ptc_prompt_tool *tools, size_t count)
{
    const uint32_t *order;

    if (count == 0)
        return;
    order = ptc_names_order(text->arena, &tools->name, sizeof *tools, count);
    if (order == NULL)
        text->failed = true;
    for (size_t i = 0; order != NULL && i < count; i++) {
        ptc_text_byte(text, '\n');
        ptc_schema_write_prompt(text, tools[order[i]].name, tools[order[i]].schema,
                                plan->agent.tool_style, NULL);
    }
}

void ptc_prompt_write_tools(ptc_text *text, const ptc_plan *plan, ptc_prompt_cut cut)
{
    ptc_plan_list list;
    size_t own = 0;

    if (!ptc_plan_list_tools(plan, text->arena, &list) ||
        (cut >= PTC_CUT_DESCRIPTIONS &&
         !tools_silence(text->arena, list.prompt_tools, list.prompt_tool_count))) {
        text->failed = true;
        return;
    }
    while (own < list.prompt_tool_count && !list.prompt_tools[own].is_planning)
        own++;
    if (!plan->is_judgment) {
        tools_write_system(text, plan);
        tools_write_own(text, plan, list.prompt_tools, own);
    }
    if (own < list.prompt_tool_count && text->len > 0)
        ptc_text_byte(text, '\n');
    ptc_tools_write_prompt(text, list.prompt_tools + own, list.prompt_tool_count - own,
                           plan->agent.tool_style, NULL);
}
