/* SPDX-License-Identifier: MIT */
/* How an agent, its samples or its program differ from its lock. See lock.h. */
#include "base/base_int.h"
#include "tool/common/lock.h"

#include <ptc/number.h>

typedef struct lock_look {
    ptc_diags *diags;
    const ptc_lock_facts *facts;
    const ptc_lock_file *lock;
    ptc_str repair;
    ptc_lock_parts parts; /* in their present state */
} lock_look;

static void lock_fault(lock_look *look, ptc_span span, const char *format,
                       const char *what)
{
    ptc_diag *diag = ptc_diag_add(look->diags, PTC_DIAG_COMPILE_LOCK, span, format, what);

    ptc_diag_hint(look->diags, diag,
                  "to check the program again and keep it: %.*s; to derive it again: "
                  "give --llm NAME instead of --accept",
                  (int)look->repair.len, look->repair.ptr);
}

static ptc_span lock_span(const lock_look *look, ptc_str line)
{
    uint32_t start = (uint32_t)(line.ptr - look->lock->source.text.ptr);

    return (ptc_span){start, start + (line.len > 0 ? (uint32_t)line.len : 1)};
}

/* --- The header -------------------------------------------------------------------- */

static bool lock_begins(ptc_str text, const char *with)
{
    size_t len = strlen(with);

    return text.len >= len && memcmp(text.ptr, with, len) == 0;
}

/* Reads the next line `; NAME: HASH` of the header; false at its end. */
static bool lock_take_part(ptc_str *rest, ptc_str *line, ptc_str *name, ptc_str *hash)
{
    while (ptc_take_line(rest, line)) {
        size_t colon = line->len;

        while (colon > 0 && line->ptr[colon - 1] != ':')
            colon--;
        if (!lock_begins(*line, "; ") || colon < 4 || colon == line->len ||
            line->ptr[colon] != ' ')
            continue;
        *name = ptc_str_make(line->ptr + 2, colon - 3);
        *hash = ptc_str_make(line->ptr + colon + 1, line->len - colon - 1);
        return true;
    }
    return false;
}

/* The present part of that name. */
static ptc_lock_part *lock_part(const lock_look *look, ptc_str name)
{
    for (size_t i = 0; i < look->parts.count; i++) {
        if (ptc_str_equal(look->parts.items[i].name, name))
            return &look->parts.items[i];
    }
    return NULL;
}

/* --- Parts ------------------------------------------------------------------------- */

/* The name of a part for people. */
static const char *lock_subject(const lock_look *look, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, look->diags->arena);
    if (lock_begins(name, "sample ")) {
        ptc_text_str(&text, name);
        ptc_text_cstr(&text, " of ");
        ptc_visible_write(
            &text, ptc_base_name(ptc_lock_samples_path(text.arena, look->facts->path)));
    } else if (ptc_str_equal(name, PTC_STR("model-view"))) {
        ptc_text_cstr(&text, "what the agent shows to a model (system prompt, "
                             "descriptions, options)");
    } else {
        ptc_text_cstr(&text, "the agent's ");
        ptc_text_str(&text, name);
    }
    return ptc_diag_quote(look->diags, ptc_text_view(&text));
}

/* A part of which the lock may have no hash. */
static void lock_check_known(lock_look *look, const ptc_lock_part *part)
{
    if (!part->is_locked)
        lock_fault(look, (ptc_span){0, 1}, "the program was checked without %s",
                   lock_subject(look, part->name));
}

/* A line of the header. */
static void lock_check_line(lock_look *look, ptc_str line, ptc_str name, ptc_str hash)
{
    ptc_lock_part *part = lock_part(look, name);
    ptc_span span = lock_span(look, line);
    const char *subject;

    if (part != NULL)
        part->is_locked = true;
    if (part == NULL && !lock_begins(name, "tool ") && !lock_begins(name, "sample "))
        return;
    subject = lock_subject(look, name);
    if (part == NULL && lock_begins(name, "tool "))
        lock_fault(look, span, "%s has been removed since the program was checked",
                   subject);
    else if (part == NULL)
        lock_fault(look, span, "%s is missing", subject);
    else if (ptc_str_equal(hash, ptc_str_make(part->hash, sizeof part->hash)))
        return;
    else if (ptc_str_equal(name, PTC_STR("program")))
        lock_fault(look, span, "%s below has been edited since it was checked",
                   "the program");
    else
        lock_fault(look, span, "%s has changed since the program was checked", subject);
}

/* --- The first line ---------------------------------------------------------------- */

/* The number after a word of the first line; 0 for none. */
static int64_t lock_number(ptc_str line, const char *word)
{
    size_t len = strlen(word);
    int64_t number = 0;

    for (size_t i = 0; i + len < line.len; i++) {
        size_t digits = i + len;

        if (memcmp(line.ptr + i, word, len) != 0)
            continue;
        while (digits < line.len && line.ptr[digits] >= '0' && line.ptr[digits] <= '9')
            digits++;
        if (!ptc_number_read_int(line.ptr + i + len, digits - i - len, &number))
            number = 0;
        return number;
    }
    return 0;
}

/* False if the rest of the header cannot be read. */
static bool lock_check_head(lock_look *look)
{
    ptc_str rest = look->lock->source.text;
    ptc_str line = {rest.ptr, 0};
    int64_t format;
    ptc_span span;

    (void)ptc_take_line(&rest, &line);
    span = lock_span(look, line);
    if (!ptc_lock_is(look->lock)) {
        lock_fault(look, span,
                   "this is not a lock: its first line does not begin with %s",
                   "\"" PTC_LOCK_HEAD "\"");
        return false;
    }
    format = lock_number(line, "ptcc-lock: ");
    if (format != PTC_LOCK_FORMAT) {
        lock_fault(look, span,
                   format > PTC_LOCK_FORMAT
                       ? "the lock was written by a later %s, in another format"
                       : "the lock was written by an earlier %s, in another format",
                   "ptcc");
        return false;
    }
    if (lock_number(line, "lisp: ") != PTC_LISP_REVISION)
        lock_fault(look, span, "the program was checked for another revision of %s",
                   "PTC-Lisp");
    return true;
}

/* --- All --------------------------------------------------------------------------- */

void ptc_lock_check(ptc_diags *diags, const ptc_lock_facts *facts,
                    const ptc_lock_file *lock, ptc_str repair)
{
    lock_look look = {diags, facts, lock, repair, {NULL, 0}};
    ptc_str rest = ptc_str_make(lock->source.text.ptr, lock->start);
    ptc_str line;
    ptc_str name;
    ptc_str hash;

    diags->source = &lock->source;
    if (!lock_check_head(&look) || !ptc_lock_parts_of(diags->arena, facts, &look.parts))
        return;
    while (lock_take_part(&rest, &line, &name, &hash))
        lock_check_line(&look, line, name, hash);
    for (size_t i = 0; i < look.parts.count; i++)
        lock_check_known(&look, &look.parts.items[i]);
}
