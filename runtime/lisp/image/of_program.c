/* SPDX-License-Identifier: MIT */
/*
 * The tables of an image of a program that was compiled: the opposite of bind.c. Each
 * text is written once: texts in the source are ranges of it; names, builtins and other
 * texts have one row each.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/heap/layout.h"
#include "lisp/image/of_int.h"
#include "lisp/language/opcodes.h"

enum { OF_WINDOW = 8192 }; /* bytes of text that are searched for an existing one */

static void of_add_number(ptc_image_making *of, ptc_image_list *list, uint32_t number)
{
    uint32_t *place = PTC_ARENA_PUSH(of->arena, list->items, list->count, list->capacity);

    if (place != NULL)
        *place = number;
    else
        of->failed = true;
}

static void *of_array(ptc_image_making *of, size_t count, size_t size)
{
    void *items = ptc_arena_array(of->arena, count, size);

    of->failed = of->failed || items == NULL;
    return items;
}

/* --- Texts and names ------------------------------------------------------------------
 */

ptc_image_range ptc_image_add_text(ptc_image_making *of, ptc_str text)
{
    ptc_str source = of->program->text;
    ptc_image_range range = {0, (uint32_t)text.len};
    size_t from;

    if (text.len == 0)
        return range;
    if (text.ptr >= source.ptr && text.ptr < source.ptr + source.len) {
        range.first = (uint32_t)(text.ptr - source.ptr);
        return range;
    }
    from = of->text.len > OF_WINDOW ? of->text.len - OF_WINDOW : 0;
    for (const char *at = of->text.ptr + from, *end = of->text.ptr + of->text.len;
         (size_t)(end - at) >= text.len; at++) {
        at = memchr(at, text.ptr[0], (size_t)(end - at) - text.len + 1);
        if (at == NULL)
            break;
        if (memcmp(at, text.ptr, text.len) == 0) {
            range.first = (uint32_t)(at - of->text.ptr);
            return range;
        }
    }
    range.first = (uint32_t)of->text.len;
    ptc_text_str(&of->text, text);
    return range;
}

static void of_grow_known(ptc_image_making *of)
{
    size_t capacity = of->known == NULL ? 64 : 2 * (of->known_mask + 1);
    const ptc_name **known = of_array(of, capacity, sizeof *known);
    uint32_t *numbers = of_array(of, capacity, sizeof *numbers);

    if (of->failed)
        return;
    for (size_t i = 0; of->known != NULL && i <= of->known_mask; i++) {
        size_t at = (size_t)((uintptr_t)of->known[i] >> 4) & (capacity - 1);

        if (of->known[i] == NULL)
            continue;
        while (known[at] != NULL)
            at = (at + 1) & (capacity - 1);
        known[at] = of->known[i];
        numbers[at] = of->known_numbers[i];
    }
    of->known = known;
    of->known_numbers = numbers;
    of->known_mask = capacity - 1;
}

static uint32_t of_name(ptc_image_making *of, const ptc_name *name)
{
    ptc_image_range *row;
    size_t at;

    if (name == NULL)
        return PTC_IMAGE_NONE;
    if (of->known == NULL || 2 * of->name_count > of->known_mask)
        of_grow_known(of);
    if (of->failed)
        return 0;
    for (at = (size_t)((uintptr_t)name >> 4) & of->known_mask; of->known[at] != NULL;
         at = (at + 1) & of->known_mask)
        if (of->known[at] == name)
            return of->known_numbers[at];
    of->known[at] = name;
    of->known_numbers[at] = (uint32_t)of->name_count;
    row = PTC_IMAGE_PUSH(of, names, name);
    of->failed = row == NULL;
    if (row != NULL)
        *row = ptc_image_add_text(of, ptc_str_make(name->text, name->length));
    return of->known_numbers[at];
}

/* --- Constants ------------------------------------------------------------------------
 */

static uint32_t of_constants(ptc_image_making *of, const ptc_value *values, size_t count);

static uint32_t of_builtin(ptc_image_making *of, const ptc_function *function)
{
    const ptc_function **row;

    for (size_t i = 0; i < of->builtin_count; i++)
        if (of->builtins[i] == function)
            return (uint32_t)i;
    row = PTC_IMAGE_PUSH(of, builtins, builtin);
    of->failed = of->failed || row == NULL;
    if (row != NULL)
        *row = function;
    return (uint32_t)of->builtin_count - 1;
}

/* The entries of a hash in their order, each value after its key. */
static ptc_value *of_hash_parts(ptc_image_making *of, const ptc_value *value,
                                size_t stride)
{
    ptc_value *parts = of_array(of, value->aux * stride, sizeof *parts);
    const ptc_hash_entry *entry;
    ptc_hash_walk walk;

    if (parts == NULL)
        return NULL;
    ptc_hash_walk_init(&walk, value);
    while ((entry = ptc_hash_walk_next(&walk)) != NULL) {
        parts[entry->number * stride] = entry->key;
        if (stride == 2)
            parts[entry->number * stride + 1] = entry->value;
    }
    return parts;
}

static ptc_value *of_record_parts(ptc_image_making *of, const ptc_value *map)
{
    const ptc_record *record = ptc_record_of(map);
    ptc_value *parts = of_array(of, 2 * (size_t)map->aux, sizeof *parts);

    for (uint32_t i = 0; parts != NULL && i < map->aux; i++) {
        parts[2 * i] = record->shape->keys[i];
        parts[2 * i + 1] = record->values[i];
    }
    return parts;
}

static void of_collection(ptc_image_making *of, const ptc_value *value,
                          ptc_image_constant *out)
{
    bool is_hash = (value->flags & PTC_FLAG_TREE) != 0;
    size_t stride = value->kind == PTC_MAP ? 2 : 1;
    const ptc_value *parts = value->as.items;

    if (is_hash)
        parts = of_hash_parts(of, value, stride);
    else if (value->kind == PTC_MAP)
        parts = of_record_parts(of, value);
    out->kind = value->kind == PTC_MAP        ? PTC_IMAGE_MAP
                : value->kind == PTC_SET      ? PTC_IMAGE_SET
                : value->flags & PTC_FLAG_SEQ ? PTC_IMAGE_LIST
                                              : PTC_IMAGE_VECTOR;
    out->count = value->aux;
    if (!of->failed)
        out->bits = of_constants(of, parts, value->aux * stride);
}

static void of_string(ptc_image_making *of, const ptc_value *string, ptc_image_kind kind,
                      ptc_image_constant *out)
{
    ptc_image_range range = ptc_image_add_text(of, ptc_value_text(string));

    *out = (ptc_image_constant){kind, range.count, range.first};
}

static void of_constant(ptc_image_making *of, const ptc_value *value,
                        ptc_image_constant *out)
{
    *out = (ptc_image_constant){PTC_IMAGE_NIL, 0, 0};
    switch ((unsigned)value->kind) {
    case PTC_BOOL:
        *out = (ptc_image_constant){PTC_IMAGE_BOOL, 0, value->as.boolean};
        break;
    case PTC_INT:
        *out = (ptc_image_constant){PTC_IMAGE_INT, 0, (uint64_t)value->as.integer};
        break;
    case PTC_FLOAT:
        out->kind = PTC_IMAGE_FLOAT;
        memcpy(&out->bits, &value->as.number, sizeof out->bits);
        break;
    case PTC_STRING:
        of_string(of, value, PTC_IMAGE_STRING, out);
        break;
    case PTC_REGEX:
        of->has_patterns = true;
        of_string(of, &((const ptc_boxed *)(const void *)value->as.object)->content,
                  PTC_IMAGE_REGEX, out);
        break;
    case PTC_KEYWORD:
    case PTC_SYMBOL:
        out->kind = value->kind == PTC_KEYWORD ? PTC_IMAGE_KEYWORD : PTC_IMAGE_SYMBOL;
        out->bits = of_name(of, ptc_name_of(value));
        break;
    case PTC_FUNCTION:
        out->kind = PTC_IMAGE_FUNCTION;
        out->count = (value->flags & PTC_FLAG_PIPED) != 0;
        out->bits = of_builtin(of, (const ptc_function *)(const void *)value->as.object);
        break;
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
        of_collection(of, value, out);
        break;
    default:
        break;
    }
}

/* Rows of values, one after the other, after the rows of their parts: the number of the
 * first. */
static uint32_t of_constants(ptc_image_making *of, const ptc_value *values, size_t count)
{
    ptc_image_constant *rows = of_array(of, count, sizeof *rows);
    uint32_t first;

    for (size_t i = 0; i < count && !of->failed; i++)
        of_constant(of, &values[i], &rows[i]);
    first = (uint32_t)of->constant_count;
    for (size_t i = 0; i < count && !of->failed; i++) {
        ptc_image_constant *row = PTC_IMAGE_PUSH(of, constants, constant);

        if (row != NULL)
            *row = rows[i];
        else
            of->failed = true;
    }
    return first;
}

/* --- Functions ------------------------------------------------------------------------
 */

static uint32_t of_function(ptc_image_making *of, const ptc_proto *proto);

/* The numbers of functions, as a list. */
static ptc_image_range of_functions(ptc_image_making *of, const ptc_proto *const *protos,
                                    uint32_t count)
{
    uint32_t *numbers = of_array(of, count, sizeof *numbers);
    ptc_image_range range = {0, count};

    for (uint32_t i = 0; i < count && !of->failed; i++)
        numbers[i] = of_function(of, protos[i]);
    range.first = (uint32_t)of->numbers.count;
    for (uint32_t i = 0; i < count && !of->failed; i++)
        of_add_number(of, &of->numbers, numbers[i]);
    return range;
}

static ptc_image_range of_captures(ptc_image_making *of, const ptc_proto *proto)
{
    ptc_image_range range = {(uint32_t)of->numbers.count, proto->capture_count};

    for (uint32_t i = 0; i < proto->capture_count; i++)
        of_add_number(of, &of->numbers, proto->captures[i]);
    return range;
}

/* Whether the instruction calls nothing, not even the functions of a sequence without an
 * end or of a sorted map: it raises none of the faults that texts explain. */
static bool of_calls_nothing(ptc_opcode op)
{
    switch ((unsigned)op) {
    case PTC_OP_MOVE:
    case PTC_OP_LOAD:
    case PTC_OP_STORE:
    case PTC_OP_CONSTANT:
    case PTC_OP_CONSTANT_WIDE:
    case PTC_OP_NIL:
    case PTC_OP_BOOL:
    case PTC_OP_INT:
    case PTC_OP_CAPTURE:
    case PTC_OP_SELF:
    case PTC_OP_VARIABLE:
    case PTC_OP_VARIABLE_OR_NIL:
    case PTC_OP_IS_BOUND:
    case PTC_OP_DEFINE:
    case PTC_OP_DECLARE:
    case PTC_OP_CONTEXT:
    case PTC_OP_HISTORY:
    case PTC_OP_NOT:
    case PTC_OP_JUMP:
    case PTC_OP_JUMP_FALSE:
    case PTC_OP_JUMP_TRUE:
    case PTC_OP_JUMP_NIL:
    case PTC_OP_LOOP:
    case PTC_OP_REPEAT:
    case PTC_OP_RETURN:
    case PTC_OP_CLOSURE:
    case PTC_OP_RECORD:
    case PTC_OP_VECTOR:
    case PTC_OP_VECTOR_MORE:
        return true;
    default:
        return false;
    }
}

/* The places in the code where faults may occur that the text explains. */
static void of_add_places(ptc_image_making *of, const ptc_proto *proto)
{
    for (uint32_t i = 0; i < proto->code_count && !of->failed; i++) {
        ptc_opcode op = (ptc_opcode)(proto->code[i] & 255u);

        if (!of_calls_nothing(op))
            of_add_number(of, &of->places, proto->places[i]);
        i += ptc_opcode_is_wide(op);
    }
}

/* The function, after those inside it: its number. */
static uint32_t of_function(ptc_image_making *of, const ptc_proto *proto)
{
    ptc_image_function out = {.registers = proto->registers,
                              .parameters = proto->parameters,
                              .has_rest = proto->has_rest,
                              .name = of_name(of, proto->name),
                              .shown = ptc_image_add_text(of, proto->parameters_text),
                              .source = ptc_image_add_text(of, proto->source)};
    ptc_image_function *row;
    const ptc_proto **at;

    out.arities = of_functions(of, proto->arities, proto->arity_count);
    out.captures = of_captures(of, proto);
    if (proto->arity_count == 0) {
        out.code = proto->code;
        out.places = proto->places;
        out.code_count = proto->code_count;
        out.children = of_functions(of, proto->children, proto->child_count);
        out.constants.first = of_constants(of, proto->constants, proto->constant_count);
        out.constants.count = proto->constant_count;
        of_add_places(of, proto);
    }
    row = PTC_IMAGE_PUSH(of, functions, function);
    at = PTC_IMAGE_PUSH(of, protos, proto);
    of->failed = of->failed || row == NULL || at == NULL;
    if (row != NULL)
        *row = out;
    if (at != NULL)
        *at = proto;
    return (uint32_t)of->function_count - 1;
}

/* --- Sites, variables, namespaces ------------------------------------------------------
 */

static uint32_t of_shape(ptc_image_making *of, const ptc_shape *shape)
{
    ptc_image_range *row = PTC_IMAGE_PUSH(of, shapes, shape);

    of->failed = of->failed || row == NULL;
    if (row != NULL)
        *row = (ptc_image_range){(uint32_t)of->numbers.count, shape->count};
    for (uint32_t i = 0; i < shape->count && !of->failed; i++)
        of_add_number(of, &of->numbers, of_name(of, ptc_name_of(&shape->keys[i])));
    return (uint32_t)of->shape_count - 1;
}

static ptc_image_site *of_sites(ptc_image_making *of)
{
    const ptc_program *program = of->program;
    ptc_image_site *sites = of_array(of, program->site_count, sizeof *sites);

    for (uint32_t i = 0; i < program->site_count && !of->failed; i++) {
        const ptc_site *site = &program->sites[i];

        sites[i] = (ptc_image_site){PTC_IMAGE_NONE, PTC_IMAGE_NONE};
        if (site->key.kind == PTC_NIL)
            sites[i].shape = of_shape(of, site->shape);
        else
            sites[i].key = of_name(of, ptc_name_of(&site->key));
    }
    return sites;
}

static uint32_t *of_variables(ptc_image_making *of)
{
    const ptc_program *program = of->program;
    uint32_t *names = of_array(of, program->variable_count, sizeof *names);

    for (uint32_t i = 0; i < program->variable_count && !of->failed; i++)
        names[i] = of_name(of, program->variables[i]->name);
    return names;
}

static ptc_image_space *of_spaces(ptc_image_making *of)
{
    const ptc_space_list *list = &of->program->spaces;
    ptc_image_space *spaces = of_array(of, list->count, sizeof *spaces);

    for (size_t i = 0; i < list->count && !of->failed; i++) {
        const ptc_space *space = &list->items[i];

        spaces[i] = (ptc_image_space){
            (uint32_t)space->kind, ptc_image_add_text(of, space->name),
            ptc_image_add_text(of, space->of), ptc_image_add_text(of, space->member)};
    }
    return spaces;
}

/* --- All ------------------------------------------------------------------------------
 */

static void of_finish(const ptc_image_making *of, ptc_image *out)
{
    out->abi = PTC_LISP_ABI;
    out->revision = PTC_LISP_REVISION;
    out->opcodes = PTC_LISP_OPCODES;
    out->source_length = (uint32_t)of->program->text.len;
    out->text_length = (uint32_t)of->text.len;
    out->text = of->text.ptr;
    out->name_count = (uint32_t)of->name_count;
    out->names = of->names;
    out->number_count = (uint32_t)of->numbers.count;
    out->numbers = of->numbers.items;
    out->shape_count = (uint32_t)of->shape_count;
    out->shapes = of->shapes;
    out->constant_count = (uint32_t)of->constant_count;
    out->constants = of->constants;
    out->builtin_count = (uint32_t)of->builtin_count;
    out->builtins = of->builtins;
    out->function_count = (uint32_t)of->function_count;
    out->functions = of->functions;
}

ptc_status ptc_image_tables(ptc_image_making *of, ptc_arena *arena,
                            const ptc_program *program, ptc_image **out)
{
    ptc_image *image = ptc_arena_array(arena, 1, sizeof *image);

    *of = (ptc_image_making){.arena = arena, .program = program};
    *out = NULL;
    if (image == NULL)
        return PTC_ERROR_MEMORY;
    ptc_text_init(&of->text, arena);
    ptc_text_str(&of->text, program->text);
    of_function(of, program->main);
    image->sites = of_sites(of);
    image->site_count = program->site_count;
    image->variables = of_variables(of);
    image->variable_count = program->variable_count;
    image->spaces = of_spaces(of);
    image->space_count = (uint32_t)program->spaces.count;
    if (of->failed || of->text.failed)
        return PTC_ERROR_MEMORY;
    of_finish(of, image);
    *out = image;
    return PTC_OK;
}
