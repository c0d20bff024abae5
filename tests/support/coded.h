/* SPDX-License-Identifier: MIT */
/*
 * A server of MCP with code mode in the test itself: programs go in as they are written,
 * what a model reads comes out.
 */
#ifndef PTC_TEST_CODED_H
#define PTC_TEST_CODED_H

#include "served.h"

#include <ptc/gen_mcp.h>

/*
 * Its tools:
 *
 *     echo(x :any?) -> :any            gives x
 *     order(id :int) -> {ok :bool}
 *     search(query :string, limit :int[1..100]?) -> {count :int, items [..]}
 *     secret() -> {id :int, _token :string}, with the canary in it
 *     sell(why :string?) -> :nil       fails with why, reason no_stock
 *     wait(ms :int) -> :int            lets the clock go on; gives the time that it had
 */
typedef struct coded {
    served server;
    ptc_mcp_program program; /* changed before coded_start by those who want others */
    const ptc_tool *tools[SERVED_TOOLS];
    ptc_value reply;  /* the newest one, its `result` */
    bool is_within;   /* programs that run now are asked for by a tool: id 2 */
    uint64_t chance;  /* of the next number by chance */
    unsigned orders;  /* calls of order */
    bool cancels;     /* wait also cancels the client's call */
    bool saw_cancel;  /* wait saw the flag */
    bool gives_up;    /* wait fails when it does */
    uint64_t next_ms; /* as its tick said */
} coded;

#define CODED_CANARY "xyzzy-canary"

void coded_init(coded *desk);
void coded_start(coded *desk);
/* Both. */
void coded_open(coded *desk);
void coded_end(coded *desk);

/* Runs a program; `more` are further arguments, as ",'session':'new'", with ' for ".
 * The text of the result; after "! " if it is an error, after "!! " if there is none
 * but an error of the protocol, "" when there is no answer. */
const char *coded_run_with(coded *desk, const char *program, const char *more);
const char *coded_run(coded *desk, const char *program);

/* Runs a program and compares what a model reads. */
void coded_expect(coded *desk, const char *program, const char *wanted);
void coded_expect_with(coded *desk, const char *program, const char *more,
                       const char *wanted);

/* structuredContent of the newest reply as JSON, with " as '; "" when there is none. */
const char *coded_structured(coded *desk);

/* The handle in the last line of a text that ends in ";; session s_..". */
const char *coded_handle(coded *desk, const char *text);

#endif
