/* SPDX-License-Identifier: MIT */
/*
 * The official test suite of JSON Schema, case by case. Its data is not part of this
 * project; see test_read_shared.
 */
#ifndef PTC_TEST_JSON_SUITE_H
#define PTC_TEST_JSON_SUITE_H

#include "support.h"

#include <ptc/contract.h>
#include <ptc/files.h>

/* The folders of the suite that are looked for, by the names of drafts. The first one is
 * always there; `is_required` says whether its verdicts are those of every validator. */
typedef struct json_suite_folder {
    const char *name; /* "draft2020-12/optional" */
    bool is_required;
    const char *schema; /* the $schema of its draft, where files leave it out; or NULL */
} json_suite_folder;

#define JSON_SUITE_FOLDERS 10
extern const json_suite_folder json_suite_folders[JSON_SUITE_FOLDERS];

/* A schema of the suite and what it says of some values. */
typedef struct json_suite_case {
    const json_suite_folder *folder;
    const char *file;       /* "allOf" */
    char name[64];          /* "s2020_12_allof_003": an identifier in C, as it stands */
    ptc_str description;    /* of the case */
    ptc_str schema;         /* as JSON */
    const ptc_value *tests; /* a vector of maps: description, data, valid */
} json_suite_case;

/*
 * Calls `visit` for each case of a folder, file by file in the order of their names; what
 * it is given dies afterwards. False, after a line that says so, when the first folder is
 * absent; a further folder that is absent has no cases.
 */
bool json_suite_each(const char *suite, const json_suite_folder *folder,
                     void (*visit)(ptc_arena *arena, const json_suite_case *one,
                                   void *user),
                     void *user);

/* Documents that schemas of the suite refer to, for the `user` of ptc_files_refer; NULL
 * when memory was refused. */
ptc_files *json_suite_remotes(ptc_arena *arena);

/* Where they are, as the command is given: --ref-root=... */
void json_suite_ref_root(char *out, size_t size);

/* Reads a schema as the suite means it: formats are annotations. `remotes` may be NULL;
 * `source` and `diags` have been made, the contract is the first of `out`. */
ptc_status json_suite_read(ptc_arena *arena, const ptc_source *source, ptc_files *remotes,
                           ptc_diags *diags, ptc_contracts *out);

/* Of a test: the text of its data, what it is, what it should be. */
ptc_str json_suite_data(ptc_arena *arena, const ptc_value *test);
ptc_str json_suite_description(const ptc_value *test);
bool json_suite_is_valid(const ptc_value *test);

/* What became of the verdicts of a file. */
typedef struct json_suite_count {
    unsigned right;
    unsigned strict;  /* refused though valid */
    unsigned lax;     /* accepted though invalid */
    unsigned refused; /* the schema is not read */
} json_suite_count;

/* The row of docs/json-schema-suite.tsv; zeros for a file without one. */
json_suite_count json_suite_recorded(const char *folder, const char *file);

#endif
