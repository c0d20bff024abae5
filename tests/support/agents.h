/* SPDX-License-Identifier: MIT */
/* What the suites of agents share: runs with scripts for models and counted time. */
#ifndef PTC_TEST_AGENTS_H
#define PTC_TEST_AGENTS_H

#include "support.h"

enum { TEST_RUN_REPLIES = 64 };

/*
 * A run: set the replies, the agent and the options, then test_run_agent. The model gives
 * the replies in order and keeps what it was asked. Time stops except for what a
 * request takes.
 */
typedef struct test_agent_run {
    ptc_agent agent;
    ptc_agent_options options;
    const char *replies[TEST_RUN_REPLIES]; /* NULL: a failed call */
    size_t reply_count;
    ptc_stop_reason stop_reason; /* of all replies */
    uint64_t request_ms;         /* that each takes */
    int64_t tokens;              /* in and out of each; 0: not reported */

    size_t asked;
    ptc_str systems[TEST_RUN_REPLIES];
    ptc_str last[TEST_RUN_REPLIES]; /* the newest message of each request */
    size_t message_counts[TEST_RUN_REPLIES];
    size_t tool_counts[TEST_RUN_REPLIES];
    uint64_t now_ms;
    uint64_t tick_ns; /* that each look at the clock takes */
    uint64_t ticks;
    ptc_host *host;
    ptc_llm llm;
    ptc_arena arena;
    const ptc_step *step;
    ptc_status status;
} test_agent_run;

/* An agent with that prompt, of five turns, asked by a run option. */
void test_agent_start(test_agent_run *run, const char *prompt);
/* Sets the replies: strings, then NULL. */
void test_agent_replies(test_agent_run *run, ...);
/* Runs it: the step is in run->step. */
void test_agent_go(test_agent_run *run);
void test_agent_stop(test_agent_run *run);

/* The value as EDN text. */
const char *test_edn(test_agent_run *run, const ptc_value *value);
/* What the model was sent last before request `index` (from 0). */
const char *test_told(const test_agent_run *run, size_t index);
/* Reads EDN as a value in the run's arena. */
ptc_value test_value(test_agent_run *run, const char *edn);

/* Fails the test unless a preview of the agent, refused memory at each block in turn,
 * says so or is whole, and gives all of it back. */
void test_preview_refused(const ptc_agent *agent, const ptc_agent_options *options);

/* Fails the test unless the run ended so. */
void test_expect_result(test_agent_run *run, const char *edn);
void test_expect_fail(test_agent_run *run, const char *reason, const char *message);

#endif
