/* SPDX-License-Identifier: MIT */
/*
 * The inventory of the data of a run: a row per name of the context, with its type, a
 * sample and its description. Everything except declared types is data, and is written so
 * that it cannot be taken for anything else. [subagent 11.2]
 */
#include "agent/host/untrusted.h"
#include "agent/prompt/prompt_int.h"
#include "base/base_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

#include <ptc/infer.h>

enum {
    INVENTORY_SHORT = 16,     /* characters of short samples */
    INVENTORY_TYPE_MAX = 300, /* characters of an inferred type */
    INVENTORY_WORK_MAX = 1 << 30,
};

typedef struct inventory_row {
    ptc_str name; /* empty: the key is not a name */
    const ptc_map_entry *entry;
} inventory_row;

/* --- Types ------------------------------------------------------------------------- */

uint32_t ptc_prompt_field(const ptc_schema *schema, uint32_t map, ptc_str name)
{
    const ptc_schema_node *node = &schema->nodes[map];

    if (node->type != PTC_TYPE_MAP)
        return PTC_NODE_NONE;
    for (uint32_t i = 0; i < node->count; i++) {
        if (ptc_str_equal_folded(schema->nodes[node->first + i].name, name))
            return node->first + i;
    }
    return PTC_NODE_NONE;
}

/* The declaration of the name: from the parameters, else from the context's
 * signature. */
static bool inventory_declared(const ptc_inventory *inventory, ptc_str name,
                               ptc_schema *out)
{
    const ptc_schema *signature = inventory->plan->signature;
    const ptc_schema *types = inventory->types;
    const ptc_schema_node *root;
    uint32_t index = PTC_NODE_NONE;

    if (signature != NULL) {
        *out = *signature;
        index = ptc_prompt_field(signature, ptc_schema_root(signature)->first, name);
    }
    if (index == PTC_NODE_NONE && types != NULL) {
        root = ptc_schema_root(types);
        *out = *types;
        index = ptc_prompt_field(
            types, root->type == PTC_TYPE_FUNCTION ? root->first : types->root, name);
    }
    out->root = index;
    return index != PTC_NODE_NONE;
}

static void inventory_style_type(ptc_text *text, const ptc_inventory *inventory,
                                 const ptc_schema *type)
{
    ptc_type root = (ptc_type)ptc_schema_root(type)->type;

    if (inventory->plan->agent.inventory_style == PTC_INVENTORY_TABLE)
        ptc_schema_write_parameter(text, type);
    else if (root == PTC_TYPE_INT)
        ptc_text_cstr(text, "integer");
    else if (root == PTC_TYPE_BOOL)
        ptc_text_cstr(text, "boolean");
    else if (ptc_type_has_children(root))
        ptc_schema_write_parameter(text, type);
    else
        ptc_text_cstr(text, ptc_type_word(root, false));
}

/* The type of a value inferred from data, which reveals little for private names. */
static bool inventory_infer(ptc_arena *arena, const inventory_row *row, ptc_schema *type)
{
    static const ptc_infer_options options = {.struct_size = sizeof options,
                                              .hide_firewalled = true};
    ptc_map_entry entry = {ptc_value_string(PTC_STR("_")), row->entry->value};
    ptc_value map;

    if (!ptc_name_is_private(row->name))
        return ptc_infer_value(arena, &row->entry->value, &options, type) == PTC_OK;
    if (ptc_map_make(arena, &entry, 1, &map, NULL) != PTC_OK ||
        ptc_infer_value(arena, &map, &options, type) != PTC_OK)
        return false;
    type->root = ptc_schema_root(type)->first;
    return true;
}

/* An inferred type contains names of the data. */
static void inventory_inferred(ptc_text *text, const ptc_inventory *inventory,
                               const inventory_row *row)
{
    ptc_schema type;
    ptc_text shown;
    size_t len;

    ptc_text_init(&shown, text->arena);
    if (!inventory_infer(text->arena, row, &type)) {
        text->failed = true;
        return;
    }
    inventory_style_type(&shown, inventory, &type);
    len = ptc_utf8_prefix(ptc_text_view(&shown).ptr, shown.len, INVENTORY_TYPE_MAX);
    ptc_untrusted_write(text, ptc_str_make(ptc_text_view(&shown).ptr, len));
    if (len < shown.len)
        ptc_text_cstr(text, "...");
    text->failed = text->failed || shown.failed;
}

/* --- Descriptions ------------------------------------------------------------------ */

static ptc_str inventory_described(const ptc_inventory *inventory, ptc_str name,
                                   const ptc_schema *type)
{
    const ptc_agent *agent = &inventory->plan->agent;
    const ptc_map_entry *entry;

    for (size_t i = 0; i < agent->context_description_count; i++) {
        if (ptc_str_equal_folded(agent->context_descriptions[i].name, name))
            return agent->context_descriptions[i].text;
    }
    if (type != NULL && ptc_schema_root(type)->extra != NULL &&
        ptc_schema_root(type)->extra->description.len > 0)
        return ptc_schema_root(type)->extra->description;
    if (inventory->descriptions.kind != PTC_MAP)
        return PTC_STR("");
    entry = ptc_map_find_field(inventory->descriptions.as.map, name, 0);
    return entry != NULL && entry->value.kind == PTC_STRING
               ? ptc_value_text(&entry->value)
               : PTC_STR("");
}

/* The words on one line. */
static void inventory_words(ptc_text *text, ptc_str words)
{
    bool is_pending = false;
    ptc_text flat;

    ptc_text_init(&flat, text->arena);
    for (size_t i = 0; i < words.len; i++) {
        bool is_blank = memchr(" \t\r\n", words.ptr[i], 4) != NULL;

        if (!is_blank && is_pending && flat.len > 0)
            ptc_text_byte(&flat, ' ');
        if (!is_blank)
            ptc_text_byte(&flat, words.ptr[i]);
        is_pending = is_blank;
    }
    ptc_untrusted_write(text, ptc_text_view(&flat));
    text->failed = text->failed || flat.failed;
}

/* --- Rows -------------------------------------------------------------------------- */

/* `ctx/name`, or a literal for a key that cannot be read that way. */
static void inventory_key(ptc_text *text, const inventory_row *row)
{
    const ptc_prompt_sample all = {.list = 3, .string = 50};

    if (ptc_name_is_plain(row->name)) {
        ptc_text_cstr(text, "ctx/");
        ptc_text_str(text, row->name);
    } else {
        ptc_prompt_write_sample(text, &row->entry->key, &all);
    }
}

/* A declared type says what is hidden, otherwise the name does. */
static bool inventory_hides(const inventory_row *row, const ptc_schema *type)
{
    return type != NULL ? (ptc_schema_root(type)->flags & PTC_NODE_FIREWALLED) != 0
                        : ptc_name_is_private(row->name);
}

static void inventory_sample(ptc_text *text, const ptc_inventory *inventory,
                             const inventory_row *row, const ptc_schema *type)
{
    const ptc_prompt_limit *limit = &inventory->plan->agent.prompt_limit;
    ptc_prompt_sample sample = {.list = limit->list, .string = limit->string};

    if (inventory->cut >= PTC_CUT_SAMPLES) {
        sample.list = 1;
        sample.string = limit->string < INVENTORY_SHORT ? limit->string : INVENTORY_SHORT;
    }
    if (inventory_hides(row, type))
        ptc_show_firewalled(text);
    else if (inventory->cut >= PTC_CUT_ALL_SAMPLES)
        ptc_text_byte(text, '-');
    else
        ptc_prompt_write_sample(text, &row->entry->value, &sample);
}

static void inventory_row_write(ptc_text *text, const ptc_inventory *inventory,
                                const inventory_row *row)
{
    bool is_table = inventory->plan->agent.inventory_style == PTC_INVENTORY_TABLE;
    ptc_str description = PTC_STR("");
    ptc_schema type;
    bool is_declared =
        row->name.len > 0 && inventory_declared(inventory, row->name, &type);

    ptc_text_cstr(text, is_table ? "| " : ";; ");
    inventory_key(text, row);
    ptc_text_cstr(text, is_table ? " | " : "  ; ");
    if (is_declared)
        inventory_style_type(text, inventory, &type);
    else
        inventory_inferred(text, inventory, row);
    ptc_text_cstr(text, is_table ? " | " : ", sample: ");
    inventory_sample(text, inventory, row, is_declared ? &type : NULL);
    if (inventory->cut < PTC_CUT_DESCRIPTIONS)
        description =
            inventory_described(inventory, row->name, is_declared ? &type : NULL);
    if (description.len > 0) {
        ptc_text_cstr(text, is_table ? " \xE2\x80\x94 " : " -- ");
        inventory_words(text, description);
    }
    ptc_text_cstr(text, is_table ? " |\n" : "\n");
}

/* The rows of a context in order, as many as it has entries; NULL when refused memory. */
static const inventory_row *inventory_rows(ptc_arena *arena, const ptc_map *map)
{
    inventory_row *rows = ptc_arena_array(arena, map->count, sizeof *rows);
    inventory_row *sorted = ptc_arena_array(arena, map->count, sizeof *sorted);
    const uint32_t *order;

    if (rows == NULL || sorted == NULL)
        return NULL;
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_value *key = &map->entries[i].key;
        bool is_name = key->kind == PTC_STRING || key->kind == PTC_KEYWORD;

        rows[i] = (inventory_row){is_name ? ptc_value_text(key) : PTC_STR(""),
                                  &map->entries[i]};
    }
    order = ptc_names_order(arena, &rows->name, sizeof *rows, map->count);
    for (uint32_t i = 0; order != NULL && i < map->count; i++)
        sorted[i] = rows[order[i]];
    return order != NULL ? sorted : NULL;
}

static void inventory_rows_write(ptc_text *text, const ptc_inventory *inventory,
                                 const inventory_row *rows, uint32_t count)
{
    if (inventory->plan->agent.inventory_style == PTC_INVENTORY_TABLE)
        ptc_text_cstr(text, "| Name | Type | Sample |\n|---|---|---|\n");
    for (uint32_t i = 0; i < count; i++)
        inventory_row_write(text, inventory, &rows[i]);
}

/* The definitions of declared types that rows only name; nothing when there are none. */
static void inventory_types_write(ptc_text *text, const ptc_inventory *inventory,
                                  const inventory_row *rows, uint32_t count)
{
    ptc_shown_types types;
    ptc_schema type;
    ptc_text own; /* of names whose types share the name of other types */

    ptc_shown_types_init(&types, text->arena, PTC_PROMPT_SEED, NULL);
    ptc_text_init(&own, text->arena);
    for (uint32_t i = 0; i < count && !text->failed; i++) {
        if (rows[i].name.len == 0 ||
            !inventory_declared(inventory, rows[i].name, &type) ||
            ptc_render_collect_types(text, &type, &types))
            continue;
        inventory_key(&own, &rows[i]);
        ptc_text_cstr(&own, ":\n");
        ptc_render_own_types(&own, &type, PTC_PROMPT_SEED, NULL, NULL, 2);
    }
    if (types.count > 0 || own.len > 0)
        ptc_text_cstr(text, "\n## Types of the data\n\n");
    ptc_render_types(text, &types);
    ptc_text_str(text, ptc_text_view(&own));
    text->failed = text->failed || own.failed;
}

void ptc_prompt_write_inventory(ptc_text *text, const ptc_inventory *inventory)
{
    const inventory_row *rows;
    ptc_scratch scratch;
    ptc_text lines;
    ptc_text types;
    uint32_t count;

    ptc_text_cstr(text, "## Data inventory\n\n");
    if (inventory->context->kind != PTC_MAP || inventory->context->aux == 0) {
        ptc_text_cstr(text, "No data available\n");
        return;
    }
    ptc_scratch_begin(&scratch, text->arena, INVENTORY_WORK_MAX);
    ptc_text_init(&lines, scratch.arena);
    ptc_text_init(&types, scratch.arena);
    count = inventory->context->as.map->count;
    rows = inventory_rows(scratch.arena, inventory->context->as.map);
    if (rows != NULL) {
        inventory_rows_write(&lines, inventory, rows, count);
        inventory_types_write(&types, inventory, rows, count);
    }
    text->failed = text->failed || rows == NULL || lines.failed || types.failed;
    if (!text->failed) {
        ptc_envelope_write(text, &inventory->plan->agent, "context",
                           ptc_str_make(lines.ptr, lines.len - 1));
        ptc_text_byte(text, '\n');
        ptc_text_str(text, ptc_text_view(&types));
    }
    ptc_scratch_end(&scratch);
}
