/* SPDX-License-Identifier: MIT */
/* Programs in replies of models. [subagent 10] */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "agent/run/reply.h"
#include "support.h"

#define FENCE "```"

typedef struct row {
    const char *name;
    const char *reply;
    const char *program; /* NULL: none is found */
} row;

static ptc_reply read_reply(ptc_arena *arena, const char *reply, ptc_stop_reason stop,
                            ptc_multi_block multi_block)
{
    ptc_reply out;

    cr_assert(ptc_reply_read(arena, ptc_str_of(reply), stop, multi_block, &out) ==
              PTC_OK);
    return out;
}

static void expect_rows(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ptc_arena arena;
        ptc_reply reply;

        ptc_arena_init(&arena, NULL, 0);
        reply = read_reply(&arena, rows[i].reply, PTC_STOP_END, PTC_BLOCKS_DO);
        if (rows[i].program == NULL)
            cr_expect(reply.kind == PTC_REPLY_NO_CODE, "%s: no program, got \"%s\"",
                      rows[i].name, test_cstr(reply.program));
        else
            cr_expect(reply.kind == PTC_REPLY_PROGRAM &&
                          ptc_str_equal(reply.program, ptc_str_of(rows[i].program)),
                      "%s: \"%s\"", rows[i].name, test_cstr(reply.program));
        ptc_arena_free(&arena);
    }
}

#define EXPECT_ROWS(rows) expect_rows(rows, sizeof(rows) / sizeof *(rows))

Test(reply, finds_fenced_programs) /* M348 */
{
    static const row rows[] = {
        {"clojure", "Here:\n```clojure\n(+ 1 2)\n```\nDone.", "(+ 1 2)\n"},
        {"lisp", "```lisp\n(+ 1 2)\n```", "(+ 1 2)\n"},
        {"ptc-lisp", "```ptc-lisp\n(+ 1 2)\n```", "(+ 1 2)\n"},
        {"any case", "```Clojure\n(+ 1 2)\n```", "(+ 1 2)\n"},
        {"blanks before the tag", "```  clojure\n(+ 1 2)\n```", "(+ 1 2)\n"},
        {"attributes after it", "```clojure title=a\n(+ 1 2)\n```", "(+ 1 2)\n"},
        {"tildes", "~~~clojure\n(+ 1 2)\n~~~", "(+ 1 2)\n"},
        {"indented in a list", "1. do\n   ```clojure\n   (+ 1 2)\n   ```",
         "   (+ 1 2)\n"},
        {"not a list in it", "```clojure\n42\n```", "42\n"},
        {"element", "<clojure>\n(+ 1 2)\n</clojure>", "\n(+ 1 2)\n"},
        {"element on a line", "<clojure>(+ 1 2)</clojure> so", "(+ 1 2)"},
        {"fence closed by an element", "```clojure\n(+ 1 2)\n</clojure>\nso",
         "(+ 1 2)\n"},
        {"carriage returns", "```clojure\r\n(+ 1\r\n 2)\r\n```\r\n", "(+ 1\n 2)\n"},
        {"empty, then a full one", "```clojure\n```\n```clojure\n1\n```", "1\n"},
    };

    EXPECT_ROWS(rows);
}

Test(reply, scans_by_lines) /* M353 */
{
    static const row rows[] = {
        {"backticks in a string", "```clojure\n(str \"```\" 1)\n```",
         "(str \"```\" 1)\n"},
        {"fence within a longer one", "````md\n```clojure\n(+ 1 2)\n```\n````", NULL},
        {"longer fence of a program", "````clojure\n(f \"\n```\n\")\n````",
         "(f \"\n```\n\")\n"},
        {"in a quotation", "> ```clojure\n> (+ 1 2)\n> ```", NULL},
        {"fence in a row of text", "Use ```(+ 1 2)``` here", NULL},
        {"three in a line", "```(+ 1 2)```", NULL},
        {"code on the fence line", "```clojure (+ 1 2)\n```", NULL},
        {"closed by more", "```clojure\n1\n`````\nrest", "1\n"},
        {"other character does not close", "```clojure\n(f\n~~~\n)\n```", "(f\n~~~\n)\n"},
    };

    EXPECT_ROWS(rows);
}

Test(reply, finds_plain_programs) /* M349 */
{
    static const row rows[] = {
        {"bare", "(+ 1 2)", "(+ 1 2)"},
        {"bare with blanks", " \n (+ 1 2)\n", "(+ 1 2)"},
        {"bare after a mark", "\xEF\xBB\xBF(+ 1 2)", "(+ 1 2)"},
        {"bare after comments", "; first\n\n ;; then (x)\n(+ 1 2)",
         "; first\n\n ;; then (x)\n(+ 1 2)"},
        {"marks and comments", "\xEF\xBB\xBF\xEF\xBB\xBF; x\r\n(+ 1 2)", "; x\n(+ 1 2)"},
        {"comments alone", "; (+ 1 2)\n;; (+ 1 2)", NULL},
        {"comments, then prose", "; note\nSure: (+ 1 2)", NULL},
        {"comments, then data", "; note\n{:a 1}", NULL},
        {"no tag, comments", "```\n; x\n(+ 1 2)\n```", "; x\n(+ 1 2)\n"},
        {"a mark before a fence", "\xEF\xBB\xBF```clojure\n(+ 1 2)\n```", "(+ 1 2)\n"},
        {"a mark before thoughts", "\xEF\xBB\xBF<think>x</think>\n(+ 1 2)", "(+ 1 2)"},
        {"prose first", "Sure: (+ 1 2)", NULL},
        {"number", "42", NULL},
        {"map", "{:a 1}", NULL},
        {"no tag", "```\n(+ 1 2)\n```", "(+ 1 2)\n"},
        {"other tag", "```python\n(+ 1 2)\n```", "(+ 1 2)\n"},
        {"other content", "```json\n{\"a\": 1}\n```", NULL},
        {"a tag wins", "```\n(a)\n```\n```clojure\n(b)\n```\n```\n(c)\n```", "(b)\n"},
        {"bare next to a fence", "(a)\n```json\n{}\n```", NULL},
        {"nothing", "", NULL},
        {"blanks", " \n\t\n", NULL},
        {"empty block", "```clojure\n\n```", NULL},
    };

    EXPECT_ROWS(rows); /* M351: what has no program gets a reminder */
}

Test(reply, finds_programs_in_code_elements)
{
    static const row rows[] = {
        {"on a line", "<code>(+ 1 2)</code>", "(+ 1 2)"},
        {"on lines", "Thought: x\n<code>\n(+ 1 2)\n</code>\nso", "\n(+ 1 2)\n"},
        {"comments in it", "<code>\n; x\n(+ 1 2)\n</code>", "\n; x\n(+ 1 2)\n"},
        {"any case, attributes", "<CODE lang=\"clojure\">(+ 1 2)</Code>", "(+ 1 2)"},
        {"never closed", "<code>(+ 1 2)", "(+ 1 2)"},
        {"two", "<code>(a)</code>\n<code>(b)</code>", "(do\n(a)\n(b)\n)"},
        {"a fence in it", "<code>\n```clojure\n42\n```\n</code>", "42\n"},
        {"a tag wins", "<code>(a)</code>\n```clojure\n(b)\n```", "(b)\n"},
        {"no program in it", "<code>x = 1</code>", NULL},
        {"words of prose", "Call <code>(+ 1 2)</code>", NULL},
        {"another element", "<codes>(+ 1 2)</codes>", NULL},
        {"no program, then a bare one", "(str \"\n<code>x</code>\")",
         "(str \"\n<code>x</code>\")"},
    };

    EXPECT_ROWS(rows);
}

/* --- Replies without a program
 * ------------------------------------------------------ */

#define JSON_HINT  "you answered with JSON: write (return {..})"
#define VALUE_HINT "you answered with a value: write (return value)"
#define CALL_HINT  "you answered with a tool call in JSON: write "

/* M351 */
Test(reply, says_what_to_write_instead)
{
    static const ptc_str tools[] = {{"search-all", 10}, {"return", 6}, {"fail", 4}};
    static const struct {
        const char *reply, *hint;
    } rows[] = {
        {"I think it is 15.", ""},
        {"", ""},
        {"See [1] and {2}, or (f x).", ""},
        {"It is [1, 2]", ""},
        {"Use {} there", ""},
        {"{\"urgent\": true}", JSON_HINT},
        {" [1, 2] ", JSON_HINT},
        {"[]", JSON_HINT},
        {"```json\n{\"a\": 1}\n```", JSON_HINT},
        {"Here it is:\n```json\n{\"a\": 1}\n```\nDone.", JSON_HINT},
        {"The answer is {\"a\": 1}.", JSON_HINT},
        {"Found [{\"a\": 1}]", JSON_HINT},
        {"{\"a\": 1, \"b\": [1 2}", JSON_HINT},
        {"<think>hm</think>{\"a\": 1}", JSON_HINT},
        {"{:urgent true}", VALUE_HINT},
        {"[1 2]", VALUE_HINT},
        {"#{1 2}", VALUE_HINT},
        {"```edn\n{:urgent true}\n```", VALUE_HINT},
        {"true", VALUE_HINT},
        {"-1.5", VALUE_HINT},
        {"\"Paris\"", VALUE_HINT},
        {"nil", VALUE_HINT},
        {":urgent", VALUE_HINT},
        {":urgent I think", ""},
        {"{\"name\": \"search_all\", \"arguments\": {\"q\": 1}}",
         CALL_HINT "(tool/search-all {..})"},
        {"<tool_call>\n{\"name\": \"search-all\", \"arguments\": {}}\n</tool_call>",
         CALL_HINT "(tool/search-all {..})"},
        {"{\"tool_calls\": [{\"type\": \"function\", \"function\": {\"name\": "
         "\"search_all\", \"arguments\": \"{}\"}}]}",
         CALL_HINT "(tool/search-all {..})"},
        {"[{\"tool\": \"search_all\", \"args\": {}}]",
         CALL_HINT "(tool/search-all {..})"},
        {"{\"function\": \"search_all\", \"parameters\": {}}",
         CALL_HINT "(tool/search-all {..})"},
        {"```json\n[{\"name\": \"search_all\", \"args\": {}}, {\"name\": \"search_all\", "
         "\"args\": {}}]\n```",
         CALL_HINT "(tool/search-all {..})"},
        {"{\"type\": \"tool_use\", \"name\": \"nope\", \"input\": {}}",
         CALL_HINT "(tool/name {..})"},
        {"{\"action\": \"return\", \"action_input\": {\"a\": 1}}",
         CALL_HINT "(return {..})"},
        {"{\"name\": \"Ann\"}", JSON_HINT},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_arena arena;
        ptc_reply reply;
        ptc_text hint;

        ptc_arena_init(&arena, NULL, 0);
        reply = read_reply(&arena, rows[i].reply, PTC_STOP_END, PTC_BLOCKS_DO);
        cr_expect(reply.kind == PTC_REPLY_NO_CODE, "%s", rows[i].reply);
        ptc_text_init(&hint, &arena);
        ptc_reply_write_hint(&hint, &reply, tools, 3);
        cr_expect(ptc_str_equal(ptc_text_view(&hint), ptc_str_of(rows[i].hint)), "%s: %s",
                  rows[i].reply, test_cstr(ptc_text_view(&hint)));
        ptc_text_init(&hint, &arena);
        ptc_reply_write_hint(&hint, &reply, tools + 1, 2);
        cr_expect(strncmp(rows[i].hint, CALL_HINT, sizeof CALL_HINT - 1) != 0 ||
                      ptc_str_equal(ptc_text_view(&hint), PTC_STR(JSON_HINT)),
                  "without tools a call is data");
        ptc_arena_free(&arena);
    }
}

Test(reply, drops_thoughts)
{
    static const row rows[] = {
        {"before", "<think>\n```clojure\n(bad)\n```\n</think>\n```clojure\n1\n```",
         "1\n"},
        {"long form", "<thinking>(bad)</thinking>(+ 1 2)", "(+ 1 2)"},
        {"any case", "<Think>x</THINK>\n(+ 1 2)", "(+ 1 2)"},
        {"twice", "<think>a</think>\n```clojure\n1\n```\n<think>b</think>", "1\n"},
        {"unclosed", "<think>I would\n```clojure\n(bad)\n```", NULL},
        {"begun before", "I would\n```clojure\n(bad)\n```\n</think>\n(good)", "(good)"},
        {"in a program", "```clojure\n(str \"<think>\" 1)\n```", "(str \"<think>\" 1)\n"},
        {"less than", "```clojure\n(< 1 2)\n```", "(< 1 2)\n"},
    };

    EXPECT_ROWS(rows);
}

Test(reply, cleans_typography) /* M352 */
{
    static const row rows[] = {
        {"curly strings", "(str “a” ‘b)", "(str \"a\" 'b)"},
        {"curly within straight", "(str \"“a”\")", "(str \"“a”\")"},
        {"straight within curly", "(str “say \\\"a\\\"”)", "(str \"say \\\"a\\\"\")"},
        {"blanks that do not break",
         "(+\xC2\xA0"
         "1 2)",
         "(+ 1 2)"},
        {"without width", "(+ 1\xE2\x80\x8B 2)", "(+ 1 2)"},
        {"kept in strings",
         "(str \"a\xC2\xA0"
         "b\")",
         "(str \"a\xC2\xA0"
         "b\")"},
        {"kept in comments", "(+ 1 ; “one”\n 2)", "(+ 1 ; “one”\n 2)"},
        {"a quote in a comment", "(+ 1 ; it\"s\n “a”)", "(+ 1 ; it\"s\n \"a\")"},
        {"a quote as a character", "(str \\\" “a”)", "(str \\\" \"a\")"},
        {"escaped quotes", "(str \"\\\"“\\\"\")", "(str \"\\\"“\\\"\")"},
        {"nothing to clean", "(str \\; \"a\\n;\" '[b]) ; \"c",
         "(str \\; \"a\\n;\" '[b]) ; \"c"},
        {"only line ends", "(+ 1\r\n 2)", "(+ 1\n 2)"},
        {"discarded forms stay", "(+ 1 #_ 5 2)", "(+ 1 #_ 5 2)"},
        {"bytes that are not text", "(+ \xFF 2)", "(+ \xFF 2)"},
        {"a lone backslash", "(\\", "(\\"},
    };

    EXPECT_ROWS(rows);
}

Test(reply, joins_blocks_and_keeps_their_places) /* M350 */
{
    static const char text[] = "First\n```clojure\n(def a 1)\n\n(def b)\n```\nthen\n"
                               "```clojure\n(return a)\n```";
    static const struct {
        size_t line;
        bool is_found;
        uint32_t block;
        size_t in_block;
    } places[] = {{1, false, 0, 0}, {2, true, 0, 1},  {4, true, 0, 3},
                  {5, true, 1, 1},  {6, false, 0, 0}, {0, false, 0, 0}};
    ptc_arena arena;
    ptc_reply reply;

    ptc_arena_init(&arena, NULL, 0);
    reply = read_reply(&arena, text, PTC_STOP_END, PTC_BLOCKS_DO);
    cr_expect(
        ptc_str_equal(reply.program, PTC_STR("(do\n(def a 1)\n\n(def b)\n(return a)\n)")),
        "%s", test_cstr(reply.program));
    cr_expect(
        ptc_str_equal(reply.spoken, PTC_STR("```clojure\n(def a 1)\n\n(def b)\n```\n\n"
                                            "```clojure\n(return a)\n```")),
        "%s", test_cstr(reply.spoken));
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        uint32_t block = 9;
        size_t line = 0;
        bool is_found = ptc_reply_place(&reply, places[i].line, &block, &line);

        cr_expect(is_found == places[i].is_found, "line %zu", places[i].line);
        cr_expect(!is_found || (block == places[i].block && line == places[i].in_block),
                  "line %zu: block %u line %zu", places[i].line, block, line);
    }
    reply = read_reply(&arena, text, PTC_STOP_END, PTC_BLOCKS_FIRST);
    cr_expect(ptc_str_equal(reply.program, PTC_STR("(def a 1)\n\n(def b)\n")));
    reply = read_reply(&arena, text, PTC_STOP_END, PTC_BLOCKS_ERROR);
    cr_expect(reply.kind == PTC_REPLY_MANY_BLOCKS);
    ptc_arena_free(&arena);
}

Test(reply, heeds_why_the_model_stopped)
{
    static const char open[] = "```clojure\n(+ 1 2)\n";
    static const char whole[] = "```clojure\n(+ 1 2)\n```";
    static const struct {
        const char *reply;
        ptc_stop_reason stop;
        ptc_reply_kind kind;
    } rows[] = {
        {open, PTC_STOP_END, PTC_REPLY_PROGRAM},
        {open, PTC_STOP_UNKNOWN, PTC_REPLY_PROGRAM},
        {open, PTC_STOP_TOOL, PTC_REPLY_NO_CODE},
        {open, PTC_STOP_OTHER, PTC_REPLY_NO_CODE},
        {"<clojure>(+ 1 2)", PTC_STOP_OTHER, PTC_REPLY_NO_CODE},
        {"<clojure>(+ 1 2)", PTC_STOP_END, PTC_REPLY_PROGRAM},
        {whole, PTC_STOP_OTHER, PTC_REPLY_PROGRAM},
        {whole, PTC_STOP_LENGTH, PTC_REPLY_TRUNCATED},
        {whole, PTC_STOP_REFUSAL, PTC_REPLY_REFUSED},
    };
    ptc_reply reply;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        reply = read_reply(&arena, rows[i].reply, rows[i].stop, PTC_BLOCKS_DO);
        cr_expect(reply.kind == rows[i].kind, "row %zu: kind %d", i, (int)reply.kind);
    }
    cr_expect(ptc_reply_read(&arena, ptc_str_make(NULL, 0), PTC_STOP_END, PTC_BLOCKS_DO,
                             &reply) == PTC_OK);
    cr_expect(reply.kind == PTC_REPLY_REFUSED, "no content at all");
    ptc_arena_free(&arena);
}

Test(reply, takes_any_bytes_and_little_memory)
{
    static const char *const pieces[] = {
        "```",       "clojure",    "\n",   "(",        ")", "\"",
        "<code>",    "</code>",    "{\"",  "\":1}",    "[", "\xEF\xBB\xBF",
        "<think>",   "</think>",   "“",    "\\",       ";", "~~~",
        "<clojure>", "</clojure>", "\r\n", "\xE2\x80", " "};
    test_random random = test_random_start("reply", 7);

    for (size_t round = 0; round < 20000; round++) {
        char text[256];
        char place[4096];
        size_t len = 0;
        ptc_arena arena;
        ptc_reply reply;

        while (len < 200 && test_random_below(&random, 30) > 0) {
            const char *piece =
                pieces[test_random_below(&random, sizeof pieces / sizeof *pieces)];

            memcpy(text + len, piece, strlen(piece));
            len += strlen(piece);
        }
        ptc_arena_init_memory(&arena, place, test_random_below(&random, sizeof place));
        if (ptc_reply_read(&arena, ptc_str_make(text, len), PTC_STOP_END, PTC_BLOCKS_DO,
                           &reply) == PTC_OK)
            cr_expect((reply.kind == PTC_REPLY_PROGRAM) == (reply.program.len > 0));
        ptc_arena_free(&arena);
    }
}

/* A MiB of one piece after the other, whatever the reply is made of. */
Test(reply, is_linear_in_its_length, .timeout = 60)
{
    static const struct {
        const char *first, *rest;
        bool is_program;
    } rows[] = {
        {"```\n<thi", "<think>\n", false},
        {"", "<code>\n", false},
        {"", "<code>", false},
        {"", "<code>;\n", false},
        {"(", "<code>\n", true},
        {"", "<code>(\n", true},
        {"", "<code></code>\n", false},
        {"", "<code>(f)</code>\n", true},
        {"", "<code>\n```\n", false},
        {"", "; x\n", false},
        {"", "\xEF\xBB\xBF", false},
        {"", "\xEF\xBB\xBF;\n<code>", false},
        {"", "{", false},
        {"", "{\"a\":", false},
        {"", "```json\n{\"a\": 1}\n", false},
        {"", "[{\"name\":\"", false},
    };
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE + 1);

    cr_assert(text != NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t len = strlen(rows[i].first);
        size_t piece = strlen(rows[i].rest);
        ptc_arena arena;
        ptc_reply reply;

        memcpy(text, rows[i].first, len);
        for (; len + piece <= SIZE; len += piece)
            memcpy(text + len, rows[i].rest, piece);
        text[len] = '\0';
        ptc_arena_init(&arena, NULL, 0);
        reply = read_reply(&arena, text, PTC_STOP_END, PTC_BLOCKS_DO);
        cr_expect((reply.kind == PTC_REPLY_PROGRAM) == rows[i].is_program, "%s",
                  rows[i].rest);
        ptc_arena_free(&arena);
    }
    free(text);
}
