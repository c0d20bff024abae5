/* SPDX-License-Identifier: MIT */
/*
 * Files that contracts and agents name: where they are looked for, each of them read
 * once, and in which words one of them is refused. See <ptc/files.h>.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "files/files_int.h"

#include "base/base_int.h"

#if !defined(__unix__) && !defined(__APPLE__)

ptc_status ptc_files_make(ptc_arena *arena, const ptc_files_options *options,
                          ptc_files **out)
{
    (void)arena;
    (void)options;
    *out = NULL;
    return PTC_ERROR_ARGUMENT;
}

const ptc_source *ptc_files_load(ptc_str name, const ptc_source *from, void *user)
{
    (void)name;
    (void)from;
    (void)user;
    return NULL;
}

const ptc_source *ptc_files_refer(ptc_str address, void *user)
{
    (void)address;
    (void)user;
    return NULL;
}

const char *ptc_files_fault(void *user)
{
    (void)user;
    return NULL;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct files_known {
    struct files_known *next;
    dev_t device;
    ino_t inode;
    ptc_source source;
};

/* A folder whose files have addresses. */
struct files_reference {
    ptc_str address;   /* without a slash at its end */
    ptc_source folder; /* its name ends in a slash */
    ptc_files *files;  /* beneath it */
};

struct ptc_files {
    ptc_arena *arena;
    const char *root; /* without links; NULL: none */
    const char **folders;
    size_t folder_count;
    struct files_reference *references;
    size_t reference_count;
    struct files_known *known; /* read already, by identity */
    ptc_names paths;           /* by which they were: numbers of: */
    const ptc_source **found;
    size_t found_count;
    size_t found_capacity;
    ptc_files_watch_fn watch; /* or NULL */
    void *watch_user;
    ptc_files_fault_kind fault; /* of the last load */
    int error;                  /* its errno */
};

/* --- Options ----------------------------------------------------------------------- */

static const char *files_copy(ptc_arena *arena, const char *text)
{
    return ptc_str_copy(arena, ptc_str_of(text)).ptr;
}

static ptc_status files_take_root(ptc_files *files, const char *path)
{
    char *real = realpath(path, NULL);
    struct stat facts;

    if (real == NULL)
        return errno == ENOMEM ? PTC_ERROR_MEMORY : PTC_ERROR_ARGUMENT;
    files->root = files_copy(files->arena, real);
    free(real);
    if (files->root == NULL)
        return PTC_ERROR_MEMORY;
    return stat(files->root, &facts) == 0 && S_ISDIR(facts.st_mode) ? PTC_OK
                                                                    : PTC_ERROR_ARGUMENT;
}

static ptc_status files_take_folders(ptc_files *files, const ptc_files_options *options)
{
    files->folders =
        ptc_arena_array(files->arena, options->folder_count, sizeof *files->folders);
    if (files->folders == NULL)
        return PTC_ERROR_MEMORY;
    for (; files->folder_count < options->folder_count; files->folder_count++) {
        const char **place = &files->folders[files->folder_count];

        *place = files_copy(files->arena, options->folders[files->folder_count]);
        if (*place == NULL)
            return PTC_ERROR_MEMORY;
    }
    return PTC_OK;
}

static ptc_status files_take_reference(ptc_files *files, const ptc_reference_root *given)
{
    ptc_files_options beneath = {.struct_size = sizeof beneath, .root = given->folder};
    struct files_reference *reference = &files->references[files->reference_count];
    ptc_str address = ptc_str_of(given->address);
    ptc_text name;

    ptc_text_init(&name, files->arena);
    ptc_text_cstr(&name, given->folder);
    ptc_text_byte(&name, '/');
    while (address.len > 0 && address.ptr[address.len - 1] == '/')
        address.len--;
    reference->address = ptc_str_copy(files->arena, address);
    reference->folder.name = ptc_text_view(&name);
    if (name.failed || reference->address.ptr == NULL)
        return PTC_ERROR_MEMORY;
    files->reference_count++;
    return ptc_files_make(files->arena, &beneath, &reference->files);
}

static ptc_status files_take_references(ptc_files *files,
                                        const ptc_files_options *options)
{
    ptc_status status = PTC_OK;

    files->references = ptc_arena_array(files->arena, options->reference_count,
                                        sizeof *files->references);
    if (files->references == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < options->reference_count && status == PTC_OK; i++)
        status = files_take_reference(files, &options->references[i]);
    return status;
}

ptc_status ptc_files_make(ptc_arena *arena, const ptc_files_options *given,
                          ptc_files **out)
{
    ptc_files_options options = {.struct_size = sizeof options};
    ptc_files *files;
    ptc_status status;

    *out = NULL;
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_files_options), "ptc_files_make",
                          given, &options))
        return PTC_ERROR_ARGUMENT;
    files = ptc_arena_array(arena, 1, sizeof *files);
    if (files == NULL)
        return PTC_ERROR_MEMORY;
    files->arena = arena;
    ptc_names_init(&files->paths, arena);
    files->paths.is_exact = true;
    status = files_take_folders(files, &options);
    if (status == PTC_OK && options.root != NULL)
        status = files_take_root(files, options.root);
    if (status == PTC_OK)
        status = files_take_references(files, &options);
    if (status == PTC_OK)
        *out = files;
    return status;
}

/* --- Paths ------------------------------------------------------------------------- */

/* The name as a path seen from `folder`; NULL: memory was refused. */
static const char *files_join(ptc_arena *arena, ptc_str folder, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (folder.len > 0 && name.ptr[0] != '/') {
        ptc_text_str(&text, folder);
        if (folder.ptr[folder.len - 1] != '/')
            ptc_text_byte(&text, '/');
    }
    ptc_text_str(&text, name);
    return text.failed ? NULL : text.ptr;
}

/* The part of a path that names the folder, with its slash. */
static ptc_str files_folder(ptc_str path)
{
    while (path.len > 0 && path.ptr[path.len - 1] != '/')
        path.len--;
    return path;
}

/* Opens `name`, seen from the folder `real` (a path without links), beneath the root;
 * from outside of it the name has to lead in at once. */
static ptc_files_fault_kind files_open_from(const ptc_files *files, const char *real,
                                            const char *name, int *out)
{
    const char *start = ptc_files_below(files->root, real);
    const char *whole;

    if (start != NULL || name[0] == '/')
        return ptc_files_open_beneath(files->root, start != NULL ? start : "", name, out);
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    whole = files_join(files->arena, ptc_str_of(real), ptc_str_of(name));
    return whole != NULL ? ptc_files_open_beneath(files->root, "", whole, out)
                         : PTC_FILES_MEMORY;
}

static ptc_files_fault_kind files_open_confined(const ptc_files *files, ptc_str folder,
                                                const char *name, int *out)
{
    const char *here = folder.len > 0 ? ptc_str_copy(files->arena, folder).ptr : ".";
    char *real = here != NULL ? realpath(here, NULL) : NULL;
    ptc_files_fault_kind fault;

    if (here == NULL)
        return PTC_FILES_MEMORY;
    if (real == NULL)
        return ptc_files_system_fault();
    fault = files_open_from(files, real, name, out);
    free(real);
    return fault;
}

/* --- Loading ----------------------------------------------------------------------- */

void ptc_files_watch(ptc_files *files, ptc_files_watch_fn watch, void *user)
{
    files->watch = watch;
    files->watch_user = user;
    for (size_t i = 0; i < files->reference_count; i++)
        ptc_files_watch(files->references[i].files, watch, user);
}

/* The open file, from the list when it was read before. */
static ptc_files_fault_kind files_read(ptc_files *files, int file, const char *path,
                                       const ptc_source **out)
{
    struct files_known *known = files->known;
    ptc_files_fault_kind fault;
    struct stat facts;

    if (fstat(file, &facts) != 0)
        return ptc_files_system_fault();
    while (known != NULL &&
           (known->device != facts.st_dev || known->inode != facts.st_ino))
        known = known->next;
    if (known == NULL) {
        if (files->watch != NULL && !files->watch(path, file, files->watch_user))
            return PTC_FILES_REFUSED;
        known = ptc_arena_array(files->arena, 1, sizeof *known);
        if (known == NULL)
            return PTC_FILES_MEMORY;
        fault = ptc_files_drain(file, files->arena, PTC_SOURCE_MAX, &known->source.text);
        if (fault != PTC_FILES_FINE)
            return fault;
        known->source.name = ptc_str_of(path);
        known->device = facts.st_dev;
        known->inode = facts.st_ino;
        known->next = files->known;
        files->known = known;
    }
    *out = &known->source;
    return PTC_FILES_FINE;
}

/* Remembers the file of a path: files that include each other name one many times. */
static void files_note(ptc_files *files, const char *path, const ptc_source *source)
{
    const ptc_source **place = PTC_ARENA_PUSH(files->arena, files->found,
                                              files->found_count, files->found_capacity);

    if (place == NULL)
        return; /* it is opened again */
    *place = source;
    ptc_names_add(&files->paths, ptc_str_of(path), (uint32_t)files->found_count - 1);
}

static ptc_files_fault_kind files_try(ptc_files *files, ptc_str folder, ptc_str name,
                                      const ptc_source **out)
{
    ptc_arena_mark mark = ptc_arena_place(files->arena);
    const char *path = files_join(files->arena, folder, name);
    const ptc_name_entry *entry;
    ptc_files_fault_kind fault;
    int error;
    int file = -1;

    if (path == NULL)
        return PTC_FILES_MEMORY;
    entry = ptc_names_find(&files->paths, ptc_str_of(path));
    if (entry != NULL) {
        ptc_arena_rewind(files->arena, mark);
        *out = files->found[entry->value];
        return PTC_FILES_FINE;
    }
    if (files->root == NULL)
        fault = ptc_files_open_regular(AT_FDCWD, path, 0, &file);
    else
        fault = files_open_confined(files, folder, path + strlen(path) - name.len, &file);
    if (fault != PTC_FILES_FINE) {
        error = errno;
        if (files->watch != NULL)
            files->watch(path, -1, files->watch_user);
        errno = error;
        return fault;
    }
    fault = files_read(files, file, path, out);
    error = errno;
    if (fault == PTC_FILES_FINE)
        files_note(files, path, *out);
    close(file);
    errno = error;
    return fault;
}

/* Whether another folder may have what one has not. */
static bool files_goes_on(ptc_files_fault_kind fault)
{
    return fault == PTC_FILES_MISSING || fault == PTC_FILES_FOLDER ||
           fault == PTC_FILES_OUTSIDE;
}

const ptc_source *ptc_files_load(ptc_str name, const ptc_source *from, void *user)
{
    ptc_files *files = user;
    const ptc_source *found = NULL;
    ptc_files_fault_kind fault = PTC_FILES_MISSING;

    files->fault = PTC_FILES_MISSING;
    if (name.len == 0 || memchr(name.ptr, '\0', name.len) != NULL)
        return NULL;
    for (size_t i = 0; i <= files->folder_count && files_goes_on(fault); i++) {
        fault = files_try(
            files, i == 0 ? files_folder(from->name) : ptc_str_of(files->folders[i - 1]),
            name, &found);
        if (files->fault == PTC_FILES_MISSING || !files_goes_on(fault)) {
            files->fault = fault;
            files->error = errno;
        }
    }
    return fault == PTC_FILES_FINE ? found : NULL;
}

/* The reference whose address is the longest beginning of another; NULL: there is none.
 * `*rest` is what follows it, without a slash. */
static const struct files_reference *files_reference_of(const ptc_files *files,
                                                        ptc_str address, ptc_str *rest)
{
    const struct files_reference *found = NULL;

    for (size_t i = 0; i < files->reference_count; i++) {
        const struct files_reference *reference = &files->references[i];
        size_t len = reference->address.len;

        if (address.len > len + 1 && address.ptr[len] == '/' &&
            memcmp(address.ptr, reference->address.ptr, len) == 0 &&
            (found == NULL || len > found->address.len)) {
            found = reference;
            *rest = ptc_str_make(address.ptr + len + 1, address.len - len - 1);
        }
    }
    return found;
}

const ptc_source *ptc_files_refer(ptc_str address, void *user)
{
    ptc_files *files = user;
    ptc_str rest;
    const struct files_reference *reference = files_reference_of(files, address, &rest);
    const ptc_source *found = NULL;
    ptc_text name;

    files->fault = PTC_FILES_MISSING;
    if (reference == NULL)
        return NULL;
    ptc_text_init(&name, files->arena);
    ptc_text_str(&name, rest);
    found = ptc_files_load(rest, &reference->folder, reference->files);
    files->fault = reference->files->fault;
    files->error = reference->files->error;
    if (found != NULL || !files_goes_on(files->fault))
        return found;
    ptc_text_cstr(&name, ".json");
    if (!name.failed)
        found =
            ptc_files_load(ptc_text_view(&name), &reference->folder, reference->files);
    if (name.failed) {
        files->fault = PTC_FILES_MEMORY;
    } else if (found != NULL || files->fault == PTC_FILES_MISSING) {
        files->fault = reference->files->fault;
        files->error = reference->files->error;
    }
    return found;
}

/* The meaning of errno in words, without the system's texts, which depend on the
 * locale. */
static const char *files_error_words(int error)
{
    if (error == EACCES || error == EPERM)
        return "cannot be read: permission denied";
    if (error == ENAMETOOLONG)
        return "cannot be read: its path is too long";
    if (error == EMFILE || error == ENFILE)
        return "cannot be read: too many files are open";
    return "cannot be read";
}

const char *ptc_files_fault(void *user)
{
    static const char *const faults[] = {
        [PTC_FILES_FINE] = NULL,
        [PTC_FILES_MISSING] = NULL,
        [PTC_FILES_FOLDER] = "is a folder, not a regular file",
        [PTC_FILES_PIPE] = "is a pipe, not a regular file",
        [PTC_FILES_DEVICE] = "is a device, not a regular file",
        [PTC_FILES_OUTSIDE] = "is outside the root folder",
        [PTC_FILES_LINKS] = "follows symbolic links in a circle",
        [PTC_FILES_LARGE] = "is " PTC_SOURCE_LARGE,
        [PTC_FILES_MEMORY] = "cannot be read: out of memory",
        [PTC_FILES_REFUSED] = "is not read",
    };
    const ptc_files *files = user;

    return files->fault == PTC_FILES_SYSTEM ? files_error_words(files->error)
                                            : faults[files->fault];
}

#endif
