/* SPDX-License-Identifier: MIT */
/* Structs into runs and out of them, for emitted agents of all kinds. */
#include "agent/agent_int.h"
#include "agent/program/program_int.h"

ptc_status ptc_gen_run_start(const char *function, const ptc_gen_type *type,
                             uint32_t node, const void *in,
                             const ptc_agent_options *given, ptc_arena *arena,
                             ptc_value *context, ptc_agent_options *options)
{
    ptc_status status = PTC_OK;

    if (!ptc_run_take_options(function, given, options))
        return PTC_ERROR_ARGUMENT;
    if (in != NULL)
        status = ptc_gen_to_value(type, node, arena, in, context);
    options->context = in != NULL ? context : NULL;
    options->from = NULL;
    return status == PTC_OK || status == PTC_ERROR_MEMORY ? status : PTC_ERROR_ARGUMENT;
}

ptc_status ptc_gen_run_take(const ptc_gen_type *type, uint32_t node, const ptc_step *step,
                            ptc_arena *arena, void *out, size_t size)
{
    ptc_report report;
    ptc_status status;

    memset(out, 0, size);
    ptc_report_init(&report, arena);
    status = ptc_gen_from_value(type, node, PTC_OUTPUT, arena, &step->result, NULL, out,
                                &report);
    return status == PTC_ERROR_INVALID ? PTC_ERROR_ARGUMENT : status;
}
