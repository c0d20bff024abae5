/* SPDX-License-Identifier: MIT */
/* `ptc trace show`: the log of a run shows the same as the run's step. [subagent 13] */
#include <criterion/criterion.h>

#include "agents.h"
#include "tool/common/trace.h"

#include <stdio.h>
#include <stdlib.h>

/* --- Runs with logs ------------------------------------------------------------------
 */

static bool keep_line(ptc_str line, void *user)
{
    ptc_text *log = user;

    ptc_text_str(log, line);
    ptc_text_byte(log, '\n');
    return true;
}

static void log_to(test_agent_run *run, ptc_text *log)
{
    ptc_text_init(log, &run->arena);
    run->options.log = keep_line;
    run->options.log_user = log;
}

static char log_path[512]; /* of the newest log */

static const char *write_log(ptc_str log)
{
    FILE *file;

    snprintf(log_path, sizeof log_path, "%s/run.jsonl", test_directory());
    file = fopen(log_path, "wb");
    cr_assert(file != NULL);
    cr_assert_eq(fwrite(log.ptr, 1, log.len, file), log.len);
    fclose(file);
    return log_path;
}

static int show(ptc_str log, const char *option, ptc_str *out, ptc_str *err)
{
    const char *argv[] = {getenv("PTC_EXE"), "trace", "show",
                          write_log(log),    option,  NULL};

    return test_run(argv, PTC_STR(""), out, err);
}

static void expect_same(test_agent_run *run, const ptc_text *log, const char *option,
                        unsigned options)
{
    ptc_text printed;
    ptc_str out;
    ptc_str err;

    ptc_text_init(&printed, &run->arena);
    ptc_step_print_trace(&printed, run->step, options);
    cr_expect_eq(show(ptc_text_view(log), option, &out, &err), 0, "%s", test_cstr(err));
    cr_expect(ptc_str_equal(out, ptc_text_view(&printed)),
              "%s: ptc says\n%.*s\nthe step says\n%s", option, (int)out.len, out.ptr,
              printed.ptr);
    free((char *)out.ptr);
    free((char *)err.ptr);
}

static ptc_status find(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_string(PTC_STR("found \x1B[31mred\xE2\x80\xAE"));
    return PTC_OK;
}

static const ptc_tool find_tool = {.name = "find", .function = find};

Test(tool_trace, says_what_the_step_says) /* M410 */
{
    static const struct {
        const char *option;
        unsigned flags;
    } rows[] = {
        {NULL, 0},
        {"--ascii", PTC_TRACE_ASCII},
        {"--messages", PTC_TRACE_MESSAGES},
        {"--replies", PTC_TRACE_RAW},
        {"--system", PTC_TRACE_SYSTEM},
        {"--usage", PTC_TRACE_USAGE},
        {"--full", PTC_TRACE_FULL},
        {"--color=always", PTC_TRACE_COLOR},
    };
    static const ptc_agent_tool tools[] = {{.name = "find", .function = &find_tool}};
    test_agent_run run;
    ptc_text log;

    test_agent_start(&run, "Go on, {{who}}\nand on");
    {
        ptc_value context = test_value(&run, "{:who \"A\"}");

        run.agent.tools = tools;
        run.agent.tool_count = 1;
        run.options.context = &context;
        run.tokens = 7;
        run.request_ms = 12;
        log_to(&run, &log);
        test_agent_replies(&run, "(def a (tool/find {:q \"\\u202e\"}))", "no code",
                           "(+ 1", "(println a) (/ 1 0)", "(return {:a a})", NULL);
        test_agent_go(&run);
    }
    cr_expect(run.step->is_ok);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_same(&run, &log, rows[i].option, rows[i].flags);
    test_agent_stop(&run);
}

/* --- Logs that are wrong ---------------------------------------------------------------
 */

#define EVENT(name, span, parent, data)                                                  \
    "{\"schema_version\":1,\"event\":\"" name                                            \
    "\",\"trace_id\":\"t\",\"span_id\":\"" span "\",\"parent_span_id\":" parent          \
    ",\"turn\":1,\"data\":" data "}\n"
#define START EVENT("run.start", "a", "null", "{}")
#define STOP  EVENT("run.stop", "a", "null", "{\"status\":\"ok\"}")
#define TURN                                                                             \
    EVENT("turn.start", "b", "\"a\"", "{}")                                              \
    EVENT("turn.stop", "b", "\"a\"", "{\"success\":true,\"program\":\"(+ 1 2)\"}")

/* The stderr of ptc, with run.jsonl for the path of the log. */
static void expect_said(const char *name, const char *log, int code, const char *said,
                        const char *shown)
{
    size_t path;
    ptc_str out;
    ptc_str err;
    ptc_text text;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    cr_expect_eq(show(ptc_str_of(log), "--ascii", &out, &err), code, "%s", name);
    path = strlen(log_path) - strlen("run.jsonl");
    for (size_t i = 0; i < err.len; i++) {
        if (err.len - i > path && memcmp(err.ptr + i, log_path, path) == 0)
            i += path;
        ptc_text_byte(&text, err.ptr[i]);
    }
    cr_expect_str_eq(text.len > 0 ? text.ptr : "", said, "%s: %s", name,
                     text.len > 0 ? text.ptr : "");
    ptc_text_init(&text, &arena);
    ptc_text_str(&text, out);
    if (shown[0] == '\0')
        cr_expect_eq(out.len, (size_t)0, "%s: %s", name, text.ptr);
    else
        cr_expect(text.len > 0 && strstr(text.ptr, shown) != NULL, "%s: %s", name,
                  text.ptr);
    ptc_arena_free(&arena);
    free((char *)out.ptr);
    free((char *)err.ptr);
}

Test(tool_trace, names_the_lines_that_are_wrong)
{
    static const struct {
        const char *name;
        const char *log;
        int code;
        const char *said;
        const char *shown;
    } rows[] = {
        {"whole", START TURN STOP, 0, "", "(+ 1 2)"},
        {"no newline at the end",
         START TURN "{\"schema_version\":1,\"event\":\"run.stop\",\"trace_id\":\"t\","
                    "\"span_id\":\"a\",\"data\":{\"status\":\"ok\"}}",
         0, "", "(+ 1 2)"},
        {"nothing", "", 1, "ptc: run.jsonl: there is no run in this log\n", ""},
        {"blank lines", "\n\n", 1, "ptc: run.jsonl: there is no run in this log\n", ""},
        {"no JSON", "hello\n" START TURN STOP, 1,
         "ptc: run.jsonl:1: expected a value, found 'h'\n", "(+ 1 2)"},
        {"only what is no JSON", "hello\n", 1,
         "ptc: run.jsonl:1: expected a value, found 'h'\n", ""},
        {"a number", "5\n" START TURN STOP, 1,
         "ptc: run.jsonl:1: an event must be a JSON object\n", "(+ 1 2)"},
        {"an array", START "[]\n" TURN STOP, 1,
         "ptc: run.jsonl:2: an event must be a JSON object\n", "(+ 1 2)"},
        {"no version", "{}\n" START TURN STOP, 1,
         "ptc: run.jsonl:1: \"schema_version\" is not 1\n", "(+ 1 2)"},
        {"another version", "{\"schema_version\":2}\n" START TURN STOP, 1,
         "ptc: run.jsonl:1: \"schema_version\" is not 1\n", "(+ 1"},
        {"no ids", "{\"schema_version\":1,\"event\":\"run.stop\"}\n" START TURN STOP, 1,
         "ptc: run.jsonl:1: \"event\", \"trace_id\" or \"span_id\" is missing\n",
         "(+ 1 2)"},
        {"an id that is a number",
         "{\"schema_version\":1,\"event\":\"run.stop\",\"trace_id\":\"t\",\"span_id\":1,"
         "\"data\":{}}\n" START TURN STOP,
         1, "ptc: run.jsonl:1: \"event\", \"trace_id\" or \"span_id\" is missing\n",
         "(+ 1 2)"},
        {"no data", START EVENT("run.stop", "a", "null", "[]") TURN STOP, 1,
         "ptc: run.jsonl:2: \"data\" is missing\n", "(+ 1 2)"},
        {"no such event", START EVENT("run.end", "a", "null", "{}") TURN STOP, 1,
         "ptc: run.jsonl:2: unknown \"event\"\n", "(+ 1 2)"},
        {"begun twice", START START TURN STOP, 1,
         "ptc: run.jsonl:2: this run has already begun\n", "(+ 1 2)"},
        {"ended twice", START TURN STOP STOP, 1,
         "ptc: run.jsonl:5: no such run has begun\n", "(+ 1 2)"},
        {"a turn of no run", TURN START TURN STOP, 1,
         "ptc: run.jsonl:1: no such run has begun\n"
         "ptc: run.jsonl:2: no such run has begun\n",
         "(+ 1 2)"},
        {"messages that are none",
         START EVENT("turn.start", "b", "\"a\"", "{}") EVENT("llm.start", "c", "\"b\"",
                                                             "{\"messages\":5}")
             EVENT("llm.start", "c", "\"b\"", "{\"messages\":[5]}") EVENT(
                 "llm.start", "c", "\"b\"", "{\"messages\":[],\"messages_from\":9}") STOP,
         1,
         "ptc: run.jsonl:3: its messages do not continue the earlier ones\n"
         "ptc: run.jsonl:4: a message is not an object\n"
         "ptc: run.jsonl:5: its messages do not continue the earlier ones\n",
         "Empty"},
        {"members of other kinds",
         START EVENT("turn.start", "b", "\"a\"", "{}")
             EVENT("turn.stop", "b", "\"a\"",
                   "{\"success\":5,\"program\":[1],\"calls\":[5,{\"name\":5,\"child\":[]}"
                   "],\"error\":\"x\",\"prints\":{}}")
                 EVENT("run.stop", "a", "null", "{\"status\":5,\"usage\":[],\"fail\":7}"),
         0, "", "Turn 1"},
        {"torn", START TURN "{\"schema_version\":1,\"event\":\"run.st", 1,
         "ptc: run.jsonl:4: unterminated string\n",
         "(the log does not have the whole run)"},
        {"cut", START TURN, 0, "", "(the log does not have the whole run)"},
        {"a key twice", "{\"schema_version\":1,\"schema_version\":1}\n" START TURN STOP,
         1, "ptc: run.jsonl:1: duplicate key\n", "(+ 1 2)"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_said(rows[i].name, rows[i].log, rows[i].code, rows[i].said, rows[i].shown);
}

/* A line of at least `bytes` bytes: strings of programs are cut by the log, not by
 * ptc. */
static void expect_long(size_t bytes, size_t levels)
{
    ptc_arena arena;
    ptc_text log;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&log, &arena);
    ptc_text_cstr(&log, START EVENT("turn.start", "b", "\"a\"", "{}"));
    ptc_text_cstr(&log,
                  "{\"schema_version\":1,\"event\":\"turn.stop\",\"trace_id\":\"t\","
                  "\"span_id\":\"b\",\"parent_span_id\":\"a\",\"turn\":1,"
                  "\"data\":{\"success\":true,\"program\":\"(+ 1 2)\",\"x\":");
    for (size_t i = 0; i < levels; i++)
        ptc_text_byte(&log, '[');
    ptc_text_byte(&log, '"');
    for (size_t i = 0; i < bytes; i++)
        ptc_text_byte(&log, 'x');
    ptc_text_byte(&log, '"');
    for (size_t i = 0; i < levels; i++)
        ptc_text_byte(&log, ']');
    ptc_text_cstr(&log, "}}\n" STOP);
    if (levels < 500)
        expect_said("long", log.ptr, 0, "", "(+ 1 2)");
    else
        expect_said("deep", log.ptr, 1, "ptc: run.jsonl:3: nested too deeply\n", "Empty");
    ptc_arena_free(&arena);
}

Test(tool_trace, takes_long_lines_and_refuses_deep_ones)
{
    expect_long(65535, 1);
    expect_long(65536, 1);
    expect_long(3000000, 400);
    expect_long(1, 5000);
    expect_long(1, 1000000);
}

Test(tool_trace, says_when_there_is_no_file)
{
    const char *argv[] = {getenv("PTC_EXE"), "trace", "show", "/nowhere/run.jsonl", NULL};
    ptc_str out;
    ptc_str err;

    cr_expect_eq(test_run(argv, PTC_STR(""), &out, &err), 2);
    cr_expect(ptc_str_equal(err, PTC_STR("ptc: /nowhere/run.jsonl: No such file or "
                                         "directory\n")),
              "%.*s", (int)err.len, err.ptr);
    cr_expect_eq(out.len, (size_t)0);
    free((char *)out.ptr);
    free((char *)err.ptr);
}

/* --- Several runs
 * ------------------------------------------------------------------------
 */

static uint64_t many_random(void *user)
{
    return *(uint64_t *)user += 0x9E3779B97F4A7C15u;
}

static const ptc_agent grandchild = {.struct_size = sizeof grandchild,
                                     .name = "grandchild",
                                     .prompt = PTC_STR_INIT("Low")};
static const ptc_agent_tool low_tools[] = {{.name = "low", .agent = &grandchild}};
static const ptc_agent child = {.struct_size = sizeof child,
                                .name = "child",
                                .prompt = PTC_STR_INIT("Middle"),
                                .tools = low_tools,
                                .tool_count = 1};
static const ptc_agent_tool middle_tools[] = {{.name = "middle", .agent = &child}};

static void run_tree(test_agent_run *run, ptc_host *host, bool is_good)
{
    test_agent_start(run, "High");
    run->agent.tools = middle_tools;
    run->agent.tool_count = 1;
    run->options.host = host;
    test_agent_replies(run, "(def a (tool/middle {}))", "(def b (tool/low {}))",
                       is_good ? "(return 7)" : "(fail {:reason :no :message \"m\"})",
                       "(return (or b 8))", "(return (tool/middle {}))",
                       "(return (tool/low {}))", "(return 9)", NULL);
}

/* The log of several runs, one after the other, is shown like their steps, with the runs
 * that they caused below their calls. */
Test(tool_trace, shows_all_runs_of_a_log) /* M415 */
{
    uint64_t random = 0;
    ptc_host_options host_options = {
        .struct_size = sizeof host_options, .random = many_random, .user = &random};
    test_agent_run runs[2];
    ptc_text printed;
    ptc_host *host;
    ptc_text log;
    ptc_str out;
    ptc_str err;

    cr_assert(ptc_host_new(&host_options, &host) == PTC_OK);
    for (size_t i = 0; i < 2; i++) {
        run_tree(&runs[i], host, i == 0);
        if (i == 0) {
            log_to(&runs[0], &log);
            ptc_text_init(&printed, &runs[0].arena);
        }
        runs[i].options.log = keep_line;
        runs[i].options.log_user = &log;
        test_agent_go(&runs[i]);
        cr_assert(runs[i].step->trace != NULL);
        if (i > 0)
            ptc_text_byte(&printed, '\n');
        ptc_step_print_trace(&printed, runs[i].step, PTC_TRACE_NAMES);
    }
    cr_expect(strstr(printed.ptr, "Low") != NULL, "%s", printed.ptr);
    cr_expect_eq(show(ptc_text_view(&log), NULL, &out, &err), 0, "%s", test_cstr(err));
    cr_expect(ptc_str_equal(out, ptc_text_view(&printed)),
              "ptc says\n%.*s\nthe steps say\n%s", (int)out.len, out.ptr, printed.ptr);
    for (size_t i = 0; i < 2; i++)
        test_agent_stop(&runs[i]);
    ptc_host_free(host);
    free((char *)out.ptr);
    free((char *)err.ptr);
}

/* Endlessly nested runs do not use up the stack. */
Test(tool_trace, follows_as_many_runs_as_it_says)
{
    enum { RUNS = 1100 };
    ptc_arena arena;
    ptc_text log;
    ptc_str out;
    ptc_str err;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&log, &arena);
    for (int i = 0; i < RUNS; i++) {
        char line[256];

        snprintf(line, sizeof line,
                 "{\"schema_version\":1,\"event\":\"run.start\",\"trace_id\":\"t\","
                 "\"span_id\":\"r%d\",\"parent_span_id\":\"%s\",\"data\":{}}\n",
                 i, i > 0 ? "x" : "");
        ptc_text_cstr(&log, line);
    }
    for (int i = RUNS - 1; i >= 0; i--) {
        char line[512];

        snprintf(line, sizeof line,
                 "{\"schema_version\":1,\"event\":\"turn.stop\",\"trace_id\":\"t\","
                 "\"span_id\":\"t%d\",\"parent_span_id\":\"r%d\",\"data\":{\"calls\":["
                 "{\"name\":\"f\",\"child\":\"r%d\"}]}}\n"
                 "{\"schema_version\":1,\"event\":\"run.stop\",\"trace_id\":\"t\","
                 "\"span_id\":\"r%d\",\"data\":{\"status\":\"ok\"}}\n",
                 i, i, i + 1, i);
        ptc_text_cstr(&log, line);
    }
    cr_expect_eq(show(ptc_text_view(&log), NULL, &out, &err), 1);
    cr_expect(strstr(test_cstr(err),
                     "run.jsonl:1025: too many runs at a time to follow") != NULL,
              "%s", test_cstr(err));
    cr_expect(out.len > 0 && out.len < 100000, "%zu", out.len);
    ptc_arena_free(&arena);
    free((char *)out.ptr);
    free((char *)err.ptr);
}
