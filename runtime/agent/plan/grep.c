/* SPDX-License-Identifier: MIT */
/*
 * The tools `grep` and `grep-n`. They are programs, so that patterns mean the same here
 * and in models' programs, under the same limits. [subagent 9.6]
 */

#include <ptc/lisp.h>

enum { GREP_TIME = 1000 }; /* milliseconds, when the caller sets no limit */

#define GREP_START                                                                       \
    "(let [pattern (re-pattern (str \"(?i)\" ctx/pattern))"                              \
    "      lines (split-lines ctx/text)]"

static const char grep_lines[] =
    GREP_START "(filterv (fn [line] (re-find pattern line)) lines))";
static const char grep_numbered[] =
    GREP_START "(vec (keep-indexed (fn [index line] (when (re-find pattern line)"
               "  {:line (inc index) :text line})) lines)))";

/* `user` is the program. */
static ptc_status grep_run(ptc_tool_call *call, void *user)
{
    const ptc_source source = {PTC_STR("grep"), ptc_str_of(user)};
    ptc_lisp_options options;
    ptc_lisp_result result;
    ptc_status status;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.allocator = call->arena->allocator;
    options.time_ms = call->time_ms < GREP_TIME ? call->time_ms + 1 : GREP_TIME;
    status = ptc_lisp_new(&options, &lisp);
    if (status != PTC_OK)
        return status;
    status = ptc_lisp_set_context(lisp, &call->arguments);
    if (status == PTC_OK) {
        status = ptc_lisp_eval(call->arena, lisp, &source, 0, &result);
        if (status == PTC_OK)
            call->result = result.value;
        else if (status == PTC_ERROR_INVALID)
            call->message = result.error.message.ptr;
    }
    ptc_lisp_free(lisp);
    return status;
}

#define GREP_NAME(text)                                                                  \
    {                                                                                    \
        (text), sizeof(text) - 1                                                         \
    }
#define GREP_PARAMETERS                                                                  \
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},        \
        {.type = PTC_TYPE_MAP, .first = 3, .count = 2},                                  \
        {.type = PTC_TYPE_LIST, .first = 5, .count = 1},                                 \
        {.type = PTC_TYPE_STRING, .parent = 1, .name = GREP_NAME("pattern")},            \
    {                                                                                    \
        .type = PTC_TYPE_STRING, .parent = 1, .name = GREP_NAME("text")                  \
    }

/* (pattern :string, text :string) -> [:string] */
static const ptc_schema_node grep_nodes[] = {
    GREP_PARAMETERS,
    {.type = PTC_TYPE_STRING, .parent = 2},
};
static const ptc_schema grep_signature = {grep_nodes, 0, 6};

/* (pattern :string, text :string) -> [{line :int, text :string}] */
static const ptc_schema_node grep_n_nodes[] = {
    GREP_PARAMETERS,
    {.type = PTC_TYPE_MAP, .first = 6, .count = 2, .parent = 2},
    {.type = PTC_TYPE_INT, .parent = 5, .name = GREP_NAME("line")},
    {.type = PTC_TYPE_STRING, .parent = 5, .name = GREP_NAME("text")},
};
static const ptc_schema grep_n_signature = {grep_n_nodes, 0, 8};

const ptc_tool ptc_tool_grep = {
    .name = "grep",
    .description = "the lines that a regular expression matches, ignoring case",
    .signature = &grep_signature,
    .function = grep_run,
    .user = (void *)(uintptr_t)grep_lines,
};

const ptc_tool ptc_tool_grep_n = {
    .name = "grep-n",
    .description = "the same as grep, with line numbers, from 1",
    .signature = &grep_n_signature,
    .function = grep_run,
    .user = (void *)(uintptr_t)grep_numbered,
};
