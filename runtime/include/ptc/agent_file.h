/* SPDX-License-Identifier: MIT */
/*
 * <ptc/agent_file.h> - agents that are written as data: .agent.edn and .agent.json files,
 * and agents that run one after the other: .chain.edn and .chain.json files.
 *
 *     {:name "finder" :prompt "Find {{q}}" :signature "(q :string) -> {count :int}"
 *      :files ["shop.sig"] :max-turns 4 :llm "haiku"
 *      :tools {"search" {:fn search_items :signature :search}
 *              "judge"  {:llm-tool {:prompt "Is {{text}} urgent?"
 *                                   :signature "(text :string) -> {urgent :bool}"}}
 *              "writer" {:agent "writer.agent.edn" :llm "haiku"}
 *              "score"  {:compiled "scorer.agent.edn"}}
 *      :tool-catalog {"ship" "(id :int) -> :bool"}}
 *
 *     {:name "letters" :agents ["finder.agent.edn" "writer.agent.edn"]}
 *
 * One reader serves `ptc agent`, `ptcc check` and `ptcc gen`. Keys are those of ptc_agent
 * with '-' and '_' alike; all faults are reported with their places. C functions are only
 * named: the program that runs the agent binds them. [subagent 1, 12]
 */
#ifndef PTC_AGENT_FILE_H
#define PTC_AGENT_FILE_H

#include <ptc/agent.h>
#include <ptc/contract.h>

PTC_BEGIN

typedef struct ptc_agent_file ptc_agent_file;

/* What a file says about agent->tools[i] besides the tool itself. */
typedef struct ptc_agent_file_tool {
    ptc_str symbol;               /* of :fn: the C function; or empty */
    ptc_str declaration;          /* the declaration that :signature names, or empty */
    const ptc_contract *contract; /* that declaration, or NULL */
    const ptc_agent_file *agent;  /* of :agent and of :compiled, or NULL */
    const struct ptc_agent_file_tool *tools; /* of an :llm-tool's own tools, or NULL */
    ptc_span span;                           /* of the tool's name in the file */
} ptc_agent_file_tool;

/* An agent that was read from a file. All of it lives in the arena of the reader. */
struct ptc_agent_file {
    const ptc_source *source; /* the file */
    const ptc_agent *agent; /* tools with :fn have a function without code until bound */
    const ptc_agent_file_tool *tools; /* next to agent->tools */
    ptc_str declaration;              /* that :signature names, or empty */
    const ptc_contract *contract;     /* that declaration, or NULL */
    const ptc_str *files;             /* all files that were read for it, for depfiles */
    size_t file_count;
    ptc_span signature_span; /* of what :signature has */
    const ptc_span *catalog; /* of the names in :tool-catalog, next to agent->catalog */
};

/* How files are found: paths of :files and :agent are relative to the file that names
 * them. The loader is that of <ptc/contract.h>; sources must outlive what is read. */
typedef struct ptc_agent_files {
    size_t struct_size; /* sizeof(ptc_agent_files) */
    ptc_load_fn load;   /* NULL: no other files */
    void *user;
    const ptc_type_names *types;    /* registered types, or NULL */
    ptc_load_fault_fn load_fault;   /* NULL: a file that `load` does not return is
                                     * missing */
    bool lint;                      /* adds the warnings that are off by default */
    size_t memory_cap;              /* of each contract that is read; 0: 64 MiB */
    const ptc_type_names *decoders; /* that signatures may name, or NULL */
} ptc_agent_files;

/* Files of one reading that are agents or are in :files. */
#define PTC_AGENT_FILES_MAX 64

/* Whether a path ends like those of agent files: .agent.edn or .agent.json. */
PTC_API bool ptc_agent_file_is(ptc_str path);

/*
 * Reads the file with all files that it names. After faults, all of which are in `diags`:
 * PTC_ERROR_SYNTAX when the text is not a map, else PTC_ERROR_INVALID. PTC_ERROR_MEMORY;
 * PTC_ERROR_ARGUMENT for `files` without a struct_size. Everything lives in `arena`;
 * `files` may be NULL: no other files. If a named file turns out not to be an agent (a
 * map with a prompt) or a contract, none of its content is shown.
 */
PTC_API ptc_status ptc_agent_file_read(ptc_arena *arena, const ptc_source *source,
                                       const ptc_agent_files *files, ptc_diags *diags,
                                       const ptc_agent_file **out);

/*
 * Binds the tools with :fn, of the agent and of all agents below it: each gets the
 * function of the table's tool that has the name of the C function or of the tool.
 * PTC_ERROR_ARGUMENT with the names that were not found in `*missing`, as one line;
 * PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_agent_file_bind(ptc_arena *arena, const ptc_agent_file *file,
                                       const ptc_tool_table *tables, size_t count,
                                       ptc_str *missing);
/* The same with a fallback tool for all that the tables lack, so that nothing is missing:
 * its function says why it cannot answer when it is called. `rest` may be NULL. */
PTC_API ptc_status ptc_agent_file_bind_all(ptc_arena *arena, const ptc_agent_file *file,
                                           const ptc_tool_table *tables, size_t count,
                                           const ptc_tool *rest, ptc_str *missing);

/*
 * Binds the tools with :compiled, of the agent and of all agents below it: each gets the
 * constant that has the name of its agent. Call it before ptc_agent_file_bind, which
 * skips tools that have programs: their constants bring the functions. PTC_ERROR_ARGUMENT
 * with the agents that were not found in `*missing`, as one line, each with its file, or
 * an empty text for a constant without a struct_size; PTC_ERROR_MEMORY. A run with an
 * unbound one fails: `invalid_config`. [subagent 15]
 *
 *     static const ptc_compiled *const constants[] = {&scorer_compiled};
 *     ...
 *     status = ptc_agent_file_bind_compiled(&arena, file, constants, 1, &missing);
 */
PTC_API ptc_status ptc_agent_file_bind_compiled(ptc_arena *arena,
                                                const ptc_agent_file *file,
                                                const ptc_compiled *const *compiled,
                                                size_t count, ptc_str *missing);

/* --- Chains ------------------------------------------------------------------------ */

/* A chain that was read. */
typedef struct ptc_chain_file {
    const ptc_source *source;            /* the file */
    const ptc_chain *chain;              /* as ptc_chain_run takes it */
    const ptc_agent_file *const *agents; /* next to chain->agents */
    const ptc_span *spans;               /* of the agents in the file, next to these */
    const ptc_str *files;                /* all files that were read for it, for
                                          * depfiles */
    size_t file_count;
} ptc_chain_file;

/* Agents of one chain. */
#define PTC_CHAIN_AGENTS_MAX 64

/* Whether a path ends like those of chain files: .chain.edn or .chain.json. */
PTC_API bool ptc_chain_file_is(ptc_str path);

/*
 * Reads the file with all agents that it names or holds, and checks them like
 * ptc_agent_check_chain. Otherwise like ptc_agent_file_read. An agent that is named twice
 * is read once.
 */
PTC_API ptc_status ptc_chain_file_read(ptc_arena *arena, const ptc_source *source,
                                       const ptc_agent_files *files, ptc_diags *diags,
                                       const ptc_chain_file **out);

/* Calls ptc_agent_file_bind_all for all agents of the chain. */
PTC_API ptc_status ptc_chain_file_bind(ptc_arena *arena, const ptc_chain_file *file,
                                       const ptc_tool_table *tables, size_t count,
                                       const ptc_tool *rest, ptc_str *missing);

/* Calls ptc_agent_file_bind_compiled for all agents of the chain. */
PTC_API ptc_status ptc_chain_file_bind_compiled(ptc_arena *arena,
                                                const ptc_chain_file *file,
                                                const ptc_compiled *const *compiled,
                                                size_t count, ptc_str *missing);

PTC_END

#endif
