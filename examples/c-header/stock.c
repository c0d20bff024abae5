/* SPDX-License-Identifier: MIT */
/* The functions themselves, which do not know about ptcc. */
#include "stock.h"

#include <string.h>

static struct {
    const char *name;
    const char *shelf;
    size_t count;
} things[] = {{"lamp", "A3", 12}, {"desk", NULL, 2}};

enum { THINGS = sizeof things / sizeof things[0] };

static size_t find(const char *name)
{
    size_t i = 0;

    while (i < THINGS && strcmp(things[i].name, name) != 0)
        i++;
    return i;
}

size_t stock_count(const char *name)
{
    size_t i = find(name);

    return i < THINGS ? things[i].count : 0;
}

bool stock_take(const char *name, int number)
{
    size_t i = find(name);

    if (i == THINGS || things[i].count < (size_t)number)
        return false;
    things[i].count -= (size_t)number;
    return true;
}

const char *stock_shelf(const char *name)
{
    size_t i = find(name);

    return i < THINGS ? things[i].shelf : NULL;
}

void stock_clear(void)
{
    for (size_t i = 0; i < THINGS; i++)
        things[i].count = 0;
}
