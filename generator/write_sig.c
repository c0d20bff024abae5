/* SPDX-License-Identifier: MIT */
/*
 * Contracts as `.sig` text: the declaration, its description and the lines that describe
 * its fields, so that reading it back gives an equal contract with the same texts.
 * [signature 1.1, 9]
 */
#include "generator/generator_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

#include "contract/contract_int.h"
#include "contract/signature/signature_int.h"

/* The parts of a path from the outermost field; deeper ones than this are not described.
 */
enum { SIG_PATH_MAX = 64 };

/* A field and the names around it, outermost first. */
typedef struct sig_path {
    uint32_t outermost; /* node of names[0] */
    size_t count;       /* 0: no field, or too deep */
    ptc_str names[SIG_PATH_MAX];
} sig_path;

static bool sig_is_field(const ptc_schema *schema, uint32_t index)
{
    uint32_t parent = schema->nodes[index].parent;

    return parent != index && schema->nodes[parent].type == PTC_TYPE_MAP;
}

static void sig_find_path(const ptc_schema *schema, uint32_t index, sig_path *path)
{
    path->count = 0;
    for (; schema->nodes[index].parent != index; index = schema->nodes[index].parent) {
        if (!sig_is_field(schema, index))
            continue;
        if (path->count == SIG_PATH_MAX) {
            path->count = 0;
            return;
        }
        path->names[path->count++] = schema->nodes[index].name;
        path->outermost = index;
    }
    for (size_t i = 0; i < path->count / 2; i++) {
        ptc_str swapped = path->names[i];

        path->names[i] = path->names[path->count - 1 - i];
        path->names[path->count - 1 - i] = swapped;
    }
}

void ptcc_write_flat(ptc_text *out, ptc_str text)
{
    for (size_t i = 0; i < text.len; i++)
        ptc_text_byte(out,
                      text.ptr[i] == '\n' || text.ptr[i] == '\r' ? ' ' : text.ptr[i]);
}

/* Appends the lines, each indented; a description neither begins nor ends with an empty
 * one. */
static void sig_lines(ptc_text *out, ptc_str text)
{
    size_t gap = 0;
    ptc_str line;
    bool is_begun = false;

    while (ptc_take_line(&text, &line)) {
        if (line.len == 0) {
            gap++;
            continue;
        }
        if (is_begun)
            ptc_text_repeat(out, '\n', gap);
        if (ptc_tool_line_is_escaped(ptc_convert_trim(line)))
            line = ptc_convert_trim(line);
        ptc_text_cstr(out, ptc_tool_line_is_escaped(line) ? "  \\" : "  ");
        ptc_text_str(out, line);
        ptc_text_byte(out, '\n');
        is_begun = true;
        gap = 0;
    }
}

/* The field that a reader finds under a name: the shallowest, which the breadth-first
 * order of nodes puts first. */
static bool sig_collect_names(ptc_names *names, const ptc_schema *schema,
                              ptc_arena *arena)
{
    ptc_names_init(names, arena);
    for (uint32_t i = schema->root; i < schema->count; i++) {
        if (sig_is_field(schema, i) &&
            ptc_names_add(names, schema->nodes[i].name, i) == NULL)
            return false;
    }
    return true;
}

static void sig_field_line(ptc_text *out, const sig_path *path, ptc_str description)
{
    for (size_t i = 0; i < path->count; i++) {
        ptc_text_cstr(out, i == 0 ? "  - " : ".");
        ptc_name_write(out, path->names[i]);
    }
    ptc_text_cstr(out, ": ");
    ptcc_write_flat(out, description);
    ptc_text_byte(out, '\n');
}

/* Whether a description of the output is that of the contract, which is above. */
static bool sig_is_said(const ptc_schema *schema, ptc_str description, uint32_t index)
{
    const ptc_schema_extra *extra = ptc_schema_root(schema)->extra;

    return schema->nodes[index].parent == schema->root && extra != NULL &&
           ptc_str_equal(extra->description, description);
}

/* Returns the number of descriptions for which no line can be written. */
static size_t sig_field_lines(ptc_text *out, const ptc_schema *schema)
{
    size_t lost = 0;
    ptc_names names;
    sig_path path;

    if (!sig_collect_names(&names, schema, out->arena)) {
        out->failed = true;
        return 0;
    }
    for (uint32_t i = schema->root; i != PTC_NODE_NONE; i = ptc_schema_next(schema, i)) {
        const ptc_schema_extra *extra = schema->nodes[i].extra;

        if (i == schema->root || extra == NULL || extra->description.len == 0 ||
            sig_is_said(schema, extra->description, i) ||
            ptc_schema_is_said_in_malli(schema, i, false))
            continue;
        sig_find_path(schema, i, &path);
        if (sig_is_field(schema, i) && path.count > 0 &&
            ptc_names_find(&names, path.names[0])->value == path.outermost)
            sig_field_line(out, &path, extra->description);
        else
            lost++;
    }
    return lost;
}

/* Makes the output silent about what the contract says of itself, below its declaration:
 * embedded Malli would say it again. False when refused memory. */
static bool sig_say_once(ptc_arena *arena, ptc_schema *schema)
{
    const ptc_schema_node *root = ptc_schema_root(schema);
    ptc_schema_extra *extra;
    ptc_schema_node *nodes;
    ptc_schema_node *output;

    if (root->type != PTC_TYPE_FUNCTION || root->extra == NULL ||
        root->extra->description.len == 0 ||
        schema->nodes[root->first + 1].extra == NULL ||
        !sig_is_said(schema, schema->nodes[root->first + 1].extra->description,
                     root->first + 1))
        return true;
    extra = ptc_arena_array(arena, 1, sizeof *extra);
    nodes = ptc_schema_copy(arena, schema, 0, schema);
    if (extra == NULL || nodes == NULL)
        return false;
    output = &nodes[nodes[schema->root].first + 1];
    *extra = *output->extra;
    extra->description = PTC_STR("");
    output->extra = extra;
    return true;
}

/* What a field that JSON Schema says apart is in a signature. */
static unsigned sig_plain_field(const ptc_schema_node *nodes, ptc_schema_node *field)
{
    unsigned lost = 0;

    if (ptc_schema_hides_nothing(field)) {
        field->flags |= PTC_NODE_FIREWALLED;
        lost |= PTCC_SIG_OPEN_NAMES;
    }
    if (ptc_schema_absence(nodes, field) == PTC_ABSENCE_AS_NIL)
        return lost;
    field->flags |= PTC_NODE_OPTIONAL;
    if (field->type != PTC_TYPE_ANY && field->type != PTC_TYPE_NIL)
        field->flags |= PTC_NODE_NULLABLE;
    return lost | PTCC_SIG_ABSENCE;
}

/* Whether Malli alone can spell the members, so that what they are equal to stays. */
static bool sig_has_collections(const ptc_schema_node *node)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;

    for (uint32_t i = 0; i < count; i++) {
        if (node->members[i].kind == PTC_VECTOR || node->members[i].kind == PTC_MAP)
            return true;
    }
    return false;
}

static unsigned sig_plain_casts(ptc_schema_node *node)
{
    unsigned casts = node->flags & PTC_NODE_CASTS;

    node->flags &= (uint16_t) ~(unsigned)PTC_NODE_CASTS;
    return casts != 0 ? PTCC_SIG_CASTS : 0;
}

static unsigned sig_plain_decoder(ptc_schema_node *node)
{
    unsigned decoded = node->flags & PTC_NODE_DECODED;

    node->flags &= (uint16_t) ~(unsigned)PTC_NODE_DECODED;
    return decoded != 0 ? PTCC_SIG_DECODERS : 0;
}

static unsigned sig_plain_fact(ptc_schema_node *node)
{
    unsigned fact = ptc_type_fact((ptc_type)node->type);

    if ((node->flags & fact) == 0 || (node->flags & PTC_NODE_OTHERS) != 0 ||
        (node->members != NULL && sig_has_collections(node)))
        return 0;
    node->flags &= (uint16_t)~fact;
    return node->type == PTC_TYPE_INT ? PTCC_SIG_INTEGRAL
           : node->members != NULL    ? PTCC_SIG_EQUAL
                                      : PTCC_SIG_DISTINCT;
}

/* Moves a node, and what is below it with it. */
static void sig_move(ptc_schema_node *nodes, uint32_t from, uint32_t to)
{
    ptc_schema_node *node = &nodes[to];

    if (from == to)
        return;
    *node = nodes[from];
    if (node->type == PTC_TYPE_REF || !ptc_type_has_children((ptc_type)node->type))
        return;
    for (uint32_t i = 0; i < node->count; i++)
        nodes[node->first + i].parent = to;
}

/* Signatures are what models read, and say nothing of what the host's context has. */
static void sig_leave_context(ptc_schema_node *nodes, const ptc_schema_node *function)
{
    ptc_schema_node *parameters = &nodes[function->first];
    uint32_t kept = 0;

    if (function->type != PTC_TYPE_FUNCTION)
        return;
    for (uint32_t i = 0; i < parameters->count; i++) {
        const ptc_schema_node *parameter = &nodes[parameters->first + i];

        if ((parameter->flags & PTC_NODE_CONTEXT) == 0)
            sig_move(nodes, parameters->first + i, parameters->first + kept++);
    }
    parameters->count = kept;
}

bool ptcc_sig_plain(ptc_arena *arena, ptc_schema *schema, unsigned *lost)
{
    ptc_schema_node *nodes = ptc_schema_copy(arena, schema, 0, schema);

    *lost = 0;
    if (nodes == NULL)
        return false;
    sig_leave_context(nodes, ptc_schema_root(schema));
    for (uint32_t i = schema->root; i < schema->count; i++) {
        *lost |= sig_plain_casts(&nodes[i]);
        *lost |= sig_plain_decoder(&nodes[i]);
        *lost |= sig_plain_fact(&nodes[i]);
        if (sig_is_field(schema, i))
            *lost |= sig_plain_field(nodes, &nodes[i]);
    }
    return true;
}

size_t ptcc_write_sig(ptc_text *out, ptc_str name, bool is_type, const ptc_schema *schema,
                      const ptc_contract_info *info)
{
    ptc_render_options options = {.struct_size = sizeof options};
    const ptc_schema_extra *extra = ptc_schema_root(schema)->extra;
    ptc_schema shown;
    size_t lost;

    if (ptc_schema_shown(out->arena, schema, false, &shown) != PTC_OK ||
        !sig_say_once(out->arena, &shown)) {
        out->failed = true;
        return 0;
    }
    schema = &shown;
    options.bare_output = is_type;
    if (name.len > 0)
        ptc_contract_name_write(out, name);
    if (name.len > 0 && (is_type || ptc_schema_is_malli_function(schema)))
        ptc_text_cstr(out, " = ");
    ptc_schema_write_signature(out, schema, &options);
    ptc_text_byte(out, '\n');
    if (extra != NULL)
        sig_lines(out, extra->description);
    lost = sig_field_lines(out, schema);
    if (info != NULL && !is_type)
        ptcc_write_tool_lines(out, info);
    return lost;
}
