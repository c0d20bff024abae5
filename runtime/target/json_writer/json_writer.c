/* SPDX-License-Identifier: MIT */
/*
 * Schemas as JSON Schema. Every node becomes a value, children before what holds them,
 * without recursion; declared types and definitions become entries of "$defs". A slot (a
 * field, a parameter) adds description and default. [validation 13]
 */
#include "schema/schema_int.h"
#include "target/json_writer/json_shape.h"
#include "target/json_writer/json_writer_int.h"

#include <ptc/json.h>

void ptc_json_lose(ptc_json_writer *writer, uint32_t index, const char *what)
{
    if (writer->options.lose != NULL)
        writer->options.lose(index, ptc_str_of(what), writer->options.user);
}

void ptc_json_refuse(ptc_json_writer *writer, uint32_t index, const char *what)
{
    writer->is_refused = true;
    if (writer->options.refuse != NULL)
        writer->options.refuse(index, ptc_str_of(what), writer->options.user);
}

static bool json_is_strict(const ptc_json_writer *writer)
{
    return writer->options.subset != PTC_JSON_SCHEMA_WHOLE;
}

/* --- Names -------------------------------------------------------------------------- */

static const char *json_definitions_key(const ptc_json_writer *writer)
{
    return writer->options.version == PTC_JSON_SCHEMA_7 ? "definitions" : "$defs";
}

/* A name that no definition has, like `wanted`. */
static ptc_str json_free_name(ptc_json_writer *writer, ptc_str wanted, uint32_t index)
{
    ptc_text text;

    ptc_text_init(&text, writer->arena);
    ptc_text_str(&text, wanted.len > 0 ? wanted : PTC_STR("type"));
    wanted = ptc_text_view(&text);
    for (uint64_t number = 2; !text.failed; number++) {
        const ptc_name_entry *entry =
            ptc_names_add(&writer->names, ptc_text_view(&text), index);

        if (entry == NULL || entry->value == index)
            break;
        ptc_text_cut(&text, wanted.len);
        ptc_text_byte(&text, '_');
        ptc_text_uint(&text, number);
    }
    if (text.failed || writer->arena->failed)
        writer->status = PTC_ERROR_MEMORY;
    return ptc_text_view(&text);
}

/* {"$ref": "#/$defs/name"}; the name as a JSON Pointer in a URI has it. */
ptc_value ptc_json_reference(ptc_json_writer *writer, ptc_str name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789-._";
    static const char hex[] = "0123456789ABCDEF";
    ptc_text text;

    ptc_text_init(&text, writer->arena);
    ptc_text_cstr(&text, "#/");
    ptc_text_cstr(&text, json_definitions_key(writer));
    ptc_text_byte(&text, '/');
    for (size_t i = 0; i < name.len; i++) {
        unsigned char byte = (unsigned char)name.ptr[i];

        if (byte == '~' || byte == '/') {
            ptc_text_cstr(&text, byte == '~' ? "~0" : "~1");
        } else if (byte != 0 && strchr(plain, byte) != NULL) {
            ptc_text_byte(&text, (char)byte);
        } else {
            ptc_text_byte(&text, '%');
            ptc_text_byte(&text, hex[byte >> 4]);
            ptc_text_byte(&text, hex[byte & 15]);
        }
    }
    if (text.failed)
        writer->status = PTC_ERROR_MEMORY;
    return ptc_json_one(writer, "$ref", ptc_value_string(ptc_text_view(&text)));
}

/* What the definition holds is filled in at the end. */
ptc_value ptc_json_reference_to(ptc_json_writer *writer, uint32_t index)
{
    if (writer->defined[index].len == 0) {
        writer->defined[index] =
            json_free_name(writer, writer->schema->nodes[index].name, index);
        ptc_json_put_at(writer, &writer->definitions, writer->defined[index],
                        ptc_value_int(index));
    }
    return ptc_json_reference(writer, writer->defined[index]);
}

/* --- Nodes -------------------------------------------------------------------------- */

void ptc_json_lose_function(ptc_json_writer *writer, uint32_t index, const char *kind,
                            ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, writer->arena);
    ptc_text_cstr(&text, kind);
    ptc_text_str(&text, name);
    if (text.failed)
        writer->status = PTC_ERROR_MEMORY;
    else
        ptc_json_lose(writer, index, text.ptr);
}

static void json_make_custom(ptc_json_writer *writer, ptc_json_object *out,
                             uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    ptc_json_lose_function(writer, index, "the validator ", node->type_name);
    ptc_json_put(writer, out, "description", ptc_value_string(node->type_name));
}

static void json_make(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (json_is_strict(writer)) {
        ptc_json_make_strict(writer, out, index);
        return;
    }
    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_ANY_MAP:
        ptc_json_make_scalar(writer, out, index);
        break;
    case PTC_TYPE_STRING:
        ptc_json_make_string(writer, out, index);
        break;
    case PTC_SPELLED_AND(KEYWORD):
        ptc_json_make_formatted(writer, out, node);
        break;
    case PTC_TYPE_DECIMAL:
        ptc_json_make_decimal(writer, out, index);
        break;
    case PTC_TYPE_MALLI_SCHEMA:
        ptc_json_lose(writer, index, "that the value is a Malli schema");
        break;
    case PTC_TYPE_ENUM:
        ptc_json_make_enum(writer, out, node);
        break;
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_MULTIPLE:
        ptc_json_make_const(writer, out, node);
        break;
    case PTC_TYPE_CUSTOM:
        json_make_custom(writer, out, index);
        break;
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        ptc_json_make_list(writer, out, index);
        break;
    case PTC_TYPE_TUPLE:
        ptc_json_make_tuple(writer, out, index);
        break;
    case PTC_TYPE_PREFIX:
        ptc_json_make_prefix(writer, out, index);
        break;
    case PTC_TYPE_CONTAINS:
        ptc_json_make_contains(writer, out, index);
        break;
    case PTC_TYPE_MAP:
        ptc_json_make_map(writer, out, index);
        break;
    case PTC_TYPE_MAP_OF:
        ptc_json_make_map_of(writer, out, index);
        break;
    case PTC_TYPE_KEYS:
        ptc_json_make_keys(writer, out, index);
        break;
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
        ptc_json_make_choice(writer, out, index);
        break;
    case PTC_TYPE_AND:
        ptc_json_make_and(writer, out, index);
        break;
    case PTC_TYPE_NOT:
        ptc_json_put(writer, out, "not", writer->made[node->first]);
        break;
    case PTC_TYPE_IF:
        ptc_json_make_if(writer, out, index);
        break;
    case PTC_TYPE_MULTI:
        ptc_json_make_multi(writer, out, index);
        break;
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS: /* as parts of conjunctions: ptc_json_make_and */
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
}

/* Whether a word, or list of words, of types has null. */
static bool json_has_null(const ptc_value *type)
{
    const ptc_value *words = type->kind == PTC_VECTOR ? type->as.items : type;

    for (uint32_t i = 0; i < (type->kind == PTC_VECTOR ? type->aux : 1); i++) {
        if (ptc_str_equal(ptc_value_text(&words[i]), PTC_STR("null")))
            return true;
    }
    return false;
}

ptc_value ptc_json_or_null(ptc_json_writer *writer, const ptc_value *value)
{
    ptc_value null = ptc_json_one(writer, "type", ptc_json_text("null"));
    ptc_json_object object = ptc_json_open(writer, value);
    ptc_value *type = ptc_json_at(&object, "type");
    ptc_value *members = ptc_json_at(&object, "enum");
    ptc_value *choices = ptc_json_at(&object, "anyOf");
    bool is_typed = type != NULL && ptc_json_at(&object, "const") == NULL &&
                    ptc_json_at(&object, "not") == NULL;
    ptc_value pair[2];

    if (is_typed && members == NULL && json_has_null(type))
        return *value;
    if (is_typed) {
        pair[0] = *type;
        pair[1] = ptc_json_text("null");
        *type = type->kind == PTC_VECTOR ? ptc_json_list_with(writer, type, pair[1])
                                         : ptc_json_list(writer, pair, 2);
    }
    if (members != NULL)
        *members = ptc_json_list_with(writer, members, ptc_value_nil());
    if (is_typed || members != NULL)
        return ptc_json_finish(writer, &object);
    if (choices != NULL && object.count == 1) {
        *choices = ptc_json_list_with(writer, choices, null);
        return ptc_json_finish(writer, &object);
    }
    pair[0] = *value;
    pair[1] = null;
    return ptc_json_one(writer, "anyOf", ptc_json_list(writer, pair, 2));
}

/* Whether a node has a declared type, which is named; whether that was defined. */
static bool json_is_named(const ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    return index != writer->schema->root &&
           !(json_is_strict(writer) && index == writer->root) &&
           node->type != PTC_TYPE_REF && node->type != PTC_TYPE_REGISTRY &&
           node->extra != NULL && node->extra->named_type.len > 0;
}

static bool json_is_defined(const ptc_json_writer *writer, uint32_t index)
{
    return json_is_named(writer, index) &&
           ptc_names_find(&writer->types,
                          writer->schema->nodes[index].extra->named_type) != NULL;
}

/* A reference to the declared type of a node. The first one defines it. */
static ptc_value json_declared(ptc_json_writer *writer, uint32_t index)
{
    ptc_str name = writer->schema->nodes[index].extra->named_type;
    const ptc_name_entry *entry = ptc_names_find(&writer->types, name);
    ptc_json_object object = {0};

    if (entry == NULL) {
        json_make(writer, &object, index);
        ptc_json_put_at(writer, &writer->definitions, json_free_name(writer, name, index),
                        ptc_json_finish(writer, &object));
        entry =
            ptc_names_add(&writer->types, name, (uint32_t)writer->definitions.count - 1);
    }
    if (entry == NULL || writer->definitions.count == 0) {
        writer->status = PTC_ERROR_MEMORY;
        return ptc_value_nil();
    }
    return ptc_json_reference(
        writer, ptc_value_text(&writer->definitions.entries[entry->value].key));
}

/* Whether a node is written as one that takes null, `is_text` instead of what it refers
 * to. A field that may be absent need not be null as well, where that is asked for, and
 * to Anthropic, as there alternatives are counted. */
static bool json_takes_null(const ptc_json_writer *writer, const ptc_schema_node *node,
                            bool is_text)
{
    return (is_text ? ptc_schema_takes_nil(writer->schema->nodes, node)
                    : (node->flags & PTC_NODE_NULLABLE) != 0) &&
           !(ptc_schema_is_optional(node) &&
             (writer->options.optional_is_absent ||
              writer->options.subset == PTC_JSON_SCHEMA_ANTHROPIC_STRICT));
}

/* What a node is, its children being made. */
static ptc_value json_node(ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    bool is_text = json_is_strict(writer) && ptc_json_strict_is_text(writer, index);
    ptc_json_object object = {0};
    ptc_value value;

    if ((node->flags & PTC_NODE_DECODED) != 0)
        ptc_json_lose_function(writer, index, "the decoder ", node->extra->decoder);
    if (is_text) {
        json_make(writer, &object, index);
        value = ptc_json_finish(writer, &object);
    } else if (node->type == PTC_TYPE_REF) {
        value = ptc_json_reference_to(writer, node->first);
    } else if (node->type == PTC_TYPE_REGISTRY) {
        value = writer->made[node->first];
    } else if (json_is_named(writer, index)) {
        value = json_declared(writer, index);
    } else {
        json_make(writer, &object, index);
        value = ptc_json_finish(writer, &object);
    }
    return json_takes_null(writer, node, is_text) ? ptc_json_or_null(writer, &value)
                                                  : value;
}

/* Definitions get the values made from their nodes. */
static void json_fill_definitions(ptc_json_writer *writer)
{
    for (size_t i = 0; i < writer->definitions.count; i++) {
        ptc_value *value = &writer->definitions.entries[i].value;

        if (value->kind != PTC_INT)
            continue;
        *value = json_is_strict(writer)
                     ? ptc_json_strict_definition(writer, (uint32_t)value->as.integer)
                     : writer->made[value->as.integer];
    }
}

/* A node whose children are being made. */
typedef struct json_visit {
    uint32_t index;
    uint32_t next; /* how many of its children were looked at */
} json_visit;

/* How many nodes a node needs: its children, or what it refers to. Those of a declared
 * type that is defined already were made. */
static uint32_t json_below(ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (json_is_strict(writer))
        return json_is_defined(writer, index) ? 0 : ptc_json_strict_below(writer, index);
    if (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY)
        return 1; /* definitions that nothing refers to are left out */
    return ptc_type_has_children((ptc_type)node->type) && !json_is_defined(writer, index)
               ? node->count
               : 0;
}

/* Makes a node, those below it being made; `parent` is what it was reached from. */
static void json_make_one(ptc_json_writer *writer, uint32_t index, uint32_t parent)
{
    ptc_json_object empty = {0};

    if (json_is_strict(writer) && writer->schema->nodes[index].type == PTC_TYPE_REF)
        ptc_json_strict_refer(writer, index);
    writer->made[index] =
        json_is_strict(writer) && ptc_json_strict_is_part(writer, parent, index)
            ? ptc_json_finish(writer, &empty)
            : json_node(writer, index);
}

/* Makes all that is below a node and after its references, itself last. A reference does
 * not wait for its target. */
static void json_make_all(ptc_json_writer *writer, uint32_t root)
{
    uint32_t count = writer->schema->count;
    json_visit *visits = ptc_arena_array(writer->arena, count, sizeof *visits);
    uint8_t *is_seen = ptc_arena_array(writer->arena, count, 1);
    size_t height = 0;

    if (visits == NULL || is_seen == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    is_seen[root] = 1;
    visits[height++] = (json_visit){.index = root};
    while (height > 0 && writer->status == PTC_OK) {
        json_visit *top = &visits[height - 1];
        uint32_t child = writer->schema->nodes[top->index].first + top->next;

        if (top->next == json_below(writer, top->index)) {
            json_make_one(writer, top->index,
                          height > 1 ? visits[height - 2].index : top->index);
            height--;
            continue;
        }
        top->next++;
        if (json_is_strict(writer) && !ptc_json_strict_visits(writer, top->index, child))
            continue;
        if (is_seen[child] == 0) {
            is_seen[child] = 1;
            visits[height++] = (json_visit){.index = child};
        }
    }
}

ptc_value ptc_json_slot(ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    const ptc_schema_extra *extra = node->extra;
    ptc_json_object object = ptc_json_open(writer, &writer->made[index]);
    ptc_value *said = ptc_json_at(&object, "description");
    ptc_value value;

    if (extra == NULL)
        return writer->made[index];
    if (object.count == 1 && ptc_json_at(&object, "$ref") != NULL &&
        writer->options.version == PTC_JSON_SCHEMA_7) {
        value = ptc_json_list(writer, &writer->made[index], 1);
        object = (ptc_json_object){0};
        ptc_json_put(writer, &object, "allOf", value);
    }
    if (extra->title.len > 0)
        ptc_json_put(writer, &object, "title", ptc_value_string(extra->title));
    if (extra->description.len > 0 && said != NULL)
        *said = ptc_value_string(extra->description);
    else if (extra->description.len > 0)
        ptc_json_put(writer, &object, "description",
                     ptc_value_string(extra->description));
    if (ptc_schema_default(node, &value) &&
        ptc_json_default_is_json(writer, index, &value))
        ptc_json_put(writer, &object, "default",
                     ptc_json_slot_default(writer, index, &value));
    return ptc_json_finish(writer, &object);
}

/* --- The whole ---------------------------------------------------------------------- */

/* The root in its place, which may be in an object with one key. */
static ptc_value json_root(ptc_json_writer *writer)
{
    ptc_json_shapes whole = {.schema = writer->schema};
    const char *key = ptc_json_root_key(writer->shapes != NULL ? writer->shapes : &whole,
                                        writer->root, &writer->options);
    ptc_value value = json_is_strict(writer) ? ptc_json_strict_root(writer, key)
                                             : ptc_json_slot(writer, writer->root);
    ptc_json_object object;

    if (key != NULL)
        return ptc_json_wrap(writer, key, value);
    object = ptc_json_open(writer, &value);
    if (json_is_strict(writer) || !writer->options.wrap_root ||
        ptc_json_at(&object, "type") != NULL)
        return value;
    ptc_json_put(writer, &object, "type", ptc_json_text("object"));
    return ptc_json_finish(writer, &object);
}

/* The root with the parts that only documents have. */
static ptc_value json_whole(ptc_json_writer *writer)
{
    const ptc_schema_node *function = ptc_schema_root(writer->schema);
    ptc_json_object out = {0};
    ptc_json_object whole;
    ptc_value value;

    json_fill_definitions(writer);
    value = json_root(writer);
    if (json_is_strict(writer))
        ptc_json_strict_prune(writer, &value);
    whole = ptc_json_open(writer, &value);
    if (!writer->options.omit_dialect)
        ptc_json_put(writer, &out, "$schema",
                     ptc_json_text(writer->options.version == PTC_JSON_SCHEMA_7
                                       ? "http://json-schema.org/draft-07/schema#"
                                       : "https://json-schema.org/draft/2020-12/schema"));
    if (!writer->is_part && function->type == PTC_TYPE_FUNCTION &&
        function->extra != NULL && function->extra->description.len > 0 &&
        ptc_json_at(&whole, "description") == NULL)
        ptc_json_put(writer, &out, "description",
                     ptc_value_string(function->extra->description));
    for (size_t i = 0; i < whole.count; i++)
        ptc_json_put_at(writer, &out, ptc_value_text(&whole.entries[i].key),
                        whole.entries[i].value);
    if (writer->definitions.count > 0)
        ptc_json_put(writer, &out, json_definitions_key(writer),
                     ptc_json_finish(writer, &writer->definitions));
    return ptc_json_finish(writer, &out);
}

static ptc_value json_schema(ptc_json_writer *writer)
{
    ptc_value value;

    writer->root = ptc_json_root(writer->schema, &writer->options);
    ptc_names_init(&writer->names, writer->arena);
    ptc_names_init(&writer->types, writer->arena);
    for (uint32_t i = writer->schema->root; i < writer->schema->count; i++)
        writer->has_others |=
            ptc_type_is_of_others((ptc_type)writer->schema->nodes[i].type);
    writer->made =
        ptc_arena_array(writer->arena, writer->schema->count, sizeof *writer->made);
    writer->defined =
        ptc_arena_array(writer->arena, writer->schema->count, sizeof *writer->defined);
    if (writer->made == NULL || writer->defined == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return ptc_value_nil();
    }
    if (json_is_strict(writer) && !ptc_json_strict_begin(writer))
        return ptc_value_nil();
    json_make_all(writer, writer->root);
    value = writer->status == PTC_OK ? json_whole(writer) : ptc_value_nil();
    if (writer->status == PTC_OK && json_is_strict(writer) &&
        !ptc_json_strict_check(writer, &value) && writer->status == PTC_OK)
        writer->status = PTC_ERROR_INVALID;
    return value;
}

ptc_status ptc_json_schema_make(ptc_arena *arena, const ptc_schema *schema,
                                const ptc_json_schema_options *options, bool is_part,
                                ptc_value *out)
{
    ptc_json_writer writer = {
        .arena = arena, .schema = schema, .options = *options, .is_part = is_part};

    if (json_is_strict(&writer)) {
        writer.options.version = PTC_JSON_SCHEMA_2020_12;
        writer.options.omit_dialect = true;
        writer.options.for_models = true;
    }
    *out = json_schema(&writer);
    return writer.status;
}

ptc_status ptc_schema_write_json_schema(ptc_text *text, const ptc_schema *schema,
                                        const ptc_json_schema_options *given)
{
    ptc_json_schema_options options = {.struct_size = sizeof options};
    ptc_scratch scratch;
    ptc_status status;
    ptc_value value;

    if (!ptc_options_take(PTC_OPTIONS("options", ptc_json_schema_options),
                          "ptc_schema_write_json_schema", given, &options))
        return PTC_ERROR_ARGUMENT;
    if ((unsigned)options.version > PTC_JSON_SCHEMA_7) {
        ptc_misuse("ptc_schema_write_json_schema",
                   "options.version is %u; set it to a ptc_json_schema_version",
                   (unsigned)options.version);
        return PTC_ERROR_ARGUMENT;
    }
    if ((unsigned)options.subset > PTC_JSON_SCHEMA_ANTHROPIC_STRICT) {
        ptc_misuse("ptc_schema_write_json_schema",
                   "options.subset is %u; set it to a ptc_json_schema_subset",
                   (unsigned)options.subset);
        return PTC_ERROR_ARGUMENT;
    }
    ptc_scratch_begin(&scratch, text->arena, 0);
    status = ptc_json_schema_make(scratch.arena, schema, &options, false, &value);
    if (status == PTC_OK)
        status = ptc_json_write(text, &value, options.indent);
    ptc_scratch_end(&scratch);
    return status;
}
