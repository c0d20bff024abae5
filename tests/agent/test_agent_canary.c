/* SPDX-License-Identifier: MIT */
/* What must not leave the host does not: a key and a firewalled value are put wherever a
 * run takes data, and looked for wherever it gives some. [subagent 13, signature 10] */
#include <criterion/criterion.h>

#include "agents.h"

#include <ptc/cassette.h>

#define CANARY_KEY   "sk-canary-5b1e77aa90"
#define CANARY_VALUE "canary-value-31c4"

typedef struct canary {
    test_agent_run run;
    ptc_text log;
    ptc_text events; /* what they say in words; their values are the host's own */
    ptc_text tape;
    ptc_cassette *cassette;
    ptc_host *host;
    ptc_agent_tool tools[5];
    ptc_schema schema;
    ptc_schema keyed;
    ptc_schema asked;
    ptc_llm_tool ask;
} canary;

static bool canary_line(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    ptc_text_byte(user, '\n');
    return true;
}

static void expect_clean(const char *where, ptc_str text)
{
    static const char *const canaries[] = {CANARY_KEY, CANARY_VALUE};

    for (size_t c = 0; c < 2; c++) {
        size_t len = strlen(canaries[c]);

        for (size_t i = 0; i + len <= text.len; i++)
            cr_expect(memcmp(text.ptr + i, canaries[c], len) != 0, "%s has %s: %.*s",
                      where, canaries[c], (int)(text.len - i < 80 ? text.len - i : 80),
                      text.ptr + i);
    }
}

static ptc_status canary_tool(ptc_tool_call *call, void *user)
{
    static const char json[] = "{\"id\": 1, \"_secret\": \"" CANARY_VALUE "\", "
                               "\"deep\": [{\"_secret\": \"" CANARY_VALUE "\"}]}";

    (void)user;
    return ptc_json_read(call->arena, json, sizeof json - 1, NULL, &call->result, NULL,
                         NULL);
}

static const ptc_tool tool = {.name = "look", .function = canary_tool};

/* The child gives the firewalled value on; its parent keeps, fails and returns it. */
static const ptc_agent child = {
    .struct_size = sizeof child,
    .name = "child",
    .prompt = PTC_STR_INIT("Give it on"),
    .signature_text = PTC_STR_INIT("(id :int) -> {id :int, _secret :string}"),
};
static const ptc_agent_tool tools[] = {{.name = "look", .function = &tool},
                                       {.name = "child", .agent = &child}};

static void canary_run(canary *all, bool debug, ptc_value *context)
{
    test_agent_run *run = &all->run;

    test_agent_start(run, "Look");
    ptc_text_init(&all->log, &run->arena);
    *context = test_value(run, "{:_secret \"" CANARY_VALUE
                               "\" :n 1 :_known {\"" CANARY_VALUE "\" {:n 1}}}");
    run->agent.tools = tools;
    run->agent.tool_count = 2;
    run->agent.max_turns = 8;
    run->agent.signature_text = PTC_STR("() -> {ok :bool, _secret :string}");
    run->options.context = context;
    run->options.log = canary_line;
    run->options.log_user = &all->log;
    run->options.debug = debug;
    run->options.collect_messages = true;
    run->options.llm_options =
        test_value(run, "{\"api_key\" \"" CANARY_KEY "\" \"temperature\" 0}");
    test_agent_replies(
        run, "(def a (tool/look {:_secret ctx/_secret}))", "a",
        "(def b (tool/child {:id 1}))", "(return {:id 1 :_secret ctx/_none})",
        "(return {:id 1 :_secret \""
        "x"
        "\"})",
        "{:keep a :_secret (:_secret a)}", "(return {:ok 1 :_secret (:_secret a)})",
        "(return {:ok true :_secret (:_secret a)})", NULL);
    test_agent_go(run);
}

static void expect_all_clean(canary *all)
{
    static const unsigned options[] = {0, PTC_TRACE_ASCII | PTC_TRACE_COLOR,
                                       PTC_TRACE_MESSAGES | PTC_TRACE_SYSTEM |
                                           PTC_TRACE_RAW | PTC_TRACE_USAGE};
    test_agent_run *run = &all->run;
    ptc_text text;

    expect_clean("the log", ptc_text_view(&all->log));
    ptc_text_init(&text, &run->arena);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        ptc_step_print_trace(&text, run->step, options[i]);
        ptc_step_inspect(&text, run->step, 0, options[i]);
        ptc_step_print_chain(&text, &run->step, 1, options[i]);
        cr_expect(ptc_step_write_json(&text, run->step, options[i]) == PTC_OK);
    }
    ptc_step_write_error(&text, run->step);
    ptc_agent_inspect(&text, &run->agent, 0, 0);
    expect_clean("what is printed", ptc_text_view(&text));
    for (size_t i = 0; i < run->asked && i < TEST_RUN_REPLIES; i++) {
        expect_clean("a system prompt", run->systems[i]);
        expect_clean("a message", run->last[i]);
    }
}

Test(agent_canary, nothing_leaves_the_host) /* M034, M419 */
{
    for (int debug = 0; debug < 2; debug++) {
        const ptc_value *secret;
        ptc_value context;
        canary all;

        canary_run(&all, debug, &context);
        cr_assert(all.run.step->is_ok, "%s", test_cstr(all.run.step->fail.message));
        cr_expect_eq(all.run.asked, (size_t)8);
        expect_all_clean(&all);
        /* The step itself is complete. */
        cr_assert(all.run.step->result.kind == PTC_MAP);
        secret =
            ptc_map_find_field(all.run.step->result.as.map, PTC_STR("_secret"), 0) == NULL
                ? NULL
                : &ptc_map_find_field(all.run.step->result.as.map, PTC_STR("_secret"), 0)
                       ->value;
        cr_assert(secret != NULL && secret->kind == PTC_STRING);
        cr_expect(ptc_str_equal(ptc_value_text(secret), PTC_STR(CANARY_VALUE)));
        test_agent_stop(&all.run);
    }
}

static ptc_status canary_fail(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    (void)request;
    ((test_agent_run *)user)->asked++;
    reply->fault = PTC_LLM_CLIENT_ERROR;
    reply->message =
        PTC_STR("401 from https://me:" CANARY_VALUE "@host/v1?key=" CANARY_KEY
                ": Authorization: Bearer " CANARY_VALUE " api_key=" CANARY_VALUE
                ", bad key " CANARY_KEY);
    return PTC_ERROR_INVALID;
}

Test(agent_canary, messages_of_models_lose_their_keys)
{
    canary all;

    test_agent_start(&all.run, "Look");
    ptc_text_init(&all.log, &all.run.arena);
    all.run.llm.call = canary_fail;
    all.run.options.log = canary_line;
    all.run.options.log_user = &all.log;
    all.run.options.llm_options =
        test_value(&all.run, "{\"api_key\" \"" CANARY_KEY "\"}");
    test_agent_go(&all.run);
    test_expect_fail(&all.run, "llm_error",
                     "LLM call failed: 401 from https://host/v1? Authorization: Bearer "
                     "<redacted> api_key=<redacted>, bad key <redacted>");
    expect_all_clean(&all);
    test_agent_stop(&all.run);
}

/* --- Failures, tools and events --------------------------------------------------------
 */

static void canary_event(const ptc_event *event, void *user)
{
    const ptc_str texts[] = {event->status,   event->program, event->system,
                             event->response, event->tool,    event->error};
    ptc_text *text = user;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ptc_text_str(text, texts[i]);
        ptc_text_byte(text, '\n');
    }
    for (size_t i = 0; i < event->message_count; i++)
        ptc_text_str(text, event->messages[i].content);
    if (event->step != NULL)
        ptc_step_write_error(text, event->step);
}

static void read_signature(const char *text, ptc_arena *arena, ptc_schema *out)
{
    ptc_source source = {PTC_STR("contract"), ptc_str_of(text)};
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    cr_assert(ptc_signature_read(arena, &source, NULL, &diags, out) == PTC_OK);
}

static uint64_t canary_clock(void *user)
{
    (void)user;
    return 0;
}

Test(agent_canary, failures_and_errors_of_tools_say_nothing) /* M034, M419 */
{
    static const struct {
        const char *program;
        const char *reason; /* that the run ends with; NULL: it goes on */
    } rows[] = {
        {"(tool/strict {:ids [1]})", NULL}, /* what it gives does not fit */
        {"(tool/strict {:ids ctx/_all})", NULL},
        {"(tool/strict {:ids [{:_secret ctx/_secret}]})", NULL},
        {"(tool/child {:id {:_secret ctx/_secret}})", NULL},
        {"(fail {:reason :no :message \"m\" :details {:_x ctx/_secret}})", "no"},
        {"(fail {:reason :no :details {:deep [ctx/_all]} :_y ctx/_secret})", "no"},
        {"(fail ctx/_all)", "failed"},
        {"(fail {:message {:_x ctx/_secret}})", "failed"},
        {"(return {:ok {:_x ctx/_secret} :_secret [ctx/_secret]})", NULL},
    };

    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        ptc_host_options host_options = {.struct_size = sizeof host_options,
                                         .clock_ns = canary_clock};
        test_agent_run *run;
        ptc_value context;
        ptc_host *host;
        ptc_tool strict = {.name = "strict", .function = canary_tool};
        const ptc_agent_tool more[] = {{.name = "look", .function = &tool},
                                       {.name = "strict", .function = &strict},
                                       {.name = "child", .agent = &child}};
        ptc_schema schema;
        canary all;

        run = &all.run;
        test_agent_start(run, "Look");
        read_signature("(ids [:any]) -> {id :int, _secret :int}", &run->arena, &schema);
        strict.signature = &schema;
        ptc_text_init(&all.log, &run->arena);
        ptc_text_init(&all.events, &run->arena);
        context = test_value(run, "{:_secret \"" CANARY_VALUE
                                  "\" :_all {:_secret \"" CANARY_VALUE
                                  "\" :n [{:_s \"" CANARY_VALUE "\"}]}}");
        cr_assert(ptc_host_new(&host_options, &host) == PTC_OK);
        cr_assert(ptc_host_attach(host, "all", NULL, 0, canary_event, &all.events) ==
                  PTC_OK);
        run->options.host = host;
        run->agent.tools = more;
        run->agent.tool_count = 3;
        run->agent.max_turns = 2;
        run->agent.signature_text = PTC_STR("() -> {ok :bool, _secret :string}");
        run->options.context = &context;
        run->options.debug = i % 2 != 0;
        run->options.log = canary_line;
        run->options.log_user = &all.log;
        test_agent_replies(run, rows[i / 2].program,
                           "(return {:ok true :_secret ctx/_secret})", NULL);
        test_agent_go(run);
        if (run->step->trace->turns[0].call_count > 0)
            cr_expect_gt(run->step->trace->turns[0].calls[0].error.len, (size_t)0, "%s",
                         rows[i / 2].program);
        cr_expect_str_eq(test_cstr(run->step->fail.reason),
                         rows[i / 2].reason != NULL ? rows[i / 2].reason : "", "%s: %s",
                         rows[i / 2].program, test_cstr(run->step->fail.message));
        expect_all_clean(&all);
        expect_clean("an event", ptc_text_view(&all.events));
        cr_expect_gt(all.events.len, (size_t)100);
        test_agent_stop(run);
        ptc_host_free(host);
    }
}

/* --- What programs show ----------------------------------------------------------------
 */

enum { CANARY_PROGRAMS = 3 };

/* It prints what it is given, and gives it on. */
static const ptc_agent printer = {
    .struct_size = sizeof printer,
    .name = "printer",
    .prompt = {"Print {{m}}", 11},
    .signature_text = {"(m :any) -> {id :int, _secret :any}", 35},
};

/* Keys below a private name are data like values. */
static ptc_status keyed_tool(ptc_tool_call *call, void *user)
{
    static const char json[] = "{\"id\": 1, \"_by\": {\"" CANARY_VALUE
                               "\": {\"n\": 1}}, \"_in\": {\"" CANARY_VALUE "\": 1}}";

    (void)user;
    return ptc_json_read(call->arena, json, sizeof json - 1, NULL, &call->result, NULL,
                         NULL);
}

/* Tools that a recording is made of. */
static void canary_tools(canary *all)
{
    ptc_tool *plain = ptc_arena_array(&all->run.arena, 3, sizeof *plain);
    const ptc_tool *taped;

    read_signature("(ids [:any]) -> {id :int, _secret :int}", &all->run.arena,
                   &all->schema);
    plain[0] = tool;
    plain[1] =
        (ptc_tool){.name = "strict", .function = canary_tool, .signature = &all->schema};
    read_signature("(q :any?) -> {id :int, _by [:map-of :string :int], "
                   "_in {code :int}}",
                   &all->run.arena, &all->keyed);
    plain[2] =
        (ptc_tool){.name = "keyed", .function = keyed_tool, .signature = &all->keyed};
    cr_assert(ptc_cassette_wrap_tools(all->cassette, plain, 3, &taped) == PTC_OK);
    all->tools[0] = (ptc_agent_tool){.name = "look", .function = &taped[0]};
    all->tools[1] = (ptc_agent_tool){.name = "strict", .function = &taped[1]};
    all->tools[2] = (ptc_agent_tool){.name = "printer", .agent = &printer};
    read_signature("(row [:any]) -> {ok :bool}", &all->run.arena, &all->asked);
    all->ask = (ptc_llm_tool){.prompt = PTC_STR("Judge {{#row}}{{.}} {{/row}}"),
                              .signature = &all->asked};
    all->tools[3] = (ptc_agent_tool){.name = "ask", .llm_tool = &all->ask};
    all->run.agent.tools = all->tools;
    all->tools[4] = (ptc_agent_tool){.name = "keyed", .function = &taped[2]};
    all->run.agent.tool_count = 5;
}

/* Runs the programs, recorded, with all reports of a run. */
static void canary_show(canary *all, const char *const *programs, bool debug, bool is_raw)
{
    static const char json[] = "{\"m\": {\"id\": 1, \"_secret\": \"" CANARY_VALUE
                               "\", \"in\": [{\"_s\": {\"x\": \"" CANARY_VALUE "\"}}],"
                               " \"_by\": {\"" CANARY_VALUE "\": {\"n\": 1}}}}";
    test_agent_run *run = &all->run;
    ptc_cassette_options taping = {.struct_size = sizeof taping,
                                   .mode = PTC_CASSETTE_RECORD,
                                   .write = canary_line,
                                   .user = &all->tape,
                                   .is_raw = is_raw};
    ptc_host_options host_options = {.struct_size = sizeof host_options,
                                     .clock_ns = canary_clock};
    ptc_value context;
    ptc_error error;
    ptc_llm taped;

    test_agent_start(run, "Look at {{m}}");
    ptc_text_init(&all->log, &run->arena);
    ptc_text_init(&all->events, &run->arena);
    ptc_text_init(&all->tape, &run->arena);
    cr_assert(ptc_cassette_new(&run->arena, &taping, &all->cassette, &error) == PTC_OK);
    cr_assert(ptc_cassette_add_llm(all->cassette, "model", &run->llm, &taped) == PTC_OK);
    canary_tools(all);
    cr_assert(ptc_json_read(&run->arena, json, sizeof json - 1, NULL, &context, NULL,
                            NULL) == PTC_OK);
    cr_assert(ptc_host_new(&host_options, &all->host) == PTC_OK);
    cr_assert(ptc_host_attach(all->host, "all", NULL, 0, canary_event, &all->events) ==
              PTC_OK);
    run->options.host = all->host;
    run->options.llm.llm = &taped;
    run->options.context = &context;
    run->options.log = canary_line;
    run->options.log_user = &all->log;
    run->options.is_log_raw = is_raw;
    run->options.debug = debug;
    run->agent.flags = PTC_AGENT_GREP | PTC_AGENT_VALIDATE | PTC_AGENT_INFER;
    run->agent.completion = PTC_COMPLETION_IMPLICIT;
    for (size_t i = 0; i < CANARY_PROGRAMS && programs[i] != NULL; i++)
        run->replies[run->reply_count++] = programs[i];
    run->agent.max_turns = 3;
    run->replies[run->reply_count++] = "(do (println ctx/fail *1) *1)";
    run->replies[run->reply_count++] = "(return {:ok true})";
    test_agent_go(run);
}

static void canary_stop(canary *all)
{
    test_agent_stop(&all->run);
    ptc_cassette_free(all->cassette);
    ptc_host_free(all->host);
}

static bool has_canary(ptc_str text)
{
    for (size_t i = 0; i + sizeof CANARY_VALUE - 1 <= text.len; i++) {
        if (memcmp(text.ptr + i, CANARY_VALUE, sizeof CANARY_VALUE - 1) == 0)
            return true;
    }
    return false;
}

static const char *const shown_programs[][CANARY_PROGRAMS] = {
    {"(println ctx/m)"},
    {"(prn (tool/look))", "*1"},
    {"(def a (tool/look))", "(do (println a (str a) memory/a) (memory/put :b [a]))"},
    {"(str (tool/look))", "(println *1)"},
    {"(println (pr-str [ctx/m]) (format \"%s\" ctx/m) (string/join \",\" [ctx/m]))"},
    {"(do (println (first ctx/m) (find ctx/m \"_secret\")) (seq ctx/m))"},
    {"(def kept (vec ctx/m))", "{:pairs kept :first (first (dissoc ctx/m \"id\"))}"},
    {"(fail (str (tool/look)))"},
    {"(fail {:reason :no :message (str ctx/m) :details (seq ctx/m)})"},
    {"(return (seq ctx/m))"},
    {"(return {'_q ctx/m :r (reduced ctx/m) (seq ctx/m) 1})"},
    {"(def f {'_q (:_secret ctx/m)})", "(println f)"},
    {"(do (pmap (fn [x] (println x) (tool/look {:q x})) [ctx/m (seq ctx/m)]) nil)"},
    {"(+ 1 (tool/look))"},
    {"(case (seq ctx/m) 1 2)"},
    {"(json/generate-string {(seq ctx/m) {ctx/m inc}})"},
    {"(tool/strict {:ids ctx/m})"},
    {"(tool/strict {:ids 1 :_secret (seq ctx/m)})"},
    {"(tool/strict {:ids [1]})"},
    {"(tool/grep {:pattern (find ctx/m \"_secret\") :text ctx/m})"},
    {"(tool/validate {:data ctx/m :signature \"{id :int, _secret :int}\"})",
     "(println *1)"},
    {"(println (tool/infer {:data ctx/m}))", "(tool/infer {:samples [ctx/m ctx/m ctx/m] "
                                             ":enum 1})"},
    {"(println (tool/infer {:samples (seq ctx/m) :enum 1 :map_of 1}))"},
    {"(println (tool/validate {:data ctx/m :schema [:map [\"_by\" [:map-of :string "
     ":int]] [\"in\" [:vector [:map [\"_s\" [:map {:closed true} [:y :int]]]]]]]}))"},
    {"(tool/strict {:ids [1] :_secret ctx/m :more (:_by ctx/m)})",
     "(return {:ok true :_by (update-vals (:_by ctx/m) (fn [_] (def x 1)))})"},
    {"(return {:ok 1 :_by (:_by ctx/m)})", "(tool/keyed {:q 1})",
     "(println (attempt (tool/keyed {:q 1})))"},
    {"(println (string/join \",\" (find ctx/m \"_secret\")))",
     "(str (join (find ctx/m \"_by\")) (format \"%s\" (find ctx/m \"_by\")))"},
    {"(tool/ask {:row (find ctx/m \"_secret\")})", "{\"ok\": true}"},
    {"(tool/printer {:m ctx/m})", "(println ctx/m (str ctx/m))",
     "(return {:id 1 :_secret (:_secret ctx/m)})"},
    {"(tool/printer {:m (seq ctx/m)})", "ctx/m", "(fail {:reason :x :m ctx/m})"},
    {"(tool/printer {:m [ctx/m]})", "(return {:id (first ctx/m) :_secret ctx/m})",
     "(fail ctx/m)"},
};

/* A program that does not take the value out itself shows it to no one, and neither do
 * reports on the program; `raw` leaves prompts as they are. [ptc-lisp 9.1] */
Test(agent_canary, programs_show_no_fields) /* M037, M419 */
{
    size_t taped = 0;
    size_t opened = 0;

    for (size_t i = 0; i < sizeof shown_programs / sizeof *shown_programs; i++) {
        ptc_text text;
        canary all;

        canary_show(&all, shown_programs[i], i % 2 != 0, false);
        expect_all_clean(&all);
        expect_clean("an event", ptc_text_view(&all.events));
        expect_clean(shown_programs[i][0], ptc_text_view(&all.tape));
        cr_expect_gt(all.tape.len, (size_t)100);
        canary_stop(&all);

        canary_show(&all, shown_programs[i], i % 2 != 0, true);
        for (size_t k = 0; k < all.run.asked; k++)
            expect_clean("a prompt of a raw run", all.run.last[k]);
        cr_expect(has_canary(ptc_text_view(&all.log)), "%s", shown_programs[i][0]);
        taped += has_canary(ptc_text_view(&all.tape)) ? 1 : 0;
        ptc_text_init(&text, &all.run.arena);
        cr_assert(ptc_step_write_json(&text, all.run.step, PTC_TRACE_OPEN) == PTC_OK);
        opened += has_canary(ptc_text_view(&text)) ? 1 : 0;
        canary_stop(&all);
    }
    cr_expect_geq(taped, (size_t)7);   /* those whose tools answer */
    cr_expect_geq(opened, (size_t)20); /* all that keep what they have seen */
}

/* What programs take out themselves, and JSON, is theirs to show. */
Test(agent_canary, what_is_taken_out_is_shown)
{
    static const char *const programs[][CANARY_PROGRAMS] = {
        {"(println (:_secret ctx/m))"},
        {"(let [{s :_secret} ctx/m] (str s))"},
        {"(println (json/generate-string ctx/m))"},
        {"(doseq [[k v] ctx/m] (println v))"},
    };

    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        canary all;

        canary_show(&all, programs[i], false, false);
        cr_expect(has_canary(all.run.last[1]), "%s", programs[i][0]);
        canary_stop(&all);
    }
}

/* --- Names that hide nothing -----------------------------------------------------------
 */

#define OPEN_VALUE "open-value-77"

static void read_malli(const char *text, ptc_arena *arena, ptc_schema *out)
{
    ptc_source source = {PTC_STR("contract"), ptc_str_of(text)};
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    cr_assert(ptc_malli_read(arena, &source, NULL, &diags, out) == PTC_OK);
}

/* Where each report of a run has a value that is not hidden. */
static void expect_open(const char *where, ptc_str text)
{
    bool has_it = false;

    for (size_t i = 0; i + sizeof OPEN_VALUE - 1 <= text.len; i++)
        has_it = has_it || memcmp(text.ptr + i, OPEN_VALUE, sizeof OPEN_VALUE - 1) == 0;
    cr_expect(has_it, "%s hides what nobody hides: %.*s", where, (int)text.len, text.ptr);
}

/* In contracts of JSON Schema '_' hides nothing: the mark of a field decides, and the
 * name alone where there is no contract, as in what a field of any type holds. */
Test(agent_canary, names_of_json_schema_hide_nothing)
{
    canary all;
    test_agent_run *run = &all.run;
    ptc_value context;
    ptc_text text;

    test_agent_start(run, "Look at {{_open}}");
    ptc_text_init(&all.log, &run->arena);
    read_malli("[:=> [:catn [:_open {:json/firewalled false} :string] [:_shut :string]] "
               "[:map [:_open {:json/firewalled false} :string] [:_shut :string] "
               "[:rest :any] [:ok :boolean]]]",
               &run->arena, &all.schema);
    context = test_value(run, "{:_open \"" OPEN_VALUE "\" :_shut \"" CANARY_VALUE
                              "\" :_more \"" CANARY_VALUE "\"}");
    run->agent.signature = &all.schema;
    run->agent.max_turns = 3;
    run->options.context = &context;
    run->options.log = canary_line;
    run->options.log_user = &all.log;
    run->options.collect_messages = true;
    test_agent_replies(run,
                       "(return {:_open \"" OPEN_VALUE "\" :_shut ctx/_shut :rest "
                       "{:_deep ctx/_shut} :ok 1})",
                       "(return {:_open \"" OPEN_VALUE "\" :_shut ctx/_shut :rest "
                       "{:_deep ctx/_shut} :ok true})",
                       NULL);
    test_agent_go(run);
    cr_assert(run->step->is_ok, "%s", test_cstr(run->step->fail.message));
    expect_all_clean(&all);
    expect_open("the prompt", run->last[0]);   /* the template and the data */
    expect_open("the feedback", run->last[1]); /* what was returned and does not fit */
    ptc_text_init(&text, &run->arena);
    cr_expect(ptc_step_write_json(&text, run->step, 0) == PTC_OK);
    expect_open("the step", ptc_text_view(&text));
    test_agent_stop(run);
}
