/* SPDX-License-Identifier: MIT */
/*
 * Types and constraints as short texts: a type is a word of shorthand, a link, or a list
 * of such; what has no such form is written out as a signature has it.
 */
#include "schema/schema_int.h"
#include "target/markdown_int.h"

#include <ptc/json.h>

/* Lists in lists that have rows for their fields. */
enum { PAGE_LISTS_MAX = 8 };

/* The node after references, and of several conjuncts the first, unless that names a
 * type: what has a section is not looked into, which would never end for some. */
static uint32_t page_main(const ptc_page *page, uint32_t index)
{
    const ptc_schema_node *nodes = ptc_page_nodes(page);
    const ptc_schema_node *node = ptc_schema_target(nodes, &nodes[index]);

    while (node->type == PTC_TYPE_AND && nodes[node->first].type != PTC_TYPE_REF &&
           ptc_page_named(page, node->first) == NULL)
        node = ptc_schema_target(nodes, &nodes[node->first]);
    return (uint32_t)(node - nodes);
}

/* Types of which one element is looked into: its node, or PTC_NODE_NONE. */
static uint32_t page_element(const ptc_page *page, uint32_t main)
{
    const ptc_schema_node *node = &ptc_page_nodes(page)[main];

    if (node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET)
        return node->first;
    return node->type == PTC_TYPE_MAP_OF ? node->first + 1 : PTC_NODE_NONE;
}

/* The innermost type of lists: a node that names a type or holds no others. `*chain` has
 * the lists, `*count` of them; false when these are too many. */
static bool page_core(const ptc_page *page, uint32_t node, uint32_t *chain, size_t *count,
                      uint32_t *core)
{
    for (*count = 0;; (*count)++) {
        uint32_t main = page_main(page, node);
        uint32_t element = page_element(page, main);

        *core = node;
        if (ptc_page_named(page, node) != NULL || element == PTC_NODE_NONE)
            return true;
        if (*count == PAGE_LISTS_MAX)
            return false;
        chain[*count] = main;
        node = element;
    }
}

uint32_t ptc_page_inner_map(const ptc_page *page, uint32_t node, ptc_text *path)
{
    uint32_t chain[PAGE_LISTS_MAX];
    size_t count;
    uint32_t core;
    uint32_t main;

    if (!page_core(page, node, chain, &count, &core) ||
        ptc_page_named(page, core) != NULL)
        return PTC_NODE_NONE;
    main = page_main(page, core);
    if (ptc_page_nodes(page)[main].type != PTC_TYPE_MAP)
        return PTC_NODE_NONE;
    for (size_t i = 0; i < count; i++)
        ptc_text_cstr(
            path, ptc_page_nodes(page)[chain[i]].type == PTC_TYPE_MAP_OF ? ".*" : "[]");
    return main;
}

/* --- Types -------------------------------------------------------------------------- */

/* A type by itself: a tree in which types with a section are names. */
typedef struct page_tree {
    ptc_schema_node *nodes;
    size_t capacity;
    uint32_t *origins; /* by node: the one that it is a copy of */
    size_t origin_capacity;
    size_t count;
} page_tree;

static bool page_tree_grow(ptc_page *page, page_tree *tree, size_t more)
{
    ptc_arena *arena = page->run->arena;
    size_t need = tree->count + more;
    void *nodes = tree->nodes;
    void *origins = tree->origins;

    if (!ptc_arena_reserve(arena, &nodes, &tree->capacity, tree->count, need,
                           sizeof *tree->nodes) ||
        !ptc_arena_reserve(arena, &origins, &tree->origin_capacity, tree->count, need,
                           sizeof *tree->origins)) {
        page->failed = true;
        return false;
    }
    tree->nodes = nodes;
    tree->origins = origins;
    return true;
}

/* Makes a node the name of a type, which has the slot of the node. */
static bool page_tree_name(ptc_page *page, ptc_schema_node *node, ptc_str name)
{
    ptc_schema_extra *extra = ptc_arena_array(page->run->arena, 1, sizeof *extra);

    if (extra == NULL) {
        page->failed = true;
        return false;
    }
    if (node->extra != NULL)
        *extra = *node->extra;
    extra->named_type = name;
    *node =
        (ptc_schema_node){.type = PTC_TYPE_CUSTOM,
                          .flags = node->flags & (PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL |
                                                  PTC_NODE_FIREWALLED | PTC_NODE_EXACT),
                          .parent = node->parent,
                          .name = node->name,
                          .type_name = name,
                          .extra = extra};
    return true;
}

/* The body of a registry, in the slot of the registry; other nodes as they are. */
static ptc_schema_node page_body(const ptc_schema_node *nodes,
                                 const ptc_schema_node *node)
{
    ptc_schema_node body = *node;

    while (node->type == PTC_TYPE_REGISTRY)
        node = &nodes[node->first];
    if (body.type == PTC_TYPE_REGISTRY) {
        ptc_schema_node slot = body;

        body = *node;
        body.flags |= slot.flags & (PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL |
                                    PTC_NODE_FIREWALLED | PTC_NODE_EXACT);
        body.name = slot.name;
        body.extra = slot.extra;
    }
    return body;
}

/* Fills in a node whose origin and parent are set, and adds its children. */
static bool page_tree_fill(ptc_page *page, page_tree *tree, size_t at)
{
    const ptc_schema_node *nodes = ptc_page_nodes(page);
    uint32_t origin = tree->origins[at];
    const ptc_page_section *section = at > 0 ? ptc_page_named(page, origin) : NULL;
    ptc_schema_node node = page_body(nodes, &nodes[origin]);

    node.parent = tree->nodes[at].parent;
    if (section != NULL || node.type == PTC_TYPE_REF) {
        if (!page_tree_name(page, &node,
                            section != NULL ? section->name : nodes[node.first].name))
            return false;
    } else if (ptc_type_has_children((ptc_type)node.type)) {
        if (!page_tree_grow(page, tree, node.count))
            return false;
        for (uint32_t i = 0; i < node.count; i++) {
            tree->nodes[tree->count].parent = (uint32_t)at;
            tree->origins[tree->count++] = node.first + i;
        }
        node.first = (uint32_t)tree->count - node.count;
    }
    tree->nodes[at] = node;
    return true;
}

/* Appends a type as a signature has it, without what its place and its bounds say. */
static void page_write_shorthand(ptc_page *page, ptc_text *out, uint32_t index)
{
    page_tree tree = {.count = 0};
    ptc_schema_node *root;
    ptc_schema schema;

    if (!page_tree_grow(page, &tree, 1))
        return;
    tree.nodes[0].parent = 0;
    tree.origins[tree.count++] = index;
    for (size_t i = 0; i < tree.count; i++) {
        if (!page_tree_fill(page, &tree, i))
            return;
    }
    root = tree.nodes;
    root->flags &=
        (uint16_t) ~(PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL | PTC_NODE_FIREWALLED |
                     PTC_NODE_CONTEXT | PTC_NODE_DECODED);
    root->extra = NULL;
    root->name = PTC_STR("");
    if (root->type == PTC_TYPE_LIST || root->type == PTC_TYPE_TUPLE)
        root->flags &= (uint16_t) ~(PTC_NODE_DISTINCT | PTC_NODE_OTHERS);
    if (root->type == PTC_TYPE_LIST || root->type == PTC_TYPE_SET ||
        root->type == PTC_TYPE_MAP_OF)
        root->interval = NULL;
    schema = (ptc_schema){tree.nodes, 0, (uint32_t)tree.count};
    page->failed |= ptc_schema_write_signature(out, &schema, NULL) == PTC_ERROR_MEMORY;
}

/* The word of a type without parts, which constraints say the rest of; NULL: it has
 * parts. */
static const char *page_word(const ptc_schema_node *node)
{
    switch ((unsigned)node->type) {
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
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_ENUM:
    case PTC_TYPE_MAP:
        return ptc_type_word((ptc_type)node->type, false);
    case PTC_TYPE_CONST:
        return "enum";
    default:
        return NULL;
    }
}

static void page_write_link(ptc_page *page, const ptc_page_section *section)
{
    ptc_text_byte(page->text, '[');
    ptc_page_write_text(page->text, section->name, true);
    ptc_text_cstr(page->text, "](#");
    ptc_text_str(page->text, section->anchor);
    ptc_text_byte(page->text, ')');
}

/* Appends "[", "[:set " or "[:map-of :string " for each list that a type is in. */
static void page_write_heads(ptc_page *page, ptc_text *out, const uint32_t *chain,
                             size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const ptc_schema_node *node = &ptc_page_nodes(page)[chain[i]];

        ptc_text_cstr(out, node->type == PTC_TYPE_SET      ? "[:set "
                           : node->type == PTC_TYPE_MAP_OF ? "[:map-of "
                                                           : "[");
        if (node->type == PTC_TYPE_MAP_OF) {
            page_write_shorthand(page, out, page_main(page, node->first));
            ptc_text_byte(out, ' ');
        }
    }
}

/* Appends the brackets after it, with the bounds of inner lists. */
static void page_write_tails(ptc_page *page, ptc_text *out, const uint32_t *chain,
                             size_t count)
{
    while (count-- > 0) {
        const ptc_schema_node *node = &ptc_page_nodes(page)[chain[count]];

        ptc_text_byte(out, ']');
        if (count > 0 && node->interval != NULL) {
            ptc_text_byte(out, '[');
            ptc_interval_write(out, node->interval);
            ptc_text_byte(out, ']');
        }
    }
}

void ptc_page_write_type(ptc_page *page, uint32_t node, bool is_cell)
{
    uint32_t chain[PAGE_LISTS_MAX];
    size_t count = 0;
    uint32_t core = node;
    bool is_short = page_core(page, node, chain, &count, &core);
    const ptc_page_section *section = is_short ? ptc_page_named(page, core) : NULL;
    const ptc_schema_node *main = &ptc_page_nodes(page)[page_main(page, core)];
    const char *word = is_short ? page_word(main) : NULL;
    ptc_text code;

    ptc_text_init(&code, page->run->arena);
    if (section != NULL) {
        page_write_heads(page, &code, chain, count);
        ptc_page_write_text(page->text, ptc_text_view(&code), is_cell);
        page_write_link(page, section);
        ptc_text_cut(&code, 0);
        page_write_tails(page, &code, chain, count);
        ptc_page_write_text(page->text, ptc_text_view(&code), is_cell);
    } else if (word != NULL && (count == 0 || main->type == PTC_TYPE_MAP)) {
        page_write_heads(page, &code, chain, count);
        ptc_text_byte(&code, ':');
        ptc_text_cstr(&code, word);
        page_write_tails(page, &code, chain, count);
        ptc_page_write_code(page->text, ptc_text_view(&code), is_cell);
    } else {
        page_write_shorthand(page, &code, page_main(page, node));
        ptc_page_write_code(page->text, ptc_text_view(&code), is_cell);
    }
    page->failed |= code.failed;
}

/* --- Constraints -------------------------------------------------------------------- */

/* What is said about a node. */
typedef struct page_saying {
    ptc_page *page;
    bool is_first;
    bool is_cell;
} page_saying;

static void page_say(page_saying *say, const char *words)
{
    ptc_text_cstr(say->page->text, say->is_first ? "" : ", ");
    ptc_text_cstr(say->page->text, words);
    say->is_first = false;
}

static void page_say_code(page_saying *say, const char *words, ptc_str code)
{
    page_say(say, words);
    ptc_page_write_code(say->page->text, code, say->is_cell);
}

static void page_say_interval(page_saying *say, const ptc_interval *interval,
                              const char *unit)
{
    ptc_text code;

    if (interval == NULL)
        return;
    ptc_text_init(&code, say->page->run->arena);
    ptc_interval_write(&code, interval);
    say->page->failed |= code.failed;
    page_say_code(say, "", ptc_text_view(&code));
    ptc_text_cstr(say->page->text, unit);
}

/* A value as JSON has it, else as EDN has it. */
static void page_say_value(page_saying *say, const char *words, const ptc_value *value)
{
    ptc_text code;

    ptc_text_init(&code, say->page->run->arena);
    if (ptc_json_write_named(&code, value, 0) == PTC_ERROR_INVALID)
        ptc_value_write(&code, value);
    say->page->failed |= code.failed;
    page_say_code(say, words, ptc_text_view(&code));
}

static void page_say_members(page_saying *say, const ptc_schema_node *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        page_say_value(say, i == 0 ? "one of " : "", &node->members[i]);
}

/* Whether elements differ; the flag means something else of other types. */
static bool page_is_distinct(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_SET ||
           ((node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_TUPLE) &&
            (node->flags & PTC_NODE_DISTINCT) != 0);
}

/* What a node itself says, next to its type. */
static void page_say_node(page_saying *say, const ptc_schema_node *node)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_DECIMAL:
        page_say_interval(say, node->interval, "");
        break;
    case PTC_TYPE_STRING:
        page_say_interval(say, node->interval, " characters");
        for (uint32_t i = 0; i < node->pattern_count; i++)
            page_say_code(say, "matches ", node->patterns[i].text);
        break;
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        page_say_interval(say, node->interval, " items");
        break;
    case PTC_TYPE_MAP_OF:
        page_say_interval(say, node->interval, " entries");
        break;
    case PTC_TYPE_MAP:
        if ((node->flags & PTC_NODE_CLOSED) != 0)
            page_say(say, "no other fields");
        break;
    case PTC_TYPE_ENUM:
        page_say_members(say, node);
        break;
    case PTC_TYPE_CONST:
        page_say_value(say, "always ", &node->members[0]);
        break;
    default:
        break;
    }
    if (page_is_distinct(node))
        page_say(say, "no two equal");
    if ((node->flags & PTC_NODE_OTHERS) != 0)
        page_say(say, "or a value of another type");
}

/* A conjunct next to the first one. */
static void page_say_conjunct(page_saying *say, uint32_t index)
{
    const ptc_schema_node *node = &ptc_page_nodes(say->page)[index];
    ptc_text code;

    switch ((unsigned)node->type) {
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_DECIMAL:
    case PTC_TYPE_STRING:
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        page_say_node(say, node);
        return;
    case PTC_TYPE_NOT_CONST:
        page_say_value(say, "not ", &node->members[0]);
        return;
    case PTC_TYPE_MULTIPLE:
        page_say_value(say, "a multiple of ", &node->members[0]);
        return;
    default:
        break;
    }
    ptc_text_init(&code, say->page->run->arena);
    page_write_shorthand(say->page, &code, index);
    say->page->failed |= code.failed;
    page_say_code(say, "and ", ptc_text_view(&code));
}

/* Whether a field keeps its value from models. They supply what a parameter has. */
static bool page_is_hidden(const ptc_schema_node *nodes, const ptc_schema_node *node)
{
    const ptc_schema_node *map = &nodes[node->parent];

    return (node->flags & PTC_NODE_FIREWALLED) != 0 &&
           !(map->type == PTC_TYPE_MAP && nodes[map->parent].type == PTC_TYPE_FUNCTION &&
             &nodes[nodes[map->parent].first] == map);
}

/* What the place of a node says. */
static void page_say_place(page_saying *say, const ptc_schema_node *node)
{
    switch (ptc_schema_absence(ptc_page_nodes(say->page), node)) {
    case PTC_ABSENCE_AS_NIL:
        break;
    case PTC_ABSENCE_REFUSED:
        page_say(say, "or null");
        break;
    case PTC_ABSENCE_WITHOUT_NIL:
        page_say(say, "not null");
        break;
    }
    if (page_is_hidden(ptc_page_nodes(say->page), node))
        page_say(say, "hidden from models");
    if ((node->flags & PTC_NODE_CONTEXT) != 0)
        page_say_code(say, "from the context: ", node->extra->context);
    if ((node->flags & PTC_NODE_DECODED) != 0)
        page_say_code(say, "decoded by ", node->extra->decoder);
}

void ptc_page_write_constraints(ptc_page *page, uint32_t index, bool is_first,
                                bool is_cell)
{
    const ptc_schema_node *nodes = ptc_page_nodes(page);
    const ptc_schema_node *node = &nodes[index];
    page_saying say = {page, is_first, is_cell};

    if (ptc_page_named(page, index) == NULL) {
        const ptc_schema_node *main = &nodes[page_main(page, index)];

        page_say_node(&say, main);
        for (const ptc_schema_node *whole = ptc_schema_target(nodes, node); whole != main;
             whole = ptc_schema_target(nodes, &nodes[whole->first])) {
            for (uint32_t i = 1; i < whole->count; i++)
                page_say_conjunct(&say, whole->first + i);
        }
    }
    page_say_place(&say, node);
}
