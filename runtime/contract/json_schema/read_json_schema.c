/* SPDX-License-Identifier: MIT */
/*
 * JSON Schema to a draft. [signature 13]
 *
 * A schema object is first sorted into facts, one slot per keyword; then a node is built
 * of each part of it: its type, its values, what it refers to, its alternatives. One part
 * is the type itself, several are a conjunction. What cannot be held exactly is refused
 * by name with its JSON Pointer; what has no effect is a warning. Where `type` is missing
 * it follows from the keywords next to it. The reader recurses once per schema level,
 * which the JSON reader's depth limit bounds.
 */
#include "contract/json_schema/json_schema_int.h"
#include "normal/normal_int.h"
#include "schema/schema_int.h"

ptc_draft_ref ptc_json_schema_node(const ptc_json_schema *reader, ptc_type type,
                                   uint32_t place)
{
    ptc_draft_ref ref =
        ptc_draft_add(reader->draft, type, ptc_json_schema_span(reader, place));

    if (type == PTC_TYPE_MAP)
        ptc_draft_at(reader->draft, ref)->flags = PTC_NODE_FOREIGN;
    return ref;
}

ptc_draft_ref ptc_json_schema_child(const ptc_json_schema *reader, ptc_draft_ref parent,
                                    ptc_type type, uint32_t place)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, type, place);

    ptc_draft_append(reader->draft, parent, ref);
    return ref;
}

ptc_draft_ref ptc_json_schema_never(const ptc_json_schema *reader, uint32_t place)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_NOT, place);

    ptc_json_schema_child(reader, ref, PTC_TYPE_ANY, place);
    return ref;
}

ptc_draft_ref ptc_json_schema_none_of(const ptc_json_schema *reader, ptc_type type,
                                      uint32_t place)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, PTC_TYPE_NOT, place);
    ptc_draft_ref all = ptc_json_schema_child(reader, ref, type, place);

    if (type == PTC_TYPE_LIST)
        ptc_json_schema_child(reader, all, PTC_TYPE_ANY, place);
    return ref;
}

void ptc_json_all_add(const ptc_json_schema *reader, ptc_json_all *all,
                      ptc_draft_ref part)
{
    if (part == 0)
        return;
    if (all->only == 0) {
        all->only = part;
        return;
    }
    if (all->whole == 0) {
        all->whole = ptc_json_schema_node(reader, PTC_TYPE_AND, all->place);
        ptc_draft_append(reader->draft, all->whole, all->only);
    }
    ptc_draft_append(reader->draft, all->whole, part);
}

ptc_draft_ref ptc_json_all_child(const ptc_json_schema *reader, ptc_json_all *all,
                                 ptc_type type, uint32_t place)
{
    ptc_draft_ref ref = ptc_json_schema_node(reader, type, place);

    ptc_json_all_add(reader, all, ref);
    return ref;
}

ptc_draft_ref ptc_json_all_end(const ptc_json_schema *reader, const ptc_json_all *all)
{
    if (all->whole != 0)
        return all->whole;
    return all->only != 0 ? all->only
                          : ptc_json_schema_node(reader, PTC_TYPE_ANY, all->place);
}

/* --- Types -------------------------------------------------------------------------- */

static ptc_draft_ref json_schema_of_type(ptc_json_schema *reader,
                                         const ptc_json_facts *facts, unsigned type)
{
    switch (type) {
    case PTC_JSON_BOOLEAN:
        return ptc_json_schema_node(reader, PTC_TYPE_BOOL, facts->self.place);
    case PTC_JSON_INTEGER:
        return ptc_json_schema_number(reader, facts, PTC_TYPE_INT);
    case PTC_JSON_NUMBER:
        return ptc_json_schema_number(reader, facts, PTC_TYPE_FLOAT);
    case PTC_JSON_NUMERIC:
        return ptc_json_schema_number(reader, facts, PTC_TYPE_NUMBER);
    case PTC_JSON_STRING:
        return ptc_json_schema_string(reader, facts);
    case PTC_JSON_ARRAY:
        return ptc_json_schema_array(reader, facts);
    default:
        return ptc_json_schema_object(reader, facts);
    }
}

/* Lets values of other types pass what is of one type. */
static void json_schema_allow_others(const ptc_json_schema *reader, ptc_draft_ref ref)
{
    ptc_draft_node *node = ptc_draft_at(reader->draft, ref);

    switch (node->type) {
    case PTC_TYPE_AND:
        for (ref = node->first; ref != 0; ref = ptc_draft_at(reader->draft, ref)->next)
            json_schema_allow_others(reader, ref);
        break;
    case PTC_TYPE_IF: /* lets them pass by itself, like ptc_json_schema_none_of */
    case PTC_TYPE_NOT:
        break;
    default:
        node->flags |= PTC_NODE_OTHERS;
        break;
    }
}

/* Whether a type says only which values are of it. */
static bool json_schema_is_idle(const ptc_json_schema *reader, const ptc_draft_node *node)
{
    if (node->type == PTC_TYPE_LIST && !reader->has_others &&
        (node->flags & PTC_NODE_DISTINCT) == 0 &&
        ptc_draft_at(reader->draft, node->first)->type == PTC_TYPE_ANY)
        return node->interval.low.kind == PTC_NIL && node->interval.high.kind == PTC_NIL;
    return node->type == PTC_TYPE_ANY_MAP ||
           ((node->type == PTC_TYPE_NUMBER || node->type == PTC_TYPE_STRING) &&
            node->pattern_count == 0 && node->interval.low.kind == PTC_NIL &&
            node->interval.high.kind == PTC_NIL);
}

/* The conditions of keywords on values of their types, where the types are not known:
 * appends a conjunct for each to `whole`. */
static void json_schema_loose(ptc_json_schema *reader, const ptc_json_facts *facts,
                              ptc_json_all *whole)
{
    static const unsigned kinds[] = {PTC_JSON_NUMERIC, PTC_JSON_STRING, PTC_JSON_ARRAY,
                                     PTC_JSON_OBJECT};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        ptc_draft_ref ref;

        if ((facts->meant & kinds[i]) == 0 || facts->types != 0)
            continue;
        ref = json_schema_of_type(reader, facts, kinds[i]);
        if (json_schema_is_idle(reader, ptc_draft_at(reader->draft, ref)))
            continue;
        json_schema_allow_others(reader, ref);
        ptc_json_all_add(reader, whole, ref);
    }
}

/* The type that is named or implied; 0: none is. */
static ptc_draft_ref json_schema_own(ptc_json_schema *reader, const ptc_json_facts *facts)
{
    ptc_draft_ref ref;

    if (facts->types == 0)
        return 0;
    if (facts->order_count == 0)
        return ptc_json_schema_node(reader, PTC_TYPE_NIL, facts->self.place);
    if (facts->order_count == 1) {
        ref = json_schema_of_type(reader, facts, facts->order[0]);
    } else {
        ref = ptc_json_schema_node(reader, PTC_TYPE_UNION, facts->self.place);
        for (unsigned i = 0; i < facts->order_count; i++)
            ptc_draft_append(reader->draft, ref,
                             json_schema_of_type(reader, facts, facts->order[i]));
    }
    if (facts->types & PTC_JSON_NULL)
        ptc_draft_at(reader->draft, ref)->flags |= PTC_NODE_NULLABLE;
    return ref;
}

/* Whether the types alone are all that is demanded of values of these types. */
static bool json_schema_is_type_alone(const ptc_json_facts *facts)
{
    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        if (facts->at[i].value != NULL && ptc_json_keyword_is_typed(i))
            return false;
    }
    return true;
}

/* Whether the alternatives or conjuncts in a list have no other types than the schema
 * itself, which need not be asked for again, then. */
static bool json_schema_is_said_within(const ptc_json_schema *reader,
                                       const ptc_json_facts *facts, unsigned keyword)
{
    ptc_json_part list = facts->at[keyword];
    unsigned own =
        facts->types & PTC_JSON_NUMBER ? facts->types | PTC_JSON_INTEGER : facts->types;

    if (own == 0 || list.value == NULL || list.value->kind != PTC_VECTOR ||
        list.value->aux == 0)
        return false;
    for (uint32_t i = 0; i < list.value->aux; i++) {
        ptc_json_part part =
            ptc_json_schema_part(reader, ptc_json_schema_child_at(reader, list.place, i));

        if (part.value->kind != PTC_MAP ||
            (!ptc_json_schema_takes_known(reader, part) &&
             (ptc_json_schema_all_types(reader, part) & ~own) != 0))
            return false;
    }
    return true;
}

/* The node for the facts, without what belongs to its slot. */
static ptc_draft_ref json_schema_build(ptc_json_schema *reader,
                                       const ptc_json_facts *facts)
{
    bool is_listed = facts->at[PTC_KEYWORD_ENUM].value != NULL ||
                     facts->at[PTC_KEYWORD_CONST].value != NULL;
    bool is_alone = json_schema_is_type_alone(facts);
    ptc_json_all whole = {.place = facts->self.place};
    ptc_draft_ref own;

    if (facts->at[PTC_KEYWORD_ALL_OF].value != NULL) {
        own = ptc_json_schema_merge(reader, facts);
        if (own != 0)
            return own;
    }
    own = 0;
    if (!(is_listed && is_alone) &&
        !(is_alone && (json_schema_is_said_within(reader, facts, PTC_KEYWORD_ANY_OF) ||
                       json_schema_is_said_within(reader, facts, PTC_KEYWORD_ONE_OF))))
        own = json_schema_own(reader, facts);
    if (is_listed)
        own = ptc_json_schema_members(reader, facts, own);
    ptc_json_all_add(reader, &whole, own);
    json_schema_loose(reader, facts, &whole);
    ptc_json_schema_demands(reader, facts, &whole);
    ptc_json_schema_conditions(reader, facts, &whole);
    return ptc_json_all_end(reader, &whole);
}

/* --- Schemas ------------------------------------------------------------------------ */

/* Records the default of a property; defaults elsewhere have no effect. */
static void json_schema_default(ptc_json_schema *reader, ptc_draft_ref ref,
                                ptc_json_part given, bool is_property)
{
    ptc_json_default *later;

    if (given.value->kind == PTC_NIL && is_property)
        return; /* it may be absent, which is said by `required` */
    if (!is_property) {
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_DEFAULT, given.place,
                             "only optional properties have defaults: this one is "
                             "dropped");
        return;
    }
    later = PTC_ARENA_PUSH(reader->arena, reader->defaults, reader->default_count,
                           reader->default_capacity);
    if (later != NULL)
        *later = (ptc_json_default){ref, given};
}

/* A text keyword; empty when absent or refused. */
static ptc_str json_schema_text(const ptc_json_schema *reader, ptc_json_part part)
{
    if (part.value == NULL)
        return PTC_STR("");
    if (part.value->kind == PTC_STRING)
        return ptc_value_text(part.value);
    ptc_json_schema_refuse(reader, part.place, "this must be a string");
    return PTC_STR("");
}

/* In draft 4 true and false are not schemas. */
static bool json_schema_is_draft_4(const ptc_json_schema *reader, ptc_json_part self)
{
    return ptc_json_schema_draft_at(reader, self.place) == PTC_JSON_DRAFT_4;
}

ptc_draft_ref ptc_json_schema_read(ptc_json_schema *reader, ptc_json_part self,
                                   unsigned known, bool is_property)
{
    ptc_json_facts facts = {.self = self};
    unsigned outer = reader->scope;
    ptc_draft_node *node;
    ptc_draft_ref ref;
    ptc_str texts[2];

    if (self.value->kind == PTC_BOOL && !json_schema_is_draft_4(reader, self))
        return self.value->as.boolean
                   ? ptc_json_schema_node(reader, PTC_TYPE_ANY, self.place)
                   : ptc_json_schema_never(reader, self.place);
    if (self.value->kind != PTC_MAP) {
        ptc_json_schema_refuse(reader, self.place, "a schema must be an object");
        return 0;
    }
    reader->scope = ptc_json_scope_enter(reader, outer, self.place);
    ptc_json_schema_sort(reader, &facts, known);
    ref = json_schema_build(reader, &facts);
    reader->scope = outer;
    texts[0] = json_schema_text(reader, facts.at[PTC_KEYWORD_DESCRIPTION]);
    texts[1] = json_schema_text(reader, facts.at[PTC_KEYWORD_TITLE]);
    node = ptc_draft_at(reader->draft, ref);
    if (texts[0].len > 0)
        node->extra.description = texts[0];
    if (texts[1].len > 0)
        node->extra.title = texts[1];
    if (facts.at[PTC_KEYWORD_DEFAULT].value != NULL && ref != 0)
        json_schema_default(reader, ref, facts.at[PTC_KEYWORD_DEFAULT], is_property);
    return ref;
}

/* --- Documents ---------------------------------------------------------------------- */

/* Text without a word of JSON Schema is some other JSON. */
static bool json_schema_check_root(ptc_json_schema *reader)
{
    const char *hint = NULL;
    ptc_diag *diag;

    if (reader->document.kind == PTC_BOOL)
        return true;
    if (reader->document.kind == PTC_MAP) {
        if (ptc_json_schema_is_any(&reader->document))
            return true;
        hint = ptc_json_schema_member(reader, 0, PTC_STR("prompt")).value != NULL
                   ? "files of agents end in .agent.json"
                   : "it has words such as type, properties, enum, anyOf, $ref";
    }
    diag = ptc_diag_add(reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
                        ptc_json_schema_span(reader, 0), "%s, at the root",
                        hint != NULL ? "no word here belongs to JSON Schema"
                                     : "a schema must be an object");
    if (hint != NULL)
        ptc_diag_hint(reader->diags, diag, "%s", hint);
    return false;
}

static void json_schema_init(ptc_json_schema *reader, ptc_arena *arena, ptc_diags *diags,
                             const ptc_source *source, const ptc_json_how *how)
{
    *reader =
        (ptc_json_schema){.arena = arena, .diags = diags, .source = source, .how = *how};
    ptc_names_init(&reader->addresses, arena);
    ptc_names_init(&reader->missing, arena);
    ptc_names_init(&reader->taken, arena);
    reader->addresses.is_exact = reader->missing.is_exact = true;
    reader->steps = ptc_arena_array(arena, 1, sizeof *reader->steps);
}

bool ptc_json_schema_open_given(ptc_json_schema *reader, ptc_arena *arena,
                                ptc_diags *diags, const ptc_source *source, ptc_str name,
                                const ptc_json_how *how, const ptc_json_given *given)
{
    size_t errors = diags->errors;
    ptc_json_item *item;

    json_schema_init(reader, arena, diags, source, how);
    if (reader->steps == NULL || !ptc_json_document_take(reader, source, given))
        return false;
    reader->document = *given->value;
    reader->has_envelope = true;
    ptc_json_schema_walk_root(reader, given->place);
    item = ptc_json_schema_add_item(reader, name, PTC_JSON_NAMES_FILE);
    if (item == NULL)
        return false;
    item->is_tool = true;
    item->place = item->at = given->place;
    reader->item_of[given->place] = given->is_type;
    ptc_json_schema_list_definitions(reader);
    return !arena->failed && diags->errors == errors;
}

bool ptc_json_schema_open(ptc_json_schema *reader, ptc_arena *arena, ptc_diags *diags,
                          const ptc_source *source, ptc_str name, const ptc_json_how *how)
{
    size_t errors = diags->errors;
    ptc_json_item *item;

    json_schema_init(reader, arena, diags, source, how);
    if (reader->steps == NULL || !ptc_json_document_read(reader, source))
        return false;
    reader->document = *reader->nodes[0].value;
    reader->has_envelope = ptc_json_envelope_list(reader);
    if (!reader->has_envelope) {
        if (!json_schema_check_root(reader))
            return false;
        ptc_json_schema_walk_root(reader, 0);
        item = ptc_json_schema_add_item(reader, name, PTC_JSON_NAMES_FILE);
        if (item == NULL)
            return false;
        reader->item_of[0] = 1;
    }
    ptc_json_schema_list_definitions(reader);
    return !arena->failed && diags->errors == errors;
}

/* Whether a schema says what its $ref leads to, and no more that parameters do not have
 * to be anyway. */
static bool json_schema_only_refers(const ptc_json_schema *reader, uint32_t place)
{
    ptc_json_facts facts = {.self = ptc_json_schema_part(reader, place)};
    ptc_json_part type;

    if (ptc_json_schema_ignores_beside(reader, place))
        return true;
    if (ptc_json_schema_has_unread(reader, facts.self))
        return false;
    ptc_json_schema_collect(reader, &facts);
    type = facts.at[PTC_KEYWORD_TYPE];
    if (type.value != NULL && (ptc_json_schema_types_at(type) & PTC_JSON_OBJECT) == 0)
        return false;
    for (unsigned i = 0; i < PTC_KEYWORD_COUNT; i++) {
        if (facts.at[i].value != NULL && i != PTC_KEYWORD_TYPE && i != PTC_KEYWORD_REF &&
            i != PTC_KEYWORD_NULLABLE && i != PTC_KEYWORD_DEFAULT &&
            i != PTC_KEYWORD_DESCRIPTION && i != PTC_KEYWORD_TITLE)
            return false;
    }
    return true;
}

ptc_json_part ptc_json_schema_parameters(const ptc_json_schema *reader, uint32_t place)
{
    for (int hops = 0; hops < 32; hops++) {
        ptc_json_part ref = ptc_json_schema_member(reader, place, PTC_STR("$ref"));
        uint32_t target;

        if (ref.value == NULL || ref.value->kind != PTC_STRING ||
            !json_schema_only_refers(reader, place) ||
            ptc_json_schema_resolve(reader, ref, &target) != PTC_JSON_FOUND ||
            ptc_json_document_of(reader, place) != ptc_json_document_of(reader, target))
            break;
        place = target;
    }
    return ptc_json_schema_part(reader, place);
}

ptc_draft_ref ptc_json_schema_function(const ptc_json_schema *reader,
                                       const ptc_json_item *item, ptc_draft_ref inputs,
                                       ptc_draft_ref output)
{
    ptc_draft *draft = reader->draft;
    ptc_draft_ref ref;

    if (inputs == 0 || output == 0)
        return 0;
    ref = ptc_json_schema_node(reader, PTC_TYPE_FUNCTION, item->at);
    ptc_draft_append(draft, ref, inputs);
    ptc_draft_append(draft, ref, output);
    if (ptc_draft_at(draft, inputs)->first != 0)
        ptc_draft_at(draft, ref)->flags |= PTC_NODE_NAMED;
    ptc_draft_at(draft, ref)->extra.description = item->description;
    return ref;
}

/* The properties alone of parameters that have conditions on all of them as well, which a
 * lenient reader skips; itself where there are no properties. */
static ptc_draft_ref json_schema_bare(const ptc_json_schema *reader, ptc_draft_ref whole,
                                      uint32_t place)
{
    ptc_draft *draft = reader->draft;
    ptc_draft_ref bare = whole;

    while (ptc_draft_at(draft, bare)->type == PTC_TYPE_AND)
        bare = ptc_draft_at(draft, bare)->first;
    if (ptc_draft_at(draft, bare)->type != PTC_TYPE_MAP || bare == whole)
        return whole;
    for (ptc_draft_ref next; whole != bare; whole = next) { /* nothing else has it */
        next = ptc_draft_at(draft, whole)->first;
        ptc_draft_at(draft, whole)->type = PTC_TYPE_ANY;
        ptc_draft_at(draft, whole)->first = ptc_draft_at(draft, whole)->last = 0;
    }
    ptc_draft_at(draft, bare)->next = 0;
    ptc_json_schema_lose(reader, PTC_DIAG_LOSS_KEYWORD, place,
                         "conditions on all parameters together are not checked");
    return bare;
}

/* Refuses parameters that are not properties, or have conditions next to them. */
static void json_schema_refuse_parameters(const ptc_json_schema *reader, uint32_t place,
                                          ptc_draft_ref inputs)
{
    ptc_diag *diag = ptc_diag_add(
        reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE, ptc_json_schema_span(reader, place),
        "parameters must be the properties of one object, at %s",
        ptc_json_schema_pointer(reader, place, PTC_SEVERITY_ERROR));

    if (ptc_draft_at(reader->draft, inputs)->type == PTC_TYPE_AND)
        ptc_diag_hint(reader->diags, diag,
                      "--lenient ignores conditions on all of them together");
}

/* A tool: a function of the properties of its parameters. */
static ptc_draft_ref json_schema_tool(ptc_json_schema *reader, const ptc_json_item *item)
{
    ptc_draft *draft = reader->draft;
    ptc_draft_ref inputs;
    ptc_draft_ref output;

    if (item->operation != NULL)
        return ptc_json_operation_draft(reader, item);
    if (item->place != 0) {
        ptc_json_part part = ptc_json_schema_parameters(reader, item->place);

        inputs = ptc_json_schema_read(reader, part, PTC_JSON_OBJECT, false);
        if (ptc_draft_at(draft, inputs)->type == PTC_TYPE_ANY_MAP ||
            ptc_draft_at(draft, inputs)->type == PTC_TYPE_ANY)
            inputs = ptc_json_schema_node(reader, PTC_TYPE_MAP, part.place);
        if (reader->how.is_lenient)
            inputs = json_schema_bare(reader, inputs, part.place);
        if (inputs != 0 && ptc_draft_at(draft, inputs)->type != PTC_TYPE_MAP)
            json_schema_refuse_parameters(reader, part.place, inputs);
        if (ptc_draft_at(draft, inputs)->flags & PTC_NODE_NULLABLE) {
            ptc_json_schema_lose(reader, PTC_DIAG_LOSS_STRICT, part.place,
                                 "the parameters cannot be null as a whole");
            ptc_draft_at(draft, inputs)->flags &= (uint16_t) ~(unsigned)PTC_NODE_NULLABLE;
        }
        ptc_draft_at(draft, inputs)->extra.description = PTC_STR("");
        ptc_draft_at(draft, inputs)->extra.title = PTC_STR("");
    } else {
        inputs = ptc_json_schema_node(reader, PTC_TYPE_MAP, item->at);
    }
    output = item->output != 0
                 ? ptc_json_schema_read(
                       reader, ptc_json_schema_part(reader, item->output), 0, false)
                 : ptc_json_schema_node(reader, PTC_TYPE_ANY, item->at);
    return ptc_json_schema_function(reader, item, inputs, output);
}

/* Lets the nodes that were made from `first` on be converted by the wider rules. */
static void json_schema_cast(const ptc_json_schema *reader, size_t first)
{
    for (size_t ref = first; ref < reader->draft->count; ref++) {
        ptc_draft_node *node = ptc_draft_at(reader->draft, (ptc_draft_ref)ref);

        if (ptc_type_can_cast((ptc_type)node->type) && node->type != PTC_TYPE_MAP)
            node->flags |= PTC_NODE_CASTS;
    }
}

ptc_draft_ref ptc_json_schema_draft(ptc_json_schema *reader, ptc_draft *draft,
                                    const ptc_json_item *item)
{
    size_t errors = reader->diags->errors;
    size_t first = draft->count;
    ptc_draft_ref ref;

    reader->draft = draft;
    reader->scope = item->scope;
    reader->diags->source = ptc_json_document_of(reader, item->at)->source;
    ref = item->is_tool
              ? json_schema_tool(reader, item)
              : ptc_json_schema_read(reader, ptc_json_schema_part(reader, item->place), 0,
                                     false);
    if (reader->how.casts)
        json_schema_cast(reader, first);
    return reader->diags->errors == errors ? ref : 0;
}

/* --- Afterwards --------------------------------------------------------------------- */

static void json_schema_settle(ptc_json_schema *reader, const ptc_json_default *later)
{
    ptc_value fitting = ptc_value_nil();

    if (!ptc_draft_fits(reader->arena, reader->draft, later->ref, later->given.value,
                        &fitting))
        ptc_json_schema_lose(reader, PTC_DIAG_LOSS_DEFAULT, later->given.place,
                             "the default does not fit its type and is dropped");
    else
        ptc_draft_at(reader->draft, later->ref)->extra.default_value = fitting;
}

void ptc_json_schema_close(ptc_json_schema *reader)
{
    reader->diags->source = reader->source;
    for (size_t i = 0; i < reader->default_count; i++)
        json_schema_settle(reader, &reader->defaults[i]);
    ptc_json_schema_tell_words(reader);
}
