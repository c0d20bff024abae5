/* SPDX-License-Identifier: MIT */
/* Programs as their forms, printed back: the reader's view of a text. */
#include "lisp/read/forms.h"
#include "lisp/read/read_int.h"

static void forms_write(ptc_text *text, const ptc_forms *forms, uint32_t index,
                        unsigned depth);

static void forms_children(ptc_text *text, const ptc_forms *forms, const ptc_form *form,
                           unsigned depth)
{
    bool is_first = true;

    for (uint32_t at = form->child; at != 0; at = forms->items[at].next) {
        if (!is_first)
            ptc_text_byte(text, ' ');
        is_first = false;
        if (depth == 0) {
            ptc_text_cstr(text, "...");
            return;
        }
        forms_write(text, forms, at, depth - 1);
    }
}

static void forms_write(ptc_text *text, const ptc_forms *forms, uint32_t index,
                        unsigned depth)
{
    static const struct {
        const char *open;
        const char *close;
    } brackets[] = {
        [PTC_FORM_VECTOR] = {"[", "]"},
        [PTC_FORM_LIST] = {"(", ")"},
        [PTC_FORM_MAP] = {"{", "}"},
        [PTC_FORM_SET] = {"#{", "}"},
    };
    const ptc_form *form = &forms->items[index];

    if (form->kind == PTC_FORM_VECTOR || form->kind == PTC_FORM_LIST ||
        form->kind == PTC_FORM_MAP || form->kind == PTC_FORM_SET) {
        for (unsigned i = 0; i < form->quotes; i++)
            ptc_text_byte(text, '\'');
        ptc_text_cstr(text,
                      form->flags & PTC_FORM_SHORT ? "#(" : brackets[form->kind].open);
        forms_children(text, forms, form, depth);
        ptc_text_cstr(text, brackets[form->kind].close);
        return;
    }
    ptc_text_bytes(text, forms->text + form->span.start,
                   form->span.end - form->span.start);
}

bool ptc_lisp_write_forms(ptc_text *text, ptc_str program, ptc_arena *arena)
{
    ptc_source source = {PTC_STR("program"), program};
    ptc_lisp_error error;
    ptc_forms forms;
    uint32_t *roots;
    uint32_t count;

    ptc_forms_init(&forms, arena, &source);
    if (!ptc_lisp_read(NULL, &forms, &roots, &count, &error))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            ptc_text_byte(text, '\n');
        forms_write(text, &forms, roots[i], PTC_DEPTH_MAX);
    }
    return true;
}
