/* SPDX-License-Identifier: MIT */
/*
 * The language as tables, which the rooms above read: builtins.def here, special forms in
 * specials.def, instructions in opcodes.def (opcodes.h), hints about missing names in
 * hints.def; literal.h finds a name among such rows. The room has no code of its own and
 * uses only public headers.
 *
 * The builtins as C: ptc_core_NAME is the function, ptc_builtin_NAME the constant
 * function value. A family's file includes this and, at its end, defines its own
 * constants:
 *
 *     #define PTC_BUILTIN_MATH PTC_BUILTIN_DEFINE
 *     #include "lisp/language/builtins.def"
 *
 * so that a program that uses one family does not link the others.
 */
#ifndef PTC_LISP_BUILTINS_H
#define PTC_LISP_BUILTINS_H

#include <ptc/gen_lisp.h> /* a function is a value of the heap: value_int.h */

#define PTC_BUILTIN_DECLARE(lisp_name, name, least, most, doc)                           \
    PTC_HIDDEN ptc_value ptc_core_##name(ptc_lisp *lisp, const ptc_value *callee,        \
                                         ptc_value *args, uint32_t count);               \
    PTC_IMAGE_BUILTIN(name);

#define PTC_BUILTIN_DEFINE(lisp_name, name, least, most, doc)                            \
    PTC_API const ptc_function ptc_builtin_##name = {                                    \
        .head = PTC_OBJECT_FUNCTION,                                                     \
        .entry = ptc_core_##name,                                                        \
        .code = (lisp_name),                                                             \
        .min_args = (least),                                                             \
        .max_args = (most),                                                              \
    };

#define PTC_BUILTIN_EVERY   PTC_BUILTIN_DECLARE
#define PTC_BUILTIN_CATALOG PTC_BUILTIN_DECLARE
#include "lisp/language/builtins.def"

#endif
