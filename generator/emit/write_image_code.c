/* SPDX-License-Identifier: MIT */
/* The code of programs as C: each line of the source, as a comment, before its code, with
 * the output of a disassembler next to it. See write_image.h. */
#include "generator/emit/write_agent.h"
#include "generator/emit/write_image.h"
#include "generator/text/c_text.h"
#include "lisp/machine/machine_int.h"
#include "templates.h"

enum {
    NOTE_MAX = 72,     /* bytes of a text in a comment */
    WORD_COLUMNS = 24, /* of two words, before their comment */
    NUMBERS_IN_LINE = 12,
};

ptc_str ptcc_image_note(ptc_arena *arena, ptc_str text)
{
    bool is_cut = text.len > NOTE_MAX;
    char line[NOTE_MAX + 1];
    size_t len = is_cut ? NOTE_MAX : text.len;
    ptc_str note;

    while (is_cut && len > 0 && ((unsigned char)text.ptr[len] & 0xC0u) == 0x80u)
        len--;
    for (size_t i = 0; i < len; i++)
        line[i] = text.ptr[i] == '\n' ? ' ' : text.ptr[i];
    note = c_note(arena, ptc_str_make(line, len));
    return is_cut ? C_JOIN(arena, note, PTC_STR(" ..")) : note;
}

void ptcc_image_table(ptcc_c_sink *sink, ptc_str note, const char *type, ptc_str id,
                      const ptc_text *rows)
{
    ptc_str code = ptcc_c_line(ptc_text_view(rows));

    if (rows->failed)
        host_fail(&sink->host, PTC_ERROR_MEMORY, PTC_STR("a table"));
    if (code.len == 0)
        return;
    ptcc_pieces_paragraph(
        &sink->out,
        HOST_FILL(
            &sink->host, ptcc_template_image_table,
            {"note_code", C_JOIN(sink->arena, PTC_STR("/* "), note, PTC_STR(" */"))},
            {"type_code", ptc_str_of(type)}, {"table_id", id}, {"rows_code", code}));
}

void ptcc_image_number(ptc_text *rows, size_t index, uint32_t number)
{
    if (index > 0)
        ptc_text_byte(rows, index % NUMBERS_IN_LINE == 0 ? '\n' : ' ');
    ptc_text_uint(rows, number);
    ptc_text_byte(rows, ',');
}

/* --- Lines of the source ------------------------------------------------------------ */

size_t ptcc_image_line(const ptcc_image_writer *writer, uint32_t place)
{
    size_t first = 0;
    size_t behind = writer->line_count;

    while (behind - first > 1) {
        size_t middle = first + (behind - first) / 2;

        if (writer->lines[middle] <= place)
            first = middle;
        else
            behind = middle;
    }
    return first;
}

/* The text of a line, without blanks around it. */
static ptc_str code_line_text(const ptcc_image_writer *writer, size_t line)
{
    const ptc_image *image = writer->meant->image;
    uint32_t start = writer->lines[line];
    uint32_t end = line + 1 < writer->line_count ? writer->lines[line + 1] - 1
                                                 : image->source_length;

    while (start < end && image->text[start] == ' ')
        start++;
    while (end > start && (unsigned char)image->text[end - 1] <= ' ')
        end--;
    return ptc_str_make(image->text + start, end - start);
}

static void code_write_line(ptcc_image_writer *writer, ptc_text *rows, size_t line)
{
    ptc_arena *arena = writer->sink->arena;

    ptc_text_cstr(rows, "/* ");
    ptc_text_uint(rows, line + 1);
    ptc_text_cstr(rows, ": ");
    ptc_text_str(rows, ptcc_image_note(arena, code_line_text(writer, line)));
    ptc_text_cstr(rows, " */\n");
}

/* --- Words ---------------------------------------------------------------------------
 */

static void code_write_word(ptc_text *rows, uint32_t word)
{
    ptc_text_cstr(rows, "0x");
    for (unsigned shift = 32; shift > 0; shift -= 4)
        ptc_text_byte(rows, "0123456789ABCDEF"[word >> (shift - 4) & 15u]);
    ptc_text_byte(rows, ',');
}

/* The instruction at a word, and what it is; the word after it. */
static uint32_t code_write_instruction(ptcc_image_writer *writer, const ptc_proto *proto,
                                       uint32_t at, ptc_text *rows)
{
    ptc_arena *arena = writer->sink->arena;
    size_t start = rows->len;
    uint32_t behind;
    ptc_text note;

    ptc_text_init(&note, arena);
    behind = ptc_instruction_disassemble(writer->meant->program, proto, at, &note);
    for (uint32_t i = at; i < behind; i++) {
        if (i > at)
            ptc_text_byte(rows, ' ');
        code_write_word(rows, proto->code[i]);
    }
    ptc_text_repeat(rows, ' ', WORD_COLUMNS - (rows->len - start));
    ptc_text_cstr(rows, "/* ");
    ptc_text_str(rows, ptcc_image_note(arena, ptc_text_view(&note)));
    ptc_text_cstr(rows, " */\n");
    return behind;
}

/* "fn points [report]", "the program" */
static ptc_str code_head(const ptcc_image_writer *writer, size_t index)
{
    ptc_arena *arena = writer->sink->arena;
    const ptc_proto *proto = writer->protos[index];
    ptc_str name = proto->name != NULL
                       ? ptc_str_make(proto->name->text, proto->name->length)
                       : PTC_STR("fn");

    if (index + 1 == writer->proto_count)
        return PTC_STR("What the program does as a whole.");
    return ptcc_image_note(arena,
                           C_JOIN(arena, name, PTC_STR(" "), proto->parameters_text));
}

static void code_write_function(ptcc_image_writer *writer, size_t index)
{
    ptcc_c_sink *sink = writer->sink;
    const ptc_proto *proto = writer->protos[index];
    ptc_str number = c_decimal(sink->arena, index);
    size_t shown = SIZE_MAX;
    ptc_text code;
    ptc_text places;

    ptc_text_init(&code, sink->arena);
    ptc_text_init(&places, sink->arena);
    for (uint32_t at = 0; at < proto->code_count;) {
        size_t line = ptcc_image_line(writer, proto->places[at]);

        if (line != shown)
            code_write_line(writer, &code, line);
        shown = line;
        at = code_write_instruction(writer, proto, at, &code);
    }
    for (uint32_t at = 0; at < proto->code_count; at++)
        ptcc_image_number(&places, at, proto->places[at]);
    ptcc_image_table(sink, code_head(writer, index), "uint32_t", writer->code_ids[index],
                     &code);
    ptcc_image_table(
        sink,
        C_JOIN(sink->arena,
               PTC_STR("The byte of the source that each word is of: function "), number),
        "uint32_t", writer->place_ids[index], &places);
}

void ptcc_image_write_code(ptcc_image_writer *writer)
{
    ptcc_c_sink *sink = writer->sink;

    for (size_t i = 0; i < writer->proto_count; i++) {
        ptc_arena_mark mark = ptc_arena_place(sink->arena);

        if (writer->protos[i]->arity_count == 0)
            code_write_function(writer, i);
        ptc_arena_rewind(sink->arena, mark);
    }
}
