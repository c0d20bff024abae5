/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/lisp: reader, compiler, verifier and machine, by the file that
 * defines them. No builtin needs any of it.
 */
#ifndef PTC_LISP_MACHINE_INT_H
#define PTC_LISP_MACHINE_INT_H

#include "lisp/heap/context_int.h"

/* --- read.c ------------------------------------------------------------------------ */

/*
 * Reads a whole program into `forms` (initialised; in forms->arena). Each top-level
 * form's index goes to `*roots`. False with `*error` set: the first fault. Afterwards
 * forms->text is the copy of the source that texts are borrowed from. [ptc-lisp 2]
 *
 * Forms of programs: `#(..)` is a LIST with PTC_FORM_SHORT; 'x and (quote x) are SYMBOL
 * with PTC_FORM_QUOTED, #'x is the symbol x; characters are STRING; ns/name is a SYMBOL
 * with PTC_FORM_QUALIFIED. number.integer of a SYMBOL is the ptc_symbol_hash of its whole
 * text. `lisp` may be NULL.
 */
bool ptc_lisp_read(ptc_lisp *lisp, ptc_forms *forms, uint32_t **roots,
                   uint32_t *root_count, ptc_lisp_error *error);

/* --- read_extent.c: where programs end, for those who get them line by line --------- */

enum { PTC_READ_DEPTH_MAX = 64 }; /* collections within each other */

/* What is open at the end of the text so far; all zero at first. */
typedef struct ptc_extent {
    uint32_t depth;    /* collections */
    uint32_t discards; /* forms that prefixes outside of collections wait for, to drop */
    bool is_awaited;   /* the form that ^ describes is to come */
    bool is_quoted;    /* the name behind ' is to come */
    bool is_within;    /* a string or pattern goes on */
    bool is_faulty;    /* the reader will say why; nothing more is looked at */
    uint8_t tokens[PTC_READ_DEPTH_MAX]; /* that opened the collections */
} ptc_extent;

/*
 * Looks on from `*at` (behind a newline, or 0, where a string goes on) to the end of the
 * next form outside of collections, and moves `*at` there: true. False at the end of the
 * text, or at a fault. The text ends with a NUL behind its `len` bytes; it is written to,
 * but left as it was. Linear in what is new.
 */
bool ptc_extent_next(ptc_extent *extent, char *text, size_t len, size_t *at);

/* Whether more text can make the rest a form: no fault, and something is open. */
bool ptc_extent_is_open(const ptc_extent *extent);

/* For tables of the compile phase, whose size the limits of programs bound. */
PTC_INLINE uint32_t ptc_symbol_hash(ptc_str name)
{
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t hash = name.len * odd;
    uint64_t word = 0;
    size_t i = 0;

    for (; i + 8 <= name.len; i += 8) {
        memcpy(&word, name.ptr + i, 8);
        hash = (hash ^ word) * odd;
        hash ^= hash >> 32;
    }
    if (name.len >= 8) {
        memcpy(&word, name.ptr + name.len - 8, 8);
    } else if (name.len >= 4) {
        uint32_t first;
        uint32_t last;

        memcpy(&first, name.ptr, 4);
        memcpy(&last, name.ptr + name.len - 4, 4);
        word = (uint64_t)first << 32 | last;
    } else if (name.len > 0) {
        word = (uint64_t)(unsigned char)name.ptr[0] << 16 |
               (uint64_t)(unsigned char)name.ptr[name.len / 2] << 8 |
               (unsigned char)name.ptr[name.len - 1];
    }
    hash = (hash ^ word) * odd;
    return (uint32_t)(hash >> 32);
}

/* --- hints.c ----------------------------------------------------------------------- */

/*
 * Appends what to do about the unbound symbol `name`, the first that applies: it is a
 * special form; a name of Clojure that is left out; written with `_` for `-`; near to one
 * of `known` (locals and variables) or to a builtin. Appends nothing when nothing
 * applies; else text that follows the message: ". Did you mean: map". [ptc-lisp 4, 17]
 */
void ptc_lisp_hint(ptc_text *text, ptc_str name, const ptc_str *known, size_t count);
/* What to do instead of a name that is left out on purpose, or NULL. */
const char *ptc_lisp_hint_absent(ptc_str name);

/*
 * The name of the builtin that ns/name means: str/join is "join", Math/abs "Math/abs",
 * core/map "map". `ns` is none of the host's (ctx data memory tool budget). False when
 * there is none: then what is wrong was appended to `why`, for invalid_form. [ptc-lisp 4]
 */
bool ptc_lisp_namespace_resolve(ptc_str ns, ptc_str name, ptc_str *builtin,
                                ptc_text *why);
/* Whether it names a class of Java of which the language has something: what it lacks is
 * unsupported_method. [ptc-lisp 15] */
bool ptc_lisp_is_class(ptc_str ns);

/* --- compile.c --------------------------------------------------------------------- */

/* Compiles the forms into `program` (its arena, text and lisp are set). Raises analysis
 * errors through ptc_lisp_raise_at. */
void ptc_lisp_compile_forms(ptc_program *program, const ptc_forms *forms,
                            const uint32_t *roots, uint32_t root_count);

/* As ptc_lisp_raise, for a place in the source. */
PTC_COLD PTC_NORETURN void ptc_lisp_raise_at(ptc_lisp *lisp, uint32_t offset,
                                             ptc_reason reason, const char *format, ...)
    PTC_PRINTF(4, 5);

/* --- bytecode.c -------------------------------------------------------------------- */

/* Whether a second word follows. */
PTC_INLINE bool ptc_opcode_is_wide(ptc_opcode op)
{
    switch ((unsigned)op) {
#define PTC_OPCODE(constant, shape, effect, meaning)                                     \
    case PTC_OP_##constant:                                                              \
        return sizeof(#shape) > 1 && #shape[sizeof(#shape) - 2] == 'W';
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
    default:
        return false;
    }
}

/* Whether running the program is safe, whatever its bytes are: registers, constants,
 * sites, variables, children, jumps into instructions, an end on every path. The message
 * goes to `*why`. */
bool ptc_program_verify(const ptc_program *program, const char **why);

/* --- run.c ------------------------------------------------------------------------- */

/* An empty program of that text, among the context's; NULL when refused memory. */
ptc_program *ptc_program_new(ptc_lisp *lisp, ptc_str text);

/* --- disassemble.c ----------------------------------------------------------------- */

/* The columns of opcodes.def. */
const char *ptc_opcode_name(ptc_opcode op);
const char *ptc_opcode_shape(ptc_opcode op);
const char *ptc_opcode_effect(ptc_opcode op);

/* --- vm.c -------------------------------------------------------------------------- */

/* The entry of every closure. */
ptc_value ptc_vm_entry(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count);

PTC_INLINE ptc_function *ptc_vm_function(const ptc_value *value)
{
    return (ptc_function *)(void *)value->as.object;
}

/* --- vm_parts.c: for vm.c alone, but for ptc_vm_closure ---------------------------- */

/* A function of a program without captured values. */
ptc_value ptc_vm_closure(ptc_lisp *lisp, const ptc_proto *proto);
/* The arity that is called, its rest parameter made; or raises. */
const ptc_proto *ptc_vm_arrange(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count);
void ptc_vm_capture(ptc_lisp *lisp, const ptc_frame *frame, const ptc_proto *proto,
                    ptc_value *out);
void ptc_vm_patch(ptc_lisp *lisp, const ptc_value *closure, uint32_t index,
                  const ptc_value *value);
void ptc_vm_count_jump(ptc_lisp *lisp, ptc_value *counter);
ptc_value ptc_vm_inc(ptc_lisp *lisp, const ptc_value *number);
ptc_value ptc_vm_dec(ptc_lisp *lisp, const ptc_value *number);
void ptc_vm_get_or(ptc_lisp *lisp, ptc_site *site, const ptc_value *map,
                   const ptc_value *otherwise, ptc_value *out);
void ptc_vm_map_more(ptc_lisp *lisp, ptc_value *slot, uint32_t count);
void ptc_vm_vector_more(ptc_lisp *lisp, ptc_value *slot, uint32_t count);
void ptc_vm_set_more(ptc_lisp *lisp, ptc_value *slot, uint32_t count);
ptc_value ptc_vm_push(ptc_lisp *lisp, ptc_value vector, ptc_value item);
ptc_value ptc_vm_sequence(ptc_lisp *lisp, ptc_value value, bool has_rest);
ptc_value ptc_vm_rest(ptc_lisp *lisp, ptc_value vector, uint32_t from);
ptc_value ptc_vm_keyed(ptc_lisp *lisp, ptc_value value, bool is_rest);
ptc_value ptc_vm_elements(ptc_lisp *lisp, ptc_value value);
PTC_COLD PTC_NORETURN void ptc_vm_unbound(ptc_lisp *lisp, const ptc_variable *variable);
PTC_COLD PTC_NORETURN void ptc_vm_no_match(ptc_lisp *lisp, const ptc_value *value,
                                           bool is_condp);
PTC_COLD PTC_NORETURN void ptc_vm_damaged(ptc_lisp *lisp);

#endif
