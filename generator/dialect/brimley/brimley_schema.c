/* SPDX-License-Identifier: MIT */
/* Arguments and fields that are written as JSON Schema, which its own reader reads.
 * [brimley 3] */
#include "generator/dialect/brimley/brimley_int.h"

/* Levels of data that are looked into; those of values are bounded likewise. */
#define SCHEMA_DEPTH_MAX PTC_DEPTH_MAX

bool ptcc_brimley_is_schema(const ptc_forms *forms, uint32_t form)
{
    uint32_t properties = ptcc_brimley_key(forms, form, "properties");
    uint32_t key = forms->items[properties].child;

    if (properties == 0 || forms->items[properties].kind != PTC_FORM_MAP)
        return false;
    while (key != 0) {
        const ptc_form *value = &forms->items[forms->items[key].next];

        if (value->kind != PTC_FORM_MAP)
            return false;
        key = value->next;
    }
    return true;
}

/* --- Places ----------------------------------------------------------------------- */

/* The places of the values of forms, in the order of these. */
typedef struct schema_places {
    const ptc_forms *forms;
    ptc_json_place *places;
    ptc_span *keys;
    uint32_t count;
    uint32_t wanted; /* a form, */
    uint32_t place;  /* and its place */
} schema_places;

/* Counts a form and all values in it; recurses once per level, at most SCHEMA_DEPTH_MAX
 * times. 0: it is deeper. */
static uint32_t schema_count(const ptc_forms *forms, uint32_t form, unsigned depth)
{
    const ptc_form *at = &forms->items[form];
    uint32_t child =
        at->kind == PTC_FORM_MAP || at->kind == PTC_FORM_VECTOR ? at->child : 0;
    uint32_t count = 1;

    if (depth == SCHEMA_DEPTH_MAX)
        return 0;
    while (child != 0) {
        uint32_t value = at->kind == PTC_FORM_MAP ? forms->items[child].next : child;
        uint32_t inner = schema_count(forms, value, depth + 1);

        if (inner == 0)
            return 0;
        count += inner;
        child = forms->items[value].next;
    }
    return count;
}

/* Enters a value, whose key is at `key`, and all in it; as deep as schema_count. */
static void schema_place(schema_places *run, uint32_t form, ptc_span key)
{
    const ptc_form *at = &run->forms->items[form];
    uint32_t child =
        at->kind == PTC_FORM_MAP || at->kind == PTC_FORM_VECTOR ? at->child : 0;
    uint32_t number = run->count++;

    run->places[number] = (ptc_json_place){at->span.start, at->span.end, key.start, 1};
    run->keys[number] = key;
    if (form == run->wanted)
        run->place = number;
    while (child != 0) {
        bool is_map = at->kind == PTC_FORM_MAP;
        uint32_t value = is_map ? run->forms->items[child].next : child;

        schema_place(run, value, run->forms->items[child].span);
        child = run->forms->items[value].next;
    }
    run->places[number].count = run->count - number;
}

/* --- Opening ---------------------------------------------------------------------- */

/* The context of the host is nothing that JSON Schema knows; false after telling. */
static bool schema_check_context(const ptcc_brimley_run *run, uint32_t schema)
{
    uint32_t properties = ptcc_brimley_key(run->forms, schema, "properties");
    uint32_t key = ptcc_brimley_form(run, properties)->child;
    bool is_good = true;

    while (key != 0) {
        const ptc_form *name = ptcc_brimley_form(run, key);
        uint32_t path = ptcc_brimley_value(run->forms, name->next, "from_context");
        ptc_diags *diags = run->reading->diags;

        if (path != 0) {
            ptc_diag *diag = ptc_diag_add(
                diags, PTC_DIAG_BRIMLEY_CONTEXT, ptcc_brimley_span(run, path),
                "\"from_context\" of \"%s\" is not a keyword of JSON Schema",
                ptc_diag_quote(diags, name->text));

            ptc_diag_hint(diags, diag, "write the arguments without \"properties\"");
            is_good = false;
        }
        key = ptcc_brimley_form(run, name->next)->next;
    }
    return is_good;
}

ptc_json_schema *ptcc_brimley_open(const ptcc_brimley_run *run, uint32_t whole,
                                   uint32_t schema, const ptc_declaration *item)
{
    ptc_contract_reading *reading = run->reading;
    uint32_t count = schema_count(run->forms, whole, 0);
    ptc_value *value = ptc_arena_array(reading->arena, 1, sizeof *value);
    schema_places places = {.forms = run->forms, .wanted = schema};
    ptc_json_given given = {.value = value, .is_type = item->is_type};
    ptc_draft_ref target = item->place; /* the item may move */
    ptc_json_schema *opened;

    places.places = ptc_arena_array(reading->arena, count, sizeof *places.places);
    places.keys = ptc_arena_array(reading->arena, count, sizeof *places.keys);
    if (value == NULL || places.places == NULL || places.keys == NULL) {
        reading->is_refused = true;
        return NULL;
    }
    if (!schema_check_context(run, schema) ||
        ptc_form_to_value(run->forms, whole, value, reading->diags) != PTC_OK)
        return NULL;
    if (count == 0)
        return NULL; /* too deep, which ptc_form_to_value reported */
    schema_place(&places, whole, ptcc_brimley_form(run, whole)->span);
    given.places = places.places;
    given.keys = places.keys;
    given.place = places.place;
    opened = ptc_contract_open_json(reading, item->name, &given, run->is_input);
    if (opened != NULL)
        opened->items[0].target = target;
    return opened;
}

/* Appends a copy of a form, with what is in it, to a MAP whose last form is `*last`;
 * false when refused. */
static bool schema_copy(ptc_forms *forms, uint32_t map, uint32_t from, uint32_t *last)
{
    uint32_t copy = ptc_form_add(forms, PTC_FORM_NIL, forms->items[from].span);

    if (copy == 0)
        return false;
    forms->items[copy] = forms->items[from];
    forms->items[copy].next = 0;
    if (*last == 0)
        forms->items[map].child = copy;
    else
        forms->items[*last].next = copy;
    forms->items[map].count++;
    *last = copy;
    return true;
}

uint32_t ptcc_brimley_bare_schema(const ptcc_brimley_run *run, ptc_forms *forms,
                                  uint32_t definition, uint32_t *schema)
{
    static const char *const own[] = {"type",       "name",  "description",
                                      "entity_ref", "title", NULL};
    ptc_span span = forms->items[definition].span;
    uint32_t whole = ptc_form_add(forms, PTC_FORM_VECTOR, span);
    uint32_t last = 0;
    bool is_refused = whole == 0;

    *schema = is_refused ? 0 : ptc_form_add(forms, PTC_FORM_MAP, span);
    is_refused = *schema == 0;
    for (uint32_t key = forms->items[definition].child; !is_refused && key != 0;) {
        uint32_t value = forms->items[key].next;

        if (!ptcc_brimley_is_listed(forms->items[key].text, own))
            is_refused = !schema_copy(forms, *schema, key, &last) ||
                         !schema_copy(forms, *schema, value, &last);
        key = forms->items[value].next;
    }
    if (!is_refused) {
        forms->items[whole].child = *schema;
        forms->items[whole].count = 1;
    }
    run->reading->is_refused = run->reading->is_refused || is_refused;
    return is_refused ? 0 : whole;
}

ptc_draft_ref ptcc_brimley_schema_draft(const ptcc_brimley_run *run,
                                        ptc_json_schema *schema)
{
    ptc_draft *draft = &run->reading->draft;
    const ptc_source *source = run->reading->diags->source;
    ptc_draft_ref function = ptc_json_schema_draft(schema, draft, &schema->items[0]);
    ptc_draft_ref map = ptc_draft_at(draft, function)->first;

    run->reading->diags->source = source;
    if (function == 0)
        return 0;
    ptc_draft_at(draft, map)->next = 0;
    return map;
}
