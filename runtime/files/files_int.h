/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/files: files by name, opened and read.
 *
 * files.c finds and keeps what contracts and agents name; files_beneath.c follows a path
 * within a folder; files_read.c opens and reads. A path becomes a descriptor first, and
 * every question is asked of that: nothing is looked at under a name and opened under it
 * again later.
 *
 * The room depends only on base. Nothing in it is mutually recursive.
 */
#ifndef PTC_FILES_INT_H
#define PTC_FILES_INT_H

#include <ptc/files.h>

typedef enum ptc_files_fault_kind {
    PTC_FILES_FINE,
    PTC_FILES_MISSING,
    PTC_FILES_FOLDER,  /* the path leads to a folder, */
    PTC_FILES_PIPE,    /* a pipe or socket, */
    PTC_FILES_DEVICE,  /* a device: none of them is opened */
    PTC_FILES_OUTSIDE, /* the path leads out of the root */
    PTC_FILES_LINKS,   /* links lead to links without an end */
    PTC_FILES_LARGE,
    PTC_FILES_MEMORY,
    PTC_FILES_REFUSED, /* refused by the observer */
    PTC_FILES_SYSTEM,  /* errno */
} ptc_files_fault_kind;

/* --- files.c ------------------------------------------------------------------------ */

/* Receives each file before it is read, with the path under which it was found. False: it
 * must not be read, which has been reported; the load then fails without a fault of its
 * own. A file that cannot be opened is passed as -1, and the result is ignored. */
typedef bool (*ptc_files_watch_fn)(const char *path, int file, void *user);

void ptc_files_watch(ptc_files *files, ptc_files_watch_fn watch, void *user);

/* --- files_read.c ------------------------------------------------------------------- */

/* The meaning of errno after the last system call. */
ptc_files_fault_kind ptc_files_system_fault(void);

/*
 * Opens the regular file `name` of the open folder `folder`, or with AT_FDCWD the path
 * `name`. `flags` of openat are added to those that keep a FIFO from being waited for.
 */
ptc_files_fault_kind ptc_files_open_regular(int folder, const char *name, int flags,
                                            int *out);

/*
 * Reads an open file to its end into `arena`, with PTC_PADDING readable bytes after it;
 * `limit` is less than SIZE_MAX. Folders are PTC_FILES_FOLDER, others than regular files
 * are read until the limit.
 */
ptc_files_fault_kind ptc_files_drain(int file, ptc_arena *arena, size_t limit,
                                     ptc_str *out);

/* --- files_beneath.c ---------------------------------------------------------------- */

/* The part of an absolute path without links that is beneath the root, also without
 * links; "" for the root itself, NULL: it is elsewhere. */
const char *ptc_files_below(const char *root, const char *path);

/* Opens the regular file `path`, seen from `start`, a path without links beneath the root
 * ("": the root). */
ptc_files_fault_kind ptc_files_open_beneath(const char *root, const char *start,
                                            const char *path, int *out);

#endif
