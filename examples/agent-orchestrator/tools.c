/* SPDX-License-Identifier: MIT */
/* The function of search_orders in shop.sig. Arguments and results are checked. */
#include "tools.h"

#include <ptc/json.h>

static const char ann[] =
    "[{\"id\": 7, \"total\": 20.5, \"note\": \"gift wrap\", \"_card\": \"4242\"},"
    " {\"id\": 9, \"total\": 4.5, \"note\": \"it came broken, please call today\","
    " \"_card\": \"4343\"}]";

static ptc_status search_orders(ptc_tool_call *call, void *user)
{
    ptc_str customer = ptc_value_as_text(ptc_value_get(&call->arguments, "customer"), "");

    (void)user;
    if (!ptc_str_equal(customer, PTC_STR("Ann"))) {
        call->message = "there is no such customer";
        return PTC_ERROR_INVALID;
    }
    return ptc_json_read(call->arena, ann, sizeof ann - 1, NULL, &call->result, NULL,
                         NULL);
}

static const ptc_tool tools[] = {
    {.name = "shop_search_orders", .function = search_orders}};

const ptc_tool_table ptc_tools = {PTC_TOOL_TABLE_VERSION, tools, 1};
