/* SPDX-License-Identifier: MIT */
/*
 * Templates for C: models that are easy to make, and the sink that knows about lines.
 *
 * The sink keeps two rules of [style 2.9]. A value alone on its line is a block: its
 * lines get the line's indentation, and an empty one takes the line away. The lines of a
 * value among other text are aligned under its beginning. All texts live in the host's
 * arena.
 */
#include "generator/text/template_host.h"

/* --- Models ------------------------------------------------------------------------ */

void host_init(ptcc_host *host, ptc_arena *arena)
{
    host->arena = arena;
    host->status = PTC_OK;
    host->error = PTC_STR("");
}

void host_fail(ptcc_host *host, ptc_status status, ptc_str error)
{
    size_t len = error.len < sizeof host->words ? error.len : sizeof host->words;

    if (host->status != PTC_OK)
        return;
    memcpy(host->words, error.ptr,
           len); /* the arena may be rewound before it is reported */
    host->status = status;
    host->error = ptc_str_make(host->words, len);
}

ptcc_model host_model(ptcc_host *host)
{
    ptcc_model model = {host, NULL, 0, 0};

    return model;
}

static void model_set(ptcc_model *model, const char *name, ptc_value value)
{
    void *items = model->entries;

    if (!ptc_arena_reserve(model->host->arena, &items, &model->capacity, model->count,
                           model->count + 1, sizeof *model->entries)) {
        host_fail(model->host, PTC_ERROR_MEMORY, PTC_STR("out of memory"));
        return;
    }
    model->entries = items;
    model->entries[model->count].key = ptc_value_string(ptc_str_of(name));
    model->entries[model->count].value = value;
    model->count++;
}

void model_str(ptcc_model *model, const char *name, ptc_str text)
{
    model_set(model, name, text.ptr != NULL ? ptc_value_string(text) : ptc_value_nil());
}

void model_cstr(ptcc_model *model, const char *name, const char *text)
{
    model_str(model, name, ptc_str_of(text));
}

void model_flag(ptcc_model *model, const char *name, bool flag)
{
    model_set(model, name, ptc_value_bool(flag));
}

void model_count(ptcc_model *model, const char *name, size_t count)
{
    model_set(model, name, ptc_value_int((int64_t)count));
}

/* The map of a model; nil after a failure. */
static ptc_value model_value(const ptcc_model *model)
{
    ptc_value map = ptc_value_nil();
    size_t duplicate = 0;
    ptc_status status;

    if (model->host->status != PTC_OK)
        return map;
    status =
        ptc_map_make(model->host->arena, model->entries, model->count, &map, &duplicate);
    if (status == PTC_ERROR_DUPLICATE)
        host_fail(model->host, status, ptc_value_text(&model->entries[duplicate].key));
    else if (status != PTC_OK)
        host_fail(model->host, status, PTC_STR("out of memory"));
    return status == PTC_OK ? map : ptc_value_nil();
}

void model_rows(ptcc_model *model, const char *name, const ptcc_rows *rows)
{
    ptc_value *items = ptc_arena_array(model->host->arena, rows->count, sizeof *items);

    if (items == NULL) {
        host_fail(model->host, PTC_ERROR_MEMORY, PTC_STR("out of memory"));
        return;
    }
    for (size_t i = 0; i < rows->count; i++) {
        ptcc_model *row = &rows->items[i];

        model_flag(row, "first", i == 0);
        model_flag(row, "last", i + 1 == rows->count);
        items[i] = model_value(row);
    }
    model_set(model, name, ptc_value_vector(items, rows->count));
}

ptcc_rows host_rows(ptcc_host *host)
{
    ptcc_rows rows = {host, NULL, 0, 0};

    return rows;
}

void rows_add(ptcc_rows *rows, const ptcc_model *row)
{
    void *items = rows->items;

    if (!ptc_arena_reserve(rows->host->arena, &items, &rows->capacity, rows->count,
                           rows->count + 1, sizeof *rows->items)) {
        host_fail(rows->host, PTC_ERROR_MEMORY, PTC_STR("out of memory"));
        return;
    }
    rows->items = items;
    rows->items[rows->count++] = *row;
}

/* --- The sink ---------------------------------------------------------------------- */

/* Values of gaps are known by their address. */
static const char host_gap[] = "gap";

/* Gaps that one template may have. */
enum { HOST_GAPS_MAX = 4 };

typedef struct host_sink {
    ptc_text *out;
    bool drops_line; /* an empty block went before: the rest of its line also goes */
    size_t gaps[HOST_GAPS_MAX]; /* their places in `out` */
    size_t gap_count;
} host_sink;

static size_t host_line_start(const ptc_text *out)
{
    size_t start = out->len;

    while (start > 0 && out->ptr[start - 1] != '\n')
        start--;
    return start;
}

static void host_write_text(ptc_str chunk, void *user)
{
    host_sink *sink = user;

    if (sink->drops_line) {
        const char *newline = memchr(chunk.ptr, '\n', chunk.len);
        size_t skip = newline != NULL ? (size_t)(newline - chunk.ptr) + 1 : chunk.len;

        sink->drops_line = false;
        chunk = ptc_str_make(chunk.ptr + skip, chunk.len - skip);
    }
    ptc_text_str(sink->out, chunk);
}

/* Appends `value` with `blanks` before each line but the first. */
static void host_write_lines(ptc_text *out, ptc_str value, size_t blanks)
{
    while (value.len > 0) {
        const char *newline = memchr(value.ptr, '\n', value.len);
        size_t len = newline != NULL ? (size_t)(newline - value.ptr) + 1 : value.len;

        ptc_text_bytes(out, value.ptr, len);
        value = ptc_str_make(value.ptr + len, value.len - len);
        if (value.len > 0 && value.ptr[0] != '\n')
            ptc_text_repeat(out, ' ', blanks);
    }
}

static void host_block(ptc_str value, uint32_t column, bool is_alone, void *user)
{
    host_sink *sink = user;
    ptc_text *out = sink->out;
    size_t start = host_line_start(out);

    (void)column; /* the templates of C are indented by blanks, so `out` knows better */
    if (!is_alone) {
        bool has_lines = memchr(value.ptr, '\n', value.len) != NULL;

        host_write_lines(out, value,
                         has_lines ? ptc_utf8_count(out->ptr + start, out->len - start)
                                   : 0);
        return;
    }
    while (value.len > 0 && value.ptr[value.len - 1] == '\n')
        value.len--;
    if (value.ptr == host_gap && sink->gap_count < HOST_GAPS_MAX) {
        sink->gaps[sink->gap_count++] = start;
        value.len = 0;
    }
    if (value.len == 0) {
        out->len = start;
        sink->drops_line = true;
        return;
    }
    host_write_lines(out, value, out->len - start);
}

/* --- Expansion --------------------------------------------------------------------- */

static void host_fail_in(ptcc_host *host, const ptcc_template *chosen, ptc_status status,
                         ptc_str error)
{
    ptc_text text;

    ptc_text_init(&text, host->arena);
    ptc_text_cstr(&text, chosen->name);
    ptc_text_cstr(&text, ": ");
    ptc_text_str(&text, error.len > 0 ? error : ptc_str_of(ptc_status_name(status)));
    host_fail(host, status, ptc_text_view(&text));
}

static ptc_str host_run(ptcc_host *host, const ptcc_template *chosen,
                        const ptcc_model *model, host_sink *lines)
{
    ptc_value data = model_value(model);
    ptc_template_options options = {.struct_size = sizeof options,
                                    .on_missing = PTC_MISSING_ERROR};
    ptc_template_sink sink = {host_write_text, host_block, lines};
    ptc_error error = ptc_error_none();
    ptc_text out;
    ptc_status status;

    memset(lines, 0, sizeof *lines);
    if (host->status != PTC_OK)
        return PTC_STR("");
    ptc_text_init(&out, host->arena);
    lines->out = &out;
    options.sink = &sink;
    status = ptc_template_expand(&out, &chosen->compiled, &data, &options, &error);
    if (status != PTC_OK) {
        host_fail_in(host, chosen, status, error.message);
        lines->gap_count = 0;
        return PTC_STR("");
    }
    return ptc_text_view(&out);
}

ptc_str host_expand(ptcc_host *host, const ptcc_template *chosen, const ptcc_model *model)
{
    host_sink lines;

    return host_run(host, chosen, model, &lines);
}

void model_gap(ptcc_model *model, const char *name)
{
    model_str(model, name, ptc_str_make(host_gap, sizeof host_gap - 1));
}

void host_expand_apart(ptcc_host *host, const ptcc_template *chosen,
                       const ptcc_model *model, ptc_str *parts, size_t count)
{
    host_sink lines;
    ptc_str code = host_run(host, chosen, model, &lines);
    size_t start = 0;

    if (host->status == PTC_OK && lines.gap_count + 1 != count)
        host_fail_in(host, chosen, PTC_ERROR_INVALID, PTC_STR("gaps missing"));
    for (size_t i = 0; i < count; i++) {
        size_t end = i < lines.gap_count ? lines.gaps[i] : code.len;

        parts[i] = ptc_str_make(code.ptr + start, end - start);
        start = end;
    }
}

ptc_str host_fill(ptcc_host *host, const ptcc_template *chosen, const ptcc_field *fields,
                  size_t count)
{
    ptcc_model model = host_model(host);

    for (size_t i = 0; i < count; i++)
        model_str(&model, fields[i].name, fields[i].text);
    return host_expand(host, chosen, &model);
}
