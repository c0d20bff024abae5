/* SPDX-License-Identifier: MIT */
/*
 * Converting JSON Schemas: what its files share.
 *
 *     convert_schema.c: the root of the schema; which mode
 *        convert_compat.c: fields as Brimley 0.5 converts them
 *        convert_fields.c: fields in complex mode
 *        convert_whole.c: JSON Schema mode, and what its reader does not hold
 *     convert_report.c: issues, members, fields
 */
#ifndef PTCC_CONVERT_INT_H
#define PTCC_CONVERT_INT_H

#include "base/base_int.h"
#include "edn/edn_int.h"
#include "generator/dialect/brimley/convert_schema.h"

/* One conversion. A schema is a form of `forms`, and 0 is none. */
typedef struct ptcc_schema_run {
    ptcc_schema_report *report;
    const ptcc_schema_options *options;
    ptc_forms forms;
    uint32_t root;
    uint32_t properties; /* MAP, or 0 */
    uint32_t required;   /* VECTOR, or 0 */
    ptc_diags *diags;
    ptc_map_entry *fields; /* room for all properties */
    ptc_names names;       /* of properties: their numbers of forms */
    ptc_names needed;      /* names in `required` */
} ptcc_schema_run;

/* --- convert_report.c --------------------------------------------------------------- */

/* Adds an issue; `code` begins with ERR_ or WARN_. `form`: what it is about. */
void ptcc_schema_tell(ptcc_schema_run *run, const char *code, uint32_t form,
                      ptc_str pointer, const char *format, ...) PTC_PRINTF(5, 6);

/* A text in the arena, as of printf. */
ptc_str ptcc_schema_text(const ptcc_schema_run *run, const char *format, ...)
    PTC_PRINTF(2, 3);

/* Brings the issues in order. */
void ptcc_schema_sort(ptcc_schema_report *report);

PTC_INLINE const ptc_form *ptcc_schema_form(const ptcc_schema_run *run, uint32_t form)
{
    return &run->forms.items[form];
}

/* The value of a member of a MAP; 0: it has none of that name. */
uint32_t ptcc_schema_member(const ptcc_schema_run *run, uint32_t map, const char *key);

/* Whether a form is a STRING with that text. */
bool ptcc_schema_is(const ptcc_schema_run *run, uint32_t form, const char *text);

/* Notes the names of `properties` and `required`. */
void ptcc_schema_note(ptcc_schema_run *run);

/* Whether an element of `required` is a property's name, for the first time. */
bool ptcc_schema_is_needed(const ptcc_schema_run *run, uint32_t form);

/* Whether the property is a required one. */
PTC_INLINE bool ptcc_schema_is_required(const ptcc_schema_run *run, ptc_str name)
{
    return ptc_names_find(&run->needed, name) != NULL;
}

/* A specification in the making: the members of a map. */
typedef struct ptcc_schema_spec {
    ptc_map_entry entries[16];
    size_t count;
} ptcc_schema_spec;

void ptcc_schema_put(ptcc_schema_spec *spec, const char *key, ptc_value value);

/* Copies a member, when there is one, under another key. */
void ptcc_schema_take(ptcc_schema_run *run, ptcc_schema_spec *spec, uint32_t schema,
                      const char *key, const char *as);

/* Adds the field to the report. */
void ptcc_schema_add(ptcc_schema_run *run, ptc_str name, const ptcc_schema_spec *spec);

/* --- convert_compat.c, convert_fields.c, convert_whole.c ---------------------------- */

/* Each converts all properties. */
void ptcc_schema_compat(ptcc_schema_run *run);
void ptcc_schema_fields(ptcc_schema_run *run);
void ptcc_schema_whole(ptcc_schema_run *run);

/* Whether the reader of JSON Schema reads all of the schema without a fault. */
bool ptcc_schema_is_faultless(ptcc_schema_run *run);

/* Whether complex mode can say all that the schema demands. */
bool ptcc_schema_is_plain(const ptcc_schema_run *run);

#endif
