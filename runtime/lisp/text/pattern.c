/* SPDX-License-Identifier: MIT */
/*
 * Patterns compiled and matched: the one file that knows PCRE2. See pattern.h.
 *
 * A context keeps up to 64 patterns, least recently used ones make room. Each is compiled
 * when first used, for texts of ASCII and others and for searches and whole matches
 * apart. All of PCRE2's memory comes from the context's allocator and is bounded.
 *
 * Limits are those of PCRE2's interpreter, which counts alike everywhere; machine code
 * (JIT) counts otherwise, and is therefore used only where the plan of the pattern shows
 * that the interpreter could not come to a limit in a text of this length. So whether a
 * machine has JIT changes no result. Long searches go in strides, between which the clock
 * is looked at.
 */
#include "lisp/text/pattern.h"
#include "lisp/heap/data.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum {
    PATTERN_SLOTS = 64,
    PATTERN_MATCHES = 100000, /* calls within a match from one place */
    PATTERN_DEPTH = 1000,
    PATTERN_HEAP_KIB = 4096,  /* more than PATTERN_DEPTH frames of any pattern need */
    PATTERN_MEMORY = 8 << 20, /* bytes of all patterns, machine code and frames */
    PATTERN_FAST_AFTER = 16,  /* searches, before machine code is worth making */
    PATTERN_GROUPS = 129,     /* with the whole match: 256 bytes have no more */
    PATTERN_SHORT = 160,      /* bytes that are always searched at once */
    PATTERN_STRIDE_WORK =
        1 << 24, /* characters looked at between two looks at the clock */
    PATTERN_MEMORY_HEAD = 16,
};

/* LATER: from places behind the one where a search begins, which \G alone means. */
enum { PATTERN_WHOLE = 1, PATTERN_UTF = 2, PATTERN_LATER = 4, PATTERN_VARIANTS = 8 };

typedef struct pattern_code {
    pcre2_code *code; /* NULL: not compiled yet */
    size_t fast_max;  /* bytes of a text that machine code may match */
    size_t fast_size; /* bytes of machine code */
    uint32_t uses;
    bool is_fast;   /* machine code was made */
    bool is_linear; /* a try from one place looks at each character some times */
    bool is_whole;  /* is tried from the first place alone */
    bool has_start; /* has \G: the next places need the variant for them */
} pattern_code;

typedef struct pattern_slot {
    bool is_used;
    uint32_t length;
    uint32_t groups;
    uint64_t used; /* when: a count of uses of all */
    pattern_code codes[PATTERN_VARIANTS];
    char source[PTC_PATTERN_MAX];
} pattern_slot;

typedef struct pattern_cache {
    ptc_patterns functions; /* lisp->patterns points here */
    ptc_allocator allocator;
    size_t memory;
    pcre2_general_context *general;
    pcre2_compile_context *compiling;
    pcre2_match_context *matching;
    pcre2_match_data *match;
    bool has_offset_limit; /* is set in `matching` */
    uint64_t uses;
    pattern_slot slots[PATTERN_SLOTS];
} pattern_cache;

static pattern_cache *pattern_cache_of(const ptc_lisp *lisp)
{
    return (pattern_cache *)(void *)lisp->patterns;
}

/* --- Memory --------------------------------------------------------------------- */

static void *pattern_allocate(size_t size, void *user)
{
    pattern_cache *cache = user;
    unsigned char *place;

    size += PATTERN_MEMORY_HEAD;
    if (cache->memory + size > PATTERN_MEMORY)
        return NULL;
    place = cache->allocator.allocate(NULL, 0, size, cache->allocator.user);
    if (place == NULL)
        return NULL;
    memcpy(place, &size, sizeof size);
    cache->memory += size;
    return place + PATTERN_MEMORY_HEAD;
}

static void pattern_release(void *memory, void *user)
{
    pattern_cache *cache = user;
    unsigned char *place = memory;
    size_t size;

    if (place == NULL)
        return;
    place -= PATTERN_MEMORY_HEAD;
    memcpy(&size, place, sizeof size);
    cache->memory -= size;
    cache->allocator.allocate(place, size, 0, cache->allocator.user);
}

static void pattern_drop(pattern_cache *cache, pattern_slot *slot)
{
    for (size_t i = 0; i < PATTERN_VARIANTS; i++) {
        pattern_code *code = &slot->codes[i];

        pcre2_code_free(code->code);
        cache->memory -= code->fast_size;
        *code = (pattern_code){0};
    }
    slot->is_used = false;
}

/* All but `kept`, which may be NULL. */
static void pattern_drop_others(pattern_cache *cache, const pattern_slot *kept)
{
    for (size_t i = 0; i < PATTERN_SLOTS; i++)
        if (&cache->slots[i] != kept)
            pattern_drop(cache, &cache->slots[i]);
}

static void pattern_free_cache(pattern_cache *cache)
{
    ptc_allocator allocator = cache->allocator;

    pattern_drop_others(cache, NULL);
    pcre2_match_data_free(cache->match);
    pcre2_match_context_free(cache->matching);
    pcre2_compile_context_free(cache->compiling);
    pcre2_general_context_free(cache->general);
    allocator.allocate(cache, sizeof *cache, 0, allocator.user);
}

static void pattern_close(ptc_lisp *lisp)
{
    pattern_free_cache(pattern_cache_of(lisp));
    lisp->patterns = NULL;
}

/* --- Compiling ------------------------------------------------------------------ */

/* The most calls that PCRE2's interpreter can make from one place of a text. */
static double pattern_calls(const ptc_pattern_plan *plan, double length)
{
    double calls = plan->factor * (plan->items + 4 + plan->linear * (length + 2));

    for (uint32_t i = 0; i < plan->repeats && calls <= PATTERN_MATCHES; i++)
        calls *= length + 2;
    return 2 * calls;
}

/* The longest text in which these calls stay within the limit. */
static size_t pattern_fast_max(const ptc_pattern_plan *plan)
{
    size_t low = 0;
    size_t high = PTC_PATTERN_TEXT_MAX + 1;

    if (!plan->is_bounded || plan->items > PATTERN_DEPTH / 2)
        return 0;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        if (pattern_calls(plan, (double)middle) <= PATTERN_MATCHES)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* In words of ours, or NULL. */
static const char *pattern_fault_text(int number)
{
    switch (number) {
    case PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH:
        return "look-behind must have a fixed length; name the lengths: (?<=a|bc)";
    case PCRE2_ERROR_DUPLICATE_SUBPATTERN_NAME:
        return "another group has this name";
    case PCRE2_ERROR_BAD_SUBPATTERN_REFERENCE:
        return "there is no group of this name";
    case PCRE2_ERROR_PATTERN_TOO_LARGE:
        return "the pattern is too large; count fewer repetitions";
    case PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY:
        return "there is no such property or script";
    default:
        return NULL;
    }
}

/* What PCRE2 found wrong, at the place of the source it comes from. */
static void pattern_set_fault(ptc_lisp *lisp, const ptc_pattern_plan *plan, int number,
                              size_t offset, ptc_pattern_fault *fault)
{
    char message[160];
    size_t origin = 0;

    while (origin + 1 < plan->origin_count && plan->origins[origin + 1][0] < offset)
        origin++;
    fault->at = plan->origin_count > 0 ? plan->origins[origin][1] : 0;
    fault->text = pattern_fault_text(number);
    if (fault->text != NULL)
        return;
    pcre2_get_error_message(number, (PCRE2_UCHAR *)message, sizeof message);
    fault->text = ptc_str_copy(&lisp->run_arena, ptc_str_of(message)).ptr;
    if (fault->text == NULL)
        ptc_lisp_memory_error(lisp);
}

static pcre2_code *pattern_make(pattern_cache *cache, const pattern_slot *slot,
                                const ptc_pattern_plan *plan, unsigned variant,
                                int *number, size_t *offset)
{
    uint32_t options =
        PCRE2_NEVER_BACKSLASH_C | PCRE2_NEVER_UCP | PCRE2_DOTALL | PCRE2_USE_OFFSET_LIMIT;
    pcre2_code *code;

    if (variant & PATTERN_UTF)
        options |= PCRE2_UTF | PCRE2_NO_UTF_CHECK;
    if (variant & PATTERN_WHOLE)
        options |= PCRE2_ANCHORED | PCRE2_ENDANCHORED;
    code = pcre2_compile((PCRE2_SPTR)plan->text.ptr, plan->text.len, options, number,
                         offset, cache->compiling);
    if (code == NULL && *number == PCRE2_ERROR_HEAP_FAILED) {
        pattern_drop_others(cache, slot);
        code = pcre2_compile((PCRE2_SPTR)plan->text.ptr, plan->text.len, options, number,
                             offset, cache->compiling);
    }
    return code;
}

static bool pattern_compile(ptc_lisp *lisp, pattern_slot *slot, unsigned variant,
                            ptc_pattern_fault *fault)
{
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    pattern_cache *cache = pattern_cache_of(lisp);
    pattern_code *code = &slot->codes[variant];
    ptc_str source = {slot->source, slot->length};
    ptc_pattern_plan plan;
    size_t offset = 0;
    int number = 0;

    if (!ptc_pattern_translate(&lisp->run_arena, source, !(variant & PATTERN_UTF),
                               (variant & PATTERN_LATER) != 0, &plan, fault)) {
        if (fault->text == NULL)
            ptc_lisp_memory_error(lisp);
        return false;
    }
    code->code = pattern_make(cache, slot, &plan, variant, &number, &offset);
    if (code->code == NULL) {
        if (number == PCRE2_ERROR_HEAP_FAILED)
            ptc_lisp_memory_error(lisp);
        pattern_set_fault(lisp, &plan, number, offset, fault);
        return false;
    }
    slot->groups = plan.groups;
    code->is_whole = (variant & PATTERN_WHOLE) != 0;
    code->has_start = plan.has_start;
    code->is_linear =
        plan.is_bounded && plan.repeats + (plan.linear > 0) <= 1 && plan.factor <= 64;
    code->fast_max = pattern_fast_max(&plan);
    ptc_arena_rewind(&lisp->run_arena, mark);
    /* Compiling is dear beside the steps that are charged for it. */
    ptc_lisp_work(lisp, PTC_CHARGE_CHUNK);
    return true;
}

/* --- The cache ------------------------------------------------------------------ */

static bool pattern_is_of(const pattern_slot *slot, ptc_str source)
{
    return slot->is_used && slot->length == source.len &&
           memcmp(slot->source, source.ptr, source.len) == 0;
}

/* The slot of the source, which is new and empty when no code is in it. */
static pattern_slot *pattern_find(pattern_cache *cache, ptc_str source)
{
    pattern_slot *oldest = &cache->slots[0];

    for (size_t i = 0; i < PATTERN_SLOTS; i++) {
        pattern_slot *slot = &cache->slots[i];

        if (pattern_is_of(slot, source))
            return slot;
        if (oldest->is_used && (!slot->is_used || slot->used < oldest->used))
            oldest = slot;
    }
    pattern_drop(cache, oldest);
    oldest->length = (uint32_t)source.len;
    if (source.len > 0)
        memcpy(oldest->source, source.ptr, source.len);
    oldest->used = ++cache->uses;
    oldest->is_used = true;
    return oldest;
}

PTC_COLD PTC_NORETURN static void pattern_raise_fault(ptc_lisp *lisp, ptc_str source,
                                                      const ptc_pattern_fault *fault)
{
    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "regex %s: %s",
                   ptc_lisp_quote(lisp, &(ptc_value){.kind = PTC_STRING,
                                                     .aux = (uint32_t)source.len,
                                                     .as.text = source.ptr}),
                   fault->text);
}

static pattern_slot *pattern_slot_of(ptc_lisp *lisp, const ptc_value *regex)
{
    ptc_boxed *boxed = ptc_regex_boxed(regex);
    ptc_str source = ptc_value_text(&boxed->content);
    pattern_slot *slot = boxed->more;

    if (slot == NULL || !pattern_is_of(slot, source)) {
        slot = pattern_find(pattern_cache_of(lisp), source);
        boxed->more = slot;
    }
    slot->used = ++pattern_cache_of(lisp)->uses;
    return slot;
}

/* Machine code for patterns that are searched for again and again. */
static void pattern_hasten(ptc_lisp *lisp, const pattern_slot *slot, pattern_code *code)
{
    pattern_cache *cache = pattern_cache_of(lisp);
    size_t size = 0;

    if (code->fast_max == 0 || pcre2_jit_compile(code->code, PCRE2_JIT_COMPLETE) != 0 ||
        pcre2_pattern_info(code->code, PCRE2_INFO_JITSIZE, &size) != 0)
        return;
    code->is_fast = true;
    code->fast_size = size;
    cache->memory += size;
    if (cache->memory > PATTERN_MEMORY)
        pattern_drop_others(cache, slot);
}

static pattern_code *pattern_code_of(ptc_lisp *lisp, pattern_slot *slot, unsigned variant)
{
    pattern_code *code = &slot->codes[variant];
    ptc_pattern_fault fault;

    if (PTC_UNLIKELY(code->code == NULL) && !pattern_compile(lisp, slot, variant, &fault))
        pattern_raise_fault(lisp, ptc_str_make(slot->source, slot->length), &fault);
    if (code->uses < PATTERN_FAST_AFTER && ++code->uses == PATTERN_FAST_AFTER)
        pattern_hasten(lisp, slot, code);
    return code;
}

/* --- Searching ------------------------------------------------------------------ */

static void pattern_start(ptc_lisp *lisp, ptc_search *search, const ptc_value *regex,
                          const ptc_value *string, bool is_whole)
{
    pattern_cache *cache = pattern_cache_of(lisp);
    pattern_slot *slot = pattern_slot_of(lisp, regex);
    unsigned variant = (is_whole ? PATTERN_WHOLE : 0) |
                       (string->flags & PTC_FLAG_ASCII ? 0 : PATTERN_UTF);
    ptc_str text = ptc_value_text(string);

    if (text.len > PTC_PATTERN_TEXT_MAX) {
        text.len = PTC_PATTERN_TEXT_MAX;
        while (((unsigned char)text.ptr[text.len] & 0xC0) == 0x80)
            text.len--;
    }
    search->code = pattern_code_of(lisp, slot, variant);
    search->text = text;
    search->spans = pcre2_get_ovector_pointer(cache->match);
    search->groups = slot->groups;
    search->at = 0;
}

static pattern_slot *pattern_slot_around(pattern_cache *cache, const pattern_code *code)
{
    size_t at = (size_t)((const char *)code - (const char *)cache->slots);

    return &cache->slots[at / sizeof *cache->slots];
}

/* One search of PCRE2's interpreter. Where its frames find no room, other patterns go. */
static int pattern_interpret(pattern_cache *cache, const pattern_code *code, ptc_str text,
                             size_t from)
{
    int found;

    for (bool is_again = false;; is_again = true) {
        found =
            pcre2_match(code->code, (PCRE2_SPTR)text.ptr, text.len, from,
                        PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, cache->match, cache->matching);
        if (found != PCRE2_ERROR_NOMEMORY || is_again)
            return found;
        pattern_drop_others(cache, pattern_slot_around(cache, code));
    }
}

/* A search from `from` on, in which no match begins behind `last`. */
static int pattern_match(pattern_cache *cache, const pattern_code *code, ptc_str text,
                         size_t from, size_t last)
{
    bool has_limit = last < text.len;
    int found;

    if (has_limit || cache->has_offset_limit) {
        pcre2_set_offset_limit(cache->matching, has_limit ? last : PCRE2_UNSET);
        cache->has_offset_limit = has_limit;
    }
    if (code->is_fast && text.len <= code->fast_max) {
        found = pcre2_jit_match(code->code, (PCRE2_SPTR)text.ptr, text.len, from, 0,
                                cache->match, cache->matching);
        if (found >= 0 || found == PCRE2_ERROR_NOMATCH)
            return found;
    }
    return pattern_interpret(cache, code, text, from);
}

/* How many places a match may be tried from before the clock is looked at. */
static size_t pattern_stride(const pattern_code *code, size_t length)
{
    size_t work = length;
    size_t stride;

    if (length <= PATTERN_SHORT || code->is_whole)
        return SIZE_MAX;
    if (code->has_start)
        return 0;
    if (!code->is_linear)
        work = PATTERN_MATCHES * (1 + length / 256);
    stride = PATTERN_STRIDE_WORK / work;
    return stride > 0 ? stride : 1;
}

/* The code for places behind the one where the search begins. */
static const pattern_code *pattern_later(ptc_lisp *lisp, const pattern_code *code)
{
    pattern_slot *slot = pattern_slot_around(pattern_cache_of(lisp), code);

    return pattern_code_of(lisp, slot,
                           (unsigned)(code - slot->codes) | (unsigned)PATTERN_LATER);
}

/* In strides; in texts of ASCII each byte is a place, and others must not be cut. */
static int pattern_search(ptc_lisp *lisp, const ptc_search *search)
{
    const pattern_code *code = search->code;
    ptc_str text = search->text;
    size_t from = search->at;

    for (;;) {
        size_t stride = pattern_stride(code, text.len);
        size_t last = text.len - from <= stride ? text.len : from + stride;
        int found = pattern_match(pattern_cache_of(lisp), code, text, from, last);

        if (found != PCRE2_ERROR_NOMATCH || last == text.len)
            return found;
        if (code->has_start)
            code = pattern_later(lisp, code);
        from = last + 1;
        while (from < text.len && ((unsigned char)text.ptr[from] & 0xC0) == 0x80)
            from++;
        lisp->clock_at = INT64_MAX;
        ptc_lisp_poll(lisp);
    }
}

PTC_COLD PTC_NORETURN static void pattern_raise(ptc_lisp *lisp, int found)
{
    switch (found) {
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

/* Behind an empty match the next one is looked for one character further on. */
static size_t pattern_behind(ptc_str text, size_t start, size_t end)
{
    uint32_t c;

    if (end > start)
        return end;
    if (end == text.len)
        return SIZE_MAX;
    return end + ptc_utf8_decode(text.ptr + end, text.len - end, &c);
}

static bool pattern_next(ptc_lisp *lisp, ptc_search *search)
{
    const pattern_code *code = search->code;
    size_t from = search->at;
    int found;

    if (from > search->text.len)
        return false;
    ptc_lisp_step(lisp);
    found = pattern_search(lisp, search);
    if (PTC_UNLIKELY(found < 0 && found != PCRE2_ERROR_NOMATCH))
        pattern_raise(lisp, found);
    search->at = found < 0
                     ? SIZE_MAX
                     : pattern_behind(search->text, search->spans[0], search->spans[1]);
    if (!code->is_linear || search->text.len > PATTERN_SHORT)
        ptc_lisp_work(lisp, PTC_CHARGE_CHUNK);
    ptc_lisp_read_bytes(lisp, (found < 0 ? search->text.len : search->spans[1]) - from);
    return found >= 0;
}

static uint32_t pattern_group(const ptc_search *search, ptc_str name)
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

/* --- Making ready --------------------------------------------------------------- */

static bool pattern_set_contexts(pattern_cache *cache)
{
    cache->general =
        pcre2_general_context_create(pattern_allocate, pattern_release, cache);
    if (cache->general == NULL)
        return false;
    cache->compiling = pcre2_compile_context_create(cache->general);
    cache->matching = pcre2_match_context_create(cache->general);
    cache->match = pcre2_match_data_create(PATTERN_GROUPS, cache->general);
    if (cache->compiling == NULL || cache->matching == NULL || cache->match == NULL)
        return false;
    /* Patterns write out all ends of lines but this. */
    pcre2_set_newline(cache->compiling, PCRE2_NEWLINE_LF);
    pcre2_set_match_limit(cache->matching, PATTERN_MATCHES);
    pcre2_set_depth_limit(cache->matching, PATTERN_DEPTH);
    pcre2_set_heap_limit(cache->matching, PATTERN_HEAP_KIB);
    return true;
}

static void pattern_open(ptc_lisp *lisp)
{
    ptc_allocator allocator = lisp->arena.allocator; /* notes refusals */
    pattern_cache *cache = allocator.allocate(NULL, 0, sizeof *cache, allocator.user);

    if (cache == NULL)
        ptc_lisp_memory_error(lisp);
    memset(cache, 0, sizeof *cache);
    cache->allocator = allocator;
    cache->functions =
        (ptc_patterns){pattern_close, pattern_start, pattern_next, pattern_group};
    if (!pattern_set_contexts(cache)) {
        pattern_free_cache(cache);
        ptc_lisp_memory_error(lisp);
    }
    lisp->patterns = &cache->functions;
}

bool ptc_pattern_prepare(ptc_lisp *lisp, ptc_str source, ptc_pattern_fault *fault)
{
    pattern_slot *slot;

    *fault = (ptc_pattern_fault){0, NULL};
    if (source.len > PTC_PATTERN_MAX) {
        *fault = (ptc_pattern_fault){PTC_PATTERN_MAX, "a pattern has at most 256 bytes"};
        return false;
    }
    if (lisp->patterns == NULL)
        pattern_open(lisp);
    slot = pattern_find(pattern_cache_of(lisp), source);
    if (slot->codes[0].code != NULL || pattern_compile(lisp, slot, 0, fault))
        return true;
    pattern_drop(pattern_cache_of(lisp), slot);
    return false;
}
