/* SPDX-License-Identifier: MIT */
/*
 * Schemas as grammars of their values in JSON: nodes in their order, named types,
 * references. See grammar_schema_int.h. [emitters 6]
 */
#include "target/grammar/grammar_schema_int.h"

enum { GRAMMAR_INLINE_MAX = 200 };  /* bytes of a part that is not its own rule, about */
enum { GRAMMAR_COMMENT_MAX = 100 }; /* bytes of a place, from its end */

void ptc_grammar_lose(ptc_grammar_maker *maker, uint32_t index, const char *what)
{
    if (maker->options.lose != NULL && !maker->grammar->failed)
        maker->options.lose(index, ptc_str_of(what), maker->options.user);
}

void ptc_grammar_lose_name(ptc_grammar_maker *maker, uint32_t index, const char *kind,
                           ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, maker->grammar->arena);
    ptc_text_cstr(&text, kind);
    ptc_visible_write(&text, name);
    maker->grammar->failed |= text.failed;
    ptc_grammar_lose(maker, index, text.ptr);
}

ptc_grammar_parts ptc_grammar_parts_new(ptc_grammar_maker *maker, size_t capacity)
{
    ptc_grammar_parts parts = {
        ptc_arena_array(maker->grammar->arena, capacity + 1, sizeof *parts.items), 0};

    maker->grammar->failed |= parts.items == NULL;
    return parts;
}

/* --- Places ------------------------------------------------------------------------- */

/* The name that a place ends with: "items" of "order.items[]". */
static ptc_str grammar_place_name(ptc_str path)
{
    size_t end = path.len;
    size_t start;

    while (end > 0 && (path.ptr[end - 1] == ']' || path.ptr[end - 1] == '[' ||
                       (path.ptr[end - 1] >= '0' && path.ptr[end - 1] <= '9' &&
                        memchr(path.ptr, '[', end) != NULL)))
        end--;
    start = end;
    while (start > 0 && path.ptr[start - 1] != '.' && end - start < GRAMMAR_COMMENT_MAX)
        start--;
    return end > start ? ptc_str_make(path.ptr + start, end - start) : PTC_STR("value");
}

static ptc_str grammar_comment(const ptc_grammar_maker *maker)
{
    ptc_str path = ptc_text_view(&maker->path);
    size_t cut = path.len > GRAMMAR_COMMENT_MAX ? path.len - GRAMMAR_COMMENT_MAX : 0;

    while (cut < path.len && (path.ptr[cut] & 0xC0) == 0x80)
        cut++;
    return ptc_str_make(path.ptr + cut, path.len - cut);
}

ptc_grammar_part ptc_grammar_as_rule(ptc_grammar_maker *maker, const char *more,
                                     ptc_grammar_part body)
{
    ptc_str name = grammar_place_name(ptc_text_view(&maker->path));
    ptc_text wanted;
    uint32_t rule;

    ptc_text_init(&wanted, maker->grammar->arena);
    ptc_text_str(&wanted, name);
    ptc_text_cstr(&wanted, more);
    maker->grammar->failed |= wanted.failed;
    rule = ptc_grammar_rule_new(maker->grammar, ptc_text_view(&wanted),
                                grammar_comment(maker));
    ptc_grammar_define(maker->grammar, rule, body);
    return ptc_grammar_use(maker->grammar, rule);
}

/* --- What types have in common ------------------------------------------------------ */

ptc_grammar_part ptc_grammar_slot(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    ptc_grammar_parts parts = {(ptc_grammar_part[2]){maker->made[index], 0}, 1};

    if ((node->flags & PTC_NODE_NULLABLE) == 0 || (node->flags & PTC_NODE_OTHERS) != 0)
        return maker->made[index];
    parts.items[parts.count++] = PTC_GRAMMAR_TEXT_OF(maker->grammar, "null");
    return ptc_grammar_choice_of(maker, parts);
}

ptc_grammar_part ptc_grammar_others(ptc_grammar_maker *maker, uint32_t index,
                                    unsigned kinds)
{
    ptc_grammar *grammar = maker->grammar;
    ptc_grammar_part parts[6];
    size_t count = 0;

    if ((kinds & 1u << PTC_MAP) == 0)
        ptc_grammar_lose(maker, index, "that no key is there twice in a map");
    if (kinds == 0)
        return ptc_grammar_shared_part(grammar, PTC_GRAMMAR_ANY);
    if ((kinds & 1u << PTC_MAP) == 0)
        parts[count++] = ptc_grammar_shared_part(grammar, PTC_GRAMMAR_OBJECT);
    if ((kinds & 1u << PTC_VECTOR) == 0)
        parts[count++] = ptc_grammar_shared_part(grammar, PTC_GRAMMAR_ARRAY);
    if ((kinds & 1u << PTC_STRING) == 0)
        parts[count++] = ptc_grammar_shared_part(grammar, PTC_GRAMMAR_STRING);
    if ((kinds & 1u << PTC_INT) == 0)
        parts[count++] = ptc_grammar_shared_part(grammar, PTC_GRAMMAR_NUMBER);
    parts[count++] = ptc_grammar_shared_part(grammar, PTC_GRAMMAR_BOOL);
    parts[count++] = PTC_GRAMMAR_TEXT_OF(grammar, "null");
    return ptc_grammar_choice(grammar, parts, count);
}

static void grammar_lose_bound(ptc_grammar_maker *maker, uint32_t index, const char *side,
                               int64_t bound, const char *what)
{
    ptc_text text;

    ptc_text_init(&text, maker->grammar->arena);
    ptc_text_cstr(&text, side);
    ptc_text_int(&text, bound);
    ptc_text_cstr(&text, what);
    maker->grammar->failed |= text.failed;
    ptc_grammar_lose(maker, index, text.ptr);
}

ptc_grammar_length ptc_grammar_counts(ptc_grammar_maker *maker, uint32_t index,
                                      const ptc_interval *interval, uint32_t most,
                                      const char *what)
{
    ptc_grammar_length length = {0, REGEX_UNBOUNDED};

    if (interval == NULL)
        return length;
    if (interval->low.kind == PTC_INT && interval->low.as.integer > most)
        grammar_lose_bound(maker, index, "the lower bound ", interval->low.as.integer,
                           what);
    else if (interval->low.kind == PTC_INT && interval->low.as.integer > 0)
        length.low = (uint32_t)interval->low.as.integer;
    if (interval->high.kind == PTC_INT && interval->high.as.integer > most)
        grammar_lose_bound(maker, index, "the upper bound ", interval->high.as.integer,
                           what);
    else if (interval->high.kind == PTC_INT && interval->high.as.integer >= 0)
        length.high = (uint32_t)interval->high.as.integer;
    return length;
}

/* --- Nodes -------------------------------------------------------------------------- */

static ptc_grammar_part grammar_lost_array(ptc_grammar_maker *maker, uint32_t index)
{
    ptc_grammar_lose(maker, index, "what a list contains");
    ptc_grammar_lose(maker, index, "that no key is there twice in a map");
    return ptc_grammar_shared_part(maker->grammar, PTC_GRAMMAR_ARRAY);
}

static ptc_grammar_part grammar_not(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];

    if (maker->schema->nodes[node->first].type == PTC_TYPE_ANY)
        return PTC_GRAMMAR_NEVER;
    ptc_grammar_lose(maker, index, "what a value is not");
    return ptc_grammar_others(maker, index, 0);
}

static ptc_grammar_part grammar_make(ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];

    switch ((ptc_type)node->type) {
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        return ptc_grammar_make_list(maker, index);
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_PREFIX:
        return ptc_grammar_make_prefix(maker, index);
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_OTHER_ITEMS:
        return grammar_lost_array(maker, index);
    case PTC_TYPE_MAP:
        return ptc_grammar_make_map(maker, index);
    case PTC_TYPE_MAP_OF:
        return ptc_grammar_make_map_of(maker, index);
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_ANY_MAP:
        return ptc_grammar_make_keys(maker, index);
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
        return ptc_grammar_make_choice(maker, index);
    case PTC_TYPE_MULTI:
        return ptc_grammar_make_multi(maker, index);
    case PTC_TYPE_AND:
        return ptc_grammar_make_and(maker, index);
    case PTC_TYPE_NOT:
        return grammar_not(maker, index);
    case PTC_TYPE_REGISTRY:
        return ptc_grammar_slot(maker, node->first);
    case PTC_TYPE_REF:
        return ptc_grammar_use(maker->grammar, maker->defined[node->first] - 1);
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_STRING:
    case PTC_TYPE_KEYWORD:
    case PTC_SPELLED_AND(DECIMAL):
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
    return ptc_grammar_make_scalar(maker, index);
}

/* Whether a node has a declared type. */
static bool grammar_is_named(const ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];

    return node->type != PTC_TYPE_REF && node->type != PTC_TYPE_REGISTRY &&
           node->extra != NULL && node->extra->named_type.len > 0;
}

static const ptc_name_entry *grammar_declared(const ptc_grammar_maker *maker,
                                              uint32_t index)
{
    return grammar_is_named(maker, index)
               ? ptc_names_find(&maker->types,
                                maker->schema->nodes[index].extra->named_type)
               : NULL;
}

/* A declared type as a rule with its name. */
static ptc_grammar_part grammar_declare(ptc_grammar_maker *maker, uint32_t index,
                                        ptc_grammar_part part)
{
    ptc_str name = maker->schema->nodes[index].extra->named_type;
    uint32_t rule;

    if (part == PTC_GRAMMAR_NEVER)
        return part;
    rule = ptc_grammar_rule_new(maker->grammar, name, grammar_comment(maker));
    ptc_grammar_define(maker->grammar, rule, part);
    if (!maker->grammar->failed && ptc_names_add(&maker->types, name, rule) == NULL)
        maker->grammar->failed = true;
    return ptc_grammar_use(maker->grammar, rule);
}

static bool grammar_wants_rule(const ptc_grammar_maker *maker, uint32_t index,
                               ptc_grammar_part part)
{
    const ptc_grammar_item *item = &maker->grammar->items[part];

    if (maker->grammar->failed || item->kind == PTC_GRAMMAR_RULE ||
        maker->defined[index] != 0)
        return false;
    return item->size > GRAMMAR_INLINE_MAX ||
           maker->schema->nodes[index].type == PTC_TYPE_MAP;
}

/* What a node is, its children being made. */
static ptc_grammar_part grammar_node(ptc_grammar_maker *maker, uint32_t index,
                                     uint32_t root)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];
    const ptc_name_entry *declared = grammar_declared(maker, index);
    ptc_grammar_part parts[2];
    size_t count = 0;

    if (declared != NULL)
        return ptc_grammar_use(maker->grammar, declared->value);
    if ((node->flags & PTC_NODE_DECODED) != 0)
        ptc_grammar_lose_name(maker, index, "the decoder ", node->extra->decoder);
    parts[count] = grammar_make(maker, index);
    count += parts[0] != PTC_GRAMMAR_NEVER;
    if ((node->flags & PTC_NODE_OTHERS) != 0)
        parts[count++] =
            ptc_grammar_others(maker, index, ptc_type_kinds((ptc_type)node->type));
    if (count == 0)
        return PTC_GRAMMAR_NEVER;
    parts[0] = ptc_grammar_choice(maker->grammar, parts, count);
    if (index == root)
        return parts[0];
    if (grammar_is_named(maker, index))
        return grammar_declare(maker, index, parts[0]);
    return grammar_wants_rule(maker, index, parts[0])
               ? ptc_grammar_as_rule(maker, "", parts[0])
               : parts[0];
}

/* --- All nodes ---------------------------------------------------------------------- */

/* A node whose children are being made. */
typedef struct grammar_visit {
    uint32_t index;
    uint32_t next;     /* how many of its children were looked at */
    size_t path_start; /* bytes of the path of what holds it */
} grammar_visit;

/* Whether a list may be longer than the elements with a place of their own. */
static bool grammar_has_rest(const ptc_schema_node *prefix)
{
    return prefix->interval == NULL || prefix->interval->high.kind != PTC_INT ||
           prefix->interval->high.as.integer >= prefix->count;
}

/* Whether the part of a node is made of that of a child of it. */
static bool grammar_uses(const ptc_grammar_maker *maker, uint32_t index, uint32_t child)
{
    const ptc_schema_node *nodes = maker->schema->nodes;
    const ptc_schema_node *node = &nodes[index];

    switch ((unsigned)node->type) {
    case PTC_TYPE_NOT:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_FUNCTION:
        return false;
    case PTC_TYPE_IF:
        return child > node->first;
    case PTC_TYPE_REGISTRY:
        return child == node->first;
    case PTC_TYPE_LIST:
        return node->interval == NULL || node->interval->high.kind != PTC_INT ||
               node->interval->high.as.integer > 0;
    case PTC_TYPE_PREFIX:
        return child + 1 < node->first + node->count || grammar_has_rest(node);
    case PTC_TYPE_MAP:
        return !ptc_grammar_leaves_out(maker, &nodes[child]);
    case PTC_TYPE_MAP_OF:
        return child > node->first || (nodes[child].type != PTC_TYPE_INT &&
                                       !ptc_grammar_takes_all(&nodes[child]));
    case PTC_TYPE_KEYS:
        return child > node->first && ptc_grammar_takes_all(&nodes[node->first]);
    case PTC_TYPE_AND:
        return ptc_grammar_and_uses(maker, index, child);
    default:
        return true;
    }
}

/* How many nodes a node may need: its children, or what it refers to. */
static uint32_t grammar_below(const ptc_grammar_maker *maker, uint32_t index)
{
    const ptc_schema_node *node = &maker->schema->nodes[index];

    if (node->type == PTC_TYPE_REF)
        return 1;
    return ptc_type_has_children((ptc_type)node->type) &&
                   grammar_declared(maker, index) == NULL
               ? node->count
               : 0;
}

/* Appends where a child is in its parent. */
static void grammar_enter(ptc_grammar_maker *maker, uint32_t parent, uint32_t child)
{
    const ptc_schema_node *node = &maker->schema->nodes[parent];
    uint32_t number = child - node->first;

    switch ((unsigned)node->type) {
    case PTC_TYPE_MAP:
        if (maker->path.len > 0)
            ptc_text_byte(&maker->path, '.');
        ptc_text_str(&maker->path, maker->schema->nodes[child].name);
        break;
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_KEYS:
        ptc_text_cstr(&maker->path, "[]");
        break;
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_PREFIX:
        ptc_text_byte(&maker->path, '[');
        ptc_text_uint(&maker->path, number);
        ptc_text_byte(&maker->path, ']');
        break;
    default:
        break;
    }
}

/* A definition gets its rule when it is first referred to. */
static void grammar_refer(ptc_grammar_maker *maker, uint32_t index)
{
    uint32_t target = maker->schema->nodes[index].first;

    if (maker->defined[target] != 0)
        return;
    maker->defined[target] =
        1 + ptc_grammar_rule_new(maker->grammar, maker->schema->nodes[target].name,
                                 grammar_comment(maker));
    maker->definitions[maker->definition_count++] = target;
}

static void grammar_begin(ptc_grammar_maker *maker, grammar_visit *visit)
{
    if (maker->schema->nodes[visit->index].type == PTC_TYPE_REF)
        grammar_refer(maker, visit->index);
    if (maker->schema->nodes[visit->index].type == PTC_TYPE_AND)
        ptc_grammar_and_choose(maker, visit->index);
}

/* Makes all that is below a node and after its references, itself last. A reference does
 * not wait for its target. */
static void grammar_make_all(ptc_grammar_maker *maker, uint32_t root)
{
    ptc_arena *arena = maker->grammar->arena;
    grammar_visit *visits = ptc_arena_array(arena, maker->schema->count, sizeof *visits);
    uint8_t *is_seen = ptc_arena_array(arena, maker->schema->count, 1);
    size_t height = 0;

    maker->grammar->failed |= visits == NULL || is_seen == NULL;
    if (maker->grammar->failed)
        return;
    is_seen[root] = 1;
    visits[height++] = (grammar_visit){.index = root};
    grammar_begin(maker, &visits[0]);
    while (height > 0 && !maker->grammar->failed) {
        grammar_visit *top = &visits[height - 1];
        uint32_t child = maker->schema->nodes[top->index].first + top->next;
        size_t place = maker->path.len;

        if (top->next == grammar_below(maker, top->index)) {
            maker->made[top->index] = grammar_node(maker, top->index, root);
            ptc_text_cut(&maker->path, top->path_start);
            height--;
            continue;
        }
        top->next++;
        if (is_seen[child] != 0 || !grammar_uses(maker, top->index, child))
            continue;
        is_seen[child] = 1;
        grammar_enter(maker, top->index, child);
        visits[height] = (grammar_visit){.index = child, .path_start = place};
        grammar_begin(maker, &visits[height++]);
        maker->grammar->failed |= maker->path.failed;
    }
}

/* --- The whole ---------------------------------------------------------------------- */

/* The node of a function that is written: its parameters, or its result. */
static uint32_t grammar_root(const ptc_schema *schema, ptc_direction direction)
{
    const ptc_schema_node *function = ptc_schema_root(schema);

    if (function->type != PTC_TYPE_FUNCTION)
        return schema->root;
    return function->first +
           (direction == PTC_OUTPUT || (direction == PTC_DIRECTION_DEFAULT &&
                                        schema->nodes[function->first].count == 0));
}

static bool grammar_has_room(ptc_grammar_maker *maker)
{
    ptc_arena *arena = maker->grammar->arena;
    uint32_t count = maker->schema->count;

    maker->made = ptc_arena_array(arena, count, sizeof *maker->made);
    maker->defined = ptc_arena_array(arena, count, sizeof *maker->defined);
    maker->definitions = ptc_arena_array(arena, count, sizeof *maker->definitions);
    maker->chosen = ptc_arena_array(arena, count, sizeof *maker->chosen);
    return maker->made != NULL && maker->defined != NULL && maker->definitions != NULL &&
           maker->chosen != NULL;
}

bool ptc_grammar_schema(ptc_grammar *grammar, const ptc_schema *schema,
                        const ptc_grammar_options *options, uint32_t *rule)
{
    ptc_grammar_maker maker = {.grammar = grammar, .schema = schema, .options = *options};
    uint32_t root = grammar_root(schema, options->direction);
    ptc_grammar_part part;

    *rule = 0;
    ptc_names_init(&maker.types, grammar->arena);
    ptc_text_init(&maker.path, grammar->arena);
    if (grammar->failed || !grammar_has_room(&maker)) {
        grammar->failed = true;
        return true;
    }
    grammar_make_all(&maker, root);
    if (grammar->failed)
        return true;
    part = ptc_grammar_slot(&maker, root);
    for (size_t i = 0; i < maker.definition_count && part != PTC_GRAMMAR_NEVER; i++) {
        ptc_grammar_part body = ptc_grammar_slot(&maker, maker.definitions[i]);

        if (body == PTC_GRAMMAR_NEVER)
            part = body;
        else
            ptc_grammar_define(grammar, maker.defined[maker.definitions[i]] - 1, body);
    }
    if (part == PTC_GRAMMAR_NEVER) {
        if (options->refuse != NULL)
            options->refuse(root, PTC_STR("a contract that no value satisfies"),
                            options->user);
        return false;
    }
    *rule = ptc_grammar_rule_new(grammar, PTC_STR("value"), PTC_STR(""));
    ptc_grammar_define(grammar, *rule, part);
    return true;
}

ptc_status ptc_schema_write_grammar(ptc_text *text, const ptc_schema *schema,
                                    const ptc_grammar_options *given)
{
    ptc_grammar_options options = {.struct_size = sizeof options};
    ptc_status status = PTC_OK;
    size_t start = text->len;
    ptc_scratch scratch;
    ptc_grammar grammar;
    const char *why;
    uint32_t rule;

    if (!ptc_options_take(PTC_OPTIONS("options", ptc_grammar_options),
                          "ptc_schema_write_grammar", given, &options))
        return PTC_ERROR_ARGUMENT;
    if ((unsigned)options.syntax > PTC_GRAMMAR_EBNF)
        return ptc_misuse("ptc_schema_write_grammar",
                          "options.syntax is %u; set it to a ptc_grammar_syntax",
                          (unsigned)options.syntax);
    ptc_scratch_begin(&scratch, text->arena, 0);
    ptc_grammar_init(&grammar, scratch.arena, &options);
    if (!ptc_grammar_schema(&grammar, schema, &options, &rule))
        status = PTC_ERROR_INVALID;
    if (status == PTC_OK && !ptc_grammar_write(text, &grammar, rule, &why)) {
        status = PTC_ERROR_INVALID;
        if (options.refuse != NULL)
            options.refuse(schema->root, ptc_str_of(why), options.user);
    }
    if (grammar.failed || text->failed) {
        status = PTC_ERROR_MEMORY;
        if (!text->failed)
            ptc_text_cut(text, start);
    }
    ptc_scratch_end(&scratch);
    return status;
}
