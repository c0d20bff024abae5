/* SPDX-License-Identifier: MIT */
/*
 * JSON text to values of a program. [ptc-lisp 15]
 *
 * The grammar of containers on the scanner of <ptc/scan.h>, with the verdicts and values
 * of ptc_json_read; but the results are on the heap at once, each array and object in its
 * exact size. Elements wait on a stack in the run's arena until their container ends;
 * below them is its frame: kind PTC_VECTOR or PTC_MAP, aux the place of the enclosing
 * frame. Nothing is a safepoint, and nothing recurses.
 *
 * The scanner's own stack is not used: a raise (of fuel, say) could not give it back.
 */
#include "lisp/heap/build.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "json/json_int.h"

#include <ptc/scan.h>

enum {
    JSON_STACK_FIRST = 64,
};
#define JSON_NO_FRAME UINT32_MAX

typedef struct json_reader {
    ptc_lisp *lisp;
    ptc_scan scan;
    ptc_value *stack;
    size_t height;
    size_t capacity;
    uint32_t frame; /* of the innermost open container, or JSON_NO_FRAME */
    const ptc_shape
        *shape; /* of the object that ended last: the next may have the same shape */
} json_reader;

/* --- The stack ---------------------------------------------------------------------- */

static PTC_COLD void json_grow(json_reader *reader)
{
    ptc_lisp *lisp = reader->lisp;
    size_t capacity = reader->capacity == 0 ? JSON_STACK_FIRST : 2 * reader->capacity;
    ptc_value *stack;

    if (capacity >= JSON_NO_FRAME || capacity / 2 > lisp->heap_most / sizeof *stack)
        ptc_lisp_memory_error(lisp);
    stack = ptc_arena_array(&lisp->run_arena, capacity, sizeof *stack);
    if (stack == NULL)
        ptc_lisp_memory_error(lisp);
    if (reader->height != 0)
        memcpy(stack, reader->stack, reader->height * sizeof *stack);
    reader->stack = stack;
    reader->capacity = capacity;
}

PTC_INLINE void json_push(json_reader *reader, ptc_value value)
{
    if (PTC_UNLIKELY(reader->height == reader->capacity))
        json_grow(reader);
    reader->stack[reader->height++] = value;
}

static bool json_is_map(const json_reader *reader)
{
    return reader->stack[reader->frame].kind == PTC_MAP;
}

/* --- Scalars ------------------------------------------------------------------------ */

/* The value with its text, which is in the source or the scan's arena, on the heap. */
static ptc_value json_own_text(ptc_lisp *lisp, ptc_value value)
{
    char *bytes;
    ptc_value own = ptc_string_new(lisp, value.aux, &bytes);

    if (value.aux != 0)
        memcpy(bytes, value.as.text, value.aux);
    own.kind = value.kind;
    own.flags = (uint8_t)(value.flags | PTC_FLAG_HEAP);
    return own;
}

/* Pushes any value except a container. */
static const unsigned char *json_scalar(json_reader *reader, const unsigned char *p)
{
    ptc_value value;

    p = ptc_scan_scalar(&reader->scan, p, &value);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;
    if (value.kind == PTC_STRING || value.kind == PTC_OPAQUE)
        value = json_own_text(reader->lisp, value);
    json_push(reader, value);
    return p;
}

/* Pushes a key, whose text is not on the heap: keys usually become names of a shape. */
static const unsigned char *json_key(json_reader *reader, const unsigned char *p)
{
    ptc_value key;

    if (PTC_UNLIKELY(*p != '"'))
        return ptc_scan_fail(&reader->scan, p, PTC_ERROR_SYNTAX,
                             "expected a key in quotes");
    p = ptc_scan_scalar(&reader->scan, p, &key);
    if (PTC_UNLIKELY(p == NULL))
        return NULL;
    json_push(reader, key);
    if (PTC_UNLIKELY(*p != ':')) {
        p = ptc_scan_blanks(p);
        if (*p != ':')
            return ptc_scan_fail(&reader->scan, p, PTC_ERROR_SYNTAX,
                                 "expected ':' after a key");
    }
    return ptc_scan_blanks(p + 1);
}

/* --- Objects ------------------------------------------------------------------------ */

/* Whether the shape has these keys in this order. */
static bool json_has_shape(const ptc_shape *shape, const ptc_value *pairs, size_t count)
{
    if (shape->count != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const ptc_value *key = &shape->keys[i];

        if (key->aux != pairs[2 * i].aux ||
            memcmp(key->as.text, pairs[2 * i].as.text, key->aux) != 0)
            return false;
    }
    return true;
}

/* The shape of these keys; NULL when two are equal, or the object must be a hash. */
static const ptc_shape *json_shape(json_reader *reader, const ptc_value *pairs,
                                   size_t count)
{
    const ptc_shape *shape = &ptc_shape_empty;

    if (count > PTC_RECORD_MAX)
        return NULL;
    if (json_has_shape(reader->shape, pairs, count))
        return reader->shape;
    for (size_t i = 0; i < count && shape != NULL; i++) {
        if (ptc_shape_find(shape, &pairs[2 * i]) != UINT32_MAX)
            return NULL;
        shape = ptc_shape_with(reader->lisp, shape, pairs[2 * i]);
    }
    return shape;
}

/* False when two keys are equal. */
static bool json_hash(ptc_lisp *lisp, ptc_value *pairs, size_t count, ptc_value *out)
{
    for (size_t i = 0; i < count; i++)
        pairs[2 * i] = json_own_text(lisp, pairs[2 * i]);
    *out = ptc_lisp_map_of(lisp, pairs, count);
    return out->aux == count;
}

static bool json_make_map(json_reader *reader, ptc_value *pairs, size_t count,
                          ptc_value *out)
{
    const ptc_shape *shape = json_shape(reader, pairs, count);
    ptc_record *record;

    if (count == 0) {
        *out = ptc_lisp_map_empty(reader->lisp);
        return true;
    }
    if (shape == NULL)
        return json_hash(reader->lisp, pairs, count, out);
    record = ptc_record_new(reader->lisp, shape);
    for (size_t i = 0; i < count; i++)
        record->values[i] = pairs[2 * i + 1];
    reader->shape = shape;
    *out = ptc_record_value(record);
    return true;
}

/* --- Containers --------------------------------------------------------------------- */

/* Moves past the opening bracket and blanks. */
static const unsigned char *json_open(json_reader *reader, const unsigned char *p)
{
    ptc_kind kind = *p == '{' ? PTC_MAP : PTC_VECTOR;

    if (PTC_UNLIKELY(reader->scan.depth == 0))
        return ptc_scan_fail(&reader->scan, p, PTC_ERROR_DEPTH, "nested too deeply");
    reader->scan.depth--;
    json_push(reader, ptc_value_make(kind, 0, reader->frame));
    reader->frame = (uint32_t)(reader->height - 1);
    return ptc_scan_blanks(p + 1);
}

/* Replaces the frame and the elements by the container; moves past its bracket. */
static const unsigned char *json_close(json_reader *reader, const unsigned char *p)
{
    ptc_value *frame = &reader->stack[reader->frame];
    size_t count = reader->height - reader->frame - 1;
    ptc_value value = ptc_vector_empty();

    if (frame->kind == PTC_MAP) {
        if (!json_make_map(reader, frame + 1, count / 2, &value))
            return ptc_scan_fail(&reader->scan, p, PTC_ERROR_DUPLICATE, "duplicate key");
    } else if (count > 0) {
        value = ptc_vector_of(reader->lisp, frame + 1, count);
    }
    reader->height = reader->frame + 1;
    reader->frame = frame->aux;
    reader->scan.depth++;
    *frame = value;
    p++;
    return reader->frame == JSON_NO_FRAME ? p : ptc_scan_close(&reader->scan, p);
}

/* After a value: closes the containers that end there, and moves to the next value. The
 * outermost one has ended when no frame is left. */
static const unsigned char *json_go_on(json_reader *reader, const unsigned char *p)
{
    while (p != NULL && reader->frame != JSON_NO_FRAME) {
        bool is_map = json_is_map(reader);

        p = ptc_scan_blanks(p);
        if (PTC_LIKELY(*p == ',')) {
            p = ptc_scan_blanks(p + 1);
            return is_map ? json_key(reader, p) : p;
        }
        if (PTC_UNLIKELY(*p != (is_map ? '}' : ']')))
            return ptc_scan_fail(&reader->scan, p, PTC_ERROR_SYNTAX,
                                 is_map ? "expected ',' or '}'" : "expected ',' or ']'");
        p = json_close(reader, p);
    }
    return p;
}

/* Reads the outermost value onto the stack. */
static const unsigned char *json_document(json_reader *reader, const unsigned char *p)
{
    do {
        ptc_lisp_step(reader->lisp);
        if (*p == '{' || *p == '[') {
            p = json_open(reader, p);
            if (p == NULL)
                return NULL;
            if (*p != (json_is_map(reader) ? '}' : ']')) {
                p = json_is_map(reader) ? json_key(reader, p) : p;
                continue;
            }
            p = json_close(reader, p);
        } else {
            p = json_scalar(reader, p);
        }
        p = json_go_on(reader, p);
    } while (p != NULL && reader->frame != JSON_NO_FRAME);
    return p;
}

/* --- Texts -------------------------------------------------------------------------- */

/* `shape` is a guess. */
static void json_start(json_reader *reader, ptc_lisp *lisp, const ptc_shape *shape)
{
    reader->lisp = lisp;
    reader->stack = NULL;
    reader->height = 0;
    reader->capacity = 0;
    reader->frame = JSON_NO_FRAME;
    reader->shape = shape;
}

/* Ends the scan at `p`: its value, or nil for a text that is not JSON. */
static ptc_value json_finish(json_reader *reader, const unsigned char *p)
{
    ptc_status status = ptc_scan_finish(&reader->scan, p);

    if (status == PTC_ERROR_MEMORY)
        ptc_lisp_memory_error(reader->lisp);
    return status == PTC_OK ? reader->stack[0] : ptc_value_nil();
}

ptc_value ptc_core_json_parse_string(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, uint32_t count)
{
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    json_reader reader;
    const unsigned char *p;
    ptc_value value;

    (void)callee, (void)count;
    if (args[0].kind != PTC_STRING)
        return ptc_value_nil();
    ptc_lisp_read_bytes(lisp, args[0].aux);
    json_start(&reader, lisp, &ptc_shape_empty);
    p = ptc_scan_begin_copy(&reader.scan, &lisp->run_arena, args[0].as.text, args[0].aux,
                            0);
    if (p == NULL)
        ptc_lisp_memory_error(lisp);
    value = json_finish(&reader, json_document(&reader, p));
    ptc_arena_rewind(&lisp->run_arena, mark);
    return value;
}

/* The document in `size` bytes, followed by a NUL and padding. */
static ptc_value json_line(json_reader *reader, const char *line, size_t size)
{
    const ptc_shape *shape = reader->shape;
    ptc_arena *arena = &reader->lisp->run_arena;
    ptc_arena_mark mark = ptc_arena_place(arena);
    const unsigned char *p = ptc_scan_begin(&reader->scan, arena, line, size, 0);
    ptc_value value;

    if (p == NULL)
        ptc_lisp_memory_error(reader->lisp);
    json_start(reader, reader->lisp, shape);
    value = json_finish(reader, json_document(reader, p));
    ptc_arena_rewind(arena, mark);
    return value;
}

static bool json_is_blank(const char *line, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    }
    return true;
}

/* A value, or nil, for each line that is not blank. The copy of the text gets a NUL for
 * each line feed, where scans end. */
ptc_value ptc_core_json_parse_lines(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    size_t size = args[0].aux;
    json_reader reader;
    ptc_value lines;
    char *text;

    (void)callee, (void)count;
    if (args[0].kind != PTC_STRING)
        return ptc_value_nil();
    ptc_lisp_read_bytes(lisp, size);
    text = ptc_arena_alloc(&lisp->run_arena, size + 1 + PTC_PADDING);
    if (text == NULL)
        ptc_lisp_memory_error(lisp);
    if (size != 0)
        memcpy(text, args[0].as.text, size);
    memset(text + size, 0, 1 + PTC_PADDING);
    text[size] = '\n';
    json_start(&reader, lisp, &ptc_shape_empty);
    ptc_build_start(lisp, &lines, 0, 0);
    for (size_t start = 0; start <= size;) {
        size_t length = (size_t)((char *)memchr(text + start, '\n', size + 1 - start) -
                                 (text + start));

        text[start + length] = '\0';
        if (!json_is_blank(text + start, length))
            ptc_build_push(lisp, &lines, json_line(&reader, text + start, length));
        start += length + 1;
    }
    ptc_arena_rewind(&lisp->run_arena, mark);
    return lines;
}

#define PTC_BUILTIN_JSON PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
