/* SPDX-License-Identifier: MIT */
/*
 * Schemas as JSON Schema. Every node becomes a value, children before what holds them,
 * without recursion; declared types and definitions become entries of "$defs". What
 * stands in a slot (a field, a parameter) adds description and default. [validation 13]
 */
#include "render/json_writer.h"
#include "schema/schema_int.h"

#include <ptc/json.h>

/* What :keyword allows, and the decimal texts of ints as keys. */
#define JSON_KEYWORD_PATTERN "^[A-Za-z0-9.*+!_?$%&=<>/#'|-]+$"
#define JSON_DECIMAL_PATTERN "^[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$"

void json_lose(json_writer *writer, uint32_t index, const char *what)
{
    if (writer->options.lose != NULL)
        writer->options.lose(index, ptc_str_of(what), writer->options.user);
}

/* --- Scalars ------------------------------------------------------------------------ */

void json_put_type(json_writer *writer, json_object *out, const ptc_schema_node *node,
                   const char *word)
{
    if ((node->flags & PTC_NODE_OTHERS) == 0)
        json_put(writer, out, "type", json_text(word));
}

static void json_put_bound(json_writer *writer, json_object *out, const ptc_value *bound,
                           const char *key)
{
    if (bound->kind == PTC_INT ||
        (bound->kind == PTC_FLOAT && bound->as.number - bound->as.number == 0.0))
        json_put(writer, out, key, *bound);
}

static void json_put_interval(json_writer *writer, json_object *out,
                              const ptc_interval *interval)
{
    if (interval == NULL)
        return;
    json_put_bound(writer, out, &interval->low,
                   interval->low_open ? "exclusiveMinimum" : "minimum");
    json_put_bound(writer, out, &interval->high,
                   interval->high_open ? "exclusiveMaximum" : "maximum");
}

void json_put_counts(json_writer *writer, json_object *out, const ptc_interval *interval,
                     const char *low, const char *high)
{
    if (interval == NULL)
        return;
    json_put_bound(writer, out, &interval->low, low);
    json_put_bound(writer, out, &interval->high, high);
}

static void json_put_pattern(json_writer *writer, json_object *out, const char *pattern)
{
    json_put(writer, out, "pattern", json_text(pattern));
}

/* The first pattern is the type's own, further ones are conditions beside it. */
static void json_put_patterns(json_writer *writer, json_object *out,
                              const ptc_schema_node *node)
{
    ptc_value *all;

    if (node->pattern_count == 0)
        return;
    json_put(writer, out, "pattern", ptc_value_string(node->patterns[0].text));
    if (node->pattern_count == 1)
        return;
    all = ptc_arena_array(writer->arena, node->pattern_count, sizeof *all);
    if (all == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = 1; i < node->pattern_count; i++)
        all[i - 1] =
            json_one(writer, "pattern", ptc_value_string(node->patterns[i].text));
    json_put(writer, out, "allOf", ptc_value_vector(all, node->pattern_count - 1u));
}

static void json_make_string(json_writer *writer, json_object *out,
                             const ptc_schema_node *node)
{
    json_put_type(writer, out, node, "string");
    json_put_counts(writer, out, node->interval, "minLength", "maxLength");
    json_put_patterns(writer, out, node);
}

static void json_make_decimal(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (!writer->options.for_models) {
        json_put_type(writer, out, node, "number");
        json_put_interval(writer, out, node->interval);
        return;
    }
    json_put_type(writer, out, node, "string");
    json_put_pattern(writer, out, JSON_DECIMAL_PATTERN);
    json_put(writer, out, "description", json_text("decimal number"));
    if (node->interval != NULL)
        json_lose(writer, index, "the bounds of a decimal, which is a text here");
}

/* A member as JSON has it. */
static ptc_value json_member(const ptc_value *member)
{
    return member->kind == PTC_KEYWORD ? ptc_value_string(ptc_value_text(member))
                                       : *member;
}

/* The word that all members have in common, or NULL. */
static const char *json_member_type(const ptc_schema_node *node)
{
    const char *common = NULL;

    for (uint32_t i = 0; i < node->count; i++) {
        const char *word = NULL;

        switch ((ptc_kind)node->members[i].kind) {
        case PTC_STRING:
        case PTC_KEYWORD:
            word = "string";
            break;
        case PTC_INT:
            word = "integer";
            break;
        case PTC_BOOL:
            word = "boolean";
            break;
        case PTC_NIL:
        case PTC_FLOAT:
        case PTC_OPAQUE:
        case PTC_VECTOR:
        case PTC_SET:
        case PTC_MAP:
            break;
        }
        if (word == NULL || (common != NULL && strcmp(common, word) != 0))
            return NULL;
        common = word;
    }
    return common;
}

static void json_make_enum(json_writer *writer, json_object *out,
                           const ptc_schema_node *node)
{
    const char *word = json_member_type(node);
    ptc_value *members = ptc_arena_array(writer->arena, node->count, sizeof *members);

    if (members == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < node->count; i++)
        members[i] = json_member(&node->members[i]);
    if (word != NULL)
        json_put_type(writer, out, node, word);
    json_put(writer, out, "enum", ptc_value_vector(members, node->count));
}

static void json_make_const(json_writer *writer, json_object *out,
                            const ptc_schema_node *node)
{
    ptc_value member = json_member(&node->members[0]);

    if (node->type == PTC_TYPE_NOT_CONST) {
        json_put(writer, out, "not", json_one(writer, "const", member));
    } else if (node->type == PTC_TYPE_MULTIPLE) {
        json_put_type(writer, out, node, "number");
        json_put(writer, out, "multipleOf", member);
    } else {
        json_put(writer, out, "const", member);
    }
}

static void json_make_scalar(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (node->type == PTC_TYPE_NIL)
        json_put_type(writer, out, node, "null");
    else if (node->type == PTC_TYPE_BOOL)
        json_put_type(writer, out, node, "boolean");
    else if (node->type == PTC_TYPE_INT)
        json_put_type(writer, out, node, "integer");
    else if (node->type == PTC_TYPE_FLOAT || node->type == PTC_TYPE_NUMBER)
        json_put_type(writer, out, node, "number");
    else if (node->type == PTC_TYPE_ANY_MAP)
        json_put_type(writer, out, node, "object");
    if (ptc_type_is_numeric((ptc_type)node->type))
        json_put_interval(writer, out, node->interval);
}

static void json_make_formatted(json_writer *writer, json_object *out,
                                const ptc_schema_node *node)
{
    json_put_type(writer, out, node, "string");
    if (node->type == PTC_TYPE_KEYWORD)
        json_put_pattern(writer, out, JSON_KEYWORD_PATTERN);
    else
        json_put(writer, out, "format",
                 json_text(node->type == PTC_TYPE_DATE ? "date" : "date-time"));
}

/* --- Lists and choices -------------------------------------------------------------- */

static ptc_value json_children(json_writer *writer, uint32_t first, uint32_t count)
{
    return json_list(writer, &writer->made[first], count);
}

static bool json_is_any(const json_writer *writer, uint32_t index)
{
    const ptc_value *value = &writer->made[index];

    return value->kind == PTC_MAP && value->aux == 0;
}

/* What elements are that have no position of their own; nil: nothing is said of them.
 * Where conditions on what is left ask, `items` speaks even if it accepts anything, and
 * what judges elements without speaking of them is a condition by `contains`. */
static ptc_value json_rest(json_writer *writer, json_object *out,
                           const ptc_schema_node *node, uint32_t index)
{
    bool is_any = json_is_any(writer, index);
    bool is_open = writer->has_others && (node->flags & PTC_NODE_OPEN) != 0;
    ptc_value other;

    if (is_any)
        return writer->has_others && !is_open ? writer->made[index] : ptc_value_nil();
    if (!is_open)
        return writer->made[index];
    other = json_one(writer, "contains", json_one(writer, "not", writer->made[index]));
    json_put(writer, out, "not", other);
    return ptc_value_nil();
}

static void json_make_list(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value rest;

    json_put_type(writer, out, node, "array");
    rest = json_rest(writer, out, node, node->first);
    if (rest.kind != PTC_NIL)
        json_put(writer, out, "items", rest);
    json_put_counts(writer, out, node->interval, "minItems", "maxItems");
    if (node->type == PTC_TYPE_SET || (node->flags & PTC_NODE_DISTINCT) != 0)
        json_put(writer, out, "uniqueItems", ptc_value_bool(true));
}

/* Elements by their position, then what further ones are: nil says nothing of them. */
static void json_put_prefix(json_writer *writer, json_object *out, uint32_t first,
                            uint32_t count, ptc_value rest)
{
    bool is_old = writer->options.version == PTC_JSON_SCHEMA_7;

    if (count > 0)
        json_put(writer, out, is_old ? "items" : "prefixItems",
                 json_children(writer, first, count));
    if (rest.kind != PTC_NIL)
        json_put(writer, out, is_old && count > 0 ? "additionalItems" : "items", rest);
}

static void json_make_tuple(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    json_put_type(writer, out, node, "array");
    json_put_prefix(writer, out, node->first, node->count, ptc_value_bool(false));
    json_put(writer, out, "minItems", ptc_value_int(node->count));
    if (node->count == 0)
        json_put(writer, out, "maxItems", ptc_value_int(0));
    if ((node->flags & PTC_NODE_DISTINCT) != 0)
        json_put(writer, out, "uniqueItems", ptc_value_bool(true));
}

static void json_make_prefix(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    uint32_t last = node->first + node->count - 1;

    json_put_type(writer, out, node, "array");
    json_put_prefix(writer, out, node->first, node->count - 1,
                    json_rest(writer, out, node, last));
    json_put_counts(writer, out, node->interval, "minItems", "maxItems");
    if ((node->flags & PTC_NODE_DISTINCT) != 0)
        json_put(writer, out, "uniqueItems", ptc_value_bool(true));
}

static void json_make_contains(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    const ptc_interval *count = node->interval;
    bool has_low = count != NULL && count->low.kind == PTC_INT;
    bool is_one = has_low && count->low.as.integer == 1 && count->high.kind == PTC_NIL;

    json_put_type(writer, out, node, "array");
    json_put(writer, out, "contains", writer->made[node->first]);
    if (is_one)
        return;
    if (writer->options.version == PTC_JSON_SCHEMA_7) {
        json_lose(writer, index, "how many elements a list contains");
        return;
    }
    if (!has_low)
        json_put(writer, out, "minContains", ptc_value_int(0));
    json_put_counts(writer, out, count, "minContains", "maxContains");
}

/* The type's word of {"type": word}; NULL for all else. */
static const ptc_value *json_bare_type(const ptc_value *value)
{
    const ptc_map_entry *entry = value->kind == PTC_MAP && value->aux == 1
                                     ? &value->as.map->entries[0]
                                     : NULL;

    return entry != NULL && entry->value.kind == PTC_STRING &&
                   ptc_str_equal(ptc_value_text(&entry->key), PTC_STR("type"))
               ? &entry->value
               : NULL;
}

/* Whether there is {"type": "number"} among alternatives, so that "integer" says nothing
 * more. */
static bool json_has_number(const json_writer *writer, const ptc_schema_node *node)
{
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_value *word = json_bare_type(&writer->made[node->first + i]);

        if (word != NULL && ptc_str_equal(ptc_value_text(word), PTC_STR("number")))
            return true;
    }
    return false;
}

/* Types alone are one list. */
static bool json_make_types(json_writer *writer, json_object *out,
                            const ptc_schema_node *node)
{
    ptc_value *words = ptc_arena_array(writer->arena, node->count, sizeof *words);
    bool has_number = json_has_number(writer, node);
    size_t count = 0;

    if (words == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return true;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_value *word = json_bare_type(&writer->made[node->first + i]);

        if (word == NULL)
            return false;
        if (!has_number || !ptc_str_equal(ptc_value_text(word), PTC_STR("integer")))
            words[count++] = *word;
    }
    json_put(writer, out, "type",
             count == 1 ? words[0] : ptc_value_vector(words, count));
    return true;
}

static void json_make_choice(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (node->type == PTC_TYPE_UNION && json_make_types(writer, out, node))
        return;
    json_put(writer, out, node->type == PTC_TYPE_UNION ? "anyOf" : "oneOf",
             json_children(writer, node->first, node->count));
}

static void json_make_if(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    json_put(writer, out, "if", writer->made[node->first]);
    if (!json_is_any(writer, node->first + 1))
        json_put(writer, out, "then", writer->made[node->first + 1]);
    if (!json_is_any(writer, node->first + 2))
        json_put(writer, out, "else", writer->made[node->first + 2]);
}

/* Conjuncts; what is said of keys and elements that no other speaks of stands beside
 * them all. */
static void json_make_and(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value *parts = ptc_arena_array(writer->arena, node->count, sizeof *parts);
    size_t count = 0;

    if (parts == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptc_type type = (ptc_type)writer->schema->nodes[i].type;

        if (!ptc_type_is_of_others(type)) {
            parts[count++] = writer->made[i];
            continue;
        }
        if (writer->options.version == PTC_JSON_SCHEMA_7)
            json_lose(writer, i, "what no other condition says anything of");
        else
            json_put(writer, out,
                     type == PTC_TYPE_OTHER_KEYS ? "unevaluatedProperties"
                                                 : "unevaluatedItems",
                     writer->made[writer->schema->nodes[i].first]);
    }
    json_put(writer, out, "allOf", ptc_value_vector(parts, count));
}

/* --- Names -------------------------------------------------------------------------- */

static const char *json_definitions_key(const json_writer *writer)
{
    return writer->options.version == PTC_JSON_SCHEMA_7 ? "definitions" : "$defs";
}

/* A name that no definition has, like `wanted`. */
static ptc_str json_free_name(json_writer *writer, ptc_str wanted, uint32_t index)
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
static ptc_value json_reference(json_writer *writer, ptc_str name)
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
    return json_one(writer, "$ref", ptc_value_string(ptc_text_view(&text)));
}

/* The name of the definition that a node is, which it gets when it is first asked. What
 * it holds is filled in at the end. */
static ptc_str json_definition(json_writer *writer, uint32_t index)
{
    if (writer->defined[index].len == 0) {
        writer->defined[index] =
            json_free_name(writer, writer->schema->nodes[index].name, index);
        json_put_at(writer, &writer->definitions, writer->defined[index],
                    ptc_value_int(index));
    }
    return writer->defined[index];
}

/* --- Nodes -------------------------------------------------------------------------- */

static void json_make_custom(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_text text;

    ptc_text_init(&text, writer->arena);
    ptc_text_cstr(&text, "the validator ");
    ptc_text_str(&text, node->type_name);
    if (text.failed)
        writer->status = PTC_ERROR_MEMORY;
    else
        json_lose(writer, index, text.ptr);
    json_put(writer, out, "description", ptc_value_string(node->type_name));
}

static void json_make(json_writer *writer, json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_ANY_MAP:
        json_make_scalar(writer, out, index);
        break;
    case PTC_TYPE_STRING:
        json_make_string(writer, out, node);
        break;
    case PTC_TYPE_KEYWORD:
    case PTC_TYPE_DATETIME:
    case PTC_TYPE_DATE:
        json_make_formatted(writer, out, node);
        break;
    case PTC_TYPE_DECIMAL:
        json_make_decimal(writer, out, index);
        break;
    case PTC_TYPE_MALLI_SCHEMA:
        json_lose(writer, index, "that the value is a Malli schema");
        break;
    case PTC_TYPE_ENUM:
        json_make_enum(writer, out, node);
        break;
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_MULTIPLE:
        json_make_const(writer, out, node);
        break;
    case PTC_TYPE_CUSTOM:
        json_make_custom(writer, out, index);
        break;
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        json_make_list(writer, out, index);
        break;
    case PTC_TYPE_TUPLE:
        json_make_tuple(writer, out, index);
        break;
    case PTC_TYPE_PREFIX:
        json_make_prefix(writer, out, index);
        break;
    case PTC_TYPE_CONTAINS:
        json_make_contains(writer, out, index);
        break;
    case PTC_TYPE_MAP:
        json_make_map(writer, out, index);
        break;
    case PTC_TYPE_MAP_OF:
        json_make_map_of(writer, out, index);
        break;
    case PTC_TYPE_KEYS:
        json_make_keys(writer, out, index);
        break;
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
        json_make_choice(writer, out, index);
        break;
    case PTC_TYPE_AND:
        json_make_and(writer, out, index);
        break;
    case PTC_TYPE_NOT:
        json_put(writer, out, "not", writer->made[node->first]);
        break;
    case PTC_TYPE_IF:
        json_make_if(writer, out, index);
        break;
    case PTC_TYPE_MULTI:
        json_make_multi(writer, out, index);
        break;
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS: /* as parts of conjunctions: json_make_and */
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
}

/* The object that also takes null. */
static ptc_value json_or_null(json_writer *writer, const ptc_value *value)
{
    ptc_value null = json_one(writer, "type", json_text("null"));
    json_object object = json_open(writer, value);
    ptc_value *type = json_at(&object, "type");
    ptc_value *members = json_at(&object, "enum");
    ptc_value *choices = json_at(&object, "anyOf");
    ptc_value pair[2];

    if (type != NULL && json_at(&object, "const") == NULL) {
        pair[0] = *type;
        pair[1] = json_text("null");
        *type = type->kind == PTC_VECTOR ? json_list_with(writer, type, pair[1])
                                         : json_list(writer, pair, 2);
    }
    if (members != NULL)
        *members = json_list_with(writer, members, ptc_value_nil());
    if ((type != NULL && json_at(&object, "const") == NULL) || members != NULL)
        return json_finish(writer, &object);
    if (choices != NULL && object.count == 1) {
        *choices = json_list_with(writer, choices, null);
        return json_finish(writer, &object);
    }
    pair[0] = *value;
    pair[1] = null;
    return json_one(writer, "anyOf", json_list(writer, pair, 2));
}

/* Whether a node has a declared type, which is named; whether that was defined. */
static bool json_is_named(const json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    return index != writer->schema->root && node->type != PTC_TYPE_REF &&
           node->type != PTC_TYPE_REGISTRY && node->extra != NULL &&
           node->extra->named_type.len > 0;
}

static bool json_is_defined(const json_writer *writer, uint32_t index)
{
    return json_is_named(writer, index) &&
           ptc_names_find(&writer->types,
                          writer->schema->nodes[index].extra->named_type) != NULL;
}

/* A reference to the declared type of a node. The first one defines it. */
static ptc_value json_named(json_writer *writer, uint32_t index)
{
    ptc_str name = writer->schema->nodes[index].extra->named_type;
    const ptc_name_entry *entry = ptc_names_find(&writer->types, name);
    json_object object = {0};

    if (entry == NULL) {
        json_make(writer, &object, index);
        json_put_at(writer, &writer->definitions, json_free_name(writer, name, index),
                    json_finish(writer, &object));
        entry = ptc_names_add(&writer->types, name,
                              (uint32_t)writer->definitions.count - 1);
    }
    if (entry == NULL || writer->definitions.count == 0) {
        writer->status = PTC_ERROR_MEMORY;
        return ptc_value_nil();
    }
    return json_reference(
        writer, ptc_value_text(&writer->definitions.entries[entry->value].key));
}

/* What a node is, its children being made. */
static ptc_value json_node(json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    json_object object = {0};
    ptc_value value;

    if (node->type == PTC_TYPE_REF) {
        value = json_reference(writer, json_definition(writer, node->first));
    } else if (node->type == PTC_TYPE_REGISTRY) {
        value = writer->made[node->first];
    } else if (json_is_named(writer, index)) {
        value = json_named(writer, index);
    } else {
        json_make(writer, &object, index);
        value = json_finish(writer, &object);
    }
    return (node->flags & PTC_NODE_NULLABLE) != 0 ? json_or_null(writer, &value) : value;
}

/* Definitions that nodes are get what these were made. */
static void json_fill_definitions(json_writer *writer)
{
    for (size_t i = 0; i < writer->definitions.count; i++) {
        ptc_value *value = &writer->definitions.entries[i].value;

        if (value->kind == PTC_INT)
            *value = writer->made[value->as.integer];
    }
}

/* A node whose children are being made. */
typedef struct json_visit {
    uint32_t index;
    uint32_t next; /* how many of its children were looked at */
} json_visit;

/* How many nodes a node needs: its children, or what it refers to. Those of a declared
 * type that is defined already were made. */
static uint32_t json_below(const json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if (node->type == PTC_TYPE_REF)
        return 1;
    return ptc_type_has_children((ptc_type)node->type) && !json_is_defined(writer, index)
               ? node->count
               : 0;
}

/* Makes all that stands below a node and behind its references, itself last. A reference
 * does not wait for what it leads to. */
static void json_make_all(json_writer *writer, uint32_t root)
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
            writer->made[top->index] = json_node(writer, top->index);
            height--;
            continue;
        }
        top->next++;
        if (is_seen[child] == 0) {
            is_seen[child] = 1;
            visits[height++] = (json_visit){.index = child};
        }
    }
}

ptc_value json_slot(json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    const ptc_schema_extra *extra = node->extra;
    json_object object = json_open(writer, &writer->made[index]);
    ptc_value *said = json_at(&object, "description");
    ptc_value value;

    if (extra == NULL)
        return writer->made[index];
    if (object.count == 1 && json_at(&object, "$ref") != NULL &&
        writer->options.version == PTC_JSON_SCHEMA_7) {
        value = json_list(writer, &writer->made[index], 1);
        object = (json_object){0};
        json_put(writer, &object, "allOf", value);
    }
    if (extra->title.len > 0)
        json_put(writer, &object, "title", ptc_value_string(extra->title));
    if (extra->description.len > 0 && said != NULL)
        *said = ptc_value_string(extra->description);
    else if (extra->description.len > 0)
        json_put(writer, &object, "description", ptc_value_string(extra->description));
    if (ptc_schema_default(node, &value))
        json_put(writer, &object, "default", json_member(&value));
    return json_finish(writer, &object);
}

/* --- The whole ---------------------------------------------------------------------- */

/* The root with what belongs to the document alone. */
static ptc_value json_document(json_writer *writer, uint32_t root)
{
    const ptc_schema_node *function = ptc_schema_root(writer->schema);
    ptc_value value = json_slot(writer, root);
    json_object whole = json_open(writer, &value);
    json_object out = {0};

    if (!writer->options.omit_dialect)
        json_put(writer, &out, "$schema",
                 json_text(writer->options.version == PTC_JSON_SCHEMA_7
                               ? "http://json-schema.org/draft-07/schema#"
                               : "https://json-schema.org/draft/2020-12/schema"));
    if (function->type == PTC_TYPE_FUNCTION && function->extra != NULL &&
        function->extra->description.len > 0 && json_at(&whole, "description") == NULL)
        json_put(writer, &out, "description",
                 ptc_value_string(function->extra->description));
    for (size_t i = 0; i < whole.count; i++)
        json_put_at(writer, &out, ptc_value_text(&whole.entries[i].key),
                    whole.entries[i].value);
    json_fill_definitions(writer);
    if (writer->definitions.count > 0)
        json_put(writer, &out, json_definitions_key(writer),
                 json_finish(writer, &writer->definitions));
    return json_finish(writer, &out);
}

static ptc_value json_schema(json_writer *writer)
{
    const ptc_schema_node *function = ptc_schema_root(writer->schema);
    uint32_t root = writer->schema->root;

    if (function->type == PTC_TYPE_FUNCTION) {
        bool is_bare = writer->options.direction == PTC_DIRECTION_DEFAULT &&
                       writer->schema->nodes[function->first].count == 0;

        root = function->first + (is_bare || writer->options.direction == PTC_OUTPUT);
    }
    ptc_names_init(&writer->names, writer->arena);
    ptc_names_init(&writer->types, writer->arena);
    for (uint32_t i = writer->schema->root; i < writer->schema->count; i++)
        writer->has_others |= ptc_type_is_of_others((ptc_type)writer->schema->nodes[i].type);
    writer->made =
        ptc_arena_array(writer->arena, writer->schema->count, sizeof *writer->made);
    writer->defined =
        ptc_arena_array(writer->arena, writer->schema->count, sizeof *writer->defined);
    if (writer->made == NULL || writer->defined == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return ptc_value_nil();
    }
    json_make_all(writer, root);
    return writer->status == PTC_OK ? json_document(writer, root) : ptc_value_nil();
}

ptc_status ptc_schema_write_json_schema(ptc_text *text, const ptc_schema *schema,
                                        const ptc_json_schema_options *given)
{
    json_writer writer = {.schema = schema,
                          .options = {.struct_size = sizeof writer.options}};
    ptc_scratch scratch;
    ptc_value value;

    if (!ptc_options_take(PTC_OPTIONS("options", ptc_json_schema_options),
                          "ptc_schema_write_json_schema", given, &writer.options))
        return PTC_ERROR_ARGUMENT;
    if ((unsigned)writer.options.version > PTC_JSON_SCHEMA_7) {
        ptc_misuse("ptc_schema_write_json_schema",
                   "options.version is %u; set it to a ptc_json_schema_version",
                   (unsigned)writer.options.version);
        return PTC_ERROR_ARGUMENT;
    }
    ptc_scratch_begin(&scratch, text->arena, 0);
    writer.arena = scratch.arena;
    value = json_schema(&writer);
    if (writer.status == PTC_OK)
        writer.status = ptc_json_write(text, &value, writer.options.indent);
    ptc_scratch_end(&scratch);
    return writer.status;
}
