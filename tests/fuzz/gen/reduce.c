/* SPDX-License-Identifier: MIT */
/*
 * Making a batch smaller: removes lines, and within lines bracketed parts, or replaces a
 * part by its content. Each attempt is generated, compiled and checked, so attempts are
 * limited.
 */
#include "gen_loop.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct reducer {
    gen_batch *batch;
    const gen_tools *tools;
    gen_verdict *verdict; /* NULL: a failure of ptcc or the compiler is reduced */
    ptc_str *why;
    unsigned tries;
    char *first; /* the text of the last finding */
    size_t first_len;
} reducer;

static void keep_first(reducer *r)
{
    free(r->first);
    r->first_len = r->verdict->is_value ? 0 : r->verdict->length;
    r->first = malloc(r->first_len + 1);
    if (r->first == NULL)
        abort();
    memcpy(r->first, r->verdict->text, r->first_len);
}

static bool is_found_still(reducer *r)
{
    ptc_contracts contracts;
    ptc_str why;

    if (r->tries >= r->tools->tries ||
        !batch_read(r->batch, batch_text(r->batch), &contracts))
        return false;
    r->tries++;
    if (r->verdict == NULL)
        return batch_make(r->batch, r->tools, r->why) == MADE_FAULT;
    if (batch_make(r->batch, r->tools, &why) != MADE ||
        check_batch(r->batch, ptc_str_make(r->first, r->first_len), r->verdict))
        return false;
    keep_first(r);
    return true;
}

/* --- Lines -------------------------------------------------------------------------- */

/* Without the lines from `first` to `last`, unless they are needed. */
static void drop_lines(reducer *r, size_t first, size_t last)
{
    const char *lines[BATCH_LINES];
    bool is_any = false;

    memcpy(lines, r->batch->lines, sizeof lines);
    for (size_t i = first; i < last; i++) {
        is_any = is_any || r->batch->lines[i] != NULL;
        r->batch->lines[i] = NULL;
    }
    if (is_any && !is_found_still(r))
        memcpy(r->batch->lines, lines, sizeof lines);
}

static void reduce_lines(reducer *r)
{
    for (size_t count = BATCH_LINES / 2; count > 0; count /= 2) {
        for (size_t at = 0; at < BATCH_LINES; at += count)
            drop_lines(r, at, at + count < BATCH_LINES ? at + count : BATCH_LINES);
    }
}

/* --- Parts -------------------------------------------------------------------------- */

/* After the bracket or the string that begins at `at`; `at` itself for anything else. */
static size_t part_end(const char *line, size_t at)
{
    size_t depth = 0;

    for (size_t i = at; line[i] != '\0'; i++) {
        if (line[i] == '"') {
            for (i++; line[i] != '\0' && line[i] != '"'; i++)
                i += line[i] == '\\' && line[i + 1] != '\0';
            if (line[i] == '\0')
                return at;
        }
        depth += strchr("([{", line[i]) != NULL;
        depth -= depth > 0 && strchr(")]}", line[i]) != NULL;
        if (depth == 0)
            return line[i] == '"' || strchr(")]}", line[i]) ? i + 1 : at;
    }
    return at;
}

/* The line with `with` instead of the part. */
static bool replace_part(reducer *r, size_t index, size_t at, size_t end, ptc_str with)
{
    const char *line = r->batch->lines[index];
    ptc_text text;

    ptc_text_init(&text, &r->batch->arena);
    ptc_text_str(&text, ptc_str_make(line, at));
    ptc_text_str(&text, with);
    ptc_text_cstr(&text, line + end);
    r->batch->lines[index] = ptc_text_view(&text).ptr;
    if (is_found_still(r))
        return true;
    r->batch->lines[index] = line;
    return false;
}

/* Its name ends at a blank. */
static bool reduce_part(reducer *r, size_t index, size_t at)
{
    const char *line = r->batch->lines[index];
    size_t end = part_end(line, at);

    if (end == at || line[at] == '"')
        return false;
    if (replace_part(r, index, at, end, PTC_STR("")) ||
        replace_part(r, index, at, end, PTC_STR(":any")))
        return true;
    for (size_t inner = at + 1; inner < end; inner++) {
        size_t inner_end = part_end(line, inner);

        if (inner_end > inner && line[inner] != '"' &&
            replace_part(r, index, at, end,
                         ptc_str_make(line + inner, inner_end - inner)))
            return true;
        if (inner_end > inner)
            inner = inner_end - 1;
    }
    return false;
}

static void reduce_line(reducer *r, size_t index)
{
    size_t at = 0;

    while (r->batch->lines[index][at] != '\0') {
        if (!reduce_part(r, index, at))
            at++;
    }
}

static void reduce_all(reducer *r)
{
    reduce_lines(r);
    for (size_t i = 0; i < BATCH_LINES; i++) {
        if (r->batch->lines[i] != NULL)
            reduce_line(r, i);
    }
    r->tries = 0; /* the folder must have the last batch with a finding */
    is_found_still(r);
}

void reduce_batch(gen_batch *batch, const gen_tools *tools, gen_verdict *verdict)
{
    reducer r = {.batch = batch, .tools = tools, .verdict = verdict};

    keep_first(&r);
    reduce_all(&r);
    free(r.first);
}

void reduce_fault(gen_batch *batch, const gen_tools *tools, ptc_str *why)
{
    reducer r = {.batch = batch, .tools = tools, .why = why};

    reduce_all(&r);
}
