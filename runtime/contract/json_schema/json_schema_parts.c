/* SPDX-License-Identifier: MIT */
/*
 * What is next to the type of a schema: lists of values, references, and schemas that
 * must all hold, or some, or one. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"
#include "normal/normal_int.h"

#include <ptc/walk.h>

/* --- Values ------------------------------------------------------------------------- */

typedef struct parts_members {
    ptc_value *members; /* but null */
    size_t count;
    bool has_null;
    ptc_schema own; /* what members satisfy as well; nodes NULL: nothing */
} parts_members;

/* Whether a member satisfies what else is demanded. */
static bool parts_fits(const parts_members *to, const ptc_value *member)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_OUTPUT,
                                          .boundary = PTC_BOUNDARY_JSON};

    return to->own.nodes == NULL ||
           ptc_schema_validate(&to->own, member, &walk, NULL) == PTC_OK;
}

/* Refuses numbers in a member that no value can be equal to. */
static void parts_check_numbers(const ptc_json_schema *reader, uint32_t place)
{
    uint32_t end = ptc_json_schema_next(reader, place);

    for (; place < end; place++) {
        if (reader->nodes[place].value->kind == PTC_OPAQUE)
            ptc_json_schema_refuse(reader, place,
                                   "this number does not fit into 64 bits");
    }
}

static void parts_add_member(const ptc_json_schema *reader, ptc_json_part member,
                             unsigned types, parts_members *to)
{
    unsigned kind = ptc_json_schema_types_of(member.value);

    parts_check_numbers(reader, member.place);
    if ((kind & types) == 0 || !parts_fits(to, member.value)) {
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_KEYWORD, member.place,
                             "the type excludes this enum member");
    } else if (kind == PTC_JSON_NULL) {
        to->has_null = true;
    } else {
        to->members[to->count++] = *member.value;
    }
}

static ptc_draft_ref parts_constant(const ptc_json_schema *reader, uint32_t place)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_CONST, place);
    ptc_draft_node *node = ptc_draft_at(reader->draft, ref);

    node->members = reader->nodes[place].value;
    node->member_count = 1;
    node->flags |= PTC_NODE_JSON_EQUAL;
    parts_check_numbers(reader, place);
    return ref;
}

/* The type of the members that are left; equal ones are one in normal form. */
static ptc_draft_ref parts_type(const ptc_json_schema *reader, uint32_t place,
                                const parts_members *from)
{
    ptc_draft_ref ref = ptc_json_schema_node(
        reader, from->count > 0 ? PTC_TYPE_ENUM : PTC_TYPE_NIL, place);
    ptc_draft_node *node = ptc_draft_at(reader->draft, ref);

    if (from->count == 0)
        return ref;
    node->members = from->members;
    node->member_count = (uint32_t)from->count;
    node->flags |= PTC_NODE_JSON_EQUAL;
    if (from->has_null)
        node->flags |= PTC_NODE_NULLABLE;
    return ref;
}

static bool parts_collect(const ptc_json_schema *reader, const ptc_json_facts *facts,
                          ptc_json_part list, parts_members *out)
{
    unsigned types = facts->types ? facts->types : (unsigned)PTC_JSON_ALL;
    uint32_t count = list.value->aux;

    out->members = ptc_arena_array(reader->arena, count, sizeof *out->members);
    if (out->members == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        parts_add_member(
            reader,
            ptc_json_schema_part(reader, ptc_json_schema_child_at(reader, list.place, i)),
            types, out);
    return true;
}

/* What lists no value that its type has is a type without values. */
static ptc_draft_ref parts_none(const ptc_json_schema *reader, uint32_t place,
                                const char *why)
{
    ptc_json_schema_lose(reader, PTC_DIAG_LOSS_KEYWORD, place, why);
    return ptc_json_schema_never(reader, place);
}

/* A const is a value; what else is demanded of it holds or never does. */
static ptc_draft_ref parts_const(ptc_json_schema *reader, const ptc_json_facts *facts,
                                 const parts_members *own)
{
    ptc_json_part one = facts->at[PTC_KEYWORD_CONST];
    unsigned kind = ptc_json_schema_types_of(one.value);

    if ((facts->types != 0 && (kind & facts->types) == 0) ||
        (kind != PTC_JSON_NULL && !parts_fits(own, one.value)))
        return parts_none(reader, one.place,
                          "no value satisfies this schema: its type excludes this const");
    return one.value->kind == PTC_NIL
               ? ptc_json_schema_node(reader, PTC_TYPE_NIL, one.place)
               : parts_constant(reader, one.place);
}

static ptc_draft_ref parts_listed(ptc_json_schema *reader, const ptc_json_facts *facts,
                                  parts_members *own)
{
    ptc_json_part list = facts->at[PTC_KEYWORD_ENUM];
    size_t errors = reader->diags->errors;

    if (list.value->kind != PTC_VECTOR) {
        ptc_json_schema_refuse(reader, list.place, "an enum must be a list of members");
        return 0;
    }
    if (list.value->aux == 0)
        return parts_none(reader, list.place,
                          "no value satisfies this schema: its enum has no members");
    if (!parts_collect(reader, facts, list, own))
        return 0;
    if (reader->diags->errors == errors && own->count == 0 && !own->has_null)
        return parts_none(
            reader, list.place,
            "no value satisfies this schema: its type excludes every enum member; if the "
            "members are those of elements, put the enum into \"items\"");
    return parts_type(reader, list.place, own);
}

ptc_draft_ref ptc_json_schema_members(ptc_json_schema *reader,
                                      const ptc_json_facts *facts, ptc_draft_ref own)
{
    parts_members members = {.own = {0}};
    bool is_scalar = (facts->types & (PTC_JSON_ARRAY | PTC_JSON_OBJECT)) == 0;
    ptc_json_all whole = {.place = facts->self.place};

    if (own != 0 && is_scalar &&
        !ptc_draft_finish_alone(reader->draft, reader->arena, own, &members.own))
        return own; /* at fault, which is reported where the whole is finished */
    if (!is_scalar)
        ptc_json_all_add(reader, &whole, own);
    if (facts->at[PTC_KEYWORD_ENUM].value != NULL)
        ptc_json_all_add(reader, &whole, parts_listed(reader, facts, &members));
    if (facts->at[PTC_KEYWORD_CONST].value != NULL)
        ptc_json_all_add(reader, &whole, parts_const(reader, facts, &members));
    return ptc_json_all_end(reader, &whole);
}

/* --- References --------------------------------------------------------------------- */

void ptc_json_schema_fault_reference(const ptc_json_schema *reader, ptc_json_part part,
                                     ptc_json_found found)
{
    static const char *const words[] = {
        [PTC_JSON_FOUND] = "is a schema that ptcc does not read",
        [PTC_JSON_ELSEWHERE] = "is not in this document, and nothing is fetched",
        [PTC_JSON_NOWHERE] = "refers to nothing in this document",
        [PTC_JSON_MALFORMED] = "is malformed",
    };
    bool is_told = reader->diags->errors < reader->diags->limit;
    const char *text =
        is_told ? ptc_diag_quote(reader->diags, ptc_value_text(part.value)) : "";
    ptc_diag *diag = ptc_diag_add(
        reader->diags, PTC_DIAG_JSON_SCHEMA_REF, ptc_json_schema_span(reader, part.place),
        "$ref \"%s\" %s, at %s", text, words[found],
        ptc_json_schema_pointer(reader, part.place, PTC_SEVERITY_ERROR));

    if (found == PTC_JSON_ELSEWHERE)
        ptc_diag_hint(reader->diags, diag,
                      "copy the schema into \"$defs\" and write \"#/$defs/NAME\"");
}

static ptc_draft_ref parts_reference(ptc_json_schema *reader, unsigned keyword,
                                     ptc_json_part part)
{
    ptc_json_found found;
    const ptc_json_item *item = NULL;
    ptc_json_target target;
    ptc_draft_ref ref;

    if (part.value->kind != PTC_STRING) {
        ptc_json_schema_refuse(reader, part.place, "a reference must be a string");
        return 0;
    }
    found = ptc_json_scope_resolve(reader, keyword, part, &target);
    if (found == PTC_JSON_FOUND)
        item = ptc_json_schema_item_of(reader, target);
    if (reader->arena->failed)
        return 0;
    if (item == NULL || item->target == 0) {
        ptc_json_schema_fault_reference(reader, part, found);
        return 0;
    }
    ref = ptc_json_schema_node(reader, PTC_TYPE_REF, part.place);
    ptc_draft_at(reader->draft, ref)->target = item->target;
    ptc_draft_at(reader->draft, ref)->extra.named_type = item->name;
    return ref;
}

/* --- All, any, one ------------------------------------------------------------------ */

/* Whether the list of schemas is one; refuses others. */
static bool parts_is_list(const ptc_json_schema *reader, ptc_json_part list)
{
    if (list.value->kind == PTC_VECTOR && list.value->aux > 0)
        return true;
    ptc_json_schema_refuse(reader, list.place, "this must be a list of schemas");
    return false;
}

static bool parts_is_never(const ptc_value *schema)
{
    return schema->kind == PTC_BOOL && !schema->as.boolean;
}

/* A union of the schemas in a list. */
static ptc_draft_ref parts_union(ptc_json_schema *reader, ptc_json_part list,
                                 unsigned known)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_UNION, list.place);

    for (uint32_t i = 0; i < list.value->aux; i++) {
        ptc_json_part part =
            ptc_json_schema_part(reader, ptc_json_schema_child_at(reader, list.place, i));

        if (!parts_is_never(part.value))
            ptc_draft_append(reader->draft, ref,
                             ptc_json_schema_read(reader, part, known, false));
    }
    if (ptc_draft_at(reader->draft, ref)->first == 0)
        return ptc_json_schema_never(reader, list.place);
    return ref;
}

static ptc_draft_ref parts_one_of(ptc_json_schema *reader, ptc_json_part list,
                                  unsigned known)
{
    ptc_draft_ref ref = parts_union(reader, list, known);

    if (list.value->aux > 1 && !ptc_json_alternatives_exclude(reader, list, known) &&
        ptc_draft_at(reader->draft, ref)->type == PTC_TYPE_UNION)
        ptc_draft_at(reader->draft, ref)->type = PTC_TYPE_ONE;
    return ref;
}

void ptc_json_schema_demands(ptc_json_schema *reader, const ptc_json_facts *facts,
                             ptc_json_all *whole)
{
    ptc_json_part any = facts->at[PTC_KEYWORD_ANY_OF];
    ptc_json_part one = facts->at[PTC_KEYWORD_ONE_OF];
    ptc_json_part all = facts->at[PTC_KEYWORD_ALL_OF];
    unsigned known = ptc_json_facts_known(facts);

    for (unsigned i = PTC_KEYWORD_REF; i <= PTC_KEYWORD_RECURSIVE_REF; i++) {
        if (facts->at[i].value != NULL)
            ptc_json_all_add(reader, whole, parts_reference(reader, i, facts->at[i]));
    }
    for (uint32_t i = 0;
         all.value != NULL && parts_is_list(reader, all) && i < all.value->aux; i++)
        ptc_json_all_add(
            reader, whole,
            ptc_json_schema_read(reader,
                                 ptc_json_schema_part(reader, ptc_json_schema_child_at(
                                                                  reader, all.place, i)),
                                 known, false));
    if (any.value != NULL && parts_is_list(reader, any))
        ptc_json_all_add(reader, whole, parts_union(reader, any, known));
    if (one.value != NULL && parts_is_list(reader, one))
        ptc_json_all_add(reader, whole, parts_one_of(reader, one, known));
}
