/* SPDX-License-Identifier: MIT */
/* What the suites of PTC-Lisp share: evaluating a text, and rows of expectations. */
#ifndef PTC_TEST_LISP_ROWS_H
#define PTC_TEST_LISP_ROWS_H

#include "support.h"

#include <ptc/lisp.h>

/* A text evaluated in a context of its own. */
typedef struct lisp_answer {
    ptc_arena arena;
    ptc_lisp_result result;
    bool is_ok;
} lisp_answer;

/* `options` NULL: no limit of time, else the defaults. The program is run as an image
 * besides, see lisp_image.h, and must do the same. */
lisp_answer lisp_evaluate(ptc_str text, const ptc_lisp_options *options,
                          const ptc_value *context);
void lisp_forget(lisp_answer *answer);

/*
 * A row: an expression; what pr-str prints of its value, or "!reason" when it must fail;
 * and for failures a part of the message (NULL: any).
 */
typedef struct lisp_row {
    const char *text;
    const char *expected;
    const char *message;
} lisp_row;

/* Checks rows as they are, then with a collection at every safepoint. */
void lisp_check_rows(const lisp_row *rows, size_t count);

/* Evaluates the text with history, in a context that goes on. The printed value, or
 * "!reason: message"; until the next call. */
const char *lisp_turn(ptc_lisp *lisp, const char *text, ptc_arena *arena,
                      ptc_status *status, ptc_lisp_result *result);

#define LISP_CHECK_ROWS(rows) lisp_check_rows((rows), sizeof(rows) / sizeof *(rows))

#endif
