/* SPDX-License-Identifier: MIT */
/*
 * Answers to (apropos ..), (dir ..) and (doc ..) of programs. A tool has the name by
 * which programs call it, "search", or the name with its server before it, "shop/search";
 * the spelling in programs, "tool/search", is also understood. [mcp 8]
 */
#include "mcp/catalog/catalog_int.h"

enum {
    ANSWER_WORDS = 300, /* characters of a description that apropos gives */
    ANSWER_NAME = 64,   /* of a name that does not exist, in a message */
    ANSWER_STEP = 16,   /* names that are compared in a step of fuel */
};

size_t ptc_catalog_count(const ptc_catalog *catalog)
{
    size_t count = 0;

    for (size_t i = 0; i < catalog->count; i++)
        count += catalog->servers[i].count;
    return count;
}

/* --- One tool in words -------------------------------------------------------------- */

/* The full text on a tool; NULL bytes when refused. */
static ptc_str answer_text(const ptc_catalog *catalog, ptc_arena *arena,
                           const ptc_catalog_hit *hit)
{
    const ptc_tool *tool = ptc_catalog_tool_of(hit);
    ptc_text text;
    ptc_str words;

    if (hit->server->docs != NULL)
        return ptc_str_of(hit->server->docs[hit->index]);
    if (catalog->doc != NULL)
        return catalog->doc(arena, tool);
    words =
        ptc_catalog_words(arena, ptc_catalog_description(tool), PTC_CATALOG_WHOLE, false);
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "(tool/");
    ptc_text_cstr(&text, tool->name);
    ptc_text_cstr(&text, " {..})\n");
    ptc_text_cstr(&text, tool->name);
    ptc_text_cstr(&text, words.len > 0 ? "(..)\n  " : "(..)");
    ptc_text_str(&text, words);
    return words.ptr == NULL || text.failed ? ptc_str_make(NULL, 0)
                                            : ptc_text_view(&text);
}

/* The signature in the text on a tool: the second line. */
static ptc_str answer_signature(ptc_str doc)
{
    const char *line = doc.len > 0 ? memchr(doc.ptr, '\n', doc.len) : NULL;
    const char *end;

    if (line == NULL)
        return doc;
    line++;
    doc.len -= (size_t)(line - doc.ptr);
    end = memchr(line, '\n', doc.len);
    return ptc_str_make(line, end != NULL ? (size_t)(end - line) : doc.len);
}

/* The first sentence of the description; NULL bytes when refused. */
static ptc_str answer_summary(ptc_arena *arena, const ptc_tool *tool)
{
    ptc_str words = ptc_catalog_words(arena, ptc_catalog_description(tool),
                                      PTC_CATALOG_SENTENCE, false);
    ptc_text text;

    if (words.ptr == NULL)
        return words;
    ptc_text_init(&text, arena);
    ptc_show_plain(&text, words, ANSWER_WORDS);
    return text.failed ? ptc_str_make(NULL, 0) : ptc_text_view(&text);
}

/* --- Names -------------------------------------------------------------------------- */

static const ptc_catalog_server *answer_server(const ptc_catalog *catalog, ptc_str name)
{
    for (size_t i = 0; i < catalog->count; i++) {
        if (ptc_str_equal_folded(catalog->servers[i].name, name))
            return &catalog->servers[i];
    }
    return NULL;
}

/* The part after the slash of "shop/search". */
static ptc_str answer_plain(ptc_str text)
{
    const char *slash = text.len > 0 ? memchr(text.ptr, '/', text.len) : NULL;

    return slash != NULL
               ? ptc_str_make(slash + 1, text.len - (size_t)(slash + 1 - text.ptr))
               : text;
}

static bool answer_has_tool(const ptc_catalog_server *server, ptc_str name, size_t *index)
{
    for (*index = 0; *index < server->count; ++*index) {
        if (ptc_str_equal_folded(ptc_str_of(server->tools[*index]->name), name))
            return true;
    }
    return false;
}

/* Finds the tool that "search", "shop/search" or "tool/search" is. */
static bool answer_tool(const ptc_catalog *catalog, ptc_str text, ptc_catalog_hit *hit)
{
    ptc_str name = answer_plain(text);
    ptc_str space =
        ptc_str_make(text.ptr, name.len < text.len ? text.len - name.len - 1 : 0);
    bool is_any = name.len == text.len || ptc_str_equal(space, PTC_STR("tool"));

    for (size_t i = 0; i < catalog->count; i++) {
        hit->server = &catalog->servers[i];
        if ((is_any || ptc_str_equal_folded(hit->server->name, space)) &&
            answer_has_tool(hit->server, name, &hit->index))
            return true;
    }
    return false;
}

/* "no such tool: serch. Did you mean: search" */
static ptc_status answer_unknown(const ptc_catalog *catalog,
                                 ptc_catalog_question *question, const char *what)
{
    bool is_tool = question->topic == PTC_CATALOG_DOC;
    ptc_str name =
        ptc_catalog_words(question->arena, question->text, PTC_CATALOG_WHOLE, false);
    ptc_near near = ptc_near_start(is_tool ? answer_plain(name) : name);
    ptc_text text;

    ptc_text_init(&text, question->arena);
    ptc_text_cstr(&text, what);
    ptc_show_plain(&text, name, ANSWER_NAME);
    for (size_t i = 0; i < catalog->count; i++) {
        const ptc_catalog_server *server = &catalog->servers[i];

        if (!is_tool)
            ptc_near_consider(&near, server->name);
        for (size_t j = 0; is_tool && j < server->count; j++)
            ptc_near_consider(&near, ptc_str_of(server->tools[j]->name));
    }
    ptc_near_write(&text, near.best);
    if (near.best.len == 0)
        ptc_text_cstr(&text, is_tool ? "; find tools with (apropos \"words\")"
                                     : "; (dir) lists what there is");
    ptc_text_byte(&text, '\0');
    question->message = text.ptr;
    return name.ptr == NULL || text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

/* --- Answers ------------------------------------------------------------------------ */

/* {"name" "signature" "description"} */
static ptc_status answer_hit(const ptc_catalog *catalog, ptc_arena *arena,
                             const ptc_catalog_hit *hit, ptc_value *out)
{
    const ptc_tool *tool = ptc_catalog_tool_of(hit);
    ptc_map_entry *entries = ptc_arena_array(arena, 3, sizeof *entries);
    ptc_str doc = answer_text(catalog, arena, hit);
    ptc_str signature = answer_signature(doc);
    ptc_str summary = answer_summary(arena, tool);

    if (entries == NULL || doc.ptr == NULL || summary.ptr == NULL)
        return PTC_ERROR_MEMORY;
    entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("name")),
                                 ptc_value_string(ptc_str_of(tool->name))};
    entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("signature")),
                                 ptc_value_string(signature)};
    entries[2] = (ptc_map_entry){ptc_value_string(PTC_STR("description")),
                                 ptc_value_string(summary)};
    return ptc_map_make(arena, entries, 3, out, NULL);
}

static ptc_status answer_apropos(const ptc_catalog *catalog,
                                 ptc_catalog_question *question)
{
    ptc_arena *arena = question->arena;
    ptc_catalog_hits hits;
    ptc_value *items;
    ptc_status status =
        ptc_catalog_search(arena, catalog, NULL, question->text, question->limit, &hits);

    items = ptc_arena_array(arena, hits.count + 1, sizeof *items);
    if (items == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < hits.count && status == PTC_OK; i++)
        status = answer_hit(catalog, arena, &hits.items[i], &items[i]);
    question->steps = hits.steps;
    question->answer = ptc_value_vector(items, hits.count);
    return status;
}

/* Names in the order of bytes. */
static ptc_status answer_names(ptc_catalog_question *question, const ptc_str *names,
                               size_t count)
{
    const uint32_t *order = ptc_names_order(question->arena, names, sizeof *names, count);
    ptc_value *items = ptc_arena_array(question->arena, count + 1, sizeof *items);

    if (items == NULL || order == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        items[i] = ptc_value_string(names[order[i]]);
    question->steps = count;
    question->answer = ptc_value_vector(items, count);
    return PTC_OK;
}

/* (dir): the tools of the only server, else the servers; (dir "server"): its tools. */
static ptc_status answer_dir(const ptc_catalog *catalog, ptc_catalog_question *question)
{
    const ptc_catalog_server *server = question->text.len > 0
                                           ? answer_server(catalog, question->text)
                                       : catalog->count == 1 ? &catalog->servers[0]
                                                             : NULL;
    size_t count = server != NULL ? server->count : catalog->count;
    ptc_str *names = ptc_arena_array(question->arena, count + 1, sizeof *names);

    if (names == NULL)
        return PTC_ERROR_MEMORY;
    if (server == NULL && question->text.len > 0)
        return answer_unknown(catalog, question, "no such server: ");
    for (size_t i = 0; i < count; i++)
        names[i] = server != NULL ? ptc_str_of(server->tools[i]->name)
                                  : catalog->servers[i].name;
    return answer_names(question, names, count);
}

static ptc_status answer_doc(const ptc_catalog *catalog, ptc_catalog_question *question)
{
    ptc_catalog_hit hit;
    ptc_str text;

    question->steps = ptc_catalog_count(catalog) / ANSWER_STEP;
    if (!answer_tool(catalog, question->text, &hit))
        return answer_unknown(catalog, question, "no such tool: ");
    text = answer_text(catalog, question->arena, &hit);
    question->answer = ptc_value_string(text.ptr != NULL ? text : PTC_STR(""));
    return text.ptr != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

ptc_status ptc_catalog_answer(ptc_catalog_question *question, void *catalog)
{
    const ptc_catalog *from = catalog;

    switch (question->topic) {
    case PTC_CATALOG_APROPOS:
        return answer_apropos(from, question);
    case PTC_CATALOG_DIR:
        return answer_dir(from, question);
    case PTC_CATALOG_DOC:
        return answer_doc(from, question);
    }
    return PTC_ERROR_ARGUMENT;
}
