/* SPDX-License-Identifier: MIT */
/*
 * Descriptions in `.sig` files: indented lines below a signature describe the contract, a
 * line `- name: text` one of its parameters or fields. [signature 1.1]
 *
 * A name is looked for among the parameters, then the fields of the output, then deeper,
 * the shallowest first; a dotted path names a nested one, through lists and unions. What
 * is inside a named type is described where that type is declared. A line that begins
 * with `@` is about the tool (contract_tool.c).
 */
#include "contract/contract_int.h"

#include <ptc/json.h>

/* --- Taking a line apart --------------------------------------------------------- */

/* The end of a path's segment at `at`: a name or a quoted one; `at` when there is none.
 */
static uint32_t describe_segment_end(ptc_str text, uint32_t at, uint32_t end)
{
    uint32_t start = at;

    if (at < end && text.ptr[at] == '"') {
        for (at++; at < end && text.ptr[at] != '"'; at++)
            at += text.ptr[at] == '\\';
        return at < end ? at + 1 : start;
    }
    while (at < end) {
        unsigned char byte = (unsigned char)text.ptr[at];
        unsigned char lower = byte | 32;

        if (!(lower >= 'a' && lower <= 'z') && !(byte >= '0' && byte <= '9') &&
            byte != '_' && byte != '-')
            break;
        at++;
    }
    return at;
}

static uint32_t describe_skip_blanks(ptc_str text, uint32_t at, uint32_t end)
{
    while (at < end && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at;
}

/* A path of at most this many names; more are ordinary text. */
enum { DESCRIBE_PATH_MAX = 64 };

/* Reads "a.b" into `path`; moves `*at` after it. The number of names, 0: no path. */
static size_t describe_read_path(ptc_arena *arena, ptc_str text, uint32_t *at,
                                 uint32_t end, ptc_str path[DESCRIBE_PATH_MAX])
{
    size_t count = 0;

    for (;;) {
        uint32_t stop = describe_segment_end(text, *at, end);
        ptc_str name = ptc_str_make(text.ptr + *at, stop - *at);

        if (stop == *at || count == DESCRIBE_PATH_MAX)
            return 0;
        if (name.ptr[0] == '"') {
            ptc_value value;

            if (ptc_json_read(arena, name.ptr, name.len, NULL, &value, NULL, NULL) !=
                PTC_OK)
                return 0;
            name = ptc_value_text(&value);
        }
        path[count++] = name;
        *at = stop;
        if (stop == end || text.ptr[stop] != '.')
            return count;
        ++*at;
    }
}

bool ptc_note_read(ptc_arena *arena, ptc_str text, const ptc_line *line, ptc_note *out)
{
    uint32_t at = line->text + 1;
    ptc_str path[DESCRIBE_PATH_MAX];
    uint32_t start;
    size_t count;

    *out =
        (ptc_note){.text = ptc_str_make(text.ptr + line->text, line->end - line->text)};
    out->is_tool = ptc_tool_line_is(out->text);
    out->text = ptc_tool_line_text(out->text);
    if (text.ptr[line->text] != '-' || at == line->end ||
        (text.ptr[at] != ' ' && text.ptr[at] != '\t'))
        return true;
    start = at = describe_skip_blanks(text, at, line->end);
    count = describe_read_path(arena, text, &at, line->end, path);
    if (count == 0)
        return !arena->failed;
    out->path_text = ptc_str_make(text.ptr + start, at - start);
    at = describe_skip_blanks(text, at, line->end);
    if (at == line->end || text.ptr[at] != ':' ||
        (at + 1 < line->end && text.ptr[at + 1] != ' ' && text.ptr[at + 1] != '\t'))
        return true;
    at = describe_skip_blanks(text, at + 1, line->end);
    out->text = ptc_str_make(text.ptr + at, line->end - at);
    out->path = ptc_arena_copy(arena, path, count * sizeof *path);
    out->path_count = count;
    out->is_field = true;
    return out->path != NULL;
}

/* --- Finding fields -------------------------------------------------------------- */

/* The fields of a function by name, the shallowest of each; made when first needed. */
typedef struct describe_fields {
    ptc_contract_reading *reading;
    ptc_draft_ref function;
    size_t node_count; /* of the declaration */
    ptc_names names;
    bool is_made;
} describe_fields;

/* Breadth first, parameters before the output. */
static bool describe_make_fields(describe_fields *fields)
{
    ptc_contract_reading *reading = fields->reading;
    ptc_draft *draft = &reading->draft;
    size_t count = fields->node_count;
    ptc_draft_ref *queue = ptc_arena_array(reading->arena, count, sizeof *queue);
    size_t end = 0;

    ptc_names_init(&fields->names, reading->arena);
    fields->is_made = true;
    if (queue == NULL)
        return false;
    queue[end++] = fields->function;
    for (size_t next = 0; next < end; next++) {
        const ptc_draft_node *node = ptc_draft_at(draft, queue[next]);
        bool is_map = node->type == PTC_TYPE_MAP;

        for (ptc_draft_ref child = node->first; child != 0 && end < count;
             child = ptc_draft_at(draft, child)->next) {
            ptc_str name = ptc_draft_at(draft, child)->name;

            if (is_map && ptc_names_add(&fields->names, name, child) == NULL)
                return false;
            queue[end++] = child;
        }
    }
    return true;
}

/* The field `name` directly below `from`, through lists, sets and unions; 0: none. */
static ptc_draft_ref describe_below(ptc_draft *draft, ptc_draft_ref from, ptc_str name,
                                    unsigned depth)
{
    const ptc_draft_node *node = ptc_draft_at(draft, from);
    ptc_draft_ref found = 0;

    if (depth == 0)
        return 0;
    for (ptc_draft_ref child = node->first; child != 0 && found == 0;
         child = ptc_draft_at(draft, child)->next) {
        if (node->type == PTC_TYPE_MAP)
            found =
                ptc_str_equal_folded(ptc_draft_at(draft, child)->name, name) ? child : 0;
        else
            found = describe_below(draft, child, name, depth - 1);
    }
    return found;
}

/* How many lists and unions may come between two names of a path. */
enum { DESCRIBE_DEPTH_MAX = 16 };

static ptc_draft_ref describe_find(describe_fields *fields, const ptc_note *note)
{
    ptc_draft *draft = &fields->reading->draft;
    const ptc_name_entry *entry;
    ptc_draft_ref found;

    if (!fields->is_made && !describe_make_fields(fields)) {
        fields->reading->is_refused = true;
        return 0;
    }
    entry = ptc_names_find(&fields->names, note->path[0]);
    found = entry != NULL ? entry->value : 0;
    for (size_t i = 1; i < note->path_count && found != 0; i++)
        found = describe_below(draft, found, note->path[i], DESCRIBE_DEPTH_MAX);
    return found;
}

/* --- Attaching ------------------------------------------------------------------- */

static void describe_fault(ptc_contract_reading *reading, const ptc_note *note)
{
    uint32_t start = (uint32_t)(note->path_text.ptr - reading->sig.text.ptr);
    const char *path = ptc_diag_quote(reading->diags, note->path_text);
    ptc_diag *diag =
        ptc_diag_add(reading->diags, PTC_DIAG_SIG_DESCRIPTION,
                     (ptc_span){start, start + (uint32_t)note->path_text.len},
                     "no parameter or field is called %s", path);

    ptc_diag_hint(
        reading->diags, diag,
        "nested fields are written user.name; fields of a named type are described "
        "where it is declared");
}

/* What is being put together while lines are read. */
typedef struct describe_state {
    describe_fields fields;
    ptc_text whole;        /* the contract's description */
    uint32_t blank_lines;  /* since its last line */
    ptc_draft_ref field;   /* of the last `- name: text`, 0: none */
    uint32_t field_indent; /* its column: deeper lines continue it */
    ptc_tool_words tool;
} describe_state;

/* Appends to the description of the last field. */
static void describe_field(describe_state *state, ptc_str text)
{
    ptc_contract_reading *reading = state->fields.reading;
    ptc_draft_node *node = ptc_draft_at(&reading->draft, state->field);
    ptc_text joined;

    ptc_text_init(&joined, reading->arena);
    ptc_text_str(&joined, node->extra.description);
    if (joined.len > 0 && text.len > 0)
        ptc_text_byte(&joined, ' ');
    ptc_text_str(&joined, text);
    node->extra.description = ptc_text_view(&joined);
}

static void describe_whole(describe_state *state, ptc_str text)
{
    if (state->whole.len > 0)
        ptc_text_repeat(&state->whole, '\n', 1 + (state->blank_lines > 0));
    state->blank_lines = 0;
    ptc_text_str(&state->whole, text);
}

static void describe_line(describe_state *state, const ptc_declaration *item,
                          const ptc_line *line)
{
    ptc_contract_reading *reading = state->fields.reading;
    uint32_t indent = line->text - line->start;
    ptc_note note;

    if (!ptc_note_read(reading->arena, reading->sig.text, line, &note)) {
        reading->is_refused = true;
        return;
    }
    if (note.is_tool) {
        state->field = 0;
        ptc_tool_line_read(reading, item, note.text, &state->tool);
        return;
    }
    if (!note.is_field && state->field != 0 && indent > state->field_indent) {
        describe_field(state, note.text);
        return;
    }
    state->field = note.is_field ? describe_find(&state->fields, &note) : 0;
    state->field_indent = indent;
    if (state->field != 0)
        describe_field(state, note.text);
    else if (note.is_field)
        describe_fault(reading, &note);
    else
        describe_whole(state, note.text);
}

uint32_t ptc_contract_describe(ptc_contract_reading *reading, ptc_declaration *item,
                               uint32_t offset)
{
    describe_state state = {.fields = {.reading = reading, .function = item->function},
                            .tool = reading->sig.tool};
    ptc_line line;

    state.fields.node_count = reading->draft.count - item->first;
    ptc_text_init(&state.whole, reading->arena);
    while (ptc_line_read(reading->sig.text, offset, &line) &&
           line.kind <= PTC_LINE_INDENTED && !reading->is_refused) {
        if (line.kind == PTC_LINE_INDENTED)
            describe_line(&state, item, &line);
        else
            state.blank_lines += line.kind == PTC_LINE_BLANK;
        offset = line.next;
    }
    reading->is_refused = reading->is_refused || state.whole.failed;
    ptc_draft_at(&reading->draft, item->function)->extra.description =
        ptc_text_view(&state.whole);
    ptc_contract_set_tool(reading, item, &state.tool);
    return offset;
}
