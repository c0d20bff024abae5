/* SPDX-License-Identifier: MIT */
/*
 * Drafts become schemas in normal form: what is merged, what is refused, what counts as
 * the same contract. [validation 5, 11, 12; signature 3, 6, 9, 10]
 */
#include <criterion/criterion.h>

#include "normal/normal_int.h"
#include "support.h"

typedef struct bench {
    ptc_arena arena;
    ptc_diags diags;
    ptc_draft draft;
    ptc_source source;
} bench;

static void bench_start(bench *b)
{
    ptc_arena_init(&b->arena, NULL, 0);
    ptc_diags_init(&b->diags, &b->arena);
    ptc_draft_init(&b->draft, &b->arena, &b->diags);
    b->source.name = PTC_STR("test");
    b->diags.source = &b->source;
}

/* Reads Malli when the text begins with '[:', else a signature. */
static ptc_status bench_read(bench *b, const char *text, bool lint, ptc_schema *out)
{
    ptc_read_options options = {0};

    options.struct_size = sizeof options;
    options.lint = lint;
    b->source.text = ptc_str_of(text);
    if (text[0] == '[' && text[1] == ':')
        return ptc_malli_read(&b->arena, &b->source, &options, &b->diags, out);
    return ptc_signature_read(&b->arena, &b->source, &options, &b->diags, out);
}

static const char *bench_malli(bench *b, const ptc_schema *schema)
{
    ptc_text text;

    ptc_text_init(&text, &b->arena);
    ptc_schema_write_malli(&text, schema, NULL);
    return test_cstr(ptc_text_view(&text));
}

/* --- One contract, many spellings -------------------------------------------------- */

#define DECIMAL                                                                          \
    "[:re {:ptc/type :decimal} \"^[+-]?[0-9]+(\\\\.[0-9]+)?([eE][+-]?[0-9]+)?$\"]"

/* Malli text, and its normal form written again. */
static const char *const normal_forms[][2] = {
    /* optional and nullable are one [validation 5]; M136 M138 M144 */
    {"[:map [:a {:optional true} :int]]", "[:map [:a {:optional true} [:maybe :int]]]"},
    {"[:map [:a [:maybe :int]]]", "[:map [:a {:optional true} [:maybe :int]]]"},
    {"[:map [:a [:or :int :nil]]]", "[:map [:a {:optional true} [:maybe :int]]]"},
    {"[:map [:a [:enum nil 1]]]", "[:map [:a {:optional true} [:maybe [:enum 1]]]]"},
    {"[:map [:a {:default 0} [:maybe :int]]]", "[:map [:a {:default 0} :int]]"},
    {"[:map [:a {:optional true} :any]]", "[:map [:a {:optional true} [:maybe :any]]]"},
    {"[:map [:a :any] [:b :nil]]", "[:map [:a :any] [:b :nil]]"},
    {"[:maybe [:maybe :int]]", "[:maybe :int]"},
    {"[:maybe :any]", "[:schema :any]"},
    {"[:maybe :nil]", "[:schema :nil]"},
    /* unions are flat, without nil, without equals [signature 6.2]; M142 M178 */
    {"[:or :int [:or :string :boolean]]", "[:or :int :string :boolean]"},
    {"[:or :int [:maybe :string]]", "[:maybe [:or :int :string]]"},
    {"[:or [:or :int :nil] [:or :string :int]]", "[:maybe [:or :int :string]]"},
    {"[:or :int]", "[:schema :int]"},
    {"[:or :int :int]", "[:schema :int]"},
    {"[:or :nil :nil]", "[:schema :nil]"},
    {"[:or [:vector :int] [:vector [:or :int :int]]]", "[:vector :int]"},
    {"[:or :int :any]", "[:or :int :any]"},
    {"[:or [:schema {:registry {\"n\" [:map [:n [:maybe [:ref \"n\"]]]]}} [:ref \"n\"]] "
     "[:schema {:registry {\"n\" [:map [:n [:maybe [:ref \"n\"]]]]}} [:ref \"n\"]]]",
     "[:schema {:registry {\"n\" [:map [:n {:optional true} [:maybe [:ref \"n\"]]]]}} "
     "[:ref \"n\"]]"},
    {"[:or [:orn [:a :int] [:b :string]] :boolean]",
     "[:or [:orn [:a :int] [:b :string]] :boolean]"},
    {"[:orn [:a [:maybe :int]] [:b :string] [:c :nil]]",
     "[:maybe [:orn [:a :int] [:b :string]]]"},
    {"[:orn [:a :int] [:b :nil]]", "[:maybe :int]"},
    {"[:orn [:a :int] [:b :int]]", "[:schema :int]"},
    {"[:or [:map [:a :int]] [:map [:b :int]]]",
     "[:or [:map [:a :int]] [:map [:b :int]]]"},
    /* checks fold into the scalar [signature 6.3]; M143 M150 M151 M152 M153 M179 */
    {"[:and :int [:> 0] [:< 100]]", "[:and :int [:> 0] [:< 100]]"},
    {"[:and [:< 100] [:> 0] :int]", "[:and :int [:> 0] [:< 100]]"},
    {"[:and :int [:and [:>= 1] [:and [:<= 9]]] [:> 3]]", "[:and :int [:> 3] [:<= 9]]"},
    {"[:and :int [:>= 3] [:> 3]]", "[:and :int [:> 3]]"},
    {"[:int {:min 1 :max 9}]", "[:and :int [:>= 1] [:<= 9]]"},
    {"[:and [:int {:min 1}] [:int {:max 9}]]", "[:and :int [:>= 1] [:<= 9]]"},
    {"[:and :double [:> 0.5]]", "[:and :double [:> 0.5]]"},
    {"[:and :double :int]", "[:schema :int]"},
    {"[:and :int [:> 0.5]]", "[:and :int [:>= 1]]"},
    {"[:and :int [:>= 1.0] [:< 5.0]]", "[:and :int [:>= 1] [:< 5]]"},
    {"[:and :int [:<= -0.5]]", "[:and :int [:<= -1]]"},
    {"[:and :int [:< 1e300] [:> -1e300]]", "[:schema :int]"},
    {"[:and [:> 0] [:< 1]]", "[:and [:> 0] [:< 1]]"},
    {"[:and :any [:> 0]]", "[:> 0]"},
    {"[:and :any :any]", "[:schema :any]"},
    {"[:and :int]", "[:schema :int]"},
    /* M154 */
    {"[:and :string [:re \"a\"] [:re \"b\"]]", "[:and :string [:re \"a\"] [:re \"b\"]]"},
    {"[:re \"a\"]", "[:and :string [:re \"a\"]]"},
    {"[:and [:string {:min 1}] [:string {:max 3}]]", "[:string {:min 1 :max 3}]"},
    {"[:and :int :string]", "[:and :int :string]"},
    /* comparisons next to a decimal are about that, unless an int or float is nearer */
    {"[:and :decimal [:> 0] [:<= 5]]", "[:and " DECIMAL " [:> 0] [:<= 5]]"},
    {"[:and [:> 0] :decimal]", "[:and " DECIMAL " [:> 0]]"},
    {"[:and [:decimal {:min 0}] [:decimal {:min 1 :max 9.5}]]",
     "[:and " DECIMAL " [:>= 1] [:<= 9.5]]"},
    {"[:and :decimal number?]", "[:schema :decimal]"},
    {"[:and :int [:> 3] :decimal [:> 5]]", "[:and :int [:> 3] " DECIMAL " [:> 5]]"},
    {"[:and :decimal :int [:> 3]]", "[:and " DECIMAL " :int [:> 3]]"},
    {"[:and :decimal [:> {:json/others true} 3] [:> 5]]",
     "[:and " DECIMAL " [:> 5] [:> {:json/others true} 3]]"},
    {"[:and [:not :int] [:and [:not :string] :any]]",
     "[:and [:not :int] [:not :string]]"},
    /* nil passes a conjunction that was said to be nullable, or whose parts all were */
    {"[:and [:maybe :int] [:> 0]]", "[:and :int [:> 0]]"},
    {"[:and [:maybe :int] [:maybe [:> 0]]]", "[:maybe [:and :int [:> 0]]]"},
    {"[:maybe [:and :int [:> 0]]]", "[:maybe [:and :int [:> 0]]]"},
    {"[:and [:maybe :int] [:not [:= 5]]]", "[:maybe [:and :int [:not [:= 5]]]]"},
    {"[:and [:maybe :int] [:not :nil]]", "[:and :int [:not :nil]]"},
    {"[:and [:maybe [:and :int [:not= 3]]] [:maybe [:not= 4]]]",
     "[:maybe [:and :int [:not= 3] [:not= 4]]]"},
    /* members and constants; M141 */
    {"[:enum 1 nil 2]", "[:maybe [:enum 1 2]]"},
    {"[:enum 1]", "[:enum 1]"},
    {"[:= nil]", "[:schema :nil]"},
    {"[:not= nil]", "[:not= nil]"},
    /* containers; M129 M130 M131 M133 M134 M145 */
    {"[:sequential :int]", "[:vector :int]"},
    {"[:map-of :keyword :any]", "[:map-of :keyword :any]"},
    {"[:map-of {:min 1} :keyword :any]", "[:map-of {:min 1} :keyword :any]"},
    {"[:map-of :keyword :int]", "[:map-of :keyword :int]"},
    {"[:map-of [:maybe :keyword] :any]", "[:map-of [:maybe :keyword] :any]"},
    {"[:cat :int :string]", "[:tuple :int :string]"},
    {"[:set {:min 1 :max 2} :int]", "[:set {:min 1 :max 2} :int]"},
    {"[:schema {:registry {}} :int]", "[:schema :int]"},
    {"[:schema {:registry {\"a\" :int}} [:maybe [:vector [:ref \"a\"]]]]",
     "[:maybe [:schema {:registry {\"a\" :int}} [:vector [:ref \"a\"]]]]"},
    /* what only JSON Schema says */
    {"[:json/one-of :int]", "[:schema :int]"},
    {"[:json/one-of :int :int]", "[:json/one-of :int :int]"},
    {"[:json/one-of [:json/one-of :int :nil] :string]",
     "[:json/one-of [:json/one-of :int :nil] :string]"},
    {"[:json/multiple-of 2.0]", "[:json/multiple-of 2]"},
    {"[:json/multiple-of 2.5]", "[:json/multiple-of 2.5]"},
    {"[:json/multiple-of 1e300]", "[:json/multiple-of 1.0E300]"},
    {"[:json/contains {:min 1} :int]", "[:json/contains :int]"},
    {"[:json/contains {:min 1 :max 3} :int]", "[:json/contains {:max 3} :int]"},
    {"[:json/contains {:min 0 :json/others false} :int]",
     "[:json/contains {:min 0} :int]"},
    {"[:and [:and :int [:json/multiple-of 2]] [:> 3]]",
     "[:and :int [:> 3] [:json/multiple-of 2]]"},
    {"[:json/other-keys :int]", "[:json/keys :any :int]"},
    {"[:json/other-items :int]", "[:json/items :int]"},
    {"[:and :any [:json/other-keys :int]]", "[:json/keys :any :int]"},
    {"[:and [:json/other-keys :int]]", "[:json/keys :any :int]"},
    {"[:schema {:registry {\"o\" [:json/other-keys :int]}} [:and :map [:ref \"o\"]]]",
     "[:schema {:registry {\"o\" [:json/keys :any :int]}} [:and [:map-of :keyword :any] "
     "[:ref \"o\"]]]"},
    {"[:and [:map [:a :int]] [:and [:json/other-keys :int]]]",
     "[:and [:map [:a :int]] [:json/keys :any :int]]"},
    {"[:and [:and [:map [:a :int]] [:map [:b :int]]] [:json/other-keys :int]]",
     "[:and [:map [:a :int]] [:map [:b :int]] [:json/other-keys :int]]"},
    {"[:and [:maybe [:and [:map [:a :int]] [:json/other-keys :int]]] [:maybe [:map]]]",
     "[:maybe [:and [:and [:map [:a :int]] [:json/other-keys :int]] [:map]]]"},
    {"[:and [:maybe :int] [:json/multiple-of {:json/others true} 2]]",
     "[:maybe [:and :int [:json/multiple-of 2]]]"},
    {"[:and [:maybe :int] [:json/multiple-of 2]]", "[:and :int [:json/multiple-of 2]]"},
    {"[:and [:maybe :int] [:json/one-of :nil :int]]",
     "[:maybe [:and :int [:json/one-of :nil :int]]]"},
    {"[:and [:maybe :int] [:json/one-of :nil [:maybe :int]]]",
     "[:and :int [:json/one-of :nil [:maybe :int]]]"},
    {"[:and [:maybe :int] [:json/if :nil :any :int]]",
     "[:maybe [:and :int [:json/if :nil :any :int]]]"},
    {"[:and [:maybe :int] [:json/if :nil :int :any]]",
     "[:and :int [:json/if :nil :int :any]]"},
    /* functions; M146 M147 M148 M149 M190 */
    {"[:=> [:cat :string] :int]", "[:=> [:cat :string] :int]"},
    {"[:=> [:cat] [:map [:t :string]]]", "[:=> [:cat] [:map [:t :string]]]"},
    {"[:=> [:catn [:q {:default 1} :int]] :int]",
     "[:=> [:catn [:q {:default 1} :int]] :int]"},
};

Test(normal, spellings_meet_in_one_form)
{
    for (size_t i = 0; i < sizeof normal_forms / sizeof *normal_forms; i++) {
        const char *text = normal_forms[i][0];
        ptc_schema given;
        ptc_schema wanted;
        bench b;

        bench_start(&b);
        cr_assert_eq(bench_read(&b, text, false, &given), PTC_OK, "row: %s", text);
        cr_assert_eq(bench_read(&b, normal_forms[i][1], false, &wanted), PTC_OK,
                     "row: %s", normal_forms[i][1]);
        cr_expect(ptc_schema_equal(&given, &wanted), "row: %s gives %s", text,
                  bench_malli(&b, &given));
        cr_expect(ptc_schema_hash(&given) == ptc_schema_hash(&wanted), "row: %s", text);
        if (strncmp(normal_forms[i][1], "[:schema :", 10) != 0)
            cr_expect_str_eq(bench_malli(&b, &given), normal_forms[i][1], "row: %s",
                             text);
        ptc_arena_free(&b.arena);
    }
}

/* Shorthand and the Malli that means the same [validation 12]. */
static const char *const equal_pairs[][2] = {
    {"() -> :float", "[:=> [:cat] :double]"},
    {":bool", "[:=> [:cat] :boolean]"},
    {"() -> [:int][1..10]", "[:=> [:cat] [:vector {:min 1 :max 10} :int]]"},
    {"() -> {id :int, e :string?}",
     "[:=> [:cat] [:map [:id :int] [:e {:optional true} :string]]]"},
    {"() -> :map", "[:=> [:cat] [:map-of :keyword :any]]"},
    {"() -> {}", "[:=> [:cat] [:map]]"},
    {"() -> :string|:int?", "[:=> [:cat] [:or :string :int :nil]]"},     /* M101 */
    {"() -> :int[>0 <100]", "[:=> [:cat] [:and :int [:> 0] [:< 100]]]"}, /* M102 */
    {"() -> :int[1..100]", "[:=> [:cat] [:int {:min 1 :max 100}]]"},     /* M103 */
    {"() -> :string[>0]", "[:=> [:cat] [:string {:min 1}]]"},
    {"() -> :enum[a \"b\" :c 1]", "[:=> [:cat] [:enum \"a\" \"b\" :c 1]]"},
    {"(a :int, b :string) -> :bool", "[:=> [:catn [:a :int] [:b :string]] :boolean]"},
    {"(arg1 :int) -> :bool", "[:=> [:cat :int] :boolean]"},
    /* absence and nil apart, where that says no more than both in one [validation 5.5] */
    {"[:map [:a {:json/required true} :int]]", "[:map [:a :int]]"},
    {"[:map [:a {:json/required true} :any]]", "[:map [:a :any]]"},
    {"[:map [:a {:json/required false} [:maybe :int]]]",
     "[:map [:a {:optional true} :int]]"},
    {"[:map [:a {:optional true :json/null true} :int]]", "[:map [:a [:maybe :int]]]"},
    {"[:map [:a {:optional true :json/null false} [:maybe :int]]]",
     "[:map [:a {:optional true} :int]]"},
    {"[:map [:a {:optional true :json/null false} :any]]",
     "[:map [:a {:optional true} :any]]"},
    {"[:map [:a {:optional true :json/null false} [:or :int :nil]]]",
     "[:map [:a [:maybe :int]]]"},
    {"[:map [:a {:optional true :json/null false :default 1} :int]]",
     "[:map [:a {:default 1 :json/null false} :int]]"},
    {"[:schema {:registry {\"n\" [:maybe :int]}} [:map [:a {:optional true :json/null "
     "false} [:ref \"n\"]]]]",
     "[:schema {:registry {\"n\" [:maybe :int]}} [:map [:a [:ref \"n\"]]]]"},
};

/* Contracts that differ, if only a little. */
static const char *const unequal_pairs[][2] = {
    {"[:json/multiple-of 2]", "[:json/multiple-of 3]"},
    {"[:json/multiple-of 2]", "[:json/multiple-of {:json/others true} 2]"},
    {"[:json/one-of :int :nil]", "[:or :int :nil]"},
    {"[:json/one-of :int :string]", "[:json/one-of :string :int]"},
    {"[:json/items :int :any]", "[:json/items {:json/open true} :int :any]"},
    {"[:vector :any]", "[:vector {:json/open true} :any]"},
    {"[:json/contains :int]", "[:json/contains {:min 0} :int]"},
    {"[:and [:map [:a :int]] [:and [:map] [:json/other-keys :int]]]",
     "[:and [:map [:a :int]] [:map] [:json/other-keys :int]]"},
    {"(a :int) -> :int", "(b :int) -> :int"},
    {"(a-b :int) -> :int", "(a_b :int) -> :int"},
    {"() -> {a :int, b :int}", "() -> {b :int, a :int}"},
    {"() -> :int[>0]", "() -> :int[1..]"},
    {"() -> :float[1..2]", "() -> :float[1.0..2.0]"},
    {"() -> {}", "() -> :map"},
    {"() -> {a :int}", "() -> {a :int?}"},
    {"() -> {a :any}", "() -> {a :any?}"},
    {"[:map [:a {:json/required true} [:maybe :int]]]", "[:map [:a [:maybe :int]]]"},
    {"[:map [:a {:json/required true} [:maybe :int]]]", "[:map [:a :int]]"},
    {"[:map [:a {:optional true :json/null false} :int]]", "[:map [:a :int]]"},
    {"[:map [:a {:optional true :json/null false} :int]]", "[:map [:a [:maybe :int]]]"},
    {"[:map [:a {:default 1 :json/null false} :int]]", "[:map [:a {:default 1} :int]]"},
    {"[:=> [:catn [:a {:json/required true} [:maybe :int]]] :any]", "(a :int?) -> :any"},
    {"[:=> [:catn [:a {:optional true :json/null false} :int]] :any]",
     "(a :int?) -> :any"},
    {"[:schema {:registry {\"n\" [:maybe :int]}} [:map [:a {:json/required true} [:ref "
     "\"n\"]]]]",
     "[:schema {:registry {\"n\" [:maybe :int]}} [:map [:a [:ref \"n\"]]]]"},
    {"[:schema {:registry {\"n\" :int}} [:map [:a {:optional true :json/null false} "
     "[:ref "
     "\"n\"]]]]",
     "[:schema {:registry {\"n\" :int}} [:map [:a [:ref \"n\"]]]]"},
    {"() -> :enum[a b]", "() -> :enum[b a]"},
    {"() -> :string|:int", "() -> :int|:string"},
    {"() -> :string[~\"a\"]", "() -> :string[~\"b\"]"},
    {"[:map [:a {:default 1} :int]]", "[:map [:a {:default 2} :int]]"},
    {"[:map {:closed true} [:a :int]]", "[:map [:a :int]]"},
    {"[:or :int :string]", "[:orn [:a :int] [:b :string]]"},
    {"[:orn [:a :int] [:b :string]]", "[:orn [:a :int] [:c :string]]"},
    {"[:multi {:dispatch :k} [:a :map]]", "[:multi {:dispatch :k} [\"a\" :map]]"},
    {"[:multi {:dispatch :k} [:a :map]]", "[:multi {:dispatch :j} [:a :map]]"},
    {"[:= 1]", "[:= 1.0]"},
    {"[:tuple :int]", "[:tuple :int :int]"},
    {"[:schema {:registry {\"a\" :int \"b\" :string}} [:ref \"a\"]]",
     "[:schema {:registry {\"a\" :int \"b\" :string}} [:ref \"b\"]]"},
};

static void compare_pairs(const char *const (*pairs)[2], size_t count, bool is_equal)
{
    for (size_t i = 0; i < count; i++) {
        ptc_schema first;
        ptc_schema second;
        bench b;

        bench_start(&b);
        cr_assert_eq(bench_read(&b, pairs[i][0], false, &first), PTC_OK, "row: %s",
                     pairs[i][0]);
        cr_assert_eq(bench_read(&b, pairs[i][1], false, &second), PTC_OK, "row: %s",
                     pairs[i][1]);
        cr_expect(ptc_schema_equal(&first, &second) == is_equal, "row: %s and %s",
                  pairs[i][0], pairs[i][1]);
        cr_expect(ptc_schema_equal(&second, &first) == is_equal, "row: %s and %s, turned",
                  pairs[i][0], pairs[i][1]);
        cr_expect((ptc_schema_hash(&first) == ptc_schema_hash(&second)) == is_equal,
                  "hashes of row: %s and %s", pairs[i][0], pairs[i][1]);
        ptc_arena_free(&b.arena);
    }
}

/* A host that builds the node by hand and forgets its check gets an error, whether the
 * node comes alone or in a list. */
Test(normal, schemas_as_values_want_a_judge)
{
    for (int row = 0; row < 4; row++) {
        bool has_judge = row % 2 == 1;
        ptc_span nowhere = {0, 0};
        ptc_draft_ref root;
        ptc_schema schema;
        bench b;

        bench_start(&b);
        root = ptc_draft_add(&b.draft, PTC_TYPE_MALLI_SCHEMA, nowhere);
        if (row >= 2) {
            ptc_draft_ref list = ptc_draft_add(&b.draft, PTC_TYPE_LIST, nowhere);

            ptc_draft_append(&b.draft, list, root);
            root = list;
        }
        if (has_judge)
            b.draft.judge = ptc_schema_judge;
        cr_expect_eq(ptc_draft_finish(&b.arena, &b.draft, root, &schema),
                     has_judge ? PTC_OK : PTC_ERROR_ARGUMENT, "row %d", row);
        cr_expect((schema.nodes != NULL) == has_judge, "row %d", row);
        ptc_arena_free(&b.arena);
    }
}

/* A type without a judge that two roots share: the second one is refused as well, and
 * does not get the places that the type would have had in the first. */
Test(normal, no_root_takes_over_a_type_without_judge)
{
    ptc_span nowhere = {0, 0};
    ptc_draft_ref roots[2];
    ptc_draft_ref type;
    ptc_schema schema;
    ptc_normal unit;
    bench b;

    bench_start(&b);
    type = ptc_draft_add(&b.draft, PTC_TYPE_LIST, nowhere);
    ptc_draft_append(&b.draft, type,
                     ptc_draft_add(&b.draft, PTC_TYPE_MALLI_SCHEMA, nowhere));
    for (size_t i = 0; i < 2; i++) {
        ptc_draft_ref use = ptc_draft_add(&b.draft, PTC_TYPE_REF, nowhere);

        roots[i] = ptc_draft_add(&b.draft, PTC_TYPE_LIST, nowhere);
        ptc_draft_at(&b.draft, use)->target = type;
        ptc_draft_at(&b.draft, use)->extra.named_type = PTC_STR("t");
        ptc_draft_append(&b.draft, roots[i], use);
    }
    ptc_normal_begin(&unit, &b.draft, &b.arena, true);
    for (size_t i = 0; i < 2; i++)
        cr_expect_eq(ptc_normal_finish(&unit, roots[i], &schema), PTC_ERROR_ARGUMENT,
                     "root %zu", i);
    ptc_normal_end(&unit);
    ptc_arena_free(&b.arena);
}

Test(normal, equality_is_about_the_contract) /* M117 */
{
    compare_pairs(equal_pairs, sizeof equal_pairs / sizeof *equal_pairs, true);
    compare_pairs(unequal_pairs, sizeof unequal_pairs / sizeof *unequal_pairs, false);
}

Test(normal, words_do_not_count)
{
    static const char *const pairs[][2] = {
        {"[:map {:description \"d\"} [:a {:title \"t\"} :int]]", "[:map [:a :int]]"},
        {"[:map {:x/y 1} [:a :int]]", "[:map [:a :int]]"},
    };

    compare_pairs(pairs, 2, true);
}

/* The hash is kept in emitted files, so it must not move. */
Test(normal, the_hash_is_the_same_everywhere)
{
    ptc_schema schema;
    bench b;

    bench_start(&b);
    cr_assert_eq(bench_read(&b,
                            "(q :string[1..80 ~\"^a\"], n :int[1..5]?) -> "
                            "[{a :enum[x 1 2.5 :k], b [:set :keyword]}]",
                            false, &schema),
                 PTC_OK);
    cr_expect_eq(ptc_schema_hash(&schema), UINT64_C(0x10cea5a3e6d01e87), "%llx",
                 (unsigned long long)ptc_schema_hash(&schema));
    ptc_arena_free(&b.arena);
}

/* Parts of schemas compare like wholes, references as seen from inside. */
Test(normal, parts_compare_too)
{
    static const char recursive[] =
        "[:schema {:registry {\"n\" [:map [:next [:ref \"n\"]]]}} "
        "[:vector [:ref \"n\"]]]";
    ptc_schema schema;
    ptc_schema first;
    ptc_schema second;
    ptc_text text;
    bench b;

    bench_start(&b);
    ptc_text_init(&text, &b.arena);
    ptc_text_cstr(&text, "[:tuple :int [:map [:x ");
    ptc_text_cstr(&text, recursive);
    ptc_text_cstr(&text, "]] ");
    ptc_text_cstr(&text, recursive);
    ptc_text_cstr(&text, "]");
    cr_assert_eq(bench_read(&b, text.ptr, false, &schema), PTC_OK);
    first = second = schema;
    second.root = schema.nodes[0].first + 2;
    first.root = schema.nodes[schema.nodes[0].first + 1].first;
    cr_assert_eq(ptc_schema_root(&first)->type, PTC_TYPE_REGISTRY);
    cr_expect(ptc_schema_equal(&first, &second), "as parts of one schema");
    cr_expect(ptc_schema_hash(&first) == ptc_schema_hash(&second));
    cr_assert_eq(bench_read(&b, recursive, false, &schema), PTC_OK);
    cr_expect(ptc_schema_equal(&first, &schema), "a part and a whole");
    cr_expect(ptc_schema_hash(&first) == ptc_schema_hash(&schema));
    ptc_arena_free(&b.arena);
}

/* --- What is refused and warned of ------------------------------------------------- */

typedef struct fault_row {
    const char *text;
    bool lint;
    ptc_diag_code code;
    const char *at; /* the text that the first diagnostic points at */
} fault_row;

static const fault_row faults[] = {
    {"() -> :int[5..3]", false, PTC_DIAG_SIG_EMPTY_RANGE, ":int[5..3]"},
    {"() -> :int[>3 <4]", false, PTC_DIAG_SIG_EMPTY_RANGE, ":int[>3 <4]"},
    {"() -> :float[>3 <3]", false, PTC_DIAG_SIG_EMPTY_RANGE, ":float[>3 <3]"},
    {"() -> :float[2.5..2]", false, PTC_DIAG_SIG_EMPTY_RANGE, ":float[2.5..2]"},
    {"() -> :string[<0]", false, PTC_DIAG_SIG_EMPTY_RANGE, ":string[<0]"},
    {"() -> :decimal[>3 <3]", false, PTC_DIAG_SIG_EMPTY_RANGE, ":decimal[>3 <3]"},
    {"() -> :decimal[2.5..2]", false, PTC_DIAG_SIG_EMPTY_RANGE, ":decimal[2.5..2]"},
    {"(a :decimal[0..1] = 1.5) -> :any", false, PTC_DIAG_SIG_DEFAULT, NULL},
    {"(a :date = \"2023-02-29\") -> :any", false, PTC_DIAG_SIG_DEFAULT, NULL},
    {"() -> [:int][3..2]", false, PTC_DIAG_SIG_EMPTY_RANGE, "[:int][3..2]"},
    {"() -> :int[>9223372036854775807]", false, PTC_DIAG_SIG_EMPTY_RANGE,
     ":int[>9223372036854775807]"},
    {"[:vector [:and :int [:> 5] [:< 5]]]", false, PTC_DIAG_MALLI_RANGE,
     "[:and :int [:> 5] [:< 5]]"},
    {"[:and :int [:> 0.1] [:< 0.9]]", false, PTC_DIAG_MALLI_RANGE,
     "[:and :int [:> 0.1] [:< 0.9]]"},
    {"[:and :int [:> 1e300]]", false, PTC_DIAG_MALLI_RANGE, "[:and :int [:> 1e300]]"},
    {"[:and [:> 9007199254740993] [:< 9007199254740992.0]]", false, PTC_DIAG_MALLI_RANGE,
     "[:and [:> 9007199254740993] [:< 9007199254740992.0]]"},
    /* M137 */
    {"[:map [:a {:default \"x\"} :int]]", false, PTC_DIAG_MALLI_DEFAULT, NULL},
    {"[:map [:a {:default nil} :int]]", false, PTC_DIAG_MALLI_DEFAULT, NULL},
    {"[:map [:a {:default nil} [:or :int :string]]]", false, PTC_DIAG_MALLI_DEFAULT,
     NULL},
    {"[:map [:a {:default 7} [:int {:max 5}]]]", false, PTC_DIAG_MALLI_DEFAULT, NULL},
    {"[:map [:a {:default {:b 1}} [:map [:b :string]]]]", false, PTC_DIAG_MALLI_DEFAULT,
     NULL},
    /* warnings */
    {"() -> :int|:string|:int", false, PTC_DIAG_SIG_DUP_ALTERNATIVE, ":int"},
    {"[:or [:vector :int] :int [:vector :int]]", false, PTC_DIAG_SIG_DUP_ALTERNATIVE,
     "[:vector :int]"},
    {"() -> :int|:any", false, PTC_DIAG_SIG_ANY_IN_UNION, ":any"},
    {"(_hidden :int) -> :int", false, PTC_DIAG_SIG_FIREWALL_INPUT, NULL}, /* M038 */
    /* M029 */
    {"() -> {a {b {c {d {e {f :int}}}}}}", true, PTC_DIAG_SIG_DEEP, "{f :int}"},
    {"() -> [[[[[[:int]]]]]]", true, PTC_DIAG_SIG_DEEP, "[:int]"},
};

Test(normal, faults_have_a_code_and_a_place)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const fault_row *row = &faults[i];
        ptc_schema schema;
        ptc_status status;
        bench b;

        bench_start(&b);
        status = bench_read(&b, row->text, row->lint, &schema);
        cr_assert(b.diags.count == 1, "row: %s has %zu diagnostics", row->text,
                  b.diags.count);
        cr_expect_eq(b.diags.items[0].code, row->code, "row: %s gives %s", row->text,
                     ptc_diag_name(b.diags.items[0].code));
        cr_expect((status == PTC_OK) ==
                      (b.diags.items[0].severity == PTC_SEVERITY_WARNING),
                  "row: %s", row->text);
        if (row->at != NULL) {
            ptc_span span = b.diags.items[0].span;
            ptc_str at = ptc_str_make(row->text + span.start, span.end - span.start);

            cr_expect(ptc_str_equal(at, ptc_str_of(row->at)), "row: %s points at %s",
                      row->text, test_cstr(at));
        }
        ptc_arena_free(&b.arena);
    }
}

Test(normal, sound_schemas_raise_nothing)
{
    static const char *const texts[] = {
        "() -> {a {b {c {d {e :int}}}}}", /* five levels, with the lint on */
        "() -> :int[9223372036854775807..]",
        "() -> :int[-9223372036854775808..9223372036854775807]",
        "() -> :float[2..2.0]",
        "[:and [:>= 9007199254740993] [:< 9007199254740994.0]]",
        "[:map [:a {:default \"k\"} :keyword] [:b {:default :k} :keyword]]",
        "[:map [:a {:default [1 2]} [:set :int]] [:b {:default #{1}} [:set :int]]]",
        "[:map [:a {:default false} :boolean] [:b {:default \"\"} :string]]",
        "[:map [:a {:default 1} :double] [:b {:default {}} :map]]",
        "[:or [:map [:a :int]] [:map [:a :string]] [:map [:b :int]]]",
        "[:tuple [:map-of :string [:set :int]] [:tuple :int]]",
        "[:schema {:registry {\"n\" [:map [:next [:maybe [:ref \"n\"]]]]}} [:ref \"n\"]]",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ptc_schema schema;
        bench b;

        bench_start(&b);
        cr_expect_eq(bench_read(&b, texts[i], true, &schema), PTC_OK, "row: %s",
                     texts[i]);
        cr_expect_eq(b.diags.count, 0, "row: %s", texts[i]);
        ptc_arena_free(&b.arena);
    }
}

/* --- Drafts by hand ---------------------------------------------------------------- */

static ptc_draft_ref leaf(bench *b, ptc_type type)
{
    ptc_span span = {0, 0};

    return ptc_draft_add(&b->draft, type, span);
}

static ptc_draft_ref named(bench *b, const char *name, ptc_draft_ref ref)
{
    ptc_draft_name(&b->draft, ref, ptc_str_of(name));
    return ref;
}

static ptc_draft_ref with(bench *b, ptc_draft_ref parent, ptc_draft_ref child)
{
    ptc_draft_append(&b->draft, parent, child);
    return parent;
}

/* A use of a named type. */
static ptc_draft_ref use(bench *b, const char *type, ptc_draft_ref target)
{
    ptc_draft_ref ref = leaf(b, PTC_TYPE_REF);

    ptc_draft_at(&b->draft, ref)->extra.named_type = ptc_str_of(type);
    ptc_draft_at(&b->draft, ref)->target = target;
    return ref;
}

static const char *bench_signature(bench *b, const ptc_schema *schema)
{
    ptc_text text;

    ptc_text_init(&text, &b->arena);
    ptc_schema_write_signature(&text, schema, NULL);
    return test_cstr(ptc_text_view(&text));
}

Test(normal, named_types_are_copied_where_they_are_used)
{
    ptc_draft_ref user;
    ptc_draft_ref pair;
    ptc_draft_ref root;
    ptc_schema schema;
    bench b;

    bench_start(&b);
    user = with(&b, leaf(&b, PTC_TYPE_MAP), named(&b, "id", leaf(&b, PTC_TYPE_INT)));
    pair = with(&b, leaf(&b, PTC_TYPE_LIST), use(&b, "user", user));
    root = with(&b, leaf(&b, PTC_TYPE_MAP), named(&b, "a", use(&b, "user", user)));
    with(&b, root, named(&b, "_b", use(&b, "pair", pair)));
    ptc_draft_at(&b.draft, ptc_draft_at(&b.draft, root)->last)->flags |=
        PTC_NODE_NULLABLE;
    for (int round = 0; round < 2; round++) { /* a draft can be finished again */
        cr_assert_eq(ptc_draft_finish(&b.arena, &b.draft, root, &schema), PTC_OK);
        cr_expect_str_eq(bench_signature(&b, &schema), "{a {id :int}, _b [{id :int}]?}");
    }
    cr_expect(ptc_str_equal(schema.nodes[1].extra->named_type, PTC_STR("user")));
    cr_expect(ptc_str_equal(schema.nodes[2].extra->named_type, PTC_STR("pair")));
    cr_expect_eq(schema.nodes[1].flags & PTC_NODE_FIREWALLED, 0);
    cr_expect_neq(schema.nodes[2].flags & PTC_NODE_FIREWALLED, 0);
    cr_assert_eq(ptc_draft_finish(&b.arena, &b.draft, user, &schema), PTC_OK);
    cr_expect_str_eq(bench_signature(&b, &schema), "{id :int}");
    ptc_arena_free(&b.arena);
}

/* Each copy of a type with a registry has references into its own copy. */
Test(normal, copied_registries_keep_to_themselves)
{
    ptc_draft_ref definition;
    ptc_draft_ref body;
    ptc_draft_ref type;
    ptc_draft_ref root;
    ptc_schema schema;
    bench b;

    bench_start(&b);
    definition = named(&b, "n", leaf(&b, PTC_TYPE_MAP));
    body = leaf(&b, PTC_TYPE_REF);
    ptc_draft_at(&b.draft, body)->target = definition;
    type = with(&b, with(&b, leaf(&b, PTC_TYPE_REGISTRY), body), definition);
    root = with(&b, leaf(&b, PTC_TYPE_TUPLE), use(&b, "t", type));
    with(&b, root, use(&b, "t", type));
    cr_assert_eq(ptc_draft_finish(&b.arena, &b.draft, root, &schema), PTC_OK);
    for (uint32_t i = 0, seen = 0; i < schema.count; i++) {
        if (schema.nodes[i].type != PTC_TYPE_REF)
            continue;
        cr_expect_eq(schema.nodes[schema.nodes[i].first].parent, schema.nodes[i].parent,
                     "reference %u", seen++);
    }
    ptc_arena_free(&b.arena);
}

/* 2^64 nodes, written out. */
Test(normal, a_type_is_there_once_however_often_it_is_used)
{
    ptc_draft_ref type;
    ptc_schema schema;
    bench b;

    bench_start(&b);
    type = leaf(&b, PTC_TYPE_INT);
    for (int i = 0; i < 64; i++) {
        ptc_draft_ref pair = with(&b, leaf(&b, PTC_TYPE_TUPLE), use(&b, "t", type));

        type = with(&b, pair, use(&b, "t", type));
    }
    cr_assert_eq(ptc_draft_finish(&b.arena, &b.draft, type, &schema), PTC_OK);
    cr_expect_eq(schema.count, 2 * 64 + 1);
    for (uint32_t i = 0; i < schema.count; i++) {
        const ptc_schema_node *node = &schema.nodes[i];

        cr_expect(node->type == PTC_TYPE_INT ||
                  (node->first > i && node->first + 1 < schema.count));
        cr_expect(i == 0 || node->parent < i);
    }
    ptc_arena_free(&b.arena);
}

/* The limit counts the nodes that there are. */
Test(normal, nodes_are_counted_against_the_limit)
{
    ptc_draft_ref root;
    ptc_schema schema;
    bench b;

    bench_start(&b);
    b.draft.node_limit = 100;
    root = leaf(&b, PTC_TYPE_TUPLE);
    for (int i = 0; i < 100; i++)
        with(&b, root, leaf(&b, PTC_TYPE_INT));
    cr_expect_eq(ptc_draft_finish(&b.arena, &b.draft, root, &schema), PTC_ERROR_SYNTAX);
    cr_assert_eq(b.diags.count, 1);
    cr_expect_eq(b.diags.items[0].code, PTC_DIAG_SIG_TOO_LARGE);
    ptc_arena_free(&b.arena);
}

Test(normal, references_need_structure_in_between)
{
    ptc_draft_ref body;
    ptc_draft_ref definition;
    ptc_draft_ref inner;
    ptc_schema schema;
    bench b;

    bench_start(&b);
    definition = named(&b, "n", leaf(&b, PTC_TYPE_UNION));
    inner = leaf(&b, PTC_TYPE_REF);
    body = leaf(&b, PTC_TYPE_REF);
    ptc_draft_at(&b.draft, inner)->target = definition;
    ptc_draft_at(&b.draft, body)->target = definition;
    with(&b, with(&b, definition, leaf(&b, PTC_TYPE_INT)), inner);
    cr_expect_eq(ptc_draft_finish(
                     &b.arena, &b.draft,
                     with(&b, with(&b, leaf(&b, PTC_TYPE_REGISTRY), body), definition),
                     &schema),
                 PTC_ERROR_SYNTAX);
    cr_assert_eq(b.diags.count, 1);
    cr_expect_eq(b.diags.items[0].code, PTC_DIAG_MALLI_CYCLE);
    ptc_arena_free(&b.arena);
}

Test(normal, a_million_nested_lists_are_laid_out)
{
    const unsigned depth = test_rounds(1000000);
    ptc_draft_ref root;
    ptc_schema schema;
    ptc_schema back;
    ptc_text text;
    bench b;

    bench_start(&b);
    root = leaf(&b, PTC_TYPE_INT);
    for (unsigned i = 0; i < depth; i++)
        root = with(&b, leaf(&b, PTC_TYPE_LIST), root);
    cr_assert_eq(ptc_draft_finish(&b.arena, &b.draft, root, &schema), PTC_OK);
    cr_expect_eq(schema.count, depth + 1);
    cr_expect_eq(schema.nodes[depth].type, PTC_TYPE_INT);
    cr_assert_eq(ptc_draft_finish(&b.arena, &b.draft, root, &back), PTC_OK);
    cr_expect(ptc_schema_equal(&schema, &back));
    ptc_text_init(&text, &b.arena);
    ptc_schema_write_signature(&text, &schema, NULL);
    cr_expect_eq(text.len, 2 * (size_t)depth + strlen(":int"));
    ptc_arena_free(&b.arena);
}

/* Flattening a union in a union in a conjunction ... level by level would be quadratic.
 */
Test(normal, deep_unions_take_linear_time)
{
    enum { DEPTH = 100000 };
    ptc_draft_ref root;
    ptc_schema schema;
    bench b;

    bench_start(&b);
    root = leaf(&b, PTC_TYPE_INT);
    for (int i = 0; i < DEPTH; i++) {
        ptc_draft_ref both = with(&b, leaf(&b, PTC_TYPE_UNION), root);
        ptc_draft_ref field =
            with(&b, leaf(&b, PTC_TYPE_MAP), named(&b, "f", leaf(&b, PTC_TYPE_INT)));

        root = with(&b, both, i % 2 ? field : leaf(&b, PTC_TYPE_STRING));
    }
    b.diags.limit = 0;
    cr_assert_eq(ptc_draft_finish(&b.arena, &b.draft, root, &schema), PTC_OK);
    cr_expect_eq(schema.nodes[0].count, 3);
    for (int i = 0; i < DEPTH; i++) {
        root = with(&b, with(&b, leaf(&b, PTC_TYPE_UNION), root), leaf(&b, PTC_TYPE_NIL));
        root = with(&b, with(&b, leaf(&b, PTC_TYPE_AND), leaf(&b, PTC_TYPE_ANY)), root);
    }
    cr_expect_eq(ptc_draft_finish(&b.arena, &b.draft, root, &schema), PTC_OK);
    ptc_arena_free(&b.arena);
}

/* --- Drafts that no reader would leave --------------------------------------------- */

static ptc_draft_ref draft_of_nothing(bench *b)
{
    (void)b;
    return 0;
}

static ptc_draft_ref draft_of_a_list(bench *b)
{
    return leaf(b, PTC_TYPE_LIST);
}

static ptc_draft_ref draft_of_half_a_map(bench *b)
{
    return with(b, leaf(b, PTC_TYPE_MAP_OF), leaf(b, PTC_TYPE_STRING));
}

static ptc_draft_ref draft_of_no_choice(bench *b)
{
    return leaf(b, PTC_TYPE_UNION);
}

static ptc_draft_ref draft_of_no_constant(bench *b)
{
    return with(b, leaf(b, PTC_TYPE_LIST), leaf(b, PTC_TYPE_CONST));
}

/* A type that is itself under another name, and so nothing. */
static ptc_draft_ref draft_of_an_alias(bench *b)
{
    ptc_draft_ref alias = use(b, "t", 0);

    ptc_draft_at(&b->draft, alias)->target = use(b, "u", alias);
    return alias;
}

static ptc_draft_ref draft_of_no_type(bench *b)
{
    return with(b, leaf(b, PTC_TYPE_LIST), use(b, "t", 0));
}

static ptc_draft_ref draft_of_a_type_in_itself(bench *b)
{
    ptc_draft_ref type = leaf(b, PTC_TYPE_LIST);

    with(b, type, use(b, "t", type));
    return with(b, leaf(b, PTC_TYPE_LIST), use(b, "t", type));
}

static ptc_draft_ref draft_of_a_way_out(bench *b)
{
    ptc_draft_ref way = leaf(b, PTC_TYPE_REF);

    ptc_draft_at(&b->draft, way)->target = leaf(b, PTC_TYPE_INT);
    return with(b, leaf(b, PTC_TYPE_LIST), way);
}

static ptc_draft_ref draft_of_many_patterns(bench *b)
{
    ptc_draft_ref text = leaf(b, PTC_TYPE_STRING);

    ptc_draft_at(&b->draft, text)->pattern_count = UINT16_MAX + 1;
    return text;
}

static ptc_draft_ref draft_of_many_parts(bench *b)
{
    ptc_draft_ref root = leaf(b, PTC_TYPE_TUPLE);

    b->draft.node_limit = 3;
    for (int i = 0; i < 3; i++) {
        with(b, root, leaf(b, PTC_TYPE_INT));
        ptc_draft_at(&b->draft, ptc_draft_at(&b->draft, root)->last)->flags =
            PTC_NODE_MALLI;
    }
    return root;
}

Test(normal, drafts_that_mean_nothing_are_refused)
{
    static const struct {
        const char *name;
        ptc_draft_ref (*build)(bench *b);
        size_t said; /* diagnostics; a reader that left something out said why */
        ptc_diag_code code;
    } rows[] = {
        {"nothing", draft_of_nothing, 0, 0},
        {"a list of nothing", draft_of_a_list, 0, 0},
        {"keys without values", draft_of_half_a_map, 0, 0},
        {"no choice", draft_of_no_choice, 0, 0},
        {"no constant", draft_of_no_constant, 0, 0},
        {"an alias of itself", draft_of_an_alias, 1, PTC_DIAG_SIG_TOO_LARGE},
        {"no type", draft_of_no_type, 1, PTC_DIAG_SIG_TOO_LARGE},
        {"a type in itself", draft_of_a_type_in_itself, 1, PTC_DIAG_SIG_TOO_LARGE},
        {"a way out", draft_of_a_way_out, 1, PTC_DIAG_MALLI_REF},
        {"many patterns", draft_of_many_patterns, 1, PTC_DIAG_SIG_TOO_LARGE},
        {"many parts", draft_of_many_parts, 1, PTC_DIAG_MALLI_TOO_LARGE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_schema schema;
        bench b;

        bench_start(&b);
        cr_expect_eq(ptc_draft_finish(&b.arena, &b.draft, rows[i].build(&b), &schema),
                     PTC_ERROR_SYNTAX, "row: %s", rows[i].name);
        cr_expect_null(schema.nodes, "row: %s", rows[i].name);
        cr_expect_eq(b.diags.count, rows[i].said, "row: %s", rows[i].name);
        cr_expect(b.diags.count == 0 || b.diags.items[0].code == rows[i].code, "row: %s",
                  rows[i].name);
        ptc_arena_free(&b.arena);
    }
}

/* A combinator within its like that has no parts adds none. */
Test(normal, combinators_without_parts_dissolve)
{
    static const ptc_type types[] = {PTC_TYPE_UNION, PTC_TYPE_AND};
    static const ptc_type wanted[] = {PTC_TYPE_NIL, PTC_TYPE_ANY};

    for (size_t i = 0; i < 2; i++) {
        ptc_draft_ref root;
        ptc_schema schema;
        bench b;

        bench_start(&b);
        root = with(&b, leaf(&b, types[i]), leaf(&b, types[i]));
        cr_assert_eq(ptc_draft_finish(&b.arena, &b.draft, root, &schema), PTC_OK);
        cr_expect_eq(schema.nodes[0].type, wanted[i]);
        cr_expect_eq(schema.count, 1);
        ptc_arena_free(&b.arena);
    }
}

/* --- Types that are used ----------------------------------------------------------- */

/* A type for tuples of one int, each time another. */
static ptc_draft_ref single(bench *b)
{
    return with(b, leaf(b, PTC_TYPE_TUPLE), leaf(b, PTC_TYPE_INT));
}

/* A tuple that uses three types. */
static ptc_draft_ref three(bench *b, ptc_draft_ref x, ptc_draft_ref y, ptc_draft_ref z)
{
    ptc_draft_ref tuple = with(b, leaf(b, PTC_TYPE_TUPLE), use(b, "x", x));

    return with(b, with(b, tuple, use(b, "y", y)), use(b, "z", z));
}

/* Types that are the same, compared with each other in turn. */
static ptc_draft_ref draft_of_equal_types(bench *b)
{
    ptc_draft_ref w = single(b);
    ptc_draft_ref x = single(b);
    ptc_draft_ref y = single(b);
    ptc_draft_ref z = single(b);
    ptc_draft_ref both = with(b, leaf(b, PTC_TYPE_UNION), three(b, x, y, z));

    with(b, both, three(b, w, w, w));
    return with(b, with(b, both, three(b, y, w, w)), leaf(b, PTC_TYPE_STRING));
}

/* A type of two alternatives that are in the union already. */
static ptc_draft_ref draft_of_twins(bench *b)
{
    ptc_draft_ref pair = with(b, leaf(b, PTC_TYPE_UNION), leaf(b, PTC_TYPE_INT));
    ptc_draft_ref root = with(b, leaf(b, PTC_TYPE_UNION), leaf(b, PTC_TYPE_INT));

    with(b, pair, leaf(b, PTC_TYPE_STRING));
    return with(b, with(b, root, leaf(b, PTC_TYPE_STRING)), use(b, "pair", pair));
}

static ptc_draft_ref at_least_one(bench *b, ptc_type type)
{
    ptc_draft_ref ref = leaf(b, type);

    ptc_draft_at(&b->draft, ref)->interval.low = ptc_value_int(1);
    return ref;
}

static ptc_draft_ref at_most_nine(bench *b, ptc_type type)
{
    ptc_draft_ref ref = leaf(b, type);

    ptc_draft_at(&b->draft, ref)->interval.high = ptc_value_int(9);
    return ref;
}

/* A type that is used as it is, and where more is asked of it. */
static ptc_draft_ref draft_of_a_narrowed_type(bench *b)
{
    ptc_draft_ref number = at_least_one(b, PTC_TYPE_FLOAT);
    ptc_draft_ref both = with(b, leaf(b, PTC_TYPE_AND), use(b, "number", number));
    ptc_draft_ref root = with(b, leaf(b, PTC_TYPE_TUPLE), use(b, "number", number));

    with(b, both, at_most_nine(b, PTC_TYPE_INT));
    return with(b, with(b, root, both), use(b, "number", number));
}

/* A text with one pattern, which a reader compiled. */
static ptc_draft_ref patterned(bench *b, const char *text)
{
    ptc_draft_ref ref = leaf(b, PTC_TYPE_STRING);
    ptc_schema schema;

    if (bench_read(b, text, false, &schema) == PTC_OK) {
        ptc_draft_at(&b->draft, ref)->patterns = schema.nodes[0].patterns;
        ptc_draft_at(&b->draft, ref)->pattern_count = 1;
    }
    return ref;
}

static ptc_draft_ref draft_of_a_type_with_patterns(bench *b)
{
    ptc_draft_ref word = patterned(b, "[:re \"a\"]");
    ptc_draft_ref both = with(b, leaf(b, PTC_TYPE_AND), use(b, "word", word));
    ptc_draft_ref root = with(b, leaf(b, PTC_TYPE_TUPLE), use(b, "word", word));

    ptc_draft_at(&b->draft, word)->extra.description = PTC_STR("a word");
    with(b, both, patterned(b, "[:re \"b\"]"));
    return with(b, with(b, root, both), use(b, "word", word));
}

/* A union that is taken apart where it is used, and stays as it is elsewhere. */
static ptc_draft_ref draft_of_a_union_in_unions(bench *b)
{
    ptc_draft_ref pair = with(b, leaf(b, PTC_TYPE_UNION), single(b));
    ptc_draft_ref more = with(b, leaf(b, PTC_TYPE_UNION), use(b, "pair", pair));
    ptc_draft_ref root = with(b, leaf(b, PTC_TYPE_TUPLE), use(b, "pair", pair));

    with(b, pair, leaf(b, PTC_TYPE_STRING));
    with(b, more, leaf(b, PTC_TYPE_BOOL));
    return with(b, with(b, root, more), use(b, "pair", pair));
}

/* A conjunction that lets nil pass, within another. */
static ptc_draft_ref draft_of_a_conjunction_in_conjunctions(bench *b)
{
    ptc_draft_ref both = with(b, leaf(b, PTC_TYPE_AND), single(b));
    ptc_draft_ref all = with(b, leaf(b, PTC_TYPE_AND), use(b, "both", both));
    ptc_draft_ref root = with(b, leaf(b, PTC_TYPE_TUPLE), use(b, "both", both));

    with(b, both, with(b, leaf(b, PTC_TYPE_NOT), leaf(b, PTC_TYPE_STRING)));
    ptc_draft_at(&b->draft, both)->flags = PTC_NODE_NULLABLE;
    with(b, all, with(b, leaf(b, PTC_TYPE_NOT), leaf(b, PTC_TYPE_BOOL)));
    return with(b, root, all);
}

typedef struct draft_row {
    ptc_draft_ref (*build)(bench *b);
    const char *malli;
    size_t warnings;
} draft_row;

static const draft_row used_types[] = {
    {draft_of_equal_types,
     "[:or [:tuple [:tuple :int] [:tuple :int] [:tuple :int]] :string]", 1},
    {draft_of_twins, "[:or :int :string]", 1},
    {draft_of_a_narrowed_type,
     "[:tuple [:and :double [:>= 1]] [:and :int [:>= 1] [:<= 9]] [:and :double [:>= 1]]]",
     0},
    {draft_of_a_type_with_patterns,
     "[:tuple [:and {:description \"a word\"} :string [:re \"a\"]] [:and :string [:re "
     "\"a\"] [:re \"b\"]] [:and {:description \"a word\"} :string [:re \"a\"]]]",
     0},
    {draft_of_a_union_in_unions,
     "[:tuple [:or [:tuple :int] :string] [:or [:tuple :int] :string :boolean] [:or "
     "[:tuple :int] :string]]",
     0},
    {draft_of_a_conjunction_in_conjunctions,
     "[:tuple [:maybe [:and [:tuple :int] [:not :string]]] [:maybe [:and [:tuple :int] "
     "[:not :string] [:not :boolean]]]]",
     0},
};

Test(normal, types_merge_like_what_is_in_them)
{
    for (size_t i = 0; i < sizeof used_types / sizeof *used_types; i++) {
        const draft_row *row = &used_types[i];
        ptc_schema schema;
        bench b;

        bench_start(&b);
        cr_assert_eq(ptc_draft_finish(&b.arena, &b.draft, row->build(&b), &schema),
                     PTC_OK, "row: %s", row->malli);
        cr_expect_str_eq(bench_malli(&b, &schema), row->malli);
        cr_expect_eq(b.diags.count, row->warnings, "row: %s: %zu", row->malli,
                     b.diags.count);
        cr_expect_eq(b.diags.errors, 0, "row: %s", row->malli);
        ptc_arena_free(&b.arena);
    }
}

/* --- Memory ------------------------------------------------------------------------ */

/* Texts that need memory at every turn: ranges and patterns that join, equal
 * alternatives, words, defaults, references. */
static const char *const costly_texts[] = {
    "(a :int[1..5]?, b [:map {:closed true} [:x {:default [1 \"s\"]} [:vector :any]]]) "
    "-> {e :enum[a :b 1], s :string[1..9 ~\"^a\"]|:int, m [:schema {:registry {\"n\" "
    "[:map [:next [:maybe [:ref \"n\"]]]]}} [:ref \"n\"]]}",
    "[:and [:string {:min 1}] [:re \"a\"] [:string {:max 9}] [:re \"b\"] [:not [:= "
    "\"x\"]]]",
    "[:tuple [:and [:int {:min 1}] [:< 9]] [:enum 1 nil \"a\" :b] [:= \"c\"]]",
    "[:or [:map [:a :int] [:b [:tuple :int :string :int]]] [:map [:c :int]] "
    "[:map [:a :int] [:b [:tuple :int :string :int]]]]",
    "[:map {:description \"d\" :title \"t\" :x/y [1]} [:k {:description \"e\"} "
    "[:multi {:dispatch :t} [\"a\" [:map [:t :string]]] [:b [:map]]]]]",
    "[:schema {:registry {\"a\" [:or [:ref \"b\"] [:not [:ref \"b\"]]] \"b\" [:and "
    "[:ref \"c\"] :any] \"c\" [:vector [:ref \"a\"]]}} [:ref \"a\"]]",
    "[:map [:a {:default {\"b\" \"five\"}} [:map [:b :int]]]]",
};

static unsigned char costly_memory[1 << 18];

/* Runs in memory of every size until that is enough; the answer before is that there is
 * none, and one that is no other is `wanted`. */
static void expect_enough_at_last(ptc_status (*run)(bench *b, const void *given),
                                  const void *given, ptc_status wanted, const char *row)
{
    ptc_status status = PTC_ERROR_MEMORY;
    size_t refused = 0;
    size_t size = 0;

    for (; size < sizeof costly_memory && status == PTC_ERROR_MEMORY; size += 16) {
        bench b;

        bench_start(&b);
        ptc_arena_init_memory(&b.arena, costly_memory, size);
        status = run(&b, given);
        refused += status == PTC_ERROR_MEMORY;
    }
    cr_expect_eq(status, wanted, "row: %s: in %zu bytes %s", row, size,
                 ptc_status_name(status));
    cr_expect_gt(refused, (size_t)50, "row: %s", row);
}

static ptc_status run_text(bench *b, const void *given)
{
    ptc_schema schema;
    ptc_status status = bench_read(b, given, true, &schema);

    if (status == PTC_ERROR_SYNTAX && b->diags.errors == 0)
        status = PTC_ERROR_ARGUMENT; /* what no row wants: no one said why */
    cr_expect(status != PTC_OK || !b->arena.failed, "row: %s", (const char *)given);
    return b->arena.failed ? PTC_ERROR_MEMORY : status;
}

/* Whatever memory there is, the answer is a schema or PTC_ERROR_MEMORY. */
Test(normal, refused_memory_is_an_answer)
{
    size_t count = sizeof costly_texts / sizeof *costly_texts;

    for (size_t i = 0; i < count; i++)
        expect_enough_at_last(run_text, costly_texts[i],
                              i + 1 < count ? PTC_OK : PTC_ERROR_SYNTAX, costly_texts[i]);
}

static ptc_status run_draft(bench *b, const void *given)
{
    const draft_row *row = given;
    ptc_schema schema;
    ptc_status status = ptc_draft_finish(&b->arena, &b->draft, row->build(b), &schema);

    cr_expect(status != PTC_OK || schema.nodes != NULL, "row: %s", row->malli);
    return b->arena.failed ? PTC_ERROR_MEMORY : status;
}

Test(normal, refused_memory_is_an_answer_to_drafts)
{
    for (size_t i = 0; i < sizeof used_types / sizeof *used_types; i++)
        expect_enough_at_last(run_draft, &used_types[i], PTC_OK, used_types[i].malli);
}
