/* SPDX-License-Identifier: MIT */
/*
 * The description of run_program: a fixed head, then the tools, in less and less detail
 * until they fit. The reader has nothing else, so the text says what was cut and how to
 * find it. [mcp 6]
 */
#include "mcp/catalog/catalog_int.h"

/* At most 900 characters. */
static const char describe_head[] =
    "Runs a program in PTC-Lisp, a small Clojure, over the tools below: one run in place "
    "of many calls. Tools take one map: (tool/name {:param value}), T? is optional. "
    "ctx/name reads `name` of `context`. The last form, or (return value), is the "
    "result, (fail {:reason :word :message \"why\"}) an error. Return only what you "
    "need: "
    "filter, count and pick fields in the program.\n"
    "Keywords find string keys; nil in arithmetic is an error: (or x 0). No macros, try, "
    "state or I/O. Most used: let if when cond case fn #() for -> ->> def println map "
    "filter reduce sort-by group-by frequencies first take count get get-in assoc update "
    "merge select-keys vals str join split sum-by max-by where pmap.\n"
    "Example, were there tools orders and rate:\n"
    "(let [items (:items (tool/orders {:user ctx/user}))\n"
    "      rate (:rate (tool/rate {:to \"EUR\"}))]\n"
    "  {:count (count items) :total (* rate (reduce + (map :sum items)))})\n";

const char ptc_catalog_instructions[] =
    "run_program makes many calls in one: it runs a program in PTC-Lisp, a small "
    "Clojure, over the tools of this server, as (tool/name {:param value}). Use it for "
    "loops, joins, filters and sums, and return only what you need; its description "
    "says how. In a program (apropos \"words\") finds tools, (dir) lists them, "
    "(doc \"name\") describes one.";

/* --- Parts -------------------------------------------------------------------------- */

/* `SERVER: N tools, find them with (apropos "words")`, a line for each server. */
static void describe_counts(ptc_text *text, const ptc_catalog *catalog)
{
    for (size_t i = 0; i < catalog->count; i++) {
        const ptc_catalog_server *server = &catalog->servers[i];
        bool is_one = server->count == 1;

        if (i > 0)
            ptc_text_byte(text, '\n');
        ptc_text_str(
            text, ptc_catalog_words(text->arena, server->name, PTC_CATALOG_WHOLE, false));
        ptc_text_cstr(text, ": ");
        ptc_text_uint(text, server->count);
        ptc_text_cstr(text, is_one ? " tool, find it with" : " tools, find them with");
        ptc_text_cstr(text, " (apropos \"words\")");
    }
}

/* All tools of a catalog, in the form of prompts; NULL when refused. */
static ptc_prompt_tool *describe_prompt_tools(ptc_arena *arena,
                                              const ptc_catalog *catalog,
                                              ptc_catalog_detail detail, size_t *count)
{
    size_t all = ptc_catalog_count(catalog);
    ptc_prompt_tool *tools = ptc_arena_array(arena, all + 1, sizeof *tools);

    *count = 0;
    if (tools == NULL)
        return NULL;
    for (size_t i = 0; i < catalog->count; i++) {
        const ptc_catalog_server *server = &catalog->servers[i];

        for (size_t j = 0; j < server->count; j++) {
            if (!ptc_catalog_prompt_tool(arena, server->tools[j], detail,
                                         &tools[(*count)++]))
                return NULL;
        }
    }
    return tools;
}

/* The entries of the tools, without the last line end, and a note of what they leave
 * out. */
static void describe_entries(ptc_text *text, const ptc_catalog *catalog,
                             ptc_catalog_detail detail)
{
    static const char *const notes[] = {
        [PTC_CATALOG_WHOLE] = "",
        [PTC_CATALOG_SENTENCE] = "\n\nDescriptions are cut to their first sentence; (doc "
                                 "\"name\") has all of one.",
        [PTC_CATALOG_PURPOSE] = "\n\nDescriptions are cut to the first sentence of each "
                                "tool; (doc \"name\") has all of one.",
        [PTC_CATALOG_SIGNATURE] = "\n\nDescriptions are left out; (doc \"name\") has "
                                  "that of one.",
    };
    ptc_text entries;
    ptc_str view;
    ptc_prompt_tool *tools;
    size_t count;

    ptc_text_init(&entries, text->arena);
    tools = describe_prompt_tools(text->arena, catalog, detail, &count);
    if (tools == NULL ||
        ptc_tools_write_prompt(&entries, tools, count, PTC_PROMPT_SEED, NULL) != PTC_OK) {
        text->failed = true;
        return;
    }
    view = ptc_text_view(&entries);
    if (view.len > 0 && view.ptr[view.len - 1] == '\n')
        view.len--;
    ptc_catalog_write_clean(text, count > 0 ? view : PTC_STR("There are no tools."));
    ptc_text_cstr(text, count > 0 ? notes[detail] : "");
}

/* --- Whole -------------------------------------------------------------------------- */

/* ORDER: each is tried when the one before it is too long. */
enum {
    DESCRIBE_COUNTS = PTC_CATALOG_SIGNATURE + 1, /* head, and how many tools there are */
    DESCRIBE_COUNTS_ALONE,
    DESCRIBE_NOTHING,
};

static void describe_write(ptc_text *text, const ptc_catalog *catalog, int level)
{
    if (level < DESCRIBE_COUNTS_ALONE) {
        ptc_text_cstr(text, describe_head);
        ptc_text_byte(text, '\n');
    }
    if (level < DESCRIBE_COUNTS)
        describe_entries(text, catalog, (ptc_catalog_detail)level);
    else
        describe_counts(text, catalog);
}

/* Appends the text of a level when it is short enough. */
static bool describe_try(ptc_text *text, const ptc_catalog *catalog, int level,
                         size_t characters)
{
    ptc_scratch scratch;
    ptc_text draft;
    bool fits;

    ptc_scratch_begin(&scratch, text->arena, 0);
    ptc_text_init(&draft, scratch.arena);
    describe_write(&draft, catalog, level);
    fits = draft.failed || ptc_utf8_count(draft.ptr, draft.len) <= characters;
    if (draft.failed)
        text->failed = true;
    else if (fits)
        ptc_text_str(text, ptc_text_view(&draft));
    ptc_scratch_end(&scratch);
    return fits;
}

ptc_status ptc_catalog_describe(ptc_text *text, const ptc_catalog *catalog,
                                size_t characters)
{
    int level = PTC_CATALOG_WHOLE;

    while (level < DESCRIBE_NOTHING && !describe_try(text, catalog, level, characters))
        level++;
    return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
}
