/* SPDX-License-Identifier: MIT */
/* Opening and reading of files, by descriptors. */
#define _POSIX_C_SOURCE 200809L
#include "files/files_int.h"

#include <ptc/json.h>

#if defined(__unix__) || defined(__APPLE__)

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

ptc_files_fault_kind ptc_files_system_fault(void)
{
    switch (errno) {
    case ENOENT:
    case ENOTDIR:
        return PTC_FILES_MISSING;
    case ELOOP:
        return PTC_FILES_LINKS;
    case ENOMEM:
        return PTC_FILES_MEMORY;
    default:
        return PTC_FILES_SYSTEM;
    }
}

/* A file by its kind, `mode` of struct stat: PTC_FILES_FINE for a regular one. */
static ptc_files_fault_kind read_kind(unsigned mode)
{
    if (S_ISREG(mode))
        return PTC_FILES_FINE;
    if (S_ISDIR(mode))
        return PTC_FILES_FOLDER;
    return S_ISFIFO(mode) || S_ISSOCK(mode) ? PTC_FILES_PIPE : PTC_FILES_DEVICE;
}

/* The look before spares devices being opened, which some of them notice; what counts is
 * the look at what was opened. */
ptc_files_fault_kind ptc_files_open_regular(int folder, const char *name, int flags,
                                            int *out)
{
    ptc_files_fault_kind fault = PTC_FILES_FINE;
    struct stat facts;
    int file;

    if (fstatat(folder, name, &facts, flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0) != 0)
        return ptc_files_system_fault();
    fault = read_kind(facts.st_mode);
    if (fault != PTC_FILES_FINE)
        return fault;
    file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags);
    if (file < 0)
        return ptc_files_system_fault();
    fault =
        fstat(file, &facts) == 0 ? read_kind(facts.st_mode) : ptc_files_system_fault();
    if (fault != PTC_FILES_FINE)
        close(file);
    else
        *out = file;
    return fault;
}

/* Fills `room`, or less of it at the end of the file; -1: errno. */
static ssize_t read_part(int file, char *room, size_t size)
{
    size_t filled = 0;

    while (filled < size) {
        ssize_t got = read(file, room + filled, size - filled);

        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            return -1;
        filled += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)filled;
}

/* Reads `file` to its end, stopping one byte past the limit. */
static ptc_files_fault_kind read_whole(int file, ptc_text *text, size_t size_hint,
                                       size_t limit)
{
    size_t step = size_hint + 1;

    for (;;) {
        char *room = ptc_text_extend(text, step);
        ssize_t got;

        if (room == NULL)
            return PTC_FILES_MEMORY;
        got = read_part(file, room, step);
        if (got < 0)
            return ptc_files_system_fault();
        text->len -= step - (size_t)got;
        if (text->len > limit)
            return PTC_FILES_LARGE;
        if ((size_t)got < step)
            return PTC_FILES_FINE;
        step = text->len < 4096 ? 4096 : text->len;
        if (step > limit + 1 - text->len)
            step = limit + 1 - text->len;
    }
}

ptc_files_fault_kind ptc_files_drain(int file, ptc_arena *arena, size_t limit,
                                     ptc_str *out)
{
    ptc_files_fault_kind fault;
    struct stat facts;
    size_t hint = 4095;
    ptc_text text;

    if (fstat(file, &facts) != 0)
        return ptc_files_system_fault();
    if (S_ISDIR(facts.st_mode))
        return PTC_FILES_FOLDER;
    if (S_ISREG(facts.st_mode)) {
        if (facts.st_size > 0 && (uintmax_t)facts.st_size > limit)
            return PTC_FILES_LARGE;
        hint = (size_t)facts.st_size;
    }
    ptc_text_init(&text, arena);
    fault = read_whole(file, &text, hint, limit);
    if (fault != PTC_FILES_FINE)
        return fault;
    if (ptc_text_extend(&text, PTC_PADDING) == NULL)
        return PTC_FILES_MEMORY;
    memset(text.ptr + text.len - PTC_PADDING, 0, PTC_PADDING);
    *out = ptc_str_make(text.ptr, text.len - PTC_PADDING);
    return PTC_FILES_FINE;
}

#endif
