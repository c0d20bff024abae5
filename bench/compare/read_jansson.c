/* SPDX-License-Identifier: MIT */
/* jansson: the library parses, this file takes the tree apart and checks it. */
#include "compare.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct item {
    const char *sku;
    int count;
    double price;
} item;

typedef struct order {
    const char *customer, *email, *street, *city, *zip, *note; /* NULL: not given */
    int shipping;                                              /* an index of choices */
    item items[50];
    size_t item_count;
    bool gift;
    double discount;
} order;

typedef struct fault {
    char *text;
    size_t room;
} fault;

static const char *const choices[] = {"standard", "express", "pickup"};

static bool refuse(fault *why, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why->text, why->room, format, arguments);
    va_end(arguments);
    return false;
}

/* The member, with `found` false where it is absent or null. */
static json_t *member(const json_t *object, const char *key, bool *found)
{
    json_t *value = json_object_get(object, key);

    *found = value && !json_is_null(value);
    return value;
}

static bool read_text(const json_t *object, const char *key, size_t least, size_t most,
                      bool is_required, const char **out, fault *why)
{
    size_t characters = 0;
    bool found;
    const json_t *value = member(object, key, &found);

    *out = NULL;
    if (!found)
        return !is_required || refuse(why, "%s: is missing", key);
    if (!json_is_string(value))
        return refuse(why, "%s: expected a string", key);
    *out = json_string_value(value);
    for (const char *at = *out; *at; at++)
        characters += (*at & 0xc0) != 0x80;
    if (characters < least || characters > most)
        return refuse(why, "%s: expected %zu to %zu characters, got %zu", key, least,
                      most, characters);
    return true;
}

static bool read_number(const json_t *object, const char *key, double least, double most,
                        bool is_required, double *out, fault *why)
{
    bool found;
    const json_t *value = member(object, key, &found);

    if (!found)
        return !is_required || refuse(why, "%s: is missing", key);
    if (!json_is_number(value))
        return refuse(why, "%s: expected a number", key);
    *out = json_number_value(value);
    if (!(*out >= least && *out <= most))
        return refuse(why, "%s: expected %g..%g, got %g", key, least, most, *out);
    return true;
}

static bool read_shipping(const json_t *object, int *out, fault *why)
{
    const char *text;

    if (!read_text(object, "shipping", 1, 20, true, &text, why))
        return false;
    for (*out = 0; *out < 3; ++*out)
        if (strcmp(text, choices[*out]) == 0)
            return true;
    return refuse(why, "shipping: expected standard, express or pickup, got %s", text);
}

static bool read_item(const json_t *value, size_t index, item *out, fault *why)
{
    char text[400];
    fault inner = {text, sizeof text};
    double count = 0;

    if (!json_is_object(value))
        return refuse(why, "items[%zu]: expected an object", index);
    if (!read_text(value, "sku", 1, 32, true, &out->sku, &inner) ||
        !read_number(value, "count", 1, 99, true, &count, &inner) ||
        !read_number(value, "price", 0.01, 100000, true, &out->price, &inner))
        return refuse(why, "items[%zu].%s", index, text);
    out->count = (int)count;
    if (out->count != count)
        return refuse(why, "items[%zu].count: expected an integer, got %g", index, count);
    return true;
}

static bool read_items(const json_t *object, order *out, fault *why)
{
    const json_t *list = json_object_get(object, "items");
    const json_t *value;
    size_t index;

    if (!json_is_array(list))
        return refuse(why, "items: expected a list");
    out->item_count = json_array_size(list);
    if (out->item_count < 1 || out->item_count > 50)
        return refuse(why, "items: expected 1 to 50, got %zu", out->item_count);
    json_array_foreach(list, index, value)
    {
        if (!read_item(value, index, &out->items[index], why))
            return false;
    }
    return true;
}

static bool read_gift(const json_t *object, bool *out, fault *why)
{
    bool found;
    const json_t *value = member(object, "gift", &found);

    if (found && !json_is_boolean(value))
        return refuse(why, "gift: expected true or false");
    *out = json_is_true(value);
    return true;
}

static bool read_members(const json_t *tree, order *out, fault *why)
{
    if (!json_is_object(tree))
        return refuse(why, "expected an object");
    return read_text(tree, "customer", 1, 80, true, &out->customer, why) &&
           read_text(tree, "email", 3, 254, false, &out->email, why) &&
           read_shipping(tree, &out->shipping, why) &&
           read_text(tree, "street", 1, 100, true, &out->street, why) &&
           read_text(tree, "city", 1, 60, true, &out->city, why) &&
           read_text(tree, "zip", 3, 10, true, &out->zip, why) &&
           read_items(tree, out, why) && read_gift(tree, &out->gift, why) &&
           read_number(tree, "discount", 0, 0.5, false, &out->discount, why) &&
           read_text(tree, "note", 0, 200, false, &out->note, why);
}

bool read_order(const char *text, size_t len, double *total, char *why, size_t room)
{
    json_error_t error;
    json_t *tree = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
    order in = {.discount = 0};
    bool done;

    if (!tree) {
        snprintf(why, room, "decode: line %d: %s", error.line, error.text);
        return false;
    }
    done = read_members(tree, &in, &(fault){why, room});
    for (size_t i = 0; i < in.item_count && done; i++)
        *total += in.items[i].count * in.items[i].price;
    *total *= 1 - in.discount;
    json_decref(tree);
    return done;
}
