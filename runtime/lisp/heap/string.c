/* SPDX-License-Identifier: MIT */
/*
 * Strings on the heap, and their length in characters as a reader sees them: extended
 * grapheme clusters. See data.h. [ptc-lisp D4]
 */
#include "lisp/heap/data.h"
#include "lisp/heap/graphemes.h"
#include "lisp/heap/layout.h"

enum { STRING_PLACE_LEAST = 32 }; /* clusters whose end is worth remembering */

ptc_value ptc_string_new(ptc_lisp *lisp, size_t size, char **bytes)
{
    ptc_bytes *object;
    ptc_value string;
    uint64_t alone = 0;

    if (size > PTC_COUNT_MAX - sizeof *object)
        ptc_lisp_memory_error(lisp);
    if (ptc_heap_wants_alone(lisp, sizeof *object + size)) {
        object = ptc_heap_alloc_alone(lisp, sizeof *object + size, false);
        alone = PTC_OBJECT_ALONE;
    } else {
        object = ptc_heap_alloc(lisp, sizeof *object + size);
    }
    object->head = ptc_object_head(PTC_OBJECT_BYTES, sizeof *object + size) | alone;
    object->hash = 0;
    *bytes = (char *)(object + 1);
    string = ptc_value_make(PTC_STRING, PTC_FLAG_HEAP, size);
    string.as.text = *bytes;
    return string;
}

/* Whether all bytes are below 0x80. */
static bool string_is_ascii(const char *text, size_t size)
{
    size_t i = 0;
    uint64_t seen = 0;

    for (; i + 64 <= size; i += 64) {
        uint64_t words[8];

        memcpy(words, text + i, 64);
        for (unsigned j = 0; j < 8; j++)
            seen |= words[j];
    }
    for (; i + 8 <= size; i += 8) {
        uint64_t word;

        memcpy(&word, text + i, 8);
        seen |= word;
    }
    for (; i < size; i++)
        seen |= (uint64_t)(unsigned char)text[i];
    return (seen & UINT64_C(0x8080808080808080)) == 0;
}

void ptc_string_done(ptc_value *string, size_t size)
{
    string->aux = (uint32_t)size;
    if (string_is_ascii(string->as.text, size))
        string->flags |= PTC_FLAG_ASCII;
    else
        string->flags &= (uint8_t)~PTC_FLAG_ASCII;
}

ptc_value ptc_string_of(ptc_lisp *lisp, ptc_str text)
{
    char *bytes;
    ptc_value string = ptc_string_new(lisp, text.len, &bytes);

    if (text.len != 0)
        memcpy(bytes, text.ptr, text.len);
    ptc_string_done(&string, text.len);
    return string;
}

/* --- Grapheme clusters, by the rules of UAX #29 (extended) ------------------------- */

static grapheme_class grapheme_class_of(uint32_t code)
{
    size_t low = 0;
    size_t high = sizeof grapheme_runs / sizeof *grapheme_runs;

    if (code >= 0x20 && code < 0x7F)
        return GRAPHEME_OTHER;
    if (code >= 0xAC00 && code <= 0xD7A3)
        return (code - 0xAC00) % 28 == 0 ? GRAPHEME_LV : GRAPHEME_LVT;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (grapheme_runs[middle] >> 4 <= code)
            low = middle;
        else
            high = middle;
    }
    return (grapheme_class)(grapheme_runs[low] & 15);
}

static bool grapheme_is_control(grapheme_class class)
{
    return class == GRAPHEME_CR || class == GRAPHEME_LF || class == GRAPHEME_CONTROL;
}

/* Rules GB6 to GB8. */
static bool grapheme_joins_hangul(grapheme_class left, grapheme_class right)
{
    if (left == GRAPHEME_L)
        return right == GRAPHEME_L || right == GRAPHEME_V || right == GRAPHEME_LV ||
               right == GRAPHEME_LVT;
    if (left == GRAPHEME_LV || left == GRAPHEME_V)
        return right == GRAPHEME_V || right == GRAPHEME_T;
    return (left == GRAPHEME_LVT || left == GRAPHEME_T) && right == GRAPHEME_T;
}

/* The state of the cluster up to here, for the next code point. */
typedef struct grapheme_state {
    grapheme_class left;
    bool
        is_pictograph; /* it is a pictograph and extenders, perhaps a joiner at the end */
    bool is_flag_half; /* it ends with an odd number of regional indicators */
} grapheme_state;

/* Whether a cluster goes on with a code point of this class. CR and LF are two clusters,
 * as in Clojure, so that an ASCII cluster is one byte. */
static bool grapheme_goes_on(const grapheme_state *state, grapheme_class right)
{
    grapheme_class left = state->left;

    if (grapheme_is_control(left) || grapheme_is_control(right))
        return false;
    if (right == GRAPHEME_EXTEND || right == GRAPHEME_ZWJ ||
        right == GRAPHEME_SPACINGMARK || left == GRAPHEME_PREPEND)
        return true;
    if (right == GRAPHEME_PICTOGRAPHIC)
        return left == GRAPHEME_ZWJ && state->is_pictograph;
    if (right == GRAPHEME_REGIONAL_INDICATOR)
        return state->is_flag_half;
    return grapheme_joins_hangul(left, right);
}

static void grapheme_advance(grapheme_state *state, grapheme_class class)
{
    if (class == GRAPHEME_PICTOGRAPHIC)
        state->is_pictograph = true;
    else if ((class != GRAPHEME_EXTEND && class != GRAPHEME_ZWJ) ||
             state->left == GRAPHEME_ZWJ)
        state->is_pictograph = false;
    state->is_flag_half = class == GRAPHEME_REGIONAL_INDICATOR && !state->is_flag_half;
    state->left = class;
}

size_t ptc_string_grapheme(ptc_lisp *lisp, ptc_str text, size_t at)
{
    const unsigned char *bytes = (const unsigned char *)text.ptr;
    grapheme_state state = {GRAPHEME_OTHER, false, false};
    size_t end = at;
    uint64_t codes = 0;

    if (bytes[at] < 0x80 && (at + 1 == text.len || bytes[at + 1] < 0x80))
        return 1;
    while (end < text.len) {
        uint32_t code;
        size_t size = ptc_utf8_decode(text.ptr + end, text.len - end, &code);
        grapheme_class class;

        if (size == 0)
            return end > at ? end - at : 1;
        class = grapheme_class_of(code);
        if (end > at && !grapheme_goes_on(&state, class))
            break;
        grapheme_advance(&state, class);
        end += size;
        ptc_lisp_fill_look(lisp, codes++);
    }
    ptc_lisp_read_bytes(lisp, end - at);
    return end - at;
}

/* --- Going through strings ---------------------------------------------------------- */

/* Advances by up to `*count` clusters, and lowers it by the number advanced. */
static size_t string_walk(ptc_lisp *lisp, ptc_str text, size_t at, uint64_t *count)
{
    size_t paid = at;

    for (; *count > 0 && at < text.len; --*count) {
        at += ptc_string_grapheme(lisp, text, at);
        if (at - paid >= PTC_CHARGE_CHUNK) {
            ptc_lisp_steps(lisp, at - paid);
            paid = at;
        }
    }
    ptc_lisp_steps(lisp, at - paid);
    return at;
}

size_t ptc_string_advance(ptc_lisp *lisp, const ptc_value *string, size_t at,
                          uint64_t count)
{
    ptc_str text = ptc_value_text(string);
    size_t rest = text.len - at;
    uint64_t left = count;

    if (string->flags & PTC_FLAG_ASCII)
        return at + (count < rest ? (size_t)count : rest);
    if (at != 0 || count < STRING_PLACE_LEAST)
        return string_walk(lisp, text, at, &left);
    if (lisp->place.text == text.ptr && lisp->place.count <= count) {
        at = lisp->place.at;
        left = count - lisp->place.count;
        ptc_lisp_steps(lisp, at); /* the same as without the remembered place */
    }
    at = string_walk(lisp, text, at, &left);
    lisp->place = (ptc_string_place){text.ptr, at, count - left};
    return at;
}

size_t ptc_string_count(ptc_lisp *lisp, const ptc_value *string)
{
    uint64_t left = UINT64_MAX;

    if (string->flags & PTC_FLAG_ASCII)
        return string->aux;
    string_walk(lisp, ptc_value_text(string), 0, &left);
    return (size_t)(UINT64_MAX - left);
}
