/* SPDX-License-Identifier: MIT */
/*
 * Vectors of programs against plain arrays: many versions of vectors are kept, random
 * operations make new ones from any of them, and all must stay what they were, whatever
 * is written in place after them and however often memory moves.
 */
#include "support.h"

#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

enum { VERSIONS = 24, LARGEST = 6000 };

typedef struct array_model {
    uint32_t count;
    int64_t items[LARGEST];
} array_model;

typedef struct version_bench {
    test_random random;
    array_model *models; /* of the vectors in the slots */
    ptc_value *slots;
    unsigned rounds;
    unsigned collect_every;
} version_bench;

/* Items of two kinds, so that some of them are on the heap. */
static ptc_value make_item(ptc_lisp *lisp, int64_t number)
{
    char text[24];

    if (number % 3 != 0)
        return ptc_value_int(number);
    snprintf(text, sizeof text, "%lld", (long long)number);
    return ptc_string_of(lisp, ptc_str_of(text));
}

static bool item_is(const ptc_value *item, int64_t number)
{
    char text[24];

    if (number % 3 != 0)
        return item->kind == PTC_INT && item->as.integer == number;
    snprintf(text, sizeof text, "%lld", (long long)number);
    return item->kind == PTC_STRING &&
           ptc_str_equal(ptc_value_text(item), ptc_str_of(text));
}

static bool vector_is(const ptc_value *vector, const array_model *model)
{
    if (vector->kind != PTC_VECTOR || vector->aux != model->count)
        return false;
    for (uint32_t i = 0; i < model->count; i++) {
        ptc_value item = ptc_vector_nth(vector, i);

        if (!item_is(&item, model->items[i]))
            return false;
    }
    return true;
}

static void insert_at(array_model *model, uint32_t place, int64_t number)
{
    memmove(model->items + place + 1, model->items + place,
            (model->count - place) * sizeof number);
    model->items[place] = number;
    model->count++;
}

static uint32_t below(version_bench *bench, uint32_t bound)
{
    return test_random_below(&bench->random, bound);
}

static ptc_value do_append(version_bench *bench, ptc_lisp *lisp, ptc_value vector,
                           array_model *model)
{
    static ptc_value items[600];
    uint32_t count = below(bench, 4) == 0 ? below(bench, 600) : below(bench, 12);

    if (model->count + count > LARGEST)
        return vector;
    for (uint32_t i = 0; i < count; i++) {
        int64_t number = below(bench, 1000000);

        items[i] = make_item(lisp, number);
        insert_at(model, model->count, number);
    }
    return ptc_vector_append(lisp, vector, items, count);
}

static ptc_value do_slice(version_bench *bench, ptc_lisp *lisp, ptc_value vector,
                          array_model *model)
{
    uint32_t start = below(bench, model->count + 1);
    uint32_t end;

    if (below(bench, 2) == 0)
        start = start < 3 ? start : below(bench, 3);
    end = start + below(bench, model->count - start + 1);
    if (below(bench, 2) == 0)
        end = model->count;
    memmove(model->items, model->items + start, (end - start) * sizeof *model->items);
    model->count = end - start;
    return ptc_vector_slice(lisp, vector, start, end);
}

/* One operation on a vector and its model. */
static ptc_value do_something(version_bench *bench, ptc_lisp *lisp, ptc_value vector,
                              array_model *model)
{
    int64_t number = below(bench, 1000000);
    uint32_t place = below(bench, model->count + 1);

    switch (below(bench, 9)) {
    case 0:
    case 1:
        if (model->count < LARGEST) {
            insert_at(model, model->count, number);
            return ptc_vector_conj(lisp, vector, make_item(lisp, number));
        }
        break;
    case 2:
    case 3:
        if (model->count < LARGEST) {
            insert_at(model, 0, number);
            return ptc_vector_prepend(lisp, vector, make_item(lisp, number));
        }
        break;
    case 4:
        if (place < model->count || model->count < LARGEST) {
            model->items[place] = number;
            model->count += place == model->count;
            return ptc_vector_assoc(lisp, vector, place, make_item(lisp, number));
        }
        break;
    case 5:
        if (model->count != 0) {
            model->count--;
            return ptc_vector_pop(lisp, vector);
        }
        break;
    case 6:
        return do_append(bench, lisp, vector, model);
    case 7:
        return do_slice(bench, lisp, vector, model);
    default:
        ptc_vector_items(lisp, &vector);
        break;
    }
    return vector;
}

static void run_rounds(ptc_lisp *lisp, void *user)
{
    version_bench *bench = user;

    for (unsigned round = 0; round < bench->rounds; round++) {
        uint32_t from = below(bench, VERSIONS);
        uint32_t to = below(bench, VERSIONS);
        unsigned repeats = below(bench, 8) == 0 ? 80 : 1;

        bench->models[to] = bench->models[from];
        bench->slots[to] = bench->slots[from];
        while (repeats-- != 0)
            bench->slots[to] =
                do_something(bench, lisp, bench->slots[to], &bench->models[to]);
        cr_assert(vector_is(&bench->slots[to], &bench->models[to]), "round %u", round);
        cr_assert(vector_is(&bench->slots[from], &bench->models[from]), "round %u",
                  round);
        if (bench->collect_every == 0 || round % bench->collect_every != 0)
            continue;
        ptc_heap_collect(lisp);
        for (unsigned i = 0; i < VERSIONS; i++)
            cr_assert(vector_is(&bench->slots[i], &bench->models[i]),
                      "round %u, version %u", round, i);
    }
}

static void start_slots(ptc_lisp *lisp, version_bench *bench)
{
    bench->slots = ptc_lisp_reserve(lisp, VERSIONS);
    for (unsigned i = 0; i < VERSIONS; i++)
        bench->slots[i] = ptc_vector_empty();
}

/* From this size on all large buffers stand alone in their chunks, as otherwise only
 * those of 64 KiB and more do. */
enum { ALL_ALONE = 1 };

Test(lisp_vector, versions_stay_what_they_were)
{
    static const struct {
        unsigned rounds;
        unsigned collect_every;
        size_t alone_size; /* 0: as usual */
    } rows[] = {
        {600, 1, 0},           {3000, 7, 0},           {3000, 60, 0},
        {3000, 300, 0},        {600, 1, ALL_ALONE},    {3000, 7, ALL_ALONE},
        {3000, 60, ALL_ALONE}, {3000, 300, ALL_ALONE}, {1000, 3, 2000},
        {2000, 20, 20000},
    };
    ptc_lisp_options options;
    version_bench bench = {.random = test_random_start("lisp_vector", 1)};

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 100000000;
    bench.models = calloc(VERSIONS, sizeof *bench.models);
    for (unsigned k = 0; k < 2 * sizeof rows / sizeof *rows; k++) {
        unsigned i = k / 2;
        ptc_lisp *lisp;

        cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
        if (rows[i].alone_size != 0)
            lisp->alone_size = rows[i].alone_size;
        lisp->compacts_always = k % 2 != 0;
        memset(bench.models, 0, VERSIONS * sizeof *bench.models);
        bench.rounds = test_rounds(rows[i].rounds);
        bench.collect_every = rows[i].collect_every;
        start_slots(lisp, &bench);
        cr_expect(ptc_lisp_protect(lisp, run_rounds, &bench), "row %u: %s", i,
                  lisp->error.message.ptr != NULL ? lisp->error.message.ptr : "");
        ptc_lisp_free(lisp);
    }
    free(bench.models);
}

/* --- Refused memory ---------------------------------------------------------------- */

typedef struct miser_state {
    size_t granted; /* bytes */
    uint64_t state;
    unsigned refused; /* this many requests in eight */
} miser_state;

static void *miser_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    miser_state *miser = user;

    if (new_size == 0) {
        miser->granted -= old_size;
        free(old);
        return NULL;
    }
    miser->state = miser->state * 6364136223846793005u + 1442695040888963407u;
    if (miser->state >> 61 < miser->refused)
        return NULL;
    miser->granted += new_size - old_size;
    return realloc(old, new_size);
}

/* Additional memory that a context may take, including for collections. */
static void leave_room(ptc_lisp *lisp, size_t room)
{
    lisp->taken_most = room != 0 ? lisp->taken + room : SIZE_MAX;
    lisp->taken_reserve = 0;
}

/* Runs the rounds 30 times, and on until they ended at least that many times for want
 * of memory: how often they do depends on the addresses that the system gives, since
 * compacting fills chunks in their order. What was there before is what it was. With
 * little `room` collections must often compact, and that is also refused. */
static unsigned check_refused_memory(size_t alone_size, unsigned refused, size_t room,
                                     unsigned least)
{
    miser_state miser = {0, 1, 0};
    ptc_lisp_options options;
    version_bench bench = {.random = test_random_start("lisp_vector", 2), .rounds = 400};
    unsigned failures = 0;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 20000000;
    options.allocator.allocate = miser_allocate;
    options.allocator.user = &miser;
    bench.models = calloc(VERSIONS, sizeof *bench.models);
    bench.collect_every = 3;
    cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
    if (alone_size != 0)
        lisp->alone_size = alone_size;
    start_slots(lisp, &bench);
    for (unsigned i = 0; i < test_rounds(30) || (failures < least && i < 3000); i++) {
        miser.refused = refused;
        leave_room(lisp, room);
        if (!ptc_lisp_protect(lisp, run_rounds, &bench)) {
            cr_assert(lisp->error.reason == PTC_REASON_MEMORY);
            failures++;
        }
        miser.refused = 0;
        leave_room(lisp, 0);
        for (unsigned k = 0, ahead = 0; k < VERSIONS; k++) {
            if (vector_is(&bench.slots[k], &bench.models[k]))
                continue;
            /* The one that was being written has its model ahead. */
            cr_expect(++ahead == 1, "round %u", i);
            bench.slots[k] = ptc_vector_empty();
            bench.models[k].count = 0;
        }
    }
    ptc_lisp_free(lisp);
    cr_expect(miser.granted == 0, "%zu", miser.granted);
    free(bench.models);
    return failures;
}

Test(lisp_vector, refused_memory_damages_nothing)
{
    static const struct {
        size_t alone_size;
        unsigned refused;
        size_t room;
        unsigned least; /* failures */
    } rows[] = {
        {0, 1, 0, 0}, /* a smaller chunk, or another way to collect, does it nearly always
                       */
        {0, 1, 1000000, 2}, {0, 1, 100000, 5},    {0, 1, 1000, 5},           {0, 4, 0, 5},
        {0, 7, 0, 5},       {ALL_ALONE, 1, 0, 5}, {ALL_ALONE, 1, 100000, 5},
    };

    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned least = rows[i].least ? test_rounds(rows[i].least) : 0;
        unsigned failures = check_refused_memory(rows[i].alone_size, rows[i].refused,
                                                 rows[i].room, least);

        cr_expect(failures >= least, "row %u: %u", i, failures);
    }
}

/* --- Cost, in bytes allocated ------------------------------------------------------ */

typedef ptc_value (*cost_operation)(ptc_lisp *lisp, ptc_value vector, uint32_t i);

static ptc_value one_conj(ptc_lisp *lisp, ptc_value vector, uint32_t i)
{
    return ptc_vector_conj(lisp, vector, ptc_value_int(i));
}

static ptc_value one_prepend(ptc_lisp *lisp, ptc_value vector, uint32_t i)
{
    return ptc_vector_prepend(lisp, vector, ptc_value_int(i));
}

static ptc_value one_assoc(ptc_lisp *lisp, ptc_value vector, uint32_t i)
{
    return ptc_vector_assoc(lisp, vector, (i * 7919) % vector.aux, ptc_value_int(i));
}

static ptc_value one_slice_write(ptc_lisp *lisp, ptc_value vector, uint32_t i)
{
    vector = ptc_vector_slice(lisp, vector, 1, vector.aux - 1);
    return ptc_vector_assoc(lisp, vector, i % vector.aux, ptc_value_int(i));
}

static ptc_value one_queue(ptc_lisp *lisp, ptc_value vector, uint32_t i)
{
    vector = ptc_vector_conj(lisp, vector, ptc_value_int(i));
    return ptc_vector_slice(lisp, vector, 1, vector.aux);
}

static ptc_value one_stack(ptc_lisp *lisp, ptc_value vector, uint32_t i)
{
    vector = ptc_vector_pop(lisp, vector);
    return ptc_vector_conj(lisp, vector, ptc_value_int(i));
}

typedef struct cost_measure {
    cost_operation operation;
    uint32_t size;
    uint32_t count;
    bool again; /* always on the same old version */
    size_t bytes;
} cost_measure;

static void run_measure(ptc_lisp *lisp, void *user)
{
    cost_measure *measure = user;
    ptc_value vector = ptc_vector_empty();
    ptc_value other;
    size_t before;

    for (uint32_t i = 0; i < measure->size; i++)
        vector = ptc_vector_conj(lisp, vector, ptc_value_int(i));
    before = ptc_heap_bytes(lisp);
    other = vector;
    for (uint32_t i = 0; i < measure->count; i++) {
        ptc_value next = measure->operation(lisp, measure->again ? vector : other, i);

        other = next;
    }
    measure->bytes = ptc_heap_bytes(lisp) - before;
}

static size_t measured(cost_operation operation, uint32_t size, uint32_t count,
                       bool again)
{
    cost_measure measure = {operation, size, count, again, 0};
    ptc_lisp_options options;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 1000000000;
    cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
    cr_expect(ptc_lisp_protect(lisp, run_measure, &measure));
    ptc_lisp_free(lisp);
    return measure.bytes;
}

/* 20,000 operations on vectors of 5,000 and of 40,000 items cost about the same; copies
 * would take 16 GB. One copy of the vector in two forms is free. */
Test(lisp_vector, no_operation_costs_the_whole_vector)
{
    static const struct {
        const char *name;
        cost_operation operation;
    } rows[] = {
        {"conj", one_conj},   {"prepend", one_prepend},
        {"assoc", one_assoc}, {"slice and write", one_slice_write},
        {"queue", one_queue}, {"stack", one_stack},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned again = 0; again < 2; again++) {
            size_t small;
            size_t large;

            if (again == 0 && rows[i].operation == one_slice_write)
                continue; /* nothing would be left */
            small = measured(rows[i].operation, 5008, 20000, again != 0);
            large = measured(rows[i].operation, 40008, 20000, again != 0);

            cr_expect(large < small + small / 2 + 40000 * 16 * 5, "%s %u: %zu %zu",
                      rows[i].name, again, small, large);
            cr_expect(small < (size_t)20000 * 2500, "%s %u: %zu", rows[i].name, again,
                      small);
        }
    }
}

/* A short view does not keep a large buffer alive. */
static void run_short_view(ptc_lisp *lisp, void *user)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, 2);
    size_t *bytes = user;

    slots[0] = ptc_vector_empty();
    for (uint32_t i = 0; i < 100000; i++)
        slots[0] = ptc_vector_conj(lisp, slots[0], ptc_value_int(i));
    slots[1] = ptc_vector_slice(lisp, slots[0], 500, 700);
    slots[0] = ptc_vector_slice(lisp, slots[0], 0, 30);
    ptc_heap_collect(lisp);
    *bytes = ptc_heap_bytes(lisp);
    cr_expect(slots[1].aux == 200);
    for (uint32_t i = 0; i < 200; i++)
        cr_expect(ptc_vector_nth(&slots[1], i).as.integer == 500 + i);
    cr_expect(slots[0].aux == 30 && slots[0].as.items[29].as.integer == 29);
}

Test(lisp_vector, short_views_let_go_of_large_buffers)
{
    ptc_lisp *lisp;
    size_t bytes = 0;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_expect(ptc_lisp_protect(lisp, run_short_view, &bytes));
    cr_expect(bytes < 230 * 16 + 500, "%zu", bytes);
    ptc_lisp_free(lisp);
}

/* --- Buffers that stand alone ------------------------------------------------------- */

/* What is kept from one run to the next: a view of a large buffer, which then is appended
 * to, prepended to, written to inside, and shared. */
Test(lisp_vector, memory_keeps_views_of_large_buffers)
{
    static const char *const texts[] = {
        "(def v (subvec (vec (range 100000)) 10 90000)) (count v)",
        "(def w (conj v :end)) [(nth v 0) (peek w) (count w)]",
        "(def l (cons :first v)) [(first l) (second l) (count l)]",
        "(def x (assoc v 5 :five)) [(nth x 5) (nth v 5) (nth w 5)]",
        "(def s (subvec v 100 140)) (def v nil) (def w nil) (def x nil) (nth s 0)",
        "(def l nil) [(count s) (reduce + s)]",
        "(def t (apply str (repeat 100000 \"ab\"))) (def u (str t \"c\")) (count u)",
        "[(= (subs u 0 200000) t) (count s)]",
    };
    static const char *const expected[] = {
        "89990",     "[10 :end 89991]", "[:first 10 89991]", "[:five 15 15]", "110",
        "[40 5180]", "200001",          "[true 40]",
    };
    ptc_lisp_options options;
    ptc_arena arena;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.heap = 30000000;
    ptc_arena_init(&arena, NULL, 0);
    for (unsigned always = 0; always < 2; always++) {
        ptc_lisp *lisp;

        options.collects_always = always != 0;
        cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            ptc_source source = {PTC_STR("kept"), ptc_str_of(texts[i])};
            ptc_lisp_result result;

            ptc_arena_reset(&arena);
            cr_assert(ptc_lisp_eval(&arena, lisp, &source, PTC_LISP_PRINTED, &result) ==
                          PTC_OK,
                      "%s: %s", texts[i], result.error.message.ptr);
            cr_expect(ptc_str_equal(result.printed, ptc_str_of(expected[i])), "%s: %.*s",
                      texts[i], (int)result.printed.len, result.printed.ptr);
        }
        ptc_lisp_free(lisp);
    }
    ptc_arena_free(&arena);
}

static bool runs_with_items(uint32_t count, size_t heap)
{
    ptc_lisp_options options;
    ptc_lisp_result result;
    ptc_arena arena;
    ptc_lisp *lisp;
    char text[128];
    ptc_source source = {PTC_STR("limit"), {text, 0}};
    bool is_good;

    source.text.len =
        (size_t)snprintf(text, sizeof text,
                         "(let [v (range %u)] (map (fn [x] x) [1 2]) (count v))", count);
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.heap = heap;
    options.collects_always = true;
    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
    is_good = ptc_lisp_eval(&arena, lisp, &source, 0, &result) == PTC_OK;
    cr_expect(is_good || result.error.reason == PTC_REASON_MEMORY);
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
    return is_good;
}

/* The limit counts what stands alone to the byte: names and the program's own values
 * take the rest. */
Test(lisp_vector, heap_limit_counts_what_stands_alone)
{
    size_t heap = 2000000;
    uint32_t good = 1;
    uint32_t bad = 200000;

    while (bad - good > 1) {
        uint32_t middle = good + (bad - good) / 2;

        if (runs_with_items(middle, heap))
            good = middle;
        else
            bad = middle;
    }
    cr_expect(good * 16 <= heap && good * 16 + 12000 > heap, "%u items", good);
}

static size_t miser_after(ptc_lisp *lisp, miser_state *miser, const char *text)
{
    ptc_source source = {PTC_STR("spare"), ptc_str_of(text)};
    ptc_lisp_result result;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(ptc_lisp_eval(&arena, lisp, &source, 0, &result) == PTC_OK, "%s", text);
    ptc_arena_free(&arena);
    return miser->granted;
}

/* Between runs a context keeps memory for a run like the last: never more than its limit,
 * less and less while runs are small, and none when told to forget. */
Test(lisp_vector, spare_memory_is_bounded)
{
    const char *large = "(count (reduce conj [] (range 300000)))";
    miser_state miser = {0, 1, false};
    ptc_lisp_options options;
    ptc_lisp *lisp;
    size_t start;
    size_t kept;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.heap = 20000000;
    options.allocator.allocate = miser_allocate;
    options.allocator.user = &miser;
    cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
    start = miser_after(lisp, &miser, "1");
    kept = miser_after(lisp, &miser, large);
#if !defined(__SANITIZE_ADDRESS__) /* which frees at once */
    cr_expect(kept > start, "nothing is kept");
#endif
    cr_expect(kept <= start + options.heap + options.heap / 4, "%zu", kept - start);
    for (unsigned i = 0; i < 20; i++)
        kept = miser_after(lisp, &miser, "1");
    cr_expect(kept <= start + 200000, "%zu", kept - start);
    miser_after(lisp, &miser, large);
    ptc_lisp_forget(lisp);
    cr_expect(miser.granted <= start + 200000, "%zu", miser.granted - start);
    ptc_lisp_free(lisp);
    cr_expect(miser.granted == 0);
}
