/* SPDX-License-Identifier: MIT */
/* Chooses the reader for the text of a definition, and finds the end of front matter.
 * [brimley 1] */
#include "generator/dialect/text/text_int.h"

static bool definition_ends_in(ptc_str name, const char *ending)
{
    size_t len = strlen(ending);

    return name.len > len && memcmp(name.ptr + name.len - len, ending, len) == 0;
}

/* Whether a file of that name is front matter and a body. */
static bool definition_has_body(ptc_str name)
{
    return definition_ends_in(name, ".sql") || definition_ends_in(name, ".md");
}

/* A file has one definition, so that more of it is a mistake or an attack. */
static bool definition_is_too_large(ptc_diags *diags)
{
    size_t len = diags->source->text.len;

    if (len <= PTCC_DEFINITION_MAX)
        return false;
    ptc_diag_add(diags, PTC_DIAG_DEFINITION_TOO_LARGE, (ptc_span){0, 0},
                 "the file has %zu bytes; definitions have at most %d", len,
                 (int)PTCC_DEFINITION_MAX);
    return true;
}

/* --- Front matter ------------------------------------------------------------------- */

/* Where the line after the one at `offset` begins. */
static uint32_t definition_next_line(ptc_str text, uint32_t offset)
{
    const char *end = memchr(text.ptr + offset, '\n', text.len - offset);

    return end != NULL ? (uint32_t)(end + 1 - text.ptr) : (uint32_t)text.len;
}

/* Whether three dashes, and blanks after them, are all of the line [start, end). */
static bool definition_is_fence(ptc_str text, uint32_t start, uint32_t end)
{
    return end - start >= 3 && memcmp(text.ptr + start, "---", 3) == 0 &&
           ptc_str_is_blank(ptc_str_make(text.ptr + start + 3, end - start - 3));
}

/* After a byte order mark. */
static uint32_t definition_start(ptc_str text)
{
    return text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Where front matter begins: in SQL it may be in a comment. */
static uint32_t definition_first_line(ptc_str text)
{
    uint32_t start = definition_start(text);
    uint32_t next = definition_next_line(text, start);
    bool is_comment =
        next - start >= 2 && memcmp(text.ptr + start, "/*", 2) == 0 &&
        ptc_str_is_blank(ptc_str_make(text.ptr + start + 2, next - start - 2));

    return is_comment && definition_is_fence(text, next, definition_next_line(text, next))
               ? next
               : start;
}

/* Where the body begins: after the line that ends a comment around front matter. */
static uint32_t definition_body(ptc_str text, bool is_in_comment, uint32_t line)
{
    while (is_in_comment && line < text.len) {
        uint32_t next = definition_next_line(text, line);

        for (uint32_t at = line; at + 1 < next; at++) {
            if (text.ptr[at] == '*' && text.ptr[at + 1] == '/')
                return next;
        }
        line = next;
    }
    return line;
}

/*
 * Divides the text into front matter, which may be none, and body. False after telling
 * that front matter begins and does not end.
 */
static bool definition_divide(ptcc_definition *out, ptc_span *matter, ptc_diags *diags)
{
    ptc_str text = diags->source->text;
    uint32_t start = definition_first_line(text);
    bool is_in_comment = start != definition_start(text);
    uint32_t line = definition_next_line(text, start);
    uint32_t next;
    ptc_diag *diag;

    *matter = (ptc_span){start, start};
    if (!definition_is_fence(text, start, line)) {
        out->place = (ptc_span){start, (uint32_t)text.len};
        return true;
    }
    matter->start = line;
    for (; line < text.len; line = next) {
        next = definition_next_line(text, line);
        if (definition_is_fence(text, line, next)) {
            matter->end = line;
            next = definition_body(text, is_in_comment, next);
            out->place = (ptc_span){next, (uint32_t)text.len};
            return true;
        }
    }
    diag = ptc_diag_add(diags, PTC_DIAG_FRONT_MATTER, (ptc_span){start, start + 3},
                        "front matter begins here and never ends");
    ptc_diag_hint(diags, diag, "put a line `---` between the definition and the text");
    return false;
}

static uint32_t definition_read_matter(ptcc_definition *out, ptc_diags *diags)
{
    ptc_str text = diags->source->text;
    ptc_span matter;

    if (!definition_divide(out, &matter, diags))
        return 0;
    out->body = ptc_str_make(text.ptr + out->place.start, text.len - out->place.start);
    /* Without front matter libyaml is not needed. */
    if (matter.start == matter.end)
        return ptc_form_add(&out->forms, PTC_FORM_MAP, matter);
    return ptcc_definition_read_yaml(&out->forms, matter, diags);
}

/* --- Reading ------------------------------------------------------------------------ */

bool ptcc_definition_read(ptcc_definition *out, ptc_arena *arena, ptc_diags *diags)
{
    ptc_str name = diags->source->name;
    uint32_t end = (uint32_t)diags->source->text.len;
    size_t errors = diags->errors;

    *out = (ptcc_definition){.body = PTC_STR(""), .place = {end, end}};
    ptc_forms_init(&out->forms, arena, diags->source);
    if (definition_is_too_large(diags))
        return false;
    if (definition_ends_in(name, ".json")) {
        out->root = ptcc_definition_read_json(&out->forms, diags);
    } else if (definition_has_body(name)) {
        out->root = definition_read_matter(out, diags);
    } else {
        ptc_span all = {definition_start(diags->source->text), end};

        out->root = ptcc_definition_read_yaml(&out->forms, all, diags);
    }
    return out->root != 0 && diags->errors == errors;
}
