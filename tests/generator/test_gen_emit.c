/* SPDX-License-Identifier: MIT */
/*
 * `ptcc gen --emit`: contracts as constants in the forms that others want, and the
 * functions that read what models answer to strict ones. [emitters 1, 3, 4]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <ptc/ptc.h>
#include <ptc/target.h>

#include <stdio.h>
#include <stdlib.h>

/* Every form. ORDER TARGET */
static const struct {
    const char *to;   /* of `ptcc convert` */
    const char *emit; /* of `ptcc gen` */
    const char *name; /* in C */
    bool is_single;
} forms[] = {
#define CONTRACT true
#define FILE     false
#define PTC_TARGET(constant, word, emit_word, scope, name, summary)                      \
    {word, emit_word, name, scope},
#include <ptc/targets.def>
#undef PTC_TARGET
#undef FILE
#undef CONTRACT
};

#define FORM_COUNT (sizeof forms / sizeof forms[0])

/* Those that are read as JSON; others are texts. */
static bool form_is_json(size_t i)
{
    return i != PTC_TARGET_GBNF && i != PTC_TARGET_LARK && i != PTC_TARGET_SQL &&
           i != PTC_TARGET_MARKDOWN;
}

/* All words, with commas. */
static const char *all_words(void)
{
    static char words[512];

    words[0] = '\0';
    for (size_t i = 0; i < FORM_COUNT; i++)
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s",
                 i > 0 ? "," : "", forms[i].emit);
    return words;
}

/* Functions and types that every form can hold. */
static const char shop[] = "; A shop.\n"
                           "item = {id :int, title :string, price :float?}\n"
                           "search(query :string, limit :int?, kind :enum[\"book\" "
                           "\"lamp\"]?) -> {items [:item]}\n"
                           "  Finds items.\n"
                           "  - query: words of the title\n"
                           "order(item :item, gift :bool) -> {number :int}\n";

/* --- What there is ------------------------------------------------------------------ */

/* The text of NAME[] in a program that was given the name and its size: "SIZE TEXT". */
static void add_print(ptc_text *program, const char *name)
{
    ptc_text_cstr(program,
                  format("    printf(\"%%zu %%s%%c\", sizeof %s, %s, 0);\n", name, name));
}

/* A program that prints every constant of shop.sig, each with its size and a NUL. */
static void write_printer(const char *folder, const char *include)
{
    static const char *const contracts[] = {"item", "search", "order"};
    ptc_arena arena;
    ptc_text program;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&program, &arena);
    ptc_text_cstr(&program, format("#include \"%s\"\n#include <stdio.h>\n\n"
                                   "int main(void)\n{\n",
                                   include, ""));
    for (size_t i = 0; i < FORM_COUNT; i++) {
        for (size_t k = 0; k < (forms[i].is_single ? 3 : 1); k++)
            add_print(&program,
                      format("%s_%s", forms[i].is_single ? contracts[k] : "shop",
                             forms[i].name));
    }
    ptc_text_cstr(&program, "    return 0;\n}\n");
    write_file(folder, "print.c", program.ptr);
    ptc_arena_free(&arena);
}

/* Texts that mean the same: as JSON, or byte for byte except for the last line end. */
static void expect_same(size_t form, const char *got, ptc_str wanted)
{
    ptc_arena arena;
    ptc_value values[2];
    ptc_text texts[2];

    ptc_arena_init(&arena, NULL, 0);
    if (form_is_json(form)) {
        for (size_t i = 0; i < 2; i++) {
            ptc_str text = i == 0 ? ptc_str_of(got) : wanted;

            cr_assert(ptc_json_read(&arena, text.ptr, text.len, NULL, &values[i], NULL,
                                    NULL) == PTC_OK,
                      "%s: %s", forms[form].emit, text.ptr);
            ptc_text_init(&texts[i], &arena);
            ptc_json_write(&texts[i], &values[i], 0);
        }
        cr_expect(ptc_str_equal(ptc_text_view(&texts[0]), ptc_text_view(&texts[1])),
                  "%s: %s\nis not %s", forms[form].emit, texts[0].ptr, texts[1].ptr);
    } else {
        while (wanted.len > 0 && wanted.ptr[wanted.len - 1] == '\n')
            wanted.len--;
        cr_expect(strncmp(got, wanted.ptr, wanted.len) == 0 &&
                      strspn(got + wanted.len, "\n") == strlen(got + wanted.len),
                  "%s: %s", forms[form].emit, got);
    }
    ptc_arena_free(&arena);
}

/* M495: constants hold what convert writes, and sizeof gives their length. */
Test(gen_emit, each_constant_is_what_convert_writes)
{
    static const char *const contracts[] = {"item", "search", "order"};
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};
    const char *at;

    write_file(folder, "shop.sig", shop);
    write_printer(folder, "shop.ptc.h");
    cr_assert(shell(folder,
                    format("$PTCC gen --emit %s -o . shop.sig%s", all_words(), ""), NULL,
                    &err) == 0,
              "%s", err.ptr);
    cr_assert(shell(folder,
                    "$CC -Wall -Wextra -Werror -I$INCLUDE print.c shop.ptc.c $LIBPTC -lm "
                    "-o print && ./print",
                    &out, &err) == 0,
              "%s", err.ptr);
    at = out.ptr;
    for (size_t i = 0; i < FORM_COUNT; i++) {
        for (size_t k = 0; k < (forms[i].is_single ? 3 : 1); k++) {
            char *text;
            unsigned long size = strtoul(at, &text, 10);
            ptc_str wanted = {NULL, 0};

            cr_assert(*text++ == ' ');
            cr_expect(size == strlen(text) + 1, "%s: %lu", forms[i].emit, size);
            cr_assert(shell(folder,
                            format("$PTCC convert --to %s %s shop.sig 2>err", forms[i].to,
                                   forms[i].is_single
                                       ? format("--contract %s%s", contracts[k], "")
                                       : ""),
                            &wanted, NULL) == 0,
                      "%s", forms[i].to);
            expect_same(i, text, wanted);
            at = text + strlen(text) + 1;
        }
    }
}

/* Nothing in the files but what was asked for. */
Test(gen_emit, nothing_else_is_written)
{
    const char *folder = test_directory();
    ptc_str plain_header;
    ptc_str plain_source;

    write_file(folder, "shop.sig", shop);
    cr_assert(shell(folder, "$PTCC gen -o . shop.sig", NULL, NULL) == 0);
    plain_header = test_read_file(format("%s/%s", folder, "shop.ptc.h"));
    plain_source = test_read_file(format("%s/%s", folder, "shop.ptc.c"));
    for (size_t i = 0; i < FORM_COUNT; i++) {
        const char *name = format("_%s[", forms[i].name, "");
        ptc_str header;
        ptc_str source;

        cr_expect(!has(plain_header, name) && !has(plain_source, name), "%s", name);
        cr_assert(
            shell(folder,
                  format("$PTCC gen --emit %s -o . shop.sig%s 2>err", forms[i].emit, ""),
                  NULL, NULL) == 0,
            "%s", forms[i].emit);
        header = test_read_file(format("%s/%s", folder, "shop.ptc.h"));
        source = test_read_file(format("%s/%s", folder, "shop.ptc.c"));
        cr_expect(has(header, name) && has(source, name), "%s", name);
        for (size_t k = 0; k < FORM_COUNT; k++) {
            const char *other = format("_%s[", forms[k].name, "");

            cr_expect(k == i || (!has(header, other) && !has(source, other)), "%s: %s",
                      forms[i].emit, other);
        }
        free((void *)(uintptr_t)header.ptr);
        free((void *)(uintptr_t)source.ptr);
    }
    free((void *)(uintptr_t)plain_header.ptr);
    free((void *)(uintptr_t)plain_source.ptr);
}

/* With every compiler and standard: all forms at once, and static. */
Test(gen_emit, emitted_files_are_without_warnings)
{
    const char *folder = test_directory();

    write_file(folder, "shop.sig", shop);
    for (size_t i = 0; i < 2; i++) {
        cr_assert(shell(folder,
                        format("$PTCC gen --emit %s --visibility=%s -o . shop.sig 2>err",
                               all_words(), i == 0 ? "default" : "static"),
                        NULL, NULL) == 0);
        expect_compiles(folder, "shop");
    }
}

/* The same with one compiler, for what differs little. */
static void expect_one_compiles(const char *folder, const char *stem)
{
    ptc_str err = {NULL, 0};

    cr_expect(shell(folder,
                    format("$CC -std=c99 %s -I$INCLUDE %s.ptc.c", strict_warnings, stem),
                    NULL, &err) == 0,
              "%s", err.ptr);
}

/* --- Options ------------------------------------------------------------------------ */

Test(gen_emit, constants_follow_the_options_of_the_file)
{
    static const struct {
        const char *options;
        const char *declared; /* in the header */
        const char *defined;  /* in the source */
    } rows[] = {
        {"", "\nextern const char shop_tools_openai[",
         "\nconst char shop_tools_openai[]"},
        {"--c-standard=c99", "\nextern const char item_gbnf[",
         "\nconst char item_gbnf[]"},
        {"--visibility=hidden", "\nPTC_HIDDEN extern const char item_json_schema[",
         "\nconst char item_json_schema[]"},
        {"--api-macro=SHOP_API", "\nSHOP_API extern const char shop_markdown[",
         "\nconst char shop_markdown[]"},
        {"--prefix=my", "\nextern const char my_shop_tools_openai[",
         "\nconst char my_item_malli_json[]"},
        {"--visibility=static", NULL, "\nPTC_STATIC const char shop_tables_sql[]"},
        {"--values=jansson --tool-stubs", "\nextern const char order_lark[",
         "\nconst char order_lark[]"},
        {"--mode=disabled", "\nextern const char order_lark[",
         "\nconst char order_lark[]"},
        {"--mode=strict --strings=nul --optimize=size", "shop_tools_mcp[",
         "shop_tools_mcp[]"},
    };
    const char *folder = test_directory();

    write_file(folder, "shop.sig", shop);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err = {NULL, 0};
        ptc_str header;
        ptc_str source;

        cr_assert(shell(folder,
                        format("$PTCC gen --emit %s %s -o . shop.sig", all_words(),
                               rows[i].options),
                        NULL, &err) == 0,
                  "%s: %s", rows[i].options, err.ptr);
        header = test_read_file(format("%s/%s", folder, "shop.ptc.h"));
        source = test_read_file(format("%s/%s", folder, "shop.ptc.c"));
        cr_expect(rows[i].declared != NULL ? has(header, rows[i].declared)
                                           : !has(header, "const char"),
                  "%s", rows[i].options);
        cr_expect(has(source, rows[i].defined), "%s", rows[i].options);
        expect_one_compiles(folder, "shop");
        free((void *)(uintptr_t)header.ptr);
        free((void *)(uintptr_t)source.ptr);
    }
}

/* A program that includes the source also has the constants, with their sizes. */
Test(gen_emit, a_source_that_is_included_has_them)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "shop.sig", shop);
    write_printer(folder, "shop.ptc.c");
    cr_expect(shell(folder,
                    format("$PTCC gen --visibility=static --emit %s -o . shop.sig && "
                           "$CC -Wall -Wextra -Werror -I$INCLUDE print.c $LIBPTC -lm -o "
                           "print && ./print%s",
                           all_words(), ""),
                    &out, &err) == 0,
              "%s", err.ptr);
    cr_expect(has(out, "\"title\""), "%s", out.ptr);
}

/* Words in any order, with blanks of the list left out, give one note; regen repeats it.
 */
Test(gen_emit, the_second_line_tells_them_and_regen_reads_it)
{
    static const struct {
        const char *options;
        const char *note;
    } rows[] = {
        {"--emit json-schema", "--emit=json-schema "},
        {"--emit json-schema,json-schema", "--emit=json-schema "},
        {"--emit gbnf --emit md,json-schema --emit gbnf", "--emit=json-schema,gbnf,md "},
        {"--emit md --wrap-root --prefix p", "--prefix=p --emit=md --wrap-root "},
        {"--emit md --max-string 0300", "--emit=md --max-string=300 "},
        {"--emit md --max-string 2000 --lark-flavour llguidance", "--emit=md "},
        {"--emit md --lark-flavour=xgrammar", "--emit=md --lark-flavour=xgrammar "},
        {"--anthropic-patterns --openai-formats --sql-tz --emit=md",
         "--sql-tz --emit=md --openai-formats --anthropic-patterns "},
    };
    const char *folder = test_directory();

    write_file(folder, "shop.sig", shop);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str out = {NULL, 0};
        ptc_str err = {NULL, 0};

        cr_assert(shell(folder,
                        format("$PTCC gen %s -o . shop.sig%s", rows[i].options, ""), NULL,
                        &err) == 0,
                  "%s: %s", rows[i].options, err.ptr);
        shell(folder,
              "sed -n '2,/\\*\\//p' shop.ptc.c | sed 's/^ \\*//; s/ *\\*\\/$/ /' | "
              "tr -d '\\n' | sed 's/.*options: //'",
              &out, NULL);
        cr_expect(strncmp(out.ptr, rows[i].note, strlen(rows[i].note)) == 0, "%s: %s",
                  rows[i].options, out.ptr);
        cr_expect(shell(folder, "$PTCC regen --check shop.ptc.c", &out, &err) == 0,
                  "%s: %s", rows[i].options, out.ptr);
        cr_expect(
            shell(folder,
                  format("$PTCC gen --check %s -o . shop.sig%s", rows[i].options, ""),
                  &out, NULL) == 0,
            "%s: %s", rows[i].options, out.ptr);
    }
}

/* --check sees a constant that would change; the command that repairs it has --emit. */
Test(gen_emit, check_compares_the_texts)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};

    write_file(folder, "shop.sig", shop);
    cr_assert(shell(folder, "$PTCC gen --emit md,json-schema -o . shop.sig 2>err", NULL,
                    NULL) == 0);
    write_file(folder, "shop.sig",
               "item = {id :int, title :string, price :float?}\n"
               "search(query :string, limit :int?, kind :enum[\"book\" \"lamp\"]?) -> "
               "{items [:item]}\n"
               "  Finds items of the shop.\n"
               "order(item :item, gift :bool) -> {number :int}\n");
    cr_expect(shell(folder, "$PTCC gen --check --emit md,json-schema -o . shop.sig 2>err",
                    &out, NULL) == 3);
    cr_expect(has(out, "ptcc gen --emit md,json-schema"), "%s", out.ptr);
}

/* Several words are one list in every output that says the command. */
Test(gen_emit, what_is_no_form_is_refused)
{
    static const struct {
        const char *options;
        const char *message;
    } rows[] = {
        {"--emit openia", "unknown form \"openia\"; did you mean openai? It takes "
                          "json-schema, json-schema-7, openai, openai-strict,"},
        {"--emit json-schema,json_schema", "\"json_schema\"; did you mean json-schema?"},
        {"--emit mpc", "\"mpc\"; did you mean mcp?"},
        {"--emit mcp-legacy", "did you mean mcp-tools-legacy?"},
        {"--emit GBNF", "\"GBNF\"; it takes json-schema"},
        {"--emit yaml", "unknown form \"yaml\"; it takes json-schema"},
        {"--emit ''", "--emit has an empty word; it takes json-schema"},
        {"--emit md,", "--emit has an empty word"},
        {"--emit ,md", "--emit has an empty word"},
        {"--emit 'md, gbnf'", "\" gbnf\"; did you mean gbnf?"},
        {"--emit md --emit lakr", "\"lakr\"; did you mean lark?"},
        {"--emit md --max-string 0", "--max-string is a number from 1 to 1000000"},
        {"--emit md --max-string many", "--max-string is a number from 1"},
        {"--emit md --max-string -1", "--max-string is a number from 1"},
        {"--emit lark --lark-flavour ebnf",
         "--lark-flavour takes llguidance or xgrammar, not \"ebnf\""},
    };
    const char *folder = test_directory();

    write_file(folder, "shop.sig", shop);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err = {NULL, 0};

        cr_expect(shell(folder,
                        format("$PTCC gen %s -o . shop.sig%s", rows[i].options, ""), NULL,
                        &err) == 2,
                  "%s", rows[i].options);
        cr_expect(has(err, rows[i].message), "%s: %s", rows[i].options, err.ptr);
        cr_expect(!exists(folder, "shop.ptc.h"), "%s", rows[i].options);
    }
}

Test(gen_emit, agents_and_chains_have_no_such_constants)
{
    static const char *const files[] = {"finder.agent.edn", "reply.chain.edn"};
    const char *folder = test_directory();

    write_file(folder, "finder.agent.edn",
               "{:prompt \"Say {{x}}.\" :signature \"(x :int) -> :int\"}\n");
    write_file(folder, "reply.chain.edn", "[\"finder.agent.edn\"]\n");
    for (size_t i = 0; i < 2; i++) {
        ptc_str err = {NULL, 0};

        cr_expect(shell(folder, format("$PTCC gen --emit md -o . %s%s", files[i], ""),
                        NULL, &err) == 2);
        cr_expect(has(err, format("--emit is for contracts, and %s is an agent or a "
                                  "chain",
                                  files[i], "")),
                  "%s", err.ptr);
    }
    cr_expect(!exists(folder, "finder.ptc.h"));
}

/* --- Losses and faults -------------------------------------------------------------- */

Test(gen_emit, losses_are_told_and_strict_refuses_them)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "phone.sig", "call(to :tel) -> :bool\n");
    cr_expect(shell(folder,
                    "$PTCC gen --type tel=check_tel --emit json-schema -o . phone.sig",
                    NULL, &err) == 0);
    cr_expect(has(err, "phone.sig:1:") && has(err, "loss[json-schema]: call.to: "), "%s",
              err.ptr);
    cr_expect(exists(folder, "phone.ptc.h"));
    cr_expect(shell(folder,
                    "rm phone.ptc.*; $PTCC gen --strict --type tel=check_tel --emit "
                    "json-schema -o . phone.sig",
                    NULL, &err) == 1,
              "%s", err.ptr);
    cr_expect(!exists(folder, "phone.ptc.h") && !exists(folder, "phone.ptc.c"));
    /* What is not emitted loses nothing. */
    cr_expect(shell(folder, "$PTCC gen --strict --type tel=check_tel -o . phone.sig",
                    NULL, &err) == 0,
              "%s", err.ptr);
}

/* What a form cannot hold is an error at its place; of all files nothing is written. */
Test(gen_emit, faults_are_errors_and_nothing_is_written)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "shop.sig", shop);
    write_file(folder, "tree.sig", "\nnode = {label :string, next :node?}\n");
    cr_expect(shell(folder, "$PTCC gen --emit anthropic-format -o . shop.sig tree.sig",
                    NULL, &err) == 1,
              "%s", err.ptr);
    cr_expect(has(err, "tree.sig:2:") && has(err, "error[anthropic-format]: node"), "%s",
              err.ptr);
    cr_expect(!exists(folder, "shop.ptc.h") && !exists(folder, "tree.ptc.h"));
}

/* --- Names -------------------------------------------------------------------------- */

Test(gen_emit, names_that_meet_are_reported_with_both_places)
{
    static const struct {
        const char *contract;
        const char *options;
        const char *message;
    } rows[] = {
        {"x(a :int) -> :int\nx_json_schema(b :int) -> :int\n", "--emit json-schema",
         "n.sig:2:1: error[gen-collision]: \"x_json_schema\" would name two things in C, "
         "this one and the one at n.sig:1:1"},
        {"x_gbnf = {b :int}\nx = {a :int}\n", "--emit gbnf",
         "n.sig:2:1: error[gen-collision]: \"x_gbnf\" would name two things in C, this "
         "one and the one at n.sig:1:1"},
        {"x(a :int) -> :int\nn_tools_openai = {b :int}\n", "--emit openai",
         "n.sig:1:1: error[gen-collision]: \"n_tools_openai\" would name two things in "
         "C, this one and the one at n.sig:2:1"},
        {"n_markdown = {b :int}\n", "--emit md", "\"n_markdown\" would name two"},
        {"x_read(a :int) -> :int\nx(b :int) -> :int\nx_read_openai_strict = :int\n",
         "--emit openai-strict", "\"x_read_openai_strict\" would name two things in C"},
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err = {NULL, 0};

        write_file(folder, "n.sig", rows[i].contract);
        cr_expect(shell(folder, format("$PTCC gen %s -o . n.sig%s", rows[i].options, ""),
                        NULL, &err) == 1,
                  "%s", rows[i].contract);
        cr_expect(has(err, rows[i].message), "%s: %s", rows[i].options, err.ptr);
        cr_expect(!exists(folder, "n.ptc.h"));
    }
    /* No one has the name unless it is asked for; and fields step aside. */
    write_file(folder, "n.sig",
               "x(a :int) -> :int\nx_json_schema(b :int) -> :int\n"
               "y(json_schema {a :int}, gbnf {b :int}) -> :int\n");
    cr_expect(shell(folder, "$PTCC gen --emit md,gbnf -o . n.sig", NULL, NULL) == 0);
    expect_one_compiles(folder, "n");
}

/* A file of types alone, named as one of its types' tables are. */
Test(gen_emit, the_names_of_tables_are_those_of_the_file)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "a.sig", "a_nodes = {x :int}\n");
    cr_expect(shell(folder, "$PTCC gen -o . a.sig", NULL, &err) == 1);
    cr_expect(has(err, "a.sig:1:1: error[gen-collision]: \"a_nodes\" would"), "%s",
              err.ptr);
}

Test(gen_emit, odd_names_are_folded_as_others_are)
{
    const char *folder = test_directory();
    ptc_str header;
    ptc_str err = {NULL, 0};

    write_file(folder, "my-shop.v2.sig",
               "find-item(q :string) -> :int\nshop.find(q :string) -> :int\n");
    cr_assert(shell(folder, "$PTCC gen --emit json-schema,openai,md -o . my-shop.v2.sig",
                    NULL, &err) == 0,
              "%s", err.ptr);
    header = test_read_file(format("%s/%s", folder, "my-shop.v2.ptc.h"));
    cr_expect(has(header, " find_item_json_schema["));
    cr_expect(has(header, " shop_find_json_schema["));
    cr_expect(has(header, " my_shop_v2_tools_openai["));
    cr_expect(has(header, " my_shop_v2_markdown["));
    expect_one_compiles(folder, "my-shop.v2");
    free((void *)(uintptr_t)header.ptr);
}

/* --- Files -------------------------------------------------------------------------- */

static const char base[] = "person = {name :string, boss :string?}\n"
                           "hire(person :person) -> :bool\n";
static const char user[] = "include \"people.sig\"\n"
                           "ticket = {id :int, owner :person}\n"
                           "assign(ticket :ticket, to :person) -> :ticket\n";

/* Lists have the functions of the file itself; one program has those of both files. */
Test(gen_emit, lists_have_what_the_file_declares)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "people.sig", base);
    write_file(folder, "ticket.sig", user);
    write_file(
        folder, "main.c",
        "#include \"ticket.ptc.h\"\n#include <stdio.h>\n\nint main(void)\n{\n"
        "    return puts(ticket_tools_openai) < 0 || puts(people_tools_openai) < 0 "
        "|| puts(ticket_json_schema) < 0 || puts(person_json_schema) < 0;\n}\n");
    cr_assert(shell(folder,
                    "$PTCC gen --emit openai,json-schema -o . people.sig ticket.sig && "
                    "$CC -Wall -Wextra -Werror -I$INCLUDE main.c ticket.ptc.c "
                    "people.ptc.c $LIBPTC -lm -o main && ./main",
                    &out, &err) == 0,
              "%s", err.ptr);
    cr_expect(strstr(out.ptr, "\"assign\"") < strchr(out.ptr, '\n'));
    cr_expect(strstr(out.ptr, "\"hire\"") > strchr(out.ptr, '\n'), "%s", out.ptr);
    cr_expect(shell(folder, "grep -c person_json_schema ticket.ptc.h", &out, NULL) == 1);
    /* Each is the same made alone, and in another order. */
    cr_expect(
        shell(folder,
              "mkdir o && $PTCC gen --emit json-schema --emit openai -o o ticket.sig "
              "&& $PTCC gen --emit openai,json-schema -o o people.sig && cmp "
              "ticket.ptc.c o/ticket.ptc.c && cmp people.ptc.h o/people.ptc.h && "
              "$PTCC gen --check --emit openai,json-schema -o o ticket.sig "
              "people.sig && $PTCC regen --check o/ticket.ptc.c o/people.ptc.c",
              NULL, &err) == 0,
        "%s", err.ptr);
}

/* Constants are nothing that other headers need: an agent has none, and includes those of
 * its contract file. */
Test(gen_emit, headers_fit_whatever_constants_they_have)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "people.sig", base);
    write_file(folder, "ticket.sig", user);
    cr_expect(shell(folder,
                    "$PTCC gen --emit json-schema --max-string 9 -o . people.sig && "
                    "$PTCC gen -o . ticket.sig && $CC -Wall -Werror -fsyntax-only "
                    "-I$INCLUDE ticket.ptc.c && $PTCC gen -o . people.sig && $PTCC gen "
                    "--emit gbnf,openai -o . ticket.sig && $CC -Wall -Werror "
                    "-fsyntax-only -I$INCLUDE ticket.ptc.c",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder,
                    "$PTCC gen --prefix p -o . people.sig && "
                    "$CC -fsyntax-only -I$INCLUDE ticket.ptc.c",
                    NULL, &err) == 1);
    cr_expect(has(err, "do not match: generate both"), "%s", err.ptr);
}

/* A file of types alone has no tools, as it has no tools in a prompt. */
Test(gen_emit, a_file_without_functions_has_no_list_of_tools)
{
    const char *folder = test_directory();
    ptc_str header;

    write_file(folder, "types.sig", "person = {name :string}\n");
    cr_assert(shell(folder,
                    "$PTCC gen --emit openai,mcp-tools,md,json-schema -o . types.sig",
                    NULL, NULL) == 0);
    header = test_read_file(format("%s/%s", folder, "types.ptc.h"));
    cr_expect(!has(header, "types_tools"), "%s", header.ptr);
    cr_expect(has(header, " types_markdown["));
    cr_expect(has(header, " person_json_schema["));
    expect_one_compiles(folder, "types");
    free((void *)(uintptr_t)header.ptr);
}

/* Texts beyond what C promises of literals give no warning. */
Test(gen_emit, long_texts_are_no_warning)
{
    const char *folder = test_directory();
    ptc_arena arena;
    ptc_text text;
    ptc_str err = {NULL, 0};

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "many(");
    for (unsigned i = 0; i < 200; i++) {
        char field[64];

        snprintf(field, sizeof field, "%sfield_of_the_form_%u :string", i > 0 ? ", " : "",
                 i);
        ptc_text_cstr(&text, field);
    }
    ptc_text_cstr(&text, ") -> :int\n");
    write_file(folder, "many.sig", text.ptr);
    ptc_arena_free(&arena);
    cr_assert(shell(folder,
                    "$PTCC gen --emit json-schema,openai,md -o . many.sig 2>/dev/null && "
                    "for std in c99 c11; do $CC -std=$std -pedantic -Woverlength-strings "
                    "-Wall -Wextra -Werror -I$INCLUDE -c many.ptc.c || exit 1; done",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder,
                    "grep -q 'PTC_LONG_TEXT const char many_json_schema' "
                    "many.ptc.c",
                    NULL, NULL) == 0);
}

/* --- Replies ------------------------------------------------------------------------ */

/* A program that reads its argument as the parameters of search, and says why not. */
static const char reader[] =
    "#include \"shop.ptc.h\"\n#include <stdio.h>\n#include <string.h>\n\n"
    "int main(int count, char **arguments)\n{\n    ptc_arena arena;\n"
    "    ptc_text text;\n    search in;\n    ptc_str why;\n    ptc_status status;\n\n"
    "    (void)count;\n    ptc_arena_init(&arena, NULL, 0);\n"
    "    ptc_text_init(&text, &arena);\n"
    "    status = search_READ(&arena, arguments[1], strlen(arguments[1]), NULL, &in, "
    "&why);\n"
    "    if (status == PTC_OK)\n        status = search_to_json(&text, &in);\n"
    "    printf(\"%d %s\\n\", (int)status, text.len > 0 ? text.ptr : why.ptr);\n"
    "    ptc_arena_free(&arena);\n    return 0;\n}\n";

Test(gen_emit, replies_to_strict_tools_become_structs)
{
    static const struct {
        const char *reply;
        const char *wanted;
    } rows[] = {
        {"{\"query\":\"lamp\",\"limit\":3,\"kind\":\"book\"}",
         "0 {\"query\":\"lamp\",\"limit\":3,\"kind\":\"book\"}\n"},
        {"{\"query\":\"lamp\",\"limit\":null,\"kind\":null}", "0 {\"query\":\"lamp\"}\n"},
        {"{\"query\":\"lamp\"}", "0 {\"query\":\"lamp\"}\n"},
    };
    static const char *const faults[] = {
        "{\"query\":7,\"limit\":\"x\",\"kind\":\"car\"}",
        "{\"limit\":null}",
        "{\"query\":",
        "",
        "[]",
        "null",
        "{\"query\":\"a\",\"query\":\"b\"}",
    };
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "shop.sig", shop);
    write_file(folder, "reader.c", reader);
    cr_assert(shell(folder,
                    "$PTCC gen --emit openai-strict,anthropic-strict -o . shop.sig && "
                    "for how in read read_openai_strict read_anthropic_strict; do "
                    "$CC -Wall -Wextra -Werror -I$INCLUDE -Dsearch_READ=search_$how "
                    "reader.c shop.ptc.c $LIBPTC -lm -o $how || exit 1; done",
                    NULL, &err) == 0,
              "%s", err.ptr);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        shell(folder, format("./read_openai_strict '%s'%s", rows[i].reply, ""), &out,
              NULL);
        cr_expect(strcmp(out.ptr, rows[i].wanted) == 0, "%s: %s", rows[i].reply, out.ptr);
        shell(folder, format("./read_anthropic_strict '%s'%s", rows[i].reply, ""), &out,
              NULL);
        cr_expect(strcmp(out.ptr, rows[i].wanted) == 0, "%s: %s", rows[i].reply, out.ptr);
    }
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        ptc_str plain = {NULL, 0};

        shell(folder, format("./read '%s'%s", faults[i], ""), &plain, NULL);
        cr_expect(plain.ptr[0] != '0', "%s", faults[i]);
        shell(folder, format("./read_openai_strict '%s'%s", faults[i], ""), &out, NULL);
        cr_expect(strcmp(strchr(out.ptr, ' '), strchr(plain.ptr, ' ')) == 0,
                  "%s: %s, not %s", faults[i], out.ptr, plain.ptr);
    }
}

/* What the strict form changed is changed back; what is at fault is reported in the terms
 * of the contract. */
Test(gen_emit, replies_are_read_as_what_they_mean)
{
    static const struct {
        const char *program;
        const char *reply;
        const char *wanted;
    } rows[] = {
        {"in",
         "{\"pair\":{\"0\":1,\"1\":\"a\"},\"extra\":\"{\\\"a\\\":[1]}\",\"n\":null,"
         "\"tag\":{\"k\":null}}",
         "0 {\"pair\":[1,\"a\"],\"extra\":{\"a\":[1]},\"tag\":{}}\n"},
        {"in",
         "{\"pair\":{\"0\":1,\"1\":2},\"extra\":\"1\",\"n\":\"x\",\"tag\":{\"k\":\"t\"}}",
         "1 Tool validation errors:\n- pair[1]: expected string, got int 2\n"
         "- n: expected int, got string \"x\"\n\n"},
        {"out", "{\"items\":[{\"id\":1,\"note\":null},{\"id\":2,\"note\":\"n\"}]}",
         "0 [{\"id\":1},{\"id\":2,\"note\":\"n\"}]\n"},
        {"out", "{\"items\":[{\"id\":\"one\",\"note\":null}]}",
         "1 Return validation errors:\n- [0].id: expected int, got string \"one\"\n\n"},
        {"size", "{\"value\":7}", "0 7\n"},
        {"wrapped", "{\"value\":8}", "0 8\n"},
        {"wrapped", "{\"value\":null}",
         "1 Validation errors:\n- (root): expected int, got nil\n\n"},
        {"size", "{\"value\":-7}",
         "1 Validation errors:\n- (root): expected >= 0, got -7\n\n"},
    };
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "odd.sig",
               "size = :int[0..]\n"
               "f(pair [:tuple :int :string], extra :any, n :int?, tag [:map [:k [:maybe "
               ":string]]]) -> "
               "[{id :int, note :string?}]\n");
    write_file(
        folder, "main.c",
        "#include \"odd.ptc.h\"\n#include <stdio.h>\n#include <string.h>\n\n"
        "int main(int count, char **arguments)\n{\n    ptc_arena arena;\n"
        "    ptc_text text;\n    TYPE in;\n    ptc_str why;\n"
        "    ptc_status status;\n\n    (void)count;\n"
        "    ptc_arena_init(&arena, NULL, 0);\n    ptc_text_init(&text, &arena);\n"
        "    status = READ(&arena, arguments[1], strlen(arguments[1]), NULL, &in, "
        "&why);\n    if (status == PTC_OK)\n        status = WRITE(&text, &in);\n"
        "    printf(\"%d %s\\n\", (int)status, text.len > 0 ? text.ptr : why.ptr);\n"
        "    ptc_arena_free(&arena);\n    return 0;\n}\n");
    cr_assert(
        shell(folder,
              "$PTCC gen --emit openai-strict,openai-format,json-schema --wrap-root "
              "-o . odd.sig 2>err; "
              "make() { $CC -Wall -Wextra -Werror -I$INCLUDE -DTYPE=$2 "
              "-DREAD=$2_$3 -DWRITE=$2_to_json main.c odd.ptc.c $LIBPTC -lm -o $1 "
              "|| exit 1; }; make in f read_openai_strict; make out f_result "
              "read_openai_strict; make size size read_openai_strict; make wrapped "
              "size read_wrapped",
              NULL, &err) == 0,
        "%s", err.ptr);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str out = {NULL, 0};

        shell(folder, format("./%s '%s'", rows[i].program, rows[i].reply), &out, NULL);
        cr_expect(strcmp(out.ptr, rows[i].wanted) == 0, "%s: %s", rows[i].reply, out.ptr);
    }
}

/* Which functions there are: for what was asked for alone. */
Test(gen_emit, readers_of_replies_follow_the_forms)
{
    static const char *const names[] = {
        "item_read_openai_strict(",
        "item_read_anthropic_strict(",
        "search_read_openai_strict(",
        "search_read_anthropic_strict(",
        "search_result_read_openai_strict(",
        "search_result_read_anthropic_strict(",
        "item_read_wrapped(",
        "search_read_wrapped(",
        "search_result_read_wrapped(",
    };
    static const struct {
        const char *options;
        unsigned has; /* bits of names */
    } rows[] = {
        {"--emit openai,anthropic,mcp-tools,json-schema", 0},
        {"--emit openai-strict", 0x04},
        {"--emit openai-chat-strict", 0x04},
        {"--emit anthropic-strict", 0x08},
        {"--emit openai-format", 0x11},
        {"--emit openai-chat-format", 0x11},
        {"--emit anthropic-format", 0x22},
        {"--emit openai-strict,openai-format", 0x15},
        {"--emit openai-strict,openai-format --mode=disabled", 0},
        {"--emit openai,json-schema", 0},
        {"--emit openai,md --wrap-root", 0},
        {"--emit json-schema-7 --wrap-root", 0x40},
        {"--emit json-schema,openai-strict --wrap-root", 0x44},
    };
    const char *folder = test_directory();

    write_file(folder, "shop.sig", shop);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err = {NULL, 0};
        ptc_str header;
        ptc_str source;

        cr_assert(shell(folder,
                        format("$PTCC gen %s -o . shop.sig%s", rows[i].options, ""), NULL,
                        &err) == 0,
                  "%s: %s", rows[i].options, err.ptr);
        header = test_read_file(format("%s/%s", folder, "shop.ptc.h"));
        source = test_read_file(format("%s/%s", folder, "shop.ptc.c"));
        for (size_t k = 0; k < 9; k++) {
            bool is_wanted = (rows[i].has >> k & 1u) != 0;

            cr_expect(has(header, names[k]) == is_wanted, "%s: %s", rows[i].options,
                      names[k]);
            cr_expect(has(source, names[k]) == is_wanted, "%s: %s", rows[i].options,
                      names[k]);
        }
        cr_expect(has(header, "gen_reply.h") == (rows[i].has != 0), "%s",
                  rows[i].options);
        expect_one_compiles(folder, "shop");
        free((void *)(uintptr_t)header.ptr);
        free((void *)(uintptr_t)source.ptr);
    }
}
