/* SPDX-License-Identifier: MIT */
/*
 * Reads a Python source, statement by statement.
 *
 * The parser gets imports, decorators, the heads of functions and classes, and the fields
 * of entities. In all other statements only lines, brackets and strings have to be right.
 * After a fault reading goes on with the next statement.
 */
#include "generator/dialect/python/python_int.h"

/* --- Statements for the parser ------------------------------------------------------ */

static void read_begin(ptcc_python_reader *cx)
{
    if (cx->decorator_count == 0)
        cx->node_count = 1;
    cx->parameter_count = 0;
    cx->name = (ptc_span){0, 0};
    cx->result = 0;
    cx->value = 0;
    cx->has_rest = false;
    ptcc_python_parseInit(cx->parser, cx);
}

/* Gives the token in hand to the parser, and takes the next one. */
static void read_feed(ptcc_python_reader *cx)
{
    if (!cx->has_failed && !cx->is_refused)
        ptcc_python_parse(cx->parser, cx->code, cx->token);
    ptcc_python_next(cx);
}

/* The statement ends before the token in hand; whether it was good. */
static bool read_end(ptcc_python_reader *cx)
{
    ptc_span end = {cx->last.end, cx->last.end};

    if (!cx->has_failed && !cx->is_refused)
        ptcc_python_parse(cx->parser, 0, end);
    return !cx->has_failed && !cx->is_refused && !cx->is_stopped;
}

static void read_skip_statement(ptcc_python_reader *cx)
{
    while (!ptcc_python_is_over(cx))
        ptcc_python_next(cx);
}

/* A statement on one line. */
static bool read_simple(ptcc_python_reader *cx)
{
    read_begin(cx);
    while (!ptcc_python_is_over(cx) && !cx->has_failed)
        read_feed(cx);
    if (cx->has_failed)
        read_skip_statement(cx);
    return read_end(cx);
}

/* The head of a function or class, to after its colon. */
static bool read_head(ptcc_python_reader *cx)
{
    bool is_done = false;

    read_begin(cx);
    while (!is_done && !ptcc_python_is_line_over(cx) && !cx->has_failed) {
        bool is_colon = cx->code == PTCC_PYTHON_COLON && cx->bracket_count == 0;

        read_feed(cx);
        is_done =
            is_colon && !cx->has_failed && ptcc_python_parser_accepts(cx->parser, 0);
    }
    return read_end(cx);
}

uint32_t ptcc_python_read_quoted(ptcc_python_reader *cx, ptc_span inside)
{
    ptcc_python_lexer lexer = cx->lexer;
    int code = cx->code;
    int last_code = cx->last_code;
    ptc_span token = cx->token;
    ptc_span last = cx->last;
    bool has_failed = cx->has_failed;
    size_t bracket_count = cx->bracket_count;
    uint32_t result = cx->result;
    uint32_t node = 0;

    if (!ptcc_python_lexer_of(cx, inside, &cx->lexer))
        return 0;
    cx->is_sealed = true;
    cx->has_failed = false;
    cx->bracket_count = 0;
    cx->code = PTCC_PYTHON_TYPE;
    cx->token = (ptc_span){inside.start, inside.start};
    ptcc_python_parseInit(cx->parser, cx);
    while (cx->code != 0 && !cx->has_failed)
        read_feed(cx);
    if (read_end(cx))
        node = cx->result;
    cx->is_sealed = false;
    cx->lexer = lexer;
    cx->code = code;
    cx->last_code = last_code;
    cx->token = token;
    cx->last = last;
    cx->has_failed = has_failed;
    cx->bracket_count = bracket_count;
    cx->result = result;
    return node;
}

/* --- Docstrings --------------------------------------------------------------------- */

/* The first statement of a body, when it is a string. */
static void read_docstring(ptcc_python_reader *cx)
{
    ptc_span span = cx->token;
    bool is_text = true;
    uint32_t form;

    while (cx->code == PTCC_PYTHON_STRING) {
        ptcc_python_quotes quotes =
            ptcc_python_quotes_of(ptcc_python_text(cx, cx->token));

        is_text = is_text && !quotes.is_bytes && !quotes.is_formatted;
        span.end = cx->token.end;
        ptcc_python_next(cx);
    }
    if (!ptcc_python_is_over(cx) || !is_text || cx->is_described || cx->has_failed)
        return;
    form = ptcc_python_docstring(cx, span);
    if (form != 0 && cx->forms->items[form].text.len > 0)
        ptcc_python_put(cx, &cx->open, "description", span, form);
}

/* --- Decorators where none is read -------------------------------------------------- */

/* Notes whether the decorator at hand is one of Brimley's. */
static void read_inner_decorator(ptcc_python_reader *cx)
{
    ptc_span span;
    ptc_str path;
    uint32_t node;

    ptcc_python_next(cx);
    span = cx->token;
    while (cx->code == PTCC_PYTHON_NAME || cx->code == PTCC_PYTHON_DOT) {
        span.end = cx->token.end;
        ptcc_python_next(cx);
    }
    if (cx->decorator_count == 0)
        cx->node_count = 1;
    node = ptcc_python_node(cx, PTCC_PYTHON_NODE_NAME, span);
    path = node != 0 ? ptcc_python_resolve(cx, node) : PTC_STR("");
    if (ptcc_python_is_ours(path, "function") || ptcc_python_is_ours(path, "entity"))
        cx->inner = span;
    read_skip_statement(cx);
}

/* Warns of a function or class, at hand, that is decorated where none is read. */
static void read_inner_head(ptcc_python_reader *cx, ptcc_python_block block)
{
    bool is_class = cx->code == PTCC_PYTHON_CLASS;
    const char *what = block == PTCC_PYTHON_IN_CLASS && !is_class ? "a method"
                       : block == PTCC_PYTHON_IN_BRANCH           ? "in a block"
                                                                  : "nested";
    ptc_diag *diag;

    ptcc_python_next(cx);
    if (cx->inner.end == 0 || cx->code != PTCC_PYTHON_NAME)
        return;
    diag = ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED, cx->token,
                        "\"%s\" is %s; it is skipped", ptcc_python_quote(cx, cx->token),
                        what);
    ptc_diag_hint(cx->diags, diag,
                  "functions and entities begin in column 1, outside of others");
}

/* --- Statements --------------------------------------------------------------------- */

/* Decorators belong to a function or class that follows at once. */
static void read_check_decorators(ptcc_python_reader *cx)
{
    if (cx->decorator_count > 0)
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, cx->token,
                     "expected `def`, `class` or `@` after a decorator, found `%s`",
                     ptcc_python_quote(cx, cx->token));
    cx->decorator_count = 0;
}

/* The head of a function or class. What follows its colon on the line is its body. */
static void read_definition(ptcc_python_reader *cx, ptcc_python_block block)
{
    bool is_class = cx->code == PTCC_PYTHON_CLASS;

    cx->next_block = is_class ? PTCC_PYTHON_IN_CLASS : PTCC_PYTHON_IN_FUNCTION;
    if (block != PTCC_PYTHON_IN_MODULE) {
        read_inner_head(cx, block);
        while (!ptcc_python_is_line_over(cx))
            ptcc_python_next(cx);
    } else if (!read_head(cx)) {
        while (!ptcc_python_is_line_over(cx))
            ptcc_python_next(cx);
    } else if (is_class) {
        ptcc_python_define_entity(cx);
    } else {
        ptcc_python_define_function(cx);
    }
    cx->decorator_count = 0;
    cx->inner = (ptc_span){0, 0};
}

/* Whether what is at hand in the body of an entity is a field: `name :`. */
static bool read_is_field(const ptcc_python_reader *cx)
{
    ptcc_python_lexer lexer = cx->lexer;

    return cx->code == PTCC_PYTHON_NAME && ptcc_python_lex(&lexer) == PTCC_PYTHON_COLON;
}

static void read_field(ptcc_python_reader *cx)
{
    ptc_span before = {cx->token.start, cx->token.start};

    read_begin(cx);
    ptcc_python_parse(cx->parser, PTCC_PYTHON_FIELD, before);
    while (!ptcc_python_is_over(cx) && !cx->has_failed)
        read_feed(cx);
    if (cx->has_failed)
        read_skip_statement(cx);
    if (read_end(cx))
        ptcc_python_define_field(cx);
}

/* Whether the statement at hand is in the body of the open definition, not deeper. */
static bool read_is_in_body(const ptcc_python_reader *cx, bool is_inline)
{
    return cx->open.form != 0 && (is_inline || cx->level_count == cx->open_level + 1);
}

/* One statement, up to its end or after the colon of its head. */
static void read_statement(ptcc_python_reader *cx, ptcc_python_block block,
                           bool is_inline)
{
    bool is_top = block == PTCC_PYTHON_IN_MODULE || block == PTCC_PYTHON_IN_BRANCH;

    if (cx->code == PTCC_PYTHON_AT) {
        if (block == PTCC_PYTHON_IN_MODULE)
            read_simple(cx);
        else
            read_inner_decorator(cx);
        return;
    }
    if (cx->code == PTCC_PYTHON_ASYNC) {
        ptcc_python_next(cx);
        if (cx->code != PTCC_PYTHON_DEF) {
            read_check_decorators(cx);
            read_skip_statement(cx);
            return;
        }
    }
    if (cx->code == PTCC_PYTHON_DEF || cx->code == PTCC_PYTHON_CLASS) {
        read_definition(cx, block);
        return;
    }
    read_check_decorators(cx);
    if (is_top && (cx->code == PTCC_PYTHON_IMPORT || cx->code == PTCC_PYTHON_FROM))
        read_simple(cx);
    else if (cx->is_first && cx->code == PTCC_PYTHON_STRING &&
             read_is_in_body(cx, is_inline))
        read_docstring(cx);
    else if (cx->fields.form != 0 && read_is_in_body(cx, is_inline) && read_is_field(cx))
        read_field(cx);
    read_skip_statement(cx);
    cx->is_first = false;
}

/* --- Lines -------------------------------------------------------------------------- */

/* The statements of a line, whose first token is in the hand. */
static void read_line(ptcc_python_reader *cx)
{
    ptcc_python_block block = cx->levels[cx->level_count - 1].block;
    bool is_inline = false;

    cx->next_block = block == PTCC_PYTHON_IN_MODULE ? PTCC_PYTHON_IN_BRANCH : block;
    while (!ptcc_python_is_line_over(cx) && !cx->is_stopped && !cx->is_refused) {
        bool was_head = cx->code == PTCC_PYTHON_DEF || cx->code == PTCC_PYTHON_CLASS ||
                        cx->code == PTCC_PYTHON_ASYNC;

        read_statement(cx, block, is_inline);
        if (was_head && !ptcc_python_is_over(cx)) { /* its body, on the same line */
            is_inline = true;
            cx->is_first = true;
            block = cx->next_block;
            continue;
        }
        if (cx->code == PTCC_PYTHON_SEMICOLON) {
            ptcc_python_next(cx);
            cx->has_failed = false;
        }
    }
    cx->awaits_block = cx->last_code == PTCC_PYTHON_COLON;
    if (is_inline)
        cx->open = cx->fields = (ptcc_python_map){0, 0};
}

/* Reads all lines. */
static void read_lines(ptcc_python_reader *cx)
{
    while (!cx->is_refused && ptcc_python_next_line(cx)) {
        if (cx->level_count <= cx->open_level)
            cx->open = cx->fields = (ptcc_python_map){0, 0};
        read_line(cx);
    }
    if (cx->decorator_count > 0 && !cx->is_stopped && !cx->is_refused)
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SYNTAX, cx->token,
                     "expected `def` or `class` after a decorator, found the end of "
                     "the file");
}

/* --- A source ----------------------------------------------------------------------- */

/* Checks and copies the text; false after a fault. */
static bool read_prepare(ptcc_python_reader *cx)
{
    ptc_str text = cx->forms->source->text;

    if (text.len > PTCC_DEFINITION_MAX) {
        ptc_diag_add(cx->diags, PTC_DIAG_DEFINITION_TOO_LARGE, (ptc_span){0, 0},
                     "the source is longer than 1 MiB");
        return false;
    }
    if (ptc_utf8_check(text.ptr, text.len) < text.len) {
        ptc_sig_check_encoding(cx->diags, text);
        return false;
    }
    cx->text = ptc_str_copy(cx->arena, text);
    cx->parser = ptc_arena_alloc(cx->arena, ptcc_python_parser_size());
    cx->is_refused = cx->text.ptr == NULL || cx->parser == NULL;
    return !cx->is_refused;
}

static void read_start(ptcc_python_reader *cx)
{
    const unsigned char *text = (const unsigned char *)cx->text.ptr;
    bool has_mark = cx->text.len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;

    cx->lexer = (ptcc_python_lexer){text, 0, text, text + (has_mark ? 3 : 0),
                                    text + cx->text.len};
    ptc_names_init(&cx->imports, cx->arena);
    cx->imports.is_exact = true;
    ptc_names_init(&cx->entities, cx->arena);
    cx->entities.is_exact = true;
    cx->levels[0] = (ptcc_python_level){PTCC_PYTHON_IN_MODULE, 0, 0};
    cx->level_count = 1;
    cx->open_level = PTCC_DEFINITION_DEPTH;
    ptcc_python_node(cx, PTCC_PYTHON_NODE_OTHER, (ptc_span){0, 0}); /* number 0 */
    cx->definitions =
        ptcc_python_open_form(cx, PTC_FORM_VECTOR, (ptc_span){0, (uint32_t)cx->text.len});
}

bool ptcc_python_read(ptcc_definition *out, ptc_arena *arena, ptc_diags *diags)
{
    ptc_diags_mark mark = ptc_diags_place(diags);
    size_t errors = diags->errors;
    ptcc_python_reader *cx = ptc_arena_array(arena, 1, sizeof *cx);

    *out = (ptcc_definition){.body = PTC_STR("")};
    ptc_forms_init(&out->forms, arena, diags->source);
    if (cx == NULL)
        return false;
    cx->arena = arena;
    cx->diags = diags;
    cx->errors = errors;
    cx->forms = &out->forms;
    if (!read_prepare(cx))
        return false;
    read_start(cx);
    if (!cx->is_refused)
        read_lines(cx);
    out->root = cx->definitions.form;
    if (cx->is_refused)
        ptc_diags_rewind(diags, mark); /* about what was not read */
    return !cx->is_refused && diags->errors == errors;
}
