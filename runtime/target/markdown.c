/* SPDX-License-Identifier: MIT */
/*
 * Contracts as a page: a section for each contract and for each type that one names, with
 * a table of its fields. Fields of maps in fields are rows with dotted names; a type with
 * a name has a section, however often it is used, so the page grows with the contracts.
 * [emitters 10]
 */
#include "schema/schema_int.h"
#include "target/markdown_int.h"

#include <ptc/json.h>

/* --- Sections ----------------------------------------------------------------------- */

/* How the type of a node is identified: the name of a declared type, or for a definition
 * inside of a contract a text that is not a name. Empty: nothing. */
static ptc_str page_key(const ptc_page *page, uint32_t index, ptc_text *room)
{
    const ptc_schema_node *nodes = ptc_page_nodes(page);
    const ptc_schema_node *node = &nodes[index];

    if (node->extra != NULL && node->extra->named_type.len > 0)
        return node->extra->named_type;
    while (node->type == PTC_TYPE_REGISTRY)
        node = &nodes[node->first];
    if (node->type != PTC_TYPE_REF)
        return PTC_STR("");
    if (node->extra != NULL && node->extra->named_type.len > 0)
        return node->extra->named_type;
    ptc_text_byte(room, '\n');
    for (uintptr_t bits = (uintptr_t)nodes; bits != 0; bits >>= 4)
        ptc_text_byte(room, (char)('a' + (bits & 15)));
    ptc_text_uint(room, node->first);
    return ptc_text_view(room);
}

const ptc_page_section *ptc_page_named(const ptc_page *page, uint32_t node)
{
    const ptc_name_entry *entry;
    ptc_str key;
    ptc_text room;

    if (node == page->current->node)
        return NULL;
    ptc_text_init(&room, page->run->arena);
    key = page_key(page, node, &room);
    entry = key.len > 0 ? ptc_names_find(&page->names, key) : NULL;
    return entry != NULL && !room.failed ? &page->sections[entry->value] : NULL;
}

/* An anchor that no other heading has: the second one ends in "-1", as links to pages
 * count them. */
static ptc_str page_anchor(ptc_page *page, ptc_str name)
{
    const ptc_name_entry *entry;
    ptc_text text;
    size_t len;

    ptc_text_init(&text, page->run->arena);
    ptc_page_write_anchor(&text, name);
    len = text.len;
    for (uint32_t i = 1; !text.failed; i++) {
        entry = ptc_names_find(&page->anchors, ptc_text_view(&text));
        if (entry == NULL)
            break;
        ptc_text_cut(&text, len);
        ptc_text_byte(&text, '-');
        ptc_text_uint(&text, i);
    }
    page->failed |=
        text.failed || ptc_names_add(&page->anchors, ptc_text_view(&text), 0) == NULL;
    return ptc_text_view(&text);
}

static void page_add(ptc_page *page, const ptc_page_section *section)
{
    void *sections = page->sections;

    if (!ptc_arena_reserve(page->run->arena, &sections, &page->capacity, page->count,
                           page->count + 1, sizeof *section)) {
        page->failed = true;
        return;
    }
    page->sections = sections;
    page->sections[page->count] = *section;
    page->sections[page->count].anchor = page_anchor(page, section->name);
    page->count++;
}

/* The part of a contract that is shown. */
static uint32_t page_type(const ptc_target_contract *contract)
{
    const ptc_schema_node *root = ptc_schema_root(contract->schema);

    return contract->is_type && root->type == PTC_TYPE_FUNCTION ? root->first + 1
                                                                : contract->schema->root;
}

static void page_add_contract(ptc_page *page, const ptc_target_contract *contract)
{
    ptc_page_section section = {.name = contract->name,
                                .schema = contract->schema,
                                .node = page_type(contract),
                                .contract = contract};
    bool is_type =
        contract->is_type || ptc_schema_root(contract->schema)->type != PTC_TYPE_FUNCTION;

    if (is_type &&
        ptc_names_add(&page->names, contract->name, (uint32_t)page->count) == NULL)
        page->failed = true;
    page_add(page, &section);
}

/* Adds a section for the type that a node names, unless there is one; false when it names
 * none. */
static bool page_add_named(ptc_page *page, uint32_t index)
{
    const ptc_schema_node *nodes = ptc_page_nodes(page);
    ptc_page_section section = {.schema = page->current->schema, .node = index};
    const ptc_schema_node *node = &nodes[index];
    const ptc_name_entry *entry;
    ptc_text room;

    ptc_text_init(&room, page->run->arena);
    section.name = page_key(page, index, &room);
    if (section.name.len == 0 || room.failed) {
        page->failed |= room.failed;
        return false;
    }
    entry = ptc_names_add(&page->names, section.name, (uint32_t)page->count);
    page->failed |= entry == NULL;
    if (entry == NULL || entry->value != page->count)
        return true;
    while (node->type == PTC_TYPE_REGISTRY)
        node = &nodes[node->first];
    if (node->type == PTC_TYPE_REF)
        section.node = node->first;
    if (room.len > 0)
        section.name = nodes[section.node].name;
    page_add(page, &section);
    return true;
}

/* Adds sections for what the type of a section names, itself or in its parts. */
static void page_add_parts(ptc_page *page, size_t number)
{
    const ptc_schema_node *nodes = page->sections[number].schema->nodes;
    uint32_t *pending = NULL;
    size_t capacity = 0;
    size_t count = 0;
    ptc_page_section section = page->sections[number];
    uint32_t index = section.node;

    for (;;) {
        const ptc_schema_node *node = &nodes[index];
        uint32_t more = node->type == PTC_TYPE_REGISTRY               ? 1
                        : ptc_type_has_children((ptc_type)node->type) ? node->count
                                                                      : 0;
        void *items = pending;

        page->current = &section;
        if (index != section.node && page_add_named(page, index))
            more = 0;
        if (page->failed ||
            (more > 0 && !ptc_arena_reserve(page->run->arena, &items, &capacity, count,
                                            count + more, sizeof *pending))) {
            page->failed = true;
            return;
        }
        pending = items;
        for (uint32_t i = more; i > 0; i--) /* the first one is next */
            pending[count++] = node->first + i - 1;
        if (count == 0)
            return;
        index = pending[--count];
    }
}

/* --- Tables ------------------------------------------------------------------------- */

/* Fields of a map that are being written. */
typedef struct page_frame {
    uint32_t map;
    uint32_t next;   /* child */
    size_t path_len; /* of the map */
} page_frame;

static void page_write_default(ptc_page *page, uint32_t index)
{
    ptc_value value;
    ptc_text code;

    if (!ptc_schema_default(&ptc_page_nodes(page)[index], &value))
        return;
    ptc_text_init(&code, page->run->arena);
    if (ptc_json_write_named(&code, &value, 0) == PTC_ERROR_INVALID)
        ptc_value_write(&code, &value);
    page->failed |= code.failed;
    ptc_page_write_code(page->text, ptc_text_view(&code), true);
}

static void page_write_row(ptc_page *page, uint32_t index, ptc_str path)
{
    const ptc_schema_node *field = &ptc_page_nodes(page)[index];
    ptc_text *text = page->text;

    ptc_text_cstr(text, "| ");
    ptc_page_write_code(text, path, true);
    ptc_text_cstr(text, " | ");
    ptc_page_write_type(page, index, true);
    ptc_text_cstr(text, ptc_schema_is_optional(field) || ptc_schema_has_default(field)
                            ? " | no | "
                            : " | yes | ");
    page_write_default(page, index);
    ptc_text_cstr(text, " | ");
    ptc_page_write_constraints(page, index, true, true);
    ptc_text_cstr(text, " | ");
    if (field->extra != NULL)
        ptc_page_write_text(text, field->extra->description, true);
    ptc_text_cstr(text, " |\n");
}

/* Rows for the fields of a map, whose path is `start`, and for those of maps in them. */
static void page_write_rows(ptc_page *page, uint32_t map, ptc_str start)
{
    page_frame *frames = NULL;
    size_t capacity = 0;
    size_t depth = 0;
    ptc_text path;

    ptc_text_init(&path, page->run->arena);
    ptc_text_str(&path, start);
    while (map != PTC_NODE_NONE || depth > 0) {
        const ptc_schema_node *nodes = ptc_page_nodes(page);
        page_frame *frame;
        uint32_t index;

        if (map != PTC_NODE_NONE) {
            void *items = frames;

            if (!ptc_arena_reserve(page->run->arena, &items, &capacity, depth, depth + 1,
                                   sizeof *frames)) {
                page->failed = true;
                return;
            }
            frames = items;
            frames[depth++] = (page_frame){map, 0, path.len};
            map = PTC_NODE_NONE;
        }
        frame = &frames[depth - 1];
        ptc_text_cut(&path, frame->path_len);
        if (frame->next == nodes[frame->map].count) {
            depth--;
            continue;
        }
        index = nodes[frame->map].first + frame->next++;
        ptc_text_cstr(&path, path.len > 0 ? "." : "");
        ptc_name_write(&path, nodes[index].name);
        page_write_row(page, index, ptc_text_view(&path));
        map = ptc_page_inner_map(page, index, &path);
        for (size_t i = 0; i < depth && map != PTC_NODE_NONE; i++) {
            if (nodes[frames[i].map].first == nodes[map].first)
                map = PTC_NODE_NONE; /* a type that contains itself: its rows are above */
        }
    }
    page->failed |= path.failed;
}

/* A table of fields under a word for them. */
static void page_write_table(ptc_page *page, uint32_t map, const char *column,
                             ptc_str path)
{
    ptc_text_cstr(page->text, "| ");
    ptc_text_cstr(page->text, column);
    ptc_text_cstr(page->text,
                  " | Type | Required | Default | Constraints | Description |\n"
                  "|---|---|---|---|---|---|\n");
    page_write_rows(page, map, path);
}

/* --- The page ----------------------------------------------------------------------- */

/* "Type: `[:map]`, `1..10` items", and the fields of the map in it. */
static void page_write_value(ptc_page *page, uint32_t node, const char *word)
{
    ptc_text path;
    ptc_str start;
    uint32_t map;

    ptc_text_cstr(page->text, word);
    ptc_page_write_type(page, node, false);
    ptc_page_write_constraints(page, node, false, false);
    ptc_text_cstr(page->text, "\n");
    ptc_text_init(&path, page->run->arena);
    map = ptc_page_inner_map(page, node, &path);
    page->failed |= path.failed;
    if (map == PTC_NODE_NONE || ptc_page_nodes(page)[map].count == 0)
        return;
    start = ptc_text_view(&path);
    ptc_str_take(&start, '.');
    ptc_text_byte(page->text, '\n');
    page_write_table(page, map, "Field", start);
}

static void page_write_function(ptc_page *page, const ptc_schema_node *root)
{
    const ptc_schema_node *parameters = &ptc_page_nodes(page)[root->first];

    if (parameters->count == 0)
        ptc_text_cstr(page->text, "No parameters.\n");
    else
        page_write_table(page, root->first, "Parameter", PTC_STR(""));
    ptc_text_byte(page->text, '\n');
    page_write_value(page, root->first + 1, "Result: ");
}

static void page_write_paragraph(ptc_page *page, ptc_str words)
{
    if (ptc_str_is_blank(words))
        return;
    ptc_page_write_text(page->text, words, false);
    ptc_text_cstr(page->text, "\n\n");
}

/* The hints of a tool, for people. */
static void page_write_hints(ptc_page *page, unsigned hints)
{
    static const struct {
        unsigned hint;
        const char *words;
    } rows[] = {
        {PTC_HINT_READ_ONLY, "only reads"},
        {PTC_HINT_DESTRUCTIVE, "may destroy data"},
        {PTC_HINT_ADDITIVE, "only adds data"},
        {PTC_HINT_IDEMPOTENT, "may be called again with the same effect"},
        {PTC_HINT_OPEN_WORLD, "reaches the world outside"},
        {PTC_HINT_CLOSED_WORLD, "stays inside"},
    };
    bool is_first = true;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((hints & rows[i].hint) == 0)
            continue;
        ptc_text_cstr(page->text, is_first ? "Effects: " : ", ");
        ptc_text_cstr(page->text, rows[i].words);
        is_first = false;
    }
    ptc_text_cstr(page->text, is_first ? "" : ".\n\n");
}

/* The words about a type or function, which either its root or its type says. */
static ptc_str page_words(const ptc_target_contract *contract, uint32_t type)
{
    const ptc_schema_node *nodes = contract->schema->nodes;
    const ptc_schema_extra *extra = ptc_schema_root(contract->schema)->extra;

    if (extra == NULL || extra->description.len == 0)
        extra = nodes[type].extra;
    return extra != NULL ? extra->description : PTC_STR("");
}

static void page_write_section(ptc_page *page, const ptc_page_section *section)
{
    const ptc_schema_node *node = &section->schema->nodes[section->node];

    page->current = section;
    ptc_text_cstr(page->text, "## ");
    ptc_page_write_text(page->text, section->name, true);
    ptc_text_cstr(page->text, "\n\n");
    if (section->contract != NULL) {
        page_write_paragraph(page, section->contract->title);
        page_write_paragraph(page, page_words(section->contract, section->node));
        page_write_hints(page, section->contract->hints);
    }
    if (node->type == PTC_TYPE_FUNCTION)
        page_write_function(page, node);
    else
        page_write_value(page, section->node, "Type: ");
}

ptc_status ptc_target_write_markdown(ptc_target_run *run)
{
    ptc_page page = {.run = run, .text = run->text};

    ptc_names_init(&page.names, run->arena);
    ptc_names_init(&page.anchors, run->arena);
    page.names.is_exact = page.anchors.is_exact = true;
    for (size_t i = 0; i < run->count && !page.failed; i++)
        page_add_contract(&page, &run->contracts[i]);
    for (size_t i = 0; i < page.count && !page.failed; i++)
        page_add_parts(&page, i);
    for (size_t i = 0; i < page.count && !page.failed && !run->text->failed; i++) {
        ptc_text_cstr(run->text, i > 0 ? "\n" : "");
        page_write_section(&page, &page.sections[i]);
    }
    return page.failed ? PTC_ERROR_MEMORY : PTC_OK;
}
