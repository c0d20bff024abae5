/* SPDX-License-Identifier: MIT */
/*
 * What contracts say about tools besides their types: lines `@title`, `@hints` and
 * `@timeout` below a signature, properties of Malli functions, members of tools in JSON.
 * None of it is included in the type. [mcp 4]
 */
#include "contract/contract_int.h"
#include "schema/schema_int.h"

#include <ptc/target.h>

/* --- Lines -------------------------------------------------------------------------- */

bool ptc_tool_line_is(ptc_str text)
{
    unsigned char letter = text.len > 1 ? (unsigned char)text.ptr[1] | 32 : 0;

    return letter >= 'a' && letter <= 'z' && text.ptr[0] == '@';
}

ptc_str ptc_tool_line_text(ptc_str text)
{
    size_t at = 0;

    while (at < text.len && text.ptr[at] == '\\')
        at++;
    return at > 0 && at < text.len && text.ptr[at] == '@'
               ? ptc_str_make(text.ptr + 1, text.len - 1)
               : text;
}

bool ptc_tool_line_is_escaped(ptc_str text)
{
    return ptc_tool_line_is(text) || ptc_tool_line_text(text).len != text.len;
}

/* A line that is being read. */
typedef struct tool_line {
    ptc_contract_reading *reading;
    ptc_tool_words *words;
    ptc_str rest; /* after the word */
} tool_line;

/* Adds a fault at a part of the text, whose message ends with a word. */
static ptc_diag *tool_fault(const tool_line *line, ptc_str part, const char *message,
                            const char *word)
{
    uint32_t start = (uint32_t)(part.ptr - line->reading->sig.text.ptr);

    return ptc_diag_add(line->reading->diags, PTC_DIAG_SIG_TOOL,
                        (ptc_span){start, start + (uint32_t)part.len}, "%s%s", message,
                        word);
}

static const char *tool_quote(const tool_line *line, ptc_str part)
{
    return ptc_diag_quote(line->reading->diags, part);
}

/* Takes the next word off `*text`; false at its end. */
static bool tool_take_word(ptc_str *text, ptc_str *word)
{
    size_t end = 0;

    while (text->len > 0 && (text->ptr[0] == ' ' || text->ptr[0] == '\t'))
        *text = ptc_str_make(text->ptr + 1, text->len - 1);
    while (end < text->len && text->ptr[end] != ' ' && text->ptr[end] != '\t')
        end++;
    *word = ptc_str_make(text->ptr, end);
    *text = ptc_str_make(text->ptr + end, text->len - end);
    return end > 0;
}

static void tool_read_title(tool_line *line, ptc_str word)
{
    if (line->words->title.len > 0)
        tool_fault(line, word, "the title is given twice; keep one", "");
    else if (line->rest.len == 0)
        tool_fault(line, word, "the title is missing: write @title Search the shop", "");
    line->words->title = line->rest;
}

static void tool_read_hint(const tool_line *line, ptc_str word)
{
    unsigned hint = ptc_hint_of(word);
    const char *other = ptc_hint_refuted(hint, line->words->hints);
    ptc_diag *diag;

    line->words->hints |= hint;
    if (hint == 0) {
        diag = tool_fault(line, word, "unknown hint ", tool_quote(line, word));
        ptc_diag_hint(line->reading->diags, diag,
                      "hints are " PTC_HINT_WORDS ", separated by spaces");
    } else if (other != NULL) {
        diag = tool_fault(line, word, "this hint contradicts ", other);
        ptc_diag_hint(line->reading->diags, diag, "keep one of them");
    }
}

static void tool_read_hints(tool_line *line, ptc_str word)
{
    ptc_diag *diag;

    if (line->rest.len == 0) {
        diag = tool_fault(line, word, "the hints are missing", "");
        ptc_diag_hint(line->reading->diags, diag, "hints are " PTC_HINT_WORDS);
    }
    while (tool_take_word(&line->rest, &word))
        tool_read_hint(line, word);
}

static void tool_read_timeout(tool_line *line, ptc_str word)
{
    int64_t number = 0;

    if (line->words->timeout_ms > 0) {
        tool_fault(line, word, "the timeout is given twice; keep one", "");
        return;
    }
    for (size_t i = 0; i < line->rest.len && number <= PTC_TOOL_TIMEOUT_MAX; i++) {
        char digit = line->rest.ptr[i];

        number = digit >= '0' && digit <= '9' ? number * 10 + (digit - '0') : INT64_MAX;
    }
    line->words->timeout_ms = number;
    if (number >= 1 && number <= PTC_TOOL_TIMEOUT_MAX)
        return;
    if (line->rest.len == 0)
        tool_fault(line, word, "the timeout is missing: write @timeout 5000", "");
    else
        tool_fault(
            line, line->rest,
            "a timeout must be a number of milliseconds from 1 to 86400000, found ",
            tool_quote(line, line->rest));
}

/* What a line may begin with. */
static const struct {
    ptc_str word;
    void (*read)(tool_line *line, ptc_str word);
} tool_readers[] = {
    {PTC_STR_INIT("@title"), tool_read_title},
    {PTC_STR_INIT("@hints"), tool_read_hints},
    {PTC_STR_INIT("@timeout"), tool_read_timeout},
};

#define TOOL_READER_COUNT (sizeof tool_readers / sizeof tool_readers[0])

static void tool_unknown_line(const tool_line *line, ptc_str word)
{
    ptc_diags *diags = line->reading->diags;
    ptc_diag *diag = tool_fault(line, word, "unknown line ", ptc_diag_quote(diags, word));

    for (size_t i = 0; i < TOOL_READER_COUNT; i++) {
        if (ptc_str_distance(word, tool_readers[i].word, 2) <= 2) {
            ptc_diag_hint(diags, diag, "did you mean %s?", tool_readers[i].word.ptr);
            return;
        }
    }
    ptc_diag_hint(diags, diag,
                  "lines that begin with @ are @title, @hints and @timeout; to begin a "
                  "line of a description with @, write \\@");
}

void ptc_tool_line_read(ptc_contract_reading *reading, const ptc_declaration *item,
                        ptc_str text, ptc_tool_words *words)
{
    unsigned flags = ptc_draft_at(&reading->draft, item->function)->flags;
    tool_line line = {reading, words, text};
    ptc_str word;
    size_t i = 0;

    tool_take_word(&line.rest, &word);
    line.rest = ptc_convert_trim(line.rest);
    while (i < TOOL_READER_COUNT && !ptc_str_equal(word, tool_readers[i].word))
        i++;
    if (i == TOOL_READER_COUNT)
        tool_unknown_line(&line, word);
    else if ((flags & PTC_NODE_BARE) != 0)
        tool_fault(&line, word, "a type is not a tool: only functions have ",
                   tool_readers[i].word.ptr);
    else
        tool_readers[i].read(&line, word);
}

/* --- JSON --------------------------------------------------------------------------- */

static ptc_json_part tool_member(const ptc_json_schema *json, uint32_t place,
                                 const char *name)
{
    return ptc_json_schema_member(json, place, ptc_str_of(name));
}

/* The title and the annotations of a tool as MCP has them, which say what they like: of
 * contradictory hints the cautious ones are kept. */
static void tool_read_mcp(const ptc_json_schema *json, uint32_t place,
                          ptc_tool_words *words)
{
    static const struct {
        const char *name;
        unsigned if_true;
        unsigned if_false;
    } hints[] = {
        {"readOnlyHint", PTC_HINT_READ_ONLY, 0},
        {"destructiveHint", PTC_HINT_DESTRUCTIVE, PTC_HINT_ADDITIVE},
        {"idempotentHint", PTC_HINT_IDEMPOTENT, 0},
        {"openWorldHint", PTC_HINT_OPEN_WORLD, PTC_HINT_CLOSED_WORLD},
    };
    ptc_json_part annotations =
        ptc_json_envelope_member(json, place, "annotations", PTC_MAP);

    words->title = ptc_json_envelope_text(json, place, "title");
    if (annotations.value == NULL)
        return;
    if (words->title.len == 0)
        words->title = ptc_json_envelope_text(json, annotations.place, "title");
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        ptc_json_part hint =
            ptc_json_envelope_member(json, annotations.place, hints[i].name, PTC_BOOL);

        if (hint.value != NULL)
            words->hints |= hint.value->as.boolean ? hints[i].if_true : hints[i].if_false;
    }
    if ((words->hints & PTC_HINT_DESTRUCTIVE) != 0)
        words->hints &= ~(unsigned)PTC_HINT_READ_ONLY;
}

static void tool_read_x_title(const ptc_json_schema *json, ptc_json_part title,
                              ptc_tool_words *words)
{
    if (title.value->kind == PTC_STRING && title.value->aux > 0)
        words->title = ptc_value_text(title.value);
    else
        ptc_json_schema_refuse(json, title.place,
                               "x-mcp-title must be a non-empty string");
}

static void tool_read_x_hints(const ptc_json_schema *json, ptc_json_part list,
                              ptc_tool_words *words)
{
    unsigned hints = 0;

    for (uint32_t i = 0; list.value->kind == PTC_VECTOR && i < list.value->aux; i++) {
        const ptc_value *word = &list.value->as.items[i];
        unsigned hint = word->kind == PTC_STRING ? ptc_hint_of(ptc_value_text(word)) : 0;
        uint32_t place = ptc_json_schema_child_at(json, list.place, i);

        if (hint == 0)
            ptc_json_schema_refuse(json, place, "hints are " PTC_HINT_WORDS);
        else if (ptc_hint_refuted(hint, hints) != NULL)
            ptc_json_schema_refuse(json, place,
                                   "this hint contradicts another one; keep one of them");
        hints |= hint;
    }
    if (list.value->kind != PTC_VECTOR)
        ptc_json_schema_refuse(json, list.place, "x-mcp-hints must be a list of hints");
    words->hints = hints;
}

static void tool_read_x_timeout(const ptc_json_schema *json, ptc_json_part timeout,
                                ptc_tool_words *words)
{
    const ptc_value *number = timeout.value;

    if (number->kind == PTC_INT && number->as.integer >= 1 &&
        number->as.integer <= PTC_TOOL_TIMEOUT_MAX)
        words->timeout_ms = number->as.integer;
    else
        ptc_json_schema_refuse(
            json, timeout.place,
            "x-mcp-timeout must be a number of milliseconds from 1 to 86400000");
}

/* ptcc's own members, in a tool or in the schema of its parameters. */
static const struct {
    const char *name;
    void (*read)(const ptc_json_schema *json, ptc_json_part part, ptc_tool_words *words);
} tool_json_readers[] = {
    {"x-mcp-title", tool_read_x_title},
    {"x-mcp-hints", tool_read_x_hints},
    {"x-mcp-timeout", tool_read_x_timeout},
};

#define TOOL_JSON_COUNT (sizeof tool_json_readers / sizeof tool_json_readers[0])

void ptc_tool_read_json(const ptc_json_schema *json, const ptc_json_item *item,
                        ptc_tool_words *words)
{
    const uint32_t places[] = {item->at, item->place};

    *words = (ptc_tool_words){0};
    if (item->is_tool && item->operation == NULL)
        tool_read_mcp(json, item->at, words);
    for (size_t i = 0; i < 2; i++) {
        if (i == 1 && (places[1] == places[0] || places[1] == 0))
            break;
        for (size_t k = 0; k < TOOL_JSON_COUNT; k++) {
            ptc_json_part part = tool_member(json, places[i], tool_json_readers[k].name);

            if (part.value == NULL)
                continue;
            if (item->is_tool)
                tool_json_readers[k].read(json, part, words);
            else
                ptc_json_schema_lose(json, PTC_DIAG_LOSS_KEYWORD, part.place,
                                     "this has no effect: a type is not a tool");
        }
    }
}

/* --- Declarations ------------------------------------------------------------------- */

void ptc_contract_set_tool(ptc_contract_reading *reading, ptc_declaration *item,
                           const ptc_tool_words *words)
{
    ptc_contract_info *info;

    if (words->title.len == 0 && words->hints == 0 && words->timeout_ms == 0)
        return;
    info = ptc_arena_array(reading->result, 1, sizeof *info);
    if (info == NULL) {
        reading->is_refused = true;
        return;
    }
    info->struct_size = sizeof *info;
    info->title = ptc_str_copy(reading->result, words->title);
    info->hints = words->hints;
    info->timeout_ms = words->timeout_ms;
    reading->is_refused = reading->is_refused || info->title.ptr == NULL;
    item->info = info;
}
