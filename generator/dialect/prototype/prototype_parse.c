/* SPDX-License-Identifier: MIT */
/* Prepares declarations for the grammar of prototypes: attributes and calls of macros are
 * skipped, brackets become one token, and everything after the parameters is left out.
 * [signature 12] */
#include "generator/dialect/prototype/prototype_int.h"

#include "prototype_grammar.h"

/* --- The grammar -------------------------------------------------------------------- */

void prototype_give_up(prototype_parsing *cx, prototype_token token)
{
    ptc_span span = {token.start, token.end};
    ptc_diag *diag;

    if (cx->is_given_up)
        return;
    cx->is_given_up = true;
    if (token.end <= token.start || token.start >= cx->item->declaration.end)
        span = cx->item->declaration;
    diag = prototype_fault(cx->reading, span, "\"%s\" is not expected in a prototype",
                           prototype_quote(cx->reading, span));
    ptc_diag_hint(cx->reading->diags, diag,
                  "@ptc belongs before the prototype of a function");
}

prototype_spelling prototype_word(prototype_token word)
{
    ptc_span span = {word.start, word.end};

    return (prototype_spelling){.span = span, .words = span, .last = span, .count = 1};
}

prototype_spelling prototype_join(prototype_spelling words, prototype_token word)
{
    words.last = (ptc_span){word.start, word.end};
    words.span.end = words.words.end = word.end;
    words.count++;
    return words;
}

prototype_spelling prototype_point(prototype_spelling words, uint32_t stars,
                                   prototype_spelling behind)
{
    words.stars += stars;
    if (behind.count > 0) {
        words.behind = behind.last;
        words.span.end = behind.span.end;
    }
    return words;
}

prototype_spelling prototype_other(prototype_spelling words, prototype_token end)
{
    words.is_other = true;
    words.span.end = end.end;
    return words;
}

void prototype_parameter(prototype_parsing *cx, prototype_spelling spelling)
{
    if (cx->count < PROTOTYPE_PARAMETERS)
        cx->parameters[cx->count] = spelling;
    cx->count++;
}

void prototype_done(prototype_parsing *cx, prototype_spelling head)
{
    cx->head = head;
    cx->is_read = true;
}

/* --- Feeding ------------------------------------------------------------------------ */

/* Whether a word is spelled as macros and names of the compiler are. */
static bool word_is_macro(ptc_str word)
{
    bool is_reserved = word.len > 2 && word.ptr[0] == '_' && word.ptr[1] == '_';

    for (size_t i = 0; !is_reserved && i < word.len; i++) {
        if (word.ptr[i] >= 'a' && word.ptr[i] <= 'z')
            return ptc_str_equal(word, PTC_STR("_Alignas")) ||
                   ptc_str_equal(word, PTC_STR("_Static_assert"));
    }
    return true;
}

/* The token after the bracket that closes the one in hand; the lexer is after it.
 */
static prototype_token feed_group(prototype_lexer *lexer, uint32_t limit)
{
    prototype_token token;
    size_t depth = 1;

    do {
        token = prototype_next(lexer);
        if (token.code == PROTOTYPE_LP || token.code == PROTOTYPE_LB)
            depth++;
        else if (token.code == PROTOTYPE_RP || token.code == PROTOTYPE_RB)
            depth--;
    } while (depth > 0 && token.code != 0 && token.start < limit);
    return token;
}

/* How many groups in parentheses are in no others, after words that are not macros. */
static size_t feed_count(const prototype_parsing *cx)
{
    ptc_span span = cx->item->declaration;
    prototype_lexer lexer = prototype_lexer_at(cx->text, span.start);
    prototype_token last = {0, 0, 0};
    size_t count = 0;

    for (;;) {
        prototype_token token = prototype_next(&lexer);

        if (token.code == 0 || token.start >= span.end)
            return count;
        if (token.code == PROTOTYPE_LP) {
            count +=
                last.code == PROTOTYPE_WORD &&
                !word_is_macro(prototype_slice(cx, (ptc_span){last.start, last.end}));
            feed_group(&lexer, span.end);
        }
        last = token;
    }
}

/* What the parser is given. */
typedef struct prototype_feed {
    prototype_parsing *cx;
    void *parser;
    prototype_lexer lexer;
    bool drops_macros; /* `NAME(...)` where NAME is spelled like one */
    size_t depth;
    bool is_closed; /* the parameters are read */
} prototype_feed;

/* Whether a call of a macro begins with the word, which then is passed over. */
static bool feed_passes(prototype_feed *feed, prototype_token word)
{
    ptc_str text = prototype_slice(feed->cx, (ptc_span){word.start, word.end});
    prototype_lexer ahead = feed->lexer;
    bool is_reserved = text.len > 2 && text.ptr[0] == '_' && text.ptr[1] == '_';

    if (word.code != PROTOTYPE_WORD || !word_is_macro(text) ||
        (!feed->drops_macros && !is_reserved) ||
        prototype_next(&ahead).code != PROTOTYPE_LP)
        return false;
    feed_group(&ahead, feed->cx->item->declaration.end);
    feed->lexer = ahead;
    return true;
}

static void feed_token(prototype_feed *feed, prototype_token token)
{
    uint32_t limit = feed->cx->item->declaration.end;
    bool is_first_bracket = token.code == PROTOTYPE_LB;
    int code = token.code >= PROTOTYPE_COMMENT ? PROTOTYPE_BAD : token.code;

    if (is_first_bracket) {
        prototype_token end = feed_group(&feed->lexer, limit);

        token.end = end.end;
        code = PROTOTYPE_ARRAY;
        if (feed->depth == 0) /* [[nodiscard]] */
            return;
    }
    if (token.code == PROTOTYPE_LP)
        feed->depth++;
    if (feed->depth > PTCC_SOURCE_DEPTH) {
        prototype_give_up(feed->cx, token);
        return;
    }
    prototype_parse(feed->parser, code, token);
    if (token.code == PROTOTYPE_RP && feed->depth > 0 && --feed->depth == 0)
        feed->is_closed = true; /* what comes now is of the compiler */
}

/* Parses the declaration; false after a fault. */
bool prototype_parse_item(prototype_parsing *cx)
{
    ptc_span span = cx->item->declaration;
    prototype_feed feed = {.cx = cx, .drops_macros = feed_count(cx) > 0};

    feed.parser = prototype_parser_new(cx, cx->reading->arena);
    if (feed.parser == NULL) {
        cx->reading->is_refused = true;
        return false;
    }
    feed.lexer = prototype_lexer_at(cx->text, span.start);
    while (!cx->is_given_up && !feed.is_closed) {
        prototype_token token = prototype_next(&feed.lexer);

        if (token.code == 0 || token.start >= span.end)
            break;
        if (token.code == PROTOTYPE_COMMENT || token.code == PROTOTYPE_LINE ||
            token.code == PROTOTYPE_DIRECTIVE || feed_passes(&feed, token))
            continue;
        feed_token(&feed, token);
    }
    if (!cx->is_given_up)
        prototype_parse(feed.parser, 0, (prototype_token){0, span.end, span.end});
    prototype_parseFinalize(feed.parser);
    return cx->is_read && !cx->is_given_up;
}
