/* SPDX-License-Identifier: MIT */
/* The functions that inventory.h declares. */
#include "inventory.h"

#include <stdio.h>

static int64_t resets;

long add(long a, int16_t b)
{
    return a + b;
}

const char *inventory_greet(const char *name, const char *title, const char *mark)
{
    static char text[64];

    if (*name == '\0')
        return NULL;
    snprintf(text, sizeof text, "hello %s%s%s", title ? title : "", name, mark);
    return text;
}

const char *inventory_label(int8_t number)
{
    return number == 0 ? NULL : number > 0 ? "more" : "less";
}

uint64_t inventory_spread(uint32_t factor, uint64_t wide)
{
    return factor * wide;
}

double inventory_half(float number, bool up)
{
    return (double)number / 2 + (up ? 0.5 : 0);
}

void inventory_reset(void)
{
    resets++;
}

int64_t inventory_resets(void)
{
    return resets;
}

ptc_value inventory_echo(ptc_value what, ptc_datetime when)
{
    (void)when;
    return what;
}

ptc_value inventory_same(ptc_value what)
{
    return what;
}

ptc_datetime inventory_later(ptc_datetime when)
{
    when.seconds += 60;
    when.text.len = 0;
    return when;
}

ptc_str inventory_join(ptc_str a, ptc_str b)
{
    return a.len > b.len ? a : b;
}

int64_t inventory_sum(const int64_t *numbers, size_t count)
{
    int64_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}
