/* SPDX-License-Identifier: MIT */
/* Creates new files: all of them or none, and existing ones are not touched. Each is
 * opened with O_EXCL, so that a file, a folder or a link of that name is noticed even if
 * it appears at the last moment. See output.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/base_int.h"
#include "generator/text/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether none of the files exists; otherwise reports which do. */
static bool create_find_free(const ptcc_outputs *outputs)
{
    struct stat found;
    ptc_text names;
    size_t count = 0;

    ptc_text_init(&names, outputs->cli->arena);
    for (size_t i = 0; i < outputs->count; i++) {
        if (lstat(outputs->items[i].path, &found) != 0)
            continue;
        ptc_text_cstr(&names, count++ > 0 ? ", " : "");
        ptc_text_cstr(&names, outputs->items[i].path);
    }
    if (names.failed)
        return ptc_cli_no_memory(outputs->cli) == PTC_EXIT_OK;
    if (count > 0)
        ptc_cli_misuse(outputs->cli, "already there, and nothing is overwritten: %s",
                       names.ptr);
    return count == 0;
}

static bool create_fill(int file, const ptcc_piece *content)
{
    for (; content != NULL; content = content->next) {
        ptc_str rest = content->text;

        while (rest.len > 0) {
            ssize_t written = write(file, rest.ptr, rest.len);

            if (written < 0 && errno == EINTR)
                continue;
            if (written < 0)
                return false;
            rest = ptc_str_make(rest.ptr + written, rest.len - (size_t)written);
        }
    }
    return true;
}

/* Makes one file; a part of it that cannot be completed is removed. */
static bool create_one(const ptcc_output *output)
{
    int file = ptc_place_keep_off_streams(
        open(output->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    bool good;
    int error;

    if (file < 0)
        return false;
    good = create_fill(file, output->content);
    error = errno;
    if (close(file) != 0 && good) {
        good = false;
        error = errno;
    }
    if (!good)
        unlink(output->path);
    errno = error;
    return good;
}

ptc_exit ptcc_outputs_create(const ptcc_outputs *outputs)
{
    size_t made = 0;
    int error;

    if (outputs->failed || outputs->cli->arena->failed)
        return ptc_cli_no_memory(outputs->cli);
    if (!create_find_free(outputs))
        return PTC_EXIT_USAGE;
    while (made < outputs->count && create_one(&outputs->items[made]))
        made++;
    if (made == outputs->count)
        return PTC_EXIT_OK;
    error = errno;
    for (size_t i = 0; i < made; i++)
        unlink(outputs->items[i].path);
    return ptc_cli_fault(outputs->cli, outputs->items[made].path, error);
}
