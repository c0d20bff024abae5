/* SPDX-License-Identifier: MIT */
/* Agents one after the other: what fits, and what comes of what does not. [subagent 12]
 */
#include <criterion/criterion.h>

#include <ptc/agent.h>

#include "support.h"

/* --- Before they run ---------------------------------------------------------------- */

static const char *check(ptc_arena *arena, const char *const *signatures, size_t count)
{
    const ptc_agent *agents[4];
    const ptc_agent_fault *faults;
    ptc_agent made[4] = {{0}};
    ptc_status status;
    ptc_text text;
    size_t found;
    bool has_error = false;

    for (size_t i = 0; i < count; i++) {
        made[i].struct_size = sizeof made[i];
        made[i].prompt = PTC_STR("Go");
        made[i].signature_text = ptc_str_of(signatures[i]);
        made[i].name = i == 1 ? "next" : NULL;
        agents[i] = &made[i];
    }
    status = ptc_agent_check_chain(agents, count, arena, &faults, &found);
    ptc_text_init(&text, arena);
    for (size_t i = 0; i < found; i++) {
        has_error = has_error || !faults[i].is_warning;
        ptc_text_cstr(&text, i > 0 ? "\n" : "");
        ptc_text_cstr(&text, faults[i].is_warning ? "warning " : "");
        ptc_text_str(&text, faults[i].reason);
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, faults[i].message);
    }
    cr_expect(status == (has_error ? PTC_ERROR_INVALID : PTC_OK));
    return test_cstr(ptc_text_view(&text));
}

#define MISSING(keys)                                                                    \
    "chain_error: agent 2 \"next\": Chain mismatch: agent requires [" keys               \
    "] but previous step doesn't output them"
#define TYPE(text) "chain_error: agent 2 \"next\": Chain mismatch: " text

Test(agent_chain, is_checked_by_names_and_types) /* M241 */
{
    static const struct {
        const char *from, *to, *says;
    } rows[] = {
        {"() -> {a :int}", "(a :int) -> :any", ""},
        {"() -> {a :int, b :string}", "(a :int) -> :any", ""},
        {"() -> {a-b :int}", "(a_b :int) -> :any", ""},
        {"() -> {a :int}", "(m :int) -> :any", MISSING("\"m\"")},
        {"() -> {a :int}", "(m :int, k [:string], o :int?) -> :any",
         MISSING("\"m\", \"k\"")},
        {"", "(m :int) -> :any", ""},
        {"() -> {a :int}", "", ""},
        {"() -> :any", "(m :int) -> :any", ""},
        {"() -> :map", "(m :int) -> :any", ""},
        {"() -> :int", "(result :int) -> :any", ""},
        {"() -> :int", "(m :int) -> :any", MISSING("\"m\"")},
        {"() -> [:int]", "(result {a :int}) -> :any",
         TYPE("result: expected {a :int}, previous step outputs [:int]")},
        {"() -> {a :int}", "(a :string) -> :any",
         TYPE("a: expected :string, previous step outputs :int")},
        {"() -> {a :string}", "(a :int) -> :any", ""}, /* "42" may come */
        {"() -> {a :int}", "(a :float) -> :any", ""},
        {"() -> {a :float}", "(a :int) -> :any", ""},
        {"() -> {a :keyword}", "(a :string) -> :any", ""},
        {"() -> {a :bool}", "(a :int) -> :any",
         TYPE("a: expected :int, previous step outputs :bool")},
        {"() -> {a [:int]}", "(a [:string]) -> :any",
         TYPE("a.[]: expected :string, previous step outputs :int")},
        {"() -> {a {b {c :int}}}", "(a {b {c [:int]}}) -> :any",
         TYPE("a.b.c: expected [:int], previous step outputs :int")},
        {"() -> {a {b :int}}", "(a {c :int}) -> :any", MISSING("\"a.c\"")},
        {"() -> {a :int?}", "(a :int) -> :any",
         "warning invalid_config: agent 2 \"next\": a may be nil in the previous step's "
         "output"},
        {"() -> {a :int?}", "(a :int?) -> :any", ""},
        {"[:=> [:cat] [:map [:a [:or :int [:vector :int]]]]]", "(a [:int]) -> :any", ""},
        {"[:=> [:cat] [:map [:a [:enum \"x\" \"y\"]]]]", "(a :string) -> :any", ""},
        {"[:=> [:cat] [:map [:a [:enum 1 2]]]]", "(a :string) -> :any",
         TYPE("a: expected :string, previous step outputs :enum[1 2]")},
        {"() -> {_ids [:int]}", "(_ids [:int]) -> :any", NULL},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const signatures[] = {rows[i].from, rows[i].to};
        const char *says = check(&arena, signatures, 2);

        if (rows[i].says == NULL) /* a warning about '_' of inputs, no fault */
            cr_expect(strstr(says, "chain_error") == NULL, "%s", says);
        else
            cr_expect(strcmp(says, rows[i].says) == 0, "%s, %s: %s", rows[i].from,
                      rows[i].to, says);
    }
    ptc_arena_free(&arena);
}

Test(agent_chain, is_checked_link_by_link)
{
    static const char *const signatures[] = {"() -> {a :int}", "(a :int) -> {b :int}",
                                             "(a :int) -> :any"};
    const char *says;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    says = check(&arena, signatures, 3);
    cr_expect(strcmp(says, "chain_error: agent 3: Chain mismatch: agent requires [\"a\"] "
                           "but previous step doesn't output them") == 0,
              "%s", says);
    says = check(&arena, signatures, 0);
    cr_expect(strcmp(says, "") == 0, "%s", says);
    ptc_arena_free(&arena);
}

Test(agent_chain, check_survives_refused_memory)
{
    static const ptc_agent first = {.struct_size = sizeof first,
                                    .prompt = {"Go", 2},
                                    .signature_text = {"() -> {a :int}", 14}};
    static const ptc_agent second = {.struct_size = sizeof second,
                                     .prompt = {"Go", 2},
                                     .signature_text = {"(m :int) -> :any", 16}};
    const ptc_agent *const agents[] = {&first, &second};
    ptc_status status = PTC_ERROR_MEMORY;

    for (size_t left = 0; left < 1000 && status == PTC_ERROR_MEMORY; left++) {
        test_refusing state = {left, 0};
        ptc_allocator allocator = test_refusing_allocator(&state);
        const ptc_agent_fault *faults;
        ptc_arena arena;
        size_t count;

        ptc_arena_init(&arena, &allocator, 0);
        status = ptc_agent_check_chain(agents, 2, &arena, &faults, &count);
        ptc_arena_free(&arena);
        cr_expect(state.held == 0);
    }
    cr_expect(status == PTC_ERROR_INVALID);
}
