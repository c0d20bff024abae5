/* SPDX-License-Identifier: MIT */
/*
 * When values are equal, the same, and which comes first. See data.h. [ptc-lisp 3]
 *
 * Both equalities take the same way; `=` differs in numbers outside of keys and members.
 * There is no shortcut for a value and itself, for NaN inside is not equal to NaN.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"

#include <ptc/number.h>

enum {
    RELATION_BLOCK = 4096,      /* bytes of texts that are compared at once */
    RELATION_HASHED = 0x100000, /* bytes that are hashed without a look at the clock */
};

static bool relation_is(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                        bool is_loose, unsigned depth);

/* Members of sets and keys of maps are looked up by functions that count their own
 * levels, so the C stack is looked at, too. */
static void relation_check_depth(ptc_lisp *lisp, unsigned depth)
{
    if (PTC_UNLIKELY(depth == 0 || PTC_C_STACK() < lisp->c_limit))
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "cannot compare: a value is nested deeper than %d levels, or than "
                       "the calls around leave room for",
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

static bool relation_match_sets(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    const ptc_hash_entry *entry;
    ptc_hash_walk walk;

    if (a->aux != b->aux)
        return false;
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

    if (a->aux != b->aux)
        return false;
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
static bool relation_match_others(const ptc_value *a, const ptc_value *b)
{
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
    return relation_match_others(a, b);
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

/* Strings on the heap remember theirs. That is no matter of fuel: others do not. */
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

/* What an entry adds to the hash of a collection, whose order does not count. */
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

/* Functions move, so what they share with others of their making stands for them. */
static uint64_t relation_hash_other(ptc_lisp *lisp, const ptc_value *value)
{
    uint64_t word = value->kind;

    if (value->kind == PTC_FUNCTION) {
        const ptc_function *function =
            (const ptc_function *)(const void *)value->as.object;

        word = (uint64_t)(uintptr_t)function->code;
    } else if (value->kind == PTC_SYMBOL || value->kind == PTC_VAR) {
        word = (uint64_t)(uintptr_t)value->as.text;
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

/* --- Order ------------------------------------------------------------------------- */

static int relation_sign(int64_t order)
{
    return order < 0 ? -1 : order > 0;
}

/* UTF-8 sorts as code points do; UTF-16 has those beyond U+FFFF before U+E000. */
static int relation_compare_texts(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    const unsigned char *left = (const unsigned char *)a->as.text;
    const unsigned char *right = (const unsigned char *)b->as.text;
    uint32_t count = a->aux < b->aux ? a->aux : b->aux;
    uint32_t i = 0;

    while (count - i >= RELATION_BLOCK &&
           memcmp(left + i, right + i, RELATION_BLOCK) == 0)
        i += RELATION_BLOCK;
    while (i < count && left[i] == right[i])
        i++;
    ptc_lisp_read_bytes(lisp, i);
    if (i == count)
        return relation_sign((int64_t)a->aux - b->aux);
    if (left[i] >= 0xEE && right[i] >= 0xEE && (left[i] >= 0xF0) != (right[i] >= 0xF0))
        return left[i] >= 0xF0 ? -1 : 1;
    return left[i] < right[i] ? -1 : 1;
}

static int relation_compare(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                            unsigned depth);

static int relation_compare_vectors(ptc_lisp *lisp, const ptc_value *a,
                                    const ptc_value *b, unsigned depth)
{
    if (depth == 0)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "compare: vectors are nested deeper than %d levels",
                       PTC_DEPTH_MAX);
    if (a->aux != b->aux)
        return a->aux < b->aux ? -1 : 1;
    for (uint32_t i = 0; i < a->aux; i++) {
        ptc_value left = ptc_vector_nth(a, i);
        ptc_value right = ptc_vector_nth(b, i);
        int order;

        ptc_lisp_step(lisp);
        order = relation_compare(lisp, &left, &right, depth - 1);
        if (order != 0)
            return order;
    }
    return 0;
}

static bool relation_has_text(const ptc_value *value)
{
    return value->kind == PTC_STRING || value->kind == PTC_KEYWORD ||
           value->kind == PTC_SYMBOL;
}

/* Of one class. */
static int relation_compare_temporals(const ptc_value *a, const ptc_value *b)
{
    if (a->as.integer != b->as.integer)
        return a->as.integer < b->as.integer ? -1 : 1;
    return a->aux == b->aux ? 0 : a->aux < b->aux ? -1 : 1;
}

static int relation_compare(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                            unsigned depth)
{
    if (a->kind == PTC_NIL || b->kind == PTC_NIL)
        return a->kind == b->kind ? 0 : a->kind == PTC_NIL ? -1 : 1;
    if (ptc_is_number(a) && ptc_is_number(b)) {
        int order = ptc_lisp_compare_numbers(a, b);

        return order == 2 ? 0 : order;
    }
    if (a->kind == b->kind && relation_has_text(a))
        return relation_compare_texts(lisp, a, b);
    if (a->kind == PTC_BOOL && b->kind == PTC_BOOL)
        return (a->as.boolean ? 1 : 0) - (b->as.boolean ? 1 : 0);
    if (a->kind == PTC_VECTOR && b->kind == PTC_VECTOR)
        return relation_compare_vectors(lisp, a, b, depth);
    if (a->kind == PTC_TEMPORAL && ptc_is_temporal(b, (ptc_temporal_class)a->reserved))
        return relation_compare_temporals(a, b);
    ptc_lisp_raise(lisp, PTC_REASON_TYPE, "compare: values are not comparable: %s, %s",
                   ptc_lisp_type_name(a), ptc_lisp_type_name(b));
}

/* In vectors, which are compared element by element, too. */
static bool relation_has_nan(ptc_lisp *lisp, const ptc_value *value, unsigned depth)
{
    if (value->kind == PTC_FLOAT)
        return value->as.number != value->as.number;
    for (uint32_t i = 0; value->kind == PTC_VECTOR && depth > 0 && i < value->aux; i++) {
        ptc_value item = ptc_vector_nth(value, i);

        ptc_lisp_step(lisp);
        if (relation_has_nan(lisp, &item, depth - 1))
            return true;
    }
    return false;
}

void ptc_lisp_refuse_nan(ptc_lisp *lisp, const char *name, const ptc_value *key)
{
    if (relation_has_nan(lisp, key, PTC_DEPTH_MAX))
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: ##NaN has no place in an order; remove it first", name);
}

int ptc_lisp_compare(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    return relation_compare(lisp, a, b, PTC_DEPTH_MAX);
}
