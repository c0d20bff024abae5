/* SPDX-License-Identifier: MIT */
/*
 * Forms made by the compiler, and forms in messages. A made form has the place of the
 * form that it was made for.
 */
#include "lisp/compile/compiler.h"
#include "lisp/read/read_int.h"

/* Bytes of a form that a message quotes. */
enum { FORM_QUOTE_MAX = 60 };

/* --- Making forms ------------------------------------------------------------------ */

static uint32_t form_make(ptc_compiler *c, ptc_form_kind kind, uint32_t place)
{
    ptc_span span = {place, place};
    uint32_t form = ptc_form_add(&c->forms, kind, span);

    if (!form)
        ptc_compile_memory(c);
    return form;
}

uint32_t ptc_compile_make_register(ptc_compiler *c, uint32_t reg, uint32_t place)
{
    uint32_t form = form_make(c, PTC_FORM_SYMBOL, place);

    ptc_compile_bind(c, &c->unnamed, reg);
    c->forms.items[form].flags = PTC_FORM_REGISTER;
    c->forms.items[form].number.integer = c->unnamed.local;
    return form;
}

uint32_t ptc_compile_make_symbol(ptc_compiler *c, const char *text, uint32_t place)
{
    uint32_t form = form_make(c, PTC_FORM_SYMBOL, place);

    c->forms.items[form].text = ptc_str_of(text);
    c->forms.items[form].number.integer = ptc_symbol_hash(ptc_str_of(text));
    return form;
}

uint32_t ptc_compile_make_text(ptc_compiler *c, ptc_str text, uint32_t form)
{
    uint32_t made = form_make(c, PTC_FORM_STRING, ptc_form_at(c, form)->span.start);

    c->forms.items[made].text = text;
    return made;
}

uint32_t ptc_compile_make_copy(ptc_compiler *c, uint32_t form)
{
    uint32_t copy = form_make(c, PTC_FORM_NIL, 0);

    c->forms.items[copy] = *ptc_form_at(c, form);
    c->forms.items[copy].next = 0;
    return copy;
}

uint32_t ptc_compile_make_list(ptc_compiler *c, uint32_t child, uint32_t place)
{
    uint32_t list = form_make(c, PTC_FORM_LIST, place);

    c->forms.items[list].child = child;
    while (child) {
        c->forms.items[list].count++;
        c->forms.items[list].span.end = ptc_form_at(c, child)->span.end;
        child = ptc_form_next(c, child);
    }
    return list;
}

uint32_t ptc_compile_insert(ptc_compiler *c, uint32_t list, uint32_t form, bool is_last)
{
    uint32_t copy = ptc_compile_make_copy(c, list);
    uint32_t child = ptc_form_at(c, list)->child;
    uint32_t last = ptc_compile_make_copy(c, child);

    c->forms.items[copy].count++;
    c->forms.items[copy].child = last;
    child = ptc_form_next(c, child);
    if (!is_last) {
        c->forms.items[form].next = child;
        c->forms.items[last].next = form;
        return copy;
    }
    for (; child; child = ptc_form_next(c, child)) {
        uint32_t next = ptc_compile_make_copy(c, child);

        c->forms.items[last].next = next;
        last = next;
    }
    c->forms.items[last].next = form;
    c->forms.items[form].next = 0;
    return copy;
}

/* --- Questions about forms --------------------------------------------------------- */

bool ptc_form_is_symbol(const ptc_compiler *c, uint32_t form, const char *text)
{
    const ptc_form *item = ptc_form_at(c, form);

    return item->kind == PTC_FORM_SYMBOL && !item->flags &&
           ptc_str_equal(item->text, ptc_str_of(text));
}

bool ptc_form_is_keyword(const ptc_compiler *c, uint32_t form, const char *text)
{
    const ptc_form *item = ptc_form_at(c, form);

    return item->kind == PTC_FORM_KEYWORD && ptc_str_equal(item->text, ptc_str_of(text));
}

const char *ptc_compile_quote(ptc_compiler *c, uint32_t form)
{
    ptc_span span = ptc_form_at(c, form)->span;
    ptc_str source = c->program->text;
    size_t stop = span.end < source.len ? span.end : source.len;
    size_t i;
    ptc_text text;

    ptc_text_init(&text, c->scratch);
    for (i = span.start; i < stop && text.len < FORM_QUOTE_MAX; i++) {
        char byte = source.ptr[i];

        if ((unsigned char)byte > ' ' && byte != 0x7F)
            ptc_text_byte(&text, byte);
        else if (text.len && text.ptr[text.len - 1] != ' ')
            ptc_text_byte(&text, ' ');
    }
    if (i < stop) {
        while (text.len && ((unsigned char)source.ptr[i] & 0xC0) == 0x80) {
            text.len--;
            i--;
        }
        ptc_text_cstr(&text, "...");
    }
    ptc_text_byte(&text, '\0');
    if (text.failed)
        ptc_compile_memory(c);
    return text.ptr;
}

void ptc_compile_misuse(ptc_compiler *c, uint32_t form, ptc_reason reason,
                        const char *expected)
{
    ptc_lisp_raise_at(
        c->lisp, ptc_form_at(c, form)->span.start, reason,
        "Analysis error: expected %s, got %s%s", expected, ptc_compile_quote(c, form),
        ptc_form_at(c, form)->kind == PTC_FORM_LIST ? ptc_compile_infix(c, form) : "");
}
