/* SPDX-License-Identifier: MIT */
/*
 * Literals: constants of the program, and collections that are made when it runs.
 *
 * Constants live in the program's arena, or in the text of the program, and have none of
 * the heap's flags: nothing ever moves or changes them. Collections of constants are also
 * constants.
 */
#include "lisp/compile/compiler.h"
#include "lisp/heap/data.h"
#include "lisp/text/pattern.h"

enum {
    LITERAL_CHUNK = 64,   /* registers that make a large collection */
    LITERAL_COMPARED = 16 /* up to this many constants are compared each with each */
};

static void *literal_alloc(ptc_compiler *c, size_t count, size_t size)
{
    void *memory = ptc_arena_alloc(&c->program->arena, count * size);

    if (memory == NULL)
        ptc_compile_memory(c);
    return memory;
}

/* --- Atoms ------------------------------------------------------------------------- */

ptc_value ptc_compile_keyword(ptc_compiler *c, ptc_str text)
{
    return ptc_name_value(ptc_name_intern(c->lisp, text), PTC_KEYWORD);
}

ptc_value ptc_compile_symbol_value(ptc_compiler *c, ptc_str text)
{
    return ptc_name_value(ptc_name_intern(c->lisp, text), PTC_SYMBOL);
}

/* A string of the text; it points into the program's text unless it has escapes. */
static ptc_value literal_string(ptc_compiler *c, const ptc_form *item)
{
    ptc_value value = ptc_constant_string(item->text);
    ptc_str source = c->program->text;

    if (item->span.start + 1 + item->text.len < source.len &&
        memcmp(source.ptr + item->span.start + 1, item->text.ptr, item->text.len) == 0) {
        value.as.text = source.ptr + item->span.start + 1;
        return value;
    }
    value.as.text = ptc_arena_copy(&c->program->arena, item->text.ptr, item->text.len);
    if (value.as.text == NULL)
        ptc_compile_memory(c);
    return value;
}

/* Where byte `at` of a pattern is in the program, in which \" is one character. */
static uint32_t literal_regex_place(const ptc_compiler *c, const ptc_form *item,
                                    size_t at)
{
    const char *source = c->program->text.ptr;
    uint32_t place = item->span.start + 2;

    for (; at > 0; at--, place++)
        if (source[place] == '\\' && source[place + 1] == '"')
            place++;
    return place < item->span.end ? place : item->span.end - 1;
}

/* Patterns are checked before anything runs. */
static ptc_value literal_regex(ptc_compiler *c, const ptc_form *item)
{
    ptc_pattern_fault fault;
    uint32_t cost;

    if (!ptc_pattern_prepare(c->lisp, item->text, &fault, &cost))
        ptc_lisp_raise_at(c->lisp, literal_regex_place(c, item, fault.at),
                          PTC_REASON_RUNTIME, "Analysis error: in a pattern: %s",
                          fault.text);
    return ptc_constant_regex(c->lisp, &c->program->arena, literal_string(c, item));
}

/* --- Duplicates -------------------------------------------------------------------- */

PTC_COLD PTC_NORETURN static void literal_duplicate(ptc_compiler *c, uint32_t form,
                                                    const char *what)
{
    ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_DUPLICATE_KEY,
                      "Analysis error: duplicate %s %s; each may appear there once", what,
                      ptc_compile_quote(c, form));
}

static bool literal_is_same(ptc_compiler *c, const ptc_value *a, const ptc_value *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == PTC_KEYWORD)
        return a->as.text == b->as.text;
    return ptc_lisp_same(c->lisp, a, b);
}

void ptc_compile_check_distinct(ptc_compiler *c, const ptc_value *values,
                                const uint32_t *forms, uint32_t count, const char *what)
{
    uint32_t capacity = 64;
    uint32_t *table;
    uint32_t j;

    if (count <= LITERAL_COMPARED) {
        for (uint32_t i = 1; i < count; i++)
            for (j = 0; j < i; j++)
                if (literal_is_same(c, &values[i], &values[j]))
                    literal_duplicate(c, forms[i], what);
        return;
    }
    while (capacity < 2 * count)
        capacity *= 2;
    table = ptc_arena_array(c->scratch, capacity, sizeof(uint32_t));
    if (table == NULL)
        ptc_compile_memory(c);
    for (uint32_t i = 0; i < count; i++) {
        j = (uint32_t)ptc_lisp_hash(c->lisp, &values[i]) & (capacity - 1);
        for (; table[j]; j = (j + 1) & (capacity - 1))
            if (literal_is_same(c, &values[i], &values[table[j] - 1]))
                literal_duplicate(c, forms[i], what);
        table[j] = i + 1;
    }
}

/* Checks the constants among every `step`-th child. */
static void literal_check_children(ptc_compiler *c, const ptc_form *item, uint32_t step,
                                   const char *what)
{
    ptc_arena_mark mark = ptc_arena_place(c->scratch);
    ptc_value *values = ptc_arena_array(c->scratch, item->count, sizeof(ptc_value));
    uint32_t *forms = ptc_arena_array(c->scratch, item->count, sizeof(uint32_t));
    uint32_t count = 0;
    uint32_t child;

    if (values == NULL || forms == NULL)
        ptc_compile_memory(c);
    for (child = item->child; child; child = ptc_form_next(c, child)) {
        if (ptc_compile_is_constant(c, child)) {
            forms[count] = child;
            values[count++] = ptc_compile_literal(c, child);
        }
        if (step == 2)
            child = ptc_form_next(c, child);
    }
    ptc_compile_check_distinct(c, values, forms, count, what);
    ptc_arena_rewind(c->scratch, mark);
}

/* --- Constant collections ---------------------------------------------------------- */

static bool literal_is_record(const ptc_compiler *c, const ptc_form *item)
{
    if (item->count > 2 * PTC_RECORD_MAX)
        return false;
    for (uint32_t key = item->child; key; key = ptc_form_next(c, ptc_form_next(c, key)))
        if (ptc_form_at(c, key)->kind != PTC_FORM_KEYWORD)
            return false;
    return true;
}

bool ptc_compile_is_constant(const ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);
    uint32_t child;

    if (item->flags & PTC_FORM_QUOTED)
        return true;
    switch ((int)item->kind) {
    case PTC_FORM_LIST:
        return item->count == 0 && !(item->flags & PTC_FORM_SHORT);
    case PTC_FORM_SYMBOL:
        return false;
    case PTC_FORM_VECTOR:
    case PTC_FORM_MAP:
    case PTC_FORM_SET:
        break;
    default:
        return true;
    }
    for (child = item->child; child; child = ptc_form_next(c, child))
        if (!ptc_compile_is_constant(c, child))
            return false;
    return true;
}

/* The keys of a map of keywords; raises when there are equal ones. */
static uint32_t literal_keys(ptc_compiler *c, const ptc_form *item, ptc_value *keys)
{
    uint32_t forms[PTC_RECORD_MAX] = {0};
    uint32_t count = 0;

    for (uint32_t key = item->child; key; key = ptc_form_next(c, ptc_form_next(c, key))) {
        forms[count] = key;
        keys[count++] = ptc_compile_keyword(c, ptc_form_at(c, key)->text);
    }
    if (count > 1)
        ptc_compile_check_distinct(c, keys, forms, count, "key");
    return count;
}

/* The children as values; every `step`-th must differ from the other such ones. */
static void literal_values(ptc_compiler *c, const ptc_form *item, uint32_t step,
                           const char *what, ptc_value *values)
{
    ptc_value *keys = ptc_arena_array(c->scratch, item->count, sizeof(ptc_value));
    uint32_t *forms = ptc_arena_array(c->scratch, item->count, sizeof(uint32_t));
    uint32_t child = item->child;

    if (keys == NULL || forms == NULL)
        ptc_compile_memory(c);
    for (uint32_t i = 0; i < item->count; i++, child = ptc_form_next(c, child)) {
        values[i] = ptc_compile_literal(c, child);
        if (i % step == 0) {
            keys[i / step] = values[i];
            forms[i / step] = child;
        }
    }
    ptc_compile_check_distinct(c, keys, forms, item->count / step, what);
}

static ptc_value literal_map(ptc_compiler *c, const ptc_form *item)
{
    ptc_value *pairs = ptc_arena_array(c->scratch, item->count, sizeof(ptc_value));

    if (pairs == NULL)
        ptc_compile_memory(c);
    literal_values(c, item, 2, "key", pairs);
    return ptc_constant_map(c->lisp, &c->program->arena, pairs, item->count / 2);
}

static ptc_value literal_set(ptc_compiler *c, const ptc_form *item)
{
    ptc_value *items = literal_alloc(c, item->count, sizeof(ptc_value));

    literal_values(c, item, 1, "member", items);
    return ptc_constant_set(c->lisp, &c->program->arena, items, item->count);
}

static ptc_value literal_vector(ptc_compiler *c, const ptc_form *item)
{
    ptc_value *items = literal_alloc(c, item->count, sizeof(ptc_value));
    ptc_value vector = ptc_value_vector(items, item->count);
    uint32_t child;

    if (item->kind == PTC_FORM_LIST)
        vector.flags = PTC_FLAG_SEQ;
    for (child = item->child; child; child = ptc_form_next(c, child))
        *items++ = ptc_compile_literal(c, child);
    return vector;
}

/* Without the quotes before it. */
static ptc_value literal_plain(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);

    switch ((int)item->kind) {
    case PTC_FORM_BOOL:
        return ptc_value_bool(item->number.integer != 0);
    case PTC_FORM_INT:
        return ptc_value_int(item->number.integer);
    case PTC_FORM_FLOAT:
        return ptc_value_float(item->number.real);
    case PTC_FORM_STRING:
        return literal_string(c, item);
    case PTC_FORM_KEYWORD:
        return ptc_compile_keyword(c, item->text);
    case PTC_FORM_SYMBOL:
        return ptc_compile_symbol_value(c, item->text);
    case PTC_FORM_REGEX:
        return literal_regex(c, item);
    case PTC_FORM_VECTOR:
    case PTC_FORM_LIST:
        return literal_vector(c, item);
    case PTC_FORM_MAP:
        return literal_map(c, item);
    case PTC_FORM_SET:
        return literal_set(c, item);
    default:
        return ptc_value_nil();
    }
}

/* A quote before a form in data is (quote form), as is the second of two. */
static uint32_t literal_quotes(const ptc_form *item)
{
    return item->quotes > 0 && !(item->flags & PTC_FORM_WITHIN) ? item->quotes - 1u
                                                                : item->quotes;
}

ptc_value ptc_compile_literal(ptc_compiler *c, uint32_t form)
{
    uint32_t quotes = literal_quotes(ptc_form_at(c, form));
    ptc_value value = literal_plain(c, form);

    for (; quotes > 0; quotes--) {
        ptc_value *items = literal_alloc(c, 2, sizeof(ptc_value));

        items[0] = ptc_compile_symbol_value(c, PTC_STR("quote"));
        items[1] = value;
        value = ptc_value_vector(items, 2);
        value.flags = PTC_FLAG_SEQ;
    }
    return value;
}

bool ptc_compile_constant_operand(ptc_compiler *c, uint32_t form, uint32_t *number)
{
    const ptc_form *item = ptc_form_at(c, form);

    if (item->kind >= PTC_FORM_REGEX || literal_quotes(item) > 0 ||
        (item->kind == PTC_FORM_SYMBOL && !(item->flags & PTC_FORM_QUOTED)))
        return false;
    *number = ptc_compile_add_constant(c, ptc_compile_literal(c, form));
    return *number <= UINT8_MAX;
}

/* --- Collections made at run time -------------------------------------------------- */

/*
 * Values of `count` groups of `size` forms each, made in chunks: the first with `first`
 * in R[reg].., further ones added to R[reg] with `more`. Counts of opcodes are groups.
 */
static void literal_chunks(ptc_compiler *c, uint32_t form, uint32_t count, uint32_t size,
                           uint32_t reg, const ptc_opcode ops[2])
{
    bool is_first = true;

    do {
        uint32_t top = c->arity->top;
        uint32_t room = ptc_compile_room(c);
        uint32_t fit = (room < LITERAL_CHUNK ? room : LITERAL_CHUNK) / size;
        uint32_t groups = count < fit ? count : fit ? fit : 1;
        uint32_t values = groups * size;

        for (uint32_t i = 0; i < values; i++) {
            uint32_t to = i == 0 && is_first ? reg : ptc_compile_take(c, 1);

            ptc_compile_value(c, form, to);
            form = ptc_form_next(c, form);
        }
        ptc_emit_abc(c, ops[is_first ? 0 : 1], reg, groups, 0);
        c->arity->top = top;
        count -= groups;
        is_first = false;
    } while (count > 0);
}

void ptc_compile_items(ptc_compiler *c, uint32_t form, uint32_t count, uint32_t reg)
{
    static const ptc_opcode ops[] = {PTC_OP_VECTOR, PTC_OP_VECTOR_MORE};

    literal_chunks(c, form, count, 1, reg, ops);
}

/* A map whose keys are keywords: false when there are too many shapes. */
static bool literal_make_record(ptc_compiler *c, const ptc_form *item, uint32_t reg)
{
    ptc_value keys[PTC_RECORD_MAX];
    uint32_t count = literal_keys(c, item, keys);
    const ptc_shape *shape;
    uint32_t key = item->child;
    uint32_t to = reg;

    if (count > PTC_NEAR_LEVEL && count > ptc_compile_room(c))
        return false;
    shape = ptc_shape_of(c->lisp, keys, count);
    if (shape == NULL)
        return false;
    for (;;) {
        ptc_compile_value(c, ptc_form_next(c, key), to);
        key = ptc_form_next(c, ptc_form_next(c, key));
        if (!key)
            break;
        to = ptc_compile_take(c, 1);
    }
    ptc_emit_abw(c, PTC_OP_RECORD, reg, count,
                 ptc_compile_add_site(c, shape, ptc_value_nil()));
    return true;
}

static void literal_make(ptc_compiler *c, const ptc_form *item, uint32_t reg)
{
    static const ptc_opcode sets[] = {PTC_OP_SET, PTC_OP_SET_MORE};
    static const ptc_opcode maps[] = {PTC_OP_MAP, PTC_OP_MAP_MORE};

    if (item->kind == PTC_FORM_VECTOR) {
        ptc_compile_items(c, item->child, item->count, reg);
    } else if (item->kind == PTC_FORM_SET) {
        literal_check_children(c, item, 1, "member");
        literal_chunks(c, item->child, item->count, 1, reg, sets);
    } else if (!literal_is_record(c, item) || !literal_make_record(c, item, reg)) {
        literal_check_children(c, item, 2, "key");
        literal_chunks(c, item->child, item->count / 2, 2, reg, maps);
    }
}

void ptc_compile_collection(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t reg = to.reg;

    if (ptc_compile_is_constant(c, form)) {
        ptc_compile_constant(c, ptc_compile_literal(c, form), to);
        return;
    }
    if (reg + 1 != c->arity->top)
        reg = ptc_compile_take(c, 1);
    literal_make(c, ptc_form_at(c, form), reg);
    ptc_compile_finish(c, reg, to);
}
