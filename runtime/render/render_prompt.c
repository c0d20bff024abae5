/* SPDX-License-Identifier: MIT */
/*
 * Contracts as a model reads them: the tool line, its description, a line per described
 * field, and a line with the Malli text of every type that the tool line only names.
 * [signature 9, 9.1]
 */
#include "render/render_int.h"
#include "schema/schema_int.h"

/* --- Texts of one line and of several ----------------------------------------------- */

/* The text with its line breaks, and the blanks around them, as single blanks. */
static void prompt_flat(ptc_text *text, ptc_str words)
{
    bool is_pending = false;
    bool is_written = false;

    for (size_t i = 0; i < words.len; i++) {
        char byte = words.ptr[i];

        if (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r') {
            is_pending = true;
            continue;
        }
        if (is_pending && is_written)
            ptc_text_byte(text, ' ');
        ptc_text_byte(text, byte);
        is_pending = false;
        is_written = true;
    }
}

/* Every line of `words` after `indent` blanks; empty lines stay empty. */
void ptc_render_lines(ptc_text *text, ptc_str words, size_t indent)
{
    size_t start = 0;

    while (start < words.len) {
        size_t end = start;
        size_t next;

        while (end < words.len && words.ptr[end] != '\n')
            end++;
        next = end + 1;
        while (end > start && (words.ptr[end - 1] == ' ' || words.ptr[end - 1] == '\r'))
            end--;
        if (end > start) {
            ptc_text_repeat(text, ' ', indent);
            ptc_text_bytes(text, words.ptr + start, end - start);
        }
        ptc_text_byte(text, '\n');
        start = next;
    }
}

/* --- Lines about fields ------------------------------------------------------------- */

/* The names from the root down to a node, joined with dots; false when there is none. */
static bool prompt_path(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *nodes = render->schema->nodes;
    const ptc_schema_node **names = NULL;
    size_t count = 0;
    size_t capacity = 0;
    void *items = NULL;

    for (uint32_t at = index; at != render->schema->root; at = nodes[at].parent) {
        if (nodes[nodes[at].parent].type != PTC_TYPE_MAP)
            continue;
        if (!ptc_arena_reserve(render->text->arena, &items, &capacity, count, count + 1,
                               sizeof *names)) {
            render->text->failed = true;
            return false;
        }
        names = items;
        names[count++] = &nodes[at];
    }
    for (size_t i = count; i-- > 0;) {
        ptc_name_write(render->text, names[i]->name);
        if (i > 0)
            ptc_text_byte(render->text, '.');
    }
    return count > 0;
}

/* The next node that the tool line spells, in document order: nothing below a node that
 * is hidden or written in Malli. */
static uint32_t prompt_next(const ptc_render *render, uint32_t index)
{
    const ptc_schema *schema = render->schema;
    uint32_t next;

    if (ptc_render_is_hidden(render, index) ||
        ptc_render_needs_malli(render, &schema->nodes[index]))
        next = ptc_schema_next_beside(schema, index);
    else
        next = ptc_schema_next(schema, index);
    return next;
}

/* Hiding begins where the output does; called for every node in document order. */
static void prompt_watch_output(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *root = ptc_schema_root(render->schema);

    if (root->type == PTC_TYPE_FUNCTION && index == root->first)
        render->hides = false;
    else if (root->type == PTC_TYPE_FUNCTION && index == root->first + 1)
        render->hides = render->hides_output;
}

void ptc_render_field_lines(ptc_render *render, size_t indent)
{
    uint32_t index = render->schema->root;

    for (; index != PTC_NODE_NONE; index = prompt_next(render, index)) {
        const ptc_schema_node *node = &render->schema->nodes[index];
        const ptc_schema_node *parent = &render->schema->nodes[node->parent];

        prompt_watch_output(render, index);
        if (index == render->schema->root || parent->type != PTC_TYPE_MAP ||
            node->extra == NULL || node->extra->description.len == 0 ||
            ptc_render_is_hidden(render, index))
            continue;
        ptc_text_repeat(render->text, ' ', indent);
        ptc_text_cstr(render->text, "- ");
        prompt_path(render, index);
        ptc_text_cstr(render->text, ": ");
        prompt_flat(render->text, node->extra->description);
        ptc_text_byte(render->text, '\n');
    }
}

/* The Malli text of one node, without what its slot says. */
static void prompt_malli(const ptc_render *render, uint32_t index)
{
    ptc_schema part = *render->schema;
    ptc_render inner = *render;

    part.root = index;
    inner.schema = &part;
    inner.malli = index;
    inner.is_embedded = false;
    inner.is_line = true;
    ptc_render_tree(&inner);
}

void ptc_render_format_lines(ptc_render *render, size_t indent, bool leads)
{
    uint32_t index = render->schema->root;
    bool has_schema = false;

    for (; index != PTC_NODE_NONE; index = prompt_next(render, index)) {
        bool is_schema = render->schema->nodes[index].type == PTC_TYPE_MALLI_SCHEMA;

        prompt_watch_output(render, index);
        if (ptc_render_is_hidden(render, index) || (is_schema && has_schema) ||
            (!is_schema && !ptc_render_needs_line(render, index)))
            continue;
        if (leads)
            ptc_text_byte(render->text, '\n');
        ptc_text_repeat(render->text, ' ', indent);
        if (is_schema)
            ptc_text_cstr(render->text, "Schema");
        else if (!prompt_path(render, index))
            ptc_text_str(render->text, render->whole);
        ptc_text_cstr(render->text, " format: ");
        if (is_schema)
            ptc_text_cstr(render->text, "[:map [:field :type] ...]");
        else
            prompt_malli(render, index);
        if (!leads)
            ptc_text_byte(render->text, '\n');
        has_schema = has_schema || is_schema;
    }
}

/* --- Styles ------------------------------------------------------------------------- */

/* `name(a :int) -> T`. A type that is not a function is the output of a tool without
 * inputs.
 */
static void prompt_tool(ptc_render *render, ptc_str name)
{
    const ptc_schema_node *root = ptc_schema_root(render->schema);

    ptc_contract_name_write(render->text, name);
    if (root->type != PTC_TYPE_FUNCTION)
        ptc_text_cstr(render->text, "() -> ");
    ptc_render_tree(render);
}

static ptc_str prompt_description(const ptc_schema *schema)
{
    const ptc_schema_extra *extra = ptc_schema_root(schema)->extra;

    return extra != NULL ? extra->description : PTC_STR("");
}

static void prompt_seed(ptc_render *render, ptc_str name)
{
    prompt_tool(render, name);
    ptc_text_byte(render->text, '\n');
    ptc_render_lines(render->text, prompt_description(render->schema), 2);
    ptc_render_field_lines(render, 2);
    ptc_render_format_lines(render, 2, false);
}

static void prompt_compact(ptc_render *render, ptc_str name)
{
    ptc_str description = prompt_description(render->schema);

    ptc_text_cstr(render->text, "tool/");
    prompt_tool(render, name);
    if (description.len > 0) {
        ptc_text_cstr(render->text, "  ; ");
        prompt_flat(render->text, description);
    }
    ptc_text_byte(render->text, '\n');
    ptc_render_format_lines(render, 2, false);
}

static void prompt_fenced(ptc_render *render, ptc_str name)
{
    ptc_text_cstr(render->text, "### ");
    ptc_contract_name_write(render->text, name);
    ptc_text_cstr(render->text, "\n\n```\n");
    prompt_tool(render, name);
    ptc_text_byte(render->text, '\n');
    ptc_render_format_lines(render, 2, false);
    ptc_text_cstr(render->text, "```\n");
    if (prompt_description(render->schema).len > 0) {
        ptc_text_byte(render->text, '\n');
        ptc_render_lines(render->text, prompt_description(render->schema), 0);
    }
    ptc_render_field_lines(render, 0);
}

static void prompt_without_signature(ptc_text *text, ptc_str name, ptc_prompt_style style)
{
    if (style == PTC_PROMPT_FENCED) {
        ptc_text_cstr(text, "### ");
        ptc_contract_name_write(text, name);
        ptc_text_cstr(text, "\n\n```\n");
    } else if (style == PTC_PROMPT_COMPACT) {
        ptc_text_cstr(text, "tool/");
    }
    ptc_contract_name_write(text, name);
    ptc_text_cstr(text, style == PTC_PROMPT_COMPACT ? "(args map) -> any\n"
                                                    : "(args :map) -> :any\n");
    if (style == PTC_PROMPT_FENCED)
        ptc_text_cstr(text, "```\n");
}

void ptc_schema_write_fields(ptc_text *text, const ptc_schema *schema, size_t indent)
{
    ptc_render render;
    ptc_schema shown;

    if (ptc_schema_shown(text->arena, schema, false, &shown) != PTC_OK) {
        text->failed = true;
        return;
    }
    ptc_render_init(&render, text, &shown, NULL);
    render.is_prompt = render.hides_defaults = true;
    ptc_render_field_lines(&render, indent);
}

void ptc_schema_write_parameter(ptc_text *text, const ptc_schema *schema)
{
    ptc_render render;
    ptc_schema shown;

    if (ptc_schema_shown(text->arena, schema, false, &shown) != PTC_OK) {
        text->failed = true;
        return;
    }
    ptc_render_init(&render, text, &shown, NULL);
    render.hides_defaults = render.has_slot = true;
    ptc_render_tree(&render);
}

/* A rendering of the contract as a model reads it; false when refused memory. */
static bool prompt_start(ptc_render *render, ptc_text *text, const ptc_schema *schema,
                         ptc_prompt_style style, const ptc_render_options *options,
                         ptc_schema *shown)
{
    if (ptc_schema_shown(text->arena, schema, false, shown) != PTC_OK) {
        text->failed = true;
        return false;
    }
    ptc_render_init(render, text, shown, options);
    if (ptc_schema_root(schema)->flags & PTC_NODE_CHILD)
        render->hides_output = render->hides = true;
    render->is_prompt = render->hides_defaults = true;
    render->is_compact = style == PTC_PROMPT_COMPACT;
    return true;
}

void ptc_schema_write_type(ptc_text *text, const ptc_schema *schema,
                           ptc_prompt_style style, const ptc_render_options *options,
                           const ptc_shown_types *known)
{
    ptc_render render;
    ptc_schema shown;
    ptc_text lines;

    if (!prompt_start(&render, text, schema, style, options, &shown))
        return;
    render.has_bare_output = true;
    ptc_render_tree(&render);
    ptc_render_format_lines(&render, 2, true);
    ptc_text_init(&lines, text->arena);
    ptc_render_own_types(&lines, schema, style, options, known, 2);
    if (lines.len > 0) {
        ptc_text_byte(text, '\n');
        ptc_text_bytes(text, lines.ptr, lines.len - 1); /* the last line is not ended */
    }
    text->failed = text->failed || lines.failed;
}

static void prompt_write(ptc_text *text, ptc_str name, const ptc_schema *schema,
                         ptc_prompt_style style, const ptc_render_options *options)
{
    ptc_render render;
    ptc_schema shown;

    if (!prompt_start(&render, text, schema, style, options, &shown))
        return;
    render.has_bare_output = false;
    switch (style) {
    case PTC_PROMPT_SEED:
        prompt_seed(&render, name);
        break;
    case PTC_PROMPT_COMPACT:
        prompt_compact(&render, name);
        break;
    case PTC_PROMPT_FENCED:
        prompt_fenced(&render, name);
        break;
    }
}

ptc_status ptc_schema_write_prompt(ptc_text *text, ptc_str name, const ptc_schema *schema,
                                   ptc_prompt_style style,
                                   const ptc_render_options *given)
{
    ptc_render_options options;

    if (!ptc_render_take_options("ptc_schema_write_prompt", given, &options))
        return PTC_ERROR_ARGUMENT;
    if (schema == NULL)
        prompt_without_signature(text, name, style);
    else if (name.len == 0)
        ptc_schema_write_type(text, schema, style, &options, NULL);
    else
        prompt_write(text, name, schema, style, &options);
    return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
}
