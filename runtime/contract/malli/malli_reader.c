/* SPDX-License-Identifier: MIT */
/* The state of the Malli reader: its forms, the nodes it fills, the tasks that wait. */
#include "contract/malli/malli_int.h"

const char *ptc_malli_kind(const ptc_form *form)
{
    static const char *const kinds[] = {
        [PTC_FORM_NIL] = "nil",
        [PTC_FORM_BOOL] = "a boolean",
        [PTC_FORM_INT] = "an integer",
        [PTC_FORM_FLOAT] = "a number",
        [PTC_FORM_STRING] = "a string",
        [PTC_FORM_KEYWORD] = "a keyword",
        [PTC_FORM_SYMBOL] = "a symbol",
        [PTC_FORM_REGEX] = "a pattern",
        [PTC_FORM_VECTOR] = "a vector",
        [PTC_FORM_LIST] = "a list ( )",
        [PTC_FORM_MAP] = "a map",
        [PTC_FORM_SET] = "a set",
        [PTC_FORM_OPAQUE] = "a tagged form or large number",
    };

    return kinds[form->kind];
}

static const char *malli_quote(const ptc_malli_reader *reader, uint32_t form)
{
    const ptc_form *at = ptc_malli_form(reader, form);
    ptc_value value;
    ptc_text text;

    if (at->child)
        return ptc_malli_kind(at);
    ptc_text_init(&text, reader->diags->arena);
    if (ptc_form_to_value(reader->forms, form, &value, reader->diags) == PTC_OK)
        ptc_value_write(&text, &value);
    return ptc_diag_quote(reader->diags, ptc_text_view(&text));
}

const char *ptc_malli_quote(const ptc_malli_reader *reader, uint32_t form)
{
    bool is_stored = reader->diags->errors < reader->diags->limit;

    return is_stored ? malli_quote(reader, form) : "";
}

const char *ptc_malli_quote_warned(const ptc_malli_reader *reader, uint32_t form)
{
    bool is_stored = reader->diags->warnings < reader->diags->limit;

    return is_stored ? malli_quote(reader, form) : "";
}

void ptc_malli_push(ptc_malli_reader *reader, ptc_malli_task task)
{
    void *tasks = reader->tasks;

    if (!ptc_arena_reserve(reader->draft->arena, &tasks, &reader->task_capacity,
                           reader->task_count, reader->task_count + 1, sizeof task))
        return;
    reader->tasks = tasks;
    reader->tasks[reader->task_count++] = task;
}

ptc_draft_ref ptc_malli_add(ptc_malli_reader *reader, uint32_t form)
{
    ptc_draft_ref node =
        ptc_draft_add(reader->draft, PTC_TYPE_ANY, ptc_malli_form(reader, form)->span);

    ptc_malli_node(reader, node)->flags = PTC_NODE_MALLI;
    return node;
}

ptc_draft_ref ptc_malli_slot(ptc_malli_reader *reader, ptc_draft_ref parent,
                             uint32_t form, ptc_malli_place place)
{
    bool is_wrapped = place == PTC_MALLI_PARAMETER || place == PTC_MALLI_OUTPUT;
    ptc_draft_ref node = ptc_malli_add(reader, form);
    ptc_malli_task task = {.step = is_wrapped ? PTC_MALLI_WRAP : PTC_MALLI_READ,
                           .place = (uint8_t)place,
                           .form = form,
                           .node = node,
                           .slot = node};

    ptc_draft_append(reader->draft, parent, node);
    ptc_malli_push(reader, task);
    return node;
}
