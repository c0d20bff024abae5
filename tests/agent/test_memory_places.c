/* SPDX-License-Identifier: MIT */
/*
 * The library with memory refused, at each place in turn where a function asks for any,
 * once and from there on for ever: the answer is PTC_ERROR_MEMORY, or what it is
 * otherwise, and nothing is left behind. What other suites look at in this way by blocks
 * of arenas is seen here by every single allocation.
 */
#include <criterion/criterion.h>

#include <stdlib.h>

#include <ptc/agent.h>
#include <ptc/cassette.h>
#include <ptc/contract.h>
#include <ptc/models.h>
#include <ptc/regex.h>
#include <ptc/template.h>

#include "refuse.h"
#include "support.h"

enum { PLACES_MOST = 4096 /* bytes of an answer that are compared */ };

/* Does something in the arena and writes the outcome to `out`. */
typedef ptc_status (*place_function)(ptc_arena *arena, ptc_text *out);

typedef struct place_answer {
    ptc_status status;
    char text[PLACES_MOST];
    size_t len;
    size_t asked;
    size_t held;
} place_answer;

static void place_ask(place_function function, size_t first, bool for_ever,
                      place_answer *answer)
{
    ptc_arena arena;
    ptc_text out;

    refuse_from(first, for_ever);
    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&out, &arena);
    answer->status = function(&arena, &out);
    if (out.failed)
        answer->status = PTC_ERROR_MEMORY;
    answer->len = out.len < PLACES_MOST ? out.len : PLACES_MOST - 1;
    if (answer->len > 0)
        memcpy(answer->text, out.ptr, answer->len);
    ptc_arena_free(&arena);
    answer->asked = refuse_stop();
    answer->held = refuse_held();
}

static bool place_is_good(const place_answer *whole, const place_answer *answer)
{
    if (answer->held != 0)
        return false;
    return answer->status == PTC_ERROR_MEMORY ||
           (answer->status == whole->status && answer->len == whole->len &&
            memcmp(answer->text, whole->text, whole->len) == 0);
}

/* Expects it of each place where the function asks. */
static void places(place_function function, ptc_status status, size_t least)
{
    static place_answer whole;
    static place_answer answer;
    size_t tried = 0;
    size_t refused = 0;

    place_ask(function, 0, false, &whole);
    cr_assert_eq(whole.status, status, "%d: %.*s", whole.status, (int)whole.len,
                 whole.text);
    cr_assert_eq(whole.held, (size_t)0);
    cr_expect_geq(whole.asked, least, "%zu places", whole.asked);
    for (size_t place = 1; place <= whole.asked;
         place = refuse_next(place, whole.asked)) {
        for (int for_ever = 0; for_ever < 2; for_ever++) {
            place_ask(function, place, for_ever, &answer);
            tried++;
            refused += answer.status == PTC_ERROR_MEMORY;
            cr_expect(place_is_good(&whole, &answer),
                      "allocation %zu of %zu refused %s: status %d, %zu blocks left, "
                      "%.*s\nnot %.*s",
                      place, whole.asked, for_ever ? "for ever" : "once", answer.status,
                      answer.held, (int)answer.len, answer.text, (int)whole.len,
                      whole.text);
        }
    }
    cr_expect_geq(2 * refused, tried, "%zu of %zu", refused, tried);
}

/* --- Data -------------------------------------------------------------------------- */

static ptc_status read_json(ptc_arena *arena, const char *text, ptc_value *out)
{
    return ptc_json_read(arena, text, strlen(text), NULL, out, NULL, NULL);
}

static const char document[] =
    "{\"a\":[1,2.5,\"x\\n\\u00e9\"],\"b\":{\"c\":null,\"d\":true},\"long\":[1,2,3,4,5,6,"
    "7,8,9,10,11,12,13,14,15,16,17,18],\"e\":\"text that is longer than a few bytes\"}";

static ptc_status ask_json(ptc_arena *arena, ptc_text *out)
{
    ptc_value value;
    ptc_value copy;
    ptc_status status = read_json(arena, document, &value);

    if (status == PTC_OK)
        status = ptc_value_copy(arena, &value, &copy);
    if (status == PTC_OK)
        status = ptc_json_write(out, &copy, 0);
    if (status == PTC_OK)
        status = ptc_json_write_canonical(out, &copy);
    if (status == PTC_OK)
        ptc_value_write(out, &copy);
    return status;
}

Test(memory_places, json)
{
    places(ask_json, PTC_OK, 10);
}

/* --- Schemas ----------------------------------------------------------------------- */

static ptc_status read_signature(ptc_arena *arena, const char *text, ptc_schema *out)
{
    ptc_source source = {PTC_STR("s"), ptc_str_of(text)};
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    diags.source = &source;
    return ptc_signature_read(arena, &source, NULL, &diags, out);
}

static const char signature[] =
    "(query :string[1..80], tags [:enum[\"a\" \"b\"]]?, at {x :int[0..9], y :float|:nil},"
    " s [:set [:map [:n {:default 3} :int]]]) -> {ok :bool, _card :string}";

static ptc_status ask_schemas(ptc_arena *arena, ptc_text *out)
{
    ptc_schema schema;
    ptc_status status = read_signature(arena, signature, &schema);

    if (status != PTC_OK)
        return status;
    ptc_schema_write_signature(out, &schema, NULL);
    ptc_schema_write_malli(out, &schema, NULL);
    ptc_schema_write_prompt(out, PTC_STR("find"), &schema, PTC_PROMPT_SEED, NULL);
    ptc_schema_write_prompt(out, PTC_STR("find"), &schema, PTC_PROMPT_COMPACT, NULL);
    return PTC_OK;
}

Test(memory_places, schemas_as_text)
{
    places(ask_schemas, PTC_OK, 50);
}

static ptc_status ask_coercion(ptc_arena *arena, ptc_text *out)
{
    static const char data[] =
        "{\"query\":\"\",\"tags\":[\"a\",\"c\"],\"at\":{\"x\":\"7\",\"y\":null},"
        "\"s\":[{},{\"n\":\"4\"},{\"n\":3}]}";
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_schema schema;
    ptc_report report;
    ptc_value value;
    ptc_status status = read_signature(arena, signature, &schema);

    if (status == PTC_OK)
        status = read_json(arena, data, &value);
    if (status != PTC_OK)
        return status;
    schema.root = ptc_schema_root(&schema)->first;
    ptc_report_init(&report, arena);
    status = ptc_schema_coerce(arena, &schema, &value, &options, &value, &report);
    ptc_report_write_errors(out, &report, "errors");
    ptc_report_write_warnings(out, &report, "warnings");
    return status;
}

Test(memory_places, coercion)
{
    places(ask_coercion, PTC_ERROR_INVALID, 50);
}

/* Bits for more elements than the stack has room for are memory of the walk's own. */
static ptc_status ask_conditions(ptc_arena *arena, ptc_text *out)
{
    static const char schema_text[] =
        "[:map [:a [:and [:vector {:json/open true} :any] [:json/contains :int] "
        "[:json/other-items :string]]] [:b [:json/one-of [:json/multiple-of 2.0] "
        "[:json/if :int :any :nil] [:and :any [:json/other-keys :int]]]] "
        "[:c [:and [:map [:x :int]] [:and [:json/keys [:re \"^y\"] :int] "
        "[:json/other-keys :int]]]]]";
    ptc_source source = {PTC_STR("s"), ptc_str_of(schema_text)};
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_schema schema;
    ptc_report report;
    ptc_value value;
    ptc_diags diags;
    ptc_status status;
    ptc_text data;
    ptc_str why;

    ptc_diags_init(&diags, arena);
    status = ptc_malli_read(arena, &source, NULL, &diags, &schema);
    if (status == PTC_OK)
        status = ptc_schema_write_malli(out, &schema, NULL);
    if (status == PTC_OK)
        status = ptc_schema_sample(arena, &schema, &options, 1, 2, &value, &why);
    if (status == PTC_OK)
        ptc_value_write(out, &value);
    ptc_text_init(&data, arena);
    ptc_text_cstr(&data, "{\"b\":2,\"c\":{\"x\":1,\"y\":2,\"z\":true},\"a\":[1");
    for (int i = 0; i < 1100; i++)
        ptc_text_cstr(&data, i == 1070 ? ",true" : ",\"s\"");
    ptc_text_cstr(&data, "]}");
    if (status == PTC_OK && data.failed)
        status = PTC_ERROR_MEMORY;
    if (status == PTC_OK)
        status = ptc_json_read(arena, data.ptr, data.len, NULL, &value, NULL, NULL);
    if (status != PTC_OK)
        return status;
    ptc_report_init(&report, arena);
    status = ptc_schema_coerce(arena, &schema, &value, &options, &value, &report);
    ptc_report_write_errors(out, &report, "errors");
    return status;
}

Test(memory_places, conditions)
{
    places(ask_conditions, PTC_ERROR_INVALID, 50);
}

static ptc_status ask_pattern(ptc_arena *arena, ptc_text *out)
{
    ptc_regex_error error;
    ptc_dfa dfa;
    ptc_status status =
        ptc_regex_compile(arena, PTC_STR("^([a-z]+|[0-9]{2,4})-\\w*$"), &dfa, &error);

    if (status == PTC_OK)
        ptc_text_cstr(out, ptc_regex_search(&dfa, "abc-1", 5) ? "yes" : "no");
    return status;
}

Test(memory_places, patterns)
{
    places(ask_pattern, PTC_OK, 5);
}

/* --- Templates --------------------------------------------------------------------- */

static ptc_status ask_template(ptc_arena *arena, ptc_text *out)
{
    ptc_source source = {PTC_STR("t"),
                         PTC_STR("Hi {{a.b}}{{#rows}}\n{{x}}, {{^last}}and {{/last}}"
                                 "{{/rows}}{{none}}")};
    ptc_template_options options = {.struct_size = sizeof options,
                                    .on_missing = PTC_MISSING_KEEP};
    ptc_template compiled;
    ptc_value data;
    ptc_diags diags;
    ptc_error error;
    ptc_status status;

    ptc_diags_init(&diags, arena);
    status = ptc_template_compile(arena, &source, &diags, &compiled);
    if (status == PTC_OK)
        status = read_json(arena,
                           "{\"a\":{\"b\":2.5},\"rows\":[{\"x\":1,\"last\":false},"
                           "{\"x\":\"y\",\"last\":true}]}",
                           &data);
    return status == PTC_OK ? ptc_template_expand(out, &compiled, &data, &options, &error)
                            : status;
}

Test(memory_places, templates)
{
    places(ask_template, PTC_OK, 10);
}

/* --- PTC-Lisp ---------------------------------------------------------------------- */

static ptc_status tool_echo(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = call->arguments;
    return PTC_OK;
}

static const ptc_tool echo = {
    .name = "echo", .function = tool_echo, .flags = PTC_TOOL_CACHED};

static const char program[] =
    "(defn f [x] (* x x)) (def kept {:a [1 2 {:b \"c\"}]})"
    "(println (map f (range 40)) (tool/echo {:a 1}) (tool/echo {:a 1}))"
    "(let [m (group-by odd? (range 100)) s (set (map str (range 50)))]"
    " {:m (count (m true)) :s (count s) :t (re-find #\"(\\d+)-(\\w)\" \"ab 12-x\")"
    "  :p (pmap inc [1 2 3]) :d (LocalDate/parse \"2024-01-02\") :x ctx/x"
    "  :v (count (reduce conj (vec (range 2000)) (range 40)))"
    "  :j (json/generate-string {:a [1 2 {:b nil}]}) :sorted (sort-by - [3 1 2])"
    "  :big (count (reduce (fn [a i] (assoc a i (str i))) {} (range 100)))})";

/* Runs the text, and tells its value, what it printed, and what it left. */
static ptc_status run_lisp(ptc_lisp *lisp, const char *text, ptc_arena *arena,
                           ptc_text *out)
{
    ptc_source source = {PTC_STR("p"), ptc_str_of(text)};
    ptc_lisp_result result;
    ptc_value memory;
    ptc_status status = ptc_lisp_eval(arena, lisp, &source,
                                      PTC_LISP_CANONICAL | PTC_LISP_PRINTED, &result);
    ptc_status left;

    if (status == PTC_ERROR_MEMORY)
        return status;
    left = ptc_lisp_memory(arena, lisp, &memory);
    if (left != PTC_OK)
        return left;
    ptc_text_str(out, result.output);
    ptc_text_str(out, result.canonical);
    ptc_text_str(out, result.error.message);
    ptc_value_write(out, &memory);
    return status;
}

/* The programs one after the other in one context, up to a NULL. */
static ptc_status run_programs(const char *const *programs, ptc_arena *arena,
                               ptc_text *out)
{
    ptc_lisp_options options;
    ptc_lisp_error error;
    ptc_status status;
    ptc_value context;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.seed = 7;
    options.time_ms = PTC_UNLIMITED;
    options.branches_ms = PTC_UNLIMITED;
    status = read_json(arena, "{\"x\":[1,{\"y\":\"z\"}]}", &context);
    if (status == PTC_OK)
        status = ptc_lisp_new(&options, &lisp);
    if (status != PTC_OK)
        return status;
    status = ptc_lisp_set_context(lisp, &context);
    if (status == PTC_OK)
        status = ptc_lisp_set_tools(arena, lisp, &echo, 1, NULL, &error);
    for (size_t i = 0; status == PTC_OK && programs[i] != NULL; i++)
        status = run_lisp(lisp, programs[i], arena, out);
    if (status == PTC_OK)
        status = ptc_lisp_set_memory(lisp, &context);
    if (status == PTC_OK)
        status = run_lisp(lisp, "[x (count x)]", arena, out);
    ptc_lisp_free(lisp);
    return status;
}

static ptc_status ask_lisp(ptc_arena *arena, ptc_text *out)
{
    static const char *const programs[] = {program, "(f (count (:a kept)))", NULL};

    return run_programs(programs, arena, out);
}

Test(memory_places, programs, .timeout = 120)
{
    places(ask_lisp, PTC_OK, 100);
}

static ptc_status ask_failing_lisp(ptc_arena *arena, ptc_text *out)
{
    static const char *const programs[] = {"(def a (range 10))",
                                           "(do (println a) (+ (first a) :b))", NULL};

    return run_programs(programs, arena, out);
}

Test(memory_places, programs_that_fail)
{
    places(ask_failing_lisp, PTC_ERROR_INVALID, 50);
}

static ptc_status ask_faulty_lisp(ptc_arena *arena, ptc_text *out)
{
    static const char *const programs[] = {"(let [a 1] (foo a", NULL};

    return run_programs(programs, arena, out);
}

Test(memory_places, programs_that_are_none)
{
    places(ask_faulty_lisp, PTC_ERROR_SYNTAX, 10);
}

/* What the program itself asks for beyond its limit is its own fault. */
static ptc_status ask_greedy_lisp(ptc_arena *arena, ptc_text *out)
{
    static const char *const programs[] = {
        "(reduce (fn [a i] (conj a (str i \"-----\"))) [] (range 1000000))", NULL};

    return run_programs(programs, arena, out);
}

Test(memory_places, limits_are_no_refusals)
{
    place_answer answer;

    place_ask(ask_greedy_lisp, 0, false, &answer);
    cr_expect_eq(answer.status, PTC_ERROR_INVALID);
    answer.text[answer.len] = '\0';
    cr_expect(strstr(answer.text, "heap limit") != NULL, "%s", answer.text);
}

/* --- Agents ------------------------------------------------------------------------ */

static const ptc_agent child = {.struct_size = sizeof child,
                                .name = "child",
                                .prompt = PTC_STR_INIT("Help {{n}}"),
                                .signature_text = PTC_STR_INIT("(n :int) -> :int"),
                                .max_turns = 2};
static const ptc_agent_tool agent_tools[] = {{.name = "echo", .function = &echo},
                                             {.name = "child", .agent = &child}};
static const ptc_agent agent = {
    .struct_size = sizeof agent,
    .name = "asker",
    .prompt = PTC_STR_INIT("Find {{x}}"),
    .signature_text = PTC_STR_INIT("(x :int) -> {n :int}"),
    .tools = agent_tools,
    .tool_count = 2,
    .max_turns = 4,
};
static const ptc_agent next = {.struct_size = sizeof next,
                               .prompt = PTC_STR_INIT("Take {{n}}"),
                               .signature_text = PTC_STR_INIT("(n :int) -> :string"),
                               .max_turns = 2};

static const char script[] =
    "\"(do (println \\\"a\\\") (def a (tool/echo {:q 1})) a)\"\n"
    "{\"content\":\"(tool/child {:n 1})\",\"tokens\":{\"input\":3,\"output\":4}}\n"
    "\"(return (+ ctx/n 4))\"\n\"(return {:n \\\"x\\\"})\"\n\"(return {:n 5})\"\n"
    "\"(return (str ctx/n))\"\n";

static uint64_t still(void *user)
{
    (void)user;
    return 1;
}

static int64_t still_wall(void *user)
{
    (void)user;
    return 1;
}

static bool keep_line(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    return !((ptc_text *)user)->failed;
}

static ptc_status run_agents(ptc_arena *arena, const ptc_agent_options *options,
                             const ptc_step **first, const ptc_step **second)
{
    ptc_status status = ptc_agent_run(arena, &agent, options, first);

    *second = NULL;
    return status != PTC_OK ? status
                            : ptc_agent_then(arena, *first, &next, options, second);
}

/* Runs two agents, one after the other, and writes everything about them. */
static ptc_status tell_agents(ptc_arena *arena, ptc_agent_options *options, ptc_text *out)
{
    const ptc_agent *const chain[] = {&agent, &next};
    const ptc_agent_fault *faults;
    const ptc_step *steps[2];
    ptc_preview preview;
    ptc_fail fail;
    size_t count;
    ptc_status status = ptc_agent_check_chain(arena, chain, 2, &faults, &count);

    if (status == PTC_OK)
        status = ptc_agent_preview(arena, &agent, options, &preview, &fail);
    if (status == PTC_OK)
        status = run_agents(arena, options, &steps[0], &steps[1]);
    if (status != PTC_OK)
        return status;
    ptc_preview_write(out, &preview, true);
    ptc_step_print_chain(out, steps, 2, PTC_TRACE_ASCII);
    ptc_step_print_trace(out, steps[0], PTC_TRACE_USAGE | PTC_TRACE_MESSAGES);
    ptc_step_inspect(out, steps[0], 0, PTC_TRACE_RAW);
    ptc_agent_inspect(out, &agent, 0, 0);
    return ptc_step_write_json(out, steps[0], PTC_TRACE_OPEN);
}

static ptc_status ask_agents(ptc_arena *arena, ptc_text *out)
{
    ptc_host_options host_options = {.struct_size = sizeof host_options,
                                     .clock_ns = still,
                                     .wall_clock_ms = still_wall,
                                     .random = still};
    ptc_agent_options options = {.struct_size = sizeof options, .collect_messages = true};
    ptc_source source = {PTC_STR("script"), ptc_str_of(script)};
    ptc_script *replies;
    ptc_value context;
    ptc_error error;
    ptc_llm llm;
    ptc_status status = read_json(arena, "{\"x\":1}", &context);

    if (status == PTC_OK)
        status = ptc_script_read(arena, &source, &replies, &error);
    if (status == PTC_OK)
        status = ptc_host_new(&host_options, &options.host);
    if (status != PTC_OK)
        return status;
    llm = ptc_script_llm(replies, "model");
    options.context = &context;
    options.llm.llm = &llm;
    status = tell_agents(arena, &options, out);
    ptc_host_free(options.host);
    return status;
}

Test(memory_places, agents, .timeout = 240)
{
    places(ask_agents, PTC_OK, 500);
}

/* What a grammar says of itself; the agent has each kind of parameter and tool. */
static const ptc_agent seeker = {
    .struct_size = sizeof seeker,
    .name = "seeker",
    .prompt = PTC_STR_INIT("Seek {{q}}"),
    .signature_text = PTC_STR_INIT(
        "(q :string[1..9], by :enum[a b]?, at :date = \"2024-01-02\", p [:tuple :int "
        ":bool], m {x [:float], y :any}?) -> [{id :int, s :string?}]")};
static const ptc_agent_tool grammar_tools[] = {{.name = "echo", .function = &echo},
                                               {.name = "child", .agent = &child},
                                               {.name = "seek", .agent = &seeker}};

static void take_program_note(ptc_str place, ptc_str what, void *user)
{
    ptc_text_str(user, place);
    ptc_text_str(user, what);
    ptc_text_byte(user, '\n');
}

static ptc_status ask_grammars(ptc_arena *arena, ptc_text *out)
{
    ptc_agent asker = agent;
    ptc_agent_grammar_options options = {.struct_size = sizeof options,
                                         .note = take_program_note};
    ptc_value context;
    ptc_text notes;
    ptc_status status = read_json(arena, "{\"x\":1,\"more\":[{\"k\":2}]}", &context);

    ptc_text_init(&notes, arena);
    options.user = &notes;
    options.context = &context;
    asker.signature_text =
        PTC_STR("(x :int, s {a :string, b [:int]}) -> {n :int, u :int|[:bool]}");
    asker.tools = grammar_tools;
    asker.tool_count = sizeof grammar_tools / sizeof *grammar_tools;
    status = status == PTC_OK ? ptc_agent_write_grammar(out, &asker, &options) : status;
    options.syntax = PTC_GRAMMAR_LARK;
    options.calls = PTC_PROGRAM_CALLS_TOOLS;
    options.is_fenced = true;
    if (status == PTC_OK)
        status = ptc_agent_write_grammar(out, &asker, &options);
    return notes.failed ? PTC_ERROR_MEMORY : status;
}

Test(memory_places, grammars_of_programs, .timeout = 240)
{
    places(ask_grammars, PTC_OK, 500);
}

/* --- Recordings -------------------------------------------------------------------- */

/* Runs the agent with answers of `inner` that `recording` takes down, or gives. */
static ptc_status run_recorded(ptc_arena *arena, ptc_cassette_options *options,
                               const ptc_llm *inner, const ptc_step **step)
{
    ptc_host_options host_options = {.struct_size = sizeof host_options,
                                     .clock_ns = still,
                                     .wall_clock_ms = still_wall,
                                     .random = still};
    ptc_agent_options run = {.struct_size = sizeof run};
    ptc_cassette *cassette = NULL;
    ptc_value context;
    ptc_error error;
    ptc_llm llm;
    ptc_status status = read_json(arena, "{\"x\":1}", &context);

    if (status == PTC_OK)
        status = ptc_cassette_new(arena, options, &cassette, &error);
    if (status == PTC_OK)
        status = ptc_cassette_add_llm(cassette, "model", inner, &llm);
    if (status == PTC_OK)
        status = ptc_host_new(&host_options, &run.host);
    if (status == PTC_OK) {
        run.context = &context;
        run.llm.llm = &llm;
        status = ptc_agent_run(arena, &agent, &run, step);
        ptc_host_free(run.host);
    }
    ptc_cassette_free(cassette);
    return status;
}

static ptc_status ask_cassette(ptc_arena *arena, ptc_text *out)
{
    ptc_cassette_options options = {
        .struct_size = sizeof options, .mode = PTC_CASSETTE_RECORD, .write = keep_line};
    ptc_source source = {PTC_STR("script"), ptc_str_of(script)};
    const ptc_step *step;
    ptc_script *replies;
    ptc_text rows;
    ptc_error error;
    ptc_llm inner;
    ptc_status status = ptc_script_read(arena, &source, &replies, &error);

    if (status != PTC_OK)
        return status;
    inner = ptc_script_llm(replies, "model");
    ptc_text_init(&rows, arena);
    options.user = &rows;
    status = run_recorded(arena, &options, &inner, &step);
    if (rows.failed)
        return PTC_ERROR_MEMORY;
    if (status != PTC_OK)
        return status;
    source.text = ptc_text_view(&rows);
    options = (ptc_cassette_options){.struct_size = sizeof options, .source = &source};
    status = run_recorded(arena, &options, NULL, &step);
    if (status == PTC_OK)
        ptc_text_str(out, ptc_text_view(&rows));
    return status == PTC_OK ? ptc_step_write_json(out, step, 0) : status;
}

Test(memory_places, recordings, .timeout = 240)
{
    places(ask_cassette, PTC_OK, 500);
}

/* --- Models ------------------------------------------------------------------------ */

static ptc_status ask_models(ptc_arena *arena, ptc_text *out)
{
    ptc_source source = {
        PTC_STR("models.json"),
        PTC_STR("{\"schema_version\":1,\"models\":{\"local\":{\"provider\":\"command\","
                "\"command\":[\"cat\",\"-\"]},\"other\":{\"provider\":\"nobody\"}}}")};
    ptc_models models;
    ptc_diags diags;
    ptc_status status;

    ptc_diags_init(&diags, arena);
    status = ptc_models_read(arena, &source, &diags, &models);
    ptc_diags_write(out, &diags, PTC_DIAG_STYLE_TEXT, false);
    return status;
}

Test(memory_places, models)
{
    places(ask_models, PTC_ERROR_SYNTAX, 10);
}
