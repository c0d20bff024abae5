/* SPDX-License-Identifier: MIT */
/*
 * Programs of agents, and locks: files that keep such a program with hashes of everything
 * that it was checked for. `ptcc compile` writes locks. `ptcc gen --compiled`, and
 * commands that run agents with compiled tools, compile their programs.
 *
 *     ; ptcc-lock: 2  lisp: 2
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
 * The comment lines up to the first empty line are the header. Other lines in it are
 * ignored, and lines `; origin: ..` are kept. Texts are hashed with `\n` for `\r\n`, so a
 * lock is valid however version control ends lines. The program is hashed by its forms,
 * without comments and blanks. Samples are the rows of NAME.ptc.samples.jsonl, see
 * compile_samples.h. [subagent 15]
 */
#ifndef PTC_COMMAND_LOCK_H
#define PTC_COMMAND_LOCK_H

#include "tool/common/cli.h"

#include <ptc/agent_file.h>
#include <ptc/compile.h>
#include <ptc/gen_lisp.h>

/* A file with a program: its text, with all lines ended by `\n`, and where the program
 * begins. */
typedef struct ptc_lock_file {
    ptc_source source;
    size_t start; /* 0, or after the header of a lock */
} ptc_lock_file;

/* Samples of an agent. */
#define PTC_LOCK_SAMPLES_MAX 1000

/* The rows of a file of samples. */
typedef struct ptc_lock_samples {
    ptc_source source;   /* the file; name.ptr NULL: there is none */
    const ptc_str *rows; /* one line each, without newline; no empty ones */
    size_t count;
} ptc_lock_samples;

/* The agent that a lock belongs to. */
typedef struct ptc_lock_facts {
    const ptc_agent_file *agent;
    const char *path; /* of the agent's file */
    ptc_str program;
    const ptc_lock_samples *samples;
    ptc_str origin; /* lines of the header, each with its newline; or empty */
} ptc_lock_facts;

/* A part of the agent, of which a lock has a hash. */
typedef struct ptc_lock_part {
    ptc_str name; /* "tool search" */
    char hash[64];
    bool is_locked; /* the lock to be checked also has its hash */
} ptc_lock_part;

typedef struct ptc_lock_parts {
    ptc_lock_part *items; /* in the order in which they are written */
    size_t count;
} ptc_lock_parts;

#define PTC_LOCK_FORMAT 2
#define PTC_LOCK_HEAD   "; ptcc-lock: "

/* The programs of a lock, compiled. */
typedef struct ptc_lock_compiled {
    const ptc_program *const *programs; /* one for each stage */
    const ptc_image *const *images;     /* along with them */
    size_t count;
    ptc_str source; /* their texts; if there are several, each after a line `; turn n` */
    bool is_value;  /* the value of the last one is the result, whether it was returned or
                     * not */
    ptc_compiled_origin origin;
} ptc_lock_compiled;

/* --- lock.c ------------------------------------------------------------------------- */

/* The two texts joined; ptr NULL when memory was refused. */
ptc_str ptc_lock_join(ptc_arena *arena, ptc_str before, ptc_str behind);

/* The path of the lock of an agent file: NAME.ptc.clj in its folder; ptr NULL when memory
 * was refused. */
ptc_str ptc_lock_path(ptc_arena *arena, const char *agent_path);
/* The same of its samples, NAME.ptc.samples.jsonl. */
ptc_str ptc_lock_samples_path(ptc_arena *arena, const char *agent_path);

/* Splits a file that was read; false when memory was refused. */
bool ptc_lock_take(ptc_arena *arena, const ptc_source *read, ptc_lock_file *out);

/* Whether the file is a lock. */
bool ptc_lock_is(const ptc_lock_file *file);

/* The program of the file. */
ptc_str ptc_lock_program(const ptc_lock_file *file);

/* Appends the whole lock of a checked program; false when memory was refused. */
bool ptc_lock_write(ptc_arena *arena, const ptc_lock_facts *facts, ptc_text *out);

/* --- lock_origin.c ------------------------------------------------------------------ */

/* Appends the line about the origin of a program that a model wrote. */
void ptc_lock_write_origin(ptc_text *text, const ptc_compiled_origin *origin,
                           uint32_t prompt_revision);

/* The lines of the header that say where the program came from. */
ptc_str ptc_lock_origin(ptc_arena *arena, const ptc_lock_file *file);

/* Reads the origin as data, from the first line that ptcc could have written. Without
 * such a line there is no model, no date and no turns, and tokens are -1. False when
 * memory was refused. */
bool ptc_lock_read_origin(ptc_arena *arena, const ptc_lock_file *file,
                          ptc_compiled_origin *out);

/* --- lock_parts.c ------------------------------------------------------------------- */

/* The hashes of all parts; false when memory was refused. */
bool ptc_lock_parts_of(ptc_arena *arena, const ptc_lock_facts *facts,
                       ptc_lock_parts *out);

/* Copies the agent of a file with its tools, which stay as the file declares them, while
 * binding gives the agent's own tools signatures and descriptions with their functions.
 * NULL when memory was refused. */
const ptc_agent_file *ptc_lock_keep_agent(ptc_arena *arena, const ptc_agent_file *file);

/* --- lock_check.c ------------------------------------------------------------------- */

/* Adds a diagnostic for each part that differs from the lock; `repair` is the command
 * that checks the program again and keeps it. */
void ptc_lock_check(ptc_diags *diags, const ptc_lock_facts *facts,
                    const ptc_lock_file *lock, ptc_str repair);

/* --- lock_program.c ---------------------------------------------------------------- */

/*
 * Compiles the program of a file for the agent, stage by stage, in memory of the arena.
 * Returns PTC_ERROR_INVALID for faults: `diags` has them with their places in the
 * program, or in the agent if it has something that compiled agents cannot have. Or
 * PTC_ERROR_MEMORY.
 */
ptc_status ptc_lock_compile_program(ptc_arena *arena, const ptc_agent_file *agent,
                                    const ptc_lock_file *file, ptc_diags *diags,
                                    ptc_lock_compiled *out);

/* The place of a fault in the agent or in its program, which begins at byte `start` of
 * its source; sets that source. */
ptc_span ptc_lock_fault_place(ptc_diags *diags, const ptc_agent_file *agent,
                              const ptc_source *program, size_t start,
                              const ptc_compile_fault *fault);
void ptc_lock_fault_add(ptc_diags *diags, ptc_span span, const ptc_compile_fault *fault);

/* --- lock_file.c ----------------------------------------------------------------- */

/* What gen needs from a lock. */
typedef struct ptc_locked {
    const ptc_source *lock;    /* the file */
    const ptc_source *samples; /* only its name; or NULL, if there are none */
    const ptc_lock_compiled *compiled;
} ptc_locked;

/* Reads a file that holds a program. With `is_replaced` the command may write to it.
 * False after a message. */
bool ptc_lock_read(const ptc_cli *cli, const char *path, bool is_replaced,
                   ptc_lock_file *out);

/* The rows of a file of samples that was read. False after a message: there are too many.
 */
bool ptc_lock_take_samples(const ptc_cli *cli, const ptc_source *read,
                           ptc_lock_samples *out);

/* Reads the samples of an agent, where there are any. False after a message. */
bool ptc_lock_read_samples(const ptc_cli *cli, const char *agent_path, bool is_replaced,
                           ptc_lock_samples *out);

/* Refuses an agent that shares its lock with another agent. */
ptc_exit ptc_lock_check_name(const ptc_cli *cli, const char *agent_path);

/* Compiles the program of a file and reports what is wrong with it. */
ptc_exit ptc_lock_check_program(const ptc_cli *cli, const ptc_agent_file *agent,
                                const ptc_lock_file *file, ptc_lock_compiled *out);

/* Reports differences from the lock: PTC_EXIT_INPUT, with --check PTC_EXIT_STALE. */
ptc_exit ptc_lock_check_facts(const ptc_cli *cli, const ptc_lock_facts *facts,
                              const ptc_lock_file *lock);

/* Whether the agent has a lock. If not, it prints a message, and the status is that of
 * the functions above. */
bool ptc_lock_exists(const ptc_cli *cli, const char *path);
ptc_exit ptc_lock_say_missing(const ptc_cli *cli, const char *path);

/* Compiles the program of a lock that was read. The same status if something differs from
 * the lock, or if the program has faults. */
ptc_exit ptc_lock_compile_file(const ptc_cli *cli, const ptc_agent_file *agent,
                               const char *path, const ptc_lock_file *file,
                               const ptc_lock_samples *samples, ptc_lock_compiled *out);

/* Reads the lock of an agent and compiles its program, for gen: PTC_EXIT_INPUT if it is
 * missing or belongs to another agent, with --check PTC_EXIT_STALE. */
ptc_exit ptc_lock_compile(const ptc_cli *cli, const ptc_agent_file *agent,
                          const char *path, ptc_locked *out);

#endif
