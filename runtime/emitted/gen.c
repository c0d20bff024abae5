/* SPDX-License-Identifier: MIT */
/*
 * What generated parsers do where the text is unusual, whatever its types: begin and end,
 * values of any kind, separators and blanks, keys in another spelling than the declared
 * one, unknown keys and duplicates among them.
 *
 * Values that are not of their type without coercion are in gen_convert.c, and refused in
 * gen_strict.c; what needs the walker is in gen_walk.c. So a program links what its
 * contracts need.
 */
#include "base/base_int.h"
#include "emitted/emitted_int.h"
#include "walk/walk_int.h"
#include "json/json_int.h"

const char ptc_abi_3 = 2;

/* --- Begin and end ----------------------------------------------------------------- */

/* Values of complete options; NULL for the defaults. */
PTC_INLINE void gen_keep_options(ptc_gen *gen, ptc_direction direction,
                                 const ptc_parse_options *options)
{
    gen->mode = PTC_MODE_ENABLED;
    gen->direction = direction;
    gen->max_depth = PTC_DEPTH_MAX;
    gen->validators = NULL;
    gen->validator_count = 0;
    gen->context = NULL;
    gen->decoders = NULL;
    gen->decoder_count = 0;
    gen->is_coerced = false;
    gen->ahead = NULL;
    if (options != NULL) {
        gen->mode = options->mode;
        if (options->direction != PTC_DIRECTION_DEFAULT)
            gen->direction = options->direction;
        if (options->max_depth - 1u < PTC_DEPTH_MAX)
            gen->max_depth = (int)options->max_depth;
        gen->validators = options->validators;
        gen->validator_count = options->validator_count;
        gen->context = options->context;
        gen->decoders = options->decoders;
        gen->decoder_count = options->decoder_count;
    }
    gen->fills_defaults = gen->mode != PTC_MODE_DISABLED;
}

/* Options that are refused, or a shorter struct. */
static PTC_COLD bool gen_copy_options(ptc_gen *gen, ptc_direction direction,
                                      const ptc_parse_options *given)
{
    ptc_parse_options own = {.struct_size = sizeof own};

    if (!ptc_options_copy(PTC_OPTIONS("options", ptc_parse_options), "a parser", given,
                          &own) ||
        !ptc_mode_is_known("a parser", own.mode, own.direction, PTC_BOUNDARY_JSON)) {
        gen_keep_options(gen, direction, NULL);
        return false;
    }
    gen_keep_options(gen, direction, &own);
    return true;
}

/* Whether the struct has all members that this version knows, with known values. */
PTC_INLINE bool gen_is_plain(const ptc_parse_options *options)
{
    return options->struct_size - sizeof *options <= PTC_OPTIONS_MOST - sizeof *options &&
           (unsigned)options->mode <= PTC_MODE_DISABLED &&
           (unsigned)options->direction <= PTC_OUTPUT;
}

PTC_INLINE bool gen_take_options(ptc_gen *gen, ptc_direction direction,
                                 const ptc_parse_options *options)
{
    if (options != NULL && PTC_UNLIKELY(!gen_is_plain(options)))
        return gen_copy_options(gen, direction, options);
    gen_keep_options(gen, direction, options);
    return true;
}

bool ptc_gen_take_options(ptc_gen *gen, ptc_direction direction,
                          const ptc_parse_options *options)
{
    return gen_take_options(gen, direction, options);
}

ptc_cursor ptc_gen_start(ptc_gen *gen, const char *abi, ptc_arena *arena,
                         const char *text, size_t len, ptc_direction direction,
                         const ptc_parse_options *options)
{
    ptc_cursor p = NULL;

    (void)abi;
    gen->refused = PTC_ERROR_ARGUMENT;
    if (PTC_UNLIKELY(!gen_take_options(gen, direction, options)))
        return NULL;
    if (text != NULL)
        p = ptc_scan_begin(&gen->scan, arena, text, len, (unsigned)gen->max_depth);
    gen->refused = p != NULL ? PTC_OK : PTC_ERROR_MEMORY;
    gen->max_depth = p != NULL ? gen->scan.depth : 0;
    return p;
}

ptc_status ptc_gen_finish(ptc_gen *gen, ptc_cursor p, ptc_parse_info *info)
{
    ptc_status status;

    if (PTC_LIKELY(p != NULL && p == gen->scan.end && info == NULL &&
                   gen->scan.stack == gen->scan.first.bytes))
        return gen->scan.status;
    status = gen->refused != PTC_OK ? gen->refused : ptc_scan_finish(&gen->scan, p);
    if (info == NULL)
        return status;
    info->status = status;
    info->offset = status == PTC_OK || gen->refused != PTC_OK
                       ? 0
                       : (size_t)(gen->scan.fault - gen->scan.start);
    info->is_coerced = gen->is_coerced;
    if (gen->refused == PTC_OK && (gen->scan.notes & PTC_SCAN_INEXACT) &&
        gen->direction == PTC_INPUT && gen->fills_defaults &&
        gen->mode != PTC_MODE_STRICT)
        info->is_coerced = true;
    return status;
}

const char *ptc_gen_pad(ptc_arena *arena, const char *text, size_t len)
{
    char *copy =
        len < SIZE_MAX - PTC_PADDING ? ptc_arena_alloc(arena, len + PTC_PADDING) : NULL;

    if (copy == NULL)
        return NULL;
    if (len)
        memcpy(copy, text, len);
    memset(copy + len, 0, PTC_PADDING);
    return copy;
}

/* --- Faults ------------------------------------------------------------------------ */

PTC_COLD ptc_cursor ptc_gen_invalid(ptc_gen *gen, ptc_cursor p)
{
    return ptc_scan_fail(&gen->scan, p, PTC_ERROR_INVALID, "not what the contract says");
}

PTC_COLD ptc_cursor ptc_gen_duplicate(ptc_gen *gen, ptc_cursor p)
{
    return ptc_scan_fail(&gen->scan, p, PTC_ERROR_DUPLICATE, "duplicate key");
}

PTC_COLD ptc_cursor ptc_gen_keys_fault(ptc_gen *gen, ptc_cursor p, uint64_t twice)
{
    return twice != 0 ? ptc_gen_duplicate(gen, p) : ptc_gen_invalid(gen, p);
}

PTC_COLD ptc_cursor ptc_gen_too_deep(ptc_gen *gen, ptc_cursor p)
{
    gen->scan.depth++;
    return ptc_scan_fail(&gen->scan, p, PTC_ERROR_DEPTH, "nested too deeply");
}

/* The outermost container may end where the text ends, a nested one may not. */
PTC_COLD ptc_cursor ptc_gen_end_rest(ptc_gen *gen, ptc_cursor p)
{
    return gen->scan.depth == gen->max_depth ? p : ptc_scan_close(&gen->scan, p);
}

/* --- Values ------------------------------------------------------------------------ */

/*
 * Values go onto the scanner's stack, where items of lists are as densely as in an array:
 * brings its height to a multiple of what they need. The caller restores it.
 */
static bool gen_align(ptc_gen *gen)
{
    size_t over = gen->scan.stack_used % sizeof(ptc_value);

    return over == 0 || ptc_scan_push(&gen->scan, sizeof(ptc_value) - over) != NULL;
}

/* The outermost value may end where the text ends. */
ptc_cursor ptc_gen_read(ptc_gen *gen, ptc_cursor p, ptc_value *out)
{
    size_t height = gen->scan.stack_used;
    bool is_outermost = gen->scan.depth == gen->max_depth;

    if (!gen_align(gen))
        return NULL;
    p = is_outermost ? ptc_scan_document(&gen->scan, p, out)
                     : ptc_scan_value(&gen->scan, p, out);
    gen->scan.stack_used = height;
    return p;
}

ptc_cursor ptc_gen_any(ptc_gen *gen, ptc_cursor p, ptc_value *out)
{
    return ptc_gen_read(gen, ptc_scan_blanks(p), out);
}

ptc_cursor ptc_gen_any_map(ptc_gen *gen, ptc_cursor p, ptc_value *out)
{
    ptc_cursor after = ptc_gen_any(gen, p, out);

    return after != NULL && out->kind != PTC_MAP ? ptc_gen_invalid(gen, p) : after;
}

void *ptc_gen_new(ptc_gen *gen, size_t size)
{
    void *memory = ptc_arena_array(gen->scan.arena, 1, size);

    if (memory == NULL)
        ptc_scan_fail(&gen->scan, gen->scan.end, PTC_ERROR_MEMORY, "memory refused");
    return memory;
}

bool ptc_gen_length_rest(const ptc_str *text, size_t low, size_t high)
{
    size_t count = ptc_utf8_count(text->ptr, text->len);

    return count >= low && count <= high;
}

/* --- Separators -------------------------------------------------------------------- */

/* ptc_scan_blanks where indentation is likely: keys of a text for people begin so. */
PTC_INLINE ptc_cursor gen_pass_blanks(ptc_cursor p)
{
    if (*p > ' ')
        return p;
    if (*p == ' ' && p[1] > ' ')
        return p + 1;
    if (PTC_LIKELY(*p == '\n'))
        p = ptc_scan_indentation(p + 1);
    return PTC_LIKELY(*p > ' ') ? p : ptc_scan_blanks_rest(p);
}

/* After a comma or brace and the blanks around it; NULL where another byte is. */
ptc_cursor ptc_gen_mark_rest(ptc_cursor p, unsigned char mark)
{
    p = gen_pass_blanks(p);
    return PTC_LIKELY(*p == mark) ? gen_pass_blanks(p + 1) : NULL;
}

ptc_cursor ptc_gen_separator_rest(ptc_gen *gen, ptc_cursor p, unsigned char close)
{
    if (p == NULL)
        return NULL;
    p = gen_pass_blanks(p);
    if (*p == close)
        return p;
    if (*p != ',')
        return ptc_scan_fail(&gen->scan, p, PTC_ERROR_SYNTAX,
                             "expected ',' or a closing bracket");
    p = gen_pass_blanks(p + 1);
    if (*p == close || (close == '}' && *p != '"'))
        return ptc_scan_fail(&gen->scan, p, PTC_ERROR_SYNTAX,
                             "expected a key or a value");
    return p;
}

ptc_cursor ptc_gen_map_open(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    if (*p != '{')
        return ptc_gen_invalid(gen, p);
    if (PTC_UNLIKELY(--gen->scan.depth < 0))
        return ptc_gen_too_deep(gen, p);
    map->start = p;
    map->has_odd_keys = false;
    p = ptc_scan_blanks(p + 1);
    if (PTC_LIKELY(*p == '"' || *p == '}'))
        return p;
    return ptc_scan_fail(&gen->scan, p, PTC_ERROR_SYNTAX, "expected a key");
}

/* --- Keys -------------------------------------------------------------------------- */

/* Whether a field takes its value from the caller, not from the context. */
PTC_INLINE bool gen_is_told(const ptc_schema_node *field)
{
    return (field->flags & PTC_NODE_CONTEXT) == 0;
}

/*
 * The field that the key means when '-' and '_' are the same, or -1. The first spelling
 * that is not the field's own takes the field, unless its own spelling is somewhere.
 */
static int gen_folded(ptc_gen *gen, ptc_gen_map *map, const ptc_schema_node *fields,
                      uint32_t count)
{
    uint32_t i = 0;

    while (i < count && !(fields[i].name.len == map->key.len && gen_is_told(&fields[i]) &&
                          ptc_walk_may_be(&fields[i], map->key)))
        i++;
    if (i == count)
        return -1;
    if (map->exact == NULL)
        map->exact = ptc_gen_look_ahead(gen, map, fields, count);
    if (map->exact == NULL || map->exact[i])
        return -1;
    map->exact[i] = 1;
    return (int)i;
}

/* The field whose own spelling the key is: the generated switch leaves out some that are
 * awkward to compare. */
static int gen_own(const ptc_gen_map *map, const ptc_schema_node *fields, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ptc_str_equal(fields[i].name, map->key) && gen_is_told(&fields[i]))
            return (int)i;
    }
    return -1;
}

/* Keeps a key that is not a field's own spelling for the check at the end of its map. */
static bool gen_keep_key(ptc_gen *gen, ptc_gen_map *map)
{
    size_t height = gen->scan.stack_used;
    void *place = ptc_scan_push(&gen->scan, sizeof map->key);

    if (place == NULL)
        return false;
    if (!map->has_odd_keys) {
        map->has_odd_keys = true;
        map->base = height;
        map->exact = NULL;
    }
    memcpy(place, &map->key, sizeof map->key);
    return true;
}

PTC_COLD int ptc_gen_odd_key(ptc_gen *gen, ptc_gen_map *map, const ptc_schema_node *nodes,
                             uint32_t index, ptc_cursor *p)
{
    const ptc_schema_node *node = &nodes[index];
    int field;

    if (!gen_keep_key(gen, map)) {
        *p = NULL;
        return -1;
    }
    field = gen_folded(gen, map, nodes + node->first, node->count);
    if (field >= 0)
        return field;
    if (gen->mode == PTC_MODE_STRICT || (node->flags & PTC_NODE_CLOSED))
        *p = ptc_gen_invalid(gen, *p);
    else
        *p = ptc_scan_skip(&gen->scan, *p);
    return -1;
}

int ptc_gen_map_other_rest(ptc_gen *gen, ptc_gen_map *map, const ptc_schema_node *nodes,
                           uint32_t index, ptc_cursor *p)
{
    const ptc_schema_node *node = &nodes[index];
    int field = gen_own(map, nodes + node->first, node->count);

    return field >= 0 ? field : ptc_gen_odd_key(gen, map, nodes, index, p);
}

ptc_cursor ptc_gen_odd_keys(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    const unsigned char *keys = gen->scan.stack + map->base;
    size_t count = (gen->scan.stack_used - map->base) / sizeof(ptc_str);

    gen->scan.stack_used = map->base;
    if (!ptc_scan_keys(&gen->scan, p, keys, sizeof(ptc_str), count))
        return NULL;
    return p < gen->scan.end ? p : ptc_gen_end_rest(gen, p);
}

/* --- Entries ----------------------------------------------------------------------- */

/* At the place of a key, or after the closing brace when there is none. */
static ptc_cursor gen_entry_open(ptc_gen_list *list, ptc_cursor p)
{
    list->more = p != NULL && *p != '}';
    return p != NULL && !list->more ? p + 1 : p;
}

ptc_cursor ptc_gen_entries_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p)
{
    ptc_gen_map map;

    list->base = gen->scan.stack_used;
    list->more = false;
    return gen_entry_open(list, ptc_gen_map_open(gen, &map, p));
}

ptc_cursor ptc_gen_entry_string(ptc_gen *gen, ptc_cursor p, ptc_str *key)
{
    return ptc_scan_key(&gen->scan, p + 1, key);
}

ptc_cursor ptc_gen_entries_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                               const void *entry, size_t size)
{
    void *place = ptc_scan_push(&gen->scan, size);

    list->more = false;
    if (place == NULL)
        return NULL;
    memcpy(place, entry, size);
    return gen_entry_open(list, ptc_gen_map_next(gen, p));
}

ptc_cursor ptc_gen_entries_end(ptc_gen *gen, ptc_cursor p, const void *entries,
                               size_t size, size_t count)
{
    if (entries != NULL && !ptc_scan_keys(&gen->scan, p, entries, size, count))
        return NULL;
    return gen->scan.status == PTC_OK ? ptc_gen_list_end(gen, p) : NULL;
}

size_t ptc_gen_entries_find(const void *entries, size_t size, size_t count, ptc_str key)
{
    size_t i = 0;

    for (; i < count; i++) {
        ptc_str other;

        memcpy(&other, (const unsigned char *)entries + i * size, sizeof other);
        if (ptc_str_equal(other, key))
            break;
    }
    return i;
}
