/* SPDX-License-Identifier: MIT */
/* The subsets of JSON Schema that strict APIs accept: see json_strict_int.h.
 * [emitters 3, 4] */
#include "target/json_writer/json_strict_int.h"

#include <ptc/json.h>

bool ptc_json_strict_begin(ptc_json_writer *writer)
{
    uint32_t count = writer->schema->count;

    writer->slots = ptc_arena_array(writer->arena, count, sizeof *writer->slots);
    writer->shapes = ptc_arena_array(writer->arena, 1, sizeof *writer->shapes);
    if (writer->slots == NULL || writer->shapes == NULL ||
        !ptc_json_shapes_init(writer->shapes, writer->arena, writer->schema))
        writer->status = PTC_ERROR_MEMORY;
    return writer->status == PTC_OK;
}

/* --- What is made ------------------------------------------------------------------- */

uint32_t ptc_json_strict_below(ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_json_shape shape;

    shape = ptc_json_shape_of(writer->shapes, index);
    if (shape != PTC_JSON_SHAPE_TEXT &&
        (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY))
        return 1;
    return shape == PTC_JSON_SHAPE_PLAIN || shape == PTC_JSON_SHAPE_TEXT ? 0
                                                                         : node->count;
}

/* Whether the children of a node are put into objects that it makes. */
static bool strict_has_parts(ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_json_shape shape = ptc_json_shape_of(writer->shapes, index);

    return (node->type == PTC_TYPE_AND && shape == PTC_JSON_SHAPE_MAP) ||
           (node->type == PTC_TYPE_MULTI && shape == PTC_JSON_SHAPE_CHOICE);
}

bool ptc_json_strict_visits(ptc_json_writer *writer, uint32_t parent, uint32_t child)
{
    const ptc_schema_node *node = &writer->schema->nodes[parent];

    if (node->type == PTC_TYPE_MAP)
        return !ptc_json_is_left_out(writer, &writer->schema->nodes[child]);
    if (node->type != PTC_TYPE_AND)
        return true;
    return ptc_json_shape_of(writer->shapes, parent) == PTC_JSON_SHAPE_MAP
               ? ptc_json_shape_of(writer->shapes, child) == PTC_JSON_SHAPE_MAP
               : ptc_json_main_part(writer->shapes, parent) == child;
}

bool ptc_json_strict_is_part(ptc_json_writer *writer, uint32_t parent, uint32_t child)
{
    const ptc_schema_node *node = &writer->schema->nodes[parent];

    return child >= node->first && child < node->first + node->count &&
           strict_has_parts(writer, parent);
}

bool ptc_json_strict_is_text(ptc_json_writer *writer, uint32_t index)
{
    return ptc_json_shape_of(writer->shapes, index) == PTC_JSON_SHAPE_TEXT;
}

void ptc_json_strict_refer(ptc_json_writer *writer, uint32_t index)
{
    uint32_t target = writer->schema->nodes[index].first;

    if (writer->options.subset == PTC_JSON_SCHEMA_ANTHROPIC_STRICT &&
        writer->made[target].kind == PTC_NIL && !writer->is_refused &&
        !ptc_json_strict_is_text(writer, index))
        ptc_json_refuse(writer, index,
                        "Anthropic accepts no types that contain themselves");
}

/* --- Slots -------------------------------------------------------------------------- */

static bool strict_is_null(const ptc_value *schema)
{
    const ptc_value *type =
        schema->kind == PTC_MAP
            ? ptc_map_find_text(schema->as.map, PTC_STRING, PTC_STR("type"))
            : NULL;

    return type != NULL && type->kind == PTC_STRING &&
           ptc_str_equal(ptc_value_text(type), PTC_STR("null"));
}

/* Whether the value made from a node already accepts null. */
static bool strict_takes_null(const ptc_value *schema)
{
    const ptc_value *type =
        ptc_map_find_text(schema->as.map, PTC_STRING, PTC_STR("type"));
    const ptc_value *choices =
        ptc_map_find_text(schema->as.map, PTC_STRING, PTC_STR("anyOf"));

    if (strict_is_null(schema))
        return true;
    for (uint32_t i = 0; type != NULL && type->kind == PTC_VECTOR && i < type->aux; i++) {
        if (ptc_str_equal(ptc_value_text(&type->as.items[i]), PTC_STR("null")))
            return true;
    }
    for (uint32_t i = 0; choices != NULL && i < choices->aux; i++) {
        if (strict_is_null(&choices->as.items[i]))
            return true;
    }
    return false;
}

/* The default of a slot as JSON; nothing where there is none, or JSON has no words for
 * it.
 */
static ptc_str strict_default(ptc_json_writer *writer, uint32_t index)
{
    ptc_value value = ptc_value_nil();
    ptc_status status;
    ptc_text text;

    ptc_text_init(&text, writer->arena);
    if (!ptc_schema_shows_default(writer->schema, index, &value))
        return ptc_text_view(&text);
    value = ptc_json_slot_default(writer, index, &value);
    status = ptc_json_write_named(&text, &value, 0);
    if (status == PTC_ERROR_MEMORY)
        writer->status = status;
    return ptc_text_view(&text);
}

/* What is said about a slot: its description, then in brackets what its type says in
 * words, and the default. */
static void strict_describe(ptc_json_writer *writer, ptc_json_object *object,
                            uint32_t index)
{
    const ptc_schema_extra *extra = writer->schema->nodes[index].extra;
    ptc_str own = extra != NULL ? extra->description : (ptc_str){NULL, 0};
    ptc_value *said = ptc_json_at(object, "description");
    ptc_str words = said != NULL ? ptc_value_text(said) : (ptc_str){NULL, 0};
    ptc_str standard = strict_default(writer, index);
    bool has_more = words.len > 0 || standard.len > 0;
    ptc_text text;

    if (own.len == 0 && standard.len == 0)
        return;
    ptc_text_init(&text, writer->arena);
    ptc_text_str(&text, own);
    if (own.len > 0 && has_more)
        ptc_text_cstr(&text, " (");
    ptc_text_str(&text, words);
    if (standard.len > 0) {
        ptc_text_cstr(&text, words.len > 0 ? ", default " : "default ");
        ptc_text_str(&text, standard);
    }
    if (own.len > 0 && has_more)
        ptc_text_byte(&text, ')');
    if (text.failed)
        writer->status = PTC_ERROR_MEMORY;
    else if (said != NULL)
        *said = ptc_value_string(ptc_text_view(&text));
    else
        ptc_json_put(writer, object, "description",
                     ptc_value_string(ptc_text_view(&text)));
}

/* Nothing may be next to a reference: it becomes the one alternative. */
static void strict_set_apart(ptc_json_writer *writer, ptc_json_object *object,
                             const ptc_value *value)
{
    if (ptc_json_at(object, "$ref") == NULL)
        return;
    *object = (ptc_json_object){0};
    ptc_json_put(writer, object, "anyOf", ptc_json_list(writer, value, 1));
}

ptc_value ptc_json_strict_slot(ptc_json_writer *writer, uint32_t index, bool takes_null)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value value = writer->made[index];
    ptc_json_object object;

    if (writer->status != PTC_OK || value.kind != PTC_MAP)
        return value;
    if (takes_null && !strict_takes_null(&value))
        value = ptc_json_or_null(writer, &value);
    if (writer->status != PTC_OK || node->extra == NULL ||
        (node->extra->title.len == 0 && node->extra->description.len == 0 &&
         node->extra->default_value.kind == PTC_NIL)) {
        writer->slots[index] = value;
        return value;
    }
    object = ptc_json_open(writer, &value);
    strict_set_apart(writer, &object, &value);
    if (node->extra->title.len > 0)
        ptc_json_put(writer, &object, "title", ptc_value_string(node->extra->title));
    strict_describe(writer, &object, index);
    writer->slots[index] = ptc_json_finish(writer, &object);
    return writer->slots[index];
}

/* --- Objects ------------------------------------------------------------------------ */

/* An object whose properties and required names are complete. */
static void strict_close(ptc_json_writer *writer, ptc_json_object *out,
                         const ptc_json_object *properties, const ptc_value *required,
                         size_t count)
{
    ptc_json_put(writer, out, "type", ptc_json_text("object"));
    ptc_json_put(writer, out, "properties", ptc_json_finish(writer, properties));
    ptc_json_put(writer, out, "required", ptc_value_vector(required, count));
    ptc_json_put(writer, out, "additionalProperties", ptc_value_bool(false));
}

static void strict_make_tuple(ptc_json_writer *writer, ptc_json_object *out,
                              uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value *required = ptc_arena_array(writer->arena, node->count, sizeof *required);
    ptc_json_object properties = {0};
    ptc_json_words words;

    if (required == NULL && node->count > 0) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        ptc_text name;

        ptc_text_init(&name, writer->arena);
        ptc_text_uint(&name, i);
        if (name.failed)
            writer->status = PTC_ERROR_MEMORY;
        required[i] = ptc_value_string(ptc_text_view(&name));
        ptc_json_put_at(writer, &properties, ptc_text_view(&name),
                        ptc_json_strict_slot(writer, node->first + i, false));
    }
    strict_close(writer, out, &properties, required, node->count);
    ptc_json_words_init(&words, writer);
    ptc_json_say(&words, "a list, its items by position", PTC_STR(""), false);
    if ((node->flags & PTC_NODE_DISTINCT) != 0)
        ptc_json_say(&words, "no two items the same", PTC_STR(""), true);
    ptc_json_words_put(&words, out, index);
}

/* The key that chooses a branch, with its one value. `slot`: what the branch says of it,
 * or nil. */
static ptc_value strict_dispatch(ptc_json_writer *writer, const ptc_schema_node *branch,
                                 const ptc_value *slot)
{
    ptc_value member = ptc_json_member(&branch->extra->branch);
    const ptc_value *said =
        slot->kind == PTC_MAP
            ? ptc_map_find_text(slot->as.map, PTC_STRING, PTC_STR("description"))
            : NULL;
    ptc_json_object out = {0};

    ptc_json_put_member(writer, &out, &member);
    ptc_json_put(writer, &out, "const", member);
    if (said != NULL)
        ptc_json_put(writer, &out, "description", *said);
    return ptc_json_finish(writer, &out);
}

/* An object being made of the fields of one node, perhaps a branch of a MULTI. */
typedef struct strict_object {
    ptc_json_object properties;
    ptc_value *required;
    size_t required_count;
    const ptc_schema_node *multi;  /* NULL: no branch whose key is known */
    const ptc_schema_node *branch; /* the branch */
    bool has_dispatch;
} strict_object;

static void strict_add_field(ptc_json_writer *writer, strict_object *object,
                             const ptc_json_field *field)
{
    const ptc_schema_node *node = &writer->schema->nodes[field->node];
    bool is_dispatch =
        object->multi != NULL && ptc_str_equal(node->name, object->multi->type_name);
    bool is_optional = field->is_optional && !is_dispatch;
    ptc_value value;

    if (ptc_json_is_left_out(writer, node))
        return;
    value = ptc_json_strict_slot(writer, field->node,
                                 is_optional && ptc_json_is_openai(writer));
    if (is_dispatch) {
        value = strict_dispatch(writer, object->branch, &value);
        object->has_dispatch = true;
    }
    if (node->type == PTC_TYPE_ANY)
        ptc_json_lose(writer, field->node, PTC_JSON_ANY_LOSS);
    if (field->is_merged)
        ptc_json_lose(writer, field->node, "a further condition on the field");
    ptc_json_put_at(writer, &object->properties, node->name, value);
    if (!is_optional || ptc_json_is_openai(writer))
        object->required[object->required_count++] = ptc_value_string(node->name);
}

/* Makes the object of a node of shape MAP; `multi` is the MULTI that it is a branch of,
 * or NULL. */
static void strict_make_object(ptc_json_writer *writer, ptc_json_object *out,
                               uint32_t index, const ptc_schema_node *multi)
{
    strict_object object = {.branch = &writer->schema->nodes[index]};
    ptc_value nil = ptc_value_nil();
    const ptc_json_fields *fields = ptc_json_fields_of(writer->shapes, index);

    if (multi != NULL && (object.branch->flags & PTC_NODE_OTHERWISE) == 0)
        object.multi = multi;
    if (fields != NULL)
        object.required =
            ptc_arena_array(writer->arena, fields->count + 1, sizeof *object.required);
    if (object.required == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (size_t i = 0; i < fields->count; i++)
        strict_add_field(writer, &object, &fields->items[i]);
    if (object.multi != NULL && !object.has_dispatch) {
        ptc_json_put_at(writer, &object.properties, multi->type_name,
                        strict_dispatch(writer, object.branch, &nil));
        object.required[object.required_count++] = ptc_value_string(multi->type_name);
    }
    strict_close(writer, out, &object.properties, object.required, object.required_count);
}

/* --- Conjunctions ------------------------------------------------------------------- */

/* Whether fields of an AND may not be made yet, or belong to others as well: then it
 * becomes a definition, so that nothing is written out again and again. All of the root's
 * are. */
static bool strict_is_deferred(ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    for (uint32_t i = node->first; index != writer->root && i < node->first + node->count;
         i++) {
        if (ptc_json_shape_of(writer->shapes, i) == PTC_JSON_SHAPE_MAP &&
            ptc_json_is_shared(&writer->schema->nodes[i]))
            return true;
    }
    return false;
}

/* Reports the conditions of conjuncts that are not part of the result: a number whose
 * multiples are already expressed, or an object. */
static void strict_lose_conjuncts(ptc_json_writer *writer, uint32_t index, bool is_number)
{
    const ptc_schema_node *nodes = writer->schema->nodes;
    const ptc_schema_node *node = &nodes[index];
    bool is_object = ptc_json_shape_of(writer->shapes, index) == PTC_JSON_SHAPE_MAP;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (ptc_json_strict_visits(writer, index, i) ||
            (is_number && nodes[i].type == PTC_TYPE_MULTIPLE) ||
            (is_object &&
             (nodes[i].type == PTC_TYPE_MAP || nodes[i].type == PTC_TYPE_ANY_MAP)))
            continue;
        if (nodes[i].type == PTC_TYPE_CUSTOM)
            ptc_json_lose_function(writer, i, "the validator ", nodes[i].type_name);
        else
            ptc_json_lose(writer, i, "a further condition");
    }
}

/* The main conjunct, with multiples where it is a number. */
static void strict_make_part(ptc_json_writer *writer, ptc_json_object *out,
                             uint32_t index)
{
    const ptc_schema_node *nodes = writer->schema->nodes;
    const ptc_schema_node *node = &nodes[index];
    uint32_t main = ptc_json_main_part(writer->shapes, index);
    bool is_number = ptc_type_is_numeric((ptc_type)nodes[main].type);
    ptc_json_words words;
    ptc_value *said;

    *out = ptc_json_open(writer, &writer->made[main]);
    ptc_json_words_init(&words, writer);
    said = ptc_json_at(out, "description");
    if (said != NULL)
        ptc_json_say(&words, "", ptc_value_text(said), false);
    for (uint32_t i = node->first; is_number && i < node->first + node->count; i++) {
        if (nodes[i].type == PTC_TYPE_MULTIPLE && ptc_json_at(out, "multipleOf") == NULL)
            ptc_json_put_multiple(&words, out, &nodes[i]);
        else if (nodes[i].type == PTC_TYPE_MULTIPLE)
            ptc_json_lose(writer, i, "a further condition");
    }
    if (words.lost.len > 0 && said != NULL) {
        *said = ptc_value_string(ptc_text_view(&words.said));
        words.said.len = 0;
    }
    if (words.lost.len > 0)
        ptc_json_words_put(&words, out, index);
    strict_lose_conjuncts(writer, index, is_number);
}

/* --- Choices ------------------------------------------------------------------------ */

/* A branch as an object: in its place, or where it is used elsewhere as well, a
 * definition.
 */
static ptc_value strict_branch(ptc_json_writer *writer, const ptc_schema_node *multi,
                               uint32_t index)
{
    ptc_json_object out = {0};

    if (ptc_json_is_shared(&writer->schema->nodes[index]))
        return ptc_json_reference_to(writer, index);
    strict_make_object(writer, &out, index, multi);
    return ptc_json_finish(writer, &out);
}

static void strict_make_choice(ptc_json_writer *writer, ptc_json_object *out,
                               uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_value *choices;

    if (node->type != PTC_TYPE_MULTI) {
        if (node->type == PTC_TYPE_ONE)
            ptc_json_lose(writer, index, "that exactly one of the alternatives fits");
        ptc_json_make_any_of(writer, out, index);
        return;
    }
    choices = ptc_arena_array(writer->arena, node->count, sizeof *choices);
    if (choices == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        if ((writer->schema->nodes[node->first + i].flags & PTC_NODE_OTHERWISE) != 0)
            ptc_json_lose(writer, node->first + i, "that no other branch is meant");
        choices[i] = strict_branch(writer, node, node->first + i);
    }
    ptc_json_put(writer, out, "anyOf", ptc_value_vector(choices, node->count));
}

/* --- Nodes -------------------------------------------------------------------------- */

static void strict_lose_others(ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];

    if ((node->flags & PTC_NODE_OTHERS) != 0 &&
        writer->schema->nodes[node->parent].type != PTC_TYPE_AND)
        ptc_json_lose(writer, index, "that values of other types also fit");
}

void ptc_json_make_strict(ptc_json_writer *writer, ptc_json_object *out, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    ptc_json_shape shape = ptc_json_shape_of(writer->shapes, index);
    ptc_value reference;

    if (shape != PTC_JSON_SHAPE_TEXT)
        strict_lose_others(writer, index);
    switch (shape) {
    case PTC_JSON_SHAPE_PLAIN:
        if (node->type == PTC_TYPE_CUSTOM)
            ptc_json_lose_function(writer, index, "the validator ", node->type_name);
        ptc_json_make_plain(writer, out, index);
        break;
    case PTC_JSON_SHAPE_LIST:
        ptc_json_make_strict_list(writer, out, index);
        break;
    case PTC_JSON_SHAPE_TUPLE:
        strict_make_tuple(writer, out, index);
        break;
    case PTC_JSON_SHAPE_MAP:
        if (node->type == PTC_TYPE_AND)
            strict_lose_conjuncts(writer, index, false);
        if (node->type == PTC_TYPE_AND && strict_is_deferred(writer, index)) {
            reference = ptc_json_reference_to(writer, index);
            *out = ptc_json_open(writer, &reference);
        } else {
            strict_make_object(writer, out, index, NULL);
        }
        break;
    case PTC_JSON_SHAPE_CHOICE:
        strict_make_choice(writer, out, index);
        break;
    case PTC_JSON_SHAPE_PART:
        strict_make_part(writer, out, index);
        break;
    case PTC_JSON_SHAPE_TEXT:
    case PTC_JSON_SHAPE_UNKNOWN:
    case PTC_JSON_SHAPE_PENDING:
        ptc_json_make_text(writer, out, index);
        break;
    }
}

/* --- Definitions -------------------------------------------------------------------- */

ptc_value ptc_json_strict_definition(ptc_json_writer *writer, uint32_t index)
{
    const ptc_schema_node *node = &writer->schema->nodes[index];
    const ptc_schema_node *parent = &writer->schema->nodes[node->parent];
    bool is_branch = parent->type == PTC_TYPE_MULTI && index >= parent->first &&
                     index < parent->first + parent->count;
    ptc_json_object out = {0};

    if (!is_branch && !(node->type == PTC_TYPE_AND && strict_has_parts(writer, index) &&
                        strict_is_deferred(writer, index)))
        return writer->made[index];
    strict_make_object(writer, &out, index, is_branch ? parent : NULL);
    return ptc_json_finish(writer, &out);
}

ptc_value ptc_json_wrap(ptc_json_writer *writer, const char *key, ptc_value value)
{
    ptc_value *name = ptc_arena_array(writer->arena, 1, sizeof *name);
    ptc_json_object properties = {0};
    ptc_json_object out = {0};

    if (name == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return ptc_value_nil();
    }
    *name = ptc_json_text(key);
    ptc_json_put(writer, &properties, key, value);
    strict_close(writer, &out, &properties, name, 1);
    return ptc_json_finish(writer, &out);
}

bool ptc_json_strict_check(ptc_json_writer *writer, const ptc_value *whole)
{
    if (writer->shapes->failed)
        writer->status = PTC_ERROR_MEMORY;
    else if (!writer->is_refused)
        ptc_json_strict_limits(writer, whole);
    return !writer->is_refused;
}
