/* SPDX-License-Identifier: MIT */
/*
 * The builtins as C: ptc_core_NAME is the function, ptc_builtin_NAME the constant
 * function value. A family's file includes this through lisp_int.h and, at its end,
 * defines its own constants:
 *
 *     #define PTC_BUILTIN_MATH PTC_BUILTIN_DEFINE
 *     #include "lisp/language/builtins.def"
 *
 * so that a program that uses one family links no other.
 */
#ifndef PTC_LISP_BUILTINS_H
#define PTC_LISP_BUILTINS_H

#define PTC_BUILTIN_DECLARE(lisp_name, name, least, most, doc)                           \
    ptc_value ptc_core_##name(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,  \
                              uint32_t count);                                           \
    extern const ptc_function ptc_builtin_##name;

#define PTC_BUILTIN_DEFINE(lisp_name, name, least, most, doc)                            \
    const ptc_function ptc_builtin_##name = {                                            \
        .head = PTC_OBJECT_FUNCTION,                                                     \
        .entry = ptc_core_##name,                                                        \
        .code = lisp_name,                                                               \
        .min_args = (least),                                                             \
        .max_args = (most),                                                              \
    };

#define PTC_BUILTIN_EVERY PTC_BUILTIN_DECLARE
#include "lisp/language/builtins.def"

#endif
