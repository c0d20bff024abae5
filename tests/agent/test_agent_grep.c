/* SPDX-License-Identifier: MIT */
/* The tools `grep` and `grep-n`. [subagent 9.6] */
#include <criterion/criterion.h>

#include <ptc/lisp.h>

#include "support.h"

/* What the program gives with both tools: its value, or its error. */
static const char *run(ptc_arena *arena, const char *program, const ptc_value *context)
{
    const ptc_source source = {PTC_STR("test"), ptc_str_of(program)};
    ptc_tool both[] = {ptc_tool_grep, ptc_tool_grep_n};
    ptc_lisp_result result;
    const char *said;
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_assert(ptc_lisp_set_tools(NULL, lisp, both, 2, NULL, NULL) == PTC_OK);
    if (context != NULL)
        cr_assert(ptc_lisp_set_context(lisp, context) == PTC_OK);
    said = ptc_lisp_eval(arena, lisp, &source, PTC_LISP_PRINTED, &result) == PTC_OK
               ? test_cstr(result.printed)
               : result.error.message.ptr;
    ptc_lisp_free(lisp);
    return said;
}

#define LOG "\"First\\nTIMEOUT here\\n\\nlast timeout\\n\""

Test(agent_grep, finds_lines) /* M303 */
{
    static const struct {
        const char *name, *program, *says;
    } rows[] = {
        {"any case", "(tool/grep {:pattern \"timeout\" :text " LOG "})",
         "[\"TIMEOUT here\" \"last timeout\"]"},
        {"with numbers", "(tool/grep-n {:pattern \"timeout\" :text " LOG "})",
         "[{\"line\" 2 \"text\" \"TIMEOUT here\"} {\"line\" 4 \"text\" \"last "
         "timeout\"}]"},
        {"other spelling", "(tool/grep_n {:pattern \"^f\" :text " LOG "})",
         "[{\"line\" 1 \"text\" \"First\"}]"},
        {"a pattern", "(tool/grep {:pattern \"^l.*t$\" :text " LOG "})",
         "[\"last timeout\"]"},
        {"empty lines", "(tool/grep-n {:pattern \"^$\" :text " LOG "})",
         "[{\"line\" 3 \"text\" \"\"}]"},
        {"nothing found", "(tool/grep {:pattern \"x\" :text " LOG "})", "[]"},
        {"no text", "(tool/grep {:pattern \"x\" :text \"\"})", "[]"},
        {"line ends of Windows",
         "(tool/grep {:pattern \"b$\" :text \"ab\\r\\ncb\\r\\n\"})", "[\"ab\" \"cb\"]"},
        {"case beyond ASCII", "(tool/grep {:pattern \"é\" :text \"été\\nabc\"})",
         "[\"été\"]"},
        {"as data", "(count (tool/grep {:pattern \"t\" :text ctx/log}))", "2"},
    };
    ptc_arena arena;
    ptc_value context;
    ptc_map_entry entry = {ptc_value_string(PTC_STR("log")),
                           ptc_value_string(PTC_STR("a\nt\nT"))};

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_map_make(&arena, &entry, 1, &context, NULL) == PTC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *says = run(&arena, rows[i].program, &context);

        cr_expect(strcmp(says, rows[i].says) == 0, "%s: %s", rows[i].name, says);
    }
    ptc_arena_free(&arena);
}

Test(agent_grep, refuses)
{
    static const struct {
        const char *name, *program, *says;
    } rows[] = {
        {"a faulty pattern", "(tool/grep {:pattern \"(\" :text \"x\"})",
         "Tool 'grep' failed: re-pattern: in \"(?i)(\" at character "},
        {"no pattern", "(tool/grep {:text \"x\"})", "Tool 'grep' validation errors: "},
        {"no string", "(tool/grep-n {:pattern [1] :text \"x\"})",
         "Tool 'grep-n' validation errors: pattern: expected string, got "},
        {"a pattern that explodes",
         "(tool/grep {:pattern \"(x+x+)+[yz]\" :text (apply str (repeat 5000 \"x\"))})",
         "Tool 'grep' failed: "},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *says = run(&arena, rows[i].program, NULL);

        cr_expect(strncmp(says, rows[i].says, strlen(rows[i].says)) == 0, "%s: %s",
                  rows[i].name, says);
    }
    ptc_arena_free(&arena);
}
