/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: a program, read, compiled, verified and run within small limits, once
 * normally and twice with a collection at every safepoint, which copies or compacts. What
 * must hold: all runs give the same value, output and reason and use the same fuel, and
 * never take more than twice the heap and 4 MiB; texts are valid UTF-8; messages are one
 * line with a place inside the program.
 *
 * libFuzzer's mutations rarely give bytes that parse. The mutator here works on forms: it
 * inserts forms from a grammar of the language into others.
 */
#include <ptc/lisp.h>
#include <ptc/ptc.h>

#include "lisp/core/core_int.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Weak: programs that only replay files do not have it. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size,
                                              size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed);

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "fuzz_lisp: %s\n", what);
        abort();
    }
}

/* --- Memory ------------------------------------------------------------------------ */

/*
 * A context takes a few large blocks. Under AddressSanitizer mapping and unmapping them
 * takes longer than a program, so they are kept from run to run, and poisoned while
 * unused. Each is a block of malloc, guarded on both sides.
 */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define KEEPS_BLOCKS
#endif
#endif

#ifdef KEEPS_BLOCKS
enum { LARGE = 1 << 16, BLOCKS = 32 };

typedef struct block {
    void *bytes;
    size_t size;
    bool is_taken;
} block;

static block blocks[BLOCKS];

static void *take_block(size_t size)
{
    block *free_one = NULL; /* of another size */

    for (block *one = blocks; one < blocks + BLOCKS; one++) {
        if (one->is_taken)
            continue;
        if (one->bytes != NULL && one->size == size) {
            one->is_taken = true;
            __asan_unpoison_memory_region(one->bytes, size);
            return one->bytes;
        }
        free_one = one;
    }
    if (free_one == NULL)
        return malloc(size);
    if (free_one->bytes != NULL)
        __asan_unpoison_memory_region(free_one->bytes, free_one->size);
    free(free_one->bytes);
    *free_one = (block){malloc(size), size, true};
    return free_one->bytes;
}

static void give_block(void *bytes)
{
    for (block *one = blocks; one < blocks + BLOCKS; one++) {
        if (one->is_taken && one->bytes == bytes) {
            one->is_taken = false;
            __asan_poison_memory_region(bytes, one->size);
            return;
        }
    }
    free(bytes);
}

static void *keep_allocate(void *old, size_t old_size, size_t new_size)
{
    void *made;

    if (new_size < LARGE && old_size < LARGE) {
        if (new_size != 0)
            return realloc(old, new_size);
        free(old);
        return NULL;
    }
    made = new_size >= LARGE ? take_block(new_size) : new_size ? malloc(new_size) : NULL;
    if (old != NULL && (made != NULL || new_size == 0)) {
        if (made != NULL)
            memcpy(made, old, old_size < new_size ? old_size : new_size);
        give_block(old);
    }
    return made;
}
#else
static void *keep_allocate(void *old, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (new_size != 0)
        return realloc(old, new_size);
    free(old);
    return NULL;
}
#endif

/* Of an arena that is no longer used. */
static void *keep_free(void *old, size_t old_size, size_t new_size, void *user)
{
    (void)user;
    return keep_allocate(old, old_size, new_size);
}

typedef struct counted {
    size_t taken;
    size_t most;
} counted;

static void *allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    counted *count = user;
    void *made = keep_allocate(old, old_size, new_size);

    if (made != NULL || new_size == 0)
        count->taken += new_size - old_size;
    if (count->taken > count->most)
        count->most = count->taken;
    return made;
}

/* --- Running ----------------------------------------------------------------------- */

typedef struct outcome {
    ptc_arena arena;
    ptc_lisp_result result;
    ptc_status status;
} outcome;

/* Both runs must see the same time. */
static int64_t fixed_clock(void *user)
{
    (void)user;
    return 1700000000000;
}

enum { HEAP = 1000000, BESIDE = 4 << 20 };

static outcome evaluate(ptc_str text, bool collects_always, bool compacts)
{
    counted count = {0, 0};
    ptc_source source = {PTC_STR("fuzz"), text};
    ptc_lisp_options options;
    outcome out;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.fuel = 5000;
    options.heap = HEAP;
    options.frames = 100;
    options.seed = 1;
    options.wall_clock_ms = fixed_clock;
    options.collects_always = collects_always;
    if (text.len % 8 != 0) /* the library's allocator works differently */
        options.allocator = (ptc_allocator){allocate, &count};
    ptc_arena_init(&out.arena,
                   options.allocator.allocate != NULL ? &options.allocator : NULL, 0);
    require(ptc_lisp_new(&options, &lisp) == PTC_OK, "no context");
    lisp->compacts_always = compacts;
    out.status = ptc_lisp_eval(&out.arena, lisp, &source,
                               PTC_LISP_PRINTED | PTC_LISP_CANONICAL, &out.result);
    ptc_lisp_free(lisp);
    require(count.most <= 2 * (size_t)HEAP + BESIDE, "more memory than the limit allows");
    if (options.allocator.allocate != NULL) /* the count ends here */
        out.arena.allocator = (ptc_allocator){keep_free, NULL};
    return out;
}

static bool is_utf8(ptc_str text)
{
    return text.len == 0 || ptc_utf8_check(text.ptr, text.len) == text.len;
}

static void check_texts(const outcome *out, size_t size)
{
    const ptc_lisp_error *error = &out->result.error;

    require(is_utf8(out->result.output), "output is not UTF-8");
    if (out->status == PTC_OK) {
        require(is_utf8(out->result.printed), "printed text is not UTF-8");
        require(is_utf8(out->result.canonical), "canonical text is not UTF-8");
        require(error->reason == PTC_REASON_NONE, "a reason without failure");
    } else {
        require(error->reason != PTC_REASON_NONE, "a failure without reason");
        require(error->message.ptr != NULL && strchr(error->message.ptr, '\n') == NULL,
                "a message of many lines");
        require(is_utf8(ptc_str_of(error->message.ptr)), "a message that is not UTF-8");
        require(error->offset <= size, "a place outside the program");
        require(error->reason != PTC_REASON_DAMAGED, "the compiler's code is damaged");
    }
}

static void check_same(const outcome *a, const outcome *b)
{
    const ptc_lisp_result *one = &a->result;
    const ptc_lisp_result *other = &b->result;

    /* How much is live when a memory limit is checked depends on the collector. */
    if (one->error.reason == PTC_REASON_MEMORY ||
        other->error.reason == PTC_REASON_MEMORY)
        return;
    require(a->status == b->status, "a collection changes the outcome");
    require(one->error.reason == other->error.reason, "a collection changes the reason");
    require(one->fuel_used == other->fuel_used, "a collection costs fuel");
    require(ptc_str_equal(one->output, other->output), "a collection changes the output");
    if (a->status == PTC_OK)
        require(ptc_str_equal(one->printed, other->printed),
                "a collection changes the value");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_str text = ptc_str_make((const char *)data, size);
    outcome once = evaluate(text, false, false);
    outcome always = evaluate(text, true, false);
    outcome compacts = evaluate(text, true, true);

    check_texts(&once, size);
    check_texts(&always, size);
    check_texts(&compacts, size);
    check_same(&once, &always);
    check_same(&once, &compacts);
    ptc_arena_free(&once.arena);
    ptc_arena_free(&always.arena);
    ptc_arena_free(&compacts.arena);
    return 0;
}

/* --- The mutator ------------------------------------------------------------------- */

typedef struct maker {
    uint64_t state;
    char text[4096];
    size_t len;
} maker;

static uint32_t below(maker *make, uint32_t bound)
{
    make->state =
        make->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(make->state >> 33) % bound;
}

static void put(maker *make, const char *text)
{
    size_t len = strlen(text);

    if (make->len + len < sizeof make->text) {
        memcpy(make->text + make->len, text, len);
        make->len += len;
    }
}

/* `?` stands for a form, `$` for a local, `#` for an atom. */
static const char *const shapes[] = {
    "(let [$ ? $ ?] ?)",
    "(let [[$ $ & $] ?] ?)",
    "(let [{:keys [a b] :or {a ?} :as $} ?] ?)",
    "(fn [$ $] ?)",
    "(fn [$ & $] ?)",
    "(fn ([] ?) ([$] ?) ([$ & $] ?))",
    "#(vector % ?)",
    "(if ? ? ?)",
    "(when ? ?)",
    "(cond ? ? :else ?)",
    "(case ? # ? # ? ?)",
    "(loop [$ # $ ?] (if (> x 5) ? (recur (inc x) ?)))",
    "(loop [x 0 y ?] (if (< x #) (recur (inc x) (conj y ?)) y))",
    "(for [$ ? :when ? $ ?] ?)",
    "(doseq [$ ?] (println ?))",
    "(do (def a ?) (def b ?) ?)",
    "(do (defn a [$] ?) (a ?))",
    "(letfn [(a [$] ?) (b [$] (a ?))] (b ?))",
    "(-> ? (assoc :a ?) (update :b ?) (get #))",
    "(->> ? (map ?) (filter ?) (reduce ?))",
    "(some-> ? :a ?)",
    "(cond-> ? ? (conj ?))",
    "(and ? ?)",
    "(or ? ?)",
    "(? ?)",
    "(? ? ?)",
    "(? ? ? ?)",
    "[? ? ?]",
    "{:a ? :b ?}",
    "{? ?}",
    "#{? ?}",
    "(where :a = ?)",
    "(sort-by ? ?)",
    "(group-by ? ?)",
    "(update-in ? [# #] ?)",
    "(apply ? ?)",
    "(partial ? ?)",
    "(comp ? ?)",
    "(range #)",
    "(iterate ? ?)",
    "(cycle ?)",
    "(repeat ?)",
    "(repeatedly ?)",
    "(range)",
    "(take # (? ? (iterate inc #)))",
    "(->> (range) (? ?) (? ?) (take #))",
    "(first (? ? (? ? (cycle ?))))",
    "(let [[$ $ & $] (? ? (range))] ?)",
    "(for [$ (range) :while (< $ #)] ?)",
    "(map ? (range) ?)",
    "(into ? ?)",
    "(subvec ? # #)",
    "(condp ? ? ? ? ?)",
};

static const char *const atoms[] = {
    "nil",
    "true",
    "false",
    "0",
    "1",
    "2",
    "-1",
    "7",
    "100",
    "1.5",
    "-0.0",
    "##NaN",
    "##Inf",
    "9223372036854775807",
    "-9223372036854775808",
    ":a",
    ":b",
    ":c-d",
    "\"\"",
    "\"a\"",
    "\"b\\u00e9\"",
    "\"c_d\"",
    "\\x",
    "[]",
    "{}",
    "#{}",
    "()",
    "1e300",
    "'s",
    "\"{\\\"a\\\": [1, 2.5, null]}\"",
    "\"2024-02-29\"",
    "\"2024-05-31T10:00:00.5+02:00\"",
    "\"12 Aug 1995 1:30 pm\"",
    "(LocalDate/parse \"2024-02-29\")",
    "(Instant/parse \"1969-12-31T23:59:59.999Z\")",
    "(java.util.Date. -1)",
    "#\"b|(a)?\"",
    "#\"[^a-c]+\"",
};

static const char *const locals[] = {"x", "y", "z", "a", "b"};

static void make_form(maker *make, unsigned depth);

static void make_shape(maker *make, const char *shape, unsigned depth)
{
    for (; *shape != '\0'; shape++) {
        char one[2] = {*shape, '\0'};

        if (*shape == '?')
            make_form(make, depth - 1);
        else if (*shape == '$')
            put(make, locals[below(make, 5)]);
        else if (*shape == '#' && shape[1] != '{' && shape[1] != '(')
            put(make, atoms[below(make, sizeof atoms / sizeof *atoms)]);
        else
            put(make, one);
    }
}

static void make_form(maker *make, unsigned depth)
{
    uint32_t choice = below(make, 10);

    if (depth > 0 && choice < 4) {
        make_shape(make, shapes[below(make, sizeof shapes / sizeof *shapes)], depth);
    } else if (choice < 6 && ptc_builtin_count > 0) {
        put(make, ptc_builtin_rows[below(make, ptc_builtin_count)].name);
    } else if (choice < 8) {
        put(make, locals[below(make, 5)]);
    } else {
        put(make, atoms[below(make, sizeof atoms / sizeof *atoms)]);
    }
}

/* The end of the form that begins at `at`, found by brackets and blanks only. */
static size_t form_end(const char *text, size_t size, size_t at)
{
    size_t depth = 0;

    for (size_t i = at; i < size; i++) {
        if (strchr("([{", text[i]) != NULL && text[i] != '\0')
            depth++;
        else if (text[i] == ')' || text[i] == ']' || text[i] == '}')
            depth -= depth > 0;
        else if (depth == 0 && text[i] != ' ' && i + 1 < size &&
                 strchr(" ()[]{}", text[i + 1]) == NULL)
            continue;
        if (depth == 0)
            return i + 1;
    }
    return size;
}

/* A random place where a form begins. */
static size_t form_start(maker *make, const char *text, size_t size)
{
    size_t at = size > 0 ? below(make, (uint32_t)size) : 0;

    while (at > 0 && strchr(" ([{", text[at - 1]) == NULL)
        at--;
    return at;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed)
{
    static maker make;
    char *text = (char *)data;
    size_t start;
    size_t end;

    make.state = seed;
    make.len = 0;
    if (LLVMFuzzerMutate == NULL)
        return size;
    if (below(&make, 8) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    make_form(&make, 1 + below(&make, 4));
    start = form_start(&make, text, size);
    end = below(&make, 3) == 0 ? start : form_end(text, size, start);
    if (size - (end - start) + make.len + 1 > max_size)
        return LLVMFuzzerMutate(data, size, max_size);
    memmove(text + start + make.len + 1, text + end, size - end);
    memcpy(text + start, make.text, make.len);
    text[start + make.len] = ' ';
    return size - (end - start) + make.len + 1;
}
