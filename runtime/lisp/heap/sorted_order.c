/* SPDX-License-Identifier: MIT */
/* The order of the keys of a sorted map or set: that of `compare`, or a function of the
 * program. See sorted.c. [ptc-lisp 11.4] */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"

static const char *sorted_name(unsigned kind)
{
    return kind == PTC_SET ? "sorted-set" : "sorted-map";
}

/* Slots above all slots in use: reading instructions look for keys while lisp->top is
 * wherever the last call left it. */
static ptc_value *sorted_reserve(ptc_lisp *lisp, size_t count)
{
    const ptc_frame *frame = lisp->frame;

    if (frame > lisp->frames && frame->proto != NULL &&
        frame->base + frame->proto->registers > lisp->top)
        lisp->top = frame->base + frame->proto->registers;
    return ptc_lisp_reserve(lisp, count);
}

/* The comparator's answer about a and b; no garbage is collected meanwhile. */
static ptc_value sorted_ask(ptc_lisp *lisp, const ptc_value *comparator, ptc_value a,
                            ptc_value b)
{
    bool is_holding = lisp->is_holding;
    ptc_value *top = lisp->top;
    ptc_value *slots = sorted_reserve(lisp, 3);
    ptc_value verdict;

    slots[0] = *comparator;
    slots[1] = a;
    slots[2] = b;
    lisp->is_holding = true;
    verdict = ptc_lisp_call(lisp, &slots[0], &slots[1], 2);
    lisp->is_holding = is_holding;
    if (lisp->is_collect_due || lisp->options.collects_always)
        ptc_lisp_hurry(lisp);
    lisp->top = top;
    return verdict;
}

bool ptc_sorted_is_less(ptc_lisp *lisp, const char *name, const ptc_value *verdict)
{
    if (verdict->kind == PTC_BOOL)
        return verdict->as.boolean;
    if (verdict->kind == PTC_INT)
        return verdict->as.integer < 0;
    if (verdict->kind == PTC_FLOAT)
        return verdict->as.number < 0;
    ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                   "%s: the comparator must give a number or a boolean, got %s", name,
                   ptc_lisp_type_name(verdict));
}

/* True puts a first; after false, the comparator is asked about b. */
static int sorted_call(ptc_lisp *lisp, const char *name, const ptc_value *comparator,
                       const ptc_value *a, const ptc_value *b)
{
    ptc_value verdict = sorted_ask(lisp, comparator, *a, *b);

    if (ptc_sorted_is_less(lisp, name, &verdict))
        return -1;
    if (verdict.kind == PTC_INT)
        return verdict.as.integer > 0;
    if (verdict.kind == PTC_FLOAT)
        return verdict.as.number > 0;
    verdict = sorted_ask(lisp, comparator, *b, *a);
    return ptc_sorted_is_less(lisp, name, &verdict);
}

int ptc_sorted_compare(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *a,
                       const ptc_value *b)
{
    const ptc_value *comparator = &ptc_sorted_of(collection)->comparator;

    ptc_lisp_step(lisp);
    if (PTC_LIKELY(comparator->kind == PTC_NIL))
        return ptc_lisp_order(lisp, a, b);
    return sorted_call(lisp, sorted_name(collection->kind), comparator, a, b);
}

void ptc_sorted_refuse(ptc_lisp *lisp, unsigned kind, const ptc_value *a,
                       const ptc_value *b)
{
    const char *name = sorted_name(kind);

    if (ptc_lisp_order(lisp, a, a) == PTC_NO_ORDER)
        b = a;
    if (ptc_lisp_order(lisp, b, b) == PTC_NO_ORDER)
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: a %s cannot be ordered: %s; use %s-by with a "
                       "comparator, or %s",
                       name, ptc_lisp_type_name(b), ptc_lisp_quote(lisp, b), name,
                       kind == PTC_SET ? "a plain set" : "a plain map");
    ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                   "%s: %s and %s have no order: %s, %s; use keys of one type, or %s-by "
                   "with a comparator",
                   name, ptc_lisp_type_name(a), ptc_lisp_type_name(b),
                   ptc_lisp_quote(lisp, a), ptc_lisp_quote(lisp, b), name);
}

void ptc_sorted_check_key(ptc_lisp *lisp, unsigned kind, const ptc_value *key)
{
    if (key->kind != PTC_FLOAT && key->kind != PTC_VECTOR) {
        if (ptc_lisp_order(lisp, key, key) == PTC_NO_ORDER)
            ptc_sorted_refuse(lisp, kind, key, key);
        return;
    }
    ptc_lisp_refuse_nan(lisp, sorted_name(kind), key);
    if (ptc_lisp_order(lisp, key, key) == PTC_NO_ORDER)
        ptc_sorted_refuse(lisp, kind, key, key);
}
