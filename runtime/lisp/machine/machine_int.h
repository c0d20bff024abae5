/* SPDX-License-Identifier: MIT */
/*
 * Running bytecode: the check that it is safe, the loop, and its text form. The room uses
 * the instructions of lisp/language, lisp/heap, and lisp/host for `ctx/name`. It knows
 * neither forms nor the compiler, and calls builtins only through their entries.
 *
 * One cycle is intended: the loop of vm.c leaves longer operations to vm_parts.c, which
 * makes the functions whose entry is the loop.
 */
#ifndef PTC_LISP_MACHINE_INT_H
#define PTC_LISP_MACHINE_INT_H

#include "lisp/heap/heap_int.h"
#include "lisp/language/opcodes.h"

/* --- bytecode.c -------------------------------------------------------------------- */

/* What the operands of each instruction refer to: ptc_operand, in the order A, B, C, W.
 */
extern const uint8_t ptc_opcode_operands[PTC_OP_COUNT][PTC_OPERANDS];

/* An instruction taken apart. Bx is the operand B; a signed one and W are kept as their
 * bits. */
typedef struct ptc_instruction {
    ptc_opcode op; /* PTC_OP_COUNT or more: unknown, without operands */
    uint32_t operands[PTC_OPERANDS];
    uint32_t next; /* the index of the next one */
} ptc_instruction;

void ptc_instruction_decode(const ptc_proto *proto, uint32_t at, ptc_instruction *out);

/* Whether running the program is safe, whatever its bytes are: registers, constants,
 * sites, variables, children, jumps into instructions, an end on every path. The message
 * goes to `*why`. */
bool ptc_program_verify(const ptc_program *program, const char **why);

/* --- disassemble.c ----------------------------------------------------------------- */

/* The columns of opcodes.def. */
const char *ptc_opcode_name(ptc_opcode op);
const char *ptc_opcode_shape(ptc_opcode op);
const char *ptc_opcode_effect(ptc_opcode op);

/* Appends the instruction at a word of the function, which has code: "CONSTANT 0 1  ; 7".
 * Returns the index of the next one. */
uint32_t ptc_instruction_disassemble(const ptc_program *program, const ptc_proto *proto,
                                     uint32_t at, ptc_text *text);

/* --- vm.c -------------------------------------------------------------------------- */

/* The entry of every closure. */
ptc_value ptc_vm_entry(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count);

PTC_INLINE ptc_function *ptc_vm_function(const ptc_value *value)
{
    return (ptc_function *)(void *)value->as.object;
}

/* --- vm_parts.c: only for vm.c, except ptc_vm_closure ---------------------------- */

/* A function of a program without captured values. */
ptc_value ptc_vm_closure(ptc_lisp *lisp, const ptc_proto *proto);
/* The called arity, with its rest parameter made; or raises. */
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
/* `items` is the third operand of SEQUENCE. */
ptc_value ptc_vm_sequence(ptc_lisp *lisp, ptc_value value, uint32_t items);
/* An item of a sequence without an end. */
ptc_value ptc_vm_item(ptc_lisp *lisp, ptc_value sequence, uint32_t index);
ptc_value ptc_vm_rest(ptc_lisp *lisp, ptc_value vector, uint32_t from);
ptc_value ptc_vm_keyed(ptc_lisp *lisp, ptc_value value, bool is_rest);
ptc_value ptc_vm_elements(ptc_lisp *lisp, ptc_value value, bool needs_end);
/* The next element, when the vector has no more; false when there is none. A SAFEPOINT
 * for an endless sequence. */
bool ptc_vm_pull(ptc_lisp *lisp, const ptc_value *elements, ptc_value *item);
PTC_COLD PTC_NORETURN void ptc_vm_unbound(ptc_lisp *lisp, const ptc_variable *variable);
PTC_COLD PTC_NORETURN void ptc_vm_no_match(ptc_lisp *lisp, const ptc_value *value,
                                           bool is_condp);
PTC_COLD PTC_NORETURN void ptc_vm_damaged(ptc_lisp *lisp);

#endif
