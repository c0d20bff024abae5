/* SPDX-License-Identifier: MIT */
/* Internal to `ptc repl`: repl.c reads and runs programs, repl_command.c has the
 * commands, repl_names.c has all names. */
#ifndef PTC_REPL_H
#define PTC_REPL_H

#include "lisp/read/read_int.h"
#include "tool/ptc/line.h"
#include "tool/ptc/session.h"

/* Milliseconds: a limit at which the clock is still checked. */
#define PTC_REPL_NO_TIME_LIMIT (UINT64_MAX / 2)

typedef struct ptc_repl {
    ptc_session session;
    ptc_lisp *lisp;
    ptc_line_input input;
    /* The lines since the last prompt, and how far they have been read and run. */
    ptc_arena arena;
    ptc_text text;
    ptc_extent extent;
    size_t at;          /* read up to here */
    size_t start;       /* run up to here */
    ptc_position place; /* place of `start` in the session */
    bool is_too_large;  /* the text of the current form is not kept */
    bool is_timed;      /* by :time, until the next prompt */
    bool is_ended;      /* by :quit */
    bool has_failed;    /* a program or command has failed */
    ptc_arena results;  /* of the current form */
    ptc_arena context;  /* the data that :ctx read, including session.context */
} ptc_repl;

/* --- repl.c ------------------------------------------------------------------------ */

/*
 * Runs the program, prints its output and its result or error; `base` is where its text
 * begins in `shown`, which messages quote. False when memory ran out.
 */
bool ptc_repl_run(ptc_repl *run, const ptc_source *program, const ptc_source *shown,
                  size_t base);

/* --- repl_command.c ---------------------------------------------------------------- */

/* Runs the line if it is a command. False: it is a program, which begins after `*skip`
 * bytes, those of :time. */
bool ptc_repl_command(ptc_repl *run, ptc_str line, size_t *skip);

/* Gives a hint if the text, which named nothing, is a command without its colon. */
void ptc_repl_note_command(ptc_str text);

/* --- repl_names.c ------------------------------------------------------------------ */

/* A ptc_line_complete: commands, builtins, special forms, variables, ctx/. */
void ptc_repl_complete(void *user, ptc_str word, ptc_line_found found, void *finder);

/* The names of commands with their colons, one by one; NULL after the last. */
const char *ptc_repl_command_name(size_t number);

/* Print the answers to :doc, :names and :memory. False if there is nothing. */
bool ptc_repl_print_doc(ptc_str name);
bool ptc_repl_print_names(ptc_str part);
void ptc_repl_print_memory(ptc_repl *run);

#endif
