/* SPDX-License-Identifier: MIT */
/*
 * The table of builtins by name. Only the compiler refers to it, so that a program that
 * runs without one links the builtins that it uses and no others.
 */
#include "lisp/compile.h"

const ptc_builtin_row ptc_builtin_rows[] = {
#define PTC_BUILTIN_EVERY(lisp_name, name, least, most, doc)                             \
    {lisp_name, &ptc_builtin_##name, doc},
#include "lisp/builtins.def"
};

const uint32_t ptc_builtin_count = sizeof(ptc_builtin_rows) / sizeof *ptc_builtin_rows;

/* A row, where `name` has BUILTIN_LENGTH bytes: rows of other lengths leave no code. */
#define BUILTIN_ROW(text, row)                                                           \
    if (sizeof(text) - 1 == BUILTIN_LENGTH && word == PTC_LITERAL_WORD(text) &&          \
        (BUILTIN_LENGTH <= 8 || PTC_LITERAL_ENDS(name, text)))                           \
        return &ptc_builtin_##row;
#define BUILTIN_FAMILY(lisp_name, name, least, most, doc) BUILTIN_ROW(lisp_name, name)

const ptc_function *ptc_builtin_find(ptc_str name)
{
    uint64_t word = ptc_literal_load(name);

    switch (name.len) {
#define BUILTIN_LENGTH    1
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    2
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    3
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    4
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    5
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    6
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    7
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    8
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    9
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    10
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    11
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    12
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    13
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    14
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    15
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    16
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    17
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    18
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    19
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    20
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    21
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    22
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    23
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
#define BUILTIN_LENGTH    24
#define PTC_BUILTIN_EVERY BUILTIN_FAMILY
    case BUILTIN_LENGTH:
#include "lisp/builtins.def"
#undef BUILTIN_LENGTH
        break;
    default:
        break;
    }
    return NULL;
}
