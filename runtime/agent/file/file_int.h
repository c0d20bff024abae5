/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/file: agents that are written in files.
 *
 * A reading covers the root file and all the files it names; a unit is one of these
 * files. Forms live in the reading's scratch memory, lasting data is copied to the arena.
 * Faults go to the diagnostics, and reading goes on; refused memory shows in
 * reading->failed.
 *
 * The room knows definitions, not runs. Below it, it uses agent/plan (defaults, uses of
 * prompts), agent/host (names of faults), contract (files, signatures), template, edn,
 * json and base.
 *
 * Files name files, and maps hold maps, so this recursion is intended: agent_file.c reads
 * a unit with the rows of agent_file_fields.c, whose readers are in agent_file_values.c,
 * agent_file_texts.c and agent_file_tools.c; those read further maps with rows, and
 * further units with agent_file.c. chain_file.c reads chains of them. All of them use
 * agent_file_forms.c.
 */
#ifndef PTC_AGENT_FILE_INT_H
#define PTC_AGENT_FILE_INT_H

#include "agent/plan/plan_int.h"
#include "base/base_int.h"
#include "contract/contract_int.h"
#include "template/template_int.h"

#include <ptc/agent_file.h>

/* Entries of a map of tools or descriptions. */
#define AGENT_NAMES_MAX 1024

/* Keys that one map may know. */
#define AGENT_FIELDS_MAX 48

/* The definition read from a file, and the file, which refers to it. */
typedef struct ptc_agent_draft {
    ptc_agent_file file;
    ptc_agent agent;
} ptc_agent_draft;
typedef struct ptc_chain_draft {
    ptc_chain_file file;
    ptc_chain chain;
} ptc_chain_draft;

/* An agent that was read. */
typedef struct ptc_agent_done {
    ptc_agent_file *file;
    uint32_t height; /* levels of agents below it */
} ptc_agent_done;

typedef struct ptc_agent_reading {
    ptc_arena *arena; /* of what is read */
    const char *noun; /* the kind of the root file: "an agent" */
    ptc_scratch scratch;
    ptc_contract_options options; /* of :files; how all files are found */
    ptc_read_options read;        /* of those, and of signatures */
    ptc_diags *diags;
    ptc_agent_done *done; /* agents read so far */
    size_t done_count;
    size_t done_capacity;
    size_t file_count; /* loaded */
    size_t errors;     /* of the diagnostics before */
    bool failed;       /* memory was refused */
} ptc_agent_reading;

typedef struct ptc_agent_unit {
    ptc_agent_reading *reading;
    const struct ptc_agent_unit *parent; /* whose tool or agent this is, or NULL */
    const ptc_source *source;
    ptc_agent_draft *draft;
    ptc_agent_file *file; /* of the draft */
    ptc_agent *agent;     /* likewise */
    ptc_forms forms;
    bool is_json;
    bool is_chain;
    uint32_t number; /* of an agent that a chain holds, from 1; else 0 */
    bool is_agent;   /* a map with a prompt: until then no part of a child is shown */
    ptc_contracts *contracts; /* of :files */
    size_t contract_count;
    bool has_bad_files; /* some of :files cannot be read */
    ptc_str *names;     /* of files, for file->files */
    size_t name_count;
    size_t name_capacity;
    unsigned tool_depth; /* tools of tools */
} ptc_agent_unit;

/* A signature as found. */
typedef struct ptc_agent_signature {
    const ptc_schema *schema;     /* or NULL */
    const ptc_contract *contract; /* when it is a declaration */
} ptc_agent_signature;

/* A tool while it is read. */
typedef struct ptc_agent_tool_draft {
    ptc_agent_tool tool;
    ptc_agent_file_tool facts;
    ptc_tool function;
    ptc_llm_tool llm_tool;
    ptc_agent_signature signature;
    uint32_t llm_tool_form;
} ptc_agent_tool_draft;

/* --- agent_file_forms.c ------------------------------------------------------------ */

const ptc_form *ptc_agent_form(const ptc_agent_unit *unit, uint32_t form);

/* The value of a key of the map `form`, '-' and '_' alike; 0 when absent or nil. `*key`
 * (may be NULL) is the key's form. */
uint32_t ptc_agent_find(const ptc_agent_unit *unit, uint32_t form, ptc_str name,
                        uint32_t *key);

/* The text of a key or a word: of a string, keyword or (EDN) symbol; ptr NULL for other
 * forms. */
ptc_str ptc_agent_word(const ptc_form *form);

/* The kind of a form, in a few words. */
const char *ptc_agent_found(const ptc_agent_unit *unit, uint32_t form);

/* Memory for the results: copies of texts; NULL or empty when refused. */
void *ptc_agent_array(ptc_agent_unit *unit, size_t count, size_t size);
ptc_str ptc_agent_copy(ptc_agent_unit *unit, ptc_str text);

/* --- agent_file_fields.c ----------------------------------------------------------- */

/* The maps of agent files. */
typedef enum ptc_agent_owner {
    PTC_AGENT_OWNER_AGENT,
    PTC_AGENT_OWNER_CHAIN,
    PTC_AGENT_OWNER_RETRY,
    PTC_AGENT_OWNER_LIMIT,
    PTC_AGENT_OWNER_FORMAT,
    PTC_AGENT_OWNER_SYSTEM,
    PTC_AGENT_OWNER_TOOL,
    PTC_AGENT_OWNER_LLM_TOOL,
} ptc_agent_owner;

struct ptc_agent_field;

/* A value that is read for a field. */
typedef struct ptc_agent_place {
    ptc_agent_unit *unit;
    const struct ptc_agent_field *field;
    void *object; /* that the map is read into */
    void *member; /* of it */
    uint32_t key; /* forms */
    uint32_t value;
} ptc_agent_place;

/*
 * Reads the map `form` into `object` by the rows of `owner`; `what` names it in faults.
 */
void ptc_agent_read_map(ptc_agent_unit *unit, ptc_agent_owner owner, uint32_t form,
                        void *object);

/* "NAME must be WHAT, found ..." at `form`. */
void ptc_agent_must(const ptc_agent_place *at, uint32_t form);

/* Whether a form is a map of names, and not too large; false after a fault. */
bool ptc_agent_is_names(const ptc_agent_place *at, uint32_t form);

/* Whether `name` is in the map of the place before `key`; reports it. */
bool ptc_agent_is_taken(const ptc_agent_place *at, uint32_t key, ptc_str name);

/* A text of a form that must not have a NUL inside; NULL after a fault. */
const char *ptc_agent_cstring(const ptc_agent_place *at, uint32_t form);

/* --- agent_file_values.c ----------------------------------------------------------- */

void ptc_agent_read_llm(const ptc_agent_place *at);
void ptc_agent_read_llm_or_caller(const ptc_agent_place *at);
void ptc_agent_read_llm_opts(const ptc_agent_place *at);
void ptc_agent_read_builtins(const ptc_agent_place *at);
void ptc_agent_read_retryable(const ptc_agent_place *at);
void ptc_agent_read_jitter(const ptc_agent_place *at);
void ptc_agent_read_precision(const ptc_agent_place *at);
void ptc_agent_read_system_prompt(const ptc_agent_place *at);
void ptc_agent_read_fields(const ptc_agent_place *at);
void ptc_agent_read_context(const ptc_agent_place *at);

/* --- agent_file_texts.c ------------------------------------------------------------ */

void ptc_agent_read_files(const ptc_agent_place *at);
void ptc_agent_read_signature(const ptc_agent_place *at);
void ptc_agent_read_signature_of_tool(const ptc_agent_place *at);
void ptc_agent_read_json_signature(const ptc_agent_place *at);

/* The signature that a form spells or names; an empty one after a fault. */
ptc_agent_signature ptc_agent_signature_at(const ptc_agent_place *at, uint32_t form);

/* The template at `form`, checked against `signature` (NULL: not); NULL after a fault. */
const ptc_template *ptc_agent_template(ptc_agent_unit *unit, uint32_t form, ptc_str text,
                                       const ptc_schema *signature, ptc_template_use use);

/* --- agent_file_tools.c ------------------------------------------------------------ */

void ptc_agent_read_tools(const ptc_agent_place *at);
void ptc_agent_read_tools_of_tool(const ptc_agent_place *at);
void ptc_agent_read_catalog(const ptc_agent_place *at);
void ptc_agent_read_symbol(const ptc_agent_place *at);
void ptc_agent_read_llm_tool(const ptc_agent_place *at);
void ptc_agent_read_child(const ptc_agent_place *at);
void ptc_agent_read_compiled(const ptc_agent_place *at);
void ptc_agent_read_description(const ptc_agent_place *at);

/* --- agent_file_check.c ------------------------------------------------------------ */

/* The faults of the agent made from the map `form` beyond its values, with places;
 * without agents that are its tools. */
void ptc_agent_file_check(ptc_agent_unit *unit, uint32_t form, const ptc_agent *agent);

/* The depth of agents below those tools, of the agents that were read. */
uint32_t ptc_agent_height(const ptc_agent_reading *reading,
                          const ptc_agent_file_tool *facts, const ptc_agent_tool *tools,
                          size_t count);

/* Warns when max_depth lets agents below the root, the map `form`, never run. */
void ptc_agent_check_depth(ptc_agent_unit *unit, uint32_t form);

/* --- agent_file.c ------------------------------------------------------------------ */

/* How files are found, from the options of the caller of `function`; false after
 * reporting that struct_size was not set. */
bool ptc_agent_take_files(ptc_agent_reading *reading, const char *function,
                          const ptc_agent_files *given);

/* Begins to read a file and the files it names; false after a fault: it is too large. The
 * end forgets all forms, and returns the outcome of the reading: PTC_ERROR_INVALID after
 * faults.
 */
bool ptc_agent_reading_begin(ptc_agent_reading *reading, const ptc_source *source);
ptc_status ptc_agent_reading_end(ptc_agent_reading *reading, const ptc_source *source);

/* The root form of the unit's source; 0 after a fault. */
uint32_t ptc_agent_read_root(ptc_agent_unit *unit);

/* "finder" for "a/finder.agent.edn", for definitions without a name. */
const char *ptc_agent_default_name(ptc_agent_unit *unit);

/* The source that a name in the file refers to; NULL after a fault there. */
const ptc_source *ptc_agent_load(ptc_agent_unit *unit, const ptc_named_file *named);

/* The agent whose file the string `form` names; NULL after a fault there. */
const ptc_agent_file *ptc_agent_read_named(ptc_agent_unit *unit, uint32_t form);

/* The agent that the chain `unit` holds at the map `form`, as its agent `number`. */
const ptc_agent_file *ptc_agent_read_held(ptc_agent_unit *unit, uint32_t form,
                                          uint32_t number);

/* Adds a file to those that the unit depends on. */
void ptc_agent_note_file(ptc_agent_unit *unit, ptc_str name);

/* --- agent_file_bind.c ------------------------------------------------------------- */

/* Called with the file of a tool with :compiled, and the agent that owns the tool. False
 * ends the visits. */
typedef bool (*ptc_compiled_visit_fn)(const ptc_agent_file *file, ptc_compiled *compiled,
                                      void *user);

/* Visits all tools with :compiled, of the agent and of all below it: those of a compiled
 * agent before the tools that use it. False when a visit returned false. */
bool ptc_agent_file_visit_compiled(const ptc_agent_file *file,
                                   ptc_compiled_visit_fn visit, void *user);

/* --- chain_file.c ------------------------------------------------------------------ */

void ptc_chain_read_agents(const ptc_agent_place *at);

#endif
