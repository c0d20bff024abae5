/* SPDX-License-Identifier: MIT */
/*
 * Properties of Malli schemas and entries. [validation 11.2]
 *
 * Each head says which properties mean something for it. All others are kept in the node
 * and printed back; a warning says that they have no effect.
 */
#include "contract/malli/malli_int.h"

/* ORDER PROPERTY */
static const ptc_str malli_property_names[] = {
    PTC_STR_INIT("min"),
    PTC_STR_INIT("max"),
    PTC_STR_INIT("closed"),
    PTC_STR_INIT("optional"),
    PTC_STR_INIT("default"),
    PTC_STR_INIT("description"),
    PTC_STR_INIT("title"),
    PTC_STR_INIT("registry"),
    PTC_STR_INIT("dispatch"),
    PTC_STR_INIT("name"),
    PTC_STR_INIT("ptc/type"),
    PTC_STR_INIT("json/open"),
    PTC_STR_INIT("json/integral"),
    PTC_STR_INIT("json/equal"),
    PTC_STR_INIT("json/distinct"),
    PTC_STR_INIT("json/others"),
    PTC_STR_INIT("json/firewalled"),
    PTC_STR_INIT("json/null"),
    PTC_STR_INIT("json/required"),
    PTC_STR_INIT("ptc/casts"),
    PTC_STR_INIT("ptc/context"),
    PTC_STR_INIT("decode/ptc"),
    PTC_STR_INIT("mcp/title"),
    PTC_STR_INIT("mcp/hints"),
    PTC_STR_INIT("mcp/timeout"),
};

/* PTC_MALLI_PROPERTY_COUNT for a key that is not a known property. */
static ptc_malli_property malli_property_of(bool is_keyword, ptc_str name)
{
    size_t property = 0;

    if (!is_keyword)
        return PTC_MALLI_PROPERTY_COUNT;
    while (property < PTC_MALLI_PROPERTY_COUNT &&
           !ptc_str_equal(name, malli_property_names[property]))
        property++;
    return (ptc_malli_property)property;
}

static bool malli_is_allowed(ptc_malli_property property, uint32_t allowed)
{
    return property < PTC_MALLI_PROPERTY_COUNT && (allowed >> property & 1);
}

/* Stores what is not allowed in the node, next to what it has from the entry around
 * it. */
static void malli_keep_others(ptc_malli_reader *reader, uint32_t map, uint32_t allowed,
                              ptc_draft_ref ref)
{
    ptc_draft_node *node = ptc_malli_node(reader, ref);
    const ptc_value *old = &node->extra.properties;
    size_t old_count = old->kind == PTC_MAP ? old->aux : 0;
    ptc_map_entry *entries;
    size_t count = 0;
    ptc_value all;

    if (ptc_form_to_value(reader->forms, map, &all, reader->diags) != PTC_OK)
        return;
    entries = ptc_arena_array(reader->draft->arena, old_count + all.aux, sizeof *entries);
    if (entries == NULL)
        return;
    for (; count < old_count; count++)
        entries[count] = old->as.map->entries[count];
    for (size_t i = 0; i < all.aux; i++) {
        const ptc_map_entry *entry = &all.as.map->entries[i];
        bool is_keyword = entry->key.kind == PTC_KEYWORD;
        ptc_str name = is_keyword ? ptc_value_text(&entry->key) : ptc_str_of("");

        if (!malli_is_allowed(malli_property_of(is_keyword, name), allowed) &&
            (old_count == 0 || ptc_map_find(old->as.map, &entry->key) == NULL))
            entries[count++] = *entry;
    }
    ptc_map_make(reader->draft->arena, entries, count, &node->extra.properties, NULL);
}

static void malli_store_text(ptc_malli_reader *reader, uint32_t form, const char *name,
                             ptc_str *out)
{
    const ptc_form *text = ptc_malli_form(reader, form);

    if (form == 0)
        return;
    if (text->kind != PTC_FORM_STRING)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form,
                    ":%s must be a string, found %s", name, ptc_malli_kind(text));
    else if (out->len == 0)
        *out = text->text;
}

/* {:default nil} says no more than that the field may be absent, as one that takes nil
 * may. [validation 5] */
static void malli_store_default(ptc_malli_reader *reader, uint32_t form,
                                ptc_draft_node *node)
{
    if (form == 0 || node->extra.default_value.kind != PTC_NIL)
        return;
    if (ptc_malli_form(reader, form)->kind == PTC_FORM_NIL)
        node->has_nil_default = true;
    else
        ptc_form_to_value(reader->forms, form, &node->extra.default_value, reader->diags);
}

static void malli_warn_property(ptc_malli_reader *reader, uint32_t key, bool is_known)
{
    MALLI_FAULT(reader, PTC_DIAG_MALLI_UNKNOWN_PROPERTY, key,
                is_known ? "property %s has no effect here"
                         : "unknown property %s is kept but has no effect",
                ptc_malli_quote_warned(reader, key));
}

void ptc_malli_read_properties(ptc_malli_reader *reader, uint32_t map, uint32_t allowed,
                               ptc_draft_ref ref, ptc_malli_properties *out)
{
    ptc_draft_node *node = ptc_malli_node(reader, ref);
    bool has_others = false;
    uint32_t twice = 0;
    uint32_t next;

    memset(out, 0, sizeof *out);
    if (map == 0)
        return;
    for (uint32_t key = ptc_malli_form(reader, map)->child; key; key = next) {
        const ptc_form *form = ptc_malli_form(reader, key);
        uint32_t value = form->next;
        ptc_malli_property property =
            malli_property_of(form->kind == PTC_FORM_KEYWORD, form->text);

        next = ptc_malli_form(reader, value)->next;
        if (malli_is_allowed(property, allowed)) {
            twice = out->values[property] != 0 ? key : twice;
            out->values[property] = value;
        } else {
            has_others = true;
            malli_warn_property(reader, key, property < PTC_MALLI_PROPERTY_COUNT);
        }
    }
    if (has_others)
        malli_keep_others(reader, map, allowed, ref); /* finds keys that appear twice */
    else if (twice)
        MALLI_FAULT(reader, PTC_DIAG_EDN_DUPLICATE, twice, "key %s appears twice",
                    ptc_malli_quote(reader, twice));
    malli_store_text(reader, out->values[PTC_MALLI_DESCRIPTION], "description",
                     &node->extra.description);
    malli_store_text(reader, out->values[PTC_MALLI_TITLE], "title", &node->extra.title);
    if ((allowed & (PTC_MALLI_BIT(OPTIONAL) | PTC_MALLI_BIT(NAME))) != 0)
        malli_store_default(reader, out->values[PTC_MALLI_DEFAULT], node);
    else if (out->values[PTC_MALLI_DEFAULT] != 0)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_UNKNOWN_PROPERTY,
                    out->values[PTC_MALLI_DEFAULT],
                    "a default inside the type has no effect; it belongs to the entry: "
                    "[key {:default v} T]");
}

/* Reports that there is no decoder of that name, and which one may be meant. */
static void malli_unknown_decoder(ptc_malli_reader *reader, uint32_t form,
                                  const ptc_type_names *names)
{
    ptc_str name = ptc_malli_form(reader, form)->text;
    ptc_str nearest = PTC_STR("");
    unsigned best = name.len >= 4 ? 3 : 2; /* short names must be nearer */
    ptc_diag *diag =
        MALLI_FAULT(reader, PTC_DIAG_MALLI_UNKNOWN, form, "no decoder %s is registered",
                    ptc_malli_quote(reader, form));

    for (size_t i = 0; names != NULL && i < names->count; i++) {
        unsigned distance = ptc_str_distance(name, names->names[i], 2);

        if (distance >= best)
            continue;
        best = distance;
        nearest = names->names[i];
    }
    if (nearest.len > 0)
        ptc_diag_hint(reader->diags, diag, "did you mean %s?",
                      ptc_diag_quote(reader->diags, nearest));
    else
        ptc_diag_hint(reader->diags, diag,
                      "declare it as a decoder, which is a C function");
}

void ptc_malli_read_decoder(ptc_malli_reader *reader,
                            const ptc_malli_properties *properties, ptc_draft_ref ref)
{
    uint32_t form = properties->values[PTC_MALLI_DECODE];
    const ptc_form *name = ptc_malli_form(reader, form);
    const ptc_type_names *names =
        reader->options != NULL ? reader->options->decoders : NULL;
    ptc_draft_node *node = ptc_malli_node(reader, ref);

    if (form == 0)
        return;
    if (!ptc_malli_is_name(name) || name->text.len == 0)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form,
                    ":decode/ptc must be the name of a decoder, found %s",
                    ptc_malli_kind(name));
    else if (names == NULL || !ptc_malli_is_among(names, name->text))
        malli_unknown_decoder(reader, form, names);
    else if ((node->flags & PTC_NODE_DECODED) == 0) { /* that of the entry comes first */
        node->flags |= PTC_NODE_DECODED;
        node->extra.decoder = name->text;
    }
}

uint32_t ptc_malli_find_property(const ptc_malli_reader *reader, uint32_t map,
                                 ptc_malli_property property)
{
    uint32_t key = map ? ptc_malli_form(reader, map)->child : 0;

    while (key != 0) {
        const ptc_form *form = ptc_malli_form(reader, key);

        if (form->kind == PTC_FORM_KEYWORD &&
            ptc_str_equal(form->text, malli_property_names[property]))
            return form->next;
        key = ptc_malli_form(reader, form->next)->next;
    }
    return 0;
}

bool ptc_malli_flag(ptc_malli_reader *reader, uint32_t form, const char *name)
{
    const ptc_form *flag = ptc_malli_form(reader, form);

    if (form == 0)
        return false;
    if (flag->kind == PTC_FORM_BOOL)
        return flag->number.integer != 0;
    MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form,
                ":%s must be true or false, found %s", name, ptc_malli_kind(flag));
    return false;
}

/* Facts; integral, equal and distinct are one flag, of different types. */
static const struct {
    ptc_malli_property property;
    uint16_t flag;
} malli_read_facts[] = {
    {PTC_MALLI_INTEGRAL, PTC_NODE_INTEGRAL}, {PTC_MALLI_EQUAL, PTC_NODE_JSON_EQUAL},
    {PTC_MALLI_DISTINCT, PTC_NODE_DISTINCT}, {PTC_MALLI_OTHERS, PTC_NODE_OTHERS},
    {PTC_MALLI_CASTS, PTC_NODE_CASTS},
};

uint32_t ptc_malli_fact_properties(ptc_type type)
{
    bool has_others = ptc_type_kinds(type) != 0;
    uint32_t allowed = ptc_type_can_cast(type) ? PTC_MALLI_BIT(CASTS) : 0;

    if (has_others)
        allowed |= PTC_MALLI_BIT(OTHERS);
    if (ptc_type_fact(type) == 0)
        return allowed;
    if (type == PTC_TYPE_INT)
        return allowed | PTC_MALLI_BIT(INTEGRAL);
    return allowed | (has_others ? PTC_MALLI_BIT(DISTINCT) : PTC_MALLI_BIT(EQUAL));
}

void ptc_malli_read_facts(ptc_malli_reader *reader,
                          const ptc_malli_properties *properties, ptc_draft_ref ref)
{
    for (size_t i = 0; i < sizeof malli_read_facts / sizeof *malli_read_facts; i++) {
        ptc_malli_property fact = malli_read_facts[i].property;
        uint32_t form = properties->values[fact];

        if (ptc_malli_flag(reader, form, malli_property_names[fact].ptr))
            ptc_malli_node(reader, ref)->flags |= malli_read_facts[i].flag;
    }
}

ptc_value ptc_malli_number(ptc_malli_reader *reader, uint32_t form, ptc_diag_code code,
                           const char *what)
{
    const ptc_form *number = ptc_malli_form(reader, form);

    if (number->kind == PTC_FORM_INT)
        return ptc_value_int(number->number.integer);
    if (number->kind == PTC_FORM_FLOAT && number->number.real - number->number.real == 0)
        return ptc_value_float(number->number.real);
    MALLI_FAULT(reader, code, form, "%s must be a finite number, found %s", what,
                number->kind == PTC_FORM_FLOAT || number->kind == PTC_FORM_OPAQUE
                    ? ptc_malli_quote(reader, form)
                    : ptc_malli_kind(number));
    return ptc_value_nil();
}

/* A length or count: an integer from 0 on. */
static ptc_value malli_count(ptc_malli_reader *reader, uint32_t form, const char *what)
{
    const ptc_form *number = ptc_malli_form(reader, form);

    if (number->kind == PTC_FORM_INT && number->number.integer >= 0)
        return ptc_value_int(number->number.integer);
    MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form,
                "%s must be an integer of 0 or more, found %s", what,
                number->kind == PTC_FORM_INT || number->kind == PTC_FORM_FLOAT
                    ? ptc_malli_quote(reader, form)
                    : ptc_malli_kind(number));
    return ptc_value_nil();
}

static ptc_value malli_bound(ptc_malli_reader *reader, uint32_t form, const char *what,
                             bool is_count)
{
    if (form == 0)
        return ptc_value_nil();
    return is_count ? malli_count(reader, form, what)
                    : ptc_malli_number(reader, form, PTC_DIAG_MALLI_PROPERTY, what);
}

void ptc_malli_read_bounds(ptc_malli_reader *reader,
                           const ptc_malli_properties *properties, ptc_draft_ref ref,
                           bool is_count)
{
    ptc_interval *interval = &ptc_malli_node(reader, ref)->interval;

    interval->low =
        malli_bound(reader, properties->values[PTC_MALLI_MIN], ":min", is_count);
    interval->high =
        malli_bound(reader, properties->values[PTC_MALLI_MAX], ":max", is_count);
}
