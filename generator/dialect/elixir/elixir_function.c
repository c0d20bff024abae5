/* SPDX-License-Identifier: MIT */
/* A function of Elixir: its spec is parsed, and its parameters get their names and
 * defaults from the spec or from the head of the `def`. [signature 12] */
#include "elixir_spec.h"
#include "generator/dialect/elixir/elixir_int.h"

enum { ELIXIR_TOLD = 8 /* faults of one spec */ };

/* --- Parameters --------------------------------------------------------------------- */

ptc_draft_ref elixir_named(elixir_spec *cx, elixir_token name, ptc_draft_ref type)
{
    ptc_draft_name(cx->draft, type, elixir_slice(cx, name.start, name.end));
    return type;
}

/* An argument of a head. */
typedef struct elixir_argument {
    ptc_str name;       /* empty: a pattern without one */
    elixir_token value; /* of a default that is one token */
    bool has_default;
} elixir_argument;

/* Reads one argument; true when others follow. */
static bool function_argument(const elixir_spec *cx, elixir_lexer *lexer,
                              elixir_argument *out)
{
    size_t depth = 0;
    size_t behind = 0; /* tokens of the default */

    *out = (elixir_argument){.name = {"", 0}};
    for (;;) {
        elixir_token token = elixir_next(lexer);
        bool opens =
            token.code == ELIXIR_LP || token.code == ELIXIR_LB || token.code == ELIXIR_LC;
        bool closes =
            token.code == ELIXIR_RP || token.code == ELIXIR_RB || token.code == ELIXIR_RC;

        if (token.code == 0 || (closes && depth == 0) ||
            (token.code == ELIXIR_COMMA && depth == 0)) {
            if (behind != 1)
                out->value.code = 0;
            return token.code == ELIXIR_COMMA;
        }
        depth = opens ? depth + 1 : closes ? depth - 1 : depth;
        if (out->has_default && token.code != ELIXIR_NEWLINE && behind++ == 0)
            out->value = token;
        if (token.code == ELIXIR_DEFAULT && depth == 0)
            out->has_default = true;
        if (token.code == ELIXIR_NAME && depth == 0 && out->name.len == 0)
            out->name = elixir_slice(cx, token.start, token.end);
    }
}

/* The value of a default, nil: it is not a literal of the type. */
static ptc_value function_default(const elixir_spec *cx, const elixir_argument *argument,
                                  ptc_type type)
{
    elixir_token token = argument->value;
    ptc_str text = elixir_slice(cx, token.start, token.end);
    int64_t number;

    if (token.code == ELIXIR_INT && type == PTC_TYPE_INT &&
        elixir_read_integer(cx, token, &number))
        return ptc_value_int(number);
    if (token.code == ELIXIR_TEXT && type == PTC_TYPE_STRING && text.ptr[0] == '"')
        return ptc_value_string(elixir_text_value(cx->draft->arena, cx->text,
                                                  (ptc_span){token.start, token.end}));
    if (token.code == ELIXIR_NAME && type == PTC_TYPE_BOOL &&
        (ptc_str_equal(text, PTC_STR("true")) || ptc_str_equal(text, PTC_STR("false"))))
        return ptc_value_bool(text.len == 4);
    return ptc_value_nil();
}

static ptc_str function_number_name(elixir_spec *cx, size_t number)
{
    ptc_text name;

    ptc_text_init(&name, cx->draft->arena);
    ptc_text_cstr(&name, "arg");
    ptc_text_uint(&name, number);
    return ptc_text_view(&name);
}

/* Names of the spec come first, then those of the head. */
static void function_complete(elixir_spec *cx, ptc_draft_ref parameter,
                              elixir_argument *argument, size_t number)
{
    ptc_draft_node *node = elixir_node(cx, parameter);
    ptc_str name = node->name.len > 0 ? node->name : argument->name;

    while (name.len > 1 && name.ptr[0] == '_')
        name = ptc_str_make(name.ptr + 1, name.len - 1); /* "not used", not "hidden" */
    if (name.len == 0 || name.ptr[0] == '_' || name.ptr[name.len - 1] == '?' ||
        name.ptr[name.len - 1] == '!')
        name = function_number_name(cx, number);
    ptc_draft_name(cx->draft, parameter, name);
    if (!argument->has_default)
        return;
    node->extra.default_value = function_default(cx, argument, (ptc_type)node->type);
    node->default_span = (ptc_span){argument->value.start, argument->value.end};
    if (node->extra.default_value.kind == PTC_NIL)
        node->flags |= PTC_NODE_NULLABLE;
}

void elixir_signature(elixir_spec *cx, ptc_draft_ref parameters, ptc_draft_ref result,
                      elixir_token name)
{
    ptc_span span = {name.start, cx->function->clause.end};
    elixir_lexer lexer = elixir_lexer_at(cx->text, cx->function->head);
    bool goes_on = cx->function->head != 0 && elixir_next(&lexer).code == ELIXIR_LP;
    size_t number = 0;
    ptc_draft_ref twice;

    if (parameters == 0)
        parameters = ptc_draft_add(cx->draft, PTC_TYPE_MAP, span);
    for (ptc_draft_ref child = elixir_node(cx, parameters)->first; child != 0;
         child = elixir_node(cx, child)->next) {
        elixir_argument argument = {.name = {"", 0}};

        if (goes_on)
            goes_on = function_argument(cx, &lexer, &argument);
        function_complete(cx, child, &argument, ++number);
    }
    twice = ptcc_source_twice(cx->reading, parameters);
    if (twice != 0)
        elixir_add_fault(cx,
                         (elixir_fault){elixir_node(cx, twice)->extra.span,
                                        "has the name of an earlier parameter", NULL});
    elixir_node(cx, result)->name = PTC_STR("");
    cx->result = ptcc_source_function(cx->draft, parameters, result, span);
}

/* --- One spec ----------------------------------------------------------------------- */

/* Gives the tokens of the spec to the parser. */
static void function_parse(elixir_spec *cx, void *parser)
{
    const elixir_clause *clause = &cx->function->clause;
    elixir_lexer lexer = elixir_lexer_at(cx->text, clause->name.start);

    while (!cx->is_given_up) {
        elixir_token token = elixir_next(&lexer);

        if (token.code == ELIXIR_NEWLINE && token.end <= clause->end)
            continue;
        if (token.code == 0 || token.start >= clause->end)
            break;
        if (token.code == ELIXIR_WHEN) {
            cx->fault_count = 0; /* what the variables are called does not matter */
            elixir_add_fault(
                cx,
                (elixir_fault){{token.start, clause->end}, "has type variables", NULL});
            cx->is_given_up = true;
            break;
        }
        elixir_parse(parser, token.code >= ELIXIR_NEWLINE ? ELIXIR_BAD : token.code,
                     token);
    }
    if (!cx->is_given_up)
        elixir_parse(parser, 0, (elixir_token){0, clause->end, clause->end});
    elixir_parseFinalize(parser);
}

static void function_check(elixir_spec *cx)
{
    const elixir_function *function = cx->function;

    if (function->is_overloaded)
        elixir_add_fault(
            cx, (elixir_fault){function->clause.name, "has more than one spec", NULL});
    else if (function->clause.is_broken)
        elixir_add_fault(cx,
                         (elixir_fault){function->clause.name,
                                        "has a spec whose brackets do not match, or are "
                                        "more than 100 deep",
                                        NULL});
}

ptc_draft_ref elixir_function_draft(ptc_contract_reading *reading,
                                    const elixir_function *function)
{
    elixir_spec cx = {.reading = reading,
                      .draft = &reading->draft,
                      .text = reading->sig.text,
                      .function = function};
    void *parser;

    function_check(&cx);
    if (cx.fault_count == 0) {
        parser = elixir_parser_new(&cx, reading->arena);
        if (parser == NULL) {
            reading->is_refused = true;
            return 0;
        }
        function_parse(&cx, parser);
    }
    for (size_t i = 0; i < cx.fault_count && i < ELIXIR_TOLD; i++)
        elixir_tell(reading, function->clause.name, &cx.faults[i]);
    return cx.fault_count == 0 && !cx.is_given_up ? cx.result : 0;
}
