/* SPDX-License-Identifier: MIT */
/* output.c: files that are written completely or not at all. See text_int.h. */
#ifndef PTCC_OUTPUT_H
#define PTCC_OUTPUT_H

#include "generator/text/pieces.h"
#include "tool/common/place.h"

typedef struct ptcc_output {
    const char *path; /* as the user named it */
    const ptcc_piece *content;
    bool is_written; /* ptcc_outputs_write wrote it, because it differed or `always` was
                      * set */
    /* The rest belongs to output.c. */
    const char *target;    /* what is written: `path` with symbolic links followed */
    const char *temporary; /* the file that waits to be renamed, or NULL */
    size_t size;           /* size of the target, if it is a file */
    unsigned mode;
    bool exists;
    bool is_device;
    bool is_readable; /* a file whose content can be compared */
    bool is_current;  /* and is equal */
} ptcc_output;

typedef struct ptcc_outputs {
    const ptc_cli *cli; /* for messages; its arena holds everything */
    ptcc_output *items;
    size_t count;
    size_t capacity;
    ptc_places places; /* that they have taken */
    bool failed;       /* memory was refused */
} ptcc_outputs;

void ptcc_outputs_init(ptcc_outputs *outputs, const ptc_cli *cli);

/* Adds a file; NULL is an empty one. The content must outlive the outputs. */
void ptcc_output_add(ptcc_outputs *outputs, ptc_str path, const ptcc_piece *content);
void ptcc_output_add_text(ptcc_outputs *outputs, ptc_str path, ptc_str content);

/* Checks that no two outputs go to one file, and that none goes to a file that was read;
 * reports which does. Call it before they are written or compared. */
bool ptcc_outputs_keep_apart(ptcc_outputs *outputs);

/* Writes every file that differs (`always`: every file), or none of them. Removes files
 * that killed runs have left next to them. */
ptc_exit ptcc_outputs_write(ptcc_outputs *outputs, bool always);

/* create.c: creates all of the files, or none: files that exist are named, and nothing is
 * touched. */
ptc_exit ptcc_outputs_create(const ptcc_outputs *outputs);

/* Compares without writing. For each stale file stdout gets its name and the difference:
 * all of it (`full`), or its first 20 lines. Then it gets `fix`, the command that repairs
 * all of them. */
ptc_exit ptcc_outputs_check(ptcc_outputs *outputs, ptc_str fix, bool full);

/* Appends a Make rule: all outputs so far depend on `sources`. False after a message that
 * names a name which Make would read differently. */
bool ptcc_depfile_write(ptc_text *out, const ptcc_outputs *outputs,
                        const ptc_str *sources, size_t count);

#endif
