/* SPDX-License-Identifier: MIT */
/*
 * The table of builtins by name. Only the compiler and hosts that restore functions
 * compiled from text refer to it: a program that runs without it links only the builtins
 * that it uses.
 */
#include "lisp/language/builtins.h"
#include "lisp/core/core_int.h"
#include "lisp/language/literal.h"

static const ptc_builtin_row builtin_rows[] = {
#define PTC_BUILTIN_EVERY(lisp_name, name, least, most, doc)                             \
    {lisp_name, &ptc_builtin_##name, doc},
#include "lisp/language/builtins.def"
};

const ptc_builtin_row *const ptc_builtin_rows = builtin_rows;
const uint32_t ptc_builtin_count = sizeof builtin_rows / sizeof *builtin_rows;

/* A row, where `name` has BUILTIN_LENGTH bytes: rows of other lengths leave no code. */
#define BUILTIN_ROW(text, row, least, most, doc)                                         \
    if (sizeof(text) - 1 == BUILTIN_LENGTH && word == PTC_LITERAL_WORD(text) &&          \
        (BUILTIN_LENGTH <= 8 || PTC_LITERAL_ENDS(name, text)))                           \
        return &ptc_builtin_##row;

const struct ptc_function *ptc_builtin_find(ptc_str name)
{
    uint64_t word = ptc_literal_load(name);

    switch (name.len) {
#define BUILTIN_LENGTH 1
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 2
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 3
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 4
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 5
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 6
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 7
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 8
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 9
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 10
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 11
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 12
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 13
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 14
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 15
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 16
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 17
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 18
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 19
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 20
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 21
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 22
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 23
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 24
#include "lisp/language/builtins_of_length.inc"
#define BUILTIN_LENGTH 25
#include "lisp/language/builtins_of_length.inc"
    default:
        break;
    }
    return NULL;
}
