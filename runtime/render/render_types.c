/* SPDX-License-Identifier: MIT */
/*
 * The declared types that texts of contracts only name, because they would be too long
 * written out: which they are, and what they mean. [signature 9, 9.1]
 *
 * A type is what its line says. Two types with the same name are the same to a reader if
 * their lines are, where names in these lines are compared in the same way.
 */
#include "render/render_int.h"
#include "schema/schema_int.h"

/* A node whose type is named, and whether firewalled fields are left out below it. */
typedef struct types_use {
    uint32_t index;
    bool hides;
} types_use;

/* Which part of a function is visited; other types are visited completely. */
typedef enum types_part { TYPES_ALL, TYPES_PARAMETERS, TYPES_RESULT } types_part;

typedef struct types_run {
    ptc_text *text; /* keeps what is added; learns when memory was refused */
    ptc_arena *work;
    const ptc_schema *schema;
    ptc_shown_types *types;
    types_part part;
    bool hides_output;
    types_use *nodes; /* to be looked at, above named types */
    size_t node_count;
    size_t node_capacity;
    types_use *uses; /* of named types, each once */
    size_t use_count;
    size_t use_capacity;
    ptc_names seen[2]; /* their names; [1]: of those that leave out firewalled fields */
} types_run;

/* --- What is named ------------------------------------------------------------------ */

bool ptc_render_is_type_name(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_CUSTOM && node->extra != NULL &&
           ptc_str_equal(node->extra->named_type, node->type_name);
}

bool ptc_schema_keeps_names(const ptc_schema *shown)
{
    for (uint32_t i = shown->root; i < shown->count; i++) {
        if (ptc_render_is_type_name(&shown->nodes[i]))
            return true;
    }
    return false;
}

/* What is written where the declaration of a type that contains itself is: what its
 * definition says. */
static uint32_t types_definition(const types_run *run, uint32_t index)
{
    const ptc_schema_node *nodes = run->schema->nodes;

    if (!ptc_schema_is_recursive(nodes, &nodes[index]))
        return index;
    if (nodes[index].type == PTC_TYPE_REGISTRY)
        index = nodes[index].first;
    return nodes[index].first;
}

static bool types_add_node(types_run *run, uint32_t index, bool hides)
{
    types_use *place =
        PTC_ARENA_PUSH(run->work, run->nodes, run->node_count, run->node_capacity);

    if (place != NULL)
        *place = (types_use){index, hides};
    return place != NULL;
}

static bool types_add_use(types_run *run, uint32_t index, bool hides)
{
    ptc_names *seen = &run->seen[hides];
    size_t known = seen->count;
    types_use *place;

    if (ptc_names_add(seen, run->schema->nodes[index].extra->named_type, 0) == NULL)
        return false;
    if (seen->count == known)
        return true;
    place = PTC_ARENA_PUSH(run->work, run->uses, run->use_count, run->use_capacity);
    if (place != NULL)
        *place = (types_use){index, hides};
    return place != NULL;
}

/* One child of a node: it is named, or looked at later. */
static bool types_look_at(types_run *run, const types_use *above, uint32_t child)
{
    const ptc_schema_node *nodes = run->schema->nodes;
    const ptc_schema_node *node = &nodes[above->index];
    const ptc_schema_extra *extra = nodes[node->first + child].extra;
    bool is_function = node->type == PTC_TYPE_FUNCTION;
    bool is_alone = is_function && nodes[node->first].count == 0 &&
                    (nodes[node->first + child].type != PTC_TYPE_REF ||
                     (node->flags & PTC_NODE_BARE) != 0);
    bool hides = is_function ? run->hides_output && child > 0 : above->hides;

    if (run->part != TYPES_ALL && above->index == run->schema->root &&
        child + TYPES_PARAMETERS != (uint32_t)run->part)
        return true;
    if (hides && node->type == PTC_TYPE_MAP &&
        (nodes[node->first + child].flags & PTC_NODE_FIREWALLED) != 0)
        return true;
    if (extra != NULL && extra->named_type.len > 0 && !is_alone)
        return types_add_use(run, node->first + child, hides);
    return types_add_node(run, node->first + child, hides);
}

/* Finds what the tree below a node names, when names are kept in it. */
static bool types_look_below(types_run *run, uint32_t index, bool hides)
{
    run->node_count = 0;
    if (!types_add_node(run, index, hides))
        return false;
    for (size_t i = 0; i < run->node_count; i++) {
        types_use above = run->nodes[i];
        const ptc_schema_node *node;
        uint32_t count;

        above.index = types_definition(run, above.index);
        node = &run->schema->nodes[above.index];
        count = ptc_type_has_children((ptc_type)node->type) ? node->count : 0;
        if (node->type == PTC_TYPE_REF && node->extra->named_type.len > 0 &&
            !types_add_use(run, above.index, above.hides))
            return false;
        for (uint32_t child = 0; child < count; child++) {
            if (!types_look_at(run, &above, child))
                return false;
        }
    }
    return true;
}

/* --- What it means ------------------------------------------------------------------ */

/* `name = T`, with lines about what shorthand cannot say, and those that describe fields.
 */
static bool types_spell(const types_run *run, const types_use *use, ptc_shown_type *out)
{
    ptc_arena *arena = run->work;
    ptc_schema type = {run->schema->nodes, use->index, run->schema->count};
    ptc_str name = run->schema->nodes[use->index].extra->named_type;
    ptc_schema_node *nodes;
    ptc_schema shown;
    ptc_render render;
    ptc_text line;
    ptc_text words;

    ptc_text_init(&line, arena);
    ptc_text_init(&words, arena);
    if (ptc_schema_unfold(arena, &type, UINT32_MAX, true, &shown) != PTC_OK)
        return false;
    nodes = ptc_arena_copy(arena, shown.nodes, shown.count * sizeof *nodes);
    if (nodes == NULL)
        return false;
    /* The words of its use are written there. */
    nodes[0].flags &= (uint16_t) ~(unsigned)(PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL |
                                             PTC_NODE_FIREWALLED);
    if (ptc_schema_is_recursive(type.nodes, &type.nodes[use->index]))
        nodes[0].flags |=
            type.nodes[types_definition(run, use->index)].flags & PTC_NODE_NULLABLE;
    shown.nodes = nodes;
    ptc_render_init(&render, &line, &shown, NULL);
    render.is_prompt = render.hides_defaults = true;
    render.is_compact = run->types->style == PTC_PROMPT_COMPACT;
    render.hides_output = render.hides = use->hides;
    render.whole = name;
    ptc_contract_name_write(&line, name);
    ptc_text_cstr(&line, " = ");
    ptc_render_tree(&render);
    ptc_render_format_lines(&render, 2, true);
    render.text = &words;
    if (!render.is_compact)
        ptc_render_field_lines(&render, 2);
    out->line = ptc_text_view(&line);
    out->words = ptc_text_view(&words);
    return !line.failed && !words.failed;
}

/* --- Collecting --------------------------------------------------------------------- */

/* Adds a type that was spelled. */
static bool types_keep(types_run *run, ptc_str name, const ptc_shown_type *type)
{
    ptc_shown_types *types = run->types;
    ptc_arena *arena = run->text->arena;
    ptc_shown_type *place =
        PTC_ARENA_PUSH(arena, types->items, types->count, types->capacity);

    if (place == NULL ||
        ptc_names_add(&types->names, name, (uint32_t)types->count - 1) == NULL) {
        run->text->failed = true;
        return false;
    }
    *place = *type;
    place->line = ptc_str_copy(arena, type->line);
    place->words = ptc_str_copy(arena, type->words);
    run->text->failed =
        run->text->failed || place->line.ptr == NULL || place->words.ptr == NULL;
    return !run->text->failed;
}

/* A style that omits fields says nothing else about them. */
static bool types_say(types_run *run, ptc_shown_type *type, ptc_str words)
{
    if (type->words.len == 0 && words.len > 0)
        type->words = ptc_str_copy(run->text->arena, words);
    run->text->failed = run->text->failed || type->words.ptr == NULL;
    return !run->text->failed;
}

/* Whether a type was added for the same node, which is the same one in copies of its
 * schema; then what it names was added as well. */
static bool types_was_added(const types_run *run, const types_use *use)
{
    const ptc_schema_extra *extra = run->schema->nodes[use->index].extra;
    const ptc_name_entry *entry = ptc_names_find(&run->types->names, extra->named_type);
    const ptc_shown_type *known = entry != NULL ? &run->types->items[entry->value] : NULL;

    return known != NULL && known->origin == extra && known->hides == use->hides;
}

/* Adds a type; false when another one has its name, or when refused. */
static bool types_add(types_run *run, const types_use *use)
{
    ptc_shown_types *types = run->types;
    ptc_str name = run->schema->nodes[use->index].extra->named_type;
    const ptc_name_entry *entry = ptc_names_find(&types->names, name);
    const ptc_shown_type *known = entry != NULL ? &types->items[entry->value] : NULL;
    ptc_shown_type type = {.origin = run->schema->nodes[use->index].extra,
                           .hides = use->hides};

    if (!types_spell(run, use, &type)) {
        run->text->failed = true;
        return false;
    }
    if (known == NULL)
        return types_keep(run, name, &type);
    return ptc_str_equal(known->line, type.line) &&
           types_say(run, &types->items[entry->value], type.words);
}

static bool types_collect(types_run *run)
{
    bool is_fine = types_look_below(run, run->schema->root, run->hides_output);

    for (size_t i = 0; is_fine && i < run->use_count; i++) {
        types_use use = run->uses[i];

        if (types_was_added(run, &use))
            continue;
        if (!types_add(run, &use))
            return false;
        is_fine = types_look_below(run, use.index, use.hides);
    }
    run->text->failed = run->text->failed || !is_fine;
    return is_fine;
}

void ptc_shown_types_init(ptc_shown_types *types, ptc_arena *arena,
                          ptc_prompt_style style, const ptc_render_options *options)
{
    *types = (ptc_shown_types){.style = style};
    types->hides_output = options != NULL && options->hide_firewalled;
    ptc_names_init(&types->names, arena);
    types->names.is_exact = true;
}

static bool types_are_kept(ptc_text *text, const ptc_schema *schema)
{
    bool are_kept = false;
    ptc_scratch scratch;
    ptc_schema shown;

    if (schema == NULL)
        return false;
    ptc_scratch_begin(&scratch, text->arena, 0);
    if (ptc_schema_shown(scratch.arena, schema, false, &shown) != PTC_OK)
        text->failed = true;
    else
        are_kept = ptc_schema_keeps_names(&shown);
    ptc_scratch_end(&scratch);
    return are_kept;
}

/* Adds the types of a part of a contract; none when one cannot be added. */
static bool types_collect_part(ptc_text *text, const ptc_schema *schema, types_part part,
                               ptc_shown_types *types)
{
    types_run run = {.text = text, .schema = schema, .types = types, .part = part};
    size_t start = types->count;
    ptc_scratch scratch;
    bool are_added;

    ptc_scratch_begin(&scratch, text->arena, 0);
    run.work = scratch.arena;
    run.hides_output =
        types->hides_output || (ptc_schema_root(schema)->flags & PTC_NODE_CHILD) != 0;
    for (size_t i = 0; i < 2; i++) {
        ptc_names_init(&run.seen[i], run.work);
        run.seen[i].is_exact = true;
    }
    are_added = types_collect(&run);
    ptc_scratch_end(&scratch);
    if (are_added)
        return true;
    ptc_names_pop(&types->names, start);
    types->count = start;
    return false;
}

bool ptc_render_collect_types(ptc_text *text, const ptc_schema *schema,
                              ptc_shown_types *types)
{
    if (!types_are_kept(text, schema))
        return !text->failed;
    return types_collect_part(text, schema, TYPES_ALL, types);
}

/* --- Writing ------------------------------------------------------------------------ */

/* Whether a type is among those that were shown before. */
static bool types_is_known(const ptc_shown_types *known, ptc_str name,
                           const ptc_shown_type *type)
{
    const ptc_name_entry *entry =
        known != NULL ? ptc_names_find(&known->names, name) : NULL;

    return entry != NULL && ptc_str_equal(known->items[entry->value].line, type->line);
}

static void types_write(ptc_text *text, const ptc_shown_types *types,
                        const ptc_shown_types *known, size_t indent, const char *mark)
{
    for (size_t i = 0; i < types->count; i++) {
        const ptc_shown_type *type = &types->items[i];
        ptc_text line;

        if (types_is_known(known, types->names.entries[i].name, type))
            continue;
        ptc_text_init(&line, text->arena);
        ptc_text_cstr(&line, mark);
        ptc_text_str(&line, type->line);
        ptc_render_lines(text, ptc_text_view(&line), indent);
        ptc_render_lines(text, type->words, indent);
        text->failed = text->failed || line.failed;
    }
}

void ptc_render_types(ptc_text *text, const ptc_shown_types *types)
{
    types_write(text, types, NULL, 0, "");
}

void ptc_render_own_types(ptc_text *text, const ptc_schema *schema,
                          ptc_prompt_style style, const ptc_render_options *options,
                          const ptc_shown_types *known, size_t indent)
{
    ptc_shown_types types;
    ptc_shown_types result;

    ptc_shown_types_init(&types, text->arena, style, options);
    ptc_shown_types_init(&result, text->arena, style, options);
    if (!ptc_render_collect_types(text, schema, &types) && !text->failed) {
        /* Parameters show what the result leaves out. */
        types_collect_part(text, schema, TYPES_PARAMETERS, &types);
        types_collect_part(text, schema, TYPES_RESULT, &result);
    }
    types_write(text, &types, known, indent, "");
    types_write(text, &result, &types, indent, "-> ");
}
