/* SPDX-License-Identifier: MIT */
/* The rules of program.def: read into parts of a grammar. [emitters 6] */
#include "agent/grammar/grammar_int.h"

#include <stdio.h>

typedef enum rules_kind {
    RULES_LEXEME,
    RULES_COMMON,
    RULES_BOTH,
    RULES_OUTER,
    RULES_INNER,
} rules_kind;

typedef struct rules_row {
    const char *name;
    const char *text;
    rules_kind kind;
} rules_row;

static const rules_row rules_rows[] = {
#define PTC_PROGRAM_RULE(constant, name, kind, text) {name, text, RULES_##kind},
#include "agent/grammar/program.def"
};

enum {
    RULES_LEVELS = 6, /* nested brackets in program.def */
    RULES_PARTS = 24, /* of a sequence, alternatives of a choice there */
};

/* The part between brackets, as far as it is read. */
typedef struct rules_level {
    ptc_grammar_part choice[RULES_PARTS];
    ptc_grammar_part sequence[RULES_PARTS];
    size_t choice_count;
    size_t sequence_count;
    bool is_absent; /* the alternative needs a missing rule */
} rules_level;

typedef struct rules_reader {
    ptc_program_grammar *program;
    ptc_program_place place;
    const char *at;
    rules_level levels[RULES_LEVELS];
    rules_level *level;
} rules_reader;

/* --- Rules -------------------------------------------------------------------------- */

static bool rules_has(rules_kind kind, ptc_program_place place)
{
    return kind == RULES_BOTH ||
           kind == (place == PTC_PROGRAM_INNER ? RULES_INNER : RULES_OUTER);
}

static uint32_t rules_declare_one(ptc_program_grammar *program, const rules_row *row,
                                  bool is_inner)
{
    char name[40];

    snprintf(name, sizeof name, "%s%s", row->name, is_inner ? "-in" : "");
    if (row->kind == RULES_LEXEME)
        return ptc_grammar_lexeme(&program->grammar, name, 0);
    return ptc_grammar_rule_new(&program->grammar, ptc_str_of(name), PTC_STR(""));
}

void ptc_program_declare(ptc_program_grammar *program)
{
    for (size_t i = 0; i < PTC_PROGRAM_RULE_COUNT; i++) {
        const rules_row *row = &rules_rows[i];
        uint32_t *rules = program->rules[i];

        rules[PTC_PROGRAM_OUTER] = rules[PTC_PROGRAM_INNER] = PTC_PROGRAM_NO_RULE;
        if (row->kind <= RULES_COMMON) {
            rules[PTC_PROGRAM_OUTER] = rules_declare_one(program, row, false);
            rules[PTC_PROGRAM_INNER] = rules[PTC_PROGRAM_OUTER];
            continue;
        }
        for (unsigned place = PTC_PROGRAM_OUTER; place <= PTC_PROGRAM_INNER; place++)
            if (rules_has(row->kind, place))
                rules[place] =
                    rules_declare_one(program, row, place == PTC_PROGRAM_INNER);
    }
}

void ptc_program_remove(ptc_program_grammar *program, ptc_program_rule rule)
{
    program->rules[rule][PTC_PROGRAM_OUTER] = PTC_PROGRAM_NO_RULE;
    program->rules[rule][PTC_PROGRAM_INNER] = PTC_PROGRAM_NO_RULE;
}

static unsigned rules_index(ptc_program_place place)
{
    return place == PTC_PROGRAM_INNER ? PTC_PROGRAM_INNER : PTC_PROGRAM_OUTER;
}

ptc_grammar_part ptc_program_use(ptc_program_grammar *program, ptc_program_rule rule,
                                 ptc_program_place place)
{
    return ptc_grammar_use(&program->grammar, program->rules[rule][rules_index(place)]);
}

ptc_grammar_part ptc_program_blank(ptc_program_grammar *program, ptc_program_place place)
{
    if (place == PTC_PROGRAM_LITERAL)
        return PTC_GRAMMAR_TEXT_OF(&program->grammar, " ");
    return ptc_program_use(program, PTC_PROGRAM_RULE_S, place);
}

void ptc_program_define(ptc_program_grammar *program, ptc_program_rule rule,
                        ptc_program_place place, ptc_grammar_part body)
{
    ptc_grammar_define(&program->grammar, program->rules[rule][rules_index(place)], body);
}

/* --- Reading ------------------------------------------------------------------------ */

static void rules_add(rules_reader *reader, ptc_grammar_part part)
{
    rules_level *level = reader->level;

    if (level->sequence_count < RULES_PARTS)
        level->sequence[level->sequence_count++] = part;
    else
        reader->program->grammar.failed = true;
}

/* Ends an alternative. */
static void rules_end_sequence(rules_reader *reader)
{
    rules_level *level = reader->level;

    if (level->choice_count == RULES_PARTS)
        reader->program->grammar.failed = true;
    else if (!level->is_absent)
        level->choice[level->choice_count++] = ptc_grammar_sequence(
            &reader->program->grammar, level->sequence, level->sequence_count);
    level->sequence_count = 0;
    level->is_absent = false;
}

static void rules_open(rules_reader *reader)
{
    if (reader->level == &reader->levels[RULES_LEVELS - 1]) {
        reader->program->grammar.failed = true;
        return;
    }
    reader->level++;
    reader->level->choice_count = reader->level->sequence_count = 0;
    reader->level->is_absent = false;
}

static ptc_grammar_part rules_end_choice(rules_reader *reader)
{
    rules_end_sequence(reader);
    return ptc_grammar_choice(&reader->program->grammar, reader->level->choice,
                              reader->level->choice_count);
}

static void rules_close(rules_reader *reader)
{
    ptc_grammar_part part = rules_end_choice(reader);
    bool is_absent = reader->level->choice_count == 0;

    reader->level--;
    rules_add(reader, part);
    reader->level->is_absent = reader->level->is_absent || is_absent;
}

/* 'text' */
static void rules_read_text(rules_reader *reader)
{
    const char *end = strchr(reader->at, '\'');

    rules_add(reader,
              ptc_grammar_text(&reader->program->grammar,
                               ptc_str_make(reader->at, (size_t)(end - reader->at))));
    reader->at = end + 1;
}

/* [a-z], and [^\n], everything except line ends, tabs and terminal controls. */
static void rules_read_class(rules_reader *reader)
{
    static const regex_range line[] = {{0x20, 0x7e}, {0xa0, 0xd7ff}, {0xe000, 0xfdcf}};
    char members[80];
    size_t count = 0;

    if (*reader->at == '^') {
        rules_add(reader, ptc_grammar_class(&reader->program->grammar, line,
                                            sizeof line / sizeof *line));
        reader->at = strchr(reader->at, ']') + 1;
        return;
    }
    while (*reader->at != ']' && count + 1 < sizeof members)
        members[count++] = *reader->at++;
    members[count] = '\0';
    reader->at++;
    rules_add(reader, ptc_grammar_class_of(&reader->program->grammar, members));
}

static bool rules_is_of_name(char byte)
{
    return (byte >= 'a' && byte <= 'z') || byte == '-';
}

/* The number of a rule by its name, which may end in -in. */
static uint32_t rules_find(const rules_reader *reader, ptc_str name)
{
    ptc_program_place place = reader->place;

    if (name.len > 3 && memcmp(name.ptr + name.len - 3, "-in", 3) == 0) {
        name.len -= 3;
        place = PTC_PROGRAM_INNER;
    }
    for (size_t i = 0; i < PTC_PROGRAM_RULE_COUNT; i++) {
        const rules_row *row = &rules_rows[i];

        if (ptc_str_equal(name, ptc_str_of(row->name)) &&
            (row->kind <= RULES_COMMON || rules_has(row->kind, place)))
            return reader->program->rules[i][rules_index(place)];
    }
    return PTC_PROGRAM_NO_RULE;
}

static void rules_read_name(rules_reader *reader)
{
    const char *start = reader->at;
    uint32_t rule;

    while (rules_is_of_name(*reader->at))
        reader->at++;
    rule = rules_find(reader, ptc_str_make(start, (size_t)(reader->at - start)));
    if (rule == PTC_PROGRAM_NO_RULE)
        reader->level->is_absent = true;
    rules_add(reader, rule == PTC_PROGRAM_NO_RULE
                          ? 0
                          : ptc_grammar_use(&reader->program->grammar, rule));
}

static uint32_t rules_read_count(rules_reader *reader)
{
    uint32_t count = 0;

    while (*reader->at >= '0' && *reader->at <= '9')
        count = count * 10 + (uint32_t)(*reader->at++ - '0');
    reader->at++; /* the comma or bracket */
    return count;
}

/* Repeats the part that came last. */
static void rules_repeat(rules_reader *reader, uint32_t low, uint32_t high)
{
    rules_level *level = reader->level;
    ptc_grammar_part *last = &level->sequence[level->sequence_count - 1];

    *last = ptc_grammar_repeat(&reader->program->grammar, *last, low, high);
}

static void rules_read_repeat(rules_reader *reader)
{
    uint32_t low = rules_read_count(reader);

    rules_repeat(reader, low, rules_read_count(reader));
}

static void rules_read_token(rules_reader *reader)
{
    switch (*reader->at++) {
    case ' ':
        break;
    case '\'':
        rules_read_text(reader);
        break;
    case '[':
        rules_read_class(reader);
        break;
    case '(':
        rules_open(reader);
        break;
    case ')':
        rules_close(reader);
        break;
    case '|':
        rules_end_sequence(reader);
        break;
    case '?':
        rules_repeat(reader, 0, 1);
        break;
    case '{':
        rules_read_repeat(reader);
        break;
    default:
        reader->at--;
        rules_read_name(reader);
    }
}

static void rules_read(ptc_program_grammar *program, size_t row, uint32_t rule,
                       ptc_program_place place)
{
    rules_reader reader = {
        .program = program, .place = place, .at = rules_rows[row].text};

    reader.level = reader.levels;
    while (*reader.at != '\0')
        rules_read_token(&reader);
    ptc_grammar_define(&program->grammar, rule, rules_end_choice(&reader));
}

void ptc_program_read_rules(ptc_program_grammar *program)
{
    for (size_t i = 0; i < PTC_PROGRAM_RULE_COUNT; i++) {
        const uint32_t *rules = program->rules[i];

        if (*rules_rows[i].text == '\0')
            continue;
        if (rules[PTC_PROGRAM_OUTER] != PTC_PROGRAM_NO_RULE)
            rules_read(program, i, rules[PTC_PROGRAM_OUTER], PTC_PROGRAM_OUTER);
        if (rules[PTC_PROGRAM_INNER] != PTC_PROGRAM_NO_RULE &&
            rules[PTC_PROGRAM_INNER] != rules[PTC_PROGRAM_OUTER])
            rules_read(program, i, rules[PTC_PROGRAM_INNER], PTC_PROGRAM_INNER);
    }
}
