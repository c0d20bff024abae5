/* SPDX-License-Identifier: MIT */
/* What a Malli function says of its tool, besides its types. [mcp 4] */
#include "contract/malli/malli_int.h"

static void malli_tool_title(ptc_malli_reader *reader, uint32_t form,
                             ptc_tool_words *words)
{
    const ptc_form *title = ptc_malli_form(reader, form);

    if (form == 0)
        return;
    words->title = title->text;
    if (title->kind != PTC_FORM_STRING || title->text.len == 0)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form,
                    ":mcp/title must be a non-empty string, found %s",
                    title->kind == PTC_FORM_STRING ? "\"\"" : ptc_malli_kind(title));
}

static void malli_tool_hint(ptc_malli_reader *reader, uint32_t form,
                            ptc_tool_words *words)
{
    const ptc_form *word = ptc_malli_form(reader, form);
    unsigned hint = ptc_malli_is_name(word) ? ptc_hint_of(word->text) : 0;
    const char *other = ptc_hint_refuted(hint, words->hints);
    ptc_diag *diag;

    words->hints |= hint;
    if (hint == 0) {
        diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form, "unknown hint %s",
                           ptc_malli_quote(reader, form));
        ptc_diag_hint(reader->diags, diag, "hints are " PTC_HINT_WORDS);
    } else if (other != NULL) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form,
                    "the hint %s contradicts %s; keep one of them",
                    ptc_malli_quote(reader, form), other);
    }
}

static void malli_tool_hints(ptc_malli_reader *reader, uint32_t form,
                             ptc_tool_words *words)
{
    const ptc_form *list = ptc_malli_form(reader, form);
    uint32_t next = list->child;

    if (form == 0)
        return;
    if (list->kind != PTC_FORM_VECTOR) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form,
                    ":mcp/hints must be a vector of hints, found %s",
                    ptc_malli_kind(list));
        return;
    }
    for (; next != 0; next = ptc_malli_form(reader, next)->next)
        malli_tool_hint(reader, next, words);
}

static void malli_tool_timeout(ptc_malli_reader *reader, uint32_t form,
                               ptc_tool_words *words)
{
    const ptc_form *number = ptc_malli_form(reader, form);
    bool is_number = number->kind == PTC_FORM_INT;

    if (form == 0)
        return;
    words->timeout_ms = is_number ? number->number.integer : 0;
    if (words->timeout_ms < 1 || words->timeout_ms > PTC_TOOL_TIMEOUT_MAX)
        MALLI_FAULT(
            reader, PTC_DIAG_MALLI_PROPERTY, form,
            ":mcp/timeout must be a number of milliseconds from 1 to %d, found %s",
            PTC_TOOL_TIMEOUT_MAX,
            is_number ? ptc_malli_quote(reader, form) : ptc_malli_kind(number));
}

void ptc_malli_read_tool(ptc_malli_reader *reader, const ptc_malli_properties *properties)
{
    ptc_tool_words words = {0};

    malli_tool_title(reader, properties->values[PTC_MALLI_MCP_TITLE], &words);
    malli_tool_hints(reader, properties->values[PTC_MALLI_MCP_HINTS], &words);
    malli_tool_timeout(reader, properties->values[PTC_MALLI_MCP_TIMEOUT], &words);
    if (reader->types != NULL && reader->types->tool != NULL)
        *reader->types->tool = words;
}
