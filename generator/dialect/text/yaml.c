/* SPDX-License-Identifier: MIT */
/*
 * YAML as forms: the events of libyaml, in order, become the forms of one document.
 *
 * Faults that do not change the structure are reported, and reading goes on. A text that
 * libyaml cannot read, or that exceeds the limits, ends it. [brimley 1]
 */
#include "generator/dialect/text/yaml_int.h"

/* --- Faults ------------------------------------------------------------------------- */

ptc_diag *ptcc_yaml_refuse(const ptcc_yaml *yaml, ptc_span span, const char *format, ...)
{
    va_list arguments;
    ptc_text text;

    ptc_text_init(&text, yaml->diags->arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    return ptc_diag_add(yaml->diags, PTC_DIAG_YAML_UNSUPPORTED, span, "%s", text.ptr);
}

void ptcc_yaml_no_memory(ptcc_yaml *yaml)
{
    yaml->forms->arena->failed = true;
    yaml->has_stopped = true;
}

/* Stops at a limit. */
static void yaml_stop(ptcc_yaml *yaml, ptc_span span, const char *format, int limit)
{
    if (yaml->alias.end != 0)
        span = yaml->alias;
    ptc_diag_add(yaml->diags, PTC_DIAG_DEFINITION_TOO_LARGE, span, format, limit);
    yaml->has_stopped = true;
}

/* --- Forms -------------------------------------------------------------------------- */

uint32_t ptcc_yaml_add(ptcc_yaml *yaml, ptc_form_kind kind, ptc_span span)
{
    ptcc_yaml_frame *frame = yaml->depth > 0 ? &yaml->frames[yaml->depth - 1] : NULL;
    uint32_t form;

    if (yaml->forms->count > PTCC_DEFINITION_NODES) {
        yaml_stop(yaml, span, "there are more than %d keys and values in the definition",
                  PTCC_DEFINITION_NODES);
        return 0;
    }
    form = ptc_form_add(yaml->forms, kind, span);
    if (form == 0) {
        ptcc_yaml_no_memory(yaml);
        return 0;
    }
    if (frame == NULL) {
        yaml->root = form;
        return form;
    }
    if (frame->last != 0)
        yaml->forms->items[frame->last].next = form;
    else
        yaml->forms->items[frame->form].child = form;
    frame->last = form;
    yaml->forms->items[frame->form].count++;
    return form;
}

ptcc_yaml_frame *ptcc_yaml_open(ptcc_yaml *yaml, uint32_t form)
{
    ptcc_yaml_frame *frame;

    if (yaml->depth == PTCC_DEFINITION_DEPTH) {
        yaml_stop(yaml, yaml->forms->items[form].span, "nested deeper than %d levels",
                  PTCC_DEFINITION_DEPTH);
        return NULL;
    }
    frame = &yaml->frames[yaml->depth++];
    *frame = (ptcc_yaml_frame){.form = form};
    ptc_names_init(&frame->keys, yaml->forms->arena);
    frame->keys.is_exact = true;
    return frame;
}

bool ptcc_yaml_is_key(const ptcc_yaml *yaml)
{
    const ptc_form *around;

    if (yaml->depth == 0)
        return false;
    around = &yaml->forms->items[yaml->frames[yaml->depth - 1].form];
    return around->kind == PTC_FORM_MAP && around->count % 2 == 0;
}

/* --- Keys --------------------------------------------------------------------------- */

/* Says that a key of the innermost map is there a second time. */
static void yaml_fault_twice(const ptcc_yaml *yaml, const ptc_form *key, uint32_t first)
{
    const ptc_source *source = yaml->forms->source;
    ptc_position at = ptc_source_position(source, yaml->forms->items[first].span.start);
    ptc_diag *diag = ptc_diag_add(yaml->diags, PTC_DIAG_YAML_DUPLICATE, key->span,
                                  "the key \"%s\" is given twice",
                                  ptc_diag_quote(yaml->diags, key->text));

    ptc_diag_hint(yaml->diags, diag, "the first one is in line %zu, column %zu", at.line,
                  at.column);
}

/* Completes the form of a key: a key is its text, whatever that would be as a value. */
static void yaml_key(ptcc_yaml *yaml, uint32_t form, const yaml_event_t *event)
{
    ptcc_yaml_frame *frame = &yaml->frames[yaml->depth - 1];
    ptc_form *key = &yaml->forms->items[form];
    bool is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const ptc_name_entry *entry;
    ptc_diag *diag;

    key->kind = PTC_FORM_STRING;
    ptcc_yaml_check_tag(yaml, key->span, event->data.scalar.tag, "str", "a key");
    if (is_plain && key->text.len == 0) {
        diag = ptcc_yaml_refuse(yaml, key->span, "there is no key before this ':'");
        ptc_diag_hint(yaml->diags, diag, "write \"\" for a key without letters");
    } else if (is_plain && ptc_str_equal(key->text, PTC_STR("<<"))) {
        diag = ptcc_yaml_refuse(yaml, key->span, "merge keys are not YAML 1.2");
        ptc_diag_hint(yaml->diags, diag,
                      "write out the keys that are merged here, or quote \"<<\"");
    }
    entry = ptc_names_add(&frame->keys, key->text, form);
    if (entry == NULL)
        ptcc_yaml_no_memory(yaml);
    else if (entry->value != form)
        yaml_fault_twice(yaml, key, entry->value);
}

/* --- Events ------------------------------------------------------------------------- */

static void yaml_enter_scalar(ptcc_yaml *yaml, const yaml_event_t *event)
{
    ptc_str text =
        ptc_str_make((const char *)event->data.scalar.value, event->data.scalar.length);
    bool is_key = ptcc_yaml_is_key(yaml);
    uint32_t form = ptcc_yaml_add(yaml, PTC_FORM_STRING, ptcc_yaml_span(yaml, event));

    if (form == 0)
        return;
    text = ptc_str_copy(yaml->forms->arena, text);
    if (text.ptr == NULL) {
        ptcc_yaml_no_memory(yaml);
        return;
    }
    yaml->forms->items[form].text = text;
    if (is_key)
        yaml_key(yaml, form, event);
    else
        ptcc_yaml_scalar(yaml, form, event, text);
    ptcc_yaml_anchor(yaml, event->data.scalar.anchor, form);
}

/* Enters a map or list. */
static void yaml_enter(ptcc_yaml *yaml, ptc_form_kind kind, const yaml_event_t *event)
{
    bool is_map = kind == PTC_FORM_MAP;
    const yaml_char_t *tag =
        is_map ? event->data.mapping_start.tag : event->data.sequence_start.tag;
    const yaml_char_t *anchor =
        is_map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
    ptc_span span = ptcc_yaml_span(yaml, event);
    bool is_key = ptcc_yaml_is_key(yaml);
    ptcc_yaml_frame *frame;
    uint32_t form;

    if (is_key) {
        ptc_diag *diag = ptcc_yaml_refuse(yaml, span, "a key is a text, not a %s",
                                          is_map ? "map" : "list");

        ptc_diag_hint(yaml->diags, diag, "quote it if it is meant as a text");
    }
    ptcc_yaml_check_tag(yaml, span, tag, is_map ? "map" : "seq",
                        is_map ? "a map" : "a list");
    form = ptcc_yaml_add(yaml, kind, span);
    frame = form != 0 ? ptcc_yaml_open(yaml, form) : NULL;
    if (frame == NULL)
        return;
    frame->is_flow = is_map
                         ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                         : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    ptcc_yaml_anchor(yaml, anchor, form);
}

/* Leaves the innermost map or list. What libyaml says of the end of a block is where the
 * next thing begins. */
static void yaml_leave(ptcc_yaml *yaml, const yaml_event_t *event)
{
    const ptcc_yaml_frame *frame = &yaml->frames[--yaml->depth];
    const ptc_form *items = yaml->forms->items;
    ptc_span *span = &yaml->forms->items[frame->form].span;

    if (frame->is_flow)
        span->end = ptcc_yaml_offset(yaml, &event->end_mark);
    else if (frame->last != 0)
        span->end = items[frame->last].span.end;
}

static void yaml_start_document(ptcc_yaml *yaml, const yaml_event_t *event)
{
    const yaml_version_directive_t *version =
        event->data.document_start.version_directive;
    ptc_span span = ptcc_yaml_span(yaml, event);
    ptc_diag *diag;

    if (yaml->has_document) {
        diag = ptcc_yaml_refuse(yaml, span, "a second document begins here");
        ptc_diag_hint(yaml->diags, diag, "a file has one definition; split it");
        yaml->has_stopped = true;
    } else if (version != NULL && version->minor != 2) {
        diag = ptcc_yaml_refuse(yaml, span, "the document is YAML %d.%d, not 1.2",
                                version->major, version->minor);
        ptc_diag_hint(yaml->diags, diag,
                      "remove the %%YAML line; `yes`, `no`, `on` and `off` are texts "
                      "then");
    }
    yaml->has_document = true;
}

static void yaml_take(ptcc_yaml *yaml, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        yaml_start_document(yaml, event);
        break;
    case YAML_ALIAS_EVENT:
        ptcc_yaml_alias(yaml, event);
        break;
    case YAML_SCALAR_EVENT:
        yaml_enter_scalar(yaml, event);
        break;
    case YAML_SEQUENCE_START_EVENT:
        yaml_enter(yaml, PTC_FORM_VECTOR, event);
        break;
    case YAML_MAPPING_START_EVENT:
        yaml_enter(yaml, PTC_FORM_MAP, event);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        yaml_leave(yaml, event);
        break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        break;
    }
}

/* --- Reading ------------------------------------------------------------------------ */

static void yaml_run(ptcc_yaml *yaml)
{
    bool has_ended = false;
    yaml_event_t event;

    while (!has_ended && !yaml->has_stopped) {
        if (!yaml_parser_parse(&yaml->parser, &event)) {
            ptcc_yaml_fault(yaml);
            return;
        }
        has_ended = event.type == YAML_STREAM_END_EVENT || event.type == YAML_NO_EVENT;
        yaml_take(yaml, &event);
        yaml_event_delete(&event);
    }
}

/* The root, once all is read: a text without data is an empty map. */
static uint32_t yaml_root(ptcc_yaml *yaml)
{
    ptc_form *root;

    if (yaml->has_stopped)
        return 0;
    if (yaml->root == 0)
        return ptc_form_add(yaml->forms, PTC_FORM_MAP,
                            (ptc_span){yaml->start, yaml->start});
    root = &yaml->forms->items[yaml->root];
    if (root->kind == PTC_FORM_NIL && root->span.start == root->span.end)
        root->kind = PTC_FORM_MAP;
    return yaml->root;
}

uint32_t ptcc_definition_read_yaml(ptc_forms *forms, ptc_span part, ptc_diags *diags)
{
    ptcc_yaml yaml = {.forms = forms, .diags = diags, .start = part.start};

    yaml.text = ptc_str_make(forms->source->text.ptr + part.start, part.end - part.start);
    ptc_names_init(&yaml.anchors, forms->arena);
    yaml.anchors.is_exact = true;
    if (!ptcc_yaml_check(&yaml))
        return 0;
    if (!ptcc_yaml_index(&yaml) || !yaml_parser_initialize(&yaml.parser)) {
        ptcc_yaml_no_memory(&yaml);
        return 0;
    }
    yaml_parser_set_encoding(&yaml.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&yaml.parser, (const unsigned char *)yaml.text.ptr,
                                 yaml.text.len);
    yaml_run(&yaml);
    yaml_parser_delete(&yaml.parser);
    return yaml_root(&yaml);
}
