/* SPDX-License-Identifier: MIT */
/*
 * Heads whose children have names: :map, :catn, :=>, :orn, :multi. [validation 11.2]
 *
 * An entry is [key schema] or [key properties schema]; nil may stand for properties.
 */
#include "contract/malli/malli_int.h"

#include <ptc/walk.h>

#define ENTRY_PROPERTIES                                                                 \
    (PTC_MALLI_BIT(OPTIONAL) | PTC_MALLI_BIT(DEFAULT) | PTC_MALLI_BIT(DESCRIPTION) |     \
     PTC_MALLI_BIT(TITLE) | PTC_MALLI_BIT(FIREWALLED) | PTC_MALLI_BIT(JSON_NULL) |       \
     PTC_MALLI_BIT(JSON_REQUIRED) | PTC_MALLI_BIT(DECODE))
#define WORD_PROPERTIES   (PTC_MALLI_BIT(DESCRIPTION) | PTC_MALLI_BIT(TITLE))
#define BRANCH_PROPERTIES (WORD_PROPERTIES | PTC_MALLI_BIT(DECODE))

typedef struct malli_entry {
    uint32_t key;
    uint32_t properties; /* 0: none */
    uint32_t schema;
} malli_entry;

static bool malli_entry_fault(ptc_malli_reader *reader, const ptc_malli_call *call,
                              uint32_t form, const char *problem)
{
    ptc_diag *diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_ENTRY, form, "%s", problem);

    ptc_malli_hint_children(reader, diag, call->head);
    return false;
}

/* Takes an entry apart, or reports why it is not one. */
static bool malli_read_entry(ptc_malli_reader *reader, const ptc_malli_call *call,
                             uint32_t form, malli_entry *out)
{
    const ptc_form *entry = ptc_malli_form(reader, form);
    const ptc_form *second;

    if (entry->kind != PTC_FORM_VECTOR)
        return malli_entry_fault(reader, call, form, "an entry must be a vector");
    if (entry->count < 2)
        return malli_entry_fault(reader, call, form, "this entry has no schema");
    out->key = entry->child;
    out->schema = ptc_malli_form(reader, entry->child)->next;
    out->properties = 0;
    second = ptc_malli_form(reader, out->schema);
    if (second->kind == PTC_FORM_MAP || second->kind == PTC_FORM_NIL) {
        if (entry->count == 2)
            return malli_entry_fault(reader, call, form, "this entry has no schema");
        out->properties = second->kind == PTC_FORM_MAP ? out->schema : 0;
        out->schema = second->next;
    }
    if (ptc_malli_form(reader, out->schema)->next != 0)
        return malli_entry_fault(reader, call, ptc_malli_form(reader, out->schema)->next,
                                 "an entry must have one schema");
    return true;
}

/* The properties of an entry that stands for no field. */
static void malli_read_branch_properties(ptc_malli_reader *reader, uint32_t form,
                                         ptc_draft_ref slot)
{
    ptc_malli_properties properties;

    ptc_malli_read_properties(reader, form, BRANCH_PROPERTIES, slot, &properties);
    ptc_malli_read_decoder(reader, &properties, slot);
}

static bool malli_read_name(ptc_malli_reader *reader, const ptc_malli_call *call,
                            uint32_t form, ptc_str *out)
{
    const ptc_form *key = ptc_malli_form(reader, form);

    if (key->kind != PTC_FORM_KEYWORD && key->kind != PTC_FORM_STRING)
        return malli_entry_fault(reader, call, form,
                                 "a key must be a keyword or a string");
    *out = key->text;
    return true;
}

/*
 * Remembers a name of the node that is being read; reports one that it has already.
 * `form` is where the name is, `what` the thing it names.
 */
static void malli_declare(ptc_malli_reader *reader, ptc_str name, uint32_t form,
                          const char *what)
{
    const ptc_name_entry *known = ptc_names_find(&reader->fields, name);
    ptc_diags *diags = reader->diags;
    ptc_position at;

    if (known == NULL) {
        ptc_names_push(&reader->fields, name, form);
    } else if (diags->errors >= diags->limit || reader->forms->text == NULL) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_DUPLICATE, form, "duplicate %s %s", what,
                    ptc_malli_quote(reader, form));
    } else {
        at = ptc_source_position(reader->forms->source,
                                 ptc_malli_form(reader, known->value)->span.start);
        MALLI_FAULT(reader, PTC_DIAG_MALLI_DUPLICATE, form,
                    "duplicate %s \"%s\" (also written \"%s\" at %zu:%zu)", what,
                    ptc_diag_quote(diags, name), ptc_diag_quote(diags, known->name),
                    at.line, at.column);
    }
}

/* --- Fields and parameters --------------------------------------------------------- */

/* {:json/firewalled false}: a name with '_' that hides nothing, as in JSON Schema. */
static void malli_read_firewalled(ptc_malli_reader *reader,
                                  const ptc_malli_properties *properties,
                                  ptc_draft_ref slot)
{
    uint32_t form = properties->values[PTC_MALLI_FIREWALLED];
    ptc_draft_node *node = ptc_malli_node(reader, slot);
    bool is_wanted = ptc_malli_flag(reader, form, "json/firewalled");

    if (form == 0)
        return;
    if (is_wanted && !(node->flags & PTC_NODE_FIREWALLED))
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form,
                    "only a name that begins with '_' is firewalled");
    if (!is_wanted)
        node->flags &= (uint16_t) ~(unsigned)PTC_NODE_FIREWALLED;
}

/* Whether it may be absent and whether it takes nil are distinguished: {:json/null false}
 * where absence is not a nil, {:json/required true} where nil is not an absence. */
static void malli_read_apart(ptc_malli_reader *reader,
                             const ptc_malli_properties *properties, ptc_draft_ref slot)
{
    uint32_t null = properties->values[PTC_MALLI_JSON_NULL];
    uint32_t required = properties->values[PTC_MALLI_JSON_REQUIRED];
    bool may_lack = ptc_malli_node(reader, slot)->is_optional ||
                    properties->values[PTC_MALLI_DEFAULT] != 0;
    bool is_without = null != 0 && !ptc_malli_flag(reader, null, "json/null");
    bool is_required = ptc_malli_flag(reader, required, "json/required");

    if (is_without && !may_lack)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, null,
                    ":json/null false makes a field that may be absent refuse nil; add "
                    ":optional true, or leave it out");
    else if (is_required && may_lack)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, required,
                    "a field that is :json/required has neither :optional nor :default");
    ptc_malli_node(reader, slot)->is_apart = is_without || is_required;
}

/* {:ptc/context "app.user.id"}: a parameter whose value the host's context has. */
static void malli_read_context(ptc_malli_reader *reader,
                               const ptc_malli_properties *properties, ptc_draft_ref slot)
{
    uint32_t form = properties->values[PTC_MALLI_CONTEXT];
    const ptc_form *path = ptc_malli_form(reader, form);

    if (form == 0)
        return;
    if (path->kind != PTC_FORM_STRING || !ptc_context_path_is_valid(path->text)) {
        MALLI_FAULT(reader, PTC_DIAG_CONTEXT_PATH, form,
                    "a context path must be a string such as \"app.user.id\" or "
                    "\"config.region\", found %s",
                    path->kind == PTC_FORM_STRING ? ptc_malli_quote(reader, form)
                                                  : ptc_malli_kind(path));
        return;
    }
    ptc_malli_node(reader, slot)->flags |= PTC_NODE_CONTEXT;
    ptc_malli_node(reader, slot)->extra.context = path->text;
}

static void malli_read_field(ptc_malli_reader *reader, const ptc_malli_call *call,
                             ptc_draft_ref parent, uint32_t form, ptc_malli_place place)
{
    malli_entry entry;
    ptc_malli_properties properties;
    ptc_draft_ref slot;
    ptc_str name;

    if (!malli_read_entry(reader, call, form, &entry) ||
        !malli_read_name(reader, call, entry.key, &name))
        return;
    if (ptc_str_equal(name, PTC_STR("malli.core/default"))) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_UNKNOWN, entry.key,
                    ":malli.core/default is not supported in a map");
        return;
    }
    malli_declare(reader, name, entry.key,
                  place == PTC_MALLI_FIELD ? "field" : "parameter");
    slot = ptc_malli_slot(reader, parent, entry.schema, place);
    ptc_draft_name(reader->draft, slot, name);
    ptc_malli_read_properties(reader, entry.properties,
                              ENTRY_PROPERTIES |
                                  (place == PTC_MALLI_FIELD ? 0 : PTC_MALLI_BIT(CONTEXT)),
                              slot, &properties);
    malli_read_context(reader, &properties, slot);
    ptc_malli_read_decoder(reader, &properties, slot);
    malli_read_firewalled(reader, &properties, slot);
    if (ptc_malli_flag(reader, properties.values[PTC_MALLI_OPTIONAL], "optional"))
        ptc_malli_node(reader, slot)->is_optional = true;
    malli_read_apart(reader, &properties, slot);
}

static void malli_read_fields(ptc_malli_reader *reader, const ptc_malli_call *call,
                              ptc_draft_ref parent, ptc_malli_place place)
{
    uint32_t form = call->first;

    while (form != 0) {
        malli_read_field(reader, call, parent, form, place);
        form = ptc_malli_form(reader, form)->next;
    }
    ptc_names_pop(&reader->fields, 0);
}

void ptc_malli_read_map(ptc_malli_reader *reader, const ptc_malli_call *call,
                        const ptc_malli_properties *properties)
{
    ptc_draft_node *node = ptc_malli_node(reader, call->node);

    node->type = call->form == call->head_form ? PTC_TYPE_ANY_MAP : PTC_TYPE_MAP;
    if (ptc_malli_flag(reader, properties->values[PTC_MALLI_CLOSED], "closed"))
        node->flags |= PTC_NODE_CLOSED;
    malli_read_fields(reader, call, call->node, PTC_MALLI_FIELD);
}

/* Outside of function inputs the names of :catn mean nothing. */
void ptc_malli_read_catn(ptc_malli_reader *reader, const ptc_malli_call *call,
                         const ptc_malli_properties *properties)
{
    uint32_t form = call->first;

    (void)properties;
    ptc_malli_node(reader, call->node)->type = PTC_TYPE_TUPLE;
    for (; form != 0; form = ptc_malli_form(reader, form)->next) {
        malli_entry entry;
        ptc_str name;

        if (!malli_read_entry(reader, call, form, &entry) ||
            !malli_read_name(reader, call, entry.key, &name))
            continue;
        malli_declare(reader, name, entry.key, "name");
        malli_read_branch_properties(
            reader, entry.properties,
            ptc_malli_slot(reader, call->node, entry.schema, PTC_MALLI_PLAIN));
    }
    ptc_names_pop(&reader->fields, 0);
}

/* "arg1", "arg2", ... */
static ptc_str malli_made_up_name(ptc_malli_reader *reader, size_t number)
{
    char digits[PTC_NUMBER_MAX];
    size_t len = ptc_number_write_int((int64_t)number, digits);
    char *name = ptc_arena_alloc(reader->draft->arena, 3 + len);

    if (name == NULL)
        return ptc_str_of("");
    memcpy(name, "arg", 3);
    memcpy(name + 3, digits, len);
    return ptc_str_make(name, 3 + len);
}

/* The value of {:name ...} in a schema that is a parameter, 0: it has none. */
static uint32_t malli_written_name(const ptc_malli_reader *reader, uint32_t form)
{
    const ptc_form *schema = ptc_malli_form(reader, form);
    uint32_t map;

    if (schema->kind != PTC_FORM_VECTOR || schema->count < 2)
        return 0;
    map = ptc_malli_form(reader, schema->child)->next;
    return ptc_malli_form(reader, map)->kind == PTC_FORM_MAP
               ? ptc_malli_find_property(reader, map, PTC_MALLI_NAME)
               : 0;
}

/* The inputs of [:cat T ...]; true when one has a written name. */
static bool malli_read_inputs(ptc_malli_reader *reader, const ptc_malli_call *call,
                              ptc_draft_ref parent)
{
    uint32_t form = call->first;
    bool is_named = false;

    for (size_t number = 1; form != 0; number++) {
        uint32_t written = malli_written_name(reader, form);
        ptc_draft_ref slot = ptc_malli_slot(reader, parent, form, PTC_MALLI_PARAMETER);
        ptc_str name;

        if (written == 0 || !malli_read_name(reader, call, written, &name))
            name = malli_made_up_name(reader, number);
        else
            is_named = true;
        ptc_draft_name(reader->draft, slot, name);
        malli_declare(reader, name, written ? written : form, "parameter");
        form = ptc_malli_form(reader, form)->next;
    }
    ptc_names_pop(&reader->fields, 0);
    return is_named;
}

/* The inputs of a function, :cat or :catn; the parameters are children of a MAP. */
static void malli_read_parameters(ptc_malli_reader *reader, const ptc_malli_call *call)
{
    ptc_malli_call inputs;
    ptc_malli_properties properties;
    ptc_draft_ref map = ptc_malli_add(reader, call->first);
    bool is_cat;
    ptc_diag *diag;

    ptc_malli_node(reader, map)->type = PTC_TYPE_MAP;
    ptc_draft_append(reader->draft, call->node, map);
    if (!ptc_malli_call_of(reader, call->first, &inputs) ||
        (inputs.head->read != ptc_malli_read_catn &&
         !ptc_str_equal(inputs.head->name, PTC_STR("cat")))) {
        diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_SYNTAX, call->first,
                           "the inputs of a function are [:cat ...] or [:catn ...]");
        ptc_diag_hint(
            reader->diags, diag,
            "write [:=> [:cat :string :int] :boolean], or [:cat] for no inputs");
        return;
    }
    is_cat = inputs.head->read != ptc_malli_read_catn;
    ptc_malli_read_properties(reader, inputs.properties,
                              WORD_PROPERTIES | PTC_MALLI_BIT(CASTS), map, &properties);
    ptc_malli_read_facts(reader, &properties, map);
    if (is_cat ? malli_read_inputs(reader, &inputs, map) : inputs.count > 0)
        ptc_malli_node(reader, call->node)->flags |= PTC_NODE_NAMED;
    if (!is_cat)
        malli_read_fields(reader, &inputs, map, PTC_MALLI_PARAMETER);
}

void ptc_malli_read_function(ptc_malli_reader *reader, const ptc_malli_call *call,
                             const ptc_malli_properties *properties)
{
    ptc_diag *diag;

    if (call->place != PTC_MALLI_ROOT) {
        diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_SYNTAX, call->form,
                           "a function is not the type of a value");
        ptc_diag_hint(reader->diags, diag,
                      ":=> must be outermost, around the whole contract");
        return;
    }
    ptc_malli_node(reader, call->node)->type = PTC_TYPE_FUNCTION;
    ptc_malli_read_tool(reader, properties);
    malli_read_parameters(reader, call);
    ptc_malli_slot(reader, call->node, ptc_malli_form(reader, call->first)->next,
                   PTC_MALLI_OUTPUT);
}

/* --- Alternatives and branches ----------------------------------------------------- */

void ptc_malli_read_orn(ptc_malli_reader *reader, const ptc_malli_call *call,
                        const ptc_malli_properties *properties)
{
    ptc_draft_node *node = ptc_malli_node(reader, call->node);
    uint32_t form = call->first;

    (void)properties;
    node->type = PTC_TYPE_UNION;
    node->flags |= PTC_NODE_NAMED;
    for (; form != 0; form = ptc_malli_form(reader, form)->next) {
        malli_entry entry;
        ptc_draft_ref slot;
        ptc_str name;

        if (!malli_read_entry(reader, call, form, &entry) ||
            !malli_read_name(reader, call, entry.key, &name))
            continue;
        malli_declare(reader, name, entry.key, "alternative");
        slot = ptc_malli_slot(reader, call->node, entry.schema, PTC_MALLI_PLAIN);
        ptc_malli_node(reader, slot)->name = name;
        malli_read_branch_properties(reader, entry.properties, slot);
    }
    ptc_names_pop(&reader->fields, 0);
}

static bool malli_read_dispatch(ptc_malli_reader *reader, const ptc_malli_call *call,
                                uint32_t form)
{
    const ptc_form *field = ptc_malli_form(reader, form);
    ptc_diag *diag;

    if (form != 0 &&
        (field->kind == PTC_FORM_KEYWORD || field->kind == PTC_FORM_STRING)) {
        ptc_malli_node(reader, call->node)->type_name = field->text;
        return true;
    }
    diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form ? form : call->form,
                       form ? ":dispatch must be the name of a field, found %s"
                            : ":multi needs the property :dispatch%s",
                       form ? ptc_malli_kind(field) : "");
    ptc_diag_hint(reader->diags, diag, "write [:multi {:dispatch :type} [\"a\" A] ...]");
    return false;
}

/* Fills the slot of a branch; its dispatch value goes to `*value` unless it is the
 * default. */
static bool malli_read_branch(ptc_malli_reader *reader, const ptc_malli_call *call,
                              uint32_t form, ptc_value *value)
{
    malli_entry entry;
    ptc_draft_ref slot;
    const ptc_form *key;

    if (!malli_read_entry(reader, call, form, &entry))
        return false;
    slot = ptc_malli_slot(reader, call->node, entry.schema, PTC_MALLI_PLAIN);
    malli_read_branch_properties(reader, entry.properties, slot);
    key = ptc_malli_form(reader, entry.key);
    if (ptc_form_to_value(reader->forms, entry.key, value, reader->diags) != PTC_OK)
        return false;
    if (key->kind == PTC_FORM_KEYWORD &&
        ptc_str_equal(key->text, PTC_STR("malli.core/default")))
        ptc_malli_node(reader, slot)->flags |= PTC_NODE_OTHERWISE;
    else
        ptc_malli_node(reader, slot)->extra.branch = *value;
    return true;
}

void ptc_malli_read_multi(ptc_malli_reader *reader, const ptc_malli_call *call,
                          const ptc_malli_properties *properties)
{
    ptc_map_entry *branches =
        ptc_arena_array(reader->draft->arena, call->count, sizeof *branches);
    uint32_t form = call->first;
    uint32_t count = 0;
    size_t twice = 0;
    ptc_value map;

    ptc_malli_node(reader, call->node)->type = PTC_TYPE_MULTI;
    malli_read_dispatch(reader, call, properties->values[PTC_MALLI_DISPATCH]);
    for (; branches != NULL && form != 0; form = ptc_malli_form(reader, form)->next) {
        if (malli_read_branch(reader, call, form, &branches[count].key))
            count++;
        else
            return;
    }
    if (branches == NULL || ptc_map_make(reader->draft->arena, branches, count, &map,
                                         &twice) != PTC_ERROR_DUPLICATE)
        return;
    for (form = call->first; twice > 0; twice--)
        form = ptc_malli_form(reader, form)->next;
    MALLI_FAULT(reader, PTC_DIAG_MALLI_DUPLICATE, ptc_malli_form(reader, form)->child,
                "there are two branches for %s",
                ptc_malli_quote(reader, ptc_malli_form(reader, form)->child));
}
