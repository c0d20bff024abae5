/* SPDX-License-Identifier: MIT */
/*
 * The canonical text of `.sig` files. [signature 1.1, 9]
 *
 * The file is read like a contract, with named types kept as words, and written again
 * line by line: declarations as the renderer writes them, laid out by contract_layout.c,
 * descriptions two blanks in, includes, comments. Comments stay where they are; one that
 * is in no bracket of a declaration moves to a line before it. Blank lines are kept as
 * one. Formatting canonical text changes nothing.
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

/* --- Comments of declarations ---------------------------------------------------- */

/* The comment that ends the line on which a declaration ends, or an empty text. */
static ptc_str format_last_comment(const format_state *state, uint32_t stop)
{
    ptc_sig_lexer lexer = ptc_sig_lexer_at(state->text, stop);
    bool is_comment = ptc_sig_lex(&lexer) == PTC_SIG_COMMENT;
    const char *behind = state->text.ptr + stop;

    if (!is_comment ||
        memchr(behind, '\n', (size_t)((const char *)lexer.token - behind)) != NULL)
        return PTC_STR("");
    return ptc_layout_comment(&lexer);
}

static void format_put_last_comment(format_state *state, uint32_t stop)
{
    ptc_str comment = format_last_comment(state, stop);

    ptc_text_cstr(state->out, comment.len > 0 ? " " : "");
    ptc_text_str(state->out, comment);
}

/* A comment before the declaration, or (empty) the beginning of that. */
static bool format_say(void *user, ptc_str comment)
{
    format_state *state = user;

    format_begin(state, true);
    ptc_text_str(state->out, comment);
    ptc_text_cstr(state->out, comment.len > 0 ? "\n" : "");
    return !state->out->failed;
}

/* Where the description below `offset` ends: after its last line of text. */
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

/* --- Descriptions ---------------------------------------------------------------- */

/* The `- path: text` line that deeper lines go on with. */
typedef struct format_note_field {
    uint32_t indent; /* its column; UINT32_MAX: there is none */
    bool is_apart;   /* a comment or blank line follows its text */
} format_note_field;

/* Text that begins a line. */
static void format_note_text(ptc_text *out, const ptc_note *note)
{
    if (!note->is_tool && ptc_tool_line_is_escaped(note->text))
        ptc_text_byte(out, '\\');
    ptc_text_str(out, note->text);
}

/* What goes on with a field: on its line, or, after a comment, on one that is deeper. */
static void format_note_more(format_state *state, const ptc_note *note,
                             format_note_field *field)
{
    ptc_text *out = state->out;

    if (field->is_apart || state->is_parted) {
        ptc_text_cstr(out, state->is_parted ? "\n\n    " : "\n    ");
        format_note_text(out, note);
    } else {
        ptc_text_byte(out, ' ');
        ptc_text_str(out, note->text);
    }
    field->is_apart = state->is_parted = false;
}

/* A line below a signature: `- path: text`, what goes on with it, or plain text. */
static bool format_note(format_state *state, const ptc_line *line,
                        format_note_field *field)
{
    uint32_t indent = line->text - line->start;
    ptc_text *out = state->out;
    ptc_note note;

    if (!ptc_note_read(state->reading->arena, state->text, line, &note))
        return false;
    if (!note.is_field && !note.is_tool && indent > field->indent) {
        format_note_more(state, &note, field);
        return true;
    }
    *field = (format_note_field){note.is_field ? indent : UINT32_MAX, false};
    ptc_text_cstr(out, state->is_parted ? "\n\n" : "\n");
    state->is_parted = false;
    ptc_text_cstr(out, note.is_field ? "  - " : "  ");
    if (note.is_field) {
        ptc_text_str(out, note.path_text);
        ptc_text_cstr(out, note.text.len > 0 ? ": " : ":");
        ptc_text_str(out, note.text);
    } else {
        format_note_text(out, &note);
    }
    return true;
}

/* A comment among the lines of a description, indented or not. */
static void format_note_comment(format_state *state, const ptc_line *line,
                                format_note_field *field)
{
    ptc_text_cstr(state->out, state->is_parted ? "\n\n" : "\n");
    ptc_text_cstr(state->out, line->text > line->start ? "  " : "");
    ptc_text_bytes(state->out, state->text.ptr + line->text, line->end - line->text);
    state->is_parted = false;
    field->is_apart = true;
}

/* The description lines of [offset, end), after a declaration that has no newline yet. */
static bool format_description(format_state *state, uint32_t offset, uint32_t end)
{
    format_note_field field = {UINT32_MAX, false};
    ptc_line line;

    state->is_parted = false;
    while (offset < end && ptc_line_read(state->text, offset, &line)) {
        if (line.kind == PTC_LINE_BLANK)
            state->is_parted = true;
        else if (line.kind == PTC_LINE_COMMENT)
            format_note_comment(state, &line, &field);
        else if (line.kind == PTC_LINE_INDENTED && !format_note(state, &line, &field))
            return false;
        offset = line.next;
    }
    ptc_text_byte(state->out, '\n');
    state->is_parted = false;
    return true;
}

/* --- Declarations ---------------------------------------------------------------- */

/* Whether the schema has what its canonical text does not say: then it stays as it was
 * written. These are descriptions and the like inside embedded Malli, what it says about
 * the tool, and named types with names that no word spells, which would look like
 * registered ones. */
static bool format_is_lossy(const format_state *state, const ptc_declaration *item,
                            const ptc_schema *schema)
{
    if (item->info != NULL)
        return true;
    for (uint32_t i = schema->root; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];
        const ptc_schema_extra *extra = node->extra;

        if (extra != NULL && (extra->description.len > 0 || extra->title.len > 0 ||
                              extra->properties.kind != PTC_NIL))
            return true;
        if (node->type == PTC_TYPE_CUSTOM && !ptc_name_is_dotted(node->type_name) &&
            ptc_names_find(&state->reading->types, node->type_name) != NULL)
            return true;
    }
    return false;
}

/* The canonical text of a declaration, on one line. */
static void format_signature(const ptc_declaration *item, const ptc_schema *schema,
                             uint32_t head, ptc_text *out)
{
    bool is_bare = item->span.start == item->span.end;
    ptc_render_options options = {.struct_size = sizeof options};

    if (!is_bare)
        ptc_contract_name_write(out, item->name);
    if (item->start > head && item->is_type) {
        ptc_text_cstr(out, " = ");
        options.bare_output = true;
    } else if (!is_bare && ptc_schema_is_malli_function(schema)) {
        ptc_text_cstr(out, " = ");
    }
    ptc_schema_write_signature(out, schema, &options);
}

/* Lays a declaration out; false when memory was refused. */
static bool format_lay_out(format_state *state, const ptc_declaration *item,
                           const ptc_schema *schema, uint32_t head)
{
    ptc_layout_source source = {state->text, head, item->stop};
    ptc_text line;

    ptc_text_init(&line, state->out->arena);
    format_signature(item, schema, head, &line);
    return !line.failed &&
           ptc_layout_write(state->out, ptc_text_view(&line), &source, format_say, state);
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
    if (status == PTC_OK && format_is_lossy(state, item, &schema)) {
        format_begin(state, true);
        ptc_text_bytes(state->out, state->text.ptr + head, item->stop - head);
    } else if (status == PTC_OK && !format_lay_out(state, item, &schema, head)) {
        return 0;
    }
    format_put_last_comment(state, item->stop);
    return format_description(state, below, end) ? end : 0;
}

/* `include "FILE"`, with its comment before it. */
static void format_include(format_state *state, const ptc_line *line)
{
    ptc_str name;
    ptc_span span;

    if (!ptc_contract_include_name(state->reading, line, &name, &span))
        return;
    format_begin(state, true);
    ptc_text_cstr(state->out, "include ");
    ptc_json_write_string(state->out, name);
    format_put_last_comment(state, span.end);
    ptc_text_byte(state->out, '\n');
}

/* --- The file -------------------------------------------------------------------- */

/* The declaration of the root file whose name, or bare signature, is at `at`. */
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

ptc_status ptc_contracts_format(ptc_arena *arena, ptc_text *out, const ptc_source *source,
                                const ptc_contract_options *given, ptc_diags *diags)
{
    ptc_diags own;
    size_t errors;
    ptc_contract_reading reading;
    ptc_contract_taken taken;
    ptc_scratch scratch;
    bool is_refused;
    bool is_done = false;

    diags = ptc_diags_given(diags, &own, arena);
    errors = diags->errors;
    if (!ptc_contract_take_options(&taken, "ptc_contracts_format", given))
        return PTC_ERROR_ARGUMENT;
    ptc_scratch_begin(&scratch, arena, ptc_sig_memory_cap(&taken.read));
    ptc_contract_begin(&reading, scratch.arena, arena, &taken.options, diags);
    reading.sig.keeps_names = true;
    ptc_contract_scan(&reading, source, PTC_CONTRACT_SIG);
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
