/* SPDX-License-Identifier: MIT */
/* Numbers, texts and counts of JSON Schema. [signature 13] */
#include "contract/json_schema/json_schema_int.h"

/* --- Numbers ----------------------------------------------------------------------- */

/* Sets `*bound` to a number; absent leaves it nil. */
static void scalars_bound(const ptc_json_schema *reader, ptc_json_part part,
                          ptc_value *bound)
{
    double real;

    *bound = ptc_value_nil();
    if (part.value == NULL)
        return;
    if (part.value->kind == PTC_INT || part.value->kind == PTC_FLOAT)
        *bound = *part.value;
    else if (part.value->kind == PTC_OPAQUE &&
             ptc_number_read_double(part.value->as.text, part.value->aux, &real))
        *bound = ptc_value_float(real);
    else
        ptc_json_schema_refuse(reader, part.place, "a limit is a number");
}

/* One side of a number: the limit, the exclusive limit, and, in draft 4, whether the
 * limit itself is excluded. The second interval is for a limit of each kind. */
static void scalars_side(const ptc_json_schema *reader, ptc_json_part limit,
                         ptc_json_part exclusive, bool is_low, ptc_interval *both)
{
    ptc_value *closed = is_low ? &both[0].low : &both[0].high;
    ptc_value *open = is_low ? &both[1].low : &both[1].high;
    bool *is_open = is_low ? &both[1].low_open : &both[1].high_open;

    scalars_bound(reader, limit, closed);
    if (exclusive.value == NULL)
        return;
    if (exclusive.value->kind != PTC_BOOL) {
        scalars_bound(reader, exclusive, open);
        *is_open = true;
    } else if (exclusive.value->as.boolean && limit.value != NULL) {
        *open = *closed;
        *is_open = true;
        *closed = ptc_value_nil();
    } else if (exclusive.value->as.boolean) {
        ptc_json_schema_refuse(reader, exclusive.place,
                               "there is no limit beside this that could be excluded");
    }
}

ptc_draft_ref ptc_json_schema_number(const ptc_json_schema *reader,
                                     const ptc_json_facts *facts, ptc_type type)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, type, facts->self.place);
    ptc_interval both[2];
    ptc_draft_ref whole;
    ptc_draft_ref limit;

    memset(both, 0, sizeof both);
    both[1].low = both[1].high = ptc_value_nil();
    scalars_side(reader, facts->at[PTC_KEYWORD_MINIMUM],
                 facts->at[PTC_KEYWORD_EXCLUSIVE_MINIMUM], true, both);
    scalars_side(reader, facts->at[PTC_KEYWORD_MAXIMUM],
                 facts->at[PTC_KEYWORD_EXCLUSIVE_MAXIMUM], false, both);
    for (int side = 0; side < 2; side++) { /* what one interval can hold is one */
        ptc_value *closed = side == 0 ? &both[0].low : &both[0].high;
        ptc_value *open = side == 0 ? &both[1].low : &both[1].high;

        if (closed->kind != PTC_NIL || open->kind == PTC_NIL)
            continue;
        *closed = *open;
        *open = ptc_value_nil();
        if (side == 0)
            both[0].low_open = true;
        else
            both[0].high_open = true;
    }
    ptc_draft_at(reader->draft, ref)->interval = both[0];
    if (both[1].low.kind == PTC_NIL && both[1].high.kind == PTC_NIL)
        return ref;
    whole = ptc_json_schema_node(reader, PTC_TYPE_AND, facts->self.place);
    ptc_draft_append(reader->draft, whole, ref);
    limit = ptc_json_schema_child(reader, whole, PTC_TYPE_NUMBER, facts->self.place);
    ptc_draft_at(reader->draft, limit)->interval = both[1];
    return whole;
}

/* --- Counts ------------------------------------------------------------------------ */

/* A count from 0 on, also as 2.0; false after a fault. */
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
    ptc_json_schema_refuse(reader, part.place, "a count is an integer from 0 on");
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

/* The type that a format means. */
static ptc_type scalars_format(const ptc_json_schema *reader, ptc_json_part format)
{
    if (format.value == NULL)
        return PTC_TYPE_STRING;
    if (format.value->kind != PTC_STRING) {
        ptc_json_schema_refuse(reader, format.place, "a format is a string");
    } else if (ptc_str_equal(ptc_value_text(format.value), PTC_STR("date-time"))) {
        return PTC_TYPE_DATETIME;
    } else {
        ptc_diag_add(reader->diags, PTC_DIAG_LOSS_FORMAT,
                     ptc_json_schema_span(reader, format.place),
                     "the format \"%s\" has no effect",
                     ptc_diag_quote(reader->diags, ptc_value_text(format.value)));
    }
    return PTC_TYPE_STRING;
}

ptc_draft_ref ptc_json_schema_string(const ptc_json_schema *reader,
                                     const ptc_json_facts *facts)
{
    ptc_type type = scalars_format(reader, facts->at[PTC_KEYWORD_FORMAT]);
    ptc_json_part pattern = facts->at[PTC_KEYWORD_PATTERN];
    ptc_draft_ref ref = ptc_json_schema_node(reader, type, facts->self.place);
    ptc_draft_ref text = ref;
    ptc_interval lengths;

    if (!ptc_json_schema_counts(reader, facts, PTC_KEYWORD_MIN_LENGTH,
                                PTC_KEYWORD_MAX_LENGTH, &lengths))
        return ref;
    if (type != PTC_TYPE_STRING &&
        (pattern.value != NULL || lengths.low.kind != PTC_NIL ||
         lengths.high.kind != PTC_NIL)) {
        text = ref;
        ref = ptc_json_schema_node(reader, PTC_TYPE_AND, facts->self.place);
        ptc_draft_append(reader->draft, ref, text);
        text = ptc_json_schema_child(reader, ref, PTC_TYPE_STRING, facts->self.place);
    }
    if (type == PTC_TYPE_STRING || text != ref)
        ptc_draft_at(reader->draft, text)->interval = lengths;
    if (pattern.value != NULL)
        ptc_json_schema_pattern(reader, pattern, text);
    return ref;
}
