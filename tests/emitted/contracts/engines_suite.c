/* SPDX-License-Identifier: MIT */
/* The engines inside Criterion, on the groups of contracts; see engines.h. */
#include "engines.h"

#include "groups.h"

#include <criterion/criterion.h>

#include <stdio.h>

enum { SHOWN = 40, SHOWN_OF_TYPE = 2 };

/* Some of each type, so that a fault of one hides no other. */
static bool is_shown(const engines_difference *found, const engines *e)
{
    static const engine_root *last;
    static unsigned of_type;
    static unsigned shown;

    if (e->different == 1)
        shown = 0;
    if (found->root != last || e->different == 1)
        of_type = 0;
    last = found->root;
    if (++of_type > SHOWN_OF_TYPE || shown >= SHOWN)
        return false;
    shown++;
    return true;
}

static void fail_for(const engines_difference *found, void *user)
{
    engines *e = user;
    ptc_text malli;

    if (!is_shown(found, e))
        return;
    ptc_text_init(&malli, &e->types);
    ptc_schema_write_malli(&malli, &e->schema, NULL);
    cr_expect(false, "%s: %s, %s: %s\n  schema %.2000s\n  text   %.*s", e->suite,
              found->root->functions.name, found->setting, found->what, malli.ptr,
              (int)(found->text.len < 2000 ? found->text.len : 2000), found->text.ptr);
}

void engines_start(engines *e, const char *suite)
{
    engines_open(e, fail_for, e);
    e->suite = suite;
}

void engines_end(engines *e)
{
    fprintf(stderr,
            "%s: %u types, %u texts, %u values, %u judgements (%u accepted, %u at once, "
            "%u with coercion), %u of them by the naive rules, too, %u unknown to these, "
            "%u different\n",
            e->suite, e->roots, e->texts, e->values, e->judged, e->accepted, e->at_once,
            e->coerced, e->by_rules, e->unknown, e->different);
    cr_expect(e->accepted < 100 || e->at_once > 0, "%s: nothing at once", e->suite);
    cr_expect(e->different == 0, "%s: %u differences", e->suite, e->different);
    engines_close(e);
}

/* --- What was collected ------------------------------------------------------------- */

/* The reason without what is particular to the place. */
static void print_refusals(const char *suite, const engine_index *index, bool is_read)
{
    for (const engine_refusal *one = index->refusals; one->name != NULL; one++) {
        unsigned count = 0;
        bool is_first = true;

        for (const engine_refusal *other = index->refusals; other->name != NULL;
             other++) {
            bool is_same = other->is_read == is_read &&
                           strcmp(other->code, one->code) == 0 &&
                           strcmp(other->message, one->message) == 0;

            count += is_same;
            is_first = is_first && !(is_same && other < one);
        }
        if (one->is_read == is_read && is_first)
            fprintf(stderr, "%s:   %5u %s %s\n", suite, count, one->code, one->message);
    }
}

void engines_print_index(const char *suite, const engine_index *index,
                         const char *allowed)
{
    unsigned unread = 0;
    unsigned unwritten = 0;

    for (const engine_refusal *one = index->refusals; one->name != NULL; one++) {
        unread += !one->is_read;
        unwritten += one->is_read;
    }
    fprintf(stderr,
            "%s: %u contracts: %u are C, %u of them read with a warning; %u refused by "
            "the readers, %u by the writer\n",
            suite, index->contracts, index->contracts - unread - unwritten,
            index->changed, unread, unwritten);
    print_refusals(suite, index, false);
    print_refusals(suite, index, true);
    for (const engine_refusal *one = index->refusals; one->name != NULL; one++)
        cr_expect(!one->is_read || (allowed && strcmp(one->code, allowed) == 0),
                  "%s: %s cannot be written: %s %s", suite, one->name, one->code,
                  one->message);
}

const engine_root *engines_next(const engine_index *index, engine_place *place)
{
    while (index->units[place->unit] != NULL) {
        const engine_root *root = &index->units[place->unit][place->root];

        if (root->functions.name != NULL) {
            place->root++;
            return root;
        }
        place->unit++;
        place->root = 0;
    }
    return NULL;
}

/* --- Edges ------------------------------------------------------------------------- */

static const edge *edge_of(const engine_root *root)
{
    for (size_t i = 0; i < EDGE_COUNT; i++) {
        if (group_key(ptc_str_of(edges[i].schema)) == root->key)
            return &edges[i];
    }
    cr_assert(false, "%s is none of the edges", root->functions.name);
    return NULL;
}

/* As JSON and, if it reads, as the value that a program could have made of it. */
static bool judge_edge(engines *e, ptc_arena *arena, const char *text)
{
    ptc_value value;

    ptc_arena_reset(arena);
    if (ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL) == PTC_OK)
        engines_judge_lisp(e, &value);
    return engines_judge(e, ptc_str_of(text));
}

void engines_judge_edges(const char *suite, const engine_index *index)
{
    const engine_root *root;
    engine_place place = {0, 0};
    ptc_arena arena;
    engines e;

    ptc_arena_init(&arena, NULL, 0);
    engines_print_index(suite, index, NULL);
    cr_expect(index->contracts == EDGE_COUNT);
    engines_start(&e, suite);
    while ((root = engines_next(index, &place)) != NULL) {
        const edge *at = edge_of(root);
        bool is_accepted = false;

        engines_choose(&e, root);
        for (size_t i = 0; edge_texts[i] != NULL; i++)
            judge_edge(&e, &arena, edge_texts[i]);
        for (size_t i = 0; at->texts[i] != NULL; i++)
            is_accepted |= judge_edge(&e, &arena, at->texts[i]);
        cr_expect(is_accepted, "no text of %s is accepted: %s", root->functions.name,
                  at->schema);
    }
    engines_end(&e);
    ptc_arena_free(&arena);
}

void engines_judge_group(const char *suite, const engine_index *index, uint64_t seed,
                         unsigned documents)
{
    test_random random = test_random_start(suite, seed);
    const engine_root *root;
    engine_place place = {0, 0};
    engines e;

    engines_start(&e, suite);
    while ((root = engines_next(index, &place)) != NULL) {
        engines_choose(&e, root);
        engines_judge_random(&e, &random, documents, 1);
    }
    engines_end(&e);
}
