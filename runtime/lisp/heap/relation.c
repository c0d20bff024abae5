/* SPDX-License-Identifier: MIT */
/*
 * When values are equal and the same. See data.h; which comes first: order.c.
 * [ptc-lisp 3]
 *
 * Both equalities share the code; `=` differs for numbers that are not keys or members.
 * There is no shortcut for a value and itself, since NaN inside is not equal to NaN.
 */
#include "lisp/heap/code_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"

#include <ptc/number.h>

enum { RELATION_HASHED = 0x100000 }; /* bytes hashed without a check of the clock */

static bool relation_is(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                        bool is_loose, unsigned depth);

/* Members of sets and keys of maps are looked up by functions that count their own
 * levels, so the C stack is also checked. */
static void relation_check_depth(ptc_lisp *lisp, unsigned depth)
{
    if (PTC_UNLIKELY(depth == 0 || PTC_C_STACK() < lisp->c_limit))
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "cannot compare: a value is nested deeper than %d levels, or "
                       "deeper than the surrounding calls leave room for",
                       PTC_DEPTH_MAX);
}

static bool relation_match_numbers(const ptc_value *a, const ptc_value *b)
{
    if (a->kind == PTC_INT && b->kind == PTC_FLOAT)
        return ptc_number_compare_int_double(a->as.integer, b->as.number) == 0;
    if (a->kind == PTC_FLOAT && b->kind == PTC_INT)
        return ptc_number_compare_int_double(b->as.integer, a->as.number) == 0;
    return false;
}

static bool relation_match_texts(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    if (a->aux != b->aux)
        return false;
    if (a->as.text == b->as.text)
        return true;
    ptc_lisp_read_bytes(lisp, a->aux);
    return memcmp(a->as.text, b->as.text, a->aux) == 0;
}

static bool relation_match_vectors(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                                   bool is_loose, unsigned depth)
{
    if (a->aux != b->aux)
        return false;
    for (uint32_t i = 0; i < a->aux; i++) {
        ptc_value left = ptc_vector_nth(a, i);
        ptc_value right = ptc_vector_nth(b, i);

        ptc_lisp_step(lisp);
        if (!relation_is(lisp, &left, &right, is_loose, depth))
            return false;
    }
    return true;
}

/* Two sorted collections, entry by entry. */
typedef struct relation_pairs {
    ptc_sorted_walk left_walk;
    ptc_sorted_walk right_walk;
    const ptc_hash_entry *left;
    const ptc_hash_entry *right;
} relation_pairs;

static void relation_pairs_init(relation_pairs *pairs, const ptc_value *a,
                                const ptc_value *b)
{
    ptc_sorted_walk_init(&pairs->left_walk, a);
    ptc_sorted_walk_init(&pairs->right_walk, b);
}

/* The next two entries; false after the last. */
static bool relation_pairs_next(ptc_lisp *lisp, relation_pairs *pairs)
{
    pairs->left = ptc_sorted_walk_next(&pairs->left_walk);
    pairs->right = ptc_sorted_walk_next(&pairs->right_walk);
    if (pairs->left == NULL || pairs->right == NULL)
        return false;
    ptc_lisp_step(lisp);
    return true;
}

/* Whether both sorted collections have the same keys in the same order. */
static bool relation_has_same_keys(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    relation_pairs pairs;

    relation_pairs_init(&pairs, a, b);
    while (relation_pairs_next(lisp, &pairs)) {
        if (!ptc_lisp_same(lisp, &pairs.left->key, &pairs.right->key))
            return false;
    }
    return true;
}

/* The values of sorted maps with the same keys. */
static bool relation_match_sorted(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                                  bool is_loose, unsigned depth)
{
    relation_pairs pairs;

    relation_pairs_init(&pairs, a, b);
    while (relation_pairs_next(lisp, &pairs)) {
        if (!relation_is(lisp, &pairs.left->value, &pairs.right->value, is_loose, depth))
            return false;
    }
    return true;
}

typedef enum relation_keys {
    RELATION_SAME,  /* both are sorted and have the same keys */
    RELATION_OTHER, /* they have not */
    RELATION_LOOK,  /* the second may be looked into */
} relation_keys;

/*
 * Lookups in the second of two maps or sets need no order: a sorted one becomes the
 * first; of two that may have their keys in different orders, the second is made plain.
 * So no comparator is called.
 */
static relation_keys relation_turn(ptc_lisp *lisp, const ptc_value **a,
                                   const ptc_value **b, ptc_value *plain)
{
    const ptc_value *first = *a;

    if (!ptc_is_sorted(*b))
        return RELATION_LOOK;
    if (!ptc_is_sorted(first)) {
        *a = *b;
        *b = first;
        return RELATION_LOOK;
    }
    if (relation_has_same_keys(lisp, first, *b))
        return RELATION_SAME;
    if (ptc_sorted_of(first)->comparator.kind == PTC_NIL &&
        ptc_sorted_of(*b)->comparator.kind == PTC_NIL)
        return RELATION_OTHER;
    *plain = ptc_sorted_plain(lisp, *b);
    *b = plain;
    return RELATION_LOOK;
}

static bool relation_match_sets(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    const ptc_hash_entry *entry;
    ptc_hash_walk walk;
    ptc_value plain;
    relation_keys keys;

    if (a->aux != b->aux)
        return false;
    keys = relation_turn(lisp, &a, &b, &plain);
    if (keys != RELATION_LOOK)
        return keys == RELATION_SAME;
    if (!(a->flags & PTC_FLAG_TREE)) {
        for (uint32_t i = 0; i < a->aux; i++) {
            ptc_lisp_step(lisp);
            if (!ptc_lisp_set_has(lisp, b, &a->as.items[i]))
                return false;
        }
        return true;
    }
    ptc_hash_walk_init(&walk, a);
    while ((entry = ptc_hash_walk_next(&walk)) != NULL) {
        ptc_lisp_step(lisp);
        if (!ptc_lisp_set_has(lisp, b, &entry->key))
            return false;
    }
    return true;
}

/* Whether map `b` has a key with a value that matches. */
static bool relation_match_entry(ptc_lisp *lisp, const ptc_value *key,
                                 const ptc_value *value, const ptc_value *b,
                                 bool is_loose, unsigned depth)
{
    ptc_value other;

    ptc_lisp_step(lisp);
    return ptc_lisp_map_get(lisp, b, key, &other) &&
           relation_is(lisp, value, &other, is_loose, depth);
}

static bool relation_match_maps(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                                bool is_loose, unsigned depth)
{
    const ptc_hash_entry *entry;
    ptc_hash_walk walk;
    ptc_value plain;
    relation_keys keys;

    if (a->aux != b->aux)
        return false;
    keys = relation_turn(lisp, &a, &b, &plain);
    if (keys != RELATION_LOOK)
        return keys == RELATION_SAME &&
               relation_match_sorted(lisp, a, b, is_loose, depth);
    if (!(a->flags & PTC_FLAG_TREE)) {
        const ptc_record *record = ptc_record_of(a);

        for (uint32_t i = 0; i < a->aux; i++) {
            if (!relation_match_entry(lisp, &record->shape->keys[i], &record->values[i],
                                      b, is_loose, depth))
                return false;
        }
        return true;
    }
    ptc_hash_walk_init(&walk, a);
    while ((entry = ptc_hash_walk_next(&walk)) != NULL) {
        if (!relation_match_entry(lisp, &entry->key, &entry->value, b, is_loose, depth))
            return false;
    }
    return true;
}

/* Kinds that <ptc/value.h> does not have. */
static bool relation_match_others(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    if (ptc_is_endless(a))
        ptc_endless_refuse(lisp, "be compared with another one");
    if (a->kind == PTC_SYMBOL || a->kind == PTC_VAR)
        return a->as.text == b->as.text;
    if (a->kind == PTC_TEMPORAL)
        return a->reserved == b->reserved && a->as.integer == b->as.integer &&
               a->aux == b->aux;
    return a->as.object == b->as.object;
}

static bool relation_is(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                        bool is_loose, unsigned depth)
{
    if (a->kind != b->kind)
        return is_loose && relation_match_numbers(a, b);
    switch ((ptc_kind)a->kind) {
    case PTC_NIL:
        return true;
    case PTC_BOOL:
        return a->as.boolean == b->as.boolean;
    case PTC_INT:
        return a->as.integer == b->as.integer;
    case PTC_FLOAT:
        return a->as.number == b->as.number;
    case PTC_KEYWORD:
        return a->as.text == b->as.text;
    case PTC_STRING:
    case PTC_OPAQUE:
        return relation_match_texts(lisp, a, b);
    case PTC_VECTOR:
        relation_check_depth(lisp, depth);
        return relation_match_vectors(lisp, a, b, is_loose, depth - 1);
    case PTC_SET:
        relation_check_depth(lisp, depth);
        return relation_match_sets(lisp, a, b);
    case PTC_MAP:
        relation_check_depth(lisp, depth);
        return relation_match_maps(lisp, a, b, is_loose, depth - 1);
    }
    return relation_match_others(lisp, a, b);
}

bool ptc_lisp_equal(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    return relation_is(lisp, a, b, true, PTC_DEPTH_MAX);
}

bool ptc_lisp_same(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    return relation_is(lisp, a, b, false, PTC_DEPTH_MAX);
}

/* --- Hashes ------------------------------------------------------------------------ */

static uint64_t relation_hash(ptc_lisp *lisp, const ptc_value *value, unsigned depth);

static uint64_t relation_hash_text(ptc_lisp *lisp, ptc_str text)
{
    uint64_t hash = 0;

    ptc_lisp_work_bytes(lisp, text.len);
    for (; text.len > RELATION_HASHED; text.ptr += RELATION_HASHED) {
        hash = ptc_lisp_mix(
            hash,
            ptc_name_text_hash(lisp, ptc_str_make(text.ptr, RELATION_HASHED), false));
        text.len -= RELATION_HASHED;
        ptc_lisp_look(lisp);
    }
    return hash ^ ptc_name_text_hash(lisp, text, false);
}

/* Strings on the heap remember theirs. Fuel does not depend on that, since other strings
 * do not. */
static uint64_t relation_hash_string(ptc_lisp *lisp, const ptc_value *string)
{
    ptc_bytes *bytes = (ptc_bytes *)(uintptr_t)string->as.text - 1;
    uint64_t hash;

    if ((string->flags & PTC_FLAG_HEAP) && bytes->hash != 0)
        return bytes->hash;
    hash = relation_hash_text(lisp, ptc_value_text(string));
    if (string->flags & PTC_FLAG_HEAP)
        bytes->hash = hash;
    return hash;
}

static uint64_t relation_hash_double(const ptc_lisp *lisp, double number)
{
    uint64_t bits;

    if (number == 0)
        number = 0.0; /* -0.0 is the same */
    memcpy(&bits, &number, sizeof bits);
    return ptc_lisp_mix(lisp->seed ^ PTC_FLOAT, bits);
}

static uint64_t relation_hash_vector(ptc_lisp *lisp, const ptc_value *vector,
                                     unsigned depth)
{
    uint64_t hash = ptc_lisp_mix(lisp->seed ^ PTC_VECTOR, vector->aux);

    for (uint32_t i = 0; i < vector->aux; i++) {
        ptc_value item = ptc_vector_nth(vector, i);

        ptc_lisp_step(lisp);
        hash = ptc_lisp_mix(hash, relation_hash(lisp, &item, depth));
    }
    return hash;
}

/* An entry's share of the hash of a collection, in which order does not matter. */
static uint64_t relation_hash_entry(ptc_lisp *lisp, const ptc_value *key,
                                    const ptc_value *value, unsigned depth)
{
    uint64_t hash = relation_hash(lisp, key, depth);

    ptc_lisp_step(lisp);
    if (value == NULL)
        return ptc_lisp_mix(hash, PTC_SET);
    return ptc_lisp_mix(hash, relation_hash(lisp, value, depth));
}

static uint64_t relation_hash_entries(ptc_lisp *lisp, const ptc_value *collection,
                                      unsigned depth)
{
    bool is_set = collection->kind == PTC_SET;
    uint64_t sum = collection->aux;
    const ptc_hash_entry *entry;
    ptc_hash_walk walk;

    if (collection->flags & PTC_FLAG_TREE) {
        ptc_hash_walk_init(&walk, collection);
        while ((entry = ptc_hash_walk_next(&walk)) != NULL)
            sum += relation_hash_entry(lisp, &entry->key, is_set ? NULL : &entry->value,
                                       depth);
    } else if (is_set) {
        for (uint32_t i = 0; i < collection->aux; i++)
            sum += relation_hash_entry(lisp, &collection->as.items[i], NULL, depth);
    } else {
        const ptc_record *record = ptc_record_of(collection);

        for (uint32_t i = 0; i < collection->aux; i++)
            sum += relation_hash_entry(lisp, &record->shape->keys[i], &record->values[i],
                                       depth);
    }
    return ptc_lisp_mix(lisp->seed ^ collection->kind, sum);
}

/* A hash that a function shares with others made at the same place, since functions move:
 * for closures, the place in the program that makes them. Never an address, since the
 * order in which keys are visited decides how many steps that takes. */
static uint64_t relation_hash_function(ptc_lisp *lisp, const ptc_function *function)
{
    const ptc_proto *proto = (const ptc_proto *)function->code;

    if (ptc_function_is_native(function))
        return ptc_name_text_hash(lisp, ptc_str_of((const char *)function->code), false);
    return ptc_lisp_mix(proto->code_count > 0 ? proto->places[0] : 0,
                        proto->name != NULL ? proto->name->hash : proto->code_count);
}

static uint64_t relation_hash_other(ptc_lisp *lisp, const ptc_value *value)
{
    uint64_t word = value->kind;

    if (ptc_is_endless(value))
        ptc_endless_refuse(lisp, "be a key, or a member of a set");
    if (value->kind == PTC_FUNCTION) {
        word = relation_hash_function(
            lisp, (const ptc_function *)(const void *)value->as.object);
    } else if (value->kind == PTC_SYMBOL || value->kind == PTC_VAR) {
        word = ptc_name_of(value)->hash;
    } else if (value->kind == PTC_REGEX) {
        const ptc_boxed *boxed = (const ptc_boxed *)(const void *)value->as.object;

        word = relation_hash_string(lisp, &boxed->content);
    } else if (value->kind == PTC_TEMPORAL) {
        word = ptc_lisp_mix((uint64_t)value->as.integer,
                            (uint64_t)value->aux << 16 | value->reserved);
    }
    return ptc_lisp_mix(lisp->seed ^ value->kind, word);
}

static uint64_t relation_hash(ptc_lisp *lisp, const ptc_value *value, unsigned depth)
{
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        return ptc_lisp_mix(lisp->seed, PTC_NIL);
    case PTC_BOOL:
        return ptc_lisp_mix(lisp->seed ^ PTC_BOOL, value->as.boolean ? 1 : 0);
    case PTC_INT:
        return ptc_lisp_mix(lisp->seed ^ PTC_INT, (uint64_t)value->as.integer);
    case PTC_FLOAT:
        return relation_hash_double(lisp, value->as.number);
    case PTC_STRING:
        return relation_hash_string(lisp, value);
    case PTC_KEYWORD:
        return ptc_lisp_mix(ptc_name_of(value)->hash, PTC_KEYWORD);
    case PTC_OPAQUE:
        return relation_hash_text(lisp, ptc_value_text(value));
    case PTC_VECTOR:
        return depth == 0 ? PTC_VECTOR : relation_hash_vector(lisp, value, depth - 1);
    case PTC_SET:
    case PTC_MAP:
        return depth == 0 ? value->kind : relation_hash_entries(lisp, value, depth - 1);
    }
    return relation_hash_other(lisp, value);
}

uint64_t ptc_lisp_hash(ptc_lisp *lisp, const ptc_value *value)
{
    return relation_hash(lisp, value, PTC_DEPTH_MAX);
}
