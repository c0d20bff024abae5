/* SPDX-License-Identifier: MIT */
/* Chains as files: agents by their files and as maps, both formats, files that are read,
 * binding, what is compared, bounds. Most faults have a file of tests/bad each.
 * [subagent 12] */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include <ptc/agent_file.h>

#include "support.h"

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(chain_file, .init = start, .fini = stop);

/* --- Reading ----------------------------------------------------------------------- */

#define TEXT(literal)                                                                    \
    {                                                                                    \
        literal, sizeof(literal) - 1                                                     \
    }

/* Files that tests may name. */
static const ptc_source library[] = {
    {TEXT("shop.sig"), TEXT("item = {id :int, name :string}\n"
                            "find(q :string) -> {items [:item], _ids [:int]}\n"
                            "show(items [:item]) -> {text :string}\n"
                            "tag(items [{id :string}]) -> {text :string}\n")},
    {TEXT("find.agent.edn"), TEXT("{:prompt \"Find {{q}}\" :files [\"shop.sig\"]\n"
                                  " :signature :find :tools {\"ask\" {:fn ask_it}}}")},
    {TEXT("show.agent.json"), TEXT("{\"prompt\": \"Show\", \"files\": [\"shop.sig\"], "
                                   "\"signature\": \":show\"}")},
    {TEXT("again.agent.edn"),
     TEXT("{:prompt \"{{n}}\" :signature \"(n :int) -> {n :int}\""
          " :tools {\"b\" {:fn b_it}}}")},
};

static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    (void)from, (void)user;
    for (size_t i = 0; i < sizeof library / sizeof library[0]; i++) {
        if (ptc_str_equal(library[i].name, name))
            return &library[i];
    }
    return NULL;
}

static const ptc_agent_files files = {.struct_size = sizeof files, .load = load};

/* Reports on a chain, one per line, without hints; the chain, or NULL. */
static const char *read_text(const char *name, const char *text,
                             const ptc_chain_file **file)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_status status;
    ptc_diags diags;
    ptc_text out;

    *source = (ptc_source){ptc_str_of(name), ptc_str_of(text)};
    ptc_diags_init(&diags, &arena);
    status = ptc_chain_file_read(&arena, source, &files, &diags, file);
    cr_expect((status == PTC_OK) == (diags.errors == 0), "%s: %s", text,
              ptc_status_name(status));
    cr_expect((*file != NULL) == (status == PTC_OK), "%s", text);
    ptc_text_init(&out, &arena);
    for (size_t i = 0; i < diags.count; i++) {
        ptc_text_cstr(&out, i > 0 ? "\n" : "");
        ptc_text_cstr(&out, ptc_diag_name(diags.items[i].code));
        ptc_text_cstr(&out, ": ");
        ptc_text_str(&out, diags.items[i].message);
    }
    ptc_text_byte(&out, '\0');
    return out.ptr;
}

/* The chain, which must have no faults. */
static const ptc_chain_file *read_good(const char *name, const char *text)
{
    const ptc_chain_file *file;
    const char *told = read_text(name, text, &file);

    cr_assert(file != NULL && told[0] == '\0', "%s: %s", text, told);
    return file;
}

static void expect_files(const ptc_chain_file *file, const char *const *names,
                         size_t count)
{
    cr_assert_eq(file->file_count, count);
    for (size_t i = 0; i < count; i++)
        cr_expect(ptc_str_equal(file->files[i], ptc_str_of(names[i])), "%s is not %s",
                  test_cstr(file->files[i]), names[i]);
}

Test(chain_file, names)
{
    static const struct {
        const char *path;
        bool is_chain;
    } rows[] = {
        {"a.chain.edn", true},      {"a/b.chain.json", true}, {".chain.edn", false},
        {"chain.edn", false},       {"a.chain", false},       {"a.agent.edn", false},
        {"a.chain.edn.sig", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect(ptc_chain_file_is(ptc_str_of(rows[i].path)) == rows[i].is_chain, "%s",
                  rows[i].path);
        cr_expect(!rows[i].is_chain || !ptc_agent_file_is(ptc_str_of(rows[i].path)));
    }
}

Test(chain_file, both_formats)
{
    static const char *const read[] = {"x.chain.edn", "find.agent.edn", "shop.sig",
                                       "show.agent.json"};
    static const char *const texts[][2] = {
        {"x.chain.edn", "{:name \"n\" :description \"d\" :agents [\"find.agent.edn\" "
                        "\"show.agent.json\" {:prompt \"{{text}}\" :max-turns 2\n"
                        " :signature \"(text :string) -> :int\"}]}"},
        {"x.chain.json",
         "{\"name\": \"n\", \"description\": \"d\", \"agents\": [\"find.agent.edn\", "
         "\"show.agent.json\", {\"prompt\": \"{{text}}\", \"max_turns\": 2, "
         "\"signature\": \"(text :string) -> :int\"}]}"},
    };

    for (size_t i = 0; i < 2; i++) {
        const ptc_chain_file *file = read_good(texts[i][0], texts[i][1]);

        cr_expect_str_eq(file->chain->name, "n");
        cr_expect_str_eq(file->chain->description, "d");
        cr_expect_eq(file->chain->struct_size, sizeof *file->chain);
        cr_assert_eq(file->chain->count, (size_t)3);
        cr_expect_str_eq(file->chain->agents[0]->name, "find");
        cr_expect_str_eq(file->chain->agents[1]->name, "show");
        cr_expect_str_eq(file->chain->agents[2]->name, "x-3");
        cr_expect_eq(file->chain->agents[2]->max_turns, 2u);
        for (size_t k = 0; k < 3; k++)
            cr_expect(file->agents[k]->agent == file->chain->agents[k] &&
                      file->spans[k].start > 0 &&
                      (k == 0 || file->spans[k].start > file->spans[k - 1].end));
        if (i == 0)
            expect_files(file, read, 4);
    }
}

Test(chain_file, names_that_are_left_out)
{
    const ptc_chain_file *file = read_good(
        "a/b\\c.chain.edn", "{:agents ({:prompt \"Go\"} {:name \"y\" :prompt \"Go\"})}");

    cr_expect_str_eq(file->chain->name, "c");
    cr_expect_null(file->chain->description);
    cr_expect_str_eq(file->chain->agents[0]->name, "c-1");
    cr_expect_str_eq(file->chain->agents[1]->name, "y");
}

/* One that is named twice is read once; each entry of the chain is an agent. */
Test(chain_file, agents_may_stand_several_times)
{
    const ptc_chain_file *file = read_good(
        "x.chain.edn", "{:agents [\"again.agent.edn\" \"again.agent.edn\" {:prompt "
                       "\"{{n}}\" :signature \"(n :int) -> {n :int}\"} {:prompt "
                       "\"{{n}}\" :signature \"(n :int) -> {n :int}\"} "
                       "\"again.agent.edn\"]}");

    cr_expect(file->agents[0] == file->agents[1] && file->agents[0] == file->agents[4]);
    cr_expect(file->agents[2] != file->agents[3]);
}

/* --- What is compared -------------------------------------------------------------- */

#define NOT_GIVEN(agent, keys)                                                           \
    "chain-mismatch: agent " agent ": Chain mismatch: agent requires [" keys             \
    "] but previous step doesn't output them"

/* M241: the rules are those of ptc_agent_check_chain, in agent_chain. */
Test(chain_file, neighbours_are_compared)
{
    static const struct {
        const char *agents;
        const char *told;
    } rows[] = {
        {"\"find.agent.edn\" \"show.agent.json\"", ""},
        {"\"find.agent.edn\" {:prompt \"Go\" :files [\"shop.sig\"] :signature :tag}",
         "chain-mismatch: agent 2 \"x-2\": Chain mismatch: items.[].id: expected "
         ":string, "
         "previous step outputs :int"},
        {"\"show.agent.json\" \"find.agent.edn\"", NOT_GIVEN("2 \"find\"", "\"q\"")},
        /* Firewalled fields are handed on like others. */
        {"\"find.agent.edn\" {:prompt \"Go\" :signature \"(_ids [:int]) -> :any\"}", ""},
        {"\"find.agent.edn\" {:prompt \"Go\" :signature \"(_ids :bool) -> :any\"}",
         "chain-mismatch: agent 2 \"x-2\": Chain mismatch: _ids: expected :bool, "
         "previous step outputs [:int]"},
        /* After an agent without a signature nothing is known. */
        {"\"find.agent.edn\" {:prompt \"Go\"} \"again.agent.edn\"", ""},
        {"\"again.agent.edn\" \"again.agent.edn\" \"show.agent.json\"",
         NOT_GIVEN("3 \"show\"", "\"items\"")},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const ptc_chain_file *file;
        ptc_text text;

        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "{:agents [");
        ptc_text_cstr(&text, rows[i].agents);
        ptc_text_cstr(&text, "]}");
        ptc_text_byte(&text, '\0');
        cr_expect_str_eq(read_text("x.chain.edn", text.ptr, &file), rows[i].told);
    }
}

/* Faults of a chain are reported at the place of the second agent of two. */
Test(chain_file, places)
{
    static const char text[] = "{:agents [\"find.agent.edn\"\n  \"again.agent.edn\"]}";
    ptc_source source = {PTC_STR("x.chain.edn"), ptc_str_of(text)};
    const ptc_chain_file *file;
    ptc_position place;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_chain_file_read(&arena, &source, &files, &diags, &file) ==
              PTC_ERROR_INVALID);
    cr_assert_eq(diags.count, (size_t)1);
    place = ptc_source_position(diags.items[0].source, diags.items[0].span.start);
    cr_expect(diags.items[0].source == &source && place.line == 2 && place.column == 3);
    cr_expect(ptc_str_equal(diags.items[0].hint,
                            PTC_STR("change the result of \"find\" or the parameters of "
                                    "\"again\"")),
              "%s", test_cstr(diags.items[0].hint));
}

/* --- Bounds ------------------------------------------------------------------------ */

/* `count` agents in a row, each of `agent`. */
static const char *row_of(const char *agent, size_t count)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "{:agents [");
    for (size_t i = 0; i < count; i++)
        ptc_text_cstr(&text, agent);
    ptc_text_cstr(&text, "]}");
    ptc_text_byte(&text, '\0');
    return text.ptr;
}

Test(chain_file, as_many_agents_as_there_may_be)
{
    static const char held[] = "{:prompt \"{{n}}\" :signature \"(n :int) -> {n :int}\" "
                               ":tools {\"b\" {:fn b_it}}}";
    const ptc_chain_file *file =
        read_good("x.chain.edn", row_of(held, PTC_CHAIN_AGENTS_MAX));
    ptc_str missing;
    size_t commas = 0;

    cr_expect_eq(file->chain->count, (size_t)PTC_CHAIN_AGENTS_MAX);
    cr_expect(ptc_chain_file_bind(&arena, file, NULL, 0, NULL, &missing) ==
              PTC_ERROR_ARGUMENT);
    for (size_t i = 0; i < missing.len; i++)
        commas += missing.ptr[i] == ',';
    cr_expect_eq(commas, (size_t)PTC_CHAIN_AGENTS_MAX - 1);
    file = read_good("x.chain.edn", row_of("\"again.agent.edn\" ", PTC_CHAIN_AGENTS_MAX));
    cr_expect(ptc_chain_file_bind(&arena, file, NULL, 0, NULL, &missing) ==
              PTC_ERROR_ARGUMENT);
    cr_expect(ptc_str_equal(missing, PTC_STR("b (b_it)")), "%s", test_cstr(missing));
    cr_expect_str_eq(
        read_text("x.chain.edn", row_of(held, PTC_CHAIN_AGENTS_MAX + 1), &file),
        "agent-value: a chain has at most 64 agents, found 65");
}

Test(chain_file, a_file_that_is_too_large)
{
    ptc_source source = {PTC_STR("x.chain.edn"), PTC_STR("{}")};
    const ptc_chain_file *file;
    ptc_diags diags;

    source.text.len = PTC_SOURCE_MAX + 1;
    ptc_diags_init(&diags, &arena);
    cr_expect(ptc_chain_file_read(&arena, &source, &files, &diags, &file) ==
              PTC_ERROR_INVALID);
    cr_expect(file == NULL && diags.errors == 1);
}

/* --- Binding ----------------------------------------------------------------------- */

static ptc_status answer(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_int(1);
    return PTC_OK;
}

Test(chain_file, tools_of_all_agents_are_bound)
{
    static const ptc_tool tools[] = {{.name = "ask_it", .function = answer},
                                     {.name = "b", .function = answer}};
    const ptc_tool_table table = {PTC_TOOL_TABLE_VERSION, tools, 2};
    const ptc_chain_file *file =
        read_good("x.chain.edn", "{:agents [\"find.agent.edn\" {:prompt \"Go\"} "
                                 "\"again.agent.edn\" \"again.agent.edn\"]}");
    ptc_str missing;

    cr_expect(ptc_chain_file_bind(&arena, file, NULL, 0, NULL, &missing) ==
              PTC_ERROR_ARGUMENT);
    cr_expect(ptc_str_equal(missing, PTC_STR("ask (ask_it), b (b_it)")), "%s",
              test_cstr(missing));
    cr_expect(ptc_chain_file_bind(&arena, file, &table, 1, NULL, &missing) == PTC_OK);
    cr_expect(file->chain->agents[0]->tools[0].function->function == answer);
    cr_expect(file->chain->agents[3]->tools[0].function->function == answer);
}

/* --- Memory ------------------------------------------------------------------------ */

Test(chain_file, refused_memory)
{
    static const struct {
        const char *text;
        ptc_status status;
    } rows[] = {
        {"{:agents [\"find.agent.edn\" \"show.agent.json\" {:prompt \"Go\"}]}", PTC_OK},
        {"{:agents [\"find.agent.edn\" \"again.agent.edn\" {:promt \"Go\"}] :nam 3}",
         PTC_ERROR_INVALID},
    };

    for (size_t i = 0; i < 2; i++) {
        ptc_source source = {PTC_STR("x.chain.edn"), ptc_str_of(rows[i].text)};
        ptc_status status = PTC_ERROR_MEMORY;

        for (size_t left = 0; status == PTC_ERROR_MEMORY; left++) {
            test_refusing refusing = {.left = left};
            ptc_allocator allocator = test_refusing_allocator(&refusing);
            const ptc_chain_file *file;
            ptc_str missing;
            ptc_arena own;
            ptc_diags diags;

            cr_assert(left < 3000, "%s", rows[i].text);
            ptc_arena_init(&own, &allocator, 0);
            ptc_diags_init(&diags, &own);
            status = ptc_chain_file_read(&own, &source, &files, &diags, &file);
            cr_expect((file != NULL) == (status == PTC_OK));
            if (status == PTC_OK)
                (void)ptc_chain_file_bind(&own, file, NULL, 0, NULL, &missing);
            ptc_arena_free(&own);
            cr_expect(refusing.held == 0, "%zu blocks kept", refusing.held);
        }
        cr_expect(status == rows[i].status, "%s: %s", rows[i].text,
                  ptc_status_name(status));
    }
}
