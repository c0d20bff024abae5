/* SPDX-License-Identifier: MIT */
/*
 * The tools of an agent as its model sees them: `return` and `fail` first, with the
 * agent's types, then its own by name, then those to plan with. [signature 9.1, subagent
 * 9.2]
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
     .flags = PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL,
     .parent = 3,
     .name = TOOLS_NAME("op")},
    {.type = PTC_TYPE_ANY_MAP,
     .flags = PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL,
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

/* The description of the node; empty: none. */
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

static bool tools_is_named(const ptc_schema_node *node)
{
    return node->extra != NULL && node->extra->named_type.len > 0;
}

/* Replaces the words of a node. */
static bool tools_say(ptc_arena *arena, ptc_schema_node *node, ptc_str words)
{
    ptc_schema_extra *own;

    if (node->extra == NULL ? words.len == 0
                            : ptc_str_equal(node->extra->description, words))
        return true;
    own = ptc_arena_array(arena, 1, sizeof *own);
    if (own == NULL)
        return false;
    if (node->extra != NULL)
        *own = *node->extra;
    own->description = words;
    node->extra = own;
    return true;
}

/* Sets the descriptions of the nodes of a tree. When type names are kept, only the part
 * above them is a tree: the part below is shared by all uses of its type. */
static bool tools_say_all(ptc_arena *arena, const ptc_schema *schema,
                          const ptc_prompt_described *described, bool keeps_names,
                          ptc_schema_node *nodes)
{
    bool *is_below = ptc_arena_array(arena, schema->count, sizeof *is_below);

    for (uint32_t i = schema->root; is_below != NULL && i < schema->count; i++) {
        bool is_type = keeps_names && i != schema->root &&
                       (is_below[i] || tools_is_named(&nodes[i]));
        uint32_t count =
            ptc_type_has_children((ptc_type)nodes[i].type) ? nodes[i].count : 0;
        ptc_str words;

        for (uint32_t child = 0; child < count; child++)
            is_below[nodes[i].first + child] = is_type;
        if (is_below[i] && !described->is_silent)
            continue;
        if (is_below[i] && described->keeps_types)
            continue;
        words = is_below[i] ? PTC_STR("") : tools_words(schema, i, described);
        if (!tools_say(arena, &nodes[i], words))
            return false;
    }
    return is_below != NULL;
}

bool ptc_prompt_describe(ptc_arena *arena, const ptc_schema *schema,
                         const ptc_prompt_described *described, ptc_schema *out)
{
    ptc_schema_node *nodes;
    ptc_schema shown;
    bool keeps_names;

    /* Fields of types are described where they are used, which needs a tree; where names
     * of types are kept, types keep their own descriptions. */
    if (ptc_schema_shown(arena, schema, false, &shown) != PTC_OK)
        return false;
    keeps_names = ptc_schema_keeps_names(&shown);
    nodes = ptc_schema_copy(arena, keeps_names ? schema : &shown, 0, out);
    return nodes != NULL && tools_say_all(arena, out, described, keeps_names, nodes);
}

/* --- return and fail --------------------------------------------------------------- */

/* The contract of `return`: its third node is the signature's output.
 */
static bool tools_return(ptc_arena *arena, const ptc_plan *plan, ptc_schema *out)
{
    ptc_schema output = ptc_plan_output(plan);
    ptc_schema_node *nodes = ptc_schema_copy(arena, &output, TOOLS_DATA, out);

    if (nodes == NULL)
        return false;
    memcpy(nodes, tools_return_nodes, TOOLS_DATA * sizeof *nodes);
    nodes[TOOLS_DATA].parent = tools_return_nodes[TOOLS_DATA].parent;
    nodes[TOOLS_DATA].name = tools_return_nodes[TOOLS_DATA].name;
    out->root = 0;
    return true;
}

/* Adds `return` and `fail`. The description of the result is where it is expected, and
 * here only at types that are only named. */
static bool tools_add_system(ptc_arena *arena, const ptc_plan *plan, ptc_prompt_cut cut,
                             ptc_prompt_tool *tools)
{
    static const ptc_schema any = {tools_return_nodes, 0, TOOLS_RETURN_COUNT};
    const ptc_prompt_described silent = {
        .is_silent = true,
        .keeps_types = cut < PTC_CUT_DESCRIPTIONS,
    };
    ptc_schema *schema = ptc_arena_array(arena, 1, sizeof *schema);

    if (schema == NULL)
        return false;
    *schema = any;
    if (plan->signature != NULL && (!tools_return(arena, plan, schema) ||
                                    !ptc_prompt_describe(arena, schema, &silent, schema)))
        return false;
    tools[0] = (ptc_prompt_tool){PTC_STR("return"), schema, false, NULL};
    tools[1] = (ptc_prompt_tool){PTC_STR("fail"), &tools_fail, false, NULL};
    return true;
}

/* --- Tools of the agent ------------------------------------------------------------ */

/* Removes the descriptions. */
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

enum { TOOLS_SYSTEM_COUNT = 2 };

/* The tools in the order in which they are shown, `return` and `fail` first where the
 * agent has them; NULL when refused memory. */
static const uint32_t *tools_order(ptc_arena *arena, const ptc_prompt_tool *tools,
                                   size_t system, size_t count)
{
    const uint32_t *own =
        ptc_names_order(arena, &tools[system].name, sizeof *tools, count - system);
    uint32_t *order = ptc_arena_array(arena, count, sizeof *order);

    if (own == NULL || order == NULL)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i < system ? i : (uint32_t)system + own[i - system];
    return order;
}

bool ptc_prompt_write_tools(ptc_text *text, const ptc_plan *plan, ptc_prompt_cut cut,
                            ptc_shown_types *types)
{
    size_t system = plan->is_judgment ? 0 : TOOLS_SYSTEM_COUNT;
    ptc_prompt_tool *tools;
    const uint32_t *order;
    ptc_plan_list list;
    size_t count;

    if (!ptc_plan_list_tools(plan, text->arena, &list) ||
        (cut >= PTC_CUT_DESCRIPTIONS &&
         !tools_silence(text->arena, list.prompt_tools, list.prompt_tool_count)))
        return false;
    count = system + list.prompt_tool_count;
    tools = ptc_arena_array(text->arena, count, sizeof *tools);
    if (tools == NULL || (system > 0 && !tools_add_system(text->arena, plan, cut, tools)))
        return false;
    if (list.prompt_tool_count > 0)
        memcpy(tools + system, list.prompt_tools, list.prompt_tool_count * sizeof *tools);
    order = count > 0 ? tools_order(text->arena, tools, system, count) : NULL;
    if (order != NULL)
        ptc_tools_write_in_order(text, tools, order, count, NULL, types);
    return count == 0 || order != NULL;
}
