/* SPDX-License-Identifier: MIT */
/*
 * watch.c: the files that a command has read, each with its state when it was opened, so
 * that any later change is noticed, even one while the command still runs. The list also
 * has files that were looked for and not found: they change when they appear.
 *
 * Commands that watch set cli->watch; place.c adds the files that are read for them.
 */
#ifndef PTC_WATCH_H
#define PTC_WATCH_H

#include <ptc/text.h>

#include <sys/stat.h>

typedef struct ptc_watched {
    const char *path;
    struct stat facts;
    bool exists;
} ptc_watched;

typedef struct ptc_watch {
    ptc_arena *arena; /* holds the list; it knows of refused memory */
    ptc_watched *items;
    size_t count;
    size_t capacity;
} ptc_watch;

/* Notes a file; `facts` NULL: it could not be opened. A file that was noted before is
 * left unchanged. */
void ptc_watch_note(ptc_watch *watch, const char *path, const struct stat *facts);

/* Whether the file differs from what was noted: another one, or another time or size. */
bool ptc_watch_has_changed(const ptc_watched *watched);

/* Notes the present state of the files; false when nothing has changed since. */
bool ptc_watch_renew(ptc_watch *watch);

#endif
