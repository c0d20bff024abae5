/* SPDX-License-Identifier: MIT */
/* The functions of mcp.sig. [docs/performance.md] */
#include "mcp.ptc.h"

#include <string.h>

static const item stock_of_shop[] = {{1, PTC_STR_INIT("lamp")},
                                     {2, PTC_STR_INIT("chair")},
                                     {3, PTC_STR_INIT("desk lamp")},
                                     {4, PTC_STR_INIT("table")}};

enum { ITEMS = sizeof stock_of_shop / sizeof *stock_of_shop };

static bool shop_contains(ptc_str text, ptc_str part)
{
    for (size_t i = 0; i + part.len <= text.len; i++) {
        if (memcmp(text.ptr + i, part.ptr, part.len) == 0)
            return true;
    }
    return false;
}

ptc_status search_call(const search *in, search_result *out, ptc_tool_call *call)
{
    const int64_t limit = in->has.limit ? in->limit : 10;

    out->items.items = ptc_arena_array(call->arena, ITEMS, sizeof(item));
    if (out->items.items == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < ITEMS && out->count < limit; i++) {
        if (shop_contains(stock_of_shop[i].title, in->query))
            out->items.items[out->count++] = stock_of_shop[i];
    }
    out->items.count = (size_t)out->count;
    return PTC_OK;
}

ptc_status stock_call(const stock *in, stock_result *out, ptc_tool_call *call)
{
    if (in->id < 1 || in->id > ITEMS) {
        call->message = "there is no such item";
        return PTC_ERROR_INVALID;
    }
    *out = (stock_result){in->id, 10 * in->id, 9.5 * (double)in->id};
    return PTC_OK;
}

ptc_status total_call(const total *in, total_result *out, ptc_tool_call *call)
{
    double sum = 0;

    (void)call;
    for (size_t i = 0; i < in->orders.count; i++) {
        if (ptc_str_equal(in->orders.items[i].status, PTC_STR("paid")))
            sum += in->orders.items[i].total;
    }
    *out = sum;
    return PTC_OK;
}

ptc_status order_call(const order *in, order_result *out, ptc_tool_call *call)
{
    (void)call;
    *out = (order_result){7, in->id, in->count};
    return PTC_OK;
}

ptc_status titles_call(titles_result *out, ptc_tool_call *call)
{
    out->items = ptc_arena_array(call->arena, ITEMS, sizeof(ptc_str));
    if (out->items == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < ITEMS; i++)
        out->items[i] = stock_of_shop[i].title;
    out->count = ITEMS;
    return PTC_OK;
}
