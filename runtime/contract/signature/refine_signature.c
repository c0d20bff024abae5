/* SPDX-License-Identifier: MIT */
/*
 * What is in brackets after a type: enum members, ranges, comparisons, lengths, patterns.
 * [signature 6.1, 6.3]
 *
 * The grammar collects the items of a bracket; the closing bracket decides by the base
 * what they have to be. Empty ranges are found later, by normal form, which also knows
 * the bounds that come from elsewhere.
 */
#include "contract/signature/signature_int.h"
#include "schema/schema_int.h"

#include <ptc/json.h>

enum { SIG_MEMBERS_MAX = 1000 };

void ptc_sig_items_begin(ptc_sig *cx, ptc_sig_token open)
{
    (void)open;
    cx->item_count = 0;
}

void ptc_sig_item(ptc_sig *cx, ptc_sig_item_kind kind, ptc_sig_token a, ptc_sig_token b)
{
    void *items = cx->items;

    if (!ptc_arena_reserve(cx->arena, &items, &cx->item_capacity, cx->item_count,
                           cx->item_count + 1, sizeof *cx->items)) {
        cx->is_refused = true;
        return;
    }
    cx->items = items;
    cx->items[cx->item_count++] = (ptc_sig_item_node){kind, a, b};
}

/* From the first to the last byte of an item. */
static ptc_span sig_item_span(const ptc_sig_item_node *item)
{
    return (ptc_span){item->a.start, item->b.end};
}

/* A fault in a string: patterns are often written with one backslash where strings, which
 * are read as in JSON, want two. */
static void sig_tell_string(ptc_sig *cx, ptc_sig_token token, ptc_diag_code code,
                            const ptc_json_error *error)
{
    ptc_str text = ptc_sig_text(cx, token);
    uint32_t at = token.start + (uint32_t)error->offset;
    ptc_span span = {at, at < token.end ? at + 1 : at};
    ptc_diag *diag = ptc_diag_add(cx->diags, code, span, "%s", error->message.ptr);
    ptc_str letter = {text.ptr + error->offset + 1, 1};

    if (error->offset + 1 < text.len && text.ptr[error->offset] == '\\' &&
        *letter.ptr > ' ' && *letter.ptr < 0x7F)
        ptc_diag_hint(cx->diags, diag, "write \\\\%s", ptc_diag_quote(cx->diags, letter));
}

bool ptc_sig_unquote(ptc_sig *cx, ptc_sig_token token, ptc_diag_code code, ptc_str *out)
{
    ptc_str text = ptc_sig_text(cx, token);
    ptc_json_error error;
    ptc_value value;
    ptc_status status =
        ptc_json_read(cx->arena, text.ptr, text.len, NULL, &value, NULL, &error);

    *out = text;
    if (status == PTC_OK) {
        *out = ptc_value_text(&value);
        return true;
    }
    if (status == PTC_ERROR_MEMORY)
        cx->is_refused = true;
    else if (ptc_utf8_check(text.ptr, text.len) == text.len) /* else it was reported
                                                              * before */
        sig_tell_string(cx, token, code, &error);
    return false;
}

/* --- Numbers --------------------------------------------------------------------- */

static bool sig_read_number(ptc_sig *cx, ptc_sig_token token, ptc_value *out)
{
    ptc_str text = ptc_sig_text(cx, token);
    int64_t integer;
    double number;

    if (ptc_number_read_int(text.ptr, text.len, &integer))
        *out = ptc_value_int(integer);
    else if (ptc_number_read_double(text.ptr, text.len, &number))
        *out = ptc_value_float(number);
    else
        return false;
    return true;
}

static bool sig_is_integer(ptc_str text)
{
    for (size_t i = text.ptr[0] == '-'; i < text.len; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return false;
    }
    return true;
}

bool ptc_sig_number(ptc_sig *cx, ptc_sig_token token, ptc_value *out)
{
    return sig_read_number(cx, token, out) &&
           (out->kind == PTC_INT || !sig_is_integer(ptc_sig_text(cx, token)));
}

/* Says that a bound of a decimal would not be the one that is written, as it is kept as
 * an int or a double. */
static bool sig_is_lossy_bound(ptc_sig *cx, ptc_sig_token token, const ptc_value *number)
{
    ptc_diag *diag;

    if (ptc_decimal_compare_bound(ptc_sig_text(cx, token), number) == 0)
        return false;
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT, ptc_sig_span(token),
                        "%s has more digits than a bound of :decimal can hold",
                        ptc_sig_quote(cx, token));
    ptc_diag_hint(cx->diags, diag, "15 digits are always kept");
    return true;
}

/* Says why a number is not a bound of `type`; false when it is one. */
static bool sig_is_wrong_bound(ptc_sig *cx, ptc_type type, ptc_sig_token token,
                               const ptc_value *number)
{
    bool is_size = type == PTC_TYPE_STRING || type == PTC_TYPE_LIST;
    const char *what = type == PTC_TYPE_INT      ? "bounds of :int"
                       : type == PTC_TYPE_STRING ? "lengths"
                                                 : "numbers of elements";

    if (type == PTC_TYPE_DECIMAL)
        return sig_is_lossy_bound(cx, token, number);
    if (type == PTC_TYPE_FLOAT || (number->kind == PTC_INT && !is_size))
        return false;
    if (number->kind == PTC_FLOAT && sig_is_integer(ptc_sig_text(cx, token)))
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT, ptc_sig_span(token),
                     "%s is out of range: integers have 64 bits",
                     ptc_sig_quote(cx, token));
    else if (number->kind == PTC_FLOAT)
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT, ptc_sig_span(token),
                     "%s must be integers, not \"%s\"", what, ptc_sig_quote(cx, token));
    else if (number->as.integer < 0)
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT, ptc_sig_span(token),
                     "%s cannot be negative", what);
    else
        return false;
    return true;
}

/* A bound of `type`; false after reporting why it is none. */
static bool sig_read_bound(ptc_sig *cx, ptc_type type, ptc_sig_token token,
                           ptc_value *out)
{
    if (!sig_read_number(cx, token, out)) {
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT, ptc_sig_span(token),
                     "%s is larger than any float", ptc_sig_quote(cx, token));
        return false;
    }
    return !sig_is_wrong_bound(cx, type, token, out);
}

/* --- Enums ----------------------------------------------------------------------- */

static void sig_fault_member(ptc_sig *cx, const ptc_sig_item_node *item,
                             const char *message, const char *hint)
{
    ptc_diag *diag =
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_ENUM, sig_item_span(item), "%s", message);

    ptc_diag_hint(cx->diags, diag, "%s", hint);
}

/* A bare word is a string member, unless it looks like another value. */
static bool sig_read_word_member(ptc_sig *cx, const ptc_sig_item_node *item,
                                 ptc_value *out)
{
    ptc_str word = ptc_sig_text(cx, item->a);

    *out = ptc_value_string(word);
    if (ptc_str_equal(word, PTC_STR("nil")))
        sig_fault_member(cx, item, "nil cannot be a bare member",
                         "write ? after the enum for nil, or \"nil\" for the string");
    else if (ptc_str_equal(word, PTC_STR("true")) ||
             ptc_str_equal(word, PTC_STR("false")))
        sig_fault_member(cx, item, "true and false cannot be bare members",
                         "use :bool, or quote the word for the string");
    else if (item->a.extra != 0 || memchr(word.ptr, '.', word.len) != NULL)
        sig_fault_member(cx, item, "a bare member must be a plain word", "quote it");
    else
        return true;
    return false;
}

/* The value of a member; false after reporting why it is none. */
static bool sig_read_member(ptc_sig *cx, const ptc_sig_item_node *item, ptc_value *out)
{
    ptc_str text = ptc_sig_text(cx, item->a);

    *out = ptc_value_nil();
    switch (item->kind) {
    case PTC_SIG_ITEM_NAME:
        return sig_read_word_member(cx, item, out);
    case PTC_SIG_ITEM_STRING:
        if (!ptc_sig_unquote(cx, item->a, PTC_DIAG_SIG_ENUM, &text))
            return false;
        *out = ptc_value_string(text);
        return true;
    case PTC_SIG_ITEM_KEYWORD:
        *out = ptc_value_keyword(ptc_str_make(text.ptr + 1, text.len - 1));
        if (item->a.extra == 0 && ptc_keyword_is_legal(ptc_value_text(out)))
            return true;
        sig_fault_member(cx, item, "this is not a keyword that a program can write",
                         "quote it, without the colon, for the string");
        return false;
    case PTC_SIG_ITEM_NUMBER:
        if (ptc_sig_number(cx, item->a, out))
            return true;
        sig_fault_member(cx, item, "the number is out of range",
                         "quote it for the string");
        return false;
    case PTC_SIG_ITEM_COMPARE:
    case PTC_SIG_ITEM_RANGE:
    case PTC_SIG_ITEM_FROM:
    case PTC_SIG_ITEM_UP_TO:
    case PTC_SIG_ITEM_PATTERN:
        break;
    }
    sig_fault_member(cx, item, "an enum has members, not checks",
                     "write :int[1..100], :string[~\"^a\"] and the like without enum");
    return false;
}

/* The members that were read, and where. */
typedef struct sig_members {
    ptc_value *values;
    ptc_map_entry *entries;
    const ptc_sig_item_node **places;
    size_t count;
} sig_members;

/* Reports members that appear twice, in linear time, while errors are still stored. */
static void sig_check_members(ptc_sig *cx, sig_members *members)
{
    ptc_map_entry *entries = members->entries;
    const ptc_sig_item_node **places = members->places;
    size_t count = members->count;
    ptc_value map;
    size_t twice;

    for (size_t i = 0; i < count; i++)
        entries[i] = (ptc_map_entry){members->values[i], ptc_value_nil()};
    while (ptc_map_make(cx->arena, entries, count, &map, &twice) == PTC_ERROR_DUPLICATE) {
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_ENUM, sig_item_span(places[twice]),
                     "%s appears twice in the enum", ptc_sig_quote(cx, places[twice]->a));
        if (!ptc_sig_is_telling(cx))
            return;
        count--;
        memmove(&entries[twice], &entries[twice + 1], (count - twice) * sizeof *entries);
        memmove(&places[twice], &places[twice + 1], (count - twice) * sizeof *places);
    }
}

static bool sig_read_members(ptc_sig *cx, sig_members *members, size_t count)
{
    members->values = ptc_arena_array(cx->draft->arena, count, sizeof *members->values);
    members->entries = ptc_arena_array(cx->arena, count, sizeof *members->entries);
    members->places = ptc_arena_array(cx->arena, count, sizeof *members->places);
    if (members->values == NULL || members->entries == NULL || members->places == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (sig_read_member(cx, &cx->items[i], &members->values[members->count]))
            members->places[members->count++] = &cx->items[i];
    }
    return true;
}

static ptc_draft_ref sig_refine_enum(ptc_sig *cx, ptc_draft_ref base)
{
    size_t count = cx->item_count < SIG_MEMBERS_MAX ? cx->item_count : SIG_MEMBERS_MAX;
    ptc_draft_node *node = ptc_draft_at(cx->draft, base);
    sig_members members = {NULL, NULL, NULL, 0};

    if (count == 0)
        return ptc_sig_unchecked(cx, base);
    if (cx->item_count > SIG_MEMBERS_MAX)
        sig_fault_member(cx, &cx->items[SIG_MEMBERS_MAX],
                         "an enum has at most 1000 members",
                         "use :string, and check the value where it is used");
    if (!sig_read_members(cx, &members, count)) {
        cx->is_refused = true;
        return 0;
    }
    sig_check_members(cx, &members);
    node->members = members.values;
    node->member_count = (uint32_t)members.count;
    return base;
}

/* --- Checks ---------------------------------------------------------------------- */

static ptc_diag *sig_fault_check(ptc_sig *cx, const ptc_sig_item_node *item,
                                 const char *message)
{
    return ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT, sig_item_span(item), "%s",
                        message);
}

static void sig_set_bound(ptc_interval *interval, ptc_str compare, ptc_value number)
{
    bool is_open = compare.len == 1;

    if (compare.ptr[0] == '>') {
        interval->low = number;
        interval->low_open = is_open;
    } else {
        interval->high = number;
        interval->high_open = is_open;
    }
}

/* The interval of a comparison or range; false when the item is neither, or at fault. */
static bool sig_read_interval(ptc_sig *cx, ptc_type type, const ptc_sig_item_node *item,
                              ptc_interval *out)
{
    ptc_value number;
    bool is_sound;

    *out = (ptc_interval){ptc_value_nil(), ptc_value_nil(), false, false};
    switch (item->kind) {
    case PTC_SIG_ITEM_COMPARE:
        if (!sig_read_bound(cx, type, item->b, &number))
            return false;
        sig_set_bound(out, ptc_sig_text(cx, item->a), number);
        return true;
    case PTC_SIG_ITEM_RANGE:
        is_sound = sig_read_bound(cx, type, item->a, &out->low);
        return sig_read_bound(cx, type, item->b, &out->high) && is_sound;
    case PTC_SIG_ITEM_FROM:
        return sig_read_bound(cx, type, item->a, &out->low);
    case PTC_SIG_ITEM_UP_TO:
        return sig_read_bound(cx, type, item->b, &out->high);
    case PTC_SIG_ITEM_NUMBER: {
        ptc_diag *diag = sig_fault_check(cx, item, "a number alone is not a check");
        const char *quoted = ptc_sig_quote(cx, item->a);

        ptc_diag_hint(cx->diags, diag, "write >=%s, ..%s, or %s..%s for exactly that",
                      quoted, quoted, quoted, quoted);
        return false;
    }
    case PTC_SIG_ITEM_NAME:
    case PTC_SIG_ITEM_KEYWORD:
    case PTC_SIG_ITEM_STRING:
        ptc_diag_hint(
            cx->diags, sig_fault_check(cx, item, "this is not a check"),
            item->kind == PTC_SIG_ITEM_STRING && type == PTC_TYPE_STRING
                ? "a pattern is written ~\"...\"; fixed words are written :enum[a b]"
                : "checks are >0, >=1, <9, <=9, 1..100, 1.., ..100, ~\"pattern\"; "
                  "fixed words are written :enum[a b]");
        return false;
    case PTC_SIG_ITEM_PATTERN:
        ptc_diag_hint(cx->diags, sig_fault_check(cx, item, "only strings have patterns"),
                      "use :string[~\"...\"]");
        return false;
    }
    return false;
}

/* Where byte `offset` of an unescaped string is in its token. */
static uint32_t sig_place_in_string(const ptc_sig *cx, ptc_sig_token token, size_t offset)
{
    const char *text = cx->text.ptr;
    uint32_t at = token.start + 1;
    size_t made = 0;

    while (at + 1 < token.end && made < offset) {
        ptc_str rest = ptc_str_make(text + at, token.end - 1 - at);
        ptc_str piece;
        uint32_t used = 1;
        ptc_sig_token one;

        if (rest.ptr[0] == '\\')
            used = rest.len > 1 && rest.ptr[1] == 'u' ? 6 : 2;
        if (used == 6 && rest.len >= 12 && (rest.ptr[2] | 32) == 'd' &&
            rest.ptr[3] >= '8' && rest.ptr[6] == '\\')
            used = 12;
        one = (ptc_sig_token){at, at + used, 0};
        piece = ptc_sig_text(cx, one);
        if (used > 2) { /* an escaped code point: as many bytes as it has in UTF-8 */
            unsigned unit = 0;

            for (int i = 2; i < 6; i++)
                unit = unit << 4 |
                       (unsigned)(piece.ptr[i] <= '9' ? piece.ptr[i] - '0'
                                                      : (piece.ptr[i] | 32) - 'W');
            made += used == 12 ? 4u : unit < 0x80 ? 1u : unit < 0x800 ? 2u : 3u;
        } else {
            made++;
        }
        at += used;
    }
    return at;
}

static bool sig_read_pattern(ptc_sig *cx, const ptc_sig_item_node *item, ptc_pattern *out)
{
    ptc_dfa *dfa = ptc_arena_array(cx->draft->arena, 1, sizeof *dfa);
    ptc_regex_error error;
    ptc_status status;
    uint32_t at;

    if (!ptc_sig_unquote(cx, item->b, PTC_DIAG_SIG_REGEX, &out->text) || dfa == NULL)
        return false;
    status = ptc_regex_compile(cx->draft->arena, out->text, dfa, &error);
    out->dfa = dfa;
    if (status == PTC_OK)
        return true;
    if (status == PTC_ERROR_MEMORY) {
        cx->is_refused = true;
        return false;
    }
    at = sig_place_in_string(cx, item->b, error.offset);
    ptc_diag_add(cx->diags, PTC_DIAG_SIG_REGEX, (ptc_span){at, at + 1},
                 "%s (at offset %zu of the pattern)", error.message.ptr, error.offset);
    return false;
}

static size_t sig_count_patterns(const ptc_sig *cx)
{
    size_t count = 0;

    for (size_t i = 0; i < cx->item_count; i++)
        count += cx->items[i].kind == PTC_SIG_ITEM_PATTERN;
    return count;
}

/* Two numbers alone, `1-10` or `1 10`, are a range that is written differently here. */
static bool sig_fault_two_numbers(ptc_sig *cx)
{
    ptc_sig_token low = cx->items[0].a;
    ptc_sig_token high;
    ptc_diag *diag;

    if (cx->item_count != 2 || cx->items[0].kind != PTC_SIG_ITEM_NUMBER ||
        cx->items[1].kind != PTC_SIG_ITEM_NUMBER)
        return false;
    high = cx->items[1].a;
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT,
                        (ptc_span){low.start, high.end}, "two numbers are not a check");
    if (high.start == low.end && cx->text.ptr[high.start] == '-')
        high.start++;
    ptc_diag_hint(cx->diags, diag, "a range is %s..%s", ptc_sig_quote(cx, low),
                  ptc_sig_quote(cx, high));
    return true;
}

static void sig_refine_checks(ptc_sig *cx, ptc_draft_ref base)
{
    ptc_draft_node *node = ptc_draft_at(cx->draft, base);
    ptc_type type = (ptc_type)node->type;
    size_t count = type == PTC_TYPE_STRING ? sig_count_patterns(cx) : 0;
    ptc_pattern *patterns = ptc_arena_array(cx->draft->arena, count, sizeof *patterns);
    ptc_interval interval;
    uint32_t made = 0;

    if (patterns == NULL) {
        cx->is_refused = true;
        return;
    }
    for (size_t i = 0; i < cx->item_count; i++) {
        const ptc_sig_item_node *item = &cx->items[i];

        if (item->kind == PTC_SIG_ITEM_PATTERN && type == PTC_TYPE_STRING)
            made += sig_read_pattern(cx, item, &patterns[made]);
        else if (sig_read_interval(cx, type, item, &interval))
            ptc_interval_tighten(&node->interval, &interval);
    }
    node->patterns = made ? patterns : NULL;
    node->pattern_count = made;
}

/* Whether `base` may have checks; reported otherwise. */
static bool sig_has_checks(ptc_sig *cx, ptc_draft_ref base, ptc_span span)
{
    const ptc_draft_node *node = ptc_draft_at(cx->draft, base);
    bool is_malli = node->flags & PTC_NODE_MALLI;
    ptc_diag *diag;

    if (!is_malli && (node->type == PTC_TYPE_INT || node->type == PTC_TYPE_FLOAT ||
                      node->type == PTC_TYPE_DECIMAL || node->type == PTC_TYPE_STRING ||
                      node->type == PTC_TYPE_LIST))
        return true;
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT, span,
                        "this type has no checks in brackets");
    ptc_diag_hint(
        cx->diags, diag,
        is_malli
            ? "inside Malli limits are properties: {:min 1 :max 10}"
            : ":int, :float, :decimal, :string and lists have checks, :enum members");
    return false;
}

ptc_draft_ref ptc_sig_refine(ptc_sig *cx, ptc_draft_ref base, ptc_sig_token close)
{
    ptc_draft_node *node = ptc_draft_at(cx->draft, base);
    ptc_span span;

    if (base == 0)
        return 0;
    node->extra.span.end = close.end;
    span = node->extra.span;
    if (node->type == PTC_TYPE_ENUM && !(node->flags & PTC_NODE_MALLI))
        return sig_refine_enum(cx, base);
    if (!sig_has_checks(cx, base, span))
        return 0;
    if (cx->item_count == 0) {
        ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT, span,
                                      "the brackets are empty");

        ptc_diag_hint(cx->diags, diag, "checks are >0, 1..100, 1.., ..100, ~\"pattern\"");
        return base;
    }
    if (sig_fault_two_numbers(cx))
        return base;
    sig_refine_checks(cx, base);
    return base;
}
