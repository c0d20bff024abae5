/* SPDX-License-Identifier: MIT */
/*
 * The state of one rendering, private to render.c, render_malli.c and render_prompt.c.
 *
 * A rendering is one walk in document order along parent and child indices, with text
 * written on entering and on leaving a node and in front of its slot; nothing recurses
 * and nothing is allocated but the text. Shorthand that meets a node it cannot say
 * switches to Malli until that node is left.
 */
#ifndef PTC_SCHEMA_RENDER_H
#define PTC_SCHEMA_RENDER_H

#include "ptc_int.h"

typedef struct ptc_render {
    ptc_text *text;
    const ptc_schema *schema;
    uint32_t malli;   /* node that is written in Malli with all below it, or
                         PTC_NODE_NONE while shorthand is written */
    bool is_embedded; /* that Malli stands inside shorthand, whose `?` says nullable */
    bool is_line;     /* that Malli stands in a line of its own, its slot elsewhere */
    bool is_prompt;   /* for a model: defaults are optional marks */
    bool is_compact;  /* for a model: type words without colons */
    bool has_bare_output; /* `T` for a function without inputs */
    bool has_names;       /* Malli functions spell the names of parameters */
    bool hides_output;    /* firewalled fields of outputs are left out */
    bool hides;           /* they are now */
    size_t limit;         /* length of the text at which the walk ends, or 0 */
} ptc_render;

/* --- render.c --- */

void ptc_render_init(ptc_render *render, ptc_text *text, const ptc_schema *schema,
                     const ptc_render_options *options);

/* Writes the schema's root and everything below it. */
void ptc_render_tree(ptc_render *render);

/* Whether shorthand has no spelling for the node itself. */
bool ptc_render_needs_malli(const ptc_render *render, const ptc_schema_node *node);

/* Whether a prompt shows the node as :malli-schema, with its Malli in a line of its own.
 */
bool ptc_render_needs_line(const ptc_render *render, uint32_t index);

/* Whether the node is the parameter map of a function. */
bool ptc_render_is_parameters(const ptc_render *render, uint32_t index);

/* Whether the field is left out. */
bool ptc_render_is_hidden(const ptc_render *render, uint32_t index);

/* Whether `name` is [A-Za-z_][A-Za-z0-9_-]*, the names that signatures spell bare. */
bool ptc_name_is_plain(ptc_str name);

/* --- render_malli.c --- */

void ptc_render_malli_slot(ptc_render *render, uint32_t index, bool is_first);
void ptc_render_malli_enter(ptc_render *render, uint32_t index);
void ptc_render_malli_leave(ptc_render *render, uint32_t index);

#endif
