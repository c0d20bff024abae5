/* SPDX-License-Identifier: MIT */
/* The command ptcc as its users see it: exit codes, outputs, messages, batches; and the
 * examples of the diagnostics' pages. */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "uses.h"

#include <ptc/agent_file.h>

/* Works in a new folder that holds the files which the rows name. */
static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    put_file("good.agent.edn",
             "{:prompt \"Find {{q}}\" :signature \"(q :string) -> :int\""
             " :files [\"two.sig\"]}");
    put_file("bad.agent.edn", "{:prompt \"Do it\"\n :tools {\"fail\" {:fn f}}}");
    put_file("good.sig", "(query :string, limit :int[1..100]) -> [:string]\n");
    put_file("bad.sig", "(a :string, b :integer) -> :bool\n");
    put_file("worse.sig", "a = {x :in}\nb = [:strin]\n");
    put_file("warn.sig", "x = :string|:any\n");
    put_file("two.sig",
             "search(query :string) -> [:string]\n  Finds items.\n"
             "  - query: words to look for\n\nuser = {id :int, name :string?}\n");
    put_file("uses.sig", "include \"two.sig\"\nfind(id :int) -> :user\n");
    put_file("one.edn", "[:map [:id :int] [:tags [:set :string]]]\n");
    put_file("tool.json",
             "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"},"
             "\"days\":{\"type\":\"integer\",\"default\":\"x\"}},"
             "\"required\":[\"city\"]}\n");
    put_file("weather.json",
             "{\"description\":\"A place and its "
             "weather.\",\"type\":\"object\",\"properties\":"
             "{\"city\":{\"type\":\"string\",\"description\":\"where, in\\nwords\"}},"
             "\"required\":[\"city\"]}");
    put_file("described.sig",
             "user = {id :int}\n  A user.\n  - id: the key\n\nfind() -> :user\n");
    mkdir("lib", 0777);
    put_file("lib/base.sig", "id = :int[1..]\n");
    put_file("inner.sig", "include \"base.sig\"\nf(a :id) -> :int\n");
    put_file("lib/up.sig", "include \"../two.sig\"\ninclude \"../lib/base.sig\"\ninclude "
                           "\"base.sig\"\ng(a :id) -> :user\n");
    put_file("good.txt", "f() -> :int\n");
    put_file("api.proto", "syntax = \"proto3\";\n");
    put_file("empty.sig", "");
    put_file("binary.sig", "\x7F"
                           "ELF\x02\x01\x01\x03\xFF\xFE\x80\x81");
    put_file("binary.json", "\x7F"
                            "ELF\x02\x01\x01\x03\xFF\xFE\x80\x81");
    put_file("binary.agent.edn", "\x7F"
                                 "ELF\x02\x01\x01\x03\xFF\xFE\x80\x81");
    put_file("finder.edn", "{:prompt \"Find\" :signature \"(q :string) -> :int\"}");
    put_file("finder.json", "{\"prompt\": \"Find\"}");
    put_file("heads.edn", "{:a [:mapp [:x :int]]}");
    put_file("circle.sig", "include \"circle2.sig\"\nf() -> :int\n");
    put_file("circle2.sig", "include \"circle.sig\"\na = :int\n");
    put_file("dict.json", "{\"type\":\"dict\"}");
    put_file("words.json", "{\"type\":\"string\",\"x-a\":1,\"maxlength\":3}");
    put_file("any.json", "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#\"}}}");
    put_file("keyword.json", "{\"type\":\"string\",\"divisibleBy\":1}");
    put_file("loose.sig", "x   =  {a :int b :string}\n");
    put_file("odd.sig", "\"odd name\"(x :int) -> :int\n\n\"a\xC3\xB1o\" = :int\n\n"
                        "a.b-c = {\"a b\" :a\xC3\xB1o}\n");
    put_file("tight.sig", "x = {a :int, b :string}\n");
}

/* [build-and-packaging 1.1, 1.2] */
static const use command_line[] = {
    {{"--version"}, "", 0, "ptcc 0.1.0 (format 4, abi 3)\n", ""},
    {{"check", "--version"}, "", 0, "ptcc 0.1.0 (format 4, abi 3)\n", ""},
    {{NULL}, "", 2, "", "usage: ptcc VERB"},
    {{"chekc"}, "", 2, "", "ptcc: there is no verb \"chekc\"; did you mean \"check\"?\n"},
    {{"validate"},
     "",
     2,
     "",
     "ptcc: there is no verb \"validate\" here; did you mean ptc validate?\n"},
    {{"zzzzzz"}, "", 2, "", "see ptcc --help"},
    {{"gne"}, "", 2, "", "did you mean \"gen\"?"},
    {{"foo"}, "", 2, "", "ptcc: there is no verb \"foo\"; see ptcc --help\n"},
    {{""}, "", 2, "", "ptcc: there is no verb \"\"; see ptcc --help\n"},
    {{"--to", "malli"}, "", 2, "", "ptcc: expected a verb before \"--to\"; see ptcc"},
    {{"-"}, "", 2, "", "expected a verb before \"-\""},
    {{"-V"}, "", 0, "ptcc 0.1.0 (format 4, abi 3)\n", ""},
    {{"-version"}, "", 0, "ptcc 0.1.0 (format 4, abi 3)\n", ""},
    {{"version"}, "", 0, "ptcc 0.1.0 (format 4, abi 3)\n", ""},
    {{"version", "gen"}, "", 2, "", "ptcc: version takes no arguments, found \"gen\"\n"},
    {{"help", "version"},
     "",
     0,
     "usage: ptcc version [options]\n\nPrint the version.\n\noptions:\n"
     "  -h, --help                     print this help\n"
     "  -V, --version                  print the version\n",
     ""},
    {{"help", "nosuch"},
     "",
     2,
     "",
     "ptcc: there is no verb \"nosuch\"; see ptcc --help\n"},
    {{"help", "chekc"}, "", 2, "", "did you mean \"check\"?\n"},
    {{"help", "agent"}, "", 2, "", "no verb \"agent\" here; did you mean ptc agent?\n"},
    {{"help", "batch"}, "", 2, "", "there is no verb \"batch\"; see"},
    {{"help", "gen", "fmt"}, "", 2, "", "ptcc: help takes one verb, found 2 words\n"},
    {{"help", "--lint"}, "", 2, "", "help has no option --lint; see ptcc help --help"},
    {{"help", "-V"}, "", 0, "ptcc 0.1.0 (format 4, abi 3)\n", ""},
    {{"check", "--lnit", "good.sig"},
     "",
     2,
     "",
     "check has no option --lnit; did you mean --lint?"},
    {{"gen", "-header", "x.h", "good.sig"},
     "",
     2,
     "",
     "ptcc: gen has no option -header; did you mean --header?\n"},
    {{"check", "-lint", "good.sig"}, "", 2, "", "no option -lint; did you mean --lint?"},
    {{"gen", "--haeder=x.h", "good.sig"},
     "",
     2,
     "",
     "ptcc: gen has no option --haeder; did you mean --header?\n"},
    {{"gen", "-header=x.h", "good.sig"},
     "",
     2,
     "",
     "-header=x.h; did you mean --header?"},
    {{"gen", "-haeder", "x.h", "good.sig"}, "", 2, "", "-haeder; did you mean --header?"},
    /* These begin with a letter that takes the rest of the word. */
    {{"gen", "-output-dir", "x", "good.sig"},
     "",
     2,
     "",
     "ptcc: gen has no option -output-dir; did you mean --output-dir?\n"},
    {{"gen", "-output-dir=x", "good.sig"}, "", 2, "", "did you mean --output-dir?\n"},
    {{"check", "-Iinclude", "good.sig"}, "", 0, "", ""},
    {{"convert", "-to", "malli", "good.sig"},
     "",
     2,
     "",
     "ptcc: convert has no option -to; did you mean --to?\n"},
    {{"convert", "-to=malli", "good.sig"}, "", 2, "", "did you mean --to?\n"},
    {{"convert", "-ta", "good.sig"},
     "",
     2,
     "",
     "convert has no option -t; see ptcc conv"},
    {{"check", "-help"}, "", 2, "", "no option -help; did you mean --help?"},
    {{"check", "--re", "good.sig"},
     "",
     2,
     "",
     "ptcc: --re may be any of --ref-root, --result"},
    {{"check", "--i=x", "good.sig"},
     "",
     2,
     "",
     "ptcc: --i may be any of --include, --implied-types\n"},
    {{"check", "--inc=x", "good.sig"}, "", 0, "", ""},
    {{"check", "--abc", "good.sig"}, "", 2, "", "check has no option --abc; see ptcc"},
    {{"check", "-Qx", "good.sig"}, "", 2, "", "check has no option -Q"},
    {{"check", "good.txt"},
     "",
     2,
     "",
     "ptcc: good.txt: contracts end in .sig, .edn, .malli.edn, .malli.json or .json; say "
     "what this is with --from\n"},
    {{"gen", "-o", ".", "good.txt"}, "", 2, "", "good.txt: contracts end in .sig"},
    {{"convert", "--to", "malli", "api.proto"}, "", 2, "", "api.proto: contracts end in"},
    {{"check", "--from", "sig", "good.txt"}, "", 0, "", ""},
    {{"fmt", "good.txt"}, "", 2, "", "good.txt: fmt formats files that end in .sig"},
    {{"check", "--stdin-name", "good.txt", "-"}, ":int", 2, "", "contracts end in .sig"},
    {{"check", "empty.sig"}, "", 0, "", "empty.sig:1:1: warning[contract-empty]"},
    {{"check", "--Werror", "empty.sig"}, "", 1, "", "contract-empty"},
    {{"check", "binary.sig"},
     "",
     1,
     "",
     "binary.sig:1:1: error[sig-encoding]: not a text file\n"},
    {{"check", "binary.json"}, "", 1, "", "error[sig-encoding]: not a text file\n"},
    {{"check", "binary.agent.edn"}, "", 1, "", "error[agent-file]: not a text file\n"},
    {{"check", "finder.edn"}, "", 1, "", "hint: name the file finder.agent.edn\n"},
    {{"check", "finder.json"}, "", 1, "", "hint: files of agents end in .agent.json\n"},
    {{"check", "heads.edn"}, "", 1, "", "hint: did you mean :map?\n"},
    {{"check", "circle.sig"},
     "",
     1,
     "",
     "\"circle.sig\" includes itself: circle.sig -> circle2.sig -> circle.sig\n"},
    {{"check", "--memory-cap", "1k", "good.sig"},
     "",
     1,
     "",
     "hint: raise memory_cap (--memory-cap)"},
    {{"check", "--memory-cap", "1M", "good.sig"}, "", 0, "", ""},
    {{"fmt", "--memory-cap", "1M", "good.sig"}, "", 0, NULL, ""},
    {{"check", "--memory-cap", "0", "good.sig"}, "", 2, "", "--memory-cap is a size"},
    {{"check", "--batch"}, "", 2, "", "check has no option --batch"},
    {{"check", "-Q", "good.sig"}, "", 2, "", "check has no option -Q"},
    {{"check", "--lint=yes", "good.sig"}, "", 2, "", "--lint takes no argument"},
    {{"convert", "good.sig", "--to"}, "", 2, "", "--to needs an argument"},
    {{"convert", "--to", "sgi", "good.sig"}, "", 2, "", "--to takes "},
    {{"check", "--diagnostics", "pretty", "bad.sig"},
     "",
     2,
     "",
     "--diagnostics takes text, gnu"},
    {{"check"}, "", 2, "", "check needs a file"},
    {{"check", "--help"}, "", 0, NULL, ""},
};

Test(tool_ptcc, command_line)
{
    enter_folder();
    run_uses("PTCC_EXE", command_line, sizeof command_line / sizeof command_line[0]);
}

static void expect_columns(const char *text)
{
    for (size_t len; *text != '\0'; text += len + (text[len] == '\n')) {
        len = strcspn(text, "\n");
        cr_expect(len <= 79, "%.*s", (int)len, text);
    }
}

/* Runs `ptcc FIRST SECOND`. */
static const char *help_of(const char *first, const char *second)
{
    const char *argv[] = {getenv("PTCC_EXE"), first, second, NULL};
    ptc_str out;

    cr_expect(test_run(argv, PTC_STR(""), &out, NULL) == 0, "%s", first);
    return out.ptr;
}

/* Every verb that the help lists has its own help, which `help VERB` shows as well. */
Test(tool_ptcc, help_is_complete)
{
    const char *help = help_of("--help", NULL);
    char verb[32];
    int count = 0;

    cr_expect_str_eq(help_of("help", NULL), help);
    expect_columns(help);
    for (const char *at = strstr(help, "\n  "); at != NULL; at = strstr(at + 1, "\n  ")) {
        const char *own;

        if (sscanf(at + 3, "%31[a-z]", verb) != 1)
            continue; /* it is a line that continues another */
        own = help_of(verb, "--help");
        cr_expect_str_eq(help_of("help", verb), own);
        cr_expect(strstr(own, "  -h, --help  ") != NULL, "%s", own);
        cr_expect(strstr(own, verb) == own + strlen("usage: ptcc "), "%s", own);
        expect_columns(own);
        count++;
    }
    cr_expect(count >= 12, "%d", count);
}

/* Positions, codes, hints and carets on the command line. [signature 7] */
static const use checks[] = {
    {{"check", "good.agent.edn"}, "", 0, "", ""},
    {{"check", "--stdin-name", "x.agent.json", "-"},
     "{\"prompt\": \"Do it\", \"max_turn\": 5}",
     1,
     "",
     "x.agent.json:1:21: error[agent-unknown-key]: an agent has no key \"max_turn\""},
    {{"check", "bad.agent.edn"},
     "",
     1,
     "",
     "bad.agent.edn:2:10: error[agent-tool-name]: tool name \"fail\" is reserved"},
    {{"check", "good.sig"}, "", 0, "", ""},
    {{"check", "good.sig", "two.sig", "uses.sig", "one.edn"}, "", 0, "", ""},
    {{"check", "bad.sig"},
     "",
     1,
     "",
     "bad.sig:1:15: error[sig-unknown-type]: unknown type \":integer\"\n"},
    {{"check", "bad.sig"}, "", 1, "", "^~~~~~~~"},
    {{"check", "bad.sig"}, "", 1, "", "hint: use :int"},
    {{"check", "worse.sig", "bad.sig"}, "", 1, "", "bad.sig:1:15:"},
    {{"check", "worse.sig"}, "", 1, "", "worse.sig:2:6:"},
    {{"check", "--diagnostics=gnu", "bad.sig"},
     "",
     1,
     "",
     "bad.sig:1:15: error: unknown type \":integer\" [sig-unknown-type]\n"},
    {{"check", "--diagnostics=msvc", "bad.sig"},
     "",
     1,
     "",
     "bad.sig(1,15): error sig-unknown-type: "},
    {{"check", "--diagnostics=json", "bad.sig"},
     "",
     1,
     "",
     "\"code\":\"sig-unknown-type\""},
    /* Whatever goes wrong is a row: files that cannot be read, several files, mistakes.
     */
    {{"check", "--diagnostics=json", "bad.sig", "absent.sig", "worse.sig"},
     "",
     2,
     "",
     "\"fix\":\":int\"}\n{\"file\":\"absent.sig\",\"severity\":\"error\",\"code\":"
     "\"file\","
     "\"message\":\"No such file or directory\"}\n{\"file\":\"worse.sig\",\"line\":1,"},
    {{"check", "--diagnostics", "json", "."},
     "",
     2,
     "",
     "{\"file\":\".\",\"severity\":\"error\",\"code\":\"file\",\"message\":\"Is a "
     "directory\"}\n"},
    {{"check", "--lnit", "--diagnostics=json", "bad.sig"},
     "",
     2,
     "",
     "{\"file\":\"\",\"severity\":\"error\",\"code\":\"command\",\"message\":\"check has "
     "no "
     "option --lnit; did you mean --lint?\"}\n"},
    {{"check", "--diagnostics=json", "--", "a\"\x1b.sig"},
     "",
     2,
     "",
     "{\"file\":\"a\\\"\\u001b.sig\",\"severity\""},
    {{"check", "--diagnostics=json", "a\xff.sig"},
     "",
     2,
     "",
     "{\"file\":\"a\\ufffd.sig\","},
    {{"check", "--diag=json", "absent.sig"}, "", 2, "", "{\"file\":\"absent.sig\","},
    {{"check", "--diag", "json", "absent.sig"}, "", 2, "", "{\"file\":\"absent.sig\","},
    {{"check", "--diagnostics=json", "--diagnostics=text", "absent.sig"},
     "",
     2,
     "",
     "ptcc: absent.sig: "},
    {{"gen", "--diagnostics=json", "-o", "good.sig", "good.sig"},
     "",
     2,
     "",
     "{\"file\":\"good.sig/"
     "good.ptc.h\",\"severity\":\"error\",\"code\":\"file\",\"message\":"
     "\"Not a directory\"}\n"},
    {{"gen", "--diagnostics=json", "--header", "good.sig", "good.sig"},
     "",
     2,
     "",
     "{\"file\":\"good.sig\",\"severity\":\"error\",\"code\":\"file\",\"message\":"
     "\"this "},
    {{"sample", "--diagnostics=json", "tight.sig"},
     "",
     0,
     NULL,
     "{\"file\":\"\",\"severity\":\"note\",\"code\":\"command\",\"message\":\"--seed "},
    {{"check", "--diagnostics=jsno", "bad.sig"},
     "",
     2,
     "",
     "ptcc: --diagnostics takes text, gnu, msvc or json, not \"jsno\"; did you mean "
     "json?\n"},
    {{"check", "--", "--diagnostics=json"}, "", 2, "", "ptcc: --diagnostics=json: "},
    {{"check", "--color=always", "bad.sig"}, "", 1, "", "\033["},
    {{"check", "warn.sig"}, "", 0, "", "warning[sig-any-in-union]"},
    {{"check", "--Werror", "warn.sig"}, "", 1, "", "sig-any-in-union"},
    {{"check", "absent.sig"}, "", 2, "", "ptcc: absent.sig: No such file or directory\n"},
    {{"check", "absent.sig", "bad.sig"}, "", 2, "", "bad.sig:1:15:"},
    {{"check", "."}, "", 2, "", "ptcc: .: Is a directory\n"},
    {{"check", "-"}, "(a :int) -> :int", 0, "", ""},
    {{"check", "-"}, "(a :in) -> :int", 1, "", "<stdin>:1:4: error[sig-unknown-type]"},
    {{"check", "--stdin-name", "my.edn", "-"},
     "[:map [:id :in]]",
     1,
     "",
     "my.edn:1:12: error[malli-unknown]"},
    {{"check", "--from", "json-schema", "-"},
     "{\"type\":\"strin\"}",
     1,
     "",
     "<stdin>:1:9: error[json-schema-value]"},
    {{"check", "keyword.json"},
     "",
     1,
     "",
     "keyword.json:1:18: error[json-schema-keyword]: unsupported keyword "
     "\"divisibleBy\", at /divisibleBy"},
    {{"check", "dict.json"}, "", 1, "", "hint: did you mean \"object\"?"},
    {{"check", "words.json"}, "", 0, "", "warning[loss-word]"},
    {{"check", "--Werror", "words.json"}, "", 1, "", "warning[loss-word]"},
    {{"convert", "--to", "sig", "words.json"}, "", 0, ":string\n", "warning[loss-word]"},
    {{"convert", "--to", "sig", "--strict", "words.json"},
     "",
     1,
     "",
     "warning[loss-word]"},
    {{"check", "any.json"}, "", 0, "", ""},
    {{"convert", "--to", "sig", "any.json"},
     "",
     0,
     "any_type = {a :any_type?}\n",
     "any.json:1:1: loss[sig]: any_type: which fields refuse null, or must be there when "
     "it is null"},
    {{"check", "tool.json"}, "", 0, "", "warning[loss-default]"},
    {{"check", "inner.sig"}, "", 1, "", "inner.sig:1:9: error[sig-include]"},
    {{"check", "-I", "lib", "inner.sig"}, "", 0, "", ""},
    {{"check", "--include=nowhere", "-Ilib", "inner.sig"}, "", 0, "", ""},
    {{"check", "lib/up.sig"}, "", 0, "", ""},
    /* Standard input is a file, so it may have comments, includes and descriptions. */
    {{"check", "-"}, "; note\nf(a :int) -> :int\n  Doubles.\n", 0, "", ""},
    {{"check", "-"}, "include \"missing.sig\"\nf() -> :user", 1, "", "sig-include"},
    {{"check", "--type", "int", "-"},
     "{a :int}",
     2,
     "",
     "\"int\": it is a built-in type"},
    {{"check", "--type", "a b", "-"}, "{a :int}", 2, "", "needs a name such as email"},
    {{"check", "--stdin-name", "x.sig", "-"},
     "include \"two.sig\"\nf() -> :user",
     0,
     "",
     ""},
    {{"check", "--type", "email", "-"}, "{contact :email}", 0, "", ""},
    {{"check", "-"}, "{contact :email}", 1, "", "sig-unknown-type"},
};

Test(tool_ptcc, check) /* M088 */
{
    enter_folder();
    run_uses("PTCC_EXE", checks, sizeof checks / sizeof checks[0]);
}

Test(tool_ptcc, no_color_without_a_terminal)
{
    const char *argv[] = {getenv("PTCC_EXE"), "check", "bad.sig", NULL};
    ptc_str err;

    enter_folder();
    cr_expect(test_run(argv, PTC_STR(""), NULL, &err) == 1);
    cr_expect(strchr(err.ptr, '\033') == NULL, "%s", err.ptr);
}

/* [validation 12], [signature 9, 13] */
static const use conversions[] = {
    {{"convert", "--to", "sig", "one.edn"},
     "",
     0,
     "{id :int, tags [:set :string]}\n",
     ""},
    {{"convert", "--to", "malli", "--malli-names", "good.sig"},
     "",
     0,
     "[:=> [:catn [:query :string] [:limit [:and :int [:>= 1] [:<= 100]]]] [:vector "
     ":string]]\n",
     ""},
    {{"convert", "--to", "malli", "good.sig"},
     "",
     0,
     "[:=> [:cat :string [:and :int [:>= 1] [:<= 100]]] [:vector :string]]\n",
     "good.sig:1:1: loss[malli]: good: parameter names (kept with --malli-names)\n"},
    {{"convert", "--to", "malli", "--strict", "good.sig"}, "", 1, "", "loss[malli]"},
    {{"convert", "--to", "sig", "tool.json"},
     "",
     0,
     "{city :string, days :int?}\n",
     "loss-default"},
    {{"convert", "--to", "sig", "--contract", "user", "two.sig"},
     "",
     0,
     "{id :int, name :string?}\n",
     ""},
    {{"convert", "--to", "sig", "--contract", "usr", "two.sig"},
     "",
     2,
     "",
     "it has: search, user"},
    {{"convert", "--to", "sig", "two.sig"},
     "",
     0,
     "search(query :string) -> [:string]\n  Finds items.\n  - query: words to look "
     "for\n\n"
     "user = {id :int, name :string?}\n",
     ""},
    {{"convert", "--to", "prompt", "two.sig"},
     "",
     0,
     "## Tools you can call\n\nsearch(query :string) -> [:string]\n  Finds items.\n"
     "  - query: words to look for\n",
     ""},
    {{"convert", "--to", "prompt", "--style", "compact", "two.sig"}, "", 0, NULL, ""},
    {{"convert", "--to", "sig", "weather.json"},
     "",
     0,
     "{city :string}\n  A place and its weather.\n  - city: where, in words\n",
     ""},
    {{"convert", "--to", "prompt", "weather.json"},
     "",
     0,
     "## Tools you can call\n\nweather() -> {city :string}\n  A place and its weather.\n"
     "  - city: where, in words\n",
     ""},
    {{"convert", "--to", "malli", "--from", "sig", "described.sig"},
     "",
     0,
     "{:user [:map {:description \"A user.\"} [:id {:description \"the key\"} :int]]\n"
     " :find [:=> [:cat] [:map [:id {:description \"the key\"} :int]]]}\n",
     ""},
    {{"convert", "--to", "sig", "odd.sig"},
     "",
     0,
     "\"odd name\"(x :int) -> :int\n\n\"a\xC3\xB1o\" = :int\n\n"
     "a.b-c = {\"a b\" :int}\n",
     ""},
    {{"convert", "--to", "malli", "--malli-names", "odd.sig"},
     "",
     0,
     "{\"odd name\" [:=> [:catn [:x :int]] :int]\n \"a\xC3\xB1o\" :int\n"
     " :a.b-c [:map [\"a b\" :int]]}\n",
     ""},
    {{"convert", "two.sig"}, "", 2, "", "convert needs --to"},
    {{"convert", "--to", "sig", "bad.sig"}, "", 1, "", "sig-unknown-type"},
    {{"convert", "--to", "sig", "good.sig", "two.sig"}, "", 2, "", "one file"},
    {{"convert", "--to", "sig", "--from", "malli", "-"},
     "[:map [:a [:maybe :int]]]",
     0,
     "{a :int?}\n",
     ""},
};

Test(tool_ptcc, convert) /* M121, M174 */
{
    enter_folder();
    run_uses("PTCC_EXE", conversions, sizeof conversions / sizeof conversions[0]);
}

/* One answer a line, in order, whatever the line holds. [architecture 8] */
Test(tool_ptcc, convert_batch)
{
    static const char input[] =
        "{\"id\":1,\"from\":\"sig\",\"to\":\"malli\",\"text\":\"{id :int, name "
        ":string?}\"}\n"
        "{\"id\":\"b\",\"from\":\"malli\",\"to\":\"sig\",\"text\":\"[:vector "
        ":double]\"}\n"
        "not json\n"
        "\n"
        "{\"id\":3,\"from\":\"sig\",\"to\":\"sig\",\"text\":\"(a :in) -> :int\"}\n"
        "{\"id\":4,\"to\":\"nothing\",\"text\":\":int\"}\r\n"
        "{\"id\":5,\"from\":\"malli-json\",\"to\":\"sig\",\"text\":\"[\\\":set\\\",\\\":"
        "int\\\"]\"}\n"
        "{\"id\":6,\"from\":\"json-schema\",\"to\":\"sig\",\"text\":\"{\\\"type\\\":"
        "\\\"string\\\",\\\"format\\\":\\\"email\\\"}\"}\n"
        "{\"id\":[7],\"to\":\"prompt\",\"name\":\"f\",\"text\":\"(q :string) -> "
        "[:string]\"}\n"
        "{\"id\":8,\"from\":\"malli\",\"to\":\"sig\",\"text\":\"[:map [:a {:title "
        "\\\"t\\\"} [:int {:description \\\"d\\\" :x 1}]] [:b {:title \\\"t\\\" "
        ":description \\\"d\\\"} :int]]\"}\n"
        "{\"id\":9,\"from\":\"sig\",\"to\":\"prompt\",\"text\":\"{m [:map {:closed "
        "true} [:a {:default 5} :int]], n [:map [:b {:default #{6}} :any]]}\"}";
    static const char *const answers[] = {
        "{\"id\":1,\"ok\":true,\"text\":\"[:map [:id :int] [:name {:optional true} "
        "[:maybe "
        ":string]]]\",\"losses\":[]}",
        "{\"id\":\"b\",\"ok\":true,\"text\":\"[:float]\",\"losses\":[]}",
        "{\"id\":null,\"error\":{\"code\":\"parse\"",
        "{\"id\":3,\"ok\":false,\"diagnostics\":[{\"line\":1,\"col\":4,\"code\":"
        "\"sig-unknown-type\"",
        "{\"id\":4,\"error\":{\"code\":\"row\"",
        "{\"id\":5,\"ok\":true,\"text\":\"[:set :int]\",\"losses\":[]}",
        "{\"id\":6,\"ok\":true,\"text\":\":string\",\"losses\":[\"the format "
        "\\\"email\\\" has "
        "no effect\"]}",
        "{\"id\":[7],\"ok\":true,\"text\":\"f(q :string) -> "
        "[:string]\\n\",\"losses\":[]}",
        "{\"id\":8,\"ok\":true,\"text\":\"{a [:int {:description \\\"d\\\" :title "
        "\\\"t\\\" :x 1}], b :int}\",\"losses\":[\"titles\",\"descriptions\"]}",
        "{\"id\":9,\"ok\":true,\"text\":\"{m [:map {:closed true} [:a {:default 5} "
        ":int]], n {b :any?}}\",\"losses\":[\"n.b: default\"]}",
    };
    const char *argv[] = {getenv("PTCC_EXE"), "convert", "--batch", NULL};
    unsigned number = 0;
    ptc_str out;
    ptc_str line;

    cr_expect(test_run(argv, ptc_str_of(input), &out, NULL) == 0);
    while (test_next_line(&out, &line, &number)) {
        cr_assert(number <= sizeof answers / sizeof answers[0], "line %u", number);
        cr_expect(strncmp(test_cstr(line), answers[number - 1],
                          strlen(answers[number - 1])) == 0,
                  "line %u: %s", number, test_cstr(line));
    }
    cr_expect(number == sizeof answers / sizeof answers[0], "%u lines", number);
}

static const use formats[] = {
    {{"fmt", "loose.sig"}, "", 0, "x = {a :int, b :string}\n", ""},
    {{"fmt", "tight.sig"}, "", 0, "x = {a :int, b :string}\n", ""},
    {{"fmt", "-"}, "x={a :int}", 0, "x = {a :int}\n", ""},
    {{"fmt", "--check", "tight.sig", "odd.sig"}, "", 0, "", ""},
    {{"fmt", "--check", "loose.sig"},
     "",
     3,
     "",
     "loose.sig is not canonical; fix: ptcc fmt --write loose.sig"},
    {{"fmt", "--check", "loose.sig", "bad.sig"}, "", 1, "", "sig-unknown-type"},
    {{"fmt", "bad.sig"}, "", 1, "", "sig-unknown-type"},
    {{"fmt", "--write", "-"}, "x = :int", 2, "", "standard input cannot be rewritten"},
    {{"fmt", "--write", "loose.sig", "tight.sig"}, "", 0, "", ""},
    {{"fmt", "--check", "loose.sig"}, "", 0, "", ""},
    {{"fmt", "--write", "--check", "loose.sig"},
     "",
     2,
     "",
     "--check and --write cannot be combined"},
};

Test(tool_ptcc, fmt)
{
    enter_folder();
    run_uses("PTCC_EXE", formats, sizeof formats / sizeof formats[0]);
}

static const use explanations[] = {
    {{"explain", "sig-empty-list"},
     "",
     0,
     "sig-empty-list\n\n`[]` says nothing about its elements. A list of anything is "
     "`[:any]`.\n\n"
     "Wrong:\n\n    (tags []) -> :int\n\n"
     "    error: a list needs the type of its elements\n    hint: use [:any]\n\n"
     "Right:\n\n    (tags [:any]) -> :int\n",
     ""},
    {{"explain", "sig-too-large"},
     "",
     0,
     "sig-too-large\n\n"
     "Reading the contract would take more memory than the limit (64 MiB, unless "
     "`--memory-cap` or the caller sets another).\n"
     "Such a text is an attack or a mistake; split real contracts into files.\n\n"
     "`user.sig`:\n\n    user = {id :int}\n\n"
     "    $ ptcc check --diagnostics gnu --memory-cap 1k user.sig\n"
     "    user.sig:1:1: error: the contract needs more than 1 KiB of memory "
     "[sig-too-large]\n"
     "    user.sig:1:1: note: raise memory_cap (--memory-cap) if you need a contract of "
     "this size\n",
     ""},
    {{"explain", "sig-emty"}, "", 2, "", "did you mean sig-empty?"},
    {{"explain", "no-such-code"}, "", 2, "", "lists them all"},
    {{"explain"}, "", 0, NULL, ""},
};

Test(tool_ptcc, explain)
{
    run_uses("PTCC_EXE", explanations, sizeof explanations / sizeof explanations[0]);
}

/* A full disk and a closed pipe are errors with a name. [build-and-packaging 1.2] */
Test(tool_ptcc, write_errors)
{
    static const char *const verbs[] = {"explain", "--help", "--version", "fmt good.sig",
                                        "convert --to sig good.sig"};

    enter_folder();
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        char line[256];
        const char *argv[] = {"sh", "-c", line, NULL};
        ptc_str err;

        snprintf(line, sizeof line, "%s %s >/dev/full", getenv("PTCC_EXE"), verbs[i]);
        cr_expect(test_run(argv, PTC_STR(""), NULL, &err) == 2, "%s", verbs[i]);
        cr_expect(strstr(err.ptr, "ptcc: <stdout>: No space left on device") != NULL,
                  "%s: %s", verbs[i], err.ptr);
        free((char *)(uintptr_t)err.ptr);
    }
}

/* --- The pages of the diagnostics -------------------------------------------------- */

static const ptc_source *load_neighbour(ptc_str name, const ptc_source *from, void *user)
{
    static const ptc_source user_sig = {{"user.sig", 8}, {"user = {id :int}\n", 17}};
    static const ptc_source types_edn = {{"types.edn", 9},
                                         {"{:user [:map [:id :int]]}\n", 26}};

    (void)from;
    (void)user;
    if (ptc_str_equal(name, user_sig.name))
        return &user_sig;
    return ptc_str_equal(name, types_edn.name) ? &types_edn : NULL;
}

static void read_template(ptc_arena *arena, const ptc_source *source, bool all_used,
                          ptc_diags *diags)
{
    const char *end = strstr(source->text.ptr, "}}");
    ptc_source signature = {PTC_STR("signature"), PTC_STR("")};
    ptc_template compiled;
    ptc_schema schema;

    signature.text =
        ptc_str_make(source->text.ptr + 4, (size_t)(end - source->text.ptr) - 4);
    cr_assert(ptc_signature_read(arena, &signature, NULL, diags, &schema) == PTC_OK, "%s",
              source->text.ptr);
    diags->source = source;
    if (ptc_template_compile(arena, source, diags, &compiled) == PTC_OK)
        ptc_template_check(&compiled, source, &schema, all_used, diags);
}

/* Reads the example as the language of its fence says. False: not one of the library's.
 */
static bool read_example(ptc_arena *arena, const char *fence, const ptc_source *source,
                         ptc_diags *diags)
{
    const char *cap = strstr(fence, "cap=");
    ptc_read_options read = {.struct_size = sizeof read};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .load = load_neighbour};
    ptc_contracts contracts;
    ptc_schema schema;
    ptc_value value;
    ptc_forms forms;
    uint32_t form;

    options.read = &read;
    read.memory_cap = cap ? (size_t)atoi(cap + 4) : 0;
    read.lint = strstr(fence, "lint") != NULL;
    read.lenient = strstr(fence, "lenient") != NULL;
    read.json_implied_types = strstr(fence, "implied-types") != NULL;
    if (strncmp(fence, "signature ", 10) == 0) {
        ptc_signature_read(arena, source, &read, diags, &schema);
    } else if (strncmp(fence, "malli ", 6) == 0) {
        ptc_malli_read(arena, source, &read, diags, &schema);
    } else if (strncmp(fence, "edn ", 4) == 0) {
        ptc_forms_init(&forms, arena, source);
        form = ptc_edn_read_one(&forms, diags);
        if (form != 0)
            ptc_form_to_value(&forms, form, &value, diags);
    } else if (strncmp(fence, "agent ", 6) == 0) {
        const ptc_agent_file *agent;

        ptc_agent_file_read(arena, source, NULL, diags, &agent);
    } else if (strncmp(fence, "chain ", 6) == 0) {
        const ptc_chain_file *chain;

        ptc_chain_file_read(arena, source, NULL, diags, &chain);
    } else if (strncmp(fence, "template ", 9) == 0) {
        read_template(arena, source, strstr(fence, "all-used") != NULL, diags);
    } else if (strncmp(fence, "sig ", 4) == 0 || strncmp(fence, "malli-file ", 11) == 0 ||
               strncmp(fence, "json-schema ", 12) == 0) {
        options.format = fence[0] == 's'   ? PTC_CONTRACT_SIG
                         : fence[0] == 'm' ? PTC_CONTRACT_MALLI_EDN
                                           : PTC_CONTRACT_JSON_SCHEMA;
        ptc_contracts_read(arena, source, &options, diags, &contracts);
    } else {
        return false;
    }
    return true;
}

/* A page shows the message and the hint of its wrong example. */
static void expect_shown(const char *page, const ptc_diag *diag)
{
    char shown[1024];
    size_t len =
        (size_t)snprintf(shown, sizeof shown, "\n    %s: " PTC_FMT "\n",
                         diag->severity == PTC_SEVERITY_ERROR ? "error" : "warning",
                         PTC_ARG(diag->message));

    if (diag->hint.len > 0)
        snprintf(shown + len, sizeof shown - len, "    hint: " PTC_FMT "\n",
                 PTC_ARG(diag->hint));
    cr_expect(strstr(page, shown) != NULL, "docs/diagnostics/%s.md lacks:%s",
              ptc_diag_name(diag->code), shown);
}

/* Runs one example; true when it was one that the library can run. Files of commands are
 * those of tests/check_docs. */
static bool try_example(const char *page, const char *code, const char *fence,
                        ptc_str text)
{
    bool is_wrong = strstr(fence, " wrong") != NULL;
    ptc_source source = {PTC_STR("example"), text};
    unsigned hits = 0;
    ptc_arena arena;
    ptc_diags diags;
    bool is_run;

    if (!is_wrong && strstr(fence, " right") == NULL)
        return false;
    ptc_arena_init(&arena, NULL, 0);
    source.text = ptc_str_copy(&arena, text);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    is_run = read_example(&arena, fence, &source, &diags);
    for (size_t i = 0; i < diags.count; i++) {
        hits += strcmp(ptc_diag_name(diags.items[i].code), code) == 0;
        cr_expect(is_wrong, "%s: the right example gives %s: %s", code,
                  ptc_diag_name(diags.items[i].code), test_cstr(diags.items[i].message));
    }
    if (is_run && is_wrong)
        cr_expect(hits > 0 && hits == diags.count,
                  "%s: %zu diagnostics, %u of them it: %s", code, diags.count, hits,
                  diags.count ? ptc_diag_name(diags.items[0].code) : "");
    if (is_run && is_wrong && diags.count > 0)
        expect_shown(page, &diags.items[0]);
    ptc_arena_free(&arena);
    return is_run;
}

/* The text between a fence and the next line of three backquotes. */
static ptc_str take_example(ptc_str *rest)
{
    const char *end = strstr(rest->ptr, "\n```");
    ptc_str text = ptc_str_make(rest->ptr, (size_t)(end - rest->ptr));

    *rest = ptc_str_make(end + 4, rest->len - text.len - 4);
    return text;
}

/* Each page's wrong example gives exactly its code, and the right one nothing. */
Test(tool_ptcc, examples_of_all_diagnostics)
{
    unsigned without = 0;

    for (int code = 0; code < PTC_DIAG_COUNT; code++) {
        const char *name = ptc_diag_name((ptc_diag_code)code);
        unsigned number = 0;
        unsigned examples = 0;
        const char *whole;
        char path[128];
        ptc_str page;
        ptc_str line;

        snprintf(path, sizeof path, "docs/diagnostics/%s.md", name);
        page = test_read_project_file(path);
        whole = page.ptr;
        cr_expect(strncmp(page.ptr + 2, name, strlen(name)) == 0, "%s: heading", name);
        while (test_next_line(&page, &line, &number)) {
            if (line.len > 3 && memcmp(line.ptr, "```", 3) == 0)
                examples += try_example(
                    whole, name, test_cstr(ptc_str_make(line.ptr + 3, line.len - 3)),
                    take_example(&page));
        }
        cr_expect(examples == 2 || examples == 0, "%s: %u examples", name, examples);
        without += examples == 0;
    }
    /* sig-too-deep has no example of readable size; tests/check_docs runs those that are
     * commands; gen-* need the writer; those of dialects are in the suites of these */
    cr_expect(without == 48, "%u diagnostics without an example that was run", without);
}

/* JSON Schemas as arguments of Brimley, and back. [brimley 6] */
static const use to_brimley[] = {
    {{"convert", "--to", "brimley", "args.json"},
     "",
     0,
     "{\n  \"inline\": {\n    \"a\": {\n      \"type\": \"int\"\n    }\n  }\n}\n",
     ""},
    {{"convert", "--to", "brimley", "--from", "json-schema", "-"},
     "{\"type\":\"object\",\"properties\":{\"x\":{\"not\":{}}}}",
     0,
     NULL,
     ""},
    {{"convert", "--to", "brimley", "--brimley-compat", "0.5", "not.json"},
     "",
     1,
     "{\n  \"inline\": {}\n}\n",
     "not.json:1:51: error[brimley-schema]: ERR_SCHEMA_UNSUPPORTED_KEYWORD at "
     "$.properties.x.not: Keyword 'not' is not supported in Brimley v0.4 converter."},
    {{"convert", "--to", "brimley", "number.json"},
     "",
     0,
     NULL,
     "number.json:1:53: warning[loss-brimley]: WARN_SCHEMA_NUMBER_TO_FLOAT at "
     "$.properties.x.type: \"number\" becomes float"},
    {{"convert", "--to", "brimley", "--Werror", "number.json"}, "", 1, NULL, NULL},
    {{"convert", "--to", "brimley", "--strict", "number.json"}, "", 1, NULL, NULL},
    {{"convert", "--to", "brimley", "--diagnostics", "gnu", "number.json"},
     "",
     0,
     NULL,
     "number.json:1:53: warning: WARN_SCHEMA_NUMBER_TO_FLOAT at"},
    {{"convert", "--to", "brimley", "--brimley-compat=0.5", "title.json"},
     "",
     1,
     NULL,
     "ERR_SCHEMA_UNSUPPORTED_KEYWORD at $.title"},
    {{"convert", "--to", "brimley", "--brimley-compat=0.5", "--lossy", "title.json"},
     "",
     0,
     NULL,
     "WARN_SCHEMA_DROPPED_KEYWORD at $.title"},
    {{"convert", "--to", "brimley", "broken.json"}, "", 1, "", "error[json-syntax]"},
    {{"convert", "--to", "brimley", "absent.json"}, "", 2, "", "absent.json: No such"},
    {{"convert", "--to", "brimley", "--brimley-compat=0.6", "args.json"},
     "",
     2,
     "",
     "--brimley-compat is 0.5, not \"0.6\""},
    {{"convert", "--to", "brimley", "f.sig"},
     "",
     2,
     "",
     "--to brimley takes a JSON Schema: a file that ends in .json, or --from "
     "json-schema"},
};

Test(tool_ptcc, convert_to_brimley)
{
    enter_folder();
    put_file("args.json", "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":"
                          "\"integer\"}},\"required\":[\"a\"]}");
    put_file("not.json",
             "{\"type\": \"object\", \"properties\": {\"x\":    {\"not\": {}}}}");
    put_file("number.json", "{\"type\": \"object\", \"properties\": {\"x\":     "
                            "{\"type\": \"number\"}}}");
    put_file("title.json", "{\"type\":\"object\",\"properties\":{},\"title\":\"T\"}");
    put_file("broken.json", "{");
    put_file("f.sig", "f(x :int) -> :int\n");
    run_uses("PTCC_EXE", to_brimley, sizeof to_brimley / sizeof to_brimley[0]);
}

/* Definitions in JSON by all verbs, which needs no libyaml. [brimley 1] */
static const use definitions[] = {
    {{"check", "f.brimley.json"}, "", 0, "", ""},
    {{"convert", "--to", "sig", "f.brimley.json"}, "", 0, NULL, NULL},
    {{"check", "--from", "brimley", "--stdin-name", "x.json", "-"},
     "{\"name\": \"f\", \"name\": \"g\"}",
     1,
     "",
     "x.json:1:15: error[json-syntax]: duplicate key"},
    {{"check", "--stdin-name", "x.brimley.json", "-"},
     "[1,]",
     1,
     "",
     "x.brimley.json:1:4: error[json-syntax]"},
    {{"check", "x.sql"}, "", 1, "", "x.sql:1:1: error[front-matter]"},
    {{"gen", "-o", ".", "--depfile", "f.d", "f.brimley.json"}, "", 0, "", ""},
    {{"gen", "--list-outputs", "-o", ".", "f.brimley.json"},
     "",
     0,
     "./f.ptc.h\n./f.ptc.c\n",
     ""},
};

static const use definitions_of_ptcc[] = {
    {{"validate", "-s", "f.brimley.json", "-"},
     "",
     2,
     "",
     "f.brimley.json: only ptcc reads Brimley definitions; convert it first: "
     "ptcc "
     "convert --to malli"},
    {{"validate", "--from", "brimley", "-s", "f.brimley.json", "-"},
     "",
     2,
     "",
     "--from brimley: only ptcc reads that"},
};

Test(tool_ptcc, definitions)
{
    ptc_str text;

    enter_folder();
    put_file("f.brimley.json",
             "{\"name\": \"f\", \"type\": \"python_function\", \"arguments\": "
             "{\"inline\": {\"a\": \"int\"}}, \"return_shape\": \"string\"}\n");
    put_file("x.sql", "---\nname: x\nSELECT 1;\n");
    run_uses("PTCC_EXE", definitions, sizeof definitions / sizeof definitions[0]);
    run_uses("PTC_EXE", definitions_of_ptcc,
             sizeof definitions_of_ptcc / sizeof definitions_of_ptcc[0]);
    text = test_read_file("f.d");
    cr_expect(text.ptr != NULL && strstr(text.ptr, "f.brimley.json") != NULL);
    free((void *)(uintptr_t)text.ptr);
}

/* Schemas from data. [validation 14, architecture 8] */
static const use inferences[] = {
    {{"infer", "rows.jsonl"}, "", 0, "{id :int, s :string?, n :float?}\n", ""},
    {{"infer", "--to", "malli", "rows.jsonl"},
     "",
     0,
     "[:map [:id :int] [:s {:optional true} [:maybe :string]] [:n {:optional true} "
     "[:maybe "
     ":double]]]\n",
     ""},
    {{"infer", "list.json"}, "", 0, "[{id :int}]\n", ""},
    {{"infer", "list.json", "rows.jsonl"},
     "",
     0,
     "[{id :int}]|{id :int, s :string?, n :float?}\n",
     ""},
    {{"infer", "-"}, "1\n\n  \r\n2.5\nnull\n", 0, ":float?\n", ""},
    {{"infer", "--stdin-name", "x.json", "-"}, "[1,\n2]\n", 0, "[:int]\n", ""},
    {{"infer", "-"}, "", 0, ":any\n", ""},
    {{"infer", "--enum", "1", "-"}, "\"a\"\n\"a\"\n\"a\"\n", 0, ":enum[\"a\"]\n", ""},
    {{"infer", "--map-of", "1", "-"},
     "{\"a\":1,\"b\":2}\n",
     0,
     "[:map-of :string :int]\n",
     ""},
    {{"infer", "--datetime", "-"}, "\"2024-05-06T07:08:09Z\"\n", 0, ":datetime\n", ""},
    /* Faults have places, all of them; then nothing is written. */
    {{"infer", "-"}, "{}\n{\"a\" 1}\n", 1, "", "ptcc: <stdin>:2:6: "},
    {{"infer", "-"}, "{}\n[1,\n]\n", 1, "", "<stdin>:3:1: "},
    {{"infer", "--stdin-name", "x.json", "-"}, "[1,\n  2,\n  }", 1, "", "x.json:3:3: "},
    {{"infer", "--limit", "4", "-"},
     "12345\n",
     1,
     "",
     "<stdin>:1:1: longer than the limit"},
    {{"infer"}, "", 2, "", "infer needs a file"},
    {{"infer", "absent.jsonl"}, "", 2, "", "absent.jsonl: No such file"},
    {{"infer", "--enum", "0", "-"}, "", 2, "", "--enum is a number from 1 to 1000"},
    {{"infer", "--map-of", "x", "-"}, "", 2, "", "--map-of is a number from 1 to"},
    {{"infer", "--to", "prompt", "-"}, "", 2, "", "--to takes sig or malli"},
    {{"infer", "--limit", "0", "-"},
     "",
     2,
     "",
     "--limit is a size from 1 to 4294967294 bytes, such as"},
};

Test(tool_ptcc, infer) /* M192 */
{
    enter_folder();
    put_file("rows.jsonl", "{\"id\":1,\"s\":\"x\"}\n{\"id\":2,\"n\":1}\n"
                           "{\"id\":3,\"n\":2.5,\"s\":null}\n");
    put_file("list.json", "[{\"id\": 1},\n {\"id\": 2}]\n");
    run_uses("PTCC_EXE", inferences, sizeof inferences / sizeof inferences[0]);
}
