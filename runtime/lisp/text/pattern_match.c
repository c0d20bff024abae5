/* SPDX-License-Identifier: MIT */
/*
 * Searching texts with PCRE2, in steps between which the clock is checked. See
 * pattern.h.
 *
 * A text is searched in windows: PCRE2 sees it from its start to the end of the window
 * and says (PCRE2_PARTIAL_HARD) when a match from some place would have to read on. That
 * place is then tried alone, further and finally to the end of the text. So a search
 * costs what it reads, and look-behind and end anchors see the whole text.
 *
 * The size of windows follows from the plan of the pattern, which bounds the work of a
 * match. Where it gives no bound, or too high a one, the pattern is compiled with
 * callouts, which count the work and end the match when its time is over (WATCHED, CUT).
 *
 * Limits are those of PCRE2's interpreter, which counts the same everywhere; machine code
 * (JIT) counts differently, and is therefore used only in windows where the plan shows
 * that the interpreter could not reach a limit. So whether a machine has JIT changes no
 * result.
 */
#include "lisp/heap/data.h"
#include "lisp/text/pattern_code.h"

enum {
    MATCH_WINDOW = 4096,  /* bytes, where everything is watched */
    MATCH_LOOK_EVERY = 4, /* windows */
    MATCH_WORK =
        16384, /* units between two checks inside a match: of about 100 instructions */
    MATCH_READ = 16,          /* characters for a unit */
    MATCH_STEP = 1024,        /* units for a step of fuel */
    MATCH_LIMIT_PER_BYTE = 4, /* calls within a match from one place, in long texts */
};

/* A search by PCRE2: matches that begin in [from, last], in a text that appears to end at
 * `end`. */
typedef struct match_try {
    ptc_str text;
    size_t from;
    size_t last;
    size_t end;
} match_try;

/* --- Watching ------------------------------------------------------------------- */

/* The longest group so far. */
static size_t match_longest(const pcre2_callout_block *block)
{
    size_t longest = 0;

    for (uint32_t i = 1; i < block->capture_top; i++) {
        const PCRE2_SIZE *span = block->offset_vector + 2 * (size_t)i;

        if (span[0] != PCRE2_UNSET && span[1] > span[0] && span[1] - span[0] > longest)
            longest = span[1] - span[0];
    }
    return longest;
}

int ptc_pattern_callout(pcre2_callout_block *block, void *user)
{
    pattern_cache *cache = user;
    size_t at = block->current_position;
    size_t read = at > cache->seen_at ? at - cache->seen_at : cache->seen_at - at;

    cache->seen_at = at;
    if (block->callout_number == PTC_CALLOUT_REFERENCE)
        read += match_longest(block);
    else if (block->callout_number >= PTC_CALLOUT_BEFORE)
        read += (size_t)1 << (block->callout_number - PTC_CALLOUT_BEFORE);
    cache->work += 1 + read / MATCH_READ;
    if (PTC_LIKELY(cache->work < MATCH_WORK))
        return 0;
    cache->work_done += cache->work;
    cache->work = 0;
    return ptc_lisp_is_late(cache->lisp) ? PCRE2_ERROR_CALLOUT : 0;
}

/* --- One search of PCRE2 -------------------------------------------------------- */

/* Machine code for patterns that are used again and again. */
static bool match_is_fast(pattern_cache *cache, pattern_code *code, uint32_t mode)
{
    size_t size = 0;

    if (PTC_LIKELY(code->tried & mode) || code->uses < PATTERN_FAST_AFTER)
        return (code->fast & mode) != 0;
    code->tried |= mode;
    if (pcre2_jit_compile(code->code, mode) != 0 ||
        pcre2_pattern_info(code->code, PCRE2_INFO_JITSIZE, &size) != 0)
        return false;
    code->fast |= mode;
    cache->memory += size - code->fast_size;
    code->fast_size = size;
    if (cache->memory > PATTERN_MEMORY)
        ptc_pattern_drop_others(cache, code->slot);
    return true;
}

/* Where there is no room for the interpreter's frames, other patterns are dropped. */
static int match_interpret(pattern_cache *cache, const pattern_code *code,
                           const match_try *try, uint32_t options)
{
    int found;

    for (bool is_again = false;; is_again = true) {
        found = pcre2_match(code->code, (PCRE2_SPTR)try->text.ptr, try->end, try->from,
                            PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT | options, cache->match,
                            cache->matching);
        if (found != PCRE2_ERROR_NOMEMORY || is_again)
            return found;
        ptc_pattern_drop_others(cache, code->slot);
    }
}

static void match_set_limit(pattern_cache *cache, uint32_t limit)
{
    if (cache->limit == limit)
        return;
    pcre2_set_match_limit(cache->matching, limit);
    cache->limit = limit;
}

static int match_plain(pattern_cache *cache, pattern_code *code, const match_try *try)
{
    bool has_limit = try->last < try->end;
    bool is_part = try->end < try->text.len;
    uint32_t options = is_part ? PCRE2_PARTIAL_HARD : 0;

    if (has_limit || cache->has_offset_limit) {
        pcre2_set_offset_limit(cache->matching, has_limit ? try->last : PCRE2_UNSET);
        cache->has_offset_limit = has_limit;
    }
    match_set_limit(cache, PATTERN_MATCHES);
    if (match_is_fast(cache, code,
                      is_part ? PCRE2_JIT_PARTIAL_HARD : PCRE2_JIT_COMPLETE)) {
        int found = pcre2_jit_match(code->code, (PCRE2_SPTR)try->text.ptr, try->end,
                                    try->from, options, cache->match, cache->matching);
        if (found >= 0 || found == PCRE2_ERROR_NOMATCH || found == PCRE2_ERROR_PARTIAL)
            return found;
    }
    return match_interpret(cache, code, try, options);
}

/* The work is charged as fuel: bytes are charged once, however often they are read. */
static int match_watched(ptc_lisp *lisp, const pattern_code *code, const match_try *try)
{
    pattern_cache *cache = ptc_pattern_cache(lisp);
    size_t limit = MATCH_LIMIT_PER_BYTE * try->text.len;
    uint32_t options = try->end < try->text.len ? PCRE2_PARTIAL_HARD : 0;
    int found;

    if (cache->has_offset_limit)
        pcre2_set_offset_limit(cache->matching, PCRE2_UNSET);
    cache->has_offset_limit = false;
    limit = limit < UINT32_MAX ? limit : UINT32_MAX;
    match_set_limit(cache, limit > PATTERN_MATCHES ? (uint32_t)limit : PATTERN_MATCHES);
    cache->lisp = lisp;
    cache->seen_at = try->from;
    cache->work_done = 0;
    if (try->last == try->from)
        options |= PCRE2_ANCHORED;
    found = match_interpret(cache, code, try, options);
    ptc_lisp_steps(lisp, cache->work_done / MATCH_STEP);
    return found;
}

/* --- Windows -------------------------------------------------------------------- */

/* The variant of the pattern for the place. */
static pattern_code *match_code(ptc_lisp *lisp, const ptc_search *search, size_t from,
                                unsigned watch)
{
    pattern_code *code = search->code;
    unsigned variant = code->variant | watch;

    if (code->plan.has_start && from != search->at)
        variant |= PATTERN_LATER;
    return variant == code->variant ? code : ptc_pattern_code(lisp, code->slot, variant);
}

static size_t match_window_end(ptc_str text, size_t from, size_t size)
{
    size_t end = from + size;

    if (text.len - from <= size)
        return text.len;
    while (((unsigned char)text.ptr[end] & 0xC0) == 0x80)
        end--;
    return end;
}

static size_t match_after(ptc_str text, size_t at)
{
    at++;
    while (at < text.len && ((unsigned char)text.ptr[at] & 0xC0) == 0x80)
        at++;
    return at;
}

/* A match from one place, which may read to the end of the text. */
static int match_far(ptc_lisp *lisp, const ptc_search *search, size_t from)
{
    pattern_code *code = match_code(lisp, search, from, 0);
    match_try try = {search->text, from, from, 0};
    size_t rest = search->text.len - from;
    bool is_whole = (code->variant & PATTERN_WHOLE) != 0;

    /* A whole match must know the true end. */
    if (code->far_size >= rest || (!is_whole && code->far_size > code->near_size)) {
        int found;

        try.end = match_window_end(search->text, from, code->far_size);
        found = match_plain(ptc_pattern_cache(lisp), code, &try);
        if (found != PCRE2_ERROR_PARTIAL)
            return found;
    }
    try.end = search->text.len;
    return match_watched(
        lisp,
        match_code(lisp, search, from,
                   PATTERN_WATCHED | (rest > PTC_PATTERN_RUN ? PATTERN_CUT : 0)),
        &try);
}

/* How many places of a text of at most `far_size` may be tried at once. */
static size_t match_stride(const pattern_code *code, size_t rest)
{
    double work = ptc_pattern_work(&code->plan, (double)rest);
    double stride = PATTERN_LOOK_WORK / work;

    return stride < (double)rest ? (size_t)stride : rest;
}

/* The next window from `try->from` on. */
static int match_near(ptc_lisp *lisp, const ptc_search *search, match_try *try)
{
    pattern_code *code = match_code(lisp, search, try->from, 0);
    size_t rest = search->text.len - try->from;
    size_t size = code->near_size;

    if (size == 0 && rest > code->far_size) {
        try->end = match_window_end(search->text, try->from, MATCH_WINDOW);
        try->last = code->plan.has_start ? try->from : try->end;
        return match_watched(lisp, match_code(lisp, search, try->from, PATTERN_WATCHED),
                             try);
    }
    if (rest <= code->far_size) {
        try->end = search->text.len;
        try->last = rest <= size ? try->end : try->from + match_stride(code, rest);
    } else {
        try->end = match_window_end(search->text, try->from, size);
        try->last = try->end;
    }
    /* \G needs another variant after the first place, unless everything is tried at
     * once. */
    if (code->plan.has_start && (try->end < search->text.len || try->last < try->end))
        try->last = try->from;
    return match_plain(ptc_pattern_cache(lisp), code, try);
}

/* PCRE2's answer for the whole text from search->at on. */
static int match_search(ptc_lisp *lisp, const ptc_search *search)
{
    const pattern_code *code = search->code;
    match_try try = {search->text, search->at, 0, 0};
    const size_t *spans = search->spans;

    if (code->variant & PATTERN_WHOLE)
        return match_far(lisp, search, search->at);
    for (unsigned windows = 1;; windows++) {
        int found = match_near(lisp, search, &try);

        if (found == PCRE2_ERROR_PARTIAL) {
            try.from = spans[0];
            ptc_lisp_look(lisp);
            found = match_far(lisp, search, try.from);
            if (found != PCRE2_ERROR_NOMATCH)
                return found;
            try.from = match_after(try.text, try.from);
        } else if (found != PCRE2_ERROR_NOMATCH &&
                   (found < 0 || try.end == try.text.len || spans[0] < try.end)) {
            return found;
        } else if (try.last < try.end) {
            try.from = match_after(try.text, try.last);
        } else if (try.end == try.text.len) {
            return PCRE2_ERROR_NOMATCH;
        } else {
            try.from = try.end;
        }
        if (windows % MATCH_LOOK_EVERY == 0)
            ptc_lisp_look(lisp);
    }
}

/* --- For text_pattern.c and core_regex.c ---------------------------------------- */

void ptc_pattern_start(ptc_lisp *lisp, ptc_search *search, const ptc_value *regex,
                       const ptc_value *string, bool is_whole)
{
    pattern_slot *slot = ptc_pattern_slot(lisp, regex);
    unsigned variant = (is_whole ? PATTERN_WHOLE : 0) |
                       (string->flags & PTC_FLAG_ASCII ? 0 : PATTERN_UTF);
    pattern_code *code = ptc_pattern_code(lisp, slot, variant);

    code->uses++;
    search->code = code;
    search->text = ptc_value_text(string);
    search->spans = pcre2_get_ovector_pointer(ptc_pattern_cache(lisp)->match);
    search->groups = slot->groups;
    search->at = 0;
}

PTC_COLD PTC_NORETURN static void match_raise(ptc_lisp *lisp, int found)
{
    switch (found) {
    case PCRE2_ERROR_CALLOUT:
        ptc_lisp_look(lisp);
        ptc_lisp_raise(lisp, PTC_REASON_TIMEOUT, "the run is over");
    case PCRE2_ERROR_MATCHLIMIT:
    case PCRE2_ERROR_DEPTHLIMIT:
    case PCRE2_ERROR_HEAPLIMIT:
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "regex complexity limit exceeded; repeat single characters, not "
                       "groups, or search shorter texts");
    case PCRE2_ERROR_NOMEMORY:
        ptc_lisp_memory_error(lisp);
    default:
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "regex: no match can be tried (%d)",
                       found);
    }
}

/* After an empty match, the next search begins one character later. */
static size_t match_behind(ptc_str text, size_t start, size_t end)
{
    if (end > start)
        return end;
    return end == text.len ? SIZE_MAX : match_after(text, end);
}

bool ptc_pattern_next(ptc_lisp *lisp, ptc_search *search)
{
    const pattern_code *code = search->code;
    size_t from = search->at;
    int found;

    if (from > search->text.len)
        return false;
    ptc_lisp_step(lisp);
    found = match_search(lisp, search);
    if (PTC_UNLIKELY(found < 0 && found != PCRE2_ERROR_NOMATCH))
        match_raise(lisp, found);
    search->at = found < 0
                     ? SIZE_MAX
                     : match_behind(search->text, search->spans[0], search->spans[1]);
    if (code->near_size == 0)
        ptc_lisp_work(lisp, PTC_CHARGE_CHUNK);
    ptc_lisp_read_bytes(lisp, (found < 0 ? search->text.len : search->spans[1]) - from);
    return found >= 0;
}

uint32_t ptc_pattern_group(const ptc_search *search, ptc_str name)
{
    const pattern_code *code = search->code;
    char word[64];
    int number;

    if (name.len == 0 || name.len >= sizeof word)
        return 0;
    memcpy(word, name.ptr, name.len);
    word[name.len] = '\0';
    number = pcre2_substring_number_from_name(code->code, (PCRE2_SPTR)word);
    return number > 0 ? (uint32_t)number : 0;
}
