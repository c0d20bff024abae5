/* SPDX-License-Identifier: MIT */
/*
 * place.c: where commands write. A file that a command reads is no place to write to, by
 * whatever name: another one, a hard link, a symbolic link, the shell's redirection. No
 * two outputs go to one place. Files are replaced whole: what is new is written beside
 * the place and renamed.
 *
 * What is read is noted by all that reads files here (cli->reads); a command that
 * rewrites what it reads, as `ptcc fmt` does, reads by a copy of its ptc_cli without that
 * list.
 */
#ifndef PTC_PLACE_H
#define PTC_PLACE_H

#include "base/base_int.h"
#include "tool/common/cli.h"

/* --- What is read ------------------------------------------------------------------ */

/* Notes that the open file is read; `name` is for messages. False after one: stdout goes
 * to that file, or memory was refused. */
bool ptc_place_read(const ptc_cli *cli, const char *name, int file);

/* Notes a file that others will open by that path: a module, the program of a model. It
 * need not be there. */
void ptc_place_read_later(const ptc_cli *cli, const char *path);

/* Whether both paths lead to one file that is there, by whatever names. */
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
} ptc_places;

void ptc_places_init(ptc_places *places, const ptc_cli *cli);

/* Takes the files that stdout and stderr go to, for commands that print. */
void ptc_places_take_streams(ptc_places *places);

/*
 * Follows symbolic links from `path`, dangling ones too, to the name that is to be
 * written. What is no file is left as it is: /dev/stdout may lead to a pipe that has no
 * name. NULL with errno.
 */
const char *ptc_place_resolve(ptc_arena *arena, const char *path);

/* Takes the place that `path` leads to. False after a message: it is read, taken, or
 * cannot be found. Devices and pipes may be taken any number of times. */
bool ptc_places_take(ptc_places *places, const char *path);

/*
 * Removes what killed runs have left beside the places: temporary files of theirs that
 * belong to this user and to no living process.
 */
void ptc_places_sweep(const ptc_places *places);

/*
 * Opens a new file beside `target`, to be renamed to it; its name is put in `*temporary`.
 * -1 with errno.
 */
int ptc_place_open_beside(ptc_arena *arena, const char *target, unsigned mode,
                          const char **temporary);

/* The same descriptor, or one above those of the standard streams: where one of these is
 * closed, what is printed must not get into a file. -1 with errno. */
int ptc_place_keep_off_streams(int file);

/* Brings the content of an open file to the disk, where the file system can do that.
 * False with errno. */
bool ptc_place_sync(int file);

#endif
