/* SPDX-License-Identifier: MIT */
/*
 * Contracts written as grammars: what each type becomes in GBNF, how Lark differs, what
 * is lost, and what has no grammar. That the sentences are the values is shown by
 * tests/check_grammar, with llama.cpp's own engine. [emitters 6, 7]
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "random_schema.h"
#include "support.h"

#include <ptc/contract.h>
#include <ptc/grammar.h>

typedef struct written {
    ptc_arena arena;
    ptc_schema schema;
    ptc_grammar_options options;
    char losses[512];
    char refused[128];
} written;

static void note_loss(uint32_t node, ptc_str what, void *user)
{
    written *w = user;
    size_t used = strlen(w->losses);

    (void)node;
    snprintf(w->losses + used, sizeof w->losses - used, "%s%.*s", used > 0 ? "; " : "",
             (int)what.len, what.ptr);
}

static void note_refusal(uint32_t node, ptc_str what, void *user)
{
    written *w = user;

    (void)node;
    snprintf(w->refused, sizeof w->refused, "%.*s", (int)what.len, what.ptr);
}

/* Reads a signature; JSON Schema, which begins with '{"'; or Malli after "malli ". */
static void begin(written *w, const char *text)
{
    bool is_malli = strncmp(text, "malli ", 6) == 0;
    bool is_json = strncmp(text, "{\"", 2) == 0;
    ptc_read_options read = {.struct_size = sizeof read, .types = &random_type_names};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .read = &read,
                                    .format = is_json ? PTC_CONTRACT_JSON_SCHEMA
                                                      : PTC_CONTRACT_SIGNATURE};
    ptc_source source = {PTC_STR("test"), ptc_str_of(is_malli ? text + 6 : text)};
    ptc_contracts contracts;
    ptc_diags diags;

    memset(w, 0, sizeof *w);
    w->options.struct_size = sizeof w->options;
    w->options.lose = note_loss;
    w->options.refuse = note_refusal;
    w->options.user = w;
    ptc_arena_init(&w->arena, NULL, 0);
    ptc_diags_init(&diags, &w->arena);
    diags.source = &source;
    cr_assert(ptc_contracts_read(&w->arena, &source, &options, &diags, &contracts) ==
                  PTC_OK,
              "%s: %s", text, diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    w->schema = contracts.items[0].schema;
}

static const char *finish(written *w)
{
    ptc_text text;

    ptc_text_init(&text, &w->arena);
    cr_assert(ptc_schema_write_grammar(&text, &w->schema, &w->options) == PTC_OK, "%s",
              w->refused);
    return text.ptr;
}

typedef struct row {
    const char *contract;
    const char *grammar; /* its first lines */
    const char *losses;  /* NULL: none */
} row;

static void check(const row *rows, size_t count, ptc_grammar_syntax syntax)
{
    for (size_t i = 0; i < count; i++) {
        const char *losses = rows[i].losses != NULL ? rows[i].losses : "";
        const char *text;
        written w;

        begin(&w, rows[i].contract);
        w.options.syntax = syntax;
        text = finish(&w);
        cr_expect(strncmp(text, rows[i].grammar, strlen(rows[i].grammar)) == 0,
                  "%s:\n%snot\n%s", rows[i].contract, text, rows[i].grammar);
        cr_expect_str_eq(w.losses, losses, "%s: %s", rows[i].contract, w.losses);
        ptc_arena_free(&w.arena);
    }
}

#define CHECK(rows, syntax) check(rows, sizeof(rows) / sizeof(rows)[0], syntax)
#define TWICE               "that no key is there twice in a map"

/* M495 */
Test(grammar, numbers)
{
    static const row rows[] = {
        {":int", "root ::= int\nint ::= \"-\"? (\"0\" | [1-9] [0-9]{0,17})\n", NULL},
        {":int[0..9]", "root ::= int-0-to-9\nint-0-to-9 ::= [0-9]\n", NULL},
        {":int[1..250]",
         "root ::= int-1-to-250\nint-1-to-250 ::= [1-9] [0-9]? | \"1\" [0-9]{2} | \"2\" "
         "[0-4] [0-9] | \"250\"\n",
         NULL},
        {":int[-17..4]",
         "root ::= int-minus-17-to-4\nint-minus-17-to-4 ::= \"-\" ([1-9] | \"1\" [0-7]) "
         "| "
         "[0-4]\n",
         NULL},
        {":int[5..5]", "root ::= int-5-to-5\nint-5-to-5 ::= \"5\"\n", NULL},
        {":int[..-3]",
         "root ::= int-up-to-minus-3\nint-up-to-minus-3 ::= \"-\" ([3-9] | [1-9] "
         "[0-9]{1,17})\n",
         NULL},
        {":int[0..999999]",
         "root ::= int-0-to-999999\nint-0-to-999999 ::= \"0\" | [1-9] [0-9]{0,5}\n",
         NULL},
        {":int[0..1000000]",
         "root ::= int-0-to-1000000\nint-0-to-1000000 ::= \"0\" | [1-9] [0-9]{0,6}\n",
         "bounds of a million and more"},
        {":int[1000000..9999999]",
         "root ::= int-1000000-to-9999999\nint-1000000-to-9999999 ::= [1-9] [0-9]{6}\n",
         NULL},
        {":int[-9223372036854775808..9223372036854775807]",
         "root ::= int-minus-9223372036854775808-to-922337203685477\n"
         "int-minus-9223372036854775808-to-922337203685477 ::= \"-\" [1-9] [0-9]{0,17} | "
         "\"0\" | [1-9] [0-9]{0,17}\n",
         NULL},
        {":float",
         "root ::= number\nnumber ::= \"-\"? (\"0\" | [1-9] [0-9]{0,15}) (\".\" "
         "[0-9]{1,15})? ([Ee] [+\\x2D]? [0-9]{1,2})?\n",
         NULL},
        {":float[0..1]",
         "root ::= number-0-to-1\nnumber-0-to-1 ::= \"0\" (\".\" [0-9]{1,15})? | \"1\" "
         "(\".\" \"0\"{1,15})?\n",
         NULL},
        {":float[0..2.5]", "root ::= number-0-to-2-5\nnumber-0-to-2-5 ::= [0-2] (\".\" ",
         "bounds of a number"},
        {"malli [:and :double [:> 0] [:< 10]]",
         "root ::= number-over-0-to-below-10\nnumber-over-0-to-below-10 ::= [0-9] (\".\" "
         "[0-9]{1,13})?\n",
         "bounds of a number"},
        {":decimal", "root ::= decimal\n", NULL},
    };

    CHECK(rows, PTC_GRAMMAR_GBNF);
}

Test(grammar, texts)
{
    static const row rows[] = {
        {":string",
         "root ::= string\nstring ::= \"\\\"\" (char{100}){0,19} char{0,100} "
         "\"\\\"\"\nchar "
         "::= [^\\x00-\\x1F\"\\\\] | \"\\\\\" [\"/\\\\bfnrt] | \"\\\\u\" "
         "([0-9A-CEFa-cef] "
         "[0-9A-Fa-f]{3} | [Dd] [0-7] [0-9A-Fa-f]{2} | [Dd] [89ABab] [0-9A-Fa-f]{2} "
         "\"\\\\u\" [Dd] [C-Fc-f] [0-9A-Fa-f]{2})\n",
         NULL},
        {":string[0..4]",
         "root ::= string-0-to-4\nstring-0-to-4 ::= \"\\\"\" char{0,4} \"\\\"\"\n", NULL},
        {":string[3..3]", "root ::= string-3\nstring-3 ::= \"\\\"\" char{3} \"\\\"\"\n",
         NULL},
        {":string[120..300]",
         "root ::= string-120-to-300\nstring-120-to-300 ::= \"\\\"\" char{100} char{20} "
         "(char{100})? char{0,80} \"\\\"\"\n",
         NULL},
        {":string[..5000]", "root ::= string\n", "the upper bound 5000 of a length"},
        {":string[3000..]", "root ::= string\n", "the lower bound 3000 of a length"},
        {":keyword",
         "root ::= keyword\nkeyword ::= \"\\\"\" [!*+\\x2D0-9<-?A-Z_a-z] "
         "([!*+\\x2D0-9<-?A-Z_a-z]{100}){0,19} [!*+\\x2D0-9<-?A-Z_a-z]{0,99} \"\\\"\"\n",
         NULL},
        {":date", "root ::= date\ndate ::= \"\\\"\" ([0-9]{4} \"-\" (", NULL},
        {":datetime", "root ::= datetime\n", NULL},
        {"malli [:enum \"a\\\"b\" :c 3 true]",
         "root ::= \"\\\"a\\\\\\\"b\\\"\" | \"\\\"c\\\"\" | \"3\" | \"true\"\n", NULL},
        {"malli [:maybe [:= \"x\"]]", "root ::= \"\\\"x\\\"\" | \"null\"\n", NULL},
        {"{\"const\": {\"a\": [1, null]}}", "root ::= \"{\\\"a\\\":[1,null]}\"\n", NULL},
        {":bool", "root ::= bool\nbool ::= \"true\" | \"false\"\n", NULL},
        {"malli [:fn :email]", "root ::= any\n", "the validator email; " TWICE},
    };

    CHECK(rows, PTC_GRAMMAR_GBNF);
}

#define VALUE "root ::= value\nvalue ::= \"\\\"\" "

Test(grammar, patterns)
{
    static const row rows[] = {
        {"malli [:re \"^(\\\\d{3})-\\\\d{4}$\"]",
         VALUE "[0-9]{3} \"-\" [0-9]{4} \"\\\"\"\n", NULL},
        {"malli [:re \"^[a-z]+$\"]",
         VALUE "[a-z] ([a-z]{100}){0,19} [a-z]{0,99} \"\\\"\"\n", NULL},
        {"malli [:re \"[0-9]{2}\"]",
         VALUE "(char{100}){0,19} char{0,100} [0-9]{2} (char{100}){0,19} char{0,100} "
               "\"\\\"\"\n",
         NULL},
        {"malli [:re \"x$\"]", VALUE "(char{100}){0,19} char{0,100} \"x\\\"\"\n", NULL},
        {"malli [:re \"^(ab|c)d|^$\"]",
         VALUE "((\"ab\" | \"c\") \"d\" (char{100}){0,19} char{0,100} | \"\") \"\\\"\"\n",
         NULL},
        {"malli [:re \"(^a|b)c$\"]",
         VALUE "(\"a\" | (char{100}){0,19} char{0,100} \"b\") \"c\\\"\"\n", NULL},
        {"malli [:re \"^[^,]{2}$\"]",
         VALUE "char-of{2} \"\\\"\"\nchar-of ::= [^\\x00-\\x1F\",\\\\] | \"\\\\\" "
               "[\"\\\\bfnrt] | \"\\\\u000\" [0-9a-f] | \"\\\\u001\" [0-9a-f]\n",
         NULL},
        {"malli [:re \"^[\\\\n\\\"\\\\]^-]$\"]",
         VALUE "char-of \"\\\"\"\nchar-of ::= [\\x2D\\x5D\\x5E] | \"\\\\\" [\"n] | "
               "\"\\\\u000\" [a]\n",
         NULL},
        {"malli [:re \"(?i)^ab$\"]", VALUE "[Aa] [Bb] \"\\\"\"\n", NULL},
        {"malli [:re \"\"]", VALUE "(char{100}){0,19} char{0,100} \"\\\"\"\n", NULL},
        {"malli [:re \"\\\\bfoo\"]", "root ::= string\n",
         "the pattern \\bfoo, for word boundaries"},
        {"malli [:re \"a^b\"]", "root ::= string\n",
         "the pattern a^b, for an anchor inside"},
        {"malli [:re \"(a|b^c){2}|^(x|$)\"]", "root ::= string\n",
         "the pattern (a|b^c){2}|^(x|$), for an anchor that is repeated"},
        {"malli [:re \"(^a)*b\"]", "root ::= string\n",
         "the pattern (^a)*b, for an anchor that is repeated"},
        {"malli [:and [:string {:min 3 :max 5}] [:re \"^[a-z]*$\"]]",
         VALUE "[a-z]{3,5} \"\\\"\"\n", NULL},
        {"malli [:and [:string {:max 5}] [:re \"^a[0-9]{2}$\"]]",
         "root ::= value\nvalue ::= \"\\\"a\" [0-9]{2} \"\\\"\"\n", NULL},
        {"malli [:and [:string {:max 5}] [:re \"^a\"]]",
         "root ::= value\nvalue ::= \"\\\"a\" (char{100}){0,19} char{0,100} \"\\\"\"\n",
         "the length next to a pattern"},
        {"malli [:and [:re \"^a\"] [:re \"b$\"]]",
         "root ::= value\nvalue ::= \"\\\"a\" (char{100}){0,19} char{0,100} \"\\\"\"\n",
         "the pattern b$, next to another one"},
    };

    CHECK(rows, PTC_GRAMMAR_GBNF);
}

Test(grammar, lists)
{
    static const row rows[] = {
        {"[:int]",
         "root ::= \"[\" part-2? \"]\"\npart-2 ::= int part{0,1999}\nint ::= \"-\"? "
         "(\"0\" | "
         "[1-9] [0-9]{0,17})\npart ::= \",\" ws int\nws ::= \" \"?\n",
         NULL},
        {"[:bool][0..3]", "root ::= \"[\" (bool (\",\" ws bool){0,2})? \"]\"\n", NULL},
        {"[:bool][2..2]", "root ::= \"[\" bool \",\" ws bool \"]\"\n", NULL},
        {"[:bool][1..]", "root ::= \"[\" bool part{0,1999} \"]\"\n", NULL},
        {"[:bool][0..5000]", "root ::= \"[\" part-2? \"]\"\n",
         "the upper bound 5000 of a count"},
        {"malli [:set {:max 2} :int]", "root ::= \"[\" (int (\",\" ws int)?)? \"]\"\n",
         "that no two elements are equal"},
        {"malli [:tuple :int :string]", "root ::= \"[\" int \",\" ws string \"]\"\n",
         NULL},
        {"malli [:tuple]", "root ::= \"[]\"\n", NULL},
        {"{\"type\": \"array\", \"prefixItems\": [{\"type\": \"integer\"}, {\"type\": "
         "\"string\"}], \"items\": false}",
         "root ::= \"[\" (int (\",\" ws string)?)? \"]\"\n", NULL},
        {"{\"type\": \"array\", \"prefixItems\": [{\"type\": \"integer\"}], \"items\": "
         "{\"type\": \"boolean\"}, \"minItems\": 2, \"maxItems\": 3}",
         "root ::= \"[\" int (\",\" ws bool){1,2} \"]\"\n", NULL},
        {"{\"type\": \"array\", \"items\": false}", "root ::= \"[]\"\n", NULL},
        {"{\"type\": \"array\", \"items\": {\"type\": \"integer\"}, \"contains\": "
         "{\"const\": "
         "1}}",
         "root ::= \"[\" part-2? \"]\"\n", "a condition next to others: contains"},
    };

    CHECK(rows, PTC_GRAMMAR_GBNF);
}

Test(grammar, maps)
{
    static const row rows[] = {
        {"{}", "root ::= \"{}\"\n", NULL},
        {"{a :int, b :string?}",
         "root ::= \"{\\\"a\\\":\" ws int (\",\" ws \"\\\"b\\\":\" ws (string | "
         "\"null\"))? \"}\"\nws ::= \" \"?\n",
         NULL},
        {"{a :int?, b :bool, c :int?}",
         "root ::= \"{\" (\"\\\"a\\\":\" ws (int | \"null\") \",\" ws)? \"\\\"b\\\":\" "
         "ws "
         "bool (\",\" ws \"\\\"c\\\":\" ws (int | \"null\"))? \"}\"\n",
         NULL},
        {"{a :int?}", "root ::= \"{\" (\"\\\"a\\\":\" ws (int | \"null\"))? \"}\"\n",
         NULL},
        {"{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"integer\"}, \"b\": "
         "{\"type\": \"boolean\"}, \"c\": {\"type\": \"integer\"}, \"d\": {\"type\": "
         "\"integer\"}}}",
         "root ::= \"{\" (\"\\\"a\\\":\" ws int value-rest-3 | \"\\\"b\\\":\" ws bool "
         "value-rest-2 | \"\\\"c\\\":\" ws int value-rest | \"\\\"d\\\":\" ws int)? "
         "\"}\"\n",
         NULL},
        {"{a {b [{c :int}]}}",
         "root ::= \"{\\\"a\\\":\" ws a \"}\"\nws ::= \" \"?\n# a\na ::= \"{\\\"b\\\":\" "
         "ws "
         "\"[\" part-2? \"]}\"\npart-2 ::= b part{0,1999}\n# a.b[]\nb ::= "
         "\"{\\\"c\\\":\" ws "
         "int \"}\"\n",
         NULL},
        {":map", "root ::= object\n", TWICE},
        {"malli [:map-of {:min 1 :max 2} :int :boolean]",
         "root ::= \"{\" key \":\" ws bool (\",\" ws key \":\" ws bool)? \"}\"\nkey ::= "
         "\"\\\"\" int \"\\\"\"\n",
         TWICE},
        {"malli [:map-of {:max 1} [:re \"^[a-z]$\"] :int]",
         "root ::= \"{\" (value \":\" ws int)? \"}\"\n# []\nvalue ::= \"\\\"\" [a-z] "
         "\"\\\"\"\n",
         NULL},
        {"malli [:map-of {:max 1} [:enum \"x\" \"y\"] :int]",
         "root ::= \"{\" ((\"\\\"x\\\"\" | \"\\\"y\\\"\") \":\" ws int)? \"}\"\n", NULL},
        {"malli [:multi {:dispatch :kind} [\"a\" [:map [:kind :string] [:x :int]]] "
         "[\"b\" "
         "[:map [:y :string]]]]",
         "root ::= value-3 | value-4\nvalue-3 ::= \"{\\\"kind\\\":\" ws \"\\\"a\\\",\" "
         "ws "
         "\"\\\"x\\\":\" ws int \"}\"\nvalue-4 ::= \"{\\\"kind\\\":\" ws \"\\\"b\\\",\" "
         "ws "
         "\"\\\"y\\\":\" ws string \"}\"\n",
         NULL},
        {"{\"type\": \"object\", \"patternProperties\": {\"^x\": {\"type\": "
         "\"integer\"}}}",
         "root ::= object\n", TWICE "; a condition next to others: keys"},
        {"{\"type\": \"object\", \"properties\": {\"a\": false, \"b\": true}}",
         "root ::= \"{\" (\"\\\"b\\\":\" ws any)? \"}\"\n", TWICE},
    };

    CHECK(rows, PTC_GRAMMAR_GBNF);
}

Test(grammar, choices_and_conditions)
{
    static const row rows[] = {
        {"malli [:or :int :string]", "root ::= int | string\n", NULL},
        {"{\"oneOf\": [{\"const\": \"a\"}, {\"const\": \"b\"}]}",
         "root ::= \"\\\"a\\\"\" | \"\\\"b\\\"\"\n", NULL},
        {"{\"oneOf\": [{\"type\": \"integer\"}, {\"type\": \"number\"}]}",
         "root ::= int | number\n", "that no more than one alternative accepts"},
        {"malli [:and :int [:not= 3]]", "root ::= int\n",
         "a condition next to others: not="},
        {"malli [:not [:= 3]]", "root ::= any\n", "what a value is not; " TWICE},
        {"malli [:and [:map [:a :int]] [:map [:a :any] [:b :bool]]]",
         "root ::= \"{\\\"a\\\":\" ws int \",\" ws \"\\\"b\\\":\" ws bool \"}\"\n",
         TWICE},
        {"{\"type\": \"integer\", \"multipleOf\": 5}", "root ::= int\n",
         "a condition next to others: multiple-of"},
        {"{\"minLength\": 2}",
         "root ::= string-2-or-more | object | array | number | bool | "
         "\"null\"\n",
         TWICE},
        {"malli [:schema {:registry {\"tree\" [:map [:v :int] [:next {:optional true} "
         "[:ref "
         "\"tree\"]]]}} [:ref \"tree\"]]",
         "root ::= tree\ntree ::= \"{\\\"v\\\":\" ws int (\",\" ws \"\\\"next\\\":\" ws "
         "(tree "
         "| \"null\"))? \"}\"\n",
         NULL},
    };

    CHECK(rows, PTC_GRAMMAR_GBNF);
}

/* What comes between quotes, a number, and a mark with its blank are one lexeme each. */
Test(grammar, lark)
{
    static const row rows[] = {
        {"{a :int[1..5], b :string?}",
         "start: \"{\" \"\\\"a\\\"\" COLON INT_1_TO_5 (COMMA \"\\\"b\\\"\" COLON (STRING "
         "| "
         "\"null\"))? \"}\"\nCOLON: \":\" \" \"?\nINT_1_TO_5: /[1-5]/\nCOMMA: \",\" \" "
         "\"?\nSTRING: \"\\\"\" CHAR{0,2000} \"\\\"\"\n",
         NULL},
        {":int", "start: INT\nINT: \"-\"? (\"0\" | /[1-9]/ /[0-9]/{0,17})\n", NULL},
        {"malli [:re \"^[/&~]x$\"]",
         "start: VALUE\nVALUE: \"\\\"\" /[\\&\\/\\~]/ \"x\\\"\"\n", NULL},
        {":any",
         "start: any\nany: object | array | STRING | NUMBER | \"true\" | \"false\" | "
         "\"null\"\n",
         TWICE},
    };
    static const row for_xgrammar[] = {
        {"{a :int[1..5]}",
         "root ::= \"{\\\"a\\\":\" ws int-1-to-5 \"}\"\nws ::= \" \"?\nint-1-to-5 ::= "
         "[1-5]\n",
         NULL},
    };

    CHECK(rows, PTC_GRAMMAR_LARK);
    CHECK(for_xgrammar, PTC_GRAMMAR_EBNF);
}

/* Parameters, or the result without what is hidden from models. */
Test(grammar, directions)
{
    static const char *const text = "(q :string[1..3]) -> {a :int, _key :string}";
    written w;

    begin(&w, text);
    cr_expect(strstr(finish(&w), "root ::= \"{\\\"q\\\":\" ws string-1-to-3 \"}\"\n") !=
              NULL);
    cr_expect_str_eq(w.losses, "");
    w.options.direction = PTC_OUTPUT;
    cr_expect(strstr(finish(&w), "root ::= \"{\\\"a\\\":\" ws int \"}\"\n") != NULL);
    cr_expect_str_eq(w.losses, "the field, which is hidden from models");
    ptc_arena_free(&w.arena);
    begin(&w, "() -> :bool");
    cr_expect(strstr(finish(&w), "root ::= bool\n") != NULL);
    ptc_arena_free(&w.arena);
}

Test(grammar, longest_strings)
{
    written w;

    begin(&w, ":string");
    w.options.max_string = 7;
    cr_expect(strstr(finish(&w), "string ::= \"\\\"\" char{0,7} \"\\\"\"\n") != NULL);
    w.options.max_string = 5000;
    cr_expect(strstr(finish(&w), "(char{100}){0,49} char{0,100} ") != NULL);
    w.options.max_string = SIZE_MAX;
    cr_expect(strstr(finish(&w), "(char{100}){0,1899} char{0,100} ") != NULL);
    ptc_arena_free(&w.arena);
}

static void expect_refused(const char *contract, const char *why)
{
    ptc_text text;
    written w;

    begin(&w, contract);
    ptc_text_init(&text, &w.arena);
    ptc_text_cstr(&text, "before");
    cr_expect(ptc_schema_write_grammar(&text, &w.schema, &w.options) ==
              PTC_ERROR_INVALID);
    cr_expect_str_eq(w.refused, why);
    cr_expect_str_eq(text.ptr, "before");
    ptc_arena_free(&w.arena);
}

Test(grammar, faults)
{
    static const char *const none = "a contract that no value satisfies";
    expect_refused("{\"not\": {}}", none);
    expect_refused("{\"type\": \"object\", \"properties\": {\"a\": false}, \"required\": "
                   "[\"a\"]}",
                   none);
    expect_refused("{\"type\": \"array\", \"prefixItems\": [false], \"minItems\": 1}",
                   none);
}

/* Members that would make a text of a megabyte, or too many lexemes, have none. */
Test(grammar, bounds)
{
    static char text[1300000];
    static const struct {
        int count;
        const char *member;
        ptc_grammar_syntax syntax;
        const char *why;
    } rows[] = {
        {16000, "%s%d", PTC_GRAMMAR_GBNF, NULL},
        {60000, "%s%d", PTC_GRAMMAR_GBNF, NULL},
        {60000, "%s%d", PTC_GRAMMAR_LARK, "a grammar of more than 50000 lexemes"},
        {60000, "%s\"%d of many long ones\"", PTC_GRAMMAR_GBNF,
         "a grammar of more than a million bytes"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t len = 0;
        ptc_status status;
        ptc_text out;
        written w;

        len += (size_t)snprintf(text, sizeof text, "{\"enum\": [");
        for (int k = 0; k < rows[i].count && len < sizeof text - 64; k++)
            len += (size_t)snprintf(text + len, 64, rows[i].member, k > 0 ? "," : "",
                                    100000 + k);
        snprintf(text + len, 64, "]}");
        begin(&w, text);
        w.options.syntax = rows[i].syntax;
        ptc_text_init(&out, &w.arena);
        status = ptc_schema_write_grammar(&out, &w.schema, &w.options);
        cr_expect(status == (rows[i].why == NULL ? PTC_OK : PTC_ERROR_INVALID));
        cr_expect_str_eq(w.refused, rows[i].why != NULL ? rows[i].why : "");
        cr_expect((out.len > 0) == (rows[i].why == NULL));
        ptc_arena_free(&w.arena);
    }
}

Test(grammar, wrong_arguments)
{
    ptc_text text;
    written w;

    begin(&w, ":int");
    ptc_text_init(&text, &w.arena);
    w.options.struct_size = 0;
    cr_expect(ptc_schema_write_grammar(&text, &w.schema, &w.options) ==
              PTC_ERROR_ARGUMENT);
    w.options.struct_size = sizeof w.options;
    w.options.syntax = (ptc_grammar_syntax)9;
    cr_expect(ptc_schema_write_grammar(&text, &w.schema, &w.options) ==
              PTC_ERROR_ARGUMENT);
    cr_expect(ptc_schema_write_grammar(&text, &w.schema, NULL) == PTC_OK);
    cr_expect(strncmp(text.ptr, "root ::= int\n", 13) == 0);
    ptc_arena_free(&w.arena);
}

/* An arena that is refused memory at any point gives an error and no text. */
Test(grammar, refused_memory)
{
    static char memory[1 << 18];
    written w;

    begin(&w, "{a :int[3..700], b [:string[1..300]], c {d :date?, e :any?, f :bool?, g "
              ":int?}?}");
    for (size_t size = 64; size < sizeof memory; size += 1024) {
        ptc_arena arena;
        ptc_text text;
        ptc_status status;

        ptc_arena_init_memory(&arena, memory, size);
        ptc_text_init(&text, &arena);
        status = ptc_schema_write_grammar(&text, &w.schema, &w.options);
        cr_expect(status == PTC_ERROR_MEMORY || status == PTC_OK);
        cr_expect(status == PTC_OK || text.failed || text.len == 0);
    }
    ptc_arena_free(&w.arena);
}
