/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent, the room above those in its folders: functions over
 * whole plans and runs. Chains (chain.c), the prompt without a request
 * (prompt_preview.c), definitions for inspection (agent_inspect.c), and the functions
 * that emitted agents, chains and compiled agents call (gen_*.c).
 *
 * Nothing in runtime/agent calls it. Below it, it uses agent/run, agent/program,
 * agent/prompt, agent/plan, agent/model and agent/host, emitted, walk, render, json and
 * base. Its files form no cycle.
 *
 * The rooms, from the ground up: host, model, plan, prompt, story, program, run, file,
 * and this one. Each has a first header, ROOM_int.h, and includes only those of rooms
 * below it.
 */
#ifndef PTC_AGENT_INT_H
#define PTC_AGENT_INT_H

#include <ptc/agent.h>
#include <ptc/gen.h>

/* --- gen_run.c --------------------------------------------------------------------- */

/* The options of a run of `function` whose context is the struct at `in`, or none. */
ptc_status ptc_gen_run_start(const char *function, const ptc_gen_type *type,
                             uint32_t node, const void *in,
                             const ptc_agent_options *given, ptc_arena *arena,
                             ptc_value *context, ptc_agent_options *options);
/* The result, which the run has checked, as the struct at `out`. */
ptc_status ptc_gen_run_take(const ptc_gen_type *type, uint32_t node, const ptc_step *step,
                            ptc_arena *arena, void *out, size_t size);

#endif
