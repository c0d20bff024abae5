/* SPDX-License-Identifier: MIT */
/*
 * Forms to bytecode in one pass, and what is said about names that mean nothing. The room
 * uses the forms of lisp/read, the instructions and special forms of lisp/language, names
 * and constants of lisp/heap, the table of builtins in lisp/core, lisp/text to look at
 * literal patterns, and asks lisp/host which tools and which data there are. It knows
 * instructions but not what runs them.
 *
 * One circle is meant: a form is compiled by compile.c, through specials.def, which has a
 * function for each special form, and these compile the forms within: all of compile*.c
 * but compile_emit.c and compile_form.c, on which the others stand; hints*.c is beside
 * it, explain.c above: it reads a form of a program that failed once more.
 *
 * This header has what others use; compiler.h is for compile*.c alone.
 */
#ifndef PTC_LISP_COMPILE_INT_H
#define PTC_LISP_COMPILE_INT_H

#include "lisp/heap/fault.h"

/* --- compile.c --------------------------------------------------------------------- */

/* Compiles the forms into `program` (its arena, text and lisp are set). Raises analysis
 * errors through ptc_lisp_raise_at. */
void ptc_lisp_compile_forms(ptc_program *program, const ptc_forms *forms,
                            const uint32_t *roots, uint32_t root_count);

/* --- explain.c --------------------------------------------------------------------- */

/* The `explain` of programs made from text: it reads the form at the place anew. */
PTC_COLD void ptc_lisp_explain(ptc_lisp *lisp);
/* What the form at the place says about a fault of that sort, in the run's arena; empty
 * when it says nothing. */
ptc_str ptc_lisp_explanation(ptc_lisp *lisp, ptc_str source, uint32_t place,
                             ptc_fault_sort sort);

/* --- hints_space.c, hints.c
 * ----------------------------------------------------------------------- */

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
/* The full name of a namespace that the language knows, or empty. */
ptc_str ptc_lisp_namespace_known(ptc_str ns);
/* The names in it that :refer :all and `use` bring; `*rest`, which is set to NULL before,
 * is where to go on. Empty at the end. */
ptc_str ptc_lisp_namespace_next(ptc_str ns, const char **rest);
/* Why a well-known namespace can never be there, or NULL. */
const char *ptc_lisp_namespace_absent(ptc_str ns);
/* Whether it names a class of Java of which the language has something: what it lacks is
 * unsupported_method. [ptc-lisp 15] */
bool ptc_lisp_is_class(ptc_str ns);
/* Whether it is a namespace of the language, or of the host: ctx data memory tool. */
bool ptc_lisp_is_namespace(ptc_str ns);
bool ptc_lisp_is_host_space(ptc_str ns);

#endif
