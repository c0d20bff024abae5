/* SPDX-License-Identifier: MIT */
/*
 * Programs as constants: what an image holds, and that wrong ones are errors. That a
 * program does the same as an image is checked by all suites with rows, see
 * support/lisp_image.h.
 */
#include <criterion/criterion.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lisp/image/image_int.h"
#include "lisp_image.h"

/* Every table of an image has rows, and every kind of constant is there. */
static const char program_text[] =
    "(ns report.core (:require [clojure.string :as str]))\n"
    "(defn add ([a] (add a 1)) ([a b & more] (apply + a b more)))\n"
    "(def table {:a 1 \"b\" [2.5 nil true #{1 2}] 'c '(x \"\xC3\xA9\\n\")})\n"
    "(def large {1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12 13 13 14 14 15 "
    "15\n"
    "            16 16 17 17})\n"
    "(let [k 3 f (fn scale [x] (* k x))]\n"
    "  {:sum (add 1 2 3) :more (map f [1 2]) :word (re-find #\"b+\" \"abbc\")\n"
    "   :a (:a table) :n (count large) :up (str/upper-case \"x\")\n"
    "   :in (contains? #{1 2 3 4 5 6 7 8 9} 9)})";

static ptc_lisp *new_lisp(void)
{
    ptc_lisp_options options = {.struct_size = sizeof options};
    ptc_lisp *lisp;

    options.time_ms = PTC_UNLIMITED;
    options.fuel = 20000;
    options.heap = 2000000;
    options.seed = 1;
    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    return lisp;
}

typedef struct image_test {
    ptc_arena arena;
    ptc_lisp *writer;
    ptc_image *image;
} image_test;

static image_test start(const char *text)
{
    image_test test = {.writer = new_lisp()};

    ptc_arena_init(&test.arena, NULL, 0);
    test.image = lisp_image(&test.arena, test.writer, ptc_str_of(text));
    cr_assert(test.image != NULL, "%s", text);
    return test;
}

static void end(image_test *test)
{
    ptc_arena_free(&test->arena);
    ptc_lisp_free(test->writer);
}

/* Binds and runs; what it printed, or "!reason: message", until the next call. */
static const char *run_in(ptc_lisp *lisp, const ptc_image *image)
{
    static char answer[2048];
    ptc_lisp_result result;
    ptc_lisp_error error;
    ptc_program *program;
    ptc_arena arena;
    ptc_status status;

    ptc_arena_init(&arena, NULL, 0);
    status = ptc_image_bind(&arena, lisp, image, &program, &error);
    cr_expect((status == PTC_OK) == (program != NULL));
    if (status == PTC_OK) {
        status = ptc_lisp_run(&arena, lisp, program, PTC_LISP_PRINTED, &result);
        error = result.error;
        ptc_program_free(program);
    }
    if (status == PTC_OK)
        snprintf(answer, sizeof answer, "%s", test_cstr(result.printed));
    else
        snprintf(answer, sizeof answer, "!%s: %s", ptc_reason_name(error.reason),
                 error.message.ptr != NULL ? error.message.ptr : "");
    ptc_arena_free(&arena);
    return answer;
}

static const char *run(const ptc_image *image)
{
    ptc_lisp *lisp = new_lisp();
    const char *answer = run_in(lisp, image);

    ptc_lisp_free(lisp);
    return answer;
}

static const char good[] =
    "{:sum 6 :more [3 6] :word \"bb\" :a 1 :n 17 :up \"X\" :in true}";

Test(lisp_image, every_table)
{
    image_test test = start(program_text);
    const ptc_image *image = test.image;
    bool has[PTC_IMAGE_MAP + 1] = {false};

    for (uint32_t i = 0; i < image->constant_count; i++)
        has[image->constants[i].kind] = true;
    for (unsigned kind = 0; kind <= PTC_IMAGE_MAP; kind++)
        cr_expect(has[kind], "no constant of kind %u", kind);
    cr_expect(image->name_count > 0 && image->number_count > 0 &&
              image->shape_count > 0 && image->builtin_count > 0 &&
              image->site_count > 0 && image->variable_count == 3 &&
              image->function_count > 4 && image->space_count > 0 &&
              image->advice_count > 0 && image->open_patterns != NULL);
    cr_expect_str_eq(run(image), good);
    end(&test);
}

/* One constant for any number of contexts, which the program that it came from need not
 * outlive, except for its code. */
Test(lisp_image, contexts_share_one)
{
    image_test test = start(program_text);
    ptc_lisp *first = new_lisp();
    ptc_lisp *second = new_lisp();

    for (int i = 0; i < 3; i++) {
        cr_expect_str_eq(run_in(first, test.image), good);
        cr_expect_str_eq(run_in(second, test.image), good);
    }
    ptc_lisp_free(first);
    cr_expect_str_eq(run_in(second, test.image), good);
    ptc_lisp_free(second);
    end(&test);
}

/* Functions and texts of an image that memory keeps outlive the program, whatever uses
 * them. */
Test(lisp_image, memory_keeps_functions)
{
    static const char define[] =
        "(def f (let [k 2] (fn [x] (* k x)))) (def t \"text\") 1";
    image_test test = start(define);
    ptc_lisp *lisp = new_lisp();
    ptc_lisp_result result;
    ptc_status status;
    ptc_image *use;

    cr_expect_str_eq(run_in(lisp, test.image), "1");
    cr_expect_str_eq(lisp_turn(lisp, "[(f 21) t]", &test.arena, &status, &result),
                     "[42 \"text\"]");
    lisp_turn(test.writer, define, &test.arena, &status, &result);
    use = lisp_image(&test.arena, test.writer, PTC_STR("(def t (str t t)) [(f 21) t]"));
    cr_assert(use != NULL);
    cr_expect_str_eq(run_in(lisp, use), "[42 \"texttext\"]");
    cr_expect_str_eq(run_in(lisp, use), "[42 \"texttexttexttext\"]");
    ptc_lisp_free(lisp);
    end(&test);
}

/* An image of an image is the same. */
Test(lisp_image, there_and_back)
{
    image_test test = start(program_text);
    ptc_lisp *lisp = new_lisp();
    ptc_lisp_error error;
    ptc_program *program;
    ptc_image *again;

    cr_assert_eq(ptc_image_bind(&test.arena, lisp, test.image, &program, &error), PTC_OK);
    cr_assert_eq(ptc_image_of(&test.arena, program, &again), PTC_OK);
    cr_expect_eq(again->constant_count, test.image->constant_count);
    cr_expect_eq(again->text_length, test.image->text_length);
    cr_expect_eq(memcmp(again->text, test.image->text, again->text_length), 0);
    cr_expect_eq(memcmp(again->constants, test.image->constants,
                        again->constant_count * sizeof *again->constants),
                 0);
    cr_expect_eq(memcmp(again->advice, test.image->advice,
                        again->advice_count * sizeof *again->advice),
                 0);
    cr_expect_str_eq(run(again), good);
    ptc_lisp_free(lisp);
    end(&test);
}

/* --- Images of other runtimes ---------------------------------------------------------
 */

Test(lisp_image, opcodes)
{
    cr_expect_eq(ptc_image_opcodes(), PTC_LISP_OPCODES,
                 "the table of instructions has changed: PTC_LISP_OPCODES of "
                 "<ptc/gen_lisp.h> must be UINT32_C(0x%08X)",
                 ptc_image_opcodes());
}

Test(lisp_image, foreign)
{
    image_test test = start("(+ 1 2)");
    ptc_image other = *test.image;

    other.revision = 7;
    cr_expect_str_eq(
        run(&other),
        "!invalid_config: the program was compiled for another runtime: "
        "Lisp revision 7 instead of 2; generate it again with the ptcc of this runtime");
    other.opcodes = 5;
    other.abi = 9;
    cr_expect(strstr(run(&other), "runtime: ABI 9 instead of 1, Lisp revision 7 instead "
                                  "of 2, instructions 5 instead of ") != NULL,
              "%s", run(&other));
    /* Nothing else of it is read. */
    other = (ptc_image){.abi = 2};
    cr_expect(strncmp(run(&other), "!invalid_config", 15) == 0);
    end(&test);
}

/* --- Damage ---------------------------------------------------------------------------
 */

/* A table as numbers that can be written, and how many of them are in its pointers' way.
 */
static uint32_t *copy_table(image_test *test, const void *table, size_t size)
{
    return ptc_arena_copy(&test->arena, table, size);
}

static unsigned refused;
static unsigned tried;

/* Whatever the number is, binding refuses it or the program runs to an end. */
static void try_numbers(const ptc_image *image, uint32_t *number)
{
    const uint32_t values[] = {0,           1,          *number + 1, *number - 1,
                               *number * 2, UINT32_MAX, 0x7FFFFFFF,  *number ^ 0x80};
    uint32_t before = *number;

    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const char *answer;

        *number = values[i];
        answer = run(image);
        tried++;
        refused += strstr(answer, "damaged") != NULL;
        cr_expect(answer[0] != '!' || strlen(answer) > 8, "%s", answer);
    }
    *number = before;
}

static void try_table(image_test *test, const void **table, size_t size)
{
    const void *before = *table;
    uint32_t *numbers = copy_table(test, before, size);

    *table = numbers;
    for (size_t i = 0; i < size / sizeof *numbers; i++)
        try_numbers(test->image, &numbers[i]);
    *table = before;
}

#define TRY(table, count)                                                                \
    try_table(&test, (const void **)(void *)&test.image->table,                          \
              test.image->count * sizeof *test.image->table)

Test(lisp_image, damaged_tables, .timeout = 120)
{
    image_test test = start(program_text);

    TRY(names, name_count);
    TRY(numbers, number_count);
    TRY(shapes, shape_count);
    TRY(constants, constant_count);
    TRY(sites, site_count);
    TRY(variables, variable_count);
    TRY(spaces, space_count);
    TRY(advice, advice_count);
    cr_expect(refused > tried / 5, "%u of %u", refused, tried);
    end(&test);
}

Test(lisp_image, damaged_functions, .timeout = 120)
{
    image_test test = start(program_text);
    size_t skipped = offsetof(ptc_image_function, code_count) / sizeof(uint32_t);
    size_t row = sizeof(ptc_image_function) / sizeof(uint32_t);
    uint32_t *numbers =
        copy_table(&test, test.image->functions,
                   test.image->function_count * sizeof *test.image->functions);

    test.image->functions = (const ptc_image_function *)(const void *)numbers;
    for (uint32_t i = 0; i < test.image->function_count; i++)
        for (size_t j = skipped; j < row; j++) {
            if (j == skipped) { /* more code than exists cannot be described */
                uint32_t before = numbers[i * row + j];

                for (uint32_t count = 0; count < before; count++) {
                    numbers[i * row + j] = count;
                    cr_expect(run(test.image)[0] != '\0');
                }
                numbers[i * row + j] = before;
                continue;
            }
            try_numbers(test.image, &numbers[i * row + j]);
        }
    end(&test);
}

Test(lisp_image, damaged_code, .timeout = 120)
{
    image_test test = start(program_text);

    for (uint32_t i = 0; i < test.image->function_count; i++) {
        ptc_image_function *function =
            (ptc_image_function *)(uintptr_t)&test.image->functions[i];

        try_table(&test, (const void **)(void *)&function->code,
                  function->code_count * sizeof(uint32_t));
        try_table(&test, (const void **)(void *)&function->places,
                  function->code_count * sizeof(uint32_t));
    }
    end(&test);
}

static const char *run_without(image_test *test, const void **table)
{
    const void *before = *table;
    const char *answer;

    *table = NULL;
    answer = run(test->image);
    *table = before;
    return answer;
}

#define MISSING(table)                                                                   \
    cr_expect_eq(strncmp(run_without(&test, (const void **)(void *)&test.image->table),  \
                         "!damaged_program: the compiled program is damaged: ", 51),     \
                 0, #table)

Test(lisp_image, missing_tables)
{
    image_test test = start(program_text);
    char *text;

    MISSING(text);
    MISSING(names);
    MISSING(numbers);
    MISSING(shapes);
    MISSING(constants);
    MISSING(builtins);
    MISSING(sites);
    MISSING(variables);
    MISSING(functions);
    MISSING(spaces);
    MISSING(advice);
    MISSING(functions[0].code);
    text = (char *)copy_table(&test, test.image->text, test.image->text_length);
    text[3] = '\x80';
    test.image->text = text;
    cr_expect(strstr(run(test.image), "its text is not UTF-8") != NULL);
    end(&test);
}

Test(lisp_image, patterns_need_what_searches)
{
    image_test test = start("(re-find #\"b+\" \"abbc\")");

    test.image->open_patterns = NULL;
    cr_expect(strstr(run(test.image), "a pattern, but nothing to search with it") !=
              NULL);
    end(&test);
    test = start("(+ 1 2)");
    cr_expect(test.image->open_patterns == NULL);
    end(&test);
}

/* --- Memory ----------------------------------------------------------------------------
 */

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
    if (to->left-- <= 0)
        return NULL;
    return realloc(old, new_size);
}

/* Refused memory is PTC_ERROR_MEMORY, at whichever request. */
Test(lisp_image, refused_memory)
{
    image_test test = start(program_text);
    bool is_good = false;

    for (long most = 0; !is_good && most < 1000; most++) {
        stingy to = {LONG_MAX};
        ptc_lisp_options options = {.struct_size = sizeof options};
        ptc_lisp_error error;
        ptc_program *program;
        ptc_arena arena;
        ptc_status status;
        ptc_lisp *lisp;

        options.allocator = (ptc_allocator){refuse, &to};
        cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
        ptc_arena_init(&arena, NULL, 0);
        to.left = most;
        status = ptc_image_bind(&arena, lisp, test.image, &program, &error);
        is_good = status == PTC_OK;
        cr_expect(is_good || (status == PTC_ERROR_MEMORY && program == NULL), "%d: %d",
                  (int)most, (int)status);
        to.left = LONG_MAX;
        if (!is_good)
            cr_expect_str_eq(run_in(lisp, test.image), good);
        ptc_arena_free(&arena);
        ptc_lisp_free(lisp);
    }
    cr_expect(is_good);
    end(&test);
}
