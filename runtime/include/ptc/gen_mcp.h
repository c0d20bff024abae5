/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_mcp.h> - what emitted servers use beyond <ptc/mcp.h>; only for them. [mcp 1]
 */
#ifndef PTC_GEN_MCP_H
#define PTC_GEN_MCP_H

#include <ptc/mcp.h>

PTC_BEGIN

/* The outcomes of a call. Each function stores one in the call and returns PTC_OK, or
 * PTC_ERROR_MEMORY if that was `status`. */

/* The arguments were refused with `status`: `why` is the text of X_read. */
PTC_API ptc_status ptc_gen_mcp_refuse(ptc_mcp_call *call, ptc_status status, ptc_str why);

/* The function failed with `status`: call->tool.message says why. */
PTC_API ptc_status ptc_gen_mcp_fail(ptc_mcp_call *call, ptc_status status);

/* The result is in call->tool.result: `status` is that of X_to_value, or of X_validate,
 * which filled `report`. */
PTC_API ptc_status ptc_gen_mcp_give(ptc_mcp_call *call, ptc_status status,
                                    const ptc_report *report);

/* How values of the call are checked: like its arguments, with the registered types and
 * decoders of the host. */
PTC_API ptc_walk_options ptc_gen_mcp_walking(const ptc_mcp_call *call,
                                             ptc_direction direction);

/* The result is a map or list, as compact JSON in the arena of the call; its contract has
 * no condition that a struct does not guarantee, and hides nothing. */
PTC_API ptc_status ptc_gen_mcp_give_json(ptc_mcp_call *call, const ptc_text *json);

/* --- Code mode ---------------------------------------------------------------------- */

/* What a program may call, and how its result is returned. Constant data: that of the row
 * run_program. */
typedef struct ptc_mcp_program {
    const ptc_tool *const *tools; /* by name */
    /* What (doc "tool") says for each tool: a call and the signature, one line each, then
     * the description. NULL: programs only see names and descriptions. */
    const char *const *docs;
    /* For each tool the milliseconds that a call may take, 0: as long as the program.
     * NULL: 0 for all. */
    const uint64_t *times_ms;
    size_t tool_count;  /* of all three */
    bool is_structured; /* else slim */
    size_t sessions;    /* that keep memory at the same time, unless the options say; 0:
                         * there is no argument `session` */
    /* Registered types that the tools' signatures name, besides those of the host. */
    const ptc_validator *validators;
    size_t validator_count;                  /* of them */
    const struct ptc_mcp_program_info *info; /* NULL: there is none yet */
} ptc_mcp_program;

/* The function of the row run_program; links PTC-Lisp. call->row->data is a
 * ptc_mcp_program. [mcp 6] */
PTC_API ptc_status ptc_mcp_run_program(ptc_mcp_call *call);

PTC_END

#endif
