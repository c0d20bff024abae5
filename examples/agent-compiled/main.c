/* SPDX-License-Identifier: MIT */
/* Scores reports on standard input, JSON, with a program that is a constant: no model is
 * asked, and neither reader nor compiler of PTC-Lisp is linked. */
#include "scorer.ptc.h"

#include <stdio.h>
#include <string.h>

/* The tool of the agent. */
ptc_status scorer_weight(const scorer_weight_input *in, scorer_weight_result *out,
                         ptc_tool_call *call)
{
    if (in->users < 0) {
        call->message = "users are counted from 0";
        return PTC_ERROR_INVALID;
    }
    *out = in->users / 100;
    return PTC_OK;
}

static int score(ptc_arena *arena, const char *text, size_t len)
{
    ptc_parse_options options = {.struct_size = sizeof options};
    ptc_parse_info info;
    scorer_input in;
    scorer_result out;
    const ptc_step *step = NULL;
    ptc_text json;

    if (scorer_input_parse(arena, text, len, &options, &in, &info) != PTC_OK) {
        fputs("these are not reports\n", stderr);
        return 1;
    }
    if (scorer_execute(arena, &in, NULL, &out, &step) != PTC_OK) {
        if (step != NULL)
            fprintf(stderr, "%.*s\n", (int)step->fail.message.len,
                    step->fail.message.ptr);
        return 1;
    }
    ptc_text_init(&json, arena);
    if (scorer_result_to_json(&json, &out) != PTC_OK)
        return 1;
    puts(json.ptr);
    return 0;
}

int main(void)
{
    static char text[65536];
    size_t len = fread(text, 1, sizeof text - 1, stdin);
    ptc_arena arena;
    int status;

    ptc_arena_init(&arena, NULL, 0);
    status = score(&arena, text, len);
    ptc_arena_free(&arena);
    return status;
}
