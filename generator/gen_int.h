/* SPDX-License-Identifier: MIT */
/* The verb gen: shared by its files. See generator_int.h. */
#ifndef PTCC_GEN_INT_H
#define PTCC_GEN_INT_H

#include "generator/emit/agent.h"
#include "generator/emit/owners.h"
#include "generator/generator_int.h"
#include "tool/common/lock.h"

/* A pair of files to make from one contract file. */
typedef struct ptcc_gen_unit {
    const char *path;    /* as typed */
    ptc_str header_path; /* ptr NULL: not asked for */
    ptc_str source_path;
    ptc_str server_path; /* of --emit mcp */
    ptc_str list_path;   /* of --emit mcp-json */
    ptc_contracts contracts;
    ptcc_agents *agents;    /* of an agent or chain file, else NULL */
    ptc_locked locked;      /* of an agent that is compiled, else empty */
    ptcc_owner_list owners; /* files that it includes and takes types from */
} ptcc_gen_unit;

/* --- gen.c ---------------------------------------------------------------------------
 */

/* The name that all outputs have: the file's, without folder and ending. */
ptc_str ptcc_gen_stem(const ptc_cli *cli, const char *path);

/* Sets what the second line of outputs says about the options, and about the contract's
 * name if the first line does not have it unchanged. */
void ptcc_gen_note(const ptc_cli *cli, const char *path, ptcc_c_request *request);

/* Removes the options about constants and servers. They declare nothing that others use,
 * except the tools that these need. False when memory was refused. */
bool ptcc_gen_drop_forms(ptc_cli *cli);

/* Checks whether the options can be combined; reads no file. */
ptc_exit ptcc_gen_check_command(const ptc_cli *cli);

/* --- gen_watch.c -------------------------------------------------------------------- */

/* --watch: rounds until a signal ends them. */
ptc_exit ptcc_gen_watch(const ptc_cli *cli);

/* --- gen_owners.c: included files as contract files themselves ---------------------
 */

/* Whether all types are written for these contracts alone: they include nothing, or are a
 * JSON Schema whose references do not refer to files of types. */
bool ptcc_gen_is_alone(const ptc_cli *cli, const ptc_contracts *contracts);

/* Removes options that have no effect for these contracts: an --owner for a file that
 * they do not include, and --self-contained if they stand alone. False when memory was
 * refused. */
bool ptcc_gen_keep_sharing(ptc_cli *cli, const ptc_contracts *contracts);

/* Refuses an --owner that no file of the command uses. */
ptc_exit ptcc_gen_check_owners(const ptcc_gen_run *run);

/* Refuses two files of a command that declare the same type: a program cannot have
 * both. */
ptc_exit ptcc_gen_check_types(const ptcc_gen_run *run);

/* Finds the owners of the included types of a unit, each once for all units. */
ptc_exit ptcc_gen_find_owners(ptcc_gen_run *run, const ptc_contract_reader *reader,
                              ptcc_gen_unit *unit);

/* --- gen_routes.c ------------------------------------------------------------------- */

/* Refuses two resources of a command whose paths match the same requests. */
ptc_exit ptcc_gen_check_routes(const ptcc_gen_run *run);

/* --- gen_emit.c: texts of --emit ---------------------------------------------------- */

/* Checks whether --emit is possible for the files of a command. */
ptc_exit ptcc_gen_check_emit(const ptcc_gen_run *run);

/* Makes the texts and the server of a unit, if any are asked for, and reports losses and
 * faults. PTC_EXIT_INPUT: there is a fault, or under --strict a loss. */
ptc_exit ptcc_gen_emit(const ptcc_gen_run *run, const ptcc_gen_unit *unit,
                       ptcc_c_request *request);

/* --- gen_mcp.c: servers ------------------------------------------------------------- */

struct ptcc_target_notes;

/* Functions that a file itself declares. */
typedef struct ptcc_gen_functions {
    const ptc_contract *const *items;
    size_t count;
} ptcc_gen_functions;

/* Checks whether the files of --mcp-* can be combined with the other options. */
ptc_exit ptcc_gen_check_server(const ptc_cli *cli);

/* Reads the file of --mcp-instructions, if it is given. */
ptc_exit ptcc_gen_read_instructions(ptcc_gen_run *run);

/* Fills in a server, whose name is set to that of the file; notes faults. False when
 * memory was refused. */
bool ptcc_gen_make_server(const ptcc_gen_run *run, const ptc_contracts *contracts,
                          struct ptcc_target_notes *notes,
                          const ptc_target_options *target,
                          const ptcc_gen_functions *functions, ptcc_c_server *out);

/* The list of a server's tools, for --emit mcp-json; empty when memory was refused. */
ptc_str ptcc_gen_list_tools(const ptcc_gen_run *run, const ptcc_c_server *server);

/* --- gen_dump.c: --dump --------------------------------------------------------------
 */

enum { PTCC_DUMP_DRAFT = 1, PTCC_DUMP_NORMAL = 2, PTCC_DUMP_KINDS = 4, PTCC_DUMPS = 3 };

/* Reads the words of --dump; false after a message. */
bool ptcc_dump_take(const ptc_cli *cli, unsigned *out);

/* Appends a draft to the ptc_text `user`: the function of a ptc_draft_watch. */
void ptcc_dump_draft(void *user, ptc_draft *draft, ptc_draft_ref root, ptc_str name,
                     const ptc_source *source);

/* Appends the schemas and kinds of a unit to the dump, as --dump asks. */
ptc_exit ptcc_dump_unit(ptcc_gen_run *run, const ptcc_gen_unit *unit,
                        const ptcc_c_request *request);

/* --- gen_main.c --------------------------------------------------------------------- */

/* Checks whether --main can be combined with the other options. */
ptc_exit ptcc_gen_check_main(const ptc_cli *cli);

/* Adds the file of --main, if it is given, to the outputs; false when memory was refused.
 */
bool ptcc_gen_write_main(ptcc_gen_run *run, ptc_str source_name, ptc_str include_name);

#endif
