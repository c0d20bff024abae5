/* SPDX-License-Identifier: MIT */
/*
 * Names of a context: each text once, so that keywords are equal when their texts are the
 * same pointer. See lisp_int.h. Names live as long as the context; their number is
 * limited. [ptc-lisp 18]
 *
 * The table is open addressing with linear probing, at most three quarters full.
 */
#include "lisp/heap_int.h"

enum {
    NAME_MAX = 10000,
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
    word = 0;
    if (i < text.len)
        memcpy(&word, text.ptr + i, text.len - i);
    return ptc_lisp_mix(hash, folds ? name_fold_word(word) : word);
}

/* Whether a name is the text, or with `folds` the text folded. */
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

static const ptc_name *name_find(const ptc_lisp *lisp, ptc_str text, bool folds)
{
    if (lisp->name_capacity == 0)
        return NULL;
    return *name_slot(lisp, text, ptc_name_text_hash(lisp, text, folds), folds);
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
        const ptc_name *name = lisp->names[i];
        uint32_t at;

        if (name == NULL)
            continue;
        at = (uint32_t)name->hash & (capacity - 1);
        while (names[at] != NULL)
            at = (at + 1) & (capacity - 1);
        names[at] = name;
    }
    lisp->names = names;
    lisp->name_capacity = capacity;
}

static const ptc_name *name_intern(ptc_lisp *lisp, ptc_str text, bool folds);

static const ptc_name *name_add(ptc_lisp *lisp, ptc_str text, uint64_t hash, bool folds)
{
    bool has_folded = !folds && memchr(text.ptr, '-', text.len) != NULL;
    const ptc_name *folded = has_folded ? name_intern(lisp, text, true) : NULL;
    ptc_name *name;

    name_make_room(lisp);
    name = ptc_arena_alloc(&lisp->arena, sizeof *name + text.len + 1);
    if (name == NULL)
        ptc_lisp_memory_error(lisp);
    name->hash = hash;
    name->folded = has_folded ? folded : name;
    name->length = (uint32_t)text.len;
    name->number = lisp->name_count++;
    for (size_t i = 0; i < text.len; i++)
        name->text[i] = folds && text.ptr[i] == '-' ? '_' : text.ptr[i];
    name->text[text.len] = '\0';
    *name_slot(lisp, ptc_str_make(name->text, text.len), hash, false) = name;
    return name;
}

static const ptc_name *name_intern(ptc_lisp *lisp, ptc_str text, bool folds)
{
    uint64_t hash = ptc_name_text_hash(lisp, text, folds);

    if (lisp->name_capacity != 0) {
        const ptc_name *name = *name_slot(lisp, text, hash, folds);

        if (name != NULL)
            return name;
    }
    if (!folds && lisp->name_count - lisp->name_folds >= NAME_MAX)
        ptc_lisp_raise(
            lisp, PTC_REASON_SYMBOL_LIMIT,
            "more than %d different symbols and keywords; use strings for keys "
            "that are computed",
            NAME_MAX);
    ptc_heap_check(lisp, text.len + 1, 1);
    if (folds)
        lisp->name_folds++;
    return name_add(lisp, text, hash, folds);
}

bool ptc_name_has_room(const ptc_lisp *lisp)
{
    return lisp->name_count - lisp->name_folds < NAME_MAX / 2;
}

const ptc_name *ptc_name_intern(ptc_lisp *lisp, ptc_str text)
{
    return name_intern(lisp, text, false);
}

const ptc_name *ptc_name_find(const ptc_lisp *lisp, ptc_str text)
{
    return name_find(lisp, text, false);
}

const ptc_name *ptc_name_find_folded(const ptc_lisp *lisp, ptc_str text)
{
    return name_find(lisp, text, true);
}
