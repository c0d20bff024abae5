/* SPDX-License-Identifier: MIT */
/*
 * Random programs, in stages of which each finds what the ones before it defined, are the
 * same from text and as images, even with a collection at every safepoint: in value,
 * output, reason, message, place and steps.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "lisp/image/image_int.h"
#include "lisp/language/opcodes.h"
#include "lisp_image.h"
#include "random_lisp.h"

enum {
    PROGRAMS = 400,
    COMPILED = 1000, /* at least, to count instructions */
    STAGES = 3,
    FUEL = 3000,
    TEXTS = PTC_LISP_PRINTED | PTC_LISP_CANONICAL | PTC_LISP_HISTORY,
};

/* How a program is run. The first compiles all texts. */
typedef enum run_way {
    WAY_TEXT,
    WAY_TEXT_COLLECTING,
    WAY_IMAGE,
    WAY_IMAGE_COLLECTING,
    WAYS
} run_way;

static const char *const way_names[] = {"from text", "from text, collecting",
                                        "as an image", "as an image, collecting"};

typedef struct trial {
    ptc_arena arena;
    ptc_lisp *lisps[WAYS];
    ptc_value context; /* of all of them */
    size_t counts[PTC_OP_COUNT];
    size_t programs; /* stages that compiled */
    size_t good;
    size_t refused; /* stages that did not compile */
} trial;

static int64_t wall_clock(void *user)
{
    (void)user;
    return INT64_C(1700000000000);
}

static void start(trial *all)
{
    ptc_arena_init(&all->arena, NULL, 0);
    cr_assert_eq(ptc_json_read(&all->arena, random_lisp_context,
                               strlen(random_lisp_context), NULL, &all->context, NULL,
                               NULL),
                 PTC_OK);
    for (unsigned way = 0; way < WAYS; way++) {
        ptc_lisp_options options = {.struct_size = sizeof options};

        options.time_ms = PTC_UNLIMITED;
        options.branches_ms = PTC_UNLIMITED;
        options.fuel = FUEL;
        options.seed = 1 + way;
        options.wall_clock_ms = wall_clock;
        options.collects_always =
            way == WAY_TEXT_COLLECTING || way == WAY_IMAGE_COLLECTING;
        cr_assert_eq(ptc_lisp_new(&options, &all->lisps[way]), PTC_OK);
        cr_assert_eq(ptc_lisp_set_context(all->lisps[way], &all->context), PTC_OK);
    }
}

static void end(trial *all)
{
    for (unsigned way = 0; way < WAYS; way++)
        ptc_lisp_free(all->lisps[way]);
    ptc_arena_free(&all->arena);
}

/* Runs the stage in one way; false when it does not compile. */
static bool run_one(trial *all, run_way way, ptc_str text, const ptc_image *image,
                    ptc_lisp_result *result, bool *is_ok)
{
    ptc_source source = {PTC_STR("random"), text};
    ptc_lisp *lisp = all->lisps[way];
    ptc_program *program;
    ptc_status status;

    if (way >= WAY_IMAGE)
        status = ptc_image_bind(&all->arena, lisp, image, &program, &result->error);
    else
        status = ptc_lisp_compile(&all->arena, lisp, &source, &program, &result->error);
    if (status != PTC_OK)
        return false;
    *is_ok = ptc_lisp_run(&all->arena, lisp, program, TEXTS, result) == PTC_OK;
    ptc_program_free(program);
    return true;
}

/* Whether all ways go on alike: memory ends some of them sooner than others. */
static bool check_ways(trial *all, ptc_str text, const ptc_image *image,
                       const ptc_lisp_result *expected, bool is_expected_ok)
{
    bool is_alike = true;

    for (unsigned way = WAY_TEXT + 1; way < WAYS; way++) {
        ptc_lisp_result result;
        ptc_text what;
        bool is_ok = false;

        cr_assert(run_one(all, (run_way)way, text, image, &result, &is_ok),
                  "%s: %.*s: %s", way_names[way], (int)text.len, text.ptr,
                  result.error.message.ptr);
        if (is_ok != is_expected_ok && (result.error.reason == PTC_REASON_MEMORY ||
                                        expected->error.reason == PTC_REASON_MEMORY)) {
            is_alike = false;
            continue;
        }
        ptc_text_init(&what, &all->arena);
        ptc_text_cstr(&what, way_names[way]);
        ptc_text_cstr(&what, ": ");
        ptc_text_str(&what, text);
        lisp_check_same(ptc_text_view(&what).ptr, is_ok, &result, is_expected_ok,
                        expected);
    }
    return is_alike;
}

/* False when the program ends here. */
static bool check_stage(trial *all, ptc_str text, bool *is_good)
{
    ptc_source source = {PTC_STR("random"), text};
    ptc_lisp *lisp = all->lisps[WAY_TEXT];
    ptc_program *program;
    ptc_lisp_result result;
    ptc_lisp_error error;
    ptc_image *image;
    bool goes_on;

    *is_good = false;
    if (ptc_lisp_compile(&all->arena, lisp, &source, &program, &error) != PTC_OK) {
        all->refused++;
        return true;
    }
    all->programs++;
    random_lisp_count(program, all->counts);
    cr_assert_eq(ptc_image_of(&all->arena, program, &image), PTC_OK);
    *is_good = ptc_lisp_run(&all->arena, lisp, program, TEXTS, &result) == PTC_OK;
    all->good += *is_good;
    goes_on = check_ways(all, text, image, &result, *is_good);
    ptc_program_free(program);
    return goes_on;
}

static void check_program(trial *all, test_random *random)
{
    random_lisp make = {.random = random};
    bool goes_on = true;

    for (unsigned i = 0; goes_on && i < STAGES; i++) {
        unsigned known = make.global_count;
        ptc_str text = random_lisp_stage(&make, &all->arena);
        bool is_good;

        goes_on = check_stage(all, text, &is_good);
        if (!is_good)
            make.global_count = known;
    }
}

/* Compiles a program that nothing runs. */
static void count_program(trial *all, test_random *random)
{
    random_lisp make = {.random = random};
    ptc_source source = {PTC_STR("random"), random_lisp_stage(&make, &all->arena)};
    ptc_program *program;
    ptc_lisp_error error;

    if (ptc_lisp_compile(&all->arena, all->lisps[WAY_TEXT], &source, &program, &error) !=
        PTC_OK)
        return;
    random_lisp_count(program, all->counts);
    ptc_program_free(program);
}

static void print_coverage(const trial *all)
{
    static const char *const names[] = {
#define PTC_OPCODE(constant, shape, roles, effect, meaning) #constant,
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
    };
    unsigned covered = 0;

    for (unsigned op = 0; op < PTC_OP_COUNT; op++) {
        covered += all->counts[op] > 0;
        cr_expect(all->counts[op] > 0, "no program has the instruction %s", names[op]);
    }
    fprintf(stderr,
            "lisp_random: %u of %u instructions in %zu programs, of which %zu ran to an "
            "end; %zu did not compile\n",
            covered, (unsigned)PTC_OP_COUNT, all->programs, all->good, all->refused);
}

Test(lisp_random, text_is_image, .timeout = 300)
{
    test_random random = test_random_start("lisp_random", 20261126);
    static trial all;
    bool is_good;

    for (unsigned i = 0; i < test_rounds(PROGRAMS); i++) {
        start(&all);
        check_program(&all, &random);
        end(&all);
    }
    start(&all);
    for (unsigned i = test_rounds(PROGRAMS); i < COMPILED; i++)
        count_program(&all, &random);
    check_stage(&all, random_lisp_wide(&all.arena), &is_good);
    cr_expect(is_good);
    end(&all);
    print_coverage(&all);
    cr_expect(all.good > all.programs / 3 && all.refused < all.programs / 10);
}
