/* SPDX-License-Identifier: MIT */
/* The command ptc as its users see it: `ptc validate` over files, lines, streams,
 * batches. */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "uses.h"

/* Enters a new folder with the files that the rows name. */
static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    put_file("s.sig",
             "search(query :string, limit :int[1..100]?) -> {count :int, ids [:int]}\n\n"
             "user = {id :int, name :string?}\n");
    put_file("one.sig", "(query :string, limit :int[1..100]?) -> :any\n");
    put_file("city.json",
             "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},"
             "\"required\":[\"city\"]}");
    put_file("broken.sig", "(query :strin) -> :any\n");
    put_file("good.jsonl", "{\"query\":\"a\"}\n{\"query\":\"b\",\"limit\":5}\n");
    put_file("crlf.jsonl", "{\"query\":\"a\"}\r\n{\"query\":\"b\",\"limit\":5}");
    put_file("bad.jsonl",
             "{\"query\":\"a\"}\n{\"limit\":250}\n{\"query\":\n\n{\"query\":\"x\"}\n");
    put_file("coerced.jsonl", "{\"query\":\"a\",\"limit\":\"7\"}\n");
    put_file("extra.jsonl", "{\"query\":\"a\",\"more\":1}\n");
    put_file("doc.json", "{\n  \"query\": \"a\",\n  \"limit\": 0\n}\n");
    put_file("fine.json", "{\n  \"query\": \"a\"\n}\n");
    put_file("half.json", "{\n  \"query\": \"a\",\n  \"limit\": ]\n}\n");
    put_file("two.json", "{\"query\":\"a\"}\n{\"query\":\"b\"}\n");
    put_file("result.jsonl", "{\"count\":1,\"ids\":[1]}\n{\"count\":\"1\",\"ids\":[]}\n");
    put_file("empty.jsonl", "");
    put_file("users.jsonl", "{\"id\":1}\n{\"id\":\"2\",\"name\":\"b\"}\n");
}

static const use command_line[] = {
    {{"--version"}, "", 0, "ptc 0.1.0 (format 4, abi 3)\n", ""},
    {{NULL}, "", 2, "", "usage: ptc VERB"},
    {{"valdate"},
     "",
     2,
     "",
     "ptc: there is no verb \"valdate\"; did you mean \"validate\"?"},
    {{"check"},
     "",
     2,
     "",
     "ptc: there is no verb \"check\" here; did you mean ptcc check?\n"},
    {{"version"}, "", 0, "ptc 0.1.0 (format 4, abi 3)\n", ""},
    {{"help", "version"}, "", 0, NULL, ""},
    {{"help", "agent"}, "", 0, NULL, ""},
    {{"help", "agnet"}, "", 2, "", "did you mean \"agent\"?"},
    {{"validate", "-schema", "s.sig", "good.jsonl"},
     "",
     2,
     "",
     "ptc: validate has no option -schema; did you mean --schema?\n"},
    {{"agent", "run", "-context", "c.json", "a.agent.edn"},
     "",
     2,
     "",
     "did you mean --context?"},
    {{"validate", "--shema", "s.sig", "good.jsonl"}, "", 2, "", "did you mean --schema?"},
    {{"validate", "good.jsonl"},
     "",
     2,
     "",
     "validate needs one of --schema FILE and -e TEXT"},
    {{"validate", "-e", ":any", "-s", "s.sig", "good.jsonl"}, "", 2, "", "needs one of"},
    {{"validate", "-e", ":any"}, "", 2, "", "validate needs a file"},
    {{"validate", "-e", ":any", "--mode", "lenient", "good.jsonl"},
     "",
     2,
     "",
     "--mode takes enabled, warn_only, strict or disabled"},
    {{"validate", "-e", ":any", "--limit", "0", "good.jsonl"},
     "",
     2,
     "",
     "--limit is a size from 1 to 4294967294 bytes, such as"},
    {{"validate", "-e", "{a :in}", "good.jsonl"},
     "",
     2,
     "",
     "<expression>:1:4: error[sig-unknown-type]"},
    {{"validate", "-s", "broken.sig", "good.jsonl"},
     "",
     2,
     "",
     "broken.sig:1:8: error[sig-unknown-type]"},
    {{"validate", "-s", "absent.sig", "good.jsonl"},
     "",
     2,
     "",
     "ptc: absent.sig: No such file"},
    {{"validate", "-s", "s.sig", "good.jsonl"}, "", 2, "", "it has: search, user"},
    {{"validate", "-s", "s.sig#serch", "good.jsonl"}, "", 2, "", "no contract serch"},
    {{"validate", "-s", "one.sig", "absent.jsonl"},
     "",
     2,
     "",
     "ptc: absent.jsonl: No such file"},
    {{"validate", "-s", "one.sig", "."}, "", 2, "", "ptc: .: Is a directory"},
};

Test(tool_ptc, command_line)
{
    enter_folder();
    run_uses("PTC_EXE", command_line, sizeof command_line / sizeof command_line[0]);
}

/* Modes, paths and values on the command line. */
static const use files[] = {
    {{"validate", "-s", "one.sig", "good.jsonl"}, "", 0, "ok\n", ""},
    {{"validate", "-s", "one.sig", "crlf.jsonl"}, "", 0, "ok\n", ""},
    {{"validate", "-s", "one.sig", "empty.jsonl"}, "", 0, "ok\n", ""},
    {{"validate", "-s", "one.sig", "good.jsonl", "fine.json"}, "", 0, "ok\n", ""},
    {{"validate", "-s", "s.sig#search", "good.jsonl"}, "", 0, "ok\n", ""},
    {{"validate", "-s", "s.sig", "--contract", "search", "good.jsonl"},
     "",
     0,
     "ok\n",
     ""},
    {{"validate", "-s", "city.json", "-"}, "{\"city\":\"Rome\"}\n", 0, "ok\n", ""},
    {{"validate", "-s", "city.json", "-"},
     "{}\n",
     1,
     "<stdin>:1: city: missing required field, expected string\n",
     ""},
    {{"validate", "-s", "one.sig", "coerced.jsonl"},
     "",
     0,
     "coerced.jsonl:1: warning: limit: coerced string \"7\" to int\nok\n",
     ""},
    {{"validate", "-s", "one.sig", "extra.jsonl"}, "", 0, "ok\n", ""},
    {{"validate", "-s", "one.sig", "--mode", "strict", "extra.jsonl"},
     "",
     1,
     "extra.jsonl:1: more: unexpected field (allowed: query, limit)\n",
     ""},
    {{"validate", "-s", "one.sig", "--mode", "strict", "coerced.jsonl"},
     "",
     1,
     "coerced.jsonl:1: limit: expected int, got string \"7\"\n",
     ""},
    {{"validate", "-s", "one.sig", "--mode", "disabled", "coerced.jsonl"},
     "",
     0,
     "ok\n",
     ""},
    {{"validate", "-s", "one.sig", "--mode", "warn_only", "doc.json"},
     "",
     0,
     "doc.json:3: limit: expected 1..100, got 0\nok\n",
     ""},
    /* the line of the value inside a document */
    {{"validate", "-s", "one.sig", "doc.json"},
     "",
     1,
     "doc.json:3: limit: expected 1..100, got 0\n",
     ""},
    {{"validate", "-s", "one.sig", "two.json"}, "", 1, NULL, ""},
    /* directions */
    {{"validate", "-s", "s.sig#search", "--output", "result.jsonl"},
     "",
     1,
     "result.jsonl:2: count: expected int, got string \"1\"\n",
     ""},
    /* a type without inputs is checked itself, as input with coercion */
    {{"validate", "-s", "s.sig#user", "users.jsonl"},
     "",
     0,
     "users.jsonl:2: warning: id: coerced string \"2\" to int\nok\n",
     ""},
    {{"validate", "-s", "s.sig#user", "--output", "users.jsonl"},
     "",
     1,
     "users.jsonl:2: id: expected int, got string \"2\"\n",
     ""},
    {{"validate", "-e", "{id :int}", "-"},
     "{\"id\":true}",
     1,
     "<stdin>:1: id: expected int, got bool true\n",
     ""},
    {{"validate", "-e", "[:map [:id :int]]", "-"}, "{\"id\":7}", 0, "ok\n", ""},
    {{"validate", "-e", "() -> :int", "--output", "-"},
     "7\n8\n\"x\"\n",
     1,
     "<stdin>:3: (root): expected int, got string \"x\"\n",
     ""},
    {{"validate", "-e", ":int", "--stdin-name", "numbers", "-"}, "7\nx", 1, NULL, ""},
    /* lines that are too long are skipped, the others checked */
    {{"validate", "-e", "[:int]", "--limit", "16", "-"},
     "[1,2]\n[1,2,3,4,5,6,7,8,9,10]\n[\"a\"]\n",
     1,
     "<stdin>:2: longer than the limit (see --limit), at column 1\n<stdin>:3: [0]: "
     "expected int, got string \"a\"\n",
     ""},
    {{"validate", "-e", "[:int]", "--limit", "16", "fine.json"},
     "",
     2,
     "",
     "fine.json: larger than the limit"},
};

Test(tool_ptc, files) /* M054, M055, M056, M057, M063, M064 */
{
    enter_folder();
    run_uses("PTC_EXE", files, sizeof files / sizeof files[0]);
}

/* Standard input has no ending: the first value says whether values are lines or
 * documents. */
#define POINT "validate", "-e", "{x :int, y [:int]?}"

static const use forms[] = {
    {{POINT, "-"}, "{\n  \"x\": 1\n}\n", 0, "ok\n", ""},
    {{POINT, "-"}, "{\n  \"x\": 1\n}", 0, "ok\n", ""},
    {{POINT, "-"}, "{\"x\": 1}", 0, "ok\n", ""},
    {{POINT, "-"}, "{\"x\": 1}\n{\"x\": 2}\n", 0, "ok\n", ""},
    {{POINT, "-"}, "", 0, "ok\n", ""},
    {{POINT, "-"}, "\n \t\n\r\n", 0, "ok\n", ""},
    {{POINT, "-"}, "{\r\n  \"x\": 1\r\n}\r\n", 0, "ok\n", ""},
    {{POINT, "-"}, "\xEF\xBB\xBF{\n  \"x\": 1\n}\n", 0, "ok\n", ""},
    {{POINT, "-"}, "\xEF\xBB\xBF{\"x\": 1}\n", 0, "ok\n", ""},
    {{POINT, "-"}, "\n\n{\n  \"x\": 1\n}\n", 0, "ok\n", ""},
    {{POINT, "-"},
     "{\n  \"y\": [1,\n    \"2\", \"b\"],\n  \"x\": 1\n}\n",
     1,
     "<stdin>:3: y[2]: expected int, got string \"b\"\n"
     "<stdin>:3: warning: y[1]: coerced string \"2\" to int\n",
     ""},
    {{POINT, "-"},
     "{\n  \"x\": 1,\n  \"y\": ]\n}\n",
     1,
     "<stdin>:3: expected a value, found ']', at column 8\n",
     ""},
    {{POINT, "-"},
     "\n{\n  \"x\": 1\n}\n\n{\n  \"x\": []\n}\n{\"x\": {}}\n",
     1,
     "<stdin>:7: x: expected int, got list\n<stdin>:9: x: expected int, got map\n",
     ""},
    {{POINT, "-"},
     "{\n  \"x\": 1\n} {\"x\": 2}\n",
     1,
     "<stdin>:3: expected the end of the text, found '{', at column 3\n",
     ""},
    {{POINT, "-"},
     "{\n  \"x\": 1",
     1,
     "<stdin>:2: expected ',' or '}', found the end, at column 9\n",
     ""},
    /* Brackets and quotes in strings do not count. */
    {{POINT, "-"},
     "{\n  \"x\": \"}\\\"}\"\n}\n",
     1,
     "<stdin>:2: x: expected int, got string \"}\\\"}\"\n",
     ""},
    /* A first line that is broken, but not open, is a line. */
    {{POINT, "-"},
     "{\"x\" 1}\n{\"x\": []}\n",
     1,
     "<stdin>:1: expected ':' after a key, found '1', at column 6\n"
     "<stdin>:2: x: expected int, got list\n",
     ""},
    {{POINT, "-"},
     "{\"x\": []}\n{\n\"x\": 1}\n",
     1,
     "<stdin>:1: x: expected int, got list\n"
     "<stdin>:2: expected a key in quotes, found the end, at column 2\n"
     "<stdin>:3: expected the end of the text, found ':', at column 4\n",
     ""},
    {{POINT, "--json", "-"},
     "{\n  \"x\": 1\n}\n\n{\n  \"x\": 2\n}\n",
     0,
     "{\"ok\":true,\"out\":null}\n{\"ok\":true,\"out\":null}\n",
     ""},
    {{POINT, "--limit", "10", "-"},
     "{\n  \"x\": 1234567890\n}\n",
     2,
     "",
     "ptc: <stdin>: a value is longer than the limit (see --limit)\n"},
    {{POINT, "--limit", "10", "-"},
     "{\"x\": 1234567890}\n{\"x\": 1}\n",
     1,
     "<stdin>:1: longer than the limit (see --limit), at column 1\n",
     ""},
    /* A name with an ending decides. */
    {{POINT, "--stdin-name", "a.jsonl", "-"},
     "{\n\"x\": 1}\n",
     1,
     "a.jsonl:1: expected a key in quotes, found the end, at column 2\n"
     "a.jsonl:2: expected the end of the text, found ':', at column 4\n",
     ""},
    {{POINT, "--stdin-name", "a.json", "-"},
     "{\"x\": 1}\n{\"x\": 2}\n",
     1,
     "a.json:2: expected the end of the text, found '{', at column 1\n",
     ""},
    {{POINT, "--stdin-name", "./.a", "-"}, "{\n\"x\": 1}\n", 0, "ok\n", ""},
    {{POINT, "pretty"}, "", 0, "ok\n", ""},
    {{POINT, "marked.json"}, "", 0, "ok\n", ""},
};

Test(tool_ptc, forms_of_data)
{
    enter_folder();
    put_file("pretty", "{\n  \"x\": 1\n}\n");
    put_file("marked.json", "\xEF\xBB\xBF{\n  \"x\": 1\n}\n");
    run_uses("PTC_EXE", forms, sizeof forms / sizeof forms[0]);
}

/* Text that is not JSON: file, line, column, and the other lines are checked all the
 * same. */
Test(tool_ptc, unreadable_values)
{
    static const use uses[] = {
        {{"validate", "-s", "one.sig", "bad.jsonl"}, "", 1, NULL, ""},
        {{"validate", "-s", "one.sig", "half.json"}, "", 1, NULL, ""},
    };
    const char *argv[] = {getenv("PTC_EXE"), "validate",  "-s", "one.sig",
                          "bad.jsonl",       "half.json", NULL};
    static const char *const starts[] = {
        "bad.jsonl:2: query: missing required field, expected string",
        "bad.jsonl:2: limit: expected 1..100, got 250",
        "bad.jsonl:3: ",
        "half.json:3: ",
    };
    unsigned number = 0;
    ptc_str out;
    ptc_str line;

    enter_folder();
    run_uses("PTC_EXE", uses, 2);
    cr_expect(test_run(argv, PTC_STR(""), &out, NULL) == 1);
    while (test_next_line(&out, &line, &number)) {
        cr_assert(number <= 4, "%s", test_cstr(line));
        cr_expect(
            strncmp(test_cstr(line), starts[number - 1], strlen(starts[number - 1])) == 0,
            "%s", test_cstr(line));
    }
    cr_expect(number == 4, "%u lines", number);
    cr_expect(strstr(test_cstr(line), "at column 12") != NULL, "%s", test_cstr(line));
}

/* One line for each value, in the worker's form. [emitters 9] */
static const use answers[] = {
    {{"validate", "-s", "one.sig", "--json", "good.jsonl"},
     "",
     0,
     "{\"ok\":true,\"out\":null}\n{\"ok\":true,\"out\":null}\n",
     ""},
    {{"validate", "-s", "one.sig", "--json", "--echo", "coerced.jsonl"},
     "",
     0,
     "{\"ok\":true,\"out\":{\"query\":\"a\",\"limit\":7},\"warnings\":[{\"path\":"
     "\"limit\","
     "\"expected\":\"int\",\"got\":\"string \\\"7\\\"\"}]}\n",
     ""},
    {{"validate", "-e", "{a :int}", "--json", "-"},
     "{\"a\":\"x\"}\n",
     1,
     "{\"ok\":false,\"errors\":[{\"path\":\"a\",\"expected\":\"int\",\"got\":\"string "
     "\\\"x\\\"\"}]}\n",
     ""},
    {{"validate", "-e", "{a :int}", "--json", "--verbose", "-"},
     "{\"a\":\"x\"}\n",
     1,
     "{\"ok\":false,\"errors\":[{\"path\":\"a\",\"expected\":\"int\",\"got\":\"string "
     "\\\"x\\\"\","
     "\"code\":\"type\",\"message\":\"expected int, got string \\\"x\\\"\"}]}\n",
     ""},
    {{"validate", "-e", ":int", "--json", "-"},
     "1\n\n2\n",
     0,
     "{\"ok\":true,\"out\":null}\n{\"ok\":true,\"out\":null}\n",
     ""},
};

Test(tool_ptc, machine_answers)
{
    enter_folder();
    run_uses("PTC_EXE", answers, sizeof answers / sizeof answers[0]);
}

/* [architecture 8]: rows with their own schema, answered in order, never stopping. */
typedef struct exchange {
    const char *row;
    const char *answer; /* the whole line, or its beginning when it ends in "..." */
} exchange;

static const exchange exchanges[] = {
    {"{\"id\":1,\"sig\":\"(a :int) -> :bool\",\"json\":\"{\\\"a\\\":\\\"4\\\"}\"}",
     "{\"id\":1,\"valid\":true,\"errors\":[],\"warnings\":[{\"path\":\"a\",\"code\":"
     "\"coerced\","
     "\"message\":\"coerced string \\\"4\\\" to int\"}],\"value\":{\"a\":4}}"},
    {"{\"id\":\"x\",\"schema\":\"[:map [:a :int]]\",\"value\":\"{:a 4}\"}",
     "{\"id\":\"x\",\"valid\":true,\"errors\":[],\"warnings\":[],\"value\":\"{\\\"a\\\" "
     "4}\"}"},
    {"{\"id\":3,\"schema\":\"[:map [:a :int]]\",\"value\":\"{:a "
     "4.5}\",\"direction\":\"output\"}",
     "{\"id\":3,\"valid\":false,\"errors\":[{\"path\":\"a\",\"code\":\"type\","
     "\"message\":\"expected "
     "int, got double 4.5\"}],\"warnings\":[]}"},
    {"{\"id\":4,\"sig\":\"{a "
     ":int}\",\"json\":\"{\\\"a\\\":1,\\\"b\\\":2}\",\"mode\":\"strict\"}",
     "{\"id\":4,\"valid\":false,\"errors\":[{\"path\":\"b\",\"code\":\"extra\",..."},
    {"{\"id\":5,\"sig\":\"(a :int, b :string) -> :int\",\"value\":\"[1 \\\"x\\\"]\"}",
     "{\"id\":5,\"valid\":true,..."},
    {"{\"id\":6,\"sig\":\"(a :int) -> :int\",\"json\":\"7\",\"direction\":\"output\"}",
     "{\"id\":6,\"valid\":true,\"errors\":[],\"warnings\":[],\"value\":7}"},
    {"{\"id\":7,\"sig\":\":int\",\"json\":\"[1\"}",
     "{\"id\":7,\"valid\":false,\"errors\":[{\"path\":\"(root)\",\"code\":\"parse\",..."},
    {"{\"id\":8,\"sig\":\":float\",\"json\":\"1e400\"}",
     "{\"id\":8,\"valid\":false,\"errors\":[{\"path\":\"(root)\",\"code\":\"range\",..."},
    {"{\"id\":9,\"sig\":\":string\",\"json\":\"\\\"\\\\ud800\\\"\"}",
     "{\"id\":9,\"valid\":false,\"errors\":[{\"path\":\"(root)\",\"code\":\"encoding\",.."
     "."},
    {"{\"id\":10,\"sig\":\":any\",\"json\":\"{\\\"a\\\":1,\\\"a\\\":2}\"}",
     "{\"id\":10,\"valid\":false,\"errors\":[{\"path\":\"(root)\",\"code\":\"parse\",.."
     "."},
    {"{\"id\":11,\"sig\":\":int\",\"value\":\"[1\"}",
     "{\"id\":11,\"valid\":false,\"errors\":[{\"path\":\"(root)\",\"code\":\"parse\",.."
     "."},
    {"{\"id\":12,\"sig\":\"{a\\n  :in}\",\"json\":\"1\"}",
     "{\"id\":12,\"schema_error\":{\"line\":2,\"col\":3,\"code\":\"sig-unknown-type\","
     "\"message\":..."},
    {"{\"id\":13,\"schema\":\"[:map [:a :uuid]]\",\"value\":\"1\"}",
     "{\"id\":13,\"schema_error\":{\"line\":1,\"col\":11,\"code\":\"malli-unknown\",..."},
    {"{\"id\":14", "{\"id\":null,\"error\":{\"code\":\"parse\",..."},
    {"[1]", "{\"id\":null,\"error\":{\"code\":\"parse\",..."},
    {"{\"id\":17}", "{\"id\":17,\"error\":{\"code\":\"row\",..."},
    {"{\"sig\":\":int\",\"json\":\"1\"}", "{\"id\":null,\"valid\":true,..."},
    {"{\"id\":19,\"sig\":\":int\"}", "{\"id\":19,\"error\":{\"code\":\"row\",..."},
    {"{\"id\":20,\"sig\":\":int\",\"json\":\"1\",\"mode\":\"lax\"}",
     "{\"id\":20,\"error\":{\"code\":\"row\",..."},
    {"{\"id\":21,\"sig\":\":int\",\"json\":\"\\\"x\\\"\",\"mode\":\"warn_only\"}",
     "{\"id\":21,\"valid\":true,\"errors\":[{\"path\":\"(root)\",\"code\":\"type\",..."},
    {"{\"id\":22,\"sig\":\":int\",\"json\":\"\\\"x\\\"\",\"mode\":\"disabled\"}",
     "{\"id\":22,\"valid\":true,\"errors\":[],\"warnings\":[],\"value\":\"x\"}"},
    {"{\"id\":23,\"schema\":\"[\\\":vector\\\",\\\":int\\\"]\",\"json\":\"[1,2]\"}",
     "{\"id\":23,\"valid\":true,..."},
    {"{\"id\":24,\"sig\":\"{a "
     ":int}\",\"json\":\"{\\\"a\\\":\\\"1\\\"}\",\"direction\":\"output\"}",
     "{\"id\":24,\"valid\":false,..."},
    /* JSON Schema, as text and as JSON; M496 */
    {"{\"id\":25,\"json_schema\":\"{\\\"type\\\":\\\"integer\\\"}\",\"json\":\"5\"}",
     "{\"id\":25,\"valid\":true,..."},
    {"{\"id\":26,\"json_schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}},"
     "\"json\":\"[[],[3]]\"}",
     "{\"id\":26,\"valid\":false,\"errors\":[{\"path\":\"[1][0]\",..."},
    {"{\"id\":27,\"json_schema\":{\"type\":\"dict\"},\"json\":\"1\"}",
     "{\"id\":27,\"schema_error\":{\"line\":1,\"col\":9,\"code\":\"json-schema-value\","
     "..."},
};
#define EXCHANGE_COUNT (sizeof exchanges / sizeof exchanges[0])

Test(tool_ptc, batch)
{
    const char *argv[] = {getenv("PTC_EXE"), "validate", "--batch", NULL};
    static char input[16384];
    unsigned number = 0;
    ptc_str out;
    ptc_str line;

    for (size_t i = 0; i < EXCHANGE_COUNT; i++)
        snprintf(input + strlen(input), sizeof input - strlen(input), "%s\n \n",
                 exchanges[i].row);
    cr_expect(test_run(argv, ptc_str_of(input), &out, NULL) == 0);
    while (test_next_line(&out, &line, &number)) {
        const char *wanted;
        size_t len;

        cr_assert(number <= EXCHANGE_COUNT, "%s", test_cstr(line));
        wanted = exchanges[number - 1].answer;
        len = strlen(wanted);
        if (len > 3 && strcmp(wanted + len - 3, "...") == 0)
            len -= 3;
        else
            cr_expect(line.len == len, "row %u: %s", number, test_cstr(line));
        cr_expect(line.len >= len && memcmp(line.ptr, wanted, len) == 0, "row %u: %s",
                  number, test_cstr(line));
    }
    cr_expect(number == EXCHANGE_COUNT, "%u answers", number);
}

/* A partner that writes a row and waits gets the answer before writing the next. */
Test(tool_ptc, batch_answers_line_by_line)
{
    static const char script[] =
        "mkfifo in out && \"$PTC_EXE\" validate --batch <in >out & exec 3>in 4<out;"
        "for i in 1 2 3; do echo '{\"id\":'$i',\"sig\":\":int\",\"json\":\"'$i'\"}' >&3;"
        "read -r answer <&4; echo \"$answer\"; done";
    const char *argv[] = {"sh", "-c", "mkfifo in out; exec sh run", NULL};
    ptc_str out;

    enter_folder();
    put_file("run", strchr(script, '&') + 3);
    cr_expect(test_run(argv, PTC_STR(""), &out, NULL) == 0);
    cr_expect(strstr(out.ptr, "{\"id\":3,\"valid\":true") != NULL, "%s", out.ptr);
}

/* Memory follows the longest line: 100 MB go through 40 MB of address space. */
/* A partner that waits for each answer gets it when its line, or its document, ends. */
Test(tool_ptc, values_are_answered_as_they_come)
{
    static const char *const values[] = {"{\"x\": 1}", "{\n\"x\":\n1}"};
    const char *argv[] = {"sh", "-c", "rm -f in out; mkfifo in out; exec sh run", NULL};
    ptc_str out;

    enter_folder();
    for (size_t i = 0; i < 2; i++) {
        char script[512];

        snprintf(script, sizeof script,
                 "\"$PTC_EXE\" validate -e '{x :int}' --json - <in >out &\n"
                 "exec 3>in 4<out\n"
                 "for i in 1 2 3; do printf '%%s\\n' '%s' >&3; read -r answer <&4; "
                 "echo \"$i $answer\"; done\n",
                 values[i]);
        put_file("run", script);
        cr_expect(test_run(argv, PTC_STR(""), &out, NULL) == 0);
        cr_expect_str_eq(out.ptr, "1 {\"ok\":true,\"out\":null}\n"
                                  "2 {\"ok\":true,\"out\":null}\n"
                                  "3 {\"ok\":true,\"out\":null}\n");
    }
}

Test(tool_ptc, memory_does_not_follow_the_file)
{
    static const char script[] = "awk 'BEGIN{for(i=0;i<800000;i++)print "
                                 "\"{\\\"query\\\":\\\"abcdefghijklmnopqrstuvwxyz "
                                 "abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz "
                                 "abcdefghijklmnopqrs\\\"}\"}' |"
                                 "(ulimit -v 40000; \"$PTC_EXE\" validate -s one.sig -)";
    static const char documents[] =
        "awk 'BEGIN{for(i=0;i<400000;i++)print "
        "\"{\\n\\\"query\\\": \\\"abcdefghijklmnopqrstuvwxyz "
        "abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz\\\"\\n}\"}' |"
        "(ulimit -v 40000; \"$PTC_EXE\" validate -s one.sig -)";
    const char *argv[] = {"sh", "-c", script, NULL};
    ptc_str out;
    ptc_str err;

    enter_folder();
    if (getenv("ASAN_OPTIONS") != NULL)
        return; /* shadow memory needs terabytes of address space */
    cr_expect(test_run(argv, PTC_STR(""), &out, &err) == 0, "%s", err.ptr);
    cr_expect_str_eq(out.ptr, "ok\n");
    argv[2] = documents;
    cr_expect(test_run(argv, PTC_STR(""), &out, &err) == 0, "%s", err.ptr);
    cr_expect_str_eq(out.ptr, "ok\n");
}

/* Full disks and closed pipes. [build-and-packaging 1.2] */
Test(tool_ptc, write_errors)
{
    static const char *const lines[] = {
        "\"$PTC_EXE\" validate -s one.sig good.jsonl >/dev/full",
        "\"$PTC_EXE\" validate -s one.sig --json good.jsonl >/dev/full",
        "echo '{}' | \"$PTC_EXE\" validate --batch >/dev/full",
    };
    static const char pipe_line[] = "awk 'BEGIN{for(i=0;i<100000;i++)print 1}' |"
                                    "{ \"$PTC_EXE\" validate -e :int --json - 2>err; "
                                    "echo $? >code; } | head -n 1 >/dev/null;"
                                    "cat code err";
    static const char rows_line[] =
        "trap '' PIPE; awk 'BEGIN{for(i=0;i<100000;i++)print 1}' |"
        "{ \"$PTC_EXE\" validate -e :int --json --diagnostics=json - 2>err; } |"
        "head -n 1 >/dev/null; cat err";
    char ignoring[sizeof pipe_line + 16];
    const char *argv[] = {"sh", "-c", NULL, NULL};
    ptc_str out;
    ptc_str err;

    enter_folder();
    snprintf(ignoring, sizeof ignoring, "trap '' PIPE; %s", pipe_line);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        argv[2] = lines[i];
        cr_expect(test_run(argv, PTC_STR(""), NULL, &err) == 2, "%s", lines[i]);
        cr_expect(strstr(err.ptr, "ptc: <stdout>: No space left on device") != NULL,
                  "%s: %s", lines[i], err.ptr);
    }
    argv[2] = pipe_line;
    cr_expect(test_run(argv, PTC_STR(""), &out, NULL) == 0);
    cr_expect_str_eq(out.ptr, "141\n"); /* as other commands end: by SIGPIPE */
    argv[2] = ignoring;
    cr_expect(test_run(argv, PTC_STR(""), &out, NULL) == 0);
    cr_expect_str_eq(out.ptr, "2\nptc: <stdout>: Broken pipe\n");
    argv[2] = rows_line;
    cr_expect(test_run(argv, PTC_STR(""), &out, NULL) == 0);
    cr_expect_str_eq(out.ptr, "{\"file\":\"<stdout>\",\"severity\":\"error\","
                              "\"code\":\"file\",\"message\":\"Broken pipe\"}\n");
}
