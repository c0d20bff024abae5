/* SPDX-License-Identifier: MIT */
/* Grammars in the making: parts and rules. See grammar_int.h. */
#include "target/grammar/grammar_int.h"

enum { GRAMMAR_NAME_MAX = 48 }; /* bytes of a name, without its number */

enum { GRAMMAR_STRING = 2000 }; /* max_string */

/* Sizes are exact up to here; larger ones count as this. */
#define GRAMMAR_SIZE_MAX ((uint32_t)1 << 30)

void ptc_grammar_init(ptc_grammar *grammar, ptc_arena *arena,
                      const ptc_grammar_options *options)
{
    memset(grammar, 0, sizeof *grammar);
    grammar->arena = arena;
    grammar->max_string = GRAMMAR_STRING;
    if (options != NULL)
        grammar->syntax = options->syntax;
    if (options != NULL && options->max_string > 0)
        grammar->max_string = options->max_string < PTC_GRAMMAR_REPEAT_MAX
                                  ? (uint32_t)options->max_string
                                  : PTC_GRAMMAR_REPEAT_MAX;
    ptc_names_init(&grammar->known, arena);
    grammar->known.is_exact = true;
    ptc_names_init(&grammar->names, arena);
    ptc_names_init(&grammar->numbers, arena);
    if (PTC_ARENA_PUSH(arena, grammar->items, grammar->item_count,
                       grammar->item_capacity) == NULL ||
        ptc_names_add(&grammar->names, PTC_STR("root"), 0) == NULL ||
        ptc_names_add(&grammar->names, PTC_STR("start"), 0) == NULL) {
        grammar->failed = true;
        return;
    }
    grammar->items[0] = (ptc_grammar_item){.kind = PTC_GRAMMAR_EMPTY, .size = 2};
}

/* --- Parts -------------------------------------------------------------------------- */

static uint32_t grammar_sum(uint32_t a, uint32_t b)
{
    return a + b < GRAMMAR_SIZE_MAX ? a + b : GRAMMAR_SIZE_MAX;
}

static ptc_grammar_part grammar_add(ptc_grammar *grammar, ptc_grammar_item item)
{
    ptc_grammar_item *place;

    if (grammar->failed)
        return 0;
    place = grammar->item_count < UINT32_MAX
                ? PTC_ARENA_PUSH(grammar->arena, grammar->items, grammar->item_count,
                                 grammar->item_capacity)
                : NULL;
    if (place == NULL) {
        grammar->failed = true;
        return 0;
    }
    *place = item;
    return (ptc_grammar_part)(grammar->item_count - 1);
}

/* A copy of `size` bytes in the grammar's arena. */
static void *grammar_keep(ptc_grammar *grammar, const void *bytes, size_t size)
{
    void *copy = grammar->failed ? NULL : ptc_arena_copy(grammar->arena, bytes, size);

    grammar->failed |= copy == NULL;
    return copy;
}

ptc_grammar_part ptc_grammar_text(ptc_grammar *grammar, ptc_str text)
{
    ptc_grammar_item item = {.kind = PTC_GRAMMAR_TEXT, .text_len = text.len};

    if (text.len == 0)
        return 0;
    item.as.text = grammar_keep(grammar, text.ptr, text.len);
    item.size =
        text.len < GRAMMAR_SIZE_MAX / 4 ? (uint32_t)text.len + 3 : GRAMMAR_SIZE_MAX;
    return grammar_add(grammar, item);
}

ptc_grammar_part ptc_grammar_class(ptc_grammar *grammar, const regex_range *ranges,
                                   size_t count)
{
    ptc_grammar_item item = {.kind = PTC_GRAMMAR_CLASS, .count = (uint32_t)count};

    if (count == 0)
        return 0;
    item.as.ranges = grammar_keep(grammar, ranges, count * sizeof *ranges);
    item.size = 3 + 8 * (uint32_t)count; /* there are 2^20 code points */
    return grammar_add(grammar, item);
}

ptc_grammar_part ptc_grammar_class_of(ptc_grammar *grammar, const char *members)
{
    regex_class set = {NULL, 0, 0};

    for (const char *at = members; *at != '\0'; at++) {
        bool is_range = at[1] == '-' && at[2] != '\0';
        uint32_t low = (unsigned char)*at;
        uint32_t high = is_range ? (unsigned char)at[2] : low;

        if (!ptc_regex_class_add(grammar->arena, &set, low, high)) {
            grammar->failed = true;
            return 0;
        }
        at += is_range ? 2 : 0;
    }
    ptc_regex_class_finish(&set);
    return ptc_grammar_class(grammar, set.ranges, set.count);
}

ptc_grammar_part ptc_grammar_use(ptc_grammar *grammar, uint32_t rule)
{
    ptc_grammar_item item = {.kind = PTC_GRAMMAR_RULE, .low = rule};

    if (grammar->failed)
        return 0;
    item.size = (uint32_t)grammar->rules[rule].name.len + 1;
    return grammar_add(grammar, item);
}

/* The part as its own rule. */
static ptc_grammar_part grammar_wrap(ptc_grammar *grammar, ptc_grammar_part part)
{
    uint32_t rule = ptc_grammar_rule_new(grammar, PTC_STR("part"), PTC_STR(""));

    ptc_grammar_define(grammar, rule, part);
    return ptc_grammar_use(grammar, rule);
}

static bool grammar_is_atom(const ptc_grammar_item *item)
{
    return item->kind == PTC_GRAMMAR_TEXT || item->kind == PTC_GRAMMAR_CLASS ||
           item->kind == PTC_GRAMMAR_RULE || item->kind == PTC_GRAMMAR_EMPTY;
}

/* Rules that GBNF's reader makes up where a part is an element of another one: a group
 * is one. */
static uint32_t grammar_groups(const ptc_grammar_item *item)
{
    return item->groups + (grammar_is_atom(item) ? 0 : 1);
}

/* The children of a sequence or choice: without EMPTY in sequences, those of the same
 * kind taken apart. NULL when refused memory. */
static ptc_grammar_part *grammar_flatten(ptc_grammar *grammar, ptc_grammar_kind kind,
                                         const ptc_grammar_part *parts, size_t *count)
{
    ptc_grammar_part *flat;
    size_t total = 0;

    for (size_t i = 0; i < *count; i++)
        total +=
            grammar->items[parts[i]].kind == kind ? grammar->items[parts[i]].count : 1;
    flat = ptc_arena_array(grammar->arena, total + 1, sizeof *flat);
    if (flat == NULL) {
        grammar->failed = true;
        return NULL;
    }
    total = 0;
    for (size_t i = 0; i < *count; i++) {
        const ptc_grammar_item *item = &grammar->items[parts[i]];

        if (item->kind == kind) {
            memcpy(&flat[total], item->as.parts, item->count * sizeof *flat);
            total += item->count;
        } else if (kind == PTC_GRAMMAR_CHOICE || item->kind != PTC_GRAMMAR_EMPTY) {
            flat[total++] = parts[i];
        }
    }
    *count = total;
    return flat;
}

static ptc_grammar_part grammar_join(ptc_grammar *grammar, ptc_grammar_kind kind,
                                     const ptc_grammar_part *parts, size_t count)
{
    ptc_grammar_item item = {.kind = (uint8_t)kind};
    ptc_grammar_part *flat =
        grammar->failed ? NULL : grammar_flatten(grammar, kind, parts, &count);

    if (flat == NULL || count == 0)
        return 0;
    if (count == 1)
        return flat[0];
    for (size_t i = 0; i < count; i++) {
        const ptc_grammar_item *child = &grammar->items[flat[i]];

        if (child->depth >= PTC_GRAMMAR_DEPTH) {
            flat[i] = grammar_wrap(grammar, flat[i]);
            child = &grammar->items[flat[i]];
        }
        if (child->depth >= item.depth)
            item.depth = (uint8_t)(child->depth + 1);
        item.groups = grammar_sum(item.groups, grammar_groups(child));
        item.size = grammar_sum(item.size, child->size + 3);
    }
    item.as.parts = flat;
    item.count = (uint32_t)count;
    return grammar_add(grammar, item);
}

ptc_grammar_part ptc_grammar_sequence(ptc_grammar *grammar, const ptc_grammar_part *parts,
                                      size_t count)
{
    return grammar_join(grammar, PTC_GRAMMAR_SEQUENCE, parts, count);
}

ptc_grammar_part ptc_grammar_choice(ptc_grammar *grammar, const ptc_grammar_part *parts,
                                    size_t count)
{
    return grammar_join(grammar, PTC_GRAMMAR_CHOICE, parts, count);
}

bool ptc_grammar_is_grouped(const ptc_grammar *grammar, ptc_grammar_part part,
                            uint32_t times)
{
    const ptc_grammar_item *item = &grammar->items[part];

    return times >= PTC_LIMIT_GBNF_REPEAT ||
           (times > PTC_GRAMMAR_GROUP &&
            (item->kind == PTC_GRAMMAR_CLASS || item->kind == PTC_GRAMMAR_TEXT ||
             (item->kind == PTC_GRAMMAR_RULE && grammar->rules[item->low].is_lexeme)));
}

/* Rules that GBNF's reader makes up for a repetition: one for each time more. */
static uint32_t grammar_repeat_groups(const ptc_grammar *grammar, ptc_grammar_part part,
                                      uint32_t low, uint32_t high)
{
    uint32_t times = high == REGEX_UNBOUNDED ? low + 1 : high;

    if (ptc_grammar_is_grouped(grammar, part, times))
        return times / PTC_GRAMMAR_GROUP + 2 * PTC_GRAMMAR_GROUP;
    return high == REGEX_UNBOUNDED ? 1 : high - low;
}

ptc_grammar_part ptc_grammar_repeat(ptc_grammar *grammar, ptc_grammar_part part,
                                    uint32_t low, uint32_t high)
{
    const ptc_grammar_item *child = &grammar->items[part];
    uint32_t times = high != REGEX_UNBOUNDED ? high : low > 0 ? low : 1;
    ptc_grammar_item item = {
        .kind = PTC_GRAMMAR_REPEAT, .low = low, .high = high, .count = 1};

    if (grammar->failed || part == 0 || high == 0)
        return 0;
    if (low == 1 && high == 1)
        return part;
    if (child->depth >= PTC_GRAMMAR_DEPTH ||
        (!grammar_is_atom(child) &&
         (times > PTC_GRAMMAR_GROUP ||
          grammar_groups(child) * (uint64_t)times >= PTC_LIMIT_GBNF_REPEAT))) {
        part = grammar_wrap(grammar, part);
        child = &grammar->items[part];
    }
    item.depth = (uint8_t)(child->depth + 1);
    item.groups = grammar_groups(child) + grammar_repeat_groups(grammar, part, low, high);
    item.size = grammar_sum(child->size * (times > PTC_GRAMMAR_GROUP ? 3u : 1u), 30);
    item.as.parts = grammar_keep(grammar, &part, sizeof part);
    return grammar_add(grammar, item);
}

ptc_grammar_part ptc_grammar_optional(ptc_grammar *grammar, ptc_grammar_part part)
{
    return ptc_grammar_repeat(grammar, part, 0, 1);
}

ptc_grammar_part ptc_grammar_list(ptc_grammar *grammar, ptc_grammar_part item,
                                  ptc_grammar_part between, uint32_t low, uint32_t high)
{
    ptc_grammar_part more;
    ptc_grammar_part all;

    if (high == 0)
        return 0;
    more = ptc_grammar_repeat(grammar, PTC_GRAMMAR_SEQUENCE_OF(grammar, between, item),
                              low > 0 ? low - 1 : 0,
                              high == REGEX_UNBOUNDED ? high : high - 1);
    all = PTC_GRAMMAR_SEQUENCE_OF(grammar, item, more);
    return low == 0 ? ptc_grammar_optional(grammar, all) : all;
}

/* --- Rules -------------------------------------------------------------------------- */

/* A name of lower-case letters, digits and single dashes that begins with a letter. */
static ptc_str grammar_fold(ptc_grammar *grammar, ptc_str wanted)
{
    char *name = ptc_arena_alloc(grammar->arena, GRAMMAR_NAME_MAX + sizeof "rule-");
    size_t len = 0;

    if (name == NULL) {
        grammar->failed = true;
        return PTC_STR("rule");
    }
    for (size_t i = 0; i < wanted.len && len < GRAMMAR_NAME_MAX; i++) {
        char byte = wanted.ptr[i];

        if (byte >= 'A' && byte <= 'Z')
            byte = (char)(byte - 'A' + 'a');
        if (len == 0 && byte >= '0' && byte <= '9') {
            memcpy(name, "rule-", 5);
            len = 5;
        }
        if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9'))
            name[len++] = byte;
        else if (len > 0 && name[len - 1] != '-')
            name[len++] = '-';
    }
    while (len > 0 && name[len - 1] == '-')
        len--;
    return len > 0 ? ptc_str_make(name, len) : PTC_STR("rule");
}

/* The name with the next number after it. */
static ptc_str grammar_numbered(ptc_grammar *grammar, ptc_str name, uint32_t number)
{
    ptc_text text;

    ptc_text_init(&text, grammar->arena);
    ptc_text_str(&text, name);
    ptc_text_byte(&text, '-');
    ptc_text_uint(&text, number);
    grammar->failed |= text.failed;
    return ptc_text_view(&text);
}

static ptc_str grammar_free_name(ptc_grammar *grammar, ptc_str wanted)
{
    ptc_str name = grammar_fold(grammar, wanted);
    const ptc_name_entry *last = ptc_names_find(&grammar->numbers, name);
    uint32_t number = last != NULL ? last->value : 1;
    ptc_str free_name = name;

    while (!grammar->failed && ptc_names_find(&grammar->names, free_name) != NULL)
        free_name = grammar_numbered(grammar, name, ++number);
    if (number > 1 && ptc_names_push(&grammar->numbers, name, number) == NULL)
        grammar->failed = true;
    return free_name;
}

uint32_t ptc_grammar_rule_new(ptc_grammar *grammar, ptc_str wanted, ptc_str comment)
{
    ptc_str name;
    ptc_grammar_rule *rule;

    if (grammar->failed)
        return 0;
    name = grammar_free_name(grammar, wanted);
    rule = grammar->failed ? NULL
                           : PTC_ARENA_PUSH(grammar->arena, grammar->rules,
                                            grammar->rule_count, grammar->rule_capacity);
    if (rule == NULL || ptc_names_add(&grammar->names, name, 0) == NULL) {
        grammar->failed = true;
        return 0;
    }
    *rule = (ptc_grammar_rule){.name = name};
    if (comment.len > 0)
        rule->comment = ptc_str_copy(grammar->arena, comment);
    grammar->failed |= comment.len > 0 && rule->comment.ptr == NULL;
    return (uint32_t)(grammar->rule_count - 1);
}

void ptc_grammar_define(ptc_grammar *grammar, uint32_t rule, ptc_grammar_part body)
{
    if (!grammar->failed)
        grammar->rules[rule].body = body;
}

uint32_t ptc_grammar_lexeme(ptc_grammar *grammar, const char *wanted,
                            ptc_grammar_part body)
{
    uint32_t rule = ptc_grammar_rule_new(grammar, ptc_str_of(wanted), PTC_STR(""));

    ptc_grammar_define(grammar, rule, body);
    if (!grammar->failed)
        grammar->rules[rule].is_lexeme = true;
    return rule;
}
