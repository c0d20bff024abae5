/* SPDX-License-Identifier: MIT */
/*
 * Maps: objects with their fields in the order of declaration. Fields that may be absent
 * are optional groups; their commas are placed so that the text grows only linearly with
 * the number of fields. See grammar_schema_int.h.
 */
#include "target/grammar/grammar_schema_int.h"

#include <ptc/json.h>

enum { OBJECT_INLINE_MAX = 60 }; /* bytes of a value that is written twice, about */
enum { OBJECT_SMALL = 3 };       /* optional fields that are written out */

bool ptc_grammar_leaves_out(const ptc_grammar_maker *maker, const ptc_schema_node *field)
{
    return (field->flags & PTC_NODE_CONTEXT) != 0 ||
           (maker->options.direction == PTC_OUTPUT &&
            (field->flags & PTC_NODE_FIREWALLED) != 0);
}

static ptc_grammar_part object_comma(ptc_grammar_maker *maker)
{
    return ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_COMMA);
}

static ptc_grammar_part object_braces(ptc_grammar_maker *maker, ptc_grammar_part inner)
{
    return PTC_GRAMMAR_SEQUENCE_OF(maker->grammar,
                                   PTC_GRAMMAR_TEXT_OF(maker->grammar, "{"), inner,
                                   PTC_GRAMMAR_TEXT_OF(maker->grammar, "}"));
}

/* "name": value */
static ptc_grammar_part object_pair(ptc_grammar_maker *maker,
                                    const ptc_grammar_field *field)
{
    ptc_text key;

    ptc_text_init(&key, maker->grammar->arena);
    ptc_json_write_string(&key, field->name);
    maker->grammar->failed |= key.failed;
    return PTC_GRAMMAR_SEQUENCE_OF(
        maker->grammar, ptc_grammar_text(maker->grammar, ptc_text_view(&key)),
        ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_COLON), field->value);
}

/* --- Fields in their order ---------------------------------------------------------- */

/* With a field that is always there: those before it have a comma after them, those after
 * it one before them. */
static ptc_grammar_part object_around(ptc_grammar_maker *maker,
                                      const ptc_grammar_field *fields, size_t count,
                                      size_t always)
{
    ptc_grammar_parts parts = ptc_grammar_parts_new(maker, count);

    for (size_t i = 0; i < count && !maker->grammar->failed; i++) {
        ptc_grammar_part pair = object_pair(maker, &fields[i]);

        if (i < always)
            pair = PTC_GRAMMAR_SEQUENCE_OF(maker->grammar, pair, object_comma(maker));
        else if (i > always)
            pair = PTC_GRAMMAR_SEQUENCE_OF(maker->grammar, object_comma(maker), pair);
        parts.items[parts.count++] =
            fields[i].is_optional ? ptc_grammar_optional(maker->grammar, pair) : pair;
    }
    return ptc_grammar_sequence(maker->grammar, parts.items, parts.count);
}

/* Without one: the first field that is there, and what may follow it. What follows is a
 * rule for each field, so that it is written once. */
static ptc_grammar_part object_optional(ptc_grammar_maker *maker,
                                        const ptc_grammar_field *fields, size_t count)
{
    ptc_grammar_parts firsts = ptc_grammar_parts_new(maker, count);
    ptc_grammar_part rest = 0;

    for (size_t i = count; i > 0 && !maker->grammar->failed; i--) {
        ptc_grammar_part pair = object_pair(maker, &fields[i - 1]);
        ptc_grammar_part more =
            PTC_GRAMMAR_SEQUENCE_OF(maker->grammar, object_comma(maker), pair);

        firsts.items[i - 1] = PTC_GRAMMAR_SEQUENCE_OF(maker->grammar, pair, rest);
        rest = PTC_GRAMMAR_SEQUENCE_OF(maker->grammar,
                                       ptc_grammar_optional(maker->grammar, more), rest);
        if (count > OBJECT_SMALL && i > 1)
            rest = ptc_grammar_as_rule(maker, "-rest", rest);
    }
    return ptc_grammar_optional(maker->grammar,
                                ptc_grammar_choice(maker->grammar, firsts.items, count));
}

ptc_grammar_part ptc_grammar_object(ptc_grammar_maker *maker,
                                    const ptc_grammar_field *fields, size_t count)
{
    size_t always = 0;

    while (always < count && fields[always].is_optional)
        always++;
    if (always < count)
        return object_braces(maker, object_around(maker, fields, count, always));
    return object_braces(maker, object_optional(maker, fields, count));
}

static ptc_grammar_part object_small(ptc_grammar_maker *maker, ptc_grammar_part value,
                                     uint32_t index)
{
    const ptc_schema_node *field = &maker->schema->nodes[index];
    size_t place = maker->path.len;
    ptc_grammar_part rule;

    if (maker->grammar->failed || value == PTC_GRAMMAR_NEVER ||
        maker->grammar->items[value].size <= OBJECT_INLINE_MAX)
        return value;
    ptc_text_cstr(&maker->path, place > 0 ? "." : "");
    ptc_text_str(&maker->path, field->name);
    rule = ptc_grammar_as_rule(maker, "", value);
    ptc_text_cut(&maker->path, place);
    return rule;
}

bool ptc_grammar_take_fields(ptc_grammar_maker *maker, uint32_t index,
                             ptc_grammar_field *fields, size_t *count)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    bool is_possible = true;
    bool has_all = true; /* all fields may be absent */

    for (uint32_t i = node->first; i < node->first + node->count; i++)
        has_all = has_all && ptc_schema_is_optional(&maker->schema->nodes[i]);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *field = &maker->schema->nodes[i];
        bool is_optional = ptc_schema_is_optional(field);
        ptc_grammar_part value;

        if (ptc_grammar_leaves_out(maker, field)) {
            if (!is_optional && (field->flags & PTC_NODE_CONTEXT) == 0)
                ptc_grammar_lose(maker, i, "the field, which is hidden from models");
            continue;
        }
        value = ptc_grammar_slot(maker, i);
        is_possible = is_possible && (is_optional || value != PTC_GRAMMAR_NEVER);
        if (has_all && node->count > 1)
            value = object_small(maker, value, i);
        if (value != PTC_GRAMMAR_NEVER)
            fields[(*count)++] = (ptc_grammar_field){field->name, value, is_optional, i};
    }
    return is_possible;
}

ptc_grammar_field *ptc_grammar_fields_new(ptc_grammar_maker *maker, size_t capacity)
{
    ptc_grammar_field *fields =
        ptc_arena_array(maker->grammar->arena, capacity + 1, sizeof *fields);

    maker->grammar->failed |= fields == NULL;
    return fields;
}

ptc_grammar_part ptc_grammar_make_map(ptc_grammar_maker *maker, uint32_t index)
{
    ptc_grammar_field *fields =
        ptc_grammar_fields_new(maker, maker->schema->nodes[index].count);
    size_t count = 0;

    if (fields == NULL)
        return 0;
    if (!ptc_grammar_take_fields(maker, index, fields, &count))
        return PTC_GRAMMAR_NEVER;
    return ptc_grammar_object(maker, fields, count);
}

/* --- Any keys ----------------------------------------------------------------------- */

bool ptc_grammar_takes_all(const ptc_schema_node *key)
{
    return key->type == PTC_TYPE_ANY ||
           (key->type == PTC_TYPE_STRING && key->interval == NULL &&
            key->pattern_count == 0);
}

/* Ints between quotes. */
static ptc_grammar_part object_int_key(ptc_grammar_maker *maker, uint32_t index)
{
    ptc_grammar *grammar = maker->grammar;
    ptc_grammar_part quote = PTC_GRAMMAR_TEXT_OF(grammar, "\"");
    bool is_exact;
    ptc_grammar_part number =
        ptc_grammar_integer(grammar, maker->schema->nodes[index].interval, &is_exact);

    if (!is_exact)
        ptc_grammar_lose(maker, index, "bounds of a million and more");
    return ptc_grammar_use(
        grammar,
        ptc_grammar_lexeme(grammar, "key",
                           PTC_GRAMMAR_SEQUENCE_OF(grammar, quote, number, quote)));
}

/* Members that are texts. */
static ptc_grammar_part object_member_keys(ptc_grammar_maker *maker,
                                           const ptc_schema_node *key)
{
    uint32_t count = key->type == PTC_TYPE_ENUM ? key->count : 1;
    ptc_grammar_parts parts = ptc_grammar_parts_new(maker, count);

    for (uint32_t i = 0; i < count && !maker->grammar->failed; i++) {
        ptc_text text;

        ptc_text_init(&text, maker->grammar->arena);
        if (key->members[i].kind == PTC_INT) {
            ptc_text_byte(&text, '"');
            ptc_text_int(&text, key->members[i].as.integer);
            ptc_text_byte(&text, '"');
        } else if (key->members[i].kind == PTC_STRING ||
                   key->members[i].kind == PTC_KEYWORD) {
            ptc_json_write_string(&text, ptc_value_text(&key->members[i]));
        }
        maker->grammar->failed |= text.failed;
        if (text.len > 0)
            parts.items[parts.count++] =
                ptc_grammar_text(maker->grammar, ptc_text_view(&text));
    }
    return ptc_grammar_choice_of(maker, parts);
}

/* What a key is, of which `index` is the type. */
static ptc_grammar_part object_key(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *key = &maker->schema->nodes[index];

    switch ((unsigned)key->type) {
    case PTC_SPELLED_AND(STRING):
    case PTC_TYPE_KEYWORD:
        if (!ptc_grammar_takes_all(key))
            return maker->made[index];
        break;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return object_member_keys(maker, key);
    case PTC_TYPE_INT:
        return object_int_key(maker, index);
    case PTC_TYPE_ANY:
        break;
    default:
        ptc_grammar_lose(maker, index, "what keys are");
        break;
    }
    return ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_STRING);
}

/* Keys and values of one kind. */
static ptc_grammar_part object_entries(ptc_grammar_maker *maker, uint32_t index,
                                       ptc_grammar_part key, ptc_grammar_part value)
{
    ptc_grammar *grammar = maker->grammar;
    ptc_grammar_length counts =
        ptc_grammar_counts(maker, index, maker->schema->nodes[index].interval,
                           PTC_LIMIT_GBNF_REPEAT, " of a count");
    ptc_grammar_part pair;

    if (counts.high == REGEX_UNBOUNDED)
        counts.high = PTC_LIMIT_GBNF_REPEAT;
    if (key == PTC_GRAMMAR_NEVER || value == PTC_GRAMMAR_NEVER)
        return counts.low > 0 ? PTC_GRAMMAR_NEVER : object_braces(maker, 0);
    if (counts.high > 1)
        ptc_grammar_lose(maker, index, "that no key is there twice in a map");
    pair = PTC_GRAMMAR_SEQUENCE_OF(
        grammar, key, ptc_grammar_shared_part(grammar, PTC_GRAMMAR_COLON), value);
    if (!grammar->failed && grammar->items[pair].size > OBJECT_INLINE_MAX)
        pair = ptc_grammar_as_rule(maker, "-entry", pair);
    return object_braces(maker, ptc_grammar_list(grammar, pair, object_comma(maker),
                                                 counts.low, counts.high));
}

ptc_grammar_part ptc_grammar_make_map_of(ptc_grammar_maker *maker, uint32_t index)
{
    uint32_t first = maker->schema->nodes[index].first;

    return object_entries(maker, index, object_key(maker, first),
                          ptc_grammar_slot(maker, first + 1));
}

ptc_grammar_part ptc_grammar_make_keys(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    bool takes_all = node->type == PTC_TYPE_KEYS &&
                     ptc_grammar_takes_all(&maker->schema->nodes[node->first]);

    if (node->type != PTC_TYPE_ANY_MAP && !takes_all)
        ptc_grammar_lose(maker, index, "what values of some keys are");
    if (takes_all)
        return object_entries(maker, index,
                              ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_STRING),
                              ptc_grammar_slot(maker, node->first + 1));
    ptc_grammar_lose(maker, index, "that no key is there twice in a map");
    return ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_OBJECT);
}
