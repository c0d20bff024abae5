/* SPDX-License-Identifier: MIT */
/* The passes that decide what contracts become in C, in the order in which they run. Each
 * fills in the members that model.h assigns to it. See emit_int.h. */
#ifndef PTCC_PLAN_H
#define PTCC_PLAN_H

#include "generator/emit/model.h"

#include <ptc/diag.h>

/* --- plan_nodes.c: which contracts, and their nodes in one array -------------------- */

/* Chooses the contracts to write: those that the file itself declares, and the included
 * types that these use; or those of its agents. Each is taken as a tree, and one that is
 * too large is reported to `diags`. False when memory was refused. */
bool ptcc_c_choose(ptcc_c_plan *plan, const ptc_contracts *contracts);
bool ptcc_c_choose_agents(ptcc_c_plan *plan, const ptc_contracts *contracts,
                          ptc_diags *diags);

/* Finds the contract, before the one given, that has the children of a node; or NULL.
 * Only before nodes are gathered. */
ptcc_c_contract *ptcc_c_owner(const ptcc_c_plan *plan, const ptcc_c_contract *contract,
                              const ptc_schema_node *node);

/* Moves the nodes of all contracts into one array, in the plan's order. */
bool ptcc_c_gather(ptcc_c_plan *plan);

/* --- plan_order.c: contracts that others use come first ----------------------------- */

/* Orders the contracts of a file; false when memory was refused. */
bool ptcc_c_order(ptcc_c_plan *plan);

/* Finds the contract of the file with this name, ignoring the difference of '-' and '_';
 * or NULL. */
ptcc_c_contract *ptcc_c_find(const ptcc_c_plan *plan, ptc_str name);

/* --- plan_circles.c: nodes that hold each other ------------------------------------- */

/* Numbers the circles; false when memory was refused. */
bool ptcc_c_find_circles(ptc_arena *scratch, ptcc_c_contract *contract);

/* Orders all nodes such that each comes after those that it may be as a whole: the target
 * of a reference, the alternatives of a union. These form no circles. False when memory
 * was refused. */
bool ptcc_c_find_inner(ptc_arena *scratch, const ptcc_c_contract *contract,
                       uint32_t *order);

/* --- plan_classes.c: alternatives by the first byte --------------------------------- */

/* How a JSON text can begin. ORDER CLASS */
typedef enum ptcc_c_class {
    PTCC_CLASS_TEXT,
    PTCC_CLASS_BOOL,
    PTCC_CLASS_LIST,
    PTCC_CLASS_MAP,
    PTCC_CLASS_NULL,
    PTCC_CLASS_NUMBER,
    PTCC_CLASS_COUNT,
} ptcc_c_class;

/* Finds how the text of a node may begin, from its alternatives or target. */
void ptcc_c_find_classes(ptcc_c_contract *contract, uint32_t index);

/* Counts the alternatives that may take a text of this class; `*only` is the last of
 * them. An alternative that accepts every text hides those after it, and those that would
 * coerce the text. */
uint32_t ptcc_c_class_candidates(const ptcc_c_contract *contract, uint32_t index,
                                 ptcc_c_class class, uint32_t *only);

/* Whether the union's reader calls one alternative, `*only`, for texts of this class. If
 * several are possible, it leaves them to the walker. */
bool ptcc_c_class_is_chosen(const ptcc_c_contract *contract, uint32_t index,
                            ptcc_c_class class, uint32_t *only);

/* Finds the alternatives that the union's reader calls, at most one for each class of
 * texts. */
uint32_t ptcc_c_union_choices(const ptcc_c_contract *contract, uint32_t index,
                              uint32_t chosen[PTCC_CLASS_COUNT]);

/* Whether the first byte of a text never says which alternative it is for. */
bool ptcc_c_union_is_walked(const ptcc_c_contract *contract, uint32_t index);

/* --- plan_kinds.c: what becomes of every node --------------------------------------- */

/* Decides kinds, what the walker checks, and the order of types. The contracts whose
 * types this one uses must be decided before. */
void ptcc_c_decide(const ptcc_c_plan *plan, ptcc_c_contract *contract);

/* --- plan_readers.c: what emitted code reads ---------------------------------------- */

/* Finds what the readers of roots call, over all contracts, and which contracts have
 * readers that refer to the table of tables. False when memory was refused. */
bool ptcc_c_find_readers(const ptcc_c_plan *plan, const ptcc_c_options *options);

/* The enum member that a default is, or the count when it is not one. */
uint32_t ptcc_c_default_member(const ptc_schema_node *node, const ptc_value *value);

/* Whether a reader writes the default of a field as a literal; otherwise the runtime
 * fills it in. */
bool ptcc_c_default_is_literal(const ptcc_c_contract *contract, uint32_t index,
                               const ptc_value *value);

/* --- claim.c: identifiers that are taken -------------------------------------------- */

/* The names of a pair of files while they are being chosen. */
typedef struct ptcc_c_names {
    ptc_arena *arena;   /* of names */
    ptc_arena *scratch; /* of sets for one node */
    ptc_diags *diags;   /* what is called alike goes here */
    const ptcc_c_options *options;
    const ptcc_c_plan *plan;
    const ptcc_c_section *section; /* whose names contracts keep off */
    bool is_owned; /* the contract that is being named is declared in another header */
    ptcc_names claimed;     /* whatever is in the scope of the file */
    ptcc_names definitions; /* definitions of the contract's registries, by their C
                             * names */
    ptcc_names members;     /* of a map whose fields are being named: */
    const ptc_schema_node *members_of;
} ptcc_c_names;

void ptcc_c_names_init(ptcc_c_names *names, const ptcc_c_plan *plan,
                       const ptcc_c_options *options, ptc_diags *diags);

/* The base of longer names: folded, but possibly a name that is taken. */
ptc_str ptcc_c_name_base(ptc_arena *arena, ptc_str base, ptc_str name);

/* Claims an identifier for the thing at `span`; reports gen-collision when it is
 * taken. */
void ptcc_c_claim(ptcc_c_names *names, const ptc_contract *contract, ptc_span span,
                  ptc_str id);

/* The same for an identifier that is only in the source. */
void ptcc_c_claim_private(ptcc_c_names *names, const ptc_contract *contract,
                          ptc_span span, ptc_str id);

/* Claims an identifier that only this file uses and no one else names. If it is taken, it
 * gets a number: `a_tools_2`. */
ptc_str ptcc_c_give_way(ptcc_names *taken, const ptcc_c_options *options, ptc_str id);

/* Reports that two things become the same identifier; once for two places, however many
 * identifiers they share. */
void ptcc_c_collision(ptcc_c_names *names, const ptc_contract *contract, ptc_span span,
                      const ptc_source *other_source, ptc_span other_span, ptc_str id);

/* Chooses the prefix of the names of tables, and the name of the header's guard, so that
 * neither collides with a claimed name. Runs after all other names are chosen. */
void ptcc_c_name_tables(ptcc_c_names *names, ptcc_c_plan *plan, ptc_str header_name);

/* --- plan_tools.c: names of tools --------------------------------------------------- */

/* Names what the functions of the file share. These names are claimed before all others,
 * so that a contract with the same name is reported. */
void ptcc_c_name_section(ptcc_c_names *names, ptcc_c_plan *plan, ptc_str stem);

/* Names the tool, stub and function of a contract with --tool-stubs, if it is a
 * function. */
void ptcc_c_name_tool(ptcc_c_names *names, ptcc_c_contract *contract);

/* --- plan_binding.c: names of paths and of SQL -------------------------------------- */

/* Names what the paths of the file share, and what belongs to a contract with a path or
 * with SQL. */
void ptcc_c_name_routes(ptcc_c_names *names, ptcc_c_plan *plan);
void ptcc_c_name_binding(ptcc_c_names *names, ptcc_c_contract *contract);

/* --- plan_forms.c: constants of --emit ---------------------------------------------- */

/* Finds the constants to write, with the texts of a request, each of which may be NULL,
 * and names those of the file. False when memory was refused. */
bool ptcc_c_take_forms(ptcc_c_names *names, ptcc_c_plan *plan, const ptc_str *own,
                       const ptc_str *file);

/* Names the constants of a contract and claims the names; those of the file come after
 * all others. */
void ptcc_c_name_forms(ptcc_c_names *names, ptcc_c_contract *contract);
void ptcc_c_claim_file_forms(ptcc_c_names *names, const ptcc_c_plan *plan);

/* Whether one of them goes by this name. */
bool ptcc_c_forms_have(const ptcc_c_form_list *forms, ptc_str id);

/* --- plan_names.c: every identifier ------------------------------------------------- */

/* Names all nodes; reports name collisions. */
void ptcc_c_name_nodes(ptcc_c_names *names, ptcc_c_contract *contract);

#endif
