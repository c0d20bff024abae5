/* SPDX-License-Identifier: MIT */
/*
 * Sources in Python as contracts: the examples of the seed, vectors of a
 * reference implementation, and a module that uses what the language has. [brimley 5]
 */
#include "generator/dialect/dialect_int.h"
#include "generator/dialect/python/python.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

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

TestSuite(python_contracts, .init = start, .fini = stop);

/* --- Reading and printing ----------------------------------------------------------- */

static ptc_source *source_of(const char *name, ptc_str text)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);

    *source = (ptc_source){ptc_str_of(name), ptc_str_copy(&arena, text)};
    return source;
}

/* "2:7: message" a line, and "2:7: warning: message". */
static void print_diags(ptc_text *out, const ptc_diags *diags)
{
    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *diag = &diags->items[i];
        ptc_position at = ptc_source_position(diag->source, diag->span.start);

        cr_expect(diag->span.start <= diag->span.end &&
                  diag->span.end <= diag->source->text.len);
        ptc_text_uint(out, at.line);
        ptc_text_byte(out, ':');
        ptc_text_uint(out, at.column);
        ptc_text_cstr(out, diag->severity == PTC_SEVERITY_WARNING ? ": warning: " : ": ");
        ptc_text_str(out, diag->message);
        ptc_text_byte(out, '\n');
    }
}

/* Reads a source as contracts: their signatures for models, a line each; then what is
 * reported. */
static const char *read_contracts(const char *name, ptc_str text)
{
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects};
    ptc_contracts contracts = {0};
    ptc_diags diags;
    ptc_status status;
    ptc_text out;

    ptc_diags_init(&diags, &arena);
    ptc_text_init(&out, &arena);
    status =
        ptc_contracts_read(&arena, source_of(name, text), &options, &diags, &contracts);
    cr_assert((status == PTC_OK) == (diags.errors == 0));
    for (size_t i = 0; i < contracts.count; i++) {
        const ptc_contract *contract = &contracts.items[i];

        if (contract->is_type)
            continue;
        ptc_schema_write_prompt(&out, contract->name, &contract->schema, PTC_PROMPT_SEED,
                                NULL);
    }
    print_diags(&out, &diags);
    return out.ptr;
}

/* --- Texts with examples ------------------------------------------------------------ */

/* The next fenced block of that language from `*at` on; false: there is none. */
static bool next_block(const char **at, const char *language, ptc_str *out)
{
    char fence[32];
    const char *begin;
    const char *end;

    snprintf(fence, sizeof fence, "```%s\n", language);
    begin = strstr(*at, fence);
    if (begin == NULL)
        return false;
    begin += strlen(fence);
    end = strstr(begin, "```");
    cr_assert_not_null(end);
    *out = ptc_str_make(begin, (size_t)(end - begin));
    *at = end + 3;
    return true;
}

/* M449 M458 */
Test(python_contracts, seed)
{
    static const char *const expected[] = {
        "get_customer(customer_id :int, is_active :bool) -> :map\n",
        "list_orders(limit :int = 10) -> [:map]\n",
        "get_orders(customer_id :int) -> [:map]\n",
        "audit_action(reason :string) -> :map\n",
        "get_orders(customer_id :int, status :string = \"shipped\", min_total :float = "
        "0.0) -> [:map]\n",
        "get_doc(category :string, sub_category :string, doc_index :int) -> :string\n",
        "get_doc_recursive(category :string, remainder :string) -> :string\n",
    };
    ptc_str text;
    const char *at;
    ptc_str block;
    size_t count = 0;

    if (!test_read_shared("python", "seeds/brimley-arguments.md", &text))
        return;
    for (at = text.ptr; next_block(&at, "python", &block); count++) {
        cr_assert(count < sizeof expected / sizeof *expected);
        cr_expect_str_eq(read_contracts("m.py", block), expected[count]);
    }
    cr_expect(count == sizeof expected / sizeof *expected);
    free((void *)(uintptr_t)text.ptr);
}

Test(python_contracts, diagnostics)
{
    static const char *const names[] = {"python-syntax", "python-literal",
                                        "python-skipped"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64];
        ptc_str text;
        ptc_str block;
        const char *at;

        snprintf(path, sizeof path, "docs/diagnostics/%s.md", names[i]);
        text = test_read_project_file(path);
        at = text.ptr;
        cr_assert(next_block(&at, "python wrong", &block));
        cr_expect(strstr(read_contracts("m.py", block), ": ") != NULL, "%s", names[i]);
        cr_assert(next_block(&at, "python right", &block));
        cr_expect(strstr(read_contracts("m.py", block), ": ") == NULL, "%s", names[i]);
        free((void *)(uintptr_t)text.ptr);
    }
}

Test(python_contracts, torture)
{
    ptc_str text = test_read_project_file("tests/generator/contracts/torture.py");
    static const char customer[] =
        "{id :int, name :string, vip :bool = false, balance :decimal = \"0\", since "
        ":date?}";
    ptc_text expected;

    ptc_text_init(&expected, &arena);
    ptc_text_cstr(&expected,
                  "first(one :int, two :float = -0.5, three [:string] = [\"a\", \"b\"], "
                  "four :bool = true) -> :nil\nsecond-one(q :string, limit :int = 16, "
                  "when :datetime = \"2026-01-01T00:00:00Z\", who ");
    ptc_text_cstr(&expected, customer);
    ptc_text_cstr(&expected, "?) -> [");
    ptc_text_cstr(&expected, customer);
    ptc_text_cstr(
        &expected,
        "]\n  Long text.\n  - q: What to look for\nthird(any_thing "
        ":string|:int|:float|:bool = \"A\xC3\xA9\xF0\x9F\x98\x80"
        "A\", many [:float] "
        "= [10.5, 1000.0, 0.5, 2.0, -16.0]) -> :map\n  Returns what it is given."
        "\n\n    * indented\n  \\d\n");
    cr_expect_str_eq(read_contracts("m.py", text), expected.ptr);
    free((void *)(uintptr_t)text.ptr);
}

/* --- Types and faults --------------------------------------------------------------- */

#define F(parameters) "@function\ndef f(" parameters "): ...\n"

/* M449, M469 */
Test(python_contracts, types)
{
    static const struct {
        const char *source;
        const char *expected;
    } rows[] = {
        {F("a: int, b: float, c: bool, d: str, e: Decimal, g: date, h: datetime, i: Any"),
         "f(a :int, b :float, c :bool, d :string, e :decimal, g :date, h :datetime, i "
         ":string|:int|:float|:bool) -> :nil\n"},
        {"from decimal import Decimal as D\nimport datetime, typing as t\n" F(
             "a: list[int], b: t.List[D], c: datetime.date, d: 'datetime.datetime', e: "
             "int = "
             "None"),
         "f(a [:int], b [:decimal], c :date, d :datetime, e :int?) -> :nil\n"},
        {F("a: Optional[int] = None"),
         "2:10: argument \"a\": unsupported type \"Optional[int]\": unions are not "
         "supported; name one type, and write default: null for what may be null\n"},
        {F("a: int | None = None"),
         "2:10: argument \"a\": unsupported type \"int | None\": unions are not "
         "supported; "
         "name one type, and write default: null for what may be null\n"},
        {F("a: dict"), "2:10: argument \"a\": unsupported type \"dict\": a map needs its "
                       "fields; declare an entity with them\n"},
        {F("a, b: list[list[int]]"),
         "2:18: argument \"b\": unsupported type \"list[list[int]]\": only one list "
         "dimension is supported; declare an entity with the inner list\n"},
        {F("a: models.Usr") "@entity\nclass User: id: int\n",
         "2:10: unknown entity \"Usr\"\n"},
        {F("a: int = 'x'"), "2:16: the default of \"a\" does not fit its type: expected "
                            "int, got string \"x\"\n"},
        {"@function\ndef help(): ...\n", "2:5: \"help\""},
        {F("") F(""), "4:5: duplicate declaration \"f\" (also written \"f\" at 2:5)\n"},
        {"@function(arguments={'inline': {'properties': {'a': {'type': 'integer', "
         "'minimum': 1}}, 'required': ['a']}})\ndef f(a, b: Annotated[str, "
         "AppState('x')], c: date = None): ...\n",
         "f(a :int[1..], c :date?) -> :nil\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *actual = read_contracts("m.py", ptc_str_of(rows[i].source));

        cr_expect(strncmp(actual, rows[i].expected, strlen(rows[i].expected)) == 0,
                  "%s\ngives\n%s\nnot\n%s", rows[i].source, actual, rows[i].expected);
    }
}

/* What is wrong with the type of a parameter shows how Python writes what may be None. */
Test(python_contracts, hint)
{
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects};
    ptc_contracts contracts;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    ptc_contracts_read(&arena, source_of("m.py", PTC_STR(F("a: int | None"))), &options,
                       &diags, &contracts);
    cr_assert(diags.count == 1);
    cr_expect_str_eq(test_cstr(diags.items[0].hint),
                     "write `x: int = None` for an int that may be None");
}

/* --- Places and memory -------------------------------------------------------------- */

Test(python_contracts, places)
{
    static const char text[] =
        "\xEF\xBB\xBF"
        "from brimley import function, Config\n@function(name='g', arguments={'inline': "
        "{'b': 'date'}})\n"
        "def f(\xC3\xA4: \"list[ 'int' ]\" = -1, b = ('x' 'y'),\n"
        "      c: Annotated[models . User, Config('k')] = None) -> 'int':\n"
        "    '''Doc.'''\n";
    static const char *const spelled[] = {
        "name",       "f",
        "'g'",        "type",
        "f",          "\xC3\xA4",
        "-1",         "'b'",
        "'date'",     "'k'",
        "None",       "models . User",
        "int",        "list[ 'int' ]",
        "'''Doc.'''",
    };
    ptcc_definition definition;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    diags.source = source_of("m.py", ptc_str_of(text));
    cr_assert(ptcc_python_read(&definition, &arena, &diags));
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
        bool is_found =
            strcmp(spelled[i], "name") == 0 || strcmp(spelled[i], "type") == 0;

        for (size_t k = 1; k < definition.forms.count && !is_found; k++) {
            ptc_span span = definition.forms.items[k].span;

            is_found =
                ptc_str_equal(ptc_str_of(spelled[i]),
                              ptc_str_make(text + span.start, span.end - span.start));
        }
        cr_expect(is_found, "there is no form at %s", spelled[i]);
    }
}

/* Whatever the memory ends at, nothing is half read, and no memory is not a fault of the
 * text. */
Test(python_contracts, memory)
{
    ptc_str text = test_read_project_file("tests/generator/contracts/torture.py");
    bool is_read = false;

    for (size_t cap = 1024; !is_read; cap += 256) {
        ptcc_definition definition;
        ptc_source source = {PTC_STR("m.py"), text};
        ptc_arena small;
        ptc_diags diags;

        ptc_arena_init(&small, NULL, cap);
        ptc_diags_init(&diags, &arena);
        diags.source = &source;
        is_read = ptcc_python_read(&definition, &small, &diags);
        cr_expect(diags.count == 0 && is_read != small.failed, "%zu bytes", cap);
        ptc_arena_free(&small);
        cr_assert(cap < (size_t)1 << 26);
    }
    free((void *)(uintptr_t)text.ptr);
}

/* --- Vectors ------------------------------------------------------------------------ */

/* Where our specification decides otherwise, and how it reads them. */
static const struct {
    const char *id;
    const char *section; /* of the page on Brimley */
    const char *expected;
} differences[] = {
    {"b159", "2: dict is a return type", "f(a :int) -> :map\n"},
    {"b160", "2: so is list[dict]", "f(a :int) -> [:map]\n"},
    {"b163", "5: quoted annotations are unquoted", "f(a :int) -> :int\n"},
    {"b175", "5: aliases of modules are followed", "f() -> :string\n"},
};

/* A type as the reference has it: `str` is `string`, None `void`. */
static void print_type(ptc_text *out, const ptc_value *type)
{
    ptc_str text = ptc_value_as_text(type, "");

    if (ptc_str_equal(text, PTC_STR("str")))
        text = PTC_STR("string");
    ptc_text_str(out, ptc_str_equal(text, PTC_STR("None")) ? PTC_STR("void") : text);
}

/* A definition, ours or the reference's, in one line. */
static const char *summary(const ptc_value *definition)
{
    static const char *const keys[] = {"name", "description", "reload", "mcp"};
    const ptc_value *arguments =
        ptc_value_get(ptc_value_get(definition, "arguments"), "inline");
    ptc_text out;

    ptc_text_init(&out, &arena);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const ptc_value *value = ptc_value_get(definition, keys[i]);

        if (ptc_value_kind(value) == PTC_BOOL && value->as.boolean)
            value = NULL; /* reload: true unless it is said */
        ptc_value_write(&out, ptc_value_or_nil(value));
        ptc_text_byte(&out, ' ');
    }
    for (size_t i = 0; i < ptc_value_count(arguments); i++) {
        const ptc_map_entry *entry = &arguments->as.map->entries[i];
        bool is_map = entry->value.kind == PTC_MAP;

        ptc_text_str(&out, ptc_value_text(&entry->key));
        ptc_text_byte(&out, ':');
        print_type(&out, is_map ? ptc_value_get(&entry->value, "type") : &entry->value);
        if (is_map) {
            ptc_value_write(
                &out, ptc_value_or_nil(ptc_value_get(&entry->value, "from_context")));
            ptc_text_byte(&out, '=');
            ptc_value_write(&out,
                            ptc_value_or_nil(ptc_value_get(&entry->value, "default")));
        }
        ptc_text_byte(&out, ' ');
    }
    print_type(&out, ptc_value_get(definition, "return_shape"));
    return out.ptr;
}

/* Compares what is read of a source with the definitions of the reference. */
static void check_definitions(const char *id, ptc_str text, const ptc_value *expected)
{
    ptcc_definition definition;
    ptc_value value;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    diags.source = source_of("m.py", text);
    cr_assert(ptcc_python_read(&definition, &arena, &diags), "%s", id);
    cr_assert(ptc_form_to_value(&definition.forms, definition.root, &value, NULL) ==
              PTC_OK);
    cr_assert(value.aux == expected->aux, "%s: %u definitions", id, value.aux);
    for (uint32_t i = 0; i < value.aux; i++)
        cr_expect_str_eq(summary(&value.as.items[i]), summary(&expected->as.items[i]),
                         "%s", id);
}

static void check_vector(const ptc_value *row)
{
    const char *id = test_cstr(ptc_value_as_text(ptc_value_get(row, "id"), ""));
    ptc_str text =
        ptc_value_as_text(ptc_value_get(ptc_value_get(row, "input"), "source"), "");
    const ptc_value *expected = ptc_value_get(row, "ok");

    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
        if (strcmp(differences[i].id, id) == 0) {
            cr_expect_str_eq(read_contracts("m.py", text), differences[i].expected, "%s",
                             id);
            return;
        }
    }
    if (ptc_value_kind(expected) == PTC_VECTOR)
        check_definitions(id, text, expected);
    else
        cr_expect(strstr(read_contracts("m.py", text), ": ") != NULL, "%s", id);
}

Test(python_contracts, vectors)
{
    ptc_str rest;
    ptc_str line;
    ptc_str file;
    unsigned number = 0;
    size_t count = 0;

    if (!test_read_shared("python", "vectors/brimley/brimley.jsonl", &file))
        return;
    rest = file;
    while (test_next_line(&rest, &line, &number)) {
        ptc_json_error error;
        ptc_value row;

        cr_assert(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, &error) ==
                  PTC_OK);
        if (!ptc_str_equal(ptc_value_as_text(ptc_value_get(&row, "kind"), ""),
                           PTC_STR("python")))
            continue;
        check_vector(&row);
        count++;
    }
    cr_expect(count > 15, "%zu vectors", count);
    free((void *)(uintptr_t)file.ptr);
}
