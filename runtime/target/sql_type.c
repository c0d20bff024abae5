/* SPDX-License-Identifier: MIT */
/* The words of SQL for types, one for each that a contract can have. [brimley 8] */
#include "schema/schema_int.h"
#include "target/sql_int.h"

/* Digits that every database has in a NUMERIC. */
enum { SQL_DIGITS_MAX = 38 };

typedef struct sql_typing {
    ptc_arena *arena;
    const ptc_schema_node *nodes;
    bool has_zone;
} sql_typing;

/* --- Decimals ----------------------------------------------------------------------- */

/* Digits before the point of the larger bound; 0: they do not say. */
static unsigned sql_bound_digits(const ptc_interval *interval)
{
    const ptc_value *bounds[] = {&interval->low, &interval->high};
    unsigned most = 0;

    for (size_t i = 0; i < 2; i++) {
        double size = bounds[i]->kind == PTC_INT ? (double)bounds[i]->as.integer
                                                 : bounds[i]->as.number;
        unsigned digits = 0;

        if (bounds[i]->kind != PTC_INT && bounds[i]->kind != PTC_FLOAT)
            return 0;
        if (size < 0)
            size = -size;
        for (; size >= 1 && digits <= SQL_DIGITS_MAX; digits++)
            size /= 10;
        most = digits > most ? digits : most;
    }
    return most > 0 ? most : 1;
}

int ptc_sql_scale(const ptc_value *step)
{
    double unit = 1;

    if (step->kind == PTC_INT)
        return 0;
    for (int scale = 0; step->kind == PTC_FLOAT && scale <= 15; scale++, unit *= 10) {
        if (step->as.number == 1 / unit)
            return scale;
    }
    return -1;
}

/* What conjunct of `whole` next to the first one says the step; or NULL. */
static const ptc_value *sql_step(const sql_typing *typing, const ptc_schema_node *whole)
{
    whole = ptc_schema_target(typing->nodes, whole);
    for (uint32_t i = 0; whole->type == PTC_TYPE_AND && i < whole->count; i++) {
        const ptc_schema_node *conjunct = &typing->nodes[whole->first + i];

        if (conjunct->type == PTC_TYPE_MULTIPLE)
            return conjunct->members;
    }
    return NULL;
}

/* NUMERIC(p,s) where bounds on both sides say p and a step says s; else a value within
 * the bounds could be rounded. */
static ptc_str sql_decimal(const sql_typing *typing, const ptc_schema_node *whole,
                           const ptc_schema_node *node)
{
    const ptc_value *step = sql_step(typing, whole);
    int scale = step != NULL ? ptc_sql_scale(step) : -1;
    unsigned digits = node->interval != NULL ? sql_bound_digits(node->interval) : 0;
    ptc_text word;

    if (scale < 0 || digits == 0 || digits + (unsigned)scale > SQL_DIGITS_MAX)
        return PTC_STR("NUMERIC");
    ptc_text_init(&word, typing->arena);
    ptc_text_cstr(&word, "NUMERIC(");
    ptc_text_uint(&word, digits + (unsigned)scale);
    ptc_text_byte(&word, ',');
    ptc_text_uint(&word, (unsigned)scale);
    ptc_text_byte(&word, ')');
    return word.failed ? PTC_STR("") : ptc_text_view(&word);
}

/* --- Scalars ------------------------------------------------------------------------ */

static ptc_str sql_kind_word(ptc_kind kind)
{
    switch ((unsigned)kind) {
    case PTC_BOOL:
        return PTC_STR("BOOLEAN");
    case PTC_INT:
        return PTC_STR("BIGINT");
    case PTC_FLOAT:
        return PTC_STR("DOUBLE PRECISION");
    case PTC_STRING:
    case PTC_KEYWORD:
        return PTC_STR("TEXT");
    default:
        return PTC_STR("JSONB");
    }
}

/* The word that all members of an enum have, else JSONB. */
static ptc_str sql_members(const ptc_schema_node *node)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    ptc_str word = sql_kind_word(ptc_value_kind(&node->members[0]));

    for (uint32_t i = 1; i < count; i++) {
        if (!ptc_str_equal(word, sql_kind_word(ptc_value_kind(&node->members[i]))))
            return PTC_STR("JSONB");
    }
    return word;
}

/* The word for a type that is not a list: JSONB for all that have their own none. */
static ptc_str sql_scalar(const sql_typing *typing, const ptc_schema_node *whole)
{
    const ptc_schema_node *node = ptc_schema_main(typing->nodes, whole);

    if ((node->flags & PTC_NODE_OTHERS) !=
        0) /* it says nothing about values of other kinds */
        return PTC_STR("JSONB");
    switch ((unsigned)node->type) {
    case PTC_TYPE_BOOL:
        return PTC_STR("BOOLEAN");
    case PTC_TYPE_INT:
        return PTC_STR("BIGINT");
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return PTC_STR("DOUBLE PRECISION");
    case PTC_TYPE_NIL:
    case PTC_TYPE_KEYWORD:
        return PTC_STR("TEXT");
    case PTC_TYPE_DATE:
        return PTC_STR("DATE");
    case PTC_TYPE_DATETIME:
        return typing->has_zone ? PTC_STR("TIMESTAMPTZ") : PTC_STR("TIMESTAMP");
    case PTC_TYPE_DECIMAL:
        return sql_decimal(typing, whole, node);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return sql_members(node);
    default:
        return ptc_type_kinds((ptc_type)node->type) == 1u << PTC_STRING
                   ? PTC_STR("TEXT")
                   : PTC_STR("JSONB");
    }
}

static ptc_str sql_list_of(ptc_arena *arena, ptc_str word)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_str(&text, word);
    ptc_text_cstr(&text, "[]");
    return text.failed ? PTC_STR("") : ptc_text_view(&text);
}

ptc_str ptc_sql_type(ptc_arena *arena, const ptc_schema *schema, uint32_t node,
                     bool has_zone, ptc_sql_form *form)
{
    sql_typing typing = {arena, schema->nodes, has_zone};
    const ptc_schema_node *whole = &schema->nodes[node];
    const ptc_schema_node *type = ptc_schema_main(schema->nodes, whole);
    bool is_list = type->type == PTC_TYPE_LIST || type->type == PTC_TYPE_SET;
    ptc_str word = sql_scalar(&typing, is_list ? &schema->nodes[type->first] : whole);
    bool is_json = ptc_str_equal(word, PTC_STR("JSONB"));
    ptc_sql_form found = PTC_SQL_PLAIN;

    if (is_list || is_json)
        found = PTC_SQL_JSON;
    else if (type->type == PTC_TYPE_DATETIME)
        found = has_zone ? PTC_SQL_TIMESTAMP_ZONE : PTC_SQL_TIMESTAMP;
    if (form != NULL)
        *form = found;
    return is_list && !is_json && word.len > 0 ? sql_list_of(arena, word) : word;
}
