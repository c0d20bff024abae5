/* SPDX-License-Identifier: MIT */
/* Types that contain themselves: what they are, what they are equal to, how they are
 * written, and what stays a fault. [signature 1.1, 9] */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "declared.h"
#include "random_schema.h"
#include "schema/schema_int.h"

#include <ptc/walk.h>

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(recursion, .init = start, .fini = stop);

/* The schema of a contract: of a type, what it is. */
static ptc_schema schema_of(const char *text, const char *name)
{
    const ptc_contracts *contracts = test_contracts(&arena, text);
    const ptc_contract *found = ptc_contracts_find(contracts, ptc_str_of(name));

    cr_assert_not_null(found, "%s", name);
    return found->schema;
}

static const char *signature_of(const char *text, const char *name)
{
    ptc_schema schema = schema_of(text, name);
    ptc_text out;

    ptc_text_init(&out, &arena);
    ptc_schema_write_signature(&out, &schema, NULL);
    return ptc_text_view(&out).ptr;
}

#define NODE   "node = {value :int, next :node?, kids [:node]}\n"
#define FOLDER "folder = {files [:file]}\nfile = {name :string, in :folder?}\n"
#define NODE_MALLI                                                                       \
    "[:map [:value :int] [:next {:optional true} [:maybe [:ref \"node\"]]] [:kids "      \
    "[:vector [:ref \"node\"]]]]"

Test(recursion, signatures_name_what_they_hold)
{
    static const struct {
        const char *text;
        const char *name;
        const char *signature;
    } rows[] = {
        {NODE, "node", "() -> {value :int, next :node?, kids [:node]}"},
        {NODE "f(x :node, y [:node]?) -> :node?\n", "f",
         "(x :node, y [:node]?) -> :node?"},
        {FOLDER, "folder", "() -> {files [:file]}"},
        {FOLDER, "file", "() -> {name :string, in :folder?}"},
        {FOLDER "plain = {a :int}\nf(x :plain, y :file) -> :plain\n", "f",
         "(x :plain, y :file) -> :plain"},
        {NODE "alias = :node\nf(x :alias) -> [:alias]\n", "f", "(x :node) -> [:node]"},
        {NODE "alias = :node\n", "alias", "() -> :node"},
        {NODE "f() -> :node\n", "f", "() -> :node"},
        {NODE "alias = :node\nf() -> :alias\n", "f", "() -> :node"},
        {"a = :b\nb = {x :a?}\n", "a", "() -> :b"},
        {"a = :b\nb = {x :a?}\n", "b", "() -> {x :a?}"},
        {"json = :int|[:json]|[:map-of :string :json]|:nil\n", "json",
         "() -> :int|[:json]|[:map-of :string :json]?"},
        {"j = :int|[:j]|:nil\nf(x :j, y :j?) -> {z :j}\n", "f",
         "(x :j, y :j?) -> {z :j}"},
        {"t = [:tuple :int [:maybe :t]]\n", "t", "() -> [:tuple :int [:maybe :t]]"},
        {"m = [:map {:closed true} [:m {:optional true} :m]]\n", "m",
         "() -> [:map {:closed true} [:m {:optional true} [:maybe :m]]]"},
        {"s = [:multi {:dispatch :k} [:a [:map [:k :any] [:s {:optional true} :s]]]]\n",
         "s",
         "() -> [:multi {:dispatch :k} [:a [:map [:k :any] [:s {:optional true} [:maybe "
         ":s]]]]]"},
        {"list = [:list]\n", "list", "() -> [:list]"},
        {"perhaps = {of :perhaps}?\n", "perhaps", "() -> {of :perhaps}?"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_str_eq(signature_of(rows[i].text, rows[i].name), rows[i].signature,
                         "%s: %s", rows[i].text,
                         signature_of(rows[i].text, rows[i].name));
}

static ptc_schema malli(const char *text)
{
    ptc_source source = {PTC_STR("t"), ptc_str_of(text)};
    ptc_schema schema;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    cr_assert_eq(ptc_signature_read(&arena, &source, NULL, &diags, &schema), PTC_OK, "%s",
                 text);
    return schema;
}

/* The same contract, however it is written, and whatever holds its definitions. */
Test(recursion, types_equal_registries) /* M156, M191 */
{
    static const struct {
        const char *text;
        const char *name;
        const char *malli;
        bool is_equal;
    } rows[] = {
        {NODE, "node", "[:schema {:registry {\"node\" " NODE_MALLI "}} [:ref \"node\"]]",
         true},
        {NODE "f(x :node) -> [:node]\n", "f",
         "[:schema {:registry {\"node\" " NODE_MALLI
         "}} [:=> [:catn [:x \"node\"]] [:vector \"node\"]]]",
         true},
        {NODE "f(x :node) -> :node?\n", "f",
         "[:=> [:catn [:x [:schema {:registry {\"node\" " NODE_MALLI
         "}} \"node\"]]] [:maybe [:schema {:registry {\"node\" " NODE_MALLI
         "}} \"node\"]]]",
         true},
        {NODE, "node",
         "[:schema {:registry {\"node\" " NODE_MALLI " \"more\" :int}} \"node\"]", true},
        {FOLDER, "file",
         "[:schema {:registry {\"file\" [:map [:name :string] [:in {:optional true} "
         "\"folder\"]] \"folder\" [:map [:files [:vector \"file\"]]]}} \"file\"]",
         true},
        {FOLDER, "file",
         "[:schema {:registry {\"file\" [:map [:name :string] [:in {:optional true} "
         "\"folder\"]] \"folder\" [:map [:files [:vector \"folder\"]]]}} \"file\"]",
         false},
        {NODE, "node",
         "[:schema {:registry {\"edge\" [:map [:value :int] [:next {:optional true} "
         "\"edge\"] [:kids [:vector \"edge\"]]]}} \"edge\"]",
         false},
        {NODE, "node",
         "[:schema {:registry {\"node\" [:map [:value :int] [:next {:optional true} "
         "\"node\"] [:kids [:vector {:min 1} \"node\"]]]}} \"node\"]",
         false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_schema a = schema_of(rows[i].text, rows[i].name);
        ptc_schema b = malli(rows[i].malli);

        cr_expect(ptc_schema_equal(&a, &b) == rows[i].is_equal, "row %zu", i);
        cr_expect(ptc_schema_equal(&b, &a) == rows[i].is_equal, "row %zu", i);
        cr_expect((ptc_schema_hash(&a) == ptc_schema_hash(&b)) == rows[i].is_equal,
                  "row %zu", i);
    }
}

/* A change anywhere in a circle changes the hash of every type in it. */
Test(recursion, hashes_see_the_whole_circle)
{
    static const char *const ends[] = {"d = {a :a?, n :int}\n",
                                       "d = {a :a?, n :float}\n"};
    static const char *const names[] = {"a", "b", "c", "d", "f"};
    uint64_t hashes[2][5];

    for (size_t i = 0; i < 2; i++) {
        char text[200];

        snprintf(text, sizeof text,
                 "f(x [:a]) -> :int\na = {b :b?}\nb = {c :c?}\nc = {d [:d]}\n%s",
                 ends[i]);
        for (size_t k = 0; k < 5; k++) {
            ptc_schema schema = schema_of(text, names[k]);

            hashes[i][k] = ptc_schema_hash(&schema);
        }
    }
    for (size_t k = 0; k < 5; k++)
        cr_expect(hashes[0][k] != hashes[1][k], "%s", names[k]);
}

/* Malli text has a registry for each use, and reads back as the same contract; so does a
 * copy of what one contract uses. */
Test(recursion, random_circles_read_back)
{
    test_random random = test_random_start("recursion", 20261127);

    for (unsigned i = 0; i < test_rounds(2000); i++) {
        const ptc_contracts *contracts;
        ptc_text text;

        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        test_write_circle(&text, &random, 1 + i % 4);
        ptc_text_cstr(&text, "f(x :t0, y [:t0]) -> {z :t0?}\n");
        contracts = test_contracts(&arena, ptc_text_view(&text).ptr);
        for (size_t k = 0; k < contracts->count; k++) {
            const ptc_schema *schema = &contracts->items[k].schema;
            ptc_render_options render = {.struct_size = sizeof render,
                                         .malli_names = true};
            ptc_schema again;
            ptc_schema copy;
            ptc_text out;

            cr_assert_not_null(ptc_schema_copy(&arena, schema, 0, &copy));
            cr_expect(ptc_schema_equal(schema, &copy) && ptc_schema_equal(&copy, schema),
                      "copied, type %zu of\n%s", k, ptc_text_view(&text).ptr);
            cr_expect_eq(ptc_schema_hash(schema), ptc_schema_hash(&copy));
            ptc_text_init(&out, &arena);
            ptc_schema_write_malli(&out, schema, &render);
            if (strstr(ptc_text_view(&out).ptr, " :t") != NULL)
                continue; /* too long: it keeps names */
            again = malli(ptc_text_view(&out).ptr);
            cr_expect(ptc_schema_equal(schema, &again), "type %zu of\n%s\n%s", k,
                      ptc_text_view(&text).ptr, ptc_text_view(&out).ptr);
            cr_expect_eq(ptc_schema_hash(schema), ptc_schema_hash(&again),
                         "type %zu of\n%s\n%s", k, ptc_text_view(&text).ptr,
                         ptc_text_view(&out).ptr);
        }
    }
}

/* --- Prompts ------------------------------------------------------------------------ */

Test(recursion, prompts_show_types_before_tools)
{
    static const char text[] =
        "comment = {text :string, answers [:comment], by :person}\n"
        "  A remark.\n"
        "  - answers: the oldest first\n"
        "person = {name :string, _mail :string}\n"
        "show(thread :comment) -> [:comment]\n"
        "  Shows a thread.\n";
    static const struct {
        ptc_prompt_style style;
        const char *text;
    } rows[] = {
        {PTC_PROMPT_SEED, "## Types of the tools\n\n"
                          "comment = {text :string, answers [:comment], by :person}\n"
                          "  - answers: the oldest first\n"
                          "person = {name :string, _mail :string}\n\n"
                          "## Tools you can call\n\n"
                          "show(thread :comment) -> [:comment]\n"
                          "  Shows a thread.\n"},
        {PTC_PROMPT_COMPACT,
         "## Types of the tools\n\n"
         "comment = {text string, answers [comment], by person}\n"
         "person = {name string, _mail string}\n\n"
         "## Tools you can call\n\n"
         "tool/show(thread comment) -> [comment]  ; Shows a thread.\n"},
        {PTC_PROMPT_FENCED, "## Types of the tools\n\n"
                            "comment = {text :string, answers [:comment], by :person}\n"
                            "  - answers: the oldest first\n"
                            "person = {name :string, _mail :string}\n\n"
                            "## Tools you can call\n\n"
                            "### show\n\n```\nshow(thread :comment) -> "
                            "[:comment]\n```\n\nShows a thread.\n"},
    };
    ptc_schema schema = schema_of(text, "show");
    ptc_prompt_tool tool = {.name = PTC_STR("show"), .schema = &schema};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_text out;

        ptc_text_init(&out, &arena);
        ptc_tools_write_prompt(&out, &tool, 1, rows[i].style, NULL);
        cr_expect_str_eq(ptc_text_view(&out).ptr, rows[i].text, "%s",
                         ptc_text_view(&out).ptr);
    }
}

/* --- Values ------------------------------------------------------------------------- */

/* `levels` maps, one in the other. */
static ptc_value chain(unsigned levels)
{
    ptc_value value = ptc_value_nil();

    for (unsigned i = 0; i < levels; i++) {
        ptc_map_entry *entries = ptc_arena_array(&arena, 1, sizeof *entries);
        ptc_value map;

        entries[0].key = ptc_value_string(PTC_STR("next"));
        entries[0].value = value;
        cr_assert_eq(ptc_map_make(&arena, entries, 1, &map, NULL), PTC_OK);
        value = map;
    }
    return value;
}

Test(recursion, values_nest_512_levels)
{
    ptc_schema schema = schema_of("node = {next :node?}\n", "node");
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_OUTPUT};

    for (unsigned levels = 510; levels < 516; levels++) {
        ptc_value value = chain(levels);
        ptc_report report;
        ptc_status status;

        ptc_report_init(&report, &arena);
        status = ptc_schema_validate(&schema, &value, &options, &report);
        cr_expect((status == PTC_OK) == (levels <= PTC_DEPTH_MAX), "%u: %s", levels,
                  ptc_status_name(status));
    }
}

/* --- Many of them ------------------------------------------------------------------- */

/* Ten thousand types that all lead to each other take ten times what a thousand do. */
Test(recursion, circles_of_many_types, .timeout = 60)
{
    for (unsigned count = 1000; count <= 10000; count *= 10) {
        ptc_read_options read = {.struct_size = sizeof read};
        ptc_contract_options options = {.struct_size = sizeof options};
        ptc_source source = {.name = PTC_STR("t.sig")};
        ptc_contracts contracts;
        ptc_schema copy;
        ptc_diags diags;
        ptc_text text;

        options.read = &read;
        read.memory_cap = (size_t)1 << 30;
        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        for (unsigned i = 0; i < count; i++) {
            char line[100];

            snprintf(line, sizeof line, "t%u = {next :t%u?, all [:t%u], text :string}\n",
                     i, (i + 1) % count, (i * 7) % count);
            ptc_text_cstr(&text, line);
        }
        source.text = ptc_text_view(&text);
        ptc_diags_init(&diags, &arena);
        cr_assert_eq(ptc_contracts_read(&arena, &source, &options, &diags, &contracts),
                     PTC_OK, "%s", test_cstr(diags.items[0].message));
        cr_expect_eq(contracts.count, count);
        cr_expect(contracts.items[count - 1].schema.count < 10 * count + 10);
        cr_expect(
            ptc_schema_equal(&contracts.items[1].schema, &contracts.items[1].schema));
        cr_expect(ptc_schema_hash(&contracts.items[1].schema) !=
                  ptc_schema_hash(&contracts.items[2].schema));
        cr_assert_not_null(
            ptc_schema_copy(&arena, &contracts.items[count - 1].schema, 0, &copy));
        cr_expect(ptc_schema_equal(&contracts.items[count - 1].schema, &copy));
    }
}

/* --- Memory ------------------------------------------------------------------------- */

static void *refuse(void *old, size_t old_size, size_t new_size, void *user)
{
    size_t *left = user;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return (*left)-- == 0 ? NULL : realloc(old, new_size);
}

/* A copy, texts and hashes are whole, or refused memory is reported. */
Test(recursion, refused_memory)
{
    ptc_schema schema = schema_of(NODE FOLDER "f(x :node, y :file?) -> [:folder]\n", "f");
    uint64_t hash = ptc_schema_hash(&schema);
    bool is_done = false;

    for (size_t allowed = 0; allowed < 200 && !is_done; allowed++) {
        size_t left = allowed;
        ptc_allocator allocator = {refuse, &left};
        ptc_arena scarce;
        ptc_schema copy;
        ptc_text text;
        uint64_t got;

        ptc_arena_init(&scarce, &allocator, 0);
        is_done = ptc_schema_copy(&scarce, &schema, 0, &copy) != NULL;
        cr_expect(is_done || scarce.failed);
        if (is_done)
            cr_expect(ptc_schema_equal(&schema, &copy));
        got = ptc_schema_hash_in(&scarce, &schema);
        cr_expect(got == hash || got == 0);
        ptc_text_init(&text, &scarce);
        ptc_schema_write_malli(&text, &schema, NULL);
        cr_expect(text.failed || text.len > 0);
        is_done = is_done && got == hash && !text.failed;
        ptc_arena_free(&scarce);
    }
    cr_expect(is_done);
}

/* --- Files -------------------------------------------------------------------------- */

static const ptc_source *load_types(ptc_str name, const ptc_source *from, void *user)
{
    (void)name;
    (void)from;
    return user;
}

Test(recursion, circles_lead_through_files)
{
    static ptc_source types = {.name = {"types.sig", 9}};
    ptc_source source = {.name = PTC_STR("main.sig"),
                         .text = PTC_STR("include \"types.sig\"\n"
                                         "folder = {files [:file]}\n"
                                         "f(x :file) -> :folder\n")};
    ptc_contract_options options = {.struct_size = sizeof options, .load = load_types};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text text;

    types.text = PTC_STR("file = {name :string, in :folder?}\n");
    options.user = &types;
    ptc_diags_init(&diags, &arena);
    cr_assert_eq(ptc_contracts_read(&arena, &source, &options, &diags, &contracts),
                 PTC_OK);
    ptc_text_init(&text, &arena);
    ptc_schema_write_signature(
        &text, &ptc_contracts_find(&contracts, PTC_STR("file"))->schema, NULL);
    cr_expect_str_eq(ptc_text_view(&text).ptr, "() -> {name :string, in :folder?}");
    /* A fault is reported in the file where the circle closes. */
    types.text = PTC_STR("file = {name :string, in :folder}\n");
    source.text = PTC_STR("include \"types.sig\"\nfolder = {first :file}\n");
    cr_assert_eq(ptc_contracts_read(&arena, &source, &options, &diags, &contracts),
                 PTC_ERROR_SYNTAX);
    cr_expect_eq(diags.count, 1);
    cr_expect_eq(diags.items[0].source, &source);
    cr_expect(ptc_str_equal(diags.items[0].message,
                            PTC_STR("named types in a circle without an end: file -> "
                                    "folder -> file")),
              "%s", test_cstr(diags.items[0].message));
}
