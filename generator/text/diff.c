/* SPDX-License-Identifier: MIT */
/*
 * The unified difference of two texts, for `ptcc gen --check`.
 *
 * Lines are compared by content; the shortest edit script is found with Myers' greedy
 * algorithm on what is left after equal heads and tails. Its memory grows with the square
 * of the number of edits, so beyond DIFF_EDITS_MAX the middle is shown as one block that
 * was replaced, which is still a correct difference.
 */
#include "generator/text/text_int.h"

enum { DIFF_EDITS_MAX = 1000, DIFF_CONTEXT = 3 };

typedef struct diff_lines {
    ptc_str *items; /* each with its newline, where it has one */
    size_t count;
} diff_lines;

/* What happens to the lines: kept lines advance both sides. */
typedef enum diff_kind {
    DIFF_KEEP = ' ',
    DIFF_DELETE = '-',
    DIFF_INSERT = '+'
} diff_kind;

typedef struct diff_script {
    char *kinds; /* diff_kind, in order */
    size_t count;
} diff_script;

static bool diff_split(ptc_arena *arena, ptc_str text, diff_lines *out)
{
    size_t count = 0;
    size_t start = 0;

    for (size_t i = 0; i < text.len; i++)
        count += text.ptr[i] == '\n';
    out->count = 0;
    out->items = ptc_arena_array(arena, count + 1, sizeof *out->items);
    if (out->items == NULL)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\n' || i + 1 == text.len) {
            out->items[out->count++] = ptc_str_make(text.ptr + start, i + 1 - start);
            start = i + 1;
        }
    }
    return true;
}

static void diff_append(diff_script *script, diff_kind kind, size_t count)
{
    memset(script->kinds + script->count, (char)kind, count);
    script->count += count;
}

/* Follows equal lines from (x, y); returns the x where they end. */
static long diff_slide(const diff_lines *a, const diff_lines *b, long x, long y)
{
    while (x < (long)a->count && y < (long)b->count &&
           ptc_str_equal(a->items[x], b->items[y])) {
        x++;
        y++;
    }
    return x;
}

/* Walks the recorded frontiers backwards; kinds come out last first. */
static void diff_trace(long *const *frontiers, long edits, long x, long y,
                       diff_script *script)
{
    size_t from = script->count;

    for (long d = edits; d > 0; d--) {
        const long *v = frontiers[d - 1] + d; /* diagonal k of step d - 1 is v[k] */
        long k = x - y;
        bool down = k == -d || (k != d && v[k - 1] < v[k + 1]);
        long previous = down ? k + 1 : k - 1;
        long start = down ? v[previous] : v[previous] + 1;

        diff_append(script, DIFF_KEEP, (size_t)(x - start));
        diff_append(script, down ? DIFF_INSERT : DIFF_DELETE, 1);
        x = v[previous];
        y = x - previous;
    }
    diff_append(script, DIFF_KEEP, (size_t)x);
    for (size_t low = from, high = script->count; low + 1 < high; low++) {
        char kind = script->kinds[low];

        script->kinds[low] = script->kinds[--high];
        script->kinds[high] = kind;
    }
}

/*
 * One step of Myers: `next` (diagonals -d .. d) from `last` (-(d-1) .. d-1). True when
 * the ends of both texts are reached.
 */
static bool diff_step(const diff_lines *a, const diff_lines *b, long d, const long *last,
                      long *next)
{
    for (long k = -d; k <= d; k += 2) {
        long x = 0;

        if (d > 0)
            x = k == -d || (k != d && last[k - 1] < last[k + 1]) ? last[k + 1]
                                                                 : last[k - 1] + 1;
        next[k] = diff_slide(a, b, x, x - k);
        if (next[k] >= (long)a->count && next[k] - k >= (long)b->count)
            return true;
    }
    return false;
}

/* The script of the differing middle; false when there is no memory for it. */
static bool diff_compare(ptc_arena *arena, const diff_lines *a, const diff_lines *b,
                         diff_script *script)
{
    static const long start[3];
    long **frontiers = ptc_arena_array(arena, DIFF_EDITS_MAX + 1, sizeof *frontiers);

    if (frontiers == NULL)
        return false;
    for (long d = 0; d <= DIFF_EDITS_MAX; d++) {
        /* One slot more on both sides: a step reads the diagonals around its own. */
        frontiers[d] = ptc_arena_array(arena, (size_t)(2 * d + 3), sizeof **frontiers);
        if (frontiers[d] == NULL)
            return false;
        if (diff_step(a, b, d, d ? frontiers[d - 1] + d : start + 1,
                      frontiers[d] + d + 1)) {
            diff_trace(frontiers, d, (long)a->count, (long)b->count, script);
            return true;
        }
    }
    diff_append(script, DIFF_DELETE, a->count);
    diff_append(script, DIFF_INSERT, b->count);
    return true;
}

static bool diff_make(ptc_arena *arena, diff_lines a, diff_lines b, diff_script *script)
{
    size_t head = 0;
    size_t tail = 0;

    script->count = 0;
    script->kinds = ptc_arena_alloc(arena, a.count + b.count + 1);
    if (script->kinds == NULL)
        return false;
    while (head < a.count && head < b.count &&
           ptc_str_equal(a.items[head], b.items[head]))
        head++;
    while (tail < a.count - head && tail < b.count - head &&
           ptc_str_equal(a.items[a.count - 1 - tail], b.items[b.count - 1 - tail]))
        tail++;
    a.items += head;
    b.items += head;
    a.count -= head + tail;
    b.count -= head + tail;
    diff_append(script, DIFF_KEEP, head);
    if (!diff_compare(arena, &a, &b, script))
        return false;
    diff_append(script, DIFF_KEEP, tail);
    return true;
}

static void diff_write_range(ptc_text *out, size_t start, size_t count)
{
    ptc_text_uint(out, count ? start + 1 : start);
    if (count != 1) {
        ptc_text_byte(out, ',');
        ptc_text_uint(out, count);
    }
}

static void diff_write_line(ptc_text *out, char kind, ptc_str line)
{
    ptc_text_byte(out, kind);
    ptc_text_str(out, line);
    if (line.len == 0 || line.ptr[line.len - 1] != '\n')
        ptc_text_cstr(out, "\n\\ No newline at end of file\n");
}

/* The hunk of script entries [from, to), the first of which is line x of a and y of b. */
static void diff_write_hunk(ptc_text *out, const diff_lines *a, const diff_lines *b,
                            const diff_script *script, size_t from, size_t to, size_t x,
                            size_t y)
{
    size_t deleted = 0;
    size_t inserted = 0;

    for (size_t i = from; i < to; i++) {
        deleted += script->kinds[i] != DIFF_INSERT;
        inserted += script->kinds[i] != DIFF_DELETE;
    }
    ptc_text_cstr(out, "@@ -");
    diff_write_range(out, x, deleted);
    ptc_text_cstr(out, " +");
    diff_write_range(out, y, inserted);
    ptc_text_cstr(out, " @@\n");
    for (size_t i = from; i < to; i++) {
        char kind = script->kinds[i];

        diff_write_line(out, kind, kind == DIFF_INSERT ? b->items[y] : a->items[x]);
        x += kind != DIFF_INSERT;
        y += kind != DIFF_DELETE;
    }
}

/* The end of the hunk whose first edit is at `from`: edits closer than two contexts join.
 */
static size_t diff_hunk_end(const diff_script *script, size_t from)
{
    size_t last = from;

    for (size_t i = from; i < script->count && i - last <= (size_t)2 * DIFF_CONTEXT;
         i++) {
        if (script->kinds[i] != DIFF_KEEP)
            last = i;
    }
    last += 1 + DIFF_CONTEXT;
    return last < script->count ? last : script->count;
}

bool ptcc_diff_write(ptc_text *out, ptc_str before, ptc_str after)
{
    diff_lines a;
    diff_lines b;
    diff_script script;
    size_t x = 0;
    size_t y = 0;

    if (!diff_split(out->arena, before, &a) || !diff_split(out->arena, after, &b) ||
        !diff_make(out->arena, a, b, &script))
        return false;
    for (size_t i = 0; i < script.count;) {
        size_t lead = i < DIFF_CONTEXT ? i : DIFF_CONTEXT;
        size_t end;

        if (script.kinds[i] == DIFF_KEEP) {
            i++, x++, y++;
            continue;
        }
        end = diff_hunk_end(&script, i);
        diff_write_hunk(out, &a, &b, &script, i - lead, end, x - lead, y - lead);
        for (; i < end; i++) {
            x += script.kinds[i] != DIFF_INSERT;
            y += script.kinds[i] != DIFF_DELETE;
        }
    }
    return !out->failed;
}
