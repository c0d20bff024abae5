/* SPDX-License-Identifier: MIT */
/*
 * Losses and faults of other forms as people and programs are reported of them: places,
 * order, each once, all styles, --strict, and what --batch answers. [emitters 1]
 */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <unistd.h>

#include "uses.h"

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    put_file("one.sig", "pay(to :iban, note :string?) -> :bool\n");
    put_file("types-alone.sig", "t = :bool\n");
    put_file("two.sig", "f(a :bool) -> :nil\n\ng(b :nil) -> :nil\n");
    put_file("plain.sig", "pay(note :string) -> :bool\n");
    put_file("ints.sig", "f(n :int[0..9]) -> :bool\n\n"
                         "g(s :string, m {n :int[1..2]}) -> :bool\n\n"
                         "h(k :int[3..4]) -> :bool\n");
    put_file("types.sig", "user = {name :string, account {id :iban}}\n\n"
                          "pay(u :user, all [:user]) -> :bool\n\n"
                          "ask(u :user) -> :bool\n");
    put_file("uses.sig", "include \"types.sig\"\nfind(u :user, by :iban) -> :bool\n");
    put_file("twins.sig", "find-all(q :string) -> :bool\n\n"
                          "find_some(q :string) -> :bool\n\n"
                          "find_all2(q :string) -> :bool\n");
    put_file("same.edn",
             "{:f [:=> [:catn [:a :iban]] :int]\n :g [:=> [:catn [:a :iban]] :int]}\n");
    put_file("prompt.sig", "f(a {b :int?} = {:b 1}) -> :int\n");
    put_file("odd.sig", "\"a\xE2\x80\xAE b\"(\"x y\" :iban) -> :bool\n");
    put_file("deep.json", "{\"type\":\"array\",\"items\":{\"type\":\"object\","
                          "\"properties\":{\"a b\":{\"type\":\"integer\"}}}}");
}

#define IBAN "--type", "iban"

static const use losses[] = {
    {{"convert", "--to", "json-schema-7", IBAN, "one.sig"},
     "",
     0,
     NULL,
     "one.sig:1:8: loss[json-schema-7]: pay.to: the validator iban\n"
     "    1 | pay(to :iban, note :string?) -> :bool\n"
     "      |        ^~~~~\n"},
    {{"convert", "--to", "json-schema", "plain.sig"}, "", 0, NULL, ""},
    /* Of several contracts the answer is JSON, whatever their texts are. */
    {{"convert", "--to", "gbnf", "two.sig"},
     "",
     0,
     "{\n"
     "  \"f\": \"root ::= \\\"{\\\\\\\"a\\\\\\\":\\\" ws bool \\\"}\\\"\\nws ::= "
     "\\\" \\\"?\\nbool ::= \\\"true\\\" | \\\"false\\\"\\n\",\n"
     "  \"g\": \"root ::= \\\"{\\\\\\\"b\\\\\\\":\\\" ws \\\"null}\\\"\\nws ::= "
     "\\\" \\\"?\\n\"\n"
     "}\n",
     ""},
    {{"convert", "--to", "gbnf", "types-alone.sig"},
     "",
     0,
     "root ::= bool\nbool ::= \"true\" | \"false\"\n",
     ""},
    /* A loss is not a fault, and no warning of what was read. */
    {{"convert", "--to", "openai", "--Werror", IBAN, "one.sig"},
     "",
     0,
     NULL,
     "loss[openai]: pay.to: the validator iban\n"},
    {{"convert", "--to", "openai", "--strict", IBAN, "one.sig"},
     "",
     1,
     "",
     "loss[openai]: pay.to: the validator iban\n"},
    {{"convert", "--to", "json-schema", "--diagnostics", "gnu", IBAN, "one.sig"},
     "",
     0,
     NULL,
     "one.sig:1:8: warning: json-schema: pay.to: the validator iban [loss-target]\n"},
    {{"convert", "--to", "json-schema", "--diagnostics", "msvc", IBAN, "one.sig"},
     "",
     0,
     NULL,
     "one.sig(1,8): warning loss-target: json-schema: pay.to: the validator iban\n"},
    {{"convert", "--to", "json-schema", "--diagnostics", "json", IBAN, "one.sig"},
     "",
     0,
     NULL,
     "{\"file\":\"one.sig\",\"line\":1,\"col\":8,\"end_line\":1,\"end_col\":13,"
     "\"offset\":7,"
     "\"end_offset\":12,\"severity\":\"warning\",\"code\":\"loss-target\",\"target\":"
     "\"json-schema\",\"message\":\"pay.to: the validator iban\"}\n"},
    {{"convert", "--to", "json-schema", "--diagnostics", "pretty", IBAN, "one.sig"},
     "",
     2,
     "",
     "--diagnostics takes text, gnu"},
    {{"convert", "--to", "json-schema", "--diagnostics", "gnu", "--stdin-name", "x.sig",
      IBAN, "-"},
     "f(a :iban) -> :int\n",
     0,
     NULL,
     "x.sig:1:5: warning: json-schema: f.a: the validator iban [loss-target]\n"},
    /* In what a declared type has: reported once, where that is declared. */
    {{"convert", "--to", "openai", "--diagnostics", "gnu", IBAN, "types.sig"},
     "",
     0,
     NULL,
     "types.sig:1:35: warning: openai: user.account.id: the validator iban "
     "[loss-target]\n"},
    {{"convert", "--to", "openai", "--diagnostics", "gnu", IBAN, "uses.sig"},
     "",
     0,
     NULL,
     "types.sig:1:35: warning: openai: user.account.id: the validator iban "
     "[loss-target]\n"},
    {{"convert", "--to", "openai", "--diagnostics", "gnu", IBAN, "uses.sig"},
     "",
     0,
     NULL,
     "uses.sig:2:18: warning: openai: find.by: the validator iban [loss-target]\n"},
    /* Names that could turn the line are shown escaped. */
    {{"convert", "--to", "json-schema", "--diagnostics", "gnu", IBAN, "odd.sig"},
     "",
     0,
     NULL,
     "json-schema: a\\u202e b[\"x y\"]: the validator iban [loss-target]\n"},
    /* What JSON does not tell apart: once for all contracts, and --strict lets it pass.
     */
    {{"convert", "--to", "openai", "--strict", "--diagnostics", "gnu", "ints.sig"},
     "",
     0,
     NULL,
     "ints.sig:1:5: note: openai: f.n and 2 others: 1.0 passes for an int "
     "[json-meaning]\n"},
    {{"convert", "--to", "openai", "--contract", "g", "ints.sig"},
     "",
     0,
     NULL,
     "ints.sig:3:19: note[openai]: g.m.n: 1.0 passes for an int\n"},
    {{"convert", "--to", "openai", "--diagnostics", "json", "ints.sig"},
     "",
     0,
     NULL,
     "\"severity\":\"note\",\"code\":\"json-meaning\",\"target\":\"openai\",\"message\":"
     "\"f.n "
     "and 2 others: 1.0 passes for an int\"}\n"},
    {{"convert", "--to", "json-schema", "deep.json"},
     "",
     0,
     NULL,
     "deep.json:1:62: note[json-schema]: deep[][\"a b\"]: an int beyond 64 bits "
     "passes\n"},
    {{"explain", "loss-target"}, "", 0, NULL, ""},
    {{"explain", "json-meaning"}, "", 0, NULL, ""},
    {{"explain", "target-fault"}, "", 0, NULL, ""},
};

Test(losses, of_targets) /* M495 */
{
    enter_folder();
    run_uses("PTCC_EXE", losses, sizeof losses / sizeof losses[0]);
}

static ptc_str convert_errors(const char *to, const char *path, int expected)
{
    const char *argv[] = {getenv("PTCC_EXE"),
                          "convert",
                          "--diagnostics",
                          "gnu",
                          "--type",
                          "iban",
                          "--to",
                          to,
                          path,
                          NULL};
    ptc_str out;
    ptc_str err;
    int status = test_run(argv, PTC_STR(""), &out, &err);

    cr_expect_eq(status, expected, "%s", err.ptr);
    cr_expect(status == 0 || out.len == 0, "%s", out.ptr);
    return err;
}

/* Equal losses are reported once, and all of them in the order of the file. */
Test(losses, order)
{
    ptc_str err;

    enter_folder();
    err = convert_errors("openai", "uses.sig", 0);
    cr_expect(strstr(err.ptr, "user.account.id") < strstr(err.ptr, "find.by"));
    err = convert_errors("openai", "types.sig", 0);
    cr_expect_str_eq(err.ptr, "types.sig:1:35: warning: openai: user.account.id: the "
                              "validator iban [loss-target]\n");
    err = convert_errors("openai", "same.edn", 0);
    cr_expect_str_eq(
        err.ptr,
        "same.edn:1:21: warning: openai: f.a: the validator iban [loss-target]\n"
        "same.edn:2:21: warning: openai: g.a: the validator iban [loss-target]\n");
}

/* Two contracts with one name: both places, and nothing is written. */
Test(losses, faults)
{
    ptc_str err;

    enter_folder();
    put_file("fold.sig", "a.b(q :string) -> :bool\n\na_b(q :string) -> :bool\n");
    err = convert_errors("openai", "fold.sig", 1);
    cr_expect(strstr(err.ptr, "fold.sig:3:1: error: openai: a_b: ") != NULL, "%s",
              err.ptr);
    cr_expect(strstr(err.ptr, "[target-fault]\n") != NULL, "%s", err.ptr);
    cr_expect(strstr(err.ptr, "fold.sig:3:1: note: a.b is declared at fold.sig:1:1\n") !=
                  NULL,
              "%s", err.ptr);
}

static void put_repeated(ptc_text *text, const char *part, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ptc_text_cstr(text, part);
}

/* What is nested too deeply for JSON is a fault of that contract, wherever it is. */
Test(losses, depth)
{
    static const char *const forms[] = {"json-schema", "openai", "anthropic-strict",
                                        "mcp", "malli-json"};
    ptc_arena arena;
    ptc_text text;

    enter_folder();
    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "flat(a :bool) -> :bool\n\ndeep(a ");
    put_repeated(&text, "{x ", 400);
    ptc_text_cstr(&text, ":bool");
    put_repeated(&text, "}", 400);
    ptc_text_cstr(&text, ") -> :bool\n\nlast(a :bool) -> :bool\n");
    put_file("levels.sig", text.ptr);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        ptc_str err = convert_errors(forms[i], "levels.sig", 1);

        cr_expect(strstr(err.ptr, "levels.sig:3:1: error: ") != NULL &&
                      strstr(err.ptr, "deep: its types are nested too deeply for JSON; "
                                      "declare fewer levels [target-fault]\n") != NULL,
                  "%s", err.ptr);
    }
    ptc_arena_free(&arena);
}

static const use batches[] = {
    {{"convert", "--batch", IBAN},
     "{\"id\":1,\"from\":\"sig\",\"to\":\"json-schema\",\"name\":\"f\",\"text\":\"(a "
     ":iban) "
     "-> :int\"}\n",
     0,
     NULL,
     ""},
    {{"convert", "--batch", IBAN},
     "{\"id\":1,\"from\":\"sig\",\"to\":\"malli\",\"name\":\"f\",\"text\":\"(a :iban, b "
     ":iban) -> :int\"}\n",
     0,
     "{\"id\":1,\"ok\":true,\"text\":\"[:=> [:cat [:fn :iban] [:fn :iban]] "
     ":int]\",\"losses\":[\"f: "
     "parameter names (kept with --malli-names)\"]}\n",
     ""},
    {{"convert", "--batch", "--strict", IBAN},
     "{\"id\":1,\"from\":\"sig\",\"to\":\"openai\",\"name\":\"f\",\"text\":\"(a :iban) "
     "-> "
     ":int\"}\n"
     "{\"id\":2,\"from\":\"sig\",\"to\":\"gbnf\",\"text\":\"() -> :nil\"}\n",
     0,
     "{\"id\":1,\"ok\":false,\"diagnostics\":[],\"losses\":[\"f.a: the validator "
     "iban\"]}\n"
     "{\"id\":2,\"ok\":true,\"text\":\"root ::= \\\"null\\\"\\n\",\"losses\":[]}\n",
     ""},
    {{"convert", "--batch"},
     "{\"id\":2,\"from\":\"sig\",\"to\":\"prompt\",\"text\":\"(a :int) -> :int\"}\n",
     0,
     NULL,
     ""},
};

Test(losses, batch)
{
    enter_folder();
    run_uses("PTCC_EXE", batches, sizeof batches / sizeof batches[0]);
}

/* A thousand are printed, others are counted. */
Test(losses, many)
{
    ptc_arena arena;
    ptc_text text;
    ptc_str err;

    enter_folder();
    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "f(");
    for (size_t i = 0; i < 1200; i++) {
        ptc_text_cstr(&text, i > 0 ? ", a" : "a");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, " :iban");
    }
    ptc_text_cstr(&text, ") -> :int\n");
    put_file("many.sig", text.ptr);
    err = convert_errors("json-schema", "many.sig", 0);
    cr_expect(strstr(err.ptr, "f.a999: the validator iban") != NULL);
    cr_expect(strstr(err.ptr, "\xE2\x80\xA6"
                              "and 200 more\n") != NULL);
    ptc_arena_free(&arena);
}
