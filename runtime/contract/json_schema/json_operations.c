/* SPDX-License-Identifier: MIT */
/*
 * Operations of OpenAPI documents as functions. Parameters of a path, a query, headers
 * and cookies are parameters, and so are the members of a body that is an object; any
 * other body is one parameter. The result is what the first successful response holds.
 * [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* References, conjunctions and schemas that are looked at to see whether a body is an
 * object with its own members. */
enum { OPERATIONS_DEPTH = 16, OPERATIONS_STEPS = 256 };

/* An operation that is being looked at. */
typedef struct operations {
    ptc_json_schema *reader;
    ptc_json_operation *out;
    ptc_names places; /* of the parameters: "query limit" */
    ptc_names names;
    size_t capacity;
    bool has_member; /* of the body */
    bool has_required;
    size_t steps;
} operations;

/* --- Parameters --------------------------------------------------------------------- */

static bool operations_is_true(const ptc_json_schema *reader, uint32_t place,
                               const char *key)
{
    ptc_json_part part = ptc_json_envelope_member(reader, place, key, PTC_BOOL);

    return part.value != NULL && part.value->as.boolean;
}

/* The schema of the object at a place; 0: it has none. */
static uint32_t operations_schema(const ptc_json_schema *reader, uint32_t place)
{
    ptc_json_part part = ptc_json_schema_member(reader, place, PTC_STR("schema"));

    return part.value != NULL ? part.place : 0;
}

static ptc_str operations_join(const operations *run, ptc_str a, char between, ptc_str b)
{
    ptc_text text;

    ptc_text_init(&text, run->reader->arena);
    ptc_text_str(&text, a);
    ptc_text_byte(&text, between);
    ptc_text_str(&text, b);
    return text.failed ? PTC_STR("") : ptc_text_view(&text);
}

static bool operations_is_word(ptc_str text, ptc_str word)
{
    if (text.len != word.len)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if ((text.ptr[i] >= 'A' && text.ptr[i] <= 'Z' ? text.ptr[i] | 0x20
                                                      : text.ptr[i]) != word.ptr[i])
            return false;
    }
    return true;
}

/* Headers that the document says elsewhere: OpenAPI ignores parameters of these names. */
static bool operations_is_ignored(ptc_str name, ptc_str in)
{
    return operations_is_word(in, PTC_STR("header")) &&
           (operations_is_word(name, PTC_STR("accept")) ||
            operations_is_word(name, PTC_STR("content-type")) ||
            operations_is_word(name, PTC_STR("authorization")));
}

/* The name of a parameter, which no other one has: of two, the second one says where it
 * is as well. */
static ptc_str operations_name(operations *run, ptc_str name, ptc_str in, uint32_t place)
{
    uint32_t number = (uint32_t)run->out->count;
    const ptc_name_entry *entry = ptc_names_add(&run->names, name, number);

    if (entry != NULL && entry->value != number) {
        name = operations_join(run, name, '_', in);
        entry = ptc_names_add(&run->names, name, number);
        if (entry != NULL && entry->value != number)
            ptc_json_schema_refuse(run->reader, place,
                                   "another parameter has the same name");
    }
    return name;
}

/* The media type of `content` that is read; value NULL: there is none. */
static ptc_json_part operations_media(const ptc_json_schema *reader, uint32_t place);

/* Adds the parameter at a place, unless one that stands for it was added. */
static void operations_add(operations *run, uint32_t place, bool is_own)
{
    ptc_json_schema *reader = run->reader;
    ptc_json_operation *out = run->out;
    uint32_t number = (uint32_t)out->count;
    const ptc_name_entry *entry;
    ptc_json_parameter *one;
    ptc_str name;
    ptc_str in;

    place = ptc_json_openapi_follow(reader, place);
    if (place == 0)
        return;
    name = ptc_json_envelope_text(reader, place, "name");
    in = ptc_json_envelope_text(reader, place, "in");
    if (name.len == 0 || in.len == 0) {
        ptc_json_schema_refuse(reader, place, "a parameter needs a name and \"in\"");
        return;
    }
    if (operations_is_ignored(name, in))
        return;
    entry = ptc_names_add(&run->places, operations_join(run, in, ' ', name), number);
    if (entry == NULL || entry->value != number) {
        if (entry != NULL && is_own)
            ptc_json_schema_refuse(reader, place, "this parameter is given twice");
        return;
    }
    name = operations_name(run, name, in, place);
    one = PTC_ARENA_PUSH(reader->arena, out->parameters, out->count, run->capacity);
    if (one == NULL)
        return;
    *one = (ptc_json_parameter){.name = name, .at = place};
    one->description = ptc_json_envelope_text(reader, place, "description");
    one->schema = operations_schema(reader, place);
    one->is_required = operations_is_true(reader, place, "required") ||
                       ptc_str_equal(in, PTC_STR("path"));
    if (one->schema == 0) {
        ptc_json_part media = operations_media(reader, place);

        one->schema = media.value != NULL ? operations_schema(reader, media.place) : 0;
    }
    if (one->schema == 0)
        ptc_json_schema_refuse(reader, place, "a parameter needs a schema");
}

static void operations_add_all(operations *run, uint32_t place, bool is_own)
{
    ptc_json_part list =
        ptc_json_schema_member(run->reader, place, PTC_STR("parameters"));

    if (list.value == NULL)
        return;
    if (list.value->kind != PTC_VECTOR) {
        ptc_json_schema_refuse(run->reader, list.place, "parameters must be a list");
        return;
    }
    for (uint32_t i = 0; i < list.value->aux && !run->reader->arena->failed; i++)
        operations_add(run, ptc_json_schema_child_at(run->reader, list.place, i), is_own);
}

/* --- Contents ----------------------------------------------------------------------- */

/* How well a media type is read: 0 is JSON itself. */
enum { MEDIA_JSON, MEDIA_LIKE_JSON, MEDIA_ANY, MEDIA_FORM, MEDIA_TEXT, MEDIA_OTHER };

static bool operations_begins(ptc_str text, ptc_str word)
{
    return text.len >= word.len &&
           operations_is_word(ptc_str_make(text.ptr, word.len), word);
}

static unsigned operations_rank(ptc_str type)
{
    size_t len = 0;

    while (len < type.len && type.ptr[len] != ';' && type.ptr[len] != ' ')
        len++;
    type.len = len;
    if (operations_is_word(type, PTC_STR("application/json")))
        return MEDIA_JSON;
    if (operations_is_word(type, PTC_STR("text/json")) ||
        (type.len > 5 &&
         operations_is_word(ptc_str_make(type.ptr + type.len - 5, 5), PTC_STR("+json"))))
        return MEDIA_LIKE_JSON;
    if (ptc_str_equal(type, PTC_STR("*/*")) ||
        operations_is_word(type, PTC_STR("application/*")))
        return MEDIA_ANY;
    if (operations_is_word(type, PTC_STR("application/x-www-form-urlencoded")) ||
        operations_is_word(type, PTC_STR("multipart/form-data")))
        return MEDIA_FORM;
    return operations_begins(type, PTC_STR("text/")) ? MEDIA_TEXT : MEDIA_OTHER;
}

/* The same, and how well it is read. */
static ptc_json_part operations_ranked(const ptc_json_schema *reader, uint32_t place,
                                       unsigned *rank)
{
    ptc_json_part content = ptc_json_envelope_member(reader, place, "content", PTC_MAP);
    ptc_json_part best = {NULL, 0};

    *rank = MEDIA_OTHER + 1;
    for (uint32_t i = 0; content.value != NULL && i < content.value->aux; i++) {
        const ptc_map_entry *entry = &content.value->as.map->entries[i];
        unsigned own = operations_rank(ptc_value_text(&entry->key));

        if (entry->value.kind != PTC_MAP || own >= *rank)
            continue;
        *rank = own;
        best = ptc_json_schema_part(reader,
                                    ptc_json_schema_child_at(reader, content.place, i));
    }
    return best;
}

static ptc_json_part operations_media(const ptc_json_schema *reader, uint32_t place)
{
    unsigned rank;

    return operations_ranked(reader, place, &rank);
}

/* --- Bodies ------------------------------------------------------------------------- */

static bool operations_is_one_of(ptc_str name, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ptc_str_equal(name, ptc_str_of(words[i])))
            return true;
    }
    return false;
}

/* Whether a word of a schema leaves it an object whose members can be parameters. */
static bool operations_is_plain(ptc_str name, const ptc_value *value)
{
    static const char *const whole[] = {
        "enum",     "const",       "minProperties", "maxProperties",    "extends",
        "disallow", "$dynamicRef", "$recursiveRef", "dependentRequired"};
    static const char *const parts[] = {"properties", "allOf", "$defs", "definitions"};

    if (ptc_str_equal(name, PTC_STR("type")))
        return value->kind == PTC_STRING &&
               ptc_str_equal(ptc_value_text(value), PTC_STR("object"));
    if (ptc_str_equal(name, PTC_STR("additionalProperties")))
        return value->kind == PTC_BOOL || (value->kind == PTC_MAP && value->aux == 0);
    if (ptc_str_equal(name, PTC_STR("nullable")))
        return value->kind == PTC_BOOL && !value->as.boolean;
    if (operations_is_one_of(name, whole, COUNT_OF(whole)))
        return false;
    return operations_is_one_of(name, parts, COUNT_OF(parts)) ||
           ptc_json_keyword_holds(name, PTC_JSON_DRAFT_NONE) == PTC_JSON_HOLDS_NONE;
}

/* Whether no name that a body requires, property or not, is that of a parameter. */
static bool operations_require_new(operations *run, ptc_json_part required)
{
    for (uint32_t i = 0; required.value != NULL && i < required.value->aux; i++) {
        const ptc_value *name = &required.value->as.items[i];

        run->has_required = true;
        if (name->kind == PTC_STRING &&
            ptc_names_find(&run->names, ptc_value_text(name)) != NULL)
            return false;
    }
    return true;
}

/* Whether no member of the object in `properties` is called like a parameter. */
static bool operations_are_new(operations *run, ptc_json_part properties)
{
    for (uint32_t i = 0; properties.value != NULL && i < properties.value->aux; i++) {
        ptc_str name = ptc_value_text(&properties.value->as.map->entries[i].key);

        run->has_member = true;
        if (ptc_names_find(&run->names, name) != NULL)
            return false;
    }
    return true;
}

/* Whether the schema at a place is an object whose members can be parameters; recurses
 * along conjunctions, in bounded depth. */
static bool operations_is_flat(operations *run, uint32_t place, int depth)
{
    const ptc_json_schema *reader = run->reader;
    ptc_json_part schema = ptc_json_schema_parameters(reader, place);
    ptc_json_part properties;
    ptc_json_part required;
    ptc_json_part all;

    if (schema.value->kind != PTC_MAP || depth >= OPERATIONS_DEPTH ||
        run->steps++ >= OPERATIONS_STEPS ||
        ptc_json_schema_member(reader, schema.place, PTC_STR("$ref")).value != NULL)
        return false;
    for (uint32_t i = 0; i < schema.value->aux; i++) {
        const ptc_map_entry *entry = &schema.value->as.map->entries[i];

        if (!operations_is_plain(ptc_value_text(&entry->key), &entry->value))
            return false;
    }
    properties = ptc_json_envelope_member(reader, schema.place, "properties", PTC_MAP);
    required = ptc_json_envelope_member(reader, schema.place, "required", PTC_VECTOR);
    all = ptc_json_envelope_member(reader, schema.place, "allOf", PTC_VECTOR);
    for (uint32_t i = 0; all.value != NULL && i < all.value->aux; i++) {
        if (!operations_is_flat(run, ptc_json_schema_child_at(reader, all.place, i),
                                depth + 1))
            return false;
    }
    return operations_require_new(run, required) && operations_are_new(run, properties);
}

static void operations_find_body(operations *run, uint32_t place)
{
    ptc_json_schema *reader = run->reader;
    ptc_json_operation *out = run->out;
    ptc_json_part body = ptc_json_schema_member(reader, place, PTC_STR("requestBody"));
    ptc_json_part media;
    unsigned rank;

    if (body.value == NULL)
        return;
    place = ptc_json_openapi_follow(reader, body.place);
    if (place == 0)
        return;
    out->has_body = true;
    out->body.at = place;
    out->body.is_required = operations_is_true(reader, place, "required");
    out->body.description = ptc_json_envelope_text(reader, place, "description");
    out->body.name = ptc_names_find(&run->names, PTC_STR("body")) == NULL
                         ? PTC_STR("body")
                         : PTC_STR("request_body");
    if (ptc_names_find(&run->names, out->body.name) != NULL)
        ptc_json_schema_refuse(reader, place,
                               "a parameter has the same name as the body");
    media = operations_ranked(reader, place, &rank);
    if (media.value == NULL)
        return;
    out->body.schema = operations_schema(reader, media.place);
    out->is_flat = out->body.schema != 0 && rank <= MEDIA_FORM &&
                   operations_is_flat(run, out->body.schema, 0) && run->has_member &&
                   (out->body.is_required || !run->has_required);
    if (out->is_flat)
        out->body.schema = ptc_json_schema_parameters(reader, out->body.schema).place;
}

/* --- Results ------------------------------------------------------------------------ */

static bool operations_is_success(ptc_str code)
{
    return code.len == 3 && code.ptr[0] == '2';
}

/* What the response at a place gives, if it is read better than what was found. */
static void operations_take_response(operations *run, uint32_t place, unsigned *best)
{
    ptc_json_schema *reader = run->reader;
    ptc_json_operation *out = run->out;
    ptc_json_part media;
    unsigned rank;

    place = ptc_json_openapi_follow(reader, place);
    if (place == 0)
        return;
    media = operations_ranked(reader, place, &rank);
    if (rank <= MEDIA_ANY)
        rank = MEDIA_JSON;
    if (media.value == NULL || rank >= *best)
        return;
    *best = rank;
    out->result = rank == MEDIA_JSON ? operations_schema(reader, media.place) : 0;
    out->result_type = rank == MEDIA_TEXT ? PTC_TYPE_STRING : PTC_TYPE_ANY;
}

static void operations_find_result(operations *run, uint32_t place)
{
    ptc_json_schema *reader = run->reader;
    ptc_json_part list = ptc_json_envelope_member(reader, place, "responses", PTC_MAP);
    uint32_t other = 0;
    bool is_any = false;
    unsigned best = MEDIA_OTHER + 1;

    run->out->result_type = list.value != NULL ? PTC_TYPE_NIL : PTC_TYPE_ANY;
    for (uint32_t i = 0; list.value != NULL && i < list.value->aux; i++) {
        ptc_str code = ptc_value_text(&list.value->as.map->entries[i].key);
        uint32_t response = ptc_json_schema_child_at(reader, list.place, i);

        if (ptc_str_equal(code, PTC_STR("default")))
            other = response;
        if (!operations_is_success(code))
            continue;
        is_any = true;
        operations_take_response(run, response, &best);
    }
    if (!is_any && other != 0)
        operations_take_response(run, other, &best);
}

/* --- Operations --------------------------------------------------------------------- */

const ptc_json_operation *ptc_json_operation_find(ptc_json_schema *reader, uint32_t place,
                                                  uint32_t around)
{
    operations run = {.reader = reader};

    run.out = ptc_arena_array(reader->arena, 1, sizeof *run.out);
    if (run.out == NULL)
        return NULL;
    ptc_names_init(&run.places, reader->arena);
    ptc_names_init(&run.names, reader->arena);
    run.places.is_exact = run.names.is_exact = true;
    operations_add_all(&run, place, true);
    operations_add_all(&run, around, false);
    operations_find_body(&run, place);
    operations_find_result(&run, place);
    return run.out;
}

/* --- Drafts ------------------------------------------------------------------------- */

/* Adds a parameter of the type under `ref`. */
static void operations_draft_parameter(ptc_json_schema *reader, ptc_draft_ref inputs,
                                       const ptc_json_parameter *one, ptc_draft_ref ref)
{
    if (ref == 0)
        return; /* at fault, which has been said */
    if (one->description.len > 0)
        ptc_draft_at(reader->draft, ref)->extra.description = one->description;
    ptc_json_schema_add_property(reader, inputs, ref, one->name, one->is_required);
}

/* Makes the properties of the object under `body` parameters. */
static void operations_draft_members(ptc_json_schema *reader, ptc_draft_ref inputs,
                                     ptc_draft_ref body)
{
    ptc_draft_node *node = ptc_draft_at(reader->draft, body);
    ptc_draft_ref next;

    ptc_draft_at(reader->draft, inputs)->flags = node->flags;
    for (ptc_draft_ref ref = node->first; ref != 0; ref = next) {
        next = ptc_draft_at(reader->draft, ref)->next;
        ptc_draft_at(reader->draft, ref)->next = 0;
        ptc_json_schema_add_property(reader, inputs, ref,
                                     ptc_draft_at(reader->draft, ref)->name,
                                     !ptc_draft_at(reader->draft, ref)->is_optional);
    }
    node->type = PTC_TYPE_ANY;
    node->first = node->last = 0;
}

static void operations_draft_body(ptc_json_schema *reader, ptc_draft_ref inputs,
                                  const ptc_json_operation *operation)
{
    const ptc_json_parameter *body = &operation->body;
    ptc_json_part part = ptc_json_schema_part(reader, body->schema);
    ptc_draft_ref ref;

    if (body->schema == 0) {
        ref = ptc_json_schema_node(reader, PTC_TYPE_ANY, body->at);
    } else if (operation->is_flat) {
        ref = ptc_json_schema_read(reader, part, PTC_JSON_OBJECT, false);
        if (ptc_draft_at(reader->draft, ref)->type == PTC_TYPE_MAP) {
            operations_draft_members(reader, inputs, ref);
            return;
        }
    } else {
        ref = ptc_json_schema_read(reader, part, 0, !body->is_required);
    }
    operations_draft_parameter(reader, inputs, body, ref);
}

ptc_draft_ref ptc_json_operation_draft(ptc_json_schema *reader, const ptc_json_item *item)
{
    const ptc_json_operation *operation = item->operation;
    ptc_draft_ref inputs = ptc_json_schema_node(reader, PTC_TYPE_MAP, item->at);
    ptc_draft_ref output;

    for (size_t i = 0; i < operation->count; i++) {
        const ptc_json_parameter *one = &operation->parameters[i];

        operations_draft_parameter(
            reader, inputs, one,
            ptc_json_schema_read(reader, ptc_json_schema_part(reader, one->schema), 0,
                                 !one->is_required));
    }
    if (operation->has_body)
        operations_draft_body(reader, inputs, operation);
    output = operation->result != 0
                 ? ptc_json_schema_read(
                       reader, ptc_json_schema_part(reader, operation->result), 0, false)
                 : ptc_json_schema_node(reader, operation->result_type, item->at);
    return ptc_json_schema_function(reader, item, inputs, output);
}
