/* SPDX-License-Identifier: MIT */
/*
 * Schemas as text: canonical shorthand, Malli, prompts. [signature 9, 9.1, 10; validation
 * 12]
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "declared.h"
#include "random_schema.h"
#include "render/render_int.h"

typedef struct bench {
    ptc_arena arena;
    ptc_diags diags;
    ptc_source source;
    ptc_schema schema;
    ptc_render_options options;
} bench;

/* Reads a signature, or a Malli schema of any root type after "malli ". */
static void bench_read(bench *b, const char *text)
{
    bool is_malli = strncmp(text, "malli ", 6) == 0;
    ptc_read_options options = {0};
    ptc_status status;

    memset(&b->options, 0, sizeof b->options);
    b->options.struct_size = sizeof b->options;
    ptc_arena_init(&b->arena, NULL, 0);
    ptc_diags_init(&b->diags, &b->arena);
    options.struct_size = sizeof options;
    options.types = &random_type_names;
    b->source.name = PTC_STR("test");
    b->source.text = ptc_str_of(is_malli ? text + 6 : text);
    b->diags.source = &b->source;
    status =
        is_malli
            ? ptc_malli_read(&b->arena, &b->source, &options, &b->diags, &b->schema)
            : ptc_signature_read(&b->arena, &b->source, &options, &b->diags, &b->schema);
    cr_assert_eq(status, PTC_OK, "row: %s: %s", text,
                 b->diags.count > 0 ? test_cstr(b->diags.items[0].message) : "");
}

static const char *bench_signature(bench *b)
{
    ptc_text text;

    ptc_text_init(&text, &b->arena);
    ptc_schema_write_signature(&text, &b->schema, &b->options);
    return test_cstr(ptc_text_view(&text));
}

static const char *bench_malli(bench *b)
{
    ptc_text text;

    ptc_text_init(&text, &b->arena);
    ptc_schema_write_malli(&text, &b->schema, &b->options);
    return test_cstr(ptc_text_view(&text));
}

static const char *bench_prompt(bench *b, const char *name, ptc_prompt_style style)
{
    ptc_text text;

    ptc_text_init(&text, &b->arena);
    ptc_schema_write_prompt(&text, ptc_str_of(name), &b->schema, style, &b->options);
    return test_cstr(ptc_text_view(&text));
}

/* --- Shorthand --------------------------------------------------------------------- */

/* Canonical texts are written as they are. */
static const char *const canonical[] = {
    "() -> :any", /* M081 */
    "(a :int, b :string?) -> {x [:int]}",
    "(query :string, limit :int) -> [{id :int, title :string}]",
    "(user {id :int, user-id :string}, limit :int?) -> :any",
    "() -> {a :int, b {c [{d :float?}]?}}",
    "() -> [:int?]",
    "() -> [{}]",
    "() -> [:map]",
    "() -> :string|:int|[:bool]?",
    "() -> {a :string|:int?, b :any?, c :nil, d :nil?}",
    "() -> {category :enum[\"spam\" \"ham\"], confidence :float}", /* M183 */
    "() -> :enum[\"a b\" \"q\\\"\" :k 1 -2.5 1.0E300]",
    "() -> :enum[1 1.0]?",
    "() -> :int[1..100]",
    "() -> :int[1..]",
    "() -> :int[..100]",
    "() -> :int[>0]",
    "() -> :int[>0 <100]",
    "() -> :int[>=0 <100]",
    "() -> :int[>0 <=100]?",
    "() -> :int[<0]",
    "() -> :float[0.5..1.5]",
    "() -> :float[0..1]",
    "() -> :float[>1.0E-10]",
    "() -> :string[1..80]",
    "() -> :string[~\"^[A-Z]\"]",
    "() -> :string[1..80 ~\"^[a-z]+$\" ~\"\\\"\"]",
    "() -> [:int][1..10]",
    "() -> [:int[>0]][..10]?",
    "() -> [[:int][2..2]][1..]",
    "() -> {name :string, email :string?}", /* M185 */
    "() -> {\"a\xc3\xb1o\" :int, \"with blank\" :int, \"q\\\"\" :int, a- :int, __ :int}",
    "() -> {_ids [:int], keyword :keyword, when :datetime, schema :malli-schema}",
    "(x :email, y [:phone-number]) -> :email?",
    /* what shorthand cannot say is embedded Malli [signature 8]; M119 */
    "() -> {tags [:set :string]}",
    "() -> [:set :string]?",
    "() -> [[:set [:maybe :int]]]",
    "() -> [:tuple :string :int]|:int",
    "() -> {t [:tuple {}]}",
    "() -> [:map-of :string [:map [:a {:optional true} [:maybe :double]]]]",
    "() -> {m [:map {:closed true} [:a :int]]?}",
    "() -> [:map [:a {:default #{5}} :any] [\"b c\" :boolean]]",
    /* defaults [signature 3] */
    "(q :string, limit :int[1..100] = 20) -> {n :int = 0, \"b c\" :bool = false}",
    "(a :float = 0.5, b :float = 3, c :float = 1.0E300, d :int[..-1] = -7) -> :any",
    "(s :string[1..9 ~\"^a\"] = \"a \\\"b\\\" \\u0001\", k :keyword = :fast, l :keyword "
    "= "
    "\"slow\") -> :any",
    "(e :enum[\"a b\" :c 1 2.5] = :c, f :enum[\"a b\" :c 1 2.5] = 2.5) -> :any",
    "(at :datetime = \"2026-01-02T09:00:00Z\", any :any = [1, null, {\"a\": :b}]) -> "
    ":any",
    "(tags [:string] = [\"a\", \"b\"], none [:int?][..3] = [], nils [:int?] = [null]) -> "
    ":any",
    "(at {lat :float, lon :float = 0} = {\"lat\": 1.5}, m :map = {\"a b\": {}}) -> :any",
    "(s [:set :int] = [1, 2], t [:tuple :int [:set :string]] = [1, [\"x\"]]) -> :any",
    "(m [:map-of :string [:set :int]] = {\"a\": [1]}, u :string|[:set :int] = [7]) -> "
    ":any",
    "(u :string|:int = 5, n [:and number?] = 0.25, c [:= \"x\"] = \"x\") -> :any",
    "(x :email = \"a@b.c\") -> {_ids [:int] = [1]}",
    "(x :email = \"a\", y [:phone-number] = [\"1\"], z [:not [:fn :email]] = \"x\") -> "
    ":any",
    "(a [:map {:closed true} [:x {:default #{1}} :any]] = {\"x\": 1}) -> :any",
    "() -> [:orn [:price :double] [:label :string]]",
    "() -> [:not :string]",
    "() -> [:= 5]|[:not= :a]",
    "() -> {n [:and number?], m [:and [:> 5]], o [:and [:>= 1] [:< 2]]?}",
    "() -> [:and [:or :int :string] [:> 0]]",
    "() -> [:and :int [:> 0] [:not [:= 5]]]",
    "() -> [:enum true \"a\"]",
    "() -> [:multi {:dispatch :kind} [:a [:map [:x :int]]] [:malli.core/default "
    ":string]]",
    "() -> [:schema {:registry {\"n\" [:map [:next {:optional true} [:maybe [:ref "
    "\"n\"]]]]}} [:ref \"n\"]]",
    "[:=> [:catn [:q :string] [:limit {:default #{10}} :any]] [:vector :int]]",
    "[:=> [:catn [:q {:default {:a 1}} [:map-of :keyword :any]]] [:vector :int]]",
    "[:=> [:catn [:q {:default :a/b} :keyword]] [:vector :int]]",
    "[:=> [:catn [:u {:default #{7}} [:or [:vector :int] [:set :int]]]] :any]",
};

Test(render, canonical_text_is_written_as_it_is) /* M074, M079, M189 */
{
    for (size_t i = 0; i < sizeof canonical / sizeof *canonical; i++) {
        bench b;

        bench_read(&b, canonical[i]);
        cr_expect_str_eq(bench_signature(&b), canonical[i], "row: %s gives %s",
                         canonical[i], bench_signature(&b));
        ptc_arena_free(&b.arena);
    }
}

/* Other spellings, and Malli where shorthand has a word for it. */
static const char *const spellings[][2] = {
    {"{count :int}", "() -> {count :int}"},
    {"-> :int", "() -> :int"},
    {"( q:string ) ->[ :int ]", "(q :string) -> [:int]"},
    {"{:id :int :name :string}", "() -> {id :int, name :string}"},
    {":double", "() -> :float"},
    {":boolean", "() -> :bool"},
    {"() -> :enum[pending, active]", "() -> :enum[\"pending\" \"active\"]"}, /* M100 */
    {"() -> :int[>=1 <=5]", "() -> :int[1..5]"},
    {"() -> :string[>0]", "() -> :string[1..]"},
    {"() -> :string?|:int", "() -> :string|:int?"},
    {"() -> :int|:nil", "() -> :int?"},
    {"[:=> [:cat :string :int] [:map [:result :boolean]]]",
     "(arg1 :string, arg2 :int) -> {result :bool}"},
    {"[:map [:a {:optional true} [:vector {:min 1} :double]]]",
     "() -> {a [:float][1..]?}"},
    {"malli [:maybe [:or :int :string]]", ":int|:string?"},
    {"malli [:vector [:and :int [:>= 1] [:< 5]]]", "[:int[>=1 <5]]"},
    {"malli [:re \"x\"]", ":string[~\"x\"]"},
    {"malli [:set :int]", "[:set :int]"},
    {"malli [:fn :email]", ":email"},
    {"malli [:map]", "{}"},
    {"malli [:map-of :keyword :any]", ":map"},
    {"malli pos-int?", ":int[>0]"},
    {"[:=> [:catn [:q :string] [:limit {:default 10} [:maybe :int]]] :int]",
     "(q :string, limit :int = 10) -> :int"},
    {"(limit :int?=20 , mode:enum[a b]=\"b\")->{n:int=-1}",
     "(limit :int = 20, mode :enum[\"a\" \"b\"] = \"b\") -> {n :int = -1}"},
    {"{a [:int] = [1 2 , 3,] b :map = {x:1 \"y\":true, z: :k, w : nil}}",
     "() -> {a [:int] = [1, 2, 3], b :map = {\"x\": 1, \"y\": true, \"z\": :k, "
     "\"w\": null}}"},
    {"(a :int|:string? = \"x\", b [:maybe :int] = 5) -> :nil",
     "(a :int|:string = \"x\", b :int = 5) -> :nil"},
    {"malli [:map [:s {:default [1 2]} [:set :int]]]", "{s [:set :int] = [1, 2]}"},
};

Test(render, every_spelling_has_one_canonical_text) /* M118, M174 */
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        bench b;

        bench_read(&b, spellings[i][0]);
        cr_expect_str_eq(bench_signature(&b), spellings[i][1], "row: %s gives %s",
                         spellings[i][0], bench_signature(&b));
        ptc_arena_free(&b.arena);
    }
}

/* --- Malli ------------------------------------------------------------------------- */

/* The table of validation 12. */
static const char *const transpiled[][2] = {
    {":string", ":string"},
    {":int", ":int"},
    {":keyword", ":keyword"},
    {":any", ":any"},
    {":nil", ":nil"},
    {":float", ":double"},
    {":bool", ":boolean"},
    {"[:int]", "[:vector :int]"},
    {"[:int][1..10]", "[:vector {:min 1 :max 10} :int]"},
    {"{id :int, name :string}", "[:map [:id :int] [:name :string]]"},
    {"{}", "[:map]"},
    {":map", "[:map-of :keyword :any]"},
    {":int?", "[:maybe :int]"},
    {"[:int?]", "[:vector [:maybe :int]]"},
    {"{x :int?}", "[:map [:x {:optional true} [:maybe :int]]]"},
    {":enum[a \"b\" :c 1]", "[:enum \"a\" \"b\" :c 1]"},
    {":string|:int", "[:or :string :int]"},
    {":string|:int?", "[:maybe [:or :string :int]]"},
    {":int[>0 <100]", "[:and :int [:> 0] [:< 100]]"},
    {":int[1..100]", "[:and :int [:>= 1] [:<= 100]]"},
    {":string[1..80]", "[:string {:min 1 :max 80}]"},
    {":string[~\"p\"]", "[:and :string [:re \"p\"]]"},
    {":string[1.. ~\"p\"]", "[:and [:string {:min 1}] [:re \"p\"]]"},
    {"{\"odd name\" :int}", "[:map [\"odd name\" :int]]"},
    {"(a :int, b :string) -> :bool", "[:=> [:cat :int :string] :boolean]"},
    {"(a :int?) -> :bool", "[:=> [:cat [:maybe :int]] :boolean]"},
    {":email", "[:fn :email]"},
};

Test(render, malli_follows_the_table) /* M117 */
{
    for (size_t i = 0; i < sizeof transpiled / sizeof *transpiled; i++) {
        bench b;

        bench_read(&b, transpiled[i][0]);
        b.options.bare_output = true;
        cr_expect_str_eq(bench_malli(&b), transpiled[i][1], "row: %s gives %s",
                         transpiled[i][0], bench_malli(&b));
        ptc_arena_free(&b.arena);
    }
}

Test(render, datetime_is_a_pattern_with_a_type)
{
    bench b;

    bench_read(&b, "() -> :datetime");
    cr_expect_not_null(
        strstr(bench_malli(&b), "[:re {:ptc/type :datetime} \"^[0-9]{4}-"));
    ptc_arena_free(&b.arena);
}

/* Options, and what has no spelling in shorthand. */
static const struct {
    const char *text;
    bool names;
    bool bare;
    const char *malli;
} malli_rows[] = {
    {"() -> :int", false, false, "[:=> [:cat] :int]"},
    {"() -> :int", true, false, "[:=> [:catn] :int]"},
    {"(a :int, b-c :string?) -> :bool", true, false,
     "[:=> [:catn [:a :int] [:b-c [:maybe :string]]] :boolean]"},
    {"(a :int) -> :bool", false, true, "[:=> [:cat :int] :boolean]"},
    /* a default has no place in :cat */
    {"[:=> [:catn [:a {:default 1} :int]] :int]", false, false,
     "[:=> [:catn [:a {:default 1} :int]] :int]"},
    /* properties are printed back */
    {"malli [:map {:description \"d\"} [:a {:title \"t\" :x/y [1]} :int]]", false, false,
     "[:map {:description \"d\"} [:a {:title \"t\" :x/y [1]} :int]]"},
    {"malli [:int {:description \"n\"}]", false, false, "[:int {:description \"n\"}]"},
    {"malli [:int {:min 1 :description \"n\"}]", false, false,
     "[:and {:description \"n\"} :int [:>= 1]]"},
    {"malli [:and {:title \"t\"} :string [:re \"a\"]]", false, false,
     "[:and {:title \"t\"} :string [:re \"a\"]]"},
    {"malli [:enum {:title \"t\"} 1 2]", false, false, "[:enum {:title \"t\"} 1 2]"},
    {"malli [:map [:a {:description \"q\\\"\\n\"} :int]]", false, false,
     "[:map [:a {:description \"q\\\"\\n\"} :int]]"},
    {"malli [:=> [:cat [:string {:name \"q\"}]] :int]", true, false,
     "[:=> [:catn [:q :string]] :int]"}, /* M149 */
    {"malli [:> 5]", false, false, "[:> 5]"},
    {"malli number?", false, false, "number?"},
    {"malli [:and [:> 1] [:< 2]]", false, false, "[:and [:> 1] [:< 2]]"},
    {"malli [:tuple]", false, false, "[:tuple]"},
};

Test(render, malli_has_options_and_words)
{
    for (size_t i = 0; i < sizeof malli_rows / sizeof *malli_rows; i++) {
        bench b;

        bench_read(&b, malli_rows[i].text);
        b.options.malli_names = malli_rows[i].names;
        b.options.bare_output = malli_rows[i].bare;
        cr_expect_str_eq(bench_malli(&b), malli_rows[i].malli, "row: %s gives %s",
                         malli_rows[i].text, bench_malli(&b));
        ptc_arena_free(&b.arena);
    }
}

/* Properties that ptcc does not know are printed back; titles and descriptions have no
 * spelling in shorthand, and are not reason to leave it. [validation 11.2, 11.5] */
static const char *const property_rows[][2] = {
    {"malli [:map [:x [:string {:min 1 :ui/hint trim}]]]",
     "{x [:string {:min 1 :ui/hint trim}]}"},
    {"malli [:map [:a {:x/y [1] :title \"t\" :optional true} :int] [:b :int]]",
     "{a [:int {:title \"t\" :x/y [1]}]?, b :int}"},
    {"malli [:map [:a {:title \"t\"} [:int {:description \"d\"}]]]", "{a :int}"},
    {"malli [:vector {:x 1} [:map {:x 2} [:a [:enum {:x 3} 1 2]]]]",
     "[:vector {:x 1} [:map {:x 2} [:a {:x 3} [:enum 1 2]]]]"},
    {"[:=> {:x 1} [:catn [:a :int]] :int]", "[:=> {:x 1} [:catn [:a :int]] :int]"},
    {"malli [:and {:x 1} :int [:> 3]]", "[:and {:x 1} :int [:> 3]]"},
};

Test(render, unknown_properties_are_kept)
{
    for (size_t i = 0; i < sizeof property_rows / sizeof *property_rows; i++) {
        const char *text;
        bench again;
        bench b;

        bench_read(&b, property_rows[i][0]);
        text = bench_signature(&b);
        cr_expect_str_eq(text, property_rows[i][1], "row: %s gives %s",
                         property_rows[i][0], text);
        bench_read(&again, text);
        again.options.bare_output = true;
        cr_expect_str_eq(bench_signature(&again), text, "again: %s", text);
        ptc_arena_free(&again.arena);
        ptc_arena_free(&b.arena);
    }
}

/* --- Options of shorthand ---------------------------------------------------------- */

static const char *const bare[][2] = {
    {"() -> {a :int}", "{a :int}"},
    {"() -> [:set :int]|:int", "[:set :int]|:int"},
    {"(a :int) -> :int", "(a :int) -> :int"},
};

Test(render, outputs_without_inputs_can_be_bare)
{
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++) {
        bench b;

        bench_read(&b, bare[i][0]);
        b.options.bare_output = true;
        cr_expect_str_eq(bench_signature(&b), bare[i][1], "row: %s", bare[i][0]);
        ptc_arena_free(&b.arena);
    }
}

/* A parent's model does not see what a child hides; inputs stay. */
static const char *const hidden[][2] = {
    {"(_a :int) -> {_ids [:int], n :int, _x :int}", "(_a :int) -> {n :int}"},
    {"() -> {_ids [:int]}", "() -> {}"},
    {"() -> [{a {_b :int}, _c {d :int}}]?", "() -> [{a {}}]?"},
    {"() -> [:set [:map [:_a :int] [:b :int]]]", "() -> [:set [:map [:b :int]]]"},
    {"(a {_b :int}) -> {c {_d :int, e :int}}", "(a {_b :int}) -> {c {e :int}}"},
};

Test(render, firewalled_fields_of_outputs_can_be_left_out) /* M036, M037 */
{
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        bench b;

        bench_read(&b, hidden[i][0]);
        b.options.hide_firewalled = true;
        cr_expect_str_eq(bench_signature(&b), hidden[i][1], "row: %s gives %s",
                         hidden[i][0], bench_signature(&b));
        b.options.hide_firewalled = false;
        cr_expect_str_eq(bench_signature(&b), hidden[i][0], "row: %s", hidden[i][0]);
        ptc_arena_free(&b.arena);
    }
}

/* Contracts of a file have one array of nodes; what one of them hides does not
 * concern another, but what follows the name of a type or a reference does. M037 */
Test(render, spellings_that_hide_are_those_of_the_one_contract)
{
    static const char text[] =
        "inner = {_deep :int}\n"
        "node = [:schema {:registry {\"n\" [:map [:_far {:optional true} :int] "
        "[:next [:maybe [:ref \"n\"]]]]}} [:ref \"n\"]]\n"
        "plain(a :string) -> {x :int}\n"
        "other(_token :string) -> {y :int}\n"
        "uses(a {b :inner}) -> :int\n"
        "walks(a :int) -> :node\n";
    static const char *const names[] = {"-token", "-deep", "-far", "_any", "x"};
    static const struct {
        const char *contract;
        bool hides[5];
    } rows[] = {
        {"plain", {false, false, false, true, false}},
        {"other", {true, false, false, true, false}},
        {"uses", {false, true, false, true, false}},
        {"walks", {false, false, true, true, false}},
    };
    const ptc_contracts *contracts;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    contracts = test_contracts(&arena, text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_contract *contract =
            ptc_contracts_find(contracts, ptc_str_of(rows[i].contract));

        cr_assert(contract != NULL);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            ptc_value key = ptc_value_string(ptc_str_of(names[k]));

            cr_expect_eq(ptc_schema_hides(&contract->schema, &key), rows[i].hides[k],
                         "%s: %s", rows[i].contract, names[k]);
        }
    }
    ptc_arena_free(&arena);
}

/* --- Prompts ----------------------------------------------------------------------- */

typedef struct prompt_row {
    const char *text;
    const char *name;
    ptc_prompt_style style;
    const char *prompt;
} prompt_row;

static const prompt_row prompts[] = {
    /* the tool lines of the seeds [signature 9.1]; M030 M032 */
    {"(query :string, limit :int) -> [{id :int, title :string}]", "search",
     PTC_PROMPT_SEED,
     "search(query :string, limit :int) -> [{id :int, title :string}]\n"},
    {"(text :string) -> {category :enum[spam ham], confidence :float}", "classify",
     PTC_PROMPT_SEED,
     "classify(text :string) -> {category :enum[\"spam\" \"ham\"], confidence :float}\n"},
    {"(id :int) -> {name :string, email :string?}", "get_user", PTC_PROMPT_SEED,
     "get_user(id :int) -> {name :string, email :string?}\n"},
    {"() -> :int", "now", PTC_PROMPT_SEED, "now() -> :int\n"},
    /* what must be there, though it may be nil; what may only be absent [validation 5.5]
     */
    {"[:=> [:catn [:a {:json/required true} [:maybe :int]] [:b {:optional true "
     ":json/null "
     "false} :int] [:c {:json/required true} [:maybe [:or :int :string]]]] [:map [:d "
     "{:json/required true} [:maybe [:vector :int]]] [:e {:default 1 :json/null false} "
     ":int]]]",
     "t", PTC_PROMPT_SEED,
     "t(a :int|:nil, b :int?, c :int|:string|:nil) -> {d [:int]|:nil, e :int = 1}\n"},
    {"[:=> [:catn [:a {:json/required true} [:maybe :int]] [:b {:optional true "
     ":json/null "
     "false} :int]] [:map {:closed true} [:d {:json/required true} [:maybe :int]] [:e "
     "{:optional true :json/null false} :int]]]",
     "t", PTC_PROMPT_COMPACT,
     "tool/t(a int|nil, b int?) -> [:map {:closed true} [:d [:maybe :int]] [:e "
     "{:optional "
     "true} :int]]\n"},
    /* M184 */
    {"(data :map, schema :malli-schema) -> {valid :bool, errors [:string]}", "validate",
     PTC_PROMPT_SEED,
     "validate(data :map, schema :malli-schema) -> {valid :bool, errors [:string]}\n"
     "  Schema format: [:map [:field :type] ...]\n"},
    {"(a [:not :int], b {c [:multi {:dispatch :k} [:x :map]]?}) -> [:set :int]", "t",
     PTC_PROMPT_SEED,
     "t(a :malli-schema, b {c :malli-schema?}) -> [:set :int]\n"
     "  a format: [:not :int]\n"
     "  b.c format: [:multi {:dispatch :k} [:x [:map-of :keyword :any]]]\n"},
    {"() -> [:schema {:registry {\"n\" [:map [:next [:maybe [:ref \"n\"]]]]}} [:ref "
     "\"n\"]]",
     "tree", PTC_PROMPT_SEED,
     "tree() -> :malli-schema\n"
     "  Output format: [:schema {:registry {\"n\" [:map [:next {:optional true} [:maybe "
     "[:ref \"n\"]]]]}} [:ref \"n\"]]\n"},
    /* models see defaults, except for those that have no literal or are firewalled */
    {"[:=> [:catn [:q :string] [:limit {:default 10} :int]] [:map [:a {:default 1} "
     ":int]]]",
     "t", PTC_PROMPT_SEED, "t(q :string, limit :int = 10) -> {a :int = 1}\n"},
    {"(customer_id :int, status :string = \"shipped\", min_total :float = 0.0) -> [:map]",
     "get_orders", PTC_PROMPT_SEED, /* [brimley 9] */
     "get_orders(customer_id :int, status :string = \"shipped\", min_total :float = 0.0) "
     "-> "
     "[:map]\n"},
    {"(tags [:string] = [\"a\"], k :keyword = :x, not [:not :nil] = 5) -> {a :bool = "
     "true}",
     "t", PTC_PROMPT_COMPACT,
     "tool/t(tags [string] = [\"a\"], k keyword = :x, not malli-schema = 5) -> "
     "{a bool = true}\n  not format: [:not :nil]\n"},
    {"(limit :int[1..100] = 20) -> :int", "t", PTC_PROMPT_FENCED,
     "### t\n\n```\nt(limit :int[1..100] = 20) -> :int\n```\n"},
    {"[:=> [:catn [:q {:default #{10}} :any] [:r {:default {:a 1}} :map]] :int]", "t",
     PTC_PROMPT_SEED, "t(q :any?, r :map?) -> :int\n"},
    {"(_key :string = \"s\", m :map = {\"a\": [{\"_key\": 1}]}) -> {_p {n :int = 5}}",
     "t", PTC_PROMPT_SEED, "t(_key :string?, m :map?) -> {_p {n :int?}}\n"},
    {"() -> [:map {:closed true} [:_key {:default \"s\"} :string] [:n {:default 5} "
     ":int]]",
     "t", PTC_PROMPT_SEED,
     "t() -> [:map {:closed true} [:_key {:optional true} [:maybe :string]] [:n "
     "{:default 5} :int]]\n"},
    {"(x :email) -> [:set :email]", "t", PTC_PROMPT_SEED,
     "t(x :email) -> [:set :email]\n"},
    /* descriptions */
    {"[:=> {:description \"Finds things.\\nAll of them.\"} [:catn [:q {:description "
     "\"what "
     "to\\n find\"} :string]] [:map [:items [:vector [:map [:id {:description \"the "
     "id\"} "
     ":int]]]]]]",
     "find", PTC_PROMPT_SEED,
     "find(q :string) -> {items [{id :int}]}\n"
     "  Finds things.\n"
     "  All of them.\n"
     "  - q: what to find\n"
     "  - items.id: the id\n"},
    {"[:=> {:description \"Finds things.\\nAll of them.\"} [:catn [:q {:description "
     "\"x\"} "
     ":string]] [:vector [:enum \"a\" :b 1]]]",
     "find", PTC_PROMPT_COMPACT,
     "tool/find(q string) -> [enum[\"a\" :b 1]]  ; Finds things. All of them.\n"},
    {"(q :string, limit :int[1..5]?) -> [:string]", "search", PTC_PROMPT_COMPACT,
     "tool/search(q string, limit int[1..5]?) -> [string]\n"},
    {"() -> [:not :int]", "t", PTC_PROMPT_COMPACT,
     "tool/t() -> malli-schema\n  Output format: [:not :int]\n"},
    {"[:=> {:description \"Finds.\"} [:catn [:q {:description \"what\"} :string]] :int]",
     "find", PTC_PROMPT_FENCED,
     "### find\n\n```\nfind(q :string) -> :int\n```\n\nFinds.\n- q: what\n"},
    /* what only JSON Schema says */
    {"(n [:and :int [:json/multiple-of 5]]) -> :any", "t", PTC_PROMPT_SEED,
     "t(n [:and :int [:json/multiple-of 5]]) -> :any\n"},
    {"(x [:json/one-of :int [:map [:a :int]]]) -> [:and [:map [:a :int]] "
     "[:json/other-keys :string]]",
     "t", PTC_PROMPT_COMPACT,
     "tool/t(x malli-schema) -> malli-schema\n"
     "  x format: [:json/one-of :int [:map [:a :int]]]\n"
     "  Output format: [:and [:map [:a :int]] [:json/other-keys :string]]\n"},
    {"(xs [:json/items {:json/open true} :int :any]) -> [:vector {:json/open true} :any]",
     "t", PTC_PROMPT_SEED,
     "t(xs :malli-schema) -> [:any]\n  xs format: [:json/items :int :any]\n"},
    /* the type alone */
    {"() -> {a :int}", "", PTC_PROMPT_SEED, "{a :int}"},
    {"() -> {a [:not :int]}", "", PTC_PROMPT_SEED,
     "{a :malli-schema}\n  a format: [:not :int]"},
    {"malli [:vector :int]", "t", PTC_PROMPT_SEED, "t() -> [:int]\n"},
};

Test(render, prompts_show_contracts_to_models)
{
    for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++) {
        const prompt_row *row = &prompts[i];
        const char *prompt;
        bench b;

        bench_read(&b, row->text);
        prompt = bench_prompt(&b, row->name, row->style);
        cr_expect_str_eq(prompt, row->prompt, "row: %s gives\n%s", row->text, prompt);
        ptc_arena_free(&b.arena);
    }
}

Test(render, prompts_leave_out_what_is_hidden)
{
    bench b;

    bench_read(&b,
               "[:=> [:catn [:_in {:description \"in\"} [:not :int]]] [:map [:_out "
               "{:description \"out\"} [:not :int]] [:n {:description \"n\"} :int]]]");
    b.options.hide_firewalled = true;
    cr_expect_str_eq(bench_prompt(&b, "t", PTC_PROMPT_SEED),
                     "t(_in :malli-schema) -> {n :int}\n  - _in: in\n  - n: n\n"
                     "  _in format: [:not :int]\n");
    ptc_arena_free(&b.arena);
}

/* Lines of types that tools only name say defaults as well, and hide those that are
 * hidden.
 */
Test(render, types_of_tools_show_their_defaults)
{
    const ptc_contract *use;
    ptc_prompt_tool tool;
    ptc_arena memory;
    ptc_text text;

    ptc_arena_init(&memory, NULL, 0);
    ptc_text_init(&text, &memory);
    ptc_text_cstr(&text, "big = {_key :string = \"s3cret\", s [:set :int] = [1]");
    for (unsigned i = 0; i < 400; i++) {
        ptc_text_cstr(&text, ", field_");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, " :int = 7");
    }
    ptc_text_cstr(&text, "}\ntags = [:set :string]\n"
                         "use(a :big, t :tags = [\"x\"], l [:big] = []) -> :big\n");
    use = ptc_contracts_find(test_contracts(&memory, text.ptr), PTC_STR("use"));
    cr_assert_not_null(use);
    for (int style = PTC_PROMPT_SEED; style <= PTC_PROMPT_FENCED; style++) {
        const char *colon = style == PTC_PROMPT_COMPACT ? "" : ":";
        char wanted[2][128];

        snprintf(wanted[0], sizeof wanted[0],
                 "big = {_key %sstring?, s [:set :int] = [1], field_0 %sint = 7,", colon,
                 colon);
        snprintf(wanted[1], sizeof wanted[1],
                 "use(a %sbig, t %stags = [\"x\"], l [%sbig] = []) -> %sbig\n", colon,
                 colon, colon, colon);
        tool = (ptc_prompt_tool){use->name, &use->schema, false};
        ptc_text_init(&text, &memory);
        ptc_tools_write_prompt(&text, &tool, 1, (ptc_prompt_style)style, NULL);
        cr_expect(strstr(text.ptr, "s3cret") == NULL, "style %d", style);
        for (unsigned i = 0; i < 2; i++)
            cr_expect(strstr(text.ptr, wanted[i]) != NULL, "style %d: %s\n%.300s", style,
                      wanted[i], text.ptr);
    }
    ptc_arena_free(&memory);
}

Test(render, tools_without_signature_take_any_map)
{
    static const char *const texts[] = {
        "t(args :map) -> :any\n",
        "tool/t(args map) -> any\n",
        "### t\n\n```\nt(args :map) -> :any\n```\n",
    };

    for (int style = PTC_PROMPT_SEED; style <= PTC_PROMPT_FENCED; style++) {
        ptc_arena arena;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        ptc_schema_write_prompt(&text, PTC_STR("t"), NULL, (ptc_prompt_style)style, NULL);
        cr_expect_str_eq(text.ptr, texts[style], "style %d", style);
        ptc_arena_free(&arena);
    }
}

/* Such a function is declared as `name = [:=> ...]`. */
Test(render, functions_that_only_malli_can_say_are_known)
{
    static const struct {
        const char *text;
        bool is_malli;
    } rows[] = {
        {"(a :int) -> :int", false},
        {"() -> [:map [:a {:default 1} :int]]", false},
        {"[:=> [:catn [:a {:default 1} :int]] :int]", false},
        {"[:=> [:catn [:a {:default #{1}} :any]] :int]", true},
        {"[:=> [:catn [\"\" :int]] :int]", true},
        {"malli [:map [:a {:default 1} :int]]", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b;

        bench_read(&b, rows[i].text);
        cr_expect(ptc_schema_is_malli_function(&b.schema) == rows[i].is_malli, "row: %s",
                  rows[i].text);
        ptc_arena_free(&b.arena);
    }
}

Test(render, words_follow_the_dialect)
{
    cr_expect_str_eq(ptc_type_word(PTC_TYPE_FLOAT, false), "float");
    cr_expect_str_eq(ptc_type_word(PTC_TYPE_FLOAT, true), "double");
    cr_expect_str_eq(ptc_type_word(PTC_TYPE_LIST, false), "list");
    cr_expect_str_eq(ptc_type_word(PTC_TYPE_LIST, true), "vector");
    cr_expect_str_eq(ptc_type_word(PTC_TYPE_FUNCTION, true), "=>");
}
