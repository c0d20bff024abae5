/* SPDX-License-Identifier: MIT */
/*
 * References in a document: addresses and anchors of its schemas, what a $ref leads to,
 * and the definitions that are used, which become types with names. A document is
 * complete in itself: what it does not have is refused. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

/* --- Schemas ------------------------------------------------------------------------ */

typedef void (*references_visit)(ptc_json_schema *reader, uint32_t place);

/* Calls `visit` for each schema that the schema at `place` holds. */
static void references_each(ptc_json_schema *reader, uint32_t place,
                            references_visit visit)
{
    const ptc_value *schema = reader->nodes[place].value;

    for (uint32_t i = 0; schema->kind == PTC_MAP && i < schema->aux; i++) {
        ptc_json_holds holds =
            ptc_json_keyword_holds(ptc_value_text(&schema->as.map->entries[i].key));
        uint32_t child = ptc_json_schema_child_at(reader, place, i);
        ptc_kind kind = (ptc_kind)reader->nodes[child].value->kind;
        bool is_schema = holds == PTC_JSON_HOLDS_SCHEMA ||
                         (holds == PTC_JSON_HOLDS_EITHER && kind != PTC_VECTOR);
        bool is_list = kind == PTC_VECTOR &&
                       (holds == PTC_JSON_HOLDS_LIST || holds == PTC_JSON_HOLDS_EITHER);

        if (is_schema) {
            visit(reader, child);
            continue;
        }
        if (!is_list && (holds != PTC_JSON_HOLDS_MAP || kind != PTC_MAP))
            continue;
        for (uint32_t k = 0; k < reader->nodes[child].value->aux; k++)
            visit(reader, ptc_json_schema_child_at(reader, child, k));
    }
}

static ptc_json_part references_text(const ptc_json_schema *reader, uint32_t place,
                                     const char *key)
{
    ptc_json_part part = ptc_json_schema_member(reader, place, ptc_str_of(key));

    if (part.value != NULL && part.value->kind != PTC_STRING)
        part.value = NULL;
    return part;
}

/* --- Addresses ---------------------------------------------------------------------- */

static void references_note(ptc_json_schema *reader, ptc_str base, ptc_str anchor,
                            uint32_t place)
{
    const ptc_name_entry *entry;
    ptc_text text;

    ptc_text_init(&text, reader->arena);
    ptc_text_str(&text, base);
    if (anchor.len > 0) {
        ptc_text_byte(&text, '#');
        ptc_text_str(&text, anchor);
    }
    if (text.failed || text.len == 0)
        return;
    entry = ptc_names_find(&reader->addresses, ptc_text_view(&text));
    if (entry != NULL && entry->value != place)
        ptc_json_schema_refuse(reader, place, "another schema has the same address");
    else if (entry == NULL)
        ptc_names_add(&reader->addresses, ptc_text_view(&text), place);
}

/* Whether a dialect is one of the drafts before 2019-09. */
static bool references_is_old(ptc_str dialect)
{
    static const char word[] = "/draft-0";

    for (size_t i = 0; i + sizeof word <= dialect.len; i++) {
        if (memcmp(dialect.ptr + i, word, sizeof word - 1) == 0)
            return true;
    }
    return false;
}

/* Makes the schema at `place` a resource in the one `around`; returns its number. */
static uint32_t references_add_resource(ptc_json_schema *reader, uint32_t place,
                                        ptc_str base, bool ignores_beside)
{
    ptc_json_part dialect = references_text(reader, place, "$schema");
    ptc_json_resource *resource =
        PTC_ARENA_PUSH(reader->arena, reader->resources, reader->resource_count,
                       reader->resource_capacity);

    if (resource == NULL)
        return 0;
    *resource = (ptc_json_resource){base, place, ignores_beside};
    if (dialect.value != NULL)
        resource->ignores_beside = references_is_old(ptc_value_text(dialect.value));
    references_note(reader, base, PTC_STR(""), place);
    return (uint32_t)reader->resource_count - 1;
}

static void references_walk(ptc_json_schema *reader, uint32_t place);

/* Notes what the schema at `place`, which is in `resource`, and those in it are called.
 */
static void references_walk_in(ptc_json_schema *reader, uint32_t place, uint32_t resource)
{
    static const char *const anchors[] = {"$anchor", "$dynamicAnchor"};
    ptc_json_part id = references_text(reader, place, "$id");
    bool is_old = reader->resources[resource].ignores_beside;
    ptc_str head;
    ptc_str fragment;

    if (reader->nodes[place].resource != 0 || reader->arena->failed)
        return;
    if (id.value == NULL && is_old)
        id = references_text(reader, place, "id"); /* of draft 4 */
    if (id.value != NULL && !(is_old && references_text(reader, place, "$ref").value)) {
        ptc_json_address_split(ptc_value_text(id.value), &head, &fragment);
        if (head.len > 0)
            resource = references_add_resource(
                reader, place,
                ptc_json_address_resolve(reader->arena, reader->resources[resource].base,
                                         head),
                is_old);
        references_note(reader, reader->resources[resource].base, fragment, place);
    }
    reader->nodes[place].resource = resource + 1;
    for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++) {
        ptc_json_part anchor = references_text(reader, place, anchors[i]);

        if (anchor.value != NULL)
            references_note(reader, reader->resources[resource].base,
                            ptc_value_text(anchor.value), place);
    }
    references_each(reader, place, references_walk);
}

/* The resource that the nearest walked schema around a place is in. */
static uint32_t references_around(const ptc_json_schema *reader, uint32_t place)
{
    while (place != 0 && reader->nodes[place].resource == 0)
        place = reader->nodes[place].parent;
    return reader->nodes[place].resource != 0 ? reader->nodes[place].resource - 1 : 0;
}

static void references_walk(ptc_json_schema *reader, uint32_t place)
{
    references_walk_in(reader, place, references_around(reader, place));
}

void ptc_json_schema_walk_root(ptc_json_schema *reader, uint32_t place)
{
    uint32_t resource = references_add_resource(reader, place, PTC_STR(""), false);

    if (!reader->arena->failed)
        references_walk_in(reader, place, resource);
}

bool ptc_json_schema_ignores_beside(const ptc_json_schema *reader, uint32_t place)
{
    return reader->resources[references_around(reader, place)].ignores_beside;
}

/* --- Resolving ---------------------------------------------------------------------- */

/* The next token of a JSON Pointer, without ~0 and ~1; false: malformed. */
static bool references_token(ptc_arena *arena, ptc_str *pointer, ptc_str *token)
{
    const char *slash =
        pointer->len > 1 ? memchr(pointer->ptr + 1, '/', pointer->len - 1) : NULL;
    size_t len = slash != NULL ? (size_t)(slash - pointer->ptr) : pointer->len;
    ptc_text text;
    size_t at = 1;

    if (memchr(pointer->ptr, '~', len) == NULL) {
        *token = ptc_str_make(pointer->ptr + 1, len - 1);
        pointer->ptr += len;
        pointer->len -= len;
        return true;
    }
    ptc_text_init(&text, arena);
    for (; at < pointer->len && pointer->ptr[at] != '/'; at++) {
        char byte = pointer->ptr[at];

        if (byte == '~') {
            char escape = at + 1 < pointer->len ? pointer->ptr[at + 1] : '\0';

            if (escape != '0' && escape != '1')
                return false;
            byte = escape == '0' ? '~' : '/';
            at++;
        }
        ptc_text_byte(&text, byte);
    }
    *token = ptc_text_view(&text);
    pointer->ptr += at;
    pointer->len -= at;
    return !text.failed;
}

/* Follows a JSON Pointer from a place on. */
static ptc_json_found references_follow(const ptc_json_schema *reader, ptc_str pointer,
                                        uint32_t *place)
{
    while (pointer.len > 0) {
        const ptc_value *value = reader->nodes[*place].value;
        ptc_json_part child = {NULL, 0};
        ptc_str token;
        int64_t index;

        if (!references_token(reader->arena, &pointer, &token))
            return PTC_JSON_MALFORMED;
        if (value->kind == PTC_MAP) {
            child = ptc_json_schema_member(reader, *place, token);
        } else if (value->kind == PTC_VECTOR &&
                   ptc_number_read_int(token.ptr, token.len, &index) && index >= 0 &&
                   index < (int64_t)value->aux) {
            child.place = ptc_json_schema_child_at(reader, *place, (uint32_t)index);
            child.value = reader->nodes[child.place].value;
        }
        if (child.value == NULL)
            return PTC_JSON_NOWHERE;
        *place = child.place;
    }
    return PTC_JSON_FOUND;
}

/* The place of the resource that `head`, resolved, is the address of. */
static bool references_find_resource(const ptc_json_schema *reader, uint32_t resource,
                                     ptc_str head, uint32_t *place)
{
    const ptc_json_resource *own = &reader->resources[resource];
    const ptc_name_entry *entry;

    *place = own->place;
    if (ptc_str_equal(head, own->base))
        return true;
    entry = ptc_names_find(&reader->addresses, head);
    if (entry != NULL)
        *place = entry->value;
    return entry != NULL;
}

/* Finds the schema that a reference leads to. */
static ptc_json_found references_find(const ptc_json_schema *reader, ptc_json_part part,
                                      uint32_t *place)
{
    uint32_t resource = references_around(reader, part.place);
    const ptc_name_entry *entry;
    ptc_str fragment;
    ptc_str head;
    ptc_text text;

    ptc_json_address_split(ptc_value_text(part.value), &head, &fragment);
    head =
        ptc_json_address_resolve(reader->arena, reader->resources[resource].base, head);
    fragment = ptc_json_address_decode(reader->arena, fragment);
    if (fragment.ptr == NULL)
        return PTC_JSON_MALFORMED;
    if (!references_find_resource(reader, resource, head, place))
        return PTC_JSON_ELSEWHERE;
    if (fragment.len == 0 || fragment.ptr[0] == '/')
        return references_follow(reader, fragment, place);
    ptc_text_init(&text, reader->arena);
    ptc_text_str(&text, head);
    ptc_text_byte(&text, '#');
    ptc_text_str(&text, fragment);
    entry = ptc_names_find(&reader->addresses, ptc_text_view(&text));
    if (entry != NULL)
        *place = entry->value;
    return entry != NULL ? PTC_JSON_FOUND : PTC_JSON_NOWHERE;
}

ptc_json_found ptc_json_schema_resolve(const ptc_json_schema *reader, ptc_json_part part,
                                       uint32_t *place)
{
    ptc_json_node *node = &reader->nodes[part.place];
    ptc_json_found found = PTC_JSON_FOUND;

    if (node->target != 0)
        *place = node->target - 1;
    else
        found = references_find(reader, part, place);
    if (found == PTC_JSON_FOUND)
        node->target = *place + 1;
    return found;
}

/* --- Definitions -------------------------------------------------------------------- */

/* Whether a key says what a type is called; others are words of JSON Schema. */
static bool references_is_name(ptc_str key)
{
    return key.len > 0 && ptc_json_keyword_holds(key) == PTC_JSON_HOLDS_NONE;
}

/* What the definition at `place` is called: its key, a title, or the nearest key. */
static ptc_str references_name(const ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part title = references_text(reader, place, "title");
    ptc_str key = ptc_json_schema_key(reader, place);

    if (references_is_name(key))
        return key;
    if (title.value != NULL && title.value->aux > 0)
        return ptc_value_text(title.value);
    while (place != 0 && !references_is_name(key)) {
        place = reader->nodes[place].parent;
        key = ptc_json_schema_key(reader, place);
    }
    return key.len > 0 ? key : PTC_STR("part");
}

/* Lists what the schema at `place` refers to, and looks into what it holds. */
static void references_collect(ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part ref = references_text(reader, place, "$ref");
    ptc_json_item *item;
    uint32_t target;

    if (reader->arena->failed || reader->nodes[place].is_collected)
        return;
    reader->nodes[place].is_collected = true;
    if (ref.value != NULL &&
        ptc_json_schema_resolve(reader, ref, &target) == PTC_JSON_FOUND) {
        if (reader->item_of[target] != 0) {
            reader->items[reader->item_of[target] - 1].is_definition = true;
        } else {
            item = ptc_json_schema_add_item(reader, references_name(reader, target),
                                            PTC_JSON_NAMES_TYPE);
            if (item == NULL)
                return;
            item->place = item->at = target;
            item->is_definition = true;
            reader->item_of[target] = (uint32_t)reader->count;
        }
    }
    if (ref.value == NULL || !ptc_json_schema_ignores_beside(reader, place))
        references_each(reader, place, references_collect);
}

/* --- Names -------------------------------------------------------------------------- */

static bool references_is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool references_is_sign(char byte)
{
    return references_is_letter(byte) || (byte >= '0' && byte <= '9') || byte == '_';
}

/* `wanted` with nothing in it that names of types cannot have. */
static void references_write_name(ptc_text *text, ptc_str wanted)
{
    for (size_t i = 0; i < wanted.len; i++) {
        char byte = wanted.ptr[i];

        if (!references_is_sign(byte))
            byte = '_';
        if (byte == '_' && (text->len == 0 || text->ptr[text->len - 1] == '_'))
            continue;
        if (text->len == 0 && !references_is_letter(byte))
            ptc_text_cstr(text, "type_");
        ptc_text_byte(text, byte);
    }
    if (text->len > 0 && text->ptr[text->len - 1] == '_')
        ptc_text_cut(text, text->len - 1);
    if (text->len == 0)
        ptc_text_cstr(text, "part");
}

static bool references_is_type_word(ptc_str name)
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

/* Whether the name is free, and takes it: names that differ in case alone meet in C. */
static bool references_take(ptc_json_schema *reader, ptc_str name)
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
static bool references_is_tool_name(ptc_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (!references_is_sign(name.ptr[i]) && name.ptr[i] != '-')
            return false;
    }
    return name.len > 0 && references_is_letter(name.ptr[0]);
}

enum { REFERENCES_TRIES = 16 }; /* of small numbers behind a name */

/* A name that no item has; ptr NULL: memory was refused. */
static ptc_str references_new_name(ptc_json_schema *reader, ptc_str wanted,
                                   ptc_json_naming naming)
{
    ptc_text text;
    size_t len;

    ptc_text_init(&text, reader->arena);
    if (naming == PTC_JSON_NAMES_FILE ||
        (naming == PTC_JSON_NAMES_TOOL && references_is_tool_name(wanted)))
        ptc_text_str(&text, wanted);
    else
        references_write_name(&text, wanted);
    if (naming != PTC_JSON_NAMES_TOOL && references_is_type_word(ptc_text_view(&text)))
        ptc_text_cstr(&text, "_type");
    len = text.len;
    for (uint64_t number = 2;
         !text.failed && !references_take(reader, ptc_text_view(&text)); number++) {
        ptc_text_cut(&text, len);
        ptc_text_byte(&text, '_');
        ptc_text_uint(&text, number + (number > REFERENCES_TRIES ? reader->count : 0));
    }
    return text.failed ? ptc_str_make(NULL, 0) : ptc_text_view(&text);
}

ptc_json_item *ptc_json_schema_add_item(ptc_json_schema *reader, ptc_str wanted,
                                        ptc_json_naming naming)
{
    ptc_str name = references_new_name(reader, wanted, naming);
    ptc_json_item *item = name.ptr == NULL
                              ? NULL
                              : PTC_ARENA_PUSH(reader->arena, reader->items,
                                               reader->count, reader->capacity);

    if (item != NULL)
        *item = (ptc_json_item){.name = name};
    return item;
}

void ptc_json_schema_list_definitions(ptc_json_schema *reader)
{
    for (size_t i = 0; i < reader->count && !reader->arena->failed; i++) {
        ptc_json_item item = reader->items[i];

        if (item.place != 0 || !item.is_tool) {
            references_walk(reader, item.place);
            references_collect(reader, item.place);
        }
        if (item.output != 0)
            references_collect(reader, item.output);
    }
    /* What refers to the whole does so by the name of the file. */
    if (reader->count > 0 && reader->items[0].is_definition &&
        !references_is_tool_name(reader->items[0].name))
        reader->items[0].name =
            references_new_name(reader, reader->items[0].name, PTC_JSON_NAMES_TYPE);
}
