/* SPDX-License-Identifier: MIT */
/*
 * Forms: making them of values, values of them, and finding places in them.
 *
 * Nothing recurses: values are walked with a stack of at most PTC_DEPTH_MAX frames, which
 * is also how deep a value may be nested. Reading forms from text is edn_read.c.
 */
#include "base/base_int.h"
#include "edn/edn_int.h"

/* Enough for most schemas, so that the array is not moved while it is small. */
enum { FORM_CAPACITY = 64 };

void ptc_forms_init(ptc_forms *forms, ptc_arena *arena, const ptc_source *source)
{
    memset(forms, 0, sizeof *forms);
    forms->arena = arena;
    forms->source = source;
    forms->count = 1;
}

uint32_t ptc_form_add(ptc_forms *forms, ptc_form_kind kind, ptc_span span)
{
    ptc_form *form;

    if (forms->count >= forms->capacity) {
        size_t need = forms->count < FORM_CAPACITY ? FORM_CAPACITY : forms->count + 1;
        void *items = forms->items;

        if (need >= UINT32_MAX ||
            !ptc_arena_reserve(forms->arena, &items, &forms->capacity,
                               forms->items != NULL ? forms->count : 0, need,
                               sizeof(ptc_form)))
            return 0;
        if (forms->items == NULL)
            *(ptc_form *)items = (ptc_form){.kind = PTC_FORM_NIL, .text = {"", 0}};
        forms->items = items;
    }
    form = &forms->items[forms->count];
    memset(form, 0, sizeof *form);
    form->kind = (uint8_t)kind;
    form->span = span;
    form->text.ptr = "";
    return (uint32_t)forms->count++;
}

/* --- Values to forms --------------------------------------------------------------- */

/* A collection whose elements are being made. */
typedef struct form_frame {
    const ptc_value *value;
    uint32_t form;
    uint32_t made; /* children that exist */
    uint32_t last; /* of them, 0: none */
} form_frame;

/* The text of a string in the JSON form, and whether it is a keyword. */
static ptc_form_kind form_json_text(ptc_str *text)
{
    size_t slashes = 0;

    while (slashes < text->len && text->ptr[slashes] == '\\')
        slashes++;
    if (slashes == text->len || text->ptr[slashes] != ':')
        return PTC_FORM_STRING;
    text->ptr++;
    text->len--;
    return slashes == 0 ? PTC_FORM_KEYWORD : PTC_FORM_STRING;
}

/* The same for a key: a keyword with or without its colon, or after a backslash a
 * string. */
static ptc_form_kind form_json_key(ptc_str *text)
{
    char first = text->len > 0 ? text->ptr[0] : '\0';

    if (first == ':' || first == '\\') {
        text->ptr++;
        text->len--;
    }
    return first == '\\' ? PTC_FORM_STRING : PTC_FORM_KEYWORD;
}

static ptc_form_kind form_kind_of(const ptc_value *value)
{
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        return PTC_FORM_NIL;
    case PTC_BOOL:
        return PTC_FORM_BOOL;
    case PTC_INT:
        return PTC_FORM_INT;
    case PTC_FLOAT:
        return PTC_FORM_FLOAT;
    case PTC_STRING:
        return PTC_FORM_STRING;
    case PTC_KEYWORD:
        return PTC_FORM_KEYWORD;
    case PTC_VECTOR:
        return value->flags & PTC_FLAG_SEQ ? PTC_FORM_LIST : PTC_FORM_VECTOR;
    case PTC_SET:
        return PTC_FORM_SET;
    case PTC_MAP:
        return PTC_FORM_MAP;
    case PTC_OPAQUE:
        break;
    }
    return PTC_FORM_OPAQUE;
}

/* The form of one value, without its elements. */
static uint32_t form_of_value(ptc_forms *forms, const ptc_value *value, bool is_key)
{
    ptc_span nowhere = {(uint32_t)forms->count, (uint32_t)forms->count};
    uint32_t index = ptc_form_add(forms, form_kind_of(value), nowhere);
    ptc_form *form;

    if (index == 0)
        return 0;
    form = &forms->items[index];
    switch ((ptc_kind)value->kind) {
    case PTC_BOOL:
        form->number.integer = value->as.boolean;
        break;
    case PTC_INT:
        form->number.integer = value->as.integer;
        break;
    case PTC_FLOAT:
        form->number.real = value->as.number;
        break;
    case PTC_STRING:
        form->text = ptc_value_text(value);
        if (forms->is_json)
            form->kind = (uint8_t)(is_key ? form_json_key(&form->text)
                                          : form_json_text(&form->text));
        break;
    case PTC_KEYWORD:
    case PTC_OPAQUE:
        form->text = ptc_value_text(value);
        break;
    case PTC_VECTOR:
    case PTC_SET:
        form->count = value->aux;
        break;
    case PTC_MAP:
        form->count = value->aux * 2;
        break;
    case PTC_NIL:
        break;
    }
    return index;
}

/* The element of a collection that its `position`-th child is made of. */
static const ptc_value *form_element(const ptc_value *value, uint32_t position)
{
    if (value->kind == PTC_MAP) {
        const ptc_map_entry *entry = &value->as.map->entries[position / 2];

        return position % 2 == 0 ? &entry->key : &entry->value;
    }
    return &value->as.items[position];
}

/* Hangs a new form after the last one of the frame. */
static void form_hang(ptc_forms *forms, form_frame *frame, uint32_t index)
{
    if (frame->last)
        forms->items[frame->last].next = index;
    else
        forms->items[frame->form].child = index;
    frame->last = index;
}

/* Makes forms in document order: each before its children, and after those of its elder
 * siblings. ptc_form_read_json depends on it. */
static uint32_t form_build(ptc_forms *forms, const ptc_value *value)
{
    form_frame frames[PTC_DEPTH_MAX];
    form_frame *frame = frames; /* after the innermost one */
    uint32_t root = (uint32_t)forms->count;
    bool is_key = false;

    for (;;) {
        uint32_t index = form_of_value(forms, value, is_key);

        if (index == 0)
            return 0;
        if (frame > frames)
            form_hang(forms, frame - 1, index);
        if (forms->items[index].count > 0) {
            if (frame == frames + PTC_DEPTH_MAX)
                return 0;
            *frame++ = (form_frame){value, index, 0, 0};
        }
        while (frame > frames && frame[-1].made == forms->items[frame[-1].form].count)
            frame--;
        if (frame == frames)
            return root;
        is_key = frame[-1].value->kind == PTC_MAP && frame[-1].made % 2 == 0;
        value = form_element(frame[-1].value, frame[-1].made++);
    }
}

uint32_t ptc_form_from_value(ptc_forms *forms, const ptc_value *value)
{
    return form_build(forms, ptc_value_or_nil(value));
}

uint32_t ptc_form_from_json(ptc_forms *forms, const ptc_value *value)
{
    forms->is_json = true;
    return form_build(forms, ptc_value_or_nil(value));
}

/* --- Forms to values --------------------------------------------------------------- */

/* A collection whose elements are being converted. */
typedef struct value_frame {
    const ptc_form *form;
    const ptc_form *child; /* the next one to convert, NULL: none is left */
    ptc_value *items;      /* for a map, keys and values in turn: entries */
    size_t count;
} value_frame;

/* Whether an opaque text is an integer, which then is one outside int64. */
static bool form_is_integer(ptc_str text)
{
    size_t i = text.len > 0 && text.ptr[0] == '-';

    if (i == text.len)
        return false;
    while (i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9')
        i++;
    return i == text.len;
}

static ptc_value form_text_value(ptc_kind kind, ptc_str text)
{
    ptc_value value = ptc_value_string(text);

    value.kind = (uint8_t)kind;
    if (kind == PTC_OPAQUE)
        value.flags = form_is_integer(text) ? PTC_FLAG_NUMBER : 0;
    else if (ptc_utf8_count(text.ptr, text.len) == text.len)
        value.flags = PTC_FLAG_ASCII;
    return value;
}

static ptc_value form_scalar(const ptc_form *form)
{
    switch ((ptc_form_kind)form->kind) {
    case PTC_FORM_BOOL:
        return ptc_value_bool(form->number.integer != 0);
    case PTC_FORM_INT:
        return ptc_value_int(form->number.integer);
    case PTC_FORM_FLOAT:
        return ptc_value_float(form->number.real);
    case PTC_FORM_STRING:
    case PTC_FORM_REGEX:
        return form_text_value(PTC_STRING, form->text);
    case PTC_FORM_KEYWORD:
        return form_text_value(PTC_KEYWORD, form->text);
    case PTC_FORM_SYMBOL:
    case PTC_FORM_OPAQUE:
        return form_text_value(PTC_OPAQUE, form->text);
    case PTC_FORM_NIL:
    case PTC_FORM_VECTOR:
    case PTC_FORM_LIST:
    case PTC_FORM_MAP:
    case PTC_FORM_SET:
        break;
    }
    return ptc_value_nil();
}

/* The child of `form` at `position`; there is one. */
static const ptc_form *form_nth(const ptc_forms *forms, const ptc_form *form,
                                size_t position)
{
    uint32_t index = form->child;

    while (position-- > 0)
        index = forms->items[index].next;
    return &forms->items[index];
}

/* The first item of a set that appears twice; there is one. */
static size_t form_find_duplicate(ptc_arena *arena, const value_frame *frame)
{
    ptc_map_entry *entries = ptc_arena_array(arena, frame->count, sizeof *entries);
    size_t duplicate = 0;
    ptc_value map;

    for (size_t i = 0; entries != NULL && i < frame->count; i++)
        entries[i].key = frame->items[i];
    if (entries != NULL)
        ptc_map_make(arena, entries, frame->count, &map, &duplicate);
    return duplicate;
}

static ptc_status form_duplicate(const ptc_forms *forms, const ptc_form *twice,
                                 const char *what, ptc_diags *diags)
{
    ptc_text text;
    ptc_value value = form_scalar(twice);

    ptc_text_init(&text, forms->arena);
    if (twice->child == 0)
        ptc_value_write(&text, &value);
    ptc_diag_add(diags, PTC_DIAG_EDN_DUPLICATE, twice->span, "%s %s appears twice", what,
                 text.len ? ptc_diag_quote(diags, ptc_text_view(&text)) : "");
    return PTC_ERROR_DUPLICATE;
}

/* Makes the value of a collection all of whose elements are there. */
static ptc_status form_close(const ptc_forms *forms, const value_frame *frame,
                             ptc_value *out, ptc_diags *diags)
{
    ptc_arena *arena = forms->arena;
    size_t at = 0;
    ptc_status status;

    if (frame->form->kind == PTC_FORM_MAP) {
        const void *entries = frame->items;

        status = ptc_map_make(arena, entries, frame->count / 2, out, &at);
        if (status == PTC_ERROR_DUPLICATE) {
            return form_duplicate(forms, form_nth(forms, frame->form, at * 2), "key",
                                  diags);
        }
        return status;
    }
    if (frame->form->kind == PTC_FORM_SET) {
        status = ptc_value_set_of(arena, frame->items, frame->count, out, &at);
        if (status == PTC_OK && at > 0) {
            at = form_find_duplicate(arena, frame);
            return form_duplicate(forms, form_nth(forms, frame->form, at), "member",
                                  diags);
        }
        return status;
    }
    *out = ptc_value_vector(frame->items, frame->count);
    out->flags = frame->form->kind == PTC_FORM_LIST ? PTC_FLAG_SEQ : 0;
    return PTC_OK;
}

static bool form_is_collection(const ptc_form *form)
{
    return form->kind >= PTC_FORM_VECTOR && form->kind <= PTC_FORM_SET;
}

static const ptc_form *form_at(const ptc_forms *forms, uint32_t index)
{
    return index ? &forms->items[index] : NULL;
}

/* Opens the frame of a collection. */
static ptc_status form_open(const ptc_forms *forms, const ptc_form *form,
                            value_frame *frames, size_t *depth, ptc_diags *diags)
{
    ptc_value *items = ptc_arena_array(forms->arena, form->count, sizeof *items);

    if (*depth == PTC_DEPTH_MAX) {
        ptc_diag_add(diags, PTC_DIAG_EDN_SYNTAX, form->span,
                     "nested deeper than %d levels", PTC_DEPTH_MAX);
        return PTC_ERROR_DEPTH;
    }
    frames[(*depth)++] = (value_frame){form, form_at(forms, form->child), items, 0};
    return items != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

/* Gives a finished value to the collection around it, or to the caller. */
static void form_deliver(value_frame *frames, size_t depth, ptc_value value,
                         ptc_value *out)
{
    value_frame *around = depth > 0 ? &frames[depth - 1] : NULL;

    if (around != NULL)
        around->items[around->count++] = value;
    else
        *out = value;
}

ptc_status ptc_form_to_value(const ptc_forms *forms, uint32_t form, ptc_value *out,
                             ptc_diags *diags)
{
    ptc_diags own;
    value_frame frames[PTC_DEPTH_MAX];
    size_t depth = 0;
    const ptc_form *next = form_at(forms, form);
    ptc_status status = PTC_OK;
    ptc_value value;

    diags = ptc_diags_given(diags, &own, forms->arena);
    *out = ptc_value_nil();
    if (next == NULL)
        return PTC_ERROR_ARGUMENT;
    for (;;) {
        if (form_is_collection(next))
            status = form_open(forms, next, frames, &depth, diags);
        else
            form_deliver(frames, depth, form_scalar(next), out);
        while (status == PTC_OK && depth > 0 && frames[depth - 1].child == NULL) {
            status = form_close(forms, &frames[--depth], &value, diags);
            if (status == PTC_OK)
                form_deliver(frames, depth, value, out);
        }
        if (depth == 0 || status != PTC_OK)
            return status;
        next = frames[depth - 1].child;
        frames[depth - 1].child = form_at(forms, next->next);
    }
}

/* --- Places ------------------------------------------------------------------------ */

/* Appends the step from `parent` to its child: [2], or [:key] for keys and values. */
static void form_write_step(ptc_text *text, const ptc_forms *forms,
                            const ptc_form *parent, uint32_t child)
{
    const ptc_form *key = NULL;
    size_t position = 0;

    for (uint32_t i = parent->child; i != child; i = forms->items[i].next) {
        key = position % 2 == 0 ? &forms->items[i] : key;
        position++;
    }
    ptc_text_byte(text, '[');
    if (parent->kind == PTC_FORM_MAP) {
        ptc_value value;

        key = position % 2 == 0 ? &forms->items[child] : key;
        value = form_scalar(key);
        ptc_value_write(text, &value);
    } else {
        ptc_text_uint(text, position);
    }
    ptc_text_byte(text, ']');
}

ptc_str ptc_form_path(ptc_arena *arena, const ptc_forms *forms, uint32_t form)
{
    uint32_t *steps = ptc_arena_array(arena, forms->count, sizeof *steps);
    uint32_t *parents = ptc_arena_array(arena, forms->count, sizeof *parents);
    size_t depth = 0;
    ptc_text text;

    ptc_text_init(&text, arena);
    if (parents == NULL || steps == NULL)
        return ptc_text_view(&text);
    for (uint32_t i = 1; i < forms->count; i++)
        for (uint32_t child = forms->items[i].child; child;
             child = forms->items[child].next)
            parents[child] = i;
    for (uint32_t at = form; parents[at] != 0; at = parents[at])
        steps[depth++] = at;
    while (depth > 0) {
        uint32_t child = steps[--depth];

        form_write_step(&text, forms, &forms->items[parents[child]], child);
    }
    return ptc_text_view(&text);
}

size_t ptc_form_text_place(const ptc_forms *forms, uint32_t form, size_t offset)
{
    const ptc_form *at = &forms->items[form];
    bool is_regex = at->kind == PTC_FORM_REGEX;
    size_t place = at->span.start + (is_regex ? 2u : 1u);
    size_t passed = 0;
    char bytes[4];

    while (forms->text != NULL && passed < offset && place + 1 < at->span.end) {
        const char *text = forms->text + place;
        size_t used = 1;
        size_t made = 1;
        uint32_t code_point;

        if (*text == '\\' && is_regex) {
            used = made = text[1] == '"' ? 2 : 1;
            made -= text[1] == '"';
        } else if (*text == '\\') {
            used = ptc_edn_escape(text, at->span.end - place, &code_point);
            made = used ? ptc_utf8_encode(code_point, bytes) : 2;
            used = used ? used : 2;
        }
        passed += made;
        place += used;
    }
    return place;
}
