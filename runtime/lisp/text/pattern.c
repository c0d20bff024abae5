/* SPDX-License-Identifier: MIT */
/*
 * Patterns compiled, and the cache of them; pattern_match.c searches. See pattern.h.
 *
 * A context keeps up to 64 patterns; the least recently used ones make room. Each is
 * compiled when first used, separately for ASCII and other texts and for searches and
 * whole matches, and with callouts where its work must be watched. All of PCRE2's memory
 * comes from the context's allocator and is bounded.
 */
#include "lisp/heap/data.h"
#include "lisp/text/pattern_code.h"

enum {
    PATTERN_MEMORY_HEAD = 16,
    PATTERN_COMPILE_STEPS = 16 /* of any pattern in a program that is compiled */
};

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
        pattern_code *code = slot->codes[i];

        if (code == NULL)
            continue;
        pcre2_code_free(code->code);
        cache->memory -= code->fast_size;
        pattern_release(code, cache);
        slot->codes[i] = NULL;
    }
    slot->is_used = false;
}

void ptc_pattern_drop_others(pattern_cache *cache, const pattern_slot *kept)
{
    for (size_t i = 0; i < PATTERN_SLOTS; i++)
        if (&cache->slots[i] != kept)
            pattern_drop(cache, &cache->slots[i]);
}

static void pattern_free_cache(pattern_cache *cache)
{
    ptc_allocator allocator = cache->allocator;

    ptc_pattern_drop_others(cache, NULL);
    pcre2_match_data_free(cache->match);
    pcre2_match_context_free(cache->matching);
    pcre2_compile_context_free(cache->compiling);
    pcre2_general_context_free(cache->general);
    allocator.allocate(cache, sizeof *cache, 0, allocator.user);
}

static void pattern_close(ptc_lisp *lisp)
{
    pattern_free_cache(ptc_pattern_cache(lisp));
    lisp->patterns = NULL;
}

/* --- Compiling ------------------------------------------------------------------ */

/* The limit on calls that PCRE2's interpreter can make from one place of a text. */
static double pattern_calls(const ptc_pattern_plan *plan, double length)
{
    double calls = plan->factor * (plan->items + 4 + plan->linear * (length + 2));

    for (uint32_t i = 0; i < plan->repeats && calls <= PATTERN_MATCHES; i++)
        calls *= length + 2;
    return 2 * calls;
}

double ptc_pattern_work(const ptc_pattern_plan *plan, double length)
{
    double calls = pattern_calls(plan, length);
    double run = length / 16; /* characters read one after the other are cheap */

    return plan->repeats > 0 && plan->scans > 1 ? calls * (1 + run)
                                                : calls + plan->scans * run;
}

/* How much of a text may be searched without checking the work. */
static void pattern_set_sizes(pattern_code *code)
{
    const ptc_pattern_plan *plan = &code->plan;
    size_t low = 0;
    size_t high = PATTERN_FAR + 1;
    size_t near = PATTERN_NEAR_MOST;

    code->near_size = code->far_size = 0;
    if (!plan->is_bounded || plan->items > PATTERN_DEPTH / 2)
        return;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        if (pattern_calls(plan, (double)middle) <= PATTERN_MATCHES &&
            ptc_pattern_work(plan, (double)middle) <= PATTERN_LOOK_WORK)
            low = middle;
        else
            high = middle;
    }
    code->far_size = low;
    while (near >= PATTERN_NEAR_LEAST &&
           (near > low ||
            (double)near * ptc_pattern_work(plan, (double)near) > PATTERN_LOOK_WORK))
        near /= 2;
    code->near_size = near >= PATTERN_NEAR_LEAST ? near : 0;
}

/* In our words, or NULL. */
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

/* The fault that PCRE2 found, at its place in the source. */
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
        ptc_pattern_drop_others(cache, slot);
        code = pcre2_compile((PCRE2_SPTR)plan->text.ptr, plan->text.len, options, number,
                             offset, cache->compiling);
    }
    return code;
}

static unsigned pattern_watch(unsigned variant)
{
    return variant & PATTERN_CUT       ? PTC_PATTERN_CUT
           : variant & PATTERN_WATCHED ? PTC_PATTERN_WATCHED
                                       : PTC_PATTERN_PLAIN;
}

/* The code of the plan, which knows its slot and its sizes; NULL with the error of PCRE2.
 */
static pattern_code *pattern_build(pattern_cache *cache, pattern_slot *slot,
                                   const ptc_pattern_plan *plan, unsigned variant,
                                   int *number, size_t *offset)
{
    pattern_code *code = pattern_allocate(sizeof *code, cache);

    if (code == NULL) {
        ptc_pattern_drop_others(cache, slot);
        code = pattern_allocate(sizeof *code, cache);
    }
    *number = PCRE2_ERROR_HEAP_FAILED;
    if (code == NULL)
        return NULL;
    *code = (pattern_code){.slot = slot, .variant = variant, .plan = *plan};
    code->plan.text = PTC_STR("");
    code->plan.origins = NULL;
    code->code = pattern_make(cache, slot, plan, variant, number, offset);
    if (code->code == NULL) {
        pattern_release(code, cache);
        return NULL;
    }
    pattern_set_sizes(code);
    return code;
}

/* Compiling is expensive: it charges steps where they are counted, and checks the clock
 * elsewhere. */
static void pattern_charge(ptc_lisp *lisp, uint32_t size)
{
    if (lisp->is_compiling)
        ptc_lisp_steps(lisp, PATTERN_COMPILE_STEPS + size);
    else
        ptc_lisp_work(lisp, PTC_CHARGE_CHUNK);
}

static bool pattern_compile(ptc_lisp *lisp, pattern_slot *slot, unsigned variant,
                            ptc_pattern_fault *fault)
{
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    pattern_cache *cache = ptc_pattern_cache(lisp);
    ptc_str source = {slot->source, slot->length};
    ptc_pattern_options options = {
        !(variant & PATTERN_UTF), (variant & PATTERN_LATER) != 0, pattern_watch(variant)};
    ptc_pattern_plan plan;
    size_t offset = 0;
    int number = 0;

    if (!ptc_pattern_translate(&lisp->run_arena, source, options, &plan, fault)) {
        if (fault->text == NULL)
            ptc_lisp_memory_error(lisp);
        return false;
    }
    slot->codes[variant] = pattern_build(cache, slot, &plan, variant, &number, &offset);
    if (slot->codes[variant] == NULL) {
        if (number == PCRE2_ERROR_HEAP_FAILED)
            ptc_lisp_memory_error(lisp);
        pattern_set_fault(lisp, &plan, number, offset, fault);
        return false;
    }
    slot->groups = plan.groups;
    slot->size = plan.size;
    ptc_arena_rewind(&lisp->run_arena, mark);
    pattern_charge(lisp, plan.size);
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

pattern_slot *ptc_pattern_slot(ptc_lisp *lisp, const ptc_value *regex)
{
    ptc_boxed *boxed = ptc_regex_boxed(regex);
    ptc_str source = ptc_value_text(&boxed->content);
    pattern_slot *slot = boxed->more;

    if (slot == NULL || !pattern_is_of(slot, source)) {
        slot = pattern_find(ptc_pattern_cache(lisp), source);
        boxed->more = slot;
    }
    slot->used = ++ptc_pattern_cache(lisp)->uses;
    return slot;
}

pattern_code *ptc_pattern_code(ptc_lisp *lisp, pattern_slot *slot, unsigned variant)
{
    ptc_pattern_fault fault;

    if (PTC_LIKELY(slot->codes[variant] != NULL) ||
        pattern_compile(lisp, slot, variant, &fault))
        return slot->codes[variant];
    /* With callouts it may be too large: then it is cut less, or not watched. */
    if (variant & PATTERN_CUT)
        return ptc_pattern_code(lisp, slot, variant & ~(unsigned)PATTERN_CUT);
    if (variant & PATTERN_WATCHED)
        return ptc_pattern_code(lisp, slot, variant & ~(unsigned)PATTERN_WATCHED);
    pattern_raise_fault(lisp, ptc_str_make(slot->source, slot->length), &fault);
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
    /* Patterns spell out all line ends except this one. */
    pcre2_set_newline(cache->compiling, PCRE2_NEWLINE_LF);
    cache->limit = PATTERN_MATCHES;
    pcre2_set_match_limit(cache->matching, PATTERN_MATCHES);
    pcre2_set_depth_limit(cache->matching, PATTERN_DEPTH);
    pcre2_set_heap_limit(cache->matching, PATTERN_HEAP_KIB);
    pcre2_set_callout(cache->matching, ptc_pattern_callout, cache);
    return true;
}

void ptc_pattern_open(ptc_lisp *lisp)
{
    ptc_allocator allocator = lisp->arena.allocator; /* notes refusals */
    pattern_cache *cache = allocator.allocate(NULL, 0, sizeof *cache, allocator.user);

    if (cache == NULL)
        ptc_lisp_memory_error(lisp);
    memset(cache, 0, sizeof *cache);
    cache->allocator = allocator;
    cache->functions = (ptc_patterns){pattern_close, ptc_pattern_start, ptc_pattern_next,
                                      ptc_pattern_group};
    if (!pattern_set_contexts(cache)) {
        pattern_free_cache(cache);
        ptc_lisp_memory_error(lisp);
    }
    lisp->patterns = &cache->functions;
}

bool ptc_pattern_prepare(ptc_lisp *lisp, ptc_str source, ptc_pattern_fault *fault,
                         uint32_t *cost)
{
    pattern_slot *slot;

    *cost = 0;
    *fault = (ptc_pattern_fault){0, NULL};
    if (source.len > PTC_PATTERN_MAX) {
        *fault = (ptc_pattern_fault){PTC_PATTERN_MAX, "a pattern has at most 256 bytes"};
        return false;
    }
    if (lisp->patterns == NULL)
        ptc_pattern_open(lisp);
    slot = pattern_find(ptc_pattern_cache(lisp), source);
    if (slot->codes[0] == NULL && !pattern_compile(lisp, slot, 0, fault)) {
        pattern_drop(ptc_pattern_cache(lisp), slot);
        return false;
    }
    *cost = slot->size;
    return true;
}
