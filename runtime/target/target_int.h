/* SPDX-License-Identifier: MIT */
/*
 * Contracts in output forms, one file for each:
 *
 *     target.c         the table of targets and their writers
 *     tool_list.c      tools for the APIs of models; formats of replies
 *     tool_list_mcp.c  tools of MCP servers
 *     tool_names.c     what providers accept as names and descriptions
 *     sql_*.c          tables of databases: sql_int.h
 *     markdown*.c      pages: markdown_int.h
 *     malli_json.c     Malli in its JSON form
 *     json_meaning.c   where JSON takes values for the same that contracts distinguish
 *     target_path.c    places in contracts
 *
 * It depends on target/json_writer, target/grammar, render, schema, regex, edn, json and
 * base. Nothing in it is mutually recursive.
 */
#ifndef PTC_TARGET_INT_H
#define PTC_TARGET_INT_H

#include "base/base_int.h"
#include "render/render_int.h"
#include "target/json_writer/json_writer_int.h"

#include <ptc/grammar.h>
#include <ptc/target.h>
#include <ptc/target_limits.h>

/* Texts in the making. */
typedef struct ptc_target_run {
    ptc_text *text;
    ptc_target target;
    const ptc_target_contract *contracts;
    size_t count;
    ptc_target_options options;
    ptc_arena *arena; /* during the call */
    size_t current;   /* the contract that notes are about */
    bool has_fault;
} ptc_target_run;

/* --- target.c ----------------------------------------------------------------------- */

/* Reports a loss, or a fault, of a node of the contract that is current. */
void ptc_target_lose(ptc_target_run *run, uint32_t node, ptc_str what);
/* The same for a loss that no contract with such a type can avoid in JSON. */
void ptc_target_lose_in_json(ptc_target_run *run, uint32_t node, const char *what);
void ptc_target_refuse(ptc_target_run *run, uint32_t node, ptc_str what);
/* The same for two contracts that cannot be next to each other: the current one and
 * `other`, which came before it. */
void ptc_target_refuse_pair(ptc_target_run *run, uint32_t node, size_t other,
                            ptc_str what);

/* Options of JSON Schema by which losses and faults of the current contract are
 * reported. */
ptc_json_schema_options ptc_target_json_options(ptc_target_run *run);

/* Whether a target is the format of a reply, strict; or a list of tools, in which types
 * that are not functions do not appear. */
bool ptc_target_is_reply(ptc_target target);
bool ptc_target_is_tools(ptc_target target);

/* --- One function for each kind of target: appends to run->text --------------------- */

ptc_status ptc_target_write_tools(ptc_target_run *run);  /* tool_list.c */
ptc_status ptc_target_write_format(ptc_target_run *run); /* tool_list.c */
ptc_status ptc_target_write_sql(ptc_target_run *run);
ptc_status ptc_target_write_markdown(ptc_target_run *run);
ptc_status ptc_target_write_malli_json(ptc_target_run *run);

/* --- tool_names.c ------------------------------------------------------------------- */

/* A contract that becomes a tool. */
typedef struct ptc_target_tool {
    ptc_str name;    /* as the provider has it */
    size_t contract; /* its number */
} ptc_target_tool;

/* Whether a contract is a function, and no type alone. */
bool ptc_target_is_tool(const ptc_target_contract *contract);

/* The functions of a run as tools, in the order of the target; says what the provider
 * does not accept of their names, their number and descriptions. False when memory was
 * refused. */
bool ptc_target_find_tools(ptc_target_run *run, ptc_target_tool **tools, size_t *count);

/* The name of the current contract as the provider has it; says what it does not accept.
 */
ptc_str ptc_target_name(ptc_target_run *run);

/* The description of the current contract; empty: none. */
ptc_str ptc_target_description(const ptc_target_run *run);

/* --- tool_list.c -------------------------------------------------------------------- */

/* The parameters or the result of the current contract as JSON Schema of the target's
 * subset, without what a tool says itself. */
ptc_status ptc_target_make_schema(ptc_target_run *run, ptc_direction direction,
                                  bool is_part, ptc_value *out);

/* --- tool_list_mcp.c ---------------------------------------------------------------- */

/* The current contract as a tool of MCP. */
ptc_status ptc_target_make_mcp(ptc_target_run *run, ptc_json_writer *writer, ptc_str name,
                               ptc_value *out);

/* --- json_meaning.c ----------------------------------------------------------------- */

/*
 * Reports, for targets that are JSON Schema, what it lets through and the contracts do
 * not: 1.0 for an int, any string for a moment; of sets, what it refuses and they do not.
 * Of each contract once, at the first type that it is about. PTC_ERROR_MEMORY.
 */
ptc_status ptc_target_find_meaning(ptc_target_run *run);

#endif
