/* SPDX-License-Identifier: MIT */
/* lisp_differences.tsv: what PTC-Lisp gives other than Clojure, and by which rule. */
#ifndef PTC_TEST_LISP_DIFFERENCES_H
#define PTC_TEST_LISP_DIFFERENCES_H

#include "support.h"

typedef struct lisp_difference {
    ptc_str rule;
    ptc_str id; /* of the row; "-": none of the vectors */
    ptc_str text;
    ptc_str clojure;
    ptc_str ours; /* "!reason", or the canonical value */
    bool is_met;
} lisp_difference;

enum { LISP_DIFFERENCES = 1024, LISP_RULES = 128 };

typedef struct lisp_differences {
    ptc_str rules[LISP_RULES];
    ptc_str sections[LISP_RULES];
    size_t rule_count;
    lisp_difference items[LISP_DIFFERENCES];
    size_t count;
} lisp_differences;

/* Fails the test when a line has another form. */
void lisp_differences_read(lisp_differences *all);

/* The difference listed for a row of the vectors, or NULL. */
lisp_difference *lisp_differences_find(lisp_differences *all, ptc_str id);

/* The next field of a line with tabs. */
ptc_str lisp_field(ptc_str *rest);

#endif
