/* SPDX-License-Identifier: MIT */
#include "lisp_rows.h"

#include "lisp_image.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

lisp_answer lisp_evaluate(ptc_str text, const ptc_lisp_options *options,
                          const ptc_value *context)
{
    ptc_source source = {PTC_STR("row"), text};
    ptc_lisp_options patient;
    lisp_answer answer = {.is_ok = false};
    ptc_lisp *lisp;

    patient = (ptc_lisp_options){.struct_size = sizeof patient};
    patient.time_ms = PTC_UNLIMITED;
    patient.branches_ms = PTC_UNLIMITED;
    ptc_arena_init(&answer.arena, NULL, 0);
    cr_assert_eq(ptc_lisp_new(options != NULL ? options : &patient, &lisp), PTC_OK);
    if (context != NULL)
        cr_assert_eq(ptc_lisp_set_context(lisp, context), PTC_OK);
    answer.is_ok =
        ptc_lisp_eval(&answer.arena, lisp, &source, PTC_LISP_PRINTED | PTC_LISP_CANONICAL,
                      &answer.result) == PTC_OK;
    ptc_lisp_free(lisp);
    lisp_check_image(text, options != NULL ? options : &patient, context, &answer);
    return answer;
}

void lisp_forget(lisp_answer *answer)
{
    ptc_arena_free(&answer->arena);
}

static void check_failure(const lisp_row *row, const lisp_answer *answer, const char *how)
{
    const ptc_lisp_error *error = &answer->result.error;
    const char *reason = ptc_reason_name(error->reason);

    cr_expect(!answer->is_ok, "%s%s: gave %s instead of failing", row->text, how,
              test_cstr(answer->result.printed));
    if (answer->is_ok)
        return;
    cr_expect_str_eq(reason, row->expected + 1, "%s%s: %s: %s", row->text, how, reason,
                     error->message.ptr);
    cr_expect(row->message == NULL || strstr(error->message.ptr, row->message) != NULL,
              "%s%s: the message lacks `%s`: %s", row->text, how, row->message,
              error->message.ptr);
    cr_expect(strchr(error->message.ptr, '\n') == NULL,
              "%s%s: a message of many lines: %s", row->text, how, error->message.ptr);
}

static void check_row(const lisp_row *row, const ptc_lisp_options *options,
                      const char *how)
{
    lisp_answer answer = lisp_evaluate(ptc_str_of(row->text), options, NULL);

    if (row->expected[0] == '!') {
        check_failure(row, &answer, how);
    } else if (!answer.is_ok) {
        cr_expect(false, "%s%s: %s: %s", row->text, how,
                  ptc_reason_name(answer.result.error.reason),
                  answer.result.error.message.ptr);
    } else {
        cr_expect(ptc_str_equal(answer.result.printed, ptc_str_of(row->expected)),
                  "%s%s: gave %s, not %s", row->text, how,
                  test_cstr(answer.result.printed), row->expected);
    }
    lisp_forget(&answer);
}

void lisp_check_rows(const lisp_row *rows, size_t count)
{
    ptc_lisp_options options;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.branches_ms = PTC_UNLIMITED;
    for (size_t i = 0; i < count; i++)
        check_row(&rows[i], &options, "");
    options.collects_always = true;
    for (size_t i = 0; i < count; i++)
        check_row(&rows[i], &options, " (collecting always)");
}

const char *lisp_turn(ptc_lisp *lisp, const char *text, ptc_arena *arena,
                      ptc_status *status, ptc_lisp_result *result)
{
    ptc_source source = {PTC_STR("test"), ptc_str_of(text)};
    static char answer[1024];

    *status =
        ptc_lisp_eval(arena, lisp, &source, PTC_LISP_PRINTED | PTC_LISP_HISTORY, result);
    if (*status == PTC_OK)
        snprintf(answer, sizeof answer, "%s", test_cstr(result->printed));
    else
        snprintf(answer, sizeof answer, "!%s: %s", ptc_reason_name(result->error.reason),
                 result->error.message.ptr);
    return answer;
}
