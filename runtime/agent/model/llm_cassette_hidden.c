/* SPDX-License-Identifier: MIT */
/*
 * Hidden parts of recordings: replacement values that satisfy the contract, and names of
 * the fields for messages. See llm_cassette.h. [subagent 8.1]
 */
#include "agent/model/llm_cassette.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

#include <ptc/walk.h>

enum {
    HIDDEN_MOST = 65536,      /* of a generated string or list */
    HIDDEN_CHOICES = 1 << 15, /* alternatives that are tried for one result */
    HIDDEN_LEVELS =
        2 * PTC_DEPTH_MAX, /* of types: those of the value, and between them */
    HIDDEN_NAMES = 3,      /* that a message lists */
    HIDDEN_NAME = 60,      /* code points of an odd one */
};

static const char hidden_secret[] = "<redacted>";
static const char hidden_result[] = "the result"; /* where there is no field */

static bool hidden_is(const ptc_value *value)
{
    return value->kind == PTC_STRING &&
           ptc_str_equal(ptc_value_text(value), PTC_STR("<Firewalled>"));
}

/* What the firewall, secrets or the host's redaction left in the text, or NULL. */
static const char *hidden_mark(const ptc_value *value)
{
    static const char *const marks[] = {"<Firewalled>", hidden_secret, "<Redacted>"};
    ptc_str rest = ptc_value_text(value);
    const char *at;

    if (value->kind != PTC_STRING)
        return NULL;
    while (rest.len > 0 && (at = memchr(rest.ptr, '<', rest.len)) != NULL) {
        rest = ptc_str_make(at, rest.len - (size_t)(at - rest.ptr));
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
            size_t len = strlen(marks[i]);

            if (rest.len >= len && memcmp(rest.ptr, marks[i], len) == 0)
                return marks[i];
        }
        rest = ptc_str_make(rest.ptr + 1, rest.len - 1);
    }
    return NULL;
}

/* --- Arguments --------------------------------------------------------------------- */

ptc_str ptc_tape_shown_arguments(ptc_export *rules, const ptc_tool *tool,
                                 const ptc_tool_call *call)
{
    ptc_export own = *rules;
    ptc_value shown;
    ptc_status status;

    own.is_raw = false;
    shown = ptc_export_value(&own, PTC_STR("args"), ptc_tape_told(call),
                             ptc_tape_signature(tool, call));
    if (own.failed)
        return ptc_str_make(NULL, 0);
    return ptc_tape_arguments(rules->arena, &shown, &status);
}

/* --- Results ----------------------------------------------------------------------- */

typedef struct hidden_filler {
    const ptc_schema *schema;
    ptc_arena *arena;
    ptc_str field;   /* that holds the current value */
    ptc_str culprit; /* has no value; ptr NULL: none */
    unsigned choices;
    unsigned level;
    bool failed; /* refused memory */
} hidden_filler;

static ptc_value hidden_fill(hidden_filler *filler, uint32_t index,
                             const ptc_value *value);

static bool hidden_satisfies(hidden_filler *filler, uint32_t index,
                             const ptc_value *value)
{
    const ptc_walk_options options = {.struct_size = sizeof options,
                                      .direction = PTC_OUTPUT};
    ptc_schema part = *filler->schema;
    ptc_status status;

    part.root = index;
    status = ptc_schema_validate(&part, value, &options, NULL);
    filler->failed = filler->failed || status == PTC_ERROR_MEMORY;
    return status == PTC_OK;
}

/* A text that its type accepts stays: it says that it is hidden. */
static ptc_value hidden_replace(hidden_filler *filler, uint32_t index,
                                const ptc_value *value)
{
    ptc_schema part = *filler->schema;
    ptc_value made;

    part.root = index;
    if (hidden_satisfies(filler, index, value))
        return *value;
    if (ptc_schema_example(filler->arena, &part, PTC_BOUNDARY_JSON, HIDDEN_MOST, &made))
        return made;
    filler->failed = filler->failed || filler->arena->failed;
    if (hidden_is(value))
        filler->culprit = filler->field;
    return *value;
}

/* Elements by the type of the first of `first`, or each by its own. */
static ptc_value hidden_items(hidden_filler *filler, uint32_t first, uint32_t step,
                              const ptc_value *value)
{
    ptc_value *items = ptc_arena_array(filler->arena, value->aux, sizeof *items);

    filler->failed = filler->failed || items == NULL;
    for (uint32_t i = 0; items != NULL && i < value->aux; i++)
        items[i] = hidden_fill(filler, first + i * step, &value->as.items[i]);
    return items != NULL ? ptc_value_vector(items, value->aux) : ptc_value_nil();
}

static ptc_value hidden_map(hidden_filler *filler, ptc_map_entry *entries,
                            const ptc_map *map)
{
    ptc_value out;

    if (ptc_map_make(filler->arena, entries, map->count, &out, NULL) != PTC_OK)
        filler->failed = true;
    return out;
}

/* The entries to be filled, or NULL. */
static ptc_map_entry *hidden_entries(hidden_filler *filler, const ptc_map *map)
{
    ptc_map_entry *entries = ptc_arena_array(filler->arena, map->count, sizeof *entries);

    filler->failed = filler->failed || entries == NULL;
    if (entries != NULL && map->count > 0)
        memcpy(entries, map->entries, map->count * sizeof *entries);
    return entries;
}

static ptc_value hidden_fields(hidden_filler *filler, const ptc_schema_node *node,
                               const ptc_value *value)
{
    const ptc_map *map = value->as.map;
    ptc_map_entry *entries = hidden_entries(filler, map);
    ptc_str around = filler->field;

    for (uint32_t i = 0; entries != NULL && i < node->count; i++) {
        ptc_str name = filler->schema->nodes[node->first + i].name;
        const ptc_map_entry *entry = ptc_map_find_field(map, name, i);

        if (entry == NULL)
            continue;
        filler->field = name;
        entries[entry - map->entries].value =
            hidden_fill(filler, node->first + i, &entry->value);
    }
    filler->field = around;
    return entries != NULL ? hidden_map(filler, entries, map) : ptc_value_nil();
}

static ptc_value hidden_map_of(hidden_filler *filler, const ptc_schema_node *node,
                               const ptc_value *value)
{
    const ptc_map *map = value->as.map;
    ptc_map_entry *entries = hidden_entries(filler, map);
    ptc_str around = filler->field;

    for (uint32_t i = 0; entries != NULL && i < map->count; i++) {
        filler->field = ptc_value_text(&entries[i].key);
        entries[i].value = hidden_fill(filler, node->first + 1, &map->entries[i].value);
    }
    filler->field = around;
    return entries != NULL ? hidden_map(filler, entries, map) : ptc_value_nil();
}

/* Uses the first alternative that accepts its result. */
static ptc_value hidden_choice(hidden_filler *filler, const ptc_schema_node *node,
                               const ptc_value *value)
{
    ptc_str culprit = filler->culprit;

    for (uint32_t i = 0; i < node->count && filler->choices < HIDDEN_CHOICES; i++) {
        ptc_value filled = hidden_fill(filler, node->first + i, value);

        filler->choices++;
        if (filler->failed || hidden_satisfies(filler, node->first + i, &filled))
            return filled;
        filler->culprit = culprit;
    }
    return *value;
}

static ptc_value hidden_collection(hidden_filler *filler, uint32_t index,
                                   const ptc_value *value)
{
    const ptc_schema_node *nodes = filler->schema->nodes;
    const ptc_schema_node *node = ptc_schema_target(nodes, &nodes[index]);
    ptc_value out = *value;

    if (node->type == PTC_TYPE_UNION || node->type == PTC_TYPE_MULTI ||
        node->type == PTC_TYPE_ONE || node->type == PTC_TYPE_IF)
        return hidden_choice(filler, node, value);
    if (node->type == PTC_TYPE_AND) {
        for (uint32_t i = 0; i < node->count; i++)
            out = hidden_fill(filler, node->first + i, &out);
        return out;
    }
    if (value->kind == PTC_MAP && node->type == PTC_TYPE_MAP)
        return hidden_fields(filler, node, value);
    if (value->kind == PTC_MAP && node->type == PTC_TYPE_MAP_OF)
        return hidden_map_of(filler, node, value);
    if (value->kind != PTC_VECTOR)
        return out;
    if (node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET)
        return hidden_items(filler, node->first, 0, value);
    if (node->type == PTC_TYPE_TUPLE && node->count == value->aux)
        return hidden_items(filler, node->first, 1, value);
    return out;
}

static ptc_value hidden_fill(hidden_filler *filler, uint32_t index,
                             const ptc_value *value)
{
    ptc_value out = *value;

    if (filler->failed)
        return out;
    if (hidden_mark(value) != NULL)
        return hidden_replace(filler, index, value);
    if (ptc_value_is_scalar(value) || filler->level == HIDDEN_LEVELS)
        return out;
    filler->level++;
    out = hidden_collection(filler, index, value);
    filler->level--;
    return out;
}

ptc_status ptc_tape_fill(const ptc_schema *signature, const ptc_value *result,
                         ptc_arena *arena, ptc_tape_filled *out)
{
    hidden_filler filler = {.schema = signature,
                            .arena = arena,
                            .field = ptc_str_of(hidden_result),
                            .culprit = {NULL, 0}};
    const ptc_schema_node *root;
    uint32_t index;

    *out = (ptc_tape_filled){.result = *result, .culprit = {NULL, 0}};
    if (signature == NULL)
        return PTC_OK;
    root = ptc_schema_target(signature->nodes, ptc_schema_root(signature));
    index = root->type == PTC_TYPE_FUNCTION ? root->first + 1 : signature->root;
    out->result = hidden_fill(&filler, index, result);
    out->culprit = filler.culprit;
    if (filler.failed)
        return PTC_ERROR_MEMORY;
    return filler.culprit.ptr == NULL ? PTC_OK : PTC_ERROR_INVALID;
}

/* --- Names ------------------------------------------------------------------------- */

typedef struct hidden_names {
    ptc_str items[HIDDEN_NAMES];
    size_t count;
    bool has_more;
    bool is_in_raw; /* some of it: raw recordings also hide secrets */
} hidden_names;

static void hidden_add(hidden_names *names, ptc_str name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (ptc_str_equal(names->items[i], name))
            return;
    }
    if (names->count < HIDDEN_NAMES)
        names->items[names->count++] = name;
    else
        names->has_more = true;
}

/* `field` holds the value. */
static void hidden_gather(hidden_names *names, ptc_str field, const ptc_value *value)
{
    const char *mark = hidden_mark(value);

    if (mark != NULL) {
        hidden_add(names, field);
        names->is_in_raw |= mark != hidden_secret;
    }
    if (ptc_value_is_scalar(value))
        return;
    for (uint32_t i = 0; i < value->aux && !names->has_more; i++) {
        if (value->kind == PTC_MAP)
            hidden_gather(names, ptc_value_text(&value->as.map->entries[i].key),
                          &value->as.map->entries[i].value);
        else
            hidden_gather(names, field, &value->as.items[i]);
    }
}

static void hidden_write_names(ptc_text *text, const hidden_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        ptc_text_cstr(text, i > 0 ? ", " : "");
        if (names->items[i].ptr == hidden_result || ptc_keyword_is_legal(names->items[i]))
            ptc_text_str(text, names->items[i]);
        else
            ptc_show_string(text, names->items[i], HIDDEN_NAME);
    }
    ptc_text_cstr(text, names->has_more ? " and more" : "");
}

bool ptc_tape_write_hidden(ptc_text *text, const ptc_tape *tape, const char *because)
{
    const ptc_tape_row *first = NULL;
    hidden_names names = {.count = 0};

    for (size_t i = 0; i < tape->count && !names.has_more; i++) {
        const ptc_tape_row *row = &tape->rows[i];

        if (row->is_tool && row->is_redacted && !row->is_error && row->is_served)
            hidden_gather(&names, ptc_str_of(hidden_result), &row->result);
        if (first == NULL && names.count > 0)
            first = row;
    }
    if (first == NULL)
        return false;
    ptc_tape_write_row(text, tape, first);
    ptc_text_cstr(text, " hides ");
    hidden_write_names(text, &names);
    ptc_text_cstr(text, because);
    ptc_text_cstr(text, names.is_in_raw ? "; record with --raw" : "");
    return true;
}
