/* SPDX-License-Identifier: MIT */
/*
 * The verifier: a program that passes it can be run, whatever its words are. It checks
 * what an instruction may touch, by the roles of its operands, and where control may go;
 * the machine itself tests the kinds of values. The tables that words refer to
 * (constants, functions, sites) must be what the types say; constants are checked not to
 * move.
 */
#include "lisp/machine/machine_int.h"

enum { BYTECODE_DEPTH_MAX = 256, BYTECODE_REGISTERS_MAX = 1 << 16 };

#define OPERANDS(a, b, c, w)                                                             \
    {                                                                                    \
        PTC_OPERAND_##a, PTC_OPERAND_##b, PTC_OPERAND_##c, PTC_OPERAND_##w               \
    }

const uint8_t ptc_opcode_operands[PTC_OP_COUNT][PTC_OPERANDS] = {
#define PTC_OPCODE(constant, shape, roles, effect, meaning) OPERANDS roles,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
};

static const uint8_t bytecode_shapes[PTC_OP_COUNT] = {
#define PTC_OPCODE(constant, shape, roles, effect, meaning) PTC_SHAPE_##shape,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
};

void ptc_instruction_decode(const ptc_proto *proto, uint32_t at, ptc_instruction *out)
{
    uint32_t word = proto->code[at];

    *out = (ptc_instruction){.op = (ptc_opcode)(word & 255u), .next = at + 1};
    if (out->op >= PTC_OP_COUNT)
        return;
    out->operands[PTC_AT_A] = word >> 8 & 255u;
    out->operands[PTC_AT_B] = word >> 16 & 255u;
    out->operands[PTC_AT_C] = word >> 24;
    if (bytecode_shapes[out->op] == PTC_SHAPE_ABx)
        out->operands[PTC_AT_B] = word >> 16;
    if (bytecode_shapes[out->op] == PTC_SHAPE_AsBx)
        out->operands[PTC_AT_B] = (uint32_t)(int16_t)(word >> 16);
    if (ptc_opcode_is_wide(out->op) && out->next < proto->code_count)
        out->operands[PTC_AT_W] = proto->code[out->next++];
}

typedef struct bytecode_check {
    const ptc_program *program;
    const ptc_proto *proto;
    const char *why;
    uint64_t *starts; /* a bit for each word that begins an instruction */
} bytecode_check;

static bool bytecode_refuse(bytecode_check *check, const char *why)
{
    check->why = why;
    return false;
}

/* --- One instruction --------------------------------------------------------------- */

/* Registers [first, first + count) must exist. */
static bool bytecode_check_range(bytecode_check *check, uint32_t first, uint32_t count)
{
    if ((uint64_t)first + count > check->proto->registers)
        return bytecode_refuse(check, "a range of registers beyond the frame");
    return true;
}

static bool bytecode_check_constant(bytecode_check *check, uint32_t index,
                                    bool is_keyword)
{
    if (index >= check->proto->constant_count)
        return bytecode_refuse(check, "a constant that does not exist");
    if (is_keyword && check->proto->constants[index].kind != PTC_KEYWORD)
        return bytecode_refuse(check, "host data is found by keyword");
    return true;
}

static bool bytecode_check_key(bytecode_check *check, uint32_t site)
{
    if (site >= check->program->site_count ||
        check->program->sites[site].key.kind != PTC_KEYWORD)
        return bytecode_refuse(check, "a site that looks up no keyword");
    return true;
}

static bool bytecode_is_start(const bytecode_check *check, uint64_t at)
{
    return at < check->proto->code_count && (check->starts[at / 64] >> at % 64 & 1) != 0;
}

static bool bytecode_check_target(bytecode_check *check, const ptc_instruction *word)
{
    int64_t target = (int64_t)word->next + (int32_t)word->operands[PTC_AT_W];

    if (target < 0 || !bytecode_is_start(check, (uint64_t)target))
        return bytecode_refuse(check, "a jump to something other than an instruction");
    return true;
}

static bool bytecode_check_ahead(bytecode_check *check, const ptc_instruction *word)
{
    if ((int32_t)word->operands[PTC_AT_W] < 0)
        return bytecode_refuse(check, "a jump backward without a step");
    return bytecode_check_target(check, word);
}

static bool bytecode_check_back(bytecode_check *check, const ptc_instruction *word)
{
    if ((int32_t)word->operands[PTC_AT_W] > -2) /* itself is two words */
        return bytecode_refuse(check, "a back edge that leads forward");
    return bytecode_check_target(check, word);
}

static bool bytecode_check_shape_of_map(bytecode_check *check, uint32_t index,
                                        uint32_t keys)
{
    const ptc_site *site;

    if (index >= check->program->site_count)
        return bytecode_refuse(check, "a site that does not exist");
    site = &check->program->sites[index];
    /* A site with a key learns other shapes. */
    if (site->key.kind != PTC_NIL || site->shape == NULL || site->shape->count != keys ||
        keys == 0)
        return bytecode_refuse(check, "a site for a map with another number of keys");
    return true;
}

static bool bytecode_check_captures(bytecode_check *check, const ptc_proto *child)
{
    for (uint32_t i = 0; i < child->capture_count; i++) {
        uint32_t from = child->captures[i];
        uint32_t limit =
            from >> 31 != 0 ? check->proto->capture_count : check->proto->registers;

        if ((from & INT32_MAX) >= limit)
            return bytecode_refuse(check, "a function captures what does not exist");
    }
    return true;
}

static bool bytecode_check_child(bytecode_check *check, uint32_t index)
{
    if (index >= check->proto->child_count)
        return bytecode_refuse(check, "a function that does not exist");
    return bytecode_check_captures(check, check->proto->children[index]);
}

/* One operand: whether what it refers to exists. */
static bool bytecode_check_operand(bytecode_check *check, const ptc_instruction *word,
                                   ptc_operand role, uint32_t operand)
{
    const ptc_proto *proto = check->proto;
    uint32_t a = word->operands[PTC_AT_A];

    switch (role) {
    case PTC_OPERAND_REG:
        return operand < proto->registers ||
               bytecode_refuse(check, "a register beyond the frame");
    case PTC_OPERAND_CURSOR:
        return bytecode_check_range(check, operand, 2);
    case PTC_OPERAND_CONST:
        return bytecode_check_constant(check, operand, false);
    case PTC_OPERAND_KEYWORD:
        return bytecode_check_constant(check, operand, true);
    case PTC_OPERAND_VAR:
        return operand < check->program->variable_count ||
               bytecode_refuse(check, "a variable that does not exist");
    case PTC_OPERAND_KEY:
        return bytecode_check_key(check, operand);
    case PTC_OPERAND_SHAPE:
        return bytecode_check_shape_of_map(check, operand, word->operands[PTC_AT_B]);
    case PTC_OPERAND_CAPTURE:
        return operand < proto->capture_count ||
               bytecode_refuse(check, "a captured value that does not exist");
    case PTC_OPERAND_CHILD:
        return bytecode_check_child(check, operand);
    case PTC_OPERAND_ITEMS:
        return bytecode_check_range(check, a, operand);
    case PTC_OPERAND_ITEMS_MORE:
        return bytecode_check_range(check, a, operand + 1);
    case PTC_OPERAND_PAIRS:
        return bytecode_check_range(check, a, 2 * operand);
    case PTC_OPERAND_PAIRS_MORE:
        return bytecode_check_range(check, a, 2 * operand + 1);
    case PTC_OPERAND_WINDOW:
        return bytecode_check_range(check, operand, word->operands[PTC_AT_B] + 1);
    case PTC_OPERAND_LIVE:
        return operand == 255 || operand <= proto->registers ||
               bytecode_refuse(check, "more live registers than there are");
    case PTC_OPERAND_AHEAD:
        return bytecode_check_ahead(check, word);
    case PTC_OPERAND_BACK:
        return bytecode_check_back(check, word);
    case PTC_OPERAND_TURN:
        return (operand >= 1 && operand <= 3) ||
               bytecode_refuse(check, "there are three former results");
    case PTC_OPERAND__:
    case PTC_OPERAND_NUMBER:
        return true;
    }
    return false;
}

static bool bytecode_check_word(bytecode_check *check, const ptc_instruction *word)
{
    const uint8_t *roles = ptc_opcode_operands[word->op];

    for (unsigned i = 0; i < PTC_OPERANDS; i++) {
        if (roles[i] != PTC_OPERAND__ &&
            !bytecode_check_operand(check, word, (ptc_operand)roles[i],
                                    word->operands[i]))
            return false;
    }
    return true;
}

/* --- One function ------------------------------------------------------------------ */

/* Finds where instructions begin; the opcodes are known then, and the last one is whole.
 */
static bool bytecode_find_starts(bytecode_check *check)
{
    const ptc_proto *proto = check->proto;
    ptc_opcode op = PTC_OP_COUNT;
    uint32_t at = 0;

    while (at < proto->code_count) {
        op = (ptc_opcode)(proto->code[at] & 255u);
        if (op >= PTC_OP_COUNT)
            return bytecode_refuse(check, "an unknown opcode");
        check->starts[at / 64] |= UINT64_C(1) << at % 64;
        at += ptc_opcode_is_wide(op) ? 2 : 1;
    }
    if (at != proto->code_count)
        return bytecode_refuse(check, "half an instruction at the end");
    if (op != PTC_OP_RETURN && op != PTC_OP_LOOP && op != PTC_OP_REPEAT &&
        op != PTC_OP_NO_MATCH)
        return bytecode_refuse(check, "the code ends without a return");
    return true;
}

static bool bytecode_check_code(bytecode_check *check)
{
    ptc_instruction word;

    if (!bytecode_find_starts(check))
        return false;
    for (uint32_t at = 0; at < check->proto->code_count; at = word.next) {
        ptc_instruction_decode(check->proto, at, &word);
        if (!bytecode_check_word(check, &word))
            return false;
    }
    return true;
}

static bool bytecode_is_constant(const ptc_value *value)
{
    switch ((unsigned)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
    case PTC_KEYWORD:
    case PTC_SYMBOL:
    case PTC_VAR:
    case PTC_OPAQUE:
    case PTC_TEMPORAL:
        return true;
    case PTC_STRING:
        return !(value->flags & PTC_FLAG_HEAP);
    case PTC_VECTOR:
        if (!(value->flags & PTC_FLAG_TREE))
            return !(value->flags & (PTC_FLAG_BUFFER | PTC_FLAG_SLICE));
        break;
    case PTC_SET:
        if (!(value->flags & PTC_FLAG_TREE))
            return true;
        break;
    case PTC_MAP:
    case PTC_FUNCTION:
    case PTC_REGEX:
        break;
    default:
        return false;
    }
    return value->as.object != NULL && !(value->as.object->head & PTC_OBJECT_MOVES);
}

static bool bytecode_check_shape(bytecode_check *check)
{
    const ptc_proto *proto = check->proto;

    if (proto->registers == 0 || proto->registers > BYTECODE_REGISTERS_MAX ||
        proto->registers < proto->parameters + (proto->has_rest ? 1u : 0u))
        return bytecode_refuse(check, "a frame with an impossible size");
    if (proto->parameters == PTC_MANY || proto->min_args != proto->parameters ||
        proto->max_args != (proto->has_rest ? PTC_MANY : proto->parameters))
        return bytecode_refuse(check, "parameters and counts of arguments differ");
    if (proto->code_count == 0 || proto->code_count > INT32_MAX)
        return bytecode_refuse(check, "no code");
    for (uint32_t i = 0; i < proto->constant_count; i++) {
        if (!bytecode_is_constant(&proto->constants[i]))
            return bytecode_refuse(check, "a constant that may move");
    }
    return true;
}

static bool bytecode_check_proto(const ptc_program *program, const ptc_proto *proto,
                                 unsigned depth, const char **why);

/* The code of one arity; its functions are checked as well. */
static bool bytecode_check_body(bytecode_check *check, unsigned depth)
{
    const ptc_proto *proto = check->proto;
    ptc_arena *arena = &check->program->lisp->run_arena;
    ptc_arena_mark mark = ptc_arena_place(arena);
    bool is_good;

    if (!bytecode_check_shape(check))
        return false;
    check->starts =
        ptc_arena_array(arena, (size_t)proto->code_count / 64 + 1, sizeof(uint64_t));
    if (check->starts == NULL)
        return bytecode_refuse(check, "no memory to verify it");
    is_good = bytecode_check_code(check);
    ptc_arena_rewind(arena, mark);
    for (uint32_t i = 0; is_good && i < proto->child_count; i++)
        is_good = bytecode_check_proto(check->program, proto->children[i], depth + 1,
                                       &check->why);
    return is_good;
}

/* Whether a call with `count` arguments could mean two arities. */
static bool bytecode_is_ambiguous(const ptc_proto *proto, uint32_t index)
{
    const ptc_proto *arity = proto->arities[index];

    for (uint32_t i = 0; i < index; i++) {
        const ptc_proto *other = proto->arities[i];

        if ((arity->has_rest && other->has_rest) ||
            (arity->has_rest == other->has_rest &&
             arity->parameters == other->parameters))
            return true;
    }
    return false;
}

static bool bytecode_check_arities(bytecode_check *check, unsigned depth)
{
    const ptc_proto *proto = check->proto;
    uint32_t least = PTC_MANY;
    uint32_t most = 0;

    for (uint32_t i = 0; i < proto->arity_count; i++) {
        const ptc_proto *arity = proto->arities[i];

        if (arity->arity_count != 0 || arity->capture_count != proto->capture_count)
            return bytecode_refuse(check,
                                   "an arity that does not belong to its function");
        if (bytecode_is_ambiguous(proto, i))
            return bytecode_refuse(check, "two arities for one count of arguments");
        least = arity->min_args < least ? arity->min_args : least;
        most = arity->max_args > most ? arity->max_args : most;
        if (!bytecode_check_proto(check->program, arity, depth + 1, &check->why))
            return false;
    }
    if (proto->arity_count < 2 || proto->min_args != least || proto->max_args != most)
        return bytecode_refuse(check, "arities and counts of arguments differ");
    return true;
}

static bool bytecode_check_proto(const ptc_program *program, const ptc_proto *proto,
                                 unsigned depth, const char **why)
{
    bytecode_check check = {program, proto, "", NULL};
    bool is_good;

    if (depth > BYTECODE_DEPTH_MAX)
        is_good = bytecode_refuse(&check, "functions nested too deep");
    else if (proto->program != program)
        is_good = bytecode_refuse(&check, "a function of another program");
    else
        is_good = proto->arity_count != 0 ? bytecode_check_arities(&check, depth)
                                          : bytecode_check_body(&check, depth);
    *why = check.why;
    return is_good;
}

bool ptc_program_verify(const ptc_program *program, const char **why)
{
    const ptc_proto *main = program->main;

    if (main == NULL || main->arity_count != 0 || main->parameters != 0 ||
        main->has_rest || main->capture_count != 0) {
        *why = "the program's own function takes arguments";
        return false;
    }
    return bytecode_check_proto(program, main, 0, why);
}
