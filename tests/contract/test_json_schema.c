/* SPDX-License-Identifier: MIT */
/* The JSON Schema reader: what each keyword becomes, and what is refused where. */
#include <criterion/criterion.h>

#include "contract/json_schema/json_schema_int.h"
#include "support.h"

static ptc_arena arena;
static ptc_diags diags;
static ptc_source source;

/* Reads JSON Schema text; the diagnostics stay in `diags`. */
static ptc_status read_schema(const char *text, ptc_schema *out)
{
    ptc_draft draft;
    ptc_draft_ref ref;

    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 0);
    source.name = PTC_STR("test.json");
    source.text = ptc_str_of(text);
    ptc_diags_init(&diags, &arena);
    ptc_draft_init(&draft, &arena, &diags);
    ref = ptc_json_schema_draft(&draft, &source, NULL);
    if (ref == 0)
        return PTC_ERROR_SYNTAX;
    return ptc_draft_finish(&arena, &draft, ref, out);
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
     "{a :int?}", NULL},
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
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\",\"default\":"
     "\"false\"}}}",
     "{a :bool = false}", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\",\"default\":"
     "\"False\"}}}",
     "{a :bool?}", "loss-default"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"default\":null}},"
     "\"required\":[\"a\"]"
     "}",
     "{a :string?}", NULL},
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
        cr_expect_str_eq(signature_of(&schema), row->signature, "%s", row->json);
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
    {"false", "json-schema-value", 1, 1, "object"},
    {"{\"type\":\"text\"}", "json-schema-value", 1, 9, "/type"},
    {"{\"type\":5}", "json-schema-value", 1, 9, "/type"},
    {"{\"type\":[]}", "json-schema-value", 1, 9, "/type"},
    {"{\"type\":[\"string\",\"string\"]}", "json-schema-value", 1, 19, "/type/1"},
    {"{\n  \"type\": \"object\",\n  \"properties\": {\n    \"a\": {\n      \"anyOf\": "
     "[]\n"
     "    }\n  }\n}",
     "json-schema-keyword", 5, 7, "\"anyOf\", at /properties/a/anyOf"},
    {"{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}", "json-schema-keyword", 1, 26,
     "/items/$ref"},
    {"{\"type\":\"array\",\"items\":[{}]}", "json-schema-value", 1, 25, "/items"},
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
    {"{\"enum\":[[1]]}", "json-schema-value", 1, 10, "/enum/0"},
    {"{\"enum\":[{}]}", "json-schema-value", 1, 10, "/enum/0"},
    {"{\"type\":\"array\",\"enum\":[\"a\"]}", "json-schema-value", 1, 24, "/enum"},
    {"{\"type\":\"integer\",\"enum\":[1,5],\"minimum\":3}", "json-schema-value", 1, 42,
     "/minimum"},
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
        cr_expect(position.line == row->line && position.column == row->column,
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
                    "\"c\":{\"patern\":\"a\"}},\"required\":[\"d\"],\"minProperties\":1}",
                    &schema) == PTC_ERROR_SYNTAX);
    cr_expect(diags.errors == 5, "%zu errors", diags.errors);
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
        {"{\"type\":\"string\"", ",\"x", "\":1", "}", PTC_DIAG_JSON_SCHEMA_KEYWORD,
         false},
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

/* Whatever allocation is refused, the answer is an error and nothing breaks. */
Test(json_schema, refused_memory)
{
    static const char text[] = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":"
                               "\"integer\",\"default\":\"5\"},"
                               "\"b\":{\"enum\":[\"x\",\"y\"]},\"c\":{\"anyOf\":[]}},"
                               "\"required\":[\"a\",\"z\"]}";
    static unsigned char memory[1 << 16];
    size_t enough = 0;

    for (size_t size = 0; size < sizeof memory && enough == 0; size += 64) {
        ptc_diags found;
        ptc_draft draft;
        ptc_arena small;

        ptc_arena_init_memory(&small, memory, size);
        source.text = ptc_str_of(text);
        ptc_diags_init(&found, &small);
        ptc_draft_init(&draft, &small, &found);
        cr_expect(ptc_json_schema_draft(&draft, &source, NULL) == 0, "%zu bytes", size);
        if (!small.failed)
            enough = size;
    }
    cr_expect(enough > 0, "64 KiB are enough");
}
