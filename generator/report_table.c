/* SPDX-License-Identifier: MIT */
/*
 * `ptcc report` for people: a table for each contract, then one of all.
 *
 *     search                  bytes  tokens    json   rules  losses
 *       sig                      88      22     21%
 *       json-schema             412     103    100%               1
 *       openai-strict        cannot: search.filter: 11 levels; the limit is 10
 */
#include "agent/host/show.h"
#include "base/base_int.h"
#include "generator/report_int.h"

enum { TABLE_NAME = 21, TABLE_NUMBER = 8 };

typedef struct report_table {
    ptc_text *out;
    bool has_colors;
    size_t columns; /* of the terminal; 0: as many as it takes */
} report_table;

static void table_paint(const report_table *table, const char *sequence)
{
    if (table->has_colors)
        ptc_text_cstr(table->out, sequence);
}

/* --- Cells -------------------------------------------------------------------------- */

/* Appends blanks up to a width that `used` columns of are filled. */
static void table_pad(const report_table *table, size_t used, size_t width)
{
    ptc_text_repeat(table->out, ' ', used < width ? width - used : 1);
}

/* A number at the right of its column; 0 leaves it empty where that says nothing. */
static void table_number(const report_table *table, size_t number, const char *unit,
                         bool is_shown)
{
    char digits[24];
    int len = snprintf(digits, sizeof digits, "%zu%s", number, unit);

    if (!is_shown)
        digits[0] = '\0', len = 0;
    table_pad(table, (size_t)len, TABLE_NUMBER);
    ptc_text_bytes(table->out, digits, (size_t)len);
}

/* Ends a line without the blanks of empty cells. */
static void table_end_line(const report_table *table)
{
    ptc_text *out = table->out;

    while (out->len > 0 && !out->failed && out->ptr[out->len - 1] == ' ')
        ptc_text_cut(out, out->len - 1);
    ptc_text_byte(out, '\n');
}

/* How many contracts a form has no text of, where others have one. */
static void table_without(const report_table *table, size_t faults)
{
    ptc_text_cstr(table->out, "  without ");
    ptc_text_uint(table->out, faults);
}

/* Why there is no text: as much of it as fits the terminal. */
static void table_fault(const report_table *table, ptc_str fault)
{
    size_t start = TABLE_NAME + strlen("  cannot: ");
    size_t fits = fault.len;

    if (table->columns > 0)
        fits = ptc_show_fitting(
            fault, table->columns > start + 10 ? table->columns - start - 1 : 10);
    table_paint(table, "\x1B[31m");
    ptc_text_cstr(table->out, "  cannot: ");
    ptc_visible_write(table->out, ptc_str_make(fault.ptr, fits));
    if (fits < fault.len)
        ptc_text_cstr(table->out, "\xE2\x80\xA6");
    table_paint(table, "\x1B[0m");
    ptc_text_byte(table->out, '\n');
}

/* --- Rows --------------------------------------------------------------------------- */

static void table_row(const report_table *table, const ptcc_report_row *row, size_t form)
{
    const ptcc_report_cell *cell = &row->cells[form];
    const ptcc_report_cell *json =
        &row->cells[PTCC_REPORT_TARGETS + PTC_TARGET_JSON_SCHEMA];
    const char *word = ptcc_report_form(form);

    ptc_text_cstr(table->out, "  ");
    ptc_text_cstr(table->out, word);
    table_pad(table, strlen(word) + 2, TABLE_NAME);
    if (cell->faults > 0 && cell->bytes == 0) {
        table_fault(table, cell->note_count > 0 ? ptcc_report_fault(cell)
                                                : PTC_STR("none of them"));
        return;
    }
    table_number(table, cell->bytes, "", true);
    table_number(table, cell->tokens, "", true);
    table_number(table,
                 json->tokens > 0 ? (cell->tokens * 100 + json->tokens / 2) / json->tokens
                                  : 0,
                 "%", json->tokens > 0);
    table_number(table, cell->rules, "", cell->rules > 0);
    table_number(table, cell->losses, "", cell->losses > 0);
    if (cell->faults > 0)
        table_without(table, cell->faults);
    table_end_line(table);
}

/* The columns that a text fills as people are shown it. */
static size_t table_width(ptc_str text)
{
    size_t width = 0;

    while (ptc_show_fitting(text, width) < text.len)
        width++;
    return width;
}

static void table_head(const report_table *table, ptc_str name)
{
    static const char *const titles[] = {"bytes", "tokens", "json", "rules", "losses"};
    size_t fits = name.len < 512 ? name.len : 512;

    table_paint(table, "\x1B[1m");
    ptc_visible_write(table->out, name);
    table_paint(table, "\x1B[0m");
    if (fits < name.len || table_width(name) > TABLE_NAME) {
        ptc_text_byte(table->out, '\n');
        table_pad(table, 0, TABLE_NAME);
    } else {
        table_pad(table, table_width(name),
                  TABLE_NAME + (table_width(name) == TABLE_NAME));
    }
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++) {
        table_pad(table, strlen(titles[i]), TABLE_NUMBER);
        ptc_text_cstr(table->out, titles[i]);
    }
    ptc_text_byte(table->out, '\n');
}

static void table_rows(const report_table *table, const ptcc_report_row *row,
                       ptc_str name)
{
    table_head(table, name);
    for (size_t form = 0; form < PTCC_REPORT_FORMS; form++) {
        if (!row->cells[form].is_absent)
            table_row(table, row, form);
    }
}

/* --- Tables ------------------------------------------------------------------------- */

void ptcc_report_write_table(ptc_text *out, const ptcc_report_file *report)
{
    report_table table = {out, ptc_cli_colors_output(report->cli), ptc_cli_columns()};
    ptc_text name;

    for (size_t i = 0; i < report->count; i++) {
        table_rows(&table, &report->rows[i], report->rows[i].contract->name);
        ptc_text_byte(out, '\n');
    }
    if (report->count == 1) { /* the same again */
        ptc_text_cut(out, out->len - !out->failed);
        return;
    }
    ptc_text_init(&name, out->arena);
    ptc_text_uint(&name, report->count);
    ptc_text_cstr(&name, " contracts");
    out->failed |= name.failed;
    table_rows(&table, &report->rows[report->count], ptc_text_view(&name));
}
