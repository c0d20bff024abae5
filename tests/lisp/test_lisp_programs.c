/* SPDX-License-Identifier: MIT */
/*
 * Whole programs as people write them, tests/lisp/lisp_programs.clj: the value in Clojure
 * 1.11 is at the end of each. `tests/compare_clojure tests/lisp/lisp_programs.clj` asks
 * a Clojure again. [ptc-lisp 2, 4, 5, 11, 15]
 */
#include "lisp_rows.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* "reason: part of the message" */
static void check_failure(const char *name, const ptc_lisp_error *error,
                          const char *expected)
{
    size_t length = strcspn(expected, ":");
    const char *reason = ptc_reason_name(error->reason);

    cr_expect(strlen(reason) == length && strncmp(reason, expected, length) == 0,
              "%s: failed with %s, not %s", name, reason, expected);
    if (expected[length] == ':')
        cr_expect(strstr(error->message.ptr, expected + length + 2) != NULL, "%s: %s",
                  name, error->message.ptr);
}

/* One program: its name up to the end of the line, the text, what is expected. */
static void check_program(char *program, bool collects_always)
{
    char *text = strchr(program, '\n');
    char *good = strstr(program, "\n;=> ");
    char *bad = strstr(program, "\n;! ");
    char *end = good ? good : bad;
    ptc_lisp_options options;
    lisp_answer answer;
    char *expected;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.collects_always = collects_always;
    cr_assert(text != NULL && end != NULL, "%.40s", program);
    *text++ = '\0';
    *end = '\0';
    expected = end + (good ? 5 : 4);
    expected[strcspn(expected, "\n")] = '\0';
    answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
    if (!good)
        check_failure(program, &answer.result.error, expected);
    else
        cr_expect(
            answer.is_ok && ptc_str_equal(answer.result.printed, ptc_str_of(expected)),
            "%s: %s, not %s", program,
            answer.is_ok ? answer.result.printed.ptr : answer.result.error.message.ptr,
            expected);
    lisp_forget(&answer);
}

static size_t check_programs(bool collects_always)
{
    ptc_str file = test_read_project_file("tests/lisp/lisp_programs.clj");
    char *at = strstr(file.ptr, "\n;;; ");
    size_t count = 0;

    for (; at != NULL; count++) {
        char *next = strstr(at + 5, "\n;;; ");

        if (next != NULL)
            *next = '\0';
        check_program(at + 5, collects_always);
        at = next;
    }
    free((void *)(uintptr_t)file.ptr);
    return count;
}

Test(lisp_programs, give_what_clojure_gives)
{
    cr_expect_gt(check_programs(false), 100u);
}

Test(lisp_programs, survive_collections_at_every_safepoint)
{
    check_programs(true);
}
