/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent, the room above those in its folders: what is made of
 * plans and runs as wholes. Chains (chain.c), a look at the prompt without asking
 * (prompt_preview.c), definitions for people who look into them (agent_inspect.c), and
 * what emitted agents, chains and compiled agents call (gen_*.c).
 *
 * Nothing in runtime/agent calls it. Below it, it uses agent/run, agent/program,
 * agent/prompt, agent/plan, agent/model and agent/host, emitted, walk, render, json and
 * base. Its files form no circle.
 *
 * The rooms, from the ground up: host, model, plan, prompt, story, program, run, file,
 * and this one. Each has a first header, ROOM_int.h, and includes those of rooms below it
 * alone.
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
/* The result, which the run has judged, as the struct at `out`. */
ptc_status ptc_gen_run_take(const ptc_gen_type *type, uint32_t node, const ptc_step *step,
                            ptc_arena *arena, void *out, size_t size);

#endif
