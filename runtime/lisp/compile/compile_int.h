/* SPDX-License-Identifier: MIT */
/*
 * Forms to bytecode in one pass, and the messages about names that mean nothing. The room
 * uses the forms of lisp/read, the instructions and special forms of lisp/language, names
 * and constants of lisp/heap, the table of builtins in lisp/core, lisp/text to look at
 * literal patterns, and asks lisp/host which tools and which data there are. It knows the
 * instructions but not the machine that runs them.
 *
 * One cycle is intended: compile.c compiles a form through specials.def, which has a
 * function for each special form, and these functions compile the forms inside. The cycle
 * is all of compile*.c except compile_emit.c and compile_form.c, which the others use;
 * hints*.c is next to it, explain.c above it: it reads a form of a failed program again.
 *
 * This header is for other rooms; compiler.h is only for compile*.c.
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

/* The `explain` of programs made from text: it reads the form at the place again. */
PTC_COLD void ptc_lisp_explain(ptc_lisp *lisp);
/* An explanation of a fault of that kind from the form at the place, in the run's arena;
 * empty when there is none. */
ptc_str ptc_lisp_explanation(ptc_lisp *lisp, ptc_str source, uint32_t place,
                             ptc_fault_sort sort);

/* --- hints_space.c, hints.c
 * ----------------------------------------------------------------------- */

/*
 * Appends what to do about the unbound symbol `name`, the first that applies: it is a
 * special form; a name of Clojure that is left out; written with `_` for `-`; near one of
 * `known` (locals and variables) or to a builtin. Appends nothing when nothing applies;
 * else text that follows the message: ". Did you mean: map". [ptc-lisp 4, 17]
 */
void ptc_lisp_hint(ptc_text *text, ptc_str name, const ptc_str *known, size_t count);
/* What to use instead of a name that is left out on purpose, or NULL. */
const char *ptc_lisp_hint_absent(ptc_str name);

/*
 * The name of the builtin that ns/name means: str/join is "join", Math/abs "Math/abs",
 * core/map "map". `ns` is not one of the host's (ctx data memory tool budget). False when
 * there is no such builtin: then the fault was appended to `why`, for invalid_form.
 * [ptc-lisp 4]
 */
bool ptc_lisp_namespace_resolve(ptc_str ns, ptc_str name, ptc_str *builtin,
                                ptc_text *why);
/* The full name of a namespace that the language knows, or empty. */
ptc_str ptc_lisp_namespace_known(ptc_str ns);
/* The names in it that :refer :all and `use` bring; `*rest`, which is set to NULL before,
 * is where to go on. Empty at the end. */
ptc_str ptc_lisp_namespace_next(ptc_str ns, const char **rest);
/* Why a well-known namespace can never be available, or NULL. */
const char *ptc_lisp_namespace_absent(ptc_str ns);
/* Whether it names a Java class of which the language has some members: a missing one is
 * unsupported_method. [ptc-lisp 15] */
bool ptc_lisp_is_class(ptc_str ns);
/* Whether it is a namespace of the language, or of the host: ctx data memory tool. */
bool ptc_lisp_is_namespace(ptc_str ns);
bool ptc_lisp_is_host_space(ptc_str ns);

#endif
