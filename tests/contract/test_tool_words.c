/* SPDX-License-Identifier: MIT */
/*
 * What contracts say about tools next to their types: lines `@title`, `@hints`,
 * `@timeout`, properties of Malli functions, members of tools in JSON. What is wrong with
 * them is in tests/bad/tool-*. [mcp 4]
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "support.h"

#include <ptc/contract.h>
#include <ptc/target.h>

static ptc_arena arena;
static ptc_contracts contracts;
static ptc_diags diags;
static ptc_source source;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(tool_words, .init = start, .fini = stop);

static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    static ptc_source included = {PTC_STR_INIT("shop.sig"), {NULL, 0}};

    (void)from;
    (void)user;
    included.text = ptc_str_of("find() -> :string\n  @title Find\n");
    return ptc_str_equal(name, PTC_STR("shop.sig")) ? &included : NULL;
}

static ptc_status read_text(const char *name, const char *text)
{
    static const ptc_contract_options options = {.struct_size = sizeof options,
                                                 .load = load};

    source = (ptc_source){ptc_str_of(name), ptc_str_of(text)};
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    return ptc_contracts_read(&arena, &source, &options, &diags, &contracts);
}

/* "title/hints/timeout" of a contract, "-" for one that says nothing; its description
 * after " ; ". */
static const char *said(const ptc_contract *contract)
{
    const ptc_contract_info *info = contract->info;
    const ptc_schema_extra *extra = ptc_schema_root(&contract->schema)->extra;
    ptc_text out;

    ptc_text_init(&out, &arena);
    if (info == NULL) {
        ptc_text_byte(&out, '-');
    } else {
        cr_expect(info->struct_size == sizeof *info);
        ptc_text_str(&out, info->title);
        ptc_text_byte(&out, '/');
        ptc_text_uint(&out, info->hints);
        ptc_text_byte(&out, '/');
        ptc_text_int(&out, info->timeout_ms);
    }
    if (extra != NULL && extra->description.len > 0) {
        ptc_text_cstr(&out, " ; ");
        ptc_text_str(&out, extra->description);
    }
    return ptc_text_view(&out).ptr;
}

typedef struct row {
    const char *text;
    const char *said; /* of the last contract */
} row;

static void check(const char *name, const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = test_quoted(&arena, rows[i].text);
        const char *got;

        cr_assert(read_text(name, text) == PTC_OK, "%s: %s", text,
                  diags.count > 0 ? test_cstr(diags.items[0].message) : "");
        got = said(&contracts.items[contracts.count - 1]);
        cr_expect(strcmp(got, rows[i].said) == 0, "%s\n%s\nin place of\n%s", text, got,
                  rows[i].said);
    }
}

#define CHECK(name, rows) check(name, rows, sizeof(rows) / sizeof(rows)[0])

static const row lines[] = {
    {"f() -> :string\n  Text.\n", "- ; Text."},
    {"f() -> :string\n  @title Search the shop\n", "Search the shop/0/0"},
    {"f() -> :string\n\t@hints read-only closed-world\n", "/33/0"},
    {"f() -> :string\n  @hints destructive\n  @hints idempotent\topen-world  \n",
     "/26/0"},
    {"f() -> :string\n  @hints read-only additive read-only\n", "/5/0"},
    {"f() -> :string\n  @timeout 86400000\n", "/0/86400000"},
    {"f() -> :string\n  @timeout   0005  \r\n", "/0/5"},
    /* anywhere below the signature, and never part of what is described */
    {"f(a :int) -> :string\n  One.\n  @timeout 5\n  Two.\n  - a: it\n    @title T\n"
     "    goes on\n",
     "T/0/5 ; One.\nTwo.\ngoes on"},
    {"f() -> :string ; a comment\n  ; @title no\n\n  @title Yes\n", "Yes/0/0"},
    /* text that begins with @ */
    {"f() -> :string\n  \\@title T\n", "- ; @title T"},
    {"f() -> :string\n  \\\\@title T\n", "- ; \\@title T"},
    {"f() -> :string\n  @ 5 o'clock, @2, @\n  a@b\n", "- ; @ 5 o\"clock, @2, @\na@b"},
    {"f() -> :string\n  \\n stays\n", "- ; \\n stays"},
    /* Malli in signatures, alone and with lines */
    {"f = [:=> {:mcp/timeout 9} [:cat] :string]\n", "/0/9"},
    {"f = [:=> {:mcp/timeout 9} [:cat] :string]\n  @title T\n", "T/0/9"},
    {"g = [:=> {:mcp/timeout 9} [:cat] :string]\nf() -> :string\n", "-"},
    /* those of files that are included stay theirs */
    {"include 'shop.sig'\nf() -> :string\n  @timeout 3\n", "/0/3"},
};

Test(tool_words, lines)
{
    CHECK("a.sig", lines);
}

static const row malli[] = {
    {"[:=> {:mcp/title 'T' :mcp/hints [:read-only 'idempotent' open-world] :mcp/timeout "
     "5} [:cat] :int]",
     "T/25/5"},
    {"[:=> {:description 'D' :mcp/hints []} [:cat] :int]", "- ; D"},
    {"{:f [:schema {:registry {'x' :int}} [:=> {:mcp/title 'T'} [:cat 'x'] :int]]}",
     "T/0/0"},
};

Test(tool_words, malli)
{
    CHECK("a.malli.edn", malli);
}

#define INPUT "'inputSchema':{'type':'object'}"

static const row json[] = {
    {"{'tools':[{'name':'f'," INPUT ",'title':'T'}]}", "T/0/0 ; T"},
    {"{'tools':[{'name':'f','description':'D'," INPUT
     ",'annotations':{'title':'U','readOnlyHint':true,'idempotentHint':true,"
     "'openWorldHint':false}}]}",
     "U/41/0 ; D"},
    {"{'tools':[{'name':'f','title':'T','description':'D'," INPUT
     ",'annotations':{'title':'U','readOnlyHint':false,'destructiveHint':false,"
     "'openWorldHint':true}}]}",
     "T/20/0 ; D"},
    /* not reported, since it is the data of others */
    {"{'tools':[{'name':'f'," INPUT
     ",'title':7,'annotations':{'readOnlyHint':'yes','destructiveHint':null,'x':1}}]}",
     "-"},
    {"{'tools':[{'name':'f'," INPUT
     ",'annotations':{'readOnlyHint':true,'destructiveHint':true}}]}",
     "/2/0"},
    {"{'tools':[{'name':'f'," INPUT ",'annotations':'none'}]}", "-"},
    /* our own */
    {"{'tools':[{'name':'f'," INPUT
     ",'x-mcp-title':'X','x-mcp-hints':['additive'],'x-mcp-timeout':5}]}",
     "X/4/5"},
    {"{'tools':[{'name':'f','title':'T','description':'D','inputSchema':{'type':'object',"
     "'x-mcp-title':'X','x-mcp-timeout':7},'annotations':{'readOnlyHint':true}}]}",
     "X/1/7 ; D"},
    {"[{'type':'function','function':{'name':'f','parameters':{'type':'object',"
     "'x-mcp-hints':['read-only']}}}]",
     "/1/0"},
    {"{'openapi':'3.0.3','info':{'title':'P','version':'1'},'paths':{'/p':{'get':{"
     "'operationId':'f','x-mcp-title':'Pets','responses':{'200':{'description':'ok'}}}}}"
     "}",
     "Pets/0/0"},
    {"{'type':'object','x-mcp-title':'A type'}", "-"},
};

Test(tool_words, json)
{
    CHECK("a.json", json);
}

Test(tool_words, json_faults)
{
    static const row faults[] = {
        {"{'tools':[{'name':'f','x-mcp-title':''," INPUT "}]}",
         "x-mcp-title must be a non-empty string, at /tools/0/x-mcp-title"},
        {"{'tools':[{'name':'f','x-mcp-hints':'additive'," INPUT "}]}",
         "x-mcp-hints must be a list of hints, at /tools/0/x-mcp-hints"},
        {"{'tools':[{'name':'f','x-mcp-hints':['additive','x']," INPUT "}]}",
         "hints are read-only, destructive or additive, idempotent, open-world or "
         "closed-world, at /tools/0/x-mcp-hints/1"},
        {"{'tools':[{'name':'f','x-mcp-hints':['open-world','closed-world']," INPUT "}]}",
         "this hint contradicts another one; keep one of them, at "
         "/tools/0/x-mcp-hints/1"},
        {"{'tools':[{'name':'f','x-mcp-timeout':1.5," INPUT "}]}",
         "x-mcp-timeout must be a number of milliseconds from 1 to 86400000, at "
         "/tools/0/x-mcp-timeout"},
        {"{'type':'object','x-mcp-timeout':5}",
         "this has no effect: a type is not a tool, at /x-mcp-timeout"},
    };

    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        bool is_warning = i + 1 == sizeof faults / sizeof faults[0];

        cr_expect(read_text("a.json", test_quoted(&arena, faults[i].text)) ==
                  (is_warning ? PTC_OK : PTC_ERROR_SYNTAX));
        cr_assert(diags.count > 0, "%s", faults[i].text);
        cr_expect(strcmp(test_cstr(diags.items[0].message), faults[i].said) == 0, "%s",
                  test_cstr(diags.items[0].message));
    }
}

/* They are not part of the type. */
Test(tool_words, types_are_the_same)
{
    static const char *const texts[] = {
        "f(a :int) -> {b :string}\n",
        "f(a :int) -> {b :string}\n  @title T\n  @hints read-only\n  @timeout 5\n",
        "f = [:=> [:catn [:a :int]] [:map [:b :string]]]\n",
        "f = [:=> {:mcp/title \"T\" :mcp/timeout 5} [:catn [:a :int]] [:map [:b "
        ":string]]]\n",
    };
    ptc_schema schemas[4];

    for (size_t i = 0; i < 4; i++) {
        cr_assert(read_text("a.sig", texts[i]) == PTC_OK);
        schemas[i] = contracts.items[0].schema;
        cr_expect(ptc_schema_root(&schemas[i])->extra->properties.kind == PTC_NIL);
        cr_expect(ptc_schema_hash(&schemas[0]) == ptc_schema_hash(&schemas[i]));
        cr_expect(ptc_schema_equal(&schemas[0], &schemas[i]));
    }
}

/* --- Canonical text ------------------------------------------------------------------
 */

static const row formats[] = {
    {"f( )->:string\n     Text.\n   @title   Search  the shop  \n @hints read-only\n"
     "   \\@x\n",
     "f() -> :string\n  Text.\n  @title   Search  the shop\n  @hints read-only\n"
     "  \\@x\n"},
    {"f(a :int) -> :string\n  - a: one\n      two\n      @timeout 5\n      \\@three\n",
     "f(a :int) -> :string\n  - a: one two\n  @timeout 5\n  \\@three\n"},
    {"f(a :int) -> :string\n  - a: one\n      \\@two\n  \\\\@three\n",
     "f(a :int) -> :string\n  - a: one @two\n  \\\\@three\n"},
    /* what goes on with a field does so after comments and blank lines as well */
    {"f(a :int) -> :string\n  - a: one\n  ; why\n     \\@two\n      three\n\n     four\n",
     "f(a :int) -> :string\n  - a: one\n  ; why\n    \\@two three\n\n    four\n"},
    {"f = [:=> {:mcp/title \"T\"}   [:cat] :string]\n",
     "f = [:=> {:mcp/title \"T\"}   [:cat] :string]\n"},
};

Test(tool_words, canonical_text)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        ptc_source text = {PTC_STR("a.sig"), ptc_str_of(formats[i].text)};

        for (unsigned again = 0; again < 2; again++) {
            ptc_text out;

            ptc_text_init(&out, &arena);
            ptc_diags_init(&diags, &arena);
            diags.source = &text;
            cr_assert(ptc_contracts_format(&arena, &out, &text, NULL, &diags) == PTC_OK);
            cr_expect(strcmp(out.ptr, formats[i].said) == 0, "%s", out.ptr);
            text.text = ptc_text_view(&out);
        }
    }
}

Test(tool_words, memory_refused)
{
    static const char text[] =
        "f(a :int) -> :string\n  Text.\n  - a: it\n  @title T\n  @hints read-only\n"
        "  @timeout 5\ng = [:=> {:mcp/title \"T\"} [:cat] :string]\n";
    ptc_status status = PTC_ERROR_MEMORY;

    source = (ptc_source){PTC_STR("a.sig"), ptc_str_of(text)};
    for (size_t left = 0; status == PTC_ERROR_MEMORY && left < 1000; left++) {
        test_refusing refusing = {left, 0};
        ptc_allocator allocator = test_refusing_allocator(&refusing);
        ptc_arena small;

        ptc_arena_init(&small, &allocator, 0);
        ptc_diags_init(&diags, &small);
        diags.source = &source;
        status = ptc_contracts_read(&small, &source, NULL, &diags, &contracts);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%d", status);
        ptc_arena_free(&small);
        cr_expect(refusing.held == 0);
    }
    cr_expect(status == PTC_OK);
}
