/* SPDX-License-Identifier: MIT */
/*
 * Unions, branches, conditions and conjunctions. A conjunction is written as its most
 * specific conjunct, maps as one map with the fields of all; conditions of the other
 * conjuncts on such values are lost. See grammar_schema_int.h.
 */
#include "target/grammar/grammar_schema_int.h"

enum { CHOICE_MEMBERS_MAX = 64 }; /* members that are compared with each other */

ptc_grammar_part ptc_grammar_choice_of(ptc_grammar_maker *maker, ptc_grammar_parts parts)
{
    size_t count = 0;

    if (maker->grammar->failed)
        return 0;
    for (size_t i = 0; i < parts.count; i++) {
        if (parts.items[i] != PTC_GRAMMAR_NEVER)
            parts.items[count++] = parts.items[i];
    }
    return count > 0 ? ptc_grammar_choice(maker->grammar, parts.items, count)
                     : PTC_GRAMMAR_NEVER;
}

/* --- Kinds of values ---------------------------------------------------------------- */

#define CHOICE_NUMBERS (1u << PTC_INT | 1u << PTC_FLOAT)
#define CHOICE_ALL     UINT32_MAX

static unsigned choice_member_kind(const ptc_value *member)
{
    switch ((ptc_kind)member->kind) {
    case PTC_KEYWORD:
        return 1u << PTC_STRING;
    case PTC_INT:
    case PTC_FLOAT:
    case PTC_OPAQUE:
        return CHOICE_NUMBERS;
    case PTC_SET:
        return 1u << PTC_VECTOR;
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_STRING:
    case PTC_VECTOR:
    case PTC_MAP:
        break;
    }
    return 1u << member->kind;
}

/* The kinds of JSON that values of a node have, without nil; all kinds if that is not
 * obvious. */
static unsigned choice_own_kinds(const ptc_schema_node *node)
{
    unsigned kinds = 0;

    switch ((unsigned)node->type) {
    case PTC_TYPE_NIL:
        return 1u << PTC_NIL;
    case PTC_TYPE_BOOL:
        return 1u << PTC_BOOL;
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_MULTIPLE:
        return CHOICE_NUMBERS;
    case PTC_SPELLED_AND(STRING):
    case PTC_TYPE_KEYWORD:
        return 1u << PTC_STRING;
    case PTC_TYPE_DECIMAL:
        return CHOICE_NUMBERS | 1u << PTC_STRING;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        for (uint32_t i = 0; i < (node->type == PTC_TYPE_ENUM ? node->count : 1); i++)
            kinds |= choice_member_kind(&node->members[i]);
        return kinds;
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_OTHER_ITEMS:
        return 1u << PTC_VECTOR;
    case PTC_TYPE_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
        return 1u << PTC_MAP;
    default:
        return CHOICE_ALL;
    }
}

static unsigned choice_kinds(const ptc_schema_node *node)
{
    if ((node->flags & PTC_NODE_OTHERS) != 0)
        return CHOICE_ALL;
    return choice_own_kinds(node) |
           ((node->flags & PTC_NODE_NULLABLE) != 0 ? 1u << PTC_NIL : 0);
}

/* --- Unions and conditions ---------------------------------------------------------- */

/* Whether no value is of two alternatives, as far as that is obvious: they are of
 * different kinds, or single members. */
static bool choice_is_apart(const ptc_grammar_maker *maker, const ptc_schema_node *node)
{
    const ptc_schema_node *children = &maker->schema->nodes[node->first];
    unsigned seen = 0;
    bool are_members = node->count <= CHOICE_MEMBERS_MAX;
    bool are_kinds = true;

    for (uint32_t i = 0; i < node->count; i++) {
        unsigned kinds = choice_kinds(&children[i]);

        are_kinds = are_kinds && (seen & kinds) == 0;
        seen |= kinds;
        are_members = are_members && children[i].type == PTC_TYPE_CONST &&
                      (children[i].flags & PTC_NODE_NULLABLE) == 0;
        for (uint32_t k = 0; k < i && are_members; k++)
            are_members =
                !ptc_value_same_json(&children[i].members[0], &children[k].members[0]);
    }
    return are_kinds || are_members;
}

ptc_grammar_part ptc_grammar_make_choice(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    ptc_grammar_parts parts = ptc_grammar_parts_new(maker, node->count);

    for (uint32_t i = node->type == PTC_TYPE_IF; i < node->count && parts.items != NULL;
         i++)
        parts.items[parts.count++] = ptc_grammar_slot(maker, node->first + i);
    if (node->type == PTC_TYPE_IF)
        ptc_grammar_lose(maker, index, "which of two schemas a condition chooses");
    else if (node->type == PTC_TYPE_ONE && !choice_is_apart(maker, node))
        ptc_grammar_lose(maker, index, "that no more than one alternative accepts");
    return ptc_grammar_choice_of(maker, parts);
}

/* --- Branches ----------------------------------------------------------------------- */

/* Puts what chooses a branch into its fields: instead of what its map says of it, or in
 * front. */
static void choice_dispatch(const ptc_schema_node *multi, ptc_grammar_part value,
                            ptc_grammar_field *fields, size_t *count)
{
    for (size_t i = 0; i < *count; i++) {
        if (ptc_str_equal(fields[i].name, multi->type_name)) {
            fields[i].value = value;
            fields[i].is_optional = false;
            return;
        }
    }
    memmove(&fields[1], fields, *count * sizeof *fields);
    fields[0] = (ptc_grammar_field){multi->type_name, value, false, 0};
    (*count)++;
}

static ptc_grammar_part choice_branch(ptc_grammar_maker *maker,
                                      const ptc_schema_node *multi, uint32_t index)
{
    const ptc_schema_node *branch = &maker->schema->nodes[index];
    ptc_grammar_field *fields;
    ptc_grammar_part value;
    size_t count = 0;

    if (branch->type != PTC_TYPE_MAP || (branch->flags & PTC_NODE_OTHERWISE) != 0) {
        ptc_grammar_lose(maker, index, "what chooses the branch");
        return ptc_grammar_slot(maker, index);
    }
    fields = ptc_grammar_fields_new(maker, branch->count + 1);
    value = ptc_grammar_member(maker, &branch->extra->branch);
    if (fields == NULL)
        return 0;
    if (!ptc_grammar_take_fields(maker, index, fields, &count) ||
        value == PTC_GRAMMAR_NEVER)
        return PTC_GRAMMAR_NEVER;
    choice_dispatch(multi, value, fields, &count);
    return ptc_grammar_as_rule(maker, "", ptc_grammar_object(maker, fields, count));
}

ptc_grammar_part ptc_grammar_make_multi(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    ptc_grammar_parts parts = ptc_grammar_parts_new(maker, node->count);

    for (uint32_t i = 0; i < node->count && !maker->grammar->failed; i++)
        parts.items[parts.count++] = choice_branch(maker, node, node->first + i);
    return ptc_grammar_choice_of(maker, parts);
}

/* --- Conjunctions ------------------------------------------------------------------- */

/* How specific a conjunct is about its values. */
static int and_weight(const ptc_schema_node *node)
{
    int weight = 0;

    switch ((unsigned)node->type) {
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        weight = 10;
        break;
    case PTC_TYPE_MAP:
        weight = 9;
        break;
    case PTC_TYPE_MULTI:
    case PTC_TYPE_TUPLE:
        weight = 8;
        break;
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_MAP_OF:
        weight = 7;
        break;
    case PTC_TYPE_KEYWORD:
    case PTC_SPELLED_AND(DECIMAL):
        weight = 6;
        break;
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
        weight = 5;
        break;
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_STRING:
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
    case PTC_TYPE_REF:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_AND:
        weight = 4;
        break;
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_MULTIPLE:
        weight = 3;
        break;
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_IF:
        weight = 2;
        break;
    default: /* a negation, or a conjunct that says nothing */
        break;
    }
    return 2 * weight - ((node->flags & PTC_NODE_OTHERS) != 0 ? 9 : 0);
}

void ptc_grammar_and_choose(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *nodes = maker->schema->nodes;
    uint32_t best = nodes[index].first;

    for (uint32_t i = best + 1; i < nodes[index].first + nodes[index].count; i++) {
        if (and_weight(&nodes[i]) > and_weight(&nodes[best]))
            best = i;
    }
    maker->chosen[index] = best;
}

bool ptc_grammar_and_uses(const ptc_grammar_maker *maker, uint32_t and_index,
                          uint32_t conjunct)
{
    const ptc_schema_node *nodes = maker->schema->nodes;
    uint32_t chosen = maker->chosen[and_index];

    return conjunct == chosen ||
           (nodes[chosen].type == PTC_TYPE_MAP && nodes[conjunct].type == PTC_TYPE_MAP);
}

static bool and_is_any(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_ANY;
}

/* Whether counts of keys say nothing about an object whose fields are known. */
static bool and_counts_fit(const ptc_grammar_maker *maker, const ptc_schema_node *counts,
                           const ptc_schema_node *map)
{
    const ptc_interval *interval = counts->interval;
    int64_t always = 0;

    for (uint32_t i = map->first; i < map->first + map->count; i++)
        always += !ptc_schema_is_optional(&maker->schema->nodes[i]);
    return interval == NULL ||
           ((interval->low.kind != PTC_INT || interval->low.as.integer <= always) &&
            (interval->high.kind != PTC_INT || interval->high.as.integer >= map->count));
}

/* Whether a conjunct says nothing about what the chosen one writes. */
static bool and_is_idle(const ptc_grammar_maker *maker, const ptc_schema_node *node,
                        const ptc_schema_node *chosen)
{
    const ptc_schema_node *children = &maker->schema->nodes[node->first];
    bool is_map = chosen->type == PTC_TYPE_MAP;

    if (and_is_any(node))
        return true;
    if ((node->flags & PTC_NODE_OTHERS) != 0 && (chosen->flags & PTC_NODE_OTHERS) == 0 &&
        (choice_own_kinds(node) & choice_kinds(chosen)) == 0)
        return true;
    switch ((unsigned)node->type) {
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_OTHER_KEYS: /* all written keys are mentioned */
        return is_map;
    case PTC_TYPE_MAP_OF:
        return is_map && ptc_grammar_takes_all(&children[0]) &&
               and_is_any(&children[1]) && and_counts_fit(maker, node, chosen);
    case PTC_TYPE_INT:
    case PTC_TYPE_STRING:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return node->interval == NULL && node->pattern_count == 0 &&
               node->type == chosen->type;
    default:
        return false;
    }
}

/* One object of the fields of all maps. A field that several mention is that of the first
 * one that says something. */
static ptc_grammar_part and_maps(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *nodes = maker->schema->nodes;
    const ptc_schema_node *node = &nodes[index];
    size_t room = 0;
    size_t count = 0;
    size_t kept = 0;
    ptc_grammar_field *fields;
    ptc_names names;

    for (uint32_t i = node->first; i < node->first + node->count; i++)
        room += nodes[i].type == PTC_TYPE_MAP ? nodes[i].count : 0;
    fields = ptc_grammar_fields_new(maker, room);
    if (fields == NULL)
        return 0;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (nodes[i].type == PTC_TYPE_MAP &&
            !ptc_grammar_take_fields(maker, i, fields, &count))
            return PTC_GRAMMAR_NEVER;
    }
    ptc_names_init(&names, maker->grammar->arena);
    names.is_exact = true;
    for (size_t i = 0; i < count; i++) {
        const ptc_name_entry *entry =
            ptc_names_add(&names, fields[i].name, (uint32_t)kept);
        ptc_grammar_field *other;

        if (entry == NULL) {
            maker->grammar->failed = true;
            return 0;
        }
        if (entry->value == kept) {
            fields[kept++] = fields[i];
            continue;
        }
        other = &fields[entry->value];
        other->is_optional = other->is_optional && fields[i].is_optional;
        if (and_is_any(&nodes[other->node]))
            other->value = fields[i].value;
        else if (!and_is_any(&nodes[fields[i].node]))
            ptc_grammar_lose(maker, fields[i].node,
                             "a field that two conditions describe");
    }
    return ptc_grammar_object(maker, fields, kept);
}

static bool and_takes_nil(const ptc_schema_node *node)
{
    return (node->flags & (PTC_NODE_NULLABLE | PTC_NODE_OTHERS)) != 0 ||
           node->type == PTC_TYPE_ANY || node->type == PTC_TYPE_NIL;
}

/* The value that all conjuncts without conditions on it accept. */
static ptc_grammar_part and_others(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *nodes = maker->schema->nodes;
    const ptc_schema_node *node = &nodes[index];
    unsigned kinds = ptc_type_kinds((ptc_type)nodes[maker->chosen[index]].type);
    bool takes_others = true;
    bool takes_nil = true;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        takes_nil = takes_nil && and_takes_nil(&nodes[i]);
        takes_others = takes_others &&
                       (and_is_any(&nodes[i]) || (nodes[i].flags & PTC_NODE_OTHERS) != 0);
        if ((nodes[i].flags & PTC_NODE_OTHERS) != 0 &&
            ptc_type_kinds((ptc_type)nodes[i].type) != kinds)
            kinds |= ptc_type_kinds((ptc_type)nodes[i].type);
    }
    if (takes_others)
        return ptc_grammar_others(maker, index, kinds);
    return takes_nil && nodes[maker->chosen[index]].type != PTC_TYPE_NIL
               ? PTC_GRAMMAR_TEXT_OF(maker->grammar, "null")
               : PTC_GRAMMAR_NEVER;
}

ptc_grammar_part ptc_grammar_make_and(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *nodes = maker->schema->nodes;
    const ptc_schema_node *node = &nodes[index];
    const ptc_schema_node *chosen = &nodes[maker->chosen[index]];
    ptc_grammar_parts parts = ptc_grammar_parts_new(maker, 2);
    uint32_t maps = 0;
    bool is_joined;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        maps += nodes[i].type == PTC_TYPE_MAP;
        if (!ptc_grammar_and_uses(maker, index, i) &&
            !and_is_idle(maker, &nodes[i], chosen))
            ptc_grammar_lose_name(
                maker, i, "a condition next to others: ",
                ptc_str_of(ptc_type_word((ptc_type)nodes[i].type,
                                         (nodes[i].flags & PTC_NODE_MALLI) != 0)));
    }
    if (maker->grammar->failed)
        return 0;
    is_joined = chosen->type == PTC_TYPE_MAP && maps > 1;
    parts.items[parts.count++] =
        is_joined ? and_maps(maker, index) : maker->made[maker->chosen[index]];
    if (is_joined || (chosen->flags & PTC_NODE_OTHERS) == 0)
        parts.items[parts.count++] = and_others(maker, index);
    return ptc_grammar_choice_of(maker, parts);
}
