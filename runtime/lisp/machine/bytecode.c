/* SPDX-License-Identifier: MIT */
/*
 * The verifier: a program that passes it can be run, whatever its words are. It checks
 * what an instruction may touch and where control may go; the machine itself tests the
 * kinds of values. The tables that words refer to (constants, functions, sites) must be
 * what the types say; of constants it checks that they do not move.
 */
#include "lisp/machine/machine_int.h"

enum { BYTECODE_DEPTH_MAX = 256, BYTECODE_REGISTERS_MAX = 1 << 16 };

/* What the operands of an instruction are. */
enum {
    ROLE_RA = 1 << 0, /* R[A] */
    ROLE_RB = 1 << 1,
    ROLE_RC = 1 << 2,
    ROLE_RBX = 1 << 3,
    ROLE_KB = 1 << 4, /* K[B] */
    ROLE_KC = 1 << 5,
    ROLE_KBX = 1 << 6,
    ROLE_KW = 1 << 7,
    ROLE_VW = 1 << 8,     /* V[W] */
    ROLE_GET = 1 << 9,    /* S[W] of a keyword */
    ROLE_AHEAD = 1 << 10, /* W jumps forward */
    ROLE_BACK = 1 << 11,  /* W jumps backward, A counts live registers */
    ROLE_MORE = 1 << 12,  /* bytecode_check_more has rules of its own */
};

#define ROLE_ABC      (ROLE_RA | ROLE_RB | ROLE_RC)
#define ROLE_ABK      (ROLE_RA | ROLE_RB | ROLE_KC)
#define ROLE_AB       (ROLE_RA | ROLE_RB)
#define ROLE_UNLESS   (ROLE_RA | ROLE_RB | ROLE_AHEAD)
#define ROLE_UNLESS_K (ROLE_RA | ROLE_KB | ROLE_AHEAD)

static const uint16_t bytecode_roles[PTC_OP_COUNT] = {
    [PTC_OP_MOVE] = ROLE_AB,
    [PTC_OP_LOAD] = ROLE_RA | ROLE_RBX,
    [PTC_OP_STORE] = ROLE_RA | ROLE_RBX,
    [PTC_OP_CONSTANT] = ROLE_RA | ROLE_KBX,
    [PTC_OP_CONSTANT_WIDE] = ROLE_RA | ROLE_KW,
    [PTC_OP_NIL] = ROLE_RA,
    [PTC_OP_BOOL] = ROLE_RA,
    [PTC_OP_INT] = ROLE_RA,
    [PTC_OP_CAPTURE] = ROLE_RA | ROLE_MORE,
    [PTC_OP_SELF] = ROLE_RA,
    [PTC_OP_VARIABLE] = ROLE_RA | ROLE_VW,
    [PTC_OP_VARIABLE_OR_NIL] = ROLE_RA | ROLE_VW,
    [PTC_OP_IS_BOUND] = ROLE_RA | ROLE_VW,
    [PTC_OP_DEFINE] = ROLE_RA | ROLE_VW,
    [PTC_OP_DECLARE] = ROLE_RA | ROLE_VW,
    [PTC_OP_CONTEXT] = ROLE_RA | ROLE_KBX | ROLE_MORE,
    [PTC_OP_HISTORY] = ROLE_RA | ROLE_MORE,
    [PTC_OP_ADD] = ROLE_ABC,
    [PTC_OP_SUBTRACT] = ROLE_ABC,
    [PTC_OP_MULTIPLY] = ROLE_ABC,
    [PTC_OP_DIVIDE] = ROLE_ABC,
    [PTC_OP_QUOT] = ROLE_ABC,
    [PTC_OP_REM] = ROLE_ABC,
    [PTC_OP_MOD] = ROLE_ABC,
    [PTC_OP_ADD_K] = ROLE_ABK,
    [PTC_OP_SUBTRACT_K] = ROLE_ABK,
    [PTC_OP_MULTIPLY_K] = ROLE_ABK,
    [PTC_OP_REM_K] = ROLE_ABK,
    [PTC_OP_MOD_K] = ROLE_ABK,
    [PTC_OP_INC] = ROLE_AB,
    [PTC_OP_DEC] = ROLE_AB,
    [PTC_OP_LESS] = ROLE_ABC,
    [PTC_OP_LESS_EQUAL] = ROLE_ABC,
    [PTC_OP_GREATER] = ROLE_ABC,
    [PTC_OP_GREATER_EQUAL] = ROLE_ABC,
    [PTC_OP_EQUAL] = ROLE_ABC,
    [PTC_OP_LESS_K] = ROLE_ABK,
    [PTC_OP_LESS_EQUAL_K] = ROLE_ABK,
    [PTC_OP_GREATER_K] = ROLE_ABK,
    [PTC_OP_GREATER_EQUAL_K] = ROLE_ABK,
    [PTC_OP_EQUAL_K] = ROLE_ABK,
    [PTC_OP_NOT] = ROLE_AB,
    [PTC_OP_JUMP] = ROLE_AHEAD,
    [PTC_OP_JUMP_FALSE] = ROLE_RA | ROLE_AHEAD,
    [PTC_OP_JUMP_TRUE] = ROLE_RA | ROLE_AHEAD,
    [PTC_OP_JUMP_NIL] = ROLE_RA | ROLE_AHEAD,
    [PTC_OP_UNLESS_LESS] = ROLE_UNLESS,
    [PTC_OP_UNLESS_LESS_EQUAL] = ROLE_UNLESS,
    [PTC_OP_UNLESS_GREATER] = ROLE_UNLESS,
    [PTC_OP_UNLESS_GREATER_EQUAL] = ROLE_UNLESS,
    [PTC_OP_UNLESS_EQUAL] = ROLE_UNLESS,
    [PTC_OP_UNLESS_LESS_K] = ROLE_UNLESS_K,
    [PTC_OP_UNLESS_LESS_EQUAL_K] = ROLE_UNLESS_K,
    [PTC_OP_UNLESS_GREATER_K] = ROLE_UNLESS_K,
    [PTC_OP_UNLESS_GREATER_EQUAL_K] = ROLE_UNLESS_K,
    [PTC_OP_UNLESS_EQUAL_K] = ROLE_UNLESS_K,
    [PTC_OP_UNLESS_SAME] = ROLE_UNLESS,
    [PTC_OP_UNLESS_SAME_K] = ROLE_UNLESS_K,
    [PTC_OP_LOOP] = ROLE_RB | ROLE_BACK,
    [PTC_OP_REPEAT] = ROLE_BACK,
    [PTC_OP_CALL] = ROLE_RA | ROLE_MORE,
    [PTC_OP_CALL_FAR] = ROLE_RA | ROLE_MORE,
    [PTC_OP_RETURN] = ROLE_RA,
    [PTC_OP_CLOSURE] = ROLE_RA | ROLE_MORE,
    [PTC_OP_PATCH] = ROLE_AB,
    [PTC_OP_GET] = ROLE_AB | ROLE_GET,
    [PTC_OP_GET_OR] = ROLE_ABC | ROLE_GET,
    [PTC_OP_RECORD] = ROLE_RA | ROLE_MORE,
    [PTC_OP_MAP] = ROLE_RA | ROLE_MORE,
    [PTC_OP_MAP_MORE] = ROLE_RA | ROLE_MORE,
    [PTC_OP_VECTOR] = ROLE_RA | ROLE_MORE,
    [PTC_OP_VECTOR_MORE] = ROLE_RA | ROLE_MORE,
    [PTC_OP_SET] = ROLE_RA | ROLE_MORE,
    [PTC_OP_SET_MORE] = ROLE_RA | ROLE_MORE,
    [PTC_OP_SEQUENCE] = ROLE_AB,
    [PTC_OP_ITEM] = ROLE_AB,
    [PTC_OP_REST] = ROLE_AB,
    [PTC_OP_KEYED] = ROLE_AB,
    [PTC_OP_FIELD] = ROLE_ABC,
    [PTC_OP_FIELD_AT] = ROLE_AB | ROLE_GET,
    [PTC_OP_FIELD_OR] = ROLE_ABC | ROLE_AHEAD,
    [PTC_OP_ITERATE] = ROLE_AB | ROLE_MORE,
    [PTC_OP_NEXT] = ROLE_AB | ROLE_AHEAD | ROLE_MORE,
    [PTC_OP_PUSH] = ROLE_AB,
    [PTC_OP_NO_MATCH] = ROLE_RA,
};

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

typedef struct bytecode_word {
    ptc_opcode op;
    uint32_t a;
    uint32_t b;
    uint32_t c;
    uint32_t bx;
    uint32_t w;      /* the second word, or 0 */
    uint32_t behind; /* the index of the next instruction */
} bytecode_word;

static bytecode_word bytecode_decode(const ptc_proto *proto, uint32_t at)
{
    uint32_t word = proto->code[at];
    bytecode_word out = {.op = (ptc_opcode)(word & 255u),
                         .a = word >> 8 & 255u,
                         .b = word >> 16 & 255u,
                         .c = word >> 24,
                         .bx = word >> 16,
                         .behind = at + 1};

    if (ptc_opcode_is_wide(out.op) && out.behind < proto->code_count)
        out.w = proto->code[out.behind++];
    return out;
}

static bool bytecode_check_registers(bytecode_check *check, const bytecode_word *word,
                                     unsigned roles)
{
    uint32_t registers = check->proto->registers;

    if ((roles & ROLE_RA && word->a >= registers) ||
        (roles & ROLE_RB && word->b >= registers) ||
        (roles & ROLE_RC && word->c >= registers) ||
        (roles & ROLE_RBX && word->bx >= registers))
        return bytecode_refuse(check, "a register beyond the frame");
    return true;
}

static bool bytecode_check_tables(bytecode_check *check, const bytecode_word *word,
                                  unsigned roles)
{
    uint32_t constants = check->proto->constant_count;

    if ((roles & ROLE_KB && word->b >= constants) ||
        (roles & ROLE_KC && word->c >= constants) ||
        (roles & ROLE_KBX && word->bx >= constants) ||
        (roles & ROLE_KW && word->w >= constants))
        return bytecode_refuse(check, "a constant that does not exist");
    if (roles & ROLE_VW && word->w >= check->program->variable_count)
        return bytecode_refuse(check, "a variable that does not exist");
    if (roles & ROLE_GET && (word->w >= check->program->site_count ||
                             check->program->sites[word->w].key.kind != PTC_KEYWORD))
        return bytecode_refuse(check, "a site that looks up no keyword");
    return true;
}

static bool bytecode_is_start(const bytecode_check *check, uint64_t at)
{
    return at < check->proto->code_count && (check->starts[at / 64] >> at % 64 & 1) != 0;
}

static bool bytecode_check_jump(bytecode_check *check, const bytecode_word *word,
                                unsigned roles)
{
    int64_t distance = (int32_t)word->w;
    int64_t target = (int64_t)word->behind + distance;

    if (roles & ROLE_AHEAD && distance < 0)
        return bytecode_refuse(check, "a jump backward without a step");
    if (roles & ROLE_BACK) {
        if (distance > -2) /* itself is two words */
            return bytecode_refuse(check, "a back edge that leads forward");
        if (word->a != 255 && word->a > check->proto->registers)
            return bytecode_refuse(check, "more live registers than there are");
    }
    if (target < 0 || !bytecode_is_start(check, (uint64_t)target))
        return bytecode_refuse(check, "a jump to no instruction");
    return true;
}

/* Registers [a, a + count) must exist. */
static bool bytecode_check_range(bytecode_check *check, uint32_t a, uint32_t count)
{
    if ((uint64_t)a + count > check->proto->registers)
        return bytecode_refuse(check, "a range of registers beyond the frame");
    return true;
}

static bool bytecode_check_record(bytecode_check *check, const bytecode_word *word)
{
    const ptc_site *site;

    if (word->w >= check->program->site_count)
        return bytecode_refuse(check, "a site that does not exist");
    site = &check->program->sites[word->w];
    /* A site with a key learns other shapes. */
    if (site->key.kind != PTC_NIL || site->shape == NULL ||
        site->shape->count != word->b || word->b == 0)
        return bytecode_refuse(check, "a site that is not of a map of so many keys");
    return bytecode_check_range(check, word->a, word->b);
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

static bool bytecode_check_more(bytecode_check *check, const bytecode_word *word)
{
    const ptc_proto *proto = check->proto;

    switch ((unsigned)word->op) {
    case PTC_OP_CAPTURE:
        return word->bx < proto->capture_count ||
               bytecode_refuse(check, "a captured value that does not exist");
    case PTC_OP_CONTEXT:
        return proto->constants[word->bx].kind == PTC_KEYWORD ||
               bytecode_refuse(check, "host data is found by keyword");
    case PTC_OP_HISTORY:
        return (word->b >= 1 && word->b <= 3) ||
               bytecode_refuse(check, "there are three former results");
    case PTC_OP_CALL:
        return bytecode_check_range(check, word->a, word->b + 1);
    case PTC_OP_CALL_FAR:
        return bytecode_check_range(check, word->a, word->b + 1) &&
               bytecode_check_range(check, word->w, word->b + 1);
    case PTC_OP_CLOSURE:
        return word->bx < proto->child_count
                   ? bytecode_check_captures(check, proto->children[word->bx])
                   : bytecode_refuse(check, "a function that does not exist");
    case PTC_OP_RECORD:
        return bytecode_check_record(check, word);
    case PTC_OP_MAP:
        return bytecode_check_range(check, word->a, 2 * word->b);
    case PTC_OP_MAP_MORE:
        return bytecode_check_range(check, word->a, 2 * word->b + 1);
    case PTC_OP_VECTOR:
    case PTC_OP_SET:
        return bytecode_check_range(check, word->a, word->b);
    case PTC_OP_VECTOR_MORE:
    case PTC_OP_SET_MORE:
        return bytecode_check_range(check, word->a, word->b + 1);
    default: /* ITERATE and NEXT */
        return bytecode_check_range(check, word->a, 2);
    }
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
    bytecode_word word;

    if (!bytecode_find_starts(check))
        return false;
    for (uint32_t at = 0; at < check->proto->code_count; at = word.behind) {
        unsigned roles;

        word = bytecode_decode(check->proto, at);
        roles = bytecode_roles[word.op];
        if (!bytecode_check_registers(check, &word, roles) ||
            !bytecode_check_tables(check, &word, roles) ||
            (roles & (ROLE_AHEAD | ROLE_BACK) &&
             !bytecode_check_jump(check, &word, roles)) ||
            (roles & ROLE_MORE && !bytecode_check_more(check, &word)))
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
        return bytecode_refuse(check, "a frame of impossible size");
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

/* Whether `count` of what the function is called with could mean two arities. */
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
            return bytecode_refuse(check, "an arity that is no part of its function");
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
