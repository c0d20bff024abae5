/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/plan. A plan is an agent as a run needs it: defaults
 * replace the definition's zeros, texts are compiled, tools are known by name with the
 * contract that models see, and all faults have been reported.
 *
 * The room knows definitions and the built-in tools; of runs, models and prompts it knows
 * only which of their options are forbidden. Below it, it uses agent/model, base, json,
 * edn, schema, render, template, contract (signatures) and lisp (tools). Its files form
 * no circle: plan.c makes plans from plan_overrides.c, plan_texts.c and plan_tools.c,
 * which report faults through plan_fault.c; plan_children.c makes the plans of the agents
 * below an agent, plan_compiled.c those of compiled ones, plan_rows.c serves both,
 * plan_made.c turns agents into compiled ones, and chain_check.c compares the agents of a
 * chain.
 */
#ifndef PTC_AGENT_PLAN_INT_H
#define PTC_AGENT_PLAN_INT_H

#include "template/template_int.h"

#include <ptc/compiled.h>

/* Default of max_depth. */
#define PTC_PLAN_DEPTH 3

/* Whole milliseconds that fit in 63 bits of nanoseconds: the longest time. */
#define PTC_PLAN_MS_MAX (INT64_MAX / 1000000)
enum {
    PTC_PLAN_LLM_TOOL = 1 << 30, /* of ptc_agent.flags: marks an LLM tool with tools; its
                                    prompt is written like that of any LLM tool */
};

/* A tool of a plan. */
typedef struct ptc_plan_tool {
    const ptc_agent_tool *tool;
    const ptc_schema *schema;     /* FUNCTION, or NULL: unchecked */
    ptc_str description;          /* or empty */
    const ptc_template *prompt;   /* of an LLM tool */
    const ptc_template *response; /* of one with response_template, else NULL */
} ptc_plan_tool;

typedef struct ptc_plan {
    ptc_agent agent; /* the definition with its defaults */
    const ptc_agent *source;
    ptc_arena *arena; /* of everything here */
    const ptc_template *mission;
    const ptc_schema *signature; /* FUNCTION, or NULL */
    ptc_value llm_options;       /* of the definition, a map; or nil */
    bool is_judgment;            /* one program, whose value is the result */
    ptc_plan_tool *tools;        /* the user's, in order of definition */
    ptc_agent_fault *faults;
    size_t fault_count;
    size_t fault_capacity;
    size_t error_count;     /* of the faults */
    ptc_str at[3];          /* path of the current field; empty: none any more */
    uint64_t own_max_depth; /* as in the definition; 0: not set */
    uint64_t own_turn_budget;
    uint64_t own_llm_budget;
    bool failed; /* refused memory */
} ptc_plan;

/* --- plan.c ------------------------------------------------------------------------ */

/* The agent of a caller of `function`, complete. False after reporting that its
 * struct_size was not set. */
bool ptc_agent_take(const char *function, const ptc_agent *given, ptc_agent *out);

/*
 * Makes a plan in `arena`; the agent must live as long. PTC_ERROR_INVALID when the
 * definition is faulty: plan->faults has all faults, and the rest of the plan must not be
 * used. PTC_ERROR_MEMORY. [subagent 1]
 */
ptc_status ptc_plan_make(const ptc_agent *agent, ptc_arena *arena, ptc_plan *plan);

/* The same for the agent with a run's overrides (or NULL), which may also be faulty. */
ptc_status ptc_plan_make_for_run(const ptc_agent *agent,
                                 const ptc_agent_overrides *overrides, ptc_arena *arena,
                                 ptc_plan *plan);

/* The schema of the output type: the argument of `return`. Only with a signature. */
ptc_schema ptc_plan_output(const ptc_plan *plan);

/* Faults the parameters of an agent or of an LLM tool that come from the host's context:
 * models read their arguments. `signature` may be NULL. */
void ptc_plan_refuse_context(ptc_plan *plan, const ptc_schema *signature);

/* The role of the agent's prompt. */
ptc_template_use ptc_plan_prompt_use(const ptc_agent *agent);

/* --- plan_fill.c ------------------------------------------------------------------- */

/* Replaces zeros by defaults, and limits that sums could overflow with. */
void ptc_plan_fill(ptc_agent *agent);
void ptc_plan_fill_retry(ptc_llm_retry *retry);

/* --- plan_rows.c ------------------------------------------------------------------- */

/* Gives tools without a name the name of their function. */
void ptc_plan_take_names(ptc_plan *plan);
/* Reports faults of the flags of a tool's row. */
void ptc_plan_check_row(ptc_plan *plan, const ptc_agent_tool *tool);

/* --- plan_fault.c ------------------------------------------------------------------ */

/* Sets the current field, such as "tools", "search", "signature"; name and part may be
 * empty. Faults have it as their path. */
PTC_INLINE void ptc_plan_look_at(ptc_plan *plan, const char *field, ptc_str name,
                                 const char *part)
{
    plan->at[0] = ptc_str_of(field);
    plan->at[1] = name;
    plan->at[2] = ptc_str_of(part);
}

/* Adds a fault of the field plan->at; `format` as for ptc_diag_add. */
void ptc_plan_fault(ptc_plan *plan, const char *reason, const char *format, ...)
    PTC_PRINTF(3, 4);
void ptc_plan_warn(ptc_plan *plan, const char *format, ...) PTC_PRINTF(2, 3);

/* Adds the faults that a reader of the text `what` found, with their places. */
void ptc_plan_take_diags(ptc_plan *plan, const ptc_diags *diags, const char *reason,
                         const char *what);

/* --- plan_overrides.c -------------------------------------------------------------- */

/* The settings of plan->agent before the overrides: faults for limits out of range, and
 * for unknown choices and flags. Limits then have the form of plans: PTC_UNLIMITED is an
 * unreachable number, or 0; a refused limit is the default. */
void ptc_plan_check_settings(ptc_plan *plan);

/* A fault for members of `flags` that are not among the `known` ones, whose names begin
 * with `prefix`. */
void ptc_plan_check_flags(ptc_plan *plan, unsigned flags, unsigned known,
                          const char *prefix);

/* Replaces settings of plan->agent by the run's overrides; called before the
 * defaults. */
void ptc_plan_override(ptc_plan *plan, const ptc_agent_overrides *given);

/* --- plan_texts.c ------------------------------------------------------------------ */

/* The contract that the agent has or spells; NULL when it has none, or after a fault. */
const ptc_schema *ptc_plan_signature(ptc_plan *plan, const ptc_agent *agent);

/* The template of `prompt`, checked against the signature; NULL after a fault. A template
 * that ptcc compiled was checked then. */
const ptc_template *ptc_plan_template(ptc_plan *plan, ptc_str prompt,
                                      const ptc_template *compiled,
                                      const ptc_schema *signature, ptc_template_use use,
                                      const char *what);

/* Reads llm_options into the plan, unless they are none; faults when they are not an
 * object, or set the target of requests. */
void ptc_plan_read_options(ptc_plan *plan);

/* --- plan_tools.c ------------------------------------------------------------------ */

/* Fills plan->tools, and reports their faults. */
void ptc_plan_read_tools(ptc_plan *plan);

/*
 * A function whose parameters are the fields of the type of a model's answer, to check
 * the placeholders of a response template. NULL when it has no fields.
 */
const ptc_schema *ptc_plan_answer_as_input(ptc_plan *plan, const ptc_schema *schema);

/* The tools as models see them. */
typedef struct ptc_plan_list {
    ptc_prompt_tool *prompt_tools; /* those to call, then those to plan with */
    size_t prompt_tool_count;
    ptc_str *names; /* of those to call, sorted, then `return` and `fail` */
    size_t name_count;
} ptc_plan_list;

/* The lists of the agent's own, built-in and catalogued tools. False when refused. */
bool ptc_plan_list_tools(const ptc_plan *plan, ptc_arena *arena, ptc_plan_list *out);

/* All tools that are built in. */
enum { PTC_PLAN_BUILTINS = 4 };

/* Built-in tool `index` of the agent, NULL after the last one. The agent's own tool of
 * the same name wins. The plan may have only its agent. */
const ptc_tool *ptc_plan_builtin(const ptc_plan *plan, size_t index);

/* --- plan_children.c --------------------------------------------------------------- */

/* The agent for an LLM tool with tools. */
void ptc_plan_make_agent(const ptc_agent_tool *tool, ptc_agent *out);

/*
 * Checks the agents that are tools, and their agents: adds their faults after the names
 * of the tools. Agents may call themselves; each is checked once. PTC_ERROR_INVALID when
 * the plan has an error, PTC_ERROR_MEMORY.
 */
ptc_status ptc_plan_check_children(ptc_plan *plan);

/* --- plan_compiled.c --------------------------------------------------------------- */

/* The compiled agent of a caller of `function`, complete. False after reporting that its
 * struct_size was not set. */
bool ptc_compiled_take(const char *function, const ptc_compiled *given,
                       ptc_compiled *out);

/* The plan of its runs, with a run's overrides (or NULL). PTC_ERROR_INVALID when it is
 * faulty, or the tools are not those of its contracts: plan->faults say why.
 * PTC_ERROR_MEMORY. */
ptc_status ptc_plan_compiled(const ptc_compiled *compiled,
                             const ptc_agent_overrides *overrides, ptc_arena *arena,
                             ptc_plan *plan);

/* --- plan_made.c ------------------------------------------------------------------- */

/* The compiled form of an agent, without its programs; its built-in tools are rows.
 * False when memory was refused. */
bool ptc_plan_make_compiled(const ptc_agent *agent, ptc_arena *arena, ptc_compiled *out);

/* --- chain_check.c ----------------------------------------------------------------- */

/*
 * Adds to the faults of the plan, which may be an empty one, the parts of the result of
 * the signature `before` that can never fit the parameters of the next one, and
 * warnings. `place` begins the messages. Nothing when one of the two is NULL. [subagent
 * 12]
 */
void ptc_plan_check_link(ptc_plan *plan, ptc_str place, const ptc_schema *before,
                         const ptc_schema *signature);

/* `agent 2 "drafter"`; `name` may be NULL. */
ptc_str ptc_plan_link_place(ptc_plan *plan, size_t number, const char *name);

#endif
