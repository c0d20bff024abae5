/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: images of programs. The bytes are the tables of an image one after the
 * other: the counts of take_image with 16 bits each and a byte of flags, then rows with
 * their layout in memory, for functions the members after the pointers, finally the words
 * of code and places of each function; missing bytes are 0. The builtins are all that
 * exist, in the order of their table. What must hold: the image is refused with a reason,
 * or its program runs to an end within its limits.
 */
#include "lisp/core/core_int.h"
#include "lisp/image/image_int.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    ROWS_MAX = 2000,
    FLAG_FOREIGN = 1,
    FLAG_PATTERNS = 2,
    FLAG_COLLECTS = 4,
};

typedef struct bytes {
    const uint8_t *at;
    size_t left;
    ptc_arena *arena;
} bytes;

/* The next `size` bytes in a separate block, so that reading past them is detected. */
static void *take(bytes *from, size_t size)
{
    size_t there = size < from->left ? size : from->left;
    void *copy = ptc_arena_array(from->arena, 1, size);

    if (copy == NULL)
        abort();
    if (there > 0)
        memcpy(copy, from->at, there);
    from->at += there;
    from->left -= there;
    return copy;
}

static uint32_t take_count(bytes *from)
{
    uint16_t count;

    memcpy(&count, take(from, sizeof count), sizeof count);
    return count % ROWS_MAX;
}

static void take_functions(bytes *from, ptc_image *image)
{
    size_t head = offsetof(ptc_image_function, code_count);
    size_t rest = sizeof(ptc_image_function) - head;
    ptc_image_function *functions =
        ptc_arena_array(from->arena, image->function_count, sizeof *functions);

    if (functions == NULL)
        abort();
    for (uint32_t i = 0; i < image->function_count; i++) {
        memcpy((unsigned char *)&functions[i] + head, take(from, rest), rest);
        functions[i].code_count %= ROWS_MAX;
    }
    for (uint32_t i = 0; i < image->function_count; i++) {
        functions[i].code = take(from, functions[i].code_count * sizeof(uint32_t));
        functions[i].places = take(from, functions[i].code_count * sizeof(uint32_t));
    }
    image->functions = functions;
}

static void take_image(bytes *from, ptc_image *image, unsigned *flags)
{
    image->text_length = take_count(from);
    image->source_length = take_count(from);
    image->name_count = take_count(from);
    image->number_count = take_count(from);
    image->shape_count = take_count(from);
    image->constant_count = take_count(from);
    image->site_count = take_count(from);
    image->variable_count = take_count(from);
    image->function_count = take_count(from) % 64;
    image->space_count = take_count(from);
    image->advice_count = take_count(from);
    *flags = *(const uint8_t *)take(from, 1);
    image->text = take(from, image->text_length);
    image->names = take(from, image->name_count * sizeof *image->names);
    image->numbers = take(from, image->number_count * sizeof *image->numbers);
    image->shapes = take(from, image->shape_count * sizeof *image->shapes);
    image->constants = take(from, image->constant_count * sizeof *image->constants);
    image->sites = take(from, image->site_count * sizeof *image->sites);
    image->variables = take(from, image->variable_count * sizeof *image->variables);
    image->spaces = take(from, image->space_count * sizeof *image->spaces);
    image->advice = take(from, image->advice_count * sizeof *image->advice);
    take_functions(from, image);
}

static void run(ptc_arena *arena, ptc_lisp *lisp, const ptc_image *image)
{
    ptc_lisp_result result;
    ptc_lisp_error error;
    ptc_program *program;
    ptc_status status = ptc_image_bind(arena, lisp, image, &program, &error);
    ptc_text text;

    if (status == PTC_OK) {
        ptc_lisp_run(arena, lisp, program, PTC_LISP_PRINTED, &result);
        ptc_text_init(&text, arena);
        ptc_program_disassemble(&text, program);
        ptc_program_free(program);
    } else if (status != PTC_ERROR_INVALID || error.reason == PTC_REASON_NONE ||
               error.message.len == 0) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ptc_function **builtins;
    ptc_lisp_options options;
    ptc_arena arena;
    ptc_image image = {.revision = PTC_LISP_REVISION, .opcodes = PTC_LISP_OPCODES};
    bytes from = {data, size, &arena};
    unsigned flags;
    ptc_lisp *lisp;

    ptc_arena_init(&arena, NULL, 0);
    take_image(&from, &image, &flags);
    image.abi = PTC_LISP_ABI + (flags & FLAG_FOREIGN);
    image.open_patterns = flags & FLAG_PATTERNS ? ptc_pattern_open : NULL;
    builtins = ptc_arena_array(&arena, ptc_builtin_count, sizeof *builtins);
    if (builtins == NULL)
        abort();
    for (uint32_t i = 0; i < ptc_builtin_count; i++)
        builtins[i] = ptc_builtin_rows[i].function;
    image.builtins = builtins;
    image.builtin_count = ptc_builtin_count;
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.fuel = 3000;
    options.heap = 1000000;
    options.frames = 50;
    options.seed = 1;
    options.collects_always = (flags & FLAG_COLLECTS) != 0;
    if (ptc_lisp_new(&options, &lisp) != PTC_OK)
        abort();
    run(&arena, lisp, &image);
    run(&arena, lisp, &image); /* leftovers of the first run do no harm */
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
    return 0;
}
