/* SPDX-License-Identifier: MIT */
/*
 * The origin of a lock's program, one line of its header, for people and for the
 * constants that `ptcc gen --compiled` writes. See lock.h.
 *
 *     ; origin: model fable, 3 turns, 15 tokens, DATE, prompt revision 2, ptcc 0.1.0
 *
 * It is read from its end, since names of models may have commas. People may change it: a
 * line that differs from this form is ignored.
 */
#include "base/base_int.h"
#include "tool/common/lock.h"

#include <ptc/number.h>
#include <ptc/version.h>

#define ORIGIN "; origin: "
#define MODEL  ORIGIN "model "
#define DATE   "0000-00-00T00:00:00" /* a digit for each 0 */

/* --- Written ------------------------------------------------------------------------ */

static void origin_write_number(ptc_text *text, uint64_t number, const char *unit)
{
    ptc_text_cstr(text, ", ");
    ptc_text_uint(text, number);
    ptc_text_cstr(text, unit);
    ptc_text_cstr(text, number == 1 ? "" : "s");
}

void ptc_lock_write_origin(ptc_text *text, const ptc_compiled_origin *origin,
                           uint32_t prompt_revision)
{
    ptc_text_cstr(text, MODEL);
    ptc_visible_write(text, ptc_str_of(origin->model != NULL ? origin->model : "-"));
    origin_write_number(text, origin->turns, " turn");
    if (origin->tokens >= 0)
        origin_write_number(text, (uint64_t)origin->tokens, " token");
    if (origin->compiled_at != NULL) {
        ptc_text_cstr(text, ", ");
        ptc_text_cstr(text, origin->compiled_at);
    }
    ptc_text_cstr(text, ", prompt revision ");
    ptc_text_uint(text, prompt_revision);
    ptc_text_cstr(text, ", ptcc " PTC_VERSION_TEXT "\n");
}

/* --- Read --------------------------------------------------------------------------- */

static bool origin_begins(ptc_str line, ptc_str with)
{
    return line.len >= with.len && memcmp(line.ptr, with.ptr, with.len) == 0;
}

/* `3 turns`, `1 turn`. */
static bool origin_number(ptc_str piece, ptc_str unit, int64_t *out)
{
    size_t digits = 0;
    size_t ends;

    while (digits < piece.len && piece.ptr[digits] >= '0' && piece.ptr[digits] <= '9')
        digits++;
    if (digits == 0 ||
        !origin_begins(ptc_str_make(piece.ptr + digits, piece.len - digits), unit))
        return false;
    ends = digits + unit.len;
    if (ends < piece.len && piece.ptr[ends] == 's')
        ends++;
    return ends == piece.len && ptc_number_read_int(piece.ptr, digits, out);
}

static bool origin_is_date(ptc_str piece)
{
    if (piece.len < sizeof DATE || piece.ptr[piece.len - 1] != 'Z')
        return false;
    for (size_t i = 0; i < sizeof DATE - 1; i++) {
        bool is_digit = piece.ptr[i] >= '0' && piece.ptr[i] <= '9';

        if (DATE[i] == '0' ? !is_digit : piece.ptr[i] != DATE[i])
            return false;
    }
    return true;
}

/* Removes the text after the last comma from the line. */
static bool origin_pop(ptc_str *line, ptc_str *piece)
{
    for (size_t at = line->len; at >= 2; at--) {
        if (line->ptr[at - 2] != ',' || line->ptr[at - 1] != ' ')
            continue;
        *piece = ptc_str_make(line->ptr + at, line->len - at);
        line->len = at - 2;
        return true;
    }
    return false;
}

/* The text after `; origin: model `. */
static bool origin_read(ptc_arena *arena, ptc_str line, ptc_compiled_origin *out)
{
    ptc_compiled_origin read = {.tokens = -1};
    ptc_str piece;
    int64_t turns;

    while (origin_pop(&line, &piece)) {
        if (origin_number(piece, PTC_STR(" turn"), &turns)) {
            if (turns > UINT32_MAX || line.len == 0)
                return false;
            read.turns = (uint32_t)turns;
            if (!ptc_str_equal(line, PTC_STR("-")))
                read.model = ptc_str_cstring(arena, line);
            *out = read;
            return true;
        }
        if (origin_is_date(piece))
            read.compiled_at = ptc_str_cstring(arena, piece);
        else if (!origin_number(piece, PTC_STR(" token"), &read.tokens) &&
                 !origin_begins(piece, PTC_STR("ptcc ")) &&
                 !origin_begins(piece, PTC_STR("prompt revision ")))
            return false;
    }
    return false;
}

bool ptc_lock_read_origin(ptc_arena *arena, const ptc_lock_file *file,
                          ptc_compiled_origin *out)
{
    ptc_str rest = ptc_str_make(file->source.text.ptr, file->start);
    ptc_str line;

    *out = (ptc_compiled_origin){.tokens = -1};
    while (ptc_take_line(&rest, &line)) {
        size_t len = sizeof MODEL - 1;

        if (origin_begins(line, PTC_STR(MODEL)) &&
            origin_read(arena, ptc_str_make(line.ptr + len, line.len - len), out))
            break;
    }
    return !arena->failed;
}

ptc_str ptc_lock_origin(ptc_arena *arena, const ptc_lock_file *file)
{
    ptc_str rest = ptc_str_make(file->source.text.ptr, file->start);
    ptc_str line;
    ptc_text text;

    ptc_text_init(&text, arena);
    while (ptc_take_line(&rest, &line)) {
        if (!origin_begins(line, PTC_STR(ORIGIN)))
            continue;
        ptc_text_str(&text, line);
        ptc_text_byte(&text, '\n');
    }
    return ptc_text_view(&text);
}
