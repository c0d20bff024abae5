/* SPDX-License-Identifier: MIT */
/*
 * Generated files: written whole or not at all, and only when they change.
 *
 * Contents are compared first, so an unchanged file keeps its time stamp and nothing is
 * rebuilt. A changed one goes to a temporary file in the same folder; the files of a run
 * are renamed only after every one of them was written and is on the disk. Missing
 * folders are made, and removed again if the run fails. Symbolic links are followed to
 * the file they name; devices and pipes are opened and written straight. Every error is
 * reported with the file's name. [build-and-packaging 1.4 - 1.6]
 */
#define _POSIX_C_SOURCE 200809L
#include "generator/text/output.h"
#include "base/base_int.h"
#include "generator/text/c_text.h"
#include "generator/text/name_set.h"
#include "generator/text/text_int.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT_DIFF_LINES = 20 };

void ptcc_outputs_init(ptcc_outputs *outputs, const ptc_cli *cli)
{
    memset(outputs, 0, sizeof *outputs);
    outputs->cli = cli;
}

void ptcc_output_add(ptcc_outputs *outputs, ptc_str path, const ptcc_piece *content)
{
    void *items = outputs->items;
    ptcc_output *added;

    if (!ptc_arena_reserve(outputs->cli->arena, &items, &outputs->capacity,
                           outputs->count, outputs->count + 1, sizeof *outputs->items)) {
        outputs->failed = true;
        return;
    }
    outputs->items = items;
    added = &outputs->items[outputs->count++];
    memset(added, 0, sizeof *added);
    added->path = ptc_str_copy(outputs->cli->arena, path).ptr;
    added->content = content;
    if (added->path == NULL)
        outputs->failed = true;
}

void ptcc_output_add_text(ptcc_outputs *outputs, ptc_str path, ptc_str content)
{
    const ptcc_piece *piece = ptcc_piece_of(outputs->cli->arena, content);

    if (piece == NULL)
        outputs->failed = true;
    ptcc_output_add(outputs, path, piece);
}

static bool output_error(const ptcc_outputs *outputs, const char *path)
{
    ptc_cli_fault(outputs->cli, path, errno ? errno : EIO);
    return false;
}

/* --- Existing files ----------------------------------------------------------------- */

/* The present content of a regular file; ptr NULL when it cannot be read. */
static ptc_str output_read(ptc_arena *arena, const char *path, size_t size)
{
    char *bytes = ptc_arena_alloc(arena, size + 1);
    FILE *file = fopen(path, "rb");
    size_t len = 0;

    if (bytes != NULL && file != NULL)
        len = fread(bytes, 1, size + 1, file);
    if (file != NULL)
        fclose(file);
    return ptc_str_make(file != NULL && len <= size ? bytes : NULL, len);
}

/* Whether the next bytes of a file are these. */
static bool output_continues(FILE *file, ptc_str text)
{
    char bytes[8192];

    while (text.len > 0) {
        size_t part = text.len < sizeof bytes ? text.len : sizeof bytes;

        if (fread(bytes, 1, part, file) != part || memcmp(bytes, text.ptr, part) != 0)
            return false;
        text = ptc_str_make(text.ptr + part, text.len - part);
    }
    return true;
}

/* Finds out whether the target can be read and holds the content already; false when
 * there is no memory for that. */
static bool output_compare(ptcc_output *output)
{
    FILE *file = fopen(output->target, "rb");
    const ptcc_piece *piece = output->content;

    output->is_readable = file != NULL;
    if (file == NULL)
        return errno != ENOMEM;
    while (piece != NULL && output_continues(file, piece->text))
        piece = piece->next;
    output->is_current = piece == NULL && fgetc(file) == EOF && !ferror(file);
    fclose(file);
    return true;
}

/* Finds out what is at the target now. */
static bool output_look(const ptcc_outputs *outputs, ptcc_output *output)
{
    struct stat status;

    output->target = ptc_place_resolve(outputs->cli->arena, output->path);
    if (output->target == NULL)
        return output_error(outputs, output->path);
    output->mode = 0;
    output->exists = stat(output->target, &status) == 0;
    if (!output->exists)
        return errno == ENOENT || output_error(outputs, output->path);
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return output_error(outputs, output->path);
    }
    output->is_device = !S_ISREG(status.st_mode);
    output->mode = (unsigned)status.st_mode & 07777u;
    output->size = status.st_size > 0 ? (size_t)status.st_size : 0;
    return output->is_device || output_compare(output) ||
           output_error(outputs, output->path);
}

/* --- Own places ----------------------------------------------------------- */

bool ptcc_outputs_keep_apart(ptcc_outputs *outputs)
{
    if (outputs->failed) { /* one of them may have no name */
        ptc_cli_no_memory(outputs->cli);
        return false;
    }
    ptc_places_init(&outputs->places, outputs->cli);
    for (size_t i = 0; i < outputs->count; i++) {
        if (!ptc_places_take(&outputs->places, outputs->items[i].path))
            return false;
    }
    return true;
}

/* --- Writing ----------------------------------------------------------------------- */

/* Writes and closes; the descriptor is closed in every case. */
static bool output_fill(int descriptor, const ptcc_piece *content)
{
    FILE *file = fdopen(descriptor, "wb");
    bool good = true;
    int error;

    if (file == NULL) {
        close(descriptor);
        return false;
    }
    for (; good && content != NULL; content = content->next)
        good = fwrite(content->text.ptr, 1, content->text.len, file) == content->text.len;
    good = good && fflush(file) == 0 && !ferror(file);
    error = errno;
    if (fclose(file) != 0)
        return false;
    errno = error;
    return good;
}

/* Brings the content near the target: everything but the rename. */
static bool output_stage(ptcc_outputs *outputs, ptcc_output *output)
{
    int descriptor;

    if (!output->is_device && !ptc_places_make_folders(&outputs->places, output->target))
        return false;
    errno = 0;
    descriptor = output->is_device
                     ? open(output->target, O_WRONLY)
                     : ptc_place_open_beside(outputs->cli->arena, output->target, 0666,
                                             &output->temporary);
    if (descriptor < 0)
        return output_error(outputs, output->path);
    if (output->exists && !output->is_device && fchmod(descriptor, output->mode) != 0) {
        close(descriptor);
        return output_error(outputs, output->path);
    }
    if (!output_fill(descriptor, output->content))
        return output_error(outputs, output->path);
    return true;
}

static bool output_stage_all(ptcc_outputs *outputs, bool always)
{
    for (size_t i = 0; i < outputs->count; i++) {
        ptcc_output *output = &outputs->items[i];

        if (!output_look(outputs, output))
            return false;
    }
    for (size_t i = 0; i < outputs->count; i++) {
        ptcc_output *output = &outputs->items[i];

        if ((always || !output->is_current) && !output_stage(outputs, output))
            return false;
    }
    return true;
}

/* Flushes staged files to the disk, so that after a power cut no name belongs to an empty
 * file. All of them are written by then, so the first call does most of the waiting. */
static bool output_sync_all(const ptcc_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        const ptcc_output *output = &outputs->items[i];
        int descriptor;
        bool good;

        if (output->temporary == NULL)
            continue;
        descriptor = open(output->temporary, O_RDONLY | O_CLOEXEC);
        good = descriptor >= 0 && ptc_place_sync(descriptor);
        if (!good)
            (void)output_error(outputs, output->path);
        if (descriptor >= 0)
            close(descriptor);
        if (!good)
            return false;
    }
    return true;
}

/* A run that ends in between leaves a header and a source of different contracts. They
 * say so when they are compiled: the source knows the value of its header's guard. */
static bool output_rename_all(ptcc_outputs *outputs, bool always)
{
    for (size_t i = 0; i < outputs->count; i++) {
        ptcc_output *output = &outputs->items[i];

        if (output->temporary != NULL && rename(output->temporary, output->target) != 0)
            return output_error(outputs, output->path);
        output->temporary = NULL;
    }
    for (size_t i = 0; i < outputs->count; i++)
        outputs->items[i].is_written = always || !outputs->items[i].is_current;
    return true;
}

ptc_exit ptcc_outputs_write(ptcc_outputs *outputs, bool always)
{
    bool good;

    if (outputs->failed)
        return ptc_cli_no_memory(outputs->cli);
    ptc_places_sweep(&outputs->places);
    good = output_stage_all(outputs, always) && output_sync_all(outputs) &&
           output_rename_all(outputs, always);
    for (size_t i = 0; i < outputs->count; i++) {
        if (outputs->items[i].temporary != NULL)
            unlink(outputs->items[i].temporary);
        outputs->items[i].temporary = NULL;
    }
    if (!good)
        ptc_places_remove_folders(&outputs->places);
    return good ? PTC_EXIT_OK : PTC_EXIT_USAGE;
}

/* --- Checking ---------------------------------------------------------------------- */

/* The length of the first `limit` lines of a text. */
static size_t output_head(ptc_str text, size_t limit)
{
    size_t lines = 0;

    for (size_t i = 0; i < text.len; i++) {
        lines += text.ptr[i] == '\n';
        if (lines == limit)
            return i + 1;
    }
    return text.len;
}

static void output_write_difference(ptc_text *out, const ptcc_output *output, bool full)
{
    ptc_str present = output_read(out->arena, output->target, output->size);
    ptc_str content = ptcc_pieces_join(out->arena, output->content);
    ptc_text difference;
    size_t shown;

    ptc_text_init(&difference, out->arena);
    ptc_text_cstr(&difference, "--- ");
    ptc_text_cstr(&difference, output->path);
    ptc_text_cstr(&difference, "\n+++ ");
    ptc_text_cstr(&difference, output->path);
    ptc_text_cstr(&difference, " (generated)\n");
    if (present.ptr == NULL || content.ptr == NULL ||
        !ptcc_diff_write(&difference, present, content))
        out->failed = true;
    out->failed = out->failed || difference.failed;
    shown = full ? difference.len
                 : output_head(ptc_text_view(&difference), OUTPUT_DIFF_LINES);
    ptc_text_bytes(out, difference.ptr, difference.failed ? 0 : shown);
    if (shown < difference.len)
        ptc_text_cstr(out, "... (--diff=full shows all of it)\n");
}

ptc_exit ptcc_outputs_check(ptcc_outputs *outputs, ptc_str fix, bool full)
{
    ptc_text out;
    bool stale = false;

    if (outputs->failed)
        return ptc_cli_no_memory(outputs->cli);
    ptc_text_init(&out, outputs->cli->arena);
    for (size_t i = 0; i < outputs->count; i++) {
        ptcc_output *output = &outputs->items[i];

        if (!output_look(outputs, output))
            return PTC_EXIT_USAGE;
        if (output->is_current)
            continue;
        stale = true;
        ptc_text_cstr(&out, output->path);
        ptc_text_cstr(&out, output->is_readable ? ": is stale\n" : ": is missing\n");
        if (output->is_readable)
            output_write_difference(&out, output, full);
    }
    if (!stale)
        return PTC_EXIT_OK;
    ptc_text_cstr(&out, "fix: ");
    ptc_text_str(&out, fix);
    ptc_text_byte(&out, '\n');
    ptc_cli_print(outputs->cli, &out);
    return PTC_EXIT_STALE; /* a failed write is reported when stdout is flushed */
}

/* --- Depfile ----------------------------------------------------------------------- */

/* What make takes for something else, however it is written, and what ends a name for
 * ninja. `;` begins a command, `=` a variable (`!=` runs one), `%` a pattern. */
static const char output_meant[] = ":;=|*?[]%<>^\"`";

/* Whether the name could be taken for something else where it begins or ends. */
static bool output_has_bad_end(ptc_str path)
{
    return path.len == 0 || path.ptr[0] == '~' ||
           strchr("\\ )&", path.ptr[path.len - 1]) != NULL;
}

static bool output_can_depend(const ptcc_outputs *outputs, ptc_str path)
{
    size_t meant = 0;

    while (meant < path.len &&
           memchr(output_meant, path.ptr[meant], sizeof output_meant - 1) == NULL)
        meant++;
    if (meant == path.len && !output_has_bad_end(path) && ptc_visible_is_plain(path))
        return true;
    if (meant < path.len)
        ptc_cli_say(outputs->cli,
                    "--depfile: make would take the %c in \"%.*s\" for something else; "
                    "rename the file",
                    path.ptr[meant], (int)path.len, path.ptr);
    else
        ptc_cli_say(outputs->cli,
                    "--depfile: \"%.*s\" cannot be written so that make reads that name; "
                    "rename the file",
                    (int)path.len, path.ptr);
    return false;
}

/* Make's escapes, as ninja and CMake read them: blanks and '#' by a backslash, '$'
 * doubled, backslashes before one of these doubled. */
static bool output_write_dependency(ptc_text *out, const ptcc_outputs *outputs,
                                    ptc_str path)
{
    size_t slashes = 0;

    if (!output_can_depend(outputs, path))
        return false;
    for (size_t i = 0; i < path.len; i++) {
        char byte = path.ptr[i];

        if (byte == ' ' || byte == '#')
            ptc_text_repeat(out, '\\', slashes + 1);
        else if (byte == '$')
            ptc_text_byte(out, '$');
        slashes = byte == '\\' ? slashes + 1 : 0;
        ptc_text_byte(out, byte);
    }
    return true;
}

bool ptcc_depfile_write(ptc_text *out, const ptcc_outputs *outputs,
                        const ptc_str *sources, size_t count)
{
    for (size_t i = 0; i < outputs->count; i++) {
        if (i > 0)
            ptc_text_byte(out, ' ');
        if (!output_write_dependency(out, outputs, ptc_str_of(outputs->items[i].path)))
            return false;
    }
    ptc_text_byte(out, ':');
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(out, " \\\n  ");
        if (!output_write_dependency(out, outputs, sources[i]))
            return false;
    }
    ptc_text_byte(out, '\n');
    return true;
}
