/* SPDX-License-Identifier: MIT */
/* The basis of the readers of agent files: forms, their names, and memory. */
#include "agent/file/file_int.h"

const ptc_form *ptc_agent_form(const ptc_agent_unit *unit, uint32_t form)
{
    return &unit->forms.items[form];
}

ptc_str ptc_agent_word(const ptc_form *form)
{
    if (form->kind == PTC_FORM_STRING || form->kind == PTC_FORM_KEYWORD ||
        form->kind == PTC_FORM_SYMBOL)
        return form->text;
    return ptc_str_make(NULL, 0);
}

uint32_t ptc_agent_find(const ptc_agent_unit *unit, uint32_t form, ptc_str name,
                        uint32_t *key)
{
    const ptc_form *map = ptc_agent_form(unit, form);
    uint32_t at = map->kind == PTC_FORM_MAP ? map->child : 0;

    while (at != 0) {
        uint32_t value = ptc_agent_form(unit, at)->next;
        ptc_str word = ptc_agent_word(ptc_agent_form(unit, at));

        if (word.ptr != NULL && ptc_str_equal_folded(word, name)) {
            if (key != NULL)
                *key = at;
            return ptc_agent_form(unit, value)->kind == PTC_FORM_NIL ? 0 : value;
        }
        at = ptc_agent_form(unit, value)->next;
    }
    return 0;
}

const char *ptc_agent_found(const ptc_agent_unit *unit, uint32_t form)
{
    const ptc_form *found = ptc_agent_form(unit, form);
    ptc_str text = unit->source->text;

    switch ((ptc_form_kind)found->kind) {
    case PTC_FORM_MAP:
        return unit->is_json ? "an object" : "a map";
    case PTC_FORM_VECTOR:
        return unit->is_json ? "an array" : "a vector";
    case PTC_FORM_LIST:
        return "a list";
    case PTC_FORM_SET:
        return "a set";
    case PTC_FORM_STRING:
    case PTC_FORM_NIL:
    case PTC_FORM_BOOL:
    case PTC_FORM_INT:
    case PTC_FORM_FLOAT:
    case PTC_FORM_KEYWORD:
    case PTC_FORM_SYMBOL:
    case PTC_FORM_REGEX:
    case PTC_FORM_OPAQUE:
        break;
    }
    text =
        ptc_str_make(text.ptr + found->span.start, found->span.end - found->span.start);
    return ptc_diag_quote(unit->reading->diags, text);
}

void *ptc_agent_array(ptc_agent_unit *unit, size_t count, size_t size)
{
    void *array = ptc_arena_array(unit->reading->arena, count, size);

    unit->reading->failed = unit->reading->failed || array == NULL;
    return array;
}

ptc_str ptc_agent_copy(ptc_agent_unit *unit, ptc_str text)
{
    ptc_str copy = ptc_str_copy(unit->reading->arena, text);

    unit->reading->failed = unit->reading->failed || copy.ptr == NULL;
    return copy.ptr != NULL ? copy : PTC_STR("");
}
