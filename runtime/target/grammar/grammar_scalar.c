/* SPDX-License-Identifier: MIT */
/* Single values: texts with their bounds and patterns, numbers, members of enums. See
 * grammar_schema_int.h. */
#include "target/grammar/grammar_schema_int.h"

#include <ptc/json.h>

/* --- Texts -------------------------------------------------------------------------- */

static uint32_t scalar_most(const ptc_grammar_maker *maker)
{
    return maker->grammar->max_string > PTC_LIMIT_GBNF_REPEAT ? maker->grammar->max_string
                                                              : PTC_LIMIT_GBNF_REPEAT;
}

static uint32_t scalar_high(const ptc_grammar_maker *maker, ptc_grammar_length length)
{
    uint32_t most = maker->grammar->max_string;

    if (length.high != REGEX_UNBOUNDED)
        return length.high;
    return length.low > most ? length.low : most;
}

static ptc_grammar_part scalar_quoted(ptc_grammar_maker *maker, ptc_grammar_part inner)
{
    ptc_grammar_part quote = PTC_GRAMMAR_TEXT_OF(maker->grammar, "\"");

    return PTC_GRAMMAR_SEQUENCE_OF(maker->grammar, quote, inner, quote);
}

/* "string-2-to-10" */
static void scalar_length_key(ptc_text *key, const char *head, ptc_grammar_length length)
{
    ptc_text_cstr(key, head);
    ptc_text_byte(key, '-');
    ptc_text_uint(key, length.low);
    if (length.high == length.low)
        return;
    ptc_text_cstr(key, length.high == REGEX_UNBOUNDED ? "-or-more" : "-to-");
    if (length.high != REGEX_UNBOUNDED)
        ptc_text_uint(key, length.high);
}

static ptc_grammar_part scalar_bounded(ptc_grammar_maker *maker,
                                       ptc_grammar_length length)
{
    ptc_grammar *grammar = maker->grammar;
    const uint32_t *known;
    ptc_grammar_part body;
    ptc_text key;

    if (length.low == 0 && length.high == REGEX_UNBOUNDED)
        return ptc_grammar_shared_part(grammar, PTC_GRAMMAR_STRING);
    ptc_text_init(&key, grammar->arena);
    scalar_length_key(&key, "string", length);
    grammar->failed |= key.failed;
    known = ptc_grammar_known(grammar, ptc_text_view(&key));
    if (known != NULL)
        return ptc_grammar_use(grammar, *known);
    body = scalar_quoted(
        maker,
        ptc_grammar_repeat(grammar, ptc_grammar_shared_part(grammar, PTC_GRAMMAR_CHAR),
                           length.low, scalar_high(maker, length)));
    return ptc_grammar_use(grammar,
                           ptc_grammar_know(grammar, ptc_text_view(&key),
                                            ptc_grammar_lexeme(grammar, key.ptr, body)));
}

/* The lexeme of texts of a pattern, named after the first place that has it. */
static ptc_grammar_part scalar_pattern_rule(ptc_grammar_maker *maker, ptc_str pattern,
                                            ptc_grammar_length wanted,
                                            ptc_grammar_part body)
{
    ptc_grammar *grammar = maker->grammar;
    const uint32_t *known;
    ptc_grammar_part part;
    ptc_text key;

    ptc_text_init(&key, grammar->arena);
    scalar_length_key(&key, "pattern", wanted);
    ptc_text_byte(&key, ' ');
    ptc_text_str(&key, pattern);
    grammar->failed |= key.failed;
    known = ptc_grammar_known(grammar, ptc_text_view(&key));
    if (known != NULL)
        return ptc_grammar_use(grammar, *known);
    part = ptc_grammar_as_rule(maker, "", scalar_quoted(maker, body));
    if (grammar->failed)
        return 0;
    grammar->rules[grammar->items[part].low].is_lexeme = true;
    ptc_grammar_know(grammar, ptc_text_view(&key), grammar->items[part].low);
    return part;
}

static void scalar_lose_pattern(ptc_grammar_maker *maker, uint32_t index, ptc_str pattern,
                                const char *why)
{
    ptc_text text;

    ptc_text_init(&text, maker->grammar->arena);
    ptc_text_cstr(&text, "the pattern ");
    ptc_visible_write(&text, pattern);
    ptc_text_cstr(&text, why != NULL ? ", for " : ", next to another one");
    ptc_text_cstr(&text, why != NULL ? why : "");
    maker->grammar->failed |= text.failed;
    ptc_grammar_lose(maker, index, text.ptr);
}

/* Texts of the first pattern that a grammar can say; false: there is none. */
static bool scalar_patterns(ptc_grammar_maker *maker, uint32_t index,
                            ptc_grammar_length wanted, ptc_grammar_part *out)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    bool has_one = false;

    for (uint32_t i = 0; i < node->pattern_count; i++) {
        ptc_grammar_length length = wanted;
        const char *why = NULL;

        if (has_one || !ptc_grammar_pattern(maker->grammar, node->patterns[i].text,
                                            &length, out, &why)) {
            scalar_lose_pattern(maker, index, node->patterns[i].text, why);
            continue;
        }
        has_one = true;
        if (length.low < wanted.low || length.high > wanted.high)
            ptc_grammar_lose(maker, index, "the length next to a pattern");
        *out = scalar_pattern_rule(maker, node->patterns[i].text, wanted, *out);
    }
    return has_one;
}

static ptc_grammar_part scalar_string(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    ptc_grammar_length length = ptc_grammar_counts(maker, index, node->interval,
                                                   scalar_most(maker), " of a length");
    ptc_grammar_part part;

    return scalar_patterns(maker, index, length, &part) ? part
                                                        : scalar_bounded(maker, length);
}

/* --- Numbers ------------------------------------------------------------------------ */

static ptc_grammar_part scalar_number(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    bool is_int = node->type == PTC_TYPE_INT;
    bool is_exact;
    ptc_grammar_part part =
        is_int ? ptc_grammar_integer(maker->grammar, node->interval, &is_exact)
               : ptc_grammar_number(maker->grammar, node->interval, &is_exact);

    if (!is_exact)
        ptc_grammar_lose(maker, index,
                         is_int ? "bounds of a million and more" : "bounds of a number");
    return part;
}

/* --- Texts with a fixed spelling ---------------------------------------------------- */

/* The pattern of a type that has no rule of its own. */
static ptc_grammar_part scalar_spelled(ptc_grammar_maker *maker, ptc_type type)
{
    ptc_str pattern = ptc_str_of(ptc_type_spelling(type)->pattern);
    ptc_grammar_length length = {0, REGEX_UNBOUNDED};
    const char *why = NULL;
    ptc_grammar_part part;

    return ptc_grammar_pattern(maker->grammar, pattern, &length, &part, &why)
               ? scalar_pattern_rule(maker, pattern, length, part)
               : ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_STRING);
}

static ptc_grammar_part scalar_decimal(ptc_grammar_maker *maker, uint32_t index)
{
    if (maker->schema->nodes[index].interval != NULL)
        ptc_grammar_lose(maker, index, "the bounds of a decimal");
    return ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_DECIMAL);
}

/* --- Members ------------------------------------------------------------------------ */

ptc_grammar_part ptc_grammar_member(ptc_grammar_maker *maker, const ptc_value *member)
{
    ptc_text text;

    ptc_text_init(&text, maker->grammar->arena);
    if (ptc_json_write(&text, member, 0) != PTC_OK) {
        maker->grammar->failed |= text.failed;
        return PTC_GRAMMAR_NEVER; /* a number that JSON has not */
    }
    return ptc_grammar_text(maker->grammar, ptc_text_view(&text));
}

static ptc_grammar_part scalar_enum(ptc_grammar_maker *maker, const ptc_schema_node *node)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    ptc_grammar_parts parts = ptc_grammar_parts_new(maker, count);

    for (uint32_t i = 0; i < count && !maker->grammar->failed; i++)
        parts.items[parts.count++] = ptc_grammar_member(maker, &node->members[i]);
    return ptc_grammar_choice_of(maker, parts);
}

ptc_grammar_part ptc_grammar_make_scalar(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    ptc_grammar *grammar = maker->grammar;

    switch ((unsigned)node->type) {
    case PTC_TYPE_NIL:
        return PTC_GRAMMAR_TEXT_OF(grammar, "null");
    case PTC_TYPE_BOOL:
        return ptc_grammar_shared_part(grammar, PTC_GRAMMAR_BOOL);
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return scalar_number(maker, index);
    case PTC_TYPE_STRING:
        return scalar_string(maker, index);
    case PTC_TYPE_KEYWORD:
        return ptc_grammar_shared_part(grammar, PTC_GRAMMAR_KEYWORD);
    case PTC_TYPE_DATETIME:
        return ptc_grammar_shared_part(grammar, PTC_GRAMMAR_DATETIME);
    case PTC_TYPE_DATE:
        return ptc_grammar_shared_part(grammar, PTC_GRAMMAR_DATE);
    case PTC_TYPE_DECIMAL:
        return scalar_decimal(maker, index);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return scalar_enum(maker, node);
    case PTC_TYPE_MULTIPLE:
        ptc_grammar_lose(maker, index, "what a number is a multiple of");
        return ptc_grammar_shared_part(grammar, PTC_GRAMMAR_NUMBER);
    case PTC_TYPE_NOT_CONST:
        ptc_grammar_lose(maker, index, "what a value is not");
        break;
    case PTC_TYPE_CUSTOM:
        ptc_grammar_lose_name(maker, index, "the validator ", node->type_name);
        break;
    case PTC_TYPE_MALLI_SCHEMA:
        ptc_grammar_lose(maker, index, "that the value is a Malli schema");
        break;
    default:
        if (ptc_type_is_spelled((ptc_type)node->type))
            return scalar_spelled(maker, (ptc_type)node->type);
        break;
    }
    return ptc_grammar_others(maker, index, 0);
}
