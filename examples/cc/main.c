/* SPDX-License-Identifier: MIT */
/* A weather tool: each argument is a call of forecast, as a model writes it. */
#include "weather.ptc.h"

#include <stdio.h>
#include <string.h>

static void answer(const forecast *call)
{
    int days = call->has.days ? (int)call->days : 3;
    bool is_metric = !call->has.units || call->units == FORECAST_UNITS_METRIC;

    printf(PTC_FMT ", %d days, in %s\n", PTC_ARG(call->place), days,
           is_metric ? "Celsius" : "Fahrenheit");
}

int main(int argc, char **argv)
{
    int status = 0;

    for (int i = 1; i < argc; i++) {
        ptc_arena arena;
        forecast call;
        ptc_str why;

        ptc_arena_init(&arena, NULL, 1 << 20);
        if (forecast_read(&arena, argv[i], strlen(argv[i]), NULL, &call, &why) ==
            PTC_OK) {
            answer(&call);
        } else {
            printf("%s", why.ptr); /* a model reads this and tries again */
            status = 1;
        }
        ptc_arena_free(&arena);
    }
    return status;
}
