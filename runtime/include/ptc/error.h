/* SPDX-License-Identifier: MIT */
/*
 * <ptc/error.h> - what went wrong, in one line: the common view of every error of the
 * library, whatever other details it has.
 *
 *     ptc_error_write(&text, &error);     // "tools.sig:3:7: unknown type: strng"
 *
 * Functions that report one fault fill a ptc_error. Those that find many faults, or
 * report more details, fill their own structs; each has a function for this view, whose
 * name ends in _view. docs/errors.md lists them all. Texts live in the arena of the call
 * that failed, or are constant.
 */
#ifndef PTC_ERROR_H
#define PTC_ERROR_H

#include <ptc/text.h>

PTC_BEGIN

/* What went wrong, where, and its code. */
typedef struct ptc_error {
    ptc_str message; /* one line for a person or a model; empty: there is no error */
    ptc_str path;    /* where: "items[0].id" in data, "tools.sig:3:7" or "3:7" in a text,
                        or empty */
    ptc_str code;    /* a stable name for the kind of fault: "bound", "sig-unknown-type",
                      * or empty. It ends in NUL, like the other two */
} ptc_error;

/* Makes an error of three texts, which live elsewhere; an empty view becomes "". */
PTC_INLINE ptc_error ptc_error_make(ptc_str message, ptc_str path, ptc_str code)
{
    ptc_error error;

    error.message = message.ptr != NULL ? message : ptc_str_of("");
    error.path = path.ptr != NULL ? path : ptc_str_of("");
    error.code = code.ptr != NULL ? code : ptc_str_of("");
    return error;
}

/* No error: three empty texts. */
PTC_INLINE ptc_error ptc_error_none(void)
{
    return ptc_error_make(ptc_str_of(""), ptc_str_of(""), ptc_str_of(""));
}

/* Appends "PATH: MESSAGE", or the message alone. */
PTC_API void ptc_error_write(ptc_text *text, const ptc_error *error);

PTC_END

#endif
