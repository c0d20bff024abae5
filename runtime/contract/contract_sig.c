/* SPDX-License-Identifier: MIT */
/*
 * Declarations of `.sig` files: `name(params) -> T`, `name = T`, `include "FILE"`, or one
 * bare signature that is named after the file. [signature 1.1]
 *
 * The scan finds declarations by the beginnings of lines; drafting reads each from its
 * head on. Nothing that begins a declaration can be inside a signature, so both agree on
 * where declarations begin, however broken the text between them is.
 */
#include "contract/contract_int.h"
#include "signature.h"

/* --- Scanning -------------------------------------------------------------------- */

bool ptc_contract_include_name(ptc_contract_reading *reading, const ptc_line *line,
                               ptc_str *name, ptc_span *span)
{
    ptc_sig *sig = &reading->sig;
    ptc_sig_lexer lexer = ptc_sig_lexer_at(sig->text, line->text);
    ptc_sig_token token = {0, 0, 0};
    int code;

    ptc_sig_lex(&lexer); /* the word include */
    code = ptc_sig_lex(&lexer);
    token.start = (uint32_t)(lexer.token - lexer.text);
    token.end = (uint32_t)(lexer.cursor - lexer.text);
    *span = ptc_sig_span(token);
    if (code == PTC_SIG_FAULT_STRING) {
        ptc_diag_add(reading->diags, PTC_DIAG_SIG_UNCLOSED, *span,
                     "the quotation mark before the file name is never closed");
        return false;
    }
    if (!ptc_sig_unquote(sig, token, PTC_DIAG_SIG_INCLUDE, name))
        return false;
    code = ptc_sig_lex(&lexer);
    token.start = (uint32_t)(lexer.token - lexer.text);
    if (code != 0 && code != PTC_SIG_COMMENT && token.start < line->end) {
        ptc_diag_add(reading->diags, PTC_DIAG_SIG_INCLUDE,
                     (ptc_span){token.start, line->end},
                     "an include must be alone on its line");
        return false;
    }
    return true;
}

/* The head of a declaration: its name, and where its signature begins. */
static void contract_scan_head(ptc_contract_reading *reading, const ptc_line *line)
{
    ptc_sig *sig = &reading->sig;
    ptc_sig_lexer lexer = ptc_sig_lexer_at(sig->text, line->text);
    int code = ptc_sig_lex(&lexer);
    ptc_sig_token token = {line->text, (uint32_t)(lexer.cursor - lexer.text), 0};
    ptc_str name = ptc_sig_text(sig, token);
    size_t errors = reading->diags->errors;
    ptc_declaration *item;
    bool is_type;

    if (code == PTC_SIG_FAULT_NAME)
        ptc_sig_fault_name(sig, token);
    else if (code == PTC_SIG_STRING)
        ptc_sig_unquote(sig, token, PTC_DIAG_SIG_NAME, &name);
    if (name.len == 0)
        ptc_diag_add(reading->diags, PTC_DIAG_SIG_NAME, ptc_sig_span(token),
                     "a name cannot be empty");
    if (reading->diags->errors != errors)
        ptc_contract_doubt(reading);
    is_type = ptc_sig_lex(&lexer) != PTC_SIG_LP;
    item = ptc_contract_declare(reading, name, ptc_sig_span(token), is_type);
    if (item != NULL)
        item->start = (uint32_t)((is_type ? lexer.cursor : lexer.token) - lexer.text);
}

/* Text in column 1 that begins nothing. */
static void contract_fault_stray(ptc_contract_reading *reading, const ptc_line *line)
{
    ptc_diag *diag;

    if (ptc_sig_is_foreign_comment(reading->sig.text, line->text)) {
        ptc_sig_fault_foreign_comment(&reading->sig, (ptc_span){line->text, line->end});
        return;
    }
    if (ptc_sig_explain_foreign(&reading->sig, line->text,
                                ptc_diags_place(reading->diags)))
        return;
    diag = ptc_diag_add(reading->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN,
                        (ptc_span){line->text, line->end}, "this is not a declaration");
    ptc_diag_hint(reading->diags, diag,
                  "write name(params) -> T or name = T, and indent descriptions");
}

/* Where the one bare signature of a file begins: a file with declarations has none. */
static void contract_scan_bare(ptc_contract_reading *reading, uint32_t start)
{
    ptc_str name = ptc_contract_file_name(reading->diags->source->name);
    ptc_declaration *item =
        ptc_contract_declare(reading, name, (ptc_span){start, start}, false);

    if (item != NULL)
        item->start = start;
}

/* False: some of the includes cannot be read. */
static bool contract_scan_includes(ptc_contract_reading *reading, ptc_str text)
{
    bool is_good = true;
    ptc_line line;
    ptc_str name;
    ptc_span span;

    for (uint32_t at = 0; ptc_line_read(text, at, &line) && !reading->is_refused;
         at = line.next) {
        if (line.kind != PTC_LINE_INCLUDE)
            continue;
        if (ptc_contract_include_name(reading, &line, &name, &span))
            ptc_contract_include(reading, name, span, PTC_DIAG_SIG_INCLUDE);
        else
            is_good = false;
    }
    return is_good;
}

void ptc_contract_scan_sig(ptc_contract_reading *reading, size_t file)
{
    ptc_str text = reading->files[file]->text;
    bool has_heads = false;
    bool has_bad_includes;
    ptc_line first = {.kind = PTC_LINE_BLANK};
    ptc_line line;

    has_bad_includes = !contract_scan_includes(reading, text);
    for (uint32_t at = 0; ptc_line_read(text, at, &line) && !reading->is_refused;
         at = line.next) {
        if (line.kind == PTC_LINE_HEAD) {
            if (first.kind != PTC_LINE_BLANK)
                ptc_contract_doubt(reading);
            has_heads = true;
            contract_scan_head(reading, &line);
        } else if (!has_heads && first.kind == PTC_LINE_BLANK &&
                   (line.kind == PTC_LINE_OTHER || line.kind == PTC_LINE_INDENTED)) {
            first = line;
        }
    }
    if (first.kind != PTC_LINE_BLANK && has_heads)
        contract_fault_stray(reading, &first);
    else if (first.kind != PTC_LINE_BLANK)
        contract_scan_bare(reading, first.text);
    if (has_bad_includes)
        ptc_contract_doubt(reading); /* and that is all there is in it */
}

/* --- Drafting -------------------------------------------------------------------- */

/* `name = T` is a type; a Malli function there is a contract all the same. */
static void contract_check_type(ptc_contract_reading *reading, ptc_declaration *item)
{
    const ptc_draft_node *function = ptc_draft_at(&reading->draft, item->function);
    ptc_diag *diag;

    if (!item->is_type || item->function == 0 || reading->sig.is_bare)
        return;
    if (function->flags & PTC_NODE_MALLI) {
        item->is_type = false;
        return;
    }
    diag = ptc_diag_add(reading->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN,
                        function->extra.span, "a named type cannot have inputs");
    ptc_diag_hint(reading->diags, diag, "a contract is written name(params) -> T");
    item->function = 0;
}

/* Lines after a declaration that are neither description nor the next one; a block of
 * them is reported once. */
static void contract_check_tail(ptc_contract_reading *reading, uint32_t at)
{
    ptc_str text = reading->sig.text;
    bool is_told = false;
    ptc_line line;

    for (; ptc_line_read(text, at, &line) && line.kind != PTC_LINE_HEAD; at = line.next) {
        if (line.kind == PTC_LINE_OTHER && !is_told)
            contract_fault_stray(reading, &line);
        is_told =
            line.kind == PTC_LINE_OTHER || (is_told && line.kind == PTC_LINE_INDENTED);
    }
}

void ptc_contract_draft_sig(ptc_contract_reading *reading, ptc_declaration *item)
{
    size_t errors = reading->diags->errors;
    ptc_diags_mark mark = ptc_diags_place(reading->diags);
    ptc_sig *sig = &reading->sig;
    uint32_t end;

    item->function = ptc_sig_read(sig, item->start);
    item->stop = (uint32_t)(sig->lexer.cursor - sig->lexer.text);
    contract_check_type(reading, item);
    item->is_read = reading->diags->errors == errors && !sig->is_refused;
    if (!item->is_read) {
        if (!sig->is_refused)
            ptc_sig_explain_foreign(sig, item->span.start, mark);
        return;
    }
    end = ptc_line_after(sig->text, item->stop);
    if (!sig->keeps_names) {
        end = ptc_contract_describe(reading, item, end);
        ptc_contract_lint(reading, item);
    } else {
        ptc_contract_set_tool(reading, item, &sig->tool);
    }
    contract_check_tail(reading, end);
}
