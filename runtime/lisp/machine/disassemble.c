/* SPDX-License-Identifier: MIT */
/*
 * Bytecode as text, and what the shapes of instructions are. A function is
 *
 *     function fib [n]: 4 registers
 *        0  1:7   UNLESS_LESS_K  0 0 +2    ; 2, to 4
 *
 * with the index of the word, the place in the source, operands A B C or Bx, W, and
 * behind the semicolon what they stand for. Functions inside follow.
 */
#include "lisp/heap/data.h"
#include "lisp/machine/machine_int.h"

enum { DISASSEMBLE_QUOTE = 40 };

static const char *const opcode_names[PTC_OP_COUNT] = {
#define PTC_OPCODE(constant, shape, effect, meaning) #constant,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
};

static const char *const opcode_shapes[PTC_OP_COUNT] = {
#define PTC_OPCODE(constant, shape, effect, meaning) #shape,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
};

static const char *const opcode_effects[PTC_OP_COUNT] = {
#define PTC_OPCODE(constant, shape, effect, meaning) effect,
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

/* One instruction under way. */
typedef struct disassembly {
    ptc_text *text;
    const ptc_program *program;
    const ptc_proto *proto;
    ptc_opcode op;
    uint32_t word;
    uint32_t second;
    uint32_t behind;
} disassembly;

static void disassemble_pad(ptc_text *text, size_t from, size_t width)
{
    size_t used = text->len - from;

    ptc_text_repeat(text, ' ', used < width ? width - used : 1);
}

static bool disassemble_is_jump(const disassembly *line)
{
    return strstr(opcode_effects[line->op], "pc += W") != NULL;
}

static void disassemble_operands(const disassembly *line)
{
    const char *shape = opcode_shapes[line->op];
    ptc_text *text = line->text;

    if (shape[0] == 'A') {
        ptc_text_uint(text, line->word >> 8 & 255u);
        shape++;
    }
    if (strcmp(shape, "Bx") == 0 || strcmp(shape, "sBx") == 0) {
        ptc_text_byte(text, ' ');
        ptc_text_int(text, shape[0] == 's' ? (int16_t)(line->word >> 16)
                                           : (int64_t)(line->word >> 16));
        return;
    }
    for (; *shape == 'B' || *shape == 'C'; shape++) {
        ptc_text_byte(text, ' ');
        ptc_text_uint(text, line->word >> (*shape == 'B' ? 16 : 24) & 255u);
    }
    if (*shape != 'W')
        return;
    ptc_text_cstr(text, shape == opcode_shapes[line->op] ? "" : " ");
    if (!disassemble_is_jump(line)) {
        ptc_text_uint(text, line->second);
        return;
    }
    if ((int32_t)line->second >= 0)
        ptc_text_byte(text, '+');
    ptc_text_int(text, (int32_t)line->second);
}

static void disassemble_note(disassembly *line, bool *has_note)
{
    ptc_text_cstr(line->text, *has_note ? ", " : "  ; ");
    *has_note = true;
}

static void disassemble_value(disassembly *line, const ptc_value *value)
{
    if (value->kind == (uint8_t)PTC_FUNCTION &&
        ptc_function_is_native(ptc_vm_function(value))) {
        ptc_text_cstr(line->text, ptc_callee_name(value));
        return;
    }
    ptc_lisp_print_cut(line->program->lisp, line->text, value, PTC_PRINT_READABLE,
                       DISASSEMBLE_QUOTE);
}

/* The index that `letter[..]` of the effect stands for; false when there is none. */
static bool disassemble_index(const disassembly *line, char letter, uint32_t *index)
{
    char pattern[4] = {letter, '[', '\0'};
    const char *at = strstr(opcode_effects[line->op], pattern);

    if (at == NULL)
        return false;
    switch (at[2]) {
    case 'W':
        *index = line->second;
        return true;
    case 'B':
        *index = at[3] == 'x' ? line->word >> 16 : line->word >> 16 & 255u;
        return true;
    default:
        *index = line->word >> 24;
        return true;
    }
}

/* What the operands refer to. */
static void disassemble_notes(disassembly *line)
{
    const ptc_proto *proto = line->proto;
    const ptc_program *program = line->program;
    bool has_note = false;
    uint32_t index;

    if (disassemble_index(line, 'K', &index) && index < proto->constant_count) {
        disassemble_note(line, &has_note);
        disassemble_value(line, &proto->constants[index]);
    }
    if (disassemble_index(line, 'V', &index) && index < program->variable_count) {
        disassemble_note(line, &has_note);
        ptc_text_cstr(line->text, program->variables[index]->name->text);
    }
    if (disassemble_index(line, 'S', &index) && index < program->site_count &&
        program->sites[index].key.kind == PTC_KEYWORD) {
        disassemble_note(line, &has_note);
        disassemble_value(line, &program->sites[index].key);
    }
    if (disassemble_is_jump(line)) {
        disassemble_note(line, &has_note);
        ptc_text_cstr(line->text, "to ");
        ptc_text_int(line->text, (int64_t)line->behind + (int32_t)line->second);
    }
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
    if (line->op >= PTC_OP_COUNT) {
        ptc_text_cstr(text, "? ");
        ptc_text_uint(text, line->word);
    } else {
        ptc_text_cstr(text, opcode_names[line->op]);
        disassemble_pad(text, start, 34);
        disassemble_operands(line);
        disassemble_notes(line);
    }
    ptc_text_byte(text, '\n');
}

static void disassemble_head(ptc_text *text, const ptc_proto *proto)
{
    ptc_text_cstr(text, "function ");
    ptc_text_cstr(text, proto->name != NULL ? proto->name->text : "-");
    ptc_text_byte(text, ' ');
    ptc_text_str(text, proto->parameters_text);
    ptc_text_cstr(text, ": ");
    ptc_text_uint(text, proto->registers);
    ptc_text_cstr(text, " registers");
    if (proto->capture_count != 0) {
        ptc_text_cstr(text, ", ");
        ptc_text_uint(text, proto->capture_count);
        ptc_text_cstr(text, " captured");
    }
    ptc_text_byte(text, '\n');
}

/* Takes the instruction at a word. */
static void disassemble_take(disassembly *line, uint32_t at)
{
    line->word = line->proto->code[at];
    line->op = (ptc_opcode)(line->word & 255u);
    line->behind = at + 1;
    line->second = 0;
    if (line->op < PTC_OP_COUNT && ptc_opcode_is_wide(line->op) &&
        line->behind < line->proto->code_count)
        line->second = line->proto->code[line->behind++];
}

uint32_t ptc_instruction_disassemble(const ptc_program *program, const ptc_proto *proto,
                                     uint32_t at, ptc_text *text)
{
    disassembly line = {.text = text, .program = program, .proto = proto};

    disassemble_take(&line, at);
    if (line.op >= PTC_OP_COUNT)
        return line.behind;
    ptc_text_cstr(text, opcode_names[line.op]);
    ptc_text_byte(text, ' ');
    disassemble_operands(&line);
    disassemble_notes(&line);
    return line.behind;
}

static void disassemble_code(const ptc_program *program, const ptc_proto *proto,
                             ptc_text *text)
{
    disassembly line = {.text = text, .program = program, .proto = proto};

    disassemble_head(text, proto);
    for (uint32_t at = 0; at < proto->code_count; at = line.behind) {
        disassemble_take(&line, at);
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
