/* SPDX-License-Identifier: MIT */
/*
 * <ptc/status.h> - what a call may return.
 *
 * Functions that can fail return a ptc_status; zero is success. Bad data is an answer,
 * not an exception: details go to the report, diagnostics or error struct that the caller
 * passed, and nothing is left half done.
 *
 * A parameter for an error, a `why`, a report or diagnostics may be NULL, for callers who
 * need only the status. A parameter for the result of the call may not.
 */
#ifndef PTC_STATUS_H
#define PTC_STATUS_H

#include <ptc/config.h>

PTC_BEGIN

/* How a call ended. Each function documents which of these it returns, and why. */
typedef enum ptc_status {
    PTC_OK = 0,         /* done */
    PTC_ERROR_INVALID,  /* the value does not satisfy the schema, and the report says why;
                           or the program, or the run, failed */
    PTC_ERROR_SYNTAX,   /* the text does not follow its grammar */
    PTC_ERROR_ENCODING, /* the text is not valid UTF-8 */
    PTC_ERROR_RANGE,    /* a number that neither int64 nor a finite double can hold; or a
                         * limit was exceeded */
    PTC_ERROR_DUPLICATE, /* a key appears twice in one map, a member twice in one set */
    PTC_ERROR_DEPTH,     /* nested deeper than the limit of the call */
    PTC_ERROR_MEMORY,    /* the arena's cap was reached or its allocator refused */
    PTC_ERROR_ARGUMENT,  /* the caller broke a stated precondition */
} ptc_status;

/* The constant's name in lower case without prefix: "ok", "invalid", "syntax", ... */
PTC_API const char *ptc_status_name(ptc_status status);

PTC_END

#endif
