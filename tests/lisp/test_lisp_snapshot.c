/* SPDX-License-Identifier: MIT */
/* What programs defined, as bytes and back in another context: every kind of value, what
 * is refused, and bytes that are damaged. */
#include <criterion/criterion.h>

#include <ptc/snapshot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lisp/image/snapshot_int.h"
#include "lisp_image.h"
#include "random_lisp.h"

static ptc_lisp *new_lisp(uint64_t seed)
{
    ptc_lisp_options options = {.struct_size = sizeof options};
    ptc_lisp *lisp;

    options.time_ms = PTC_UNLIMITED;
    options.branches_ms = PTC_UNLIMITED;
    options.fuel = 20000;
    options.seed = seed;
    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    return lisp;
}

typedef struct snapshot {
    ptc_arena arena;
    ptc_lisp *from;
    ptc_lisp *to;
    ptc_lisp_error error;
    ptc_status status;
} snapshot;

static snapshot start(void)
{
    snapshot at = {.from = new_lisp(1), .to = new_lisp(2)};

    ptc_arena_init(&at.arena, NULL, 0);
    return at;
}

static void end(snapshot *at)
{
    ptc_lisp_free(at->from);
    ptc_lisp_free(at->to);
    ptc_arena_free(&at->arena);
}

static const char *turn(snapshot *at, ptc_lisp *lisp, const char *text)
{
    ptc_lisp_result result;

    return lisp_turn(lisp, text, &at->arena, &at->status, &result);
}

static ptc_str save(snapshot *at, ptc_lisp *lisp)
{
    ptc_str bytes;

    at->status = ptc_lisp_save(&at->arena, lisp, &bytes, &at->error);
    return bytes;
}

/* "" or "reason: message" */
static const char *restore(snapshot *at, ptc_str bytes,
                           const ptc_snapshot_options *options)
{
    static char answer[512];

    at->status = ptc_lisp_restore(&at->arena, at->to, bytes, options, &at->error);
    answer[0] = '\0';
    if (at->status != PTC_OK)
        snprintf(answer, sizeof answer, "%s: %s", ptc_reason_name(at->error.reason),
                 at->error.message.ptr != NULL ? at->error.message.ptr : "");
    return answer;
}

static const ptc_snapshot_options with_patterns = {.struct_size = sizeof with_patterns,
                                                   .open_patterns = ptc_pattern_open};

/* --- Values ------------------------------------------------------------------------ */

static const char *const kinds[] = {
    "nil",
    "true",
    "[false -1 9223372036854775807 -9223372036854775808]",
    "[0.5 -0.0 ##Inf ##-Inf ##NaN 1e300]",
    "[\"\" \"a\" \"\xC3\xA9\xF0\x9F\x99\x82\\n\" \\x]",
    "[:a :b-c 'sym 'a/b]",
    "(vec (range 200))",
    "(subvec (vec (range 100)) 20 60)",
    "(rest (vec (range 100)))",
    "'(1 (2) [3])",
    "(map inc [1 2])",
    "{:a 1 \"b\" {:c nil} 'd [] nil 2 [1] 3}",
    "(zipmap (range 100) (range 100))",
    "(dissoc (zipmap (range 20) (range)) 3 7)",
    "[#{} #{1 \"2\" :c nil} (set (range 50))]",
    "(sorted-map 3 :c 1 :a 2 :b)",
    "(sorted-set \"b\" \"a\" \"c\")",
    "[(sorted-map) (sorted-set)]",
    "(first {:a 1})",
    "(LocalDate/parse \"2024-02-29\")",
    "(Instant/parse \"1969-12-31T23:59:59.999Z\")",
    "(Duration/between (Instant/parse \"2024-01-01T00:00:00Z\") "
    "(Instant/parse \"2024-01-02T00:00:00.5Z\"))",
    "(java.util.Date. -1)",
    "#\"a(b+)?\"",
    "(reduced [1])",
    "[(def inner 1)]",
    "(keyword \"odd-name\")",
};

/* Printed, equal, and saved again the same bytes, in a context with another seed. */
Test(lisp_snapshot, every_kind) /* M563 */
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        snapshot at = start();
        char text[512];
        char before[1024];
        ptc_str bytes;
        ptc_str again;

        snprintf(text, sizeof text, "(def x %s)", kinds[i]);
        turn(&at, at.from, text);
        cr_assert_eq(at.status, PTC_OK, "%s", text);
        snprintf(before, sizeof before, "%s", turn(&at, at.from, "(pr-str x)"));
        bytes = save(&at, at.from);
        cr_assert_eq(at.status, PTC_OK, "%s: %s", text, at.error.message.ptr);
        cr_expect_str_eq(restore(&at, bytes, &with_patterns), "", "%s", text);
        cr_expect_str_eq(turn(&at, at.to, "(pr-str x)"), before);
        again = save(&at, at.to);
        cr_expect(ptc_str_equal(again, bytes), "%s: saved again it is another", text);
        end(&at);
    }
}

/* All that was is gone, and names keep the order in which they were defined. */
Test(lisp_snapshot, in_place_of_all_that_was)
{
    snapshot at = start();

    turn(&at, at.from, "(do (def a 1) (def b [a a]))");
    turn(&at, at.to, "(do (def b 7) (def old 8))");
    cr_expect_str_eq(restore(&at, save(&at, at.from), NULL), "");
    cr_expect_str_eq(turn(&at, at.to, "[a b]"), "[1 [1 1]]");
    cr_expect_str_eq(turn(&at, at.to, "(or old :gone)"), ":gone");
    cr_expect_str_eq(turn(&at, at.to, "(def b (conj b 2))"), "#'b");
    cr_expect_str_eq(turn(&at, at.to, "b"), "[1 1 2]");
    end(&at);
}

/* What is there once is saved once, however large it is when printed. */
Test(lisp_snapshot, sharing) /* M563 */
{
    snapshot at = start();
    ptc_str bytes;

    turn(&at, at.from, "(def x (reduce (fn [v _] [v v]) [1] (range 200)))");
    bytes = save(&at, at.from);
    cr_assert_eq(at.status, PTC_OK, "%s", at.error.message.ptr);
    cr_expect_lt(bytes.len, 4000u);
    cr_expect_str_eq(restore(&at, bytes, NULL), "");
    cr_expect(ptc_str_equal(save(&at, at.to), bytes));
    end(&at);
}

/* --- Functions --------------------------------------------------------------------- */

static const char functions_text[] =
    "(def f (let [k 2 m {:a 1}] (fn [x] (+ k x (:a m)))))"
    "(defn g ([] (g 1)) ([x & more] (apply + x more)))"
    "(def h inc) (def s (sorted-map-by > 1 2 3 4)) (def re #\"b+\")"
    "(def fs {:f f :h h}) [(f 1) (g) (g 1 2)]";

static void run_image(snapshot *at, ptc_lisp *lisp, const ptc_image *image)
{
    ptc_lisp_result result;
    ptc_program *program;

    cr_assert_eq(ptc_image_bind(&at->arena, lisp, image, &program, &at->error), PTC_OK);
    cr_assert_eq(ptc_lisp_run(&at->arena, lisp, program, PTC_LISP_PRINTED, &result),
                 PTC_OK);
    ptc_program_free(program);
}

Test(lisp_snapshot, functions_of_images) /* M563 */
{
    snapshot at = start();
    ptc_lisp *writer = new_lisp(3);
    const ptc_image *image = lisp_image(&at.arena, writer, ptc_str_of(functions_text));
    ptc_snapshot_options options = {sizeof options, &image, 1, NULL};
    ptc_str bytes;

    cr_assert(image != NULL);
    run_image(&at, at.from, image);
    bytes = save(&at, at.from);
    cr_assert_eq(at.status, PTC_OK, "%s", at.error.message.ptr);
    cr_expect_str_eq(restore(&at, bytes, NULL),
                     "invalid_config: the saved memory has functions of a program whose "
                     "image was not given; give the images of all programs that defined "
                     "something");
    cr_expect_str_eq(restore(&at, bytes, &options), "");
    cr_expect_str_eq(turn(&at, at.to,
                          "[(f 1) (g) (g 1 2) (h 1) s (assoc s 2 3) (re-find re \"abb\") "
                          "((:f fs) 1) (= f (:f fs))]"),
                     "[4 1 3 2 {3 4 1 2} {3 4 2 3 1 2} \"bb\" 4 true]");
    cr_expect(ptc_str_equal(save(&at, at.to), bytes));
    ptc_lisp_free(at.to); /* the programs are its own */
    at.to = new_lisp(4);
    cr_expect_str_eq(restore(&at, bytes, &options), "");
    end(&at);
    ptc_lisp_free(writer);
}

static const struct {
    const char *text;
    const char *error;
} refusals[] = {
    {"(def f (fn [x] x))",
     "f holds a function that was compiled from text, which cannot be saved; functions "
     "of images can be"},
    {"(def deep {:a [(partial + 1)]})",
     "deep holds a function that was composed of others, which cannot be saved; define "
     "it by (defn name [..] ..)"},
    {"(def c (comp inc inc))",
     "c holds a function that was composed of others, which cannot be saved; define it "
     "by (defn name [..] ..)"},
    {"(def e [(range)])",
     "e holds a sequence without an end, which cannot be saved; take a part of it"},
    {"(def d (reduce (fn [v _] [v]) [] (range 600)))",
     "d holds what is nested too deep, or contains itself, which cannot be saved; keep "
     "less of it"},
};

/* What cannot be saved is told by the name of the variable. */
Test(lisp_snapshot, refusals) /* M563 */
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        snapshot at = start();
        ptc_str bytes;

        turn(&at, at.from, refusals[i].text);
        cr_assert_eq(at.status, PTC_OK, "%s", refusals[i].text);
        bytes = save(&at, at.from);
        cr_expect_eq(at.status, PTC_ERROR_INVALID, "%s", refusals[i].text);
        cr_expect_eq(bytes.len, 0u);
        cr_expect_eq(at.error.reason, PTC_REASON_TYPE);
        cr_expect_str_eq(at.error.message.ptr, refusals[i].error);
        end(&at);
    }
}

/* --- Damage ------------------------------------------------------------------------ */

static const char damaged_text[] =
    "(do (def a {:k [1 2.5 \"x\" 'y nil] \"b\" #{1 :z}}) (def s (sorted-map 1 :a 2 :b))"
    " (def d (LocalDate/parse \"2024-02-29\")) (def i (Instant/parse "
    "\"2024-05-31T10:00:00Z\")) (def r #\"b+\") (def big (zipmap (range 20) (range 20)))"
    " (def t (reduced (first {:a 1}))))";

static void put_sum(char *bytes, size_t size)
{
    uint64_t sum =
        ptc_str_hash(ptc_str_make(bytes + PTC_SNAPSHOT_HEAD, size - PTC_SNAPSHOT_HEAD));

    for (unsigned i = 0; i < 8; i++)
        bytes[PTC_SNAPSHOT_SUM + i] = (char)(unsigned char)(sum >> 8 * i & 255u);
}

/* Either an error, after which memory is as before, or memory that can be used. */
static void try_bytes(snapshot *at, char *bytes, size_t size, bool has_sum)
{
    bool is_good;

    turn(at, at->to, "(def before 1)");
    is_good = restore(at, ptc_str_make(bytes, size), &with_patterns)[0] == '\0';
    cr_expect(!is_good || has_sum, "a wrong checksum");
    cr_expect(at->status == PTC_OK || at->status == PTC_ERROR_INVALID);
    if (is_good)
        turn(at, at->to, "(pr-str [a s d i r big t (get s 1) (get big 3)])");
    else
        cr_expect_str_eq(turn(at, at->to, "before"), "1");
}

Test(lisp_snapshot, truncated_and_flipped, .timeout = 300) /* M563 */
{
    snapshot at = start();
    ptc_str bytes;
    char *copy;

    turn(&at, at.from, damaged_text);
    cr_assert_eq(at.status, PTC_OK);
    bytes = save(&at, at.from);
    cr_assert_eq(at.status, PTC_OK);
    for (size_t i = 0; i < bytes.len; i++) {
        copy = malloc(bytes.len); /* of its own, so that sanitizers see its end */
        memcpy(copy, bytes.ptr, bytes.len);
        copy[i] ^= (char)(1 << i % 8);
        try_bytes(&at, copy, bytes.len, false);
        if (i >= PTC_SNAPSHOT_HEAD || (i >= 12 && i < PTC_SNAPSHOT_SUM)) {
            put_sum(copy, bytes.len);
            try_bytes(&at, copy, bytes.len, true);
            copy[i] = (char)~bytes.ptr[i];
            put_sum(copy, bytes.len);
            try_bytes(&at, copy, bytes.len, true);
        }
        free(copy);
        copy = malloc(i + 1);
        memcpy(copy, bytes.ptr, i);
        try_bytes(&at, copy, i, false);
        if (i >= PTC_SNAPSHOT_HEAD) {
            put_sum(copy, i);
            try_bytes(&at, copy, i, true);
        }
        free(copy);
        ptc_arena_reset(&at.arena);
        turn(&at, at.from, damaged_text);
        bytes = save(&at, at.from);
    }
    end(&at);
}

Test(lisp_snapshot, of_another_runtime)
{
    snapshot at = start();
    ptc_str bytes = save(&at, at.from);
    char *copy = ptc_arena_copy(&at.arena, bytes.ptr, bytes.len);

    cr_expect_eq(bytes.len, (size_t)PTC_SNAPSHOT_HEAD);
    cr_expect_eq(
        ptc_lisp_restore(&at.arena, at.to, bytes, &(ptc_snapshot_options){0}, &at.error),
        PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(restore(&at, bytes, NULL), "");
    copy[4] = 9;
    copy[8] = 7;
    cr_expect_str_eq(restore(&at, ptc_str_make(copy, bytes.len), NULL),
                     "invalid_config: the memory was saved by another runtime: form 9 "
                     "instead of 1, Lisp revision 7 instead of 1");
    cr_expect_str_eq(restore(&at, PTC_STR(""), NULL),
                     "damaged_program: the saved memory is damaged: it does not begin as "
                     "one");
    end(&at);
}

typedef struct stingy {
    long left;
} stingy;

static void *refuse(void *old, size_t old_size, size_t new_size, void *user)
{
    stingy *to = user;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return to->left-- > 0 ? realloc(old, new_size) : NULL;
}

/* Refused memory is PTC_ERROR_MEMORY, at whichever request, and leaves all as it was. */
Test(lisp_snapshot, refused_memory)
{
    snapshot at = start();
    bool is_good = false;
    ptc_str bytes;

    turn(&at, at.from, damaged_text);
    bytes = save(&at, at.from);
    ptc_lisp_free(at.to);
    for (long most = 0; !is_good && most < 1000; most++) {
        stingy to = {1000000};
        ptc_lisp_options options = {.struct_size = sizeof options};

        options.allocator = (ptc_allocator){refuse, &to};
        cr_assert_eq(ptc_lisp_new(&options, &at.to), PTC_OK);
        to.left = most;
        restore(&at, bytes, &with_patterns);
        is_good = at.status == PTC_OK;
        cr_expect(is_good || at.status == PTC_ERROR_MEMORY, "%ld: %d", most,
                  (int)at.status);
        to.left = 1000000;
        if (!is_good)
            cr_expect_str_eq(turn(&at, at.to, "(or a :none)"), ":none");
        to.left = most;
        if (is_good && ptc_str_equal(save(&at, at.to), bytes))
            cr_expect_eq(at.status, PTC_OK);
        to.left = 1000000;
        ptc_lisp_free(at.to);
    }
    cr_expect(is_good);
    at.to = new_lisp(1);
    end(&at);
}

/* --- Random programs --------------------------------------------------------------- */

enum { PROGRAMS = 300, STAGES = 3 };

/* Runs the image; what it came to. */
static bool run_stage(snapshot *at, ptc_lisp *lisp, const ptc_image *image,
                      ptc_lisp_result *result)
{
    ptc_program *program;
    bool is_ok;

    cr_assert_eq(ptc_image_bind(&at->arena, lisp, image, &program, &at->error), PTC_OK);
    is_ok = ptc_lisp_run(&at->arena, lisp, program, PTC_LISP_PRINTED | PTC_LISP_CANONICAL,
                         result) == PTC_OK;
    ptc_program_free(program);
    return is_ok;
}

/* Saves what the stages left; restored it is saved as the same bytes. */
static bool check_saved(snapshot *at, const ptc_snapshot_options *options)
{
    ptc_str bytes = save(at, at->from);

    if (at->status != PTC_OK) {
        cr_expect(strstr(at->error.message.ptr, "cannot be saved") != NULL, "%s",
                  at->error.message.ptr);
        return false;
    }
    if (restore(at, bytes, options)[0] != '\0') { /* a builtin of some other text */
        cr_expect(at->error.reason == PTC_REASON_INVALID_CONFIG, "%s",
                  at->error.message.ptr);
        return false;
    }
    cr_expect(ptc_str_equal(save(at, at->to), bytes));
    return true;
}

static unsigned check_program(test_random *random)
{
    snapshot at = start();
    ptc_lisp *writer = new_lisp(3);
    random_lisp make = {.random = random};
    const ptc_image *images[STAGES];
    ptc_snapshot_options options = {sizeof options, images, 0, ptc_pattern_open};
    bool is_same = false;
    unsigned saved = 0;

    for (unsigned i = 0; i < STAGES; i++) {
        unsigned known = make.global_count;
        ptc_str text = random_lisp_stage(&make, &at.arena);
        const ptc_image *image = lisp_image(&at.arena, writer, text);
        ptc_lisp_result result;
        ptc_lisp_result other;
        bool is_ok;

        if (image == NULL)
            break;
        is_ok = run_stage(&at, at.from, image, &result);
        if (is_same)
            lisp_check_same(text.ptr, run_stage(&at, at.to, image, &other), &other, is_ok,
                            &result);
        if (!is_ok) {
            make.global_count = known;
            break;
        }
        run_stage(&at, writer, image, &other); /* which knows the names then */
        images[options.image_count++] = image;
        is_same = check_saved(&at, &options);
        saved += is_same;
    }
    ptc_lisp_free(at.from);
    ptc_lisp_free(at.to);
    ptc_lisp_free(writer);
    ptc_arena_free(&at.arena);
    return saved;
}

Test(lisp_snapshot, random_programs, .timeout = 300) /* M563 */
{
    test_random random = test_random_start("lisp_snapshot", 20261126);
    unsigned saved = 0;

    for (unsigned i = 0; i < test_rounds(PROGRAMS); i++)
        saved += check_program(&random);
    fprintf(stderr, "lisp_snapshot: %u saved\n", saved);
    cr_expect_gt(saved, test_rounds(PROGRAMS) / 5);
}
