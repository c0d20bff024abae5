/* SPDX-License-Identifier: MIT */
/*
 * Values of a contract as programs write them: literals of its shape, with declared keys
 * in declared order, or expressions that compute them. [emitters 6]
 *
 * Types with parts have their own rules, made one after the other, so that contracts of
 * any depth, and recursive ones, need no recursion here.
 */
#include "agent/grammar/grammar_int.h"
#include "render/render_int.h"

enum {
    TYPED_ELEMENTS = 100, /* of lists without their own bound */
    TYPED_STRING = 2000,  /* code points of strings, the most */
};

void ptc_program_lose(ptc_program_grammar *program, uint32_t node, ptc_str what)
{
    const ptc_agent_grammar_options *options = program->options;
    ptc_text place;
    ptc_text path;

    /* Refused memory is not a loss. */
    if (options->note == NULL || program->is_quiet || program->grammar.failed ||
        program->arena->failed)
        return;
    ptc_text_init(&path, program->arena);
    if (node != PTC_NODE_NONE)
        ptc_target_write_path(&path, program->schema, node);
    ptc_text_init(&place, program->arena);
    ptc_text_cstr(&place, program->what);
    if (program->name.len > 0) {
        ptc_text_byte(&place, ' ');
        ptc_text_str(&place, program->name);
    }
    if (path.len > 0) {
        ptc_text_cstr(&place, ": ");
        ptc_text_str(&place, ptc_text_view(&path));
    }
    if (place.failed || path.failed)
        program->grammar.failed = true;
    else
        options->note(ptc_text_view(&place), what, options->user);
}

/* --- Shared parts -------------------------------------------------------------------
 */

static ptc_grammar_part typed_use(ptc_program_grammar *program, ptc_program_rule rule,
                                  ptc_program_place place)
{
    return ptc_program_use(program, rule, place);
}

static ptc_grammar_part typed_nil(ptc_program_grammar *program)
{
    return PTC_GRAMMAR_TEXT_OF(&program->grammar, "nil");
}

/* Any value. */
static ptc_grammar_part typed_any(ptc_program_grammar *program, ptc_program_place place)
{
    if (place == PTC_PROGRAM_LITERAL)
        return typed_use(program, PTC_PROGRAM_RULE_DATA, place);
    return typed_use(program,
                     place == PTC_PROGRAM_INNER ? PTC_PROGRAM_RULE_E_INNER
                                                : PTC_PROGRAM_RULE_E_OUTER,
                     place);
}

/* Any value, since the grammar cannot say more. */
static ptc_grammar_part typed_lost(ptc_program_grammar *program, uint32_t node,
                                   ptc_program_place place)
{
    const ptc_schema_node *item = &program->schema->nodes[node];
    ptc_text what;

    ptc_text_init(&what, program->arena);
    if (item->flags & PTC_NODE_DECODED) {
        ptc_text_cstr(&what, "the decoder ");
        ptc_text_str(&what, item->extra->decoder);
    } else if (item->type == PTC_TYPE_CUSTOM) {
        ptc_text_cstr(&what, "the validator ");
        ptc_text_str(&what, item->type_name);
    } else {
        ptc_text_cstr(&what, "the type ");
        ptc_text_cstr(&what, ptc_type_word((ptc_type)item->type, false));
    }
    program->grammar.failed = program->grammar.failed || what.failed;
    ptc_program_lose(program, node, ptc_text_view(&what));
    return typed_any(program, place);
}

/* Values as they print, one of them: members of enums. */
static ptc_grammar_part typed_members(ptc_program_grammar *program,
                                      const ptc_schema_node *node)
{
    size_t count = node->type == PTC_TYPE_CONST ? 1 : node->count;
    ptc_grammar_part *parts = ptc_arena_array(program->arena, count, sizeof *parts);

    for (size_t i = 0; parts != NULL && i < count; i++) {
        ptc_text text;

        ptc_text_init(&text, program->arena);
        ptc_value_write(&text, &node->members[i]);
        parts[i] = ptc_grammar_text(&program->grammar, ptc_text_view(&text));
        program->grammar.failed = program->grammar.failed || text.failed;
    }
    if (parts == NULL) {
        program->grammar.failed = true;
        return 0;
    }
    return ptc_grammar_choice(&program->grammar, parts, count);
}

static void typed_lose_of_leaf(uint32_t node, ptc_str what, void *user)
{
    ptc_program_grammar *program = user;

    (void)node; /* of the copy */
    ptc_program_lose(program, program->leaf, what);
}

/* Scalars with bounds or patterns, which programs spell like JSON; EMPTY: there are
 * none. */
static ptc_grammar_part typed_scalar(ptc_program_grammar *program, uint32_t node)
{
    ptc_schema_node *copy = ptc_arena_alloc(program->arena, sizeof *copy);
    ptc_schema *schema = ptc_arena_alloc(program->arena, sizeof *schema);
    ptc_grammar_options options = {.struct_size = sizeof options,
                                   .syntax = program->options->syntax,
                                   .max_string = program->options->max_string,
                                   .lose = typed_lose_of_leaf,
                                   .user = program};
    uint32_t rule;

    if (copy == NULL || schema == NULL) {
        program->grammar.failed = true;
        return 0;
    }
    *copy = program->schema->nodes[node];
    copy->flags &= (uint16_t) ~(PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL);
    copy->parent = 0;
    *schema = (ptc_schema){copy, 0, 1};
    program->leaf = node;
    if (!ptc_grammar_schema(&program->grammar, schema, &options, &rule))
        return 0;
    return program->grammar.failed ? 0 : program->grammar.rules[rule].body;
}

/* The rule of a type with parts; its body comes later. */
static ptc_grammar_part typed_shape(ptc_program_grammar *program, uint32_t node,
                                    ptc_program_place place)
{
    const ptc_schema_node *item = &program->schema->nodes[node];
    ptc_program_shape *shape;
    ptc_text comment;

    for (size_t i = 0; i < program->shape_count; i++) {
        shape = &program->shapes[i];
        if (shape->schema->nodes == program->schema->nodes && shape->node == node &&
            shape->place == place)
            return ptc_grammar_use(&program->grammar, shape->rule);
    }
    shape = PTC_ARENA_PUSH(program->arena, program->shapes, program->shape_count,
                           program->shape_capacity);
    if (shape == NULL) {
        program->grammar.failed = true;
        return 0;
    }
    ptc_text_init(&comment, program->arena);
    ptc_text_cstr(&comment, program->what);
    ptc_text_cstr(&comment, program->name.len > 0 ? " " : "");
    ptc_text_str(&comment, program->name);
    *shape = (ptc_program_shape){
        program->schema, node, place,
        ptc_grammar_rule_new(&program->grammar,
                             item->name.len > 0 ? item->name : ptc_str_of(program->what),
                             ptc_text_view(&comment))};
    return ptc_grammar_use(&program->grammar, shape->rule);
}

/* The number of elements; the default limit where none is given. */
static void typed_counts(ptc_program_grammar *program, uint32_t node, uint32_t most,
                         uint32_t *low, uint32_t *high)
{
    const ptc_interval *interval = program->schema->nodes[node].interval;
    int64_t least = 0;
    int64_t greatest = most;

    if (interval != NULL && interval->low.kind == PTC_INT)
        least = interval->low.as.integer;
    if (interval != NULL && interval->high.kind == PTC_INT &&
        interval->high.as.integer < greatest)
        greatest = interval->high.as.integer;
    else if (interval != NULL && interval->high.kind == PTC_INT &&
             interval->high.as.integer > greatest)
        ptc_program_lose(program, node, PTC_STR("a greater length of literals"));
    if (least > greatest) {
        ptc_program_lose(program, node, PTC_STR("the least length"));
        least = greatest;
    }
    *low = (uint32_t)least;
    *high = (uint32_t)greatest;
}

/* A string of some length. JSON has other escapes than programs. */
static ptc_grammar_part typed_string(ptc_program_grammar *program, uint32_t node,
                                     ptc_program_place place)
{
    ptc_grammar_part quote = PTC_GRAMMAR_TEXT_OF(&program->grammar, "\"");
    uint32_t low;
    uint32_t high;

    typed_counts(program, node, TYPED_STRING, &low, &high);
    return PTC_GRAMMAR_SEQUENCE_OF(
        &program->grammar, quote,
        ptc_grammar_repeat(&program->grammar,
                           typed_use(program, PTC_PROGRAM_RULE_CHAR, place), low, high),
        quote);
}

/* --- Types ----------------------------------------------------------------------------
 */

static bool typed_is_bare(const ptc_schema_node *node)
{
    return node->interval == NULL && node->pattern_count == 0;
}

/* Where only a conjunct, or one alternative of several, is checked. */
static bool typed_is_opaque(const ptc_schema_node *node)
{
    return (node->flags & (PTC_NODE_OTHERS | PTC_NODE_DECODED)) != 0;
}

/* The literals of a type; EMPTY: any value at all. */
static ptc_grammar_part typed_literal(ptc_program_grammar *program, uint32_t node,
                                      ptc_program_place place)
{
    const ptc_schema_node *item = &program->schema->nodes[node];

    if (typed_is_opaque(item))
        return 0;
    switch ((ptc_type)item->type) {
    case PTC_TYPE_NIL:
        return typed_nil(program);
    case PTC_TYPE_BOOL:
        return PTC_GRAMMAR_CHOICE_OF(&program->grammar,
                                     PTC_GRAMMAR_TEXT_OF(&program->grammar, "true"),
                                     PTC_GRAMMAR_TEXT_OF(&program->grammar, "false"));
    case PTC_TYPE_INT:
        return typed_is_bare(item) ? typed_use(program, PTC_PROGRAM_RULE_INT, place)
                                   : typed_scalar(program, node);
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return typed_is_bare(item) ? typed_use(program, PTC_PROGRAM_RULE_NUMBER, place)
                                   : typed_scalar(program, node);
    case PTC_TYPE_STRING:
        return typed_is_bare(item) ? typed_use(program, PTC_PROGRAM_RULE_STRING, place)
               : item->pattern_count == 0 ? typed_string(program, node, place)
                                          : typed_scalar(program, node);
    case PTC_SPELLED_AND(DECIMAL):
        return typed_scalar(program, node);
    case PTC_TYPE_KEYWORD:
        return typed_use(program, PTC_PROGRAM_RULE_KEYWORD, place);
    case PTC_TYPE_ANY_MAP:
        return typed_use(program,
                         place == PTC_PROGRAM_LITERAL ? PTC_PROGRAM_RULE_DATA_MAP
                                                      : PTC_PROGRAM_RULE_MAP,
                         place);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return typed_members(program, item);
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_UNION:
    case PTC_TYPE_MULTI:
        return typed_shape(program, node, place);
    case PTC_TYPE_ANY:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
    return 0;
}

ptc_grammar_part ptc_program_value(ptc_program_grammar *program, const ptc_schema *schema,
                                   uint32_t node, ptc_program_place place)
{
    const ptc_schema_node *target =
        ptc_schema_target(schema->nodes, &schema->nodes[node]);
    ptc_grammar_part parts[3];
    size_t count = 0;

    program->schema = schema;
    parts[count] = typed_literal(program, (uint32_t)(target - schema->nodes), place);
    if (schema->nodes[node].flags & PTC_NODE_DECODED)
        parts[count] = 0;
    if (ptc_grammar_is_empty(parts[count]))
        return target->type == PTC_TYPE_ANY && !typed_is_opaque(&schema->nodes[node])
                   ? typed_any(program, place)
                   : typed_lost(program, node, place);
    count++;
    if (ptc_schema_takes_nil(schema->nodes, &schema->nodes[node]))
        parts[count++] = typed_nil(program);
    if (place != PTC_PROGRAM_LITERAL)
        parts[count++] = typed_use(program, PTC_PROGRAM_RULE_COMPUTED, place);
    return ptc_grammar_choice(&program->grammar, parts, count);
}

/* --- Collections -----------------------------------------------------------------------
 */

static ptc_grammar_part typed_between(ptc_program_grammar *program, const char *open,
                                      ptc_grammar_part inside, const char *close)
{
    return PTC_GRAMMAR_SEQUENCE_OF(
        &program->grammar, ptc_grammar_text(&program->grammar, ptc_str_of(open)), inside,
        ptc_grammar_text(&program->grammar, ptc_str_of(close)));
}

static ptc_grammar_part typed_list(ptc_program_grammar *program, uint32_t node,
                                   ptc_program_place place)
{
    const ptc_schema *schema = program->schema;
    const ptc_schema_node *item = &schema->nodes[node];
    bool is_set = item->type == PTC_TYPE_SET;
    bool is_distinct = is_set || (item->flags & PTC_NODE_DISTINCT) != 0;
    uint32_t low;
    uint32_t high;

    typed_counts(program, node,
                 is_distinct && place == PTC_PROGRAM_LITERAL ? 1 : TYPED_ELEMENTS, &low,
                 &high);
    return typed_between(
        program, is_set ? "#{" : "[",
        ptc_grammar_list(&program->grammar,
                         ptc_program_value(program, schema, item->first, place),
                         ptc_program_blank(program, place), low, high),
        is_set ? "}" : "]");
}

static ptc_grammar_part typed_tuple(ptc_program_grammar *program, uint32_t node,
                                    ptc_program_place place)
{
    const ptc_schema *schema = program->schema;
    const ptc_schema_node *item = &schema->nodes[node];
    ptc_grammar_part all = 0;

    for (uint32_t i = 0; i < item->count; i++) {
        ptc_grammar_part part =
            ptc_program_value(program, schema, item->first + i, place);

        all = i == 0 ? part
                     : PTC_GRAMMAR_SEQUENCE_OF(&program->grammar, all,
                                               ptc_program_blank(program, place), part);
    }
    return typed_between(program, "[", all, "]");
}

static ptc_grammar_part typed_map_of(ptc_program_grammar *program, uint32_t node,
                                     ptc_program_place place)
{
    const ptc_schema *schema = program->schema;
    const ptc_schema_node *item = &schema->nodes[node];
    uint32_t low;
    uint32_t high;
    ptc_grammar_part entry;

    typed_counts(program, node, place == PTC_PROGRAM_LITERAL ? 1 : TYPED_ELEMENTS, &low,
                 &high);
    entry = ptc_program_value(program, schema, item->first, place);
    entry = PTC_GRAMMAR_SEQUENCE_OF(
        &program->grammar, entry, ptc_program_blank(program, place),
        ptc_program_value(program, schema, item->first + 1, place));
    return typed_between(program, "{",
                         ptc_grammar_list(&program->grammar, entry,
                                          ptc_program_blank(program, place), low, high),
                         "}");
}

/* --- Maps ------------------------------------------------------------------------------
 */

/* `:name value`; names that are not keywords are strings. */
static ptc_grammar_part typed_field(ptc_program_grammar *program, uint32_t node,
                                    ptc_program_place place)
{
    ptc_str name = program->schema->nodes[node].name;
    ptc_text key;

    ptc_text_init(&key, program->arena);
    if (ptc_name_is_plain(name)) {
        ptc_text_byte(&key, ':');
        ptc_text_str(&key, name);
    } else {
        ptc_value text = ptc_value_string(name);

        ptc_value_write(&key, &text);
    }
    program->grammar.failed = program->grammar.failed || key.failed;
    return PTC_GRAMMAR_SEQUENCE_OF(
        &program->grammar, ptc_grammar_text(&program->grammar, ptc_text_view(&key)),
        ptc_program_blank(program, place),
        ptc_program_value(program, program->schema, node, place));
}

static bool typed_may_be_absent(const ptc_schema_node *field)
{
    ptc_value value;

    return ptc_schema_is_optional(field) || ptc_schema_default(field, &value);
}

/* The fields that a map can begin with: the ones that may be absent, up to the first that
 * may not. */
static uint32_t typed_beginnings(const ptc_schema *schema, const ptc_schema_node *map)
{
    const ptc_schema_node *fields = &schema->nodes[map->first];
    uint32_t i = 0;

    while (i < map->count &&
           ((fields[i].flags & PTC_NODE_CONTEXT) || typed_may_be_absent(&fields[i])))
        i++;
    return i < map->count ? i : i - (i > 0);
}

/* The part as a rule, since it is used in several places. */
static ptc_grammar_part typed_shared(ptc_program_grammar *program, ptc_grammar_part part)
{
    uint32_t rule;

    if (ptc_grammar_is_empty(part))
        return part;
    rule = ptc_grammar_rule_new(&program->grammar, PTC_STR("fields"), PTC_STR(""));
    ptc_grammar_define(&program->grammar, rule, part);
    return ptc_grammar_use(&program->grammar, rule);
}

/*
 * From the last field to the first: `rest` is the possible continuation after the
 * previous field, each field after a blank; `first` is the possible beginning of the
 * map.
 */
ptc_grammar_part ptc_program_fields(ptc_program_grammar *program,
                                    const ptc_schema *schema, uint32_t node,
                                    ptc_program_place place)
{
    const ptc_schema_node *item = &schema->nodes[node];
    uint32_t beginnings = typed_beginnings(schema, item);
    ptc_grammar *grammar = &program->grammar;
    ptc_grammar_part first = 0;
    ptc_grammar_part rest = 0;

    for (uint32_t i = item->count; i-- > 0;) {
        const ptc_schema_node *field = &schema->nodes[item->first + i];
        bool may_be_absent = typed_may_be_absent(field);
        ptc_grammar_part part;
        ptc_grammar_part here;

        if (field->flags & PTC_NODE_CONTEXT)
            continue;
        program->schema = schema;
        part = typed_field(program, item->first + i, place);
        if (i <= beginnings) {
            rest = i > 0 ? typed_shared(program, rest) : rest;
            here = PTC_GRAMMAR_SEQUENCE_OF(grammar, part, rest);
            first = !may_be_absent ? here
                    : ptc_grammar_is_empty(first)
                        ? ptc_grammar_optional(grammar, here)
                        : PTC_GRAMMAR_CHOICE_OF(grammar, here, first);
        }
        part = PTC_GRAMMAR_SEQUENCE_OF(grammar, ptc_program_blank(program, place), part);
        rest = PTC_GRAMMAR_SEQUENCE_OF(
            grammar, may_be_absent ? ptc_grammar_optional(grammar, part) : part, rest);
    }
    return typed_between(program, "{", first, "}");
}

/* --- Bodies
 * ----------------------------------------------------------------------------- */

/* One of several types. */
static ptc_grammar_part typed_choice(ptc_program_grammar *program, uint32_t node,
                                     ptc_program_place place)
{
    const ptc_schema *schema = program->schema;
    const ptc_schema_node *item = &schema->nodes[node];
    ptc_grammar_part *parts = ptc_arena_array(program->arena, item->count, sizeof *parts);

    for (uint32_t i = 0; parts != NULL && i < item->count; i++) {
        const ptc_schema_node *target =
            ptc_schema_target(schema->nodes, &schema->nodes[item->first + i]);

        parts[i] = typed_literal(program, (uint32_t)(target - schema->nodes), place);
        if (ptc_grammar_is_empty(parts[i]))
            return typed_lost(program, item->first + i, place);
    }
    if (parts == NULL) {
        program->grammar.failed = true;
        return 0;
    }
    return ptc_grammar_choice(&program->grammar, parts, item->count);
}

static ptc_grammar_part typed_body(ptc_program_grammar *program, uint32_t node,
                                   ptc_program_place place)
{
    switch ((unsigned)program->schema->nodes[node].type) {
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        return typed_list(program, node, place);
    case PTC_TYPE_TUPLE:
        return typed_tuple(program, node, place);
    case PTC_TYPE_MAP:
        return ptc_program_fields(program, program->schema, node, place);
    case PTC_TYPE_MAP_OF:
        return typed_map_of(program, node, place);
    default:
        return typed_choice(program, node, place);
    }
}

void ptc_program_finish_values(ptc_program_grammar *program)
{
    while (program->shapes_done < program->shape_count && !program->grammar.failed) {
        ptc_program_shape shape = program->shapes[program->shapes_done++];

        program->schema = shape.schema;
        ptc_grammar_define(&program->grammar, shape.rule,
                           typed_body(program, shape.node, shape.place));
    }
}
