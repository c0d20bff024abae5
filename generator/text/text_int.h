/* SPDX-License-Identifier: MIT */
/*
 * The room text: what may enter emitted C, and the files that are made of it.
 *
 *     names, literals, notes           templates                      files
 *     c_text.h ──────────────► template_host.h ──────► pieces.h ──────► output.h
 *     (name_set.h: which are taken)                                  (diff.c: --check)
 *
 * The room knows which identifiers C, C++ and the runtime use (c_taken.def); how literals
 * and comments are spelled so that no byte of a contract can leave them; where
 * clang-format breaks a line; and how files are replaced completely or not at all. It
 * does not know schemas, kinds of nodes, or which C is written.
 *
 * It uses the arena that it is given, and files only through output.c. Below it are the
 * public headers of the runtime and, for output.c, the command line. Of the two steps of
 * the build, template_embed uses c_text.c and pages_embed uses nothing.
 *
 * No two files call each other, and nothing recurses.
 *
 * Functions that are called everywhere begin with the name of their file: `c_`, `host_`,
 * `model_`, `rows_`. All others begin with `ptcc_`.
 */
#ifndef PTCC_TEXT_INT_H
#define PTCC_TEXT_INT_H

#include <ptc/diag.h>
#include <ptc/text.h>

/* --- diff.c: unified differences ---------------------------------------------------- */

/* Appends the hunks of a unified difference; false when memory was refused. */
bool ptcc_diff_write(ptc_text *out, ptc_str before, ptc_str after);

/* --- pages.c: docs/diagnostics, made by pages_embed --------------------------------- */

/* Markdown, by ptc_diag_code. */
extern const char *const ptcc_pages[PTC_DIAG_COUNT];

#endif
