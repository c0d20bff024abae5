/* SPDX-License-Identifier: MIT */
/*
 * What emitted C calls: the parts after <ptc/gen.h>. Readers of scalars and unknown
 * values, strict twins of them, structs to values and JSON, and the way to the walker
 * where emitted code does not decide by itself.
 *
 * It depends on base, json, schema, render and walk. Programs link what their code calls,
 * file by file, so no file here may depend on more than its subject. Nothing in it is
 * mutually recursive.
 */
#ifndef PTC_EMITTED_INT_H
#define PTC_EMITTED_INT_H

#include <ptc/gen.h>

/* --- emitted/gen.c ------------------------------------------------------------------ */

/* The options of a call, which may leave the direction to the entry point. False if they
 * are invalid. */
bool ptc_gen_take_options(ptc_gen *gen, ptc_direction direction,
                          const ptc_parse_options *options);

/* Reads any value, `p` at its first byte. The scanner wants text after it, which the
 * outermost value may lack. */
ptc_cursor ptc_gen_read(ptc_gen *gen, ptc_cursor p, ptc_value *out);

/* Discards the fault of an attempt, so that only the next attempt counts. Refused memory
 * is kept, since an earlier list may lack its items; false then. */
PTC_INLINE bool ptc_gen_try_again(ptc_gen *gen)
{
    if (gen->scan.status == PTC_ERROR_MEMORY)
        return false;
    gen->scan.status = PTC_OK;
    return true;
}

/* The same as ptc_gen_map_other for a key that is not a field's own spelling. */
int ptc_gen_odd_key(ptc_gen *gen, ptc_gen_map *map, const ptc_schema_node *nodes,
                    uint32_t index, ptc_cursor *p);

/* --- emitted/gen_strict.c ----------------------------------------------------------- */

/* Reads what may be a member of an enum, which is not a list or map. */
ptc_cursor ptc_gen_read_member(ptc_gen *gen, ptc_cursor p, ptc_value *out);

/* The number, from 1 on, of the member of an ENUM, or of a CONST that is one in C, that a
 * value is; false when it is none. */
bool ptc_gen_member(const ptc_schema_node *node, const ptc_value *value,
                    unsigned *member);

/* --- emitted/gen_decimal.c ---------------------------------------------------------- */

/* The decimal that a number is, as a text in the arena: the shortest one of a float. Its
 * `ptr` is NULL when memory was refused. */
ptc_str ptc_gen_decimal_text(ptc_arena *arena, const ptc_value *number);

/* --- emitted/gen_ahead.c ------------------------------------------------------------ */

/* For each of a map's `count` fields whether its own spelling is in the map that is being
 * read; NULL when memory was refused. */
uint8_t *ptc_gen_look_ahead(ptc_gen *gen, const ptc_gen_map *map,
                            const ptc_schema_node *fields, uint32_t count);

/* --- emitted/gen_fill.c ------------------------------------------------------------- */

/* What is filled, and from what. */
typedef struct ptc_gen_filling {
    const ptc_gen_type *type;
    ptc_arena *arena;
    const ptc_walk_options *options; /* by which the value was checked */
    bool fills_defaults;             /* else absent fields stay zero */
    bool copies;                     /* nothing points into the value */
} ptc_gen_filling;

/*
 * Stores a value that the walker coerced in the place of `node` in `holder`. `given` is
 * the value as it was before, which says what was given and what is a default.
 */
ptc_status ptc_gen_fill(const ptc_gen_filling *filling, uint32_t node,
                        const ptc_value *value, const ptc_value *given, void *holder);

/* The same for a value that is not nil, at `out` itself. */
ptc_status ptc_gen_fill_value(const ptc_gen_filling *filling, uint32_t node,
                              const ptc_value *value, const ptc_value *given, void *out);

/* --- emitted/gen_walk.c ------------------------------------------------------------- */

/* Puts the validators of a type and those of a caller into `*options`; false when memory
 * was refused. */
bool ptc_gen_take_validators(const ptc_gen_type *type, const ptc_validator *validators,
                             size_t count, ptc_arena *arena, ptc_walk_options *options);

/* How the walker checks what a parser read; false when memory was refused. */
bool ptc_gen_walk_options(ptc_gen *gen, const ptc_gen_type *type,
                          ptc_walk_options *options);

/* --- Memory ------------------------------------------------------------------------- */

/* The head of a list: items and their number, whatever the items are. */
typedef struct ptc_gen_head {
    void *items;
    size_t count;
} ptc_gen_head;

/* Whether a bool is not false; any other byte counts as true. */
PTC_INLINE bool ptc_gen_is_set(const unsigned char *place)
{
    static const bool no = false;

    return memcmp(place, &no, sizeof no) != 0;
}

/* An enum of one, two, four or eight bytes. */
PTC_INLINE uint64_t ptc_gen_load_enum(const void *place, uint32_t size)
{
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight = 0;

    switch (size) {
    case 1:
        memcpy(&one, place, 1);
        return one;
    case 2:
        memcpy(&two, place, 2);
        return two;
    case 4:
        memcpy(&four, place, 4);
        return four;
    default:
        memcpy(&eight, place, sizeof eight);
        return eight;
    }
}

PTC_INLINE void ptc_gen_store_enum(void *place, uint32_t size, uint32_t member)
{
    uint8_t one = (uint8_t)member;
    uint16_t two = (uint16_t)member;
    uint64_t eight = member;

    if (size == 1)
        memcpy(place, &one, 1);
    else if (size == 2)
        memcpy(place, &two, 2);
    else if (size == 4)
        memcpy(place, &member, 4);
    else
        memcpy(place, &eight, sizeof eight);
}

#endif
