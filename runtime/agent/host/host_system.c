/* SPDX-License-Identifier: MIT */
/* Time, waiting and chance: the system's, or those of the host's options. */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "agent/host/host_int.h"
#include "base/base_int.h"

#include <time.h>

enum {
    SYSTEM_NAP_MS = 50, /* between two checks of the cancel flag */
};

uint64_t ptc_host_clock(const ptc_host *host)
{
    if (host->options.clock_ns != NULL)
        return host->options.clock_ns(host->options.user);
    return ptc_system_clock(false);
}

int64_t ptc_host_wall_clock(const ptc_host *host)
{
    if (host->options.wall_clock_ms != NULL)
        return host->options.wall_clock_ms(host->options.user);
    return (int64_t)(ptc_system_clock(true) / 1000000u);
}

static void system_sleep(uint64_t ms)
{
    struct timespec time = {(time_t)(ms / 1000u), (long)(ms % 1000u) * 1000000L};

    nanosleep(&time, NULL);
}

bool ptc_host_sleep(const ptc_host *host, uint64_t ms, const ptc_cancel *cancel)
{
    if (host->options.sleep != NULL) {
        host->options.sleep(ms, host->options.user);
        return !ptc_cancel_is_set(cancel);
    }
    while (ms > 0 && !ptc_cancel_is_set(cancel)) {
        uint64_t nap = cancel != NULL && ms > SYSTEM_NAP_MS ? SYSTEM_NAP_MS : ms;

        system_sleep(nap);
        ms -= nap;
    }
    return !ptc_cancel_is_set(cancel);
}

uint64_t ptc_host_random(const ptc_host *host)
{
    if (host->options.random != NULL)
        return host->options.random(host->options.user);
    return ptc_system_random();
}

void ptc_host_make_id(const ptc_host *host, char *out, size_t count)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < count; i++) {
        uint64_t number = ptc_host_random(host);

        for (unsigned at = 0; at < 8; at++)
            *out++ = digits[number >> (4 * at) & 15u];
    }
    *out = '\0';
}
