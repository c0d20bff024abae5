/* SPDX-License-Identifier: MIT */
/* Names of the answers in <ptc/status.h>, and the version of the library. */
#include <ptc/status.h>
#include <ptc/version.h>

const char *ptc_status_name(ptc_status status)
{
    switch (status) {
    case PTC_OK:
        return "ok";
    case PTC_ERROR_INVALID:
        return "invalid";
    case PTC_ERROR_SYNTAX:
        return "syntax";
    case PTC_ERROR_ENCODING:
        return "encoding";
    case PTC_ERROR_RANGE:
        return "range";
    case PTC_ERROR_DUPLICATE:
        return "duplicate";
    case PTC_ERROR_DEPTH:
        return "depth";
    case PTC_ERROR_MEMORY:
        return "memory";
    case PTC_ERROR_ARGUMENT:
        return "argument";
    }
    return "unknown";
}

const char *ptc_version(void)
{
    return PTC_VERSION_TEXT;
}
