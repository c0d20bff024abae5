/* SPDX-License-Identifier: MIT */
/*
 * `ptcc gen --dump`: what the passes made, as text on standard output. No file is
 * written.
 *
 *     draft     as the reader built it: a tree for each declaration
 *     normal    the schema: its array of nodes
 *     kinds     what each node becomes in C, and who reads it
 */
#include "contract/contract_int.h"
#include "generator/gen_int.h"
#include "render/render_int.h"
#include "schema/schema_int.h"
#include "tool/common/cli_words.h"

enum { DUMP_INDENT = 2, DUMP_TYPE_COLUMNS = 14 };

/* ORDER TYPE */
static const char *const dump_types[] = {
#define PTC_TYPE(constant, word, head) #constant,
#include <ptc/types.def>
#undef PTC_TYPE
};

/* --- What one node says --------------------------------------------------------------
 */

static void dump_index(ptc_text *text, uint32_t index)
{
    ptc_text_repeat(text, ' ', index < 10 ? 4 : index < 100 ? 3 : index < 1000 ? 2 : 1);
    ptc_text_uint(text, index);
    ptc_text_cstr(text, "  ");
}

static void dump_type(ptc_text *text, unsigned type, bool is_padded)
{
    size_t length = strlen(dump_types[type]);

    ptc_text_cstr(text, dump_types[type]);
    if (is_padded && length < DUMP_TYPE_COLUMNS)
        ptc_text_repeat(text, ' ', DUMP_TYPE_COLUMNS - length);
}

static void dump_word(ptc_text *text, const char *word)
{
    ptc_text_byte(text, ' ');
    ptc_text_cstr(text, word);
}

static void dump_named(ptc_text *text, const char *word, ptc_str name)
{
    if (name.len == 0)
        return;
    dump_word(text, word);
    ptc_text_byte(text, ' ');
    ptc_json_write_string(text, name);
}

/* PTC_NODE_*: some bits mean something else for other types. */
static void dump_flags(ptc_text *text, unsigned type, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *word;
    } words[] = {
        {PTC_NODE_NULLABLE, "nullable"},     {PTC_NODE_OPTIONAL, "optional"},
        {PTC_NODE_CLOSED, "closed"},         {PTC_NODE_MALLI, "malli"},
        {PTC_NODE_FIREWALLED, "firewalled"}, {PTC_NODE_OTHERWISE, "otherwise"},
        {PTC_NODE_OTHERS, "others"},         {PTC_NODE_CASTS, "casts"},
        {PTC_NODE_CONTEXT, "context"},       {PTC_NODE_DECODED, "decoded"},
    };
    bool is_function = type == PTC_TYPE_FUNCTION;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (flags & words[i].flag)
            dump_word(text, words[i].word);
    }
    if (flags & PTC_NODE_NAMED)
        dump_word(text, is_function || type == PTC_TYPE_UNION ? "named"
                        : type == PTC_TYPE_MAP                ? "foreign"
                                                              : "open");
    if (is_function && flags & PTC_NODE_BARE)
        dump_word(text, "bare");
    if (flags & PTC_NODE_EXACT)
        dump_word(text, is_function ? "child" : "exact");
    if (flags & PTC_NODE_INTEGRAL)
        dump_word(text, type == PTC_TYPE_INT ? "integral"
                        : type == PTC_TYPE_LIST || type == PTC_TYPE_TUPLE ||
                                type == PTC_TYPE_PREFIX
                            ? "distinct"
                            : "json-equal");
}

static void dump_value(ptc_text *text, const char *word, const ptc_value *value)
{
    dump_word(text, word);
    ptc_text_byte(text, ' ');
    ptc_literal_write(text, value);
}

static void dump_members(ptc_text *text, const ptc_value *members, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        dump_value(text, i == 0 ? "of" : "|", &members[i]);
}

static void dump_interval(ptc_text *text, const ptc_interval *interval)
{
    if (interval == NULL || ptc_interval_is_open(interval))
        return;
    dump_word(text, "bounds ");
    ptc_interval_write(text, interval);
}

static void dump_patterns(ptc_text *text, const ptc_pattern *patterns, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        dump_word(text, "pattern ");
        ptc_json_write_string(text, patterns[i].text);
    }
}

static void dump_extra(ptc_text *text, const ptc_schema_extra *extra)
{
    if (extra == NULL)
        return;
    if (extra->default_value.kind != PTC_NIL)
        dump_value(text, "default", &extra->default_value);
    if (extra->branch.kind != PTC_NIL)
        dump_value(text, "branch", &extra->branch);
    dump_named(text, "type", extra->named_type);
    dump_named(text, "from", extra->context);
    dump_named(text, "decoder", extra->decoder);
    dump_named(text, "title", extra->title);
    dump_named(text, "doc", extra->description);
    if (extra->properties.kind != PTC_NIL)
        dump_value(text, "properties", &extra->properties);
}

/* --- draft ---------------------------------------------------------------------------
 */

static void dump_draft_node(ptc_text *text, ptc_draft *draft, ptc_draft_ref ref,
                            size_t depth)
{
    const ptc_draft_node *node = ptc_draft_at(draft, ref);
    uint32_t members = node->type == PTC_TYPE_ENUM ? node->member_count : 1;

    dump_index(text, ref);
    ptc_text_repeat(text, ' ', depth * DUMP_INDENT);
    dump_type(text, node->type, false);
    dump_named(text, "slot", node->name);
    dump_flags(text, node->type, node->flags);
    if (node->is_optional)
        dump_word(text, "may-be-absent");
    if (node->is_definition)
        dump_word(text, "definition");
    if (node->type == PTC_TYPE_REF) {
        dump_word(text, "to ");
        ptc_text_uint(text, node->target);
    }
    dump_named(text, "by", node->type_name);
    dump_interval(text, &node->interval);
    if (node->members != NULL)
        dump_members(text, node->members, members);
    dump_patterns(text, node->patterns, node->pattern_count);
    dump_extra(text, &node->extra);
    ptc_text_byte(text, '\n');
}

/* Before children their parent; a stack of what is still to come. */
static void dump_draft_tree(ptc_text *text, ptc_draft *draft, ptc_draft_ref root)
{
    ptc_draft_ref *path = NULL;
    size_t capacity = 0;
    size_t depth = 0;

    dump_draft_node(text, draft, root, 1);
    for (ptc_draft_ref next = ptc_draft_at(draft, root)->first;;) {
        if (next != 0) {
            ptc_draft_ref *added = PTC_ARENA_PUSH(text->arena, path, depth, capacity);

            if (added == NULL)
                return; /* the arena knows that it was refused memory */
            *added = next;
            dump_draft_node(text, draft, next, depth + 1);
            next = ptc_draft_at(draft, next)->first;
        } else if (depth > 0) {
            next = ptc_draft_at(draft, path[--depth])->next;
        } else {
            break;
        }
    }
}

void ptcc_dump_draft(void *user, ptc_draft *draft, ptc_draft_ref root, ptc_str name,
                     const ptc_source *source)
{
    ptc_text *text = user;

    ptc_text_cstr(text, "draft of ");
    ptc_text_str(text, name);
    ptc_text_cstr(text, ", from ");
    ptc_text_str(text, ptc_base_name(source->name));
    ptc_text_byte(text, '\n');
    dump_draft_tree(text, draft, root);
}

/* --- normal --------------------------------------------------------------------------
 */

static void dump_normal_node(ptc_text *text, const ptc_schema *schema, uint32_t index)
{
    const ptc_schema_node *node = &schema->nodes[index];
    uint32_t members = node->type == PTC_TYPE_ENUM ? node->count : 1;

    dump_index(text, index);
    dump_type(text, node->type, true);
    if (index != schema->root) {
        dump_word(text, "in ");
        ptc_text_uint(text, node->parent);
    }
    dump_named(text, "slot", node->name);
    if (ptc_type_has_children((ptc_type)node->type) && node->count > 0) {
        dump_word(text, "children ");
        ptc_text_uint(text, node->first);
        ptc_text_cstr(text, "..");
        ptc_text_uint(text, node->first + node->count - 1);
    } else if (node->type == PTC_TYPE_REF) {
        dump_word(text, "to ");
        ptc_text_uint(text, node->first);
    }
    dump_flags(text, node->type, node->flags);
    dump_named(text, "by", node->type_name);
    dump_interval(text, node->interval);
    if (node->members != NULL)
        dump_members(text, node->members, members);
    dump_patterns(text, node->patterns, node->pattern_count);
    dump_extra(text, node->extra);
    ptc_text_byte(text, '\n');
}

static void dump_normal(ptc_text *text, const ptc_contract *contract)
{
    const ptc_schema *schema = &contract->schema;

    ptc_text_cstr(text, "normal form of ");
    ptc_text_str(text, contract->name);
    ptc_text_cstr(text, contract->is_included ? ", included\n" : "\n");
    for (uint32_t i = schema->root; i < schema->count; i++)
        dump_normal_node(text, schema, i);
}

/* --- All of it -----------------------------------------------------------------------
 */

static const char *const dump_words[] = {PTC_WORDS_DUMP};

bool ptcc_dump_take(const ptc_cli *cli, unsigned *out)
{
    const char *list = ptc_cli_value(cli, PTC_OPTION_DUMP);

    *out = 0;
    while (list != NULL) {
        size_t length = strcspn(list, ",");
        size_t i = 0;

        while (i < PTCC_DUMPS && (strlen(dump_words[i]) != length ||
                                  strncmp(dump_words[i], list, length) != 0))
            i++;
        if (i == PTCC_DUMPS) {
            ptc_cli_misuse(cli,
                           "--dump is draft, normal or kinds, several with commas, not "
                           "\"%.*s\"",
                           (int)length, list);
            return false;
        }
        *out |= 1u << i;
        list = list[length] == ',' ? list + length + 1 : NULL;
    }
    for (size_t i = 0; *out & PTCC_DUMP_DRAFT && i < cli->operand_count; i++) {
        if (ptc_cli_is_agent(cli, cli->operands[i])) {
            ptc_cli_misuse(cli, "--dump=draft is for contracts, and %s is not one",
                           cli->operands[i]);
            return false;
        }
    }
    return true;
}

ptc_exit ptcc_dump_unit(ptcc_gen_run *run, const ptcc_gen_unit *unit,
                        const ptcc_c_request *request)
{
    const ptc_cli *cli = run->cli;
    ptc_diags diags;

    ptc_diags_init(&diags, cli->arena);
    for (size_t i = 0; run->dumps & PTCC_DUMP_NORMAL && i < unit->contracts.count; i++)
        dump_normal(&run->dump, &unit->contracts.items[i]);
    if (run->dumps & PTCC_DUMP_KINDS &&
        ptcc_c_dump(cli->arena, request, &diags, &run->dump) == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    return ptc_cli_report(cli, &diags);
}
