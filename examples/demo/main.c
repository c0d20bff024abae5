/* SPDX-License-Identifier: MIT */
/*
 * The demo: reads calls of a search tool and its results, one JSON text per line, with
 * the parsers that ptcc generated from search.sig. A good line is printed from its
 * struct, a bad one with every reason.
 */
#include "search.ptc.h"

#include <stdio.h>

typedef void (*line_fn)(ptc_arena *arena, const char *text, size_t len);

static void print_call(const search *call)
{
    printf("  query \"" PTC_FMT "\"", PTC_ARG(call->query));
    printf(", limit %lld", call->has.limit ? (long long)call->limit : 20);
    if (call->has.sort)
        printf(", sort %s", search_sort_values[call->sort].as.text);
    if (call->has.filter && call->filter.has.category)
        printf(", category " PTC_FMT, PTC_ARG(call->filter.category));
    if (call->has.filter && call->filter.has.max_price)
        printf(", up to %.2f", call->filter.max_price);
    printf("\n");
}

/* The values that were coerced. */
static void print_coercions(ptc_arena *arena, const char *text, size_t len)
{
    ptc_report report;
    ptc_text told;

    ptc_report_init(&report, arena);
    search_explain(arena, text, len, NULL, &report, NULL);
    ptc_text_init(&told, arena);
    ptc_report_write_warnings(&told, &report, "  coerced:");
    printf("%s", told.len > 0 ? told.ptr : "");
}

static void handle_call(ptc_arena *arena, const char *text, size_t len)
{
    search call;
    ptc_str why;

    if (search_read(arena, text, len, NULL, &call, &why) == PTC_OK) {
        print_call(&call);
        print_coercions(arena, text, len);
    } else {
        printf("%s", why.ptr);
    }
}

static void print_result(const search_result *result)
{
    printf("  %lld found\n", (long long)result->count);
    for (size_t i = 0; i < result->items.count; i++) {
        const item *found = &result->items.items[i];

        printf("  %lld  " PTC_FMT "  %.2f  added " PTC_FMT ", %zu tags\n",
               (long long)found->id, PTC_ARG(found->title), found->price,
               PTC_ARG(found->added.text), found->tags.count);
    }
}

static void handle_result(ptc_arena *arena, const char *text, size_t len)
{
    search_result result;
    ptc_str why;

    if (search_result_read(arena, text, len, NULL, &result, &why) == PTC_OK)
        print_result(&result);
    else
        printf("%s", why.ptr);
}

/* Passes on the lines of a file; false if it cannot be read. */
static bool each_line(const char *path, line_fn handle)
{
    static char line[1 << 16];
    FILE *file = fopen(path, "r");
    ptc_arena arena;
    bool good;

    if (!file) {
        perror(path);
        return false;
    }
    ptc_arena_init(&arena, NULL, (size_t)16 << 20);
    while (fgets(line, sizeof line, file)) {
        size_t len = strcspn(line, "\n");

        printf("%.*s\n", (int)len, line);
        handle(&arena, line, len);
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
    good = !ferror(file);
    fclose(file);
    return good;
}

int main(int argc, char **argv)
{
    bool good;

    if (argc != 3) {
        fprintf(stderr, "usage: %s CALLS.jsonl RESULTS.jsonl\n", argv[0]);
        return 2;
    }
    printf("What a model reads:\n%s\nCalls (input: lenient)\n", search_prompt);
    good = each_line(argv[1], handle_call);
    printf("\nResults (output: strict)\n");
    return each_line(argv[2], handle_result) && good ? 0 : 1;
}
