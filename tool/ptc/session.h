/* SPDX-License-Identifier: MIT */
/* Shared by `ptc run` and `ptc repl`: limits, the host's data, messages about faults. */
#ifndef PTC_SESSION_H
#define PTC_SESSION_H

#include "tool/common/cli.h"

#include <ptc/lisp.h>

/* The settings for programs on the command line. */
typedef struct ptc_session {
    const ptc_cli *cli;
    ptc_lisp_options options;
    ptc_value context; /* nil: none */
    ptc_tool tools[2]; /* of the library */
} ptc_session;

/* Reads --time, --heap, --fuel, --jumps and --ctx. PTC_EXIT_USAGE after a message. */
ptc_exit ptc_session_init(ptc_session *session, const ptc_cli *cli);

/* Reads a program from a file ("-": stdin); a first line that begins with #! is empty for
 * the reader. False after a message. */
bool ptc_session_read_program(const ptc_cli *cli, const char *path, ptc_source *out);

/* A new context; `data` (may be NULL) replaces --ctx. NULL when memory was refused. */
ptc_lisp *ptc_session_start(const ptc_session *session, const ptc_value *data);

/* Prints the output of a program, ended by a newline. */
void ptc_session_print(ptc_str output);

/* Like ptc_lisp_eval; warnings of the compiler are printed first, to stderr. The program
 * is in `shown` after `base` bytes. */
ptc_status ptc_session_eval(const ptc_session *session, ptc_lisp *lisp,
                            const ptc_source *program, const ptc_source *shown,
                            size_t base, unsigned texts, ptc_arena *arena,
                            ptc_lisp_result *out);

/* "file:line:column: reason: message", the line and a caret, to stderr. The offset of the
 * error is in the source; its line and column may count from elsewhere. */
void ptc_session_report(const ptc_session *session, const ptc_source *source,
                        const ptc_lisp_error *error);

#endif
