/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "lisp_image.h"

#include "lisp/image/image_int.h"

enum {
    LONGEST = 1000000,   /* steps of programs that are run once more */
    PATIENCE_MS = 60000, /* for each of those */
};

ptc_image *lisp_image(ptc_arena *arena, ptc_lisp *lisp, ptc_str text)
{
    ptc_source source = {PTC_STR("row"), text};
    ptc_program *program;
    ptc_lisp_error error;
    ptc_image *image;

    if (ptc_lisp_compile(arena, lisp, &source, &program, &error) != PTC_OK)
        return NULL;
    cr_assert_eq(ptc_image_of(arena, program, &image), PTC_OK);
    return image;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void check_error(const char *text, const ptc_lisp_error *got,
                        const ptc_lisp_error *expected)
{
    cr_expect_eq(got->reason, expected->reason, "%s: as an image %s: %s", text,
                 ptc_reason_name(got->reason), got->message.ptr);
    cr_expect(is_same_text(got->message.ptr, expected->message.ptr),
              "%s: as an image: %s, not %s", text, got->message.ptr,
              expected->message.ptr);
    cr_expect(got->line == expected->line && got->column == expected->column &&
                  got->offset == expected->offset,
              "%s: as an image at %zu:%zu, not %zu:%zu", text, got->line, got->column,
              expected->line, expected->column);
}

void lisp_check_same(const char *text, bool is_ok, const ptc_lisp_result *got,
                     bool is_expected_ok, const ptc_lisp_result *expected)
{
    if (expected->error.reason == PTC_REASON_TIMEOUT &&
        got->error.reason == PTC_REASON_TIMEOUT)
        return; /* where the clock ends it is chance */
    cr_expect_eq(is_ok, is_expected_ok, "%s: as an image %s", text,
                 is_ok ? "it is good" : got->error.message.ptr);
    cr_expect(ptc_str_equal(got->printed, expected->printed) &&
                  ptc_str_equal(got->canonical, expected->canonical),
              "%s: as an image %.*s", text, (int)got->printed.len, got->printed.ptr);
    cr_expect(ptc_str_equal(got->output, expected->output),
              "%s: as an image it prints %.*s", text, (int)got->output.len,
              got->output.ptr);
    if (expected->error.reason == PTC_REASON_MEMORY &&
        got->error.reason == PTC_REASON_MEMORY)
        return; /* when a collection is due depends on where names are */
    cr_expect_eq(got->fuel_used, expected->fuel_used,
                 "%s: as an image %zu steps, not %zu", text, (size_t)got->fuel_used,
                 (size_t)expected->fuel_used);
    cr_expect(got->is_return == expected->is_return &&
                  got->is_thrown == expected->is_thrown &&
                  got->has_var == expected->has_var &&
                  got->changed_count == expected->changed_count,
              "%s: as an image it ends otherwise", text);
    check_error(text, &got->error, &expected->error);
}

void lisp_check_image(ptc_str text, const ptc_lisp_options *options,
                      const ptc_value *context, const lisp_answer *expected)
{
    ptc_arena arena;
    ptc_lisp *writer;
    ptc_lisp *lisp;
    ptc_image *image;
    ptc_program *program;
    ptc_lisp_result result;
    ptc_lisp_error error = {0};
    ptc_lisp_options patient;

    if (expected->result.fuel_used > LONGEST ||
        expected->result.error.reason == PTC_REASON_TIMEOUT)
        return; /* where the clock ends it is chance, and whether it does */
    /* What ended within its time does so again, even on a machine that is busy just now.
     */
    patient =
        options != NULL ? *options : (ptc_lisp_options){.struct_size = sizeof patient};
    patient.time_ms = PATIENCE_MS;
    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(ptc_lisp_new(&patient, &writer), PTC_OK);
    cr_assert_eq(ptc_lisp_new(&patient, &lisp), PTC_OK);
    if (context != NULL) {
        cr_assert_eq(ptc_lisp_set_context(writer, context), PTC_OK);
        cr_assert_eq(ptc_lisp_set_context(lisp, context), PTC_OK);
    }
    image = lisp_image(&arena, writer, text);
    if (image != NULL) {
        ptc_status status = ptc_image_bind(&arena, lisp, image, &program, &error);

        cr_expect_eq(status, PTC_OK, "%s: %s", test_cstr(text), error.message.ptr);
        if (status == PTC_OK) {
            bool is_ok =
                ptc_lisp_run(&arena, lisp, program, PTC_LISP_PRINTED | PTC_LISP_CANONICAL,
                             &result) == PTC_OK;

            lisp_check_same(test_cstr(text), is_ok, &result, expected->is_ok,
                            &expected->result);
        }
    }
    ptc_lisp_free(lisp);
    ptc_lisp_free(writer);
    ptc_arena_free(&arena);
}
