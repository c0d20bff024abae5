/* SPDX-License-Identifier: MIT */
/*
 * Internal to the command ptcc: types, then prototypes grouped by the file that defines
 * them. Not installed: the compiler is a command, not a library.
 */
#ifndef PTCC_H
#define PTCC_H

#include "tool/cli.h"

/* --- verbs: run with a parsed command line, see tool/cli.def -------------------------- */

ptc_exit ptcc_check(const ptc_cli *cli);
ptc_exit ptcc_convert(const ptc_cli *cli);
ptc_exit ptcc_explain(const ptc_cli *cli);
ptc_exit ptcc_fmt(const ptc_cli *cli);

/* --- pages.c: docs/diagnostics, made by pages_embed ----------------------------------- */

/* Markdown, by ptc_diag_code. */
extern const char *const ptcc_pages[PTC_DIAG_COUNT];

/* --- c_text.c: what may enter emitted C ---------------------------------------------- */

/*
 * Everything below makes text in the arena that is valid C whatever the input holds. A
 * refused allocation gives an empty text and stays visible in arena->failed.
 */

/*
 * An identifier: `prefix`, `_` (only after a prefix), then `name` in lower case, with '-'
 * and '.' as `_` and every other byte outside [a-z0-9_] as `_xHH`. A result that C, C++ or
 * a system header has taken gets a trailing `_`; one that would begin with a digit or
 * with `__` begins with `x`. Two names may become one; the caller looks for collisions.
 */
ptc_str c_ident(ptc_arena *arena, ptc_str prefix, ptc_str name);

/* The same in upper case, for enum constants, macros and include guards. */
ptc_str c_constant(ptc_arena *arena, ptc_str prefix, ptc_str name);

/*
 * A string literal with its quotes. Bytes outside printable ASCII become octal escapes of
 * three digits, trigraphs are broken up. A text that does not fit in about 72 columns
 * becomes several literals, one a line; host_expand aligns them under the first.
 */
ptc_str c_string(ptc_arena *arena, ptc_str text);

/* The same on one line however long it is. */
ptc_str c_string_line(ptc_arena *arena, ptc_str text);

/* An integer constant; the smallest int64 is INT64_MIN (needs <stdint.h>). */
ptc_str c_int(ptc_arena *arena, int64_t value);
ptc_str c_uint(ptc_arena *arena, uint64_t value);

/* The shortest constant that reads back as `value`, always of type double: 0.1, 1e7, -0.0.
 * Infinities and NaN are HUGE_VAL and NAN (need <math.h>). */
ptc_str c_double(ptc_arena *arena, double value);

/*
 * Comment text: no comment marks, no trigraphs, no backslash that could end a line, no
 * control or direction-changing characters. Line breaks are kept as `\n`.
 */
ptc_str c_note(ptc_arena *arena, ptc_str text);

/* --- template_host.c: models in, C out ----------------------------------------------- */

/*
 * Emitters work bottom up: a small model, one template, and the text goes to the parent
 * as a `_code` value. In full:
 *
 *     ptcc_model model = host_model(host);
 *     ptcc_rows fields = host_rows(host);
 *
 *     for each field {
 *         ptcc_model row = host_model(host);
 *
 *         model_str(&row, "field_id", c_ident(arena, prefix, name));
 *         model_flag(&row, "is_optional", optional);
 *         rows_add(&fields, &row);          // also sets the flags `first` and `last`
 *     }
 *     model_str(&model, "type_id", type);
 *     model_rows(&model, "fields", &fields);
 *     code = host_expand(host, &ptcc_template_struct, &model);
 *
 * and where there is nothing but texts:
 *
 *     code = HOST_FILL(host, ptcc_template_check_int, {"expr_code", e}, {"lo_lit", lo});
 *
 * Nothing needs checking on the way: the first failure sticks in host->status (a missing
 * value is a mistake of the emitter and names template and value in host->error), later
 * calls give empty texts, and write_c.c looks once, at the end.
 */
typedef struct ptcc_template {
    const char *name; /* "c/parts/check_int.tmpl" */
    ptc_template compiled;
} ptcc_template;

typedef struct ptcc_host {
    ptc_arena *arena;
    ptc_status status;
    ptc_str error;
} ptcc_host;

typedef struct ptcc_model {
    ptcc_host *host;
    ptc_map_entry *entries;
    size_t count;
    size_t capacity;
} ptcc_model;

typedef struct ptcc_rows {
    ptcc_host *host;
    ptcc_model *items;
    size_t count;
    size_t capacity;
} ptcc_rows;

typedef struct ptcc_field {
    const char *name;
    ptc_str text;
} ptcc_field;

void host_init(ptcc_host *host, ptc_arena *arena);

ptcc_model host_model(ptcc_host *host);
/* A text; one with ptr NULL is nil, which prints nothing and hides its section. */
void model_str(ptcc_model *model, const char *name, ptc_str text);
void model_cstr(ptcc_model *model, const char *name, const char *text);
/* Whether a section is shown; a flag that was never set is false. */
void model_flag(ptcc_model *model, const char *name, bool flag);
void model_count(ptcc_model *model, const char *name, size_t count);
/* A list; its rows are taken over. */
void model_rows(ptcc_model *model, const char *name, const ptcc_rows *rows);

ptcc_rows host_rows(ptcc_host *host);
/* Appends a row, which the list takes over; the model is not used any more after that. */
void rows_add(ptcc_rows *rows, const ptcc_model *row);

/*
 * Expands a template. A value alone on its line is a block: each of its lines gets the
 * line's indentation, and an empty one takes its line away. Lines of a value that stands
 * among other text are aligned under its beginning.
 */
ptc_str host_expand(ptcc_host *host, const ptcc_template *chosen, const ptcc_model *model);

/* Expands a template whose model is nothing but texts. */
ptc_str host_fill(ptcc_host *host, const ptcc_template *chosen, const ptcc_field *fields,
                  size_t count);
#define HOST_FILL(host, chosen, ...)                                                         \
    host_fill((host), &(chosen), (const ptcc_field[]){__VA_ARGS__},                          \
              sizeof((const ptcc_field[]){__VA_ARGS__}) / sizeof(ptcc_field))

/* Last step over a whole file: no trailing blanks, no two blank lines in a row, none at
 * the beginning, exactly one newline at the end. */
ptc_str host_tidy(ptcc_host *host, ptc_str code);

/* Columns that a line of emitted C may have. */
#define HOST_COLUMNS 90

/*
 * A note as a comment for a place that is indented by `indent`: one line where it fits,
 * else lines of ` * `. Empty for an empty note. `note` comes from c_note.
 */
ptc_str host_wrap_comment(ptcc_host *host, ptc_str note, size_t indent);

/*
 * `head(item, item, ...)tail`, items that do not fit aligned under the first one, for a
 * place that is indented by `indent`. The head ends before the bracket.
 */
ptc_str host_wrap_list(ptcc_host *host, ptc_str head, const ptc_str *items, size_t count,
                       ptc_str tail, size_t indent);

#endif
