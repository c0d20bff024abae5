/* SPDX-License-Identifier: MIT */
/* A weather tool: each argument is a call of forecast, as a model writes it. */
#include "weather.ptc.h"

#include <stdio.h>
#include <string.h>

static void answer(const forecast *call)
{
    int days = call->has.days ? (int)call->days : 3;
    bool is_metric = !call->has.units || call->units == FORECAST_UNITS_METRIC;

    printf("%.*s, %d days, in %s\n", (int)call->place.len, call->place.ptr, days,
           is_metric ? "Celsius" : "Fahrenheit");
}

/* The text is no call of forecast: says why. */
static void reject(ptc_arena *arena, const char *text)
{
    ptc_report report;
    ptc_json_error unreadable;
    ptc_text reasons;

    ptc_report_init(&report, arena);
    forecast_explain(arena, text, strlen(text), NULL, &report, &unreadable);
    if (report.errors_found == 0) {
        printf("rejected: byte %zu: %s\n", unreadable.offset, unreadable.message);
        return;
    }
    ptc_text_init(&reasons, arena);
    ptc_report_write_errors(&reasons, &report, "rejected:");
    printf("%.*s", (int)reasons.len, reasons.len ? reasons.ptr : "");
}

int main(int argc, char **argv)
{
    int status = 0;

    for (int i = 1; i < argc; i++) {
        ptc_arena arena;
        forecast call;

        ptc_arena_init(&arena, NULL, 1 << 20);
        if (forecast_parse(&arena, argv[i], strlen(argv[i]), NULL, &call, NULL) ==
            PTC_OK) {
            answer(&call);
        } else {
            reject(&arena, argv[i]);
            status = 1;
        }
        ptc_arena_free(&arena);
    }
    return status;
}
