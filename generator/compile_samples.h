/* SPDX-License-Identifier: MIT */
/*
 * Samples of compiled agents: NAME.ptc.samples.jsonl, a row for each, and --sample.
 *
 *     {"input":{"n":4},"result":{"twice":8},
 *      "calls":[{"name":"add","args":{"a":4,"b":4},"result":8}]}
 *
 * A run that gives something to fail has "fail", the reason, instead of "result"; one
 * that no recording had the answers for has neither, until it is run with its tools. A
 * call that failed has "message" and, where it has a name, "reason" instead of "result".
 * All of it is data that may be shown: what the firewall hides was replaced by other
 * values before it was run. [subagent 15]
 */
#ifndef PTCC_COMPILE_SAMPLES_H
#define PTCC_COMPILE_SAMPLES_H

#include "tool/common/lock.h"

#include <ptc/compile.h>

typedef struct ptcc_sample_list {
    ptc_compile_sample *items;
    size_t count;
    size_t capacity;
} ptcc_sample_list;

/* Reads rows of the file. PTC_EXIT_INPUT after a message: one is not a sample. */
ptc_exit ptcc_samples_parse(const ptc_cli *cli, const ptc_lock_samples *rows,
                            ptcc_sample_list *out);

/* Takes what --sample has, in order: JSON itself, or files of it. A list is as many
 * samples; for an agent of one parameter, what is not named arguments is a value of it.
 * PTC_EXIT_USAGE after a message. */
ptc_exit ptcc_samples_take(const ptc_cli *cli, const ptc_schema *signature,
                           ptcc_sample_list *out);

/* The file of the samples, and its rows as they will be read. PTC_EXIT_INPUT after a
 * message: one has what JSON cannot say. */
ptc_exit ptcc_samples_write(const ptc_cli *cli, const char *agent_path,
                            const ptc_compile_sample *samples, size_t count,
                            ptc_lock_samples *out);

#endif
