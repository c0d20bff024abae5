/* SPDX-License-Identifier: MIT */
/*
 * Tools as texts for models: the entry of a prompt and, with a call before it, the text
 * of (doc "tool"). A program that has these texts as constants does not link the writers
 * of signatures. [mcp 6]
 */
#include "mcp/catalog/catalog_int.h"
#include "schema/schema_int.h"

/* --- Entries of prompts ------------------------------------------------------------- */

/* Firewalled fields of results are left out, as for agents that others call: the reader
 * is on the other side. */

#define DOC_NAME(text)                                                                   \
    {                                                                                    \
        (text), sizeof(text) - 1                                                         \
    }

/* (args :map) -> :any, to describe tools without a signature. */
static const ptc_schema_node doc_any_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 1},
    {.type = PTC_TYPE_ANY},
    {.type = PTC_TYPE_ANY_MAP, .parent = 1, .name = DOC_NAME("args")},
};
static const ptc_schema doc_any = {doc_any_nodes, 0, 4};

static ptc_str doc_of_node(const ptc_schema_node *node)
{
    return node->extra != NULL ? node->extra->description : PTC_STR("");
}

/* Replaces the words of a node. */
static bool doc_say(ptc_arena *arena, ptc_schema_node *node, ptc_str words)
{
    ptc_schema_extra *own = ptc_arena_array(arena, 1, sizeof *own);

    if (own == NULL || words.ptr == NULL)
        return false;
    if (node->extra != NULL)
        *own = *node->extra;
    own->description = words;
    node->extra = own;
    return true;
}

bool ptc_catalog_prompt_tool(ptc_arena *arena, const ptc_tool *tool,
                             ptc_catalog_detail detail, ptc_prompt_tool *out)
{
    const ptc_schema *given = tool->signature != NULL ? tool->signature : &doc_any;
    ptc_schema *schema = ptc_arena_array(arena, 1, sizeof *schema);
    ptc_schema_node *nodes =
        schema != NULL ? ptc_schema_copy(arena, given, 0, schema) : NULL;

    if (nodes == NULL)
        return false;
    if (nodes[schema->root].type == PTC_TYPE_FUNCTION)
        nodes[schema->root].flags |= PTC_NODE_CHILD; /* hides firewalled fields */
    for (uint32_t i = schema->root; i < schema->count; i++) {
        bool is_field = i != schema->root;
        ptc_str words = is_field ? doc_of_node(&nodes[i]) : ptc_catalog_description(tool);

        if (words.len == 0 && doc_of_node(&nodes[i]).len == 0)
            continue;
        if (!doc_say(arena, &nodes[i], ptc_catalog_words(arena, words, detail, is_field)))
            return false;
    }
    *out = (ptc_prompt_tool){ptc_str_of(tool->name), schema, false, NULL};
    return true;
}

/* --- Full texts
 * --------------------------------------------------------------------- */

/* `{:query "x"}`: the required parameters; false where a type has no example. */
static bool doc_arguments(ptc_text *text, const ptc_schema *signature)
{
    const ptc_schema_node *inputs = &signature->nodes[ptc_schema_root(signature)->first];
    bool is_first = true;

    ptc_text_byte(text, '{');
    for (uint32_t i = 0; i < inputs->count; i++) {
        ptc_schema type = {signature->nodes, inputs->first + i, signature->count};
        const ptc_schema_node *field = ptc_schema_root(&type);
        ptc_value value = ptc_keyword_is_legal(field->name)
                              ? ptc_value_keyword(field->name)
                              : ptc_value_string(field->name);

        if (field->flags & (PTC_NODE_OPTIONAL | PTC_NODE_CONTEXT))
            continue;
        ptc_text_cstr(text, is_first ? "" : " ");
        is_first = false;
        ptc_value_write(text, &value);
        ptc_text_byte(text, ' ');
        if (!ptc_schema_example(text->arena, &type, PTC_BOUNDARY_LISP, PTC_EXAMPLE_MOST,
                                &value))
            return false;
        ptc_value_write(text, &value);
    }
    ptc_text_byte(text, '}');
    return true;
}

/* The call as a program types it: `(tool/search {:query "x"})`. */
static void doc_call(ptc_text *text, const ptc_tool *tool)
{
    const ptc_schema *signature = tool->signature;
    ptc_text arguments;

    ptc_text_init(&arguments, text->arena);
    ptc_text_byte(&arguments, ' ');
    ptc_text_cstr(text, "(tool/");
    ptc_text_cstr(text, tool->name);
    if (signature == NULL || ptc_schema_root(signature)->type != PTC_TYPE_FUNCTION ||
        !doc_arguments(&arguments, signature))
        ptc_text_cstr(text, " {..}");
    else if (arguments.len > 3) /* " {}" is left out */
        ptc_text_str(text, ptc_text_view(&arguments));
    ptc_text_cstr(text, ")\n");
    text->failed = text->failed || arguments.failed;
}

/* The entry of a prompt, with the types that it only names. */
static void doc_entry(ptc_text *text, const ptc_tool *tool)
{
    ptc_prompt_tool shown;

    if (!ptc_catalog_prompt_tool(text->arena, tool, PTC_CATALOG_WHOLE, &shown)) {
        text->failed = true;
        return;
    }
    ptc_schema_write_prompt(text, shown.name, shown.schema, PTC_PROMPT_SEED, NULL);
    ptc_render_own_types(text, shown.schema, PTC_PROMPT_SEED, NULL, NULL, 2);
}

/* A text without its last line end, cleaned; NULL bytes when refused. */
static ptc_str doc_clean(ptc_arena *arena, const ptc_text *from)
{
    ptc_str view = ptc_text_view(from);
    ptc_text text;

    ptc_text_init(&text, arena);
    if (view.len > 0 && view.ptr[view.len - 1] == '\n')
        view.len--;
    ptc_catalog_write_clean(&text, view);
    return from->failed || text.failed ? ptc_str_make(NULL, 0) : ptc_text_view(&text);
}

ptc_str ptc_catalog_doc(ptc_arena *arena, const ptc_tool *tool)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    doc_call(&text, tool);
    doc_entry(&text, tool);
    return doc_clean(arena, &text);
}
