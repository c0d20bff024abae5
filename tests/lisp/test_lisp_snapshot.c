/* SPDX-License-Identifier: MIT */
/* What programs defined, as bytes and back in another context: every kind of value, what
 * is refused, and bytes that are damaged. */
#include <criterion/criterion.h>

#include <ptc/snapshot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lisp/core/core_int.h"
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

static const ptc_snapshot_options with_all = {.struct_size = sizeof with_all,
                                              .open_patterns = ptc_pattern_open,
                                              .find_builtin = ptc_builtin_find};

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
        again = save(&at, at.to);
        cr_expect_str_eq(turn(&at, at.to, "(pr-str x)"), before);
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
    ptc_snapshot_options options = {sizeof options, &image, 1, NULL, NULL};
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
    cr_expect(ptc_str_equal(save(&at, at.to), bytes));
    cr_expect_str_eq(turn(&at, at.to,
                          "[(f 1) (g) (g 1 2) (h 1) s (assoc s 2 3) (re-find re \"abb\") "
                          "((:f fs) 1) (= f (:f fs))]"),
                     "[4 1 3 2 {3 4 1 2} {3 4 2 3 1 2} \"bb\" 4 true]");
    ptc_lisp_free(at.to); /* the programs are its own */
    at.to = new_lisp(4);
    cr_expect_str_eq(restore(&at, bytes, &options), "");
    end(&at);
    ptc_lisp_free(writer);
}

/* --- Functions from text ------------------------------------------------------------ */

/* What was compiled from text moves as it is: it means what it meant when it was
 * compiled, whatever was defined since, down to messages and places. */
Test(lisp_snapshot, functions_from_text) /* M563 */
{
    static const char use[] =
        "[(f 1) (g) (g 1 2) (h 1) s (re-find re \"abb\") (later 3) (up \"x\") (= f (:f "
        "fs)) ((make 4) 1) (map (comp f f) [1 2]) (pr-str f)]";
    snapshot at = start();
    char before[512];
    char fault[256];
    ptc_str bytes;

    turn(&at, at.from,
         "(ns app (:require [clojure.string :as str]))"
         "(def f (let [k 2 m {:a 1}] (fn [x] (+ k x (:a m)))))"
         "(defn g ([] (g 1)) ([x & more] (apply + x more)))"
         "(def h inc) (def s (sorted-map-by (fn [a b] (> a b)) 1 2 3 4)) (def re #\"b+\")"
         "(defn up [t] (str/upper-case (re-find #\"\\w\" t)))");
    cr_assert_eq(at.status, PTC_OK);
    turn(&at, at.from,
         "\n\n(defn make [n] (fn inner [x] (if (> x 100) x (inner (* n (+ x 1))))))"
         "(defn later [x] (helper x)) (defn helper [x] (- x 1)) (def fs {:f f})"
         "(defn bad [x]\n (+ x :no))");
    turn(&at, at.from, "(defn + [& xs] :mine)");
    snprintf(before, sizeof before, "%s", turn(&at, at.from, use));
    cr_assert_eq(at.status, PTC_OK, "%s", before);
    cr_expect(strncmp(before, "[4 1 3 2 {3 4, 1 2} ", 4) == 0, "%s", before);
    snprintf(fault, sizeof fault, "%s", turn(&at, at.from, "(bad 1)"));
    bytes = save(&at, at.from);
    cr_assert_eq(at.status, PTC_OK, "%s", at.error.message.ptr);
    cr_expect_str_eq(restore(&at, bytes, NULL),
                     "invalid_config: the saved memory has a regular expression, but "
                     "nothing to search with it: give ptc_pattern_open");
    cr_expect(strncmp(restore(&at, bytes, &with_patterns),
                      "invalid_config: the saved memory has the builtin \"", 50) == 0);
    cr_expect_str_eq(restore(&at, bytes, &with_all), "");
    ptc_lisp_free(at.from);
    at.from = new_lisp(5);
    cr_expect(ptc_str_equal(save(&at, at.to), bytes));
    cr_expect_str_eq(turn(&at, at.to, use), before);
    cr_expect_str_eq(turn(&at, at.to, "(bad 1)"), fault);
    cr_expect_str_eq(turn(&at, at.to, "(str/upper-case \"q\")"), "\"Q\"");
    turn(&at, at.to, "(def f 1) (def g 2) (def fs 3)");
    cr_expect_str_eq(turn(&at, at.to, "(later 3)"), "2");
    cr_expect_lt(save(&at, at.to).len, bytes.len, "a program of no function is saved");
    end(&at);
}

/* The same function of both kinds of programs, and both kinds again in the next process.
 */
Test(lisp_snapshot, functions_of_images_and_from_text)
{
    snapshot at = start();
    ptc_lisp *writer = new_lisp(3);
    const ptc_image *image = lisp_image(&at.arena, writer, ptc_str_of(functions_text));
    ptc_snapshot_options options = {sizeof options, &image, 1, NULL, NULL};
    ptc_str bytes;

    cr_assert(image != NULL);
    run_image(&at, at.from, image);
    turn(&at, at.from, "(def twice (let [f f] (fn [x] [(f x) (f x)])))");
    bytes = save(&at, at.from);
    cr_expect_str_eq(restore(&at, bytes, &options), "");
    cr_expect(ptc_str_equal(save(&at, at.to), bytes));
    cr_expect_str_eq(turn(&at, at.to, "[(twice 1) (fs :f)]"), "[[4 4] #fn[x]]");
    ptc_lisp_free(writer);
    end(&at);
}

/* All builtins can be found by the names under which they are saved. */
Test(lisp_snapshot, builtins_by_name)
{
    for (uint32_t i = 0; i < ptc_builtin_count; i++) {
        const ptc_function *function = ptc_builtin_rows[i].function;

        cr_expect_eq(ptc_builtin_find(ptc_str_of(function->code)), function, "%s",
                     (const char *)function->code);
    }
    cr_expect_null(ptc_builtin_find(PTC_STR("no-such-builtin")));
}

/* --- What else turns leave ------------------------------------------------------------
 */

Test(lisp_snapshot, history_and_namespaces) /* M563 */
{
    static const char use[] = "[*1 *2 *3]";
    snapshot at = start();
    char before[256];
    ptc_str bytes;

    turn(&at, at.from, "(def x {:a 2})");
    turn(&at, at.from, "[1 x]");
    turn(&at, at.from, "*1");
    turn(&at, at.from,
         "(ns app (:require [clojure.string :as s :refer [join]] [clojure.set :as "
         "sets]))");
    turn(&at, at.to, "(ns other (:require [clojure.set :as gone]))");
    bytes = save(&at, at.from);
    cr_assert_eq(at.status, PTC_OK);
    cr_expect_str_eq(restore(&at, bytes, NULL), "");
    cr_expect(ptc_str_equal(save(&at, at.to), bytes));
    snprintf(before, sizeof before, "%s", turn(&at, at.from, use));
    cr_expect_str_eq(before, "[nil [1 {:a 2}] [1 {:a 2}]]");
    cr_expect_str_eq(turn(&at, at.to, use), before);
    cr_expect_str_eq(turn(&at, at.to,
                          "[(s/upper-case \"a\") (join \"-\" [1 2]) "
                          "(sets/union #{1} #{1})]"),
                     "[\"A\" \"1-2\" #{1}]");
    turn(&at, at.to, "(gone/union #{1} #{2})");
    cr_expect_eq(at.status, PTC_ERROR_SYNTAX, "an alias of what was before");
    end(&at);
}

/* --- What cannot be saved --------------------------------------------------------------
 */

static const struct {
    const char *text;
    const char *error;
} refusals[] = {
    {"(def f (letfn [(g [n] (if (= n 0) 0 (g (dec n))))] g))",
     "f holds a value that is nested too deep, or contains itself, which cannot be "
     "saved; keep "
     "less of it"},
    {"(def deep {:a [(partial + 1)]})",
     "deep holds a function composed of others, which cannot be saved; define it with "
     "(defn name [..] ..)"},
    {"(def c (comp inc inc))", "c holds a function composed of others, which cannot be "
                               "saved; define it with (defn name [..] ..)"},
    {"(def e [(range)])",
     "e holds a sequence without an end, which cannot be saved; take a part of it"},
    {"(def d (reduce (fn [v _] [v]) [] (range 600)))",
     "d holds a value that is nested too deep, or contains itself, which cannot be "
     "saved; keep "
     "less of it"},
};

/* A value that cannot be saved is reported by the name of the variable. */
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

/* What memory has at names that were not read by the reader. */
Test(lisp_snapshot, names_of_hosts)
{
    static const struct {
        const char *key;
        const char *error;
    } rows[] = {
        {"a\nb", "memory holds a name with a control character, which cannot be saved; "
                 "make it a string"},
        {"", "memory holds a variable without a name, which cannot be saved; name it"},
    };

    for (size_t i = 0; i < 2; i++) {
        snapshot at = start();
        ptc_map_entry entry = {ptc_value_string(ptc_str_of(rows[i].key)),
                               ptc_value_int(1)};
        ptc_value map;

        cr_assert_eq(ptc_map_make(&at.arena, &entry, 1, &map, NULL), PTC_OK);
        cr_assert_eq(ptc_lisp_set_memory(at.from, &map), PTC_OK);
        save(&at, at.from);
        cr_expect_eq(at.status, PTC_ERROR_INVALID);
        cr_expect_str_eq(at.error.message.ptr, rows[i].error);
        end(&at);
    }
}

/* Values that are shared are as deep as their deepest way: what is saved is restored. */
Test(lisp_snapshot, shared_and_deep) /* M563 */
{
    for (int more = 0; more < 2; more++) {
        snapshot at = start();
        char text[128];
        ptc_str bytes;

        turn(&at, at.from, "(def x 1) (def a (reduce (fn [v _] [v]) 0 (range 400)))");
        snprintf(text, sizeof text, "(def x (reduce (fn [v _] [v]) a (range %d)))",
                 PTC_DEPTH_MAX - 1 - 400 + more);
        turn(&at, at.from, text);
        cr_assert_eq(at.status, PTC_OK);
        bytes = save(&at, at.from);
        if (more == 0) {
            cr_expect_str_eq(restore(&at, bytes, NULL), "");
            cr_expect(ptc_str_equal(save(&at, at.to), bytes));
        } else {
            cr_expect_eq(at.status, PTC_ERROR_INVALID);
            cr_expect_str_eq(
                at.error.message.ptr,
                "x holds a value that is nested too deep, or contains itself, which "
                "cannot be saved; keep less of it");
        }
        end(&at);
    }
}

/* --- Limits ----------------------------------------------------------------------------
 */

static ptc_lisp *limited(size_t heap, size_t memory_limit)
{
    ptc_lisp_options options = {.struct_size = sizeof options};
    ptc_lisp *lisp;

    options.time_ms = PTC_UNLIMITED;
    options.heap = heap;
    options.memory_limit = memory_limit;
    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    return lisp;
}

/* Memory that a context has room for can be saved, and restored in one like it; a heap
 * that is too small for it, or a limit of memory, says so. */
Test(lisp_snapshot, heap_and_memory_limit) /* M563 */
{
    snapshot at = start();
    ptc_str bytes;

    ptc_lisp_free(at.from);
    ptc_lisp_free(at.to);
    at.from = limited(0, 0);
    at.to = limited(0, 0);
    turn(&at, at.from, "(def x (into #{} (map (fn [i] [i]) (range 70000))))");
    cr_assert_eq(at.status, PTC_OK);
    bytes = save(&at, at.from);
    cr_assert_eq(at.status, PTC_OK, "%d %s", (int)at.status, at.error.message.ptr);
    cr_expect_str_eq(restore(&at, bytes, NULL), "");
    cr_expect_str_eq(turn(&at, at.to, "(count x)"), "70000");

    ptc_lisp_free(at.to);
    at.to = limited(500000, 0);
    turn(&at, at.to, "(def before 1)");
    cr_expect_str_eq(restore(&at, bytes, NULL),
                     "memory_exceeded: heap limit 500000 bytes exceeded");
    cr_expect_eq(at.status, PTC_ERROR_INVALID);
    cr_expect_str_eq(turn(&at, at.to, "before"), "1");

    ptc_lisp_free(at.to);
    at.to = limited(0, 1000);
    turn(&at, at.to, "(def before 1)");
    cr_expect(strstr(restore(&at, bytes, NULL),
                     "memory_limit_exceeded: Memory limit exceeded: ") != NULL);
    cr_expect_eq(at.status, PTC_ERROR_INVALID);
    cr_expect_str_eq(turn(&at, at.to, "before"), "1");
    end(&at);
}

typedef struct hurry_clock {
    uint64_t now;
    uint64_t step; /* from one look to the next */
} hurry_clock;

static uint64_t hurry(void *user)
{
    hurry_clock *to = user;

    return to->now += to->step;
}

/* What takes too long says what it was. */
Test(lisp_snapshot, time)
{
    ptc_lisp_options options = {.struct_size = sizeof options};
    snapshot at = start();
    hurry_clock now = {0, 1000};
    ptc_str bytes;

    turn(&at, at.from, "(def x (mapv (fn [i] {:n i}) (range 6000)))");
    bytes = save(&at, at.from);
    cr_assert_eq(at.status, PTC_OK);
    options.clock_ms = hurry;
    options.user = &now;
    options.time_ms = 10;
    ptc_lisp_free(at.to);
    cr_assert_eq(ptc_lisp_new(&options, &at.to), PTC_OK);
    cr_expect_str_eq(restore(&at, bytes, NULL),
                     "timeout: restoring memory took longer than 50ms; save less, or set "
                     "a larger time_ms");
    now.step = 0;
    cr_expect_str_eq(restore(&at, bytes, NULL), "");
    now.step = 1000;
    save(&at, at.to);
    cr_expect_eq(at.status, PTC_ERROR_INVALID);
    cr_expect_str_eq(at.error.message.ptr,
                     "saving memory took longer than 50ms; keep less in it, or set a "
                     "larger time_ms");
    end(&at);
}

/* An image is hashed once, however many functions are of it. */
Test(lisp_snapshot, many_functions_of_a_long_image)
{
    snapshot at = start();
    ptc_lisp *writer = limited(0, 0);
    ptc_text text;
    const ptc_image *image;
    clock_t started;
    ptc_str bytes;

    ptc_text_init(&text, &at.arena);
    ptc_text_cstr(&text, "(def fs (mapv (fn [i] (fn [] i)) (range 20000))) \"");
    for (unsigned i = 0; i < 500000; i++)
        ptc_text_byte(&text, 'x');
    ptc_text_byte(&text, '"');
    image = lisp_image(&at.arena, writer, ptc_text_view(&text));
    cr_assert(image != NULL);
    ptc_lisp_free(at.from);
    at.from = limited(0, 0);
    run_image(&at, at.from, image);
    started = clock();
    bytes = save(&at, at.from);
    cr_expect_eq(at.status, PTC_OK);
    cr_expect_gt(bytes.len, 400000u);
    cr_expect_lt(clock() - started, 2 * CLOCKS_PER_SEC);
    ptc_lisp_free(writer);
    end(&at);
}

/* --- Misuse ----------------------------------------------------------------------------
 */

typedef struct misuse_call {
    ptc_lisp *lisp;
    ptc_str bytes;
    const ptc_snapshot_options *options;
    char message[256];
} misuse_call;

static ptc_status restore_within(ptc_tool_call *call, void *user)
{
    misuse_call *misuse = user;
    ptc_lisp_error error;

    cr_expect_eq(ptc_lisp_restore(call->arena, misuse->lisp, misuse->bytes,
                                  misuse->options, &error),
                 PTC_ERROR_ARGUMENT);
    snprintf(misuse->message, sizeof misuse->message, "%s", error.message.ptr);
    call->result = ptc_value_nil();
    return PTC_OK;
}

Test(lisp_snapshot, misuse)
{
    snapshot at = start();
    const ptc_image *image = lisp_image(&at.arena, at.from, PTC_STR("1"));
    const ptc_image *none = NULL;
    ptc_snapshot_options options = {sizeof options, NULL, 1, NULL, NULL};
    ptc_str bytes = save(&at, at.from);
    ptc_tool tool = {.name = "again", .function = restore_within};
    misuse_call misuse = {at.to, bytes, &options, ""};
    ptc_program *program;

    restore(&at, bytes, &options);
    cr_expect_eq(at.status, PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(at.error.message.ptr, "options.images is NULL and "
                                           "options.image_count is not 0; set both");
    options.images = &none;
    restore(&at, bytes, &options);
    cr_expect_eq(at.status, PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(
        at.error.message.ptr,
        "options.images has a row that is NULL; give the image, or leave the "
        "row out");
    restore(&at, ptc_str_make(NULL, 5), NULL);
    cr_expect_eq(at.status, PTC_ERROR_ARGUMENT);
    cr_expect_eq(ptc_image_bind(&at.arena, at.to, NULL, &program, &at.error),
                 PTC_ERROR_ARGUMENT);
    cr_expect_null(program);

    options.images = &image;
    tool.user = &misuse;
    cr_assert_eq(ptc_lisp_set_tools(&at.arena, at.to, &tool, 1, NULL, NULL), PTC_OK);
    turn(&at, at.to, "(tool/again {})");
    cr_expect_str_eq(misuse.message, "a program of the context is running; restore it "
                                     "before or afterwards");
    end(&at);
}

/* --- Damage ------------------------------------------------------------------------ */

static const char damaged_text[] =
    "(do (def a {:k [1 2.5 \"x\" 'y nil] \"b\" #{1 :z}}) (def s (sorted-map 1 :a 2 :b))"
    " (def d (LocalDate/parse \"2024-02-29\")) (def i (Instant/parse "
    "\"2024-05-31T10:00:00Z\")) (def r #\"b+\") (def big (zipmap (range 20) (range 20)))"
    " (def t (reduced (first {:a 1}))) (ns app (:require [clojure.string :as str]))"
    " (def f (let [k {:a 1}] (fn [x] (+ x (:a k) 1.5))))"
    " (defn g ([] #{1 2}) ([a & m] {:a a :m (str/join \"x\" m)})))";

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
    is_good = restore(at, ptc_str_make(bytes, size), &with_all)[0] == '\0';
    cr_expect(!is_good || has_sum, "a wrong checksum");
    cr_expect(at->status == PTC_OK || at->status == PTC_ERROR_INVALID);
    if (is_good)
        turn(at, at->to,
             "(pr-str [a s d i r big t (get s 1) (get big 3) (f 2) (g 1 2)])");
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
        if (i >= PTC_SNAPSHOT_HEAD ||
            (i >= PTC_SNAPSHOT_AT_VALUES && i < PTC_SNAPSHOT_SUM)) {
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

/* Bytes with one text replaced by another of the same length. */
static const char *restore_with(snapshot *at, ptc_str bytes, const char *old,
                                const char *text)
{
    char *copy = ptc_arena_copy(&at->arena, bytes.ptr, bytes.len);
    size_t len = strlen(old);
    size_t i = PTC_SNAPSHOT_HEAD;

    while (i + len <= bytes.len && memcmp(copy + i, old, len) != 0)
        i++;
    cr_assert_leq(i + len, bytes.len, "%s is not there", old);
    memcpy(copy + i, text, len);
    put_sum(copy, bytes.len);
    return restore(at, ptc_str_make(copy, bytes.len), &with_all);
}

/* Names are one line, and large integers are integers that are large. */
Test(lisp_snapshot, texts_that_cannot_be) /* M563 */
{
    static const char control[] = "damaged_program: the saved memory is damaged: a name "
                                  "with a control character; save it again";
    static const char none[] = "damaged_program: the saved memory is damaged: a large "
                               "integer that is not one; save it again";
    static const char big[] = "12345678901234567890";
    snapshot at = start();
    ptc_str bytes;

    turn(&at, at.from,
         "(do (def abcd :efgh) (def ijkl 'mnop) (def f (fn [] (qrst :uvwx))) (def qrst "
         "inc) (def n (json/parse-string \"12345678901234567890\")) (ns names.here "
         "(:require [clojure.set :as aliased])))");
    cr_assert_eq(at.status, PTC_OK);
    bytes = save(&at, at.from);
    cr_assert_eq(at.status, PTC_OK);
    cr_expect_str_eq(restore_with(&at, bytes, "abcd", "abcd"), "");
    cr_expect_str_eq(turn(&at, at.to, "(pr-str n)"), "\"12345678901234567890\"");
    cr_expect_str_eq(restore_with(&at, bytes, "abcd", "a\ncd"), control);
    cr_expect_str_eq(restore_with(&at, bytes, "efgh", "ef\rh"), control);
    cr_expect_str_eq(restore_with(&at, bytes, "mnop", "mno\x7F"), control);
    cr_expect(strstr(restore_with(&at, bytes, "aliased", "ali\nsed"),
                     "a namespace without") != NULL);
    cr_expect_str_eq(restore_with(&at, bytes, big, "1234567890123456789x"), none);
    cr_expect_str_eq(restore_with(&at, bytes, big, "01234567890123456789"), none);
    cr_expect_str_eq(restore_with(&at, bytes, big, "-9223372036854775808"), none);
    cr_expect_str_eq(restore_with(&at, bytes, big, "-9223372036854775809"), "");
    end(&at);
}

Test(lisp_snapshot, of_another_runtime)
{
    snapshot at = start();
    ptc_str bytes = save(&at, at.from);
    char *copy = ptc_arena_copy(&at.arena, bytes.ptr, bytes.len);

    cr_expect_eq(bytes.len, (size_t)PTC_SNAPSHOT_HEAD + 12); /* *1 *2 *3 */
    cr_expect_eq(
        ptc_lisp_restore(&at.arena, at.to, bytes, &(ptc_snapshot_options){0}, &at.error),
        PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(restore(&at, bytes, NULL), "");
    copy[4] = 9;
    copy[8] = 7;
    cr_expect_str_eq(restore(&at, ptc_str_make(copy, bytes.len), NULL),
                     "invalid_config: the memory was saved by another runtime: form 9 "
                     "instead of 2, Lisp revision 7 instead of 2");
    cr_expect_str_eq(restore(&at, PTC_STR(""), NULL),
                     "damaged_program: the saved memory is damaged: it does not begin "
                     "like one; save it again");
    cr_expect_str_eq(restore(&at, (ptc_str){NULL, 0}, NULL),
                     "damaged_program: the saved memory is damaged: it does not begin "
                     "like one; save it again");
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
        restore(&at, bytes, &with_all);
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

/* Runs the image, or the text when that is NULL; what it came to. */
static bool run_stage(snapshot *at, ptc_lisp *lisp, const ptc_image *image, ptc_str text,
                      ptc_lisp_result *result)
{
    ptc_source source = {PTC_STR("row"), text};
    ptc_program *program;
    bool is_ok;

    cr_assert_eq(image != NULL
                     ? ptc_image_bind(&at->arena, lisp, image, &program, &at->error)
                     : ptc_lisp_compile(&at->arena, lisp, &source, &program, &at->error),
                 PTC_OK);
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

/* Programs that are images, or with `is_text` from text. */
static unsigned check_program(test_random *random, bool is_text)
{
    snapshot at = start();
    ptc_lisp *writer = new_lisp(3);
    random_lisp make = {.random = random};
    const ptc_image *images[STAGES];
    ptc_snapshot_options options = {sizeof options, images, 0, ptc_pattern_open,
                                    is_text ? ptc_builtin_find : NULL};
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
        is_ok = run_stage(&at, at.from, is_text ? NULL : image, text, &result);
        if (is_same)
            lisp_check_same(text.ptr,
                            run_stage(&at, at.to, is_text ? NULL : image, text, &other),
                            &other, is_ok, &result);
        if (!is_ok) {
            make.global_count = known;
            break;
        }
        run_stage(&at, writer, image, text, &other); /* which knows the names then */
        images[options.image_count] = image;
        options.image_count += !is_text;
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
        saved += check_program(&random, i % 2 == 1);
    fprintf(stderr, "lisp_snapshot: %u saved\n", saved);
    cr_expect_gt(saved, test_rounds(PROGRAMS) / 5);
}
