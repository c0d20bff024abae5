/* SPDX-License-Identifier: MIT */
/*
 * Lines typed by a person: edited, remembered and completed if libedit is installed,
 * otherwise as the terminal gives them; from files and pipes unchanged.
 */
#ifndef PTC_LINE_H
#define PTC_LINE_H

#include "tool/common/cli.h"

#include <ptc/text.h>

#include <signal.h>

/* Completes a word: calls found() for each name that begins with `word`. */
typedef void (*ptc_line_found)(void *finder, ptc_str name);
typedef void (*ptc_line_complete)(void *user, ptc_str word, ptc_line_found found,
                                  void *finder);

/* --- line_interrupt.c -------------------------------------------------------------- */

/* Set by Ctrl-C while a person is at the terminal; code that acts on it clears it. */
extern volatile sig_atomic_t ptc_line_interrupted;

/* From now on Ctrl-C sets it, and ends a waiting read. */
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
 * The next line, without its newline; one from the history may have newlines inside. The
 * prompt is shown only to a person. PTC_LINE_INTERRUPTED after Ctrl-C.
 */
ptc_line_status ptc_line_next(ptc_line_input *input, const char *prompt, ptc_str *line);

/* Adds a program (NUL-terminated) to the history. */
void ptc_line_remember(ptc_line_input *input, const char *program);

void ptc_line_close(ptc_line_input *input);

/* --- line_edit.c, where libedit's headers are --------------------------------------- */

typedef struct ptc_line_editor ptc_line_editor;

/* NULL if libedit cannot be loaded or the terminal does not allow editing. */
ptc_line_editor *ptc_line_editor_new(const ptc_cli *cli, ptc_line_complete complete,
                                     void *user);
ptc_line_status ptc_line_editor_next(ptc_line_editor *editor, const char *prompt,
                                     ptc_str *line);
void ptc_line_editor_remember(ptc_line_editor *editor, const char *program);
void ptc_line_editor_free(ptc_line_editor *editor);

#endif
