/* SPDX-License-Identifier: MIT */
/*
 * Signature strings: every accepted spelling and what it means, shown by its canonical
 * text and by equality; limits of memory and nesting. What is refused is in tests/bad.
 */
#include <criterion/criterion.h>

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

TestSuite(signature, .init = start, .fini = stop);

/* The canonical text of a signature, or its diagnostics. */
static const char *canonical_of(const char *name, const char *text, ptc_schema *schema)
{
    ptc_source source = {PTC_STR("<test>"), ptc_str_of(text)};
    ptc_diags diags;
    ptc_status status;
    ptc_text out;

    ptc_diags_init(&diags, &arena);
    ptc_text_init(&out, &arena);
    status = ptc_signature_read(&arena, &source, NULL, &diags, schema);
    if (status == PTC_OK)
        ptc_schema_write_signature(&out, schema, NULL);
    ptc_diags_write(&out, &diags, PTC_DIAG_STYLE_GNU, false);
    cr_expect(status == PTC_OK, "%s: %s", name, ptc_status_name(status));
    return out.ptr;
}

typedef struct row {
    const char *id;
    const char *text;
    const char *canonical;
} row;

/* Reads each text, compares its canonical text, and reads that again. */
static void check_rows(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ptc_schema first = {0};
        ptc_schema again = {0};
        const char *got = canonical_of(rows[i].id, rows[i].text, &first);

        cr_expect(strcmp(got, rows[i].canonical) == 0,
                  "%s: %s\n  gives    %s\n  expected %s", rows[i].id, rows[i].text, got,
                  rows[i].canonical);
        got = canonical_of(rows[i].id, rows[i].canonical, &again);
        cr_expect(strcmp(got, rows[i].canonical) == 0, "%s: canonical text gives %s",
                  rows[i].id, got);
        if (first.nodes != NULL && again.nodes != NULL) {
            cr_expect(ptc_schema_equal(&first, &again), "%s: not equal", rows[i].id);
            cr_expect(ptc_schema_root(&first)->type == PTC_TYPE_FUNCTION, "%s",
                      rows[i].id);
        }
    }
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof(rows)[0])

/* [signature 3, 4] */
Test(signature, forms)
{
    static const row rows[] = {
        {"M001", "(q :string) -> :int", "(q :string) -> :int"},
        {"M002", "() -> {count :int}", "() -> {count :int}"},
        {"M003", "{count :int}", "() -> {count :int}"},
        {"M003 type alone", ":int", "() -> :int"},
        {"M003 arrow alone", "-> :int", "() -> :int"},
        {"M004", "(query :string) -> [{id :int}]", "(query :string) -> [{id :int}]"},
        {"M005", "(user {:id :int}, limit :int) -> :any",
         "(user {id :int}, limit :int) -> :any"},
        {"M005 colons on parameters", "(:q :string, :n :int) -> :int",
         "(q :string, n :int) -> :int"},
        {"M006", "{id :int, name :string}", "() -> {id :int, name :string}"},
        {"M007", "{:id :int :name :string}", "() -> {id :int, name :string}"},
        {"M007 commas", "{:id :int, :name :string}", "() -> {id :int, name :string}"},
        {"M007 bare without commas", "{id :int name :string}",
         "() -> {id :int, name :string}"},
        {"M007 mixed", "{:id :int name :string, \"b\" :bool}",
         "() -> {id :int, name :string, b :bool}"},
        {"M008",
         "(\n\tquery :string,\r\n\tlimit :int\n)\n->\n[{\n id :int\n title :string\n}]",
         "(query :string, limit :int) -> [{id :int, title :string}]"},
        {"M009", "(a :int,b :string , c :bool) -> :any",
         "(a :int, b :string, c :bool) -> :any"},
        {"no blanks", "(a:int,b:string)->{c:int,d[:int]}",
         "(a :int, b :string) -> {c :int, d [:int]}"},
        {"no blanks, colons", "{:a:int:b:string}", "() -> {a :int, b :string}"},
        {"trailing comma", "(a :int,) -> {b :int,}", "(a :int) -> {b :int}"},
        {"M080", ":any", "() -> :any"},
        {"M081", "() -> :any", "() -> :any"},
        {"M082", "{}", "() -> {}"},
        {"M084", "[:any]", "() -> [:any]"},
        {"M085", "[{}]", "() -> [{}]"},
        {"M030 parameter names are kept", "(user-id :int, user_name :string) -> :any",
         "(user-id :int, user_name :string) -> :any"},
        {"names", "{a- :int, __ :int, _x :int, x--y :int, B9 :int}",
         "() -> {a- :int, __ :int, _x :int, x--y :int, B9 :int}"},
        {"arrow behind a hyphen", "(a- :int)->:int", "(a- :int) -> :int"},
        {"quoted names",
         "{\"a\\u00f1o\" :int, \"a b\" :int, \"plain\" :int, \"x\\\"y\" :int}",
         "() -> {\"a\xC3\xB1o\" :int, \"a b\" :int, plain :int, \"x\\\"y\" :int}"},
        {"words of the language as names",
         "(include :int, nil :int, map :map, int :int) -> :any",
         "(include :int, nil :int, map :map, int :int) -> :any"},
        {"byte order mark", "\xEF\xBB\xBF:int", "() -> :int"},
    };

    CHECK_ROWS(rows);
}

/* [signature 5] */
Test(signature, types)
{
    static const row rows[] = {
        {"M010", ":string", "() -> :string"},
        {"M011", ":int", "() -> :int"},
        {"M012", ":float", "() -> :float"},
        {"M013", ":bool", "() -> :bool"},
        {"M014", ":keyword", "() -> :keyword"},
        {"M015", ":any", "() -> :any"},
        {"M016", ":datetime", "() -> :datetime"},
        {"M017", "{a :boolean, b :double}", "() -> {a :bool, b :float}"},
        {"M019", "[:int]", "() -> [:int]"},
        {"M020", "[:map]", "() -> [:map]"},
        {"M021", "[{id :int, name :string}]", "() -> [{id :int, name :string}]"},
        {"M022", "{id :int, tags [:string]}", "() -> {id :int, tags [:string]}"},
        {"M023", "{m :map}", "() -> {m :map}"},
        {"M024", "{user {profile {address {city {name {first :string}}}}}}",
         "() -> {user {profile {address {city {name {first :string}}}}}}"},
        {"M025", "{email :string?}", "() -> {email :string?}"},
        {"M026", "(limit :int?) -> :int", "(limit :int?) -> :int"},
        {"M027", "{a [:int]?, b {c :int}?, d [:int?]?}",
         "() -> {a [:int]?, b {c :int}?, d [:int?]?}"},
        {"M027 at the top", "[:int]?", "() -> [:int]?"},
        {"M028", "[:int?]", "() -> [:int?]"},
        {"list of lists", "[[[:int]]]", "() -> [[[:int]]]"},
        {"nil", "{a :nil}", "() -> {a :nil}"},
        {"schema", "(s :malli-schema) -> :any", "(s :malli-schema) -> :any"},
        {"list directly behind a name", "{:tags[:string]}", "() -> {tags [:string]}"},
        {"list directly behind a bare name", "{tags[:string]x:int}",
         "() -> {tags [:string], x :int}"},
        {"map directly behind a name", "(a{b:int})->[{c:int}]",
         "(a {b :int}) -> [{c :int}]"},
    };

    CHECK_ROWS(rows);
}

/* [signature 6] */
Test(signature, extensions)
{
    static const row rows[] = {
        {"M100", ":enum[pending active closed]",
         "() -> :enum[\"pending\" \"active\" \"closed\"]"},
        {"M100 commas", ":enum[a, b, c]", "() -> :enum[\"a\" \"b\" \"c\"]"},
        {"M100 kinds", ":enum[a \"b c\" :d 1 -2 1.5]",
         "() -> :enum[\"a\" \"b c\" :d 1 -2 1.5]"},
        {"M100 strict identity", ":enum[1 1.0 \"1\" :a \"a\"]",
         "() -> :enum[1 1.0 \"1\" :a \"a\"]"},
        {"M100 optional", "{s :enum[a b]?}", "() -> {s :enum[\"a\" \"b\"]?}"},
        {"M100 quoted words", ":enum[\"nil\" \"true\"]", "() -> :enum[\"nil\" \"true\"]"},
        {"M101", ":string|:int", "() -> :string|:int"},
        {"M101 blanks", "{a :string | :int\n|  [:int]}", "() -> {a :string|:int|[:int]}"},
        {"M101 optional once", ":string?|:int", "() -> :string|:int?"},
        {"M101 nil", ":int|:nil", "() -> :int?"},
        {"M101 in a list", "[:string|{a :int}]", "() -> [:string|{a :int}]"},
        {"M102", ":int[>0]", "() -> :int[>0]"},
        {"M102 both", ":int[<100 >0]", "() -> :int[>0 <100]"},
        {"M102 inclusive", ":int[>=1 <=5]", "() -> :int[1..5]"},
        {"M102 the tighter one", ":int[>0 >5 <100 <=50]", "() -> :int[>5 <=50]"},
        {"M103", ":int[1..100]", "() -> :int[1..100]"},
        {"M103 open ends", "{a :int[1..], b :int[..-5]}",
         "() -> {a :int[1..], b :int[..-5]}"},
        {"M103 a blank inside", ":int[1.. 5]", "() -> :int[1..5]"},
        {"M103 commas", ":int[1.., ..5]", "() -> :int[1..5]"},
        {"M103 floats", ":float[0..1.5]", "() -> :float[0..1.5]"},
        {"M103 optional", "{a :int[1..5]?}", "() -> {a :int[1..5]?}"},
        {"M103 limits", ":int[-9223372036854775808..9223372036854775807]",
         "() -> :int[-9223372036854775808..9223372036854775807]"},
        {"M103 elements", "[:int][1..10]", "() -> [:int][1..10]"},
        {"M103 elements, optional", "{a [:int?][1..]?}", "() -> {a [:int?][1..]?}"},
        {"M104 length", ":string[1..80]", "() -> :string[1..80]"},
        {"M104 length compared", ":string[>0]", "() -> :string[1..]"},
        {"M104 pattern", ":string[~\"^[A-Z]\"]", "() -> :string[~\"^[A-Z]\"]"},
        {"M104 both", ":string[~\"^[a-z]+$\" 1..80]",
         "() -> :string[1..80 ~\"^[a-z]+$\"]"},
        {"M104 escapes", ":string[~\"^\\\\d+\\\\.$\"]",
         "() -> :string[~\"^\\\\d+\\\\.$\"]"},
    };

    CHECK_ROWS(rows);
}

/* [signature 8] */
Test(signature, malli)
{
    static const row rows[] = {
        {"embedded set", "{tags [:set :string]}", "() -> {tags [:set :string]}"},
        {"embedded tuple, optional", "{p [:tuple :float :float]?}",
         "() -> {p [:tuple :double :double]?}"},
        {"embedded in a union", ":int|[:set :int]", "() -> :int|[:set :int]"},
        {"embedded without a blank", "{:tags[:set :string]:x:int}",
         "() -> {tags [:set :string], x :int}"},
        {"embedded in a list", "[[:set :int]]", "() -> [[:set :int]]"},
        {"embedded with a comma", "(a [:set, :int], b :int) -> [:map-of :string, :int]",
         "(a [:set :int], b :int) -> [:map-of :string :int]"},
        {"type with properties", "{a [:int {:min 1 :max 5}]}", "() -> {a :int[1..5]}"},
        {"what shorthand can say", "{a [:map [:b [:maybe :int]]], c [:enum 1 \"x\"]}",
         "() -> {a {b :int?}, c :enum[1 \"x\"]}"},
        {"constants", "{a [:= 5], b [:not= \"x\"]}", "() -> {a [:= 5], b [:not= \"x\"]}"},
        {"a string with brackets", "{a [:enum \"]}\" \"[\"], b :int}",
         "() -> {a :enum[\"]}\" \"[\"], b :int}"},
        {"a comment inside", "{a [:set ; no ] here\n :int]}", "() -> {a [:set :int]}"},
        {"whole schema", "[:map [:id :int] [:name {:optional true} :string]]",
         "() -> {id :int, name :string?}"},
        {"whole function", "[:=> [:catn [:q :string]] [:vector :int]]",
         "(q :string) -> [:int]"},
        {"whole function, unnamed", "[:=> [:cat :string :int] :any]",
         "(arg1 :string, arg2 :int) -> :any"},
        {"whole, optional", "[:set :int]?", "() -> [:set :int]?"},
        {"whole or type", "[:set :int] | :string", "() -> [:set :int]|:string"},
        {"one element is a list", "[:map]", "() -> [:map]"},
        {"JSON",
         "[\":map\", [\":id\", \":int\"], [\":tags\", [\":vector\", \":string\"]]]",
         "() -> {id :int, tags [:string]}"},
        {"JSON function", " [\":=>\", [\":cat\", \":int\"], \":string\"] ",
         "(arg1 :int) -> :string"},
    };

    CHECK_ROWS(rows);
}

/* Spellings of the same contract. [signature 4, 5, 6] */
Test(signature, equal_spellings)
{
    static const char *const groups[][4] = {
        {"{id :int, name :string}", "{:id :int :name :string}",
         "() -> {id :int name :string}", "[:map [:id :int] [:name :string]]"},
        {":int|:nil", ":int?", "[:maybe :int]", "[:or :int :nil]"},
        {":int[1..100]", ":int[>=1 <=100]", "[:int {:min 1 :max 100}]",
         "[:and :int [:>= 1] [:<= 100]]"},
        {"(a :int) -> :bool", "(:a :int)->:boolean", "[:=> [:catn [:a :int]] :boolean]",
         "(\"a\" :int,) -> :bool"},
        {":enum[a b]", ":enum[\"a\" \"b\"]", "[:enum \"a\" \"b\"]", ":enum[a, \"b\"]"},
        {"[:string][1..3]", "[:vector {:min 1 :max 3} :string]",
         "[:sequential {:min 1 :max 3} :string]", "[:string][>0 <4]"},
    };

    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        ptc_schema schemas[4] = {{0}};

        for (size_t k = 0; k < 4; k++)
            canonical_of(groups[i][k], groups[i][k], &schemas[k]);
        for (size_t k = 1; k < 4; k++)
            cr_expect(schemas[k].nodes && ptc_schema_equal(&schemas[0], &schemas[k]),
                      "%s and %s", groups[i][0], groups[i][k]);
    }
}

/* What the schema says, not only how it is written. */
Test(signature, structure)
{
    ptc_schema schema = {0};
    const ptc_schema_node *root;
    const ptc_schema_node *params;
    const ptc_schema_node *output;

    canonical_of("structure", "(b :int[1..5]?, a [:string]) -> {_ids [:int]}", &schema);
    root = ptc_schema_root(&schema);
    cr_assert(root->type == PTC_TYPE_FUNCTION && root->count == 2);
    cr_expect(root->flags & PTC_NODE_NAMED);
    params = &schema.nodes[root->first];
    output = &schema.nodes[root->first + 1];
    cr_assert(params->type == PTC_TYPE_MAP && params->count == 2);
    cr_expect(ptc_str_equal(schema.nodes[params->first].name, PTC_STR("b")));
    cr_expect(schema.nodes[params->first].flags & PTC_NODE_NULLABLE);
    cr_assert(schema.nodes[params->first].interval != NULL);
    cr_expect(schema.nodes[params->first].interval->high.as.integer == 5);
    cr_expect(schema.nodes[params->first + 1].type == PTC_TYPE_LIST);
    cr_assert(output->type == PTC_TYPE_MAP && output->count == 1);
    cr_expect(schema.nodes[output->first].flags & PTC_NODE_FIREWALLED);
}

/* Registered types, and the lint that is off by default. M029 */
Test(signature, options)
{
    static const ptc_str names[] = {{"email", 5}, {"int", 3}};
    ptc_type_names types = {names, 2};
    ptc_read_options options = {.struct_size = sizeof options, .types = &types};
    ptc_source source = {PTC_STR("x"), PTC_STR("(to :email?, n :int) -> [:set :email]")};
    ptc_diags diags;
    ptc_schema schema;
    ptc_text text;

    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_signature_read(&arena, &source, &options, &diags, &schema) == PTC_OK);
    ptc_text_init(&text, &arena);
    ptc_schema_write_signature(&text, &schema, NULL);
    cr_expect_str_eq(text.ptr, "(to :email?, n :int) -> [:set [:fn :email]]");

    source.text = PTC_STR("{a {b {c {d {e {f {g :int}}}}}}}");
    cr_assert(ptc_signature_read(&arena, &source, NULL, &diags, &schema) == PTC_OK);
    cr_expect(diags.warnings == 0);
    options.lint = true;
    cr_assert(ptc_signature_read(&arena, &source, &options, &diags, &schema) == PTC_OK);
    cr_assert(diags.warnings == 1);
    cr_expect(diags.items[0].code == PTC_DIAG_SIG_DEEP);
}

/* --- Defaults ---------------------------------------------------------------------- */

/* The signature as it is written again; "" when it is refused. */
static const char *read_as(const char *text, bool lint, ptc_diags *diags)
{
    ptc_read_options options = {.struct_size = sizeof options, .lint = lint};
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_schema schema;
    ptc_text out;

    *source = (ptc_source){PTC_STR("x"), ptc_str_of(text)};
    ptc_diags_init(diags, &arena);
    ptc_text_init(&out, &arena);
    if (ptc_signature_read(&arena, source, &options, diags, &schema) == PTC_OK)
        ptc_schema_write_signature(&out, &schema, NULL);
    return test_cstr(ptc_text_view(&out));
}

/* A field with a default may be absent or nil; its `?` says nothing more. [signature 3.1]
 */
Test(signature, defaults_make_fields_optional)
{
    static const char text[] = "(a :int? = 1, b :int = 2, c :int) -> {d [:int]? = []}";
    ptc_diags diags;
    ptc_schema schema;
    ptc_source source = {PTC_STR("x"), ptc_str_of(text)};
    const ptc_schema_node *first;
    ptc_value value;

    cr_expect_str_eq(read_as(text, false, &diags),
                     "(a :int = 1, b :int = 2, c :int) -> {d [:int] = []}");
    cr_expect(diags.count == 0);
    read_as(text, true, &diags);
    cr_assert(diags.count == 2, "%zu", diags.count);
    cr_expect(diags.items[0].code == PTC_DIAG_SIG_OPTIONAL_DEFAULT);
    cr_expect(diags.items[0].span.start == 7 && diags.items[0].span.end == 8);
    cr_assert(ptc_signature_read(&arena, &source, NULL, &diags, &schema) == PTC_OK);
    first = &schema.nodes[schema.nodes[schema.nodes[schema.root].first].first];
    for (unsigned i = 0; i < 3; i++) {
        bool has_default = i < 2;

        cr_expect(ptc_schema_default(&first[i], &value) == has_default, "%u", i);
        cr_expect(((first[i].flags & PTC_NODE_NULLABLE) != 0) == has_default, "%u", i);
    }
}

/* In a file a literal goes on over lines and comments, and ends where its declaration
 * must. */
Test(signature, defaults_in_files)
{
    static const char text[] =
        "t = {a :int = 1, ; one\n  b [:int] = [1, # two\n 2\n]\n}\n"
        "f(a :t = {a: 2}, at :t = ; none?\n {}) -> :t\n"
        "  Text.\n  - a: an a\n"
        "g = :int\n";
    ptc_read_options read = {.struct_size = sizeof read};
    ptc_contract_options options = {.struct_size = sizeof options};
    ptc_source source = {PTC_STR("x.sig"), ptc_str_of(text)};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text out;

    options.read = &read;
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    cr_assert(ptc_contracts_read(&arena, &source, &options, &diags, &contracts) == PTC_OK,
              "%s", diags.count ? test_cstr(diags.items[0].message) : "");
    cr_assert(contracts.count == 3);
    ptc_text_init(&out, &arena);
    ptc_schema_write_signature(&out, &contracts.items[1].schema, NULL);
    cr_expect_str_eq(out.ptr, "(a {a :int = 1, b [:int] = [1, 2]} = {\"a\": 2}, "
                              "at {a :int = 1, b [:int] = [1, 2]} = {}) -> "
                              "{a :int = 1, b [:int] = [1, 2]}");
}

/* Depth and memory of literals are bounded, whatever is in them. */
Test(signature, defaults_are_bounded)
{
    static const struct {
        const char *open;
        const char *close;
        unsigned depth;
        bool is_read;
    } rows[] = {
        {"[", "]", 511, true},     {"[", "]", 513, false},
        {"[", "]", 100000, false}, {"{a: ", "}", 511, true},
        {"{a: ", "}", 600, false}, {"[{\"a\":", "}]", 200, true},
        {"[", "", 400, false},     {"{a:", "", 100000, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_diags diags;
        ptc_text text;
        bool is_read;

        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "(a :any = ");
        for (unsigned k = 0; k < rows[i].depth; k++)
            ptc_text_cstr(&text, rows[i].open);
        ptc_text_cstr(&text, rows[i].open[strlen(rows[i].open) - 1] == '[' ? "" : "1");
        for (unsigned k = 0; k < rows[i].depth; k++)
            ptc_text_cstr(&text, rows[i].close);
        ptc_text_cstr(&text, ") -> :int");
        is_read = read_as(text.ptr, false, &diags)[0] != '\0';
        cr_expect(is_read == rows[i].is_read, "row %zu", i);
        cr_expect(diags.errors == (is_read ? 0u : 1u), "row %zu: %zu errors", i,
                  diags.errors);
    }
    for (size_t cap = 1024; cap < 65536; cap *= 2) {
        ptc_read_options options = {.struct_size = sizeof options, .memory_cap = cap};
        ptc_source source = {PTC_STR("x"), {NULL, 0}};
        ptc_schema schema;
        ptc_diags diags;
        ptc_text text;

        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "(a :map = {");
        for (unsigned k = 0; k < 500; k++) {
            ptc_text_cstr(&text, "k");
            ptc_text_uint(&text, k);
            ptc_text_cstr(&text, ": 1, ");
        }
        ptc_text_cstr(&text, "}) -> :int");
        source.text = ptc_text_view(&text);
        ptc_diags_init(&diags, &arena);
        if (ptc_signature_read(&arena, &source, &options, &diags, &schema) != PTC_OK)
            cr_expect(diags.count == 1 && diags.items[0].code == PTC_DIAG_SIG_TOO_LARGE,
                      "cap %zu: %s", cap,
                      diags.count ? ptc_diag_name(diags.items[0].code) : "");
    }
}

/* M018: each rejected word has its hint. [signature 5] */
Test(signature, rejected_words)
{
    static const struct {
        const char *words;
        const char *hint;
    } rows[] = {
        {":integer :long", ":int"},
        {":number", ":int or :float"},
        {":list :array :vector :sequence", "[:any]"},
        {":tuple", "[:tuple "},
        {":object :dict", ":map"},
        {":str :text", ":string"},
        {":atom :symbol", ":keyword"},
        {":time :timestamp", ":datetime"},
        {":day :Date", ":date"},
        {":numeric :Numeric :Decimal", ":decimal"},
        {":null", ":nil"},
        {":Int :INT", "use :int"},
        {":Datetime", "use :datetime"},
        {":strng :sting :stringg", "did you mean :string?"},
        {":bol", "did you mean :bool?"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *word = rows[i].words;

        while (*word != '\0') {
            size_t len = strcspn(word, " ");
            ptc_source source = {PTC_STR("x"), ptc_str_make(word, len)};
            ptc_diags diags;
            ptc_schema schema;

            ptc_diags_init(&diags, &arena);
            cr_expect(ptc_signature_read(&arena, &source, NULL, &diags, &schema) ==
                      PTC_ERROR_SYNTAX);
            cr_assert(diags.count == 1, "%s", rows[i].words);
            cr_expect(diags.items[0].code == PTC_DIAG_SIG_UNKNOWN_TYPE);
            cr_expect(strstr(diags.items[0].hint.ptr, rows[i].hint) != NULL, "%s: %s",
                      test_cstr(source.text), diags.items[0].hint.ptr);
            cr_expect(strstr(diags.items[0].expected.ptr, ":string :int :float") != NULL);
            word += len + (word[len] == ' ');
        }
    }
}

/* --- Limits ------------------------------------------------------------------------ */

static char *nested(size_t depth, bool is_closed, size_t *len)
{
    char *text = malloc(depth * 2 + 4);

    cr_assert(text != NULL);
    memset(text, '[', depth);
    memcpy(text + depth, ":int", 4);
    memset(text + depth + 4, ']', depth);
    *len = is_closed ? depth * 2 + 4 : depth;
    return text;
}

static ptc_status read_text(const char *text, size_t len, size_t cap, ptc_diags *diags)
{
    ptc_read_options options = {.struct_size = sizeof options, .memory_cap = cap};
    ptc_source source = {PTC_STR("x"), ptc_str_make(text, len)};
    ptc_schema schema;

    ptc_diags_init(diags, &arena);
    return ptc_signature_read(&arena, &source, &options, diags, &schema);
}

/* M024: no limit of nesting, but one of memory. [signature 3, rule 5] */
Test(signature, deep_nesting)
{
    ptc_diags diags;
    size_t len;
    char *text = nested(20000, true, &len);

    cr_expect(read_text(text, len, 0, &diags) == PTC_OK);
    free(text);
    text = nested(200000, true, &len);
    cr_expect(read_text(text, len, (size_t)1 << 30, &diags) == PTC_OK);
    free(text);
    text = nested(1000000, true, &len);
    cr_expect(read_text(text, len, 0, &diags) == PTC_ERROR_SYNTAX);
    cr_assert(diags.count == 1);
    cr_expect(diags.items[0].code == PTC_DIAG_SIG_TOO_LARGE);
    cr_expect(diags.items[0].span.start > 1000);
    free(text);
    text = nested(10000000, false, &len);
    cr_expect(read_text(text, len, 0, &diags) == PTC_ERROR_SYNTAX);
    cr_assert(diags.count == 1);
    cr_expect(diags.items[0].code == PTC_DIAG_SIG_TOO_LARGE);
    free(text);
}

/* Hostile text takes time in its length, and its faults are capped. */
Test(signature, hostile_text, .timeout = 120)
{
    static const char *const parts[] = {
        "{a :int]",          "[:set ",     "[:set \"", "(a :int, ", "}",    ":int??",
        "{a :int, a :int, ", ":enum[a a ", "\xC3(",    "\xA0",      "\"",   ":x|",
        "[:int :int ",       "{a? ",       ":int[5 ",  "=>",        "-> (", "; ",
        "[:set #",           "-",          "-=",
    };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        ptc_text text;
        ptc_diags diags;

        ptc_text_init(&text, &arena);
        while (text.len < 300000)
            ptc_text_cstr(&text, parts[i]);
        cr_expect(read_text(text.ptr, text.len, 0, &diags) == PTC_ERROR_SYNTAX, "%s",
                  parts[i]);
        cr_expect(diags.count >= 1 && diags.count <= 40, "%s: %zu", parts[i],
                  diags.count);
        ptc_arena_reset(&arena);
    }
}

/* Every beginning of a text is checked without reading after it. */
Test(signature, prefixes)
{
    static const char text[] =
        "(a {:id :int[1..5]?, \"x y\" [:enum 1 \"q\"]}, b :string[1..3 ~\"a\"]) -> "
        "[{c :enum[a \"b\" :c]|:nil}][1..]";

    for (size_t len = 0; len < sizeof text; len++) {
        char *exact = malloc(len ? len : 1);
        ptc_diags diags;
        ptc_status status;

        cr_assert(exact != NULL);
        memcpy(exact, text, len);
        status = read_text(exact, len, 0, &diags);
        cr_expect((status == PTC_OK) == (diags.errors == 0), "%zu", len);
        cr_expect(status == PTC_OK || status == PTC_ERROR_SYNTAX, "%zu", len);
        free(exact);
    }
}

/* An allocator that refuses after a number of calls. */
static void *refuse(void *old, size_t old_size, size_t new_size, void *user)
{
    size_t *left = user;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    --*left;
    return realloc(old, new_size);
}

Test(signature, refused_memory)
{
    static const char text[] =
        "(a {:id :int[1..5]?, t [:set :string]}, "
        "b :string[~\"a+b\"], d [:set :int] = [1, 2], "
        "e :map = {x: [1, \"a\"], y: :k}) -> [{c :enum[a b] = \"a\"}]";
    ptc_source source = {PTC_STR("x"), PTC_STR("")};
    bool is_done = false;

    source.text = ptc_str_of(text);
    for (size_t allowed = 0; allowed < 1000 && !is_done; allowed++) {
        size_t left = allowed;
        ptc_allocator allocator = {refuse, &left};
        ptc_arena scarce;
        ptc_diags diags;
        ptc_schema schema;
        ptc_status status;

        ptc_arena_init(&scarce, &allocator, 0);
        ptc_diags_init(&diags, &arena);
        status = ptc_signature_read(&scarce, &source, NULL, &diags, &schema);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu: %s", allowed,
                  ptc_status_name(status));
        is_done = status == PTC_OK;
        ptc_arena_free(&scarce);
    }
    cr_expect(is_done);
}

/* An arena in caller memory is enough, and its end is an answer. */
Test(signature, caller_memory)
{
    static char memory[1 << 20];
    ptc_source source = {PTC_STR("x"), PTC_STR("{a :int, b [:set :string]}")};

    for (size_t size = 64; size <= sizeof memory; size *= 2) {
        ptc_arena fixed;
        ptc_diags diags;
        ptc_schema schema;
        ptc_status status;

        ptc_arena_init_memory(&fixed, memory, size);
        ptc_diags_init(&diags, &arena);
        status = ptc_signature_read(&fixed, &source, NULL, &diags, &schema);
        cr_expect(status == PTC_ERROR_MEMORY || status == PTC_OK, "%zu", size);
        cr_expect(size < sizeof memory || status == PTC_OK);
    }
}

/* The schema keeps no pointer into the text. [signature 7] */
Test(signature, text_may_go)
{
    static const char text[] = "(\"a\" :enum[x \"y\"], b :string[~\"q\"]) -> [:set :int]";
    char *copy = malloc(sizeof text);
    ptc_source source = {PTC_STR("x"), {copy, sizeof text - 1}};
    ptc_diags diags;
    ptc_schema schema;
    ptc_text out;

    cr_assert(copy != NULL);
    memcpy(copy, text, sizeof text);
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_signature_read(&arena, &source, NULL, &diags, &schema) == PTC_OK);
    memset(copy, '?', sizeof text);
    free(copy);
    ptc_text_init(&out, &arena);
    ptc_schema_write_signature(&out, &schema, NULL);
    cr_expect_str_eq(out.ptr, "(a :enum[\"x\" \"y\"], b :string[~\"q\"]) -> [:set :int]");
}
