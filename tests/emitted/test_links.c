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

/* --- Symbols of emitted objects ---------------------------------------------------- */

/* The symbols that `nm OPTION` reports c.c, one per line. */
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

/* M056, M060: without validation there is only types, texts, accessors and the ways
 * out. */
Test(links, mode_disabled_emits_accessors_only, .timeout = 60)
{
    static const char *const contracts[] = {"tool_call.sig", "shapes.malli.edn",
                                            "shared_types.sig", "assistant.sig",
                                            "trees.sig"};
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

#define SAMPLES(type)                                                                    \
    "#include \"c.h\"\n#include <ptc/walk.h>\n"                                          \
    "int main(int argc, char **argv)\n{\n"                                               \
    "    ptc_arena arena;\n    ptc_value out;\n    ptc_status status;\n    ptc_str "     \
    "why;\n\n"                                                                           \
    "    ptc_arena_init(&arena, NULL, 0);\n"                                             \
    "    status = ptc_schema_sample(&arena, &" type "_schema, NULL, (uint64_t)argc, 0, " \
    "&out, &why);\n"                                                                     \
    "    ptc_arena_free(&arena);\n    return (int)status + (argv == NULL);\n}\n"

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

/* `wanted` and `unwanted` hold beginnings of symbols, each with a blank after it. */
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
    /* The walker comes with what only it can check; it brings its conversions along. */
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
    /* Samples are checked, so they bring the walker, but no reader. */
    {"order.sig", "", SAMPLES("order"), "ptc_schema_sample ptc_walk_check ",
     READERS CONVERTERS
     "ptc_scan_document ptc_scan_value ptc_gen_fill ptc_json_read ptc_lisp_ ptc_agent_ "},
    {"tool_call.sig", "--mode=disabled", GETS("tool_call", "limit"),
     "ptc_map_find_field ",
     READERS WALKER CONVERTERS CONVERSIONS
     "ptc_scan_ ptc_json_ ptc_gen_to_ ptc_text_ ptc_arena_ ptc_number_ "},
};

/* Without optimisation inline functions are symbols like others, and call what they need
 * not. */
static bool is_optimized(void)
{
    const char *optimization = getenv("PTC_OPTIMIZATION");

    if (optimization == NULL || strcmp(optimization, "0") != 0)
        return true;
    fprintf(stderr, "note: a runtime without optimisation is not counted\n");
    return false;
}

/* A sanitizer holds on to whatever it instruments. */
static bool can_drop_sections(void)
{
    const char *compiler = getenv("PTC_CC");

    if (compiler != NULL && strstr(compiler, "-fsanitize") != NULL) {
        fprintf(stderr,
                "note: sanitized programs keep unused sections, so nothing is counted\n");
        return false;
    }
    return has_tool("nm");
}

/* The runtime's symbols in the program, one per line, with a newline before each. */
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

/* Whether there is a symbol that the word at `*list` is, or begins if its last byte is an
 * underscore. The list moves on. */
static bool next_is_linked(ptc_str names, const char **list, const char **word)
{
    size_t len = strcspn(*list, " ");
    bool is_prefix = len > 0 && (*list)[len - 1] == '_';

    *word = format("\n%s%s", test_cstr(ptc_str_make(*list, len)), is_prefix ? "" : "\n");
    *list += len + 1;
    return strstr(names.ptr, *word) != NULL;
}

Test(links, programs_link_what_they_use, .timeout = 120)
{
    if (!can_drop_sections() || !is_optimized())
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

/* Values that are schemas are checked against the reader of schemas, which then is
 * linked. */
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

/* What a program that runs code of PTC-Lisp made elsewhere has no use for. */
#define COMPILES                                                                         \
    "ptc_lisp_read ptc_lisp_compile ptc_lisp_explain ptc_forms_ ptc_compile_ "           \
    "ptc_special_ ptc_builtin_find ptc_builtin_rows "
#define PATTERNS "ptc_pattern_ pcre2_ "

/* Programs with all builtins: some search by patterns. */
#define PATTERN_LIBRARIES "$(pkg-config --silence-errors --libs libpcre2-8)"

/* The symbols of the program of the folder's C files and the library, one per line, with
 * a newline before each. */
static ptc_str linked_program(const char *folder, const char *libraries)
{
    ptc_str names = {NULL, 0};
    ptc_str err = {NULL, 0};
    const char *line = format("$CC -O2 -I $INCLUDE -I '%s' *.c $LIBPTC -lm %s "
                              "-Wl,--gc-sections -ffunction-sections -o main",
                              project("runtime"), libraries);

    cr_assert(shell(folder,
                    format("%s && echo && nm main | awk '$NF ~ /^ptc_|^pcre2_/ "
                           "{print $NF}' | sort -u%s",
                           line, ""),
                    &names, &err) == 0,
              "%s", err.ptr);
    return names;
}

/* The C files of the folder with the library, run, and nothing unwanted in it; `wanted`
 * is one symbol. */
static void check_lisp_folder(const char *folder, const char *libraries,
                              const char *wanted, const char *unwanted)
{
    ptc_str names = linked_program(folder, libraries);
    const char *word;

    cr_expect(has(names, format("\n%s\n%s", wanted, "")), "%s", names.ptr);
    while (*unwanted)
        cr_expect(!next_is_linked(names, &unwanted, &word), "linked:%s: %s", word,
                  names.ptr);
    cr_expect(shell(folder, "./main", NULL, NULL) == 0);
}

static void check_lisp_program(const char *text, const char *wanted, const char *unwanted)
{
    const char *folder = test_directory();

    write_file(folder, "main.c", text);
    check_lisp_folder(folder, "", wanted, unwanted);
}

/* Builtins of PTC-Lisp, called as a program compiled to C calls them, bring along neither
 * machine nor reader, compiler or table of names; and they run. */
Test(links, builtins_link_without_the_machine, .timeout = 60)
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

    if (can_drop_sections())
        check_lisp_program(text, "ptc_core_sort_by",
                           "ptc_vm_ ptc_program_verify " COMPILES PATTERNS);
}

/* Code that is there already, run by the machine: neither reader nor compiler comes with
 * it. */
Test(links, the_machine_links_without_the_compiler, .timeout = 60)
{
    static const char text[] =
        "#include \"lisp/heap/memory.h\"\n"
        "#include \"lisp/language/builtins.h\"\n"
        "#include \"lisp/language/opcodes.h\"\n"
        "int main(void)\n{\n"
        "    static const uint32_t code[] = {\n"
        "        PTC_OP_CONSTANT, PTC_OP_INT | 1 << 8 | 41 << 16,\n"
        "        PTC_OP_CALL | 1 << 16, PTC_OP_RETURN};\n"
        "    static const uint32_t places[4];\n"
        "    ptc_lisp *lisp;\n    ptc_arena arena;\n    ptc_lisp_result out;\n"
        "    ptc_program *program;\n"
        "    ptc_value inc = ptc_value_make((ptc_kind)PTC_FUNCTION, 0, 0);\n"
        "    ptc_proto proto = {.code = code, .places = places, .code_count = 4,\n"
        "                       .constants = &inc, .constant_count = 1, "
        ".registers = 3};\n"
        "    bool right;\n\n"
        "    inc.as.object = (ptc_object *)(uintptr_t)&ptc_builtin_inc;\n"
        "    ptc_arena_init(&arena, NULL, 0);\n"
        "    if (ptc_lisp_new(NULL, &lisp) != PTC_OK)\n        return 1;\n"
        "    program = ptc_program_new(lisp, PTC_STR(\"(inc 41)\"));\n"
        "    if (program == NULL)\n        return 1;\n"
        "    proto.program = program;\n"
        "    program->main = &proto;\n"
        "    right = ptc_lisp_run(&arena, lisp, program, PTC_LISP_PRINTED, &out) == "
        "PTC_OK &&\n"
        "            out.value.as.integer == 42;\n"
        "    ptc_lisp_free(lisp);\n    ptc_arena_free(&arena);\n"
        "    return right ? 0 : 1;\n}\n";

    if (can_drop_sections())
        check_lisp_program(text, "ptc_vm_entry", COMPILES PATTERNS);
}

/* An image, as emitted code has it: without patterns nothing comes along that searches by
 * them. */
Test(links, images_link_without_the_compiler, .timeout = 60)
{
    static const char text[] =
        "#include <ptc/gen_lisp.h>\n"
        "#include \"lisp/language/opcodes.h\"\n"
        "PTC_BEGIN\nPTC_IMAGE_BUILTIN(map);\nPTC_IMAGE_BUILTIN(inc);\nPTC_END\n"
        "/* (map inc [1 2]) */\n"
        "static const uint32_t code[] = {\n"
        "    PTC_OP_CONSTANT, PTC_OP_CONSTANT | 1 << 8 | 1 << 16,\n"
        "    PTC_OP_CONSTANT | 2 << 8 | 2 << 16, PTC_OP_CALL | 2 << 16, "
        "PTC_OP_RETURN};\n"
        "static const uint32_t places[] = {0, 5, 9, 0, 0};\n"
        "static const ptc_image_constant constants[] = {\n"
        "    {PTC_IMAGE_INT, 0, 1}, {PTC_IMAGE_INT, 0, 2}, {PTC_IMAGE_FUNCTION, 0, 0},\n"
        "    {PTC_IMAGE_FUNCTION, 0, 1}, {PTC_IMAGE_VECTOR, 2, 0}};\n"
        "static const ptc_function *const builtins[] = {&ptc_builtin_map,\n"
        "                                               &ptc_builtin_inc};\n"
        "static const ptc_image_function functions[] = {\n"
        "    {code, places, 5, 4, 0, 0, {2, 3}, {0, 0}, {0, 0}, {0, 0}, PTC_IMAGE_NONE,\n"
        "     {0, 0}, {0, 15}}};\n"
        "static const ptc_image image = {\n"
        "    PTC_LISP_ABI, PTC_LISP_REVISION, PTC_LISP_OPCODES, 15, 15, "
        "\"(map inc [1 2])\",\n"
        "    0, 0, 0, 0, 0, 0, 5, constants, 2, builtins, 0, 0, 0, 0, 1, functions, 0, "
        "0, "
        "0, 0, 0};\n"
        "int main(void)\n{\n"
        "    ptc_lisp *lisp;\n    ptc_arena arena;\n    ptc_program *program;\n"
        "    ptc_lisp_result out;\n    ptc_lisp_error error;\n    bool right;\n\n"
        "    ptc_arena_init(&arena, NULL, 0);\n"
        "    if (ptc_lisp_new(NULL, &lisp) != PTC_OK)\n        return 1;\n"
        "    if (ptc_image_bind(&arena, lisp, &image, &program, &error) != PTC_OK)\n"
        "        return 1;\n"
        "    right = ptc_lisp_run(&arena, lisp, program, 0, &out) == PTC_OK &&\n"
        "            out.value.aux == 2 && out.value.as.items[1].as.integer == 3;\n"
        "    ptc_lisp_free(lisp);\n    ptc_arena_free(&arena);\n"
        "    return right ? 0 : 1;\n}\n";

    if (can_drop_sections())
        check_lisp_program(text, "ptc_image_bind",
                           COMPILES PATTERNS "ptc_image_of ptc_image_tables ");
}

/* Memory as bytes and back: nothing that reads texts comes along, and no builtin. */
Test(links, snapshots_link_without_the_compiler, .timeout = 60) /* M563 */
{
    static const char text[] =
        "#include <ptc/snapshot.h>\n"
        "int main(void)\n{\n"
        "    ptc_lisp *lisp;\n    ptc_arena arena;\n    ptc_lisp_error error;\n"
        "    ptc_str bytes;\n    bool right;\n\n"
        "    ptc_arena_init(&arena, NULL, 0);\n"
        "    if (ptc_lisp_new(NULL, &lisp) != PTC_OK)\n        return 1;\n"
        "    right = ptc_lisp_save(&arena, lisp, &bytes, &error) == PTC_OK &&\n"
        "            ptc_lisp_restore(&arena, lisp, bytes, NULL, &error) == PTC_OK;\n"
        "    ptc_lisp_free(lisp);\n    ptc_arena_free(&arena);\n"
        "    return right ? 0 : 1;\n}\n";

    if (can_drop_sections())
        check_lisp_program(text, "ptc_lisp_restore",
                           COMPILES PATTERNS "ptc_image_of ptc_core_sort_by ");
}

/* With functions from text as well: all builtins, but neither reader nor compiler. */
Test(links, saved_functions_link_without_the_compiler, .timeout = 60) /* M563 */
{
    static const char text[] =
        "#include <ptc/snapshot.h>\n"
        "int main(void)\n{\n"
        "    ptc_snapshot_options options = {.struct_size = sizeof options};\n"
        "    ptc_lisp *lisp;\n    ptc_arena arena;\n    ptc_lisp_error error;\n"
        "    ptc_str bytes;\n    bool right;\n\n"
        "    options.find_builtin = ptc_builtin_find;\n"
        "    ptc_arena_init(&arena, NULL, 0);\n"
        "    if (ptc_lisp_new(NULL, &lisp) != PTC_OK)\n        return 1;\n"
        "    right = ptc_lisp_save(&arena, lisp, &bytes, &error) == PTC_OK &&\n"
        "            ptc_lisp_restore(&arena, lisp, bytes, &options, &error) == PTC_OK;\n"
        "    ptc_lisp_free(lisp);\n    ptc_arena_free(&arena);\n"
        "    return right ? 0 : 1;\n}\n";
    const char *folder = test_directory();

    if (!can_drop_sections())
        return;
    write_file(folder, "main.c", text);
    check_lisp_folder(folder, PATTERN_LIBRARIES, "ptc_builtin_find",
                      "ptc_lisp_read ptc_lisp_compile ptc_lisp_explain ptc_compile_ "
                      "ptc_special_ ptc_image_of ");
}

/* Programs from text know a catalog only where there is one, which then brings no server
 * along. */
Test(links, programs_link_without_a_catalog, .timeout = 60) /* M510 */
{
    static const char text[] =
        "#include <ptc/lisp.h>\n"
        "#include <stddef.h>\n"
        "%s"
        "int main(void)\n{\n"
        "    ptc_source source = {{\"p\", 1}, {\"%s\", 5}};\n"
        "    ptc_lisp *lisp;\n    ptc_arena arena;\n    ptc_lisp_result out;\n"
        "    bool right;\n\n"
        "    ptc_arena_init(&arena, NULL, 0);\n"
        "    if (ptc_lisp_new(NULL, &lisp) != PTC_OK)\n        return 1;\n"
        "    %s;\n"
        "    right = ptc_lisp_eval(&arena, lisp, &source, 0, &out) == PTC_OK;\n"
        "    ptc_lisp_free(lisp);\n    ptc_arena_free(&arena);\n"
        "    return right ? 0 : 1;\n}\n";
    static const char own[] =
        "static ptc_status answer(ptc_catalog_question *question, void *user)\n{\n"
        "    (void)user;\n    question->answer = ptc_value_int(1);\n"
        "    return PTC_OK;\n}\n"
        "static const ptc_lisp_catalog own = {answer, NULL, NULL};\n";
    const char *folder = test_directory();
    char program[2000];

    if (!can_drop_sections())
        return;
    snprintf(program, sizeof program, text, "", "(+ 1)", "(void)0");
    write_file(folder, "main.c", program);
    check_lisp_folder(folder, PATTERN_LIBRARIES, "ptc_lisp_compile",
                      "ptc_lisp_set_catalog ptc_core_apropos ptc_builtin_dir "
                      "ptc_builtin_doc ptc_catalog_ ptc_mcp_ ");
    snprintf(program, sizeof program, text, own, "(dir)",
             "ptc_lisp_set_catalog(lisp, &own)");
    folder = test_directory();
    write_file(folder, "main.c", program);
    check_lisp_folder(folder, PATTERN_LIBRARIES, "ptc_core_apropos",
                      "ptc_catalog_ ptc_mcp_ ");
}

/* What runs of compiled agents have no use for: models, prompts, the loop. */
#define MODELS                                                                           \
    "ptc_llm_ask ptc_llm_call ptc_llm_resolve ptc_llm_reply_ ptc_llm_find_ ptc_loop_ "   \
    "ptc_run_agent ptc_run_ask ptc_prompt_ ptc_feedback_ ptc_reply_ ptc_template_ "      \
    "ptc_cassette_ ptc_signature_ ptc_malli_ ptc_agent_ "

/* A compiled agent, as emitted code has it, with a tool that is another one. */
Test(links, compiled_agents_link_without_a_model, .timeout = 60)
{
    static const char text[] =
        "#include <ptc/compiled.h>\n"
        "#include <ptc/gen_lisp.h>\n"
        "#include \"lisp/language/opcodes.h\"\n"
        "/* 42 */\n"
        "static const uint32_t code[] = {\n"
        "    PTC_OP_INT | 42 << 16, PTC_OP_RETURN};\n"
        "static const uint32_t places[] = {0, 0};\n"
        "static const ptc_image_function functions[] = {\n"
        "    {code, places, 2, 1, 0, 0, {0, 0}, {0, 0}, {0, 0}, {0, 0}, PTC_IMAGE_NONE,\n"
        "     {0, 0}, {0, 2}}};\n"
        "static const ptc_image image = {\n"
        "    PTC_LISP_ABI, PTC_LISP_REVISION, PTC_LISP_OPCODES, 2, 2, \"42\",\n"
        "    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, functions, 0, 0, 0, 0, 0};\n"
        "static const ptc_image *const stages[] = {&image};\n"
        "static const ptc_compiled inner = {\n"
        "    .struct_size = sizeof inner, .stages = stages, .stage_count = 1,\n"
        "    .flags = PTC_COMPILED_VALUE};\n"
        "static const ptc_agent_tool tools[] = {{.name = \"t\", .compiled = &inner}};\n"
        "static const ptc_compiled outer = {\n"
        "    .struct_size = sizeof outer, .stages = stages, .stage_count = 1,\n"
        "    .tools = tools, .tool_count = 1, .flags = PTC_COMPILED_VALUE};\n"
        "int main(void)\n{\n"
        "    const ptc_step *step;\n    ptc_arena arena;\n    bool right;\n\n"
        "    ptc_arena_init(&arena, NULL, 0);\n"
        "    right = ptc_compiled_run(&arena, &outer, NULL, NULL, &step) == PTC_OK &&\n"
        "            step->result.as.integer == 42;\n"
        "    ptc_arena_free(&arena);\n"
        "    return right ? 0 : 1;\n}\n";

    if (can_drop_sections())
        check_lisp_program(text, "ptc_run_compiled",
                           COMPILES PATTERNS MODELS "ptc_image_of ptc_image_tables ");
}

/* M484: two agents as ptcc emits them, called over structs, one with a tool: the program
 * that runs them has nothing in it that could read a program, or a contract. */
Test(links, emitted_agents_link_without_a_model, .timeout = 120)
{
    static const char text[] =
        "#include \"first.ptc.h\"\n#include \"second.ptc.h\"\n"
        "ptc_status first_twice(const first_twice_input *in,\n"
        "                       first_twice_result *out, ptc_tool_call *call)\n"
        "{\n    (void)call;\n    *out = 2 * in->n;\n    return PTC_OK;\n}\n"
        "int main(void)\n{\n"
        "    first_input in = {20};\n    second_input of = {0};\n"
        "    first_result sum;\n    second_result out;\n"
        "    const ptc_step *step;\n    ptc_arena arena;\n    bool right;\n\n"
        "    ptc_arena_init(&arena, NULL, 0);\n"
        "    right = first_execute(&arena, &in, NULL, &sum, &step) == PTC_OK;\n"
        "    of.n = sum;\n"
        "    right = right && second_execute(&arena, &of, NULL, &out, &step) == PTC_OK;\n"
        "    ptc_arena_free(&arena);\n"
        "    return right && out == 42 ? 0 : 1;\n}\n";
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    if (!can_drop_sections())
        return;
    write_file(
        folder, "first.agent.edn",
        "{:prompt \"Doubles.\" :signature \"(n :int) -> :int\"\n"
        " :tools {\"twice\" {:fn first_twice :signature \"(n :int) -> :int\"}}}\n");
    write_file(folder, "first.clj", "(return (tool/twice {:n ctx/n}))\n");
    write_file(folder, "twice.jsonl",
               "{\"name\": \"twice\", \"args\": {\"n\": 42}, \"result\": 84}\n");
    write_file(folder, "second.agent.edn",
               "{:prompt \"Adds two.\" :signature \"(n :int) -> :int\"}\n");
    write_file(folder, "second.clj", "(return (reduce + ctx/n [1 1]))\n");
    write_file(folder, "main.c", text);
    cr_assert(shell(folder,
                    "for a in first second; do $PTCC compile $a.agent.edn "
                    "--program $a.clj --tool-results twice.jsonl && $PTCC gen --compiled "
                    "-o . $a.agent.edn || "
                    "exit 1; done",
                    NULL, &err) == 0,
              "%s", err.ptr);
    check_lisp_folder(folder, "", "ptc_run_compiled",
                      COMPILES PATTERNS MODELS "ptc_image_of ptc_image_tables ");
}

/* What the tests above miss is there in a program that reads, compiles and asks a model:
 * a name that was changed would never be found. */
Test(links, what_is_left_out_is_somewhere, .timeout = 60)
{
    static const char text[] =
        "#include <ptc/agent.h>\n#include <ptc/cassette.h>\n"
        "#include \"lisp/image/image_int.h\"\n"
        "int main(int argc, char **argv)\n{\n"
        "    ptc_agent agent = {.struct_size = sizeof agent};\n"
        "    const ptc_step *step;\n    ptc_arena arena;\n    ptc_image *image;\n\n"
        "    ptc_arena_init(&arena, NULL, 0);\n"
        "    if (argc > 2)\n        ptc_cassette_free(NULL);\n"
        "    if (argc > 1 && ptc_agent_run(&arena, &agent, NULL, &step) == PTC_OK)\n"
        "        return (int)ptc_image_of(&arena, (const ptc_program *)argv, &image);\n"
        "    return 0;\n}\n";
    const char *folder = test_directory();
    const char *list = COMPILES MODELS "ptc_pattern_ ptc_image_of ptc_image_tables ";
    const char *word;
    ptc_str names;

    if (!can_drop_sections())
        return;
    write_file(folder, "main.c", text);
    names = linked_program(folder, PATTERN_LIBRARIES);
    while (*list)
        cr_expect(next_is_linked(names, &list, &word), "not linked:%s", word);
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
