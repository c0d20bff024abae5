/* SPDX-License-Identifier: MIT */
/* Strict forms of single values and lists, and words for what they leave out. */
#include "target/json_writer/json_strict_int.h"

#include <ptc/json.h>

/* --- Words ---------------------------------------------------------------------------
 */

void ptc_json_words_init(ptc_json_words *words, ptc_json_writer *writer)
{
    words->writer = writer;
    ptc_text_init(&words->said, writer->arena);
    ptc_text_init(&words->lost, writer->arena);
}

static void words_add(ptc_text *text, const char *what, ptc_str more)
{
    if (text->len > 0)
        ptc_text_cstr(text, ", ");
    ptc_text_cstr(text, what);
    ptc_text_str(text, more);
}

void ptc_json_say(ptc_json_words *words, const char *what, ptc_str more, bool is_lost)
{
    words_add(&words->said, what, more);
    if (is_lost)
        words_add(&words->lost, what, more);
}

/* "at least 3", with what is counted after it. */
static void words_number(ptc_json_words *words, const char *what, const ptc_value *number,
                         const char *unit)
{
    bool is_one = number->kind == PTC_INT && number->as.integer == 1;
    ptc_text text;

    ptc_text_init(&text, words->writer->arena);
    if (ptc_json_write(&text, number, 0) != PTC_OK)
        words->writer->status = PTC_ERROR_MEMORY;
    ptc_text_cstr(&text, unit);
    if (*unit != '\0' && !is_one)
        ptc_text_byte(&text, 's');
    if (text.failed)
        words->writer->status = PTC_ERROR_MEMORY;
    else
        ptc_json_say(words, what, ptc_text_view(&text), true);
}

static bool words_is_number(const ptc_value *bound)
{
    return bound->kind == PTC_INT ||
           (bound->kind == PTC_FLOAT && bound->as.number - bound->as.number == 0.0);
}

/* The bounds of an interval; `unit` is what is counted, one of it. */
static void words_interval(ptc_json_words *words, const ptc_interval *interval,
                           const char *unit)
{
    if (interval == NULL)
        return;
    if (interval->low.kind == PTC_INT && interval->high.kind == PTC_INT &&
        interval->low.as.integer == interval->high.as.integer) {
        words_number(words, "exactly ", &interval->low, unit);
        return;
    }
    if (words_is_number(&interval->low))
        words_number(words, interval->low_open ? "more than " : "at least ",
                     &interval->low, unit);
    if (words_is_number(&interval->high))
        words_number(words, interval->high_open ? "less than " : "at most ",
                     &interval->high, unit);
}

void ptc_json_words_put(ptc_json_words *words, ptc_json_object *out, uint32_t index)
{
    ptc_json_writer *writer = words->writer;

    if (words->said.len > 0)
        ptc_json_put(writer, out, "description",
                     ptc_value_string(ptc_text_view(&words->said)));
    if (words->lost.len > 0) {
        ptc_text_cstr(&words->lost, ": in the description alone");
        if (!words->lost.failed)
            ptc_json_lose(writer, index, words->lost.ptr);
    }
    if (words->said.failed || words->lost.failed)
        writer->status = PTC_ERROR_MEMORY;
}

/* --- Scalars -------------------------------------------------------------------------
 */

static const char *plain_word(const ptc_value *member)
{
    switch ((ptc_kind)member->kind) {
    case PTC_NIL:
        return "null";
    case PTC_BOOL:
        return "boolean";
    case PTC_INT:
    case PTC_OPAQUE:
        return "integer";
    case PTC_FLOAT:
        return "number";
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
        break;
    }
    return "string";
}

void ptc_json_put_member(ptc_json_writer *writer, ptc_json_object *out,
                         const ptc_value *member)
{
    ptc_json_put(writer, out, "type", ptc_json_text(plain_word(member)));
}

/* "type" and "enum" of scalars. */
static void plain_put_enum(ptc_json_writer *writer, ptc_json_object *out,
                           const ptc_schema_node *node)
{
    static const char *const all[] = {"null", "boolean", "integer", "number", "string"};
    ptc_value *members = ptc_arena_array(writer->arena, node->count, sizeof *members);
    bool is_there[5] = {false};
    ptc_value words[5];
    size_t count = 0;

    if (members == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        members[i] = ptc_json_member(&node->members[i]);
        for (size_t k = 0; k < 5; k++)
            is_there[k] |= strcmp(all[k], plain_word(&members[i])) == 0;
    }
    for (size_t k = 0; k < 5; k++) {
        if (is_there[k] && !(k == 2 && is_there[3]))
            words[count++] = ptc_json_text(all[k]);
    }
    ptc_json_put(writer, out, "type",
                 count == 1 ? words[0] : ptc_json_list(writer, words, count));
    ptc_json_put(writer, out, "enum", ptc_value_vector(members, node->count));
}

/* OpenAI accepts bounds of numbers; for others they are put into words. */
static void plain_put_bounds(ptc_json_words *words, ptc_json_object *out,
                             const ptc_schema_node *node)
{
    if (ptc_json_is_openai(words->writer))
        ptc_json_put_interval(words->writer, out, node->interval);
    else
        words_interval(words, node->interval, "");
}

/* Whether a pattern of ECMAScript means the same to other readers: of escaped letters
 * only these have a special meaning. */
static bool plain_is_portable(ptc_str pattern)
{
    for (size_t i = 0; i + 1 < pattern.len; i++) {
        char next = pattern.ptr[i + 1];

        if (pattern.ptr[i] == '(' && next == '?' &&
            (i + 2 == pattern.len || pattern.ptr[i + 2] != ':'))
            return false;
        if (pattern.ptr[i] != '\\')
            continue;
        if (((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z')) &&
            strchr("dDwWsSbBnrtfv", next) == NULL)
            return false;
        i++;
    }
    return true;
}

/* The first pattern may be kept, others are put into words. */
static void plain_put_patterns(ptc_json_words *words, ptc_json_object *out,
                               const ptc_schema_node *node)
{
    bool stays =
        ptc_json_is_openai(words->writer) || words->writer->options.keep_patterns;

    for (uint32_t i = 0; i < node->pattern_count; i++) {
        ptc_str text;

        if (i == 0 && stays &&
            ptc_json_pattern(words->writer, node->patterns[0].text, &text) &&
            plain_is_portable(text))
            ptc_json_put(words->writer, out, "pattern", ptc_value_string(text));
        else
            ptc_json_say(words, "matches ", node->patterns[i].text, true);
    }
}

/* A pattern of a type; `what` says it in words if it cannot be kept. */
static void plain_put_pattern(ptc_json_words *words, ptc_json_object *out,
                              const char *pattern, const char *what)
{
    bool stays =
        ptc_json_is_openai(words->writer) || words->writer->options.keep_patterns;

    if (stays)
        ptc_json_put(words->writer, out, "pattern", ptc_json_text(pattern));
    ptc_json_say(words, what, PTC_STR(""), !stays);
}

static void plain_put_format(ptc_json_words *words, ptc_json_object *out, ptc_type type)
{
    const ptc_spelling *spelling = ptc_type_spelling(type);

    if (!ptc_json_is_openai(words->writer) || words->writer->options.keep_formats)
        ptc_json_put(words->writer, out, "format", ptc_json_text(spelling->format));
    else
        ptc_json_say(words, spelling->phrase, PTC_STR(""), true);
}

void ptc_json_put_multiple(ptc_json_words *words, ptc_json_object *out,
                           const ptc_schema_node *node)
{
    if (ptc_json_is_openai(words->writer))
        ptc_json_put(words->writer, out, "multipleOf", node->members[0]);
    else
        words_number(words, "a multiple of ", &node->members[0], "");
}

static void plain_put_custom(ptc_json_words *words, ptc_json_object *out,
                             const ptc_schema_node *node)
{
    static const char *const scalars[] = {"string", "number", "boolean"};
    ptc_value types[3];

    for (size_t i = 0; i < 3; i++)
        types[i] = ptc_json_text(scalars[i]);
    ptc_json_put(words->writer, out, "type", ptc_json_list(words->writer, types, 3));
    ptc_json_say(words, "", node->type_name, false);
}

void ptc_json_make_plain(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    static const char *const plain_types[PTC_TYPE_COUNT] = {
        [PTC_TYPE_NIL] = "null",       [PTC_TYPE_BOOL] = "boolean",
        [PTC_TYPE_INT] = "integer",    [PTC_TYPE_FLOAT] = "number",
        [PTC_TYPE_NUMBER] = "number",  [PTC_TYPE_STRING] = "string",
        [PTC_TYPE_KEYWORD] = "string", [PTC_TYPE_MULTIPLE] = "number",
    };
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_type type = (ptc_type)node->type;
    const char *word = ptc_type_is_spelled(type) ? "string" : plain_types[type];
    ptc_json_words words;
    ptc_value member;

    ptc_json_words_init(&words, writer);
    if (word != NULL)
        ptc_json_put(writer, out, "type", ptc_json_text(word));
    if (ptc_type_is_numeric(type)) {
        plain_put_bounds(&words, out, node);
    } else if (node->type == PTC_TYPE_STRING) {
        words_interval(&words, node->interval, " character");
        plain_put_patterns(&words, out, node);
    } else if (node->type == PTC_TYPE_KEYWORD) {
        plain_put_pattern(&words, out, PTC_JSON_KEYWORD_PATTERN,
                          "a name of letters, digits and *+!_?=<>-");
    } else if (node->type == PTC_TYPE_DECIMAL) {
        plain_put_pattern(&words, out, PTC_JSON_DECIMAL_PATTERN,
                          ptc_type_spelling(type)->phrase);
        words_interval(&words, node->interval, "");
    } else if (ptc_type_is_spelled(type)) {
        plain_put_format(&words, out, type);
    } else if (node->type == PTC_TYPE_MULTIPLE) {
        ptc_json_put_multiple(&words, out, node);
    } else if (node->type == PTC_TYPE_CUSTOM) {
        plain_put_custom(&words, out, node);
    } else if (node->type == PTC_TYPE_ENUM) {
        plain_put_enum(writer, out, node);
    } else if (node->type == PTC_TYPE_CONST) {
        member = ptc_json_member(&node->members[0]);
        ptc_json_put_member(writer, out, &member);
        ptc_json_put(writer, out, "const", member);
    }
    ptc_json_words_put(&words, out, index);
}

/* --- Lists ---------------------------------------------------------------------------
 */

void ptc_json_make_strict_list(ptc_json_writer *writer, ptc_json_object *out,
                               uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_interval counts = {ptc_value_nil(), ptc_value_nil(), false, false};
    ptc_json_words words;

    if (node->interval != NULL)
        counts = *node->interval;
    ptc_json_words_init(&words, writer);
    ptc_json_put(writer, out, "type", ptc_json_text("array"));
    ptc_json_put(writer, out, "items", writer->made[node->first]);
    if (ptc_json_is_openai(writer)) {
        ptc_json_put_counts(writer, out, &counts, "minItems", "maxItems");
        counts.low = counts.high = ptc_value_nil();
    } else if (counts.low.kind == PTC_INT && counts.low.as.integer <= 1 &&
               counts.high.kind != PTC_INT) {
        ptc_json_put(writer, out, "minItems", counts.low);
        counts.low = ptc_value_nil();
    }
    words_interval(&words, &counts, " item");
    if (node->type == PTC_TYPE_SET || (node->flags & PTC_NODE_DISTINCT) != 0)
        ptc_json_say(&words, "no two items the same", PTC_STR(""), true);
    ptc_json_words_put(&words, out, index);
}

/* --- Texts of JSON -------------------------------------------------------------------
 */

/* Members that are lists and maps: each as a text. */
static void text_put_members(ptc_json_writer *writer, ptc_json_object *out,
                             const ptc_schema_node *node)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    ptc_value *members = ptc_arena_array(writer->arena, count, sizeof *members);

    for (uint32_t i = 0; members != NULL && i < count; i++) {
        ptc_text text;
        ptc_status status;

        ptc_text_init(&text, writer->arena);
        status = ptc_json_write(&text, &node->members[i], 0);
        if (status != PTC_OK)
            writer->status = status;
        members[i] = ptc_value_string(ptc_text_view(&text));
    }
    if (members == NULL)
        writer->status = PTC_ERROR_MEMORY;
    else
        ptc_json_put(writer, out, "enum", ptc_value_vector(members, count));
}

/* What a text of JSON holds. */
static const char *text_word(const ptc_schema_node *nodes, const ptc_schema_node *node)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_MAP_OF:
        switch ((unsigned)nodes[node->first + 1].type) {
        case PTC_TYPE_BOOL:
            return "an object with values true or false, as JSON text";
        case PTC_TYPE_INT:
            return "an object with integers as values, as JSON text";
        case PTC_TYPE_FLOAT:
        case PTC_TYPE_NUMBER:
            return "an object with numbers as values, as JSON text";
        case PTC_TYPE_STRING:
            return "an object with strings as values, as JSON text";
        default:
            return "an object, as JSON text";
        }
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_MAP:
    case PTC_TYPE_MULTI:
        return "an object, as JSON text";
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
        return "a list, as JSON text";
    default:
        return "any value, as JSON text";
    }
}

void ptc_json_make_text(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *nodes = writer->schema->nodes;
    const ptc_schema_node *node = ptc_schema_target(nodes, &nodes[index]);
    ptc_json_words words;

    ptc_json_words_init(&words, writer);
    ptc_json_put(writer, out, "type", ptc_json_text("string"));
    if (node->type == PTC_TYPE_ENUM || node->type == PTC_TYPE_CONST) {
        text_put_members(writer, out, node);
        ptc_json_say(&words, "JSON text", PTC_STR(""), false);
    } else {
        ptc_json_say(&words, text_word(nodes, node), PTC_STR(""), false);
        if (node->type != PTC_TYPE_ANY)
            ptc_json_lose(writer, index, "the type, which is a text of JSON");
        else if (nodes[nodes[index].parent].type != PTC_TYPE_MAP)
            ptc_json_lose(writer, index, PTC_JSON_ANY_LOSS);
    }
    ptc_json_words_put(&words, out, index);
}
