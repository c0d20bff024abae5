/* SPDX-License-Identifier: MIT */
/*
 * Short functions: #(+ % 1). Their parameters are the names that occur in them. What is
 * in the parentheses is one list, called, unless it is a single value. [ptc-lisp 2]
 */
#include "lisp/compile/compiler.h"
#include "lisp/read/read_int.h"

enum { SHORT_PARAMETERS_MAX = 20 };

/* The number of a placeholder: 1 for % and %1; 0 for %& and for other names. */
static uint32_t short_number(ptc_compiler *c, uint32_t form, bool *has_rest)
{
    ptc_str text = ptc_form_at(c, form)->text;
    uint32_t number = 0;
    size_t i;

    if (text.ptr[0] != '%')
        return 0;
    if (text.len == 1)
        return 1;
    if (text.len == 2 && text.ptr[1] == '&') {
        *has_rest = true;
        return 0;
    }
    for (i = 1; i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9' && i < 4; i++)
        number = number * 10 + (uint32_t)(text.ptr[i] - '0');
    if (i < text.len || number == 0 || number > SHORT_PARAMETERS_MAX ||
        text.ptr[1] == '0')
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_PLACEHOLDER,
                           "%, %1 to %20 or %& in #( )");
    return number;
}

/* Bounded by the nesting of the source. */
static void short_scan(ptc_compiler *c, uint32_t form, uint32_t *count, bool *has_rest)
{
    uint32_t child = ptc_form_at(c, form)->child;

    for (; child; child = ptc_form_next(c, child)) {
        const ptc_form *item = ptc_form_at(c, child);

        if (item->kind == PTC_FORM_SYMBOL && !item->flags) {
            uint32_t number = short_number(c, child, has_rest);

            if (number > *count)
                *count = number;
        } else if (item->flags & PTC_FORM_SHORT && item->kind == PTC_FORM_LIST) {
            ptc_compile_misuse(c, child, PTC_REASON_INVALID_FORM,
                               "(fn [x] ...) inside #( ), which cannot be nested");
        } else if (item->child && !(item->flags & PTC_FORM_QUOTED)) {
            short_scan(c, child, count, has_rest);
        }
    }
}

bool ptc_compile_count_short(ptc_compiler *c, uint32_t form, uint32_t *count)
{
    bool has_rest = false;

    short_scan(c, form, count, &has_rest);
    return has_rest;
}

static void short_bind(ptc_compiler *c, ptc_str text, uint32_t reg)
{
    ptc_compile_bind(c, ptc_compile_symbol(c, text, ptc_symbol_hash(text)), reg);
}

ptc_str ptc_compile_short_text(ptc_compiler *c, uint32_t count, bool has_rest)
{
    ptc_text text;

    if (count <= 1 && !has_rest)
        return count == 1 ? PTC_STR("[%]") : PTC_STR("[]");
    ptc_text_init(&text, &c->program->arena);
    ptc_text_byte(&text, '[');
    for (uint32_t i = 1; i <= count; i++) {
        ptc_text_cstr(&text, i > 1 ? " %" : "%");
        ptc_text_uint(&text, i);
    }
    if (has_rest)
        ptc_text_cstr(&text, count > 0 ? " & %&" : "& %&");
    ptc_text_byte(&text, ']');
    if (text.failed)
        ptc_compile_memory(c);
    return ptc_str_make(text.ptr, text.len);
}

void ptc_compile_bind_short(ptc_compiler *c, uint32_t count, bool has_rest)
{
    static const char names[] = "%1\0 %2\0 %3\0 %4\0 %5\0 %6\0 %7\0 %8\0 %9\0 %10\0"
                                "%11\0%12\0%13\0%14\0%15\0%16\0%17\0%18\0%19\0%20";

    if (count > 0)
        short_bind(c, PTC_STR("%"), 0);
    for (uint32_t i = 0; i < count; i++)
        short_bind(c, ptc_str_of(names + (size_t)4 * i), i);
    if (has_rest)
        short_bind(c, PTC_STR("%&"), count);
}

void ptc_compile_short_body(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_form *item = ptc_form_at(c, form);
    const ptc_form *only = ptc_form_at(c, item->child);
    uint32_t list;

    if (item->count == 0) {
        ptc_compile_nil(c, to);
        return;
    }
    if (item->count == 1 && (only->kind != PTC_FORM_LIST || only->flags) &&
        (only->kind != PTC_FORM_SYMBOL || only->flags || only->text.ptr[0] == '%')) {
        ptc_compile_form(c, item->child, to);
        return;
    }
    list = ptc_compile_make_copy(c, form);
    c->forms.items[list].flags = 0;
    ptc_compile_form(c, list, to);
}
