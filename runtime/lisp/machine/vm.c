/* SPDX-License-Identifier: MIT */
/*
 * The machine: one loop over verified bytecode. opcodes.def says what each instruction
 * does; longer code is in vm_parts.c.
 *
 * A call from bytecode to a closure pushes a frame and stays in the loop. Builtins are C
 * calls; their callbacks enter the loop again through ptc_vm_entry, whose frame is
 * `bottom`: its return leaves the loop. A window's slot -1 is the callee's, where the
 * result goes, so a return does not need its caller's instruction.
 *
 * In a frame, `pc` is up to date while something is called or may raise; the loop's own
 * copy is ahead of it otherwise. Registers are read from memory each time, since they
 * move at safepoints; the stack itself, code and constants never do. Instructions that
 * work on a value that another left in a register test its type, since the verifier does
 * not follow values.
 */
#include "lisp/heap/equal.h"
#include "lisp/heap/memory.h"
#include "lisp/host/host_int.h"
#include "lisp/machine/machine_int.h"

#if defined(__GNUC__) && !defined(PTC_VM_SWITCH)
#define VM_HAS_LABELS 1
#endif

/* Without this, the separate jump after each instruction, which helps the processor's
 * prediction, becomes a shared one. */
#if defined(VM_HAS_LABELS) && !defined(__clang__)
#define VM_LOOP __attribute__((optimize("no-crossjumping", "no-gcse")))
#else
#define VM_LOOP
#endif

/* The word under way. */
#define VM_A  (word >> 8 & 255u)
#define VM_B  (word >> 16 & 255u)
#define VM_C  (word >> 24)
#define VM_BX (word >> 16)

/* A value at the index that 8 bits of the word from `bit` are: one shift, since values
 * have 16 bytes. */
enum { VM_VALUES_HAVE_16_BYTES = 1 / (sizeof(ptc_value) == 16) };
#define VM_AT(values, bit)                                                               \
    ((ptc_value *)(void *)((char *)(uintptr_t)(values) + (word >> ((bit)-4) & 0xFF0u)))
#define VM_RA VM_AT(base, 8)
#define VM_RB VM_AT(base, 16)
#define VM_RC VM_AT(base, 24)
#define VM_KB VM_AT(constants, 16)
#define VM_KC VM_AT(constants, 24)

#define VM_R(index) (&base[index])
#define VM_K(index) (&constants[index])
/* The value at the place that a site found last, if the map is a record of the same
 * shape; else by a search, which may raise. */
#define VM_LOOKUP(out, map, site)                                                        \
    do {                                                                                 \
        const ptc_value *record = (map);                                                 \
                                                                                         \
        if (PTC_LIKELY(ptc_site_knows(record, (site)))) {                                \
            *(out) = ptc_record_of(record)->values[(site)->index];                       \
        } else {                                                                         \
            VM_SAVE();                                                                   \
            *(out) = ptc_site_get_slow(lisp, record, (site));                            \
        }                                                                                \
    } while (0)
#define VM_SITE(index) (&frame->proto->program->sites[index])

/* Before code that may raise, call or allocate. */
#define VM_SAVE() (frame->pc = pc)

/* The second word as a jump distance, counted from its end. */
#define VM_JUMP() (pc += 1 + (int32_t)*pc)
#define VM_BRANCH(is_taken)                                                              \
    do {                                                                                 \
        if (is_taken)                                                                    \
            VM_JUMP();                                                                   \
        else                                                                             \
            pc++;                                                                        \
    } while (0)

#define VM_CHARGE() (lisp->ticks--)

#ifdef VM_HAS_LABELS
#define VM_CASE(name) label_##name
#define VM_NEXT()                                                                        \
    do {                                                                                 \
        word = *pc++;                                                                    \
        goto *labels[word & 255u];                                                       \
    } while (0)
#else
#define VM_CASE(name) case PTC_OP_##name
#define VM_NEXT()     goto next
#endif

#define VM_BOTH(kind_constant) (x->kind == (kind_constant) && y->kind == (kind_constant))

/* R[A] := x operator y: integers that do not overflow, and floats, at once. */
#define VM_ARITHMETIC(name, right, overflows, operator, slow)                            \
    VM_CASE(name) :                                                                      \
    {                                                                                    \
        const ptc_value *x = VM_RB;                                                      \
        const ptc_value *y = (right);                                                    \
        int64_t number;                                                                  \
        double a;                                                                        \
        double b;                                                                        \
                                                                                         \
        VM_CHARGE();                                                                     \
        if (PTC_LIKELY(VM_BOTH(PTC_INT)) &&                                              \
            PTC_LIKELY(!overflows(x->as.integer, y->as.integer, &number))) {             \
            *VM_RA = ptc_value_int(number);                                              \
        } else if (!VM_BOTH(PTC_INT) && vm_floats(x, y, &a, &b)) {                       \
            *VM_RA = ptc_value_float(a operator b);                                      \
        } else {                                                                         \
            VM_SAVE();                                                                   \
            *VM_RA = slow(lisp, *x, *y);                                                 \
        }                                                                                \
        VM_NEXT();                                                                       \
    }

/* For the rare ones. */
#define VM_OPERATION(name, right, slow)                                                  \
    VM_CASE(name) :                                                                      \
    {                                                                                    \
        VM_CHARGE();                                                                     \
        VM_SAVE();                                                                       \
        *VM_RA = slow(lisp, *VM_RB, *(right));                                           \
        VM_NEXT();                                                                       \
    }

/* Remainders by a positive divisor; `fix` makes those of mod positive. */
#define VM_REMAINDER(name, right, fix, slow)                                             \
    VM_CASE(name) :                                                                      \
    {                                                                                    \
        const ptc_value *x = VM_RB;                                                      \
        const ptc_value *y = (right);                                                    \
                                                                                         \
        VM_CHARGE();                                                                     \
        if (PTC_LIKELY(VM_BOTH(PTC_INT) && y->as.integer > 0)) {                         \
            int64_t rest = vm_remainder(x->as.integer, y->as.integer);                   \
                                                                                         \
            *VM_RA = ptc_value_int(rest + ((fix) && rest < 0 ? y->as.integer : 0));      \
        } else {                                                                         \
            VM_SAVE();                                                                   \
            *VM_RA = slow(lisp, *x, *y);                                                 \
        }                                                                                \
        VM_NEXT();                                                                       \
    }

/* `is_true` := x operator y; `slow` is an expression. */
#define VM_COMPARE(left, right, operator, slow)                                          \
    const ptc_value *x = (left);                                                         \
    const ptc_value *y = (right);                                                        \
    bool is_true;                                                                        \
    double a;                                                                            \
    double b;                                                                            \
                                                                                         \
    VM_CHARGE();                                                                         \
    if (PTC_LIKELY(VM_BOTH(PTC_INT))) {                                                  \
        is_true = x->as.integer operator y->as.integer;                                  \
    } else if (vm_exact_floats(x, y, &a, &b)) {                                          \
        is_true = a operator b;                                                          \
    } else {                                                                             \
        VM_SAVE();                                                                       \
        is_true = (slow);                                                                \
    }

/* The same for `=`: mostly of values of one kind. */
#define VM_COMPARE_EQUAL(left, right)                                                    \
    const ptc_value *x = (left);                                                         \
    const ptc_value *y = (right);                                                        \
    bool is_true;                                                                        \
                                                                                         \
    VM_CHARGE();                                                                         \
    if (PTC_LIKELY(VM_BOTH(PTC_INT))) {                                                  \
        is_true = x->as.integer == y->as.integer;                                        \
    } else if (VM_BOTH(PTC_STRING)) {                                                    \
        is_true = x->aux == y->aux && ptc_same_text(x->as.text, y->as.text, x->aux);     \
    } else {                                                                             \
        VM_SAVE();                                                                       \
        is_true = ptc_equal(lisp, x, y);                                                 \
    }

/* R[A] := value; directly the result when a callback ends there, as in predicates. */
#define VM_ANSWER(value)                                                                 \
    do {                                                                                 \
        if (frame == bottom &&                                                           \
            (*pc & 0xFFFFu) == ((word & 0xFF00u) | (uint32_t)PTC_OP_RETURN)) {           \
            lisp->frame = frame - 1;                                                     \
            return (value);                                                              \
        }                                                                                \
        *VM_RA = (value);                                                                \
        VM_NEXT();                                                                       \
    } while (0)

/* A comparison as a value and as the test of an `if`, with a register and a constant. */
#define VM_COMPARISON(name, compare)                                                     \
    VM_CASE(name) :                                                                      \
    {                                                                                    \
        compare(VM_RB, VM_RC);                                                           \
        VM_ANSWER(ptc_value_bool(is_true));                                              \
    }                                                                                    \
    VM_CASE(name##_K) :                                                                  \
    {                                                                                    \
        compare(VM_RB, VM_KC);                                                           \
        VM_ANSWER(ptc_value_bool(is_true));                                              \
    }                                                                                    \
    VM_CASE(UNLESS_##name) :                                                             \
    {                                                                                    \
        compare(VM_RA, VM_RB);                                                           \
        VM_BRANCH(!is_true);                                                             \
        VM_NEXT();                                                                       \
    }                                                                                    \
    VM_CASE(UNLESS_##name##_K) :                                                         \
    {                                                                                    \
        compare(VM_RA, VM_KB);                                                           \
        VM_BRANCH(!is_true);                                                             \
        VM_NEXT();                                                                       \
    }

#define VM_COMPARE_LESS(x, y)    VM_COMPARE(x, y, <, ptc_lisp_less(lisp, "<", x, y))
#define VM_COMPARE_GREATER(x, y) VM_COMPARE(x, y, >, ptc_lisp_less(lisp, ">", y, x))
#define VM_COMPARE_LESS_EQUAL(x, y)                                                      \
    VM_COMPARE(x, y, <=, ptc_lisp_less_equal(lisp, "<=", x, y))
#define VM_COMPARE_GREATER_EQUAL(x, y)                                                   \
    VM_COMPARE(x, y, >=, ptc_lisp_less_equal(lisp, ">=", y, x))

/* Wide division is slow on many processors. */
PTC_INLINE int64_t vm_remainder(int64_t number, int64_t divisor)
{
    if (PTC_LIKELY((((uint64_t)number | (uint64_t)divisor) >> 32) == 0))
        return (int64_t)((uint32_t)number % (uint32_t)divisor);
    return number % divisor;
}

/* Whether both are numbers; they are not both integers. */
PTC_INLINE bool vm_floats(const ptc_value *x, const ptc_value *y, double *a, double *b)
{
    if ((x->kind != PTC_INT && x->kind != PTC_FLOAT) ||
        (y->kind != PTC_INT && y->kind != PTC_FLOAT))
        return false;
    *a = x->kind == PTC_INT ? (double)x->as.integer : x->as.number;
    *b = y->kind == PTC_INT ? (double)y->as.integer : y->as.number;
    return true;
}

/* The same for an exact comparison: integers that doubles hold. */
PTC_INLINE bool vm_exact_floats(const ptc_value *x, const ptc_value *y, double *a,
                                double *b)
{
    const uint64_t most = UINT64_C(1) << 53;

    return (x->kind != PTC_INT || (uint64_t)x->as.integer + most <= 2 * most) &&
           (y->kind != PTC_INT || (uint64_t)y->as.integer + most <= 2 * most) &&
           vm_floats(x, y, a, b);
}

/* The called arity, with the arguments arranged to fit its parameters. */
PTC_INLINE const ptc_proto *vm_arrange(ptc_lisp *lisp, const ptc_value *callee,
                                       ptc_value *args, uint32_t count)
{
    const ptc_function *function = ptc_vm_function(callee);

    if (PTC_LIKELY(function->min_args == count && function->max_args == count))
        return function->code;
    return ptc_vm_arrange(lisp, callee, args, count);
}

/* The same for a callback, whose caller has checked that `count` is within the
 * limits. */
PTC_INLINE const ptc_proto *vm_arrange_back(ptc_lisp *lisp, const ptc_value *callee,
                                            ptc_value *args, uint32_t count)
{
    const ptc_function *function = ptc_vm_function(callee);

    if (PTC_LIKELY(function->min_args == function->max_args))
        return function->code;
    return ptc_vm_arrange(lisp, callee, args, count);
}

/* The next word of the called function, after making its frame: arguments are in the
 * window. */
#define VM_ENTER(next_proto, next_callee, window)                                        \
    do {                                                                                 \
        const ptc_proto *entered = (next_proto);                                         \
                                                                                         \
        if (PTC_UNLIKELY((size_t)(lisp->stack_high - (window)) < entered->registers))    \
            ptc_lisp_extend(lisp, (window) + entered->registers);                        \
        if (PTC_UNLIKELY(++frame == lisp->frames_end))                                   \
            ptc_lisp_stack_overflow(lisp);                                               \
        lisp->frame = frame;                                                             \
        base = (window);                                                                 \
        pc = entered->code;                                                              \
        constants = entered->constants;                                                  \
        frame->callee = (next_callee);                                                   \
        frame->proto = entered;                                                          \
        frame->pc = pc;                                                                  \
        frame->base = base;                                                              \
    } while (0)

#ifdef VM_HAS_LABELS
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* `goto *` is GNU C */
#endif

VM_LOOP ptc_value ptc_vm_entry(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
#ifdef VM_HAS_LABELS
    static const void *const labels[] = {
#define PTC_OPCODE(constant, shape, roles, effect, meaning)                              \
    __extension__ &&label_##constant,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
    };
#endif
    ptc_frame *frame = lisp->frame;
    const ptc_frame *const bottom = frame + 1;
    const ptc_value *constants;
    const uint32_t *pc;
    ptc_value *base;
    ptc_value *slot;
    uint32_t word;

    VM_ENTER(vm_arrange_back(lisp, callee, args, count), callee, args);

#ifdef VM_HAS_LABELS
    VM_NEXT();
#else
next:
    word = *pc++;
    switch ((ptc_opcode)(word & 255u)) {
#endif
    /* --- Values -------------------------------------------------------------------- */

    VM_CASE(MOVE) :
    {
        *VM_RA = *VM_RB;
        VM_NEXT();
    }
    VM_CASE(LOAD) :
    {
        *VM_RA = *VM_R(VM_BX);
        VM_NEXT();
    }
    VM_CASE(STORE) :
    {
        *VM_R(VM_BX) = *VM_RA;
        VM_NEXT();
    }
    VM_CASE(CONSTANT) :
    {
        *VM_RA = *VM_K(VM_BX);
        VM_NEXT();
    }
    VM_CASE(CONSTANT_WIDE) :
    {
        *VM_RA = *VM_K(*pc);
        pc++;
        VM_NEXT();
    }
    VM_CASE(NIL) :
    {
        *VM_RA = ptc_value_nil();
        VM_NEXT();
    }
    VM_CASE(BOOL) :
    {
        *VM_RA = ptc_value_bool(VM_B != 0);
        VM_NEXT();
    }
    VM_CASE(INT) :
    {
        *VM_RA = ptc_value_int((int16_t)VM_BX);
        VM_NEXT();
    }
    VM_CASE(CAPTURE) :
    {
        *VM_RA = ptc_vm_function(frame->callee)->captured[VM_BX];
        VM_NEXT();
    }
    VM_CASE(SELF) :
    {
        *VM_RA = *frame->callee;
        VM_NEXT();
    }

    /* --- User namespace and host --------------------------------------------------- */

    VM_CASE(VARIABLE) :
    {
        const ptc_variable *variable = frame->proto->program->variables[*pc++];

        if (PTC_UNLIKELY(!variable->is_bound)) {
            VM_SAVE();
            ptc_vm_unbound(lisp, variable);
        }
        *VM_RA = variable->value;
        VM_NEXT();
    }
    VM_CASE(VARIABLE_OR_NIL) :
    {
        const ptc_variable *variable = frame->proto->program->variables[*pc++];

        *VM_RA = variable->is_bound ? variable->value : ptc_value_nil();
        VM_NEXT();
    }
    VM_CASE(IS_BOUND) :
    {
        *VM_RA = ptc_value_bool(frame->proto->program->variables[*pc++]->is_bound);
        VM_NEXT();
    }
    VM_CASE(DEFINE) :
    {
        ptc_variable *variable = frame->proto->program->variables[*pc++];

        VM_SAVE();
        ptc_lisp_define(lisp, variable, *VM_RA);
        *VM_RA = ptc_name_value(variable->name, PTC_VAR);
        VM_NEXT();
    }
    VM_CASE(DECLARE) :
    {
        *VM_RA = ptc_name_value(frame->proto->program->variables[*pc++]->name, PTC_VAR);
        VM_NEXT();
    }
    VM_CASE(CONTEXT) :
    {
        VM_SAVE();
        *VM_RA = ptc_lisp_context_get(lisp, VM_K(VM_BX));
        VM_NEXT();
    }
    VM_CASE(HISTORY) :
    {
        *VM_RA = lisp->history[VM_B - 1];
        VM_NEXT();
    }

    /* --- Arithmetic ---------------------------------------------------------------- */

    VM_ARITHMETIC(ADD, VM_RC, ptc_int_add_overflows, +, ptc_lisp_add)
    VM_ARITHMETIC(ADD_K, VM_KC, ptc_int_add_overflows, +, ptc_lisp_add)
    VM_ARITHMETIC(SUBTRACT, VM_RC, ptc_int_subtract_overflows, -, ptc_lisp_subtract)
    VM_ARITHMETIC(SUBTRACT_K, VM_KC, ptc_int_subtract_overflows, -, ptc_lisp_subtract)
    VM_ARITHMETIC(MULTIPLY, VM_RC, ptc_int_multiply_overflows, *, ptc_lisp_multiply)
    VM_ARITHMETIC(MULTIPLY_K, VM_KC, ptc_int_multiply_overflows, *, ptc_lisp_multiply)
    VM_OPERATION(DIVIDE, VM_RC, ptc_lisp_divide)
    VM_OPERATION(QUOT, VM_RC, ptc_lisp_quot)
    VM_REMAINDER(REM, VM_RC, false, ptc_lisp_rem)
    VM_REMAINDER(REM_K, VM_KC, false, ptc_lisp_rem)
    VM_REMAINDER(MOD, VM_RC, true, ptc_lisp_mod)
    VM_REMAINDER(MOD_K, VM_KC, true, ptc_lisp_mod)
    VM_CASE(INC) :
    {
        const ptc_value *x = VM_RB;

        VM_CHARGE();
        if (PTC_LIKELY(x->kind == PTC_INT && x->as.integer != INT64_MAX)) {
            *VM_RA = ptc_value_int(x->as.integer + 1);
        } else {
            VM_SAVE();
            *VM_RA = ptc_vm_inc(lisp, x);
        }
        VM_NEXT();
    }
    VM_CASE(DEC) :
    {
        const ptc_value *x = VM_RB;

        VM_CHARGE();
        if (PTC_LIKELY(x->kind == PTC_INT && x->as.integer != INT64_MIN)) {
            *VM_RA = ptc_value_int(x->as.integer - 1);
        } else {
            VM_SAVE();
            *VM_RA = ptc_vm_dec(lisp, x);
        }
        VM_NEXT();
    }

    /* --- Comparisons and jumps ------------------------------------------------------ */

    VM_COMPARISON(LESS, VM_COMPARE_LESS)
    VM_COMPARISON(LESS_EQUAL, VM_COMPARE_LESS_EQUAL)
    VM_COMPARISON(GREATER, VM_COMPARE_GREATER)
    VM_COMPARISON(GREATER_EQUAL, VM_COMPARE_GREATER_EQUAL)
    VM_COMPARISON(EQUAL, VM_COMPARE_EQUAL)
    VM_CASE(NOT) :
    {
        VM_CHARGE();
        *VM_RA = ptc_value_bool(!ptc_is_truthy(*VM_RB));
        VM_NEXT();
    }
    VM_CASE(JUMP) :
    {
        VM_JUMP();
        VM_NEXT();
    }
    VM_CASE(JUMP_FALSE) :
    {
        VM_BRANCH(!ptc_is_truthy(*VM_RA));
        VM_NEXT();
    }
    VM_CASE(JUMP_TRUE) :
    {
        VM_BRANCH(ptc_is_truthy(*VM_RA));
        VM_NEXT();
    }
    VM_CASE(JUMP_NIL) :
    {
        VM_BRANCH(VM_RA->kind == PTC_NIL);
        VM_NEXT();
    }
    VM_CASE(UNLESS_SAME) :
    {
        VM_SAVE();
        VM_BRANCH(!ptc_lisp_same(lisp, VM_RA, VM_RB));
        VM_NEXT();
    }
    VM_CASE(UNLESS_SAME_K) :
    {
        VM_SAVE();
        VM_BRANCH(!ptc_lisp_same(lisp, VM_RA, VM_KB));
        VM_NEXT();
    }
    VM_CASE(LOOP) :
    {
        if (PTC_UNLIKELY(lisp->jumps_max != UINT64_MAX)) {
            VM_SAVE();
            ptc_vm_count_jump(lisp, VM_RB);
        }
        goto back_edge;
    }
    VM_CASE(REPEAT) :
    {
    back_edge:
        if (PTC_UNLIKELY(--lisp->ticks < 0)) {
            VM_SAVE();
            lisp->top = base + (VM_A == 255u ? frame->proto->registers : VM_A);
            ptc_lisp_safepoint(lisp);
        }
        VM_JUMP();
        VM_NEXT();
    }

    /* --- Calls ---------------------------------------------------------------------- */

    VM_CASE(CALL_FAR) :
    {
        const ptc_value *from = VM_RA;

        slot = VM_R(*pc);
        pc++;
        for (uint32_t i = 0; i <= VM_B; i++)
            slot[i] = from[i];
        goto call;
    }
    VM_CASE(CALL) :
    {
        const ptc_function *function;

        slot = VM_RA;
    call:
        VM_SAVE();
        lisp->top = slot + 1 + VM_B;
        if (PTC_UNLIKELY(--lisp->ticks < 0))
            ptc_lisp_safepoint(lisp);
        if (PTC_UNLIKELY(slot->kind != PTC_FUNCTION)) {
            *slot = ptc_lisp_call_other(lisp, slot, slot + 1, VM_B);
            VM_NEXT();
        }
        function = ptc_vm_function(slot);
        if (PTC_LIKELY(function->entry == ptc_vm_entry)) {
            VM_ENTER(vm_arrange(lisp, slot, slot + 1, VM_B), slot, slot + 1);
            VM_NEXT();
        }
        if (PTC_UNLIKELY(VM_B < function->min_args || VM_B > function->max_args))
            ptc_lisp_arity_error(lisp, function, VM_B);
        *slot = function->entry(lisp, slot, slot + 1, VM_B);
        VM_NEXT();
    }
    VM_CASE(RETURN) :
    {
        lisp->frame = frame - 1;
        if (frame == bottom)
            return *VM_RA;
        base[-1] = *VM_RA;
        frame--;
        pc = frame->pc;
        base = frame->base;
        constants = frame->proto->constants;
        VM_NEXT();
    }
    VM_CASE(CLOSURE) :
    {
        VM_SAVE();
        ptc_vm_capture(lisp, frame, frame->proto->children[VM_BX], VM_RA);
        VM_NEXT();
    }
    VM_CASE(PATCH) :
    {
        VM_SAVE();
        ptc_vm_patch(lisp, VM_RA, VM_C, VM_RB);
        VM_NEXT();
    }

    /* --- Maps and collections ------------------------------------------------------ */

    VM_CASE(GET) :
    {
        ptc_site *site = VM_SITE(*pc++);

        VM_CHARGE();
        VM_LOOKUP(VM_RA, VM_RB, site);
        VM_NEXT();
    }
    VM_CASE(GET_OR) :
    {
        ptc_site *site = VM_SITE(*pc++);

        VM_CHARGE();
        VM_SAVE();
        ptc_vm_get_or(lisp, site, VM_RB, VM_RC, VM_RA);
        VM_NEXT();
    }
    VM_CASE(FIELD_AT) :
    {
        ptc_site *site = VM_SITE(*pc++);

        VM_LOOKUP(VM_RA, VM_RB, site);
        VM_NEXT();
    }
    VM_CASE(RECORD) :
    {
        const ptc_site *site = VM_SITE(*pc++);
        ptc_record *record;

        VM_SAVE();
        slot = VM_RA;
        record = ptc_record_new(lisp, site->shape);
        for (uint32_t i = 0; i < VM_B; i++)
            record->values[i] = slot[i];
        *slot = ptc_record_value(record);
        VM_NEXT();
    }
    VM_CASE(MAP) :
    {
        VM_SAVE();
        *VM_RA = ptc_lisp_map_of(lisp, VM_RA, VM_B);
        VM_NEXT();
    }
    VM_CASE(MAP_MORE) :
    {
        VM_SAVE();
        ptc_vm_map_more(lisp, VM_RA, VM_B);
        VM_NEXT();
    }
    VM_CASE(VECTOR) :
    {
        VM_SAVE();
        *VM_RA = ptc_vector_of(lisp, VM_RA, VM_B);
        VM_NEXT();
    }
    VM_CASE(VECTOR_MORE) :
    {
        VM_SAVE();
        ptc_vm_vector_more(lisp, VM_RA, VM_B);
        VM_NEXT();
    }
    VM_CASE(SET) :
    {
        VM_SAVE();
        *VM_RA = ptc_lisp_set_of(lisp, VM_RA, VM_B);
        VM_NEXT();
    }
    VM_CASE(SET_MORE) :
    {
        VM_SAVE();
        ptc_vm_set_more(lisp, VM_RA, VM_B);
        VM_NEXT();
    }

    /* --- Destructuring ------------------------------------------------------------- */

    VM_CASE(SEQUENCE) :
    {
        VM_SAVE();
        *VM_RA = ptc_vm_sequence(lisp, *VM_RB, VM_C);
        VM_NEXT();
    }
    VM_CASE(ITEM) :
    {
        const ptc_value *vector = VM_RB;

        if (PTC_LIKELY(vector->kind == PTC_VECTOR && VM_C < vector->aux)) {
            *VM_RA = ptc_vector_nth(vector, VM_C);
        } else if (PTC_UNLIKELY((unsigned)vector->kind == PTC_ENDLESS)) {
            VM_SAVE();
            *VM_RA = ptc_vm_item(lisp, *vector, VM_C);
        } else {
            *VM_RA = ptc_value_nil();
        }
        VM_NEXT();
    }
    VM_CASE(REST) :
    {
        VM_SAVE();
        *VM_RA = ptc_vm_rest(lisp, *VM_RB, VM_C);
        VM_NEXT();
    }
    VM_CASE(KEYED) :
    {
        VM_SAVE();
        *VM_RA = ptc_vm_keyed(lisp, *VM_RB, VM_C != 0);
        VM_NEXT();
    }
    VM_CASE(FIELD) :
    {
        ptc_value value;

        VM_SAVE();
        if (!ptc_lisp_get(lisp, VM_RB, VM_RC, &value))
            value = ptc_value_nil();
        *VM_RA = value;
        VM_NEXT();
    }
    VM_CASE(FIELD_OR) :
    {
        ptc_value value;

        VM_SAVE();
        if (ptc_lisp_get(lisp, VM_RB, VM_RC, &value)) {
            *VM_RA = value;
            VM_JUMP();
        } else {
            pc++;
        }
        VM_NEXT();
    }

    /* --- Iteration ----------------------------------------------------------------- */

    VM_CASE(ITERATE) :
    {
        VM_SAVE();
        slot = VM_RA;
        *slot = ptc_vm_elements(lisp, *VM_RB, VM_C != 0);
        slot[1] = ptc_value_int(0);
        VM_NEXT();
    }
    VM_CASE(NEXT) :
    {
        slot = VM_RA;
        if (PTC_LIKELY(slot[0].kind == PTC_VECTOR && slot[1].kind == PTC_INT &&
                       (uint64_t)slot[1].as.integer < slot[0].aux)) {
            uint32_t index = (uint32_t)slot[1].as.integer;

            slot[1] = ptc_value_int((int64_t)index + 1);
            *VM_RB = ptc_vector_nth(slot, index);
            pc++;
        } else {
            VM_SAVE();
            if (ptc_vm_pull(lisp, slot, VM_RB))
                pc++;
            else
                VM_JUMP();
        }
        VM_NEXT();
    }
    VM_CASE(PUSH) :
    {
        VM_SAVE();
        slot = VM_RA;
        *slot = ptc_vm_push(lisp, *slot, *VM_RB);
        VM_NEXT();
    }
    VM_CASE(NO_MATCH) :
    {
        VM_SAVE();
        ptc_vm_no_match(lisp, VM_RA, VM_B != 0);
    }
#ifndef VM_HAS_LABELS
case PTC_OP_COUNT:
    break;
}
VM_SAVE();
ptc_vm_damaged(lisp); /* cannot be: the verifier knows the opcodes */
#endif
}

#ifdef VM_HAS_LABELS
#pragma GCC diagnostic pop
#endif
