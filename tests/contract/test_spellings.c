/* SPDX-License-Identifier: MIT */
/* What others write for words of JSON Schema: refused with a hint, or read as meant. */
#include <criterion/criterion.h>

#include "shown_contracts.h"
#include "support.h"

#include <ptc/contract.h>

static ptc_arena arena;

/* The contracts, as far as they are read, and all messages with their hints. */
static const char *read_as(const char *json, bool is_lenient)
{
    ptc_read_options read = {.struct_size = sizeof read, .lenient = is_lenient};
    ptc_contract_options options = {.struct_size = sizeof options, .read = &read};
    ptc_contracts contracts;
    ptc_source source;
    ptc_diags diags;
    ptc_text out;
    char *text;

    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 0);
    text = test_quoted(&arena, json);
    source = (ptc_source){PTC_STR("t.json"), ptc_str_of(text)};
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    ptc_text_init(&out, &arena);
    if (ptc_contracts_read(&arena, &source, &options, &diags, &contracts) == PTC_OK)
        test_write_contracts(&out, &contracts);
    for (size_t i = 0; i < diags.count; i++) {
        ptc_text_cstr(&out, out.len > 0 ? " | " : "");
        ptc_text_str(&out, diags.items[i].message);
        ptc_text_cstr(&out, diags.items[i].hint.len > 0 ? " ? " : "");
        ptc_text_str(&out, diags.items[i].hint);
    }
    return test_cstr(ptc_text_view(&out));
}

#define NO_TYPE                                                                          \
    "a type must be one of null, boolean, integer, number, string, array, object, at "

Test(spellings, are_refused_with_a_hint)
{
    static const char *const rows[][2] = {
        {"{'type':'dict'}", NO_TYPE "/type ? did you mean \"object\"?"},
        {"{'type':'Object'}", NO_TYPE "/type ? did you mean \"object\"?"},
        {"{'type':'STRING'}", NO_TYPE "/type ? did you mean \"string\"?"},
        {"{'type':'float'}", NO_TYPE "/type ? did you mean \"number\"?"},
        {"{'type':'tuple'}", NO_TYPE "/type ? did you mean \"array\"?"},
        {"{'type':'list'}", NO_TYPE "/type ? did you mean \"array\"?"},
        {"{'type':'bool'}", NO_TYPE "/type ? did you mean \"boolean\"?"},
        {"{'type':['int','None']}",
         NO_TYPE "/type/0 ? did you mean \"integer\"? | " NO_TYPE
                 "/type/1 ? did you mean \"null\"?"},
        {"{'type':'Any'}", NO_TYPE "/type ? leave type out where any value will do"},
        {"{'type':'whatever-this-is'}", NO_TYPE "/type"},
        {"{'name':'f','inputSchema':{'type':'object','properties':{'a':{}},'anyOf':[{"
         "'required':['a']},{'required':['b']}]}}",
         "parameters must be the properties of one object, at /inputSchema ? --lenient "
         "ignores conditions on all of them together"},
        {"{'type':'object','properties':{'a':{'type':'string','required':true}}}",
         "required must be a list of names in the object, at "
         "/properties/a/required ? write the property's name in \"required\" of the "
         "object, next to \"properties\""},
        {"{'type':'object','properties':{'a':{'type':'object','required':false}}}",
         "required must be a list of names in the object, at "
         "/properties/a/required ? "
         "leave it out: properties that are not in \"required\" of the object are "
         "optional"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(read_as(rows[i][0], false), rows[i][1], "%s: %s", rows[i][0],
                         read_as(rows[i][0], false));
    ptc_arena_free(&arena);
}

Test(spellings, are_read_as_meant) /* M496 */
{
    static const char *const rows[][2] = {
        {"{'type':'dict'}", "t = :map | \"dict\" is read as object, at /type"},
        {"{'type':'OBJECT','properties':{'a':{'type':'STRING'}}}",
         "t = {a :string?} | \"OBJECT\" is read as object, at /type | \"STRING\" is read "
         "as "
         "string, at /properties/a/type"},
        {"{'type':'tuple','items':{'type':'float'}}",
         "t = [:float] | \"tuple\" is read as array, at /type | \"float\" is read as "
         "number, "
         "at /items/type"},
        {"{'type':['str','None']}",
         "t = :string? | \"str\" is read as string, at /type/0 | "
         "\"None\" is read as null, at "
         "/type/1"},
        {"{'type':['list','tuple']}",
         "t = [:any] | \"list\" is read as array, at /type/0 | "
         "\"tuple\" is read as array, at "
         "/type/1"},
        {"{'type':'object','properties':{'a':{'type':'any'}},'required':['a']}",
         "t = {a :any} | \"any\" is read as any type, at /properties/a/type"},
        {"{'type':['string','Any']}",
         "t = :any | \"Any\" is read as any type, at /type/1"},
        {"{'type':'object','properties':{'a':{'type':'string','required':true},'b':{"
         "'type':'object','required':false}}}",
         "t = {a :string, b :map?} | \"required\" is read as the property being listed "
         "in the object's \"required\", at /properties/a/required | \"required\" is read "
         "as the property being optional, at /properties/b/required"},
        {"{'allOf':[{'type':'object','properties':{'b':{'type':'string'},'a':{}}},{"
         "'type':'object','properties':{'a':{'type':'string','required':true}}}]}",
         "t = {b :string?, a :string} | \"required\" is read as the property being "
         "listed in the object's \"required\", at /allOf/1/properties/a/required"},
        {"{'name':'f','parameters':{'type':'dict','properties':{'n':{'type':'int'}},"
         "'required':['n']}}",
         "f(n :int) -> :any | \"dict\" is read as object, at /parameters/type | \"int\" "
         "is "
         "read as integer, at /parameters/properties/n/type"},
        /* conditions on all parameters of a tool have no place in a function */
        {"{'name':'f','inputSchema':{'type':'object','properties':{'a':{'type':'string'},"
         "'b':{'type':'string'}},'anyOf':[{'required':['a']},{'required':['b']}],"
         "'minProperties':1}}",
         "f(a :string?, b :string?) -> :any | conditions on all parameters together are "
         "not checked, at /inputSchema"},
        {"{'name':'f','inputSchema':{'type':'string'}}",
         "parameters must be the properties of one object, at /inputSchema"},
        /* what is meant as JSON Schema means it stays so, and what no one means a fault
         */
        {"{'type':'string'}", "t = :string"},
        {"{'type':'whatever-this-is'}", NO_TYPE "/type"},
        {"{'type':'object','properties':{'type':{'type':'string'},'dict':{}}}",
         "t = {type :string?, dict :any?}"},
        {"{'enum':['dict','float']}", "t = :enum[\"dict\" \"float\"]"},
        {"{'type':3}", NO_TYPE "/type"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(read_as(rows[i][0], true), rows[i][1], "%s: %s", rows[i][0],
                         read_as(rows[i][0], true));
    ptc_arena_free(&arena);
}
