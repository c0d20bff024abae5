/* SPDX-License-Identifier: MIT */
/*
 * Literals of defaults: what comes after `=`. [signature 3]
 *
 * A literal is JSON with four liberties: names may be keys, `:word` is a keyword, `nil`
 * is null, and commas may be left out. It is read with the tokens of signatures and
 * becomes one token of the grammar; its brackets are kept here, on a stack in the arena,
 * and are none of the reader's.
 */
#include "contract/signature/signature_int.h"
#include "signature.h"

/* A bracket that is open in a literal. */
typedef struct literal_level {
    ptc_sig_token open;
    size_t first; /* of its items; those of a map are keys and values in turn */
    bool is_map;
    bool has_gap; /* a comma comes after the last item */
} literal_level;

typedef struct literal_run {
    ptc_sig *cx;
    ptc_value *items; /* of all open brackets */
    ptc_sig_token *places;
    size_t count;
    size_t capacity;
    size_t place_capacity;
    literal_level *levels;
    size_t depth;
    size_t level_capacity;
    bool is_bad; /* a fault was reported */
} literal_run;

/* --- Faults ------------------------------------------------------------------------ */

static ptc_diag *literal_fault(literal_run *run, ptc_sig_token token, const char *message)
{
    run->is_bad = true;
    return ptc_diag_add(run->cx->diags, PTC_DIAG_SIG_DEFAULT, ptc_sig_span(token), "%s",
                        message);
}

static bool literal_is_one_of(ptc_str word, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (ptc_str_equal(word, ptc_str_of(*words)))
            return true;
    }
    return false;
}

/* Absence is not a value: neither in this language nor by the words of others. */
static void literal_fault_nil(literal_run *run, ptc_sig_token token)
{
    ptc_diag *diag = literal_fault(run, token, "nil is not a default");

    ptc_diag_hint(run->cx->diags, diag,
                  "put ? after the type instead: an optional field may be absent");
}

static void literal_fault_word(literal_run *run, ptc_sig_token token)
{
    static const char *const trues[] = {"True", "TRUE", "yes", "on", NULL};
    static const char *const falses[] = {"False", "FALSE", "no", "off", NULL};
    static const char *const nothings[] = {"None", "NULL",      "Null",
                                           "Nil",  "undefined", NULL};
    ptc_sig *cx = run->cx;
    ptc_str word = ptc_sig_text(cx, token);
    const char *quoted = ptc_sig_quote(cx, token);
    ptc_diag *diag;

    if (literal_is_one_of(word, nothings)) {
        literal_fault_nil(run, token);
        return;
    }
    run->is_bad = true;
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_DEFAULT, ptc_sig_span(token),
                        "the word %s is not a value", quoted);
    if (literal_is_one_of(word, trues))
        ptc_diag_hint(cx->diags, diag, "write true, or \"%s\" for the string", quoted);
    else if (literal_is_one_of(word, falses))
        ptc_diag_hint(cx->diags, diag, "write false, or \"%s\" for the string", quoted);
    else if (token.extra == 0 && memchr(word.ptr, '.', word.len) == NULL)
        ptc_diag_hint(cx->diags, diag, "write \"%s\" for the string, :%s for the keyword",
                      quoted, quoted);
    else
        ptc_diag_hint(cx->diags, diag, "strings are written in quotes: \"%s\"", quoted);
}

/* --- The stacks -------------------------------------------------------------------- */

static void literal_push(literal_run *run, ptc_value value, ptc_sig_token place)
{
    void *items = run->items;
    void *places = run->places;

    if (!ptc_arena_reserve(run->cx->arena, &items, &run->capacity, run->count,
                           run->count + 1, sizeof *run->items) ||
        !ptc_arena_reserve(run->cx->arena, &places, &run->place_capacity, run->count,
                           run->count + 1, sizeof *run->places)) {
        run->cx->is_refused = true;
        return;
    }
    run->items = items;
    run->places = places;
    run->items[run->count] = value;
    run->places[run->count++] = place;
}

static void literal_open(literal_run *run, ptc_sig_token token, bool is_map)
{
    void *levels = run->levels;

    if (run->depth == PTC_DEPTH_MAX && !run->is_bad)
        literal_fault(run, token, "a default may be nested at most 512 levels deep");
    if (!ptc_arena_reserve(run->cx->arena, &levels, &run->level_capacity, run->depth,
                           run->depth + 1, sizeof *run->levels)) {
        run->cx->is_refused = true;
        return;
    }
    run->levels = levels;
    run->levels[run->depth++] = (literal_level){token, run->count, is_map, true};
}

/* The map of the keys and values from `first` on. */
static ptc_value literal_make_map(literal_run *run, size_t first)
{
    size_t count = (run->count - first) / 2;
    ptc_map_entry *entries = ptc_arena_array(run->cx->arena, count, sizeof *entries);
    ptc_value map = ptc_value_nil();
    size_t twice = 0;
    ptc_status status;

    if (entries == NULL) {
        run->cx->is_refused = true;
        return map;
    }
    for (size_t i = 0; i < count; i++)
        entries[i] =
            (ptc_map_entry){run->items[first + 2 * i], run->items[first + 2 * i + 1]};
    status = ptc_map_make(run->cx->arena, entries, count, &map, &twice);
    if (status == PTC_ERROR_DUPLICATE) {
        run->is_bad = true;
        ptc_diag_add(run->cx->diags, PTC_DIAG_SIG_DEFAULT,
                     ptc_sig_span(run->places[first + 2 * twice]),
                     "the key \"%s\" appears twice",
                     ptc_diag_quote(run->cx->diags, ptc_value_text(&entries[twice].key)));
    } else if (status != PTC_OK) {
        run->cx->is_refused = true;
    }
    return map;
}

static ptc_value literal_make_vector(literal_run *run, size_t first)
{
    size_t count = run->count - first;
    ptc_value *items = ptc_arena_array(run->cx->arena, count, sizeof *items);

    if (items == NULL) {
        run->cx->is_refused = true;
        return ptc_value_nil();
    }
    if (count > 0)
        memcpy(items, run->items + first, count * sizeof *items);
    return ptc_value_vector(items, (uint32_t)count);
}

/* Closes the innermost bracket: what is in it becomes one value. */
static void literal_close(literal_run *run, ptc_sig_token close)
{
    literal_level level = run->levels[--run->depth];
    ptc_sig_token whole = {level.open.start, close.end, 0};
    ptc_value value = ptc_value_nil();

    if (!run->is_bad)
        value = level.is_map ? literal_make_map(run, level.first)
                             : literal_make_vector(run, level.first);
    run->count = level.first;
    literal_push(run, value, whole);
}

/* --- Tokens that are a value ------------------------------------------------------- */

static bool literal_read_word(literal_run *run, ptc_sig_token token, ptc_value *out)
{
    ptc_str word = ptc_sig_text(run->cx, token);

    if (ptc_str_equal(word, PTC_STR("true")) || ptc_str_equal(word, PTC_STR("false")))
        *out = ptc_value_bool(word.len == 4);
    else if (ptc_str_equal(word, PTC_STR("null")) || ptc_str_equal(word, PTC_STR("nil")))
        *out = ptc_value_nil();
    else
        literal_fault_word(run, token);
    return !run->is_bad || run->depth > 0;
}

static bool literal_read_keyword(literal_run *run, ptc_sig_token token, ptc_value *out)
{
    ptc_str word = ptc_sig_text(run->cx, token);
    ptc_diag *diag;

    *out = ptc_value_keyword(ptc_str_make(word.ptr + 1, word.len - 1));
    if (token.extra == 0 && ptc_keyword_is_legal(ptc_value_text(out)))
        return true;
    diag = literal_fault(run, token, "not a keyword that a program can write");
    ptc_diag_hint(run->cx->diags, diag, "quote it, without the colon, for the string");
    return true;
}

/* A value of one token; false: the token begins none. */
static bool literal_read_scalar(literal_run *run, int code, ptc_sig_token token,
                                ptc_value *out)
{
    ptc_str text;

    *out = ptc_value_nil();
    switch (code) {
    case PTC_SIG_STRING:
        if (!ptc_sig_unquote(run->cx, token, PTC_DIAG_SIG_DEFAULT, &text))
            run->is_bad = true;
        *out = ptc_value_string(text);
        return true;
    case PTC_SIG_INT:
    case PTC_SIG_FLOAT:
        if (!ptc_sig_number(run->cx, token, out))
            literal_fault(run, token, "the number is out of range");
        return true;
    case PTC_SIG_NAME:
    case PTC_SIG_FAULT_NAME:
        return literal_read_word(run, token, out);
    case PTC_SIG_COLONWORD:
    case PTC_SIG_FAULT_WORD:
        return literal_read_keyword(run, token, out);
    default:
        return false;
    }
}

/* --- Maps -------------------------------------------------------------------------- */

/* The colon after a key may be written together with what follows it. */
static bool literal_read_colon(literal_run *run, ptc_sig_token key)
{
    ptc_sig *cx = run->cx;
    const unsigned char *end = cx->lexer.cursor;
    ptc_sig_token token;
    ptc_diag *diag;

    if (ptc_sig_next_in_literal(cx, run->depth, &token) != 0 &&
        cx->text.ptr[token.start] == ':') {
        cx->lexer.cursor = cx->lexer.text + token.start + 1;
        return true;
    }
    cx->lexer.cursor = end;
    diag = literal_fault(run, key, "the key of a map must be followed by a colon");
    ptc_diag_hint(cx->diags, diag, "write %s: and the value", ptc_sig_quote(cx, key));
    return false;
}

/* A key with its colon; false: the token begins none. */
static bool literal_read_key(literal_run *run, int code, ptc_sig_token token)
{
    ptc_str name = ptc_sig_text(run->cx, token);
    ptc_diag *diag;

    if (code == PTC_SIG_COLONWORD) {
        diag = literal_fault(run, token, "keys of a default must be names or strings");
        ptc_diag_hint(
            run->cx->diags, diag, "write %s: with the colon after it",
            ptc_sig_quote(run->cx, (ptc_sig_token){token.start + 1, token.end, 0}));
        return true;
    }
    if (code == PTC_SIG_STRING) {
        if (!ptc_sig_unquote(run->cx, token, PTC_DIAG_SIG_DEFAULT, &name))
            run->is_bad = true;
    } else if (code != PTC_SIG_NAME || memchr(name.ptr, '.', name.len) != NULL) {
        return false;
    }
    literal_push(run, ptc_value_string(name), token);
    return literal_read_colon(run, token);
}

/* --- Reading ----------------------------------------------------------------------- */

/* Whether a key must come next in the innermost bracket. */
static bool literal_wants_key(const literal_run *run)
{
    const literal_level *level = &run->levels[run->depth - 1];

    return level->is_map && (run->count - level->first) % 2 == 0;
}

static bool literal_is_closer(const literal_run *run, int code)
{
    return run->depth > 0 &&
           code == (run->levels[run->depth - 1].is_map ? PTC_SIG_RC : PTC_SIG_RB);
}

/* A comma comes between two items, and one may come after the last. */
static bool literal_take_comma(literal_run *run, ptc_sig_token token)
{
    literal_level *level = &run->levels[run->depth - 1];
    bool is_value_due = level->is_map && !literal_wants_key(run);
    ptc_diag *diag;

    if (level->has_gap || is_value_due) {
        diag = literal_fault(run, token, "a comma separates two items");
        ptc_diag_hint(run->cx->diags, diag, "remove this comma");
    }
    level->has_gap = true;
    return true;
}

/* One token of a literal; false: it has no place in it. */
static bool literal_take(literal_run *run, int code, ptc_sig_token token)
{
    ptc_value value;

    if (run->depth > 0 && code == PTC_SIG_COMMA)
        return literal_take_comma(run, token);
    if (literal_is_closer(run, code) && (code == PTC_SIG_RB || literal_wants_key(run))) {
        literal_close(run, token);
    } else if (run->depth > 0 && literal_wants_key(run)) {
        return literal_read_key(run, code, token);
    } else if (code == PTC_SIG_LB || code == PTC_SIG_LC) {
        literal_open(run, token, code == PTC_SIG_LC);
        return true;
    } else if (literal_read_scalar(run, code, token, &value)) {
        literal_push(run, value, token);
    } else {
        return false;
    }
    if (run->depth > 0)
        run->levels[run->depth - 1].has_gap = false;
    return true;
}

/* Whether what the token closes or begins cannot be in a literal. */
static bool literal_ends_before(int code)
{
    return code == 0 || code == PTC_SIG_RB || code == PTC_SIG_RC || code == PTC_SIG_RP ||
           code == PTC_SIG_ARROW;
}

static const char *literal_hint(int code, char first)
{
    if (code == PTC_SIG_FAULT_QUOTE || first == '\'')
        return "strings are written in plain double quotes: \"text\"";
    if (first == '=')
        return "write one =";
    if (first == '.' || first == '+' || first == '-')
        return "numbers are written as in JSON: 0.5, -3, 1e6";
    return "write a value, as in (limit :int = 20, tags [:string] = [\"a\"])";
}

/* Nothing follows `=`, or what is not a value. */
static void literal_fault_start(literal_run *run, int code, ptc_sig_token token)
{
    ptc_sig *cx = run->cx;
    bool is_missing = code == PTC_SIG_COMMA || literal_ends_before(code);
    ptc_diag *diag;

    run->is_bad = true;
    if (code == PTC_SIG_FAULT_STRING) {
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNCLOSED, ptc_sig_span(token),
                     "the string opened at %s is never closed",
                     ptc_sig_place(cx, token.start));
        return;
    }
    if (is_missing)
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_DEFAULT, ptc_sig_span(cx->token),
                            "\"=\" without a default after it");
    else
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_DEFAULT, ptc_sig_span(token),
                            "\"%s\" is not a value", ptc_sig_quote(cx, token));
    ptc_diag_hint(cx->diags, diag, "%s",
                  literal_hint(code, is_missing ? '\0' : cx->text.ptr[token.start]));
}

/* A token that has no place inside brackets. */
static void literal_fault_inside(literal_run *run, int code, ptc_sig_token token)
{
    const literal_level *level = &run->levels[run->depth - 1];
    ptc_sig_bracket bracket = {level->open.start,
                               level->is_map ? PTC_SIG_LC : PTC_SIG_LB};
    uint32_t end = (uint32_t)(run->cx->lexer.cursor - run->cx->lexer.text);

    if (run->is_bad)
        return;
    run->is_bad = true;
    if (code == 0)
        token = (ptc_sig_token){end, end, 0};
    if (literal_is_closer(run, code))
        literal_fault(run, token, "the last key of the map has no value");
    else if (literal_ends_before(code))
        ptc_sig_fault_unclosed(run->cx, bracket, token);
    else if (literal_wants_key(run))
        literal_fault(run, token, "keys of a default must be names or strings");
    else
        literal_fault_start(run, code, token);
}

/* Whether what ends here is not the literal but what it is in. */
static bool literal_is_closer_around(const literal_run *run, int code)
{
    const ptc_sig *cx = run->cx;

    for (size_t i = cx->bracket_count; i-- > 0;) {
        int open = cx->brackets[i].code;

        if (code == (open == PTC_SIG_LP   ? PTC_SIG_RP
                     : open == PTC_SIG_LC ? PTC_SIG_RC
                                          : PTC_SIG_RB))
            return true;
    }
    return code != PTC_SIG_RB && code != PTC_SIG_RC;
}

/* Leaves the innermost bracket that `code` closes, and what is open in it; false: it
 * closes what is around the literal. */
static bool literal_leave(literal_run *run, int code)
{
    size_t depth = run->depth;

    while (depth > 0 && code != (run->levels[depth - 1].is_map ? PTC_SIG_RC : PTC_SIG_RB))
        depth--;
    if (depth == 0 && literal_is_closer_around(run, code))
        return false;
    run->depth =
        depth > 0 ? depth - 1 : run->depth - 1; /* the wrong closer, for this one */
    return true;
}

/* After a fault inside brackets: goes on after the closer of the outermost, or where none
 * of the rest can be of the literal. False when that closer is not there. */
static bool literal_skip(literal_run *run)
{
    ptc_sig *cx = run->cx;
    ptc_sig_token token;

    while (run->depth > 0 && !cx->is_refused) {
        const unsigned char *start = cx->lexer.cursor;
        int code = ptc_sig_next_in_literal(cx, run->depth, &token);

        if (code == PTC_SIG_LB || code == PTC_SIG_LC) {
            literal_open(run, token, code == PTC_SIG_LC);
        } else if (literal_ends_before(code) && !literal_leave(run, code)) {
            cx->lexer.cursor = start;
            return false;
        }
    }
    return true;
}

/* Reads tokens to the end of the value. False: the lexer does not be there. */
static bool literal_read(literal_run *run)
{
    do {
        const unsigned char *start = run->cx->lexer.cursor;
        ptc_sig_token token;
        int code = ptc_sig_next_in_literal(run->cx, run->depth, &token);

        if (code != 0 && literal_take(run, code, token))
            continue;
        if (run->depth == 0 && !run->is_bad)
            literal_fault_start(run, code, token);
        else if (run->depth > 0)
            literal_fault_inside(run, code, token);
        run->cx->lexer.cursor = start;
        return run->depth > 0 && literal_skip(run);
    } while (run->depth > 0 && !run->cx->is_refused);
    return true;
}

bool ptc_sig_read_literal(ptc_sig *cx)
{
    literal_run run = {.cx = cx};
    bool is_whole = literal_read(&run);
    ptc_draft_ref holder;

    cx->token.extra = 0;
    cx->token.end = (uint32_t)(cx->lexer.cursor - cx->lexer.text);
    if (!run.is_bad && !cx->is_refused && run.count > 0 && run.items[0].kind == PTC_NIL)
        literal_fault_nil(&run, run.places[0]);
    if (run.is_bad || cx->is_refused || run.count == 0)
        return is_whole;
    holder = ptc_draft_add(cx->draft, PTC_TYPE_ANY,
                           (ptc_span){run.places[0].start, cx->token.end});
    ptc_draft_at(cx->draft, holder)->extra.default_value = run.items[0];
    cx->token.extra = holder;
    return true;
}
