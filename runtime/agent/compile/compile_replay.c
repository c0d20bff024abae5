/* SPDX-License-Identifier: MIT */
/* Samples again, with the recorded answers of tools, and where results differ now.
 * [subagent 15] */
#include "agent/compile/compile_int.h"
#include "agent/program/program_int.h"

enum { REPLAY_DIFFERENCES = 20 /* of a sample */ };

typedef struct replay_walk {
    ptc_arena *arena;
    ptc_compile_replayed *out;
    ptc_compile_difference *items;
    size_t capacity;
    size_t sample;
    size_t found; /* of the sample */
    ptc_path_step steps[PTC_DEPTH_MAX];
    size_t depth;
    bool failed; /* memory was refused */
} replay_walk;

/* --- Differences ------------------------------------------------------------------- */

static ptc_compile_difference *replay_add(replay_walk *walk)
{
    ptc_compile_difference *difference;
    ptc_text path;

    if (walk->found++ >= REPLAY_DIFFERENCES)
        return NULL;
    ptc_text_init(&path, walk->arena);
    ptc_path_write(&path, walk->steps, walk->depth);
    difference = PTC_ARENA_PUSH(walk->arena, walk->items, walk->out->difference_count,
                                walk->capacity);
    walk->failed = walk->failed || path.failed || difference == NULL;
    if (difference != NULL)
        *difference = (ptc_compile_difference){.sample = walk->sample,
                                               .path = ptc_text_view(&path),
                                               .expected = PTC_STR(""),
                                               .found = PTC_STR(""),
                                               .is_judged = true};
    return difference;
}

static ptc_str replay_show(replay_walk *walk, const ptc_value *value)
{
    static const ptc_show_options show = {
        .struct_size = sizeof show, .hide_firewalled = true, .text_max = 200};
    ptc_text text;

    ptc_text_init(&text, walk->arena);
    if (value == NULL)
        ptc_text_cstr(&text, "nothing");
    else
        ptc_schema_write_value(&text, NULL, value, PTC_OUTPUT, &show);
    walk->failed = walk->failed || text.failed;
    return ptc_text_view(&text);
}

/* NULL: there is none. */
static void replay_differ(replay_walk *walk, const ptc_value *expected,
                          const ptc_value *found)
{
    ptc_compile_difference *difference = replay_add(walk);

    if (difference == NULL)
        return;
    difference->expected = replay_show(walk, expected);
    difference->found = replay_show(walk, found);
}

static void replay_compare(replay_walk *walk, const ptc_value *expected,
                           const ptc_value *found);

/* One of the two may be NULL. */
static void replay_compare_at(replay_walk *walk, ptc_path_step step,
                              const ptc_value *expected, const ptc_value *found)
{
    walk->steps[walk->depth++] = step;
    if (expected == NULL || found == NULL)
        replay_differ(walk, expected, found);
    else
        replay_compare(walk, expected, found);
    walk->depth--;
}

static ptc_path_step replay_step(const ptc_value *key, uint32_t index)
{
    ptc_path_step step = {.index = index};

    if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        step.key = ptc_value_text(key);
    return step;
}

static void replay_compare_maps(replay_walk *walk, const ptc_map *expected,
                                const ptc_map *found)
{
    for (uint32_t i = 0; i < expected->count; i++) {
        const ptc_map_entry *entry = &expected->entries[i];

        replay_compare_at(walk, replay_step(&entry->key, i), &entry->value,
                          ptc_derive_find(found, &entry->key));
    }
    for (uint32_t i = 0; i < found->count; i++) {
        const ptc_map_entry *entry = &found->entries[i];

        if (ptc_derive_find(expected, &entry->key) == NULL)
            replay_compare_at(walk, replay_step(&entry->key, i), NULL, &entry->value);
    }
}

static void replay_compare(replay_walk *walk, const ptc_value *expected,
                           const ptc_value *found)
{
    if (ptc_derive_equal(expected, found))
        return;
    if (walk->depth + 1 < PTC_DEPTH_MAX && expected->kind == PTC_MAP &&
        found->kind == PTC_MAP) {
        replay_compare_maps(walk, expected->as.map, found->as.map);
        return;
    }
    if (walk->depth + 1 < PTC_DEPTH_MAX && expected->kind == PTC_VECTOR &&
        found->kind == PTC_VECTOR) {
        uint32_t most = expected->aux > found->aux ? expected->aux : found->aux;

        for (uint32_t i = 0; i < most && walk->found < REPLAY_DIFFERENCES; i++)
            replay_compare_at(walk, (ptc_path_step){.index = i},
                              i < expected->aux ? &expected->as.items[i] : NULL,
                              i < found->aux ? &found->as.items[i] : NULL);
        return;
    }
    replay_differ(walk, expected, found);
}

/* --- Samples ----------------------------------------------------------------------- */

/* It ended in another way, or in an unknown one. */
static void replay_tell(replay_walk *walk, const ptc_compile_sample *sample,
                        const ptc_judged *judged)
{
    const ptc_judged wanted = {.is_judged = true,
                               .is_good = true,
                               .found = sample->expect,
                               .value = sample->expected};
    ptc_compile_difference *difference = replay_add(walk);
    ptc_text expected;
    ptc_text found;

    if (difference == NULL)
        return;
    ptc_text_init(&expected, walk->arena);
    ptc_text_init(&found, walk->arena);
    if (sample->expect != PTC_COMPILE_EXPECT_NOTHING)
        ptc_judged_write(&expected, &wanted);
    else
        ptc_text_cstr(&expected, "a result");
    if (judged->is_judged)
        ptc_judged_write(&found, judged);
    else
        ptc_text_str(&found, judged->why);
    difference->expected = ptc_text_view(&expected);
    difference->found = ptc_text_view(&found);
    difference->is_judged = judged->is_judged;
    walk->failed = walk->failed || expected.failed || found.failed;
}

static void replay_judge(replay_walk *walk, const ptc_compile_sample *sample,
                         const ptc_judged *judged)
{
    walk->out->judged += judged->is_judged;
    walk->out->not_judged += !judged->is_judged;
    walk->depth = 0;
    walk->found = 0;
    if (!judged->is_judged || !judged->is_good)
        replay_tell(walk, sample, judged);
    else if (sample->expect == PTC_COMPILE_EXPECT_NOTHING)
        return;
    else if (sample->expect == PTC_COMPILE_EXPECT_RESULT &&
             judged->found == sample->expect)
        replay_compare(walk, &sample->expected, &judged->value);
    else if (!ptc_judged_meets(judged, sample))
        replay_tell(walk, sample, judged);
}

static ptc_status replay_run(replay_walk *walk, const ptc_compiled *compiled,
                             ptc_tool_deck *deck, const ptc_agent_options *options,
                             const ptc_compile_sample *sample)
{
    ptc_call_tape tape = {NULL, 0, 0};
    ptc_judged judged;
    ptc_status status;

    if (sample->has_calls &&
        !ptc_tape_of_calls(walk->arena, sample->calls, sample->call_count, &tape))
        return PTC_ERROR_MEMORY;
    ptc_deck_start(deck, sample->has_calls ? PTC_ANSWERS_SHOWN : PTC_ANSWERS_LIVE, &tape);
    status = ptc_derive_judge(walk->arena, compiled, deck, options, &sample->arguments,
                              &judged);
    if (status == PTC_OK)
        replay_judge(walk, sample, &judged);
    return walk->failed ? PTC_ERROR_MEMORY : status;
}

/* Whether all its tools can be wrapped; a run reports the other cases. */
static bool replay_can_wrap(const ptc_compiled *compiled)
{
    for (size_t i = 0; i < compiled->tool_count; i++) {
        if (compiled->tools[i].function == NULL && compiled->tools[i].compiled == NULL)
            return false;
    }
    return true;
}

static ptc_status replay_samples(replay_walk *walk, const ptc_compiled *compiled,
                                 const ptc_agent_options *options,
                                 const ptc_compile_sample *samples, size_t count)
{
    ptc_compiled trial = *compiled;
    ptc_status status = PTC_OK;
    ptc_tool_deck deck;

    if (trial.tools == NULL)
        trial.tool_count = 0;
    if (!ptc_deck_make(walk->arena, trial.tools,
                       replay_can_wrap(&trial) ? trial.tool_count : 0, options, &deck))
        return PTC_ERROR_MEMORY;
    if (deck.count == trial.tool_count)
        trial.tools = deck.wrapped;
    for (size_t i = 0; i < count && status == PTC_OK; i++) {
        walk->sample = i + 1;
        status = replay_run(walk, &trial, &deck, options, &samples[i]);
    }
    return status;
}

ptc_status ptc_compile_replay(ptc_arena *arena, const ptc_compiled *compiled,
                              const ptc_agent_options *options,
                              const ptc_compile_sample *samples, size_t count,
                              const ptc_compile_replayed **out)
{
    ptc_compile_replayed *replayed = ptc_arena_array(arena, 1, sizeof *replayed);
    replay_walk walk = {.arena = arena, .out = replayed};
    ptc_agent_options all;
    ptc_compiled taken;
    ptc_run_tree tree;
    ptc_status status;
    ptc_host *own;

    *out = NULL;
    if (!ptc_run_take_options("ptc_compile_replay", options, &all) ||
        !ptc_compiled_take("ptc_compile_replay", compiled, &taken))
        return PTC_ERROR_ARGUMENT;
    if (replayed == NULL || ptc_run_open_tree(&tree, &all, arena, &own) != PTC_OK)
        return PTC_ERROR_MEMORY;
    *replayed = (ptc_compile_replayed){.judged = 0};
    status = replay_samples(&walk, &taken, &all, samples, count);
    ptc_host_free(own);
    if (status != PTC_OK || arena->failed)
        return status != PTC_OK ? status : PTC_ERROR_MEMORY;
    replayed->differences = walk.items;
    *out = replayed;
    for (size_t i = 0; i < replayed->difference_count; i++) {
        if (walk.items[i].is_judged)
            return PTC_ERROR_INVALID;
    }
    return replayed->judged > 0 ? PTC_OK : PTC_ERROR_INVALID;
}
