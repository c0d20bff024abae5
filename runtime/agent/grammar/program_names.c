/* SPDX-License-Identifier: MIT */
/*
 * Names that a program may call or define: all except those whose calls have their own
 * rules because the compiler checks their arguments: special forms, return and fail, and
 * functions that make text. [emitters 6]
 *
 * The words are a tree of letters. A name leaves it at some letter, and is free from
 * there on, or ends inside it where no word ends. Making a part for a place in the tree
 * makes those below it, as deep as the longest word is long.
 */
#include "agent/grammar/grammar_int.h"

static const ptc_str own_words[] = {
#define PTC_SPECIAL(name, word, is_fixed) PTC_STR_INIT(name),
#define PTC_INTRINSIC(builtin, word, count, opcode, with_k, unless, unless_k)
#include "lisp/language/specials.def"
#undef PTC_SPECIAL
#undef PTC_INTRINSIC
    PTC_STR_INIT("return"),  PTC_STR_INIT("fail"),   PTC_STR_INIT("str"),
    PTC_STR_INIT("println"), PTC_STR_INIT("print"),  PTC_STR_INIT("prn"),
    PTC_STR_INIT("pr-str"),  PTC_STR_INIT("format"),
};

enum { OWN_WORDS = sizeof own_words / sizeof *own_words };

/* Words that share their first `len` bytes. */
typedef struct own_branch {
    const ptc_str *words;
    size_t count;
    size_t len;
} own_branch;

/* The characters that begin and continue names; '-' comes last. */
#define OWN_FIRST "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
#define OWN_INNER OWN_FIRST "0123456789?!*<>=+'-"

static bool own_branches_at(const own_branch *branch, char letter)
{
    for (size_t i = 0; i < branch->count; i++)
        if (branch->words[i].len > branch->len &&
            branch->words[i].ptr[branch->len] == letter)
            return true;
    return false;
}

/* A letter that continues no word, and anything after it. */
static ptc_grammar_part own_leave(ptc_program_grammar *program, const own_branch *branch)
{
    const char *all = branch->len == 0 ? OWN_FIRST : OWN_INNER;
    char members[sizeof OWN_INNER];
    size_t count = 0;

    for (; *all != '\0'; all++)
        if (!own_branches_at(branch, *all))
            members[count++] = *all;
    members[count] = '\0';
    return PTC_GRAMMAR_SEQUENCE_OF(
        &program->grammar, ptc_grammar_class_of(&program->grammar, members),
        ptc_program_use(program, PTC_PROGRAM_RULE_NAME_REST, PTC_PROGRAM_OUTER));
}

/* The possible continuations of the bytes that the words share. */
static ptc_grammar_part own_branch_part(ptc_program_grammar *program,
                                        const own_branch *branch)
{
    ptc_grammar *grammar = &program->grammar;
    bool may_end = branch->len > 0 && branch->words[0].len > branch->len;
    ptc_grammar_part all = own_leave(program, branch);
    size_t next;

    for (size_t i = 0; i < branch->count; i = next) {
        own_branch below = {branch->words + i, 1, branch->len + 1};
        ptc_str word = branch->words[i];

        next = i + 1;
        if (word.len == branch->len)
            continue; /* it ends here */
        while (next < branch->count &&
               branch->words[next].ptr[branch->len] == word.ptr[branch->len])
            next++;
        below.count = next - i;
        all = PTC_GRAMMAR_CHOICE_OF(
            grammar, all,
            PTC_GRAMMAR_SEQUENCE_OF(
                grammar,
                ptc_grammar_text(grammar, ptc_str_make(word.ptr + branch->len, 1)),
                own_branch_part(program, &below)));
    }
    return may_end ? ptc_grammar_optional(grammar, all) : all;
}

void ptc_program_make_names(ptc_program_grammar *program)
{
    const uint32_t *order =
        ptc_names_order(program->arena, own_words, sizeof *own_words, OWN_WORDS);
    ptc_str words[OWN_WORDS];
    own_branch all = {words, 0, 0};

    if (order == NULL) {
        program->grammar.failed = true;
        return;
    }
    for (size_t i = 0; i < OWN_WORDS; i++)
        if (strchr(OWN_FIRST, own_words[order[i]].ptr[0]) != NULL)
            words[all.count++] = own_words[order[i]];
    ptc_program_define(program, PTC_PROGRAM_RULE_OWN, PTC_PROGRAM_OUTER,
                       own_branch_part(program, &all));
}
