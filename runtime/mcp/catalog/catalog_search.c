/* SPDX-License-Identifier: MIT */
/*
 * Search by words. A word of the question counts once, at its best place in a tool: 3 in
 * the name, 2 among the parameters, 1 in the description; half of that where one word is
 * only a prefix of the other. Tools with the same score are in the order of their names.
 * [mcp 8]
 */
#include "mcp/catalog/catalog_int.h"
#include "schema/schema_int.h"

enum {
    SEARCH_WORDS = 16,    /* of a question; the rest are ignored */
    SEARCH_LOOKED = 4096, /* bytes of a description that are searched */
    SEARCH_BEGIN = 3,     /* bytes of a word that another one may begin with */
    SEARCH_STEP = 64,     /* comparisons of words in a step of fuel */
    /* Twice the scores. */
    SEARCH_NAME = 6,
    SEARCH_PARAMETER = 4,
    SEARCH_DESCRIPTION = 2,
};

typedef struct search_run {
    ptc_str words[SEARCH_WORDS];
    size_t count;
    uint64_t compared;
} search_run;

/* --- Words -------------------------------------------------------------------------- */

static bool search_is_capital(char byte)
{
    return byte >= 'A' && byte <= 'Z';
}

/* Letters, digits, and everything beyond ASCII. */
static bool search_is_part(char byte)
{
    return search_is_capital(byte) || (byte >= 'a' && byte <= 'z') ||
           (byte >= '0' && byte <= '9') || (unsigned char)byte >= 0x80;
}

/* Whether a word begins at a capital inside a name: getUser, HTTPServer. */
static bool search_begins(ptc_str text, size_t at)
{
    if (!search_is_capital(text.ptr[at]))
        return false;
    if (!search_is_capital(text.ptr[at - 1]))
        return true;
    return at + 1 < text.len && text.ptr[at + 1] >= 'a' && text.ptr[at + 1] <= 'z';
}

/* The next word, and the rest after it; false at the end. */
static bool search_next(ptc_str *rest, ptc_str *word)
{
    size_t start = 0;
    size_t end;

    while (start < rest->len && !search_is_part(rest->ptr[start]))
        start++;
    end = start + 1;
    while (end < rest->len && search_is_part(rest->ptr[end]) &&
           !search_begins(*rest, end))
        end++;
    if (start >= rest->len)
        return false;
    *word = ptc_str_make(rest->ptr + start, end - start);
    *rest = ptc_str_make(rest->ptr + end, rest->len - end);
    return true;
}

static char search_lower(char byte)
{
    return search_is_capital(byte) ? (char)(byte - 'A' + 'a') : byte;
}

/* 2 when the words are the same, 1 when one begins with the other, else 0. */
static unsigned search_compare(ptc_str a, ptc_str b)
{
    size_t least = a.len < b.len ? a.len : b.len;

    for (size_t i = 0; i < least; i++) {
        if (search_lower(a.ptr[i]) != search_lower(b.ptr[i]))
            return 0;
    }
    if (a.len == b.len)
        return 2;
    return least >= SEARCH_BEGIN;
}

static void search_take_words(search_run *run, ptc_str question)
{
    ptc_str word;

    while (run->count < SEARCH_WORDS && search_next(&question, &word)) {
        size_t i = 0;

        while (i < run->count && search_compare(run->words[i], word) != 2)
            i++;
        if (i == run->count)
            run->words[run->count++] = word;
    }
}

/* --- Scores ------------------------------------------------------------------------- */

/* Raises the score of each word of the question to its score in this text. */
static void search_look(search_run *run, ptc_str text, unsigned worth, unsigned *scores)
{
    ptc_str word;

    while (search_next(&text, &word)) {
        run->compared += run->count;
        for (size_t i = 0; i < run->count; i++) {
            unsigned score = search_compare(run->words[i], word) * worth / 2;

            if (score > scores[i])
                scores[i] = score;
        }
    }
}

static void search_parameters(search_run *run, const ptc_schema *signature,
                              unsigned *scores)
{
    const ptc_schema_node *root = ptc_schema_root(signature);
    const ptc_schema_node *inputs = &signature->nodes[root->first];

    if (root->type != PTC_TYPE_FUNCTION || inputs->type != PTC_TYPE_MAP)
        return;
    for (uint32_t i = 0; i < inputs->count; i++) {
        const ptc_schema_node *field = &signature->nodes[inputs->first + i];

        if (!(field->flags & PTC_NODE_CONTEXT))
            search_look(run, field->name, SEARCH_PARAMETER, scores);
    }
}

static unsigned search_score(search_run *run, const ptc_tool *tool)
{
    unsigned scores[SEARCH_WORDS] = {0};
    ptc_str description = ptc_catalog_description(tool);
    unsigned sum = 0;

    if (description.len > SEARCH_LOOKED)
        description.len = SEARCH_LOOKED;
    search_look(run, ptc_str_of(tool->name), SEARCH_NAME, scores);
    if (tool->signature != NULL)
        search_parameters(run, tool->signature, scores);
    search_look(run, description, SEARCH_DESCRIPTION, scores);
    for (size_t i = 0; i < run->count; i++)
        sum += scores[i];
    return sum;
}

/* --- Hits --------------------------------------------------------------------------- */

/* Whether `a` comes before `b`, which was found earlier. */
static bool search_is_better(const ptc_catalog_hit *a, const ptc_catalog_hit *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    return strcmp(ptc_catalog_tool_of(a)->name, ptc_catalog_tool_of(b)->name) < 0;
}

/* Puts a hit among the best so far. */
static void search_insert(ptc_catalog_hits *hits, size_t limit, ptc_catalog_hit hit)
{
    size_t at = hits->count;

    while (at > 0 && search_is_better(&hit, &hits->items[at - 1]))
        at--;
    if (at >= limit)
        return;
    if (hits->count < limit)
        hits->count++;
    memmove(&hits->items[at + 1], &hits->items[at],
            (hits->count - 1 - at) * sizeof *hits->items);
    hits->items[at] = hit;
}

static void search_server(search_run *run, const ptc_catalog_server *server, size_t limit,
                          ptc_catalog_hits *hits)
{
    for (size_t i = 0; i < server->count; i++) {
        ptc_catalog_hit hit = {server, i, 0};

        hit.score = search_score(run, server->tools[i]);
        if (hit.score > 0 || run->count == 0)
            search_insert(hits, limit, hit);
    }
    hits->steps += server->count;
}

ptc_status ptc_catalog_search(ptc_arena *arena, const ptc_catalog *catalog,
                              const ptc_catalog_server *only, ptc_str question,
                              size_t limit, ptc_catalog_hits *hits)
{
    search_run run = {.count = 0};

    *hits = (ptc_catalog_hits){.count = 0};
    hits->items = ptc_arena_array(arena, limit + 1, sizeof *hits->items);
    if (hits->items == NULL)
        return PTC_ERROR_MEMORY;
    search_take_words(&run, question);
    for (size_t i = 0; i < catalog->count; i++) {
        if (only == NULL || only == &catalog->servers[i])
            search_server(&run, &catalog->servers[i], limit, hits);
    }
    hits->steps += run.compared / SEARCH_STEP;
    return PTC_OK;
}
