/* SPDX-License-Identifier: MIT */
/* OpenAPI documents: what operations become, which of them are read, and what is reported
 * about faulty documents. */
#include <criterion/criterion.h>

#include "shown_contracts.h"
#include "support.h"

#include <ptc/contract.h>
#include <ptc/json.h>
#include <ptc/walk.h>

static ptc_arena arena;
static ptc_diags diags;
static ptc_source source;
static ptc_contracts contracts;

/* Reads JSON in which quotes are single ones; NULL after the operations. */
static ptc_status read_api(const char *json, const char *const *operations)
{
    ptc_contract_options options = {.struct_size = sizeof options};
    ptc_str names[8];
    char *text;

    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 0);
    text = test_quoted(&arena, json);
    source = (ptc_source){PTC_STR("api.json"), ptc_str_of(text)};
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    options.operations = names;
    while (operations != NULL && operations[options.operation_count] != NULL) {
        names[options.operation_count] = ptc_str_of(operations[options.operation_count]);
        options.operation_count++;
    }
    return ptc_contracts_read(&arena, &source, &options, &diags, &contracts);
}

/* The contracts that were read, one per line, with their descriptions; or the first fault
 * and its hint. */
static const char *written(ptc_status status)
{
    ptc_text out;

    ptc_text_init(&out, &arena);
    if (status == PTC_OK)
        test_write_contracts(&out, &contracts);
    for (size_t i = 0; status != PTC_OK && i < diags.count && out.len == 0; i++) {
        if (diags.items[i].severity != PTC_SEVERITY_ERROR)
            continue;
        ptc_text_str(&out, diags.items[i].message);
        ptc_text_cstr(&out, diags.items[i].hint.len > 0 ? " | " : "");
        ptc_text_str(&out, diags.items[i].hint);
    }
    return test_cstr(ptc_text_view(&out));
}

#define OPENAPI(paths, components)                                                       \
    "{'openapi':'3.1.0','info':{'title':'t','version':'1'},'paths':{" paths              \
    "},'components':{" components "}}"
#define OK_JSON(schema)                                                                  \
    "'responses':{'200':{'description':'','content':{'application/"                      \
    "json':{'schema':" schema "}}}}"
#define BODY(more, schema)                                                               \
    "'requestBody':{" more "'content':{'application/json':{'schema':" schema "}}}"
#define NOTHING "'responses':{'204':{'description':'done'}}"

/* [signature 13] */
static const char *const operations[][2] = {
    /* names, descriptions */
    {OPENAPI("'/a':{'get':{'operationId':'listAll','summary':'S','description':'D'," //
             NOTHING "}}",
             ""),
     "listAll() -> :nil ; S"},
    {OPENAPI("'/pets/{id}':{'get':{'description':'D'," NOTHING "},'x-y':{},"
             "'servers':[],'summary':'no operation'}",
             ""),
     "get_pets_id() -> :nil ; D"},
    {OPENAPI("'/a':{'get':{'operationId':'repos/list.all'," NOTHING "},"
             "'post':{'operationId':'repos_list_all'," NOTHING "},'put':{" NOTHING "}}",
             ""),
     "repos_list_all() -> :nil\nrepos_list_all_2() -> :nil\nput_a() -> :nil"},
    /* parameters: where they are, which are required, whose description is shown */
    {OPENAPI("'/a/{p}':{'get':{'operationId':'f','parameters':["
             "{'name':'p','in':'path','schema':{'type':'string'}},"
             "{'name':'q','in':'query','required':true,'schema':{'type':'integer'}},"
             "{'name':'X-H','in':'header','schema':{'type':'boolean'}},"
             "{'name':'c','in':'cookie','schema':{'type':'number'}},"
             "{'name':'j','in':'query','content':{'application/json':{'schema':{'type':"
             "'array','items':{'type':'string'}}}}}]," NOTHING "}}",
             ""),
     "f(p :string, q :int, X-H :bool?, c :float?, j [:string]?) -> :nil"},
    {OPENAPI("'/a':{'get':{'operationId':'f','parameters':["
             "{'name':'Accept','in':'header','schema':{}},"
             "{'name':'content-type','in':'header','schema':{}},"
             "{'name':'AUTHORIZATION','in':'header','schema':{}},"
             "{'name':'Accept','in':'query','schema':{'type':'string'}}]," NOTHING "}}",
             ""),
     "f(Accept :string?) -> :nil"},
    {OPENAPI("'/a':{'parameters':[{'$ref':'#/components/parameters/P'},{'name':'l','in':"
             "'query','schema':{'type':'string'}}],'get':{'operationId':'f','parameters':"
             "[{'name':'l','in':'query','schema':{'type':'integer'}}]," NOTHING "}}",
             "'parameters':{'P':{'name':'page','in':'query','schema':{'$ref':"
             "'#/components/schemas/N'}}},'schemas':{'N':{'type':'integer'}}"),
     "f(l :int?, page :int?) -> :nil\nN = :int"},
    {OPENAPI("'/a/{id}':{'get':{'operationId':'f','parameters':["
             "{'name':'id','in':'path','required':true,'schema':{'type':'string'}},"
             "{'name':'id','in':'query','schema':{'type':'integer'}}]," NOTHING "}}",
             ""),
     "f(id :string, id_query :int?) -> :nil"},
    {OPENAPI("'/a':{'get':{'operationId':'f','parameters':[{'name':'n','in':'query',"
             "'schema':{'type':'integer','default':3}}]," NOTHING "}}",
             ""),
     "f(n :int = 3) -> :nil"},
    /* bodies whose members are parameters */
    {OPENAPI("'/a/{id}':{'post':{'operationId':'f','parameters':[{'name':'id','in':"
             "'path','required':true,'schema':{'type':'integer'}}]," //
             BODY("'required':true,", "{'type':'object','properties':{'name':{'type':"
                                      "'string'},'tag':{'type':'string'}},'required':["
                                      "'name']}") "," NOTHING "}}",
             ""),
     "f(id :int, name :string, tag :string?) -> :nil"},
    {OPENAPI("'/a':{'post':{'operationId':'f',"                              //
             BODY("'required':true,", "{'$ref':'#/components/schemas/New'}") //
             "," OK_JSON("{'$ref':'#/components/schemas/New'}") "}}",
             "'schemas':{'New':{'type':'object','properties':{'a':{'type':'integer'}},"
             "'required':['a']}}"),
     "f(a :int) -> {a :int}\nNew = {a :int}"},
    {OPENAPI("'/a':{'post':{'operationId':'f'," //
             BODY("'required':true,",
                  "{'allOf':[{'$ref':'#/components/schemas/A'},{'type':'object',"
                  "'properties':{'b':{'type':'string'}}}]}") "," NOTHING "}}",
             "'schemas':{'A':{'type':'object','properties':{'a':{'type':'integer'}}}}"),
     "f(a :int?, b :string?) -> :nil\nA = {a :int?}"},
    {OPENAPI("'/a':{'post':{'operationId':'f','requestBody':{'required':true,'content':{"
             "'application/x-www-form-urlencoded':{'schema':{'type':'object',"
             "'properties':{'To':{'type':'string'}},'required':['To']}}}}," NOTHING "}}",
             ""),
     "f(To :string) -> :nil"},
    {OPENAPI("'/a':{'post':{'operationId':'f',"                                  //
             BODY("", "{'type':'object','properties':{'a':{'type':'integer'}}}") //
             "," NOTHING "}}",
             ""),
     "f(a :int?) -> :nil"},
    /* and such that are one */
    {OPENAPI("'/a':{'post':{'operationId':'f'," //
             BODY("", "{'type':'object','properties':{'a':{'type':'integer'}},"
                      "'required':['a']}") "," NOTHING "}}",
             ""),
     "f(body {a :int}?) -> :nil"},
    {OPENAPI("'/a':{'post':{'operationId':'f',"                                     //
             BODY("'required':true,", "{'type':'array','items':{'type':'string'}}") //
             "," NOTHING "}}",
             ""),
     "f(body [:string]) -> :nil"},
    {OPENAPI("'/a':{'post':{'operationId':'f','parameters':[{'name':'a','in':'query',"
             "'schema':{'type':'string'}}]," //
             BODY("'required':true,",
                  "{'type':'object','properties':{'a':{'type':'integer'}}}") //
             "," NOTHING "}}",
             ""),
     "f(a :string?, body {a :int?}) -> :nil"},
    {OPENAPI("'/a/{id}':{'post':{'operationId':'f','parameters':[{'name':'id','in':"
             "'path','schema':{'type':'integer'}}]," //
             BODY("'required':true,", "{'type':'object','properties':{'a':{'type':"
                                      "'integer'}},'required':['id']}") "," NOTHING "}}",
             ""),
     "f(id :int, body {a :int?, id :any}) -> :nil"},
    {OPENAPI("'/a':{'post':{'operationId':'f','parameters':[{'name':'body','in':'query',"
             "'schema':{'type':'string'}}]," //
             BODY("'required':true,", "{'type':'string'}") "," NOTHING "}}",
             ""),
     "f(body :string?, request_body :string) -> :nil"},
    {OPENAPI("'/a':{'post':{'operationId':'f'," //
             BODY("'required':true,", "{'type':'object'}") "," NOTHING "}}",
             ""),
     "f(body :map) -> :nil"},
    {OPENAPI("'/a':{'post':{'operationId':'f'," //
             BODY("'required':true,",
                  "{'anyOf':[{'type':'object','properties':{'a':{'type':'integer'}}},"
                  "{'type':'object','properties':{'b':{'type':'integer'}}}]}") //
             "," NOTHING "}}",
             ""),
     "f(body {a :int?}|{b :int?}) -> :nil"},
    {OPENAPI("'/a':{'post':{'operationId':'f','requestBody':{'required':true,'content':{"
             "'application/octet-stream':{}}}," NOTHING "}}",
             ""),
     "f(body :any) -> :nil"},
    /* results */
    {OPENAPI("'/a':{'get':{'operationId':'f','responses':{'404':{'description':'',"
             "'content':{'application/json':{'schema':{'type':'string'}}}},'201':{"
             "'description':'','content':{'application/json; charset=utf-8':{'schema':{"
             "'type':'integer'}}}},'2XX':{'description':'','content':{"
             "'application/json':{'schema':{'type':'boolean'}}}}}}}",
             ""),
     "f() -> :int"},
    {OPENAPI("'/a':{'get':{'operationId':'f','responses':{'204':{'description':''},"
             "'200':{'$ref':'#/components/responses/R'}}}}",
             "'responses':{'R':{'description':'','content':{'application/hal+json':{"
             "'schema':{'type':'integer'}}}}}"),
     "f() -> :int"},
    {OPENAPI("'/a':{'get':{'operationId':'f','responses':{'default':{'description':'',"
             "'content':{'*/*':{'schema':{'type':'integer'}}}}}}}",
             ""),
     "f() -> :int"},
    {OPENAPI("'/a':{'get':{'operationId':'f','responses':{'200':{'description':'',"
             "'content':{'text/plain':{'schema':{'type':'string'}}}}}}}",
             ""),
     "f() -> :string"},
    {OPENAPI("'/a':{'get':{'operationId':'f','responses':{'200':{'description':'',"
             "'content':{'image/png':{}}},'default':{'description':'','content':{"
             "'application/json':{'schema':{'type':'integer'}}}}}}}",
             ""),
     "f() -> :any"},
    {OPENAPI("'/a':{'get':{'operationId':'f'}}", ""), "f() -> :any"},
    /* path items by reference, schemas alone, types that contain themselves */
    {"{'openapi':'3.1.0','paths':{'/a':{'$ref':'#/components/pathItems/P'}},"
     "'components':{'pathItems':{'P':{'get':{'operationId':'f'," NOTHING "}}}}}",
     "f() -> :nil"},
    {"{'openapi':'3.0.0','components':{'schemas':{'A':{'type':'string'},'any':{'$ref':"
     "'#/components/schemas/A'}}}}",
     "A = :string\nany_type = :string"},
    {OPENAPI("'/a':{'get':{'operationId':'node'," //
             OK_JSON("{'$ref':'#/components/schemas/Node'}") "}}",
             "'schemas':{'Node':{'type':'object','properties':{'next':{'$ref':"
             "'#/components/schemas/Node'}}}}"),
     "node() -> :Node_2\nNode_2 = {next :Node_2?}"},
    /* 3.0: words next to $ref, null, limits; words that only describe */
    {"{'openapi':'3.0.3','components':{'schemas':{'A':{'type':'integer','nullable':true,"
     "'minimum':1,'exclusiveMinimum':true,'example':3,'x-a':1,'xml':{},'deprecated':true,"
     "'externalDocs':{},'readOnly':true,'writeOnly':false,'discriminator':{}},"
     "'B':{'$ref':'#/components/schemas/A'}}}}",
     "A = :int[>1]?\nB = :int[>1]?"},
    /* alternatives that a discriminator distinguishes say so themselves, even through
       allOf */
    {"{'openapi':'3.0.0','components':{'schemas':{'Pet':{'oneOf':[{'$ref':"
     "'#/components/schemas/Cat'},{'$ref':'#/components/schemas/Dog'}],'discriminator':{"
     "'propertyName':'kind','mapping':{'cat':'#/components/schemas/Cat'}}},'Cat':{'type':"
     "'object','required':['kind'],'properties':{'kind':{'type':'string','enum':['cat']},"
     "'lives':{'type':'integer'}}},'Dog':{'allOf':[{'$ref':'#/components/schemas/Base'},{"
     "'type':'object','properties':{'bark':{'type':'boolean'}}}]},'Base':{'type':'object'"
     ","
     "'required':['kind'],'properties':{'kind':{'type':'string','enum':['dog']}}}}}}",
     "Pet = {kind :enum[\"cat\"], lives :int?}|{kind :enum[\"dog\"], bark :bool?}\n"
     "Cat = {kind :enum[\"cat\"], lives :int?}\n"
     "Dog = {kind :enum[\"dog\"], bark :bool?}\nBase = {kind :enum[\"dog\"]}"},
    /* what is at fault */
    {"{'swagger':'2.0','paths':{}}",
     "OpenAPI must be version 3.0, 3.1 or 3.2, at /swagger | convert the document to "
     "version 3, for example with swagger2openapi"},
    {"openapi: 3.1.0\npaths: {}\n", "expected a value, found 'o' | convert YAML to JSON "
                                    "first, for example with `yq -o json`"},
    {"{'openapi':'4.0'}",
     "OpenAPI must be version 3.0, 3.1 or 3.2, at /openapi | convert the document to "
     "version 3, for example with swagger2openapi"},
    {"{'openapi':3.1}", "OpenAPI must be version 3.0, 3.1 or 3.2, at /openapi | convert "
                        "the document to version 3, for example with swagger2openapi"},
    {OPENAPI("'/a':{'get':{'operationId':'f','parameters':[{'$ref':'#/x'}]}}", ""),
     "$ref \"#/x\" refers to nothing in this document, at "
     "/paths/~1a/get/parameters/0/$ref"},
    {OPENAPI("'/a':{'$ref':'other.json#/a'}", ""),
     "$ref \"other.json#/a\" is not in this document, and nothing is fetched, at "
     "/paths/~1a/$ref | copy the schema into \"$defs\" and write \"#/$defs/NAME\""},
    {OPENAPI("'/a':{'get':{'operationId':'f','parameters':[{'$ref':'#/components/"
             "parameters/P'}]}}",
             "'parameters':{'P':{'$ref':'#/components/parameters/P'}}"),
     "this $ref refers to itself, at /components/parameters/P"},
    {OPENAPI("'/a':{'get':{'operationId':'f','parameters':[{'in':'query'}]}}", ""),
     "a parameter needs a name and \"in\", at /paths/~1a/get/parameters/0"},
    {OPENAPI("'/a':{'get':{'operationId':'f','parameters':[{'name':'a','in':'query'}]}}",
             ""),
     "a parameter needs a schema, at /paths/~1a/get/parameters/0"},
    {OPENAPI("'/a':{'get':{'operationId':'f','parameters':[{'name':'a','in':'query',"
             "'schema':{}},{'name':'a','in':'query','schema':{}}]}}",
             ""),
     "this parameter is given twice, at /paths/~1a/get/parameters/1"},
    {OPENAPI("'/a':{'get':{'operationId':'f','parameters':{}}}", ""),
     "parameters must be a list, at /paths/~1a/get/parameters"},
    {OPENAPI("'/a':{'get':3}", ""), "an operation must be an object, at /paths/~1a/get"},
    {"{'openapi':'3.1.0','paths':[]}", "paths must be an object, at /paths"},
    {OPENAPI("'/a':3", ""), "this must be an object, at /paths/~1a"},
};

Test(openapi, operations_are_functions) /* M496 */
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        cr_expect_str_eq(written(read_api(operations[i][0], NULL)), operations[i][1],
                         "%s: %s", operations[i][0],
                         written(read_api(operations[i][0], NULL)));
    ptc_arena_free(&arena);
}

static const char pets[] =
    "{'openapi':'3.0.1','paths':{'/pets':{"
    "'get':{'operationId':'listPets'," OK_JSON(
        "{'type':'array','items':{'$ref':'#/components/schemas/"
        "Pet'}}") "},"
                  "'post':{'operationId':'pets/add'," BODY(
                      "'required':true,", "{'$ref':'#/components/"
                                          "schemas/New'}") "," NOTHING "}},"
                                                           "'/"
                                                           "pets/"
                                                           "{id}':"
                                                           "{'"
                                                           "delete"
                                                           "':"
                                                           "{" NOTHING "},'"
                                                           "put':{"
                                                           "'opera"
                                                           "tionId"
                                                           "':'"
                                                           "broken"
                                                           "','"
                                                           "parame"
                                                           "ters':"
                                                           "3}"
                                                           "}},'"
                                                           "compon"
                                                           "ents':"
                                                           "{'"
                                                           "schema"
                                                           "s':{'"
                                                           "Pet':{"
                                                           "'type'"
                                                           ":'"
                                                           "object"
                                                           "','"
                                                           "proper"
                                                           "ties':"
                                                           "{'tag'"
                                                           ":{'$"
                                                           "ref':"
                                                           "'#/"
                                                           "compon"
                                                           "ents/"
                                                           "schema"
                                                           "s/"
                                                           "Tag'}}"
                                                           "},'"
                                                           "Tag':{"
                                                           "'type'"
                                                           ":'"
                                                           "string"
                                                           "'},'"
                                                           "New':{"
                                                           "'type'"
                                                           ":'"
                                                           "object"
                                                           "',"
                                                           "'prope"
                                                           "rties'"
                                                           ":{'"
                                                           "name':"
                                                           "{'"
                                                           "type':"
                                                           "'strin"
                                                           "g'}}},"
                                                           "'Bad':"
                                                           "{'"
                                                           "type':"
                                                           "'dict'"
                                                           "}}}}";

/* Only what is named is read, and what that refers to: the rest may be at fault. A body
 * whose members are parameters is not its own type. */
Test(openapi, operations_are_chosen) /* M496 */
{
    static const struct {
        const char *names[4];
        const char *text;
    } rows[] = {
        {{"listPets"},
         "listPets() -> [{tag :string?}]\nPet = {tag :string?}\nTag = :string"},
        {{"pets/add"}, "pets_add(name :string?) -> :nil"},
        {{"DELETE /pets/{id}"}, "delete_pets_id() -> :nil"},
        {{"delete /pets/{id}", "pets/add", "pets/add"},
         "pets_add(name :string?) -> :nil\ndelete_pets_id() -> :nil"},
        {{"get /pets"},
         "listPets() -> [{tag :string?}]\nPet = {tag :string?}\nTag = :string"},
        {{"broken"}, "parameters must be a list, at /paths/~1pets~1{id}/put/parameters"},
        {{"listPet"},
         "there is no operation \"listPet\" | operations are called: listPets"},
        {{"listPets", "pet/ad"},
         "there is no operation \"pet/ad\" | operations are called: pets/add"},
        {{"DELETE /pet/{id}"},
         "there is no operation \"DELETE /pet/{id}\" | operations "
         "are called: DELETE /pets/{id}"},
        {{"something else"},
         "there is no operation \"something else\" | operations are called: listPets, "
         "pets/add, DELETE /pets/{id}, broken"},
        {{""},
         "there is no operation \"\" | operations are called: listPets, pets/add, "
         "DELETE /pets/{id}, broken"},
        {{"LISTPETS"},
         "there is no operation \"LISTPETS\" | operations are called: "
         "listPets, pets/add, DELETE /pets/{id}, broken"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(written(read_api(pets, rows[i].names)), rows[i].text, "%s: %s",
                         rows[i].names[0], written(read_api(pets, rows[i].names)));
    cr_expect_str_eq(
        written(read_api("{'openapi':'3.1.0'}", rows[0].names)),
        "there is no operation \"listPets\" | the document has no operations");
    cr_expect_str_eq(written(read_api("{'type':'string'}", rows[0].names)),
                     "this is not an OpenAPI document: it has no operations");
    cr_expect_str_eq(written(read_api("{'tools':[{'name':'listPets','inputSchema':{}}]}",
                                      rows[0].names)),
                     "this is not an OpenAPI document: it has no operations");
    ptc_arena_free(&arena);
}

/* Parameters are checked as the schemas say, and further ones as that of the body
 * does. */
Test(openapi, parameters_are_checked)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_INPUT,
                                          .boundary = PTC_BOUNDARY_JSON};
    static const struct {
        const char *given;
        bool is_good[2]; /* of an open body, and of a closed one */
    } rows[] = {
        {"{\"id\":1,\"name\":\"x\"}", {true, true}},
        {"{\"id\":1,\"name\":\"x\",\"more\":1}", {true, false}},
        {"{\"id\":0,\"name\":\"x\"}", {false, false}},
        {"{\"name\":\"x\"}", {false, false}},
        {"{\"id\":1}", {false, false}},
        {"{\"id\":1,\"name\":\"\"}", {false, false}},
    };
    static const char *const documents[] = {
        OPENAPI("'/a/{id}':{'post':{'operationId':'f','parameters':[{'name':'id','in':"
                "'path','required':true,'schema':{'type':'integer','minimum':1}}]," //
                BODY("'required':true,",
                     "{'type':'object','properties':{'name':{'type':'string',"
                     "'minLength':1}},'required':['name']}") "," NOTHING "}}",
                ""),
        OPENAPI(
            "'/a/{id}':{'post':{'operationId':'f','parameters':[{'name':'id','in':"
            "'path','required':true,'schema':{'type':'integer','minimum':1}}]," //
            BODY("'required':true,",
                 "{'type':'object','properties':{'name':{'type':'string',"
                 "'minLength':1}},'required':['name'],'additionalProperties':false}") //
            "," NOTHING "}}",
            ""),
    };

    for (size_t document = 0; document < 2; document++) {
        cr_assert(read_api(documents[document], NULL) == PTC_OK);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            ptc_schema inputs = contracts.items[0].schema;
            ptc_value given;

            inputs.root = ptc_schema_root(&inputs)->first;
            cr_assert(ptc_json_read(&arena, rows[i].given, strlen(rows[i].given), NULL,
                                    &given, NULL, NULL) == PTC_OK);
            cr_expect((ptc_schema_validate(&inputs, &given, &walk, NULL) == PTC_OK) ==
                          rows[i].is_good[document],
                      "%zu: %s", document, rows[i].given);
        }
    }
    ptc_arena_free(&arena);
}

/* A file that another one includes gives its schemas, as types. */
static const ptc_source *load_api(ptc_str name, const ptc_source *from, void *user)
{
    (void)name;
    (void)from;
    return user;
}

Test(openapi, included_documents_give_types)
{
    static const char text[] =
        "{\"openapi\":\"3.1.0\",\"paths\":{\"/a\":{\"get\":{\"operationId\":\"f\"}}},"
        "\"components\":{\"schemas\":{\"Pet\":{\"type\":\"string\"}}}}";
    static const ptc_source api = {{"api.json", 8}, {text, sizeof text - 1}};
    ptc_contract_options options = {.struct_size = sizeof options};
    ptc_status status;

    ptc_arena_init(&arena, NULL, 0);
    source = (ptc_source){PTC_STR("a.sig"),
                          PTC_STR("include \"api.json\"\nf(pet :Pet) -> :int\n")};
    ptc_diags_init(&diags, &arena);
    options.load = load_api;
    options.user = (void *)(uintptr_t)&api;
    status = ptc_contracts_read(&arena, &source, &options, &diags, &contracts);
    cr_expect_str_eq(written(status), "Pet = :string\nf(pet :string) -> :int", "%s",
                     written(status));
    ptc_arena_free(&arena);
}

/* Memory that runs out is reported, wherever that happens. */
Test(openapi, memory_may_be_refused)
{
    static char memory[1 << 18];
    static char text[sizeof pets];
    ptc_status status = PTC_ERROR_MEMORY;

    memcpy(text, pets, sizeof pets);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = text[i] == '\'' ? '"' : text[i];
    for (size_t size = 512; size <= sizeof memory; size += 509) {
        ptc_str names[] = {PTC_STR("pets/add"), PTC_STR("listPets")};
        ptc_contract_options options = {
            .struct_size = sizeof options, .operations = names, .operation_count = 2};
        ptc_contracts read;
        ptc_diags found;
        ptc_arena small;

        ptc_arena_init_memory(&small, memory, size);
        source = (ptc_source){PTC_STR("api.json"), ptc_str_make(text, sizeof text - 1)};
        ptc_diags_init(&found, &small);
        status = ptc_contracts_read(&small, &source, &options, &found, &read);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu bytes: %s: %s",
                  size, ptc_status_name(status),
                  found.count > 0 ? test_cstr(found.items[0].message) : "");
    }
    cr_expect(status == PTC_OK);
}

/* Of a document of 10 MB one operation is read in the memory that there is by default,
 * with the schemas that it refers to, and nothing else. */
Test(openapi, large_documents_give_single_operations, .timeout = 60)
{
    static const char *const wanted[] = {"get4711", NULL};
    enum { OPERATIONS = 12000 };
    ptc_status status;
    ptc_arena own;
    ptc_text text;

    ptc_arena_init(&own, NULL, 0);
    ptc_text_init(&text, &own);
    ptc_text_cstr(&text, "{'openapi':'3.1.0','paths':{");
    for (int64_t i = 0; i < OPERATIONS; i++) {
        ptc_text_cstr(&text, i > 0 ? ",'/a" : "'/a");
        ptc_text_int(&text, i);
        ptc_text_cstr(&text, "':{'get':{'operationId':'get");
        ptc_text_int(&text, i);
        ptc_text_cstr(&text, "','responses':{'200':{'description':'','content':{"
                             "'application/json':{'schema':{'$ref':"
                             "'#/components/schemas/S");
        ptc_text_int(&text, i);
        ptc_text_cstr(&text, "'}}}}}}}");
    }
    ptc_text_cstr(&text, "},'components':{'schemas':{'S':{}");
    for (int64_t i = 0; i < OPERATIONS; i++) {
        ptc_text_cstr(&text, ",'S");
        ptc_text_int(&text, i);
        ptc_text_cstr(&text, "':{'type':'object','properties':{");
        for (int64_t k = 0; k < 8; k++) {
            ptc_text_cstr(&text, k > 0 ? ",'p" : "'p");
            ptc_text_int(&text, k);
            ptc_text_cstr(&text, "':{'type':'string','description':'What it is for, at "
                                 "some length, as such documents have it.'}");
        }
        ptc_text_cstr(&text, "}}");
    }
    ptc_text_cstr(&text, "}}}");
    ptc_text_byte(&text, '\0');
    cr_assert(text.len > (size_t)10 << 20);
    status = read_api(text.ptr, wanted);
    cr_expect(status == PTC_OK, "%s", written(status));
    cr_expect(contracts.count == 2 && contracts.items[1].is_type);
    ptc_arena_free(&own);
    ptc_arena_free(&arena);
}

/* What is built to be slow is read in time of its length, or refused. */
Test(openapi, hostile_documents_end, .timeout = 60)
{
    ptc_status status;
    ptc_arena own;
    ptc_text text;

    ptc_arena_init(&own, NULL, 0);
    /* many parameters of one name, references between them, a deep conjunction */
    ptc_text_init(&text, &own);
    ptc_text_cstr(&text, "{'openapi':'3.1.0','paths':{'/a':{'parameters':[");
    for (int64_t i = 0; i < 5000; i++) {
        ptc_text_cstr(&text, i > 0 ? ",{'name':'p" : "{'name':'p");
        ptc_text_int(&text, i);
        ptc_text_cstr(&text, "','in':'query','schema':{}}");
    }
    ptc_text_cstr(&text, "],'get':{'operationId':'f'},'put':{'operationId':'g'}}}}");
    ptc_text_byte(&text, '\0');
    status = read_api(text.ptr, NULL);
    cr_expect(status == PTC_OK, "%s", written(status));
    ptc_text_init(&text, &own);
    ptc_text_cstr(&text, "{'openapi':'3.1.0','paths':{'/a':{'post':{'operationId':'f'," //
                  BODY("'required':true,", "{'$ref':'#/components/schemas/d0'}")        //
                  "}}},'components':{'schemas':{");
    for (int64_t i = 0; i < 40; i++) {
        ptc_text_cstr(&text, "'d");
        ptc_text_int(&text, i);
        ptc_text_cstr(&text, "':{'allOf':[");
        for (int k = 0; k < 2; k++) {
            ptc_text_cstr(&text, k > 0 ? ",{'$ref':'#/components/schemas/d"
                                       : "{'$ref':'#/components/schemas/d");
            ptc_text_int(&text, i + 1);
            ptc_text_cstr(&text, "'}");
        }
        ptc_text_cstr(&text, "]},");
    }
    ptc_text_cstr(&text, "'d40':{'type':'object','properties':{'a':{}}}}}}");
    ptc_text_byte(&text, '\0');
    cr_expect(read_api(text.ptr, NULL) != PTC_ERROR_ARGUMENT);
    ptc_arena_free(&own);
    ptc_arena_free(&arena);
}
