/* SPDX-License-Identifier: MIT */
/*
 * Messages of what is not a fault: what coercion did to a value, and keys that nothing
 * takes. [validation 4, brimley 4]
 */
#include "render/render_int.h"
#include "schema/schema_int.h"
#include "walk/message_int.h"

static bool message_coerced(ptc_message_draft *m, ptc_walker *walker,
                            const ptc_place *place, const ptc_schema_node *node,
                            const ptc_value *value)
{
    if (!ptc_message_start(m, true, walker, place, node))
        return false;
    ptc_text_cstr(&m->text, "coerced ");
    ptc_message_kind_and_value(m, value);
    ptc_text_cstr(&m->text, " to ");
    return true;
}

void ptc_warn_coerced(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value, ptc_type to,
                      const char *note)
{
    ptc_message_draft m;

    if (!message_coerced(&m, walker, place, node, value))
        return;
    m.expected_start = m.text.len;
    ptc_text_cstr(&m.text, ptc_type_word(to, m.is_malli));
    m.expected_end = m.text.len;
    ptc_text_cstr(&m.text, note);
    ptc_message_finish(&m, PTC_CODE_COERCED, value);
}

void ptc_warn_absent(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *field, const ptc_value *value)
{
    ptc_message_draft m;

    if (!message_coerced(&m, walker, place, field, value))
        return;
    m.expected_start = m.text.len;
    ptc_text_cstr(&m.text, "absent");
    m.expected_end = m.text.len;
    ptc_text_cstr(&m.text, "; leave the field out instead");
    ptc_message_finish(&m, PTC_CODE_COERCED, value);
}

void ptc_warn_merged(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value, size_t dropped)
{
    ptc_message_draft m;

    if (!message_coerced(&m, walker, place, node, value))
        return;
    m.expected_start = m.text.len;
    ptc_text_cstr(&m.text, ptc_type_word(PTC_TYPE_SET, m.is_malli));
    m.expected_end = m.text.len;
    if (dropped > 0) {
        ptc_text_cstr(&m.text, ", ");
        ptc_text_uint(&m.text, dropped);
        ptc_text_cstr(&m.text,
                      dropped == 1 ? " duplicate removed" : " duplicates removed");
    }
    ptc_message_finish(&m, PTC_CODE_COERCED, value);
}

void ptc_warn_utc(ptc_walker *walker, const ptc_place *place, const ptc_schema_node *node,
                  const ptc_value *value, ptc_str utc)
{
    ptc_message_draft m;

    if (!ptc_message_start(&m, true, walker, place, node))
        return;
    ptc_text_cstr(&m.text, "coerced ");
    ptc_text_cstr(&m.text, ptc_type_word(PTC_TYPE_DATETIME, m.is_malli));
    ptc_text_byte(&m.text, ' ');
    ptc_message_value(&m, value);
    ptc_text_cstr(&m.text, " to UTC ");
    if (m.is_hidden)
        ptc_message_hidden(&m);
    else
        ptc_show_string(&m.text, utc, PTC_MESSAGE_VALUE_MAX);
    ptc_message_finish(&m, PTC_CODE_COERCED, value);
}

/* --- Warnings of keys -------------------------------------------------------------- */

void ptc_warn_near_miss(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_schema_node *field)
{
    ptc_message_draft m;

    if (!ptc_message_start(&m, true, walker, place, node))
        return;
    ptc_text_cstr(&m.text, "unknown field");
    if (!ptc_message_hides(walker, place->up)) {
        ptc_text_cstr(&m.text, "; did you mean ");
        m.expected_start = m.text.len;
        ptc_name_write(&m.text, field->name);
        m.expected_end = m.text.len;
        ptc_text_byte(&m.text, '?');
    }
    ptc_message_finish(&m, PTC_CODE_UNKNOWN, NULL);
}

void ptc_warn_left_out(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *node)
{
    ptc_message_draft m;

    if (!ptc_message_start(&m, true, walker, place, node))
        return;
    ptc_text_cstr(&m.text, "unexpected field: it is left out");
    ptc_message_finish(&m, PTC_CODE_UNKNOWN, NULL);
}

void ptc_warn_ignored(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *field)
{
    ptc_message_draft m;

    if (!ptc_message_start(&m, true, walker, place, field))
        return;
    ptc_text_cstr(&m.text, "ignored: the value comes from the context");
    ptc_message_finish(&m, PTC_CODE_CONTEXT, NULL);
}
