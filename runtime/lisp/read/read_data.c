/* SPDX-License-Identifier: MIT */
/*
 * Forms read as data: quoted forms, and ratios, which are their quotients. [ptc-lisp 2,
 * D6]
 */
#include "lisp/read/reader.h"

/* --- Quotes ------------------------------------------------------------------------ */

/* Bounded by the nesting of the source. */
bool ptc_read_mark(ptc_reader *reader, uint32_t index, unsigned flags)
{
    ptc_form *items = reader->edn.forms->items;
    ptc_form *form = &items[index];
    bool is_var = form->kind == PTC_FORM_SYMBOL && form->quotes == 0 &&
                  reader->edn.forms->text[form->span.start] == '#';

    if (form->flags & PTC_FORM_SHORT)
        return ptc_read_fault(reader, form->span,
                              "`#(` makes a function, which is not data; write (list 'a "
                              "#(..)), or a vector without the quote");
    if (is_var)
        return ptc_read_fault(reader, form->span,
                              "`#'` is not data; write the name alone");
    form->flags |= (uint8_t)(PTC_FORM_QUOTED | flags);
    for (uint32_t child = form->child; child != 0; child = items[child].next) {
        if (!ptc_read_mark(reader, child, PTC_FORM_WITHIN))
            return false;
    }
    return true;
}

bool ptc_read_quote_list(ptc_reader *reader, uint32_t index)
{
    ptc_form *items = reader->edn.forms->items;
    ptc_form *list = &items[index];
    const ptc_form *head = &items[list->child];
    ptc_span span = list->span;

    if (head->kind != PTC_FORM_SYMBOL || head->flags != 0 ||
        !ptc_str_equal(head->text, PTC_STR("quote")))
        return true;
    if (!ptc_read_mark(reader, head->next, 0))
        return false;
    *list = items[head->next];
    list->quotes++;
    list->span = span;
    list->next = 0;
    return true;
}

/* --- Ratios ------------------------------------------------------------------------ */

/* The digits that `*text` begins with, as a negative number, since there is one more of
 * those; false when it is too large. */
static bool data_digits(const char **text, const char *end, int64_t *value)
{
    *value = 0;
    for (; *text < end && **text >= '0' && **text <= '9'; (*text)++) {
        int digit = **text - '0';

        if (*value < (INT64_MIN + digit) / 10)
            return false;
        *value = *value * 10 - digit;
    }
    return true;
}

bool ptc_read_ratio(ptc_reader *reader, ptc_form *form)
{
    const char *at = form->text.ptr;
    const char *end = at + form->text.len;
    bool is_negative = *at == '-';
    int64_t over;
    int64_t under;

    at += is_negative || *at == '+';
    if (!data_digits(&at, end, &over) || (!is_negative && over == INT64_MIN))
        return ptc_read_fault_range(reader);
    at++; /* the slash */
    if (!data_digits(&at, end, &under) || under == INT64_MIN)
        return ptc_read_fault_range(reader);
    if (under == 0)
        return ptc_read_fault_here(reader,
                                   "a ratio with 0 below the slash; write another "
                                   "divisor");
    over = is_negative ? over : -over;
    under = -under;
    if (over % under == 0) {
        form->number.integer = over / under;
    } else {
        form->kind = PTC_FORM_FLOAT;
        form->number.real = (double)over / (double)under;
    }
    return true;
}
