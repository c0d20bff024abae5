/* SPDX-License-Identifier: MIT */
/*
 * assert, and Java's exceptions, which are made to be thrown: maps. [ptc-lisp 5, 15]
 */
#include "lisp/compile/compiler.h"
#include "lisp/core/core_int.h"
#include "lisp/read/read_int.h"

/* (assert form message?): nothing is called while the form is true. */
void ptc_special_assert(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t count = ptc_form_at(c, form)->count;
    uint32_t test = ptc_form_second(c, form);
    uint32_t holds = 0;
    uint32_t text;

    if (count != 2 && count != 3)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, "(assert form message?)");
    ptc_compile_test(c, test, true, &holds);
    text = ptc_compile_make_text(c, ptc_str_of(ptc_compile_quote(c, test)), test);
    c->forms.items[text].next = ptc_form_next(c, test);
    ptc_compile_builtin_call(c, "assert", text, count - 1,
                             ptc_dest_of(to.reg, PTC_FOLLOW_VALUE));
    ptc_emit_land(c, holds);
    ptc_compile_nil(c, to);
}

/* --- Exceptions -------------------------------------------------------------------- */

static bool throw_ends_with(ptc_str text, const char *end)
{
    size_t length = strlen(end);

    return text.len > length && memcmp(text.ptr + text.len - length, end, length) == 0;
}

/* The class of (java.lang.IllegalStateException. ..), without its package; empty when it
 * cannot be thrown. */
static ptc_str throw_class(ptc_str text)
{
    ptc_str class = text;

    if (!throw_ends_with(text, "Exception.") && !throw_ends_with(text, "Error.") &&
        !throw_ends_with(text, "Throwable.") && !ptc_str_equal(text, PTC_STR("Error.")) &&
        !ptc_str_equal(text, PTC_STR("Exception.")) &&
        !ptc_str_equal(text, PTC_STR("Throwable.")))
        return PTC_STR("");
    class.len--; /* the point at the end */
    for (size_t i = 0; i < class.len; i++) {
        if (class.ptr[i] == '.') {
            class.ptr += i + 1;
            class.len -= i + 1;
            i = 0;
        }
    }
    return class;
}

/* The key of an entry; its value follows. */
static uint32_t throw_keyword(ptc_compiler *c, const char *name, uint32_t value,
                              uint32_t form)
{
    uint32_t key = ptc_compile_make_text(c, ptc_str_of(name), form);

    c->forms.items[key].kind = PTC_FORM_KEYWORD;
    c->forms.items[key].next = value;
    return key;
}

bool ptc_compile_exception(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    const ptc_form *item = ptc_form_at(c, form);
    ptc_str class = throw_class(ptc_form_at(c, item->child)->text);
    uint32_t message = ptc_form_second(c, form);
    uint32_t count = item->count;
    uint32_t entries;
    uint32_t map;

    if (class.len == 0)
        return false;
    if (count > 3)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY,
                           "an exception's text, and perhaps its cause");
    entries = ptc_compile_make_text(c, class, form);
    if (count == 3) {
        uint32_t cause = ptc_compile_make_copy(c, ptc_form_next(c, message));

        cause = throw_keyword(c, "cause", cause, form);
        c->forms.items[entries].next = cause;
    }
    entries = throw_keyword(c, "class", entries, form);
    if (message) {
        message = ptc_compile_make_copy(c, message);
        c->forms.items[message].next = entries;
        entries = throw_keyword(c, "message", message, form);
    }
    map = ptc_compile_make_list(c, entries, ptc_form_at(c, form)->span.start);
    c->forms.items[map].kind = PTC_FORM_MAP;
    ptc_compile_form(c, map, to);
    return true;
}

/* (new Class arguments) is (Class. arguments). */
void ptc_special_new(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t class = ptc_form_second(c, form);
    uint32_t place = ptc_form_at(c, form)->span.start;
    uint32_t head;
    ptc_text text;

    if (!class || ptc_form_at(c, class)->kind != PTC_FORM_SYMBOL ||
        ptc_form_at(c, class)->flags)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM,
                           "(new Class argument), as in (new Exception text)");
    ptc_text_init(&text, c->scratch);
    ptc_text_str(&text, ptc_form_at(c, class)->text);
    ptc_text_cstr(&text, ".");
    ptc_text_byte(&text, '\0');
    if (text.failed)
        ptc_compile_memory(c);
    head = ptc_compile_make_symbol(c, text.ptr, place);
    c->forms.items[head].next = ptc_form_next(c, class);
    ptc_compile_form(c, ptc_compile_make_list(c, head, place), to);
}
