/* SPDX-License-Identifier: MIT */
/*
 * Names of contracts that collide with those of system headers, or those of emitted code:
 * what C calls them, and that it compiles. [emitters 11, signature 13]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <ctype.h>

/* As the generator has them. */
static const char *const taken[] = {
#include "generator/text/c_taken.def"
};
static const char *const macros[] = {
#include "generator/text/c_macros.def"
};
static const char *const constants[] = {
#include "generator/text/c_constants.def"
};

#define COUNT(words) (sizeof(words) / sizeof *(words))

/* All headers of POSIX and C that are there, as programs may include them. */
static const char system_headers[] =
    "for h in aio arpa/inet assert complex cpio ctype dirent dlfcn errno fcntl fenv "
    "float "
    "fmtmsg fnmatch ftw getopt glob grp iconv inttypes langinfo libgen limits locale "
    "math "
    "monetary mqueue net/if netdb netinet/in netinet/tcp nl_types poll pthread pwd regex "
    "sched search semaphore setjmp signal spawn stdarg stddef stdint stdio stdlib string "
    "strings sys/ipc sys/mman sys/msg sys/resource sys/select sys/sem sys/shm sys/socket "
    "sys/stat sys/statvfs sys/time sys/times sys/types sys/uio sys/un sys/utsname "
    "sys/wait "
    "syslog tar termios threads time uchar ulimit unistd utime utmpx wchar wctype "
    "wordexp; "
    "do printf '#if __has_include(<%s.h>)\\n#include <%s.h>\\n#endif\\n' $h $h; done "
    "> system.h";

/* A type of each name that a header declares, a member of each that is a macro. */
static const char *taken_contract(ptc_arena *arena)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (size_t i = 0; i < COUNT(taken); i++) {
        ptc_text_cstr(&text, taken[i]);
        ptc_text_cstr(&text, " = {");
        ptc_text_cstr(&text, taken[i]);
        ptc_text_cstr(&text, " :int}\n");
    }
    ptc_text_cstr(&text, "all_of_them = {");
    for (size_t i = 0; i < COUNT(macros); i++) {
        ptc_text_cstr(&text, macros[i]);
        ptc_text_cstr(&text, " :int ");
    }
    ptc_text_cstr(&text, "}\n");
    cr_assert(!text.failed);
    return text.ptr;
}

/* Whether a type cannot have that name, which begins a constant: `INT_MAX`. */
static bool is_type_word(const char *name, size_t len)
{
    static const char *const words[] = {"BOOL", "DATE", "DECIMAL", "INT", "MAP"};
    bool is = false;

    for (size_t i = 0; i < COUNT(words); i++)
        is = is || (strlen(words[i]) == len && memcmp(name, words[i], len) == 0);
    return is;
}

/* Enums whose constants would be macros: `SEEK_SET` is a member `set` of `seek`. Names in
 * byte order are together by what comes before their first `_`. */
static const char *constants_contract(ptc_arena *arena)
{
    const char *before = "";
    size_t before_len = 0;
    ptc_text text;

    ptc_text_init(&text, arena);
    for (size_t i = 0; i < COUNT(constants); i++) {
        size_t len = strcspn(constants[i], "_");

        if (constants[i][len + 1] == '\0' || is_type_word(constants[i], len))
            continue;
        if (len != before_len || memcmp(constants[i], before, len) != 0) {
            ptc_text_cstr(&text, before_len ? "]\n" : "");
            for (size_t k = 0; k < len; k++)
                ptc_text_byte(&text, (char)tolower((unsigned char)constants[i][k]));
            ptc_text_cstr(&text, " = :enum[");
        }
        ptc_text_cstr(&text, "\"");
        ptc_text_cstr(&text, constants[i] + len + 1);
        ptc_text_cstr(&text, "\" ");
        before = constants[i];
        before_len = len;
    }
    ptc_text_cstr(&text, "]\n");
    cr_assert(!text.failed);
    return text.ptr;
}

/* Whichever comes first, the headers of the system or ours, in both languages. */
Test(gen_names, names_of_the_system_give_way, .timeout = 120)
{
    static const char *const compilers[] = {"$CC -x c", "c++ -x c++"};
    static const char *const orders[] = {"system.h taken.ptc.h", "taken.ptc.h system.h",
                                         "system.h constants.ptc.h",
                                         "constants.ptc.h system.h"};
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    write_file(folder, "taken.sig", taken_contract(&arena));
    write_file(folder, "constants.sig", constants_contract(&arena));
    cr_assert(shell(folder, system_headers, NULL, &err) == 0, "%s", err.ptr);
    cr_assert(shell(folder, "$PTCC gen -o . taken.sig && $PTCC gen -o . constants.sig",
                    NULL, &err) == 0,
              "%.2000s", err.ptr);
    for (size_t i = 0; i < COUNT(orders); i++) {
        for (size_t k = 0; k < COUNT(compilers); k++)
            cr_expect(shell(folder,
                            format("for h in %s; do echo \"#include \\\"$h\\\"\"; done | "
                                   "%s -D_GNU_SOURCE -fsyntax-only -I $INCLUDE -I . -",
                                   orders[i], compilers[k]),
                            NULL, &err) == 0,
                      "%s, %s: %.2000s", orders[i], compilers[k], err.ptr);
    }
    ptc_arena_free(&arena);
}

/* Also a source among those headers; and in it local variables next to types of theirs.
 */
Test(gen_names, sources_compile_among_the_headers_of_the_system, .timeout = 120)
{
    static const char contract[] =
        "poll(read :int, poll :poll_fd, st_atime :datetime?, sa_handler :string)\n"
        "  -> {si_pid :int, entry [:entry], errno :int?}\n"
        "poll_fd = {events :enum[\"in\" \"out\"], d_fileno :int}\n"
        "entry = {stdin :string, item :item, list :list}\n"
        "item = {field :field}\nlist = [:item]\nfield = {city :field.city}\n"
        "field.city = {name :string}\nrequired = {status :status}\n"
        "twice = [:map-of :string :entry]\nstatus = {call :int, user :string}\n"
        "call = [:tuple :int :user]\nuser = {mark :mark?}\nmark = {user :int}\n"
        "seek = :enum[\"set\" \"cur\" \"end\"]\n";
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "poll.sig", contract);
    cr_assert(shell(folder, system_headers, NULL, &err) == 0, "%s", err.ptr);
    cr_assert(shell(folder, "$PTCC gen --tool-stubs -o . poll.sig", NULL, &err) == 0,
              "%.2000s", err.ptr);
    expect_compiles(folder, "poll");
    cr_expect(shell(folder,
                    format("$CC -D_GNU_SOURCE -fsyntax-only -I $INCLUDE %s "
                           "-include system.h poll.ptc.c%s",
                           strict_warnings, ""),
                    NULL, &err) == 0,
              "%.2000s", err.ptr);
    cr_expect(shell(folder,
                    "grep -q 'int64_t read;' poll.ptc.h && grep -q 'si_pid_;' poll.ptc.h "
                    "&& grep -q 'SEEK_SET_,' poll.ptc.h && "
                    "grep -q 'typedef struct poll_ ' poll.ptc.h && "
                    "grep -q 'in_item' poll.ptc.c && ! grep -q 'in_map' poll.ptc.c",
                    NULL, NULL) == 0);
}

/* What emitted code calls readers and members, contracts may call types: also in C++. */
Test(gen_names, names_of_emitted_code_give_way, .timeout = 60)
{
    static const char contract[] =
        "foo = {read [:int]}\nbar(read {x :int}) -> {read :enum[a b]}\n"
        "count = {a :int}\nitems = :enum[b c]\nhas = {d :int}\nhas_value = {e :int}\n"
        "uses = {c [:count], i [:items], s [:set :count], h :has?, v [:has_value?]}\n";
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "own.sig", contract);
    cr_assert(shell(folder, "$PTCC gen -o . own.sig", NULL, &err) == 0, "%.2000s",
              err.ptr);
    expect_compiles(folder, "own");
    cr_expect(
        shell(folder, "c++ -fsyntax-only -I $INCLUDE -x c++ own.ptc.h", NULL, &err) == 0,
        "%.2000s", err.ptr);
}

/* Reads lines, prints what becomes of each; mode `enabled`, as results are read. */
static const char twins_main[] =
    "#include \"twins.ptc.h\"\n#include <stdio.h>\n#include <string.h>\n"
    "int main(void)\n{\n    char line[256];\n    ptc_arena arena;\n    twins in;\n"
    "    ptc_text text;\n\n    ptc_arena_init(&arena, NULL, 0);\n"
    "    while (fgets(line, sizeof line, stdin)) {\n"
    "        ptc_text_init(&text, &arena);\n"
    "        if (twins_parse(&arena, line, strlen(line), NULL, &in, NULL) != PTC_OK ||\n"
    "            twins_to_json(&text, &in) != PTC_OK)\n"
    "            puts(\"refused\");\n"
    "        else\n            printf(\"%s %d%d%d\\n\", text.ptr, in.has.user_id,\n"
    "                   in.has.user_id_2, in.has.user_id_3);\n"
    "    }\n    ptc_arena_free(&arena);\n    return 0;\n}\n";

/* Properties of JSON Schema that differ in case, '-' and '_' alone: members with numbers,
 * each read from its own spelling, by emitted code as by the walker. */
Test(gen_names, properties_of_json_schema_keep_their_spelling, .timeout = 120)
{
    static const char schema[] =
        "{\"type\":\"object\",\"properties\":{\"user_id\":{\"type\":\"integer\"},"
        "\"user-id\":{\"type\":\"string\"},\"User_Id\":{\"type\":\"boolean\"},"
        "\"user_id_2\":{\"type\":\"number\"},\"last_name\":{\"type\":\"string\"}}}";
    static const struct {
        const char *data;
        const char *emitted; /* and which of the three are there */
    } rows[] = {
        {"{\"user_id\":1,\"user-id\":\"x\",\"User_Id\":true}",
         "{\"user_id\":1,\"user-id\":\"x\",\"User_Id\":true} 101"},
        {"{\"user-id\":\"x\",\"user_id\":1}", "{\"user_id\":1,\"user-id\":\"x\"} 101"},
        {"{\"user-id\":\"x\"}", "{\"user-id\":\"x\"} 001"},
        {"{\"user_id\":\"x\"}", "refused"},
        {"{\"user-id\":true}", "refused"},
        {"{\"User-Id\":5}", "{} 000"},
        {"{\"last-name\":\"x\"}", "{} 000"},
    };
    static const char *const options[] = {"", "--optimize=size", "--mode=strict"};
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};
    ptc_str out = {NULL, 0};

    write_file(folder, "twins.json", schema);
    write_file(folder, "main.c", twins_main);
    for (size_t i = 0; i < COUNT(options); i++) {
        cr_assert(shell(folder,
                        format("$PTCC gen %s -o . twins.json && $CC -I $INCLUDE main.c "
                               "twins.ptc.c $LIBPTC -o twins%s",
                               options[i], ""),
                        NULL, &err) == 0,
                  "%.2000s", err.ptr);
        for (size_t k = 0; k < COUNT(rows); k++) {
            bool is_strict = i == 2 && strstr(rows[k].emitted, "{} ") != NULL;
            const char *want = is_strict ? "refused" : rows[k].emitted;

            write_file(folder, "row.jsonl", rows[k].data);
            cr_assert(shell(folder, "./twins < row.jsonl", &out, &err) == 0, "%s",
                      err.ptr);
            cr_expect(has(out, want), "%s, %s: %s", options[i], rows[k].data, out.ptr);
            cr_expect(
                (shell(folder,
                       format("$PTC_EXE validate --schema twins.json %s row.jsonl%s",
                              i == 2 ? "--mode=strict" : "", ""),
                       NULL, NULL) == 0) == (strcmp(want, "refused") != 0),
                "%s, %s", options[i], rows[k].data);
        }
    }
    cr_expect(shell(folder, "$PTCC convert --to sig --strict twins.json", NULL, &err) ==
                      1 &&
                  has(err, "twins.user-id: "),
              "%s", err.ptr);
}

/* --- X_read --------------------------------------------------------------------------
 */

static const char reads_contract[] =
    "why = {why :string, read :int?}\n"
    "status = {scan {value :int}}\n"
    "aio = {n :int}\n"
    "search(why :why, read {read :bool, scan :int?}, scan {n :int}) ->"
    " {value {read :int}}?\n";

static const char reads_main[] =
    "#include \"reads.ptc.h\"\n#include <stdio.h>\n"
    "#define TRY(type, base, text) do { type out; ptc_str told; \\\n"
    "    if (base##_read(&arena, text, sizeof text - 1, NULL, &out, &told) != PTC_OK) "
    "\\\n"
    "        printf(\"%s\", told.ptr); } while (0)\n"
    "int main(void)\n{\n    ptc_arena arena;\n    search call;\n    search_read_ inner;\n"
    "    search_result found;\n    ptc_str told;\n"
    "    static const char text[] = "
    "\"{\\\"why\\\":{\\\"why\\\":\\\"x\\\"},\\\"read\\\":\"\n"
    "        \"{\\\"read\\\":true},\\\"scan\\\":{\\\"n\\\":1}}\";\n"
    "    static const char good[] = \"{\\\"value\\\":{\\\"read\\\":7}}\";\n\n"
    "    ptc_arena_init(&arena, NULL, 0);\n"
    "    if (search_read(&arena, text, sizeof text - 1, NULL, &call, &told) != PTC_OK)\n"
    "        return 1;\n"
    "    inner = call.read;\n"
    "    if (search_result_read(&arena, good, sizeof good - 1, NULL, &found, &told))\n"
    "        return 2;\n"
    "    printf(\"%d %d\\n\", inner.read, (int)found.value.value.read);\n"
    "    TRY(search, search, \"{}\");\n    TRY(why_, why, \"{}\");\n    TRY(status, "
    "status, \"{}\");\n"
    "    ptc_arena_free(&arena);\n    return 0;\n}\n";

/* What the functions that users call are named gives way to only names of the
 * system; types of fields give way to them. */
Test(gen_names, readers_have_names_of_their_own, .timeout = 120)
{
    static const char *const options[] = {"", "--strings=copy", "--strings=nul"};
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "reads.sig", reads_contract);
    write_file(folder, "main.c", reads_main);
    for (size_t i = 0; i < COUNT(options); i++) {
        cr_assert(
            shell(folder,
                  format("$PTCC gen %s -o . reads.sig && $CC -std=c11 -Wall -Wextra "
                         "-Werror -I $INCLUDE main.c reads.ptc.c $LIBPTC -lm -o reads "
                         "&& ./reads%s",
                         options[i], ""),
                  &out, &err) == 0,
            "%.2000s", err.ptr);
        cr_expect_str_eq(test_cstr(out),
                         "1 7\nTool validation errors:\n"
                         "- why: missing required field, expected map\n"
                         "- read: missing required field, expected map\n"
                         "- scan: missing required field, expected map\n"
                         "Validation errors:\n"
                         "- why: missing required field, expected string\n"
                         "Validation errors:\n"
                         "- scan: missing required field, expected map\n");
    }
    write_file(folder, "two.sig",
               "search(n :int) -> :int\nsearch_read(n :int) -> :int\n");
    cr_expect(shell(folder, "$PTCC gen -o . two.sig", NULL, &err) == 1);
    cr_expect(has(err, "two.sig:2:1: error[gen-collision]: \"search_read\" would name "
                       "two things in C, this one and the one at two.sig:1:1"),
              "%s", err.ptr);
}
