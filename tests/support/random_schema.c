/* SPDX-License-Identifier: MIT */
/*
 * Random schemas are drafted in loose form (nested unions, maybe marks, checks in
 * conjunctions) and finished, so that normal form has something to do. Shrinking drafts a
 * finished schema again with one change.
 */
#include "random_schema.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

static const ptc_str type_names[] = {
    PTC_STR_INIT("email"),
    PTC_STR_INIT("phone-number"),
};
const ptc_type_names random_type_names = {type_names, COUNT(type_names)};

/* Field names: plain, hidden, hyphens, C keywords, words of the languages, quoted ones.
 */
static const char *const names[] = {
    "id",     "name",    "user-id",  "_secret",    "__",
    "_",      "a-",      "for",      "while",      "include",
    "nil",    "true",    "int",      "map",        "x1",
    "with b", "q\"uote", "b\\slash", "a\xc3\xb1o", "1a",
    "a.b",    "a/b",     "a?",       "-x",         "\xf0\x9f\x98\x80",
    "",       "tab\tin", "line\nb",  "CamelCase",  "items",
    "kind",   "default", "itmes",    "camel_case", "defalt",
};

static const char *const patterns[] = {
    "^[A-Z]",       "a+b",       "^\\d{3}$", "[\"\\\\]", "\xc3\xa9|\xc3\xbc",
    "^[a-z0-9-]*$", "(?i)hello", "\\s",      "~|]",
};

bool random_schema_casts;

static const char *const strings[] = {
    "",          "a",        "A b", "quote\"s", "back\\slash",
    "new\nline", "\xc3\xbc", ":kw", "nil",      "true",
    "1",         "~tilde",   "]",   "spam",     "\xf0\x9f\x98\x80",
    "tab\t",     "1.5",      "abc", "false",    "-7",
    "a-b",       "\x01",     "1e3",
};

/* That wide casts are about. */
static const char *const cast_strings[] = {" 5\n", "Yes", "0", "2026-01-02", "12.0"};

static const char *const keywords[] = {"a", "b-c", "k1", "Nil?", "x*", "a_b", "spam"};

static const char *const descriptions[] = {
    "What it is.",
    "Two\nlines.",
    "It says \"so\"; really */ // ?\?/",
    "- not: a list",
};

static uint32_t below(test_random *random, uint32_t bound)
{
    return test_random_below(random, bound);
}

static bool chance(test_random *random, uint32_t percent)
{
    return below(random, 100) < percent;
}

static ptc_str pick(test_random *random, const char *const *texts, uint32_t count)
{
    return ptc_str_of(texts[below(random, count)]);
}

static void *take(ptc_arena *arena, size_t count, size_t size)
{
    void *memory = ptc_arena_array(arena, count, size);

    if (memory == NULL) {
        fputs("random_schema: out of memory\n", stderr);
        abort();
    }
    return memory;
}

/* --- Schemas ------------------------------------------------------------------------ */

typedef struct maker {
    test_random *random;
    ptc_arena *arena;
    ptc_draft draft;
    int budget;
    ptc_draft_ref definitions[4]; /* of the registries around, newest last */
    unsigned definition_count;
    bool is_guarded; /* a reference may be here: there is structure in between */
} maker;

static ptc_draft_ref make(maker *m, unsigned depth);

static ptc_draft_ref add(maker *m, ptc_type type)
{
    ptc_span span = {0, 0};

    m->budget--;
    return ptc_draft_add(&m->draft, type, span);
}

static ptc_draft_node *at(maker *m, ptc_draft_ref ref)
{
    return ptc_draft_at(&m->draft, ref);
}

static ptc_value number_of(maker *m, bool is_float, int64_t value)
{
    if (is_float && chance(m->random, 60))
        return ptc_value_float((double)value + (chance(m->random, 50) ? 0.5 : 0.0));
    return ptc_value_int(value);
}

/* Bounds with room between them, so that no range is empty. */
static ptc_interval bounds(maker *m, bool is_float, int64_t least)
{
    ptc_interval interval = {ptc_value_nil(), ptc_value_nil(), false, false};
    int64_t low = least + (int64_t)below(m->random, 8);
    int64_t high = low + 3 + (int64_t)below(m->random, 200);
    uint32_t sides = 1 + below(m->random, 3);

    if (least < 0 && chance(m->random, 10)) {
        low = INT64_MIN;
        high = INT64_MAX;
        is_float = false;
    }
    if (sides & 1) {
        interval.low = number_of(m, is_float, low);
        interval.low_open = chance(m->random, 30);
    }
    if (sides & 2) {
        interval.high = number_of(m, is_float, high);
        interval.high_open = chance(m->random, 30);
    }
    return interval;
}

static const ptc_pattern *make_patterns(maker *m, uint32_t count)
{
    ptc_pattern *made = take(m->arena, count, sizeof *made);
    uint32_t first = below(m->random, COUNT(patterns));

    for (uint32_t i = 0; i < count; i++) {
        ptc_dfa *dfa = take(m->arena, 1, sizeof *dfa);

        made[i].text = ptc_str_of(patterns[(first + i) % COUNT(patterns)]);
        if (ptc_regex_compile(m->arena, made[i].text, dfa, NULL) != PTC_OK)
            abort();
        made[i].dfa = dfa;
    }
    return made;
}

static ptc_value scalar(test_random *random)
{
    switch (below(random, 8)) {
    case 0:
        return ptc_value_bool(chance(random, 50));
    case 1:
        return ptc_value_int((int64_t)below(random, 20) - 5);
    case 2:
        return ptc_value_float(((double)below(random, 40) - 10) / 4);
    case 3:
        return ptc_value_keyword(pick(random, keywords, COUNT(keywords)));
    case 4:
        return ptc_value_int(chance(random, 50) ? INT64_MAX : INT64_MIN);
    case 5:
        return ptc_value_float(chance(random, 50) ? 1e300 : -1.5e-7);
    default:
        if (random_schema_casts && chance(random, 20))
            return ptc_value_string(pick(random, cast_strings, COUNT(cast_strings)));
        return ptc_value_string(pick(random, strings, COUNT(strings)));
    }
}

/* A fact of JSON Schema, and that values of other kinds are accepted; and Brimley's. */
static void give_facts(maker *m, ptc_draft_ref ref, unsigned fact, bool is_of_a_kind)
{
    if (random_schema_casts && chance(m->random, 25))
        at(m, ref)->flags |= PTC_NODE_CASTS;
    if (chance(m->random, 20))
        at(m, ref)->flags |= (uint16_t)fact;
    if (is_of_a_kind && chance(m->random, 10))
        at(m, ref)->flags |= PTC_NODE_OTHERS;
}

/* A member of an enum that is compared as JSON. */
static ptc_value json_member(maker *m)
{
    uint32_t count = below(m->random, 3);
    ptc_value *items;
    ptc_map_entry *entries;
    ptc_value map;

    if (chance(m->random, 70))
        return scalar(m->random);
    if (chance(m->random, 50)) {
        items = take(m->arena, count, sizeof *items);
        for (uint32_t i = 0; i < count; i++)
            items[i] = scalar(m->random);
        return ptc_value_vector(items, count);
    }
    entries = take(m->arena, count, sizeof *entries);
    for (uint32_t i = 0; i < count; i++) {
        entries[i].key = ptc_value_string(ptc_str_of(names[i]));
        entries[i].value = scalar(m->random);
    }
    if (ptc_map_make(m->arena, entries, count, &map, NULL) != PTC_OK)
        abort();
    return map;
}

static ptc_draft_ref make_enum(maker *m)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_ENUM);
    uint32_t wanted = 1 + below(m->random, 5);
    ptc_value *members = take(m->arena, wanted, sizeof *members);
    bool is_text = chance(m->random, 50);
    uint32_t count = 0;
    bool is_json;

    give_facts(m, ref, PTC_NODE_JSON_EQUAL, false);
    is_json = (at(m, ref)->flags & PTC_NODE_JSON_EQUAL) != 0;
    while (count < wanted) {
        ptc_value one = is_text
                            ? ptc_value_string(pick(m->random, strings, COUNT(strings)))
                        : is_json ? json_member(m)
                                  : scalar(m->random);
        bool is_new = true;

        if (!is_text && chance(m->random, 5))
            one = ptc_value_nil();
        for (uint32_t i = 0; i < count; i++)
            is_new = is_new && !ptc_value_same(&members[i], &one);
        if (is_new)
            members[count++] = one;
    }
    at(m, ref)->members = members;
    at(m, ref)->member_count = count;
    return ref;
}

static ptc_draft_ref make_constant(maker *m, ptc_type type)
{
    ptc_draft_ref ref = add(m, type);
    ptc_value *member = take(m->arena, 1, sizeof *member);

    give_facts(m, ref, PTC_NODE_JSON_EQUAL, false);
    *member = chance(m->random, 10)                     ? ptc_value_nil()
              : at(m, ref)->flags & PTC_NODE_JSON_EQUAL ? json_member(m)
                                                        : scalar(m->random);
    at(m, ref)->members = member;
    return ref;
}

static ptc_draft_ref make_number(maker *m, ptc_type type)
{
    ptc_draft_ref ref = add(m, type);

    if (chance(m->random, 50))
        at(m, ref)->interval = bounds(m, type != PTC_TYPE_INT, -5);
    give_facts(m, ref, type == PTC_TYPE_INT ? PTC_NODE_INTEGRAL : 0, true);
    return ref;
}

static ptc_draft_ref make_string(maker *m)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_STRING);

    if (chance(m->random, 30))
        at(m, ref)->interval = bounds(m, false, 0);
    if (chance(m->random, 25)) {
        at(m, ref)->pattern_count = 1 + below(m->random, 2);
        at(m, ref)->patterns = make_patterns(m, at(m, ref)->pattern_count);
    }
    give_facts(m, ref, 0, true);
    return ref;
}

static ptc_draft_ref make_decimal(maker *m)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_DECIMAL);

    if (chance(m->random, 50))
        at(m, ref)->interval = bounds(m, true, -5);
    return ref;
}

static ptc_draft_ref make_leaf(maker *m)
{
    static const ptc_type plain[] = {
        PTC_TYPE_ANY,  PTC_TYPE_NIL,     PTC_TYPE_BOOL,
        PTC_TYPE_BOOL, PTC_TYPE_KEYWORD, PTC_TYPE_DATETIME,
        PTC_TYPE_DATE, PTC_TYPE_ANY_MAP, PTC_TYPE_MALLI_SCHEMA};
    ptc_draft_ref ref;

    switch (below(m->random, 10)) {
    case 9:
        return make_decimal(m);
    case 0:
    case 1:
        return make_number(m, PTC_TYPE_INT);
    case 2:
        return make_number(m, PTC_TYPE_FLOAT);
    case 3:
        return make_number(m, PTC_TYPE_NUMBER);
    case 4:
        return make_string(m);
    case 5:
        return make_enum(m);
    case 6:
        return make_constant(m,
                             chance(m->random, 60) ? PTC_TYPE_CONST : PTC_TYPE_NOT_CONST);
    case 7:
        if (chance(m->random, 70))
            break;
        ref = add(m, PTC_TYPE_CUSTOM);
        at(m, ref)->type_name = type_names[below(m->random, COUNT(type_names))];
        return ref;
    default:
        break;
    }
    ref = add(m, plain[below(m->random, COUNT(plain))]);
    if (random_schema_casts)
        give_facts(m, ref, 0, false);
    return ref;
}

static void describe(maker *m, ptc_draft_ref ref)
{
    ptc_schema_extra *extra = &at(m, ref)->extra;

    if (chance(m->random, 8))
        extra->description = pick(m->random, descriptions, COUNT(descriptions));
    if (chance(m->random, 3))
        extra->title = PTC_STR("A \"title\"");
    if (chance(m->random, 3)) {
        ptc_map_entry *entry = take(m->arena, 1, sizeof *entry);

        entry->key = ptc_value_keyword(PTC_STR("x-note"));
        entry->value = scalar(m->random);
        ptc_map_make(m->arena, entry, 1, &extra->properties, NULL);
    }
}

/* A value that the type of the field accepts, if one is found soon. */
static ptc_value find_default(maker *m, ptc_draft_ref ref)
{
    ptc_walk_options strict = {.struct_size = sizeof strict, .direction = PTC_OUTPUT};
    ptc_diags *diags = m->draft.diags;
    ptc_schema schema;
    ptc_status status;
    ptc_diags quiet;

    strict.boundary = PTC_BOUNDARY_LISP;
    ptc_diags_init(&quiet, m->arena);
    m->draft.diags = &quiet;
    status = ptc_draft_finish(m->arena, &m->draft, ref, &schema);
    m->draft.diags = diags;
    for (unsigned tries = 0; status == PTC_OK && tries < 4; tries++) {
        ptc_value value = random_value(m->random, m->arena, &schema);

        if (ptc_schema_validate(&schema, &value, &strict, NULL) == PTC_OK)
            return value;
    }
    return ptc_value_nil();
}

/* A default that fits the type of the field for sure, where that is easy to tell. */
static void give_default(maker *m, ptc_draft_ref ref)
{
    ptc_draft_node *node = at(m, ref);
    ptc_value value = ptc_value_nil();
    bool is_bounded =
        node->interval.low.kind != PTC_NIL || node->interval.high.kind != PTC_NIL;

    if (node->type == PTC_TYPE_BOOL)
        value = ptc_value_bool(chance(m->random, 50));
    else if (node->type == PTC_TYPE_INT && !is_bounded)
        value = ptc_value_int((int64_t)below(m->random, 9) - 4);
    else if (node->type == PTC_TYPE_FLOAT && !is_bounded)
        value = ptc_value_float(0.25);
    else if (node->type == PTC_TYPE_STRING && !is_bounded && node->pattern_count == 0)
        value = ptc_value_string(pick(m->random, strings, COUNT(strings)));
    else if (node->type == PTC_TYPE_LIST && !is_bounded)
        value = ptc_value_vector(NULL, 0);
    else if (node->type == PTC_TYPE_SET && !is_bounded)
        value = ptc_value_set(NULL, 0);
    else if (node->type == PTC_TYPE_ENUM && node->members[0].kind != PTC_NIL)
        value = node->members[0];
    else if (node->type == PTC_TYPE_KEYWORD)
        value = ptc_value_keyword(pick(m->random, keywords, COUNT(keywords)));
    if (value.kind == PTC_NIL || chance(m->random, 30))
        value = find_default(m, ref);
    node->extra.default_value = value;
}

/* A name that no earlier child of `parent` has, '-' and '_' being the same. */
static ptc_str fresh_name(maker *m, ptc_draft_ref parent)
{
    for (;;) {
        ptc_str name = pick(m->random, names, COUNT(names));
        ptc_draft_ref child = at(m, parent)->first;

        while (child != 0 && !ptc_str_equal_folded(at(m, child)->name, name))
            child = at(m, child)->next;
        if (child == 0)
            return name;
    }
}

static void add_named(maker *m, ptc_draft_ref parent, ptc_draft_ref child)
{
    ptc_draft_name(&m->draft, child, fresh_name(m, parent));
    if (chance(m->random, 20)) /* as names of JSON Schema are */
        at(m, child)->flags &= (uint16_t) ~(unsigned)PTC_NODE_FIREWALLED;
    ptc_draft_append(&m->draft, parent, child);
}

static ptc_draft_ref make_map(maker *m, unsigned depth, uint32_t most)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_MAP);
    uint32_t count = below(m->random, most + 1);
    bool has_defaults = chance(m->random, 20);
    bool is_apart = chance(m->random, 25);

    if (chance(m->random, 10))
        at(m, ref)->flags |= PTC_NODE_CLOSED;
    give_facts(m, ref, 0, depth > 0);
    for (uint32_t i = 0; i < count; i++) {
        ptc_draft_ref field = make(m, depth + 1);

        at(m, field)->is_optional = chance(m->random, 20);
        at(m, field)->is_apart = is_apart && chance(m->random, 60);
        if (has_defaults && chance(m->random, 40))
            give_default(m, field);
        add_named(m, ref, field);
    }
    return ref;
}

/* A container of `count` children without names. */
static ptc_draft_ref make_of(maker *m, ptc_type type, uint32_t count, unsigned depth)
{
    ptc_draft_ref ref = add(m, type);

    for (uint32_t i = 0; i < count; i++)
        ptc_draft_append(&m->draft, ref, make(m, depth + 1));
    return ref;
}

static ptc_draft_ref make_union(maker *m, unsigned depth)
{
    uint32_t count = 1 + below(m->random, 4);
    ptc_draft_ref ref = make_of(m, PTC_TYPE_UNION, count, depth);
    ptc_draft_ref child;
    uint32_t number = 0;

    if (!chance(m->random, 25))
        return ref;
    at(m, ref)->flags |= PTC_NODE_NAMED;
    for (child = at(m, ref)->first; child != 0; child = at(m, child)->next)
        ptc_draft_name(&m->draft, child, ptc_str_of(names[number++ * 7 % COUNT(names)]));
    return ref;
}

/* A scalar with its checks as conjuncts of their own, or any conjunction. */
static ptc_draft_ref make_and(maker *m, unsigned depth)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_AND);
    uint32_t checks = 1 + below(m->random, 2);

    switch (below(m->random, 3)) {
    case 0:
        ptc_draft_append(&m->draft, ref, make_number(m, PTC_TYPE_INT));
        ptc_draft_append(&m->draft, ref, add(m, PTC_TYPE_NUMBER));
        at(m, at(m, ref)->last)->interval = bounds(m, true, 2);
        break;
    case 1:
        for (uint32_t i = 0; i <= checks; i++)
            ptc_draft_append(&m->draft, ref, make_string(m));
        break;
    default:
        for (uint32_t i = 0; i <= checks; i++)
            ptc_draft_append(&m->draft, ref, make(m, depth + 1));
        break;
    }
    return ref;
}

static ptc_draft_ref make_multi(maker *m, unsigned depth)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_MULTI);
    uint32_t count = 1 + below(m->random, 3);
    bool has_otherwise = chance(m->random, 30);

    at(m, ref)->type_name = pick(m->random, names, COUNT(names));
    for (uint32_t i = 0; i < count; i++) {
        ptc_draft_ref branch = make_map(m, depth + 1, 3);

        if (i + 1 == count && has_otherwise)
            at(m, branch)->flags |= PTC_NODE_OTHERWISE;
        else if (chance(m->random, 50))
            at(m, branch)->extra.branch = ptc_value_keyword(ptc_str_of(keywords[i]));
        else
            at(m, branch)->extra.branch = ptc_value_string(ptc_str_of(strings[i]));
        ptc_draft_append(&m->draft, ref, branch);
    }
    return ref;
}

static ptc_draft_ref make_reference(maker *m)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_REF);

    at(m, ref)->target = m->definitions[below(m->random, m->definition_count)];
    return ref;
}

/* Definitions are maps, so that a reference anywhere inside has structure around it. */
static ptc_draft_ref make_registry(maker *m, unsigned depth)
{
    static const char *const definition_names[] = {"node", "ns/name", ":local", "a b"};
    ptc_draft_ref ref = add(m, PTC_TYPE_REGISTRY);
    uint32_t count = 1 + below(m->random, 2);
    unsigned before = m->definition_count;
    bool was_guarded = m->is_guarded;
    ptc_draft_ref body;

    for (uint32_t i = 0; i < count; i++)
        m->definitions[m->definition_count++] = add(m, PTC_TYPE_MAP);
    m->is_guarded = true;
    for (uint32_t i = 0; i < count; i++) {
        ptc_draft_ref definition = m->definitions[before + i];

        at(m, definition)->name = ptc_str_of(definition_names[before + i]);
        for (uint32_t k = below(m->random, 4); k > 0; k--)
            add_named(m, definition, make(m, depth + 1));
        if (chance(m->random, 20))
            at(m, definition)->flags |= PTC_NODE_NULLABLE;
    }
    body = chance(m->random, 50) ? make_reference(m) : make(m, depth + 1);
    ptc_draft_append(&m->draft, ref, body);
    for (uint32_t i = 0; i < count; i++)
        ptc_draft_append(&m->draft, ref, m->definitions[before + i]);
    m->definition_count = before;
    m->is_guarded = was_guarded;
    return ref;
}

static ptc_draft_ref make_map_of(maker *m, unsigned depth)
{
    static const ptc_type keys[] = {PTC_TYPE_STRING, PTC_TYPE_KEYWORD, PTC_TYPE_INT};
    ptc_draft_ref ref = add(m, PTC_TYPE_MAP_OF);

    ptc_draft_append(&m->draft, ref, add(m, keys[below(m->random, COUNT(keys))]));
    ptc_draft_append(&m->draft, ref, make(m, depth + 1));
    return ref;
}

/* --- What only JSON Schema says ----------------------------------------------------- */

static ptc_draft_ref make_never(maker *m)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_NOT);

    ptc_draft_append(&m->draft, ref, add(m, PTC_TYPE_ANY));
    return ref;
}

/* What is said of others: most often that there are none, or that they are simple. */
static ptc_draft_ref make_rest(maker *m, unsigned depth)
{
    if (chance(m->random, 35))
        return make_never(m);
    return chance(m->random, 50) ? make_leaf(m) : make(m, depth + 1);
}

static ptc_draft_ref may_accept_others(maker *m, ptc_draft_ref ref)
{
    if (chance(m->random, 20))
        at(m, ref)->flags |= PTC_NODE_OTHERS;
    return ref;
}

static ptc_draft_ref make_multiple(maker *m)
{
    static const double divisors[] = {0.5, 0.25, 0.1,  0.01,   1.5, 0.0001,
                                      2.0, 1e15, 3e-7, 123.25, 7,   1e300};
    ptc_draft_ref ref = add(m, PTC_TYPE_MULTIPLE);
    ptc_value *divisor = take(m->arena, 1, sizeof *divisor);

    *divisor = chance(m->random, 50)
                   ? ptc_value_int(1 + (int64_t)below(m->random, 9))
                   : ptc_value_float(divisors[below(m->random, COUNT(divisors))]);
    if (chance(m->random, 5))
        *divisor = ptc_value_int(INT64_MAX);
    at(m, ref)->members = divisor;
    return may_accept_others(m, ref);
}

static ptc_draft_ref make_prefix(maker *m, unsigned depth)
{
    ptc_draft_ref ref = make_of(m, PTC_TYPE_PREFIX, below(m->random, 4), depth);

    if (chance(m->random, 40)) {
        ptc_draft_append(&m->draft, ref, add(m, PTC_TYPE_ANY));
        at(m, ref)->flags |= PTC_NODE_OPEN;
    } else {
        ptc_draft_append(&m->draft, ref, make_rest(m, depth));
    }
    if (chance(m->random, 20))
        at(m, ref)->interval = bounds(m, false, 0);
    return may_accept_others(m, ref);
}

static ptc_draft_ref make_contains(maker *m, unsigned depth)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_CONTAINS);

    ptc_draft_append(&m->draft, ref,
                     chance(m->random, 60) ? make_leaf(m) : make(m, depth + 1));
    if (chance(m->random, 60))
        at(m, ref)->interval.low = ptc_value_int((int64_t)below(m->random, 3));
    if (chance(m->random, 30))
        at(m, ref)->interval.high = ptc_value_int(2 + (int64_t)below(m->random, 2));
    return may_accept_others(m, ref);
}

static ptc_draft_ref make_keys(maker *m, unsigned depth)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_KEYS);
    ptc_draft_ref key = add(m, PTC_TYPE_STRING);

    if (chance(m->random, 60)) {
        at(m, key)->pattern_count = 1;
        at(m, key)->patterns = make_patterns(m, 1);
    } else {
        key = make_leaf(m);
    }
    if (chance(m->random, 25)) {
        ptc_draft_ref outer = add(m, PTC_TYPE_NOT);

        ptc_draft_append(&m->draft, outer, key);
        key = outer;
    }
    ptc_draft_append(&m->draft, ref, key);
    ptc_draft_append(&m->draft, ref, make_rest(m, depth));
    return may_accept_others(m, ref);
}

static ptc_draft_ref make_others(maker *m, ptc_type type, unsigned depth)
{
    ptc_draft_ref ref = add(m, type);

    ptc_draft_append(&m->draft, ref, make_rest(m, depth));
    return may_accept_others(m, ref);
}

/* One more condition on a map, a list or a number. */
static ptc_draft_ref make_beside(maker *m, unsigned what, unsigned depth)
{
    ptc_draft_ref ref;
    unsigned draw = below(m->random, 8);

    if (draw < 2) {
        ref = add(m, draw == 0 ? PTC_TYPE_UNION : PTC_TYPE_ONE);
        for (unsigned i = 0; i < 2; i++)
            ptc_draft_append(&m->draft, ref, make_beside(m, what, depth + 1));
        return ref;
    }
    if (draw == 2 && depth < 8) {
        ref = add(m, PTC_TYPE_IF);
        for (unsigned i = 0; i < 3; i++)
            ptc_draft_append(&m->draft, ref,
                             i > 0 && chance(m->random, 30)
                                 ? add(m, PTC_TYPE_ANY)
                                 : make_beside(m, what, depth + 1));
        return ref;
    }
    if (what == 0)
        return chance(m->random, 40) ? make_keys(m, depth) : make_map(m, depth + 1, 3);
    if (what == 1)
        return chance(m->random, 50) ? make_prefix(m, depth) : make_contains(m, depth);
    return chance(m->random, 60) ? make_multiple(m) : make_number(m, PTC_TYPE_NUMBER);
}

/* A map, list or number with conditions, in all nesting that matters to others. */
static ptc_draft_ref make_conditions(maker *m, unsigned depth)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_AND);
    unsigned what = below(m->random, 3);
    unsigned count = 1 + below(m->random, 3);
    ptc_draft_ref first;

    if (depth > 8)
        return add(m, PTC_TYPE_ANY_MAP);
    if (what == 0) {
        first = make_map(m, depth + 1, 4);
    } else if (what == 1) {
        first = make_of(m, PTC_TYPE_LIST, 0, depth);
        ptc_draft_append(&m->draft, first,
                         chance(m->random, 50) ? add(m, PTC_TYPE_ANY) : make_leaf(m));
        if (chance(m->random, 70))
            at(m, first)->flags |= PTC_NODE_OPEN;
    } else {
        first = make_number(m, chance(m->random, 50) ? PTC_TYPE_INT : PTC_TYPE_FLOAT);
    }
    ptc_draft_append(&m->draft, ref, first);
    while (count-- > 0)
        ptc_draft_append(&m->draft, ref,
                         chance(m->random, 20) ? make_conditions(m, depth + 3)
                                               : make_beside(m, what, depth + 2));
    if (what < 2 && chance(m->random, 70))
        ptc_draft_append(
            &m->draft, ref,
            make_others(m, what == 0 ? PTC_TYPE_OTHER_KEYS : PTC_TYPE_OTHER_ITEMS,
                        depth));
    return ref;
}

static ptc_draft_ref make_condition(maker *m, unsigned depth)
{
    switch (below(m->random, 10)) {
    case 0:
        return make_multiple(m);
    case 1:
        return make_of(m, PTC_TYPE_ONE, 1 + below(m->random, 4), depth);
    case 2:
        return make_of(m, PTC_TYPE_IF, 3, depth);
    case 3:
        return make_prefix(m, depth);
    case 4:
        return make_contains(m, depth);
    case 5:
        return make_keys(m, depth);
    case 6:
        return make_others(
            m, chance(m->random, 50) ? PTC_TYPE_OTHER_KEYS : PTC_TYPE_OTHER_ITEMS, depth);
    default:
        return make_conditions(m, depth);
    }
}

static ptc_draft_ref make_container(maker *m, unsigned depth)
{
    ptc_draft_ref ref;

    switch (below(m->random, 17)) {
    case 14:
    case 15:
    case 16:
        return make_condition(m, depth);
    case 0:
    case 1:
    case 2:
        return make_map(m, depth, 5);
    case 3:
    case 4:
        ref = make_of(m, PTC_TYPE_LIST, 1, depth);
        give_facts(m, ref, PTC_NODE_DISTINCT, true);
        break;
    case 5:
        ref = make_of(m, PTC_TYPE_SET, 1, depth);
        break;
    case 6:
        ref = make_of(m, PTC_TYPE_TUPLE, below(m->random, 4), depth);
        give_facts(m, ref, PTC_NODE_DISTINCT, true);
        return ref;
    case 7:
        ref = make_map_of(m, depth);
        give_facts(m, ref, 0, true);
        break;
    case 8:
    case 9:
        return make_union(m, depth);
    case 10:
        return make_and(m, depth);
    case 11:
        return make_of(m, PTC_TYPE_NOT, 1, depth);
    case 12:
        return make_multi(m, depth);
    default:
        return m->definition_count == 0 ? make_registry(m, depth) : make_map(m, depth, 4);
    }
    if (chance(m->random, 30))
        at(m, ref)->interval = bounds(m, false, 0);
    return ref;
}

static ptc_draft_ref make(maker *m, unsigned depth)
{
    ptc_draft_ref ref;

    if (m->definition_count > 0 && m->is_guarded && chance(m->random, 15))
        ref = make_reference(m);
    else if (m->budget <= 0 || depth > 8 || chance(m->random, 45))
        ref = make_leaf(m);
    else
        ref = make_container(m, depth);
    if (chance(m->random, 15))
        at(m, ref)->flags |= PTC_NODE_NULLABLE;
    describe(m, ref);
    return ref;
}

static ptc_draft_ref make_function(maker *m)
{
    ptc_draft_ref ref = add(m, PTC_TYPE_FUNCTION);
    ptc_draft_ref parameters = make_map(m, 1, 4);

    at(m, ref)->flags |= PTC_NODE_NAMED;
    at(m, parameters)->flags = 0; /* no parameters are of a kind */
    at(m, parameters)->extra.description = PTC_STR("");
    ptc_draft_append(&m->draft, ref, parameters);
    ptc_draft_append(&m->draft, ref, make(m, 1));
    describe(m, ref);
    return ref;
}

void random_schema(test_random *random, ptc_arena *arena, unsigned size, bool is_function,
                   ptc_schema *out)
{
    ptc_status status;

    do {
        maker m = {0};
        ptc_diags diags;
        ptc_draft_ref root;

        m.random = random;
        m.arena = arena;
        m.budget = (int)size;
        ptc_diags_init(&diags, arena);
        ptc_draft_init(&m.draft, arena, &diags);
        m.draft.judge = ptc_schema_judge;
        root = is_function ? make_function(&m) : make(&m, 0);
        status = ptc_draft_finish(arena, &m.draft, root, out);
        if (status == PTC_ERROR_MEMORY)
            abort();
    } while (status != PTC_OK); /* folded ranges may turn out empty */
}

/* --- Values ------------------------------------------------------------------------- */

typedef struct filler {
    test_random *random;
    ptc_arena *arena;
    const ptc_schema *schema;
    unsigned
        rest; /* values that it may still have; types that contain themselves multiply */
} filler;

static ptc_value fill(filler *f, uint32_t index, unsigned depth);

static ptc_value make_text(filler *f, size_t points)
{
    static const char *const letters[] = {"a", "B", "\xc3\xa9", "0", "\xf0\x9f\x98\x80"};
    ptc_text text;

    ptc_text_init(&text, f->arena);
    for (size_t i = 0; i < points; i++)
        ptc_text_cstr(&text, letters[below(f->random, COUNT(letters))]);
    return ptc_value_string(ptc_text_view(&text));
}

static ptc_value map_of_entries(filler *f, ptc_map_entry *entries, uint32_t count)
{
    ptc_value map;
    size_t twice;

    while (ptc_map_make(f->arena, entries, count, &map, &twice) == PTC_ERROR_DUPLICATE)
        entries[twice] = entries[--count];
    return map;
}

static ptc_value anything(filler *f, unsigned depth)
{
    uint32_t count = below(f->random, 4);
    ptc_value *items;
    ptc_map_entry *entries;
    ptc_value set;

    switch (depth > 3 ? 0 : below(f->random, 9)) {
    case 1:
        return ptc_value_nil();
    case 2:
        items = take(f->arena, count, sizeof *items);
        for (uint32_t i = 0; i < count; i++)
            items[i] = anything(f, depth + 1);
        return ptc_value_vector(items, count);
    case 3:
        entries = take(f->arena, count, sizeof *entries);
        for (uint32_t i = 0; i < count; i++) {
            entries[i].key = chance(f->random, 80)
                                 ? ptc_value_string(pick(f->random, names, COUNT(names)))
                                 : scalar(f->random);
            entries[i].value = anything(f, depth + 1);
        }
        return map_of_entries(f, entries, count);
    case 4:
        items = take(f->arena, count, sizeof *items);
        for (uint32_t i = 0; i < count; i++)
            items[i] = scalar(f->random);
        if (ptc_value_set_of(f->arena, items, count, &set, NULL) != PTC_OK)
            abort();
        return set;
    default:
        return scalar(f->random);
    }
}

/* A whole number at, near or between the bounds. */
static int64_t near_bounds(filler *f, const ptc_interval *interval, int64_t least)
{
    int64_t low = least;
    int64_t high = least + 12;
    int64_t step;

    if (interval != NULL && interval->low.kind == PTC_INT)
        low = interval->low.as.integer;
    else if (interval != NULL && interval->low.kind == PTC_FLOAT)
        low = (int64_t)interval->low.as.number;
    high = low < INT64_MAX - 12 ? low + 12 : INT64_MAX;
    if (interval != NULL && interval->high.kind == PTC_INT)
        high = interval->high.as.integer;
    else if (interval != NULL && interval->high.kind == PTC_FLOAT)
        high = (int64_t)interval->high.as.number;
    step = (int64_t)below(f->random, 4) - 1;
    if (chance(f->random, 50))
        return low > INT64_MIN && low < INT64_MAX - 3 ? low + step : low;
    return high > INT64_MIN + 3 && high < INT64_MAX ? high - step : high;
}

static size_t some_count(filler *f, const ptc_interval *interval)
{
    int64_t count =
        interval != NULL ? near_bounds(f, interval, 0) : (int64_t)below(f->random, 4);

    return count < 0 ? 0 : count > 300 ? 3 : (size_t)count;
}

/* The number, or a text that coerces to it, or another kind of number. */
static ptc_value dress_number(filler *f, int64_t value, bool is_float)
{
    char digits[PTC_NUMBER_MAX + 4];
    size_t len;
    ptc_value number = is_float && chance(f->random, 70)
                           ? ptc_value_float((double)value + 0.25)
                           : ptc_value_int(value);

    if (chance(f->random, 88))
        return chance(f->random, 95) ? number : ptc_value_float((double)value);
    len = number.kind == PTC_INT ? ptc_number_write_int(number.as.integer, digits)
                                 : ptc_number_write_double(number.as.number, digits);
    if (chance(f->random, 15))
        digits[len++] = ' ';
    return ptc_value_string(ptc_str_copy(f->arena, ptc_str_make(digits, len)));
}

/* A member, or now and then another number that is the same in JSON, at any depth. */
static ptc_value twin(filler *f, const ptc_schema_node *node, ptc_value member)
{
    ptc_value *items;

    if (!(node->flags & PTC_NODE_JSON_EQUAL) || chance(f->random, 60))
        return member;
    if (member.kind == PTC_INT)
        return ptc_value_float((double)member.as.integer);
    if (member.kind != PTC_VECTOR)
        return member;
    items = take(f->arena, member.aux, sizeof *items);
    for (uint32_t i = 0; i < member.aux; i++)
        items[i] = twin(f, node, member.as.items[i]);
    return ptc_value_vector(items, member.aux);
}

static ptc_value fill_string(filler *f, const ptc_schema_node *node)
{
    if (node->interval != NULL)
        return make_text(f, some_count(f, node->interval));
    if (chance(f->random, 10))
        return ptc_value_keyword(pick(f->random, keywords, COUNT(keywords)));
    return ptc_value_string(pick(f->random, strings, COUNT(strings)));
}

static ptc_value fill_datetime(filler *f)
{
    static const char *const times[] = {
        "2024-02-29T23:59:59Z",           "2023-02-29T00:00:00Z",
        "2024-01-01T12:00:00.123456789Z", "2024-01-01T12:00:00+02:00",
        "2024-01-01 12:00:00Z",           "2024-01-01T12:00:00",
        "2024-01-01t12:00:00z",           "1999-12-31T23:30:00-0130",
        "0000-01-01T00:00:00Z",           "2024-13-01T00:00:00Z",
    };

    return ptc_value_string(pick(f->random, times, COUNT(times)));
}

static ptc_value fill_date(filler *f)
{
    static const char *const days[] = {
        "2024-02-29", "2023-02-29", "0000-01-01",  "9999-12-31",           "1900-02-29",
        "2024-04-31", "2024-1-1",   " 2024-01-01", "2024-01-01T00:00:00Z", "20240101",
    };

    return ptc_value_string(pick(f->random, days, COUNT(days)));
}

/* An integer that int64 cannot hold. */
static ptc_value big_int(void)
{
    static const char digits[] = "-92233720368547758090";
    ptc_value number =
        ptc_value_make(PTC_OPAQUE, PTC_FLAG_NUMBER | PTC_FLAG_ASCII, sizeof digits - 1);

    number.as.text = digits;
    return number;
}

/* A number near `value` as a decimal is spelled, or as something that may become one. */
static ptc_value fill_decimal(filler *f, int64_t value)
{
    static const char *const formats[] = {
        "%lld",  "%lld.0", "%lld.50",    "%lld.25",     "%lld.000001",
        "+%lld", "%llde0", "%lldE2",     "%lld0e-1",    " %lld.5 ",
        "%lld.", "%lldx",  "%llde99999", "%llde100000", "%lld.49999999999999999999999",
    };
    char text[80];

    switch (below(f->random, 12)) {
    case 0:
        return ptc_value_int(value);
    case 1:
        return ptc_value_float((double)value + (chance(f->random, 50) ? 0.1 : 0.0));
    case 2:
        return ptc_value_float(value % 2 == 0 ? 1e-7 : 1.5e21);
    case 3:
        return big_int();
    default:
        break;
    }
    snprintf(text, sizeof text, pick(f->random, formats, COUNT(formats)).ptr,
             (long long)value);
    return ptc_value_string(ptc_str_copy(f->arena, ptc_str_of(text)));
}

static ptc_value fill_list(filler *f, const ptc_schema_node *node, unsigned depth)
{
    uint32_t count = (uint32_t)some_count(f, node->interval);
    bool is_set = (node->type == PTC_TYPE_SET) != chance(f->random, 15);
    ptc_value *items;
    ptc_value set;

    if (depth > 6 && count > 3)
        count = 3;
    items = take(f->arena, count, sizeof *items);
    for (uint32_t i = 0; i < count; i++)
        items[i] = fill(f, node->first, depth + 1);
    if (!is_set)
        return ptc_value_vector(items, count);
    if (ptc_value_set_of(f->arena, items, count, &set, NULL) != PTC_OK)
        abort();
    return set;
}

static ptc_value fill_tuple(filler *f, const ptc_schema_node *node, unsigned depth)
{
    uint32_t count = node->count + (chance(f->random, 5) ? 1 : 0);
    ptc_value *items = take(f->arena, count, sizeof *items);

    for (uint32_t i = 0; i < count; i++)
        items[i] =
            i < node->count ? fill(f, node->first + i, depth + 1) : scalar(f->random);
    if (count > 0 && chance(f->random, 5))
        count--;
    return ptc_value_vector(items, count);
}

/* The name as written, or with '-' and '_' exchanged; as string or keyword. */
static ptc_value make_key(filler *f, ptc_str name)
{
    ptc_str key = ptc_str_copy(f->arena, name);

    if (chance(f->random, 10)) {
        char *bytes = take(f->arena, name.len + 1, 1);

        for (size_t i = 0; i < name.len; i++)
            bytes[i] = name.ptr[i];
        for (size_t i = 0; i < name.len; i++) {
            if (bytes[i] == '-' || bytes[i] == '_')
                bytes[i] = bytes[i] == '-' ? '_' : '-';
        }
        key = ptc_str_make(bytes, name.len);
    }
    return chance(f->random, 70) ? ptc_value_string(key) : ptc_value_keyword(key);
}

static ptc_value fill_map(filler *f, const ptc_schema_node *node, unsigned depth)
{
    ptc_map_entry *entries = take(f->arena, (size_t)node->count + 2, sizeof *entries);
    uint32_t count = 0;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &f->schema->nodes[node->first + i];
        bool is_optional = (field->flags & PTC_NODE_OPTIONAL) != 0;

        if (chance(f->random, is_optional ? 40 : 4))
            continue;
        entries[count].key = make_key(f, field->name);
        entries[count++].value = fill(f, node->first + i, depth + 1);
    }
    if (chance(f->random, 12)) {
        entries[count].key = make_key(f, pick(f->random, names, COUNT(names)));
        entries[count++].value = anything(f, 2);
    }
    if (count > 1 && chance(f->random, 15)) {
        ptc_map_entry first = entries[0];

        entries[0] = entries[count - 1];
        entries[count - 1] = first;
    }
    return map_of_entries(f, entries, count);
}

static ptc_value fill_map_of(filler *f, const ptc_schema_node *node, unsigned depth)
{
    uint32_t count = (uint32_t)some_count(f, node->interval);
    ptc_map_entry *entries = take(f->arena, count, sizeof *entries);

    for (uint32_t i = 0; i < count; i++) {
        entries[i].key = fill(f, node->first, depth + 1);
        entries[i].value = fill(f, node->first + 1, depth + 1);
    }
    return map_of_entries(f, entries, count);
}

/* Elements by the children, the last of them again and again. */
static ptc_value fill_items(filler *f, const ptc_schema_node *node, unsigned depth)
{
    uint32_t count = below(f->random, node->count + 3);
    ptc_value *items = take(f->arena, count, sizeof *items);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t child = i < node->count ? i : node->count - 1;

        items[i] = chance(f->random, 12) ? anything(f, 3)
                                         : fill(f, node->first + child, depth + 1);
    }
    return ptc_value_vector(items, count);
}

/* Keys that the node is about, and others. */
static ptc_value fill_keys(filler *f, const ptc_schema_node *node, unsigned depth)
{
    uint32_t count = below(f->random, 4);
    ptc_map_entry *entries = take(f->arena, count, sizeof *entries);

    for (uint32_t i = 0; i < count; i++) {
        entries[i].key = node->type == PTC_TYPE_KEYS && chance(f->random, 60)
                             ? fill(f, node->first, depth + 1)
                             : make_key(f, pick(f->random, names, COUNT(names)));
        entries[i].value = fill(f, node->first + node->count - 1, depth + 1);
    }
    return map_of_entries(f, entries, count);
}

/* A branch's map with the dispatch value added. */
static ptc_value fill_multi(filler *f, const ptc_schema_node *node, unsigned depth)
{
    uint32_t index = node->first + below(f->random, node->count);
    const ptc_schema_node *branch = &f->schema->nodes[index];
    ptc_value map = fill(f, index, depth + 1);
    ptc_map_entry *entries;
    uint32_t count;

    if (map.kind != PTC_MAP)
        return map;
    count = map.as.map->count;
    entries = take(f->arena, (size_t)count + 1, sizeof *entries);
    if (count > 0)
        memcpy(entries + 1, map.as.map->entries, count * sizeof *entries);
    entries[0].key = make_key(f, node->type_name);
    entries[0].value =
        branch->flags & PTC_NODE_OTHERWISE ? scalar(f->random) : branch->extra->branch;
    return map_of_entries(f, entries, count + 1);
}

/* A value of the first conjunct; maps and lists now and then with what another has. */
static ptc_value fill_conjuncts(filler *f, const ptc_schema_node *node, unsigned depth)
{
    ptc_value one = fill(f, node->first, depth + 1);
    ptc_value other;
    ptc_map_entry *entries;

    if ((one.kind != PTC_MAP && one.kind != PTC_VECTOR) || node->count < 2 ||
        chance(f->random, 50))
        return one;
    other = fill(f, node->first + 1 + below(f->random, node->count - 1), depth + 1);
    if (other.kind != one.kind)
        return one;
    if (one.kind == PTC_VECTOR)
        return chance(f->random, 50) ? other : one;
    entries = take(f->arena, (size_t)one.aux + other.aux + 1, sizeof *entries);
    for (uint32_t i = 0; i < one.aux; i++)
        entries[i] = one.as.map->entries[i];
    for (uint32_t i = 0; i < other.aux; i++)
        entries[one.aux + i] = other.as.map->entries[i];
    return map_of_entries(f, entries, one.aux + other.aux);
}

static ptc_value fill_function(filler *f, const ptc_schema_node *node, unsigned depth)
{
    uint32_t index = node->first + below(f->random, 2);

    if (index == node->first && chance(f->random, 30))
        return fill_tuple(f, &f->schema->nodes[index], depth);
    return fill(f, index, depth);
}

static ptc_value fill_type(filler *f, const ptc_schema_node *node, unsigned depth)
{
    switch ((ptc_type)node->type) {
    case PTC_TYPE_BOOL:
        return chance(f->random, 90) ? ptc_value_bool(chance(f->random, 50))
                                     : ptc_value_string(PTC_STR("true"));
    case PTC_TYPE_NIL:
        return ptc_value_nil();
    case PTC_TYPE_INT:
        return dress_number(f, near_bounds(f, node->interval, -3), false);
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return dress_number(f, near_bounds(f, node->interval, -3), true);
    case PTC_TYPE_STRING:
        return fill_string(f, node);
    case PTC_TYPE_KEYWORD:
        return make_key(f, pick(f->random, keywords, COUNT(keywords)));
    case PTC_TYPE_DATETIME:
        return fill_datetime(f);
    case PTC_TYPE_DATE:
        return fill_date(f);
    case PTC_TYPE_DECIMAL:
        return fill_decimal(f, near_bounds(f, node->interval, -3));
    case PTC_TYPE_MALLI_SCHEMA:
        return ptc_value_keyword(chance(f->random, 80) ? PTC_STR("int")
                                                       : PTC_STR("oops"));
    case PTC_TYPE_ENUM:
        return twin(f, node, node->members[below(f->random, node->count)]);
    case PTC_TYPE_CONST:
        return twin(f, node, node->members[0]);
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        return fill_list(f, node, depth);
    case PTC_TYPE_TUPLE:
        return fill_tuple(f, node, depth);
    case PTC_TYPE_MAP:
        return fill_map(f, node, depth);
    case PTC_TYPE_MAP_OF:
        return fill_map_of(f, node, depth);
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
        return fill(f, node->first + below(f->random, node->count), depth + 1);
    case PTC_TYPE_MULTIPLE:
        return dress_number(f, (int64_t)below(f->random, 40) - 8,
                            node->members[0].kind == PTC_FLOAT);
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_OTHER_ITEMS:
        return fill_items(f, node, depth);
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
        return fill_keys(f, node, depth);
    case PTC_TYPE_AND:
        return fill_conjuncts(f, node, depth);
    case PTC_TYPE_REGISTRY:
        return fill(f, node->first, depth + 1);
    case PTC_TYPE_MULTI:
        return fill_multi(f, node, depth);
    case PTC_TYPE_REF:
        return fill(f, node->first, depth + 1);
    case PTC_TYPE_FUNCTION:
        return fill_function(f, node, depth);
    case PTC_TYPE_ANY_MAP:
        return map_of_entries(f, NULL, 0);
    case PTC_TYPE_ANY:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_NOT:
    case PTC_TYPE_COUNT:
        break;
    }
    return anything(f, depth < 3 ? 1 : 4);
}

/* A value that satisfies the node for sure, if there is one. */
static bool fill_well(filler *f, uint32_t index, ptc_value *out)
{
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_schema part = *f->schema;
    ptc_str why;

    part.root = index;
    options.direction = chance(f->random, 50) ? PTC_INPUT : PTC_OUTPUT;
    options.boundary = chance(f->random, 50) ? PTC_BOUNDARY_JSON : PTC_BOUNDARY_LISP;
    return ptc_schema_sample(f->arena, &part, &options, test_random_next(f->random), 0,
                             out, &why) == PTC_OK;
}

static ptc_value fill(filler *f, uint32_t index, unsigned depth)
{
    const ptc_schema_node *node = &f->schema->nodes[index];
    ptc_value value;

    if (depth > 12 || f->rest == 0)
        return ptc_value_nil();
    f->rest--;
    if ((node->flags & (PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL)) && chance(f->random, 20))
        return ptc_value_nil();
    if (chance(f->random, depth == 0 ? 6 : 3))
        return anything(f, 1);
    if (chance(f->random, node->pattern_count > 0 ? 80
                          : depth == 0            ? 10
                                                  : 2) &&
        fill_well(f, index, &value))
        return value;
    return fill_type(f, node, depth);
}

ptc_value random_value(test_random *random, ptc_arena *arena, const ptc_schema *schema)
{
    filler f = {random, arena, schema, 20000};

    return schema == NULL ? anything(&f, 0) : fill(&f, schema->root, 0);
}

/* --- Shrinking ---------------------------------------------------------------------- */

typedef enum edit_kind {
    EDIT_DROP,   /* leave the node out of its parent */
    EDIT_ANY,    /* :any instead */
    EDIT_CHILD,  /* its first child instead */
    EDIT_CHECKS, /* no bounds and patterns */
    EDIT_FLAGS,  /* neither nullable, optional nor closed */
    EDIT_WORDS,  /* no description, title, properties, default */
    EDIT_KINDS,
} edit_kind;

typedef struct editor {
    const ptc_schema *schema;
    ptc_draft draft;
    ptc_draft_ref *made; /* of each node, to resolve references */
    uint32_t index;      /* the node to edit */
    edit_kind kind;
} editor;

static ptc_draft_ref redraft(editor *e, uint32_t index);

static void redraft_facts(editor *e, ptc_draft_node *to, const ptc_schema_node *node,
                          bool is_edited)
{
    to->flags = node->flags & (uint16_t) ~(unsigned)PTC_NODE_OPTIONAL;
    to->is_optional = (node->flags & PTC_NODE_OPTIONAL) != 0;
    to->is_apart = true;
    to->name = node->name;
    to->type_name = node->type_name;
    to->members = node->members;
    to->member_count = node->type == PTC_TYPE_ENUM ? node->count : 0;
    if (is_edited && e->kind == EDIT_FLAGS) {
        to->flags &= (uint16_t) ~(unsigned)(PTC_NODE_NULLABLE | PTC_NODE_CLOSED);
        to->is_optional = false;
    }
    if (!is_edited || e->kind != EDIT_CHECKS) {
        to->patterns = node->patterns;
        to->pattern_count = node->pattern_count;
        if (node->interval != NULL)
            to->interval = *node->interval;
    }
    if (!is_edited || e->kind != EDIT_WORDS)
        to->extra = *node->extra;
    else
        to->extra.branch = node->extra->branch;
}

static ptc_draft_ref redraft(editor *e, uint32_t index)
{
    const ptc_schema_node *node = &e->schema->nodes[index];
    bool is_edited = index == e->index;
    ptc_span span = {0, 0};
    ptc_draft_ref ref;

    if (is_edited && e->kind == EDIT_CHILD) {
        ref = redraft(e, node->first);
        ptc_draft_at(&e->draft, ref)->flags &= (uint16_t) ~(unsigned)PTC_NODE_FIREWALLED;
        ptc_draft_at(&e->draft, ref)->flags |= node->flags & PTC_NODE_FIREWALLED;
        ptc_draft_at(&e->draft, ref)->name = node->name;
        ptc_draft_at(&e->draft, ref)->is_optional =
            (node->flags & PTC_NODE_OPTIONAL) != 0;
        ptc_draft_at(&e->draft, ref)->extra = *node->extra;
        e->made[index] = ref;
        return ref;
    }
    ref = ptc_draft_add(
        &e->draft, is_edited && e->kind == EDIT_ANY ? PTC_TYPE_ANY : (ptc_type)node->type,
        span);
    e->made[index] = ref;
    redraft_facts(e, ptc_draft_at(&e->draft, ref), node, is_edited);
    if (is_edited && e->kind == EDIT_ANY) {
        ptc_draft_at(&e->draft, ref)->flags &= (uint16_t) ~(unsigned)PTC_NODE_CLOSED;
        ptc_draft_at(&e->draft, ref)->member_count = 0;
        ptc_draft_at(&e->draft, ref)->pattern_count = 0;
    }
    if (ptc_draft_at(&e->draft, ref)->type != node->type || node->type < PTC_TYPE_LIST ||
        node->type == PTC_TYPE_REF)
        return ref;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (e->kind != EDIT_DROP || i != e->index)
            ptc_draft_append(&e->draft, ref, redraft(e, i));
    }
    return ref;
}

static bool can_edit(const ptc_schema *schema, uint32_t index, edit_kind kind)
{
    const ptc_schema_node *node = &schema->nodes[index];
    const ptc_schema_node *parent = &schema->nodes[node->parent];
    bool is_parameters = parent->type == PTC_TYPE_FUNCTION && index == parent->first;

    switch (kind) {
    case EDIT_DROP:
        return index != schema->root && parent->type != PTC_TYPE_FUNCTION &&
               parent->type != PTC_TYPE_LIST && parent->type != PTC_TYPE_SET &&
               parent->type != PTC_TYPE_NOT && parent->type != PTC_TYPE_MAP_OF &&
               parent->type != PTC_TYPE_IF && parent->type != PTC_TYPE_CONTAINS &&
               parent->type != PTC_TYPE_KEYS && parent->type != PTC_TYPE_OTHER_KEYS &&
               parent->type != PTC_TYPE_OTHER_ITEMS &&
               !(parent->type == PTC_TYPE_REGISTRY && index == parent->first);
    case EDIT_ANY:
        return node->type != PTC_TYPE_ANY && index != schema->root && !is_parameters;
    case EDIT_CHILD:
        return node->type >= PTC_TYPE_LIST && node->type != PTC_TYPE_REF &&
               node->count > 0 && index != schema->root && !is_parameters;
    case EDIT_CHECKS:
        return node->interval != NULL || node->pattern_count > 0;
    case EDIT_FLAGS:
        return (node->flags &
                (PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL | PTC_NODE_CLOSED)) != 0;
    case EDIT_WORDS:
        return node->extra->description.len > 0 || node->extra->title.len > 0 ||
               node->extra->properties.kind != PTC_NIL ||
               node->extra->default_value.kind != PTC_NIL;
    case EDIT_KINDS:
        break;
    }
    return false;
}

static bool edit_schema(ptc_arena *arena, const ptc_schema *schema, uint32_t index,
                        edit_kind kind, ptc_schema *out)
{
    editor e = {0};
    ptc_diags diags;
    ptc_draft_ref root;

    ptc_diags_init(&diags, arena);
    ptc_draft_init(&e.draft, arena, &diags);
    e.draft.judge = ptc_schema_judge;
    e.schema = schema;
    e.made = take(arena, schema->count, sizeof *e.made);
    e.index = index;
    e.kind = kind;
    root = redraft(&e, schema->root);
    for (uint32_t i = 0; i < schema->count; i++) {
        if (schema->nodes[i].type == PTC_TYPE_REF && e.made[i] != 0 &&
            ptc_draft_at(&e.draft, e.made[i])->type == PTC_TYPE_REF)
            ptc_draft_at(&e.draft, e.made[i])->target = e.made[schema->nodes[i].first];
    }
    return ptc_draft_finish(arena, &e.draft, root, out) == PTC_OK;
}

bool redraft_schema(ptc_arena *arena, const ptc_schema *schema, ptc_schema *out)
{
    return edit_schema(arena, schema, PTC_COUNT_MAX, EDIT_KINDS, out);
}

void shrink_schema(ptc_arena *arena, const ptc_schema *schema,
                   bool (*fails)(const ptc_schema *schema, void *user), void *user,
                   ptc_schema *out)
{
    bool is_smaller = true;

    *out = *schema;
    while (is_smaller) {
        is_smaller = false;
        for (uint32_t i = 0; i < out->count && !is_smaller; i++) {
            for (int kind = EDIT_DROP; kind < EDIT_KINDS && !is_smaller; kind++) {
                ptc_schema smaller;

                if (can_edit(out, i, (edit_kind)kind) &&
                    edit_schema(arena, out, i, (edit_kind)kind, &smaller) &&
                    (kind == EDIT_WORDS || !ptc_schema_equal(&smaller, out)) &&
                    fails(&smaller, user)) {
                    *out = smaller;
                    is_smaller = true;
                }
            }
        }
    }
}
