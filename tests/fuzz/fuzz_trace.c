/* SPDX-License-Identifier: MIT */
/* Any bytes as the log of runs: the result can be printed in every way, and no line is
 * wider than a terminal. */
#include "tool/common/trace.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* The only control character is the line end. */
static void check_text(ptc_str text)
{
    check(ptc_utf8_check(text.ptr, text.len) == text.len);
    for (size_t i = 0; i < text.len; i++)
        check(text.ptr[i] == '\n' ||
              ((unsigned char)text.ptr[i] >= 0x20 && (unsigned char)text.ptr[i] != 0x7F));
}

static void give(const ptc_step *step, bool is_over, void *user)
{
    ptc_arena arena;
    ptc_text text;

    (void)is_over, (void)user;
    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_step_print_trace(&text, step, 0);
    ptc_step_print_trace(&text, step,
                         PTC_TRACE_ASCII | PTC_TRACE_MESSAGES | PTC_TRACE_RAW |
                             PTC_TRACE_SYSTEM | PTC_TRACE_USAGE);
    ptc_step_inspect(&text, step, 3, PTC_TRACE_RAW);
    check(!text.failed);
    check_text(ptc_text_view(&text));
    ptc_arena_free(&arena);
}

static void refuse(uint64_t number, const char *why, void *user)
{
    (void)user;
    check(number > 0 && why[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ptc_trace_reader reader = {.give = give, .refuse = refuse};
    uint64_t number = 0;
    ptc_str rest;
    ptc_str line;
    char *copy;

    if (size > 65536)
        return 0;
    copy = malloc(size + PTC_PADDING);
    if (copy == NULL)
        return 0;
    memset(copy, 0, size + PTC_PADDING);
    if (size > 0)
        memcpy(copy, bytes, size);
    rest = ptc_str_make(copy, size);
    ptc_trace_reader_init(&reader);
    while (ptc_take_line(&rest, &line))
        ptc_trace_reader_take(&reader, line, ++number);
    ptc_trace_reader_end(&reader);
    free(copy);
    return 0;
}
