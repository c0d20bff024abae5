/* SPDX-License-Identifier: MIT */
/*
 * The command ptcc: its verbs, and what one verb offers to another. Not installed: the
 * compiler is a command, not a library.
 *
 *     generator/            a file for each verb
 *       emit/emit_int.h     contracts as C: the picture of the passes is there
 *       text/text_int.h     what may enter emitted C, and files that are made of it
 *
 * It uses these two, tool/common, and of the runtime the readers of contracts and agents,
 * walk and render. Verbs call emit and text, emit calls text, nothing calls back.
 *
 * Verbs use no other verb, with these exceptions: regen builds a command line of gen and
 * runs it, check asks gen whether it would refuse, and report has convert write what it
 * measures. compile is compile.h and compile_samples.h; gen and compile take programs of
 * locks from tool/common/lock.h.
 */
#ifndef PTCC_INT_H
#define PTCC_INT_H

#include "generator/emit/owners.h"
#include "generator/text/output.h"
#include "tool/common/cli.h"

#include <ptc/contract.h>

/* --- Verbs: run with a parsed command line, see tool/common/cli.def ----------------- */

ptc_exit ptcc_check(const ptc_cli *cli);
ptc_exit ptcc_compile(const ptc_cli *cli);
ptc_exit ptcc_convert(const ptc_cli *cli);
ptc_exit ptcc_explain(const ptc_cli *cli);
ptc_exit ptcc_fmt(const ptc_cli *cli);
ptc_exit ptcc_gen(const ptc_cli *cli);
ptc_exit ptcc_infer(const ptc_cli *cli);
ptc_exit ptcc_init(const ptc_cli *cli);
ptc_exit ptcc_regen(const ptc_cli *cli);
ptc_exit ptcc_report(const ptc_cli *cli);
ptc_exit ptcc_sample(const ptc_cli *cli);

/* --- write_sig.c: contracts as `.sig` text ------------------------------------------ */

/* What JSON Schema says and signatures do not. */
enum {
    PTCC_SIG_ABSENCE = 1,     /* a field may be absent but refuses nil, or the reverse */
    PTCC_SIG_INTEGRAL = 2,    /* 1.0 is an int */
    PTCC_SIG_EQUAL = 4,       /* 1 and 1.0 are equal */
    PTCC_SIG_DISTINCT = 8,    /* elements of a list are distinct */
    PTCC_SIG_OPEN_NAMES = 16, /* '_' hides nothing */
    PTCC_SIG_CASTS = 32,      /* inputs are converted by Brimley's wider rules */
    PTCC_SIG_DECODERS = 64    /* inputs go through decoders */
};

/* Replaces `*schema` by a copy without facts that a signature could only spell as
 * embedded Malli, which few people want to read there. `*lost` says what these were.
 * False when memory is refused. */
bool ptcc_sig_plain(ptc_arena *arena, ptc_schema *schema, unsigned *lost);

/*
 * Appends `name(inputs) -> T` or, for a type, `name = T`. The lines below it are the
 * descriptions of the contract and its fields, and what `info` (NULL: nothing) says about
 * the tool. An empty name gives the signature alone.
 *
 * Returns how many descriptions have no line: those of elements, and those of fields that
 * another field of the same name hides.
 */
size_t ptcc_write_sig(ptc_text *out, ptc_str name, bool is_type, const ptc_schema *schema,
                      const ptc_contract_info *info);

/* Appends text with its line breaks as blanks. */
void ptcc_write_flat(ptc_text *out, ptc_str text);

/* --- write_tool.c ------------------------------------------------------------------- */

/* Appends the lines about the tool. */
void ptcc_write_tool_lines(ptc_text *out, const ptc_contract_info *info);

/* Replaces `*schema`, of a function, by a copy that says in Malli what `info` (NULL:
 * nothing) says about the tool. False when memory is refused. */
bool ptcc_malli_tool(ptc_arena *arena, ptc_schema *schema, const ptc_contract_info *info);

/* --- gen.c: contract files to pairs of files ---------------------------------------- */

/* A generation, from its command line to the texts of its outputs. */
typedef struct ptcc_gen_run {
    const ptc_cli *cli;
    ptcc_c_options options;
    struct ptcc_gen_unit *units; /* one per contract file */
    size_t count;
    ptcc_owner_list owners; /* of all of them */
    ptc_str *sources;       /* every file read, in order of first use */
    size_t source_count;
    ptc_str instructions; /* of servers; empty: there are none */
    ptcc_outputs outputs;
    unsigned dumps; /* of --dump: PTCC_DUMP_*, */
    ptc_text dump;  /* and what it prints */
} ptcc_gen_run;

/* Reads the contracts of a command line and makes its outputs, which wait in the run. */
ptc_exit ptcc_gen_make(ptcc_gen_run *run, const ptc_cli *cli);

/* Reports why gen, without options, would refuse contracts that were read from `path`. */
ptc_exit ptcc_gen_try(const ptc_contract_reader *reader, const char *path,
                      const ptc_contracts *contracts);

/* The same for the agent or chain of a file. */
ptc_exit ptcc_gen_try_agents(const ptc_contract_reader *reader, const char *path,
                             const ptc_agent_operand *operand);

/* Compares the outputs of a run with the existing files, as --check and --diff ask. */
ptc_exit ptcc_gen_compare(ptcc_gen_run *run);

#endif
