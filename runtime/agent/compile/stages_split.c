/* SPDX-License-Identifier: MIT */
/* The text of several programs: split at its marks, and joined with them. [subagent
 * 15] */
#include "agent/compile/compile_int.h"
#include "lisp/read/read_int.h"

static const char split_word[] = "; turn ";

/* --- Marks ------------------------------------------------------------------------- */

/* Whether a line may begin a stage: `; turn 2`. */
static bool split_is_mark(ptc_str line)
{
    size_t at = sizeof split_word - 1;

    if (line.len > 0 && line.ptr[line.len - 1] == '\r')
        line.len--;
    if (line.len <= at || memcmp(line.ptr, split_word, at) != 0)
        return false;
    while (at < line.len && line.ptr[at] >= '0' && line.ptr[at] <= '9')
        at++;
    return at == line.len;
}

/* A walk over the text, from one line that may be a mark to the next one. */
typedef struct split_walk {
    char *text; /* NUL after its end */
    size_t len;
    size_t line; /* where the next line begins */
    size_t at;   /* how far forms were searched */
    ptc_extent extent;
    bool has_form; /* since the last stage began */
} split_walk;

/* Reads the text before `end`, the beginning of a line. */
static void split_look(split_walk *walk, size_t end)
{
    char kept = walk->text[end];

    walk->text[end] = '\0';
    while (ptc_extent_next(&walk->extent, walk->text, end, &walk->at))
        walk->has_form = true;
    walk->text[end] = kept;
    walk->at = end;
}

/* Moves to the next mark between forms: `*start` is where it begins. */
static bool split_next(split_walk *walk, size_t *start)
{
    while (walk->line < walk->len) {
        const char *from = walk->text + walk->line;
        const char *end = memchr(from, '\n', walk->len - walk->line);
        size_t len = end != NULL ? (size_t)(end - from) : walk->len - walk->line;
        size_t line = walk->line;

        walk->line += len + (end != NULL);
        if (!split_is_mark(ptc_str_make(from, len)))
            continue;
        split_look(walk, line);
        if (walk->extent.is_faulty) /* its compilation says why */
            return false;
        if (ptc_extent_is_open(&walk->extent))
            continue;
        *start = line;
        return true;
    }
    return false;
}

static bool split_begin(ptc_arena *arena, ptc_str text, split_walk *walk)
{
    *walk =
        (split_walk){.len = text.len, .text = ptc_arena_array(arena, 1, text.len + 1)};
    if (walk->text == NULL)
        return false;
    if (text.len > 0)
        memcpy(walk->text, text.ptr, text.len);
    walk->text[text.len] = '\0';
    return true;
}

/* --- Splitting --------------------------------------------------------------------- */

bool ptc_stages_split(ptc_arena *arena, ptc_str text, size_t start, ptc_stage_text **out,
                      size_t *count)
{
    ptc_str whole = ptc_str_make(text.ptr + start, text.len - start);
    ptc_stage_text *stages = NULL;
    size_t capacity = 0;
    split_walk walk;
    size_t from = 0;
    size_t next = 0;

    *count = 0;
    if (!split_begin(arena, whole, &walk))
        return false;
    for (bool is_last = false; !is_last; from = next) {
        ptc_stage_text *stage = NULL;

        do {
            is_last = !split_next(&walk, &next);
        } while (!is_last && !walk.has_form);
        if (is_last) {
            next = whole.len;
            split_look(&walk, next);
        }
        if (walk.has_form || walk.extent.is_faulty || ptc_extent_is_open(&walk.extent) ||
            *count == 0) {
            stage = PTC_ARENA_PUSH(arena, stages, *count, capacity);
            if (stage == NULL)
                return false;
            *stage = (ptc_stage_text){start + from,
                                      ptc_str_make(whole.ptr + from, next - from)};
        } else { /* only comments at the end */
            stages[*count - 1].text.len += next - from;
        }
        walk.has_form = false;
    }
    *out = stages;
    return true;
}

/* --- Joining ----------------------------------------------------------------------- */

/* Appends a program, which then ends with a newline. */
static bool split_write(ptc_text *text, ptc_str program)
{
    split_walk walk;
    size_t from = 0;
    size_t mark;

    if (!split_begin(text->arena, program, &walk))
        return false;
    while (split_next(&walk, &mark)) {
        ptc_text_bytes(text, program.ptr + from, mark - from);
        ptc_text_byte(text, ';');
        from = mark;
    }
    ptc_text_bytes(text, program.ptr + from, program.len - from);
    if (program.len > 0 && program.ptr[program.len - 1] != '\n')
        ptc_text_byte(text, '\n');
    return !text->failed;
}

bool ptc_stages_join(ptc_arena *arena, const ptc_stage_source *sources, size_t count,
                     ptc_str *out)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (size_t i = 0; i < count; i++) {
        if (count > 1) {
            ptc_text_cstr(&text, split_word);
            ptc_text_uint(&text, sources[i].turn);
            ptc_text_byte(&text, '\n');
        }
        if (!split_write(&text, sources[i].text))
            return false;
    }
    *out = ptc_text_view(&text);
    return !text.failed;
}
