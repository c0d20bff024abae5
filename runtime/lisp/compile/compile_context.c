/* SPDX-License-Identifier: MIT */
/*
 * Names of the context that are unknown when a program is compiled. [ptc-lisp 9.1] Known
 * names are looked up when it runs.
 */
#include "lisp/compile/compiler.h"
#include "lisp/host/host_int.h"

enum { CONTEXT_WARNINGS_MAX = 8 }; /* of a program */

/* One warning per name: messages begin with it. */
static bool context_has_warned(const ptc_program *program, ptc_str name)
{
    for (size_t i = 0; i < program->warning_count; i++) {
        const char *message = program->warnings[i].message.ptr;

        if (strncmp(message, name.ptr, name.len) == 0 && message[name.len] == ' ')
            return true;
    }
    return program->warning_count >= CONTEXT_WARNINGS_MAX;
}

static void compile_context_warn(ptc_compiler *c, uint32_t offset, ptc_str message)
{
    ptc_program *program = c->program;
    ptc_source source = {{NULL, 0}, program->text};
    ptc_position place;
    ptc_lisp_error *warning;
    ptc_str copy;

    place = ptc_position_from(program->start, ptc_source_position(&source, offset));
    copy = ptc_str_copy(&program->arena, message);
    warning = PTC_ARENA_PUSH(&program->arena, program->warnings, program->warning_count,
                             program->warning_capacity);
    if (copy.ptr == NULL || warning == NULL)
        ptc_compile_memory(c);
    *warning = (ptc_lisp_error){.reason = PTC_REASON_UNBOUND_VAR,
                                .message = copy,
                                .line = place.line,
                                .column = place.column,
                                .offset = offset};
}

void ptc_compile_check_context(ptc_compiler *c, uint32_t form, const ptc_value *key)
{
    ptc_unknown_names mode = c->lisp->options.unknown_names;
    ptc_name_parts parts;
    uint32_t offset;
    ptc_text text;

    if (mode == PTC_UNKNOWN_NAMES_NIL || ptc_lisp_context_knows(c->lisp, key) ||
        context_has_warned(c->program, ptc_form_at(c, form)->text))
        return;
    offset = ptc_form_at(c, form)->span.start;
    parts = ptc_compile_parts(c, form);
    ptc_text_init(&text, c->scratch);
    ptc_lisp_context_unknown(c->lisp, &text, parts.space, parts.name);
    if (text.failed)
        ptc_compile_memory(c);
    if (mode == PTC_UNKNOWN_NAMES_REFUSE)
        ptc_lisp_raise_at(c->lisp, offset, PTC_REASON_UNBOUND_VAR, "%s", text.ptr);
    compile_context_warn(c, offset, ptc_text_view(&text));
}
