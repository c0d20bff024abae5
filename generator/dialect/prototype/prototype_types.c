/* SPDX-License-Identifier: MIT */
/*
 * The types of C prototypes: what their words mean, and which schema they become.
 *
 * Words that are not types of C are macros before or after such a type. If there is none,
 * the last word is a type that the header declares, whose meaning only a signature can
 * say. [signature 12]
 */
#include "generator/dialect/prototype/prototype_int.h"

#include "prototype_grammar.h"
#include "tool/common/cli.h"

/* --- Words -------------------------------------------------------------------------- */

/* Words of types in C that can be together. */
enum {
    WORD_VOID = 1,
    WORD_CHAR = 2,
    WORD_SHORT = 4,
    WORD_INT = 8,
    WORD_LONG = 16,
    WORD_LONG_LONG = 32,
    WORD_FLOAT = 64,
    WORD_DOUBLE = 128,
    WORD_SIGNED = 256,
    WORD_UNSIGNED = 512,
    WORD_CONST = 1024,
    WORD_TAG = 2048, /* struct, enum, union */
    WORD_COMPLEX = 4096,
};

static const struct {
    const char *word;
    unsigned flag; /* 0: says nothing of the type */
} prototype_words[] = {
    {"void", WORD_VOID},
    {"char", WORD_CHAR},
    {"short", WORD_SHORT},
    {"int", WORD_INT},
    {"long", WORD_LONG},
    {"float", WORD_FLOAT},
    {"double", WORD_DOUBLE},
    {"signed", WORD_SIGNED},
    {"unsigned", WORD_UNSIGNED},
    {"const", WORD_CONST},
    {"struct", WORD_TAG},
    {"enum", WORD_TAG},
    {"union", WORD_TAG},
    {"_Complex", WORD_COMPLEX},
    {"__int128", WORD_COMPLEX},
    {"__const", WORD_CONST},
    {"extern", 0},
    {"static", 0},
    {"inline", 0},
    {"register", 0},
    {"volatile", 0},
    {"restrict", 0},
    {"_Noreturn", 0},
    {"__inline", 0},
    {"__inline__", 0},
    {"__restrict", 0},
    {"__restrict__", 0},
    {"__extension__", 0},
    {"_Thread_local", 0},
};

/* Numbers by one word. Bounds are those of signed types of this many bits, 0 for all of
 * int64; unsigned ones of 64 bits have the lower one alone. */
static const struct prototype_name {
    const char *word;
    ptc_prototype_kind kind;
    unsigned bits;
    bool is_unsigned;
} prototype_names[] = {
    {"int8_t", PTC_PROTOTYPE_INT, 8, false},
    {"int16_t", PTC_PROTOTYPE_INT, 16, false},
    {"int32_t", PTC_PROTOTYPE_INT, 32, false},
    {"int64_t", PTC_PROTOTYPE_INT, 0, false},
    {"uint8_t", PTC_PROTOTYPE_INT, 8, true},
    {"uint16_t", PTC_PROTOTYPE_INT, 16, true},
    {"uint32_t", PTC_PROTOTYPE_INT, 32, true},
    {"uint64_t", PTC_PROTOTYPE_INT, 0, true},
    {"size_t", PTC_PROTOTYPE_INT, 0, true},
    {"ssize_t", PTC_PROTOTYPE_INT, 0, false},
    {"ptrdiff_t", PTC_PROTOTYPE_INT, 0, false},
    {"intptr_t", PTC_PROTOTYPE_INT, 0, false},
    {"uintptr_t", PTC_PROTOTYPE_INT, 0, true},
    {"intmax_t", PTC_PROTOTYPE_INT, 0, false},
    {"uintmax_t", PTC_PROTOTYPE_INT, 0, true},
    {"bool", PTC_PROTOTYPE_BOOL, 0, false},
    {"_Bool", PTC_PROTOTYPE_BOOL, 0, false},
    {"ptc_str", PTC_PROTOTYPE_STR, 0, false},
    {"ptc_value", PTC_PROTOTYPE_VALUE, 0, false},
    {"json_t", PTC_PROTOTYPE_JSON, 0, false},
    {"ptc_datetime", PTC_PROTOTYPE_DATETIME, 0, false},
    {"ptc_date", PTC_PROTOTYPE_DATE, 0, false},
    {"ptc_decimal", PTC_PROTOTYPE_DECIMAL, 0, false},
};

/* The words of a type, taken together. */
typedef struct prototype_meaning {
    ptc_prototype_kind kind;
    unsigned flags;
    ptc_span own;  /* the last word that C does not know */
    unsigned bits; /* as of prototype_name */
    bool is_unsigned;
    const char *type; /* for casts; NULL: `own` */
} prototype_meaning;

static int word_find(ptc_str word)
{
    for (size_t i = 0; i < sizeof prototype_words / sizeof prototype_words[0]; i++) {
        if (ptc_str_equal(word, ptc_str_of(prototype_words[i].word)))
            return (int)i;
    }
    return -1;
}

static const struct prototype_name *name_find(ptc_str word)
{
    for (size_t i = 0; i < sizeof prototype_names / sizeof prototype_names[0]; i++) {
        if (ptc_str_equal(word, ptc_str_of(prototype_names[i].word)))
            return &prototype_names[i];
    }
    return NULL;
}

/* What words of C mean together. */
static void meaning_of_flags(prototype_meaning *out)
{
    static const struct {
        unsigned flag;
        unsigned bits;
        const char *types[2]; /* signed, unsigned */
    } rows[] = {
        {WORD_LONG_LONG, 0, {"long long", "unsigned long long"}},
        {WORD_LONG, 0, {"long", "unsigned long"}},
        {WORD_SHORT, 16, {"short", "unsigned short"}},
        {WORD_INT | WORD_SIGNED | WORD_UNSIGNED, 32, {"int", "unsigned"}},
    };
    unsigned flags = out->flags & ~(unsigned)WORD_CONST;

    if (flags == WORD_VOID) {
        out->kind = PTC_PROTOTYPE_VOID;
        out->type = "void";
    } else if (flags == WORD_FLOAT || flags == WORD_DOUBLE) {
        out->kind = PTC_PROTOTYPE_FLOAT;
        out->type = flags == WORD_FLOAT ? "float" : "double";
    } else if (flags == WORD_CHAR) {
        out->kind = PTC_PROTOTYPE_TEXT; /* after a pointer */
        out->type = "char";
    }
    if (flags & ~(unsigned)(WORD_SHORT | WORD_INT | WORD_LONG | WORD_LONG_LONG |
                            WORD_SIGNED | WORD_UNSIGNED))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!(flags & rows[i].flag))
            continue;
        out->kind = PTC_PROTOTYPE_INT;
        out->is_unsigned = (flags & WORD_UNSIGNED) != 0;
        out->bits = rows[i].bits;
        out->type = rows[i].types[out->is_unsigned];
        return;
    }
}

/* What the words of a span mean, except for its last `without` ones. */
static prototype_meaning meaning_of(const prototype_parsing *cx, ptc_span words,
                                    ptc_span without)
{
    prototype_meaning out = {.kind = PTC_PROTOTYPE_OTHER};
    prototype_lexer lexer = prototype_lexer_at(cx->text, words.start);
    const struct prototype_name *known = NULL;

    for (;;) {
        prototype_token token = prototype_next(&lexer);
        ptc_str word = prototype_slice(cx, (ptc_span){token.start, token.end});
        const struct prototype_name *name = name_find(word);
        int found = word_find(word);

        if (token.code == 0 || token.start >= words.end)
            break;
        if (token.code != PROTOTYPE_WORD ||
            (token.start == without.start && without.end > 0))
            continue;
        if (found >= 0 && prototype_words[found].flag == WORD_LONG &&
            out.flags & WORD_LONG)
            out.flags = (out.flags & ~(unsigned)WORD_LONG) | WORD_LONG_LONG;
        else if (found >= 0)
            out.flags |= prototype_words[found].flag;
        else if (name != NULL)
            known = name;
        else
            out.own = (ptc_span){token.start, token.end};
    }
    if (known != NULL && (out.flags & ~(unsigned)WORD_CONST) == 0) {
        out.kind = known->kind;
        out.bits = known->bits;
        out.is_unsigned = known->is_unsigned;
        out.type = known->word;
    } else if ((out.flags & ~(unsigned)WORD_CONST) != 0) {
        meaning_of_flags(&out);
    }
    return out;
}

/* --- Values ------------------------------------------------------------------------- */

/* The last word before the parameters, or of a parameter, where it is a name. */
static ptc_span spelling_name(const prototype_parsing *cx,
                              const prototype_spelling *spelling)
{
    ptc_str last = prototype_slice(cx, spelling->last);
    ptc_span none = {0, 0};

    if (spelling->stars > 0)
        return spelling->behind.end > 0 &&
                       word_find(prototype_slice(cx, spelling->behind)) < 0
                   ? spelling->behind
                   : none;
    if (spelling->count < 2 || word_find(last) >= 0 || name_find(last) != NULL)
        return none;
    /* `struct x` is a type; so is `const x`, and `API x` cannot be known. */
    if (spelling->count == 2) {
        ptc_span first = {spelling->words.start, spelling->last.start};
        prototype_meaning before = meaning_of(cx, first, none);

        if (before.flags == WORD_TAG || before.flags == WORD_CONST)
            return none;
    }
    return spelling->last;
}

static bool meaning_is_declared(const prototype_parsing *cx,
                                const prototype_meaning *meant)
{
    const ptc_names *named = cx->reading->sig.named;

    return meant->own.end > 0 && named != NULL &&
           (meant->flags & ~(unsigned)(WORD_CONST | WORD_TAG)) == 0 &&
           ptc_names_find(named, prototype_slice(cx, meant->own)) != NULL;
}

/* The kind of a value, its stars taken into account. */
static ptc_prototype_kind spelling_kind(const prototype_parsing *cx,
                                        const prototype_spelling *spelling,
                                        const prototype_meaning *meant)
{
    bool is_const = (meant->flags & WORD_CONST) != 0;

    if (spelling->is_other || spelling->stars > 1)
        return PTC_PROTOTYPE_OTHER;
    if (meant->kind == PTC_PROTOTYPE_TEXT)
        return spelling->stars == 1 && is_const ? PTC_PROTOTYPE_TEXT
                                                : PTC_PROTOTYPE_OTHER;
    if (meant->kind == PTC_PROTOTYPE_JSON)
        return spelling->stars == 1 ? PTC_PROTOTYPE_JSON : PTC_PROTOTYPE_OTHER;
    if (meant->kind == PTC_PROTOTYPE_OTHER && meaning_is_declared(cx, meant))
        return spelling->stars == 0 ? PTC_PROTOTYPE_DECLARED
               : is_const           ? PTC_PROTOTYPE_POINTER
                                    : PTC_PROTOTYPE_OTHER;
    return spelling->stars == 0 ? meant->kind : PTC_PROTOTYPE_OTHER;
}

static prototype_meaning spelling_meaning(const prototype_parsing *cx,
                                          const prototype_spelling *spelling)
{
    return meaning_of(cx, spelling->words, spelling_name(cx, spelling));
}

static bool value_make(const prototype_parsing *cx, const prototype_spelling *spelling,
                       ptc_prototype_value *out)
{
    ptc_arena *arena = cx->reading->result;
    prototype_meaning meant = spelling_meaning(cx, spelling);
    ptc_str type =
        meant.type != NULL ? ptc_str_of(meant.type) : prototype_slice(cx, meant.own);

    out->kind = spelling_kind(cx, spelling, &meant);
    if (out->kind == PTC_PROTOTYPE_OTHER)
        type = PTC_STR("");
    out->type = ptc_str_copy(arena, type);
    out->name = ptc_str_copy(arena, prototype_slice(cx, spelling_name(cx, spelling)));
    return out->type.ptr != NULL && out->name.ptr != NULL;
}

/* Whether the parameters are `(void)`. */
static bool parameters_are_none(const prototype_parsing *cx)
{
    return cx->count == 1 && cx->parameters[0].count == 1 &&
           cx->parameters[0].stars == 0 && !cx->parameters[0].is_other &&
           ptc_str_equal(prototype_slice(cx, cx->parameters[0].words), PTC_STR("void"));
}

bool prototype_make(const prototype_parsing *cx, ptc_prototype *out)
{
    ptc_contract_reading *reading = cx->reading;
    ptc_arena *arena = reading->result;
    ptc_span name = spelling_name(cx, &cx->head);
    size_t count = parameters_are_none(cx) ? 0 : cx->count;
    ptc_prototype_value *values;

    if (count > PROTOTYPE_PARAMETERS || name.end == 0) {
        prototype_fault(reading, cx->item->declaration,
                        name.end == 0 ? "this is not a prototype with a result and a name"
                                      : "the prototype has more than %d parameters",
                        PROTOTYPE_PARAMETERS);
        return false;
    }
    values = ptc_arena_array(arena, count, sizeof *values);
    *out = (ptc_prototype){.parameters = values, .count = count, .span = name};
    out->function = ptc_str_copy(arena, prototype_slice(cx, name));
    out->header = ptc_str_copy(arena, ptc_base_name(reading->diags->source->name));
    for (size_t i = 0; values != NULL && i < count; i++) {
        if (!value_make(cx, &cx->parameters[i], &values[i]))
            break;
    }
    if (values == NULL || out->function.ptr == NULL || out->header.ptr == NULL ||
        !value_make(cx, &cx->head, &out->result) || arena->failed) {
        reading->is_refused = true;
        return false;
    }
    return true;
}

/* --- The schema --------------------------------------------------------------------- */

/* Why a type needs a signature. */
static const char *value_reason(const prototype_parsing *cx,
                                const prototype_spelling *spelling)
{
    prototype_meaning meant = spelling_meaning(cx, spelling);

    if (spelling->is_ellipsis || cx->text.ptr[spelling->span.start] == '.')
        return "arguments of any number";
    if (spelling->is_other)
        return cx->text.ptr[spelling->span.end - 1] == ']'
                   ? "an array, whose length is elsewhere"
                   : "a pointer to a function";
    if (meant.kind == PTC_PROTOTYPE_VOID)
        return spelling->stars ? "a pointer to anything" : "nothing";
    if (meant.kind == PTC_PROTOTYPE_TEXT)
        return spelling->stars == 0  ? "a character or a number"
               : spelling->stars > 1 ? "a pointer to pointers"
                                     : "a text that may be written or has to be freed";
    if (spelling->stars > 0)
        return "a pointer to one value or many, which C does not say";
    return "a type that this header or another one declares";
}

static ptc_draft_ref value_unfit(const prototype_parsing *cx,
                                 const prototype_spelling *spelling)
{
    ptc_diag *diag = prototype_fault(cx->reading, spelling->span, "\"%s\" is %s",
                                     prototype_quote(cx->reading, spelling->span),
                                     value_reason(cx, spelling));

    ptc_diag_hint(cx->reading->diags, diag,
                  "write the types as a signature: @ptc name (parameter :type) -> :type");
    return 0;
}

static ptc_draft_ref value_int(ptc_draft *draft, ptc_span span,
                               const prototype_meaning *meant)
{
    int64_t one = 1;
    ptc_value low = ptc_value_nil();
    ptc_value high = ptc_value_nil();

    if (meant->bits > 0) {
        high = ptc_value_int((one << (meant->bits - !meant->is_unsigned)) - 1);
        low = ptc_value_int(-(one << (meant->bits - 1)));
    }
    if (meant->is_unsigned)
        low = ptc_value_int(0);
    return ptcc_source_int(draft, span, low, high);
}

static ptc_draft_ref value_draft(const prototype_parsing *cx,
                                 const prototype_spelling *spelling,
                                 ptc_prototype_kind kind)
{
    static const ptc_type types[] = {
        [PTC_PROTOTYPE_VOID] = PTC_TYPE_NIL,
        [PTC_PROTOTYPE_FLOAT] = PTC_TYPE_FLOAT,
        [PTC_PROTOTYPE_BOOL] = PTC_TYPE_BOOL,
        [PTC_PROTOTYPE_TEXT] = PTC_TYPE_STRING,
        [PTC_PROTOTYPE_STR] = PTC_TYPE_STRING,
        [PTC_PROTOTYPE_VALUE] = PTC_TYPE_ANY,
        [PTC_PROTOTYPE_JSON] = PTC_TYPE_ANY,
        [PTC_PROTOTYPE_DATETIME] = PTC_TYPE_DATETIME,
        [PTC_PROTOTYPE_DATE] = PTC_TYPE_DATE,
        [PTC_PROTOTYPE_DECIMAL] = PTC_TYPE_DECIMAL,
        [PTC_PROTOTYPE_DECLARED] = PTC_TYPE_REF,
        [PTC_PROTOTYPE_POINTER] = PTC_TYPE_REF,
    };
    ptc_draft *draft = &cx->reading->draft;
    prototype_meaning meant = spelling_meaning(cx, spelling);
    ptc_draft_ref ref;

    if (kind == PTC_PROTOTYPE_OTHER ||
        (kind == PTC_PROTOTYPE_VOID && spelling != &cx->head))
        return value_unfit(cx, spelling);
    if (kind == PTC_PROTOTYPE_INT)
        return value_int(draft, spelling->span, &meant);
    ref = ptc_draft_add(draft, types[kind], spelling->span);
    if (types[kind] == PTC_TYPE_REF)
        ptc_sig_find_named(draft, ref, prototype_slice(cx, meant.own), &cx->reading->sig);
    return ref;
}

/* A parameter of the schema; false after a fault. */
static bool derive_parameter(const prototype_parsing *cx, const ptc_prototype_value *made,
                             const prototype_spelling *spelling, ptc_draft_ref map)
{
    ptc_draft *draft = &cx->reading->draft;
    ptc_draft_ref value = value_draft(cx, spelling, made->kind);
    ptc_diag *diag;

    if (value == 0)
        return false;
    if (made->name.len == 0) {
        diag = prototype_fault(cx->reading, spelling->span, "the parameter has no name");
        ptc_diag_hint(cx->reading->diags, diag, "name it in the prototype");
        return false;
    }
    ptc_draft_name(draft, value, made->name);
    ptc_draft_append(draft, map, value);
    return true;
}

ptc_draft_ref prototype_derive(const prototype_parsing *cx, const ptc_prototype *made)
{
    ptc_draft *draft = &cx->reading->draft;
    ptc_span span = cx->item->declaration;
    ptc_draft_ref map = ptc_draft_add(draft, PTC_TYPE_MAP, span);
    ptc_draft_ref result = value_draft(cx, &cx->head, made->result.kind);
    bool is_good = result != 0;
    ptc_draft_ref twice;

    for (size_t i = 0; i < made->count; i++)
        is_good &= derive_parameter(cx, &made->parameters[i], &cx->parameters[i], map);
    twice = ptcc_source_twice(cx->reading, map);
    if (twice != 0)
        prototype_fault(cx->reading, ptc_draft_at(draft, twice)->extra.span,
                        "the parameter has the name of an earlier one");
    return is_good && twice == 0 ? ptcc_source_function(draft, map, result, span) : 0;
}
