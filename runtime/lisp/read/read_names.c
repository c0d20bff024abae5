/* SPDX-License-Identifier: MIT */
/*
 * The limit of different symbols and keywords in a program: each takes memory that stays
 * with the context. Checked only when there are that many names in total. [ptc-lisp 18]
 */
#include "lisp/read/reader.h"

enum { READ_NAMES_TABLE = 32768 }; /* a power of two above PTC_READ_NAMES_MAX */

/* Programs must not be able to choose names that collide in the table. */
static uint32_t read_names_hash(const ptc_form *form, uint64_t seed)
{
    uint64_t hash = seed ^ form->kind;

    for (size_t i = 0; i < form->text.len; i++) {
        hash = (hash ^ (unsigned char)form->text.ptr[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 32);
}

static bool read_names_are_same(const ptc_form *a, const ptc_form *b)
{
    return a->kind == b->kind && ptc_str_equal(a->text, b->text);
}

/* Whether the program has no more different symbols and keywords than it may. */
static bool read_names_fit(const ptc_forms *forms, uint32_t *table, uint64_t seed)
{
    size_t found = 0;

    for (uint32_t i = 1; i < forms->count; i++) {
        const ptc_form *form = &forms->items[i];
        uint32_t at;

        if (form->kind != PTC_FORM_SYMBOL && form->kind != PTC_FORM_KEYWORD)
            continue;
        at = read_names_hash(form, seed) % READ_NAMES_TABLE;
        while (table[at] && !read_names_are_same(&forms->items[table[at]], form))
            at = (at + 1) % READ_NAMES_TABLE;
        if (!table[at] && ++found > PTC_READ_NAMES_MAX)
            return false;
        table[at] = i;
    }
    return true;
}

bool ptc_read_check_names(ptc_reader *reader, uint64_t seed)
{
    ptc_arena *arena = reader->edn.forms->arena;
    ptc_arena_mark mark = ptc_arena_place(arena);
    ptc_span start = {0, 0};
    uint32_t *table;
    bool is_fine;

    if (reader->names <= PTC_READ_NAMES_MAX)
        return true;
    table = ptc_arena_array(arena, READ_NAMES_TABLE, sizeof *table);
    if (table == NULL)
        return ptc_read_fault_memory(reader);
    is_fine = read_names_fit(reader->edn.forms, table, seed);
    ptc_arena_rewind(arena, mark);
    reader->has_many_names = !is_fine;
    return is_fine || ptc_read_fault(reader, start, "");
}
