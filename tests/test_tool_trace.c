/* SPDX-License-Identifier: MIT */
/* `ptc trace show`: the log of a run tells what the run's step does. [subagent 13] */
#include <criterion/criterion.h>

#include "agents.h"
#include "tool/trace.h"

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

static const char *write_log(ptc_str log)
{
    static char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/run.jsonl", test_directory());
    file = fopen(path, "wb");
    cr_assert(file != NULL);
    cr_assert_eq(fwrite(log.ptr, 1, log.len, file), log.len);
    fclose(file);
    return path;
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
