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
    {"{\"type\":\"integer\"}", "[:int {:json/integral true}]", NULL},
    {"{\"type\":\"number\"}", ":float", NULL},
    {"{\"type\":\"boolean\"}", ":bool", NULL},
    {"{\"type\":\"null\"}", ":nil", NULL},
    {"{\"type\":\"object\"}", ":map", NULL},
    {"{\"type\":\"object\",\"properties\":{}}", "{}", NULL},
    {"{\"type\":\"array\"}", "[:any]", NULL},
    {"{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}"
     "}",
     "[[[:int {:json/integral true}]]]", NULL},
    {"{\"type\":\"array\",\"items\":true}", "[:any]", NULL},
    /* optional, required, null */
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},"
     "\"b\":{\"type\":\"string\"}},\"required\":[\"a\"]}",
     "[:map [:a [:int {:json/integral true}]] [:b {:optional true :json/null false} "
     ":string]]",
     NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"integer\",\"null\"]}},"
     "\"required\":[\"a\"]}",
     "[:map [:a {:json/required true} [:maybe [:int {:json/integral true}]]]]", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"integer\",\"null\"]},\"b\":"
     "{},"
     "\"c\":{\"type\":\"null\"}},\"required\":[\"c\"]}",
     "{a [:int {:json/integral true}]?, b :any?, c :nil}", NULL},
    /* a type that is referred to says what it takes, and no more */
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/"
     "n\"},\"b\":{\"$ref\":"
     "\"#/$defs/n\"},\"c\":{\"$ref\":\"#/$defs/"
     "i\"}},\"required\":[\"a\"],\"$defs\":{\"n\":{"
     "\"type\":[\"integer\",\"null\"]},\"i\":{\"type\":\"integer\"}}}",
     "[:map [:a {:json/required true} [:maybe [:int {:json/integral true}]]] [:b "
     "{:optional true} [:maybe [:int {:json/integral true}]]] [:c {:optional true "
     ":json/null false} [:int {:json/integral true}]]]",
     NULL},
    {"{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"object\",\"properties\":{\"a\":{\"$"
     "ref\":"
     "\"#\"},\"b\":{\"$ref\":\"#\"}},\"required\":[\"a\"]}]}",
     "[:map [:a {:json/required true} [:maybe :test]] [:b :test]]?", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"anyOf\":[{\"type\":\"integer\"},{"
     "\"type\":"
     "\"null\"}]},\"b\":{\"enum\":[1,null]},\"c\":{\"const\":null}},\"required\":[\"a\","
     "\"b\","
     "\"c\"]}",
     "[:map [:a {:json/required true} [:maybe [:int {:json/integral true}]]] [:b "
     "{:json/required true} [:maybe [:enum {:json/equal true} 1]]] [:c :nil]]",
     NULL},
    /* objects that become one: required by any of them */
    {"{\"allOf\":[{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"integer\","
     "\"null\"]},"
     "\"b\":{\"type\":\"integer\"}}},{\"type\":\"object\",\"properties\":{\"a\":{"
     "\"type\":["
     "\"integer\",\"null\"],\"minimum\":1},\"b\":{\"type\":[\"integer\",\"null\"]}},"
     "\"required\":[\"a\"]}]}",
     "[:map [:a {:json/required true} [:maybe [:and [:int {:json/integral true}] [:>= "
     "1]]]] [:b {:optional true :json/null false} [:int {:json/integral true}]]]",
     NULL},
    {"{\"type\":[\"null\",\"string\"]}", ":string?", NULL},
    {"{\"type\":[\"string\",\"integer\"]}", ":string|[:int {:json/integral true}]", NULL},
    {"{\"type\":[\"string\",\"integer\",\"null\"],\"minimum\":3}",
     ":string|[:and [:int {:json/integral true}] [:>= 3]]?", NULL},
    /* bounds */
    {"{\"type\":\"integer\",\"minimum\":1,\"maximum\":10}",
     "[:and [:int {:json/integral true}] [:>= 1] [:<= 10]]", NULL},
    {"{\"type\":\"integer\",\"minimum\":0.5}",
     "[:and [:int {:json/integral true}] [:>= 1]]", NULL},
    {"{\"type\":\"integer\",\"maximum\":-0.5}",
     "[:and [:int {:json/integral true}] [:<= -1]]", NULL},
    {"{\"type\":\"integer\",\"minimum\":2.0}",
     "[:and [:int {:json/integral true}] [:>= 2]]", NULL},
    {"{\"type\":\"integer\",\"minimum\":-99999999999999999999}",
     "[:int {:json/integral true}]", NULL},
    {"{\"type\":\"number\",\"minimum\":0,\"maximum\":1.5}", ":float[0..1.5]", NULL},
    {"{\"minimum\":0}", "[:and [:>= {:json/others true} 0]]", NULL},
    /* enums */
    {"{\"type\":\"string\",\"enum\":[\"a\",\"b c\"]}", ":enum[\"a\" \"b c\"]", NULL},
    {"{\"enum\":[1,\"a\",2.5]}", "[:enum {:json/equal true} 1 \"a\" 2.5]", NULL},
    {"{\"enum\":[\"a\",null]}", ":enum[\"a\"]?", NULL},
    {"{\"enum\":[null]}", ":nil", NULL},
    {"{\"type\":\"string\",\"const\":5}", "[:not :any]", "loss-keyword"},
    {"{\"enum\":[]}", "[:not :any]", "loss-keyword"},
    {"{\"enum\":[\"a\",\"b\",\"a\"]}", ":enum[\"a\" \"b\"]", NULL},
    {"{\"type\":\"string\",\"enum\":[\"a\",1]}", ":enum[\"a\"]", "loss-keyword"},
    {"{\"type\":\"string\",\"enum\":[\"a\",null]}", ":enum[\"a\"]", "loss-keyword"},
    {"{\"type\":[\"string\",\"null\"],\"enum\":[\"a\"]}", ":enum[\"a\"]", NULL},
    {"{\"type\":[\"string\",\"null\"],\"enum\":[\"a\",null]}", ":enum[\"a\"]?", NULL},
    /* strings */
    {"{\"type\":\"string\",\"format\":\"date-time\"}", ":datetime", NULL},
    {"{\"format\":\"date-time\"}",
     "[:re {:ptc/type :datetime :json/others true} "
     "\"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:"
     "[0-5][0-9](\\\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$\"]",
     NULL},
    {"{\"type\":\"string\",\"format\":\"date\"}", ":date", NULL},
    {"{\"type\":[\"string\",\"null\"],\"format\":\"date\"}", ":date?", NULL},
    {"{\"type\":\"string\",\"format\":\"date\",\"enum\":[\"2024-01-01\",\"x\"]}",
     ":enum[\"2024-01-01\"]", "loss-keyword"},
    {"{\"type\":\"string\",\"format\":\"time\"}", ":string", "loss-format"},
    {"{\"type\":\"string\",\"format\":\"decimal\"}", ":decimal", NULL},
    {"{\"type\":\"string\",\"format\":\"decimal\",\"minimum\":0,"
     "\"exclusiveMaximum\":9.5}",
     ":decimal[>=0 <9.5]", NULL},
    {"{\"type\":\"string\",\"format\":\"decimal\",\"minimum\":1,"
     "\"exclusiveMinimum\":1}",
     ":decimal[>1]", NULL},
    {"{\"type\":\"string\",\"format\":\"decimal\",\"multipleOf\":2}", ":decimal",
     "loss-keyword"},
    {"{\"type\":[\"string\",\"integer\"],\"format\":\"decimal\"}",
     ":string|[:int {:json/integral true}]", "loss-format"},
    {"{\"format\":\"decimal\"}", ":any", "loss-format"},
    {"{\"type\":\"integer\",\"format\":\"int32\"}", "[:int {:json/integral true}]",
     "loss-keyword"},
    {"{\"type\":\"string\",\"minimum\":3}", ":string", "loss-keyword"},
    /* objects */
    {"{\"type\":\"object\",\"additionalProperties\":true}", ":map", NULL},
    {"{\"type\":\"object\",\"additionalProperties\":{}}", ":map", NULL},
    {"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}",
     "[:map-of :string [:int {:json/integral true}]]", NULL},
    {"{\"type\":\"object\",\"additionalProperties\":false}", "[:map {:closed true}]",
     NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},"
     "\"required\":[\"a\"],\"additionalProperties\":false}",
     "[:map {:closed true} [:a [:int {:json/integral true}]]]", NULL},
    {"{\"properties\":{\"a\":{}},\"required\":[\"a\"]}",
     "[:map {:json/others true} [:a :any]]", NULL},
    {"{\"items\":{\"type\":\"string\"}}", "[:vector {:json/others true} :string]", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\\u00f1o\":{\"type\":\"integer\"},"
     "\"x y\":{\"type\":\"string\"}},\"required\":[\"a\\u00f1o\",\"x y\"]}",
     "{\"a\xC3\xB1"
     "o\" [:int {:json/integral true}], \"x y\" :string}",
     NULL},
    /* defaults: fitting ones stay, coercible ones are coerced, null is just optional */
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"default\":5}}}",
     "[:map [:a {:default 5 :json/null false} [:int {:json/integral true}]]]", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"default\":\"5\"}"
     "}}",
     "[:map [:a {:default 5 :json/null false} [:int {:json/integral true}]]]", NULL},
    /* one that is filled from those within it outlives the type that it was checked
     * against */
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"default\":{},"
     "\"properties\":{\"b\":{\"type\":\"integer\",\"default\":5}}}}}",
     "[:map [:a {:default {\"b\" 5} :json/null false} [:map [:b {:default 5 :json/null "
     "false} [:int {:json/integral true}]]]]]",
     NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\",\"default\":"
     "\"false\"}}}",
     "[:map [:a {:default false :json/null false} :boolean]]", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\",\"default\":"
     "\"False\"}}}",
     "[:map [:a {:optional true :json/null false} :boolean]]", "loss-default"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"default\":null}}"
     "}",
     "[:map [:a {:optional true :json/null false} :string]]", NULL},
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
     "[:and [:int {:json/integral true}] [:> 0] [:< 10]]", NULL},
    {"{\"type\":\"number\",\"minimum\":0,\"exclusiveMinimum\":true}", ":float[>0]",
     "json-schema-draft"},
    {"{\"type\":\"number\",\"minimum\":0,\"exclusiveMinimum\":false}", ":float[0..]",
     "json-schema-draft"},
    {"{\"type\":\"number\",\"minimum\":5,\"exclusiveMinimum\":3}", ":float[5..]", NULL},
    {"{\"type\":\"number\",\"minimum\":3,\"exclusiveMinimum\":3}", ":float[>3]", NULL},
    /* lengths, counts, patterns */
    {"{\"type\":\"string\",\"minLength\":1,\"maxLength\":8.0}", ":string[1..8]", NULL},
    {"{\"type\":\"string\",\"pattern\":\"^[a-z]+$\"}", ":string[~\"^[a-z]+$\"]", NULL},
    {"{\"type\":\"string\",\"pattern\":\"^[[&]\\u0041\"}", ":string[~\"^[\\\\[\\\\&]A\"]",
     NULL},
    {"{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":1,\"maxItems\":"
     "3}",
     "[[:int {:json/integral true}]][1..3]", NULL},
    {"{\"type\":\"array\",\"maxItems\":1,\"uniqueItems\":true}", "[:any][..1]", NULL},
    {"{\"type\":\"array\",\"uniqueItems\":true}", "[:vector {:json/distinct true} :any]",
     NULL},
    {"{\"enum\":[1,1.0,true,[1.0],[1]]}", "[:enum {:json/equal true} 1 true [1]]", NULL},
    {"{\"type\":\"integer\",\"const\":2.0}", "[:= {:json/equal true} 2]", NULL},
    {"{\"type\":\"object\",\"properties\":{\"_x\":{\"type\":\"string\"}}}",
     "[:map [:_x {:optional true :json/firewalled false :json/null false} :string]]",
     NULL},
    {"{\"type\":\"array\",\"uniqueItems\":false}", "[:any]", NULL},
    {"{\"type\":\"array\",\"items\":false}", "[:any][..0]", NULL},
    {"{\"type\":\"object\",\"minProperties\":1,\"propertyNames\":{\"maxLength\":3}}",
     "[:map-of {:min 1} [:string {:max 3}] :any]", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},"
     "\"maxProperties\":2}",
     "[:and [:map [:a {:optional true :json/null false} [:int {:json/integral true}]]] "
     "[:map-of {:max 2} :string :any]]",
     NULL},
    /* tuples */
    {"{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"},{\"type\":\"integer\"}],"
     "\"items\":false,\"minItems\":2}",
     "[:tuple :string [:int {:json/integral true}]]", NULL},
    {"{\"type\":\"array\",\"items\":[{\"type\":\"string\"}],\"minItems\":1,\"maxItems\":"
     "1}",
     "[:tuple :string]", "json-schema-draft"},
    {"{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"items\":false}",
     "[:json/items {:max 1} :string :any]", NULL},
    {"{\"type\":\"array\",\"prefixItems\":[{},true]}", "[:any]", NULL},
    /* values */
    {"{\"const\":\"x\"}", "[:= \"x\"]", NULL},
    {"{\"const\":null}", ":nil", NULL},
    {"{\"const\":[1,{\"a\":2}]}", "[:= {:json/equal true} [1 {\"a\" 2}]]", NULL},
    {"{\"enum\":[1,[2],null]}", "[:enum {:json/equal true} 1 [2]]?", NULL},
    {"{\"type\":\"integer\",\"enum\":[1,5],\"minimum\":3}",
     "[:enum {:json/equal true} 5]", "loss-keyword"},
    {"{\"enum\":[1,\"a\"],\"minimum\":1}", "[:enum {:json/equal true} 1 \"a\"]", NULL},
    {"{\"type\":\"string\",\"nullable\":true}", ":string?", NULL},
    {"{\"nullable\":true}", ":any", "loss-keyword"},
    {"{\"type\":[\"integer\",\"number\"]}", ":float", NULL},
    {"false", "[:not :any]", NULL},
    /* some, one, all */
    {"{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", ":string?", NULL},
    {"{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"},false]}",
     ":string|[:int {:json/integral true}]", NULL},
    {"{\"type\":\"number\",\"anyOf\":[{\"minimum\":5},{\"maximum\":1}]}",
     ":float[5..]|:float[..1]", NULL},
    {"{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}",
     ":string|[:int {:json/integral true}]", NULL},
    {"{\"oneOf\":[{\"const\":1},{\"enum\":[2,3]}]}",
     "[:= {:json/equal true} 1]|[:enum {:json/equal true} 2 3]", NULL},
    {"{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"k\":{\"const\":1}},\"required\":"
     "["
     "\"k\"]},{\"type\":\"object\",\"properties\":{\"k\":{\"const\":2}},\"required\":["
     "\"k\"]}"
     "]}",
     "{k [:= {:json/equal true} 1]}|{k [:= {:json/equal true} 2]}", NULL},
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
     "{a [:and [:int {:json/integral true}] [:>= 3] [:<= 9]], b :any?, c :string}", NULL},
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
     "[:map [:a {:json/required true} [:maybe [:or :boolean :double :string [:vector "
     ":any] [:map-of :keyword :any]]]]]",
     NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"anyOf\":[{},{\"type\":\"string\"}]}},"
     "\"required\":[\"a\"]}",
     "{a :any|:string}", "sig-any-in-union"},
    {"{\"$ref\":\"#/components/schemas/a\",\"components\":{\"schemas\":{\"a\":{\"type\":"
     "\"string\"}}}}",
     ":string", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"enum\":[\"x\"],\"default\":\"y\"}}}",
     "[:map [:a {:optional true :json/null false} [:enum \"x\"]]]", "loss-default"},
    {"{\"type\":\"string\",\"default\":\"a\"}", ":string", "loss-default"},
    /* conditions */
    {"{\"type\":\"object\",\"patternProperties\":{\"^x\":{\"type\":\"boolean\"}},"
     "\"properties\":{\"a\":{}},\"additionalProperties\":{\"type\":\"string\"}}",
     "[:and [:map [:a {:optional true} [:maybe :any]]] [:json/keys [:and :string [:re "
     "\"^x\"]] :boolean] [:json/keys [:and :string [:not [:or [:enum \"a\"] [:and "
     ":string [:re \"^x\"]]]]] :string]]",
     NULL},
    {"{\"type\":\"object\",\"patternProperties\":{\"^x\":{\"type\":\"string\"}},"
     "\"additionalProperties\":false}",
     "[:map-of [:and :string [:re \"^x\"]] :string]", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"patternProperties\":{\"^x\":true},"
     "\"additionalProperties\":false}",
     "[:and [:map [:a {:optional true} [:maybe :any]]] [:json/keys [:and :string [:not "
     "[:or [:enum \"a\"] [:and :string [:re \"^x\"]]]]] [:not :any]]]",
     NULL},
    {"{\"type\":\"object\",\"required\":[\"a\"]}", "{a :any}", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":[\"b\"],"
     "\"additionalProperties\":false}",
     "[:map {:closed true} [:a {:optional true} [:maybe :any]] [:b [:not :any]]]", NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":false}}",
     "[:map [:a {:optional true :json/null false} [:not :any]]]", NULL},
    {"{\"type\":\"object\",\"dependentRequired\":{\"a\":[\"b\"]},\"dependentSchemas\":{"
     "\"c\":{\"minProperties\":2}}}",
     "[:and [:map-of :keyword :any] [:json/if [:map [:a :any]] [:map [:b :any]] :any] "
     "[:json/if [:map [:c :any]] [:map-of {:min 2} :string :any] :any]]",
     NULL},
    {"{\"type\":\"number\",\"not\":{\"minimum\":3},\"multipleOf\":0.5}",
     "[:and :double [:json/multiple-of 0.5] [:not [:and :double [:>= 3]]]]", NULL},
    {"{\"type\":\"object\",\"if\":{\"required\":[\"a\"]},\"then\":{\"required\":[\"b\"]}"
     "}",
     "[:and [:map-of :keyword :any] [:json/if [:map [:a :any]] [:map [:b :any]] :any]]",
     NULL},
    {"{\"oneOf\":[{\"type\":\"string\"},{\"minLength\":3}]}",
     "[:json/one-of :string [:string {:min 3 :json/others true}]]", NULL},
    {"{\"type\":\"array\",\"contains\":{\"type\":\"string\"},\"maxContains\":2,"
     "\"uniqueItems\":true}",
     "[:and [:vector {:json/distinct true} :any] [:json/contains {:max 2} :string]]",
     NULL},
    {"{\"type\":\"array\",\"contains\":{\"type\":\"string\"},\"minContains\":0}",
     "[:any]", NULL},
    {"{\"type\":\"array\",\"contains\":{\"type\":\"string\"},\"minContains\":3,"
     "\"maxContains\":2}",
     "[:and [:vector :any] [:not [:vector :any]]]", NULL},
    {"{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"items\":{\"type\":"
     "\"boolean\"}}",
     "[:json/items :string :boolean]", NULL},
    {"{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"items\":false,"
     "\"minItems\":2}",
     "[:not :any]", NULL},
    {"{\"prefixItems\":[{\"type\":\"string\"}],\"items\":false,\"minItems\":2}",
     "[:not [:vector :any]]", NULL},
    {"{\"type\":\"object\",\"allOf\":[{\"properties\":{\"a\":{}}}],\"properties\":{\"b\":"
     "{}},\"unevaluatedProperties\":false}",
     "[:map {:closed true} [:b {:optional true} [:maybe :any]] [:a {:optional true} "
     "[:maybe :any]]]",
     NULL},
    {"{\"type\":\"object\",\"anyOf\":[{\"properties\":{\"a\":{}},\"required\":[\"b\"]},{"
     "\"maxProperties\":3}],\"unevaluatedProperties\":{\"type\":\"string\"}}",
     "[:and [:map-of :keyword :any] [:or [:and [:map [:a {:optional true} [:maybe "
     ":any]]] [:not [:map [:b {:optional true :json/null false} [:not :any]]]]] [:and "
     "[:map-of :keyword :any] [:not [:not [:map-of {:max 3 :json/others true} :string "
     ":any]]]]] [:json/other-keys :string]]",
     NULL},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"unevaluatedProperties\":false}",
     "[:map {:closed true} [:a {:optional true} [:maybe :any]]]", NULL},
    {"{\"type\":\"object\",\"additionalProperties\":true,\"unevaluatedProperties\":"
     "false}",
     "[:and [:map-of :keyword :any] [:json/keys :string :any]]", NULL},
    {"{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"unevaluatedItems\":{"
     "\"type\":\"boolean\"}}",
     "[:json/items :string :boolean]", NULL},
    {"{\"$schema\":\"https://json-schema.org/draft/2019-09/"
     "schema\",\"type\":\"array\",\"allOf\":[{\"contains\":{\"type\":\"string\"}}],"
     "\"unevaluatedItems\":{\"type\":\"boolean\"}}",
     "[:and [:vector {:json/open true} :any] [:vector {:json/open true} :any] [:not "
     "[:json/contains {:min 0 :max 0} :string]] [:json/other-items :boolean]]",
     NULL},
    {"{\"minLength\":2,\"minimum\":3,\"items\":{\"type\":\"string\"}}",
     "[:and [:>= {:json/others true} 3] [:string {:min 2 :json/others true}] [:vector "
     "{:json/others true} :string]]",
     NULL},
    {"{\"type\":\"integer\",\"maximum\":18446744073709551616,\"minimum\":-"
     "9223372036854775809}",
     "[:int {:json/integral true}]", NULL},
    {"{\"type\":\"integer\",\"minimum\":9223372036854775808}",
     "[:and [:int {:json/integral true}] [:not number?]]", NULL},
    {"{\"type\":\"number\",\"maximum\":18446744073709551617}",
     ":float[..1.8446744073709552E19]", NULL},
    {"{\"type\":\"number\",\"exclusiveMaximum\":18446744073709551616}",
     ":float[<1.8446744073709552E19]", NULL},
    {"{\"type\":\"number\",\"exclusiveMaximum\":18446744073709551617}",
     ":float[..1.8446744073709552E19]", NULL},
    {"{\"type\":\"string\",\"pattern\":\"^\\\\p{Letter}\\\\P{gc=Decimal_Number}\\\\cA\"}",
     ":string[~\"^\\\\p{L}\\\\P{Nd}\\\\x01\"]", NULL},
    {"{\"$schema\":\"http://json-schema.org/draft-04/"
     "schema\",\"type\":\"integer\",\"minimum\":0,\"exclusiveMinimum\":true}",
     ":int[>0]", NULL},
    {"{\"$schema\":\"http://json-schema.org/draft-04/"
     "schema#\",\"type\":\"object\",\"const\":1,\"additionalProperties\":false}",
     "[:map {:closed true}]", "loss-word"},
    {"{\"$schema\":\"https://json-schema.org/draft-06/"
     "schema#\",\"if\":{\"type\":\"string\"},\"then\":false,\"type\":\"boolean\"}",
     ":bool", "loss-word"},
    {"{\"$schema\":\"http://json-schema.org/draft-07/"
     "schema#\",\"type\":\"array\",\"items\":[{\"type\":\"string\"}],\"additionalItems\":"
     "{\"type\":\"boolean\"}}",
     "[:json/items :string :boolean]", NULL},
    {"{\"$schema\":\"http://json-schema.org/draft-07/"
     "schema#\",\"type\":\"object\",\"dependencies\":{\"a\":[\"b\"],\"c\":{"
     "\"minProperties\":2}}}",
     "[:and [:map-of :keyword :any] [:json/if [:map [:a :any]] [:map [:b :any]] :any] "
     "[:json/if [:map [:c :any]] [:map-of {:min 2} :string :any] :any]]",
     NULL},
    {"{\"$schema\":\"http://json-schema.org/draft-07/"
     "schema#\",\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}]}",
     "[:any]", "loss-word"},
    {"{\"$schema\":\"https://json-schema.org/draft/2019-09/"
     "schema\",\"type\":\"string\",\"nullable\":true}",
     ":string", "loss-word"},
    {"{\"$schema\":\"https://json-schema.org/draft/2020-12/"
     "schema\",\"type\":\"object\",\"dependencies\":{\"a\":[\"b\"]}}",
     ":map", "loss-word"},
    {"{\"type\":\"object\",\"dependencies\":{\"a\":[\"b\"]}}",
     "[:and [:map-of :keyword :any] [:json/if [:map [:a :any]] [:map [:b :any]] :any]]",
     "json-schema-draft"},
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

Test(json_schema, words_without_effect_have_a_hint)
{
    static const char *const rows[][2] = {
        {"{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"string\","
         "\"nullable\":true}",
         "\"nullable\" is a word of OpenAPI 3.0; write \"type\": [\"string\", \"null\"]"},
        {"{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"maxContains\":2}",
         "the draft that $schema names has no \"maxContains\""},
        {"{\"type\":\"object\",\"propertis\":{}}", "did you mean \"properties\"?"},
        {"{\"type\":\"string\",\"x-owner\":\"me\"}", ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_schema schema;

        cr_assert_eq(read_schema(rows[i][0], &schema), PTC_OK, "%s", rows[i][0]);
        cr_assert_eq(diags.count, (size_t)1, "%s", rows[i][0]);
        cr_expect_str_eq(test_cstr(diags.items[0].hint), rows[i][1]);
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
    {"{\"$schema\":\"https://json-schema.org/draft/2020-12/"
     "schema\",\"type\":\"array\",\"items\":[{}]}",
     "json-schema-value", 1, 0, "/items"},
    {"{\"$schema\":\"http://json-schema.org/draft-04/schema#\",\"not\":true}",
     "json-schema-value", 1, 0, "/not"},
    {"{\"$schema\":\"http://json-schema.org/draft-04/"
     "schema#\",\"type\":\"integer\",\"exclusiveMinimum\":3}",
     "json-schema-value", 1, 0, "/exclusiveMinimum"},
    {"{\"$schema\":\"http://json-schema.org/draft-06/"
     "schema#\",\"type\":\"integer\",\"minimum\":3,\"exclusiveMinimum\":true}",
     "json-schema-value", 1, 0, "/exclusiveMinimum"},
    {"{\"type\":\"integer\",\"multipleOf\":0}", "json-schema-value", 1, 0, "/multipleOf"},
    {"{\"type\":\"number\",\"multipleOf\":18446744073709551616}", "json-schema-value", 1,
     0, "64 bits"},
    {"{\"type\":\"object\",\"patternProperties\":{\"a(?=b)\":{}}}", "json-schema-value",
     1, 0, "/patternProperties"},
    {"{\"type\":\"object\",\"patternProperties\":[]}", "json-schema-value", 1, 0,
     "/patternProperties"},
    {"{\"type\":\"object\",\"dependentRequired\":{\"a\":{}}}", "json-schema-value", 1, 0,
     "/dependentRequired/a"},
    {"{\"type\":\"object\",\"dependentSchemas\":{\"a\":[]}}", "json-schema-value", 1, 0,
     "/dependentSchemas/a"},
    {"{\"type\":\"object\",\"dependentRequired\":{\"a\":[5]}}", "json-schema-value", 1, 0,
     "/dependentRequired/a/0"},
    {"{\"type\":\"array\",\"minContains\":-1,\"contains\":{}}", "json-schema-value", 1, 0,
     "/minContains"},
    {"{\"not\":{\"$ref\":\"#\"}}", "malli-cycle", 1, 0, "nothing in between"},
    {"{\"if\":{\"$ref\":\"#\"},\"then\":{\"type\":\"string\"}}", "malli-cycle", 1, 0,
     "nothing in between"},
    {"{\"dependentSchemas\":{\"a\":{\"$ref\":\"#\"}}}", "malli-cycle", 1, 0,
     "nothing in between"},
    {"{\"type\":\"string\",\"disallow\":[\"string\"]}", "json-schema-keyword", 1, 0,
     "/disallow"},
    {"{\"const\":[18446744073709551616]}", "json-schema-value", 1, 0, "64 bits"},
    {"", "json-syntax", 1, 1, ""},
    {"{\"type\":\"string\",}", "json-syntax", 1, 18, ""},
    {"{\"type\":\"string\",\"type\":\"string\"}", "json-syntax", 1, 18, ""},
    {"[]", "json-schema-value", 1, 1, "object"},
    {"{\"password\":\"x\"}", "json-schema-value", 1, 1, "no word here"},
    {"{\"type\":\"text\"}", "json-schema-value", 1, 9, "/type"},
    {"{\"type\":5}", "json-schema-value", 1, 9, "/type"},
    {"{\"type\":[]}", "json-schema-value", 1, 9, "/type"},
    {"{\"type\":[\"string\",\"string\"]}", "json-schema-value", 1, 19, "/type/1"},
    {"{\"anyOf\":[]}", "json-schema-value", 1, 10, "/anyOf"},
    {"{\"type\":\"object\",\"propertyNames\":{\"type\":\"integer\"}}",
     "json-schema-keyword", 1, 18, "/propertyNames"},
    {"{\"type\":\"object\",\"propertyNames\":{\"enum\":[\"1\",2]}}",
     "json-schema-keyword", 1, 18, "/propertyNames"},
    {"{\"type\":\"array\",\"uniqueItems\":1}", "json-schema-value", 1, 31,
     "/uniqueItems"},
    {"{\"type\":\"string\",\"pattern\":\"a(?=b)\"}", "json-schema-value", 1, 28,
     "/pattern"},
    {"{\"type\":\"string\",\"pattern\":\"\\\\A\"}", "json-schema-value", 1, 28,
     "/pattern"},
    {"{\"type\":\"string\",\"pattern\":\"\\\\P{Alpha}\"}", "json-schema-value", 1, 28,
     "unknown category"},
    {"{\"type\":\"string\",\"pattern\":\"\\\\x{41}\"}", "json-schema-value", 1, 28,
     "/pattern"},
    {"{\"type\":\"string\",\"minLength\":-1}", "json-schema-value", 1, 30, "/minLength"},
    {"{\"$ref\":\"http://json-schema.org/draft-07/schema#\"}", "json-schema-ref", 1, 9,
     "nothing is fetched"},
    {"{\"$ref\":\"#/$defs/a\"}", "json-schema-ref", 1, 9, "refers to nothing"},
    {"{\"$ref\":\"#/~2\"}", "json-schema-ref", 1, 9, "malformed"},
    {"{\"$ref\":\"#\"}", "malli-cycle", 1, 9, "nothing in between"},
    {"{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":"
     "\"#/$defs/a\"}}}",
     "malli-cycle", 1, 0, "nothing in between"},
    {"{\"type\":\"object\",\"properties\":[]}", "json-schema-value", 1, 31,
     "/properties"},
    {"{\"type\":\"object\",\"properties\":{\"a/b\":{\"type\":\"x\"}}}",
     "json-schema-value", 1, 46, "/properties/a~1b/type"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":true}",
     "json-schema-value", 1, 51, "/required"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":[\"a\",\"a\"]}",
     "json-schema-value", 1, 56, "/required/1"},
    {"{\"enum\":[18446744073709551616]}", "json-schema-value", 1, 10, "/enum/0"},
    {"{\"type\":\"integer\",\"minimum\":\"1\"}", "json-schema-value", 1, 29, "/minimum"},
    {"{\"type\":\"string\",\"description\":5}", "json-schema-value", 1, 32,
     "/description"},
    /* found by normal form, at the right place all the same */
    {"{\"type\":\"integer\",\"minimum\":5,\"maximum\":3}", "sig-empty-range", 1, 1, ""},
};

/* Properties are found as they are spelled, whatever else their types say; how those are
 * called in C that differ in case, '-' and '_' alone is in gen_names. [signature 13] */
/* --- Verdicts ----------------------------------------------------------------------- */

typedef struct verdict {
    const char *schema;
    const char *value;
    bool is_valid;
} verdict;

#define OF_7 "{\"$schema\":\"http://json-schema.org/draft-07/schema#\","

static const verdict verdicts[] = {
    /* a name in digits is not an int */
    {"{\"propertyNames\":{\"not\":{\"const\":\"1\"}}}", "{\"1\":0}", false},
    {"{\"propertyNames\":{\"not\":{\"const\":\"1\"}}}", "{\"2\":0}", true},
    {"{\"propertyNames\":{\"anyOf\":[{\"maxLength\":1},{\"not\":{\"pattern\":\"1\"}}]}}",
     "{\"12\":0}", false},
    {"{\"propertyNames\":{\"if\":{\"pattern\":\"^1\"},\"then\":false}}", "{\"1\":0}",
     false},
    {"{\"properties\":{\"1\":{}},\"additionalProperties\":{\"type\":\"string\"}}",
     "{\"1\":0}", true},
    {"{\"patternProperties\":{\"^1\":{}},\"additionalProperties\":false}", "{\"1\":0}",
     true},
    {"{\"properties\":{\"a\":{}},\"patternProperties\":{\"^1\":{}},"
     "\"additionalProperties\":false}",
     "{\"1\":0}", true},
    {"{\"properties\":{\"a\":{}},\"patternProperties\":{\"^1\":{}},"
     "\"additionalProperties\":false}",
     "{\"2\":0}", false},
    /* where no array is possible, other types are as the schema says */
    {"{\"type\":\"array\",\"items\":false,\"minItems\":1}", "5", false},
    {"{\"type\":\"array\",\"items\":false,\"minItems\":1}", "null", false},
    {"{\"type\":\"array\",\"items\":false,\"minItems\":1}", "[]", false},
    {"{\"type\":\"array\",\"items\":false,\"minItems\":1}", "[1]", false},
    {"{\"items\":false,\"minItems\":1}", "5", true},
    {"{\"items\":false,\"minItems\":1}", "[]", false},
    {"{\"type\":[\"array\",\"null\"],\"items\":false,\"minItems\":1}", "null", true},
    {"{\"type\":[\"array\",\"null\"],\"items\":false,\"minItems\":1}", "5", false},
    {"{\"type\":[\"array\",\"string\"],\"items\":false,\"minItems\":1}", "\"x\"", true},
    {"{\"type\":[\"array\",\"string\"],\"items\":false,\"minItems\":1}", "5", false},
    {"{\"type\":\"array\",\"allOf\":[{\"items\":false,\"minItems\":1}]}", "5", false},
    {"{\"type\":\"array\",\"prefixItems\":[true,false],\"minItems\":2}", "[1,2]", false},
    {"{\"type\":\"array\",\"contains\":false}", "5", false},
    {"{\"type\":\"array\",\"contains\":{},\"minContains\":2,\"maxContains\":1}", "5",
     false},
    {"{\"type\":\"array\",\"unevaluatedItems\":false,\"minItems\":1}", "5", false},
    {"{\"type\":\"object\",\"properties\":{\"a\":false},\"required\":[\"a\"]}", "5",
     false},
    {"{\"type\":\"object\",\"additionalProperties\":false,\"minProperties\":1}", "5",
     false},
    {"{\"type\":\"object\",\"propertyNames\":false,\"required\":[\"a\"]}", "{\"a\":1}",
     false},
    {"{\"type\":\"string\",\"enum\":[]}", "5", false},
    {"{\"enum\":[]}", "5", false},
    {"{\"not\":{\"type\":\"array\",\"items\":false,\"minItems\":1}}", "5", true},
    /* what is next to $ref has no effect, so these do not exclude each other */
    {OF_7 "\"definitions\":{\"s\":{\"type\":\"string\"}},\"oneOf\":["
          "{\"$ref\":\"#/definitions/s\",\"const\":\"a\"},"
          "{\"$ref\":\"#/definitions/s\",\"const\":\"b\"}]}",
     "\"a\"", false},
    {OF_7 "\"definitions\":{\"a\":{\"const\":\"a\"}},\"oneOf\":["
          "{\"$ref\":\"#/definitions/a\"},{\"const\":\"b\"}]}",
     "\"a\"", true},
};

Test(json_schema, verdicts_are_those_of_json_schema)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_OUTPUT,
                                          .boundary = PTC_BOUNDARY_JSON};

    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        const verdict *row = &verdicts[i];
        ptc_schema schema;
        ptc_value value;

        if (read_schema(row->schema, &schema) != PTC_OK) {
            cr_expect_fail("%s: %s", row->schema, diags.items[0].message.ptr);
            continue;
        }
        cr_assert(ptc_json_read(&arena, row->value, strlen(row->value), NULL, &value,
                                NULL, NULL) == PTC_OK);
        cr_expect((ptc_schema_validate(&schema, &value, &walk, NULL) == PTC_OK) ==
                      row->is_valid,
                  "%s of %s", row->schema, row->value);
    }
    ptc_arena_free(&arena);
}

Test(json_schema, names_have_one_spelling_each)
{
    static const bool exact[] = {true, true, true, true, true, true};
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
        (schema.nodes[schema.nodes[root->first + 5].first].flags & PTC_NODE_EXACT) != 0);
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

    cr_expect(read_schema("{\"properties\":{\"a\":{\"oneOf\":[]},\"b\":{\"type\":\"x\"},"
                          "\"c\":{\"patern\":\"a\"}},\"required\":[5],\"multipleOf\":0}",
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
        {"{\"type\":\"object\",\"properties\":{\"a\":{}", ",\"p",
         "\":{\"divisibleBy\":1}", "}}", PTC_DIAG_JSON_SCHEMA_KEYWORD, false},
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
        "\"type\":\"string\",\"pattern\":\"^a\"}},\"required\":[\"a\",\"k\"],\"x\":1,"
        "\"patternProperties\":{\"^q\":{\"not\":{}}},"
        "\"dependentRequired\":{\"a\":[\"b\"]},\"unevaluatedItems\":{\"$dynamicRef\":\"x#"
        "d\"},"
        "\"minProperties\":1,\"multipleOf\":2,\"$defs\":"
        "{"
        "\"d\":{\"$id\":\"x\",\"$dynamicAnchor\":\"d\",\"type\":\"array\",\"items\":{\"$"
        "ref\":\"#\"}}}}";
    static unsigned char memory[1 << 18];
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
    cr_expect(status == PTC_OK, "256 KiB are enough");
}

/* --- Documents ---------------------------------------------------------------------- */

/* The contracts of a document, one per line, as signatures. */
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

/* Definitions that are used are types, called by key, title or file, each by its own
 * name. M454 */
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
         "test = [:map [:a {:optional true :json/null false} [:int {:json/integral "
         "true}]] [:b {:optional true :json/null false} :string] [:c {:optional true "
         ":json/null false} :boolean] [:d {:optional true} [:maybe :nil]]]\nFoo_Bar_int "
         "= [:int {:json/integral true}]\nfoo_bar_int_2 = :string\nmap_type = "
         ":bool\ntype_2d = :nil"},
        {"{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"},\"all\":{"
         "\"type\":\"array\","
         "\"items\":{\"$ref\":\"#\"}}}}",
         "test = [:map [:next {:optional true :json/null false} :test] [:all {:optional "
         "true :json/null false} [:vector :test]]]"},
        {"{\"anyOf\":[{\"$ref\":\"#/anyOf/1\"},{\"title\":\"A "
         "word\",\"type\":\"string\"}]}",
         "test = :string\nA_word = :string"},
        {"{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/"
         "a\",\"default\":3}},"
         "\"$defs\":{\"a\":{\"type\":\"integer\",\"minimum\":1}}}",
         "test = [:map [:a {:default 3 :json/null false} [:and [:int {:json/integral "
         "true}] [:>= 1]]]]\na = [:and [:int {:json/integral true}] [:>= 1]]"},
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
         "get-x(a [:int {:json/integral true}]) -> [:map [:b {:optional true :json/null "
         "false} :boolean]]\nlist[:=> [:catn [:a {:optional true :json/null false} "
         ":string]] :any]\nA = [:int {:json/integral true}]\nA_2 = :string"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"f\","
         "\"inputSchema\":{}}]}}",
         "f() -> :any"},
        {"[{\"type\":\"function\",\"function\":{\"name\":\"add\",\"parameters\":{"
         "\"type\":\"object\","
         "\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"]},\"strict\":"
         "true}}]",
         "add(a [:int {:json/integral true}]) -> :any"},
        {"{\"type\":\"function\",\"name\":\"add\",\"parameters\":{\"type\":\"object\","
         "\"properties\":"
         "{\"a\":{}}},\"strict\":true}",
         "add(a :any?) -> :any"},
        {"{\"name\":\"t\",\"input_schema\":{\"$ref\":\"#/definitions/"
         "P\",\"definitions\":{\"P\":{"
         "\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"}}}}}}",
         "t[:=> [:catn [:q {:optional true :json/null false} :string]] :any]\nP = [:map "
         "[:q {:optional true :json/null false} :string]]"},
        {"{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\",\"schema\":{"
         "\"type\":"
         "\"string\"}}}",
         "answer = :string"},
        {"{\"name\":\"t\",\"input_schema\":{\"type\":\"string\"}}",
         "parameters must be the properties of one object, at /input_schema"},
        /* no parameters at all, and those that are null */
        {"{\"type\":\"function\",\"function\":{\"name\":\"now\"}}", "now() -> :any"},
        {"[{\"type\":\"function\",\"name\":\"now\",\"parameters\":null}]",
         "now() -> :any"},
        {"{\"name\":\"t\",\"inputSchema\":{\"type\":[\"object\",\"null\"],"
         "\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"]}}",
         "t(a :string) -> :any"},
        /* what demands something is never skipped */
        {"{\"type\":\"function\",\"name\":\"t\",\"parameters\":false}",
         "the schema of a tool must be an object, at /parameters"},
        {"{\"name\":\"t\",\"inputSchema\":{},\"outputSchema\":false}",
         "the schema of a tool must be an object, at /outputSchema"},
        {"{\"name\":\"t\",\"inputSchema\":{\"$ref\":\"#/$defs/P\",\"required\":[\"q\"],"
         "\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"q\":{}}}}}}",
         "parameters must be the properties of one object, at /inputSchema"},
        {"{\"name\":\"t\",\"inputSchema\":{\"$ref\":\"#/$defs/P\",\"minProperties\":1,"
         "\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"q\":{}}}}}}",
         "parameters must be the properties of one object, at /inputSchema"},
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

/* Conditions on keys see them as the data spell them, and so does who reads the result;
 * what is filled in next to them stays. */
Test(json_schema, other_keys_keep_their_spelling)
{
    static const char text[] =
        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\","
        "\"default\":3}},\"patternProperties\":{\"^x-\":{\"type\":\"string\"}},"
        "\"additionalProperties\":false}";
    static const char *const rows[][2] = {
        {"{\"x-y\":\"s\"}", "{\"n\":3,\"x-y\":\"s\"}"},
        {"{\"x-y\":1}", "x-y: expected string, got int 1"},
        {"{\"x_y\":\"s\"}", "x_y: unexpected field"},
    };
    ptc_walk_options walk = {.struct_size = sizeof walk, .boundary = PTC_BOUNDARY_JSON};
    ptc_schema schema;

    cr_assert(read_schema(text, &schema) == PTC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_report report;
        ptc_value value;
        ptc_text got;

        ptc_report_init(&report, &arena);
        ptc_text_init(&got, &arena);
        cr_assert(ptc_json_read(&arena, rows[i][0], strlen(rows[i][0]), NULL, &value,
                                NULL, NULL) == PTC_OK);
        if (ptc_schema_coerce(&arena, &schema, &value, &walk, &value, &report) == PTC_OK)
            ptc_json_write(&got, &value, 0);
        else
            ptc_report_write_errors(&got, &report, "");
        cr_expect(strstr(test_cstr(ptc_text_view(&got)), rows[i][1]) != NULL, "%s: %s",
                  rows[i][0], test_cstr(ptc_text_view(&got)));
    }
    ptc_arena_free(&arena);
}

/* References by the thousand, and such as name two others each, take time in their
 * number, or are reported to be too many. */
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

/* --- How documents are read --------------------------------------------------------- */

/* The type that a text becomes with these options, as Malli. */
static const char *read_with(const char *text, const ptc_read_options *read)
{
    ptc_contract_options options = {.struct_size = sizeof options, .read = read};
    ptc_schema schema;
    ptc_text out;

    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 0);
    source.name = PTC_STR("test.json");
    source.text = ptc_str_of(text);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    if (ptc_contracts_read(&arena, &source, &options, &diags, &contracts) != PTC_OK)
        return diags.count > 0 ? test_cstr(diags.items[0].message) : "refused";
    schema = contracts.items[0].schema;
    schema.root = ptc_schema_root(&schema)->first + 1;
    ptc_text_init(&out, &arena);
    ptc_schema_write_malli(&out, &schema, NULL);
    return test_cstr(ptc_text_view(&out));
}

/* What keywords say about other values, and whether formats do, is a matter of
 * options. */
Test(json_schema, options_choose_the_reading)
{
    static const ptc_read_options implied = {.struct_size = sizeof implied,
                                             .json_implied_types = true};
    static const ptc_read_options annotated = {.struct_size = sizeof annotated,
                                               .json_annotate_format = true};

    cr_expect_str_eq(read_with("{\"minLength\":2}", NULL),
                     "[:string {:min 2 :json/others true}]");
    cr_expect_str_eq(read_with("{\"minLength\":2}", &implied), "[:string {:min 2}]");
    cr_expect(diags.count == 1 && diags.items[0].code == PTC_DIAG_LOSS_TYPE);
    cr_expect_str_eq(read_with("{\"minLength\":2,\"minItems\":1}", &implied),
                     read_with("{\"minLength\":2,\"minItems\":1}", NULL));
    cr_expect_str_eq(
        read_with("{\"type\":\"string\",\"format\":\"date-time\"}", &annotated),
        ":string");
    cr_expect(diags.count == 1 && diags.items[0].code == PTC_DIAG_LOSS_FORMAT);
    ptc_arena_free(&arena);
}

/* --- Other documents ---------------------------------------------------------------- */

/* Documents by their addresses. */
static const char *const documents[][2] = {
    {"https://a.org/s/name.json",
     "{\"type\":\"string\",\"$defs\":{\"short\":{\"type\":\"string\",\"maxLength\":3},"
     "\"anchored\":{\"$anchor\":\"here\",\"type\":\"boolean\"}}}"},
    {"https://a.org/s/old.json",
     "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"array\","
     "\"items\":[{\"type\":\"string\"}],\"additionalItems\":{\"$ref\":\"name.json\"}}"},
    {"https://a.org/s/called.json",
     "{\"$id\":\"https://b.org/other\",\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":"
     "\"null\"}}}"},
    {"https://a.org/s/bad.json", "{\n\"type\":\"strin\"}"},
    {"https://a.org/s/broken.json", "{"},
    {"https://a.org/s/back.json",
     "{\"type\":\"object\",\"properties\":{\"b\":{\"$ref\":\"root.json#/$defs/r\"}}}"},
};
static ptc_source document_sources[sizeof documents / sizeof *documents];
static unsigned asked;

static const ptc_source *refer(ptc_str address, void *user)
{
    (void)user;
    asked++;
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        if (!ptc_str_equal(address, ptc_str_of(documents[i][0])))
            continue;
        document_sources[i].name = ptc_str_of(documents[i][0]);
        document_sources[i].text = ptc_str_of(documents[i][1]);
        return &document_sources[i];
    }
    return NULL;
}

/* The contracts of a document, or the first fault with the file that it is in. */
static const char *referring(const char *text)
{
    static const ptc_contract_options options = {.struct_size = sizeof options,
                                                 .refer = refer};
    ptc_text out;

    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 0);
    source.name = PTC_STR("test.json");
    source.text = ptc_str_of(text);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    asked = 0;
    ptc_text_init(&out, &arena);
    if (ptc_contracts_read(&arena, &source, &options, &diags, &contracts) != PTC_OK) {
        ptc_diags_write(&out, &diags, PTC_DIAG_STYLE_GNU, false);
        return test_cstr(ptc_text_view(&out));
    }
    for (size_t i = 0; i < contracts.count; i++) {
        ptc_schema schema = contracts.items[i].schema;

        schema.root = ptc_schema_root(&schema)->first + 1;
        ptc_text_cstr(&out, i > 0 ? "\n" : "");
        ptc_text_str(&out, contracts.items[i].name);
        ptc_text_cstr(&out, " = ");
        ptc_schema_write_malli(&out, &schema, NULL);
    }
    return test_cstr(ptc_text_view(&out));
}

#define BASE "\"$id\":\"https://a.org/s/root.json\","

/* Each document keeps its own draft; what it refers to is found from its own address. */
Test(json_schema, references_lead_to_other_documents)
{
    cr_expect_str_eq(referring("{" BASE "\"$ref\":\"name.json\"}"),
                     "test = :string\npart = :string");
    cr_expect_str_eq(
        referring("{" BASE "\"type\":\"array\",\"items\":{\"$ref\":\"name.json#/$defs/"
                  "short\"},\"uniqueItems\":true}"),
        "test = [:vector {:json/distinct true} [:string {:max 3}]]\nshort = [:string "
        "{:max 3}]");
    cr_expect_str_eq(referring("{" BASE "\"$ref\":\"name.json#here\"}"),
                     "test = :boolean\nanchored = :boolean");
    cr_expect_str_eq(referring("{" BASE "\"$ref\":\"old.json\"}"),
                     "test = [:json/items :string :string]\n"
                     "part = [:json/items :string :string]\n"
                     "part_2 = :string");
    cr_expect_str_eq(referring("{" BASE "\"$ref\":\"called.json\"}"),
                     "test = :nil\npart = :nil\na = :nil");
    cr_expect(strstr(referring("{" BASE "\"$ref\":\"back.json\",\"$defs\":{\"r\":{"
                               "\"type\":\"number\"}}}"),
                     "r = :double") != NULL);
    referring("{" BASE "\"anyOf\":[{\"$ref\":\"none.json\"},{\"$ref\":\"none.json#a\"},"
              "{\"$ref\":\"name.json\"},{\"$ref\":\"name.json#here\"}]}");
    cr_expect(asked == 2, "each address is asked for once, not %u times", asked);
    ptc_arena_free(&arena);
}

/* Faults are reported in the file that they are in. */
Test(json_schema, faults_name_the_document)
{
    cr_expect(strstr(referring("{" BASE "\"$ref\":\"bad.json\"}"),
                     "https://a.org/s/bad.json:2:8: error") != NULL,
              "%s", referring("{" BASE "\"$ref\":\"bad.json\"}"));
    cr_expect(strstr(referring("{" BASE "\"$ref\":\"broken.json\"}"),
                     "https://a.org/s/broken.json:1:2: error") != NULL,
              "%s", referring("{" BASE "\"$ref\":\"broken.json\"}"));
    cr_expect(strstr(referring("{" BASE "\"$ref\":\"none.json\"}"),
                     "\"none.json\" is not in this document") != NULL,
              "%s", referring("{" BASE "\"$ref\":\"none.json\"}"));
    cr_expect(strstr(referring("{" BASE "\"$ref\":\"name.json#/$defs/no\"}"),
                     "refers to nothing") != NULL);
    ptc_arena_free(&arena);
}

/* What a dynamic reference leads to depends on the way; a schema is read once for each
 * way that makes a difference. */
Test(json_schema, dynamic_references_depend_on_the_way)
{
    cr_expect_str_eq(
        contracts_of(
            "{\"$id\":\"http://x/m\",\"type\":\"object\",\"properties\":{\"a\":{"
            "\"$ref\":\"numbers\"},\"b\":{\"$ref\":\"texts\"}},\"required\":[\"a\","
            "\"b\"],\"$defs\":{\"series\":{\"$id\":\"series\",\"type\":\"array\","
            "\"items\":{\"$dynamicRef\":\"#of\"},\"$defs\":{\"any\":{"
            "\"$dynamicAnchor\":\"of\"}}},\"numbers\":{\"$id\":\"numbers\",\"$ref\":"
            "\"series\",\"$defs\":{\"n\":{\"$dynamicAnchor\":\"of\",\"type\":"
            "\"number\"}}},\"texts\":{\"$id\":\"texts\",\"$ref\":\"series\",\"$defs\":{"
            "\"t\":{\"$dynamicAnchor\":\"of\",\"type\":\"string\"}}}}}"),
        "test = {a [:float], b [:string]}\nnumbers = [:float]\ntexts = [:string]\n"
        "any_type = :any\nseries = [:float]\nseries_2 = [:string]\nn = :float\n"
        "t = :string");
    ptc_arena_free(&arena);
}

/* Thirty thousand references in a document are read in the memory that reading takes by
 * default. */
Test(json_schema, references_take_little_memory, .timeout = 30)
{
    ptc_arena own;
    ptc_schema schema;
    ptc_text text;

    ptc_arena_init(&own, NULL, 0);
    ptc_text_init(&text, &own);
    ptc_text_cstr(&text, "{\"type\":\"object\",\"properties\":{\"a\":{}");
    for (int64_t n = 0; n < 30000; n++) {
        ptc_text_cstr(&text, ",\"p");
        ptc_text_int(&text, n);
        ptc_text_cstr(&text, "\":{\"$ref\":\"#/$defs/d\"}");
    }
    ptc_text_cstr(&text, "},\"$defs\":{\"d\":{\"minLength\":1}}}");
    cr_expect(read_schema(text.ptr, &schema) == PTC_OK, "%s",
              diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    cr_expect(contracts.count == 2 && ptc_schema_root(&schema)->count == 30001);
    ptc_arena_free(&own);
    ptc_arena_free(&arena);
}
