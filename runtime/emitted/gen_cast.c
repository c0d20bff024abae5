/* SPDX-License-Identifier: MIT */
/*
 * Moments and members of enums with the wider casts of Brimley: values that neither have
 * the type nor become it by the usual conversions are checked by the walker in place, so
 * that there is one set of casts. [brimley 4]
 */
#include "emitted/emitted_int.h"

ptc_cursor ptc_gen_cast_datetime(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                                 uint32_t node, ptc_datetime *out)
{
    ptc_cursor after = ptc_gen_datetime(gen, p, out);

    if (after != NULL || !ptc_gen_try_again(gen))
        return after;
    return ptc_gen_walked_value(gen, p, type, node, out);
}

ptc_cursor ptc_gen_cast_enum(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                             uint32_t node, unsigned *member)
{
    uint64_t place = 0; /* as wide as any enum */
    ptc_cursor after;
    ptc_value value;

    after = ptc_gen_read_member(gen, p, &value);
    if (after == NULL || ptc_gen_member(&type->nodes[node], &value, member))
        return after;
    after = ptc_gen_walked_value(gen, p, type, node, &place);
    *member = (unsigned)ptc_gen_load_enum(&place, type->layout[node].size);
    return after;
}
