/* SPDX-License-Identifier: MIT */
/*
 * What MemorySanitizer of clang 14 does not know the C library to write: the results of
 * stat and its kin, including those that nftw hands to its visitor. Linked with
 * --wrap, under the names that files of 64 bits give them.
 */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <sanitizer/msan_interface.h>
#include <sys/stat.h>

int __real_stat64(const char *path, struct stat *facts);
int __real_fstat64(int file, struct stat *facts);
int __real_lstat64(const char *path, struct stat *facts);
typedef int (*unpoison_visit)(const char *path, const struct stat *facts, int type,
                              struct FTW *place);

int __real_nftw64(const char *folder, unpoison_visit visit, int files, int flags);
int __wrap_nftw64(const char *folder, unpoison_visit visit, int files, int flags);
int __wrap_stat64(const char *path, struct stat *facts);
int __wrap_fstat64(int file, struct stat *facts);
int __wrap_lstat64(const char *path, struct stat *facts);

static unpoison_visit unpoison_visitor;

static int written(int status, struct stat *facts)
{
    if (status == 0)
        __msan_unpoison(facts, sizeof *facts);
    return status;
}

int __wrap_stat64(const char *path, struct stat *facts)
{
    return written(__real_stat64(path, facts), facts);
}

int __wrap_fstat64(int file, struct stat *facts)
{
    return written(__real_fstat64(file, facts), facts);
}

int __wrap_lstat64(const char *path, struct stat *facts)
{
    return written(__real_lstat64(path, facts), facts);
}

/* Called by the C library, which does not say that the arguments are written. */
__attribute__((no_sanitize("memory"))) static int
visit_written(const char *path, const struct stat *facts, int type, struct FTW *place)
{
    __msan_unpoison_string(path);
    __msan_unpoison(facts, sizeof *facts);
    __msan_unpoison(place, sizeof *place);
    return unpoison_visitor(path, facts, type, place);
}

int __wrap_nftw64(const char *folder, unpoison_visit visit, int files, int flags)
{
    unpoison_visitor = visit;
    return __real_nftw64(folder, visit_written, files, flags);
}
