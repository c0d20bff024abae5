/* SPDX-License-Identifier: MIT */
/* How servers of MCP end: with their input, or with the reader of their output. */
#define _POSIX_C_SOURCE 200809L
#include "misbehaved.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Closes the input; the exit code is 0 after a time in [least, most). */
static void end_within(client *c, int64_t least, int64_t most)
{
    int64_t start = client_now();
    int64_t took;
    int code;

    client_close(c);
    code = client_end(c, CLIENT_PATIENCE);
    took = client_now() - start;
    cr_assert(code == 0, "exit %d", code);
    cr_assert(took >= least && took < most, "%lld ms", (long long)took);
}

Test(mcp_shutdown, with_the_input)
{
    const char *const argv[] = {getenv("MISBEHAVED_EXE"), NULL};
    client c;

    client_start(&c, argv);
    end_within(&c, 0, 900);
    misbehaved_start(&c, NULL);
    end_within(&c, 0, 900);
    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "add", ""));
    client_expect(&c, "\"id\":1,");
    end_within(&c, 0, 900);
}

Test(mcp_shutdown, waits_for_calls)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "wait", "\"ms\":300") ASK_CALL(2, "add", "\"a\":2"));
    client_close(&c);
    client_expect(&c, "waited");
    client_expect(&c, "\"id\":2,");
    cr_assert(client_end(&c, 900) == 0);
}

Test(mcp_shutdown, cancels_calls_that_take_longer)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "wait", "\"ms\":60000") ASK_CALL(2, "add", "\"a\":2"));
    end_within(&c, 950, 1490);
}

Test(mcp_shutdown, does_not_wait_for_functions_that_hang)
{
    static const char *const workers[] = {"--workers=3", NULL};
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "hang", "") ASK_CALL(2, "add", ""));
    end_within(&c, 1450, 5000);
    misbehaved_start(&c, workers);
    client_say(&c, ASK_CALL(1, "hang", "") ASK_CALL(2, "hang", "") ASK_CALL(3, "hang", "")
                       ASK_CALL(4, "hang", ""));
    end_within(&c, 1450, 5000);
}

Test(mcp_shutdown, with_whoever_reads)
{
    client c;

    misbehaved_start(&c, NULL);
    client_leave(&c);
    client_say(&c, ASK_PING(1));
    cr_assert(client_end(&c, 5000) == 0);
    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "wait", "\"ms\":60000"));
    misbehaved_runs(&c);
    client_leave(&c);
    client_say(&c, ASK_PING(2));
    cr_assert(client_end(&c, 5000) == 0);
    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "hang", ""));
    misbehaved_runs(&c);
    client_leave(&c);
    client_say(&c, ASK_PING(2));
    cr_assert(client_end(&c, 5000) == 0);
    misbehaved_start(&c, NULL); /* much is in the pipe, and more to be written */
    client_say_apart(&c, ASK_PING(1), 20000);
    client_expect(&c, "\"id\":1,");
    client_leave(&c);
    cr_assert(client_end(&c, 5000) == 0);
}

/* Lists that no pipe has room for keep a thread writing: no other sees the end. */
Test(mcp_shutdown, does_not_wait_for_whoever_does_not_read)
{
    enum { LISTS = 1000 };
    const struct timespec pause = {0, 500000000};
    client c;

    misbehaved_start(&c, NULL);
    for (int i = 0; i < LISTS; i++)
        client_say(&c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");
    end_within(&c, 950, 5000);
    misbehaved_start(&c, NULL); /* who reads late gets all of it */
    for (int i = 0; i < LISTS; i++)
        client_say(&c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");
    client_close(&c);
    nanosleep(&pause, NULL);
    for (int i = 0; i < LISTS; i++)
        client_expect(&c, "\"tools\":[");
    cr_assert(client_end(&c, 5000) == 0);
}

Test(mcp_shutdown, answers_all_that_was_asked)
{
    enum { CALLS = 20 };
    client c;

    misbehaved_start(&c, NULL);
    for (int i = 0; i < CALLS; i++)
        client_say(&c, ASK_CALL(1, "add", "\"a\":1"));
    client_close(&c);
    for (int i = 0; i < CALLS; i++)
        client_expect(&c, "\"id\":1,");
    cr_assert(client_line(&c, CLIENT_PATIENCE) == NULL);
    cr_assert(client_end(&c, CLIENT_PATIENCE) == 0);
}
