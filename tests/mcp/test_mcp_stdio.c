/* SPDX-License-Identifier: MIT */
/* Servers of MCP as processes: lines, descriptors, threads, options. */
#define _POSIX_C_SOURCE 200809L
#include "misbehaved.h"
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void nap(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static void end_well(client *c)
{
    int code;

    client_close(c);
    code = client_end(c, CLIENT_PATIENCE);
    cr_assert(code == 0, "exit %d", code);
}

/* --- Lines -------------------------------------------------------------------------- */

/* M510 */
Test(mcp_stdio, answers_line_by_line)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");
    client_expect(&c, "\"tools\":[{\"name\":\"add\"");
    client_say(&c, ASK_CALL(2, "add", "\"a\":2,\"b\":40"));
    client_expect(&c, "\"structuredContent\":{\"result\":42}");
    client_say(&c, ASK_CALL(3, "waits", ""));
    client_expect(&c, "Unknown tool: waits; did you mean wait");
    end_well(&c);
}

Test(mcp_stdio, takes_bytes_as_they_come)
{
    static const char line[] = ASK_CALL(1, "add", "\"a\":1,\"b\":1");
    char piece[2] = {0};
    client c;

    misbehaved_start(&c, NULL);
    for (size_t i = 0; i < sizeof line - 1; i++) {
        piece[0] = line[i];
        client_say(&c, piece);
        if (i % 16 == 0)
            nap(1);
    }
    client_expect(&c, "\"result\":2");
    client_say(&c, ASK_PING(2) "\r\n \n" ASK_PING(3));
    client_expect(&c, "\"id\":2");
    client_expect(&c, "\"id\":3");
    client_say(&c, "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"ping\"}"); /* and no LF */
    client_expect_none(&c, 50);
    client_close(&c);
    client_expect(&c, "\"id\":4");
    cr_assert(client_end(&c, CLIENT_PATIENCE) == 0);
}

Test(mcp_stdio, skips_a_line_that_is_too_long)
{
    static char blanks[65536];
    client c;

    memset(blanks, ' ', sizeof blanks - 1);
    misbehaved_start(&c, NULL);
    client_say(&c, "{\"jsonrpc\":\"2.0\",\"id\":1,");
    for (int i = 0; i < 130; i++)
        cr_assert(client_say(&c, blanks));
    client_say(&c, "\"method\":\"ping\"}\n" ASK_PING(2));
    client_expect(&c, "-32700");
    client_expect(&c, "\"id\":2");
    end_well(&c);
}

Test(mcp_stdio, is_read_by_who_takes_time)
{
    enum { PINGS = 100000 };
    client c;

    misbehaved_start(&c, NULL);
    client_say_apart(&c, ASK_PING(7), PINGS);
    nap(200); /* all pipes are full by then */
    for (int i = 0; i < PINGS; i++)
        client_expect(&c, "\"id\":7,\"result\":{}");
    end_well(&c);
}

/* --- Descriptors -------------------------------------------------------------------- */

Test(mcp_stdio, tools_may_print)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "shout", ""));
    client_expect(&c, "\"id\":1,\"result\":{\"content\"");
    client_expect_none(&c, 20);
    cr_assert(strstr(client_errors(&c), "\"printed\"}\nwritten\n"));
    end_well(&c);
}

Test(mcp_stdio, children_of_tools_get_nothing_of_ours)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "child", "") ASK_PING(2));
    client_expect(&c, "\"id\":");
    client_expect(&c, "\"id\":");
    client_say(&c, ASK_CALL(3, "child", ""));
    client_expect(&c, "\"structuredContent\":{\"result\":0}");
    cr_assert(strstr(client_errors(&c), "said by a child\n"));
    end_well(&c);
}

Test(mcp_stdio, files_do_for_pipes)
{
    static const char *const outputs[] = {"tee all | cat", "cat"};
    const char *folder = test_directory();
    const char *served = getenv("MISBEHAVED_EXE");
    ptc_str out;

    write_file(folder, "in", ASK_INITIALIZE ASK_CALL(1, "add", "\"a\":3,\"b\":4"));
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        const char *line = format("'%s' <in >out && cat out | %s", served, outputs[i]);

        cr_assert(shell(folder, line, &out, NULL) == 0);
        cr_assert(has(out, "\"result\":7"), "%s", out.ptr);
    }
}

Test(mcp_stdio, closed_ones_are_at_their_end)
{
    static const char *const ends[] = {"<&-", "<&- 2>&-", "<&- >/dev/null", "</dev/null",
                                       "</dev/null 2>&-"};
    const char *folder = test_directory();
    const char *served = getenv("MISBEHAVED_EXE");
    ptc_str out;
    ptc_str err;

    write_file(folder, "in", ASK_INITIALIZE ASK_CALL(1, "shout", ""));
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        cr_assert(shell(folder, format("'%s' %s", served, ends[i]), &out, &err) == 0,
                  "%s", ends[i]);
    cr_assert(shell(folder, format("'%s' <in >&-%s", served, ""), &out, &err) == 0);
    cr_assert(has(err, "mcp: error: standard output is closed\n"), "%s", err.ptr);
    cr_assert(shell(folder, format("'%s' <in 2>&-%s", served, ""), &out, &err) == 0);
    cr_assert(has(out, "shouted") && !has(out, "printed"), "%s", out.ptr);
    cr_assert(shell(folder, format("'%s' <.%s", served, ""), &out, &err) == 0);
}

/* --- Turns -------------------------------------------------------------------------- */

Test(mcp_stdio, answers_pings_while_a_call_runs)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "wait", "\"ms\":60000"));
    misbehaved_runs(&c);
    for (int i = 0; i < 20; i++) {
        client_say(&c, ASK_PING(2));
        client_expect(&c, "\"id\":2,");
    }
    client_say(&c, ASK_CALL(3, "add", "\"a\":1") ASK_CALL(4, "add", "\"a\":2"));
    client_say(&c, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\"}\n");
    client_expect(&c, "\"id\":5,"); /* calls run one at a time */
    client_say(&c, ASK_CANCEL(3) ASK_CANCEL(99) ASK_PING(6));
    client_expect(&c, "\"id\":6,");
    client_say(&c,
               ASK_CANCEL(1)); /* of the running one: it sees that, and says nothing */
    client_expect(&c, "\"id\":4,");
    client_say(&c, ASK_CALL(7, "add", "\"a\":7"));
    client_expect(&c, "\"id\":7,");
    client_expect_none(&c, 20);
    end_well(&c);
}

Test(mcp_stdio, a_hanging_function_holds_its_worker_alone)
{
    static const char *const options[] = {"--workers=2", "--timeout=60000", NULL};
    client c;

    misbehaved_start(&c, options);
    client_say(&c, ASK_CALL(1, "hang", ""));
    client_expect(&c, "hang: no answer within 300 ms");
    for (int i = 0; i < 10; i++) {
        client_say(&c, ASK_CALL(2, "add", "\"a\":2"));
        client_expect(&c, "\"id\":2,");
    }
    client_close(&c);
    cr_assert(client_end(&c, CLIENT_PATIENCE) == 0);
}

Test(mcp_stdio, calls_are_late)
{
    static const char *const options[] = {"--timeout", "100ms", NULL};
    client c;

    misbehaved_start(&c, options);
    client_say(&c, ASK_CALL(1, "wait", "\"ms\":60000"));
    client_expect(&c, "wait: no answer within 100 ms");
    client_say(&c, ASK_CALL(2, "add", "\"a\":2"));
    client_expect(&c, "\"id\":2,");
    client_expect_none(&c, 20);
    end_well(&c);
}

Test(mcp_stdio, tools_of_programs_see_that_they_are_late)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "run_program",
                            "\"program\":\"(attempt (tool/wait {:ms 50000})) 7\""));
    client_expect(&c, "\"7\\n;; 1 tool call: wait 1 (1 failed)\"");
    client_expect_none(&c, 20);
    end_well(&c);
}

Test(mcp_stdio, workers_run_calls_side_by_side)
{
    static const char *const options[] = {"--workers", "4", NULL};
    int64_t start;
    client c;

    misbehaved_start(&c, options);
    start = client_now();
    client_say(&c, ASK_CALL(1, "wait", "\"ms\":1000") ASK_CALL(2, "wait", "\"ms\":1000")
                       ASK_CALL(3, "wait", "\"ms\":1000"));
    client_say(&c, ASK_CALL(4, "wait", "\"ms\":1000"));
    for (int i = 0; i < 4; i++)
        client_expect(&c, "waited");
    cr_assert(client_now() - start < 3500);
    end_well(&c);
}

/* Kilobytes that are resident. */
static long resident(const client *c)
{
    char path[64];
    char line[256];
    long size = -1;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%ld/status", (long)c->child);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        sscanf(line, "VmRSS: %ld", &size);
    if (file != NULL)
        fclose(file);
    return size;
}

Test(mcp_stdio, calls_leave_nothing_behind)
{
    enum { CALLS = 100000, FIRST = 5000 };
    long before = 0;
    long after;
    client c;

    misbehaved_start(&c, NULL);
    client_say_apart(&c, ASK_CALL(1, "add", "\"a\":20,\"b\":22"), CALLS);
    for (int i = 0; i < CALLS; i++) {
        client_expect(&c, "\"id\":1,");
        if (i == FIRST)
            before = resident(&c);
    }
    after = resident(&c);
    cr_assert(after <= before + 512, "%ld KiB, then %ld", before, after);
    end_well(&c);
}

/* --- The command line --------------------------------------------------------------- */

typedef struct refusal {
    const char *option;
    const char *says;
} refusal;

Test(mcp_stdio, refuses_options_that_it_has_not)
{
    static const refusal rows[] = {
        {"--wrokers=2", "this program has no option --wrokers; did you mean --workers?"},
        {"--workers=0", "--workers is a number from 1 to 64, not \"0\""},
        {"--workers=65", "--workers is a number from 1 to 64, not \"65\""},
        {"--log=loud", "--log"},
        {"--timeout=-1", "--timeout is a time from 1 to"},
        {"--max-line=1x", "--max-line is a size from 1 to"},
        {"--max-result=0", "--max-result is a size from 1 to"},
        {"--max-memory=", "--max-memory is a size from 1 to"},
        {"--max-waiting=1025", "--max-waiting is a number from 1 to 1024, not \"1025\""},
        {"--program-time=soon", "--program-time is a time from 1 to"},
        {"--program-fuel=0", "--program-fuel is a number from 1 to"},
        {"--program-sessions=65",
         "--program-sessions is a number from 0 to 64, not \"65\""},
        {"--session-idle=1y", "--session-idle is a time from 1 to"},
        {"tools.json", "expected only options, found \"tools.json\""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *argv[] = {getenv("MISBEHAVED_EXE"), rows[i].option, NULL};
        ptc_str err;

        cr_assert(test_run(argv, PTC_STR(""), NULL, &err) == 2, "%s", rows[i].option);
        cr_assert(has(err, rows[i].says), "%s: %s", rows[i].option, err.ptr);
    }
}

Test(mcp_stdio, takes_its_options)
{
    const char *argv[] = {getenv("MISBEHAVED_EXE"),
                          "--log",
                          "debug",
                          "--timeout=5s",
                          "--workers=3",
                          "--max-line=1k",
                          "--max-result=2k",
                          "--max-memory=1M",
                          "--max-waiting=8",
                          "--program-time=1s",
                          "--program-fuel=100",
                          "--program-heap=1M",
                          "--program-calls=5",
                          "--program-result=1k",
                          "--program-characters=100",
                          "--program-sessions=2",
                          "--session-memory=64k",
                          "--session-time=1h",
                          "--session-idle=1m",
                          NULL};
    ptc_str out;

    cr_assert(test_run(argv, PTC_STR(ASK_INITIALIZE ASK_CALL(1, "big", "\"bytes\":3000")),
                       &out, NULL) == 0);
    cr_assert(has(out, "the limit is 2048: ask for less"), "%s", out.ptr);
}

Test(mcp_stdio, tells_its_options)
{
    const char *const help[] = {getenv("MISBEHAVED_EXE"), "--help", NULL};
    const char *const version[] = {getenv("MISBEHAVED_EXE"), "-V", NULL};
    ptc_str out;

    cr_assert(test_run(help, PTC_STR(""), &out, NULL) == 0);
    cr_assert(has(out, "usage: misbehaved [options]"), "%s", out.ptr);
    cr_assert(has(out, "--workers=N") && has(out, "--timeout=MS") &&
                  !has(out, "--schema"),
              "%s", out.ptr);
    cr_assert(has(out, "run N calls at a time") && has(out, "print this help") &&
                  !has(out, "(null)"),
              "%s", out.ptr);
    cr_assert(test_run(version, PTC_STR(""), &out, NULL) == 0);
    cr_assert(has(out, "misbehaved, made with ptcc "), "%s", out.ptr);
}
