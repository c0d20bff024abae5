/* SPDX-License-Identifier: MIT */
/* Prompts of agents: their sections, the parts that no run changes, examples, and what is
 * cut from prompts that are too long. [subagent 11, signature 9.1] */
#include <criterion/criterion.h>

#include "agent/prompt/prompt_int.h"
#include "agents.h"
#include "lisp_rows.h"
#include "random_schema.h"

#define STR PTC_STR_INIT

static ptc_status do_nothing(ptc_tool_call *call, void *user)
{
    (void)call, (void)user;
    return PTC_OK;
}

/* --- Parts of the tests ------------------------------------------------------------ */

static ptc_value read_value(ptc_arena *arena, const char *json)
{
    ptc_value value;

    cr_assert_eq(ptc_json_read(arena, json, strlen(json), NULL, &value, NULL, NULL),
                 PTC_OK, "%s", json);
    return value;
}

/* What a run with this context would send first; NUL-terminated texts. */
static ptc_preview preview_of(const ptc_agent *agent, ptc_arena *arena, const char *json)
{
    ptc_agent_options options = {.struct_size = sizeof options};
    ptc_value context = read_value(arena, json);
    ptc_preview preview;
    ptc_status status;
    ptc_fail fail;

    options.context = &context;
    status = ptc_agent_preview(arena, agent, &options, &preview, &fail);
    cr_assert_eq(status, PTC_OK, "%s", test_cstr(fail.message));
    preview.system = ptc_str_copy(arena, preview.system);
    preview.user = ptc_str_copy(arena, preview.user);
    preview.warning = ptc_str_copy(arena, preview.warning);
    return preview;
}

static bool has(ptc_str text, const char *part)
{
    return strstr(text.ptr, part) != NULL;
}

/* The sections appear in this order, once each. */
static void expect_order(ptc_str text, const char *const *headings, const char *name)
{
    const char *at = text.ptr;

    for (; *headings != NULL; headings++) {
        const char *found = strstr(at, *headings);

        cr_expect(found != NULL, "%s: lacks, or too early: %s", name, *headings);
        if (found == NULL)
            return;
        cr_expect(strstr(found + 1, *headings) == NULL, "%s: twice: %s", name, *headings);
        at = found;
    }
}

static const ptc_tool search = {
    .name = "search", .description = "Finds orders.\nSlowly.", .function = do_nothing};
static const ptc_agent_tool tools[] = {{.name = "search", .function = &search}};

#define AGENT(...)                                                                       \
    {                                                                                    \
        .struct_size = sizeof(ptc_agent), .prompt = STR("Find orders of {{user}}"),      \
        __VA_ARGS__                                                                      \
    }
#define TOOLS .tools = tools, .tool_count = 1

/* --- Sections ---------------------------------------------------------------------- */

Test(agent_prompt,
     has_its_sections_in_order) /* M337, M338, M339, M340, M341, M342, M441 */
{
    static const ptc_system_prompt own = {.prefix = STR("BEFORE"),
                                          .suffix = STR("AFTER")};
    static const ptc_prompt_tool catalog[] = {{STR("ship"), NULL, true}};
    static const ptc_agent agent =
        AGENT(TOOLS, .catalog = catalog, .catalog_count = 1, .system_prompt = &own);
    static const ptc_agent judge = AGENT(.max_turns = 1);
    static const char *const agent_order[] = {"BEFORE",
                                              "## Your role",
                                              "## PTC-Lisp",
                                              "## When a program fails",
                                              "## Data inventory",
                                              "## Tools you can call",
                                              "## Tools for planning (do not call)",
                                              "## Expected output",
                                              "## Output format",
                                              "AFTER",
                                              NULL};
    static const char *const judge_order[] = {"## Your role",      "## PTC-Lisp",
                                              "## Data inventory", "## Expected output",
                                              "## Output format",  NULL};
    ptc_preview preview;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    preview = preview_of(&agent, &arena, "{\"user\": \"alice\"}");
    expect_order(preview.system, agent_order, "agent");
    cr_expect_str_eq(preview.user.ptr, "Find orders of alice");
    cr_expect(!has(preview.system, "Find orders of"), "the mission is said once");
    cr_expect(has(preview.system, "`(return value)`"));
    preview = preview_of(&judge, &arena, "{\"user\": \"alice\"}");
    expect_order(preview.system, judge_order, "judgment");
    cr_expect(!has(preview.system, "## Tools"), "judgment has no tools");
    cr_expect(!has(preview.system, "ctx/fail"), "judgment has no second turn");
    cr_expect(!has(preview.system, "(return"), "judgment gives its last value");
    cr_expect_eq(preview.tool_count, 0u);
    ptc_arena_free(&arena);
}

/* Runs a program of a prompt; `expected` NULL: that it runs is enough. */
static void check_program(const char *file, ptc_str text, const char *expected)
{
    lisp_answer answer = lisp_evaluate(text, NULL, NULL);

    cr_expect(answer.is_ok, "%s: %s: %s", file, test_cstr(text),
              answer.is_ok ? "" : answer.result.error.message.ptr);
    if (answer.is_ok && expected != NULL)
        cr_expect_str_eq(test_cstr(answer.result.printed), expected, "%s: %s", file,
                         test_cstr(text));
    lisp_forget(&answer);
}

/* Each line that ends with `;=> value` gives that value; so does the text before a line
 * with only that. */
static unsigned check_examples(const char *file, ptc_str block)
{
    ptc_str before = PTC_STR("");
    unsigned count = 0;
    unsigned number = 0;
    ptc_str line;

    while (test_next_line(&block, &line, &number)) {
        const char *mark = NULL;
        char expected[256];

        for (size_t i = 0; i + 4 <= line.len && mark == NULL; i++)
            mark = memcmp(line.ptr + i, ";=> ", 4) == 0 ? line.ptr + i : NULL;
        if (mark == NULL) {
            before = line;
            continue;
        }
        cr_assert((size_t)(line.ptr + line.len - mark) < sizeof expected);
        memcpy(expected, mark + 4, (size_t)(line.ptr + line.len - mark - 4));
        expected[line.ptr + line.len - mark - 4] = '\0';
        check_program(
            file,
            mark == line.ptr ? before : ptc_str_make(line.ptr, (size_t)(mark - line.ptr)),
            expected);
        count++;
    }
    return count;
}

/* Every program that a prompt shows does run, and gives what it says. */
Test(agent_prompt, examples_of_sections_run) /* M338 */
{
    const struct {
        const char *name;
        const char *text;
        unsigned blocks;
        unsigned values;
    } rows[] = {
        {"core_agent", ptc_prompt_core_agent, 0, 0},
        {"core_judgment", ptc_prompt_core_judgment, 0, 0},
        {"language_single", ptc_prompt_language_single, 1, 5},
        {"language_multi", ptc_prompt_language_multi, 1, 11},
        {"error_recovery", ptc_prompt_error_recovery, 0, 0},
        {"output_format", ptc_prompt_output_format, 0, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = rows[i].text;
        unsigned blocks = 0;
        unsigned values = 0;

        while ((at = strstr(at, "```clojure\n")) != NULL) {
            const char *start = at + 11;

            at = strstr(start, "\n```");
            cr_assert(at != NULL, "%s: an open fence", rows[i].name);
            check_program(rows[i].name, ptc_str_make(start, (size_t)(at - start)), NULL);
            values +=
                check_examples(rows[i].name, ptc_str_make(start, (size_t)(at - start)));
            blocks++;
            at += 4;
        }
        cr_expect_eq(blocks, rows[i].blocks, "%s: %u blocks", rows[i].name, blocks);
        cr_expect_eq(values, rows[i].values, "%s: %u values", rows[i].name, values);
    }
}

/* Names of functions in the lists of the language sections. */
Test(agent_prompt, names_of_sections_are_there)
{
    const char *at = strstr(ptc_prompt_language_multi, "**Functions.** `");
    const char *end;

    cr_assert(at != NULL);
    at += strlen("**Functions.** `");
    end = strchr(at, '`');
    while (at < end) {
        size_t length = strcspn(at, " \n`");

        if (length > 0)
            check_program("language_multi", ptc_str_make(at, length), NULL);
        at += length + 1;
    }
}

/* --- Tools and output -------------------------------------------------------------- */

Test(agent_prompt, tools_are_told_of) /* M035, M069, M070, M246, M282, M341 */
{
    static const ptc_agent writer = {.struct_size = sizeof writer,
                                     .name = "writer",
                                     .prompt = STR("Write {{text}}\nwell"),
                                     .signature_text =
                                         STR("(text :string) -> {body :string, _raw "
                                             ":string}")};
    static const ptc_agent_tool many[] = {
        {.name = "writer", .agent = &writer},
        {.name = "search", .function = &search},
        {.name = "add", .description = "Other words.", .function = &search}};
    static const ptc_prompt_tool catalog[] = {{STR("ship"), NULL, false},
                                              {STR("search"), NULL, true}};
    static const ptc_agent rows[] = {
        AGENT(.tools = many, .tool_count = 3, .catalog = catalog, .catalog_count = 2,
              .signature_text = STR("(user :string) -> {n :int, _ids [:int]}")),
        AGENT(.tools = many, .tool_count = 2, .tool_style = PTC_PROMPT_COMPACT),
        AGENT(.tools = many, .tool_count = 1, .tool_style = PTC_PROMPT_FENCED),
        AGENT(.max_turns = 3),
        AGENT(.max_turns = 1, .catalog = catalog, .catalog_count = 1),
    };
    static const char *const sections[] = {
        "## Tools you can call\n\n"
        "return(data {n :int, _ids [:int]}) -> :exit-success\n\n"
        "fail(error {reason :keyword, message :string, op :string?, details :map?}) -> "
        ":exit-error\n\n"
        "add(args :map) -> :any\n  Other words.\n\n"
        "search(args :map) -> :any\n  Finds orders.\n  Slowly.\n\n"
        "writer(text :string) -> {body :string}\n  Write {{text}}\n\n"
        "## Tools for planning (do not call)\n\n"
        "ship(args :map) -> :any\n\n## Expected output\n\n",
        "## Tools you can call\n\n"
        "tool/return(data any) -> exit-success\n\n"
        "tool/fail(error {reason keyword, message string, op string?, details map?}) -> "
        "exit-error\n\n"
        "tool/search(args map) -> any  ; Finds orders. Slowly.\n\n"
        "tool/writer(text string) -> {body string}  ; Write {{text}}\n\n## Expected",
        "### writer\n\n```\nwriter(text :string) -> {body :string}\n```\n\n"
        "Write {{text}}\n",
        "details :map?}) -> :exit-error\n\n## Expected output\n\nAny value may be "
        "returned: `(return value)`.\n",
        "## Tools for planning (do not call)\n\nship(args :map) -> :any\n\n## Expected "
        "output\n\nAny value may be the result.\n",
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_preview preview = preview_of(&rows[i], &arena, "{\"user\": \"x\"}");

        cr_expect(has(preview.system, sections[i]), "row %zu:\n%s\n--- in\n%s", i,
                  sections[i], strstr(preview.system.ptr, "## Data"));
    }
    ptc_arena_free(&arena);
}

Test(agent_prompt, output_is_told_of) /* M037, M208 */
{
    static const ptc_description fields[] = {{STR("n"), STR("how many,\nat least 1")},
                                             {STR("user.first-name"), STR("given")}};
    static const struct {
        const char *signature;
        const char *section;
    } rows[] = {
        {"{n :int[1..9], user {first_name :string, age :int?}, _ids [:int]}",
         "{n :int[1..9], user {first_name :string, age :int?}, _ids [:int]}\n"
         "  - n: how many, at least 1\n"
         "  - user.first_name: given\n\n"
         "A value of this type, returned:\n\n"
         "```clojure\n(return {:n 1 :user {:first_name \"result\" :age 42} :_ids [42]})\n"
         "```\n\n## Output format\n"},
        {":int", ":int\n\nA value of this type, returned:\n\n```clojure\n(return 42)\n"},
        {"[:float]", "[:float]\n\nA value of this type, returned:\n\n```clojure\n(return "
                     "[3.14])\n"},
        {":enum[:low :high]", "\n(return :low)\n"},
        {"{a :float, b :bool, c :keyword, d :map, e :any, f :datetime}",
         "\n(return {:a 3.14 :b true :c :ok :d {} :e \"result\" :f "
         "\"2024-01-31T09:30:00Z\"})\n"},
        {"[:map [:id [:ref :nope]]]", NULL},
        {"[:and :int [:> 10] [:< 10.5]]", NULL},
        {"[:string {:min 8 :max 9}]", "\n(return \"resultxx\")\n"},
        {"[:re #\"^[A-Z]{2}-\\d{3}$\"]", "\n(return \"AA-111\")\n"},
        {"[:vector {:min 2} [:tuple :int [:> 0.5]]]", "\n(return [[42 1.5] [42 1.5]])\n"},
        {"[:or :nil [:map-of {:min 1} :keyword :int]]", "\n(return {:ok 42})\n"},
        {"[:multi {:dispatch :k} [\"a\" [:map [:k [:= \"a\"]]]]]",
         "\n(return {:k \"a\"})\n"},
        {"[:schema {:registry {\"tree\" [:map [:v :int] [:next {:optional true} [:ref "
         "\"tree\"]]]}} \"tree\"]",
         "\n(return {:v 42})\n"},
        {"[:schema {:registry {\"tree\" [:map [:v :int] [:kids [:vector [:ref "
         "\"tree\"]]]]}} \"tree\"]",
         "\n(return {:v 42 :kids []})\n"},
        {"[:map [:a [:set :int]] [:m [:map-of :keyword :int]] [:n [:vector {:max 0} "
         ":int]] [:two [:vector {:min 2} :int]]]",
         "\n(return {:a #{42} :m {:ok 42} :n [] :two [42 42]})\n"},
        {"[:and [:vector :int] [:= []]]", "\n(return [])\n"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_agent agent = AGENT(.max_turns = 2, .field_descriptions = fields,
                                .field_description_count = 2);
        ptc_preview preview;

        agent.signature_text = ptc_str_of(rows[i].signature);
        agent.prompt = PTC_STR("Go");
        if (rows[i].section == NULL) {
            cr_expect_neq(ptc_agent_preview(&arena, &agent, NULL, &preview,
                                            &(ptc_fail){.reason = PTC_STR("")}),
                          PTC_OK, "%s", rows[i].signature);
            continue;
        }
        preview = preview_of(&agent, &arena, "{}");
        cr_expect(has(preview.system, rows[i].section), "%s\n%s", rows[i].signature,
                  strstr(preview.system.ptr, "## Expected"));
    }
    ptc_arena_free(&arena);
}

/* What is shown is a value that the output type accepts, as the program gives it. */
Test(agent_prompt, examples_satisfy_their_types)
{
    static const ptc_walk_options strict = {.struct_size = sizeof strict,
                                            .mode = PTC_MODE_STRICT,
                                            .direction = PTC_OUTPUT,
                                            .boundary = PTC_BOUNDARY_LISP};
    enum { SCHEMAS = 3000 };
    test_random random = test_random_start("agent_prompt", 11);
    unsigned found = 0;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < SCHEMAS; i++) {
        ptc_schema schema;
        ptc_value example;
        lisp_answer answer;
        ptc_text text;

        ptc_arena_reset(&arena);
        random_schema(&random, &arena, 1 + i % 20, false, &schema);
        if (!ptc_schema_example(&arena, &schema, PTC_BOUNDARY_LISP, PTC_EXAMPLE_MOST,
                                &example))
            continue;
        found++;
        ptc_text_init(&text, &arena);
        ptc_value_write(&text, &example);
        answer = lisp_evaluate(ptc_text_view(&text), NULL, NULL);
        cr_expect(answer.is_ok, "%s: %s", test_cstr(ptc_text_view(&text)),
                  answer.is_ok ? "" : answer.result.error.message.ptr);
        cr_expect(answer.is_ok && ptc_schema_validate(&schema, &answer.result.value,
                                                      &strict, NULL) == PTC_OK,
                  "case %u: %s", i, test_cstr(ptc_text_view(&text)));
        lisp_forget(&answer);
    }
    cr_expect(found > SCHEMAS / 2, "%u of %u have examples", found, SCHEMAS);
    ptc_arena_free(&arena);
}

/* --- Limits and signs in prompts
 * -------------------------------------------------------- */

Test(agent_prompt, tells_how_much_may_be_kept) /* M360 */
{
    static const struct {
        size_t limit;
        size_t heap;
        const char *told;
    } rows[] = {
        {0, 0, "Kept values together are at most 1 MB: keep ids,"},
        {50, 0, "at most 50 bytes:"},
        {1, 0, "at most 1 byte:"},
        {65536, 0, "at most 64 KB:"},
        {100000, 0, "at most 100000 bytes:"},
        {(size_t)3 << 20, 0, "at most 3 MB:"},
        {0, 500000, "at most 500000 bytes:"},
        {PTRDIFF_MAX, 0, "at most 10000000 bytes:"},
        {PTRDIFF_MAX, PTRDIFF_MAX, "at most what memory holds:"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_agent agent =
            AGENT(TOOLS, .memory_limit = rows[i].limit, .max_heap = rows[i].heap);
        ptc_preview preview = preview_of(&agent, &arena, "{}");
        char *line = strstr(preview.system.ptr, "Kept values together are");

        cr_assert(line != NULL);
        for (char *at = line; *at != '\0' && at < line + 60; at++)
            *at = *at == '\n' ? ' ' : *at;
        cr_expect(has(preview.system, rows[i].told), "%.80s", line);
        agent.tools = NULL;
        agent.tool_count = 0;
        agent.max_turns = 1;
        preview = preview_of(&agent, &arena, "{}");
        cr_expect(!has(preview.system, "Kept values"), "a judgment keeps nothing");
        cr_expect(!has(preview.system, "{{memory"));
    }
    ptc_arena_free(&arena);
}

/* Signs that no type of the agent has are not explained. */
Test(agent_prompt, explains_the_signs_that_it_has)
{
    static const char list[] = "`[T]` is a list";
    static const char either[] = "`A|B` is either";
    static const char one_of[] = "`:enum[..]` is one";
    static const char bounds[] = "`:int[1..20]` has bounds";
    static const char hidden[] = "`<Firewalled>` stands for a value";
    static const char standard[] = "`T = v` may be absent and is v then";
    static const char *const all[] = {list, either, one_of, bounds, hidden, standard};
    static const struct {
        const char *signature;
        uint32_t max_turns;
        unsigned has; /* a bit for each of `all` */
    } rows[] = {
        {"(a :int) -> :int", 3, 0},
        {"(a :int) -> :int", 1, 0},
        {"(a [:int]) -> :int", 3, 1},
        {"(a :int|:string) -> :int", 1, 2},
        {"(a :int) -> {b :enum[:x :y]}", 3, 4},
        {"(a :int[1..5]) -> :int", 1, 8},
        {"(a :int) -> {_b [:int]}", 3, 17},
        {"(_a :int) -> :int", 1, 16},
        {"(a :int = 5) -> :int", 1, 32},
        {"(a :int[1..5]) -> {b [:int] = []}", 3, 41},
        {"(_a :int = 5) -> :int", 1, 16}, /* which is not shown */
        {"", 3, 17},                      /* what is inferred may have them */
        {"", 1, 17},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_agent agent = AGENT(.max_turns = rows[i].max_turns);
        ptc_preview preview;

        agent.prompt = PTC_STR("Go");
        agent.signature_text = ptc_str_of(rows[i].signature);
        preview = preview_of(&agent, &arena, "{}");
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            cr_expect_eq(has(preview.system, all[k]), (rows[i].has >> k & 1) != 0,
                         "%s: %s", rows[i].signature, all[k]);
        cr_expect_eq(has(preview.system, "## Notation of types"),
                     rows[i].has != 0 || rows[i].max_turns > 1, "%s", rows[i].signature);
    }
    ptc_arena_free(&arena);
}

/* --- Parts ------------------------------------------------------------------------- */

Test(agent_prompt, parts_of_ptcc_are_the_same_bytes) /* M345 */
{
    static const ptc_system_prompt own = {
        .prefix = STR("BEFORE"), .suffix = STR("AFTER"), .language_spec = STR("single")};
    static const ptc_description fields[] = {{STR("n"), STR("count")}};
    static const ptc_agent rows[] = {
        AGENT(TOOLS, .signature_text = STR("(user :string) -> {n :int}"),
              .field_descriptions = fields, .field_description_count = 1),
        AGENT(TOOLS, .system_prompt = &own),
        AGENT(TOOLS, .layout = PTC_LAYOUT_CACHED),
        AGENT(TOOLS, .layout = PTC_LAYOUT_CACHED, .memory_limit = 65536,
              .prompt_limit = {.max_chars = 2000}),
        AGENT(TOOLS, .memory_limit = 50, .memory_strategy = PTC_MEMORY_ROLLBACK,
              .prompt_limit = {.max_chars = 3000}),
        AGENT(.max_turns = 1),
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_agent emitted = rows[i];
        ptc_agent_parts parts;
        ptc_preview before;
        ptc_preview after;
        ptc_plan plan;

        cr_assert_eq(ptc_plan_make(&rows[i], &arena, &plan), PTC_OK);
        cr_assert(ptc_prompt_write_parts(&plan, &arena, &parts));
        emitted.parts = &parts;
        before = preview_of(&rows[i], &arena, "{\"user\": \"x\"}");
        after = preview_of(&emitted, &arena, "{\"user\": \"x\"}");
        cr_expect_str_eq(before.system.ptr, after.system.ptr, "row %zu", i);
        cr_expect_str_eq(before.user.ptr, after.user.ptr, "row %zu", i);
        cr_expect(parts.rules.ptr[parts.rules.len - 1] == '\n' &&
                  parts.tools.ptr[parts.tools.len - 1] == '\n' &&
                  parts.format.ptr[parts.format.len - 1] == '\n');
    }
    ptc_arena_free(&arena);
}

Test(agent_prompt, parts_are_used_as_they_are) /* M345 */
{
    static const ptc_agent_parts parts = {STR("RULES\n"), STR("TOOLS\n"),
                                          STR("FORMAT\n")};
    static const ptc_agent agent = AGENT(.parts = &parts, .max_turns = 3);
    ptc_preview preview;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    preview = preview_of(&agent, &arena, "{}");
    cr_expect_str_eq(preview.system.ptr, "RULES\n\n## Data inventory\n\nNo data "
                                         "available\n\nTOOLS\n\nFORMAT\n");
    cr_expect_str_eq(preview.user.ptr, "Find orders of {{user}}");
    ptc_arena_free(&arena);
}

/* Inventory and mission are in the first message; all the rest is the same in every run,
 * prompt_limit or not. */
Test(agent_prompt, cached_layout_keeps_its_prefix) /* M345 */
{
    static const ptc_agent rows[] = {
        AGENT(TOOLS, .layout = PTC_LAYOUT_CACHED),
        AGENT(TOOLS, .layout = PTC_LAYOUT_CACHED, .prompt_limit = {.max_chars = 5000}),
        AGENT(TOOLS, .layout = PTC_LAYOUT_CACHED, .prompt_limit = {.max_chars = 3500}),
        AGENT(TOOLS, .layout = PTC_LAYOUT_CACHED, .prompt_limit = {.max_chars = 1}),
        AGENT(.layout = PTC_LAYOUT_CACHED, .max_turns = 1),
    };
    static const char *const constant[] = {"## Your role", "## Expected output",
                                           "## Output format", NULL};
    static const char *const moved[] = {"## Data inventory", "| ctx/user | :string | ",
                                        NULL};
    static const char large[] =
        "{\"user\": \"alice\", \"n\": [1, 2], \"some\": \"forty-nine characters that "
        "make "
        "a sample very long\", \"other\": \"forty-nine characters that make a sample "
        "very "
        "long\", \"more\": {\"a\": 1, \"b\": 2}, \"_card\": \"4\"}";
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_preview one = preview_of(&rows[i], &arena, large);
        ptc_preview other = preview_of(&rows[i], &arena, "{\"user\": \"bob\"}");

        cr_expect_str_eq(one.system.ptr, other.system.ptr, "row %zu", i);
        cr_expect(!has(one.system, "## Data inventory") &&
                  !has(one.system, "Find orders"));
        expect_order(one.system, constant, "constant");
        cr_expect_eq(has(one.system, "## Tools you can call"), rows[i].max_turns != 1);
        cr_expect(strncmp(other.user.ptr, "Find orders of bob\n\n## Data inventory\n",
                          38) == 0);
        expect_order(other.user, moved, "moved");
        cr_expect(!has(other.user, "## Tools") && !has(other.user, "## Expected"));
    }
    ptc_arena_free(&arena);
}

/* What is over max_chars is taken from where it is: samples from the first message. */
Test(agent_prompt, cached_layout_is_cut_where_it_is_long) /* M345 */
{
    ptc_agent agent = AGENT(TOOLS, .layout = PTC_LAYOUT_CACHED);
    static const char context[] =
        "{\"user\": \"alice in a land of wonders, far away from here\"}";
    ptc_preview whole;
    ptc_preview cut;
    ptc_arena arena;
    size_t constant;

    ptc_arena_init(&arena, NULL, 0);
    whole = preview_of(&agent, &arena, context);
    constant = ptc_utf8_count(whole.system.ptr, whole.system.len);
    agent.prompt_limit.max_chars = (uint32_t)constant + 150;
    cut = preview_of(&agent, &arena, context);
    cr_expect_str_eq(cut.system.ptr, whole.system.ptr);
    cr_expect(has(cut.user, "(To keep this short, samples were") &&
                  has(cut.user, "| ctx/user | :string | - |"),
              "%s", cut.user.ptr);
    cr_expect(has(cut.warning, "prompt_limit: in the first message samples were left"),
              "%s", cut.warning.ptr);
    agent.prompt_limit.max_chars = (uint32_t)constant - 1;
    cut = preview_of(&agent, &arena, context);
    cr_expect(has(cut.system, "(To keep this short, descriptions were left out") &&
                  has(cut.system, "There are `let if"),
              "%s", cut.warning.ptr);
    ptc_arena_free(&arena);
}

/* --- Changes of the system prompt -------------------------------------------------- */

static ptc_str shout(ptc_arena *arena, const ptc_agent *agent, ptc_str text, void *user)
{
    ptc_text out;

    ptc_text_init(&out, arena);
    ptc_text_cstr(&out, user);
    ptc_text_cstr(&out, agent->name);
    ptc_text_byte(&out, '\n');
    ptc_text_str(&out, text);
    return ptc_text_view(&out);
}

Test(agent_prompt, system_prompt_can_be_changed) /* M343, M344 */
{
    static const struct {
        const char *name;
        ptc_system_prompt own;
        const char *begin; /* or NULL */
        const char *has;
        const char *lacks;
    } rows[] = {
        {"prefix",
         {.prefix = STR("Be kind.")},
         "Be kind.\n\n## Your role\n",
         "## Output",
         "@"},
        {"suffix",
         {.suffix = STR("Be brief.\n")},
         "## Your role",
         "\n\nBe brief.\n",
         "@"},
        {"replacement", {.replacement = STR("Just do it.")}, "Just do it.", "Just", "##"},
        {"function",
         {.function = shout, .user = (void *)"Hello "},
         "Hello finder\n## Your role\n",
         "## Output format",
         "@"},
        {"function of a replacement",
         {.replacement = STR("Do."), .function = shout, .user = (void *)""},
         "finder\nDo.",
         "Do.",
         "##"},
        {"single",
         {.language_spec = STR("single")},
         NULL,
         "There are `let if",
         "**Differences.**"},
        {"multi",
         {.language_spec = STR("multi")},
         NULL,
         "**Differences.**",
         "There are `let if"},
        {"a text",
         {.language_spec = STR("## Lisp\n\nYou know it.")},
         NULL,
         "\n\n## Lisp\n\nYou know it.\n\n## When",
         "## PTC-Lisp"},
        {"output format",
         {.output_format = STR("## Reply\n\nIn code.")},
         NULL,
         "\n\n## Reply\n\nIn code.\n",
         "## Output format"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_agent agent =
            AGENT(TOOLS, .name = "finder", .system_prompt = &rows[i].own);
        ptc_preview preview = preview_of(&agent, &arena, "{\"user\": \"x\"}");

        cr_expect(rows[i].begin == NULL || strncmp(preview.system.ptr, rows[i].begin,
                                                   strlen(rows[i].begin)) == 0,
                  "%s begins: %.60s", rows[i].name, preview.system.ptr);
        cr_expect(has(preview.system, rows[i].has), "%s", rows[i].name);
        cr_expect(!has(preview.system, rows[i].lacks), "%s", rows[i].name);
        cr_expect_str_eq(preview.user.ptr, "Find orders of x", "%s", rows[i].name);
    }
    ptc_arena_free(&arena);
}

/* --- Limits ------------------------------------------------------------------------ */

static ptc_preview limited(ptc_arena *arena, uint32_t max_chars)
{
    static const ptc_description words[] = {
        {STR("user"), STR("who bought what is being looked for in this mission")}};
    const ptc_agent agent = AGENT(
        TOOLS, .signature_text = STR("(user :string) -> {n :int}"),
        .context_descriptions = words, .context_description_count = 1,
        .field_descriptions = &(ptc_description){STR("n"), STR("how many there are")},
        .field_description_count = 1, .prompt_limit = {.max_chars = max_chars});
    ptc_agent *kept = ptc_arena_array(arena, 1, sizeof *kept);

    *kept = agent;
    return preview_of(
        kept, arena,
        "{\"user\": \"alice in a land of wonders, far away from here\", \"what\": "
        "\"forty-nine characters that make a sample very long\", \"list\": "
        "[1, 2, 3, 4, 5, 6, 7, 8, 9]}");
}

/* What is cut, and in which order; rules, signatures and output format stay. */
Test(agent_prompt, limits_cut_the_dearest_last) /* M201 */
{
    static const struct {
        uint32_t less; /* characters than the whole */
        const char *has;
        const char *lacks;
        const char *warning;
    } rows[] = {
        {0, "\"alice in a land of wonders, far away from here\"", "(To keep", ""},
        {1, "\"alice in a la...\"", "far away", "prompt_limit: samples were shortened"},
        {60, "| ctx/list | [:int] | - |", "alice in",
         "prompt_limit: samples were left out"},
    };
    static const char *const always[] = {"## Your role",
                                         "## When a program fails",
                                         "| ctx/user | :string |",
                                         "return(data {n :int}) -> :exit-success",
                                         "search(args :map) -> :any",
                                         "(return {:n 42})",
                                         "## Output format"};
    ptc_arena arena;
    size_t whole;

    ptc_arena_init(&arena, NULL, 0);
    whole = ptc_utf8_count(limited(&arena, 0).system.ptr, limited(&arena, 0).system.len);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_preview preview = limited(&arena, (uint32_t)whole - rows[i].less);

        cr_expect(has(preview.system, rows[i].has), "row %zu:\n%s", i,
                  strstr(preview.system.ptr, "## Data"));
        cr_expect(!has(preview.system, rows[i].lacks), "row %zu", i);
        cr_expect_str_eq(test_cstr(preview.warning), rows[i].warning, "row %zu", i);
    }
    for (uint32_t most = 1; most < whole + 200; most += 37) {
        ptc_preview preview = limited(&arena, most);
        bool keeps = ptc_utf8_count(preview.system.ptr, preview.system.len) <= most;
        bool has_language = has(preview.system, "## PTC-Lisp");
        bool has_words = has(preview.system, "how many there are");
        bool has_samples = has(preview.system, "| \"alice");

        for (size_t k = 0; k < sizeof always / sizeof *always; k++)
            cr_expect(has(preview.system, always[k]), "%u: %s", most, always[k]);
        cr_expect(keeps || !has_language, "%u: something is left to cut", most);
        cr_expect(has_language || !has_words, "%u: descriptions go before", most);
        cr_expect(has_words || !has_samples, "%u: samples go before", most);
        cr_expect_eq(has(preview.warning, "still longer") ? 1 : 0, !keeps, "%u", most);
        cr_expect_eq(preview.warning.len > 0,
                     has(preview.system, "(To keep this short, "), "%u", most);
    }
    ptc_arena_free(&arena);
}

/* Each rung is tried before the next one, with its own size: the short reference before
 * none. M201 */
Test(agent_prompt, limits_try_each_rung)
{
    static const struct {
        const char *warning;
        const char *has;
        const char *lacks;
    } rungs[] = {
        {"samples were shortened", "\"alice in a la...\"", "far away"},
        {"samples were left out", "| ctx/list | [:int] | - |", "\"alice"},
        {"samples were left out, descriptions were left out", "**Differences.**",
         "how many there are"},
        {"samples were left out, descriptions were left out, the language reference was "
         "shortened",
         "There are `let if", "**Differences.**"},
        {"samples were left out, descriptions were left out, the language reference was "
         "left out",
         "## When a program fails", "## PTC-Lisp"},
    };
    ptc_preview above;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    above = limited(&arena, 0);
    for (size_t i = 0; i < sizeof rungs / sizeof *rungs; i++) {
        size_t most = ptc_utf8_count(above.system.ptr, above.system.len) - 1;
        ptc_preview rung = limited(&arena, (uint32_t)most);
        size_t size = ptc_utf8_count(rung.system.ptr, rung.system.len);
        ptc_preview exact = limited(&arena, (uint32_t)size);

        cr_expect_leq(size, most, "rung %zu", i);
        cr_expect_str_eq(rung.warning.ptr + strlen("prompt_limit: "), rungs[i].warning);
        cr_expect(has(rung.system, rungs[i].has) && !has(rung.system, rungs[i].lacks),
                  "rung %zu:\n%s", i, rung.system.ptr);
        cr_expect_str_eq(exact.system.ptr, rung.system.ptr, "rung %zu of its size", i);
        above = rung;
    }
    above = limited(&arena, 900); /* less than the rules have */
    cr_expect(has(above.warning, "was left out, and the prompt is still longer"));
    ptc_arena_free(&arena);
}

/* --- Missions ---------------------------------------------------------------------- */

Test(agent_prompt, missions_are_expanded) /* M395 */
{
    static const struct {
        const char *prompt;
        const char *context;
        unsigned flags;
        const char *user;   /* or NULL */
        const char *reason; /* of the failure */
    } rows[] = {
        {"Hi {{name}}", "{\"name\": \"Bo\"}", 0, "Hi Bo", NULL}, /* M089, M321 */
        {"{{ a.b }} {{user-name}}", "{\"a\": {\"b\": 2}, \"user_name\": \"x\"}", 0, "2 x",
         NULL}, /* M090, M092, M096, M322 */
        {"{{#xs}}<{{.}}>{{/xs}}{{^xs}}none{{/xs}}", "{\"xs\": [1, 2]}", 0, "<1><2>",
         NULL},
        {"{{#xs}}<{{.}}>{{/xs}}{{^xs}}none{{/xs}}", "{\"xs\": []}", 0, "none",
         NULL}, /* M323 */
        {"{{a}} {{b.c}}", "{}", 0, "{{a}} {{b.c}}", NULL},
        {"{{a}}", "{\"a\": \"{{b}}\", \"b\": 1}", 0, "{{b}}", NULL},
        {"{{a}}", "{\"a\": [1]}", 0, NULL, "template_error"},
        {"{{a}} {{b.c}}", "{\"a\": {\"x\": 1}, \"b\": {\"c\": {}}}", 0,
         "ctx/a (get-in ctx/b [:c])", NULL},
        {"{{a}} {{b}}", "{\"a\": [1], \"b\": \"short\"}", PTC_AGENT_REFERENCES,
         "ctx/a short", NULL},
        {"{{a.b}} {{#a}}{{b}}{{/a}}",
         "{\"a\": {\"b\": \"0123456789012345678901234567890123456789012345678901\"}}",
         PTC_AGENT_REFERENCES,
         "(get-in ctx/a [:b]) 0123456789012345678901234567890123456789012345678901",
         NULL},
        {"{{a", "{}", 0, NULL, "template_error"},     /* M324 */
        {"{{123}}", "{}", 0, NULL, "template_error"}, /* M094 */
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_agent agent = {.struct_size = sizeof agent,
                                 .prompt = ptc_str_of(rows[i].prompt),
                                 .flags = rows[i].flags};
        ptc_value context = read_value(&arena, rows[i].context);
        ptc_agent_options options = {.struct_size = sizeof options, .context = &context};
        ptc_preview preview;
        ptc_fail fail;
        ptc_status status = ptc_agent_preview(&arena, &agent, &options, &preview, &fail);

        cr_expect_eq(status, rows[i].user != NULL ? PTC_OK : PTC_ERROR_INVALID, "%s",
                     rows[i].prompt);
        if (status == PTC_OK && rows[i].user != NULL)
            cr_expect_str_eq(test_cstr(preview.user), rows[i].user, "%s", rows[i].prompt);
        else if (rows[i].reason != NULL)
            cr_expect_str_eq(test_cstr(fail.reason), rows[i].reason, "%s",
                             rows[i].prompt);
        cr_expect(memchr(fail.message.ptr != NULL ? fail.message.ptr : "", '\n',
                         fail.message.len) == NULL);
    }
    ptc_arena_free(&arena);
}

/* --- Memory ------------------------------------------------------------------------ */

Test(agent_prompt, survives_refused_memory)
{
    ptc_agent agent =
        AGENT(TOOLS, .signature_text = STR("(user :string) -> {n :int[2..9]}"),
              .flags = PTC_AGENT_REFERENCES, .prompt_limit = {.max_chars = 100});
    ptc_map_entry entries[] = {
        {ptc_value_string(PTC_STR("user")), ptc_value_string(PTC_STR("x"))},
        {ptc_value_string(PTC_STR("other")), ptc_value_float(1.5)}};
    ptc_agent_options options = {.struct_size = sizeof options};
    ptc_value context;
    ptc_arena outer;

    ptc_arena_init(&outer, NULL, 0);
    cr_assert_eq(ptc_map_make(&outer, entries, 2, &context, NULL), PTC_OK);
    options.context = &context;
    test_preview_refused(&agent, &options);
    agent.layout = PTC_LAYOUT_CACHED;
    test_preview_refused(&agent, &options);
    ptc_arena_free(&outer);
}
