/* SPDX-License-Identifier: MIT */
/*
 * The conditions of a column on its values. Types are also checked, since SQLite stores
 * values of any type; in PostgreSQL these conditions are always true. A condition on NULL
 * is unknown, which is not a fault.
 */
#include "schema/schema_int.h"
#include "target/sql_int.h"

#include <ptc/json.h>

/* --- Pieces ------------------------------------------------------------------------- */

static void sql_lose(ptc_sql_writer *writer, uint32_t node, const char *what)
{
    ptc_target_lose(writer->run, node, ptc_str_of(what));
}

/* A loss of two words. */
static void sql_lose_named(ptc_sql_writer *writer, uint32_t node, const char *what,
                           ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, writer->run->arena);
    ptc_text_cstr(&text, what);
    ptc_text_str(&text, name);
    writer->failed |= text.failed;
    if (!text.failed)
        ptc_target_lose(writer->run, node, ptc_text_view(&text));
}

/* Opens a condition; the text to write it to. */
static ptc_text *sql_open(ptc_sql_column *column)
{
    ptc_text_cstr(&column->checks, "\n    CHECK (");
    return &column->checks;
}

/* Opens one that begins with the column. */
static ptc_text *sql_open_column(ptc_sql_column *column, const char *behind)
{
    ptc_text *text = sql_open(column);

    ptc_text_str(text, column->name);
    ptc_text_cstr(text, behind);
    return text;
}

static void sql_close(ptc_sql_column *column)
{
    ptc_text_byte(&column->checks, ')');
}

/* A condition of these words, in which @ is the column. */
static void sql_add(ptc_sql_column *column, const char *words)
{
    ptc_text *text = sql_open(column);

    for (const char *at = words; *at != '\0'; at++) {
        if (*at == '@')
            ptc_text_str(text, column->name);
        else
            ptc_text_byte(text, *at);
    }
    sql_close(column);
}

static bool sql_is_word(const ptc_sql_column *column, const char *word)
{
    return ptc_str_equal(column->word, ptc_str_of(word));
}

static bool sql_is_numeric(const ptc_sql_column *column)
{
    return column->word.len >= 7 && memcmp(column->word.ptr, "NUMERIC", 7) == 0;
}

static bool sql_is_number(const ptc_sql_column *column)
{
    return sql_is_numeric(column) || sql_is_word(column, "BIGINT") ||
           sql_is_word(column, "DOUBLE PRECISION");
}

static bool sql_is_json(const ptc_sql_column *column)
{
    return sql_is_word(column, "JSONB");
}

/* --- Types of columns --------------------------------------------------------------- */

/* Conditions that a day or moment is one. SQLite gives NULL for what it cannot read, and
 * with a zone after it moves a day that is not in the calendar to the next month. */
static void sql_add_days(ptc_sql_column *column)
{
    bool is_date = sql_is_word(column, "DATE");

    if (column->has_null)
        sql_add(column,
                is_date ? "@ IS NULL OR COALESCE(date(@ || 'T00:01+00:01') = @, FALSE)"
                        : "@ IS NULL OR COALESCE(date(@ || '+00:01') <= @, FALSE)");
    else
        sql_add(column, is_date ? "COALESCE(date(@ || 'T00:01+00:01') = @, FALSE)"
                                : "COALESCE(date(@ || '+00:01') <= @, FALSE)");
    if (!is_date)
        sql_add(column, "length(CAST(@ AS TEXT)) >= 19");
}

static void sql_add_type(ptc_sql_writer *writer, ptc_sql_column *column)
{
    if (sql_is_word(column, "BOOLEAN"))
        sql_add(column, "@ IN (TRUE, FALSE)");
    else if (sql_is_word(column, "BIGINT"))
        sql_add(column, "@ = CAST(@ AS BIGINT)");
    else if (sql_is_word(column, "DOUBLE PRECISION"))
        sql_add(column, "@ = CAST(@ AS DOUBLE PRECISION)");
    else if (sql_is_numeric(column))
        sql_add(column, "@ = CAST(@ AS NUMERIC)");
    else if (sql_is_word(column, "DATE") || sql_is_word(column, "TIMESTAMP"))
        sql_add_days(column);
    else if (sql_is_word(column, "TIMESTAMPTZ"))
        sql_lose(writer, column->node, "that the text is a moment, in SQLite");
}

/* --- Scalars ------------------------------------------------------------------------ */

/* LEFT "n" RELATION bound; nothing if there is no bound. */
static void sql_add_bound(ptc_sql_column *column, const char *left, const char *relation,
                          const ptc_value *bound)
{
    size_t start = column->checks.len;
    ptc_text *text = sql_open(column);

    ptc_text_cstr(text, left);
    ptc_text_str(text, column->name);
    ptc_text_cstr(text, relation);
    if (ptc_sql_write_literal(text, bound))
        sql_close(column);
    else
        ptc_text_cut(text, start); /* there is none */
}

static void sql_add_interval(ptc_sql_column *column, const ptc_interval *interval)
{
    if (interval == NULL)
        return;
    sql_add_bound(column, "", interval->low_open ? " > " : " >= ", &interval->low);
    sql_add_bound(column, "", interval->high_open ? " < " : " <= ", &interval->high);
}

static void sql_add_lengths(ptc_sql_column *column, const ptc_interval *interval)
{
    if (interval == NULL)
        return;
    sql_add_bound(column, "length(", ") >= ", &interval->low);
    sql_add_bound(column, "length(", ") <= ", &interval->high);
}

static void sql_add_pattern(ptc_sql_writer *writer, ptc_sql_column *column,
                            ptc_str pattern)
{
    size_t start = column->checks.len;

    if (ptc_sql_write_pattern(sql_open(column), writer->run->arena, column->name,
                              pattern)) {
        sql_close(column);
        return;
    }
    ptc_text_cut(&column->checks, start);
    sql_lose_named(writer, column->node, "the pattern ", pattern);
}

static void sql_add_patterns(ptc_sql_writer *writer, ptc_sql_column *column,
                             const ptc_schema_node *node)
{
    for (uint32_t i = 0; i < node->pattern_count; i++)
        sql_add_pattern(writer, column, node->patterns[i].text);
}

/* A member of an enum of several kinds, as the text of its JSON. */
static bool sql_write_json_member(ptc_sql_writer *writer, ptc_text *text,
                                  const ptc_value *member)
{
    ptc_text json;

    if (member->kind != PTC_BOOL && member->kind != PTC_INT &&
        member->kind != PTC_STRING && member->kind != PTC_KEYWORD)
        return false;
    ptc_text_init(&json, writer->run->arena);
    if (ptc_json_write_named(&json, member, 0) != PTC_OK) {
        writer->failed |= json.failed;
        return false;
    }
    /* An escape in it has several spellings. */
    return memchr(json.ptr, '\\', json.len) == NULL &&
           ptc_sql_write_text(text, ptc_text_view(&json));
}

/* ("e" IN ('a', 'b')); one that has no literal is refused, and lost. */
static void sql_add_members(ptc_sql_writer *writer, ptc_sql_column *column,
                            const ptc_schema_node *node)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    size_t start = column->checks.len;
    ptc_text *text = sql_open(column);
    bool is_json = sql_is_json(column);
    bool is_first = true;

    ptc_text_cstr(text, is_json ? "CAST(" : "");
    ptc_text_str(text, column->name);
    ptc_text_cstr(text, is_json ? " AS TEXT) IN (" : " IN (");
    for (uint32_t i = 0; i < count; i++) {
        size_t mark = text->len;

        ptc_text_cstr(text, is_first ? "" : ", ");
        if (is_json ? sql_write_json_member(writer, text, &node->members[i])
                    : ptc_sql_write_literal(text, &node->members[i])) {
            is_first = false;
            continue;
        }
        ptc_text_cut(text, mark);
        if (is_json || is_first) {
            ptc_text_cut(text, start);
            sql_lose(writer, column->node, "the members of an enum");
            return;
        }
        sql_lose(writer, column->node, "a member of an enum that holds U+0000");
    }
    ptc_text_cstr(text, ")");
    sql_close(column);
}

/* What a column of numbers is a multiple of. */
static void sql_add_multiple(ptc_sql_writer *writer, ptc_sql_column *column,
                             const ptc_schema_node *node)
{
    const ptc_value *step = &node->members[0];
    int scale = ptc_sql_scale(step);
    ptc_text what;

    if (sql_is_word(column, "BIGINT") && step->kind == PTC_INT) {
        ptc_text *text = sql_open_column(column, " % ");

        ptc_sql_write_literal(text, step);
        ptc_text_cstr(text, " = 0)");
        return;
    }
    if (sql_is_numeric(column) && scale > 0) {
        ptc_text *text = sql_open(column);

        ptc_text_cstr(text, "round(");
        ptc_text_str(text, column->name);
        ptc_text_cstr(text, ", ");
        ptc_text_int(text, scale);
        ptc_text_cstr(text, ") = ");
        ptc_text_str(text, column->name);
        sql_close(column);
        if (sql_is_word(column, "NUMERIC"))
            return;
    }
    ptc_text_init(&what, writer->run->arena);
    ptc_text_cstr(&what, "multiples of ");
    ptc_value_write(&what, step);
    if (sql_is_numeric(column) && scale >= 0)
        ptc_text_cstr(&what, ": PostgreSQL rounds other numbers");
    writer->failed |= what.failed;
    if (!what.failed)
        ptc_target_lose(writer->run, column->node, ptc_text_view(&what));
}

/* All but one value. A value of another kind than the column's is never in it. */
static void sql_add_not_const(ptc_sql_writer *writer, ptc_sql_column *column,
                              const ptc_schema_node *node)
{
    const ptc_value *member = &node->members[0];
    bool is_text = member->kind == PTC_STRING || member->kind == PTC_KEYWORD;
    size_t start = column->checks.len;

    if (is_text                    ? !sql_is_word(column, "TEXT")
        : member->kind == PTC_INT  ? !sql_is_word(column, "BIGINT")
        : member->kind == PTC_BOOL ? !sql_is_word(column, "BOOLEAN")
                                   : true) {
        sql_lose(writer, column->node, "all values but one");
        return;
    }
    if (ptc_sql_write_literal(sql_open_column(column, " <> "), member))
        sql_close(column);
    else
        ptc_text_cut(&column->checks, start); /* with U+0000, which no column keeps */
}

/* --- JSON --------------------------------------------------------------------------- */

/* A condition that there is an element at `index`, or none: ("x" -> 4) IS NULL. */
static void sql_add_element(ptc_sql_writer *writer, ptc_sql_column *column, int64_t index,
                            bool is_there)
{
    ptc_text *text;

    if (index > INT32_MAX) {
        sql_lose(writer, column->node, "the number of elements");
        return;
    }
    text = sql_open(column);
    if (column->has_null && is_there) {
        ptc_text_str(text, column->name);
        ptc_text_cstr(text, " IS NULL OR ");
    }
    ptc_text_byte(text, '(');
    ptc_text_str(text, column->name);
    ptc_text_cstr(text, " -> ");
    ptc_text_int(text, index);
    ptc_text_cstr(text, is_there ? ") IS NOT NULL" : ") IS NULL");
    sql_close(column);
}

static void sql_add_counts(ptc_sql_writer *writer, ptc_sql_column *column, int64_t low,
                           int64_t high)
{
    if (low > 0)
        sql_add_element(writer, column, low - 1, true);
    if (high >= 0)
        sql_add_element(writer, column, high, false);
}

static void sql_add_interval_counts(ptc_sql_writer *writer, ptc_sql_column *column,
                                    const ptc_interval *interval)
{
    if (interval != NULL)
        sql_add_counts(writer, column, ptc_value_as_int(&interval->low, 0),
                       ptc_value_as_int(&interval->high, -1));
}

/* Whether a node accepts everything. */
static bool sql_is_any(const ptc_sql_writer *writer, uint32_t index)
{
    return writer->nodes[index].type == PTC_TYPE_ANY;
}

static void sql_add_list(ptc_sql_writer *writer, ptc_sql_column *column,
                         const ptc_schema_node *node)
{
    sql_add(column, "CAST(@ AS TEXT) LIKE '[%' AND (@ -> 'a') IS NULL");
    if (node->type == PTC_TYPE_TUPLE)
        sql_add_counts(writer, column, node->count, node->count);
    else
        sql_add_interval_counts(writer, column, node->interval);
    if (node->type == PTC_TYPE_TUPLE || !sql_is_any(writer, node->first))
        sql_lose(writer, column->node, "the type of elements");
    if (node->type == PTC_TYPE_SET || (node->flags & PTC_NODE_DISTINCT) != 0)
        sql_lose(writer, column->node, "that no two elements are equal");
}

static void sql_add_map(ptc_sql_writer *writer, ptc_sql_column *column,
                        const ptc_schema_node *node)
{
    sql_add(column, "CAST(@ AS TEXT) LIKE '{%' AND (@ -> 0) IS NULL");
    if (node->type == PTC_TYPE_MAP_OF)
        sql_lose(writer, column->node, "the types of keys and values");
    else if (node->type == PTC_TYPE_MULTI || node->count > 0)
        sql_lose(writer, column->node, "the fields of a map");
    else if ((node->flags & PTC_NODE_CLOSED) != 0)
        sql_lose(writer, column->node, "that a map has no keys");
    if (node->type == PTC_TYPE_MAP_OF && node->interval != NULL)
        sql_lose(writer, column->node, "the number of entries");
}

static void sql_add_json(ptc_sql_writer *writer, ptc_sql_column *column,
                         const ptc_schema_node *node)
{
    bool has_others = (node->flags & PTC_NODE_OTHERS) != 0;

    if (!has_others && (node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET ||
                        node->type == PTC_TYPE_TUPLE)) {
        sql_add_list(writer, column, node);
        return;
    }
    if (!has_others && (node->type == PTC_TYPE_MAP || node->type == PTC_TYPE_ANY_MAP ||
                        node->type == PTC_TYPE_MAP_OF)) {
        sql_add_map(writer, column, node);
        return;
    }
    sql_add(column, "((@ -> 'a') IS NULL) IN (TRUE, FALSE)"); /* SQLite reads it */
    if (!has_others && (node->type == PTC_TYPE_ENUM || node->type == PTC_TYPE_CONST))
        sql_add_members(writer, column, node);
    else if (node->type == PTC_TYPE_CUSTOM)
        sql_lose_named(writer, column->node, "the validator ", node->type_name);
    else if (node->type != PTC_TYPE_ANY)
        sql_lose(writer, column->node, "the type of a value in JSON");
}

/* --- Columns ------------------------------------------------------------------------ */

/* What a type, or a conjunct next to the first one, says about a column that is not JSON.
 * False for types that cannot be expressed. */
static bool sql_add_facts(ptc_sql_writer *writer, ptc_sql_column *column,
                          const ptc_schema_node *node)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_BOOL:
        return true;
    case PTC_TYPE_NIL:
        sql_add(column, "@ IS NULL");
        return true;
    case PTC_TYPE_KEYWORD:
        sql_lose(writer, column->node, "that the text is the name of a keyword");
        return true;
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_DECIMAL:
        sql_add_interval(column, node->interval);
        return true;
    case PTC_TYPE_STRING:
        sql_add_lengths(column, node->interval);
        sql_add_patterns(writer, column, node);
        return true;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        sql_add_members(writer, column, node);
        return true;
    case PTC_TYPE_NOT_CONST:
        sql_add_not_const(writer, column, node);
        return true;
    case PTC_TYPE_MULTIPLE:
        sql_add_multiple(writer, column, node);
        return true;
    default:
        if (ptc_type_is_spelled((ptc_type)node->type) && sql_is_word(column, "TEXT"))
            sql_add_pattern(writer, column,
                            ptc_str_of(ptc_type_spelling((ptc_type)node->type)->pattern));
        return ptc_type_is_spelled((ptc_type)node->type);
    }
}

/* Whether a conjunct next to the first one is of a column's type. */
static bool sql_fits(const ptc_sql_column *column, const ptc_schema_node *conjunct)
{
    switch ((unsigned)conjunct->type) {
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_NOT_CONST:
        return !sql_is_json(column);
    case PTC_TYPE_STRING:
        return sql_is_word(column, "TEXT");
    case PTC_TYPE_INT:
        return sql_is_word(column, "BIGINT");
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_DECIMAL:
        return sql_is_number(column);
    default:
        return false;
    }
}

static void sql_add_conjuncts(ptc_sql_writer *writer, ptc_sql_column *column,
                              const ptc_schema_node *whole)
{
    const ptc_schema_node *nodes = writer->nodes;

    for (whole = ptc_schema_target(nodes, whole); whole->type == PTC_TYPE_AND;
         whole = ptc_schema_target(nodes, &nodes[whole->first])) {
        for (uint32_t i = 1; i < whole->count; i++) {
            const ptc_schema_node *conjunct =
                ptc_schema_target(nodes, &nodes[whole->first + i]);

            if (!sql_fits(column, conjunct) || !sql_add_facts(writer, column, conjunct))
                sql_lose_named(writer, column->node, "the condition ",
                               ptc_str_of(ptc_type_word((ptc_type)conjunct->type, true)));
        }
    }
}

void ptc_sql_check(ptc_sql_writer *writer, ptc_sql_column *column)
{
    const ptc_schema_node *whole = &writer->nodes[column->node];
    const ptc_schema_node *node = ptc_schema_main(writer->nodes, whole);

    if (sql_is_json(column)) {
        sql_add_json(writer, column, node);
    } else {
        sql_add_type(writer, column);
        sql_add_facts(writer, column, node);
    }
    sql_add_conjuncts(writer, column, whole);
}
