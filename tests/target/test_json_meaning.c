/* SPDX-License-Identifier: MIT */
/* What JSON Schema lets through whatever is written. [emitters 1, validation 3, 13] */
#include <criterion/criterion.h>

#include <stdio.h>

#include "support.h"

#include <ptc/contract.h>
#include <ptc/target.h>

#define INT     ": 1.0 passes for an int; "
#define LARGE   ": an int beyond 64 bits passes; "
#define MEMBER  ": 1.0 passes for the member 1; "
#define WHOLE   ": 1 passes for the member 1.0; "
#define SET     ": 1 and 1.0 are the same element of a set; "
#define KEY     ": any value passes under the other spelling of the key, '-' for '_'; "
#define MOMENT  ": any string passes where formats are annotations; "
#define DECIMAL ": a decimal is a number: 1.5 passes, its text does not; "

typedef struct meaning_case {
    const char *text; /* a signature; JSON Schema if it begins with a brace */
    ptc_target target;
    ptc_direction direction;
    const char *notes;
} meaning_case;

typedef struct meaning_notes {
    const ptc_schema *schema;
    ptc_text text;
} meaning_notes;

static void take_meaning(const ptc_target_note *note, void *user)
{
    meaning_notes *notes = user;

    if (!note->is_general)
        return;
    cr_expect(!note->is_fault && note->other == note->contract);
    ptc_target_write_path(&notes->text, notes->schema, note->node);
    ptc_text_cstr(&notes->text, ": ");
    ptc_text_str(&notes->text, note->what);
    ptc_text_cstr(&notes->text, "; ");
}

static void check_meaning(const meaning_case *row)
{
    ptc_contract_options read = {.struct_size = sizeof read,
                                 .format = row->text[0] == '{' ? PTC_CONTRACT_JSON_SCHEMA
                                                               : PTC_CONTRACT_SIG};
    ptc_source source = {PTC_STR("test"), ptc_str_of(row->text)};
    ptc_target_options options = {
        .struct_size = sizeof options, .direction = row->direction, .note = take_meaning};
    ptc_target_contract contract;
    ptc_contracts contracts;
    meaning_notes notes;
    ptc_arena arena;
    ptc_diags diags;
    ptc_text out;

    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    cr_assert(ptc_contracts_read(&arena, &source, &read, &diags, &contracts) == PTC_OK,
              "%s", row->text);
    contract = (ptc_target_contract){.name = contracts.items[0].name,
                                     .schema = &contracts.items[0].schema,
                                     .is_type = contracts.items[0].is_type};
    notes.schema = contract.schema;
    options.user = &notes;
    ptc_text_init(&notes.text, &arena);
    ptc_text_init(&out, &arena);
    cr_expect(ptc_target_write(&out, row->target, &contract, 1, &options) == PTC_OK, "%s",
              row->text);
    cr_expect_str_eq(test_cstr(ptc_text_view(&notes.text)), row->notes, "%s", row->text);
    ptc_arena_free(&arena);
}

#define SCHEMA PTC_TARGET_JSON_SCHEMA

static const meaning_case meaning_cases[] = {
    {"f() -> :string", PTC_TARGET_MCP, 0, ": that other arguments are ignored; "},
    {"f(a :string) -> :int", SCHEMA, 0, ""},
    {"f(a :int) -> :int", SCHEMA, 0, "a" INT "a" LARGE},
    {"f(a :int[0..9]) -> :int", SCHEMA, 0, "a" INT},
    {"f(a :int[0..]) -> :int", SCHEMA, 0, "a" INT "a" LARGE},
    {"f(a :string) -> :int", SCHEMA, PTC_OUTPUT, INT LARGE},
    {"f(a :float) -> :int", SCHEMA, 0, ""},
    /* Each once, at the first place. */
    {"f(a :int[0..9], b [:int], c {d :int}) -> :nil", SCHEMA, 0, "a" INT "b[]" LARGE},
    {"f(a :datetime, b :date) -> :nil", SCHEMA, 0, "a" MOMENT},
    {"f(a [:enum 1 2]) -> :nil", SCHEMA, 0, "a" MEMBER},
    {"f(a [:enum \"x\" \"y\"]) -> :nil", SCHEMA, 0, ""},
    {"f(a [:= 5]) -> :nil", SCHEMA, 0, "a" MEMBER},
    {"f(a [:enum 1.0 2.5]) -> :nil", SCHEMA, 0, "a" WHOLE},
    {"f(a [:enum 1 2.0]) -> :nil", SCHEMA, 0, "a" MEMBER "a" WHOLE},
    {"f(a [:= 2.5]) -> :nil", SCHEMA, 0, ""},
    {"f(a [:set :float]) -> :nil", SCHEMA, 0, "a" SET},
    {"f(a [:set [:or :string :float]]) -> :nil", SCHEMA, 0, "a" SET},
    {"f(a [:set :string], b [:float]) -> :nil", SCHEMA, 0, ""},
    {"f(a [:set :any]) -> :nil", PTC_TARGET_OPENAI_STRICT, 0, ""},
    /* Fields are found by both spellings, in whatever else is there as well. */
    {"f(max_size :string?) -> :nil", SCHEMA, 0, "max_size" KEY},
    {"f(a {b-c :string?, d :string?}) -> :nil", PTC_TARGET_MCP, 0, "a.b-c" KEY},
    {"f(max_size :string, size :string?) -> :nil", SCHEMA, 0, ""},
    {"f(max_size :string?) -> :nil", PTC_TARGET_ANTHROPIC_STRICT, 0, ""},
    {"f(a [:map {:closed true} [:b-c {:optional true} :string]]) -> :nil", SCHEMA, 0, ""},
    {"{\"properties\":{\"max_size\":{\"type\":\"string\"}}}", SCHEMA, 0, ""},
    {"f(a [:not [:= 5]], b [:not= 6]) -> :nil", SCHEMA, 0, ""},
    /* What is said in a type that contains itself. */
    {"f(a [:schema {:registry {\"n\" [:map [:v :int] [:next [:maybe [:ref \"n\"]]]]}} "
     "[:ref \"n\"]]) -> :nil",
     SCHEMA, 0, "a.n.v" INT "a.n.v" LARGE},
    /* JSON Schema means what it says: its integers are not those of signatures. */
    {"{\"type\":\"integer\",\"minimum\":0,\"maximum\":9}", SCHEMA, 0, ""},
    {"{\"type\":\"integer\"}", SCHEMA, 0, LARGE},
    {"{\"enum\":[1,2]}", SCHEMA, 0, ""},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"const\":1}}}", SCHEMA, 0, ""},
    /* Of a type alone the whole, of a tool its parameters, of MCP the result as well. */
    {"t = [:int[0..9]]", SCHEMA, 0, "[]" INT},
    {"t = [:int[0..9]]", PTC_TARGET_OPENAI, 0, ""},
    {"f(a :string) -> {n :int[0..9]}", PTC_TARGET_OPENAI, 0, ""},
    {"f(a :string) -> {n :int[0..9]}", PTC_TARGET_MCP, 0, "n" INT},
    {"f(a :int[0..9]) -> {s :string}", PTC_TARGET_OPENAI_FORMAT, 0, ""},
    {"f() -> {n :int[0..9]}", PTC_TARGET_OPENAI, 0, ""},
    {"f() -> {n :int[0..9]}", SCHEMA, 0, "n" INT},
    /* Firewalled fields are parameters, and no results that models are shown. */
    {"f(_a :int[0..9]) -> {_n :int}", PTC_TARGET_MCP, 0, "_a" INT},
    {"f() -> {_n :int[0..9]}", PTC_TARGET_ANTHROPIC_FORMAT, 0, ""},
    {"f() -> {_n :int[0..9]}", SCHEMA, 0, "_n" INT},
    {"f(a :datetime) -> {s :string}", PTC_TARGET_ANTHROPIC, 0, "a" MOMENT},
    {"f(a :datetime) -> {s :string}", PTC_TARGET_ANTHROPIC_STRICT, 0, ""},
    /* Models are given decimals as texts. */
    {"f(a :decimal, b [:decimal]) -> :nil", SCHEMA, 0, "a" DECIMAL},
    {"f(a :decimal[0..9]) -> :nil", PTC_TARGET_JSON_SCHEMA_7, 0, "a" DECIMAL},
    {"f(a :decimal) -> {s :decimal}", PTC_TARGET_MCP, 0, ""},
    {"f(a :decimal) -> :nil", PTC_TARGET_OPENAI, 0, ""},
    {"f(a :decimal) -> :nil", PTC_TARGET_OPENAI_STRICT, 0, ""},
    {"f(a :string) -> {s :decimal}", PTC_TARGET_ANTHROPIC_FORMAT, 0, ""},
    /* Grammars, tables and pages are not JSON Schema. */
    {"f(a :int) -> {s :string}", PTC_TARGET_SQL, 0, ""},
    {"f(a :int) -> {s :string}", PTC_TARGET_MALLI_JSON, 0, ""},
};

Test(json_meaning, of_contracts) /* M495 */
{
    for (size_t i = 0; i < sizeof meaning_cases / sizeof meaning_cases[0]; i++)
        check_meaning(&meaning_cases[i]);
}
