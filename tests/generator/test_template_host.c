/* SPDX-License-Identifier: MIT */
/* The host of C templates, and what may enter emitted C. [style 2.9] */
#include <criterion/criterion.h>

#include "generator/text/c_text.h"
#include "generator/text/pieces.h"
#include "support.h"
#include "templates.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static ptc_arena arena;
static ptcc_host host;

static void begin(void)
{
    ptc_arena_init(&arena, NULL, 0);
    host_init(&host, &arena);
}

static void end(void)
{
    ptc_arena_free(&arena);
}

/* A template made on the spot. */
static ptcc_template template_of(const char *text)
{
    ptc_source source = {PTC_STR("t"), ptc_str_of(text)};
    ptcc_template made = {"t", {NULL, 0}};
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_template_compile(&arena, &source, &diags, &made.compiled) == PTC_OK,
              "template: %s", text);
    return made;
}

/* --- The sink ---------------------------------------------------------------------- */

typedef struct block_row {
    const char *text;
    const char *a_code;
    const char *b_code;
    const char *expected;
} block_row;

static const block_row blocks[] = {
    {"{\n    {{a_code}}\n}\n", "x = 1;\ny = 2;", "", "{\n    x = 1;\n    y = 2;\n}\n"},
    {"{\n    {{a_code}}\n}\n", "x = 1;\n\ny = 2;\n", "",
     "{\n    x = 1;\n\n    y = 2;\n}\n"},
    {"{\n    {{a_code}}\n}\n", "", "", "{\n}\n"},
    {"{\n    {{a_code}}  \n}\n", "\n", "", "{\n}\n"},
    {"{\r\n    {{a_code}}\r\n}\r\n", "", "", "{\r\n}\r\n"},
    {"{{a_code}}\n{{b_code}}\n", "", "b", "b\n"},
    {"{{a_code}}\n{{b_code}}", "", "", ""},
    {"{\n    {{a_code}}", "", "", "{\n"},
    {"{\n    {{a_code}}\n    {{b_code}}\n}", "if (a)\n    b();", "c",
     "{\n    if (a)\n        b();\n    c\n}"},
    {"x = {{a_code}};\n", "\"a\"\n\"b\"", "", "x = \"a\"\n    \"b\";\n"},
    {"\xc3\xa4 = {{a_code}};\n", "1\n2", "", "\xc3\xa4 = 1\n    2;\n"},
    {"f({{a_code}}, {{b_code}});\n", "", "x", "f(, x);\n"},
    {"  {{#a_code}}\n  {{a_code}}\n  {{/a_code}}\n", "1\n2", "", "  1\n  2\n"},
};

Test(template_host, blocks_keep_their_margin)
{
    begin();
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        const block_row *row = &blocks[i];
        ptcc_template made = template_of(row->text);
        ptc_str code = HOST_FILL(&host, made, {"a_code", ptc_str_of(row->a_code)},
                                 {"b_code", ptc_str_of(row->b_code)});

        cr_expect(host.status == PTC_OK, "row %zu: %s", i, test_cstr(host.error));
        cr_expect(ptc_str_equal(code, ptc_str_of(row->expected)), "row %zu: got \"%s\"",
                  i, test_cstr(code));
    }
    end();
}

Test(template_host, models_and_rows)
{
    static const char *const names[] = {"id", "name", "size"};
    ptcc_model model;
    ptcc_rows fields;
    ptc_str code;

    begin();
    model = host_model(&host);
    fields = host_rows(&host);
    for (size_t i = 0; i < 3; i++) {
        ptcc_model row = host_model(&host);

        model_cstr(&row, "type_id", "int");
        model_str(&row, "field_id", ptc_str_of(names[i]));
        model_flag(&row, "is_optional", i == 1);
        rows_add(&fields, &row);
    }
    model_str(&model, "note_code", ptc_str_make(NULL, 0));
    model_cstr(&model, "type_id", "thing");
    model_rows(&model, "fields", &fields);
    code = host_expand(&host, &ptcc_template_struct, &model);
    cr_expect(host.status == PTC_OK, "%s", test_cstr(host.error));
    cr_expect(ptc_str_equal(code, PTC_STR("typedef struct thing {\n"
                                          "    int id, ;\n"
                                          "    optional int name, ;\n"
                                          "    int size;\n"
                                          "} thing;\n")),
              "got %s", test_cstr(code));
    end();
}

Test(template_host, the_first_failure_sticks)
{
    ptcc_template made;
    ptc_str code;

    begin();
    made = template_of("{{a_code}} {{b_code}} {{c_code}}");
    code = HOST_FILL(&host, made, {"a_code", PTC_STR("1")});
    cr_expect(code.len == 0 && host.status == PTC_ERROR_INVALID);
    cr_expect(
        ptc_str_equal(host.error, PTC_STR("t: missing values {{b_code}}, {{c_code}}")),
        "got %s", test_cstr(host.error));
    code = HOST_FILL(&host, made, {"a_code", PTC_STR("1")}, {"b_code", PTC_STR("2")},
                     {"c_code", PTC_STR("3")});
    cr_expect(code.len == 0, "nothing is expanded after a failure");
    end();
    begin();
    made = template_of("{{a_code}}");
    code = HOST_FILL(&host, made, {"a_code", PTC_STR("1")}, {"a_code", PTC_STR("2")});
    cr_expect(host.status == PTC_ERROR_DUPLICATE && code.len == 0);
    end();
}

Test(template_host, refused_memory_is_a_status)
{
    static char memory[8192];
    bool done = false;

    for (size_t size = 0; size < sizeof memory && !done; size += 16) {
        ptcc_model model;
        ptcc_rows rows;

        ptc_arena_init_memory(&arena, memory, size);
        host_init(&host, &arena);
        model = host_model(&host);
        rows = host_rows(&host);
        for (int i = 0; i < 5; i++) {
            ptcc_model row = host_model(&host);

            model_cstr(&row, "type_id", "int");
            model_cstr(&row, "field_id", "f");
            rows_add(&rows, &row);
        }
        model_cstr(&model, "note_code", "/* note */");
        model_cstr(&model, "type_id", "t");
        model_rows(&model, "fields", &rows);
        done = host_expand(&host, &ptcc_template_struct, &model).len > 0;
        cr_expect(done || host.status == PTC_ERROR_MEMORY, "size %zu: %s", size,
                  ptc_status_name(host.status));
    }
    cr_expect(done);
}

/* --- Whole files, comments, lists --------------------------------------------------- */

typedef struct tidy_row {
    const char *code;
    const char *expected;
} tidy_row;

static const tidy_row tidies[] = {
    {"", ""},
    {"\n\n", ""},
    {"a", "a\n"},
    {"\n a  \n\n\t\n\nb\t\n\n\n", " a\n\nb\n"},
    {"a\n\nb\n", "a\n\nb\n"},
};

/* The lines of a text in pieces, tidied. */
static ptc_str tidy(ptc_str code)
{
    ptcc_pieces pieces;

    ptcc_pieces_init(&pieces, &arena);
    ptcc_pieces_lines(&pieces, code);
    return ptcc_pieces_join(&arena, pieces.first);
}

Test(template_host, tidies)
{
    begin();
    for (size_t i = 0; i < sizeof tidies / sizeof *tidies; i++) {
        ptc_str code = tidy(ptc_str_of(tidies[i].code));

        cr_expect(ptc_str_equal(code, ptc_str_of(tidies[i].expected)),
                  "row %zu: got \"%s\"", i, test_cstr(code));
        cr_expect(ptc_str_equal(tidy(code), code), "row %zu: not stable", i);
    }
    end();
}

/* Every line of 1,000 paragraphs, which fill several pieces, is where it belongs:
 * also those that were moved, and those put before. */
Test(template_host, pieces_keep_their_order)
{
    ptcc_pieces pieces;
    ptcc_pieces rows;
    ptc_text expected;
    ptc_str joined;

    begin();
    ptcc_pieces_init(&pieces, &arena);
    ptcc_pieces_init(&rows, &arena);
    ptc_text_init(&expected, &arena);
    ptc_text_cstr(&expected, "head");
    for (uint64_t i = 0; i < 1000; i++) {
        ptc_text line;

        ptc_text_init(&line, &arena);
        ptc_text_repeat(&line, 'a', 100 + i % 7);
        ptc_text_uint(&line, i);
        ptcc_pieces_paragraph(i % 3 ? &rows : &pieces, ptc_text_view(&line));
        if (i % 3 == 2)
            ptcc_pieces_take(&pieces, &rows);
        ptc_text_cstr(&expected, "\n\n");
        ptc_text_str(&expected, ptc_text_view(&line));
    }
    ptc_text_byte(&expected, '\n');
    ptcc_pieces_lead(&pieces, PTC_STR("\nhead \n"));
    joined = ptcc_pieces_join(&arena, pieces.first);
    cr_expect(ptc_str_equal(joined, ptc_text_view(&expected)));
    cr_expect(pieces.first->next && pieces.first->next->next && !rows.first);
    ptcc_pieces_take(&rows, &pieces);
    cr_expect(ptc_str_equal(ptcc_pieces_join(&arena, rows.first), joined));
    end();
}

/* Texts around and between gaps; a template without them is refused. */
Test(template_host, expands_apart)
{
    ptcc_model model;
    ptc_str parts[2];

    begin();
    model = host_model(&host);
    model_gap(&model, "note_code");
    model_cstr(&model, "type_id", "t");
    host_expand_apart(&host, &ptcc_template_struct, &model, parts, 2);
    cr_assert(host.status == PTC_OK, "%s", test_cstr(host.error));
    cr_expect(
        ptc_str_equal(C_JOIN(&arena, parts[0], parts[1]),
                      HOST_FILL(&host, ptcc_template_struct, {"note_code", PTC_STR("")},
                                {"type_id", PTC_STR("t")})));
    end();
    begin();
    model = host_model(&host);
    model_cstr(&model, "note_code", "gap");
    model_cstr(&model, "type_id", "t");
    host_expand_apart(&host, &ptcc_template_struct, &model, parts, 2);
    cr_expect(host.status == PTC_ERROR_INVALID);
    end();
}

/* The columns of the longest line. */
static size_t longest_line(ptc_str text, size_t indent)
{
    size_t longest = 0;
    unsigned number = 0;
    ptc_str line;

    while (test_next_line(&text, &line, &number)) {
        size_t columns = ptc_utf8_count(line.ptr, line.len) + indent;

        longest = columns > longest ? columns : longest;
    }
    return longest;
}

Test(template_host, wraps_comments)
{
    static const char words[] =
        "The quick brown fox jumps over the lazy dog and goes on for a "
        "while so that the line must break.\n\n  Second.\n";
    ptc_str one;
    ptc_str many;

    begin();
    one = host_wrap_comment(&host, PTC_STR("short\n"), 4);
    cr_expect(ptc_str_equal(one, PTC_STR("/* short */")), "got %s", test_cstr(one));
    many = host_wrap_comment(&host, ptc_str_of(words), 0);
    cr_expect(
        ptc_str_equal(many, PTC_STR("/*\n * The quick brown fox jumps over the lazy dog "
                                    "and goes on for a while so that the line\n"
                                    " * must break.\n *\n * Second.\n */")),
        "got %s", test_cstr(many));
    cr_expect(host_wrap_comment(&host, PTC_STR(" \n"), 0).len == 0);
    for (size_t indent = 0; indent < 100; indent += 7) {
        many = host_wrap_comment(&host, ptc_str_of(words), indent);
        cr_expect(indent > 60 || longest_line(many, indent) <= HOST_COLUMNS, "indent %zu",
                  indent);
    }
    end();
}

Test(template_host, wraps_lists)
{
    const ptc_str items[] = {PTC_STR("ptc_arena *arena"), PTC_STR("const char *text"),
                             PTC_STR("size_t len"), PTC_STR("search_results *out"),
                             PTC_STR("ptc_report *report")};
    ptc_str list;

    begin();
    list = host_wrap_list(&host, PTC_STR("int f"), items, 0, PTC_STR(";"), 0);
    cr_expect(ptc_str_equal(list, PTC_STR("int f();")));
    list = host_wrap_list(&host, PTC_STR("int f"), items, 2, PTC_STR(";"), 0);
    cr_expect(ptc_str_equal(list, PTC_STR("int f(ptc_arena *arena, const char *text);")));
    list = host_wrap_list(&host, PTC_STR("ptc_status search_results_parse"), items, 5,
                          PTC_STR(";"), 0);
    cr_expect(
        ptc_str_equal(
            list, PTC_STR("ptc_status search_results_parse(ptc_arena *arena, const char "
                          "*text, size_t len,\n"
                          "                                search_results *out, "
                          "ptc_report *report);")),
        "got %s", test_cstr(list));
    for (size_t indent = 0; indent < 30; indent++) {
        list = host_wrap_list(&host, PTC_STR("static bool search"), items, 5,
                              PTC_STR(" {"), indent);
        cr_expect(longest_line(ptc_str_make(list.ptr, list.len), 0) <= HOST_COLUMNS);
    }
    end();
}

/* Where a list breaks depends on what that costs the formatter. */
Test(template_host, breaks_lists_where_the_formatter_does)
{
    static const struct {
        const char *head;
        const char *items[4];
        const char *tail;
        size_t indent;
        const char *expected;
    } rows[] = {
        {"static ptc_cursor a_reader_with_a_name_of_fifty_columns_or_so_read",
         {"ptc_gen *gen", "ptc_cursor p", "a_struct_with_a_long_name *out"},
         "",
         0,
         "static ptc_cursor\n"
         "a_reader_with_a_name_of_fifty_columns_or_so_read(ptc_gen *gen, ptc_cursor p,\n"
         "                                                 a_struct_with_a_long_name "
         "*out)"},
        {"const a_map_with_a_long_name_entry *a_map_with_a_long_name_find",
         {"const a_map_with_a_long_name *map", "ptc_str key"},
         ";",
         0,
         "const a_map_with_a_long_name_entry *\n"
         "a_map_with_a_long_name_find(const a_map_with_a_long_name *map, ptc_str key);"},
        {"void a_function_without_a_result_and_with_a_very_long_name",
         {"ptc_text *text", "ptc_prompt_style style",
          "const ptc_render_options *options"},
         ";",
         0,
         "void a_function_without_a_result_and_with_a_very_long_name(\n"
         "    ptc_text *text, ptc_prompt_style style, const ptc_render_options "
         "*options);"},
        {"return a_function_with_a_name_of_fifty_columns_or_so_parse_padded",
         {"arena", "text", "options", "info"},
         ";",
         4,
         "return a_function_with_a_name_of_fifty_columns_or_so_parse_padded(arena, "
         "text,\n"
         "                                                                  options, "
         "info);"},
        {"p = a_reader_with_a_name_of_fifty_columns_or_so_read",
         {"gen", "p", "&out->a_member_whose_name_is_long"},
         ";",
         4,
         "p = a_reader_with_a_name_of_fifty_columns_or_so_read(\n"
         "    gen, p, &out->a_member_whose_name_is_long);"},
        {"switch (ptc_gen_map_other",
         {"gen", "&in_map", "a_contract_with_a_longer_name_its_nodes_1", "&p"},
         ") {",
         4,
         "switch (\n"
         "    ptc_gen_map_other(gen, &in_map, a_contract_with_a_longer_name_its_nodes_1, "
         "&p)) "
         "{"},
    };

    begin();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str items[4];
        size_t count = 0;
        ptc_str list;

        while (count < 4 && rows[i].items[count] != NULL) {
            items[count] = ptc_str_of(rows[i].items[count]);
            count++;
        }
        list = host_wrap_list(&host, ptc_str_of(rows[i].head), items, count,
                              ptc_str_of(rows[i].tail), rows[i].indent);
        cr_expect(ptc_str_equal(list, ptc_str_of(rows[i].expected)), "%s:\n%s",
                  rows[i].head, test_cstr(list));
    }
    end();
}

Test(template_host, wraps_pairs_and_wide_characters)
{
    ptc_str long_name = PTC_STR("a_member_with_a_name_that_leaves_no_room_for_its_type;");
    ptc_str type = PTC_STR("a_type_with_a_name_of_thirty_");
    ptc_str pair;
    ptc_str note;

    begin();
    pair = host_wrap_pair(&host, type, PTC_STR("short;"), 4);
    cr_expect(ptc_str_equal(pair, PTC_STR("a_type_with_a_name_of_thirty_ short;")));
    pair = host_wrap_pair(&host, type, long_name, 4);
    cr_expect(ptc_str_equal(pair, PTC_STR("a_type_with_a_name_of_thirty_ "
                                          "a_member_with_a_name_that_leaves_no_room_for_"
                                          "its_type;")));
    pair = host_wrap_pair(&host, type, long_name, 8);
    cr_expect(ptc_str_equal(pair, PTC_STR("a_type_with_a_name_of_thirty_\n    "
                                          "a_member_with_a_name_that_leaves_no_room_for_"
                                          "its_type;")));
    /* 42 characters of two columns and a comment's own six fill a line. */
    note =
        PTC_STR("\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5\xe6\x9c\xac"
                "\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5\xe6\x9c\xac"
                "\xe6\x97\xa5\xe6\x9c\xac");
    cr_expect(memchr(host_wrap_comment(&host, note, HOST_COLUMNS - 34).ptr, '\n',
                     note.len) == NULL);
    cr_expect(memchr(host_wrap_comment(&host, note, HOST_COLUMNS - 33).ptr, '\n',
                     note.len) != NULL);
    end();
}

/* --- Names and literals ------------------------------------------------------------- */

typedef struct ident_row {
    const char *prefix;
    const char *name;
    const char *expected;
} ident_row;

static const ident_row idents[] = {
    {"", "name", "name"},
    {"", "user-name", "user_name"},
    {"", "UserName", "username"},
    {"tools", "get.User-ID", "tools_get_user_id"},
    {"", "int", "int_"},
    {"", "Class", "class_"},
    {"", "nullptr", "nullptr_"},
    {"", "typeof", "typeof_"},
    {"", "co_await", "co_await_"},
    {"", "alignas", "alignas_"},
    {"", "xor_eq", "xor_eq_"},
    {"", "errno", "errno_"},
    {"", "unix", "unix_"},
    {"", "linux", "linux_"},
    {"", "stdin", "stdin_"},
    {"", "bool", "bool_"},
    {"", "major", "major_"},
    {"", "minor", "minor_"},
    {"", "integer", "integer"},
    {"a", "int", "a_int"},
    {"const", "cast", "const_cast_"},
    {"", "_ids", "_ids"},
    {"", "__ids", "x__ids"},
    {"", "1st", "x1st"},
    {"", "", "x"},
    {"", "_", "x_"},
    {"p", "", "p"},
    {"", "a b*/", "a_x20b_x2a_x2f"},
    {"", "\xc3\xa4", "_xc3_xa4"},
};

Test(template_host, identifiers)
{
    begin();
    for (size_t i = 0; i < sizeof idents / sizeof *idents; i++) {
        const ident_row *row = &idents[i];
        ptc_str got = c_ident(&arena, ptc_str_of(row->prefix), ptc_str_of(row->name));

        cr_expect(ptc_str_equal(got, ptc_str_of(row->expected)), "row %s/%s: got %s",
                  row->prefix, row->name, test_cstr(got));
    }
    cr_expect(ptc_str_equal(c_constant(&arena, PTC_STR("tools"), PTC_STR("not-yet")),
                            PTC_STR("TOOLS_NOT_YET")));
    cr_expect(ptc_str_equal(c_constant(&arena, PTC_STR(""), PTC_STR("null")),
                            PTC_STR("NULL_")));
    cr_expect(
        ptc_str_equal(c_constant(&arena, PTC_STR(""), PTC_STR("i")), PTC_STR("I_")));
    cr_expect(
        ptc_str_equal(c_constant(&arena, PTC_STR(""), PTC_STR("_a")), PTC_STR("X_A")));
    end();
}

typedef struct text_row {
    const char *text;
    const char *expected;
} text_row;

static const text_row strings[] = {
    {"", "\"\""},
    {"plain", "\"plain\""},
    {"a\"b\\c", "\"a\\\"b\\\\c\""},
    {"\a\b\f\n\r\t\v", "\"\\a\\b\\f\\n\\r\\t\\v\""},
    {"\0011\177", "\"\\0011\\177\""},
    {"\xc3\xa4", "\"\\303\\244\""},
    {"?\?=?\?/?\?\?", "\"?\\?=?\\?/?\\?\\?\""},
    {"%s", "\"%s\""},
};

static const text_row notes[] = {
    {"plain *text* a/b", "plain *text* a/b"},
    {"a */ b /* c", "a * / b / * c"},
    {"/*/", "/ * /"},
    {"**/", "** /"},
    {"end\\", "end\\."},
    {"end\\\nnext \\ x \\d", "end\\.\nnext \\. x \\d"},
    {"?\?/ ?\?= ?? x", "? ?/ ? ?= ?? x"},
    {"??\?/", "?? ?/"},
    {"tab\there\r\nline\x01", "tab here\nline "},
    {"x\xe2\x80\xa8y\xe2\x80\xaez", "x\ny z"},
    {"\xc3\xa4 \xe2\x82\xac", "\xc3\xa4 \xe2\x82\xac"},
    {"\xff", "?"},
};

Test(template_host, strings_and_notes)
{
    begin();
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        ptc_str got = c_string(&arena, ptc_str_of(strings[i].text));

        cr_expect(ptc_str_equal(got, ptc_str_of(strings[i].expected)), "row %s: got %s",
                  strings[i].text, test_cstr(got));
    }
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        ptc_str got = c_note(&arena, ptc_str_of(notes[i].text));

        cr_expect(ptc_str_equal(got, ptc_str_of(notes[i].expected)), "row %s: got %s",
                  notes[i].text, test_cstr(got));
    }
    cr_expect(
        ptc_str_equal(c_string(&arena, ptc_str_make("a\0b", 3)), PTC_STR("\"a\\000b\"")));
    end();
}

Test(template_host, numbers)
{
    static const struct {
        double value;
        const char *expected;
    } doubles[] = {{0.1, "0.1"},
                   {100.0, "100.0"},
                   {-0.0, "-0.0"},
                   {1e300, "1e300"},
                   {5e-324, "5e-324"}};
    double infinity = strtod("inf", NULL);

    begin();
    cr_expect(ptc_str_equal(c_int(&arena, INT64_MIN), PTC_STR("INT64_MIN")));
    cr_expect(ptc_str_equal(c_int(&arena, INT64_MAX), PTC_STR("9223372036854775807")));
    cr_expect(ptc_str_equal(c_int(&arena, -7), PTC_STR("-7")));
    cr_expect(
        ptc_str_equal(c_uint(&arena, UINT64_MAX), PTC_STR("18446744073709551615u")));
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        ptc_str got = c_double(&arena, doubles[i].value);
        char text[64];

        snprintf(text, sizeof text, "%.*s", (int)got.len, got.ptr);
        cr_expect(strtod(text, NULL) == doubles[i].value, "row %s: got %s",
                  doubles[i].expected, text);
        cr_expect(strpbrk(text, ".e") != NULL, "row %s: %s is not a double",
                  doubles[i].expected, text);
    }
    cr_expect(ptc_str_equal(c_double(&arena, infinity), PTC_STR("HUGE_VAL")));
    cr_expect(ptc_str_equal(c_double(&arena, -infinity), PTC_STR("-HUGE_VAL")));
    cr_expect(ptc_str_equal(c_double(&arena, infinity - infinity), PTC_STR("NAN")));
    end();
}

/* Compiles a text with all warnings as errors, as C and as C++. */
static void expect_compiles(const char *compiler, const char *standard, ptc_str code)
{
    const char *argv[] = {compiler,
                          standard,
                          "-Wall",
                          "-Wextra",
                          "-Wpedantic",
                          "-Werror",
                          "-Wtrigraphs",
                          "-Wcomment",
                          "-Wno-overlength-strings",
                          "-fsyntax-only",
                          "-xc",
                          "-",
                          NULL};
    ptc_str err = {NULL, 0};
    int code_of_exit;

    if (strstr(standard, "++") != NULL)
        argv[10] = "-xc++";
    code_of_exit = test_run(argv, code, NULL, &err);
    cr_expect(code_of_exit == 0, "%s %s: %s", compiler, standard, test_cstr(err));
    free((void *)(uintptr_t)err.ptr);
}

/* Random hostile texts as string, note and member name must leave valid C that says the
 * same: the compiler itself compares the string with its bytes. */
Test(template_host, hostile_texts_compile)
{
    static const char alphabet[] =
        "?\?\?/*\\\"\n\r\t 'abcdefg019%=<>!()-\x01\x7f\xc3\xa4xX";
    test_random random = test_random_start("template_host", 7);
    ptc_text code;

    begin();
    ptc_text_init(&code, &arena);
    for (int i = 0; i < 60; i++) {
        char bytes[200];
        size_t len = test_random_below(&random, sizeof bytes);
        ptc_str text = ptc_str_make(bytes, len);

        for (size_t k = 0; k < len; k++)
            bytes[k] = alphabet[test_random_below(&random, sizeof alphabet - 1)];
        ptc_text_str(&code, host_wrap_comment(&host, c_note(&arena, text), 0));
        ptc_text_cstr(&code, "\nstatic const char s");
        ptc_text_int(&code, i);
        ptc_text_cstr(&code, "[] = ");
        ptc_text_str(&code, c_string(&arena, text));
        ptc_text_cstr(&code, ";\nstruct n");
        ptc_text_int(&code, i);
        ptc_text_cstr(&code, " { int ");
        ptc_text_str(&code, c_ident(&arena, PTC_STR(""), text));
        ptc_text_cstr(&code, "; char size[sizeof s");
        ptc_text_int(&code, i);
        ptc_text_cstr(&code, " == ");
        ptc_text_uint(&code, len + 1);
        ptc_text_cstr(&code, " ? 1 : -1]; };\n");
    }
    for (int i = 0; i < 60; i++) {
        ptc_text_cstr(&code, i == 0 ? "int use(int);\nint use(int i) { return " : " + ");
        ptc_text_cstr(&code, "s");
        ptc_text_int(&code, i);
        ptc_text_cstr(&code, "[i]");
    }
    ptc_text_cstr(&code, "; }\n");
    expect_compiles("cc", "-std=c11", ptc_text_view(&code));
    expect_compiles("clang", "-std=c99", ptc_text_view(&code));
    expect_compiles("c++", "-std=c++17", ptc_text_view(&code));
    end();
}

/* --- Embedding ---------------------------------------------------------------------- */

/* Runs template_embed on one text as templates/c/x.tmpl; the messages. */
static int embed(const char *text, ptc_str *err)
{
    static char folder[256];
    static char path[512];
    static char code[512];
    static char header[512];
    const char *tool = getenv("TEMPLATE_EMBED_EXE");
    const char *argv[] = {tool, code, header, path, NULL};
    FILE *file;
    int result;

    snprintf(folder, sizeof folder, "%s", test_directory());
    snprintf(path, sizeof path, "mkdir -p %s/templates/c", folder);
    cr_assert(system(path) == 0);
    snprintf(path, sizeof path, "%s/templates/c/x.tmpl", folder);
    snprintf(code, sizeof code, "%s/out.c", folder);
    snprintf(header, sizeof header, "%s/out.h", folder);
    file = fopen(path, "wb");
    cr_assert(file != NULL);
    fputs(text, file);
    fclose(file);
    result = test_run(argv, PTC_STR(""), NULL, err);
    cr_expect((result == 0) == (access(code, F_OK) == 0), "output only when all is well");
    snprintf(path, sizeof path, "rm -rf %s", folder);
    cr_assert(system(path) == 0);
    return result;
}

/* The constant that the build made of a file is what compiling the file yields. */
Test(template_host, embedded_tables_are_the_compiled_ops)
{
    ptc_str text = test_read_project_file("tests/generator/templates/struct.tmpl");
    const ptc_template *embedded = &ptcc_template_struct.compiled;
    ptc_source source = {PTC_STR("t"), text};
    ptc_template compiled;
    ptc_diags diags;

    begin();
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_template_compile(&arena, &source, &diags, &compiled) == PTC_OK);
    cr_assert(compiled.count == embedded->count, "%u ops", compiled.count);
    for (uint32_t i = 0; i < compiled.count; i++) {
        const ptc_template_op *a = &compiled.ops[i];
        const ptc_template_op *b = &embedded->ops[i];

        cr_expect(a->kind == b->kind && a->is_alone == b->is_alone && a->end == b->end &&
                      a->column == b->column && a->offset == b->offset &&
                      ptc_str_equal(a->text, b->text),
                  "op %u", i);
        cr_assert(a->path_count == b->path_count, "op %u", i);
        for (uint16_t k = 0; k < a->path_count; k++)
            cr_expect(ptc_str_equal(a->path[k], b->path[k]), "op %u", i);
    }
    cr_expect_str_eq(ptcc_template_struct.name, "struct.tmpl");
    free((void *)(uintptr_t)text.ptr);
    end();
}

typedef struct embed_row {
    const char *text;
    const char *place; /* NULL: accepted */
    const char *message;
} embed_row;

static const embed_row embeds[] = {
    {"{{! (a_code :string) -> :string }}\n{{a_code}}\n", NULL, ""},
    {"{{! (flag :bool, a_id :string, b_lit :string, c_note :string) -> :string }}\n"
     "{{#flag}}{{a_id}}{{b_lit}}{{c_note}}{{/flag}}",
     NULL, ""},
    {"{{! (\n    flag :bool,\n    a_id :string\n) -> :string "
     "}}\n{{#flag}}{{a_id}}{{/flag}}",
     NULL, ""},
    {"{{a_code}}\n", "x.tmpl:1:1:", "does not begin with a comment"},
    {"{{! (a_code :string) -> :string }} {{a_code}}\n",
     "x.tmpl:1:1:", "does not begin with a comment"},
    {"{{! (\n    a_code :strin\n) -> :string }}\n{{a_code}}", "x.tmpl:2:12:", ":strin"},
    {"{{! (\n    a_code :string\n) -> :string }}\n x {{b_code}} {{a_code}}",
     "x.tmpl:4:4:", "placeholder {{b_code}} not found in signature"},
    {"{{! (a_code :string) -> :string }}\n x {{b_code}} {{a_code}}",
     "x.tmpl:2:4:", "placeholder {{b_code}} not found in signature"},
    {"{{! (a_code :string, b_code :string) -> :string }}\n{{a_code}}",
     "x.tmpl:1:1:", "parameter b_code is not used"},
    {"{{! (name :string) -> :string }}\n {{name}}",
     "x.tmpl:2:2:", "_id, _lit, _note or _code"},
    {"{{! (xs [:string]) -> :string }}\n{{#xs}}{{.}}{{/xs}}",
     "x.tmpl:2:8:", "_id, _lit, _note or _code"},
    {"{{! (a_code :strin) -> :string }}\n{{a_code}}", "x.tmpl:1:13:", ":strin"},
    {"{{! (a_code :string) -> :string }}\n{{a_code}}\nint x[1][1] = {{1}};\n",
     "x.tmpl:3:15:", "malformed tag {{1}}"},
};

Test(template_host, embedding_checks_templates)
{
    for (size_t i = 0; i < sizeof embeds / sizeof *embeds; i++) {
        const embed_row *row = &embeds[i];
        ptc_str err;
        int result = embed(row->text, &err);

        cr_expect(result == (row->place ? 1 : 0), "row %zu: exit %d: %s", i, result,
                  test_cstr(err));
        cr_expect(strstr(err.ptr, row->message) != NULL, "row %zu: got %s", i, err.ptr);
        cr_expect(row->place == NULL || strstr(err.ptr, row->place) != NULL,
                  "row %zu: got %s", i, err.ptr);
        free((void *)(uintptr_t)err.ptr);
    }
}
