/* SPDX-License-Identifier: MIT */
/*
 * What the reference implementation of Brimley did with 120 inputs, against what we do.
 * Where we differ, a row below says which section decides otherwise. Rows of sources in
 * Python, of conversions of JSON Schema and of results of SQL have their own suites.
 */
#include "generator/dialect/brimley/brimley_int.h"
#include "generator/dialect/dialect_int.h"
#include "generator/dialect/text/definition.h"
#include "generator/generator_int.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* --- Where we differ -------------------------------------------------------------- */

static const struct {
    const char *id;
    const char *why; /* section of docs/spec/brimley.md */
} differences[] = {
    {"b043", "2: void is a return type only"},
    {"b044", "2: void is a return type only"},
    {"b059", "2: a list has the type of its elements"},
    {"b060", "2: a list has the type of its elements"},
    {"b064", "3: entity_ref gives the fields of the entity"},
    {"b069", "4: a float with a fraction is not an int"},
    {"b075", "4: NaN is refused"},
    {"b079", "4: a float is its shortest decimal"},
    {"b085", "4: other texts than true false 1 0 yes no are no bool"},
    {"b086", "4: other texts than true false 1 0 yes no are no bool"},
    {"b089", "4: other texts than true false 1 0 yes no are no bool"},
    {"b090", "4: blanks around the text are passed over"},
    {"b095", "4: booleans by their JSON text"},
    {"b101", "4: YYYY-MM-DD alone is a date"},
    {"b104", "validation 4: a datetime in UTC ends in Z"},
    {"b108", "4: a primitive is a string, a number or a bool"},
    {"b109", "4: entities are validated"},
    {"b124", "3: default null makes it optional and nullable"},
    {"b129", "3: constraints are enforced"},
    {"b130", "3: constraints are enforced"},
    {"b138", "3: `properties` with a type is an ordinary argument"},
    {"b143", "4b: a present null is for nullable types"},
    {"b147", "4b: paths begin with app or config"},
    {"b148", "4b: keys only, no attributes"},
    {"b215", "3: what is neither a type nor a map is an error"},
    {"b241", "4: the ints of a primitive stay ints"},
    {"b236", "7: a decimal is exact, a number of JSON Schema is a float"},
};
#define DIFFERENCES (sizeof differences / sizeof differences[0])

static bool is_different(ptc_str id)
{
    for (size_t i = 0; i < DIFFERENCES; i++) {
        if (ptc_str_equal(id, ptc_str_of(differences[i].id)))
            return true;
    }
    return false;
}

/* --- Rows ------------------------------------------------------------------------- */

typedef struct row {
    ptc_arena *arena;
    ptc_value whole;
    ptc_str id;
    const ptc_value *input;
    const ptc_value *ok; /* NULL: an error */
} row;

static const ptc_value *member(const ptc_value *map, const char *key)
{
    return map != NULL && map->kind == PTC_MAP
               ? ptc_map_find_text(map->as.map, PTC_STRING, ptc_str_of(key))
               : NULL;
}

static ptc_str text_of(const ptc_value *map, const char *key)
{
    const ptc_value *value = member(map, key);

    return value != NULL && value->kind == PTC_STRING ? ptc_value_text(value)
                                                      : PTC_STR("");
}

static ptc_str json(ptc_arena *arena, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    cr_assert(ptc_json_write(&text, value, 0) == PTC_OK);
    return ptc_text_view(&text);
}

/* {"$decimal": "1.50"} and the like as the text that we have for them. */
static ptc_value untagged(ptc_arena *arena, const ptc_value *value)
{
    const ptc_map_entry *entry;
    ptc_value *items;
    ptc_map_entry *entries;
    ptc_value made = *value;
    size_t twice;

    if (value->kind == PTC_VECTOR) {
        items = ptc_arena_array(arena, value->aux, sizeof *items);
        for (uint32_t i = 0; i < value->aux; i++)
            items[i] = untagged(arena, &value->as.items[i]);
        return ptc_value_vector(items, value->aux);
    }
    if (value->kind != PTC_MAP)
        return made;
    entry = value->as.map->entries;
    if (value->aux == 1 && ptc_value_text(&entry->key).ptr[0] == '$')
        return entry->value;
    entries = ptc_arena_array(arena, value->aux, sizeof *entries);
    for (uint32_t i = 0; i < value->aux; i++)
        entries[i] = (ptc_map_entry){entry[i].key, untagged(arena, &entry[i].value)};
    cr_assert(ptc_map_make(arena, entries, value->aux, &made, &twice) == PTC_OK);
    return made;
}

/* Reads definitions in JSON, with an entity User next to. False after a fault. */
static bool read_definitions(ptc_arena *arena, ptc_str definition, ptc_contracts *out)
{
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects};
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "[");
    ptc_text_str(&text, definition);
    ptc_text_cstr(&text, ", {\"name\": \"User\", \"type\": \"entity\", \"fields\": "
                         "{\"id\": \"int\", \"name\": {\"default\": null}}}]");
    *source = (ptc_source){PTC_STR("f.brimley.json"), ptc_text_view(&text)};
    ptc_diags_init(&diags, arena);
    return ptc_contracts_read(arena, source, &options, &diags, out) == PTC_OK;
}

/* `{"name": "f", KEY: VALUE}`. */
static ptc_str definition(ptc_arena *arena, const char *before, const ptc_value *value,
                          const char *after)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "{\"name\": \"f\", ");
    ptc_text_cstr(&text, before);
    if (value != NULL)
        ptc_text_str(&text, json(arena, value));
    ptc_text_cstr(&text, after);
    ptc_text_cstr(&text, "}");
    return ptc_text_view(&text);
}

/* --- Kinds ------------------------------------------------------------------------ */

static bool agrees_type(const row *at, bool is_result)
{
    ptc_str text = text_of(at->input, "type");
    ptcc_brimley_type type;

    ptcc_brimley_type_read(text, is_result, &type);
    if (at->ok == NULL || type.fault != NULL)
        return at->ok == NULL && type.fault != NULL;
    return ptc_str_equal(ptcc_brimley_type_text(at->arena, &type),
                         ptc_value_text(at->ok));
}

static bool agrees_resolve(const row *at)
{
    static const ptc_value nothing = {.kind = PTC_NIL};
    const ptc_value *app = member(at->input, "app");
    const ptc_value *config = member(at->input, "config");
    const ptc_value *call = member(at->input, "call");
    ptc_context context = {app != NULL ? *app : nothing,
                           config != NULL ? *config : nothing};
    ptc_walk_options walk = {
        .struct_size = sizeof walk, .boundary = PTC_BOUNDARY_JSON, .context = &context};
    const ptc_schema *schema;
    ptc_contracts contracts;
    ptc_report report;
    ptc_value bound;
    ptc_value wanted;

    if (!read_definitions(
            at->arena,
            definition(at->arena, "\"arguments\": ", member(at->input, "arguments"), ""),
            &contracts))
        return at->ok == NULL;
    ptc_report_init(&report, at->arena);
    schema = &ptc_contracts_find(&contracts, PTC_STR("f"))->schema;
    if (schema->nodes[ptc_schema_root(schema)->first].count == 0)
        return at->ok != NULL && at->ok->aux == 0; /* all that is given is further */
    if (ptc_schema_coerce(at->arena, schema, call, &walk, &bound, &report) != PTC_OK)
        return at->ok == NULL;
    if (at->ok == NULL)
        return false;
    wanted = untagged(at->arena, at->ok);
    return ptc_value_same(&bound, &wanted);
}

/* Whether a parameter is as a field of the reference's model for callers is. */
static bool agrees_parameter(const ptc_schema_node *parameter, const ptc_value *field)
{
    bool is_optional = (parameter->flags & PTC_NODE_OPTIONAL) != 0;
    const ptc_value *wanted = member(field, "default");
    ptc_value given;

    if (field == NULL)
        return (parameter->flags & PTC_NODE_CONTEXT) != 0;
    if (member(field, "required")->as.boolean == is_optional)
        return false;
    if (wanted != NULL &&
        (!ptc_schema_default(parameter, &given) || !ptc_value_same(&given, wanted)))
        return false;
    return text_of(field, "description").len == 0 ||
           ptc_str_equal(parameter->extra->description, text_of(field, "description"));
}

static bool agrees_mcp_input(const row *at)
{
    const ptc_value *fields = member(at->ok, "fields");
    const ptc_schema_node *inputs;
    const ptc_schema *schema;
    ptc_contracts contracts;
    uint32_t shown = 0;

    if (!read_definitions(at->arena,
                          definition(at->arena, "\"arguments\": {\"inline\": ",
                                     member(at->input, "inline"), "}"),
                          &contracts))
        return false;
    schema = &ptc_contracts_find(&contracts, PTC_STR("f"))->schema;
    inputs = &schema->nodes[ptc_schema_root(schema)->first];
    for (uint32_t i = inputs->first; i < inputs->first + inputs->count; i++) {
        const ptc_schema_node *parameter = &schema->nodes[i];

        shown += (parameter->flags & PTC_NODE_CONTEXT) == 0;
        if (!agrees_parameter(parameter, member(fields, test_cstr(parameter->name))))
            return false;
    }
    return shown == fields->aux;
}

static bool agrees_frontmatter(const row *at)
{
    ptc_source source = {PTC_STR("f.sql"), text_of(at->input, "text")};
    ptcc_definition read;
    ptc_value data;
    ptc_diags diags;

    ptc_diags_init(&diags, at->arena);
    diags.source = &source;
    return ptcc_definition_read(&read, at->arena, &diags) &&
           ptc_form_to_value(&read.forms, read.root, &data, &diags) == PTC_OK &&
           ptc_value_same(&data, &at->ok->as.items[0]) &&
           ptc_str_equal(read.body, ptc_value_text(&at->ok->as.items[1]));
}

/* The contract `f` as signatures have it. */
static ptc_str signature_of(ptc_arena *arena, const ptc_contracts *contracts)
{
    ptc_schema schema = ptc_contracts_find(contracts, PTC_STR("f"))->schema;
    unsigned lost;
    ptc_text text;

    ptc_text_init(&text, arena);
    cr_assert(ptcc_sig_plain(arena, &schema, &lost));
    cr_assert(ptc_schema_write_signature(&text, &schema, NULL) == PTC_OK);
    return ptc_text_view(&text);
}

static bool agrees_type_map(const row *at)
{
    ptc_contract_options options = {.struct_size = sizeof options};
    ptc_source source = {PTC_STR("f.json"), PTC_STR("")};
    ptc_contracts ours;
    ptc_contracts theirs;
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, at->arena);
    ptc_text_cstr(&text, "{\"type\": \"object\", \"properties\": {\"x\": ");
    ptc_text_str(&text, json(at->arena, member(at->ok, "json_schema")));
    ptc_text_cstr(&text, "}, \"required\": [\"x\"], \"$defs\": {\"User\": {\"type\": "
                         "\"object\", \"properties\": {\"id\": {\"type\": \"integer\"}, "
                         "\"name\": {\"type\": [\"string\", \"null\"]}}, \"required\": "
                         "[\"id\"]}}}");
    source.text = ptc_text_view(&text);
    ptc_diags_init(&diags, at->arena);
    cr_assert(ptc_contracts_read(at->arena, &source, &options, &diags, &theirs) ==
              PTC_OK);
    return read_definitions(at->arena,
                            definition(at->arena,
                                       "\"return_shape\": {\"inline\": {\"x\": ",
                                       member(at->input, "type"), "}}"),
                            &ours) &&
           ptc_str_equal(signature_of(at->arena, &ours),
                         signature_of(at->arena, &theirs));
}

/* 1: it agrees; 0: it differs; -1: the row is another suite's. */
static int agrees(const row *at)
{
    ptc_str kind = text_of(&at->whole, "kind");
    ptc_str name = text_of(at->input, "name");

    if (ptc_str_equal(kind, PTC_STR("type_expr")))
        return agrees_type(at, false);
    if (ptc_str_equal(kind, PTC_STR("return_type_expr")) ||
        ptc_str_equal(kind, PTC_STR("legacy_return_type_expr")))
        return agrees_type(at, true);
    if (ptc_str_equal(kind, PTC_STR("resolve")))
        return agrees_resolve(at);
    if (ptc_str_equal(kind, PTC_STR("mcp_input")))
        return agrees_mcp_input(at);
    if (ptc_str_equal(kind, PTC_STR("reserved_name")))
        return (ptcc_brimley_name_fault(name, false) != NULL) == at->ok->as.boolean;
    if (ptc_str_equal(kind, PTC_STR("proximity_key")))
        return ptc_str_equal(ptcc_brimley_proximity(at->arena, name),
                             ptc_value_text(at->ok));
    if (ptc_str_equal(kind, PTC_STR("frontmatter")))
        return agrees_frontmatter(at);
    if (ptc_str_equal(kind, PTC_STR("type_map")))
        return agrees_type_map(at);
    return -1;
}

/* M455 M456 M457 M460 M461 M462 M463 M464 M465 M466 M467 M474 */
Test(brimley_vectors, rows_agree_or_are_decided_otherwise)
{
    unsigned counts[3] = {0, 0, 0}; /* of others, that differ, that agree */
    unsigned number = 0;
    ptc_str text;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("brimley_vectors", "vectors/brimley/brimley.jsonl", &text))
        return;
    rest = text;
    while (test_next_line(&rest, &line, &number)) {
        ptc_arena arena;
        row at = {.arena = &arena};
        int verdict;

        if (line.len == 0)
            continue;
        ptc_arena_init(&arena, NULL, 0);
        cr_assert(ptc_json_read(&arena, line.ptr, line.len, NULL, &at.whole, NULL,
                                NULL) == PTC_OK,
                  "line %u is no JSON", number);
        at.id = text_of(&at.whole, "id");
        at.input = member(&at.whole, "input");
        at.ok = member(&at.whole, "ok");
        verdict = agrees(&at);
        counts[verdict + 1]++;
        if (verdict >= 0)
            cr_expect((verdict == 0) == is_different(at.id), "%s %s: %s",
                      test_cstr(at.id), verdict ? "agrees, and is listed" : "differs",
                      test_cstr(line));
        ptc_arena_free(&arena);
    }
    free((void *)(uintptr_t)text.ptr);
    printf("brimley_vectors: %u rows agree, %u are decided otherwise, %u are of other "
           "suites\n",
           counts[2], counts[1], counts[0]);
}
