/* SPDX-License-Identifier: MIT */
/*
 * The examples of the documents about the loop of agents and their tools: what merges,
 * how runs end, formats of tools, catalogs, models as tools, reserved names. [subagent
 * 4-12]
 */
#include <criterion/criterion.h>

#include "stage.h"

static char emails[] =
    "[{\"id\":1,\"subject\":\"Urgent\"},{\"id\":2,\"subject\":\"Hello\"}]";
static char people[] = "[{\"id\":42,\"name\":\"Ann\"}]";
static const ptc_tool list_emails_tool = {
    .name = "list_emails", .function = stage_say, .user = emails};
static const ptc_tool crm_tool = {
    .name = "search", .function = stage_say, .user = people};
static const ptc_agent_tool email_tools[] = {
    {.name = "list_emails", .function = &list_emails_tool}};
static const ptc_agent_tool crm_tools[] = {{.name = "search", .function = &crm_tool}};

/* --- The loop ---------------------------------------------------------------------- */

Test(seed_tools, results_merge_into_the_context) /* M277, M279, M280, M281, M033 */
{
    static const ptc_agent agent = AGENT("Go");
    const ptc_step *turn;
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", CODE("{:total 7 :_ids [11 12]}"),
          "(return {:t ctx/total :i ctx/_ids :given ctx/n})");
    cr_expect(stage_run(&s, &agent, "{\"n\":1}"));
    stage_expect(&s, "{:t 7 :i [11 12] :given 1}");
    HAS(s.asked[1].last, "7");
    HAS(s.asked[1].last, "<Firewalled>"); /* M035 */
    LACKS(s.asked[1].last, "11");
    cr_assert(ptc_step_turn(&s.arena, s.step, 1, &turn) == PTC_OK && turn->is_ok);
    EQUAL(stage_edn(&s, &turn->result), "{:total 7 :_ids [11 12]}");
    cr_expect(ptc_step_turn(&s.arena, s.step, 3, &turn) == PTC_ERROR_RANGE);
    stage_stop(&s);
}

Test(seed_tools, the_error_of_the_turn_before) /* M282 */
{
    static const ptc_agent agent = AGENT("Go");
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(+ 1 nil)", "(def why ctx/fail)",
          "(return [(:reason why) (nil? ctx/fail)])");
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "[\"type_error\" true]");
    HAS(s.asked[1].last, "Error: ");
    stage_stop(&s);
}

/* --- System tools ------------------------------------------------------------------ */

Test(seed_tools, return_and_fail_are_tools) /* M283, M284, M289, M292, M437 */
{
    static const ptc_agent agent =
        AGENT("Go", SIGNATURE("() -> {count :int, _ids [:int]}"), TOOLS(email_tools));
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(return {:count 0 :_ids []})");
    cr_expect(stage_run(&s, &agent, NULL));
    HAS(s.asked[0].system, "return(data {count :int, _ids [:int]}) -> :exit-success");
    HAS(s.asked[0].system, "fail(error {reason :keyword, message :string, op :string?, "
                           "details :map?}) -> :exit-error");
    cr_expect(strstr(s.asked[0].system, "return(data") <
              strstr(s.asked[0].system, "list_emails("));
    stage_stop(&s);
}

Test(seed_tools, ways_to_end) /* M286, M287, M288, M290, M291, M293 */
{
    static const ptc_agent agent = AGENT("Go");
    static const struct {
        const char *reply;
        const char *outcome;
        const char *op;
        const char *details;
    } rows[] = {
        {"(call \"return\" {:count 5 :items [\"a\" \"b\"]})",
         "{:count 5 :items [\"a\" \"b\"]}", "", ""},
        {"(return {:count 5})", "{:count 5}", "", ""},
        {"(map (fn [x] (return x)) [1 2]) 3", "1", "", ""},
        {"(call \"fail\" {:reason :not_found :message \"User does not exist\"})",
         "not_found: User does not exist", "", "nil"},
        {"(fail {:reason :gone :message \"m\" :op \"search\" :details {:n 1}})",
         "gone: m", "search", "{:n 1}"},
        {"(fail \"just so\")", "failed: just so", "", "nil"},
    };
    stage s;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        stage_start(&s);
        MODEL(&s, "llm", rows[i].reply);
        stage_run(&s, &agent, NULL);
        stage_expect(&s, rows[i].outcome);
        EQUAL(stage_text(&s, s.step->fail.op), rows[i].op);
        if (!s.step->is_ok)
            EQUAL(stage_edn(&s, &s.step->fail.details), rows[i].details);
        stage_stop(&s);
    }
}

/* --- Tool registration ------------------------------------------------------------- */

static ptc_status fetch_user(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = *stage_member(&call->arguments, "id");
    return PTC_OK;
}

static ptc_status tell_time(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_string(PTC_STR("2026-01-01T00:00:00Z"));
    return PTC_OK;
}

Test(seed_tools, formats_of_tools) /* M295, M296, M297, M298, M299 */
{
    static const ptc_llm_tool classify = {.prompt = PTC_STR_INIT("Classify {{text}}")};
    static const ptc_agent researcher =
        AGENT("Research {{topic}}", .name = "researcher",
              SIGNATURE("(topic :string) -> {found :bool}"));
    ptc_llm_tool classify_tool = classify;
    ptc_tool functions[] = {
        {.name = "get_user", .function = fetch_user},
        {.name = "search",
         .function = stage_say,
         .user = people,
         .description = "Finds people"},
        {.name = "get_time", .function = tell_time},
    };
    ptc_agent_tool tools[] = {
        {.name = "get_user", .function = &functions[0]},
        {.name = "search", .function = &functions[1]},
        {.name = "get_time", .function = &functions[2]},
        {.name = "classify", .llm_tool = &classify_tool},
        {.name = "researcher", .agent = &researcher},
    };
    ptc_agent agent = AGENT("Go", TOOLS(tools));
    stage s;

    stage_start(&s);
    functions[1].signature =
        stage_signature(&s, "(query :string, limit :int) -> [{id :int}]");
    classify_tool.signature = stage_signature(&s, "(text :string) -> {class :string}");
    MODEL(
        &s, "llm",
        "(return [(call \"get_user\" {:id 3}) (call \"search\" {:query \"x\" :limit 1})\n"
        "  (call \"get_time\" {}) (call \"classify\" {:text \"t\"})\n"
        "  (call \"researcher\" {:topic \"t\"})])",
        "{\"class\": \"news\"}", "(return {:found true})");
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "[3 [{\"id\" 42 \"name\" \"Ann\"}] \"2026-01-01T00:00:00Z\" "
                     "{\"class\" \"news\"} {\"found\" true}]");
    HAS(s.asked[0].system, "get_user(args :map) -> :any");
    HAS(s.asked[0].system,
        "search(query :string, limit :int) -> [{id :int}]\n  Finds people");
    HAS(s.asked[0].system, "classify(text :string) -> {class :string}");
    stage_stop(&s);
}

Test(seed_tools, tools_and_tool_catalog) /* M200, M307, M308, M309 */
{
    ptc_prompt_tool catalog[] = {{PTC_STR_INIT("email_agent"), NULL, true}};
    ptc_agent agent =
        AGENT("Plan", TOOLS(email_tools), .catalog = catalog, .catalog_count = 1);
    stage s;

    stage_start(&s);
    catalog[0].schema = stage_signature(&s, "(to :string) -> :bool");
    MODEL(&s, "llm", "(call \"email_agent\" {:to \"x\"})", "(return :planned)");
    cr_expect(stage_run(&s, &agent, NULL));
    HAS(s.asked[0].system, "## Tools you can call");
    HAS(s.asked[0].system, "Tools for planning (do not call)");
    HAS(s.asked[0].system, "email_agent(to :string) -> :bool");
    HAS(s.asked[1].last, "for planning only");
    LACKS(s.asked[0].tools, "email_agent");
    stage_stop(&s);
}

Test(seed_tools, llm_tools) /* M310, M311, M312, M313, M315 */
{
    ptc_llm_tool urgent = {
        .prompt = WORDS("Is {{email.subject}} urgent for {{tier}} customer?")};
    ptc_agent_tool tools[] = {
        {.name = "urgent", .llm_tool = &urgent, .description = "Judges emails"}};
    ptc_agent agent = AGENT("Go", TOOLS(tools));
    stage s;

    stage_start(&s);
    urgent.signature = stage_signature(
        &s,
        "(email {:subject :string}, tier :string) -> {:urgent :bool, :reason :string}");
    MODEL(&s, "sonnet",
          "(return (call \"urgent\" {:email {:subject \"Fire\"} :tier \"gold\"}))",
          "{\"urgent\": true, \"reason\": \"fire\"}",
          "(return (call \"urgent\" {:email {:subject \"Fire\"} :tier \"gold\"}))");
    MODEL(&s, "haiku", "```json\n{\"urgent\": false, \"reason\": \"cold\"}\n```");
    cr_expect(stage_run(&s, &agent, NULL)); /* the caller's model */
    stage_expect(&s, "{\"urgent\" true \"reason\" \"fire\"}");
    HAS(s.asked[1].last, "Is Fire urgent for gold customer?");
    HAS(s.asked[0].system, "Judges emails");
    urgent.llm.name = "haiku"; /* one by name */
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "{\"urgent\" false \"reason\" \"cold\"}");
    EQUAL(s.asked[3].model, "haiku");
    stage_stop(&s);
}

Test(seed_tools, llm_tools_with_tools_are_agents) /* M314 */
{
    ptc_llm_tool search = {
        .prompt = WORDS("Find {{who}}"), .tools = crm_tools, .tool_count = 1};
    ptc_agent_tool tools[] = {{.name = "find", .llm_tool = &search}};
    ptc_agent agent = AGENT("Go", TOOLS(tools));
    stage s;

    stage_start(&s);
    search.signature = stage_signature(&s, "(who :string) -> {id :int}");
    MODEL(&s, "llm", "(return (call \"find\" {:who \"Ann\"}))",
          "(def found (call \"search\" {:q ctx/who}))",
          "(return {:id (:id (first found))})");
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "{\"id\" 42}");
    cr_expect(s.asked_count == 3);
    stage_stop(&s);
}

Test(seed_tools, reserved_names) /* M318, M319, M320, M430 */
{
    static const ptc_agent_tool tools[][1] = {
        {{.name = "return", .function = &crm_tool}},
        {{.name = "fail", .function = &crm_tool}},
    };
    stage s;

    for (size_t i = 0; i < 2; i++) {
        ptc_agent agent = AGENT("Go", TOOLS(tools[i]));

        stage_start(&s);
        MODEL(&s, "llm", "(return 1)");
        cr_expect(!stage_run(&s, &agent, NULL));
        cr_expect(stage_failed(&s, "reserved_tool_name"), "%s", stage_outcome(&s));
        cr_expect(s.asked_count == 0);
        stage_stop(&s);
    }
}

/* --- Validation -------------------------------------------------------------------- */

/* (call "check" {:id "42" :name "Alice"}) of the documents. */
static ptc_status check_call(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result =
        ptc_value_bool(stage_member(&call->arguments, "id")->kind == PTC_INT &&
                       stage_member(&call->arguments, "name")->kind == PTC_STRING);
    return PTC_OK;
}

Test(seed_tools, calls_of_tools_are_coerced_and_checked) /* M040, M041, M042, M062 */
{
    ptc_tool check = {.name = "check", .function = check_call};
    ptc_agent_tool tools[] = {{.name = "check", .function = &check}};
    ptc_agent agent = AGENT("Go", TOOLS(tools));
    stage s;

    stage_start(&s);
    check.signature = stage_signature(&s, "(id :int, name :string) -> :bool");
    MODEL(&s, "llm", "(def ok (call \"check\" {:id \"42\" :name \"Alice\"}))",
          "(call \"check\" {:id \"x\" :name \"Alice\"})", "(return ok)");
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "true");
    HAS(s.asked[1].last, "Tool validation warnings:\n- id: coerced string \"42\" to int");
    HAS(s.asked[2].last,
        "Tool validation errors:\n- id: expected int, got string \"x\""); /* M061 */
    stage_stop(&s);
}

Test(seed_tools, returns_are_checked_and_fed_back) /* M050, M051, M052, M182, M432 */
{
    static const ptc_agent agent =
        AGENT("Go", SIGNATURE("() -> {count :int, items [:string]}"));
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(call \"return\" {:count \"five\" :items [\"a\" \"b\"]})",
          "(call \"return\" {:count 5 :items [\"a\" \"b\"]})");
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "{\"count\" 5 \"items\" [\"a\" \"b\"]}");
    HAS(s.asked[1].last, "count: expected int, got string \"five\"");
    cr_expect(s.slept_ms == 0 && s.step->usage.turns == 2); /* a turn, and no attempt */
    stage_stop(&s);
}

Test(seed_tools, judgments_are_checked) /* M053 */
{
    static const ptc_agent agent =
        AGENT("Go", SIGNATURE("() -> {answer :int}"), .max_turns = 1);
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", CODE("{:answer 42}"), CODE("{:answer \"42\"}"));
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "{\"answer\" 42}");
    cr_expect(!stage_run(&s, &agent, NULL));
    cr_expect(stage_failed(&s, "validation_error"));
    HAS(stage_outcome(&s), "answer: expected int, got string \"42\"");
    stage_stop(&s);
}

Test(seed_tools, modes_of_validation) /* M054, M055, M056, M057, M058, M431 */
{
    static const struct {
        ptc_mode mode;
        const char *reply;
        const char *outcome;
    } rows[] = {
        {PTC_MODE_ENABLED, CODE("{:n 1 :more 2}"), "{\"n\" 1 :more 2}"},
        {PTC_MODE_ENABLED, CODE("{:n \"1\"}"), NULL},
        {PTC_MODE_WARN_ONLY, CODE("{:n \"1\"}"), "{\"n\" \"1\"}"},
        {PTC_MODE_DISABLED, CODE("{:n \"1\"}"), "{:n \"1\"}"},
        {PTC_MODE_STRICT, CODE("{:n 1}"), "{\"n\" 1}"},
        {PTC_MODE_STRICT, CODE("{:n 1 :more 2}"), NULL},
    };
    stage s;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_agent agent = AGENT("Go", SIGNATURE("() -> {n :int}"), .max_turns = 1,
                                .mode = rows[i].mode);

        stage_start(&s);
        MODEL(&s, "llm", rows[i].reply);
        stage_run(&s, &agent, NULL);
        if (rows[i].outcome != NULL)
            stage_expect(&s, rows[i].outcome);
        else
            cr_expect(stage_failed(&s, "validation_error"), "row %zu", i);
        stage_stop(&s);
    }
    {
        ptc_agent agent = AGENT("Go", TOOLS(email_tools), .mode = PTC_MODE_STRICT);

        stage_start(&s);
        MODEL(&s, "llm", "(return 1)");
        cr_expect(!stage_run(&s, &agent, NULL) && stage_failed(&s, "invalid_config"));
        HAS(stage_outcome(&s), "list_emails");
        stage_stop(&s);
    }
}

/* Signatures in Malli, and schemas that programs make. */
Test(seed_tools, malli_signatures)
{
    static const ptc_agent agent =
        AGENT("Classify the priority", .max_turns = 1,
              SIGNATURE("[:=> [:cat] [:map [:priority [:enum \"low\" \"high\"]]\n"
                        " [:confidence [:and :double [:>= 0.0] [:<= 1.0]]]]]"));
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", CODE("{:priority \"low\" :confidence 0.5}"),
          CODE("{:priority \"mid\" :confidence 2.0}"));
    cr_expect(stage_run(&s, &agent, NULL));
    cr_expect(!stage_run(&s, &agent, NULL));
    HAS(stage_outcome(&s), "expected one of [\"low\", \"high\"], got \"mid\"");
    stage_stop(&s);
}

Test(seed_tools, programs_make_schemas)
{
    static const ptc_agent agent = AGENT("Go", .flags = PTC_AGENT_VALIDATE);
    stage s;

    stage_start(&s);
    MODEL(&s, "llm",
          "(let [fields ctx/required_fields\n"
          "      schema (into [:map] (mapv (fn [f] [f :string]) fields))]\n"
          "  (return (call \"validate\" {:schema schema :data ctx/input})))");
    cr_expect(stage_run(&s, &agent,
                        "{\"required_fields\":[\"name\"],\"input\":{\"name\":\"Ann\"}}"));
    stage_expect(&s, "{\"valid\" true \"errors\" []}");
    stage_stop(&s);
}

Test(seed_tools, optional_fields) /* M429 */
{
    static const ptc_agent agent = AGENT("Go", SIGNATURE("{:id :int :email :string?}"));
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(return {:id 1})", "(return {:id 1 :email nil})",
          "(return {:email \"a@b.c\"})", "(return {:id 1 :email \"a@b.c\"})");
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "{\"id\" 1}");
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "{\"id\" 1 \"email\" nil}");
    cr_expect(stage_run(&s, &agent, NULL));
    stage_expect(&s, "{\"id\" 1 \"email\" \"a@b.c\"}");
    HAS(s.asked[3].last, "id: missing required field");
    stage_stop(&s);
}
