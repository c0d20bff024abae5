/* SPDX-License-Identifier: MIT */
/* Internal to `ptc repl`: repl.c reads and runs, repl_command.c has what is no program,
 * repl_names.c knows what can be named. */
#ifndef PTC_REPL_H
#define PTC_REPL_H

#include "lisp/read/read_int.h"
#include "tool/ptc/line.h"
#include "tool/ptc/session.h"

/* Milliseconds, for the clock to be looked at all the same. */
#define PTC_REPL_NO_TIME_LIMIT (UINT64_MAX / 2)

typedef struct ptc_repl {
    ptc_session session;
    ptc_lisp *lisp;
    ptc_line_input input;
    /* The lines since the last prompt, and how far they are read and run. */
    ptc_arena arena;
    ptc_text text;
    ptc_extent extent;
    size_t at;          /* looked at up to here */
    size_t start;       /* run up to here */
    ptc_position place; /* of `start` in the session */
    bool is_too_large;  /* the form under way: its text is not kept */
    bool is_timed;      /* by :time, until the next prompt */
    bool is_ended;      /* by :quit */
    bool has_failed;    /* some program or command */
    ptc_arena results;  /* of the form under way */
    ptc_arena context;  /* what :ctx read; session.context is in it */
} ptc_repl;

/* --- repl.c ------------------------------------------------------------------------ */

/*
 * Runs the program, prints what it printed and its result, or what is wrong; `base` is
 * where its text begins in `shown`, which the message shows. False when memory ran out.
 */
bool ptc_repl_run(ptc_repl *run, const ptc_source *program, const ptc_source *shown,
                  size_t base);

/* --- repl_command.c ---------------------------------------------------------------- */

/* Does what the line says when it is a command. False: it is a program, which begins
 * behind `*skip` bytes, those of :time. */
bool ptc_repl_command(ptc_repl *run, ptc_str line, size_t *skip);

/* Says so when the text, which named nothing, is a command without its colon. */
void ptc_repl_note_command(ptc_str text);

/* --- repl_names.c ------------------------------------------------------------------ */

/* A ptc_line_complete: commands, builtins, special forms, variables, ctx/. */
void ptc_repl_complete(void *user, ptc_str word, ptc_line_found found, void *finder);

/* The names of commands with their colons, one by one; NULL behind the last. */
const char *ptc_repl_command_name(size_t number);

/* Prints what :doc, :names and :memory ask for. False when there is nothing. */
bool ptc_repl_print_doc(ptc_str name);
bool ptc_repl_print_names(ptc_str part);
void ptc_repl_print_memory(ptc_repl *run);

#endif
