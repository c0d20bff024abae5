/* SPDX-License-Identifier: MIT */
/*
 * Structs as JSON. Most are written along the layout of their type, without values in
 * between; what has more than one spelling, or may have a key twice, goes through its
 * value, which also says what is wrong with one that is not JSON. [emitters 11]
 */
#include "emitted/emitted_int.h"
#include "schema/schema_int.h"
#include "walk/walk_int.h"
#include "json/json_int.h"

typedef struct gen_json {
    const ptc_schema_node *nodes;
    const ptc_gen_layout *layout;
    ptc_json_out out;
    unsigned depth; /* of the containers that are open */
} gen_json;

/* Each is false where the way through the value has to be taken. Recursion is counted. */
static bool direct_node(gen_json *json, uint32_t index, const unsigned char *place);

static bool direct_text(gen_json *json, const unsigned char *place)
{
    ptc_str text;

    memcpy(&text, place, sizeof text);
    if (text.len > PTC_COUNT_MAX || (text.ptr == NULL && text.len > 0) ||
        ptc_utf8_check(text.ptr, text.len) != text.len)
        return false;
    ptc_json_add_string(&json->out, text, '\0');
    return true;
}

static bool direct_float(gen_json *json, const unsigned char *place)
{
    double number;

    memcpy(&number, place, sizeof number);
    if (number - number != 0)
        return false;
    if (ptc_json_has_room(&json->out, PTC_NUMBER_MAX))
        json->out.at += ptc_number_write_json(number, json->out.at);
    return true;
}

static bool direct_enum(gen_json *json, uint32_t index, const unsigned char *place)
{
    const ptc_schema_node *node = &json->nodes[index];
    uint64_t member = ptc_gen_load_enum(place, json->layout[index].size);
    const ptc_value *value;

    if (node->type != PTC_TYPE_ENUM || member < 1 || member > node->count)
        return false;
    value = &node->members[member - 1];
    if (value->kind != PTC_STRING && value->kind != PTC_KEYWORD)
        return false;
    ptc_json_add_string(&json->out, ptc_value_text(value), '\0');
    return true;
}

static bool direct_slot(gen_json *json, uint32_t index, const unsigned char *holder,
                        bool is_there)
{
    if (is_there)
        return direct_node(json, index, holder + json->layout[index].offset);
    ptc_json_add_bytes(&json->out, "null", 4);
    return true;
}

static bool direct_is_there(const ptc_gen_layout *row, const unsigned char *holder)
{
    return row->flag == PTC_GEN_ALWAYS || ptc_gen_is_set(holder + row->flag);
}

static bool direct_fields(gen_json *json, uint32_t index, const unsigned char *place)
{
    const ptc_schema_node *node = &json->nodes[index];
    bool is_first = true;

    ptc_json_add(&json->out, '{');
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        bool is_there = direct_is_there(&json->layout[i], place);

        if (ptc_walk_is_from_context(&json->nodes[i]) ||
            (!is_there && ptc_schema_is_optional(&json->nodes[i])))
            continue;
        if (!is_first)
            ptc_json_add(&json->out, ',');
        is_first = false;
        ptc_json_add_string(&json->out, json->nodes[i].name, ':');
        if (!direct_slot(json, i, place, is_there))
            return false;
    }
    ptc_json_add(&json->out, '}');
    return true;
}

static bool direct_list(gen_json *json, uint32_t index, const unsigned char *place)
{
    const ptc_schema_node *node = &json->nodes[index];
    ptc_gen_head head;

    memcpy(&head, place, sizeof head);
    if (node->type == PTC_TYPE_SET || head.count > PTC_COUNT_MAX ||
        (head.count > 0 && head.items == NULL))
        return false;
    ptc_json_add(&json->out, '[');
    for (size_t i = 0; i < head.count && !json->out.text->failed; i++) {
        const unsigned char *item =
            (const unsigned char *)head.items + i * json->layout[index].size;

        if (i > 0)
            ptc_json_add(&json->out, ',');
        if (!direct_slot(json, node->first, item,
                         direct_is_there(&json->layout[node->first], item)))
            return false;
    }
    ptc_json_add(&json->out, ']');
    return true;
}

static bool direct_container(gen_json *json, uint32_t index, const unsigned char *place)
{
    bool is_put;

    if (json->depth == PTC_DEPTH_MAX)
        return false;
    json->depth++;
    if (json->layout[index].shape == PTC_SHAPE_LIST)
        is_put = direct_list(json, index, place);
    else
        is_put =
            json->nodes[index].type == PTC_TYPE_MAP && direct_fields(json, index, place);
    json->depth--;
    return is_put;
}

static bool direct_node(gen_json *json, uint32_t index, const unsigned char *place)
{
    int64_t number;

    switch ((ptc_gen_shape)json->layout[index].shape) {
    case PTC_SHAPE_BOOL:
        if (ptc_gen_is_set(place))
            ptc_json_add_bytes(&json->out, "true", 4);
        else
            ptc_json_add_bytes(&json->out, "false", 5);
        return true;
    case PTC_SHAPE_INT:
        memcpy(&number, place, sizeof number);
        ptc_json_add_int(&json->out, number);
        return true;
    case PTC_SHAPE_FLOAT:
        return direct_float(json, place);
    case PTC_SHAPE_TEXT:
    case PTC_SHAPE_KEYWORD:
        return direct_text(json, place);
    case PTC_SHAPE_ENUM:
        return direct_enum(json, index, place);
    case PTC_SHAPE_LIST:
    case PTC_SHAPE_STRUCT:
        return direct_container(json, index, place);
    case PTC_SHAPE_NONE:
    case PTC_SHAPE_SAME:
    case PTC_SHAPE_VALUE:
    case PTC_SHAPE_DATETIME:
    case PTC_SHAPE_DATE:
    case PTC_SHAPE_DECIMAL:
    case PTC_SHAPE_ENTRIES:
    case PTC_SHAPE_UNION:
    case PTC_SHAPE_POINTER:
        break;
    }
    return false;
}

/* Writes the struct directly; false, with nothing written, if that is not possible. */
static bool gen_put_json(const ptc_gen_type *type, uint32_t node, ptc_text *text,
                         const void *in)
{
    gen_json json = {.nodes = type->nodes, .layout = type->layout};
    size_t before = text->len;
    bool is_put;

    ptc_json_enter(&json.out, text);
    is_put = direct_slot(&json, node, in, direct_is_there(&type->layout[node], in));
    ptc_json_leave(&json.out);
    if (!is_put || text->failed)
        ptc_text_cut(text, before);
    return is_put;
}

ptc_status ptc_gen_to_json(const ptc_gen_type *type, uint32_t node, ptc_text *text,
                           const void *in)
{
    ptc_value value;
    ptc_status status;

    if (gen_put_json(type, node, text, in))
        return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
    status = ptc_gen_to_value(type, node, text->arena, in, &value);
    return status == PTC_OK ? ptc_json_write_named(text, &value, 0) : status;
}
