/* SPDX-License-Identifier: MIT */
/* Internal to the commands: reads logs of runs line by line, and turns them back into the
 * steps that wrote them. Logs may come from anywhere: a line that is not an event is
 * reported and left out, and the size of a run is bounded. */
#ifndef PTC_TOOL_TRACE_H
#define PTC_TOOL_TRACE_H

#include "tool/common/cli.h"

enum {
    PTC_TRACE_RUN_MAX = 64 << 20, /* limit on the bytes kept of a run */
    PTC_TRACE_RUNS_MAX = 1024,    /* limit on the runs in progress */
};

typedef struct ptc_trace_run ptc_trace_run;

typedef struct ptc_trace_reader {
    /* Receives a run at the top level, when it or the log has ended. */
    void (*give)(const ptc_step *step, bool is_over, void *user);
    /* Line `number` is unusable. */
    void (*refuse)(uint64_t number, const char *why, void *user);
    void *user;
    ptc_trace_run *runs; /* newest first */
    size_t run_count;
    ptc_arena line;      /* emptied by the next line */
    ptc_allocator below; /* malloc */
    bool is_refused;     /* out of memory: no call of give or refuse follows */
} ptc_trace_reader;

void ptc_trace_reader_init(ptc_trace_reader *reader);
/* Takes a line, which PTC_PADDING readable bytes follow. */
void ptc_trace_reader_take(ptc_trace_reader *reader, ptc_str line, uint64_t number);
/* Passes on the runs that have not ended, and frees everything. */
void ptc_trace_reader_end(ptc_trace_reader *reader);

#endif
