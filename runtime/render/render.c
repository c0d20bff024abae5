/* SPDX-License-Identifier: MIT */
/*
 * Schemas as canonical shorthand, and the walk that all renderings share; see
 * render_int.h. [signature 9]
 */
#include "render/render_int.h"
#include "schema/schema_int.h"

#include <ptc/json.h>
#include <ptc/number.h>

/* --- Pieces ------------------------------------------------------------------------- */

static void render_bound(ptc_text *text, const ptc_value *bound)
{
    char digits[PTC_NUMBER_MAX];

    if (bound->kind == PTC_INT)
        ptc_text_int(text, bound->as.integer);
    else if (bound->kind == PTC_FLOAT)
        ptc_text_bytes(text, digits, ptc_number_write_double(bound->as.number, digits));
}

void ptc_interval_write(ptc_text *text, const ptc_interval *interval)
{
    bool has_low = interval->low.kind != PTC_NIL;
    bool has_high = interval->high.kind != PTC_NIL;

    if (!interval->low_open && !interval->high_open) {
        render_bound(text, &interval->low);
        ptc_text_cstr(text, "..");
        render_bound(text, &interval->high);
        return;
    }
    if (has_low) {
        ptc_text_cstr(text, interval->low_open ? ">" : ">=");
        render_bound(text, &interval->low);
    }
    if (has_low && has_high)
        ptc_text_byte(text, ' ');
    if (has_high) {
        ptc_text_cstr(text, interval->high_open ? "<" : "<=");
        render_bound(text, &interval->high);
    }
}

/* The checks in brackets after a type, if there are any. */
static void render_checks(ptc_text *text, const ptc_schema_node *node)
{
    if (node->interval == NULL && node->pattern_count == 0)
        return;
    ptc_text_byte(text, '[');
    if (node->interval != NULL)
        ptc_interval_write(text, node->interval);
    for (uint32_t i = 0; i < node->pattern_count; i++) {
        ptc_text_cstr(text, i > 0 || node->interval != NULL ? " ~" : "~");
        ptc_json_write_string(text, node->patterns[i].text);
    }
    ptc_text_byte(text, ']');
}

static void render_member(ptc_text *text, const ptc_value *member)
{
    if (member->kind == PTC_STRING) {
        ptc_json_write_string(text, ptc_value_text(member));
    } else if (member->kind == PTC_KEYWORD) {
        ptc_text_byte(text, ':');
        ptc_text_str(text, ptc_value_text(member));
    } else {
        render_bound(text, member);
    }
}

static void render_enum(ptc_text *text, const ptc_schema_node *node)
{
    ptc_text_byte(text, '[');
    for (uint32_t i = 0; i < node->count; i++) {
        if (i > 0)
            ptc_text_byte(text, ' ');
        render_member(text, &node->members[i]);
    }
    ptc_text_byte(text, ']');
}

/* --- What shorthand can express
 * --------------------------------------------------------- */

static bool render_is_finite(const ptc_value *number)
{
    return number->kind != PTC_FLOAT || number->as.number - number->as.number == 0;
}

static bool render_says_member(const ptc_value *member)
{
    switch ((ptc_kind)member->kind) {
    case PTC_STRING:
    case PTC_INT:
        return true;
    case PTC_FLOAT:
        return render_is_finite(member);
    case PTC_KEYWORD:
        return ptc_name_is_plain(ptc_value_text(member));
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
    case PTC_OPAQUE:
        break;
    }
    return false;
}

static bool render_says_enum(const ptc_schema_node *node)
{
    for (uint32_t i = 0; i < node->count; i++) {
        if (!render_says_member(&node->members[i]))
            return false;
    }
    return true;
}

/* Whether a field may be absent but refuses nil, or the other way round. Comments of
 * emitted code, which elide maps, do not say so. */
static bool render_is_apart(const ptc_render *render, const ptc_schema_node *field)
{
    return !render->elides_maps &&
           ptc_schema_absence(render->schema->nodes, field) != PTC_ABSENCE_AS_NIL;
}

/* Only prompts can spell empty names. Parameters from the context and some defaults have
 * no spelling either; prompts leave them out. */
static bool render_says_fields(const ptc_render *render, const ptc_schema_node *map)
{
    ptc_value value;

    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        const ptc_schema_node *field = &render->schema->nodes[i];

        if (!render->is_prompt &&
            (field->name.len == 0 || ptc_schema_hides_nothing(field) ||
             (!render->hides_context && (field->flags & PTC_NODE_CONTEXT) != 0) ||
             render_is_apart(render, field) ||
             (ptc_schema_has_default(field) && ptc_render_default(render, i, &value) &&
              !ptc_render_literal(render, i, &value))))
            return false;
    }
    return true;
}

/* Whether a node has properties that ptcc does not know, which are printed back; those of
 * the parameters as a whole have no place. [validation 11.2] */
static bool render_has_properties(const ptc_render *render, const ptc_schema_node *node)
{
    return node->extra != NULL && node->extra->properties.kind == PTC_MAP &&
           !ptc_render_is_parameters(render, (uint32_t)(node - render->schema->nodes));
}

/* Those of parameters are facts of their function, which is Malli as a whole then. */
static bool render_has_facts(const ptc_render *render, const ptc_schema_node *node)
{
    const ptc_schema_node *nodes = render->schema->nodes;

    if (node->type == PTC_TYPE_FUNCTION)
        return ptc_schema_has_facts(&nodes[node->first]);
    return ptc_schema_has_facts(node) &&
           !ptc_render_is_parameters(render, (uint32_t)(node - nodes));
}

/* Whether a map has no other keys; that parameters have none has no spelling. */
static bool render_is_closed(const ptc_render *render, const ptc_schema_node *node)
{
    return (node->flags & PTC_NODE_CLOSED) != 0 &&
           !ptc_render_is_parameters(render, (uint32_t)(node - render->schema->nodes));
}

bool ptc_render_needs_malli(const ptc_render *render, const ptc_schema_node *node)
{
    if (!render->is_prompt &&
        (render_has_properties(render, node) || render_has_facts(render, node) ||
         (node->flags & PTC_NODE_DECODED) != 0))
        return true;
    switch (node->type) {
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
        return node->interval != NULL && (!render_is_finite(&node->interval->low) ||
                                          !render_is_finite(&node->interval->high));
    case PTC_TYPE_CUSTOM:
        return !ptc_name_is_dotted(node->type_name);
    case PTC_TYPE_ENUM:
        return !render_says_enum(node);
    case PTC_TYPE_UNION:
        return (node->flags & PTC_NODE_NAMED) != 0;
    case PTC_TYPE_MAP:
        return render_is_closed(render, node) || !render_says_fields(render, node);
    case PTC_TYPE_FUNCTION:
        return !render_says_fields(render, &render->schema->nodes[node->first]);
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_SET:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        return true;
    case PTC_TYPE_LIST:
        return !render->is_prompt && (node->flags & PTC_NODE_OPEN) != 0;
    default:
        return false;
    }
}

/* Types whose Malli text is too hard for models to read in passing. */
static bool render_is_hard(ptc_type type)
{
    return type == PTC_TYPE_REGISTRY || type == PTC_TYPE_REF || type == PTC_TYPE_MULTI ||
           type == PTC_TYPE_NOT || type == PTC_TYPE_ONE || type == PTC_TYPE_IF ||
           (ptc_type_is_condition(type) && type != PTC_TYPE_MULTIPLE);
}

bool ptc_render_needs_line(const ptc_render *render, uint32_t index)
{
    ptc_schema part = *render->schema;

    if (!render->is_prompt ||
        !ptc_render_needs_malli(render, &render->schema->nodes[index]))
        return false;
    part.root = index;
    for (uint32_t i = index; i != PTC_NODE_NONE; i = ptc_schema_next(&part, i)) {
        if (render_is_hard((ptc_type)part.nodes[i].type) ||
            (part.nodes[i].type == PTC_TYPE_CUSTOM &&
             !ptc_name_is_dotted(part.nodes[i].type_name)))
            return true;
    }
    return false;
}

/* --- The walk ----------------------------------------------------------------------- */

bool ptc_render_is_hidden(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *nodes = render->schema->nodes;

    return ((render->hides && (nodes[index].flags & PTC_NODE_FIREWALLED) != 0) ||
            ((render->is_prompt || render->hides_context) &&
             (nodes[index].flags & PTC_NODE_CONTEXT) != 0)) &&
           nodes[nodes[index].parent].type == PTC_TYPE_MAP;
}

/* The child of `parent` to write after `index`, or first after PTC_NODE_NONE. Definitions
 * come before the body of their registry. */
static uint32_t render_child_after(const ptc_render *render, uint32_t parent,
                                   uint32_t index)
{
    const ptc_schema_node *above = &render->schema->nodes[parent];
    uint32_t end = above->first + above->count;
    uint32_t child = index == PTC_NODE_NONE ? above->first : index + 1;

    if (!ptc_type_has_children((ptc_type)above->type))
        return PTC_NODE_NONE;
    if (above->type == PTC_TYPE_REGISTRY) {
        if (index == above->first)
            return PTC_NODE_NONE;
        child = index == PTC_NODE_NONE ? above->first + 1 : index + 1;
        return child < end ? child : above->first;
    }
    while (child < end && ptc_render_is_hidden(render, child))
        child++;
    return child < end ? child : PTC_NODE_NONE;
}

/* What is in front of a child in shorthand. */
static void render_slot(ptc_render *render, uint32_t index, bool is_first)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    const ptc_schema_node *parent = &render->schema->nodes[node->parent];

    if (parent->type == PTC_TYPE_UNION && !is_first)
        ptc_text_byte(render->text, '|');
    if (parent->type != PTC_TYPE_MAP)
        return;
    if (!is_first)
        ptc_text_cstr(render->text, ", ");
    ptc_name_write(render->text, node->name);
    ptc_text_byte(render->text, ' ');
}

static void render_word(ptc_render *render, const ptc_schema_node *node)
{
    if (!render->is_compact)
        ptc_text_byte(render->text, ':');
    if (node->type == PTC_TYPE_CUSTOM)
        ptc_text_str(render->text, node->type_name);
    else
        ptc_text_cstr(render->text, ptc_type_word((ptc_type)node->type, false));
}

static bool render_shows_parameters(const ptc_render *render, const ptc_schema_node *node)
{
    return node->count > 0 || !render->has_bare_output;
}

/* Whether a map is written without its fields. */
static bool render_elides(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];

    return render->elides_maps && index != render->schema->root &&
           node->type == PTC_TYPE_MAP && node->count > 0 &&
           !ptc_render_is_parameters(render, index);
}

static void render_enter_shorthand(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];

    if (node->type == PTC_TYPE_LIST) {
        ptc_text_byte(render->text, '[');
    } else if (node->type == PTC_TYPE_MAP && ptc_render_is_parameters(render, index)) {
        if (render_shows_parameters(render, node))
            ptc_text_byte(render->text, '(');
    } else if (node->type == PTC_TYPE_MAP) {
        ptc_text_byte(render->text, '{');
    } else if (node->type != PTC_TYPE_UNION && node->type != PTC_TYPE_FUNCTION) {
        render_word(render, node);
        if (node->type == PTC_TYPE_ENUM)
            render_enum(render->text, node);
        else
            render_checks(render->text, node);
    }
}

/* Writes what opens a node; false when its children are not to be written. */
static bool render_enter(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];

    if (render->malli != PTC_NODE_NONE) {
        ptc_render_malli_enter(render, index);
    } else if (ptc_render_needs_line(render, index)) {
        ptc_text_cstr(render->text,
                      render->is_compact ? "malli-schema" : ":malli-schema");
        return false;
    } else if (ptc_render_needs_malli(render, node)) {
        render->malli = index;
        render->is_embedded = true;
        ptc_render_malli_enter(render, index);
    } else if (render_elides(render, index)) {
        ptc_text_cstr(render->text, "{...}");
        return false;
    } else {
        render_enter_shorthand(render, index);
    }
    return true;
}

static void render_leave_shorthand(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];

    if (node->type == PTC_TYPE_LIST) {
        ptc_text_byte(render->text, ']');
        render_checks(render->text, node);
    } else if (node->type == PTC_TYPE_MAP && ptc_render_is_parameters(render, index)) {
        if (render_shows_parameters(render, node))
            ptc_text_cstr(render->text, ") -> ");
        return;
    } else if (node->type == PTC_TYPE_MAP) {
        ptc_text_byte(render->text, '}');
    }
}

/* What comes after a type: its default, or the mark of what may be nil or absent. Prompts
 * distinguish a field that must be there, though it may be nil, from both. */
static void render_mark(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *nodes = render->schema->nodes;
    const ptc_schema_node *node = &nodes[index];
    bool is_slot = index != render->schema->root || render->has_slot;
    ptc_absence absence = is_slot && nodes[node->parent].type == PTC_TYPE_MAP
                              ? ptc_schema_absence(nodes, node)
                              : PTC_ABSENCE_AS_NIL;
    ptc_value value;

    if (ptc_schema_has_default(node) && is_slot &&
        ptc_render_literal(render, index, &value)) {
        ptc_text_cstr(render->text, " = ");
        ptc_literal_write(render->text, &value);
    } else if (absence == PTC_ABSENCE_REFUSED && ptc_schema_says_nil(node)) {
        ptc_text_cstr(render->text, render->is_compact ? "|nil" : "|:nil");
    } else if (absence == PTC_ABSENCE_WITHOUT_NIL || ptc_schema_says_nil(node)) {
        ptc_text_byte(render->text, '?');
    }
}

static void render_leave(ptc_render *render, uint32_t index, bool is_entered)
{
    if (render->malli != PTC_NODE_NONE) {
        ptc_render_malli_leave(render, index);
        if (render->malli != index)
            return;
        render->malli = PTC_NODE_NONE;
        if (!render->is_embedded)
            return;
    } else if (is_entered) {
        render_leave_shorthand(render, index);
    }
    render_mark(render, index);
}

static void render_child(ptc_render *render, uint32_t index, bool is_first)
{
    const ptc_schema_node *parent =
        &render->schema->nodes[render->schema->nodes[index].parent];

    if (parent->type == PTC_TYPE_FUNCTION)
        render->hides = render->hides_output && index != parent->first;
    if (render->malli != PTC_NODE_NONE)
        ptc_render_malli_slot(render, index, is_first);
    else
        render_slot(render, index, is_first);
}

void ptc_render_tree(ptc_render *render)
{
    uint32_t root = render->schema->root;
    uint32_t index = root;

    for (;;) {
        bool is_entered = render_enter(render, index);
        bool is_first = true;
        uint32_t child =
            is_entered ? render_child_after(render, index, PTC_NODE_NONE) : PTC_NODE_NONE;

        if (render->limit != 0 && render->text->len >= render->limit)
            return;
        while (child == PTC_NODE_NONE) {
            render_leave(render, index, is_entered);
            if (index == root)
                return;
            child =
                render_child_after(render, render->schema->nodes[index].parent, index);
            index = render->schema->nodes[index].parent;
            is_first = false;
            is_entered = true;
        }
        render_child(render, child, is_first);
        index = child;
    }
}

/* --- Entry points ------------------------------------------------------------------- */

void ptc_render_init(ptc_render *render, ptc_text *text, const ptc_schema *schema,
                     const ptc_render_options *options)
{
    memset(render, 0, sizeof *render);
    render->text = text;
    render->schema = schema;
    render->malli = PTC_NODE_NONE;
    render->whole = PTC_STR("Output");
    if (options != NULL) { /* complete */
        render->has_bare_output = options->bare_output;
        render->has_names = options->malli_names;
        render->hides_output = render->hides = options->hide_firewalled;
        render->hides_context = options->hide_context;
    }
}

/* With bare output, a function without inputs is its output. */
static ptc_schema render_bare(const ptc_render *render)
{
    const ptc_schema_node *root = ptc_schema_root(render->schema);
    ptc_schema part = *render->schema;

    if (render->has_bare_output && root->type == PTC_TYPE_FUNCTION &&
        part.nodes[root->first].count == 0)
        part.root = root->first + 1;
    return part;
}

bool ptc_schema_is_malli_function(const ptc_schema *schema)
{
    const ptc_schema_node *root = ptc_schema_root(schema);
    ptc_render render;

    ptc_render_init(&render, NULL, schema, NULL);
    return root->type == PTC_TYPE_FUNCTION && ptc_render_needs_malli(&render, root);
}

bool ptc_schema_is_said_in_malli(const ptc_schema *schema, uint32_t index, bool is_prompt)
{
    ptc_render render;

    ptc_render_init(&render, NULL, schema, NULL);
    render.is_prompt = render.hides_defaults = is_prompt;
    while (!ptc_render_needs_malli(&render, &schema->nodes[index])) {
        uint32_t parent = schema->nodes[index].parent;

        if (index == schema->root || parent == index) /* of a type that the root shares */
            return false;
        index = parent;
    }
    return true;
}

bool ptc_render_take_options(const char *function, const ptc_render_options *given,
                             ptc_render_options *out)
{
    *out = (ptc_render_options){.struct_size = sizeof *out};
    return ptc_options_take(PTC_OPTIONS("options", ptc_render_options), function, given,
                            out);
}

static ptc_status render_refused(ptc_text *text)
{
    text->failed = true;
    return PTC_ERROR_MEMORY;
}

static ptc_status render_end(const ptc_text *text)
{
    return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
}

ptc_status ptc_schema_write_signature(ptc_text *text, const ptc_schema *schema,
                                      const ptc_render_options *given)
{
    ptc_render_options options;
    ptc_render render;
    ptc_schema shown;

    if (!ptc_render_take_options("ptc_schema_write_signature", given, &options))
        return PTC_ERROR_ARGUMENT;
    if (ptc_schema_shown(text->arena, schema, false, &shown) != PTC_OK)
        return render_refused(text);
    ptc_render_init(&render, text, &shown, &options);
    ptc_render_tree(&render);
    return render_end(text);
}

/* A bare type has the words of its contract, which is not written: `part`, the output of
 * `whole`, becomes a copy with the words of both. */
static bool render_describe(ptc_arena *arena, const ptc_schema *whole, ptc_schema *part)
{
    const ptc_schema_extra *outer = ptc_schema_root(whole)->extra;
    const ptc_schema_extra *inner = ptc_schema_root(part)->extra;
    ptc_schema_extra *extra;
    ptc_schema_node *nodes;

    if (part->root == whole->root || outer == NULL ||
        (outer->description.len == 0 && outer->title.len == 0))
        return true;
    extra = ptc_arena_array(arena, 1, sizeof *extra);
    nodes = ptc_schema_copy(arena, part, 0, part);
    if (extra == NULL || nodes == NULL)
        return false;
    if (inner != NULL)
        *extra = *inner;
    if (outer->description.len > 0)
        extra->description = outer->description;
    if (outer->title.len > 0)
        extra->title = outer->title;
    nodes[part->root].extra = extra;
    return true;
}

ptc_status ptc_schema_write_malli(ptc_text *text, const ptc_schema *schema,
                                  const ptc_render_options *given)
{
    ptc_render_options options;
    ptc_render render;
    ptc_schema shown;
    ptc_schema part;

    if (!ptc_render_take_options("ptc_schema_write_malli", given, &options))
        return PTC_ERROR_ARGUMENT;
    if (ptc_schema_shown(text->arena, schema, true, &shown) != PTC_OK)
        return render_refused(text);
    ptc_render_init(&render, text, &shown, &options);
    part = render_bare(&render);
    if (!render_describe(text->arena, &shown, &part))
        return render_refused(text);
    render.schema = &part;
    render.malli = part.root;
    ptc_render_tree(&render);
    return render_end(text);
}
