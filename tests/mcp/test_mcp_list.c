/* SPDX-License-Identifier: MIT */
/* tools/list: order, pages, cursors, both eras. [mcp 4] */
#include <criterion/criterion.h>

#include "served.h"

#include <stdio.h>

enum { MANY = 600 };

typedef struct crowd {
    served served;
    ptc_mcp_server server;
    ptc_mcp_tool rows[MANY];
} crowd;

static ptc_status do_nothing(ptc_mcp_call *call)
{
    (void)call;
    return PTC_OK;
}

/* A number of tools, each described in that many bytes. */
static void crowd_start(crowd *self, size_t count, size_t size)
{
    served_init(&self->served);
    self->server = (ptc_mcp_server){
        .name = "c", .version = "1", .tools = self->rows, .tool_count = count};
    for (size_t i = 0; i < count; i++) {
        char *name = ptc_arena_alloc(&self->served.arena, 32);
        char *listed = ptc_arena_alloc(&self->served.arena, size + 1);
        char *legacy = ptc_arena_alloc(&self->served.arena, size + 1);

        cr_assert(name != NULL && listed != NULL && legacy != NULL);
        snprintf(name, 32, "t%03zu", i);
        memset(listed, ' ', size);
        memset(legacy, ' ', size);
        listed[size] = legacy[size] = '\0';
        snprintf(listed, size, "{\"n\":\"%s\"", name);
        snprintf(legacy, size, "{\"l\":\"%s\"", name);
        listed[strlen(listed)] = legacy[strlen(legacy)] = ' ';
        listed[size - 1] = legacy[size - 1] = '}';
        self->rows[i] = (ptc_mcp_tool){.name = name,
                                       .function = do_nothing,
                                       .listed = listed,
                                       .listed_legacy = legacy};
    }
    served_begin(&self->served, &self->server, "2025-11-25");
}

/* The page after a cursor, or the first. */
static const char *page(crowd *self, const char *cursor, bool is_modern)
{
    char line[400];

    snprintf(line, sizeof line,
             "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{%s%s%s%s%s}}",
             cursor != NULL ? "'cursor':'" : "", cursor != NULL ? cursor : "",
             cursor != NULL ? "'" : "", cursor != NULL && is_modern ? "," : "",
             is_modern ? SERVED_MODERN : "");
    return served_say(&self->served, line);
}

/* M510 */
Test(mcp_list, both_eras)
{
    static crowd self;
    const char *got;

    crowd_start(&self, 2, 12);
    got = page(&self, NULL, false);
    cr_expect_str_eq(got,
                     "{'jsonrpc':'2.0','id':1,'result':{'tools':[{'l':'t000'},{'l':"
                     "'t001'}]}}\n",
                     "%s", got);
    got = page(&self, NULL, true);
    cr_expect_str_eq(got,
                     "{'jsonrpc':'2.0','id':1,'result':{'tools':[{'n':'t000'},{'n':"
                     "'t001'}],'ttlMs':3600000,'cacheScope':'public','resultType':"
                     "'complete','_meta':{'io.modelcontextprotocol/serverInfo':{'name':"
                     "'c','version':'1'}}}}\n",
                     "%s", got);
    /* Any of our names is a cursor, also the last one. */
    got = page(&self, "t000", false);
    cr_expect_str_eq(got, "{'jsonrpc':'2.0','id':1,'result':{'tools':[{'l':'t001'}]}}\n",
                     "%s", got);
    got = page(&self, "t001", false);
    cr_expect_str_eq(got, "{'jsonrpc':'2.0','id':1,'result':{'tools':[]}}\n", "%s", got);
    served_end(&self.served);
}

#define EIGHT(text) text text text text text text text text

/* M510 */
Test(mcp_list, wrong_cursors)
{
    static const char *const rows[][2] = {
        {"", ""},
        {"t002", "t002"},
        {"t00", "t00"},
        {"T000", "T000"},
        {"t000 ", "t000 "},
        {"a\\nb", "a\\\\u000ab"},
        {EIGHT(EIGHT("ab")), EIGHT(EIGHT("ab"))},
        {EIGHT(EIGHT("ab")) "c", EIGHT(EIGHT("ab")) "..."},
    };
    static crowd self;

    crowd_start(&self, 2, 12);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char wanted[300];
        const char *got = page(&self, rows[i][0], i % 2 != 0);

        snprintf(wanted, sizeof wanted,
                 "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'Invalid "
                 "params: cursor: expected the nextCursor of an earlier list, got "
                 "\\'%s\\''}}\n",
                 rows[i][1]);
        cr_expect_str_eq(got, wanted, "%s\n%s", got, wanted);
    }
    served_end(&self.served);
}

static size_t count_tools(const char *page)
{
    size_t count = 0;

    while ((page = strstr(page, "{'l':'t")) != NULL) {
        count++;
        page++;
    }
    return count;
}

/* Follows the cursors; the sizes of the pages, as text. */
static const char *sizes_of_pages(crowd *self)
{
    static char sizes[200];
    char cursor[8] = "";
    size_t seen = 0;

    sizes[0] = '\0';
    for (;;) {
        const char *got = page(self, seen == 0 ? NULL : cursor, false);
        const char *next = strstr(got, "'nextCursor':'");
        char first[16];

        snprintf(first, sizeof first, "'t%03zu'", seen);
        cr_assert(strstr(got, first) != NULL);
        snprintf(sizes + strlen(sizes), sizeof sizes - strlen(sizes), "%zu ",
                 count_tools(got));
        seen += count_tools(got);
        if (next == NULL)
            return sizes;
        memcpy(cursor, next + 14, 4);
        cursor[4] = '\0';
    }
}

/* M510 */
Test(mcp_list, pages)
{
    static const struct {
        size_t count;
        size_t size; /* of the description of one */
        const char *pages;
    } rows[] = {
        {1, 100, "1 "},
        {256, 100, "256 "},
        {257, 100, "256 1 "},
        {512, 100, "256 256 "},
        {600, 100, "256 256 88 "},
        {4, (1 << 18) - 1, "4 "},
        {5, (1 << 18) - 1, "4 1 "},
        {4, 1 << 18, "3 1 "},
        {3, (1 << 20) + 100, "1 1 1 "}, /* one at least */
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static crowd self;
        const char *sizes;

        crowd_start(&self, rows[i].count, rows[i].size);
        sizes = sizes_of_pages(&self);
        cr_expect_str_eq(sizes, rows[i].pages, "row %zu: %s", i, sizes);
        served_end(&self.served);
    }
}

/* The list is the same each time. M510 */
Test(mcp_list, the_same_bytes_each_time)
{
    static crowd self;
    const char *first;

    crowd_start(&self, 50, 200);
    first = page(&self, NULL, true);
    for (int i = 0; i < 5; i++)
        cr_expect_str_eq(page(&self, NULL, true), first);
    served_end(&self.served);
}
