/* SPDX-License-Identifier: MIT */
/*
 * Programs from text: compiled, and run at once. See <ptc/lisp.h>. The one file that
 * knows the reader and the compiler; run.c runs what it makes.
 */
#include "lisp/compile/compile_int.h"
#include "lisp/heap/memory.h"
#include "lisp/lisp_int.h"
#include "lisp/machine/machine_int.h"
#include "lisp/read/read_int.h"

enum { COMPILE_TEXT_MAX = 1000000 };

typedef struct compile_job {
    ptc_program *program;
    const ptc_source *source;
    bool is_done;
} compile_job;

static void compile_source(ptc_lisp *lisp, void *user)
{
    compile_job *job = user;
    ptc_forms forms;
    uint32_t *roots;
    uint32_t count;
    const char *why;

    lisp->pins = &job->program->pins;
    ptc_forms_init(&forms, &lisp->run_arena, job->source);
    if (!ptc_lisp_read(lisp, &forms, &roots, &count, &lisp->error))
        return;
    ptc_lisp_compile_forms(job->program, &forms, roots, count);
    /* The compiler is trusted, except in runs that look for faults. */
    if (lisp->options.collects_always && !ptc_program_verify(job->program, &why))
        ptc_lisp_raise(lisp, PTC_REASON_DAMAGED, "compiled to faulty code: %s", why);
    job->is_done = true;
}

/* An empty program with a copy of the text. */
static ptc_program *compile_new(ptc_lisp *lisp, ptc_str text)
{
    ptc_program *program = ptc_program_new(lisp, text);

    if (program == NULL)
        return NULL;
    program->explain = ptc_lisp_explain;
    program->text = ptc_str_copy(&program->arena, text);
    if (program->text.ptr != NULL)
        return program;
    ptc_program_release(program);
    return NULL;
}

static ptc_status compile_begin(ptc_lisp *lisp, const ptc_source *source,
                                ptc_program **out, ptc_lisp_error *error)
{
    if (!ptc_program_begin(lisp))
        return ptc_lisp_misuse(error, "ptc_lisp_compile",
                               "a program of the context is running; compile it before, "
                               "or in a context of its own");
    if (source->text.len > COMPILE_TEXT_MAX) {
        lisp->error.reason = PTC_REASON_PROGRAM_TOO_LARGE;
        lisp->error.message =
            PTC_STR("the program has more than 1,000,000 bytes; split it");
        return PTC_ERROR_SYNTAX;
    }
    *out = compile_new(lisp, source->text);
    lisp->program = *out;
    if (*out != NULL)
        return PTC_OK;
    if (lisp->is_refused)
        return PTC_ERROR_MEMORY;
    ptc_lisp_refuse_room(lisp);
    return PTC_ERROR_SYNTAX;
}

ptc_status ptc_lisp_compile(ptc_arena *arena, ptc_lisp *lisp, const ptc_source *source,
                            ptc_program **out, ptc_lisp_error *error)
{
    ptc_lisp_error own;
    ptc_status status;
    compile_job job;

    *out = NULL;
    if (error == NULL)
        error = &own;
    *error = ptc_lisp_error_none();
    status = compile_begin(lisp, source, out, error);
    job = (compile_job){*out, source, false};
    if (status == PTC_OK) {
        ptc_lisp_start_compiling(lisp);
        ptc_lisp_protect(lisp, compile_source, &job);
        ptc_lisp_stop_limits(lisp);
        lisp->pins = &lisp->own_pins;
        lisp->program = NULL;
        if (job.is_done)
            return PTC_OK;
        ptc_program_release(*out);
        *out = NULL;
        status = lisp->is_refused ? PTC_ERROR_MEMORY : PTC_ERROR_SYNTAX;
    }
    if (status == PTC_ERROR_SYNTAX)
        status = ptc_lisp_give_error(lisp, arena, error) == PTC_OK ? PTC_ERROR_SYNTAX
                                                                   : PTC_ERROR_MEMORY;
    if (status == PTC_ERROR_MEMORY)
        *error = ptc_lisp_error_refused();
    return status;
}

ptc_status ptc_lisp_eval(ptc_arena *arena, ptc_lisp *lisp, const ptc_source *source,
                         unsigned texts, ptc_lisp_result *out)
{
    ptc_program *program;
    ptc_lisp_error error;
    ptc_status status = ptc_lisp_compile(arena, lisp, source, &program, &error);

    if (status != PTC_OK) {
        *out = ptc_lisp_result_none();
        out->error = error;
        return status;
    }
    status = ptc_lisp_run(arena, lisp, program, texts, out);
    ptc_program_free(program);
    return status;
}
