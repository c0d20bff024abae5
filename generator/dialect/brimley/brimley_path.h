/* SPDX-License-Identifier: MIT */
/*
 * What a definition says besides its types, checked against its arguments: the path of a
 * resource and the text of a function in SQL. Both are checked on the draft, before it is
 * finished; faults go to draft->diags. [brimley 8]
 */
#ifndef PTCC_BRIMLEY_PATH_H
#define PTCC_BRIMLEY_PATH_H

#include <ptc/form.h>
#include <ptc/schema.h>

/*
 * Checks the path of a resource, the string `form` of `forms`, by the arguments of
 * `function`, the drafted FUNCTION: its parameters, those of an entity_ref among them,
 * are complete by then. `has_arguments` says whether the definition has arguments at all.
 * False after a fault.
 */
bool ptcc_brimley_check_path(ptc_draft *draft, ptc_draft_ref function,
                             const ptc_forms *forms, uint32_t form, bool has_arguments);

/* Checks the names in a text of SQL, bytes `span` of the source, in the same way. `path`
 * is that of the function, or empty. */
bool ptcc_brimley_check_sql(ptc_draft *draft, ptc_draft_ref function, ptc_str sql,
                            ptc_span span, ptc_str path);

#endif
