/* SPDX-License-Identifier: MIT */
/*
 * Tools and formats of replies for the APIs of models and for MCP: the texts of all these
 * targets, what is lost, and what they refuse. That clients take them is shown by
 * tests/check_clients. [llm-wire 2, mcp 4]
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "support.h"

#include <ptc/contract.h>
#include <ptc/target.h>

static ptc_arena arena;
static ptc_contracts contracts;
static char notes[4096];

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(tool_list, .init = start, .fini = stop);

/* "search.limit: what" for losses, "! ..." for faults, a line each. */
static void take_note(const ptc_target_note *note, void *user)
{
    const ptc_target_contract *items = user;
    const ptc_target_contract *contract = &items[note->contract];
    size_t used = strlen(notes);

    if (note->is_general) /* test_json_meaning.c */
        return;
    snprintf(notes + used, sizeof notes - used, "%s%s%.*s: %.*s", used > 0 ? "\n" : "",
             note->is_fault ? "! " : "", (int)contract->name.len, contract->name.ptr,
             (int)note->what.len, note->what.ptr);
    cr_expect(note->node < contract->schema->count);
}

/* Reads a `.sig` text; one that begins with a brace is JSON, "malli " a Malli map. */
static void read_contracts(const char *text)
{
    bool is_malli = strncmp(text, "malli ", 6) == 0;
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .format = text[0] == '{' ? PTC_CONTRACT_JSON_SCHEMA
                                              : is_malli     ? PTC_CONTRACT_MALLI_EDN
                                                             : PTC_CONTRACT_SIG};
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_diags diags;

    source->name = PTC_STR("test.sig");
    source->text = ptc_str_of(text[0] == '{' ? test_quoted(&arena, text)
                              : is_malli     ? text + 6
                                             : text);
    ptc_diags_init(&diags, &arena);
    diags.source = source;
    cr_assert(ptc_contracts_read(&arena, source, &options, &diags, &contracts) == PTC_OK,
              "%s: %s", text,
              diags.count > 0 ? test_cstr(diags.items[0].message) : "no memory");
}

static ptc_status write_all(ptc_text *out, ptc_target target, ptc_target_contract *items,
                            size_t count, unsigned indent)
{
    ptc_target_options options = {.struct_size = sizeof options,
                                  .indent = indent,
                                  .note = take_note,
                                  .user = items};

    notes[0] = '\0';
    return ptc_target_write(out, target, items, count, &options);
}

/* The contracts as they are given to targets. */
static ptc_target_contract *items_of(void)
{
    ptc_target_contract *items =
        ptc_arena_array(&arena, contracts.count + 1, sizeof *items);

    cr_assert(items != NULL);
    for (size_t i = 0; i < contracts.count; i++) {
        const ptc_contract *contract = &contracts.items[i];

        items[i].name = contract->name;
        items[i].schema = &contract->schema;
        items[i].is_type = contract->is_type;
        if (contract->info != NULL) {
            items[i].title = contract->info->title;
            items[i].hints = contract->info->hints;
        }
    }
    return items;
}

/* What a target makes of a text, as a list on one line; NULL: a fault. */
static const char *written(const char *text, ptc_target target)
{
    ptc_status status;
    ptc_text out;

    read_contracts(text);
    ptc_text_init(&out, &arena);
    status = write_all(&out, target, items_of(), contracts.count, 0);
    cr_assert(status == PTC_OK || status == PTC_ERROR_INVALID, "%s: %d", text, status);
    cr_expect(status == PTC_OK || out.len == 0);
    return status == PTC_OK ? test_cstr(ptc_text_view(&out)) : NULL;
}

typedef struct row {
    ptc_target target;
    const char *contract;
    const char *json;   /* with ' for "; NULL: refused */
    const char *losses; /* and faults; NULL: none */
} row;

static void check(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *got = written(rows[i].contract, rows[i].target);
        const char *wanted =
            rows[i].json != NULL ? test_quoted(&arena, rows[i].json) : "";

        cr_expect(strcmp(got != NULL ? got : "", wanted) == 0,
                  "%s as %s:\n%s\nin place of\n%s", rows[i].contract,
                  ptc_target_word(rows[i].target), got != NULL ? got : "a fault", wanted);
        cr_expect(strcmp(notes, rows[i].losses != NULL ? rows[i].losses : "") == 0,
                  "%s as %s:\n%s", rows[i].contract, ptc_target_word(rows[i].target),
                  notes);
    }
}

#define CHECK(rows) check(rows, sizeof(rows) / sizeof(rows)[0])

/* --- One contract, all forms -------------------------------------------------------- */

#define SEARCH                                                                           \
    "search(query :string, limit :int[1..100]?) -> {count :int, items [:string]}\n"      \
    "  Find items that match the query.\n"                                               \
    "  - query: words\n"                                                                 \
    "  @title Search the shop\n"                                                         \
    "  @hints read-only closed-world\n"                                                  \
    "  @timeout 5000\n"
#define WORDS "'name':'search','description':'Find items that match the query.'"
#define PARAMETERS                                                                       \
    "{'type':'object','properties':{'query':{'type':'string','description':'words'},"    \
    "'limit':{'type':['integer','null'],'minimum':1,'maximum':100}},'required':["        \
    "'query']}"
/* Clients of MCP are given one type for each field. */
#define MCP_PARAMETERS                                                                   \
    "{'type':'object','properties':{'query':{'type':'string','description':'words'},"    \
    "'limit':{'type':'integer','minimum':1,'maximum':100}},'required':['query']}"
#define STRICT_PARAMETERS                                                                \
    "{'type':'object','properties':{'query':{'type':'string','description':'words'},"    \
    "'limit':{'type':['integer','null'],'minimum':1,'maximum':100}},'required':["        \
    "'query','limit'],'additionalProperties':false}"
#define RESULT                                                                           \
    "{'type':'object','properties':{'count':{'type':'integer'},'items':{'type':'array'," \
    "'items':{'type':'string'}}},'required':['count','items']"
#define DESCRIBED "{'description':'Find items that match the query.',"

static const row one_contract[] = {
    {PTC_TARGET_OPENAI, SEARCH,
     "[{'type':'function'," WORDS ",'parameters':" PARAMETERS ",'strict':false}]", NULL},
    {PTC_TARGET_OPENAI_STRICT, SEARCH,
     "[{'type':'function'," WORDS ",'parameters':" STRICT_PARAMETERS ",'strict':true}]",
     NULL},
    {PTC_TARGET_OPENAI_CHAT, SEARCH,
     "[{'type':'function','function':{" WORDS ",'parameters':" PARAMETERS
     ",'strict':false}}]",
     NULL},
    {PTC_TARGET_OPENAI_CHAT_STRICT, SEARCH,
     "[{'type':'function','function':{" WORDS ",'parameters':" STRICT_PARAMETERS
     ",'strict':true}}]",
     NULL},
    {PTC_TARGET_ANTHROPIC, SEARCH, "[{" WORDS ",'input_schema':" PARAMETERS "}]", NULL},
    {PTC_TARGET_ANTHROPIC_STRICT, SEARCH,
     "[{" WORDS ",'input_schema':{'type':'object','properties':{'query':{'type':'string',"
     "'description':'words'},'limit':{'type':'integer','description':'at least 1, at "
     "most "
     "100'}},'required':['query'],'additionalProperties':false},'strict':true}]",
     "search: at least 1, at most 100: in the description alone"},
    {PTC_TARGET_MCP, SEARCH,
     "[{'name':'search','title':'Search the shop','description':'Find items that match "
     "the query.','inputSchema':" MCP_PARAMETERS ",'outputSchema':" RESULT
     "},'annotations':{'readOnlyHint':true,'openWorldHint':false}}]",
     NULL},
    {PTC_TARGET_MCP_LEGACY, SEARCH,
     "[{'name':'search','title':'Search the shop','description':'Find items that match "
     "the query.','inputSchema':" MCP_PARAMETERS ",'outputSchema':" RESULT
     "},'annotations':{'readOnlyHint':true,'openWorldHint':false}}]",
     NULL},
    {PTC_TARGET_OPENAI_FORMAT, SEARCH,
     "{'type':'json_schema','name':'search','strict':true,'schema':{'description':'Find "
     "items that match the query.','type':'object','properties':{'count':{'type':"
     "'integer'},'items':{'type':'array','items':{'type':'string'}}},'required':['count',"
     "'items'],'additionalProperties':false}}",
     NULL},
    {PTC_TARGET_OPENAI_CHAT_FORMAT, SEARCH,
     "{'type':'json_schema','json_schema':{'name':'search','strict':true,'schema':{"
     "'description':'Find items that match the query.','type':'object','properties':{"
     "'count':{'type':'integer'},'items':{'type':'array','items':{'type':'string'}}},"
     "'required':['count','items'],'additionalProperties':false}}}",
     NULL},
    {PTC_TARGET_ANTHROPIC_FORMAT, SEARCH,
     "{'type':'json_schema','schema':{'description':'Find items that match the query.',"
     "'type':'object','properties':{'count':{'type':'integer'},'items':{'type':'array',"
     "'items':{'type':'string'}}},'required':['count','items'],'additionalProperties':"
     "false}}",
     NULL},
};

Test(tool_list, forms) /* M495 */
{
    CHECK(one_contract);
}

/* --- Parameters --------------------------------------------------------------------- */

#define TOOL(name, parameters)                                                           \
    "[{'type':'function','name':'" name "','parameters':" parameters ",'strict':false}]"

static const row parameters[] = {
    {PTC_TARGET_OPENAI, "item = {id :int}\n", "[]", NULL},
    {PTC_TARGET_MCP, "item = {id :int}\n", "[]", NULL},
    {PTC_TARGET_ANTHROPIC_STRICT, "item = {id :int}\n", "[]", NULL},
    {PTC_TARGET_OPENAI, "f() -> :nil\n", TOOL("f", "{'type':'object','properties':{}}"),
     NULL},
    {PTC_TARGET_ANTHROPIC, "f() -> :nil\n",
     "[{'name':'f','input_schema':{'type':'object','properties':{}}}]", NULL},
    {PTC_TARGET_ANTHROPIC_STRICT, "f() -> :nil\n",
     "[{'name':'f','input_schema':{'type':'object','properties':{},'required':[],"
     "'additionalProperties':false},'strict':true}]",
     NULL},
    {PTC_TARGET_MCP, "f() -> :nil\n",
     "[{'name':'f','inputSchema':{'type':'object','additionalProperties':false}}]", NULL},
    /* defaults, descriptions of fields, a description without text */
    {PTC_TARGET_OPENAI,
     "f(n :int = 3, who {name :string}) -> :nil\n  - who.name: of a \"user\"\n"
     "  - n:\n",
     TOOL("f", "{'type':'object','properties':{'n':{'type':['integer','null'],'default':3"
               "},'who':{'type':'object','properties':{'name':{'type':'string',"
               "'description':'of a \\\"user\\\"'}},'required':['name']}},'required':["
               "'who']}"),
     NULL},
    /* what begins with an underscore is shown: it hides results alone */
    {PTC_TARGET_OPENAI, "f(_key :string) -> {_cost :int}\n",
     TOOL("f", "{'type':'object','properties':{'_key':{'type':'string'}},'required':["
               "'_key']}"),
     NULL},
    /* unions, types that contain themselves, decimals, which are texts for models */
    {PTC_TARGET_OPENAI, "f(a :int|:string, b :decimal?) -> :any\n",
     TOOL("f",
          "{'type':'object','properties':{'a':{'type':['integer','string']},'b':{'type':["
          "'string','null'],'pattern':'^[+-]?[0-9]+(\\\\.[0-9]+)?([eE][+-]?0*[0-9]{1,5})?"
          "$',"
          "'description':'decimal number'}},'required':['a']}"),
     NULL},
    {PTC_TARGET_ANTHROPIC, "node = {next :node?}\nf(first :node) -> :any\n",
     "[{'name':'f','input_schema':{'type':'object','properties':{'first':{'$ref':"
     "'#/$defs/node'}},'required':['first'],'$defs':{'node':{'type':'object','properties'"
     ":{'next':{'anyOf':[{'$ref':'#/$defs/node'},{'type':'null'}]}}}}}}]",
     NULL},
    {PTC_TARGET_MCP, "node = {next :node?}\nf(first :node) -> :nil\n",
     "[{'name':'f','inputSchema':{'type':'object','properties':{'first':{'$ref':"
     "'#/$defs/node'}},'required':['first'],'$defs':{'node':{'type':'object','properties'"
     ":{'next':{'$ref':'#/$defs/node'}}}}}}]",
     NULL},
    /* what cannot be left out still says that it may be null */
    {PTC_TARGET_MCP, "malli {:f [:=> [:catn [:l [:vector [:maybe :int]]]] :nil]}",
     "[{'name':'f','inputSchema':{'type':'object','properties':{'l':{'type':'array',"
     "'items':{'type':['integer','null']}}},'required':['l']}}]",
     NULL},
    /* Malli and tools in JSON */
    {PTC_TARGET_MCP,
     "malli {:f [:=> {:description \"Adds.\" :mcp/title \"Add\" :mcp/hints [:additive "
     ":idempotent :open-world]} [:catn [:a :int] [:ctx {:ptc/context \"app.id\"} "
     ":string]] "
     ":int]}",
     "[{'name':'f','title':'Add','description':'Adds.','inputSchema':{'type':'object',"
     "'properties':{'a':{'type':'integer'}},'required':['a']},'outputSchema':{'type':"
     "'integer'},'annotations':{'destructiveHint':false,'idempotentHint':true,"
     "'openWorldHint':true}}]",
     NULL},
    {PTC_TARGET_MCP,
     "malli {:f [:=> [:catn [:ctx {:ptc/context \"app.id\"} :string]] :nil]}",
     "[{'name':'f','inputSchema':{'type':'object','additionalProperties':false}}]", NULL},
    {PTC_TARGET_MCP,
     "{'tools':[{'name':'f','title':'F','description':'Does f.','inputSchema':{'type':"
     "'object','properties':{'a':{'type':'string'}},'additionalProperties':false},"
     "'annotations':{'destructiveHint':true,'readOnlyHint':true,'openWorldHint':false},"
     "'execution':{}}]}",
     "[{'name':'f','title':'F','description':'Does f.','inputSchema':{'type':'object',"
     "'properties':{'a':{'type':'string'}},'additionalProperties':false},'annotations':{"
     "'destructiveHint':true,'openWorldHint':false}}]",
     NULL},
};

Test(tool_list, parameters)
{
    CHECK(parameters);
}

/* --- Results ------------------------------------------------------------------------ */

#define LISTED(rest) "[{'name':'f','inputSchema':" INPUT rest "}]"
#define INPUT        "{'type':'object','properties':{'a':{'type':'string'}},'required':['a']}"

static const row results[] = {
    {PTC_TARGET_MCP, "f(a :string) -> :any\n", LISTED(""), NULL},
    {PTC_TARGET_MCP, "f(a :string) -> :nil\n", LISTED(""), NULL},
    {PTC_TARGET_MCP, "f(a :string) -> [:int]\n",
     LISTED(",'outputSchema':{'type':'array','items':{'type':'integer'}}"), NULL},
    {PTC_TARGET_MCP_LEGACY, "f(a :string) -> [:int]\n",
     LISTED(",'outputSchema':{'type':'object','properties':{'result':{'type':'array',"
            "'items':{'type':'integer'}}},'required':['result']}"),
     NULL},
    {PTC_TARGET_MCP_LEGACY, "f(a :string) -> :any?\n", LISTED(""), NULL},
    {PTC_TARGET_MCP_LEGACY, "f(a :string) -> {b :int}?\n",
     LISTED(
         ",'outputSchema':{'type':'object','properties':{'result':{'type':['object',"
         "'null'],'properties':{'b':{'type':'integer'}},'required':['b']}},'required':["
         "'result']}"),
     NULL},
    {PTC_TARGET_MCP_LEGACY, "f(a :string) -> :map\n",
     LISTED(",'outputSchema':{'type':'object'}"), NULL},
    /* definitions stay where references look for them */
    {PTC_TARGET_MCP_LEGACY, "item = {id :int}\nf(a :string) -> [:item]\n",
     LISTED(
         ",'outputSchema':{'type':'object','properties':{'result':{'type':'array',"
         "'items':{'$ref':'#/$defs/item'}}},'required':['result'],'$defs':{'item':{"
         "'type':'object','properties':{'id':{'type':'integer'}},'required':['id']}}}"),
     NULL},
    {PTC_TARGET_MCP_LEGACY, "item = {id :int}\nf(a :string) -> :item\n",
     LISTED(
         ",'outputSchema':{'type':'object','$ref':'#/$defs/item','$defs':{'item':{"
         "'type':'object','properties':{'id':{'type':'integer'}},'required':['id']}}}"),
     NULL},
    {PTC_TARGET_MCP_LEGACY,
     "malli {:a/item [:map [:id :int]] :f [:=> [:catn [:a :string]] :a/item]}",
     LISTED(
         ",'outputSchema':{'type':'object','$ref':'#/$defs/a~1item','$defs':{'a/item':{"
         "'type':'object','properties':{'id':{'type':'integer'}},'required':['id']}}}"),
     NULL},
    {PTC_TARGET_MCP_LEGACY, "ids = [:int]\nf(a :string) -> :ids\n",
     LISTED(",'outputSchema':{'type':'object','properties':{'result':{'$ref':"
            "'#/$defs/ids'}},'required':['result'],'$defs':{'ids':{'type':'array','items'"
            ":{'type':'integer'}}}}"),
     NULL},
    /* firewalled fields, at any depth */
    {PTC_TARGET_MCP,
     "row = {id :int, _secret :string}\n"
     "f(a :string) -> {_cost :int, rows [{row :row, more {_x :int, y :int?}}]}\n",
     LISTED(",'outputSchema':{'type':'object','properties':{'rows':{'type':'array',"
            "'items':{'type':'object','properties':{'row':{'$ref':'#/$defs/row'},'more':{"
            "'type':'object','properties':{'y':{'type':'integer'}}}},'required':["
            "'row','more']}}},'required':['rows'],'$defs':{'row':{'type':'object',"
            "'properties':{'id':{'type':'integer'}},'required':['id']}}}"),
     NULL},
    /* a description is that of the tool, not of its result */
    {PTC_TARGET_MCP, "f(a :string) -> :string\n  Says a.\n",
     "[{'name':'f','description':'Says a.','inputSchema':" INPUT
     ",'outputSchema':{'type':'string'}}]",
     NULL},
};

Test(tool_list, results)
{
    CHECK(results);
}

/* --- Formats ------------------------------------------------------------------------ */

static const row formats[] = {
    {PTC_TARGET_OPENAI_FORMAT, "answer = {a :int?}\n  An answer.\n",
     "{'type':'json_schema','name':'answer','strict':true,'schema':{'description':'An "
     "answer.','type':'object','properties':{'a':{'type':['integer','null']}},'required':"
     "["
     "'a'],'additionalProperties':false}}",
     NULL},
    {PTC_TARGET_OPENAI_FORMAT, "shop.list(a :int) -> [:int]\n",
     "{'type':'json_schema','name':'shop_list','strict':true,'schema':{'type':'object',"
     "'properties':{'items':{'type':'array','items':{'type':'integer'}}},'required':["
     "'items'],'additionalProperties':false}}",
     NULL},
    /* fields that models are not shown; it is reported, where they are required */
    {PTC_TARGET_ANTHROPIC_FORMAT,
     "f() -> {a :int, _b :int, c [{_d :int?, _e :string}]}\n",
     "{'type':'json_schema','schema':{'type':'object','properties':{'a':{'type':'integer'"
     "},'c':{'type':'array','items':{'type':'object','properties':{},'required':[],"
     "'additionalProperties':false}}},'required':['a','c'],'additionalProperties':false}"
     "}",
     "f: that the field is required: firewalled fields are not for models\n"
     "f: that the field is required: firewalled fields are not for models"},
};

Test(tool_list, formats)
{
    CHECK(formats);
}

/* --- Names and numbers -------------------------------------------------------------- */

#define TEN   "abcdefghij"
#define SIXTY TEN TEN TEN TEN TEN TEN

static const row names[] = {
    {PTC_TARGET_OPENAI, "shop.find-all() -> :nil\n",
     TOOL("shop_find-all", "{'type':'object','properties':{}}"), NULL},
    {PTC_TARGET_ANTHROPIC, "shop.find() -> :nil\n",
     "[{'name':'shop_find','input_schema':{'type':'object','properties':{}}}]", NULL},
    {PTC_TARGET_MCP, "shop.find(a :string) -> :nil\n",
     "[{'name':'shop.find','inputSchema':" INPUT "}]", NULL},
    /* those that fold together are at fault, both named; all faults are reported */
    {PTC_TARGET_OPENAI,
     "shop.find() -> :nil\nshop_find() -> :nil\nshop.x.y() -> :nil\n"
     "shop_x.y() -> :nil\n",
     NULL,
     "! shop_find: it is called shop_find at OpenAI, as shop.find is; rename one of "
     "them\n"
     "! shop_x.y: it is called shop_x_y at OpenAI, as shop.x.y is; rename one of them"},
    {PTC_TARGET_ANTHROPIC_STRICT, "a.b() -> :nil\na_b() -> :nil\n", NULL,
     "! a_b: it is called a_b at Anthropic, as a.b is; rename one of them"},
    {PTC_TARGET_OPENAI, SIXTY "1234() -> :nil\n",
     TOOL(SIXTY "1234", "{'type':'object','properties':{}}"), NULL},
    {PTC_TARGET_OPENAI, SIXTY "12345() -> :nil\n", NULL,
     "! " SIXTY "12345: the name has 65 characters; OpenAI accepts at most 64"},
    {PTC_TARGET_OPENAI_FORMAT, SIXTY "12345 = :int\n", NULL,
     "! " SIXTY "12345: the name has 65 characters; OpenAI accepts at most 64"},
    {PTC_TARGET_ANTHROPIC, SIXTY SIXTY "123456789() -> :nil\n", NULL,
     "! " SIXTY SIXTY "123456789: the name has 129 characters; Anthropic accepts at most "
     "128"},
    {PTC_TARGET_MCP, SIXTY SIXTY "123456789() -> :any\n", NULL,
     "! " SIXTY SIXTY "123456789: the name has 129 characters; MCP accepts at most 128"},
};

Test(tool_list, names)
{
    CHECK(names);
}

Test(tool_list, names_that_contracts_of_files_do_not_have)
{
    static const struct {
        const char *name;
        ptc_target target;
        const char *fault;
    } rows[] = {
        {"caf\xC3\xA9", PTC_TARGET_OPENAI,
         "! caf\xC3\xA9: the name has \"\xC3\xA9\"; names of tools at OpenAI consist of "
         "letters, digits, _ and -"},
        {"a/b", PTC_TARGET_ANTHROPIC,
         "! a/b: the name has \"/\"; names of tools at Anthropic consist of letters, "
         "digits, _ and -"},
        {"a b.c", PTC_TARGET_MCP,
         "! a b.c: the name has \" \"; names of tools at MCP consist of letters, digits, "
         "_, - and ."},
        {"a\nb", PTC_TARGET_OPENAI_CHAT,
         "! a\nb: the name has \"\\u000a\"; names of tools at OpenAI consist of letters, "
         "digits, _ and -"},
        {"", PTC_TARGET_OPENAI, "! : a tool needs a name"},
        {"\xFF", PTC_TARGET_MCP_LEGACY,
         "! \xFF: the name has \"\\xff\"; names of tools at MCP consist of letters, "
         "digits, _, - and ."},
    };

    read_contracts("f(a :string) -> :nil\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_target_contract *items = items_of();
        ptc_text out;

        items[0].name = ptc_str_of(rows[i].name);
        ptc_text_init(&out, &arena);
        cr_expect(write_all(&out, rows[i].target, items, 1, 0) == PTC_ERROR_INVALID);
        cr_expect(out.len == 0);
        cr_expect(strcmp(notes, rows[i].fault) == 0, "%s", notes);
    }
}

/* Contracts f0, f1, ... of one schema. */
static ptc_target_contract *many_items(size_t count)
{
    ptc_target_contract *items = ptc_arena_array(&arena, count, sizeof *items);

    read_contracts("f(a :string) -> :nil\n");
    for (size_t i = 0; i < count; i++) {
        char name[16];

        snprintf(name, sizeof name, "f%u", (unsigned)i);
        items[i].name = ptc_str_copy(&arena, ptc_str_of(name));
        items[i].schema = &contracts.items[0].schema;
    }
    return items;
}

Test(tool_list, numbers)
{
    ptc_target_contract *items = many_items(3000);
    const char *last = NULL;
    ptc_text out;

    ptc_text_init(&out, &arena);
    cr_expect(write_all(&out, PTC_TARGET_OPENAI, items, 128, 0) == PTC_OK);
    cr_expect(write_all(&out, PTC_TARGET_ANTHROPIC, items, 3000, 0) == PTC_OK);
    ptc_text_init(&out, &arena);
    cr_expect(write_all(&out, PTC_TARGET_OPENAI, items, 140, 0) == PTC_ERROR_INVALID);
    cr_expect(strcmp(notes, "! f128: this is one tool more than the 128 that OpenAI "
                            "accepts in a request; write fewer contracts at a time") == 0,
              "%s", notes);
    /* by name in bytes, whatever the order of declaration */
    cr_expect(write_all(&out, PTC_TARGET_MCP, items, 3000, 0) == PTC_OK);
    for (const char *at = out.ptr; (at = strstr(at, "\"name\":\"")) != NULL;) {
        at += 8;
        cr_expect(last == NULL || strcspn(last, "\"") != strcspn(at, "\"") ||
                  strncmp(last, at, strcspn(at, "\"")) < 0);
        last = at;
    }
    cr_expect(last != NULL && strncmp(last, "f999\"", 5) == 0);
}

Test(tool_list, order_of_mcp)
{
    cr_expect(strcmp(written("b(a :string) -> :nil\nB(a :string) -> :nil\na_2(a :string) "
                             "-> :nil\na.b(a :string) -> :nil\n",
                             PTC_TARGET_MCP),
                     test_quoted(&arena, "[{'name':'B','inputSchema':" INPUT
                                         "},{'name':'a.b','inputSchema':" INPUT
                                         "},{'name':'a_2','inputSchema':" INPUT
                                         "},{'name':'b','inputSchema':" INPUT "}]")) ==
              0);
}

Test(tool_list, descriptions_of_mcp)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "f(a :string) -> :nil\n  ");
    for (unsigned i = 0; i < 1024; i++)
        ptc_text_cstr(&text, "\xC3\xA9"); /* counted in characters */
    cr_expect(written(text.ptr, PTC_TARGET_MCP) != NULL);
    ptc_text_cstr(&text, "!\n");
    cr_expect(written(text.ptr, PTC_TARGET_MCP_LEGACY) == NULL);
    cr_expect(strcmp(notes,
                     "! f: the description has 1025 characters; MCP accepts at most "
                     "1024") == 0,
              "%s", notes);
    cr_expect(written(text.ptr, PTC_TARGET_OPENAI) != NULL);
}

/* --- The call ----------------------------------------------------------------------- */

Test(tool_list, layout)
{
    ptc_text out;

    read_contracts("f(a :string) -> :nil\n");
    ptc_text_init(&out, &arena);
    cr_expect(write_all(&out, PTC_TARGET_ANTHROPIC, items_of(), 1, 2) == PTC_OK);
    cr_expect(strcmp(out.ptr, "[\n"
                              "  {\n"
                              "    \"name\": \"f\",\n"
                              "    \"input_schema\": {\n"
                              "      \"type\": \"object\",\n"
                              "      \"properties\": {\n"
                              "        \"a\": {\n"
                              "          \"type\": \"string\"\n"
                              "        }\n"
                              "      },\n"
                              "      \"required\": [\n"
                              "        \"a\"\n"
                              "      ]\n"
                              "    }\n"
                              "  }\n"
                              "]") == 0,
              "%s", out.ptr);
    cr_expect(write_all(&out, PTC_TARGET_OPENAI, NULL, 0, 2) == PTC_OK);
    cr_expect(out.len > 2 && strcmp(out.ptr + out.len - 3, "][]") == 0, "%s", out.ptr);
    cr_expect(write_all(&out, PTC_TARGET_OPENAI_FORMAT, NULL, 0, 0) ==
              PTC_ERROR_ARGUMENT);
}

Test(tool_list, memory_refused)
{
    static const ptc_target targets[] = {PTC_TARGET_OPENAI,
                                         PTC_TARGET_OPENAI_CHAT_STRICT,
                                         PTC_TARGET_ANTHROPIC,
                                         PTC_TARGET_MCP_LEGACY,
                                         PTC_TARGET_OPENAI_CHAT_FORMAT,
                                         PTC_TARGET_ANTHROPIC_FORMAT};
    ptc_target_contract *items;

    read_contracts(SEARCH);
    items = items_of();
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        ptc_status status = PTC_ERROR_MEMORY;

        for (size_t cap = 64; status == PTC_ERROR_MEMORY && cap < 1 << 20; cap += 160) {
            ptc_arena small;
            ptc_text out;

            ptc_arena_init(&small, NULL, cap);
            ptc_text_init(&out, &small);
            status = write_all(&out, targets[i], items, 1, 0);
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY);
            cr_expect(status == PTC_OK || out.failed || out.len == 0);
            ptc_arena_free(&small);
        }
        cr_expect(status == PTC_OK, "%s", ptc_target_word(targets[i]));
    }
}
