/* SPDX-License-Identifier: MIT */
/* Entities by their names: those of the reading, and the files that they are in.
 * [brimley 1-3] */
#include "generator/dialect/brimley/brimley_int.h"

/* Names that a message lists. */
enum { ENTITIES_NEAR_MAX = 3 };

static const char *const entities_endings[] = {".entity.json", ".entity.yaml",
                                               ".entity.yml"};

const ptc_declaration *ptcc_brimley_find(const ptc_contract_reading *reading,
                                         ptc_str name)
{
    const ptc_name_entry *entry = ptc_names_find(&reading->declared, name);

    return entry != NULL && reading->items[entry->value].is_type
               ? &reading->items[entry->value]
               : NULL;
}

/* --- Faults ----------------------------------------------------------------------- */

static bool entities_is_near(ptc_arena *arena, ptc_str name, ptc_str other)
{
    ptc_str a = ptcc_brimley_proximity(arena, name);
    ptc_str b = ptcc_brimley_proximity(arena, other);

    return ptc_str_distance(a, b, 2) <= (a.len < 4 ? 1u : 2u);
}

void ptcc_brimley_fault_entity(const ptcc_brimley_run *run, ptc_span span, ptc_str entity)
{
    const ptc_contract_reading *reading = run->reading;
    ptc_diags *diags = reading->diags;
    const char *quoted = ptc_diag_quote(diags, entity);
    ptc_diag *diag;
    size_t found = 0;
    ptc_text near;

    ptc_text_init(&near, diags->arena);
    for (size_t i = 0; i < reading->count && found < ENTITIES_NEAR_MAX; i++) {
        const ptc_declaration *item = &reading->items[i];

        if (!item->is_type || !entities_is_near(diags->arena, entity, item->name))
            continue;
        if (found++ > 0)
            ptc_text_cstr(&near, " or ");
        ptc_text_cstr(&near, ptc_diag_quote(diags, item->name));
    }
    diag = ptc_diag_add(diags, PTC_DIAG_BRIMLEY_ENTITY, span, "unknown entity \"%s\"",
                        quoted);
    if (found > 0 && !near.failed)
        ptc_diag_hint(diags, diag, "did you mean %s?", near.ptr);
    else
        ptc_diag_hint(
            diags, diag,
            "declare it in %s.entity.yaml, next to this file or in a folder of -I",
            quoted);
}

/* --- Files ------------------------------------------------------------------------ */

/* "customer_order" for "CustomerOrder". */
static ptc_str entities_snake(ptc_arena *arena, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (size_t i = 0; i < name.len; i++) {
        char byte = name.ptr[i];
        bool is_upper = byte >= 'A' && byte <= 'Z';
        bool is_after_lower = i > 0 && name.ptr[i - 1] >= 'a' && name.ptr[i - 1] <= 'z';
        bool is_before_lower = i > 0 && i + 1 < name.len && name.ptr[i - 1] != '_' &&
                               name.ptr[i + 1] >= 'a' && name.ptr[i + 1] <= 'z';

        if (is_upper && (is_after_lower || is_before_lower))
            ptc_text_byte(&text, '_');
        ptc_text_byte(&text, is_upper ? (char)(byte + 32) : byte);
    }
    return ptc_text_view(&text);
}

/* Whether the file was read already, or is being read. */
static bool entities_is_read(const ptc_contract_reading *reading,
                             const ptc_source *source)
{
    for (size_t i = 0; i < reading->file_count; i++) {
        if (ptc_str_equal(reading->files[i]->source->name, source->name))
            return true;
    }
    return false;
}

/* Brings the file of that name if it is there; false: it is not. */
static bool entities_bring_file(const ptcc_brimley_run *run, ptc_str name, ptc_span span)
{
    const ptc_contract_options *options = run->reading->options;
    const ptc_source *source =
        options->load(name, run->reading->diags->source, options->user);

    if (source == NULL &&
        (options->load_fault == NULL || options->load_fault(options->user) == NULL))
        return false;
    if (source == NULL || !entities_is_read(run->reading, source))
        ptc_contract_include(run->reading, name, span, PTC_DIAG_BRIMLEY_ENTITY);
    return true;
}

/* Brings the file of an entity, unless something is declared by its name. */
static void entities_bring(const ptcc_brimley_run *run, ptc_str entity, ptc_span span)
{
    ptc_contract_reading *reading = run->reading;
    ptc_str names[2] = {entity, entities_snake(reading->arena, entity)};
    size_t count = ptc_str_equal(names[0], names[1]) ? 1 : 2;

    if (reading->options->load == NULL || ptcc_brimley_find(reading, entity) != NULL)
        return;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof entities_endings / sizeof *entities_endings; k++) {
            ptc_text name;

            ptc_text_init(&name, reading->arena);
            ptc_text_str(&name, names[i]);
            ptc_text_cstr(&name, entities_endings[k]);
            if (reading->is_refused || name.failed ||
                entities_bring_file(run, ptc_text_view(&name), span))
                return;
        }
    }
}

/* --- What a definition names ------------------------------------------------------ */

static void entities_of_type(const ptcc_brimley_run *run, uint32_t form)
{
    const ptc_form *at = ptcc_brimley_form(run, form);
    ptcc_brimley_type type;

    if (form == 0 || at->kind != PTC_FORM_STRING)
        return;
    ptcc_brimley_type_read(at->text, true, &type);
    if (type.fault == NULL && type.type == PTC_TYPE_REF)
        entities_bring(run, type.name,
                       ptcc_brimley_text_span(run, form, type.at, type.len));
}

/* Those of arguments or fields. */
static void entities_of_fields(const ptcc_brimley_run *run, uint32_t form)
{
    uint32_t key = ptcc_brimley_form(run, form)->child;

    if (form == 0 || ptcc_brimley_form(run, form)->kind != PTC_FORM_MAP ||
        ptcc_brimley_is_schema(run->forms, form))
        return;
    while (key != 0 && !run->reading->is_refused) {
        uint32_t value = ptcc_brimley_form(run, key)->next;

        if (ptcc_brimley_form(run, value)->kind == PTC_FORM_MAP)
            entities_of_type(run, ptcc_brimley_key(run->forms, value, "type"));
        else
            entities_of_type(run, value);
        key = ptcc_brimley_form(run, value)->next;
    }
}

/* Those of a map with `entity_ref` and `inline`, or of a type alone. */
static void entities_of_part(const ptcc_brimley_run *run, uint32_t form)
{
    uint32_t fields = ptcc_brimley_value(run->forms, form, "inline");

    entities_of_type(run, form);
    entities_of_type(run, ptcc_brimley_value(run->forms, form, "entity_ref"));
    entities_of_type(run, fields);
    entities_of_fields(run, fields);
    entities_of_fields(run, ptcc_brimley_value(run->forms, form, "signature"));
}

void ptcc_brimley_bring(const ptcc_brimley_run *run,
                        const ptcc_brimley_definition *definition)
{
    uint32_t form = definition->form;

    if (definition->is_entity) {
        entities_of_type(run, ptcc_brimley_value(run->forms, form, "entity_ref"));
        entities_of_fields(run, ptcc_brimley_entity_fields(run->forms, form));
        return;
    }
    entities_of_part(run, ptcc_brimley_value(run->forms, form, "arguments"));
    entities_of_part(run, ptcc_brimley_value(run->forms, form, "return_shape"));
}
