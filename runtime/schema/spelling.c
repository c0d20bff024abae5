/* SPDX-License-Identifier: MIT */
/* Types of texts with a fixed spelling: the facts of their rows in <ptc/types.def>, and
 * the check of such a text. */
#include "schema/schema_int.h"

#include <ptc/decimal.h>

/* The rows are next to each other in ptc_type as well. */
static const ptc_spelling spelling_rows[] = {
#define SPELLING(constant, word, format, pattern, spelling, phrase, example)             \
    {word, format, pattern, spelling, phrase, example},
    PTC_SPELLED_TYPES(SPELLING, SPELLING)
#undef SPELLING
};

const ptc_spelling *ptc_type_spelling(ptc_type type)
{
    return ptc_type_is_spelled(type) ? &spelling_rows[type - PTC_TYPE_SPELLED] : NULL;
}

bool ptc_spelling_is_good(ptc_type type, ptc_str text)
{
    ptc_datetime moment;
    ptc_decimal decimal;
    ptc_date date;

    switch ((unsigned)type) {
    case PTC_TYPE_DATETIME:
        return ptc_datetime_read(text, &moment) == PTC_OK;
    case PTC_TYPE_DATE:
        return ptc_date_read(text, &date) == PTC_OK;
    case PTC_TYPE_DECIMAL:
        return ptc_decimal_read(text, &decimal) == PTC_OK;
    default:
        return false;
    }
}
