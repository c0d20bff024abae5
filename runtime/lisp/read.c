/* SPDX-License-Identifier: MIT */
/*
 * Programs to forms: what stands between the tokens of edn.re and the compiler.
 *
 * A form is linked to the collection around it when it begins, so a closing bracket has
 * little left to do. Collections that are open are levels of an array, as many as may be
 * nested; nothing recurses. Reading stops at the first fault. [ptc-lisp 2, 16, 18]
 */
#include "lisp/lisp_int.h"

enum {
    READ_SIZE_MAX = 1000000,
    READ_DEPTH_MAX = 64,
    READ_NAMES_MAX = 10000,  /* symbols and keywords, all different */
    READ_FORMS_FIRST = 4096, /* most forms to make room for ahead */
};

#define READ_INT_MESSAGE "integer literal out of range"

/* Prefixes wait: below this bit are forms to drop, the bit itself says that `^` waits for
 * the form it describes. */
#define READ_OWES UINT32_C(0x80000000)

/* A collection that is open. */
typedef struct read_level {
    uint32_t form; /* 0: the program */
    uint32_t last; /* its last child, 0: none */
    uint32_t count;
    uint32_t waits;
    ptc_span prefix; /* the last one */
} read_level;

typedef struct read_reader {
    ptc_edn_reader edn;
    ptc_diags diags;
    read_level *level; /* the innermost */
    size_t names;      /* symbols and keywords so far, the same ones counted again */
    bool has_many_names;
    read_level levels[READ_DEPTH_MAX + 1];
} read_reader;

/* --- Faults of structure ----------------------------------------------------------- */

static const char *read_bracket(const ptc_form *form)
{
    switch ((int)form->kind) {
    case PTC_FORM_VECTOR:
        return "[";
    case PTC_FORM_MAP:
        return "{";
    case PTC_FORM_SET:
        return "#{";
    default:
        return form->flags & PTC_FORM_SHORT ? "#(" : "(";
    }
}

static char read_closer(const ptc_form *form)
{
    return form->kind == PTC_FORM_LIST ? ')' : form->kind == PTC_FORM_VECTOR ? ']' : '}';
}

static bool read_fault(read_reader *reader, ptc_span span, const char *message)
{
    ptc_diag_add(&reader->diags, PTC_DIAG_EDN_SYNTAX, span, "%s", message);
    return false;
}

static bool read_fault_here(read_reader *reader, const char *message)
{
    return read_fault(reader, ptc_edn_span(&reader->edn), message);
}

static bool read_fault_memory(read_reader *reader)
{
    ptc_edn_too_large(&reader->edn);
    return false;
}

/* A prefix at the end of what is open. */
static bool read_fault_prefix(read_reader *reader)
{
    ptc_span span = reader->level->prefix;
    const char *text = reader->edn.forms->text + span.start;

    ptc_diag_add(&reader->diags, PTC_DIAG_EDN_SYNTAX, span,
                 "nothing follows `%.*s` that it could belong to",
                 (int)(span.end - span.start), text);
    return false;
}

/* The program ends within a collection. */
static bool read_fault_unclosed(read_reader *reader)
{
    const ptc_form *items = reader->edn.forms->items;
    const ptc_form *open = &items[reader->level->form];
    ptc_span span = {open->span.start, open->span.start + 1};
    char closers[READ_DEPTH_MAX];
    int count = 0;

    for (const read_level *level = reader->level; level->form != 0; level--)
        closers[count++] = read_closer(&items[level->form]);
    ptc_diag_add(&reader->diags, PTC_DIAG_EDN_UNCLOSED, span,
                 "`%s` is never closed; if nothing is missing before, end with `%.*s`",
                 read_bracket(open), count, closers);
    return false;
}

/* A closing bracket that does not close the innermost collection. */
static bool read_fault_closer(read_reader *reader)
{
    const ptc_form *open = &reader->edn.forms->items[reader->level->form];
    char closer = (char)*reader->edn.lexer.token;
    ptc_source source = *reader->edn.forms->source;
    ptc_position at;

    if (reader->level->form == 0) {
        ptc_diag_add(&reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(&reader->edn),
                     "unbalanced `%c`; nothing is open there, first", closer);
        return false;
    }
    at = ptc_source_position(&source, open->span.start);
    ptc_diag_add(
        &reader->diags, PTC_DIAG_EDN_SYNTAX, ptc_edn_span(&reader->edn),
        "`%c` does not close the `%s` of line %zu, column %zu; close that with `%c`",
        closer, read_bracket(open), at.line, at.column, read_closer(open));
    return false;
}

static bool read_fault_map(read_reader *reader)
{
    const ptc_form *key = &reader->edn.forms->items[reader->level->last];
    ptc_str text = ptc_str_make(reader->edn.forms->text + key->span.start,
                                key->span.end - key->span.start);

    ptc_diag_add(&reader->diags, PTC_DIAG_EDN_SYNTAX, key->span,
                 "a map needs an even number of forms; the key %s has no value",
                 ptc_diag_quote(&reader->diags, text));
    return false;
}

/* --- Forms ------------------------------------------------------------------------- */

/* Room for one more form, at least; most programs get it all at once. */
static bool read_grow(read_reader *reader)
{
    ptc_forms *forms = reader->edn.forms;
    size_t ahead = forms->source->text.len / 3 + 8;
    size_t need = ahead < READ_FORMS_FIRST ? ahead : READ_FORMS_FIRST;
    void *items = forms->items;

    if (need <= forms->capacity)
        need = forms->count + 1;
    if (!ptc_arena_reserve(forms->arena, &items, &forms->capacity,
                           forms->items ? forms->count : 0, need, sizeof(ptc_form)))
        return read_fault_memory(reader);
    forms->items = items;
    return true;
}

/* Whether a form that begins now is dropped; else what `^` waits for is there. */
static bool read_drops(read_level *level)
{
    if ((level->waits & ~READ_OWES) != 0) {
        level->waits--;
        return true;
    }
    level->waits = 0;
    return false;
}

/* A new form whose text is the token, linked to where it belongs. NULL when refused. */
PTC_INLINE ptc_form *read_add(read_reader *reader, ptc_form_kind kind, unsigned flags)
{
    ptc_forms *forms = reader->edn.forms;
    read_level *level = reader->level;
    const unsigned char *token = reader->edn.lexer.token;
    uint32_t start = (uint32_t)(token - (const unsigned char *)forms->text);
    uint32_t length = (uint32_t)(reader->edn.lexer.cursor - token);
    uint32_t index;
    ptc_form *form;

    if (PTC_UNLIKELY(forms->count >= forms->capacity) && !read_grow(reader))
        return NULL;
    index = (uint32_t)forms->count++;
    form = &forms->items[index];
    form->kind = (uint8_t)kind;
    form->flags = (uint8_t)flags;
    form->count = 0;
    form->child = 0;
    form->next = 0;
    form->span.start = start;
    form->span.end = start + length;
    form->text.ptr = (const char *)token;
    form->text.len = length;
    form->number.integer = 0;
    if (PTC_UNLIKELY(level->waits != 0) && read_drops(level))
        return form;
    if (level->last)
        forms->items[level->last].next = index;
    else
        forms->items[level->form].child = index;
    level->last = index;
    level->count++;
    return form;
}

static bool read_open(read_reader *reader, ptc_form_kind kind, unsigned flags)
{
    ptc_form *form = read_add(reader, kind, flags);
    read_level *level = reader->level + 1;

    if (!form)
        return false;
    if (level > reader->levels + READ_DEPTH_MAX) {
        return read_fault_here(
            reader, "nested deeper than 64 levels; name parts with let or defn");
    }
    level->form = (uint32_t)(form - reader->edn.forms->items);
    level->last = 0;
    level->count = 0;
    level->waits = 0;
    reader->level = level;
    return true;
}

/* (quote name) is what 'name is; the list becomes the name. */
static void read_quote_list(ptc_form *items, ptc_form *list)
{
    const ptc_form *head = &items[list->child];
    const ptc_form *name = &items[head->next];

    if (head->kind != PTC_FORM_SYMBOL || head->flags != 0 ||
        !ptc_str_equal(head->text, PTC_STR("quote")) || name->kind != PTC_FORM_SYMBOL ||
        name->flags & PTC_FORM_QUOTED)
        return;
    list->kind = PTC_FORM_SYMBOL;
    list->flags = name->flags | PTC_FORM_QUOTED;
    list->count = 0;
    list->child = 0;
    list->text = name->text;
    list->number = name->number;
}

static bool read_close(read_reader *reader, ptc_form_kind kind)
{
    read_level *level = reader->level;
    ptc_form *items = reader->edn.forms->items;
    ptc_form *form = &items[level->form];

    if (PTC_UNLIKELY(level->waits != 0))
        return read_fault_prefix(reader);
    if (PTC_UNLIKELY(form->kind != kind) &&
        (kind != PTC_FORM_MAP || form->kind != PTC_FORM_SET))
        return read_fault_closer(reader);
    if (PTC_UNLIKELY(level->count % 2 != 0) && form->kind == PTC_FORM_MAP)
        return read_fault_map(reader);
    form->count = level->count;
    form->span.end = ptc_edn_span(&reader->edn).end;
    reader->level = level - 1;
    if (level->count == 2 && kind == PTC_FORM_LIST && form->flags == 0)
        read_quote_list(items, form);
    return true;
}

/* --- Atoms ------------------------------------------------------------------------- */

static bool read_symbol(read_reader *reader, unsigned flags)
{
    ptc_form *form = read_add(reader, PTC_FORM_SYMBOL, flags);

    if (!form)
        return false;
    form->number.integer = ptc_symbol_hash(form->text);
    reader->names++;
    return true;
}

static bool read_odd_symbol(read_reader *reader, unsigned flags)
{
    int found = ptc_read_odd_symbol(&reader->edn);

    return found >= 0 && read_symbol(reader, flags | (unsigned)found);
}

static bool read_keyword(read_reader *reader)
{
    ptc_form *form = read_add(reader, PTC_FORM_KEYWORD, 0);

    if (!form)
        return false;
    form->text.ptr++;
    form->text.len--;
    reader->names++;
    return true;
}

static bool read_string(read_reader *reader)
{
    ptc_form *form = read_add(reader, PTC_FORM_STRING, 0);

    if (!form)
        return false;
    form->text.ptr++;
    form->text.len -= 2;
    return true;
}

/* Strings with escapes, patterns, characters. */
static bool read_text(read_reader *reader, ptc_form_kind kind, ptc_str text)
{
    ptc_form *form;

    if (reader->diags.errors > 0)
        return false;
    form = read_add(reader, kind, 0);
    if (form)
        form->text = text;
    return form != NULL;
}

static bool read_character(read_reader *reader)
{
    ptc_str text = ptc_edn_character(&reader->edn);

    if (reader->diags.errors > 0 && reader->diags.count > 0) {
        ptc_diag_hint(&reader->diags, reader->diags.items,
                      "there are \\newline \\space \\tab \\return \\backspace \\formfeed "
                      "\\uXXXX and single characters");
    }
    return read_text(reader, PTC_FORM_STRING, text);
}

static bool read_number(read_reader *reader, ptc_edn_token token)
{
    bool is_whole = token == PTC_EDN_INT || token == PTC_EDN_HEX;
    ptc_form *form = read_add(reader, is_whole ? PTC_FORM_INT : PTC_FORM_FLOAT, 0);

    if (!form)
        return false;
    if (form->text.ptr[0] == '+') {
        form->text.ptr++;
        form->text.len--;
    }
    ptc_edn_number(&reader->edn, token, form);
    if (form->kind == PTC_FORM_OPAQUE) {
        return read_fault_here(reader,
                               READ_INT_MESSAGE "; from -9223372036854775808 to "
                                                "9223372036854775807, or write a float");
    }
    return reader->diags.errors == 0;
}

static bool read_int(read_reader *reader)
{
    const unsigned char *p = reader->edn.lexer.token;
    const unsigned char *end = reader->edn.lexer.cursor;
    int64_t value = 0;
    ptc_form *form;

    if (*p == '-' || *p == '+' || end - p > 18)
        return read_number(reader, PTC_EDN_INT);
    form = read_add(reader, PTC_FORM_INT, 0);
    if (!form)
        return false;
    for (; p < end; p++)
        value = value * 10 + (*p - '0');
    form->number.integer = value;
    return true;
}

static bool read_constant(read_reader *reader, ptc_form_kind kind, bool value)
{
    ptc_form *form = read_add(reader, kind, 0);

    if (form)
        form->number.integer = value;
    return form != NULL;
}

/* --- Prefixes ---------------------------------------------------------------------- */

static void read_prefix(read_reader *reader, ptc_program_token token)
{
    read_level *level = reader->level;

    level->prefix = ptc_edn_span(&reader->edn);
    if (token == PTC_PROGRAM_META && (level->waits & ~READ_OWES) == 0)
        level->waits |= READ_OWES;
    level->waits++;
}

/* A token that is a form by itself, or a fault. */
static bool read_atom(read_reader *reader, ptc_program_token token, unsigned flags)
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
    case PTC_PROGRAM_SPECIAL:
        return read_number(reader, PTC_EDN_SPECIAL);
    case PTC_PROGRAM_ESCAPED:
        return read_text(reader, PTC_FORM_STRING, ptc_edn_string(&reader->edn));
    case PTC_PROGRAM_REGEX:
        return read_text(reader, PTC_FORM_REGEX, ptc_edn_regex(&reader->edn));
    case PTC_PROGRAM_CHARACTER:
        return read_character(reader);
    default:
        ptc_read_bad_token(&reader->edn, token);
        return false;
    }
}

/* 'name and #'name; a quote before a literal changes nothing. */
static bool read_quoted(read_reader *reader, ptc_program_token prefix)
{
    ptc_span span = ptc_edn_span(&reader->edn);
    ptc_program_token token = ptc_program_lex(&reader->edn.lexer);
    bool is_name = token == PTC_PROGRAM_SYMBOL || token == PTC_PROGRAM_QUALIFIED ||
                   token == PTC_PROGRAM_ODD_SYMBOL;
    bool is_var = prefix == PTC_PROGRAM_VAR;

    if (is_var && !is_name)
        return read_fault(reader, span, "`#'` stands before names only; write #'name");
    if (token <= PTC_PROGRAM_OPEN_SHORT && token != PTC_PROGRAM_END) {
        return read_fault(reader, span,
                          "quoted collections are not supported; write a vector [1 2] "
                          "without the quote");
    }
    if (token == PTC_PROGRAM_END ||
        (token >= PTC_PROGRAM_CLOSE_LIST && token <= PTC_PROGRAM_CLOSE_MAP) ||
        (token >= PTC_PROGRAM_VAR && token <= PTC_PROGRAM_META))
        return read_fault(reader, span, "`'` stands before names only; write 'name");
    if (!read_atom(reader, token, is_var ? 0 : PTC_FORM_QUOTED))
        return false;
    reader->edn.forms->items[reader->edn.forms->count - 1].span.start = span.start;
    return true;
}

/* --- Programs ---------------------------------------------------------------------- */

static bool read_end(read_reader *reader)
{
    if (reader->level->waits != 0)
        return read_fault_prefix(reader);
    return reader->level->form == 0 || read_fault_unclosed(reader);
}

static bool read_tokens(read_reader *reader)
{
    for (;;) {
        ptc_program_token token = ptc_program_lex(&reader->edn.lexer);
        bool goes_on;

        switch ((int)token) {
        case PTC_PROGRAM_END:
            return read_end(reader);
        case PTC_PROGRAM_OPEN_LIST:
            goes_on = read_open(reader, PTC_FORM_LIST, 0);
            break;
        case PTC_PROGRAM_OPEN_SHORT:
            goes_on = read_open(reader, PTC_FORM_LIST, PTC_FORM_SHORT);
            break;
        case PTC_PROGRAM_OPEN_VECTOR:
            goes_on = read_open(reader, PTC_FORM_VECTOR, 0);
            break;
        case PTC_PROGRAM_OPEN_MAP:
            goes_on = read_open(reader, PTC_FORM_MAP, 0);
            break;
        case PTC_PROGRAM_OPEN_SET:
            goes_on = read_open(reader, PTC_FORM_SET, 0);
            break;
        case PTC_PROGRAM_CLOSE_LIST:
            goes_on = read_close(reader, PTC_FORM_LIST);
            break;
        case PTC_PROGRAM_CLOSE_VECTOR:
            goes_on = read_close(reader, PTC_FORM_VECTOR);
            break;
        case PTC_PROGRAM_CLOSE_MAP:
            goes_on = read_close(reader, PTC_FORM_MAP);
            break;
        case PTC_PROGRAM_DISCARD:
        case PTC_PROGRAM_META:
            read_prefix(reader, token);
            goes_on = true;
            break;
        case PTC_PROGRAM_QUOTE:
        case PTC_PROGRAM_VAR:
            goes_on = read_quoted(reader, token);
            break;
        default:
            goes_on = read_atom(reader, token, 0);
            break;
        }
        if (PTC_UNLIKELY(!goes_on))
            return false;
    }
}

/* Copies and checks the text. */
static bool read_prepare(read_reader *reader)
{
    ptc_forms *forms = reader->edn.forms;
    ptc_str text = forms->source->text;
    size_t valid = ptc_utf8_check(text.ptr, text.len);
    const char *nul = text.len ? memchr(text.ptr, '\0', text.len) : NULL;
    uint32_t start = (uint32_t)(nul ? (size_t)(nul - text.ptr) : valid);
    ptc_span byte = {start, start + 1};

    if (nul) {
        return read_fault(reader, byte,
                          "a NUL byte; leave it out, or write \\u0000 in a string");
    }
    if (valid < text.len) {
        ptc_diag_add(&reader->diags, PTC_DIAG_EDN_ENCODING, byte,
                     "invalid UTF-8: byte %s; programs are UTF-8",
                     ptc_diag_quote(&reader->diags, ptc_str_make(text.ptr + valid, 1)));
        return false;
    }
    if (!forms->text)
        forms->text = ptc_arena_copy(forms->arena, text.ptr, text.len);
    if (!forms->text)
        return read_fault_memory(reader);
    reader->edn.lexer.token = (const unsigned char *)forms->text;
    reader->edn.lexer.cursor = reader->edn.lexer.token;
    if (text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0)
        reader->edn.lexer.cursor += 3;
    reader->edn.lexer.limit = reader->edn.lexer.token + text.len;
    if (!forms->items && !read_grow(reader))
        return false;
    memset(forms->items, 0, sizeof *forms->items);
    return true;
}

/* Moves the chain of top-level forms to an array. */
static bool read_roots(read_reader *reader, uint32_t **roots, uint32_t *count)
{
    ptc_form *items = reader->edn.forms->items;
    uint32_t root = items[0].child;

    *count = reader->level->count;
    *roots = ptc_arena_alloc(reader->edn.forms->arena, *count * sizeof **roots);
    if (!*roots)
        return read_fault_memory(reader);
    for (uint32_t i = 0; i < *count; i++) {
        uint32_t next = items[root].next;

        (*roots)[i] = root;
        items[root].next = 0;
        root = next;
    }
    return true;
}

/* --- The limit of names ------------------------------------------------------------ */

enum { READ_TABLE_SIZE = 32768 }; /* a power of two above READ_NAMES_MAX */

/* Programs must not be able to choose names that meet in the table. */
static uint32_t read_name_hash(const ptc_form *form, uint64_t seed)
{
    uint64_t hash = seed ^ form->kind;

    for (size_t i = 0; i < form->text.len; i++) {
        hash = (hash ^ (unsigned char)form->text.ptr[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 32);
}

static bool read_is_same_name(const ptc_form *a, const ptc_form *b)
{
    return a->kind == b->kind && ptc_str_equal(a->text, b->text);
}

/* Whether the program has no more different symbols and keywords than it may. */
static bool read_count_names(const ptc_forms *forms, uint32_t *table, uint64_t seed)
{
    size_t found = 0;

    for (uint32_t i = 1; i < forms->count; i++) {
        const ptc_form *form = &forms->items[i];
        uint32_t at;

        if (form->kind != PTC_FORM_SYMBOL && form->kind != PTC_FORM_KEYWORD)
            continue;
        at = read_name_hash(form, seed) % READ_TABLE_SIZE;
        while (table[at] && !read_is_same_name(&forms->items[table[at]], form))
            at = (at + 1) % READ_TABLE_SIZE;
        if (!table[at] && ++found > READ_NAMES_MAX)
            return false;
        table[at] = i;
    }
    return true;
}

/* Looks at the names only when there are enough of them. */
static bool read_check_names(read_reader *reader, uint64_t seed)
{
    ptc_arena *arena = reader->edn.forms->arena;
    ptc_arena_mark mark = ptc_arena_place(arena);
    ptc_span start = {0, 0};
    uint32_t *table;
    bool is_fine;

    if (reader->names <= READ_NAMES_MAX)
        return true;
    table = ptc_arena_array(arena, READ_TABLE_SIZE, sizeof *table);
    if (!table)
        return read_fault_memory(reader);
    is_fine = read_count_names(reader->edn.forms, table, seed);
    ptc_arena_rewind(arena, mark);
    reader->has_many_names = !is_fine;
    return is_fine || read_fault(reader, start, "");
}

/* --- Public ------------------------------------------------------------------------ */

/* "Parse error: WHAT; HINT, at line L, column C" */
static void read_describe(const read_reader *reader, ptc_lisp_error *error)
{
    const ptc_diag *diag = reader->diags.items;
    ptc_position at;
    ptc_text text;

    at = ptc_source_position(reader->edn.forms->source, diag->span.start);
    error->line = at.line;
    error->column = at.column;
    error->offset = diag->span.start;
    ptc_text_init(&text, reader->edn.forms->arena);
    ptc_text_cstr(&text, "Parse error: ");
    ptc_text_str(&text, diag->message);
    if (diag->hint.len > 0) {
        ptc_text_cstr(&text, "; ");
        ptc_text_str(&text, diag->hint);
    }
    ptc_text_cstr(&text, " at line ");
    ptc_text_uint(&text, at.line);
    ptc_text_cstr(&text, ", column ");
    ptc_text_uint(&text, at.column);
    if (!text.failed)
        error->message = text.ptr;
}

static bool read_fail(const read_reader *reader, ptc_lisp_error *error)
{
    *error = (ptc_lisp_error){PTC_REASON_PARSE, "Parse error", 0, 0, 0};
    if (reader->has_many_names) {
        error->reason = PTC_REASON_SYMBOL_LIMIT;
        error->message =
            "more than 10000 different symbols and keywords; use strings for "
            "data, or fewer names";
    } else if (reader->edn.has_stopped || reader->diags.count == 0) {
        error->reason = PTC_REASON_MEMORY;
        error->message = "the program needs more memory to read than there is";
    } else {
        read_describe(reader, error);
    }
    return false;
}

bool ptc_lisp_read(ptc_lisp *lisp, ptc_forms *forms, uint32_t **roots,
                   uint32_t *root_count, ptc_lisp_error *error)
{
    read_reader reader;

    *roots = NULL;
    *root_count = 0;
    if (forms->source->text.len > READ_SIZE_MAX) {
        *error =
            (ptc_lisp_error){PTC_REASON_PROGRAM_TOO_LARGE,
                             "the program is larger than 1000000 bytes; pass data as "
                             "ctx instead of writing it down",
                             0, 0, 0};
        return false;
    }
    ptc_diags_init(&reader.diags, forms->arena);
    reader.diags.limit = 1;
    reader.diags.source = forms->source;
    reader.edn =
        (ptc_edn_reader){forms, &reader.diags, {NULL, NULL, NULL}, 0, false, true};
    reader.names = 0;
    reader.has_many_names = false;
    reader.level = reader.levels;
    memset(reader.levels, 0, sizeof *reader.levels);
    return (read_prepare(&reader) && read_tokens(&reader) &&
            read_check_names(&reader, lisp ? lisp->seed : 1) &&
            read_roots(&reader, roots, root_count)) ||
           read_fail(&reader, error);
}
