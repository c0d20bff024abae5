/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_compiled.h> - what emitted compiled agents use beyond <ptc/gen.h> and
 * <ptc/gen_lisp.h>: runs that take and fill structs. It links no model.
 */
#ifndef PTC_GEN_COMPILED_H
#define PTC_GEN_COMPILED_H

#include <ptc/compiled.h>
#include <ptc/gen.h>
#include <ptc/gen_lisp.h>
#include <ptc/tool.h>

PTC_BEGIN

/* The types of a compiled agent's parameters and result. */
typedef struct ptc_gen_compiled {
    const ptc_compiled *compiled; /* what is run */
    const ptc_gen_type *type;     /* the tables of its types */
    uint32_t in;                  /* the node of the parameters */
    uint32_t out;                 /* of the result */
} ptc_gen_compiled;

/*
 * Runs it with the struct at `in` (NULL: it has no parameters) as its context. When the
 * run succeeds, the result is stored in the struct at `out` of `size` bytes, and what it
 * points to in `arena`. Statuses are those of ptc_compiled_run. PTC_ERROR_ARGUMENT also
 * means that the struct at `in` cannot be a value (`*step` is NULL), or that the result
 * does not fit the struct at `out`, which happens only in modes that let faults pass.
 * options->context and options->from are not used.
 */
PTC_API ptc_status ptc_gen_compiled_run(ptc_arena *arena, const ptc_gen_compiled *run,
                                        const void *in, const ptc_agent_options *options,
                                        void *out, size_t size, const ptc_step **step);

PTC_END

#endif
