/* SPDX-License-Identifier: MIT */
/* OpenAPI documents and JSON Schema of others through both commands: single operations,
 * spellings, generated code, batches. */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shell.h"
#include "uses.h"

static const char api[] =
    "{'openapi':'3.0.3','info':{'title':'Pets','version':'1'},'paths':{'/pets':{'get':{"
    "'operationId':'listPets','summary':'Lists pets','parameters':[{'name':'limit','in':"
    "'query','description':'How many','schema':{'type':'integer','maximum':100}}],"
    "'responses':{'200':{'description':'','content':{'application/json':{'schema':{"
    "'type':'array','items':{'$ref':'#/components/schemas/Pet'}}}}}}},'post':{"
    "'operationId':'addPet','requestBody':{'required':true,'content':{"
    "'application/json':{'schema':{'$ref':'#/components/schemas/New'}}}},'responses':{"
    "'204':{'description':''}}}},'/pets/{id}':{'delete':{'parameters':[{'name':'id',"
    "'in':'path','required':true,'schema':{'type':'integer'}}],'responses':{'204':{"
    "'description':''}}}}},'components':{'schemas':{'Pet':{'type':'object','properties':{"
    "'name':{'type':'string'}},'required':['name']},'New':{'type':'object','properties':{"
    "'name':{'type':'string','minLength':1}},'required':['name']},'Bad':{'type':'dict'}}}"
    "}";

static void start(void)
{
    const char *folder = test_directory();
    ptc_arena arena;

    cr_assert(folder != NULL && chdir(folder) == 0);
    ptc_arena_init(&arena, NULL, 0);
    put_file("api.json", test_quoted(&arena, api));
    put_file("wild.json", "{\"type\":\"dict\",\"properties\":{\"a\":{\"type\":\"float\","
                          "\"required\":true}}}");
    put_file("many.json", "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"x\"},"
                          "\"b\":{\"type\":\"x\"},\"c\":{\"type\":\"x\"},\"d\":{\"type\":"
                          "\"x\"},\"e\":{\"type\":\"x\"},\"f\":{\"type\":\"x\"},\"g\":{"
                          "\"type\":\"x\"},\"h\":{\"type\":\"x\"},\"i\":{\"type\":\"x\"},"
                          "\"j\":{\"type\":[\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\","
                          "\"x\",\"x\",\"x\",\"x\",\"x\",\"x\"]}}}");
    put_file("number.json", "{\"type\":\"number\"}");
    put_file("mark.json", "\xEF\xBB\xBF{\"type\":\"number\"}");
    put_file("none.json", "{\"openapi\":\"3.1.0\"}");
    ptc_arena_free(&arena);
}

TestSuite(tool_apis, .init = start);

static const use compiler[] = {
    {{"check", "api.json"}, "", 1, "", "did you mean \"object\"?"},
    {{"check", "--lenient", "api.json"}, "", 0, "", "\"dict\" is read as object"},
    {{"check", "--operation", "listPets", "--operation", "addPet", "api.json"},
     "",
     0,
     "",
     ""},
    {{"check", "--operation", "listPet", "api.json"},
     "",
     1,
     "",
     "there is no operation \"listPet\"\n"},
    {{"check", "--operation", "listPet", "api.json"},
     "",
     1,
     "",
     "operations are called: listPets\n"},
    {{"check", "--operation", "f", "number.json"}, "", 1, "", "not an OpenAPI document"},
    {{"check", "none.json"}, "", 0, "", "warning[contract-empty]"},
    {{"fmt", "--operation", "f", "a.sig"}, "", 2, "", "fmt has no option --operation"},
    {{"convert", "--to", "sig", "--operation", "addPet", "api.json"},
     "",
     0,
     "addPet(name :string[1..]) -> :nil\n",
     NULL},
    {{"convert", "--to", "prompt", "--operation", "DELETE /pets/{id}", "api.json"},
     "",
     0,
     "## Tools you can call\n\ndelete_pets_id(id :int) -> :nil\n",
     NULL},
    {{"convert", "--to", "prompt", "--operation", "listPets", "api.json"},
     "",
     0,
     "## Tools you can call\n\nlistPets(limit :int[..100]?) -> [{name :string}]\n"
     "  Lists pets\n  - limit: How many\n",
     ""},
    {{"convert", "--to", "sig", "--lenient", "wild.json"}, "", 0, "{a :float}\n", NULL},
    {{"convert", "--to", "sig", "--lenient", "--Werror", "wild.json"}, "", 1, "", NULL},
    {{"sample", "--operation", "addPet", "--seed", "1", "api.json"}, "", 0, NULL, ""},
    {{"check", "mark.json"}, "", 1, "", "byte order mark"},
    /* what was left out is of a file */
    {{"check", "--diagnostics=json", "many.json"},
     "",
     1,
     "",
     "\n{\"file\":\"many.json\",\"more\":2}\n"},
};

Test(tool_apis, compiler)
{
    run_uses("PTCC_EXE", compiler, sizeof compiler / sizeof compiler[0]);
}

static const use judge[] = {
    {{"validate", "-s", "api.json", "--operation", "listPets", "-"},
     "{\"limit\":5}\n{\"limit\":500}\n",
     1,
     "<stdin>:2: limit: expected <= 100, got 500\n",
     NULL},
    {{"validate", "-s", "api.json", "--operation", "addPet", "--operation", "listPets",
      "--contract", "addPet", "-"},
     "{\"name\":\"\"}\n",
     1,
     NULL,
     NULL},
    {{"validate", "-s", "api.json", "--operation", "nothing", "-"},
     "",
     2,
     "",
     "there is no operation \"nothing\""},
    {{"validate", "-s", "wild.json", "--lenient", "-"},
     "{\"a\":1}\n{}\n",
     1,
     "<stdin>:2: a: missing required field, expected float\n",
     NULL},
    /* what was coerced is shown alone */
    {{"validate", "-s", "number.json", "--json", "-"},
     "9007199254740993\n",
     0,
     "{\"ok\":true,\"out\":null,\"warnings\":[{\"path\":\"(root)\",\"expected\":"
     "\"float\","
     "\"got\":\"int 9007199254740993\"}]}\n",
     ""},
};

Test(tool_apis, judge)
{
    run_uses("PTC_EXE", judge, sizeof judge / sizeof judge[0]);
}

/* What is generated of some operations says which they were, and how they were read. */
Test(tool_apis, generated_code_is_made_again)
{
    static const use uses[] = {
        {{"gen", "--lenient", "--operation", "addPet", "--operation", "DELETE /pets/{id}",
          "--header", "a.h", "--source", "a.c", "api.json"},
         "",
         0,
         "",
         ""},
        {{"regen", "--check", "a.c"}, "", 0, NULL, ""},
    };
    const char *text;

    run_uses("PTCC_EXE", uses, sizeof uses / sizeof uses[0]);
    text = test_read_file("a.h").ptr;
    cr_expect(strstr(text, "--operation=addPet") != NULL &&
              strstr(text, "--operation=DELETE%20/pets/%7bid%7d") != NULL &&
              strstr(text, "--lenient") != NULL);
    cr_expect(strstr(text, "delete_pets_id") != NULL);
    cr_expect(strstr(text, "listPets") == NULL && strstr(text, "struct pet") == NULL);
    cr_expect(shell(".",
                    "$CC -std=c11 -Wall -Wextra -Werror -I$INCLUDE -fsyntax-only a.c",
                    NULL, NULL) == 0);
}

/* --- Batches ------------------------------------------------------------------------ */

typedef struct exchange {
    const char *row; /* with ' for " */
    const char *answer;
} exchange;

static void run_batch(const char *program, const char *verb, const char *option,
                      const exchange *rows, size_t count)
{
    const char *argv[] = {getenv(program), verb, "--batch", option, NULL};
    unsigned number = 0;
    ptc_arena arena;
    ptc_text input;
    ptc_str line;
    ptc_str out;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&input, &arena);
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(&input, test_quoted(&arena, rows[i].row));
        ptc_text_byte(&input, '\n');
    }
    cr_expect(test_run(argv, ptc_text_view(&input), &out, NULL) == 0);
    while (test_next_line(&out, &line, &number)) {
        cr_assert(number <= count, "%s", test_cstr(line));
        cr_expect(strstr(test_cstr(line), test_quoted(&arena, rows[number - 1].answer)) !=
                      NULL,
                  "row %u: %s", number, test_cstr(line));
    }
    cr_expect(number == count, "%u answers", number);
    ptc_arena_free(&arena);
}

static const exchange conversions[] = {
    {"{'to':'sig','from':'json-schema','text':'{\\'type\\':\\'string\\'}'}",
     "'text':':string'"},
    {"{'to':'sig','from':'json-schema','text':{'type':'object','properties':{'a':{'type':"
     "'string'}},'required':['a']}}",
     "'text':'{a :string}'"},
    {"{'to':'sig','from':'json-schema','text':true}", "'text':':any'"},
    /* types that contain themselves, bare and referred to */
    {"{'to':'sig','from':'json-schema','text':{'type':'array','items':{'$ref':'#'}}}",
     "'text':'text = [:text]\\n'"},
    {"{'to':'sig','from':'json-schema','name':'node','text':{'type':'array','items':{"
     "'$ref':'#'}}}",
     "'text':'node = [:node]\\n'"},
    {"{'to':'sig','from':'json-schema','text':{'$ref':'#/$defs/n','$defs':{'n':{'type':"
     "'array','items':{'$ref':'#/$defs/n'}}}}}",
     "'text':'text = :n\\n\\nn = [:n]\\n'"},
    {"{'to':'malli','from':'json-schema','text':{'$ref':'#/$defs/n','$defs':{'n':{"
     "'type':'array','items':{'$ref':'#/$defs/n'}}}}}",
     "[:ref "},
    /* envelopes */
    {"{'to':'sig','from':'json-schema','text':{'tools':[{'name':'f','inputSchema':{}},{"
     "'name':'g','inputSchema':{}}]}}",
     "'text':'f() -> :any\\n\\ng() -> :any\\n'"},
    {"{'to':'sig','from':'json-schema','text':{'openapi':'3.1.0','paths':{'/a':{'get':{"
     "'operationId':'f','responses':{'204':{}}}}}}}",
     "'text':'() -> :nil'"},
    /* what is none, or nothing */
    {"{'to':'sig','from':'json-schema','text':{'openapi':'3.1.0'}}",
     "no schema, no tool and no operation"},
    {"{'to':'sig','from':'json-schema','text':{'tools':[]}}",
     "no schema, no tool and no operation"},
    {"{'to':'sig','from':'json-schema','text':{'swagger':'2.0'}}", "OpenAPI must be"},
    {"{'to':'sig','from':'json-schema','text':''}", "'code':'json-syntax'"},
    {"{'to':'sig','from':'json-schema','text':'\xEF\xBB\xBF{}'}", "byte order mark"},
    {"{'to':'sig','from':'json-schema','text':[]}", "a schema must be an object"},
    {"{'to':'sig','from':'json-schema','text':{'type':'dict'}}", "a type must be one of"},
    {"{'to':'sig','from':'json-schema'}", "a row must have its contract in text"},
    {"{'to':'sig','from':'sig','text':{'type':'string'}}",
     "a row must have its contract in text"},
    {"{'to':'sig','from':'malli-json','text':[':set',':int']}", "'text':'[:set :int]'"},
};

Test(tool_apis, conversions_in_batches)
{
    static const exchange lenient[] = {
        {"{'to':'sig','from':'json-schema','text':{'type':'dict'}}", "'text':':map'"},
    };

    run_batch("PTCC_EXE", "convert", NULL, conversions,
              sizeof conversions / sizeof conversions[0]);
    run_batch("PTCC_EXE", "convert", "--lenient", lenient, 1);
}

static const exchange judgements[] = {
    {"{'json_schema':{'type':'integer'},'json':'3'}", "'valid':true"},
    {"{'json_schema':'{\\'type\\':\\'integer\\'}','json':'\\'x\\''}", "'valid':false"},
    {"{'json_schema':true,'json':'3'}", "'valid':true"},
    {"{'json_schema':false,'json':'3'}", "'valid':false"},
    {"{'json_schema':{'type':'object','properties':{'next':{'$ref':'#'}}},'json':"
     "'{\\'next\\':{\\'next\\':{}}}'}",
     "'valid':true"},
    {"{'json_schema':{'tools':[{'name':'f','inputSchema':{'type':'object','properties':{"
     "'a':{'type':'integer'}},'required':['a']}}]},'json':'{}'}",
     "'valid':false"},
    {"{'json_schema':{'openapi':'3.1.0','paths':{'/a':{'get':{'operationId':'f',"
     "'parameters':[{'name':'q','in':'query','required':true,'schema':{}}]}}}},'json':"
     "'{\\'q\\':1}'}",
     "'valid':true"},
    {"{'json_schema':{'openapi':'3.1.0'},'json':'{}'}",
     "no schema, no tool and no operation"},
    {"{'json_schema':[],'json':'{}'}", "a schema must be an object"},
    {"{'json_schema':{'type':'dict'},'json':'{}'}", "'schema_error'"},
    {"{'json_schema':null,'json':'{}'}", "a schema must be an object"},
    {"{'json_schema':{'type':'integer'}}", "a row must have its value"},
};

Test(tool_apis, judgements_in_batches)
{
    static const exchange lenient[] = {
        {"{'json_schema':{'type':'dict'},'json':'{}'}", "'valid':true"},
    };

    run_batch("PTC_EXE", "validate", NULL, judgements,
              sizeof judgements / sizeof judgements[0]);
    run_batch("PTC_EXE", "validate", "--lenient", lenient, 1);
}
