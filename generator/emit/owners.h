/* SPDX-License-Identifier: MIT */
/*
 * Files that own types. A contract file that is included has its own header, which
 * declares its types for all who use them. See emit_int.h.
 *
 * An owner is planned as if its pair were to be written, and its users take the names
 * from that plan. Readers and tables are static in each source, so a source needs only
 * the headers of owners.
 */
#ifndef PTCC_OWNERS_H
#define PTCC_OWNERS_H

#include "generator/emit/emit_int.h"
#include "generator/emit/plan.h"

/* Files that own types. */
typedef struct ptcc_owner_list {
    struct ptcc_owner **items;
    size_t count;
    size_t capacity;
} ptcc_owner_list;

/* An included file, once for all files of a run that include it. */
typedef struct ptcc_owner {
    const ptc_source *source;
    ptcc_c_request request;   /* that would make its pair */
    ptc_str command;          /* ... in a shell */
    ptcc_owner_list included; /* what it includes itself: those of the request */

    /* Set by plan_owners.c when a type of the file is used. */
    ptcc_c_plan *plan; /* NULL: none was so far */
} ptcc_owner;

/* --- plan_files.c: all passes of plan.h ----------------------------------------------
 */

/* Makes the plan of a pair; its arenas must be set. Returns PTC_ERROR_SYNTAX when
 * something has no form or no name in C, or PTC_ERROR_MEMORY. */
ptc_status ptcc_c_make_plan(ptcc_c_plan *plan, const ptcc_c_request *request,
                            ptc_diags *diags);

/* --- plan_owners.c -------------------------------------------------------------------
 */

/* Plans the owners of the included types that the contracts use, and takes the names of
 * their headers. False when one could not be planned: the diagnostics say why unless
 * memory was refused. */
bool ptcc_c_take_owners(ptcc_c_names *names, ptcc_c_plan *plan,
                        const ptcc_c_request *request);

/* Gives the nodes of an owned contract the names that they have in its owner's plan. */
void ptcc_c_take_names(ptcc_c_contract *contract);

#endif
