/* SPDX-License-Identifier: MIT */
/*
 * Local names: let, and patterns that take values apart. [ptc-lisp 5, 6]
 *
 * A value is bound in a near register; when these become few it then moves to a far one.
 * Patterns of vectors replace the value in its register by a vector of its elements,
 * those of maps by the map, unless `:as` still needs it.
 */
#include "lisp/compile/compiler.h"
#include "lisp/heap/data.h"
#include "lisp/read/read_int.h"

#define BIND_PATTERN                                                                     \
    "a name, [a b & rest :as all] or {:keys [a b] c :key :or {a 1} :as all}"

uint32_t ptc_compile_settle(ptc_compiler *c, uint32_t reg)
{
    ptc_arity_draft *arity = c->arity;
    uint32_t slot = PTC_FAR_FIRST + arity->far;

    if (reg + 1 != arity->top || ptc_compile_room(c) > 0)
        return reg;
    if (arity->far >= PTC_FAR_MAX)
        ptc_compile_too_large(c, "a function has too many local names");
    arity->far++;
    arity->top--;
    if (arity->registers <= slot)
        arity->registers = slot + 1;
    ptc_emit_abx(c, PTC_OP_STORE, reg, slot);
    return slot;
}

/* Placeholders are names in #( ) only, where they are bound already. */
static void bind_check_placeholder(ptc_compiler *c, uint32_t form,
                                   const ptc_symbol *symbol)
{
    if (symbol->text.len > 0 && symbol->text.ptr[0] == '%' && !symbol->local)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_PLACEHOLDER,
                           "a name without %, which belongs in #( )");
}

ptc_symbol *ptc_compile_plain_name(ptc_compiler *c, uint32_t form, const char *expected)
{
    const ptc_form *item = ptc_form_at(c, form);
    ptc_symbol *symbol;

    if (item->kind != PTC_FORM_SYMBOL || item->flags)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM, expected);
    symbol = ptc_form_symbol(c, form);
    bind_check_placeholder(c, form, symbol);
    return symbol;
}

/* Binds a symbol to the topmost register. */
static void bind_symbol(ptc_compiler *c, uint32_t form, uint32_t reg)
{
    ptc_symbol *symbol;

    if (ptc_form_at(c, form)->flags || ptc_form_is_rest(c, form))
        ptc_compile_misuse(c, form, PTC_REASON_UNSUPPORTED_PATTERN, BIND_PATTERN);
    symbol = ptc_form_symbol(c, form);
    bind_check_placeholder(c, form, symbol);
    ptc_compile_bind(c, symbol, ptc_compile_settle(c, reg));
}

/* --- Vector patterns --------------------------------------------------------------- */

/* Element `index` of the vector in `from`, by an opcode that reaches 255; `from` moves on
 * where it does not. */
static uint32_t bind_reach(ptc_compiler *c, uint32_t from, uint32_t index)
{
    if (index < UINT8_MAX)
        return index;
    ptc_emit_abc(c, PTC_OP_REST, from, from, UINT8_MAX);
    ptc_emit_abc(c, PTC_OP_SEQUENCE, from, from, PTC_SEQUENCE_REST);
    return index - UINT8_MAX;
}

/* The pattern that follows `&`. Returns the form after it. */
static uint32_t bind_rest(ptc_compiler *c, uint32_t vector, uint32_t ampersand,
                          uint32_t from, uint32_t index)
{
    uint32_t pattern = ptc_form_next(c, ampersand);
    uint32_t reg;

    if (!pattern)
        ptc_compile_misuse(c, vector, PTC_REASON_UNSUPPORTED_PATTERN,
                           "a pattern after &, [a & rest]");
    reg = ptc_compile_take(c, 1);
    ptc_emit_abc(c, PTC_OP_REST, reg, from, index);
    ptc_compile_rest_pattern(c, pattern, reg);
    return ptc_form_next(c, pattern);
}

/* `:as name` at the end of a pattern; the form of the name, or 0. */
static uint32_t bind_as(ptc_compiler *c, uint32_t vector)
{
    uint32_t child = ptc_form_at(c, vector)->child;

    for (; child; child = ptc_form_next(c, child))
        if (ptc_form_is_keyword(c, child, "as")) {
            uint32_t name = ptc_form_next(c, child);

            if (!name || ptc_form_at(c, name)->kind != PTC_FORM_SYMBOL ||
                ptc_form_next(c, name))
                ptc_compile_misuse(c, vector, PTC_REASON_UNSUPPORTED_PATTERN,
                                   "one name after :as at the end, [a b :as all]");
            return name;
        }
    return 0;
}

/* How many items a pattern takes, and whether it has `&`: then, as in Clojure, it takes
 * whatever has elements. */
static uint32_t bind_items(ptc_compiler *c, uint32_t vector)
{
    uint32_t child = ptc_form_at(c, vector)->child;
    uint32_t items = 0;

    while (child && !ptc_form_is_rest(c, child) && !ptc_form_is_keyword(c, child, "as")) {
        if (items < PTC_SEQUENCE_ITEMS_MAX)
            items++;
        child = ptc_form_next(c, child);
    }
    return items * PTC_SEQUENCE_ITEM +
           (child && ptc_form_is_rest(c, child) ? PTC_SEQUENCE_REST : 0);
}

static void bind_vector(ptc_compiler *c, uint32_t vector, uint32_t reg)
{
    uint32_t as = bind_as(c, vector);
    uint32_t from = as ? ptc_compile_take(c, 1) : reg;
    uint32_t child = ptc_form_at(c, vector)->child;
    uint32_t index = 0;

    if (as)
        bind_symbol(c, as, reg);
    ptc_emit_abc(c, PTC_OP_SEQUENCE, from, reg, bind_items(c, vector));
    while (child && !ptc_form_is_keyword(c, child, "as")) {
        uint32_t item;

        index = bind_reach(c, from, index);
        if (ptc_form_is_rest(c, child)) {
            child = bind_rest(c, vector, child, from, index);
            if (child && !ptc_form_is_keyword(c, child, "as"))
                ptc_compile_misuse(c, child, PTC_REASON_UNSUPPORTED_PATTERN,
                                   "only :as after the pattern of &");
            break;
        }
        item = ptc_compile_take(c, 1);
        ptc_emit_abc(c, PTC_OP_ITEM, item, from, index++);
        ptc_compile_pattern(c, child, item);
        child = ptc_form_next(c, child);
    }
}

/* --- Map patterns ------------------------------------------------------------------ */

/* What a name's default was before the pattern. */
typedef struct bind_default {
    ptc_symbol *symbol;
    uint32_t fallback;
    uint32_t fallback_of;
} bind_default;

/* The map after `:or`, or 0. */
static uint32_t bind_or(ptc_compiler *c, uint32_t map)
{
    uint32_t key = ptc_form_at(c, map)->child;

    for (; key; key = ptc_form_next(c, ptc_form_next(c, key))) {
        uint32_t defaults = ptc_form_next(c, key);

        if (!ptc_form_is_keyword(c, key, "or"))
            continue;
        if (ptc_form_at(c, defaults)->kind != PTC_FORM_MAP)
            ptc_compile_misuse(c, defaults, PTC_REASON_UNSUPPORTED_PATTERN,
                               "a map of names and their defaults, :or {a 1}");
        return defaults;
    }
    return 0;
}

/* Marks the names of `:or` with their defaults; returns their former marks, ended by
 * NULL. */
static bind_default *bind_defaults(ptc_compiler *c, uint32_t map)
{
    uint32_t defaults = bind_or(c, map);
    uint32_t child = defaults ? ptc_form_at(c, defaults)->child : 0;
    size_t count = defaults ? ptc_form_at(c, defaults)->count / 2 : 0;
    bind_default *saved = ptc_arena_array(c->scratch, count + 1, sizeof *saved);
    bind_default *next = saved;

    if (saved == NULL)
        ptc_compile_memory(c);
    for (; child; child = ptc_form_next(c, ptc_form_next(c, child))) {
        ptc_symbol *symbol = ptc_compile_plain_name(c, child, "a name in :or, {a 1}");

        next->symbol = symbol;
        next->fallback = symbol->fallback;
        next++->fallback_of = symbol->fallback_of;
        symbol->fallback = ptc_form_next(c, child);
        symbol->fallback_of = map;
    }
    return saved;
}

static void bind_restore_defaults(const bind_default *saved)
{
    for (; saved->symbol != NULL; saved++) {
        saved->symbol->fallback = saved->fallback;
        saved->symbol->fallback_of = saved->fallback_of;
    }
}

static uint32_t bind_default_of(const ptc_symbol *symbol, uint32_t map)
{
    return symbol->fallback_of == map ? symbol->fallback : 0;
}

/* The value at a key of the map in `from` goes to `to`. The key is a constant, or where
 * that is nil the value of a form; `fallback` is the form of its default, or 0. */
static void bind_field(ptc_compiler *c, ptc_value key, uint32_t key_form, uint32_t from,
                       uint32_t to, uint32_t fallback)
{
    uint32_t present = 0;
    uint32_t top = c->arity->top;
    uint32_t key_reg;

    if (key.kind == PTC_KEYWORD && !fallback) {
        ptc_emit_abw(c, PTC_OP_FIELD_AT, to, from, ptc_compile_add_site(c, NULL, key));
        return;
    }
    key_reg = ptc_compile_take(c, 1);
    if (key.kind != PTC_NIL)
        ptc_compile_constant(c, key, ptc_dest_of(key_reg, PTC_FOLLOW_VALUE));
    else
        ptc_compile_value(c, key_form, key_reg);
    if (!fallback) {
        ptc_emit_abc(c, PTC_OP_FIELD, to, from, key_reg);
    } else {
        ptc_emit_field_or(c, to, from, key_reg, &present);
        ptc_compile_value(c, fallback, to);
        ptc_emit_land(c, present);
    }
    c->arity->top = top;
}

/* `:keys [a :b]`, `:strs [a]`, `:syms [a]` */
static void bind_names(ptc_compiler *c, uint32_t map, uint32_t names, ptc_kind kind,
                       uint32_t from)
{
    uint32_t child;

    if (ptc_form_at(c, names)->kind != PTC_FORM_VECTOR)
        ptc_compile_misuse(c, names, PTC_REASON_UNSUPPORTED_PATTERN,
                           "a vector of names, {:keys [a b]}");
    for (child = ptc_form_at(c, names)->child; child; child = ptc_form_next(c, child)) {
        const ptc_form *item = ptc_form_at(c, child);
        ptc_symbol *symbol;
        ptc_value key;
        uint32_t reg = ptc_compile_take(c, 1);

        if ((item->kind != PTC_FORM_SYMBOL || item->flags) &&
            item->kind != PTC_FORM_KEYWORD)
            ptc_compile_misuse(c, child, PTC_REASON_UNSUPPORTED_PATTERN,
                               "names in {:keys [a b]}");
        symbol = ptc_compile_symbol(c, item->text, ptc_symbol_hash(item->text));
        key = ptc_name_value(ptc_name_intern(c->lisp, item->text), kind);
        c->place = item->span.start;
        bind_check_placeholder(c, child, symbol);
        bind_field(c, key, child, from, reg, bind_default_of(symbol, map));
        ptc_compile_bind(c, symbol, ptc_compile_settle(c, reg));
    }
}

/* A key of a map pattern that is a keyword: how its value is bound. */
static void bind_option(ptc_compiler *c, uint32_t map, uint32_t key, uint32_t from)
{
    uint32_t value = ptc_form_next(c, key);

    if (ptc_form_is_keyword(c, key, "keys"))
        bind_names(c, map, value, PTC_KEYWORD, from);
    else if (ptc_form_is_keyword(c, key, "strs"))
        bind_names(c, map, value, PTC_STRING, from);
    else if (ptc_form_is_keyword(c, key, "syms"))
        bind_names(c, map, value, (ptc_kind)PTC_SYMBOL, from);
    else if (!ptc_form_is_keyword(c, key, "or") && !ptc_form_is_keyword(c, key, "as"))
        ptc_compile_misuse(c, key, PTC_REASON_UNSUPPORTED_PATTERN,
                           "{name :key}, {:keys [name]}, :strs, :syms, :or or :as");
}

/* `{pattern key}`; names may have a default. */
static void bind_entry(ptc_compiler *c, uint32_t map, uint32_t pattern, uint32_t from)
{
    uint32_t key = ptc_form_next(c, pattern);
    const ptc_form *item = ptc_form_at(c, pattern);
    uint32_t reg = ptc_compile_take(c, 1);
    ptc_value value = ptc_value_nil();
    uint32_t fallback = 0;

    if (item->kind == PTC_FORM_SYMBOL && !item->flags)
        fallback = bind_default_of(ptc_form_symbol(c, pattern), map);
    if (ptc_form_at(c, key)->kind == PTC_FORM_KEYWORD)
        value = ptc_compile_literal(c, key);
    bind_field(c, value, key, from, reg, fallback);
    ptc_compile_pattern(c, pattern, reg);
}

static uint32_t bind_map_as(ptc_compiler *c, uint32_t map)
{
    uint32_t key = ptc_form_at(c, map)->child;

    for (; key; key = ptc_form_next(c, ptc_form_next(c, key)))
        if (ptc_form_is_keyword(c, key, "as")) {
            if (ptc_form_at(c, ptc_form_next(c, key))->kind != PTC_FORM_SYMBOL)
                ptc_compile_misuse(c, ptc_form_next(c, key),
                                   PTC_REASON_UNSUPPORTED_PATTERN, "a name after :as");
            return ptc_form_next(c, key);
        }
    return 0;
}

/* `is_rest`: the value is what `&` left, keys and values in turn. */
static void bind_map(ptc_compiler *c, uint32_t map, uint32_t reg, bool is_rest)
{
    uint32_t as = bind_map_as(c, map);
    const bind_default *saved = bind_defaults(c, map);
    uint32_t key = ptc_form_at(c, map)->child;
    uint32_t place = c->place;

    ptc_emit_abc(c, PTC_OP_KEYED, reg, reg, is_rest);
    if (as) {
        bind_check_placeholder(c, as, ptc_form_symbol(c, as));
        ptc_compile_bind(c, ptc_form_symbol(c, as), reg);
    }
    for (; key; key = ptc_form_next(c, ptc_form_next(c, key))) {
        c->place = ptc_form_at(c, key)->span.start;
        if (ptc_form_at(c, key)->kind == PTC_FORM_KEYWORD)
            bind_option(c, map, key, reg);
        else
            bind_entry(c, map, key, reg);
    }
    bind_restore_defaults(saved);
    c->place = place;
}

/* --- Patterns ---------------------------------------------------------------------- */

static void bind_any(ptc_compiler *c, uint32_t pattern, uint32_t reg, bool is_rest)
{
    uint32_t place = c->place;

    c->place = ptc_form_at(c, pattern)->span.start;
    if (++c->depth > PTC_COMPILE_DEPTH_MAX)
        ptc_compile_too_large(c, "patterns are nested too deep");
    switch ((int)ptc_form_at(c, pattern)->kind) {
    case PTC_FORM_SYMBOL:
        bind_symbol(c, pattern, reg);
        break;
    case PTC_FORM_VECTOR:
        bind_vector(c, pattern, reg);
        break;
    case PTC_FORM_MAP:
        bind_map(c, pattern, reg, is_rest);
        break;
    default:
        ptc_compile_misuse(c, pattern, PTC_REASON_UNSUPPORTED_PATTERN, BIND_PATTERN);
    }
    c->depth--;
    c->place = place;
}

void ptc_compile_pattern(ptc_compiler *c, uint32_t pattern, uint32_t reg)
{
    bind_any(c, pattern, reg, false);
}

void ptc_compile_rest_pattern(ptc_compiler *c, uint32_t pattern, uint32_t reg)
{
    bind_any(c, pattern, reg, true);
}

void ptc_compile_binding(ptc_compiler *c, uint32_t pattern, uint32_t value)
{
    const ptc_form *item = ptc_form_at(c, pattern);
    uint32_t reg;

    if (item->kind == PTC_FORM_SYMBOL && !item->flags &&
        ptc_compile_local_register(c, value, &reg)) {
        bind_check_placeholder(c, pattern, ptc_form_symbol(c, pattern));
        ptc_compile_bind(c, ptc_form_symbol(c, pattern), reg);
        return;
    }
    reg = ptc_compile_take(c, 1);
    ptc_compile_value(c, value, reg);
    ptc_compile_pattern(c, pattern, reg);
}

/* --- let --------------------------------------------------------------------------- */

uint32_t ptc_compile_check_bindings(ptc_compiler *c, uint32_t form, const char *expected)
{
    uint32_t bindings = ptc_form_second(c, form);
    uint32_t name;

    if (!bindings || ptc_form_at(c, bindings)->kind != PTC_FORM_VECTOR)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM, expected);
    name = ptc_form_at(c, bindings)->child;
    if (name) {
        const ptc_form *value = ptc_form_at(c, ptc_form_next(c, name));

        if (PTC_UNLIKELY(value->kind == PTC_FORM_SYMBOL && value->text.len == 1 &&
                         value->text.ptr[0] == '='))
            ptc_compile_check_filler(c, bindings);
    }
    if (ptc_form_at(c, bindings)->count % 2 != 0) {
        ptc_compile_check_filler(c, bindings);
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, bindings)->span.start,
                          PTC_REASON_INVALID_FORM,
                          "Analysis error: expected %s with pairs of names and values, "
                          "got %u form%s in %s",
                          expected, ptc_form_at(c, bindings)->count,
                          ptc_form_at(c, bindings)->count == 1 ? "" : "s",
                          ptc_compile_quote(c, bindings));
    }
    return bindings;
}

void ptc_special_let(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t bindings =
        ptc_compile_check_bindings(c, form, "(let [name value ...] body*)");
    uint32_t pattern = ptc_form_at(c, bindings)->child;
    ptc_scope scope = ptc_compile_scope(c);

    while (pattern) {
        uint32_t value = ptc_form_next(c, pattern);

        ptc_compile_binding(c, pattern, value);
        pattern = ptc_form_next(c, value);
    }
    ptc_compile_body(c, ptc_form_next(c, bindings), to);
    ptc_compile_forget(c, scope);
}
