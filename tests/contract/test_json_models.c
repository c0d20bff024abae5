/* SPDX-License-Identifier: MIT */
/*
 * Models as Pydantic and zod write them, as JSON Schema: every one is read, and documents
 * get the verdict that the author of the model expects. The models are not part of
 * this project; without them the test says so.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "support.h"

#include <ptc/contract.h>
#include <ptc/walk.h>

enum { DOCUMENTS = 14 };

/* A model with documents that it accepts, and such as it refuses; lists end in NULL. */
typedef struct model {
    const char *name;
    const char *good[DOCUMENTS];
    const char *bad[DOCUMENTS];
} model;

#define GOOD(...)                                                                        \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }
#define BAD(...)                                                                         \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }

static const model pydantic[] = {
    {"Flat",
     GOOD("{'name':'a','age':1,'score':0.5,'ok':true}",
          "{'name':'','age':-1.0,'score':3,'ok':false,'more':null}"),
     BAD("{'name':'a','age':1,'score':0.5}", "{'name':'a','age':1.5,'score':1,'ok':true}",
         "{'name':'a','age':'1','score':1,'ok':true}",
         "{'name':'a','age':1,'score':'1','ok':true}",
         "{'name':null,'age':1,'score':1,'ok':true}",
         "{'name':'a','age':1,'score':1,'ok':1}", "{'name':'a','age':true,'score':1}",
         "[]", "null")},
    {"Opt",
     GOOD("{'q':'a'}", "{'q':'a','limit':null,'tag':null}",
          "{'q':'a','limit':5,'tag':'t'}", "{'q':'','limit':5.0}"),
     BAD("{}", "{'q':null}", "{'q':'a','limit':'5'}", "{'q':'a','limit':0.5}",
         "{'q':'a','tag':1}", "{'limit':1}")},
    {"Constr",
     GOOD("{'n':1,'x':0.5,'s':'a','l':[1]}",
          "{'n':10,'x':0.999,'s':'abcdefgh','l':[1,2,3]}"),
     BAD("{'n':0,'x':0.5,'s':'a','l':[1]}", "{'n':11,'x':0.5,'s':'a','l':[1]}",
         "{'n':1,'x':0,'s':'a','l':[1]}", "{'n':1,'x':1,'s':'a','l':[1]}",
         "{'n':1,'x':0.5,'s':'','l':[1]}", "{'n':1,'x':0.5,'s':'abcdefghi','l':[1]}",
         "{'n':1,'x':0.5,'s':'A','l':[1]}", "{'n':1,'x':0.5,'s':'a','l':[]}",
         "{'n':1,'x':0.5,'s':'a','l':[1,2,3,4]}", "{'n':1,'x':0.5,'s':'a','l':['1']}",
         "{'n':1,'x':0.5,'s':'a\\n','l':[1]}")},
    {"Ge", GOOD("{'n':1,'p':0}", "{'n':10,'p':1}", "{'n':5.0,'p':0.25}"),
     BAD("{'n':0,'p':0}", "{'n':11,'p':0}", "{'n':1,'p':-0.1}", "{'n':1,'p':1.1}",
         "{'n':1}", "{'p':1}")},
    {"Lit",
     GOOD("{'mode':'a','one':'x'}", "{'mode':'b','one':'x','num':2}",
          "{'mode':'b','one':'x','num':1.0}"),
     BAD("{'mode':'A','one':'x'}", "{'mode':'a','one':'X'}", "{'mode':'a'}",
         "{'one':'x'}", "{'mode':'a','one':'x','num':3}",
         "{'mode':'a','one':'x','num':'1'}", "{'mode':'a','one':'x','num':null}")},
    {"Nested",
     GOOD("{'item':{'id':1,'title':'t'},'items':[],'by':{}}",
          "{'item':{'id':1,'title':'t'},'items':[{'id':2,'title':''}],"
          "'by':{'k':{'id':3,'title':'u'}}}"),
     BAD("{'item':{'id':1},'items':[],'by':{}}",
         "{'item':{'id':1,'title':'t'},'items':[{'id':2}],'by':{}}",
         "{'item':{'id':1,'title':'t'},'items':[],'by':{'k':{}}}",
         "{'item':{'id':1,'title':'t'},'items':{},'by':{}}",
         "{'item':{'id':1,'title':'t'},'items':[]}", "{'item':null,'items':[],'by':{}}")},
    {"Uni", GOOD("{'v':1}", "{'v':'s'}", "{'v':[1,2]}", "{'v':[]}", "{'v':1.0}"),
     BAD("{'v':1.5}", "{'v':['s']}", "{'v':null}", "{'v':{}}", "{'v':true}", "{}")},
    {"Strict", GOOD("{'a':1}", "{'a':1,'b':'y'}"),
     BAD("{}", "{'a':1,'c':1}", "{'a':1,'B':'y'}", "{'a':1,'b':null}", "{'b':'y'}")},
    {"Tree",
     GOOD("{'value':1}", "{'value':1,'children':[]}",
          "{'value':1,'children':[{'value':2,'children':[{'value':3}]}]}"),
     BAD("{}", "{'value':1,'children':[{}]}", "{'value':1,'children':null}",
         "{'value':1,'children':[{'value':2,'children':[{'value':'3'}]}]}")},
    {"Tup", GOOD("{'p':[1,'a'],'s':[]}", "{'p':[1,'a'],'s':['a','b']}"),
     BAD("{'p':[1],'s':[]}", "{'p':[1,'a',2],'s':[]}", "{'p':['a',1],'s':[]}",
         "{'p':[1,'a'],'s':['a','a']}", "{'p':[1,'a'],'s':[1]}", "{'p':[1,'a']}")},
    {"AnyM",
     GOOD("{'data':null,'obj':{},'free':{'a':1}}",
          "{'data':[1],'obj':{'b':{}},'free':{}}"),
     BAD("{'obj':{},'free':{}}", "{'data':1,'obj':[],'free':{}}",
         "{'data':1,'obj':{},'free':null}")},
    {"Ali", GOOD("{'userId':1,'from':'a'}"),
     BAD("{'user_id':1,'from':'a'}", "{'userid':1,'from':'a'}",
         "{'userId':1,'from_':'a'}", "{'userId':1}")},
};

static const model zod3[] = {
    {"Flat", GOOD("{'name':'a','age':1}"),
     BAD("{'name':'a','age':1,'x':1}", "{'name':'a'}", "{'name':'a','age':1.5}")},
    {"Opt", GOOD("{'q':'a'}", "{'q':'a','l':1}"),
     BAD("{'q':'a','l':null}", "{'l':1}", "{'q':'a','L':1}")},
    {"Def", GOOD("{}", "{'q':'a'}"), BAD("{'q':null}", "{'q':1}", "{'r':1}")},
    {"Bounds",
     GOOD("{'n':1,'s':'a'}", "{'n':10,'s':'\\ud83d\\ude00'}", "{'n':9.5,'s':'ab'}"),
     BAD("{'n':0.9,'s':'a'}", "{'n':10.1,'s':'a'}", "{'n':1,'s':''}", "{'n':1}")},
    {"Lit", GOOD("{'m':'a'}"), BAD("{'m':'b'}", "{'m':'A'}", "{}", "{'m':null}")},
    {"Nested",
     GOOD("{'i':{'id':1,'title':'t'},'l':[]}",
          "{'i':{'id':1,'title':'t'},'l':[{'id':2,'title':'u'}]}"),
     BAD("{'i':{'id':1,'title':'t'},'l':[{'id':2}]}",
         "{'i':{'id':1,'title':'t','x':1},'l':[]}",
         "{'i':{'id':1,'title':'t'},'l':[{'id':2,'title':'u','x':1}]}",
         "{'i':{'id':1,'title':'t'}}")},
    {"Disc", GOOD("{'p':{'kind':'a','x':1}}", "{'p':{'kind':'b'}}"),
     BAD("{'p':{'kind':'a'}}", "{'p':{'kind':'b','x':1}}", "{'p':{'kind':'c'}}",
         "{'p':{}}", "{}")},
    {"Rec", GOOD("{'m':{}}", "{'m':{'a':1,'b':2.5}}"),
     BAD("{'m':{'a':'1'}}", "{'m':{'a':null}}", "{'m':[]}", "{}")},
    {"Int", GOOD("{'i':1}", "{'i':2.0}"),
     BAD("{'i':0}", "{'i':-1}", "{'i':0.5}", "{'i':1.5}", "{'i':null}")},
    {"Arr", GOOD("{'a':['x']}", "{'a':['','y']}"),
     BAD("{'a':[]}", "{'a':[1]}", "{'a':'x'}", "{'a':null}", "{}")},
};

static const model zod4[] = {
    {"Flat/input", GOOD("{'name':'a','age':9007199254740991,'score':1,'ok':true,'x':1}"),
     BAD("{'name':'a','age':9007199254740992,'score':1,'ok':true}",
         "{'name':'a','age':-9007199254740992,'score':1,'ok':true}",
         "{'name':'a','age':1,'ok':true}")},
    {"Flat/output", GOOD("{'name':'a','age':-9007199254740991,'score':1.5,'ok':false}"),
     BAD("{'name':'a','age':1,'score':1,'ok':true,'x':1}")},
    {"Opt/output", GOOD("{'q':'a'}", "{'q':'a','limit':1}"),
     BAD("{'q':'a','limit':null}", "{'q':'a','x':1}", "{}")},
    {"Nullable/input", GOOD("{'q':null}", "{'q':'a','t':null}", "{'q':'a','t':'b'}"),
     BAD("{}", "{'t':null}", "{'q':1}", "{'q':'a','t':1}")},
    {"Def/input", GOOD("{}", "{'q':'a','n':1.5}"), BAD("{'q':null}", "{'n':'3'}")},
    {"Def/output", GOOD("{'q':'a','n':1.5}"),
     BAD("{}", "{'q':'a'}", "{'n':3}", "{'q':'a','n':1,'x':1}")},
    {"Bounds/output",
     GOOD("{'n':1,'s':'a','l':['x']}", "{'n':10,'s':'abcdefgh','l':['x']}"),
     BAD("{'n':0,'s':'a','l':['x']}", "{'n':11,'s':'a','l':['x']}",
         "{'n':1,'s':'','l':['x']}", "{'n':1,'s':'abcdefghi','l':['x']}",
         "{'n':1,'s':'a','l':[]}", "{'n':1,'s':'a','l':[1]}")},
    {"Positive/input", GOOD("{'n':0.001,'i':-5}", "{'n':1,'i':0}"),
     BAD("{'n':0,'i':0}", "{'n':-1,'i':0}", "{'n':1,'i':0.5}", "{'n':1}")},
    {"Enum/input", GOOD("{'c':'red'}", "{'c':'green','x':1}"),
     BAD("{'c':'Red'}", "{'c':'blue'}", "{'c':null}", "{}")},
    {"Enum/output", GOOD("{'c':'red'}"), BAD("{'c':'green','x':1}", "{'c':'redgreen'}")},
    {"Lit/output", GOOD("{'m':'a'}"), BAD("{'m':'b'}", "{'m':'a','x':1}")},
    {"Nested/input",
     GOOD("{'item':{'id':1,'title':'t'},'items':[{'id':1,'title':'t','x':null}]}"),
     BAD("{'item':{'id':1},'items':[]}", "{'item':{'id':1,'title':'t'},'items':[1]}",
         "{'item':{'id':1,'title':'t'}}")},
    {"Disc/input",
     GOOD("{'pet':{'kind':'cat','lives':9}}",
          "{'pet':{'kind':'dog','name':'n','lives':1}}"),
     BAD("{'pet':{'kind':'cat','name':'n'}}", "{'pet':{'kind':'dog'}}",
         "{'pet':{'kind':'cow','lives':1,'name':'n'}}", "{'pet':{'lives':9}}", "{}")},
    {"Disc/output", GOOD("{'pet':{'kind':'cat','lives':9}}"),
     BAD("{'pet':{'kind':'cat','lives':9,'name':'n'}}", "{'pet':null}")},
    {"Uni/output", GOOD("{'v':'a'}", "{'v':1.5}"),
     BAD("{'v':true}", "{'v':null}", "{'v':[]}", "{'v':1,'x':1}")},
    {"Rec/input", GOOD("{'m':{}}", "{'m':{'':1,'b':2.5}}"),
     BAD("{'m':{'a':'1'}}", "{'m':{'a':null}}", "{}")},
    {"Strict/input", GOOD("{'a':1}"), BAD("{'a':1,'b':2}", "{}")},
    {"Strict/output", GOOD("{'a':1.5}"), BAD("{'a':1,'A':2}")},
    {"Formats/output",
     GOOD("{'e':'ada@example.org','u':'https://example.org/','d':'2026-02-28T09:00:00Z',"
          "'id':'123e4567-e89b-42d3-a456-426614174000'}",
          "{'e':'a.b+c@x-y.org','u':'urn:a','d':'2024-02-29T23:59:59.123Z',"
          "'id':'00000000-0000-0000-0000-000000000000'}"),
     BAD("{'e':'ada','u':'urn:a','d':'2026-02-28T09:00:00Z',"
         "'id':'123e4567-e89b-42d3-a456-426614174000'}",
         "{'e':'a@b.org','u':'urn:a','d':'2026-02-29T09:00:00Z',"
         "'id':'123e4567-e89b-42d3-a456-426614174000'}",
         "{'e':'a@b.org','u':'urn:a','d':'2026-02-28T09:00:00+01:00',"
         "'id':'123e4567-e89b-42d3-a456-426614174000'}",
         "{'e':'a@b.org','u':'urn:a','d':'2026-02-28T09:00:00Z',"
         "'id':'123e4567-e89b-92d3-a456-426614174000'}",
         "{'e':'a@b.org','u':1,'d':'2026-02-28T09:00:00Z',"
         "'id':'123e4567-e89b-42d3-a456-426614174000'}")},
    {"Tup/input", GOOD("{'t':['a',1]}"),
     BAD("{'t':['a']}", "{'t':['a',1,2]}", "{'t':[1,'a']}", "{'t':[]}", "{'t':{}}")},
    {"Tree/input",
     GOOD("{'value':1,'children':[]}",
          "{'value':1,'children':[{'value':2,'children':[]}]}"),
     BAD("{'value':1}", "{'value':1,'children':[{'value':2}]}",
         "{'value':1,'children':[null]}")},
    {"Tree/output", GOOD("{'value':1,'children':[{'value':2,'children':[]}]}"),
     BAD("{'value':1,'children':[{'value':2,'children':[],'x':1}]}",
         "{'value':1,'children':[],'x':1}")},
    {"Descr/output", GOOD("{'q':'a'}"), BAD("{'q':1}", "{'q':'a','r':1}", "{}")},
    {"Any/input", GOOD("{'d':null,'u':1}", "{'d':[],'u':{'x':[]}}"),
     BAD("{'d':1}", "{'u':1}", "{}", "[1,2]")},
};

static const struct {
    const char *path;
    const model *models;
    size_t count;
} files[] = {
    {"data/models/pydantic.jsonl", pydantic, sizeof pydantic / sizeof *pydantic},
    {"data/models/zod3.jsonl", zod3, sizeof zod3 / sizeof *zod3},
    {"data/models/zod4.jsonl", zod4, sizeof zod4 / sizeof *zod4},
};

/* The document that the table spells with single quotes. */
static ptc_value document(ptc_arena *arena, const char *spelled)
{
    size_t len = strlen(spelled);
    char *text = ptc_arena_copy(arena, spelled, len);
    ptc_value value;

    for (size_t i = 0; i < len; i++)
        text[i] = text[i] == '\'' ? '"' : text[i];
    cr_assert(ptc_json_read(arena, text, len, NULL, &value, NULL, NULL) == PTC_OK, "%s",
              spelled);
    return value;
}

static bool read_model(ptc_arena *arena, const ptc_value *row, ptc_schema *out)
{
    static const ptc_contract_options options = {.struct_size = sizeof options,
                                                 .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_source source = {PTC_STR("model"), {NULL, 0}};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, arena);
    cr_assert(ptc_json_write(&text, ptc_value_get(row, "schema"), 0) == PTC_OK);
    source.text = ptc_text_view(&text);
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    if (ptc_contracts_read(arena, &source, &options, &diags, &contracts) != PTC_OK) {
        cr_expect(false, "%s: %s", test_cstr(ptc_value_text(ptc_value_get(row, "name"))),
                  diags.count > 0 ? test_cstr(diags.items[0].message) : "no word");
        return false;
    }
    *out = contracts.items[0].schema;
    out->root = ptc_schema_root(out)->first + 1;
    return true;
}

static unsigned judge_documents(ptc_arena *arena, const char *name,
                                const ptc_schema *schema, const char *const *documents,
                                bool is_valid)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_OUTPUT,
                                          .boundary = PTC_BOUNDARY_JSON};
    unsigned count = 0;

    for (; count < DOCUMENTS && documents[count] != NULL; count++) {
        ptc_value value = document(arena, documents[count]);
        bool verdict = ptc_schema_validate(schema, &value, &walk, NULL) == PTC_OK;

        cr_expect(verdict == is_valid, "%s: %s is %s", name, documents[count],
                  verdict ? "accepted" : "refused");
    }
    return count;
}

/* M496 */
Test(json_models, documents_are_checked_as_their_authors_expect)
{
    unsigned judged = 0;

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        unsigned number = 0;
        ptc_arena arena;
        ptc_str text;
        ptc_str rest;
        ptc_str line;

        if (!test_read_shared("json_models", files[i].path, &text))
            return;
        ptc_arena_init(&arena, NULL, 0);
        rest = text;
        while (test_next_line(&rest, &line, &number)) {
            const model *one = &files[i].models[number - 1];
            ptc_schema schema;
            ptc_value row;

            cr_assert(number <= files[i].count, "%s has more models", files[i].path);
            cr_assert(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL) ==
                      PTC_OK);
            cr_assert(ptc_str_equal(ptc_value_text(ptc_value_get(&row, "name")),
                                    ptc_str_of(one->name)),
                      "%s: row %u is another model", files[i].path, number);
            if (!read_model(&arena, &row, &schema))
                continue;
            judged += judge_documents(&arena, one->name, &schema, one->good, true);
            judged += judge_documents(&arena, one->name, &schema, one->bad, false);
        }
        cr_expect(number == files[i].count, "%s: %u models", files[i].path, number);
        ptc_arena_free(&arena);
        free((void *)(uintptr_t)text.ptr);
    }
    fprintf(stderr, "json_models: %u documents judged\n", judged);
}
