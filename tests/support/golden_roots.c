/* SPDX-License-Identifier: MIT */
/* The roots of the golden contracts; see golden_roots.h. */
#include "golden_roots.h"

#include "absence.ptc.h"
#include "assistant.ptc.h"
#include "casts.ptc.h"
#include "defaults.ptc.h"
#include "enums.ptc.h"
#include "limits.ptc.h"
#include "money.ptc.h"
#include "order.ptc.h"
#include "records.ptc.h"
#include "scalars.ptc.h"
#include "shapes.ptc.h"
#include "shared_types.ptc.h"
#include "tool_call.ptc.h"
#include "trees.ptc.h"
#include "wide.ptc.h"

/* Every root: its type, its schema, and its node there (1 the parameters, 2 the result).
 */
#define GOLDEN_ROOTS(ROOT)                                                               \
    ROOT(scalars, scalars_schema, 1)                                                     \
    ROOT(scalars_result, scalars_schema, 2)                                              \
    ROOT(tool_call, tool_call_schema, 1)                                                 \
    ROOT(tool_call_result, tool_call_schema, 2)                                          \
    ROOT(order, order_schema, 2)                                                         \
    ROOT(records, records_schema, 2)                                                     \
    ROOT(defaults, defaults_schema, 1)                                                   \
    ROOT(enums, enums_schema, 1)                                                         \
    ROOT(enums_result, enums_schema, 2)                                                  \
    ROOT(find_result, find_schema, 2)                                                    \
    ROOT(team, team_schema, 2)                                                           \
    ROOT(flags, flags_schema, 2)                                                         \
    ROOT(limits, limits_schema, 2)                                                       \
    ROOT(chain, chain_schema, 2)                                                         \
    ROOT(tree, tree_schema, 2)                                                           \
    ROOT(payment, payment_schema, 2)                                                     \
    ROOT(lookup, lookup_schema, 1)                                                       \
    ROOT(lookup_result, lookup_schema, 2)                                                \
    ROOT(archive, archive_schema, 1)                                                     \
    ROOT(archive_result, archive_schema, 2)                                              \
    ROOT(discuss, discuss_schema, 1)                                                     \
    ROOT(discuss_result, discuss_schema, 2)                                              \
    ROOT(comment, comment_schema, 2)                                                     \
    ROOT(hop, hop_schema, 2)                                                             \
    ROOT(folder, folder_schema, 2)                                                       \
    ROOT(file, file_schema, 2)                                                           \
    ROOT(expr, expr_schema, 2)                                                           \
    ROOT(anything, anything_schema, 2)                                                   \
    ROOT(pair, pair_schema, 2)                                                           \
    ROOT(drawer, drawer_schema, 2)                                                       \
    ROOT(absence, absence_schema, 1)                                                     \
    ROOT(absence_result, absence_schema, 2)                                              \
    ROOT(human, human_schema, 2)                                                         \
    ROOT(riddle, riddle_schema, 2)                                                       \
    ROOT(walk, walk_schema, 1)                                                           \
    ROOT(walk_result, walk_schema, 2)                                                    \
    ROOT(settings, settings_schema, 2)                                                   \
    ROOT(money, money_schema, 1)                                                         \
    ROOT(money_result, money_schema, 2)                                                  \
    ROOT(price, price_schema, 2)                                                         \
    ROOT(casts, casts_schema, 1)                                                         \
    ROOT(casts_result, casts_schema, 2)

GOLDEN_ROOTS(GOLDEN_FUNCTIONS)

const golden_root golden_roots[] = {GOLDEN_ROOTS(GOLDEN_ROW)};

const size_t golden_root_count = sizeof golden_roots / sizeof golden_roots[0];

ptc_mode golden_mode(ptc_mode wanted)
{
#ifdef GOLDEN_MODE
    return (void)wanted, GOLDEN_MODE;
#else
    return wanted;
#endif
}

bool golden_copies(void)
{
#ifdef GOLDEN_COPIES
    return true;
#else
    return false;
#endif
}

const char golden_behind[4][PTC_PADDING + 1] = {
    "\"}]1,\"x\":{[ \"a\":0}],\"query\":\"x",
    "99999999999999999999999999999999",
    "}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}",
    "                                ",
};

const golden_root *golden_root_of(ptc_str name)
{
    for (size_t i = 0; i < golden_root_count; i++) {
        if (ptc_str_equal(name, ptc_str_of(golden_roots[i].name)))
            return &golden_roots[i];
    }
    return NULL;
}

bool golden_document_read(ptc_str input, golden_document *out)
{
    const char *blank = input.len > 0 ? memchr(input.ptr, ' ', input.len) : NULL;
    size_t used = blank ? (size_t)(blank - input.ptr) : 0;
    unsigned choice;

    if (blank == NULL || input.len < used + 3 || blank[2] != ' ')
        return false;
    out->root = golden_root_of(ptc_str_make(input.ptr, used));
    choice = (unsigned)(unsigned char)blank[1] - '0';
    out->options = (ptc_parse_options){.struct_size = sizeof out->options,
                                       .mode = (ptc_mode)(choice & 3),
                                       .direction = choice & 4 ? PTC_OUTPUT : PTC_INPUT,
                                       .max_depth = choice & 32 ? 3 : 0};
    out->behind = golden_behind[choice >> 3 & 3];
    out->text = ptc_str_make(blank + 3, input.len - used - 3);
    return out->root != NULL;
}
