/* SPDX-License-Identifier: MIT */
/* What items of a document are called: as the document has it where types and tools may
 * be called so, each by its own name. [signature 13] */
#include "contract/json_schema/json_schema_int.h"

static bool names_is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool names_is_sign(char byte)
{
    return names_is_letter(byte) || (byte >= '0' && byte <= '9') || byte == '_';
}

/* `wanted` with nothing in it that names of types cannot have. */
static void names_write_name(ptc_text *text, ptc_str wanted)
{
    for (size_t i = 0; i < wanted.len; i++) {
        char byte = wanted.ptr[i];

        if (!names_is_sign(byte))
            byte = '_';
        if (byte == '_' && (text->len == 0 || text->ptr[text->len - 1] == '_'))
            continue;
        if (text->len == 0 && !names_is_letter(byte))
            ptc_text_cstr(text, "type_");
        ptc_text_byte(text, byte);
    }
    if (text->len > 0 && text->ptr[text->len - 1] == '_')
        ptc_text_cut(text, text->len - 1);
    if (text->len == 0)
        ptc_text_cstr(text, "part");
}

static bool names_is_type_word(ptc_str name)
{
    static const char *const words[] = {
#define PTC_TYPE(constant, word, head) word,
#include <ptc/types.def>
#undef PTC_TYPE
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (ptc_str_equal(name, ptc_str_of(words[i])))
            return true;
    }
    return false;
}

/* Whether the name is free, and takes it: names that differ in case alone collide in
 * C. */
static bool names_take(ptc_json_schema *reader, ptc_str name)
{
    char *lower = ptc_arena_copy(reader->arena, name.ptr, name.len);
    uint32_t number = (uint32_t)reader->taken.count;
    const ptc_name_entry *entry;

    for (size_t i = 0; lower != NULL && i < name.len; i++) {
        if (lower[i] >= 'A' && lower[i] <= 'Z')
            lower[i] = (char)(lower[i] - 'A' + 'a');
    }
    if (lower == NULL)
        return true;
    entry = ptc_names_add(&reader->taken, ptc_str_make(lower, name.len), number);
    return entry == NULL || entry->value == number;
}

/* Whether a tool can be declared by the name that it has. */
static bool names_is_tool_name(ptc_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (!names_is_sign(name.ptr[i]) && name.ptr[i] != '-')
            return false;
    }
    return name.len > 0 && names_is_letter(name.ptr[0]);
}

enum { NAMES_TRIES = 16 }; /* of small numbers after a name */

/* A name that no item has; ptr NULL: memory was refused. */
static ptc_str names_new_name(ptc_json_schema *reader, ptc_str wanted,
                              ptc_json_naming naming)
{
    ptc_text text;
    size_t len;

    ptc_text_init(&text, reader->arena);
    if (naming == PTC_JSON_NAMES_FILE ||
        (naming == PTC_JSON_NAMES_TOOL && names_is_tool_name(wanted)))
        ptc_text_str(&text, wanted);
    else
        names_write_name(&text, wanted);
    if (naming != PTC_JSON_NAMES_TOOL && names_is_type_word(ptc_text_view(&text)))
        ptc_text_cstr(&text, "_type");
    len = text.len;
    for (uint64_t number = 2; !text.failed && !names_take(reader, ptc_text_view(&text));
         number++) {
        ptc_text_cut(&text, len);
        ptc_text_byte(&text, '_');
        ptc_text_uint(&text, number + (number > NAMES_TRIES ? reader->count : 0));
    }
    return text.failed ? ptc_str_make(NULL, 0) : ptc_text_view(&text);
}

ptc_json_item *ptc_json_schema_add_item(ptc_json_schema *reader, ptc_str wanted,
                                        ptc_json_naming naming)
{
    ptc_str name = names_new_name(reader, wanted, naming);
    ptc_json_item *item = name.ptr == NULL
                              ? NULL
                              : PTC_ARENA_PUSH(reader->arena, reader->items,
                                               reader->count, reader->capacity);

    if (item != NULL)
        *item = (ptc_json_item){.name = name};
    return item;
}

void ptc_json_names_settle(ptc_json_schema *reader)
{
    /* What refers to the whole does so under the name of the file. */
    if (reader->count > 0 && reader->items[0].is_definition &&
        !names_is_tool_name(reader->items[0].name))
        reader->items[0].name =
            names_new_name(reader, reader->items[0].name, PTC_JSON_NAMES_TYPE);
}
