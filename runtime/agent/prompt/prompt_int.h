/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/prompt, and for ptcc: the parts of prompts.
 *
 * A prompt has parts that are the same in all runs of an agent, which ptcc emits as
 * constant text, and the inventory of the run's data between them. Both are written only
 * here, so that emitted parts and those made at run time have the same bytes. [subagent
 * 11]
 *
 * The room knows plans and the data of a run, which run_state.h describes; it asks no
 * model. Below it, it uses agent/plan, agent/host (untrusted.h), agent/model (names of
 * models, in run_state.h), lisp (memory), contract (types of undeclared data), template,
 * render, walk, schema, edn and base. There is no cycle among its files.
 */
#ifndef PTC_AGENT_PROMPT_INT_H
#define PTC_AGENT_PROMPT_INT_H

#include "agent/plan/plan_int.h"

/* --- templates/prompt, made by embed.py -------------------------------------------- */

extern const char
    *const ptc_prompt_compile; /* after everything else, for agents to compile */
extern const char *const ptc_prompt_core_agent;
extern const char *const ptc_prompt_core_judgment;
extern const char *const ptc_prompt_language_single;
extern const char *const ptc_prompt_language_multi;
extern const char *const ptc_prompt_error_recovery;
extern const char *const ptc_prompt_output_format;
extern const char *const ptc_prompt_tool_question; /* of an LLM tool; its type follows */

/* --- Cuts of prompts that are too long
 * ---------------------------------------------- */

/* Each level also leaves out the parts of those before it. [subagent 11.6] */
typedef enum ptc_prompt_cut {
    PTC_CUT_NOTHING,
    PTC_CUT_SAMPLES, /* short ones */
    PTC_CUT_ALL_SAMPLES,
    PTC_CUT_DESCRIPTIONS,
    PTC_CUT_LANGUAGE, /* the short reference instead of the long one */
    PTC_CUT_ALL_LANGUAGE,
} ptc_prompt_cut;

/* --- prompt_parts.c ---------------------------------------------------------------- */

/* The parts of the plan's prompts that no run changes, in `arena`; each ends with a
 * newline. False when refused memory. */
bool ptc_prompt_write_parts(const ptc_plan *plan, ptc_arena *arena, ptc_agent_parts *out);

/* The same with parts left out, and with another language_spec than the plan's unless
 * that is empty. */
bool ptc_prompt_write_parts_for(const ptc_plan *plan, ptc_prompt_cut cut,
                                ptc_str language, ptc_arena *arena, ptc_agent_parts *out);

/* --- prompt_tools.c ---------------------------------------------------------------- */

/* Appends the sections of types, tools and catalog; nothing when there are none. Adds the
 * types that are shown only by name to `types`. False when refused memory. */
struct ptc_shown_types;
bool ptc_prompt_write_tools(ptc_text *text, const ptc_plan *plan, ptc_prompt_cut cut,
                            struct ptc_shown_types *types);

/* A copy of the schema's root and everything below it, with other descriptions:
 * `description` of the whole, and of the fields in `fields` by name or dotted path. With
 * `is_silent` it has none. Declared types that are too large to be written out keep the
 * descriptions of their fields, except when it is silent and not `keeps_types`. False
 * when refused memory.
 */
typedef struct ptc_prompt_described {
    ptc_str description;
    const ptc_description *fields;
    size_t field_count;
    bool is_silent;
    bool keeps_types;
} ptc_prompt_described;

bool ptc_prompt_describe(ptc_arena *arena, const ptc_schema *schema,
                         const ptc_prompt_described *described, ptc_schema *out);

/* --- prompt_notation.c ------------------------------------------------------------- */

/* Appends the section on the notation of types, nothing when there is none. False when
 * refused memory. */
bool ptc_prompt_write_notation(ptc_text *text, const ptc_plan *plan);

/* --- prompt_format.c --------------------------------------------------------------- */

/* Appends the section on the format of replies, with programs for this agent. */
void ptc_prompt_write_format(ptc_text *text, const ptc_plan *plan);

/* --- prompt_sample.c --------------------------------------------------------------- */

/* How much of a value is shown. */
typedef struct ptc_prompt_sample {
    uint32_t list;   /* elements */
    uint32_t string; /* characters */
} ptc_prompt_sample;

/* Appends a sample of the value as one Lisp literal, firewalled. */
void ptc_prompt_write_sample(ptc_text *text, const ptc_value *value,
                             const ptc_prompt_sample *sample);

/* --- prompt_inventory.c ------------------------------------------------------------ */

/* The subject of the inventory. */
typedef struct ptc_inventory {
    const ptc_plan *plan;
    const ptc_value *context; /* a map, or nil */
    const ptc_schema *types;  /* of the context, or NULL: inferred */
    ptc_value descriptions;   /* that came with the context: a map, or nil */
    ptc_prompt_cut cut;
} ptc_inventory;

/* The field of that name in a map type, '-' and '_' alike, or PTC_NODE_NONE. */
uint32_t ptc_prompt_field(const ptc_schema *schema, uint32_t map, ptc_str name);

/* Appends the section of the data that programs find in ctx/. [subagent 11.2] */
void ptc_prompt_write_inventory(ptc_text *text, const ptc_inventory *inventory);

/* --- prompt.c ---------------------------------------------------------------------- */

/* See run_state.h. */
typedef struct ptc_run ptc_run;

/*
 * The system prompt and the first message for the run's plan, inputs and tools, with the
 * agent's prompt_limit, layout and system_prompt; sets run->mission and prompt_warning.
 * False with `*fail` set (template_error); without a reason, and with run->arena failed,
 * memory was refused. [subagent 11]
 */
bool ptc_prompt_make(ptc_run *run, ptc_str *system, ptc_str *user, ptc_fail *fail);

/* Rewrites run->system when turns have merged something into the context, so that the
 * inventory shows it, or when the host chooses the language reference of each turn;
 * before each request. With layout `cached` the inventory stays unchanged. False when
 * refused memory. [subagent 6.1] */
bool ptc_prompt_refresh(ptc_run *run);

#endif
