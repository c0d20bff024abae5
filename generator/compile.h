/* SPDX-License-Identifier: MIT */
/* The verb compile: what its files share. See generator_int.h. */
#ifndef PTCC_COMPILE_H
#define PTCC_COMPILE_H

#include "generator/compile_samples.h"
#include "generator/generator_int.h"
#include "tool/common/agent.h"

/* What the command is to do. ORDER compile_ways */
typedef enum ptcc_compile_way {
    PTCC_COMPILE_DERIVE,  /* a model writes the program */
    PTCC_COMPILE_PROGRAM, /* it is given */
    PTCC_COMPILE_ACCEPT,  /* it is the program of the lock, and gives the same results */
    PTCC_COMPILE_REPLAY,  /* likewise, and nothing is written */
    PTCC_COMPILE_CHECK,   /* the lock is compared, and nothing runs */
} ptcc_compile_way;

/* A compilation, from its command line to what is written. */
typedef struct ptcc_compile_job {
    const ptc_cli *cli;
    ptcc_compile_way way;
    const char *path; /* of the agent */
    ptc_agent_command command;
    const ptc_agent_file *agent;
    const ptc_agent_file *as_read; /* before its tools got functions */
    ptc_lock_file program; /* the program, with the source in which faults are; empty:
                            * derive one */
    ptc_lock_samples rows; /* as they are in the file */
    bool has_rows;         /* the samples are of these */
    ptcc_sample_list samples;
    const ptc_compilation *made;
} ptcc_compile_job;

/* --- compile_report.c --------------------------------------------------------------- */

/* Prints the faults of a compilation at their places, and why it failed if it did.
 * Returns the status of the command. */
ptc_exit ptcc_compile_report(ptcc_compile_job *job, ptc_status status);
/* Prints how the samples differ from before. */
ptc_exit ptcc_compile_report_replay(ptcc_compile_job *job, ptc_status status,
                                    const ptc_compile_replayed *replayed);

#endif
