/* SPDX-License-Identifier: MIT */
/* Bytes to lines: however they are split, the lines and the faults are the same. [mcp 2]
 */
#include <criterion/criterion.h>

#include "mcp/mcp_int.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

/* What a frame makes of bytes: lines in brackets, '!' for one too long, '?' for a lost
 * one. */
typedef struct framed {
    ptc_mcp_frame frame;
    ptc_arena arena;
    ptc_text seen;
} framed;

static void framed_start(framed *self, size_t max_line, const ptc_allocator *allocator)
{
    ptc_arena_init(&self->arena, NULL, 0);
    ptc_text_init(&self->seen, &self->arena);
    ptc_mcp_frame_init(&self->frame, allocator, max_line);
}

static bool framed_note(framed *self, ptc_mcp_piece piece, ptc_str line)
{
    volatile char last = 0;

    if (piece == PTC_MCP_LINE) {
        for (size_t i = 0; i < PTC_PADDING; i++)
            last = line.ptr[line.len + i]; /* is readable */
        (void)last;
        ptc_text_byte(&self->seen, '[');
        ptc_text_str(&self->seen, line);
        ptc_text_byte(&self->seen, ']');
    }
    if (piece == PTC_MCP_TOO_LONG || piece == PTC_MCP_LOST)
        ptc_text_byte(&self->seen, piece == PTC_MCP_LOST ? '?' : '!');
    return piece != PTC_MCP_NO_LINE;
}

/* Feeds a copy that ends where the bytes end, so that reading too far is seen. */
static void framed_feed(framed *self, ptc_str bytes)
{
    char *copy = calloc(1, bytes.len + 1);
    ptc_str rest = ptc_str_make(copy, bytes.len);
    ptc_str line = {NULL, 0};

    cr_assert(copy != NULL);
    memcpy(copy, bytes.ptr, bytes.len);
    while (framed_note(self, ptc_mcp_next_line(&self->frame, &rest, &line), line))
        ;
    cr_expect_eq(rest.len, 0);
    free(copy);
}

static const char *framed_end(framed *self)
{
    static char seen[8][512];
    static unsigned turn;
    char *out = seen[turn++ % 8];
    ptc_str line = {NULL, 0};

    framed_note(self, ptc_mcp_last_line(&self->frame, &line), line);
    ptc_mcp_frame_free(&self->frame);
    snprintf(out, sizeof seen[0], "%s", self->seen.ptr);
    ptc_arena_free(&self->arena);
    return out;
}

/* M510 */
Test(mcp_frame, lines_are_the_same_however_bytes_are_split)
{
    static const struct {
        const char *bytes;
        const char *seen;
    } rows[] = {
        {"", ""},
        {"\n", ""},
        {"a\nb\n", "[a][b]"},
        {"a\r\nb\r\n", "[a][b]"},
        {"a\n\n \t \n\r\n\r\r\nb", "[a][b]"},
        {"no end", "[no end]"},
        {"a\nb\r", "[a][b]"},
        {" \t", ""},
        {"a\rb\n", "[a\rb]"},
        {"a\r\r\n", "[a\r]"},
        {"12345678\n", "[12345678]"},
        {"12345678\r\n", "[12345678]"},
        {"12345678\r", "[12345678]"},
        {"12345678", "[12345678]"},
        {"123456789\n", "!"},
        {"123456789", "!"},
        {"12345678\r\r\n", "!"},
        {"12345678\rx\n", "!"},
        {"1234567890123\nok\n", "![ok]"},
        {"1234567890123\r\n\nok\n1234567890\n", "![ok]!"},
        {"1234567890123", "!"},
        {"          \n.", "![.]"},
        {"\xFF\xFE\nok\n", "[\xFF\xFE][ok]"},
        {"one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n",
         "[one][two][three][four][five][six][seven][eight][nine][ten][eleven]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str bytes = ptc_str_of(rows[i].bytes);

        for (size_t step = 1; step <= bytes.len + 1; step++) {
            framed self;
            const char *seen;

            framed_start(&self, 8, NULL);
            for (size_t at = 0; at < bytes.len; at += step)
                framed_feed(&self,
                            ptc_str_make(bytes.ptr + at,
                                         at + step < bytes.len ? step : bytes.len - at));
            seen = framed_end(&self);
            cr_expect_str_eq(seen, rows[i].seen, "row %zu, steps of %zu: %s", i, step,
                             seen);
        }
    }
}

/* M510 */
Test(mcp_frame, lines_with_nul_are_whole)
{
    framed self;
    ptc_str line;
    ptc_str rest = ptc_str_make("a\0b\nc", 5);

    framed_start(&self, 100, NULL);
    cr_expect_eq(ptc_mcp_next_line(&self.frame, &rest, &line), PTC_MCP_LINE);
    cr_expect(ptc_str_equal(line, ptc_str_make("a\0b", 3)));
    framed_end(&self);
}

/* Where enough bytes follow a line it is not copied. M510 */
Test(mcp_frame, lines_with_enough_behind_them_stay_where_they_are)
{
    static const char bytes[] =
        "first\n                                                   \nlast\n";
    ptc_str rest = ptc_str_make(bytes, sizeof bytes - 1);
    ptc_str line;
    framed self;

    framed_start(&self, 100, NULL);
    cr_expect_eq(ptc_mcp_next_line(&self.frame, &rest, &line), PTC_MCP_LINE);
    cr_expect_eq(line.ptr, bytes);
    cr_expect_eq(self.frame.arena.held, 0);
    cr_expect_eq(ptc_mcp_next_line(&self.frame, &rest, &line), PTC_MCP_LINE);
    cr_expect(ptc_str_equal(line, PTC_STR("last")));
    cr_expect(line.ptr < bytes || line.ptr >= bytes + sizeof bytes);
    framed_end(&self);
}

/* The rest of a long line takes no memory, and what a line took is given back. M510 */
Test(mcp_frame, long_lines_pass_in_constant_memory)
{
    static char block[1 << 16];
    ptc_str line;
    framed self;

    memset(block, 'x', sizeof block);
    framed_start(&self, 1 << 20, NULL);
    for (int i = 0; i < 4096; i++) {
        ptc_str rest = ptc_str_make(block, sizeof block);
        ptc_mcp_piece piece = ptc_mcp_next_line(&self.frame, &rest, &line);

        cr_assert_eq(piece, i == 16 ? PTC_MCP_TOO_LONG : PTC_MCP_NO_LINE, "%d", i);
        cr_assert(self.frame.arena.held <= (size_t)2 << 20, "%d: %zu", i,
                  self.frame.arena.held);
        cr_assert(i < 16 || self.frame.arena.held == 0);
    }
    framed_feed(&self, PTC_STR("\nok\n"));
    cr_expect(self.frame.arena.held < 8192);
    cr_expect_str_eq(framed_end(&self), "[ok]");
}

/* M510 */
Test(mcp_frame, lines_without_a_limit)
{
    framed self;

    framed_start(&self, SIZE_MAX, NULL);
    framed_feed(&self, PTC_STR("ab"));
    framed_feed(&self, PTC_STR("c\r\nde\n"));
    cr_expect_str_eq(framed_end(&self), "[abc][de]");
}

/* M510 */
Test(mcp_frame, lines_of_the_largest_size)
{
    enum { SIZE = 8 << 20 };
    char *bytes = malloc(SIZE + 3);
    ptc_str line;
    framed self;

    cr_assert(bytes != NULL);
    memset(bytes, 'x', SIZE);
    memcpy(bytes + SIZE, "\r\n", 3);
    framed_start(&self, SIZE, NULL);
    for (size_t at = 0; at < SIZE + 2; at += 65536) {
        ptc_str rest =
            ptc_str_make(bytes + at, at + 65536 < SIZE + 2 ? 65536 : SIZE + 2 - at);
        ptc_mcp_piece piece = ptc_mcp_next_line(&self.frame, &rest, &line);

        cr_assert_eq(piece, at + 65536 < SIZE + 2 ? PTC_MCP_NO_LINE : PTC_MCP_LINE);
    }
    cr_expect_eq(line.len, SIZE);
    cr_expect_eq(line.ptr[line.len - 1], 'x');
    framed_end(&self);
    free(bytes);
}

/* A line for which memory is refused is lost, the next ones are not. M510 */
Test(mcp_frame, refused_memory_costs_one_line)
{
    for (size_t left = 0; left < 3; left++) {
        test_refusing state = {.left = left, .held = 0};
        ptc_allocator allocator = test_refusing_allocator(&state);
        char text[20000];
        const char *seen;
        framed self;

        memset(text, 'x', sizeof text);
        text[15000] = '\n';
        framed_start(&self, 100000, &allocator);
        framed_feed(&self, ptc_str_make(text, 10000));
        framed_feed(&self, ptc_str_make(text + 10000, 5001));
        state.left = 9;
        framed_feed(&self, PTC_STR("ok\n"));
        seen = framed_end(&self);
        /* What was seen is cut. */
        cr_expect(strncmp(seen, left < 2 ? "?[ok]" : "[xxx", 4) == 0, "%zu: %.20s", left,
                  seen);
        cr_expect_eq(state.held, 0);
    }
}
