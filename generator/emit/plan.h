/* SPDX-License-Identifier: MIT */
/*
 * The passes that decide what becomes of contracts, in the order in which they run. Each
 * fills in what model.h says it decides. See emit_int.h.
 */
#ifndef PTCC_PLAN_H
#define PTCC_PLAN_H

#include "generator/emit/model.h"

#include <ptc/diag.h>

/* --- plan_nodes.c: which contracts, and their nodes in one array -------------------- */

/* Takes the contracts that the file itself declares, and the included types that these
 * use; or those of its agents, each as a tree, of which `diags` learns what is too large.
 * False when memory was refused. */
bool ptcc_c_choose(ptcc_c_plan *plan, const ptc_contracts *contracts);
bool ptcc_c_choose_agents(ptcc_c_plan *plan, const ptc_contracts *contracts,
                          ptc_diags *diags);

/* The contract, before the one given, that has the children of a node; or NULL. Until
 * nodes are gathered. */
ptcc_c_contract *ptcc_c_owner(const ptcc_c_plan *plan, const ptcc_c_contract *contract,
                              const ptc_schema_node *node);

/* Brings the nodes of all contracts into one array, in the plan's order. */
bool ptcc_c_gather(ptcc_c_plan *plan);

/* --- plan_order.c: contracts that others use come first ----------------------------- */

/* Orders the contracts of a file; false when memory was refused. */
bool ptcc_c_order(ptcc_c_plan *plan);

/* The contract of the file that has this name, however it is folded, or NULL. */
ptcc_c_contract *ptcc_c_find(const ptcc_c_plan *plan, ptc_str name);

/* --- plan_circles.c: nodes that hold each other ------------------------------------- */

/* Numbers the circles; false when memory was refused. */
bool ptcc_c_find_circles(ptc_arena *scratch, ptcc_c_contract *contract);

/* All nodes, each after what it may be as a whole: the target of a reference, the
 * alternatives of a union. There are no circles of these. False when memory was refused.
 */
bool ptcc_c_find_inner(ptc_arena *scratch, const ptcc_c_contract *contract,
                       uint32_t *order);

/* --- plan_classes.c: alternatives by the first byte --------------------------------- */

/* What a JSON text can begin with. ORDER CLASS */
typedef enum ptcc_c_class {
    PTCC_CLASS_TEXT,
    PTCC_CLASS_BOOL,
    PTCC_CLASS_LIST,
    PTCC_CLASS_MAP,
    PTCC_CLASS_NULL,
    PTCC_CLASS_NUMBER,
    PTCC_CLASS_COUNT,
} ptcc_c_class;

/* Finds what the text of a node may begin with, from that of what it may be. */
void ptcc_c_find_classes(ptcc_c_contract *contract, uint32_t index);

/*
 * How many alternatives may take a text of this class; `*only` is the last of them. Where
 * one accepts every text, those after it get none, nor do those that would coerce it.
 */
uint32_t ptcc_c_class_candidates(const ptcc_c_contract *contract, uint32_t index,
                                 ptcc_c_class class, uint32_t *only);

/* Whether the union's reader calls an alternative for texts of this class, `*only`; where
 * there are others, it leaves them to the walker. */
bool ptcc_c_class_is_chosen(const ptcc_c_contract *contract, uint32_t index,
                            ptcc_c_class class, uint32_t *only);

/* The alternatives that the union's reader calls, one for each class of texts at most. */
uint32_t ptcc_c_union_choices(const ptcc_c_contract *contract, uint32_t index,
                              uint32_t chosen[PTCC_CLASS_COUNT]);

/* Whether no first byte of a text says which alternative it is for. */
bool ptcc_c_union_is_walked(const ptcc_c_contract *contract, uint32_t index);

/* --- plan_kinds.c: what becomes of every node --------------------------------------- */

/* Decides kinds, what the walker checks, and the order of types. Needs the contracts
 * whose types this one uses to be decided before. */
void ptcc_c_decide(const ptcc_c_plan *plan, ptcc_c_contract *contract);

/* --- plan_readers.c: what emitted code reads ---------------------------------------- */

/* Finds what the readers of roots call, over all contracts, and which contracts have
 * readers that name the table of tables; false when memory was refused. */
bool ptcc_c_find_readers(const ptcc_c_plan *plan, const ptcc_c_options *options);

/* The member that a default stands for, or the count when there is none. */
uint32_t ptcc_c_default_member(const ptc_schema_node *node, const ptc_value *value);

/* Whether a reader writes the default of a field as a literal; else the runtime fills it
 * in. */
bool ptcc_c_default_is_literal(const ptcc_c_contract *contract, uint32_t index,
                               const ptc_value *value);

/* --- claim.c: identifiers that are taken -------------------------------------------- */

/* The names of a pair of files in the making. */
typedef struct ptcc_c_names {
    ptc_arena *arena;   /* of names */
    ptc_arena *scratch; /* of sets for one node */
    ptc_diags *diags;   /* what is called alike goes here */
    const ptcc_c_options *options;
    const ptcc_c_plan *plan;
    const ptcc_c_section *section; /* whose names contracts keep off */
    bool is_owned; /* the contract being named: another header has what it declares */
    ptcc_names claimed;     /* whatever is in the scope of the file */
    ptcc_names definitions; /* of the contract's registries, by what C calls them */
    ptcc_names members;     /* of a map whose fields are being named: */
    const ptc_schema_node *members_of;
} ptcc_c_names;

void ptcc_c_names_init(ptcc_c_names *names, const ptcc_c_plan *plan,
                       const ptcc_c_options *options, ptc_diags *diags);

/* What longer names are made from: folded, but not yet kept off names that are taken. */
ptc_str ptcc_c_name_base(ptc_arena *arena, ptc_str base, ptc_str name);

/* Takes an identifier for the thing at `span`; reports gen-collision when it is taken. */
void ptcc_c_claim(ptcc_c_names *names, const ptc_contract *contract, ptc_span span,
                  ptc_str id);

/* The same for an identifier that only the source has. */
void ptcc_c_claim_private(ptcc_c_names *names, const ptc_contract *contract,
                          ptc_span span, ptc_str id);

/* An identifier of the file alone, which no one else names, taken for it: where it is
 * taken it gets a number, `a_tools_2`. */
ptc_str ptcc_c_give_way(ptcc_names *taken, const ptcc_c_options *options, ptc_str id);

/* Reports that two things become the same identifier; once for two places, however many
 * identifiers they have in common. */
void ptcc_c_collision(ptcc_c_names *names, const ptc_contract *contract, ptc_span span,
                      const ptc_source *other_source, ptc_span other_span, ptc_str id);

/* Chooses what names of tables begin with, and the name of the header's guard, so that
 * nothing that was claimed has these names. Comes after all other names. */
void ptcc_c_name_tables(ptcc_c_names *names, ptcc_c_plan *plan, ptc_str header_name);

/* --- plan_tools.c: names of tools --------------------------------------------------- */

/* Names what the functions of the file have together. Those names come before all others,
 * so that a contract with the same name is reported. */
void ptcc_c_name_section(ptcc_c_names *names, ptcc_c_plan *plan, ptc_str stem);

/* Names tool, stub and function of a contract that is one, with --tool-stubs. */
void ptcc_c_name_tool(ptcc_c_names *names, ptcc_c_contract *contract);

/* --- plan_binding.c: names of paths and of SQL -------------------------------------- */

/* Names what the paths of the file have together, and what a contract with a path or with
 * SQL has. */
void ptcc_c_name_routes(ptcc_c_names *names, ptcc_c_plan *plan);
void ptcc_c_name_binding(ptcc_c_names *names, ptcc_c_contract *contract);

/* --- plan_forms.c: constants of --emit ---------------------------------------------- */

/* Finds which constants there are, with the texts of a request, each of which may be
 * NULL; those of the file get their names. False when memory was refused. */
bool ptcc_c_take_forms(ptcc_c_names *names, ptcc_c_plan *plan, const ptc_str *own,
                       const ptc_str *file);

/* Names those of a contract, and claims the names; those of the file after all others.
 */
void ptcc_c_name_forms(ptcc_c_names *names, ptcc_c_contract *contract);
void ptcc_c_claim_file_forms(ptcc_c_names *names, const ptcc_c_plan *plan);

/* Whether one of them goes by this name. */
bool ptcc_c_forms_have(const ptcc_c_form_list *forms, ptc_str id);

/* --- plan_names.c: every identifier ------------------------------------------------- */

/* Names all nodes; reports name collisions. */
void ptcc_c_name_nodes(ptcc_c_names *names, ptcc_c_contract *contract);

#endif
