/* SPDX-License-Identifier: MIT */
/* The reads, definitions and calls of a program, found in its code. [subagent 15] */
#include "agent/compile/compile_int.h"
#include "lisp/heap/heap_int.h"
#include "lisp/language/builtins.h"
#include "lisp/machine/machine_int.h"

typedef struct facts_walk {
    ptc_arena *arena;
    const ptc_program *program;
    ptc_stage_facts *facts;
    bool failed;
} facts_walk;

/* '-' and '_' are one in names of the context. */
static bool facts_same(ptc_str a, ptc_str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++) {
        char left = a.ptr[i] == '-' ? '_' : a.ptr[i];
        char right = b.ptr[i] == '-' ? '_' : b.ptr[i];

        if (left != right)
            return false;
    }
    return true;
}

bool ptc_stage_has(const ptc_str *names, size_t count, ptc_str name, bool is_flexible)
{
    for (size_t i = 0; i < count; i++) {
        if (is_flexible ? facts_same(names[i], name) : ptc_str_equal(names[i], name))
            return true;
    }
    return false;
}

static void facts_add(facts_walk *walk, ptc_str **names, size_t *count, size_t *capacity,
                      const ptc_name *name)
{
    ptc_str text = ptc_str_make(name->text, name->length);
    ptc_str *row;

    if (ptc_stage_has(*names, *count, text, false))
        return;
    text = ptc_str_copy(walk->arena, text);
    row = PTC_ARENA_PUSH(walk->arena, *names, *count, *capacity);
    walk->failed = walk->failed || row == NULL || text.ptr == NULL;
    if (row != NULL)
        *row = text;
}

/* The variable whose number is in the word after an instruction. */
static const ptc_name *facts_variable(const facts_walk *walk, const ptc_proto *proto,
                                      uint32_t at)
{
    return walk->program->variables[proto->code[at + 1]]->name;
}

static void facts_instruction(facts_walk *walk, const ptc_proto *proto, uint32_t at)
{
    ptc_stage_facts *facts = walk->facts;
    uint32_t word = proto->code[at];

    switch ((unsigned)(word & 255u)) {
    case PTC_OP_DEFINE:
    case PTC_OP_DECLARE:
        facts_add(walk, &facts->defined, &facts->defined_count, &facts->defined_capacity,
                  facts_variable(walk, proto, at));
        break;
    case PTC_OP_VARIABLE:
    case PTC_OP_VARIABLE_OR_NIL:
    case PTC_OP_IS_BOUND:
        facts_add(walk, &facts->read, &facts->read_count, &facts->read_capacity,
                  facts_variable(walk, proto, at));
        break;
    case PTC_OP_CONTEXT:
        facts_add(walk, &facts->context, &facts->context_count, &facts->context_capacity,
                  ptc_name_of(&proto->constants[word >> 16]));
        break;
    case PTC_OP_HISTORY:
        facts->has_history = true;
        break;
    default:
        break;
    }
}

/* As deep as functions nest in the source, which its reader bounds. */
static void facts_function(facts_walk *walk, const ptc_proto *proto)
{
    for (uint32_t i = 0; i < proto->code_count; i++) {
        facts_instruction(walk, proto, i);
        i += ptc_opcode_is_wide((ptc_opcode)(proto->code[i] & 255u));
    }
    for (uint32_t i = 0; i < proto->arity_count; i++)
        facts_function(walk, proto->arities[i]);
    for (uint32_t i = 0; proto->arity_count == 0 && i < proto->child_count; i++)
        facts_function(walk, proto->children[i]);
}

bool ptc_stage_find_facts(ptc_arena *arena, const ptc_program *program,
                          const ptc_image *image, ptc_stage_facts *out)
{
    facts_walk walk = {.arena = arena, .program = program, .facts = out};

    *out = (ptc_stage_facts){.has_spaces = image->space_count > 0};
    facts_function(&walk, program->main);
    for (uint32_t i = 0; i < image->builtin_count; i++) {
        const ptc_function *builtin = image->builtins[i];

        out->has_tools = out->has_tools || builtin == &ptc_builtin_call;
        out->returns = out->returns || builtin == &ptc_builtin_return;
        out->has_ends = out->has_ends || builtin == &ptc_builtin_return ||
                        builtin == &ptc_builtin_fail || builtin == &ptc_builtin_throw ||
                        builtin == &ptc_builtin_assert;
    }
    return !walk.failed;
}
