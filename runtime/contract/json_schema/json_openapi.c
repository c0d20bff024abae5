/* SPDX-License-Identifier: MIT */
/*
 * OpenAPI 3 documents as envelopes: which operations of an API are read, and which of its
 * schemas. Parameters and results of an operation are found in json_operations.c. Where
 * operations are named, nothing else is read but what they refer to. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

enum { OPENAPI_NAMES_SHOWN = 5, OPENAPI_HOPS = 32 };

static const char *const openapi_methods[] = {
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query"};

/* An operation of the document. */
typedef struct openapi_entry {
    ptc_str path;
    ptc_str method;
    ptc_str id; /* empty: it has none */
    uint32_t place;
    uint32_t around; /* the path item */
} openapi_entry;

typedef struct openapi {
    ptc_json_schema *reader;
    openapi_entry *entries;
    size_t count;
    size_t capacity;
} openapi;

uint32_t ptc_json_openapi_follow(const ptc_json_schema *reader, uint32_t place)
{
    for (int hops = 0; hops < OPENAPI_HOPS; hops++) {
        ptc_json_part ref = ptc_json_envelope_member(reader, place, "$ref", PTC_STRING);
        ptc_json_found found;

        if (ref.value == NULL && reader->nodes[place].value->kind == PTC_MAP)
            return place;
        if (ref.value == NULL) {
            ptc_json_schema_refuse(reader, place, "this must be an object");
            return 0;
        }
        found = ptc_json_schema_resolve(reader, ref, &place);
        if (found != PTC_JSON_FOUND) {
            if (!reader->arena->failed)
                ptc_json_schema_fault_reference(reader, ref, found);
            return 0;
        }
    }
    ptc_json_schema_refuse(reader, place, "this $ref refers to itself");
    return 0;
}

bool ptc_json_openapi_is_silent(ptc_str word)
{
    static const char *const words[] = {"example",    "examples",     "xml",
                                        "deprecated", "externalDocs", "discriminator",
                                        "readOnly",   "writeOnly"};

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (ptc_str_equal(word, ptc_str_of(words[i])))
            return true;
    }
    return word.len > 2 && memcmp(word.ptr, "x-", 2) == 0;
}

/* --- Finding ------------------------------------------------------------------------ */

static bool openapi_is_method(ptc_str key)
{
    for (size_t i = 0; i < COUNT_OF(openapi_methods); i++) {
        if (ptc_str_equal(key, ptc_str_of(openapi_methods[i])))
            return true;
    }
    return false;
}

/* Lists the operations of the path item at `place`, which the member `paths` has. */
static void openapi_find_in(openapi *api, ptc_str path, uint32_t place)
{
    ptc_json_schema *reader = api->reader;
    const ptc_value *item;

    place = ptc_json_openapi_follow(reader, place);
    item = reader->nodes[place].value;
    for (uint32_t i = 0; place != 0 && i < item->aux; i++) {
        ptc_str key = ptc_value_text(&item->as.map->entries[i].key);
        uint32_t child = ptc_json_schema_child_at(reader, place, i);
        openapi_entry *entry;

        if (!openapi_is_method(key))
            continue;
        if (reader->nodes[child].value->kind != PTC_MAP) {
            ptc_json_schema_refuse(reader, child, "an operation must be an object");
            continue;
        }
        entry = PTC_ARENA_PUSH(reader->arena, api->entries, api->count, api->capacity);
        if (entry != NULL)
            *entry = (openapi_entry){path, key,
                                     ptc_json_envelope_text(reader, child, "operationId"),
                                     child, place};
    }
}

static void openapi_find(openapi *api)
{
    ptc_json_schema *reader = api->reader;
    ptc_json_part paths = ptc_json_schema_member(reader, 0, PTC_STR("paths"));

    if (paths.value == NULL)
        return;
    if (paths.value->kind != PTC_MAP) {
        ptc_json_schema_refuse(reader, paths.place, "paths must be an object");
        return;
    }
    for (uint32_t i = 0; i < paths.value->aux; i++) {
        ptc_str path = ptc_value_text(&paths.value->as.map->entries[i].key);

        if (path.len > 0 && path.ptr[0] == '/')
            openapi_find_in(api, path, ptc_json_schema_child_at(reader, paths.place, i));
    }
}

/* --- Choosing ----------------------------------------------------------------------- */

/* "GET /pets/{id}"; a name begins with "get". */
static ptc_str openapi_address(const openapi *api, const openapi_entry *entry,
                               bool is_name)
{
    ptc_text text;

    ptc_text_init(&text, api->reader->arena);
    for (size_t i = 0; i < entry->method.len; i++)
        ptc_text_byte(
            &text, (char)(is_name ? entry->method.ptr[i] : entry->method.ptr[i] & ~0x20));
    ptc_text_byte(&text, ' ');
    ptc_text_str(&text, entry->path);
    return text.failed ? PTC_STR("") : ptc_text_view(&text);
}

static ptc_str openapi_name(const openapi *api, const openapi_entry *entry, bool is_name)
{
    return entry->id.len > 0 ? entry->id : openapi_address(api, entry, is_name);
}

/* Whether an operation is called `wanted`: by its ID, or by method and path. */
static bool openapi_is_called(const openapi_entry *entry, ptc_str wanted)
{
    size_t method = entry->method.len;

    if (entry->id.len > 0 && ptc_str_equal(entry->id, wanted))
        return true;
    if (wanted.len != method + 1 + entry->path.len || wanted.ptr[method] != ' ' ||
        memcmp(wanted.ptr + method + 1, entry->path.ptr, entry->path.len) != 0)
        return false;
    for (size_t i = 0; i < method; i++) {
        if ((wanted.ptr[i] | 0x20) != entry->method.ptr[i])
            return false;
    }
    return true;
}

/* Appends the operations that are called nearly `wanted`; those at the beginning of the
 * document, if none is. */
static void openapi_write_near(const openapi *api, ptc_str wanted, ptc_text *text)
{
    unsigned limit = 1 + (unsigned)(wanted.len < 60 ? wanted.len / 3 : 20);

    for (int is_near = 1; is_near >= 0 && text->len == 0; is_near--) {
        size_t shown = 0;

        for (size_t i = 0; i < api->count && shown < OPENAPI_NAMES_SHOWN; i++) {
            ptc_str name = openapi_name(api, &api->entries[i], false);

            if (is_near && ptc_str_distance(name, wanted, limit) > limit)
                continue;
            ptc_text_cstr(text, shown > 0 ? ", " : "");
            ptc_text_cstr(text, ptc_diag_quote(api->reader->diags, name));
            shown++;
        }
    }
    ptc_text_byte(text, '\0');
}

static void openapi_fault_unknown(const openapi *api, ptc_str wanted)
{
    ptc_diags *diags = api->reader->diags;
    const char *quoted = ptc_diag_quote(diags, wanted);
    ptc_json_part paths = ptc_json_schema_member(api->reader, 0, PTC_STR("paths"));
    ptc_diag *diag = ptc_diag_add(diags, PTC_DIAG_JSON_SCHEMA_OPERATION,
                                  ptc_json_schema_key_span(api->reader, paths.place),
                                  "there is no operation \"%s\"", quoted);
    ptc_text text;

    ptc_text_init(&text, api->reader->arena);
    openapi_write_near(api, wanted, &text);
    if (!text.failed)
        ptc_diag_hint(diags, diag, "%s%s",
                      api->count > 0 ? "operations are called: "
                                     : "the document has no operations",
                      text.ptr);
}

static void openapi_add(openapi *api, const openapi_entry *entry)
{
    ptc_json_schema *reader = api->reader;
    ptc_str summary = ptc_json_envelope_text(reader, entry->place, "summary");
    ptc_json_item *item = ptc_json_schema_add_item(
        reader, openapi_name(api, entry, true),
        entry->id.len > 0 ? PTC_JSON_NAMES_TOOL : PTC_JSON_NAMES_TYPE);

    if (item == NULL)
        return;
    item->is_tool = true;
    item->at = entry->place;
    item->description = summary.len > 0
                            ? summary
                            : ptc_json_envelope_text(reader, entry->place, "description");
    item->operation = ptc_json_operation_find(reader, entry->place, entry->around);
}

/* Adds the operations that are wanted, in order of the document. */
static void openapi_choose(openapi *api)
{
    const ptc_str *wanted = api->reader->how.operations;
    size_t wanted_count = api->reader->how.operation_count;
    bool *is_found = ptc_arena_array(api->reader->arena, wanted_count, sizeof *is_found);

    if (wanted_count > 0 && is_found == NULL)
        return;
    for (size_t i = 0; i < api->count && !api->reader->arena->failed; i++) {
        bool is_wanted = wanted_count == 0;

        for (size_t k = 0; k < wanted_count; k++) {
            if (openapi_is_called(&api->entries[i], wanted[k]))
                is_wanted = is_found[k] = true;
        }
        if (is_wanted)
            openapi_add(api, &api->entries[i]);
    }
    for (size_t k = 0; k < wanted_count; k++) {
        if (!is_found[k])
            openapi_fault_unknown(api, wanted[k]);
    }
}

/* Every schema of the components is a type, where operations are not chosen. */
static void openapi_list_schemas(ptc_json_schema *reader)
{
    ptc_json_part components = ptc_json_envelope_member(reader, 0, "components", PTC_MAP);
    ptc_json_part schemas = {NULL, 0};

    if (components.value != NULL)
        schemas = ptc_json_envelope_member(reader, components.place, "schemas", PTC_MAP);
    for (uint32_t i = 0; schemas.value != NULL && i < schemas.value->aux; i++) {
        uint32_t place = ptc_json_schema_child_at(reader, schemas.place, i);
        ptc_json_item *item = ptc_json_schema_add_item(
            reader, ptc_json_schema_key(reader, place), PTC_JSON_NAMES_TYPE);

        if (item == NULL)
            return;
        item->place = item->at = place;
        reader->item_of[place] = (uint32_t)reader->count;
    }
}

/* --- Documents ---------------------------------------------------------------------- */

/* The message for a version that is not read. */
static void openapi_refuse_version(const ptc_json_schema *reader, uint32_t place)
{
    ptc_diag *diag = ptc_diag_add(
        reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE, ptc_json_schema_span(reader, place),
        "OpenAPI must be version 3.0, 3.1 or 3.2, at %s",
        ptc_json_schema_pointer(reader, place, PTC_SEVERITY_ERROR));

    ptc_diag_hint(reader->diags, diag,
                  "convert the document to version 3, for example with swagger2openapi");
}

bool ptc_json_openapi_list(ptc_json_schema *reader)
{
    openapi api = {.reader = reader};
    ptc_json_part version = ptc_json_schema_member(reader, 0, PTC_STR("openapi"));
    ptc_json_part old = ptc_json_envelope_member(reader, 0, "swagger", PTC_STRING);
    ptc_str text = PTC_STR("");

    if (version.value == NULL && old.value == NULL)
        return false;
    if (version.value != NULL && version.value->kind == PTC_STRING)
        text = ptc_value_text(version.value);
    if (text.len < 3 || memcmp(text.ptr, "3.", 2) != 0) {
        openapi_refuse_version(reader, version.value != NULL ? version.place : old.place);
        return true;
    }
    reader->is_api = true;
    ptc_json_schema_walk_root(reader, 0);
    if (reader->arena->failed)
        return true;
    if (text.ptr[2] == '0') /* words next to $ref have no effect in this one */
        reader->resources[0].draft = PTC_JSON_DRAFT_OPENAPI;
    if (!reader->how.is_included) {
        openapi_find(&api);
        openapi_choose(&api);
    }
    if (reader->how.operation_count == 0 || reader->how.is_included)
        openapi_list_schemas(reader);
    return true;
}
