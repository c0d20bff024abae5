/* SPDX-License-Identifier: MIT */
/* Annotations: the type as text, with full names for imported ones, and what Annotated
 * adds to it. This file does not know which types exist. [brimley 2, 4b, 5] */
#include "generator/dialect/python/python_int.h"

/* Quoted annotations in each other: 'Annotated["int", ..]'. */
enum { TYPE_QUOTES_MAX = 4 };

/* --- Names -------------------------------------------------------------------------- */

/* What the imports make of a dotted path. */
static ptc_str type_follow(ptcc_python_reader *cx, ptc_str path)
{
    const char *dot = memchr(path.ptr, '.', path.len);
    size_t head = dot != NULL ? (size_t)(dot - path.ptr) : path.len;
    const ptc_name_entry *entry =
        ptc_names_find(&cx->imports, ptc_str_make(path.ptr, head));
    ptc_text text;

    if (entry == NULL)
        return path;
    ptc_text_init(&text, cx->arena);
    ptc_text_str(&text, cx->paths[entry->value]);
    ptc_text_str(&text, ptc_str_make(path.ptr + head, path.len - head));
    cx->is_refused = cx->is_refused || text.failed;
    return ptc_text_view(&text);
}

static ptc_str type_last_name(ptc_str path)
{
    size_t start = path.len;

    while (start > 0 && path.ptr[start - 1] != '.')
        start--;
    return ptc_str_make(path.ptr + start, path.len - start);
}

ptc_str ptcc_python_resolve(ptcc_python_reader *cx, uint32_t node)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, node);
    ptcc_python_lexer lexer;
    ptc_text path;
    int code;

    if (item->kind != PTCC_PYTHON_NODE_NAME ||
        !ptcc_python_lexer_of(cx, item->span, &lexer))
        return PTC_STR("");
    ptc_text_init(&path, cx->arena);
    while ((code = ptcc_python_lex(&lexer)) != 0) {
        if (code != PTCC_PYTHON_LINE_END)
            ptc_text_str(&path, ptcc_python_text(cx, ptcc_python_span(&lexer)));
    }
    cx->is_refused = cx->is_refused || path.failed;
    return type_follow(cx, ptc_text_view(&path));
}

bool ptcc_python_is_ours(ptc_str path, const char *name)
{
    ptc_str home = PTC_STR("brimley.");
    ptc_str wanted = ptc_str_of(name);

    if (path.len > home.len && memcmp(path.ptr, home.ptr, home.len) == 0)
        path = type_last_name(path);
    return ptc_str_equal(path, wanted);
}

/* --- The text of a type ------------------------------------------------------------- */

/* A type whose text is being written. */
typedef struct type_writing {
    ptcc_python_reader *cx;
    ptc_text *out;
    ptcc_python_lexer lexer;
    int code;        /* of the token in hand */
    bool is_word;    /* the last token was one */
    bool is_literal; /* after Literal, strings are values */
    unsigned quotes; /* around it */
} type_writing;

static void type_write(ptcc_python_reader *cx, ptc_text *out, ptc_span span,
                       unsigned quotes);

/* A name with what follows its dots. */
static void type_write_name(type_writing *writing)
{
    ptcc_python_reader *cx = writing->cx;
    int before = PTCC_PYTHON_DOT;
    ptc_text path;
    ptc_str name;

    ptc_text_init(&path, cx->arena);
    while (writing->code == PTCC_PYTHON_DOT ||
           (writing->code == PTCC_PYTHON_NAME && before == PTCC_PYTHON_DOT)) {
        ptc_text_str(&path, ptcc_python_text(cx, ptcc_python_span(&writing->lexer)));
        before = writing->code;
        writing->code = ptcc_python_lex(&writing->lexer);
    }
    cx->is_refused = cx->is_refused || path.failed;
    name = type_last_name(type_follow(cx, ptc_text_view(&path)));
    writing->is_literal = writing->is_literal || ptc_str_equal(name, PTC_STR("Literal"));
    ptc_text_str(writing->out, name);
}

/* The place between the quotes of a plain string; false when it has others. */
static bool type_inside(const ptcc_python_reader *cx, ptc_span string, ptc_span *out)
{
    ptc_str text = ptcc_python_text(cx, string);
    ptcc_python_quotes quotes = ptcc_python_quotes_of(text);

    *out = (ptc_span){string.start + quotes.count, string.end - quotes.count};
    return quotes.prefix == 0 && quotes.quote != 0 &&
           memchr(text.ptr, '\\', text.len) == NULL;
}

/* A token that is not a name. */
static void type_write_token(type_writing *writing)
{
    ptc_span token = ptcc_python_span(&writing->lexer);
    ptc_text *out = writing->out;
    ptc_span inside;

    if (writing->code == PTCC_PYTHON_STRING && !writing->is_literal &&
        writing->quotes < TYPE_QUOTES_MAX && type_inside(writing->cx, token, &inside))
        type_write(writing->cx, out, inside, writing->quotes + 1);
    else if (writing->code == PTCC_PYTHON_BAR)
        ptc_text_cstr(out, " | ");
    else if (writing->code == PTCC_PYTHON_COMMA)
        ptc_text_cstr(out, ", ");
    else if (writing->code != PTCC_PYTHON_LINE_END)
        ptc_text_str(out, ptcc_python_text(writing->cx, token));
    writing->code = ptcc_python_lex(&writing->lexer);
}

/* Whether the token in hand is a word: between words there is a blank. */
static bool type_is_word(const type_writing *writing)
{
    unsigned char first = *writing->lexer.token;

    return (first | 0x20u) - 'a' < 26u || first - (unsigned)'0' < 10u || first == '_' ||
           first == '\'' || first == '"' || first >= 0x80;
}

/* Recurses once for each string in a string, TYPE_QUOTES_MAX times at most. */
static void type_write(ptcc_python_reader *cx, ptc_text *out, ptc_span span,
                       unsigned quotes)
{
    type_writing writing = {.cx = cx, .out = out, .quotes = quotes};

    if (!ptcc_python_lexer_of(cx, span, &writing.lexer))
        return;
    writing.code = ptcc_python_lex(&writing.lexer);
    while (writing.code != 0) {
        bool is_word = type_is_word(&writing);

        if (is_word && writing.is_word)
            ptc_text_byte(out, ' ');
        writing.is_word = is_word;
        if (writing.code == PTCC_PYTHON_NAME)
            type_write_name(&writing);
        else
            type_write_token(&writing);
    }
}

/* --- Quoted annotations ------------------------------------------------------------- */

/* The node of what a quoted annotation says, or of another one itself; 0 after a fault.
 */
static uint32_t type_unquote(ptcc_python_reader *cx, uint32_t node)
{
    for (int i = 0; i < TYPE_QUOTES_MAX && node != 0; i++) {
        const ptcc_python_node_item *item = ptcc_python_at(cx, node);
        ptc_diag *diag;
        ptc_span inside;
        ptcc_python_lexer lexer;

        if (item->kind != PTCC_PYTHON_NODE_STRING)
            return node;
        if (!ptcc_python_lexer_of(cx, item->span, &lexer))
            return 0;
        if (ptcc_python_lex(&lexer) != PTCC_PYTHON_STRING ||
            lexer.cursor != lexer.limit || !type_inside(cx, item->span, &inside)) {
            diag = ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_LITERAL, item->span,
                                "this annotation in quotes cannot be read");
            ptc_diag_hint(cx->diags, diag,
                          "write one string without a prefix and without escapes, or "
                          "leave the quotes out");
            return 0;
        }
        node = ptcc_python_read_quoted(cx, inside);
    }
    return node;
}

/* --- Annotated ---------------------------------------------------------------------- */

static bool type_is_annotated(ptcc_python_reader *cx, uint32_t node)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, node);

    return item->kind == PTCC_PYTHON_NODE_SUBSCRIPT &&
           ptc_str_equal(type_last_name(ptcc_python_resolve(cx, item->child)),
                         PTC_STR("Annotated"));
}

/* AppState("user.id") is "app.user.id"; false after a fault. */
static bool type_read_context(ptcc_python_reader *cx, uint32_t call, const char *scope,
                              ptcc_python_type *out)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, call);
    uint32_t argument = ptcc_python_at(cx, item->child)->next;
    ptc_diag *diag;
    ptc_text path;
    uint32_t form = 0;

    if (out->context != 0) {
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_LITERAL, item->span,
                     "an argument comes from one place of the context, not from two");
        return false;
    }
    if (argument != 0 && ptcc_python_at(cx, argument)->next == 0 &&
        ptcc_python_at(cx, argument)->kind == PTCC_PYTHON_NODE_STRING)
        form = ptcc_python_literal(cx, argument, "the path");
    else {
        diag = ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_LITERAL, item->span,
                            "`%s` wants one string, the path as it is",
                            ptcc_python_quote(cx, ptcc_python_at(cx, item->child)->span));
        ptc_diag_hint(cx->diags, diag, "write it as AppState(\"user.id\")");
    }
    if (form == 0)
        return false;
    ptc_text_init(&path, cx->arena);
    ptc_text_cstr(&path, scope);
    ptc_text_str(&path, cx->forms->items[form].text);
    cx->is_refused = cx->is_refused || path.failed;
    cx->forms->items[form].text = ptc_text_view(&path);
    out->context = form;
    return true;
}

/* What is besides the type in Annotated; false after a fault. */
static bool type_read_metadata(ptcc_python_reader *cx, uint32_t node,
                               ptcc_python_type *out)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, node);
    ptc_str path = item->kind == PTCC_PYTHON_NODE_CALL
                       ? ptcc_python_resolve(cx, item->child)
                       : PTC_STR("");
    ptc_diag *diag;

    if (item->kind == PTCC_PYTHON_NODE_STRING) {
        out->description = ptcc_python_literal(cx, node, "the description");
        return out->description != 0;
    }
    if (ptcc_python_is_ours(path, "AppState"))
        return type_read_context(cx, node, "app.", out);
    if (ptcc_python_is_ours(path, "Config"))
        return type_read_context(cx, node, "config.", out);
    if (ptcc_python_is_field(cx, node)) {
        out->field = node;
        return true;
    }
    diag = ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED, item->span,
                        "`%s` of Annotated has no effect",
                        ptcc_python_quote(cx, item->span));
    ptc_diag_hint(cx->diags, diag,
                  "AppState(..), Config(..), Field(..) and a description are read");
    return true;
}

/* The node of the type that Annotated is about; what else it says goes to `out`. 0 after
 * a fault. */
static uint32_t type_read_annotated(ptcc_python_reader *cx, uint32_t node,
                                    ptcc_python_type *out)
{
    uint32_t type = ptcc_python_at(cx, ptcc_python_at(cx, node)->child)->next;
    bool is_good = type != 0;

    for (uint32_t at = is_good ? ptcc_python_at(cx, type)->next : 0; at != 0 && is_good;
         at = ptcc_python_at(cx, at)->next)
        is_good = type_read_metadata(cx, at, out);
    return is_good ? type : 0;
}

bool ptcc_python_read_type(ptcc_python_reader *cx, uint32_t node, ptcc_python_type *out)
{
    ptc_str last;
    ptc_text text;

    *out = (ptcc_python_type){0};
    node = type_unquote(cx, node);
    while (node != 0 && type_is_annotated(cx, node) && !cx->is_refused)
        node = type_unquote(cx, type_read_annotated(cx, node, out));
    if (node == 0)
        return false;
    ptc_text_init(&text, cx->arena);
    out->span = ptcc_python_at(cx, node)->span;
    type_write(cx, &text, out->span, 0);
    cx->is_refused = cx->is_refused || text.failed;
    out->text = ptc_text_view(&text);
    last =
        ptcc_python_at(cx, node)->kind == PTCC_PYTHON_NODE_NAME ? out->text : PTC_STR("");
    out->is_injected = ptc_str_equal(last, PTC_STR("BrimleyContext")) ||
                       ptc_str_equal(last, PTC_STR("Context"));
    out->is_shared = (out->text.len >= 8 && memcmp(out->text.ptr, "ClassVar", 8) == 0);
    return !cx->is_refused;
}
