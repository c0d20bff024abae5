/* SPDX-License-Identifier: MIT */
/*
 * Lines of input through threads: one reads, some work, and the one that called prints
 * what they answered, in the order of the lines. A window of lines is in flight, and so
 * many bytes; who reads waits for room, so memory is bounded however long the input is.
 *
 * Ctrl-C ends the reading and cancels the work; of what is in flight the lines before the
 * first cancelled one are printed. A second one ends the process. A process has one run
 * at a time, since a signal is for all of it.
 */
#ifndef PTC_JOBS_H
#define PTC_JOBS_H

#include "tool/common/cli.h"

#include <ptc/llm.h>

/* A line and what came of it. */
typedef struct ptc_job {
    const char *name;  /* of the file */
    uint64_t line;     /* from 1; 0: the file is one document */
    ptc_str text;      /* PTC_PADDING bytes behind it; ptr NULL: longer than the limit */
    ptc_arena arena;   /* for the work and its answer; empty at first */
    ptc_text answer;   /* in `arena`; failed: memory for it was refused */
    bool is_failed;    /* the answer says what is wrong */
    bool is_cancelled; /* there is no answer */
    bool is_done;      /* private, as what follows */
    char *memory;
    size_t size;
} ptc_job;

/* What is done with lines. */
typedef struct ptc_jobs_options {
    const ptc_cli *cli; /* its operands are the files, none: standard input */
    size_t limit;       /* longest line */
    unsigned workers;
    /* In a thread of its own, with others like it. */
    void (*work)(ptc_job *job, const ptc_cancel *cancel, void *user);
    /* In the thread of the caller, in order. False: that was the last. */
    bool (*print)(ptc_job *job, void *user);
    void *user;
} ptc_jobs_options;

/* PTC_EXIT_USAGE after a message: a file could not be read, no thread could be started,
 * memory. */
ptc_exit ptc_jobs_run(const ptc_jobs_options *options);

/* Whether Ctrl-C has ended the last run. */
bool ptc_jobs_were_cancelled(void);

#endif
