/* SPDX-License-Identifier: MIT */
/* What nodes become in a strict form: see json_shape.h. [emitters 3, 4] */
#include "target/json_writer/json_shape.h"

bool ptc_json_shapes_init(ptc_json_shapes *shapes, ptc_arena *arena,
                          const ptc_schema *schema)
{
    *shapes = (ptc_json_shapes){.schema = schema, .arena = arena};
    shapes->shapes = ptc_arena_array(arena, schema->count, 1);
    shapes->parts = ptc_arena_array(arena, schema->count, 1);
    shapes->fields = ptc_arena_array(arena, schema->count, sizeof *shapes->fields);
    shapes->failed =
        shapes->shapes == NULL || shapes->parts == NULL || shapes->fields == NULL;
    return !shapes->failed;
}

/* --- One node, those that it depends on being known ----------------------------------
 */

/* Whether fields are parameters, which are an object even if there are none. */
static bool shape_is_parameters(const ptc_schema_node *nodes, uint32_t index)
{
    const ptc_schema_node *parent = &nodes[nodes[index].parent];

    return parent->type == PTC_TYPE_FUNCTION && parent->first == index;
}

static ptc_json_shape shape_of_members(const ptc_schema_node *node)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;

    for (uint32_t i = 0; i < count; i++) {
        if (!ptc_value_is_scalar(&node->members[i]))
            return PTC_JSON_SHAPE_TEXT;
    }
    return PTC_JSON_SHAPE_PLAIN;
}

static ptc_json_shape shape_of_map(const ptc_json_shapes *shapes, uint32_t index)
{
    const ptc_schema_node *node = &shapes->schema->nodes[index];

    shapes->parts[index] = 1;
    return node->count > 0 || (node->flags & PTC_NODE_CLOSED) != 0 ||
                   shape_is_parameters(shapes->schema->nodes, index)
               ? PTC_JSON_SHAPE_MAP
               : PTC_JSON_SHAPE_TEXT;
}

/* Alternatives that are texts of JSON could not be distinguished from strings: then all
 * are. */
static ptc_json_shape shape_of_choice(const ptc_json_shapes *shapes,
                                      const ptc_schema_node *node)
{
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (shapes->shapes[i] == PTC_JSON_SHAPE_TEXT ||
            shapes->shapes[i] == PTC_JSON_SHAPE_PENDING)
            return PTC_JSON_SHAPE_TEXT;
    }
    return PTC_JSON_SHAPE_CHOICE;
}

static ptc_json_shape shape_of_multi(const ptc_json_shapes *shapes,
                                     const ptc_schema_node *node)
{
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *branch = &shapes->schema->nodes[i];

        if (shapes->shapes[i] != PTC_JSON_SHAPE_MAP ||
            (branch->flags & PTC_NODE_NULLABLE) != 0 ||
            ((branch->flags & PTC_NODE_OTHERWISE) == 0 &&
             !ptc_value_is_scalar(&branch->extra->branch)))
            return PTC_JSON_SHAPE_TEXT;
    }
    return PTC_JSON_SHAPE_CHOICE;
}

/* How little a conjunct says about the shape of a value. */
static unsigned shape_rank(const ptc_json_shapes *shapes, uint32_t index)
{
    const ptc_schema_node *node = &shapes->schema->nodes[index];

    if (shapes->shapes[index] <= PTC_JSON_SHAPE_TEXT &&
        shapes->shapes[index] != PTC_JSON_SHAPE_PLAIN)
        return 9;
    if (node->type == PTC_TYPE_CUSTOM)
        return 3;
    if (node->type == PTC_TYPE_MULTIPLE)
        return 2;
    return (node->flags & PTC_NODE_OTHERS) != 0;
}

uint32_t ptc_json_main_part(ptc_json_shapes *shapes, uint32_t index)
{
    const ptc_schema_node *node = &shapes->schema->nodes[index];
    uint32_t found = node->first;

    for (uint32_t i = node->first + 1; i < node->first + node->count; i++) {
        if (shape_rank(shapes, i) < shape_rank(shapes, found))
            found = i;
    }
    return found;
}

static ptc_json_shape shape_of_and(ptc_json_shapes *shapes, uint32_t index)
{
    const ptc_schema_node *node = &shapes->schema->nodes[index];
    unsigned parts = 1;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (shapes->shapes[i] == PTC_JSON_SHAPE_MAP)
            parts += shapes->parts[i];
        if (parts > PTC_JSON_SHAPE_PARTS_MAX)
            return PTC_JSON_SHAPE_TEXT;
    }
    shapes->parts[index] = (uint8_t)parts;
    if (parts > 1)
        return PTC_JSON_SHAPE_MAP;
    return shape_rank(shapes, ptc_json_main_part(shapes, index)) < 9
               ? PTC_JSON_SHAPE_PART
               : PTC_JSON_SHAPE_TEXT;
}

static ptc_json_shape shape_settle(ptc_json_shapes *shapes, uint32_t index)
{
    const ptc_schema_node *node = &shapes->schema->nodes[index];

    switch ((ptc_type)node->type) {
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_STRING:
    case PTC_TYPE_KEYWORD:
    case PTC_SPELLED_AND(DECIMAL):
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_CUSTOM:
        return PTC_JSON_SHAPE_PLAIN;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return shape_of_members(node);
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        return PTC_JSON_SHAPE_LIST;
    case PTC_TYPE_TUPLE:
        return PTC_JSON_SHAPE_TUPLE;
    case PTC_TYPE_MAP:
        return shape_of_map(shapes, index);
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
        return shape_of_choice(shapes, node);
    case PTC_TYPE_MULTI:
        return shape_of_multi(shapes, node);
    case PTC_TYPE_AND:
        return shape_of_and(shapes, index);
    case PTC_TYPE_REF:
    case PTC_TYPE_REGISTRY:
        shapes->parts[index] = shapes->parts[node->first];
        return (ptc_json_shape)shapes->shapes[node->first];
    case PTC_TYPE_ANY:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_NOT:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
    return PTC_JSON_SHAPE_TEXT;
}

/* --- All that one depends on ---------------------------------------------------------
 */

/* How many nodes from `first` on the shape of a node depends on. */
static uint32_t shape_below(const ptc_schema_node *node)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_AND:
        return node->count;
    case PTC_TYPE_REF:
    case PTC_TYPE_REGISTRY:
        return 1;
    default:
        return 0;
    }
}

static void shape_visit(ptc_json_shapes *shapes, uint32_t index, size_t *height)
{
    void *visits = shapes->visits;

    if (!ptc_arena_reserve(shapes->arena, &visits, &shapes->visit_capacity, *height,
                           *height + 1, sizeof *shapes->visits)) {
        shapes->failed = true;
        return;
    }
    shapes->visits = visits;
    shapes->shapes[index] = PTC_JSON_SHAPE_PENDING;
    shapes->visits[(*height)++] = (ptc_shape_visit){.index = index};
}

ptc_json_shape ptc_json_shape_of(ptc_json_shapes *shapes, uint32_t index)
{
    size_t height = 0;

    if (shapes->failed)
        return PTC_JSON_SHAPE_TEXT;
    if (shapes->shapes[index] == PTC_JSON_SHAPE_UNKNOWN)
        shape_visit(shapes, index, &height);
    while (height > 0 && !shapes->failed) {
        ptc_shape_visit *top = &shapes->visits[height - 1];
        const ptc_schema_node *node = &shapes->schema->nodes[top->index];
        uint32_t child = node->first + top->next;

        if (top->next == shape_below(node)) {
            shapes->shapes[top->index] = (uint8_t)shape_settle(shapes, top->index);
            height--;
            continue;
        }
        top->next++;
        if (shapes->shapes[child] == PTC_JSON_SHAPE_UNKNOWN)
            shape_visit(shapes, child, &height);
    }
    return shapes->failed ? PTC_JSON_SHAPE_TEXT : (ptc_json_shape)shapes->shapes[index];
}

/* --- Keys of objects -----------------------------------------------------------------
 */

/* The maps that a node of shape MAP is made of, in order; their number. */
static size_t shape_maps(ptc_json_shapes *shapes, uint32_t index,
                         uint32_t maps[PTC_JSON_SHAPE_PARTS_MAX])
{
    const ptc_schema_node *nodes = shapes->schema->nodes;
    ptc_shape_visit visits[PTC_JSON_SHAPE_PARTS_MAX + 1];
    size_t height = 0;
    size_t count = 0;

    visits[height++] = (ptc_shape_visit){.index = index};
    while (height > 0) {
        ptc_shape_visit *top = &visits[height - 1];
        const ptc_schema_node *node = ptc_schema_target(nodes, &nodes[top->index]);
        uint32_t child = node->first + top->next;

        if (node->type == PTC_TYPE_MAP)
            maps[count++] = (uint32_t)(node - nodes);
        if (node->type != PTC_TYPE_AND || top->next == node->count) {
            height--;
            continue;
        }
        top->next++;
        if (ptc_json_shape_of(shapes, child) == PTC_JSON_SHAPE_MAP)
            visits[height++] = (ptc_shape_visit){.index = child};
    }
    return count;
}

static void shape_add_field(ptc_json_shapes *shapes, ptc_json_fields *fields,
                            uint32_t index)
{
    const ptc_schema_node *nodes = shapes->schema->nodes;
    const ptc_name_entry *entry =
        ptc_names_add(&fields->names, nodes[index].name, (uint32_t)fields->count);
    ptc_json_field *field;

    if (entry == NULL) {
        shapes->failed = true;
        return;
    }
    field = &fields->items[entry->value];
    if (entry->value == fields->count) {
        *field = (ptc_json_field){index, ptc_schema_is_optional(&nodes[index]), false};
        fields->count++;
        return;
    }
    field->is_optional = field->is_optional && ptc_schema_is_optional(&nodes[index]);
    if (nodes[field->node].type == PTC_TYPE_ANY)
        field->node = index;
    else if (nodes[index].type != PTC_TYPE_ANY)
        field->is_merged = true;
}

const ptc_json_fields *ptc_json_fields_of(ptc_json_shapes *shapes, uint32_t index)
{
    const ptc_schema_node *nodes = shapes->schema->nodes;
    uint32_t maps[PTC_JSON_SHAPE_PARTS_MAX];
    ptc_json_fields *fields;
    size_t map_count;
    size_t most = 1;

    if (shapes->failed || shapes->fields[index] != NULL)
        return shapes->failed ? NULL : shapes->fields[index];
    map_count = shape_maps(shapes, index, maps);
    for (size_t i = 0; i < map_count; i++)
        most += nodes[maps[i]].count;
    fields = ptc_arena_array(shapes->arena, 1, sizeof *fields);
    if (fields != NULL)
        fields->items = ptc_arena_array(shapes->arena, most, sizeof *fields->items);
    if (fields == NULL || fields->items == NULL) {
        shapes->failed = true;
        return NULL;
    }
    ptc_names_init(&fields->names, shapes->arena);
    fields->names.is_exact = true;
    for (size_t i = 0; i < map_count; i++) {
        const ptc_schema_node *map = &nodes[maps[i]];

        for (uint32_t k = map->first; !shapes->failed && k < map->first + map->count; k++)
            shape_add_field(shapes, fields, k);
    }
    for (size_t i = 0; i < fields->count; i++)
        fields->required += !fields->items[i].is_optional;
    shapes->fields[index] = fields;
    return shapes->failed ? NULL : fields;
}

const ptc_json_field *ptc_json_field_find(const ptc_json_fields *fields,
                                          const ptc_value *key)
{
    const ptc_name_entry *entry =
        key->kind == PTC_STRING ? ptc_names_find(&fields->names, ptc_value_text(key))
                                : NULL;

    return entry != NULL ? &fields->items[entry->value] : NULL;
}

/* --- The root ------------------------------------------------------------------------
 */

uint32_t ptc_json_root(const ptc_schema *schema, const ptc_json_schema_options *options)
{
    const ptc_schema_node *function = ptc_schema_root(schema);
    bool is_bare;

    if (function->type != PTC_TYPE_FUNCTION)
        return schema->root;
    is_bare = options->direction == PTC_DIRECTION_DEFAULT &&
              schema->nodes[function->first].count == 0;
    return function->first + (is_bare || options->direction == PTC_OUTPUT);
}

static bool shape_is_map_type(const ptc_schema_node *node)
{
    return (node->type == PTC_TYPE_MAP || node->type == PTC_TYPE_ANY_MAP ||
            node->type == PTC_TYPE_MAP_OF || node->type == PTC_TYPE_KEYS ||
            node->type == PTC_TYPE_MULTI) &&
           (node->flags & (PTC_NODE_NULLABLE | PTC_NODE_OTHERS)) == 0;
}

/* Whether what satisfies a node is an object. */
static bool shape_is_object(const ptc_schema_node *nodes, uint32_t index)
{
    const ptc_schema_node *node = ptc_schema_target(nodes, &nodes[index]);
    bool needs_all = node->type == PTC_TYPE_UNION || node->type == PTC_TYPE_ONE;

    if (ptc_schema_takes_nil(nodes, &nodes[index]))
        return false;
    if (!needs_all && node->type != PTC_TYPE_AND)
        return shape_is_map_type(node);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (shape_is_map_type(ptc_schema_target(nodes, &nodes[i])) != needs_all)
            return !needs_all;
    }
    return needs_all;
}

static bool shape_is_list_type(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET ||
           node->type == PTC_TYPE_TUPLE || node->type == PTC_TYPE_PREFIX;
}

const char *ptc_json_root_key(ptc_json_shapes *shapes, uint32_t root,
                              const ptc_json_schema_options *options)
{
    const ptc_schema_node *nodes = shapes->schema->nodes;
    ptc_json_shape shape;

    if (!options->wrap_root && options->subset != PTC_JSON_SCHEMA_OPENAI_STRICT)
        return NULL;
    if (options->subset == PTC_JSON_SCHEMA_WHOLE) {
        if (shape_is_object(nodes, root))
            return NULL;
        return shape_is_list_type(ptc_schema_target(nodes, &nodes[root])) ? "items"
                                                                          : "value";
    }
    shape = ptc_json_shape_of(shapes, root);
    if ((shape == PTC_JSON_SHAPE_MAP || shape == PTC_JSON_SHAPE_TUPLE) &&
        !ptc_schema_takes_nil(nodes, &nodes[root]))
        return NULL;
    return shape == PTC_JSON_SHAPE_LIST ? "items" : "value";
}
