/* SPDX-License-Identifier: MIT */
/*
 * The options of `ptcc gen` that change emitted bytes, and `ptcc regen`, which repeats a
 * generation from the bytes it left: what the second line tells, that it is read back
 * exactly, what is refused, and that a failed write leaves no trace.
 * [build-and-packaging 1, 2]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

static const char small[] = "ask(question :string) -> :bool\n";

/* The second comment in one line, without its marks and the hash, in a static buffer. */
static const char *second_line(const char *folder, const char *name)
{
    static char line[4096];
    ptc_str text = test_read_file(format("%s/%s", folder, name));
    const char *start = text.ptr ? strchr(text.ptr, '\n') : NULL;
    const char *hash = start ? strstr(start, "  schema: ") : NULL;
    size_t len = 0;

    if (hash && strncmp(start, "\n/* ptcc-format: ", 17) == 0) {
        for (const char *at = hash + 26; strncmp(at, "*/", 2) != 0; at++) {
            if (strncmp(at, "\n *", 3) == 0)
                at += at[3] == ' ' ? 2 : 1;
            else
                line[len++] = *at;
        }
    }
    while (len > 0 && line[len - 1] == ' ')
        len--;
    line[len] = '\0';
    free((void *)(uintptr_t)text.ptr);
    return line;
}

/* --- What the second line tells ----------------------------------------------------- */

/* Options in any order give the note in one order; what is the default leaves no trace.
 */
static const struct {
    const char *options;
    const char *note;
} notes[] = {
    {"", ""},
    {"--prefix p", "--prefix=p"},
    {"--include-prefix api/ --prefix p", "--prefix=p --include-prefix=api/"},
    {"--prefix a --prefix b", "--prefix=b"},
    {"--prefix '' --include-prefix ''", ""},
    {"--visibility=default --c-standard=c11 --line-directives=off --strings=borrow "
     "--optimize=speed --mode=any --values=ptc --from=auto",
     ""},
    {"--visibility=hidden", "--visibility=hidden"},
    {"--visibility=static", "--visibility=static"},
    {"--api-macro=ASK_API", "--api-macro=ASK_API"},
    {"--c-standard=c99", "--c-standard=c99"},
    {"--line-directives=base", "--line-directives=base"},
    {"--line-directives=full", "--line-directives=full ask.sig"},
    {"--strings=copy", "--strings=copy"},
    {"--optimize=size", "--optimize=size"},
    {"--mode=enabled", "--mode=enabled"},
    {"--mode=warn_only", "--mode=warn_only"},
    {"--mode=strict", "--mode=strict"},
    {"--mode=disabled", "--mode=disabled"},
    {"--from=sig", "--from=sig"},
    {"--type tel --type email=check_email --type tel",
     "--type=tel --type=email=check_email"},
    {"--mode=strict --optimize=size --strings=copy --stamp-version --c-standard=c99 "
     "--api-macro=A --include-prefix=i/ --prefix=p --type=t --from=sig",
     "--from=sig --type=t --prefix=p --include-prefix=i/ --api-macro=A --c-standard=c99 "
     "--stamp-version --strings=copy --optimize=size --mode=strict"},
    /* No value can end the comment, break a line or be two words. */
    {"--prefix 'a b'", "--prefix=a%20b"},
    {"--prefix '*/ int x; /*'", "--prefix=%2a/%20int%20x%3b%20/%2a"},
    {"--prefix 'q\"'\"'\"'\\'", "--prefix=q%22%27%5c"},
    {"--prefix '100%20'", "--prefix=100%2520"},
    {"--prefix 'a\xc3\xb1o?\?/'", "--prefix=a%c3%b1o%3f%3f/"},
    {"--prefix '\xff\r\t'", "--prefix=%ff%0d%09"},
};

#define NOTE_COUNT (sizeof notes / sizeof notes[0])

Test(gen_options, the_second_line_tells_what_is_not_the_default)
{
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    for (size_t i = 0; i < NOTE_COUNT; i++) {
        ptc_str err = {NULL, 0};
        const char *wanted = notes[i].note;
        const char *told;

        cr_expect(shell(folder,
                        format("$PTCC gen -o . %s ask.sig%s", notes[i].options, ""), NULL,
                        &err) == 0,
                  "%s: %s", notes[i].options, err.ptr);
        told = strstr(second_line(folder, "ask.ptc.c"), "  options: ");
        cr_expect(strcmp(told ? told + 11 : "", wanted) == 0, "%s: %s, not %s",
                  notes[i].options, told, wanted);
        told = strstr(second_line(folder, "ask.ptc.h"), "  options: ");
        cr_expect(strcmp(told ? told + 11 : "", wanted) == 0, "header of %s: %s",
                  notes[i].options, told);
    }
}

Test(gen_options, what_cannot_be_is_refused)
{
    static const struct {
        const char *options;
        const char *message;
    } rows[] = {
        {"--visibility=protected", "--visibility is one of default hidden static, not"},
        {"--c-standard=c23", "--c-standard is one of c11 c99, not \"c23\""},
        {"--line-directives=on", "--line-directives is one of off base full"},
        {"--strings=steal", "--strings is one of borrow copy"},
        {"--optimize=3", "--optimize is one of speed size"},
        {"--mode=lenient", "--mode is one of any enabled warn_only strict disabled"},
        {"--values=cjson", "--values is one of ptc jansson"},
        {"--from=yaml", "--from is one of"},
        {"--api-macro=A-B", "--api-macro wants a C identifier, not \"A-B\""},
        {"--api-macro=1A", "C identifier"},
        {"--api-macro='A B'", "C identifier"},
        {"--api-macro=extern", "C identifier"},
        {"--api-macro=A --visibility=static", "not exported"},
        {"--api-macro=A --visibility=hidden", "not exported"},
        {"--type=email=check-email", "--type email=check-email: a function is a C"},
        {"--type=email=", "C identifier"},
        {"--type=email=int", "C identifier"},
        {"--type=int=f", "built-in"},
        {"--type=e=f --type=e=g", "--type e=g: this type was given with another"},
        {"--type=e=f --type=e", "this type was given with another"},
        {"--include-prefix='a\"b/'", "no #include may hold"},
        {"--include-prefix='a\\b/'", "no #include may hold"},
        {"--include-prefix='a?\?/'", "no #include may hold"},
        {"--header 'a\"b.h'", "no #include may hold"},
    };
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err = {NULL, 0};

        cr_expect(shell(folder,
                        format("$PTCC gen %s %s ask.sig", rows[i].options,
                               strstr(rows[i].options, "--header") ? "" : "-o ."),
                        NULL, &err) == 2,
                  "%s", rows[i].options);
        cr_expect(has(err, rows[i].message), "%s: %s", rows[i].options, err.ptr);
        cr_expect(!exists(folder, "ask.ptc.h"), "%s", rows[i].options);
    }
}

Test(gen_options, the_repairing_command_repeats_all_options)
{
    static const char command[] =
        "ptcc gen -I inc --from sig --type 'tel' --type mail=f --prefix 'a b' "
        "--include-prefix 'it'\\''s/' --visibility hidden --c-standard c99 "
        "--line-directives base --stamp-version --strings copy --optimize size --mode "
        "strict --header a.h --source a.c ./-ask.sig\n";
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};

    write_file(folder, "-ask.sig", small);
    cr_expect(
        shell(folder,
              "mkdir inc; $PTCC gen --check --mode=strict --optimize=size --strings=copy "
              "--stamp-version --line-directives=base --c-standard=c99 "
              "--visibility=hidden --include-prefix=\"it's/\" --prefix='a b' --type tel "
              "--type mail=f --from=sig -I inc --header=a.h --source=a.c ./-ask.sig",
              &out, NULL) == 3);
    cr_expect(has(out, "fix: ptcc gen -I inc --from sig --type tel --type mail=f"), "%s",
              out.ptr);
    cr_expect(has(out, strstr(command, "--prefix")), "%s", out.ptr);
    cr_expect(shell(folder,
                    "$PTCC gen --check --prefix=p --header=a.h -- -ask.sig >o; sed -n "
                    "\"s|^fix: ptcc|$PTCC|p\" o | sh -e && $PTCC gen --check --prefix=p "
                    "--header=a.h -- -ask.sig",
                    &out, NULL) == 0,
              "%s", out.ptr);
}

/* --- regen -------------------------------------------------------------------------- */

/* M487: a checked-in pair is made again, byte for byte, from nothing but itself. */
Test(gen_options, regen_repeats_every_option)
{
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    for (size_t i = 0; i < NOTE_COUNT; i++) {
        ptc_str out = {NULL, 0};
        ptc_str err = {NULL, 0};

        cr_assert(
            shell(folder,
                  format("rm -rf gen old && mkdir gen && $PTCC gen -o gen %s ask.sig && "
                         "cp -r gen old && $PTCC regen --check gen/ask.ptc.c%s",
                         notes[i].options, ""),
                  &out, &err) == 0,
            "%s: %s %s", notes[i].options, out.ptr, err.ptr);
        /* What a formatter with short lines does to the first lines does not matter. */
        cr_expect(
            shell(
                folder,
                "rm gen/ask.ptc.h && sed -i '1,2s|\\( \\*/\\)$|\\n\\1|; 1s|DO NOT|DO\\n "
                "* NOT|; 2s|schema:|\\n *   schema:|; 2s| --| \\n * --|g; s|$|\\r|; "
                "$d' gen/ask.ptc.c && $PTCC regen gen/ask.ptc.c && diff -r gen old",
                &out, &err) == 0,
            "%s: %s %s", notes[i].options, out.ptr, err.ptr);
    }
}

Test(gen_options, regen_looks_for_the_contract_where_it_says)
{
    static const struct {
        const char *setup;
        const char *options;
        const char *path; /* as a fix line names it; NULL: not found */
    } rows[] = {
        {"cp ask.sig gen/ask.sig", "", "gen/ask.sig"},
        {"mkdir -p a b && cp ask.sig b", "-I a -I b", "b/ask.sig"},
        {"true", "", " ask.sig"},
        {"cp ask.sig b && cp ask.sig gen", "-I b", "gen/ask.sig"},
        {"mkdir gen/ask.sig", "", " ask.sig"},
        {"mv ask.sig away.sig", "-I b", NULL},
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str out = {NULL, 0};
        ptc_str err = {NULL, 0};
        int status;

        cr_assert(shell(folder, "rm -rf a b gen *.sig && mkdir a b gen", NULL, NULL) ==
                  0);
        write_file(folder, "ask.sig", small);
        cr_assert(shell(folder,
                        format("$PTCC gen -o gen ask.sig && rm gen/ask.ptc.h && %s%s",
                               rows[i].setup, ""),
                        NULL, &err) == 0,
                  "%s", err.ptr);
        status = shell(
            folder, format("$PTCC regen --check %s gen/ask.ptc.c%s", rows[i].options, ""),
            &out, &err);
        if (rows[i].path) {
            cr_expect(status == 3, "%s: %s", rows[i].setup, err.ptr);
            cr_expect(has(out, format("--source gen/ask.ptc.c%s%s\n",
                                      rows[i].path[0] == ' ' ? "" : " ", rows[i].path)) ||
                          has(out, format("%s%s\n", rows[i].path, "")),
                      "%s: %s", rows[i].setup, out.ptr);
        } else {
            cr_expect(status == 2);
            cr_expect(has(err, "gen/ask.ptc.c: its contract is not there; tried "
                               "gen/ask.sig, b/ask.sig, gen/../ask.sig\n"),
                      "%s", err.ptr);
        }
    }
}

/* Names that the first line cannot hold as they are, and standard input. */
Test(gen_options, regen_finds_contracts_of_any_name)
{
    static const char *const names[] = {
        "a\xc3\xb1o.sig",
        "two  words.sig",
        "q'uote.sig",
        "-dash.sig",
        "--dash.sig",
        "tab\tname.sig",
        "tri=?\?=graph.sig",
        "\xff.sig",
        "back\\ slash.sig",
        "100%.sig",
        "a. DO NOT EDIT. @generated.sig",
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ptc_str out = {NULL, 0};
        ptc_str err = {NULL, 0};

        write_file(folder, names[i], small);
        cr_expect(shell(folder,
                        format("$PTCC gen --header x.h --source x.c -- \"%s\" && "
                               "$PTCC regen --check x.c%s",
                               names[i], ""),
                        &out, &err) == 0,
                  "%s: %s %s", names[i], out.ptr, err.ptr);
    }
    write_file(folder, "ask.sig", small);
    cr_expect(shell(folder,
                    "$PTCC gen --stdin-name ask.sig --header x.h --source x.c - <ask.sig "
                    "&& $PTCC regen --check x.c",
                    NULL, NULL) == 0);
}

Test(gen_options, regen_refuses_what_is_not_its_own)
{
    static const struct {
        const char *setup; /* changes ask.ptc.c */
        const char *message;
    } rows[] = {
        {": >ask.ptc.c", "its first line is not that of a file of ptcc"},
        {"sed -i 1d ask.ptc.c", "its first line is not"},
        {"sed -i '1s/ptcc/other/' ask.ptc.c", "its first line is not"},
        {"sed -i '1s/DO NOT/DO/' ask.ptc.c", "its first line is not"},
        {"sed -i '1s/from ask.sig/from /' ask.ptc.c", "names no contract"},
        {"sed -i '1s|from |from ../|' ask.ptc.c", "names no contract"},
        {"sed -i '2,$d; 1s|/$||' ask.ptc.c", "its first line is not"},
        {"sed -i '2,$d' ask.ptc.c", "its second line tells no format"},
        {"sed -i 2d ask.ptc.c", "its second line tells no format"},
        {"sed -i '2s/-format: [0-9]*/-format: x/' ask.ptc.c", "tells no format"},
        {"sed -i '2s/-format: [0-9]*/-format: 0/' ask.ptc.c", "tells no format"},
        {"sed -i '2s/-format: [0-9]*/-format: 99/' ask.ptc.c",
         "its format is 99, that of this ptcc is"},
        {"sed -i '2s/-format: [0-9]*/-format: 99999999999999999999/' ask.ptc.c",
         "tells no format"},
        {"sed -i '2s/schema: [^ ]*//' ask.ptc.c", "does not name the schema"},
        {"sed -i '2s/options: /options: --/' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --future=1 /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --output-dir=x /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --prefix /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --prefix=a%2 /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --prefix=a%00 /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --prefix=a$ /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --stamp-version=1 /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: ask.sig /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /more: /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --mode=x /' ask.ptc.c", "--mode is one of"},
        {"sed -i 's|^#include \"|#include \"../|' ask.ptc.c", "not begin as"},
        {"sed -i 's|^#include \"api/|#include \"api/../|' ask.ptc.c", "not beside it"},
        {"sed -i 's|^#include \"api/[^\"]*|#include \"api/|' ask.ptc.c", "not beside it"},
        {"sed -i 's|^#include \"|#include \"ask.sig|; 2s| --incl[^ ]*||' ask.ptc.c",
         "not beside it"},
        {"sed -i 's|^#include \"api/[^\"]*|#include \"api/ask.sig|' ask.ptc.c",
         "this file is read"},
        {"sed -i 's|^#include \"api/[^\"]*|#include \"api/ask.ptc.c|' ask.ptc.c",
         "two outputs would be written here"},
        {"cp ask.ptc.h ask.ptc.c", "it includes no header of its own"},
        {"rm ask.ptc.c", "ask.ptc.c: No such file"},
    };
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "ask.sig", small);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stat header;

        cr_assert(shell(folder,
                        format("$PTCC gen --include-prefix=api/ --prefix=p -o . ask.sig "
                               "&& %s%s",
                               rows[i].setup, ""),
                        NULL, &err) == 0,
                  "%s", err.ptr);
        header = look(folder, "ask.ptc.h");
        cr_expect(shell(folder, "$PTCC regen ask.ptc.c", NULL, &err) == 2, "%s",
                  rows[i].setup);
        cr_expect(has(err, rows[i].message), "%s: %s", rows[i].setup, err.ptr);
        cr_expect(is_same_file(header, look(folder, "ask.ptc.h")), "%s", rows[i].setup);
    }
    cr_expect(shell(folder, "$PTCC regen", NULL, &err) == 2 && has(err, "needs a file"));
    cr_expect(shell(folder, "$PTCC regen - <ask.sig", NULL, &err) == 2 &&
              has(err, "standard input"));
    cr_expect(shell(folder,
                    "$PTCC gen --strings=copy -o . ask.sig && $PTCC regen --check "
                    "--diff=half ask.ptc.c",
                    NULL, &err) == 2 &&
              has(err, "--diff is one of"));
}

/* Several files are made anew together or not at all; all that is stale is told. */
Test(gen_options, regen_takes_several_files)
{
    const char *folder = test_directory();
    struct stat before;
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "one.sig", small);
    write_file(folder, "two.sig", small);
    cr_assert(shell(folder, "$PTCC gen --prefix=p -o . one.sig && $PTCC gen -o . two.sig",
                    NULL, NULL) == 0);
    before = look(folder, "one.ptc.c");
    cr_expect(shell(folder, "$PTCC regen one.ptc.c two.ptc.c", NULL, NULL) == 0);
    cr_expect(is_same_file(before, look(folder, "one.ptc.c")));
    cr_expect(shell(folder, "$PTCC regen --always-write one.ptc.c", NULL, NULL) == 0);
    cr_expect(!is_same_file(before, look(folder, "one.ptc.c")));
    write_file(folder, "one.sig", "ask(question :int) -> :bool\n");
    write_file(folder, "two.sig", "ask(question :float) -> :bool\n");
    cr_expect(shell(folder, "$PTCC regen --check --diff=full one.ptc.c two.ptc.c", &out,
                    NULL) == 3);
    cr_expect(has(out, "one.ptc.h: is stale\n") && has(out, "two.ptc.h: is stale\n"));
    cr_expect(has(out, "fix: ptcc gen --prefix p --header one.ptc.h --source one.ptc.c "
                       "one.sig\n") &&
                  has(out, "fix: ptcc gen --header two.ptc.h --source two.ptc.c "
                           "two.sig\n"),
              "%s", out.ptr);
    before = look(folder, "one.ptc.c");
    write_file(folder, "two.sig", "ask(question :flot) -> :bool\n");
    cr_expect(shell(folder, "$PTCC regen one.ptc.c two.ptc.c", NULL, &err) == 1);
    cr_expect(has(err, "two.sig:1:14") && is_same_file(before, look(folder, "one.ptc.c")),
              "%s", err.ptr);
    write_file(folder, "two.sig", small);
    cr_expect(shell(folder,
                    "$PTCC regen one.ptc.c two.ptc.c && $PTCC regen --check "
                    "one.ptc.c two.ptc.c",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder, "$PTCC regen one.ptc.c ./one.ptc.c", NULL, &err) == 2 &&
              has(err, "two outputs would be written here"));
}

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
        "auto",    "while",  "typeof_unqual", "nullptr",  "concept", "co_yield",
        "import",  "errno",  "stdin",         "stdout",   "assert",  "offsetof",
        "unix",    "linux",  "NULL",          "EOF",      "I",       "INT_MAX",
        "bool",    "true",   "int64_t",       "size_t",   "printf",  "main",
        "ptc_str", "memcpy", "_Bool",         "__func__", "_",       "x",
        "complex", "signal", "NAN",           "major",    "xor",
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
        /* The bare name as a contract; `include` alone begins a line of its own. */
        ptc_text_cstr(&text, name);
        ptc_text_cstr(&text, "(a :int) -> :int\n\n");
    }
    cr_assert(!text.failed);
    return text.ptr;
}

static const char warnings[] =
    "-fsyntax-only -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wpedantic "
    "-Wcomment -Wtrigraphs -Werror";

static void expect_compiles(const char *folder, const char *stem)
{
    static const struct {
        const char *tool;
        const char *how;
        const char *ending;
    } rows[] = {
        {"gcc", "-std=c99 -Wmissing-prototypes", ".ptc.c"},
        {"gcc", "-std=c11 -O2", ".ptc.c"},
        {"clang", "-std=c99 -Wmissing-prototypes", ".ptc.c"},
        {"clang", "-std=c11", ".ptc.c"},
        {"clang", "-std=c2x", ".ptc.c"},
        {"g++", "-std=c++17 -x c++", ".ptc.h"},
        {"clang++", "-std=c++17 -x c++", ".ptc.h"},
        {"clang++", "-std=c++20 -x c++", ".ptc.h"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *command = format("%s %s", rows[i].tool, rows[i].how);
        ptc_str err = {NULL, 0};

        if (!has_tool(rows[i].tool))
            continue;
        command = format("%s %s -I $INCLUDE", command, warnings);
        command = format("%s %s", command, format("%s%s", stem, rows[i].ending));
        cr_expect(shell(folder, command, NULL, &err) == 0, "%s: %.2000s", command,
                  err.ptr);
    }
}

/* Whatever a contract says, it stays inside names, literals and comments. */
Test(gen_options, hostile_texts_stay_where_they_belong, .timeout = 300)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    write_file(folder, "texts.malli.edn", hostile_contracts(&arena));
    cr_assert(shell(folder, "$PTCC gen -o . texts.malli.edn", NULL, &err) == 0, "%.2000s",
              err.ptr);
    expect_compiles(folder, "texts");
    write_file(folder, "names.sig", hostile_signatures(&arena));
    cr_assert(shell(folder, "$PTCC gen -o . names.sig", NULL, &err) == 0, "%.2000s",
              err.ptr);
    expect_compiles(folder, "names");
    ptc_arena_free(&arena);
}

/* C promises literals of 4095 characters; any text of a contract may be longer. */
Test(gen_options, texts_longer_than_a_literal_compile, .timeout = 120)
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

/* Contracts that become the same names are told once, whatever they have in common. */
Test(gen_options, contracts_that_meet_are_told_once)
{
    static const struct {
        const char *text;
        const char *errors[3];
    } rows[] = {
        {"{\"a b\" [:map [:x :int] [:y [:map [:z :int]]]]\n"
         " :a_x20b [:map [:x :int] [:y [:map [:z :int]]]]}\n",
         {"two.edn:2:2: error[gen-collision]: \"a_x20b\" would stand for two things in "
          "C, "
          "this and the one at two.edn:1:2"}},
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

/* --- Emitted files and the runtime ----------------------------------------------------
 */

/* A file that meets another runtime than it was made for says so, whichever is older. */
Test(gen_options, another_abi_is_noticed, .timeout = 120)
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
Test(gen_options, another_library_is_noticed, .timeout = 120)
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
    cr_expect(shell(folder, "$CC -I $INCLUDE main.c ask.ptc.c other.o -o ask", NULL,
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

Test(gen_options, equal_contracts_share_a_program, .timeout = 120)
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
        /* Each has a library of its own, which ASan takes for a mistake. */
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

/* --- Bytes and disks ---------------------------------------------------------------- */

/* M487: folder, locale, umask, order and company of the inputs leave the bytes alone. */
Test(gen_options, bytes_depend_on_contract_and_options_alone)
{
    static const char *const lines[] = {
        "umask 077 && $PTCC gen --prefix=p --strings=copy -o '%s' ask.sig other.sig",
        "umask 022 && $PTCC gen --strings=copy --prefix=p -o '%s' other.sig ask.sig",
        "mkdir -p deep/er && cp ask.sig deep/er && cd deep/er && LC_ALL=tr_TR.UTF-8 "
        "TZ=Asia/Tokyo $PTCC gen --prefix=p --strings=copy -o '%s' ask.sig",
        "LC_ALL=de_DE.UTF-8 LANG=C SOURCE_DATE_EPOCH=1 $PTCC gen --prefix=p "
        "--strings=copy -o '%s' $PWD/ask.sig",
        "HOME=/ USER=x TERM=dumb COLUMNS=9 $PTCC gen --strings=copy --prefix=p --header "
        "'%s/ask.ptc.h' --source '%s/ask.ptc.c' --stdin-name ask.sig - <ask.sig",
    };
    const char *folder = test_directory();
    ptc_str first[2] = {{NULL, 0}, {NULL, 0}};

    write_file(folder, "ask.sig",
               "ask(price :float[0.1..1e9], \"\xc3\xad\" :enum[\"I\" \"\xc4\xb1\"]) -> "
               "{i :int}\n");
    write_file(folder, "other.sig", "other(a :int) -> :int\n");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        static const char *const names[] = {"ask.ptc.h", "ask.ptc.c"};
        char made[512];
        ptc_str err = {NULL, 0};

        snprintf(made, sizeof made, "%s/%c", folder, (int)('0' + i));
        cr_assert(mkdir(made, 0777) == 0);
        cr_assert(shell(folder, format(lines[i], made, made), NULL, &err) == 0, "%s",
                  err.ptr);
        for (size_t k = 0; k < 2; k++) {
            ptc_str text = test_read_file(format("%s/%s", made, names[k]));

            cr_assert(text.ptr != NULL, "%s", lines[i]);
            if (i == 0) {
                first[k] = text;
                continue;
            }
            cr_expect(ptc_str_equal(text, first[k]), "%s: %s", lines[i], names[k]);
            free((void *)(uintptr_t)text.ptr);
        }
    }
    free((void *)(uintptr_t)first[0].ptr);
    free((void *)(uintptr_t)first[1].ptr);
}

/* A full disk is noticed, and nothing is left half-written. */
Test(gen_options, full_disks_are_noticed)
{
    static const char *const lines[] = {
        "$PTCC gen --header /dev/full --source full.c ask.sig",
        "$PTCC gen --header full.h --source /dev/full ask.sig",
        "$PTCC gen --header full.h --source full.c --depfile /dev/full ask.sig",
        /* One block a file: writes stop in the middle. */
        "ulimit -f 1; trap '' XFSZ; $PTCC gen --header full.h --source full.c ask.sig",
        "ulimit -f 1; trap '' XFSZ; $PTCC gen -o . ask.sig",
        "ulimit -f 1; trap '' XFSZ; $PTCC regen --always-write ask.ptc.c",
        "$PTCC gen --help >/dev/full",
        "$PTCC regen --check ask.ptc.c --diff=full >/dev/full",
    };
    const char *folder = test_directory();
    struct stat header;
    struct stat source;

    write_file(folder, "ask.sig", small);
    cr_assert(shell(folder, "$PTCC gen -o . ask.sig", NULL, NULL) == 0);
    write_file(folder, "ask.sig", "ask(question :int) -> :bool\n");
    header = look(folder, "ask.ptc.h");
    source = look(folder, "ask.ptc.c");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ptc_str err = {NULL, 0};

        cr_expect(shell(folder, lines[i], NULL, &err) == 2, "%s", lines[i]);
        cr_expect(has(err, "No space left on device") || has(err, "File too large"),
                  "%s: %s", lines[i], err.ptr);
        cr_expect(!exists(folder, "full.h") && !exists(folder, "full.c"), "%s", lines[i]);
        cr_expect(is_same_file(header, look(folder, "ask.ptc.h")) &&
                      is_same_file(source, look(folder, "ask.ptc.c")),
                  "%s", lines[i]);
    }
    cr_expect(shell(folder, "ls | grep tmp", NULL, NULL) == 1,
              "temporary files stay behind");
}
