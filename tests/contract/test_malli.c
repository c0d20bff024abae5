/* SPDX-License-Identifier: MIT */
/*
 * Malli text to schemas: each head with its good and bad spellings, every fault with its
 * place. Schemas are compared by their canonical Malli text.
 */
#include "support.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

typedef enum malli_form { MALLI_EDN, MALLI_JSON, MALLI_VALUE } malli_form;

typedef struct malli_case {
    ptc_arena arena;
    ptc_diags diags;
    ptc_source source;
    ptc_schema schema;
    ptc_status status;
} malli_case;

/* The value that EDN text spells. */
static ptc_value case_value(malli_case *test, const char *text)
{
    ptc_source source = {PTC_STR("value.edn"), ptc_str_of(text)};
    ptc_forms forms;
    ptc_value value = ptc_value_nil();
    uint32_t form;

    ptc_forms_init(&forms, &test->arena, &source);
    form = ptc_edn_read_one(&forms, &test->diags);
    cr_assert(form != 0, "value: %s", text);
    cr_assert_eq(ptc_form_to_value(&forms, form, &value, &test->diags), PTC_OK);
    return value;
}

/* Reads a schema; `email` is a registered type. */
static void case_read(malli_case *test, malli_form form, const char *text)
{
    static const ptc_str names[] = {{"email", 5}};
    static const ptc_type_names types = {names, 1};
    ptc_read_options options = {.struct_size = sizeof options, .types = &types};

    ptc_arena_init(&test->arena, NULL, 0);
    ptc_diags_init(&test->diags, &test->arena);
    test->source.name = PTC_STR("test.malli.edn");
    test->source.text = ptc_str_of(text);
    if (form == MALLI_EDN) {
        test->status = ptc_malli_read(&test->arena, &test->source, &options, &test->diags,
                                      &test->schema);
    } else if (form == MALLI_JSON) {
        test->status = ptc_malli_read_json(&test->arena, &test->source, &options,
                                           &test->diags, &test->schema);
    } else {
        ptc_value value = case_value(test, text);

        test->status = ptc_malli_from_value(&test->arena, &value, &options, &test->diags,
                                            &test->schema);
    }
}

static ptc_str case_malli(malli_case *test)
{
    ptc_text text;

    ptc_text_init(&text, &test->arena);
    if (test->status == PTC_OK)
        ptc_schema_write_malli(&text, &test->schema, NULL);
    else
        ptc_text_cstr(&text, ptc_status_name(test->status));
    return ptc_text_view(&text);
}

/* "line:column code", one after the other. */
static ptc_str case_diags(malli_case *test)
{
    ptc_text text;

    ptc_text_init(&text, &test->arena);
    for (size_t i = 0; i < test->diags.count; i++) {
        const ptc_diag *diag = &test->diags.items[i];
        ptc_position at = ptc_source_position(&test->source, diag->span.start);

        ptc_text_cstr(&text, i ? " " : "");
        ptc_text_uint(&text, at.line);
        ptc_text_byte(&text, ':');
        ptc_text_uint(&text, at.column);
        ptc_text_byte(&text, ' ');
        ptc_text_cstr(&text, ptc_diag_name(diag->code));
    }
    return ptc_text_view(&text);
}

#define DECIMAL_PATTERN "\"^[+-]?[0-9]+(\\\\.[0-9]+)?([eE][+-]?[0-9]+)?$\""

Test(malli, reads_every_head)
{
    static const struct {
        const char *text;
        const char *malli; /* NULL: as written */
    } rows[] = {
        /* Scalars: M122 M123 M124 M125 M126 M127 M128 */
        {":string", NULL},
        {"[:string]", ":string"},
        {":int", NULL},
        {":double", NULL},
        {":boolean", NULL},
        {":keyword", NULL},
        {":any", NULL},
        {":nil", NULL},
        {":float", ":double"}, /* M162 */
        {":bool", ":boolean"}, /* M163 */
        {":malli-schema", "[:any {:ptc/type :malli-schema}]"},
        {"[:any {:ptc/type :malli-schema :title \"t\"}]", NULL},
        {"[:re {:ptc/type :date} "
         "\"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$\"]",
         NULL},
        {":decimal", "[:re {:ptc/type :decimal} " DECIMAL_PATTERN "]"},
        {"[:decimal {:min 0 :max 9.99}]",
         "[:and [:re {:ptc/type :decimal} " DECIMAL_PATTERN "] [:>= 0] [:<= 9.99]]"},
        {"[:and {:title \"t\"} [:re {:ptc/type :decimal} " DECIMAL_PATTERN "] [:> 0.1]]",
         NULL},
        {"[:maybe [:and [:re {:ptc/type :decimal} " DECIMAL_PATTERN "] [:< 5]]]", NULL},
        {"[:and [:not= \"0\"] [:re {:ptc/type :decimal :title \"t\"} " DECIMAL_PATTERN
         "] [:< 5] [:json/multiple-of 2]]",
         NULL},
        {"[:string {:min 1 :max 80}]", NULL},
        {"[:string {:min 0}]", "[:string {:min 0}]"},
        {"[:int {:min 0}]", "[:and :int [:>= 0]]"},
        {"[:int {:min -5 :max 5}]", "[:and :int [:>= -5] [:<= 5]]"},
        {"[:double {:max 1.5}]", "[:and :double [:<= 1.5]]"},
        /* Collections: M129 M130 M131 M132 M133 M134 */
        {"[:vector :int]", NULL},
        {"[:vector [:int]]", "[:vector :int]"},
        {"[:vector nil :int]", "[:vector :int]"},
        {"[:sequential :string]", "[:vector :string]"},
        {"[:sequential {:min 1 :max 3} :int]", "[:vector {:min 1 :max 3} :int]"},
        {"[:set :keyword]", NULL},
        {"[:set {:max 3} :int]", NULL},
        {"[:tuple :string :int]", NULL},
        {"[:tuple]", NULL},
        {":tuple", "[:tuple]"},
        {"[:cat :string :int]", "[:tuple :string :int]"}, /* M145 */
        {"[:catn [:a :string] [\"b\" :int]]", "[:tuple :string :int]"},
        {"[:map [:id :int]]", NULL},
        {"[:map]", NULL},
        {":map", "[:map-of :keyword :any]"},
        {"[:map-of :keyword :any]", NULL}, /* M168 */
        {"[:map-of {:min 1} :keyword :any]", NULL},
        {"[:map-of :string :int]", NULL},
        {"[:map {:closed true} [:a :int]]", NULL},
        {"[:map {:closed false} [:a :int]]", "[:map [:a :int]]"},
        /* Entries: M135 M136 M137 M170 */
        {"[:map [:email {:optional true} [:maybe :string]]]", NULL},
        {"[:map [:email {:optional true} :string]]",
         "[:map [:email {:optional true} [:maybe :string]]]"},
        {"[:map [:email [:maybe :string]]]",
         "[:map [:email {:optional true} [:maybe :string]]]"},
        {"[:map [:count {:default 0} :int]]", NULL},
        /* In the form of its type, so that it is the same by the text of a signature. */
        {"[:map [:count {:default #{1 2.5}} [:set :double]]]",
         "[:map [:count {:default #{1.0 2.5}} [:set :double]]]"},
        {"[:map [:a {:default nil} [:maybe :int]]]",
         "[:map [:a {:optional true} [:maybe :int]]]"},
        {"[:map [:a {:default nil :optional true} :int]]",
         "[:map [:a {:optional true} [:maybe :int]]]"},
        {"[:map [:a {:default nil} :any]]", "[:map [:a {:optional true} [:maybe :any]]]"},
        {"[:map [:a {:optional false} :int]]", "[:map [:a :int]]"},
        {"[:map [:a nil :int]]", "[:map [:a :int]]"},
        {"[:map [\"a\" :int]]", "[:map [:a :int]]"},
        {"[:map [\"odd key\" :int] [:\xC3\xA9 :int]]",
         "[:map [\"odd key\" :int] [\"\xC3\xA9\" :int]]"},
        {"[:map [:a {:description \"d\" :title \"t\"} :int]]", NULL},
        {"[:map [:a {:default 5} [:int {:description \"d\"}]]]",
         "[:map [:a {:default 5 :description \"d\"} :int]]"},
        {"[:map [:a {:description \"outer\"} [:int {:description \"inner\"}]]]",
         "[:map [:a {:description \"outer\"} :int]]"},
        /* Composites: M141 M142 M143 M144 */
        {"[:enum \"a\" :b 1 1.5 true]", NULL},
        {"[:enum 1 \"1\" :1 1.0]", NULL},
        {"[:enum {:description \"d\"} \"x\"]", NULL},
        {"[:enum nil nil \"x\"]", "[:maybe [:enum \"x\"]]"},
        {"[:or :string :int]", NULL},
        {"[:or :int]", ":int"},
        {"[:or :int :nil]", "[:maybe :int]"}, /* M178 */
        {"[:orn [:price :double] [:label :string]]", NULL},
        {"[:and :int [:> 0]]", NULL}, /* M179 */
        {"[:and [:map [:a :int]] [:map [:b :int]]]", NULL},
        {"[:maybe :string]", NULL}, /* M169 */
        {"[:maybe [:maybe :int]]", "[:maybe :int]"},
        {"[:maybe {:title \"t\"} [:string {:title \"u\"}]]",
         "[:maybe [:string {:title \"t\"}]]"},
        {"[:not :string]", NULL},
        {"[:= 5]", NULL},
        {"[:= [1 {:a \"b\"}]]", NULL},
        {"[:= {} {:a 1}]", NULL},
        {"[:= nil nil]", ":nil"},
        {"[:not= \"x\"]", NULL},
        /* Comparisons and patterns: M150 M151 M152 M153 M154 */
        {"[:> 5]", NULL},
        {"[:< 5]", NULL},
        {"[:>= 0.5]", NULL},
        {"[:<= -1]", NULL},
        {"[:and :int [:> 0] [:< 100]]", NULL},
        {"[:re \"^[A-Z]\"]", "[:and :string [:re \"^[A-Z]\"]]"},
        {"[:re #\"\\d+\\\"\"]", "[:and :string [:re \"\\\\d+\\\"\"]]"},
        {"[:and :string [:re \"a\"] [:re \"b\"]]", NULL},
        /* Predicates */
        {"string?", ":string"},
        {"[int?]", ":int"},
        {"[int? {:title \"t\"}]", "[:int {:title \"t\"}]"},
        {"integer?", ":int"},
        {"float?", ":double"},
        {"double?", ":double"},
        {"number?", NULL},
        {"boolean?", ":boolean"},
        {"keyword?", ":keyword"},
        {"nil?", ":nil"},
        {"map?", "[:map-of :keyword :any]"},
        {"vector?", "[:vector :any]"},
        {"any?", ":any"},
        {"some?", "[:not :nil]"},
        {"pos-int?", "[:and :int [:> 0]]"},
        {"nat-int?", "[:and :int [:>= 0]]"},
        {"neg-int?", "[:and :int [:< 0]]"},
        /* Dispatch: M158 */
        {"[:multi {:dispatch :t} [\"a\" [:map [:t :string]]] [1 :any]]", NULL},
        {"[:multi {:dispatch \"t\"} [:a :map] [:malli.core/default :any]]",
         "[:multi {:dispatch :t} [:a [:map-of :keyword :any]] [:malli.core/default "
         ":any]]"},
        /* Registries: M156 M157 M191 */
        {"[:schema :int]", ":int"},
        {"[:schema {:registry {\"node\" [:map [:v :int] [:next {:optional true} [:maybe "
         "[:ref "
         "\"node\"]]]]}} [:ref \"node\"]]",
         NULL},
        {"[:schema {:registry {:a/b :int \"l\" [:vector :a/b] s :string}} [:tuple :a/b "
         "\"l\" s "
         "[:ref :a/b]]]",
         "[:schema {:registry {\"a/b\" :int \"l\" [:vector [:ref \"a/b\"]] \"s\" "
         ":string}} "
         "[:tuple [:ref \"a/b\"] [:ref \"l\"] [:ref \"s\"] [:ref \"a/b\"]]]"},
        {"[:map {:registry {::n [:maybe [:map [:v ::n]]]}} [:x ::n]]",
         "[:schema {:registry {\":n\" [:maybe [:map [:v [:ref \":n\"]]]]}} [:map [:x "
         "[:ref "
         "\":n\"]]]]"},
        {"[:schema {:registry {\"x\" [:vector \"x\"]}} \"x\"]",
         "[:schema {:registry {\"x\" [:vector [:ref \"x\"]]}} [:ref \"x\"]]"},
        {"[:schema {:registry {\"a\" \"b\" \"b\" :int}} \"a\"]",
         "[:schema {:registry {\"a\" [:ref \"b\"] \"b\" :int}} [:ref \"a\"]]"},
        {"[:schema {:registry {\"a\" [:schema {:registry {\"a\" :int}} [:vector "
         "\"a\"]]}} "
         "[:tuple \"a\"]]",
         "[:schema {:registry {\"a\" [:schema {:registry {\"a\" :int}} [:vector [:ref "
         "\"a\"]]]}} "
         "[:tuple [:ref \"a\"]]]"},
        /* Registered types: M160 M193 */
        {":email", "[:fn :email]"},
        {"[:fn :email]", NULL},
        {"[:fn email]", "[:fn :email]"},
        {"[:fn \"email\"]", "[:fn :email]"},
        /* Functions: M146 M147 M148 M177 */
        {"[:=> [:cat :string] :int]", NULL},
        {"[:=> [:cat :string :int] [:map [:result :boolean]]]", NULL},
        {"[:=> [:cat] [:map [:timestamp :string]]]", NULL},
        {"[:=> :cat :int]", "[:=> [:cat] :int]"},
        {"[:=> [:cat [:string] [:int]] :any]", "[:=> [:cat :string :int] :any]"},
        /* What only JSON Schema says: M650 M651 */
        {"[:json/multiple-of 0.5]", NULL},
        {"[:json/multiple-of {:json/others true :title \"t\"} 7]", NULL},
        {"[:json/multiple-of 7.0]", "[:json/multiple-of 7]"},
        {"[:json/one-of :int :string]", NULL},
        {"[:json/one-of {:description \"d\"} :int :string]", NULL},
        {"[:json/one-of :int]", ":int"},
        {"[:json/if :int [:> 5] :any]", NULL},
        {"[:json/items :int]", NULL},
        {"[:json/items {:min 1 :max 3 :json/open true :json/others true} :int :any]",
         NULL},
        {"[:json/items {:json/open false} :int :any]", "[:json/items :int :any]"},
        {"[:json/contains :int]", NULL},
        {"[:json/contains {:min 1 :max 2} :int]", "[:json/contains {:max 2} :int]"},
        {"[:json/contains {:min 0} :int]", NULL},
        {"[:json/contains {:min 2 :json/others true} :int]", NULL},
        {"[:json/keys [:enum \"a\"] :int]", NULL},
        {"[:json/keys {:json/others true} :string [:not :any]]", NULL},
        {"[:vector {:json/open true} :any]", NULL},
        {"[:sequential {:max 2 :json/open true} :any]",
         "[:vector {:max 2 :json/open true} :any]"},
        {"[:and [:map [:a :int]] [:json/other-keys :int]]", NULL},
        {"[:and [:vector :any] [:json/other-items {:json/others true} :int]]",
         "[:and [:vector :any] [:json/other-items :int]]"},
        {"[:and :any [:vector :any] [:json/other-items :int]]",
         "[:and [:vector :any] [:json/other-items :int]]"},
        {"[:and [:map [:a :int]] [:and [:map] [:json/other-keys :int]]]", NULL},
        {"[:json/other-keys :int]", "[:json/keys :any :int]"},
        {"[:json/other-items :int]", "[:json/items :int]"},
        /* Text */
        {" #_x [:map ; c\n #_[:z] ^:m [:a,:int]]", "[:map [:a :int]]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *wanted = rows[i].malli ? rows[i].malli : rows[i].text;
        malli_case test;
        ptc_str found;

        case_read(&test, MALLI_EDN, rows[i].text);
        found = case_malli(&test);
        cr_expect(ptc_str_equal(found, ptc_str_of(wanted)), "row: %s gave %s %s",
                  rows[i].text, test_cstr(found), test_cstr(case_diags(&test)));
        cr_expect_eq(test.diags.count, 0, "row: %s", rows[i].text);
        ptc_arena_free(&test.arena);
    }
}

Test(malli, marks_a_datetime)
{
    static const struct {
        const char *text;
        ptc_type type;
    } rows[] = {{":datetime", PTC_TYPE_DATETIME},
                {"[:re {:ptc/type :datetime} \"any\"]", PTC_TYPE_DATETIME},
                {"[:re {:ptc/type \"datetime\"} #\"[\"]", PTC_TYPE_DATETIME},
                {":date", PTC_TYPE_DATE},
                {"[:re {:ptc/type :date} \"any\"]", PTC_TYPE_DATE},
                {"[:decimal]", PTC_TYPE_DECIMAL},
                {"[:re {:ptc/type \"decimal\"} #\"[\"]", PTC_TYPE_DECIMAL}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        malli_case test;

        case_read(&test, MALLI_EDN, rows[i].text);
        cr_assert_eq(test.status, PTC_OK, "row: %s", rows[i].text);
        cr_expect_eq(ptc_schema_root(&test.schema)->type, rows[i].type, "row: %s",
                     rows[i].text);
        ptc_arena_free(&test.arena);
    }
}

/* M149: names of parameters. */
Test(malli, names_parameters)
{
    static const struct {
        const char *text;
        const char *names;
        bool is_named;
    } rows[] = {
        {"[:=> [:cat] :int]", "", false},
        {"[:=> [:cat :int :string] :int]", "arg1 arg2 ", false},
        {"[:=> [:cat :int [:string {:name \"q\"}]] :int]", "arg1 q ", true},
        {"[:=> [:cat [:map {:name :user} [:id :int]]] :int]", "user ", true},
        {"[:=> [:cat [:maybe {:name \"q\"} :int]] :int]", "q ", true},
        {"[:=> [:catn [:a-b :int] [\"c\" {:optional true} :int]] :int]", "a-b c ", true},
        {"[:=> [:catn] :int]", "", false},
        {"[:schema {:registry {\"s\" :int}} [:=> [:cat \"s\" [:schema {:name \"x\"} "
         "\"s\"]] "
         "\"s\"]]",
         "arg1 x ", true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_schema_node *root;
        const ptc_schema_node *inputs;
        malli_case test;
        ptc_text names;

        case_read(&test, MALLI_EDN, rows[i].text);
        cr_assert_eq(test.status, PTC_OK, "row: %s", rows[i].text);
        root = ptc_schema_root(&test.schema);
        cr_assert_eq(root->type, PTC_TYPE_FUNCTION, "row: %s", rows[i].text);
        cr_expect_eq((root->flags & PTC_NODE_NAMED) != 0, rows[i].is_named, "row: %s",
                     rows[i].text);
        inputs = &test.schema.nodes[root->first];
        cr_expect_eq(inputs->type, PTC_TYPE_MAP);
        ptc_text_init(&names, &test.arena);
        for (uint32_t k = 0; k < inputs->count; k++) {
            ptc_text_str(&names, test.schema.nodes[inputs->first + k].name);
            ptc_text_byte(&names, ' ');
        }
        cr_expect(ptc_str_equal(ptc_text_view(&names), ptc_str_of(rows[i].names)),
                  "row: %s gave %s", rows[i].text, test_cstr(ptc_text_view(&names)));
        ptc_arena_free(&test.arena);
    }
}

/* Registries around a function go around its parts, so that it stays the root. */
Test(malli, keeps_a_function_outermost)
{
    malli_case test;
    ptc_str found;

    case_read(&test, MALLI_EDN,
              "[:schema {:registry {\"a\" :int}} [:schema {:registry {\"b\" \"a\"}} [:=> "
              "{:registry "
              "{\"c\" :string}} [:cat \"b\" :any] [:vector \"c\"]]]]");
    found = case_malli(&test);
    cr_expect(
        ptc_str_equal(
            found,
            PTC_STR(
                "[:=> [:cat [:schema {:registry {\"a\" :int}} [:schema {:registry {\"b\" "
                "[:ref \"a\"]}} [:schema {:registry {\"c\" :string}} [:ref \"b\"]]]] "
                "[:schema {:registry {\"a\" :int}} [:schema {:registry {\"b\" [:ref "
                "\"a\"]}} "
                "[:schema {:registry {\"c\" :string}} :any]]]] [:schema {:registry "
                "{\"a\" "
                ":int}} [:schema {:registry {\"b\" [:ref \"a\"]}} [:schema {:registry "
                "{\"c\" "
                ":string}} [:vector [:ref \"c\"]]]]]]")),
        "%s", test_cstr(found));
    ptc_arena_free(&test.arena);
}

Test(malli, reports_faults_with_their_place)
{
    static const struct {
        const char *text;
        const char *diags;
    } rows[] = {
        {":strng", "1:1 malli-unknown"},
        {":Int", "1:1 malli-unknown"},
        {":string?", "1:1 malli-unknown"},
        {"string", "1:1 malli-unknown"},
        {"\"int\"", "1:1 malli-ref"},
        {":a/b", "1:1 malli-ref"},
        {"::n", "1:1 malli-ref"},
        {"[:string?]", "1:2 malli-unknown"},
        {"[:uuid]", "1:2 malli-unknown"},
        {"[:some 1]", "1:2 malli-unknown"},
        {"[:merge [:map] [:map]]", "1:2 malli-unknown"},
        {"[:* :int]", "1:2 malli-unknown"},
        {"nil", "1:1 malli-syntax"},
        {"[nil]", "1:2 malli-syntax"},
        {"42", "1:1 malli-syntax"},
        {"[]", "1:1 malli-syntax"},
        {"[[:int]]", "1:2 malli-syntax"},
        {"(:int)", "1:1 malli-syntax"},
        {"{:a :int}", "1:1 malli-syntax"},
        {"#{:int}", "1:1 malli-syntax"},
        {"true", "1:1 malli-syntax"},
        {"#\"re\"", "1:1 malli-syntax"},
        {"[:vector]", "1:1 malli-arity"},
        {":vector", "1:1 malli-arity"},
        {"[:vector :int :string]", "1:15 malli-arity"},
        {"[:vector {:min 1}]", "1:1 malli-arity"},
        {"[:set]", "1:1 malli-arity"},
        {"[:map-of :string]", "1:1 malli-arity"},
        {"[:map-of :string :int :int]", "1:23 malli-arity"},
        {"[:maybe]", "1:1 malli-arity"},
        {"[:enum]", "1:1 malli-arity"},
        {"[:or]", "1:1 malli-arity"},
        {"[:and]", "1:1 malli-arity"},
        {"[:not :int :int]", "1:12 malli-arity"},
        {"[:= 1 2]", "1:7 malli-arity"},
        {"[:=]", "1:1 malli-arity"},
        {"[:= {:a 1}]", "1:1 malli-arity"},
        {"[:>]", "1:1 malli-arity"},
        {"[:> 1 2]", "1:7 malli-arity"},
        {"[:> \"a\"]", "1:5 malli-syntax"},
        {"[:> ##NaN]", "1:5 malli-syntax"},
        {"[:< ##Inf]", "1:5 malli-syntax"},
        {"[:>= 9223372036854775808]", "1:6 malli-syntax"},
        {"[:int :int]", "1:7 malli-arity"},
        {"[:any 1]", "1:7 malli-arity"},
        {"[:nil 1]", "1:7 malli-arity"},
        {"[int? 1]", "1:7 malli-arity"},
        {"[:json/multiple-of]", "1:1 malli-arity"},
        {"[:json/multiple-of 0]", "1:20 malli-syntax"},
        {"[:json/multiple-of -1.5]", "1:20 malli-syntax"},
        {"[:json/multiple-of \"a\"]", "1:20 malli-syntax"},
        {"[:json/multiple-of ##Inf]", "1:20 malli-syntax"},
        {"[:json/one-of]", "1:1 malli-arity"},
        {"[:json/if :int :int]", "1:1 malli-arity"},
        {"[:json/if :int :int :int :int]", "1:26 malli-arity"},
        {"[:json/items]", "1:1 malli-arity"},
        {"[:json/items {:json/open 1} :any]", "1:26 malli-property"},
        {"[:json/contains]", "1:1 malli-arity"},
        {"[:json/contains {:min 3 :max 2} :int]", "1:1 malli-range"},
        {"[:json/contains {:max 0} :int]", "1:1 malli-range"},
        {"[:json/keys :int]", "1:1 malli-arity"},
        {"[:json/other-keys]", "1:1 malli-arity"},
        {"[:json/other-items :int :int]", "1:25 malli-arity"},
        {"[:schema {:registry {\"a\" [:json/one-of \"a\" :int]}} \"a\"]",
         "1:40 malli-cycle"},
        {"[:schema {:registry {\"a\" [:json/if :int :int \"a\"]}} \"a\"]",
         "1:46 malli-cycle"},
        {"[:re]", "1:1 malli-arity"},
        {"[:re 5]", "1:6 malli-syntax"},
        {"[:re \"[\"]", "1:7 malli-regex"},
        {"[:re \"é\\\\d([\"]", "1:12 malli-regex"},
        {"[:re #\"a\\\"(b\"]", "1:11 malli-regex"},
        {"[:re \"a\" \"b\"]", "1:10 malli-arity"},
        {"[:re {:ptc/type :day} \"a\"]", "1:17 malli-property"},
        {"[:re {:ptc/type :decimal :json/others true} \"a\"]", "1:39 malli-property"},
        {"[:decimal {:min \"0\"}]", "1:17 malli-property"},
        {"[:and :decimal [:> 5] [:< 5.0]]", "1:1 malli-range"},
        {"[:re \"(?=a)\"]", "1:7 malli-regex"},
        {"[:ref]", "1:1 malli-arity"},
        {"[:ref \"x\"]", "1:7 malli-ref"},
        {"[:ref 5]", "1:7 malli-ref"},
        {"[:fn :nope]", "1:6 malli-unknown"},
        {"[:fn (fn [x] x)]", "1:6 malli-syntax"},
        {"[:map :a :int]", "1:7 malli-entry 1:10 malli-entry"},
        {"[:map [:a]]", "1:7 malli-entry"},
        {"[:map [:a {:optional true}]]", "1:7 malli-entry"},
        {"[:map [:a nil]]", "1:7 malli-entry"},
        {"[:map [:a :int :int]]", "1:16 malli-entry"},
        {"[:map [:a {} :int :int]]", "1:19 malli-entry"},
        {"[:map [[1] :int]]", "1:8 malli-entry"},
        {"[:map [1 :int]]", "1:8 malli-entry"},
        {"[:map [sym :int]]", "1:8 malli-entry"},
        {"[:map [:a :strng] [:b :intt]]", "1:11 malli-unknown 1:23 malli-unknown"},
        {"[:map [:a :int] [:b :int] [:a :string]]", "1:28 malli-duplicate"},
        {"[:map [:a-b :int] [\"a_b\" :int]]", "1:20 malli-duplicate"},
        {"[:map {:closed \"yes\"} [:a :int]]", "1:16 malli-property"},
        {"[:map {:closed nil}]", "1:16 malli-property"},
        {"[:map [:a {:optional nil} :int]]", "1:22 malli-property"},
        {"[:map [:a {:optional \"yes\"} :int]]", "1:22 malli-property"},
        /* [validation 5.5] */
        {"[:map [:a {:json/null false} :int]]", "1:23 malli-property"},
        {"[:map [:a {:optional true :json/null 0} :int]]", "1:38 malli-property"},
        {"[:map [:a {:json/required true :optional true} :int]]", "1:27 malli-property"},
        {"[:map [:a {:json/required true :default 1} :int]]", "1:27 malli-property"},
        {"[:map {:description 5}]", "1:21 malli-property"},
        {"[:int {:min 1 :min 2}]", "1:15 edn-duplicate"},
        {"[:int {:x 1 :x 2}]",
         "1:8 malli-unknown-property 1:13 malli-unknown-property 1:13 edn-duplicate"},
        {"[:int {:min \"1\"}]", "1:13 malli-property"},
        {"[:int {:min ##NaN}]", "1:13 malli-property"},
        {"[:int {:min 5 :max 1}]", "1:1 malli-range"},
        {"[:string {:min -1}]", "1:16 malli-property"},
        {"[:string {:max 1.5}]", "1:16 malli-property"},
        {"[:string {:min 5, :max 2}]", "1:1 malli-range"},
        {"[:vector {:min 3, :max 1} :int]", "1:1 malli-range"},
        {"[:and :int [:> 3] [:< 4]]", "1:1 malli-range"},
        {"[:map [:malli.core/default :any]]", "1:8 malli-unknown"},
        {"[:enum 1 1]", "1:10 malli-duplicate"},
        {"[:enum \"a\" :a \"a\"]", "1:15 malli-duplicate"},
        {"[:enum 1 [2]]", "1:10 malli-syntax"},
        {"[:enum 9223372036854775808]", "1:8 malli-syntax"},
        {"[:enum ##NaN]", "1:8 malli-syntax"},
        {"[:=> :int :int]", "1:6 malli-syntax"},
        {"[:=> [:cat :int]]", "1:1 malli-arity"},
        {"[:=>]", "1:1 malli-arity"},
        {"[:=> [:cat :int] :int :int]", "1:23 malli-arity"},
        {"[:=> [:tuple :int] :int]", "1:6 malli-syntax"},
        {"[:=> [:cat [:int {:name \"a\"}] [:int {:name \"a\"}]] :int]",
         "1:44 malli-duplicate"},
        {"[:=> [:cat :int [:int {:name \"arg1\"}]] :int]", "1:30 malli-duplicate"},
        {"[:=> [:cat [:int {:name 5}]] :int]", "1:25 malli-entry"},
        {"[:=> [:catn [:a-b :int] [:a_b :int]] :int]", "1:26 malli-duplicate"},
        {"[:=> [:catn :int] :int]", "1:13 malli-entry"},
        {"[:vector [:=> [:cat] :int]]", "1:10 malli-syntax"},
        {"[:maybe [:=> [:cat] :int]]", "1:9 malli-syntax"},
        {"[:=> [:cat] [:=> [:cat] :int]]", "1:13 malli-syntax"},
        {"[:orn :int]", "1:7 malli-entry"},
        {"[:orn [:a :int] [:a :string]]", "1:18 malli-duplicate"},
        {"[:catn :int]", "1:8 malli-entry"},
        {"[:multi [\"a\" :int]]", "1:1 malli-property"},
        {"[:multi {:dispatch :type}]", "1:1 malli-arity"},
        {"[:multi {:dispatch 5} [1 :int]]", "1:20 malli-property"},
        {"[:multi {:dispatch first} [1 :int]]", "1:20 malli-property"},
        {"[:multi {:dispatch :type} [\"a\" :int] [\"a\" :string]]",
         "1:39 malli-duplicate"},
        {"[:multi {:dispatch :type} [:map]]", "1:27 malli-entry"},
        {"[:schema {:registry {}} \"x\"]", "1:25 malli-ref"},
        {"[:schema {:registry {\"x\" [:ref \"y\"]}} \"x\"]", "1:32 malli-ref"},
        {"[:schema {:registry {\"x\" :strng}} \"x\"]", "1:26 malli-unknown"},
        {"[:schema {:registry {\"x\" [:ref \"x\"]}} \"x\"]", "1:26 malli-cycle"},
        {"[:schema {:registry {\"x\" [:or :int [:maybe \"y\"]] \"y\" [:and \"x\" :int]}} "
         "\"x\"]",
         "1:60 malli-cycle"},
        {"[:schema {:registry {\"x\" [:not \"x\"]}} :int]", "1:32 malli-cycle"},
        {"[:schema {:registry {\"x\" [:multi {:dispatch :k} [1 \"x\"]]}} \"x\"]",
         "1:52 malli-cycle"},
        {"[:schema {:registry {\"x\" [:schema {:registry {\"y\" \"x\"}} \"y\"]}} \"x\"]",
         "1:51 malli-cycle"},
        {"[:schema {:registry []} :int]", "1:21 malli-property"},
        {"[:schema {:registry {1 :int}} :int]", "1:22 malli-entry"},
        {"[:schema {:registry {:int :string}} :int]", "1:22 malli-duplicate"},
        {"[:schema {:registry {\"a\" :int :a :string}} \"a\"]", "1:31 malli-duplicate"},
        {"[:schema {:registry {\"node\" :int}} \"nod\"]", "1:36 malli-ref"},
        {"[:schema {:registry {\"a\" :int}} [\"a\" 5]]", "1:38 malli-arity"},
        {"[:tuple [:schema {:registry {\"a\" :int}} \"a\"] \"a\"]", "1:46 malli-ref"},
        {"[:vector", "1:1 edn-unclosed"},
        {"[:map [:a :int] :b]]", "1:20 edn-syntax"},
        {"", "1:1 edn-syntax"},
        {":int :int", "1:6 edn-syntax"},
        {"[:int | :string]", "1:7 edn-syntax"},
        {"[:map\n  [:a :strng]\n  [:b [:re \"x[\"]]]",
         "2:7 malli-unknown 3:14 malli-regex"},
        {"[:vector {:registry {\"a\" :int}} \"b\"]", "1:33 malli-ref"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        malli_case test;
        ptc_str found;

        case_read(&test, MALLI_EDN, rows[i].text);
        found = case_diags(&test);
        cr_expect(ptc_str_equal(found, ptc_str_of(rows[i].diags)), "row: %s gave %s",
                  rows[i].text, test_cstr(found));
        cr_expect_eq(test.status, PTC_ERROR_SYNTAX, "row: %s", rows[i].text);
        ptc_arena_free(&test.arena);
    }
}

Test(malli, warns_of_what_has_no_effect)
{
    static const struct {
        const char *text;
        const char *diags;
        const char *malli;
    } rows[] = {
        {"[:int {:gen/min 0}]", "1:8 malli-unknown-property", "[:int {:gen/min 0}]"},
        {"[:keyword {:min 1}]", "1:12 malli-unknown-property", "[:keyword {:min 1}]"},
        {"[:map [:a {:error/message \"x\"} [:int {:b 2}]]]",
         "1:12 malli-unknown-property 1:39 malli-unknown-property",
         "[:map [:a {:error/message \"x\" :b 2} :int]]"},
        {"[:map [:a {:x 1} [:int {:x 2}]]]",
         "1:12 malli-unknown-property 1:25 malli-unknown-property",
         "[:map [:a {:x 1} :int]]"},
        {"[:map [:a [:int {:default 5}]]]", "1:27 malli-unknown-property",
         "[:map [:a :int]]"},
        {"[:vector [:int {:default 5}]]", "1:17 malli-unknown-property",
         "[:vector [:int {:default 5}]]"},
        {"[:map {:foo {:bar [1]}}]", "1:8 malli-unknown-property",
         "[:map {:foo {:bar [1]}}]"},
        {"[:enum nil \"x\"]", "1:8 malli-nil-first", "[:maybe [:enum \"x\"]]"},
        {"[:= nil]", "1:5 malli-nil-first", ":nil"},
        {"[:or nil :int]", "1:6 malli-nil-first", ":int"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        malli_case test;
        ptc_str found;

        case_read(&test, MALLI_EDN, rows[i].text);
        found = case_diags(&test);
        cr_expect(ptc_str_equal(found, ptc_str_of(rows[i].diags)), "row: %s gave %s",
                  rows[i].text, test_cstr(found));
        found = case_malli(&test);
        cr_expect(ptc_str_equal(found, ptc_str_of(rows[i].malli)), "row: %s gave %s",
                  rows[i].text, test_cstr(found));
        ptc_arena_free(&test.arena);
    }
}

Test(malli, hints_at_what_was_meant)
{
    static const struct {
        const char *text;
        const char *message;
        const char *hint;
    } rows[] = {
        {":strng", "unknown schema :strng", "did you mean :string?"},
        {":Int", "unknown schema :Int", "write :int"},
        {":integer", "unknown schema :integer", "use :int"},
        {":string?", "unknown schema :string?",
         "predicates are symbols: write string?; for a value that may be nil, write "
         "[:maybe T]"},
        {"string", "unknown schema string", "write :string"},
        {"intt?", "unknown schema intt?", "did you mean int??"},
        {"\"int\"", "no enclosing registry has a schema \"int\"", "write :int"},
        {"[:? :int]", "unknown schema :?",
         "sequence patterns are not supported; use [:maybe T]"},
        {":emial", "unknown schema :emial", "did you mean :email?"},
        {"[:schema {:registry {\"node\" :int}} \"nod\"]",
         "no enclosing registry has a schema \"nod\"", "did you mean \"node\"?"},
        {"::tree", "no enclosing registry has a schema ::tree", ""},
        {"::int", "no enclosing registry has a schema ::int", "write :int"},
        {":x", "unknown schema :x", ""},
        {"[[:int]]", "the head of a schema must be a keyword, found a vector",
         "a list is written [:vector T]"},
        {"{:a :int}", "a schema must be a keyword or a vector, found a map",
         "a map is written [:map [:key T] ...]"},
        {"[:vector]", ":vector with 0 children", ":vector takes one schema"},
        {"[int? 1]", "int? with 1 child", "int? takes no children"},
        {"[:map :a]", "an entry must be a vector",
         ":map takes entries [key schema] or [key {properties} schema]"},
        {"[:map [:a-b :int] [:a_b :int]]",
         "duplicate field \"a_b\" (also written \"a-b\" at 1:8)", ""},
        {"[:fn (fn [x] x)]",
         ":fn takes the name of a registered validator, found a list ( )",
         "code in a schema is never run"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_diag *diag;
        malli_case test;

        case_read(&test, MALLI_EDN, rows[i].text);
        cr_assert(test.diags.count > 0, "row: %s", rows[i].text);
        diag = &test.diags.items[0];
        cr_expect(ptc_str_equal(diag->message, ptc_str_of(rows[i].message)),
                  "row: %s gave %s", rows[i].text, test_cstr(diag->message));
        cr_expect(ptc_str_equal(diag->hint, ptc_str_of(rows[i].hint)), "row: %s gave %s",
                  rows[i].text, test_cstr(diag->hint));
        if (diag->code == PTC_DIAG_MALLI_UNKNOWN)
            cr_expect(strstr(diag->expected.ptr, ":vector") &&
                          strstr(diag->expected.ptr, "int?"),
                      "row: %s", rows[i].text);
        ptc_arena_free(&test.arena);
    }
}

/* M121: the JSON form. */
Test(malli, reads_the_json_form)
{
    static const struct {
        const char *text;
        const char *malli;
        const char *diags;
    } rows[] = {
        {"\":int\"", ":int", ""},
        {"\"int\"", ":int", ""},
        {"[\":map\", [\":a\", {\":default\": 7}, \":int\"], [\"b c\", \":string\"]]",
         "[:map [:a {:default 7} :int] [\"b c\" :string]]", ""},
        {"[\"map\", {\"closed\": true}, [\"a\", {\"optional\": true}, \"int?\"]]",
         "[:map {:closed true} [:a {:optional true} [:maybe :int]]]", ""},
        {"[\":=>\", [\":cat\", [\":string\", {\"name\": \"q\"}]], [\":enum\", \":k\", "
         "\"s\", "
         "\"\\\\:x\", 1, true]]",
         "[:=> [:cat :string] [:enum :k \"s\" \":x\" 1 true]]", ""},
        {"[\":schema\", {\":registry\": {\"::n\": [\":maybe\", [\":map\", [\":next\", "
         "\"::n\"]]]}}, \"::n\"]",
         "[:schema {:registry {\":n\" [:maybe [:map [:next [:ref \":n\"]]]]}} [:ref "
         "\":n\"]]",
         ""},
        {"[\":schema\", {\"registry\": {\"int\": [\":vector\", \":int\"]}}, "
         "\"\\\\:int\"]",
         "syntax", "1:27 malli-duplicate 1:57 malli-ref"},
        {"[\":re\", \"^\\\\d+$\"]", "[:and :string [:re \"^\\\\d+$\"]]", ""},
        {"[\":re\", \"\\\\d+\"]", "[:and :string [:re \"\\\\d+\"]]", ""},
        {"[\":re\",\n \"\\u00e9\\\\d[\"]", "syntax", "2:12 malli-regex"},
        {"[\"map\", [\"a\", \"intt\"],\n [\"a\", {\"optional\": 3}, \"int\"]]", "syntax",
         "2:3 malli-duplicate 2:21 malli-property 1:15 malli-ref"},
        {"[\":vector\", \":int\", \":int\"]", "syntax", "1:21 malli-arity"},
        {"[\":int\", {\"min\": 5, \"max\": 1}]", "syntax", "1:1 malli-range"},
        {"[\":int\", {\"x\": 5}]", "[:int {:x 5}]", "1:11 malli-unknown-property"},
        {"{\"type\": \"string\"}", "syntax", "1:1 malli-syntax"},
        {"[\"map\",", "syntax", "1:8 json-syntax"},
        {"[\":int\", {\"a\": 1, \"a\": 2}]", "syntax", "1:19 json-syntax"},
        {"null", "syntax", "1:1 malli-syntax"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        malli_case test;
        ptc_str found;

        case_read(&test, MALLI_JSON, rows[i].text);
        found = case_malli(&test);
        cr_expect(ptc_str_equal(found, ptc_str_of(rows[i].malli)), "row: %s gave %s",
                  rows[i].text, test_cstr(found));
        found = case_diags(&test);
        cr_expect(ptc_str_equal(found, ptc_str_of(rows[i].diags)), "row: %s gave %s",
                  rows[i].text, test_cstr(found));
        ptc_arena_free(&test.arena);
    }
}

/* M120: schemas that a program built; faults are placed by an index path. */
Test(malli, makes_schemas_of_values)
{
    static const struct {
        const char *value;
        const char *malli;
        const char *message; /* of the first diagnostic */
    } rows[] = {
        {":int", ":int", ""},
        {"[:map [:a :string] [\"b\" {:default [1]} [:vector :int]]]",
         "[:map [:a :string] [:b {:default [1]} [:vector :int]]]", ""},
        {"[:map [:a :strng]]", "syntax", "[1][1]: unknown schema :strng"},
        {"[:map {:closed 1}]", "syntax",
         "[1][:closed]: :closed must be true or false, found an integer"},
        {"[:map [:a {:x 1} :int]]", "[:map [:a {:x 1} :int]]",
         "[1][1][:x]: unknown property :x is kept but has no effect"},
        {"[:re \"a[\"]", "syntax", "[1]: pattern: this class is never closed"},
        {"[:and :int [:> 3] [:< 1]]", "syntax", "(root): no int is in the range >3 <1"},
        {"[:map [:x [:int {:min 3 :max 1}]]]", "syntax",
         "[1][1]: no int is in the range 3..1"},
        {"[:map [:a :int] [:a :int]]", "syntax", "[2][0]: duplicate field :a"},
        {"{:a 1}", "syntax",
         "(root): a schema must be a keyword or a vector, found a map"},
        {"\"int\"", "syntax", "(root): no enclosing registry has a schema \"int\""},
        {"(:vector :int)", "syntax",
         "(root): a schema must be a keyword or a vector, found a list ( )"},
        {"[:schema {:registry {:x [:ref :x]}} :x]", "syntax",
         "[1][:registry][:x]: `x` refers to itself with nothing in between"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str message = ptc_str_of("");
        malli_case test;
        ptc_str found;

        case_read(&test, MALLI_VALUE, rows[i].value);
        found = case_malli(&test);
        cr_expect(ptc_str_equal(found, ptc_str_of(rows[i].malli)), "row: %s gave %s",
                  rows[i].value, test_cstr(found));
        if (test.diags.count > 0)
            message = test.diags.items[0].message;
        cr_expect(ptc_str_equal(message, ptc_str_of(rows[i].message)), "row: %s gave %s",
                  rows[i].value, test_cstr(message));
        ptc_arena_free(&test.arena);
    }
}

/* --- Hostile input ----------------------------------------------------------------- */

static void repeat(ptc_text *text, const char *unit, size_t count)
{
    while (count-- > 0)
        ptc_text_cstr(text, unit);
}

/* Nothing recurses: deep text is read, or refused by the cap, never a crash. */
Test(malli, survives_any_depth)
{
    static const struct {
        const char *open;
        const char *inner;
        const char *close;
        size_t depth;
        ptc_status status;
        const char *code;
    } rows[] = {
        {"[:vector ", ":int", "]", 10000, PTC_OK, NULL},
        {"[:maybe ", ":int", "]", 100000, PTC_OK, NULL},
        {"[:map [:a ", ":int", "]]", 5000, PTC_OK, NULL},
        {"[:vector ", ":int", "]", 1000000, PTC_ERROR_SYNTAX, "edn-too-large"},
        {"[:or :int [:vector ", ":strng", "]]", 5000, PTC_ERROR_SYNTAX, "malli-unknown"},
        {"[:schema {:registry {\"a\" :int}} ", "\"a\"", "]", 10000, PTC_OK, NULL},
        {"[:schema {:registry {\"a\" ", ":int", "}} \"a\"]", 10000, PTC_OK, NULL},
        {"[:schema {:registry {\"a\" :int}} ", "[:=> [:cat \"a\"] \"a\"]", "]", 5000,
         PTC_OK, NULL},
        {"[:not ", ":int", "]", 20000, PTC_OK, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_source source = {PTC_STR("deep"), {"", 0}};
        ptc_schema schema;
        ptc_diags diags;
        ptc_arena arena;
        ptc_status status;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_diags_init(&diags, &arena);
        ptc_text_init(&text, &arena);
        repeat(&text, rows[i].open, rows[i].depth);
        ptc_text_cstr(&text, rows[i].inner);
        repeat(&text, rows[i].close, rows[i].depth);
        source.text = ptc_text_view(&text);
        status = ptc_malli_read(&arena, &source, NULL, &diags, &schema);
        cr_expect_eq(status, rows[i].status, "row: %s %zu gave %s (%s)", rows[i].open,
                     rows[i].depth, ptc_status_name(status),
                     diags.count ? ptc_diag_name(diags.items[0].code) : "");
        if (rows[i].code && diags.count)
            cr_expect_str_eq(ptc_diag_name(diags.items[0].code), rows[i].code, "row: %s",
                             rows[i].open);
        ptc_arena_free(&arena);
    }
}

/* Many names in one place: time must not grow with their square. */
Test(malli, survives_any_width)
{
    static const struct {
        const char *head;
        const char *prefix;
        const char *suffix;
        const char *tail;
    } rows[] = {
        {"[:map ", "[:key", " :int]", "]"},
        {"[:map ", "[:key", " {:optional true} :int]", "]"},
        {"[:orn ", "[:name", " :int]", "]"},
        {"[:multi {:dispatch :k} ", "[", " :int]", "]"},
        {"[:=> [:catn ", "[:p", " :int]", "] :any]"},
        {"[:tuple ", "[:= ", "]", "]"},
        {"[:schema {:registry {", "\"d", "\" :int ", "}} \"d7\"]"},
        {"[:int {", ":x", " 1 ", "}]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_source source = {PTC_STR("wide"), {"", 0}};
        ptc_schema schema;
        ptc_diags diags;
        ptc_arena arena;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_diags_init(&diags, &arena);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, rows[i].head);
        for (size_t k = 0; k < 20000; k++) {
            ptc_text_cstr(&text, rows[i].prefix);
            ptc_text_uint(&text, k);
            ptc_text_cstr(&text, rows[i].suffix);
        }
        ptc_text_cstr(&text, rows[i].tail);
        source.text = ptc_text_view(&text);
        cr_expect_eq(ptc_malli_read(&arena, &source, NULL, &diags, &schema), PTC_OK,
                     "row: %s %s", rows[i].head,
                     diags.count ? test_cstr(diags.items[0].message) : "");
        ptc_arena_free(&arena);
    }
}

/* What is not stored costs no memory for words. */
Test(malli, counts_faults_without_limit)
{
    static const struct {
        const char *head;
        const char *unit;
    } rows[] = {{"[:tuple ", ":strng "},      {"[:tuple ", "[:vector] "},
                {"[:map ", "[:a :int] "},     {"[:map ", "[:b {:x 1} :int] "},
                {"[:enum ", "[] "},           {"[:tuple ", "\"nowhere\" "},
                {"[:tuple ", "[:re \"[\"] "}, {"[:tuple ", "\"\\q\" "},
                {"[:tuple ", "1x "}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_source source = {PTC_STR("faults"), {"", 0}};
        ptc_schema schema;
        ptc_diags diags;
        ptc_arena arena;
        ptc_arena words;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_arena_init(&words, NULL, 0);
        ptc_diags_init(&diags, &words);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, rows[i].head);
        repeat(&text, rows[i].unit, 50000);
        ptc_text_byte(&text, ']');
        source.text = ptc_text_view(&text);
        cr_expect_eq(ptc_malli_read(&arena, &source, NULL, &diags, &schema),
                     PTC_ERROR_SYNTAX, "row: %s", rows[i].unit);
        cr_expect(diags.count <= 40, "row: %s", rows[i].unit);
        cr_expect(diags.errors >= (i == 4 ? 1 : 49999), "row: %s has %zu", rows[i].unit,
                  diags.errors);
        cr_expect(words.held < (1 << 20), "row: %s holds %zu", rows[i].unit, words.held);
        ptc_arena_free(&words);
        ptc_arena_free(&arena);
    }
}

Test(malli, limits_members)
{
    for (unsigned count = 1000; count <= 1001; count++) {
        ptc_source source = {PTC_STR("enum"), {"", 0}};
        ptc_schema schema;
        ptc_diags diags;
        ptc_arena arena;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_diags_init(&diags, &arena);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "[:enum");
        for (unsigned i = 0; i < count; i++) {
            ptc_text_byte(&text, ' ');
            ptc_text_uint(&text, i);
        }
        ptc_text_byte(&text, ']');
        source.text = ptc_text_view(&text);
        cr_expect_eq(ptc_malli_read(&arena, &source, NULL, &diags, &schema),
                     count <= 1000 ? PTC_OK : PTC_ERROR_SYNTAX, "%u", count);
        if (count > 1000)
            cr_expect_eq(diags.items[0].code, PTC_DIAG_MALLI_ARITY);
        ptc_arena_free(&arena);
    }
}

typedef struct failing_allocator {
    size_t calls;
    size_t fails_at;
} failing_allocator;

static void *fail_sometimes(void *old, size_t old_size, size_t new_size, void *user)
{
    failing_allocator *state = user;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return ++state->calls == state->fails_at ? NULL : realloc(old, new_size);
}

Test(malli, survives_refused_memory)
{
    static const char text[] = "[:schema {:registry {\"n\" [:map [:v {:x 1} :int] [:next "
                               "[:maybe [:ref \"n\"]]]]}} "
                               "[:=> [:catn [:a [:enum 1 \"x\" nil]] [:b [:re "
                               "\"^[a-z]+(x|y)*$\"]]] [:multi {:dispatch "
                               ":k} [1 [:vector {:min 1} \"n\"]] [:malli.core/default "
                               "{:description \"d\"} [:orn [:p "
                               "[:= [1 2]]] [:q :any]]]]]]";
    bool is_done = false;
    size_t fails_at;

    for (fails_at = 1; !is_done && fails_at < 5000; fails_at++) {
        failing_allocator state = {0, fails_at};
        ptc_allocator allocator = {fail_sometimes, &state};
        ptc_source source = {PTC_STR("text"), ptc_str_of(text)};
        ptc_arena arena;
        ptc_arena words;
        ptc_diags diags;
        ptc_schema schema;
        ptc_status status;

        ptc_arena_init(&arena, &allocator, 0);
        ptc_arena_init(&words, NULL, 0);
        ptc_diags_init(&diags, &words);
        status = ptc_malli_read(&arena, &source, NULL, &diags, &schema);
        is_done = state.calls < fails_at;
        cr_expect_eq(status, is_done ? PTC_OK : PTC_ERROR_MEMORY, "allocation %zu: %s",
                     fails_at, ptc_status_name(status));
        ptc_arena_free(&arena);
        ptc_arena_free(&words);
    }
    cr_expect(is_done);
    cr_expect(fails_at > 3);
}

/* The same in memory of the caller's, of any size. */
Test(malli, works_in_memory_of_the_caller)
{
    ptc_source source = {PTC_STR("text"),
                         PTC_STR("[:map [:a [:vector :int]] [:b [:enum \"x\" :y]]]")};
    static unsigned char memory[1 << 16];
    bool has_failed = false;
    bool has_worked = false;

    for (size_t size = 256; size <= sizeof memory; size += 512) {
        ptc_arena arena;
        ptc_arena words;
        ptc_diags diags;
        ptc_schema schema;
        ptc_status status;

        ptc_arena_init_memory(&arena, memory, size);
        ptc_arena_init(&words, NULL, 0);
        ptc_diags_init(&diags, &words);
        status = ptc_malli_read(&arena, &source, NULL, &diags, &schema);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu: %s", size,
                  ptc_status_name(status));
        has_failed = has_failed || status == PTC_ERROR_MEMORY;
        has_worked = has_worked || status == PTC_OK;
        ptc_arena_free(&words);
    }
    cr_expect(has_failed);
    cr_expect(has_worked);
}

/* --- Vectors ----------------------------------------------------------------------- */

/* The text of a member of a JSON object; empty when there is none. */
static ptc_str member_text(const ptc_value *row, const char *name)
{
    const ptc_value *member = ptc_value_get(row, name);

    return member && member->kind == PTC_STRING ? ptc_value_text(member) : PTC_STR("");
}

static bool member_is_true(const ptc_value *row, const char *name)
{
    const ptc_value *member = ptc_value_get(row, name);

    return member && member->kind == PTC_BOOL && member->as.boolean;
}

/* What malli accepts and the project refuses, as the vectors' README lists it; and the
 * other way round. */
static bool is_decided_otherwise(ptc_str schema)
{
    static const char *const rows[] = {
        /* min above max, limits that are negative or no numbers */
        "[:string {:min 5, :max 2}]",
        "[:int {:min 5, :max 1}]",
        "[:vector {:min 3, :max 1} :int]",
        "[:string {:min \"1\"}]",
        "[:vector {:min -1} :int]",
        "[:vector {:min \"a\"} :int]",
        /* flags that are not booleans */
        "[:map {:closed \"yes\"} [:a :int]]",
        "[:map [:a {:optional \"yes\"} :int]]",
        "[:map [:a {:optional nil} :int]]",
        /* keys, branches, functions, sequences, references, members */
        "[:map [[\"a\"] :int]]",
        "[:multi {:dispatch :type}]",
        "[:=> [:cat :int] :int :int]",
        "[:cat [:* :int] [:* :int]]",
        "[:* [:? :int]]",
        "[:* [:* :int]]",
        "[:repeat {:min 3, :max 1} :int]",
        "[:schema {:registry {\"x\" [:ref \"x\"]}} \"x\"]",
        "[:enum 1 1]",
        /* accepted though malli rejects it */
        "[:bool]",
        "[:schema {:registry {\"x\" [:vector \"x\"]}} \"x\"]",
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (ptc_str_equal(schema, ptc_str_of(rows[i])))
            return true;
    }
    return false;
}

Test(malli, agrees_with_malli_on_bad_schemas)
{
    ptc_str file;
    ptc_str rest;
    ptc_str line;
    unsigned number = 0;
    unsigned otherwise = 0;

    if (!test_read_shared("malli", "vectors/malli/bad_schemas.jsonl", &file))
        return;
    rest = file;
    while (test_next_line(&rest, &line, &number)) {
        malli_case test;
        ptc_value row;
        ptc_str schema;
        bool is_accepted;
        bool is_otherwise;

        ptc_arena_init(&test.arena, NULL, 0);
        ptc_diags_init(&test.diags, &test.arena);
        cr_assert_eq(
            ptc_json_read(&test.arena, line.ptr, line.len, NULL, &row, NULL, NULL),
            PTC_OK, "line %u", number);
        schema = member_text(&row, "schema");
        test.source.name = PTC_STR("bad");
        test.source.text = schema;
        is_accepted = ptc_malli_read(&test.arena, &test.source, NULL, &test.diags,
                                     &test.schema) == PTC_OK;
        is_otherwise = is_decided_otherwise(schema);
        otherwise += is_otherwise;
        cr_expect_eq(is_accepted, member_is_true(&row, "accepted") != is_otherwise,
                     "line %u: %s", number, test_cstr(schema));
        cr_expect_eq(test.diags.errors == 0, is_accepted, "line %u", number);
        ptc_arena_free(&test.arena);
    }
    printf("malli: bad_schemas.jsonl: %u rows, %u decided otherwise than malli\n", number,
           otherwise);
    free((void *)file.ptr);
}

#define HEADS_MAX 64

typedef struct head_count {
    char head[40];
    unsigned count;
} head_count;

/* Counts the text that the fault points at. */
static void count_head(head_count *counts, const malli_case *test, ptc_span span,
                       const char *what)
{
    ptc_str head =
        ptc_str_make(test->source.text.ptr + span.start, span.end - span.start);
    char name[40];
    size_t i = 0;

    snprintf(name, sizeof name, "%.*s%s", (int)(head.len < 30 ? head.len : 30), head.ptr,
             what);
    while (i < HEADS_MAX - 1 && counts[i].count > 0 && strcmp(counts[i].head, name) != 0)
        i++;
    memcpy(counts[i].head, name, sizeof name);
    counts[i].count++;
}

/* Counts a refused schema by its first error; false when that is not a decided one. */
static bool count_refused(head_count *counts, const malli_case *test)
{
    const ptc_diag *diag = test->diags.items;
    const ptc_diag *end = diag + test->diags.count;

    while (diag < end && diag->severity != PTC_SEVERITY_ERROR)
        diag++;
    if (diag == end)
        return false;
    if (diag->code == PTC_DIAG_MALLI_UNKNOWN) /* a head that is not supported */
        count_head(counts, test, diag->span, "");
    else if (diag->code == PTC_DIAG_MALLI_ENTRY) /* a key that is not a name */
        count_head(counts, test, diag->span, " as key");
    else if (diag->code == PTC_DIAG_MALLI_SYNTAX) /* a map as member */
        count_head(counts, test, diag->span, " in :enum");
    else if (diag->code == PTC_DIAG_MALLI_RANGE)
        count_head(counts, test, (ptc_span){0, 0}, "(empty range)");
    else
        return false;
    return true;
}

/* Every schema whose heads are supported is read; the others are counted by head. */
static void read_all(const char *path)
{
    head_count counts[HEADS_MAX] = {{"", 0}};
    char last[16384] = "";
    unsigned number = 0;
    unsigned schemas = 0;
    unsigned refused = 0;
    ptc_str file;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("malli", path, &file))
        return;
    rest = file;
    while (test_next_line(&rest, &line, &number)) {
        malli_case test;
        ptc_value row;
        ptc_str schema;

        ptc_arena_init(&test.arena, NULL, 0);
        ptc_diags_init(&test.diags, &test.arena);
        cr_assert_eq(
            ptc_json_read(&test.arena, line.ptr, line.len, NULL, &row, NULL, NULL),
            PTC_OK, "line %u", number);
        schema = member_text(&row, "schema");
        cr_assert(schema.len < sizeof last, "line %u", number);
        if (!ptc_str_equal(schema, ptc_str_of(last))) {
            memcpy(last, schema.ptr, schema.len);
            last[schema.len] = '\0';
            schemas++;
            test.source.name = PTC_STR("row");
            test.source.text = schema;
            test.status = ptc_malli_read(&test.arena, &test.source, NULL, &test.diags,
                                         &test.schema);
            refused += test.status != PTC_OK;
            cr_expect(test.status == PTC_OK || count_refused(counts, &test), "%s:%u: %s",
                      path, number, test_cstr(schema));
        }
        ptc_arena_free(&test.arena);
    }
    printf("malli: %s: %u schemas, %u refused:", path, schemas, refused);
    for (size_t i = 0; counts[i].count > 0; i++)
        printf(" %s %u", counts[i].head, counts[i].count);
    printf("\n");
    free((void *)file.ptr);
}

Test(malli, reads_the_schemas_of_the_vectors)
{
    read_all("vectors/malli/validate.jsonl");
    read_all("vectors/malli/signatures.jsonl");
    read_all("vectors/malli/json_schema_vectors.jsonl");
}
