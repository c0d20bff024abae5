/* SPDX-License-Identifier: MIT */
/* The instructions as C: see opcodes.def. */
#ifndef PTC_LISP_OPCODES_H
#define PTC_LISP_OPCODES_H

#include <ptc/config.h>

#include <stdbool.h>

/* ORDER OPCODE */
typedef enum ptc_opcode {
#define PTC_OPCODE(constant, shape, effect, meaning) PTC_OP_##constant,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
    PTC_OP_COUNT
} ptc_opcode;

/* The third operand of SEQUENCE. */
enum {
    PTC_SEQUENCE_REST = 1,
    PTC_SEQUENCE_ITEM = 2,        /* times the number of items */
    PTC_SEQUENCE_ITEMS_MAX = 127, /* so many, or more */
};

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

#endif
