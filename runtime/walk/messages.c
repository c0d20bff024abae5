/* SPDX-License-Identifier: MIT */
/*
 * Messages: every text that says what is wrong with a value; one function per situation.
 * Warnings of coercion are in message_warnings.c. [validation 8]
 *
 * Nothing here decides whether a value is right, and without a report nothing here does
 * any work. How values and types are put in words is in message_words.c.
 */
#include "render/render_int.h"
#include "schema/schema_int.h"
#include "walk/message_int.h"

bool ptc_fault_kind(ptc_walker *walker, const ptc_place *place,
                    const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_expected(&m, node, false);
    ptc_message_got(&m);
    ptc_message_kind_and_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_TYPE, value);
}

bool ptc_fault_not_finite(ptc_walker *walker, const ptc_place *place,
                          const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "finite ");
    ptc_message_word(&m, node);
    ptc_message_got(&m);
    ptc_message_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_TYPE, value);
}

bool ptc_fault_range(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_fault(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "out of range ");
    ptc_message_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_RANGE, value);
}

bool ptc_fault_encoding(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "valid UTF-8 string");
    m.expected_end = m.text.len;
    return ptc_message_finish(&m, PTC_CODE_ENCODING, value);
}

bool ptc_fault_offset(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "datetime with offset");
    ptc_message_got(&m);
    ptc_message_kind_and_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_TYPE, value);
}

bool ptc_fault_spelling(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_word(&m, node);
    ptc_text_byte(&m.text, ' ');
    ptc_text_cstr(&m.text, ptc_type_spelling((ptc_type)node->type)->spelling);
    ptc_message_got(&m);
    ptc_message_kind_and_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_TYPE, value);
}

bool ptc_fault_member(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_expected(&m, node, false);
    if (node->type == PTC_TYPE_NOT_CONST) {
        m.expected_end = m.text.len;
    } else {
        ptc_message_got(&m);
        ptc_message_value(&m, value);
    }
    return ptc_message_finish(
        &m, node->type == PTC_TYPE_ENUM ? PTC_CODE_ENUM : PTC_CODE_CONST, value);
}

bool ptc_fault_bound(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_violated(&m.text, node, value);
    ptc_message_got(&m);
    ptc_message_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_BOUND, value);
}

bool ptc_fault_length(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value, size_t length)
{
    ptc_value number = ptc_value_int((int64_t)length);
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_word(&m, node);
    ptc_text_cstr(&m.text, " of length ");
    ptc_message_violated(&m.text, node, &number);
    ptc_message_got(&m);
    ptc_text_cstr(&m.text, "length ");
    ptc_text_uint(&m.text, length);
    return ptc_message_finish(&m, PTC_CODE_LENGTH, value);
}

bool ptc_fault_pattern(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *node, const ptc_value *value,
                       const ptc_pattern *pattern)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_word(&m, node);
    ptc_text_cstr(&m.text, " matching ");
    ptc_show_string(&m.text, pattern->text, SIZE_MAX);
    ptc_message_got(&m);
    ptc_message_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_PATTERN, value);
}

bool ptc_fault_size(ptc_walker *walker, const ptc_place *place,
                    const ptc_schema_node *node, const ptc_value *value, size_t size)
{
    ptc_value number = ptc_value_int((int64_t)size);
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_violated(&m.text, node, &number);
    ptc_text_cstr(&m.text, " items");
    ptc_message_got(&m);
    ptc_text_uint(&m.text, size);
    return ptc_message_finish(&m, PTC_CODE_SIZE, value);
}

bool ptc_fault_arity(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value)
{
    uint32_t count = ptc_walk_positions(walker->nodes, node);
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_text_uint(&m.text, count);
    ptc_text_cstr(&m.text, count == 1 ? " item" : " items");
    ptc_message_got(&m);
    ptc_text_uint(&m.text, value->aux);
    return ptc_message_finish(&m, PTC_CODE_SIZE, value);
}

bool ptc_fault_missing(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *field, const ptc_value *similar)
{
    ptc_message_draft m;

    if (!ptc_message_fault(&m, walker, place, field))
        return false;
    ptc_text_cstr(&m.text, "missing required field, expected ");
    m.expected_start = m.text.len;
    ptc_message_expected(&m, field, false);
    if (ptc_schema_takes_nil(walker->nodes, field)) /* it only refuses absence */
        ptc_text_cstr(&m.text, " or nil");
    m.expected_end = m.text.len;
    if (similar != NULL && !ptc_message_hides(walker, place->up)) {
        ptc_text_cstr(&m.text, "; found similar key ");
        ptc_show_scalar(&m.text, similar, PTC_MESSAGE_VALUE_MAX);
    }
    return ptc_message_finish(&m, PTC_CODE_MISSING, NULL);
}

bool ptc_fault_extra(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;
    uint32_t count = 0;

    if (!ptc_message_fault(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "unexpected field (allowed: ");
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *field = &walker->nodes[node->first + i];

        if (ptc_walk_is_from_context(field)) /* which callers do not see */
            continue;
        if (count++ > 0)
            ptc_text_cstr(&m.text, ", ");
        ptc_text_str(&m.text, field->name);
    }
    ptc_text_cstr(&m.text, count == 0 ? "none)" : ")");
    return ptc_message_finish(&m, PTC_CODE_EXTRA, value);
}

bool ptc_fault_context(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *field, ptc_str at)
{
    ptc_message_draft m;

    if (!ptc_message_fault(&m, walker, place, field))
        return false;
    ptc_text_cstr(&m.text, "context path ");
    ptc_show_string(&m.text, field->extra->context, PTC_MESSAGE_VALUE_MAX);
    ptc_text_cstr(&m.text, " not found at ");
    ptc_show_string(&m.text, at, PTC_MESSAGE_VALUE_MAX);
    return ptc_message_finish(&m, PTC_CODE_CONTEXT, NULL);
}

bool ptc_fault_key(ptc_walker *walker, const ptc_place *place,
                   const ptc_schema_node *node, const ptc_value *key)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "key ");
    ptc_message_expected(&m, node, true);
    ptc_message_got(&m);
    ptc_text_cstr(&m.text, "key ");
    ptc_message_value(&m, key);
    return ptc_message_finish(&m, PTC_CODE_KEY, key);
}

bool ptc_fault_duplicate(ptc_walker *walker, const ptc_place *place,
                         const ptc_schema_node *node, const ptc_value *value,
                         const ptc_value *first_key, size_t first_index)
{
    ptc_message_draft m;

    if (!ptc_message_fault(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "duplicate of ");
    if (first_key != NULL) {
        ptc_text_cstr(&m.text, "key ");
        ptc_message_value(&m, first_key);
    } else {
        ptc_text_byte(&m.text, '[');
        ptc_text_uint(&m.text, first_index);
        ptc_text_byte(&m.text, ']');
    }
    return ptc_message_finish(&m, PTC_CODE_DUPLICATE, value);
}

bool ptc_fault_union(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_alternatives(&m, node, value->kind == PTC_MAP);
    ptc_message_got(&m);
    ptc_message_kind_and_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_UNION, value);
}

/* "the first, the third and the 12th" */
static void message_ordinal(ptc_text *text, uint32_t number)
{
    static const char *const words[] = {"first", "second",  "third",  "fourth", "fifth",
                                        "sixth", "seventh", "eighth", "ninth",  "tenth"};

    ptc_text_cstr(text, "the ");
    if (number < sizeof words / sizeof *words) {
        ptc_text_cstr(text, words[number]);
        return;
    }
    number++;
    ptc_text_uint(text, number);
    ptc_text_cstr(text, number / 10 % 10 == 1 ? "th"
                        : number % 10 == 1    ? "st"
                        : number % 10 == 2    ? "nd"
                        : number % 10 == 3    ? "rd"
                                              : "th");
}

bool ptc_fault_one(ptc_walker *walker, const ptc_place *place,
                   const ptc_schema_node *node, const ptc_value *value, uint32_t count,
                   const uint32_t *numbers)
{
    uint32_t shown = count < PTC_WALK_TOLD ? count : PTC_WALK_TOLD;
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "exactly one of ");
    ptc_text_uint(&m.text, node->count);
    ptc_text_cstr(&m.text, " alternatives to accept the value");
    ptc_message_got(&m);
    ptc_text_uint(&m.text, count);
    ptc_text_cstr(&m.text, " (");
    for (uint32_t i = 0; i < shown; i++) {
        if (i > 0)
            ptc_text_cstr(&m.text, i + 1 < count ? ", " : " and ");
        message_ordinal(&m.text, numbers[i]);
    }
    if (count > shown) {
        ptc_text_cstr(&m.text, " and ");
        ptc_text_uint(&m.text, count - shown);
        ptc_text_cstr(&m.text, " more");
    }
    ptc_text_byte(&m.text, ')');
    return ptc_message_finish(&m, PTC_CODE_UNION, value);
}

bool ptc_fault_multiple(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_expected(&m, node, false);
    ptc_message_got(&m);
    ptc_message_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_BOUND, value);
}

bool ptc_fault_contains(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value, size_t count)
{
    ptc_value number = ptc_value_int((int64_t)count);
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_violated(&m.text, node, &number);
    ptc_text_cstr(&m.text, " items that are ");
    ptc_message_expected(&m, &walker->nodes[node->first], true);
    ptc_message_got(&m);
    ptc_text_uint(&m.text, count);
    return ptc_message_finish(&m, PTC_CODE_SIZE, value);
}

bool ptc_fault_behind(ptc_walker *walker, const ptc_place *place,
                      const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "at most ");
    ptc_text_uint(&m.text, node->count - 1);
    ptc_text_cstr(&m.text, node->count == 2 ? " item" : " items");
    ptc_message_got(&m);
    ptc_text_uint(&m.text, value->aux);
    return ptc_message_finish(&m, PTC_CODE_SIZE, value);
}

bool ptc_fault_unexpected(ptc_walker *walker, const ptc_place *place,
                          const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_fault(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, place->list != NULL ? "unexpected item" : "unexpected field");
    return ptc_message_finish(&m, PTC_CODE_EXTRA, value);
}

bool ptc_fault_not(ptc_walker *walker, const ptc_place *place,
                   const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "not ");
    ptc_message_expected(&m, &walker->nodes[node->first], true);
    ptc_message_got(&m);
    ptc_message_kind_and_value(&m, value);
    return ptc_message_finish(&m, PTC_CODE_NOT, value);
}

/* Whether the field that chooses a branch is hidden: branches that have it say so, and
 * where none has, its name does. */
static bool message_hides_dispatch(const ptc_walker *walker, const ptc_schema_node *node)
{
    bool is_open = !ptc_name_is_private(node->type_name);

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *branch =
            ptc_schema_target(walker->nodes, &walker->nodes[node->first + i]);

        for (uint32_t k = 0; branch->type == PTC_TYPE_MAP && k < branch->count; k++) {
            const ptc_schema_node *field = &walker->nodes[branch->first + k];

            if (!ptc_str_equal_folded(field->name, node->type_name))
                continue;
            if (field->flags & PTC_NODE_FIREWALLED)
                return true;
            is_open = true;
        }
    }
    return !is_open;
}

bool ptc_fault_dispatch(ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value,
                        const ptc_value *dispatch)
{
    ptc_value absent = ptc_value_nil();
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_text_str(&m.text, node->type_name);
    ptc_text_byte(&m.text, ' ');
    ptc_message_branches(&m, node);
    ptc_message_got(&m);
    m.is_hidden |= walker->is_firewalled && message_hides_dispatch(walker, node);
    ptc_message_value(&m, dispatch != NULL ? dispatch : &absent);
    return ptc_message_finish(&m, PTC_CODE_ENUM, value);
}

bool ptc_fault_because(ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *node, const ptc_value *value,
                       ptc_str reason)
{
    ptc_message_draft m;

    if (!ptc_message_expect(&m, walker, place, node))
        return false;
    ptc_message_expected(&m, node, false);
    ptc_message_got(&m);
    ptc_message_kind_and_value(&m, value);
    if (reason.len > 0 && !m.is_hidden) { /* it may quote the value */
        ptc_text_cstr(&m.text, " \xE2\x80\x93 ");
        ptc_text_str(&m.text, reason);
    }
    return ptc_message_finish(
        &m, node->type == PTC_TYPE_CUSTOM ? PTC_CODE_CUSTOM : PTC_CODE_TYPE, value);
}

bool ptc_fault_depth(ptc_walker *walker, const ptc_place *place,
                     const ptc_schema_node *node)
{
    ptc_message_draft m;

    if (!ptc_message_fault(&m, walker, place, node))
        return false;
    ptc_text_cstr(&m.text, "nested deeper than ");
    ptc_text_uint(&m.text, walker->max_depth);
    ptc_text_cstr(&m.text, " levels");
    return ptc_message_finish(&m, PTC_CODE_DEPTH, NULL);
}
