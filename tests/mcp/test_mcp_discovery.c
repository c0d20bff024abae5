/* SPDX-License-Identifier: MIT */
/* Programs of a server look for its tools: apropos, dir, doc in run_program. [mcp 6, 8]
 */
#include <criterion/criterion.h>

#include "coded.h"
#include "mcp/catalog/catalog_int.h"

#include <stdio.h>
#include <string.h>

/* A server whose program has the texts that ptcc writes. */
static void open_with_docs(coded *desk, ptc_arena *arena, const char **docs)
{
    ptc_arena_init(arena, NULL, 0);
    coded_init(desk);
    for (size_t i = 0; i < desk->program.tool_count; i++) {
        ptc_str doc = ptc_catalog_doc(arena, desk->program.tools[i]);

        docs[i] = ptc_arena_copy(arena, doc.ptr, doc.len);
    }
    desk->program.docs = docs;
    coded_start(desk);
}

/* M510 */
Test(mcp_discovery, programs_find_tools_and_call_them)
{
    const char *docs[SERVED_TOOLS];
    ptc_arena arena;
    coded desk;

    open_with_docs(&desk, &arena, docs);
    coded_expect(&desk, "(dir)",
                 "[\"echo\",\"order\",\"search\",\"secret\",\"sell\",\"wait\"]");
    coded_expect(&desk, "(map :name (apropos \"query\"))", "[\"search\"]");
    coded_expect(&desk, "(:signature (first (apropos \"ORDER\" {:limit 1})))",
                 "\"order(id :int) -> {ok :bool}\"");
    coded_expect(&desk, "(println (doc \"order\"))",
                 "(tool/order {:id 42})\norder(id :int) -> {ok :bool}\nnull");
    coded_expect(&desk,
                 "(let [name (:name (first (apropos \"order\")))]\n"
                 "  [name (tool/order {:id (count (dir))})])",
                 "[\"order\",{\"ok\":true}]\n;; 1 tool call: order 1");
    ptc_arena_free(&arena);
    coded_end(&desk);
}

/* M510 */
Test(mcp_discovery, faults)
{
    const char *docs[SERVED_TOOLS];
    ptc_arena arena;
    coded desk;

    open_with_docs(&desk, &arena, docs);
    coded_expect(
        &desk, "(doc \"serch\")",
        "! unknown_tool: doc: no such tool: serch. Did you mean: search\n    1 | "
        "(doc \"serch\")\n      | ^");
    coded_expect(&desk, "(dotimes [i 25] (dir)) (tool/order {:id 1}) (dir)",
                 "! runtime_error: dir: a program may ask the catalog 25 times; keep "
                 "answers with def\n    1 | (dotimes [i 25] (dir)) (tool/order {:id 1}) "
                 "(dir)\n      |                                             ^\n;; done "
                 "before it: order 1");
    coded_expect(&desk, "(count (dir))", "6"); /* each program has its own */
    ptc_arena_free(&arena);
    coded_end(&desk);
}

/* What the firewall hides in values is not named either. */
Test(mcp_discovery, firewalled_fields)
{
    const char *docs[SERVED_TOOLS];
    ptc_arena arena;
    coded desk;

    open_with_docs(&desk, &arena, docs);
    coded_expect(&desk, "(doc \"secret\")", "\"(tool/secret)\\nsecret() -> {id :int}\"");
    ptc_arena_free(&arena);
    coded_end(&desk);
}

/* Rows by hand, without such texts. */
Test(mcp_discovery, names_and_descriptions_alone)
{
    coded desk;

    coded_open(&desk);
    coded_expect(&desk, "(count (dir))", "6");
    coded_expect(&desk, "(select-keys (first (apropos \"order\")) [:name :signature])",
                 "{\"name\":\"order\",\"signature\":\"order(..)\"}");
    coded_expect(&desk, "(subs (doc \"order\") 0 18)", "\"(tool/order {..})\\n\"");
    coded_end(&desk);
}
