/* SPDX-License-Identifier: MIT */
/*
 * What programs carry of the runtime: emitted code asks for no more than its mode needs,
 * and linkers that drop unused sections leave everything else out. Sizes are printed.
 * [validation 2; build-and-packaging 2.4]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

/* Makes c.h and c.c of a golden contract in a new folder. */
static const char *generate(const char *contract, const char *options)
{
    const char *folder = test_directory();
    const char *path = project(format("tests/golden/%s%s", contract, ""));
    ptc_str err = {NULL, 0};

    cr_assert(shell(folder,
                    format("$PTCC gen %s --header c.h --source c.c '%s'", options, path),
                    NULL, &err) == 0,
              "%s: %s", path, err.ptr);
    return folder;
}

/* --- Symbols of emitted objects ----------------------------------------------------- */

/* The symbols that `nm OPTION` tells of c.c, one a line. */
static ptc_str symbols(const char *folder, const char *option)
{
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    cr_assert(shell(folder,
                    format("$CC -O0 -I $INCLUDE -c c.c && nm %s c.o | awk '{print $NF}' "
                           "| sort -u%s",
                           option, ""),
                    &out, &err) == 0,
              "%s", err.ptr);
    return out;
}

static bool ends_with(ptc_str text, const char *end)
{
    size_t len = strlen(end);

    return text.len >= len && memcmp(text.ptr + text.len - len, end, len) == 0;
}

/* The sorts of names that code for mode disabled may define. */
static bool is_for_disabled(ptc_str name)
{
    static const char *const ends[] = {"_to_value", "_to_json", "_render",
                                       "_schema",   "_malli",   "_signature",
                                       "_prompt",   "_values",  "_find"};

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (ends_with(name, ends[i]))
            return true;
    }
    return has(ptc_str_of(test_cstr(name)), "_get_");
}

/* M056, M060: without validation there is nothing but types, texts, accessors and the
 * ways out. */
Test(links, mode_disabled_emits_accessors_only, .timeout = 60)
{
    static const char *const contracts[] = {"tool_call.sig", "shapes.malli.edn",
                                            "shared_types.sig", "assistant.sig"};
    static const char allowed[] = "\nptc_gen_field\nptc_gen_to_value\nptc_gen_to_json\n"
                                  "ptc_gen_entries_find\nptc_gen_render\n"
                                  "ptc_schema_write_prompt\nptc_tools_write_prompt\n";

    if (!has_tool("nm"))
        return;
    for (size_t i = 0; i < sizeof contracts / sizeof contracts[0]; i++) {
        const char *folder = generate(contracts[i], "--mode=disabled");
        ptc_str rest = symbols(folder, "-g --defined-only");
        size_t accessors = 0;
        ptc_str line;
        unsigned number;

        while (test_next_line(&rest, &line, &number)) {
            accessors += has(ptc_str_of(test_cstr(line)), "_get_");
            cr_expect(is_for_disabled(line), "%s defines %s", contracts[i],
                      test_cstr(line));
        }
        cr_expect(accessors > 2, "%s: %zu accessors", contracts[i], accessors);
        rest = symbols(folder, "-u");
        while (test_next_line(&rest, &line, &number)) {
            if (line.len > 4 && memcmp(line.ptr, "ptc_", 4) == 0)
                cr_expect(strstr(allowed, format("\n%s\n%s", test_cstr(line), "")),
                          "%s asks for %s", contracts[i], test_cstr(line));
        }
    }
}

/* --- Programs ---------------------------------------------------------------------- */

#define READS(type)                                                                      \
    "#include \"c.h\"\n"                                                                 \
    "int main(int argc, char **argv)\n{\n"                                               \
    "    ptc_arena arena;\n    " type " out;\n    ptc_status status;\n\n"                \
    "    ptc_arena_init(&arena, NULL, 0);\n"                                             \
    "    status = " type "_parse(&arena, argv[0], (size_t)argc, NULL, &out, NULL);\n"    \
    "    ptc_arena_free(&arena);\n    return (int)status;\n}\n"

#define JUDGES(type)                                                                     \
    "#include \"c.h\"\n"                                                                 \
    "int main(int argc, char **argv)\n{\n"                                               \
    "    ptc_value value = ptc_value_int(argc + (argv == NULL));\n\n"                    \
    "    return (int)" type "_validate(&value, NULL, NULL);\n}\n"

#define WRITES(type)                                                                     \
    "#include \"c.h\"\n"                                                                 \
    "int main(int argc, char **argv)\n{\n"                                               \
    "    static " type " in;\n    ptc_arena arena;\n    ptc_text text;\n"                \
    "    ptc_status status;\n\n"                                                         \
    "    ptc_arena_init(&arena, NULL, (size_t)argc);\n"                                  \
    "    ptc_text_init(&text, &arena);\n"                                                \
    "    status = " type "_to_json(&text, &in);\n"                                       \
    "    ptc_arena_free(&arena);\n    return (int)status + (argv == NULL);\n}\n"

#define GETS(type, field)                                                                \
    "#include \"c.h\"\n"                                                                 \
    "int main(int argc, char **argv)\n{\n"                                               \
    "    ptc_value value = ptc_value_int(argc + (argv == NULL));\n\n"                    \
    "    return " type "_get_" field "(&value) != NULL;\n}\n"

/* What reads schemas and patterns, and what makes them. */
#define READERS                                                                          \
    "ptc_malli_ ptc_edn_read ptc_edn_lex ptc_form_ ptc_draft_ ptc_normal_ "              \
    "ptc_regex_compile "
#define WALKER "ptc_walk_ ptc_fault_ ptc_report_ ptc_schema_ ptc_coerce_ ptc_message_ "
/* What makes and compares values. */
#define VALUES                                                                           \
    "ptc_scan_document ptc_scan_value ptc_map_ ptc_set_ ptc_value_set_of "               \
    "ptc_value_same_within "
#define CONVERTERS                                                                       \
    "ptc_gen_int_rest ptc_gen_float_rest ptc_gen_bool_rest ptc_gen_keyword "             \
    "ptc_gen_datetime ptc_gen_enum ptc_gen_entry_keyword "
#define CONVERSIONS "ptc_convert_ ptc_datetime_to_utc ptc_member_convert "

/* `wanted` and `unwanted` hold beginnings of symbols, each with a blank behind it. */
static const struct program {
    const char *contract;
    const char *options;
    const char *text;
    const char *wanted;
    const char *unwanted;
} programs[] = {
    {"tool_call.sig", "", READS("tool_call"), "ptc_gen_int_rest ptc_convert_int ",
     READERS WALKER},
    {"order.sig", "", READS("order"), "ptc_scan_skip ptc_gen_enum ",
     READERS WALKER VALUES},
    {"tool_call.sig", "--optimize=size", READS("tool_call"), "ptc_small_int ",
     READERS WALKER},
    /* M057, M060 */
    {"order.sig", "--mode=strict", READS("order"), "ptc_gen_strict_enum ptc_gen_refused ",
     READERS WALKER CONVERTERS CONVERSIONS VALUES},
    {"order.sig", "--mode=strict --optimize=size --strings=copy", READS("order"),
     "ptc_gen_strict_enum ptc_small_string ", READERS WALKER CONVERTERS CONVERSIONS},
    {"tool_call.sig", "--mode=strict", READS("tool_call"), "ptc_gen_refused ",
     READERS WALKER CONVERTERS CONVERSIONS},
    /* The walker comes with what only it can judge; it brings its conversions along. */
    {"scalars.sig", "--mode=strict", READS("scalars"), "ptc_walk_check ",
     READERS CONVERTERS},
    {"scalars.sig", "--mode=enabled", READS("scalars"), "ptc_walk_check ptc_gen_keyword ",
     READERS},
    {"shapes.malli.edn", "", JUDGES("payment"), "ptc_walk_check ",
     READERS CONVERTERS "ptc_scan_ ptc_coerce_ ptc_gen_fill ptc_json_read "},
    {"order.sig", "", JUDGES("order"), "ptc_walk_check ",
     READERS CONVERTERS "ptc_scan_ ptc_coerce_ ptc_gen_fill ptc_json_read "},
    {"shapes.malli.edn", "", WRITES("payment"), "ptc_json_write ",
     READERS WALKER CONVERTERS CONVERSIONS "ptc_scan_ "},
    {"tool_call.sig", "--mode=disabled", GETS("tool_call", "limit"),
     "ptc_map_find_field ",
     READERS WALKER CONVERTERS CONVERSIONS
     "ptc_scan_ ptc_json_ ptc_gen_to_ ptc_text_ ptc_arena_ ptc_number_ "},
};

/* A sanitizer holds on to whatever it instruments, and without optimisation inline
 * functions are symbols like others. */
static bool can_drop_sections(void)
{
    const char *compiler = getenv("PTC_CC");

#if defined(__GNUC__) && !defined(__OPTIMIZE__)
    fprintf(stderr, "note: a runtime without optimisation is not counted\n");
    return false;
#endif

    if (compiler != NULL && strstr(compiler, "-fsanitize") != NULL) {
        fprintf(stderr,
                "note: sanitized programs keep unused sections, so nothing is counted\n");
        return false;
    }
    return has_tool("nm");
}

/* The runtime's symbols in the program, one a line, with a newline before each. */
static ptc_str linked(const char *folder)
{
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    cr_assert(shell(folder,
                    "$CC -O0 -ffunction-sections -fdata-sections -I $INCLUDE main.c c.c "
                    "$LIBPTC -Wl,--gc-sections -o main && echo && nm main | awk '$NF ~ "
                    "/^ptc_/ {print $NF}' | sort -u",
                    &out, &err) == 0,
              "%s", err.ptr);
    return out;
}

/* Whether a symbol begins with the word that stands at `*list`, which moves on. */
static bool next_is_linked(ptc_str names, const char **list, const char **word)
{
    size_t len = strcspn(*list, " ");

    *word = format("\n%s%s", test_cstr(ptc_str_make(*list, len)), "");
    *list += len + 1;
    return strstr(names.ptr, *word) != NULL;
}

Test(links, programs_link_what_they_use, .timeout = 120)
{
    if (!can_drop_sections())
        return;
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        const struct program *row = &programs[i];
        const char *folder = generate(row->contract, row->options);
        const char *list;
        const char *word;
        ptc_str names;

        write_file(folder, "main.c", row->text);
        names = linked(folder);
        for (list = row->wanted; *list;)
            cr_expect(next_is_linked(names, &list, &word), "%s %s lacks %s",
                      row->contract, row->options, word);
        for (list = row->unwanted; *list;)
            cr_expect(!next_is_linked(names, &list, &word), "%s %s, row %zu links %s:%s",
                      row->contract, row->options, i, word, names.ptr);
    }
}

/* Values that are schemas are judged by the reader of schemas, which then is linked. */
Test(links, schemas_as_values_bring_their_reader, .timeout = 60)
{
    static const char text[] =
        "#include \"c.h\"\n"
        "int main(void)\n{\n"
        "    static const char good[] = \"{\\\"s\\\":[\\\":vector\\\",\\\":int\\\"]}\";\n"
        "    static const char bad[] = \"{\\\"s\\\":[\\\":vector\\\"]}\";\n"
        "    ptc_arena arena;\n    check in;\n    bool right;\n\n"
        "    ptc_arena_init(&arena, NULL, 0);\n"
        "    right = check_parse(&arena, good, sizeof good - 1, NULL, &in, NULL) == "
        "PTC_OK "
        "&&\n"
        "            check_parse(&arena, bad, sizeof bad - 1, NULL, &in, NULL) ==\n"
        "                PTC_ERROR_INVALID;\n"
        "    ptc_arena_free(&arena);\n    return right ? 0 : 1;\n}\n";
    const char *folder = test_directory();
    ptc_str names;

    write_file(folder, "check.sig", "check(s :malli-schema) -> :bool\n");
    write_file(folder, "main.c", text);
    cr_assert(
        shell(folder, "$PTCC gen --header c.h --source c.c check.sig", NULL, NULL) == 0);
    names = linked(folder);
    cr_expect(has(names, "\nptc_malli_draft\n"), "%s", names.ptr);
    cr_expect(shell(folder, "./main", NULL, NULL) == 0);
}

/* Builtins of PTC-Lisp, called as a program compiled to C calls them, bring along neither
 * machine nor reader, compiler or table of names; and they run. */
Test(links, builtins_stand_without_the_machine, .timeout = 60)
{
    static const char text[] =
        "#include \"lisp/heap/data.h\"\n"
        "#include \"lisp/language/builtins.h\"\n"
        "int main(void)\n{\n"
        "    ptc_lisp *lisp;\n    ptc_value *slots;\n    ptc_value *items;\n"
        "    bool right;\n\n"
        "    if (ptc_lisp_new(NULL, &lisp) != PTC_OK)\n        return 1;\n"
        "    slots = ptc_lisp_reserve(lisp, 2);\n"
        "    slots[1] = ptc_vector_new(lisp, 3, 3, &items);\n"
        "    for (int i = 0; i < 3; i++)\n"
        "        items[i] = ptc_value_int(3 - i);\n"
        "    slots[0] = ptc_value_make((ptc_kind)PTC_FUNCTION, 0, 0);\n"
        "    slots[0].as.object = (ptc_object *)(uintptr_t)&ptc_builtin_inc;\n"
        "    slots[1] = ptc_builtin_map.entry(lisp, &slots[0], slots, 2);\n"
        "    lisp->top = slots + 2;\n"
        "    slots[1] = ptc_builtin_sort_by.entry(lisp, &slots[0], slots, 2);\n"
        "    right = slots[1].aux == 3 && slots[1].as.items[0].as.integer == 2 &&\n"
        "            slots[1].as.items[2].as.integer == 4;\n"
        "    slots[0] = ptc_value_string(PTC_STR(\"a,b\"));\n"
        "    slots[1] = ptc_value_string(PTC_STR(\",\"));\n"
        "    slots[0] = ptc_builtin_split.entry(lisp, &(ptc_value){0}, slots, 2);\n"
        "    slots[0] = ptc_builtin_str.entry(lisp, &(ptc_value){0}, slots, 1);\n"
        "    right = right && slots[0].aux == 9;\n"
        "    ptc_lisp_free(lisp);\n    return right ? 0 : 1;\n}\n";
    static const char unwanted[] =
        "ptc_vm_ ptc_lisp_read ptc_lisp_compile ptc_program_verify "
        "ptc_builtin_find ptc_builtin_rows ptc_pattern_ pcre2_ ";
    const char *folder = test_directory();
    const char *list = unwanted;
    const char *word;
    ptc_str names = {NULL, 0};
    ptc_str err = {NULL, 0};

    if (!can_drop_sections())
        return;
    write_file(folder, "main.c", text);
    cr_assert(shell(folder,
                    format("$CC -O2 -I $INCLUDE -I '%s' main.c $LIBPTC -lm "
                           "-Wl,--gc-sections -o main && echo && nm main | "
                           "awk '$NF ~ /^ptc_|^pcre2_/ {print $NF}' | sort -u%s",
                           project("runtime"), ""),
                    &names, &err) == 0,
              "%s", err.ptr);
    cr_expect(has(names, "\nptc_core_sort_by\n"), "%s", names.ptr);
    while (*list)
        cr_expect(!next_is_linked(names, &list, &word), "linked:%s: %s", word, names.ptr);
    cr_expect(shell(folder, "./main", NULL, NULL) == 0);
}

/* --- Sizes ------------------------------------------------------------------------- */

/* Bytes of code and constants of c.c. */
static unsigned long text_size(const char *folder, const char *flags)
{
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    cr_assert(shell(folder,
                    format("gcc %s -I $INCLUDE -c c.c && size c.o | awk 'NR == 2 {print "
                           "$1}'%s",
                           flags, ""),
                    &out, &err) == 0,
              "%s", err.ptr);
    return strtoul(out.ptr, NULL, 10);
}

/* M060: `--optimize=size` more than halves what is emitted. */
Test(links, small_code_is_small, .timeout = 60)
{
    static const struct {
        const char *mode;
        const char *flags;
    } rows[] = {
        {"", "-O2"},
        {"", "-Os"},
        {"--mode=strict", "-Os"},
        {"--mode=disabled", "-Os"},
    };

    if (!has_tool("size") || !has_tool("gcc"))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *mode = rows[i].mode;
        bool parses = strcmp(mode, "--mode=disabled") != 0;
        unsigned long fast = text_size(generate("order.sig", mode), rows[i].flags);
        unsigned long small =
            text_size(generate("order.sig", format("--optimize=size %s%s", mode, "")),
                      rows[i].flags);

        fprintf(stderr, "links: order %s %s: %lu bytes, small %lu\n", mode, rows[i].flags,
                fast, small);
        cr_expect(parses ? small < fast / 2 : small == fast, "%s %s: %lu of %lu", mode,
                  rows[i].flags, small, fast);
    }
}
