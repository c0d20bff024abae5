/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_mcp.h> - what emitted servers use beyond <ptc/mcp.h>; for them alone. [mcp 1]
 */
#ifndef PTC_GEN_MCP_H
#define PTC_GEN_MCP_H

#include <ptc/mcp.h>

PTC_BEGIN

/* What came of a call. Each leaves it in the call and returns PTC_OK, or PTC_ERROR_MEMORY
 * as it was given. */

/* The arguments were refused with `status`: `why` is what X_read said. */
PTC_API ptc_status ptc_gen_mcp_refuse(ptc_mcp_call *call, ptc_status status, ptc_str why);

/* The function failed with `status`: call->tool.message says why. */
PTC_API ptc_status ptc_gen_mcp_fail(ptc_mcp_call *call, ptc_status status);

/* The result is in call->tool.result: `status` is that of X_to_value, or of X_validate,
 * which filled `report`. */
PTC_API ptc_status ptc_gen_mcp_give(ptc_mcp_call *call, ptc_status status,
                                    const ptc_report *report);

/* How values of the call are judged: as its arguments are parsed, by the registered types
 * and decoders that the host brings. */
PTC_API ptc_walk_options ptc_gen_mcp_walking(const ptc_mcp_call *call,
                                             ptc_direction direction);

/* The result is a map or list, as compact JSON in the arena of the call; its contract
 * asks for nothing that a struct has not, and hides nothing. */
PTC_API ptc_status ptc_gen_mcp_give_json(ptc_mcp_call *call, const ptc_text *json);

/* --- Code mode ---------------------------------------------------------------------- */

/* What a program may call, and how its result is told. Constant data: that of the row
 * run_program. */
typedef struct ptc_mcp_program {
    const ptc_tool *const *tools; /* by name */
    /* Of each tool what (doc "tool") says: a call and the signature, a line each, then
     * what describes it. NULL: programs are told names and descriptions alone. */
    const char *const *docs;
    /* Of each tool the milliseconds that a call may take, 0: as long as the program.
     * NULL: 0 for all. */
    const uint64_t *times_ms;
    size_t tool_count;  /* of all three */
    bool is_structured; /* else slim */
    size_t sessions; /* that keep memory at a time, unless the options say; 0: there is no
                        argument `session` */
    /* Registered types that signatures of the tools name, besides those of the host. */
    const ptc_validator *validators;
    size_t validator_count;                  /* of them */
    const struct ptc_mcp_program_info *info; /* NULL: there is none yet */
} ptc_mcp_program;

/* The function of the row run_program; links PTC-Lisp. call->row->data is a
 * ptc_mcp_program. [mcp 6] */
PTC_API ptc_status ptc_mcp_run_program(ptc_mcp_call *call);

PTC_END

#endif
