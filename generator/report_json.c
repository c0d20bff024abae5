/* SPDX-License-Identifier: MIT */
/* `ptcc report --json`: a line for each file. Members are always in this order. */
#include "generator/report_int.h"

static void report_json_number(ptc_text *out, const char *key, size_t number)
{
    ptc_text_cstr(out, ",\"");
    ptc_text_cstr(out, key);
    ptc_text_cstr(out, "\":");
    ptc_text_uint(out, number);
}

/* The messages of notes of one kind; nothing where there are none, unless `is_always`. */
static void report_json_notes(ptc_text *out, const char *key,
                              const ptcc_report_cell *cell, ptc_diag_code code,
                              bool is_always)
{
    size_t count = 0;

    for (size_t i = 0; i < cell->note_count; i++) {
        if (cell->notes[i].code != code)
            continue;
        if (count++ == 0) {
            ptc_text_cstr(out, ",\"");
            ptc_text_cstr(out, key);
            ptc_text_cstr(out, "\":[");
        } else {
            ptc_text_byte(out, ',');
        }
        ptc_json_write_string(out, cell->notes[i].message);
    }
    if (count > 0) {
        ptc_text_byte(out, ']');
    } else if (is_always) {
        ptc_text_cstr(out, ",\"");
        ptc_text_cstr(out, key);
        ptc_text_cstr(out, "\":[]");
    }
}

static void report_json_cell(ptc_text *out, const ptcc_report_cell *cell, size_t form,
                             bool is_total)
{
    ptc_text_cstr(out, "{\"form\":");
    ptc_json_write_string(out, ptc_str_of(ptcc_report_form(form)));
    if (!is_total && cell->faults > 0) {
        report_json_notes(out, "faults", cell, PTC_DIAG_TARGET_FAULT, true);
        ptc_text_byte(out, '}');
        return;
    }
    report_json_number(out, "bytes", cell->bytes);
    report_json_number(out, "tokens", cell->tokens);
    if (cell->rules > 0)
        report_json_number(out, "rules", cell->rules);
    if (is_total) {
        report_json_number(out, "losses", cell->losses);
        report_json_number(out, "faults", cell->faults);
    } else {
        report_json_notes(out, "losses", cell, PTC_DIAG_LOSS_TARGET, true);
        report_json_notes(out, "notes", cell, PTC_DIAG_JSON_MEANING, false);
    }
    ptc_text_byte(out, '}');
}

static void report_json_cells(ptc_text *out, const ptcc_report_row *row)
{
    size_t count = 0;

    for (size_t form = 0; form < PTCC_REPORT_FORMS; form++) {
        if (row->cells[form].is_absent)
            continue;
        ptc_text_cstr(out, count++ > 0 ? "," : "");
        report_json_cell(out, &row->cells[form], form, row->contract == NULL);
    }
}

static void report_json_contract(ptc_text *out, const ptcc_report_row *row)
{
    const ptc_contract *contract = row->contract;
    ptc_position at = ptc_source_position(contract->source, contract->span.start);

    ptc_text_cstr(out, "{\"name\":");
    ptc_json_write_string(out, contract->name);
    report_json_number(out, "line", at.line);
    report_json_number(out, "col", at.column);
    ptc_text_cstr(out, ",\"forms\":[");
    report_json_cells(out, row);
    ptc_text_cstr(out, "]}");
}

void ptcc_report_write_json(ptc_text *out, const ptcc_report_file *report)
{
    ptc_text_cstr(out, "{\"file\":");
    ptc_json_write_string(out, report->file);
    ptc_text_cstr(out, ",\"contracts\":[");
    for (size_t i = 0; i < report->count; i++) {
        ptc_text_cstr(out, i > 0 ? "," : "");
        report_json_contract(out, &report->rows[i]);
    }
    ptc_text_cstr(out, "],\"total\":[");
    report_json_cells(out, &report->rows[report->count]);
    ptc_text_cstr(out, "]}\n");
}
