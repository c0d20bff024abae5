/* SPDX-License-Identifier: MIT */
/*
 * Internal to the commands: logs of runs, read line by line and given back as the steps
 * that wrote them. Logs may come from anywhere: a line that is no event is told and left
 * out; what a run may hold is bounded.
 */
#ifndef PTC_TOOL_TRACE_H
#define PTC_TOOL_TRACE_H

#include "tool/common/cli.h"

enum {
    PTC_TRACE_RUN_MAX = 64 << 20, /* bytes that is kept of a run */
    PTC_TRACE_RUNS_MAX = 1024,    /* runs that have not been given yet */
};

typedef struct ptc_trace_run ptc_trace_run;

typedef struct ptc_trace_reader {
    /* A run at the top is over, or the log is. */
    void (*give)(const ptc_step *step, bool is_over, void *user);
    /* Line `number` cannot be used. */
    void (*refuse)(uint64_t number, const char *why, void *user);
    void *user;
    ptc_trace_run *runs; /* newest first */
    size_t run_count;
    ptc_arena line;      /* emptied by the next line */
    ptc_allocator below; /* malloc */
    bool is_refused;     /* memory was: nothing is given or refused from then on */
} ptc_trace_reader;

void ptc_trace_reader_init(ptc_trace_reader *reader);
/* Takes a line, with PTC_PADDING readable bytes behind it. */
void ptc_trace_reader_take(ptc_trace_reader *reader, ptc_str line, uint64_t number);
/* Gives what is not over yet, and frees all. */
void ptc_trace_reader_end(ptc_trace_reader *reader);

#endif
