/* SPDX-License-Identifier: MIT */
/*
 * Finding, replacing and splitting by literal strings. [ptc-lisp 11.7] Indexes are
 * counted in graphemes. Regular expressions that are only a literal string are treated as
 * that; others go to text_pattern.c.
 */
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/pattern.h"
#include "lisp/text/text_int.h"

ptc_value ptc_core_starts_with(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    ptc_text_check(lisp, callee, args, count, 2);
    return ptc_value_bool(args[1].aux <= args[0].aux &&
                          memcmp(args[0].as.text, args[1].as.text, args[1].aux) == 0);
}

ptc_value ptc_core_ends_with(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    ptc_text_check(lisp, callee, args, count, 2);
    return ptc_value_bool(args[1].aux <= args[0].aux &&
                          memcmp(args[0].as.text + (args[0].aux - args[1].aux),
                                 args[1].as.text, args[1].aux) == 0);
}

ptc_value ptc_core_includes(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    ptc_text_check(lisp, callee, args, count, 2);
    return ptc_value_bool(ptc_text_find(lisp, ptc_value_text(&args[0]),
                                        ptc_value_text(&args[1])) != SIZE_MAX);
}

/* --- Indexes ----------------------------------------------------------------------- */

/* The index for an offset in bytes, nil for SIZE_MAX: that of the grapheme in which it
 * lies, so that `subs` from there contains it. */
static ptc_value find_place(ptc_lisp *lisp, const ptc_value *string, size_t offset)
{
    int64_t place = 0;
    size_t at = 0;

    if (offset == SIZE_MAX)
        return ptc_value_nil();
    if (string->flags & PTC_FLAG_ASCII)
        return ptc_value_int((int64_t)offset);
    ptc_lisp_steps(lisp, offset);
    while (at < offset) {
        at += ptc_string_grapheme(lisp, ptc_value_text(string), at);
        place += at <= offset;
        ptc_lisp_fill_look(lisp, (uint64_t)place);
    }
    return ptc_value_int(place);
}

/* A start before the text means its beginning; "" is found where the search begins. */
ptc_value ptc_core_index_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    int64_t from = 0;
    size_t start;
    size_t found;

    ptc_text_check(lisp, callee, args, count, 2);
    if (count == 3)
        from = ptc_text_index(lisp, callee, args, count, 2);
    start = ptc_string_advance(lisp, &args[0], 0, from > 0 ? (uint64_t)from : 0);
    found =
        ptc_text_find(lisp, ptc_str_make(args[0].as.text + start, args[0].aux - start),
                      ptc_value_text(&args[1]));
    return find_place(lisp, &args[0], found == SIZE_MAX ? SIZE_MAX : start + found);
}

/* The last one that begins in the grapheme `from` or before. */
ptc_value ptc_core_last_index_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    ptc_finder finder;
    int64_t from = INT64_MAX;
    size_t end;

    ptc_text_check(lisp, callee, args, count, 2);
    if (count == 3)
        from = ptc_text_index(lisp, callee, args, count, 2);
    if (from < 0)
        return ptc_value_nil();
    end =
        count == 3 ? ptc_string_advance(lisp, &args[0], 0, (uint64_t)from) : args[0].aux;
    if (end < args[0].aux)
        end += ptc_string_grapheme(lisp, ptc_value_text(&args[0]), end) - 1;
    end = args[1].aux < args[0].aux - end ? end + args[1].aux : args[0].aux;
    ptc_finder_init(lisp, &finder, ptc_value_text(&args[1]), true);
    return find_place(lisp, &args[0],
                      ptc_finder_next(&finder, ptc_str_make(args[0].as.text, end)));
}

/* --- Literal strings of regular expressions ---------------------------------------- */

/* Whether a string or regex is literal: `*part` is then the text to search for. */
static bool find_is_literal(const ptc_value *separator, ptc_str *part)
{
    if (separator->kind == PTC_STRING) {
        *part = ptc_value_text(separator);
        return true;
    }
    *part = ptc_value_text(&ptc_regex_boxed(separator)->content);
    for (size_t i = 0; i < part->len; i++)
        if (memchr("\\^$.|?*+()[]{}", part->ptr[i], 14) != NULL)
            return false;
    return part->len > 0;
}

static void find_check_separator(ptc_lisp *lisp, const ptc_value *callee,
                                 const ptc_value *args, uint32_t count)
{
    ptc_text_check(lisp, callee, args, count, 1);
    if (!ptc_is_regex(&args[1]))
        ptc_text_check(lisp, callee, args, count, 2);
}

/* --- Replacing --------------------------------------------------------------------- */

/* Occurrences from left to right, none overlapping; "" occurs before each code point and
 * at the end. */
typedef struct find_matches {
    ptc_finder finder;
    ptc_str text;
    size_t at; /* where to search next */
    bool is_at_end;
} find_matches;

static find_matches find_matches_of(ptc_lisp *lisp, ptc_str text, ptc_str part)
{
    find_matches matches = {.text = text};

    ptc_finder_init(lisp, &matches.finder, part, false);
    return matches;
}

static bool find_next_match(find_matches *matches, size_t *found)
{
    size_t at = matches->at;
    size_t size = matches->finder.part.len;

    if (matches->is_at_end)
        return false;
    if (size == 0) {
        uint32_t c;

        *found = at;
        matches->is_at_end = at == matches->text.len;
        if (!matches->is_at_end)
            matches->at +=
                ptc_utf8_decode(matches->text.ptr + at, matches->text.len - at, &c);
        return true;
    }
    *found = ptc_finder_next(
        &matches->finder, ptc_str_make(matches->text.ptr + at, matches->text.len - at));
    if (*found == SIZE_MAX)
        return false;
    *found += at;
    matches->at = *found + size;
    return true;
}

/* The first `limit` occurrences of `part` replaced. */
static ptc_value find_replace(ptc_lisp *lisp, const ptc_value *string, ptc_str part,
                              ptc_str other, uint64_t limit)
{
    ptc_str text = ptc_value_text(string);
    find_matches matches = find_matches_of(lisp, text, part);
    uint64_t count = 0;
    uint64_t size;
    ptc_value result;
    size_t done = 0;
    size_t found = 0;
    char *at;

    while (count < limit && find_next_match(&matches, &found)) {
        ptc_lisp_step(lisp);
        count++;
    }
    if (count == 0)
        return *string;
    size = text.len - count * part.len;
    ptc_heap_check(lisp, count, other.len);
    size += count * other.len;
    ptc_heap_check(lisp, size, 1);
    result = ptc_string_new(lisp, (size_t)size, &at);
    matches = find_matches_of(lisp, text, part);
    for (uint64_t i = 0; i < count; i++) {
        find_next_match(&matches, &found);
        memcpy(at, text.ptr + done, found - done);
        at += found - done;
        memcpy(at, other.ptr, other.len);
        at += other.len;
        done = found + part.len;
        ptc_lisp_fill_look(lisp, i);
    }
    memcpy(at, text.ptr + done, text.len - done);
    ptc_string_done(&result, (size_t)size);
    return result;
}

/* Whether $ and \\ in a replacement have a meaning. */
static bool find_is_template(const ptc_value *other)
{
    ptc_str text = ptc_value_text(other);

    return text.len > 0 && (memchr(text.ptr, '$', text.len) != NULL ||
                            memchr(text.ptr, '\\', text.len) != NULL);
}

static ptc_value find_replace_any(ptc_lisp *lisp, const ptc_value *callee,
                                  const ptc_value *args, bool is_first)
{
    ptc_str part;

    find_check_separator(lisp, callee, args, 3);
    if (!ptc_is_regex(&args[1]))
        ptc_text_check(lisp, callee, args, 3, 3);
    if (!find_is_literal(&args[1], &part) ||
        (ptc_is_regex(&args[1]) &&
         (args[2].kind != PTC_STRING || find_is_template(&args[2]))))
        return ptc_text_replace_by(lisp, callee, args, is_first);
    return find_replace(lisp, &args[0], part, ptc_value_text(&args[2]),
                        is_first ? 1 : UINT64_MAX);
}

ptc_value ptc_text_replace(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args)
{
    return find_replace_any(lisp, callee, args, false);
}

ptc_value ptc_core_replace_first(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    (void)count;
    return find_replace_any(lisp, callee, args, true);
}

/* --- Splitting --------------------------------------------------------------------- */

/* The pieces of a text from left to right; "" separates graphemes. */
typedef struct find_pieces {
    ptc_finder separator;
    ptc_str text;
    size_t at;
    uint64_t rest; /* number of pieces that may follow; the last has the whole rest */
    bool is_done;
} find_pieces;

static find_pieces find_pieces_of(ptc_lisp *lisp, ptc_str text, ptc_str separator,
                                  int64_t limit)
{
    find_pieces pieces = {.text = text, .rest = limit > 0 ? (uint64_t)limit : UINT64_MAX};

    ptc_finder_init(lisp, &pieces.separator, separator, false);
    return pieces;
}

static bool find_next_piece(find_pieces *pieces, size_t *start, size_t *end)
{
    ptc_str left =
        ptc_str_make(pieces->text.ptr + pieces->at, pieces->text.len - pieces->at);
    size_t size = pieces->separator.part.len;
    size_t found = SIZE_MAX;

    if (pieces->is_done)
        return false;
    *start = pieces->at;
    if (--pieces->rest > 0) {
        if (size > 0)
            found = ptc_finder_next(&pieces->separator, left);
        else if (left.len > 0)
            found = ptc_string_grapheme(pieces->separator.lisp, left, 0);
    }
    pieces->is_done = found == SIZE_MAX;
    *end = pieces->is_done ? pieces->text.len : pieces->at + found;
    pieces->at = *end + size;
    return true;
}

/* How many pieces there are; without a limit the empty ones at the end do not count, but
 * a text that was not split is one piece. */
static uint32_t find_count_pieces(ptc_lisp *lisp, find_pieces pieces, int64_t limit)
{
    uint32_t count = 0;
    uint32_t kept = 0;
    size_t start;
    size_t end;

    while (find_next_piece(&pieces, &start, &end)) {
        ptc_lisp_step(lisp);
        count++;
        if (end > start || limit != 0)
            kept = count;
    }
    return count == 1 ? 1 : kept;
}

ptc_value ptc_core_split(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    int64_t limit = 0;
    find_pieces pieces;
    ptc_value vector;
    ptc_value *items;
    uint32_t kept;
    ptc_str part;

    find_check_separator(lisp, callee, args, count);
    if (count == 3)
        limit = ptc_text_index(lisp, callee, args, count, 2);
    if (!find_is_literal(&args[1], &part))
        return ptc_text_split_by(lisp, &args[0], &args[1], limit);
    pieces = find_pieces_of(lisp, ptc_value_text(&args[0]), part, limit);
    kept = find_count_pieces(lisp, pieces, limit);
    ptc_heap_check(lisp, kept, sizeof *items);
    vector = ptc_vector_new(lisp, kept, kept, &items);
    for (uint32_t i = 0; i < kept; i++) {
        size_t start = 0;
        size_t end = 0;

        find_next_piece(&pieces, &start, &end);
        items[i] = ptc_text_part(lisp, &args[0], start, end);
        ptc_lisp_fill_look(lisp, i);
    }
    return vector;
}
