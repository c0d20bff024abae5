/* SPDX-License-Identifier: MIT */
/*
 * Contracts of a file in the form of a target, and what is reported about that: losses
 * and faults, as diagnostics with places in the file. `convert`, `gen --emit` and
 * `report` share it. [emitters 1]
 *
 *     tools.sig:3:15: loss[openai-strict]: search.limit: default
 *     tools.sig:9:1: error[mcp]: find-all: it is called find_all, as another one is
 *         hint: find_all is declared at tools.sig:4:1
 *     tools.sig:3:9: note[mcp]: search.limit and 7 others: 1.0 passes for an int
 *
 * The last kind is about differences that JSON itself does not make. It is one line for
 * all contracts of a file. --strict accepts it, because no contract can avoid it.
 */
#ifndef PTCC_TARGET_NOTES_H
#define PTCC_TARGET_NOTES_H

#include "generator/generator_int.h"

#include <ptc/target.h>

/* What was reported so far, each fact once, to be printed in the order of the file. */
typedef struct ptcc_target_notes {
    ptc_arena *arena;
    ptc_diags diags;                     /* losses are warnings, faults errors */
    ptc_names seen;                      /* those in it */
    struct ptcc_target_general *general; /* those that several contracts have */
    size_t general_count;
    size_t general_capacity;
    const ptc_contracts *contracts; /* contracts of the file: set it before writing those
                                     * of another file. NULL: contracts are without
                                     * others */
    bool failed;                    /* memory was refused */
} ptcc_target_notes;

/* Starts without any; `contracts` may be NULL. */
void ptcc_target_notes_init(ptcc_target_notes *notes, ptc_arena *arena,
                            const ptc_contracts *contracts);

/* Appends contracts in the form of a target, like ptc_target_write but without a line
 * end, and notes losses and faults. `options` must not have note and user. False if there
 * is a fault, which was noted, or memory was refused; nothing is appended then. */
bool ptcc_target_write(ptcc_target_notes *notes, ptc_text *out, ptc_target target,
                       const ptc_contract *const *items, size_t count,
                       const ptc_target_options *options);

/*
 * Notes a single loss, of a node of a contract in the form called `word`. With `node`
 * PTCC_NODE_WHOLE the loss is that of the contract, at its name. `tree` is the schema of
 * the node if that is a copy of the contract with declared types written out; otherwise
 * NULL.
 */
void ptcc_target_lose(ptcc_target_notes *notes, const char *word,
                      const ptc_contract *contract, const ptc_schema *tree, uint32_t node,
                      ptc_str what);
#define PTCC_NODE_WHOLE UINT32_MAX

/* Adds a diagnostic from elsewhere, unless it is there already. */
void ptcc_target_notes_add(ptcc_target_notes *notes, const ptc_diag *diag);

/* Adds the differences that JSON does not make to the diagnostics. */
void ptcc_target_notes_close(ptcc_target_notes *notes);

/* Whether a contract was written as a type alone, `T` for `() -> T`. */
bool ptcc_contract_is_bare(const ptc_schema *schema);

/* Prints the diagnostics. PTC_EXIT_INPUT for a fault, and under --strict for a loss;
 * PTC_EXIT_USAGE when memory was refused. The caller must not write anything then. */
ptc_exit ptcc_target_notes_report(ptcc_target_notes *notes, const ptc_cli *cli);

#endif
