/* SPDX-License-Identifier: MIT */
/*
 * The meaning of the signs in the types of a prompt: only those that this agent's prompts
 * may have. [subagent 11.1]
 */
#include "agent/prompt/prompt_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

typedef enum notation_sign {
    NOTATION_NULLABLE = 1,
    NOTATION_LIST = 2,
    NOTATION_MAP = 4,
    NOTATION_UNION = 8,
    NOTATION_ENUM = 16,
    NOTATION_BOUNDS = 32,
    NOTATION_FIREWALLED = 64,
    NOTATION_DEFAULT = 128,
} notation_sign;

/* Undeclared data is shown with inferred types. */
enum {
    NOTATION_OF_DATA =
        NOTATION_NULLABLE | NOTATION_LIST | NOTATION_MAP | NOTATION_FIREWALLED,
};

/* How a type says that it may be nil or absent. */
static unsigned notation_of_nil(const ptc_schema_node *nodes, const ptc_schema_node *node)
{
    ptc_absence absence = nodes[node->parent].type == PTC_TYPE_MAP
                              ? ptc_schema_absence(nodes, node)
                              : PTC_ABSENCE_AS_NIL;

    if (absence == PTC_ABSENCE_REFUSED)
        return NOTATION_UNION;
    return absence == PTC_ABSENCE_WITHOUT_NIL || ptc_schema_says_nil(node)
               ? NOTATION_NULLABLE
               : 0;
}

static unsigned notation_of_node(const ptc_schema *schema, uint32_t index)
{
    const ptc_schema_node *node = &schema->nodes[index];
    ptc_value value;
    unsigned signs = ptc_schema_has_default(node) &&
                             ptc_schema_says_default(schema, index, true, &value)
                         ? NOTATION_DEFAULT
                         : notation_of_nil(schema->nodes, node);

    if (node->flags & PTC_NODE_FIREWALLED)
        signs |= NOTATION_FIREWALLED;
    if (node->interval != NULL)
        signs |= NOTATION_BOUNDS;
    switch (node->type) {
    case PTC_TYPE_LIST:
        return signs | NOTATION_LIST;
    case PTC_TYPE_MAP:
        return signs | NOTATION_MAP;
    case PTC_TYPE_UNION:
        return signs | NOTATION_UNION;
    case PTC_TYPE_ENUM:
        return signs | NOTATION_ENUM;
    default:
        return signs;
    }
}

static unsigned notation_of(const ptc_schema *schema)
{
    const ptc_schema_node *root;
    unsigned signs = 0;

    if (schema == NULL)
        return NOTATION_OF_DATA;
    root = ptc_schema_root(schema);
    for (uint32_t i = 0; i < schema->count; i++) {
        if (root->type != PTC_TYPE_FUNCTION || i != root->first) /* written as (..) */
            signs |= notation_of_node(schema, i);
    }
    return signs;
}

static void notation_write(ptc_text *text, unsigned signs)
{
    static const struct {
        unsigned sign;
        const char *words;
    } rows[] = {
        {NOTATION_NULLABLE, "`T?` may be nil or absent"},
        {NOTATION_DEFAULT, "`T = v` may be absent and is v then"},
        {NOTATION_LIST, "`[T]` is a list"},
        {NOTATION_MAP, "`{a T}` is a map with the key `:a`"},
        {NOTATION_UNION, "`A|B` is either of them"},
        {NOTATION_ENUM, "`:enum[..]` is one of these values"},
        {NOTATION_BOUNDS, "`:int[1..20]` has bounds"},
    };
    bool is_first = true;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!(signs & rows[i].sign))
            continue;
        ptc_text_cstr(text, is_first ? "" : ", ");
        ptc_text_cstr(text, rows[i].words);
        is_first = false;
    }
    ptc_text_cstr(text, is_first ? "" : ".\n");
    if (signs & NOTATION_FIREWALLED)
        ptc_text_cstr(text,
                      "`<Firewalled>` stands for a value that programs can use, as in "
                      "`(:_name x)`, and that is not shown: never write that word.\n");
}

bool ptc_prompt_write_notation(ptc_text *text, const ptc_plan *plan)
{
    unsigned signs = notation_of(plan->signature);
    ptc_plan_list list;

    if (!ptc_plan_list_tools(plan, text->arena, &list))
        return false;
    if (!plan->is_judgment)
        signs |= NOTATION_NULLABLE | NOTATION_MAP; /* as in `fail` */
    for (size_t i = 0; i < list.prompt_tool_count; i++)
        signs |= notation_of(list.prompt_tools[i].schema);
    if (signs == 0)
        return true;
    ptc_text_cstr(text, "## Notation of types\n\n");
    notation_write(text, signs);
    return true;
}
