/* SPDX-License-Identifier: MIT */
/*
 * Patterns as conditions on parts of a text. SQLite has no regular expressions, but both
 * databases have length, substr, trim and replace, which are enough for patterns that are
 * a sequence of classes, each repeated, of which at most one has no fixed count:
 * `^[A-Z]{3}-[0-9]+$`. A part that holds only characters of a class is empty once these
 * are trimmed.
 */
#include "regex/regex_int.h"
#include "target/sql_int.h"

enum {
    SQL_PARTS_MAX = 64,  /* of a pattern */
    SQL_CLASS_MAX = 256, /* code points that are spelled out */
};

/* Code points of a class in a row. */
typedef struct sql_part {
    const regex_class *set;
    uint32_t low; /* how many */
    uint32_t high;
} sql_part;

typedef struct sql_pattern {
    ptc_text *text;
    ptc_str column;
    sql_part parts[SQL_PARTS_MAX];
    uint32_t count;
    uint32_t loose; /* the part without a fixed number; `count`: there is none */
    bool is_begun;  /* the first part is the beginning of the text */
    bool is_ended;  /* the last one is its end */
    bool has_condition;
} sql_pattern;

/* --- From trees to parts ------------------------------------------------------------ */

static bool sql_is_small(const regex_class *set)
{
    uint32_t count = 0;

    for (size_t i = 0; i < set->count && count <= SQL_CLASS_MAX; i++)
        count += set->ranges[i].high - set->ranges[i].low + 1;
    return count > 0 && count <= SQL_CLASS_MAX;
}

/* Adds a class, or a repetition of one. */
static bool sql_add_part(sql_pattern *pattern, const regex_pattern *parsed,
                         const regex_tree *tree)
{
    sql_part part = {.low = 1, .high = 1};

    if (tree->kind == REGEX_REPEAT) {
        part.low = tree->low;
        part.high = tree->high;
        tree = &parsed->trees[tree->left];
    }
    if (tree->kind != REGEX_CLASS || pattern->is_ended || pattern->count == SQL_PARTS_MAX)
        return false;
    part.set = &parsed->classes[tree->class_index];
    pattern->parts[pattern->count++] = part;
    return sql_is_small(part.set);
}

static bool sql_add_tree(sql_pattern *pattern, const regex_pattern *parsed,
                         const regex_tree *tree)
{
    switch ((regex_tree_kind)tree->kind) {
    case REGEX_EMPTY:
        return true;
    case REGEX_CLASS:
    case REGEX_REPEAT:
        return sql_add_part(pattern, parsed, tree);
    case REGEX_BEGIN:
        pattern->is_begun = true;
        return pattern->count == 0 && !pattern->is_ended;
    case REGEX_END:
        pattern->is_ended = true;
        return true;
    case REGEX_SEQUENCE:
    case REGEX_CHOICE:
    case REGEX_WORD_EDGE:
    case REGEX_NOT_WORD_EDGE:
        break;
    }
    return false;
}

/* Reads the tree from left to right; false for what is not a row of parts. */
static bool sql_take_parts(sql_pattern *pattern, const regex_pattern *parsed)
{
    uint32_t pending[SQL_PARTS_MAX + 1] = {parsed->root};
    uint32_t count = 1;

    while (count > 0) {
        const regex_tree *tree = &parsed->trees[pending[--count]];

        if (tree->kind != REGEX_SEQUENCE) {
            if (!sql_add_tree(pattern, parsed, tree))
                return false;
        } else if (count + 2 > SQL_PARTS_MAX) {
            return false;
        } else {
            pending[count++] = tree->right;
            pending[count++] = tree->left;
        }
    }
    return true;
}

/* Where a side is open, the part there counts with its minimum; then at most one part may
 * have no fixed count. */
static bool sql_settle_parts(sql_pattern *pattern)
{
    sql_part *parts = pattern->parts;

    if (pattern->count == 0)
        return false;
    if (!pattern->is_begun)
        parts[0].high = parts[0].low;
    if (!pattern->is_ended)
        parts[pattern->count - 1].high = parts[pattern->count - 1].low;
    pattern->loose = pattern->count;
    for (uint32_t i = 0; i < pattern->count; i++) {
        if (parts[i].low == parts[i].high)
            continue;
        if (pattern->loose != pattern->count)
            return false;
        pattern->loose = i;
    }
    return pattern->loose == pattern->count || (pattern->is_begun && pattern->is_ended);
}

/* --- Conditions --------------------------------------------------------------------- */

static void sql_and(sql_pattern *pattern)
{
    if (pattern->has_condition)
        ptc_text_cstr(pattern->text, " AND ");
    pattern->has_condition = true;
}

/* Appends one code point as part of a literal. */
static void sql_write_code_point(ptc_text *text, uint32_t code_point)
{
    char bytes[4];

    if (code_point == '\'')
        ptc_text_byte(text, '\'');
    ptc_text_bytes(text, bytes, ptc_utf8_encode(code_point, bytes));
}

/* Appends 'abc': the code points of a class but U+0000, which no database keeps. */
static void sql_write_class(ptc_text *text, const regex_class *set)
{
    ptc_text_byte(text, '\'');
    for (size_t i = 0; i < set->count; i++) {
        for (uint32_t c = set->ranges[i].low; c <= set->ranges[i].high; c++) {
            if (c != 0)
                sql_write_code_point(text, c);
        }
    }
    ptc_text_byte(text, '\'');
}

static bool sql_is_letter(const sql_part *part)
{
    return part->set->count == 1 &&
           part->set->ranges[0].low == part->set->ranges[0].high &&
           part->set->ranges[0].low != 0 && part->low == part->high;
}

static uint32_t sql_sum(const sql_pattern *pattern, uint32_t from, uint32_t to)
{
    uint32_t sum = 0;

    for (uint32_t i = from; i < to; i++)
        sum += pattern->parts[i].low;
    return sum;
}

/* Appends substr("s", 3, 2): from part `first` up to, without it, part `end`. */
static void sql_write_parts(const sql_pattern *pattern, uint32_t first, uint32_t end)
{
    ptc_text *text = pattern->text;
    bool is_behind = !pattern->is_begun || first > pattern->loose;
    bool is_loose = first <= pattern->loose && pattern->loose < end;
    uint32_t before = sql_sum(pattern, 0, first);
    uint32_t behind = sql_sum(pattern, end, pattern->count);

    if (first == 0 && end == pattern->count && pattern->is_begun && pattern->is_ended) {
        ptc_text_str(text, pattern->column);
        return;
    }
    ptc_text_cstr(text, "substr(");
    ptc_text_str(text, pattern->column);
    ptc_text_cstr(text, ", ");
    if (is_behind) { /* counted from the end */
        ptc_text_cstr(text, "length(");
        ptc_text_str(text, pattern->column);
        ptc_text_cstr(text, ") - ");
        ptc_text_uint(text, sql_sum(pattern, first, pattern->count) - 1);
    } else {
        ptc_text_uint(text, before + 1);
    }
    if (!is_loose) {
        ptc_text_cstr(text, ", ");
        ptc_text_uint(text, sql_sum(pattern, first, end));
    } else if (behind > 0) {
        ptc_text_cstr(text, ", length(");
        ptc_text_str(text, pattern->column);
        ptc_text_cstr(text, ") - ");
        ptc_text_uint(text, before + behind);
    }
    ptc_text_byte(text, ')');
}

/* Appends the condition of the parts from `first` on that have one in common: letters are
 * one text. Returns the part after them. */
static uint32_t sql_write_condition(sql_pattern *pattern, uint32_t first)
{
    uint32_t end = first + 1;
    bool is_text = sql_is_letter(&pattern->parts[first]);

    while (is_text && end < pattern->count && sql_is_letter(&pattern->parts[end]))
        end++;
    if (pattern->parts[first].high == 0 || (is_text && sql_sum(pattern, first, end) == 0))
        return end;
    sql_and(pattern);
    if (!is_text)
        ptc_text_cstr(pattern->text, "trim(");
    sql_write_parts(pattern, first, end);
    if (!is_text) {
        ptc_text_cstr(pattern->text, ", ");
        sql_write_class(pattern->text, pattern->parts[first].set);
        ptc_text_cstr(pattern->text, ") = ''");
        return end;
    }
    ptc_text_cstr(pattern->text, " = '");
    for (uint32_t i = first; i < end; i++) {
        for (uint32_t k = 0; k < pattern->parts[i].low; k++)
            sql_write_code_point(pattern->text, pattern->parts[i].set->ranges[0].low);
    }
    ptc_text_byte(pattern->text, '\'');
    return end;
}

static void sql_write_length(sql_pattern *pattern, const char *relation, uint32_t length)
{
    sql_and(pattern);
    ptc_text_cstr(pattern->text, "length(");
    ptc_text_str(pattern->text, pattern->column);
    ptc_text_cstr(pattern->text, relation);
    ptc_text_uint(pattern->text, length);
}

static void sql_write_lengths(sql_pattern *pattern)
{
    uint32_t least = sql_sum(pattern, 0, pattern->count);
    const sql_part *loose = &pattern->parts[pattern->loose];

    if (pattern->loose == pattern->count) {
        if (pattern->is_begun && pattern->is_ended)
            sql_write_length(pattern, ") = ", least);
        else if (least > 0)
            sql_write_length(pattern, ") >= ", least);
        return;
    }
    if (least > 0)
        sql_write_length(pattern, ") >= ", least);
    if (loose->high != REGEX_UNBOUNDED)
        sql_write_length(pattern, ") <= ", least - loose->low + loose->high);
}

/* A text somewhere in the column. */
static bool sql_write_search(sql_pattern *pattern)
{
    for (uint32_t i = 0; i < pattern->count; i++) {
        if (!sql_is_letter(&pattern->parts[i]) || pattern->parts[i].low == 0)
            return false;
    }
    ptc_text_cstr(pattern->text, "replace(");
    ptc_text_str(pattern->text, pattern->column);
    ptc_text_cstr(pattern->text, ", '");
    for (uint32_t i = 0; i < pattern->count; i++) {
        for (uint32_t k = 0; k < pattern->parts[i].low; k++)
            sql_write_code_point(pattern->text, pattern->parts[i].set->ranges[0].low);
    }
    ptc_text_cstr(pattern->text, "', '') <> ");
    ptc_text_str(pattern->text, pattern->column);
    return true;
}

bool ptc_sql_write_pattern(ptc_text *text, ptc_arena *arena, ptc_str column,
                           ptc_str source)
{
    sql_pattern pattern = {.text = text, .column = column};
    regex_pattern parsed = {.arena = arena};

    if (ptc_regex_parse(&parsed, source, NULL) != PTC_OK ||
        !sql_take_parts(&pattern, &parsed) || !sql_settle_parts(&pattern))
        return false;
    if (!pattern.is_begun && !pattern.is_ended)
        return sql_write_search(&pattern);
    sql_write_lengths(&pattern); /* first: the others take them for granted */
    for (uint32_t i = 0; i < pattern.count;)
        i = sql_write_condition(&pattern, i);
    if (!pattern.has_condition) /* all texts have it, such as those of [a-z]*$ */
        ptc_text_cstr(text, "TRUE");
    return true;
}
