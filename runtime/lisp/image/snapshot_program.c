/* SPDX-License-Identifier: MIT */
/*
 * Programs in saved memory: images as bytes, one table after the other, in the order of
 * program_write_tables. Builtins are names. Nothing is trusted: the images are bound like
 * all images, see bind.c; here only reads beyond the bytes are refused.
 *
 * There is no advice: faults are explained by the program that runs, and these never run
 * as a whole.
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/image/snapshot_int.h"

enum {
    PROGRAM_ROW = 8,       /* bytes of a range, a site */
    PROGRAM_CONSTANT = 16, /* of a constant */
    PROGRAM_SPACE = 28,    /* of a namespace: its kind and three ranges */
    PROGRAM_FUNCTION = 68, /* of a function, without its code */
};

/* --- Writing ----------------------------------------------------------------------- */

static void program_write_word(ptc_text *out, uint32_t word)
{
    ptc_snapshot_add_number(out, word, 4);
}

static void program_write_words(ptc_text *out, const uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        program_write_word(out, words[i]);
}

static void program_write_range(ptc_text *out, ptc_image_range range)
{
    program_write_word(out, range.first);
    program_write_word(out, range.count);
}

static void program_write_function(ptc_text *out, const ptc_image_function *function)
{
    program_write_word(out, function->code_count);
    program_write_word(out, function->registers);
    program_write_word(out, function->parameters);
    program_write_word(out, function->has_rest);
    program_write_range(out, function->constants);
    program_write_range(out, function->children);
    program_write_range(out, function->arities);
    program_write_range(out, function->captures);
    program_write_word(out, function->name);
    program_write_range(out, function->shown);
    program_write_range(out, function->source);
    program_write_words(out, function->code, function->code_count);
    program_write_words(out, function->places, function->code_count);
}

static void program_write_constants(ptc_text *out, const ptc_image *image)
{
    program_write_word(out, image->constant_count);
    for (uint32_t i = 0; i < image->constant_count; i++) {
        program_write_word(out, image->constants[i].kind);
        program_write_word(out, image->constants[i].count);
        ptc_snapshot_add_number(out, image->constants[i].bits, 8);
    }
}

static void program_write_sites(ptc_text *out, const ptc_image *image)
{
    program_write_word(out, image->site_count);
    for (uint32_t i = 0; i < image->site_count; i++) {
        program_write_word(out, image->sites[i].key);
        program_write_word(out, image->sites[i].shape);
    }
}

static void program_write_spaces(ptc_text *out, const ptc_image *image)
{
    program_write_word(out, image->space_count);
    for (uint32_t i = 0; i < image->space_count; i++) {
        program_write_word(out, image->spaces[i].kind);
        program_write_range(out, image->spaces[i].name);
        program_write_range(out, image->spaces[i].of);
        program_write_range(out, image->spaces[i].member);
    }
}

static void program_write_ranges(ptc_text *out, const ptc_image_range *ranges,
                                 uint32_t count)
{
    program_write_word(out, count);
    for (uint32_t i = 0; i < count; i++)
        program_write_range(out, ranges[i]);
}

static void program_write_tables(ptc_text *out, const ptc_image *image)
{
    program_write_word(out, image->source_length);
    ptc_snapshot_add_text(out, ptc_str_make(image->text, image->text_length));
    program_write_ranges(out, image->names, image->name_count);
    program_write_word(out, image->number_count);
    program_write_words(out, image->numbers, image->number_count);
    program_write_ranges(out, image->shapes, image->shape_count);
    program_write_constants(out, image);
    program_write_word(out, image->builtin_count);
    for (uint32_t i = 0; i < image->builtin_count; i++)
        ptc_snapshot_add_text(out, ptc_str_of(image->builtins[i]->code));
    program_write_sites(out, image);
    program_write_word(out, image->variable_count);
    program_write_words(out, image->variables, image->variable_count);
    program_write_spaces(out, image);
    program_write_word(out, image->function_count);
    for (uint32_t i = 0; i < image->function_count; i++)
        program_write_function(out, &image->functions[i]);
}

void ptc_snapshot_add_image(ptc_text *out, const ptc_image *image, ptc_position start)
{
    size_t before = out->len;
    size_t length;

    program_write_word(out, 0); /* its length */
    program_write_word(out, image->abi);
    program_write_word(out, image->opcodes);
    ptc_snapshot_add_number(out, start.line, 8);
    ptc_snapshot_add_number(out, start.column, 8);
    program_write_tables(out, image);
    length = out->len - before - 4;
    for (unsigned i = 0; i < 4 && !out->failed; i++)
        out->ptr[before + i] = (char)(unsigned char)(length >> 8 * i & 255u);
}

/* --- Reading ----------------------------------------------------------------------- */

typedef struct program_reader {
    ptc_snapshot_bytes from;
    ptc_arena *arena; /* the program's */
    const ptc_snapshot_needs *needs;
} program_reader;

static void *program_read_rows(program_reader *reader, size_t count, size_t size)
{
    void *rows = ptc_arena_array(reader->arena, count, size);

    if (rows == NULL)
        ptc_lisp_memory_error(reader->from.lisp);
    ptc_lisp_read_bytes(reader->from.lisp, count * size);
    return rows;
}

static uint32_t program_read_word(program_reader *reader)
{
    return (uint32_t)ptc_snapshot_number(&reader->from, 4);
}

static ptc_image_range program_read_range(program_reader *reader)
{
    uint32_t first = program_read_word(reader);

    return (ptc_image_range){first, program_read_word(reader)};
}

static const uint32_t *program_read_words(program_reader *reader, uint32_t count)
{
    uint32_t *words;

    ptc_snapshot_check(&reader->from,
                       count <= (size_t)(reader->from.end - reader->from.at) / 4,
                       "it ends early");
    words = program_read_rows(reader, count, sizeof *words);
    for (uint32_t i = 0; i < count; i++)
        words[i] = program_read_word(reader);
    return words;
}

static const ptc_image_range *program_read_ranges(program_reader *reader, uint32_t *count)
{
    ptc_image_range *ranges;

    *count = ptc_snapshot_length(&reader->from, PROGRAM_ROW);
    ranges = program_read_rows(reader, *count, sizeof *ranges);
    for (uint32_t i = 0; i < *count; i++)
        ranges[i] = program_read_range(reader);
    return ranges;
}

static void program_read_text(program_reader *reader, ptc_image *image)
{
    ptc_str text = ptc_snapshot_text(&reader->from);
    char *copy = program_read_rows(reader, text.len, 1);

    if (text.len > 0)
        memcpy(copy, text.ptr, text.len);
    image->text = copy;
    image->text_length = (uint32_t)text.len;
}

/* Names are quoted in messages, which are one line. */
static void program_read_names(program_reader *reader, ptc_image *image)
{
    image->names = program_read_ranges(reader, &image->name_count);
    for (uint32_t i = 0; i < image->name_count; i++) {
        ptc_image_range name = image->names[i];

        ptc_snapshot_check(&reader->from, ptc_image_has(name, image->text_length),
                           "a missing text");
        ptc_snapshot_check(
            &reader->from,
            ptc_snapshot_is_name(ptc_str_make(image->text + name.first, name.count)),
            "a name with a control character");
    }
}

static void program_read_constants(program_reader *reader, ptc_image *image)
{
    ptc_image_constant *constants;

    image->constant_count = ptc_snapshot_length(&reader->from, PROGRAM_CONSTANT);
    constants = program_read_rows(reader, image->constant_count, sizeof *constants);
    for (uint32_t i = 0; i < image->constant_count; i++) {
        constants[i].kind = program_read_word(reader);
        constants[i].count = program_read_word(reader);
        constants[i].bits = ptc_snapshot_number(&reader->from, 8);
        if (constants[i].kind == PTC_IMAGE_REGEX && image->open_patterns == NULL)
            image->open_patterns =
                ptc_snapshot_find_patterns(reader->from.lisp, reader->needs);
    }
    image->constants = constants;
}

static void program_read_builtins(program_reader *reader, ptc_image *image)
{
    const ptc_function **builtins;

    image->builtin_count = ptc_snapshot_length(&reader->from, 4);
    builtins = program_read_rows(reader, image->builtin_count, sizeof *builtins);
    for (uint32_t i = 0; i < image->builtin_count; i++)
        builtins[i] = ptc_snapshot_find_builtin(reader->from.lisp, reader->needs,
                                                ptc_snapshot_text(&reader->from));
    image->builtins = builtins;
}

static void program_read_sites(program_reader *reader, ptc_image *image)
{
    ptc_image_site *sites;

    image->site_count = ptc_snapshot_length(&reader->from, PROGRAM_ROW);
    sites = program_read_rows(reader, image->site_count, sizeof *sites);
    for (uint32_t i = 0; i < image->site_count; i++) {
        sites[i].key = program_read_word(reader);
        sites[i].shape = program_read_word(reader);
    }
    image->sites = sites;
}

static void program_read_spaces(program_reader *reader, ptc_image *image)
{
    ptc_image_space *spaces;

    image->space_count = ptc_snapshot_length(&reader->from, PROGRAM_SPACE);
    spaces = program_read_rows(reader, image->space_count, sizeof *spaces);
    for (uint32_t i = 0; i < image->space_count; i++) {
        spaces[i].kind = program_read_word(reader);
        spaces[i].name = program_read_range(reader);
        spaces[i].of = program_read_range(reader);
        spaces[i].member = program_read_range(reader);
    }
    image->spaces = spaces;
}

static void program_read_function(program_reader *reader, ptc_image_function *function)
{
    function->code_count = program_read_word(reader);
    function->registers = program_read_word(reader);
    function->parameters = program_read_word(reader);
    function->has_rest = program_read_word(reader);
    function->constants = program_read_range(reader);
    function->children = program_read_range(reader);
    function->arities = program_read_range(reader);
    function->captures = program_read_range(reader);
    function->name = program_read_word(reader);
    function->shown = program_read_range(reader);
    function->source = program_read_range(reader);
    function->code = program_read_words(reader, function->code_count);
    function->places = program_read_words(reader, function->code_count);
}

static void program_read_functions(program_reader *reader, ptc_image *image)
{
    ptc_image_function *functions;

    image->function_count = ptc_snapshot_length(&reader->from, PROGRAM_FUNCTION);
    functions = program_read_rows(reader, image->function_count, sizeof *functions);
    for (uint32_t i = 0; i < image->function_count; i++)
        program_read_function(reader, &functions[i]);
    image->functions = functions;
}

/* In the order of program_write_tables. */
static void program_read_tables(program_reader *reader, ptc_image *image)
{
    image->source_length = program_read_word(reader);
    program_read_text(reader, image);
    program_read_names(reader, image);
    image->number_count = ptc_snapshot_length(&reader->from, 4);
    image->numbers = program_read_words(reader, image->number_count);
    image->shapes = program_read_ranges(reader, &image->shape_count);
    program_read_constants(reader, image);
    program_read_builtins(reader, image);
    program_read_sites(reader, image);
    image->variable_count = ptc_snapshot_length(&reader->from, 4);
    image->variables = program_read_words(reader, image->variable_count);
    program_read_spaces(reader, image);
    program_read_functions(reader, image);
    ptc_snapshot_check(&reader->from, reader->from.at == reader->from.end,
                       "a program continues after its end");
}

static void program_read_runtime(program_reader *reader, ptc_image *image)
{
    image->abi = program_read_word(reader);
    image->revision = PTC_LISP_REVISION; /* which the head says */
    image->opcodes = program_read_word(reader);
    if (image->abi != PTC_LISP_ABI || image->opcodes != PTC_LISP_OPCODES)
        ptc_lisp_raise(reader->from.lisp, PTC_REASON_INVALID_CONFIG,
                       "the saved memory has functions for another runtime: ABI %u "
                       "instead of %u, instructions %u instead of %u; define them again "
                       "in this runtime",
                       (unsigned)image->abi, (unsigned)PTC_LISP_ABI,
                       (unsigned)image->opcodes, (unsigned)PTC_LISP_OPCODES);
}

static void program_read_start(program_reader *reader, ptc_program *program)
{
    uint64_t line = ptc_snapshot_number(&reader->from, 8);
    uint64_t column = ptc_snapshot_number(&reader->from, 8);

    ptc_snapshot_check(&reader->from,
                       line >= 1 && line <= UINT32_MAX && column >= 1 &&
                           column <= UINT32_MAX,
                       "a program without a beginning");
    program->start = (ptc_position){(size_t)line, (size_t)column};
}

static const ptc_image *program_read_image(ptc_lisp *lisp, ptc_program *program,
                                           void *user)
{
    ptc_snapshot_needs *needs = user;
    program_reader reader = {needs->which->bytes, &program->arena, needs};
    ptc_image *image = program_read_rows(&reader, 1, sizeof *image);

    (void)lisp;
    program_read_runtime(&reader, image);
    program_read_start(&reader, program);
    program_read_tables(&reader, image);
    return image;
}

ptc_status ptc_snapshot_bind(ptc_arena *arena, ptc_lisp *lisp, ptc_snapshot_needs *needs,
                             ptc_program **out, ptc_lisp_error *error)
{
    return ptc_image_bind_read(arena, lisp, program_read_image, needs, out, error);
}

/* --- The host's functions
 * --------------------------------------------------------------
 */

ptc_image_open_fn *ptc_snapshot_find_patterns(ptc_lisp *lisp,
                                              const ptc_snapshot_needs *needs)
{
    ptc_image_open_fn *open = needs->options->open_patterns;

    for (size_t i = 0; open == NULL && i < needs->image_count; i++)
        open = needs->images[i].image->open_patterns;
    if (open == NULL)
        ptc_lisp_raise(lisp, PTC_REASON_INVALID_CONFIG,
                       "the saved memory has a regular expression, but nothing to search "
                       "with it: give ptc_pattern_open");
    return open;
}

static const char *program_quote(ptc_lisp *lisp, ptc_str text)
{
    ptc_value value = ptc_value_string(text);

    return ptc_lisp_quote(lisp, &value);
}

const ptc_function *
ptc_snapshot_find_builtin(ptc_lisp *lisp, const ptc_snapshot_needs *needs, ptc_str name)
{
    const ptc_function *found =
        lisp->catalog != NULL ? lisp->catalog_builtin(name) : NULL;

    for (size_t i = 0; found == NULL && i < needs->image_count; i++) {
        const ptc_image *image = needs->images[i].image;

        ptc_lisp_steps(lisp, 1);
        for (uint32_t j = 0; found == NULL && j < image->builtin_count; j++)
            if (ptc_str_equal(ptc_str_of(image->builtins[j]->code), name))
                found = image->builtins[j];
    }
    if (found == NULL && needs->options->find_builtin != NULL) {
        found = needs->options->find_builtin(name);
        if (found == NULL)
            ptc_lisp_raise(lisp, PTC_REASON_INVALID_CONFIG,
                           "the saved memory has a builtin that this runtime does not "
                           "have: %s",
                           program_quote(lisp, name));
    }
    if (found == NULL)
        ptc_lisp_raise(lisp, PTC_REASON_INVALID_CONFIG,
                       "the saved memory has the builtin %s, which none of the given "
                       "images names: give ptc_builtin_find as find_builtin",
                       program_quote(lisp, name));
    return found;
}
