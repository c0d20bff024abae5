/* SPDX-License-Identifier: MIT */
/*
 * Contract files: declarations, descriptions, includes, Malli maps, JSON Schema, and the
 * canonical form of `.sig` files. What is refused is in tests/bad.
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

TestSuite(contract, .init = start, .fini = stop);

/* Files that live in memory, and how often each was asked for. */
typedef struct library {
    const ptc_source *files;
    size_t count;
    unsigned asked;
} library;

static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    library *files = user;

    (void)from;
    files->asked++;
    for (size_t i = 0; i < files->count; i++) {
        if (ptc_str_equal(files->files[i].name, name))
            return &files->files[i];
    }
    return NULL;
}

/* One line a contract: "[flags]name signature | description | field: description ...". */
static void write_contract(ptc_text *text, const ptc_contract *contract)
{
    const ptc_schema *schema = &contract->schema;
    const ptc_schema_node *root = ptc_schema_root(schema);

    ptc_text_cstr(text, contract->is_included ? "+" : "");
    ptc_text_cstr(text, contract->is_type ? "type " : "");
    ptc_text_str(text, contract->name);
    ptc_text_byte(text, ' ');
    ptc_schema_write_signature(text, schema, NULL);
    if (root->extra != NULL && root->extra->description.len > 0) {
        ptc_text_cstr(text, " | ");
        ptc_text_str(text, root->extra->description);
    }
    for (uint32_t i = 1; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];

        if (node->extra != NULL && node->extra->description.len > 0) {
            ptc_text_cstr(text, " | ");
            ptc_text_str(text, node->name);
            ptc_text_cstr(text, ": ");
            ptc_text_str(text, node->extra->description);
        }
    }
    ptc_text_byte(text, '\n');
}

/* All contracts of the first file, or its diagnostics, as text. */
static const char *contracts_of(const ptc_source *files, size_t count,
                                ptc_contract_format format)
{
    library all = {files, count, 0};
    ptc_contract_options options = {
        .struct_size = sizeof options, .format = format, .load = load, .user = &all};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text text;
    ptc_status status;

    ptc_diags_init(&diags, &arena);
    ptc_text_init(&text, &arena);
    status = ptc_contracts_read(&arena, &files[0], &options, &diags, &contracts);
    ptc_diags_write(&text, &diags, PTC_DIAG_STYLE_GNU, false);
    if (status != PTC_OK)
        ptc_text_cstr(&text, ptc_status_name(status));
    for (size_t i = 0; i < contracts.count; i++)
        write_contract(&text, &contracts.items[i]);
    return text.ptr;
}

static const char *contracts_of_text(const char *name, const char *text)
{
    ptc_source source = {ptc_str_of(name), ptc_str_of(text)};
    ptc_source *kept = ptc_arena_array(&arena, 1, sizeof *kept);

    *kept = source;
    return contracts_of(kept, 1, PTC_CONTRACT_BY_NAME);
}

/* A source in a static table. */
#define SOURCE(name, text)                                                               \
    {                                                                                    \
        {name, sizeof(name) - 1},                                                        \
        {                                                                                \
            text, sizeof(text) - 1                                                       \
        }                                                                                \
    }

typedef struct row {
    const char *name;
    const char *text;
    const char *contracts;
} row;

static void check_rows(const char *file, const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *got = contracts_of_text(file, rows[i].text);

        cr_expect(strcmp(got, rows[i].contracts) == 0, "%s gives\n%s\nexpected\n%s",
                  rows[i].name, got, rows[i].contracts);
    }
}

#define CHECK_ROWS(file, rows) check_rows(file, rows, sizeof(rows) / sizeof(rows)[0])

/* [signature 1.1] */
Test(contract, declarations)
{
    static const row rows[] = {
        {"the example of the specification",
         "; contracts of the search service\n"
         "search(query :string, limit :int) -> [{id :int, title :string}]\n"
         "  Search for items matching query.\n"
         "\n"
         "user = {id :int, name :string, email :string?}\n",
         "search (query :string, limit :int) -> [{id :int, title :string}] | Search for "
         "items "
         "matching query.\n"
         "type user () -> {id :int, name :string, email :string?}\n"},
        {"a bare signature", "(q :string) -> :int", "f (q :string) -> :int\n"},
        {"a bare signature, indented, after comments", "\n; hi\n  {a :int}\n  Text.\n",
         "f () -> {a :int} | Text.\n"},
        {"a bare schema", "[:map [:a :int]]\n", "f () -> {a :int}\n"},
        {"byte order mark and CRLF",
         "\xEF\xBB\xBFone() -> :int\r\n  Text.\r\ntwo = :int\r\n",
         "one () -> :int | Text.\ntype two () -> :int\n"},
        {"several lines",
         "a(\nx :int,\n\n# why\ny :int ; because\n)\n  ->\n:int\n|\n:string\nb() -> {\nz "
         ":int }\n"
         "c()\n-> :int\n| :bool\n",
         "a (x :int, y :int) -> :int|:string\nb () -> {z :int}\nc () -> :int|:bool\n"},
        {"a type on the next line", "a =\n  :int\nb = ; comment\n  {x :int}\n",
         "type a () -> :int\ntype b () -> {x :int}\n"},
        {"names",
         "a.b-c() -> :int\n\"a\xC3\xB1o\" = :int\ninclude(x :int) -> :int\n_x = :int\n",
         "a.b-c () -> :int\ntype a\xC3\xB1o () -> :int\ninclude (x :int) -> :int\n"
         "type _x () -> :int\n"},
        {"comments",
         "#\n## x\n# y\n;\na() -> :int # z\n#\n  ; in between\n  Text; # all of it\n",
         "a () -> :int | Text; # all of it\n"},
        {"empty", "",
         "f.sig:1:1: warning: the file declares no contract [contract-empty]\n"
         "f.sig:1:1: note: write name(params) -> T or name = T\n"},
        {"only comments", "; nothing\n\n# here\n",
         "f.sig:1:1: warning: the file declares no contract [contract-empty]\n"
         "f.sig:1:1: note: write name(params) -> T or name = T\n"},
    };

    CHECK_ROWS("f.sig", rows);
}

Test(contract, descriptions)
{
    static const row rows[] = {
        {"lines and paragraphs",
         "a() -> :int\n  One.\n    Two.\n\n\n  Three.\n\nb = :int\n",
         "a () -> :int | One.\nTwo.\n\nThree.\ntype b () -> :int\n"},
        {"fields",
         "a(x :int, y-z :int) -> {r :int}\n  Text.\n  - x: the x\n  - y_z: the y\n"
         "      goes on\n  - r: result\n  More.\n",
         "a (x :int, y-z :int) -> {r :int} | Text.\nMore. | x: the x | y-z: the y goes "
         "on | "
         "r: result\n"},
        {"parameters before fields", "a(x :int) -> {x :int}\n - x: which\n",
         "a (x :int) -> {x :int} | x: which\n"},
        {"through lists and unions", "a() -> [{x :int}]|:nil\n - x: found\n",
         "a () -> [{x :int}]? | x: found\n"},
        {"paths",
         "a(u {n {m :int}, \"o p\" :int}) -> {n :int}\n - u.n.m: deep\n - u.\"o p\": "
         "odd\n",
         "a (u {n {m :int}, \"o p\" :int}) -> {n :int} | o p: odd | m: deep\n"},
        {"the shallowest", "a(u {n :int}) -> [{n {n :int}}]\n - n: one\n",
         "a (u {n :int}) -> [{n {n :int}}] | n: one\n"},
        {"bullets are text", "a() -> :int\n - one\n - two words: no path\n",
         "a () -> :int | - one\n- two words: no path\n"},
        {"nobody", "a(u :int) -> :int\n - w: who\n",
         "f.sig:2:4: warning: no parameter or field is called w [sig-description]\n"
         "f.sig:2:4: note: nested fields are written user.name; fields of a named type "
         "are "
         "described where it is declared\n"
         "a (u :int) -> :int\n"},
        {"on a type", "t = {a :int, b :int}\n  A type.\n  - b: second\nc() -> [:t]\n",
         "type t () -> {a :int, b :int} | A type. | b: second\n"
         "c () -> [{a :int, b :int}] | b: second\n"},
    };

    CHECK_ROWS("f.sig", rows);
}

#define PLAIN "f(q :string) -> :int\n"

/* What the lint says of the text: "line: name" of each comment that it takes for a
 * description. */
static const char *undescribed(const char *text, bool lint)
{
    const ptc_source source = {PTC_STR("a.sig"), ptc_str_of(text)};
    ptc_read_options read = {.struct_size = sizeof read};
    ptc_contract_options options = {.struct_size = sizeof options};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text out;

    options.read = &read;
    read.lint = lint;
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_contracts_read(&arena, &source, &options, &diags, &contracts) == PTC_OK,
              "%s", text);
    ptc_text_init(&out, &arena);
    for (size_t i = 0; i < diags.count; i++) {
        const ptc_diag *diag = &diags.items[i];
        ptc_position place = ptc_source_position(diag->source, diag->span.start);

        cr_expect_eq(diag->code, PTC_DIAG_SIG_UNDESCRIBED, "%s", text);
        cr_expect_eq(diag->severity, PTC_SEVERITY_WARNING);
        ptc_text_cstr(&out, i > 0 ? " " : "");
        ptc_text_uint(&out, place.line);
    }
    ptc_text_byte(&out, '\0');
    return out.ptr;
}

Test(contract, comments_are_not_descriptions)
{
    static const struct {
        const char *text;
        const char *lines;
    } rows[] = {
        {"; Finds the orders of a customer.\n" PLAIN, "1"},
        {";; Finds orders.\n" PLAIN, "1"},
        {"# finds all orders\n" PLAIN, "1"},
        {"\xEF\xBB\xBF; Finds the orders of a customer.\r\nf(q :string) -> :int\r\n",
         "1"},
        {"; \xE6\xB3\xA8\xE6\x96\x87\xE3\x82\x92\xE6\xA4\x9C\xE7\xB4\xA2"
         "\xE3\x81\x99\xE3\x82\x8B\n" PLAIN,
         "1"},
        {"t = {a :int}\n; Finds orders,\n; the oldest first\nf() -> [:t]\n", "2"},
        {"f() -> :int\n; Finds the orders\ng() -> :int\n\n; Ships one order\nh() -> "
         ":int\n",
         "2 5"},
        /* notes on fields are not what the contract does */
        {"; Finds the orders of a customer.\n" PLAIN "  - q: the name\n", "1"},
        /* it has a description, or is read by people */
        {"; Finds the orders of a customer.\n" PLAIN "  Finds orders.\n", ""},
        {"; Finds the orders of a customer.\n\n" PLAIN, ""},
        {"; Finds the orders of a customer.\n  \n" PLAIN, ""},
        {"; What an order is to the shop.\norder = {id :int}\n", ""},
        {"; What a model may ask the shop.\n" PLAIN "g() -> :int\n", ""},
        {"\xEF\xBB\xBF; What a model may ask the shop.\n" PLAIN "g() -> :int\n", ""},
        {"\n; Finds the orders of a customer.\n" PLAIN "g() -> :int\n", "2"},
        {"; Tools\n" PLAIN, ""},
        {"; Order tools\n" PLAIN, ""},
        {";\n" PLAIN, ""},
        {"; --------------------------------\n" PLAIN, ""},
        {"; === Tools for all the orders ===\n" PLAIN, ""},
        {"; Tools for all the orders\n; ------------------------\n" PLAIN, ""},
        {"; SPDX-License-Identifier: MIT\n; Tools of the shop for all.\n" PLAIN, ""},
        {"; Copyright 2026 by the people of the shop\n" PLAIN, ""},
        {"; Licensed under the terms of the shop\n" PLAIN, ""},
        {"; Generated from shop.h, do not edit\n" PLAIN, ""},
        {"; TODO: say what this is for\n" PLAIN, ""},
        {"; old(q :string) -> :int gave one\n" PLAIN, ""},
        {"; kind = :enum[a b c d]\n" PLAIN, ""},
        {"; -*- mode: clojure for this file -*-\n" PLAIN, ""},
        {PLAIN "; Finds the orders of a customer.\n", ""},
        {"f(q :string) -> :int ; Finds the orders of a customer.\n", ""},
        {"f(q :string) -> :int ; Finds the orders of a\ng() -> :int\n", ""},
        {"; Finds the orders of a customer.\n(q :string) -> :int\n", "1"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect_str_eq(undescribed(rows[i].text, true), rows[i].lines, "%s",
                         rows[i].text);
        cr_expect_str_eq(undescribed(rows[i].text, false), "", "%s", rows[i].text);
    }
}

/* A comment of any length is gone through once. */
Test(contract, comments_of_any_length)
{
    enum { LINES = 20000 };
    ptc_text text;

    ptc_text_init(&text, &arena);
    for (size_t i = 0; i < LINES; i++)
        ptc_text_cstr(&text, "; Finds the orders of a customer,\n");
    ptc_text_cstr(&text, PLAIN);
    ptc_text_byte(&text, '\0');
    cr_expect_str_eq(undescribed(text.ptr, true), "1");
}

Test(contract, named_types)
{
    static const row rows[] = {
        {"before and after", "a(x :t) -> [:u]\nt = {n :int}\nu = :t|:string\n",
         "a (x {n :int}) -> [{n :int}|:string]\ntype t () -> {n :int}\n"
         "type u () -> {n :int}|:string\n"},
        {"optional, folded, dotted",
         "my.type-a = :int\na(x :my.type-a?, y :my.type_a) -> :int\n",
         "type my.type-a () -> :int\na (x :int?, y :int) -> :int\n"},
        {"nullable inside", "t = :int?\na() -> [:t]\n",
         "type t () -> :int?\na () -> [:int?]\n"},
        {"in a union", "t = :int|:string\na() -> :t|:bool\n",
         "type t () -> :int|:string\na () -> :int|:string|:bool\n"},
        {"in embedded Malli",
         "t = {n :int}\na() -> [:set :t]\nb() -> [:map [:x [:maybe :t]]]\n",
         "type t () -> {n :int}\na () -> [:set [:map [:n :int]]]\nb () -> {x {n "
         ":int}?}\n"},
        {"a Malli function is a contract", "a = [:=> [:cat :int] :int]\n",
         "a (arg1 :int) -> :int\n"},
    };

    CHECK_ROWS("f.sig", rows);
}

Test(contract, malli_files)
{
    static const row edn[] = {
        {"one schema", "[:map [:a :int]]", "type f () -> {a :int}\n"},
        {"one function", "; c\n[:=> [:cat :int] :int]", "f (arg1 :int) -> :int\n"},
        {"a map",
         "{:user [:map [:id :int]]\n \"find it\" [:=> [:catn [:u :user]] [:vector "
         ":user]]\n"
         " low :int}",
         "type user () -> {id :int}\nfind it (u {id :int}) -> [{id :int}]\ntype low () "
         "-> :int\n"},
        {"later and by reference", "{:a [:vector :b] :b [:map [:x :int]]}",
         "type a () -> [{x :int}]\ntype b () -> {x :int}\n"},
        {"described", "{:a [[:map [:x :int]] {:description \"An a.\"}]}",
         "type a () -> {x :int} | An a.\n"},
        {"properties are no description", "{:a [:int {:min 1}]}",
         "type a () -> :int[1..]\n"},
        {"a circle", "{:a [:vector :b] :b [:maybe :a]}",
         "type a () -> [:b]\ntype b () -> :a?\n"},
        {"a circle without an end", "{:a [:tuple :b] :b [:map [:a :a]]}",
         "f.malli.edn:1:30: error: named types in a circle without an end: a -> b -> a "
         "[malli-cycle]\n"
         "f.malli.edn:1:30: note: give it an end: write [:a {:optional true} "
         ":a]\nsyntax"},
        {"a bad schema", "{:a [:vector :int] :b [:vectr :int]}", NULL},
        {"bad include", "{:include \"a.edn\" :b :int}",
         "f.malli.edn:1:11: error: includes are given as a vector of file names: "
         ":include [\"types.edn\"] [malli-include]\nsyntax"},
        {"bad name", "{1 :int}",
         "f.malli.edn:1:2: error: the name of a contract must be a keyword, a string or "
         "a symbol [malli-entry]\nsyntax"},
    };
    static const row json[] = {
        {"a map",
         "{\"user\": [\":map\", [\"id\", \":int\"]], \":f\": [\":vector\", \":user\"]}",
         "type user () -> {id :int}\ntype f () -> [{id :int}]\n"},
        {"one schema", "[\":set\", \":int\"]", "type f () -> [:set :int]\n"},
    };
    static const row schema[] = {
        {"JSON Schema",
         "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},"
         "\"required\":[\"a\"]}",
         "type f () -> {a [:int {:json/integral true}]}\n"},
    };

    for (size_t i = 0; i < sizeof edn / sizeof edn[0]; i++) {
        if (edn[i].contracts != NULL)
            check_rows("f.malli.edn", &edn[i], 1);
        else
            cr_expect(strstr(contracts_of_text("f.edn", edn[i].text), "[malli-unknown]"),
                      "%s", edn[i].name);
    }
    CHECK_ROWS("f.malli.json", json);
    CHECK_ROWS("f.json", schema);
}

Test(contract, includes)
{
    static const ptc_source files[] = {
        SOURCE("main.sig", "include \"types.sig\"\ninclude \"more.edn\" ; and more\n"
                           "include \"types.sig\"\nf(u :user) -> :extra\n"),
        SOURCE("types.sig", "include \"base.sig\"\nuser = {id :id}\nhidden() -> :id\n"),
        SOURCE("base.sig", "id = :int[1..]\n"),
        SOURCE("more.edn", "{:include [\"base.sig\"] :extra [:set :id]}"),
    };
    library all = {files, 4, 0};
    ptc_contract_options options = {
        .struct_size = sizeof options, .load = load, .user = &all};
    ptc_contracts contracts;
    ptc_diags diags;
    const char *got = contracts_of(files, 4, PTC_CONTRACT_BY_NAME);

    cr_expect_str_eq(got, "+type id () -> :int[1..]\n"
                          "+type user () -> {id :int[1..]}\n"
                          "+type extra () -> [:set [:and :int [:>= 1]]]\n"
                          "f (u {id :int[1..]}) -> [:set [:and :int [:>= 1]]]\n");
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_contracts_read(&arena, &files[0], &options, &diags, &contracts) ==
              PTC_OK);
    cr_assert(contracts.source_count == 4);
    for (size_t i = 0; i < 4; i++) {
        static const char *const order[] = {"main.sig", "types.sig", "base.sig",
                                            "more.edn"};

        cr_expect(ptc_str_equal(contracts.sources[i]->name, ptc_str_of(order[i])), "%zu",
                  i);
    }
    cr_expect(contracts.items[3].source == &files[0] &&
              contracts.items[3].span.start == 70);
    cr_expect(ptc_contracts_find(&contracts, PTC_STR("f")) == &contracts.items[3]);
    cr_expect(ptc_contracts_find(&contracts, PTC_STR("hidden")) == NULL);
}

/* Faults in an included file are reported with its name; a circle of files ends. */
Test(contract, faults_in_includes)
{
    static const ptc_source files[] = {
        SOURCE("a.sig", "include \"b.sig\"\nf() -> :u\n"),
        SOURCE("b.sig", "include \"a.sig\"\nv = :int\nu = {x :nope}\n"),
    };
    const char *got = contracts_of(files, 2, PTC_CONTRACT_BY_NAME);

    cr_expect_str_eq(
        got, "b.sig:1:9: error: \"a.sig\" includes itself: a.sig -> b.sig -> a.sig "
             "[sig-include]\n"
             "b.sig:3:8: error: unknown type \":nope\" [sig-unknown-type]\n"
             "b.sig:3:8: note: valid: :string :int :float :bool :keyword :any :map "
             ":datetime :date :decimal :v :u, [T], {\xE2\x80\xA6}\nsyntax");
}

/* What a type brings into a union is warned of where it is used: a place in the type's
 * file would be shown as one of this. */
Test(contract, warnings_about_included_alternatives)
{
    static const ptc_source files[] = {
        SOURCE("a.sig", "include \"b.sig\"\nf(x :int|:small) -> :bool|:more\n"),
        SOURCE("b.sig", "small = :int|:string\nmore = :string|:small|:float\n"),
    };
    const char *got = contracts_of(files, 2, PTC_CONTRACT_BY_NAME);

    cr_expect_str_eq(got,
                     "b.sig:2:16: warning: the union already has an alternative of this "
                     "type [sig-dup-alternative]\na.sig:2:10: warning: the union already "
                     "has an alternative of this type [sig-dup-alternative]\n+type small "
                     "() -> :int|:string\n+type more () -> :string|:int|:float\nf (x "
                     ":int|:string) -> :bool|:string|:int|:float\n");
}

/* `front`, the name, `back`. */
static const char *with_name(const char *front, const char *name, const char *back)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, front);
    ptc_text_cstr(&text, name);
    ptc_text_cstr(&text, back);
    cr_assert(!text.failed);
    return text.ptr;
}

/* A file that is included may be anything. Until its first declaration was read nothing
 * of it is shown: no line, no name, no other fault that could hold one. */
Test(contract, included_files_that_are_not_contracts_are_named_alone)
{
    static const struct {
        const char *name;
        const char *text;
    } others[] = {
        {"b.sig", "SECRET=hunter2\nb = :int\n"},
        {"b.sig", "hunter2\n"},
        {"b.sig", "root:hunter2:0:0::/root:/bin/sh\nf() -> :int\n"},
        {"b.sig", "; a key\n-----BEGIN hunter2-----\n"},
        {"b.sig", "\x7F\xFFhunter2\n"},
        {"b.sig", "include \"hunter2\n"},
        {"b.sig", "include \"gone\" hunter2\nx: y\n"},
        {"b.sig", "\"hunter2\\q\" = :int\n"},
        {"b.sig", "key = :hunter2\nb = {x :int}\n"},
        {"b.sig", "hunter2 = :int[5..1]\nb = {x :int}\n"},
        {"b.edn", "{:hunter2 {:password \"hunter2\"}}"},
        {"b.edn", "hunter2 }"},
        {"b.edn", "{1 \"hunter2\" :a :int}"},
        {"b.edn", "{:include {:a \"hunter2\"}}"},
        {"b.edn", "{:include [hunter2]}"},
        {"b.json", "{\"type\": \"hunter2\"}"},
        {"b.json", "{\"type\": hunter2}"},
        {"b.malli.json", "[\"hunter2\"]"},
    };

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const char *includer =
            with_name("include \"", others[i].name, "\"\nf() -> :nope\nf() -> :hunter\n");
        const ptc_source files[] = {
            {PTC_STR("a.sig"), ptc_str_of(includer)},
            {ptc_str_of(others[i].name), ptc_str_of(others[i].text)},
        };
        const char *got = contracts_of(files, 2, PTC_CONTRACT_BY_NAME);

        cr_expect(strstr(got, "hunter2") == NULL, "%s: %s", others[i].text, got);
        cr_expect(strncmp(got, "a.sig:1:9: error: \"b.", 21) == 0 &&
                      strstr(got, "is not a contract: its first declaration cannot be "
                                  "read [sig-include]\na.sig:1:9: note: if it should be "
                                  "one, `ptcc check b.") != NULL,
                  "%s: %s", others[i].text, got);
        cr_expect(strstr(got, "nope") == NULL, "%s: %s", others[i].text, got);
    }
}

/* The way to such a file is distinguished from the outside in, and those that are fine
 * stay. */
Test(contract, the_first_file_that_does_not_lead_to_a_contract_is_reported)
{
    static const ptc_source files[] = {
        SOURCE("a.sig", "include \"b.sig\"\nf() -> :int\n"),
        SOURCE("b.sig", "include \"c.sig\"\nu = :int\n"),
        SOURCE("c.sig", "hunter2\n"),
    };

    cr_expect_str_eq(contracts_of(files, 3, PTC_CONTRACT_BY_NAME),
                     "b.sig:1:9: error: \"c.sig\" is not a contract: its first "
                     "declaration cannot be read [sig-include]\nb.sig:1:9: note: if it "
                     "should be one, `ptcc check c.sig` shows what is wrong\nsyntax");
}

/* A mistake after the first declaration is one of a contract, and so is a missing file of
 * one that has includes alone. */
Test(contract, mistakes_of_included_contracts_are_shown)
{
    static const struct {
        const char *text;
        const char *fault;
    } rows[] = {
        {"a = :int\nb = nope\n", "b.sig:2:5: error: unexpected \"nope\""},
        {"a = :int\nnope\n", "b.sig:2:1: error: this is not a declaration"},
        {"; only\ninclude \"gone.sig\"\n",
         "b.sig:2:9: error: there is no file \"gone.sig\""},
        {"a = :int\n; \xFF\n", "b.sig:2:3: error: "},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const ptc_source files[] = {
            SOURCE("a.sig", "include \"b.sig\"\nf() -> :int\n"),
            {PTC_STR("b.sig"), ptc_str_of(rows[i].text)},
        };
        const char *got = contracts_of(files, 2, PTC_CONTRACT_BY_NAME);

        cr_expect(strncmp(got, rows[i].fault, strlen(rows[i].fault)) == 0, "%s: %s",
                  rows[i].fault, got);
    }
}

/* Names that a depfile or a terminal could take for something else are refused at their
 * place, in all forms, before anybody is asked for the file. */
Test(contract, names_of_files_are_plain)
{
    static const char *const names[] = {
        "b\\nall:;touch PWNED.sig",
        "b\\t.sig",
        "b\\r.sig",
        "\\u0000b.sig",
        "b\\u001b[2J.sig",
        "b\\u202egis.",
        "b\\u2066.sig",
        "b\\u0085.sig",
        "\\u200fb.sig",
        "\\u061cb.sig",
        "b\\u007f.sig",
        "",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *text = with_name("include \"", names[i], "\"\nf() -> :int\n");
        const ptc_source files[] = {{PTC_STR("a.sig"), ptc_str_of(text)}};
        const char *got = contracts_of(files, 1, PTC_CONTRACT_BY_NAME);

        cr_expect(strncmp(got, "a.sig:1:9: error: a file name cannot ", 37) == 0,
                  "%s: %s", names[i], got);
    }
}

Test(contract, duplicates_across_files)
{
    static const ptc_source files[] = {
        SOURCE("a.sig", "include \"b.sig\"\nmy_type() -> :int\n"),
        SOURCE("b.sig", "my-type = :int\nf() -> :int\n"),
    };

    cr_expect_str_eq(contracts_of(files, 2, PTC_CONTRACT_BY_NAME),
                     "a.sig:2:1: error: duplicate declaration \"my_type\" (also written "
                     "\"my-type\" at b.sig:1:1) [sig-duplicate-name]\nsyntax");
}

/* --- Formatting -------------------------------------------------------------------- */

static const char *formatted(const char *text)
{
    ptc_source source = {PTC_STR("f.sig"), ptc_str_of(text)};
    ptc_source *kept = ptc_arena_array(&arena, 1, sizeof *kept);
    static const ptc_source files[] = {SOURCE("t.sig", "other = :int\n")};
    library all = {files, 1, 0};
    ptc_contract_options options = {
        .struct_size = sizeof options, .load = load, .user = &all};
    ptc_diags diags;
    ptc_text out;
    ptc_status status;

    *kept = source;
    ptc_diags_init(&diags, &arena);
    ptc_text_init(&out, &arena);
    status = ptc_contracts_format(&arena, &out, kept, &options, &diags);
    if (status != PTC_OK) {
        ptc_text_init(&out, &arena);
        ptc_text_cstr(&out, ptc_status_name(status));
        ptc_diags_write(&out, &diags, PTC_DIAG_STYLE_GNU, false);
    }
    return out.ptr;
}

Test(contract, formatting)
{
    static const struct {
        const char *name;
        const char *text;
        const char *canonical;
    } rows[] = {
        {"empty", "", ""},
        {"blanks", "\n\n \n", ""},
        {"one declaration", "f( a:int,b :string? )->{:x :int}",
         "f(a :int, b :string?) -> {x :int}\n"},
        {"types", "t={:a :int :b :boolean}", "t = {a :int, b :bool}\n"},
        {"bare", "{a:int}", "() -> {a :int}\n"},
        {"references stay", "t = :int\nf(a :t) -> [:t?]|:t",
         "t = :int\nf(a :t) -> [:t?]|:t\n"},
        {"included references stay", "include   \"t.sig\"\nf() -> :other",
         "include \"t.sig\"\nf() -> :other\n"},
        {"blank lines become one", "\n\na = :int\n\n\n\nb = :int\nc = :int\n\n",
         "a = :int\n\nb = :int\nc = :int\n"},
        {"comments before", "; one\n\n;two  \n# three\na = :int\n; last\n",
         "; one\n\n;two\n# three\na = :int\n; last\n"},
        {"comments inside",
         "x = :int\n\nf(a :int ; first\n  # second\n) -> :int ; third\n  Text.\n"
         "  ; fourth\n  More.\n; next\ng = :int",
         "x = :int\n\nf(\n  a :int ; first\n  # second\n) -> :int ; third\n  Text.\n"
         "  ; fourth\n  More.\n; next\ng = :int\n"},
        {"descriptions",
         "f(a :int) -> :int\n\tText here.  \n\n\n      More.\n - a:   the a\n"
         "     and on\n - b: nobody\ng = :int",
         "f(a :int) -> :int\n  Text here.\n\n  More.\n  - a: the a and on\n  - b: "
         "nobody\ng = :int\n"},
        {"CRLF and byte order mark", "\xEF\xBB\xBF; c\r\na = :int\r\n  T.\r\n",
         "; c\na = :int\n  T.\n"},
        {"names", "\"a\"() -> :int\n\"a b\" = :int\nx.y() -> :int",
         "a() -> :int\n\"a b\" = :int\nx.y() -> :int\n"},
        {"Malli becomes shorthand", "a = [:map [:x [:maybe :int]]]", "a = {x :int?}\n"},
        {"what shorthand cannot say stays",
         "a = [:map [:x {:description \"d\"}\n  :int]] ; c\n",
         "a = [:map [:x {:description \"d\"}\n  :int]] ; c\n"},
        {"types inside Malli",
         "t={a  [:map-of :string :t]}\nf( a [:map [:x [:maybe :t]]],b [:tuple :t [:ref "
         ":t]])->:t",
         "t = {a [:map-of :string :t]}\nf(a {x :t?}, b [:tuple :t :t]) -> :t\n"},
        {"a type inside Malli with a name that is quoted",
         "\"a b\" = {x :int}\nf( a [:set [:ref \"a b\"]]) -> :int",
         "\"a b\" = {x :int}\nf( a [:set [:ref \"a b\"]]) -> :int\n"},
        {"defaults",
         "t=[:string]\nf( a :t=[\"x\" \"y\",],b :int?=5, c:map={x:1})->{n:int=0}",
         "t = [:string]\nf(a :t = [\"x\", \"y\"], b :int = 5, c :map = {\"x\": 1}) -> "
         "{n :int = 0}\n"},
        {"defaults of Malli", "a = [:map [:x {:default 5} [:maybe :int]]]",
         "a = {x :int = 5}\n"},
        {"several lines become one",
         "f(\n a :int,\n b :int\n) ->\n  [{x :int\n    y :int}]",
         "f(a :int, b :int) -> [{x :int, y :int}]\n"},
        {"include with a comment", "include \"t.sig\"   # why\n",
         "include \"t.sig\" # why\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *got = formatted(rows[i].text);

        cr_expect(strcmp(got, rows[i].canonical) == 0, "%s gives\n%s\nexpected\n%s",
                  rows[i].name, got, rows[i].canonical);
        got = formatted(rows[i].canonical);
        cr_expect(strcmp(got, rows[i].canonical) == 0, "%s again gives\n%s", rows[i].name,
                  got);
    }
}

/* Formatting a file with faults gives the faults and nothing else. */
Test(contract, formatting_refuses)
{
    cr_expect_str_eq(formatted("a = :int\nb = [\n"),
                     "syntaxf.sig:2:6: error: \"[\" opened at 2:5 is never closed "
                     "[sig-unclosed]\n");
}

/* --- Limits ------------------------------------------------------------------------ */

static ptc_status read_all(const char *text, size_t len, size_t cap, ptc_diags *diags)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_read_options read = {.struct_size = sizeof read};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .format = PTC_CONTRACT_SIG};
    ptc_contracts contracts;

    *source = (ptc_source){PTC_STR("f.sig"), ptc_str_make(text, len)};
    options.read = &read;
    read.memory_cap = cap;
    ptc_diags_init(diags, &arena);
    return ptc_contracts_read(&arena, source, &options, diags, &contracts);
}

Test(contract, many_declarations)
{
    ptc_text text;
    ptc_diags diags;

    ptc_text_init(&text, &arena);
    for (int i = 0; i < 5000; i++) {
        ptc_text_cstr(&text, "t");
        ptc_text_int(&text, i);
        ptc_text_cstr(&text, i ? " = {a :t" : " = {a :int, b :string} ; ");
        ptc_text_int(&text, i / 2);
        ptc_text_cstr(&text, i ? ", b :int}\n  Text.\n  - b: field\n" : "\n");
    }
    cr_expect(read_all(text.ptr, text.len, 0, &diags) == PTC_OK, "%zu errors",
              diags.errors);
    cr_expect(read_all(text.ptr, text.len, 100000, &diags) == PTC_ERROR_SYNTAX);
    cr_assert(diags.count == 1);
    cr_expect(diags.items[0].code == PTC_DIAG_SIG_TOO_LARGE);
}

/* Types that double at each step: as many nodes as there are words. */
Test(contract, towers_of_types_are_read)
{
    ptc_text text;
    ptc_diags diags;

    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "t0 = :int\n");
    for (int i = 1; i < 64; i++) {
        ptc_text_cstr(&text, "t");
        ptc_text_int(&text, i);
        ptc_text_cstr(&text, " = {a :t");
        ptc_text_int(&text, i - 1);
        ptc_text_cstr(&text, ", b :t");
        ptc_text_int(&text, i - 1);
        ptc_text_cstr(&text, "}\n");
    }
    cr_expect(read_all(text.ptr, text.len, 1 << 20, &diags) == PTC_OK);
    cr_expect_eq(diags.count, 0);
}

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

Test(contract, refused_memory)
{
    ptc_source source = {PTC_STR("f.sig"),
                         PTC_STR("t = {a :int}\nf(x :t) -> [:set :t]\n  Text.\n"
                                 "  - x: the x\n"
                                 "n = {next :n?, o [:o]}\no = :n|{n :n?}\n"
                                 "g(x :n) -> :o\n")};
    ptc_contract_options options = {.struct_size = sizeof options};
    bool is_done = false;

    for (size_t allowed = 0; allowed < 2000 && !is_done; allowed++) {
        size_t left = allowed;
        ptc_allocator allocator = {refuse, &left};
        ptc_arena scarce;
        ptc_diags diags;
        ptc_contracts contracts;
        ptc_status status;

        ptc_arena_init(&scarce, &allocator, 0);
        ptc_diags_init(&diags, &arena);
        status = ptc_contracts_read(&scarce, &source, &options, &diags, &contracts);
        cr_expect(status == PTC_OK ||
                      (status == PTC_ERROR_MEMORY && contracts.count == 0),
                  "%zu: %s", allowed, ptc_status_name(status));
        is_done = status == PTC_OK;
        ptc_arena_free(&scarce);
    }
    cr_expect(is_done);
}
