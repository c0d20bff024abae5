/* SPDX-License-Identifier: MIT */
/*
 * Programs of agents, and locks: files that keep such a program beside what it was
 * checked for. See generator_int.h.
 *
 *     ; ptcc-lock: 2  lisp: 1
 *     ; The program of scorer.agent.edn. ...
 *     ; prompt: SHA-256
 *     ; signature: SHA-256
 *     ; tool search: SHA-256
 *     ; model-view: SHA-256
 *     ; sample 1: SHA-256
 *     ; program: SHA-256
 *
 *     (return ..)
 *
 * Lines of comments up to the first empty one are the header; what else it says is
 * ignored, and lines `; origin: ..` are kept. Hashes are of texts with `\n` for `\r\n`,
 * so that a lock holds whatever a version control makes of the ends of lines, and of the
 * program's forms, not of its comments and blanks. Samples are the rows of
 * NAME.ptc.samples.jsonl, see compile_samples.h. [subagent 15]
 */
#ifndef PTCC_LOCK_H
#define PTCC_LOCK_H

#include "generator/emit/agent.h"
#include "tool/common/cli.h"

#include <ptc/agent_file.h>
#include <ptc/compile.h>

/* A file with a program: all of it with `\n` at the ends of all lines, and where the
 * program begins. */
typedef struct ptcc_program_file {
    ptc_source source;
    size_t start; /* 0, or behind the header of a lock */
} ptcc_program_file;

/* Samples of an agent. */
#define PTCC_SAMPLES_MAX 1000

/* The rows of a file of samples. */
typedef struct ptcc_samples {
    ptc_source source;   /* the file; name.ptr NULL: there is none */
    const ptc_str *rows; /* a line each, without its end; no empty ones */
    size_t count;
} ptcc_samples;

/* What a lock is of. */
typedef struct ptcc_lock_facts {
    const ptc_agent_file *agent;
    const char *path; /* of the agent's file */
    ptc_str program;
    const ptcc_samples *samples;
    ptc_str origin; /* lines of the header, each with its end; or empty */
} ptcc_lock_facts;

/* What a lock has a hash of. */
typedef struct ptcc_lock_part {
    ptc_str name; /* "tool search" */
    char hash[64];
    bool is_locked; /* the lock that is checked has a hash of it, too */
} ptcc_lock_part;

typedef struct ptcc_lock_parts {
    ptcc_lock_part *items; /* in the order in which they are written */
    size_t count;
} ptcc_lock_parts;

#define PTCC_LOCK_FORMAT 2
#define PTCC_LOCK_HEAD   "; ptcc-lock: "

/* --- lock.c ------------------------------------------------------------------------- */

/* The path of the lock of an agent file: NAME.ptc.clj beside it; ptr NULL when memory was
 * refused. */
ptc_str ptcc_lock_path(ptc_arena *arena, const char *agent_path);
/* The same of its samples, NAME.ptc.samples.jsonl. */
ptc_str ptcc_samples_path(ptc_arena *arena, const char *agent_path);

/* Takes a file apart that was read; false when memory was refused. */
bool ptcc_lock_take(ptc_arena *arena, const ptc_source *read, ptcc_program_file *out);

/* Whether the file is a lock. */
bool ptcc_lock_is(const ptcc_program_file *file);

/* The program of the file. */
ptc_str ptcc_lock_program(const ptcc_program_file *file);

/* The whole lock of a program that was checked; false when memory was refused. */
bool ptcc_lock_write(ptc_arena *arena, const ptcc_lock_facts *facts, ptc_text *out);

/* --- lock_origin.c ------------------------------------------------------------------ */

/* The lines of the header that say where the program came from. */
ptc_str ptcc_lock_origin(ptc_arena *arena, const ptcc_program_file *file);

/* The line of a program that a model wrote. */
void ptcc_lock_origin_write(ptc_text *text, const ptc_compiled_origin *origin,
                            uint32_t prompt_revision);

/* What that line says; false when there is none, or people have made another of it. */
bool ptcc_lock_origin_read(ptc_arena *arena, const ptcc_program_file *file,
                           ptc_compiled_origin *out);

/* --- lock_parts.c ------------------------------------------------------------------- */

/* The hashes of all parts; false when memory was refused. */
bool ptcc_lock_parts_of(ptc_arena *arena, const ptcc_lock_facts *facts,
                        ptcc_lock_parts *out);

/* --- lock_check.c ------------------------------------------------------------------- */

/* Adds a diagnostic for each part that is not what the lock says; `repair` is the command
 * that checks the program again and keeps it. */
void ptcc_lock_check(ptc_diags *diags, const ptcc_lock_facts *facts,
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

/* Where a fault is, of the agent or of its program, which begins at byte `start` of that
 * source; sets the source that this is a place of. */
ptc_span ptcc_fault_place(ptc_diags *diags, const ptc_agent_file *agent,
                          const ptc_source *program, size_t start,
                          const ptc_compile_fault *fault);
void ptcc_fault_add(ptc_diags *diags, ptc_span span, const ptc_compile_fault *fault);

/* --- compile_lock.c ----------------------------------------------------------------- */

/* What gen needs of a lock. */
typedef struct ptcc_locked {
    const ptc_source *lock;    /* the file */
    const ptc_source *samples; /* its name alone; or NULL, when there are none */
    const ptcc_compiled *compiled;
} ptcc_locked;

/* Reads a file that holds a program. With `is_replaced` the command may write to it.
 * False after a message. */
bool ptcc_program_read(const ptc_cli *cli, const char *path, bool is_replaced,
                       ptcc_program_file *out);

/* Reads the samples of an agent, where there are any. False after a message. */
bool ptcc_samples_read(const ptc_cli *cli, const char *agent_path, bool is_replaced,
                       ptcc_samples *out);

/* Refuses an agent whose lock is another agent's, too. */
ptc_exit ptcc_lock_check_name(const ptc_cli *cli, const char *agent_path);

/* Compiles the program of a file and reports what is wrong with it. */
ptc_exit ptcc_program_check(const ptc_cli *cli, const ptc_agent_file *agent,
                            const ptcc_program_file *file, ptcc_compiled *out);

/* Reports what is not as the lock says: PTC_EXIT_INPUT, with --check PTC_EXIT_STALE. */
ptc_exit ptcc_lock_check_facts(const ptc_cli *cli, const ptcc_lock_facts *facts,
                               const ptcc_program_file *lock);

/* Whether the agent has a lock; says that it has none, with the status of above. */
bool ptcc_lock_exists(const ptc_cli *cli, const char *path);
ptc_exit ptcc_lock_say_missing(const ptc_cli *cli, const char *path);

/* Reads the lock of an agent and compiles its program, for gen: PTC_EXIT_INPUT when it is
 * missing or not of this agent, with --check PTC_EXIT_STALE. */
ptc_exit ptcc_compile_lock(const ptc_cli *cli, const ptc_agent_file *agent,
                           const char *path, ptcc_locked *out);

#endif
