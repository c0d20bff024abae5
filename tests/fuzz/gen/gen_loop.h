/* SPDX-License-Identifier: MIT */
/*
 * Random contracts become C, a compiler turns that into a shared object, and the three
 * engines of tests/emitted/contracts check random documents against them, again and
 * again, each time with other options of `ptcc gen` and of the compiler.
 *
 *   batch.c    a batch: contracts, options, files, all derived from a number
 *   declare.c  contracts as lines of a contract file
 *   check.c    a separate process that loads the shared object and checks documents
 *   reduce.c   makes a batch smaller in which something was found
 *   loop.c     batch after batch, and keeps those with a finding
 */
#ifndef PTC_TEST_GEN_LOOP_H
#define PTC_TEST_GEN_LOOP_H

#include "engines.h"

/* --- Batches ------------------------------------------------------------------------ */

enum { BATCH_LINES = 24, BATCH_COMPILERS = 16, BATCH_FLAGS = 12 };

/* The paths and commands of a run of the loop. */
typedef struct gen_tools {
    const char *ptcc;
    const char *include;                    /* the folder of the public headers */
    const char *support;                    /* the folder of index.h */
    const char *compilers[BATCH_COMPILERS]; /* command lines, words separated by blanks */
    size_t compiler_count;
    uint64_t tries;    /* limit of attempts to reduce a finding */
    const char *plant; /* OLD=NEW in the emitted source, or NULL: a fault to be found */
} gen_tools;

/* A batch depends only on its number. Lines that are NULL were left out. */
typedef struct gen_batch {
    ptc_arena arena; /* owns all of it */
    uint64_t number;
    const char *folder;
    ptc_contract_format format;
    const char *lines[BATCH_LINES];
    const char *flags[BATCH_FLAGS]; /* of `ptcc gen`, terminated by NULL */
    const char *compiler;           /* and its flags */
    engines_code code;
    unsigned
        documents; /* for each type; with the damaged ones seven or eight times as many */
    unsigned refused; /* lines that every reader refused */
} gen_batch;

void batch_open(gen_batch *batch, const gen_tools *tools, uint64_t number,
                const char *folder);
void batch_close(gen_batch *batch);

/* The text of the contract file. */
ptc_str batch_text(gen_batch *batch);

/* Reads that text with the library; false when a reader refuses it. */
bool batch_read(gen_batch *batch, ptc_str text, ptc_contracts *out);

typedef enum gen_made {
    MADE,         /* batch.so is in the folder */
    MADE_NOTHING, /* no contract is left */
    MADE_FAULT    /* ptcc or the compiler failed; `why` says how */
} gen_made;

/*
 * Writes the files of the batch and compiles them. Lines that ptcc refuses because two
 * names become one in C are left out; if it refuses other lines that the readers
 * accepted, that is a fault. `why` lives as long as the batch.
 */
gen_made batch_make(gen_batch *batch, const gen_tools *tools, ptc_str *why);

/* A path in the folder of the batch, as long as the batch. */
const char *batch_path(gen_batch *batch, const char *name);

void batch_write(gen_batch *batch, const char *name, ptc_str content);

/* --- Declarations ------------------------------------------------------------------- */

/* A random declaration for files of this format: a contract, in `.sig` files also a named
 * type, which may use the first `types` named types. The text is in `arena`. */
const char *declare(test_random *random, ptc_arena *arena, ptc_contract_format format,
                    unsigned number, bool is_type, unsigned types);

/* --- Checking ----------------------------------------------------------------------- */

enum { FOUND_TEXT = 1 << 20 };

/* What the checking process leaves, in shared memory. */
typedef struct gen_verdict {
    bool is_done;  /* it ran to the end */
    bool is_found; /* a difference: */
    char root[128];
    char setting[32];
    char what[160];
    bool is_value; /* a value as EDN; otherwise JSON */
    size_t length; /* of the text: of the difference, or the one being checked */
    unsigned roots;
    unsigned texts;
    unsigned judged;
    unsigned accepted;
    char text[FOUND_TEXT];
} gen_verdict;

/* Checks a batch whose files exist, and first of all the document `first`, unless it is
 * empty. The output of the process is in check.log of the folder. False: something was
 * found.
 */
bool check_batch(gen_batch *batch, ptc_str first, gen_verdict *verdict);

/* A verdict in shared memory, which lives as long as the program. */
gen_verdict *check_memory(void);

/* --- Reducing ----------------------------------------------------------------------- */

/* Removes lines and parts of lines from the batch as long as something is found in it;
 * `verdict` and the folder are those of the reduced batch. */
void reduce_batch(gen_batch *batch, const gen_tools *tools, gen_verdict *verdict);

/* The same as long as ptcc or the compiler fails; `*why` is the last message. */
void reduce_fault(gen_batch *batch, const gen_tools *tools, ptc_str *why);

#endif
