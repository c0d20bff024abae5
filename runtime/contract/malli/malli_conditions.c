/* SPDX-License-Identifier: MIT */
/*
 * Heads and properties of what only JSON Schema says: `:json/..`. [validation 11.2]
 */
#include "contract/malli/malli_int.h"

static void malli_read_flags(ptc_malli_reader *reader, const ptc_malli_call *call,
                             const ptc_malli_properties *properties)
{
    if (ptc_malli_flag(reader, properties->values[PTC_MALLI_OPEN], "json/open"))
        ptc_malli_node(reader, call->node)->flags |= PTC_NODE_OPEN;
    if (ptc_malli_flag(reader, properties->values[PTC_MALLI_OTHERS], "json/others"))
        ptc_malli_node(reader, call->node)->flags |= PTC_NODE_OTHERS;
}

/* [:vector T], and what only JSON Schema says. */
void ptc_malli_read_condition(ptc_malli_reader *reader, const ptc_malli_call *call,
                              const ptc_malli_properties *properties)
{
    ptc_malli_read_children(reader, call, properties);
    malli_read_flags(reader, call, properties);
    if (call->head->type == PTC_TYPE_CONTAINS && properties->values[PTC_MALLI_MIN] == 0)
        ptc_malli_node(reader, call->node)->interval.low = ptc_value_int(1);
}

void ptc_malli_read_multiple(ptc_malli_reader *reader, const ptc_malli_call *call,
                             const ptc_malli_properties *properties)
{
    ptc_value *divisor = ptc_arena_array(reader->draft->arena, 1, sizeof *divisor);

    ptc_malli_node(reader, call->node)->type = call->head->type;
    malli_read_flags(reader, call, properties);
    if (divisor == NULL)
        return;
    *divisor =
        ptc_malli_number(reader, call->first, PTC_DIAG_MALLI_SYNTAX, "the divisor");
    ptc_malli_node(reader, call->node)->members = divisor;
    ptc_malli_node(reader, call->node)->member_count = 1;
    if (divisor->kind == PTC_INT ? divisor->as.integer <= 0
                                 : divisor->kind == PTC_FLOAT && divisor->as.number <= 0)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_SYNTAX, call->first,
                    "the divisor must be above 0, found %s",
                    ptc_malli_quote(reader, call->first));
}
