/* SPDX-License-Identifier: MIT */
/* Contracts as pages: tables, sections, links, and texts that are not markup. [emitters
 * 10]
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "random_schema.h"
#include "target_text.h"

#include "target/markdown_int.h"

#define HEAD(word)                                                                       \
    "| " word " | Type | Required | Default | Constraints | Description |\n"             \
    "|---|---|---|---|---|---|\n"

/* The row of a field of this type, without its name. */
static void expect_row(const char *type, const char *row)
{
    char contract[1024];
    char part[2048];

    snprintf(contract, sizeof contract, "t = {a %s}", type);
    snprintf(part, sizeof part, HEAD("Field") "| `a` | %s |\n", row);
    target_text_expect_part(contract, PTC_TARGET_MARKDOWN, part, NULL);
}

/* M495 */
Test(markdown, each_type)
{
    static const struct {
        const char *type;
        const char *row;
    } rows[] = {
        {":int", "`:int` | yes |  |  | "},
        {":int?", "`:int` | no |  |  | "},
        {":int[1..100] = 5", "`:int` | no | `5` | `1..100` | "},
        {":float[>0 <=2.5]", "`:float` | yes |  | `>0 <=2.5` | "},
        {":string[1..80 ~\"^a|b\"]",
         "`:string` | yes |  | `1..80` characters, matches `^a\\|b` | "},
        {":string[~\"a\\\\|b\"]",
         "`:string` | yes |  | matches <code>a\\\\\\|b</code> | "},
        {":string[~\"`\"]", "`:string` | yes |  | matches <code>\\`</code> | "},
        {":enum[a \"b|c\" 1]", "`:enum` | yes |  | one of `\"a\"`, `\"b\\|c\"`, `1` | "},
        {":datetime", "`:datetime` | yes |  |  | "},
        {":decimal[0..]", "`:decimal` | yes |  | `0..` | "},
        {":keyword", "`:keyword` | yes |  |  | "},
        {":map", "`:map` | yes |  |  | "},
        {":any", "`:any` | yes |  |  | "},
        {"[:int[1..5]][1..3]", "`[:int[1..5]]` | yes |  | `1..3` items | "},
        {"[:set :string]?", "`[:set :string]` | no |  | no two equal | "},
        {"[:tuple :int :string]", "`[:tuple :int :string]` | yes |  |  | "},
        {"[:map-of {:max 3} :string :int]",
         "`[:map-of :string :int]` | yes |  | `..3` entries | "},
        {":int|:string", "`:int\\|:string` | yes |  |  | "},
        {":email", "`:email` | yes |  |  | "},
        {"[:and :int [:json/multiple-of 5] [:not= 10]]",
         "`:int` | yes |  | a multiple of `5`, not `10` | "},
        {"[:and :int [:not [:= 7]]]", "`:int` | yes |  | and `[:not [:= 7]]` | "},
        {":string = \"a|`b`\\n\"",
         "`:string` | no | <code>\"a\\|\\`b\\`\\\\n\"</code> |  | "},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_row(rows[i].type, rows[i].row);
}

/* Fields of maps in fields have their own rows. */
Test(markdown, rows_of_inner_fields)
{
    target_text_expect(
        "f(who [{name :string, at [{x :int}]}][1..3], \"odd key\" {\"a.b\" :int}, p "
        "[:map-of "
        ":string [:map [:z :int]]]) -> [{n :int}]?",
        PTC_TARGET_MARKDOWN,
        "## f\n\n" HEAD("Parameter") "| `who` | `[:map]` | yes |  | `1..3` items |  |\n"
                                     "| `who[].name` | `:string` | yes |  |  |  |\n"
                                     "| `who[].at` | `[:map]` | yes |  |  |  |\n"
                                     "| `who[].at[].x` | `:int` | yes |  |  |  |\n"
                                     "| `\"odd key\"` | `:map` | yes |  |  |  |\n"
                                     "| `\"odd key\".\"a.b\"` | `:int` | yes |  |  |  |\n"
                                     "| `p` | `[:map-of :string :map]` | yes |  |  |  |\n"
                                     "| `p.*.z` | `:int` | yes |  |  |  |\n"
                                     "\nResult: `[:map]`, or null\n\n" HEAD(
                                         "Field") "| `[].n` | `:int` | yes |  |  |  |\n",
        NULL);
}

/* Types with names have sections, to which links lead. */
Test(markdown, named_types)
{
    target_text_expect(
        "id = :int[1..]\nuser = {id :id, boss :user?, all [:user][..9]}\n"
        "f(u :user|:string) -> :user",
        PTC_TARGET_MARKDOWN,
        "## id\n\nType: `:int`, `1..`\n\n"
        "## user\n\nType: `:map`\n\n" HEAD(
            "Field") "| `id` | [id](#id) | yes |  |  |  |\n"
                     "| `boss` | [user](#user) | no |  |  |  |\n"
                     "| `all` | \\[[user](#user)\\] | yes |  | `..9` items |  |\n"
                     "\n## f\n\n" HEAD(
                         "Parameter") "| `u` | `:user\\|:string` | yes |  |  |  |\n"
                                      "\nResult: [user](#user)\n",
        NULL);
    target_text_expect(
        "edn {:tree [:schema {:registry {\"node\" [:map [:kids [:vector [:ref "
        "\"node\"]]]]}} [:ref \"node\"]]}",
        PTC_TARGET_MARKDOWN,
        "## tree\n\nType: `:map`\n\n" HEAD(
            "Field") "| `kids` | \\[[node](#node)\\] | yes |  |  |  |\n\n"
                     "## node\n\nType: `:map`\n\n" HEAD(
                         "Field") "| `kids` | \\[[node](#node)\\] | yes |  |  |  |\n",
        NULL);
}

/* Sections of one anchor are distinguished as links to pages do it. */
Test(markdown, anchors)
{
    target_text_expect(
        "a.b = {x :A_b}\nA_b = :int\nab = :int\nf(p :ab) -> :a.b", PTC_TARGET_MARKDOWN,
        "## a.b\n\nType: `:map`\n\n" HEAD(
            "Field") "| `x` | [A\\_b](#a_b) | yes |  |  |  |\n"
                     "\n## A\\_b\n\nType: `:int`\n\n## ab\n\nType: `:int`\n\n## "
                     "f\n\n" HEAD("Parameter") "| `p` | [ab](#ab-1) | yes |  |  |  |\n"
                                               "\nResult: [a.b](#ab)\n",
        NULL);
}

/* Nothing that a contract says is markup. */
Test(markdown, texts_are_not_markup)
{
    target_text_expect(
        "json {\"type\": \"object\", \"description\": \"# No <b>heading</b>\\n- *no* "
        "list\\n1. "
        "[no](link)\\n    no code & `none`\\u001b\", \"properties\": {\"a|b`\": "
        "{\"type\": "
        "\"string\", \"description\": \"a | b\\nc <i>\\\\|\"}}}",
        PTC_TARGET_MARKDOWN,
        "## test\n\n\\# No &lt;b&gt;heading&lt;/b&gt;\n\\- \\*no\\* list\n1\\. "
        "\\[no\\](link)\nno code &amp; \\`none\\`\\\\u001b\n\nType: `:map`\n\n" HEAD(
            "Field") "| <code>\"a\\|b\\`\"</code> | `:string` | no |  | not null | a \\| "
                     "b<br>c "
                     "&lt;i&gt;\\\\\\| |\n",
        NULL);
}

Test(markdown, functions)
{
    target_text out;

    target_text_expect("f() -> :nil", PTC_TARGET_MARKDOWN,
                       "## f\n\nNo parameters.\n\nResult: `:nil`\n", NULL);
    target_text_expect("t = {}", PTC_TARGET_MARKDOWN, "## t\n\nType: `:map`\n", NULL);
    target_text_expect(
        "f() -> {_key :string}", PTC_TARGET_MARKDOWN,
        "## f\n\nNo parameters.\n\nResult: `:map`\n\n" HEAD(
            "Field") "| `_key` | `:string` | yes |  | hidden from models |  |\n",
        NULL);
    target_text_expect_part(
        "edn {:f [:=> [:catn [:u {:ptc/context \"app.user\"} :string]] "
        ":nil]}",
        PTC_TARGET_MARKDOWN, "| from the context: `app.user` |", NULL);
    target_text_read(&out, "f() -> :nil");
    out.items[0].title = PTC_STR("The *F*");
    out.items[0].hints = PTC_HINT_READ_ONLY | PTC_HINT_IDEMPOTENT;
    target_text_write(&out, PTC_TARGET_MARKDOWN);
    cr_expect_str_eq(out.text,
                     "## f\n\nThe \\*F\\*\n\nEffects: only reads, may be called "
                     "again with the same effect.\n\nNo parameters.\n\nResult: "
                     "`:nil`\n");
    target_text_free(&out);
    target_text_read(&out, "f() -> :nil");
    out.contracts.count = 0;
    target_text_write(&out, PTC_TARGET_MARKDOWN);
    cr_expect_str_eq(out.text, "");
    target_text_free(&out);
}

/* Bars that divide cells; those after a backslash do not, unless that is one of two. */
static unsigned count_bars(ptc_str line)
{
    unsigned bars = 0;

    for (size_t i = 0; i < line.len; i++) {
        if (line.ptr[i] == '\\')
            i++;
        else if (line.ptr[i] == '|')
            bars++;
    }
    return bars;
}

/* M495: whatever a contract is, each row has six cells, and no text of one breaks out. */
Test(markdown, random_contracts)
{
    test_random random = test_random_start("markdown", 0x6d61726b646f776e);
    unsigned rounds = test_rounds(2000);

    for (unsigned round = 0; round < rounds; round++) {
        ptc_target_contract contract = {.name = PTC_STR("c")};
        ptc_schema schema;
        ptc_arena arena;
        ptc_text text;
        ptc_text again;
        ptc_str rest;
        ptc_str line;
        unsigned number = 0;

        ptc_arena_init(&arena, NULL, 0);
        random_schema(&random, &arena, 1 + round % 60, round % 2 == 0, &schema);
        contract.schema = &schema;
        ptc_text_init(&text, &arena);
        ptc_text_init(&again, &arena);
        cr_assert_eq(ptc_target_write(&text, PTC_TARGET_MARKDOWN, &contract, 1, NULL),
                     PTC_OK);
        cr_assert_eq(ptc_target_write(&again, PTC_TARGET_MARKDOWN, &contract, 1, NULL),
                     PTC_OK);
        cr_expect_str_eq(text.ptr, again.ptr);
        rest = ptc_text_view(&text);
        while (test_next_line(&rest, &line, &number)) {
            if (line.len > 0 && line.ptr[0] == '|')
                cr_assert_eq(count_bars(line), 7, "%s", test_cstr(line));
        }
        ptc_arena_free(&arena);
    }
}

Test(markdown, memory_that_is_refused)
{
    target_text_refuse(
        "user = {id :int[1..], at :datetime = \"2026-01-02T00:00:00Z\", n "
        ":string[~\"^[a-z]+$\"], e :enum[a 1], \"odd key\" [:map-of :string "
        "[:map [:x :int]]]?, next :user?, u :user|:string}",
        PTC_TARGET_MARKDOWN);
}
