/* SPDX-License-Identifier: MIT */
/*
 * A path followed within a folder. Each part of it is opened in the folder that was
 * opened before, links are read and followed here and not by the system, and `..` goes
 * back to the folder that the way came through. So a concurrent change of the tree can at
 * no moment lead the path out of it.
 *
 * Linux can do the same by openat2(RESOLVE_BENEATH); this works on every POSIX system,
 * and takes links with absolute names that lead into the root as well.
 */
#if defined(__linux__)
#define _GNU_SOURCE /* O_PATH */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "files/files_int.h"

#if defined(__unix__) || defined(__APPLE__)

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BENEATH_FOLDERS_MAX = 64, /* one under the other, all of them open */
    BENEATH_LINKS_MAX = 40,
    BENEATH_PATH_MAX = 8192, /* bytes of a path with the links in it replaced */
};

/* A folder need not be listable. */
#if defined(O_PATH)
#define BENEATH_FOLDER O_PATH
#elif defined(O_SEARCH)
#define BENEATH_FOLDER O_SEARCH
#else
#define BENEATH_FOLDER O_RDONLY
#endif

typedef struct beneath_walk {
    const char *root;
    int folders[BENEATH_FOLDERS_MAX]; /* that the way came through; the first is the root
                                       */
    size_t depth;
    unsigned links;
    char rest[BENEATH_PATH_MAX]; /* what is still to be followed */
    char name[BENEATH_PATH_MAX]; /* its first part, once that is taken */
} beneath_walk;

static int beneath_here(const beneath_walk *walk)
{
    return walk->folders[walk->depth - 1];
}

static void beneath_climb(beneath_walk *walk, size_t depth)
{
    while (walk->depth > depth)
        close(walk->folders[--walk->depth]);
}

const char *ptc_files_below(const char *root, const char *path)
{
    size_t len = strlen(root);

    if (strcmp(root, "/") == 0)
        return path + strspn(path, "/");
    if (strncmp(path, root, len) != 0 || (path[len] != '/' && path[len] != '\0'))
        return NULL;
    return path + len + strspn(path + len, "/");
}

/* Puts `front`, seen from here, before what is still to be followed. */
static ptc_files_fault_kind beneath_put(beneath_walk *walk, const char *front)
{
    size_t len = strlen(front);
    size_t rest = strlen(walk->rest);

    if (front[0] == '/') {
        front = ptc_files_below(walk->root, front);
        if (front == NULL)
            return PTC_FILES_OUTSIDE;
        beneath_climb(walk, 1);
        len = strlen(front);
    }
    if (len + rest + 2 > sizeof walk->rest) {
        errno = ENAMETOOLONG;
        return PTC_FILES_SYSTEM;
    }
    memmove(walk->rest + len + (rest > 0), walk->rest, rest + 1);
    memcpy(walk->rest, front, len);
    if (rest > 0)
        walk->rest[len] = '/';
    return PTC_FILES_FINE;
}

/* Takes the first part of the rest; false: there is none. */
static bool beneath_take(beneath_walk *walk)
{
    const char *from = walk->rest + strspn(walk->rest, "/");
    size_t len = strcspn(from, "/");

    memcpy(walk->name, from, len);
    walk->name[len] = '\0';
    memmove(walk->rest, from + len, strlen(from + len) + 1);
    return len > 0;
}

static ptc_files_fault_kind beneath_follow(beneath_walk *walk)
{
    char target[BENEATH_PATH_MAX];
    ssize_t len;

    if (++walk->links > BENEATH_LINKS_MAX)
        return PTC_FILES_LINKS;
    len = readlinkat(beneath_here(walk), walk->name, target, sizeof target);
    if (len < 0)
        return ptc_files_system_fault();
    if ((size_t)len == sizeof target) {
        errno = ENAMETOOLONG;
        return PTC_FILES_SYSTEM;
    }
    target[len] = '\0';
    return beneath_put(walk, target);
}

static ptc_files_fault_kind beneath_enter(beneath_walk *walk)
{
    int flags = BENEATH_FOLDER | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int folder;

    if (walk->depth == BENEATH_FOLDERS_MAX) {
        errno = ENAMETOOLONG;
        return PTC_FILES_SYSTEM;
    }
    folder = openat(beneath_here(walk), walk->name, flags);
    if (folder < 0)
        return ptc_files_system_fault();
    walk->folders[walk->depth++] = folder;
    return PTC_FILES_FINE;
}

/* Goes on by the part that was taken, which is none of `.` and `..`. */
static ptc_files_fault_kind beneath_step(beneath_walk *walk, int *out)
{
    struct stat facts;

    if (fstatat(beneath_here(walk), walk->name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
        return ptc_files_system_fault();
    if (S_ISLNK(facts.st_mode))
        return beneath_follow(walk);
    if (S_ISDIR(facts.st_mode))
        return beneath_enter(walk);
    if (walk->rest[0] != '\0')
        return PTC_FILES_MISSING; /* a file is not a folder */
    return ptc_files_open_regular(beneath_here(walk), walk->name, O_NOFOLLOW, out);
}

static ptc_files_fault_kind beneath_walk_all(beneath_walk *walk, int *out)
{
    ptc_files_fault_kind fault = PTC_FILES_FINE;

    while (fault == PTC_FILES_FINE && *out < 0) {
        if (!beneath_take(walk))
            return PTC_FILES_FOLDER;
        if (strcmp(walk->name, ".") == 0)
            continue;
        if (strcmp(walk->name, "..") != 0)
            fault = beneath_step(walk, out);
        else if (walk->depth == 1)
            fault = PTC_FILES_OUTSIDE;
        else
            beneath_climb(walk, walk->depth - 1);
    }
    return fault;
}

/* The root is a path without links: if there is one in it already, someone else put it
 * there. */
static ptc_files_fault_kind beneath_begin(beneath_walk *walk)
{
    int flags = BENEATH_FOLDER | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

    walk->folders[0] = open(walk->root, flags);
    if (walk->folders[0] < 0)
        return ptc_files_system_fault();
    walk->depth = 1;
    return PTC_FILES_FINE;
}

ptc_files_fault_kind ptc_files_open_beneath(const char *root, const char *start,
                                            const char *path, int *out)
{
    beneath_walk walk = {.root = root, .rest = ""};
    ptc_files_fault_kind fault = beneath_begin(&walk);
    int error;

    *out = -1;
    if (fault == PTC_FILES_FINE)
        fault = beneath_put(&walk, path);
    if (fault == PTC_FILES_FINE && path[0] != '/')
        fault = beneath_put(&walk, start);
    if (fault == PTC_FILES_FINE)
        fault = beneath_walk_all(&walk, out);
    error = errno;
    beneath_climb(&walk, 0);
    errno = error;
    return fault;
}

#endif
