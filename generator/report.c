/* SPDX-License-Identifier: MIT */
/*
 * `ptcc report`: each contract is written in every form, as `convert` would, and the
 * texts are measured instead of printed.
 */
#include "base/base_int.h"
#include "generator/convert.h"
#include "generator/report_int.h"
#include "generator/target_options.h"
#include "target/target_int.h"

/* Names of forms. ORDER forms */
static const char *const report_forms[] = {
    "sig",
    "malli",
    "prompt",
#define PTC_TARGET(constant, word, emit_word, scope, name, summary) word,
#include <ptc/targets.def>
#undef PTC_TARGET
};

/* Whether a form is one text for all contracts. */
static bool report_is_shared(size_t form)
{
    return form >= PTCC_REPORT_TARGETS &&
           !ptc_target_is_single((ptc_target)(form - PTCC_REPORT_TARGETS));
}

/* The measuring of one file. */
typedef struct report_run {
    const ptc_cli *cli;
    const ptc_contracts *contracts;
    ptc_target_options options;
    const ptc_contract **items; /* that are measured */
    const ptc_contract **tools; /* those among them that are functions */
    size_t count;
    size_t tool_count;
    ptcc_report_row *rows;
    bool failed; /* memory was refused */
} report_run;

const char *ptcc_report_form(size_t form)
{
    return report_forms[form];
}

ptc_str ptcc_report_fault(const ptcc_report_cell *cell)
{
    size_t at = 0;

    while (at + 1 < cell->note_count && cell->notes[at].code != PTC_DIAG_TARGET_FAULT)
        at++;
    return cell->notes[at].message;
}

/* --- Measures ----------------------------------------------------------------------- */

/* Rules of a grammar: each begins a line by its name. */
static size_t report_count_rules(ptc_str text)
{
    size_t count = 0;
    ptc_str line;

    while (ptc_take_line(&text, &line)) {
        char first = line.len > 0 ? line.ptr[0] : ' ';
        bool is_name = (first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z');

        count += is_name && memchr(line.ptr, ':', line.len) != NULL;
    }
    return count;
}

static bool report_is_grammar(size_t form)
{
    return form == PTCC_REPORT_TARGETS + PTC_TARGET_GBNF ||
           form == PTCC_REPORT_TARGETS + PTC_TARGET_LARK;
}

static void report_take_notes(ptcc_report_cell *cell, const ptc_diags *diags)
{
    cell->notes = diags->items;
    cell->note_count = diags->count;
    cell->faults = diags->errors > 0;
    for (size_t i = 0; i < diags->count; i++)
        cell->losses += diags->items[i].code == PTC_DIAG_LOSS_TARGET;
}

static void report_take_text(ptcc_report_cell *cell, size_t form, ptc_str text)
{
    cell->bytes = text.len;
    cell->tokens = (ptc_utf8_count(text.ptr, text.len) + 3) / 4;
    if (report_is_grammar(form))
        cell->rules = report_count_rules(text);
}

/* Writes contracts in one of ptcc's own forms, one after the other. */
static void report_write_own(report_run *run, ptcc_target_notes *notes, ptc_text *out,
                             size_t form, const ptc_contract *const *items, size_t count)
{
    static const ptcc_convert_form forms[] = {PTCC_CONVERT_SIG, PTCC_CONVERT_MALLI,
                                              PTCC_CONVERT_PROMPT}; /* ORDER forms */
    ptcc_conversion work = {
        .to = forms[form],
        .arena = run->cli->arena,
        .render = {.struct_size = sizeof(ptc_render_options)},
        .notes = *notes,
    };

    for (size_t i = 0; i < count; i++)
        ptcc_convert_contract(&work, out, items[i]);
    run->failed |= work.failed;
    *notes = work.notes;
}

/* Measures a form of some contracts together. */
static void report_measure(report_run *run, ptcc_report_cell *cell, size_t form,
                           const ptc_contract *const *items, size_t count)
{
    ptcc_target_notes notes;
    ptc_text text;

    cell->is_absent = count == 0;
    if (count == 0)
        return;
    ptcc_target_notes_init(&notes, run->cli->arena, run->contracts);
    ptc_text_init(&text, run->cli->arena);
    if (form < PTCC_REPORT_TARGETS)
        report_write_own(run, &notes, &text, form, items, count);
    else
        ptcc_target_write(&notes, &text, (ptc_target)(form - PTCC_REPORT_TARGETS), items,
                          count, &run->options);
    ptcc_target_notes_close(&notes);
    run->failed |= text.failed || notes.failed;
    report_take_notes(cell, &notes.diags);
    if (cell->faults == 0)
        report_take_text(cell, form, ptc_text_view(&text));
}

/* Lists of tools have no types; pages and tables have. */
static bool report_is_tools(size_t form)
{
    ptc_target target = (ptc_target)(form - PTCC_REPORT_TARGETS);

    return form >= PTCC_REPORT_TARGETS && ptc_target_is_tools(target);
}

static void report_measure_contract(report_run *run, ptcc_report_row *row,
                                    const ptc_contract *contract)
{
    bool is_tool = !contract->is_type && !ptcc_contract_is_bare(&contract->schema);

    row->contract = contract;
    if (is_tool)
        run->tools[run->tool_count++] = contract;
    for (size_t form = 0; form < PTCC_REPORT_FORMS; form++)
        report_measure(run, &row->cells[form], form, &contract,
                       is_tool || !report_is_tools(form));
}

/* Adds up what contracts have each for themselves. */
static void report_add_up(const report_run *run, ptcc_report_cell *sum, size_t form)
{
    sum->is_absent = true;
    for (size_t i = 0; i < run->count; i++) {
        const ptcc_report_cell *cell = &run->rows[i].cells[form];

        sum->is_absent = sum->is_absent && cell->is_absent;
        sum->bytes += cell->bytes;
        sum->tokens += cell->tokens;
        sum->rules += cell->rules;
        sum->losses += cell->losses;
        sum->faults += cell->faults;
    }
}

static void report_measure_all(report_run *run, ptcc_report_row *all)
{
    for (size_t form = 0; form < PTCC_REPORT_FORMS; form++) {
        if (!report_is_shared(form))
            report_add_up(run, &all->cells[form], form);
        else if (report_is_tools(form))
            report_measure(run, &all->cells[form], form, run->tools, run->tool_count);
        else
            report_measure(run, &all->cells[form], form, run->items, run->count);
    }
}

static bool report_measure_rows(report_run *run)
{
    run->rows = ptc_arena_array(run->cli->arena, run->count + 1, sizeof *run->rows);
    run->tools = ptc_arena_array(run->cli->arena, run->count, sizeof *run->tools);
    if (run->rows == NULL || run->tools == NULL)
        return false;
    for (size_t i = 0; i < run->count && !run->failed; i++)
        report_measure_contract(run, &run->rows[i], run->items[i]);
    if (!run->failed)
        report_measure_all(run, &run->rows[run->count]);
    return !run->failed;
}

/* --- Files -------------------------------------------------------------------------- */

/* The contract of --contract, or those that the file itself declares. False after a
 * message. */
static bool report_choose(report_run *run, const char *path)
{
    const char *name = ptc_cli_value(run->cli, PTC_OPTION_CONTRACT);

    if (name != NULL) {
        run->items[0] = ptc_contract_choose(run->cli, run->contracts, path, name);
        run->count = run->items[0] != NULL;
        return run->count > 0;
    }
    for (size_t i = 0; i < run->contracts->count; i++) {
        if (!run->contracts->items[i].is_included)
            run->items[run->count++] = &run->contracts->items[i];
    }
    if (run->count == 0)
        ptc_cli_say(run->cli, "%s declares no contract itself",
                    ptc_file_name(run->cli, path));
    return run->count > 0;
}

/* Reports each loss and fault with its place, as `convert` does: --verbose, --strict. */
static ptc_exit report_tell(const report_run *run)
{
    bool is_strict = ptc_cli_has(run->cli, PTC_OPTION_STRICT);
    ptcc_target_notes all;
    ptc_exit status;

    if (!is_strict && !ptc_cli_has(run->cli, PTC_OPTION_VERBOSE))
        return PTC_EXIT_OK;
    ptcc_target_notes_init(&all, run->cli->arena, run->contracts);
    for (size_t i = 0; i < (run->count + 1) * PTCC_REPORT_FORMS; i++) {
        const ptcc_report_cell *cell =
            &run->rows[i / PTCC_REPORT_FORMS].cells[i % PTCC_REPORT_FORMS];

        for (size_t n = 0; n < cell->note_count; n++) {
            if (cell->notes[n].code != PTC_DIAG_JSON_MEANING)
                ptcc_target_notes_add(&all, &cell->notes[n]);
        }
    }
    status = ptcc_target_notes_report(&all, run->cli);
    return status == PTC_EXIT_INPUT && !is_strict ? PTC_EXIT_OK : status;
}

static ptc_exit report_print(const report_run *run, ptc_str file)
{
    const ptcc_report_file report = {run->cli, file, run->rows, run->count};
    ptc_exit status = report_tell(run);
    ptc_text out;

    if (status == PTC_EXIT_USAGE)
        return status;
    ptc_text_init(&out, run->cli->arena);
    if (ptc_cli_has(run->cli, PTC_OPTION_JSON)) {
        ptcc_report_write_json(&out, &report);
        ptc_cli_print(run->cli, &out);
        return status;
    }
    ptcc_report_write_table(&out, &report);
    if (out.failed)
        return ptc_cli_no_memory(run->cli);
    ptc_file_print_drawn(ptc_text_view(&out));
    return status;
}

static ptc_exit report_file(const ptc_cli *cli, ptc_contract_reader *reader,
                            const ptc_target_options *options, const char *path)
{
    report_run run = {.cli = cli, .options = *options};
    ptc_contracts contracts;
    ptc_exit status = ptc_contract_reader_read(reader, path, &contracts);

    if (status != PTC_EXIT_OK)
        return status;
    run.contracts = &contracts;
    run.items = ptc_arena_array(cli->arena, contracts.count + 1, sizeof *run.items);
    if (run.items == NULL)
        return ptc_cli_no_memory(cli);
    if (!report_choose(&run, path))
        return PTC_EXIT_USAGE;
    if (!report_measure_rows(&run))
        return ptc_cli_no_memory(cli);
    return report_print(&run, contracts.sources[0]->name);
}

ptc_exit ptcc_report(const ptc_cli *cli)
{
    ptc_exit worst = PTC_EXIT_OK;
    ptc_target_options options;
    ptc_contract_reader reader;

    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "report needs a file; `-` is standard input");
    if (cli->operand_count > 1 && ptc_cli_has(cli, PTC_OPTION_CONTRACT))
        return ptc_cli_misuse(cli, "--contract takes one file, not %zu",
                              cli->operand_count);
    if (!ptcc_target_options_read(cli, &options) ||
        !ptc_contract_reader_init(&reader, cli))
        return PTC_EXIT_USAGE;
    for (size_t i = 0; i < cli->operand_count; i++) {
        ptc_exit status = report_file(cli, &reader, &options, cli->operands[i]);

        worst = status > worst ? status : worst;
    }
    return worst;
}
