/* SPDX-License-Identifier: MIT */
/*
 * Large contracts as C: every member of an enum of thousands is found and nothing else,
 * fields of a wide map in any order and spelling, long texts whole. The programs check
 * by what the contract says, next to no walker. Times are not measured here: that readers
 * do not grow faster than the contract is held in `gen_size`. [architecture 2]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>

/* Appends the lines of a program that reads each line of standard input by the padded
 * parser of `name`, and writes a line of `answer`, or `no`. */
static void write_program(const char *folder, const char *name, const char *answer)
{
    ptc_arena arena;
    ptc_text code;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&code, &arena);
    ptc_text_cstr(&code, "#include \"");
    ptc_text_cstr(&code, name);
    ptc_text_cstr(&code, ".ptc.h\"\n#include <stdio.h>\n#include <stdlib.h>\n"
                         "#include <string.h>\n\n"
                         "int main(void)\n{\n    static char line[3000000];\n"
                         "    while (fgets(line, 2900000, stdin)) {\n"
                         "        size_t len = strcspn(line, \"\\n\");\n"
                         "        ptc_arena arena;\n        ");
    ptc_text_cstr(&code, name);
    ptc_text_cstr(&code, " out;\n        line[len] = 0;\n"
                         "        ptc_arena_init(&arena, NULL, 0);\n"
                         "        if (");
    ptc_text_cstr(&code, name);
    ptc_text_cstr(&code, "_parse(&arena, line, len, NULL, &out, NULL) == PTC_OK)\n"
                         "            ");
    ptc_text_cstr(&code, answer);
    ptc_text_cstr(&code, "\n        else\n            puts(\"no\");\n"
                         "        ptc_arena_free(&arena);\n    }\n    return 0;\n}\n");
    write_file(folder, "main.c", ptc_text_view(&code).ptr);
    ptc_arena_free(&arena);
}

static void build(const char *folder, const char *options, const char *contract)
{
    ptc_str err = {NULL, 0};

    cr_assert(
        shell(folder, format("$PTCC gen -o . %s %s", options, contract), NULL, &err) == 0,
        "%s", err.ptr);
    cr_assert(shell(folder, "$CC -std=c11 -I $INCLUDE *.ptc.c main.c -o main $LIBPTC -lm",
                    NULL, &err) == 0,
              "%s", err.ptr);
}

/* What the program answers to in.txt, against want.txt. */
static void expect_answers(const char *folder, const char *what)
{
    ptc_str out = {NULL, 0};

    cr_expect(shell(folder, "./main <in.txt >got.txt && diff got.txt want.txt | head -5",
                    &out, NULL) == 0 &&
                  out.len == 0,
              "%s: %s", what, out.ptr);
}

/* --- Enums ------------------------------------------------------------------------- */

#define MEMBERS 10000

/* The i-th member: lengths from 0 on, beginnings and ends alike, quotes and umlauts. */
static void add_member(ptc_text *out, unsigned i)
{
    if (i == 0)
        return;
    ptc_text_cstr(out, i % 3 == 0 ? "member-" : i % 3 == 1 ? "m" : "\xc3\xbc\\\"");
    ptc_text_uint(out, i);
    ptc_text_cstr(out, i % 5 == 0 ? "-end" : "");
}

static void add_case(ptc_text *in, ptc_text *want, unsigned i, const char *behind,
                     bool is_member)
{
    ptc_text_byte(in, '"');
    add_member(in, i);
    ptc_text_cstr(in, behind);
    ptc_text_cstr(in, "\"\n");
    if (is_member)
        ptc_text_uint(want, i + 1);
    else
        ptc_text_cstr(want, "no");
    ptc_text_byte(want, '\n');
}

/* Texts that no member is, of all lengths, and other kinds of values. */
static void add_strangers(ptc_text *in, ptc_text *want)
{
    static const char *const others[] = {"null", "1", "[]", "{}", "true", "\"", "\"m1"};

    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        ptc_text_cstr(in, others[i]);
        ptc_text_cstr(in, "\n");
        ptc_text_cstr(want, "no\n");
    }
    ptc_text_cstr(in, "\"\\u006d1\"\n \"m1\" \n\""); /* escapes and blanks */
    ptc_text_cstr(want, "2\n2\nno\n");
    for (unsigned i = 0; i < 1 << 20; i++)
        ptc_text_byte(in, 'm');
    ptc_text_cstr(in, "\"\n");
}

static void large_enum(const char *options)
{
    const char *folder = test_directory();
    ptc_text contract, in, want;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&contract, &arena);
    ptc_text_init(&in, &arena);
    ptc_text_init(&want, &arena);
    ptc_text_cstr(&contract, "{\"type\":\"string\",\"enum\":[\"");
    for (unsigned i = 0; i < MEMBERS; i++) {
        ptc_text_cstr(&contract, i ? "\",\"" : "");
        add_member(&contract, i);
        add_case(&in, &want, i, "", true);
        add_case(&in, &want, i, "x", false);
    }
    ptc_text_cstr(&contract, "\"]}\n");
    add_strangers(&in, &want);
    write_file(folder, "large.json", ptc_text_view(&contract).ptr);
    write_file(folder, "in.txt", ptc_text_view(&in).ptr);
    write_file(folder, "want.txt", ptc_text_view(&want).ptr);
    write_program(folder, "large", "printf(\"%d\\n\", (int)out);");
    build(folder, options, "large.json");
    expect_answers(folder, options);
    cr_expect(
        shell(folder, "test $(cat large.ptc.[ch] | wc -c) -lt 4500000", NULL, NULL) == 0,
        "10,000 members are too long a text");
    ptc_arena_free(&arena);
}

Test(gen_large, members_are_found_and_nothing_else, .timeout = 200)
{
    large_enum("");
    large_enum("--mode=strict --optimize=size");
}

/* --- Wide maps --------------------------------------------------------------------- */

/* Field i is `fI`, an int; every third must be there. */
static void add_entry(ptc_text *out, unsigned i)
{
    ptc_text_cstr(out, out->len && out->ptr[out->len - 1] != '{' ? ",\"f" : "\"f");
    ptc_text_uint(out, i);
    ptc_text_cstr(out, "\":");
    ptc_text_uint(out, i);
}

/* All fields that `step` refers to from `first`; one left out, one given twice. */
static void add_map(ptc_text *in, unsigned count, unsigned first, unsigned step,
                    unsigned without, unsigned twice)
{
    ptc_text_byte(in, '{');
    for (unsigned n = 0, i = first; n < count; n++, i = (i + step) % count) {
        if (i != without)
            add_entry(in, i);
        if (i == twice)
            add_entry(in, i);
    }
    ptc_text_cstr(in, "}\n");
}

static void wide_map(unsigned count)
{
    const char *folder = test_directory();
    unsigned none = count;
    ptc_text contract, in, want, sum;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&contract, &arena);
    ptc_text_init(&in, &arena);
    ptc_text_init(&want, &arena);
    ptc_text_init(&sum, &arena);
    ptc_text_cstr(&contract, "wide = {");
    ptc_text_cstr(&sum, "printf(\"%lld\\n\", 0LL");
    for (unsigned i = 0; i < count; i++) {
        ptc_text_cstr(&contract, i ? ", f" : "f");
        ptc_text_uint(&contract, i);
        ptc_text_cstr(&contract, i % 3 == 0 ? " :int" : " :int?");
        ptc_text_cstr(&sum, " + (long long)out.f");
        ptc_text_uint(&sum, i);
    }
    ptc_text_cstr(&contract, "}\n");
    ptc_text_cstr(&sum, ");");
    for (unsigned i = 0; i < count; i++) {
        unsigned long all = (unsigned long)count * (count - 1) / 2;

        add_map(&in, count, i, 1, none, none);
        ptc_text_uint(&want, all);
        add_map(&in, count, i, count - 1, i, none);
        ptc_text_byte(&want, '\n');
        if (i % 3 == 0)
            ptc_text_cstr(&want, "no");
        else
            ptc_text_uint(&want, all - i);
        add_map(&in, count, 0, 1, none, i);
        ptc_text_cstr(&want, "\nno\n");
    }
    write_file(folder, "wide.sig", ptc_text_view(&contract).ptr);
    write_file(folder, "in.txt", ptc_text_view(&in).ptr);
    write_file(folder, "want.txt", ptc_text_view(&want).ptr);
    write_program(folder, "wide", ptc_text_view(&sum).ptr);
    build(folder, "", "wide.sig");
    expect_answers(folder, "wide");
    ptc_arena_free(&arena);
}

/* On both sides of the widths where a reader has another form or another word of bits. */
Test(gen_large, fields_are_found_in_any_order, .timeout = 200)
{
    static const unsigned counts[] = {32, 33, 64, 65, 129, 300};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        wide_map(counts[i]);
}

/* --- Long texts -------------------------------------------------------------------- */

/* A megabyte of text in a contract is not much more in each form that C has of it. */
Test(gen_large, long_texts_are_literals, .timeout = 200)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_text contract;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&contract, &arena);
    ptc_text_cstr(&contract, "{\"type\":\"object\",\"description\":\"");
    for (unsigned i = 0; i < 200000; i++)
        ptc_text_cstr(&contract, i % 7 ? "word " : "\xc3\xbc?\?/ ");
    ptc_text_cstr(&contract, "\",\"properties\":{\"a\":{\"type\":\"integer\"}}}\n");
    write_file(folder, "long.json", ptc_text_view(&contract).ptr);
    cr_assert(shell(folder, "$PTCC gen -o . long.json", NULL, &out) == 0, "%s", out.ptr);
    shell(folder, "cat long.ptc.[ch] | wc -c", &out, NULL);
    cr_expect(
        shell(folder, "test $(cat long.ptc.[ch] | wc -c) -lt 6000000", NULL, NULL) == 0,
        "a megabyte becomes %s", out.ptr);
    expect_compiles(folder, "long");
    ptc_arena_free(&arena);
}
