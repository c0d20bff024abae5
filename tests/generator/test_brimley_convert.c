/* SPDX-License-Identifier: MIT */
/* JSON Schemas as arguments of Brimley: what is written and what is reported, by our
 * rules and by those of Brimley 0.5, which vectors hold. */
#include "generator/dialect/brimley/convert_schema.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(brimley_convert, .init = start, .fini = stop);

/* The report of a text; what is reported of the text itself is in `diags`. */
static bool convert(const char *text, size_t len, bool is_compat, bool is_lossy,
                    ptcc_schema_report *out)
{
    ptcc_schema_options options = {.is_compat = is_compat, .is_lossy = is_lossy};
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_diags diags;

    *source =
        (ptc_source){PTC_STR("x.json"), ptc_str_copy(&arena, ptc_str_make(text, len))};
    ptc_diags_init(&diags, &arena);
    diags.source = source;
    if (ptcc_schema_convert(out, &arena, &options, &diags))
        return true;
    cr_expect(diags.errors > 0);
    return false;
}

/* --- Vectors ------------------------------------------------------------------------ */

static const ptc_value *member(const ptc_value *map, const char *key)
{
    return ptc_map_find_text(map->as.map, PTC_STRING, ptc_str_of(key));
}

static size_t number(const ptc_value *map, const char *key)
{
    return (size_t)member(map, key)->as.integer;
}

static bool same_issue(const ptcc_schema_issue *issue, const ptc_value *wanted)
{
    const ptc_value *items = wanted->as.items;

    return ptc_str_equal(ptc_value_text(&items[0]),
                         ptc_str_of(issue->is_error ? "error" : "warning")) &&
           ptc_str_equal(ptc_value_text(&items[1]), ptc_str_of(issue->code)) &&
           ptc_str_equal(ptc_value_text(&items[2]), issue->pointer) &&
           ptc_str_equal(ptc_value_text(&items[3]), issue->message);
}

static void check_vector(const ptc_value *row)
{
    const char *id = test_cstr(ptc_value_text(member(row, "id")));
    const ptc_value *input = member(row, "input");
    const ptc_value *wanted = member(row, "ok");
    const ptc_value *issues = member(wanted, "issues");
    ptcc_schema_report report;
    ptc_text text;

    ptc_text_init(&text, &arena);
    cr_assert(ptc_json_write(&text, member(input, "schema"), 0) == PTC_OK);
    cr_assert(convert(text.ptr, text.len, true, member(input, "allow_lossy")->as.boolean,
                      &report));
    cr_expect(ptc_value_same(&report.fields, member(wanted, "inline")), "%s: fields", id);
    cr_expect(report.converted == number(wanted, "converted") &&
                  report.errors == number(wanted, "errors") &&
                  report.warnings == number(wanted, "warnings"),
              "%s: %zu converted, %zu errors, %zu warnings", id, report.converted,
              report.errors, report.warnings);
    cr_assert(report.count == issues->aux, "%s: %zu issues", id, report.count);
    for (size_t i = 0; i < report.count; i++)
        cr_expect(same_issue(&report.issues[i], &issues->as.items[i]), "%s: %s %s: %s",
                  id, report.issues[i].code, test_cstr(report.issues[i].pointer),
                  test_cstr(report.issues[i].message));
}

Test(brimley_convert, vectors)
{
    unsigned line_number = 0;
    size_t count = 0;
    ptc_str line;
    ptc_str rest;

    if (!test_read_shared("brimley_convert", "vectors/brimley/brimley.jsonl", &rest))
        return;
    while (test_next_line(&rest, &line, &line_number)) {
        ptc_value row;

        cr_assert(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL) ==
                  PTC_OK);
        if (!ptc_str_equal(ptc_value_text(member(&row, "kind")),
                           PTC_STR("schema_convert")))
            continue;
        check_vector(&row);
        count++;
    }
    cr_expect(count > 0, "no row of them is about converting");
}

/* --- Rows --------------------------------------------------------------------------- */

typedef struct row {
    const char *schema; /* ' for " */
    const char *expected;
} row;

/* {"a":..} and a line for each issue; its quotes are compared as if they were alike. */
static const char *describe(const ptcc_schema_report *report)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    cr_assert(ptc_json_write(&text, &report->fields, 0) == PTC_OK);
    for (size_t i = 0; i < report->count; i++) {
        const ptcc_schema_issue *issue = &report->issues[i];

        ptc_text_byte(&text, '\n');
        ptc_text_cstr(&text, issue->code);
        ptc_text_byte(&text, ' ');
        ptc_text_str(&text, issue->pointer);
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, issue->message);
    }
    return text.ptr;
}

static void check_rows(const row *rows, size_t count, bool is_compat, bool is_lossy)
{
    for (size_t i = 0; i < count; i++) {
        const char *schema = test_quoted(&arena, rows[i].schema);
        const char *expected = test_quoted(&arena, rows[i].expected);
        ptcc_schema_report report;
        const char *found;

        cr_assert(convert(schema, strlen(schema), is_compat, is_lossy, &report));
        found = test_quoted(&arena, describe(&report));
        cr_expect(strcmp(found, expected) == 0, "row %zu: %s\n   gives %s\ninstead of %s",
                  i, schema, found, expected);
    }
}

#define CHECK_ROWS(rows, is_compat, is_lossy)                                            \
    check_rows(rows, sizeof(rows) / sizeof *(rows), is_compat, is_lossy)

/* By our rules: complex mode where it can say all, else JSON Schema mode; what is left
 * out is reported. */
static const row own_rules[] = {
    {"[1]", "{}\nERR_SCHEMA_INVALID_ROOT $: Input schema must be a JSON object."},
    {"{'type': 'array'}",
     "{}\nERR_SCHEMA_ROOT_TYPE $.type: Root schema type must be 'object'."},
    {"{'properties': {}}",
     "{}\nERR_SCHEMA_ROOT_TYPE $.type: Root schema type must be 'object'."},
    {"{'type': ['object','null'], 'properties': {}}",
     "{}\nERR_SCHEMA_ROOT_TYPE $.type: Root schema type must be 'object'."},
    {"{'type': 'object', 'properties': [1]}",
     "{}\nERR_SCHEMA_PROPERTIES_TYPE $.properties: Keyword 'properties' must be an "
     "object."},
    {"{'type': 'object', 'properties': null}",
     "{}\nERR_SCHEMA_PROPERTIES_TYPE $.properties: Keyword 'properties' must be an "
     "object."},
    {"{'type': 'object', 'properties': {'a': true, 'b': {'type': 'boolean'}}}",
     "{'b':{'type':'bool','required':false}}\nERR_SCHEMA_FIELD_TYPE $.properties.a: "
     "Property definition must be an object."},
    {"{'type': 'object', 'properties': {'a': {'type': 'number', 'title': 'A', 'x-unit': "
     "'m'}}, 'title': 'T', 'description': 'D', '$schema': 's', '$id': 'i'}",
     "{'a':{'type':'float','required':false}}\nWARN_SCHEMA_DROPPED_KEYWORD $.$id: the "
     "keyword '$id' demands nothing and is left out\nWARN_SCHEMA_DROPPED_KEYWORD "
     "$.$schema: the keyword '$schema' demands nothing and is left "
     "out\nWARN_SCHEMA_DROPPED_KEYWORD $.description: the keyword 'description' demands "
     "nothing and is left out\nWARN_SCHEMA_DROPPED_KEYWORD $.properties.a.title: the "
     "keyword 'title' demands nothing and is left out\nWARN_SCHEMA_NUMBER_TO_FLOAT "
     "$.properties.a.type: 'number' becomes float\nWARN_SCHEMA_DROPPED_KEYWORD "
     "$.properties.a.x-unit: the keyword 'x-unit' demands nothing and is left "
     "out\nWARN_SCHEMA_DROPPED_KEYWORD $.title: the keyword 'title' demands nothing and "
     "is left out"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string', 'format': 'date'}, 'b': "
     "{'type': 'string', 'format': 'date-time'}, 'c': {'type': 'string', 'format': "
     "'email', 'minLength': 1, 'maxLength': 9, 'pattern': '^x'}}}",
     "{'a':{'type':'date','required':false},'b':{'type':'datetime','required':false},'c':"
     "{'type':'string','minLength':1,'maxLength':9,'pattern':'^x','required':false}}"
     "\nWARN_SCHEMA_DROPPED_FORMAT $.properties.c.format: the format has no effect and "
     "is left out"},
    {"{'type': 'object', 'properties': {'a': {'type': 'array', 'items': {'type': "
     "'number'}, 'minItems': 1, 'maxItems': 5, 'default': [1, 2.5]}}}",
     "{'a':{'type':'float[]','default':[1,2.5],'minItems':1,'maxItems':5}}\nWARN_SCHEMA_"
     "NUMBER_TO_FLOAT $.properties.a[].type: 'number' becomes float"},
    {"{'type': 'object', 'properties': {'a': {'type': 'array', 'items': {'type': "
     "'string', 'format': 'uri', 'title': 'X'}}}}",
     "{'a':{'type':'string[]','required':false}}\nWARN_SCHEMA_DROPPED_FORMAT "
     "$.properties.a[].format: the format has no effect and is left "
     "out\nWARN_SCHEMA_DROPPED_KEYWORD $.properties.a[].title: the keyword 'title' "
     "demands nothing and is left out"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string', 'default': 'x', 'enum': "
     "['x', 'y'], 'description': 'd'}}}",
     "{'a':{'type':'string','description':'d','default':'x','enum':['x','y']}}"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string', 'default': 'x'}}, "
     "'required': ['a']}",
     "{'type':'object','properties':{'a':{'type':'string','default':'x'}},'required':['a'"
     "]}\nWARN_SCHEMA_DROPPED_KEYWORD $.properties.a.default: only optional properties "
     "have defaults: this one is dropped"},
    {"{'type': 'object', 'properties': {'a': {'type': 'array'}}}",
     "{'type':'object','properties':{'a':{'type':'array'}}}"},
    {"{'type': 'object', 'properties': {'a': {'type': 'array', 'items': {'type': "
     "'array', 'items': {'type': 'integer'}}}}}",
     "{'type':'object','properties':{'a':{'type':'array','items':{'type':'array','items':"
     "{'type':'integer'}}}}}"},
    {"{'type': 'object', 'properties': {'a': {'type': ['string', 'null']}, 'b': {'type': "
     "'integer'}}}",
     "{'type':'object','properties':{'a':{'type':['string','null']},'b':{'type':'integer'"
     "}}}"},
    {"{'type': 'object', 'properties': {'a': {}}}",
     "{'type':'object','properties':{'a':{}}}"},
    {"{'type': 'object', 'properties': {'a': {'type': 'object', 'properties': {'b': "
     "{'type': 'string', 'format': 'email'}}}}}",
     "{'type':'object','properties':{'a':{'type':'object','properties':{'b':{'type':'"
     "string','format':'email'}}}}}\nWARN_SCHEMA_DROPPED_FORMAT "
     "$.properties.a.properties.b.format: the format 'email' has no effect"},
    {"{'type': 'object', 'properties': {'a': {'anyOf': [{'type': 'string'}, {'type': "
     "'integer'}]}}}",
     "{'type':'object','properties':{'a':{'anyOf':[{'type':'string'},{'type':'integer'}]}"
     "}}"},
    {"{'type': 'object', 'properties': {'a': {'$ref': '#/$defs/A'}}, '$defs': {'A': "
     "{'type': 'string'}}}",
     "{'type':'object','properties':{'a':{'$ref':'#/$defs/"
     "A'}},'$defs':{'A':{'type':'string'}}}"},
    {"{'type': 'object', 'properties': {'a': {'$ref': '#/$defs/B'}, 'b': {'type': "
     "'string'}}}",
     "{'type':'object','properties':{'a':{},'b':{'type':'string'}}}\nERR_SCHEMA_"
     "UNSUPPORTED_KEYWORD $.properties.a.$ref: $ref '#/$defs/B' refers to nothing in "
     "this document"},
    {"{'type': 'object', 'properties': {'a': {'$ref': 'other.json'}}}",
     "{'type':'object','properties':{'a':{}}}\nERR_SCHEMA_UNSUPPORTED_KEYWORD "
     "$.properties.a.$ref: $ref 'other.json' is not in this document, and nothing is "
     "fetched"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string', 'pattern': '('}}}",
     "{'type':'object','properties':{'a':{'type':'string'}}}\nERR_SCHEMA_UNSUPPORTED_"
     "KEYWORD $.properties.a.pattern: pattern: this group is never closed"},
    {"{'type': 'object', 'properties': {'a': {'type': ['string','null'], 'pattern': "
     "'('}}}",
     "{'type':'object','properties':{'a':{'type':['string','null']}}}\nERR_SCHEMA_"
     "UNSUPPORTED_KEYWORD $.properties.a.pattern: pattern: this group is never closed"},
    {"{'type': 'object', 'properties': {'a': {'type': ['string','null'], 'minLength': "
     "-1}}}",
     "{'type':'object','properties':{'a':{'type':['string','null']}}}\nERR_SCHEMA_"
     "UNSUPPORTED_KEYWORD $.properties.a.minLength: a count must be an integer of 0 or "
     "more"},
    {"{'type': 'object', 'properties': {'a': {'type': 'strang'}}}",
     "{'type':'object','properties':{'a':{}}}\nERR_SCHEMA_UNSUPPORTED_KEYWORD "
     "$.properties.a.type: a type must be one of null, boolean, integer, number, string, "
     "array, object"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string', 'enum': []}}}",
     "{'type':'object','properties':{'a':{'type':'string','enum':[]}}}\nWARN_SCHEMA_"
     "DROPPED_KEYWORD $.properties.a.enum: no value satisfies this schema: its enum has "
     "no members"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string', 'enum': ['a', 1]}}}",
     "{'type':'object','properties':{'a':{'type':'string','enum':['a',1]}}}\nWARN_SCHEMA_"
     "DROPPED_KEYWORD $.properties.a.enum: the type excludes this enum member"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string', 'default': 5}}}",
     "{'type':'object','properties':{'a':{'type':'string','default':5}}}\nWARN_SCHEMA_"
     "DROPPED_KEYWORD $.properties.a.default: the default does not fit its type and is "
     "dropped"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string', 'minimum': 5}}}",
     "{'type':'object','properties':{'a':{'type':'string','minimum':5}}}\nWARN_SCHEMA_"
     "DROPPED_KEYWORD $.properties.a.minimum: 'minimum' does not apply to the type"},
    {"{'type': 'object', 'properties': {'a': {'type': 'integer', 'multipleOf': 5}}}",
     "{'type':'object','properties':{'a':{'type':'integer','multipleOf':5}}}"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string'}}, 'required': ['zz', 5, "
     "'a']}",
     "{'type':'object','properties':{'a':{'type':'string'}},'required':['a']}\nERR_"
     "SCHEMA_REQUIRED_UNKNOWN $.required[0]: 'zz' is required and not among the "
     "properties\nERR_SCHEMA_REQUIRED_TYPE $.required[1]: Keyword 'required' must be an "
     "array of field names."},
    {"{'type': 'object', 'properties': {'a': {'not': {}}}, 'required': ['zz', 5, 'a']}",
     "{'type':'object','properties':{'a':{'not':{}}},'required':['a']}\nERR_SCHEMA_"
     "REQUIRED_UNKNOWN $.required[0]: 'zz' is required and not among the "
     "properties\nERR_SCHEMA_REQUIRED_TYPE $.required[1]: Keyword 'required' must be an "
     "array of field names."},
    {"{'type': 'object', 'properties': {'a': {'type': 'string'}}, 'required': 'a'}",
     "{'type':'object','properties':{'a':{'type':'string'}}}\nERR_SCHEMA_REQUIRED_TYPE "
     "$.required: Keyword 'required' must be an array of field names."},
    {"{'type': 'object', 'properties': {'a': {'type': 'string'}}, 'required': null}",
     "{'type':'object','properties':{'a':{'type':'string'}}}\nERR_SCHEMA_REQUIRED_TYPE "
     "$.required: Keyword 'required' must be an array of field names."},
    {"{'type': 'object', 'properties': {'a': {'type': 'string'}}, "
     "'additionalProperties': true}",
     "{'a':{'type':'string','required':false}}\nWARN_SCHEMA_ADDITIONAL_PROPERTIES_"
     "FLATTENED $.additionalProperties: values other than the properties do not become "
     "arguments"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string'}}, "
     "'additionalProperties': {'type': 'string'}}",
     "{'a':{'type':'string','required':false}}\nERR_SCHEMA_ADDITIONAL_PROPERTIES "
     "$.additionalProperties: values other than the properties do not become arguments; "
     "their schema is left out"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string'}}, "
     "'additionalProperties': 'x'}",
     "{'type':'object','properties':{'a':{'type':'string'}}}\nERR_SCHEMA_ADDITIONAL_"
     "PROPERTIES $.additionalProperties: Keyword 'additionalProperties' must be a "
     "boolean or a schema."},
    {"{'type': 'object', 'properties': {'a': {'const': 1}, 'b': false}, "
     "'additionalProperties': {'type': 'string'}}",
     "{'type':'object','properties':{'a':{'const':1}}}\nERR_SCHEMA_ADDITIONAL_PROPERTIES "
     "$.additionalProperties: values other than the properties do not become arguments; "
     "their schema is left out\nERR_SCHEMA_FIELD_TYPE $.properties.b: Property "
     "definition must be an object."},
    {"{'type': 'object', 'properties': {'a': {'type': 'string'}}, 'oneOf': []}",
     "{'type':'object','properties':{'a':{'type':'string'}}}\nERR_SCHEMA_UNSUPPORTED_"
     "KEYWORD $.oneOf: this must be a list of schemas"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string'}}, 'anyOf': [{'required': "
     "['a']}]}",
     "{'type':'object','properties':{'a':{'type':'string'}},'anyOf':[{'required':['a']}]"
     "}"},
    {"{'type': 'object', 'properties': {'properties': {'type': 'string'}, 'a.b': "
     "{'type': 'string', 'x': 1}}}",
     "{'properties':{'type':'string','required':false},'a.b':{'type':'string','required':"
     "false}}\nWARN_SCHEMA_DROPPED_KEYWORD $.properties.a.b.x: the keyword 'x' demands "
     "nothing and is left out"},
    {"{'type': 'object', 'properties': {'a': {'type': 'integer', 'default': null}}}",
     "{'type':'object','properties':{'a':{'type':'integer','default':null}}}"},
    {"{'type': 'object', 'properties': {'a': {'type': 'boolean', 'nullable': true}}}",
     "{'type':'object','properties':{'a':{'type':'boolean','nullable':true}}}"},
    {"{'type': 'object', 'properties': {'a': {'type': 'integer', 'format': 'int32', "
     "'minimum': 'x'}}}",
     "{'type':'object','properties':{'a':{'type':'integer','format':'int32'}}}\nWARN_"
     "SCHEMA_DROPPED_KEYWORD $.properties.a.format: 'format' does "
     "not apply to the type\nERR_SCHEMA_UNSUPPORTED_KEYWORD $.properties.a.minimum: a "
     "limit must be a "
     "number"},
    {"{'type': 'object', 'properties': {'a': {'type': 'array', 'items': [{'type': "
     "'string'}]}}}",
     "{'type':'object','properties':{'a':{'type':'array','items':[{'type':'string'}]}}}"},
    {"{'type': 'object', 'properties': {'a': {'type': 'string'}}, 'required': ['a', "
     "'a']}",
     "{'type':'object','properties':{'a':{'type':'string'}},'required':['a']}\nERR_"
     "SCHEMA_REQUIRED_TYPE $.required[1]: 'a' is required twice"},
    {"{'type': 'object', 'properties': {'a': {'anyOf': [{'type': 'string', 'pattern': "
     "'['}, {'type': 'integer'}]}}}",
     "{'type':'object','properties':{'a':{'anyOf':[{'type':'string'},{'type':'integer'}]}"
     "}}\nERR_SCHEMA_UNSUPPORTED_KEYWORD $.properties.a.anyOf[0].pattern: pattern: this "
     "class is never closed"},
    {"{'type': 'object', 'properties': {'a': {'type': 'array', 'items': {'type': "
     "'string', 'enum': ['x']}}}}",
     "{'type':'object','properties':{'a':{'type':'array','items':{'type':'string','enum':"
     "['x']}}}}"},
    {"{'type': 'object', 'properties': {'a': {'type': 'integer', 'default': 1.5}, 'b': "
     "{'type': 'number', 'default': 1}}}",
     "{'type':'object','properties':{'a':{'type':'integer','default':1.5},'b':{'type':'"
     "number','default':1}}}\nWARN_SCHEMA_DROPPED_KEYWORD $.properties.a.default: the "
     "default does not fit its type and is dropped"},
};

Test(brimley_convert, by_our_rules)
{
    CHECK_ROWS(own_rules, false, false);
}

/* What is left out is a warning then; what is at fault is not. */
static const row lossy[] = {
    {"{'type': 'object', 'properties': {'a': {'type': 'string', 'pattern': '('}}, "
     "'additionalProperties': {'type': 'string'}, 'required': ['b']}",
     "{'type':'object','properties':{'a':{'type':'string'}},'required':[]}\nWARN_SCHEMA_"
     "ADDITIONAL_PROPERTIES_FLATTENED $.additionalProperties: values other than the "
     "properties do not become arguments\nWARN_SCHEMA_DROPPED_KEYWORD "
     "$.properties.a.pattern: pattern: this group is never "
     "closed\nERR_SCHEMA_REQUIRED_UNKNOWN $.required[0]: 'b' is required and not among "
     "the properties"},
};

Test(brimley_convert, lossy)
{
    CHECK_ROWS(lossy, false, true);
}

/* By the rules of Brimley 0.5, what vectors do not show. */
static const row compat[] = {
    {"{'type': 'object', 'properties': {'a': {}, 'b': {'type': ['string', 'null']}, 'c': "
     "{'type': null}, 'd': {'type': [1, true, {'x': 'y'}]}}}",
     "{'a':{'type':'string','required':false}}\nERR_SCHEMA_UNSUPPORTED_TYPE "
     "$.properties.b.type: Unsupported JSON Schema type '['string', 'null']' for Brimley "
     "v0.4 converter.\nERR_SCHEMA_UNSUPPORTED_TYPE $.properties.c.type: Unsupported JSON "
     "Schema type 'None' for Brimley v0.4 converter.\nERR_SCHEMA_UNSUPPORTED_TYPE "
     "$.properties.d.type: Unsupported JSON Schema type '[1, True, {'x': 'y'}]' for "
     "Brimley v0.4 converter."},
    {"{'type': 'object', 'required': 0, 'properties': ''}", "{}"},
    {"{'type': 'object', 'required': 1}",
     "{}\nERR_SCHEMA_REQUIRED_TYPE $.required: Keyword 'required' must be an array of "
     "field names."},
    {"{'type': 'object', 'properties': {'a': {'type': 'array', 'items': {'type': "
     "'array', "
     "'items': {'type': 'array', 'items': {'type': 'string', 'format': 'date'}}}}}}",
     "{}\nERR_SCHEMA_ARRAY_NESTED $.properties.a: Nested arrays are not supported in "
     "Brimley v0.4 converter.\nERR_SCHEMA_ARRAY_NESTED $.properties.a[]: Nested arrays "
     "are not supported in Brimley v0.4 converter."},
    {"{'type': 'object', 'properties': {'a': {'type': 'array', 'items': {'type': "
     "'array', "
     "'items': {'type': 'x'}}}, 'b': {'type': 'array', 'items': {'type': 'array'}}}}",
     "{}\nERR_SCHEMA_ARRAY_NESTED $.properties.a: Nested arrays are not supported in "
     "Brimley v0.4 converter.\nERR_SCHEMA_ARRAY_NESTED $.properties.a[]: Nested arrays "
     "are not supported in Brimley v0.4 converter.\nERR_SCHEMA_UNSUPPORTED_TYPE "
     "$.properties.a[][].type: Unsupported JSON Schema type 'x' for Brimley v0.4 "
     "converter.\nERR_SCHEMA_ARRAY_NESTED $.properties.b: Nested arrays are not "
     "supported in Brimley v0.4 converter.\nERR_SCHEMA_ARRAY_ITEMS "
     "$.properties.b[].items: Array 'items' must be an object with a supported primitive "
     "type."},
    {"{'type': 'object', 'properties': {'a': {'type': 'array', 'items': {'type': "
     "'string', "
     "'format': 'date', 'minLength': 1}, 'default': ['2024-01-01'], 'description': 'd', "
     "'enum': [1], 'minimum': 1, 'maximum': 2, 'pattern': 'x'}, 'b': 1}, 'required': "
     "['a', "
     "'a', 5]}",
     "{'a':{'type':'date[]','description':'d','default':['2024-01-01'],'enum':[1],'min':"
     "1,'max':2,'pattern':'x'}}\nERR_SCHEMA_FIELD_TYPE $.properties.b: Property "
     "definition must be an object."},
    {"{'type': 'object', '$defs': {}, 'not': {}, 'then': 1, 'definitions': {}, "
     "'additionalProperties': 'x', 'properties': {'a': {'not': {}, 'if': 1}}}",
     "{}\nERR_SCHEMA_UNSUPPORTED_KEYWORD $.$defs: Keyword '$defs' is not supported in "
     "Brimley v0.4 converter.\nERR_SCHEMA_UNSUPPORTED_KEYWORD $.definitions: Unsupported "
     "keyword 'definitions'. Re-run with --allow-lossy to drop "
     "it.\nERR_SCHEMA_UNSUPPORTED_KEYWORD $.not: Keyword 'not' is not supported in "
     "Brimley v0.4 converter.\nERR_SCHEMA_UNSUPPORTED_KEYWORD $.properties.a.if: Keyword "
     "'if' is not supported in Brimley v0.4 converter.\nERR_SCHEMA_UNSUPPORTED_KEYWORD "
     "$.then: Keyword 'then' is not supported in Brimley v0.4 converter."},
};

Test(brimley_convert, by_the_rules_of_0_5)
{
    CHECK_ROWS(compat, true, false);
}

/* Text that is not JSON is reported as such. */
Test(brimley_convert, no_json)
{
    ptcc_schema_report report;

    cr_expect(!convert("{'type': }", 10, false, false, &report));
    cr_expect(!convert("", 0, true, false, &report));
}

Test(brimley_convert, written_with_lines)
{
    static const char schema[] = "{\"type\": \"object\", \"properties\": {\"a\": "
                                 "{\"type\": \"integer\"}}}";
    ptcc_schema_report report;
    ptc_text text;

    ptc_text_init(&text, &arena);
    cr_assert(convert(schema, sizeof schema - 1, false, false, &report));
    ptcc_schema_write(&text, &report);
    cr_expect_str_eq(text.ptr, "{\n  \"inline\": {\n    \"a\": {\n      \"type\": "
                               "\"int\",\n      \"required\": false\n    }\n  }\n}\n");
}
