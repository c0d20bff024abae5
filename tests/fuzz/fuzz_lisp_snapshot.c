/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: saved memory. A byte of flags, then the bytes after the head of a
 * snapshot, which the target generates: counts of values, variables, namespaces and
 * programs, and where those begin, of 16 bits each, and the rest. What must hold: it is
 * refused with a reason, and memory is unchanged; or it is restored, can be printed
 * within the limits, its functions can be called, and saving it again gives bytes that
 * restore to the same bytes.
 */
#include "lisp/image/snapshot_int.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FLAG_PATTERNS = 1, FLAG_COLLECTS = 2, FLAG_BUILTINS = 4, COUNTS = 5 };

static void put(char *out, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        out[i] = (char)(unsigned char)(number >> 8 * i & 255u);
}

/* In a separate block, so that reading past it is detected. */
static ptc_str make_bytes(const uint8_t *data, size_t size)
{
    size_t body = size - 2 * (size_t)COUNTS;
    char *bytes = malloc(PTC_SNAPSHOT_HEAD + body);

    if (bytes == NULL)
        abort();
    memset(bytes, 0, PTC_SNAPSHOT_HEAD);
    put(bytes, PTC_SNAPSHOT_MAGIC, 4);
    put(bytes + 4, PTC_SNAPSHOT_FORMAT, 4);
    put(bytes + 8, PTC_LISP_REVISION, 4);
    for (size_t i = 0; i < COUNTS; i++)
        memcpy(bytes + PTC_SNAPSHOT_AT_VALUES + 4 * i, data + 2 * i, 2);
    if (body > 0)
        memcpy(bytes + PTC_SNAPSHOT_HEAD, data + 2 * (size_t)COUNTS, body);
    put(bytes + PTC_SNAPSHOT_SUM,
        ptc_str_hash(ptc_str_make(bytes + PTC_SNAPSHOT_HEAD, body)), 8);
    return ptc_str_make(bytes, PTC_SNAPSHOT_HEAD + body);
}

static ptc_lisp *new_lisp(unsigned flags, uint64_t seed)
{
    ptc_lisp_options options = {.struct_size = sizeof options};
    ptc_lisp *lisp;

    options.time_ms = PTC_UNLIMITED;
    options.fuel = 3000;
    options.frames = 50;
    options.heap = 1000000;
    options.seed = seed;
    options.collects_always = (flags & FLAG_COLLECTS) != 0;
    if (ptc_lisp_new(&options, &lisp) != PTC_OK)
        abort();
    return lisp;
}

static void require_refused(ptc_status status, const ptc_lisp_error *error)
{
    if (status != PTC_ERROR_INVALID || error->reason == PTC_REASON_NONE ||
        error->message.ptr[0] == '\0')
        abort();
}

/* Saves the memory of `lisp`, restores it in another context, and saves that. */
static ptc_str again(ptc_arena *arena, ptc_lisp *lisp,
                     const ptc_snapshot_options *options)
{
    ptc_lisp *other = new_lisp(0, 2);
    ptc_lisp_error error;
    ptc_str bytes;
    ptc_str same;
    ptc_status status = ptc_lisp_save(arena, lisp, &bytes, &error);

    if (status == PTC_OK) {
        if (ptc_lisp_restore(arena, other, bytes, options, &error) != PTC_OK ||
            ptc_lisp_save(arena, other, &same, &error) != PTC_OK ||
            !ptc_str_equal(bytes, same))
            abort();
    } else {
        require_refused(status, &error);
    }
    ptc_lisp_free(other);
    return bytes;
}

/* For any f and g. */
static void call(ptc_arena *arena, ptc_lisp *lisp)
{
    static const char *const texts[] = {"(f 1)", "[(g) (g 1 2)]", "[(pr-str f g) *1 *2]"};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ptc_source source = {PTC_STR("fuzz"), ptc_str_of(texts[i])};
        ptc_lisp_result result;

        ptc_lisp_eval(arena, lisp, &source, PTC_LISP_PRINTED, &result);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_snapshot_options options = {.struct_size = sizeof options};
    ptc_lisp_error error;
    ptc_lisp *lisp;
    ptc_arena arena;
    ptc_status status;
    ptc_value map;
    ptc_str bytes;

    if (size < 1 + 2 * (size_t)COUNTS)
        return 0;
    options.open_patterns = data[0] & FLAG_PATTERNS ? ptc_pattern_open : NULL;
    options.find_builtin = data[0] & FLAG_BUILTINS ? ptc_builtin_find : NULL;
    lisp = new_lisp(data[0], 1);
    bytes = make_bytes(data + 1, size - 1);
    ptc_arena_init(&arena, NULL, 0);
    status = ptc_lisp_restore(&arena, lisp, bytes, &options, &error);
    free((void *)(uintptr_t)bytes.ptr);
    if (status == PTC_OK) {
        options.open_patterns = ptc_pattern_open;
        options.find_builtin = ptc_builtin_find;
        again(&arena, lisp, &options);
        call(&arena, lisp);
        ptc_lisp_memory_size(lisp);
    } else {
        require_refused(status, &error);
        if (ptc_lisp_memory(&arena, lisp, &map) != PTC_OK || map.aux != 0)
            abort();
    }
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
    return 0;
}
