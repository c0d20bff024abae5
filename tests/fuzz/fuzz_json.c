/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as JSON: the padded and the plain entry must agree, whatever bytes follow the
 * text; a value that was read is the same after writing and reading it; skipping has the
 * verdict of reading, and passing over that of skipping, except for keys and the size of
 * numbers; places are inside the text. The first byte chooses the padding.
 */
#include <ptc/ptc.h>
#include <stdlib.h>

#include "json/json_int.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define FUZZ_MEMORY ((size_t)64 << 20)

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* A copy in a separate block, so that reading too far is detected; freed by the caller.
 */
static char *copy_with_padding(ptc_str text, size_t padding, uint8_t choice)
{
    static const char fill[] = " \n09\"\\,:[]{}antfe.-\x80\xC3";
    char *copy = malloc(text.len + padding + 1);

    if (copy == NULL)
        abort();
    if (text.len != 0)
        memcpy(copy + 1, text.ptr, text.len);
    for (size_t i = 0; i < padding; i++)
        copy[1 + text.len + i] = fill[(choice + i * (choice >> 5)) % (sizeof fill - 1)];
    return copy;
}

static void fuzz_write(ptc_arena *arena, const ptc_value *value)
{
    for (unsigned indent = 0; indent < 2; indent++) {
        ptc_text text;
        ptc_value back;
        ptc_status status;

        ptc_text_init(&text, arena);
        status = ptc_json_write(&text, value, indent);
        if (arena->failed)
            return;
        check(status == PTC_OK);
        status = ptc_json_read(arena, text.ptr, text.len, NULL, &back, NULL, NULL);
        check(status == PTC_OK || status == PTC_ERROR_MEMORY);
        check(status != PTC_OK || ptc_value_same(value, &back));
    }
}

/* Passes over the element of a list for which skipping gave this status and ended or
 * failed at `offset`. */
static void fuzz_pass(ptc_arena *arena, ptc_str list, ptc_status status, size_t offset)
{
    ptc_scan scan;
    const unsigned char *p = ptc_scan_begin_copy(&scan, arena, list.ptr, list.len, 0);

    if (p == NULL)
        return;
    p = ptc_scan_pass(&scan, ptc_scan_blanks(p + 1));
    p = p != NULL ? ptc_scan_close(&scan, p) : NULL;
    if (status == PTC_OK || status == PTC_ERROR_SYNTAX || status == PTC_ERROR_ENCODING)
        check(scan.status == PTC_ERROR_MEMORY ||
              (scan.status == status &&
               (size_t)((p != NULL ? p : scan.fault) - scan.start) == offset));
    ptc_scan_finish(&scan, NULL);
}

/* After an element of a list, skipping and reading must end at the same place. */
static void fuzz_skip(ptc_arena *arena, ptc_str text)
{
    ptc_text list;
    ptc_scan scan;
    ptc_value value;
    ptc_status status;
    size_t offset;
    const unsigned char *p;

    ptc_text_init(&list, arena);
    ptc_text_byte(&list, '[');
    ptc_text_str(&list, text);
    ptc_text_byte(&list, ']');
    p = list.failed ? NULL : ptc_scan_begin_copy(&scan, arena, list.ptr, list.len, 0);
    if (p == NULL)
        return;
    p = ptc_scan_value(&scan, ptc_scan_blanks(p + 1), &value);
    offset = (size_t)((p != NULL ? p : scan.fault) - scan.start);
    ptc_scan_finish(&scan, NULL);
    status = scan.status;
    p = ptc_scan_begin_copy(&scan, arena, list.ptr, list.len, 0);
    if (p == NULL)
        return;
    p = ptc_scan_skip(&scan, ptc_scan_blanks(p + 1));
    check(scan.status == status || scan.status == PTC_ERROR_MEMORY ||
          status == PTC_ERROR_MEMORY);
    /* A duplicate key is reported at the end of its object. */
    check(scan.status != status || status == PTC_ERROR_MEMORY ||
          status == PTC_ERROR_DUPLICATE ||
          (size_t)((p != NULL ? p : scan.fault) - scan.start) == offset);
    offset = (size_t)((p != NULL ? p : scan.fault) - scan.start);
    ptc_scan_finish(&scan, NULL);
    fuzz_pass(arena, ptc_text_view(&list), scan.status, offset);
}

static void fuzz_locate(ptc_str text)
{
    static const ptc_path_step path[] = {{{NULL, 0}, 1}, {{"a", 1}, 0}, {{NULL, 0}, 0}};
    size_t start;
    size_t end;

    for (size_t depth = 0; depth <= 3; depth++) {
        for (size_t first = 0; first + depth <= 3; first++) {
            if (ptc_json_locate(text.ptr, text.len, path + first, depth, &start, &end))
                check(start <= end && end <= text.len);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ptc_json_options options = {.struct_size = sizeof options};
    uint8_t choice = size != 0 ? bytes[0] : 0;
    ptc_str text = ptc_str_make((const char *)bytes + (size != 0), size - (size != 0));
    char *plain = copy_with_padding(text, 0, 0);
    char *padded = copy_with_padding(text, PTC_PADDING, choice);
    ptc_json_error errors[2];
    ptc_value values[2];
    ptc_arena arena;
    ptc_status status;
    size_t end;

    ptc_arena_init(&arena, NULL, FUZZ_MEMORY);
    status =
        ptc_json_read(&arena, plain + 1, text.len, NULL, &values[0], NULL, &errors[0]);
    options.is_padded = true;
    options.borrow = true;
    check(ptc_json_read(&arena, padded + 1, text.len, &options, &values[1], NULL,
                        &errors[1]) == status ||
          arena.failed);
    if (status == PTC_OK && !arena.failed) {
        check(ptc_value_same(&values[0], &values[1]));
        fuzz_write(&arena, &values[0]);
    } else if (!arena.failed) {
        check(errors[0].offset == errors[1].offset && errors[0].offset <= text.len);
        check(strcmp(errors[0].message.ptr, errors[1].message.ptr) == 0);
    }
    fuzz_skip(&arena, ptc_str_make(plain + 1, text.len));
    fuzz_locate(ptc_str_make(plain + 1, text.len));
    options.allow_trailing = true;
    if (ptc_json_read(&arena, padded + 1, text.len, &options, &values[1], &end, NULL) ==
        PTC_OK)
        check(end <= text.len && end > 0);
    ptc_arena_free(&arena);
    free(plain);
    free(padded);
    return 0;
}
