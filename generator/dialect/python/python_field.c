/* SPDX-License-Identifier: MIT */
/* Reads what calls of Field (pydantic) and field (dataclasses) say about an argument.
 * [brimley 3] */
#include "generator/dialect/python/python_int.h"

/* Keywords of Field and what arguments of definitions call them. */
static const struct field_word {
    const char *from;
    const char *to;
    const char *of_lists; /* where that differs */
} field_words[] = {
    {"default", "default", NULL},    {"description", "description", NULL},
    {"ge", "minimum", NULL},         {"gt", "exclusiveMinimum", NULL},
    {"le", "maximum", NULL},         {"lt", "exclusiveMaximum", NULL},
    {"max_items", "maxItems", NULL}, {"max_length", "maxLength", "maxItems"},
    {"min_items", "minItems", NULL}, {"min_length", "minLength", "minItems"},
    {"pattern", "pattern", NULL},    {"regex", "pattern", NULL},
};

bool ptcc_python_is_field(ptcc_python_reader *cx, uint32_t node)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, node);
    ptc_str path;

    if (item->kind != PTCC_PYTHON_NODE_CALL)
        return false;
    path = ptcc_python_resolve(cx, item->child);
    return ptc_str_equal(path, PTC_STR("Field")) ||
           ptc_str_equal(path, PTC_STR("pydantic.Field")) ||
           ptc_str_equal(path, PTC_STR("field")) ||
           ptc_str_equal(path, PTC_STR("dataclasses.field"));
}

static const struct field_word *field_find(ptc_str name)
{
    for (size_t i = 0; i < sizeof field_words / sizeof field_words[0]; i++) {
        if (ptc_str_equal(name, ptc_str_of(field_words[i].from)))
            return &field_words[i];
    }
    return NULL;
}

/* One argument of the call. */
static void field_add(ptcc_python_reader *cx, ptcc_python_map *map, uint32_t argument,
                      bool is_list, bool *has_default)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, argument);
    bool is_named = item->kind == PTCC_PYTHON_NODE_KEYWORD;
    ptc_span at = is_named ? item->name : item->span;
    ptc_str name = is_named ? ptcc_python_text(cx, at) : PTC_STR("default");
    const struct field_word *word = field_find(name);
    uint32_t value = is_named ? item->child : argument;
    bool is_default = word == &field_words[0];

    if (is_default && ptcc_python_at(cx, value)->kind == PTCC_PYTHON_NODE_ELLIPSIS)
        return; /* required */
    if (word != NULL) {
        ptcc_python_put(
            cx, map, is_list && word->of_lists != NULL ? word->of_lists : word->to, at,
            ptcc_python_literal(cx, value,
                                is_default ? "the default" : "the value of Field"));
        *has_default = *has_default || is_default;
    } else if (ptc_str_equal(name, PTC_STR("default_factory"))) {
        ptcc_python_literal(cx, value, "the default");
    } else {
        ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED, item->span,
                     "`%s` of a field has no effect", ptcc_python_quote(cx, at));
    }
}

void ptcc_python_add_field(ptcc_python_reader *cx, ptcc_python_map *map, uint32_t call,
                           bool is_list, bool *has_default)
{
    uint32_t argument = ptcc_python_at(cx, ptcc_python_at(cx, call)->child)->next;

    for (; argument != 0; argument = ptcc_python_at(cx, argument)->next)
        field_add(cx, map, argument, is_list, has_default);
}
