/* SPDX-License-Identifier: MIT */
/*
 * Types of specs: each constructor makes the draft of one construct.
 *
 * A type that contracts do not have also becomes a node, and a fault. The fault is
 * reported only when the whole spec is parsed, since an option may read the union that
 * the type is in. [signature 12]
 */
#include "elixir_spec.h"
#include "generator/dialect/elixir/elixir_int.h"

/* --- Faults ------------------------------------------------------------------------- */

void elixir_add_fault(elixir_spec *cx, elixir_fault fault)
{
    void *faults = cx->faults;

    if (!ptc_arena_reserve(cx->draft->arena, &faults, &cx->fault_capacity,
                           cx->fault_count, cx->fault_count + 1, sizeof *cx->faults)) {
        cx->reading->is_refused = true;
        return;
    }
    cx->faults = faults;
    cx->faults[cx->fault_count++] = fault;
}

/* Forgets the faults of a part. */
static void types_forgive(elixir_spec *cx, ptc_span part)
{
    size_t count = 0;

    for (size_t i = 0; i < cx->fault_count; i++) {
        if (cx->faults[i].span.start < part.start || cx->faults[i].span.end > part.end)
            cx->faults[count++] = cx->faults[i];
    }
    cx->fault_count = count;
}

ptc_draft_ref elixir_unfit(elixir_spec *cx, uint32_t start, uint32_t end,
                           const char *reason)
{
    ptc_span span = {start, end};

    types_forgive(cx, span);
    elixir_add_fault(cx, (elixir_fault){span, reason, NULL});
    return ptc_draft_add(cx->draft, PTC_TYPE_ANY, span);
}

void elixir_give_up(elixir_spec *cx, elixir_token token)
{
    ptc_span span = {token.start, token.end};

    if (cx->is_given_up)
        return;
    cx->is_given_up = true;
    if (span.end <= span.start || span.end > cx->function->clause.end)
        elixir_add_fault(cx, (elixir_fault){cx->function->clause.name,
                                            "has a spec that ends too early", NULL});
    else
        elixir_add_fault(cx, (elixir_fault){span, "is not expected in a spec", NULL});
}

/* --- Words -------------------------------------------------------------------------- */

/* Which bounds a word of INT has. */
typedef enum elixir_bounds {
    ELIXIR_ALL,
    ELIXIR_FROM_ZERO,
    ELIXIR_FROM_ONE,
    ELIXIR_BELOW_ZERO,
    ELIXIR_BYTE,
    ELIXIR_CODE_POINT,
} elixir_bounds;

static const ptc_value bounds[][2] = {
    [ELIXIR_ALL] = {{.kind = PTC_NIL}, {.kind = PTC_NIL}},
    [ELIXIR_FROM_ZERO] = {{.kind = PTC_INT, .as.integer = 0}, {.kind = PTC_NIL}},
    [ELIXIR_FROM_ONE] = {{.kind = PTC_INT, .as.integer = 1}, {.kind = PTC_NIL}},
    [ELIXIR_BELOW_ZERO] = {{.kind = PTC_NIL}, {.kind = PTC_INT, .as.integer = -1}},
    [ELIXIR_BYTE] = {{.kind = PTC_INT, .as.integer = 0},
                     {.kind = PTC_INT, .as.integer = 255}},
    [ELIXIR_CODE_POINT] = {{.kind = PTC_INT, .as.integer = 0},
                           {.kind = PTC_INT, .as.integer = 0x10FFFF}},
};

static const struct elixir_word_row {
    const char *word;
    ptc_type type;
    elixir_bounds bounds;
} elixir_words[] = {
    {"String.t", PTC_TYPE_STRING, ELIXIR_ALL},
    {"integer", PTC_TYPE_INT, ELIXIR_ALL},
    {"non_neg_integer", PTC_TYPE_INT, ELIXIR_FROM_ZERO},
    {"pos_integer", PTC_TYPE_INT, ELIXIR_FROM_ONE},
    {"neg_integer", PTC_TYPE_INT, ELIXIR_BELOW_ZERO},
    {"byte", PTC_TYPE_INT, ELIXIR_BYTE},
    {"arity", PTC_TYPE_INT, ELIXIR_BYTE},
    {"char", PTC_TYPE_INT, ELIXIR_CODE_POINT},
    {"float", PTC_TYPE_FLOAT, ELIXIR_ALL},
    {"number", PTC_TYPE_UNION, ELIXIR_ALL},
    {"boolean", PTC_TYPE_BOOL, ELIXIR_ALL},
    {"atom", PTC_TYPE_KEYWORD, ELIXIR_ALL},
    {"map", PTC_TYPE_ANY_MAP, ELIXIR_ALL},
    {"any", PTC_TYPE_ANY, ELIXIR_ALL},
    {"term", PTC_TYPE_ANY, ELIXIR_ALL},
    {"nil", PTC_TYPE_NIL, ELIXIR_ALL},
    {"list", PTC_TYPE_LIST, ELIXIR_ALL},
    {"nonempty_list", PTC_TYPE_LIST, ELIXIR_FROM_ONE},
    {"DateTime.t", PTC_TYPE_DATETIME, ELIXIR_ALL},
    {"Date.t", PTC_TYPE_DATE, ELIXIR_ALL},
    {"Decimal.t", PTC_TYPE_DECIMAL, ELIXIR_ALL},
};

/* Built-in types that are not data, or that may be more than one thing. */
static const struct {
    const char *word;
    const char *reason;
} elixir_others[] = {
    {"pid", "is a process, not data"},
    {"reference", "is a reference, not data"},
    {"port", "is a port, not data"},
    {"fun", "is a function, not data"},
    {"function", "is a function, not data"},
    {"none", "is the type of functions that do not return"},
    {"no_return", "is the type of functions that do not return"},
    {"true", "is one of two values: boolean() has both"},
    {"false", "is one of two values: boolean() has both"},
    {"binary", "is a binary, which need not be text; text is String.t()"},
    {"bitstring", "is a binary, which need not be text; text is String.t()"},
    {"charlist", "is a charlist; text is String.t()"},
    {"iodata", "is iodata; text is String.t()"},
    {"keyword", "is a keyword list; maps are %{key: type}"},
    {"struct", "is a struct of any kind"},
    {"tuple", "is a tuple of any kind"},
    {"module", "is a module"},
    {"timeout", "is a number or :infinity"},
    {"NaiveDateTime.t", "is a time without an offset; DateTime.t() has one"},
    {"Time.t", "is a time without a day"},
    {"Keyword.t", "is a keyword list; maps are %{key: type}"},
};

static ptc_draft_ref types_number(elixir_spec *cx, ptc_span span)
{
    ptc_draft_ref whole = ptc_draft_add(cx->draft, PTC_TYPE_UNION, span);

    ptc_draft_append(cx->draft, whole, ptc_draft_add(cx->draft, PTC_TYPE_INT, span));
    ptc_draft_append(cx->draft, whole, ptc_draft_add(cx->draft, PTC_TYPE_FLOAT, span));
    return whole;
}

/* The one argument of `list(t)`; 0: there are others. */
static ptc_draft_ref types_argument(elixir_spec *cx, ptc_draft_ref arguments)
{
    const ptc_draft_node *node = elixir_node(cx, arguments);

    return arguments != 0 && node->first == node->last ? node->first : 0;
}

static ptc_draft_ref types_make(elixir_spec *cx, const struct elixir_word_row *row,
                                ptc_span span, ptc_draft_ref arguments)
{
    ptc_draft_ref item = types_argument(cx, arguments);
    ptc_draft_ref made;
    ptc_draft_node *node;

    if (row->type == PTC_TYPE_UNION)
        return types_number(cx, span);
    made = ptc_draft_add(cx->draft, row->type, span);
    node = elixir_node(cx, made);
    node->interval.low = bounds[row->bounds][0];
    node->interval.high = bounds[row->bounds][1];
    if (row->type == PTC_TYPE_LIST) {
        if (item == 0)
            item = ptc_draft_add(cx->draft, PTC_TYPE_ANY, span);
        ptc_draft_append(cx->draft, made, item);
    }
    return made;
}

/* Why a word that no row has cannot be read. */
static const char *types_reason(ptc_str word, bool has_arguments)
{
    for (size_t i = 0;
         !has_arguments && i < sizeof elixir_others / sizeof elixir_others[0]; i++) {
        if (ptc_str_equal(word, ptc_str_of(elixir_others[i].word)))
            return elixir_others[i].reason;
    }
    return memchr(word.ptr, '.', word.len) != NULL ? "is a type of another module"
                                                   : "is a type that a module declares";
}

ptc_draft_ref elixir_word(elixir_spec *cx, elixir_token name, ptc_draft_ref arguments,
                          uint32_t end)
{
    ptc_str word = elixir_slice(cx, name.start, name.end);
    ptc_span span = {name.start, end};

    for (size_t i = 0; i < sizeof elixir_words / sizeof elixir_words[0]; i++) {
        const struct elixir_word_row *row = &elixir_words[i];
        bool takes = row->type == PTC_TYPE_LIST && types_argument(cx, arguments) != 0;

        if (ptc_str_equal(word, ptc_str_of(row->word)) && (arguments == 0 || takes))
            return types_make(cx, row, span, arguments);
    }
    return elixir_unfit(cx, span.start, span.end, types_reason(word, arguments != 0));
}

/* --- Literals ----------------------------------------------------------------------- */

ptc_draft_ref elixir_atom(elixir_spec *cx, elixir_token atom)
{
    ptc_str name = elixir_slice(cx, atom.start + 1, atom.end);
    ptc_draft_ref made =
        ptc_draft_add(cx->draft, PTC_TYPE_ENUM, (ptc_span){atom.start, atom.end});
    ptc_draft_node *node = elixir_node(cx, made);
    ptc_value *members = ptc_arena_array(cx->draft->arena, 1, sizeof *members);

    if (name.len >= 2 && name.ptr[0] == '"')
        name = ptc_str_make(name.ptr + 1, name.len - 2);
    if (memchr(name.ptr, '\\', name.len) != NULL || name.len == 0)
        return elixir_unfit(cx, atom.start, atom.end, "is an atom with escapes");
    if (members == NULL)
        return made;
    members[0] = ptc_value_string(name);
    node->members = members;
    node->member_count = 1;
    return made;
}

/* An integer with `_` between digits; false when it is out of range. */
bool elixir_read_integer(const elixir_spec *cx, elixir_token token, int64_t *out)
{
    char digits[32];
    size_t len = 0;

    for (uint32_t at = token.start; at < token.end; at++) {
        if (cx->text.ptr[at] == '_')
            continue;
        if (len == sizeof digits)
            return false;
        digits[len++] = cx->text.ptr[at];
    }
    return ptc_number_read_int(digits, len, out);
}

ptc_draft_ref elixir_range(elixir_spec *cx, elixir_token low, elixir_token high)
{
    int64_t from;
    int64_t to;

    if (!elixir_read_integer(cx, low, &from) || !elixir_read_integer(cx, high, &to))
        return elixir_unfit(cx, low.start, high.end, "is beyond 64 bits");
    if (from > to)
        return elixir_unfit(cx, low.start, high.end, "is a range of nothing");
    return ptcc_source_int(cx->draft, (ptc_span){low.start, high.end},
                           ptc_value_int(from), ptc_value_int(to));
}

/* --- Unions ------------------------------------------------------------------------- */

/* Adds the atom of `right`, an ENUM of one, to the enum. Room doubles. */
static void types_add_member(elixir_spec *cx, ptc_draft_ref left, ptc_draft_ref right)
{
    ptc_draft_node *node = elixir_node(cx, left);
    uint32_t count = node->member_count;
    const ptc_value *member = elixir_node(cx, right)->members;
    ptc_value *members = (ptc_value *)node->members;

    for (uint32_t i = 0; i < count; i++) {
        if (member == NULL || ptc_value_same(&members[i], member))
            return;
    }
    if ((count & (count - 1)) == 0) {
        members = ptc_arena_array(cx->draft->arena, (size_t)count * 2, sizeof *members);
        if (members == NULL)
            return;
        memcpy(members, node->members, count * sizeof *members);
        node->members = members;
    }
    members[count] = *member;
    node->member_count++;
}

static bool types_is_full(elixir_spec *cx, ptc_draft_ref whole)
{
    size_t count = elixir_node(cx, whole)->member_count;

    for (ptc_draft_ref child = elixir_node(cx, whole)->first;
         child != 0 && count <= PTCC_SOURCE_ALTERNATIVES;
         child = elixir_node(cx, child)->next)
        count += 1 + elixir_node(cx, child)->member_count;
    return count >= PTCC_SOURCE_ALTERNATIVES;
}

/* The enum among the alternatives, 0: there is none. */
static ptc_draft_ref types_enum_of(elixir_spec *cx, ptc_draft_ref whole)
{
    ptc_draft_ref child = whole;

    if (elixir_node(cx, whole)->type == PTC_TYPE_UNION)
        child = elixir_node(cx, whole)->first;
    while (child != 0 && elixir_node(cx, child)->type != PTC_TYPE_ENUM)
        child = elixir_node(cx, child)->next;
    return child;
}

ptc_draft_ref elixir_union(elixir_spec *cx, ptc_draft_ref left, ptc_draft_ref right)
{
    ptc_draft_node *node = elixir_node(cx, left);
    ptc_span span = {node->extra.span.start, elixir_node(cx, right)->extra.span.end};
    ptc_draft_ref members = types_enum_of(cx, left);
    ptc_draft_ref whole = left;

    if (types_is_full(cx, left)) {
        elixir_unfit(cx, span.start, span.end, "is a union of more than 1000 types");
        cx->is_given_up = true;
        return left;
    }
    if (elixir_node(cx, right)->type == PTC_TYPE_ENUM && members != 0) {
        types_add_member(cx, members, right);
    } else {
        if (node->type != PTC_TYPE_UNION || node->is_definition) {
            whole = ptc_draft_add(cx->draft, PTC_TYPE_UNION, span);
            ptc_draft_append(cx->draft, whole, left);
        }
        ptc_draft_append(cx->draft, whole, right);
    }
    elixir_node(cx, whole)->extra.span = span;
    return whole;
}

/* The second element of `{:word, t}`; 0: it is something else. */
static ptc_draft_ref types_tagged(elixir_spec *cx, ptc_draft_ref tuple, const char *word)
{
    const ptc_draft_node *node = elixir_node(cx, tuple);
    const ptc_draft_node *tag = elixir_node(cx, node->first);

    if (node->type != PTC_TYPE_TUPLE || tag->next == 0 || tag->next != node->last ||
        tag->type != PTC_TYPE_ENUM || tag->member_count != 1 ||
        !ptc_str_equal(ptc_value_text(tag->members), ptc_str_of(word)))
        return 0;
    return node->last;
}

/* `{:ok, t} | {:error, e}` as {result :t, error :any?}. */
static ptc_draft_ref types_result(elixir_spec *cx, ptc_draft_ref type)
{
    ptc_draft_ref ok = elixir_node(cx, type)->first;
    ptc_draft_ref error = elixir_node(cx, type)->last;
    ptc_span span = elixir_node(cx, type)->extra.span;
    bool is_pair = elixir_node(cx, ok)->next == error;
    ptc_draft_ref result;
    ptc_draft_ref made;
    ptc_draft_ref any;

    if (types_tagged(cx, ok, "ok") == 0) { /* the other way round */
        error = ok;
        ok = elixir_node(cx, type)->last;
    }
    result = types_tagged(cx, ok, "ok");
    if (!is_pair || result == 0 || types_tagged(cx, error, "error") == 0)
        return 0;
    types_forgive(cx, elixir_node(cx, error)->extra.span);
    made = ptc_draft_add(cx->draft, PTC_TYPE_MAP, span);
    any = ptc_draft_add(cx->draft, PTC_TYPE_ANY, elixir_node(cx, error)->extra.span);
    elixir_node(cx, any)->flags |= PTC_NODE_NULLABLE;
    ptc_draft_name(cx->draft, result, PTC_STR("result"));
    ptc_draft_name(cx->draft, any, PTC_STR("error"));
    ptc_draft_append(cx->draft, made, result);
    ptc_draft_append(cx->draft, made, any);
    return made;
}

/* A whole type: tuples have their meaning in it alone. */
ptc_draft_ref elixir_type(elixir_spec *cx, ptc_draft_ref type)
{
    const ptc_draft_node *node = elixir_node(cx, type);
    ptc_span span = node->extra.span;
    ptc_draft_ref result = 0;

    if (node->type == PTC_TYPE_TUPLE)
        return elixir_unfit(cx, span.start, span.end,
                            "is a tuple, which JSON does not have");
    if (node->type != PTC_TYPE_UNION)
        return type;
    for (ptc_draft_ref child = node->first; child != 0;
         child = elixir_node(cx, child)->next) {
        if (elixir_node(cx, child)->type != PTC_TYPE_TUPLE)
            continue;
        if (cx->reading->options->result_unions)
            result = types_result(cx, type);
        return result != 0
                   ? result
                   : elixir_unfit(cx, span.start, span.end,
                                  "is a union of tuples, which JSON does not have");
    }
    return type;
}

/* --- Lists, tuples, maps ------------------------------------------------------------ */

ptc_draft_ref elixir_list_of(elixir_spec *cx, ptc_draft_ref list, ptc_draft_ref item)
{
    if (list == 0)
        list = ptc_draft_add(cx->draft, PTC_TYPE_MAP, elixir_node(cx, item)->extra.span);
    ptc_draft_append(cx->draft, list, item);
    elixir_node(cx, list)->extra.span.end = elixir_node(cx, item)->extra.span.end;
    return list;
}

ptc_draft_ref elixir_list(elixir_spec *cx, elixir_token open, ptc_draft_ref item,
                          elixir_token close, bool is_filled)
{
    ptc_draft_ref list =
        ptc_draft_add(cx->draft, PTC_TYPE_LIST, (ptc_span){open.start, close.end});

    if (is_filled)
        elixir_node(cx, list)->interval.low = ptc_value_int(1);
    ptc_draft_append(cx->draft, list, item);
    return list;
}

ptc_draft_ref elixir_tuple(elixir_spec *cx, elixir_token open, ptc_draft_ref items,
                           elixir_token close)
{
    ptc_span span = {open.start, close.end};

    if (items == 0)
        items = ptc_draft_add(cx->draft, PTC_TYPE_TUPLE, span);
    elixir_node(cx, items)->type = PTC_TYPE_TUPLE;
    elixir_node(cx, items)->extra.span = span;
    return items;
}

ptc_draft_ref elixir_key(elixir_spec *cx, elixir_token key, ptc_draft_ref type)
{
    ptc_str name = elixir_slice(cx, key.start, key.end - 1);

    if (name.ptr[0] == '"')
        name = ptc_str_make(name.ptr + 1, name.len - 2);
    if (memchr(name.ptr, '\\', name.len) != NULL || name.len == 0)
        elixir_unfit(cx, key.start, key.end, "is a key with escapes");
    ptc_draft_name(cx->draft, type, name);
    return type;
}

/* A field whose key is an atom, or a MAP_OF for keys of a type. */
ptc_draft_ref elixir_pair(elixir_spec *cx, ptc_draft_ref key, ptc_draft_ref type,
                          bool is_optional)
{
    const ptc_draft_node *node = elixir_node(cx, key);
    ptc_span span = {node->extra.span.start, elixir_node(cx, type)->extra.span.end};
    ptc_draft_ref made;

    if (node->type == PTC_TYPE_ENUM && node->member_count == 1) {
        ptc_draft_name(cx->draft, type, ptc_value_text(node->members));
        if (is_optional)
            elixir_node(cx, type)->flags |= PTC_NODE_NULLABLE;
        return type;
    }
    if (node->type != PTC_TYPE_STRING && node->type != PTC_TYPE_KEYWORD &&
        node->type != PTC_TYPE_INT)
        return elixir_unfit(cx, node->extra.span.start, node->extra.span.end,
                            "is not a key of a map in JSON");
    made = ptc_draft_add(cx->draft, PTC_TYPE_MAP_OF, span);
    elixir_node(cx, made)->is_definition =
        true; /* one of elixir_pair, until elixir_map */
    ptc_draft_append(cx->draft, made, key);
    ptc_draft_append(cx->draft, made, type);
    return made;
}

ptc_draft_ref elixir_map(elixir_spec *cx, elixir_token open, ptc_draft_ref fields,
                         elixir_token close)
{
    ptc_span span = {open.start, close.end};
    ptc_draft_ref twice;

    if (fields == 0)
        fields = ptc_draft_add(cx->draft, PTC_TYPE_MAP, span);
    for (ptc_draft_ref child = elixir_node(cx, fields)->first; child != 0;
         child = elixir_node(cx, child)->next) {
        ptc_draft_node *node = elixir_node(cx, child);

        if (node->type != PTC_TYPE_MAP_OF || !node->is_definition || node->name.len > 0)
            continue;
        node->is_definition = false;
        if (child == elixir_node(cx, fields)->first && node->next == 0)
            return child;
        return elixir_unfit(cx, span.start, span.end,
                            "is a map of named keys and of keys of a type");
    }
    twice = ptcc_source_twice(cx->reading, fields);
    if (twice != 0)
        return elixir_unfit(cx, span.start, span.end, "is a map with a key twice");
    elixir_node(cx, fields)->extra.span = span;
    return fields;
}
