/* SPDX-License-Identifier: MIT */
/*
 * The examples of the documents that ptcc implements, and its public functions as a host
 * uses them: parse, render, convert, validate, coerce. [signature 14, validation 12]
 */
#include <criterion/criterion.h>

#include "support.h"

/* The one entry for text in either form. */
static ptc_status parse(ptc_arena *arena, const char *text, ptc_schema *out,
                        ptc_diags *diags)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);

    source->name = PTC_STR("seed");
    source->text = ptc_str_of(text);
    ptc_diags_init(diags, arena);
    return ptc_signature_read(arena, source, NULL, diags, out);
}

static const char *malli_of(ptc_arena *arena, const char *signature)
{
    ptc_schema schema;
    ptc_diags diags;
    ptc_text text;

    cr_assert(parse(arena, signature, &schema, &diags) == PTC_OK, "%s", signature);
    ptc_text_init(&text, arena);
    ptc_schema_write_malli(&text, &schema, NULL);
    return ptc_text_view(&text).ptr;
}

typedef struct pair {
    const char *from;
    const char *to;
} pair;

/* The transpilation table and its examples. */
static const pair malli_rows[] = {
    {"() -> :string", "[:=> [:cat] :string]"},       /* M164 */
    {"() -> :int", "[:=> [:cat] :int]"},             /* M164 */
    {"() -> :float", "[:=> [:cat] :double]"},        /* M162 */
    {"() -> :bool", "[:=> [:cat] :boolean]"},        /* M163 */
    {"() -> :keyword", "[:=> [:cat] :keyword]"},     /* M164 */
    {"() -> :any", "[:=> [:cat] :any]"},             /* M164 */
    {"() -> [:int]", "[:=> [:cat] [:vector :int]]"}, /* M165 */
    {"() -> [:string]", "[:=> [:cat] [:vector :string]]"},
    {"() -> [{:id :int}]", "[:=> [:cat] [:vector [:map [:id :int]]]]"}, /* M166 */
    /* M167 */
    {"() -> {:id :int :name :string}", "[:=> [:cat] [:map [:id :int] [:name :string]]]"},
    {"() -> :map", "[:=> [:cat] [:map-of :keyword :any]]"}, /* M168 */
    {"() -> :string?", "[:=> [:cat] [:maybe :string]]"},    /* M169 */
    /* M170 */
    {"() -> {:id :int :email :string?}",
     "[:=> [:cat] [:map [:id :int] [:email {:optional true} [:maybe :string]]]]"},
    {"(a :int, b :string) -> :bool", "[:=> [:cat :int :string] :boolean]"}, /* M171 */
    {"() -> {:count :int}", "[:=> [:cat] [:map [:count :int]]]"},           /* M172 */
    {"(query :string) -> {count :int}", "[:=> [:cat :string] [:map [:count :int]]]"},
    {"(user_id :int, limit :int) -> {items [{:id :int :name :string}]}",
     "[:=> [:cat :int :int] [:map [:items [:vector [:map [:id :int] [:name "
     ":string]]]]]]"},
    /* M173: the table wins over the third example, which leaves :maybe out. */
    {"() -> {data :map, error :string?}",
     "[:=> [:cat] [:map [:data [:map-of :keyword :any]] "
     "[:error {:optional true} [:maybe :string]]]]"},
};

Test(seeds, shorthand_to_malli) /* M071, M076, M117, M186, M188 */
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof malli_rows / sizeof malli_rows[0]; i++) {
        const char *malli = malli_of(&arena, malli_rows[i].from);
        ptc_schema one;
        ptc_schema two;
        ptc_diags diags;

        cr_expect(strcmp(malli, malli_rows[i].to) == 0, "%s: %s", malli_rows[i].from,
                  malli);
        /* M189, M190: what was Malli is the same contract, names of inputs apart. */
        cr_assert(parse(&arena, malli, &one, &diags) == PTC_OK);
        cr_assert(parse(&arena, malli_rows[i].from, &two, &diags) == PTC_OK);
        if (ptc_schema_root(&two)->first != 0 && two.nodes[1].count == 0)
            cr_expect(ptc_schema_equal(&one, &two), "%s", malli_rows[i].from);
    }
    ptc_arena_free(&arena);
}

/* Malli given directly. */
static const pair given_rows[] = {
    {"[:=> [:cat :string] [:map [:priority [:enum \"low\" \"medium\" \"high\" "
     "\"critical\"]] "
     "[:confidence [:and :double [:>= 0.0] [:<= 1.0]]]]]",
     "(arg1 :string) -> {priority :enum[\"low\" \"medium\" \"high\" \"critical\"], "
     "confidence :float[0.0..1.0]}"},                                    /* M177 */
    {"[:=> [:cat :string] [:or :int :nil]]", "(arg1 :string) -> :int?"}, /* M178 */
    {"[:=> [:cat] [:map [:page [:and :int [:> 0]]]]]",
     "() -> {page :int[>0]}"}, /* M179 */
};

Test(seeds, malli_to_shorthand)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof given_rows / sizeof given_rows[0]; i++) {
        ptc_schema schema;
        ptc_diags diags;
        ptc_text text;

        cr_assert(parse(&arena, given_rows[i].from, &schema, &diags) == PTC_OK);
        ptc_text_init(&text, &arena);
        ptc_schema_write_signature(&text, &schema, NULL); /* M074, M079: render */
        cr_expect(strcmp(ptc_text_view(&text).ptr, given_rows[i].to) == 0, "%s",
                  text.ptr);
    }
    ptc_arena_free(&arena);
}

/* The prompt of the documents, word for word. M032 M069 M070 M183 M184 */
Test(seeds, tools_in_prompts)
{
    static const struct {
        const char *name;
        const char *file;
        const char *wanted;
    } rows[] = {
        {"search",
         "search(query :string, limit :int) -> [{id :int, title :string}]\n"
         "  Search for items matching query.\n",
         "search(query :string, limit :int) -> [{id :int, title :string}]\n"
         "  Search for items matching query.\n"},
        {"classify",
         "classify(text :string) -> {category :enum[spam ham], confidence :float}\n"
         "  Classify text into categories.\n",
         "classify(text :string) -> {category :enum[\"spam\" \"ham\"], confidence "
         ":float}\n"
         "  Classify text into categories.\n"},
        {"get_user",
         "get_user(id :int) -> {name :string, email :string?}\n"
         "  Fetch user by ID. Email may be null.\n",
         "get_user(id :int) -> {name :string, email :string?}\n"
         "  Fetch user by ID. Email may be null.\n"},
        {"validate",
         "validate(data :map, schema :malli-schema) -> {valid :bool, errors [:string]}\n"
         "  Validate data against a Malli schema.\n",
         "validate(data :map, schema :malli-schema) -> {valid :bool, errors [:string]}\n"
         "  Validate data against a Malli schema.\n"
         "  Schema format: [:map [:field :type] ...]\n"},
    };
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .format = PTC_CONTRACT_SIG};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_source source = {PTC_STR("tools.sig"), ptc_str_of(rows[i].file)};
        ptc_contracts contracts;
        ptc_diags diags;
        ptc_text text;

        ptc_diags_init(&diags, &arena);
        cr_assert(ptc_contracts_read(&arena, &source, &options, &diags, &contracts) ==
                  PTC_OK);
        cr_assert(contracts.count == 1);
        ptc_text_init(&text, &arena);
        ptc_schema_write_prompt(&text, ptc_str_of(rows[i].name),
                                &contracts.items[0].schema, PTC_PROMPT_SEED, NULL);
        cr_expect(strcmp(ptc_text_view(&text).ptr, rows[i].wanted) == 0, "%s", text.ptr);
    }
    ptc_arena_free(&arena);
}

/* "(id :int, name :string) -> :bool" called with {:id "42" :name "Alice"}.
 * M040, M041, M072, M073, M077, M078, M187 */
Test(seeds, input_is_coerced_then_validated)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .direction = PTC_INPUT,
                                .boundary = PTC_BOUNDARY_LISP};
    ptc_map_entry entries[] = {
        {ptc_value_keyword(PTC_STR("id")), ptc_value_string(PTC_STR("42"))},
        {ptc_value_keyword(PTC_STR("name")), ptc_value_string(PTC_STR("Alice"))},
    };
    ptc_map map = {.entries = entries, .count = 2};
    ptc_value call = ptc_value_map(&map);
    ptc_value coerced;
    ptc_arena arena;
    ptc_schema schema;
    ptc_report report;
    ptc_diags diags;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(parse(&arena, "(id :int, name :string) -> :bool", &schema, &diags) ==
              PTC_OK);
    ptc_report_init(&report, &arena);
    cr_expect(ptc_schema_validate(&schema, &call, &options, &report) ==
              PTC_ERROR_INVALID);
    ptc_report_init(&report, &arena);
    cr_expect(ptc_schema_coerce(&arena, &schema, &call, &options, &coerced, &report) ==
              PTC_OK);
    ptc_text_init(&text, &arena);
    ptc_value_write(&text, &coerced);
    cr_expect(strcmp(text.ptr, "{\"id\" 42 \"name\" \"Alice\"}") == 0, "%s", text.ptr);
    cr_expect(report.warning_count == 1 && report.error_count == 0);
    ptc_text_init(&text, &arena);
    ptc_issue_write(&text, &report.warnings[0]); /* M075 */
    cr_expect(strcmp(text.ptr, "id: coerced string \"42\" to int") == 0, "%s", text.ptr);
    ptc_arena_free(&arena);
}

/* The four modes on one call: a quoted number, a wrong string, an extra field.
 * M054, M055, M056, M057 */
Test(seeds, modes)
{
    static const struct {
        ptc_mode mode;
        ptc_status status;
        size_t errors;
        size_t warnings;
    } rows[] = {
        {PTC_MODE_ENABLED, PTC_ERROR_INVALID, 1, 1},
        {PTC_MODE_WARN_ONLY, PTC_OK, 1, 1},
        {PTC_MODE_STRICT, PTC_ERROR_INVALID, 3, 0},
        {PTC_MODE_DISABLED, PTC_OK, 0, 0},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_walk_options options = {
            .struct_size = sizeof options, .mode = rows[i].mode, .direction = PTC_INPUT};
        static const char call[] = "{\"n\":\"1\",\"s\":2,\"x\":3}";
        ptc_schema schema;
        ptc_report report;
        ptc_diags diags;
        ptc_value value;
        ptc_value coerced;
        ptc_status status;

        cr_assert(parse(&arena, "(n :int, s :string) -> :any", &schema, &diags) ==
                  PTC_OK);
        cr_assert(ptc_json_read(&arena, call, sizeof call - 1, NULL, &value, NULL,
                                NULL) == PTC_OK);
        ptc_report_init(&report, &arena);
        status = ptc_schema_coerce(&arena, &schema, &value, &options, &coerced, &report);
        cr_expect(status == rows[i].status, "mode %zu: %s", i, ptc_status_name(status));
        cr_expect(report.error_count == rows[i].errors &&
                      report.warning_count == rows[i].warnings,
                  "mode %zu: %zu errors, %zu warnings", i, report.error_count,
                  report.warning_count);
    }
    ptc_arena_free(&arena);
}

/* The output of a mission: strict, with the keys of JSON. M050, M135, M139 */
Test(seeds, output_is_strict)
{
    static const struct {
        const char *value;
        bool is_valid;
    } rows[] = {
        {"{\"count\":5,\"items\":[\"a\",\"b\"]}", true},
        {"{\"count\":\"5\",\"items\":[\"a\",\"b\"]}", false},
        {"{\"count\":5}", false},
        {"{\"count\":5,\"items\":[],\"more\":true}", true},
    };
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_OUTPUT};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_schema schema;
        ptc_diags diags;
        ptc_value value;

        cr_assert(parse(&arena, "() -> {:count :int :items [:string]}", &schema,
                        &diags) == PTC_OK);
        cr_assert(ptc_json_read(&arena, rows[i].value, strlen(rows[i].value), NULL,
                                &value, NULL, NULL) == PTC_OK);
        cr_expect((ptc_schema_validate(&schema, &value, &options, NULL) == PTC_OK) ==
                      rows[i].is_valid,
                  "%s", rows[i].value);
    }
    ptc_arena_free(&arena);
}
