/* SPDX-License-Identifier: MIT */
/*
 * Contracts as a page in Markdown, as GitHub and others read it:
 *
 *     markdown.c        sections and tables
 *     markdown_type.c   types and constraints as short texts
 *     markdown_text.c   text, code and links
 *
 * Part of the room target. Nothing in it is mutually recursive.
 */
#ifndef PTC_MARKDOWN_INT_H
#define PTC_MARKDOWN_INT_H

#include "target/target_int.h"

/* A part of the page: a contract, or a type that contracts name. */
typedef struct ptc_page_section {
    ptc_str name;
    ptc_str anchor;
    const ptc_schema *schema;
    uint32_t node;                       /* of the type */
    const ptc_target_contract *contract; /* NULL: a type that is declared elsewhere */
} ptc_page_section;

typedef struct ptc_page {
    ptc_target_run *run;
    ptc_text *text;
    ptc_page_section *sections;
    size_t count;
    size_t capacity;
    ptc_names names;   /* of types: the number of the section */
    ptc_names anchors; /* how often each is there */
    const ptc_page_section *current;
    bool failed; /* refused memory */
} ptc_page;

/* The nodes of the section that is current. */
PTC_INLINE const ptc_schema_node *ptc_page_nodes(const ptc_page *page)
{
    return page->current->schema->nodes;
}

/* --- markdown.c -----------------------------------------------------------------------
 */

/* The section about the type that a node names; NULL: it names none. */
const ptc_page_section *ptc_page_named(const ptc_page *page, uint32_t node);

/* --- markdown_type.c ------------------------------------------------------------------
 */

/* The map whose fields have their own rows: of the node itself, of elements, or of
 * values. Its path, such as "[]", is appended. PTC_NODE_NONE: there is none. */
uint32_t ptc_page_inner_map(const ptc_page *page, uint32_t node, ptc_text *path);

/* Appends the type of a node; `is_cell`: in a table. */
void ptc_page_write_type(ptc_page *page, uint32_t node, bool is_cell);

/* Appends what else is said about a node, in words with ", " between them, and before the
 * first one unless `is_first`. */
void ptc_page_write_constraints(ptc_page *page, uint32_t node, bool is_first,
                                bool is_cell);

/* --- markdown_text.c ------------------------------------------------------------------
 */

/* Appends text so that it reads as it is written: nothing in it is markup. Line ends
 * become breaks in a cell, and stay in paragraphs. */
void ptc_page_write_text(ptc_text *text, ptc_str words, bool is_cell);

/* Appends code, on one line. */
void ptc_page_write_code(ptc_text *text, ptc_str code, bool is_cell);

/* Appends the name of a heading as links lead to it. */
void ptc_page_write_anchor(ptc_text *text, ptc_str name);

#endif
