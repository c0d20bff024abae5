/* SPDX-License-Identifier: MIT */
/* Names as signatures spell them, and which map of a function is its parameters. */
#include "render/render_int.h"

#include <ptc/json.h>

static bool render_is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

bool ptc_name_is_plain(ptc_str name)
{
    if (name.len == 0 || !render_is_letter(name.ptr[0]))
        return false;
    for (size_t i = 1; i < name.len; i++) {
        char byte = name.ptr[i];

        if (!render_is_letter(byte) && !(byte >= '0' && byte <= '9') && byte != '-')
            return false;
    }
    return true;
}

bool ptc_name_is_dotted(ptc_str name)
{
    for (;;) {
        const char *dot = name.len > 0 ? memchr(name.ptr, '.', name.len) : NULL;
        size_t len = dot != NULL ? (size_t)(dot - name.ptr) : name.len;

        if (!ptc_name_is_plain(ptc_str_make(name.ptr, len)))
            return false;
        if (dot == NULL)
            return true;
        name = ptc_str_make(dot + 1, name.len - len - 1);
    }
}

void ptc_name_write(ptc_text *text, ptc_str name)
{
    if (ptc_name_is_plain(name))
        ptc_text_str(text, name);
    else
        ptc_json_write_string(text, name);
}

void ptc_contract_name_write(ptc_text *text, ptc_str name)
{
    if (ptc_name_is_dotted(name))
        ptc_text_str(text, name);
    else
        ptc_json_write_string(text, name);
}

bool ptc_render_is_parameters(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *nodes = render->schema->nodes;
    const ptc_schema_node *parent = &nodes[nodes[index].parent];

    return index != render->schema->root && parent->type == PTC_TYPE_FUNCTION &&
           index == parent->first;
}
