/* SPDX-License-Identifier: MIT */
/*
 * Words of JSON Schema that are not read. One that demands something is an error; one
 * that only says what a schema is called is nothing; all others, known or not, have no
 * effect on what is valid, and of these a document has one warning. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* Words that demand something and are not read, and what to write instead. */
static const struct {
    const char *name;
    const char *hint;
} json_schema_unread[] = {
    {"$dynamicRef", "write $ref"},
    {"$recursiveRef", "write $ref"},
    {"extends", "write allOf with $ref"},
    {"disallow", "name the types that are allowed"},
    {"divisibleBy", "describe the steps, or list the values in an enum"},
    {"multipleOf", "describe the steps, or list the values in an enum"},
    {"contains", "give all elements one schema in items"},
    {"minContains", "give all elements one schema in items"},
    {"maxContains", "give all elements one schema in items"},
    {"unevaluatedItems", "write items"},
    {"unevaluatedProperties", "write additionalProperties"},
    {"patternProperties", "name the properties, or give all one schema in "
                          "additionalProperties"},
    {"dependencies", "write the cases as alternatives of anyOf"},
    {"dependentRequired", "write the cases as alternatives of anyOf"},
    {"dependentSchemas", "write the cases as alternatives of anyOf"},
    {"if", "write the cases as alternatives of anyOf"},
    {"not", "say what is allowed"},
};

/* Words of JSON Schema that say what a schema is called or belongs to: never told of. */
static const char *const json_schema_silent[] = {
    "$schema",          "$id",         "id",       "$anchor", "$dynamicAnchor",
    "$recursiveAnchor", "$vocabulary", "$comment", "$defs",   "definitions",
    "components",
};

bool ptc_json_word_is_silent(ptc_str name)
{
    for (size_t i = 0; i < COUNT_OF(json_schema_silent); i++) {
        if (ptc_str_equal(name, ptc_str_of(json_schema_silent[i])))
            return true;
    }
    return false;
}

bool ptc_json_schema_has_unread(const ptc_value *schema)
{
    for (uint32_t i = 0; i < schema->aux; i++) {
        ptc_str name = ptc_value_text(&schema->as.map->entries[i].key);

        for (size_t k = 0; k < COUNT_OF(json_schema_unread); k++) {
            if (ptc_str_equal(name, ptc_str_of(json_schema_unread[k].name)))
                return true;
        }
    }
    return false;
}

/* Notes a word without effect, for the one warning of the document. */
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
    if (ptc_json_word_is_silent(name))
        return;
    for (size_t i = 0; i < COUNT_OF(json_schema_unread); i++) {
        if (ptc_str_equal(name, ptc_str_of(json_schema_unread[i].name))) {
            ptc_json_schema_unread(reader, place, json_schema_unread[i].hint);
            return;
        }
    }
    json_schema_note_word(reader, name, place);
}

void ptc_json_schema_tell_words(const ptc_json_schema *reader)
{
    ptc_diags *diags = reader->diags;
    ptc_diag *diag;
    ptc_text text;

    if (reader->word_count == 0)
        return;
    ptc_text_init(&text, reader->arena);
    for (size_t i = 0; i < reader->word_count && !reader->is_included; i++) {
        ptc_text_cstr(&text, i == 0 ? ": \"" : ", \"");
        ptc_text_cstr(&text, ptc_diag_quote(diags, reader->words[i]));
        ptc_text_byte(&text, '"');
    }
    ptc_text_cstr(&text,
                  reader->has_more_words && !reader->is_included ? " and others" : "");
    ptc_text_byte(&text, '\0');
    diag = ptc_diag_add(
        diags, PTC_DIAG_LOSS_WORD,
        ptc_json_place_key(reader->source->text, &reader->places[reader->word_place]),
        "words without effect on what is valid%s", text.failed ? "" : text.ptr);
    for (size_t i = 0; i < reader->word_count && !reader->is_included; i++) {
        const char *near = ptc_json_keyword_near(reader->words[i]);

        if (near != NULL)
            ptc_diag_hint(diags, diag, "did you mean \"%s\"?", near);
    }
}
