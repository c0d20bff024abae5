/* SPDX-License-Identifier: MIT */
/* Models in, C out, and where long lines are broken. See text_int.h. */
#ifndef PTCC_TEMPLATE_HOST_H
#define PTCC_TEMPLATE_HOST_H

#include <ptc/template.h>
#include <ptc/value.h>

/* --- template_host.c: models in, C out ---------------------------------------------- */

/*
 * Emitters work bottom up: they fill a small model, expand one template, and pass the
 * text to the parent as a `_code` value. In full:
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
 * and with texts only:
 *
 *     code = HOST_FILL(host, ptcc_template_check_int, {"expr_code", e}, {"lo_lit", lo});
 *
 * Nothing needs checking on the way. The first failure stays in host->status, and later
 * calls give empty texts; the code that writes the files checks once, at the end. A
 * missing value is a mistake of the emitter: host->error names the template and the
 * value.
 */
typedef struct ptcc_template {
    const char *name; /* "c/parts/check_int.tmpl" */
    ptc_template compiled;
} ptcc_template;

typedef struct ptcc_host {
    ptc_arena *arena;
    ptc_status status;
    ptc_str error; /* a view of `words` */
    char words[256];
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
 * line's indentation, and an empty one takes its line away. Lines of a value that is
 * among other text are aligned under its beginning.
 */
ptc_str host_expand(ptcc_host *host, const ptcc_template *chosen,
                    const ptcc_model *model);

/* Expands a template whose model is only texts. */
ptc_str host_fill(ptcc_host *host, const ptcc_template *chosen, const ptcc_field *fields,
                  size_t count);
#define HOST_FILL(host, chosen, ...)                                                     \
    host_fill((host), &(chosen), (const ptcc_field[]){__VA_ARGS__},                      \
              sizeof((const ptcc_field[]){__VA_ARGS__}) / sizeof(ptcc_field))

/*
 * The same with gaps, for values too long to be made in one go: a gap is alone on its
 * line. `parts` gets what comes before the first gap, between two, and after the last:
 * `count` texts, one more than there are gaps.
 */
void model_gap(ptcc_model *model, const char *name);
void host_expand_apart(ptcc_host *host, const ptcc_template *chosen,
                       const ptcc_model *model, ptc_str *parts, size_t count);

/* Keeps the first fault. */
void host_fail(ptcc_host *host, ptc_status status, ptc_str error);

/* --- template_wrap.c: long lines ---------------------------------------------------- */

/* Columns that a line of emitted C may have. */
#define HOST_COLUMNS 90

/*
 * A note as a comment for a place that is indented by `indent`: one line where it fits,
 * else lines of ` * `. Empty for an empty note. `note` comes from c_note.
 */
ptc_str host_wrap_comment(ptcc_host *host, ptc_str note, size_t indent);

/* A type and a name, or what is assigned to and the value: one line, or two where that
 * does not fit at a place that is indented by `indent`. */
ptc_str host_wrap_pair(ptcc_host *host, ptc_str left, ptc_str right, size_t indent);

/*
 * `head(item, item, ...)tail`, broken where it does not fit, for a place that is indented
 * by `indent`: aligned under the first item, or else after the bracket, the type that a
 * declared function returns, or an assignment. The head ends before the bracket.
 */
ptc_str host_wrap_list(ptcc_host *host, ptc_str head, const ptc_str *items, size_t count,
                       ptc_str tail, size_t indent);

#endif
