/* SPDX-License-Identifier: MIT */
/*
 * Lines of input processed by threads: one reads, others work, and the caller's prints
 * their answers in the order of the lines. The lines in flight, and their bytes, are
 * limited; the reader waits for room, so memory is bounded for any length of input.
 *
 * Ctrl-C ends the reading and cancels the work; of the lines in flight, those before the
 * first cancelled one are printed. A second one ends the process. A process has one run
 * at a time, since a signal concerns the whole process.
 */
#ifndef PTC_JOBS_H
#define PTC_JOBS_H

#include "tool/common/cli.h"

#include <ptc/llm.h>

/* A line and its answer. */
typedef struct ptc_job {
    const char *name; /* of the file */
    uint64_t line;    /* from 1; 0: the text is a document */
    ptc_str text;     /* followed by PTC_PADDING bytes; ptr NULL: longer than the limit */
    ptc_arena arena;  /* for the work and its answer; empty at first */
    ptc_text answer;  /* in `arena`; failed: memory for it was refused */
    bool is_failed;   /* the answer is an error */
    bool is_cancelled; /* there is no answer */
    bool is_done;      /* private, like the members that follow */
    char *memory;
    size_t size;
} ptc_job;

/* How lines are processed. */
typedef struct ptc_jobs_options {
    const ptc_cli *cli; /* its operands are the files; none: standard input */
    size_t limit;       /* longest line */
    unsigned workers;
    /* Called in several threads at a time. */
    void (*work)(ptc_job *job, const ptc_cancel *cancel, void *user);
    /* Called in the thread of the caller, in order. False: that was the last. */
    bool (*print)(ptc_job *job, void *user);
    void *user;
} ptc_jobs_options;

/* PTC_EXIT_USAGE after a message: a file could not be read, no thread could be started,
 * or memory was refused. */
ptc_exit ptc_jobs_run(const ptc_jobs_options *options);

/* Whether Ctrl-C has ended the last run. */
bool ptc_jobs_were_cancelled(void);

#endif
