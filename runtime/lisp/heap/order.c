/* SPDX-License-Identifier: MIT */
/* Which of two values comes first. See data.h. [ptc-lisp 3] */
#include "lisp/heap/data.h"

enum { ORDER_BLOCK = 4096 }; /* bytes of texts that are compared at once */

static int order_sign(int64_t order)
{
    return order < 0 ? -1 : order > 0;
}

/* UTF-8 sorts like code points; UTF-16 has those beyond U+FFFF before U+E000. */
static int order_compare_texts(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    const unsigned char *left = (const unsigned char *)a->as.text;
    const unsigned char *right = (const unsigned char *)b->as.text;
    uint32_t count = a->aux < b->aux ? a->aux : b->aux;
    uint32_t i = 0;

    while (count - i >= ORDER_BLOCK && memcmp(left + i, right + i, ORDER_BLOCK) == 0)
        i += ORDER_BLOCK;
    while (i < count && left[i] == right[i])
        i++;
    ptc_lisp_read_bytes(lisp, i);
    if (i == count)
        return order_sign((int64_t)a->aux - b->aux);
    if (left[i] >= 0xEE && right[i] >= 0xEE && (left[i] >= 0xF0) != (right[i] >= 0xF0))
        return left[i] >= 0xF0 ? -1 : 1;
    return left[i] < right[i] ? -1 : 1;
}

/* Values that have no order between them. */
typedef struct order_clash {
    ptc_value items[2];
} order_clash;

static int order_compare(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                         order_clash *clash, unsigned depth);

static int order_compare_vectors(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                                 order_clash *clash, unsigned depth)
{
    if (depth == 0)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "compare: vectors are nested deeper than %d levels",
                       PTC_DEPTH_MAX);
    if (a->aux != b->aux)
        return a->aux < b->aux ? -1 : 1;
    for (uint32_t i = 0; i < a->aux; i++) {
        ptc_value left = ptc_vector_nth(a, i);
        ptc_value right = ptc_vector_nth(b, i);
        int order;

        ptc_lisp_step(lisp);
        order = order_compare(lisp, &left, &right, clash, depth - 1);
        if (order != 0)
            return order;
    }
    return 0;
}

static bool order_has_text(const ptc_value *value)
{
    return value->kind == PTC_STRING || value->kind == PTC_KEYWORD ||
           value->kind == PTC_SYMBOL;
}

/* Of one class. */
static int order_compare_temporals(const ptc_value *a, const ptc_value *b)
{
    if (a->as.integer != b->as.integer)
        return a->as.integer < b->as.integer ? -1 : 1;
    return a->aux == b->aux ? 0 : a->aux < b->aux ? -1 : 1;
}

static int order_compare(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b,
                         order_clash *clash, unsigned depth)
{
    if (a->kind == PTC_NIL || b->kind == PTC_NIL)
        return a->kind == b->kind ? 0 : a->kind == PTC_NIL ? -1 : 1;
    if (ptc_is_number(a) && ptc_is_number(b)) {
        int order = ptc_lisp_compare_numbers(a, b);

        return order == 2 ? 0 : order;
    }
    if (a->kind == b->kind && order_has_text(a))
        return order_compare_texts(lisp, a, b);
    if (a->kind == PTC_BOOL && b->kind == PTC_BOOL)
        return (a->as.boolean ? 1 : 0) - (b->as.boolean ? 1 : 0);
    if (a->kind == PTC_VECTOR && b->kind == PTC_VECTOR)
        return order_compare_vectors(lisp, a, b, clash, depth);
    if (a->kind == PTC_TEMPORAL && ptc_is_temporal(b, (ptc_temporal_class)a->reserved))
        return order_compare_temporals(a, b);
    clash->items[0] = *a;
    clash->items[1] = *b;
    return PTC_NO_ORDER;
}

/* For vectors, which are also compared element by element. */
static bool order_has_nan(ptc_lisp *lisp, const ptc_value *value, unsigned depth)
{
    if (value->kind == PTC_FLOAT)
        return value->as.number != value->as.number;
    for (uint32_t i = 0; value->kind == PTC_VECTOR && depth > 0 && i < value->aux; i++) {
        ptc_value item = ptc_vector_nth(value, i);

        ptc_lisp_step(lisp);
        if (order_has_nan(lisp, &item, depth - 1))
            return true;
    }
    return false;
}

bool ptc_lisp_has_nan(ptc_lisp *lisp, const ptc_value *key)
{
    return order_has_nan(lisp, key, PTC_DEPTH_MAX);
}

void ptc_lisp_refuse_nan(ptc_lisp *lisp, const char *name, const ptc_value *key)
{
    if (order_has_nan(lisp, key, PTC_DEPTH_MAX))
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: ##NaN cannot be ordered; remove it first", name);
}

int ptc_lisp_order(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    order_clash clash;

    return order_compare(lisp, a, b, &clash, PTC_DEPTH_MAX);
}

int ptc_lisp_compare(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    order_clash clash;
    int order = order_compare(lisp, a, b, &clash, PTC_DEPTH_MAX);

    if (PTC_UNLIKELY(order == PTC_NO_ORDER))
        ptc_lisp_raise(
            lisp, PTC_REASON_TYPE, "compare: values are not comparable: %s, %s",
            ptc_lisp_type_name(&clash.items[0]), ptc_lisp_type_name(&clash.items[1]));
    return order;
}
