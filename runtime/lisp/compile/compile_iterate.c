/* SPDX-License-Identifier: MIT */
/*
 * Special forms that repeat: loop and recur, for, doseq, dotimes. [ptc-lisp 5, 7]
 *
 * recur computes its arguments into temporaries before it changes any name, since each of
 * them may use all the names. Each loop counts its jumps in its own register.
 */
#include "lisp/compile/compiler.h"

/* --- loop -------------------------------------------------------------------------- */

/* Takes the value of a loop's name apart, in a copy. */
static void loop_take_apart(ptc_compiler *c, uint32_t pattern, uint32_t slot)
{
    uint32_t reg = ptc_compile_take(c, 1);

    if (slot >= PTC_FAR_FIRST)
        ptc_emit_abx(c, PTC_OP_LOAD, reg, slot);
    else
        ptc_emit_abc(c, PTC_OP_MOVE, reg, slot, 0);
    ptc_compile_pattern(c, pattern, reg);
}

/* The first values of the names; each sees those before it. */
static void loop_take_start(ptc_compiler *c, uint32_t pattern, uint32_t *slots)
{
    while (pattern) {
        uint32_t value = ptc_form_next(c, pattern);
        uint32_t reg = ptc_compile_take(c, 1);

        ptc_compile_value(c, value, reg);
        if (ptc_form_at(c, pattern)->kind == PTC_FORM_SYMBOL) {
            ptc_compile_pattern(c, pattern, reg);
            *slots = c->locals[c->local_count - 1].slot;
        } else {
            *slots = ptc_compile_settle(c, reg);
            if (ptc_form_next(c, value))
                loop_take_apart(c, pattern, *slots);
        }
        slots++;
        pattern = ptc_form_next(c, value);
    }
}

/* What each round does first: takes apart the values that are bound to patterns. */
static void loop_round(ptc_compiler *c, uint32_t pattern, const uint32_t *slots)
{
    while (pattern) {
        if (ptc_form_at(c, pattern)->kind != PTC_FORM_SYMBOL)
            loop_take_apart(c, pattern, *slots);
        slots++;
        pattern = ptc_form_next(c, ptc_form_next(c, pattern));
    }
}

void ptc_special_loop(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t bindings =
        ptc_compile_check_bindings(c, form, "(loop [name value ...] body*)");
    uint32_t pattern = ptc_form_at(c, bindings)->child;
    uint32_t count = ptc_form_at(c, bindings)->count / 2;
    uint32_t *slots = ptc_arena_array(c->scratch, count, sizeof(uint32_t));
    ptc_scope scope = ptc_compile_scope(c);
    ptc_recur *outer = c->arity->recur;
    ptc_recur recur = {0, slots, count, 0, 0, false};

    if (slots == NULL)
        ptc_compile_memory(c);
    loop_take_start(c, pattern, slots);
    recur.counter = ptc_compile_take(c, 1);
    recur.live = c->arity->top;
    ptc_emit_abx(c, PTC_OP_INT, recur.counter, 0);
    recur.head = c->word_count;
    c->arity->recur = &recur;
    c->arity->ended = SIZE_MAX;
    loop_round(c, pattern, slots);
    if (to.follow == PTC_FOLLOW_VALUE)
        to.follow = PTC_FOLLOW_TAIL;
    ptc_compile_body(c, ptc_form_next(c, bindings), to);
    c->arity->recur = outer;
    ptc_compile_forget(c, scope);
}

/* --- recur ------------------------------------------------------------------------- */

static uint32_t recur_slot(const ptc_recur *recur, uint32_t i)
{
    return recur->slots != NULL ? recur->slots[i] : i;
}

/* Whether an argument is the name itself, which then stays as it is. */
static bool recur_is_same(ptc_compiler *c, uint32_t form, uint32_t slot)
{
    uint32_t reg;

    return ptc_compile_local_register(c, form, &reg) && reg == slot;
}

/* Whether the form writes its destination with its last instruction, and nothing there
 * before: then it may use what the destination holds. */
static bool recur_is_direct(ptc_compiler *c, uint32_t form, uint32_t slot)
{
    const ptc_special *special = ptc_compile_special(c, form);

    return slot < PTC_FAR_FIRST && special != NULL && special->args &&
           ptc_form_at(c, form)->count == special->args + 1u;
}

/* Puts the value in R[source], or a far register, into the place of a name. */
static void recur_assign(ptc_compiler *c, uint32_t slot, uint32_t source)
{
    uint32_t near = source;

    if (source == slot)
        return;
    if (source >= PTC_FAR_FIRST) {
        near = slot < PTC_FAR_FIRST ? slot : ptc_compile_take(c, 1);
        ptc_emit_abx(c, PTC_OP_LOAD, near, source);
    }
    if (slot >= PTC_FAR_FIRST)
        ptc_emit_abx(c, PTC_OP_STORE, near, slot);
    else if (near != slot)
        ptc_emit_abc(c, PTC_OP_MOVE, slot, near, 0);
    if (near != source && near != slot)
        c->arity->top = near;
}

/* Computes an argument; returns where its value waits. */
static uint32_t recur_argument(ptc_compiler *c, uint32_t form, uint32_t slot,
                               bool is_last)
{
    uint32_t reg;

    if (recur_is_same(c, form, slot))
        return slot;
    if (is_last && recur_is_direct(c, form, slot)) {
        ptc_compile_value(c, form, slot);
        return slot;
    }
    reg = ptc_compile_take(c, 1);
    ptc_compile_value(c, form, reg);
    return ptc_compile_settle(c, reg);
}

static void recur_arguments(ptc_compiler *c, uint32_t form, const ptc_recur *recur)
{
    uint32_t *sources = ptc_arena_array(c->scratch, recur->count, sizeof(uint32_t));
    uint32_t far = c->arity->far;

    if (sources == NULL)
        ptc_compile_memory(c);
    for (uint32_t i = 0; i < recur->count; i++, form = ptc_form_next(c, form))
        sources[i] = recur_argument(c, form, recur_slot(recur, i), i + 1 == recur->count);
    for (uint32_t i = 0; i < recur->count; i++)
        recur_assign(c, recur_slot(recur, i), sources[i]);
    c->arity->far = far;
}

void ptc_special_recur(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    ptc_recur *recur = c->arity->recur;
    uint32_t count = ptc_form_at(c, form)->count - 1;

    if (to.follow == PTC_FOLLOW_VALUE || recur == NULL)
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start,
                          PTC_REASON_INVALID_FORM,
                          "Analysis error: recur must be in tail position%s",
                          c->arity->is_thunk ? "; it cannot leave attempt: put attempt "
                                               "around what the loop computes, or around "
                                               "the whole loop"
                          : recur != NULL    ? "; its result cannot be used further"
                                             : " of a loop or fn, and there is none");
    if (count != recur->count)
        ptc_lisp_raise_at(
            c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_INVALID_ARITY,
            "Analysis error: expected (recur) with %u argument(s), as many as "
            "the %s has, got %s",
            recur->count, recur->slots != NULL ? "loop" : "function",
            ptc_compile_quote(c, form));
    recur->is_used = true;
    recur_arguments(c, ptc_form_second(c, form), recur);
    ptc_emit_back(c, PTC_OP_LOOP, ptc_compile_live(c, recur->live), recur->counter,
                  recur->head);
}

/* --- for, doseq -------------------------------------------------------------------- */

/* `body` for every element; `result` is the vector that `for` fills, or UINT32_MAX. */
typedef struct iterate_work {
    uint32_t body;
    uint32_t result;
    const char *expected;
} iterate_work;

static void iterate_level(ptc_compiler *c, uint32_t pattern, const iterate_work *work);

static void iterate_body(ptc_compiler *c, const iterate_work *work)
{
    uint32_t reg = ptc_compile_take(c, 1);

    if (work->result == UINT32_MAX && !work->body)
        return;
    ptc_compile_body(c, work->body, ptc_dest_of(reg, PTC_FOLLOW_VALUE));
    if (work->result != UINT32_MAX)
        ptc_emit_abc(c, PTC_OP_PUSH, work->result, reg, 0);
}

static void iterate_let(ptc_compiler *c, uint32_t bindings)
{
    uint32_t pattern = ptc_form_at(c, bindings)->child;

    if (ptc_form_at(c, bindings)->kind != PTC_FORM_VECTOR ||
        ptc_form_at(c, bindings)->count % 2 != 0)
        ptc_compile_misuse(c, bindings, PTC_REASON_INVALID_FORM, ":let [name value ...]");
    while (pattern) {
        uint32_t value = ptc_form_next(c, pattern);

        ptc_compile_binding(c, pattern, value);
        pattern = ptc_form_next(c, value);
    }
}

/* The modifiers from `key` on, then the forms inside. `next` and `over` are the jumps to
 * the next round and past the last. */
static void iterate_inside(ptc_compiler *c, uint32_t key, const iterate_work *work,
                           uint32_t *next, uint32_t *over)
{
    for (; key; key = ptc_form_next(c, ptc_form_next(c, key))) {
        uint32_t value = ptc_form_next(c, key);

        c->place = ptc_form_at(c, key)->span.start;
        if (ptc_form_at(c, key)->kind != PTC_FORM_KEYWORD) {
            iterate_level(c, key, work);
            return;
        }
        if (ptc_form_is_keyword(c, key, "when"))
            ptc_compile_test(c, value, false, next);
        else if (ptc_form_is_keyword(c, key, "while"))
            ptc_compile_test(c, value, false, over);
        else if (ptc_form_is_keyword(c, key, "let"))
            iterate_let(c, value);
        else
            ptc_compile_misuse(c, key, PTC_REASON_INVALID_FORM,
                               ":when test, :while test or :let [name value]");
    }
    iterate_body(c, work);
}

/* Whether one of the modifiers from `key` on may end the level. */
static bool iterate_has_while(const ptc_compiler *c, uint32_t key)
{
    while (key && ptc_form_at(c, key)->kind == PTC_FORM_KEYWORD &&
           !ptc_form_is_keyword(c, key, "while"))
        key = ptc_form_next(c, ptc_form_next(c, key));
    return key && ptc_form_at(c, key)->kind == PTC_FORM_KEYWORD;
}

static void iterate_level(ptc_compiler *c, uint32_t pattern, const iterate_work *work)
{
    uint32_t place = c->place;
    uint32_t top = c->arity->top;
    ptc_scope scope = ptc_compile_scope(c);
    uint32_t collection = ptc_form_next(c, pattern);
    uint32_t elements = ptc_compile_take(c, 2);
    uint32_t next = 0;
    uint32_t over = 0;
    uint32_t item;
    size_t head;

    if (++c->depth > PTC_COMPILE_DEPTH_MAX)
        ptc_compile_too_large(c, "forms are nested too deep");
    ptc_compile_value(c, collection, elements);
    c->place = ptc_form_at(c, collection)->span.start;
    ptc_emit_abc(c, PTC_OP_ITERATE, elements, elements,
                 work->result != UINT32_MAX &&
                     !iterate_has_while(c, ptc_form_next(c, collection)));
    c->place = place;
    head = c->word_count;
    item = ptc_compile_take(c, 1);
    ptc_emit_jump(c, PTC_OP_NEXT, elements, item, &over);
    ptc_compile_pattern(c, pattern, item);
    iterate_inside(c, ptc_form_next(c, collection), work, &next, &over);
    ptc_emit_land(c, next);
    ptc_compile_forget(c, scope);
    ptc_emit_back(c, PTC_OP_REPEAT, ptc_compile_live(c, elements + 2), 0, head);
    ptc_emit_land(c, over);
    c->depth--;
    c->arity->top = top;
    c->place = place;
}

/* `(for [x xs] :when test body)` would be three bodies. */
static bool iterate_is_modifier(const ptc_compiler *c, uint32_t form)
{
    return form &&
           (ptc_form_is_keyword(c, form, "when") ||
            ptc_form_is_keyword(c, form, "while") || ptc_form_is_keyword(c, form, "let"));
}

static void iterate(ptc_compiler *c, uint32_t form, const iterate_work *work)
{
    uint32_t bindings = ptc_compile_check_bindings(c, form, work->expected);
    uint32_t first = ptc_form_at(c, bindings)->child;

    if (!first || ptc_form_at(c, first)->kind == PTC_FORM_KEYWORD)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM, work->expected);
    if (iterate_is_modifier(c, work->body) && ptc_form_next(c, work->body))
        ptc_compile_misuse(
            c, work->body, PTC_REASON_INVALID_FORM,
            ":when, :while and :let inside the brackets, [x xs :when test]");
    iterate_level(c, first, work);
}

void ptc_special_for(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t result = to.reg + 1 == c->arity->top ? to.reg : ptc_compile_take(c, 1);
    iterate_work work = {0, result, "(for [name collection ...] body)"};
    ptc_value empty = ptc_value_vector(NULL, 0);
    uint32_t bindings = ptc_form_second(c, form);

    if (!bindings || !ptc_form_next(c, bindings))
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, work.expected);
    work.body = ptc_form_next(c, bindings);
    empty.flags = PTC_FLAG_SEQ;
    ptc_compile_constant(c, empty, ptc_dest_of(result, PTC_FOLLOW_VALUE));
    iterate(c, form, &work);
    ptc_compile_finish(c, result, to);
}

void ptc_special_doseq(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    iterate_work work = {0, UINT32_MAX, "(doseq [name collection ...] body*)"};
    uint32_t bindings = ptc_form_second(c, form);

    if (bindings)
        work.body = ptc_form_next(c, bindings);
    iterate(c, form, &work);
    ptc_compile_nil(c, to);
}

/* --- dotimes ----------------------------------------------------------------------- */

void ptc_special_dotimes(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const char *expected = "(dotimes [name count] body*)";
    uint32_t bindings = ptc_compile_check_bindings(c, form, expected);
    uint32_t name = ptc_form_at(c, bindings)->child;
    ptc_scope scope = ptc_compile_scope(c);
    uint32_t index = ptc_compile_take(c, 2);
    uint32_t limit = index + 1;
    uint32_t item;
    uint32_t over = 0;
    size_t head;

    if (ptc_form_at(c, bindings)->count != 2)
        ptc_compile_misuse(c, bindings, PTC_REASON_INVALID_FORM, expected);
    ptc_compile_value(c, ptc_form_next(c, name), limit);
    ptc_emit_abx(c, PTC_OP_INT, index, 0);
    head = c->word_count;
    ptc_emit_jump(c, PTC_OP_UNLESS_LESS, index, limit, &over);
    item = ptc_compile_take(c, 1);
    ptc_emit_abc(c, PTC_OP_MOVE, item, index, 0);
    ptc_compile_pattern(c, name, item);
    if (ptc_form_next(c, bindings))
        ptc_compile_body(c, ptc_form_next(c, bindings),
                         ptc_dest_of(ptc_compile_take(c, 1), PTC_FOLLOW_VALUE));
    ptc_compile_forget(c, scope);
    ptc_emit_abc(c, PTC_OP_INC, index, index, 0);
    ptc_emit_back(c, PTC_OP_REPEAT, ptc_compile_live(c, index + 2), 0, head);
    ptc_emit_land(c, over);
    ptc_compile_nil(c, to);
}
