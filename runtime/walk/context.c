/* SPDX-License-Identifier: MIT */
/*
 * The host's context: the paths by which parameters take their values from it, and the
 * values there. The walker asks for it where it checks arguments. [brimley 4b]
 */
#include "schema/schema_int.h"
#include "walk/walk_int.h"

const ptc_context ptc_context_later = {{0}, {0}};

/* Takes the first segment off a path; false when nothing is left. */
static bool context_segment(ptc_str *rest, ptc_str *segment)
{
    const char *point = rest->len > 0 ? memchr(rest->ptr, '.', rest->len) : NULL;
    size_t len = point != NULL ? (size_t)(point - rest->ptr) : rest->len;

    if (rest->ptr == NULL)
        return false;
    *segment = ptc_str_make(rest->ptr, len);
    *rest = point != NULL ? ptc_str_make(point + 1, rest->len - len - 1)
                          : ptc_str_make(NULL, 0);
    return true;
}

bool ptc_context_path_is_valid(ptc_str path)
{
    ptc_str rest = path;
    ptc_str segment;
    size_t count = 0;

    for (; context_segment(&rest, &segment); count++) {
        if (segment.len == 0 || (count == 0 && !ptc_str_equal(segment, PTC_STR("app")) &&
                                 !ptc_str_equal(segment, PTC_STR("config"))))
            return false;
    }
    return count > 1;
}

/* What a map has at a name, as it is spelled: no other spelling is meant. */
static const ptc_value *context_get(const ptc_value *map, ptc_str name)
{
    const ptc_value *value;

    if (map->kind != PTC_MAP)
        return NULL;
    value = ptc_map_find_text(map->as.map, PTC_STRING, name);
    return value != NULL ? value : ptc_map_find_text(map->as.map, PTC_KEYWORD, name);
}

bool ptc_context_find(const ptc_context *context, ptc_str path, ptc_value *out,
                      ptc_str *at)
{
    static const ptc_context nothing; /* two nils */
    const ptc_value *value;
    ptc_str rest = path;

    *out = ptc_value_nil();
    *at = ptc_str_make("", 0);
    if (context == NULL)
        context = &nothing;
    context_segment(&rest, at);
    value = ptc_str_equal(*at, PTC_STR("app")) ? &context->app : &context->config;
    while (value != NULL && context_segment(&rest, at))
        value = context_get(value, *at);
    if (value != NULL)
        *out = *value;
    return value != NULL;
}

bool ptc_walk_from_context(ptc_walker *walker, const ptc_schema_node *field,
                           const ptc_place *place, ptc_value *out)
{
    ptc_str at;

    return ptc_context_find(walker->context, field->extra->context, out, &at) ||
           ptc_fault_context(walker, place, field, at);
}

bool ptc_walk_check_context(ptc_walker *walker, const ptc_schema_node *field,
                            const ptc_place *place)
{
    ptc_value value;

    return walker->context == &ptc_context_later ||
           (ptc_walk_from_context(walker, field, place, &value) &&
            ptc_walk_check(walker, field, &value, place));
}

uint32_t ptc_walk_positions(const ptc_schema_node *nodes, const ptc_schema_node *node)
{
    uint32_t count = node->count;

    for (uint32_t i = 0; node->type == PTC_TYPE_MAP && i < node->count; i++)
        count -= ptc_walk_is_from_context(&nodes[node->first + i]);
    return count;
}

const ptc_schema_node *ptc_walk_context_named(const ptc_schema_node *nodes,
                                              const ptc_schema_node *node,
                                              const ptc_value *key)
{
    if (key->kind != PTC_STRING && key->kind != PTC_KEYWORD)
        return NULL;
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &nodes[node->first + i];

        if (ptc_walk_is_from_context(field) &&
            ptc_walk_may_be(field, ptc_value_text(key)))
            return field;
    }
    return NULL;
}

ptc_status ptc_context_strip(ptc_arena *arena, const ptc_schema *function,
                             const ptc_value *arguments, ptc_value *out)
{
    const ptc_schema_node *root =
        ptc_schema_target(function->nodes, ptc_schema_root(function));
    const ptc_schema_node *node = &function->nodes[root->first];
    ptc_map_entry *entries;
    size_t count = 0;

    *out = *arguments;
    if (root->type != PTC_TYPE_FUNCTION || arguments->kind != PTC_MAP ||
        ptc_walk_positions(function->nodes, node) == node->count)
        return PTC_OK;
    entries = ptc_arena_array(arena, arguments->aux, sizeof *entries);
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < arguments->aux; i++) {
        const ptc_map_entry *entry = &arguments->as.map->entries[i];

        if (ptc_walk_context_named(function->nodes, node, &entry->key) == NULL)
            entries[count++] = *entry;
    }
    return ptc_map_make(arena, entries, count, out, NULL);
}
