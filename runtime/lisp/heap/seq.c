/* SPDX-License-Identifier: MIT */
/* Elements of any value that has them, and numbers among the arguments of builtins.
 * [ptc-lisp 11] */
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"

#include <string.h>

/* Strings of one ASCII character: they need no memory. */
#define SEQ_ROW(c)                                                                       \
    {(c), 0}, {(c) + 1, 0}, {(c) + 2, 0}, {(c) + 3, 0}, {(c) + 4, 0}, {(c) + 5, 0},      \
        {(c) + 6, 0},                                                                    \
    {                                                                                    \
        (c) + 7, 0                                                                       \
    }

static const char seq_letters[128][2] = {
    SEQ_ROW(0),  SEQ_ROW(8),   SEQ_ROW(16),  SEQ_ROW(24),  SEQ_ROW(32), SEQ_ROW(40),
    SEQ_ROW(48), SEQ_ROW(56),  SEQ_ROW(64),  SEQ_ROW(72),  SEQ_ROW(80), SEQ_ROW(88),
    SEQ_ROW(96), SEQ_ROW(104), SEQ_ROW(112), SEQ_ROW(120),
};

ptc_value ptc_string_part(ptc_lisp *lisp, const ptc_value *string, size_t at, size_t size)
{
    ptc_str text = ptc_str_make(string->as.text + at, size);

    if (size == 1 && (unsigned char)*text.ptr < 0x80) {
        ptc_value letter =
            ptc_value_string(ptc_str_make(seq_letters[(unsigned char)*text.ptr], 1));

        letter.flags = PTC_FLAG_ASCII;
        return letter;
    }
    return ptc_string_of(lisp, text);
}

static ptc_value seq_graphemes(ptc_lisp *lisp, const ptc_value *string)
{
    size_t count = ptc_string_count(lisp, string);
    size_t at = 0;
    ptc_value *items;
    ptc_value vector;

    if (string->flags & PTC_FLAG_ASCII) /* otherwise they were paid for when counted */
        ptc_lisp_steps(lisp, count);
    ptc_heap_check(lisp, count, sizeof(ptc_value));
    vector = ptc_vector_new(lisp, count, count, &items);
    for (size_t i = 0; i < count; i++) {
        size_t size = ptc_string_grapheme(lisp, ptc_value_text(string), at);

        items[i] = ptc_string_part(lisp, string, at, size);
        at += size;
        ptc_lisp_fill_look(lisp, i);
    }
    return ptc_value_as_seq(vector);
}

void ptc_build_append(ptc_lisp *lisp, ptc_value *slot, const ptc_value *items,
                      size_t count)
{
    size_t total = slot->aux + count;
    uint32_t *fill = ptc_items_fill(slot->as.items);
    ptc_value *to = (ptc_value *)(uintptr_t)slot->as.items;

    if (count == 0)
        return;
    if (!(slot->flags & PTC_FLAG_BUFFER) || fill[0] != slot->aux ||
        fill[1] - fill[0] < count) {
        ptc_value grown;

        ptc_heap_check(lisp, total, sizeof(ptc_value));
        grown = ptc_vector_new(lisp, total, total + slot->aux, &to);
        if (slot->aux)
            memcpy(to, slot->as.items, slot->aux * sizeof *to);
        grown.flags |= slot->flags & PTC_FLAG_SEQ;
        memcpy(to + slot->aux, items, count * sizeof *to);
        *slot = grown;
        return;
    }
    memcpy(to + slot->aux, items, count * sizeof *to);
    fill[0] += (uint32_t)count;
    slot->aux += (uint32_t)count;
}

ptc_value ptc_build_grow(ptc_lisp *lisp, ptc_value vector, ptc_value item)
{
    size_t count = vector.aux;
    ptc_value *items;
    ptc_value grown;

    ptc_heap_check(lisp, count + 1, sizeof(ptc_value));
    grown = ptc_vector_new(lisp, count + 1, count < 4 ? 8 : 2 * count, &items);
    if (count > 0)
        memcpy(items, vector.as.items, count * sizeof *items);
    items[count] = item;
    grown.flags |= vector.flags & PTC_FLAG_SEQ;
    return grown;
}

bool ptc_lisp_try_seq(ptc_lisp *lisp, ptc_value *value)
{
    switch ((unsigned)value->kind) {
    case PTC_VECTOR:
        ptc_vector_items(lisp, value);
        return true;
    case PTC_NIL:
        *value = ptc_seq_empty();
        return true;
    case PTC_MAP:
        *value = ptc_lisp_map_entries(lisp, value);
        return true;
    case PTC_SET:
        *value = ptc_lisp_set_items(lisp, value);
        return true;
    case PTC_STRING:
        *value = seq_graphemes(lisp, value);
        return true;
    default:
        return false;
    }
}

const ptc_value *ptc_lisp_seq(ptc_lisp *lisp, ptc_value *value, const char *name,
                              const ptc_value *args, uint32_t count)
{
    if (PTC_LIKELY(value->kind == PTC_VECTOR && !(value->flags & PTC_FLAG_TREE)))
        return value->as.items;
    if (!ptc_lisp_try_seq(lisp, value))
        ptc_lisp_type_error(lisp, name, args, count);
    return value->as.items;
}

bool ptc_seq_ends_slow(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count, uint32_t at)
{
    if (ptc_is_endless(&args[at]))
        return false;
    ptc_seq_arg(lisp, callee, args, count, at);
    return true;
}

void ptc_seq_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                   uint32_t count, uint32_t from)
{
    for (uint32_t i = from; i < count; i++) {
        if (!ptc_value_is_seqable(&args[i]))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
}

ptc_value ptc_entry_pairs(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                          uint32_t count, uint32_t at)
{
    ptc_value entries = args[at];
    ptc_value *pairs;
    ptc_value flat;

    if (entries.kind == PTC_MAP)
        return ptc_lisp_map_pairs(lisp, &entries);
    if (!ptc_value_is_seqable(&entries) || (entries.kind == PTC_STRING && entries.aux))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    ptc_lisp_try_seq(lisp, &entries);
    ptc_lisp_steps(lisp, entries.aux);
    flat = ptc_vector_new(lisp, 2 * (size_t)entries.aux, 2 * (size_t)entries.aux, &pairs);
    for (uint32_t i = 0; i < entries.aux; i++) {
        const ptc_value *entry = &entries.as.items[i];

        if (entry->kind != PTC_VECTOR || entry->aux != 2)
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
        *pairs++ = ptc_vector_nth(entry, 0);
        *pairs++ = ptc_vector_nth(entry, 1);
        ptc_lisp_fill_look(lisp, i);
    }
    return flat;
}

uint32_t ptc_seq_shortest(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count, uint32_t from)
{
    uint32_t shortest = count > from ? PTC_COUNT_MAX : 0;

    for (uint32_t i = from; i < count; i++) {
        if (PTC_UNLIKELY(ptc_is_endless(&args[i]))) {
            shortest =
                ptc_endless_align(lisp, ptc_callee_name(callee), args, count, from);
            break;
        }
        if (!ptc_value_is_seqable(&args[i]))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
    for (uint32_t i = from; i < count; i++) {
        ptc_list_arg(lisp, callee, args, count, i);
        if (args[i].aux < shortest)
            shortest = args[i].aux;
    }
    for (uint32_t i = from; i < count; i++) {
        args[i] = ptc_vector_slice(lisp, args[i], 0, shortest);
        ptc_vector_items(lisp, &args[i]);
    }
    return shortest;
}

ptc_value ptc_call_across(ptc_lisp *lisp, const ptc_value *args, ptc_value *slots,
                          uint32_t count, uint32_t at)
{
    ptc_lisp_steps(lisp, count - 1);
    for (uint32_t i = 1; i < count; i++)
        slots[i - 1] = args[i].as.items[at];
    return ptc_lisp_call(lisp, &args[0], slots, count - 1);
}

uint32_t ptc_count_arg(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count, uint32_t at)
{
    const ptc_value *value = &args[at];

    if (value->kind == PTC_INT) {
        int64_t integer = value->as.integer;

        if (integer <= 0)
            return 0;
        return integer < PTC_COUNT_MAX ? (uint32_t)integer : PTC_COUNT_MAX;
    }
    if (value->kind == PTC_FLOAT) {
        double number = value->as.number;
        uint32_t whole;

        if (!(number > 0))
            return 0;
        if (number >= (double)PTC_COUNT_MAX)
            return PTC_COUNT_MAX;
        whole = (uint32_t)number;
        return (double)whole < number ? whole + 1 : whole;
    }
    ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
}

int64_t ptc_number_index(const ptc_value *number)
{
    if (number->kind == PTC_INT)
        return number->as.integer;
    if (number->as.number >= 9223372036854775808.0)
        return INT64_MAX;
    if (number->as.number >= -9223372036854775808.0)
        return (int64_t)number->as.number;
    return INT64_MIN;
}

int64_t ptc_index_arg(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                      uint32_t count, uint32_t at)
{
    const ptc_value *value = &args[at];

    if (ptc_is_number(value))
        return ptc_number_index(value);
    ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
}

void ptc_raise_depth(ptc_lisp *lisp)
{
    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "nested deeper than %d levels",
                   PTC_DEPTH_MAX);
}

void ptc_arity_even(ptc_lisp *lisp, const ptc_value *callee, uint32_t count,
                    uint32_t fixed)
{
    if ((count - fixed) % 2 == 0)
        return;
    ptc_lisp_raise(lisp, PTC_REASON_ARITY,
                   "arity error: %s expects keys and values in pairs, got %u argument(s)",
                   ptc_callee_name(callee), count);
}
