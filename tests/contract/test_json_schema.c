/* SPDX-License-Identifier: MIT */
/* The JSON Schema reader: what each keyword becomes, and what is refused where. */
#include <criterion/criterion.h>

#include "contract/json_schema/json_schema_int.h"
#include "support.h"

#include <ptc/contract.h>
#include <ptc/walk.h>

static ptc_arena arena;
static ptc_diags diags;
static ptc_source source;
static ptc_contracts contracts;

/* Reads JSON Schema text as a file test.json: `out` is the type of its first contract;
 * the diagnostics stay in `diags`. */
static ptc_status read_schema(const char *text, ptc_schema *out)
{
    ptc_status status;

    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 0);
    source.name = PTC_STR("test.json");
    source.text = ptc_str_of(text);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    status = ptc_contracts_read(&arena, &source, NULL, &diags, &contracts);
    if (status != PTC_OK)
        return status;
    *out = contracts.items[0].schema;
    out->root = ptc_schema_root(out)->first + 1;
    return PTC_OK;
}

static const char *signature_of(const ptc_schema *schema)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    ptc_schema_write_signature(&text, schema, NULL);
    return test_cstr(ptc_text_view(&text));
}

typedef struct reading {
    const char *json;
    const char *signature;
    const char *warning; /* code, or NULL */
} reading;

/* [signature 13] */
static const reading readings[] = {
    {"{}", ":any", NULL},
    {"true", ":any", NULL},
    {"{\"description\":\"x\"}", ":any", NULL},
    {"{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"$id\":\"a\","
     "\"type\":\"string\"}",
     ":string", NULL},
    {"{\"type\":\"string\"}", ":string", NULL},
    {"{\"type\":\"integer\"}", ":int", NULL},
    {"{\"type\":\"number\"}", ":float", NULL},
    {"{\"type\":\"boolean\"}", ":bool", NULL},
    {"{\"type\":\"null\"}", ":nil", NULL},
    {"{\"type\":\"object\"}", ":map", NULL},
    {"{\"type\":\"object\",\"properties\":{}}", "{}", NULL},
    {"{\"type\":\"array\"}", "[:any]", NULL},
    {"{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}"
     "}",
     "[[:int]]", NULL},
    {"{\"type\":\"array\",\"items\":true}", "[:any]", NULL},
    /* optional, required, null */
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},"
     "\"b\":{\"type\":\"string\"}},\"required\":[\"a\"]}",
     "{a :int, b :string?}", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"integer\",\"null\"]}},"
     "\"required\":[\"a\"]}",
     "{a :int?}", "loss-required"},
    {"{\"type\":[\"null\",\"string\"]}", ":string?", NULL},
    {"{\"type\":[\"string\",\"integer\"]}", ":string|:int", NULL},
    {"{\"type\":[\"string\",\"integer\",\"null\"],\"minimum\":3}", ":string|:int[3..]?",
     NULL},
    /* bounds */
    {"{\"type\":\"integer\",\"minimum\":1,\"maximum\":10}", ":int[1..10]", NULL},
    {"{\"type\":\"integer\",\"minimum\":0.5}", ":int[1..]", NULL},
    {"{\"type\":\"integer\",\"maximum\":-0.5}", ":int[..-1]", NULL},
    {"{\"type\":\"integer\",\"minimum\":2.0}", ":int[2..]", NULL},
    {"{\"type\":\"integer\",\"minimum\":-99999999999999999999}", ":int", NULL},
    {"{\"type\":\"number\",\"minimum\":0,\"maximum\":1.5}", ":float[0..1.5]", NULL},
    {"{\"minimum\":0}", ":float[0..]", "loss-type"},
    /* enums */
    {"{\"type\":\"string\",\"enum\":[\"a\",\"b c\"]}", ":enum[\"a\" \"b c\"]", NULL},
    {"{\"enum\":[1,\"a\",2.5]}", ":enum[1 \"a\" 2.5]", NULL},
    {"{\"enum\":[\"a\",null]}", ":enum[\"a\"]?", NULL},
    {"{\"enum\":[null]}", ":nil", NULL},
    {"{\"enum\":[\"a\",\"b\",\"a\"]}", ":enum[\"a\" \"b\"]", NULL},
    {"{\"type\":\"string\",\"enum\":[\"a\",1]}", ":enum[\"a\"]", "loss-keyword"},
    {"{\"type\":\"string\",\"enum\":[\"a\",null]}", ":enum[\"a\"]", "loss-keyword"},
    {"{\"type\":[\"string\",\"null\"],\"enum\":[\"a\"]}", ":enum[\"a\"]", NULL},
    {"{\"type\":[\"string\",\"null\"],\"enum\":[\"a\",null]}", ":enum[\"a\"]?", NULL},
    /* strings */
    {"{\"type\":\"string\",\"format\":\"date-time\"}", ":datetime", NULL},
    {"{\"format\":\"date-time\"}", ":datetime", "loss-type"},
    {"{\"type\":\"string\",\"format\":\"date\"}", ":string", "loss-format"},
    {"{\"type\":\"integer\",\"format\":\"int32\"}", ":int", "loss-keyword"},
    {"{\"type\":\"string\",\"minimum\":3}", ":string", "loss-keyword"},
    /* objects */
    {"{\"type\":\"object\",\"additionalProperties\":true}", ":map", NULL},
    {"{\"type\":\"object\",\"additionalProperties\":{}}", ":map", NULL},
    {"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}",
     "[:map-of :string :int]", NULL},
    {"{\"type\":\"object\",\"additionalProperties\":false}", "[:map {:closed true}]",
     NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},"
     "\"required\":[\"a\"],\"additionalProperties\":false}",
     "[:map {:closed true} [:a :int]]", NULL},
    {"{\"properties\":{\"a\":{}},\"required\":[\"a\"]}", "{a :any}", "loss-type"},
    {"{\"items\":{\"type\":\"string\"}}", "[:string]", "loss-type"},
    {"{\"type\":\"object\",\"properties\":{\"a\\u00f1o\":{\"type\":\"integer\"},"
     "\"x y\":{\"type\":\"string\"}},\"required\":[\"a\\u00f1o\",\"x y\"]}",
     "{\"a\xC3\xB1o\" :int, \"x y\" :string}", NULL},
    /* defaults: fitting ones stay, coercible ones are coerced, null is just optional */
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"default\":5}}}",
     "{a :int = 5}", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"default\":\"5\"}"
     "}}",
     "{a :int = 5}", NULL},
    /* one that is filled from those within it outlives the type that it was judged by */
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"default\":{},"
     "\"properties\":{\"b\":{\"type\":\"integer\",\"default\":5}}}}}",
     "{a {b :int = 5} = {\"b\": 5}}", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\",\"default\":"
     "\"false\"}}}",
     "{a :bool = false}", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\",\"default\":"
     "\"False\"}}}",
     "{a :bool?}", "loss-default"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"default\":null}}"
     "}",
     "{a :string?}", NULL},
    /* which those have no use for that must be there */
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"default\":\"x\"}}"
     ","
     "\"required\":[\"a\"]}",
     "{a :string}", "loss-default"},
    /* words that only describe */
    {"{\"type\":\"string\",\"$comment\":\"x\"}", ":string", NULL},
    {"{\"type\":\"string\",\"examples\":[1],\"x-a\":1,\"deprecated\":true}", ":string",
     "loss-word"},
    {"{\"title\":\"A\",\"x-a\":1}", ":any", "loss-word"},
    /* numbers without their limits */
    {"{\"type\":\"integer\",\"exclusiveMinimum\":0,\"exclusiveMaximum\":10}",
     ":int[>0 <10]", NULL},
    {"{\"type\":\"number\",\"minimum\":0,\"exclusiveMinimum\":true}", ":float[>0]", NULL},
    {"{\"type\":\"number\",\"minimum\":0,\"exclusiveMinimum\":false}", ":float[0..]",
     NULL},
    {"{\"type\":\"number\",\"minimum\":5,\"exclusiveMinimum\":3}", ":float[5..]", NULL},
    {"{\"type\":\"number\",\"minimum\":3,\"exclusiveMinimum\":3}", ":float[>3]", NULL},
    /* lengths, counts, patterns */
    {"{\"type\":\"string\",\"minLength\":1,\"maxLength\":8.0}", ":string[1..8]", NULL},
    {"{\"type\":\"string\",\"pattern\":\"^[a-z]+$\"}", ":string[~\"^[a-z]+$\"]", NULL},
    {"{\"type\":\"string\",\"pattern\":\"^[[&]\\u0041\"}", ":string[~\"^[\\\\[\\\\&]A\"]",
     NULL},
    {"{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":1,\"maxItems\":"
     "3}",
     "[:int][1..3]", NULL},
    {"{\"type\":\"array\",\"maxItems\":1,\"uniqueItems\":true}", "[:any][..1]", NULL},
    {"{\"type\":\"array\",\"uniqueItems\":false}", "[:any]", NULL},
    {"{\"type\":\"array\",\"items\":false}", "[:any][..0]", NULL},
    {"{\"type\":\"object\",\"minProperties\":1,\"propertyNames\":{\"maxLength\":3}}",
     "[:map-of {:min 1} [:string {:max 3}] :any]", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},"
     "\"maxProperties\":2}",
     "[:and [:map [:a {:optional true} [:maybe :int]]] [:map-of {:max 2} :string :any]]",
     NULL},
    /* tuples */
    {"{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"},{\"type\":\"integer\"}],"
     "\"items\":false,\"minItems\":2}",
     "[:tuple :string :int]", NULL},
    {"{\"type\":\"array\",\"items\":[{\"type\":\"string\"}],\"minItems\":1,\"maxItems\":"
     "1}",
     "[:tuple :string]", NULL},
    {"{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"items\":false}",
     "[:tuple :string]", "loss-strict"},
    {"{\"type\":\"array\",\"prefixItems\":[{},true]}", "[:any]", NULL},
    /* values */
    {"{\"const\":\"x\"}", "[:= \"x\"]", NULL},
    {"{\"const\":null}", ":nil", NULL},
    {"{\"const\":[1,{\"a\":2}]}", "[:= [1 {\"a\" 2}]]", NULL},
    {"{\"enum\":[1,[2],null]}", ":enum[1]|[:= [2]]?", NULL},
    {"{\"type\":\"integer\",\"enum\":[1,5],\"minimum\":3}", ":enum[5]", "loss-keyword"},
    {"{\"enum\":[1,\"a\"],\"minimum\":1}", ":enum[1 \"a\"]", NULL},
    {"{\"type\":\"string\",\"nullable\":true}", ":string?", NULL},
    {"{\"nullable\":true}", ":any", "loss-keyword"},
    {"{\"type\":[\"integer\",\"number\"]}", ":float", NULL},
    {"false", "[:not :any]", NULL},
    /* some, one, all */
    {"{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", ":string?", NULL},
    {"{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"},false]}", ":string|:int",
     NULL},
    {"{\"type\":\"number\",\"anyOf\":[{\"minimum\":5},{\"maximum\":1}]}",
     ":float[5..]|:float[..1]", NULL},
    {"{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}", ":string|:int", NULL},
    {"{\"oneOf\":[{\"const\":1},{\"enum\":[2,3]}]}", "[:= 1]|:enum[2 3]", NULL},
    {"{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"k\":{\"const\":1}},\"required\":"
     "["
     "\"k\"]},{\"type\":\"object\",\"properties\":{\"k\":{\"const\":2}},\"required\":["
     "\"k\"]}"
     "]}",
     "{k [:= 1]}|{k [:= 2]}", NULL},
    {"{\"allOf\":[{\"type\":\"string\",\"minLength\":1},{\"type\":\"string\","
     "\"maxLength\":"
     "3}]}",
     ":string[1..3]", NULL},
    {"{\"type\":\"string\",\"allOf\":[{\"minLength\":1}]}", ":string[1..]", NULL},
    /* objects become one */
    {"{\"allOf\":[{\"$ref\":\"#/$defs/"
     "b\"},{\"type\":\"object\",\"properties\":{\"c\":{\"type\":"
     "\"string\"},\"a\":{\"minimum\":3,\"type\":\"integer\"}},\"required\":[\"c\"]},{"
     "\"required\":"
     "[\"a\"]}],\"$defs\":{\"b\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":"
     "\"integer\","
     "\"maximum\":9},\"b\":{}}}}}",
     "{a :int[3..9], b :any?, c :string}", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"allOf\":[{\"type\":\"object\","
     "\"properties\":"
     "{\"b\":{}},\"additionalProperties\":false}]}",
     "[:and [:map [:a {:optional true} [:maybe :any]]] [:map {:closed true} [:b "
     "{:optional true} [:maybe :any]]]]",
     NULL},
    /* references */
    {"{\"$ref\":\"#/$defs/a%25b~1c~0d\",\"$defs\":{\"a%b/c~d\":{\"type\":\"string\"}}}",
     ":string", NULL},
    {"{\"$ref\":\"#foo\",\"$defs\":{\"a\":{\"$anchor\":\"foo\",\"type\":\"string\"}}}",
     ":string", NULL},
    {"{\"$id\":\"http://x.org/a/b.json\",\"$ref\":\"../c.json#/$defs/"
     "d\",\"$defs\":{\"z\":{"
     "\"$id\":\"/c.json\",\"$defs\":{\"d\":{\"type\":\"boolean\"}}}}}",
     ":bool", NULL},
    {"{\"$ref\":\"#/$defs/"
     "a\",\"maxLength\":3,\"type\":\"string\",\"$defs\":{\"a\":{\"type\":"
     "\"string\",\"minLength\":1}}}",
     ":string[1..3]", NULL},
    {"{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"$ref\":\"#/definitions/"
     "a\","
     "\"maxLength\":3,\"definitions\":{\"a\":{\"type\":\"string\"}}}",
     ":string", "loss-keyword"},
    {"{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"string\","
     "\"anyOf\":[{\"$ref\":\"#/definitions/a\",\"minLength\":1}],\"definitions\":{"
     "\"a\":{}}}",
     ":string", "loss-keyword"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"null\",\"boolean\","
     "\"number\",\"string\",\"array\",\"object\"]}},\"required\":[\"a\"]}",
     "{a :bool|:float|:string|[:any]|:map?}", "loss-required"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"anyOf\":[{},{\"type\":\"string\"}]}},"
     "\"required\":[\"a\"]}",
     "{a :any|:string}", "sig-any-in-union"},
    {"{\"$ref\":\"#/components/schemas/a\",\"components\":{\"schemas\":{\"a\":{\"type\":"
     "\"string\"}}}}",
     ":string", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"enum\":[\"x\"],\"default\":\"y\"}}}",
     "{a :enum[\"x\"]?}", "loss-default"},
    {"{\"type\":\"string\",\"default\":\"a\"}", ":string", "loss-default"},
};

Test(json_schema, every_keyword_becomes_a_type)
{
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        const reading *row = &readings[i];
        ptc_schema schema;
        ptc_status status;

        status = read_schema(row->json, &schema);
        cr_expect(status == PTC_OK, "%s: %s: %s", row->json, ptc_status_name(status),
                  diags.count ? test_cstr(diags.items[0].message) : "");
        if (status != PTC_OK)
            continue;
        cr_expect_str_eq(signature_of(&schema), row->signature, "%s: %s", row->json,
                         signature_of(&schema));
        cr_expect(row->warning ? diags.count == 1 : diags.count == 0, "%s: %zu warnings",
                  row->json, diags.count);
        if (row->warning && diags.count == 1)
            cr_expect_str_eq(ptc_diag_name(diags.items[0].code), row->warning, "%s",
                             row->json);
    }
    ptc_arena_free(&arena);
}

typedef struct refusal {
    const char *json;
    const char *code;
    size_t line;
    size_t column;
    const char *in_message;
} refusal;

static const refusal refusals[] = {
    {"", "json-syntax", 1, 1, ""},
    {"{\"type\":\"string\",}", "json-syntax", 1, 18, ""},
    {"{\"type\":\"string\",\"type\":\"string\"}", "json-syntax", 1, 18, ""},
    {"[]", "json-schema-value", 1, 1, "object"},
    {"{\"password\":\"x\"}", "json-schema-value", 1, 1, "no word here"},
    {"{\"type\":\"text\"}", "json-schema-value", 1, 9, "/type"},
    {"{\"type\":5}", "json-schema-value", 1, 9, "/type"},
    {"{\"type\":[]}", "json-schema-value", 1, 9, "/type"},
    {"{\"type\":[\"string\",\"string\"]}", "json-schema-value", 1, 19, "/type/1"},
    {"{\n  \"type\": \"object\",\n  \"properties\": {\n    \"a\": {\n      \"not\": "
     "{}\n    }\n  }\n}",
     "json-schema-keyword", 5, 7, "\"not\", at /properties/a/not"},
    {"{\"anyOf\":[]}", "json-schema-value", 1, 10, "/anyOf"},
    {"{\"type\":\"integer\",\"multipleOf\":2}", "json-schema-keyword", 1, 19,
     "/multipleOf"},
    {"{\"type\":\"object\",\"propertyNames\":{\"type\":\"integer\"}}",
     "json-schema-keyword", 1, 18, "/propertyNames"},
    {"{\"type\":\"object\",\"propertyNames\":{\"enum\":[\"1\",2]}}",
     "json-schema-keyword", 1, 18, "/propertyNames"},
    {"{\"type\":\"array\",\"uniqueItems\":true}", "json-schema-keyword", 1, 17,
     "/uniqueItems"},
    {"{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}]}",
     "json-schema-keyword", 1, 17, "/prefixItems"},
    {"{\"oneOf\":[{\"type\":\"number\"},{\"type\":\"integer\"}]}", "json-schema-keyword",
     1, 2, "/oneOf"},
    {"{\"oneOf\":[{\"type\":\"string\"},{\"minimum\":3}]}", "json-schema-keyword", 1, 2,
     "/oneOf"},
    {"{\"oneOf\":[{\"const\":1},{\"const\":1.0}]}", "json-schema-keyword", 1, 2,
     "/oneOf"},
    {"{\"type\":\"string\",\"pattern\":\"a(?=b)\"}", "json-schema-value", 1, 28,
     "/pattern"},
    {"{\"type\":\"string\",\"pattern\":\"\\\\A\"}", "json-schema-value", 1, 28,
     "/pattern"},
    {"{\"type\":\"string\",\"pattern\":\"\\\\x{41}\"}", "json-schema-value", 1, 28,
     "/pattern"},
    {"{\"type\":\"string\",\"minLength\":-1}", "json-schema-value", 1, 30, "/minLength"},
    {"{\"type\":\"string\",\"const\":5}", "json-schema-value", 1, 26, "/const"},
    {"{\"type\":\"object\",\"properties\":{\"a\":false}}", "json-schema-value", 1, 36,
     "/properties/a"},
    {"{\"$ref\":\"http://json-schema.org/draft-07/schema#\"}", "json-schema-ref", 1, 9,
     "nothing is fetched"},
    {"{\"$ref\":\"#/$defs/a\"}", "json-schema-ref", 1, 9, "leads to nothing"},
    {"{\"$ref\":\"#/~2\"}", "json-schema-ref", 1, 9, "malformed"},
    {"{\"$ref\":\"#\"}", "malli-cycle", 1, 9, "nothing in between"},
    {"{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":"
     "\"#/$defs/a\"}}}",
     "malli-cycle", 1, 0, "nothing in between"},
    {"{\"type\":\"object\",\"properties\":[]}", "json-schema-value", 1, 31,
     "/properties"},
    {"{\"type\":\"object\",\"properties\":{\"a/b\":{\"type\":\"x\"}}}",
     "json-schema-value", 1, 46, "/properties/a~1b/type"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":[\"a\",\"b\"]}",
     "json-schema-required", 1, 56, "\"b\""},
    {"{\"type\":\"object\",\"required\":[\"b\"]}", "json-schema-required", 1, 30,
     "\"b\""},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":true}",
     "json-schema-value", 1, 51, "/required"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":[\"a\",\"a\"]}",
     "json-schema-value", 1, 56, "/required/1"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"additionalProperties\":{\"type\":"
     "\"string\"}}",
     "json-schema-value", 1, 63, "/additionalProperties"},
    {"{\"enum\":[]}", "json-schema-value", 1, 9, "/enum"},
    {"{\"type\":\"array\",\"enum\":[\"a\"]}", "json-schema-value", 1, 24, "/enum"},
    {"{\"enum\":[18446744073709551616]}", "json-schema-value", 1, 10, "/enum/0"},
    {"{\"type\":\"integer\",\"enum\":[1,2],\"minimum\":3}", "json-schema-value", 1, 26,
     "/enum"},
    {"{\"type\":\"integer\",\"minimum\":\"1\"}", "json-schema-value", 1, 29, "/minimum"},
    {"{\"type\":\"string\",\"description\":5}", "json-schema-value", 1, 32,
     "/description"},
    {"{\"items\":{},\"properties\":{}}", "json-schema-value", 1, 1, "type"},
    /* found by normal form, at the right place all the same */
    {"{\"type\":\"integer\",\"minimum\":5,\"maximum\":3}", "sig-empty-range", 1, 1, ""},
};

/* Properties that differ in case, '-' and '_' alone are found as they are spelled,
 * whatever else their types say; how they are is in gen_names. [signature 13] */
Test(json_schema, twins_have_one_spelling_each)
{
    static const bool exact[] = {true, true, true, false, true, true};
    ptc_schema schema;
    const ptc_schema_node *root;

    cr_assert(
        read_schema("{\"properties\":{\"user_id\":{},\"user-id\":{\"type\":[\"null\","
                    "\"string\"]},\"User_ID\":{\"enum\":[1,null]},\"userid\":{},"
                    "\"ID\":{\"type\":\"integer\",\"default\":5},\"id\":{\"properties\":"
                    "{\"id\":{}}}}}",
                    &schema) == PTC_OK);
    root = ptc_schema_root(&schema);
    cr_assert(root->count == sizeof exact / sizeof exact[0]);
    for (uint32_t i = 0; i < root->count; i++)
        cr_expect(((schema.nodes[root->first + i].flags & PTC_NODE_EXACT) != 0) ==
                      exact[i],
                  "%u", i);
    cr_expect(
        (schema.nodes[schema.nodes[root->first + 5].first].flags & PTC_NODE_EXACT) == 0);
}

Test(json_schema, faults_have_code_place_and_pointer)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const refusal *row = &refusals[i];
        const ptc_diag *found = NULL;
        ptc_position position;
        ptc_schema schema;

        cr_expect(read_schema(row->json, &schema) == PTC_ERROR_SYNTAX, "%s", row->json);
        for (size_t k = 0; k < diags.count && found == NULL; k++) {
            if (diags.items[k].severity == PTC_SEVERITY_ERROR)
                found = &diags.items[k];
        }
        cr_expect(found != NULL, "%s: no error", row->json);
        if (found == NULL)
            continue;
        position = ptc_source_position(&source, found->span.start);
        cr_expect_str_eq(ptc_diag_name(found->code), row->code, "%s", row->json);
        cr_expect(position.line == row->line &&
                      (row->column == 0 || position.column == row->column),
                  "%s: at %zu:%zu", row->json, position.line, position.column);
        cr_expect(strstr(test_cstr(found->message), row->in_message) != NULL,
                  "%s: \"%s\"", row->json, test_cstr(found->message));
    }
    ptc_arena_free(&arena);
}

Test(json_schema, all_faults_of_a_document_are_found)
{
    ptc_schema schema;

    cr_expect(
        read_schema("{\"properties\":{\"a\":{\"oneOf\":[]},\"b\":{\"type\":\"x\"},"
                    "\"c\":{\"patern\":\"a\"}},\"required\":[\"d\"],\"multipleOf\":1}",
                    &schema) == PTC_ERROR_SYNTAX);
    cr_expect(diags.errors == 4, "%zu errors", diags.errors);
    ptc_arena_free(&arena);
}

Test(json_schema, descriptions_and_titles_stay)
{
    ptc_schema schema;
    const ptc_schema_node *field;

    cr_assert(read_schema("{\"description\":\"A user\",\"properties\":{\"id\":{\"type\":"
                          "\"integer\",\"description\":\"The key\",\"title\":\"Id\"}}}",
                          &schema) == PTC_OK);
    field = &schema.nodes[ptc_schema_root(&schema)->first];
    cr_expect_str_eq(test_cstr(ptc_schema_root(&schema)->extra->description), "A user");
    cr_expect_str_eq(test_cstr(field->extra->description), "The key");
    cr_expect_str_eq(test_cstr(field->extra->title), "Id");
    ptc_arena_free(&arena);
}

/* Faults by the thousand take time in their number, and are capped. */
Test(json_schema, many_faults, .timeout = 10)
{
    static const struct {
        const char *start;
        const char *middle; /* then a number that counts, then `behind`, many times */
        const char *behind;
        const char *end;
        ptc_diag_code code;
        bool is_read;
    } rows[] = {
        {"{\"type\":\"object\",\"properties\":{\"a\":{}", ",\"p", "\":{\"not\":{}}", "}}",
         PTC_DIAG_JSON_SCHEMA_KEYWORD, false},
        {"{\"type\":[\"string\"", ",\"text", "\"", "]}", PTC_DIAG_JSON_SCHEMA_VALUE,
         false},
        {"{\"type\":\"string\",\"enum\":[\"a\"", ",", "", "]}", PTC_DIAG_LOSS_KEYWORD,
         true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_arena own;
        ptc_schema schema;
        ptc_text text;

        ptc_arena_init(&own, NULL, 0);
        ptc_text_init(&text, &own);
        ptc_text_cstr(&text, rows[i].start);
        for (int64_t n = 0; n < 100000; n++) {
            ptc_text_cstr(&text, rows[i].middle);
            ptc_text_int(&text, n);
            ptc_text_cstr(&text, rows[i].behind);
        }
        ptc_text_cstr(&text, rows[i].end);
        cr_expect((read_schema(text.ptr, &schema) == PTC_OK) == rows[i].is_read,
                  "row: %s", rows[i].start);
        cr_expect(diags.count == 20 && diags.errors + diags.warnings == 100000,
                  "row: %s: %zu stored of %zu", rows[i].start, diags.count,
                  diags.errors + diags.warnings);
        cr_expect(diags.items[0].code == rows[i].code, "row: %s", rows[i].start);
        ptc_arena_free(&own);
    }
    ptc_arena_free(&arena);
}

/* Nesting is bounded by the JSON reader; just below the bound everything works. */
Test(json_schema, deep_schemas)
{
    static const char open[] = "{\"items\":";
    char *text = malloc(600 * sizeof open + 1000);

    for (size_t depth = 500; depth <= 520; depth += 20) {
        ptc_schema schema;
        ptc_status status;
        size_t at = 0;

        for (size_t i = 0; i < depth; i++, at += sizeof open - 1)
            memcpy(text + at, open, sizeof open - 1);
        memcpy(text + at, "{}", 2);
        at += 2;
        memset(text + at, '}', depth);
        text[at + depth] = '\0';
        status = read_schema(text, &schema);
        cr_expect(status == (depth == 500 ? PTC_OK : PTC_ERROR_SYNTAX), "%zu: %s", depth,
                  ptc_status_name(status));
        if (depth == 520)
            cr_expect(diags.count == 1 && diags.items[0].code == PTC_DIAG_JSON_SYNTAX);
    }
    free(text);
    ptc_arena_free(&arena);
}

/* Words by the thousand are one warning, and time in their number. */
Test(json_schema, many_words, .timeout = 10)
{
    ptc_arena own;
    ptc_schema schema;
    ptc_text text;

    ptc_arena_init(&own, NULL, 0);
    ptc_text_init(&text, &own);
    ptc_text_cstr(&text, "{\"type\":\"string\"");
    for (int64_t n = 0; n < 100000; n++) {
        ptc_text_cstr(&text, ",\"x");
        ptc_text_int(&text, n);
        ptc_text_cstr(&text, "\":1");
    }
    ptc_text_cstr(&text, "}");
    cr_expect(read_schema(text.ptr, &schema) == PTC_OK);
    cr_expect(diags.warnings == 1);
    cr_expect(strstr(test_cstr(diags.items[0].message), "\"x7\" and others") != NULL);
    ptc_arena_free(&own);
    ptc_arena_free(&arena);
}

/* Whatever allocation is refused, the answer is an error and nothing breaks. */
Test(json_schema, refused_memory)
{
    static const char text[] =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"default\":"
        "\"5\"},"
        "\"b\":{\"enum\":[\"x\",\"y\",[1]]},\"c\":{\"anyOf\":[{\"$ref\":\"#/$defs/d\"},{"
        "\"type\":\"null\"}]},\"d\":{\"oneOf\":[{\"const\":1},{\"const\":\"a\"}]},\"e\":{"
        "\"type\":\"string\",\"pattern\":\"^a\"}},\"required\":[\"a\"],\"x\":1,\"$defs\":"
        "{"
        "\"d\":{\"$id\":\"x\",\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}}}";
    static unsigned char memory[1 << 17];
    ptc_status status = PTC_ERROR_MEMORY;

    for (size_t size = 0; size < sizeof memory && status == PTC_ERROR_MEMORY;
         size += 128) {
        ptc_contracts read;
        ptc_diags found;
        ptc_arena small;

        ptc_arena_init_memory(&small, memory, size);
        source.name = PTC_STR("test.json");
        source.text = ptc_str_of(text);
        ptc_diags_init(&found, &small);
        status = ptc_contracts_read(&small, &source, NULL, &found, &read);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu bytes: %s: %s",
                  size, ptc_status_name(status),
                  found.count > 0 ? test_cstr(found.items[0].message) : "");
    }
    cr_expect(status == PTC_OK, "128 KiB are enough");
}

/* --- Documents ---------------------------------------------------------------------- */

/* The contracts of a document, one a line, as signatures. */
static const char *contracts_of(const char *text)
{
    ptc_schema schema;
    ptc_text out;

    if (read_schema(text, &schema) != PTC_OK)
        return diags.count > 0 ? test_cstr(diags.items[0].message) : "refused";
    ptc_text_init(&out, &arena);
    for (size_t i = 0; i < contracts.count; i++) {
        ptc_text_cstr(&out, i > 0 ? "\n" : "");
        ptc_text_str(&out, contracts.items[i].name);
        ptc_text_cstr(&out, contracts.items[i].is_type ? " = " : "");
        schema = contracts.items[i].schema;
        if (contracts.items[i].is_type)
            schema.root = ptc_schema_root(&schema)->first + 1;
        ptc_schema_write_signature(&out, &schema, NULL);
    }
    return test_cstr(ptc_text_view(&out));
}

/* Definitions that are used are types, called by key, title or file, each by a name of
 * its own. M454 */
Test(json_schema, definitions_are_named_types)
{
    static const char *const rows[][2] = {
        {"{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/"
         "Foo-Bar[int]\"},\"b\":{"
         "\"$ref\":\"#/definitions/foo_bar_int\"},\"c\":{\"$ref\":\"#/$defs/"
         "map\"},\"d\":{\"$ref\":"
         "\"#/$defs/"
         "2d\"}},\"$defs\":{\"Foo-Bar[int]\":{\"type\":\"integer\"},\"map\":{\"type\":"
         "\"boolean\"},\"2d\":{\"type\":\"null\"},\"unused\":{\"not\":{}}},"
         "\"definitions\":{"
         "\"foo_bar_int\":{\"type\":\"string\"}}}",
         "test = {a :int?, b :string?, c :bool?, d :nil?}\nFoo_Bar_int = :int\n"
         "foo_bar_int_2 = :string\nmap_type = :bool\ntype_2d = :nil"},
        {"{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"},\"all\":{"
         "\"type\":\"array\","
         "\"items\":{\"$ref\":\"#\"}}}}",
         "test = {next :test?, all [:test]?}"},
        {"{\"anyOf\":[{\"$ref\":\"#/anyOf/1\"},{\"title\":\"A "
         "word\",\"type\":\"string\"}]}",
         "test = :string\nA_word = :string"},
        {"{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/"
         "a\",\"default\":3}},"
         "\"$defs\":{\"a\":{\"type\":\"integer\",\"minimum\":1}}}",
         "test = {a :int[1..] = 3}\na = :int[1..]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(contracts_of(rows[i][0]), rows[i][1], "%s: %s", rows[i][0],
                         contracts_of(rows[i][0]));
    source.name = PTC_STR("2 words.json");
    source.text = PTC_STR("{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}");
    cr_expect(ptc_contracts_read(&arena, &source, NULL, &diags, &contracts) == PTC_OK);
    cr_expect_str_eq(test_cstr(contracts.items[0].name), "type_2_words");
    ptc_arena_free(&arena);
}

/* M496 */
Test(json_schema, lists_of_tools_are_functions)
{
    static const char *const rows[][2] = {
        {"{\"tools\":[{\"name\":\"get-x\",\"inputSchema\":{\"type\":\"object\","
         "\"properties\":{\"a\":{"
         "\"$ref\":\"#/$defs/"
         "A\"}},\"required\":[\"a\"],\"$defs\":{\"A\":{\"type\":\"integer\"}}},"
         "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"b\":{\"type\":"
         "\"boolean\"}}}},{"
         "\"name\":\"list\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{"
         "\"$ref\":"
         "\"#/$defs/A\"}},\"$defs\":{\"A\":{\"type\":\"string\"}}}}]}",
         "get-x(a :int) -> {b :bool?}\nlist(a :string?) -> :any\nA = :int\nA_2 = "
         ":string"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"f\","
         "\"inputSchema\":{}}]}}",
         "f() -> :any"},
        {"[{\"type\":\"function\",\"function\":{\"name\":\"add\",\"parameters\":{"
         "\"type\":\"object\","
         "\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"]},\"strict\":"
         "true}}]",
         "add(a :int) -> :any"},
        {"{\"type\":\"function\",\"name\":\"add\",\"parameters\":{\"type\":\"object\","
         "\"properties\":"
         "{\"a\":{}}},\"strict\":true}",
         "add(a :any?) -> :any"},
        {"{\"name\":\"t\",\"input_schema\":{\"$ref\":\"#/definitions/"
         "P\",\"definitions\":{\"P\":{"
         "\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"}}}}}}",
         "t(q :string?) -> :any\nP = {q :string?}"},
        {"{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\",\"schema\":{"
         "\"type\":"
         "\"string\"}}}",
         "answer = :string"},
        {"{\"name\":\"t\",\"input_schema\":{\"type\":\"string\"}}",
         "parameters are the properties of one object, at /input_schema"},
        /* no parameters at all, and those that are null */
        {"{\"type\":\"function\",\"function\":{\"name\":\"now\"}}", "now() -> :any"},
        {"[{\"type\":\"function\",\"name\":\"now\",\"parameters\":null}]",
         "now() -> :any"},
        {"{\"name\":\"t\",\"inputSchema\":{\"type\":[\"object\",\"null\"],"
         "\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"]}}",
         "t(a :string) -> :any"},
        /* what demands something is never passed over */
        {"{\"type\":\"function\",\"name\":\"t\",\"parameters\":false}",
         "the schema of a tool is an object, at /parameters"},
        {"{\"name\":\"t\",\"inputSchema\":{},\"outputSchema\":false}",
         "the schema of a tool is an object, at /outputSchema"},
        {"{\"name\":\"t\",\"inputSchema\":{\"$ref\":\"#/$defs/P\",\"required\":[\"q\"],"
         "\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"q\":{}}}}}}",
         "\"q\" is required, but there is no such property"},
        {"{\"name\":\"t\",\"inputSchema\":{\"$ref\":\"#/$defs/P\",\"minProperties\":1,"
         "\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"q\":{}}}}}}",
         "parameters are the properties of one object, at /inputSchema"},
        {"{\"name\":\"t\",\"inputSchema\":{\"$ref\":\"#/$defs/P\",\"type\":\"object\","
         "\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"q\":{}}}}}}",
         "t(q :any?) -> :any\nP = {q :any?}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(contracts_of(rows[i][0]), rows[i][1], "%s: %s", rows[i][0],
                         contracts_of(rows[i][0]));
    ptc_arena_free(&arena);
}

/* Further arguments are refused where a tool says so. */
Test(json_schema, closed_parameters_stay_closed)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_INPUT,
                                          .boundary = PTC_BOUNDARY_JSON};
    ptc_schema schema;
    ptc_value given;
    ptc_str text = PTC_STR("{\"b\":1}");

    for (int is_closed = 0; is_closed < 2; is_closed++) {
        cr_assert(read_schema(
                      is_closed ? "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\","
                                  "\"properties\":{\"a\":{}},"
                                  "\"additionalProperties\":false}}"
                                : "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\","
                                  "\"properties\":{\"a\":{}}}}",
                      &schema) == PTC_OK);
        schema.root = contracts.items[0].schema.root;
        schema.root = ptc_schema_root(&schema)->first;
        cr_assert(ptc_json_read(&arena, text.ptr, text.len, NULL, &given, NULL, NULL) ==
                  PTC_OK);
        cr_expect((ptc_schema_validate(&schema, &given, &walk, NULL) == PTC_OK) ==
                  !is_closed);
    }
    ptc_arena_free(&arena);
}

/* References by the thousand, and such as name two others each, take time in their
 * number, or are told to be too many. */
Test(json_schema, many_references, .timeout = 30)
{
    static const struct {
        const char *start;
        const char *step; /* %1 is a number, %2 the next one */
        const char *end;
        bool is_read;
    } rows[] = {
        {"{\"$ref\":\"#/$defs/d0\",\"$defs\":{",
         "\"d%1\":{\"anyOf\":[{\"$ref\":\"#/$defs/d%2\"},{\"$ref\":\"#/$defs/d%2\"}]},",
         "\"d1000\":{\"type\":\"string\"}}}", true},
        {"{\"$ref\":\"#/$defs/d0\",\"$defs\":{",
         "\"d%1\":{\"oneOf\":[{\"$ref\":\"#/$defs/d%2\"},{\"$ref\":\"#/$defs/d%2\"}]},",
         "\"d1000\":{\"type\":\"string\"}}}", false},
        {"{\"type\":\"object\",\"properties\":{",
         "\"p%2\":{\"$ref\":\"#/properties/p%1\"},", "\"p0\":{\"type\":\"string\"}}}",
         true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_arena own;
        ptc_schema schema;
        ptc_text text;

        ptc_arena_init(&own, NULL, 0);
        ptc_text_init(&text, &own);
        ptc_text_cstr(&text, rows[i].start);
        for (int64_t n = 0; n < 1000; n++) {
            for (const char *at = rows[i].step; *at != '\0'; at++) {
                if (*at != '%')
                    ptc_text_byte(&text, *at);
                else
                    ptc_text_int(&text, n + (*++at == '2'));
            }
        }
        ptc_text_cstr(&text, rows[i].end);
        cr_expect((read_schema(text.ptr, &schema) == PTC_OK) == rows[i].is_read,
                  "row %zu: %s", i,
                  diags.count > 0 ? test_cstr(diags.items[0].message) : "");
        ptc_arena_free(&own);
    }
    ptc_arena_free(&arena);
}
