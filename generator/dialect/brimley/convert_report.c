/* SPDX-License-Identifier: MIT */
/* Issues of a conversion, and the members and fields that it reads and makes. */
#include "generator/dialect/brimley/convert_int.h"

/* --- Issues ------------------------------------------------------------------------- */

ptc_str ptcc_schema_text(const ptcc_schema_run *run, const char *format, ...)
{
    va_list arguments;
    ptc_text text;

    ptc_text_init(&text, run->report->arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    return ptc_text_view(&text);
}

void ptcc_schema_tell(ptcc_schema_run *run, const char *code, uint32_t form,
                      ptc_str pointer, const char *format, ...)
{
    ptcc_schema_report *report = run->report;
    ptcc_schema_issue *issue =
        PTC_ARENA_PUSH(report->arena, report->issues, report->count, report->capacity);
    va_list arguments;
    ptc_text text;

    if (issue == NULL)
        return;
    ptc_text_init(&text, report->arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    *issue = (ptcc_schema_issue){.is_error = strncmp(code, "ERR_", 4) == 0,
                                 .code = code,
                                 .pointer = pointer,
                                 .message = ptc_text_view(&text),
                                 .span = ptcc_schema_form(run, form)->span};
    report->errors += issue->is_error;
    report->warnings += !issue->is_error;
}

static int report_order(const void *list, uint32_t a, uint32_t b)
{
    const ptcc_schema_issue *issues = list;
    int order = ptc_str_compare(issues[a].pointer, issues[b].pointer);

    return order != 0 ? order : strcmp(issues[a].code, issues[b].code);
}

void ptcc_schema_sort(ptcc_schema_report *report)
{
    size_t count = report->count;
    uint32_t *numbers = ptc_arena_array(report->arena, count, sizeof *numbers);
    uint32_t *spare = ptc_arena_array(report->arena, count, sizeof *spare);
    ptcc_schema_issue *sorted = ptc_arena_array(report->arena, count, sizeof *sorted);

    if (count == 0 || numbers == NULL || spare == NULL || sorted == NULL)
        return;
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = i;
    ptc_order_numbers(numbers, spare, count, report_order, report->issues);
    for (size_t i = 0; i < count; i++)
        sorted[i] = report->issues[numbers[i]];
    report->issues = sorted;
}

/* --- Members ------------------------------------------------------------------------ */

uint32_t ptcc_schema_member(const ptcc_schema_run *run, uint32_t map, const char *key)
{
    const ptc_form *items = run->forms.items;

    if (map == 0 || items[map].kind != PTC_FORM_MAP)
        return 0;
    for (uint32_t i = items[map].child; i != 0; i = items[items[i].next].next) {
        if (ptc_str_equal(items[i].text, ptc_str_of(key)))
            return items[i].next;
    }
    return 0;
}

bool ptcc_schema_is(const ptcc_schema_run *run, uint32_t form, const char *text)
{
    return form != 0 && ptcc_schema_form(run, form)->kind == PTC_FORM_STRING &&
           ptc_str_equal(ptcc_schema_form(run, form)->text, ptc_str_of(text));
}

void ptcc_schema_note(ptcc_schema_run *run)
{
    const ptc_form *items = run->forms.items;

    ptc_names_init(&run->names, run->report->arena);
    ptc_names_init(&run->needed, run->report->arena);
    run->names.is_exact = run->needed.is_exact = true;
    for (uint32_t i = run->properties != 0 ? items[run->properties].child : 0; i != 0;
         i = items[items[i].next].next)
        ptc_names_add(&run->names, items[i].text, i);
    for (uint32_t i = run->required != 0 ? items[run->required].child : 0; i != 0;
         i = items[i].next) {
        if (items[i].kind == PTC_FORM_STRING)
            ptc_names_add(&run->needed, items[i].text, i);
    }
}

bool ptcc_schema_is_needed(const ptcc_schema_run *run, uint32_t form)
{
    const ptc_form *element = ptcc_schema_form(run, form);
    const ptc_name_entry *first = ptc_names_find(&run->needed, element->text);

    return element->kind == PTC_FORM_STRING && first != NULL && first->value == form &&
           ptc_names_find(&run->names, element->text) != NULL;
}

/* --- Fields ------------------------------------------------------------------------- */

void ptcc_schema_put(ptcc_schema_spec *spec, const char *key, ptc_value value)
{
    spec->entries[spec->count++] =
        (ptc_map_entry){ptc_value_string(ptc_str_of(key)), value};
}

void ptcc_schema_take(ptcc_schema_run *run, ptcc_schema_spec *spec, uint32_t schema,
                      const char *key, const char *as)
{
    uint32_t member = ptcc_schema_member(run, schema, key);
    ptc_value value;

    if (member != 0 &&
        ptc_form_to_value(&run->forms, member, &value, run->diags) == PTC_OK)
        ptcc_schema_put(spec, as, value);
}

void ptcc_schema_add(ptcc_schema_run *run, ptc_str name, const ptcc_schema_spec *spec)
{
    ptcc_schema_report *report = run->report;
    ptc_map_entry *entries = ptc_arena_array(report->arena, spec->count, sizeof *entries);
    ptc_value value;

    if (entries == NULL)
        return;
    memcpy(entries, spec->entries, spec->count * sizeof *entries);
    if (ptc_map_make(report->arena, entries, spec->count, &value, NULL) == PTC_OK)
        run->fields[report->converted++] = (ptc_map_entry){ptc_value_string(name), value};
}
