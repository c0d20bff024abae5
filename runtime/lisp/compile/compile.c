/* SPDX-License-Identifier: MIT */
/*
 * Programs from forms to bytecode: the driver, and what every form goes through.
 *
 * One pass, from the outside in: only threading and patterns of loops look at a form
 * twice. Special forms are functions in the other compile_*.c, found by name through
 * specials.def. [ptc-lisp 4]
 */
#include "lisp/compile/compiler.h"
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"
#include "lisp/language/literal.h"

/* --- Special forms by name --------------------------------------------------------- */

enum {
    PTC_OP_NONE = PTC_OP_MOVE,
    COMPILE_NAME_MAX = 12, /* bytes of the longest name in specials.def, or more */
};

static const ptc_special compile_specials[] = {
#define PTC_SPECIAL(name, function, is_fixed)                                            \
    {name, ptc_special_##function, is_fixed, 0, 0, 0, 0, 0},
#define PTC_INTRINSIC(name, word, args, op, op_k, unless, unless_k)                      \
    {name,        ptc_special_intrinsic, false,           args,                          \
     PTC_OP_##op, PTC_OP_##op_k,         PTC_OP_##unless, PTC_OP_##unless_k},
#include "lisp/language/specials.def"
#undef PTC_SPECIAL
#undef PTC_INTRINSIC
};

typedef enum compile_row {
#define PTC_SPECIAL(name, function, is_fixed)                       COMPILE_##function,
#define PTC_INTRINSIC(name, word, args, op, op_k, unless, unless_k) COMPILE_##word,
#include "lisp/language/specials.def"
#undef PTC_SPECIAL
#undef PTC_INTRINSIC
} compile_row;

const ptc_special *ptc_special_find(ptc_str name)
{
    uint64_t word = ptc_literal_load(name);

    if (name.len > COMPILE_NAME_MAX)
        return NULL;
#define COMPILE_ROW(text, row)                                                           \
    if (sizeof(text) - 1 == LENGTH && word == PTC_LITERAL_WORD(text) &&                  \
        (LENGTH <= 8 || PTC_LITERAL_ENDS(name, text)))                                   \
        return &compile_specials[COMPILE_##row];
#define PTC_SPECIAL(text, function, is_fixed) COMPILE_ROW(text, function)
#define PTC_INTRINSIC(text, word, args, op, op_k, unless, unless_k)                      \
    COMPILE_ROW(text, word)
    switch (name.len) {
    case 1:
#define LENGTH 1
#include "lisp/language/specials.def"
#undef LENGTH
        break;
    case 2:
#define LENGTH 2
#include "lisp/language/specials.def"
#undef LENGTH
        break;
    case 3:
#define LENGTH 3
#include "lisp/language/specials.def"
#undef LENGTH
        break;
    case 4:
#define LENGTH 4
#include "lisp/language/specials.def"
#undef LENGTH
        break;
    case 5:
#define LENGTH 5
#include "lisp/language/specials.def"
#undef LENGTH
        break;
    default:
#define LENGTH name.len
#include "lisp/language/specials.def"
#undef LENGTH
        break;
    }
#undef PTC_SPECIAL
#undef PTC_INTRINSIC
    return NULL;
}

const ptc_special *ptc_compile_special(ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);
    const ptc_symbol *symbol;

    if (item->kind != PTC_FORM_LIST || item->flags || !item->child ||
        ptc_form_at(c, item->child)->kind != PTC_FORM_SYMBOL ||
        ptc_form_at(c, item->child)->flags)
        return NULL;
    symbol = ptc_form_symbol(c, item->child);
    if (symbol->special == NULL ||
        (!symbol->special->is_fixed && ptc_symbol_is_shadowed(symbol)))
        return NULL;
    return symbol->special;
}

/* --- Values where they belong ------------------------------------------------------ */

void ptc_compile_finish(ptc_compiler *c, uint32_t reg, ptc_dest to)
{
    if (to.follow == PTC_FOLLOW_RETURN)
        ptc_emit_return(c, reg);
    else if (reg != to.reg)
        ptc_emit_abc(c, PTC_OP_MOVE, to.reg, reg, 0);
}

void ptc_compile_nil(ptc_compiler *c, ptc_dest to)
{
    ptc_emit_abc(c, PTC_OP_NIL, to.reg, 0, 0);
    ptc_compile_finish(c, to.reg, to);
}

void ptc_compile_constant(ptc_compiler *c, ptc_value value, ptc_dest to)
{
    uint32_t number;

    if (value.kind == PTC_NIL) {
        ptc_emit_abc(c, PTC_OP_NIL, to.reg, 0, 0);
    } else if (value.kind == PTC_BOOL) {
        ptc_emit_abc(c, PTC_OP_BOOL, to.reg, value.as.boolean, 0);
    } else if (value.kind == PTC_INT && value.as.integer >= INT16_MIN &&
               value.as.integer <= INT16_MAX) {
        ptc_emit_abx(c, PTC_OP_INT, to.reg, (uint16_t)value.as.integer);
    } else {
        number = ptc_compile_add_constant(c, value);
        if (number <= UINT16_MAX)
            ptc_emit_abx(c, PTC_OP_CONSTANT, to.reg, number);
        else
            ptc_emit_abw(c, PTC_OP_CONSTANT_WIDE, to.reg, 0, number);
    }
    ptc_compile_finish(c, to.reg, to);
}

/* --- Forms ------------------------------------------------------------------------- */

/* A list that is not a short function. */
static void compile_list(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_form *item = ptc_form_at(c, form);
    const ptc_special *special;

    ptc_lisp_step(c->lisp);
    if (!item->child) {
        ptc_value empty = ptc_value_vector(NULL, 0);

        empty.flags = PTC_FLAG_SEQ;
        ptc_compile_constant(c, empty, to);
        return;
    }
    special = ptc_compile_special(c, form);
    if (special != NULL) {
        c->special = special;
        special->compile(c, form, to);
    } else {
        ptc_compile_call(c, form, to);
    }
}

void ptc_compile_form(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_form *item = ptc_form_at(c, form);
    uint32_t place = c->place;
    uint32_t top = c->arity->top;

    c->place = item->span.start;
    if (++c->depth > PTC_COMPILE_DEPTH_MAX)
        ptc_compile_too_large(c, "forms are nested too deep");
    switch ((int)item->kind) {
    case PTC_FORM_LIST:
        if (item->flags & PTC_FORM_SHORT)
            ptc_compile_short(c, form, to);
        else if (item->flags & PTC_FORM_QUOTED)
            ptc_compile_collection(c, form, to);
        else
            compile_list(c, form, to);
        break;
    case PTC_FORM_SYMBOL:
        ptc_compile_name(c, form, to);
        break;
    case PTC_FORM_VECTOR:
    case PTC_FORM_MAP:
    case PTC_FORM_SET:
        ptc_compile_collection(c, form, to);
        break;
    default:
        ptc_compile_constant(c, ptc_compile_literal(c, form), to);
        break;
    }
    c->depth--;
    c->arity->top = top;
    c->place = place;
}

void ptc_compile_value(ptc_compiler *c, uint32_t form, uint32_t reg)
{
    ptc_compile_form(c, form, ptc_dest_of(reg, PTC_FOLLOW_VALUE));
}

uint32_t ptc_compile_operand(ptc_compiler *c, uint32_t form)
{
    uint32_t reg;

    if (!ptc_compile_local_register(c, form, &reg)) {
        reg = ptc_compile_take(c, 1);
        ptc_compile_value(c, form, reg);
    }
    return reg;
}

void ptc_compile_body(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    if (!form) {
        ptc_compile_nil(c, to);
        return;
    }
    while (ptc_form_next(c, form)) {
        if (PTC_UNLIKELY(ptc_form_at(c, form)->kind == PTC_FORM_SYMBOL))
            ptc_compile_check_statement(c, form);
        ptc_compile_value(c, form, to.reg);
        form = ptc_form_next(c, form);
    }
    ptc_compile_form(c, form, to);
}

/* --- Programs ---------------------------------------------------------------------- */

static void *compile_keep(ptc_compiler *c, const void *items, size_t count, size_t size)
{
    void *copy = ptc_arena_alloc(&c->program->arena, count * size);

    if (copy == NULL)
        ptc_compile_memory(c);
    if (count)
        memcpy(copy, items, count * size);
    return copy;
}

/* The variables that the program uses; they exist from now on. */
static void compile_variables(ptc_compiler *c)
{
    ptc_program *program = c->program;

    program->variable_count = (uint32_t)c->variable_count;
    program->variables =
        ptc_arena_array(&program->arena, c->variable_count, sizeof(ptc_variable *));
    if (program->variables == NULL)
        ptc_compile_memory(c);
    for (size_t i = 0; i < c->variable_count; i++)
        program->variables[i] =
            ptc_lisp_variable(c->lisp, ptc_name_intern(c->lisp, c->variables[i]->text));
}

static void compile_program(ptc_compiler *c, const uint32_t *roots, uint32_t count)
{
    ptc_closure_draft closure = {0};
    ptc_arity_draft arity;
    uint32_t reg;
    ptc_proto *main;

    ptc_compile_begin(c, &closure, &arity);
    reg = ptc_compile_take(c, 1);
    if (count == 0)
        ptc_compile_nil(c, ptc_dest_of(reg, PTC_FOLLOW_RETURN));
    for (uint32_t i = 0; i < count; i++) {
        if (PTC_UNLIKELY(i + 1 < count &&
                         ptc_form_at(c, roots[i])->kind == PTC_FORM_SYMBOL))
            ptc_compile_check_root(c, roots, i);
        ptc_compile_form(
            c, roots[i],
            ptc_dest_of(reg, i + 1 < count ? PTC_FOLLOW_VALUE : PTC_FOLLOW_RETURN));
    }
    ptc_compile_check_awaited(c);
    main = ptc_compile_end(c);
    c->program->main = main;
}

void ptc_lisp_compile_forms(ptc_program *program, const ptc_forms *forms,
                            const uint32_t *roots, uint32_t root_count)
{
    ptc_compiler c;

    memset(&c, 0, sizeof c);
    c.lisp = program->lisp;
    c.program = program;
    c.scratch = forms->arena;
    c.forms = *forms;
    if (!ptc_arena_reserve(c.scratch, (void **)(void *)&c.constants, &c.constant_capacity,
                           0, 24, sizeof *c.constants) ||
        !ptc_arena_reserve(c.scratch, (void **)(void *)&c.sites, &c.site_capacity, 0, 8,
                           sizeof *c.sites))
        ptc_compile_memory(&c);
    compile_program(&c, roots, root_count);
    compile_variables(&c);
    program->site_count = (uint32_t)c.site_count;
    program->sites = compile_keep(&c, c.sites, c.site_count, sizeof(ptc_site));
}
