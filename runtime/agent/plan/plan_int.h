/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/plan. A plan is an agent as a run needs it: defaults
 * stand where the definition has zeros, texts are compiled, tools are known by name with
 * the contract that models see, and whatever is wrong has been said.
 *
 * The room knows definitions and the tools that are built in; of runs, models and prompts
 * it knows nothing but what options of theirs may not say. Below it, it uses agent/model,
 * base, json, edn, schema, render, template, contract (signatures) and lisp (tools). Its
 * files form no circle: plan.c makes plans from plan_overrides.c, plan_texts.c and
 * plan_tools.c, which tell faults by plan_fault.c; plan_children.c makes the plans of the
 * agents below an agent, plan_compiled.c those of compiled ones, plan_rows.c serves both,
 * plan_made.c turns agents into compiled ones, and chain_check.c compares agents in a
 * row.
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
    PTC_PLAN_LLM_TOOL = 1 << 30, /* of ptc_agent.flags: what an LLM tool with tools is;
                                    its prompt is written as that of any LLM tool */
};

/* A tool as a plan knows it. */
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
    ptc_str at[3];          /* path of the field that is looked at; empty: no more */
    uint64_t own_max_depth; /* as the definition says; 0: not */
    uint64_t own_turn_budget;
    uint64_t own_llm_budget;
    bool failed; /* refused memory */
} ptc_plan;

/* --- plan.c ------------------------------------------------------------------------ */

/* The agent of a caller of `function`, complete. False when its struct_size was not set,
 * which has been said. */
bool ptc_agent_take(const char *function, const ptc_agent *given, ptc_agent *out);

/*
 * Makes a plan in `arena`; the agent must live as long. PTC_ERROR_INVALID when the
 * definition is faulty: plan->faults say all of it, and the rest of the plan is not to be
 * used. PTC_ERROR_MEMORY. [subagent 1]
 */
ptc_status ptc_plan_make(const ptc_agent *agent, ptc_arena *arena, ptc_plan *plan);

/* The same of the agent with what a run overrides (or NULL), which may be faulty, too. */
ptc_status ptc_plan_make_for_run(const ptc_agent *agent,
                                 const ptc_agent_overrides *overrides, ptc_arena *arena,
                                 ptc_plan *plan);

/* The schema of the output type: what `return` is given. Only with a signature. */
ptc_schema ptc_plan_output(const ptc_plan *plan);

/* Faults the parameters of an agent or of an LLM tool that come from the host's context:
 * models read what their arguments are. `signature` may be NULL. */
void ptc_plan_refuse_context(ptc_plan *plan, const ptc_schema *signature);

/* How the agent's prompt is used. */
ptc_template_use ptc_plan_prompt_use(const ptc_agent *agent);

/* --- plan_fill.c ------------------------------------------------------------------- */

/* The defaults in place of zeros; and no limit above what sums can hold. */
void ptc_plan_fill(ptc_agent *agent);
void ptc_plan_fill_retry(ptc_llm_retry *retry);

/* --- plan_rows.c ------------------------------------------------------------------- */

/* Gives tools without a name that of their function. */
void ptc_plan_take_names(ptc_plan *plan);
/* Says what is wrong with the flags of a tool's row. */
void ptc_plan_check_row(ptc_plan *plan, const ptc_agent_tool *tool);

/* --- plan_fault.c ------------------------------------------------------------------ */

/* Says which field is looked at, as "tools", "search", "signature"; name and part may be
 * empty. Faults tell it as their path. */
PTC_INLINE void ptc_plan_look_at(ptc_plan *plan, const char *field, ptc_str name,
                                 const char *part)
{
    plan->at[0] = ptc_str_of(field);
    plan->at[1] = name;
    plan->at[2] = ptc_str_of(part);
}

/* Adds a fault of the field plan->at; `format` as of ptc_diag_add. */
void ptc_plan_fault(ptc_plan *plan, const char *reason, const char *format, ...)
    PTC_PRINTF(3, 4);
void ptc_plan_warn(ptc_plan *plan, const char *format, ...) PTC_PRINTF(2, 3);

/* Adds what a reader of the text `what` found, with its places. */
void ptc_plan_take_diags(ptc_plan *plan, const ptc_diags *diags, const char *reason,
                         const char *what);

/* --- plan_overrides.c -------------------------------------------------------------- */

/* The settings of plan->agent before the overrides: faults for limits out of range, for
 * choices and flags that there are not. Limits are as plans have them then: PTC_UNLIMITED
 * is a number that nothing reaches, or 0; what was refused is the default. */
void ptc_plan_check_settings(ptc_plan *plan);

/* A fault for members of `flags` that are not among the `known` ones, whose names begin
 * with `prefix`. */
void ptc_plan_check_flags(ptc_plan *plan, unsigned flags, unsigned known,
                          const char *prefix);

/* Puts what a run overrides in place of what plan->agent says; before the defaults. */
void ptc_plan_override(ptc_plan *plan, const ptc_agent_overrides *given);

/* --- plan_texts.c ------------------------------------------------------------------ */

/* The contract that the agent has or spells; NULL when it has none, or after a fault. */
const ptc_schema *ptc_plan_signature(ptc_plan *plan, const ptc_agent *agent);

/* The template of `prompt`, checked against the signature; NULL after a fault. One that
 * ptcc compiled was checked then. */
const ptc_template *ptc_plan_template(ptc_plan *plan, ptc_str prompt,
                                      const ptc_template *compiled,
                                      const ptc_schema *signature, ptc_template_use use,
                                      const char *what);

/* Reads llm_options into the plan, unless they are none; faults when they are no object,
 * or say where requests go. */
void ptc_plan_read_options(ptc_plan *plan);

/* --- plan_tools.c ------------------------------------------------------------------ */

/* Fills plan->tools, and says what is wrong with them. */
void ptc_plan_read_tools(ptc_plan *plan);

/*
 * A function whose parameters are the fields of the type that a model's answer has: what
 * placeholders of a response template are checked against. NULL when it has no fields.
 */
const ptc_schema *ptc_plan_answer_as_input(ptc_plan *plan, const ptc_schema *schema);

/* What models are told of tools. */
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

/* Built-in tool `index` that the agent has, NULL behind the last one. One that has the
 * name of the agent's own tool gives way. The plan may have its agent alone. */
const ptc_tool *ptc_plan_builtin(const ptc_plan *plan, size_t index);

/* Whether the agent has a tool of that name, '-' and '_' alike; of its own or built in.
 */
bool ptc_plan_has_tool(const ptc_plan *plan, ptc_str name);

/* --- plan_children.c --------------------------------------------------------------- */

/* What an LLM tool with tools is: an agent. */
void ptc_plan_make_agent(const ptc_agent_tool *tool, ptc_agent *out);

/*
 * Checks the agents that are tools, and those that are theirs: adds their faults with the
 * names of the tools before them. Agents may call themselves; each is looked at once.
 * PTC_ERROR_INVALID when the plan has an error, PTC_ERROR_MEMORY.
 */
ptc_status ptc_plan_check_children(ptc_plan *plan);

/* --- plan_compiled.c --------------------------------------------------------------- */

/* The compiled agent of a caller of `function`, complete. False when its struct_size was
 * not set, which has been said. */
bool ptc_compiled_take(const char *function, const ptc_compiled *given,
                       ptc_compiled *out);

/* The plan of its runs, with what a run overrides (or NULL). PTC_ERROR_INVALID when it is
 * faulty, or the tools are not those of its contracts: plan->faults say why.
 * PTC_ERROR_MEMORY. */
ptc_status ptc_plan_compiled(const ptc_compiled *compiled,
                             const ptc_agent_overrides *overrides, ptc_arena *arena,
                             ptc_plan *plan);

/* --- plan_made.c ------------------------------------------------------------------- */

/* What an agent is when it is compiled, but for its programs; its tools that are built in
 * are rows. False when memory was refused. */
bool ptc_plan_make_compiled(const ptc_agent *agent, ptc_arena *arena, ptc_compiled *out);

/* --- chain_check.c ----------------------------------------------------------------- */

/*
 * Adds to the faults of the plan, which may be an empty one, what of the result of the
 * signature `before` can never be the parameters of the next one, and warnings. `place`
 * begins the messages. Nothing when one of the two is NULL. [subagent 12]
 */
void ptc_plan_check_link(ptc_plan *plan, ptc_str place, const ptc_schema *before,
                         const ptc_schema *signature);

/* `agent 2 "drafter"`; `name` may be NULL. */
ptc_str ptc_plan_link_place(ptc_plan *plan, size_t number, const char *name);

#endif
