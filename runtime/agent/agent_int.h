/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent, the room above those in its folders: what is made of
 * plans and runs as wholes. Chains (chain.c), a look at the prompt without asking
 * (prompt_preview.c), definitions for people who look into them (agent_inspect.c), and
 * what emitted agents and chains call (gen_agent.c).
 *
 * All that it defines is public; nothing in runtime/agent calls it. Below it, it uses
 * agent/run, agent/prompt, agent/plan, agent/model and agent/host, emitted, walk, render,
 * json and base. Its files form no circle.
 *
 * The rooms, from the ground up: host, model, plan, prompt, story, run, file, and this
 * one. Each has a first header, ROOM_int.h, and includes those of rooms below it alone.
 */
#ifndef PTC_AGENT_INT_H
#define PTC_AGENT_INT_H

#include <ptc/agent.h>

#endif
