/* SPDX-License-Identifier: MIT */
/* Who watches the passes over contracts: PTCC_TRACE=passes of the commands. */
#ifndef PTC_BASE_PASSES_H
#define PTC_BASE_PASSES_H

#include <ptc/text.h>

/* A pass that has run, and how much it was given and made. */
typedef struct ptc_pass {
    const char *name; /* "draft" */
    ptc_str what;     /* the file or contract it was about */
    size_t in;
    const char *in_unit; /* "declarations" */
    size_t out;
    const char *out_unit; /* "nodes" */
} ptc_pass;

typedef struct ptc_pass_watch {
    void (*note)(void *user, const ptc_pass *pass);
    void *user;
} ptc_pass_watch;

/* Reports a pass to the watch, if there is one. */
PTC_INLINE void ptc_pass_note(const ptc_pass_watch *watch, ptc_pass pass)
{
    if (watch != NULL)
        watch->note(watch->user, &pass);
}

#endif
