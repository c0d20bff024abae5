/* SPDX-License-Identifier: MIT */
/* The instructions as C: see opcodes.def. */
#ifndef PTC_LISP_OPCODES_H
#define PTC_LISP_OPCODES_H

#include <ptc/config.h>

#include <stdbool.h>

/* ORDER OPCODE */
typedef enum ptc_opcode {
#define PTC_OPCODE(constant, shape, roles, effect, meaning) PTC_OP_##constant,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
    PTC_OP_COUNT
} ptc_opcode;

/* What an operand refers to. */
typedef enum ptc_operand {
    PTC_OPERAND__, /* the shape has no such operand */
    PTC_OPERAND_REG,
    PTC_OPERAND_CURSOR,
    PTC_OPERAND_CONST,
    PTC_OPERAND_KEYWORD,
    PTC_OPERAND_VAR,
    PTC_OPERAND_KEY,
    PTC_OPERAND_SHAPE,
    PTC_OPERAND_CAPTURE,
    PTC_OPERAND_CHILD,
    PTC_OPERAND_ITEMS,
    PTC_OPERAND_ITEMS_MORE,
    PTC_OPERAND_PAIRS,
    PTC_OPERAND_PAIRS_MORE,
    PTC_OPERAND_WINDOW,
    PTC_OPERAND_LIVE,
    PTC_OPERAND_AHEAD,
    PTC_OPERAND_BACK,
    PTC_OPERAND_TURN,
    PTC_OPERAND_NUMBER
} ptc_operand;

/* Where the roles of an instruction are, and its operands once it is decoded. */
enum { PTC_AT_A, PTC_AT_B, PTC_AT_C, PTC_AT_W, PTC_OPERANDS };

/* How the first word is divided; the others have A, B and C in a byte each. */
typedef enum ptc_word_shape {
    PTC_SHAPE_A,
    PTC_SHAPE_AB,
    PTC_SHAPE_ABC,
    PTC_SHAPE_ABx,
    PTC_SHAPE_AsBx,
    PTC_SHAPE_W,
    PTC_SHAPE_AW,
    PTC_SHAPE_ABW,
    PTC_SHAPE_ABCW
} ptc_word_shape;

/* The third operand of SEQUENCE. */
enum {
    PTC_SEQUENCE_REST = 1,
    PTC_SEQUENCE_ITEM = 2,        /* times the number of items */
    PTC_SEQUENCE_ITEMS_MAX = 127, /* this many, or more */
};

/* Whether a second word follows. */
PTC_INLINE bool ptc_opcode_is_wide(ptc_opcode op)
{
    switch ((unsigned)op) {
#define PTC_OPCODE(constant, shape, roles, effect, meaning)                              \
    case PTC_OP_##constant:                                                              \
        return sizeof(#shape) > 1 && #shape[sizeof(#shape) - 2] == 'W';
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
    default:
        return false;
    }
}

#endif
