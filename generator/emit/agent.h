/* SPDX-License-Identifier: MIT */
/* Agents as C: what an agent file consists of, how its parts are named, and the writers
 * that the files of a pair call. write_agent.h has what these share among themselves. See
 * emit_int.h. */
#ifndef PTCC_AGENT_H
#define PTCC_AGENT_H

#include "generator/emit/plan.h"
#include "generator/emit/write.h"
#include "tool/common/lock.h"

#include <ptc/agent_file.h>

/* --- plan_agents.c: what an agent file is made of ----------------------------------- */

/* A tool of an agent. Contracts are indices of those of the file. */
typedef struct ptcc_agent_tool {
    const ptc_agent_tool *tool;
    const ptc_agent_file_tool *facts;
    const struct ptcc_agent *agent; /* after :agent, or NULL */
    struct ptcc_agent_tool *tools;  /* of an :llm-tool */
    ptc_str base;                   /* what names are made from: "finder_search" */
    size_t contract;                /* PTCC_NO_CONTRACT: it has none */
    size_t json_contract;
    ptc_str function_id; /* of :fn: the user's */
    ptc_str stub_id;     /* the function that calls it; for functions over values, that
                          * function itself */
    bool is_typed;
    bool is_repeated;    /* another tool before has the same function */
    bool is_declared;    /* the header of the tool's contract declares the function */
    bool is_known;       /* another one before names the same compiled agent */
    ptc_str compiled_id; /* the constant after :compiled, which another file defines; or
                          * empty */
    ptc_str builtin_id;  /* the runtime's constant for a built-in tool; or empty */
} ptcc_agent_tool;

typedef struct ptcc_agent {
    const ptc_agent_file *file;
    ptc_str base;
    ptc_str id;             /* the constant */
    size_t contract;        /* of the signature */
    size_t *catalog;        /* contracts, parallel to agent.catalog */
    ptcc_agent_tool *tools; /* those of the file, then built-in ones that have rows */
    size_t builtin_count;   /* number of built-in ones; only compiled agents have rows for
                             * them */
    bool is_root;
} ptcc_agent;

#define PTCC_NO_CONTRACT SIZE_MAX

/* A chain: its agents in order. One agent may be in it several times. */
typedef struct ptcc_chain {
    const ptc_chain_file *file;
    const ptcc_agent **agents;
    ptc_str id;       /* the constant */
    ptc_str steps_id; /* how many there are */
} ptcc_chain;

/* The declarations that parameters and result of a contract come from, or NULL. */
typedef struct ptcc_agent_declared {
    const ptc_contract *in;
    const ptc_contract *out;
} ptcc_agent_declared;

typedef struct ptcc_agents {
    ptcc_agent **items; /* agents that others name come first, the file's own agent
                         * last */
    size_t count;
    size_t capacity;
    ptc_contract *contracts; /* made for what the agents use */
    ptcc_c_role *roles;      /* parallel to them */
    ptc_str *subjects;       /* parallel to `items`: what users call each, for messages */
    ptcc_agent_declared *declared; /* parallel to them */
    size_t contract_count;
    size_t contract_capacity;
    ptcc_chain *chain; /* the chain of a chain file, which has no agent of its own; else
                        * NULL */
    size_t contract;   /* contract of what runs: that of the agent, or the parameters and
                        * result of the chain */
    ptc_str run_id; /* the function that runs the agent with structs; empty: the agent has
                     * no signature */
    const ptc_lock_compiled *compiled; /* NULL: a model is asked */
    ptc_str compiled_id;               /* the constant of that form */
    ptc_str value_id;                  /* runs it by values */
} ptcc_agents;

/* Finds the agents and contracts of an agent file. `stem` is the name of its own agent;
 * `compiled` is the program that it runs, or NULL. False when memory was refused. */
bool ptcc_agents_plan(ptc_arena *arena, const ptc_agent_file *root, ptc_str stem,
                      const ptc_lock_compiled *compiled, ptcc_agents *out);

/* The same for a chain. */
bool ptcc_chain_plan(ptc_arena *arena, const ptc_chain_file *file, ptc_str stem,
                     ptcc_agents *out);

/* --- plan_chain.c: what a chain takes and gives --------------------------------------
 */

/* Makes the function with the parameters of one signature and the result of another.
 * False when memory was refused. */
bool ptcc_chain_schema(ptc_arena *arena, const ptc_schema *first, const ptc_schema *last,
                       ptc_schema *out);

/* --- plan_agent_names.c: names of agents -------------------------------------------- */

/* Names everything that is written for agents, claims the names and reports collisions. A
 * chain is named after `stem`. */
void ptcc_agents_name(ptcc_c_names *names, ptcc_agents *agents, ptc_str stem);
/* Checks that different agents of the chain have different names in C. False after a
 * message, or when memory was refused. Call it before any name is claimed. */
bool ptcc_chain_check_names(ptcc_c_names *names, const ptcc_chain *chain);

/* --- write_agent.c: agents as C ----------------------------------------------------- */

/* The parts of the header and of the source that are about agents. */
void ptcc_agents_declare(ptcc_c_sink *sink, const ptcc_c_plan *plan);
void ptcc_agents_write(ptcc_c_sink *sink, const ptcc_c_plan *plan);

/* --- write_compiled.c: compiled agents as C ------------------------------------------
 */

/* The declarations of a compiled agent in the header, without the functions of its
 * tools. */
void ptcc_compiled_declare(ptcc_c_sink *sink, const ptcc_c_plan *plan);
/* Programs, tools and the constant; then the functions that run it. */
void ptcc_compiled_tables(ptcc_c_sink *sink, const ptcc_c_plan *plan);
void ptcc_compiled_functions(ptcc_c_sink *sink, const ptcc_c_plan *plan);

#endif
