/* SPDX-License-Identifier: MIT */
/* Agents one after the other: what fits, and what comes of what does not. [subagent 12]
 */
#include "agents.h"
#include "declared.h"
#include <criterion/criterion.h>

/* --- Before they run ---------------------------------------------------------------- */

/* What is said of the agents, which get names and a prompt. */
static const char *check_agents(ptc_arena *arena, ptc_agent *made, size_t count)
{
    const ptc_agent *agents[4];
    const ptc_agent_fault *faults;
    ptc_status status;
    ptc_text text;
    size_t found;
    bool has_error = false;

    for (size_t i = 0; i < count; i++) {
        made[i].struct_size = sizeof made[i];
        made[i].prompt = PTC_STR("Go");
        made[i].name = i == 1 ? "next" : NULL;
        agents[i] = &made[i];
    }
    status = ptc_agent_check_chain(arena, agents, count, &faults, &found);
    ptc_text_init(&text, arena);
    for (size_t i = 0; i < found; i++) {
        has_error = has_error || !faults[i].is_warning;
        ptc_text_cstr(&text, i > 0 ? "\n" : "");
        ptc_text_cstr(&text, faults[i].is_warning ? "warning " : "");
        ptc_text_str(&text, faults[i].error.code);
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, faults[i].error.message);
    }
    cr_expect(status == (has_error ? PTC_ERROR_INVALID : PTC_OK));
    ptc_text_byte(&text, '\0');
    return text.ptr;
}

static const char *check(ptc_arena *arena, const char *const *signatures, size_t count)
{
    ptc_agent made[4] = {{0}};

    for (size_t i = 0; i < count; i++)
        made[i].signature_text = ptc_str_of(signatures[i]);
    return check_agents(arena, made, count);
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
        {"() -> {a :date}", "(a :string) -> :any", ""},
        {"() -> {a :string}", "(a :date) -> :any", ""},
        {"() -> {a :date}", "(a :datetime) -> :any",
         TYPE("a: expected :datetime, previous step outputs :date")},
        {"() -> {a :int}", "(a :decimal) -> :any", ""},
        {"() -> {a :float}", "(a :decimal) -> :any", ""},
        {"() -> {a :decimal}", "(a :string) -> :any", ""},
        {"() -> {a :decimal}", "(a :float) -> :any", ""},
        {"() -> {a :decimal}", "(a :bool) -> :any",
         TYPE("a: expected :bool, previous step outputs :decimal")},
        {"() -> {a :date}", "(a :decimal) -> :any",
         TYPE("a: expected :decimal, previous step outputs :date")},
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
        /* absence and nil apart [validation 5.5] */
        {"[:=> [:cat] [:map [:a {:json/required true} [:maybe :int]]]]",
         "(a :int) -> :any",
         "warning invalid_config: agent 2 \"next\": a may be nil in the previous step's "
         "output"},
        {"[:=> [:cat] [:map [:a {:json/required true} [:maybe :int]]]]",
         "(a :any) -> :any", ""},
        {"[:=> [:cat] [:map [:a {:json/required true} [:maybe :int]]]]",
         "[:=> [:catn [:a {:json/required true} [:maybe :int]]] :any]", ""},
        {"[:=> [:cat] [:map [:a {:json/required true} [:maybe :int]]]]",
         "[:=> [:catn [:a {:optional true :json/null false} :int]] :any]", ""},
        {"[:=> [:cat] [:map [:a {:optional true :json/null false} :int]]]",
         "[:=> [:catn [:a {:json/required true} [:maybe :int]]] :any]",
         "warning invalid_config: agent 2 \"next\": a may be nil in the previous step's "
         "output"},
        {"[:=> [:cat] [:map [:b :int]]]",
         "[:=> [:catn [:a {:json/required true} [:maybe :int]]] :any]", MISSING("\"a\"")},
        {"[:=> [:cat] [:map [:b :int]]]",
         "[:=> [:catn [:a {:optional true :json/null false} :int]] :any]", ""},
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

/* --- Types that are used in many places --------------------------------------------- */

/* The last contract of a file with this text. */
static const ptc_schema *last_contract(ptc_arena *arena, const char *text)
{
    const ptc_contracts *contracts = test_contracts(arena, text);

    return &contracts->items[contracts->count - 1].schema;
}

/* A contract whose types each hold the one before twice, and hold `base` at last:
 * `last` is the contract, in which the highest type is `:t`. */
static const ptc_schema *tower(ptc_arena *arena, const char *base, unsigned levels,
                               const char *last)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    test_write_tower(&text, "t", base, levels);
    ptc_text_cstr(&text, "t = :t");
    ptc_text_uint(&text, levels - 1);
    ptc_text_byte(&text, '\n');
    ptc_text_cstr(&text, last);
    ptc_text_byte(&text, '\0');
    return last_contract(arena, text.ptr);
}

static const char *check_towers(ptc_arena *arena, const char *from, unsigned from_levels,
                                const char *to, unsigned to_levels)
{
    ptc_agent made[2] = {{0}};

    made[0].signature = tower(arena, from, from_levels, "f() -> {a :t}\n");
    made[1].signature = tower(arena, to, to_levels, "f(a :t) -> :any\n");
    return check_agents(arena, made, 2);
}

static size_t count_lines(const char *text)
{
    size_t count = text[0] != '\0';

    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

#define AND               "\n"
#define NOT_A_LIST(place) TYPE(place ": expected [:int], previous step outputs :int")

Test(agent_chain, types_are_compared_wherever_they_are_used)
{
    const char *says;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    says = check_towers(&arena, "{x :int}", 3, "{x [:int]}", 3);
    cr_expect_str_eq(says,
                     NOT_A_LIST("a.l.l.x") AND NOT_A_LIST("a.l.r.[].x")
                         AND NOT_A_LIST("a.r.[].l.x") AND NOT_A_LIST("a.r.[].r.[].x"));
    says = check_towers(&arena, "{x :int}", 2, "{y :int}", 2);
    cr_expect_str_eq(says, MISSING("\"a.l.y\", \"a.r.[].y\""));
    says = check_towers(&arena, "{x :int?}", 2, "{x :int}", 2);
    cr_expect(strstr(says, "a.l.x may be nil") && strstr(says, "a.r.[].x may be nil"),
              "%s", says);
    ptc_arena_free(&arena);
}

/* A tower of 60 types means 2^60 fields, and is compared by its types. */
Test(agent_chain, large_types_are_compared_in_bounded_time)
{
    const char *says;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    says = check_towers(&arena, "{x :int}", 30, "{x :int}", 30);
    cr_expect_str_eq(says, "");
    says = check_towers(&arena, "{x :int}", 30, "{x [:int]}", 30);
    cr_expect(strncmp(says, "chain_error", 11) == 0, "%s", says);
    cr_expect_lt(count_lines(says), (size_t)300);
    cr_expect(strstr(says, "not checked") == NULL, "%s", says);
    ptc_arena_free(&arena);
}

Test(agent_chain, what_is_not_compared_is_named)
{
    static const char cut[] =
        "warning invalid_config: agent 2 \"next\": it was not checked whether all of the "
        "previous step's output fits: there are more than 1000 faults, or the types are "
        "too large or nested deeper than 64 "
        "levels";
    const char *says;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    says = check_towers(&arena, "{x :int}", 80, "{x [:int]}", 80);
    cr_expect_str_eq(says, cut);
    ptc_arena_free(&arena);
}

Test(agent_chain, check_survives_refused_memory)
{
    static const ptc_agent first = {.struct_size = sizeof first,
                                    .prompt = PTC_STR_INIT("Go"),
                                    .signature_text = PTC_STR_INIT("() -> {a :int}")};
    static const ptc_agent second = {.struct_size = sizeof second,
                                     .prompt = PTC_STR_INIT("Go"),
                                     .signature_text = PTC_STR_INIT("(m :int) -> :any")};
    const ptc_agent *const agents[] = {&first, &second};
    ptc_status status = PTC_ERROR_MEMORY;

    for (size_t left = 0; left < 1000 && status == PTC_ERROR_MEMORY; left++) {
        test_refusing state = {left, 0};
        ptc_allocator allocator = test_refusing_allocator(&state);
        const ptc_agent_fault *faults;
        ptc_arena arena;
        size_t count;

        ptc_arena_init(&arena, &allocator, 0);
        status = ptc_agent_check_chain(&arena, agents, 2, &faults, &count);
        ptc_arena_free(&arena);
        cr_expect(state.held == 0);
    }
    cr_expect(status == PTC_ERROR_INVALID);
}

/* --- Runs -------------------------------------------------------------------------- */

/* Runs the agent with that step before it. */
static void then(test_agent_run *run, const ptc_step *step)
{
    run->status =
        ptc_agent_then(&run->arena, step, &run->agent, &run->options, &run->step);
    cr_assert(run->step != NULL);
}

Test(agent_chain, hands_results_on) /* M264, M265, M433 */
{
    static const struct {
        const char *from, *reply;        /* of the first agent */
        const char *signature, *program; /* of the second */
        const char *result, *reason, *message;
    } rows[] = {
        {"() -> {n :int}", "(return {:n 4})", "(n :int) -> :int", "(return (inc ctx/n))",
         "5", NULL, NULL},
        {"() -> {_ids [:int]}", "(return {:_ids [1]})", "", "(return ctx/_ids)", "[1]",
         NULL, NULL},
        {"", "(return 4)", "", "(return ctx/result)", "4", NULL, NULL},
        {"", "(return {:my-key 4})", "(my_key :int) -> :int", "(return ctx/my_key)", "4",
         NULL, NULL},
        {"", "(return {:n 4})", "(m :int, k :int?) -> :int", "", NULL, "chain_error",
         "Chain mismatch: agent requires [\"m\"] but previous step doesn't output them"},
        {"", "(return 4)", "(m :int) -> :int", "", NULL, "chain_error",
         "Chain mismatch: agent requires [\"m\"] but previous step doesn't output them"},
        {"", "(return {:n \"x\"})", "(n :int) -> :int", "", NULL, "validation_error",
         NULL},
        {"", "(fail {:reason :not_found :message \"nobody\"})", "", "", NULL,
         "chained_failure", "Upstream agent failed: not_found"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run first;
        test_agent_run second;

        test_agent_start(&first, "Find");
        first.agent.signature_text = ptc_str_of(rows[i].from);
        test_agent_replies(&first, rows[i].reply, NULL);
        test_agent_go(&first);
        test_agent_start(&second, "Use");
        second.agent.signature_text = ptc_str_of(rows[i].signature);
        test_agent_replies(&second, rows[i].program, NULL);
        then(&second, first.step);
        if (rows[i].reason == NULL)
            test_expect_result(&second, rows[i].result);
        else
            test_expect_fail(&second, rows[i].reason, rows[i].message);
        cr_expect_eq(second.asked, (size_t)(rows[i].reason == NULL));
        test_agent_stop(&second);
        test_agent_stop(&first);
    }
}

Test(agent_chain, failures_end_a_pipe) /* M263, M267 */
{
    test_agent_run first;
    test_agent_run second;
    ptc_text text;

    test_agent_start(&first, "Find");
    test_agent_replies(&first, "(fail {:reason :not_found :message \"nobody\"})", NULL);
    test_agent_go(&first);
    cr_expect(ptc_str_equal(first.step->fail.reason, PTC_STR("not_found")));
    ptc_text_init(&text, &first.arena);
    ptc_step_write_error(&text, first.step);
    cr_expect_str_eq(text.ptr, "SubAgent failed: not_found - nobody");

    test_agent_start(&second, "Use");
    then(&second, first.step);
    cr_expect_eq(second.asked, (size_t)0);
    cr_expect_str_eq(test_edn(&second, &second.step->fail.details),
                     "{\"upstream\" {\"reason\" \"not_found\" \"message\" "
                     "\"nobody\"}}");
    test_agent_stop(&second);
    test_agent_stop(&first);
}

Test(agent_chain, descriptions_travel) /* M433 */
{
    static const ptc_description described[] = {
        {PTC_STR_INIT("n"), PTC_STR_INIT("how many orders")}};
    test_agent_run first;
    test_agent_run second;

    test_agent_start(&first, "Find");
    first.agent.signature_text = PTC_STR("() -> {n :int, u :string}");
    first.agent.field_descriptions = described;
    first.agent.field_description_count = 1;
    test_agent_replies(&first, "(return {:n 4 :u \"x\"})", NULL);
    test_agent_go(&first);
    test_agent_start(&second, "Use");
    test_agent_replies(&second, "(return 1)", NULL);
    then(&second, first.step);
    test_expect_result(&second, "1");
    cr_expect(strstr(second.systems[0].ptr, "how many orders") != NULL, "%s",
              second.systems[0].ptr);
    test_agent_stop(&second);
    test_agent_stop(&first);
}

/* Nothing below them tells such maps apart from what comes next in the file. */
Test(agent_chain, maps_without_fields_hide_no_fault_of_others)
{
    static const char *const rows[][3] = {
        {"f() -> {a {}, b {z [:int]}}", "k = {z :int?}\ng(a :k, b :k) -> :any",
         "b.z: expected :int?, previous step outputs [:int]"},
        {"k = {z [:int]}\nf() -> {a :k, b :k}", "g(a {}, b {z :int?}) -> :any",
         "b.z: expected :int?, previous step outputs [:int]"},
        {"f() -> {a {}}", "g(a {z :int}) -> :any", "requires [\"a.z\"]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_agent made[2] = {{0}};
        const char *says;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        made[0].signature = last_contract(&arena, rows[i][0]);
        made[1].signature = last_contract(&arena, rows[i][1]);
        says = check_agents(&arena, made, 2);
        cr_expect(strstr(says, rows[i][2]) != NULL, "%s: %s", rows[i][0], says);
        ptc_arena_free(&arena);
    }
}

/* A fault shows the beginning of its types, and there is an end to faults. */
Test(agent_chain, many_faults_of_large_types_stay_short)
{
    enum { FIELDS = 2000, LEVELS = 300 };
    ptc_agent made[2] = {{0}};
    ptc_text from;
    ptc_text to;
    ptc_arena arena;
    const char *says;

    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    ptc_text_init(&from, &arena);
    ptc_text_init(&to, &arena);
    ptc_text_cstr(&from, "f() -> {");
    ptc_text_cstr(&to, "g(");
    for (unsigned i = 0; i < FIELDS; i++) {
        ptc_text_cstr(&from, i > 0 ? ", x" : "x");
        ptc_text_uint(&from, i);
        ptc_text_cstr(&from, " :t");
        ptc_text_cstr(&to, i > 0 ? ", x" : "x");
        ptc_text_uint(&to, i);
        ptc_text_cstr(&to, " :int");
    }
    ptc_text_cstr(&from, "}\n");
    ptc_text_cstr(&to, ") -> :any\n");
    ptc_text_byte(&from, '\0');
    ptc_text_byte(&to, '\0');
    made[0].signature = tower(&arena, "{v :int}", LEVELS, from.ptr);
    made[1].signature = last_contract(&arena, to.ptr);
    says = check_agents(&arena, made, 2);
    cr_expect(strstr(says, "x999: expected :int, previous step outputs {") != NULL);
    cr_expect(strstr(says, "x1000: ") == NULL);
    cr_expect(strstr(says, "there are more than 1000 faults") != NULL);
    cr_expect_lt(strlen(says), 1000 * 400);
    ptc_arena_free(&arena);
}
