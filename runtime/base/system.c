/* SPDX-License-Identifier: MIT */
/* The system's clocks and randomness, for hosts that have no others. */
#define _DEFAULT_SOURCE /* clock_gettime, getentropy */
#include "base/base_int.h"

#include <time.h>
#include <unistd.h>

uint64_t ptc_system_clock(bool is_wall)
{
    struct timespec now = {0, 0};

#ifdef CLOCK_MONOTONIC
    clock_gettime(is_wall ? CLOCK_REALTIME : CLOCK_MONOTONIC, &now);
#else
    (void)is_wall;
    timespec_get(&now, TIME_UTC);
#endif
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t ptc_system_random(void)
{
    uint64_t number = 0;

    if (getentropy(&number, sizeof number) != 0) /* never, on systems that have it */
        number = ptc_system_clock(false) * UINT64_C(0x9E3779B97F4A7C15) ^
                 (uint64_t)(uintptr_t)&number;
    return number;
}
