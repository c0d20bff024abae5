/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/agent: data as output for people. Texts of models, tools and files
 * are written by ptc_visible_write: they cannot move the cursor of a terminal, change the
 * direction of writing or break out of their line. [subagent 13]
 */
#ifndef PTC_AGENT_SHOW_H
#define PTC_AGENT_SHOW_H

#include <ptc/step.h>

/* Bytes of `view` that fill at most `columns` as ptc_visible_write writes them. */
size_t ptc_show_fitting(ptc_str view, size_t columns);

typedef enum ptc_show_style {
    PTC_SHOW_JSON, /* {user: "alice", ids: [1, 2]}: arguments and results of tools */
    PTC_SHOW_LISP, /* {:count 2, :ids [1, 2]}: results of programs */
} ptc_show_style;

typedef struct ptc_show_limits {
    size_t text;  /* code points of the whole; 0: no limit */
    size_t items; /* elements of a list; 0: all */
} ptc_show_limits;

/*
 * Appends a value on one line. What the firewall hides, by the names in the schema (or
 * NULL) or by a leading '_', is <Firewalled> unless `is_open`.
 */
void ptc_show_value(ptc_text *text, const ptc_schema *schema, const ptc_value *value,
                    ptc_show_style style, ptc_show_limits limits, bool is_open);

#endif
