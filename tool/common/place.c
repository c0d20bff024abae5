/* SPDX-License-Identifier: MIT */
/* A file is identified by its device and number; the place of one that may not exist yet
 * by its folder and its name there. See place.h. [build-and-packaging 1.6] */
#define _POSIX_C_SOURCE 200809L
#include "tool/common/place.h"
#include "tool/common/watch.h"

#include <ptc/number.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLACE_LINKS_MAX = 40, PLACE_TRIES_MAX = 1000 };

static const char place_is_read[] = "this file is an input; write to another one";

/* --- Identity ---------------------------------------------------------------------- */

/* Bytes that no other file has; ptr NULL and empty when memory was refused. */
static ptc_str place_identity(ptc_arena *arena, const struct stat *facts)
{
    char bytes[sizeof facts->st_dev + sizeof facts->st_ino];
    char *copy;

    memcpy(bytes, &facts->st_dev, sizeof facts->st_dev);
    memcpy(bytes + sizeof facts->st_dev, &facts->st_ino, sizeof facts->st_ino);
    copy = ptc_arena_copy(arena, bytes, sizeof bytes);
    return ptc_str_make(copy, copy != NULL ? sizeof bytes : 0);
}

static bool place_is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The name of a file in its folder. */
static const char *place_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* The identity of a folder, and a path in it. */
static ptc_str place_in_folder(ptc_arena *arena, const struct stat *folder, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_str(&text, place_identity(arena, folder));
    ptc_text_str(&text, name);
    return ptc_text_view(&text);
}

/* --- What is read ------------------------------------------------------------------ */

static bool place_note(const ptc_cli *cli, const struct stat *facts)
{
    ptc_str identity;

    if (cli->reads == NULL || !S_ISREG(facts->st_mode))
        return true;
    identity = place_identity(cli->reads->arena, facts);
    return identity.ptr != NULL && ptc_names_add(cli->reads, identity, 0) != NULL;
}

/* Printed text would be read again, or the file was emptied when the shell opened it. If
 * stdout was closed, the file itself may have got its number. */
static bool place_is_stdout(int file, const struct stat *facts)
{
    struct stat out;

    return file != STDOUT_FILENO && S_ISREG(facts->st_mode) &&
           fstat(STDOUT_FILENO, &out) == 0 && place_is_same(facts, &out);
}

bool ptc_place_read(const ptc_cli *cli, const char *name, int file)
{
    struct stat facts;

    if (fstat(file, &facts) != 0)
        return true; /* reading it fails, with a message */
    if (cli->watch != NULL)
        ptc_watch_note(cli->watch, name, &facts);
    if (place_is_stdout(file, &facts)) {
        ptc_cli_say_of(cli, name, "%s", place_is_read);
        return false;
    }
    if (!place_note(cli, &facts)) {
        ptc_cli_no_memory(cli);
        return false;
    }
    return true;
}

void ptc_place_miss(const ptc_cli *cli, const char *name)
{
    if (cli->watch != NULL)
        ptc_watch_note(cli->watch, name, NULL);
}

void ptc_place_read_later(const ptc_cli *cli, const char *path)
{
    struct stat facts;

    ptc_place_miss(cli, path);
    if (stat(path, &facts) == 0)
        (void)place_note(cli, &facts); /* the arena knows that it was refused memory */
}

bool ptc_place_is_one(const char *path, const char *other)
{
    struct stat facts;
    struct stat others;

    return stat(path, &facts) == 0 && stat(other, &others) == 0 &&
           place_is_same(&facts, &others);
}

/* --- What is written --------------------------------------------------------------- */

struct ptc_place_folder {
    const char *path;
    ptc_str identity;
};

void ptc_places_init(ptc_places *places, const ptc_cli *cli)
{
    memset(places, 0, sizeof *places);
    places->cli = cli;
    ptc_names_init(&places->taken, cli->arena);
    places->taken.is_exact = true;
}

void ptc_places_take_streams(ptc_places *places)
{
    struct stat facts;

    for (int file = STDOUT_FILENO; file <= STDERR_FILENO; file++) {
        if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode))
            ptc_names_add(&places->taken, place_identity(places->cli->arena, &facts), 0);
    }
}

/* The name that the link holds, seen from the link's folder; NULL with errno. */
static const char *place_read_link(ptc_arena *arena, const char *path)
{
    char target[4096];
    ssize_t len = readlink(path, target, sizeof target);
    ptc_text text;

    if (len < 0)
        return NULL;
    ptc_text_init(&text, arena);
    if (target[0] != '/')
        ptc_text_bytes(&text, path, (size_t)(place_base(path) - path));
    ptc_text_bytes(&text, target, (size_t)len);
    errno = (size_t)len == sizeof target ? ENAMETOOLONG : ENOMEM;
    return (size_t)len == sizeof target || text.failed ? NULL : text.ptr;
}

const char *ptc_place_resolve(ptc_arena *arena, const char *path)
{
    struct stat facts;

    if (stat(path, &facts) == 0 && !S_ISREG(facts.st_mode))
        return path;
    for (unsigned i = 0; i < PLACE_LINKS_MAX; i++) {
        if (lstat(path, &facts) != 0 || !S_ISLNK(facts.st_mode))
            return path;
        path = place_read_link(arena, path);
        if (path == NULL)
            return NULL;
    }
    errno = ELOOP;
    return NULL;
}

/* The part of a path before its last name; with `path` itself, the part before that.
 * "." where nothing is left; NULL when memory was refused. */
static const char *place_parent(ptc_arena *arena, const char *path)
{
    size_t len = strlen(path);

    while (len > 0 && path[len - 1] == '/')
        len--;
    while (len > 0 && path[len - 1] != '/')
        len--;
    return len > 0 ? ptc_str_copy(arena, ptc_str_make(path, len)).ptr : ".";
}

/* Removes "." and ".." from the path of folders that are not there yet. */
static void place_write_new_path(ptc_text *out, const char *path)
{
    size_t start = out->len;

    while (*path != '\0') {
        size_t len = strcspn(path, "/");

        if (len == 2 && path[0] == '.' && path[1] == '.') {
            while (out->len > start && out->ptr[--out->len] != '/')
                continue;
        } else if (len > 0 && !(len == 1 && path[0] == '.')) {
            ptc_text_byte(out, '/');
            ptc_text_bytes(out, path, len);
        }
        path += len;
        path += *path == '/';
    }
}

/*
 * The folder of a path, or the nearest existing one above it: its name and facts, and in
 * `*rest` the part of the path below it. False when memory was refused.
 */
static bool place_find_folder(ptc_arena *arena, const char *path, const char **folder,
                              struct stat *facts, const char **rest)
{
    *folder = place_parent(arena, path);
    while (*folder != NULL && strcmp(*folder, ".") != 0 && strcmp(*folder, "/") != 0 &&
           stat(*folder, facts) != 0)
        *folder = place_parent(arena, *folder);
    if (*folder == NULL)
        return false;
    *rest = path + (strcmp(*folder, ".") == 0 ? 0 : strlen(*folder));
    return stat(*folder, facts) == 0;
}

static void place_add_folder(ptc_places *places, const char *path, ptc_str identity)
{
    struct ptc_place_folder *added;

    for (size_t i = places->folder_count; i > 0; i--) {
        if (ptc_str_equal(places->folders[i - 1].identity, identity))
            return;
    }
    added = PTC_ARENA_PUSH(places->cli->arena, places->folders, places->folder_count,
                           places->folder_capacity);
    if (added != NULL)
        *added = (struct ptc_place_folder){path, identity};
}

/* Takes a file that may not exist yet, nor its folder; false when it is taken. */
static bool place_take_name(ptc_places *places, const char *target)
{
    ptc_arena *arena = places->cli->arena;
    size_t known = places->taken.count;
    struct stat facts;
    const char *folder;
    const char *rest;
    ptc_text path;

    if (!place_find_folder(arena, target, &folder, &facts, &rest))
        return true; /* writing fails, with a message */
    ptc_text_init(&path, arena);
    place_write_new_path(&path, rest);
    ptc_names_add(&places->taken, place_in_folder(arena, &facts, ptc_text_view(&path)),
                  0);
    place_add_folder(places, folder, place_identity(arena, &facts));
    return places->taken.count > known || arena->failed;
}

/* Why the file may not be written, or NULL. */
static const char *place_take(ptc_places *places, const char *target)
{
    static const char is_taken[] = "two outputs would be written here";
    const ptc_names *reads = places->cli->reads;
    struct stat facts;
    ptc_str identity;

    if (stat(target, &facts) == 0) {
        if (!S_ISREG(facts.st_mode))
            return NULL;
        identity = place_identity(places->cli->arena, &facts);
        if (reads != NULL && ptc_names_find(reads, identity) != NULL)
            return place_is_read;
        if (ptc_names_find(&places->taken, identity) != NULL)
            return is_taken;
    }
    return place_take_name(places, target) ? NULL : is_taken;
}

bool ptc_places_take(ptc_places *places, const char *path)
{
    const ptc_cli *cli = places->cli;
    const char *target = ptc_place_resolve(cli->arena, path);
    const char *fault = target != NULL ? place_take(places, target) : strerror(errno);

    if (cli->arena->failed || (cli->reads != NULL && cli->reads->arena->failed)) {
        ptc_cli_no_memory(cli);
        return false;
    }
    if (fault != NULL)
        ptc_cli_say_of(cli, path, "%s", fault);
    return fault == NULL;
}

/* --- New folders ------------------------------------------------------------------- */

/* Makes one folder, unless it exists, and notes that. False with errno. */
static bool place_make_folder(ptc_places *places, const char *path)
{
    struct ptc_place_folder *made;
    struct stat facts;

    if (stat(path, &facts) == 0) {
        errno = ENOTDIR;
        return S_ISDIR(facts.st_mode);
    }
    made = PTC_ARENA_PUSH(places->cli->arena, places->made, places->made_count,
                          places->made_capacity);
    if (made == NULL) {
        errno = ENOMEM;
        return false;
    }
    *made = (struct ptc_place_folder){path, PTC_STR("")};
    if (mkdir(path, 0777) == 0)
        return true;
    places->made_count--;
    if (errno != EEXIST)
        return false;
    errno = stat(path, &facts) == 0 && S_ISDIR(facts.st_mode) ? 0 : EEXIST;
    return errno == 0;
}

bool ptc_places_make_folders(ptc_places *places, const char *target)
{
    const char *end = place_base(target);

    for (const char *at = target; at < end; at++) {
        ptc_str part = ptc_str_make(target, (size_t)(at - target));
        const char *folder;

        if (*at != '/' || at == target)
            continue;
        folder = ptc_str_copy(places->cli->arena, part).ptr;
        if (folder == NULL) {
            ptc_cli_no_memory(places->cli);
            return false;
        }
        if (!place_make_folder(places, folder)) {
            ptc_cli_fault(places->cli, folder, errno);
            return false;
        }
    }
    return true;
}

void ptc_places_remove_folders(ptc_places *places)
{
    while (places->made_count > 0)
        (void)rmdir(places->made[--places->made_count].path);
}

/* --- New files --------------------------------------------------------------------- */

/* The name of a new file: that of the target, ".tmp-", process, number. ORDER
 * place_read_name */
static const char *place_new_name(ptc_arena *arena, const char *target, unsigned number)
{
    ptc_text name;

    ptc_text_init(&name, arena);
    ptc_text_cstr(&name, target);
    ptc_text_cstr(&name, ".tmp-");
    ptc_text_uint(&name, (uint64_t)getpid());
    ptc_text_byte(&name, '-');
    ptc_text_uint(&name, number);
    if (name.failed)
        errno = ENOMEM;
    return name.failed ? NULL : name.ptr;
}

int ptc_place_open_beside(ptc_arena *arena, const char *target, unsigned mode,
                          const char **temporary)
{
    for (unsigned i = 0; i < PLACE_TRIES_MAX; i++) {
        const char *name = place_new_name(arena, target, i);
        int file;

        if (name == NULL)
            return -1;
        file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)mode);
        if (file >= 0)
            *temporary = name;
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

int ptc_place_keep_off_streams(int file)
{
    int moved;
    int error;

    if (file < 0 || file > STDERR_FILENO)
        return file;
    moved = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    error = errno;
    close(file);
    errno = error;
    return moved;
}

bool ptc_place_sync(int file)
{
    int status;

    do
        status = fsync(file);
    while (status != 0 && errno == EINTR);
    return status == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

/* --- What killed runs leave -------------------------------------------------------- */

/* Takes a number and the byte before it off the end of a name. */
static bool place_cut_number(ptc_str *name, char before, int64_t *number)
{
    size_t digits = 0;

    while (digits < name->len && name->ptr[name->len - 1 - digits] >= '0' &&
           name->ptr[name->len - 1 - digits] <= '9')
        digits++;
    if (digits == 0 || digits == name->len ||
        name->ptr[name->len - 1 - digits] != before ||
        !ptc_number_read_int(name->ptr + name->len - digits, digits, number))
        return false;
    name->len -= digits + 1;
    return true;
}

/* Reads `TARGET.tmp-PROCESS-NUMBER`. ORDER place_new_name */
static bool place_read_name(ptc_str name, ptc_str *target, int64_t *process)
{
    static const char mark[] = ".tmp";
    size_t len = sizeof mark - 1;
    int64_t number;

    if (!place_cut_number(&name, '-', &number) || number >= PLACE_TRIES_MAX ||
        !place_cut_number(&name, '-', process) || name.len <= len ||
        memcmp(name.ptr + name.len - len, mark, len) != 0)
        return false;
    *target = ptc_str_make(name.ptr, name.len - len);
    return true;
}

/* This process has not made a file yet: one with its number is from an earlier process.
 */
static bool place_is_dead(int64_t process)
{
    pid_t number = (pid_t)process;

    if (number <= 0 || number != process)
        return false;
    return number == getpid() || (kill(number, 0) != 0 && errno == ESRCH);
}

/* Whether a name in a folder is that of a file that a killed run has left next to a
 * place. */
static bool place_is_left(const ptc_places *places, ptc_str folder, const char *name)
{
    ptc_text place;
    ptc_str target;
    int64_t process;

    if (!place_read_name(ptc_str_of(name), &target, &process) || !place_is_dead(process))
        return false;
    ptc_text_init(&place, places->cli->arena);
    ptc_text_str(&place, folder);
    ptc_text_byte(&place, '/');
    ptc_text_str(&place, target);
    return !place.failed && ptc_names_find(&places->taken, ptc_text_view(&place)) != NULL;
}

static void place_sweep_folder(const ptc_places *places,
                               const struct ptc_place_folder *folder)
{
    DIR *directory = opendir(folder->path);
    struct dirent *entry;
    struct stat facts;

    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        int file = dirfd(directory);

        if (place_is_left(places, folder->identity, entry->d_name) &&
            fstatat(file, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(facts.st_mode) && facts.st_uid == geteuid())
            (void)unlinkat(file, entry->d_name, 0);
    }
    if (directory != NULL)
        closedir(directory);
}

void ptc_places_sweep(const ptc_places *places)
{
    for (size_t i = 0; i < places->folder_count; i++)
        place_sweep_folder(places, &places->folders[i]);
}
