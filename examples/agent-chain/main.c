/* SPDX-License-Identifier: MIT */
/* A chain from struct to struct. A script on standard input replaces the models. */
#include "reply.ptc.h"

#include <ptc/step.h>

#include <stdio.h>

/* The outcome of each agent: the first that failed says why, the others were not asked.
 */
static void tell(const ptc_step *const *steps, ptc_arena *arena)
{
    ptc_text text;

    if (steps[REPLY_STEPS - 1] == NULL)
        return;
    ptc_text_init(&text, arena);
    ptc_step_print_chain(&text, steps, REPLY_STEPS, PTC_TRACE_ASCII);
    fputs(text.ptr, stderr);
}

int main(int argc, char **argv)
{
    static char text[4096];
    ptc_source replies = {PTC_STR("replies"),
                          ptc_str_make(text, fread(text, 1, sizeof text, stdin))};
    reply_input in = {ptc_str_of(argc > 1 ? argv[1] : "Where is it? Account 4711")};
    ptc_agent_options options = {.struct_size = sizeof options};
    const ptc_step *steps[REPLY_STEPS] = {NULL};
    ptc_status status = PTC_ERROR_INVALID;
    ptc_script *script;
    reply_result out;
    ptc_error fault;
    ptc_llm model;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    if (ptc_script_read(&arena, &replies, &script, &fault) == PTC_OK) {
        model = ptc_script_llm(script, "script");
        options.llm.llm = &model;
        status = reply_run(&arena, &in, &options, &out, steps);
    }
    if (status == PTC_OK)
        printf("to account %lld: " PTC_FMT "\n", (long long)out._account,
               PTC_ARG(out.letter));
    else
        tell(steps, &arena);
    ptc_arena_free(&arena);
    return status != PTC_OK;
}
