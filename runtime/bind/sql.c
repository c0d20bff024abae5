/* SPDX-License-Identifier: MIT */
/* Arguments as values for the parameters of statements. [brimley 8] */
#include "bind/bind_int.h"
#include "schema/schema_int.h"

/* A text of JSON: what a column of type JSONB takes. */
static ptc_status sql_json(ptc_arena *arena, const ptc_value *value, ptc_value *out)
{
    ptc_text text;
    ptc_status status;

    ptc_text_init(&text, arena);
    status = ptc_json_write_named(&text, value, 0);
    if (status == PTC_OK)
        *out = ptc_value_string(ptc_text_view(&text));
    return status;
}

static ptc_status sql_moment(ptc_arena *arena, const ptc_value *value, bool has_zone,
                             ptc_value *out)
{
    ptc_str text = PTC_STR("");
    ptc_status status = PTC_ERROR_ARGUMENT;

    if (value->kind == PTC_STRING)
        status = ptc_datetime_for_sql(arena, ptc_value_text(value), has_zone, &text);
    if (status == PTC_OK)
        *out = ptc_value_string(text);
    return status == PTC_ERROR_INVALID ? PTC_ERROR_ARGUMENT : status;
}

ptc_status ptc_gen_sql_value(const ptc_gen_type *type, const ptc_sql_bind *bind,
                             ptc_arena *arena, const void *in, ptc_value *out)
{
    ptc_value value;
    ptc_status status = ptc_gen_to_value(type, bind->node, arena, in, &value);

    *out = ptc_value_nil();
    if (status != PTC_OK)
        return status;
    if (value.kind == PTC_NIL && !ptc_schema_default(&type->nodes[bind->node], &value))
        return PTC_OK;
    switch ((ptc_sql_form)bind->form) {
    case PTC_SQL_PLAIN:
        break;
    case PTC_SQL_JSON:
        return sql_json(arena, &value, out);
    case PTC_SQL_TIMESTAMP:
    case PTC_SQL_TIMESTAMP_ZONE:
        return sql_moment(arena, &value, bind->form == PTC_SQL_TIMESTAMP_ZONE, out);
    }
    *out = value.kind == PTC_KEYWORD ? ptc_value_string(ptc_value_text(&value)) : value;
    return PTC_OK;
}
