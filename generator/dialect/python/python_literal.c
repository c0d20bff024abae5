/* SPDX-License-Identifier: MIT */
/* Literals of Python as forms: numbers, strings, lists, dicts. */
#include "generator/dialect/python/python_int.h"

/* --- Forms -------------------------------------------------------------------------- */

static uint32_t literal_form(ptcc_python_reader *cx, ptc_form_kind kind, ptc_span span)
{
    uint32_t form = 0;

    if (cx->forms->count > PTCC_DEFINITION_NODES) {
        if (!cx->is_stopped)
            ptc_diag_add(cx->diags, PTC_DIAG_DEFINITION_TOO_LARGE, span,
                         "there are more than %d names and values in the definitions",
                         (int)PTCC_DEFINITION_NODES);
        cx->is_stopped = true;
        return 0;
    }
    form = ptc_form_add(cx->forms, kind, span);
    cx->is_refused = cx->is_refused || form == 0;
    return form;
}

uint32_t ptcc_python_string_form(ptcc_python_reader *cx, ptc_str text, ptc_span span)
{
    uint32_t form = literal_form(cx, PTC_FORM_STRING, span);

    if (form != 0)
        cx->forms->items[form].text = text;
    return form;
}

ptcc_python_map ptcc_python_open_form(ptcc_python_reader *cx, ptc_form_kind kind,
                                      ptc_span span)
{
    return (ptcc_python_map){literal_form(cx, kind, span), 0};
}

void ptcc_python_add(ptcc_python_reader *cx, ptcc_python_map *map, uint32_t child)
{
    ptc_form *items = cx->forms->items;

    if (map->form == 0 || child == 0)
        return;
    if (map->last != 0)
        items[map->last].next = child;
    else
        items[map->form].child = child;
    items[child].next = 0; /* it may come from another map */
    items[map->form].count++;
    map->last = child;
}

void ptcc_python_put(ptcc_python_reader *cx, ptcc_python_map *map, const char *key,
                     ptc_span span, uint32_t value)
{
    uint32_t name = value != 0 ? ptcc_python_string_form(cx, ptc_str_of(key), span) : 0;

    if (name == 0)
        return;
    ptcc_python_add(cx, map, name);
    ptcc_python_add(cx, map, value);
}

/* --- Numbers ------------------------------------------------------------------------ */

static int literal_digit(char byte)
{
    return byte >= '0' && byte <= '9'   ? byte - '0'
           : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
           : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                        : -1;
}

/* The spelling of a number as JSON has it: without `_`, with digits around the point. */
static ptc_str literal_spelling(ptcc_python_reader *cx, ptc_str text, bool is_negative)
{
    ptc_text out;

    ptc_text_init(&out, cx->arena);
    if (is_negative)
        ptc_text_byte(&out, '-');
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '_')
            continue;
        if (text.ptr[i] == '.' && i == 0)
            ptc_text_byte(&out, '0');
        ptc_text_byte(&out, text.ptr[i]);
        if (text.ptr[i] == '.' &&
            (i + 1 == text.len || literal_digit(text.ptr[i + 1]) < 0 ||
             text.ptr[i + 1] == 'e' || text.ptr[i + 1] == 'E'))
            ptc_text_byte(&out, '0');
    }
    cx->is_refused = cx->is_refused || out.failed;
    return ptc_text_view(&out);
}

/* 0x.., 0o.., 0b..; false when int64 does not hold it. */
static bool literal_based(ptc_str text, bool is_negative, int64_t *out)
{
    uint64_t base = text.ptr[1] == 'x' || text.ptr[1] == 'X'   ? 16
                    : text.ptr[1] == 'o' || text.ptr[1] == 'O' ? 8
                                                               : 2;
    uint64_t most = (uint64_t)INT64_MAX + (is_negative ? 1 : 0);
    uint64_t value = 0;

    for (size_t i = 2; i < text.len; i++) {
        uint64_t digit = (uint64_t)literal_digit(text.ptr[i]);

        if (text.ptr[i] == '_')
            continue;
        if (value > (most - digit) / base)
            return false;
        value = value * base + digit;
    }
    *out = !is_negative ? (int64_t)value : value == 0 ? 0 : -(int64_t)(value - 1) - 1;
    return true;
}

/* Of a number, whose sign is not in `number`, over `span`. */
static uint32_t literal_int(ptcc_python_reader *cx, ptc_span number, ptc_span span,
                            bool is_negative)
{
    ptc_str text = ptcc_python_text(cx, number);
    ptc_str spelled = literal_spelling(cx, text, is_negative);
    uint32_t form;
    int64_t value = 0;
    bool is_held;

    if (text.len > 2 && text.ptr[0] == '0' && literal_digit(text.ptr[1]) != 0 &&
        text.ptr[1] != '_') {
        if (!literal_based(text, is_negative, &value)) {
            ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_LITERAL, span,
                         "`%s` does not fit into 64 bits", ptcc_python_quote(cx, span));
            return 0;
        }
        is_held = true;
    } else {
        is_held = ptc_number_read_int(spelled.ptr, spelled.len, &value);
    }
    form = literal_form(cx, is_held ? PTC_FORM_INT : PTC_FORM_OPAQUE, span);
    if (form == 0)
        return 0;
    cx->forms->items[form].text = spelled;
    if (is_held)
        cx->forms->items[form].number.integer = value;
    return form;
}

static uint32_t literal_float(ptcc_python_reader *cx, ptc_span number, ptc_span span,
                              bool is_negative)
{
    ptc_str spelled = literal_spelling(cx, ptcc_python_text(cx, number), is_negative);
    double value = 0;
    uint32_t form;

    if (!ptc_number_read_double(spelled.ptr, spelled.len, &value)) {
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_LITERAL, span,
                     "`%s` is beyond the largest number", ptcc_python_quote(cx, span));
        return 0;
    }
    form = literal_form(cx, PTC_FORM_FLOAT, span);
    if (form == 0)
        return 0;
    cx->forms->items[form].text = spelled;
    cx->forms->items[form].number.real = value;
    return form;
}

/* --- Strings ------------------------------------------------------------------------ */

/* A string that is being read. */
typedef struct literal_string {
    ptcc_python_reader *cx;
    ptc_text *out;
    ptc_str text;   /* between the quotes */
    uint32_t start; /* of it in the source */
    size_t at;
    bool is_good;
} literal_string;

static void literal_bad_escape(literal_string *string, size_t len, const char *why)
{
    uint32_t start = string->start + (uint32_t)string->at;
    ptc_span span = {start, start + (uint32_t)len};

    ptc_diag_add(string->cx->diags, PTC_DIAG_PYTHON_LITERAL, span, "`%s` %s",
                 ptcc_python_quote(string->cx, span), why);
    string->is_good = false;
    string->at += len;
}

/* Writes the code point of `count` digits after \x, \u or \U. */
static void literal_hex(literal_string *string, size_t count)
{
    size_t left = string->text.len - string->at - 2;
    const char *digits = string->text.ptr + string->at + 2;
    uint32_t value = 0;
    size_t i = 0;
    char bytes[4];

    for (; i < count && i < left && literal_digit(digits[i]) >= 0; i++)
        value = value * 16 + (uint32_t)literal_digit(digits[i]);
    if (i < count) {
        literal_bad_escape(string, 2,
                           count == 2   ? "needs two hexadecimal digits"
                           : count == 4 ? "needs four hexadecimal digits"
                                        : "needs eight hexadecimal digits");
        return;
    }
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
        literal_bad_escape(string, 2 + count, "is not a character");
        return;
    }
    ptc_text_bytes(string->out, bytes, ptc_utf8_encode(value, bytes));
    string->at += 2 + count;
}

static void literal_octal(literal_string *string)
{
    uint32_t value = 0;
    size_t i = 1;
    char bytes[4];

    while (i < 4 && string->at + i < string->text.len &&
           string->text.ptr[string->at + i] >= '0' &&
           string->text.ptr[string->at + i] <= '7')
        value = value * 8 + (uint32_t)(string->text.ptr[string->at + i++] - '0');
    ptc_text_bytes(string->out, bytes, ptc_utf8_encode(value, bytes));
    string->at += i;
}

/* The escape at `at`; an unknown one stands for itself. */
static void literal_escape(literal_string *string)
{
    static const char from[] = "\\'\"abfnrtv";
    static const char to[] = "\\'\"\a\b\f\n\r\t\v";
    char next = string->at + 1 < string->text.len ? string->text.ptr[string->at + 1] : 0;
    const char *known = next != 0 ? strchr(from, next) : NULL;

    if (known != NULL) {
        ptc_text_byte(string->out, to[known - from]);
        string->at += 2;
    } else if (next == '\n' || next == '\r') {
        bool is_double = next == '\r' && string->at + 2 < string->text.len &&
                         string->text.ptr[string->at + 2] == '\n';

        string->at += is_double ? 3 : 2;
    } else if (next >= '0' && next <= '7') {
        literal_octal(string);
    } else if (next == 'x') {
        literal_hex(string, 2);
    } else if (next == 'u' || next == 'U') {
        literal_hex(string, next == 'u' ? 4 : 8);
    } else if (next == 'N') {
        literal_bad_escape(string, 2, "names a character; write the character itself");
    } else {
        ptc_text_byte(string->out, '\\');
        string->at++;
    }
}

/* Appends the content of one string; line ends are `\n`, as Python reads files. */
static void literal_read_string(literal_string *string, bool is_raw)
{
    while (string->at < string->text.len) {
        char byte = string->text.ptr[string->at];

        if (byte == '\\' && !is_raw) {
            literal_escape(string);
            continue;
        }
        if (byte == '\r') {
            ptc_text_byte(string->out, '\n');
            string->at += string->at + 1 < string->text.len &&
                                  string->text.ptr[string->at + 1] == '\n'
                              ? 2
                              : 1;
            continue;
        }
        ptc_text_byte(string->out, byte);
        string->at++;
    }
}

/* Appends the strings that are side by side in `span`; false after a fault. */
static bool literal_strings(ptcc_python_reader *cx, ptc_span span, ptc_text *out)
{
    ptcc_python_lexer lexer;
    bool is_good = ptcc_python_lexer_of(cx, span, &lexer);
    int code;

    while (is_good && (code = ptcc_python_lex(&lexer)) != 0) {
        ptc_span token = ptcc_python_span(&lexer);
        ptc_str text = ptcc_python_text(cx, token);
        ptcc_python_quotes quotes = ptcc_python_quotes_of(text);
        uint32_t begin = (uint32_t)quotes.prefix + quotes.count;
        literal_string string = {cx, out, {NULL, 0}, token.start + begin, 0, true};

        if (code != PTCC_PYTHON_STRING)
            continue; /* a bracket or line end around them */
        if (quotes.is_bytes || quotes.is_formatted) {
            ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_LITERAL, token,
                         quotes.is_bytes ? "bytes are not text; write it without `b`"
                                         : "a formatted string is not a literal");
            return false;
        }
        string.text = ptc_str_make(text.ptr + begin, text.len - begin - quotes.count);
        literal_read_string(&string, quotes.is_raw);
        is_good = string.is_good;
    }
    cx->is_refused = cx->is_refused || out->failed;
    return is_good && !cx->is_refused;
}

static uint32_t literal_string_form(ptcc_python_reader *cx, ptc_span span)
{
    ptc_text text;

    ptc_text_init(&text, cx->arena);
    if (!literal_strings(cx, span, &text))
        return 0;
    return ptcc_python_string_form(cx, ptc_text_view(&text), span);
}

/* --- Docstrings --------------------------------------------------------------------- */

/* The line of `text` from `at` on, without its end. */
static ptc_str literal_line(ptc_str text, size_t at)
{
    const char *end = memchr(text.ptr + at, '\n', text.len - at);

    return ptc_str_make(text.ptr + at,
                        end != NULL ? (size_t)(end - text.ptr) - at : text.len - at);
}

/* Tabs become blanks up to the next multiple of 8. */
static ptc_str literal_expand_tabs(ptcc_python_reader *cx, ptc_str text)
{
    size_t column = 0;
    ptc_text out;

    if (text.len == 0 || memchr(text.ptr, '\t', text.len) == NULL)
        return text;
    ptc_text_init(&out, cx->arena);
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\t') {
            ptc_text_repeat(&out, ' ', 8 - column % 8);
            column += 8 - column % 8;
            continue;
        }
        ptc_text_byte(&out, text.ptr[i]);
        if (text.ptr[i] == '\n')
            column = 0;
        else if (((unsigned char)text.ptr[i] & 0xC0) != 0x80)
            column++;
    }
    cx->is_refused = cx->is_refused || out.failed;
    return ptc_text_view(&out);
}

static size_t literal_blanks(ptc_str line)
{
    size_t count = 0;

    while (count < line.len && line.ptr[count] == ' ')
        count++;
    return count;
}

/* As inspect.cleandoc: the lines after the first lose what all of them are indented by,
 * and empty lines at both ends go. */
static ptc_str literal_clean(ptcc_python_reader *cx, ptc_str text)
{
    size_t margin = SIZE_MAX;
    size_t wanted = 0; /* bytes up to the last line that is not blank */
    ptc_text out;

    for (size_t at = literal_line(text, 0).len + 1; at <= text.len;) {
        ptc_str line = literal_line(text, at);
        size_t blanks = literal_blanks(line);

        if (blanks < line.len && blanks < margin)
            margin = blanks;
        at += line.len + 1;
    }
    ptc_text_init(&out, cx->arena);
    for (size_t at = 0; at <= text.len;) {
        ptc_str line = literal_line(text, at);
        size_t blanks = literal_blanks(line);
        size_t cut = at == 0 || blanks < margin ? blanks : margin;

        if (wanted > 0)
            ptc_text_byte(&out, '\n');
        ptc_text_str(&out, ptc_str_make(line.ptr + cut, line.len - cut));
        if (blanks < line.len)
            wanted = out.len;
        else if (wanted == 0)
            ptc_text_cut(&out, 0);
        at += line.len + 1;
    }
    ptc_text_cut(&out, wanted);
    cx->is_refused = cx->is_refused || out.failed;
    return ptc_text_view(&out);
}

uint32_t ptcc_python_docstring(ptcc_python_reader *cx, ptc_span span)
{
    ptc_text text;

    ptc_text_init(&text, cx->arena);
    if (!literal_strings(cx, span, &text))
        return 0;
    return ptcc_python_string_form(
        cx, literal_clean(cx, literal_expand_tabs(cx, ptc_text_view(&text))), span);
}

/* --- Literals ----------------------------------------------------------------------- */

static uint32_t literal_not(ptcc_python_reader *cx, uint32_t node, const char *what)
{
    ptc_span span = ptcc_python_at(cx, node)->span;
    ptc_diag *diag =
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_LITERAL, span,
                     "%s is not a literal: `%s`", what, ptcc_python_quote(cx, span));

    ptc_diag_hint(
        cx->diags, diag,
        "write a string, a number, True, False, None, a list or a dict of them");
    return 0;
}

/* The children of a list, tuple or dict; brackets bound the depth. */
static uint32_t literal_collection(ptcc_python_reader *cx, uint32_t node,
                                   const char *what)
{
    bool is_dict = ptcc_python_at(cx, node)->kind == PTCC_PYTHON_NODE_DICT;
    ptcc_python_map out = ptcc_python_open_form(
        cx, is_dict ? PTC_FORM_MAP : PTC_FORM_VECTOR, ptcc_python_at(cx, node)->span);
    uint32_t child = ptcc_python_at(cx, node)->child;
    bool is_key = is_dict;

    for (; child != 0 && out.form != 0; child = ptcc_python_at(cx, child)->next) {
        uint32_t form;

        if (is_key && ptcc_python_at(cx, child)->kind != PTCC_PYTHON_NODE_STRING) {
            ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_LITERAL,
                         ptcc_python_at(cx, child)->span,
                         "%s has a key that is not a string: `%s`", what,
                         ptcc_python_quote(cx, ptcc_python_at(cx, child)->span));
            return 0;
        }
        form = ptcc_python_literal(cx, child, what);
        if (form == 0)
            return 0;
        ptcc_python_add(cx, &out, form);
        is_key = is_dict && !is_key;
    }
    return out.form;
}

static uint32_t literal_number(ptcc_python_reader *cx, uint32_t number, ptc_span span,
                               bool is_negative)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, number);

    return item->kind == PTCC_PYTHON_NODE_INT
               ? literal_int(cx, item->span, span, is_negative)
               : literal_float(cx, item->span, span, is_negative);
}

static uint32_t literal_bool(ptcc_python_reader *cx, ptc_span span, bool value)
{
    uint32_t form = literal_form(cx, PTC_FORM_BOOL, span);

    if (form != 0)
        cx->forms->items[form].number.integer = value;
    return form;
}

uint32_t ptcc_python_literal(ptcc_python_reader *cx, uint32_t node, const char *what)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, node);

    switch ((ptcc_python_kind)item->kind) {
    case PTCC_PYTHON_NODE_NONE:
        return literal_form(cx, PTC_FORM_NIL, item->span);
    case PTCC_PYTHON_NODE_TRUE:
    case PTCC_PYTHON_NODE_FALSE:
        return literal_bool(cx, item->span, item->kind == PTCC_PYTHON_NODE_TRUE);
    case PTCC_PYTHON_NODE_INT:
    case PTCC_PYTHON_NODE_FLOAT:
        return literal_number(cx, node, item->span, false);
    case PTCC_PYTHON_NODE_MINUS:
    case PTCC_PYTHON_NODE_PLUS:
        return literal_number(cx, item->child, item->span,
                              item->kind == PTCC_PYTHON_NODE_MINUS);
    case PTCC_PYTHON_NODE_STRING:
        return literal_string_form(cx, item->span);
    case PTCC_PYTHON_NODE_LIST:
    case PTCC_PYTHON_NODE_TUPLE:
    case PTCC_PYTHON_NODE_DICT:
        return literal_collection(cx, node, what);
    case PTCC_PYTHON_NODE_OTHER:
    case PTCC_PYTHON_NODE_ELLIPSIS:
    case PTCC_PYTHON_NODE_NAME:
    case PTCC_PYTHON_NODE_CALL:
    case PTCC_PYTHON_NODE_SUBSCRIPT:
    case PTCC_PYTHON_NODE_KEYWORD:
        break;
    }
    return literal_not(cx, node, what);
}
