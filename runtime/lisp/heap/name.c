/* SPDX-License-Identifier: MIT */
/*
 * Names of a context: each text once, so that keywords are equal when their texts are the
 * same pointer. See data.h. Each has its own memory, so that release.c can free it (see
 * memory.h); their number is limited. [ptc-lisp 18]
 *
 * The table is open addressing with linear probing, at most three quarters full.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"
#include "lisp/language/literal.h"

enum {
    NAME_TABLE_FIRST = 128,
};

/* Every byte '-' of the word becomes '_'. */
static uint64_t name_fold_word(uint64_t word)
{
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t other = word ^ UINT64_C(0x2D2D2D2D2D2D2D2D); /* zero bytes are the '-' */
    uint64_t found = ~(((other & low) + low) | other | low);

    return word ^ (found >> 7) * ('-' ^ '_');
}

uint64_t ptc_name_text_hash(const ptc_lisp *lisp, ptc_str text, bool folds)
{
    uint64_t hash = ptc_lisp_mix(lisp->seed, text.len);
    size_t i = 0;
    uint64_t word;

    for (; i + 8 <= text.len; i += 8) {
        memcpy(&word, text.ptr + i, 8);
        hash = ptc_lisp_mix(hash, folds ? name_fold_word(word) : word);
    }
    word = ptc_literal_load(ptc_str_make(text.ptr + i, text.len - i));
    return ptc_lisp_mix(hash, folds ? name_fold_word(word) : word);
}

/* Whether a name equals the text or, with `folds`, the folded text. */
static bool name_is_text(const ptc_name *name, ptc_str text, bool folds)
{
    if (name->length != text.len)
        return false;
    if (!folds)
        return memcmp(name->text, text.ptr, text.len) == 0;
    for (size_t i = 0; i < text.len; i++) {
        if (name->text[i] != (text.ptr[i] == '-' ? '_' : text.ptr[i]))
            return false;
    }
    return true;
}

/* The slot of a name, or the empty one where it would be. The table has room. */
static const ptc_name **name_slot(const ptc_lisp *lisp, ptc_str text, uint64_t hash,
                                  bool folds)
{
    uint32_t mask = lisp->name_capacity - 1;
    uint32_t at = (uint32_t)hash & mask;

    while (lisp->names[at] != NULL &&
           !(lisp->names[at]->hash == hash && name_is_text(lisp->names[at], text, folds)))
        at = (at + 1) & mask;
    return &lisp->names[at];
}

void *ptc_name_alloc(ptc_lisp *lisp, size_t size)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;
    void *place;

    ptc_heap_check(lisp, size, 1);
    place = allocator->allocate(NULL, 0, size, allocator->user);
    if (place == NULL)
        ptc_lisp_memory_error(lisp);
    lisp->name_bytes += size;
    return place;
}

void ptc_name_free(ptc_lisp *lisp, const void *place, size_t size)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;

    lisp->name_bytes -= size;
    allocator->allocate((void *)(uintptr_t)place, size, 0, allocator->user);
}

static const ptc_name *name_find(const ptc_lisp *lisp, ptc_str text, bool folds)
{
    if (lisp->name_capacity == 0)
        return NULL;
    return *name_slot(lisp, text, ptc_name_text_hash(lisp, text, folds), folds);
}

/* Into a table that has room and does not have the name. */
static void name_put(const ptc_name **names, uint32_t capacity, const ptc_name *name)
{
    uint32_t at = (uint32_t)name->hash & (capacity - 1);

    while (names[at] != NULL)
        at = (at + 1) & (capacity - 1);
    names[at] = name;
}

static void name_make_room(ptc_lisp *lisp)
{
    uint32_t old = lisp->name_capacity;
    uint32_t capacity = old == 0 ? NAME_TABLE_FIRST : 2 * old;
    const ptc_name **names;

    if (lisp->name_count + 1 <= old / 4 * 3)
        return;
    names = ptc_arena_array(&lisp->arena, capacity, sizeof *names);
    if (names == NULL)
        ptc_lisp_memory_error(lisp);
    for (uint32_t i = 0; i < old; i++) {
        if (lisp->names[i] != NULL)
            name_put(names, capacity, lisp->names[i]);
    }
    lisp->names = names;
    lisp->name_capacity = capacity;
}

static const ptc_name *name_intern_folded(ptc_lisp *lisp, ptc_str text);

static const ptc_name *name_add(ptc_lisp *lisp, ptc_str text, uint64_t hash, bool folds)
{
    bool has_folded = !folds && memchr(text.ptr, '-', text.len) != NULL;
    const ptc_name *folded = has_folded ? name_intern_folded(lisp, text) : NULL;
    ptc_name *name;

    name_make_room(lisp);
    name = ptc_name_alloc(lisp, sizeof *name + text.len + 1);
    *name = (ptc_name){.hash = hash, .length = (uint32_t)text.len, .is_fold = folds};
    name->folded = has_folded ? folded : name;
    lisp->name_count++;
    lisp->name_folds += folds;
    for (size_t i = 0; i < text.len; i++)
        name->text[i] = folds && text.ptr[i] == '-' ? '_' : text.ptr[i];
    name->text[text.len] = '\0';
    *name_slot(lisp, ptc_str_make(name->text, text.len), hash, false) = name;
    return name;
}

static const ptc_name *name_new(ptc_lisp *lisp, ptc_str text, uint64_t hash, bool folds)
{
    if (!folds && lisp->name_count - lisp->name_folds >= PTC_NAME_MAX)
        ptc_lisp_raise(
            lisp, PTC_REASON_SYMBOL_LIMIT,
            "more than %d different symbols and keywords; use strings for computed keys",
            PTC_NAME_MAX);
    return name_add(lisp, text, hash, folds);
}

PTC_INLINE const ptc_name *name_get(ptc_lisp *lisp, ptc_str text, bool folds)
{
    uint64_t hash = ptc_name_text_hash(lisp, text, folds);

    if (lisp->name_capacity != 0) {
        const ptc_name *name = *name_slot(lisp, text, hash, folds);

        if (name != NULL)
            return name;
    }
    return name_new(lisp, text, hash, folds);
}

static const ptc_name *name_intern_folded(ptc_lisp *lisp, ptc_str text)
{
    return name_get(lisp, text, true);
}

bool ptc_name_has_room(const ptc_lisp *lisp)
{
    return lisp->name_count - lisp->name_folds < PTC_NAME_MAX / 2;
}

const ptc_name *ptc_name_intern(ptc_lisp *lisp, ptc_str text)
{
    const ptc_name *name = name_get(lisp, text, false);

    if (lisp->pins != NULL && name->pinned != lisp->pins->id)
        ptc_pin_name(lisp, name);
    return name;
}

const ptc_name *ptc_name_find(const ptc_lisp *lisp, ptc_str text)
{
    return name_find(lisp, text, false);
}

const ptc_name *ptc_name_find_folded(const ptc_lisp *lisp, ptc_str text)
{
    return name_find(lisp, text, true);
}

/* Empties a slot; later entries that had to go past it move up. */
static void name_remove_slot(ptc_lisp *lisp, uint32_t hole)
{
    uint32_t mask = lisp->name_capacity - 1;

    for (uint32_t at = (hole + 1) & mask; lisp->names[at] != NULL; at = (at + 1) & mask) {
        uint32_t wanted = (uint32_t)lisp->names[at]->hash & mask;

        if (((at - wanted) & mask) < ((at - hole) & mask))
            continue;
        lisp->names[hole] = lisp->names[at];
        hole = at;
    }
    lisp->names[hole] = NULL;
}

void ptc_name_sweep(ptc_lisp *lisp, bool all)
{
    for (uint32_t at = 0; at < lisp->name_capacity; at++) {
        const ptc_name *name = lisp->names[at];

        while (name != NULL && (all || name->mark != lisp->release_mark)) {
            lisp->name_count--;
            lisp->name_folds -= name->is_fold;
            name_remove_slot(lisp, at);
            ptc_name_free(lisp, name, sizeof *name + name->length + 1);
            name = lisp->names[at];
        }
    }
}
