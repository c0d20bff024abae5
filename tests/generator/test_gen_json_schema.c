/* SPDX-License-Identifier: MIT */
/*
 * JSON Schemas as C: the parsers that the command emits check every instance of the
 * official test suite like the walker, for all schemas that are read; under sanitizers
 * for one of four, because compiling them takes minutes. The suite's data is not a part
 * of this project; without it the test says so.
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include <ptc/contract.h>
#include <ptc/walk.h>

/* One of this many schemas is compiled. */
enum { SCHEMAS_EVERY = TEST_IS_SANITIZED ? 4 : 1 };

/* What the emitted C is asked: the program, the data, one line each. */
typedef struct engines {
    ptc_arena arena;
    const char *folder;
    ptc_text declarations; /* of the parsers */
    ptc_text table;
    ptc_text rows; /* "number verdict instance" */
    unsigned read;
    unsigned schemas;
    unsigned instances;
} engines;

static const char *const suite_files[] = {
    "additionalProperties",
    "allOf",
    "anchor",
    "anyOf",
    "boolean_schema",
    "const",
    "contains",
    "content",
    "default",
    "dependentRequired",
    "dependentSchemas",
    "dynamicRef",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if-then-else",
    "infinite-loop-detection",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "ref",
    "required",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "vocabulary",
};

static bool read_schema(engines *run, ptc_str text, ptc_schema *out)
{
    static const ptc_contract_options options = {.struct_size = sizeof options,
                                                 .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_source source = {PTC_STR("suite"), text};
    ptc_contracts contracts;
    ptc_diags diags;

    ptc_diags_init(&diags, &run->arena);
    if (ptc_contracts_read(&run->arena, &source, &options, &diags, &contracts) != PTC_OK)
        return false;
    *out = contracts.items[0].schema;
    out->root = ptc_schema_root(out)->first + 1;
    return true;
}

static void add_instance(engines *run, const ptc_schema *schema, const ptc_value *data)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_OUTPUT,
                                          .boundary = PTC_BOUNDARY_JSON};

    ptc_text_uint(&run->rows, run->schemas);
    ptc_text_cstr(&run->rows, ptc_schema_validate(schema, data, &walk, NULL) == PTC_OK
                                  ? " 1 "
                                  : " 0 ");
    cr_assert(ptc_json_write(&run->rows, data, 0) == PTC_OK);
    ptc_text_byte(&run->rows, '\n');
    run->instances++;
}

static void add_case(engines *run, const ptc_value *one)
{
    const ptc_value *tests = ptc_value_get(one, "tests");
    char number[16];
    char name[24];
    ptc_schema schema;
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    cr_assert(ptc_json_write(&text, ptc_value_get(one, "schema"), 0) == PTC_OK);
    if (!read_schema(run, ptc_text_view(&text), &schema) ||
        run->read++ % SCHEMAS_EVERY != 0)
        return;
    snprintf(number, sizeof number, "%u", run->schemas);
    snprintf(name, sizeof name, "c%s.json", number);
    write_file(run->folder, name, text.ptr);
    ptc_text_cstr(&run->declarations,
                  format("ptc_status c%s_c%s_parse();\n", number, number));
    ptc_text_cstr(&run->table, format("c%s_c%s_parse,\n", number, number));
    for (uint32_t i = 0; i < tests->aux; i++)
        add_instance(run, &schema, ptc_value_get(&tests->as.items[i], "data"));
    run->schemas++;
}

static bool add_file(engines *run, const char *name)
{
    ptc_value cases;
    char path[120];
    ptc_str text;

    snprintf(path, sizeof path, "data/json-schema-test-suite/tests/draft2020-12/%s.json",
             name);
    if (!test_read_shared("gen_json_schema", path, &text))
        return false;
    cr_assert(ptc_json_read(&run->arena, text.ptr, text.len, NULL, &cases, NULL, NULL) ==
              PTC_OK);
    for (uint32_t i = 0; i < cases.aux; i++)
        add_case(run, &cases.as.items[i]);
    free((char *)(uintptr_t)text.ptr);
    return true;
}

/* A program that prints every row whose verdict differs. */
static const char program_head[] =
    "#include <ptc/gen.h>\n#include <ptc/parse.h>\n#include <stdio.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n";

static const char program_tail[] =
    "};\n"
    "static char line[1 << 20];\n"
    "static union { double real; char bytes[1 << 16]; } out;\n"
    "int main(void)\n{\n"
    "    const ptc_parse_options options = {.struct_size = sizeof options, "
    ".direction = PTC_OUTPUT};\n"
    "    while (fgets(line, sizeof line, stdin)) {\n"
    "        char *rest;\n"
    "        unsigned long number = strtoul(line, &rest, 10);\n"
    "        int verdict = rest[1] == '1';\n"
    "        ptc_arena arena;\n"
    "        ptc_arena_init(&arena, NULL, 0);\n"
    "        if ((parsers[number](&arena, rest + 3, strlen(rest + 3) - 1, &options, "
    "(void *)&out, (ptc_parse_info *)0) == PTC_OK) != verdict)\n"
    "            fputs(line, stdout);\n"
    "        ptc_arena_free(&arena);\n"
    "    }\n    return 0;\n}\n";

Test(gen_json_schema, emitted_parsers_judge_as_the_walker, .timeout = 300)
{
    engines run = {.folder = test_directory()};
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};
    ptc_text program;

    ptc_arena_init(&run.arena, NULL, 0);
    ptc_text_init(&run.declarations, &run.arena);
    ptc_text_init(&run.table, &run.arena);
    ptc_text_init(&run.rows, &run.arena);
    for (size_t i = 0; i < sizeof suite_files / sizeof *suite_files; i++) {
        if (!add_file(&run, suite_files[i]))
            return;
    }
    ptc_text_init(&program, &run.arena);
    ptc_text_cstr(&program, program_head);
    ptc_text_str(&program, ptc_text_view(&run.declarations));
    ptc_text_cstr(&program, "static ptc_status (*const parsers[])() = {\n");
    ptc_text_str(&program, ptc_text_view(&run.table));
    ptc_text_cstr(&program, program_tail);
    write_file(run.folder, "judge.c", program.ptr);
    write_file(run.folder, "rows", run.rows.ptr);
    cr_assert(
        shell(run.folder,
              "for f in c*.json; do $PTCC gen --prefix ${f%.json} -o . $f 2>gen.log || "
              "{ cat gen.log; exit 1; }; done",
              &out, &err) == 0,
        "%s%s", out.ptr, err.ptr);
    cr_assert(
        shell(run.folder,
              "$CC -std=c11 -O0 -w -I $INCLUDE judge.c c*.ptc.c $LIBPTC -lm -o judge",
              NULL, &err) == 0,
        "%s", err.ptr);
    cr_assert(shell(run.folder, "./judge < rows", &out, &err) == 0, "%s", err.ptr);
    cr_expect(out.len == 0, "judged otherwise:\n%s", test_cstr(out));
    fprintf(stderr, "gen_json_schema: %u schemas, %u instances\n", run.schemas,
            run.instances);
    ptc_arena_free(&run.arena);
}
