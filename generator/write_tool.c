/* SPDX-License-Identifier: MIT */
/* What contracts say about tools in addition to types, as lines of `.sig` text and as
 * properties of Malli functions. [mcp 4] */
#include "generator/generator_int.h"
#include "schema/schema_int.h"

/* What is said of the tool; titles are one line. */
void ptcc_write_tool_lines(ptc_text *out, const ptc_contract_info *info)
{
    if (info->title.len > 0) {
        ptc_text_cstr(out, "  @title ");
        ptcc_write_flat(out, info->title);
        ptc_text_byte(out, '\n');
    }
    if (info->hints != 0)
        ptc_text_cstr(out, "  @hints");
    for (unsigned i = 0; ptc_hint_word(i) != NULL; i++) {
        if ((info->hints >> i & 1) != 0) {
            ptc_text_byte(out, ' ');
            ptc_text_cstr(out, ptc_hint_word(i));
        }
    }
    ptc_text_cstr(out, info->hints != 0 ? "\n" : "");
    if (info->timeout_ms > 0) {
        ptc_text_cstr(out, "  @timeout ");
        ptc_text_int(out, info->timeout_ms);
        ptc_text_byte(out, '\n');
    }
}

/* Hints as a vector of keywords. */
static bool tool_hints_value(ptc_arena *arena, unsigned hints, ptc_value *out)
{
    ptc_value *words = ptc_arena_array(arena, 8 * sizeof hints, sizeof *words);
    size_t count = 0;

    for (unsigned i = 0; words != NULL && ptc_hint_word(i) != NULL; i++) {
        if ((hints >> i & 1) != 0)
            words[count++] = ptc_value_keyword(ptc_str_of(ptc_hint_word(i)));
    }
    *out = ptc_value_vector(words, count);
    return words != NULL;
}

/* The properties of a function with those of the tool. */
static bool tool_properties(ptc_arena *arena, const ptc_contract_info *info,
                            ptc_value *properties)
{
    size_t old = properties->kind == PTC_MAP ? properties->aux : 0;
    ptc_map_entry *entries = ptc_arena_array(arena, old + 3, sizeof *entries);
    size_t count = 0;

    if (entries == NULL)
        return false;
    for (; count < old; count++)
        entries[count] = properties->as.map->entries[count];
    if (info->title.len > 0) {
        entries[count].key = ptc_value_keyword(PTC_STR("mcp/title"));
        entries[count++].value = ptc_value_string(info->title);
    }
    if (info->hints != 0) {
        entries[count].key = ptc_value_keyword(PTC_STR("mcp/hints"));
        if (!tool_hints_value(arena, info->hints, &entries[count++].value))
            return false;
    }
    if (info->timeout_ms > 0) {
        entries[count].key = ptc_value_keyword(PTC_STR("mcp/timeout"));
        entries[count++].value = ptc_value_int(info->timeout_ms);
    }
    return count == 0 || ptc_map_make(arena, entries, count, properties, NULL) == PTC_OK;
}

bool ptcc_malli_tool(ptc_arena *arena, ptc_schema *schema, const ptc_contract_info *info)
{
    ptc_schema_extra *extra;
    ptc_schema_node *nodes;

    if (info == NULL || ptc_schema_root(schema)->type != PTC_TYPE_FUNCTION ||
        (info->title.len == 0 && info->hints == 0 && info->timeout_ms == 0))
        return true;
    extra = ptc_arena_array(arena, 1, sizeof *extra);
    nodes = ptc_schema_copy(arena, schema, 0, schema);
    if (extra == NULL || nodes == NULL)
        return false;
    if (nodes[schema->root].extra != NULL)
        *extra = *nodes[schema->root].extra;
    nodes[schema->root].extra = extra;
    return tool_properties(arena, info, &extra->properties);
}
