/* SPDX-License-Identifier: MIT */
/*
 * Writing bytecode: registers, instructions with their places, jumps, constants.
 *
 * Jumps whose target is not known yet form a chain through their second words: each holds
 * the index of the next, 0 ends it. (Word 0 is always an instruction.)
 */
#include "lisp/compile/compiler.h"

/* Constants searched for an equal one; older ones may be repeated. */
enum { EMIT_CONSTANT_WINDOW = 32 };
/* Levels that source may have. [ptc-lisp 18] */
enum { EMIT_LEVELS = 64 };
/* Words to make room for at once: enough for most programs. */
enum { EMIT_WORDS_FIRST = 256 };

void ptc_compile_memory(ptc_compiler *c)
{
    ptc_lisp_memory_error(c->lisp);
}

void ptc_compile_too_large(ptc_compiler *c, const char *what)
{
    ptc_lisp_raise_at(c->lisp, c->place, PTC_REASON_PROGRAM_TOO_LARGE,
                      "Analysis error: %s; split it up with def and defn", what);
}

/* --- Registers --------------------------------------------------------------------- */

uint32_t ptc_compile_room(const ptc_compiler *c)
{
    uint32_t levels = c->depth < EMIT_LEVELS ? EMIT_LEVELS - c->depth : 0;
    uint32_t used = c->arity->top + levels * PTC_NEAR_LEVEL;

    return used < PTC_NEAR_MAX ? PTC_NEAR_MAX - used : 0;
}

/* --- Instructions ------------------------------------------------------------------ */

PTC_COLD static void emit_grow(ptc_compiler *c)
{
    if (!ptc_arena_reserve(c->scratch, (void **)(void *)&c->words, &c->word_capacity,
                           c->word_count, c->word_count + EMIT_WORDS_FIRST,
                           sizeof(ptc_word)))
        ptc_compile_memory(c);
}

PTC_INLINE void emit_word(ptc_compiler *c, uint32_t code)
{
    if (PTC_UNLIKELY(c->word_count == c->word_capacity))
        emit_grow(c);
    c->words[c->word_count].code = code;
    c->words[c->word_count].place = c->place;
    c->word_count++;
}

void ptc_emit_abc(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b, uint32_t last)
{
    emit_word(c, (uint32_t)op | a << 8 | b << 16 | last << 24);
}

void ptc_emit_abx(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t bx)
{
    emit_word(c, (uint32_t)op | a << 8 | bx << 16);
}

void ptc_emit_abw(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b, uint32_t w)
{
    ptc_emit_abc(c, op, a, b, 0);
    emit_word(c, w);
}

void ptc_emit_abcw(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b, uint32_t last,
                   uint32_t w)
{
    ptc_emit_abc(c, op, a, b, last);
    emit_word(c, w);
}

void ptc_emit_return(ptc_compiler *c, uint32_t reg)
{
    ptc_emit_abc(c, PTC_OP_RETURN, reg, 0, 0);
    c->arity->ended = c->word_count;
}

void ptc_emit_call(ptc_compiler *c, uint32_t base, uint32_t count)
{
    ptc_arity_draft *arity = c->arity;
    uint32_t window = PTC_FAR_FIRST + arity->far;

    if (!arity->far) {
        ptc_emit_abc(c, PTC_OP_CALL, base, count, 0);
        return;
    }
    if (arity->registers < window + count + 1)
        arity->registers = window + count + 1;
    ptc_emit_abw(c, PTC_OP_CALL_FAR, base, count, window);
    ptc_emit_abx(c, PTC_OP_LOAD, base, window);
}

/* --- Jumps ------------------------------------------------------------------------- */

void ptc_emit_jump(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b, uint32_t *list)
{
    ptc_emit_abw(c, op, a, b, *list);
    *list = (uint32_t)c->word_count - 1;
    if (op == PTC_OP_JUMP)
        c->arity->ended = c->word_count;
}

void ptc_emit_field_or(ptc_compiler *c, uint32_t to, uint32_t from, uint32_t key,
                       uint32_t *list)
{
    ptc_emit_abcw(c, PTC_OP_FIELD_OR, to, from, key, *list);
    *list = (uint32_t)c->word_count - 1;
}

void ptc_emit_land(ptc_compiler *c, uint32_t list)
{
    if (list)
        c->arity->ended = SIZE_MAX;
    while (list) {
        uint32_t next = c->words[list].code;

        c->words[list].code = (uint32_t)c->word_count - list - 1;
        list = next;
    }
}

void ptc_emit_back(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b, size_t head)
{
    ptc_emit_abw(c, op, a, b, (uint32_t)(head - c->word_count - 2));
    c->arity->ended = c->word_count;
}

/* --- Constants, sites, variables --------------------------------------------------- */

/* Whether two constants are one: by content, where that is cheap to say. */
static bool emit_is_constant(const ptc_value *a, const ptc_value *b)
{
    bool is_same = a->as.integer == b->as.integer;

    if (PTC_LIKELY(!is_same && b->kind != PTC_STRING))
        return false;
    return a->kind == b->kind && a->aux == b->aux && a->flags == b->flags &&
           (is_same || memcmp(a->as.text, b->as.text, a->aux) == 0);
}

uint32_t ptc_compile_add_constant(ptc_compiler *c, ptc_value value)
{
    size_t first = c->arity->first_constant;
    size_t i = c->constant_count;
    size_t stop = i - first > EMIT_CONSTANT_WINDOW ? i - EMIT_CONSTANT_WINDOW : first;
    ptc_value *place;

    while (i > stop)
        if (emit_is_constant(&c->constants[--i], &value))
            return (uint32_t)(i - first);
    place =
        PTC_ARENA_PUSH(c->scratch, c->constants, c->constant_count, c->constant_capacity);
    if (place == NULL)
        ptc_compile_memory(c);
    *place = value;
    return (uint32_t)(c->constant_count - 1 - first);
}

uint32_t ptc_compile_add_site(ptc_compiler *c, const ptc_shape *shape, ptc_value key)
{
    ptc_site *site =
        PTC_ARENA_PUSH(c->scratch, c->sites, c->site_count, c->site_capacity);

    if (site == NULL)
        ptc_compile_memory(c);
    site->shape = shape;
    site->index = 0;
    site->absent = 0;
    site->key = key;
    return (uint32_t)(c->site_count - 1);
}

uint32_t ptc_compile_variable(ptc_compiler *c, ptc_symbol *symbol)
{
    if (!symbol->variable) {
        ptc_symbol **place = PTC_ARENA_PUSH(c->scratch, c->variables, c->variable_count,
                                            c->variable_capacity);

        if (place == NULL)
            ptc_compile_memory(c);
        *place = symbol;
        symbol->variable = (uint32_t)c->variable_count;
    }
    return symbol->variable - 1;
}
