/* SPDX-License-Identifier: MIT */
/* Grammars of programs: the parts of an agent that they have, and the losses that they
 * report. Sentences of whole grammars are looked at by tests/check_programs. [emitters
 * 6] */
#include <criterion/criterion.h>

#include "support.h"

#include <stdio.h>

/* --- Agents --------------------------------------------------------------------------
 */

static ptc_status do_nothing(ptc_tool_call *call, void *user)
{
    (void)call, (void)user;
    return PTC_OK;
}

typedef struct grammar_test {
    ptc_arena arena;
    ptc_agent agent;
    ptc_agent_tool row;
    ptc_tool tool;
    ptc_schema signature; /* of the tool */
    ptc_agent_grammar_options options;
    ptc_text notes; /* "place: what" and a line end, each */
    ptc_text text;
} grammar_test;

static void take_note(ptc_str place, ptc_str what, void *user)
{
    grammar_test *t = user;

    if (place.len == 0)
        return;
    ptc_text_str(&t->notes, place);
    ptc_text_cstr(&t->notes, ": ");
    ptc_text_str(&t->notes, what);
    ptc_text_byte(&t->notes, '\n');
}

static void start(grammar_test *t, const char *signature)
{
    memset(t, 0, sizeof *t);
    ptc_arena_init(&t->arena, NULL, 0);
    ptc_text_init(&t->text, &t->arena);
    ptc_text_init(&t->notes, &t->arena);
    t->agent.struct_size = sizeof t->agent;
    t->agent.prompt = PTC_STR("Do it.");
    if (signature != NULL)
        t->agent.signature_text = ptc_str_of(signature);
    t->options.struct_size = sizeof t->options;
    t->options.note = take_note;
    t->options.user = t;
}

/* Gives the agent a tool; `signature` NULL: without one. */
static void give_tool(grammar_test *t, const char *signature)
{
    ptc_str why;

    if (signature != NULL)
        cr_assert_eq(ptc_signature_of(&t->arena, signature, &t->signature, &why), PTC_OK,
                     "%s", why.ptr);
    t->tool = (ptc_tool){.name = "find", .function = do_nothing};
    t->tool.signature = signature != NULL ? &t->signature : NULL;
    t->row.function = &t->tool;
    t->agent.tools = &t->row;
    t->agent.tool_count = 1;
}

static const char *write(grammar_test *t)
{
    cr_assert_eq(ptc_agent_write_grammar(&t->text, &t->agent, &t->options), PTC_OK);
    return t->text.ptr;
}

static void end(grammar_test *t)
{
    ptc_arena_free(&t->arena);
}

/* The rule of a grammar as written, after its name. */
static const char *rule(grammar_test *t, const char *name)
{
    const char *found = t->text.ptr;
    size_t len = strlen(name);

    for (; found != NULL; found = strchr(found, '\n')) {
        found += *found == '\n';
        if (strncmp(found, name, len) == 0 && strncmp(found + len, " ::= ", 5) == 0) {
            found += len + 5;
            return ptc_str_copy(&t->arena, ptc_str_make(found, strcspn(found, "\n"))).ptr;
        }
    }
    return "(there is none)";
}

static void expect_rule(grammar_test *t, const char *name, const char *body)
{
    const char *found = rule(t, name);

    cr_expect_str_eq(found, body, "%s ::= %s\nnot %s", name, found, body);
}

/* --- Context ---------------------------------------------------------------------------
 */

typedef struct context_row {
    const char *signature;
    const char *given; /* JSON, or NULL */
    uint64_t max_turns;
    const char *rule;
    const char *note;
} context_row;

static const context_row context_rows[] = {
    {"(user :string, n :int?) -> :int", NULL, 0,
     "(\"ctx/\" | \"data/\") (\"user\" | \"n\" | \"fail\")", ""},
    {"(user :string) -> :int", NULL, 1, "(\"ctx/\" | \"data/\") \"user\"", ""},
    {"(_key :string) -> :int", NULL, 1, "(\"ctx/\" | \"data/\") \"_key\"", ""},
    {"(a-b :int) -> :int", "{\"a_b\": 1, \"more\": 2}", 1,
     "(\"ctx/\" | \"data/\") (\"a-b\" | \"more\")", ""},
    {NULL, "{\"rows\": []}", 0, "(\"ctx/\" | \"data/\") (\"rows\" | \"fail\")", ""},
    {NULL, NULL, 0, "(\"ctx/\" | \"data/\") local",
     "context: the names: the agent has no parameters\n"},
    {"(a :int) -> :int", "{\"two words\": 1}", 1, "(\"ctx/\" | \"data/\") \"a\"",
     "context: a name that is not a symbol\n"},
};

/* M495 */
Test(agent_grammar, context_names)
{
    for (size_t i = 0; i < sizeof context_rows / sizeof *context_rows; i++) {
        const context_row *row = &context_rows[i];
        ptc_value given;
        grammar_test t;

        start(&t, row->signature);
        t.agent.max_turns = row->max_turns;
        if (row->given != NULL) {
            cr_assert_eq(ptc_json_read(&t.arena, row->given, strlen(row->given), NULL,
                                       &given, NULL, NULL),
                         PTC_OK);
            t.options.context = &given;
        }
        write(&t);
        expect_rule(&t, "context", row->rule);
        cr_expect_str_eq(t.notes.len > 0 ? t.notes.ptr : "", row->note, "%zu: %s", i,
                         t.notes.ptr);
        end(&t);
    }
}

/* --- Tools
 * ------------------------------------------------------------------------------ */

typedef struct tool_row {
    const char *signature;
    const char *rule;
    const char *note;
} tool_row;

#define HEAD "(\"tool/find\" | \"call\" s \"\\\"find\\\"\")"

static const tool_row tool_rows[] = {
    {"(q :string) -> :int", HEAD " s \"{:q\" s (string | computed) \"}\"", ""},
    {"(a :int, b :bool) -> :int",
     HEAD
     " s \"{:a\" s (int | computed) s \":b\" s (\"true\" | \"false\" | computed) \"}\"",
     ""},
    {"(a :int, b :int?, c :int?) -> :int",
     HEAD " s \"{:a\" s (int | computed) (s \":b\" s (int | \"nil\" | computed))? "
          "(s \":c\" s (int | \"nil\" | computed))? \"}\"",
     ""},
    {"(a :int?) -> :int", HEAD " (s \"{\" (\":a\" s (int | \"nil\" | computed))? \"}\")?",
     ""},
    {"() -> :int", HEAD " (s \"{}\")?", ""},
    {"(n :int = 3) -> :int",
     HEAD " (s \"{\" (\":n\" s (int | \"nil\" | computed))? \"}\")?", ""},
    {"(a :int?, b :int?, c :int, d :int?) -> :int",
     HEAD " s \"{\" (\":a\" s (int | \"nil\" | computed) (s \":b\" s (int | \"nil\" | "
          "computed))? fields-2 | \":b\" s (int | \"nil\" | computed) fields-2 | \":c\" "
          "s (int | "
          "computed) fields) \"}\"",
     ""},
    {"(x :any) -> :int", HEAD " s \"{:x\" s e \"}\"", ""},
    {"(m :map) -> :int", HEAD " s \"{:m\" s (map | computed) \"}\"", ""},
    {"(k :keyword) -> :int", HEAD " s \"{:k\" s (keyword | computed) \"}\"", ""},
    {"(e :enum[\"a\" \"b c\"]) -> :int",
     HEAD " s \"{:e\" s (\"\\\"a\\\"\" | \"\\\"b c\\\"\" | computed) \"}\"", ""},
    {"(\"two words\" :int) -> :int",
     HEAD " s \"{\\\"two words\\\"\" s (int | computed) \"}\"", ""},
    {"[:=> [:catn [:u {:ptc/context \"app.user\"} :string] [:q :string]] :int]",
     HEAD " s \"{:q\" s (string | computed) \"}\"", ""},
    {NULL, HEAD " (s map)?", "tool find: the arguments: the tool has no signature\n"},
};

/* M495 */
Test(agent_grammar, arguments_of_tools)
{
    for (size_t i = 0; i < sizeof tool_rows / sizeof *tool_rows; i++) {
        const tool_row *row = &tool_rows[i];
        grammar_test t;

        start(&t, "(a :int) -> :int");
        give_tool(&t, row->signature);
        write(&t);
        expect_rule(&t, "tool-find", row->rule);
        cr_expect_str_eq(t.notes.len > 0 ? t.notes.ptr : "", row->note, "%zu", i);
        end(&t);
    }
}

Test(agent_grammar, tools_to_plan_with_are_not_called)
{
    static const ptc_prompt_tool catalog[] = {{.name = PTC_STR_INIT("ship")}};
    grammar_test t;

    start(&t, "(a :int) -> :int");
    t.agent.catalog = catalog;
    t.agent.catalog_count = 1;
    write(&t);
    cr_expect_null(strstr(t.text.ptr, "ship"));
    cr_expect_null(strstr(t.text.ptr, "tool"));
    end(&t);
}

Test(agent_grammar, tools_that_are_built_in)
{
    grammar_test t;

    start(&t, "(a :string) -> :int");
    t.agent.flags = PTC_AGENT_GREP;
    write(&t);
    expect_rule(&t, "tool", "tool-grep | tool-grep-n");
    expect_rule(&t, "tool-name", "\"tool/grep\" | \"tool/grep-n\"");
    end(&t);
}

/* Agents and questions to models are tools like others; fields of results hidden from a
 * caller's model do not concern arguments. */
Test(agent_grammar, agents_that_are_tools)
{
    static const ptc_agent child = {
        .struct_size = sizeof child,
        .name = "child",
        .prompt = PTC_STR_INIT("Sum up {{text}}"),
        .signature_text = PTC_STR_INIT("(text :string) -> {sum :string, _raw :string}")};
    static const ptc_agent_tool tools[] = {{.name = "sum", .agent = &child}};
    grammar_test t;

    start(&t, "(a :string) -> :int");
    t.agent.tools = tools;
    t.agent.tool_count = 1;
    write(&t);
    expect_rule(&t, "tool-sum",
                "(\"tool/sum\" | \"call\" s \"\\\"sum\\\"\") s \"{:text\" s "
                "(string | computed) \"}\"");
    expect_rule(&t, "tool-sum-in",
                "(\"tool/sum\" | \"call\" s \"\\\"sum\\\"\") s \"{:text\" s "
                "(string | computed-in) \"}\"");
    end(&t);
}

/* --- Results
 * ---------------------------------------------------------------------------- */

typedef struct result_row {
    const char *type;
    const char *ending; /* between `return` and `fail` */
    const char *rule;   /* that it has, or NULL */
    const char *body;
} result_row;

static const result_row result_rows[] = {
    {":int", "(int | computed)", NULL, NULL},
    {":int?", "(int | \"nil\" | computed)", NULL, NULL},
    {":any", "e", NULL, NULL},
    {"{n :int, _key :string}", "(result | computed)", "result",
     "\"{:n\" s (int | computed) s \":_key\" s (string | computed) \"}\""},
    {"{a :int?, b :int}", "(result | computed)", "result",
     "\"{\" (\":a\" s (int | \"nil\" | computed) s \":b\" s (int | computed) | \":b\" s "
     "(int | "
     "computed)) \"}\""},
    {"{a :int?}", "(result | computed)", "result",
     "\"{\" (\":a\" s (int | \"nil\" | computed))? \"}\""},
    {"[:string]", "(result | computed)", "result",
     "\"[\" ((string | computed) (s (string | computed)){0,99})? \"]\""},
    {"[:bool][2..3]", "(result | computed)", "result",
     "\"[\" (\"true\" | \"false\" | computed) (s (\"true\" | \"false\" | computed)){1,2} "
     "\"]\""},
    {"[:tuple :int :string]", "(result | computed)", "result",
     "\"[\" (int | computed) s (string | computed) \"]\""},
    {"[:set :int]", "(result | computed)", "result",
     "\"#{\" ((int | computed) (s (int | computed)){0,99})? \"}\""},
    {"[:map-of :string :int]", "(result | computed)", "result",
     "\"{\" ((string | computed) s (int | computed) (s (string | computed) s (int | "
     "computed)){0,99})? \"}\""},
    {":int | :string", "(result | computed)", "result", "int | string"},
    {"[:schema {:registry {\"t\" [:map [:next {:optional true} [:ref \"t\"]]]}} \"t\"]",
     "(t | computed)", "t", "\"{\" (\":next\" s (t | \"nil\" | computed))? \"}\""},
};

/* M495 */
Test(agent_grammar, results)
{
    for (size_t i = 0; i < sizeof result_rows / sizeof *result_rows; i++) {
        const result_row *row = &result_rows[i];
        char signature[200];
        char ending[200];
        grammar_test t;

        snprintf(signature, sizeof signature, "(a :int) -> %s", row->type);
        snprintf(ending, sizeof ending, "\"return\" s %s | \"fail\" s e", row->ending);
        start(&t, signature);
        write(&t);
        expect_rule(&t, "ending", ending);
        if (row->rule != NULL)
            expect_rule(&t, row->rule, row->body);
        cr_expect_eq(t.notes.len, 0, "%s: %s", row->type, t.notes.ptr);
        end(&t);
    }
}

/* --- Modes
 * ------------------------------------------------------------------------------ */

#define FIRST "(list | \"(\" definition \")\")"

static void expect_root(uint64_t max_turns, bool is_fenced, ptc_program_calls calls,
                        const char *root)
{
    grammar_test t;

    start(&t, "(a :int) -> :int");
    t.agent.max_turns = max_turns;
    t.options.is_fenced = is_fenced;
    t.options.calls = calls;
    write(&t);
    expect_rule(&t, "root", root);
    end(&t);
}

/* What begins a reply without a fence is what runs take for a program. */
Test(agent_grammar, programs_of_agents_and_judgments)
{
    expect_root(0, false, PTC_PROGRAM_CALLS_ANY,
                "lines? " FIRST " (s statement){0,59} lines?");
    expect_root(
        0, true, PTC_PROGRAM_CALLS_ANY,
        "\"```clojure\\n\" lines? statement (s statement){0,59} lines? \"\\n```\"");
    expect_root(1, false, PTC_PROGRAM_CALLS_ANY,
                "lines? (list | " FIRST
                " (s statement){0,59} s (int | computed)) lines?");
    expect_root(
        1, true, PTC_PROGRAM_CALLS_ANY,
        "\"```clojure\\n\" lines? (int | computed | statement (s statement){0,59} s "
        "(int | computed)) lines? \"\\n```\"");
    expect_root(1, false, PTC_PROGRAM_CALLS_TOOLS, "\"(\" literal-ending \")\"");
    expect_root(1, true, PTC_PROGRAM_CALLS_TOOLS,
                "\"```clojure\\n\" (int | \"(\" literal-ending \")\") \"\\n```\"");
}

/* The overrides of a run are those of its grammar. */
Test(agent_grammar, overrides)
{
    const ptc_agent_overrides one = {.struct_size = sizeof one, .max_turns = 1};
    grammar_test t;

    start(&t, "(a :int) -> :int");
    t.options.overrides = &one;
    write(&t);
    expect_rule(&t, "root",
                "lines? (list | " FIRST
                " (s statement){0,59} s (int | computed)) lines?");
    end(&t);
}

Test(agent_grammar, what_is_called)
{
    grammar_test t;

    start(&t, "(a :int) -> :int");
    write(&t);
    cr_expect_not_null(strstr(rule(&t, "call"), " | own (s arg){0,40}"));
    end(&t);
    start(&t, "(a :int) -> :int");
    t.options.calls = PTC_PROGRAM_CALLS_KNOWN;
    write(&t);
    cr_expect_null(strstr(rule(&t, "call"), "own"));
    cr_expect_not_null(strstr(rule(&t, "call"), "builtins-5 s arg |"));
    end(&t);
}

/* M495 */
Test(agent_grammar, literals_alone)
{
    grammar_test t;

    start(&t, "(a :int) -> {n :int, ok :bool?}");
    give_tool(&t, "(q :string) -> :int");
    t.options.calls = PTC_PROGRAM_CALLS_TOOLS;
    t.options.max_string = 8;
    write(&t);
    expect_rule(&t, "root",
                "(\"(\" literal-tool \") \"){0,9} (\"(\" literal-tool \")\" | "
                "\"(\" literal-ending \")\")");
    expect_rule(&t, "literal-tool-find",
                "(\"tool/find\" | \"call \\\"find\\\"\") \" {:q \" string \"}\"");
    expect_rule(&t, "literal-ending", "\"return \" result | literal-failure");
    expect_rule(&t, "result",
                "\"{:n \" int (\" :ok \" (\"true\" | \"false\" | "
                "\"nil\"))? \"}\"");
    expect_rule(&t, "literal-failure",
                "\"fail {:reason \" keyword \" :message \" string \"}\"");
    expect_rule(&t, "string", "\"\\\"\" char{0,8} \"\\\"\"");
    cr_expect(strstr(t.text.ptr, "\nlist ::=") == NULL);
    end(&t);
}

Test(agent_grammar, lark_has_tokens)
{
    grammar_test t;

    start(&t, "(a :int) -> :int");
    t.options.syntax = PTC_GRAMMAR_LARK;
    write(&t);
    cr_expect_not_null(strstr(t.text.ptr, "start: LINES? (list | "));
    cr_expect_not_null(strstr(t.text.ptr, "\nLOCAL: "));
    cr_expect_not_null(strstr(t.text.ptr, "ending: \"return\" S (INT | computed)"));
    end(&t);
}

/* --- Losses, sizes, faults
 * ---------------------------------------------------------------- */

static void count_note(ptc_str place, ptc_str what, void *user)
{
    size_t *counts = user;

    cr_expect_gt(what.len, 0);
    counts[place.len == 0]++;
}

Test(agent_grammar, losses_of_the_language)
{
    size_t counts[3][2] = {{0}};

    for (unsigned calls = 0; calls < 3; calls++) {
        grammar_test t;

        start(&t, "(a :int) -> :int");
        t.options.calls = (ptc_program_calls)calls;
        t.options.note = count_note;
        t.options.user = counts[calls];
        write(&t);
        cr_expect_eq(counts[calls][0], 0);
        end(&t);
    }
    cr_expect_gt(counts[PTC_PROGRAM_CALLS_ANY][1], 10);
    cr_expect_gt(counts[PTC_PROGRAM_CALLS_KNOWN][1], 10);
    cr_expect_eq(counts[PTC_PROGRAM_CALLS_TOOLS][1], 1);
}

/* A loss has its place, and is reported once. */
Test(agent_grammar, losses_of_contracts)
{
    grammar_test t;

    start(&t, "(a :int) -> {rows [{x [:not :int]}]}");
    give_tool(&t, "(q [:and :int [:not [:= 3]]]) -> :int");
    write(&t);
    cr_expect_not_null(strstr(t.notes.ptr, "tool find: q: the type and\n"), "%s",
                       t.notes.ptr);
    cr_expect_not_null(strstr(t.notes.ptr, "result: rows[].x: the type not\n"), "%s",
                       t.notes.ptr);
    cr_expect_null(strstr(strstr(t.notes.ptr, "tool find: ") + 1, "tool find: "));
    end(&t);
}

/* M495 */
Test(agent_grammar, is_the_same_each_time_and_small)
{
    grammar_test a;
    grammar_test b;

    start(&a, "(user :string) -> {count :int}");
    start(&b, "(user :string) -> {count :int}");
    write(&a);
    write(&b);
    cr_expect_str_eq(a.text.ptr, b.text.ptr);
    cr_expect_lt(a.text.len, 32000);
    cr_expect_eq(a.text.ptr[a.text.len - 1], '\n');
    end(&a);
    end(&b);
}

Test(agent_grammar, is_appended)
{
    grammar_test t;

    start(&t, "(a :int) -> :int");
    ptc_text_cstr(&t.text, "# mine\n");
    write(&t);
    cr_expect_eq(strncmp(t.text.ptr, "# mine\nroot ::= ", 16), 0);
    end(&t);
}

Test(agent_grammar, faults)
{
    ptc_agent_grammar_options wrong = {.struct_size = sizeof wrong};
    grammar_test t;

    start(&t, "(a :int -> :int");
    cr_expect_eq(ptc_agent_write_grammar(&t.text, &t.agent, NULL), PTC_ERROR_INVALID);
    t.agent.signature_text = PTC_STR("() -> :int");
    wrong.calls = (ptc_program_calls)3;
    cr_expect_eq(ptc_agent_write_grammar(&t.text, &t.agent, &wrong), PTC_ERROR_ARGUMENT);
    wrong.calls = PTC_PROGRAM_CALLS_ANY;
    wrong.syntax = (ptc_grammar_syntax)9;
    cr_expect_eq(ptc_agent_write_grammar(&t.text, &t.agent, &wrong), PTC_ERROR_ARGUMENT);
    wrong = (ptc_agent_grammar_options){.struct_size = 0};
    cr_expect_eq(ptc_agent_write_grammar(&t.text, &t.agent, &wrong), PTC_ERROR_ARGUMENT);
    t.agent.struct_size = 0;
    cr_expect_eq(ptc_agent_write_grammar(&t.text, &t.agent, NULL), PTC_ERROR_ARGUMENT);
    cr_expect_eq(t.text.len, 0);
    end(&t);
}

/* --- Refused memory
 * ----------------------------------------------------------------------- */

/* Whether the grammar is written with `left` blocks of memory. */
static bool write_with(const grammar_test *t, size_t left)
{
    test_refusing state = {.left = left};
    ptc_allocator allocator = test_refusing_allocator(&state);
    ptc_status status;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, &allocator, 0);
    ptc_text_init(&text, &arena);
    status = ptc_agent_write_grammar(&text, &t->agent, NULL);
    cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu: %s", left,
              ptc_status_name(status));
    cr_expect(status != PTC_OK || (text.len > 10000 && !text.failed), "%zu", left);
    ptc_arena_free(&arena);
    cr_expect_eq(state.held, 0u, "%zu: leaks", left);
    return status == PTC_OK;
}

Test(agent_grammar, refused_memory)
{
    bool is_done = false;
    grammar_test t;

    start(&t, "(a :string) -> {n :int[1..5], s :string[~\"^a+$\"], u :int | [:string]}");
    give_tool(&t, "(q :string[..3], m {x :int?}) -> :int");
    for (size_t left = 0; left < 400 && !is_done; left++)
        is_done = write_with(&t, left);
    cr_expect(is_done, "never enough");
    end(&t);
}
