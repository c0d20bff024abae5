/* SPDX-License-Identifier: MIT */
/* Internal to the reader of programs: read.c, read_fault.c, read_names.c. */
#ifndef PTC_LISP_READER_H
#define PTC_LISP_READER_H

#include "edn/edn_int.h"
#include "lisp/read/read_int.h"

enum {
    PTC_READ_SIZE_MAX = 1000000,
    PTC_READ_NAMES_MAX = 10000, /* symbols and keywords, all different */
    PTC_READ_QUOTES_MAX = 2,    /* one right after the other: each is a list in data */
};

/* A collection that is open. */
typedef struct ptc_read_level {
    uint32_t *link; /* where the index of its next child goes */
    uint32_t form;  /* 0: the program */
    uint32_t count;
    uint32_t waits;  /* what prefixes wait for, see read.c */
    ptc_span prefix; /* the last one */
} ptc_read_level;

typedef struct ptc_reader {
    ptc_edn_reader edn;
    ptc_diags diags;
    ptc_position start;    /* where the text begins in the host's */
    ptc_read_level *level; /* the innermost */
    size_t names;          /* symbols and keywords so far, repetitions included */
    bool has_many_names;
    ptc_read_level levels[PTC_READ_DEPTH_MAX + 1];
} ptc_reader;

/* --- read_fault.c: all that report return false ------------------------------------- */

bool ptc_read_fault(ptc_reader *reader, ptc_span span, const char *message);
/* ... of the current token. */
bool ptc_read_fault_here(ptc_reader *reader, const char *message);
bool ptc_read_fault_range(ptc_reader *reader);
bool ptc_read_fault_memory(ptc_reader *reader);
/* A prefix at the end of the innermost collection. */
bool ptc_read_fault_prefix(ptc_reader *reader);
/* The program ends inside a collection. */
bool ptc_read_fault_unclosed(ptc_reader *reader);
/* The current token does not close the innermost collection. */
bool ptc_read_fault_closer(ptc_reader *reader);
/* The innermost collection, a map, has a key without a value. */
bool ptc_read_fault_map(ptc_reader *reader);
/* The current token is not part of the language. */
bool ptc_read_fault_token(ptc_reader *reader, ptc_program_token token);

/* The flags of a symbol token that the lexer did not accept: one with code points beyond
 * ASCII. -1 after reporting that it is not a symbol. */
int ptc_read_odd_symbol(ptc_reader *reader);

/* Fills `*error` from the report. */
void ptc_read_describe(const ptc_reader *reader, ptc_lisp_error *error);

/* --- read_data.c ------------------------------------------------------------------- */

/* The form and all in it are data; `flags` are PTC_FORM_WITHIN for those in a form that
 * is. False after reporting a form that cannot be data. */
bool ptc_read_mark(ptc_reader *reader, uint32_t index, unsigned flags);
/* A list of two: (quote form) means 'form, and the list becomes the form. */
bool ptc_read_quote_list(ptc_reader *reader, uint32_t index);
/* The number for a form with a ratio's text. */
bool ptc_read_ratio(ptc_reader *reader, ptc_form *form);

/* --- read_names.c ------------------------------------------------------------------- */

/* Checks the number of different names; false after reporting that there are too many. */
bool ptc_read_check_names(ptc_reader *reader, uint64_t seed);

#endif
