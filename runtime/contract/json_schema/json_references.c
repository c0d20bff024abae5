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
    unsigned draft = ptc_json_schema_draft_at(reader, place);

    for (uint32_t i = 0; schema->kind == PTC_MAP && i < schema->aux; i++) {
        ptc_json_holds holds = ptc_json_keyword_holds(
            ptc_value_text(&schema->as.map->entries[i].key), draft);
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

/* The draft that a $schema names. */
static unsigned references_draft_of(ptc_str dialect)
{
    static const struct {
        const char *name;
        unsigned draft;
    } rows[] = {
        {"json-schema.org/draft-04/schema", PTC_JSON_DRAFT_4},
        {"json-schema.org/draft-06/schema", PTC_JSON_DRAFT_6},
        {"json-schema.org/draft-07/schema", PTC_JSON_DRAFT_7},
        {"json-schema.org/draft/2019-09/schema", PTC_JSON_DRAFT_2019},
        {"json-schema.org/draft/2020-12/schema", PTC_JSON_DRAFT_2020},
    };
    static const char *const schemes[] = {"http://", "https://"};

    if (dialect.len > 0 && dialect.ptr[dialect.len - 1] == '#')
        dialect.len--;
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t len = strlen(schemes[i]);

        if (dialect.len > len && memcmp(dialect.ptr, schemes[i], len) == 0) {
            dialect = ptc_str_make(dialect.ptr + len, dialect.len - len);
            break;
        }
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (ptc_str_equal(dialect, ptc_str_of(rows[i].name)))
            return rows[i].draft;
    }
    return 0;
}

/* Makes the schema at `place` a resource, in the draft of the one around unless it names
 * one; returns its number. */
static uint32_t references_add_resource(ptc_json_schema *reader, uint32_t place,
                                        ptc_str base, unsigned draft)
{
    ptc_json_part dialect = references_text(reader, place, "$schema");
    unsigned named =
        dialect.value != NULL ? references_draft_of(ptc_value_text(dialect.value)) : 0;
    ptc_json_resource *resource =
        PTC_ARENA_PUSH(reader->arena, reader->resources, reader->resource_count,
                       reader->resource_capacity);

    if (resource == NULL)
        return 0;
    *resource = (ptc_json_resource){
        .base = base, .place = place, .draft = named != 0 ? named : draft};
    references_note(reader, base, PTC_STR(""), place);
    return (uint32_t)reader->resource_count - 1;
}

static void references_walk(ptc_json_schema *reader, uint32_t place);

/* The address that the schema at `place` has by itself; value NULL: none. */
static ptc_json_part references_id(const ptc_json_schema *reader, uint32_t place,
                                   unsigned draft)
{
    ptc_json_part none = {NULL, 0};

    if ((draft & PTC_JSON_DRAFT_OLD) &&
        references_text(reader, place, "$ref").value != NULL)
        return none;
    return references_text(reader, place, draft == PTC_JSON_DRAFT_4 ? "id" : "$id");
}

static void references_walk_anchors(ptc_json_schema *reader, uint32_t place,
                                    uint32_t resource)
{
    static const struct {
        const char *word;
        unsigned drafts;
    } anchors[] = {
        {"$anchor", PTC_JSON_DRAFT_2019 | PTC_JSON_DRAFT_2020 | PTC_JSON_DRAFT_NONE},
        {"$dynamicAnchor", PTC_JSON_DRAFT_2020 | PTC_JSON_DRAFT_NONE},
    };
    ptc_json_part recursive =
        ptc_json_schema_member(reader, place, PTC_STR("$recursiveAnchor"));
    unsigned draft = reader->resources[resource].draft;

    for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++) {
        ptc_json_part anchor = references_text(reader, place, anchors[i].word);

        if (anchor.value == NULL || (anchors[i].drafts & draft) == 0)
            continue;
        references_note(reader, reader->resources[resource].base,
                        ptc_value_text(anchor.value), place);
        if (i > 0)
            ptc_json_scope_note(reader, place, resource, ptc_value_text(anchor.value));
    }
    if (recursive.value != NULL && recursive.value->kind == PTC_BOOL &&
        recursive.value->as.boolean && (draft & PTC_JSON_DRAFT_2019) != 0 &&
        reader->resources[resource].place == place)
        ptc_json_scope_note(reader, place, resource, PTC_STR(""));
}

/* Records what the schema at `place`, which is in `resource`, and those in it are called.
 */
static void references_walk_in(ptc_json_schema *reader, uint32_t place, uint32_t resource)
{
    unsigned draft = reader->resources[resource].draft;
    ptc_json_part id = references_id(reader, place, draft);
    ptc_str head;
    ptc_str fragment;

    if (reader->nodes[place].resource != 0 || reader->arena->failed)
        return;
    if (id.value != NULL) {
        ptc_json_address_split(ptc_value_text(id.value), &head, &fragment);
        if (head.len > 0)
            resource = references_add_resource(
                reader, place,
                ptc_json_address_resolve(reader->arena, reader->resources[resource].base,
                                         head),
                draft);
        references_note(reader, reader->resources[resource].base, fragment, place);
    }
    reader->nodes[place].resource = resource + 1;
    reader->has_others =
        reader->has_others ||
        ptc_json_schema_member(reader, place, PTC_STR("unevaluatedProperties")).value !=
            NULL ||
        ptc_json_schema_member(reader, place, PTC_STR("unevaluatedItems")).value != NULL;
    references_walk_anchors(reader, place, resource);
    references_each(reader, place, references_walk);
}

/* The resource that the nearest walked schema around a place is in. */
static uint32_t references_around(const ptc_json_schema *reader, uint32_t place)
{
    while (reader->nodes[place].resource == 0 && reader->nodes[place].parent != place)
        place = reader->nodes[place].parent;
    return reader->nodes[place].resource != 0 ? reader->nodes[place].resource - 1 : 0;
}

static void references_walk(ptc_json_schema *reader, uint32_t place)
{
    references_walk_in(reader, place, references_around(reader, place));
}

static void references_walk_root(ptc_json_schema *reader, uint32_t place, ptc_str address)
{
    uint32_t resource =
        references_add_resource(reader, place, address, PTC_JSON_DRAFT_NONE);

    if (!reader->arena->failed)
        references_walk_in(reader, place, resource);
}

void ptc_json_schema_walk_root(ptc_json_schema *reader, uint32_t place)
{
    references_walk_root(reader, place, PTC_STR(""));
}

uint32_t ptc_json_schema_resource_at(const ptc_json_schema *reader, uint32_t place)
{
    return references_around(reader, place);
}

unsigned ptc_json_schema_draft_at(const ptc_json_schema *reader, uint32_t place)
{
    return reader->resources[references_around(reader, place)].draft;
}

bool ptc_json_schema_ignores_beside(const ptc_json_schema *reader, uint32_t place)
{
    return (ptc_json_schema_draft_at(reader, place) & PTC_JSON_DRAFT_OLD) != 0;
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
    return key.len > 0 &&
           ptc_json_keyword_holds(key, PTC_JSON_DRAFT_NONE) == PTC_JSON_HOLDS_NONE;
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
    while (reader->nodes[place].parent != place && !references_is_name(key)) {
        place = reader->nodes[place].parent;
        key = ptc_json_schema_key(reader, place);
    }
    return key.len > 0 ? key : PTC_STR("part");
}

enum { REFERENCES_DOCUMENTS = 256 }; /* that one document may lead to */

/* Loads the document that a reference leads to, unless it is here. */
static void references_bring(ptc_json_schema *reader, ptc_json_part ref)
{
    const ptc_json_how *how = &reader->how;
    uint32_t resource = references_around(reader, ref.place);
    const ptc_source *source;
    ptc_str fragment;
    uint32_t place;
    ptc_str head;

    ptc_json_address_split(ptc_value_text(ref.value), &head, &fragment);
    head =
        ptc_json_address_resolve(reader->arena, reader->resources[resource].base, head);
    if (how->refer == NULL || head.len == 0 ||
        references_find_resource(reader, resource, head, &place) ||
        ptc_names_find(&reader->missing, head) != NULL)
        return;
    source = reader->document_count < REFERENCES_DOCUMENTS
                 ? how->refer(how->user, head, ptc_json_schema_span(reader, ref.place))
                 : NULL;
    place = reader->place_count;
    if (source == NULL || !ptc_json_document_read(reader, source))
        ptc_names_add(&reader->missing, head, place);
    else
        references_walk_root(reader, place, head);
}

const ptc_json_item *ptc_json_schema_item_of(const ptc_json_schema *reader,
                                             ptc_json_target target)
{
    uint32_t number = reader->item_of[target.place];

    while (number != 0 && reader->items[number - 1].scope != target.scope)
        number = reader->items[number - 1].same;
    return number != 0 ? &reader->items[number - 1] : NULL;
}

/* Lists what a reference, the value of a keyword, leads to. */
static void references_list(ptc_json_schema *reader, unsigned keyword, ptc_json_part ref)
{
    const ptc_json_item *known;
    ptc_json_target target;
    ptc_json_item *item;

    if (ref.value == NULL)
        return;
    references_bring(reader, ref);
    if (reader->arena->failed ||
        ptc_json_scope_resolve(reader, keyword, ref, &target) != PTC_JSON_FOUND)
        return;
    known = ptc_json_schema_item_of(reader, target);
    if (known != NULL) {
        reader->items[known - reader->items].is_definition = true;
        return;
    }
    item = ptc_json_schema_add_item(reader, references_name(reader, target.place),
                                    PTC_JSON_NAMES_TYPE);
    if (item == NULL)
        return;
    item->place = item->at = target.place;
    item->scope = target.scope;
    item->is_definition = true;
    item->same = reader->item_of[target.place];
    reader->item_of[target.place] = (uint32_t)reader->count;
}

/* Lists what the schema at `place` refers to, and looks into what it holds. */
static void references_collect(ptc_json_schema *reader, uint32_t place)
{
    static const char *const words[] = {"$ref", "$dynamicRef", "$recursiveRef"};
    unsigned outer = reader->scope;
    unsigned draft = ptc_json_schema_draft_at(reader, place);

    reader->scope = ptc_json_scope_enter(reader, outer, place);
    if (reader->arena->failed ||
        (reader->nodes[place].collected >> reader->scope & 1) != 0) {
        reader->scope = outer;
        return;
    }
    reader->nodes[place].collected |= (uint32_t)1 << reader->scope;
    ptc_json_spellings_settle(reader, place);
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (ptc_json_keyword_is_of(PTC_KEYWORD_REF + i, draft))
            references_list(reader, PTC_KEYWORD_REF + i,
                            references_text(reader, place, words[i]));
    }
    if (references_text(reader, place, "$ref").value == NULL ||
        !ptc_json_schema_ignores_beside(reader, place))
        references_each(reader, place, references_collect);
    reader->scope = outer;
}

/* --- Listing ------------------------------------------------------------------------ */

/* Lists what the schema at a place refers to; 0: there is none. */
static void references_list_at(ptc_json_schema *reader, uint32_t place)
{
    if (place == 0)
        return;
    references_walk(reader, place);
    references_collect(reader, place);
}

static void references_list_operation(ptc_json_schema *reader,
                                      const ptc_json_operation *operation)
{
    for (size_t i = 0; i < operation->count; i++)
        references_list_at(reader, operation->parameters[i].schema);
    references_list_at(reader, operation->body.schema);
    references_list_at(reader, operation->result);
}

void ptc_json_schema_list_definitions(ptc_json_schema *reader)
{
    for (size_t i = 0; i < reader->count && !reader->arena->failed; i++) {
        ptc_json_item item = reader->items[i];

        reader->scope = item.scope;
        if (item.place != 0 || !item.is_tool) {
            references_walk(reader, item.place);
            references_collect(reader, item.place);
        }
        if (item.output != 0)
            references_collect(reader, item.output);
        if (item.operation != NULL)
            references_list_operation(reader, item.operation);
    }
    ptc_json_names_settle(reader);
}
