/* SPDX-License-Identifier: MIT */
/*
 * Two tools, each with its own contract file. Both files include shop.sig, so an order is
 * one struct in C: one tool finds it, and the other ships it.
 */
#include "orders.ptc.h"
#include "parcels.ptc.h"

#include <stdio.h>
#include <string.h>

/* The function of the contract find_order. */
static find_order_result look_up(const find_order *call)
{
    static ptc_str items[] = {{"desk lamp", 9}, {"bulb", 4}};
    find_order_result found = {.has_value =
                                   ptc_str_equal(call->customer, PTC_STR("Ann"))};

    if (found.has_value)
        found.value = (order){.id = 7,
                              .customer = call->customer,
                              .to = {PTC_STR("Elm 4"), PTC_STR("Rome")},
                              .items = {items, 2}};
    return found;
}

/* The function of the contract ship. */
static ship_result send_off(const ship *call)
{
    bool is_express = call->has.express && call->express;

    return (ship_result){is_express ? PTC_STR("X-1") : PTC_STR("P-1"), call->what.to};
}

static int run(ptc_arena *arena, const char *text)
{
    find_order_result found;
    find_order call;
    ship_result sent;
    ship next = {.express = false};
    ptc_text out;

    if (find_order_parse(arena, text, strlen(text), NULL, &call, NULL) != PTC_OK)
        return 1;
    found = look_up(&call);
    if (!found.has_value) {
        puts("no such order");
        return 0;
    }
    next.what = found.value;
    sent = send_off(&next);
    ptc_text_init(&out, arena);
    if (order_to_json(&out, &next.what) != PTC_OK)
        return 1;
    ptc_text_byte(&out, '\n');
    if (ship_result_to_json(&out, &sent) != PTC_OK)
        return 1;
    puts(out.ptr);
    return 0;
}

int main(int argc, char **argv)
{
    ptc_arena arena;
    int status;

    ptc_arena_init(&arena, NULL, 1 << 20);
    status = run(&arena, argc > 1 ? argv[1] : "{\"customer\": \"Ann\"}");
    ptc_arena_free(&arena);
    return status;
}
