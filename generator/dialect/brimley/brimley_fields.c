/* SPDX-License-Identifier: MIT */
/* The fields of an entity, which are the arguments of a function that names it, and those
 * that are written next to it. [brimley 3] */
#include "generator/dialect/brimley/brimley_int.h"

/* Entities whose fields are those of other entities, and so on. */
enum { FIELDS_LEVELS_MAX = 64 };

struct ptcc_brimley_slot {
    ptc_draft_ref ref;
    unsigned level;
};

void ptcc_brimley_fields_init(const ptcc_brimley_run *run, ptcc_brimley_fields *fields,
                              ptc_span span)
{
    *fields = (ptcc_brimley_fields){
        .map = ptc_draft_add(&run->reading->draft, PTC_TYPE_MAP, span)};
    ptc_names_init(&fields->names, run->reading->arena);
}

/* --- Adding ----------------------------------------------------------------------- */

static void fields_fault_twice(const ptcc_brimley_run *run, ptc_str name, ptc_span span,
                               ptc_str other)
{
    ptc_diags *diags = run->reading->diags;

    ptc_diag_add(diags, PTC_DIAG_SIG_DUPLICATE_NAME, span,
                 "duplicate %s \"%s\" (also written \"%s\")", run->noun,
                 ptc_diag_quote(diags, name), ptc_diag_quote(diags, other));
}

/* Puts a node that is nowhere in the place of another. */
static void fields_replace(ptc_draft *draft, ptc_draft_ref at, ptc_draft_ref by)
{
    ptc_draft_node *node = ptc_draft_at(draft, at);
    ptc_draft_ref next = node->next;

    *node = *ptc_draft_at(draft, by);
    node->next = next;
    ptc_draft_at(draft, by)->type = PTC_TYPE_ANY;
    ptc_draft_at(draft, by)->first = ptc_draft_at(draft, by)->last = 0;
}

/* Adds a field that has its name, which is at `span`; 0: one at fault. */
static void fields_add(const ptcc_brimley_run *run, ptcc_brimley_fields *fields,
                       ptc_draft_ref ref, ptc_span span)
{
    ptc_contract_reading *reading = run->reading;
    ptc_str name = ptc_draft_at(&reading->draft, ref)->name;
    const ptc_name_entry *entry;
    struct ptcc_brimley_slot *slot;

    if (ref == 0)
        return;
    entry = ptc_names_add(&fields->names, name, (uint32_t)fields->count);
    if (entry == NULL) {
        reading->is_refused = true;
        return;
    }
    if (entry->value != fields->count) {
        slot = &fields->slots[entry->value];
        if (slot->level == fields->level)
            fields_fault_twice(run, name, span, entry->name);
        else
            fields_replace(&reading->draft, slot->ref, ref);
        slot->level = fields->level;
        return;
    }
    slot = PTC_ARENA_PUSH(reading->arena, fields->slots, fields->count, fields->capacity);
    if (slot == NULL) {
        reading->is_refused = true;
        return;
    }
    *slot = (struct ptcc_brimley_slot){ref, fields->level};
    ptc_draft_append(&reading->draft, fields->map, ref);
}

/* --- Shorthand and complex mode --------------------------------------------------- */

static bool fields_is_name(ptc_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char byte = name.ptr[i];
        bool is_letter =
            (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';

        if (!is_letter && (i == 0 || ((byte < '0' || byte > '9') && byte != '-')))
            return false;
    }
    return name.len > 0;
}

static ptc_draft_ref fields_shorthand(const ptcc_brimley_run *run, uint32_t form,
                                      ptc_str name)
{
    ptcc_brimley_type type;

    if (!ptcc_brimley_type_at(run, form, name, &type))
        return 0;
    return ptcc_brimley_type_draft(
        run, ptcc_brimley_text_span(run, form, type.at, type.len), &type);
}

/* The field with the name at `key` and the type after it; 0 after a fault. */
static ptc_draft_ref fields_read(const ptcc_brimley_run *run, uint32_t key)
{
    ptc_diags *diags = run->reading->diags;
    const ptc_form *name = ptcc_brimley_form(run, key);
    ptc_draft_ref ref = 0;
    ptc_diag *diag;

    if (!fields_is_name(name->text)) {
        diag = ptc_diag_add(diags, PTC_DIAG_BRIMLEY_NAME, ptcc_brimley_span(run, key),
                            "\"%s\" is not a name that %ss may have",
                            ptc_diag_quote(diags, name->text), run->noun);
        ptc_diag_hint(diags, diag, "names are letters, digits, \"_\" and \"-\"");
        return 0;
    }
    switch (ptcc_brimley_form(run, name->next)->kind) {
    case PTC_FORM_STRING:
        ref = fields_shorthand(run, name->next, name->text);
        break;
    case PTC_FORM_MAP:
        ref = ptcc_brimley_complex(run, name->next, name->text);
        break;
    default:
        diag = ptc_diag_add(diags, PTC_DIAG_BRIMLEY_VALUE,
                            ptcc_brimley_span(run, name->next),
                            "\"%s\" has neither a type nor a map with one",
                            ptc_diag_quote(diags, name->text));
        ptc_diag_hint(diags, diag, "write %s: int, or %s: {type: int}",
                      ptc_diag_quote(diags, name->text),
                      ptc_diag_quote(diags, name->text));
        break;
    }
    if (ref != 0)
        ptc_draft_at(&run->reading->draft, ref)->name = name->text;
    return ref;
}

/* --- JSON Schema mode ------------------------------------------------------------- */

/* The spans of what came with another definition are those of its use. */
static void fields_place_at(const ptcc_brimley_run *run, size_t first)
{
    ptc_draft *draft = &run->reading->draft;

    for (size_t ref = first; run->is_merged && ref < draft->count; ref++) {
        ptc_draft_node *node = ptc_draft_at(draft, (ptc_draft_ref)ref);

        node->extra.span = run->at;
        if (node->default_span.end > node->default_span.start)
            node->default_span = run->at;
    }
}

static void fields_schema(const ptcc_brimley_run *run, ptcc_brimley_fields *fields,
                          ptc_json_schema *schema)
{
    ptc_draft *draft = &run->reading->draft;
    size_t first = draft->count;
    ptc_draft_ref map = ptcc_brimley_schema_draft(run, schema);
    ptc_draft_ref field = ptc_draft_at(draft, map)->first;

    if (map == 0)
        return;
    fields_place_at(run, first);
    ptc_draft_at(draft, fields->map)->flags |= ptc_draft_at(draft, map)->flags;
    while (field != 0) {
        ptc_draft_ref next = ptc_draft_at(draft, field)->next;

        ptc_draft_at(draft, field)->next = 0;
        fields_add(run, fields, field, ptc_draft_at(draft, field)->extra.span);
        field = next;
    }
    ptc_draft_at(draft, map)->first = ptc_draft_at(draft, map)->last = 0;
}

void ptcc_brimley_fields_inline(const ptcc_brimley_run *run, ptcc_brimley_fields *fields,
                                uint32_t form, ptc_json_schema *schema)
{
    ptc_diags *diags = run->reading->diags;
    const ptc_form *map = ptcc_brimley_form(run, form);

    if (form == 0 || map->kind == PTC_FORM_NIL)
        return;
    fields->level++;
    if (schema != NULL) {
        fields_schema(run, fields, schema);
        return;
    }
    if (map->kind != PTC_FORM_MAP) {
        ptc_diag_add(diags, PTC_DIAG_BRIMLEY_VALUE, ptcc_brimley_span(run, form),
                     "%ss are a map of names to types", run->noun);
        return;
    }
    if (ptcc_brimley_is_schema(run->forms, form))
        return; /* it could not be opened, which was reported */
    for (uint32_t key = map->child; key != 0;) {
        uint32_t value = ptcc_brimley_form(run, key)->next;

        fields_add(run, fields, fields_read(run, key), ptcc_brimley_span(run, key));
        key = ptcc_brimley_form(run, value)->next;
    }
}

/* --- Entities --------------------------------------------------------------------- */

/* An entity whose fields are taken. */
typedef struct fields_entity {
    const ptcc_brimley_file *file;
    const ptcc_brimley_definition *definition;
} fields_entity;

static ptc_diag *fields_fault_entity(const ptcc_brimley_run *run, uint32_t form,
                                     const char *why)
{
    ptc_diags *diags = run->reading->diags;
    const ptc_form *at = ptcc_brimley_form(run, form);

    return ptc_diag_add(diags, PTC_DIAG_BRIMLEY_ENTITY, ptcc_brimley_span(run, form),
                        "entity_ref \"%s\" %s", ptc_diag_quote(diags, at->text), why);
}

/* The entity that a form names; false after a fault. */
static bool fields_find(const ptcc_brimley_run *run, uint32_t form, fields_entity *out)
{
    ptc_contract_reading *reading = run->reading;
    const ptc_form *at = ptcc_brimley_form(run, form);
    const ptc_declaration *item;
    ptcc_brimley_type type;

    ptcc_brimley_type_read(at->kind == PTC_FORM_STRING ? at->text : PTC_STR(""), false,
                           &type);
    if (type.fault != NULL || type.is_list || type.type != PTC_TYPE_REF) {
        ptc_diag_hint(
            reading->diags,
            fields_fault_entity(run, form, "is not the plain name of an entity"),
            "write entity_ref: User");
        return false;
    }
    item = ptcc_brimley_find(reading, type.name);
    if (item == NULL) {
        ptcc_brimley_fault_entity(
            run, ptcc_brimley_text_span(run, form, type.at, type.len), type.name);
        return false;
    }
    out->definition = ptcc_brimley_definition_of(reading, item, &out->file);
    if (out->definition == NULL)
        fields_fault_entity(run, form, "is not an entity with fields");
    return out->definition != NULL;
}

/* The fields of one entity; its faults are reported where it is declared. */
static void fields_take(const ptcc_brimley_run *run, ptcc_brimley_fields *fields,
                        const fields_entity *entity, ptc_span at)
{
    ptc_diags_mark mark = ptc_diags_place(run->reading->diags);
    ptcc_brimley_run inner = *run;

    inner.forms = &entity->file->text.forms;
    inner.is_merged = true;
    inner.at = at;
    inner.takes_context = run->is_input;
    ptcc_brimley_fields_inline(
        &inner, fields, ptcc_brimley_entity_fields(inner.forms, entity->definition->form),
        entity->definition->input);
    ptc_diags_rewind(run->reading->diags, mark);
}

void ptcc_brimley_fields_merge(const ptcc_brimley_run *run, ptcc_brimley_fields *fields,
                               uint32_t form)
{
    fields_entity chain[FIELDS_LEVELS_MAX];
    ptcc_brimley_run inner = *run;
    ptc_span at = ptcc_brimley_span(run, form);
    size_t count = 0;

    while (form != 0) {
        if (count == FIELDS_LEVELS_MAX) {
            fields_fault_entity(&inner, form, "goes through too many entities");
            return;
        }
        if (!fields_find(&inner, form, &chain[count]))
            return;
        for (size_t i = 0; i < count; i++) {
            if (chain[i].definition == chain[count].definition) {
                fields_fault_entity(&inner, form, "refers to itself");
                return;
            }
        }
        inner.forms = &chain[count].file->text.forms;
        inner.is_merged = true;
        inner.at = at;
        form =
            ptcc_brimley_value(inner.forms, chain[count].definition->form, "entity_ref");
        count++;
    }
    while (count > 0)
        fields_take(run, fields, &chain[--count], at);
}
