/* SPDX-License-Identifier: MIT */
/*
 * place.c: where commands write.
 *
 * A command never writes to a file that it reads, whatever name leads there: another
 * path, a hard link, a symbolic link, the shell's redirection. No two outputs go to one
 * place. Files are replaced as a whole: new content is written to a file next to the
 * place, which is then renamed. Missing folders are created.
 *
 * All functions here that read a file note it in cli->reads. A command that rewrites its
 * inputs, like `ptcc fmt`, reads with a copy of its ptc_cli that has no such list.
 */
#ifndef PTC_PLACE_H
#define PTC_PLACE_H

#include "base/base_int.h"
#include "tool/common/cli.h"

/* --- What is read ------------------------------------------------------------------ */

/* Notes that an open file is read; `name` is for messages. False after a message: stdout
 * goes to that file, or memory was refused. */
bool ptc_place_read(const ptc_cli *cli, const char *name, int file);

/* Notes that a file was looked for and not found, or cannot be opened. */
void ptc_place_miss(const ptc_cli *cli, const char *name);

/* Notes a file that other code will open by that path: a module, the program of a model.
 * It need not exist. */
void ptc_place_read_later(const ptc_cli *cli, const char *path);

/* Whether both paths refer to one existing file. */
bool ptc_place_is_one(const char *path, const char *other);

/* --- What is written --------------------------------------------------------------- */

struct ptc_place_folder;

/* The places of a run. */
typedef struct ptc_places {
    const ptc_cli *cli;
    ptc_names taken;
    struct ptc_place_folder *folders; /* that the places are in */
    size_t folder_count;
    size_t folder_capacity;
    struct ptc_place_folder *made; /* by this run, parents first */
    size_t made_count;
    size_t made_capacity;
} ptc_places;

void ptc_places_init(ptc_places *places, const ptc_cli *cli);

/* Claims the files that stdout and stderr go to, for commands that print. */
void ptc_places_take_streams(ptc_places *places);

/* Follows symbolic links from `path`, dangling ones included, to the name to be written.
 * A path to anything but a regular file is returned unchanged: /dev/stdout may refer to a
 * pipe, which has no name. NULL with errno. */
const char *ptc_place_resolve(ptc_arena *arena, const char *path);

/* Claims the place that `path` refers to. False after a message: it is an input, is
 * already claimed, or cannot be found. Devices and pipes may be claimed any number of
 * times. */
bool ptc_places_take(ptc_places *places, const char *path);

/* Creates the missing folders of `target`. False after a message. */
bool ptc_places_make_folders(ptc_places *places, const char *target);
/* After a failure: removes the folders that this run created, if they are empty. */
void ptc_places_remove_folders(ptc_places *places);

/*
 * Removes the temporary files that killed runs have left next to the places: those that
 * belong to this user and to no living process.
 */
void ptc_places_sweep(const ptc_places *places);

/*
 * Opens a new file next to `target`, to be renamed to it; `*temporary` is its name. -1
 * with errno.
 */
int ptc_place_open_beside(ptc_arena *arena, const char *target, unsigned mode,
                          const char **temporary);

/* Returns the descriptor, or a copy above those of the standard streams: if one of these
 * is closed, printed text must not get into a file. -1 with errno. */
int ptc_place_keep_off_streams(int file);

/* Flushes an open file to the disk, where the file system can do that. False with errno.
 */
bool ptc_place_sync(int file);

#endif
