/* SPDX-License-Identifier: MIT */
/*
 * Bytecode as text, and the columns of opcodes.def. A function is printed as
 *
 *     function fib [n]: 4 registers
 *        0  1:7   UNLESS_LESS_K  0 0 +2    ; 2, to 4
 *
 * with the index of the word, the place in the source, the operands in the order A, B or
 * Bx, C, W, and after the semicolon what they refer to, by their roles. The functions
 * within it follow.
 */
#include "lisp/heap/data.h"
#include "lisp/machine/machine_int.h"

enum { DISASSEMBLE_QUOTE = 40 };

static const char *const opcode_names[PTC_OP_COUNT] = {
#define PTC_OPCODE(constant, shape, roles, effect, meaning) #constant,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
};

static const char *const opcode_shapes[PTC_OP_COUNT] = {
#define PTC_OPCODE(constant, shape, roles, effect, meaning) #shape,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
};

static const char *const opcode_effects[PTC_OP_COUNT] = {
#define PTC_OPCODE(constant, shape, roles, effect, meaning) effect,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
};

const char *ptc_opcode_name(ptc_opcode op)
{
    return opcode_names[op];
}

const char *ptc_opcode_shape(ptc_opcode op)
{
    return opcode_shapes[op];
}

const char *ptc_opcode_effect(ptc_opcode op)
{
    return opcode_effects[op];
}

/* The instruction that is printed. */
typedef struct disassembly {
    ptc_text *text;
    const ptc_program *program;
    const ptc_proto *proto;
    ptc_instruction word;
    bool has_note;
} disassembly;

static void disassemble_pad(ptc_text *text, size_t from, size_t width)
{
    size_t used = text->len - from;

    ptc_text_repeat(text, ' ', used < width ? width - used : 1);
}

static void disassemble_operand(const disassembly *line, unsigned at)
{
    uint32_t operand = line->word.operands[at];

    switch ((unsigned)ptc_opcode_operands[line->word.op][at]) {
    case PTC_OPERAND_AHEAD:
    case PTC_OPERAND_BACK:
        ptc_text_cstr(line->text, (int32_t)operand >= 0 ? "+" : "");
        ptc_text_int(line->text, (int32_t)operand);
        break;
    case PTC_OPERAND_NUMBER:
        ptc_text_int(line->text, (int32_t)operand);
        break;
    default:
        ptc_text_uint(line->text, operand);
    }
}

static void disassemble_operands(const disassembly *line)
{
    bool has_operand = false;

    for (unsigned at = 0; at < PTC_OPERANDS; at++) {
        if (ptc_opcode_operands[line->word.op][at] == PTC_OPERAND__)
            continue;
        ptc_text_cstr(line->text, has_operand ? " " : "");
        disassemble_operand(line, at);
        has_operand = true;
    }
}

static void disassemble_note(disassembly *line, const char *words)
{
    ptc_text_cstr(line->text, line->has_note ? ", " : "  ; ");
    ptc_text_cstr(line->text, words);
    line->has_note = true;
}

static void disassemble_print(const disassembly *line, const ptc_value *value)
{
    if (value->kind == (uint8_t)PTC_FUNCTION &&
        ptc_function_is_native(ptc_vm_function(value))) {
        ptc_text_cstr(line->text, ptc_callee_name(value));
        return;
    }
    ptc_lisp_print_cut(line->program->lisp, line->text, value, PTC_PRINT_READABLE,
                       DISASSEMBLE_QUOTE);
}

static void disassemble_value(disassembly *line, const ptc_value *value)
{
    disassemble_note(line, "");
    disassemble_print(line, value);
}

/* The keys of a map literal. */
static void disassemble_shape(disassembly *line, const ptc_site *site)
{
    if (site->shape == NULL || site->key.kind != PTC_NIL)
        return;
    disassemble_note(line, "{");
    for (uint32_t i = 0; i < site->shape->count; i++) {
        ptc_text_cstr(line->text, i > 0 ? " " : "");
        disassemble_print(line, &site->shape->keys[i]);
    }
    ptc_text_byte(line->text, '}');
}

/* What an operand refers to; nothing where the code has not been verified and refers to
 * what is not there. */
static void disassemble_reference(disassembly *line, unsigned at)
{
    const ptc_program *program = line->program;
    const ptc_proto *proto = line->proto;
    uint32_t operand = line->word.operands[at];

    switch ((unsigned)ptc_opcode_operands[line->word.op][at]) {
    case PTC_OPERAND_CONST:
    case PTC_OPERAND_KEYWORD:
        if (operand < proto->constant_count)
            disassemble_value(line, &proto->constants[operand]);
        break;
    case PTC_OPERAND_VAR:
        if (operand < program->variable_count)
            disassemble_note(line, program->variables[operand]->name->text);
        break;
    case PTC_OPERAND_KEY:
        if (operand < program->site_count &&
            program->sites[operand].key.kind == PTC_KEYWORD)
            disassemble_value(line, &program->sites[operand].key);
        break;
    case PTC_OPERAND_SHAPE:
        if (operand < program->site_count)
            disassemble_shape(line, &program->sites[operand]);
        break;
    case PTC_OPERAND_CHILD:
        if (operand < proto->child_count && proto->children[operand]->name != NULL)
            disassemble_note(line, proto->children[operand]->name->text);
        break;
    case PTC_OPERAND_AHEAD:
    case PTC_OPERAND_BACK:
        disassemble_note(line, "to ");
        ptc_text_int(line->text, (int64_t)line->word.next + (int32_t)operand);
        break;
    default:
        break;
    }
}

static void disassemble_instruction(disassembly *line)
{
    disassemble_operands(line);
    line->has_note = false;
    for (unsigned at = 0; at < PTC_OPERANDS; at++)
        disassemble_reference(line, at);
}

static void disassemble_place(disassembly *line, uint32_t at)
{
    ptc_source source = {{NULL, 0}, line->program->text};
    ptc_position position;

    if (line->proto->places == NULL)
        return;
    position = ptc_source_position(&source, line->proto->places[at]);
    ptc_text_uint(line->text, position.line);
    ptc_text_byte(line->text, ':');
    ptc_text_uint(line->text, position.column);
}

static void disassemble_word(disassembly *line, uint32_t at)
{
    ptc_text *text = line->text;
    size_t start = text->len;

    ptc_text_cstr(text, at < 10 ? "   " : at < 100 ? "  " : at < 1000 ? " " : "");
    ptc_text_uint(text, at);
    ptc_text_cstr(text, "  ");
    disassemble_place(line, at);
    disassemble_pad(text, start, 14);
    if (line->word.op >= PTC_OP_COUNT) {
        ptc_text_cstr(text, "? ");
        ptc_text_uint(text, line->proto->code[at]);
    } else {
        ptc_text_cstr(text, opcode_names[line->word.op]);
        disassemble_pad(text, start, 34);
        disassemble_instruction(line);
    }
    ptc_text_byte(text, '\n');
}

static void disassemble_count(ptc_text *text, uint32_t count, const char *what)
{
    ptc_text_uint(text, count);
    ptc_text_byte(text, ' ');
    ptc_text_cstr(text, what);
}

static void disassemble_head(const ptc_program *program, const ptc_proto *proto,
                             ptc_text *text)
{
    if (proto == program->main) {
        ptc_text_cstr(text, "program");
    } else {
        ptc_text_cstr(text, "function ");
        ptc_text_cstr(text, proto->name != NULL ? proto->name->text : "-");
        ptc_text_byte(text, ' ');
        ptc_text_str(text, proto->parameters_text);
    }
    ptc_text_cstr(text, ": ");
    disassemble_count(text, proto->registers,
                      proto->registers == 1 ? "register" : "registers");
    if (proto->capture_count != 0) {
        ptc_text_cstr(text, ", ");
        disassemble_count(text, proto->capture_count, "captured");
    }
    ptc_text_byte(text, '\n');
}

uint32_t ptc_instruction_disassemble(const ptc_program *program, const ptc_proto *proto,
                                     uint32_t at, ptc_text *text)
{
    disassembly line = {.text = text, .program = program, .proto = proto};

    ptc_instruction_decode(proto, at, &line.word);
    if (line.word.op >= PTC_OP_COUNT)
        return line.word.next;
    ptc_text_cstr(text, opcode_names[line.word.op]);
    ptc_text_byte(text, ' ');
    disassemble_instruction(&line);
    return line.word.next;
}

static void disassemble_code(const ptc_program *program, const ptc_proto *proto,
                             ptc_text *text)
{
    disassembly line = {.text = text, .program = program, .proto = proto};

    disassemble_head(program, proto, text);
    for (uint32_t at = 0; at < proto->code_count; at = line.word.next) {
        ptc_instruction_decode(proto, at, &line.word);
        disassemble_word(&line, at);
    }
}

/* As deep as functions nest in the source, which its reader bounds. */
static void disassemble_proto(const ptc_program *program, const ptc_proto *proto,
                              ptc_text *text)
{
    if (proto->arity_count == 0)
        disassemble_code(program, proto, text);
    for (uint32_t i = 0; i < proto->arity_count; i++)
        disassemble_proto(program, proto->arities[i], text);
    if (proto->arity_count != 0)
        return;
    for (uint32_t i = 0; i < proto->child_count; i++)
        disassemble_proto(program, proto->children[i], text);
}

void ptc_program_disassemble(ptc_text *text, const ptc_program *program)
{
    disassemble_proto(program, program->main, text);
}
