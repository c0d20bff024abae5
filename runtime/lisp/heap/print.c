/* SPDX-License-Identifier: MIT */
/*
 * Values as text. [ptc-lisp 11.7, 11.8]
 *
 * Nothing here is a safepoint, so pointers into the heap stay valid throughout. Printing
 * recurses at most PTC_DEPTH_MAX levels. Data that shares its parts can be exponentially
 * larger as text than in memory: each element is a step, and the text may not become
 * larger than the heap. When text is cut, only the shown part of a collection is read.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/heap/layout.h"
#include "render/render_int.h"

#include <ptc/number.h>

#include <stdlib.h>

enum { PRINT_QUOTE_MAX = 60 };

typedef struct print_state {
    ptc_lisp *lisp;
    ptc_text *text;
    ptc_print_style style;
    bool is_cut;  /* ends at `limit` instead of raising */
    bool is_free; /* costs no steps */
    bool hides;   /* values at private names */
    size_t limit;
} print_state;

static void print_value(print_state *state, const ptc_value *value, unsigned depth);

/* --- Values without elements
 * -------------------------------------------------------- */

/* The escape of a byte, or NULL when it needs none. */
static const char *print_escape_of(unsigned char byte, bool is_canonical)
{
    switch (byte) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\t':
        return "\\t";
    case '\r':
        return "\\r";
    case '\f':
        return is_canonical ? "\\f" : NULL;
    case '\b':
        return is_canonical ? "\\b" : NULL;
    default:
        return NULL;
    }
}

static void print_quoted(const print_state *state, ptc_str string)
{
    static const char hex[] = "0123456789ABCDEF";
    bool is_canonical = state->style == PTC_PRINT_CANONICAL;
    ptc_text *text = state->text;
    size_t done = 0;

    ptc_text_byte(text, '"');
    for (size_t i = 0; i < string.len; i++) {
        unsigned char byte = (unsigned char)string.ptr[i];
        const char *escape;

        if (PTC_UNLIKELY((i & 0x7FFF) == 0x7FFF) && !state->is_free)
            ptc_lisp_look(state->lisp);
        if (PTC_LIKELY(byte >= 0x20 && byte != '"' && byte != '\\'))
            continue;
        escape = print_escape_of(byte, is_canonical);
        if (escape == NULL && is_canonical)
            continue;
        ptc_text_bytes(text, string.ptr + done, i - done);
        done = i + 1;
        if (escape != NULL) {
            ptc_text_cstr(text, escape);
        } else {
            char unit[6] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};

            ptc_text_bytes(text, unit, sizeof unit);
        }
    }
    ptc_text_bytes(text, string.ptr + done, string.len - done);
    ptc_text_byte(text, '"');
}

/* Writing a long string is a part of the step of its element. */
static void print_string(const print_state *state, ptc_str string)
{
    size_t len = state->text->len;

    /* Quoting a large string needs no large text, only enough to show that it is cut.
     */
    if (state->is_cut)
        string.len = ptc_utf8_prefix(string.ptr, string.len,
                                     (len < state->limit ? state->limit - len : 0) + 8);
    /* Escapes take several times as long as a copy. */
    if (!state->is_free)
        ptc_lisp_work_bytes(state->lisp,
                            state->style == PTC_PRINT_RAW ? string.len : 4 * string.len);
    if (state->style == PTC_PRINT_RAW)
        ptc_text_str(state->text, string);
    else
        print_quoted(state, string);
}

static void print_float(ptc_text *text, double number)
{
    char digits[PTC_NUMBER_MAX];

    ptc_text_bytes(text, digits, ptc_number_write_double(number, digits));
}

static void print_function(const print_state *state, const ptc_value *value)
{
    const ptc_function *function = (const ptc_function *)(const void *)value->as.object;
    const ptc_proto *proto;

    if (state->style == PTC_PRINT_CANONICAL) {
        ptc_text_cstr(state->text, "#fn");
    } else if (ptc_function_is_native(function)) {
        /* A function from comp and the like takes the arguments of its parts. */
        ptc_text_cstr(state->text, function->count > 0 ? "#fn[...]" : "#<builtin>");
    } else {
        proto = function->code;
        ptc_text_cstr(state->text, "#fn");
        ptc_text_str(state->text, proto->parameters_text);
    }
}

/* Quotes without a backslash get one, so that it reads back. */
static void print_regex(const print_state *state, const ptc_value *value)
{
    const ptc_boxed *boxed = (const ptc_boxed *)(const void *)value->as.object;
    ptc_str source = ptc_value_text(&boxed->content);

    ptc_text_cstr(state->text, "#\"");
    for (size_t i = 0; i < source.len; i++) {
        if (source.ptr[i] == '"')
            ptc_text_byte(state->text, '\\');
        ptc_text_byte(state->text, source.ptr[i]);
        if (source.ptr[i] == '\\' && i + 1 < source.len)
            ptc_text_byte(state->text, source.ptr[++i]);
    }
    ptc_text_byte(state->text, '"');
}

/* #LocalDate "2024-05-31"; RAW as the text alone. A Date is #inst as in Clojure. */
static void print_temporal(const print_state *state, const ptc_value *value)
{
    ptc_temporal_class class = (ptc_temporal_class)value->reserved;
    char digits[PTC_TEMPORAL_TEXT];
    ptc_str iso = ptc_str_make(digits, ptc_temporal_write(value, digits));

    if (state->style == PTC_PRINT_RAW) {
        ptc_text_str(state->text, iso);
        return;
    }
    ptc_text_byte(state->text, '#');
    if (class == PTC_TEMPORAL_JAVA_DATE && state->style == PTC_PRINT_CANONICAL) {
        ptc_text_cstr(state->text, "Date ");
        ptc_text_int(state->text, value->as.integer);
        return;
    }
    ptc_text_cstr(state->text, class == PTC_TEMPORAL_JAVA_DATE
                                   ? "inst"
                                   : ptc_temporal_class_name(class));
    ptc_text_cstr(state->text, " \"");
    ptc_text_str(state->text, iso);
    ptc_text_byte(state->text, '"');
}

static void print_reduced(print_state *state, const ptc_value *value, unsigned depth)
{
    const ptc_boxed *boxed = (const ptc_boxed *)(const void *)value->as.object;
    const ptc_value content = boxed->content;

    ptc_text_cstr(state->text, "#<reduced ");
    print_value(state, &content, depth + 1);
    ptc_text_byte(state->text, '>');
}

static void print_scalar(print_state *state, const ptc_value *value)
{
    ptc_text *text = state->text;

    switch ((unsigned)value->kind) {
    case PTC_NIL:
        ptc_text_cstr(text, "nil");
        break;
    case PTC_BOOL:
        ptc_text_cstr(text, value->as.boolean ? "true" : "false");
        break;
    case PTC_INT:
        ptc_text_int(text, value->as.integer);
        break;
    case PTC_FLOAT:
        print_float(text, value->as.number);
        break;
    case PTC_STRING:
        print_string(state, ptc_value_text(value));
        break;
    case PTC_KEYWORD:
        ptc_text_byte(text, ':');
        ptc_text_str(text, ptc_value_text(value));
        break;
    case PTC_SYMBOL:
        ptc_text_str(text, ptc_value_text(value));
        break;
    case PTC_VAR:
        ptc_text_cstr(text, "#'");
        ptc_text_str(text, ptc_value_text(value));
        break;
    default: /* opaque: as spelled, unless there may be maps in it */
        if (state->hides)
            ptc_schema_write_value(text, NULL, value, PTC_OUTPUT, NULL);
        else
            ptc_text_str(text, ptc_value_text(value));
    }
}

/* --- Collections ------------------------------------------------------------------- */

/*
 * Whether to go on with an element: counts it, and checks the size of the text. Raises
 * for more than the heap could hold.
 */
static bool print_goes_on(const print_state *state)
{
    if (state->is_cut && state->text->len >= state->limit)
        return false;
    if (!state->is_free)
        ptc_lisp_step(state->lisp);
    if (PTC_UNLIKELY(state->text->len > state->limit))
        ptc_lisp_memory_error(state->lisp);
    return !state->text->failed;
}

static void print_items(print_state *state, const ptc_value *items, uint32_t count,
                        unsigned depth)
{
    for (uint32_t i = 0; i < count && print_goes_on(state); i++) {
        if (i > 0)
            ptc_text_byte(state->text, ' ');
        print_value(state, &items[i], depth + 1);
    }
}

/* Whether the value at the key, or next to it in an entry, must not be shown. */
static bool print_hides_at(const ptc_value *key)
{
    return ptc_schema_hides(NULL, key) ||
           (key->kind == (uint8_t)PTC_SYMBOL && ptc_name_is_private(ptc_value_text(key)));
}

bool ptc_lisp_hide_entry(const ptc_lisp *lisp, const ptc_value *list, ptc_value *shown)
{
    if (!lisp->options.hides_private || list->kind != PTC_VECTOR ||
        !ptc_value_is_entry(list) || !print_hides_at(&list->as.items[0]))
        return false;
    shown[0] = list->as.items[0];
    shown[1] = ptc_value_string(PTC_FIREWALLED);
    return true;
}

/* After its key, which has been printed. */
static void print_at_key(print_state *state, const ptc_value *key, const ptc_value *value,
                         unsigned depth)
{
    ptc_text_byte(state->text, ' ');
    if (state->hides && print_hides_at(key))
        ptc_show_firewalled(state->text);
    else
        print_value(state, value, depth + 1);
}

static void print_vector(print_state *state, const ptc_value *vector, unsigned depth)
{
    ptc_text_byte(state->text, '[');
    if (ptc_value_is_entry(vector)) {
        print_items(state, vector->as.items, 1, depth);
        if (print_goes_on(state))
            print_at_key(state, &vector->as.items[0], &vector->as.items[1], depth);
    } else if (!(vector->flags & PTC_FLAG_TREE)) {
        print_items(state, vector->as.items, vector->aux, depth);
    } else {
        for (uint32_t i = 0; i < vector->aux && print_goes_on(state); i++) {
            ptc_value item = ptc_vector_nth(vector, i);

            if (i > 0)
                ptc_text_byte(state->text, ' ');
            print_value(state, &item, depth + 1);
        }
    }
    ptc_text_byte(state->text, ']');
}

/* The keys and values of a map in turn; for a record the keys, and `*values` apart. Costs
 * the same for all maps. */
static const ptc_value *print_pairs(const print_state *state, const ptc_value *map,
                                    const ptc_value **values)
{
    ptc_value pairs;

    if (!(map->flags & PTC_FLAG_TREE)) {
        const ptc_record *record = ptc_record_of(map);

        if (!state->is_cut)
            ptc_lisp_steps(state->lisp, map->aux);
        *values = record->values;
        return record->shape->keys;
    }
    *values = NULL;
    pairs = ptc_lisp_map_pairs(state->lisp, map);
    return pairs.as.items;
}

/* --- Sorted collections: canonical text -------------------------------------------- */

/* The text of one entry: its key, or the member of a set, is bytes [0, key_len). */
typedef struct print_entry {
    size_t start; /* in the text */
    size_t key_len;
    size_t len;
    const char *ptr; /* set once the text no longer grows */
    ptc_value key;
} print_entry;

/* nil, false, true, numbers, strings, keywords, vectors, maps, sets, anything else. */
static int print_rank(const ptc_value *key)
{
    switch ((unsigned)key->kind) {
    case PTC_NIL:
        return 0;
    case PTC_BOOL:
        return key->as.boolean ? 2 : 1;
    case PTC_INT:
    case PTC_FLOAT:
        return 3;
    case PTC_STRING:
        return 4;
    case PTC_KEYWORD:
        return 5;
    case PTC_VECTOR:
        return 6;
    case PTC_MAP:
        return 7;
    case PTC_SET:
        return 8;
    default:
        return 9;
    }
}

static bool print_is_nan(const ptc_value *key)
{
    return key->kind == PTC_FLOAT && key->as.number != key->as.number;
}

static int print_compare_entries(const void *left, const void *right)
{
    const print_entry *a = left;
    const print_entry *b = right;
    int rank = print_rank(&a->key) - print_rank(&b->key);
    int order;

    if (rank != 0)
        return rank;
    if (!ptc_is_number(&a->key))
        return ptc_str_compare(ptc_str_make(a->ptr, a->key_len),
                               ptc_str_make(b->ptr, b->key_len));
    order = ptc_lisp_compare_numbers(&a->key, &b->key);
    if (order == 2)
        return (print_is_nan(&a->key) ? 1 : 0) - (print_is_nan(&b->key) ? 1 : 0);
    if (order == 0)
        return (int)a->key.kind - (int)b->key.kind; /* PTC_INT comes before PTC_FLOAT */
    return order;
}

/* Puts the entries, which begin at `start` of the text, into order. */
static void print_sort(print_state *state, print_entry *entries, uint32_t count,
                       size_t start)
{
    ptc_text *text = state->text;
    char *copy;
    size_t at = start;

    if (text->failed)
        return;
    copy = ptc_arena_copy(&state->lisp->run_arena, text->ptr + start, text->len - start);
    if (copy == NULL)
        ptc_lisp_memory_error(state->lisp);
    for (uint32_t i = 0; i < count; i++)
        entries[i].ptr = copy + (entries[i].start - start);
    qsort(entries, count, sizeof *entries, print_compare_entries);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            text->ptr[at++] = ' ';
        memcpy(text->ptr + at, entries[i].ptr, entries[i].len);
        at += entries[i].len;
    }
}

/* Keys (with values, unless NULL), `stride` apart, by the order of canonical text. */
static void print_sorted(print_state *state, const ptc_value *keys,
                         const ptc_value *values, size_t stride, uint32_t count,
                         unsigned depth)
{
    ptc_text *text = state->text;
    size_t start = text->len;
    print_entry *entries =
        ptc_arena_array(&state->lisp->run_arena, count, sizeof *entries);

    if (entries == NULL)
        ptc_lisp_memory_error(state->lisp);
    for (uint32_t i = 0; i < count && print_goes_on(state); i++) {
        if (i > 0)
            ptc_text_byte(text, ' ');
        entries[i].start = text->len;
        entries[i].key = keys[i * stride];
        print_value(state, &keys[i * stride], depth + 1);
        entries[i].key_len = text->len - entries[i].start;
        if (values != NULL)
            print_at_key(state, &keys[i * stride], &values[i * stride], depth);
        entries[i].len = text->len - entries[i].start;
    }
    print_sort(state, entries, count, start);
}

/* The entries of a map, or the members of a set, as far as they are shown. */
static void print_first(print_state *state, const ptc_value *collection, unsigned depth)
{
    const ptc_hash_entry *entry;
    ptc_hash_queue queue;

    ptc_hash_queue_init(state->lisp, &queue, collection);
    for (uint32_t i = 0; i < collection->aux && print_goes_on(state); i++) {
        entry = ptc_hash_queue_next(&queue);
        if (i > 0)
            ptc_text_byte(state->text, ' ');
        print_value(state, &entry->key, depth + 1);
        if (collection->kind == PTC_MAP)
            print_at_key(state, &entry->key, &entry->value, depth);
    }
}

static bool print_is_first(const print_state *state, const ptc_value *collection)
{
    return state->is_cut && (collection->flags & PTC_FLAG_TREE) &&
           state->style != PTC_PRINT_CANONICAL;
}

static void print_entries(print_state *state, const ptc_value *map, unsigned depth)
{
    const ptc_value *values;
    const ptc_value *keys = print_pairs(state, map, &values);
    size_t stride = values != NULL ? 1 : 2;

    if (values == NULL)
        values = keys + 1;
    if (state->style == PTC_PRINT_CANONICAL && map->aux > 0) {
        print_sorted(state, keys, values, stride, map->aux, depth);
        return;
    }
    for (uint32_t i = 0; i < map->aux && print_goes_on(state); i++) {
        if (i > 0)
            ptc_text_byte(state->text, ' ');
        print_value(state, &keys[i * stride], depth + 1);
        print_at_key(state, &keys[i * stride], &values[i * stride], depth);
    }
}

static void print_map(print_state *state, const ptc_value *map, unsigned depth)
{
    ptc_text_byte(state->text, '{');
    if (print_is_first(state, map))
        print_first(state, map, depth);
    else
        print_entries(state, map, depth);
    ptc_text_byte(state->text, '}');
}

/* The members of a set; small ones are read in place when text is cut. */
static const ptc_value *print_members(const print_state *state, const ptc_value *set)
{
    if (state->is_cut && !(set->flags & PTC_FLAG_TREE))
        return set->as.items;
    return ptc_lisp_set_items(state->lisp, set).as.items;
}

static void print_set(print_state *state, const ptc_value *set, unsigned depth)
{
    ptc_text_cstr(state->text, "#{");
    if (print_is_first(state, set))
        print_first(state, set, depth);
    else if (state->style == PTC_PRINT_CANONICAL && set->aux > 0)
        print_sorted(state, print_members(state, set), NULL, 1, set->aux, depth);
    else
        print_items(state, print_members(state, set), set->aux, depth);
    ptc_text_byte(state->text, '}');
}

/* --- Any value --------------------------------------------------------------------- */

/* `depth` levels are above. In cut text the limit on bytes comes first. */
static void print_value(print_state *state, const ptc_value *value, unsigned depth)
{
    if (PTC_UNLIKELY(depth > PTC_DEPTH_MAX))
        ptc_lisp_raise(state->lisp, PTC_REASON_RUNTIME,
                       "cannot print: the value is nested deeper than %d levels",
                       PTC_DEPTH_MAX);
    switch ((unsigned)value->kind) {
    case PTC_VECTOR:
        print_vector(state, value, depth);
        break;
    case PTC_MAP:
        print_map(state, value, depth);
        break;
    case PTC_SET:
        print_set(state, value, depth);
        break;
    case PTC_FUNCTION:
        print_function(state, value);
        break;
    case PTC_REGEX:
        print_regex(state, value);
        break;
    case PTC_REDUCED:
        print_reduced(state, value, depth);
        break;
    case PTC_TEMPORAL:
        print_temporal(state, value);
        break;
    case PTC_ENDLESS:
        if (state->style != PTC_PRINT_QUOTED)
            ptc_endless_refuse(state->lisp, "be printed");
        ptc_text_cstr(state->text, "#<endless sequence>");
        break;
    default:
        print_scalar(state, value);
    }
}

/* Values that `str` writes differently than inside collections. */
static void print_display(print_state *state, const ptc_value *value)
{
    char digits[PTC_TEMPORAL_TEXT];
    const ptc_boxed *boxed;

    switch ((unsigned)value->kind) {
    case PTC_NIL:
        return;
    case PTC_STRING:
    case PTC_SYMBOL:
        ptc_text_str(state->text, ptc_value_text(value));
        return;
    case PTC_REGEX:
        boxed = (const ptc_boxed *)(const void *)value->as.object;
        ptc_text_str(state->text, ptc_value_text(&boxed->content));
        return;
    case PTC_TEMPORAL:
        ptc_text_bytes(state->text, digits, ptc_temporal_write(value, digits));
        return;
    case PTC_FLOAT:
        if (value->as.number - value->as.number == 0)
            print_float(state->text, value->as.number);
        else
            ptc_text_cstr(state->text, print_is_nan(value)    ? "NaN"
                                       : value->as.number > 0 ? "Infinity"
                                                              : "-Infinity");
        return;
    default:
        print_value(state, value, 0);
    }
}

/* Messages reach models in any case. */
static print_state print_begin(ptc_lisp *lisp, ptc_text *text, ptc_print_style style,
                               size_t limit)
{
    return (print_state){
        .lisp = lisp,
        .text = text,
        .style = style,
        .hides = style == PTC_PRINT_QUOTED || lisp->options.hides_private,
        .limit = limit,
    };
}

void ptc_lisp_print(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                    ptc_print_style style)
{
    size_t room =
        lisp->heap_most < SIZE_MAX - text->len ? lisp->heap_most : SIZE_MAX - text->len;
    print_state state = print_begin(lisp, text, style, text->len + room);

    if (style == PTC_PRINT_DISPLAY)
        print_display(&state, value);
    else
        print_value(&state, value, 0);
}

static void print_to_limit(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                           ptc_print_style style, size_t limit, bool is_free)
{
    size_t end = text->len + limit;
    print_state state = print_begin(lisp, text, style, end);

    state.is_cut = true;
    state.is_free = is_free;
    print_value(&state, value, 0);
    if (text->failed || text->len <= end)
        return;
    while (((unsigned char)text->ptr[end] & 0xC0) == 0x80)
        end--;
    text->len = end;
    ptc_text_cstr(text, "...");
}

void ptc_lisp_print_cut(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                        ptc_print_style style, size_t limit)
{
    print_to_limit(lisp, text, value, style, limit, true);
}

void ptc_lisp_print_line(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                         ptc_print_style style, size_t limit)
{
    print_to_limit(lisp, text, value, style, limit, false);
}

const char *ptc_lisp_quote(ptc_lisp *lisp, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, &lisp->run_arena);
    ptc_lisp_print_cut(lisp, &text, value, PTC_PRINT_QUOTED, PRINT_QUOTE_MAX);
    return text.failed ? "" : text.ptr;
}
