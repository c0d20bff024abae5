/* SPDX-License-Identifier: MIT */
/* An agent whose tool is a C function. A script on standard input replaces the model.
 */
#include "finder.ptc.h"

#include <stdio.h>
#include <string.h>

static const search_result_item stock[] = {{PTC_STR_INIT("desk lamp"), 19.5},
                                           {PTC_STR_INIT("lava lamp"), 12.0},
                                           {PTC_STR_INIT("oak desk"), 99.0}};

static bool holds(ptc_str text, ptc_str part)
{
    for (size_t i = 0; i + part.len <= text.len; i++) {
        if (memcmp(text.ptr + i, part.ptr, part.len) == 0)
            return true;
    }
    return false;
}

/* Programs of the agent call it as (tool/search {:query "lamp"}). */
ptc_status shop_search(const search *in, search_result *out, ptc_tool_call *call)
{
    size_t limit = in->has.limit ? (size_t)in->limit : 20;

    out->items = ptc_arena_array(call->arena, 3, sizeof *out->items);
    for (size_t i = 0; i < 3 && out->items != NULL && out->count < limit; i++) {
        if (holds(stock[i].title, in->query))
            out->items[out->count++] = stock[i];
    }
    return out->items != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

int main(int argc, char **argv)
{
    static char text[4096];
    ptc_source replies = {PTC_STR("replies"),
                          ptc_str_make(text, fread(text, 1, sizeof text, stdin))};
    finder_input in = {ptc_str_of(argc > 1 ? argv[1] : "lamp")};
    ptc_agent_options options = {.struct_size = sizeof options};
    ptc_status status = PTC_ERROR_INVALID;
    const ptc_step *step = NULL;
    finder_result found;
    ptc_script *script;
    ptc_error fault;
    ptc_llm model;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    if (ptc_script_read(&arena, &replies, &script, &fault) == PTC_OK) {
        model = ptc_script_llm(script, "script");
        options.llm.llm = &model;
        status = finder_run(&arena, &in, &options, &found, &step);
    }
    if (status == PTC_OK)
        printf(PTC_FMT " for %.2f\n", PTC_ARG(found.title), found.price);
    else if (step != NULL)
        printf(PTC_FMT ": " PTC_FMT "\n", PTC_ARG(step->fail.reason),
               PTC_ARG(step->fail.message));
    ptc_arena_free(&arena);
    return status != PTC_OK;
}
