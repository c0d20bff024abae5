/* SPDX-License-Identifier: MIT */
/* Finds what a form cannot hold of a contract. See convert.h. */
#include "generator/convert.h"
#include "render/render_int.h"

void ptcc_convert_lose(ptcc_conversion *work, const ptc_contract *contract,
                       const char *what)
{
    ptcc_target_lose(&work->notes, ptcc_convert_word(work), contract, NULL,
                     PTCC_NODE_WHOLE, ptc_str_of(what));
}

static void convert_lose_at(ptcc_conversion *work, const ptc_contract *contract,
                            const ptc_schema *tree, uint32_t node, const char *what)
{
    ptcc_target_lose(&work->notes, ptcc_convert_word(work), contract, tree, node,
                     ptc_str_of(what));
}

/* Words that are in Malli alone. [signature 9] */
static void convert_find_lost_words(ptcc_conversion *work, const ptc_contract *contract,
                                    const ptc_schema *schema, bool has_lines)
{
    bool has_titles = false;
    bool has_descriptions = false;

    for (uint32_t i = schema->root; i < schema->count; i++) {
        const ptc_schema_extra *extra = schema->nodes[i].extra;

        if (extra == NULL || (extra->title.len == 0 && extra->description.len == 0) ||
            ptc_schema_is_said_in_malli(schema, i, false))
            continue;
        has_titles = has_titles || extra->title.len > 0;
        has_descriptions = has_descriptions || extra->description.len > 0;
    }
    if (has_titles)
        ptcc_convert_lose(work, contract, "titles");
    if (has_descriptions && !has_lines)
        ptcc_convert_lose(work, contract, "descriptions");
}

/* Names of a map that signatures and Malli would take for one: each is found as it is
 * spelled alone. */
static void convert_find_lost_twins_of(ptcc_conversion *work,
                                       const ptc_contract *contract,
                                       const ptc_schema *schema,
                                       const ptc_schema_node *map)
{
    ptc_names names;

    ptc_names_init(&names, work->arena);
    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        const ptc_schema_node *field = &schema->nodes[i];
        const ptc_name_entry *entry;

        if ((field->flags & PTC_NODE_EXACT) == 0)
            continue;
        entry = ptc_names_add(&names, field->name, i);
        work->failed |= entry == NULL;
        if (entry != NULL && entry->value != i)
            convert_lose_at(work, contract, schema, i,
                            "the exact spelling that keeps it apart");
    }
}

static void convert_find_lost_twins(ptcc_conversion *work, const ptc_contract *contract,
                                    const ptc_schema *schema)
{
    for (uint32_t i = schema->root; i < schema->count; i++) {
        if (schema->nodes[i].type == PTC_TYPE_MAP)
            convert_find_lost_twins_of(work, contract, schema, &schema->nodes[i]);
    }
}

void ptcc_convert_find_losses(ptcc_conversion *work, const ptc_contract *contract,
                              const ptc_schema *schema, bool has_lines)
{
    const ptc_schema_node *root;
    ptc_schema shown;
    ptc_value value;

    if (work->to == PTCC_CONVERT_TARGET)
        return; /* the writer finds them */
    if (ptc_schema_shown(work->arena, schema, work->to == PTCC_CONVERT_MALLI, &shown) !=
        PTC_OK) {
        work->failed = true;
        return;
    }
    schema = &shown;
    root = ptc_schema_root(schema);
    if (work->to == PTCC_CONVERT_MALLI && root->type == PTC_TYPE_FUNCTION &&
        (root->flags & PTC_NODE_NAMED) && !work->render.malli_names &&
        schema->nodes[root->first].count > 0 && !ptc_schema_names_malli(schema))
        ptcc_convert_lose(work, contract, "parameter names (kept with --malli-names)");
    if (work->to == PTCC_CONVERT_SIG)
        convert_find_lost_words(work, contract, schema, has_lines);
    if (work->to != PTCC_CONVERT_PROMPT) {
        convert_find_lost_twins(work, contract, schema);
        if (root->type == PTC_TYPE_FUNCTION &&
            (schema->nodes[root->first].flags & PTC_NODE_CLOSED))
            ptcc_convert_lose(work, contract, "that there are no further parameters");
        return;
    }
    for (uint32_t i = schema->root; i < schema->count; i++) {
        if (ptc_schema_default(&schema->nodes[i], &value) &&
            !ptc_schema_says_default(schema, i, true, &value))
            convert_lose_at(work, contract, schema, i, "default");
    }
}

/* Parameters that models are not shown. */
static void convert_find_lost_context(ptcc_conversion *work, const ptc_contract *contract)
{
    const ptc_schema *schema = &contract->schema;
    const ptc_schema_node *root = ptc_schema_root(schema);
    const ptc_schema_node *inputs = &schema->nodes[root->first];

    for (uint32_t i = 0; root->type == PTC_TYPE_FUNCTION && i < inputs->count; i++) {
        if ((schema->nodes[inputs->first + i].flags & PTC_NODE_CONTEXT) != 0)
            convert_lose_at(work, contract, NULL, inputs->first + i,
                            "the parameter, which comes from the host's context");
    }
}

ptc_schema ptcc_convert_plain(ptcc_conversion *work, const ptc_contract *contract)
{
    static const struct {
        unsigned bit;
        const char *what;
    } facts[] = {
        {PTCC_SIG_ABSENCE, "which fields refuse null, or must be there when it is null"},
        {PTCC_SIG_INTEGRAL, "that 1.0 is an int"},
        {PTCC_SIG_EQUAL, "that 1 and 1.0 are equal"},
        {PTCC_SIG_DISTINCT, "that elements of lists are distinct"},
        {PTCC_SIG_OPEN_NAMES, "that names with '_' hide nothing"},
        {PTCC_SIG_CASTS, "that inputs are converted by wider rules"},
        {PTCC_SIG_DECODERS, "the decoders of inputs"},
    };
    ptc_schema plain = contract->schema;
    unsigned lost;

    if (work->to != PTCC_CONVERT_SIG)
        return plain;
    convert_find_lost_context(work, contract);
    if (!ptcc_sig_plain(work->arena, &plain, &lost)) {
        work->failed = true;
        return contract->schema;
    }
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if ((lost & facts[i].bit) != 0)
            ptcc_convert_lose(work, contract, facts[i].what);
    }
    return plain;
}
