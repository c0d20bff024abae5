/* SPDX-License-Identifier: MIT */
/* Signals to servers of MCP. */
#define _POSIX_C_SOURCE 200809L
#include "misbehaved.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void nap(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static void end_by(client *c, int number, int code, int64_t most)
{
    int64_t start = client_now();
    int64_t took;
    int found;

    kill(c->child, number);
    found = client_end(c, CLIENT_PATIENCE);
    took = client_now() - start;
    cr_assert(found == code, "exit %d, not %d", found, code);
    cr_assert(took < most, "%lld ms", (long long)took);
}

/* M510 */
Test(mcp_signals, end_a_server_that_waits)
{
    client c;

    misbehaved_start(&c, NULL);
    end_by(&c, SIGTERM, 0, 450);
    misbehaved_start(&c, NULL);
    end_by(&c, SIGINT, 0, 450);
    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "add", ""));
    client_expect(&c, "\"id\":1,");
    end_by(&c, SIGTERM, 0, 450);
}

Test(mcp_signals, cancel_what_runs)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "wait", "\"ms\":60000") ASK_CALL(2, "add", ""));
    misbehaved_runs(&c);
    end_by(&c, SIGTERM, 0, 450);
}

Test(mcp_signals, do_not_wait_for_functions_that_hang)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "hang", ""));
    misbehaved_runs(&c);
    end_by(&c, SIGINT, 0, 2000);
}

Test(mcp_signals, a_second_one_ends_at_once)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "hang", ""));
    misbehaved_runs(&c);
    kill(c.child, SIGTERM);
    nap(50);
    end_by(&c, SIGTERM, 143, 350);
    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "hang", ""));
    misbehaved_runs(&c);
    kill(c.child, SIGINT);
    nap(50);
    end_by(&c, SIGTERM, 143, 350);
}

Test(mcp_signals, end_the_time_for_calls_after_the_input)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say(&c, ASK_CALL(1, "wait", "\"ms\":60000"));
    misbehaved_runs(&c);
    client_close(&c);
    nap(100);
    end_by(&c, SIGTERM, 0, 450);
}

Test(mcp_signals, end_a_server_whose_output_nobody_reads)
{
    client c;

    misbehaved_start(&c, NULL);
    client_say_apart(&c, ASK_PING(1), 20000);
    nap(200);
    end_by(&c, SIGTERM, 0, 2000);
}

Test(mcp_signals, that_were_ignored_stay_so)
{
    const char *const argv[] = {"sh", "-c", "trap '' INT; exec \"$MISBEHAVED_EXE\"",
                                NULL};
    client c;

    client_start(&c, argv);
    client_say(&c, ASK_INITIALIZE);
    client_expect(&c, "\"misbehaved\"");
    kill(c.child, SIGINT);
    client_say(&c, ASK_PING(1));
    client_expect(&c, "\"id\":1,");
    end_by(&c, SIGTERM, 0, 450);
}
