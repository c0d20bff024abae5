/* SPDX-License-Identifier: MIT */
/*
 * What $dynamicRef and $recursiveRef lead to. That depends on the way from the root: the
 * first resource on it that has the anchor decides. A *scope* is what such a way decided,
 * place by name; scopes are few, and a schema that is reached by two of them is read once
 * in each. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

/* An anchor that a scope has decided on. */
typedef struct scopes_bound {
    ptc_str name;
    uint32_t place;
} scopes_bound;

struct ptc_json_scope {
    scopes_bound *bound;
    size_t count;
};

static const scopes_bound *scopes_find(const ptc_json_scope *scope, ptc_str name)
{
    for (size_t i = 0; i < scope->count; i++) {
        if (ptc_str_equal(scope->bound[i].name, name))
            return &scope->bound[i];
    }
    return NULL;
}

void ptc_json_scope_note(ptc_json_schema *reader, uint32_t place, uint32_t resource,
                         ptc_str name)
{
    ptc_json_anchor *anchor = PTC_ARENA_PUSH(
        reader->arena, reader->anchors, reader->anchor_count, reader->anchor_capacity);

    if (anchor == NULL)
        return;
    *anchor = (ptc_json_anchor){name, place, reader->resources[resource].anchors};
    reader->resources[resource].anchors = (uint32_t)reader->anchor_count;
}

/* The scope on a way that goes on into a resource; not noted yet. */
static bool scopes_extend(const ptc_json_schema *reader, const ptc_json_scope *from,
                          uint32_t resource, ptc_json_scope *out)
{
    uint32_t next = reader->resources[resource].anchors;
    size_t count = from->count;

    for (uint32_t i = next; i != 0; i = reader->anchors[i - 1].next)
        count++;
    out->bound = ptc_arena_array(reader->arena, count, sizeof *out->bound);
    if (out->bound == NULL)
        return false;
    if (from->count > 0)
        memcpy(out->bound, from->bound, from->count * sizeof *out->bound);
    out->count = from->count;
    for (; next != 0; next = reader->anchors[next - 1].next) {
        const ptc_json_anchor *anchor = &reader->anchors[next - 1];

        if (scopes_find(from, anchor->name) == NULL)
            out->bound[out->count++] = (scopes_bound){anchor->name, anchor->place};
    }
    return true;
}

static bool scopes_are_same(const ptc_json_scope *a, const ptc_json_scope *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const scopes_bound *other = scopes_find(b, a->bound[i].name);

        if (other == NULL || other->place != a->bound[i].place)
            return false;
    }
    return a->count == b->count;
}

/* The number of a scope, which becomes one of the reader's if it is none; the first one
 * when there are too many. */
static unsigned scopes_number(ptc_json_schema *reader, const ptc_json_scope *scope,
                              uint32_t place)
{
    for (unsigned i = 0; i < reader->scope_count; i++) {
        if (scopes_are_same(&reader->scopes[i], scope))
            return i;
    }
    if (reader->scope_count == PTC_JSON_SCOPES) {
        ptc_json_schema_refuse(reader, place,
                               "references by $dynamicRef or $recursiveRef have too many "
                               "meanings");
        return 0;
    }
    reader->scopes[reader->scope_count] = *scope;
    return reader->scope_count++;
}

unsigned ptc_json_scope_enter(ptc_json_schema *reader, unsigned from, uint32_t place)
{
    uint32_t number = ptc_json_schema_resource_at(reader, place);
    ptc_json_resource *resource = &reader->resources[number];
    ptc_json_scope scope;

    if (resource->anchors == 0)
        return from;
    if (reader->scopes == NULL) {
        reader->scopes =
            ptc_arena_array(reader->arena, PTC_JSON_SCOPES, sizeof *reader->scopes);
        if (reader->scopes == NULL)
            return from;
        reader->scope_count = 1; /* that of no resource */
    }
    if (resource->entered[from] == 0) {
        if (!scopes_extend(reader, &reader->scopes[from], number, &scope))
            return from;
        resource->entered[from] = (uint8_t)(1 + scopes_number(reader, &scope, place));
    }
    return resource->entered[from] - 1u;
}

/* The name of the anchor that makes what `target` is found by $dynamicRef or
 * $recursiveRef, at `part`, depend on the scope; ptr NULL: it does not. */
static ptc_str scopes_name(const ptc_json_schema *reader, unsigned keyword,
                           ptc_json_part part, uint32_t target)
{
    ptc_json_part anchor;
    ptc_str fragment;
    ptc_str head;

    if (keyword == PTC_KEYWORD_RECURSIVE_REF) {
        anchor = ptc_json_schema_member(reader, target, PTC_STR("$recursiveAnchor"));
        return anchor.value != NULL && anchor.value->kind == PTC_BOOL &&
                       anchor.value->as.boolean
                   ? PTC_STR("")
                   : ptc_str_make(NULL, 0);
    }
    ptc_json_address_split(ptc_value_text(part.value), &head, &fragment);
    anchor = ptc_json_schema_member(reader, target, PTC_STR("$dynamicAnchor"));
    if (keyword != PTC_KEYWORD_DYNAMIC_REF || anchor.value == NULL ||
        anchor.value->kind != PTC_STRING || fragment.len == 0 ||
        !ptc_str_equal(ptc_value_text(anchor.value), fragment))
        return ptc_str_make(NULL, 0);
    return fragment;
}

ptc_json_found ptc_json_scope_resolve(ptc_json_schema *reader, unsigned keyword,
                                      ptc_json_part part, ptc_json_target *out)
{
    ptc_json_found found = ptc_json_schema_resolve(reader, part, &out->place);
    ptc_str name;

    if (found != PTC_JSON_FOUND)
        return found;
    name = scopes_name(reader, keyword, part, out->place);
    if (name.ptr != NULL && reader->scope_count > 0) {
        const scopes_bound *bound = scopes_find(&reader->scopes[reader->scope], name);

        if (bound != NULL)
            out->place = bound->place;
    }
    out->scope = ptc_json_scope_enter(reader, reader->scope, out->place);
    return found;
}
