/* SPDX-License-Identifier: MIT */
/* Runs a program that calls functions of stock.h as tools. */
#include "stock.ptc.h"

#include <ptc/ptc.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    const ptc_tool tools[] = {count_tool, take_tool, shelf_tool};
    ptc_source program = {
        PTC_STR("program"),
        ptc_str_of(argc > 1 ? argv[1] : "(tool/count {:name \"lamp\"})")};
    ptc_lisp_result result;
    ptc_status status;
    ptc_arena arena;
    ptc_lisp *lisp;

    ptc_arena_init(&arena, NULL, 1 << 20);
    if (ptc_lisp_new(NULL, &lisp) != PTC_OK)
        return 1;
    ptc_lisp_set_tools(NULL, lisp, tools, 3, NULL, NULL);
    status = ptc_lisp_eval(&arena, lisp, &program, PTC_LISP_PRINTED, &result);
    printf(PTC_FMT "\n",
           PTC_ARG(status == PTC_OK ? result.printed : result.error.message));
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
    return status != PTC_OK;
}
