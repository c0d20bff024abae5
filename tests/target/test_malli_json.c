/* SPDX-License-Identifier: MIT */
/* Contracts as Malli in its JSON form, which reads back as the same contract. [validation
 * 11.1, emitters 10] */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "random_schema.h"
#include "target_text.h"

#include <ptc/form.h>

/* Reads a text of the JSON form. */
static ptc_status read_json(ptc_arena *arena, const char *text, ptc_schema *out,
                            const char **why)
{
    ptc_read_options read = {.struct_size = sizeof read, .types = &random_type_names};
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_diags diags;
    ptc_status status;

    *source = (ptc_source){PTC_STR("back"), ptc_str_of(text)};
    ptc_diags_init(&diags, arena);
    diags.source = source;
    status = ptc_malli_read_json(arena, source, &read, &diags, out);
    *why = diags.count > 0 ? test_cstr(diags.items[0].message) : "";
    return status;
}

/* M495: what each form of Malli is in JSON, and that it is the same contract. */
Test(malli_json, each_form)
{
    static const struct {
        const char *contract;
        const char *json;
    } rows[] = {
        {"t = :int", "':int'"},
        {"t = :int[1..5]", "[':and',':int',[':>=',1],[':<=',5]]"},
        {"t = :string[1..80 ~\"^a\"]",
         "[':and',[':string',{'min':1,'max':80}],[':re','^a']]"},
        {"t = :enum[a \":b\" \"\\\\:c\" :d 1]",
         "[':enum','a','\\\\:b','\\\\\\\\:c',':d',1]"},
        {"t = {a :int, b :string?, c :float = 2.0}",
         "[':map',[':a',':int'],[':b',{'optional':true},[':maybe',':string']],[':c',{"
         "'default':2.0},':double']]"},
        {"t = {\"odd key\" :int, \":k\" :int}",
         "[':map',['odd key',':int'],['\\\\:k',':int']]"},
        {"t = {a :any = {\"x\": 1, \":y\": [true, null]}}",
         "[':map',[':a',{'default':{'\\\\x':1,'\\\\:y':[true,null]}},':any']]"},
        {"t = {a [:set :int] = [1, 2]}",
         "[':map',[':a',{'default':[1,2]},[':set',':int']]]"},
        {"edn {:t [:map [:n number?]]}", "[':map',[':n','number?']]"},
        {"edn {:t [:multi {:dispatch :k} [1 [:map [:k :int]]] [\"a\" :any]]}",
         "[':multi',{'dispatch':':k'},[1,[':map',[':k',':int']]],['a',':any']]"},
        {"edn {:t [:schema {:registry {\"n\" [:maybe [:vector [:ref \"n\"]]]}} [:ref "
         "\"n\"]]}",
         "[':schema',{'registry':{'\\\\n':[':maybe',[':vector',[':ref','n']]]}},[':ref',"
         "'n']]"},
        {"edn {:t [:map {:ui/order 3} [:a [:string {:ui/x {\"k\" nil}}]]]}",
         "[':map',{'ui/order':3},[':a',{'ui/x':{'\\\\k':null}},':string']]"},
        {"f(a :int = 1, b :any) -> [:string]",
         "[':=>',[':catn',[':a',{'default':1},':int'],[':b',':any']],[':vector',':string'"
         "]]"},
        {"f() -> :nil", "[':=>',[':catn'],':nil']"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        target_text out;
        ptc_schema schema;
        ptc_schema back;
        const char *why;
        char *wanted;

        target_text_read(&out, rows[i].contract);
        target_text_write(&out, PTC_TARGET_MALLI_JSON);
        wanted = test_quoted(&out.arena, rows[i].json);
        cr_assert_not_null(out.text, "%s", rows[i].contract);
        cr_expect_str_eq(out.text, wanted, "%s:\n%s\n%s", rows[i].contract, out.text,
                         wanted);
        cr_expect_str_empty(out.notes);
        cr_assert_eq(read_json(&out.arena, out.text, &back, &why), PTC_OK, "%s: %s",
                     out.text, why);
        schema = out.contracts.items[0].schema;
        if (out.items[0].is_type)
            schema.root = ptc_schema_root(&schema)->first + 1;
        cr_expect(ptc_schema_equal(&back, &schema), "%s", out.text);
        target_text_free(&out);
    }
}

static void count_note(const ptc_target_note *note, void *user)
{
    if (!note->is_fault)
        ++*(unsigned *)user;
}

/* M495 */
Test(malli_json, random_contracts_come_back)
{
    test_random random = test_random_start("malli_json", 0x6d616c6c696a736f);
    unsigned rounds = test_rounds(4000);
    unsigned refused = 0;

    for (unsigned round = 0; round < rounds; round++) {
        ptc_target_options options = {
            .struct_size = sizeof options, .indent = round % 3, .note = count_note};
        unsigned losses = 0;
        ptc_target_contract contract = {.name = PTC_STR("c")};
        ptc_schema schema;
        ptc_schema back;
        ptc_arena arena;
        ptc_text text;
        const char *why;
        ptc_status status;

        options.user = &losses;
        ptc_arena_init(&arena, NULL, 0);
        random_schema(&random, &arena, 1 + round % 60, round % 2 == 0, &schema);
        contract.schema = &schema;
        ptc_text_init(&text, &arena);
        status = ptc_target_write(&text, PTC_TARGET_MALLI_JSON, &contract, 1, &options);
        if (status == PTC_ERROR_INVALID) {
            refused++;
        } else {
            cr_assert_eq(status, PTC_OK);
            status = read_json(&arena, text.ptr, &back, &why);
            /* A default that is a set for a list of anything is a list that may not fit.
             */
            cr_assert(status == PTC_OK || losses > 0, "%s: %s", text.ptr, why);
            if (losses == 0 && !ptc_schema_equal(&back, &schema)) {
                ptc_text edn;

                ptc_text_init(&edn, &arena);
                ptc_schema_write_malli(&edn, &schema, NULL);
                cr_assert(false, "%s\n%s", edn.ptr, text.ptr);
            }
        }
        ptc_arena_free(&arena);
    }
    cr_expect_lt(refused, rounds / 10);
}

/* Whether the parameters of a tool come back; false when they are not read. */
static bool real_comes_back(ptc_arena *arena, const ptc_value *parameters)
{
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_target_contract one = {.name = PTC_STR("tool")};
    ptc_source source = {PTC_STR("tool"), {NULL, 0}};
    ptc_contracts contracts;
    ptc_schema back;
    ptc_schema bare;
    ptc_text text;
    const char *why;

    ptc_text_init(&text, arena);
    cr_assert_eq(ptc_json_write(&text, parameters, 0), PTC_OK);
    source.text = ptc_text_view(&text);
    if (ptc_contracts_read(arena, &source, &options, NULL, &contracts) != PTC_OK)
        return false;
    one.schema = &contracts.items[0].schema;
    one.is_type = true;
    bare = *one.schema;
    bare.root = ptc_schema_root(&bare)->first + 1;
    ptc_text_init(&text, arena);
    cr_assert_eq(ptc_target_write(&text, PTC_TARGET_MALLI_JSON, &one, 1, NULL), PTC_OK);
    cr_assert_eq(read_json(arena, text.ptr, &back, &why), PTC_OK, "%s: %s", text.ptr,
                 why);
    cr_expect(ptc_schema_equal(&back, &bare), "%s", text.ptr);
    return true;
}

/* M495 */
Test(malli_json, real_contracts_come_back)
{
    unsigned number = 0;
    unsigned seen = 0;
    ptc_str whole;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("malli_json", "data/tool_calls.jsonl", &whole))
        return;
    rest = whole;
    while (test_next_line(&rest, &line, &number)) {
        const ptc_value *tools;
        ptc_value row;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        cr_assert_eq(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL),
                     PTC_OK);
        tools = ptc_value_get(&row, "tools");
        for (size_t i = 0; i < ptc_value_count(tools); i++)
            seen += real_comes_back(&arena,
                                    ptc_value_get(ptc_value_at(tools, i), "parameters"));
        ptc_arena_free(&arena);
    }
    cr_expect_gt(seen, 1300, "%u", seen);
    free((char *)(uintptr_t)whole.ptr);
}

Test(malli_json, sets_are_lists)
{
    target_text_expect(
        "edn {:t [:map [:a {:default #{1}} :any] [:b {:default #{1}} [:set "
        ":int]]]}",
        PTC_TARGET_MALLI_JSON,
        "[\":map\",[\":a\",{\"default\":[1]},\":any\"],[\":b\",{\"default\":"
        "[1]},[\":set\",\":int\"]]]",
        "t.a: that the default holds a set, not a list");
}

/* What JSON has no spelling for is a fault that names the contract. */
Test(malli_json, what_json_cannot_hold)
{
    target_text_expect("edn {:t [:map [:a {:default {1 2}} :any]]}",
                       PTC_TARGET_MALLI_JSON, NULL,
                       "fault: t: a value that JSON cannot hold, in a default, a member "
                       "or a property");
    target_text_expect("edn {:t [:map {:x #inst \"2026-01-01\"}]}", PTC_TARGET_MALLI_JSON,
                       NULL,
                       "fault: t: a value that JSON cannot hold, in a default, a member "
                       "or a property");
}

/* A key is a keyword with or without its colon, and after a backslash a string. */
Test(malli_json, keys)
{
    static const struct {
        const char *json;
        const char *edn;
    } rows[] = {
        {"{\"a\": 1}", "{:a 1}"},
        {"{\":a\": 1}", "{:a 1}"},
        {"{\"::a\": 1}", "{::a 1}"},
        {"{\"\\\\a\": 1}", "{\"a\" 1}"},
        {"{\"\\\\\": 1}", "{\"\" 1}"},
        {"{\"\\\\\\\\a\": 1}", "{\"\\\\a\" 1}"},
        {"{\"\\\\:a\": \"\\\\:b\"}", "{\":a\" \":b\"}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_arena arena;
        ptc_forms forms;
        ptc_value json;
        ptc_value value;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        cr_assert_eq(ptc_json_read(&arena, rows[i].json, strlen(rows[i].json), NULL,
                                   &json, NULL, NULL),
                     PTC_OK);
        ptc_forms_init(&forms, &arena, NULL);
        cr_assert_eq(
            ptc_form_to_value(&forms, ptc_form_from_json(&forms, &json), &value, NULL),
            PTC_OK);
        ptc_text_init(&text, &arena);
        ptc_value_write(&text, &value);
        cr_expect_str_eq(text.ptr, rows[i].edn, "%s", rows[i].json);
        ptc_arena_free(&arena);
    }
}

Test(malli_json, memory_that_is_refused)
{
    target_text_refuse(
        "user = {id :int[1..], at :datetime = \"2026-01-02T00:00:00Z\", n "
        ":string[~\"^[a-z]+$\"], e :enum[a 1], \"odd key\" [:map-of :string "
        "[:map [:x :int]]]?, next :user?, u :user|:string}",
        PTC_TARGET_MALLI_JSON);
}
