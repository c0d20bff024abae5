/* SPDX-License-Identifier: MIT */
/* Shared by call.c and work.c: calls that wait or run, and the memory of running ones.
 * [mcp 5] */
#ifndef PTC_MCP_CALL_H
#define PTC_MCP_CALL_H

#include "mcp/mcp_int.h"

enum { PTC_MCP_SMALL = 8192 }; /* for a line that has only the id of a call */

struct ptc_mcp_slot {
    ptc_mcp_slot *next;
    ptc_mcp_address to; /* its id is below */
    const ptc_mcp_tool *row;
    ptc_str arguments;
    ptc_str token;
    uint64_t since_ms; /* when it began to wait, or to run */
    uint64_t time_ms;  /* that it may run */
    ptc_cancel cancel;
    ptc_cancel part;      /* the flag of a part of it: see ptc_mcp_begin_part */
    uint64_t part_end_ms; /* when that is late; UINT64_MAX: none runs */
    bool is_over;         /* nothing more is sent for it */
    size_t capacity;
    char bytes[];
};

struct ptc_mcp_worker {
    ptc_mcp_worker *next;
    ptc_arena arena; /* of the call */
    ptc_arena lines; /* of what is sent for it */
};

/* Frees a slot that no longer holds a call; small ones are kept. Under the lock. */
void ptc_mcp_spare_slot(ptc_mcp_session *session, ptc_mcp_slot *slot);

/* "Internal error", in the caller's memory. */
ptc_str ptc_mcp_internal_error(const ptc_mcp_address *to, char memory[PTC_MCP_SMALL]);

/* Appends the line "NAME: no answer within N ms". */
void ptc_mcp_write_late(ptc_text *text, const ptc_mcp_slot *slot);

#endif
