/* SPDX-License-Identifier: MIT */
/*
 * `bench_scorer PART CALLS` runs the agent of examples/agent-compiled from structs to a
 * struct, as a constant that ptcc emitted. With SCORER_TEXT, the text of its program, it
 * runs from that text each time: a model with one reply is asked, and the reply compiled.
 *
 *   bind   makes a context with a program, and frees both
 *   call   CALLS calls of the agent
 *
 * It prints nothing and starts nothing that it does not measure: its instructions minus
 * those of an empty main are the cost of that part. Returns 0 if each call gave the right
 * result.
 */
#include "scorer.ptc.h"

#include <stdlib.h>
#include <string.h>

#ifdef SCORER_TEXT
#include <ptc/agent.h>
#include <ptc/lisp.h>
#else
#include <ptc/compiled.h>
#include <ptc/gen_lisp.h>
#endif

ptc_status scorer_weight(const scorer_weight_input *in, scorer_weight_result *out,
                         ptc_tool_call *call)
{
    (void)call;
    *out = in->users / 100;
    return PTC_OK;
}

/* --- As a constant, and from text -------------------------------------------------- */

#ifdef SCORER_TEXT

static ptc_status make_program(ptc_arena *arena, ptc_lisp *lisp, ptc_program **out)
{
    ptc_source source = {PTC_STR("scorer"), PTC_STR(SCORER_TEXT)};
    ptc_lisp_error error;

    if (ptc_lisp_set_tools(arena, lisp, scorer.tools[0].function, 1, NULL, &error) !=
        PTC_OK)
        return PTC_ERROR_INVALID;
    return ptc_lisp_compile(arena, lisp, &source, out, &error);
}

static ptc_status answer(const ptc_llm_request *request, ptc_llm_reply *reply, void *user)
{
    (void)request;
    (void)user;
    reply->content = PTC_STR("```clojure\n" SCORER_TEXT "```\n");
    return PTC_OK;
}

static ptc_status call_scorer(ptc_arena *arena, const scorer_input *in,
                              scorer_result *out)
{
    static const ptc_llm model = {"fixed", answer, NULL};
    ptc_agent_options options = {.struct_size = sizeof options};
    const ptc_step *step;

    options.llm.llm = &model;
    return scorer_run(arena, in, &options, out, &step);
}

#else

static ptc_status make_program(ptc_arena *arena, ptc_lisp *lisp, ptc_program **out)
{
    ptc_lisp_error error;

    return ptc_image_bind(arena, lisp, scorer_compiled.stages[0], out, &error);
}

static ptc_status call_scorer(ptc_arena *arena, const scorer_input *in,
                              scorer_result *out)
{
    const ptc_step *step;

    return scorer_execute(arena, in, NULL, out, &step);
}

#endif

/* --- Parts ------------------------------------------------------------------------- */

static bool bind(ptc_arena *arena)
{
    ptc_lisp *lisp;
    ptc_program *program;
    bool is_good;

    if (ptc_lisp_new(NULL, &lisp) != PTC_OK)
        return false;
    is_good = make_program(arena, lisp, &program) == PTC_OK;
    ptc_lisp_free(lisp);
    return is_good;
}

static bool call(ptc_arena *arena)
{
    scorer_input_reports_item reports[] = {
        {.id = 1, .severity = SCORER_INPUT_REPORTS_ITEM_SEVERITY_MINOR, .users = 120},
        {.id = 2, .severity = SCORER_INPUT_REPORTS_ITEM_SEVERITY_SEVERE, .users = 250},
        {.id = 3, .severity = SCORER_INPUT_REPORTS_ITEM_SEVERITY_SEVERE},
    };
    scorer_input in = {.reports = {reports, 3}, .most = 2, .has.most = true};
    scorer_result out;
    bool is_good;

    for (size_t i = 0; i < in.reports.count; i++)
        reports[i].has.users = true;
    is_good = call_scorer(arena, &in, &out) == PTC_OK && out.score == 24 &&
              out.worst.count == 2 && out.worst.items[0] == 2 && out.worst.items[1] == 3;
    ptc_arena_reset(arena);
    return is_good;
}

int main(int argc, char **argv)
{
    long calls = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    bool is_good = calls > 0;
    ptc_arena arena;

    if (calls <= 0)
        return 2;
    ptc_arena_init(&arena, NULL, 0);
    if (strcmp(argv[1], "bind") == 0)
        is_good = bind(&arena);
    else
        for (long i = 0; is_good && i < calls; i++)
            is_good = call(&arena);
    ptc_arena_free(&arena);
    return is_good ? 0 : 1;
}
