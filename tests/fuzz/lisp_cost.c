/* SPDX-License-Identifier: MIT */
/*
 * `lisp_cost DEFINITIONS [LOOKS]` reads PTC-Lisp expressions, one per line, from standard
 * input, and runs each again and again, in two runs, in a context where the program in
 * DEFINITIONS has run. For each it prints the maximum processor time in microseconds
 * between two checks of the clock, without collections, taking the smaller of both runs
 * for each pair of checks, then a tab, and how the run ended. With LOOKS the runs end
 * after that many checks, however long that takes: for callgrind. [ptc-lisp 18]
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, getline */
#include <ptc/lisp.h>
#include <ptc/ptc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else /* including collections */
#define CALLGRIND_TOGGLE_COLLECT ((void)0)
#endif

enum {
    COST_LOOKS = 12,
    COST_TIME = 4000000, /* nanoseconds of an expression that ends the run */
    COST_HEAP = 64000000,
};

typedef struct cost_state {
    uint64_t intervals[COST_LOOKS];
    unsigned looks;
    unsigned most; /* or 0: COST_LOOKS, or COST_TIME */
    uint64_t before;
    uint64_t spent;
} cost_state;

static uint64_t collecting; /* processor time of collections */
static bool is_collecting;

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The linker replaces one by the other. */
void __real_ptc_heap_collect(ptc_lisp *lisp);
void __wrap_ptc_heap_collect(ptc_lisp *lisp);

void __wrap_ptc_heap_collect(ptc_lisp *lisp)
{
    uint64_t start = now();

    is_collecting = true;
    CALLGRIND_TOGGLE_COLLECT;
    __real_ptc_heap_collect(lisp);
    CALLGRIND_TOGGLE_COLLECT;
    is_collecting = false;
    collecting += now() - start;
}

/* Does not advance until enough checks were made, and is then beyond every limit. */
static uint64_t cost_clock(void *user)
{
    cost_state *state = user;
    uint64_t taken = now() - collecting - state->before;

    state->before += taken;
    if (state->looks > 0) { /* the first one is at the start */
        unsigned at = state->looks < COST_LOOKS ? state->looks : COST_LOOKS - 1;

        state->spent += taken;
        if (taken > state->intervals[at])
            state->intervals[at] = taken;
    }
    state->looks++;
    if (state->most != 0)
        return state->looks > state->most ? UINT64_MAX / 2 : 0;
    return state->looks > COST_LOOKS || state->spent > COST_TIME ? UINT64_MAX / 2 : 0;
}

static ptc_reason cost_run(ptc_lisp *lisp, const char *text)
{
    ptc_source source = {PTC_STR("cost"), ptc_str_of(text)};
    ptc_lisp_result result;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    ptc_lisp_eval(&arena, lisp, &source, 0, &result);
    if (getenv("LISP_COST_VERBOSE") != NULL && result.error.reason != PTC_REASON_TIMEOUT)
        fprintf(stderr, "%s: %s\n", text, result.error.message.ptr);
    ptc_arena_free(&arena);
    return result.error.reason;
}

static void cost_start(cost_state *state, unsigned most)
{
    if (is_collecting) /* the previous run ended inside one */
        CALLGRIND_TOGGLE_COLLECT;
    is_collecting = false;
    *state = (cost_state){.most = most, .before = now() - collecting};
}

/* Expressions that use `i` get another value in each round. */
static void cost_measure(ptc_lisp *lisp, cost_state *state, const char *expression,
                         unsigned most)
{
    size_t size = strlen(expression) + 64;
    char *text = malloc(size);
    uint64_t first[COST_LOOKS];
    uint64_t longest = 0;
    ptc_reason reason;

    if (text == NULL)
        exit(2);
    snprintf(text, size, "(loop [i 0] %s (recur (inc i)))", expression);
    cost_start(state, most);
    reason = cost_run(lisp, text);
    if (reason == PTC_REASON_TIMEOUT && most == 0) {
        memcpy(first, state->intervals, sizeof first);
        cost_start(state, most);
        cost_run(lisp, text);
        for (unsigned i = 0; i < COST_LOOKS; i++) {
            uint64_t least =
                state->intervals[i] < first[i] ? state->intervals[i] : first[i];

            longest = least > longest ? least : longest;
        }
    }
    printf("%llu\t%s\n", (unsigned long long)longest / 1000, ptc_reason_name(reason));
    fflush(stdout);
    free(text);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);

    if (file == NULL || text == NULL || fread(text, 1, (1 << 16) - 1, file) == 0)
        exit(2);
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    unsigned most = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    cost_state state = {.most = UINT32_MAX};
    ptc_lisp_options options;
    char *line = NULL;
    size_t room = 0;
    ptc_lisp *lisp;
    char *definitions;
    ssize_t length;

    if (argc < 2)
        return 2;
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = COST_HEAP;
    options.clock_ms = cost_clock;
    options.user = &state;
    if (ptc_lisp_new(&options, &lisp) != PTC_OK)
        return 2;
    definitions = read_file(argv[1]);
    if (cost_run(lisp, definitions) != PTC_REASON_NONE) {
        fprintf(stderr, "lisp_cost: the definitions fail\n");
        return 2;
    }
    free(definitions);
    while ((length = getline(&line, &room, stdin)) > 0) {
        line[length - 1] = '\0';
        cost_measure(lisp, &state, line, most);
    }
    free(line);
    ptc_lisp_free(lisp);
    return 0;
}
