/* SPDX-License-Identifier: MIT */
/* What the writers of agents share. */
#ifndef PTCC_WRITE_AGENT_H
#define PTCC_WRITE_AGENT_H

#include "generator/emit/agent.h"

/* An initialiser in the making: what it points to is written before it. */
typedef struct ptcc_agent_rows {
    ptcc_c_sink *sink;
    ptc_str base; /* what names of what it points to are made from */
    ptcc_rows rows;
} ptcc_agent_rows;

/* --- write_agent.c ------------------------------------------------------------------ */

/* The prototype of the function that runs what the file is of by structs. */
ptc_str ptcc_agent_run_head(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                            bool is_declaration);

/* --- write_agent_tables.c: tools and agents as constants ---------------------------- */

/* Writes the table of an agent's tools: its name. */
ptc_str ptcc_agent_tools(ptcc_c_sink *sink, const ptcc_c_plan *plan, ptc_str base,
                         const ptcc_agent_tool *tools, size_t count);
/* Writes descriptions of fields, and the two members that are them and their count. */
void ptcc_agent_descriptions(ptcc_agent_rows *rows, const char *member,
                             const char *count_member,
                             const ptc_description *descriptions, size_t count);

/* Writes everything that an agent is made of, and the agent. */
void ptcc_agent_tables(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                       const ptcc_agent *agent);

/* --- write_agent_rows.c: initialisers ----------------------------------------------- */

ptcc_agent_rows ptcc_agent_rows_of(ptcc_c_sink *sink, ptc_str base);

/* `{"bytes", 5}`, `"bytes"`: a text for a ptc_str and for a const char *; those that are
 * too long for a literal get an array, called after `word`. */
ptc_str ptcc_agent_str(ptcc_c_sink *sink, ptc_str base, const char *word, ptc_str text);
ptc_str ptcc_agent_cstr(ptcc_c_sink *sink, ptc_str base, const char *word,
                        const char *text);

/* A name for a table, made from `base` and the words. */
ptc_str ptcc_agent_id(ptcc_c_sink *sink, ptc_str base, const char *word,
                      const char *more);

/* Rows `.member = code`; the others leave out what is empty, NULL or 0. */
void ptcc_agent_row(ptcc_agent_rows *rows, const char *member, ptc_str code);
void ptcc_agent_row_str(ptcc_agent_rows *rows, const char *member, ptc_str text);
void ptcc_agent_row_cstr(ptcc_agent_rows *rows, const char *member, const char *text);
void ptcc_agent_row_number(ptcc_agent_rows *rows, const char *member, uint64_t number);
/* `&id` */
void ptcc_agent_row_address(ptcc_agent_rows *rows, const char *member, ptc_str id);

/* A row without a name, of an array. */
void ptcc_agent_item(ptcc_agent_rows *rows, ptc_str code);

/* Writes `static const TYPE ID = {rows};`; with `is_array`, ID[]. Nothing when there are
 * not rows. `linkage` NULL: static. */
void ptcc_agent_write(ptcc_agent_rows *rows, const char *linkage, const char *type,
                      ptc_str id, bool is_array);

/* The rows as one initialiser, `{a, b}`. */
ptc_str ptcc_agent_braces(const ptcc_agent_rows *rows);

/* Writes a compiled template and returns `&ID`, or ptr NULL for none. */
ptc_str ptcc_agent_template(ptcc_c_sink *sink, ptc_str base, const char *word,
                            const ptc_template *compiled);

/* The flags of a tool. */
void ptcc_agent_tool_flags(ptcc_agent_rows *rows, unsigned flags);

/* The settings of an agent that are numbers, choices and flags. */
void ptcc_agent_settings(ptcc_agent_rows *rows, const ptc_agent *agent);

#endif
