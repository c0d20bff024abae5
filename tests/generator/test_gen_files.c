/* SPDX-License-Identifier: MIT */
/*
 * Emitted files among others: whatever a contract says stays in its place, what meets is
 * reported, other ABIs are noticed, equal contracts share a program. [build-and-packaging
 * 2]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

static const char small[] = "ask(question :string) -> :bool\n";

/* --- Hostile texts ------------------------------------------------------------------ */

/* Ends of comments, of literals and of lines; spellings that C reads as another byte;
 * words that are taken; what our own templates and comments are made of. */
static const char *const hostile[] = {
    "*/",
    "*/ #error out /*",
    "/*",
    "//",
    "*"
    "/\\",
    "\\",
    "\\\n",
    "line\\\nline \\ \n",
    "?\?/",
    "?\?/\n",
    "?\?/\"",
    "\\?\?/\n",
    "?\?=?\?(?\?)?\?'?\?<?\?!?\?>?\?-",
    "%:define x <% %> <: :>",
    "\"",
    "\\\"",
    "'",
    "\n",
    "\r\n\t\v\f\a\b\x1b\x7f",
    "\n#include \"x\"\n#define int\n",
    "R\"(x)\"",
    "L\"x\" u8\"x\" 'x'",
    "%s%n%d",
    "0x1.8p3f",
    "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
    "a\xc3\xb1o",
    "\xe2\x80\xae override",
    "\xe2\x80\xa8 line separator",
    "\xef\xbb\xbf",
    "{{x}} {{#x}} {{/x}} {{! x}}",
    "clang-format on",
    "/* clang-format on */",
    "@generated DO NOT EDIT.",
    "int",
    "constexpr",
    "co_await",
    "errno",
    "stdin",
    "NULL",
    "linux",
    "_Bool",
    "__func__",
    "ptc_str",
    "9lives",
    "",
    " ",
    "_",
    "__",
};

#define HOSTILE_COUNT (sizeof hostile / sizeof hostile[0])

/* A string of EDN or JSON. */
static void add_string(ptc_text *out, const char *text)
{
    ptc_text_byte(out, '"');
    for (; *text; text++) {
        char escape[7];

        if (*text == '"' || *text == '\\')
            ptc_text_byte(out, '\\');
        if ((unsigned char)*text >= 0x20 && *text != 0x7f) {
            ptc_text_byte(out, *text);
            continue;
        }
        snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*text);
        ptc_text_cstr(out, escape);
    }
    ptc_text_byte(out, '"');
}

/* The same with what means something in a pattern escaped before. */
static void add_pattern(ptc_text *out, const char *text)
{
    char escaped[512]; /* pieces in patterns are short */
    size_t len = 0;

    for (; *text; text++) {
        if (strchr("\\^$.|?*+()[]{}", *text))
            escaped[len++] = '\\';
        escaped[len++] = *text;
    }
    escaped[len] = '\0';
    add_string(out, escaped);
}

/* Appends the format with the piece for every `~`, and as a pattern for every `^`. */
static void add_piece(ptc_text *out, const char *pattern, const char *piece)
{
    for (; *pattern; pattern++) {
        if (*pattern == '~')
            add_string(out, piece);
        else if (*pattern == '^')
            add_pattern(out, piece);
        else
            ptc_text_byte(out, *pattern);
    }
}

/* Two contracts a piece: the texts in every place of Malli, and as a parameter's name. */
static const char *hostile_contracts(ptc_arena *arena)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "{\n");
    for (size_t i = 0; i < HOSTILE_COUNT; i++) {
        ptc_text_cstr(&text, ":h");
        ptc_text_uint(&text, i);
        add_piece(
            &text,
            " [:=> [:catn [:in [:map {:title ~ :description ~}\n"
            "  [~ {:optional true :default ~ :description ~ :title ~} :string]\n"
            "  [:choice {:default ~} [:enum {:description ~} ~ \"other\"]]\n"
            "  [:pattern {:optional true} [:re ^]]\n"
            "  [:deep [:vector {:description ~} [:map [~ [:maybe [:enum ~]]]]]]]]]\n"
            "  [:map {:description ~} [~ [:map [~ {:description ~} :int]]]]]\n",
            hostile[i]);
    }
    ptc_text_cstr(&text, "}\n");
    cr_assert(!text.failed);
    return text.ptr;
}

/* Names of contracts, parameters and types that are taken, and long ones. */
static const char *hostile_signatures(ptc_arena *arena)
{
    static const char *const names[] = {
        "auto",    "while",   "typeof_unqual", "nullptr",  "concept",  "co_yield",
        "import",  "errno",   "stdin",         "stdout",   "assert",   "offsetof",
        "unix",    "linux",   "NULL",          "EOF",      "I",        "INT_MAX",
        "bool",    "true",    "int64_t",       "size_t",   "printf",   "main",
        "ptc_str", "memcpy",  "_Bool",         "__func__", "_",        "x",
        "complex", "signal",  "NAN",           "major",    "xor",      "map",
        "value",   "in",      "key",           "own",      "status",   "json",
        "user",    "message", "gen",           "out",      "text",     "len",
        "p",       "info",    "error",         "found",    "in_entry",
    };
    ptc_text text;

    ptc_text_init(&text, arena);
    for (size_t i = 0; i <= sizeof names / sizeof names[0]; i++) {
        char longest[201];
        const char *name = longest;

        if (i < sizeof names / sizeof names[0])
            name = names[i];
        memset(longest, 'l', sizeof longest - 1);
        longest[sizeof longest - 1] = '\0';
        ptc_text_cstr(&text, "f_");
        ptc_text_cstr(&text, name);
        ptc_text_cstr(&text, "(");
        ptc_text_cstr(&text, name);
        ptc_text_cstr(&text, " :enum[\"");
        ptc_text_cstr(&text, name);
        ptc_text_cstr(&text, "\" \"a\xc3\xb1o\"], \"a\xc3\xb1o\" :string) -> {");
        ptc_text_cstr(&text, name);
        ptc_text_cstr(&text, " :string?, deep {");
        ptc_text_cstr(&text, name);
        ptc_text_cstr(&text, " [:int]}}\n  Ends in a backslash \\\n  and in ?\?/\n"
                             "  */ /* // \\ \n  - ");
        ptc_text_cstr(&text, name);
        ptc_text_cstr(&text, ": also */ here \\\n\n");
        /* The bare name as a contract; `include` alone begins its own line. */
        ptc_text_cstr(&text, name);
        ptc_text_cstr(&text, "(a :int) -> :int\n\n");
    }
    cr_assert(!text.failed);
    return text.ptr;
}

/* Whatever a contract says, it stays inside names, literals and comments. */
Test(gen_files, hostile_texts_stay_where_they_belong, .timeout = 300)
{
    static const char *const options[] = {
        "", "--mode=disabled", "--strings=copy --optimize=size --visibility=static",
        "--type=t=check"};
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    write_file(folder, "texts.malli.edn", hostile_contracts(&arena));
    write_file(folder, "names.sig", hostile_signatures(&arena));
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        cr_assert(
            shell(folder,
                  format("$PTCC gen %s -o . texts.malli.edn names.sig%s", options[i], ""),
                  NULL, &err) == 0,
            "%.2000s", err.ptr);
        if (i == 0) {
            expect_compiles(folder, "texts");
            expect_compiles(folder, "names");
        } else {
            expect_compiles_once(folder, "texts");
            expect_compiles_once(folder, "names");
        }
    }
    ptc_arena_free(&arena);
}

/* C promises literals of 4095 characters; any text of a contract may be longer. */
Test(gen_files, texts_longer_than_a_literal_compile, .timeout = 120)
{
    static const char pattern[] =
        "{:f [:=> [:catn [:in [:map {:title ~ :description ~}\n"
        "  [~ {:optional true :default ~ :description ~} :string]\n"
        "  [:kind {:default ~} [:enum ~ \"b\"]] [:k [:= ~]] [:u [:or :int [:= ~]]]\n"
        "  [:any {:default {~ [~ #{~}]}} :any] [:has [:map [~ [:maybe :int]]]]\n"
        "  [:m [:multi {:dispatch :t} [~ [:map [:t :string]]] [\"x\" [:map [:t "
        ":string]]]]]]]] :int]}\n";
    const char *folder = test_directory();
    char longest[6001];
    ptc_str err = {NULL, 0};
    ptc_arena arena;
    ptc_text text;

    memset(longest, 'l', sizeof longest);
    for (size_t i = 4088; i < 4100; i += 11) {
        longest[i] = '\0';
        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        add_piece(&text, pattern, longest);
        write_file(folder, "long.malli.edn", text.ptr);
        cr_assert(shell(folder, "$PTCC gen -o . long.malli.edn", NULL, &err) == 0,
                  "%.2000s", err.ptr);
        expect_compiles(folder, "long");
        ptc_arena_free(&arena);
        longest[i] = 'l';
    }
}

/* Contracts that become the same names are reported once, whatever they have in common.
 */
Test(gen_files, contracts_that_meet_are_told_once)
{
    static const struct {
        const char *text;
        const char *errors[3];
    } rows[] = {
        {"{\"a b\" [:map [:x :int] [:y [:map [:z :int]]]]\n"
         " :a_x20b [:map [:x :int] [:y [:map [:z :int]]]]}\n",
         {"two.edn:2:2: error[gen-collision]: \"a_x20b\" would name two things in C, "
          "this one and the one at two.edn:1:2"}},
        {"{\"a b\" [:=> [:cat] :int]\n :a_x20b [:=> [:cat] :int]}\n",
         {"two.edn:2:2: error[gen-collision]: \"a_x20b_result\" would"}},
        {"{:a [:=> [:catn [:b [:map [:c :int]]]] :int]\n"
         " :a_b [:=> [:catn [:c :int]] :int]\n"
         " :a_b_c [:=> [:catn [:c [:map [\"d\" :int] [\"D\" :int]]]] :int]}\n",
         {"two.edn:2:2: error[gen-collision]: \"a_b\" would",
          "two.edn:3:47: error[gen-collision]: \"d\" would"}},
        {"{\"a b\" [:map [:x [:map [:y :int]]]]\n"
         " :a_x20b [:map [:x [:map [:y :int]]]]\n"
         " :other [:map [:x :int] [:X :int]]}\n",
         {"two.edn:2:2: error[gen-collision]: \"a_x20b\" would",
          "two.edn:3:29: error[gen-collision]: \"x\" would"}},
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err = {NULL, 0};
        size_t wanted = 0;
        size_t got = 0;

        write_file(folder, "two.edn", rows[i].text);
        cr_expect(shell(folder, "$PTCC gen -o . two.edn", NULL, &err) == 1, "row %zu", i);
        for (; wanted < 3 && rows[i].errors[wanted]; wanted++)
            cr_expect(has(err, rows[i].errors[wanted]), "row %zu: %s", i, err.ptr);
        for (const char *at = err.ptr; at && (at = strstr(at, "error[")); at++)
            got++;
        cr_expect(got == wanted, "row %zu: %s", i, err.ptr);
    }
}

/* --- Emitted files and the runtime ------------------------------------------------- */

/* A file that is compiled with another runtime than it was made for says so, whichever is
 * older. */
Test(gen_files, another_abi_is_noticed, .timeout = 120)
{
    static const struct {
        const char *what;
        const char *change;
        const char *message;
    } rows[] = {
        {"older headers", "s/\\(define PTC_ABI \\) *[0-9]*/\\1 0/",
         "runtime headers are older than this file: update ptcc-runtime"},
        {"newer headers", "s/\\(define PTC_ABI[_MIN]* \\) *[0-9]*/\\1 1000/",
         "this file is too old for the runtime: regenerate it with ptcc gen"},
        {"newer headers that still serve it", "s/\\(define PTC_ABI \\) *[0-9]*/\\1 1000/",
         NULL},
    };
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "ask.sig", small);
    cr_assert(shell(folder, "$PTCC gen -o . ask.sig", NULL, NULL) == 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static const char *const files[] = {"ask.ptc.c", "-x c ask.ptc.h",
                                            "-x c++ ask.ptc.h"};

        cr_assert(shell(folder,
                        format("rm -rf other && cp -r $INCLUDE other && sed -i '%s' "
                               "other/ptc/version.h%s",
                               rows[i].change, ""),
                        NULL, NULL) == 0);
        for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
            int status =
                shell(folder, format("cc -fsyntax-only -I other %s%s", files[k], ""),
                      NULL, &err);

            cr_expect((status == 0) == (rows[i].message == NULL), "%s, %s: %d",
                      rows[i].what, files[k], status);
            cr_expect(rows[i].message == NULL || has(err, rows[i].message), "%s, %s: %s",
                      rows[i].what, files[k], err.ptr);
        }
    }
}

static const char asking[] =
    "#include \"ask.ptc.h\"\n#include <stdlib.h>\n"
    "int main(void)\n{\n"
    "    static const char text[] = \"{\\\"question\\\": \\\"why?\\\"}\";\n"
    "    ptc_arena arena;\n    ask in;\n    int good;\n\n"
    "    ptc_arena_init(&arena, NULL, 0);\n"
    "    good = ask_parse(&arena, text, sizeof text - 1, NULL, &in, NULL) == PTC_OK &&\n"
    "           ptc_str_equal(in.question, PTC_STR(\"why?\"));\n"
    "    ptc_arena_free(&arena);\n    return good ? 0 : 1;\n}\n";

/* A library that does not serve the file's ABI is noticed when it is linked. */
Test(gen_files, another_library_is_noticed, .timeout = 120)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "ask.sig", small);
    write_file(folder, "main.c", asking);
    cr_assert(shell(folder,
                    "$PTCC gen -o . ask.sig && $CC -I $INCLUDE -c main.c ask.ptc.c && "
                    "$CC main.o ask.ptc.o $LIBPTC -o ask && ./ask",
                    NULL, &err) == 0,
              "%s", err.ptr);
    if (!has_tool("objcopy"))
        return;
    cr_assert(shell(folder,
                    "abi=$(sed -n 's/.*define PTC_ABI  *//p' $INCLUDE/ptc/version.h) && "
                    "ld -r -o all.o --whole-archive $LIBPTC && "
                    "objcopy --redefine-sym ptc_abi_$abi=ptc_abi_0 all.o other.o",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder, "$CC -I $INCLUDE main.c ask.ptc.c other.o -lm -o ask", NULL,
                    &err) != 0);
    cr_expect(has(err, "undefined") && has(err, "ptc_abi_"), "%s", err.ptr);
}

/* Two files with contracts, types and enums of the same names, kept apart by a prefix. */
static const char twins[] =
    "ask(question :string, tone :enum[\"warm\" \"cold\"]) -> {answer :string?, to "
    ":person}\n\nperson = {name :string, kind :enum[\"warm\"]}\n";

/* Compiled once with -DPREFIX=x -DUPPER=X and once with y. */
static const char twin[] =
    "#include \"ask.ptc.h\"\n"
    "#define JOIN_(a, b) a##_##b\n#define JOIN(a, b) JOIN_(a, b)\n"
    "int JOIN(PREFIX, works)(void);\n"
    "int JOIN(PREFIX, works)(void)\n{\n"
    "    static const char text[] = \"{\\\"question\\\": \\\"?\\\", \\\"tone\\\": "
    "\\\"cold\\\"}\";\n"
    "    ptc_arena arena;\n    JOIN(PREFIX, ask) in;\n    int good;\n\n"
    "    ptc_arena_init(&arena, NULL, 0);\n"
    "    good = JOIN(PREFIX, ask_parse)(&arena, text, sizeof text - 1, NULL, &in, NULL) "
    "==\n               PTC_OK &&\n"
    "           in.tone == JOIN(UPPER, ASK_TONE_COLD);\n"
    "    ptc_arena_free(&arena);\n    return good;\n}\n";

static const char twin_main[] =
    "int x_works(void);\nint y_works(void);\n"
    "int main(void)\n{\n    return x_works() && y_works() ? 0 : 1;\n}\n";

Test(gen_files, equal_contracts_share_a_program, .timeout = 120)
{
    static const struct {
        const char *what;
        const char *line; /* for sh, after the functions of `setup` */
    } rows[] = {
        {"one program", "build x -c twin.c x/ask.ptc.c && mv twin.o x.o && mv ask.ptc.o "
                        "xp.o && build y -c twin.c y/ask.ptc.c && $CC main.c x.o xp.o "
                        "twin.o ask.ptc.o $LIBPTC -o both && ./both"},
        {"one program of both headers",
         "printf '#include \"x/ask.ptc.h\"\\n#include \"y/ask.ptc.h\"\\n' >both.h && "
         "$CC -I $INCLUDE -fsyntax-only -x c both.h && "
         "c++ -I $INCLUDE -fsyntax-only -x c++ both.h"},
        /* Each has its own library, which ASan takes for a mistake. */
        {"two shared objects",
         "build x -fPIC -shared twin.c x/ask.ptc.c $LIBPTC -o libx.so && build y -fPIC "
         "-shared twin.c y/ask.ptc.c $LIBPTC -o liby.so && $CC main.c -L. -lx -ly -o "
         "both && ASAN_OPTIONS=$ASAN_OPTIONS:detect_odr_violation=0 "
         "LD_LIBRARY_PATH=. ./both"},
    };
    static const char setup[] =
        "build() { p=$1; shift; u=$(echo $p | tr xy XY); "
        "$CC -I $INCLUDE -I $p -DPREFIX=$p -DUPPER=$u \"$@\"; } && ";
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "ask.sig", twins);
    write_file(folder, "twin.c", twin);
    write_file(folder, "main.c", twin_main);
    cr_assert(shell(folder,
                    "mkdir x y && $PTCC gen --prefix=x -o x ask.sig && $PTCC gen "
                    "--prefix=y -o y ask.sig",
                    NULL, &err) == 0,
              "%s", err.ptr);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(shell(folder, format("%s%s", setup, rows[i].line), NULL, &err) == 0,
                  "%s: %.2000s", rows[i].what, err.ptr);
}
