/* SPDX-License-Identifier: MIT */
/*
 * <ptc/files.h> - loads the files that contracts and agents name from the file system.
 *
 *     ptc_files_options where = {.struct_size = sizeof where, .root = "contracts"};
 *     ptc_files *files;
 *     if (ptc_files_make(&arena, &where, &files) == PTC_OK) {
 *         ptc_contract_options options = {.struct_size = sizeof options,
 *             .load = ptc_files_load, .load_fault = ptc_files_fault, .user = files};
 *         ptc_contracts_read(&arena, &source, &options, &diags, &contracts);
 *     }
 *
 * A name is looked up next to the file that contains it, then in the folders of the
 * options. Only regular files of at most PTC_SOURCE_MAX bytes are read; pipes, devices
 * and sockets are refused without waiting for them.
 *
 * With a root nothing outside that folder is read. Names and links are followed part by
 * part from the root down, each in the folder that was opened before it, so renaming
 * folders or changing links meanwhile cannot lead a reader out of the root. A hard link
 * in the root counts as a file of the root. Without a root a contract may name anything
 * that the process may read: only do that with contracts that you trust like source code.
 *
 * A ptc_files is used by one thread at a time.
 */
#ifndef PTC_FILES_H
#define PTC_FILES_H

#include <ptc/diag.h>

PTC_BEGIN

/* A folder of documents, and the address with which their addresses begin. */
typedef struct ptc_reference_root {
    const char *address; /* "https://example.org/schemas" */
    const char *folder;  /* the folder where the rest of such an address is the path of a
                          * file: "schemas" */
} ptc_reference_root;

/* Which files may be read. The texts are copied. */
typedef struct ptc_files_options {
    size_t struct_size;
    const char *root;           /* nothing outside this folder is read; NULL: anything */
    const char *const *folders; /* further folders where names are looked up; NULL:
                                 * none */
    size_t folder_count;
    const ptc_reference_root *references; /* for ptc_files_refer; NULL: none */
    size_t reference_count;
} ptc_files_options;

/* A loader of files, and the files that it has read. */
typedef struct ptc_files ptc_files;

/*
 * Makes a loader. The texts of the options are copied; NULL: no root, no folders. `arena`
 * owns all that is read and must outlive `*out`.
 *
 * Returns PTC_ERROR_ARGUMENT if the root is not a folder that can be found, if the system
 * has no file system, or if the options have no struct_size; PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_files_make(ptc_arena *arena, const ptc_files_options *options,
                                  ptc_files **out);

/* A ptc_load_fn, whose `user` is a ptc_files. It loads the file `name` that `from` names,
 * once under whatever names; NULL when it is missing or refused. The name of the source
 * is its path relative to where `from` is. */
PTC_API const ptc_source *ptc_files_load(ptc_str name, const ptc_source *from,
                                         void *user);

/*
 * A ptc_refer_fn, whose `user` is a ptc_files. It loads the document at `address`.
 *
 * Of the addresses in the options, the longest with which `address` begins gives the
 * folder. The rest of `address`, with or without ".json", is the path in that folder.
 * Nothing outside that folder is read, and nothing is ever fetched. NULL when the
 * document is missing or refused.
 */
PTC_API const ptc_source *ptc_files_refer(ptc_str address, void *user);

/* A ptc_load_fault_fn: returns why the last load returned no file, in words that follow
 * the file's name ("is not a regular file"); NULL when there is none. */
PTC_API const char *ptc_files_fault(void *user);

PTC_END

#endif
