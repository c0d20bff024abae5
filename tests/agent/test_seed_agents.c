/* SPDX-License-Identifier: MIT */
/*
 * The examples of the documents about agents, run by scripted models: definition, runs,
 * chains, agents as tools, inheritance of models. What is seen of runs is in
 * test_seed_traces.c, the loop and tools in test_seed_tools.c. [subagent 1-12]
 */
#include <criterion/criterion.h>

#include "stage.h"

#include <pthread.h>

/* --- Tools of the examples --------------------------------------------------------- */

static char emails[] =
    "[{\"id\":1,\"subject\":\"Urgent\"},{\"id\":2,\"subject\":\"Hello\"}]";
static char orders[] = "[{\"order_id\":7}]";
static char people[] = "[{\"id\":42,\"name\":\"Ann\"}]";
static const ptc_tool list_emails_tool = {
    .name = "list_emails", .function = stage_say, .user = emails};
static const ptc_tool get_orders_tool = {
    .name = "get_orders", .function = stage_say, .user = orders};
static const ptc_tool crm_tool = {
    .name = "search", .function = stage_say, .user = people};

static const ptc_agent_tool email_tools[] = {
    {.name = "list_emails", .function = &list_emails_tool}};
static const ptc_agent_tool crm_tools[] = {{.name = "search", .function = &crm_tool}};

#define LIST_PROGRAM                                                                     \
    "```clojure\n(let [emails (call \"list_emails\" {:user ctx/user})]\n"                \
    "  (call \"return\" {:count (count emails) :_ids (mapv :id emails)}))\n```"

/* --- SubAgent.new/1 ---------------------------------------------------------------- */

static const ptc_agent email_finder =
    AGENT("Find urgent emails for {{user}}", .name = "email_finder", /* M207 */
          SIGNATURE("(user :string) -> {count :int, _ids [:int]}"), TOOLS(email_tools),
          .max_turns = 5);

/* M195, M196, M197, M198, M214, M215, M275, M276, M434, M483 */
Test(seed_agents, new_defines_and_run_executes)
{
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", LIST_PROGRAM);
    cr_expect(s.asked_count == 0); /* a definition asks no model */
    cr_expect(stage_run(&s, &email_finder, "{\"user\":\"alice\"}"));
    stage_expect(&s,
                 "{\"count\" 2 \"_ids\" [1 2]}"); /* M034: the host gets what is hidden */
    EQUAL(s.asked[0].prompt, "Find urgent emails for alice");
    /* The same data runs again, and gives the same. */
    s.models[0].next = 0;
    cr_expect(stage_run(&s, &email_finder, "{\"user\":\"alice\"}"));
    EQUAL(s.asked[1].system, s.asked[0].system);
    stage_stop(&s);
}

Test(seed_agents, every_field_of_new) /* M200, M201, M202, M203, M204, M206, M210 */
{
    static const ptc_prompt_tool catalog[] = {{PTC_STR_INIT("ship"), NULL, true}};
    static const ptc_agent agent = AGENT(
        "Look at {{text}}", .description = "Looks at texts",
        SIGNATURE("(text :string) -> {n :int}"), TOOLS(email_tools), .max_turns = 3,
        .catalog = catalog, .catalog_count = 1, .prompt_limit = {1, 10, 0},
        .mission_timeout_ms = 60000, .retry = {3, PTC_BACKOFF_LINEAR, 100, 0, 0, 0},
        .llm.name = "haiku", .memory_limit = 100000, .max_depth = 2, .turn_budget = 9);
    stage s;

    stage_start(&s);
    MODEL(&s, "sonnet", "(return {:n 0})");
    MODEL(&s, "haiku", "!rate_limit slow down", "(return {:n (count ctx/text)})");
    cr_expect(stage_run(&s, &agent, "{\"text\":\"hello, you wide world\"}"));
    stage_expect(&s, "{\"n\" 21}");
    cr_expect(s.asked_count == 2 && s.slept_ms >= 90);
    EQUAL(s.asked[1].model, "haiku");
    HAS(s.asked[0].system, "planning");
    HAS(s.asked[0].system, "ship");
    LACKS(s.asked[0].system, "wide world"); /* the sample is cut */
    stage_stop(&s);
}

/* --- SubAgent.run/2 ---------------------------------------------------------------- */

Test(seed_agents, a_prompt_alone_is_an_agent) /* M175, M219 */
{
    static const ptc_agent by_new = AGENT("Find {{x}}", SIGNATURE("(x :string) -> :int"));
    ptc_agent by_run = AGENT("Find {{x}}");
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(return 1)", "(return 1)");
    cr_expect(stage_run(&s, &by_new, "{\"x\":\"it\"}"));
    by_run.signature = stage_signature(&s, "(x :string) -> :int");
    cr_expect(stage_run(&s, &by_run, "{\"x\":\"it\"}"));
    EQUAL(s.asked[1].system, s.asked[0].system);
    EQUAL(s.asked[1].first, s.asked[0].first);
    stage_stop(&s);
}

Test(seed_agents, simple_eval) /* M224, M227, M228, M237 */
{
    static const ptc_agent sum = AGENT("{{x}} + {{y}}", .max_turns = 1);
    static const ptc_agent agent = AGENT("{{x}} + {{y}}");
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(+ ctx/x ctx/y)", "(return (+ ctx/x ctx/y))",
          "```clojure\n(return (+ 10 5))\n```");
    cr_expect(stage_run(&s, &sum, "{\"x\":10,\"y\":5}"));
    stage_expect(&s, "15");
    EQUAL(s.asked[0].prompt, "10 + 5");
    cr_expect(s.step->usage.turns == 1);
    cr_expect(stage_run(&s, &sum, "{\"x\":10,\"y\":5}"));
    stage_expect(&s, "15");
    cr_expect(stage_run(&s, &agent, "{\"x\":10,\"y\":5}"));
    stage_expect(&s, "15");
    stage_stop(&s);
}

Test(seed_agents, a_model_by_name) /* M421, "llm: :sonnet" */
{
    stage s;

    stage_start(&s);
    MODEL(&s, "haiku", "(return 0)");
    MODEL(&s, "sonnet", LIST_PROGRAM);
    s.options.llm.name = "sonnet";
    cr_expect(stage_run(&s, &email_finder, "{\"user\":\"alice@example.com\"}"));
    EQUAL(s.asked[0].model, "sonnet");
    s.options.llm.name = "opus";
    cr_expect(!stage_run(&s, &email_finder, "{\"user\":\"a\"}"));
    cr_expect(stage_failed(&s, "llm_not_found"));
    HAS(stage_outcome(&s), "sonnet"); /* the names there are */
    stage_stop(&s);
}

/* The table of both modes, and its edge cases. */
Test(seed_agents, modes)
{
    static const ptc_agent judge = AGENT("Judge", .max_turns = 1);
    static const ptc_agent worker = AGENT("Work", .max_turns = 2);
    static const ptc_agent one_turn = AGENT("Work", .max_turns = 1, TOOLS(email_tools));
    static const struct {
        const char *name;
        const ptc_agent *agent;
        const char *replies[4];
        const char *outcome;
        size_t requests;
    } rows[] = {
        {"judgment ends with its value", &judge, {"(+ 1 2)"}, "3", 1},
        {"agents end by return", &worker, {"(+ 1 2)", "(return 4)"}, "4", 2}, /* M225 */
        {"judgment does not try again",
         &judge,
         {"(fail {:reason :no :message \"not me\"})", "1"},
         "no: not me",
         1}, /* M230 */
        {"agents do", &worker, {"(+ 1", "(return 5)"}, "5", 2},
        {"tools first", &one_turn, {"(call \"return\" 6)"}, "6", 1}, /* M226, M233 */
        {"agents without return go to the limit",
         &worker,
         {CODE("1"), CODE("2"), CODE("3")},
         "max_turns_exceeded: Exceeded max_turns limit of 2",
         2},                                                      /* M235, M278 */
        {"judgment reads ctx", &judge, {CODE("ctx/n")}, "9", 1},  /* M231 */
        {"agents read ctx", &worker, {"(return ctx/n)"}, "9", 1}, /* M231 */
        {"judgment has memory",
         &judge,
         {"(memory/put :a 7) memory/a"},
         "7",
         1}, /* M232 */
        {"agents have memory",
         &worker,
         {"(memory/put :a 7)", "(return memory/a)"},
         "7",
         2},
    };
    stage s;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        stage_start(&s);
        stage_model_add(&s, "llm", rows[i].replies);
        stage_run(&s, rows[i].agent, "{\"n\":9}");
        cr_expect_str_eq(stage_outcome(&s), rows[i].outcome, "%s", rows[i].name);
        cr_expect(s.asked_count == rows[i].requests, "%s: %zu", rows[i].name,
                  s.asked_count);
        stage_stop(&s);
    }
}

Test(seed_agents, judgment_has_no_tools) /* M229, M234 */
{
    static const ptc_agent judge = AGENT("Judge", .max_turns = 1);
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(call \"search\" {})", "1");
    cr_expect(!stage_run(&s, &judge, NULL));
    cr_expect(stage_failed(&s, "unknown_tool"));
    HAS(stage_outcome(&s), "Unknown tool: search");
    cr_expect(s.asked_count == 1);
    stage_stop(&s);
}

Test(seed_agents, contexts_that_are_empty) /* M223 */
{
    static const ptc_agent agent = AGENT("Go", .max_turns = 1);
    const ptc_value nil = ptc_value_nil();
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", CODE("1"), CODE("1"), CODE("1"));
    cr_expect(stage_run(&s, &agent, NULL));
    cr_expect(stage_run(&s, &agent, "{}"));
    s.options.context = &nil;
    cr_expect(stage_run(&s, &agent, NULL));
    for (size_t i = 0; i < 3; i++) {
        EQUAL(s.asked[i].system, s.asked[0].system);
        HAS(s.asked[i].system, "No data available");
    }
    stage_stop(&s);
}

Test(seed_agents, context_signature) /* M218 */
{
    static const ptc_agent agent = AGENT("Go", .max_turns = 1);
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(+ 1 ctx/n)");
    s.options.context_signature = stage_signature(&s, "(n :int) -> :any");
    cr_expect(stage_run(&s, &agent, "{\"n\":\"41\"}"));
    stage_expect(&s, "42");
    stage_stop(&s);
}

Test(seed_agents, options_of_the_model_pass_through) /* M217, M333 */
{
    static const ptc_agent agent = AGENT("Go", .max_turns = 1);
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", CODE("1"));
    s.options.llm_options = stage_json(&s, "{\"temperature\":0.5}");
    cr_expect(stage_run(&s, &agent, NULL));
    EQUAL(s.asked[0].options, "{\"temperature\":0.5}");
    stage_stop(&s);
}

/* --- run!/2, then!/2 and chains ---------------------------------------------------- */

static const ptc_agent finder =
    AGENT("Find", .name = "finder", SIGNATURE("() -> {subject :string, _ids [:int]}"));
static const ptc_agent drafter =
    AGENT("Draft a mail about {{subject}}", .name = "drafter",
          SIGNATURE("(subject :string) -> {draft :string}"));
static const ptc_agent sender =
    AGENT("Send {{draft}}", .name = "sender", SIGNATURE("(draft :string) -> :bool"));

Test(seed_agents, pipes) /* M216, M239, M240, M264, M265, M433 */
{
    const ptc_step *found;
    const ptc_step *drafted;
    const ptc_step *sent;
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(return {:subject \"rain\" :_ids [3]})",
          "(return {:draft (str \"About \" ctx/subject)})",
          "(return (= ctx/draft \"About rain\"))");
    cr_assert(ptc_agent_run(&s.arena, &finder, &s.options, &found) == PTC_OK);
    cr_assert(ptc_agent_then(&s.arena, found, &drafter, &s.options, &drafted) == PTC_OK);
    cr_assert(ptc_agent_then(&s.arena, drafted, &sender, &s.options, &sent) == PTC_OK);
    EQUAL(stage_edn(&s, &sent->result), "true");
    EQUAL(s.asked[1].prompt, "Draft a mail about rain");
    /* The step brings its data and its types: hidden fields stay hidden. */
    HAS(s.asked[1].system, "subject");
    HAS(s.asked[1].system, "Firewalled");
    LACKS(s.asked[1].system, "[3]");
    cr_expect(found->signature != NULL && drafted->signature != NULL);
    stage_stop(&s);
}

Test(seed_agents, chains_stop_where_one_fails) /* M263, M267 */
{
    const ptc_step *found;
    const ptc_step *drafted;
    const ptc_step *sent;
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(fail {:reason :not_found :message \"No such mail\"})");
    cr_assert(ptc_agent_run(&s.arena, &finder, &s.options, &found) != PTC_OK);
    cr_expect(ptc_str_equal(found->fail.reason, PTC_STR("not_found")));
    /* `run` with a failed step fails, `then` hands it on. */
    s.options.from = found;
    cr_assert(ptc_agent_run(&s.arena, &drafter, &s.options, &drafted) != PTC_OK);
    cr_expect(ptc_str_equal(drafted->fail.reason, PTC_STR("chained_failure")));
    HAS(stage_text(&s, drafted->fail.message), "Upstream agent failed: not_found");
    s.options.from = NULL;
    cr_assert(ptc_agent_then(&s.arena, drafted, &sender, &s.options, &sent) != PTC_OK);
    cr_expect(!sent->is_ok && s.asked_count == 1);
    stage_stop(&s);
}

Test(seed_agents, chains_that_do_not_fit) /* M241 */
{
    static const ptc_agent agent = AGENT("Mail {{m}}", SIGNATURE("(m :string) -> :bool"));
    const ptc_step *found;
    const ptc_step *sent;
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(return {:subject \"rain\" :_ids [3]})");
    cr_assert(ptc_agent_run(&s.arena, &finder, &s.options, &found) == PTC_OK);
    cr_assert(ptc_agent_then(&s.arena, found, &agent, &s.options, &sent) != PTC_OK);
    EQUAL(stage_text(&s, sent->fail.reason), "chain_error");
    EQUAL(stage_text(&s, sent->fail.message),
          "Chain mismatch: agent requires [\"m\"] but previous step doesn't output them");
    cr_expect(s.asked_count == 1);
    stage_stop(&s);
}

Test(seed_agents, failed_runs_as_errors_of_the_host) /* M238 */
{
    ptc_text text;
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(fail {:reason :not_found :message \"No such mail\"})");
    cr_expect(!stage_run(&s, &finder, NULL));
    ptc_text_init(&text, &s.arena);
    ptc_step_write_error(&text, s.step);
    EQUAL(stage_text(&s, ptc_text_view(&text)),
          "SubAgent failed: not_found - No such mail");
    stage_stop(&s);
}

/* Parallel execution, done by the host. */
static ptc_status answer_forty_two(const ptc_llm_request *request, ptc_llm_reply *reply,
                                   void *user)
{
    (void)request, (void)user;
    reply->content = PTC_STR("(return {:subject (str (reduce + (range 100))) :_ids []})");
    return PTC_OK;
}

static void *run_in_thread(void *user)
{
    static const ptc_llm llm = {"llm", answer_forty_two, NULL};
    ptc_agent_options options = {
        .struct_size = sizeof options, .host = user, .llm = {NULL, &llm}};
    const ptc_step *step;
    ptc_arena arena;
    uintptr_t good = 0;

    ptc_arena_init(&arena, NULL, 0);
    for (int i = 0; i < 20; i++)
        good += ptc_agent_run(&arena, &finder, &options, &step) == PTC_OK;
    ptc_arena_free(&arena);
    return (void *)good;
}

Test(seed_agents, agents_run_at_the_same_time) /* M266 */
{
    pthread_t threads[3];
    void *good;
    stage s;

    stage_start(&s);
    for (size_t i = 0; i < 3; i++)
        cr_assert(pthread_create(&threads[i], NULL, run_in_thread, s.host) == 0);
    for (size_t i = 0; i < 3; i++) {
        cr_assert(pthread_join(threads[i], &good) == 0);
        cr_expect((uintptr_t)good == 20);
    }
    stage_stop(&s);
}

/* --- as_tool/2 --------------------------------------------------------------------- */

static const ptc_agent customer_finder =
    AGENT("Find customer by {{description}}\nin the CRM", .name = "customer_finder",
          SIGNATURE("(description :string) -> {id :int, name :string, _key :string}"),
          TOOLS(crm_tools));
static const ptc_agent_tool parent_tools[] = {
    {.name = "find_customer", .agent = &customer_finder},
    {.name = "get_orders", .function = &get_orders_tool},
};
static const ptc_agent orchestrator =
    AGENT("Find the orders of Ann", TOOLS(parent_tools));

#define CUSTOMER_PROGRAM                                                                 \
    "(let [c (first (call \"search\" {:q ctx/description}))]\n"                          \
    "  (return {:id (:id c) :name (:name c) :_key \"k1\"}))"

Test(seed_agents, agents_as_tools) /* M176, M242, M243, M244, M245, M248, M298 */
{
    stage s;

    stage_start(&s);
    MODEL(&s, "llm",
          "(let [c (call \"find_customer\" {:description \"Ann\"})]\n"
          "  (return {:key (:_key c) :orders (call \"get_orders\" {:id (:id c)})}))",
          CUSTOMER_PROGRAM);
    cr_expect(stage_run(&s, &orchestrator, NULL));
    stage_expect(&s, "{:key \"k1\" :orders [{\"order_id\" 7}]}");
    cr_expect(s.asked_count == 2);
    EQUAL(s.asked[1].prompt,
          "Find customer by Ann\nin the CRM"); /* arguments are its context */
    /* The parent sees the child's signature, but nothing hidden. M036 */
    HAS(s.asked[0].system,
        "find_customer(description :string) -> {id :int, name :string}");
    LACKS(s.asked[0].system, "_key");
    /* M246: first line of the prompt, when there is no description */
    HAS(s.asked[0].system, "\n  Find customer by {{description}}\n");
    LACKS(s.asked[0].system, "in the CRM");
    EQUAL(s.asked[0].tools, "find_customer get_orders return fail"); /* M332 */
    stage_stop(&s);
}

Test(seed_agents, failures_of_agents_as_tools) /* M245 */
{
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(return (call \"find_customer\" {:description \"Bob\"}))",
          "(fail {:reason :not_found :message \"nobody\"})",
          "(return {:reason (:reason ctx/fail)})");
    cr_expect(stage_run(&s, &orchestrator, NULL));
    stage_expect(&s, "{:reason \"tool_error\"}");
    HAS(s.asked[2].last, "SubAgent tool failed: nobody");
    stage_stop(&s);
}

Test(seed_agents, modes_of_validation_are_not_inherited) /* M059 */
{
    static const ptc_agent_tool tools[] = {{.name = "child", .agent = &sender}};
    static const ptc_agent parent = AGENT("Go", TOOLS(tools), .mode = PTC_MODE_DISABLED);
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(return (call \"child\" {:draft \"x\"}))", "(return 1)",
          "(return true)");
    cr_expect(stage_run(&s, &parent, NULL));
    stage_expect(&s, "true");
    HAS(s.asked[2].last, "expected bool, got int"); /* the child's own check */
    stage_stop(&s);
}

/* --- LLM inheritance --------------------------------------------------------------- */

Test(seed_agents, models_of_tools) /* M268, M269, M270, M271, M435 */
{
    static const ptc_agent classifier =
        AGENT("Classify {{text}}", SIGNATURE("(text :string) -> {category :string}"),
              .name = "classifier", .llm.name = "haiku");
    static const ptc_agent item_finder = AGENT("Find {{item}}", .name = "finder",
                                               SIGNATURE("(item :string) -> {id :int}"));
    static const ptc_agent summarizer =
        AGENT("Sum up", .name = "summarizer", SIGNATURE("() -> {text :string}"));
    static const ptc_agent_tool tools[] = {
        {.name = "classify", .agent = &classifier},
        {.name = "find", .agent = &item_finder},
        {.name = "summarize", .agent = &summarizer, .llm.name = "haiku"},
    };
    static const ptc_agent parent = AGENT("Go", TOOLS(tools));
    stage s;

    stage_start(&s);
    MODEL(&s, "sonnet",
          "(return [(call \"classify\" {:text \"t\"}) (call \"find\" {:item \"i\"})\n"
          "         (call \"summarize\" {})])",
          "(return {:id 5})");
    MODEL(&s, "haiku", "(return {:category \"c\"})", "(return {:text \"s\"})");
    cr_expect(stage_run(&s, &parent, NULL));
    EQUAL(s.asked[0].model, "sonnet");
    EQUAL(s.asked[1].model, "haiku");  /* by its definition */
    EQUAL(s.asked[2].model, "sonnet"); /* inherited */
    EQUAL(s.asked[3].model, "haiku");  /* bound */
    stage_stop(&s);
}

Test(seed_agents, three_levels_of_models) /* M272, M274 */
{
    static const ptc_agent classifier =
        AGENT("Classify", .name = "classifier", SIGNATURE("() -> :string"));
    static const ptc_agent scorer =
        AGENT("Score", .name = "scorer", SIGNATURE("() -> :float"));
    static const ptc_agent expert = AGENT("Expert analysis", .name = "expert",
                                          SIGNATURE("() -> :string"), .llm.name = "opus");
    static const ptc_agent_tool analyzer_tools[] = {
        {.name = "classifier", .agent = &classifier, .llm.name = "haiku"},
        {.name = "scorer", .agent = &scorer},
        {.name = "expert", .agent = &expert},
    };
    static const ptc_agent analyzer =
        AGENT("Analyze {{data}}", .name = "analyzer",
              SIGNATURE("(data :map) -> {analysis :map}"), TOOLS(analyzer_tools));
    static const ptc_agent_tool tools[] = {{.name = "analyzer", .agent = &analyzer}};
    static const ptc_agent top = AGENT("Analyze the data", TOOLS(tools));
    static const char *const asked[] = {"sonnet", "sonnet", "haiku", "sonnet", "opus"};
    stage s;

    stage_start(&s);
    MODEL(&s, "sonnet", "(return (call \"analyzer\" {:data {:name \"it\"}}))",
          "(return {:analysis {:class (call \"classifier\" {}) :score (call \"scorer\" "
          "{})\n"
          "  :expert (call \"expert\" {})}})",
          "(return 0.5)");
    MODEL(&s, "haiku", "(return \"good\")");
    MODEL(&s, "opus", "(return \"very good\")");
    cr_expect(stage_run(&s, &top, NULL));
    stage_expect(
        &s, "{\"analysis\" {\"class\" \"good\" \"score\" 0.5 \"expert\" \"very good\"}}");
    cr_assert(s.asked_count == 5);
    for (size_t i = 0; i < 5; i++)
        EQUAL(s.asked[i].model, asked[i]);
    stage_stop(&s);
}

Test(seed_agents, somebody_must_be_asked) /* M273 */
{
    stage s;

    stage_start(&s);
    cr_expect(!stage_run(&s, &finder, NULL));
    cr_expect(stage_failed(&s, "llm_required"));
    cr_expect(s.step->usage.turns == 0);
    stage_stop(&s);
}
