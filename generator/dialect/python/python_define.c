/* SPDX-License-Identifier: MIT */
/* Decorators, arguments, and decorated functions as definitions. [brimley 5] */
#include "generator/dialect/python/python_int.h"

#include <stdio.h>

/* --- Decorators --------------------------------------------------------------------- */

/* What is called, or the decorator itself when it is not. */
static uint32_t define_callee(const ptcc_python_reader *cx, uint32_t decorator)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, decorator);

    return item->kind == PTCC_PYTHON_NODE_CALL ? item->child : decorator;
}

/* A decorator that is called like Brimley's, and comes from elsewhere. */
static void define_warn_other(ptcc_python_reader *cx, uint32_t callee, ptc_str path,
                              const char *name)
{
    ptc_str spelled = ptcc_python_text(cx, ptcc_python_at(cx, callee)->span);
    ptc_diag *diag;

    if (!ptc_str_equal(spelled, ptc_str_of(name)))
        return;
    diag =
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED, ptcc_python_at(cx, callee)->span,
                     "`@%s` is \"%s\" here, not brimley's; \"%s\" is skipped", name,
                     ptc_diag_quote(cx->diags, path), ptcc_python_quote(cx, cx->name));
    ptc_diag_hint(cx->diags, diag, "write `from brimley import %s`", name);
}

uint32_t ptcc_python_find_decorator(ptcc_python_reader *cx, const char *name)
{
    for (size_t i = 0; i < cx->decorator_count; i++) {
        uint32_t callee = define_callee(cx, cx->decorators[i]);
        ptc_str path = ptcc_python_resolve(cx, callee);

        if (ptcc_python_is_ours(path, name))
            return cx->decorators[i];
        if (path.len > 0)
            define_warn_other(cx, callee, path, name);
    }
    return 0;
}

bool ptcc_python_is_misplaced(ptcc_python_reader *cx, const char *name, const char *place)
{
    uint32_t decorator = ptcc_python_find_decorator(cx, name);

    if (decorator == 0)
        return false;
    ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED, ptcc_python_at(cx, decorator)->span,
                 "`@%s` belongs before a %s; \"%s\" is skipped", name, place,
                 ptcc_python_quote(cx, cx->name));
    return true;
}

/* Members of ptcc_python_keywords in words. */
static const struct define_word {
    const char *word;
    size_t offset;
} define_words[] = {
    {"name", offsetof(ptcc_python_keywords, name)},
    {"type", offsetof(ptcc_python_keywords, type)},
    {"reload", offsetof(ptcc_python_keywords, reload)},
    {"mcpType", offsetof(ptcc_python_keywords, mcp_type)},
    {"arguments", offsetof(ptcc_python_keywords, arguments)},
    {"return_shape", offsetof(ptcc_python_keywords, return_shape)},
    {"description", offsetof(ptcc_python_keywords, description)},
    {"path", offsetof(ptcc_python_keywords, path)},
};
#define DEFINE_WORDS (sizeof define_words / sizeof define_words[0])

/* An argument of a decorator that is not read. */
static void define_warn_keyword(ptcc_python_reader *cx, const ptcc_python_node_item *item)
{
    ptc_str name = ptcc_python_text(cx, item->name);
    bool is_named = item->kind == PTCC_PYTHON_NODE_KEYWORD;
    const char *nearest = NULL;
    unsigned best = 3;
    ptc_diag *diag;

    for (size_t i = 0; i < DEFINE_WORDS && is_named; i++) {
        unsigned distance =
            ptc_str_distance(name, ptc_str_of(define_words[i].word), best);

        nearest = distance < best ? define_words[i].word : nearest;
        best = distance < best ? distance : best;
    }
    diag = ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED,
                        is_named ? item->name : item->span,
                        is_named ? "`%s` of a decorator has no effect"
                                 : "`%s`: a decorator's arguments have names",
                        ptcc_python_quote(cx, is_named ? item->name : item->span));
    if (nearest != NULL)
        ptc_diag_hint(cx->diags, diag, "did you mean `%s`?", nearest);
}

static void define_keyword(ptcc_python_reader *cx, uint32_t argument,
                           ptcc_python_keywords *out)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, argument);
    char what[64];

    if (item->kind == PTCC_PYTHON_NODE_KEYWORD) {
        for (size_t i = 0; i < DEFINE_WORDS; i++) {
            ptc_str word = ptc_str_of(define_words[i].word);

            if (!ptc_str_equal(word, ptcc_python_text(cx, item->name)))
                continue;
            snprintf(what, sizeof what, "`%s` of the decorator", word.ptr);
            *(uint32_t *)(void *)((char *)out + define_words[i].offset) =
                ptcc_python_literal(cx, item->child, what);
            return;
        }
    }
    define_warn_keyword(cx, item);
}

ptcc_python_keywords ptcc_python_read_keywords(ptcc_python_reader *cx, uint32_t decorator)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, decorator);
    ptcc_python_keywords out = {0};
    uint32_t at =
        item->kind == PTCC_PYTHON_NODE_CALL ? ptcc_python_at(cx, item->child)->next : 0;

    for (; at != 0; at = ptcc_python_at(cx, at)->next)
        define_keyword(cx, at, &out);
    return out;
}

/* --- Arguments ---------------------------------------------------------------------- */

uint32_t ptcc_python_name_form(ptcc_python_reader *cx, ptc_span name)
{
    return ptcc_python_string_form(cx, ptcc_python_text(cx, name), name);
}

static bool define_is_list(ptc_str type)
{
    return (type.len > 2 && memcmp(type.ptr + type.len - 2, "[]", 2) == 0) ||
           (type.len > 5 &&
            (memcmp(type.ptr, "list[", 5) == 0 || memcmp(type.ptr, "List[", 5) == 0));
}

/* An argument, or field, of which more than a type is known: {type, from_context, ..}. */
static uint32_t define_argument_map(ptcc_python_reader *cx, ptc_span name, uint32_t value,
                                    const ptcc_python_type *type, uint32_t type_form)
{
    ptcc_python_map map = ptcc_python_open_form(cx, PTC_FORM_MAP, name);
    bool is_list = define_is_list(type->text);
    bool has_default = false;
    char what[96];

    ptcc_python_put(cx, &map, "type", type->span, type_form);
    ptcc_python_put(cx, &map, "from_context", name, type->context);
    ptcc_python_put(cx, &map, "description", name, type->description);
    if (type->field != 0)
        ptcc_python_add_field(cx, &map, type->field, is_list, &has_default);
    if (value != 0 && ptcc_python_is_field(cx, value)) {
        ptcc_python_add_field(cx, &map, value, is_list, &has_default);
    } else if (value != 0) {
        snprintf(what, sizeof what, "the default of \"%.60s\"",
                 ptcc_python_quote(cx, name));
        ptcc_python_put(cx, &map, "default", ptcc_python_at(cx, value)->span,
                        ptcc_python_literal(cx, value, what));
    }
    return map.form;
}

/* The form of an argument or a field: its type, or a map of what is known about it. 0 if
 * it had a fault or is left out. */
uint32_t ptcc_python_argument(ptcc_python_reader *cx, ptc_span name, uint32_t annotation,
                              uint32_t value)
{
    ptcc_python_type type = {.text = PTC_STR("string"), .span = name};
    uint32_t form;

    if (annotation != 0 && !ptcc_python_read_type(cx, annotation, &type))
        return 0;
    if (type.is_injected || type.is_shared)
        return 0;
    form = ptcc_python_string_form(cx, type.text, type.span);
    if (value == 0 && type.context == 0 && type.description == 0 && type.field == 0)
        return form;
    return define_argument_map(cx, name, value, &type, form);
}

/* Warns of a parameter that no caller can name. */
static bool define_is_skipped(ptcc_python_reader *cx,
                              const ptcc_python_parameter_item *item)
{
    const char *quoted;

    if (item->stars == NULL)
        return false;
    quoted = ptcc_python_quote(cx, item->name);
    if (item->stars[0] == '\0')
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED, item->name,
                     "the parameter \"%s\" is positional-only, which no argument can be; "
                     "it is skipped",
                     quoted);
    else
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED, item->name,
                     "`%s%s` takes any number of arguments; it is skipped", item->stars,
                     quoted);
    return true;
}

/* The arguments of the signature: a MAP. */
static uint32_t define_signature(ptcc_python_reader *cx)
{
    ptcc_python_map map = ptcc_python_open_form(cx, PTC_FORM_MAP, cx->name);

    for (size_t i = 0; i < cx->parameter_count && !cx->is_refused; i++) {
        ptcc_python_parameter_item item = cx->parameters[i];
        uint32_t value;

        if (define_is_skipped(cx, &item))
            continue;
        value = ptcc_python_argument(cx, item.name, item.type, item.value);
        if (value == 0)
            continue;
        ptcc_python_add(cx, &map, ptcc_python_name_form(cx, item.name));
        ptcc_python_add(cx, &map, value);
    }
    return map.form;
}

/* --- Arguments of the decorator ----------------------------------------------------- */

uint32_t ptcc_python_get(const ptcc_python_reader *cx, uint32_t map, ptc_str key)
{
    const ptc_form *items = cx->forms->items;

    if (map == 0 || items[map].kind != PTC_FORM_MAP)
        return 0;
    for (uint32_t at = items[map].child; at != 0; at = items[items[at].next].next) {
        if (ptc_str_equal_folded(items[at].text, key))
            return items[at].next;
    }
    return 0;
}

/* Whether `inline` is a JSON Schema: its properties are a map of maps. [brimley 3] */
static bool define_is_schema(const ptcc_python_reader *cx, uint32_t given)
{
    const ptc_form *items = cx->forms->items;
    uint32_t properties = ptcc_python_get(cx, given, PTC_STR("properties"));

    if (properties == 0 || items[properties].kind != PTC_FORM_MAP)
        return false;
    for (uint32_t at = items[properties].child; at != 0;
         at = items[items[at].next].next) {
        if (items[items[at].next].kind != PTC_FORM_MAP)
            return false;
    }
    return true;
}

/* What the decorator says of an argument takes the place of what the signature says. */
static void define_replace(ptcc_python_reader *cx, uint32_t signature, uint32_t given)
{
    ptc_form *items = cx->forms->items;

    for (uint32_t at = items[signature].child; at != 0; at = items[items[at].next].next) {
        uint32_t value = ptcc_python_get(cx, given, items[at].text);
        uint32_t rest = items[items[at].next].next;

        if (value == 0)
            continue;
        items[items[at].next] = items[value]; /* its children are shared */
        items[items[at].next].next = rest;
    }
}

/* An argument of the decorator that the function does not take. */
static void define_warn_other_argument(ptcc_python_reader *cx, uint32_t name)
{
    const ptc_form *form = &cx->forms->items[name];

    ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED, form->span,
                 "\"%s\" is not a parameter of \"%s\"; it is skipped",
                 ptc_diag_quote(cx->diags, form->text), ptcc_python_quote(cx, cx->name));
}

/* A map whose pairs went to others. */
static void define_empty(ptcc_python_reader *cx, uint32_t map)
{
    if (map == 0)
        return;
    cx->forms->items[map].child = 0;
    cx->forms->items[map].count = 0;
}

/* Arguments that the function does not take: with **kw they are added, else warned of. */
static void define_add_others(ptcc_python_reader *cx, uint32_t signature, uint32_t given)
{
    ptc_form *items = cx->forms->items;
    uint32_t last = items[signature].child;
    ptcc_python_map map = {signature, 0};

    for (; last != 0; last = items[items[last].next].next)
        map.last = items[last].next;
    for (uint32_t at = items[given].child; at != 0;) {
        uint32_t value = items[at].next;
        uint32_t next = items[value].next;

        if (ptcc_python_get(cx, signature, items[at].text) == 0) {
            if (cx->has_rest) {
                ptcc_python_add(cx, &map, at);
                ptcc_python_add(cx, &map, value);
            } else {
                define_warn_other_argument(cx, at);
            }
        }
        at = next;
    }
    define_empty(cx, given);
}

/* Whether a STRING is not the name of a parameter, which is reported when it is asked of
 * properties. */
static bool define_is_other(const ptcc_python_reader *cx, uint32_t form)
{
    ptc_str name = cx->forms->items[form].text;

    for (size_t i = 0; i < cx->parameter_count; i++) {
        if (ptc_str_equal_folded(name, ptcc_python_text(cx, cx->parameters[i].name)))
            return false;
    }
    return cx->forms->items[form].kind == PTC_FORM_STRING && !cx->has_rest;
}

/* Takes those children of a MAP, or VECTOR, out that are called like no parameter. */
static void define_take_out(ptcc_python_reader *cx, uint32_t collection)
{
    ptc_form *items = cx->forms->items;
    bool is_map = collection != 0 && items[collection].kind == PTC_FORM_MAP;
    uint32_t *link = &items[collection].child;

    while (collection != 0 && *link != 0) {
        uint32_t last = is_map ? items[*link].next : *link;

        if (!define_is_other(cx, *link)) {
            link = &items[last].next;
            continue;
        }
        if (is_map)
            define_warn_other_argument(cx, *link);
        items[collection].count -= is_map ? 2 : 1;
        *link = items[last].next;
    }
}

/* Whether the properties of a schema have all arguments of the signature. */
static bool define_is_covered(const ptcc_python_reader *cx, uint32_t signature,
                              uint32_t properties)
{
    const ptc_form *items = cx->forms->items;

    for (uint32_t at = items[signature].child; at != 0; at = items[items[at].next].next) {
        if (ptcc_python_get(cx, properties, items[at].text) == 0)
            return false;
    }
    return true;
}

/* The arguments as a JSON Schema; those of the signature that it does not have go along.
 */
static void define_put_schema(ptcc_python_reader *cx, ptcc_python_map *map,
                              uint32_t signature, uint32_t schema)
{
    uint32_t properties = ptcc_python_get(cx, schema, PTC_STR("properties"));
    uint32_t required = ptcc_python_get(cx, schema, PTC_STR("required"));

    define_take_out(cx, properties);
    if (required != 0 && cx->forms->items[required].kind == PTC_FORM_VECTOR)
        define_take_out(cx, required);
    if (!define_is_covered(cx, signature, properties))
        ptcc_python_put(cx, map, "signature", cx->name, signature);
    ptcc_python_put(cx, map, "inline", cx->name, schema);
}

/* Keys that `arguments` does not have are kept: the code that reads them says so. */
static void define_move_unknown(ptcc_python_reader *cx, ptcc_python_map *map,
                                uint32_t given)
{
    const ptc_form *items = cx->forms->items;

    for (uint32_t at = given != 0 ? items[given].child : 0; at != 0;) {
        uint32_t value = items[at].next;
        uint32_t next = items[value].next;

        if (!ptc_str_equal_folded(items[at].text, PTC_STR("entity_ref")) &&
            !ptc_str_equal_folded(items[at].text, PTC_STR("inline"))) {
            ptcc_python_add(cx, map, at);
            ptcc_python_add(cx, map, value);
        }
        at = next;
    }
}

/* The arguments of a function: those of its signature, overridden by those of the
 * decorator. */
static uint32_t define_arguments(ptcc_python_reader *cx, uint32_t given)
{
    ptcc_python_map map = ptcc_python_open_form(cx, PTC_FORM_MAP, cx->name);
    uint32_t signature = define_signature(cx);
    uint32_t entity = ptcc_python_get(cx, given, PTC_STR("entity_ref"));
    uint32_t inlined = ptcc_python_get(cx, given, PTC_STR("inline"));
    bool is_map = inlined != 0 && cx->forms->items[inlined].kind == PTC_FORM_MAP;

    if (given != 0 && cx->forms->items[given].kind != PTC_FORM_MAP)
        return given; /* the code that reads it says so */
    if (signature == 0 || map.form == 0)
        return 0;
    define_move_unknown(cx, &map, given);
    ptcc_python_put(cx, &map, "entity_ref", cx->name, entity);
    if (!is_map) {
        ptcc_python_put(cx, &map, "inline", cx->name, inlined != 0 ? inlined : signature);
    } else if (define_is_schema(cx, inlined)) {
        define_put_schema(cx, &map, signature, inlined);
    } else {
        define_replace(cx, signature, inlined);
        define_add_others(cx, signature, inlined);
        ptcc_python_put(cx, &map, "inline", cx->name, signature);
    }
    define_empty(cx, given);
    return map.form;
}

/* --- Functions ---------------------------------------------------------------------- */

/* The type that the function returns. */
static uint32_t define_return(ptcc_python_reader *cx)
{
    ptcc_python_type type = {.text = PTC_STR("void"), .span = cx->name};

    if (cx->result != 0 && !ptcc_python_read_type(cx, cx->result, &type))
        return 0;
    return ptcc_python_string_form(cx, type.text, type.span);
}

static void define_put_mcp(ptcc_python_reader *cx, ptcc_python_map *map, uint32_t type)
{
    ptcc_python_map mcp;
    ptc_span span;

    if (type == 0)
        return;
    span = cx->forms->items[type].span;
    mcp = ptcc_python_open_form(cx, PTC_FORM_MAP, span);
    ptcc_python_put(cx, &mcp, "type", span, type);
    ptcc_python_put(cx, map, "mcp", span, mcp.form);
}

void ptcc_python_open(ptcc_python_reader *cx, ptcc_python_map map, bool is_described)
{
    ptcc_python_add(cx, &cx->definitions, map.form);
    cx->open = map;
    cx->is_described = is_described;
    cx->open_level = cx->level_count;
}

void ptcc_python_define_function(ptcc_python_reader *cx)
{
    uint32_t decorator = ptcc_python_find_decorator(cx, "function");
    ptcc_python_map map;
    ptcc_python_keywords keywords;
    uint32_t result;

    if (decorator == 0) {
        ptcc_python_is_misplaced(cx, "entity", "class");
        return;
    }
    map = ptcc_python_open_form(cx, PTC_FORM_MAP, cx->name);
    keywords = ptcc_python_read_keywords(cx, decorator);
    result = keywords.return_shape != 0 ? keywords.return_shape : define_return(cx);
    ptcc_python_put(cx, &map, "name", cx->name,
                    keywords.name ? keywords.name : ptcc_python_name_form(cx, cx->name));
    ptcc_python_put(cx, &map, "type", cx->name,
                    keywords.type ? keywords.type
                                  : ptcc_python_string_form(
                                        cx, PTC_STR("python_function"), cx->name));
    ptcc_python_put(cx, &map, "arguments", cx->name,
                    define_arguments(cx, keywords.arguments));
    ptcc_python_put(cx, &map, "return_shape", cx->name, result);
    ptcc_python_put(cx, &map, "path", cx->name, keywords.path);
    define_put_mcp(cx, &map, keywords.mcp_type);
    ptcc_python_put(cx, &map, "reload", cx->name, keywords.reload);
    ptcc_python_put(cx, &map, "description", cx->name, keywords.description);
    ptcc_python_open(cx, map, keywords.description != 0);
}
