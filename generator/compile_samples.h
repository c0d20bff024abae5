/* SPDX-License-Identifier: MIT */
/*
 * Samples of compiled agents: the file NAME.ptc.samples.jsonl, one row each, and
 * --sample.
 *
 *     {"input":{"n":4},"result":{"twice":8},
 *      "calls":[{"name":"add","args":{"a":4,"b":4},"result":8}]}
 *
 * If the program calls fail, the row has "fail", the reason, instead of "result". If no
 * recording had the answers for a run, the row has neither until it is run with its
 * tools. A call that failed has "message" instead of "result", and "reason" if there is
 * one. All of it may be shown: values that the firewall hides were replaced by others
 * before the run. [subagent 15]
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

/* Reads the rows of the file. PTC_EXIT_INPUT after a message: one is not a sample. */
ptc_exit ptcc_samples_parse(const ptc_cli *cli, const ptc_lock_samples *rows,
                            ptcc_sample_list *out);

/* Reads the values of --sample, in order: JSON text, or files of JSON. A list is several
 * samples. For an agent with one parameter, a value that is not named arguments is the
 * value of that parameter. PTC_EXIT_USAGE after a message. */
ptc_exit ptcc_samples_take(const ptc_cli *cli, const ptc_schema *signature,
                           ptcc_sample_list *out);

/* Makes the file of the samples, and its rows as they will be read. PTC_EXIT_INPUT after
 * a message: one has something that JSON cannot express. */
ptc_exit ptcc_samples_write(const ptc_cli *cli, const char *agent_path,
                            const ptc_compile_sample *samples, size_t count,
                            ptc_lock_samples *out);

#endif
