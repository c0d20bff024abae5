/* SPDX-License-Identifier: MIT */
/*
 * Tools in words:
 *
 *     catalog_describe.c  the description of run_program within its budget
 *     catalog_words.c     descriptions: cleaned, whole or in part
 *     catalog_doc.c       tools as texts: the entry of a prompt, and the full text
 *     catalog_search.c    search by words
 *     catalog_answer.c    (apropos ..), (dir ..), (doc ..)
 *
 * Names and descriptions may be foreign. They are written without control characters,
 * direction marks and invisible characters, and a description is one line. The same tools
 * give the same bytes. The room uses render, walk (examples of arguments), schema, edn
 * and base, and only the public header of PTC-Lisp. Nothing in it is mutually recursive.
 * [mcp 6, 8]
 */
#ifndef PTC_CATALOG_INT_H
#define PTC_CATALOG_INT_H

#include "base/base_int.h"
#include "render/render_int.h"

#include <ptc/lisp.h>
#include <ptc/tool.h>

enum { PTC_CATALOG_CHARACTERS = 4000 }; /* of a description, by default */

/* The tools of one server. Borrowed, like everything below. */
typedef struct ptc_catalog_server {
    ptc_str name;
    const ptc_tool *const *tools; /* in any order */
    const char *const *docs; /* the text of ptc_catalog_doc for each of them; or NULL */
    size_t count;            /* of tools */
} ptc_catalog_server;

/* All the tools that programs may call. Our own server is the only one of its
 * catalog. */
typedef struct ptc_catalog {
    const ptc_catalog_server *servers;
    size_t count;
    /* The function for full texts on tools of servers without docs: ptc_catalog_doc,
     * which links the writers of signatures; NULL: only names and descriptions are
     * given. */
    ptc_str (*doc)(ptc_arena *arena, const ptc_tool *tool);
} ptc_catalog;

/* --- catalog_describe.c ------------------------------------------------------------- */

/*
 * Appends the description of run_program, at most `characters` code points: a fixed head,
 * then the tools by name as far as they fit: in full, with the first sentences of all
 * descriptions, with those of tools only, without any, or only their number; and a note
 * of what was cut. Where the head does not fit, there is only the number, and nothing
 * where that does not fit either. PTC_ERROR_MEMORY.
 */
ptc_status ptc_catalog_describe(ptc_text *text, const ptc_catalog *catalog,
                                size_t characters);

/* The text that servers with run_program add to their instructions: at most 400
 * characters, no line end. */
extern const char ptc_catalog_instructions[];

/* --- catalog_words.c ---------------------------------------------------------------- */

/* ORDER: each says less. */
typedef enum ptc_catalog_detail {
    PTC_CATALOG_WHOLE,
    PTC_CATALOG_SENTENCE, /* the first of each description */
    PTC_CATALOG_PURPOSE,  /* the same for tools, and nothing for their fields */
    PTC_CATALOG_SIGNATURE,
} ptc_catalog_detail;

/* Foreign words of a tool, or of a field in it, on one line, in as much detail as
 * `detail` says; NULL bytes when refused. */
ptc_str ptc_catalog_words(ptc_arena *arena, ptc_str words, ptc_catalog_detail detail,
                          bool is_field);

/* The description of a tool as a whole: its own, or that of its signature. */
ptc_str ptc_catalog_description(const ptc_tool *tool);

/* Appends a text of several lines without the invisible characters of names and
 * literals. */
void ptc_catalog_write_clean(ptc_text *text, ptc_str lines);

/* --- catalog_doc.c ------------------------------------------------------------------ */

/* A tool for the writers of prompts: everything in its signature is cleaned and given in
 * as much detail as `detail` says; the result is without firewalled fields. False when
 * refused. */
bool ptc_catalog_prompt_tool(ptc_arena *arena, const ptc_tool *tool,
                             ptc_catalog_detail detail, ptc_prompt_tool *out);

/*
 * The full text on a tool, without a line end after it: a call as programs type it, the
 * signature, each on one line, then the descriptions of the tool, its fields and types.
 * NULL bytes when refused.
 */
ptc_str ptc_catalog_doc(ptc_arena *arena, const ptc_tool *tool);

/* --- catalog_search.c --------------------------------------------------------------- */

/* A tool that was found. */
typedef struct ptc_catalog_hit {
    const ptc_catalog_server *server;
    size_t index;   /* of the tool */
    unsigned score; /* twice the score of the page */
} ptc_catalog_hit;

PTC_INLINE const ptc_tool *ptc_catalog_tool_of(const ptc_catalog_hit *hit)
{
    return hit->server->tools[hit->index];
}

/* The tools found, best first, and the cost. */
typedef struct ptc_catalog_hits {
    ptc_catalog_hit *items;
    size_t count;
    uint64_t steps; /* of fuel */
} ptc_catalog_hits;

/*
 * The tools that match the words of a question, at most `limit`; all of them by name when
 * it has no words. Words are in lower case, and end at capitals and at any character that
 * is not a letter or digit. `only` is a server of the catalog, or NULL: all.
 * PTC_ERROR_MEMORY.
 */
ptc_status ptc_catalog_search(ptc_arena *arena, const ptc_catalog *catalog,
                              const ptc_catalog_server *only, ptc_str question,
                              size_t limit, ptc_catalog_hits *hits);

/* --- catalog_answer.c --------------------------------------------------------------- */

/* The number of its tools. */
size_t ptc_catalog_count(const ptc_catalog *catalog);

/* Of ptc_lisp_catalog, whose `user` is a ptc_catalog. */
ptc_status ptc_catalog_answer(ptc_catalog_question *question, void *catalog);

#endif
