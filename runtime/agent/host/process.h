/* SPDX-License-Identifier: MIT */
/*
 * A child process that gets a text and answers with one: none of it is left when the call
 * returns, whatever it does.
 */
#ifndef PTC_AGENT_PROCESS_H
#define PTC_AGENT_PROCESS_H

#include <ptc/llm.h>

enum { PTC_PROCESS_TAIL = 2048 };

typedef enum ptc_process_end {
    PTC_PROCESS_EXITED,    /* `code`: its status; 0 when the host's reaper took it */
    PTC_PROCESS_SIGNALLED, /* `code`: the signal */
    PTC_PROCESS_NO_START,  /* `code`: errno */
    PTC_PROCESS_TIMEOUT,   /* it was killed, as for the next ones */
    PTC_PROCESS_CANCELLED,
    PTC_PROCESS_TOO_LONG, /* its output was */
    PTC_PROCESS_NO_MEMORY,
} ptc_process_end;

typedef struct ptc_process {
    const char *const *argv; /* NULL-terminated; argv[0] is searched in PATH */
    ptc_str input;
    uint64_t time_ms;         /* UINT64_MAX: no limit */
    const ptc_cancel *cancel; /* or NULL */
    size_t output_max;
    ptc_arena *arena; /* of the output */
    /* The outcome: */
    ptc_process_end end;
    int code;
    ptc_text output;
    char tail[PTC_PROCESS_TAIL]; /* the end of its standard error */
    size_t tail_size;
} ptc_process;

/* Runs it to its end. No handler of signals is needed or changed. */
void ptc_process_run(ptc_process *process);

#endif
