/* SPDX-License-Identifier: MIT */
/* `ptcc report`: what the verb (report.c) measures, and its two outputs (report_table.c
 * for people, report_json.c for programs). [emitters 1] */
#ifndef PTCC_REPORT_INT_H
#define PTCC_REPORT_INT_H

#include "generator/target_notes.h"

/* Forms that are measured: three of ptcc's own, then ORDER TARGET. */
enum {
    PTCC_REPORT_SIG,
    PTCC_REPORT_MALLI,
    PTCC_REPORT_PROMPT,
    PTCC_REPORT_TARGETS,
    PTCC_REPORT_FORMS = PTCC_REPORT_TARGETS + PTC_TARGET_COUNT,
};

/* The cost of one form of a contract, or of all contracts. */
typedef struct ptcc_report_cell {
    bool is_absent;        /* the form has no entry for it: a type is not a tool */
    size_t bytes;          /* of its text, JSON without blanks */
    size_t tokens;         /* characters / 4, rounded up */
    size_t rules;          /* of grammars; else 0 */
    const ptc_diag *notes; /* losses, faults, and differences that JSON cannot express */
    size_t note_count;
    size_t losses; /* number of losses among them; for all contracts, their sum */
    size_t faults; /* contracts that it cannot hold */
} ptcc_report_cell;

typedef struct ptcc_report_row {
    const ptc_contract *contract; /* NULL: all of the file */
    ptcc_report_cell cells[PTCC_REPORT_FORMS];
} ptcc_report_row;

/* A file, measured. */
typedef struct ptcc_report {
    const ptc_cli *cli;
    ptc_str file;
    const ptcc_report_row *rows; /* of each contract, then of all */
    size_t count;                /* of contracts */
} ptcc_report_file;

/* The word of a form: "sig", "openai-strict". */
const char *ptcc_report_form(size_t form);

/* The message of the first fault of a cell, which has one. */
ptc_str ptcc_report_fault(const ptcc_report_cell *cell);

/* Appends the tables of a file: as wide as the terminal, or at full width for pipes. */
void ptcc_report_write_table(ptc_text *out, const ptcc_report_file *report);

/* Appends one line of JSON: docs/targets/README.md describes it. */
void ptcc_report_write_json(ptc_text *out, const ptcc_report_file *report);

#endif
