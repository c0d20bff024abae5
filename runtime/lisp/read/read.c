/* SPDX-License-Identifier: MIT */
/*
 * Programs to forms: the layer between the tokens of edn.re and the compiler.
 *
 * A form is linked to its collection when it begins, so a closing bracket has little left
 * to do. Collections that are open are levels of an array, as many as may be nested;
 * nothing recurses. Reading stops at the first fault. [ptc-lisp 2, 16, 18]
 */
#include "lisp/read/reader.h"

enum { READ_FORMS_FIRST = 4096 }; /* limit on forms to make room for in advance */

/* Prefixes wait: below this bit is the number of forms to drop; the bit itself says that
 * `^` waits for the form it describes. */
#define READ_OWES UINT32_C(0x80000000)

/* --- Forms ------------------------------------------------------------------------- */

/* The links are in the forms, which have moved. */
static void read_move_links(ptc_reader *reader, const ptc_form *old, ptc_form *items)
{
    for (ptc_read_level *level = reader->levels; level <= reader->level; level++) {
        size_t at = (size_t)((const char *)level->link - (const char *)old);

        level->link = (uint32_t *)(void *)((char *)items + at);
    }
}

/* Room for one more form, at least; most programs get it all at once. */
static bool read_grow(ptc_reader *reader)
{
    ptc_forms *forms = reader->edn.forms;
    size_t ahead = forms->source->text.len / 3 + 8;
    size_t need = ahead < READ_FORMS_FIRST ? ahead : READ_FORMS_FIRST;
    ptc_form *old = forms->items;
    void *items = old;

    if (need <= forms->capacity)
        need = forms->count + 1;
    if (!ptc_arena_reserve(forms->arena, &items, &forms->capacity,
                           old != NULL ? forms->count : 0, need, sizeof(ptc_form)))
        return ptc_read_fault_memory(reader);
    forms->items = items;
    if (old != NULL)
        read_move_links(reader, old, items);
    return true;
}

/* Whether a form that begins now is dropped; otherwise it is the one that `^` waits
 * for. */
static bool read_drops(ptc_read_level *level)
{
    if ((level->waits & ~READ_OWES) != 0) {
        level->waits--;
        return true;
    }
    level->waits = 0;
    return false;
}

/* A new form, for which there is room, whose text is the token; linked to its parent. */
PTC_INLINE ptc_form *read_add(ptc_reader *reader, ptc_form_kind kind, unsigned flags)
{
    ptc_forms *forms = reader->edn.forms;
    ptc_read_level *level = reader->level;
    const unsigned char *token = reader->edn.lexer.token;
    uint32_t length = (uint32_t)(reader->edn.lexer.cursor - token);
    ptc_form *form;

    form = &forms->items[forms->count];
    form->kind = (uint8_t)kind;
    form->flags = (uint8_t)flags;
    form->quotes = 0;
    form->count = 0;
    form->child = 0;
    form->next = 0;
    form->span.start = (uint32_t)(token - (const unsigned char *)forms->text);
    form->span.end = form->span.start + length;
    form->text.ptr = (const char *)token;
    form->text.len = length;
    form->number.integer = 0;
    if (PTC_LIKELY(level->waits == 0) || !read_drops(level)) {
        *level->link = (uint32_t)forms->count;
        level->link = &form->next;
        level->count++;
    }
    forms->count++;
    return form;
}

static bool read_open(ptc_reader *reader, ptc_form_kind kind, unsigned flags)
{
    ptc_form *form = read_add(reader, kind, flags);
    ptc_read_level *level = reader->level + 1;

    if (level > reader->levels + PTC_READ_DEPTH_MAX) {
        return ptc_read_fault_here(
            reader, "nested deeper than 64 levels; name parts with let or defn");
    }
    level->link = &form->child;
    level->form = (uint32_t)reader->edn.forms->count - 1;
    level->count = 0;
    level->waits = 0;
    reader->level = level;
    return true;
}

static bool read_close(ptc_reader *reader, ptc_form_kind kind)
{
    ptc_read_level *level = reader->level;
    ptc_form *items = reader->edn.forms->items;
    ptc_form *form = &items[level->form];

    if (PTC_UNLIKELY(level->waits != 0))
        return ptc_read_fault_prefix(reader);
    if (PTC_UNLIKELY(form->kind != kind) &&
        (kind != PTC_FORM_MAP || form->kind != PTC_FORM_SET))
        return ptc_read_fault_closer(reader);
    if (PTC_UNLIKELY(level->count % 2 != 0) && form->kind == PTC_FORM_MAP)
        return ptc_read_fault_map(reader);
    form->count = level->count;
    form->span.end = (uint32_t)(reader->edn.lexer.cursor -
                                (const unsigned char *)reader->edn.forms->text);
    reader->level = level - 1;
    if (PTC_UNLIKELY(form->flags & PTC_FORM_QUOTED))
        return ptc_read_mark(reader, level->form, 0);
    if (level->count == 2 && kind == PTC_FORM_LIST && form->flags == 0 &&
        items[form->child].text.len == sizeof "quote" - 1 &&
        items[form->child].text.ptr[0] == 'q')
        return ptc_read_quote_list(reader, level->form);
    return true;
}

/* --- Atoms ------------------------------------------------------------------------- */

static bool read_symbol(ptc_reader *reader, unsigned flags)
{
    ptc_form *form = read_add(reader, PTC_FORM_SYMBOL, flags);

    form->number.integer = ptc_symbol_hash(form->text);
    reader->names++;
    return true;
}

static bool read_odd_symbol(ptc_reader *reader, unsigned flags)
{
    int found = ptc_read_odd_symbol(reader);

    return found >= 0 && read_symbol(reader, flags | (unsigned)found);
}

static bool read_keyword(ptc_reader *reader)
{
    ptc_form *form = read_add(reader, PTC_FORM_KEYWORD, 0);

    form->text.ptr++;
    form->text.len--;
    reader->names++;
    return true;
}

static bool read_string(ptc_reader *reader)
{
    ptc_form *form = read_add(reader, PTC_FORM_STRING, 0);

    form->text.ptr++;
    form->text.len -= 2;
    return true;
}

/* Strings with escapes, patterns, characters. */
static bool read_text(ptc_reader *reader, ptc_form_kind kind, ptc_str text)
{
    if (reader->diags.errors > 0)
        return false;
    read_add(reader, kind, 0)->text = text;
    return true;
}

static bool read_character(ptc_reader *reader)
{
    ptc_str text = ptc_edn_character(&reader->edn);

    if (reader->diags.errors > 0 && reader->diags.count > 0) {
        ptc_diag_hint(&reader->diags, reader->diags.items,
                      "there are \\newline \\space \\tab \\return \\backspace \\formfeed "
                      "\\uXXXX \\oNNN and single characters");
    }
    return read_text(reader, PTC_FORM_STRING, text);
}

static bool read_number(ptc_reader *reader, ptc_edn_token token)
{
    bool is_whole = token == PTC_EDN_INT || token == PTC_EDN_HEX;
    ptc_form *form = read_add(reader, is_whole ? PTC_FORM_INT : PTC_FORM_FLOAT, 0);

    if (form->text.ptr[0] == '+') {
        form->text.ptr++;
        form->text.len--;
    }
    ptc_edn_number(&reader->edn, token, form);
    if (form->kind == PTC_FORM_OPAQUE)
        return ptc_read_fault_range(reader);
    return reader->diags.errors == 0;
}

static bool read_int(ptc_reader *reader)
{
    const unsigned char *p = reader->edn.lexer.token;
    const unsigned char *end = reader->edn.lexer.cursor;
    int64_t value = 0;
    ptc_form *form;

    if (*p == '-' || *p == '+' || end - p > 18)
        return read_number(reader, PTC_EDN_INT);
    form = read_add(reader, PTC_FORM_INT, 0);
    for (; p < end; p++)
        value = value * 10 + (*p - '0');
    form->number.integer = value;
    return true;
}

static bool read_constant(ptc_reader *reader, ptc_form_kind kind, bool value)
{
    read_add(reader, kind, 0)->number.integer = value;
    return true;
}

/* --- Prefixes ---------------------------------------------------------------------- */

static bool read_prefix(ptc_reader *reader, ptc_program_token token)
{
    ptc_read_level *level = reader->level;

    level->prefix = ptc_edn_span(&reader->edn);
    if (token == PTC_PROGRAM_META && (level->waits & ~READ_OWES) == 0)
        level->waits |= READ_OWES;
    level->waits++;
    return true;
}

/* A token that is a form by itself, or a fault. */
static bool read_atom(ptc_reader *reader, ptc_program_token token, unsigned flags)
{
    switch ((int)token) {
    case PTC_PROGRAM_SYMBOL:
        return read_symbol(reader, flags);
    case PTC_PROGRAM_QUALIFIED:
        return read_symbol(reader, flags | PTC_FORM_QUALIFIED);
    case PTC_PROGRAM_ODD_SYMBOL:
        return read_odd_symbol(reader, flags);
    case PTC_PROGRAM_KEYWORD:
        return read_keyword(reader);
    case PTC_PROGRAM_INT:
        return read_int(reader);
    case PTC_PROGRAM_STRING:
        return read_string(reader);
    case PTC_PROGRAM_NIL:
        return read_constant(reader, PTC_FORM_NIL, false);
    case PTC_PROGRAM_TRUE:
    case PTC_PROGRAM_FALSE:
        return read_constant(reader, PTC_FORM_BOOL, token == PTC_PROGRAM_TRUE);
    case PTC_PROGRAM_HEX:
        return read_number(reader, PTC_EDN_HEX);
    case PTC_PROGRAM_FLOAT:
        return read_number(reader, PTC_EDN_FLOAT);
    case PTC_PROGRAM_RATIO:
        return ptc_read_ratio(reader, read_add(reader, PTC_FORM_INT, 0));
    case PTC_PROGRAM_SPECIAL:
        return read_number(reader, PTC_EDN_SPECIAL);
    case PTC_PROGRAM_ESCAPED:
        return read_text(reader, PTC_FORM_STRING, ptc_edn_string(&reader->edn));
    case PTC_PROGRAM_REGEX:
        return read_text(reader, PTC_FORM_REGEX, ptc_edn_regex(&reader->edn));
    case PTC_PROGRAM_CHARACTER:
        return read_character(reader);
    default:
        return ptc_read_fault_token(reader, token);
    }
}

/* Whether it is the first token of a form other than #( ). */
static bool read_begins_form(ptc_program_token token)
{
    return (token > PTC_PROGRAM_END && token < PTC_PROGRAM_OPEN_SHORT) ||
           (token > PTC_PROGRAM_CLOSE_MAP && token < PTC_PROGRAM_VAR) ||
           token > PTC_PROGRAM_META;
}

/* The form whose first token is the current one. */
static bool read_form(ptc_reader *reader, ptc_program_token token, unsigned flags)
{
    switch ((int)token) {
    case PTC_PROGRAM_OPEN_LIST:
        return read_open(reader, PTC_FORM_LIST, flags);
    case PTC_PROGRAM_OPEN_VECTOR:
        return read_open(reader, PTC_FORM_VECTOR, flags);
    case PTC_PROGRAM_OPEN_MAP:
        return read_open(reader, PTC_FORM_MAP, flags);
    case PTC_PROGRAM_OPEN_SET:
        return read_open(reader, PTC_FORM_SET, flags);
    default:
        return read_atom(reader, token, flags);
    }
}

/* #'name */
static bool read_var(ptc_reader *reader)
{
    ptc_span span = ptc_edn_span(&reader->edn);
    ptc_program_token token = ptc_program_lex(&reader->edn.lexer);

    if (token != PTC_PROGRAM_SYMBOL && token != PTC_PROGRAM_QUALIFIED &&
        token != PTC_PROGRAM_ODD_SYMBOL)
        return ptc_read_fault(reader, span, "`#'` goes before names only; write #'name");
    if (!read_atom(reader, token, 0))
        return false;
    reader->edn.forms->items[reader->edn.forms->count - 1].span.start = span.start;
    return true;
}

/* 'form; a quote before a literal changes nothing except in data. */
static bool read_quoted(ptc_reader *reader)
{
    ptc_span span = ptc_edn_span(&reader->edn);
    ptc_program_token token = ptc_program_lex(&reader->edn.lexer);
    uint16_t quotes = 1;
    ptc_form *form;

    for (; token == PTC_PROGRAM_QUOTE && quotes < PTC_READ_QUOTES_MAX; quotes++)
        token = ptc_program_lex(&reader->edn.lexer);
    if (token == PTC_PROGRAM_OPEN_SHORT)
        return ptc_read_fault(
            reader, span,
            "`#(` makes a function, which is not data; write it without the quote");
    if (!read_begins_form(token))
        return ptc_read_fault(reader, span,
                              "`'` goes before names and data; write 'name or '(1 2)");
    if (!read_form(reader, token, PTC_FORM_QUOTED))
        return false;
    form = &reader->edn.forms->items[reader->edn.forms->count - 1];
    form->span.start = span.start;
    form->quotes = quotes;
    form->flags |= PTC_FORM_QUOTED;
    return true;
}

/* --- Programs ---------------------------------------------------------------------- */

static bool read_end(ptc_reader *reader)
{
    if (reader->level->waits != 0)
        return ptc_read_fault_prefix(reader);
    return reader->level->form == 0 || ptc_read_fault_unclosed(reader);
}

/* Handles any token. */
static bool read_token(ptc_reader *reader, ptc_program_token token)
{
    switch ((int)token) {
    case PTC_PROGRAM_OPEN_LIST:
        return read_open(reader, PTC_FORM_LIST, 0);
    case PTC_PROGRAM_OPEN_SHORT:
        return read_open(reader, PTC_FORM_LIST, PTC_FORM_SHORT);
    case PTC_PROGRAM_OPEN_VECTOR:
        return read_open(reader, PTC_FORM_VECTOR, 0);
    case PTC_PROGRAM_OPEN_MAP:
        return read_open(reader, PTC_FORM_MAP, 0);
    case PTC_PROGRAM_OPEN_SET:
        return read_open(reader, PTC_FORM_SET, 0);
    case PTC_PROGRAM_CLOSE_LIST:
        return read_close(reader, PTC_FORM_LIST);
    case PTC_PROGRAM_CLOSE_VECTOR:
        return read_close(reader, PTC_FORM_VECTOR);
    case PTC_PROGRAM_CLOSE_MAP:
        return read_close(reader, PTC_FORM_MAP);
    case PTC_PROGRAM_DISCARD:
    case PTC_PROGRAM_META:
        return read_prefix(reader, token);
    case PTC_PROGRAM_VAR:
        return read_var(reader);
    case PTC_PROGRAM_QUOTE:
        return read_quoted(reader);
    default:
        return read_atom(reader, token, 0);
    }
}

/* --- The short way ----------------------------------------------------------------- */

/*
 * Most of a program are brackets, plain names and keywords. One table and a few
 * comparisons recognise them in a fraction of the lexer's time; everything else is left
 * to the lexer, which must agree on these.
 */
enum {
    READ_LABEL = 1, /* allowed in keywords */
    READ_INNER = 2, /* allowed in names */
    READ_FIRST = 4, /* may begin them, whatever follows */
    READ_BLANK = 8,
    READ_END = 16, /* ends a word; a character without a bit here is part of a word but
                      not of a name */
};

/* clang-format off */
#define E READ_END
#define B (READ_END | READ_BLANK)
#define A (READ_LABEL | READ_INNER | READ_FIRST)
#define D (READ_LABEL | READ_INNER)
#define F (READ_INNER | READ_FIRST)
#define I READ_INNER
static const uint8_t read_classes[256] = {
    E, E, E, E, E, E, E, E, E, B, B, E, E, B, E, E,
    E, E, E, E, E, E, E, E, E, E, E, E, E, E, E, E,
/*  sp !  "  #  $  %  &  '  (  )  *  +  ,  -  .  / */
    B, A, E, 0, F, F, F, I, E, E, A, D, B, D, I, 0,
    D, D, D, D, D, D, D, D, D, D, 0, E, A, A, A, A, /* 0-9 : ; < = > ? */
    E, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, /* @ A-O */
    A, A, A, A, A, A, A, A, A, A, A, E, E, E, E, A, /* P-Z [ \ ] ^ _ */
    E, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, /* ` a-o */
    A, A, A, A, A, A, A, A, A, A, A, E, 0, E, E, E, /* p-z { | } ~ DEL */
};
#undef E
#undef B
#undef A
#undef D
#undef F
#undef I
/* clang-format on */

/* nil, true, false may begin like this. */
static bool read_may_be_literal(const unsigned char *word, size_t length)
{
    return length >= 3 && length <= 5 && (*word == 'n' || *word == 't' || *word == 'f');
}

/* The token at lexer->token if it is a plain name, keyword or small number; else END. */
PTC_INLINE ptc_program_token read_plain_word(ptc_edn_lexer *lexer)
{
    const unsigned char *start = lexer->token;
    const unsigned char *end = start + 1;
    unsigned first = read_classes[*start];
    ptc_program_token token = PTC_PROGRAM_SYMBOL;

    if (first & READ_FIRST) {
        while (read_classes[*end] & READ_INNER)
            end++;
        if (read_may_be_literal(start, (size_t)(end - start)))
            return PTC_PROGRAM_END;
    } else if (*start == ':') {
        while (read_classes[*end] & READ_LABEL)
            end++;
        token = end - start > 1 ? PTC_PROGRAM_KEYWORD : PTC_PROGRAM_END;
    } else if (*start >= '0' && *start <= '9') {
        token = PTC_PROGRAM_INT; /* of one digit */
    } else if (*start != '+' && *start != '-') {
        return PTC_PROGRAM_END;
    }
    lexer->cursor = end;
    return read_classes[*end] & READ_END ? token : PTC_PROGRAM_END;
}

static bool read_next(ptc_reader *reader, bool *is_end)
{
    ptc_edn_lexer *lexer = &reader->edn.lexer;
    ptc_program_token token;
    const unsigned char *p = lexer->cursor;

    while (read_classes[*p] & READ_BLANK)
        p++;
    lexer->token = p;
    lexer->cursor = p + 1;
    switch (*p) {
    case '(':
        return read_open(reader, PTC_FORM_LIST, 0);
    case ')':
        return read_close(reader, PTC_FORM_LIST);
    case '[':
        return read_open(reader, PTC_FORM_VECTOR, 0);
    case ']':
        return read_close(reader, PTC_FORM_VECTOR);
    default:
        break;
    }
    token = read_plain_word(lexer);
    if (token == PTC_PROGRAM_SYMBOL)
        return read_symbol(reader, 0);
    if (token == PTC_PROGRAM_KEYWORD)
        return read_keyword(reader);
    if (token == PTC_PROGRAM_INT)
        return read_int(reader);
    lexer->cursor = p;
    token = ptc_program_lex(lexer);
    *is_end = token == PTC_PROGRAM_END;
    return *is_end ? read_end(reader) : read_token(reader, token);
}

/* No token makes more than one form. */
static bool read_tokens(ptc_reader *reader)
{
    const ptc_forms *forms = reader->edn.forms;
    bool is_end = false;

    while (!is_end) {
        if (PTC_UNLIKELY(forms->count >= forms->capacity) && !read_grow(reader))
            return false;
        if (PTC_UNLIKELY(!read_next(reader, &is_end)))
            return false;
    }
    return true;
}

/* Copies and checks the text. */
static bool read_prepare(ptc_reader *reader)
{
    ptc_forms *forms = reader->edn.forms;
    ptc_str text = forms->source->text;
    size_t valid = ptc_utf8_check(text.ptr, text.len);
    const char *nul = text.len ? memchr(text.ptr, '\0', text.len) : NULL;
    uint32_t start = (uint32_t)(nul != NULL ? (size_t)(nul - text.ptr) : valid);
    ptc_span byte = {start, start + 1};

    if (nul != NULL) {
        return ptc_read_fault(reader, byte,
                              "a NUL byte; leave it out, or write \\u0000 in a string");
    }
    if (valid < text.len) {
        ptc_diag_add(&reader->diags, PTC_DIAG_EDN_ENCODING, byte,
                     "invalid UTF-8: byte %s; programs are UTF-8",
                     ptc_diag_quote(&reader->diags, ptc_str_make(text.ptr + valid, 1)));
        return false;
    }
    if (forms->text == NULL)
        forms->text = ptc_arena_copy(forms->arena, text.ptr, text.len);
    if (forms->text == NULL)
        return ptc_read_fault_memory(reader);
    reader->edn.lexer.token = (const unsigned char *)forms->text;
    reader->edn.lexer.cursor = reader->edn.lexer.token;
    if (text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0)
        reader->edn.lexer.cursor += 3;
    reader->edn.lexer.limit = reader->edn.lexer.token + text.len;
    if (forms->items == NULL && !read_grow(reader))
        return false;
    memset(forms->items, 0, sizeof *forms->items);
    reader->level->link = &forms->items->child;
    return true;
}

/* Moves the chain of top-level forms to an array. */
static bool read_roots(ptc_reader *reader, uint32_t **roots, uint32_t *count)
{
    ptc_form *items = reader->edn.forms->items;
    uint32_t root = items[0].child;

    *count = reader->level->count;
    *roots = ptc_arena_alloc(reader->edn.forms->arena, *count * sizeof **roots);
    if (*roots == NULL)
        return ptc_read_fault_memory(reader);
    for (uint32_t i = 0; i < *count; i++) {
        uint32_t next = items[root].next;

        (*roots)[i] = root;
        items[root].next = 0;
        root = next;
    }
    return true;
}

/* --- Public ------------------------------------------------------------------------ */

static bool read_fail(const ptc_reader *reader, ptc_lisp_error *error)
{
    ptc_read_describe(reader, error);
    return false;
}

bool ptc_lisp_read(ptc_lisp *lisp, ptc_forms *forms, uint32_t **roots,
                   uint32_t *root_count, ptc_lisp_error *error)
{
    ptc_reader reader;

    *roots = NULL;
    *root_count = 0;
    if (forms->source->text.len > PTC_READ_SIZE_MAX) {
        *error = (ptc_lisp_error){
            .reason = PTC_REASON_PROGRAM_TOO_LARGE,
            .message =
                PTC_STR("the program is larger than 1000000 "
                        "bytes; pass data as ctx instead of writing it in the program")};
        return false;
    }
    ptc_diags_init(&reader.diags, forms->arena);
    reader.diags.limit = 1;
    reader.diags.source = forms->source;
    reader.edn =
        (ptc_edn_reader){forms, &reader.diags, {NULL, NULL, NULL}, 0, false, true};
    reader.start = lisp != NULL ? lisp->start : (ptc_position){1, 1};
    reader.names = 0;
    reader.has_many_names = false;
    reader.level = reader.levels;
    memset(reader.levels, 0, sizeof *reader.levels);
    return (read_prepare(&reader) && read_tokens(&reader) &&
            ptc_read_check_names(&reader, lisp != NULL ? lisp->seed : 1) &&
            read_roots(&reader, roots, root_count)) ||
           read_fail(&reader, error);
}
