/* SPDX-License-Identifier: MIT */
/*
 * Reads signatures: takes tokens from the lexer, decides what the grammar leaves to
 * position, feeds the parser, and resynchronises after faults. [signature 2, 3, 7, 8]
 *
 * The reader knows the open brackets, so that a missing or wrong closer is reported with
 * the place of its opener and closed for the parser, which never sees one that does not
 * fit. After a fault the parser shifts its error symbol instead of the phrase, and the
 * reader skips to the `,` or closer that ends it at the same depth: one fault, one
 * diagnostic, and the next phrase is read again.
 *
 * All memory is taken from one arena with a cap; running into it is sig-too-large with
 * the position reached, a refusal of the allocator below is PTC_ERROR_MEMORY.
 */
#include "contract/signature/signature_int.h"
#include "signature.h"

/* --- Memory ---------------------------------------------------------------------- */

/* There is no way to shrink or move in an arena; each growth doubles, so at most as much
 * again is left after. */
void *ptc_sig_stack_grow(ptc_sig *cx, void *old, size_t size)
{
    void *stack = ptc_arena_alloc(cx->arena, size);

    if (stack != NULL && old != NULL)
        memcpy(stack, old, cx->parser_bytes);
    if (stack != NULL)
        cx->parser_bytes = size;
    return stack;
}

void ptc_sig_stack_drop(ptc_sig *cx, void *old)
{
    (void)cx;
    (void)old;
}

void ptc_sig_no_memory(ptc_sig *cx)
{
    cx->is_refused = true;
}

/* Faults found while closing what the text did not close are not faults of the text. */
typedef struct sig_quiet {
    size_t count;
    size_t errors;
    size_t warnings;
} sig_quiet;

static sig_quiet sig_quiet_begin(const ptc_sig *cx)
{
    return (sig_quiet){cx->diags->count, cx->diags->errors, cx->diags->warnings};
}

static void sig_quiet_end(ptc_sig *cx, sig_quiet quiet)
{
    cx->diags->count = quiet.count;
    cx->diags->errors = quiet.errors;
    cx->diags->warnings = quiet.warnings;
}

/* --- Tokens ---------------------------------------------------------------------- */

ptc_str ptc_sig_text(const ptc_sig *cx, ptc_sig_token token)
{
    return ptc_str_make(cx->text.ptr + token.start, token.end - token.start);
}

/* The token that the lexer just found. */
static ptc_sig_token sig_token_of(const ptc_sig_lexer *lexer, int code)
{
    return (ptc_sig_token){(uint32_t)(lexer->token - lexer->text),
                           (uint32_t)(lexer->cursor - lexer->text),
                           code > PTC_SIG_COMMENT ? (uint32_t)code : 0};
}

/* The next token that is not a blank; blanks and comments where they must not be are
 * reported.
 */
static int sig_next_raw(ptc_sig *cx, ptc_sig_token *token)
{
    for (;;) {
        int code = ptc_sig_lex(&cx->lexer);

        *token = sig_token_of(&cx->lexer, code);
        if (code == PTC_SIG_COMMENT) {
            if (!cx->is_file && !cx->has_comment) {
                cx->has_comment = true;
                ptc_sig_fault_token(cx, code, *token);
            }
        } else if (code == PTC_SIG_FAULT_BLANK) {
            ptc_sig_fault_token(cx, code, *token);
        } else if (code != PTC_SIG_FAULT_BYTE) { /* reported when reading began */
            return code;
        }
    }
}

/* Whether no blank comes between the last token and `token`. */
static bool sig_is_adjacent(const ptc_sig *cx, ptc_sig_token token)
{
    return cx->last_code != 0 && cx->last.end == token.start;
}

static int sig_innermost(const ptc_sig *cx)
{
    return cx->bracket_count ? cx->brackets[cx->bracket_count - 1].code : 0;
}

/* Whether a word at this place names a field or parameter. */
static bool sig_is_name_place(const ptc_sig *cx)
{
    int innermost = sig_innermost(cx);

    return (innermost == PTC_SIG_LC || innermost == PTC_SIG_LP) && !cx->last_is_name &&
           cx->last_code != PTC_SIG_BAR;
}

/* Whether a refinement may follow the last token. */
static bool sig_ends_base(const ptc_sig *cx)
{
    if (cx->last_is_name)
        return false;
    return cx->last_code == PTC_SIG_COLONWORD || cx->last_code == PTC_SIG_RB ||
           cx->last_code == PTC_SIG_RC || cx->last_code == PTC_SIG_MALLI;
}

/* A bare word where only a type is allowed; it is reported, and read as if it had its
 * colon. */
static int sig_settle_word(ptc_sig *cx, ptc_sig_token *token)
{
    bool is_type_place = cx->last_is_name || cx->last_code == PTC_SIG_LB ||
                         cx->last_code == PTC_SIG_ARROW || cx->last_code == PTC_SIG_BAR ||
                         cx->last_code == 0;

    if (!is_type_place || !ptc_sig_is_type_word(ptc_sig_text(cx, *token)))
        return PTC_SIG_NAME;
    ptc_sig_fault_token(cx, PTC_SIG_NAME, *token);
    return PTC_SIG_COLONWORD;
}

/* What a lexer's code means at this place; 0 and the end apart, a code of the grammar. */
static int sig_settle(ptc_sig *cx, int code, ptc_sig_token *token)
{
    switch (code) {
    case PTC_SIG_LB:
        return sig_is_adjacent(cx, *token) && sig_ends_base(cx) ? PTC_SIG_RLB
                                                                : PTC_SIG_LB;
    case PTC_SIG_NAME:
        return sig_settle_word(cx, token);
    case PTC_SIG_FAULT_NAME:
        return PTC_SIG_NAME;
    case PTC_SIG_FAULT_WORD:
        return PTC_SIG_COLONWORD;
    case PTC_SIG_FAULT_ARROW:
        ptc_sig_fault_token(cx, code, *token);
        return PTC_SIG_ARROW;
    default:
        return code > PTC_SIG_COMMENT ? PTC_SIG_BAD : code;
    }
}

/* Whether an optional mark is where it may: reported otherwise. */
static bool sig_accepts_mark(ptc_sig *cx, ptc_sig_token token)
{
    bool is_adjacent = sig_is_adjacent(cx, token);

    if (is_adjacent && sig_ends_base(cx))
        return true;
    if (is_adjacent && cx->last_is_name)
        ptc_sig_fault_name(cx, (ptc_sig_token){cx->last.start, token.end, 0});
    else if (!cx->is_skipping)
        ptc_sig_fault_optional(cx, token);
    return false;
}

/* --- Where a declaration ends ---------------------------------------------------- */

static bool sig_has_newline(const ptc_sig *cx, uint32_t start, uint32_t end)
{
    return memchr(cx->text.ptr + start, '\n', end - start) != NULL;
}

static bool sig_is_in_column_one(const ptc_sig *cx, uint32_t start)
{
    return start == ptc_sig_text_start(cx->text) || cx->text.ptr[start - 1] == '\n';
}

uint32_t ptc_sig_text_start(ptc_str text)
{
    return text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

ptc_sig_lexer ptc_sig_lexer_at(ptc_str text, size_t offset)
{
    const unsigned char *bytes = (const unsigned char *)text.ptr;

    return (ptc_sig_lexer){bytes, bytes + text.len, bytes + offset, bytes + offset};
}

/* `name(` or `name =` on one line: nothing that is inside a bracket. */
bool ptc_sig_is_head(ptc_str text, uint32_t start)
{
    ptc_sig_lexer lexer = ptc_sig_lexer_at(text, start);
    int code = ptc_sig_lex(&lexer);
    const unsigned char *end = lexer.cursor;

    if (code != PTC_SIG_NAME && code != PTC_SIG_STRING && code != PTC_SIG_FAULT_NAME)
        return false;
    code = ptc_sig_lex(&lexer);
    if (memchr(end, '\n', (size_t)(lexer.token - end)) != NULL)
        return false;
    return code == PTC_SIG_LP || code == PTC_SIG_DEFAULT;
}

/* Whether the declaration ended before `token`. [signature 1.1] */
static bool sig_is_past_end(const ptc_sig *cx, int code, ptc_sig_token token)
{
    if (!cx->is_file || !sig_has_newline(cx, cx->last.end, token.start))
        return false;
    if (sig_is_in_column_one(cx, token.start) && ptc_sig_is_head(cx->text, token.start))
        return true;
    return cx->bracket_count == 0 && cx->last_code != 0 &&
           cx->last_code != PTC_SIG_ARROW && cx->last_code != PTC_SIG_BAR &&
           code != PTC_SIG_ARROW && code != PTC_SIG_BAR;
}

int ptc_sig_next_in_literal(ptc_sig *cx, size_t depth, ptc_sig_token *token)
{
    const unsigned char *end = cx->lexer.cursor;
    uint32_t last = (uint32_t)(end - cx->lexer.text);
    int code = sig_next_raw(cx, token);
    bool is_below = cx->is_file && sig_has_newline(cx, last, token->start);

    if (code == 0 || (is_below && depth + cx->bracket_count == 0) ||
        (is_below && sig_is_in_column_one(cx, token->start) &&
         ptc_sig_is_head(cx->text, token->start))) {
        cx->lexer.cursor = end;
        return 0;
    }
    return code;
}

/* --- Feeding the parser ---------------------------------------------------------- */

static int sig_closer_of(int opener)
{
    return opener == PTC_SIG_LP   ? PTC_SIG_RP
           : opener == PTC_SIG_LC ? PTC_SIG_RC
                                  : PTC_SIG_RB;
}

static bool sig_is_opener(int code)
{
    return code == PTC_SIG_LP || code == PTC_SIG_LC || code == PTC_SIG_LB ||
           code == PTC_SIG_RLB;
}

static bool sig_is_closer(int code)
{
    return code == PTC_SIG_RP || code == PTC_SIG_RC || code == PTC_SIG_RB;
}

static void sig_open(ptc_sig *cx, int code, ptc_sig_token token)
{
    void *brackets = cx->brackets;

    if (!ptc_arena_reserve(cx->arena, &brackets, &cx->bracket_capacity, cx->bracket_count,
                           cx->bracket_count + 1, sizeof *cx->brackets)) {
        cx->is_refused = true;
        return;
    }
    cx->brackets = brackets;
    cx->brackets[cx->bracket_count++] = (ptc_sig_bracket){token.start, code};
}

/* Gives a token to the parser; after a fault the reader skips. */
static void sig_feed(ptc_sig *cx, int code, ptc_sig_token token)
{
    size_t depth = cx->bracket_count;

    if (sig_is_opener(code))
        sig_open(cx, code, token);
    else if (sig_is_closer(code))
        cx->bracket_count--;
    ptc_sig_parse(cx->parser, code, token);
    if (!cx->is_refused && !cx->is_given_up && ptc_sig_parser_dropped(cx->parser, code)) {
        cx->is_skipping = true;
        cx->skip_depth = depth;
    }
}

/* Closes brackets down to `depth` for the parser, which the text did not do. */
static void sig_close_to(ptc_sig *cx, size_t depth, ptc_sig_token at)
{
    sig_quiet quiet = sig_quiet_begin(cx);

    while (cx->bracket_count > depth && !cx->is_refused && !cx->is_given_up) {
        bool is_unseen = cx->is_skipping && cx->bracket_count > cx->skip_depth;

        if (is_unseen) {
            cx->bracket_count--;
            continue;
        }
        cx->is_skipping = false;
        sig_feed(cx, sig_closer_of(sig_innermost(cx)), at);
    }
    sig_quiet_end(cx, quiet);
}

/* How many brackets stay open when `code` closes the nearest one that it fits; all of
 * them when it fits none. */
static size_t sig_depth_closed_by(const ptc_sig *cx, int code)
{
    size_t depth = cx->bracket_count;

    while (depth > 0 && sig_closer_of(cx->brackets[depth - 1].code) != code)
        depth--;
    return depth > 0 ? depth - 1 : cx->bracket_count;
}

/* A closer that does not fit the innermost bracket. True when `*code` may now be fed. */
static bool sig_settle_closer(ptc_sig *cx, int *code)
{
    size_t depth;

    if (cx->bracket_count == 0) {
        ptc_sig_fault_stray(cx, cx->token);
        return false;
    }
    if (sig_closer_of(sig_innermost(cx)) == *code)
        return true;
    ptc_sig_fault_unclosed(cx, cx->brackets[cx->bracket_count - 1], cx->token);
    depth = sig_depth_closed_by(cx, *code);
    if (depth == cx->bracket_count)
        *code =
            sig_closer_of(sig_innermost(cx)); /* the wrong closer, meant for this one */
    else
        sig_close_to(cx, depth + 1, cx->token);
    return true;
}

/* An arrow while parameters are open: they were never closed. */
static void sig_settle_arrow(ptc_sig *cx)
{
    if (cx->bracket_count == 0 || cx->brackets[0].code != PTC_SIG_LP)
        return;
    ptc_sig_fault_unclosed(cx, cx->brackets[cx->bracket_count - 1], cx->token);
    sig_close_to(cx, 0, cx->token);
}

/* One token while skipping; true when the phrase is over and the token counts again. */
static bool sig_skip(ptc_sig *cx)
{
    if (cx->code == PTC_SIG_ARROW && !cx->has_arrow &&
        (cx->bracket_count ? cx->brackets[0].code == PTC_SIG_LP
                           : ptc_sig_parser_accepts(cx->parser, PTC_SIG_ARROW))) {
        cx->is_skipping = cx->bracket_count > 0;
        return true;
    }
    if (sig_is_opener(cx->code)) {
        sig_open(cx, cx->code, cx->token);
    } else if (cx->bracket_count > cx->skip_depth) {
        if (sig_is_closer(cx->code))
            cx->bracket_count--;
    } else if (cx->bracket_count > 0 &&
               (sig_is_closer(cx->code) || cx->code == PTC_SIG_COMMA)) {
        cx->is_skipping = false;
        return true;
    }
    return false;
}

/* The token at hand goes to the parser, or is skipped. */
static void sig_take(ptc_sig *cx)
{
    bool is_name = sig_is_name_place(cx) &&
                   (cx->code == PTC_SIG_NAME || cx->code == PTC_SIG_COLONWORD ||
                    cx->code == PTC_SIG_STRING);

    if (!cx->is_skipping || sig_skip(cx)) {
        if (cx->code == PTC_SIG_ARROW)
            sig_settle_arrow(cx);
        if (!sig_is_closer(cx->code) || sig_settle_closer(cx, &cx->code))
            sig_feed(cx, cx->code, cx->token);
        cx->has_arrow = cx->has_arrow || cx->code == PTC_SIG_ARROW;
    }
    cx->last = cx->token;
    cx->last_code = cx->code;
    cx->last_is_name = is_name;
}

/* --- A signature ----------------------------------------------------------------- */

/* The end counts as directly after the last token: that is where something is missing. */
static void sig_finish(ptc_sig *cx)
{
    ptc_sig_token end = {cx->last.end, cx->last.end, 0};

    if (cx->bracket_count > 0) {
        sig_quiet quiet;

        ptc_sig_fault_unclosed(cx, cx->brackets[cx->bracket_count - 1], end);
        sig_close_to(cx, 0, end);
        quiet = sig_quiet_begin(cx);
        ptc_sig_parse(cx->parser, 0, end);
        sig_quiet_end(cx, quiet);
    } else if (!cx->is_given_up) {
        ptc_sig_parse(cx->parser, 0, end);
    }
}

void ptc_sig_give_up(ptc_sig *cx)
{
    cx->is_given_up = true;
}

static void sig_start(ptc_sig *cx, size_t offset)
{
    cx->lexer = ptc_sig_lexer_at(cx->text, offset);
    cx->last = (ptc_sig_token){(uint32_t)offset, (uint32_t)offset, 0};
    cx->last_code = 0;
    cx->last_is_name = false;
    cx->has_arrow = false;
    cx->is_skipping = false;
    cx->is_given_up = false;
    cx->bracket_count = 0;
    cx->item_count = 0;
    cx->result = 0;
    cx->tool = (ptc_tool_words){0};
    cx->parser_bytes = 0;
    cx->parser = ptc_sig_parser_new(cx, cx->arena);
    if (cx->parser == NULL)
        cx->is_refused = true;
}

/* The next token into the hand; false at the end of the signature. */
static bool sig_advance(ptc_sig *cx)
{
    const unsigned char *end = cx->lexer.cursor;
    int code = sig_next_raw(cx, &cx->token);

    if (code == 0 || sig_is_past_end(cx, code, cx->token)) {
        cx->lexer.cursor = end;
        return false;
    }
    if (cx->last_code == 0)
        cx->start = cx->token.start;
    cx->code = sig_settle(cx, code, &cx->token);
    return true;
}

/* A phrase whose fault was reported before the parser saw it: skipped like any other. */
static void sig_give_phrase_up(ptc_sig *cx)
{
    sig_quiet quiet = sig_quiet_begin(cx);

    sig_feed(cx, PTC_SIG_BAD, cx->token);
    sig_quiet_end(cx, quiet);
}

/* Reads the token at hand, which may be the `[` of a Malli schema or the `=` of a
 * default; false to stop. */
static bool sig_step(ptc_sig *cx)
{
    if (cx->code == PTC_SIG_OPT && !sig_accepts_mark(cx, cx->token))
        return true;
    if (cx->code == PTC_SIG_LB && !cx->is_skipping && ptc_sig_begins_malli(cx) &&
        !ptc_sig_read_malli(cx))
        sig_give_phrase_up(cx);
    if (cx->code == PTC_SIG_DEFAULT && !cx->is_skipping && !ptc_sig_read_literal(cx))
        sig_give_phrase_up(cx);
    sig_take(cx);
    return !cx->is_refused && !cx->is_given_up && !cx->arena->failed;
}

ptc_draft_ref ptc_sig_read(ptc_sig *cx, size_t offset)
{
    size_t errors = cx->diags->errors;
    bool is_stopped = false;

    sig_start(cx, offset);
    while (!cx->is_refused && !is_stopped && sig_advance(cx))
        is_stopped = !sig_step(cx);
    if (cx->arena->failed)
        cx->is_refused = true;
    if (!cx->is_refused && !is_stopped)
        sig_finish(cx);
    return cx->diags->errors == errors && !cx->is_refused ? cx->result : 0;
}

/* --- The public reader ----------------------------------------------------------- */

#define SIG_MEMORY_CAP ((size_t)64 << 20)

size_t ptc_sig_memory_cap(const ptc_read_options *options)
{
    return options->memory_cap ? options->memory_cap : SIG_MEMORY_CAP;
}

void ptc_sig_init(ptc_sig *cx, ptc_arena *arena, ptc_draft *draft,
                  const ptc_read_options *options)
{
    *cx = (ptc_sig){
        .arena = arena, .draft = draft, .diags = draft->diags, .options = options};
}

bool ptc_sig_enter(ptc_sig *cx, const ptc_source *source)
{
    const char *text;

    cx->diags->source = source;
    cx->text = (ptc_str){"", 0};
    cx->token = (ptc_sig_token){0, 0, 0};
    if (source->text.len >= UINT32_MAX) {
        ptc_sig_fault_too_large(cx);
        return false;
    }
    if (ptc_visible_is_binary(source->text)) {
        ptc_diag_add(cx->diags, PTC_DIAG_SIG_ENCODING, (ptc_span){0, 0},
                     "not a text file");
        return false;
    }
    text = ptc_arena_copy(cx->arena, source->text.ptr, source->text.len);
    if (text == NULL) {
        cx->is_refused = true;
        return false;
    }
    cx->text = ptc_str_make(text, source->text.len);
    ptc_forms_init(&cx->forms, cx->arena, source);
    cx->forms.text = text; /* it has the NUL that the EDN reader wants as well */
    ptc_sig_check_encoding(cx->diags, cx->text);
    return true;
}

ptc_draft_ref ptc_sig_read_text(ptc_sig *cx)
{
    size_t errors = cx->diags->errors;
    ptc_diags_mark mark = ptc_diags_place(cx->diags);
    uint32_t start = ptc_sig_text_start(cx->text);
    ptc_draft_ref function;

    if (ptc_sig_begins_json(cx->text, start))
        function = ptc_sig_read_json(cx);
    else if ((function = ptc_sig_read(cx, start)) == 0 && !cx->is_refused)
        ptc_sig_explain_foreign(cx, start, mark);
    return cx->diags->errors == errors ? function : 0;
}

ptc_status ptc_signature_read(ptc_arena *arena, const ptc_source *source,
                              const ptc_read_options *given, ptc_diags *diags,
                              ptc_schema *out)
{
    ptc_read_options options = {.struct_size = sizeof options};
    ptc_diags own;
    size_t errors;
    ptc_status status = PTC_ERROR_SYNTAX;
    ptc_draft_ref function = 0;
    ptc_scratch scratch;
    ptc_draft draft;
    ptc_sig cx;

    diags = ptc_diags_given(diags, &own, arena);
    errors = diags->errors;
    *out = (ptc_schema){0};
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_read_options), "ptc_signature_read",
                          given, &options))
        return PTC_ERROR_ARGUMENT;
    ptc_scratch_begin(&scratch, arena, ptc_sig_memory_cap(&options));
    ptc_draft_init(&draft, scratch.arena, diags);
    draft.lint = options.lint;
    ptc_sig_init(&cx, scratch.arena, &draft, &options);
    if (ptc_sig_enter(&cx, source))
        function = ptc_sig_read_text(&cx);
    if (function != 0 && diags->errors == errors)
        status = ptc_draft_finish(arena, &draft, function, out);
    if (ptc_scratch_is_capped(&scratch) && diags->errors == errors)
        ptc_sig_fault_too_large(&cx);
    if (scratch.is_refused || arena->failed)
        status = PTC_ERROR_MEMORY;
    else if (diags->errors != errors)
        status = PTC_ERROR_SYNTAX;
    ptc_scratch_end(&scratch);
    return status;
}
