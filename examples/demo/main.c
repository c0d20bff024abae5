/* SPDX-License-Identifier: MIT */
/*
 * The demo: reads calls of a search tool and its results, one JSON text a line, with the
 * parsers that ptcc made from search.sig. A good line is printed from its struct, a bad
 * one with every reason why.
 */
#include "search.ptc.h"

#include <stdio.h>

typedef void (*line_fn)(ptc_arena *arena, const char *text, size_t len);

/* The reasons, and what had to be coerced. */
static void print_report(const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, report->arena);
    ptc_report_write_errors(&text, report, "  rejected:");
    ptc_report_write_warnings(&text, report, "  coerced:");
    printf("%.*s", (int)text.len, text.len ? text.ptr : "");
}

static void print_unreadable(ptc_status status, const ptc_json_error *error)
{
    printf("  not readable (%s): %s at byte %zu\n", ptc_status_name(status),
           error->message, error->offset);
}

static void print_call(const search *call)
{
    printf("  query \"%.*s\"", (int)call->query.len, call->query.ptr);
    printf(", limit %lld", call->has.limit ? (long long)call->limit : 20);
    if (call->has.sort)
        printf(", sort %s", search_sort_values[call->sort].as.text);
    if (call->has.filter && call->filter.has.category)
        printf(", category %.*s", (int)call->filter.category.len,
               call->filter.category.ptr);
    if (call->has.filter && call->filter.has.max_price)
        printf(", up to %.2f", call->filter.max_price);
    printf("\n");
}

static void handle_call(ptc_arena *arena, const char *text, size_t len)
{
    search call;
    ptc_parse_info info;
    ptc_report report;
    ptc_json_error error;

    if (search_parse(arena, text, len, NULL, &call, &info) == PTC_OK)
        print_call(&call);
    if (info.status == PTC_OK && !info.is_coerced)
        return;
    ptc_report_init(&report, arena);
    if (search_explain(arena, text, len, NULL, &report, &error) != PTC_OK &&
        report.errors_found == 0)
        print_unreadable(info.status, &error);
    print_report(&report);
}

static void print_result(const search_result *result)
{
    printf("  %lld found\n", (long long)result->count);
    for (size_t i = 0; i < result->items.count; i++) {
        const item *found = &result->items.items[i];

        printf("  %lld  %.*s  %.2f  added %.*s, %zu tags\n", (long long)found->id,
               (int)found->title.len, found->title.ptr, found->price,
               (int)found->added.len, found->added.ptr, found->tags.count);
    }
}

static void handle_result(ptc_arena *arena, const char *text, size_t len)
{
    search_result result;
    ptc_report report;
    ptc_json_error error;
    ptc_status status = search_result_parse(arena, text, len, NULL, &result, NULL);

    if (status == PTC_OK) {
        print_result(&result);
        return;
    }
    ptc_report_init(&report, arena);
    if (search_result_explain(arena, text, len, NULL, &report, &error) != PTC_OK &&
        report.errors_found == 0)
        print_unreadable(status, &error);
    print_report(&report);
}

/* Hands over the lines of a file; false when it cannot be read. */
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
