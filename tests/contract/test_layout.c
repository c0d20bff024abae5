/* SPDX-License-Identifier: MIT */
/*
 * How .sig files are laid out: at 90 columns, with comments where they were, reading back
 * as they were, and the same when laid out again. [signature 9]
 */
#include <criterion/criterion.h>

#include <ptc/ptc.h>

#include "random_schema.h"
#include "support.h"

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(layout, .init = start, .fini = stop);

static const char *laid_out(ptc_str text)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_contract_options options = {.struct_size = sizeof options};
    ptc_diags diags;
    ptc_text out;

    *source = (ptc_source){PTC_STR("f.sig"), text};
    ptc_diags_init(&diags, &arena);
    ptc_text_init(&out, &arena);
    if (ptc_contracts_format(&arena, &out, source, &options, &diags) != PTC_OK) {
        ptc_text_init(&out, &arena);
        ptc_text_cstr(&out, "refused: ");
        ptc_diags_write(&out, &diags, PTC_DIAG_STYLE_GNU, false);
    }
    return out.ptr;
}

#define WORDS_50  "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee"
#define OTHERS_50 "fffffffff ggggggggg hhhhhhhhh iiiiiiiii jjjjjjjjj"

static const struct {
    const char *text;
    const char *wanted;
} rows[] = {
    /* 90 columns stay on a line, 91 do not */
    {"f(aaaaaaaaaaaaaaaaaaaaaa :string, bbbbbbbbbbbbbbbbbbbbbb :string, "
     "cccccccccc :int) -> :string\n",
     "f(\n  aaaaaaaaaaaaaaaaaaaaaa :string,\n  bbbbbbbbbbbbbbbbbbbbbb :string,\n"
     "  cccccccccc :int\n) -> :string\n"},
    {"f(aaaaaaaaaaaaaaaaaaaaaa :string, bbbbbbbbbbbbbbbbbbbbb :string, "
     "ccccccc :int) -> :string\n",
     "f(aaaaaaaaaaaaaaaaaaaaaa :string, bbbbbbbbbbbbbbbbbbbbb :string, "
     "ccccccc :int) -> :string\n"},
    /* what fits is joined */
    {"f(\n  a :int,\n  b :int\n) -> :int\n", "f(a :int, b :int) -> :int\n"},
    /* a long result is broken, not the parameters before it */
    {"f(id :int) -> {aaaaaaaaaaaaaaaaaaaa :string, bbbbbbbbbbbbbbbbbbbbbbbb :string, "
     "ccccccccccccccc :string}\n",
     "f(id :int) -> {\n  aaaaaaaaaaaaaaaaaaaa :string,\n  bbbbbbbbbbbbbbbbbbbbbbbb "
     ":string,\n  ccccccccccccccc :string\n}\n"},
    /* maps in maps, lists around maps, checks after them */
    {"t = {user {aaaaaaaaaaaaaaaaaaaa :string, bbbbbbbbbbbbbbbbbbbbbbbb :string, "
     "ccccccccccccccc :string}?, list [{aaaaaaaaaaaaaaaaaaaa :string, "
     "bbbbbbbbbbbbbbbbbbbbbbbb :string, cccccccccccccccccccccc :string}][..5]}\n",
     "t = {\n  user {\n    aaaaaaaaaaaaaaaaaaaa :string,\n    bbbbbbbbbbbbbbbbbbbbbbbb "
     ":string,\n    ccccccccccccccc :string\n  }?,\n  list [{\n    aaaaaaaaaaaaaaaaaaaa "
     ":string,\n    bbbbbbbbbbbbbbbbbbbbbbbb :string,\n    cccccccccccccccccccccc "
     ":string\n  }][..5]\n}\n"},
    /* enums are filled, unions broken before their bars */
    {"k = :enum[" WORDS_50 " " OTHERS_50 "]\n",
     "k = :enum[\n  \"aaaaaaaaa\" \"bbbbbbbbb\" \"ccccccccc\" \"ddddddddd\" "
     "\"eeeeeeeee\" \"fffffffff\" \"ggggggggg\"\n  \"hhhhhhhhh\" \"iiiiiiiii\" "
     "\"jjjjjjjjj\"\n]\n"},
    {"u = {aaaaaaaaaaaaaaaaaaaa :string, bbbbbbbbbbbbbbb :string}|{cccccccccccccccccccc "
     ":string, d :int}\n",
     "u = {aaaaaaaaaaaaaaaaaaaa :string, bbbbbbbbbbbbbbb :string}\n  | "
     "{cccccccccccccccccccc :string, d :int}\n"},
    /* comments of parameters, fields and members */
    {"f(a :int, ; the a\n  ; of b\n  b :int ; the b\n  ; end\n) -> :int ; all\n",
     "f(\n  a :int, ; the a\n  ; of b\n  b :int ; the b\n  ; end\n) -> :int ; all\n"},
    {"f( ; opener\n a :int) -> :int\n", "f( ; opener\n  a :int\n) -> :int\n"},
    {"f(a :int? ; before the comma\n , b :int) -> :int\n",
     "f(\n  a :int?, ; before the comma\n  b :int\n) -> :int\n"},
    {"t = {a :int # one\n :b {c :boolean ; two\n}}\n",
     "t = {\n  a :int, # one\n  b {\n    c :bool ; two\n  }\n}\n"},
    {"k = :enum[a ; first\n  ; of b\n  \"b\"\n  ; end\n]\n",
     "k = :enum[\n  \"a\" ; first\n  ; of b\n  \"b\"\n  ; end\n]\n"},
    {"f() -> {\n  ; nothing\n}\n", "f() -> {\n  ; nothing\n}\n"},
    {"f(\n  ; nothing\n) -> :int\n", "f(\n  ; nothing\n) -> :int\n"},
    {"f(a :int ; one\n; two\n, b :int) -> :int\n",
     "f(\n  a :int, ; one\n  ; two\n  b :int\n) -> :int\n"},
    /* in no bracket: before the declaration, except for the last */
    {"f(a :int) ->\n  ; why\n  :int ; last\n", "; why\nf(a :int) -> :int ; last\n"},
    /* in a union, and in Malli, which is never broken */
    {"t = {v :int ; one\n  | :string ; two\n}\n",
     "t = {\n  v :int|:string ; one\n  ; two\n}\n"},
    {"t = {a [:map-of ; key\n :string :int], b :int}\n",
     "t = {\n  a [:map-of :string :int], ; key\n  b :int\n}\n"},
    /* descriptions with comments among them */
    {"f() -> :int\n  One.\n  ; two\n; three\n  - a: four\n",
     "f() -> :int\n  One.\n  ; two\n; three\n  - a: four\n"},
    {"include \"x\" ; why\n", "refused"},
    {"t = {\"a;b\" :int, c :string[~\"#x ; y\"]} ; z\n",
     "t = {\"a;b\" :int, c :string[~\"#x ; y\"]} ; z\n"},
};

Test(layout, rows)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *got = laid_out(ptc_str_of(rows[i].text));
        const char *again;

        if (rows[i].wanted != NULL && strcmp(rows[i].wanted, "refused") == 0) {
            cr_expect(strncmp(got, "refused", 7) == 0, "%s", got);
            continue;
        }
        if (rows[i].wanted != NULL)
            cr_expect_str_eq(got, rows[i].wanted, "%s gives\n%s\nwanted\n%s",
                             rows[i].text, got, rows[i].wanted);
        again = laid_out(ptc_str_of(got));
        cr_expect_str_eq(again, got, "again\n%s\nthen\n%s", got, again);
    }
}

static const ptc_contract *read_back(const char *text)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_contract_options options = {.struct_size = sizeof options};
    ptc_contracts contracts;
    ptc_diags diags;

    *source = (ptc_source){PTC_STR("f.sig"), ptc_str_of(text)};
    ptc_diags_init(&diags, &arena);
    if (ptc_contracts_read(&arena, source, &options, &diags, &contracts) != PTC_OK)
        return NULL;
    return &contracts.items[contracts.count - 1];
}

/* Ends lines after some commas and openers, most of them with a comment. */
static ptc_str with_comments(test_random *random, ptc_str text, size_t *count)
{
    bool is_in_string = false;
    size_t depth = 0;
    ptc_text out;

    ptc_text_init(&out, &arena);
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];

        ptc_text_byte(&out, byte);
        if (byte == '\\' && is_in_string) {
            ptc_text_byte(&out, text.ptr[++i]);
            continue;
        }
        is_in_string ^= byte == '"';
        if (is_in_string || byte == '\\')
            continue;
        depth += byte == '(' || byte == '{' || byte == '[';
        depth -= byte == ')' || byte == '}' || byte == ']';
        if (depth == 0 || test_random_below(random, 100) >= 30 ||
            (byte != ',' && byte != '{' && byte != '('))
            continue;
        if (test_random_below(random, 2))
            ptc_text_cstr(&out, "\n ");
        ptc_text_cstr(&out, " ; c\n");
        ++*count;
    }
    return ptc_text_view(&out);
}

static size_t count_comments(const char *text)
{
    size_t count = 0;

    while ((text = strstr(text, "; c\n")) != NULL) {
        count++;
        text++;
    }
    return count;
}

/* Lines are short, or nothing in them could be broken. */
static void check_widths(const char *text)
{
    ptc_str rest = ptc_str_of(text);
    ptc_str line;
    unsigned number = 0;

    while (test_next_line(&rest, &line, &number)) {
        const char *blanks = line.ptr;

        while (blanks < line.ptr + line.len && *blanks == ' ')
            blanks++;
        if (ptc_utf8_count(line.ptr, line.len) > 90 && strstr(line.ptr, "[:") == NULL &&
            memchr(line.ptr, '"', line.len) == NULL &&
            memchr(line.ptr, '[', line.len) == NULL)
            cr_expect_lt(strcspn(blanks, ",\n"), line.len, "a line of %zu columns: %.*s",
                         line.len, (int)line.len, line.ptr);
    }
}

Test(layout, random)
{
    test_random random = test_random_start("layout", 20261126);
    unsigned broken = 0;
    unsigned commented = 0;

    for (unsigned i = 0; i < 400; i++) {
        ptc_schema schema;
        const ptc_contract *before;
        const ptc_contract *after;
        size_t count = 0;
        const char *got;
        const char *again;
        ptc_text text;
        ptc_str source;

        ptc_arena_reset(&arena);
        random_schema_casts = i % 2 == 0;
        random_schema(&random, &arena, 2 + i % 40, true, &schema);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "f");
        ptc_schema_write_signature(&text, &schema, NULL);
        if (text.ptr[1] != '(')
            continue;
        source = ptc_text_view(&text);
        if (i % 2)
            source = with_comments(&random, source, &count);
        before = read_back(source.ptr);
        if (before == NULL)
            continue; /* named types that no one declares, comments within Malli */
        got = laid_out(source);
        after = read_back(got);
        cr_assert(after != NULL, "%s\nbecame\n%s", text.ptr, got);
        cr_expect(ptc_schema_equal(&before->schema, &after->schema), "%s\nbecame\n%s",
                  text.ptr, got);
        cr_expect_eq(count_comments(got), count, "%s\nbecame\n%s", source.ptr, got);
        again = laid_out(ptc_str_of(got));
        cr_expect_str_eq(again, got, "%s\nbecame\n%s\nthen\n%s", source.ptr, got, again);
        if (count == 0)
            check_widths(got);
        broken += strchr(got, '\n')[1] != '\0';
        commented += count > 0;
    }
    cr_expect_gt(broken, 50);
    cr_expect_gt(commented, 30);
}

/* Nesting is bounded, and so is what comments cost. */
Test(layout, deep_and_many)
{
    ptc_text text;
    const char *got;

    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "t = ");
    for (int i = 0; i < 300; i++)
        ptc_text_cstr(&text, "{a ");
    ptc_text_cstr(&text, ":int");
    for (int i = 0; i < 300; i++)
        ptc_text_cstr(&text, " ; c\n}");
    ptc_text_byte(&text, '\n');
    got = laid_out(ptc_text_view(&text));
    cr_expect_eq(count_comments(got), 300);
    cr_expect(read_back(got) != NULL);

    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "f(");
    for (int i = 0; i < 3000; i++) {
        ptc_text_cstr(&text, i ? ", p" : "p");
        ptc_text_uint(&text, (uint64_t)i);
        ptc_text_cstr(&text, " :int ; c\n");
    }
    ptc_text_cstr(&text, ") -> :int\n");
    got = laid_out(ptc_text_view(&text));
    cr_expect_eq(count_comments(got), 3000);
}
