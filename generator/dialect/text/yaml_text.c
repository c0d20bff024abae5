/* SPDX-License-Identifier: MIT */
/* The bytes of a YAML text. Bytes that libyaml would not read, or would read by the rules
 * of YAML 1.1, are reported here with their places. Places from libyaml, which count code
 * points, are converted to bytes. */
#include "generator/dialect/text/yaml_int.h"

/* --- What cannot be read ------------------------------------------------------------ */

/* Code points that YAML has no room for. */
static bool yaml_is_control(uint32_t code_point)
{
    return (code_point < 0x20 && code_point != '\t' && code_point != '\n' &&
            code_point != '\r') ||
           (code_point >= 0x7F && code_point < 0xA0 && code_point != 0x85) ||
           code_point == 0xFEFF || code_point == 0xFFFE || code_point == 0xFFFF;
}

/* Code points that end a line in YAML 1.1, which libyaml reads, and not in 1.2. */
static bool yaml_is_old_break(uint32_t code_point)
{
    return code_point == 0x85 || code_point == 0x2028 || code_point == 0x2029;
}

static void yaml_fault_code_point(const ptcc_yaml *yaml, ptc_span span,
                                  uint32_t code_point)
{
    const char *quoted = ptc_diag_quote(
        yaml->diags,
        ptc_str_make(yaml->forms->source->text.ptr + span.start, span.end - span.start));
    ptc_diag *diag;

    if (code_point == 0) {
        diag = ptc_diag_add(yaml->diags, PTC_DIAG_YAML_SYNTAX, span,
                            "there is a NUL byte in the text");
        ptc_diag_hint(yaml->diags, diag, "save the file as UTF-8");
    } else if (yaml_is_old_break(code_point)) {
        diag = ptc_diag_add(yaml->diags, PTC_DIAG_YAML_SYNTAX, span,
                            "the code point %s ends a line for some readers of YAML",
                            quoted);
        ptc_diag_hint(yaml->diags, diag, "write it as %s in double quotes",
                      code_point == 0x85     ? "\\N"
                      : code_point == 0x2028 ? "\\L"
                                             : "\\P");
    } else {
        diag = ptc_diag_add(yaml->diags, PTC_DIAG_YAML_SYNTAX, span,
                            "YAML cannot hold the code point %s as it is", quoted);
        ptc_diag_hint(yaml->diags, diag, "write it as \\u%c%c%c%c in double quotes",
                      "0123456789ABCDEF"[code_point >> 12 & 15],
                      "0123456789ABCDEF"[code_point >> 8 & 15],
                      "0123456789ABCDEF"[code_point >> 4 & 15],
                      "0123456789ABCDEF"[code_point & 15]);
    }
}

bool ptcc_yaml_check(ptcc_yaml *yaml)
{
    ptc_str text = yaml->text;
    size_t valid = ptc_utf8_check(text.ptr, text.len);
    ptc_diag *diag;

    for (size_t at = 0; at < valid;) {
        uint32_t code_point;
        size_t len = ptc_utf8_decode(text.ptr + at, valid - at, &code_point);

        if (yaml_is_control(code_point) || yaml_is_old_break(code_point)) {
            ptc_span span = {yaml->start + (uint32_t)at,
                             yaml->start + (uint32_t)(at + len)};

            yaml_fault_code_point(yaml, span, code_point);
            return false;
        }
        at += len;
    }
    if (valid == text.len)
        return true;
    diag = ptc_diag_add(
        yaml->diags, PTC_DIAG_YAML_SYNTAX,
        (ptc_span){yaml->start + (uint32_t)valid, yaml->start + (uint32_t)valid + 1},
        "the text is not UTF-8 from here on");
    ptc_diag_hint(yaml->diags, diag, "save the file as UTF-8");
    return false;
}

/* --- Places ------------------------------------------------------------------------- */

/* Code points between two entries of the index. */
enum { YAML_STRIDE = 64 };

bool ptcc_yaml_index(ptcc_yaml *yaml)
{
    ptc_str text = yaml->text;
    size_t count = ptc_utf8_count(text.ptr, text.len);
    uint32_t *offsets;
    size_t offset = 0;

    yaml->length = count;
    if (count == text.len)
        return true;
    offsets =
        ptc_arena_array(yaml->forms->arena, count / YAML_STRIDE + 1, sizeof *offsets);
    for (size_t i = 0; offsets != NULL && i <= count / YAML_STRIDE; i++) {
        offsets[i] = (uint32_t)offset;
        offset += ptc_utf8_prefix(text.ptr + offset, text.len - offset, YAML_STRIDE);
    }
    yaml->offsets = offsets;
    return offsets != NULL;
}

uint32_t ptcc_yaml_offset(const ptcc_yaml *yaml, const yaml_mark_t *mark)
{
    ptc_str text = yaml->text;
    size_t offset = mark->index;

    if (offset >= yaml->length)
        return yaml->start + (uint32_t)text.len;
    if (yaml->offsets != NULL) {
        offset = yaml->offsets[mark->index / YAML_STRIDE];
        offset += ptc_utf8_prefix(text.ptr + offset, text.len - offset,
                                  mark->index % YAML_STRIDE);
    }
    return yaml->start + (uint32_t)offset;
}

/* Blank lines belong to what a block scalar says or does not say, and are not place. */
static uint32_t yaml_trim(const ptcc_yaml *yaml, ptc_span span)
{
    const char *text = yaml->forms->source->text.ptr;

    while (span.end > span.start && memchr(" \t\r\n", text[span.end - 1], 4) != NULL)
        span.end--;
    return span.end;
}

ptc_span ptcc_yaml_span(const ptcc_yaml *yaml, const yaml_event_t *event)
{
    ptc_span span = {ptcc_yaml_offset(yaml, &event->start_mark),
                     ptcc_yaml_offset(yaml, &event->end_mark)};

    span.end = yaml_trim(yaml, span);
    return span;
}
