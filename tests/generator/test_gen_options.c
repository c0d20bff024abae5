/* SPDX-License-Identifier: MIT */
/*
 * The options of `ptcc gen` that change emitted bytes: what the second line says about
 * them, what is refused, and what they do to the code. [build-and-packaging 1.1, 2]
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

/* --- What the second line says ----------------------------------------------------- */

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
    {"--strings=nul", "--strings=nul"},
    {"--optimize=size", "--optimize=size"},
    {"--mode=enabled", "--mode=enabled"},
    {"--mode=warn_only", "--mode=warn_only"},
    {"--mode=strict", "--mode=strict"},
    {"--mode=disabled", "--mode=disabled"},
    {"--from=sig", "--from=sig"},
    {"--emit=md --emit json-schema,md --max-string=02000", "--emit=json-schema,md"},
    {"--emit=lark --lark-flavour=xgrammar --max-string=100 --wrap-root",
     "--emit=lark --wrap-root --max-string=100 --lark-flavour=xgrammar"},
    {"--emit mcp --mcp-version 1.0.0 --mcp-sessions 0 --mcp-program --mcp-result=slim "
     "--mcp-description=04000",
     "--emit=mcp --mcp-program"},
    {"--mcp-program=only --mcp-sessions 03 --mcp-result structured --mcp-name desk "
     "--mcp-title 'The desk' --emit mcp-json,mcp-main --mcp-version=2 --tool-stubs "
     "--mcp-description 900",
     "--tool-stubs --emit=mcp-main,mcp-json --mcp-name=desk --mcp-title=The%20desk "
     "--mcp-version=2 --mcp-program=only --mcp-result=structured --mcp-sessions=3 "
     "--mcp-description=900"},
    {"--emit mcp --mcp-program=only --mcp-program", "--emit=mcp --mcp-program"},
    {"--emit mcp --mcp-instructions ./ask.sig", "--emit=mcp --mcp-instructions=ask.sig"},
    {"--tool-stubs --mode=strict", "--mode=strict --tool-stubs"},
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
        {"--visibility=protected", "--visibility takes default, hidden or static, not"},
        {"--c-standard=c23", "--c-standard takes c11 or c99, not \"c23\""},
        {"--line-directives=on", "--line-directives takes off, base or full"},
        {"--strings=steal", "--strings takes borrow, copy or nul"},
        {"--optimize=3", "--optimize takes speed or size"},
        {"--mode=lenient", "--mode takes any, enabled, warn_only, strict or disabled"},
        {"--values=cjson", "--values takes ptc or jansson"},
        {"--from=yaml", "--from takes "},
        {"--api-macro=A-B", "--api-macro needs a C identifier, not \"A-B\""},
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
        {"--include-prefix='a\"b/'", "characters that #include does not allow"},
        {"--include-prefix='a\\b/'", "characters that #include does not allow"},
        {"--include-prefix='a?\?/'", "characters that #include does not allow"},
        {"--header 'a\"b.h'", "characters that #include does not allow"},
        {"--emit mcpp", "--emit: unknown form \"mcpp\"; did you mean mcp? It takes"},
        {"--mcp-name desk", "--mcp-name is for --emit mcp, which is not given"},
        {"--emit mcp-tools --mcp-program", "--mcp-program is for --emit mcp, which"},
        {"--emit mcp --mcp-result=slim", "--mcp-result is for --mcp-program, which is"},
        {"--emit mcp --mcp-sessions 2", "--mcp-sessions is for --mcp-program, which"},
        {"--emit mcp-json --mcp-description 900", "is for --mcp-program, which is not"},
        {"--emit mcp-json --header h --mcp-source s", "is for --emit mcp, which is not"},
        {"--emit mcp --header h --mcp-json j", "is for --emit mcp-json, which is not"},
        {"--emit mcp --mcp-source s.c", "with -o DIR their names are fixed"},
        {"--emit mcp-json --mcp-json s.json", "with -o DIR their names are fixed"},
        {"--emit mcp --header h --mcp-source ''", "--mcp-source names no file"},
        {"--emit mcp --header h --mcp-source -", "outputs are files"},
        {"--emit mcp-json --header h --mcp-json ''", "--mcp-json names no file"},
        {"--emit mcp --mcp-instructions ''", "--mcp-instructions names no file"},
        {"--emit mcp --mcp-instructions -", "--mcp-instructions names no file"},
        {"--emit mcp --mcp-instructions none.txt", "none.txt: No such file"},
        {"--emit mcp --mcp-name ''", "--mcp-name is empty"},
        {"--emit mcp --mcp-title ''", "--mcp-title is empty"},
        {"--emit mcp --mcp-version \"$(printf '\\377')\"",
         "--mcp-version is not valid UTF-8"},
        {"--emit mcp --mcp-program=all", "takes the word only, not \"all\""},
        {"--emit mcp --mcp-program --mcp-result=full", "takes slim or structured, not"},
        {"--emit mcp --mcp-program --mcp-sessions 65", "is a number from 0 to 64, not"},
        {"--emit mcp --mcp-program --mcp-description 99", "is a number from 200 to"},
        {"--emit mcp --mode=disabled", "--emit mcp: a server checks arguments, and"},
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

/* M487: a checked-in pair is made again, byte for byte, from only itself. */
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

/* --- Linkage ------------------------------------------------------------------------ */

/* A contract that makes every sort of declaration: functions, texts, values of an enum,
 * the lookup of a map. */
static const char linked[] = "ask(question :string, tone :enum[\"warm\" \"cold\"]) -> "
                             "{answer :string?, scores [:map-of :string :float]}\n";

static const char asking_linked[] =
    "#include INCLUDED\n"
    "int main(void)\n{\n"
    "    static const char text[] = \"{\\\"question\\\": \\\"?\\\", "
    "\\\"tone\\\": \\\"cold\\\"}\";\n"
    "    ptc_arena arena;\n    ask in;\n    int good;\n\n"
    "    ptc_arena_init(&arena, NULL, 0);\n"
    "    good = ask_parse(&arena, text, sizeof text - 1, NULL, &in, NULL) == PTC_OK &&\n"
    "           in.tone == ASK_TONE_COLD;\n"
    "    ptc_arena_free(&arena);\n    return good ? 0 : 1;\n}\n";

/* What a shared object of the file exports, one name per line; empty when it cannot be
 * made. */
static ptc_str exported(const char *folder, const char *options, const char *flags)
{
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    cr_assert(shell(folder, format("$PTCC gen %s -o . ask.sig%s", options, ""), NULL,
                    &err) == 0,
              "%s", err.ptr);
    cr_assert(
        shell(folder,
              format("$CC -I $INCLUDE -shared -fPIC %s ask.ptc.c $LIBPTC -o ask.so "
                     "&& nm -D --defined-only ask.so | sed -n 's/.* \\(ask_\\)/\\1/p' "
                     "| sort%s",
                     flags, ""),
              &out, &err) == 0,
        "%s: %s", options, err.ptr);
    return out;
}

Test(gen_options, shared_objects_export_what_they_are_told, .timeout = 120)
{
    static const char hidden[] = "-fvisibility=hidden";
    const char *folder = test_directory();
    ptc_str all;
    ptc_str some;

    write_file(folder, "ask.sig", linked);
    write_file(folder, "main.c", asking_linked);
    if (!has_tool("nm"))
        return;
    all = exported(folder, "", "");
    cr_expect(has(all, "ask_parse\n") && has(all, "ask_schema\n") &&
                  has(all, "ask_tone_values\n") && has(all, "ask_prompt\n") &&
                  has(all, "ask_result_scores_find\n"),
              "%s", all.ptr);
    cr_expect(!has(all, "_scan\n") && !has(all, "_nodes\n"), "%s", all.ptr);
    some = exported(folder, "", hidden);
    cr_expect(some.len == 0, "%s", some.ptr);
    some = exported(folder, "--visibility=hidden", "");
    cr_expect(some.len == 0, "%s", some.ptr);
    /* Inside of a program they are there all the same. */
    cr_expect(shell(folder,
                    "$CC -I $INCLUDE -DINCLUDED='\"ask.ptc.h\"' main.c ask.ptc.c "
                    "$LIBPTC -o ask && ./ask",
                    NULL, NULL) == 0);
    some = exported(folder, "--api-macro=ASK_API",
                    "-fvisibility=hidden -DASK_API='__attribute__((visibility("
                    "\"default\")))'");
    cr_expect(ptc_str_equal(some, all), "%s instead of %s", some.ptr, all.ptr);
    some = exported(folder, "--api-macro=ASK_API", "");
    cr_expect(ptc_str_equal(some, all), "an undefined macro is none: %s", some.ptr);
    expect_compiles(folder, "ask");
}

/* Static: the source is included, nothing of it is seen outside, nothing unused is
 * reported; the header holds types alone. */
Test(gen_options, static_sources_are_included, .timeout = 120)
{
    static const char *const compilers[] = {
        "gcc -std=c99",
        "gcc -std=c11 -O2",
        "clang -std=c99",
        "clang -std=c11 -O2",
    };
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "ask.sig", linked);
    write_file(folder, "main.c", asking_linked);
    cr_assert(
        shell(folder,
              "mkdir x y && $PTCC gen --visibility=static -o . ask.sig && $PTCC gen "
              "--visibility=static --prefix=x -o x ask.sig && $PTCC gen "
              "--visibility=static --prefix=y -o y ask.sig",
              NULL, &err) == 0,
        "%s", err.ptr);
    cr_expect(shell(folder,
                    "grep -E '[(;] *$|extern|ask_parse' ask.ptc.h | grep -vE "
                    "'^ |^}|^extern \"C\"|^typedef'",
                    &out, NULL) == 1,
              "more than types: %s", out.ptr);
    write_file(folder, "types.c", "#include \"ask.ptc.h\"\nask in;\nask_result out;\n");
    write_file(folder, "unused.c",
               "#include \"x/ask.ptc.c\"\n#include "
               "\"y/ask.ptc.c\"\n");
    for (size_t i = 0; i < sizeof compilers / sizeof compilers[0]; i++) {
        if (!has_tool(i < 2 ? "gcc" : "clang"))
            continue;
        cr_expect(shell(folder,
                        format("for f in types.c unused.c ask.ptc.c main.c; do %s %s -I "
                               "$INCLUDE -Wunused -Wno-missing-variable-declarations "
                               "-DINCLUDED='\"ask.ptc.c\"' $f || exit 1; done",
                               compilers[i], strict_warnings),
                        NULL, &err) == 0,
                  "%s: %.2000s", compilers[i], err.ptr);
    }
    cr_expect(shell(folder,
                    "$CC -I $INCLUDE -DINCLUDED='\"ask.ptc.c\"' -c main.c -o main.o && "
                    "$CC main.o $LIBPTC -o ask && ./ask",
                    NULL, &err) == 0,
              "%s", err.ptr);
    if (has_tool("nm"))
        cr_expect(shell(folder, "nm -g --defined-only main.o | grep ask", &out, NULL) ==
                      1,
                  "%s", out.ptr);
}

/* --- Small options ------------------------------------------------------------------ */

/* #line points at each contract, by the name that was asked for. */
Test(gen_options, line_directives_point_into_the_contract, .timeout = 120)
{
    static const struct {
        const char *options;
        const char *path; /* of the contract file */
        const char *first;
        const char *second;
    } rows[] = {
        {"--line-directives=base", "in/two \"q\".sig", "# 3 \"two \\\"q\\\".sig\"",
         "# 6 \"two \\\"q\\\".sig\""},
        {"--line-directives=full", "in/plain.sig", "# 3 \"in/plain.sig\"",
         "# 6 \"in/plain.sig\""},
    };
    const char *folder = test_directory();

    cr_assert(shell(folder, "mkdir in", NULL, NULL) == 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str out = {NULL, 0};
        ptc_str err = {NULL, 0};

        write_file(folder, rows[i].path,
                   "; A comment.\n\nask(q :string) -> :int\n  Asks.\n\ntell(q :string) "
                   "-> :int\n");
        cr_assert(shell(folder,
                        format("$PTCC gen %s --header a.ptc.h --source a.ptc.c '%s'",
                               rows[i].options, rows[i].path),
                        NULL, &err) == 0,
                  "%s", err.ptr);
        expect_compiles(folder, "a");
        for (size_t k = 0; k < 2; k++) {
            cr_assert(shell(folder,
                            format("$CC -E -I $INCLUDE %s%s",
                                   k ? "-x c a.ptc.h" : "a.ptc.c", ""),
                            &out, NULL) == 0);
            cr_expect(has(out, rows[i].first) && has(out, rows[i].second), "%s, file %zu",
                      rows[i].options, k);
        }
        cr_expect(shell(folder, "$PTCC regen --check -I in a.ptc.c", NULL, &err) == 0,
                  "%s: %s", rows[i].options, err.ptr);
    }
}

Test(gen_options, versions_are_stamped_on_request)
{
    const char *folder = test_directory();
    ptc_str version = {NULL, 0};

    write_file(folder, "ask.sig", small);
    cr_assert(shell(folder,
                    "$PTCC --version | sed 's/ptcc \\([^ ]*\\).*/\\1/' | tr -d '\\n'",
                    &version, NULL) == 0);
    cr_assert(shell(folder, "$PTCC gen --stamp-version -o . ask.sig", NULL, NULL) == 0);
    cr_expect(has(ptc_str_of(second_line(folder, "ask.ptc.h")),
                  format("  version: %s  options: --stamp-version%s", version.ptr, "")),
              "%s", second_line(folder, "ask.ptc.h"));
    cr_assert(shell(folder, "$PTCC gen -o . ask.sig", NULL, NULL) == 0);
    cr_expect(!has(ptc_str_of(second_line(folder, "ask.ptc.h")), "version"));
}

/* Every option that changes code makes code that compiles; header also names that are not
 * ASCII. */
Test(gen_options, every_option_compiles, .timeout = 300)
{
    static const char *const options[] = {
        "--c-standard=c99", "--c-standard=c11",
        "--strings=copy",   "--strings=nul",
        "--optimize=size",  "--mode=enabled",
        "--mode=warn_only", "--mode=strict",
        "--mode=disabled",  "--type=email=check_email",
    };
    const char *folder = test_directory();

    write_file(folder, "a\xc3\xb1o.sig", linked);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        ptc_str err = {NULL, 0};

        cr_assert(shell(folder,
                        format("$PTCC gen %s -o . a\xc3\xb1o.sig%s", options[i], ""),
                        NULL, &err) == 0,
                  "%s: %s", options[i], err.ptr);
        expect_compiles(folder, "a\xc3\xb1o");
    }
}

/* --- Large values ------------------------------------------------------------------- */

/* Keys that are alike for the hash: the index of their map is a sorted one. */
static const char *alike_keys(void)
{
    static char text[300 * 14 + 1];
    char *end = text;

    for (unsigned i = 0; i < 300; i++) {
        *end++ = ':';
        for (unsigned bit = 0; bit < 10; bit++)
            *end++ = i >> bit & 1 ? '-' : '_';
        memcpy(end, " 1 ", 3);
        end += 3;
    }
    *end = '\0';
    return text;
}

Test(gen_options, large_sets_and_maps_are_constants_with_all_that_they_claim)
{
    static char contract[6000];
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    snprintf(
        contract, sizeof contract,
        "{:thing [:map [:a {:default #{1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18}}"
        " [:set :int]] [:b {:default {%s}} :map]]}\n",
        alike_keys());
    write_file(folder, "large.edn", contract);
    cr_assert(shell(folder, "$PTCC gen -o . large.edn", NULL, &err) == 0, "%s", err.ptr);
    /* No index is after the items of a constant set. */
    cr_expect(shell(folder, "grep -q '{PTC_SET, 0, 0, 18,' large.ptc.c", NULL, NULL) ==
              0);
    cr_expect(shell(folder,
                    "$CC -std=c11 -Wpedantic -Werror -I$INCLUDE -c large.ptc.c && "
                    "test $(grep -c '^    [0-9]*,$' large.ptc.c) -ge 600",
                    NULL, &err) == 0,
              "%s", err.ptr);
}
