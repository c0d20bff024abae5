/* SPDX-License-Identifier: MIT */
/* Events, the log and traces of runs. [subagent 13, 14] */
#include <criterion/criterion.h>

#include "agents.h"

/* --- Telling -------------------------------------------------------------------------
 */

typedef struct told {
    ptc_text names; /* "run.start turn.start ..." */
    ptc_event_kind open[32];
    char spans[32][9];
    size_t depth;
    uint64_t seq;
    bool is_odd; /* something ended that was not the innermost */
    int64_t tokens;
    uint64_t random;
} told;

static uint64_t told_random(void *user)
{
    return ((told *)user)->random += 0x9E3779B97F4A7C15u;
}

static void told_event(const ptc_event *event, void *user)
{
    told *all = user;
    const char *name = ptc_event_name(event->kind);
    bool is_start = strstr(name, ".start") != NULL;

    if (all->names.len > 0)
        ptc_text_byte(&all->names, ' ');
    ptc_text_cstr(&all->names, name);
    cr_expect_eq(event->seq, all->seq + 1);
    all->seq = event->seq;
    cr_expect_eq(strlen(event->trace_id), (size_t)32);
    cr_expect_eq(strlen(event->span_id), (size_t)8);
    if (is_start) {
        cr_expect_str_eq(event->parent_span_id,
                         all->depth > 0 ? all->spans[all->depth - 1] : "");
        memcpy(all->spans[all->depth++], event->span_id, 9);
        return;
    }
    cr_assert(all->depth > 0);
    all->depth--;
    cr_expect_str_eq(event->span_id, all->spans[all->depth], "%s", name);
    if (event->kind == PTC_EVENT_TURN_STOP) {
        cr_expect(event->program.len > 0);
        cr_expect_eq(event->input_tokens, all->tokens);
    }
    if (event->kind == PTC_EVENT_RUN_STOP)
        cr_expect(event->step != NULL && ptc_str_equal(event->status, PTC_STR("ok")));
    if (event->kind == PTC_EVENT_TOOL_STOP)
        cr_expect(event->result != NULL);
    if (event->kind == PTC_EVENT_TOOL_EXCEPTION)
        cr_expect(event->error.len > 0);
}

static ptc_status give(ptc_tool_call *call, void *user)
{
    (void)user;
    if (ptc_value_get(&call->arguments, "bad") != NULL) {
        call->message = "no such thing";
        return PTC_ERROR_INVALID;
    }
    call->result = ptc_value_int(1);
    return PTC_OK;
}

static const ptc_tool give_tool = {.name = "give", .function = give};
static const ptc_agent child = {.struct_size = sizeof child,
                                .name = "child",
                                .prompt = PTC_STR_INIT("Child"),
                                .max_turns = 2};
static const ptc_agent_tool tools[] = {{.name = "give", .function = &give_tool},
                                       {.name = "child", .agent = &child}};

static void use_tools(test_agent_run *run)
{
    run->agent.tools = tools;
    run->agent.tool_count = 2;
}

/* A host whose ids differ. */
static ptc_host *other_host(told *all)
{
    ptc_host_options options = {
        .struct_size = sizeof options, .random = told_random, .user = all};
    ptc_host *host;

    cr_assert(ptc_host_new(&options, &host) == PTC_OK);
    return host;
}

Test(agent_events, come_in_causal_order) /* M399, M401, M402, M403, M404, M440 */
{
    test_agent_run run;
    ptc_host *host;
    told all = {0};

    test_agent_start(&run, "Go");
    use_tools(&run);
    run.tokens = all.tokens = 5;
    ptc_text_init(&all.names, &run.arena);
    host = other_host(&all);
    cr_assert(ptc_host_attach(host, "all", NULL, 0, told_event, &all) == PTC_OK);
    run.options.host = host;
    test_agent_replies(&run, "(tool/give {:bad 1})", "(def a (tool/child {}))",
                       "(return 7)", "(return (tool/give {}))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    cr_expect_eq(all.depth, (size_t)0);
    cr_expect_str_eq(
        all.names.ptr,
        "run.start turn.start llm.start llm.stop tool.start tool.exception turn.stop "
        "turn.start llm.start llm.stop tool.start run.start turn.start llm.start "
        "llm.stop turn.stop run.stop tool.stop turn.stop "
        "turn.start llm.start llm.stop tool.start tool.stop turn.stop run.stop");
    test_agent_stop(&run);
    ptc_host_free(host);
}

/* --- Traces --------------------------------------------------------------------------
 */

/* M279, M369, M370, M371, M372, M374, M375, M376, M377, M378, M379, M380, M382, M384,
 * M385, M413, M415 */
Test(agent_trace, tells_all_of_every_turn)
{
    test_agent_run run;
    const ptc_trace_turn *turns;
    const ptc_step *turn;

    test_agent_start(&run, "Go");
    use_tools(&run);
    run.tokens = 5;
    run.request_ms = 3;
    test_agent_replies(&run, "(tool/give {:bad 1})", "words", "(+ 1",
                       "(def a (tool/child {}))", "(return 7)",
                       "(return (tool/give {:x 1}))", NULL);
    run.agent.max_turns = 6;
    test_agent_go(&run);
    cr_assert(run.step->trace != NULL);
    cr_assert_eq(run.step->trace->turn_count, (size_t)5);
    turns = run.step->trace->turns;
    for (size_t i = 0; i < 5; i++) {
        cr_expect_eq(turns[i].turn, i + 1);
        cr_expect_eq(turns[i].message_count, 2 * i + 1);
        cr_expect(turns[i].system.len > 0 && turns[i].llm_response.len > 0);
        cr_expect(ptc_str_equal(turns[i].expanded_template, PTC_STR("Go")));
        cr_expect_eq(turns[i].input_tokens, 5);
        cr_expect(turns[i].ast.len == 0 && turns[i].memory.kind == PTC_NIL &&
                  turns[i].context_snapshot.kind == PTC_NIL); /* M386, M387, M389 */
    }
    cr_expect(turns[0].call_count == 1 && turns[0].calls[0].error.len > 0);
    cr_expect(turns[1].type == PTC_TURN_NO_CODE && turns[1].source.len == 0);
    cr_expect(turns[2].parse_error.len > 0 && !turns[2].is_good);
    cr_expect(turns[3].call_count == 1 && turns[3].calls[0].child != NULL);
    cr_expect_eq(turns[3].calls[0].child->trace->turn_count, (size_t)1);
    cr_expect(ptc_str_equal(turns[3].calls[0].child->agent, PTC_STR("child")));
    cr_expect(ptc_str_equal(turns[4].calls[0].shown_args, PTC_STR("{x: 1}")));
    cr_expect(turns[4].is_return && turns[4].result.as.integer == 1);
    cr_expect_eq(run.step->trace->input_tokens, 25);
    cr_assert(ptc_step_turn(&run.arena, run.step, 5, &turn) == PTC_OK);
    cr_expect(turn->is_ok && turn->result.as.integer == 1 && turn->usage.turns == 1);
    cr_assert(ptc_step_turn(&run.arena, run.step, 1, &turn) == PTC_OK);
    cr_expect(!turn->is_ok && turn->usage.info == NULL);
    cr_expect(ptc_step_turn(&run.arena, run.step, 6, &turn) == PTC_ERROR_RANGE);
    cr_expect_null(turn);
    cr_expect(ptc_step_turn(&run.arena, run.step, 0, &turn) == PTC_ERROR_RANGE);
    test_agent_stop(&run);
}

Test(agent_trace, keeps_more_with_debug) /* M221, M381, M386, M387, M388, M389 */
{
    test_agent_run run;
    const ptc_trace_turn *turn;

    test_agent_start(&run, "Go");
    use_tools(&run);
    run.options.debug = true;
    test_agent_replies(&run, "(do (def a (tool/give {:x 1})) ; why\n {:b 2})",
                       "(return a)", NULL);
    test_agent_go(&run);
    turn = &run.step->trace->turns[0];
    cr_expect_str_eq(test_cstr(turn->ast), "(do (def a (tool/give {:x 1})) {:b 2})");
    cr_expect(turn->calls[0].is_full && turn->calls[0].args.kind == PTC_MAP);
    cr_expect_str_eq(test_edn(&run, &turn->memory), "{\"a\" 1}");
    cr_expect(turn->context_snapshot.kind == PTC_MAP);
    test_agent_stop(&run);
}

Test(agent_trace, is_kept_as_asked) /* M222, M391 */
{
    static const struct {
        ptc_trace_mode mode;
        const char *reply;
        bool is_kept;
    } rows[] = {
        {PTC_TRACE_MODE_KEEP, "(return 1)", true},
        {PTC_TRACE_MODE_KEEP, "(fail 1)", true},
        {PTC_TRACE_MODE_ON_ERROR, "(return 1)", false},
        {PTC_TRACE_MODE_ON_ERROR, "(fail 1)", true},
        {PTC_TRACE_MODE_NONE, "(return 1)", false},
        {PTC_TRACE_MODE_NONE, "(fail 1)", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.options.trace = rows[i].mode;
        test_agent_replies(&run, rows[i].reply, NULL);
        test_agent_go(&run);
        cr_expect_eq(run.step->trace != NULL, rows[i].is_kept, "row %zu", i);
        test_agent_stop(&run);
    }
}

/* --- The log -------------------------------------------------------------------------
 */

static bool refuse_third(ptc_str line, void *user)
{
    (void)line;
    return ++*(int *)user < 3;
}

Test(agent_log, that_cannot_be_written_changes_nothing)
{
    test_agent_run run;
    int lines = 0;

    test_agent_start(&run, "Go");
    run.options.log = refuse_third;
    run.options.log_user = &lines;
    test_agent_replies(&run, "(def a 1)", "(return a)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    cr_expect_eq(lines, 3);
    cr_expect(run.step->is_log_cut);
    test_agent_stop(&run);
}

static bool check_line(ptc_str line, void *user)
{
    static const char *const keys[] = {
        "schema_version", "event", "trace_id", "span_id", "parent_span_id",
        "timestamp",      "seq",   "agent",    "turn",    "duration_ms",
        "tokens",         "tool",  "data"};
    ptc_json_error error;
    ptc_arena arena;
    ptc_value row;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, &error) ==
                  PTC_OK,
              "%s: %.*s", error.message.ptr, (int)line.len, line.ptr);
    cr_expect_eq(row.aux, sizeof keys / sizeof *keys);
    for (uint32_t i = 0; i < row.aux && i < sizeof keys / sizeof *keys; i++)
        cr_expect(ptc_str_equal(ptc_value_text(&row.as.map->entries[i].key),
                                ptc_str_of(keys[i])));
    cr_expect(memchr(line.ptr, '\n', line.len) == NULL);
    ptc_arena_free(&arena);
    ++*(int *)user;
    return true;
}

static ptc_status give_much(ptc_tool_call *call, void *user)
{
    char *text = ptc_arena_alloc(call->arena, 200000);
    ptc_value *items = ptc_arena_array(call->arena, 3, sizeof *items);

    (void)user;
    memset(text, 'x', 200000);
    items[0] = ptc_value_string(ptc_str_make(text, 200000));
    items[1] = ptc_value_string(PTC_STR("\xE2\x80\xAE\x01\x7F\n"));
    items[2] = ptc_value_float(1.5);
    call->result = ptc_value_vector(items, 3);
    return PTC_OK;
}

static const ptc_tool much_tool = {.name = "much", .function = give_much};
static const ptc_agent_tool much_tools[] = {{.name = "much", .function = &much_tool}};

Test(agent_log, has_a_complete_object_a_line) /* M410 */
{
    test_agent_run run;
    int lines = 0;

    test_agent_start(&run, "Go");
    run.agent.tools = much_tools;
    run.agent.tool_count = 1;
    run.options.log = check_line;
    run.options.log_user = &lines;
    test_agent_replies(&run, "(def a (tool/much {}))",
                       "(return {:a 1 \"a\" ##NaN \":a\" [(/ 0.0 0.0)] 1 2})",
                       "(return [(count (first a)) ##Inf])", "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect(lines >= 10, "%d", lines);
    test_agent_stop(&run);
}
