/* SPDX-License-Identifier: MIT */
/*
 * Giving back names, shapes and variables that nothing refers to, for contexts that
 * outlive many programs. See memory.h.
 *
 * At the end of a run, when many were made since the last time: the collection of what
 * memory keeps marks what the heap refers to. The rest is known from pins, lists of the
 * names and shapes that were requested while a program was compiled or host data taken
 * in; they end with the program or the data. A run itself pins nothing: its values are on
 * the heap. Otherwise the context itself pins.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"

enum {
    RELEASE_NAMES =
        1024, /* number of new names at which a search for old ones is worthwhile */
    RELEASE_SHAPES = 512,
};

/* --- Marks -------------------------------------------------------------------------- */

void ptc_release_mark_name(ptc_lisp *lisp, const ptc_name *name)
{
    ((ptc_name *)(uintptr_t)name)->mark = lisp->release_mark;
    ((ptc_name *)(uintptr_t)name->folded)->mark = lisp->release_mark;
}

/* The shape and the shapes that it was made from. */
void ptc_release_mark_shape(ptc_lisp *lisp, const ptc_shape *shape)
{
    while (shape->parent != NULL && shape->mark != lisp->release_mark) {
        ((ptc_shape *)(uintptr_t)shape)->mark = lisp->release_mark;
        ptc_release_mark_name(lisp, ptc_name_of(&shape->keys[shape->count - 1]));
        shape = shape->parent;
    }
}

void ptc_release_mark_text(ptc_lisp *lisp, const ptc_value *string)
{
    const ptc_name *name = ptc_name_find(lisp, ptc_value_text(string));

    if (name != NULL && name->text == string->as.text)
        ptc_release_mark_name(lisp, name);
}

/* A value that the collection did not see, because there was none. */
static void release_mark_value(ptc_lisp *lisp, const ptc_value *value)
{
    if (value->kind == PTC_KEYWORD || value->kind == PTC_SYMBOL || value->kind == PTC_VAR)
        ptc_release_mark_name(lisp, ptc_name_of(value));
}

static void release_mark_pins(ptc_lisp *lisp, const ptc_pins *pins)
{
    for (size_t i = 0; i < pins->name_count; i++)
        ptc_release_mark_name(lisp, pins->names[i]);
    for (size_t i = 0; i < pins->shape_count; i++)
        ptc_release_mark_shape(lisp, pins->shapes[i]);
}

static void release_mark_program(ptc_lisp *lisp, const ptc_program *program)
{
    release_mark_pins(lisp, &program->pins);
    for (uint32_t i = 0; i < program->variable_count; i++)
        program->variables[i]->mark = lisp->release_mark;
    for (uint32_t i = 0; i < program->site_count; i++) {
        if (program->sites[i].shape != NULL)
            ptc_release_mark_shape(lisp, program->sites[i].shape);
    }
}

static void release_mark_roots(ptc_lisp *lisp)
{
    release_mark_pins(lisp, &lisp->own_pins);
    release_mark_pins(lisp, &lisp->host_pins);
    ptc_lisp_each_host(lisp, release_mark_pins);
    for (const ptc_program *program = lisp->programs; program != NULL;
         program = program->next)
        release_mark_program(lisp, program);
    for (unsigned i = 0; i < 3; i++)
        release_mark_value(lisp, &lisp->history[i]);
}

/* --- Sweeping ----------------------------------------------------------------------- */

/* Variables that are unbound, and that no program mentions, are reused. */
static void release_variables(ptc_lisp *lisp)
{
    ptc_variable **link = &lisp->variables;

    while (*link != NULL) {
        ptc_variable *variable = *link;

        if (variable->is_bound || variable->mark == lisp->release_mark) {
            ptc_release_mark_name(lisp, variable->name);
            release_mark_value(lisp, &variable->value);
            link = &variable->next;
            continue;
        }
        *link = variable->next;
        ((ptc_name *)(uintptr_t)variable->name)->variable = NULL;
        variable->next = lisp->variables_free;
        lisp->variables_free = variable;
    }
}

/* The next search is due after as many new ones as exist, or half of the remaining
 * room. */
static uint32_t release_next(uint32_t count, uint32_t least, uint32_t most)
{
    uint32_t room = count < most ? most - count : 0;
    uint32_t more = count > least ? count : least;

    return count + (more < room / 2 ? more : room / 2);
}

void ptc_release_init(ptc_lisp *lisp)
{
    ptc_pins_start(lisp, &lisp->own_pins, &lisp->arena);
    ptc_pins_start(lisp, &lisp->host_pins, &lisp->host_arena);
    lisp->pins = &lisp->own_pins;
    lisp->names_next = RELEASE_NAMES;
    lisp->shapes_next = RELEASE_SHAPES;
}

bool ptc_release_is_due(const ptc_lisp *lisp)
{
    return lisp->name_count - lisp->name_folds > lisp->names_next ||
           lisp->shape_count > lisp->shapes_next;
}

void ptc_release_start(ptc_lisp *lisp)
{
    if (++lisp->release_mark == 0) /* new ones have no mark */
        lisp->release_mark = 1;
    lisp->is_releasing = true;
}

void ptc_release_end(ptc_lisp *lisp, bool is_done)
{
    lisp->is_releasing = false;
    if (is_done) {
        release_mark_roots(lisp);
        release_variables(lisp);
        ptc_shape_sweep(lisp, false);
        ptc_name_sweep(lisp, false);
    }
    lisp->names_next =
        release_next(lisp->name_count - lisp->name_folds, RELEASE_NAMES, PTC_NAME_MAX);
    lisp->shapes_next = release_next(lisp->shape_count, RELEASE_SHAPES, PTC_SHAPES_MAX);
}
