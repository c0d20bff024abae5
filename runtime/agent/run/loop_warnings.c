/* SPDX-License-Identifier: MIT */
/* Faults that were accepted: for the trace, and those of programs also for the model.
 * [subagent 4.3, ptc-lisp 9.1] */
#include "agent/run/loop_int.h"
#include "agent/run/reply.h"

/* " (line 1, column 2)", in the block that the model wrote. */
static void warnings_write_place(ptc_text *text, const ptc_reply *reply,
                                 const ptc_lisp_error *error)
{
    size_t line = error->line;
    uint32_t block;

    ptc_text_cstr(text, " (");
    if (ptc_reply_place(reply, error->line, &block, &line) && reply->block_count > 1) {
        ptc_text_cstr(text, "block ");
        ptc_text_uint(text, block + 1);
        ptc_text_cstr(text, ", ");
    }
    ptc_text_cstr(text, "line ");
    ptc_text_uint(text, line);
    ptc_text_cstr(text, ", column ");
    ptc_text_uint(text, error->column);
    ptc_text_byte(text, ')');
}

ptc_str ptc_loop_take_warnings(ptc_run *run, const ptc_reply *reply,
                               const ptc_program *program)
{
    const ptc_lisp_error *warning;
    ptc_text lines;
    ptc_text text;

    ptc_text_init(&lines, &run->scratch);
    for (size_t i = 0; (warning = ptc_program_warning(program, i)) != NULL; i++) {
        ptc_text_cstr(&lines, i > 0 ? "\n" : "");
        ptc_text_str(&lines, warning->message);
        warnings_write_place(&lines, reply, warning);
    }
    if (lines.len == 0)
        return PTC_STR("");
    ptc_text_init(&text, &run->scratch);
    ptc_text_cstr(&text, "Program warnings:\n");
    ptc_text_str(&text, ptc_text_view(&lines));
    ptc_run_warn(run, ptc_text_view(&text));
    return ptc_text_view(&lines);
}
