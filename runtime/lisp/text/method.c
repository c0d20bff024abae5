/* SPDX-License-Identifier: MIT */
/*
 * The Java methods of a value, for the message when it does not have the called one.
 * [ptc-lisp 15] Each method checks its own arguments first: only failing programs come
 * here.
 */
#include "lisp/text/text_int.h"

/* ORDER ptc_temporal_class, and strings */
enum {
    METHOD_DATE = 1,
    METHOD_INSTANT = 2,
    METHOD_DURATION = 4,
    METHOD_JAVA_DATE = 8,
    METHOD_STRING = 16,
};

typedef struct method_row {
    const char *name;
    unsigned receivers;
    const char *instead; /* what programs do with other values, or NULL */
} method_row;

static const method_row method_rows[] = {
    {".after", METHOD_JAVA_DATE, "(pos? (compare a b))"},
    {".before", METHOD_JAVA_DATE, "(neg? (compare a b))"},
    {".charAt", METHOD_STRING, "(nth x index)"},
    {".compareTo", METHOD_STRING, "(compare a b)"},
    {".concat", METHOD_STRING, "(concat a b)"},
    {".contains", METHOD_STRING, "contains? or some"},
    {".endsWith", METHOD_STRING, NULL},
    {".equals", METHOD_STRING, "(= a b)"},
    {".getTime", METHOD_JAVA_DATE, NULL},
    {".indexOf", METHOD_STRING, "(first (keep-indexed (fn [i x] (if (= x y) i)) coll))"},
    {".isAfter", METHOD_DATE | METHOD_INSTANT, "(pos? (compare a b))"},
    {".isBefore", METHOD_DATE | METHOD_INSTANT, "(neg? (compare a b))"},
    {".isEmpty", METHOD_STRING, "(empty? x)"},
    {".lastIndexOf", METHOD_STRING, NULL},
    {".length", METHOD_STRING, "(count x)"},
    {".minusDays", METHOD_DATE, NULL},
    {".plusDays", METHOD_DATE, NULL},
    {".replace", METHOD_STRING, "(replace smap coll)"},
    {".startsWith", METHOD_STRING, NULL},
    {".substring", METHOD_STRING, NULL},
    {".toDays", METHOD_DURATION, NULL},
    {".toEpochDay", METHOD_DATE, NULL},
    {".toEpochMilli", METHOD_INSTANT, NULL},
    {".toLowerCase", METHOD_STRING, NULL},
    {".toMillis", METHOD_DURATION, NULL},
    {".toString", METHOD_STRING, NULL},
    {".toUpperCase", METHOD_STRING, NULL},
    {".trim", METHOD_STRING, NULL},
};

enum { METHOD_ROW_COUNT = sizeof method_rows / sizeof *method_rows };

static unsigned method_receiver(const ptc_value *value)
{
    if (value->kind == PTC_STRING)
        return METHOD_STRING;
    if (value->kind == (uint8_t)PTC_TEMPORAL)
        return 1u << value->reserved;
    return 0;
}

static void method_list(ptc_text *text, unsigned receiver)
{
    ptc_text_cstr(text, "; it has");
    for (size_t i = 0; i < METHOD_ROW_COUNT; i++) {
        if (method_rows[i].receivers & receiver) {
            ptc_text_byte(text, ' ');
            ptc_text_cstr(text, method_rows[i].name);
        }
    }
}

static void method_instead(ptc_text *text, const char *name)
{
    for (size_t i = 0; i < METHOD_ROW_COUNT; i++) {
        if (strcmp(method_rows[i].name, name) == 0 && method_rows[i].instead != NULL) {
            ptc_text_cstr(text, "; use ");
            ptc_text_cstr(text, method_rows[i].instead);
            return;
        }
    }
    ptc_text_cstr(text, "; it has no methods");
}

void ptc_method_refuse(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count)
{
    const char *name = ptc_callee_name(callee);
    unsigned receiver = method_receiver(&args[0]);
    ptc_text advice;

    if (args[0].kind == PTC_NIL)
        ptc_lisp_type_error(lisp, name, args, count);
    ptc_text_init(&advice, &lisp->run_arena);
    if (receiver != 0)
        method_list(&advice, receiver);
    else
        method_instead(&advice, name);
    ptc_lisp_raise(lisp, PTC_REASON_UNSUPPORTED_METHOD,
                   "unsupported method: %s of a value of type %s%.*s", name,
                   ptc_lisp_type_name(&args[0]), (int)advice.len, advice.ptr);
}
