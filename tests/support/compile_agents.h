/* SPDX-License-Identifier: MIT */
/* What the suites of agents that are compiled at run time share. */
#ifndef PTC_TEST_COMPILE_AGENTS_H
#define PTC_TEST_COMPILE_AGENTS_H

#include <ptc/compile.h>

#include "agents.h"

enum { TEST_SAMPLES_MAX = 4 };

/* An agent that is compiled: agent, replies and options are those of its run. Its tool
 * `t` counts calls. */
typedef struct test_compile {
    test_agent_run run;
    ptc_compile_options options;
    ptc_compile_sample samples[TEST_SAMPLES_MAX];
    ptc_agent_tool tools[3];
    ptc_tool function;
    ptc_cancel cancel;
    size_t calls;
    const ptc_compilation *made;
    ptc_status status;
} test_compile;

void test_compile_start(test_compile *at, const char *signature);
void test_compile_sample(test_compile *at, const char *edn);
/* Gives it the tool `t` (id :int): id 0 fails as not_found, 1 cancels; else 10 times it,
 * and with `_cost` 3 as {:n :_cost}. */
void test_compile_tool(test_compile *at, const char *signature, bool has_cost);
const ptc_schema *test_compile_signature(test_compile *at, const char *text);
/* Compiles it: at->made. */
void test_compile_go(test_compile *at);
/* Runs what was compiled: the step is in at->run.step. */
void test_compile_run(test_compile *at, const char *context);
void test_compile_stop(test_compile *at);

/* Fails the test unless it was compiled to that source without faults; `source` may be
 * NULL. */
void test_compile_expect(test_compile *at, const char *source);
/* Fails the test unless it was not, for that reason. */
void test_compile_expect_fail(test_compile *at, const char *reason, const char *message);
/* The first fault of that code, or NULL. */
const ptc_compile_fault *test_compile_fault(const test_compile *at, ptc_diag_code code);

#endif
