/* SPDX-License-Identifier: MIT */
/*
 * The canonical text of `.sig` files. [signature 1.1, 9]
 *
 * The file is read like a contract, with named types kept as words, and written again
 * line by line: declarations as the renderer writes them, descriptions two blanks in,
 * includes, comments. Comments between declarations stay where they are; one inside or
 * behind a declaration moves to a line before it. Blank lines are kept as one. Formatting
 * canonical text changes nothing.
 */
#include "contract/contract_int.h"
#include "render/render_int.h"

#include "signature.h"
#include <ptc/json.h>

typedef struct format_state {
    ptc_contract_reading *reading;
    ptc_str text;
    ptc_text *out;
    bool is_parted; /* a blank line is due before what comes next */
    bool is_begun;
} format_state;

/* Begins a line of output; `is_free` ones keep the blank line before them. */
static void format_begin(format_state *state, bool is_free)
{
    if (is_free && state->is_parted && state->is_begun)
        ptc_text_byte(state->out, '\n');
    state->is_parted = state->is_parted && !is_free;
    state->is_begun = true;
}

static void format_line(format_state *state, uint32_t start, uint32_t end)
{
    format_begin(state, true);
    ptc_text_bytes(state->out, state->text.ptr + start, end - start);
    ptc_text_byte(state->out, '\n');
}

/* --- Comments inside declarations ------------------------------------------------ */

/* Writes every comment of [start, end) on a line of its own. */
static void format_comments(format_state *state, uint32_t start, uint32_t end)
{
    ptc_sig_lexer lexer = ptc_sig_lexer_at(state->text, start);
    int code = ptc_sig_lex(&lexer);

    while (code != 0 && lexer.token < lexer.text + end) {
        uint32_t at = (uint32_t)(lexer.token - lexer.text);
        uint32_t stop = (uint32_t)(lexer.cursor - lexer.text);
        bool is_character = at > 0 && state->text.ptr[at - 1] == '\\'; /* EDN's `\;` */

        while (stop > at &&
               (state->text.ptr[stop - 1] == ' ' || state->text.ptr[stop - 1] == '\t' ||
                state->text.ptr[stop - 1] == '\r'))
            stop--;
        if (code == PTC_SIG_COMMENT && !is_character)
            format_line(state, at, stop);
        code = ptc_sig_lex(&lexer);
    }
}

/* Where the description below `offset` ends: behind its last line of text. */
static uint32_t format_description_end(ptc_str text, uint32_t offset)
{
    uint32_t end = offset;
    ptc_line line;

    while (ptc_line_read(text, offset, &line) && line.kind <= PTC_LINE_INDENTED) {
        bool is_inside = line.kind == PTC_LINE_INDENTED ||
                         (line.kind == PTC_LINE_COMMENT && line.text > line.start);

        if (is_inside)
            end = line.next;
        offset = line.next;
    }
    return end;
}

/* The comments among the description lines of [offset, end). */
static void format_description_comments(format_state *state, uint32_t offset,
                                        uint32_t end)
{
    ptc_line line;

    while (offset < end && ptc_line_read(state->text, offset, &line)) {
        if (line.kind == PTC_LINE_COMMENT)
            format_line(state, line.text, line.end);
        offset = line.next;
    }
}

/* --- Descriptions ---------------------------------------------------------------- */

/* A line below a signature: `- path: text`, what goes on with it, or plain text. */
static bool format_note(format_state *state, const ptc_line *line, uint32_t *field_indent)
{
    uint32_t indent = line->text - line->start;
    ptc_text *out = state->out;
    ptc_note note;

    if (!ptc_note_read(state->reading->arena, state->text, line, &note))
        return false;
    if (!note.is_field && indent > *field_indent && !state->is_parted) {
        ptc_text_byte(out, ' ');
        ptc_text_str(out, note.text);
        return true;
    }
    *field_indent = note.is_field ? indent : UINT32_MAX;
    ptc_text_byte(out, '\n');
    if (state->is_parted)
        ptc_text_byte(out, '\n');
    state->is_parted = false;
    ptc_text_cstr(out, note.is_field ? "  - " : "  ");
    if (note.is_field) {
        ptc_text_str(out, note.path_text);
        ptc_text_cstr(out, note.text.len > 0 ? ": " : ":");
    }
    ptc_text_str(out, note.text);
    return true;
}

/* The description lines of [offset, end), behind a declaration that has no newline yet.
 */
static bool format_description(format_state *state, uint32_t offset, uint32_t end)
{
    uint32_t field_indent = UINT32_MAX;
    ptc_line line;

    state->is_parted = false;
    while (offset < end && ptc_line_read(state->text, offset, &line)) {
        if (line.kind == PTC_LINE_BLANK)
            state->is_parted = true;
        else if (line.kind == PTC_LINE_INDENTED &&
                 !format_note(state, &line, &field_indent))
            return false;
        offset = line.next;
    }
    ptc_text_byte(state->out, '\n');
    state->is_parted = false;
    return true;
}

/* --- Declarations ---------------------------------------------------------------- */

/* Whether the schema has what its canonical text does not say: then it stays as it was
 * written. These are descriptions and the like inside embedded Malli, and named types
 * there or with odd names, which would look like registered ones. */
static bool format_is_lossy(const format_state *state, const ptc_schema *schema)
{
    for (uint32_t i = schema->root; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];
        const ptc_schema_extra *extra = node->extra;

        if (extra != NULL && (extra->description.len > 0 || extra->title.len > 0 ||
                              extra->properties.kind != PTC_NIL))
            return true;
        if (node->type == PTC_TYPE_CUSTOM &&
            ((node->flags & PTC_NODE_MALLI) || !ptc_name_is_dotted(node->type_name)) &&
            ptc_names_find(&state->reading->types, node->type_name) != NULL)
            return true;
    }
    return false;
}

static void format_signature(format_state *state, const ptc_declaration *item,
                             const ptc_schema *schema, uint32_t head)
{
    bool is_bare = item->span.start == item->span.end;
    ptc_render_options options = {.struct_size = sizeof options};

    if (!is_bare)
        ptc_contract_name_write(state->out, item->name);
    if (item->start > head && item->is_type) {
        ptc_text_cstr(state->out, " = ");
        options.bare_output = true;
    } else if (!is_bare && ptc_schema_is_malli_function(schema)) {
        ptc_text_cstr(state->out, " = ");
    }
    ptc_schema_write_signature(state->out, schema, &options);
}

/* A declaration that begins at `head`, with its comments and description; returns where
 * its lines end, or 0 when memory was refused. */
static uint32_t format_declaration(format_state *state, const ptc_declaration *item,
                                   uint32_t head)
{
    ptc_contract_reading *reading = state->reading;
    uint32_t below = ptc_line_after(state->text, item->stop);
    uint32_t end = format_description_end(state->text, below);
    ptc_schema schema;
    ptc_status status = ptc_contract_finish(reading, item, &schema);

    if (status == PTC_ERROR_MEMORY)
        return 0;
    if (status == PTC_OK && format_is_lossy(state, &schema)) {
        format_comments(state, item->stop, below);
        format_description_comments(state, below, end);
        format_begin(state, true);
        ptc_text_bytes(state->out, state->text.ptr + head, item->stop - head);
    } else if (status == PTC_OK) {
        format_comments(state, head, below);
        format_description_comments(state, below, end);
        format_begin(state, true);
        format_signature(state, item, &schema, head);
    }
    return format_description(state, below, end) ? end : 0;
}

/* `include "FILE"`, with its comment before it. */
static void format_include(format_state *state, const ptc_line *line)
{
    ptc_str name;
    ptc_span span;

    if (!ptc_contract_include_name(state->reading, line, &name, &span))
        return;
    format_comments(state, span.end, line->end);
    format_begin(state, true);
    ptc_text_cstr(state->out, "include ");
    ptc_json_write_string(state->out, name);
    ptc_text_byte(state->out, '\n');
}

/* --- The file -------------------------------------------------------------------- */

/* The declaration of the root file whose name, or bare signature, stands at `at`. */
static const ptc_declaration *format_find(const ptc_contract_reading *reading,
                                          uint32_t at, size_t *next)
{
    while (*next < reading->count) {
        const ptc_declaration *item = &reading->items[(*next)++];

        if (item->file == 0 && item->span.start == at)
            return item;
    }
    return NULL;
}

static bool format_file(format_state *state)
{
    ptc_contract_reading *reading = state->reading;
    size_t next = 0;
    uint32_t at = 0;
    ptc_line line;

    ptc_contract_enter(reading, 0);
    while (ptc_line_read(state->text, at, &line)) {
        const ptc_declaration *item = NULL;

        at = line.next;
        if (line.kind == PTC_LINE_BLANK)
            state->is_parted = true;
        else if (line.kind == PTC_LINE_COMMENT)
            format_line(state, line.text, line.end);
        else if (line.kind == PTC_LINE_INCLUDE)
            format_include(state, &line);
        else
            item = format_find(reading, line.text, &next);
        if (item != NULL && (at = format_declaration(state, item, line.text)) == 0)
            return false;
    }
    return !state->out->failed;
}

ptc_status ptc_contracts_format(ptc_arena *arena, const ptc_source *source,
                                const ptc_contract_options *given, ptc_diags *diags,
                                ptc_text *out)
{
    ptc_contract_options options = ptc_contract_options_of(given);
    size_t errors = diags->errors;
    ptc_contract_reading reading;
    ptc_scratch scratch;
    bool is_refused;
    bool is_done = false;

    ptc_scratch_begin(&scratch, arena, ptc_sig_memory_cap(&options.read));
    ptc_contract_begin(&reading, scratch.arena, arena, &options, diags);
    reading.sig.keeps_names = true;
    ptc_contract_scan(&reading, source, PTC_FORMAT_SIG);
    ptc_contract_draft_all(&reading);
    if (!reading.is_refused && diags->errors == errors) {
        format_state state = {
            .reading = &reading, .text = reading.files[0]->text, .out = out};

        ptc_normal_begin(&reading.unit, &reading.draft, arena, true);
        is_done = format_file(&state);
        ptc_normal_end(&reading.unit);
    }
    if (ptc_scratch_is_capped(&scratch) && diags->errors == errors)
        ptc_sig_fault_too_large(&reading.sig);
    ptc_contract_hide_others(&reading);
    is_refused = scratch.is_refused || arena->failed;
    ptc_scratch_end(&scratch);
    diags->source = source;
    if (diags->errors != errors && !is_refused)
        return PTC_ERROR_SYNTAX;
    return is_done && !is_refused ? PTC_OK : PTC_ERROR_MEMORY;
}
