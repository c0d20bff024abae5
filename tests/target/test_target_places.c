/* SPDX-License-Identifier: MIT */
/*
 * Every target with memory refused at each place in turn where any is asked for, once and
 * from there on for ever: PTC_ERROR_MEMORY, or the whole text and all notes.
 */
#include <criterion/criterion.h>

#include "refuse.h"
#include "support.h"

#include <ptc/target.h>

#include <stdlib.h>

/* Next to each other: what targets refuse is in separate files, so that the others are
 * written to their end. */
static const char *const files[] = {
    "point = {x :float, y :decimal?}\n"
    "tree = {v :int = 0, kids [:tree]}\n"
    "find(near :point, q :string[1..20] = \"it's\", by :enum[\"a\" \"b\"]?, at :date, "
    "n :int[1..50] = 10, tags [:set :string], pair [:tuple :int :string], "
    "m [:map-of :keyword :int]) -> [{id :int, at :datetime, note :string?}]\n"
    "  Finds it.\n"
    "  - q: what | for\n"
    "put(t :tree) -> :bool\n",
    "row = {id :int[1..], name :string[..40], kind :enum[a b]?, when :datetime}\n",
    "f(u {a :int}|:string) -> {ok :bool}|[:int]\n",
};

/* Malli: what signatures do not say. */
static const char *const schemas[] = {
    "[:map [:u [:or :int [:map [:q :any]] [:vector [:tuple :any :int]]]] [:m [:multi "
    "{:dispatch :k} [:x [:map [:n {:optional true} :int]]] [:malli.core/default [:map "
    "[:k "
    ":int]]]]] [:s [:and [:string {:max 3}] [:not= \"abc\"]]] [:p [:re \"^[a-c]+x?$\"]] "
    "[:f [:double {:min 0.5 :max 2}]] [:e [:enum 1 \"x\" nil]]]",
    "[:schema {:registry {\"T\" [:map [:v {:optional true} :int] [:kids [:vector [:ref "
    "\"T\"]]]]}} [:ref \"T\"]]",
};

enum { NOTES_SIZE = 4096, STEP = 256, SIZE_MOST = 1 << 24 };

/* What came of a text. */
typedef struct places_answer {
    ptc_status status;
    ptc_text text;
    char notes[NOTES_SIZE];
    size_t notes_len;
} places_answer;

static void take_note(const ptc_target_note *note, void *user)
{
    places_answer *answer = user;
    size_t room = NOTES_SIZE - answer->notes_len;
    size_t used = note->what.len < room ? note->what.len : room;

    cr_expect_gt(note->what.len, (size_t)0);
    memcpy(answer->notes + answer->notes_len, note->what.ptr, used);
    answer->notes_len += used;
}

/* Writes one contract, or all if `target` takes several. */
static void ask(const ptc_target_contract *items, size_t count, ptc_target target,
                ptc_arena *arena, places_answer *answer)
{
    ptc_target_options options = {.struct_size = sizeof options,
                                  .note = take_note,
                                  .user = answer,
                                  .wrap_root = true,
                                  .openai_formats = true,
                                  .anthropic_patterns = true};

    answer->notes_len = 0;
    ptc_text_init(&answer->text, arena);
    answer->status = ptc_target_write(&answer->text, target, items, count, &options);
}

static bool is_good(const places_answer *whole, const places_answer *answer)
{
    if (answer->status == PTC_ERROR_MEMORY)
        return true;
    return answer->status == whole->status &&
           ptc_str_equal(ptc_text_view(&answer->text), ptc_text_view(&whole->text)) &&
           answer->notes_len == whole->notes_len &&
           memcmp(answer->notes, whole->notes, whole->notes_len) == 0;
}

/* In memory of the caller's, of which the text and all that it takes are made. */
static void check_sizes(const ptc_target_contract *items, size_t count, ptc_target target,
                        const places_answer *whole)
{
    static places_answer answer;
    bool is_whole = false;

    for (size_t size = STEP; size < SIZE_MOST && !is_whole; size += STEP + size / 32) {
        char *memory = malloc(size);
        ptc_arena arena;

        cr_assert_not_null(memory);
        ptc_arena_init_memory(&arena, memory, size);
        ask(items, count, target, &arena, &answer);
        is_whole = answer.status == whole->status;
        cr_expect(is_good(whole, &answer), "%s, %zu bytes: status %d",
                  ptc_target_word(target), size, (int)answer.status);
        free(memory);
    }
    cr_expect(is_whole, "%s", ptc_target_word(target));
}

static void check(const ptc_target_contract *items, size_t count, ptc_target target)
{
    static places_answer whole;
    static places_answer answer;
    ptc_arena whole_arena;
    size_t asked;

    ptc_arena_init(&whole_arena, NULL, 0);
    refuse_from(0, false);
    ask(items, count, target, &whole_arena, &whole);
    asked = refuse_stop();
    cr_expect_neq(whole.status, PTC_ERROR_MEMORY);
    for (size_t place = 1; place <= asked; place = refuse_next(place, asked)) {
        for (int for_ever = 0; for_ever < 2; for_ever++) {
            ptc_arena arena;

            ptc_arena_init(&arena, NULL, 0);
            refuse_from(place, for_ever != 0);
            ask(items, count, target, &arena, &answer);
            refuse_stop();
            cr_expect(is_good(&whole, &answer),
                      "%s, %.*s: place %zu of %zu%s: status %d, not %d; %.*s\nnot %.*s",
                      ptc_target_word(target), (int)items->name.len, items->name.ptr,
                      place, asked, for_ever ? " for ever" : "", (int)answer.status,
                      (int)whole.status, (int)answer.notes_len, answer.notes,
                      (int)whole.notes_len, whole.notes);
            ptc_arena_free(&arena);
        }
    }
    check_sizes(items, count, target, &whole);
    ptc_arena_free(&whole_arena);
}

static bool takes_one(ptc_target target)
{
    static const char one[PTC_TARGET_COUNT] = {
#define CONTRACT                                                    1
#define FILE                                                        0
#define PTC_TARGET(constant, word, emit_word, scope, name, summary) scope,
#include <ptc/targets.def>
#undef PTC_TARGET
#undef FILE
#undef CONTRACT
    };

    return one[target] != 0;
}

static void check_all(const char *text, ptc_contract_format format)
{
    ptc_contract_options options = {.struct_size = sizeof options, .format = format};
    ptc_source source = {PTC_STR("test"), ptc_str_of(text)};
    ptc_target_contract items[8] = {0};
    ptc_contracts contracts;
    ptc_arena arena;
    ptc_diags diags;

    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    cr_assert_eq(ptc_contracts_read(&arena, &source, &options, &diags, &contracts),
                 PTC_OK, "%s", diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    cr_assert_leq(contracts.count, sizeof items / sizeof *items);
    for (size_t i = 0; i < contracts.count; i++)
        items[i] = (ptc_target_contract){.name = contracts.items[i].name,
                                         .schema = &contracts.items[i].schema,
                                         .is_type = contracts.items[i].is_type};
    for (unsigned target = 0; target < PTC_TARGET_COUNT; target++) {
        if (!takes_one((ptc_target)target))
            check(items, contracts.count, (ptc_target)target);
        for (size_t i = 0; i < contracts.count && takes_one((ptc_target)target); i++)
            check(&items[i], 1, (ptc_target)target);
    }
    ptc_arena_free(&arena);
}

Test(target_places, signatures, .timeout = 120)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        check_all(files[i], PTC_CONTRACT_SIG);
}

Test(target_places, malli, .timeout = 120)
{
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++)
        check_all(schemas[i], PTC_CONTRACT_MALLI_EDN);
}
