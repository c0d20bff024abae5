/* SPDX-License-Identifier: MIT */
/*
 * Internal to the library: hooks for code that runs programs on behalf of others, mainly
 * agents, while a context runs.
 */
#ifndef PTC_LISP_WATCH_H
#define PTC_LISP_WATCH_H

#include <ptc/lisp.h>

/* Members that are NULL or 0 change nothing. */
typedef struct ptc_lisp_watch {
    /* Asked whenever the clock is checked; true ends the run (timeout), and also
     * compiling. */
    bool (*is_over)(void *user);
    /*
     * Asked about the result of a good run before its definitions are kept; may replace
     * the value. A result other than NULL is the reason for refusal, in one line: the run
     * has then failed (validation_error). Refused memory shows in `arena`.
     */
    const char *(*judge)(ptc_lisp_result *result, ptc_arena *arena, void *user);
    void *user;
    size_t output_max; /* bytes of prints that are kept; a note says that there were more
                        */
} ptc_lisp_watch;

/* Borrowed until it is replaced; NULL: none. */
void ptc_lisp_set_watch(ptc_lisp *lisp, const ptc_lisp_watch *watch);

/* How programs can keep less, for messages of options.memory_limit. */
#define PTC_MEMORY_ADVICE                                                                \
    "keep ids, counts and short lists, and read large data from ctx/ again"

/* Bytes of memory after the newest run that stayed within options.memory_limit; 0: there
 * was none, or there is no limit. */
size_t ptc_lisp_memory_used(const ptc_lisp *lisp);

/* Appends the names of its largest entries with their sizes: "ids (812 bytes), n (1
 * byte)". Before the next run. */
void ptc_lisp_write_largest(ptc_text *text, const ptc_lisp *lisp);

/* The time of the next runs, instead of options.time_ms. */
void ptc_lisp_set_time(ptc_lisp *lisp, uint64_t time_ms);

#endif
