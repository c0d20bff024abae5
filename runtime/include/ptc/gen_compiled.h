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
 * Runs it with the struct at `in` (NULL: it has no parameters) as its context; when the
 * run is good, the result is stored at `out`, `size` bytes, as texts in `arena`. Statuses
 * are those of ptc_compiled_run, and PTC_ERROR_ARGUMENT for a struct that no value is and
 * for a result that no struct holds, which only modes that let faults pass give; `*step`
 * is NULL in the first case. options->context and options->from are not used.
 */
PTC_API ptc_status ptc_gen_compiled_run(ptc_arena *arena, const ptc_gen_compiled *run,
                                        const void *in, const ptc_agent_options *options,
                                        void *out, size_t size, const ptc_step **step);

PTC_END

#endif
