/* SPDX-License-Identifier: MIT */
/*
 * The room emit: contracts as C. The passes, each a loop over the nodes of a schema:
 *
 *     ptc_contract: a schema, nodes in one array, parents before children
 *          │
 *          ▼                                                       plan.h fills model.h
 *     order      plan_order.c      contracts that others use come first
 *     kinds      plan_kinds.c      what each node becomes in C: kind, owner, nil, reader
 *       circles    plan_circles.c    nodes that hold each other
 *       classes    plan_classes.c    alternatives of unions, by the first byte of a text
 *       readers    plan_readers.c    what emitted code reads, and what that needs
 *     names      plan_names.c      every identifier; claim.c reports those taken twice
 *       tools      plan_tools.c      those of tools; plan_agent_names.c: of agents
 *       forms      plan_forms.c      constants of --emit; emit_list.c has its words
 *          │
 *          ▼  ptcc_c_plan: from here on const                      write.h
 *     types      write_c_types.c ─────────────────────────────────► header sink
 *     functions  write_c_roots.c   from the table in functions.c ─► header, source
 *     readers    write_c_readers.c ──┬─ write_c_map.c               source sink
 *                                    ├─ write_c_union.c                 │
 *                                    └─ write_c_place.c, _checks.c      │
 *     tables     write_c_tables.c  the schema as constants             │
 *     layout     write_c_layout.c  how values lie in memory            │
 *     prompts, tools, accessors, agents, programs of compiled ones     │
 *          │                                                           ▼
 *          ▼                                                 X.ptc.h    X.ptc.c
 *     files      write_c.c         calls all of the above, in this order
 *     server     write_server.c    X.mcp.c, which uses what the pair declares
 *
 * Three things go through the passes, and each takes only those it needs:
 *
 *   - ptcc_c_options (options.h), const: what the user asked for.
 *   - ptcc_c_names (plan.h): the identifiers that are taken, while nodes are named.
 *   - ptcc_c_sink (write.h): the arena that texts are made in and the file they go to.
 *     There are two, one for the header and one for the source.
 *
 * Memory: what lasts (plan, names, the two files) is in the caller's arena. What is
 * forgotten after each step is in a second one, which never holds more than a part of a
 * file: `plan->scratch` while the plan is made, `sink->arena` while files are written.
 *
 * The room touches generator/text, the option table of tool/common and, of the runtime,
 * target, render, schema, edn, base and what agents are made of (agent/plan,
 * agent/prompt). Its files call each other downwards in the picture. What recurses does
 * so within one file:
 * values within values (write_c_tables.c, to PTC_DEPTH_MAX), agents and tools within
 * tools (plan_agents.c, plan_agent_names.c, write_agent.c, write_agent_tables.c, as deep
 * as the agent files are nested). Nothing recurses over a schema.
 */
#ifndef PTCC_EMIT_INT_H
#define PTCC_EMIT_INT_H

#include "generator/emit/options.h"
#include "generator/text/pieces.h"

#include <ptc/contract.h>

/* Texts in the forms of --emit. Both members are NULL if only names are wanted. */
typedef struct ptcc_c_form_texts {
    const ptc_str *own;  /* of each contract that the file itself declares, in order:
                            PTC_TARGET_COUNT of them, by ptc_target */
    const ptc_str *file; /* of the file: PTC_TARGET_COUNT */
} ptcc_c_form_texts;

/* A tool of a server. */
typedef struct ptcc_c_server_tool {
    const ptc_contract *contract; /* NULL: run_program */
    ptc_str listed;               /* what tools/list says of it: JSON without blanks */
    ptc_str listed_legacy;        /* the same before revision 2026-07-28 */
    unsigned flags;               /* PTC_MCP_* of <ptc/mcp.h> */
} ptcc_c_server_tool;

/* An MCP server: its tools, and what clients are shown of it. */
typedef struct ptcc_c_server {
    ptc_str name;
    ptc_str instructions;            /* empty: none */
    const ptcc_c_server_tool *tools; /* by name */
    size_t tool_count;
    const ptc_contract *const *functions; /* that programs call, by name */
    const ptc_str *docs; /* the answer of (doc "tool") for each tool; NULL: no programs
                          * run */
    size_t function_count;
} ptcc_c_server;

/* A pair of header and source to write. */
typedef struct ptcc_c_request {
    ptcc_c_options options;
    const ptc_contracts *contracts;
    struct ptcc_agents *agents; /* the agents of an agent file, which receive their names
                                 * here; else NULL */
    ptc_str source_name;        /* base name of the contract file */
    ptc_str stem;               /* the same without its ending */
    ptc_str header_name;        /* base name of the header, for its guard */
    ptc_str include_name;       /* what the source includes */
    ptc_str options_note;       /* what the second line says about the options */
    ptc_str pair_note; /* the same without options about constants: what headers know each
                        * other by */
    ptcc_c_form_texts forms;
    const ptcc_c_server *server; /* NULL: none, or names alone are wanted */
    ptc_str server_source;       /* what a server includes whose source is static */
    struct ptcc_owner **owners;  /* of the types of included files: see owners.h */
    size_t owner_count;
    const struct ptc_pass_watch *passes; /* reports passes; NULL: no one looks */
} ptcc_c_request;

/* What was made. */
typedef struct ptcc_c_files {
    ptcc_pieces header;
    ptcc_pieces source;
    ptcc_pieces server; /* empty: there is none */
    ptc_str error;      /* a mistake in ptcc: template and value */
} ptcc_c_files;

/* Makes header and source of all contracts that the file itself declares. With `out` NULL
 * it only finds out whether that is possible. Faults go to `diags`; the status is
 * PTC_ERROR_SYNTAX then, or PTC_ERROR_MEMORY. */
ptc_status ptcc_c_write(ptc_arena *arena, const ptcc_c_request *request, ptc_diags *diags,
                        ptcc_c_files *out);

/* dump_kinds.c: appends, for people, what each node of a request becomes in C. Statuses
 * and diagnostics are those of ptcc_c_write. */
ptc_status ptcc_c_dump(ptc_arena *arena, const ptcc_c_request *request, ptc_diags *diags,
                       ptc_text *out);

#endif
