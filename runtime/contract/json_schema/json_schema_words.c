/* SPDX-License-Identifier: MIT */
/*
 * Words of JSON Schema that are not read. One of draft 3 that demands something is an
 * error, unless a later draft is named; one that only says what a schema is called is
 * nothing; all others, known or not, have no effect on what is valid, and of these a
 * document has one warning. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* Words of draft 3 that demand something and are not read, and what to write instead. */
static const struct {
    const char *name;
    const char *hint;
} json_schema_unread[] = {
    {"extends", "write allOf with $ref"},
    {"disallow", "write not"},
    {"divisibleBy", "write multipleOf"},
};

/* Words that say what a schema is called or belongs to, or what a tool is, which is read
 * where a tool is: never reported. */
static const char *const json_schema_silent[] = {
    "$schema",          "$id",         "id",          "$anchor",       "$dynamicAnchor",
    "$recursiveAnchor", "$vocabulary", "$comment",    "$defs",         "definitions",
    "components",       "x-mcp-title", "x-mcp-hints", "x-mcp-timeout",
};

bool ptc_json_word_is_silent(ptc_str name)
{
    for (size_t i = 0; i < COUNT_OF(json_schema_silent); i++) {
        if (ptc_json_is_word(name, json_schema_silent[i]))
            return true;
    }
    return false;
}

bool ptc_json_schema_has_unread(const ptc_json_schema *reader, ptc_json_part schema)
{
    for (size_t i = 0; i < COUNT_OF(json_schema_unread); i++) {
        if (ptc_json_schema_member(reader, schema.place,
                                   ptc_str_of(json_schema_unread[i].name))
                .value != NULL)
            return true;
    }
    return false;
}

/* Records a word without effect, for the one warning of the document. */
static void json_schema_note_word(ptc_json_schema *reader, ptc_str name, uint32_t place)
{
    for (size_t i = 0; i < reader->word_count; i++) {
        if (ptc_str_equal(reader->words[i], name))
            return;
    }
    if (reader->word_count == 0)
        reader->word_place = place;
    if (reader->word_count < PTC_JSON_WORDS_NAMED)
        reader->words[reader->word_count++] = name;
    else
        reader->has_more_words = true;
}

void ptc_json_schema_word(ptc_json_schema *reader, ptc_str name, uint32_t place)
{
    if (ptc_json_word_is_silent(name) ||
        (reader->is_api && ptc_json_openapi_is_silent(name)))
        return;
    for (size_t i = 0; i < COUNT_OF(json_schema_unread); i++) {
        if (ptc_json_schema_draft_at(reader, place) == PTC_JSON_DRAFT_NONE &&
            ptc_str_equal(name, ptc_str_of(json_schema_unread[i].name))) {
            ptc_json_schema_unread(reader, place, json_schema_unread[i].hint);
            return;
        }
    }
    json_schema_note_word(reader, name, place);
}

/* A word may be misspelt, or a keyword of another draft than that of the document. */
static void json_schema_hint(ptc_diags *diags, ptc_diag *diag, ptc_str word)
{
    const char *near = ptc_json_keyword_near(word);

    if (near == NULL)
        return;
    if (!ptc_str_equal(word, ptc_str_of(near)))
        ptc_diag_hint(diags, diag, "did you mean \"%s\"?", near);
    else if (ptc_str_equal(word, PTC_STR("nullable")))
        ptc_diag_hint(
            diags, diag,
            "\"nullable\" is a word of OpenAPI 3.0; write \"type\": [\"string\", "
            "\"null\"]");
    else
        ptc_diag_hint(diags, diag, "the draft that $schema names has no \"%s\"", near);
}

void ptc_json_schema_tell_words(const ptc_json_schema *reader)
{
    ptc_diags *diags = reader->diags;
    ptc_diag *diag;
    ptc_text text;

    if (reader->word_count == 0)
        return;
    ptc_text_init(&text, reader->arena);
    for (size_t i = 0; i < reader->word_count && !reader->how.is_included; i++) {
        ptc_text_cstr(&text, i == 0 ? ": \"" : ", \"");
        ptc_text_cstr(&text, ptc_diag_quote(diags, reader->words[i]));
        ptc_text_byte(&text, '"');
    }
    ptc_text_cstr(
        &text, reader->has_more_words && !reader->how.is_included ? " and others" : "");
    ptc_text_byte(&text, '\0');
    diag = ptc_diag_add(
        diags, PTC_DIAG_LOSS_WORD, ptc_json_schema_key_span(reader, reader->word_place),
        "words with no effect on what is valid%s", text.failed ? "" : text.ptr);
    for (size_t i = 0; i < reader->word_count && !reader->how.is_included; i++) {
        json_schema_hint(diags, diag, reader->words[i]);
    }
}
