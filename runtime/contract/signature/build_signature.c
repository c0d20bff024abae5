/* SPDX-License-Identifier: MIT */
/*
 * The constructors of signature.y: each makes the draft of one construct and says what is
 * wrong with it. Draft 0 is the result of a fault that was reported already, so
 * constructors pass it on in silence. Refinements and enums are refine_signature.c.
 * [signature 3-6]
 */
#include "contract/signature/signature_int.h"

static ptc_draft_node *sig_node(ptc_sig *cx, ptc_draft_ref ref)
{
    return ptc_draft_at(cx->draft, ref);
}

/* --- Type words ------------------------------------------------------------------ */

static const struct {
    const char *word;
    ptc_type type;
} sig_type_words[] = {
    /* clang-format off */
    {"string", PTC_TYPE_STRING},   {"int", PTC_TYPE_INT},
    {"float", PTC_TYPE_FLOAT},     {"bool", PTC_TYPE_BOOL},
    {"keyword", PTC_TYPE_KEYWORD}, {"any", PTC_TYPE_ANY},
    {"map", PTC_TYPE_ANY_MAP},
#define SPELLED(constant, word, ...) {word, PTC_TYPE_##constant},
    PTC_SPELLED_TYPES(SPELLED, SPELLED)
#undef SPELLED
    {"nil", PTC_TYPE_NIL},         {"malli-schema", PTC_TYPE_MALLI_SCHEMA},
    {"double", PTC_TYPE_FLOAT},    {"boolean", PTC_TYPE_BOOL},
    {"enum", PTC_TYPE_ENUM},
    /* clang-format on */
};
#define SIG_TYPE_WORD_COUNT (sizeof sig_type_words / sizeof sig_type_words[0])

/* Words that people try, and what they meant. [signature 5] */
static const struct {
    const char *word;
    const char *hint;
} sig_rejected_words[] = {
    {"integer", "use :int"},
    {"number", "use :int or :float"},
    {"long", "use :int"},
    {"short", "use :int"},
    {"int32", "use :int"},
    {"int64", "use :int"},
    {"uint", "use :int[0..]"},
    {"uint32", "use :int[0..]"},
    {"uint64", "use :int[0..]"},
    {"i32", "use :int"},
    {"i64", "use :int"},
    {"u32", "use :int[0..]"},
    {"u64", "use :int[0..]"},
    {"size_t", "use :int[0..]"},
    {"float32", "use :float"},
    {"float64", "use :float"},
    {"f32", "use :float"},
    {"f64", "use :float"},
    {"real", "use :float"},
    {"numeric", "use :decimal"},
    {"list", "use [:any], or [T] with the type of the elements"},
    {"array", "use [:any], or [T] with the type of the elements"},
    {"vector", "use [:any], or [T] with the type of the elements"},
    {"sequence", "use [:any], or [T] with the type of the elements"},
    {"tuple", "use [:tuple :int :string], with the types of its elements"},
    {"set", "use [:set T], with the type of the elements"},
    {"object", "use :map, or {name :type} with the fields"},
    {"struct", "use {name :type} with the fields"},
    {"record", "use {name :type} with the fields"},
    {"hash", "use :map, or {name :type} with the fields"},
    {"hashmap", "use :map, or {name :type} with the fields"},
    {"dict", "use :map, or {name :type} with the fields"},
    {"str", "use :string"},
    {"text", "use :string"},
    {"char", "use :string"},
    {"varchar", "use :string, or :string[..80] with its longest length"},
    {"uuid", "use :string"},
    {"url", "use :string"},
    {"email", "use :string, or :string[~\"@\"] with a pattern"},
    {"id", "use :string or :int"},
    {"atom", "use :keyword"},
    {"symbol", "use :keyword"},
    {"day", "use :date"},
    {"time", "use :datetime"},
    {"timestamp", "use :datetime"},
    {"null", "use :nil, or ? after the type"},
    {"none", "use :nil, or ? after the type"},
    {"void", "use :nil"},
    {"undefined", "use :nil, or ? after the type"},
    {"optional", "put ? after the type: :string?"},
    {"required", "a type without ? is required: remove this word"},
    {"nullable", "put ? after the type: :string?"},
    {"maybe", "put ? after the type: :string?"},
    {"union", "alternatives are written :string|:int"},
    {"or", "alternatives are written :string|:int, fixed words :enum[a b]"},
    {"oneof", "alternatives are written :string|:int, fixed words :enum[a b]"},
    {"one-of", "alternatives are written :string|:int, fixed words :enum[a b]"},
    {"one_of", "alternatives are written :string|:int, fixed words :enum[a b]"},
    {"choice", "fixed words are written :enum[a b]"},
    {"literal", "fixed words are written :enum[a b]"},
    {"and", "checks follow the type: :int[>0 <100]"},
    {"map-of", "use [:map-of :string :int], with the types of keys and values"},
    {"unknown", "use :any"},
    {"json", "use :any"},
};
#define SIG_REJECTED_WORD_COUNT (sizeof sig_rejected_words / sizeof sig_rejected_words[0])

static bool sig_find_type(ptc_str word, ptc_type *type)
{
    for (size_t i = 0; i < SIG_TYPE_WORD_COUNT; i++) {
        if (ptc_str_equal(word, ptc_str_of(sig_type_words[i].word))) {
            *type = sig_type_words[i].type;
            return true;
        }
    }
    return false;
}

bool ptc_sig_is_type_word(ptc_str word)
{
    ptc_type type;

    return sig_find_type(word, &type);
}

/* The words that are declared: named types, then registered ones. */
static size_t sig_declared_count(const ptc_sig *cx)
{
    const ptc_type_names *types = cx->options->types;

    return (cx->named != NULL ? cx->named->count : 0) +
           (types != NULL ? types->count : 0);
}

static ptc_str sig_declared_word(const ptc_sig *cx, size_t index)
{
    size_t named = cx->named != NULL ? cx->named->count : 0;

    return index < named ? cx->named->entries[index].name
                         : cx->options->types->names[index - named];
}

/* The nearest known word, at most two edits away; empty when there is none. */
static ptc_str sig_nearest_word(const ptc_sig *cx, ptc_str word)
{
    size_t count = SIG_TYPE_WORD_COUNT + sig_declared_count(cx);
    ptc_str nearest = PTC_STR("");
    unsigned best = 3;

    for (size_t i = 0; i < count; i++) {
        ptc_str known = i < SIG_TYPE_WORD_COUNT
                            ? ptc_str_of(sig_type_words[i].word)
                            : sig_declared_word(cx, i - SIG_TYPE_WORD_COUNT);
        unsigned distance = ptc_str_distance(word, known, 2);

        if (distance < best && distance < word.len) {
            best = distance;
            nearest = known;
        }
    }
    return nearest;
}

/* The hint for a word in lower case that people try, or NULL. */
static const char *sig_rejected_hint(ptc_str lower)
{
    for (size_t i = 0; i < SIG_REJECTED_WORD_COUNT; i++) {
        if (ptc_str_equal(lower, ptc_str_of(sig_rejected_words[i].word)))
            return sig_rejected_words[i].hint;
    }
    return NULL;
}

/* Adds the hint for a word that is not a type. */
static void sig_hint_word(ptc_sig *cx, ptc_diag *diag, ptc_str word)
{
    size_t len = word.len < 32 ? word.len : 0;
    ptc_str nearest;
    const char *hint;
    char lower[32];
    ptc_type type;

    for (size_t i = 0; i < len; i++)
        lower[i] = word.ptr[i] >= 'A' && word.ptr[i] <= 'Z' ? (char)(word.ptr[i] + 32)
                                                            : word.ptr[i];
    if (sig_find_type(ptc_str_make(lower, len), &type)) {
        ptc_diag_hint(cx->diags, diag, "use :%.*s", (int)len, lower);
        return;
    }
    nearest = sig_nearest_word(cx, word);
    hint = sig_rejected_hint(ptc_str_make(lower, len));
    if (hint != NULL)
        ptc_diag_hint(cx->diags, diag, "%s", hint);
    else if (nearest.len > 0)
        ptc_diag_hint(cx->diags, diag, "did you mean :%.*s?", (int)nearest.len,
                      nearest.ptr);
}

/* All words that may stand for a type: built-in ones, and up to twelve of the others. */
static ptc_str sig_valid_words(ptc_sig *cx)
{
    size_t count = sig_declared_count(cx);
    ptc_text text;

    ptc_text_init(&text, cx->diags->arena);
    ptc_text_cstr(&text, ":string :int :float :bool :keyword :any :map :datetime :date "
                         ":decimal");
    for (size_t i = 0; i < count && i < 12; i++) {
        ptc_text_cstr(&text, " :");
        ptc_text_str(&text, sig_declared_word(cx, i));
    }
    if (count > 12)
        ptc_text_cstr(&text, " \xE2\x80\xA6");
    ptc_text_cstr(&text, ", [T], {\xE2\x80\xA6}");
    return ptc_text_view(&text);
}

static ptc_draft_ref sig_unknown_word(ptc_sig *cx, ptc_sig_token token, ptc_str word)
{
    ptc_diag *diag =
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNKNOWN_TYPE, ptc_sig_span(token),
                     "unknown type \"%s\"", ptc_sig_quote(cx, token));

    if (diag != &cx->diags->scratch) {
        diag->expected = sig_valid_words(cx);
        sig_hint_word(cx, diag, word);
    }
    return 0;
}

/* Built-in words first, then named types, then registered ones. [signature 3, rule 10] */
ptc_draft_ref ptc_sig_word(ptc_sig *cx, ptc_sig_token token)
{
    ptc_str word = ptc_sig_text(cx, token);
    const ptc_type_names *types = cx->options->types;
    ptc_draft_ref ref;
    ptc_type type;

    if (word.len > 0 && word.ptr[0] == ':')
        word = ptc_str_make(word.ptr + 1, word.len - 1);
    if (sig_find_type(word, &type)) {
        if (type == PTC_TYPE_MALLI_SCHEMA)
            cx->draft->judge = ptc_schema_judge;
        return ptc_draft_add(cx->draft, type, ptc_sig_span(token));
    }
    ref = ptc_draft_add(cx->draft, PTC_TYPE_CUSTOM, ptc_sig_span(token));
    if (ptc_sig_find_named(cx->draft, ref, word, cx))
        return ref;
    for (size_t i = 0; types != NULL && i < types->count; i++) {
        if (ptc_str_equal(word, types->names[i])) {
            sig_node(cx, ref)->type_name = types->names[i];
            return ref;
        }
    }
    return sig_unknown_word(cx, token, word);
}

/* --- Lists, unions, marks -------------------------------------------------------- */

ptc_draft_ref ptc_sig_list(ptc_sig *cx, ptc_sig_token open, ptc_draft_ref item,
                           ptc_sig_token close)
{
    ptc_draft_ref list;

    if (item == 0)
        return 0;
    list = ptc_draft_add(cx->draft, PTC_TYPE_LIST, (ptc_span){open.start, close.end});
    ptc_draft_append(cx->draft, list, item);
    return list;
}

/* Reported at the second type, which is the one too many; when that is at fault itself,
 * once is enough. */
ptc_draft_ref ptc_sig_long_list(ptc_sig *cx, ptc_sig_token open, ptc_draft_ref second,
                                ptc_sig_token close)
{
    ptc_str inside = ptc_str_make(cx->text.ptr + open.end, close.start - open.end);
    ptc_diag *diag;

    if (second == 0)
        return 0;
    diag =
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_LIST_ARITY, sig_node(cx, second)->extra.span,
                     "a list holds exactly one type");
    if (ptc_sig_is_telling(cx) && memchr(inside.ptr, '\n', inside.len) == NULL)
        ptc_diag_hint(cx->diags, diag, "fixed-size lists are written [:tuple %s]",
                      ptc_diag_quote(cx->diags, inside));
    else
        ptc_diag_hint(cx->diags, diag,
                      "fixed-size lists are written [:tuple :int :string]");
    return 0;
}

ptc_draft_ref ptc_sig_empty_list(ptc_sig *cx, ptc_sig_token open, ptc_sig_token close)
{
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_EMPTY_LIST,
                                  (ptc_span){open.start, close.end},
                                  "a list needs the type of its elements");

    ptc_diag_hint(cx->diags, diag, "use [:any]");
    return 0;
}

/* `a|b|c` comes as (a|b)|c: a union that grew here grows on. [signature 6.2] */
ptc_draft_ref ptc_sig_union(ptc_sig *cx, ptc_draft_ref a, ptc_draft_ref b)
{
    ptc_draft_node *left = sig_node(cx, a);
    bool is_growing = left->type == PTC_TYPE_UNION && !(left->flags & PTC_NODE_MALLI);
    ptc_draft_ref whole = a;

    if (a == 0 || b == 0)
        return 0;
    if (!is_growing) {
        whole = ptc_draft_add(cx->draft, PTC_TYPE_UNION, left->extra.span);
        ptc_draft_append(cx->draft, whole, a);
    }
    ptc_draft_append(cx->draft, whole, b);
    sig_node(cx, whole)->extra.span.end = sig_node(cx, b)->extra.span.end;
    return whole;
}

ptc_draft_ref ptc_sig_nullable(ptc_sig *cx, ptc_draft_ref type, ptc_sig_token mark)
{
    ptc_draft_node *node = sig_node(cx, type);

    node->flags |= PTC_NODE_NULLABLE;
    node->extra.span.end = mark.end;
    return type;
}

/* A type without brackets after it: an enum lacks its members. */
ptc_draft_ref ptc_sig_unchecked(ptc_sig *cx, ptc_draft_ref base)
{
    ptc_draft_node *node = sig_node(cx, base);
    ptc_diag *diag;

    if (base == 0 || node->type != PTC_TYPE_ENUM || node->members != NULL ||
        (node->flags & PTC_NODE_MALLI))
        return base;
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_ENUM, node->extra.span,
                        "an enum needs its members");
    ptc_diag_hint(cx->diags, diag, "write :enum[small large]");
    return 0;
}

ptc_draft_ref ptc_sig_malli(ptc_sig *cx, ptc_sig_token malli)
{
    ptc_diag *diag;

    if (malli.extra == 0 || sig_node(cx, malli.extra)->type != PTC_TYPE_FUNCTION ||
        malli.start == cx->start)
        return malli.extra;
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_MALLI, ptc_sig_span(malli),
                        "a function schema cannot be inside a type");
    ptc_diag_hint(cx->diags, diag, "use :any; functions are not data");
    return 0;
}

/* --- Maps and parameters --------------------------------------------------------- */

/* Remembers where the name of a field is; false when refused memory. */
static bool sig_note_name(ptc_sig *cx, ptc_draft_ref field, uint32_t start)
{
    void *starts = cx->name_starts;

    if (!ptc_arena_reserve(cx->arena, &starts, &cx->name_capacity, cx->name_capacity,
                           (size_t)field + 1, sizeof *cx->name_starts))
        return false;
    cx->name_starts = starts;
    cx->name_starts[field] = start;
    return true;
}

/* The name that a token spells. [signature 2] */
static ptc_str sig_name_of(ptc_sig *cx, ptc_sig_token token)
{
    ptc_str name = ptc_sig_text(cx, token);

    if (name.ptr[0] == '"') {
        if (ptc_sig_unquote(cx, token, PTC_DIAG_SIG_NAME, &name) && name.len == 0)
            ptc_diag_add(cx->diags, PTC_DIAG_SIG_NAME, ptc_sig_span(token),
                         "a name cannot be empty");
        return name;
    }
    if (token.extra != 0 || memchr(name.ptr, '.', name.len) != NULL)
        ptc_sig_fault_name(cx, token);
    return name.ptr[0] == ':' ? ptc_str_make(name.ptr + 1, name.len - 1) : name;
}

/* A field keeps its place in the map even when its type is at fault. */
ptc_draft_ref ptc_sig_field(ptc_sig *cx, ptc_sig_token token, ptc_draft_ref type)
{
    ptc_str name = sig_name_of(cx, token);

    if (type == 0)
        type = ptc_draft_add(cx->draft, PTC_TYPE_ANY, ptc_sig_span(token));
    if (type == 0 || !sig_note_name(cx, type, token.start)) {
        cx->is_refused = true;
        return 0;
    }
    ptc_draft_name(cx->draft, type, name);
    return type;
}

/* Whether `?` ends the text of a type. */
static bool sig_has_mark(const ptc_sig *cx, ptc_span type)
{
    return type.end > type.start && cx->text.ptr[type.end - 1] == '?';
}

/* A field with a default may be absent or nil, whether it has a mark or not. */
ptc_draft_ref ptc_sig_default(ptc_sig *cx, ptc_sig_token name, ptc_draft_ref type,
                              ptc_sig_token value)
{
    ptc_draft_ref field = ptc_sig_field(cx, name, type);
    ptc_draft_node *node = sig_node(cx, field);
    const ptc_draft_node *holder = sig_node(cx, value.extra);
    ptc_span span = node->extra.span;
    ptc_diag *diag;

    if (field == 0 || type == 0 || value.extra == 0)
        return field;
    node->extra.default_value = holder->extra.default_value;
    node->default_span = holder->extra.span;
    if (cx->draft->lint && sig_has_mark(cx, span)) {
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_OPTIONAL_DEFAULT,
                            (ptc_span){span.end - 1, span.end},
                            "a field with a default is already optional");
        ptc_diag_hint(cx->diags, diag, "remove the \"?\"");
    }
    return field;
}

ptc_draft_ref ptc_sig_first(ptc_sig *cx, ptc_draft_ref entry)
{
    ptc_draft_ref map = ptc_draft_add(cx->draft, PTC_TYPE_MAP, (ptc_span){0, 0});

    ptc_draft_append(cx->draft, map, entry);
    return map;
}

ptc_draft_ref ptc_sig_next(ptc_sig *cx, ptc_draft_ref map, ptc_draft_ref entry)
{
    ptc_draft_append(cx->draft, map, entry);
    return map;
}

/* Parameters are separated by commas. [signature 3, rule 1] */
ptc_draft_ref ptc_sig_missing_comma(ptc_sig *cx, ptc_draft_ref map, ptc_draft_ref entry)
{
    if (entry != 0) {
        uint32_t start = cx->name_starts[entry];
        uint32_t end = sig_node(cx, entry)->extra.span.start;
        ptc_sig_lexer lexer = cx->lexer;
        ptc_sig_token name = {start, end, 0};
        ptc_diag *diag;

        lexer.cursor = lexer.text + start;
        ptc_sig_lex(&lexer);
        name.end = (uint32_t)(lexer.cursor - lexer.text);
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_COMMA, ptc_sig_span(name),
                            "parameters are separated by commas");
        ptc_diag_hint(cx->diags, diag, "insert \",\" before %s", ptc_sig_shown(cx, name));
    }
    return ptc_sig_next(cx, map, entry);
}

/* Says that `field` has the name of `earlier`. [signature 3, rule 6] */
static void sig_fault_duplicate(ptc_sig *cx, ptc_draft_ref field, ptc_draft_ref earlier,
                                bool is_parameter)
{
    uint32_t start = cx->name_starts[field];
    ptc_str name = sig_node(cx, field)->name;
    ptc_str other = sig_node(cx, earlier)->name;
    const char *noun = is_parameter ? "parameter" : "field";
    ptc_span span = {start, start};
    ptc_sig_lexer lexer = cx->lexer;
    const char *place = ptc_sig_place(cx, cx->name_starts[earlier]);

    lexer.cursor = lexer.text + start;
    ptc_sig_lex(&lexer);
    span.end = (uint32_t)(lexer.cursor - lexer.text);
    if (!ptc_sig_is_telling(cx))
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_DUPLICATE_NAME, span, "duplicate %s", noun);
    else
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_DUPLICATE_NAME, span,
                     "duplicate %s \"%s\" (also written \"%s\" at %s)", noun,
                     ptc_diag_quote(cx->diags, name), ptc_diag_quote(cx->diags, other),
                     place);
}

/* The few fields of most maps are compared with each other. */
static void sig_check_few(ptc_sig *cx, ptc_draft_ref map, bool is_parameter)
{
    ptc_draft_ref field = sig_node(cx, map)->first;

    for (; field != 0; field = sig_node(cx, field)->next) {
        ptc_draft_ref earlier = sig_node(cx, map)->first;

        while (earlier != field && !ptc_str_equal_folded(sig_node(cx, earlier)->name,
                                                         sig_node(cx, field)->name))
            earlier = sig_node(cx, earlier)->next;
        if (earlier != field)
            sig_fault_duplicate(cx, field, earlier, is_parameter);
    }
}

static void sig_check_many(ptc_sig *cx, ptc_draft_ref map, bool is_parameter)
{
    ptc_arena_mark mark = ptc_arena_place(cx->arena);
    size_t errors = cx->diags->errors;
    ptc_draft_ref field = sig_node(cx, map)->first;
    ptc_names names;

    ptc_names_init(&names, cx->arena);
    for (; field != 0; field = sig_node(cx, field)->next) {
        const ptc_name_entry *entry =
            ptc_names_add(&names, sig_node(cx, field)->name, field);

        if (entry == NULL) {
            cx->is_refused = true;
            return;
        }
        if (entry->value != field)
            sig_fault_duplicate(cx, field, entry->value, is_parameter);
    }
    if (cx->diags->errors == errors) /* else the texts may live after the mark */
        ptc_arena_rewind(cx->arena, mark);
}

ptc_draft_ref ptc_sig_map(ptc_sig *cx, ptc_sig_token open, ptc_draft_ref map,
                          ptc_sig_token close)
{
    bool is_parameter = cx->text.ptr[open.start] == '(';
    size_t count = 0;

    if (map == 0)
        map = ptc_sig_first(cx, 0);
    sig_node(cx, map)->extra.span = (ptc_span){open.start, close.end};
    for (ptc_draft_ref field = sig_node(cx, map)->first; field != 0 && count <= 8;
         field = sig_node(cx, field)->next)
        count++;
    if (count <= 8)
        sig_check_few(cx, map, is_parameter);
    else
        sig_check_many(cx, map, is_parameter);
    return map;
}

/* --- Signatures ------------------------------------------------------------------ */

void ptc_sig_function(ptc_sig *cx, ptc_draft_ref inputs, ptc_draft_ref type)
{
    ptc_draft_ref function;

    if (inputs == 0 || type == 0)
        return;
    function = ptc_draft_add(cx->draft, PTC_TYPE_FUNCTION,
                             (ptc_span){sig_node(cx, inputs)->extra.span.start,
                                        sig_node(cx, type)->extra.span.end});
    ptc_draft_append(cx->draft, function, inputs);
    ptc_draft_append(cx->draft, function, type);
    if (sig_node(cx, inputs)->first != 0)
        sig_node(cx, function)->flags |= PTC_NODE_NAMED;
    cx->result = function;
}

/* A type alone has no inputs; a Malli function is a signature already. */
void ptc_sig_output(ptc_sig *cx, ptc_draft_ref type)
{
    ptc_draft_ref inputs;

    if (type == 0)
        return;
    cx->is_bare = !cx->has_arrow;
    if (sig_node(cx, type)->type == PTC_TYPE_FUNCTION) {
        cx->is_bare = false;
        cx->result = type;
        return;
    }
    inputs = ptc_sig_first(cx, 0);
    sig_node(cx, inputs)->extra.span = sig_node(cx, type)->extra.span;
    ptc_sig_function(cx, inputs, type);
    if (cx->is_bare)
        sig_node(cx, cx->result)->flags |= PTC_NODE_BARE;
}

void ptc_sig_missing_arrow(ptc_sig *cx, ptc_draft_ref type)
{
    ptc_span span;
    ptc_diag *diag;

    if (type == 0)
        return;
    span = sig_node(cx, type)->extra.span;
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_ARROW, span,
                        "an arrow is missing between inputs and output");
    ptc_diag_hint(cx->diags, diag, "insert \"->\" before %s",
                  ptc_sig_shown(cx, (ptc_sig_token){span.start, span.end, 0}));
}

/* A type left of the arrow, where parameters go; 0 when that place is at fault anyway. */
void ptc_sig_loose_inputs(ptc_sig *cx, ptc_draft_ref type, ptc_sig_token arrow)
{
    ptc_diag *diag;

    if (type == 0)
        return;
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_ARROW, ptc_sig_span(arrow),
                        "inputs go in parentheses, each with a name");
    ptc_diag_hint(cx->diags, diag, "write (name :int) -> \xE2\x80\xA6");
}
