/* SPDX-License-Identifier: MIT */
/*
 * <ptc/json.h> - JSON text to values and back (RFC 8259, UTF-8 only).
 *
 * The rules for every reader of JSON in ptcc:
 *   - integers without fraction or exponent are exact int64; one outside int64 is kept
 *     as an opaque number (its spelling), which `:any` and `:float` accept and `:int`
 *     refuses as out of range; `-0` is the int 0, `-0.0` the double;
 *   - other numbers are the nearest double; one beyond the largest double (1e400) is
 *     `range`;
 *   - two equal keys in one object, compared after unescaping, are `duplicate`;
 *   - ill-formed UTF-8, a lone surrogate in \u escapes: `encoding`;
 *   - raw control bytes in strings, NUL anywhere, trailing bytes, empty input: `syntax`;
 *     "\u0000" is an ordinary character;
 *   - nesting deeper than max_depth is `depth`, detected at the offending bracket.
 */
#ifndef PTC_JSON_H
#define PTC_JSON_H

#include <ptc/error.h>
#include <ptc/value.h>

PTC_BEGIN

/* Bytes that padded entry points may read past the end; their content is arbitrary. */
#define PTC_PADDING 32

/* Why a text could not be read. */
typedef struct ptc_json_error {
    ptc_status status; /* as the call returned it */
    ptc_str message;   /* one line: what was expected and what was found, without the
                        * position; in the arena of the call or constant; ends in NUL */
    size_t offset;     /* byte offset of the fault, at most the text's length */
} ptc_json_error;

/* The view of one as a ptc_error: its path is "3:7", line and column in `text`, in
 * `arena`; its code is the name of the status. */
PTC_API ptc_error ptc_json_error_view(ptc_arena *arena, const ptc_json_error *error,
                                      ptc_str text);

/* How a text is read. */
typedef struct ptc_json_options {
    size_t struct_size; /* sizeof(ptc_json_options) */
    unsigned max_depth; /* 0: PTC_DEPTH_MAX */
    bool is_padded; /* PTC_PADDING bytes after the text are readable, so the text need not
                     * be copied for that; without `borrow` it is copied all the same */
    bool borrow;    /* the text outlives the value: strings without escapes may point into
                     * it (they do if it is also padded) */
    bool allow_trailing; /* stop after one value; *end says where (JSON lines, fences) */
} ptc_json_options;

/*
 * Reads one document into `arena`, which owns the value. `options` may be NULL; `end`
 * (may be NULL) becomes the offset after the value. On failure it is `len`, `*out` is
 * nil, and `error` (may be NULL) says what is wrong and where: PTC_ERROR_SYNTAX,
 * _ENCODING, _RANGE, _DUPLICATE, _DEPTH, _MEMORY, or _ARGUMENT for options without a
 * struct_size. Does not recurse on the C stack. Memory that a refused text took from the
 * arena is not given back.
 */
PTC_API ptc_status ptc_json_read(ptc_arena *arena, const char *text, size_t len,
                                 const ptc_json_options *options, ptc_value *out,
                                 size_t *end, ptc_json_error *error);

/*
 * Appends compact JSON. Keyword values become their names, keyword keys their names,
 * integer keys their decimal text, sets arrays, opaque numbers their spelling. NaN and
 * infinities, other opaque values, other keys, and keys that become the same:
 * PTC_ERROR_INVALID; deeper than PTC_DEPTH_MAX: PTC_ERROR_DEPTH; refused memory:
 * PTC_ERROR_MEMORY. The text is then cut back to where it was. `indent` > 0 writes one
 * element per line.
 */
PTC_API ptc_status ptc_json_write(ptc_text *text, const ptc_value *value,
                                  unsigned indent);

/*
 * The same without blanks, so that equal data gives equal text, for hashes and for
 * comparing: entries by the bytes of their keys, integral numbers up to 2^53 without
 * fraction or exponent. Sets keep their order. Statuses are those of ptc_json_write.
 */
PTC_API ptc_status ptc_json_write_canonical(ptc_text *text, const ptc_value *value);

/* Appends a JSON string in quotes, escaping only what JSON must escape. */
PTC_API void ptc_json_write_string(ptc_text *text, ptc_str string);

/*
 * Like ptc_json_write, but keys of all kinds have names: the EDN text of those that
 * ptc_json_write refuses (`true`, `nil`, `[1 2]`). ptc_json_keys_check of <ptc/walk.h>
 * says which keys become the same.
 */
PTC_API ptc_status ptc_json_write_named(ptc_text *text, const ptc_value *value,
                                        unsigned indent);

/* One step of a path into a document: a key, or (key.ptr == NULL) an index. */
typedef struct ptc_path_step {
    ptc_str key;  /* of a map; ptr NULL: `index` is the step */
    size_t index; /* of a vector */
} ptc_path_step;

/*
 * The byte range of the value at `path` in valid JSON text, for diagnostics that point
 * into a file; false when there is no such value. For a step that names a missing key the
 * range of the surrounding object is given.
 */
PTC_API bool ptc_json_locate(const char *text, size_t len, const ptc_path_step *path,
                             size_t depth, size_t *start, size_t *end);

PTC_END

#endif
