/* SPDX-License-Identifier: MIT */
/*
 * Files that `ptc agent` writes as things happen: logs of events and recordings.
 *
 * Both hold answers of models: only their owner may read them, and neither is written
 * through a symbolic link, which another user may have made. A log replaces the old file.
 * A recording has cost money: its rows are written to TAPE.partial next to it until the
 * run has ended well, and stay there if it has not.
 */
#define _POSIX_C_SOURCE 200809L
#include "tool/common/agent.h"
#include "tool/common/place.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOG_PARTIALS_MAX = 1000 };

static ptc_exit log_refuse(const ptc_cli *cli, const char *path)
{
    return ptc_cli_fault(cli, path, errno);
}

/* --- Places ------------------------------------------------------------------------ */

/* What is at a path now. */
typedef enum log_place { LOG_FILE, LOG_DEVICE, LOG_NO_PLACE } log_place;

/* LOG_NO_PLACE after a message: it is a link to a file, or is not writable. */
static log_place log_look(const ptc_cli *cli, const char *path)
{
    struct stat facts;
    struct stat target;

    if (lstat(path, &facts) != 0)
        return LOG_FILE; /* a new one; opening it may fail */
    if (S_ISLNK(facts.st_mode)) {
        if (stat(path, &target) != 0 || S_ISREG(target.st_mode)) {
            ptc_cli_misuse(cli,
                           "%s: this is a symbolic link, which is not written "
                           "through; name the file itself",
                           path);
            return LOG_NO_PLACE;
        }
        facts = target;
    }
    if (!S_ISREG(facts.st_mode))
        return LOG_DEVICE;
    if (access(path, W_OK) == 0)
        return LOG_FILE;
    log_refuse(cli, path);
    return LOG_NO_PLACE;
}

/* --- Logs of events ---------------------------------------------------------------- */

/* Replaces the file by a new one; a reader of the old file keeps that. */
static int log_open_new(ptc_arena *arena, const char *path)
{
    const char *temporary;
    int file = ptc_place_open_beside(arena, path, 0600, &temporary);
    int error;

    if (file < 0 || rename(temporary, path) == 0)
        return file;
    error = errno;
    close(file);
    unlink(temporary);
    errno = error;
    return -1;
}

/* Opens a device, if it still is not a regular file. */
static int log_open_device(const char *path)
{
    int file = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    struct stat facts;

    if (file < 0 || (fstat(file, &facts) == 0 && !S_ISREG(facts.st_mode)))
        return file;
    close(file);
    errno = ELOOP;
    return -1;
}

static ptc_exit log_open_trace(const ptc_cli *cli, ptc_places *places,
                               ptc_command_log *log)
{
    log_place place;

    if (log->path == NULL)
        return PTC_EXIT_OK;
    place = log_look(cli, log->path);
    if (place == LOG_NO_PLACE || !ptc_places_make_folders(places, log->path))
        return PTC_EXIT_USAGE;
    log->file =
        ptc_place_keep_off_streams(place == LOG_FILE ? log_open_new(cli->arena, log->path)
                                                     : log_open_device(log->path));
    return log->file >= 0 ? PTC_EXIT_OK : log_refuse(cli, log->path);
}

/* --- Recordings -------------------------------------------------------------------- */

/* The name for waiting rows: TAPE.partial, with a number from the second on. */
static const char *log_partial_name(ptc_arena *arena, const char *path, unsigned number)
{
    ptc_text name;

    ptc_text_init(&name, arena);
    ptc_text_cstr(&name, path);
    ptc_text_cstr(&name, ".partial");
    if (number > 1) {
        ptc_text_byte(&name, '-');
        ptc_text_uint(&name, number);
    }
    if (name.failed)
        errno = ENOMEM;
    return name.failed ? NULL : name.ptr;
}

/* Opens a file for the rows. Rows of earlier runs are never overwritten. */
static int log_open_partial(ptc_arena *arena, ptc_command_log *log)
{
    int file = -1;

    errno = EEXIST;
    for (unsigned i = 1; file < 0 && errno == EEXIST && i <= LOG_PARTIALS_MAX; i++) {
        const char *name = log_partial_name(arena, log->path, i);

        if (name == NULL)
            return -1;
        file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0)
            log->partial = name;
    }
    return file;
}

static ptc_exit log_open_tape(const ptc_cli *cli, ptc_places *places,
                              ptc_command_log *log)
{
    log_place place;

    if (log->path == NULL)
        return PTC_EXIT_OK;
    place = log_look(cli, log->path);
    if (place == LOG_NO_PLACE)
        return PTC_EXIT_USAGE;
    if (place == LOG_DEVICE)
        return ptc_cli_misuse(cli,
                              "%s: a recording replaces this when the run has ended "
                              "well, so it must be a file",
                              log->path);
    if (!ptc_places_make_folders(places, log->path))
        return PTC_EXIT_USAGE;
    log->file = ptc_place_keep_off_streams(log_open_partial(cli->arena, log));
    if (log->file < 0 && errno == EEXIST)
        return ptc_cli_misuse(cli,
                              "%s: the rows of %d failed runs are next to it, in files "
                              "%s.partial and so on; remove them first",
                              log->path, (int)LOG_PARTIALS_MAX, log->path);
    if (log->file < 0)
        return log_refuse(cli, log->path);
    return ptc_places_take(places, log->partial) ? PTC_EXIT_OK : PTC_EXIT_USAGE;
}

/* Replaces the recording by the rows, or reports where they are. */
static bool log_keep_tape(const ptc_cli *cli, const ptc_command_log *log, bool is_good)
{
    if (is_good && log->error == 0) {
        if (rename(log->partial, log->path) == 0)
            return true;
        log_refuse(cli, log->path);
    }
    ptc_cli_say(cli, "%s: %s, because the %s; the rows of this run are in %s", log->path,
                access(log->path, F_OK) == 0 ? "left as it was" : "not written",
                is_good ? "recording could not be finished" : "run failed", log->partial);
    return false;
}

ptc_exit ptc_command_tape_close(const ptc_cli *cli, ptc_command_log *log, bool is_good)
{
    struct stat facts;
    ptc_exit status;
    bool is_empty;

    if (log->file < 0)
        return PTC_EXIT_OK;
    is_empty = fstat(log->file, &facts) == 0 && facts.st_size == 0;
    if (log->error == 0 && !ptc_place_sync(log->file))
        log->error = errno;
    status = ptc_command_log_close(cli, log);
    if (is_empty && !is_good)
        unlink(log->partial); /* nothing was answered */
    else if (!log_keep_tape(cli, log, is_good) && is_good)
        status = PTC_EXIT_USAGE;
    return status;
}

/* --- Both -------------------------------------------------------------------------- */

ptc_exit ptc_command_logs_open(const ptc_cli *cli, ptc_command_log *trace,
                               ptc_command_log *tape)
{
    const ptc_command_log *const logs[] = {trace, tape};
    ptc_places places;
    ptc_exit status;

    ptc_places_init(&places, cli);
    ptc_places_take_streams(&places);
    for (size_t i = 0; i < 2; i++) {
        const char *path = logs[i]->path;

        if (path != NULL && *path == '\0')
            return ptc_cli_misuse(cli, "--%s names no file",
                                  logs[i] == trace ? "trace" : "cassette");
        if (path != NULL && !ptc_places_take(&places, path))
            return PTC_EXIT_USAGE;
    }
    status = log_open_tape(cli, &places, tape);
    ptc_places_sweep(&places);
    if (status == PTC_EXIT_OK)
        status = log_open_trace(cli, &places, trace);
    if (status != PTC_EXIT_OK)
        ptc_places_remove_folders(&places);
    return status;
}

bool ptc_command_log_write(ptc_str line, void *user)
{
    ptc_command_log *log = user;

    while (line.len > 0 && log->error == 0) {
        ssize_t written = write(log->file, line.ptr, line.len);

        if (written < 0 && errno != EINTR)
            log->error = errno;
        if (written > 0)
            line = ptc_str_make(line.ptr + written, line.len - (size_t)written);
    }
    return log->error == 0;
}

bool ptc_command_log_event(ptc_str line, void *user)
{
    return ptc_command_log_write(line, user) &&
           ptc_command_log_write(PTC_STR("\n"), user);
}

ptc_exit ptc_command_log_close(const ptc_cli *cli, ptc_command_log *log)
{
    if (log->file < 0)
        return PTC_EXIT_OK;
    if (close(log->file) != 0 && log->error == 0)
        log->error = errno;
    log->file = -1;
    if (log->error == 0)
        return PTC_EXIT_OK;
    return ptc_cli_fault(cli, log->partial != NULL ? log->partial : log->path,
                         log->error);
}
