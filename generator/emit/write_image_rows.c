/* SPDX-License-Identifier: MIT */
/* The tables of an image as C, with comments that say what the numbers in their rows
 * stand for. See write_image.h and <ptc/gen_lisp.h>. */
#include "generator/emit/write_agent.h"
#include "generator/emit/write_image.h"
#include "generator/text/c_text.h"
#include "lisp/heap/fault.h"

static ptc_str image_part(const ptcc_image_writer *writer, ptc_image_range range)
{
    return ptc_str_make(writer->meant->image->text + range.first, range.count);
}

static ptc_str image_name(const ptcc_image_writer *writer, uint32_t number)
{
    const ptc_image *image = writer->meant->image;

    return number < image->name_count ? image_part(writer, image->names[number])
                                      : PTC_STR("");
}

/* --- Rows --------------------------------------------------------------------------- */

static void row_range(ptc_text *rows, ptc_image_range range)
{
    ptc_text_byte(rows, '{');
    ptc_text_uint(rows, range.first);
    ptc_text_cstr(rows, ", ");
    ptc_text_uint(rows, range.count);
    ptc_text_byte(rows, '}');
}

static void row_or_none(ptc_text *rows, uint32_t number)
{
    if (number == PTC_IMAGE_NONE)
        ptc_text_cstr(rows, "PTC_IMAGE_NONE");
    else
        ptc_text_uint(rows, number);
}

/* Ends a row with a comment, in the column where those of its table begin. */
static void row_note(const ptcc_image_writer *writer, ptc_text *rows, ptc_str first,
                     const char *mark, ptc_str note)
{
    size_t start = rows->len;

    while (start > 0 && rows->ptr[start - 1] != '\n')
        start--;
    ptc_text_byte(rows, ',');
    if (rows->len - start < writer->columns)
        ptc_text_repeat(rows, ' ', writer->columns - (rows->len - start));
    ptc_text_cstr(rows, " /* ");
    ptc_text_str(rows, first);
    ptc_text_cstr(rows, note.len > 0 || *mark != '\0' ? ": " : "");
    ptc_text_cstr(rows, mark);
    ptc_text_str(rows, ptcc_image_note(writer->sink->arena, note));
    ptc_text_cstr(rows, " */\n");
}

/* Ends a row with its number and what it stands for. */
static void row_end(const ptcc_image_writer *writer, ptc_text *rows, size_t index,
                    const char *mark, ptc_str note)
{
    row_note(writer, rows, c_decimal(writer->sink->arena, index), mark, note);
}

static void image_names(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->name_count; i++) {
        row_range(rows, image->names[i]);
        row_end(writer, rows, i, "", image_name(writer, i));
    }
}

static void image_numbers(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->number_count; i++)
        ptcc_image_number(rows, i, image->numbers[i]);
}

/* The names of the keys of a map. */
static ptc_str image_shape(const ptcc_image_writer *writer, ptc_image_range shape)
{
    ptc_text keys;

    ptc_text_init(&keys, writer->sink->arena);
    for (uint32_t i = 0; i < shape.count; i++) {
        ptc_text_cstr(&keys, i > 0 ? " :" : "{:");
        ptc_text_str(&keys,
                     image_name(writer, writer->meant->image->numbers[shape.first + i]));
    }
    ptc_text_byte(&keys, '}');
    return ptc_text_view(&keys);
}

static void image_shapes(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->shape_count; i++) {
        row_range(rows, image->shapes[i]);
        row_end(writer, rows, i, "", image_shape(writer, image->shapes[i]));
    }
}

static void image_builtin_rows(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->builtin_count; i++) {
        const ptcc_image_builtin *builtin = ptcc_image_builtin_of(image->builtins[i]);

        ptc_text_cstr(rows, "&ptc_builtin_");
        ptc_text_cstr(rows, builtin->id);
        row_end(writer, rows, i, "", ptc_str_of(builtin->name));
    }
}

static void image_sites(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->site_count; i++) {
        const ptc_image_site *site = &image->sites[i];
        bool is_key = site->key != PTC_IMAGE_NONE;

        ptc_text_byte(rows, '{');
        row_or_none(rows, site->key);
        ptc_text_cstr(rows, ", ");
        row_or_none(rows, site->shape);
        ptc_text_byte(rows, '}');
        row_end(writer, rows, i, is_key ? ":" : "",
                is_key ? image_name(writer, site->key)
                       : image_shape(writer, image->shapes[site->shape]));
    }
}

static void image_variables(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->variable_count; i++) {
        ptc_text_uint(rows, image->variables[i]);
        row_end(writer, rows, i, "", image_name(writer, image->variables[i]));
    }
}

static void image_spaces(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->space_count; i++) {
        const ptc_image_space *space = &image->spaces[i];

        ptc_text_byte(rows, '{');
        ptc_text_uint(rows, space->kind);
        ptc_text_cstr(rows, ", ");
        row_range(rows, space->name);
        ptc_text_cstr(rows, ", ");
        row_range(rows, space->of);
        ptc_text_cstr(rows, ", ");
        row_range(rows, space->member);
        ptc_text_byte(rows, '}');
        row_end(writer, rows, i, "", image_part(writer, space->name));
    }
}

/* "line 7", of a place. */
static ptc_str advice_line(const ptcc_image_writer *writer, uint32_t place)
{
    return C_JOIN(writer->sink->arena, PTC_STR("line "),
                  c_decimal(writer->sink->arena, ptcc_image_line(writer, place) + 1));
}

/* The text without what joins it to a message; the digit that it waits for is N. */
static ptc_str advice_note(const ptcc_image_writer *writer, ptc_str text)
{
    char *copy;

    if (text.len > 2 && memcmp(text.ptr, "; ", 2) == 0)
        text = ptc_str_make(text.ptr + 2, text.len - 2);
    copy = ptc_arena_copy(writer->sink->arena, text.ptr, text.len);
    for (size_t i = 0; copy != NULL && i < text.len; i++)
        if (copy[i] == PTC_FAULT_DIGIT)
            copy[i] = 'N';
    return ptc_str_make(copy, copy != NULL ? text.len : 0);
}

static void image_advice(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->advice_count; i++) {
        const ptc_image_advice *advice = &image->advice[i];

        ptc_text_byte(rows, '{');
        ptc_text_uint(rows, advice->place);
        ptc_text_cstr(rows, ", ");
        ptc_text_uint(rows, advice->sort);
        ptc_text_cstr(rows, ", ");
        row_range(rows, advice->text);
        ptc_text_byte(rows, '}');
        row_note(writer, rows, advice_line(writer, advice->place), "",
                 advice_note(writer, image_part(writer, advice->text)));
    }
}

static void image_function(ptcc_image_writer *writer, size_t index, ptc_text *rows)
{
    const ptc_image_function *function = &writer->meant->image->functions[index];
    const uint32_t counts[] = {function->code_count, function->registers,
                               function->parameters, function->has_rest};
    const ptc_image_range ranges[] = {function->constants, function->children,
                                      function->arities, function->captures};
    bool has_code = function->code != NULL;

    ptc_text_byte(rows, '{');
    ptc_text_str(rows, has_code ? writer->code_ids[index] : PTC_STR("NULL"));
    ptc_text_cstr(rows, ", ");
    ptc_text_str(rows, has_code ? writer->place_ids[index] : PTC_STR("NULL"));
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        ptc_text_cstr(rows, ", ");
        ptc_text_uint(rows, counts[k]);
    }
    ptc_text_cstr(rows, ",\n ");
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        row_range(rows, ranges[k]);
        ptc_text_cstr(rows, ", ");
    }
    row_or_none(rows, function->name);
    ptc_text_cstr(rows, ", ");
    row_range(rows, function->shown);
    ptc_text_cstr(rows, ", ");
    row_range(rows, function->source);
    ptc_text_cstr(rows, "},\n");
}

static void image_functions(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->function_count; i++) {
        ptc_str source = image_part(writer, image->functions[i].source);

        ptc_text_cstr(rows, "/* ");
        ptc_text_uint(rows, i);
        ptc_text_cstr(rows, ": ");
        ptc_text_str(rows, source.len > 0 ? ptcc_image_note(writer->sink->arena, source)
                                          : PTC_STR("the program"));
        ptc_text_cstr(rows, " */\n");
        image_function(writer, i, rows);
    }
}

/* --- Constants ---------------------------------------------------------------------- */

/* ORDER of ptc_image_kind */
static const char *const image_kinds[] = {
    "PTC_IMAGE_NIL",      "PTC_IMAGE_BOOL",   "PTC_IMAGE_INT",     "PTC_IMAGE_FLOAT",
    "PTC_IMAGE_STRING",   "PTC_IMAGE_REGEX",  "PTC_IMAGE_KEYWORD", "PTC_IMAGE_SYMBOL",
    "PTC_IMAGE_FUNCTION", "PTC_IMAGE_VECTOR", "PTC_IMAGE_LIST",    "PTC_IMAGE_SET",
    "PTC_IMAGE_MAP",
};

static void constant_bits(ptc_text *rows, const ptc_image_constant *constant)
{
    bool is_float = constant->kind == PTC_IMAGE_FLOAT;
    bool is_large = constant->bits > UINT32_MAX >> 1;

    if (!is_float && !is_large) {
        ptc_text_uint(rows, constant->bits);
        return;
    }
    ptc_text_cstr(rows, "UINT64_C(0x");
    for (unsigned shift = 64; shift > 0; shift -= 4)
        ptc_text_byte(rows, "0123456789ABCDEF"[constant->bits >> (shift - 4) & 15u]);
    ptc_text_byte(rows, ')');
}

/* What a constant is, for a comment. */
static ptc_str constant_note(const ptcc_image_writer *writer,
                             const ptc_image_constant *constant, const char **mark)
{
    const ptc_image *image = writer->meant->image;
    ptc_image_range range = {(uint32_t)constant->bits, constant->count};
    double number;
    int64_t integer;
    ptc_text text;

    *mark = "";
    ptc_text_init(&text, writer->sink->arena);
    switch ((ptc_image_kind)constant->kind) {
    case PTC_IMAGE_INT:
        memcpy(&integer, &constant->bits, sizeof integer);
        ptc_text_int(&text, integer);
        return ptc_text_view(&text);
    case PTC_IMAGE_FLOAT:
        memcpy(&number, &constant->bits, sizeof number);
        return c_double(writer->sink->arena, number);
    case PTC_IMAGE_BOOL:
        return ptc_str_of(constant->bits != 0 ? "true" : "false");
    case PTC_IMAGE_STRING:
    case PTC_IMAGE_REGEX:
        *mark = constant->kind == PTC_IMAGE_REGEX ? "#\"" : "\"";
        ptc_text_str(&text, image_part(writer, range));
        ptc_text_byte(&text, '"');
        return ptc_text_view(&text);
    case PTC_IMAGE_KEYWORD:
    case PTC_IMAGE_SYMBOL:
        *mark = constant->kind == PTC_IMAGE_KEYWORD ? ":" : "";
        return image_name(writer, range.first);
    case PTC_IMAGE_FUNCTION:
        return ptc_str_of(ptcc_image_builtin_of(image->builtins[constant->bits])->name);
    case PTC_IMAGE_NIL:
    case PTC_IMAGE_VECTOR:
    case PTC_IMAGE_LIST:
    case PTC_IMAGE_SET:
    case PTC_IMAGE_MAP:
        break;
    }
    return PTC_STR("");
}

static void image_constants(ptcc_image_writer *writer, ptc_text *rows)
{
    const ptc_image *image = writer->meant->image;

    for (uint32_t i = 0; i < image->constant_count; i++) {
        const ptc_image_constant *constant = &image->constants[i];
        const char *mark;
        ptc_str note = constant_note(writer, constant, &mark);

        ptc_text_byte(rows, '{');
        ptc_text_cstr(rows, image_kinds[constant->kind]);
        ptc_text_cstr(rows, ", ");
        ptc_text_uint(rows, constant->count);
        ptc_text_cstr(rows, ", ");
        constant_bits(rows, constant);
        ptc_text_byte(rows, '}');
        row_end(writer, rows, i, mark, note);
    }
}

/* --- Tables ------------------------------------------------------------------------- */

/* The tables, in the order of the members of ptc_image. */
typedef struct image_table {
    const char *count_name;
    const char *rows_name;
    const char *type;
    const char *note;
    size_t columns; /* of a row before its comment */
    size_t count;   /* offset of the member */
    void (*write)(ptcc_image_writer *writer, ptc_text *rows);
} image_table;

#define IMAGE_TABLE(member, table) #member "_count", #table
#define IMAGE_COUNT(member)        offsetof(ptc_image, member##_count)

static const image_table image_tables[] = {
    {IMAGE_TABLE(name, names), "ptc_image_range",
     "Names, as ranges of the text: first byte, bytes.", 12, IMAGE_COUNT(name),
     image_names},
    {IMAGE_TABLE(number, numbers), "uint32_t",
     "Lists of numbers, of which other tables have ranges.", 0, IMAGE_COUNT(number),
     image_numbers},
    {IMAGE_TABLE(shape, shapes), "ptc_image_range",
     "Keys of maps, as ranges of the numbers: names.", 12, IMAGE_COUNT(shape),
     image_shapes},
    {IMAGE_TABLE(constant, constants), "ptc_image_constant",
     "Constants of all functions: kind, count, bits.", 32, IMAGE_COUNT(constant),
     image_constants},
    {IMAGE_TABLE(builtin, builtins), "ptc_function *const", "Functions of the language.",
     28, IMAGE_COUNT(builtin), image_builtin_rows},
    {IMAGE_TABLE(site, sites), "ptc_image_site",
     "Keys that are looked up, and maps that are made: name, shape.", 24,
     IMAGE_COUNT(site), image_sites},
    {IMAGE_TABLE(variable, variables), "uint32_t", "Names that are defined or read.", 8,
     IMAGE_COUNT(variable), image_variables},
    {IMAGE_TABLE(function, functions), "ptc_image_function",
     "Functions: code, places, words, registers, parameters, rest;\n"
     " * constants, children, arities, captures; name, parameters, source.",
     0, IMAGE_COUNT(function), image_functions},
    {IMAGE_TABLE(space, spaces), "ptc_image_space",
     "Namespaces: kind, name, what it means, member.", 32, IMAGE_COUNT(space),
     image_spaces},
    {IMAGE_TABLE(advice, advice), "ptc_image_advice",
     "What errors end with: byte of the source, sort of fault, text. N is a count.", 24,
     IMAGE_COUNT(advice), image_advice},
};

static uint32_t image_count(const ptc_image *image, const image_table *table)
{
    uint32_t count;

    memcpy(&count, (const char *)image + table->count, sizeof count);
    return count;
}

/* A table that has rows, and its row of the image. */
static void image_write_table(ptcc_image_writer *writer, const image_table *table,
                              ptcc_rows *parts)
{
    ptcc_c_sink *sink = writer->sink;
    uint32_t count = image_count(writer->meant->image, table);
    ptcc_model part = host_model(&sink->host);
    ptc_str id;
    ptc_text rows;

    if (count == 0)
        return;
    id = ptcc_agent_id(sink, writer->meant->id, table->rows_name, "");
    ptc_text_init(&rows, sink->arena);
    writer->columns = table->columns;
    table->write(writer, &rows);
    ptcc_image_table(sink, ptc_str_of(table->note), table->type, id, &rows);
    model_cstr(&part, "count_id", table->count_name);
    model_str(&part, "count_lit", c_decimal(sink->arena, count));
    model_cstr(&part, "member_id", table->rows_name);
    model_str(&part, "rows_id", id);
    rows_add(parts, &part);
}

void ptcc_image_write_tables(ptcc_image_writer *writer, ptcc_rows *parts)
{
    for (size_t i = 0; i < sizeof image_tables / sizeof image_tables[0]; i++)
        image_write_table(writer, &image_tables[i], parts);
}
