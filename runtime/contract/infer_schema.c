/* SPDX-License-Identifier: MIT */
/* Places to a schema: a draft, whose normal form is the result. See <ptc/infer.h>. */
#include "contract/infer_int.h"

typedef struct infer_draft {
    ptc_infer *infer;
    ptc_draft draft;
} infer_draft;

static ptc_draft_ref infer_write(infer_draft *out, ptc_infer_place *place);

static ptc_draft_ref infer_new(infer_draft *out, ptc_type type)
{
    ptc_span nowhere = {0, 0};

    return ptc_draft_add(&out->draft, type, nowhere);
}

static ptc_draft_ref infer_write_string(infer_draft *out, const ptc_infer_place *place)
{
    const ptc_infer_options *options = &out->infer->options;
    ptc_draft_node *node;
    ptc_value *members;
    ptc_draft_ref ref;
    size_t count;

    if (options->datetime && !place->has_text)
        return infer_new(out, PTC_TYPE_DATETIME);
    if (options->datetime && !place->has_words)
        return infer_new(out, PTC_TYPE_DATE);
    if (options->enum_max == 0 || place->words == NULL ||
        place->strings < (uint64_t)3 * options->enum_max)
        return infer_new(out, PTC_TYPE_STRING);
    count = place->words->count;
    members = ptc_arena_array(out->draft.arena, count, sizeof *members);
    for (size_t i = 0; members != NULL && i < count; i++)
        members[i] = ptc_value_string(place->words->entries[i].name);
    ref = infer_new(out, PTC_TYPE_ENUM);
    node = ptc_draft_at(&out->draft, ref);
    node->members = members;
    node->member_count = members != NULL ? (uint32_t)count : 0;
    return ref;
}

/* Whether the values of all fields are of one kind. */
static bool infer_has_one_kind(const ptc_infer_map *map)
{
    uint32_t seen = 0;

    for (const ptc_infer_field *field = map->first; field != NULL; field = field->next) {
        if (field->place->is_any)
            return false;
        seen |= field->place->seen;
    }
    return seen != 0 && (seen & (seen - 1)) == 0;
}

static ptc_draft_ref infer_write_any_keys(infer_draft *out, ptc_infer_map *map)
{
    ptc_draft_ref ref;

    if (map->keys.is_any && map->values->is_any)
        return infer_new(out, PTC_TYPE_ANY_MAP);
    map->keys.has_text = true;
    map->keys.has_words = true;
    map->keys.words = NULL;
    ref = infer_new(out, PTC_TYPE_MAP_OF);
    ptc_draft_append(&out->draft, ref, infer_write(out, &map->keys));
    ptc_draft_append(&out->draft, ref, infer_write(out, map->values));
    return ref;
}

static ptc_draft_ref infer_write_map(infer_draft *out, ptc_infer_map *map)
{
    uint32_t most = out->infer->options.map_of;
    ptc_draft_ref ref;

    if (most > 0 && map->field_count > most && infer_has_one_kind(map))
        ptc_infer_collapse(out->infer, map);
    if (map->values != NULL)
        return infer_write_any_keys(out, map);
    ref = infer_new(out, PTC_TYPE_MAP);
    for (const ptc_infer_field *field = map->first; field != NULL; field = field->next) {
        ptc_draft_ref child = infer_write(out, field->place);
        ptc_draft_node *node = ptc_draft_at(&out->draft, child);

        if (field->name.len == 0)
            continue;
        ptc_draft_name(&out->draft, child, field->name);
        node->is_optional = field->count < map->count;
        ptc_draft_append(&out->draft, ref, child);
    }
    return ref;
}

static ptc_draft_ref infer_write_items(infer_draft *out, ptc_type type,
                                       ptc_infer_place *items)
{
    ptc_draft_ref ref = infer_new(out, type);

    ptc_draft_append(&out->draft, ref, infer_write(out, items));
    return ref;
}

static ptc_draft_ref infer_write_kind(infer_draft *out, const ptc_infer_place *place,
                                      ptc_type kind)
{
    switch ((unsigned)kind) {
    case PTC_TYPE_FLOAT:
        return infer_new(out, place->has_float ? PTC_TYPE_FLOAT : PTC_TYPE_INT);
    case PTC_TYPE_STRING:
        return infer_write_string(out, place);
    case PTC_TYPE_LIST:
        return infer_write_items(out, kind, place->items);
    case PTC_TYPE_SET:
        return infer_write_items(out, kind, place->members);
    case PTC_TYPE_MAP:
        return infer_write_map(out, place->map);
    default:
        return infer_new(out, kind);
    }
}

/* Recurses as deep as samples nest. */
static ptc_draft_ref infer_write(infer_draft *out, ptc_infer_place *place)
{
    ptc_draft_ref ref;

    if (place->is_any || place->kind_count == 0)
        return infer_new(out, PTC_TYPE_ANY);
    if (place->kind_count == 1) {
        ref = infer_write_kind(out, place, (ptc_type)place->kinds[0]);
    } else {
        ref = infer_new(out, PTC_TYPE_UNION);
        for (unsigned i = 0; i < place->kind_count; i++)
            ptc_draft_append(&out->draft, ref,
                             infer_write_kind(out, place, (ptc_type)place->kinds[i]));
    }
    if (place->has_nil)
        ptc_draft_at(&out->draft, ref)->flags |= PTC_NODE_NULLABLE;
    return ref;
}

ptc_status ptc_infer_finish(ptc_arena *arena, ptc_infer *infer, ptc_schema *out)
{
    infer_draft work = {.infer = infer};
    ptc_status status = PTC_ERROR_MEMORY;
    ptc_scratch scratch;
    ptc_draft_ref root;
    ptc_diags diags;

    ptc_scratch_begin(&scratch, arena, 0);
    ptc_diags_init(&diags, scratch.arena);
    ptc_draft_init(&work.draft, scratch.arena, &diags);
    root = infer->failed ? 0 : infer_write(&work, infer->root);
    if (!infer->failed && !work.draft.failed && !scratch.arena->failed)
        status = ptc_draft_finish(arena, &work.draft, root, out);
    ptc_scratch_end(&scratch);
    return status == PTC_OK ? PTC_OK : PTC_ERROR_MEMORY;
}

ptc_status ptc_infer_value(ptc_arena *arena, const ptc_value *value,
                           const ptc_infer_options *options, ptc_schema *out)
{
    ptc_scratch scratch;
    ptc_status status;
    ptc_infer *infer;

    ptc_scratch_begin(&scratch, arena, 0);
    status = ptc_infer_begin(scratch.arena, "ptc_infer_value", options, &infer);
    if (status == PTC_OK)
        status = ptc_infer_add(infer, value);
    if (status == PTC_OK)
        status = ptc_infer_finish(arena, infer, out);
    ptc_scratch_end(&scratch);
    return status;
}
