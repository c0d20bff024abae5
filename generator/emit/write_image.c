/* SPDX-License-Identifier: MIT */
/* Images of programs as C: the text, the code next to it, tables in the order in which
 * they refer to each other, and the constant that holds them. See write_image.h and
 * <ptc/gen_lisp.h>. */
#include "generator/emit/write_image.h"
#include "generator/emit/write_agent.h"
#include "generator/text/c_text.h"
#include "lisp/heap/code_int.h"
#include "lisp/language/builtins.h"
#include "templates.h"

/* --- Builtins ----------------------------------------------------------------------- */

static const ptcc_image_builtin image_builtins[] = {
#define PTC_BUILTIN_EVERY(lisp_name, name, least, most, doc)                             \
    {&ptc_builtin_##name, #name, lisp_name},
#include "lisp/language/builtins.def"
};

#define IMAGE_BUILTINS (sizeof image_builtins / sizeof image_builtins[0])

const ptcc_image_builtin *ptcc_image_builtin_of(const ptc_function *function)
{
    size_t i = 0;

    while (i + 1 < IMAGE_BUILTINS && image_builtins[i].function != function)
        i++;
    return &image_builtins[i];
}

/* In the order of the table, whatever the programs are. */
static void image_declare_builtins(ptcc_c_sink *sink, const ptcc_image *images,
                                   size_t count)
{
    bool is_used[IMAGE_BUILTINS] = {false};
    ptcc_rows rows = host_rows(&sink->host);
    ptcc_model model = host_model(&sink->host);

    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < images[i].image->builtin_count; k++)
            is_used[ptcc_image_builtin_of(images[i].image->builtins[k]) -
                    image_builtins] = true;
    }
    for (size_t i = 0; i < IMAGE_BUILTINS; i++) {
        ptcc_model row = host_model(&sink->host);

        if (!is_used[i])
            continue;
        model_str(&row, "builtin_id", ptc_str_of(image_builtins[i].id));
        rows_add(&rows, &row);
    }
    if (rows.count == 0)
        return;
    model_rows(&model, "builtins", &rows);
    ptcc_pieces_paragraph(
        &sink->out, host_expand(&sink->host, &ptcc_template_image_builtins, &model));
}

/* --- The text ----------------------------------------------------------------------- */

/* Where the line of the text ends that begins there: lines of the source end after their
 * breaks, those below it where another explanation begins. */
static size_t text_line_end(const ptc_image *image, size_t at)
{
    const char *end = memchr(image->text + at, '\n', image->text_length - at);
    size_t behind =
        end != NULL ? (size_t)(end - image->text) + 1 : (size_t)image->text_length;

    if (at < image->source_length && behind > image->source_length)
        behind = image->source_length;
    for (uint32_t i = 0; i < image->advice_count; i++) {
        uint32_t first = image->advice[i].text.first;

        if (first > at && first < behind && first >= image->source_length)
            behind = first;
    }
    return behind;
}

/* Its lines as literals. */
static ptc_str image_text(ptc_arena *arena, const ptc_image *image)
{
    ptc_text code;
    size_t at = 0;

    ptc_text_init(&code, arena);
    do {
        size_t end = text_line_end(image, at);

        ptc_text_cstr(&code, at > 0 ? "\n" : "");
        ptc_text_str(&code, c_string(arena, ptc_str_make(image->text + at, end - at)));
        at = end;
    } while (at < image->text_length);
    return ptc_text_view(&code);
}

static ptc_str image_write_text(ptcc_image_writer *writer)
{
    ptcc_c_sink *sink = writer->sink;
    const ptc_image *image = writer->meant->image;
    ptc_str id = ptcc_agent_id(sink, writer->meant->id, "text", "");
    ptcc_model model = host_model(&sink->host);

    model_cstr(&model, "note_code",
               image->text_length > image->source_length
                   ? "/* The program, and the other texts that its errors end with. */"
                   : "/* The program. */");
    model_flag(&model, "is_long", image->text_length >= C_LITERAL_MAX);
    model_str(&model, "text_id", id);
    model_str(&model, "text_lit", image_text(sink->arena, image));
    ptcc_pieces_paragraph(&sink->out,
                          host_expand(&sink->host, &ptcc_template_image_text, &model));
    return id;
}

/* --- All of it ---------------------------------------------------------------------- */

/* The functions in the order of those of the image: each after those within it. */
static void image_add_protos(ptcc_image_writer *writer, const ptc_proto *proto)
{
    for (uint32_t i = 0; i < proto->arity_count; i++)
        image_add_protos(writer, proto->arities[i]);
    for (uint32_t i = 0; proto->arity_count == 0 && i < proto->child_count; i++)
        image_add_protos(writer, proto->children[i]);
    writer->protos[writer->proto_count++] = proto;
}

static void image_find_lines(ptcc_image_writer *writer)
{
    const ptc_image *image = writer->meant->image;

    writer->lines[writer->line_count++] = 0;
    for (uint32_t i = 0; i < image->source_length; i++)
        if (image->text[i] == '\n')
            writer->lines[writer->line_count++] = i + 1;
}

static size_t image_line_count(const ptc_image *image)
{
    size_t count = 1;

    for (uint32_t i = 0; i < image->source_length; i++)
        count += image->text[i] == '\n';
    return count;
}

/* What is known before anything is written; false when memory was refused. */
static bool image_begin(ptcc_image_writer *writer)
{
    ptcc_c_sink *sink = writer->sink;
    const ptc_image *image = writer->meant->image;
    size_t count = image->function_count;

    writer->protos = ptc_arena_array(sink->arena, count, sizeof *writer->protos);
    writer->code_ids = ptc_arena_array(sink->arena, count, sizeof *writer->code_ids);
    writer->place_ids = ptc_arena_array(sink->arena, count, sizeof *writer->place_ids);
    writer->lines =
        ptc_arena_array(sink->arena, image_line_count(image), sizeof *writer->lines);
    if (sink->arena->failed)
        return false;
    image_add_protos(writer, writer->meant->program->main);
    image_find_lines(writer);
    for (size_t i = 0; i < count; i++) {
        ptc_str number = C_JOIN(sink->arena, c_decimal(sink->arena, i), PTC_STR("\0"));

        writer->code_ids[i] = ptcc_agent_id(sink, writer->meant->id, "code_", number.ptr);
        writer->place_ids[i] =
            ptcc_agent_id(sink, writer->meant->id, "places_", number.ptr);
    }
    return !sink->arena->failed;
}

static ptc_str image_hex(ptc_arena *arena, uint32_t number)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "UINT32_C(0x");
    for (unsigned shift = 32; shift > 0; shift -= 4)
        ptc_text_byte(&text, "0123456789ABCDEF"[number >> (shift - 4) & 15u]);
    ptc_text_byte(&text, ')');
    return ptc_text_view(&text);
}

static void image_write(ptcc_c_sink *sink, ptcc_image *meant)
{
    ptcc_image_writer writer = {.sink = sink, .meant = meant};
    const ptc_image *image = meant->image;
    ptcc_model model = host_model(&sink->host);
    ptcc_rows parts = host_rows(&sink->host);
    ptc_arena *arena = sink->arena;

    if (!image_begin(&writer))
        return;
    meant->text_id = image_write_text(&writer);
    model_str(&model, "text_id", meant->text_id);
    ptcc_image_write_code(&writer);
    ptcc_image_write_tables(&writer, &parts);
    model_str(&model, "image_id", meant->id);
    model_str(&model, "abi_lit", c_decimal(arena, image->abi));
    model_str(&model, "revision_lit", c_decimal(arena, image->revision));
    model_str(&model, "opcodes_lit", image_hex(arena, image->opcodes));
    model_str(&model, "source_size_lit", c_decimal(arena, image->source_length));
    model_str(&model, "text_size_lit", c_decimal(arena, image->text_length));
    model_rows(&model, "parts", &parts);
    model_flag(&model, "has_patterns", image->open_patterns != NULL);
    ptcc_pieces_paragraph(&sink->out,
                          host_expand(&sink->host, &ptcc_template_image, &model));
}

void ptcc_images_write(ptcc_c_sink *sink, ptcc_image *images, size_t count)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    image_declare_builtins(sink, images, count);
    ptc_arena_rewind(sink->arena, mark);
    for (size_t i = 0; i < count; i++) {
        image_write(sink, &images[i]);
        ptc_arena_rewind(sink->arena, mark);
    }
}
