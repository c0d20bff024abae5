/* SPDX-License-Identifier: MIT */
/*
 * Calls side by side in a host with its own loop: some threads work, one feeds,
 * cancels and ticks. Calls are of a tool, and of programs that call it, which begin
 * sessions and go on in them. Of test_mcp_workers and, without a test framework, of
 * mcp_threads.
 */
#ifndef PTC_TEST_MCP_WORKERS_H
#define PTC_TEST_MCP_WORKERS_H

/* What came of it. */
typedef struct workers_came {
    const char *error;      /* what could not even begin; or NULL */
    unsigned unanswered;    /* calls that were not cancelled */
    unsigned answered_more; /* calls with more than one answer */
    unsigned told_late;     /* progress after an answer */
    unsigned failed;        /* answers that are not results */
    unsigned most;          /* calls that ran at a time */
    unsigned sessions;      /* that programs began */
} workers_came;

enum { WORKERS_AT_A_TIME = 4, WORKERS_CALLS_MAX = 3000 };

/* Asks for `calls` calls, at most WORKERS_CALLS_MAX. Once a process. */
workers_came workers_run(unsigned calls);

#endif
