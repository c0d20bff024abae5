/* SPDX-License-Identifier: MIT */
/* escape: characters of a string replaced by their values in a map or function.
 * [ptc-lisp 11.7] */
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

enum { ESCAPE_PIECES = 8 }; /* initial room */

/* Unchanged parts and replacements, in turn. Each code point is looked up, so that \r\n
 * is two. A SAFEPOINT for each. */
ptc_value ptc_core_escape(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value *pieces;
    ptc_caller caller;
    size_t done = 0;
    size_t at = 0;

    ptc_text_check(lisp, callee, args, count, 1);
    pieces = ptc_lisp_reserve(lisp, 1);
    caller = ptc_caller_make(lisp, &args[1], 1, NULL);
    ptc_build_start(lisp, pieces, ESCAPE_PIECES, 0);
    while (at < args[0].aux) {
        uint32_t c;
        size_t end = at + ptc_utf8_decode(args[0].as.text + at, args[0].aux - at, &c);
        ptc_value character = ptc_text_part(lisp, &args[0], at, end);
        ptc_value other = ptc_caller_one(lisp, &caller, &character);

        if (ptc_is_truthy(other)) {
            if (at > done)
                ptc_build_push(lisp, pieces, ptc_text_part(lisp, &args[0], done, at));
            ptc_build_push(lisp, pieces, other);
            done = end;
        }
        at = end;
    }
    if (pieces->aux == 0)
        return args[0];
    ptc_build_push(lisp, pieces, ptc_text_part(lisp, &args[0], done, args[0].aux));
    return ptc_text_join(lisp, PTC_STR(""), pieces->as.items, pieces->aux);
}
