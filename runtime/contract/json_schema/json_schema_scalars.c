/* SPDX-License-Identifier: MIT */
/* Numbers, texts and counts of JSON Schema. [signature 13] */
#include "contract/json_schema/json_schema_int.h"
#include "schema/schema_int.h"

#include <float.h>
#include <stdio.h>

/* --- Numbers ----------------------------------------------------------------------- */

/* What one side of a number says. */
typedef struct scalars_limit {
    ptc_value bound; /* nil: nothing */
    bool is_open;    /* the bound itself is excluded */
    bool is_never;   /* no value is within */
} scalars_limit;

/* Compares the magnitudes of an integer by its digits and a whole double beyond 2^53. */
static int scalars_compare_digits(ptc_str digits, double number)
{
    char text[DBL_MAX_10_EXP + 8];
    int written = snprintf(text, sizeof text, "%.0f", number < 0 ? -number : number);
    size_t len = written > 0 ? (size_t)written : 0;

    if (digits.len != len)
        return digits.len < len ? -1 : 1;
    return memcmp(digits.ptr, text, len);
}

/* The double next to one that is not 0, further from 0 or nearer to it. */
static double scalars_next(double number, bool is_further)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    bits += is_further ? 1 : UINT64_MAX;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* A limit that is an integer outside 64 bits: the same for doubles is the nearest one
 * that is within it. */
static void scalars_far_limit(ptc_str text, bool is_low, scalars_limit *out)
{
    bool is_negative = text.ptr[0] == '-';
    double nearest;
    int order;

    if (!ptc_number_read_double(text.ptr, text.len, &nearest)) {
        out->is_never = is_negative != is_low;
        return;
    }
    if (is_negative)
        text = ptc_str_make(text.ptr + 1, text.len - 1);
    order = scalars_compare_digits(text, nearest);
    if (order != 0) {
        /* Within are those of a lower magnitude where the limit is on their far side. */
        bool is_nearer = is_low == is_negative;

        out->is_open = false;
        if ((order < 0) == is_nearer)
            nearest = scalars_next(nearest, !is_nearer);
    }
    out->bound = ptc_value_float(nearest);
}

/* A limit beyond all ints is none, or leaves none. */
static void scalars_settle_int(bool is_low, scalars_limit *limit)
{
    double bound = limit->bound.kind == PTC_FLOAT ? limit->bound.as.number : 0;

    if (bound < 0x1p63 && bound > -0x1p63)
        return;
    limit->bound = bound == -0x1p63 && (limit->is_open || !is_low)
                       ? ptc_value_int(INT64_MIN)
                       : ptc_value_nil();
    limit->is_never = bound != -0x1p63 && (bound > 0) == is_low;
}

static scalars_limit scalars_bound(const ptc_json_schema *reader, ptc_json_part part,
                                   ptc_type type, bool is_low, bool is_open)
{
    scalars_limit limit = {ptc_value_nil(), is_open, false};

    if (part.value == NULL)
        return limit;
    if (part.value->kind == PTC_INT || part.value->kind == PTC_FLOAT)
        limit.bound = *part.value;
    else if (part.value->kind == PTC_OPAQUE)
        scalars_far_limit(ptc_str_make(part.value->as.text, part.value->aux), is_low,
                          &limit);
    else
        ptc_json_schema_refuse(reader, part.place, "a limit must be a number");
    if (type == PTC_TYPE_INT)
        scalars_settle_int(is_low, &limit);
    return limit;
}

/* The exclusive limit of one side: in draft 4, whether the limit itself is excluded,
 * which then is no other one. */
static scalars_limit scalars_exclusive(const ptc_json_schema *reader,
                                       const ptc_json_facts *facts, ptc_type type,
                                       bool is_low, ptc_json_part *limit)
{
    ptc_json_part part =
        facts->at[is_low ? PTC_KEYWORD_EXCLUSIVE_MINIMUM : PTC_KEYWORD_EXCLUSIVE_MAXIMUM];
    ptc_json_part other = *limit;
    scalars_limit none = {ptc_value_nil(), false, false};

    if (part.value == NULL)
        return none;
    if (part.value->kind != PTC_BOOL) {
        if (facts->draft == PTC_JSON_DRAFT_4)
            ptc_json_schema_refuse(reader, part.place,
                                   "in draft 4 this must be true or false");
        return scalars_bound(reader, part, type, is_low, true);
    }
    if ((facts->draft &
         (PTC_JSON_DRAFT_4 | PTC_JSON_DRAFT_NONE | PTC_JSON_DRAFT_OPENAPI)) == 0)
        ptc_json_schema_refuse(reader, part.place, "a limit must be a number");
    ptc_json_schema_older(reader, facts, part.place, "write the limit itself here");
    if (!part.value->as.boolean)
        return none;
    if (limit->value == NULL)
        ptc_json_schema_refuse(reader, part.place,
                               "there is no limit next to it to exclude");
    limit->value = NULL;
    return scalars_bound(reader, other, type, is_low, true);
}

/* Sets both sides of two intervals, the second for a side with limits of both kinds;
 * true: no value is within. */
static bool scalars_sides(const ptc_json_schema *reader, const ptc_json_facts *facts,
                          ptc_type type, ptc_interval *both)
{
    bool is_never = false;

    for (int is_low = 0; is_low < 2; is_low++) {
        ptc_json_part part =
            facts->at[is_low ? PTC_KEYWORD_MINIMUM : PTC_KEYWORD_MAXIMUM];
        scalars_limit limits[2];
        size_t at = 0;

        limits[1] = scalars_exclusive(reader, facts, type, is_low != 0, &part);
        limits[0] = scalars_bound(reader, part, type, is_low != 0, false);
        for (size_t i = 0; i < 2; i++) {
            is_never = is_never || limits[i].is_never;
            if (limits[i].bound.kind == PTC_NIL)
                continue;
            *(is_low ? &both[at].low : &both[at].high) = limits[i].bound;
            *(is_low ? &both[at].low_open : &both[at].high_open) = limits[i].is_open;
            at++;
        }
    }
    return is_never;
}

/* Appends what the number is a multiple of; 1 says nothing about integers. */
static void scalars_multiple(const ptc_json_schema *reader, const ptc_json_facts *facts,
                             ptc_json_all *whole)
{
    ptc_json_part of = facts->at[PTC_KEYWORD_MULTIPLE_OF];
    ptc_draft_node *node;

    if (of.value == NULL)
        return;
    if (!(of.value->kind == PTC_INT && of.value->as.integer > 0) &&
        !(of.value->kind == PTC_FLOAT && of.value->as.number > 0)) {
        ptc_json_schema_refuse(reader, of.place,
                               of.value->kind == PTC_OPAQUE
                                   ? "this number does not fit into 64 bits"
                                   : "multipleOf must be a number above 0");
        return;
    }
    node = ptc_draft_at(reader->draft,
                        ptc_json_all_child(reader, whole, PTC_TYPE_MULTIPLE, of.place));
    node->members = of.value;
    node->member_count = 1;
}

ptc_draft_ref ptc_json_schema_number(const ptc_json_schema *reader,
                                     const ptc_json_facts *facts, ptc_type type)
{
    ptc_json_all whole = {.place = facts->self.place};
    ptc_draft_ref ref = ptc_json_all_child(reader, &whole, type, facts->self.place);
    ptc_interval both[2];

    memset(both, 0, sizeof both);
    if (type == PTC_TYPE_INT && facts->draft != PTC_JSON_DRAFT_4)
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_INTEGRAL;
    if (scalars_sides(reader, facts, type, both))
        ptc_json_all_add(
            reader, &whole,
            ptc_json_schema_none_of(reader, PTC_TYPE_NUMBER, facts->self.place));
    ptc_draft_at(reader->draft, ref)->interval = both[0];
    if (both[1].low.kind != PTC_NIL || both[1].high.kind != PTC_NIL) {
        ref = ptc_json_all_child(reader, &whole, PTC_TYPE_NUMBER, facts->self.place);
        ptc_draft_at(reader->draft, ref)->interval = both[1];
    }
    scalars_multiple(reader, facts, &whole);
    return ptc_json_all_end(reader, &whole);
}

/* --- Counts ------------------------------------------------------------------------ */

/* A count from 0 on, which may be spelled 2.0; false after a fault. */
static bool scalars_count(const ptc_json_schema *reader, ptc_json_part part,
                          ptc_value *out)
{
    *out = ptc_value_nil();
    if (part.value == NULL)
        return true;
    if (part.value->kind == PTC_INT)
        *out = *part.value;
    else if (part.value->kind == PTC_FLOAT && part.value->as.number >= 0 &&
             part.value->as.number <= 9007199254740992.0 &&
             part.value->as.number == (double)(int64_t)part.value->as.number)
        *out = ptc_value_int((int64_t)part.value->as.number);
    if (out->kind == PTC_INT && out->as.integer >= 0)
        return true;
    ptc_json_schema_refuse(reader, part.place, "a count must be an integer of 0 or more");
    return false;
}

bool ptc_json_schema_counts(const ptc_json_schema *reader, const ptc_json_facts *facts,
                            ptc_json_keyword low, ptc_json_keyword high,
                            ptc_interval *out)
{
    memset(out, 0, sizeof *out);
    return scalars_count(reader, facts->at[low], &out->low) &&
           scalars_count(reader, facts->at[high], &out->high);
}

/* --- Texts ------------------------------------------------------------------------- */

/* Whether a format is that one, and more than an annotation. */
static bool scalars_is_format(const ptc_json_schema *reader, const ptc_json_facts *facts,
                              const char *name)
{
    const ptc_value *format = facts->at[PTC_KEYWORD_FORMAT].value;

    return format != NULL && format->kind == PTC_STRING &&
           !reader->how.annotates_formats &&
           ptc_str_equal(ptc_value_text(format), ptc_str_of(name));
}

bool ptc_json_schema_is_decimal(const ptc_json_schema *reader,
                                const ptc_json_facts *facts)
{
    return (facts->types & ~(unsigned)PTC_JSON_NULL) == PTC_JSON_STRING &&
           scalars_is_format(reader, facts, ptc_type_spelling(PTC_TYPE_DECIMAL)->format);
}

/* The type that a format means. */
static ptc_type scalars_format(const ptc_json_schema *reader, const ptc_json_facts *facts)
{
    ptc_json_part format = facts->at[PTC_KEYWORD_FORMAT];

    if (format.value == NULL)
        return PTC_TYPE_STRING;
    for (int i = 0; i < PTC_SPELLED_COUNT; i++) {
        ptc_type type = (ptc_type)(PTC_TYPE_SPELLED + i);

        if (type == PTC_TYPE_DECIMAL
                ? ptc_json_schema_is_decimal(reader, facts)
                : scalars_is_format(reader, facts, ptc_type_spelling(type)->format))
            return type;
    }
    if (format.value->kind != PTC_STRING)
        ptc_json_schema_refuse(reader, format.place, "a format must be a string");
    else
        ptc_diag_add(reader->diags, PTC_DIAG_LOSS_FORMAT,
                     ptc_json_schema_span(reader, format.place),
                     "the format \"%s\" has no effect",
                     ptc_diag_quote(reader->diags, ptc_value_text(format.value)));
    return PTC_TYPE_STRING;
}

/* A type that a format means, with the limits of a decimal, and `*text` next to it for
 * what else is said about its text. */
static ptc_draft_ref scalars_formatted(const ptc_json_schema *reader,
                                       const ptc_json_facts *facts, ptc_type type,
                                       bool has_text, ptc_draft_ref *text)
{
    ptc_json_all whole = {.place = facts->self.place};
    ptc_draft_ref ref = ptc_json_all_child(reader, &whole, type, facts->self.place);
    ptc_interval both[2];

    memset(both, 0, sizeof both);
    if (type == PTC_TYPE_DECIMAL && scalars_sides(reader, facts, type, both))
        ptc_json_all_add(
            reader, &whole,
            ptc_json_schema_none_of(reader, PTC_TYPE_ANY, facts->self.place));
    ptc_draft_at(reader->draft, ref)->interval = both[0];
    if (both[1].low.kind != PTC_NIL || both[1].high.kind != PTC_NIL) {
        ref = ptc_json_all_child(reader, &whole, type, facts->self.place);
        ptc_draft_at(reader->draft, ref)->interval = both[1];
    }
    if (has_text)
        *text = ptc_json_all_child(reader, &whole, PTC_TYPE_STRING, facts->self.place);
    return ptc_json_all_end(reader, &whole);
}

ptc_draft_ref ptc_json_schema_string(const ptc_json_schema *reader,
                                     const ptc_json_facts *facts)
{
    ptc_type type = scalars_format(reader, facts);
    ptc_json_part pattern = facts->at[PTC_KEYWORD_PATTERN];
    ptc_draft_ref text = 0;
    ptc_draft_ref ref;
    ptc_interval lengths;
    bool has_text;

    if (!ptc_json_schema_counts(reader, facts, PTC_KEYWORD_MIN_LENGTH,
                                PTC_KEYWORD_MAX_LENGTH, &lengths))
        return ptc_json_schema_node(reader, type, facts->self.place);
    has_text = pattern.value != NULL || lengths.low.kind != PTC_NIL ||
               lengths.high.kind != PTC_NIL;
    if (type == PTC_TYPE_STRING)
        text = ref = ptc_json_schema_node(reader, type, facts->self.place);
    else
        ref = scalars_formatted(reader, facts, type, has_text, &text);
    if (text != 0)
        ptc_draft_at(reader->draft, text)->interval = lengths;
    if (pattern.value != NULL)
        ptc_json_schema_pattern(reader, pattern, text);
    return ref;
}
