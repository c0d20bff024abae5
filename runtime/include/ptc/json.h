/* SPDX-License-Identifier: MIT */
/*
 * <ptc/json.h> - JSON text to values and back (RFC 8259, UTF-8 only).
 *
 *     ptc_value order;
 *     ptc_json_error why;
 *
 *     if (ptc_json_read(&arena, json.ptr, json.len, NULL, &order, NULL, &why) == PTC_OK)
 *         status = ptc_json_write(&text, &order, 2);
 *
 * The rules for every reader of JSON in ptcc:
 *
 *   - An integer without fraction or exponent is an exact int64. One outside int64 is
 *     kept as an opaque number (its spelling), which `:any` and `:float` accept and
 *     `:int` refuses as out of range. `-0` is the int 0, `-0.0` the double.
 *   - Other numbers are the nearest double. One beyond the largest double (1e400) is
 *     PTC_ERROR_RANGE.
 *   - Two equal keys in one object, compared after unescaping, are PTC_ERROR_DUPLICATE.
 *   - Ill-formed UTF-8, and a lone surrogate in \u escapes, are PTC_ERROR_ENCODING.
 *   - Raw control bytes in strings, NUL anywhere, trailing bytes and empty input are
 *     PTC_ERROR_SYNTAX. "\u0000" is an ordinary character.
 *   - Nesting deeper than max_depth is PTC_ERROR_DEPTH, detected at the offending
 *     bracket.
 */
#ifndef PTC_JSON_H
#define PTC_JSON_H

#include <ptc/error.h>
#include <ptc/value.h>

PTC_BEGIN

/* The number of bytes after a text that padded entry points may read; their content is
 * arbitrary. */
#define PTC_PADDING 32

/* Why a text could not be read. */
typedef struct ptc_json_error {
    ptc_status status; /* as the call returned it */
    ptc_str message;   /* one line: what was expected and what was found, without the
                        * position; in the arena of the call or constant; ends in NUL */
    size_t offset;     /* byte offset of the fault, at most the text's length */
} ptc_json_error;

/* Converts the error to a ptc_error. Its path is "3:7", line and column in `text`, and
 * lives in `arena`; its code is the name of the status. */
PTC_API ptc_error ptc_json_error_view(ptc_arena *arena, const ptc_json_error *error,
                                      ptc_str text);

/* How a text is read. */
typedef struct ptc_json_options {
    size_t struct_size; /* sizeof(ptc_json_options) */
    unsigned max_depth; /* 0: PTC_DEPTH_MAX */
    bool is_padded; /* PTC_PADDING bytes after the text are readable, so it need not be
                     * copied for that; without `borrow` it is copied all the same */
    bool borrow;    /* the text outlives the value: if it is also padded, strings without
                     * escapes point into it */
    bool allow_trailing; /* stop after one value; *end says where (JSON lines, fences) */
} ptc_json_options;

/*
 * Reads one document into `arena`, which owns the value. Does not recurse on the C stack.
 *
 * `options` may be NULL. `*end` (may be NULL) becomes the offset after the value. On
 * failure it is `len`, `*out` is nil, and `*error` (may be NULL) says what is wrong and
 * where. Memory that a refused text took from the arena is not given back.
 *
 * Returns PTC_ERROR_SYNTAX, PTC_ERROR_ENCODING, PTC_ERROR_RANGE, PTC_ERROR_DUPLICATE,
 * PTC_ERROR_DEPTH, PTC_ERROR_MEMORY, or PTC_ERROR_ARGUMENT for options without a
 * struct_size.
 */
PTC_API ptc_status ptc_json_read(ptc_arena *arena, const char *text, size_t len,
                                 const ptc_json_options *options, ptc_value *out,
                                 size_t *end, ptc_json_error *error);

/*
 * Appends a value as JSON: compact, or with one element per line if `indent` > 0.
 *
 * Keyword values and keyword keys become their names, integer keys their decimal text,
 * sets arrays, opaque numbers their spelling.
 *
 * Returns PTC_ERROR_INVALID for NaN and infinities, other opaque values, other keys, and
 * keys that become the same; PTC_ERROR_DEPTH for values deeper than PTC_DEPTH_MAX;
 * PTC_ERROR_MEMORY. The text is then cut back to where it was.
 */
PTC_API ptc_status ptc_json_write(ptc_text *text, const ptc_value *value,
                                  unsigned indent);

/*
 * Appends JSON without blanks such that equal data gives equal text, for hashes and
 * comparisons. Entries are sorted by the bytes of their keys, and integral numbers up to
 * 2^53 have neither fraction nor exponent. Sets keep their order. Statuses are those of
 * ptc_json_write.
 */
PTC_API ptc_status ptc_json_write_canonical(ptc_text *text, const ptc_value *value);

/* Appends a JSON string in quotes, escaping only what JSON must escape. */
PTC_API void ptc_json_write_string(ptc_text *text, ptc_str string);

/* Like ptc_json_write, but keys of all kinds have names: a key that ptc_json_write
 * refuses becomes its EDN text (`true`, `nil`, `[1 2]`). ptc_json_keys_check of
 * <ptc/walk.h> reports which keys become the same. */
PTC_API ptc_status ptc_json_write_named(ptc_text *text, const ptc_value *value,
                                        unsigned indent);

/* One step of a path into a document: a key, or (key.ptr == NULL) an index. */
typedef struct ptc_path_step {
    ptc_str key;  /* of a map; ptr NULL: `index` is the step */
    size_t index; /* of a vector */
} ptc_path_step;

/* Finds the byte range of the value at `path` in valid JSON text, for diagnostics that
 * point into a file. False when there is no such value. For a step that names a missing
 * key it is the range of the surrounding object. */
PTC_API bool ptc_json_locate(const char *text, size_t len, const ptc_path_step *path,
                             size_t depth, size_t *start, size_t *end);

PTC_END

#endif
