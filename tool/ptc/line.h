/* SPDX-License-Identifier: MIT */
/*
 * Lines as a person types them: edited, remembered and completed where libedit is, else
 * as the terminal gives them; from files and pipes as they are.
 */
#ifndef PTC_LINE_H
#define PTC_LINE_H

#include "tool/common/cli.h"

#include <ptc/text.h>

#include <signal.h>

/* Says how a word may go on: calls found() for each name that begins with `word`. */
typedef void (*ptc_line_found)(void *finder, ptc_str name);
typedef void (*ptc_line_complete)(void *user, ptc_str word, ptc_line_found found,
                                  void *finder);

/* --- line_interrupt.c -------------------------------------------------------------- */

/* Set by Ctrl-C while a person is at the terminal; whoever acts on it clears it. */
extern volatile sig_atomic_t ptc_line_interrupted;

/* From now on Ctrl-C sets it, and ends a read that waits. */
void ptc_line_catch_interrupts(void);

/* --- line.c ------------------------------------------------------------------------ */

typedef struct ptc_line_input {
    bool is_terminal; /* a person types, and sees the output */
    ptc_lines lines;
    struct ptc_line_editor *editor; /* NULL: none */
} ptc_line_input;

/* Standard input. `complete` is called with `user` while a line is read. */
void ptc_line_open(ptc_line_input *input, const ptc_cli *cli, ptc_line_complete complete,
                   void *user);

/*
 * The next line, without its newline; one that was taken from the history may have
 * newlines inside. The prompt is for persons. PTC_LINE_INTERRUPTED after Ctrl-C.
 */
ptc_line_status ptc_line_next(ptc_line_input *input, const char *prompt, ptc_str *line);

/* Adds a program (NUL-terminated) to the history. */
void ptc_line_remember(ptc_line_input *input, const char *program);

void ptc_line_close(ptc_line_input *input);

/* --- line_edit.c, where libedit's headers are --------------------------------------- */

typedef struct ptc_line_editor ptc_line_editor;

/* NULL when libedit cannot be loaded, or the terminal cannot be edited on. */
ptc_line_editor *ptc_line_editor_new(const ptc_cli *cli, ptc_line_complete complete,
                                     void *user);
ptc_line_status ptc_line_editor_next(ptc_line_editor *editor, const char *prompt,
                                     ptc_str *line);
void ptc_line_editor_remember(ptc_line_editor *editor, const char *program);
void ptc_line_editor_free(ptc_line_editor *editor);

#endif
