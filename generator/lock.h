/* SPDX-License-Identifier: MIT */
/*
 * Programs of agents, and locks: files that keep such a program beside what it was
 * checked for. See generator_int.h.
 *
 *     ; ptcc-lock: 1  lisp: 1
 *     ; The program of scorer.agent.edn. ...
 *     ; signature: SHA-256
 *     ; tool search: SHA-256
 *     ; prompt: SHA-256
 *     ; program: SHA-256
 *
 *     (return ..)
 *
 * Lines of comments up to the first empty one are the header; what it says besides is
 * ignored. Hashes are of texts with `\n` for `\r\n`, so that a lock holds whatever a
 * version control makes of the ends of lines. [subagent 15]
 */
#ifndef PTCC_LOCK_H
#define PTCC_LOCK_H

#include "generator/emit/agent.h"
#include "tool/common/cli.h"

#include <ptc/agent_file.h>

/* A file with a program: all of it with `\n` at the ends of all lines, and where the
 * program begins. */
typedef struct ptcc_program_file {
    ptc_source source;
    size_t start; /* 0, or behind the header of a lock */
} ptcc_program_file;

/* --- lock.c ------------------------------------------------------------------------- */

/* The path of the lock of an agent file: NAME.ptc.clj beside it. */
ptc_str ptcc_lock_path(ptc_arena *arena, const char *agent_path);

/* Takes a file apart that was read; false when memory was refused. */
bool ptcc_lock_take(ptc_arena *arena, const ptc_source *read, ptcc_program_file *out);

/* Whether the file is a lock. */
bool ptcc_lock_is(const ptcc_program_file *file);

/* The whole lock of a program that was checked; false when memory was refused. */
bool ptcc_lock_write(ptc_arena *arena, const ptc_agent_file *agent, const char *path,
                     ptc_str program, ptc_text *out);

/* Adds a diagnostic for each part of the agent that is not what the lock says; `repair`
 * is the command that writes it anew. */
void ptcc_lock_check(ptc_diags *diags, const ptc_agent_file *agent,
                     const ptcc_program_file *lock, ptc_str repair);

/* --- program.c ---------------------------------------------------------------------- */

/*
 * Compiles the program of a file for the agent, stage by stage, in memory of the arena.
 * Faults go to `diags`, at their places: of the agent, which may have what no compiled
 * agent can have, and of the program. PTC_ERROR_INVALID then, and PTC_ERROR_MEMORY.
 */
ptc_status ptcc_program_compile(ptc_arena *arena, const ptc_agent_file *agent,
                                const ptcc_program_file *file, ptc_diags *diags,
                                ptcc_compiled *out);

/* --- compile.c ---------------------------------------------------------------------- */

/* Reads the lock of an agent and compiles its program, for gen. */
ptc_exit ptcc_compile_lock(const ptc_cli *cli, const ptc_agent_file *agent,
                           const char *path, const ptc_source **lock,
                           const ptcc_compiled **out);

#endif
