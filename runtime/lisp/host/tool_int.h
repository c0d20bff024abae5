/* SPDX-License-Identifier: MIT */
/*
 * Internal to tool*.c and core_tool.c: the host's tools, their calls, and what is kept of
 * them.
 *
 * Three arenas by how long things live: the table until tools are set again, the call's
 * until the next call, the log until the next run. Programs see copies on their heap.
 */
#ifndef PTC_LISP_TOOL_INT_H
#define PTC_LISP_TOOL_INT_H

#include "base/base_int.h"
#include "lisp/heap/heap_int.h"

enum {
    PTC_TOOL_NAME_MAX = 64,
    PTC_TOOL_RESULT_MAX = 1 << 20, /* bytes of one result, unless options say so */
    PTC_TOOL_PREVIEW_MAX = 16384,  /* bytes of arguments or a result in the log */
};

typedef struct ptc_tool_entry {
    const ptc_tool *tool;
    ptc_str name;
    bool keeps_keys; /* the signature has maps whose keys are data: see tool_give.c */
} ptc_tool_entry;

/* A result that is kept for calls with the same arguments. */
typedef struct ptc_tool_memo {
    ptc_value result;
    uint64_t program; /* that had it last */
} ptc_tool_memo;

/* The tools of one context. */
typedef struct ptc_tools {
    ptc_tool_options options;
    ptc_tool_entry *entries; /* as the host gave them */
    uint32_t *sorted;        /* entries by name */
    ptc_names names;         /* '-' and '_' alike; values are numbers of entries */
    uint32_t count;
    ptc_arena arena; /* all of the above */

    ptc_arena call_arena;
    uint64_t calls_done; /* that reached a function, for options.max_calls */

    ptc_arena log_arena;
    ptc_tool_record *log;
    size_t log_count;
    size_t log_capacity;
    size_t calls_made;

    ptc_arena memo_arena;
    ptc_names memos; /* keys, exact; values are numbers of items */
    ptc_tool_memo *memo_items;
    size_t memo_count;
    size_t memo_capacity;
    bool is_memo_refused; /* memory was, and not by the arena's cap */
    uint64_t program;     /* that runs, counted from 1 */
} ptc_tools;

/* --- tool.c ------------------------------------------------------------------------- */

/* The tool of that name, '-' and '_' alike; NULL: none. */
const ptc_tool_entry *ptc_tools_find(const ptc_lisp *lisp, ptc_str name);

/* --- tool_give.c: arguments of a program as JSON data ------------------------------- */

/*
 * The arguments of a call, a map or keys and values in turn, as a map of data: keys as
 * strings with '-' read as '_'. Keywords and sets inside stay unchanged when `is_typed`.
 * Texts are borrowed from the program's values: good until the next safepoint. Raises
 * invalid_tool_args.
 */
ptc_value ptc_tool_give(ptc_lisp *lisp, const ptc_tool_entry *entry,
                        const ptc_value *args, uint32_t count);

/* Refuses the arguments of a call, for the reason in `format`: an enclosing attempt
 * catches that, else it is invalid_tool_args. */
PTC_COLD PTC_NORETURN void ptc_tool_refuse(ptc_lisp *lisp, const ptc_tool_entry *entry,
                                           const char *format, ...) PTC_PRINTF(3, 4);

/* Data as JSON data for one call: keywords as their names, sets as vectors, keys as
 * strings; unchanged parts are shared. A key that is a collection becomes its printed
 * text, which hides private fields where prints do. PTC_ERROR_DUPLICATE for keys that
 * collide, PTC_ERROR_DEPTH, PTC_ERROR_MEMORY. */
ptc_status ptc_tool_plain(const ptc_lisp *lisp, const ptc_value *value, ptc_value *out);

/* --- tool_cache.c ------------------------------------------------------------------- */

/* The text that all calls of a tool with the same arguments share, in `text`; false when
 * the arguments have no canonical text. */
bool ptc_tool_memo_key(ptc_text *text, const ptc_tool *tool, const ptc_value *arguments);
/* The result of such a call, or NULL. `*is_first`: the first such call of this
 * program. */
const ptc_value *ptc_tool_recall(ptc_tools *tools, ptc_str key, bool *is_first);
/* Keeps a copy of a result. PTC_ERROR_RANGE when there is no room: results and keys
 * together take no more than the context's heap may. PTC_ERROR_MEMORY. */
ptc_status ptc_tool_remember(ptc_tools *tools, ptc_str key, const ptc_value *result);
/* Starts the table, within `most` bytes. */
void ptc_tool_memo_init(ptc_tools *tools, size_t most);
void ptc_tool_forget(ptc_tools *tools);

#endif
