/* SPDX-License-Identifier: MIT */
/* The tools `validate` and `infer` of programs. [validation 14, 16] */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/ptc.h>

#include <string.h>

static ptc_lisp *open_context(bool collects_always)
{
    const ptc_tool tools[] = {ptc_tool_validate, ptc_tool_infer};
    static ptc_tool kept[2];
    ptc_lisp_options options;
    ptc_lisp *lisp;

    memcpy(kept, tools, sizeof kept);
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.collects_always = collects_always;
    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    cr_assert_eq(ptc_lisp_set_tools(NULL, lisp, kept, 2, NULL, NULL), PTC_OK);
    return lisp;
}

/* The value, or "!reason: message". */
static const char *answer_of(ptc_lisp *lisp, ptc_arena *arena, const char *text)
{
    ptc_source source = {PTC_STR("row"), ptc_str_of(text)};
    ptc_lisp_result result;
    ptc_text failure;

    if (ptc_lisp_eval(arena, lisp, &source, PTC_LISP_PRINTED, &result) == PTC_OK)
        return test_cstr(result.printed);
    ptc_text_init(&failure, arena);
    ptc_text_byte(&failure, '!');
    ptc_text_cstr(&failure, ptc_reason_name(result.error.reason));
    ptc_text_cstr(&failure, ": ");
    ptc_text_cstr(&failure, result.error.message.ptr);
    return failure.ptr;
}

/* `expected` of a failure is how it begins. */
static void check_rows(const char *const rows[][2], size_t count)
{
    for (int round = 0; round < 2; round++) {
        ptc_lisp *lisp = open_context(round == 1);
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        for (size_t i = 0; i < count; i++) {
            const char *expected = rows[i][1];
            const char *answer = answer_of(lisp, &arena, rows[i][0]);

            if (expected[0] == '!')
                cr_expect(strncmp(answer, expected, strlen(expected)) == 0, "%s: %s",
                          rows[i][0], answer);
            else
                cr_expect_str_eq(answer, expected, "%s", rows[i][0]);
            ptc_arena_reset(&arena);
        }
        ptc_arena_free(&arena);
        ptc_lisp_free(lisp);
    }
}

#define CHECK_ROWS(rows) check_rows((rows), sizeof(rows) / sizeof *(rows))

/* M120 */
Test(tool_schema, validate)
{
    static const char *const rows[][2] = {
        {"(tool/validate {:schema [:map [:id :int]] :data {:id 1}})",
         "{\"valid\" true \"errors\" []}"},
        {"(tool/validate :schema [:map [:id :int] [:tags [:vector :string]]] "
         ":data {:id \"x\" :tags [\"a\" 2]})",
         "{\"valid\" false \"errors\" [\"id: expected int, got string \\\"x\\\"\" "
         "\"tags[1]: expected string, got int 2\"]}"},
        {"(call \"validate\" {:schema :int :data nil})",
         "{\"valid\" false \"errors\" [\"(root): expected int, got nil\"]}"},
        /* Programs build schemas. */
        {"(let [field (fn [k] [k {:optional true} :int]) s (into [:map {:closed true}] "
         "(map "
         "field [:a :b]))] (map (fn [d] (get (tool/validate {:schema s :data d}) "
         "\"valid\")) [{} {:a 1} {\"b\" 2} {:a \"x\"} {:c 1}]))",
         "[true true true false false]"},
        /* Values are the program's: keywords, sets, keys of any kind, no coercion. */
        {"(map (fn [[s d]] (:valid (tool/validate {:schema s :data d}))) "
         "[[:keyword :a] [:keyword \"a\"] [:string :a] [[:set :int] #{1 2}] "
         "[[:set :int] [1 2]] [[:map-of :int :string] {1 \"a\"}] [[:enum :a \"b\"] :a] "
         "[[:map-of :keyword :int] {:a-b 1}] [:int \"1\"] [:nil nil] [:any (list 1)] "
         "[[:map-of [:vector :int] :any] {[1] 2}]])",
         "[true false false true false true true true false true true true]"},
        {"(tool/validate {:schema [:map [:user-id :int]] :data {\"user_id\" 1}})",
         "{\"valid\" true \"errors\" []}"},
        {"(tool/validate {:schema [:map-of :keyword :int] :data {:a-b \"x\"}})",
         "{\"valid\" false \"errors\" [\"a-b: expected int, got string \\\"x\\\"\"]}"},
        {"(tool/validate {:schema [:map-of :any :int] :data {7 \"x\"}})",
         "{\"valid\" false \"errors\" [\"[\\\"7\\\"]: expected int, got string "
         "\\\"x\\\"\"]}"},
        /* A schema as the text of a signature. */
        {"(tool/validate {:schema \"{id :int, name :string?}\" :data {:id 1}})",
         "{\"valid\" true \"errors\" []}"},
        /* Many faults are counted. */
        {"(let [r (tool/validate {:schema [:vector :int] :data (map str (range 50))})] "
         "[(count (:errors r)) (last (:errors r))])",
         "[21 \"and 30 more\"]"},
    };

    CHECK_ROWS(rows);
}

Test(tool_schema, much_work)
{
    static const char *const rows[][2] = {
        {"(tool/validate {:schema [:vector (into [:or] (map (fn [i] [:= i]) (range "
         "5000)))] :data (vec (repeat 100000 \"x\"))})",
         "!tool_error: Tool 'validate' failed: this takes too long"},
        {"(tool/validate {:schema [:vector (into [:and] (repeat 1000 [:re "
         "\"^(x+x+)+$\"]))] :data []})",
         "!tool_error: Tool 'validate' failed: the schema has more than 32 patterns"},
        {"(tool/validate {:schema (str \"(\" (join \", \" (map (fn [i] (str \"a\" i \" "
         ":string[~\\\"x\\\"]\")) (range 40))) \")\") :data {}})",
         "!tool_error: Tool 'validate' failed: the schema has more than 32 patterns"},
        {"(tool/validate {:schema [:vector (into [:and] (repeat 30 [:re "
         "\"^(x+x+)+$\"]))] :data (vec (repeat 15000 (join (repeat 1000 \"x\"))))})",
         "!tool_error: Tool 'validate' failed: this takes too long"},
        {"(get (tool/validate {:schema [:vector [:or :int :string [:map [:a :int]]]] "
         ":data (vec (repeat 50000 {\"a\" 1}))}) \"valid\")",
         "true"},
    };

    CHECK_ROWS(rows);
}

Test(tool_schema, what_is_not_a_schema)
{
    static const char *const rows[][2] = {
        {"(tool/validate {:schema [:map [:id :intt]] :data {}})",
         "!tool_error: Tool 'validate' failed: the schema is not valid: "},
        {"(tool/validate {:schema [:map [:id]] :data {}})",
         "!tool_error: Tool 'validate' failed: the schema is not valid: "},
        {"(tool/validate {:schema \"{id :intt}\" :data {}})", "!tool_error: "},
        {"(tool/validate {:schema 5 :data {}})", "!tool_error: "},
        {"(tool/validate {:data {}})",
         "!validation_error: Tool 'validate' validation errors: schema: missing"},
        {"(tool/validate {:schema inc :data 1})", "!invalid_tool_args: "},
    };

    CHECK_ROWS(rows);
}

/* The place of a fault is its index path in the vector. */
Test(tool_schema, faults_have_index_paths)
{
    static const struct {
        const char *text;
        const char *place;
    } rows[] = {
        {"(tool/validate {:schema [:map [:id :int] [:name :strin]] :data {}})", "[2][1]"},
        {"(tool/validate {:schema [:vector [:tuple :int [:map-of :int]]] :data {}})",
         "[1][2]"},
        {"(tool/validate {:schema [:map [:a {:optional true} [:or :int :nope]]] :data "
         "{}})",
         "[1][2][2]"},
    };
    ptc_lisp *lisp = open_context(false);
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *answer = answer_of(lisp, &arena, rows[i].text);

        cr_expect(strncmp(answer, "!tool_error", 11) == 0 &&
                      strstr(answer, rows[i].place) != NULL,
                  "%s: no %s in: %s", rows[i].text, rows[i].place, answer);
    }
    ptc_arena_free(&arena);
    ptc_lisp_free(lisp);
}

/* M120 M192 */
Test(tool_schema, infer)
{
    static const char *const rows[][2] = {
        {"(tool/infer {:samples [{:id 1} {:id 2 :name \"x\"}]})",
         "\"{id :int, name :string?}\""},
        {"(tool/infer {:data [{:id 1} {:id 2.5}]})", "\"[{id :float}]\""},
        {"(tool/infer :data {:user-id :a \"tags\" #{1}})",
         "\"{user-id :keyword, tags [:set :int]}\""},
        {"(tool/infer {:data nil})", "\":any\""},
        {"(tool/infer {:samples []})", "\":any\""},
        {"(tool/infer {:data {1 \"a\"}})", "\"[:map-of :int :string]\""},
        {"(tool/infer {:samples [\"a\" \"b\" \"a\" \"a\" \"b\" \"a\"] :enum 2})",
         "\":enum[\\\"a\\\" \\\"b\\\"]\""},
        {"(tool/infer {:data {:a 1 :b 2} :map-of 1})", "\"[:map-of :keyword :int]\""},
        {"(tool/infer {:data \"2024-05-06T07:08:09Z\" :datetime true})", "\":datetime\""},
        {"(let [d {:rows [{:n 1 :s #{:a}} {:n nil}]}] "
         "(tool/validate {:schema (tool/infer {:data d}) :data d}))",
         "{\"valid\" true \"errors\" []}"},
        {"(tool/infer {})", "!tool_error: Tool 'infer' failed: pass :samples"},
        {"(tool/infer {:data 1 :samples [1]})",
         "!tool_error: Tool 'infer' failed: pass :samples or :data, not both"},
        {"(tool/infer {:samples 5})", "!validation_error: "},
        {"(tool/infer {:data 1 :enum -1})", "!validation_error: "},
    };

    CHECK_ROWS(rows);
}

/* Programs whose prints hide private names are reported nothing of them by the tools. */
Test(tool_schema, firewall) /* M037 */
{
    static const char data[] =
        "(def n (map (fn [i] {:id i :_owner (if (even? i) \"Ann\" \"Bo\")}) (range 8)))";
    static const char *const rows[][3] = {
        {"(tool/infer {:samples n :enum 2})", "\"{id :int, _owner :string}\"",
         "\"{id :int, _owner :enum[\\\"Ann\\\" \\\"Bo\\\"]}\""},
        {"(tool/infer {:samples (mapcat seq n) :enum 2})", "\"[:keyword|:int|:string]\"",
         "\"[:keyword|:int|:enum[\\\"Ann\\\" \\\"Bo\\\"]]\""},
        {"(tool/infer {:data {:_by {\"Ann\" 1}}})", "\"{_by :any}\"",
         "\"{_by {Ann :int}}\""},
    };
    ptc_tool tools[] = {ptc_tool_validate, ptc_tool_infer};

    for (int hides = 0; hides < 2; hides++) {
        ptc_lisp_options options;
        ptc_arena arena;
        ptc_lisp *lisp;

        ptc_arena_init(&arena, NULL, 0);
        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.hides_private = hides;
        cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
        cr_assert_eq(ptc_lisp_set_tools(NULL, lisp, tools, 2, NULL, NULL), PTC_OK);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            ptc_text program;

            ptc_text_init(&program, &arena);
            ptc_text_cstr(&program, data);
            ptc_text_cstr(&program, rows[i][0]);
            cr_expect_str_eq(answer_of(lisp, &arena, program.ptr), rows[i][hides ? 1 : 2],
                             "%s", rows[i][0]);
        }
        ptc_lisp_free(lisp);
        ptc_arena_free(&arena);
    }
}

/* Where the host checks no signatures, the tools look at what they need themselves. */
Test(tool_schema, unchecked)
{
    static const char *const rows[][2] = {
        {"(tool/validate {:schema :int})", "!tool_error: Tool 'validate' failed: pass"},
        {"(tool/validate {:data 1})", "!tool_error: Tool 'validate' failed: pass"},
        {"(tool/infer {:samples 5})", "!tool_error: Tool 'infer' failed: pass :samples"},
        {"(tool/infer {:samples \"abcdefghijklmnopqrstuvwxyz\"})",
         "!tool_error: Tool 'infer' failed: pass :samples"},
        {"(tool/infer {:samples [1 2]})", "\":int\""},
    };
    ptc_tool_options options;
    ptc_lisp *lisp = open_context(false);
    const ptc_tool tools[] = {ptc_tool_validate, ptc_tool_infer};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    options = (ptc_tool_options){.struct_size = sizeof options};
    options.mode = PTC_MODE_DISABLED;
    cr_assert_eq(ptc_lisp_set_tools(NULL, lisp, tools, 2, &options, NULL), PTC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *answer = answer_of(lisp, &arena, rows[i][0]);

        cr_expect(strncmp(answer, rows[i][1], strlen(rows[i][1])) == 0, "%s: %s",
                  rows[i][0], answer);
    }
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
}

/* The tables are what a reader makes of the signatures. */
Test(tool_schema, signatures)
{
    static const struct {
        const ptc_tool *tool;
        const char *signature;
    } rows[] = {
        {&ptc_tool_validate,
         "(schema :any, data :any) -> {valid :bool, errors [:string]}"},
        {&ptc_tool_infer,
         "(data :any?, samples [:any]?, enum :int[0..1000]?, map_of :int[0..1000000]?, "
         "datetime :bool?) -> :string"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_source source = {PTC_STR("row"), ptc_str_of(rows[i].signature)};
        ptc_schema schema;
        ptc_diags diags;
        ptc_text text;

        ptc_diags_init(&diags, &arena);
        cr_assert_eq(ptc_signature_read(&arena, &source, NULL, &diags, &schema), PTC_OK);
        cr_expect(ptc_schema_equal(rows[i].tool->signature, &schema));
        ptc_text_init(&text, &arena);
        ptc_schema_write_signature(&text, rows[i].tool->signature, NULL);
        cr_expect_str_eq(test_cstr(ptc_text_view(&text)), rows[i].signature);
    }
    ptc_arena_free(&arena);
}
