/* SPDX-License-Identifier: MIT */
/* Files that were read, and whether they have changed since. See watch.h. */
#define _POSIX_C_SOURCE 200809L
#include "tool/common/watch.h"
#include "base/base_int.h"

static bool watch_is_same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* The change time is that of the file system: writers cannot set it back. */
static bool watch_is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mode == b->st_mode && watch_is_same_time(a->st_mtim, b->st_mtim) &&
           watch_is_same_time(a->st_ctim, b->st_ctim);
}

void ptc_watch_note(ptc_watch *watch, const char *path, const struct stat *facts)
{
    ptc_watched *added;

    for (size_t i = 0; i < watch->count; i++) {
        if (strcmp(watch->items[i].path, path) == 0)
            return;
    }
    added = PTC_ARENA_PUSH(watch->arena, watch->items, watch->count, watch->capacity);
    if (added == NULL)
        return;
    memset(added, 0, sizeof *added);
    added->path = ptc_str_copy(watch->arena, ptc_str_of(path)).ptr;
    added->exists = facts != NULL || stat(path, &added->facts) == 0;
    if (facts != NULL)
        added->facts = *facts;
    if (added->path == NULL)
        watch->count--; /* the arena knows that it was refused memory */
}

bool ptc_watch_has_changed(const ptc_watched *watched)
{
    struct stat facts;
    bool exists = stat(watched->path, &facts) == 0;

    return exists != watched->exists ||
           (exists && !watch_is_same(&facts, &watched->facts));
}

bool ptc_watch_renew(ptc_watch *watch)
{
    bool has_changed = false;

    for (size_t i = 0; i < watch->count; i++) {
        ptc_watched *watched = &watch->items[i];

        has_changed = ptc_watch_has_changed(watched) || has_changed;
        watched->exists = stat(watched->path, &watched->facts) == 0;
    }
    return has_changed;
}
