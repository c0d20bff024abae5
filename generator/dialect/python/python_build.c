/* SPDX-License-Identifier: MIT */
/* Makes nodes for the actions of the grammar, and collects what statements say about the
 * module. */
#include "generator/dialect/python/python_int.h"

/* --- The parser's stack ------------------------------------------------------------- */

void *ptcc_python_stack_grow(ptcc_python_reader *cx, void *old, size_t size)
{
    void *stack = cx->stack;

    if (size > cx->stack_bytes)
        stack = ptc_arena_alloc(cx->arena, size);
    if (stack == NULL) {
        cx->is_refused = true;
        return NULL;
    }
    if (old != NULL && old != stack)
        memcpy(stack, old, cx->stack_bytes);
    if (size > cx->stack_bytes)
        cx->stack_bytes = size;
    cx->stack = stack;
    return stack;
}

/* --- Nodes -------------------------------------------------------------------------- */

uint32_t ptcc_python_node(ptcc_python_reader *cx, ptcc_python_kind kind, ptc_span span)
{
    ptcc_python_node_item *node =
        PTC_ARENA_PUSH(cx->arena, cx->nodes, cx->node_count, cx->node_capacity);

    if (node == NULL) {
        cx->is_refused = true;
        return 0;
    }
    *node = (ptcc_python_node_item){.kind = (uint8_t)kind, .span = span};
    return (uint32_t)cx->node_count - 1;
}

uint32_t ptcc_python_over(ptcc_python_reader *cx, ptcc_python_kind kind, ptc_span from,
                          ptc_span to)
{
    return ptcc_python_node(cx, kind, (ptc_span){from.start, to.end});
}

uint32_t ptcc_python_join(ptcc_python_reader *cx, uint32_t left, uint32_t right)
{
    return ptcc_python_over(cx, PTCC_PYTHON_NODE_OTHER, cx->nodes[left].span,
                            cx->nodes[right].span);
}

uint32_t ptcc_python_signed(ptcc_python_reader *cx, ptcc_python_kind kind, ptc_span sign,
                            uint32_t of)
{
    uint8_t under = cx->nodes[of].kind;
    bool is_number = under == PTCC_PYTHON_NODE_INT || under == PTCC_PYTHON_NODE_FLOAT;
    uint32_t node = ptcc_python_over(cx, is_number ? kind : PTCC_PYTHON_NODE_OTHER, sign,
                                     cx->nodes[of].span);

    cx->nodes[node].child = of;
    return node;
}

uint32_t ptcc_python_member(ptcc_python_reader *cx, uint32_t of, ptc_span name)
{
    bool is_name = cx->nodes[of].kind == PTCC_PYTHON_NODE_NAME;

    return ptcc_python_over(cx, is_name ? PTCC_PYTHON_NODE_NAME : PTCC_PYTHON_NODE_OTHER,
                            cx->nodes[of].span, name);
}

uint32_t ptcc_python_list(ptcc_python_reader *cx, uint32_t first, uint32_t item)
{
    cx->nodes[item].last = item;
    return first == 0 ? item : ptcc_python_concat(cx, first, item);
}

/* A node is in one chain at a time; `last` of the first is the end of its chain. */
uint32_t ptcc_python_concat(ptcc_python_reader *cx, uint32_t first, uint32_t second)
{
    if (first == 0 || second == 0)
        return 0; /* no memory */
    cx->nodes[cx->nodes[first].last].next = second;
    cx->nodes[first].last = cx->nodes[second].last;
    return first;
}

uint32_t ptcc_python_adopt(ptcc_python_reader *cx, uint32_t node, uint32_t first)
{
    cx->nodes[node].child = first;
    return node;
}

uint32_t ptcc_python_single(ptcc_python_reader *cx, uint32_t first)
{
    uint32_t last = cx->nodes[first].last;

    if (cx->nodes[first].next == 0)
        return first;
    return ptcc_python_adopt(cx,
                             ptcc_python_over(cx, PTCC_PYTHON_NODE_TUPLE,
                                              cx->nodes[first].span,
                                              cx->nodes[last].span),
                             first);
}

uint32_t ptcc_python_group(ptcc_python_reader *cx, ptc_span open, uint32_t items,
                           ptc_span close)
{
    if (cx->nodes[items].next != 0)
        return ptcc_python_adopt(
            cx, ptcc_python_over(cx, PTCC_PYTHON_NODE_TUPLE, open, close), items);
    if (cx->nodes[items].kind == PTCC_PYTHON_NODE_STRING)
        cx->nodes[items].span = (ptc_span){open.start, close.end};
    return items;
}

uint32_t ptcc_python_apply(ptcc_python_reader *cx, ptcc_python_kind kind, uint32_t of,
                           uint32_t arguments, ptc_span end)
{
    uint32_t node = ptcc_python_over(cx, kind, cx->nodes[of].span, end);

    cx->nodes[of].next = arguments;
    return ptcc_python_adopt(cx, node, of);
}

uint32_t ptcc_python_keyword(ptcc_python_reader *cx, ptc_span name, uint32_t value)
{
    uint32_t node =
        ptcc_python_over(cx, PTCC_PYTHON_NODE_KEYWORD, name, cx->nodes[value].span);

    cx->nodes[node].name = name;
    return ptcc_python_adopt(cx, node, value);
}

/* --- Decorators --------------------------------------------------------------------- */

void ptcc_python_decorate(ptcc_python_reader *cx, uint32_t node)
{
    uint32_t *decorator = PTC_ARENA_PUSH(cx->arena, cx->decorators, cx->decorator_count,
                                         cx->decorator_capacity);

    if (decorator != NULL)
        *decorator = node;
    else
        cx->is_refused = true;
}

/* --- Imports ------------------------------------------------------------------------ */

/* Appends a dotted name, which may have blanks and line ends in it. */
static void python_write_path(ptc_text *out, ptc_str path)
{
    for (size_t i = 0; i < path.len; i++) {
        if (memchr(" \t\f\r\n\\", path.ptr[i], 6) == NULL)
            ptc_text_byte(out, path.ptr[i]);
    }
}

static void python_bind(ptcc_python_reader *cx, ptc_str name, const ptc_text *path)
{
    ptc_str *item =
        PTC_ARENA_PUSH(cx->arena, cx->paths, cx->path_count, cx->path_capacity);

    if (item == NULL || path->failed) {
        cx->is_refused = true;
        return;
    }
    *item = ptc_text_view(path);
    if (ptc_names_push(&cx->imports, name, (uint32_t)cx->path_count - 1) == NULL)
        cx->is_refused = true;
}

void ptcc_python_import(ptcc_python_reader *cx, ptc_span path, ptc_span name)
{
    ptc_str spelled = ptcc_python_text(cx, path);
    ptc_text text;

    ptc_text_init(&text, cx->arena);
    python_write_path(&text, spelled);
    if (name.end > 0) {
        python_bind(cx, ptcc_python_text(cx, name), &text);
        return;
    }
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '.')
            ptc_text_cut(&text, i);
    }
    python_bind(cx, ptc_text_view(&text), &text);
}

void ptcc_python_import_from(ptcc_python_reader *cx, ptc_span member, ptc_span name)
{
    ptc_text text;

    ptc_text_init(&text, cx->arena);
    python_write_path(&text, ptcc_python_text(cx, cx->origin));
    if (text.len > 0 && text.ptr[text.len - 1] != '.')
        ptc_text_byte(&text, '.');
    ptc_text_str(&text, ptcc_python_text(cx, member));
    python_bind(cx, ptcc_python_text(cx, name), &text);
}

/* --- Parameters --------------------------------------------------------------------- */

void ptcc_python_parameter(ptcc_python_reader *cx, ptc_span name, uint32_t type,
                           uint32_t value)
{
    ptcc_python_parameter_item *item = PTC_ARENA_PUSH(
        cx->arena, cx->parameters, cx->parameter_count, cx->parameter_capacity);

    if (item == NULL) {
        cx->is_refused = true;
        return;
    }
    *item = (ptcc_python_parameter_item){name, type, value, NULL};
}

void ptcc_python_slash(ptcc_python_reader *cx)
{
    for (size_t i = 0; i < cx->parameter_count; i++)
        cx->parameters[i].stars = cx->parameters[i].stars != NULL
                                      ? cx->parameters[i].stars
                                      : PTCC_PYTHON_POSITIONAL;
}

void ptcc_python_variadic(ptcc_python_reader *cx, ptc_span name, const char *stars)
{
    ptcc_python_parameter(cx, name, 0, 0);
    if (!cx->is_refused)
        cx->parameters[cx->parameter_count - 1].stars = stars;
    cx->has_rest = cx->has_rest || stars[1] == '*';
}
