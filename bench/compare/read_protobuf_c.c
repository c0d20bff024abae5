/* SPDX-License-Identifier: MIT */
/* protobuf-c: the library decodes, this file checks what a .proto cannot say. */
#include "compare.h"
#include "order.pb-c.h"

#include <stdio.h>

static bool has_length(const char *text, size_t least, size_t most)
{
    size_t characters = 0;

    for (; *text; text++)
        characters += (*text & 0xc0) != 0x80;
    return characters >= least && characters <= most;
}

static const char *fault_of_item(const Item *item)
{
    if (!has_length(item->sku, 1, 32))
        return "sku: expected 1 to 32 characters";
    if (item->count < 1 || item->count > 99)
        return "count: expected 1..99";
    if (!(item->price >= 0.01 && item->price <= 100000))
        return "price: expected 0.01..100000";
    return NULL;
}

static const char *fault_of_order(const Order *in)
{
    if (!has_length(in->customer, 1, 80))
        return "customer: expected 1 to 80 characters";
    if (in->email && !has_length(in->email, 3, 254))
        return "email: expected 3 to 254 characters";
    if ((unsigned)in->shipping > SHIPPING__SHIPPING_PICKUP)
        return "shipping: expected standard, express or pickup";
    if (!has_length(in->street, 1, 100))
        return "street: expected 1 to 100 characters";
    if (!has_length(in->city, 1, 60))
        return "city: expected 1 to 60 characters";
    if (!has_length(in->zip, 3, 10))
        return "zip: expected 3 to 10 characters";
    if (in->n_items < 1 || in->n_items > 50)
        return "items: expected 1 to 50";
    if (!(in->discount >= 0 && in->discount <= 0.5))
        return "discount: expected 0..0.5";
    if (in->note && !has_length(in->note, 0, 200))
        return "note: expected at most 200 characters";
    return NULL;
}

bool read_order(const char *text, size_t len, double *total, char *why, size_t room)
{
    Order *in = order__unpack(NULL, len, (const uint8_t *)text);
    const char *fault;

    if (!in) {
        snprintf(why, room, "decode: no reason given");
        return false;
    }
    fault = fault_of_order(in);
    if (fault)
        snprintf(why, room, "%s", fault);
    for (size_t i = 0; i < in->n_items && !fault; i++) {
        fault = fault_of_item(in->items[i]);
        if (fault)
            snprintf(why, room, "items[%zu].%s", i, fault);
        *total += in->items[i]->count * in->items[i]->price;
    }
    *total *= 1 - in->discount;
    order__free_unpacked(in, NULL);
    return !fault;
}
