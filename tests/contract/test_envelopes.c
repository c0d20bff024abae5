/* SPDX-License-Identifier: MIT */
/* What JSON Schemas come in, as providers and programs write it: tools, requests,
 * messages, formats of responses. */
#include <criterion/criterion.h>

#include "shown_contracts.h"
#include "support.h"

#include <ptc/contract.h>

static ptc_arena arena;
static ptc_contracts contracts;

/* The contracts of a document, one per line with their descriptions; or its first
 * fault. */
static const char *contracts_of(const char *json)
{
    ptc_source source = {PTC_STR("doc.json"), {NULL, 0}};
    ptc_diags diags;
    ptc_text out;

    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, 0);
    source.text = ptc_str_of(test_quoted(&arena, json));
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    ptc_text_init(&out, &arena);
    if (ptc_contracts_read(&arena, &source, NULL, &diags, &contracts) != PTC_OK)
        return test_cstr(diags.items[0].message);
    test_write_contracts(&out, &contracts);
    return test_cstr(ptc_text_view(&out));
}

#define INPUTS       "{'type':'object','properties':{'a':{'type':'integer'}},'required':['a']}"
#define ANSWER       "{'type':'object','properties':{'b':{'type':'string'}}}"
#define A_TOOL(name) "{'name':'" name "','inputSchema':" INPUTS "}"

/* [signature 13] */
static const char *const documents[][2] = {
    /* OpenAI: chat completions, the older functions, the responses API */
    {"[{'type':'function','function':{'name':'f','description':'D','strict':true,"
     "'parameters':" INPUTS "}}]",
     "f(a :int) -> :any ; D"},
    {"{'type':'function','function':{'name':'f','parameters':" INPUTS "}}",
     "f(a :int) -> :any"},
    {"[{'type':'function','name':'f','strict':true,'parameters':null},{'type':"
     "'function','name':'g','parameters':{}},{'type':'function','name':'h'}]",
     "f() -> :any\ng() -> :any\nh() -> :any"},
    {"{'model':'m','messages':[{'role':'user','content':'q'}],'tools':[{'type':"
     "'function','function':{'name':'f','parameters':" INPUTS "}}],'tool_choice':'auto'}",
     "f(a :int) -> :any"},
    {"{'model':'m','functions':[{'name':'f','description':'D','parameters':" INPUTS
     "}],'function_call':'auto'}",
     "f(a :int) -> :any ; D"},
    {"[{'type':'web_search'},{'type':'function','name':'f','parameters':" INPUTS
     "},{'type':'file_search','vector_store_ids':['v']}]",
     "f(a :int) -> :any"},
    {"{'type':'json_schema','json_schema':{'name':'answer','strict':true,'schema':" ANSWER
     "}}",
     "answer = {b :string?}"},
    {"{'model':'m','response_format':{'type':'json_schema','json_schema':{'name':"
     "'answer','schema':" ANSWER "}}}",
     "answer = {b :string?}"},
    {"{'model':'m','text':{'format':{'type':'json_schema','name':'answer','schema'"
     ":" ANSWER "}}}",
     "answer = {b :string?}"},
    {"{'type':'json_schema','schema':" ANSWER "}", "response = {b :string?}"},
    /* Anthropic */
    {"[{'name':'f','description':'D','input_schema':" INPUTS
     ",'cache_control':{'type':'ephemeral'}}]",
     "f(a :int) -> :any ; D"},
    {"{'name':'f','input_schema':" INPUTS "}", "f(a :int) -> :any"},
    {"{'model':'m','max_tokens':9,'tools':[{'type':'bash_20250124','name':'bash'},"
     "{'type':'custom','name':'f','input_schema':" INPUTS "}]}",
     "f(a :int) -> :any"},
    {"{'output_format':{'type':'json_schema','schema':" ANSWER "}}",
     "response = {b :string?}"},
    {"{'output_config':{'format':{'type':'json_schema','schema':" ANSWER "}}}",
     "response = {b :string?}"},
    /* MCP: a result, messages, pages, what tools say next to their schemas */
    {"{'tools':[{'name':'f','title':'T','annotations':{'title':'U','readOnlyHint':true},"
     "'inputSchema':" INPUTS ",'outputSchema':" ANSWER ",'_meta':{'x':1},'icons':[]}],"
     "'nextCursor':'n'}",
     "f(a :int) -> {b :string?} ; T"},
    {"{'jsonrpc':'2.0','id':'1','result':{'tools':[" A_TOOL("f") "," A_TOOL("g") "]}}",
     "f(a :int) -> :any\ng(a :int) -> :any"},
    {"[{'jsonrpc':'2.0','id':0,'result':{'protocolVersion':'2025-11-25'}},{'jsonrpc':"
     "'2.0','id':1,'result':{'tools':[" A_TOOL("f") "]}},{'jsonrpc':'2.0','id':2,"
                                                    "'result':{'tools':[" A_TOOL(
                                                        "g") "]}}]",
     "f(a :int) -> :any\ng(a :int) -> :any"},
    {"{'tools':[]}", ""},
    {"{'name':'f','description':null,'inputSchema':" INPUTS ",'outputSchema':null}",
     "f(a :int) -> :any"},
    {"{'jsonrpc':'2.0','id':1,'error':{'code':-32601,'message':'no'}}",
     "this message has no list of tools, at the root"},
    {"[{'jsonrpc':'2.0','method':'notifications/initialized'}]",
     "no message here has a list of tools, at the root"},
    /* Gemini, Bedrock, Ollama, sets of function calls */
    {"{'tools':[{'functionDeclarations':[{'name':'f','parameters':" INPUTS
     "},{'name':'g','parametersJsonSchema':" INPUTS "}]},{'googleSearch':{},'type':"
     "'search'}]}",
     "f(a :int) -> :any\ng(a :int) -> :any"},
    {"{'function_declarations':[{'name':'f','parameters':" INPUTS "}]}",
     "f(a :int) -> :any"},
    {"{'toolConfig':{'tools':[{'toolSpec':{'name':'f','description':'D','inputSchema':{"
     "'json':" INPUTS "}}}]}}",
     "f(a :int) -> :any ; D"},
    {"{'id':'x','question':[[{'role':'user','content':'q'}]],'function':[{'name':'f',"
     "'parameters':" INPUTS "}]}",
     "f(a :int) -> :any"},
    /* names: those of C and of types are kept, others are changed as little as needed */
    {"[" A_TOOL("default") "," A_TOOL("int") "," A_TOOL("any") "," A_TOOL("get-x") "]",
     "default(a :int) -> :any\nint(a :int) -> :any\nany(a :int) -> :any\nget-x(a :int) "
     "-> :any"},
    {"[" A_TOOL("math.sum") "," A_TOOL("repos/list") "," A_TOOL("2d") "," A_TOOL(
         "\xC3\xA9") "]",
     "math_sum(a :int) -> :any\nrepos_list(a :int) -> :any\ntype_2d(a :int) -> "
     ":any\npart(a :int) -> :any"},
    {"[" A_TOOL("a_b") "," A_TOOL("a.b") "," A_TOOL("A_B") "]",
     "a_b(a :int) -> :any\na_b_2(a :int) -> :any\nA_B_3(a :int) -> :any"},
    {"{'tools':[" A_TOOL("f") "," A_TOOL("f") "]}",
     "another tool has the same name, at /tools/1/name"},
    /* schemas that only look like one of these, and what is none */
    {"{'type':'object','properties':{'tools':{'type':'array'}},'tools':['a']}",
     "doc = {tools [:any]?}"},
    {"{'title':'f','type':'object','properties':{'name':{'type':'string'},'parameters':{"
     "'type':'object'}}}",
     "doc = {name :string?, parameters :map?}"},
    {"[]", "a schema must be an object, at the root"},
    {"{}", "doc = :any"},
    {"[" A_TOOL("f") ",{'foo':1}]", "this is not a tool, at /1"},
    {"{'tools':[{'inputSchema':" INPUTS "}]}", "this is not a tool, at /tools/0"},
    {"{'tools':[{'name':7,'inputSchema':" INPUTS "}]}",
     "this is not a tool, at /tools/0"},
    {"{'tools':[3]}", "this is not a tool, at /tools/0"},
    {"{'tools':[{'functionDeclarations':[{'functionDeclarations':[]}]}]}",
     "this is not a tool, at /tools/0/functionDeclarations/0"},
    {"{'name':'','inputSchema':{}}", "a tool needs a name, at /name"},
    {"[['a']]", "this is not a tool, at /0"},
};

Test(envelopes, are_read_as_functions_and_types) /* M496 */
{
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
        cr_expect_str_eq(contracts_of(documents[i][0]), documents[i][1], "%s: %s",
                         documents[i][0], contracts_of(documents[i][0]));
    ptc_arena_free(&arena);
}

/* Descriptions may be long. */
Test(envelopes, long_descriptions_are_kept)
{
    enum { LENGTH = 1 << 20 };

    ptc_arena own;
    ptc_text text;

    ptc_arena_init(&own, NULL, 0);
    ptc_text_init(&text, &own);
    ptc_text_cstr(&text, "{'name':'f','description':'");
    for (int i = 0; i < LENGTH; i++)
        ptc_text_byte(&text, (char)('a' + i % 26));
    ptc_text_cstr(&text, "','inputSchema':" INPUTS "}");
    ptc_text_byte(&text, '\0');
    contracts_of(text.ptr);
    cr_assert(contracts.count == 1);
    cr_expect(ptc_schema_root(&contracts.items[0].schema)->extra->description.len ==
              LENGTH);
    ptc_arena_free(&own);
    ptc_arena_free(&arena);
}
