/* SPDX-License-Identifier: MIT */
/* nanopb: the library decodes, this file checks what a .proto cannot say. */
#include "compare.h"
#include "order.pb.h"

#include <pb_decode.h>
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
    if (in->has_email && !has_length(in->email, 3, 254))
        return "email: expected 3 to 254 characters";
    if ((unsigned)in->shipping > _Shipping_MAX)
        return "shipping: expected standard, express or pickup";
    if (!has_length(in->street, 1, 100))
        return "street: expected 1 to 100 characters";
    if (!has_length(in->city, 1, 60))
        return "city: expected 1 to 60 characters";
    if (!has_length(in->zip, 3, 10))
        return "zip: expected 3 to 10 characters";
    if (in->items_count < 1)
        return "items: expected 1 to 50";
    if (!(in->discount >= 0 && in->discount <= 0.5))
        return "discount: expected 0..0.5";
    if (in->has_note && !has_length(in->note, 0, 200))
        return "note: expected at most 200 characters";
    return NULL;
}

bool read_order(const char *text, size_t len, double *total, char *why, size_t room)
{
    pb_istream_t stream = pb_istream_from_buffer((const pb_byte_t *)text, len);
    static Order in;
    const char *fault;

    if (!pb_decode(&stream, Order_fields, &in)) {
        snprintf(why, room, "decode: %s", PB_GET_ERROR(&stream));
        return false;
    }
    fault = fault_of_order(&in);
    if (fault)
        snprintf(why, room, "%s", fault);
    for (pb_size_t i = 0; i < in.items_count && !fault; i++) {
        fault = fault_of_item(&in.items[i]);
        if (fault)
            snprintf(why, room, "items[%u].%s", (unsigned)i, fault);
        *total += in.items[i].count * in.items[i].price;
    }
    *total *= 1 - in.discount;
    return !fault;
}
