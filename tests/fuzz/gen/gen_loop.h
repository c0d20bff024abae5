/* SPDX-License-Identifier: MIT */
/*
 * Random contracts become C, a compiler makes that a shared object, and the three engines
 * of tests/emitted/contracts judge random documents by it; again and again, each time
 * with other options of `ptcc gen` and of the compiler.
 *
 *   batch.c    what a batch is: contracts, options, files; all of it follows from a
 * number declare.c  contracts as lines of a contract file judge.c    a process of its own
 * that loads the shared object and judges reduce.c   less of a batch in which something
 * was found loop.c     batch after batch, and what is kept of those that found something
 */
#ifndef PTC_TEST_GEN_LOOP_H
#define PTC_TEST_GEN_LOOP_H

#include "engines.h"

/* --- Batches ------------------------------------------------------------------------ */

enum { BATCH_LINES = 24, BATCH_COMPILERS = 16, BATCH_FLAGS = 12 };

/* What a run of the loop uses; paths. */
typedef struct gen_tools {
    const char *ptcc;
    const char *include;                    /* the folder of the public headers */
    const char *support;                    /* the folder of index.h */
    const char *compilers[BATCH_COMPILERS]; /* command lines, words parted by blanks */
    size_t compiler_count;
    uint64_t tries;    /* at most, to reduce a finding */
    const char *plant; /* OLD=NEW in the emitted source, or NULL: a fault to be found */
} gen_tools;

/* A batch is made of its number alone. Lines that are NULL were left out. */
typedef struct gen_batch {
    ptc_arena arena; /* holds all of it */
    uint64_t number;
    const char *folder;
    ptc_contract_format format;
    const char *lines[BATCH_LINES];
    const char *flags[BATCH_FLAGS]; /* of `ptcc gen`, ended by NULL */
    const char *compiler;           /* and its flags */
    engines_code code;
    unsigned
        documents; /* for each type; seven or eight times as many with the damaged ones */
    unsigned refused; /* lines that no reader took */
} gen_batch;

void batch_open(gen_batch *batch, const gen_tools *tools, uint64_t number,
                const char *folder);
void batch_close(gen_batch *batch);

/* The text of the contract file. */
ptc_str batch_text(gen_batch *batch);

/* Reads that text with the library; false when a reader refuses it. */
bool batch_read(gen_batch *batch, ptc_str text, ptc_contracts *out);

typedef enum gen_made {
    MADE,         /* the folder holds batch.so */
    MADE_NOTHING, /* no contract is left */
    MADE_FAULT    /* ptcc or the compiler failed; `why` says how */
} gen_made;

/*
 * Writes the files of the batch and has them compiled. Lines that ptcc refuses for two
 * names that are one in C are left out; any other refusal of what the readers took is a
 * fault. `why` lives as long as the batch.
 */
gen_made batch_make(gen_batch *batch, const gen_tools *tools, ptc_str *why);

/* A path in the folder of the batch, as long as the batch. */
const char *batch_path(gen_batch *batch, const char *name);

void batch_write(gen_batch *batch, const char *name, ptc_str content);

/* --- Declarations ------------------------------------------------------------------- */

/* A random declaration of the format's files: a contract, in `.sig` files also a named
 * type, that may use the first `types` named types. The text is in `arena`. */
const char *declare(test_random *random, ptc_arena *arena, ptc_contract_format format,
                    unsigned number, bool is_type, unsigned types);

/* --- Judging ------------------------------------------------------------------------ */

enum { FOUND_TEXT = 1 << 20 };

/* What the judging process leaves: shared memory. */
typedef struct gen_verdict {
    bool is_done;  /* it came to its end */
    bool is_found; /* a difference: */
    char root[128];
    char setting[32];
    char what[160];
    bool is_value; /* a value as EDN; otherwise JSON */
    size_t length; /* of the text: of the difference, or what was under judgement */
    unsigned roots;
    unsigned texts;
    unsigned judged;
    unsigned accepted;
    char text[FOUND_TEXT];
} gen_verdict;

/* Judges a batch that was made. `first` (may be empty) is judged before anything else.
 * What the process wrote is in the folder's judge.log. False, when something was found.
 */
bool judge_batch(gen_batch *batch, ptc_str first, gen_verdict *verdict);

/* A verdict in shared memory, which lives as long as the program. */
gen_verdict *judge_memory(void);

/* --- Reducing ----------------------------------------------------------------------- */

/* Leaves lines and parts of lines out of the batch as long as something is found in it;
 * `verdict` is then of what is left, and the folder holds it. */
void reduce_batch(gen_batch *batch, const gen_tools *tools, gen_verdict *verdict);

/* The same as long as ptcc or the compiler fail; `*why` is what they say at the end. */
void reduce_fault(gen_batch *batch, const gen_tools *tools, ptc_str *why);

#endif
