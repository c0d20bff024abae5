/* SPDX-License-Identifier: MIT */
/*
 * The Malli half of rendering: EDN text on entering and leaving a node and in front of
 * its slot; see render_int.h. What is written reads back as the same node, folded checks
 * as the
 * `:and` that they came from. [validation 12]
 */
#include "render/render_int.h"
#include "schema/schema_int.h"

/* --- Properties --------------------------------------------------------------------- */

/* A property map that opens with its first property and has a blank in front. */
typedef struct malli_props {
    ptc_text *text;
    bool is_open;
} malli_props;

static void malli_key(malli_props *props, const char *key)
{
    ptc_text_cstr(props->text, props->is_open ? " " : " {");
    ptc_text_cstr(props->text, key);
    ptc_text_byte(props->text, ' ');
    props->is_open = true;
}

static void malli_close_props(const malli_props *props)
{
    if (props->is_open)
        ptc_text_byte(props->text, '}');
}

static void malli_string(ptc_text *text, ptc_str string)
{
    ptc_value value = ptc_value_string(string);

    ptc_value_write(text, &value);
}

static void malli_words(malli_props *props, const ptc_schema_extra *extra)
{
    if (extra->description.len > 0) {
        malli_key(props, ":description");
        malli_string(props->text, extra->description);
    }
    if (extra->title.len > 0) {
        malli_key(props, ":title");
        malli_string(props->text, extra->title);
    }
    if (extra->properties.kind != PTC_MAP)
        return;
    for (uint32_t i = 0; i < extra->properties.as.map->count; i++) {
        const ptc_map_entry *entry = &extra->properties.as.map->entries[i];

        ptc_text_cstr(props->text, props->is_open ? " " : " {");
        props->is_open = true;
        ptc_value_write(props->text, &entry->key);
        ptc_text_byte(props->text, ' ');
        ptc_value_write(props->text, &entry->value);
    }
}

static void malli_limits(malli_props *props, const ptc_interval *interval)
{
    if (interval == NULL)
        return;
    if (interval->low.kind != PTC_NIL) {
        malli_key(props, ":min");
        ptc_value_write(props->text, &interval->low);
    }
    if (interval->high.kind != PTC_NIL) {
        malli_key(props, ":max");
        ptc_value_write(props->text, &interval->high);
    }
}

/* A property that is true. */
static void malli_true(malli_props *props, const char *key)
{
    malli_key(props, key);
    ptc_text_cstr(props->text, "true");
}

/* Each check of a node that accepts other values does so itself. */
static void malli_others(const ptc_render *render, malli_props *props,
                         const ptc_schema_node *node)
{
    if (!render->is_prompt && (node->flags & PTC_NODE_OTHERS) != 0)
        malli_true(props, ":json/others");
}

/* Facts that only JSON Schema or Brimley has; models do not see them. */
static void malli_facts(const ptc_render *render, malli_props *props,
                        const ptc_schema_node *node)
{
    if (render->is_prompt)
        return;
    if ((node->flags & ptc_type_fact((ptc_type)node->type)) != 0)
        malli_true(props, node->type == PTC_TYPE_INT                  ? ":json/integral"
                          : ptc_type_kinds((ptc_type)node->type) != 0 ? ":json/distinct"
                                                                      : ":json/equal");
    if ((node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_PREFIX) &&
        (node->flags & PTC_NODE_OPEN) != 0)
        malli_true(props, ":json/open");
    malli_others(render, props, node);
    if ((node->flags & PTC_NODE_CASTS) != 0)
        malli_true(props, ":ptc/casts");
}

static bool malli_has_facts(const ptc_render *render, const ptc_schema_node *node)
{
    return !render->is_prompt && ptc_schema_has_facts(node);
}

/* CONTAINS: there is at least one, unless something else is said. */
static void malli_matches(malli_props *props, const ptc_interval *interval)
{
    ptc_interval limits = {0};

    if (interval != NULL)
        limits = *interval;
    if (limits.low.kind == PTC_NIL)
        limits.low = ptc_value_int(0);
    else if (limits.low.as.integer == 1)
        limits.low = ptc_value_nil();
    malli_limits(props, &limits);
}

/* --- Slots -------------------------------------------------------------------------- */

static const ptc_schema_node *malli_parent(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *nodes = render->schema->nodes;

    return &nodes[nodes[index].parent];
}

/* Whether the node is in an entry of a map or of :catn, which has properties. */
static bool malli_has_entry(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *parent = malli_parent(render, index);
    uint32_t map = render->schema->nodes[index].parent;

    return index != render->malli && parent->type == PTC_TYPE_MAP &&
           (render->has_names || !ptc_render_is_parameters(render, map));
}

/* Whether the slot puts brackets around name and node. */
static bool malli_has_brackets(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *parent = malli_parent(render, index);

    if (index == render->malli)
        return false;
    return malli_has_entry(render, index) || parent->type == PTC_TYPE_MULTI ||
           (parent->type == PTC_TYPE_UNION && (parent->flags & PTC_NODE_NAMED) != 0);
}

/* A keyword where EDN spells it without doubt, else a string. */
static void malli_name(ptc_text *text, ptc_str name)
{
    if (ptc_name_is_plain(name)) {
        ptc_text_byte(text, ':');
        ptc_text_str(text, name);
    } else {
        malli_string(text, name);
    }
}

/* Whether an entry says that it may be absent, where no default does. A parameter says it
 * with its type. */
static bool malli_says_optional(const ptc_render *render, const ptc_schema_node *node,
                                ptc_absence absence)
{
    if (absence != PTC_ABSENCE_AS_NIL)
        return absence == PTC_ABSENCE_WITHOUT_NIL;
    return ptc_schema_says_nil(node) && !ptc_render_is_parameters(render, node->parent);
}

/* What JSON Schema alone distinguishes. */
static void malli_apart(malli_props *props, ptc_absence absence)
{
    bool may_lack = absence == PTC_ABSENCE_WITHOUT_NIL;

    malli_key(props, may_lack ? ":json/null" : ":json/required");
    ptc_text_cstr(props->text, may_lack ? "false" : "true");
}

/* The decoder of inputs; models do not see it. */
static bool malli_decodes(const ptc_render *render, const ptc_schema_node *node)
{
    return !render->is_prompt && (node->flags & PTC_NODE_DECODED) != 0;
}

static void malli_decoder(const ptc_render *render, malli_props *props,
                          const ptc_schema_node *node)
{
    if (!malli_decodes(render, node))
        return;
    malli_key(props, ":decode/ptc");
    malli_name(render->text, node->extra->decoder);
}

static void malli_write_entry(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    malli_props props = {render->text, false};
    ptc_absence absence = ptc_schema_absence(render->schema->nodes, node);
    ptc_value value;

    malli_name(render->text, node->name);
    if (ptc_schema_has_default(node) && ptc_render_default(render, index, &value)) {
        malli_key(&props, ":default");
        ptc_value_write(render->text, &value);
    } else if (malli_says_optional(render, node, absence)) {
        malli_key(&props, ":optional");
        ptc_text_cstr(render->text, "true");
    }
    if (!render->is_prompt && ptc_schema_hides_nothing(node)) {
        malli_key(&props, ":json/firewalled");
        ptc_text_cstr(render->text, "false");
    }
    if (absence != PTC_ABSENCE_AS_NIL && !render->is_prompt)
        malli_apart(&props, absence);
    if ((node->flags & PTC_NODE_CONTEXT) != 0) {
        malli_key(&props, ":ptc/context");
        malli_string(render->text, node->extra->context);
    }
    malli_decoder(render, &props, node);
    if (node->extra != NULL)
        malli_words(&props, node->extra);
    malli_close_props(&props);
}

static void malli_branch(ptc_render *render, const ptc_schema_node *node)
{
    if (node->flags & PTC_NODE_OTHERWISE)
        ptc_text_cstr(render->text, ":malli.core/default");
    else
        ptc_value_write(render->text, &node->extra->branch);
}

/* Whether a function that was written as a type alone has the words of that type, which
 * says them itself. */
static bool malli_repeats(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    const ptc_schema_extra *output;

    if (node->type != PTC_TYPE_FUNCTION || (node->flags & PTC_NODE_BARE) == 0)
        return false;
    output = render->schema->nodes[node->first + 1].extra;
    return output != NULL && node->extra->properties.kind != PTC_MAP &&
           ptc_str_equal(node->extra->description, output->description) &&
           ptc_str_equal(node->extra->title, output->title);
}

/* Whether a node says words that it has to put into its own brackets: it has no entry to
 * say them, and no line about the field in a prompt. */
static bool malli_speaks(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    const ptc_schema_extra *extra = node->extra;

    return extra != NULL && !malli_has_entry(render, index) &&
           !(index == render->malli && render->is_prompt) &&
           !malli_repeats(render, index) &&
           (extra->description.len > 0 || extra->title.len > 0 ||
            extra->properties.kind == PTC_MAP || malli_decodes(render, node));
}

static void malli_own_words(ptc_render *render, uint32_t index, malli_props *props)
{
    const ptc_schema_node *node = &render->schema->nodes[index];

    if (!malli_speaks(render, index))
        return;
    malli_decoder(render, props, node);
    malli_words(props, node->extra);
}

static void malli_registry_slot(ptc_render *render, uint32_t index, bool is_first)
{
    const ptc_schema_node *parent = malli_parent(render, index);
    malli_props props = {render->text, true};

    if (index != parent->first) {
        if (!is_first)
            ptc_text_byte(render->text, ' ');
        malli_string(render->text, render->schema->nodes[index].name);
        ptc_text_byte(render->text, ' ');
        return;
    }
    ptc_text_byte(render->text, '}');
    malli_own_words(render, render->schema->nodes[index].parent, &props);
    ptc_text_cstr(render->text, "} ");
}

void ptc_render_malli_slot(ptc_render *render, uint32_t index, bool is_first)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    const ptc_schema_node *parent = malli_parent(render, index);

    if (parent->type == PTC_TYPE_REGISTRY) {
        malli_registry_slot(render, index, is_first);
        return;
    }
    ptc_text_byte(render->text, ' ');
    if (!malli_has_brackets(render, index))
        return;
    ptc_text_byte(render->text, '[');
    if (parent->type == PTC_TYPE_MAP)
        malli_write_entry(render, index);
    else if (parent->type == PTC_TYPE_MULTI)
        malli_branch(render, node);
    else
        malli_name(render->text, node->name);
    ptc_text_byte(render->text, ' ');
}

/* --- Nodes -------------------------------------------------------------------------- */

static bool malli_is_maybe(const ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    ptc_value value;

    if (!ptc_schema_says_nil(node) ||
        (index == render->malli && (render->is_embedded || render->is_line)))
        return false;
    return !(malli_has_entry(render, index) && ptc_render_default(render, index, &value));
}

/* A blank between the parts of a list, none in front of the first. */
static void malli_gap(ptc_text *text, bool *has_part)
{
    if (*has_part)
        ptc_text_byte(text, ' ');
    *has_part = true;
}

static void malli_check(ptc_render *render, const ptc_schema_node *node,
                        const char *relation, const ptc_value *bound,
                        const ptc_schema_extra **words, bool *has_part)
{
    ptc_text *text = render->text;
    malli_props props = {text, false};

    if (bound->kind == PTC_NIL)
        return;
    malli_gap(text, has_part);
    ptc_text_cstr(text, "[:");
    ptc_text_cstr(text, relation);
    malli_others(render, &props, node);
    if (*words != NULL)
        malli_words(&props, *words);
    malli_close_props(&props);
    *words = NULL;
    ptc_text_byte(text, ' ');
    ptc_value_write(text, bound);
    ptc_text_byte(text, ']');
}

/* The checks of a scalar, after another part or not; the first bound says `words`, if
 * there are any. */
static void malli_checks(ptc_render *render, const ptc_schema_node *node,
                         const ptc_schema_extra *words, bool has_part)
{
    const ptc_interval *interval = node->interval;
    ptc_text *text = render->text;

    if (node->type != PTC_TYPE_STRING && interval != NULL) {
        malli_check(render, node, interval->low_open ? ">" : ">=", &interval->low, &words,
                    &has_part);
        malli_check(render, node, interval->high_open ? "<" : "<=", &interval->high,
                    &words, &has_part);
    }
    for (uint32_t i = 0; i < node->pattern_count; i++) {
        malli_props props = {text, false};

        malli_gap(text, &has_part);
        ptc_text_cstr(text, "[:re");
        malli_others(render, &props, node);
        malli_close_props(&props);
        ptc_text_byte(text, ' ');
        malli_string(text, node->patterns[i].text);
        ptc_text_byte(text, ']');
    }
}

static unsigned malli_count_checks(const ptc_schema_node *node)
{
    unsigned count = node->pattern_count;

    if (node->type != PTC_TYPE_STRING && node->interval != NULL)
        count += (node->interval->low.kind != PTC_NIL ? 1u : 0u) +
                 (node->interval->high.kind != PTC_NIL ? 1u : 0u);
    return count;
}

/* A type that Malli does not have: a pattern of its texts, `[:re {:ptc/type :date}
 * "..."]`; with `words` also description and the like. */
static void malli_spelled(ptc_render *render, uint32_t index, bool words)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    malli_props props = {render->text, false};

    ptc_text_cstr(render->text, "[:re");
    malli_key(&props, ":ptc/type");
    ptc_text_byte(render->text, ':');
    ptc_text_cstr(render->text, ptc_type_word((ptc_type)node->type, true));
    malli_facts(render, &props, node);
    if (words)
        malli_own_words(render, index, &props);
    ptc_text_cstr(render->text, "} ");
    malli_string(render->text,
                 ptc_str_of(ptc_type_spelling((ptc_type)node->type)->pattern));
    ptc_text_byte(render->text, ']');
}

/* `:int`, `[:string {:min 1}]`; with `words` also description and the like. */
static void malli_scalar(ptc_render *render, uint32_t index, bool words)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    malli_props props = {render->text, false};
    bool has_limits = node->type == PTC_TYPE_STRING && node->interval != NULL;
    bool has_words = words && malli_speaks(render, index);
    bool has_facts = malli_has_facts(render, node);

    ptc_text_cstr(render->text, has_limits || has_words || has_facts ? "[:" : ":");
    ptc_text_cstr(render->text, ptc_type_word((ptc_type)node->type, true));
    if (has_limits)
        malli_limits(&props, node->interval);
    malli_facts(render, &props, node);
    if (has_words)
        malli_own_words(render, index, &props);
    malli_close_props(&props);
    if (has_limits || has_words || has_facts)
        ptc_text_byte(render->text, ']');
}

/* Whether the node is a conjunct. A conjunction in a conjunction dissolves when it is
 * read back, so what a conjunct says cannot be in its own brackets `:and`. */
static bool malli_is_conjunct(const ptc_render *render, uint32_t index)
{
    return index != render->malli && malli_parent(render, index)->type == PTC_TYPE_AND;
}

/* Scalars: the type, then its checks in an `:and`. */
static void malli_checked(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    malli_props props = {render->text, false};
    bool is_conjunct = malli_is_conjunct(render, index);
    bool has_checks = malli_count_checks(node) > 0;
    bool is_and = has_checks && (!is_conjunct || malli_is_maybe(render, index));

    if (is_and) {
        ptc_text_cstr(render->text, "[:and");
        if (!is_conjunct)
            malli_own_words(render, index, &props);
        malli_close_props(&props);
        ptc_text_byte(render->text, ' ');
    }
    if (ptc_type_is_spelled((ptc_type)node->type))
        malli_spelled(render, index, is_conjunct || !has_checks);
    else
        malli_scalar(render, index, is_conjunct || !has_checks);
    malli_checks(render, node, NULL, true);
    if (is_and)
        ptc_text_byte(render->text, ']');
}

/* Heads with fixed arguments: their words come between. */
static void malli_fixed(ptc_render *render, uint32_t index, const char *head,
                        const char *arguments)
{
    malli_props props = {render->text, false};

    ptc_text_cstr(render->text, head);
    malli_own_words(render, index, &props);
    malli_close_props(&props);
    ptc_text_cstr(render->text, arguments);
}

/*
 * NUMBER has no single word: `[:> 5]`, `[:and [:> 0] [:< 5]]`, `number?`. Inside
 * shorthand it always is in an `:and`, since a symbol is not a shorthand.
 */
static void malli_number(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    malli_props props = {render->text, false};
    unsigned checks = malli_count_checks(node);
    bool is_conjunct = malli_is_conjunct(render, index);
    bool has_words = malli_speaks(render, index) && is_conjunct;
    bool speaks = malli_speaks(render, index) && !is_conjunct;
    bool is_and = (checks > 1 && (!is_conjunct || malli_is_maybe(render, index))) ||
                  speaks || (index == render->malli && render->is_embedded);

    if (is_and) {
        ptc_text_cstr(render->text, "[:and");
        if (speaks)
            malli_own_words(render, index, &props);
        malli_close_props(&props);
    }
    if (checks == 0 && has_words)
        malli_fixed(render, index, "[number?", "]");
    else if (checks == 0)
        ptc_text_cstr(render->text, is_and ? " number?" : "number?");
    else
        malli_checks(render, node, has_words ? node->extra : NULL, is_and);
    if (is_and)
        ptc_text_byte(render->text, ']');
}

/* `[:enum ...]`, `[:= v]`, `[:not= v]`, `[:json/multiple-of 2]`. A map in the first place
 * would be read as properties, so empty ones go before it. */
static void malli_members(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    malli_props props = {render->text, false};
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;

    ptc_text_cstr(render->text, "[:");
    ptc_text_cstr(render->text, ptc_type_word((ptc_type)node->type, true));
    malli_facts(render, &props, node);
    malli_own_words(render, index, &props);
    malli_close_props(&props);
    if (!props.is_open && node->members[0].kind == PTC_MAP)
        ptc_text_cstr(render->text, " {}");
    for (uint32_t i = 0; i < count; i++) {
        ptc_text_byte(render->text, ' ');
        ptc_value_write(render->text, &node->members[i]);
    }
    ptc_text_byte(render->text, ']');
}

/* Schemas as values have a word that Malli itself does not know: it is only for
 * signatures and models. */
static void malli_of_schemas(ptc_render *render, uint32_t index)
{
    malli_props props = {render->text, false};

    if (render->is_embedded || render->is_prompt) {
        malli_scalar(render, index, true);
        return;
    }
    ptc_text_cstr(render->text, "[:any");
    malli_key(&props, ":ptc/type");
    ptc_text_cstr(render->text, ":malli-schema");
    malli_own_words(render, index, &props);
    ptc_text_cstr(render->text, "}]");
}

/* A registered type: by its bare word for models, else in a form that no registry around
 * it can catch. A declared type goes by its name. */
static void malli_custom(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    bool is_declared =
        node->extra != NULL && ptc_str_equal(node->extra->named_type, node->type_name);

    if (!is_declared && (!render->is_prompt || malli_speaks(render, index))) {
        malli_fixed(render, index, "[:fn", " ");
        malli_name(render->text, node->type_name);
        ptc_text_byte(render->text, ']');
    } else if (malli_decodes(render, node) && malli_speaks(render, index)) {
        malli_fixed(render, index, "[:schema", " ");
        malli_name(render->text, node->type_name);
        ptc_text_byte(render->text, ']');
    } else {
        malli_name(render->text, node->type_name);
    }
}

static void malli_reference(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];

    malli_fixed(render, index, "[:ref", " ");
    malli_string(render->text, render->schema->nodes[node->first].name);
    ptc_text_byte(render->text, ']');
}

/* What opens a node with children, up to its properties. */
static void malli_open(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];
    malli_props props = {render->text, false};

    ptc_text_cstr(render->text, "[:");
    ptc_text_cstr(render->text,
                  node->type == PTC_TYPE_UNION && (node->flags & PTC_NODE_NAMED)
                      ? "orn"
                      : ptc_type_word((ptc_type)node->type, true));
    if (node->type == PTC_TYPE_MULTI) {
        malli_key(&props, ":dispatch");
        malli_name(render->text, node->type_name);
    }
    if (node->flags & PTC_NODE_CLOSED) {
        malli_key(&props, ":closed");
        ptc_text_cstr(render->text, "true");
    }
    if (node->type == PTC_TYPE_CONTAINS)
        malli_matches(&props, node->interval);
    else
        malli_limits(&props, node->interval);
    malli_facts(render, &props, node);
    malli_own_words(render, index, &props);
    malli_close_props(&props);
    if (node->count == 0 && !props.is_open && index == render->malli &&
        render->is_embedded)
        ptc_text_cstr(render->text, " {}"); /* alone, it would be read as a list */
}

/* The parameters of a function; words of theirs have no place. */
static void malli_parameters(ptc_render *render, const ptc_schema_node *node)
{
    malli_props props = {render->text, false};

    ptc_text_cstr(render->text, render->has_names ? "[:catn" : "[:cat");
    if (!render->is_prompt && (node->flags & PTC_NODE_CASTS) != 0)
        malli_true(&props, ":ptc/casts");
    malli_close_props(&props);
}

bool ptc_schema_names_malli(const ptc_schema *schema)
{
    const ptc_schema_node *map = &schema->nodes[ptc_schema_root(schema)->first];
    ptc_value value;

    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_schema_node *parameter = &schema->nodes[map->first + i];

        if (ptc_schema_default(parameter, &value) ||
            (parameter->flags & PTC_NODE_CONTEXT) != 0 ||
            ptc_schema_absence(schema->nodes, parameter) != PTC_ABSENCE_AS_NIL)
            return true;
    }
    return false;
}

/* Only named inputs have entries that say defaults and absence; and Malli that stands for
 * a signature keeps its names. */
static void malli_enter_function(ptc_render *render, uint32_t index)
{
    if (render->is_embedded || ptc_schema_names_malli(render->schema))
        render->has_names = true;
    malli_open(render, index);
}

void ptc_render_malli_enter(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];

    if (malli_is_maybe(render, index))
        ptc_text_cstr(render->text, "[:maybe ");
    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_KEYWORD:
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_STRING:
    case PTC_SPELLED_AND(DECIMAL):
        malli_checked(render, index);
        break;
    case PTC_TYPE_NUMBER:
        malli_number(render, index);
        break;
    case PTC_TYPE_MALLI_SCHEMA:
        malli_of_schemas(render, index);
        break;
    case PTC_TYPE_ANY_MAP:
        malli_fixed(render, index, "[:map-of", " :keyword :any]");
        break;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_MULTIPLE:
        malli_members(render, index);
        break;
    case PTC_TYPE_CUSTOM:
        malli_custom(render, index);
        break;
    case PTC_TYPE_REF:
        malli_reference(render, index);
        break;
    case PTC_TYPE_REGISTRY:
        ptc_text_cstr(render->text, "[:schema {:registry {");
        break;
    case PTC_TYPE_FUNCTION:
        malli_enter_function(render, index);
        break;
    case PTC_TYPE_MAP:
        if (ptc_render_is_parameters(render, index))
            malli_parameters(render, node);
        else
            malli_open(render, index);
        break;
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_MULTI:
        malli_open(render, index);
        break;
    case PTC_TYPE_COUNT:
        break;
    }
}

void ptc_render_malli_leave(ptc_render *render, uint32_t index)
{
    const ptc_schema_node *node = &render->schema->nodes[index];

    if (ptc_type_has_children((ptc_type)node->type))
        ptc_text_byte(render->text, ']');
    if (malli_is_maybe(render, index))
        ptc_text_byte(render->text, ']');
    if (malli_has_brackets(render, index))
        ptc_text_byte(render->text, ']');
}
