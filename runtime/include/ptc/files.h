/* SPDX-License-Identifier: MIT */
/*
 * <ptc/files.h> - files that contracts and agents name, from the file system.
 *
 *     ptc_files_options where = {.struct_size = sizeof where, .root = "contracts"};
 *     ptc_files *files;
 *     if (ptc_files_make(&arena, &where, &files) == PTC_OK) {
 *         ptc_contract_options options = {.struct_size = sizeof options,
 *             .load = ptc_files_load, .load_fault = ptc_files_fault, .user = files};
 *         ptc_contracts_read(&arena, &source, &options, &diags, &contracts);
 *     }
 *
 * A name is looked for beside the file that has it, then in the folders of the options.
 * What is found is a regular file of at most PTC_SOURCE_MAX bytes or it is refused:
 * pipes, devices and sockets are never waited for.
 *
 * With a root nothing outside that folder is read. Names and links are followed part by
 * part from the root down, each in the folder that was opened before it, so that whoever
 * renames folders or changes links meanwhile cannot lead a reader out. A hard link in the
 * root is a file of the root. Without a root a contract may name whatever the process may
 * read: that is for contracts that are trusted as source code is.
 *
 * A ptc_files is used by one thread at a time.
 */
#ifndef PTC_FILES_H
#define PTC_FILES_H

#include <ptc/diag.h>

PTC_BEGIN

/* Where the documents are whose addresses begin with another one. */
typedef struct ptc_reference_root {
    const char *address; /* "https://example.org/schemas" */
    const char *folder;  /* where the rest of such an address is a file: "schemas" */
} ptc_reference_root;

/* Which files may be read. The texts are copied. */
typedef struct ptc_files_options {
    size_t struct_size;
    const char *root;           /* nothing outside this folder is read; NULL: anything */
    const char *const *folders; /* where names are looked for, too; NULL: none */
    size_t folder_count;
    const ptc_reference_root *references; /* for ptc_files_refer; NULL: none */
    size_t reference_count;
} ptc_files_options;

/* Files that were read from some folders. */
typedef struct ptc_files ptc_files;

/*
 * Takes the options, whose texts are copied; NULL: no root, no folders. `arena` owns all
 * that is read and must outlive `*out`. PTC_ERROR_ARGUMENT: the root is not a folder that
 * can be found, the system has no files, or the options have no struct_size;
 * PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_files_make(ptc_arena *arena, const ptc_files_options *options,
                                  ptc_files **out);

/*
 * A ptc_load_fn, whose `user` is a ptc_files: the file `name` that `from` names, read
 * once however it is called; NULL when it is not there or refused. The name of what it
 * brings is its path as `from` has it.
 */
PTC_API const ptc_source *ptc_files_load(ptc_str name, const ptc_source *from,
                                         void *user);

/*
 * A ptc_refer_fn, whose `user` is a ptc_files: the document at `address`, which is a file
 * beneath the folder of the longest address of the options that it begins with, called as
 * the rest says, or that with ".json" behind it. Nothing outside that folder is read, and
 * nothing is ever fetched. NULL when it is not there or refused.
 */
PTC_API const ptc_source *ptc_files_refer(ptc_str address, void *user);

/*
 * A ptc_load_fault_fn: what is wrong with the file that the last load did not bring, in
 * words that follow its name ("is not a regular file"); NULL when there is none.
 */
PTC_API const char *ptc_files_fault(void *user);

PTC_END

#endif
