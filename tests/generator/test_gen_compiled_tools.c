/* SPDX-License-Identifier: MIT */
/*
 * Compiled agents as tools of agent files, in emitted C: the constants of other pairs.
 * [subagent 15]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdlib.h>

static const char boss[] =
    "{:prompt \"Go\" :signature \"() -> :int\" :llm \"haiku\" :max-depth 1 "
    ":turn-budget 1\n"
    " :tools {\"score\" {:compiled \"a.agent.edn\"}\n"
    "         \"again\" {:compiled \"a.agent.edn\" :description \"Once more\"}\n"
    "         \"judge\" {:llm-tool {:prompt \"Judge\" :tools\n"
    "                             {\"s\" {:compiled \"b.agent.edn\"}}}}}}\n";

/* A folder with an agent that asks a model, and two compiled ones: a calls b. */
static const char *prepare(void)
{
    const char *folder = test_directory();

    write_file(folder, "boss.agent.edn", boss);
    write_file(folder, "a.agent.edn",
               "{:prompt \"A\" :signature \"(n :int) -> :int\" :builtin-tools [:infer]\n"
               " :tools {\"b\" {:compiled \"b.agent.edn\"}}}\n");
    write_file(folder, "b.agent.edn",
               "{:prompt \"B\" :signature \"(n :int) -> :int\"}\n");
    write_file(folder, "a.clj", "(return (inc (tool/b {:n ctx/n})))\n");
    write_file(folder, "b.clj", "(return (* 2 ctx/n))\n");
    return folder;
}

static void expect(const char *folder, const char *line, int status, const char *told)
{
    ptc_str err = {NULL, 0};
    int got = shell(folder, line, NULL, &err);

    cr_expect(got == status, "%s: %d, not %d: %s", line, got, status, err.ptr);
    cr_expect(has(err, told), "%s: \"%s\" is not in: %s", line, told, err.ptr);
}

static const char compile[] = "$PTCC compile b.agent.edn --program b.clj && $PTCC "
                              "compile a.agent.edn --program a.clj";
static const char gen[] =
    "$PTCC gen --compiled -o . a.agent.edn b.agent.edn && $PTCC gen -o . boss.agent.edn";

Test(gen_compiled_tools, refer_to_the_constants_of_other_pairs)
{
    const char *folder = prepare();

    expect(folder, compile, 0, "");
    expect(folder, gen, 0, "");
    expect_compiles(folder, "boss");
    expect_compiles(folder, "a");
    expect(folder,
           "test $(grep -c '^extern const ptc_compiled' boss.ptc.c) = 2 && grep -q "
           "'.name = \"score\", .compiled = &a_compiled}' boss.ptc.c && grep -q "
           "'.compiled = &b_compiled}' a.ptc.c",
           0, "");
    expect(folder,
           "$PTCC gen --check -o . boss.agent.edn && $PTCC gen --depfile d -o . "
           "boss.agent.edn && grep -q a.agent.edn d && grep -q b.agent.edn d",
           0, "");
    /* What it takes and gives is part of the caller's prompt. */
    expect(folder, "sed -i 's/(n :int)/(m :int)/' a.agent.edn", 0, "");
    expect(folder, "$PTCC gen --check -o . boss.agent.edn", 3, "");
}

/* Runs a by itself, and the one that asks a model, which calls a and b. */
static const char program[] =
    "#include \"a.ptc.h\"\n#include \"boss.ptc.h\"\n\n"
    "int main(void)\n{\n"
    "    static const char reply[] = \"\\\"(return (+ (tool/score {:n 4}) (tool/again "
    "{:n "
    "1})))\\\"\\n\";\n"
    "    const ptc_source text = {PTC_STR(\"replies\"), {reply, sizeof reply - 1}};\n"
    "    ptc_agent_options options = {.struct_size = sizeof options};\n"
    "    a_input in = {.n = 4};\n    a_result out = 0;\n    boss_result all = 0;\n"
    "    const ptc_step *step;\n    ptc_script *script;\n    ptc_arena arena;\n"
    "    ptc_error fault;\n    ptc_llm model;\n    bool right;\n\n"
    "    ptc_arena_init(&arena, NULL, 0);\n"
    "    right = a_execute(&arena, &in, NULL, &out, &step) == PTC_OK && out == 9 &&\n"
    "            ptc_script_read(&arena, &text, &script, &fault) == PTC_OK;\n"
    "    model = ptc_script_llm(script, \"haiku\");\n"
    "    options.registry = &model;\n    options.registry_count = 1;\n"
    "    right = right && boss_run(&arena, &options, &all, &step) == PTC_OK &&\n"
    "            all == 12 && step->usage.turns == 1 && step->usage.llm_requests == 1 "
    "&&\n"
    "            step->trace->turns[0].calls[0].child->usage.turns == 0;\n"
    "    ptc_arena_free(&arena);\n    return right ? 0 : 1;\n}\n";

/* Two compiled agents and one that asks a model link into one program. */
Test(gen_compiled_tools, link_into_one_program)
{
    const char *folder = prepare();

    expect(folder, compile, 0, "");
    expect(folder, gen, 0, "");
    write_file(folder, "main.c", program);
    expect(folder,
           "$CC -I $INCLUDE -o main main.c a.ptc.c b.ptc.c boss.ptc.c $LIBPTC -lpcre2-8 "
           "-lm && ./main",
           0, "");
    expect(folder,
           "! $CC -I $INCLUDE -o main main.c a.ptc.c boss.ptc.c $LIBPTC -lpcre2-8 -lm", 0,
           "b_compiled");
}

Test(gen_compiled_tools, names_follow_the_options)
{
    static const char *const options[] = {"--prefix my", "--visibility hidden",
                                          "--visibility static"};
    const char *folder = prepare();

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        expect(folder, format("$PTCC gen %s -o . boss.agent.edn%s", options[i], ""), 0,
               "");
        expect_compiles(folder, "boss");
        expect(folder, "grep -q '_compiled}' boss.ptc.c", 0, "");
    }
    expect(folder,
           "$PTCC gen --prefix my -o . boss.agent.edn && grep -q '&my_a_compiled}' "
           "boss.ptc.c",
           0, "");
    expect(folder,
           "sed -i 's/\"again\" {:compiled \"a.agent.edn\"/\"again\" {:fn a_compiled/' "
           "boss.agent.edn && $PTCC gen -o . boss.agent.edn",
           1, "gen-collision");
}

/* A compiled agent is checked with what its own tools are. */
Test(gen_compiled_tools, programs_are_checked_with_them)
{
    const char *folder = prepare();

    write_file(folder, "a.clj", "(return (tool/c {:n ctx/n}))\n");
    expect(folder, "$PTCC compile a.agent.edn --program a.clj", 1,
           "b.agent.edn: it has no lock, b.ptc.clj; to make one: ptcc compile");
    expect(folder, "$PTCC compile b.agent.edn --program b.clj", 0, "");
    expect(folder, "$PTCC compile a.agent.edn --program a.clj", 1,
           "Unknown tool: c. Available tools: b, infer");
    expect(folder, "sed -i 's/:compiled/:agent/' a.agent.edn", 0, "");
    expect(folder, "$PTCC compile a.agent.edn --program a.clj", 1,
           "cannot compile agent with LLM-dependent tool: b");
    expect(folder, "$PTCC gen -o . boss.agent.edn", 1,
           "cannot compile agent with LLM-dependent tool: b");
}
