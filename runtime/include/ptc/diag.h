/* SPDX-License-Identifier: MIT */
/*
 * <ptc/diag.h> - diagnostics about text that people write: signatures, Malli, templates.
 *
 * Readers collect diagnostics and carry on; the caller checks `errors` at the end. Every
 * diagnostic has a stable code (diagnostics.def), a byte span in its source, the message,
 * and where possible a hint. Lines and columns are 1-based and count code points, a tab
 * as one; they are computed only when asked for. [signature 7]
 */
#ifndef PTC_DIAG_H
#define PTC_DIAG_H

#include <ptc/error.h>
#include <ptc/status.h>
#include <ptc/text.h>

PTC_BEGIN

/* Identifies a diagnostic: each has a stable code and a page in docs/diagnostics. */
typedef enum ptc_diag_code {
#define PTC_DIAG(constant, name, severity, summary) PTC_DIAG_##constant,
#include <ptc/diagnostics.def>
#undef PTC_DIAG
    PTC_DIAG_COUNT
} ptc_diag_code;

/* Errors refuse the text, warnings do not. */
typedef enum ptc_severity {
    PTC_SEVERITY_ERROR,   /* the text is refused */
    PTC_SEVERITY_WARNING, /* the text is accepted */
} ptc_severity;

/* Bytes [start, end) of a source. */
typedef struct ptc_span {
    uint32_t start; /* the first byte */
    uint32_t end;   /* the byte after the last one */
} ptc_span;

/* A text with the name that people know it by ("tools.sig", "<stdin>"). Sources are
 * limited to 4 GiB - 1; larger ones are refused before reading. */
typedef struct ptc_source {
    ptc_str name; /* may be empty */
    ptc_str text; /* UTF-8, without its own NUL */
} ptc_source;

/* The maximum size of a contract or agent file in bytes, and in words. */
#define PTC_SOURCE_MAX   ((size_t)16 << 20)
#define PTC_SOURCE_LARGE "larger than 16 MiB"

/* One diagnostic. Its texts live in the arena of the ptc_diags that it is in. */
typedef struct ptc_diag {
    ptc_diag_code code;       /* which one */
    ptc_severity severity;    /* given by its code */
    const ptc_source *source; /* where it is */
    ptc_span span;            /* the text that it is about */
    ptc_str message;          /* one line, no position, no code */
    ptc_str hint;             /* one line, or empty */
    ptc_str expected;         /* the expected tokens in words, or empty */
    ptc_str target;           /* for losses and faults of <ptc/target.h>: the word of the
                               * target; else empty. Static */
} ptc_diag;

/* Diagnostics in the order in which they were found. The caller owns it, and may collect
 * the diagnostics of several readers in one. */
typedef struct ptc_diags {
    ptc_arena *arena; /* owns the texts */
    ptc_diag *items;  /* those that are stored */
    size_t count;     /* stored: at most `limit` errors and `limit` warnings */
    size_t capacity;
    size_t errors;            /* the number found, stored or not */
    size_t warnings;          /* likewise */
    size_t limit;             /* 20 unless changed after init */
    const ptc_source *source; /* the source of new diagnostics; set by the reader */
    ptc_diag scratch;         /* private: ptc_diag_add returns it for one that is not
                               * stored */
} ptc_diags;

/* Initialises it without diagnostics; `arena` owns those that are added. */
PTC_API void ptc_diags_init(ptc_diags *diags, ptc_arena *arena);

/*
 * Adds a diagnostic for `span` of diags->source. `format` is like printf's, but
 * restricted to %s %d %u %zu %c %.*s; texts from the input should go through
 * ptc_diag_quote. Severity comes from the code. The same fault (code, place, message)
 * added again is not counted again. Returns the diagnostic for adding a hint, or a
 * scratch one when it was not stored; never NULL, valid until the next call.
 */
PTC_API ptc_diag *ptc_diag_add(ptc_diags *diags, ptc_diag_code code, ptc_span span,
                               const char *format, ...) PTC_PRINTF(4, 5);

/* Sets the hint of the diagnostic that ptc_diag_add returned. */
PTC_API void ptc_diag_hint(ptc_diags *diags, ptc_diag *diag, const char *format, ...)
    PTC_PRINTF(3, 4);

/* `text` for people to read, cut at 80 code points: control and direction characters as
 * \u001b, ill-formed bytes as \xff; in the arena, NUL-terminated. For use as a %s
 * argument. */
PTC_API const char *ptc_diag_quote(ptc_diags *diags, ptc_str text);

/* The view of one as a ptc_error: its path is "tools.sig:3:7", in `arena`, its code that
 * name. */
PTC_API ptc_error ptc_diag_view(ptc_arena *arena, const ptc_diag *diag);

/* "sig-unknown-type" and back; PTC_DIAG_COUNT for an unknown name. */
PTC_API const char *ptc_diag_name(ptc_diag_code code);
PTC_API ptc_diag_code ptc_diag_find(ptc_str name);

/* A place in a text, for people. */
typedef struct ptc_position {
    size_t line;   /* from 1 */
    size_t column; /* from 1, in code points */
} ptc_position;

/* The place of a byte, or the end of the text for one after it. */
PTC_API ptc_position ptc_source_position(const ptc_source *source, size_t offset);

/* The position `at` in a part of a larger text, converted to the larger text: the part
 * begins at `start`. */
PTC_INLINE ptc_position ptc_position_from(ptc_position start, ptc_position at)
{
    if (at.line == 1)
        at.column += start.column - 1;
    at.line += start.line - 1;
    return at;
}

/* Appends the line of the source where the span starts, and a line that marks it. */
PTC_API void ptc_source_excerpt(ptc_text *text, const ptc_source *source, ptc_span span,
                                bool color);

/* The same, with `line` as the line number, for a source that is a part of a larger
 * text. */
PTC_API void ptc_source_excerpt_at(ptc_text *text, const ptc_source *source,
                                   ptc_span span, size_t line, bool color);

/* How diagnostics are printed. */
typedef enum ptc_diag_style {
    PTC_DIAG_STYLE_TEXT, /* file:line:col: error[code]: message, source line, caret, hint;
                            of targets: loss[target] or error[target] */
    PTC_DIAG_STYLE_GNU,  /* file:line:col: error: message [code] */
    PTC_DIAG_STYLE_MSVC, /* file(line,col): error code: message */
    PTC_DIAG_STYLE_JSON, /* one object per line, with byte offsets */
} ptc_diag_style;

/* Appends one diagnostic, newline included. `color` adds ANSI colours (TEXT only). Names,
 * messages and excerpts are escaped as by ptc_diag_quote, so that no input text can move
 * the terminal's cursor or change the writing direction. */
PTC_API void ptc_diag_write(ptc_text *text, const ptc_diag *diag, ptc_diag_style style,
                            bool color);

/* Appends all of them in source order, and "…and N more" past the limit. */
PTC_API void ptc_diags_write(ptc_text *text, const ptc_diags *diags, ptc_diag_style style,
                             bool color);

PTC_END

#endif
