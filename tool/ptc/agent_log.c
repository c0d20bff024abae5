/* SPDX-License-Identifier: MIT */
/* Files that `ptc agent` writes as things happen: logs of events and recordings. */
#define _POSIX_C_SOURCE 200809L
#include "tool/ptc/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool ptc_command_log_open(const ptc_cli *cli, ptc_command_log *log, const char *path)
{
    struct stat facts;

    log->path = path;
    log->file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (log->file >= 0 && fstat(log->file, &facts) == 0 &&
        (!S_ISREG(facts.st_mode) || fchmod(log->file, 0600) == 0))
        return true;
    ptc_cli_fault(cli, path, errno);
    return false;
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

bool ptc_command_log_empty(const ptc_cli *cli, const ptc_command_log *log)
{
    struct stat facts;

    if (log->path == NULL || fstat(log->file, &facts) != 0 || !S_ISREG(facts.st_mode) ||
        ftruncate(log->file, 0) == 0)
        return true;
    ptc_cli_fault(cli, log->path, errno);
    return false;
}

ptc_exit ptc_command_log_close(const ptc_cli *cli, ptc_command_log *log)
{
    if (log->path == NULL || log->file < 0)
        return PTC_EXIT_OK;
    if (close(log->file) != 0 && log->error == 0)
        log->error = errno;
    if (log->error == 0)
        return PTC_EXIT_OK;
    return ptc_cli_fault(cli, log->path, log->error);
}
