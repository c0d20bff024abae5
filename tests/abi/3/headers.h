/* SPDX-License-Identifier: MIT */
/* All headers of ABI 3, written by `./dev abi --accept`. */
#ifndef PTC_AGENT_H
#define PTC_AGENT_H
#ifndef PTC_ERROR_H
#define PTC_ERROR_H
#ifndef PTC_TEXT_H
#define PTC_TEXT_H
#ifndef PTC_ARENA_H
#define PTC_ARENA_H
#ifndef PTC_CONFIG_H
#define PTC_CONFIG_H
#ifndef PTC_DEPTH_MAX
#define PTC_DEPTH_MAX 512
#endif
#define PTC_UNLIMITED UINT64_MAX
#if defined(PTC_SCAN_PORTABLE)
#define PTC_SCAN_SWAR 1
#elif defined(__SSE2__)
#define PTC_SCAN_SSE2 1
#elif defined(__ARM_NEON) && defined(__aarch64__)
#define PTC_SCAN_NEON 1
#else
#define PTC_SCAN_SWAR 1
#endif
#if defined(__GNUC__)
#define PTC_STATIC               static __attribute__((unused))
#define PTC_LONG_TEXT            __extension__
#define PTC_LIKELY(x)            __builtin_expect(!!(x), 1)
#define PTC_UNLIKELY(x)          __builtin_expect(!!(x), 0)
#define PTC_COLD                 __attribute__((noinline, cold))
#define PTC_OUTLINE              __attribute__((noinline))
#define PTC_PRINTF(index, first) __attribute__((format(printf, index, first)))
#if defined(__OPTIMIZE__)
#define PTC_INLINE static inline __attribute__((always_inline, unused))
#else
#define PTC_INLINE static inline __attribute__((unused))
#endif
#else
#define PTC_STATIC static
#define PTC_LONG_TEXT
#define PTC_LIKELY(x)   (x)
#define PTC_UNLIKELY(x) (x)
#define PTC_COLD
#define PTC_OUTLINE
#define PTC_INLINE static inline
#define PTC_PRINTF(index, first)
#endif
#if defined(PTC_STATIC_API)
#define PTC_API    PTC_STATIC
#define PTC_HIDDEN PTC_STATIC
#define PTC_EXTERN
#else
#define PTC_EXTERN extern
#if defined(__GNUC__)
#define PTC_API __attribute__((visibility("default")))
#ifndef PTC_HIDDEN
#define PTC_HIDDEN __attribute__((visibility("hidden")))
#endif
#else
#define PTC_API
#define PTC_HIDDEN
#endif
#endif
#if defined(__cplusplus)
#define PTC_BEGIN extern "C" {
#define PTC_END   }
#else
#define PTC_BEGIN
#define PTC_END
#endif
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
PTC_BEGIN
typedef void *(*ptc_allocate_fn)(void *old, size_t old_size, size_t new_size, void *user);
typedef struct ptc_allocator {
    ptc_allocate_fn
        allocate;
    void *user;
} ptc_allocator;
typedef struct ptc_arena_chunk ptc_arena_chunk;
typedef struct ptc_arena {
    unsigned char *cursor;
    unsigned char *limit;
    ptc_arena_chunk *chunks;
    ptc_arena_chunk *spare;
    size_t held;
    size_t cap;
    ptc_allocator allocator;
    unsigned char *memory;
    size_t memory_size;
    bool failed;
    bool resizes;
} ptc_arena;
typedef struct ptc_arena_mark {
    unsigned char *cursor;
    ptc_arena_chunk *chunk;
} ptc_arena_mark;
PTC_API void ptc_arena_init(ptc_arena *arena, const ptc_allocator *allocator, size_t cap);
PTC_API void ptc_arena_init_memory(ptc_arena *arena, void *memory, size_t size);
PTC_API void ptc_arena_reset(ptc_arena *arena);
PTC_API void ptc_arena_free(ptc_arena *arena);
PTC_API ptc_arena_mark ptc_arena_place(const ptc_arena *arena);
PTC_API void ptc_arena_rewind(ptc_arena *arena, ptc_arena_mark mark);
PTC_API void *ptc_arena_grow(ptc_arena *arena, size_t size);
PTC_INLINE void *ptc_arena_alloc(ptc_arena *arena, size_t size)
{
    size_t room = (size_t)(arena->limit - arena->cursor);
    if (PTC_LIKELY(size <= room)) {
        size_t step = (size + 15u) & ~(size_t)15u;
        void *place = arena->cursor;
        arena->cursor += step < room ? step : room;
        return place;
    }
    return ptc_arena_grow(arena, size);
}
PTC_API void *ptc_arena_array(ptc_arena *arena, size_t count, size_t size);
PTC_API void *ptc_arena_copy(ptc_arena *arena, const void *bytes, size_t size);
PTC_API bool ptc_arena_reserve(ptc_arena *arena, void **items, size_t *capacity,
                               size_t count, size_t need, size_t size);
#define PTC_ARENA_PUSH(arena, items, count, capacity)                                    \
    ((count) < (capacity) ||                                                             \
             ptc_arena_reserve((arena), (void **)(void *)&(items), &(capacity), (count), \
                               (count) + 1, sizeof *(items))                             \
         ? &(items)[(count)++]                                                           \
         : NULL)
PTC_END
#endif
#include <limits.h>
#include <string.h>
PTC_BEGIN
typedef struct ptc_str {
    const char *ptr;
    size_t len;
} ptc_str;
#define PTC_STR(literal) ptc_str_make("" literal, sizeof(literal) - 1)
#define PTC_STR_INIT(literal) {"" literal, sizeof(literal) - 1}
PTC_INLINE ptc_str ptc_str_make(const char *ptr, size_t len)
{
    ptc_str view;
    view.ptr = ptr;
    view.len = len;
    return view;
}
PTC_INLINE ptc_str ptc_str_of(const char *text)
{
    return ptc_str_make(text != NULL ? text : "", text != NULL ? strlen(text) : 0);
}
#define PTC_FMT      "%.*s"
#define PTC_ARG(str) ptc_str_print_len(str), ptc_str_print_ptr(str)
PTC_INLINE int ptc_str_print_len(ptc_str view)
{
    return view.len < INT_MAX ? (int)view.len : INT_MAX;
}
PTC_INLINE const char *ptc_str_print_ptr(ptc_str view)
{
    return view.len > 0 ? view.ptr : "";
}
PTC_INLINE bool ptc_str_equal(ptc_str a, ptc_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}
PTC_API bool ptc_str_equal_folded(ptc_str a, ptc_str b);
PTC_API int ptc_str_compare(ptc_str a, ptc_str b);
PTC_API ptc_str ptc_str_copy(ptc_arena *arena, ptc_str text);
PTC_API const char *ptc_str_cstring(ptc_arena *arena, ptc_str text);
PTC_API uint64_t ptc_str_hash(ptc_str text);
PTC_API unsigned ptc_str_distance(ptc_str a, ptc_str b, unsigned limit);
PTC_API size_t ptc_utf8_decode(const char *text, size_t len, uint32_t *code_point);
PTC_API size_t ptc_utf8_encode(uint32_t code_point, char out[4]);
PTC_API size_t ptc_utf8_check(const char *text, size_t len);
PTC_API size_t ptc_utf8_count(const char *text, size_t len);
PTC_API size_t ptc_utf8_prefix(const char *text, size_t len, size_t count);
typedef struct ptc_text {
    ptc_arena *arena;
    char *ptr;
    size_t len;
    size_t capacity;
    bool failed;
} ptc_text;
PTC_API void ptc_text_init(ptc_text *text, ptc_arena *arena);
PTC_API void ptc_text_bytes(ptc_text *text, const char *bytes, size_t len);
PTC_API void ptc_text_byte(ptc_text *text, char byte);
PTC_API void ptc_text_str(ptc_text *text, ptc_str view);
PTC_API void ptc_text_cstr(ptc_text *text, const char *string);
PTC_API void ptc_text_int(ptc_text *text, int64_t value);
PTC_API void ptc_text_uint(ptc_text *text, uint64_t value);
PTC_API void ptc_text_repeat(ptc_text *text, char byte, size_t count);
PTC_API char *ptc_text_extend(ptc_text *text, size_t len);
PTC_INLINE ptc_str ptc_text_view(const ptc_text *text)
{
    return ptc_str_make(text->ptr != NULL ? text->ptr : "", text->len);
}
PTC_END
#endif
PTC_BEGIN
typedef struct ptc_error {
    ptc_str message;
    ptc_str path;
    ptc_str code;
} ptc_error;
PTC_INLINE ptc_error ptc_error_make(ptc_str message, ptc_str path, ptc_str code)
{
    ptc_error error;
    error.message = message.ptr != NULL ? message : ptc_str_of("");
    error.path = path.ptr != NULL ? path : ptc_str_of("");
    error.code = code.ptr != NULL ? code : ptc_str_of("");
    return error;
}
PTC_INLINE ptc_error ptc_error_none(void)
{
    return ptc_error_make(ptc_str_of(""), ptc_str_of(""), ptc_str_of(""));
}
PTC_API void ptc_error_write(ptc_text *text, const ptc_error *error);
PTC_END
#endif
#ifndef PTC_GRAMMAR_H
#define PTC_GRAMMAR_H
#ifndef PTC_JSON_SCHEMA_H
#define PTC_JSON_SCHEMA_H
#ifndef PTC_WALK_H
#define PTC_WALK_H
#ifndef PTC_JSON_H
#define PTC_JSON_H
#ifndef PTC_VALUE_H
#define PTC_VALUE_H
#ifndef PTC_STATUS_H
#define PTC_STATUS_H
PTC_BEGIN
typedef enum ptc_status {
    PTC_OK = 0,
    PTC_ERROR_INVALID,
    PTC_ERROR_SYNTAX,
    PTC_ERROR_ENCODING,
    PTC_ERROR_RANGE,
    PTC_ERROR_DUPLICATE,
    PTC_ERROR_DEPTH,
    PTC_ERROR_MEMORY,
    PTC_ERROR_ARGUMENT,
} ptc_status;
PTC_API const char *ptc_status_name(ptc_status status);
PTC_END
#endif
PTC_BEGIN
typedef enum ptc_kind {
    PTC_NIL = 0,
    PTC_BOOL,
    PTC_INT,
    PTC_FLOAT,
    PTC_STRING,
    PTC_KEYWORD,
    PTC_VECTOR,
    PTC_SET,
    PTC_MAP,
    PTC_OPAQUE,
} ptc_kind;
enum {
    PTC_FLAG_ASCII = 1,
    PTC_FLAG_SEQ = 2,
    PTC_FLAG_NUMBER = 4,
    PTC_FLAG_ENTRY = 4,
    PTC_FLAG_LABEL = 4,
    PTC_FLAG_INDEX = 8,
};
typedef struct ptc_value ptc_value;
typedef struct ptc_map ptc_map;
struct ptc_object;
struct ptc_value {
    uint8_t kind;
    uint8_t flags;
    uint16_t reserved;
    uint32_t aux;
    union {
        int64_t integer;
        double number;
        bool boolean;
        const char *text;
        const ptc_value *items;
        const ptc_map *map;
        struct ptc_object *object;
    } as;
};
typedef struct ptc_map_entry {
    ptc_value key;
    ptc_value value;
} ptc_map_entry;
struct ptc_map {
    const ptc_map_entry *entries;
    const uint32_t *index;
    uint32_t count;
    uint32_t index_size;
    uint32_t kinds;
};
#define PTC_COUNT_MAX UINT32_MAX
PTC_INLINE ptc_value ptc_value_make(ptc_kind kind, unsigned flags, size_t aux)
{
    ptc_value value;
#if SIZE_MAX > UINT32_MAX
    bool is_held = aux <= PTC_COUNT_MAX;
#else
    bool is_held = true;
#endif
    value.kind = (uint8_t)(is_held ? kind : PTC_NIL);
    value.flags = (uint8_t)(is_held ? flags : 0);
    value.reserved = 0;
    value.aux = is_held ? (uint32_t)aux : 0;
    value.as.integer = 0;
    return value;
}
PTC_INLINE ptc_value ptc_value_nil(void)
{
    return ptc_value_make(PTC_NIL, 0, 0);
}
PTC_INLINE ptc_value ptc_value_bool(bool boolean)
{
    ptc_value value = ptc_value_make(PTC_BOOL, 0, 0);
    value.as.boolean = boolean;
    return value;
}
PTC_INLINE ptc_value ptc_value_int(int64_t integer)
{
    ptc_value value = ptc_value_make(PTC_INT, 0, 0);
    value.as.integer = integer;
    return value;
}
PTC_INLINE ptc_value ptc_value_float(double number)
{
    ptc_value value = ptc_value_make(PTC_FLOAT, 0, 0);
    value.as.number = number;
    return value;
}
PTC_INLINE ptc_value ptc_value_string(ptc_str text)
{
    ptc_value value = ptc_value_make(PTC_STRING, 0, text.len);
    if (value.kind == PTC_STRING)
        value.as.text = text.ptr;
    return value;
}
PTC_INLINE ptc_value ptc_value_keyword(ptc_str name)
{
    ptc_value value = ptc_value_make(PTC_KEYWORD, PTC_FLAG_ASCII, name.len);
    if (value.kind == PTC_KEYWORD)
        value.as.text = name.ptr;
    return value;
}
PTC_INLINE ptc_value ptc_value_vector(const ptc_value *items, size_t count)
{
    ptc_value value = ptc_value_make(PTC_VECTOR, 0, count);
    if (value.kind == PTC_VECTOR)
        value.as.items = items;
    return value;
}
PTC_INLINE ptc_value ptc_value_set(const ptc_value *items, size_t count)
{
    ptc_value value = ptc_value_make(PTC_SET, 0, count);
    if (value.kind == PTC_SET)
        value.as.items = items;
    return value;
}
PTC_INLINE ptc_value ptc_value_map(const ptc_map *map)
{
    ptc_value value = ptc_value_make(PTC_MAP, 0, map->count);
    value.as.map = map;
    return value;
}
PTC_INLINE ptc_str ptc_value_text(const ptc_value *value)
{
    return ptc_str_make(value->as.text, value->aux);
}
PTC_API ptc_status ptc_map_make(ptc_arena *arena, const ptc_map_entry *entries,
                                size_t count, ptc_value *out, size_t *duplicate);
PTC_API const ptc_value *ptc_map_find(const ptc_map *map, const ptc_value *key);
PTC_API const ptc_value *ptc_map_find_text(const ptc_map *map, ptc_kind kind,
                                           ptc_str text);
PTC_API const ptc_map_entry *ptc_map_find_field(const ptc_map *map, ptc_str name,
                                                uint32_t guess);
PTC_INLINE ptc_kind ptc_value_kind(const ptc_value *value)
{
    return value != NULL ? (ptc_kind)value->kind : PTC_NIL;
}
PTC_INLINE const ptc_value *ptc_value_get(const ptc_value *map, const char *name)
{
    const ptc_map_entry *entry = NULL;
    if (ptc_value_kind(map) == PTC_MAP)
        entry = ptc_map_find_field(map->as.map, ptc_str_of(name), 0);
    return entry != NULL ? &entry->value : NULL;
}
PTC_INLINE const ptc_value *ptc_value_at(const ptc_value *list, size_t index)
{
    ptc_kind kind = ptc_value_kind(list);
    return (kind == PTC_VECTOR || kind == PTC_SET) && index < list->aux
               ? &list->as.items[index]
               : NULL;
}
PTC_INLINE size_t ptc_value_count(const ptc_value *value)
{
    ptc_kind kind = ptc_value_kind(value);
    return kind == PTC_VECTOR || kind == PTC_SET || kind == PTC_MAP ? value->aux : 0;
}
PTC_INLINE bool ptc_value_as_bool(const ptc_value *value, bool otherwise)
{
    return ptc_value_kind(value) == PTC_BOOL ? value->as.boolean : otherwise;
}
PTC_INLINE int64_t ptc_value_as_int(const ptc_value *value, int64_t otherwise)
{
    return ptc_value_kind(value) == PTC_INT ? value->as.integer : otherwise;
}
PTC_INLINE double ptc_value_as_float(const ptc_value *value, double otherwise)
{
    if (ptc_value_kind(value) == PTC_FLOAT)
        return value->as.number;
    return ptc_value_kind(value) == PTC_INT ? (double)value->as.integer : otherwise;
}
PTC_INLINE ptc_str ptc_value_as_text(const ptc_value *value, const char *otherwise)
{
    ptc_kind kind = ptc_value_kind(value);
    if ((kind == PTC_STRING || kind == PTC_KEYWORD) && value->as.text != NULL)
        return ptc_value_text(value);
    return ptc_str_of(kind == PTC_STRING || kind == PTC_KEYWORD ? "" : otherwise);
}
PTC_API ptc_status ptc_value_set_of(ptc_arena *arena, const ptc_value *items,
                                    size_t count, ptc_value *out, size_t *dropped);
PTC_API bool ptc_set_contains(const ptc_value *set, const ptc_value *item);
PTC_API bool ptc_value_same(const ptc_value *a, const ptc_value *b);
PTC_API uint64_t ptc_value_hash(const ptc_value *value);
PTC_API ptc_status ptc_value_copy(ptc_arena *arena, const ptc_value *value,
                                  ptc_value *out);
PTC_API void ptc_value_write(ptc_text *text, const ptc_value *value);
PTC_API const char *ptc_kind_name(ptc_kind kind);
PTC_API bool ptc_keyword_is_legal(ptc_str name);
PTC_END
#endif
PTC_BEGIN
#define PTC_PADDING 32
typedef struct ptc_json_error {
    ptc_status status;
    ptc_str message;
    size_t offset;
} ptc_json_error;
PTC_API ptc_error ptc_json_error_view(ptc_arena *arena, const ptc_json_error *error,
                                      ptc_str text);
typedef struct ptc_json_options {
    size_t struct_size;
    unsigned max_depth;
    bool is_padded;
    bool borrow;
    bool allow_trailing;
} ptc_json_options;
PTC_API ptc_status ptc_json_read(ptc_arena *arena, const char *text, size_t len,
                                 const ptc_json_options *options, ptc_value *out,
                                 size_t *end, ptc_json_error *error);
PTC_API ptc_status ptc_json_write(ptc_text *text, const ptc_value *value,
                                  unsigned indent);
PTC_API ptc_status ptc_json_write_canonical(ptc_text *text, const ptc_value *value);
PTC_API void ptc_json_write_string(ptc_text *text, ptc_str string);
PTC_API ptc_status ptc_json_write_named(ptc_text *text, const ptc_value *value,
                                        unsigned indent);
typedef struct ptc_path_step {
    ptc_str key;
    size_t index;
} ptc_path_step;
PTC_API bool ptc_json_locate(const char *text, size_t len, const ptc_path_step *path,
                             size_t depth, size_t *start, size_t *end);
PTC_END
#endif
#ifndef PTC_SCHEMA_H
#define PTC_SCHEMA_H
#ifndef PTC_FORM_H
#define PTC_FORM_H
#ifndef PTC_DIAG_H
#define PTC_DIAG_H
PTC_BEGIN
typedef enum ptc_diag_code {
#define PTC_DIAG(constant, name, severity, summary) PTC_DIAG_##constant,
PTC_DIAG(SIG_EMPTY,            "sig-empty",            ERROR,   "there is no signature in the text")
PTC_DIAG(SIG_UNEXPECTED_TOKEN, "sig-unexpected-token", ERROR,   "a token where the grammar expects another one")
PTC_DIAG(SIG_UNEXPECTED_END,   "sig-unexpected-end",   ERROR,   "the text ends in the middle of a signature")
PTC_DIAG(SIG_UNCLOSED,         "sig-unclosed",         ERROR,   "a bracket or string is never closed")
PTC_DIAG(SIG_UNKNOWN_TYPE,     "sig-unknown-type",     ERROR,   "an unknown type word")
PTC_DIAG(SIG_DUPLICATE_NAME,   "sig-duplicate-name",   ERROR,   "a name appears twice ('-' and '_' count as the same character)")
PTC_DIAG(SIG_EMPTY_LIST,       "sig-empty-list",       ERROR,   "`[]` has no element type")
PTC_DIAG(SIG_LIST_ARITY,       "sig-list-arity",       ERROR,   "a list holds exactly one type")
PTC_DIAG(SIG_COMMA,            "sig-comma",            ERROR,   "a comma is missing or there is one too many")
PTC_DIAG(SIG_OPTIONAL_MARK,    "sig-optional-mark",    ERROR,   "`?` belongs once, directly after a type")
PTC_DIAG(SIG_ARROW,            "sig-arrow",            ERROR,   "a signature has one arrow `->`, with inputs to its left and output to its right")
PTC_DIAG(SIG_NAME,             "sig-name",             ERROR,   "a name outside [A-Za-z_][A-Za-z0-9_-]*")
PTC_DIAG(SIG_ENUM,             "sig-enum",             ERROR,   "an enum that is empty or too long, repeats a member or has a reserved word as a member")
PTC_DIAG(SIG_REFINEMENT,       "sig-refinement",       ERROR,   "a check that its base type does not have")
PTC_DIAG(SIG_EMPTY_RANGE,      "sig-empty-range",      ERROR,   "a range that contains no value")
PTC_DIAG(SIG_REGEX,            "sig-regex",            ERROR,   "a pattern that is malformed or outside the supported subset")
PTC_DIAG(SIG_ENCODING,         "sig-encoding",         ERROR,   "the text is not valid UTF-8, or has a space character other than the plain ones")
PTC_DIAG(SIG_COMMENT,          "sig-comment",          ERROR,   "a comment in a signature string: comments belong in files")
PTC_DIAG(SIG_MALLI,            "sig-malli",            ERROR,   "a malformed Malli schema inside shorthand")
PTC_DIAG(SIG_INCLUDE,          "sig-include",          ERROR,   "an included file is missing, unreadable or includes itself")
PTC_DIAG(SIG_CYCLE,            "sig-cycle",            ERROR,   "named types that refer to each other without an end")
PTC_DIAG(SIG_TOO_LARGE,        "sig-too-large",        ERROR,   "the contract needs more memory than the cap")
PTC_DIAG(SIG_TOO_DEEP,         "sig-too-deep",         ERROR,   "nested deeper than any value can be")
PTC_DIAG(SIG_DEFAULT,          "sig-default",          ERROR,   "a default that its type refuses, that is not a value, or that is not on a field or parameter")
PTC_DIAG(SIG_TOOL,             "sig-tool",             ERROR,   "a line below a contract that begins with `@` but is not a valid @title, @hints or @timeout")
PTC_DIAG(SIG_DESCRIPTION,      "sig-description",      WARNING, "a `- name: text` line that names no field or parameter")
PTC_DIAG(SIG_ANY_IN_UNION,     "sig-any-in-union",     WARNING, "`:any` makes the other alternatives pointless")
PTC_DIAG(SIG_DUP_ALTERNATIVE,  "sig-dup-alternative",  WARNING, "an alternative appears twice in a union")
PTC_DIAG(SIG_OPTIONAL_DEFAULT, "sig-optional-default", WARNING, "`?` next to a default adds nothing (--lint)")
PTC_DIAG(SIG_DEEP,             "sig-deep",             WARNING, "nested deeper than models can follow well (--lint)")
PTC_DIAG(SIG_UNDESCRIBED,      "sig-undescribed",      WARNING, "a comment above a declaration that has no description (--lint)")
PTC_DIAG(CONTRACT_EMPTY,       "contract-empty",       WARNING, "a file of contracts that declares none")
PTC_DIAG(SIG_FIREWALL_INPUT,   "sig-firewall-input",   WARNING, "`_` on an input parameter hides nothing from the model")
PTC_DIAG(BRIMLEY_VALUE,        "brimley-value",        ERROR,   "a part of a definition that has the wrong kind of value")
PTC_DIAG(BRIMLEY_TYPE,         "brimley-type",         ERROR,   "a type expression that is not supported")
PTC_DIAG(BRIMLEY_NAME,         "brimley-name",         ERROR,   "a name that is reserved or has characters that names cannot have")
PTC_DIAG(BRIMLEY_ENTITY,       "brimley-entity",       ERROR,   "an entity that does not exist, or whose fields cannot be taken")
PTC_DIAG(BRIMLEY_CONSTRAINT,   "brimley-constraint",   ERROR,   "a constraint that does not apply to its type")
PTC_DIAG(BRIMLEY_CONTEXT,      "brimley-context",      ERROR,   "a from_context that is not a context path")
PTC_DIAG(BRIMLEY_UNKNOWN_KEY,  "brimley-unknown-key",  WARNING, "a key or a type of function that definitions do not have")
PTC_DIAG(BRIMLEY_NEAR_NAME,    "brimley-near-name",    WARNING, "two names that differ only in case, `-` and `_`")
PTC_DIAG(BRIMLEY_REQUIRED,     "brimley-required",     WARNING, "`required: true` next to a default")
PTC_DIAG(EDN_SYNTAX,           "edn-syntax",           ERROR,   "the text is not EDN")
PTC_DIAG(EDN_UNCLOSED,         "edn-unclosed",         ERROR,   "a bracket or string is never closed")
PTC_DIAG(EDN_ENCODING,         "edn-encoding",         ERROR,   "the text is not valid UTF-8")
PTC_DIAG(EDN_DUPLICATE,        "edn-duplicate",        ERROR,   "a key or member appears twice")
PTC_DIAG(EDN_TOO_LARGE,        "edn-too-large",        ERROR,   "the text needs more memory than the cap")
PTC_DIAG(MALLI_UNKNOWN,        "malli-unknown",        ERROR,   "a schema head or name that is not supported")
PTC_DIAG(MALLI_SYNTAX,         "malli-syntax",         ERROR,   "a form that is not a schema")
PTC_DIAG(MALLI_ARITY,          "malli-arity",          ERROR,   "a head with too few or too many children")
PTC_DIAG(MALLI_ENTRY,          "malli-entry",          ERROR,   "a malformed entry of a map, :multi, :orn or :catn")
PTC_DIAG(MALLI_DUPLICATE,      "malli-duplicate",      ERROR,   "a key, member or branch appears twice")
PTC_DIAG(CONTEXT_PATH,         "context-path",         ERROR,   "a parameter takes its value from a place that the host's context cannot have")
PTC_DIAG(MALLI_PROPERTY,       "malli-property",       ERROR,   "a property whose value has the wrong type")
PTC_DIAG(MALLI_RANGE,          "malli-range",          ERROR,   "limits that no value can satisfy")
PTC_DIAG(MALLI_REGEX,          "malli-regex",          ERROR,   "a pattern that is malformed or outside the supported subset")
PTC_DIAG(MALLI_REF,            "malli-ref",            ERROR,   "a reference to a name that no registry defines")
PTC_DIAG(MALLI_CYCLE,          "malli-cycle",          ERROR,   "a schema that refers to itself with nothing in between")
PTC_DIAG(MALLI_DEFAULT,        "malli-default",        ERROR,   "a default that its own type refuses")
PTC_DIAG(MALLI_INCLUDE,        "malli-include",        ERROR,   "an included file is missing, unreadable or includes itself")
PTC_DIAG(MALLI_TOO_LARGE,      "malli-too-large",      ERROR,   "the schema needs more memory than the cap")
PTC_DIAG(MALLI_NIL_FIRST,      "malli-nil-first",      WARNING, "nil is a member here; Malli itself would read it as properties")
PTC_DIAG(MALLI_UNKNOWN_PROPERTY, "malli-unknown-property", WARNING, "an unknown property is kept but has no effect")
PTC_DIAG(JSON_SYNTAX,          "json-syntax",          ERROR,   "the text is not JSON")
PTC_DIAG(JSON_SCHEMA_KEYWORD,  "json-schema-keyword",  ERROR,   "a JSON Schema keyword that is not supported")
PTC_DIAG(JSON_SCHEMA_VALUE,    "json-schema-value",    ERROR,   "a JSON Schema keyword with a value that it cannot have")
PTC_DIAG(LOSS_DEFAULT,         "loss-default",         WARNING, "a default that does not fit its type is dropped")
PTC_DIAG(LOSS_FORMAT,          "loss-format",          WARNING, "a format other than date-time has no effect")
PTC_DIAG(LOSS_KEYWORD,         "loss-keyword",         WARNING, "a keyword has no effect where it is")
PTC_DIAG(LOSS_TYPE,            "loss-type",            WARNING, "a schema without a type is read as one type")
PTC_DIAG(LOSS_TARGET,          "loss-target",          WARNING, "an output form that does not express all of a contract")
PTC_DIAG(JSON_MEANING,         "json-meaning",         WARNING, "JSON does not make a distinction that a contract makes")
PTC_DIAG(TARGET_FAULT,         "target-fault",         ERROR,   "an output form that cannot hold a contract")
PTC_DIAG(YAML_SYNTAX,          "yaml-syntax",          ERROR,   "the text is not YAML")
PTC_DIAG(YAML_UNSUPPORTED,     "yaml-unsupported",     ERROR,   "YAML that definitions do not support, because JSON cannot express it")
PTC_DIAG(YAML_DUPLICATE,       "yaml-duplicate",       ERROR,   "a map has a key twice")
PTC_DIAG(BRIMLEY_SCHEMA,       "brimley-schema",       ERROR,   "a JSON Schema with a part that Brimley arguments cannot express")
PTC_DIAG(LOSS_BRIMLEY,         "loss-brimley",         WARNING, "part of a JSON Schema is left out of Brimley arguments")
PTC_DIAG(FRONT_MATTER,         "front-matter",         ERROR,   "front matter that is never closed")
PTC_DIAG(DEFINITION_TOO_LARGE, "definition-too-large", ERROR,   "a definition that exceeds the limits on size or depth")
PTC_DIAG(TEMPLATE_SYNTAX,      "template-syntax",      ERROR,   "a malformed tag")
PTC_DIAG(TEMPLATE_SECTION,     "template-section",     ERROR,   "a section that is not opened or not closed")
PTC_DIAG(TEMPLATE_PLACEHOLDER, "template-placeholder", ERROR,   "a placeholder that the signature does not have")
PTC_DIAG(TEMPLATE_UNUSED,      "template-unused",      ERROR,   "a parameter that no placeholder uses")
PTC_DIAG(TEMPLATE_UNTRUSTED,   "template-untrusted",   WARNING, "a string of any length in the prompt of an agent with tools, without an envelope")
PTC_DIAG(AGENT_UNKNOWN_KEY,    "agent-unknown-key",    ERROR,   "a key that agents do not have")
PTC_DIAG(AGENT_DUPLICATE_KEY,  "agent-duplicate-key",  ERROR,   "a key or name appears twice ('-' and '_' count as the same character)")
PTC_DIAG(AGENT_REQUIRED,       "agent-required",       ERROR,   "a required key is missing")
PTC_DIAG(AGENT_VALUE,          "agent-value",          ERROR,   "a value of the wrong type, or outside its limits")
PTC_DIAG(AGENT_DECLARATION,    "agent-declaration",    ERROR,   "a declaration that the files in :files lack, or have twice")
PTC_DIAG(AGENT_TOOL,           "agent-tool",           ERROR,   "a tool that is not one of fn, llm_tool, agent and compiled, or has keys of another kind")
PTC_DIAG(AGENT_TOOL_NAME,      "agent-tool-name",      ERROR,   "a tool name that is malformed, reserved or taken")
PTC_DIAG(AGENT_CONFIG,         "agent-config",         ERROR,   "fields that do not go together")
PTC_DIAG(AGENT_FILE,           "agent-file",           ERROR,   "a file that is missing, too large or of another kind")
PTC_DIAG(AGENT_CYCLE,          "agent-cycle",          ERROR,   "agents that are tools of each other in a cycle")
PTC_DIAG(AGENT_TOO_DEEP,       "agent-too-deep",       ERROR,   "more files, or more levels of tools, than an agent may have")
PTC_DIAG(AGENT_UNREACHABLE,    "agent-unreachable",    WARNING, "agents are nested deeper than max_depth lets them run")
PTC_DIAG(AGENT_SHADOWED,       "agent-shadowed",       WARNING, "a name that refers to two things in an agent")
PTC_DIAG(CHAIN_MISMATCH,       "chain-mismatch",       ERROR,   "an agent requires what the one before it in a chain does not give")
PTC_DIAG(CHAIN_UNSURE,         "chain-unsure",         WARNING, "an agent that may not get what it requires, or a requirement that could not be fully compared")
PTC_DIAG(MODELS_FILE,          "models-file",          ERROR,   "a malformed file of models")
PTC_DIAG(GEN_COLLISION,        "gen-collision",        ERROR,   "two names become the same C identifier")
PTC_DIAG(GEN_TOOL,             "gen-tool",             ERROR,   "a function whose name is not allowed as a tool name")
PTC_DIAG(COMPILE_AGENT,        "compile-agent",        ERROR,   "an agent that needs a model when it runs")
PTC_DIAG(COMPILE_PROGRAM,      "compile-program",      ERROR,   "a program that an agent cannot be compiled to")
PTC_DIAG(COMPILE_NAME,         "compile-name",         WARNING, "a program that reads something that is not a parameter")
PTC_DIAG(COMPILE_LOCK,         "compile-lock",         ERROR,   "a lock that belongs to another agent or another version of ptcc")
PTC_DIAG(COMPILE_UNUSED_INPUT, "compile-unused-input", ERROR,   "a required parameter that no program reads")
PTC_DIAG(COMPILE_LITERAL,      "compile-literal",      WARNING, "different samples that all give the same result")
PTC_DIAG(COMPILE_RESULT,       "compile-result",       ERROR,   "a program that fails, or returns something that the signature does not allow")
PTC_DIAG(COMPILE_SAMPLE,       "compile-sample",       ERROR,   "a sample whose result differs, or cannot be known")
PTC_DIAG(JSON_SCHEMA_REF,      "json-schema-ref",      ERROR,   "a JSON Schema reference to nothing")
PTC_DIAG(LOSS_WORD,            "loss-word",            WARNING, "JSON Schema words with no effect on what is valid")
PTC_DIAG(LOSS_STRICT,          "loss-strict",          WARNING, "less is accepted than the schema accepts")
PTC_DIAG(JSON_SCHEMA_OPERATION, "json-schema-operation", ERROR, "an operation that the document does not have")
PTC_DIAG(LOSS_SPELLING,        "loss-spelling",        WARNING, "a word of another language is read as its JSON Schema counterpart")
PTC_DIAG(JSON_SCHEMA_DRAFT,    "json-schema-draft",    WARNING, "a spelling from an older draft of JSON Schema in a schema that names no draft in $schema")
PTC_DIAG(PYTHON_SYNTAX,        "python-syntax",        ERROR,   "the text is not Python")
PTC_DIAG(PYTHON_LITERAL,       "python-literal",       ERROR,   "a literal was expected: the source is read, never run")
PTC_DIAG(PYTHON_SKIPPED,       "python-skipped",       WARNING, "a part of a Python source that is not read")
PTC_DIAG(ELIXIR_SPEC,          "elixir-spec",          WARNING, "an Elixir function is left out: its spec does not say what its data is")
PTC_DIAG(C_PROTOTYPE,          "c-prototype",          ERROR,   "an annotated C prototype that does not say what its data is")
PTC_DIAG(PATH_SYNTAX,          "path-syntax",          ERROR,   "a malformed resource path")
PTC_DIAG(PATH_PARAMETER,       "path-parameter",       ERROR,   "a path parameter that is not an argument, or not of a type that a path can hold")
PTC_DIAG(PATH_CONFLICT,        "path-conflict",        ERROR,   "two resources whose paths match the same requests")
PTC_DIAG(SQL_SYNTAX,           "sql-syntax",           ERROR,   "an SQL text with an unclosed string or comment, or with a numbered parameter")
PTC_DIAG(SQL_NAME,             "sql-name",             ERROR,   "a name in an SQL text that is not an argument")
PTC_DIAG(SQL_UNUSED,           "sql-unused",           WARNING, "an argument that the SQL text does not use")
#undef PTC_DIAG
    PTC_DIAG_COUNT
} ptc_diag_code;
typedef enum ptc_severity {
    PTC_SEVERITY_ERROR,
    PTC_SEVERITY_WARNING,
} ptc_severity;
typedef struct ptc_span {
    uint32_t start;
    uint32_t end;
} ptc_span;
typedef struct ptc_source {
    ptc_str name;
    ptc_str text;
} ptc_source;
#define PTC_SOURCE_MAX   ((size_t)16 << 20)
#define PTC_SOURCE_LARGE "larger than 16 MiB"
typedef struct ptc_diag {
    ptc_diag_code code;
    ptc_severity severity;
    const ptc_source *source;
    ptc_span span;
    ptc_str message;
    ptc_str hint;
    ptc_str expected;
    ptc_str target;
} ptc_diag;
typedef struct ptc_diags {
    ptc_arena *arena;
    ptc_diag *items;
    size_t count;
    size_t capacity;
    size_t errors;
    size_t warnings;
    size_t limit;
    const ptc_source *source;
    ptc_diag scratch;
} ptc_diags;
PTC_API void ptc_diags_init(ptc_diags *diags, ptc_arena *arena);
PTC_API ptc_diag *ptc_diag_add(ptc_diags *diags, ptc_diag_code code, ptc_span span,
                               const char *format, ...) PTC_PRINTF(4, 5);
PTC_API void ptc_diag_hint(ptc_diags *diags, ptc_diag *diag, const char *format, ...)
    PTC_PRINTF(3, 4);
PTC_API const char *ptc_diag_quote(ptc_diags *diags, ptc_str text);
PTC_API ptc_error ptc_diag_view(ptc_arena *arena, const ptc_diag *diag);
PTC_API const char *ptc_diag_name(ptc_diag_code code);
PTC_API ptc_diag_code ptc_diag_find(ptc_str name);
typedef struct ptc_position {
    size_t line;
    size_t column;
} ptc_position;
PTC_API ptc_position ptc_source_position(const ptc_source *source, size_t offset);
PTC_INLINE ptc_position ptc_position_from(ptc_position start, ptc_position at)
{
    if (at.line == 1)
        at.column += start.column - 1;
    at.line += start.line - 1;
    return at;
}
PTC_API void ptc_source_excerpt(ptc_text *text, const ptc_source *source, ptc_span span,
                                bool color);
PTC_API void ptc_source_excerpt_at(ptc_text *text, const ptc_source *source,
                                   ptc_span span, size_t line, bool color);
typedef enum ptc_diag_style {
    PTC_DIAG_STYLE_TEXT,
    PTC_DIAG_STYLE_GNU,
    PTC_DIAG_STYLE_MSVC,
    PTC_DIAG_STYLE_JSON,
} ptc_diag_style;
PTC_API void ptc_diag_write(ptc_text *text, const ptc_diag *diag, ptc_diag_style style,
                            bool color);
PTC_API void ptc_diags_write(ptc_text *text, const ptc_diags *diags, ptc_diag_style style,
                             bool color);
PTC_END
#endif
PTC_BEGIN
typedef enum ptc_form_kind {
    PTC_FORM_NIL,
    PTC_FORM_BOOL,
    PTC_FORM_INT,
    PTC_FORM_FLOAT,
    PTC_FORM_STRING,
    PTC_FORM_KEYWORD,
    PTC_FORM_SYMBOL,
    PTC_FORM_REGEX,
    PTC_FORM_VECTOR,
    PTC_FORM_LIST,
    PTC_FORM_MAP,
    PTC_FORM_SET,
    PTC_FORM_OPAQUE,
} ptc_form_kind;
enum {
    PTC_FORM_SHORT = 1,
    PTC_FORM_QUOTED = 2,
    PTC_FORM_QUALIFIED = 4,
    PTC_FORM_WITHIN = 8,
};
typedef struct ptc_form {
    uint8_t kind;
    uint8_t flags;
    uint16_t quotes;
    uint32_t count;
    uint32_t child;
    uint32_t next;
    ptc_span span;
    ptc_str text;
    union {
        int64_t integer;
        double real;
    } number;
} ptc_form;
typedef struct ptc_forms {
    ptc_arena *arena;
    ptc_form *items;
    size_t count;
    size_t capacity;
    const ptc_source *source;
    const char *text;
    bool is_json;
} ptc_forms;
PTC_API void ptc_forms_init(ptc_forms *forms, ptc_arena *arena, const ptc_source *source);
PTC_API uint32_t ptc_form_add(ptc_forms *forms, ptc_form_kind kind, ptc_span span);
PTC_API uint32_t ptc_edn_read(ptc_forms *forms, size_t *offset, ptc_diags *diags);
PTC_API uint32_t ptc_edn_read_one(ptc_forms *forms, ptc_diags *diags);
PTC_API uint32_t ptc_form_from_value(ptc_forms *forms, const ptc_value *value);
PTC_API uint32_t ptc_form_from_json(ptc_forms *forms, const ptc_value *value);
PTC_API ptc_status ptc_form_to_json(ptc_forms *forms, uint32_t form, ptc_value *out);
PTC_API size_t ptc_form_text_place(const ptc_forms *forms, uint32_t form, size_t offset);
PTC_API ptc_status ptc_form_to_value(const ptc_forms *forms, uint32_t form,
                                     ptc_value *out, ptc_diags *diags);
PTC_API ptc_str ptc_form_path(ptc_arena *arena, const ptc_forms *forms, uint32_t form);
PTC_END
#endif
#ifndef PTC_REGEX_H
#define PTC_REGEX_H
PTC_BEGIN
typedef struct ptc_dfa {
    const uint8_t *classes;
    const uint16_t *next;
    const uint8_t *accepts;
    uint16_t class_count;
    uint16_t state_count;
    uint16_t start;
} ptc_dfa;
typedef struct ptc_pattern {
    ptc_str text;
    const ptc_dfa *dfa;
} ptc_pattern;
typedef struct ptc_regex_error {
    ptc_str message;
    size_t offset;
} ptc_regex_error;
#define PTC_REGEX_REPEAT_MAX 1000
#define PTC_REGEX_STATES_MAX 10000
PTC_API ptc_status ptc_regex_compile(ptc_arena *arena, ptc_str pattern, ptc_dfa *out,
                                     ptc_regex_error *error);
PTC_API bool ptc_regex_search(const ptc_dfa *dfa, const char *text, size_t len);
PTC_END
#endif
PTC_BEGIN
typedef enum ptc_type {
#define PTC_TYPE(constant, word, head) PTC_TYPE_##constant,
#define PTC_SPELLED_TYPES(TEXT, NUMERAL)                                                 \
    TEXT(DATETIME, "datetime", "date-time",                                              \
         "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T"                           \
         "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?"                      \
         "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",                                       \
         "as 2026-01-02T09:00:00Z (RFC 3339 with offset)",                               \
         "a date and time such as 2026-01-31T09:30:00Z", "2024-01-31T09:30:00Z")         \
    TEXT(DATE, "date", "date",                                                           \
         "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",                          \
         "as 2026-01-02 (YYYY-MM-DD)",                                                   \
         "a date such as 2026-01-31", "2024-01-31")                                      \
    NUMERAL(DECIMAL, "decimal", "decimal",                     \
            "^[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$",                               \
            "as \"12.50\"", "a decimal number", "12.50")
#define PTC_SPELLED_TYPE(constant, word, ...) PTC_TYPE(constant, word, word)
PTC_TYPE(ANY,          "any",          "any")
PTC_TYPE(NIL,          "nil",          "nil")
PTC_TYPE(BOOL,         "bool",         "boolean")
PTC_TYPE(INT,          "int",          "int")
PTC_TYPE(FLOAT,        "float",        "double")
PTC_TYPE(NUMBER,       "number",       "number")
PTC_TYPE(STRING,       "string",       "string")
PTC_TYPE(KEYWORD,      "keyword",      "keyword")
PTC_SPELLED_TYPES(PTC_SPELLED_TYPE, PTC_SPELLED_TYPE)
PTC_TYPE(MALLI_SCHEMA, "malli-schema", "malli-schema")
PTC_TYPE(ANY_MAP,      "map",          "map")
PTC_TYPE(ENUM,         "enum",         "enum")
PTC_TYPE(CONST,        "const",        "=")
PTC_TYPE(NOT_CONST,    "not-const",    "not=")
PTC_TYPE(MULTIPLE,     "multiple-of",  "json/multiple-of")
PTC_TYPE(CUSTOM,       "custom",       "fn")
PTC_TYPE(LIST,         "list",         "vector")
PTC_TYPE(SET,          "set",          "set")
PTC_TYPE(TUPLE,        "tuple",        "tuple")
PTC_TYPE(MAP,          "map",          "map")
PTC_TYPE(MAP_OF,       "map-of",       "map-of")
PTC_TYPE(UNION,        "union",        "or")
PTC_TYPE(AND,          "and",          "and")
PTC_TYPE(NOT,          "not",          "not")
PTC_TYPE(ONE,          "one-of",       "json/one-of")
PTC_TYPE(IF,           "if",           "json/if")
PTC_TYPE(PREFIX,       "items",        "json/items")
PTC_TYPE(CONTAINS,     "contains",     "json/contains")
PTC_TYPE(KEYS,         "keys",         "json/keys")
PTC_TYPE(OTHER_KEYS,   "other-keys",   "json/other-keys")
PTC_TYPE(OTHER_ITEMS,  "other-items",  "json/other-items")
PTC_TYPE(MULTI,        "multi",        "multi")
PTC_TYPE(REGISTRY,     "schema",       "schema")
PTC_TYPE(REF,          "ref",          "ref")
PTC_TYPE(FUNCTION,     "function",     "=>")
#undef PTC_TYPE
    PTC_TYPE_COUNT
} ptc_type;
enum {
    PTC_NODE_NULLABLE = 1,
    PTC_NODE_CLOSED = 2,
    PTC_NODE_MALLI = 4,
    PTC_NODE_FIREWALLED = 8,
    PTC_NODE_NAMED = 16,
    PTC_NODE_OPEN = 16,
    PTC_NODE_FOREIGN = 16,
    PTC_NODE_OTHERWISE = 32,
    PTC_NODE_BARE = 64,
    PTC_NODE_CHILD = 128,
    PTC_NODE_EXACT = 128,
    PTC_NODE_OPTIONAL = 256,
    PTC_NODE_INTEGRAL = 512,
    PTC_NODE_DISTINCT = 512,
    PTC_NODE_JSON_EQUAL = 512,
    PTC_NODE_OTHERS = 1024,
    PTC_NODE_CASTS = 2048,
    PTC_NODE_CONTEXT = 4096,
    PTC_NODE_DECODED = 8192,
};
typedef struct ptc_interval {
    ptc_value low;
    ptc_value high;
    bool low_open;
    bool high_open;
} ptc_interval;
struct ptc_schema_node;
struct ptc_walker;
struct ptc_place;
typedef bool (*ptc_schema_judge_fn)(struct ptc_walker *walker,
                                    const struct ptc_schema_node *node,
                                    const ptc_value *value,
                                    const struct ptc_place *place);
typedef bool (*ptc_decoder_fn)(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                               const char **message, void *user);
typedef struct ptc_schema_extra {
    ptc_str description;
    ptc_str title;
    ptc_value default_value;
    ptc_value branch;
    ptc_value properties;
    ptc_str named_type;
    ptc_span span;
    ptc_schema_judge_fn judge;
    ptc_str context;
    ptc_str decoder;
    ptc_decoder_fn decode;
} ptc_schema_extra;
typedef struct ptc_schema_node {
    uint8_t type;
    uint8_t pattern_count;
    uint16_t flags;
    uint32_t first;
    uint32_t count;
    uint32_t parent;
    ptc_str name;
    ptc_str type_name;
    const ptc_interval *interval;
    const ptc_value *members;
    const ptc_pattern *patterns;
    const ptc_schema_extra *extra;
} ptc_schema_node;
typedef struct ptc_schema {
    const ptc_schema_node *nodes;
    uint32_t root;
    uint32_t count;
} ptc_schema;
PTC_INLINE const ptc_schema_node *ptc_schema_root(const ptc_schema *schema)
{
    return &schema->nodes[schema->root];
}
PTC_API bool ptc_schema_judge(struct ptc_walker *walker,
                              const struct ptc_schema_node *node, const ptc_value *value,
                              const struct ptc_place *place);
PTC_API const char *ptc_type_word(ptc_type type, bool is_malli);
PTC_API bool ptc_schema_default(const ptc_schema_node *node, ptc_value *out);
typedef uint32_t ptc_draft_ref;
typedef struct ptc_draft_node {
    uint8_t type;
    uint16_t flags;
    bool is_optional;
    bool is_apart;
    bool is_exact;
    bool is_definition;
    ptc_draft_ref first;
    ptc_draft_ref last;
    ptc_draft_ref next;
    ptc_draft_ref target;
    uint32_t place;
    uint32_t settled;
    ptc_str name;
    ptc_str type_name;
    ptc_interval interval;
    const ptc_value *members;
    uint32_t member_count;
    uint32_t pattern_count;
    const ptc_pattern *patterns;
    ptc_schema_extra extra;
    ptc_span default_span;
    bool has_nil_default;
} ptc_draft_node;
typedef struct ptc_draft {
    ptc_arena *arena;
    ptc_diags *diags;
    ptc_draft_node **blocks;
    size_t block_count;
    size_t block_capacity;
    size_t count;
    ptc_draft_node scratch;
    size_t node_limit;
    bool lint;
    bool failed;
    ptc_schema_judge_fn judge;
} ptc_draft;
PTC_API void ptc_draft_init(ptc_draft *draft, ptc_arena *arena, ptc_diags *diags);
PTC_API ptc_draft_ref ptc_draft_add(ptc_draft *draft, ptc_type type, ptc_span span);
PTC_API ptc_draft_node *ptc_draft_at(ptc_draft *draft, ptc_draft_ref ref);
PTC_API void ptc_draft_name(ptc_draft *draft, ptc_draft_ref ref, ptc_str name);
PTC_API void ptc_draft_append(ptc_draft *draft, ptc_draft_ref parent,
                              ptc_draft_ref child);
PTC_API ptc_status ptc_draft_finish(ptc_arena *arena, ptc_draft *draft,
                                    ptc_draft_ref root, ptc_schema *out);
typedef struct ptc_type_names {
    const ptc_str *names;
    size_t count;
} ptc_type_names;
typedef struct ptc_read_options {
    size_t struct_size;
    const ptc_type_names *types;
    const ptc_type_names *decoders;
    size_t memory_cap;
    bool lint;
    bool lenient;
    bool json_implied_types;
    bool json_annotate_format;
} ptc_read_options;
PTC_API ptc_status ptc_signature_read(ptc_arena *arena, const ptc_source *source,
                                      const ptc_read_options *options, ptc_diags *diags,
                                      ptc_schema *out);
PTC_API ptc_status ptc_signature_of(ptc_arena *arena, const char *text, ptc_schema *out,
                                    ptc_str *why);
PTC_API ptc_status ptc_malli_read(ptc_arena *arena, const ptc_source *source,
                                  const ptc_read_options *options, ptc_diags *diags,
                                  ptc_schema *out);
PTC_API ptc_status ptc_malli_read_json(ptc_arena *arena, const ptc_source *source,
                                       const ptc_read_options *options, ptc_diags *diags,
                                       ptc_schema *out);
PTC_API ptc_status ptc_malli_from_value(ptc_arena *arena, const ptc_value *value,
                                        const ptc_read_options *options, ptc_diags *diags,
                                        ptc_schema *out);
PTC_API ptc_draft_ref ptc_malli_draft(ptc_draft *draft, const ptc_forms *forms,
                                      uint32_t form, const ptc_read_options *options);
PTC_API bool ptc_schema_equal(const ptc_schema *a, const ptc_schema *b);
PTC_API uint64_t ptc_schema_hash(const ptc_schema *schema);
typedef struct ptc_render_options {
    size_t struct_size;
    bool bare_output;
    bool malli_names;
    bool hide_firewalled;
    bool hide_context;
} ptc_render_options;
PTC_API ptc_status ptc_schema_write_signature(ptc_text *text, const ptc_schema *schema,
                                              const ptc_render_options *options);
PTC_API ptc_status ptc_schema_write_malli(ptc_text *text, const ptc_schema *schema,
                                          const ptc_render_options *options);
typedef enum ptc_prompt_style {
    PTC_PROMPT_SEED,
    PTC_PROMPT_COMPACT,
    PTC_PROMPT_FENCED,
} ptc_prompt_style;
PTC_API ptc_status ptc_schema_write_prompt(ptc_text *text, ptc_str name,
                                           const ptc_schema *schema,
                                           ptc_prompt_style style,
                                           const ptc_render_options *options);
typedef struct ptc_prompt_tool {
    ptc_str name;
    const ptc_schema *schema;
    bool is_planning;
    const struct ptc_prompt_tool_info *info;
} ptc_prompt_tool;
PTC_API ptc_status ptc_tools_write_prompt(ptc_text *text, const ptc_prompt_tool *tools,
                                          size_t count, ptc_prompt_style style,
                                          const ptc_render_options *options);
PTC_END
#endif
PTC_BEGIN
typedef enum ptc_mode {
    PTC_MODE_ENABLED,
    PTC_MODE_WARN_ONLY,
    PTC_MODE_STRICT,
    PTC_MODE_DISABLED,
} ptc_mode;
typedef enum ptc_direction {
    PTC_DIRECTION_DEFAULT,
    PTC_INPUT,
    PTC_OUTPUT,
} ptc_direction;
typedef enum ptc_boundary {
    PTC_BOUNDARY_JSON,
    PTC_BOUNDARY_LISP,
} ptc_boundary;
typedef enum ptc_code {
    PTC_CODE_TYPE,
    PTC_CODE_MISSING,
    PTC_CODE_EXTRA,
    PTC_CODE_ENUM,
    PTC_CODE_BOUND,
    PTC_CODE_LENGTH,
    PTC_CODE_PATTERN,
    PTC_CODE_SIZE,
    PTC_CODE_UNION,
    PTC_CODE_KEY,
    PTC_CODE_DUPLICATE,
    PTC_CODE_CONST,
    PTC_CODE_NOT,
    PTC_CODE_CUSTOM,
    PTC_CODE_RANGE,
    PTC_CODE_ENCODING,
    PTC_CODE_DEPTH,
    PTC_CODE_COERCED,
    PTC_CODE_UNKNOWN,
    PTC_CODE_CONTEXT,
} ptc_code;
PTC_API const char *ptc_code_name(ptc_code code);
typedef struct ptc_issue {
    ptc_code code;
    const ptc_path_step *path;
    size_t path_count;
    ptc_str message;
    ptc_str expected;
    ptc_value got;
    bool is_firewalled;
    uint32_t node;
    const struct ptc_issue_info *info;
} ptc_issue;
typedef struct ptc_report {
    ptc_arena *arena;
    ptc_issue *errors;
    size_t error_count;
    size_t errors_found;
    ptc_issue *warnings;
    size_t warning_count;
    size_t warnings_found;
    size_t limit;
} ptc_report;
PTC_API void ptc_report_init(ptc_report *report, ptc_arena *arena);
PTC_API ptc_status ptc_json_keys_check(const ptc_value *value, ptc_report *report);
PTC_API ptc_status ptc_json_check(const ptc_value *value, ptc_report *report);
PTC_API void ptc_path_write(ptc_text *text, const ptc_path_step *path, size_t count);
PTC_API void ptc_path_write_pointer(ptc_text *text, const ptc_path_step *path,
                                    size_t count);
PTC_API void ptc_issue_write(ptc_text *text, const ptc_issue *issue);
PTC_API ptc_error ptc_issue_view(ptc_arena *arena, const ptc_issue *issue);
PTC_API void ptc_report_write_errors(ptc_text *text, const ptc_report *report,
                                     const char *heading);
PTC_API void ptc_report_write_warnings(ptc_text *text, const ptc_report *report,
                                       const char *heading);
typedef bool (*ptc_validator_fn)(const ptc_value *value, const char **message,
                                 void *user);
typedef struct ptc_validator {
    ptc_str name;
    ptc_validator_fn is_valid;
    void *user;
    const struct ptc_validator_info *info;
} ptc_validator;
typedef struct ptc_decoder {
    ptc_str name;
    ptc_decoder_fn decode;
    void *user;
    const struct ptc_decoder_info *info;
} ptc_decoder;
typedef struct ptc_context {
    ptc_value app;
    ptc_value config;
} ptc_context;
PTC_API bool ptc_context_path_is_valid(ptc_str path);
typedef struct ptc_walk_options {
    size_t struct_size;
    ptc_mode mode;
    ptc_direction direction;
    ptc_boundary boundary;
    unsigned max_depth;
    const ptc_validator *validators;
    size_t validator_count;
    bool hide_firewalled;
    const ptc_context *context;
    const ptc_decoder *decoders;
    size_t decoder_count;
} ptc_walk_options;
PTC_API ptc_status ptc_schema_validate(const ptc_schema *schema, const ptc_value *value,
                                       const ptc_walk_options *options,
                                       ptc_report *report);
typedef struct ptc_glance ptc_glance;
PTC_API ptc_status ptc_glance_make(ptc_arena *arena, const ptc_schema *schema,
                                   const ptc_walk_options *options,
                                   const ptc_glance **out);
PTC_API bool ptc_glance_accepts(ptc_arena *arena, const ptc_glance *glance,
                                const char *text, size_t len);
PTC_API ptc_status ptc_schema_coerce(ptc_arena *arena, const ptc_schema *schema,
                                     const ptc_value *value,
                                     const ptc_walk_options *options, ptc_value *out,
                                     ptc_report *report);
PTC_API ptc_status ptc_schema_read(ptc_arena *arena, const ptc_schema *schema,
                                   const char *text, size_t len,
                                   const ptc_walk_options *options, ptc_value *out,
                                   ptc_str *why);
#define PTC_EXAMPLE_MOST 200
PTC_API bool ptc_schema_example(ptc_arena *arena, const ptc_schema *type,
                                ptc_boundary boundary, uint32_t most, ptc_value *out);
PTC_API ptc_status ptc_schema_sample(ptc_arena *arena, const ptc_schema *schema,
                                     const ptc_walk_options *options, uint64_t seed,
                                     uint64_t index, ptc_value *out, ptc_str *why);
typedef struct ptc_show_options {
    size_t struct_size;
    size_t string_max;
    size_t text_max;
    unsigned max_depth;
    bool hide_firewalled;
    size_t
        list_max;
    const char *cut_mark;
} ptc_show_options;
PTC_API ptc_status ptc_schema_write_value(ptc_text *text, const ptc_schema *schema,
                                          const ptc_value *value, ptc_direction direction,
                                          const ptc_show_options *options);
PTC_END
#endif
PTC_BEGIN
typedef enum ptc_json_schema_version {
    PTC_JSON_SCHEMA_2020_12,
    PTC_JSON_SCHEMA_7,
} ptc_json_schema_version;
typedef enum ptc_json_schema_subset {
    PTC_JSON_SCHEMA_WHOLE,
    PTC_JSON_SCHEMA_OPENAI_STRICT,
    PTC_JSON_SCHEMA_ANTHROPIC_STRICT,
} ptc_json_schema_subset;
typedef void (*ptc_schema_loss_fn)(uint32_t node, ptc_str what, void *user);
typedef struct ptc_json_schema_options {
    size_t struct_size;
    ptc_json_schema_version version;
    ptc_direction direction;
    bool omit_dialect;
    bool for_models;
    unsigned indent;
    ptc_json_schema_subset subset;
    bool wrap_root;
    bool optional_is_absent;
    bool keep_formats;
    bool keep_patterns;
    ptc_schema_loss_fn lose;
    ptc_schema_loss_fn refuse;
    void *user;
} ptc_json_schema_options;
PTC_API ptc_status ptc_schema_write_json_schema(ptc_text *text, const ptc_schema *schema,
                                                const ptc_json_schema_options *options);
PTC_API ptc_status ptc_json_schema_restore(ptc_arena *arena, const ptc_schema *schema,
                                           const ptc_json_schema_options *options,
                                           const ptc_value *value, ptc_value *out);
PTC_END
#endif
PTC_BEGIN
typedef enum ptc_grammar_syntax {
    PTC_GRAMMAR_GBNF,
    PTC_GRAMMAR_LARK,
    PTC_GRAMMAR_EBNF,
} ptc_grammar_syntax;
typedef struct ptc_grammar_options {
    size_t struct_size;
    ptc_grammar_syntax syntax;
    ptc_direction direction;
    size_t max_string;
    ptc_schema_loss_fn lose;
    ptc_schema_loss_fn refuse;
    void *user;
} ptc_grammar_options;
PTC_API ptc_status ptc_schema_write_grammar(ptc_text *text, const ptc_schema *schema,
                                            const ptc_grammar_options *options);
PTC_END
#endif
#ifndef PTC_HOST_H
#define PTC_HOST_H
#ifndef PTC_STEP_H
#define PTC_STEP_H
#ifndef PTC_LISP_H
#define PTC_LISP_H
#ifndef PTC_TOOL_H
#define PTC_TOOL_H
PTC_BEGIN
typedef struct ptc_tool ptc_tool;
struct ptc_cancel;
struct ptc_step;
struct ptc_tool_watcher;
typedef struct ptc_tool_call {
    const ptc_tool *tool;
    ptc_value arguments;
    ptc_arena *arena;
    uint64_t time_ms;
    const struct ptc_cancel *cancel;
    ptc_value result;
    const char *message;
    const char *reason;
    const struct ptc_step *step;
    bool is_final;
    bool is_cached;
    bool hides_private;
    ptc_value given;
    ptc_value told;
    const struct ptc_tool_watcher *watcher;
} ptc_tool_call;
typedef ptc_status (*ptc_tool_function)(ptc_tool_call *call, void *user);
typedef struct ptc_tool_watcher {
    void (*progress)(ptc_tool_call *call, double done, double total, const char *message,
                     void *user);
    void *user;
} ptc_tool_watcher;
PTC_API void ptc_tool_progress(ptc_tool_call *call, double done, double total,
                               const char *message);
enum {
    PTC_TOOL_CACHED = 1,
    PTC_TOOL_PLANNING = 2,
    PTC_TOOL_RAW = 8,
    PTC_TOOL_UNTIMED = 4,
};
struct ptc_tool {
    const char *name;
    const char *description;
    const ptc_schema *signature;
    ptc_tool_function function;
    void *user;
    unsigned flags;
    const struct ptc_tool_info *info;
};
typedef struct ptc_tool_table {
    unsigned version;
    const ptc_tool *tools;
    size_t count;
} ptc_tool_table;
enum {
    PTC_TOOL_TABLE_VERSION = 1
};
typedef struct ptc_tool_observer {
    void (*start)(ptc_tool_call *call, void *user);
    void (*stop)(const ptc_tool_call *call, const char *error, void *user);
    void *user;
    const struct ptc_tool_observer_info *info;
} ptc_tool_observer;
typedef struct ptc_tool_options {
    size_t struct_size;
    ptc_mode mode;
    const ptc_validator *validators;
    size_t validator_count;
    uint64_t max_calls;
    uint64_t max_result;
    bool spans_runs;
    uint64_t time_ms;
    const struct ptc_cancel *cancel;
    const ptc_tool_observer *observer;
    uint64_t
        max_kept;
    const ptc_context *context;
    const ptc_decoder *decoders;
    size_t decoder_count;
} ptc_tool_options;
PTC_API extern const ptc_tool ptc_tool_validate;
PTC_API extern const ptc_tool ptc_tool_infer;
PTC_API extern const ptc_tool ptc_tool_grep;
PTC_API extern const ptc_tool ptc_tool_grep_n;
PTC_END
#endif
PTC_BEGIN
typedef struct ptc_lisp ptc_lisp;
typedef struct ptc_program ptc_program;
typedef enum ptc_reason {
#define PTC_REASON(constant, name) PTC_REASON_##constant,
PTC_REASON(NONE,                "ok")
PTC_REASON(PARSE,               "parse_error")
PTC_REASON(PROGRAM_TOO_LARGE,   "program_too_large")
PTC_REASON(SYMBOL_LIMIT,        "symbol_limit_exceeded")
PTC_REASON(INVALID_FORM,        "invalid_form")
PTC_REASON(INVALID_ARITY,       "invalid_arity")
PTC_REASON(INVALID_COND_FORM,   "invalid_cond_form")
PTC_REASON(INVALID_THREAD_FORM, "invalid_thread_form")
PTC_REASON(INVALID_WHERE_FORM,  "invalid_where_form")
PTC_REASON(INVALID_WHERE_OPERATOR, "invalid_where_operator")
PTC_REASON(INVALID_PLACEHOLDER, "invalid_placeholder")
PTC_REASON(UNSUPPORTED_PATTERN, "unsupported_pattern")
PTC_REASON(DUPLICATE_KEY,       "duplicate_key")
PTC_REASON(INVALID_CALL_TOOL_NAME, "invalid_call_tool_name")
PTC_REASON(UNBOUND_VAR,         "unbound_var")
PTC_REASON(UNSUPPORTED_METHOD,  "unsupported_method")
PTC_REASON(NOT_CALLABLE,        "not_callable")
PTC_REASON(ARITY,               "arity_error")
PTC_REASON(ARITY_MISMATCH,      "arity_mismatch")
PTC_REASON(TYPE,                "type_error")
PTC_REASON(ARITHMETIC,          "arithmetic_error")
PTC_REASON(DESTRUCTURE,         "destructure_error")
PTC_REASON(RUNTIME,             "runtime_error")
PTC_REASON(VALIDATION,          "validation_error")
PTC_REASON(LOOP_LIMIT,          "loop_limit_exceeded")
PTC_REASON(RECURSION_LIMIT,     "recursion_limit_exceeded")
PTC_REASON(FUEL,                "fuel_exceeded")
PTC_REASON(TIMEOUT,             "timeout")
PTC_REASON(MEMORY,              "memory_exceeded")
PTC_REASON(MEMORY_LIMIT,        "memory_limit_exceeded")
PTC_REASON(UNKNOWN_TOOL,        "unknown_tool")
PTC_REASON(TOOL,                "tool_error")
PTC_REASON(INVALID_TOOL_ARGS,   "invalid_tool_args")
PTC_REASON(RESERVED_TOOL_NAME,  "reserved_tool_name")
PTC_REASON(INVALID_CONFIG,      "invalid_config")
PTC_REASON(FAIL,                "failed")
PTC_REASON(PMAP,                "pmap_error")
PTC_REASON(PCALLS,              "pcalls_error")
PTC_REASON(PARALLEL_CAPACITY,   "parallel_capacity_exceeded")
PTC_REASON(DAMAGED,             "damaged_program")
#undef PTC_REASON
    PTC_REASON_COUNT
} ptc_reason;
PTC_API const char *ptc_reason_name(ptc_reason reason);
typedef struct ptc_lisp_error {
    ptc_reason reason;
    ptc_str message;
    size_t line;
    size_t column;
    uint32_t offset;
} ptc_lisp_error;
PTC_API ptc_error ptc_lisp_error_view(ptc_arena *arena, const ptc_lisp_error *error);
typedef enum ptc_unknown_names {
    PTC_UNKNOWN_NAMES_NIL,
    PTC_UNKNOWN_NAMES_WARN,
    PTC_UNKNOWN_NAMES_REFUSE,
} ptc_unknown_names;
typedef struct ptc_lisp_options {
    size_t struct_size;
    ptc_allocator allocator;
    uint64_t heap;
    uint64_t time_ms;
    uint64_t fuel;
    uint64_t jumps;
    uint64_t frames;
    uint64_t seed;
    uint64_t (*clock_ms)(void *user);
    void *user;
    bool collects_always;
    uint64_t branches_ms;
    int64_t (*wall_clock_ms)(void *user);
    bool is_strict_context;
    unsigned memory_contract;
    uint64_t memory_limit;
    bool hides_private;
    ptc_unknown_names unknown_names;
} ptc_lisp_options;
PTC_API ptc_status ptc_lisp_new(const ptc_lisp_options *options, ptc_lisp **out);
PTC_API void ptc_lisp_free(ptc_lisp *lisp);
PTC_API ptc_status ptc_lisp_set_context(ptc_lisp *lisp, const ptc_value *map);
PTC_API void ptc_lisp_set_context_names(ptc_lisp *lisp, const ptc_str *names,
                                        size_t count);
PTC_API ptc_status ptc_lisp_set_tools(ptc_arena *arena, ptc_lisp *lisp,
                                      const ptc_tool *tools, size_t count,
                                      const ptc_tool_options *options,
                                      ptc_lisp_error *error);
PTC_API const ptc_tool *ptc_lisp_tool_at(const ptc_lisp *lisp, size_t index);
typedef enum ptc_catalog_topic {
    PTC_CATALOG_APROPOS,
    PTC_CATALOG_DIR,
    PTC_CATALOG_DOC,
} ptc_catalog_topic;
typedef struct ptc_catalog_question {
    ptc_catalog_topic topic;
    ptc_str text;
    uint32_t limit;
    ptc_arena *arena;
    ptc_value answer;
    const char *message;
    uint64_t steps;
} ptc_catalog_question;
typedef struct ptc_lisp_catalog {
    ptc_status (*answer)(ptc_catalog_question *question, void *user);
    void *user;
    const struct ptc_lisp_catalog_info *info;
} ptc_lisp_catalog;
PTC_API void ptc_lisp_set_catalog(ptc_lisp *lisp, const ptc_lisp_catalog *catalog);
PTC_API ptc_status ptc_lisp_memory(ptc_arena *arena, ptc_lisp *lisp, ptc_value *map);
PTC_API size_t ptc_lisp_memory_size(ptc_lisp *lisp);
PTC_API ptc_status ptc_lisp_set_memory(ptc_lisp *lisp, const ptc_value *map);
PTC_API void ptc_lisp_forget(ptc_lisp *lisp);
PTC_API void ptc_lisp_set_start(ptc_lisp *lisp, ptc_position start);
PTC_API ptc_status ptc_lisp_compile(ptc_arena *arena, ptc_lisp *lisp,
                                    const ptc_source *source, ptc_program **out,
                                    ptc_lisp_error *error);
PTC_API void ptc_program_free(ptc_program *program);
PTC_API const ptc_lisp_error *ptc_program_warning(const ptc_program *program,
                                                  size_t index);
PTC_API void ptc_program_disassemble(ptc_text *text, const ptc_program *program);
typedef struct ptc_tool_record {
    const char *name;
    ptc_value arguments;
    ptc_value result;
    const char *error;
    const char *reason;
    const struct ptc_step *step;
    ptc_str feedback;
    uint64_t time_ms;
    bool is_cached;
    bool is_arguments_cut;
    bool is_result_cut;
    bool is_caught;
    bool is_kept;
    const struct ptc_tool_record_info *info;
} ptc_tool_record;
typedef struct ptc_lisp_result {
    ptc_value value;
    ptc_str printed;
    ptc_str canonical;
    ptc_str output;
    ptc_lisp_error error;
    bool is_return;
    uint64_t fuel_used;
    size_t heap_peak;
    const ptc_str *changed;
    size_t changed_count;
    ptc_value changes;
    const ptc_tool_record *calls;
    size_t call_count;
    size_t calls_made;
    bool has_var;
    bool is_thrown;
    const struct ptc_lisp_result_info *info;
} ptc_lisp_result;
enum {
    PTC_LISP_PRINTED = 1,
    PTC_LISP_CANONICAL = 2,
    PTC_LISP_HISTORY = 4,
    PTC_LISP_CHANGES = 8,
    PTC_LISP_BOUND = 16,
};
PTC_API ptc_status ptc_lisp_run(ptc_arena *arena, ptc_lisp *lisp,
                                const ptc_program *program, unsigned flags,
                                ptc_lisp_result *out);
PTC_API ptc_status ptc_lisp_eval(ptc_arena *arena, ptc_lisp *lisp,
                                 const ptc_source *source, unsigned flags,
                                 ptc_lisp_result *out);
PTC_END
#endif
#ifndef PTC_LLM_H
#define PTC_LLM_H
PTC_BEGIN
typedef enum ptc_role {
    PTC_ROLE_USER,
    PTC_ROLE_ASSISTANT,
    PTC_ROLE_TOOL,
} ptc_role;
PTC_API const char *ptc_role_name(ptc_role role);
typedef enum ptc_part_kind {
    PTC_PART_TEXT,
    PTC_PART_CALL,
    PTC_PART_RESULT,
    PTC_PART_REASONING,
    PTC_PART_IMAGE,
} ptc_part_kind;
enum {
    PTC_PART_RAW = 1,
    PTC_PART_ERROR = 2,
    PTC_PART_CACHE = 4,
};
typedef struct ptc_part {
    ptc_part_kind kind;
    unsigned flags;
    ptc_str text;
    ptc_str id;
    ptc_str name;
    ptc_str format;
    ptc_str opaque;
} ptc_part;
typedef struct ptc_message {
    ptc_role role;
    ptc_str content;
    const ptc_part *parts;
    size_t part_count;
} ptc_message;
PTC_INLINE const ptc_message *ptc_message_at(const ptc_message *messages,
                                             size_t message_size, size_t index)
{
    return (const ptc_message *)(const void *)((const char *)messages +
                                               index * message_size);
}
PTC_INLINE const ptc_part *ptc_part_at(const ptc_part *parts, size_t part_size,
                                       size_t index)
{
    return (const ptc_part *)(const void *)((const char *)parts + index * part_size);
}
typedef enum ptc_llm_syntax {
    PTC_SYNTAX_NONE,
    PTC_SYNTAX_LARK,
    PTC_SYNTAX_REGEX,
    PTC_SYNTAX_GBNF,
    PTC_SYNTAX_EBNF,
} ptc_llm_syntax;
typedef enum ptc_request_tool_kind {
    PTC_REQUEST_FUNCTION,
    PTC_REQUEST_CUSTOM,
} ptc_request_tool_kind;
enum { PTC_REQUEST_TOOL_STRICT = 1 };
typedef struct ptc_request_tool {
    ptc_str name;
    ptc_str description;
    ptc_str schema;
    ptc_request_tool_kind kind;
    ptc_llm_syntax syntax;
    ptc_str grammar;
    unsigned flags;
} ptc_request_tool;
PTC_INLINE const ptc_request_tool *ptc_request_tool_at(const ptc_request_tool *tools,
                                                       size_t tool_size, size_t index)
{
    return (const ptc_request_tool *)(const void *)((const char *)tools +
                                                    index * tool_size);
}
typedef enum ptc_tool_choice {
    PTC_TOOL_CHOICE_AUTO,
    PTC_TOOL_CHOICE_NONE,
    PTC_TOOL_CHOICE_REQUIRED,
    PTC_TOOL_CHOICE_NAMED,
} ptc_tool_choice;
typedef enum ptc_response_kind {
    PTC_RESPONSE_TEXT,
    PTC_RESPONSE_JSON,
    PTC_RESPONSE_SCHEMA,
    PTC_RESPONSE_GRAMMAR,
} ptc_response_kind;
typedef struct ptc_response_form {
    size_t struct_size;
    ptc_response_kind kind;
    ptc_llm_syntax syntax;
    ptc_str name;
    ptc_str schema;
    ptc_str grammar;
} ptc_response_form;
typedef enum ptc_llm_effort {
    PTC_EFFORT_NONE,
    PTC_EFFORT_MINIMAL,
    PTC_EFFORT_LOW,
    PTC_EFFORT_MEDIUM,
    PTC_EFFORT_HIGH,
    PTC_EFFORT_XHIGH,
    PTC_EFFORT_MAX,
} ptc_llm_effort;
PTC_API const char *ptc_llm_effort_name(ptc_llm_effort effort);
enum {
    PTC_SETTING_TEMPERATURE = 1,
    PTC_SETTING_TOP_P = 2,
    PTC_SETTING_MAX_TOKENS = 4,
    PTC_SETTING_SEED = 8,
    PTC_SETTING_STOP = 16,
    PTC_SETTING_EFFORT = 32,
};
enum { PTC_STOP_TEXTS_MAX = 4 };
typedef struct ptc_llm_settings {
    size_t struct_size;
    unsigned set;
    ptc_llm_effort effort;
    double temperature;
    double top_p;
    uint64_t max_tokens;
    int64_t seed;
    const ptc_str *stop;
    size_t stop_count;
    ptc_str fault;
} ptc_llm_settings;
typedef enum ptc_llm_chunk_kind {
    PTC_CHUNK_TEXT,
    PTC_CHUNK_REASONING,
    PTC_CHUNK_CALL,
    PTC_CHUNK_RESTART,
} ptc_llm_chunk_kind;
typedef struct ptc_llm_chunk {
    size_t struct_size;
    ptc_llm_chunk_kind kind;
    uint32_t index;
    ptc_str text;
} ptc_llm_chunk;
typedef void (*ptc_llm_chunk_function)(const ptc_llm_chunk *chunk, void *user);
typedef struct ptc_cancel {
    volatile int is_set;
} ptc_cancel;
PTC_API void ptc_cancel_set(ptc_cancel *cancel);
PTC_API bool ptc_cancel_is_set(const ptc_cancel *cancel);
enum { PTC_REQUEST_CACHES_SYSTEM = 1 };
typedef struct ptc_llm_request {
    size_t struct_size;
    ptc_arena *arena;
    ptc_str system;
    const ptc_message *messages;
    size_t message_count;
    size_t message_size;
    size_t part_size;
    ptc_str prompt;
    const ptc_str
        *tool_names;
    size_t tool_name_count;
    ptc_value options;
    uint64_t time_ms;
    const ptc_cancel *cancel;
    const ptc_schema *response_schema;
    uint32_t turn;
    unsigned flags;
    const ptc_llm_settings *settings;
    const ptc_request_tool *tools;
    size_t tool_count;
    size_t tool_size;
    ptc_tool_choice tool_choice;
    uint32_t max_calls;
    ptc_str chosen_tool;
    const ptc_response_form *response;
    ptc_str cache_key;
    ptc_llm_chunk_function chunk;
    void *chunk_user;
} ptc_llm_request;
PTC_INLINE void ptc_llm_request_init(ptc_llm_request *request, ptc_arena *arena)
{
    memset(request, 0, sizeof *request);
    request->struct_size = sizeof *request;
    request->message_size = sizeof(ptc_message);
    request->part_size = sizeof(ptc_part);
    request->tool_size = sizeof(ptc_request_tool);
    request->time_ms = UINT64_MAX;
    request->arena = arena;
}
PTC_INLINE ptc_llm_request ptc_llm_request_copy(const ptc_llm_request *request)
{
    ptc_llm_request own;
    ptc_llm_request_init(&own, NULL);
    memcpy(&own, request,
           request->struct_size < sizeof own ? request->struct_size : sizeof own);
    own.struct_size = sizeof own;
    return own;
}
typedef enum ptc_stop_reason {
    PTC_STOP_UNKNOWN,
    PTC_STOP_END,
    PTC_STOP_LENGTH,
    PTC_STOP_REFUSAL,
    PTC_STOP_TOOL,
    PTC_STOP_OTHER,
} ptc_stop_reason;
typedef enum ptc_llm_fault {
    PTC_LLM_UNKNOWN,
    PTC_LLM_RATE_LIMIT,
    PTC_LLM_TIMEOUT,
    PTC_LLM_SERVER_ERROR,
    PTC_LLM_CLIENT_ERROR,
} ptc_llm_fault;
typedef struct ptc_llm_reply {
    size_t struct_size;
    ptc_str content;
    ptc_str reasoning;
    int64_t input_tokens;
    int64_t output_tokens;
    ptc_stop_reason stop_reason;
    ptc_str model;
    ptc_llm_fault fault;
    int status;
    ptc_str message;
    int64_t retry_after_ms;
    int retry;
    ptc_str code;
    const ptc_part *parts;
    size_t part_count;
    size_t part_size;
    int64_t cached_tokens;
    int64_t cache_write_tokens;
    int64_t reasoning_tokens;
    int64_t cost_reported;
    int64_t first_byte_us;
    int64_t total_us;
    ptc_str request_id;
} ptc_llm_reply;
PTC_API void ptc_llm_reply_clear(ptc_llm_reply *reply, size_t struct_size);
PTC_INLINE void ptc_llm_reply_init(ptc_llm_reply *reply)
{
    ptc_llm_reply_clear(reply, sizeof *reply);
}
typedef ptc_status (*ptc_llm_function)(const ptc_llm_request *request,
                                       ptc_llm_reply *reply, void *user);
typedef enum ptc_backoff {
    PTC_BACKOFF_EXPONENTIAL,
    PTC_BACKOFF_LINEAR,
    PTC_BACKOFF_CONSTANT,
} ptc_backoff;
typedef struct ptc_llm_retry {
    uint32_t max_attempts;
    ptc_backoff backoff;
    uint32_t base_delay_ms;
    uint32_t max_delay_ms;
    uint32_t jitter_percent;
    unsigned retryable;
} ptc_llm_retry;
enum {
    PTC_LLM_CAN_TOOLS = 1 << 0,
    PTC_LLM_CAN_STRICT_TOOLS = 1 << 1,
    PTC_LLM_CAN_CUSTOM_TOOLS = 1 << 2,
    PTC_LLM_CAN_PARALLEL_OFF = 1 << 3,
    PTC_LLM_CAN_JSON_SCHEMA = 1 << 4,
    PTC_LLM_CAN_JSON_OBJECT = 1 << 5,
    PTC_LLM_CAN_STREAM = 1 << 6,
    PTC_LLM_CAN_STREAM_USAGE = 1 << 7,
    PTC_LLM_CAN_REASONING_BACK = 1 << 8,
    PTC_LLM_CAN_SAMPLING = 1 << 9,
    PTC_LLM_CAN_SEED = 1 << 10,
};
typedef enum ptc_llm_system_role {
    PTC_SYSTEM_ROLE_SYSTEM,
    PTC_SYSTEM_ROLE_DEVELOPER,
    PTC_SYSTEM_ROLE_FIRST_USER,
} ptc_llm_system_role;
typedef enum ptc_llm_cache {
    PTC_LLM_CACHE_NONE,
    PTC_LLM_CACHE_AUTO,
    PTC_LLM_CACHE_MARKS,
} ptc_llm_cache;
typedef enum ptc_llm_reasoning {
    PTC_REASONING_NONE,
    PTC_REASONING_EFFORT,
    PTC_REASONING_BUDGET,
} ptc_llm_reasoning;
typedef enum ptc_llm_transport {
    PTC_TRANSPORT_AUTO,
    PTC_TRANSPORT_FENCE,
    PTC_TRANSPORT_TOOL,
    PTC_TRANSPORT_CUSTOM,
    PTC_TRANSPORT_GRAMMAR,
} ptc_llm_transport;
enum { PTC_PRICE_CACHED_INPUT = 1, PTC_PRICE_CACHE_WRITE = 2 };
typedef struct ptc_llm_prices {
    size_t struct_size;
    const char *currency;
    unsigned set;
    int64_t input;
    int64_t output;
    int64_t cached_input;
    int64_t cache_write;
} ptc_llm_prices;
typedef struct ptc_llm_info {
    size_t struct_size;
    unsigned capabilities;
    unsigned tool_choices;
    ptc_llm_syntax grammar;
    ptc_llm_system_role system_role;
    ptc_llm_cache cache;
    ptc_llm_reasoning reasoning;
    ptc_llm_transport transport;
    uint64_t context_tokens;
    const ptc_llm_prices *prices;
    const ptc_llm_retry *retry;
} ptc_llm_info;
typedef struct ptc_llm {
    const char *name;
    ptc_llm_function call;
    void *user;
    const ptc_llm_info *info;
} ptc_llm;
PTC_API const char *ptc_llm_fault_name(ptc_llm_fault fault);
PTC_API const char *ptc_stop_reason_name(ptc_stop_reason reason);
typedef struct ptc_script ptc_script;
PTC_API ptc_status ptc_script_read(ptc_arena *arena, const ptc_source *source,
                                   ptc_script **out, ptc_error *error);
PTC_API ptc_llm ptc_script_llm(ptc_script *script, const char *name);
PTC_API size_t ptc_script_left(const ptc_script *script);
typedef struct ptc_llm_command {
    size_t struct_size;
    const char *const *argv;
    const char *model;
    uint32_t max_tokens;
    uint64_t timeout_ms;
    ptc_value options;
} ptc_llm_command;
PTC_API ptc_status ptc_llm_of_command(const ptc_llm_command *command, const char *name,
                                      ptc_llm *out);
PTC_END
#endif
PTC_BEGIN
typedef struct ptc_step ptc_step;
typedef struct ptc_trace ptc_trace;
typedef struct ptc_secrets {
    ptc_str *values;
    size_t count;
    size_t capacity;
} ptc_secrets;
enum { PTC_SECRET_MIN = 8 };
PTC_API ptc_status ptc_secrets_add(ptc_arena *arena, ptc_secrets *secrets, ptc_str value);
PTC_API ptc_status ptc_secrets_add_environment(ptc_arena *arena, ptc_secrets *secrets,
                                               char *const *environment);
PTC_API ptc_str ptc_secrets_hide(ptc_arena *arena, const ptc_secrets *secrets,
                                 ptc_str text);
typedef struct ptc_redaction {
    void (*function)(ptc_str path, ptc_value *value, void *user);
    void *user;
    const ptc_secrets *secrets;
} ptc_redaction;
typedef char ptc_trace_id[33];
typedef char ptc_span_id[9];
typedef struct ptc_fail {
    ptc_str reason;
    ptc_str message;
    ptc_str op;
    ptc_value details;
} ptc_fail;
PTC_INLINE ptc_fail ptc_fail_none(void)
{
    ptc_fail fail;
    fail.reason = ptc_str_of("");
    fail.message = ptc_str_of("");
    fail.op = ptc_str_of("");
    fail.details = ptc_value_nil();
    return fail;
}
PTC_INLINE ptc_error ptc_fail_view(const ptc_fail *fail)
{
    return ptc_error_make(fail->message, fail->op, fail->reason);
}
typedef struct ptc_usage {
    uint64_t duration_ms;
    uint32_t turns;
    uint32_t llm_requests;
    uint64_t memory_bytes;
    int64_t input_tokens;
    int64_t output_tokens;
    bool fallback_used;
    const struct ptc_usage_info *info;
} ptc_usage;
struct ptc_step {
    bool is_ok;
    ptc_value result;
    ptc_fail fail;
    ptc_value memory;
    ptc_value memory_delta;
    const ptc_schema *signature;
    ptc_value field_descriptions;
    ptc_usage usage;
    const ptc_trace *trace;
    ptc_trace_id trace_id;
    ptc_trace_id parent_trace_id;
    ptc_span_id span_id;
    ptc_str agent;
    const ptc_message *messages;
    size_t message_count;
    size_t message_size;
    size_t part_size;
    ptc_str prompt;
    bool is_log_cut;
    const ptc_secrets *secrets;
};
typedef struct ptc_trace_call {
    ptc_str name;
    ptc_value args;
    ptc_value result;
    bool is_full;
    ptc_str shown_args;
    ptc_str shown_result;
    const ptc_schema *signature;
    ptc_str error;
    uint64_t duration_ms;
    const ptc_step *child;
    bool is_cached;
    const struct ptc_trace_call_info *info;
} ptc_trace_call;
typedef enum ptc_turn_type {
    PTC_TURN_NORMAL,
    PTC_TURN_RETRY,
    PTC_TURN_NO_CODE,
    PTC_TURN_TRUNCATED,
    PTC_TURN_LLM_ERROR,
} ptc_turn_type;
typedef struct ptc_trace_turn {
    uint32_t turn;
    ptc_turn_type type;
    bool is_good;
    int64_t timestamp_ms;
    uint64_t duration_ms;
    ptc_str system;
    const ptc_message *messages;
    size_t message_count;
    size_t message_size;
    size_t part_size;
    ptc_str expanded_template;
    ptc_str llm_response;
    ptc_str reasoning;
    ptc_str model;
    ptc_str source;
    ptc_str ast;
    ptc_str parse_error;
    ptc_value result;
    ptc_str shown_result;
    bool is_return;
    ptc_fail error;
    ptc_str warnings;
    const ptc_trace_call *calls;
    size_t call_count;
    ptc_str prints;
    ptc_value memory_delta;
    ptc_value memory;
    ptc_value context_snapshot;
    int64_t input_tokens;
    int64_t output_tokens;
    const struct ptc_trace_turn_info *info;
} ptc_trace_turn;
struct ptc_trace {
    const ptc_trace_turn *turns;
    size_t turn_count;
    uint64_t duration_ms;
    int64_t input_tokens;
    int64_t output_tokens;
};
PTC_API ptc_status ptc_step_turn(ptc_arena *arena, const ptc_step *step, uint32_t n,
                                 const ptc_step **out);
enum {
    PTC_TRACE_ASCII = 1,
    PTC_TRACE_COLOR = 2,
    PTC_TRACE_RAW = 4,
    PTC_TRACE_MESSAGES = 8,
    PTC_TRACE_USAGE = 16,
    PTC_TRACE_SYSTEM = 32,
    PTC_TRACE_OPEN = 64,
    PTC_TRACE_NAMES = 128,
    PTC_TRACE_FULL = 256,
};
PTC_API void ptc_step_print_trace(ptc_text *text, const ptc_step *step, unsigned flags);
PTC_API void ptc_step_print_chain(ptc_text *text, const ptc_step *const *steps,
                                  size_t count, unsigned flags);
PTC_API void ptc_step_inspect(ptc_text *text, const ptc_step *step, size_t limit,
                              unsigned flags);
PTC_API ptc_status ptc_step_write_result(ptc_text *text, const ptc_step *step,
                                         unsigned flags);
PTC_API ptc_status ptc_step_write_json(ptc_text *text, const ptc_step *step,
                                       unsigned flags);
PTC_END
#endif
PTC_BEGIN
typedef struct ptc_host ptc_host;
struct ptc_agent;
typedef struct ptc_host_options {
    size_t struct_size;
    ptc_allocator allocator;
    uint64_t (*clock_ns)(void *user);
    int64_t (*wall_clock_ms)(void *user);
    void (*sleep)(uint64_t ms, void *user);
    uint64_t (*random)(void *user);
    void *user;
} ptc_host_options;
PTC_API ptc_status ptc_host_new(const ptc_host_options *options, ptc_host **out);
PTC_API void ptc_host_free(ptc_host *host);
PTC_API ptc_status ptc_host_add_llm(ptc_host *host, const ptc_llm *llm);
typedef enum ptc_event_kind {
#define PTC_EVENT(constant, name) PTC_EVENT_##constant,
PTC_EVENT(RUN_START,      "run.start")
PTC_EVENT(RUN_STOP,       "run.stop")
PTC_EVENT(RUN_EXCEPTION,  "run.exception")
PTC_EVENT(TURN_START,     "turn.start")
PTC_EVENT(TURN_STOP,      "turn.stop")
PTC_EVENT(LLM_START,      "llm.start")
PTC_EVENT(LLM_STOP,       "llm.stop")
PTC_EVENT(TOOL_START,     "tool.start")
PTC_EVENT(TOOL_STOP,      "tool.stop")
PTC_EVENT(TOOL_EXCEPTION, "tool.exception")
#undef PTC_EVENT
    PTC_EVENT_COUNT
} ptc_event_kind;
PTC_API const char *ptc_event_name(ptc_event_kind kind);
typedef struct ptc_event {
    ptc_event_kind kind;
    uint64_t seq;
    int64_t timestamp_ms;
    uint64_t duration_ns;
    const struct ptc_agent *agent;
    uint32_t turn;
    int64_t input_tokens;
    int64_t output_tokens;
    const char *trace_id;
    const char *span_id;
    const char *parent_span_id;
    const ptc_value *context;
    const ptc_step *step;
    ptc_str status;
    ptc_str program;
    ptc_str system;
    const ptc_message *messages;
    size_t message_count;
    size_t message_size;
    size_t part_size;
    ptc_str response;
    ptc_str tool;
    const ptc_value *args;
    const ptc_value *result;
    ptc_str error;
    bool is_cached;
} ptc_event;
typedef void (*ptc_event_function)(const ptc_event *event, void *user);
PTC_API ptc_status ptc_host_attach(ptc_host *host, const char *id,
                                   const ptc_event_kind *events, size_t count,
                                   ptc_event_function function, void *user);
PTC_API ptc_status ptc_host_detach(ptc_host *host, const char *id);
PTC_END
#endif
#ifndef PTC_TEMPLATE_H
#define PTC_TEMPLATE_H
PTC_BEGIN
#define PTC_TEMPLATE_DEPTH_MAX 64
#define PTC_TEMPLATE_PATH_MAX  32
typedef enum ptc_template_op_kind {
    PTC_TEMPLATE_TEXT,
    PTC_TEMPLATE_VALUE,
    PTC_TEMPLATE_SECTION,
    PTC_TEMPLATE_INVERTED,
} ptc_template_op_kind;
typedef struct ptc_template_op {
    uint8_t kind;
    bool is_alone;
    uint16_t path_count;
    uint32_t end;
    uint32_t column;
    uint32_t offset;
    ptc_str text;
    const ptc_str *path;
} ptc_template_op;
typedef struct ptc_template {
    const ptc_template_op *ops;
    uint32_t count;
} ptc_template;
PTC_API ptc_status ptc_template_compile(ptc_arena *arena, const ptc_source *source,
                                        ptc_diags *diags, ptc_template *out);
PTC_API ptc_status ptc_template_check(const ptc_template *compiled,
                                      const ptc_source *source,
                                      const ptc_schema *signature, bool all_used,
                                      ptc_diags *diags);
typedef enum ptc_template_missing {
    PTC_MISSING_KEEP,
    PTC_MISSING_ERROR,
} ptc_template_missing;
typedef struct ptc_template_sink {
    void (*text)(ptc_str chunk, void *user);
    void (*value)(ptc_str value, uint32_t column, bool is_alone, void *user);
    void *user;
} ptc_template_sink;
typedef struct ptc_template_options {
    size_t struct_size;
    ptc_template_missing on_missing;
    bool escape_html;
    const ptc_template_sink *sink;
    bool as_literals;
    uint64_t step_limit;
} ptc_template_options;
PTC_API ptc_status ptc_template_expand(ptc_text *out, const ptc_template *compiled,
                                       const ptc_value *data,
                                       const ptc_template_options *options,
                                       ptc_error *error);
PTC_END
#endif
PTC_BEGIN
typedef struct ptc_agent ptc_agent;
typedef struct ptc_compiled ptc_compiled;
typedef struct ptc_llm_ref {
    const char *name;
    const ptc_llm *llm;
} ptc_llm_ref;
typedef struct ptc_llm_tool {
    ptc_str prompt;
    const ptc_template *compiled_prompt;
    const ptc_schema *signature;
    ptc_llm_ref llm;
    const struct ptc_agent_tool *tools;
    size_t tool_count;
    ptc_str response_template;
    const ptc_schema *json_signature;
} ptc_llm_tool;
typedef struct ptc_agent_tool {
    const char *name;
    const char *description;
    const ptc_tool *function;
    const ptc_llm_tool *llm_tool;
    const ptc_agent *agent;
    ptc_llm_ref llm;
    unsigned flags;
    const ptc_compiled *compiled;
    const struct ptc_agent_tool_info *info;
} ptc_agent_tool;
typedef struct ptc_agent_parts {
    ptc_str rules;
    ptc_str tools;
    ptc_str format;
} ptc_agent_parts;
typedef struct ptc_description {
    ptc_str name;
    ptc_str text;
    const struct ptc_description_info *info;
} ptc_description;
typedef enum ptc_completion {
    PTC_COMPLETION_EXPLICIT,
    PTC_COMPLETION_IMPLICIT
} ptc_completion;
typedef enum ptc_memory_strategy {
    PTC_MEMORY_FAIL,
    PTC_MEMORY_ROLLBACK
} ptc_memory_strategy;
typedef enum ptc_multi_block {
    PTC_BLOCKS_DO,
    PTC_BLOCKS_FIRST,
    PTC_BLOCKS_ERROR
} ptc_multi_block;
typedef enum ptc_agent_output {
    PTC_AGENT_OUTPUT_LISP,
    PTC_AGENT_OUTPUT_TEXT
} ptc_agent_output;
typedef enum ptc_prompt_layout { PTC_LAYOUT_SEED, PTC_LAYOUT_CACHED } ptc_prompt_layout;
typedef enum ptc_inventory_style {
    PTC_INVENTORY_TABLE,
    PTC_INVENTORY_COMPACT
} ptc_inventory_style;
typedef struct ptc_prompt_limit {
    uint32_t list;
    uint32_t string;
    uint32_t max_chars;
} ptc_prompt_limit;
typedef struct ptc_format_options {
    uint32_t list;
    uint32_t preview;
    uint32_t string;
    uint32_t feedback;
} ptc_format_options;
typedef struct ptc_language_call {
    const ptc_agent *agent;
    uint32_t turn;
    const char *model;
    ptc_value memory;
    const ptc_message *messages;
    size_t message_count;
    size_t message_size;
    size_t part_size;
    ptc_arena *arena;
} ptc_language_call;
typedef struct ptc_system_prompt {
    ptc_str replacement;
    ptc_str prefix;
    ptc_str suffix;
    ptc_str language_spec;
    ptc_str output_format;
    ptc_str (*function)(ptc_arena *arena, const ptc_agent *agent, ptc_str text,
                        void *user);
    void *user;
    ptc_str (*language)(const ptc_language_call *call, void *user);
    const struct ptc_system_prompt_info *info;
} ptc_system_prompt;
enum {
    PTC_AGENT_MERGES_NOT = 1,
    PTC_AGENT_KEEPS_THINKING = 2,
    PTC_AGENT_COMPACTS = 4,
    PTC_AGENT_ENVELOPE = 8,
    PTC_AGENT_NO_ENVELOPE = 16,
    PTC_AGENT_GREP = 32,
    PTC_AGENT_VALIDATE = 64,
    PTC_AGENT_INFER = 128,
    PTC_AGENT_BUILTINS =
        PTC_AGENT_GREP | PTC_AGENT_VALIDATE | PTC_AGENT_INFER,
    PTC_AGENT_REFERENCES = 256,
    PTC_AGENT_EMBEDS_RAW = 512,
};
struct ptc_agent {
    size_t struct_size;
    const char *name;
    const char *description;
    ptc_str prompt;
    const ptc_template *compiled_prompt;
    const ptc_schema *signature;
    ptc_str signature_text;
    const ptc_agent_tool *tools;
    size_t tool_count;
    const ptc_prompt_tool *catalog;
    size_t catalog_count;
    uint64_t max_turns;
    uint64_t retry_turns;
    uint64_t max_depth;
    uint64_t turn_budget;
    uint64_t llm_budget;
    uint64_t max_tool_calls;
    uint64_t token_limit;
    uint64_t mission_timeout_ms;
    uint64_t timeout_ms;
    uint64_t llm_timeout_ms;
    uint64_t tool_timeout_ms;
    uint64_t fuel;
    uint64_t max_heap;
    uint64_t memory_limit;
    uint64_t max_request_bytes;
    ptc_mode mode;
    ptc_llm_ref llm;
    ptc_llm_retry retry;
    ptc_completion completion;
    ptc_memory_strategy memory_strategy;
    ptc_multi_block multi_block;
    ptc_agent_output output;
    ptc_prompt_layout layout;
    ptc_prompt_style tool_style;
    ptc_inventory_style inventory_style;
    ptc_prompt_limit prompt_limit;
    ptc_format_options format;
    const ptc_system_prompt *system_prompt;
    const ptc_description *field_descriptions;
    size_t field_description_count;
    const ptc_description *context_descriptions;
    size_t context_description_count;
    uint32_t float_digits;
    unsigned flags;
    const ptc_agent_parts *parts;
    ptc_str llm_options_text;
};
typedef struct ptc_agent_fault {
    ptc_error error;
    bool is_warning;
    const struct ptc_agent_fault_info *info;
} ptc_agent_fault;
PTC_API ptc_status ptc_agent_check(ptc_arena *arena, const ptc_agent *agent,
                                   const ptc_agent_fault **faults, size_t *count);
PTC_API ptc_status ptc_agent_check_chain(ptc_arena *arena, const ptc_agent *const *agents,
                                         size_t count, const ptc_agent_fault **faults,
                                         size_t *fault_count);
#define PTC_SET_MAX_TURNS         (UINT64_C(1) << 0)
#define PTC_SET_RETRY_TURNS       (UINT64_C(1) << 1)
#define PTC_SET_MAX_DEPTH         (UINT64_C(1) << 2)
#define PTC_SET_TURN_BUDGET       (UINT64_C(1) << 3)
#define PTC_SET_LLM_BUDGET        (UINT64_C(1) << 4)
#define PTC_SET_MAX_TOOL_CALLS    (UINT64_C(1) << 5)
#define PTC_SET_TOKEN_LIMIT       (UINT64_C(1) << 6)
#define PTC_SET_MISSION_TIMEOUT   (UINT64_C(1) << 7)
#define PTC_SET_TIMEOUT           (UINT64_C(1) << 8)
#define PTC_SET_LLM_TIMEOUT       (UINT64_C(1) << 9)
#define PTC_SET_TOOL_TIMEOUT      (UINT64_C(1) << 10)
#define PTC_SET_FUEL              (UINT64_C(1) << 11)
#define PTC_SET_MAX_HEAP          (UINT64_C(1) << 12)
#define PTC_SET_MEMORY_LIMIT      (UINT64_C(1) << 13)
#define PTC_SET_MAX_REQUEST_BYTES (UINT64_C(1) << 14)
#define PTC_SET_MODE              (UINT64_C(1) << 15)
#define PTC_SET_COMPLETION        (UINT64_C(1) << 16)
#define PTC_SET_MEMORY_STRATEGY   (UINT64_C(1) << 17)
#define PTC_SET_MULTI_BLOCK       (UINT64_C(1) << 18)
#define PTC_SET_LAYOUT            (UINT64_C(1) << 19)
#define PTC_SET_TOOL_STYLE        (UINT64_C(1) << 20)
#define PTC_SET_INVENTORY_STYLE   (UINT64_C(1) << 21)
#define PTC_SET_FLOAT_DIGITS      (UINT64_C(1) << 22)
typedef struct ptc_agent_overrides {
    size_t struct_size;
    uint64_t set;
    unsigned flags;
    unsigned cleared_flags;
    uint64_t max_turns;
    uint64_t retry_turns;
    uint64_t max_depth;
    uint64_t turn_budget;
    uint64_t llm_budget;
    uint64_t max_tool_calls;
    uint64_t token_limit;
    uint64_t mission_timeout_ms;
    uint64_t timeout_ms;
    uint64_t llm_timeout_ms;
    uint64_t tool_timeout_ms;
    uint64_t fuel;
    uint64_t max_heap;
    uint64_t memory_limit;
    uint64_t max_request_bytes;
    ptc_mode mode;
    ptc_completion completion;
    ptc_memory_strategy memory_strategy;
    ptc_multi_block multi_block;
    ptc_prompt_layout layout;
    ptc_prompt_style tool_style;
    ptc_inventory_style inventory_style;
    uint32_t float_digits;
    ptc_prompt_limit prompt_limit;
    ptc_format_options format;
    const ptc_system_prompt *system_prompt;
    const ptc_description *field_descriptions;
    size_t field_description_count;
    const ptc_description *context_descriptions;
    size_t context_description_count;
} ptc_agent_overrides;
typedef enum ptc_trace_mode {
    PTC_TRACE_MODE_KEEP,
    PTC_TRACE_MODE_ON_ERROR,
    PTC_TRACE_MODE_NONE
} ptc_trace_mode;
typedef struct ptc_agent_options {
    size_t struct_size;
    ptc_host *host;
    ptc_llm_ref llm;
    const ptc_llm *registry;
    size_t registry_count;
    const ptc_value *context;
    const ptc_step *from;
    const ptc_schema *context_signature;
    ptc_value llm_options;
    const ptc_llm_retry *retry;
    const ptc_validator *validators;
    size_t validator_count;
    ptc_cancel *cancel;
    ptc_trace_mode trace;
    bool debug;
    bool collect_messages;
    bool (*log)(ptc_str line, void *user);
    void *log_user;
    ptc_redaction redaction;
    bool is_log_raw;
    const ptc_agent_overrides *overrides;
    const ptc_context *host_context;
    const ptc_decoder *decoders;
    size_t decoder_count;
} ptc_agent_options;
PTC_API ptc_status ptc_agent_run(ptc_arena *arena, const ptc_agent *agent,
                                 const ptc_agent_options *options, const ptc_step **out);
PTC_API ptc_status ptc_agent_then(ptc_arena *arena, const ptc_step *step,
                                  const ptc_agent *agent,
                                  const ptc_agent_options *options, const ptc_step **out);
typedef struct ptc_chain {
    size_t struct_size;
    const char *name;
    const char *description;
    const ptc_agent *const *agents;
    size_t count;
} ptc_chain;
PTC_API ptc_status ptc_chain_run(ptc_arena *arena, const ptc_chain *chain,
                                 const ptc_agent_options *options,
                                 const ptc_step **steps);
PTC_API void ptc_step_write_error(ptc_text *text, const ptc_step *step);
PTC_API ptc_status ptc_agent_inspect(ptc_text *text, const ptc_agent *agent, size_t limit,
                                     unsigned flags);
typedef struct ptc_tool_schema {
    ptc_str name;
    ptc_str signature;
    ptc_str description;
    ptc_str types;
} ptc_tool_schema;
typedef struct ptc_preview {
    ptc_str system;
    ptc_str user;
    const ptc_tool_schema *tools;
    size_t tool_count;
    const ptc_schema *signature;
    ptc_str warning;
    ptc_str types;
    const struct ptc_preview_info *info;
} ptc_preview;
PTC_API ptc_status ptc_agent_preview(ptc_arena *arena, const ptc_agent *agent,
                                     const ptc_agent_options *options, ptc_preview *out,
                                     ptc_fail *fail);
PTC_API void ptc_preview_write(ptc_text *text, const ptc_preview *preview,
                               bool is_terminal);
typedef enum ptc_program_calls {
    PTC_PROGRAM_CALLS_ANY,
    PTC_PROGRAM_CALLS_KNOWN,
    PTC_PROGRAM_CALLS_TOOLS,
} ptc_program_calls;
typedef void (*ptc_program_note_fn)(ptc_str place, ptc_str what, void *user);
typedef struct ptc_agent_grammar_options {
    size_t struct_size;
    ptc_grammar_syntax syntax;
    ptc_program_calls calls;
    bool is_fenced;
    size_t max_string;
    const ptc_value *context;
    const ptc_agent_overrides *overrides;
    ptc_program_note_fn note;
    void *user;
} ptc_agent_grammar_options;
PTC_API ptc_status ptc_agent_write_grammar(ptc_text *text, const ptc_agent *agent,
                                           const ptc_agent_grammar_options *options);
PTC_END
#endif
#ifndef PTC_AGENT_FILE_H
#define PTC_AGENT_FILE_H
#ifndef PTC_CONTRACT_H
#define PTC_CONTRACT_H
PTC_BEGIN
typedef struct ptc_contract {
    ptc_str name;
    ptc_schema schema;
    bool is_type;
    bool is_included;
    const ptc_source *source;
    ptc_span span;
    const struct ptc_contract_info *info;
} ptc_contract;
typedef enum ptc_prototype_kind {
    PTC_PROTOTYPE_OTHER,
    PTC_PROTOTYPE_VOID,
    PTC_PROTOTYPE_INT,
    PTC_PROTOTYPE_FLOAT,
    PTC_PROTOTYPE_BOOL,
    PTC_PROTOTYPE_TEXT,
    PTC_PROTOTYPE_STR,
    PTC_PROTOTYPE_VALUE,
    PTC_PROTOTYPE_JSON,
    PTC_PROTOTYPE_DATETIME,
    PTC_PROTOTYPE_DATE,
    PTC_PROTOTYPE_DECIMAL,
    PTC_PROTOTYPE_DECLARED,
    PTC_PROTOTYPE_POINTER,
} ptc_prototype_kind;
typedef struct ptc_prototype_value {
    ptc_prototype_kind kind;
    ptc_str type;
    ptc_str name;
} ptc_prototype_value;
typedef struct ptc_prototype {
    ptc_str function;
    ptc_str header;
    ptc_span span;
    const ptc_prototype_value *parameters;
    size_t count;
    ptc_prototype_value result;
} ptc_prototype;
typedef struct ptc_contract_info {
    size_t struct_size;
    ptc_str path;
    ptc_span path_span;
    ptc_str sql;
    ptc_span sql_span;
    const ptc_prototype *prototype;
    ptc_str title;
    unsigned hints;
    int64_t timeout_ms;
} ptc_contract_info;
typedef struct ptc_contracts {
    const ptc_contract *items;
    size_t count;
    const ptc_source *
        *sources;
    size_t source_count;
} ptc_contracts;
typedef enum ptc_contract_format {
    PTC_CONTRACT_BY_NAME,
    PTC_CONTRACT_SIG,
    PTC_CONTRACT_SIGNATURE,
    PTC_CONTRACT_MALLI_EDN,
    PTC_CONTRACT_MALLI_JSON,
    PTC_CONTRACT_JSON_SCHEMA,
    PTC_CONTRACT_DIALECT,
} ptc_contract_format;
typedef const ptc_source *(*ptc_load_fn)(ptc_str name, const ptc_source *from,
                                         void *user);
typedef const char *(*ptc_load_fault_fn)(void *user);
typedef const ptc_source *(*ptc_refer_fn)(ptc_str address, void *user);
typedef struct ptc_contract_options {
    size_t struct_size;
    const ptc_read_options *read;
    ptc_contract_format format;
    ptc_load_fn load;
    void *user;
    ptc_load_fault_fn load_fault;
    const ptc_str *operations;
    size_t operation_count;
    ptc_refer_fn refer;
    const struct ptc_contract_dialects *dialects;
    bool brimley_compat;
    bool result_unions;
    const struct ptc_pass_watch *passes;
    const struct ptc_draft_watch *drafts;
} ptc_contract_options;
PTC_API ptc_status ptc_contracts_read(ptc_arena *arena, const ptc_source *source,
                                      const ptc_contract_options *options,
                                      ptc_diags *diags, ptc_contracts *out);
PTC_API const ptc_contract *ptc_contracts_find(const ptc_contracts *contracts,
                                               ptc_str name);
PTC_API ptc_status ptc_contracts_format(ptc_arena *arena, ptc_text *out,
                                        const ptc_source *source,
                                        const ptc_contract_options *options,
                                        ptc_diags *diags);
PTC_END
#endif
PTC_BEGIN
typedef struct ptc_agent_file ptc_agent_file;
typedef struct ptc_agent_file_tool {
    ptc_str symbol;
    ptc_str declaration;
    const ptc_contract *contract;
    const ptc_agent_file *agent;
    const struct ptc_agent_file_tool *tools;
    ptc_span span;
} ptc_agent_file_tool;
struct ptc_agent_file {
    const ptc_source *source;
    const ptc_agent *agent;
    const ptc_agent_file_tool *tools;
    ptc_str declaration;
    const ptc_contract *contract;
    const ptc_str *files;
    size_t file_count;
    ptc_span signature_span;
    const ptc_span *catalog;
};
typedef struct ptc_agent_files {
    size_t struct_size;
    ptc_load_fn load;
    void *user;
    const ptc_type_names *types;
    ptc_load_fault_fn load_fault;
    bool lint;
    size_t memory_cap;
    const ptc_type_names *decoders;
} ptc_agent_files;
#define PTC_AGENT_FILES_MAX 64
PTC_API bool ptc_agent_file_is(ptc_str path);
PTC_API ptc_status ptc_agent_file_read(ptc_arena *arena, const ptc_source *source,
                                       const ptc_agent_files *files, ptc_diags *diags,
                                       const ptc_agent_file **out);
PTC_API ptc_status ptc_agent_file_bind(ptc_arena *arena, const ptc_agent_file *file,
                                       const ptc_tool_table *tables, size_t count,
                                       ptc_str *missing);
PTC_API ptc_status ptc_agent_file_bind_all(ptc_arena *arena, const ptc_agent_file *file,
                                           const ptc_tool_table *tables, size_t count,
                                           const ptc_tool *rest, ptc_str *missing);
PTC_API ptc_status ptc_agent_file_bind_compiled(ptc_arena *arena,
                                                const ptc_agent_file *file,
                                                const ptc_compiled *const *compiled,
                                                size_t count, ptc_str *missing);
typedef struct ptc_chain_file {
    const ptc_source *source;
    const ptc_chain *chain;
    const ptc_agent_file *const *agents;
    const ptc_span *spans;
    const ptc_str *files;
    size_t file_count;
} ptc_chain_file;
#define PTC_CHAIN_AGENTS_MAX 64
PTC_API bool ptc_chain_file_is(ptc_str path);
PTC_API ptc_status ptc_chain_file_read(ptc_arena *arena, const ptc_source *source,
                                       const ptc_agent_files *files, ptc_diags *diags,
                                       const ptc_chain_file **out);
PTC_API ptc_status ptc_chain_file_bind(ptc_arena *arena, const ptc_chain_file *file,
                                       const ptc_tool_table *tables, size_t count,
                                       const ptc_tool *rest, ptc_str *missing);
PTC_API ptc_status ptc_chain_file_bind_compiled(ptc_arena *arena,
                                                const ptc_chain_file *file,
                                                const ptc_compiled *const *compiled,
                                                size_t count, ptc_str *missing);
PTC_END
#endif
#ifndef PTC_CASSETTE_H
#define PTC_CASSETTE_H
PTC_BEGIN
#define PTC_PROMPT_REVISION 2
typedef struct ptc_cassette ptc_cassette;
typedef enum ptc_cassette_mode {
    PTC_CASSETTE_REPLAY,
    PTC_CASSETTE_RECORD,
    PTC_CASSETTE_AUTO,
} ptc_cassette_mode;
typedef struct ptc_cassette_options {
    size_t struct_size;
    ptc_allocator allocator;
    ptc_cassette_mode mode;
    const ptc_source *source;
    bool (*write)(ptc_str line, void *user);
    void *user;
    ptc_redaction redaction;
    bool is_raw;
    bool repeats_tools;
} ptc_cassette_options;
PTC_API ptc_status ptc_cassette_new(ptc_arena *arena, const ptc_cassette_options *options,
                                    ptc_cassette **out, ptc_error *error);
PTC_API void ptc_cassette_free(ptc_cassette *cassette);
PTC_API ptc_str ptc_cassette_torn(const ptc_cassette *cassette, size_t *whole);
PTC_API ptc_status ptc_cassette_add_llm(ptc_cassette *cassette, const char *name,
                                        const ptc_llm *inner, ptc_llm *out);
PTC_API ptc_status ptc_cassette_wrap_tools(ptc_cassette *cassette, const ptc_tool *tools,
                                           size_t count, const ptc_tool **out);
PTC_API ptc_status ptc_cassette_tools(ptc_cassette *cassette, const ptc_tool **out,
                                      size_t *count);
PTC_API ptc_str ptc_cassette_hidden(ptc_arena *arena, ptc_cassette *cassette);
PTC_API size_t ptc_cassette_left(const ptc_cassette *cassette);
PTC_END
#endif
#ifndef PTC_COMPILE_H
#define PTC_COMPILE_H
#ifndef PTC_COMPILED_H
#define PTC_COMPILED_H
PTC_BEGIN
struct ptc_image;
enum {
    PTC_COMPILED_MERGES_NOT = 1,
    PTC_COMPILED_VALUE = 2,
};
typedef struct ptc_compiled_contract {
    const char *name;
    const ptc_schema *signature;
} ptc_compiled_contract;
typedef struct ptc_compiled_origin {
    const char *compiled_at;
    const char *model;
    uint32_t turns;
    int64_t tokens;
} ptc_compiled_origin;
struct ptc_compiled {
    size_t struct_size;
    const char *name;
    const char *description;
    const ptc_schema *signature;
    const ptc_agent_tool *tools;
    size_t tool_count;
    const ptc_compiled_contract *contracts;
    size_t contract_count;
    const struct ptc_image *const *stages;
    size_t stage_count;
    ptc_str source;
    unsigned flags;
    ptc_mode mode;
    uint64_t fuel;
    uint64_t max_heap;
    uint64_t memory_limit;
    uint64_t timeout_ms;
    uint64_t tool_timeout_ms;
    uint64_t mission_timeout_ms;
    uint64_t max_tool_calls;
    uint32_t float_digits;
    const ptc_description *field_descriptions;
    size_t field_description_count;
    ptc_compiled_origin origin;
};
PTC_API ptc_status ptc_compiled_run(ptc_arena *arena, const ptc_compiled *compiled,
                                    const ptc_value *context,
                                    const ptc_agent_options *options,
                                    const ptc_step **out);
PTC_END
#endif
PTC_BEGIN
typedef struct ptc_recorded_call {
    ptc_str name;
    ptc_value arguments;
    ptc_value result;
    ptc_str message;
    ptc_str reason;
    const struct ptc_recorded_call_info *info;
} ptc_recorded_call;
typedef enum ptc_compile_expect {
    PTC_COMPILE_EXPECT_NOTHING,
    PTC_COMPILE_EXPECT_RESULT,
    PTC_COMPILE_EXPECT_FAIL,
} ptc_compile_expect;
typedef struct ptc_compile_sample {
    ptc_value arguments;
    ptc_compile_expect expect;
    ptc_value expected;
    const ptc_recorded_call *calls;
    size_t call_count;
    bool has_calls;
    const struct ptc_compile_sample_info *info;
} ptc_compile_sample;
enum {
    PTC_COMPILE_ALLOW_UNUSED = 1,
    PTC_COMPILE_CALL_TOOLS = 2,
    PTC_COMPILE_NO_VALIDATE = 4,
};
typedef struct ptc_compile_options {
    size_t struct_size;
    const ptc_agent_options *run;
    const ptc_compile_sample *samples;
    size_t sample_count;
    ptc_str program;
    unsigned flags;
    uint64_t seed;
    uint64_t input_count;
} ptc_compile_options;
typedef struct ptc_compile_fault {
    ptc_diag_code code;
    ptc_severity severity;
    ptc_str message;
    ptc_str hint;
    ptc_span span;
    ptc_position position;
    size_t tool;
    size_t sample;
    size_t input;
    const struct ptc_compile_fault_info *info;
} ptc_compile_fault;
typedef struct ptc_compile_input {
    ptc_value arguments;
    bool is_judged;
    ptc_str why;
    const struct ptc_compile_input_info *info;
} ptc_compile_input;
typedef struct ptc_compilation {
    bool is_ok;
    ptc_fail fail;
    const ptc_compiled *compiled;
    ptc_str source;
    uint32_t prompt_revision;
    const ptc_compile_sample *samples;
    size_t sample_count;
    const ptc_compile_input *inputs;
    size_t input_count;
    const ptc_compile_fault *faults;
    size_t fault_count;
    size_t error_count;
    size_t warning_count;
    size_t judged;
    size_t not_judged;
    const ptc_step *step;
    const struct ptc_compilation_info *info;
} ptc_compilation;
PTC_API ptc_status ptc_agent_compile(ptc_arena *arena, const ptc_agent *agent,
                                     const ptc_compile_options *options,
                                     const ptc_compilation **out);
typedef struct ptc_compile_difference {
    size_t sample;
    ptc_str path;
    ptc_str expected;
    ptc_str found;
    bool is_judged;
    const struct ptc_compile_difference_info *info;
} ptc_compile_difference;
typedef struct ptc_compile_replayed {
    const ptc_compile_difference *differences;
    size_t difference_count;
    size_t judged;
    size_t not_judged;
    const struct ptc_compile_replayed_info *info;
} ptc_compile_replayed;
PTC_API ptc_status ptc_compile_replay(ptc_arena *arena, const ptc_compiled *compiled,
                                      const ptc_agent_options *options,
                                      const ptc_compile_sample *samples, size_t count,
                                      const ptc_compile_replayed **out);
PTC_END
#endif
#ifndef PTC_CONVERT_H
#define PTC_CONVERT_H
PTC_BEGIN
PTC_API ptc_status ptc_convert_int(ptc_str text, int64_t *out);
PTC_API ptc_status ptc_convert_float(ptc_str text, double *out);
PTC_API ptc_status ptc_convert_bool(ptc_str text, bool *out);
PTC_API ptc_status ptc_cast_int(ptc_str text, int64_t *out);
PTC_API ptc_status ptc_cast_bool(ptc_str text, bool *out);
PTC_API bool ptc_convert_keyword(ptc_str text, ptc_str *name);
PTC_API bool ptc_convert_int_key(ptc_str text, int64_t *out);
PTC_API bool ptc_convert_big_int(ptc_str digits, double *out, bool *is_exact);
typedef enum ptc_datetime_form {
    PTC_DATETIME_NONE,
    PTC_DATETIME_UTC,
    PTC_DATETIME_OFFSET,
    PTC_DATETIME_LOOSE,
    PTC_DATETIME_NO_OFFSET,
} ptc_datetime_form;
#define PTC_DATETIME_MAX 32
PTC_API ptc_datetime_form ptc_datetime_parse(ptc_str text);
PTC_API ptc_status ptc_datetime_to_utc(ptc_str text, char out[PTC_DATETIME_MAX],
                                       size_t *len);
PTC_END
#endif
#ifndef PTC_DATETIME_H
#define PTC_DATETIME_H
PTC_BEGIN
typedef struct ptc_datetime {
    ptc_str text;
    int64_t seconds;
    int32_t nanos;
    int16_t offset_minutes;
} ptc_datetime;
PTC_API ptc_status ptc_datetime_read(ptc_str text, ptc_datetime *out);
PTC_API ptc_status ptc_datetime_make(ptc_arena *arena, int64_t seconds, int32_t nanos,
                                     int16_t offset_minutes, ptc_datetime *out);
PTC_API ptc_status ptc_datetime_write_local(ptc_text *text, const ptc_datetime *moment);
typedef struct ptc_date {
    ptc_str text;
    int32_t days;
    int16_t year;
    uint8_t month;
    uint8_t day;
} ptc_date;
PTC_API ptc_status ptc_date_read(ptc_str text, ptc_date *out);
PTC_API ptc_status ptc_date_make(ptc_arena *arena, int year, int month, int day,
                                 ptc_date *out);
PTC_API ptc_status ptc_date_from_days(ptc_arena *arena, int64_t days, ptc_date *out);
PTC_END
#endif
#ifndef PTC_DECIMAL_H
#define PTC_DECIMAL_H
PTC_BEGIN
typedef struct ptc_decimal {
    ptc_str text;
    int32_t scale;
} ptc_decimal;
#define PTC_DECIMAL_EXPONENT_MAX 99999
PTC_API ptc_status ptc_decimal_read(ptc_str text, ptc_decimal *out);
PTC_API ptc_status ptc_decimal_make(ptc_arena *arena, int64_t unscaled, int32_t scale,
                                    ptc_decimal *out);
PTC_API ptc_status ptc_decimal_unscaled(const ptc_decimal *decimal, int32_t scale,
                                        int64_t *out);
PTC_API int ptc_decimal_compare(const ptc_decimal *a, const ptc_decimal *b);
PTC_END
#endif
#ifndef PTC_FILES_H
#define PTC_FILES_H
PTC_BEGIN
typedef struct ptc_reference_root {
    const char *address;
    const char *folder;
} ptc_reference_root;
typedef struct ptc_files_options {
    size_t struct_size;
    const char *root;
    const char *const *folders;
    size_t folder_count;
    const ptc_reference_root *references;
    size_t reference_count;
} ptc_files_options;
typedef struct ptc_files ptc_files;
PTC_API ptc_status ptc_files_make(ptc_arena *arena, const ptc_files_options *options,
                                  ptc_files **out);
PTC_API const ptc_source *ptc_files_load(ptc_str name, const ptc_source *from,
                                         void *user);
PTC_API const ptc_source *ptc_files_refer(ptc_str address, void *user);
PTC_API const char *ptc_files_fault(void *user);
PTC_END
#endif
#ifndef PTC_GEN_H
#define PTC_GEN_H
#ifndef PTC_GEN_SMALL_H
#define PTC_GEN_SMALL_H
#ifndef PTC_GEN_READ_H
#define PTC_GEN_READ_H
#ifndef PTC_GEN_TYPE_H
#define PTC_GEN_TYPE_H
#ifndef PTC_PARSE_H
#define PTC_PARSE_H
PTC_BEGIN
typedef struct ptc_parse_options {
    size_t struct_size;
    ptc_mode mode;
    ptc_direction direction;
    unsigned max_depth;
    const ptc_validator *validators;
    size_t validator_count;
    const ptc_context *context;
    const ptc_decoder *decoders;
    size_t decoder_count;
} ptc_parse_options;
typedef struct ptc_parse_info {
    ptc_status status;
    size_t offset;
    bool is_coerced;
} ptc_parse_info;
PTC_END
#endif
#ifndef PTC_SCAN_H
#define PTC_SCAN_H
#ifndef PTC_NUMBER_H
#define PTC_NUMBER_H
PTC_BEGIN
PTC_API bool ptc_number_read_double(const char *text, size_t len, double *out);
PTC_API bool ptc_number_is_exact(const char *text, size_t len, double value);
PTC_API bool ptc_number_scale(uint64_t mantissa, int exponent, double *out);
PTC_API extern const double ptc_number_tens[23];
PTC_API bool ptc_number_read_int(const char *text, size_t len, int64_t *out);
#define PTC_NUMBER_MAX 32
PTC_API size_t ptc_number_write_int(int64_t value, char out[PTC_NUMBER_MAX]);
PTC_API size_t ptc_number_write_uint(uint64_t value, char out[PTC_NUMBER_MAX]);
PTC_API size_t ptc_number_write_double(double value, char out[PTC_NUMBER_MAX]);
PTC_API size_t ptc_number_write_json(double value, char out[PTC_NUMBER_MAX]);
PTC_API int ptc_number_compare_int_double(int64_t a, double b);
PTC_END
#endif
#if defined(PTC_SCAN_SSE2)
#include <emmintrin.h>
#elif defined(PTC_SCAN_NEON)
#include <arm_neon.h>
#endif
PTC_BEGIN
enum {
    PTC_SCAN_INEXACT = 1,
    PTC_SCAN_STACK_FIRST = 1024,
    PTC_SCAN_SHORT = 16,
};
typedef struct ptc_scan {
    const unsigned char *end;
    ptc_arena *arena;
    int depth;
    unsigned notes;
    unsigned char *stack;
    size_t stack_used;
    size_t stack_size;
    const unsigned char *start;
    ptc_status status;
    const unsigned char *fault;
    const char *message;
    union {
        ptc_value align;
        unsigned char bytes[PTC_SCAN_STACK_FIRST];
    } first;
} ptc_scan;
PTC_API const unsigned char *ptc_scan_begin(ptc_scan *scan, ptc_arena *arena,
                                            const char *text, size_t len,
                                            unsigned max_depth);
PTC_API const unsigned char *ptc_scan_begin_copy(ptc_scan *scan, ptc_arena *arena,
                                                 const char *text, size_t len,
                                                 unsigned max_depth);
PTC_API ptc_status ptc_scan_finish(ptc_scan *scan, const unsigned char *p);
PTC_API const unsigned char *ptc_scan_fail(ptc_scan *scan, const unsigned char *p,
                                           ptc_status status, const char *message);
PTC_API ptc_status ptc_scan_error(const ptc_scan *scan, ptc_json_error *error);
PTC_API const unsigned char *ptc_scan_blanks_rest(const unsigned char *p);
PTC_API const unsigned char *ptc_scan_text_rest(ptc_scan *scan,
                                                const unsigned char *start,
                                                const unsigned char *p, ptc_str *out,
                                                unsigned *flags);
PTC_API const unsigned char *ptc_scan_int_rest(ptc_scan *scan, const unsigned char *p,
                                               int64_t *out);
PTC_API const unsigned char *ptc_scan_double_rest(ptc_scan *scan, const unsigned char *p,
                                                  double *out);
PTC_API bool ptc_scan_reserve_rest(ptc_scan *scan, size_t size);
PTC_API const unsigned char *ptc_scan_value(ptc_scan *scan, const unsigned char *p,
                                            ptc_value *out);
PTC_API const unsigned char *ptc_scan_skip(ptc_scan *scan, const unsigned char *p);
PTC_INLINE const unsigned char *ptc_scan_blanks(const unsigned char *p)
{
    if (PTC_LIKELY(*p > ' '))
        return p;
    if (*p == ' ' && p[1] > ' ')
        return p + 1;
    return ptc_scan_blanks_rest(p);
}
PTC_INLINE bool ptc_scan_same8(const unsigned char *p, const char *literal)
{
    uint64_t a;
    uint64_t b;
    memcpy(&a, p, 8);
    memcpy(&b, literal, 8);
    return a == b;
}
PTC_INLINE bool ptc_scan_same4(const unsigned char *p, const char *literal)
{
    uint32_t a;
    uint32_t b;
    memcpy(&a, p, 4);
    memcpy(&b, literal, 4);
    return a == b;
}
PTC_INLINE bool ptc_scan_same2(const unsigned char *p, const char *literal)
{
    uint16_t a;
    uint16_t b;
    memcpy(&a, p, 2);
    memcpy(&b, literal, 2);
    return a == b;
}
PTC_INLINE bool ptc_scan_match(const unsigned char *p, const char *literal, size_t n)
{
    size_t done = 0;
    for (; n - done > 8; done += 8) {
        if (!ptc_scan_same8(p + done, literal + done))
            return false;
    }
    if (n - done == 8)
        return ptc_scan_same8(p + done, literal + done);
    if (n - done > 4 && n >= 8)
        return ptc_scan_same8(p + n - 8, literal + n - 8);
    if (n - done > 4)
        return ptc_scan_same4(p, literal) && ptc_scan_same4(p + n - 4, literal + n - 4);
    if (n - done == 4 || n > 4)
        return ptc_scan_same4(p + n - 4, literal + n - 4);
    if (n == 3)
        return ptc_scan_same2(p, literal) && p[2] == (unsigned char)literal[2];
    if (n == 2)
        return ptc_scan_same2(p, literal);
    return n == 0 || *p == (unsigned char)*literal;
}
PTC_INLINE bool ptc_scan_match_any(const ptc_scan *scan, const unsigned char *p,
                                   const char *literal, size_t n)
{
    return (size_t)(scan->end - p) >= n && memcmp(p, literal, n) == 0;
}
PTC_INLINE const unsigned char *ptc_scan_close(ptc_scan *scan, const unsigned char *p)
{
    if (PTC_LIKELY(p < scan->end))
        return p;
    return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected ',' or a closing bracket");
}
#if defined(PTC_SCAN_SWAR)
#define PTC_SCAN_WIDTH 8
#else
#define PTC_SCAN_WIDTH 16
#endif
PTC_INLINE uint64_t ptc_scan_load(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}
PTC_INLINE unsigned ptc_scan_lowest(uint64_t word)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(word);
#else
    unsigned count = 0;
    for (; (word & 1) == 0; word >>= 1)
        count++;
    return count;
#endif
}
#if defined(PTC_SCAN_SSE2)
typedef unsigned ptc_scan_mask;
#else
typedef uint64_t ptc_scan_mask;
#endif
PTC_INLINE ptc_scan_mask ptc_scan_marks(const unsigned char *p)
{
#if defined(PTC_SCAN_SSE2)
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    __m128i turned = _mm_xor_si128(bytes, _mm_set1_epi8(2));
    __m128i other = _mm_subs_epi8(turned, _mm_set1_epi8(0x21));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(slash, other));
#elif defined(PTC_SCAN_NEON)
    int8x16_t bytes = vreinterpretq_s8_u8(vld1q_u8(p));
    uint8x16_t quote = vceqq_s8(bytes, vdupq_n_s8('"'));
    uint8x16_t slash = vceqq_s8(bytes, vdupq_n_s8('\\'));
    uint8x16_t other = vcltq_s8(bytes, vdupq_n_s8(' '));
    uint8x16_t found = vorrq_u8(vorrq_u8(quote, slash), other);
    uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(found), 4);
    return vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
#else
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word = ptc_scan_load(p);
    uint64_t quote = word ^ ones * '"';
    uint64_t slash = word ^ ones * '\\';
    uint64_t found = ((quote - ones) & ~quote) | ((slash - ones) & ~slash) |
                     ((word - ones * ' ') & ~word) | word;
    return found & ones << 7;
#endif
}
PTC_INLINE unsigned ptc_scan_marked(ptc_scan_mask marks)
{
#if defined(PTC_SCAN_SSE2) && defined(__GNUC__)
    return (unsigned)__builtin_ctz(marks);
#elif defined(PTC_SCAN_SSE2)
    return ptc_scan_lowest(marks);
#elif defined(PTC_SCAN_NEON)
    return ptc_scan_lowest(marks) >> 2;
#else
    return ptc_scan_lowest(marks) >> 3;
#endif
}
PTC_INLINE ptc_scan_mask ptc_scan_unmark(ptc_scan_mask marks)
{
#if defined(PTC_SCAN_NEON)
    return marks & ~(UINT64_C(15) << (ptc_scan_lowest(marks) & ~3u));
#else
    return marks & (marks - 1);
#endif
}
PTC_INLINE unsigned ptc_scan_plain(const unsigned char *p)
{
    ptc_scan_mask marks = ptc_scan_marks(p);
    return marks != 0 ? ptc_scan_marked(marks) : PTC_SCAN_WIDTH;
}
PTC_INLINE ptc_scan_mask ptc_scan_digit_marks(const unsigned char *p)
{
#if defined(PTC_SCAN_SSE2)
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i digits = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
    __m128i small = _mm_min_epu8(digits, _mm_set1_epi8(9));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(small, digits)) ^ 0xFFFFu;
#elif defined(PTC_SCAN_NEON)
    uint8x16_t other = vcgtq_u8(vsubq_u8(vld1q_u8(p), vdupq_n_u8('0')), vdupq_n_u8(9));
    uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(other), 4);
    return vget_lane_u64(vreinterpret_u64_u8(narrow), 0) & UINT64_C(0x8888888888888888);
#else
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t digits = ptc_scan_load(p) ^ ones * '0';
    return (((digits & ones * 0x7F) + ones * 0x76) | digits) & ones << 7;
#endif
}
#define PTC_SCAN_FAR (2 * PTC_SCAN_WIDTH)
PTC_INLINE unsigned ptc_scan_plain_far(const unsigned char *p)
{
#if defined(PTC_SCAN_SSE2) && defined(__GNUC__)
    unsigned marks = ptc_scan_marks(p) | ptc_scan_marks(p + PTC_SCAN_WIDTH) << 16;
    return PTC_LIKELY(marks != 0) ? ptc_scan_marked(marks) : PTC_SCAN_FAR;
#else
    unsigned count = ptc_scan_plain(p);
    return count < PTC_SCAN_WIDTH ? count : count + ptc_scan_plain(p + PTC_SCAN_WIDTH);
#endif
}
PTC_INLINE const unsigned char *ptc_scan_text(ptc_scan *scan, const unsigned char *p,
                                              ptc_str *out, unsigned *flags)
{
    const unsigned char *stop = p;
    ptc_scan_mask marks = ptc_scan_marks(stop);
    while (PTC_UNLIKELY(marks == 0)) {
        stop += PTC_SCAN_WIDTH;
        if (PTC_UNLIKELY(stop >= scan->end))
            return ptc_scan_text_rest(scan, p, stop, out, flags);
        marks = ptc_scan_marks(stop);
    }
    stop += ptc_scan_marked(marks);
    if (PTC_LIKELY(*stop == '"' && stop < scan->end)) {
        *out = ptc_str_make((const char *)p, (size_t)(stop - p));
        *flags = PTC_FLAG_ASCII;
        return stop + 1;
    }
    return ptc_scan_text_rest(scan, p, stop, out, flags);
}
PTC_INLINE const unsigned char *ptc_scan_string(ptc_scan *scan, const unsigned char *p,
                                                ptc_str *out)
{
    unsigned flags;
    return ptc_scan_text(scan, p, out, &flags);
}
PTC_INLINE const unsigned char *ptc_scan_key(ptc_scan *scan, const unsigned char *p,
                                             ptc_str *out)
{
    p = ptc_scan_string(scan, p, out);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;
    if (PTC_UNLIKELY(*p != ':')) {
        p = ptc_scan_blanks(p);
        if (*p != ':')
            return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX, "expected ':' after a key");
    }
    return ptc_scan_blanks(p + 1);
}
PTC_INLINE bool ptc_scan_same_masked(const unsigned char *p, const uint64_t words[2],
                                     const uint64_t masks[2])
{
#if defined(PTC_SCAN_SSE2)
    __m128i wanted = _mm_loadu_si128((const __m128i *)(const void *)words);
    __m128i mask = _mm_loadu_si128((const __m128i *)(const void *)masks);
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(bytes, mask), wanted)) ==
           0xFFFF;
#else
    uint64_t bytes[2];
    memcpy(bytes, p, sizeof bytes);
    return (((bytes[0] & masks[0]) ^ words[0]) | ((bytes[1] & masks[1]) ^ words[1])) == 0;
#endif
}
PTC_INLINE uint64_t ptc_scan_eight(uint64_t digits)
{
    const uint64_t every_fourth = UINT64_C(0x000000FF000000FF);
    digits = digits * 10 + (digits >> 8);
    return ((digits & every_fourth) * (100 + (UINT64_C(1000000) << 32)) +
            (digits >> 16 & every_fourth) * (1 + (UINT64_C(10000) << 32))) >>
           32;
}
PTC_INLINE const unsigned char *ptc_scan_many_digits(const unsigned char *p,
                                                     uint64_t *value)
{
    static const uint32_t tens[8] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    for (;; p += 8) {
        uint64_t digits = ptc_scan_load(p) ^ UINT64_C(0x3030303030303030);
        uint64_t others = ((digits + UINT64_C(0x7676767676767676)) | digits) &
                          UINT64_C(0x8080808080808080);
        if (PTC_LIKELY(others != 0)) {
            unsigned bit = ptc_scan_lowest(others);
            *value = *value * tens[bit >> 3] + ptc_scan_eight(digits << 7 << (64 - bit));
            return p + (bit >> 3);
        }
        *value = *value * 100000000 + ptc_scan_eight(digits);
    }
}
PTC_INLINE const unsigned char *ptc_scan_digits_to(const unsigned char *p,
                                                   uint64_t *value, uint64_t *other)
{
    uint64_t total = *value;
    uint64_t digit;
    for (;; p += 4) {
        digit = (uint64_t)p[0] - '0';
        if (digit > 9)
            break;
        total = total * 10 + digit;
        digit = (uint64_t)p[1] - '0';
        if (digit > 9) {
            p += 1;
            break;
        }
        total = total * 10 + digit;
        digit = (uint64_t)p[2] - '0';
        if (digit > 9) {
            p += 2;
            break;
        }
        total = total * 10 + digit;
        digit = (uint64_t)p[3] - '0';
        if (digit > 9) {
            p += 3;
            break;
        }
        total = total * 10 + digit;
    }
    *value = total;
    *other = digit;
    return p;
}
PTC_INLINE const unsigned char *ptc_scan_digits(const unsigned char *p, uint64_t *value)
{
    uint64_t other;
    return ptc_scan_digits_to(p, value, &other);
}
PTC_INLINE bool ptc_scan_is_fraction(unsigned char byte)
{
    return byte == '.' || (byte | 32) == 'e';
}
PTC_INLINE bool ptc_scan_is_fraction_to(uint64_t other)
{
    return other != (uint64_t)',' - '0' &&
           ptc_scan_is_fraction((unsigned char)(other + '0'));
}
PTC_INLINE const unsigned char *ptc_scan_int_plain(const unsigned char *p, int64_t *out)
{
    uint64_t value = (uint64_t)*p - '0';
    uint64_t other;
    const unsigned char *stop;
    if (PTC_UNLIKELY(value - 1 > 8))
        return NULL;
    stop = ptc_scan_digits_to(p + 1, &value, &other);
    if (PTC_UNLIKELY(stop - p > 18 || ptc_scan_is_fraction_to(other)))
        return NULL;
    *out = (int64_t)value;
    return stop;
}
PTC_INLINE const unsigned char *ptc_scan_int(ptc_scan *scan, const unsigned char *p,
                                             int64_t *out)
{
    const unsigned char *stop = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(stop != NULL) ? stop : ptc_scan_int_rest(scan, p, out);
}
PTC_INLINE const unsigned char *ptc_scan_double_plain(const unsigned char *p, double *out)
{
    uint64_t value = (uint64_t)*p - '0';
    uint64_t other;
    uint64_t digit;
    const unsigned char *point;
    const unsigned char *stop;
    if (PTC_UNLIKELY(value > 9))
        return NULL;
    point = ptc_scan_digits_to(p + 1, &value, &other);
    if (PTC_UNLIKELY(other != (uint64_t)'.' - '0' || (*p == '0' && point - p > 1)))
        return NULL;
    digit = (uint64_t)point[1] - '0';
    if (PTC_UNLIKELY(digit > 9))
        return NULL;
    value = value * 10 + digit;
    stop = ptc_scan_digits_to(point + 2, &value, &other);
    if (PTC_UNLIKELY(stop - p > PTC_SCAN_SHORT || ptc_scan_is_fraction_to(other)))
        return NULL;
    *out = (double)(int64_t)value / ptc_number_tens[stop - point - 1];
    return stop;
}
PTC_INLINE const unsigned char *ptc_scan_double(ptc_scan *scan, const unsigned char *p,
                                                double *out)
{
    const unsigned char *stop = ptc_scan_double_plain(p, out);
    return PTC_LIKELY(stop != NULL) ? stop : ptc_scan_double_rest(scan, p, out);
}
PTC_INLINE const unsigned char *ptc_scan_bool(ptc_scan *scan, const unsigned char *p,
                                              bool *out)
{
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_scan_fail(scan, p, PTC_ERROR_INVALID, "expected true or false");
}
PTC_INLINE const unsigned char *ptc_scan_null(ptc_scan *scan, const unsigned char *p)
{
    if (PTC_LIKELY(ptc_scan_match(p, "null", 4)))
        return p + 4;
    return ptc_scan_fail(scan, p, PTC_ERROR_INVALID, "expected null");
}
PTC_INLINE bool ptc_scan_reserve(ptc_scan *scan, size_t size)
{
    return PTC_LIKELY(size <= scan->stack_size - scan->stack_used) ||
           ptc_scan_reserve_rest(scan, size);
}
PTC_INLINE void *ptc_scan_push(ptc_scan *scan, size_t size)
{
    if (PTC_UNLIKELY(!ptc_scan_reserve(scan, size)))
        return NULL;
    scan->stack_used += size;
    return scan->stack + (scan->stack_used - size);
}
PTC_INLINE void *ptc_scan_pop(ptc_scan *scan, size_t base)
{
    size_t size = scan->stack_used - base;
    void *place = ptc_arena_alloc(scan->arena, size);
    scan->stack_used = base;
    if (PTC_UNLIKELY(place == NULL)) {
        ptc_scan_fail(scan, scan->end, PTC_ERROR_MEMORY, "memory refused");
        return NULL;
    }
    memcpy(place, scan->stack + base, size);
    return place;
}
PTC_END
#endif
PTC_BEGIN
PTC_API extern const char ptc_abi_3;
typedef const unsigned char *ptc_cursor;
typedef struct ptc_gen_extent {
    ptc_cursor start;
    ptc_cursor end;
    size_t up;
} ptc_gen_extent;
typedef struct ptc_gen {
    ptc_scan scan;
    ptc_mode mode;
    ptc_direction direction;
    int max_depth;
    bool fills_defaults;
    bool is_coerced;
    ptc_status refused;
    const ptc_validator *validators;
    size_t validator_count;
    const ptc_context *context;
    const ptc_decoder *decoders;
    size_t decoder_count;
    ptc_cursor ahead;
    ptc_gen_extent *extents;
    size_t extent_count;
    size_t extent_capacity;
} ptc_gen;
typedef struct ptc_gen_map {
    ptc_cursor start;
    bool has_odd_keys;
    ptc_str key;
    size_t base;
    uint8_t *exact;
} ptc_gen_map;
typedef struct ptc_gen_list {
    size_t base;
    bool more;
} ptc_gen_list;
typedef enum ptc_gen_shape {
    PTC_SHAPE_NONE,
    PTC_SHAPE_SAME,
    PTC_SHAPE_VALUE,
    PTC_SHAPE_BOOL,
    PTC_SHAPE_INT,
    PTC_SHAPE_FLOAT,
    PTC_SHAPE_TEXT,
    PTC_SHAPE_KEYWORD,
    PTC_SHAPE_DATETIME,
    PTC_SHAPE_DATE,
    PTC_SHAPE_DECIMAL,
    PTC_SHAPE_ENUM,
    PTC_SHAPE_LIST,
    PTC_SHAPE_ENTRIES,
    PTC_SHAPE_STRUCT,
    PTC_SHAPE_UNION,
    PTC_SHAPE_POINTER,
} ptc_gen_shape;
typedef struct ptc_gen_layout {
    uint8_t shape;
    uint32_t offset;
    uint32_t flag;
    uint32_t size;
} ptc_gen_layout;
#define PTC_GEN_ALWAYS UINT32_MAX
typedef enum ptc_gen_strings {
    PTC_STRINGS_BORROWED,
    PTC_STRINGS_COPIED,
    PTC_STRINGS_ENDED,
} ptc_gen_strings;
typedef struct ptc_gen_type {
    const ptc_schema_node *nodes;
    const ptc_gen_layout *layout;
    uint32_t count;
    uint32_t validator_count;
    const ptc_validator *validators;
    unsigned mode;
    unsigned strings;
} ptc_gen_type;
PTC_API ptc_cursor ptc_gen_start(ptc_gen *gen, const char *abi, ptc_arena *arena,
                                 const char *text, size_t len, ptc_direction direction,
                                 const ptc_parse_options *options);
PTC_API ptc_status ptc_gen_finish(ptc_gen *gen, ptc_cursor p, ptc_parse_info *info);
PTC_API ptc_status ptc_gen_finish_strings(ptc_gen *gen, ptc_cursor p,
                                          ptc_parse_info *info, const ptc_gen_type *type,
                                          uint32_t node, void *out);
PTC_INLINE void ptc_gen_fix_mode(ptc_gen *gen, ptc_mode mode)
{
    gen->mode = mode;
    gen->fills_defaults = mode != PTC_MODE_DISABLED;
}
PTC_API const char *ptc_gen_pad(ptc_arena *arena, const char *text, size_t len);
PTC_API const char *ptc_gen_pad_aside(ptc_arena *aside, ptc_arena *arena,
                                      const char *text, size_t len);
PTC_API ptc_status ptc_gen_explain(const ptc_gen_type *type, uint32_t node,
                                   ptc_direction direction, ptc_arena *arena,
                                   const char *text, size_t len,
                                   const ptc_parse_options *options, ptc_report *report,
                                   ptc_json_error *error);
PTC_API ptc_status ptc_gen_tell(const ptc_gen_type *type, uint32_t node,
                                ptc_direction direction, ptc_arena *arena,
                                const char *text, size_t len,
                                const ptc_parse_options *options, ptc_status status,
                                ptc_str *why);
PTC_API ptc_status ptc_gen_validate(const ptc_gen_type *type, uint32_t node,
                                    ptc_direction direction, const ptc_value *value,
                                    const ptc_walk_options *options, ptc_report *report);
PTC_API ptc_status ptc_gen_from_value(const ptc_gen_type *type, uint32_t node,
                                      ptc_direction direction, ptc_arena *arena,
                                      const ptc_value *value,
                                      const ptc_walk_options *options, void *out,
                                      ptc_report *report);
PTC_API ptc_status ptc_gen_to_value(const ptc_gen_type *type, uint32_t node,
                                    ptc_arena *arena, const void *in, ptc_value *out);
struct ptc_tool_call;
PTC_API ptc_status ptc_gen_take_call(const ptc_gen_type *type, uint32_t node,
                                     struct ptc_tool_call *call, void *out, size_t size);
PTC_API ptc_status ptc_gen_refuse_call(struct ptc_tool_call *call, const char *message);
PTC_API ptc_status ptc_gen_give_result(const ptc_gen_type *type, uint32_t node,
                                       struct ptc_tool_call *call, const void *in);
PTC_API ptc_status ptc_gen_to_json(const ptc_gen_type *type, uint32_t node,
                                   ptc_text *text, const void *in);
PTC_API ptc_status ptc_gen_render(const ptc_gen_type *type, uint32_t node,
                                  ptc_direction direction, ptc_text *text, const void *in,
                                  const ptc_show_options *options);
PTC_END
#endif
PTC_BEGIN
PTC_API ptc_cursor ptc_gen_invalid(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_duplicate(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_refused(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_keys_fault(ptc_gen *gen, ptc_cursor p, uint64_t twice);
PTC_API ptc_cursor ptc_gen_too_deep(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_int_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_integral_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_float_rest(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_gen_bool_rest(ptc_gen *gen, ptc_cursor p, bool *out);
PTC_API ptc_cursor ptc_gen_strict_int_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_strict_integral_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_strict_float_rest(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_gen_mark_rest(ptc_cursor p, unsigned char mark);
PTC_API bool ptc_gen_length_rest(const ptc_str *text, size_t low, size_t high);
PTC_API ptc_cursor ptc_gen_separator_rest(ptc_gen *gen, ptc_cursor p,
                                          unsigned char close);
PTC_API int ptc_gen_map_other_rest(ptc_gen *gen, ptc_gen_map *map,
                                   const ptc_schema_node *nodes, uint32_t index,
                                   ptc_cursor *p);
PTC_API ptc_cursor ptc_gen_end_rest(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_odd_keys(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);
PTC_INLINE ptc_cursor ptc_gen_int(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;
    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_int_rest(gen, p, out);
}
PTC_INLINE ptc_cursor ptc_gen_integral(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;
    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_integral_rest(gen, p, out);
}
PTC_INLINE ptc_cursor ptc_gen_float(ptc_gen *gen, ptc_cursor p, double *out)
{
    ptc_cursor after;
    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_double_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_float_rest(gen, p, out);
}
PTC_INLINE ptc_cursor ptc_gen_bool(ptc_gen *gen, ptc_cursor p, bool *out)
{
    p = ptc_scan_blanks(p);
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_gen_bool_rest(gen, p, out);
}
PTC_INLINE ptc_cursor ptc_gen_strict_int(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;
    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_strict_int_rest(gen, p, out);
}
PTC_INLINE ptc_cursor ptc_gen_strict_integral(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;
    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_strict_integral_rest(gen, p, out);
}
PTC_INLINE ptc_cursor ptc_gen_strict_float(ptc_gen *gen, ptc_cursor p, double *out)
{
    ptc_cursor after;
    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_double_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_strict_float_rest(gen, p, out);
}
PTC_INLINE ptc_cursor ptc_gen_strict_bool(ptc_gen *gen, ptc_cursor p, bool *out)
{
    p = ptc_scan_blanks(p);
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_gen_refused(gen, p);
}
PTC_API ptc_cursor ptc_gen_strict_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *out);
PTC_API ptc_cursor ptc_gen_strict_datetime(ptc_gen *gen, ptc_cursor p, ptc_datetime *out);
PTC_API ptc_cursor ptc_gen_strict_decimal(ptc_gen *gen, ptc_cursor p, ptc_decimal *out);
PTC_API ptc_cursor ptc_gen_strict_enum(ptc_gen *gen, ptc_cursor p,
                                       const ptc_schema_node *node, unsigned *member);
PTC_INLINE ptc_cursor ptc_gen_string(ptc_gen *gen, ptc_cursor p, ptc_str *out)
{
    ptc_cursor start;
    ptc_cursor stop;
    ptc_scan_mask marks;
    unsigned flags;
    if (PTC_UNLIKELY(*p != '"')) {
        p = ptc_scan_blanks(p);
        if (*p != '"')
            return ptc_gen_invalid(gen, p);
    }
    start = p + 1;
    stop = start;
    while (PTC_UNLIKELY((marks = ptc_scan_marks(stop)) == 0)) {
        stop += PTC_SCAN_WIDTH;
        if (PTC_UNLIKELY(stop >= gen->scan.end))
            return ptc_scan_text_rest(&gen->scan, start, stop, out, &flags);
    }
    stop += ptc_scan_marked(marks);
    if (PTC_LIKELY(*stop == '"' && stop < gen->scan.end)) {
        *out = ptc_str_make((const char *)start, (size_t)(stop - start));
        return stop + 1;
    }
    return ptc_scan_text_rest(&gen->scan, start, stop, out, &flags);
}
PTC_API ptc_cursor ptc_gen_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *out);
PTC_API ptc_cursor ptc_gen_datetime(ptc_gen *gen, ptc_cursor p, ptc_datetime *out);
PTC_API ptc_cursor ptc_gen_date(ptc_gen *gen, ptc_cursor p, ptc_date *out);
PTC_API ptc_cursor ptc_gen_decimal(ptc_gen *gen, ptc_cursor p, ptc_decimal *out);
PTC_API ptc_cursor ptc_gen_any(ptc_gen *gen, ptc_cursor p, ptc_value *out);
PTC_API ptc_cursor ptc_gen_any_map(ptc_gen *gen, ptc_cursor p, ptc_value *out);
PTC_API ptc_cursor ptc_gen_walked(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                                  uint32_t node, void *holder);
PTC_API ptc_cursor ptc_gen_walked_value(ptc_gen *gen, ptc_cursor p,
                                        const ptc_gen_type *type, uint32_t node,
                                        void *out);
PTC_INLINE ptc_cursor ptc_gen_cast_bool(ptc_gen *gen, ptc_cursor p,
                                        const ptc_gen_type *type, uint32_t node,
                                        bool *out)
{
    p = ptc_scan_blanks(p);
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_gen_walked_value(gen, p, type, node, out);
}
PTC_INLINE ptc_cursor ptc_gen_cast_int(ptc_gen *gen, ptc_cursor p,
                                       const ptc_gen_type *type, uint32_t node,
                                       int64_t *out)
{
    ptc_cursor after;
    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after
                                     : ptc_gen_walked_value(gen, p, type, node, out);
}
PTC_INLINE ptc_cursor ptc_gen_cast_string(ptc_gen *gen, ptc_cursor p,
                                          const ptc_gen_type *type, uint32_t node,
                                          ptc_str *out)
{
    p = ptc_scan_blanks(p);
    return PTC_LIKELY(*p == '"') ? ptc_gen_string(gen, p, out)
                                 : ptc_gen_walked_value(gen, p, type, node, out);
}
PTC_API ptc_cursor ptc_gen_cast_datetime(ptc_gen *gen, ptc_cursor p,
                                         const ptc_gen_type *type, uint32_t node,
                                         ptc_datetime *out);
PTC_API ptc_cursor ptc_gen_cast_enum(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                                     uint32_t node, unsigned *member);
PTC_API bool ptc_gen_default(ptc_gen *gen, const ptc_gen_type *type, uint32_t node,
                             void *holder);
PTC_API bool ptc_gen_context(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                             uint32_t node, void *out);
PTC_INLINE ptc_datetime ptc_gen_moment(ptc_str text, int64_t seconds, int32_t nanos,
                                       int16_t offset_minutes)
{
    ptc_datetime moment;
    moment.text = text;
    moment.seconds = seconds;
    moment.nanos = nanos;
    moment.offset_minutes = offset_minutes;
    return moment;
}
PTC_INLINE ptc_date ptc_gen_day(ptc_str text, int32_t days, int16_t year, uint8_t month,
                                uint8_t day)
{
    ptc_date date;
    date.text = text;
    date.days = days;
    date.year = year;
    date.month = month;
    date.day = day;
    return date;
}
PTC_INLINE ptc_decimal ptc_gen_amount(ptc_str text, int32_t scale)
{
    ptc_decimal decimal;
    decimal.text = text;
    decimal.scale = scale;
    return decimal;
}
PTC_API void *ptc_gen_new(ptc_gen *gen, size_t size);
PTC_API ptc_cursor ptc_gen_enum(ptc_gen *gen, ptc_cursor p, const ptc_schema_node *node,
                                unsigned *member);
PTC_INLINE bool ptc_gen_null(ptc_cursor *p)
{
    *p = ptc_scan_blanks(*p);
    if (PTC_LIKELY(**p != 'n') || !ptc_scan_match(*p, "null", 4))
        return false;
    *p += 4;
    return true;
}
PTC_API bool ptc_gen_absent_rest(ptc_gen *gen, ptc_cursor *p);
PTC_INLINE bool ptc_gen_absent(ptc_gen *gen, ptc_cursor *p)
{
    *p = ptc_scan_blanks(*p);
    return PTC_UNLIKELY(**p == 'n') && ptc_gen_absent_rest(gen, p);
}
PTC_INLINE bool ptc_gen_has_length(const ptc_str *text, size_t low, size_t high)
{
    if (PTC_LIKELY(text->len <= high && text->len / 4 >= low))
        return true;
    return ptc_gen_length_rest(text, low, high);
}
PTC_API bool ptc_gen_is_within(const ptc_decimal *decimal, const ptc_schema_node *node);
PTC_INLINE bool ptc_gen_matches(const ptc_str *text, const ptc_dfa *dfa)
{
    return ptc_regex_search(dfa, text->ptr, text->len);
}
PTC_INLINE bool ptc_gen_is(ptc_str key, const char *name, size_t n)
{
    return ptc_scan_match((ptc_cursor)(const void *)key.ptr, name, n);
}
PTC_INLINE bool ptc_gen_match(ptc_cursor *p, const char *literal, size_t n)
{
    if (!ptc_scan_match(*p, literal, n))
        return false;
    *p += n;
    return true;
}
PTC_INLINE bool ptc_gen_map_begin(ptc_gen *gen, ptc_gen_map *map, ptc_cursor *p,
                                  const char *literal, size_t n)
{
    ptc_cursor at = *p;
    if (PTC_LIKELY(ptc_scan_match(at, literal, n))) {
        at += n;
    } else {
        if (PTC_LIKELY(*at == '{' && at[1] > ' '))
            return false;
        at = ptc_gen_mark_rest(at, '{');
        if (at == NULL || !ptc_scan_match(at, literal + 1, n - 1))
            return false;
        at += n - 1;
    }
    if (PTC_UNLIKELY(gen->scan.depth == 0))
        return false;
    gen->scan.depth--;
    map->start = *p;
    map->has_odd_keys = false;
    *p = at;
    return true;
}
PTC_API ptc_cursor ptc_gen_map_open(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);
PTC_INLINE ptc_cursor ptc_gen_map_next(ptc_gen *gen, ptc_cursor p)
{
    if (PTC_LIKELY(p != NULL && *p == ',' && p[1] == '"'))
        return p + 1;
    return ptc_gen_separator_rest(gen, p, '}');
}
PTC_INLINE ptc_cursor ptc_gen_map_key(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    return ptc_scan_key(&gen->scan, p + 1, &map->key);
}
PTC_INLINE bool ptc_gen_map_expect(ptc_cursor *p, const char *literal, size_t n)
{
    ptc_cursor at;
    if (PTC_LIKELY(ptc_scan_match(*p, literal, n))) {
        *p += n;
        return true;
    }
    if (PTC_LIKELY(**p > ' ' && (**p != ',' || (*p)[1] > ' ')))
        return false;
    at = ptc_gen_mark_rest(*p, ',');
    if (at == NULL || !ptc_scan_match(at, literal + 1, n - 1))
        return false;
    *p = at + n - 1;
    return true;
}
PTC_INLINE int ptc_gen_map_other(ptc_gen *gen, ptc_gen_map *map,
                                 const ptc_schema_node *nodes, uint32_t index,
                                 ptc_cursor *p)
{
    ptc_cursor at = *p;
    int field = ptc_gen_map_other_rest(gen, map, nodes, index, &at);
    *p = at;
    return field;
}
PTC_INLINE ptc_cursor ptc_gen_map_end(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    gen->scan.depth++;
    if (PTC_UNLIKELY(map->has_odd_keys))
        return ptc_gen_odd_keys(gen, map, p);
    return PTC_LIKELY(p < gen->scan.end) ? p : ptc_gen_end_rest(gen, p);
}
#define PTC_GEN_FIELDS 32
typedef ptc_cursor (*ptc_gen_fields)(ptc_gen *gen, ptc_cursor p, void *out,
                                     uint32_t field);
typedef struct ptc_gen_wide {
    const ptc_schema_node *nodes;
    uint32_t index;
    const uint32_t
        *order;
    const uint64_t *required;
    const uint64_t *plain;
    const ptc_gen_fields *readers;
} ptc_gen_wide;
PTC_API ptc_cursor ptc_gen_wide_map(ptc_gen *gen, ptc_cursor p, const ptc_gen_wide *wide,
                                    void *out);
PTC_API bool ptc_gen_word(ptc_gen *gen, ptc_cursor *p, const ptc_schema_node *node,
                          const uint32_t *order, uint32_t count, unsigned *member);
PTC_INLINE ptc_cursor ptc_gen_list_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p)
{
    list->base = gen->scan.stack_used;
    list->more = false;
    if (PTC_UNLIKELY(*p != '[')) {
        p = ptc_scan_blanks(p);
        if (*p != '[')
            return ptc_gen_invalid(gen, p);
    }
    if (PTC_UNLIKELY(--gen->scan.depth < 0))
        return ptc_gen_too_deep(gen, p);
    p = ptc_scan_blanks(p + 1);
    list->more = *p != ']';
    return list->more ? p : p + 1;
}
PTC_INLINE ptc_cursor ptc_gen_list_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                                       const void *item, size_t size)
{
    list->more = PTC_LIKELY(ptc_scan_reserve(&gen->scan, size));
    if (PTC_UNLIKELY(!list->more))
        return NULL;
    memcpy(gen->scan.stack + gen->scan.stack_used, item, size);
    gen->scan.stack_used += size;
    if (PTC_LIKELY(*p == ','))
        return p + 1;
    if (PTC_UNLIKELY(*p != ']')) {
        p = ptc_gen_separator_rest(gen, p, ']');
        if (p != NULL && *p != ']')
            return p;
    }
    list->more = false;
    return p != NULL ? p + 1 : NULL;
}
PTC_INLINE void *ptc_gen_list_take(ptc_gen *gen, const ptc_gen_list *list, size_t size,
                                   size_t *count)
{
    *count = (gen->scan.stack_used - list->base) / size;
    return *count != 0 ? ptc_scan_pop(&gen->scan, list->base) : NULL;
}
PTC_INLINE ptc_cursor ptc_gen_list_end(ptc_gen *gen, ptc_cursor p)
{
    gen->scan.depth++;
    return PTC_LIKELY(p < gen->scan.end) ? p : ptc_gen_end_rest(gen, p);
}
PTC_INLINE ptc_cursor ptc_gen_tuple_start(ptc_gen *gen, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    if (PTC_UNLIKELY(*p != '['))
        return ptc_gen_invalid(gen, p);
    if (PTC_UNLIKELY(--gen->scan.depth < 0))
        return ptc_gen_too_deep(gen, p);
    return p + 1;
}
PTC_INLINE ptc_cursor ptc_gen_tuple_next(ptc_gen *gen, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    return PTC_LIKELY(*p == ',') ? p + 1 : ptc_gen_invalid(gen, p);
}
PTC_INLINE ptc_cursor ptc_gen_tuple_end(ptc_gen *gen, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    if (PTC_UNLIKELY(*p != ']'))
        return ptc_gen_invalid(gen, p);
    return ptc_gen_list_end(gen, p + 1);
}
PTC_API ptc_cursor ptc_gen_entries_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_entry_string(ptc_gen *gen, ptc_cursor p, ptc_str *key);
PTC_API ptc_cursor ptc_gen_entry_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *key);
PTC_API ptc_cursor ptc_gen_entry_strict_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *key);
PTC_API ptc_cursor ptc_gen_entries_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                                       const void *entry, size_t size);
PTC_API ptc_cursor ptc_gen_entries_end(ptc_gen *gen, ptc_cursor p, const void *entries,
                                       size_t size, size_t count);
PTC_API size_t ptc_gen_entries_find(const void *entries, size_t size, size_t count,
                                    ptc_str key);
PTC_END
#endif
PTC_BEGIN
PTC_API ptc_cursor ptc_small_int(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_integral(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_float(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_small_bool(ptc_gen *gen, ptc_cursor p, bool *out);
PTC_API ptc_cursor ptc_small_strict_int(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_strict_integral(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_strict_float(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_small_strict_bool(ptc_gen *gen, ptc_cursor p, bool *out);
PTC_API ptc_cursor ptc_small_string(ptc_gen *gen, ptc_cursor p, ptc_str *out);
PTC_API bool ptc_small_null(ptc_cursor *p);
PTC_API bool ptc_small_absent(ptc_gen *gen, ptc_cursor *p);
PTC_API bool ptc_small_has_length(const ptc_str *text, size_t low, size_t high);
PTC_API bool ptc_small_is(ptc_str key, const char *name, size_t n);
PTC_API bool ptc_small_match(ptc_cursor *p, const char *literal, size_t n);
PTC_API bool ptc_small_map_begin(ptc_gen *gen, ptc_gen_map *map, ptc_cursor *p,
                                 const char *literal, size_t n);
PTC_API ptc_cursor ptc_small_map_next(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_map_key(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);
PTC_API bool ptc_small_map_expect(ptc_cursor *p, const char *literal, size_t n);
PTC_API ptc_cursor ptc_small_map_end(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);
PTC_API ptc_cursor ptc_small_list_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p);
PTC_API ptc_cursor ptc_small_list_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                                      const void *item, size_t size);
PTC_API void *ptc_small_list_take(ptc_gen *gen, const ptc_gen_list *list, size_t size,
                                  size_t *count);
PTC_API ptc_cursor ptc_small_list_end(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_tuple_start(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_tuple_next(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_tuple_end(ptc_gen *gen, ptc_cursor p);
PTC_END
#endif
#ifndef PTC_VERSION_H
#define PTC_VERSION_H
PTC_BEGIN
#define PTC_VERSION_HEX  0x000100
#define PTC_VERSION_TEXT "0.1.0"
#define PTC_ABI     3
#define PTC_ABI_MIN 3
#define PTC_FORMAT 4
#define PTC_LISP_REVISION 2
PTC_API const char *ptc_version(void);
PTC_END
#endif
PTC_BEGIN
PTC_API const ptc_value *ptc_gen_field(const ptc_value *map, const char *name,
                                       size_t len);
PTC_END
#endif
#ifndef PTC_GEN_AGENT_H
#define PTC_GEN_AGENT_H
PTC_BEGIN
typedef struct ptc_gen_agent {
    const ptc_agent *agent;
    const ptc_gen_type *type;
    uint32_t in;
    uint32_t out;
} ptc_gen_agent;
PTC_API ptc_status ptc_gen_agent_run(ptc_arena *arena, const ptc_gen_agent *run,
                                     const void *in, const ptc_agent_options *options,
                                     void *out, size_t size, const ptc_step **step);
typedef struct ptc_gen_chain {
    const ptc_chain *chain;
    const ptc_gen_type *type;
    uint32_t in;
    uint32_t out;
} ptc_gen_chain;
PTC_API ptc_status ptc_gen_chain_run(ptc_arena *arena, const ptc_gen_chain *run,
                                     const void *in, const ptc_agent_options *options,
                                     void *out, size_t size, const ptc_step **steps);
PTC_END
#endif
#ifndef PTC_GEN_BIND_H
#define PTC_GEN_BIND_H
#ifndef PTC_ROUTE_H
#define PTC_ROUTE_H
PTC_BEGIN
#define PTC_PATH_MAX     8192
#define PTC_SEGMENTS_MAX 256
typedef enum ptc_segment_kind {
    PTC_SEGMENT_TEXT,
    PTC_SEGMENT_PARAMETER,
    PTC_SEGMENT_REST,
    PTC_SEGMENT_REST_LIST,
} ptc_segment_kind;
typedef struct ptc_segment {
    uint8_t kind;
    uint32_t parameter;
    ptc_str text;
} ptc_segment;
typedef struct ptc_route {
    ptc_str path;
    const ptc_segment *segments;
    uint32_t count;
    const struct ptc_route_info *info;
} ptc_route;
typedef struct ptc_routes {
    const ptc_route *const *items;
    size_t count;
} ptc_routes;
PTC_API int ptc_route_compare(const ptc_route *a, const ptc_route *b);
PTC_API ptc_status ptc_routes_find(ptc_arena *arena, const ptc_routes *routes,
                                   ptc_str path, const ptc_route **route, ptc_str *why);
PTC_API ptc_status ptc_route_match(ptc_arena *arena, const ptc_route *route, ptc_str path,
                                   ptc_value *out, ptc_str *why);
PTC_END
#endif
#ifndef PTC_ROWS_H
#define PTC_ROWS_H
PTC_BEGIN
PTC_API ptc_status ptc_rows_shape(ptc_arena *arena, const ptc_schema *schema,
                                  const ptc_value *rows, const ptc_walk_options *options,
                                  ptc_value *out, ptc_str *why);
PTC_END
#endif
PTC_BEGIN
typedef enum ptc_sql_form {
    PTC_SQL_PLAIN,
    PTC_SQL_JSON,
    PTC_SQL_TIMESTAMP,
    PTC_SQL_TIMESTAMP_ZONE,
} ptc_sql_form;
typedef struct ptc_sql_bind {
    ptc_str name;
    uint32_t position;
    uint32_t node;
    const char *type;
    unsigned form;
    const struct ptc_sql_bind_info *info;
} ptc_sql_bind;
PTC_API ptc_status ptc_gen_sql_value(const ptc_gen_type *type, const ptc_sql_bind *bind,
                                     ptc_arena *arena, const void *in, ptc_value *out);
PTC_API ptc_status ptc_gen_bind(const ptc_gen_type *type, uint32_t node,
                                const ptc_route *route, ptc_arena *arena, ptc_str path,
                                const ptc_value *arguments,
                                const ptc_parse_options *options, void *out, size_t size,
                                ptc_str *why);
PTC_API ptc_status ptc_gen_from_rows(const ptc_gen_type *type, uint32_t node,
                                     ptc_arena *arena, const ptc_value *rows,
                                     const ptc_walk_options *options, void *out,
                                     size_t size, ptc_str *why);
PTC_END
#endif
#ifndef PTC_GEN_COMPILED_H
#define PTC_GEN_COMPILED_H
#ifndef PTC_GEN_LISP_H
#define PTC_GEN_LISP_H
PTC_BEGIN
#define PTC_LISP_ABI 1
#define PTC_LISP_OPCODES UINT32_C(0xDD9C872A)
typedef struct ptc_function ptc_function;
#define PTC_IMAGE_BUILTIN(name) PTC_API PTC_EXTERN const ptc_function ptc_builtin_##name
#define PTC_IMAGE_NONE UINT32_MAX
typedef struct ptc_image_range {
    uint32_t first;
    uint32_t count;
} ptc_image_range;
typedef enum ptc_image_kind {
    PTC_IMAGE_NIL,
    PTC_IMAGE_BOOL,
    PTC_IMAGE_INT,
    PTC_IMAGE_FLOAT,
    PTC_IMAGE_STRING,
    PTC_IMAGE_REGEX,
    PTC_IMAGE_KEYWORD,
    PTC_IMAGE_SYMBOL,
    PTC_IMAGE_FUNCTION,
    PTC_IMAGE_VECTOR,
    PTC_IMAGE_LIST,
    PTC_IMAGE_SET,
    PTC_IMAGE_MAP
} ptc_image_kind;
typedef struct ptc_image_constant {
    uint32_t kind;
    uint32_t count;
    uint64_t bits;
} ptc_image_constant;
typedef struct ptc_image_function {
    const uint32_t *code;
    const uint32_t *places;
    uint32_t code_count;
    uint32_t registers;
    uint32_t parameters;
    uint32_t has_rest;
    ptc_image_range constants;
    ptc_image_range children;
    ptc_image_range arities;
    ptc_image_range captures;
    uint32_t name;
    ptc_image_range shown;
    ptc_image_range source;
} ptc_image_function;
typedef struct ptc_image_site {
    uint32_t key;
    uint32_t shape;
} ptc_image_site;
typedef struct ptc_image_space {
    uint32_t kind;
    ptc_image_range name;
    ptc_image_range of;
    ptc_image_range member;
} ptc_image_space;
typedef struct ptc_image_advice {
    uint32_t place;
    uint32_t sort;
    ptc_image_range text;
} ptc_image_advice;
typedef struct ptc_image {
    uint32_t abi;
    uint32_t revision;
    uint32_t opcodes;
    uint32_t source_length;
    uint32_t text_length;
    const char *text;
    uint32_t name_count;
    const ptc_image_range *names;
    uint32_t number_count;
    const uint32_t *numbers;
    uint32_t shape_count;
    const ptc_image_range *shapes;
    uint32_t constant_count;
    const ptc_image_constant *constants;
    uint32_t builtin_count;
    const ptc_function *const *builtins;
    uint32_t site_count;
    const ptc_image_site *sites;
    uint32_t variable_count;
    const uint32_t *variables;
    uint32_t function_count;
    const ptc_image_function *functions;
    uint32_t space_count;
    const ptc_image_space *spaces;
    uint32_t advice_count;
    const ptc_image_advice *advice;
    void (*open_patterns)(ptc_lisp *lisp);
} ptc_image;
PTC_API void ptc_pattern_open(ptc_lisp *lisp);
PTC_API ptc_status ptc_image_bind(ptc_arena *arena, ptc_lisp *lisp,
                                  const ptc_image *image, ptc_program **out,
                                  ptc_lisp_error *error);
PTC_END
#endif
PTC_BEGIN
typedef struct ptc_gen_compiled {
    const ptc_compiled *compiled;
    const ptc_gen_type *type;
    uint32_t in;
    uint32_t out;
} ptc_gen_compiled;
PTC_API ptc_status ptc_gen_compiled_run(ptc_arena *arena, const ptc_gen_compiled *run,
                                        const void *in, const ptc_agent_options *options,
                                        void *out, size_t size, const ptc_step **step);
PTC_END
#endif
#ifndef PTC_GEN_MCP_H
#define PTC_GEN_MCP_H
#ifndef PTC_MCP_H
#define PTC_MCP_H
PTC_BEGIN
typedef struct ptc_mcp_call ptc_mcp_call;
typedef struct ptc_mcp_tool ptc_mcp_tool;
typedef struct ptc_mcp_runtime ptc_mcp_runtime;
typedef struct ptc_mcp_session ptc_mcp_session;
typedef ptc_status (*ptc_mcp_function)(ptc_mcp_call *call);
enum {
    PTC_MCP_WRAPS = 1,
    PTC_MCP_IS_NIL = 2,
};
struct ptc_mcp_tool {
    const char *name;
    ptc_mcp_function function;
    const ptc_tool *tool;
    const void *data;
    const char *listed;
    const char *listed_legacy;
    uint64_t time_ms;
    unsigned flags;
    const struct ptc_mcp_tool_info *info;
};
typedef struct ptc_mcp_server {
    const char *name;
    const char *title;
    const char *version;
    const char *instructions;
    const ptc_mcp_tool *tools;
    size_t tool_count;
    const struct ptc_mcp_server_info *info;
} ptc_mcp_server;
typedef enum ptc_mcp_outcome {
    PTC_MCP_NONE,
    PTC_MCP_RESULT,
    PTC_MCP_TEXT,
    PTC_MCP_REFUSED,
    PTC_MCP_FAILED,
    PTC_MCP_TEXT_FAILED,
    PTC_MCP_JSON,
} ptc_mcp_outcome;
struct ptc_mcp_call {
    ptc_tool_call tool;
    const ptc_mcp_tool *row;
    ptc_mcp_runtime *runtime;
    ptc_str arguments;
    const ptc_parse_options *parsing;
    ptc_mcp_outcome outcome;
    ptc_str text;
};
typedef enum ptc_mcp_level {
    PTC_MCP_ERROR,
    PTC_MCP_WARNING,
    PTC_MCP_INFO,
    PTC_MCP_DEBUG,
} ptc_mcp_level;
typedef struct ptc_mcp_program_limits {
    uint64_t time_ms;
    uint64_t fuel;
    uint64_t heap;
    uint64_t calls;
    uint64_t result;
    size_t characters;
    size_t sessions;
    uint64_t memory;
    uint64_t session_ms;
    uint64_t idle_ms;
} ptc_mcp_program_limits;
typedef struct ptc_mcp_options {
    size_t struct_size;
    ptc_allocator allocator;
    uint64_t (*clock_ms)(void *user);
    uint64_t (*random)(void *user);
    void (*lock)(void *user);
    void (*unlock)(void *user);
    void (*log)(ptc_mcp_level level, ptc_str line, void *user);
    void *user;
    ptc_mcp_level log_level;
    size_t max_line;
    size_t max_result;
    size_t max_memory;
    uint64_t time_ms;
    size_t max_waiting;
    size_t max_waiting_bytes;
    unsigned workers;
    const ptc_parse_options *parsing;
    ptc_mcp_program_limits program;
} ptc_mcp_options;
PTC_API ptc_status ptc_mcp_runtime_new(const ptc_mcp_server *server,
                                       const ptc_mcp_options *options,
                                       ptc_mcp_runtime **out);
PTC_API void ptc_mcp_runtime_free(ptc_mcp_runtime *runtime);
typedef struct ptc_mcp_line {
    ptc_str text;
    ptc_str request;
    bool is_reply;
} ptc_mcp_line;
typedef struct ptc_mcp_sink {
    void (*write)(const ptc_mcp_line *line, void *user);
    void *user;
} ptc_mcp_sink;
PTC_API ptc_status ptc_mcp_session_new(ptc_mcp_runtime *runtime, const ptc_mcp_sink *sink,
                                       ptc_mcp_session **out);
PTC_API void ptc_mcp_session_free(ptc_mcp_session *session);
PTC_API ptc_status ptc_mcp_feed(ptc_mcp_session *session, const char *bytes, size_t len);
PTC_API ptc_status ptc_mcp_feed_message(ptc_mcp_session *session, const char *text,
                                        size_t len);
PTC_API ptc_status ptc_mcp_feed_end(ptc_mcp_session *session);
PTC_API bool ptc_mcp_work(ptc_mcp_session *session);
PTC_API uint64_t ptc_mcp_tick(ptc_mcp_session *session);
PTC_API size_t ptc_mcp_pending(ptc_mcp_session *session);
PTC_API void ptc_mcp_cancel(ptc_mcp_session *session);
PTC_API int ptc_mcp_serve_stdio(const ptc_mcp_server *server,
                                const ptc_mcp_options *options);
PTC_END
#endif
PTC_BEGIN
PTC_API ptc_status ptc_gen_mcp_refuse(ptc_mcp_call *call, ptc_status status, ptc_str why);
PTC_API ptc_status ptc_gen_mcp_fail(ptc_mcp_call *call, ptc_status status);
PTC_API ptc_status ptc_gen_mcp_give(ptc_mcp_call *call, ptc_status status,
                                    const ptc_report *report);
PTC_API ptc_walk_options ptc_gen_mcp_walking(const ptc_mcp_call *call,
                                             ptc_direction direction);
PTC_API ptc_status ptc_gen_mcp_give_json(ptc_mcp_call *call, const ptc_text *json);
typedef struct ptc_mcp_program {
    const ptc_tool *const *tools;
    const char *const *docs;
    const uint64_t *times_ms;
    size_t tool_count;
    bool is_structured;
    size_t sessions;
    const ptc_validator *validators;
    size_t validator_count;
    const struct ptc_mcp_program_info *info;
} ptc_mcp_program;
PTC_API ptc_status ptc_mcp_run_program(ptc_mcp_call *call);
PTC_END
#endif
#ifndef PTC_GEN_REPLY_H
#define PTC_GEN_REPLY_H
PTC_BEGIN
PTC_API ptc_status ptc_gen_read_openai_strict(const ptc_gen_type *type, uint32_t node,
                                              ptc_direction direction, ptc_arena *arena,
                                              const char *text, size_t len,
                                              const ptc_parse_options *options, void *out,
                                              ptc_str *why);
PTC_API ptc_status ptc_gen_read_anthropic_strict(const ptc_gen_type *type, uint32_t node,
                                                 ptc_direction direction,
                                                 ptc_arena *arena, const char *text,
                                                 size_t len,
                                                 const ptc_parse_options *options,
                                                 void *out, ptc_str *why);
PTC_API ptc_status ptc_gen_read_wrapped(const ptc_gen_type *type, uint32_t node,
                                        ptc_direction direction, ptc_arena *arena,
                                        const char *text, size_t len,
                                        const ptc_parse_options *options, void *out,
                                        ptc_str *why);
PTC_END
#endif
#ifndef PTC_INFER_H
#define PTC_INFER_H
PTC_BEGIN
#define PTC_INFER_ENUM_MAX 1000
typedef struct ptc_infer_options {
    size_t struct_size;
    uint32_t enum_max;
    uint32_t map_of;
    bool datetime;
    bool hide_firewalled;
} ptc_infer_options;
typedef struct ptc_infer ptc_infer;
PTC_API ptc_status ptc_infer_make(ptc_arena *arena, const ptc_infer_options *options,
                                  ptc_infer **out);
PTC_API ptc_status ptc_infer_add(ptc_infer *infer, const ptc_value *sample);
PTC_API ptc_status ptc_infer_finish(ptc_arena *arena, ptc_infer *infer, ptc_schema *out);
PTC_API ptc_status ptc_infer_value(ptc_arena *arena, const ptc_value *value,
                                   const ptc_infer_options *options, ptc_schema *out);
PTC_END
#endif
#ifndef PTC_MAIN_H
#define PTC_MAIN_H
PTC_BEGIN
PTC_API int ptc_agent_main(int argc, char **argv, const ptc_tool_table *tools);
PTC_API int ptc_compile_main(int argc, char **argv, const ptc_tool_table *tools);
PTC_API int ptc_compiled_main(int argc, char **argv, const ptc_compiled *compiled,
                              const ptc_tool_table *tools);
PTC_API int ptc_mcp_main(int argc, char **argv, const ptc_mcp_server *server,
                         const ptc_mcp_options *options);
PTC_END
#endif
#ifndef PTC_MODELS_H
#define PTC_MODELS_H
PTC_BEGIN
typedef struct ptc_model {
    size_t struct_size;
    const char *name;
    const char *provider;
    const char *model;
    const char *base_url;
    const char *api_key_env;
    const char *const *command;
    uint64_t timeout_ms;
    uint32_t max_tokens;
    bool allow_http;
    bool max_completion_tokens;
    ptc_value options;
} ptc_model;
typedef struct ptc_models {
    const ptc_model *const *items;
    size_t count;
} ptc_models;
PTC_API ptc_status ptc_models_read(ptc_arena *arena, const ptc_source *source,
                                   ptc_diags *diags, ptc_models *out);
PTC_API ptc_status ptc_model_of_address(ptc_arena *arena, ptc_str url, ptc_str model,
                                        const char *key_variable, const ptc_model **out,
                                        ptc_error *error);
typedef struct ptc_provider {
    const char *name;
    ptc_status (*make)(ptc_arena *arena, const ptc_model *model, ptc_llm *llm,
                       ptc_error *error, void *user);
    void *user;
    const struct ptc_provider_info *info;
} ptc_provider;
PTC_API extern const ptc_provider ptc_provider_command;
PTC_API ptc_status ptc_model_make(ptc_arena *arena, const ptc_model *model,
                                  const ptc_provider *providers, size_t provider_count,
                                  ptc_llm *out);
PTC_API ptc_status ptc_host_add_models(ptc_host *host, const ptc_models *models,
                                       const ptc_provider *providers,
                                       size_t provider_count);
PTC_END
#endif
#ifndef PTC_PTC_H
#define PTC_PTC_H
#ifndef PTC_SNAPSHOT_H
#define PTC_SNAPSHOT_H
PTC_BEGIN
#define PTC_SNAPSHOT_FORMAT 2
struct ptc_image;
struct ptc_function;
typedef struct ptc_snapshot_options {
    size_t struct_size;
    const struct ptc_image *const *images;
    size_t image_count;
    void (*open_patterns)(ptc_lisp *lisp);
    const struct ptc_function *(*find_builtin)(ptc_str name);
} ptc_snapshot_options;
PTC_API const struct ptc_function *ptc_builtin_find(ptc_str name);
PTC_API ptc_status ptc_lisp_save(ptc_arena *arena, ptc_lisp *lisp, ptc_str *bytes,
                                 ptc_lisp_error *error);
PTC_API ptc_status ptc_lisp_restore(ptc_arena *arena, ptc_lisp *lisp, ptc_str bytes,
                                    const ptc_snapshot_options *options,
                                    ptc_lisp_error *error);
PTC_END
#endif
#ifndef PTC_TARGET_H
#define PTC_TARGET_H
PTC_BEGIN
typedef enum ptc_target {
#define PTC_TARGET(constant, word, emit_word, scope, name, summary) PTC_TARGET_##constant,
PTC_TARGET(JSON_SCHEMA,        "json-schema",        "json-schema",        CONTRACT, "json_schema",             "JSON Schema 2020-12")
PTC_TARGET(JSON_SCHEMA_7,      "json-schema-7",      "json-schema-7",      CONTRACT, "json_schema_7",           "JSON Schema, draft 7")
PTC_TARGET(OPENAI,             "openai",             "openai",             FILE,     "tools_openai",            "tools for OpenAI's Responses API")
PTC_TARGET(OPENAI_STRICT,      "openai-strict",      "openai-strict",      FILE,     "tools_openai_strict",     "the same, with strict: true")
PTC_TARGET(OPENAI_CHAT,        "openai-chat",        "openai-chat",        FILE,     "tools_openai_chat",       "tools for chat completions, as OpenAI and those like it read them")
PTC_TARGET(OPENAI_CHAT_STRICT, "openai-chat-strict", "openai-chat-strict", FILE,     "tools_openai_chat_strict", "the same, with strict: true")
PTC_TARGET(OPENAI_FORMAT,      "openai-format",      "openai-format",      CONTRACT, "openai_format",           "text.format of OpenAI's Responses API, strict")
PTC_TARGET(OPENAI_CHAT_FORMAT, "openai-chat-format", "openai-chat-format", CONTRACT, "openai_chat_format",      "response_format of chat completions, strict")
PTC_TARGET(ANTHROPIC,          "anthropic",          "anthropic",          FILE,     "tools_anthropic",         "tools for Anthropic's Messages API")
PTC_TARGET(ANTHROPIC_STRICT,   "anthropic-strict",   "anthropic-strict",   FILE,     "tools_anthropic_strict",  "the same, with strict: true")
PTC_TARGET(ANTHROPIC_FORMAT,   "anthropic-format",   "anthropic-format",   CONTRACT, "anthropic_format",        "output_config.format of Anthropic's Messages API")
PTC_TARGET(MCP,                "mcp",                "mcp-tools",          FILE,     "tools_mcp",               "tools of an MCP server, for the current protocol")
PTC_TARGET(MCP_LEGACY,         "mcp-legacy",         "mcp-tools-legacy",   FILE,     "tools_mcp_legacy",        "the same for MCP before 2026: results are objects")
PTC_TARGET(GBNF,               "gbnf",               "gbnf",               CONTRACT, "gbnf",                    "a grammar for llama.cpp")
PTC_TARGET(LARK,               "lark",               "lark",               CONTRACT, "lark",                    "a grammar for llguidance and custom tools of OpenAI")
PTC_TARGET(SQL,                "sql",                "sql",                FILE,     "tables_sql",              "tables for databases")
PTC_TARGET(MARKDOWN,           "md",                 "md",                 FILE,     "markdown",                "a page for people")
PTC_TARGET(MALLI_JSON,         "malli-json",         "malli-json",         CONTRACT, "malli_json",              "Malli schemas in JSON")
#undef PTC_TARGET
    PTC_TARGET_COUNT
} ptc_target;
enum {
    PTC_HINT_READ_ONLY = 1,
    PTC_HINT_DESTRUCTIVE = 2,
    PTC_HINT_ADDITIVE = 4,
    PTC_HINT_IDEMPOTENT = 8,
    PTC_HINT_OPEN_WORLD = 16,
    PTC_HINT_CLOSED_WORLD = 32,
};
typedef struct ptc_target_contract {
    ptc_str name;
    const ptc_schema *schema;
    bool is_type;
    ptc_str title;
    unsigned hints;
} ptc_target_contract;
typedef struct ptc_target_note {
    ptc_target target;
    bool is_fault;
    bool is_general;
    size_t contract;
    size_t other;
    uint32_t node;
    ptc_str what;
} ptc_target_note;
typedef void (*ptc_target_note_fn)(const ptc_target_note *note, void *user);
typedef struct ptc_target_options {
    size_t struct_size;
    ptc_direction direction;
    unsigned indent;
    bool wrap_root;
    bool openai_formats;
    bool anthropic_patterns;
    bool xgrammar;
    size_t max_string;
    bool sql_zones;
    ptc_target_note_fn note;
    void *user;
} ptc_target_options;
PTC_API ptc_status ptc_target_write(ptc_text *text, ptc_target target,
                                    const ptc_target_contract *contracts, size_t count,
                                    const ptc_target_options *options);
PTC_API const char *ptc_target_word(ptc_target target);
PTC_API ptc_target ptc_target_find(ptc_str word);
PTC_API bool ptc_target_is_single(ptc_target target);
PTC_API void ptc_target_write_path(ptc_text *text, const ptc_schema *schema,
                                   uint32_t node);
PTC_END
#endif
#ifndef PTC_TARGET_LIMITS_H
#define PTC_TARGET_LIMITS_H
enum {
#define PTC_LIMIT(constant, number, what) PTC_LIMIT_##constant = (number),
PTC_LIMIT(OPENAI_PROPERTIES,      5000,   "properties of a strict schema, at all depths")
PTC_LIMIT(OPENAI_DEPTH,           10,     "levels of objects and lists in a strict schema")
PTC_LIMIT(OPENAI_TEXT,            120000, "characters of names, definitions, enum members and consts")
PTC_LIMIT(OPENAI_MEMBERS,         1000,   "enum members of a strict schema, all together")
PTC_LIMIT(OPENAI_LARGE_ENUM,      250,    "members of an enum of strings beyond which its text is bounded")
PTC_LIMIT(OPENAI_LARGE_ENUM_TEXT, 15000,  "characters of an enum of more than 250 strings")
PTC_LIMIT(OPENAI_NAME,            64,     "characters of the name of a tool or format")
PTC_LIMIT(OPENAI_TOOLS,           128,    "tools of a request")
PTC_LIMIT(ANTHROPIC_NAME,         128,    "characters of the name of a tool")
PTC_LIMIT(MCP_NAME,               128,    "characters of the name of a tool")
PTC_LIMIT(MCP_DESCRIPTION,        1024,   "characters of the description of a tool")
PTC_LIMIT(GBNF_REPEAT,            2000,   "the upper bound of a repetition, and rules times repetitions")
PTC_LIMIT(GRAMMAR_BYTES,         1000000, "bytes of a grammar, about")
PTC_LIMIT(LARK_LEXEMES,          50000,   "lexemes of a grammar in Lark")
PTC_LIMIT(SQL_IDENTIFIER,         63,     "bytes of a name")
PTC_LIMIT(SQL_COLUMNS,            1600,   "columns of a table")
#undef PTC_LIMIT
};
#endif
#endif
