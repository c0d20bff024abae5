/* SPDX-License-Identifier: MIT */
/*
 * Every head of a Malli schema, and the functions of those without named children.
 * [validation 11.2]
 *
 * The table is the list of what is supported: lookup, arity, properties, messages and
 * did-you-mean come from it.
 */
#include "contract/malli/malli_int.h"

#define BOUNDS (PTC_MALLI_BIT(MIN) | PTC_MALLI_BIT(MAX))
#define OPEN   PTC_MALLI_BIT(OPEN)
#define OTHERS PTC_MALLI_BIT(OTHERS)
#define TOOL                                                                             \
    (PTC_MALLI_BIT(MCP_TITLE) | PTC_MALLI_BIT(MCP_HINTS) | PTC_MALLI_BIT(MCP_TIMEOUT))

/* --- Scalars ----------------------------------------------------------------------- */

static void malli_read_plain(ptc_malli_reader *reader, const ptc_malli_call *call,
                             const ptc_malli_properties *properties)
{
    (void)properties;
    ptc_malli_node(reader, call->node)->type = call->head->type;
    if (call->head->type == PTC_TYPE_MALLI_SCHEMA)
        reader->draft->judge = ptc_schema_judge;
}

/* ":datetime, :date or :decimal": the words of `count` types from `first` on. */
static const char *malli_list_types(ptc_malli_reader *reader, ptc_type first,
                                    unsigned count)
{
    ptc_text words;

    ptc_text_init(&words, reader->draft->arena);
    for (unsigned i = 0; i < count; i++) {
        ptc_text_cstr(&words, i == 0 ? ":" : i < count - 1 ? ", :" : " or :");
        ptc_text_cstr(&words, ptc_type_word((ptc_type)(first + i), true));
    }
    return words.failed ? "" : words.ptr;
}

/* The one of `count` types from `first` on that {:ptc/type word} says a schema means,
 * since Malli does not have it; `plain`, if it says nothing. */
static ptc_type malli_meant(ptc_malli_reader *reader,
                            const ptc_malli_properties *properties, ptc_type plain,
                            ptc_type first, unsigned count)
{
    uint32_t form = properties->values[PTC_MALLI_TYPE];
    const ptc_form *type = ptc_malli_form(reader, form);

    if (form == 0)
        return plain;
    for (unsigned i = 0; i < count; i++) {
        ptc_type meant = (ptc_type)(first + i);

        if ((type->kind == PTC_FORM_KEYWORD || type->kind == PTC_FORM_STRING) &&
            ptc_str_equal(type->text, ptc_str_of(ptc_type_word(meant, true))))
            return meant;
    }
    MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, form, ":ptc/type must be %s, found %s",
                malli_list_types(reader, first, count), ptc_malli_quote(reader, form));
    return plain;
}

static void malli_read_any(ptc_malli_reader *reader, const ptc_malli_call *call,
                           const ptc_malli_properties *properties)
{
    ptc_type type =
        malli_meant(reader, properties, PTC_TYPE_ANY, PTC_TYPE_MALLI_SCHEMA, 1);

    ptc_malli_node(reader, call->node)->type = (uint8_t)type;
    if (type == PTC_TYPE_MALLI_SCHEMA)
        reader->draft->judge = ptc_schema_judge;
}

static void malli_read_scalar(ptc_malli_reader *reader, const ptc_malli_call *call,
                              const ptc_malli_properties *properties)
{
    ptc_malli_node(reader, call->node)->type = call->head->type;
    ptc_malli_read_bounds(reader, properties, call->node,
                          call->head->type == PTC_TYPE_STRING);
}

/* pos-int? nat-int? neg-int? */
static void malli_read_signed(ptc_malli_reader *reader, const ptc_malli_call *call,
                              const ptc_malli_properties *properties)
{
    ptc_draft_node *node = ptc_malli_node(reader, call->node);
    bool is_negative = call->head->name.ptr[1] == 'e';

    (void)properties;
    node->type = PTC_TYPE_INT;
    if (is_negative) {
        node->interval.high = ptc_value_int(0);
        node->interval.high_open = true;
    } else {
        node->interval.low = ptc_value_int(0);
        node->interval.low_open = call->head->name.ptr[0] == 'p';
    }
}

static void malli_append_plain(ptc_malli_reader *reader, const ptc_malli_call *call,
                               ptc_type type)
{
    ptc_draft_ref child = ptc_malli_add(reader, call->form);

    ptc_malli_node(reader, child)->type = (uint8_t)type;
    ptc_draft_append(reader->draft, call->node, child);
}

/* vector? is a list of anything. */
static void malli_read_any_list(ptc_malli_reader *reader, const ptc_malli_call *call,
                                const ptc_malli_properties *properties)
{
    malli_read_plain(reader, call, properties);
    malli_append_plain(reader, call, PTC_TYPE_ANY);
}

/* some? is everything but nil. */
static void malli_read_some(ptc_malli_reader *reader, const ptc_malli_call *call,
                            const ptc_malli_properties *properties)
{
    malli_read_plain(reader, call, properties);
    malli_append_plain(reader, call, PTC_TYPE_NIL);
}

/* [:> n] and its like, told apart by the letters of the head. */
static void malli_read_comparison(ptc_malli_reader *reader, const ptc_malli_call *call,
                                  const ptc_malli_properties *properties)
{
    ptc_str name = call->head->name;
    ptc_value bound = ptc_malli_number(reader, call->first, PTC_DIAG_MALLI_SYNTAX,
                                       "the number to compare with");
    ptc_interval *interval = &ptc_malli_node(reader, call->node)->interval;

    malli_read_plain(reader, call, properties);
    if (name.ptr[0] == '>') {
        interval->low = bound;
        interval->low_open = name.len == 1;
    } else {
        interval->high = bound;
        interval->high_open = name.len == 1;
    }
}

/* --- Patterns ---------------------------------------------------------------------- */

static void malli_compile(ptc_malli_reader *reader, uint32_t form, ptc_draft_ref ref)
{
    const ptc_form *text = ptc_malli_form(reader, form);
    ptc_draft_node *node = ptc_malli_node(reader, ref);
    ptc_pattern *pattern = ptc_arena_array(reader->draft->arena, 1, sizeof *pattern);
    ptc_dfa *dfa = ptc_arena_array(reader->draft->arena, 1, sizeof *dfa);
    ptc_regex_error error;
    ptc_status status;
    ptc_span span;

    if (pattern == NULL || dfa == NULL)
        return;
    status = ptc_regex_compile(reader->draft->arena, text->text, dfa, &error);
    if (status == PTC_OK) {
        pattern->text = text->text;
        pattern->dfa = dfa;
        node->patterns = pattern;
        node->pattern_count = 1;
    } else if (status == PTC_ERROR_MEMORY) { /* refused in memory of the compiler's own */
        reader->draft->arena->failed = true;
    } else {
        span = text->span;
        if (reader->forms->text != NULL) {
            span.start = (uint32_t)ptc_form_text_place(reader->forms, form, error.offset);
            span.end = span.start < span.end ? span.start + 1 : span.end;
        }
        ptc_diag_add(reader->diags, PTC_DIAG_MALLI_REGEX, span, "pattern: %s",
                     error.message.ptr);
    }
}

static void malli_read_pattern(ptc_malli_reader *reader, const ptc_malli_call *call,
                               const ptc_malli_properties *properties)
{
    const ptc_form *text = ptc_malli_form(reader, call->first);
    ptc_type type;

    malli_read_plain(reader, call, properties);
    if (text->kind != PTC_FORM_STRING && text->kind != PTC_FORM_REGEX) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_SYNTAX, call->first,
                    "a pattern must be a string or #\"...\", found %s",
                    ptc_malli_kind(text));
        return;
    }
    type = malli_meant(reader, properties, PTC_TYPE_STRING, (ptc_type)PTC_TYPE_SPELLED,
                       PTC_SPELLED_COUNT);
    ptc_malli_node(reader, call->node)->type = (uint8_t)type;
    if (type == PTC_TYPE_STRING)
        malli_compile(reader, call->first, call->node);
    else if (type == PTC_TYPE_DECIMAL && properties->values[PTC_MALLI_OTHERS] != 0)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_PROPERTY, properties->values[PTC_MALLI_OTHERS],
                    "a decimal must be a string or an integer, without :json/others");
}

/* --- Values ------------------------------------------------------------------------ */

/* A list or map is a member of an enum that compares like JSON. */
static bool malli_read_member(ptc_malli_reader *reader, uint32_t form, bool is_json,
                              ptc_value *out)
{
    const ptc_form *member = ptc_malli_form(reader, form);
    bool is_nan =
        member->kind == PTC_FORM_FLOAT && member->number.real != member->number.real;
    bool is_member =
        member->kind == PTC_FORM_NIL || member->kind == PTC_FORM_BOOL ||
        member->kind == PTC_FORM_INT || member->kind == PTC_FORM_STRING ||
        member->kind == PTC_FORM_KEYWORD || (member->kind == PTC_FORM_FLOAT && !is_nan) ||
        (is_json && (member->kind == PTC_FORM_VECTOR || member->kind == PTC_FORM_MAP));

    if (!is_member)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_SYNTAX, form,
                    "a member of :enum must be a string, keyword, number, boolean or "
                    "nil, found %s",
                    is_nan || member->kind == PTC_FORM_OPAQUE
                        ? ptc_malli_quote(reader, form)
                        : ptc_malli_kind(member));
    return is_member &&
           ptc_form_to_value(reader->forms, form, out, reader->diags) == PTC_OK;
}

/* Names the first member that appears twice; there is one. */
static void malli_duplicate_member(ptc_malli_reader *reader, const ptc_malli_call *call,
                                   const ptc_value *members)
{
    ptc_map_entry *entries =
        ptc_arena_array(reader->draft->arena, call->count, sizeof *entries);
    uint32_t form = call->first;
    size_t twice = 0;
    ptc_value map;

    if (entries == NULL)
        return;
    for (size_t i = 0; i < call->count; i++)
        entries[i].key = members[i];
    ptc_map_make(reader->draft->arena, entries, call->count, &map, &twice);
    while (twice-- > 0)
        form = ptc_malli_form(reader, form)->next;
    MALLI_FAULT(reader, PTC_DIAG_MALLI_DUPLICATE, form, "member %s appears twice",
                ptc_malli_quote(reader, form));
}

/* [:enum nil "x"] has two members here; Malli takes the nil for properties. */
static void malli_warn_nil(ptc_malli_reader *reader, const ptc_malli_call *call)
{
    if (call->first == ptc_malli_form(reader, call->head_form)->next &&
        ptc_malli_form(reader, call->first)->kind == PTC_FORM_NIL)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_NIL_FIRST, call->first,
                    "nil is a member here; Malli would read it as properties");
}

static void malli_read_enum(ptc_malli_reader *reader, const ptc_malli_call *call,
                            const ptc_malli_properties *properties)
{
    ptc_value *members;
    uint32_t form = call->first;
    uint32_t count = 0;
    size_t dropped = 0;
    bool is_json = properties->values[PTC_MALLI_EQUAL] != 0;
    ptc_value set;

    malli_read_plain(reader, call, properties);
    malli_warn_nil(reader, call);
    if (call->count > PTC_MALLI_ENUM_MAX) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_ARITY, call->form,
                    ":enum has at most %d members, found %u", PTC_MALLI_ENUM_MAX,
                    call->count);
        return;
    }
    members = ptc_arena_array(reader->draft->arena, call->count, sizeof *members);
    for (; members != NULL && form != 0; form = ptc_malli_form(reader, form)->next) {
        if (!malli_read_member(reader, form, is_json, &members[count++]))
            return;
    }
    if (members == NULL ||
        ptc_value_set_of(reader->draft->arena, members, count, &set, &dropped) != PTC_OK)
        return;
    ptc_malli_node(reader, call->node)->members = members;
    ptc_malli_node(reader, call->node)->member_count = count;
    if (dropped > 0)
        malli_duplicate_member(reader, call, members);
}

static void malli_read_const(ptc_malli_reader *reader, const ptc_malli_call *call,
                             const ptc_malli_properties *properties)
{
    ptc_value *member = ptc_arena_array(reader->draft->arena, 1, sizeof *member);

    malli_read_plain(reader, call, properties);
    malli_warn_nil(reader, call);
    if (member == NULL ||
        ptc_form_to_value(reader->forms, call->first, member, reader->diags))
        return;
    ptc_malli_node(reader, call->node)->members = member;
    ptc_malli_node(reader, call->node)->member_count = 1;
}

/* --- Schemas of schemas ------------------------------------------------------------ */

void ptc_malli_read_children(ptc_malli_reader *reader, const ptc_malli_call *call,
                             const ptc_malli_properties *properties)
{
    uint32_t form = call->first;

    malli_read_plain(reader, call, properties);
    if (call->head->properties & BOUNDS)
        ptc_malli_read_bounds(reader, properties, call->node, true);
    for (; form != 0; form = ptc_malli_form(reader, form)->next)
        ptc_malli_slot(reader, call->node, form, PTC_MALLI_PLAIN);
}

/* [:map-of :keyword :any] without a size is any map. */
static void malli_read_map_of(ptc_malli_reader *reader, const ptc_malli_call *call,
                              const ptc_malli_properties *properties)
{
    const ptc_form *key = ptc_malli_form(reader, call->first);
    const ptc_form *value = ptc_malli_form(reader, key->next);

    if (key->kind == PTC_FORM_KEYWORD && ptc_str_equal(key->text, PTC_STR("keyword")) &&
        value->kind == PTC_FORM_KEYWORD && ptc_str_equal(value->text, PTC_STR("any")) &&
        properties->values[PTC_MALLI_MIN] == 0 && properties->values[PTC_MALLI_MAX] == 0)
        ptc_malli_node(reader, call->node)->type = PTC_TYPE_ANY_MAP;
    else
        ptc_malli_read_children(reader, call, properties);
}

/* [:maybe T] and [:schema T] are T in the same slot. */
static void malli_read_same(ptc_malli_reader *reader, const ptc_malli_call *call,
                            const ptc_malli_properties *properties)
{
    ptc_malli_task task = {.step = PTC_MALLI_READ,
                           .place = (uint8_t)call->place,
                           .form = call->first,
                           .node = call->node,
                           .slot = call->slot};

    (void)properties;
    if (call->head->type == PTC_TYPE_NIL) {
        ptc_malli_node(reader, call->node)->flags |= PTC_NODE_NULLABLE;
        if (call->place == PTC_MALLI_ROOT)
            task.place = PTC_MALLI_PLAIN;
    }
    ptc_malli_push(reader, task);
}

/* --- The table --------------------------------------------------------------------- */

#define HEAD(name, read, type, low, high, properties, children)                          \
    {                                                                                    \
        {name, sizeof(name) - 1}, read, PTC_TYPE_##type, low, high, properties, children \
    }
#define MANY UINT8_MAX

/* Sorted by length, then by bytes; names that end in '?' are predicates, written as
 * symbols. */
static const ptc_malli_head malli_heads[] = {
    /* clang-format off */
    HEAD("<",         malli_read_comparison,   NUMBER,   1, 1, 0, "one number"),
    HEAD("=",         malli_read_const,        CONST,    1, 1, 0, "one value"),
    HEAD(">",         malli_read_comparison,   NUMBER,   1, 1, 0, "one number"),
    HEAD("<=",        malli_read_comparison,   NUMBER,   1, 1, 0, "one number"),
    HEAD("=>",        ptc_malli_read_function, FUNCTION, 2, 2, TOOL, "inputs and output: [:=> [:cat A B] C]"),
    HEAD(">=",        malli_read_comparison,   NUMBER,   1, 1, 0, "one number"),
    HEAD("fn",        ptc_malli_read_fn,       CUSTOM,   1, 1, 0, "the name of a validator"),
    HEAD("or",        ptc_malli_read_children,     UNION,    1, MANY, 0, "one or more schemas"),
    HEAD("re",        malli_read_pattern,      STRING,   1, 1, PTC_MALLI_BIT(TYPE), "one pattern"),
    HEAD("and",       ptc_malli_read_children,     AND,      1, MANY, 0, "one or more schemas"),
    HEAD("any",       malli_read_any,          ANY,      0, 0, PTC_MALLI_BIT(TYPE), "no children"),
    HEAD("cat",       ptc_malli_read_children,     TUPLE,    0, MANY, 0, "schemas"),
    HEAD("int",       malli_read_scalar,       INT,      0, 0, BOUNDS, "no children"),
    HEAD("map",       ptc_malli_read_map,      MAP,      0, MANY, PTC_MALLI_BIT(CLOSED), "entries [key schema] or [key {properties} schema]"),
    HEAD("nil",       malli_read_plain,        NIL,      0, 0, 0, "no children"),
    HEAD("not",       ptc_malli_read_children,     NOT,      1, 1, 0, "one schema"),
    HEAD("orn",       ptc_malli_read_orn,      UNION,    1, MANY, 0, "entries [name schema]"),
    HEAD("ref",       ptc_malli_read_ref,      REF,      1, 1, 0, "one name"),
    HEAD("set",       ptc_malli_read_children,     SET,      1, 1, BOUNDS, "one schema"),
    HEAD("any?",      malli_read_plain,        ANY,      0, 0, 0, "no children"),
    HEAD("bool",      malli_read_plain,        BOOL,     0, 0, 0, "no children"),
    HEAD("catn",      ptc_malli_read_catn,     TUPLE,    0, MANY, 0, "entries [name schema]"),
    HEAD("date",      malli_read_plain,        DATE,     0, 0, 0, "no children"),
    HEAD("enum",      malli_read_enum,         ENUM,     1, MANY, 0, "one or more values"),
    HEAD("int?",      malli_read_plain,        INT,      0, 0, 0, "no children"),
    HEAD("map?",      malli_read_plain,        ANY_MAP,  0, 0, 0, "no children"),
    HEAD("nil?",      malli_read_plain,        NIL,      0, 0, 0, "no children"),
    HEAD("not=",      malli_read_const,        NOT_CONST, 1, 1, 0, "one value"),
    HEAD("float",     malli_read_scalar,       FLOAT,    0, 0, BOUNDS, "no children"),
    HEAD("maybe",     malli_read_same,         NIL,      1, 1, 0, "one schema"),
    HEAD("multi",     ptc_malli_read_multi,    MULTI,    1, MANY, PTC_MALLI_BIT(DISPATCH), "branches [value schema]"),
    HEAD("some?",     malli_read_some,         NOT,      0, 0, 0, "no children"),
    HEAD("tuple",     ptc_malli_read_children,     TUPLE,    0, MANY, 0, "schemas"),
    HEAD("double",    malli_read_scalar,       FLOAT,    0, 0, BOUNDS, "no children"),
    HEAD("float?",    malli_read_plain,        FLOAT,    0, 0, 0, "no children"),
    HEAD("map-of",    malli_read_map_of,       MAP_OF,   2, 2, BOUNDS, "two schemas, of keys and of values"),
    HEAD("schema",    malli_read_same,         REGISTRY, 1, 1, 0, "one schema"),
    HEAD("string",    malli_read_scalar,       STRING,   0, 0, BOUNDS, "no children"),
    HEAD("vector",    ptc_malli_read_condition,    LIST,     1, 1, BOUNDS | OPEN, "one schema"),
    HEAD("boolean",   malli_read_plain,        BOOL,     0, 0, 0, "no children"),
    HEAD("decimal",   malli_read_scalar,       DECIMAL,  0, 0, BOUNDS, "no children"),
    HEAD("double?",   malli_read_plain,        FLOAT,    0, 0, 0, "no children"),
    HEAD("json/if",   ptc_malli_read_children,     IF,       3, 3, 0, "three schemas: the condition, then one for values that satisfy it and one for the others"),
    HEAD("keyword",   malli_read_plain,        KEYWORD,  0, 0, 0, "no children"),
    HEAD("number?",   malli_read_plain,        NUMBER,   0, 0, 0, "no children"),
    HEAD("string?",   malli_read_plain,        STRING,   0, 0, 0, "no children"),
    HEAD("vector?",   malli_read_any_list,     LIST,     0, 0, 0, "no children"),
    HEAD("boolean?",  malli_read_plain,        BOOL,     0, 0, 0, "no children"),
    HEAD("datetime",  malli_read_plain,        DATETIME, 0, 0, 0, "no children"),
    HEAD("integer?",  malli_read_plain,        INT,      0, 0, 0, "no children"),
    HEAD("keyword?",  malli_read_plain,        KEYWORD,  0, 0, 0, "no children"),
    HEAD("nat-int?",  malli_read_signed,       INT,      0, 0, 0, "no children"),
    HEAD("neg-int?",  malli_read_signed,       INT,      0, 0, 0, "no children"),
    HEAD("pos-int?",  malli_read_signed,       INT,      0, 0, 0, "no children"),
    HEAD("json/keys", ptc_malli_read_condition,    KEYS,     2, 2, OTHERS, "two schemas, of keys and of their values"),
    HEAD("json/items", ptc_malli_read_condition,   PREFIX,   1, MANY, BOUNDS | OPEN | OTHERS, "schemas of the first elements, then that of all others"),
    HEAD("sequential", ptc_malli_read_condition,   LIST,     1, 1, BOUNDS | OPEN, "one schema"),
    HEAD("json/one-of", ptc_malli_read_children,   ONE,      1, MANY, 0, "one or more schemas"),
    HEAD("malli-schema", malli_read_plain,     MALLI_SCHEMA, 0, 0, 0, "no children"),
    HEAD("json/contains", ptc_malli_read_condition, CONTAINS, 1, 1, BOUNDS | OTHERS, "one schema"),
    HEAD("json/other-keys", ptc_malli_read_condition, OTHER_KEYS, 1, 1, OTHERS, "one schema"),
    HEAD("json/multiple-of", ptc_malli_read_multiple, MULTIPLE, 1, 1, OTHERS, "one number above 0"),
    HEAD("json/other-items", ptc_malli_read_condition, OTHER_ITEMS, 1, 1, OTHERS, "one schema"),
    /* clang-format on */
};

#define MALLI_HEAD_COUNT (sizeof malli_heads / sizeof *malli_heads)

static int malli_compare(ptc_str a, ptc_str b)
{
    return a.len != b.len ? (a.len < b.len ? -1 : 1) : memcmp(a.ptr, b.ptr, a.len);
}

static bool malli_is_predicate(const ptc_malli_head *head)
{
    return head->name.ptr[head->name.len - 1] == '?';
}

const ptc_malli_head *ptc_malli_head_find(ptc_str name, bool is_symbol)
{
    size_t low = 0;
    size_t high = MALLI_HEAD_COUNT;

    while (low < high) {
        size_t middle = (low + high) / 2;
        const ptc_malli_head *head = &malli_heads[middle];
        int order = malli_compare(name, head->name);

        if (order == 0)
            return malli_is_predicate(head) == is_symbol ? head : NULL;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* --- Names that are not schema ----------------------------------------------------- */

/* Common wrong names, and the right ones. */
static const struct {
    const char *word;
    const char *hint;
} malli_hints[] = {
    {"integer", "use :int"},
    {"long", "use :int"},
    {"number", "use number?, :int or :double"},
    {"str", "use :string"},
    {"text", "use :string"},
    {"symbol", "use :keyword"},
    {"atom", "use :keyword"},
    {"null", "use :nil, or [:maybe T]"},
    {"some", "use some?, or [:not :nil]"},
    {"list", "use [:vector T]"},
    {"array", "use [:vector T]"},
    {"seqable", "use [:sequential T]"},
    {"every", "use [:sequential T]"},
    {"object", "use [:map [key T] ...], or :map"},
    {"dict", "use [:map-of :keyword T]"},
    {"const", "use [:= value]"},
    {"day", "use :date"},
    {"decimal?", "use :decimal"},
    {"bigdec", "use :decimal"},
    {"time", "use :datetime"},
    {"timestamp", "use :datetime"},
    {"inst", "use :datetime"},
    {"union", "use [:or A B]"},
    {"optional", "use {:optional true} in the entry, or [:maybe T]"},
    {"nullable", "use [:maybe T]"},
    {"?", "sequence patterns are not supported; use [:maybe T]"},
    {"*", "sequence patterns are not supported; use [:vector T]"},
    {"+", "sequence patterns are not supported; use [:vector {:min 1} T]"},
    {"repeat", "sequence patterns are not supported; use [:vector {:min 1 :max 9} T]"},
    {"alt", "sequence patterns are not supported; use [:or A B]"},
    {"altn", "sequence patterns are not supported; use [:orn [:a A] [:b B]]"},
    {"function", "use [:=> [:cat A] B]"},
    {"->", "use [:=> [:cat A] B]"},
    {"uuid", "use :string, or [:re \"...\"]"},
    {"email", "use [:re \"...\"], or register a type"},
};

static ptc_str malli_lower(ptc_malli_reader *reader, ptc_str name)
{
    char *lower = ptc_arena_copy(reader->diags->arena, name.ptr, name.len);

    for (size_t i = 0; lower != NULL && i < name.len; i++) {
        if (lower[i] >= 'A' && lower[i] <= 'Z')
            lower[i] = (char)(lower[i] - 'A' + 'a');
    }
    return lower != NULL ? ptc_str_make(lower, name.len) : name;
}

typedef struct malli_guess {
    ptc_str name;
    unsigned distance; /* found names must be nearer */
    bool is_predicate;
    bool is_head;
} malli_guess;

static void malli_guess_at(malli_guess *guess, ptc_str name, ptc_str known, bool is_head)
{
    unsigned distance = ptc_str_distance(name, known, 2);

    if (distance >= guess->distance)
        return;
    guess->distance = distance;
    guess->name = known;
    guess->is_head = is_head;
    guess->is_predicate = is_head && known.ptr[known.len - 1] == '?';
}

/* The nearest definition, head or registered type; short names must be nearer. */
static malli_guess malli_nearest(ptc_malli_reader *reader, ptc_str name)
{
    const ptc_type_names *types = reader->options != NULL ? reader->options->types : NULL;
    malli_guess guess = {{"", 0},
                         name.len >= 4   ? 3
                         : name.len >= 2 ? 2
                                         : 1,
                         false,
                         false};

    for (size_t i = 0; i < reader->scope.count; i++)
        malli_guess_at(&guess, name, reader->scope.entries[i].name, false);
    for (size_t i = 0; i < MALLI_HEAD_COUNT; i++)
        malli_guess_at(&guess, name, malli_heads[i].name, true);
    for (size_t i = 0; types != NULL && i < types->count; i++)
        malli_guess_at(&guess, name, types->names[i], true);
    return guess;
}

void ptc_malli_hint_children(ptc_malli_reader *reader, ptc_diag *diag,
                             const ptc_malli_head *head)
{
    ptc_diag_hint(reader->diags, diag, "%s%s takes %s",
                  malli_is_predicate(head) ? "" : ":", head->name.ptr, head->children);
}

/* The head that follows `after` by name, keywords and predicates apart; NULL: none. */
static const ptc_malli_head *malli_next_head(ptc_str after, bool is_predicate)
{
    const ptc_malli_head *next = NULL;

    for (size_t i = 0; i < MALLI_HEAD_COUNT; i++) {
        const ptc_malli_head *head = &malli_heads[i];

        if (malli_is_predicate(head) == is_predicate &&
            ptc_str_compare(head->name, after) > 0 &&
            (next == NULL || ptc_str_compare(head->name, next->name) < 0))
            next = head;
    }
    return next;
}

/* The list of heads, as the tokens that were expected. */
static ptc_str malli_supported(ptc_diags *diags)
{
    const ptc_malli_head *head = NULL;
    ptc_text text;

    ptc_text_init(&text, diags->arena);
    for (int is_predicate = 0; is_predicate < 2; is_predicate++) {
        ptc_str after = {"", 0};

        while ((head = malli_next_head(after, is_predicate != 0)) != NULL) {
            ptc_text_cstr(&text, text.len ? " " : "");
            ptc_text_cstr(&text, is_predicate ? "" : ":");
            ptc_text_str(&text, head->name);
            after = head->name;
        }
    }
    return ptc_text_view(&text);
}

static void malli_hint(ptc_malli_reader *reader, ptc_diag *diag, const ptc_form *form)
{
    ptc_diags *diags = reader->diags;
    ptc_str name = malli_lower(reader, form->text);
    bool is_string = form->kind == PTC_FORM_STRING;
    bool is_qualified = name.len > 1 && name.ptr[0] == ':'; /* ::name, never a head */
    malli_guess guess;

    if (is_qualified)
        name = ptc_str_make(name.ptr + 1, name.len - 1);
    for (size_t i = 0; i < sizeof malli_hints / sizeof *malli_hints; i++) {
        if (ptc_str_equal(name, ptc_str_of(malli_hints[i].word))) {
            ptc_diag_hint(diags, diag, "%s", malli_hints[i].hint);
            return;
        }
    }
    guess = malli_nearest(reader, name);
    if (guess.name.len > 0 && guess.distance == 0 && guess.is_head)
        ptc_diag_hint(diags, diag,
                      guess.is_predicate ? "predicates are symbols: write %s; for a "
                                           "value that may be nil, write [:maybe T]"
                                         : "write :%s",
                      ptc_diag_quote(diags, guess.name));
    else if (guess.name.len > 0 && !(is_qualified && guess.is_head))
        ptc_diag_hint(diags, diag, "did you mean %s%s%s?",
                      guess.is_predicate            ? ""
                      : is_string && !guess.is_head ? "\""
                                                    : ":",
                      ptc_diag_quote(diags, guess.name),
                      is_string && !guess.is_head ? "\"" : "");
}

void ptc_malli_unknown_name(ptc_malli_reader *reader, uint32_t form)
{
    const ptc_form *name = ptc_malli_form(reader, form);
    bool is_reference = name->kind == PTC_FORM_STRING ||
                        memchr(name->text.ptr, '/', name->text.len) != NULL ||
                        (name->text.len > 0 && name->text.ptr[0] == ':');
    ptc_diag *diag;

    if (is_reference) {
        diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_REF, form,
                           "no enclosing registry has a schema %s",
                           ptc_malli_quote(reader, form));
    } else {
        diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_UNKNOWN, form, "unknown schema %s",
                           ptc_malli_quote(reader, form));
        if (diag != &reader->diags->scratch)
            diag->expected = malli_supported(reader->diags);
    }
    if (diag != &reader->diags->scratch)
        malli_hint(reader, diag, name);
}
