/* SPDX-License-Identifier: MIT */
/*
 * What goes to a model: values as it may see them, tool sections, and the texts and
 * functions of emitted code that bring both. [signature 9.1, 10; validation 9, 10]
 */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdio.h>

#include "assistant.ptc.h"
#include "shell.h"

/* --- Values ------------------------------------------------------------------------ */

/* A schema, or NULL: shorthand begins with '(' or '{', else it is Malli. */
static const ptc_schema *read_schema(ptc_arena *arena, const char *text)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_schema *schema = ptc_arena_array(arena, 1, sizeof *schema);
    ptc_diags diags;
    ptc_status status;

    if (text == NULL)
        return NULL;
    source->name = PTC_STR("row");
    source->text = ptc_str_of(text);
    ptc_diags_init(&diags, arena);
    status = text[0] == '(' || text[0] == '{'
                 ? ptc_signature_read(arena, source, NULL, &diags, schema)
                 : ptc_malli_read(arena, source, NULL, &diags, schema);
    cr_assert(status == PTC_OK, "schema %s", text);
    return schema;
}

static ptc_value read_edn(ptc_arena *arena, const char *text)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_value value = ptc_value_nil();
    ptc_diags diags;
    ptc_forms forms;
    uint32_t form;

    source->name = PTC_STR("value");
    source->text = ptc_str_of(text);
    ptc_diags_init(&diags, arena);
    ptc_forms_init(&forms, arena, source);
    form = ptc_edn_read_one(&forms, &diags);
    cr_assert(form != 0 && ptc_form_to_value(&forms, form, &value, &diags) == PTC_OK,
              "value %s", text);
    return value;
}

static const char *show(ptc_arena *arena, const ptc_schema *schema,
                        const ptc_value *value, ptc_direction direction,
                        const ptc_show_options *options)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "> ");
    ptc_schema_write_value(&text, schema, value, direction, options);
    cr_assert(!text.failed);
    cr_assert(ptc_utf8_check(text.ptr, text.len) == text.len);
    cr_assert(strlen(text.ptr) == text.len);
    return text.ptr + 2;
}

typedef struct value_row {
    const char *schema;
    const char *value; /* EDN */
    const char *shown;
} value_row;

static const value_row notation_rows[] = {
    {NULL, "nil", "nil"},
    {NULL, "true", "true"},
    {NULL, "-7", "-7"},
    {NULL, "100.0", "100.0"},
    {NULL, "1e300", "1.0E300"},
    {NULL, "##NaN", "##NaN"},
    {NULL, "92233720368547758080", "92233720368547758080"},
    {NULL, "\"a\\\"b\\n\"", "\"a\\\"b\\n\""},
    {NULL, "\"<Firewalled>\"", "\"<Firewalled>\""},
    {NULL, ":user/name", ":user/name"},
    {NULL, "#inst \"2026-01-01\"", "#inst \"2026-01-01\""},
    {NULL, "[]", "[]"},
    {NULL, "{}", "{}"},
    {NULL, "#{}", "#{}"},
    /* what a model is shown reads back as data: no calls */
    {NULL, "(1 (2) 3)", "[1 [2] 3]"},
    {NULL, "{\"id\" 1, :tags #{:a \"b\"}, [1 2] nil}",
     "{\"id\" 1 :tags #{:a \"b\"} [1 2] nil}"},
};

Test(prompts, values_are_shown_in_lisp_notation)
{
    for (size_t i = 0; i < sizeof notation_rows / sizeof *notation_rows; i++) {
        const value_row *row = &notation_rows[i];
        ptc_arena arena;
        ptc_value value;
        const char *shown;

        ptc_arena_init(&arena, NULL, 0);
        value = read_edn(&arena, row->value);
        shown = show(&arena, NULL, &value, PTC_OUTPUT, NULL);
        cr_expect_str_eq(shown, row->shown, "row: %s gives %s", row->value, shown);
        ptc_arena_free(&arena);
    }
}

/* Every value here holds CANARY, and only after private names. */
static const value_row firewall_rows[] = {
    {"{_token :string}", "{\"_token\" \"CANARY\"}", "{\"_token\" <Firewalled>}"},
    {"{_token :string?}", "{:_token [:CANARY]}", "{:_token <Firewalled>}"},
    {"{a {b [{_ids [:int], n :int}]}}",
     "{\"a\" {\"b\" [{\"_ids\" [\"CANARY\"] \"n\" 1} {\"n\" 2}]}}",
     "{\"a\" {\"b\" [{\"_ids\" <Firewalled> \"n\" 1} {\"n\" 2}]}}"},
    /* undeclared, below anything */
    {"{a :any}", "{\"a\" {\"_x\" {\"y\" \"CANARY\"}} \"_z\" \"CANARY\"}",
     "{\"a\" {\"_x\" <Firewalled>} \"_z\" <Firewalled>}"},
    {NULL, "[[#{{:_ \"CANARY\"}}]]", "[[#{{:_ <Firewalled>}}]]"},
    /* other spellings of declared names */
    {"{_user_id :string}", "{:-user-id \"CANARY\"}", "{:-user-id <Firewalled>}"},
    {"{_user_id :string}", "{\"-user_id\" \"CANARY\"}", "{\"-user_id\" <Firewalled>}"},
    {"{_user-id :string}", "{\"_user_id\" \"CANARY\"}", "{\"_user_id\" <Firewalled>}"},
    /* whichever alternative, element, entry, branch or definition it is */
    {"[:or [:map [:n :int]] [:map [:_s :string]]]", "{:-s \"CANARY\" :n 1}",
     "{:-s <Firewalled> :n 1}"},
    {"[:tuple :int [:map [:_s :string]]]", "[1 {\"-s\" \"CANARY\"}]",
     "[1 {\"-s\" <Firewalled>}]"},
    {"[:map-of :string [:map [:_s :string]]]",
     "{\"k\" {\"_s\" \"CANARY\" \"t\" 1} \"_k\" {\"s\" \"CANARY\"}}",
     "{\"k\" {\"_s\" <Firewalled> \"t\" 1} \"_k\" <Firewalled>}"},
    {"[:set [:map [:_s :string]]]", "#{{\"_s\" \"CANARY\"}}", "#{{\"_s\" <Firewalled>}}"},
    {"[:multi {:dispatch :k} [1 [:map [:k :int] [:_s :string]]] [2 [:map [:k :int]]]]",
     "{:k 2 :-s \"CANARY\"}", "{:k 2 :-s <Firewalled>}"},
    {"[:schema {:registry {\"n\" [:map [:_s :string] [:next [:maybe [:ref \"n\"]]]]}} "
     "[:ref \"n\"]]",
     "{:_s \"CANARY\" :next {:-s \"CANARY\" :next nil}}",
     "{:_s <Firewalled> :next {:-s <Firewalled> :next nil}}"},
    /* keys that hold maps; forms that no one has read */
    {NULL, "{{\"_s\" \"CANARY\"} 1}", "{{\"_s\" <Firewalled>} 1}"},
    {NULL, "[#user{:_s \"CANARY\"} #my/tag [1 {:_s \"CANARY\"}]]",
     "[#user <Firewalled> #my/tag <Firewalled>]"},
};

Test(prompts, results_are_shown_behind_the_firewall) /* M037 */
{
    for (size_t i = 0; i < sizeof firewall_rows / sizeof *firewall_rows; i++) {
        const value_row *row = &firewall_rows[i];
        ptc_show_options options = {.struct_size = sizeof options};
        const ptc_schema *schema;
        ptc_arena arena;
        ptc_value value;
        const char *shown;

        ptc_arena_init(&arena, NULL, 0);
        schema = read_schema(&arena, row->schema);
        value = read_edn(&arena, row->value);
        shown = show(&arena, schema, &value, PTC_OUTPUT, NULL);
        cr_expect_str_eq(shown, row->shown, "row: %s gives %s", row->value, shown);
        /* What the model supplied itself is shown, unless that is not wanted. */
        shown = show(&arena, schema, &value, PTC_INPUT, NULL);
        cr_expect(strstr(shown, "CANARY") != NULL, "row: %s gives %s", row->value, shown);
        options.hide_firewalled = true;
        shown = show(&arena, schema, &value, PTC_INPUT, &options);
        cr_expect_str_eq(shown, row->shown, "row: %s gives %s", row->value, shown);
        /* No cut lets it out. */
        for (options.text_max = 1; options.text_max < 120; options.text_max++) {
            options.string_max = options.text_max % 7;
            options.max_depth = (unsigned)options.text_max % 4;
            shown = show(&arena, schema, &value, PTC_OUTPUT, &options);
            cr_expect(strstr(shown, "CAN") == NULL, "row: %s gives %s", row->value,
                      shown);
        }
        ptc_arena_free(&arena);
    }
}

/* What is not private stays visible. */
Test(prompts, nothing_else_is_hidden)
{
    static const value_row rows[] = {
        {"{a_ :int}", "{\"a_\" 1 \"-x\" 2 \"-\" 3 \"\" 4 :- 5}",
         "{\"a_\" 1 \"-x\" 2 \"-\" 3 \"\" 4 :- 5}"},
        {"{_x :int}", "{\"-y\" 1 \"x\" 2 [\"_x\"] 3 -1 4}",
         "{\"-y\" 1 \"x\" 2 [\"_x\"] 3 -1 4}"},
        {"{_x :int}", "[\"_x\" :_x #inst \"_x\"]", "[\"_x\" :_x #inst \"_x\"]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_schema *schema;
        ptc_arena arena;
        ptc_value value;
        const char *shown;

        ptc_arena_init(&arena, NULL, 0);
        schema = read_schema(&arena, rows[i].schema);
        value = read_edn(&arena, rows[i].value);
        shown = show(&arena, schema, &value, PTC_OUTPUT, NULL);
        cr_expect_str_eq(shown, rows[i].shown, "row: %s gives %s", rows[i].value, shown);
        ptc_arena_free(&arena);
    }
}

typedef struct cut_row {
    const char *value;
    size_t string_max;
    size_t text_max;
    unsigned max_depth;
    const char *shown;
} cut_row;

#define DOTS "\xE2\x80\xA6"

static const cut_row cut_rows[] = {
    {"\"abcdef\"", 6, 0, 0, "\"abcdef\""},
    {"\"abcdef\"", 5, 0, 0, "\"abcde" DOTS "\""},
    {"{\"abcdef\" :abcdef}", 2, 0, 0, "{\"abcdef\" :ab" DOTS "}"},
    {"12345678901234567890", 3, 0, 0, "123" DOTS},
    /* code points, not bytes */
    {"\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80!\"", 3, 0, 0,
     "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80" DOTS "\""},
    {"\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80!\"", 0, 3, 0, "\"\xC3\xA4\xE2\x82\xAC" DOTS},
    {"[1 2 3]", 0, 7, 0, "[1 2 3]"},
    {"[1 2 3]", 0, 6, 0, "[1 2 3" DOTS},
    {"[1 2 3]", 0, 1, 0, "[" DOTS},
    {"[[[[]]]]", 0, 0, 1, "[[" DOTS "]]"},
    {"[[[[]]]]", 0, 0, 3, "[[[[]]]]"},
    {"{1 {2 #{3}}}", 0, 0, 2, "{1 {2 #{" DOTS "}}}"},
};

Test(prompts, values_are_cut)
{
    for (size_t i = 0; i < sizeof cut_rows / sizeof *cut_rows; i++) {
        const cut_row *row = &cut_rows[i];
        ptc_show_options options = {.struct_size = sizeof options,
                                    .string_max = row->string_max,
                                    .text_max = row->text_max,
                                    .max_depth = row->max_depth};
        ptc_arena arena;
        ptc_value value;
        const char *shown;

        ptc_arena_init(&arena, NULL, 0);
        value = read_edn(&arena, row->value);
        shown = show(&arena, NULL, &value, PTC_OUTPUT, &options);
        cr_expect_str_eq(shown, row->shown, "row: %s gives %s", row->value, shown);
        ptc_arena_free(&arena);
    }
}

/* Work and memory are those of what is shown. */
Test(prompts, much_is_cut_cheaply)
{
    enum { COUNT = 1 << 20 };
    ptc_show_options options = {.struct_size = sizeof options, .text_max = 200};
    ptc_arena arena;
    ptc_value *items;
    ptc_value value;
    char *bytes;
    const char *shown;
    ptc_arena small;

    ptc_arena_init(&arena, NULL, 0);
    ptc_arena_init(&small, NULL, 1 << 14);
    items = ptc_arena_array(&arena, COUNT, sizeof *items);
    bytes = ptc_arena_alloc(&arena, COUNT);
    memset(bytes, 'x', COUNT);
    for (size_t i = 0; i < COUNT; i++)
        items[i] = ptc_value_string(ptc_str_make(bytes, COUNT));
    value = ptc_value_vector(items, COUNT);
    shown = show(&small, NULL, &value, PTC_OUTPUT, &options);
    cr_expect(strlen(shown) == 200 + strlen(DOTS) && strncmp(shown, "[\"xxx", 5) == 0);
    ptc_arena_free(&small);
    ptc_arena_free(&arena);
}

/* Values that no reader makes, and hosts can. */
Test(prompts, hostile_values_are_shown_safely)
{
    static const struct {
        ptc_value value;
        const char *shown;
    } rows[] = {
        {{.kind = PTC_STRING,
          .aux = 3,
          .as.text = "a\xFF"
                     "b"},
         "\"a\xEF\xBF\xBD"
         "b\""},
        {{.kind = PTC_STRING, .aux = 2, .as.text = "\xC3\xC3"},
         "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {{.kind = PTC_STRING, .aux = 4, .as.text = "\0\"\\\n"}, "\"\\u0000\\\"\\\\\\n\""},
        {{.kind = PTC_KEYWORD, .aux = 3, .as.text = "a b"}, "#ptc/keyword \"a b\""},
        {{.kind = PTC_KEYWORD, .aux = 2, .as.text = "\n\xFF"},
         "#ptc/keyword \"\\n\xEF\xBF\xBD\""},
        {{.kind = PTC_KEYWORD, .aux = 0, .as.text = ""}, "#ptc/keyword \"\""},
        {{.kind = PTC_OPAQUE,
          .aux = 5,
          .as.text = "#a\n\xFF"
                     "1"},
         "#a \xEF\xBF\xBD"
         "1"},
        {{.kind = PTC_OPAQUE, .aux = 0, .as.text = ""}, ""},
    };
    ptc_value nested[PTC_DEPTH_MAX + 40];
    ptc_arena arena;
    const char *shown;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        shown = show(&arena, NULL, &rows[i].value, PTC_OUTPUT, NULL);
        cr_expect_str_eq(shown, rows[i].shown, "row %zu gives %s", i, shown);
    }
    nested[0] = ptc_value_vector(NULL, 0);
    for (size_t i = 1; i < sizeof nested / sizeof *nested; i++)
        nested[i] = ptc_value_vector(&nested[i - 1], 1);
    shown = show(&arena, NULL, &nested[PTC_DEPTH_MAX + 39], PTC_OUTPUT, NULL);
    cr_expect(strlen(shown) == 2 * (PTC_DEPTH_MAX + 1) + strlen(DOTS), "%zu",
              strlen(shown));
    ptc_arena_free(&arena);
}

/* A refused allocation leaves a failed text, never a broken one. */
Test(prompts, refused_memory_is_reported)
{
    const char *const value_text = "{\"_s\" \"CANARY\" \"t\" [1 2.5 :k \"long enough\"]}";

    for (size_t cap = 0; cap < 2048; cap += 16) {
        ptc_prompt_tool tool = {PTC_STR("tool"), NULL, false};
        ptc_arena values;
        ptc_arena arena;
        ptc_value value;
        ptc_text text;

        ptc_arena_init(&values, NULL, 0);
        value = read_edn(&values, value_text);
        ptc_arena_init(&arena, NULL, cap + 1);
        ptc_text_init(&text, &arena);
        ptc_tools_write_prompt(&text, &tool, 1, PTC_PROMPT_SEED, NULL);
        ptc_schema_write_value(&text, NULL, &value, PTC_OUTPUT, NULL);
        cr_expect(text.failed == arena.failed, "cap %zu", cap);
        ptc_arena_free(&arena);
        ptc_arena_free(&values);
    }
}

/* Parameters that emitted code checks are the model's own, as those of a signature are.
 */
Test(prompts, messages_hide_results_and_not_parameters)
{
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_INPUT};
    ptc_arena arena;
    ptc_schema schema;
    ptc_value value;

    ptc_arena_init(&arena, NULL, 0);
    schema = *read_schema(&arena, "(_n :int) -> {_n :int}");
    value = read_edn(&arena, "{\"_n\" \"CANARY\"}");
    for (uint32_t node = 1; node <= 2; node++) {
        ptc_report report;

        schema.root = node;
        options.direction = node == 1 ? PTC_INPUT : PTC_OUTPUT;
        ptc_report_init(&report, &arena);
        cr_expect(ptc_schema_validate(&schema, &value, &options, &report) ==
                  PTC_ERROR_INVALID);
        cr_assert(report.error_count == 1);
        cr_expect(report.errors[0].is_firewalled == (node == 2));
        cr_expect((strstr(test_cstr(report.errors[0].message), "CANARY") == NULL) ==
                  (node == 2));
    }
    ptc_arena_free(&arena);
}

/* --- Tool sections ----------------------------------------------------------------- */

typedef struct tool_row {
    const char *name;
    const char *schema; /* NULL: none */
    bool is_planning;
} tool_row;

static const char *section(ptc_arena *arena, const tool_row *rows, size_t count,
                           ptc_prompt_style style, const ptc_render_options *options)
{
    ptc_prompt_tool *tools = ptc_arena_array(arena, count, sizeof *tools);
    ptc_text text;

    for (size_t i = 0; i < count; i++) {
        tools[i].name = ptc_str_of(rows[i].name);
        tools[i].schema = read_schema(arena, rows[i].schema);
        tools[i].is_planning = rows[i].is_planning;
    }
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "");
    ptc_tools_write_prompt(&text, tools, count, style, options);
    cr_assert(!text.failed);
    return text.ptr;
}

#define DESCRIBED                                                                        \
    "[:=> {:description \"Finds.\n\nMore.\"} [:catn [:q {:description \"what\"} "        \
    ":string]] [:map [:_ids [:vector :int]] [:n {:description \"how many\"} :int]]]"

/* M069 M070: the headings and the order of tools, in every style */
Test(prompts, tools_are_under_headings_by_name)
{
    static const tool_row tools[] = {
        {"search", DESCRIBED, false},
        {"a.b", NULL, true},
        {"odd \"name\"", "() -> :int", false},
        {"Zoo", "(a :int?) -> [:int]", false},
    };
    static const char *const sections[] = {
        "## Tools you can call\n"
        "\n"
        "Zoo(a :int?) -> [:int]\n"
        "\n"
        "\"odd \\\"name\\\"\"() -> :int\n"
        "\n"
        "search(q :string) -> {_ids [:int], n :int}\n"
        "  Finds.\n"
        "\n"
        "  More.\n"
        "  - q: what\n"
        "  - n: how many\n"
        "\n"
        "## Tools for planning (do not call)\n"
        "\n"
        "a.b(args :map) -> :any\n",
        "## Tools you can call\n"
        "\n"
        "tool/Zoo(a int?) -> [int]\n"
        "\n"
        "tool/\"odd \\\"name\\\"\"() -> int\n"
        "\n"
        "tool/search(q string) -> {_ids [int], n int}  ; Finds. More.\n"
        "\n"
        "## Tools for planning (do not call)\n"
        "\n"
        "tool/a.b(args map) -> any\n",
        "## Tools you can call\n"
        "\n"
        "### Zoo\n"
        "\n"
        "```\n"
        "Zoo(a :int?) -> [:int]\n"
        "```\n"
        "\n"
        "### \"odd \\\"name\\\"\"\n"
        "\n"
        "```\n"
        "\"odd \\\"name\\\"\"() -> :int\n"
        "```\n"
        "\n"
        "### search\n"
        "\n"
        "```\n"
        "search(q :string) -> {_ids [:int], n :int}\n"
        "```\n"
        "\n"
        "Finds.\n"
        "\n"
        "More.\n"
        "- q: what\n"
        "- n: how many\n"
        "\n"
        "## Tools for planning (do not call)\n"
        "\n"
        "### a.b\n"
        "\n"
        "```\n"
        "a.b(args :map) -> :any\n"
        "```\n",
    };

    for (int style = PTC_PROMPT_SEED; style <= PTC_PROMPT_FENCED; style++) {
        ptc_arena arena;
        const char *shown;

        ptc_arena_init(&arena, NULL, 0);
        shown = section(&arena, tools, sizeof tools / sizeof *tools,
                        (ptc_prompt_style)style, NULL);
        cr_expect_str_eq(shown, sections[style], "style %d gives\n%s", style, shown);
        ptc_arena_free(&arena);
    }
}

Test(prompts, headings_need_tools)
{
    static const tool_row tools[] = {{"b", NULL, true}, {"a", NULL, true}};
    ptc_render_options options = {sizeof options, false, false, true};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_str_eq(section(&arena, NULL, 0, PTC_PROMPT_SEED, NULL), "");
    cr_expect_str_eq(section(&arena, tools, 2, PTC_PROMPT_SEED, NULL),
                     "## Tools for planning (do not call)\n\na(args :map) -> :any\n\n"
                     "b(args :map) -> :any\n");
    cr_expect_str_eq(section(&arena, tools, 1, PTC_PROMPT_SEED, &options),
                     "## Tools for planning (do not call)\n\nb(args :map) -> :any\n");
    ptc_arena_free(&arena);
}

/* M036: a child's signature in its parent's prompt */
Test(prompts, tools_of_children_leave_out_what_is_firewalled)
{
    static const tool_row tools[] = {{"child", "(_a :int) -> {_b :int, c {_d :int}}", 0}};
    ptc_render_options options = {sizeof options, false, false, true};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_str_eq(section(&arena, tools, 1, PTC_PROMPT_SEED, &options),
                     "## Tools you can call\n\nchild(_a :int) -> {c {}}\n");
    ptc_arena_free(&arena);
}

/* Many tools of all names: sorted, none lost, equal ones in the order given. */
Test(prompts, many_tools_are_sorted)
{
    enum { COUNT = 1000 };
    test_random random = test_random_start("prompts", 7);
    ptc_prompt_tool tools[COUNT];
    char names[COUNT][8];
    unsigned lines = 0;
    ptc_arena arena;
    ptc_text text;
    ptc_str rest;
    ptc_str line;
    ptc_str last = PTC_STR("");
    unsigned number = 0;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "t%03u", test_random_below(&random, 600));
        tools[i] = (ptc_prompt_tool){ptc_str_of(names[i]), NULL, false};
    }
    ptc_text_init(&text, &arena);
    ptc_tools_write_prompt(&text, tools, COUNT, PTC_PROMPT_SEED, NULL);
    rest = ptc_text_view(&text);
    while (test_next_line(&rest, &line, &number)) {
        if (line.len == 0 || line.ptr[0] == '#')
            continue;
        cr_expect(ptc_str_compare(last, line) <= 0);
        last = line;
        lines++;
    }
    cr_expect(lines == COUNT);
    ptc_arena_free(&arena);
}

/* --- Emitted code ------------------------------------------------------------------ */

typedef ptc_status (*render_fn)(ptc_text *text, ptc_prompt_style style,
                                const ptc_render_options *options);

static const struct {
    const char *name;
    const ptc_schema *schema;
    const char *prompt;
    render_fn render;
} emitted_prompts[] = {
    {"lookup", &lookup_schema, lookup_prompt, lookup_render_prompt},
    {"archive", &archive_schema, archive_prompt, archive_render_prompt},
    {"person", &person_schema, person_prompt, person_render_prompt},
    {"archive-part", &archive_part_schema, archive_part_prompt,
     archive_part_render_prompt},
};

/* M482: what is emitted for a contract is what the runtime makes of it */
Test(prompts, emitted_entries_are_those_of_the_runtime)
{
    for (size_t i = 0; i < sizeof emitted_prompts / sizeof *emitted_prompts; i++) {
        for (unsigned how = 0; how < 6; how++) {
            ptc_render_options options = {sizeof options, false, false, how & 1};
            ptc_prompt_style style = (ptc_prompt_style)(how >> 1);
            ptc_arena arena;
            ptc_text wanted;
            ptc_text text;

            ptc_arena_init(&arena, NULL, 0);
            ptc_text_init(&wanted, &arena);
            ptc_schema_write_prompt(&wanted, ptc_str_of(emitted_prompts[i].name),
                                    emitted_prompts[i].schema, style, &options);
            ptc_text_init(&text, &arena);
            emitted_prompts[i].render(&text, style, &options);
            cr_expect_str_eq(text.ptr, wanted.ptr, "row: %s", emitted_prompts[i].name);
            cr_expect((strstr(text.ptr, "_all") != NULL || i != 1) ==
                      (how % 2 == 0 || i != 1));
            if (how == 0)
                cr_expect_str_eq(text.ptr, emitted_prompts[i].prompt, "row: %s",
                                 emitted_prompts[i].name);
            ptc_arena_free(&arena);
        }
    }
}

/* M482 */
Test(prompts, emitted_sections_hold_the_functions_of_a_file)
{
    static const char *const heads[] = {
        "## Tools you can call\n\narchive(at :datetime?, kind :enum[\"a\" \"b\"]) -> {",
        "## Tools you can call\n\ntool/archive(at datetime?, kind enum[\"a\" \"b\"]) -> "
        "{",
        "## Tools you can call\n\n### archive\n\n```\narchive(at :datetime?, ",
    };
    ptc_arena arena;
    ptc_text text;

    cr_expect_str_eq(strstr(assistant_tools_prompt, "\n\nlookup"),
                     "\n\n"
                     "lookup(user_id :int, extra :map?) -> [{id :int, name :string, "
                     "_email :string?, tags [:set :string]}]\n"
                     "  Looks up \"users\" */ by ?\?/ id.\n"
                     "\n"
                     "  Slow: ask once. {{braces}} stay.\n"
                     "  - user_id: as in\n"
                     "  - extra: from the host\n"
                     "  - _email: never shown\n");
    cr_expect(strstr(assistant_tools_prompt, "person()") == NULL, "types are no tools");
    ptc_arena_init(&arena, NULL, 0);
    for (int style = PTC_PROMPT_SEED; style <= PTC_PROMPT_FENCED; style++) {
        ptc_text_init(&text, &arena);
        assistant_tools_render_prompt(&text, (ptc_prompt_style)style, NULL);
        cr_expect(strncmp(text.ptr, heads[style], strlen(heads[style])) == 0, "%s",
                  text.ptr);
        if (style == PTC_PROMPT_SEED)
            cr_expect_str_eq(text.ptr, assistant_tools_prompt);
    }
    ptc_arena_free(&arena);
}

static const char archive_json[] =
    "{\"_all\": [\"CANARY\"],"
    "\"owner\": {\"id\": 1, \"name\": \"Ann \\\"\\n\\u00e4\", \"_email\": \"CANARY\","
    "\"tags\": [\"x\", \"y\"]},"
    "\"part\": [{\"n\": 1, \"_n\": 777}, {\"n\": 2, \"-n\": 777}],"
    "\"pair\": [3, {\"_s\": \"CANARY\", \"n\": 4}],"
    "\"by-k\": {\"k\": {\"_key\": \"CANARY\", \"n\": 5}, \"_k\": {\"_key\": "
    "\"CANARY\","
    "\"n\": 777}},"
    "\"rest\": {\"a\": [{\"_x\": {\"b\": \"CANARY\"}}], \"--odd\": \"CANARY\"},"
    "\"_-odd\": 777}";

/* M037: behind the firewall wherever the struct holds it */
Test(prompts, emitted_results_are_shown_behind_the_firewall)
{
    ptc_show_options options = {.struct_size = sizeof options};
    archive_result result;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(archive_result_parse(&arena, archive_json, strlen(archive_json), NULL,
                                   &result, NULL) == PTC_OK);
    ptc_text_init(&text, &arena);
    cr_assert(archive_result_render(&text, &result, NULL) == PTC_OK);
    cr_expect_str_eq(
        text.ptr,
        "{\"_all\" <Firewalled> "
        "\"owner\" {\"id\" 1 \"name\" \"Ann \\\"\\n\xC3\xA4\" \"_email\" <Firewalled> "
        "\"tags\" #{\"x\" \"y\"}} "
        "\"part\" [{\"n\" 1 \"_n\" <Firewalled>} {\"n\" 2 \"_n\" <Firewalled>}] "
        "\"pair\" [3 {\"_s\" <Firewalled> \"n\" 4}] "
        "\"by-k\" {\"k\" {\"_key\" <Firewalled> \"n\" 5} \"_k\" <Firewalled>} "
        "\"rest\" {\"a\" [{\"_x\" <Firewalled>}] \"--odd\" <Firewalled>} "
        "\"_-odd\" <Firewalled>}");
    for (options.text_max = 1; options.text_max < 400; options.text_max++) {
        ptc_text_init(&text, &arena);
        cr_expect(archive_result_render(&text, &result, &options) == PTC_OK);
        cr_expect(strstr(text.ptr, "CAN") == NULL && strstr(text.ptr, "777") == NULL);
        cr_expect(ptc_utf8_count(text.ptr, text.len) <= options.text_max + 1);
    }
    ptc_arena_free(&arena);
}

/* What the model itself supplied is shown; what a program passed on need not be. */
Test(prompts, emitted_parameters_are_shown)
{
    static const char json[] = "{\"user_id\": 7, \"extra\": {\"_t\": \"CANARY\"}}";
    ptc_show_options options = {.struct_size = sizeof options, .hide_firewalled = true};
    ptc_arena arena;
    ptc_text text;
    lookup call;
    person found = {.id = 8, .name = PTC_STR_INIT("a long name")};

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(lookup_parse(&arena, json, strlen(json), NULL, &call, NULL) == PTC_OK);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "args: ");
    cr_expect(lookup_render(&text, &call, NULL) == PTC_OK);
    cr_expect_str_eq(text.ptr, "args: {\"user_id\" 7 \"extra\" {\"_t\" \"CANARY\"}}");
    ptc_text_init(&text, &arena);
    cr_expect(lookup_render(&text, &call, &options) == PTC_OK);
    cr_expect_str_eq(text.ptr, "{\"user_id\" 7 \"extra\" {\"_t\" <Firewalled>}}");
    options.string_max = 6;
    options.max_depth = 1;
    ptc_text_init(&text, &arena);
    cr_expect(person_render(&text, &found, &options) == PTC_OK);
    cr_expect_str_eq(text.ptr, "{\"id\" 8 \"name\" \"a long" DOTS "\" \"tags\" #{}}");
    ptc_arena_free(&arena);
}

/* A struct that is not a value gives its status, and no text. */
Test(prompts, emitted_functions_refuse_broken_structs)
{
    archive_part part = {.tag = (archive_part_tag)9};
    person broken = {.id = 1, .name = PTC_STR_INIT("a\xFF")};
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "before");
    cr_expect(archive_part_render(&text, &part, NULL) == PTC_ERROR_ARGUMENT);
    cr_expect(person_render(&text, &broken, NULL) == PTC_ERROR_ENCODING);
    cr_expect_str_eq(text.ptr, "before");
    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 64);
    ptc_text_init(&text, &arena);
    broken.name = ptc_str_of("name");
    cr_expect(person_render(&text, &broken, NULL) == PTC_ERROR_MEMORY);
    ptc_arena_free(&arena);
}

/* --- What is emitted when ---------------------------------------------------------- */

typedef struct gen_row {
    const char *name; /* of the contract file */
    const char *text;
    const char *options;
    const char *in_header; /* a pattern, or NULL: the header has no section */
    const char *fault;     /* what stderr says, or NULL */
} gen_row;

static const gen_row gen_rows[] = {
    {"shop.sig", "buy(n :int) -> :bool\n", "", "extern const char shop_tools_prompt",
     NULL},
    {"my-shop.v2.sig", "buy(n :int) -> :bool\n", "--prefix=a_b",
     "extern const char a_b_my_shop_v2_tools_prompt", NULL},
    {"odd.edn", "{:buy [:=> [:cat :int] :int], :kind [:enum \"a\"]}", "",
     "extern const char odd_tools_prompt", NULL},
    {"types.sig", "item = {id :int}\nprice = :float\n", "", NULL, NULL},
    {"type.sig", "{id :int}\n", "", NULL, NULL},
    {"call.sig", "() -> {id :int}\n", "", "extern const char call_tools_prompt", NULL},
    /* a type below a contract steps aside, a contract cannot */
    {"shop.sig",
     "shop(tools {prompt {a :int}}, prompt {a :int}, render {a :int}) -> :int\n", "",
     "extern const char shop_tools_prompt", NULL},
    {"shop.sig", "shop.tools(n :int) -> :int\n", "", NULL,
     "shop.sig:1:1: error[gen-collision]: \"shop_tools_prompt\""},
    {"shop.sig", "a() -> :int\nshop_tools = {id :int}\n", "", NULL,
     "shop.sig:2:1: error[gen-collision]: \"shop_tools_prompt\""},
    {"shop.sig", "a() -> :int\na.render() -> :int\n", "", NULL, "\"a_render"},
};

/* M482, M487 */
Test(prompts, sections_are_emitted_where_there_are_functions, .timeout = 120)
{
    for (size_t i = 0; i < sizeof gen_rows / sizeof *gen_rows; i++) {
        const gen_row *row = &gen_rows[i];
        const char *folder = test_directory();
        ptc_str err = {NULL, 0};
        ptc_str out = {NULL, 0};
        int status;

        write_file(folder, row->name, row->text);
        status = shell(folder, format("$PTCC gen -o . %s %s", row->options, row->name),
                       NULL, &err);
        if (row->fault != NULL) {
            cr_expect(status == 1 && has(err, row->fault), "row: %s gives %s", row->text,
                      err.ptr);
            continue;
        }
        cr_assert(status == 0, "row: %s gives %s", row->text, err.ptr);
        cr_expect(shell(folder, "cat *.ptc.h", &out, NULL) == 0);
        cr_expect(row->in_header != NULL ? has(out, row->in_header)
                                         : !has(out, "_tools_"),
                  "row: %s gives %s", row->text, out.ptr);
        cr_expect(shell(folder,
                        "$CC -std=c99 -Wall -Wextra -Wpedantic -Werror -I $INCLUDE "
                        "-fsyntax-only *.ptc.c",
                        NULL, &err) == 0,
                  "row: %s gives %s", row->text, err.ptr);
    }
}
