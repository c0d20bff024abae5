/* SPDX-License-Identifier: MIT */
/*
 * Reading EDN text as forms: what comes between the tokens of edn.re and <ptc/form.h>.
 *
 * The reader keeps no stack. A collection that is still open has its parent in `next` and
 * its last child in `number.integer`, two fields that mean something else only once it is
 * closed; so nesting costs only the forms themselves. Prefixes (#_ ^ #tag) are open forms
 * of private kinds that close by themselves once they have what they wait for.
 *
 * Faults of a token are reported and reading goes on with nil in its place; a fault of
 * structure (a bracket that closes nothing, the end of the text) ends the reading.
 */
#include "edn/edn_int.h"

/* Open forms that are not collections. */
enum {
    EDN_DISCARD = PTC_FORM_OPAQUE + 1, /* waits for one form and drops it */
    EDN_META,                          /* waits for two and keeps the second */
    EDN_TAG,                           /* waits for one and becomes opaque */
};

/* --- Faults ------------------------------------------------------------------------ */

static const char *edn_bracket(uint8_t kind)
{
    switch (kind) {
    case PTC_FORM_VECTOR:
        return "[";
    case PTC_FORM_LIST:
        return "(";
    case PTC_FORM_MAP:
        return "{";
    case PTC_FORM_SET:
        return "#{";
    case EDN_DISCARD:
        return "#_";
    case EDN_META:
        return "^";
    default:
        return "#";
    }
}

/* The open form `reader->open` was followed by something that cannot be its content. */
static void edn_unclosed(ptc_edn_reader *reader)
{
    ptc_form *open = &reader->forms->items[reader->open];
    ptc_position here;
    ptc_source text = {ptc_str_of(""), reader->forms->source->text};
    ptc_str found = ptc_edn_token_text(reader);

    reader->has_stopped = true;
    if (open->kind >= EDN_DISCARD) {
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, open->span,
                     "`%s` needs a form after it", edn_bracket(open->kind));
        return;
    }
    here = ptc_source_position(&text, ptc_edn_offset(reader, reader->lexer.token));
    if (found.len == 0) {
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_UNCLOSED, open->span,
                     "`%s` is never closed; the text ends at %zu:%zu",
                     edn_bracket(open->kind), here.line, here.column);
    } else {
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_UNCLOSED, open->span,
                     "`%s` is never closed; `%c` at %zu:%zu closes something else",
                     edn_bracket(open->kind), found.ptr[0], here.line, here.column);
    }
}

static void edn_bad_blank(ptc_edn_reader *reader)
{
    ptc_diag *diag = ptc_diag_add(reader->diags, PTC_DIAG_EDN_ENCODING,
                                  ptc_edn_span(reader), "a blank that is not plain");
    ptc_str text = ptc_edn_token_text(reader);
    bool is_no_break = ptc_str_equal(text, PTC_STR("\xC2\xA0"));

    ptc_diag_hint(reader->diags, diag, "%s; use a plain space",
                  is_no_break ? "non-breaking space" : "blank outside ASCII");
}

static void edn_bad_byte(ptc_edn_reader *reader)
{
    unsigned char byte = *reader->lexer.token;
    ptc_diag *diag =
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader),
                     "unexpected `%s`", ptc_edn_quote_token(reader));

    if (byte == '\'' || byte == '`' || byte == '~' || byte == '@')
        ptc_diag_hint(reader->diags, diag, "EDN is data; write it without `%c`", byte);
    else if (byte == '|')
        ptc_diag_hint(reader->diags, diag, "in Malli a union is written [:or A B]");
}

/* Reports an invalid token. */
static void edn_bad_token(ptc_edn_reader *reader, ptc_edn_token token)
{
    ptc_diags *diags = reader->diags;
    ptc_diag *diag;

    if (token == PTC_EDN_OPEN_STRING || token == PTC_EDN_OPEN_REGEX) {
        ptc_diag_add(diags, PTC_DIAG_EDN_UNCLOSED, ptc_edn_span(reader),
                     token == PTC_EDN_OPEN_REGEX ? "this pattern is never closed"
                                                 : "this string is never closed");
        reader->has_stopped = true;
    } else if (token == PTC_EDN_ZERO_FIRST) {
        diag = ptc_diag_add(diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader),
                            "a number with a leading zero: `%s`",
                            ptc_edn_quote_token(reader));
        ptc_diag_hint(diags, diag, "write it without; octal numbers are not supported");
    } else if (token == PTC_EDN_BAD_NUMBER) {
        ptc_diag_add(diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader),
                     "`%s` is not a number", ptc_edn_quote_token(reader));
    } else if (token == PTC_EDN_BAD_KEYWORD) {
        ptc_diag_add(diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader),
                     "a keyword without a name");
    } else if (token == PTC_EDN_BAD_BLANK) {
        edn_bad_blank(reader);
    } else {
        edn_bad_byte(reader);
    }
}

/* --- Structure --------------------------------------------------------------------- */

static uint32_t edn_add(ptc_edn_reader *reader, unsigned kind, ptc_str text)
{
    uint32_t index =
        ptc_form_add(reader->forms, (ptc_form_kind)kind, ptc_edn_span(reader));

    if (index == 0) {
        ptc_edn_too_large(reader);
        return 0;
    }
    reader->forms->items[index].text = text;
    return index;
}

static void edn_open(ptc_edn_reader *reader, unsigned kind)
{
    uint32_t index = edn_add(reader, kind, ptc_edn_token_text(reader));

    if (index != 0) {
        reader->forms->items[index].next = reader->open;
        reader->open = index;
    }
}

/* Takes the innermost open form off; `end` is where its text ends. */
static uint32_t edn_pop(ptc_edn_reader *reader, uint32_t end)
{
    uint32_t index = reader->open;
    ptc_form *form = &reader->forms->items[index];

    reader->open = form->next;
    form->next = 0;
    form->number.integer = 0;
    form->span.end = end;
    return index;
}

static void edn_append(ptc_form *items, uint32_t parent, uint32_t child)
{
    uint32_t last = (uint32_t)items[parent].number.integer;

    if (last)
        items[last].next = child;
    else
        items[parent].child = child;
    items[parent].number.integer = child;
    items[parent].count++;
}

/* A tagged form is kept as spelled, except for the keywords that only a tag can spell. */
static uint32_t edn_close_tag(ptc_edn_reader *reader, uint32_t content)
{
    ptc_form *items = reader->forms->items;
    uint32_t index = edn_pop(reader, items[content].span.end);
    ptc_form *tag = &items[index];

    tag->kind = PTC_FORM_OPAQUE;
    if (ptc_str_equal(tag->text, PTC_STR("#ptc/keyword")) &&
        items[content].kind == PTC_FORM_STRING) {
        tag->kind = PTC_FORM_KEYWORD;
        tag->text = items[content].text;
        return index;
    }
    tag->text = ptc_str_make(reader->forms->text + tag->span.start,
                             tag->span.end - tag->span.start);
    return index;
}

/*
 * Passes a finished form to the one that waits for it. Returns it if it is the form that
 * was asked for, else 0.
 */
static uint32_t edn_finish(ptc_edn_reader *reader, uint32_t index)
{
    ptc_form *items = reader->forms->items;

    while (index != 0 && reader->open != 0) {
        switch (items[reader->open].kind) {
        case EDN_DISCARD:
            edn_pop(reader, 0);
            return 0;
        case EDN_META:
            if (items[reader->open].count++ == 0)
                return 0;
            edn_pop(reader, 0);
            break;
        case EDN_TAG:
            index = edn_close_tag(reader, index);
            break;
        default:
            edn_append(items, reader->open, index);
            return 0;
        }
    }
    return index;
}

static uint32_t edn_close(ptc_edn_reader *reader, uint8_t kind)
{
    ptc_form *items = reader->forms->items;
    uint8_t open;

    if (reader->open == 0) {
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(reader),
                     "`%s` closes nothing", ptc_edn_quote_token(reader));
        reader->has_stopped = true;
        return 0;
    }
    open = items[reader->open].kind;
    if (open != kind && !(open == PTC_FORM_SET && kind == PTC_FORM_MAP)) {
        edn_unclosed(reader);
        return 0;
    }
    if (open == PTC_FORM_MAP && items[reader->open].count % 2 != 0) {
        ptc_diag_add(reader->diags, PTC_DIAG_EDN_SYNTAX,
                     items[items[reader->open].number.integer].span,
                     "this key of a map has no value");
    }
    return edn_finish(reader, edn_pop(reader, ptc_edn_span(reader).end));
}

/* --- Tokens to forms --------------------------------------------------------------- */

/* Numbers are spelled without a plus sign. */
static ptc_str edn_number_text(const ptc_edn_reader *reader)
{
    ptc_str text = ptc_edn_token_text(reader);

    return text.ptr[0] == '+' ? ptc_str_make(text.ptr + 1, text.len - 1) : text;
}

/* The form of a number token, 0 when there is no memory. */
static uint32_t edn_number(ptc_edn_reader *reader, ptc_edn_token token)
{
    bool is_whole = token == PTC_EDN_INT || token == PTC_EDN_HEX;
    uint32_t index = edn_add(reader, is_whole ? PTC_FORM_INT : PTC_FORM_FLOAT,
                             edn_number_text(reader));

    if (index == 0)
        return 0;
    ptc_edn_number(reader, token, &reader->forms->items[index]);
    return index;
}

static uint32_t edn_bool(ptc_edn_reader *reader, bool value)
{
    uint32_t index = edn_add(reader, PTC_FORM_BOOL, ptc_edn_token_text(reader));

    if (index != 0)
        reader->forms->items[index].number.integer = value;
    return index;
}

static ptc_str edn_keyword_text(const ptc_edn_reader *reader)
{
    ptc_str text = ptc_edn_token_text(reader);

    return ptc_str_make(text.ptr + 1, text.len - 1);
}

/* The form of a token that is one by itself; 0 when refused memory. */
static uint32_t edn_atom(ptc_edn_reader *reader, ptc_edn_token token)
{
    switch ((int)token) {
    case PTC_EDN_TRUE:
    case PTC_EDN_FALSE:
        return edn_bool(reader, token == PTC_EDN_TRUE);
    case PTC_EDN_INT:
    case PTC_EDN_HEX:
    case PTC_EDN_FLOAT:
    case PTC_EDN_SPECIAL:
        return edn_number(reader, token);
    case PTC_EDN_EXACT:
        return edn_add(reader, PTC_FORM_OPAQUE, edn_number_text(reader));
    case PTC_EDN_STRING:
        return edn_add(reader, PTC_FORM_STRING, ptc_edn_string(reader));
    case PTC_EDN_CHARACTER:
        return edn_add(reader, PTC_FORM_STRING, ptc_edn_character(reader));
    case PTC_EDN_REGEX:
        return edn_add(reader, PTC_FORM_REGEX, ptc_edn_regex(reader));
    case PTC_EDN_KEYWORD:
        return edn_add(reader, PTC_FORM_KEYWORD, edn_keyword_text(reader));
    case PTC_EDN_SYMBOL:
        return edn_add(reader, PTC_FORM_SYMBOL, ptc_edn_token_text(reader));
    default: /* nil, and the stand-in for a faulty token */
        return edn_add(reader, PTC_FORM_NIL, ptc_edn_token_text(reader));
    }
}

/* Takes a token in; returns the form that was asked for once it is finished, else 0. */
static uint32_t edn_take(ptc_edn_reader *reader, ptc_edn_token token)
{
    static const uint8_t kinds[] = {
        [PTC_EDN_OPEN_LIST] = PTC_FORM_LIST,
        [PTC_EDN_CLOSE_LIST] = PTC_FORM_LIST,
        [PTC_EDN_OPEN_VECTOR] = PTC_FORM_VECTOR,
        [PTC_EDN_CLOSE_VECTOR] = PTC_FORM_VECTOR,
        [PTC_EDN_OPEN_MAP] = PTC_FORM_MAP,
        [PTC_EDN_CLOSE_MAP] = PTC_FORM_MAP,
        [PTC_EDN_OPEN_SET] = PTC_FORM_SET,
        [PTC_EDN_DISCARD] = EDN_DISCARD,
        [PTC_EDN_META] = EDN_META,
        [PTC_EDN_TAG] = EDN_TAG,
    };

    if (token >= PTC_EDN_OPEN_STRING)
        edn_bad_token(reader, token);
    if (token == PTC_EDN_BAD_BLANK || reader->has_stopped)
        return 0;
    if (token >= PTC_EDN_CLOSE_LIST && token <= PTC_EDN_CLOSE_MAP)
        return edn_close(reader, kinds[token]);
    if (token > PTC_EDN_TAG)
        return edn_finish(reader, edn_atom(reader, token));
    edn_open(reader, kinds[token]);
    return 0;
}

/* Copies and checks the text of the source, once. False after an error. */
static bool edn_prepare(ptc_forms *forms, ptc_diags *diags)
{
    ptc_str text = forms->source->text;
    ptc_span start = {0, 0};
    size_t valid;

    if (forms->text != NULL)
        return true;
    if (text.len >= UINT32_MAX) {
        ptc_diag_add(diags, PTC_DIAG_EDN_TOO_LARGE, start,
                     "the text is longer than 4 GiB");
        return false;
    }
    valid = ptc_utf8_check(text.ptr, text.len);
    if (valid < text.len) {
        ptc_span byte = {(uint32_t)valid, (uint32_t)valid + 1};

        ptc_diag_add(diags, PTC_DIAG_EDN_ENCODING, byte, "invalid UTF-8: byte %s",
                     ptc_diag_quote(diags, ptc_str_make(text.ptr + valid, 1)));
        return false;
    }
    forms->text = ptc_arena_copy(forms->arena, text.ptr, text.len);
    if (forms->text == NULL) {
        ptc_diag_add(diags, PTC_DIAG_EDN_TOO_LARGE, start,
                     "the text needs more memory than is available");
    }
    return forms->text != NULL;
}

static uint32_t edn_read(ptc_forms *forms, size_t *offset, ptc_diags *diags)
{
    ptc_edn_reader reader = {forms, diags, {NULL, NULL, NULL}, 0, false, false};
    const unsigned char *text = (const unsigned char *)forms->text;
    size_t length = forms->source->text.len;
    uint32_t form = 0;

    if (*offset == 0 && length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        *offset = 3;
    reader.lexer.cursor = text + *offset;
    reader.lexer.limit = text + length;
    while (form == 0 && !reader.has_stopped) {
        ptc_edn_token token = ptc_edn_lex(&reader.lexer);

        if (token == PTC_EDN_END) {
            if (reader.open != 0)
                edn_unclosed(&reader);
            break;
        }
        form = edn_take(&reader, token);
    }
    *offset = ptc_edn_offset(&reader, reader.lexer.cursor);
    return form;
}

uint32_t ptc_edn_read(ptc_forms *forms, size_t *offset, ptc_diags *diags)
{
    ptc_diags own;
    size_t errors;
    uint32_t form;

    diags = ptc_diags_given(diags, &own, forms->arena);
    errors = diags->errors;
    diags->source = forms->source;
    if (!edn_prepare(forms, diags)) {
        *offset = forms->source->text.len;
        return 0;
    }
    form = edn_read(forms, offset, diags);
    return diags->errors == errors ? form : 0;
}

uint32_t ptc_edn_read_one(ptc_forms *forms, ptc_diags *diags)
{
    ptc_diags own;
    size_t errors;
    size_t offset = 0;
    size_t behind;
    uint32_t form;
    uint32_t more;

    diags = ptc_diags_given(diags, &own, forms->arena);
    errors = diags->errors;
    form = ptc_edn_read(forms, &offset, diags);
    behind = offset;
    if (diags->errors != errors)
        return 0;
    if (form == 0) {
        ptc_span end = {(uint32_t)offset, (uint32_t)offset};

        ptc_diag_add(diags, PTC_DIAG_EDN_SYNTAX, end, "there is nothing to read");
        return 0;
    }
    more = ptc_edn_read(forms, &behind, diags);
    if (more != 0) {
        ptc_diag_add(diags, PTC_DIAG_EDN_SYNTAX, forms->items[more].span,
                     "found more text after the only form expected");
    }
    return diags->errors == errors ? form : 0;
}
