/* SPDX-License-Identifier: MIT */
/* What the suites of compiled agents share: programs from their text, a tool. */
#ifndef PTC_TEST_COMPILED_AGENTS_H
#define PTC_TEST_COMPILED_AGENTS_H

#include <ptc/compiled.h>
#include <ptc/gen_lisp.h>

#include "agents.h"

enum { TEST_STAGES_MAX = 4 };

/* A compiled agent in the making; its run has clock, host and options. Its tool counts
 * calls. */
typedef struct test_compiled {
    test_agent_run run;
    ptc_lisp *writer;
    ptc_compiled compiled;
    const struct ptc_image *stages[TEST_STAGES_MAX];
    ptc_agent_tool tools[4];
    ptc_compiled_contract contracts[4];
    ptc_tool function;
    ptc_cancel cancel;
    size_t calls;
} test_compiled;

/* With the signature and the program, or NULL. */
void test_compiled_start(test_compiled *at, const char *signature, const char *program);
const ptc_schema *test_compiled_sig(test_compiled *at, const char *text);
/* Adds a program; those before have run by then, as when a model wrote it. */
void test_compiled_add(test_compiled *at, const char *text);
/* Gives it the tool `t` (id :int): id 0 fails as not_found, 1 cancels the run, 2 takes 60
 * ms; else 10 times it. `signature` may be NULL. */
void test_compiled_tool(test_compiled *at, const char *signature);
/* Runs it; `context` is EDN, or NULL. The step is in at->run.step. */
void test_compiled_go(test_compiled *at, const char *context);
/* No model was asked. */
void test_compiled_stop(test_compiled *at);

#endif
