/* SPDX-License-Identifier: MIT */
/*
 * What a program gives its host: lines of output, and its end. [ptc-lisp 9.1, 9.2, 18]
 */
#include "lisp/heap/data.h"
#include "lisp/heap/watch.h"
#include "lisp/language/builtins.h"

enum {
    HOST_LINE_CHARS = 2000, /* of one println */
    HOST_LINE_BYTES = 4 * HOST_LINE_CHARS,
    HOST_NOTE_BYTES = 64, /* room for what host_cut_output writes */
};

/* The line that exceeds the limit is replaced by a note and is the last one. */
static void host_cut_output(ptc_lisp *lisp, size_t start)
{
    size_t most = lisp->watch != NULL ? lisp->watch->output_max : 0;

    if (most == 0 || lisp->output.len <= most)
        return;
    lisp->output.len = start;
    if (start > 0 && lisp->output.ptr[start - 1] != '\n')
        ptc_text_byte(&lisp->output, '\n');
    ptc_text_cstr(&lisp->output, "... (more was printed, and is left out)\n");
    lisp->is_output_cut = true;
}

/* The arguments, cut to a line. */
static void host_write_line(ptc_lisp *lisp, ptc_text *line, const ptc_value *args,
                            uint32_t count, ptc_print_style style)
{
    for (uint32_t i = 0; i < count && line->len < HOST_LINE_BYTES; i++) {
        if (i > 0)
            ptc_text_byte(line, ' ');
        ptc_lisp_print_line(lisp, line, &args[i], style, HOST_LINE_BYTES);
    }
    if (line->len > HOST_LINE_CHARS) {
        size_t kept = ptc_utf8_prefix(line->ptr, line->len, HOST_LINE_CHARS);
        bool is_cut = kept < line->len;

        line->len = kept;
        if (is_cut)
            ptc_text_cstr(line, "...");
    }
}

/* Appends the arguments, and `end`. The text of all prints grows outside the run's arena,
 * so that no older copy of it stays there. */
static ptc_value host_print(ptc_lisp *lisp, const ptc_value *args, uint32_t count,
                            ptc_print_style style, const char *end)
{
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    ptc_text *output = &lisp->output;
    size_t start = output->len;
    ptc_text line;

    if (lisp->is_output_cut)
        return ptc_value_nil();
    ptc_text_init(&line, &lisp->run_arena);
    host_write_line(lisp, &line, args, count, style);
    ptc_text_cstr(&line, end);
    if (line.failed || !ptc_lisp_grow_output(lisp, line.len + HOST_NOTE_BYTES))
        ptc_lisp_memory_error(lisp);
    ptc_text_str(output, ptc_text_view(&line));
    ptc_arena_rewind(&lisp->run_arena, mark);
    host_cut_output(lisp, start);
    return ptc_value_nil();
}

ptc_value ptc_core_println(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    (void)callee;
    return host_print(lisp, args, count, PTC_PRINT_RAW, "\n");
}

ptc_value ptc_core_print(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    (void)callee;
    return host_print(lisp, args, count, PTC_PRINT_RAW, "");
}

ptc_value ptc_core_prn(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    (void)callee;
    return host_print(lisp, args, count, PTC_PRINT_READABLE, "\n");
}

ptc_value ptc_core_pr(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                      uint32_t count)
{
    (void)callee;
    return host_print(lisp, args, count, PTC_PRINT_READABLE, "");
}

ptc_value ptc_core_newline(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    (void)callee;
    return host_print(lisp, args, count, PTC_PRINT_RAW, "\n");
}

ptc_value ptc_core_flush(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    (void)lisp, (void)callee, (void)args, (void)count;
    return ptc_value_nil();
}

ptc_value ptc_core_return(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    (void)callee, (void)count;
    ptc_lisp_leave(lisp, args[0], true);
}

ptc_value ptc_core_fail(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    (void)callee, (void)count;
    ptc_lisp_leave(lisp, args[0], false);
}

#define PTC_BUILTIN_HOST PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
