/* SPDX-License-Identifier: MIT */
/* Anchors and aliases. An alias is replaced by a copy of what it stands for. The copy
 * counts against the limits as if it had been written, which bounds copies of copies. */
#include "generator/dialect/text/yaml_int.h"

void ptcc_yaml_anchor(ptcc_yaml *yaml, const yaml_char_t *anchor, uint32_t form)
{
    ptc_str name = ptc_str_of((const char *)anchor);

    if (anchor == NULL)
        return;
    name = ptc_str_copy(yaml->forms->arena, name);
    /* A later anchor of that name hides this one. */
    if (name.ptr == NULL || ptc_names_push(&yaml->anchors, name, form) == NULL)
        ptcc_yaml_no_memory(yaml);
}

/* Copies what form `from` is and says, but not what is in it; 0 when that stopped the
 * reading. */
static uint32_t yaml_copy_one(ptcc_yaml *yaml, uint32_t from, ptc_span span)
{
    uint32_t form =
        ptcc_yaml_add(yaml, (ptc_form_kind)yaml->forms->items[from].kind, span);

    if (form != 0) {
        const ptc_form *original = &yaml->forms->items[from];

        yaml->forms->items[form].text = original->text;
        yaml->forms->items[form].number = original->number;
    }
    return form;
}

/* Copies a form, with `span` as its own, and all that is in it. */
static void yaml_copy(ptcc_yaml *yaml, uint32_t from, ptc_span span)
{
    size_t around = yaml->depth;

    for (;;) {
        uint32_t form = yaml_copy_one(yaml, from, span);
        uint32_t child = yaml->forms->items[from].child;
        ptcc_yaml_frame *frame;

        if (form == 0)
            return;
        if (child != 0 || yaml->forms->items[form].kind == PTC_FORM_MAP ||
            yaml->forms->items[form].kind == PTC_FORM_VECTOR) {
            frame = ptcc_yaml_open(yaml, form);
            if (frame == NULL)
                return;
            frame->next = child;
        }
        while (yaml->depth > around && yaml->frames[yaml->depth - 1].next == 0)
            yaml->depth--;
        if (yaml->depth == around)
            return;
        frame = &yaml->frames[yaml->depth - 1];
        from = frame->next;
        frame->next = yaml->forms->items[from].next;
        span = yaml->forms->items[from].span;
    }
}

/* Whether a map or list is not read to its end. */
static bool yaml_is_open(const ptcc_yaml *yaml, uint32_t form)
{
    for (size_t i = 0; i < yaml->depth; i++) {
        if (yaml->frames[i].form == form)
            return true;
    }
    return false;
}

/* Something in the place of an alias that was refused: keys keep their values. */
static void yaml_stand_in(ptcc_yaml *yaml, ptc_span span)
{
    ptcc_yaml_add(yaml, ptcc_yaml_is_key(yaml) ? PTC_FORM_STRING : PTC_FORM_NIL, span);
}

void ptcc_yaml_alias(ptcc_yaml *yaml, const yaml_event_t *event)
{
    ptc_str name = ptc_str_of((const char *)event->data.alias.anchor);
    const ptc_name_entry *anchor = ptc_names_find(&yaml->anchors, name);
    const char *quoted = ptc_diag_quote(yaml->diags, name);
    ptc_span span = ptcc_yaml_span(yaml, event);
    ptc_diag *diag;

    if (anchor == NULL) {
        diag = ptcc_yaml_refuse(yaml, span, "there is no anchor &%s before this alias",
                                quoted);
        ptc_diag_hint(yaml->diags, diag, "quote a text that begins with '*'");
    } else if (ptcc_yaml_is_key(yaml)) {
        diag = ptcc_yaml_refuse(yaml, span, "a key is a text, not an alias");
        ptc_diag_hint(yaml->diags, diag, "write the key out");
    } else if (yaml_is_open(yaml, anchor->value)) {
        diag =
            ptcc_yaml_refuse(yaml, span, "*%s is a part of what it stands for", quoted);
        ptc_diag_hint(yaml->diags, diag, "write it out as deep as it is meant to go");
    } else {
        yaml->alias = span;
        yaml_copy(yaml, anchor->value, span);
        yaml->alias = (ptc_span){0, 0};
        return;
    }
    yaml_stand_in(yaml, span);
}
