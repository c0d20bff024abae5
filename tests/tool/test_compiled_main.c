/* SPDX-License-Identifier: MIT */
/*
 * A compiled agent as a program, as `ptcc gen --compiled --main` writes it: lines in,
 * lines out, in order, with any number of threads and faulty lines among them. [subagent
 * 15]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdlib.h>

static const char *folder;

static const char build[] = "$PTCC gen --compiled -o . --main main.c a.agent.edn && $CC "
                            "-I $INCLUDE -I . -o twice "
                            "main.c a.ptc.c tools.c $PTC_MAIN_LIBRARY $LIBPTC "
                            "$(pkg-config --libs libpcre2-8) -lm "
                            "-ldl -lpthread";

/* Runs it; returns its output on stdout, or with `wants_errors` on stderr. */
static const char *run(const char *line, int status, bool wants_errors)
{
    ptc_str out;
    ptc_str err;
    int got = shell(folder, line, &out, &err);

    cr_assert(got == status, "%s: %d, not %d: %s %s", line, got, status, test_cstr(out),
              test_cstr(err));
    return test_cstr(wants_errors ? err : out);
}

static const char *answer(const char *line, int status)
{
    return run(line, status, false);
}

static void expect_part(const char *text, const char *part)
{
    cr_expect(strstr(text, part) != NULL, "\"%s\" is not in: %s", part, text);
}

static void start(void)
{
    folder = test_directory();
    write_file(
        folder, "a.agent.edn",
        "{:prompt \"Double it\" :signature \"(n :int, wait :int = 0) -> "
        "{twice :int, _seen :int?}\"\n"
        " :tools {\"add\" {:fn add_up :signature \"(a :int, b :int) -> :int\"}}}\n");
    write_file(
        folder, "p.clj",
        "(def twice (tool/add {:a ctx/n :b ctx/n}))\n"
        "(return (if (pos? ctx/wait) {:twice twice :_seen ctx/n} {:twice twice}))\n");
    write_file(
        folder, "tools.c",
        "#include \"a.ptc.h\"\n"
        "ptc_status add_up(const a_add_input *in, a_add_result *out, ptc_tool_call "
        "*call)\n"
        "{\n"
        "    if (in->a > 1000000) {\n"
        "        call->message = \"too much\";\n"
        "        return PTC_ERROR_INVALID;\n"
        "    }\n"
        "    *out = in->a + in->b;\n"
        "    return PTC_OK;\n"
        "}\n");
    write_file(folder, "r.jsonl",
               "{\"name\":\"add\",\"args\":{\"a\":42,\"b\":42},\"result\":84}\n");
    answer("$PTCC compile a.agent.edn --program p.clj --tool-results r.jsonl", 0);
    answer(build, 0);
}

TestSuite(compiled_main, .init = start, .timeout = 120);

/* M590 */
Test(compiled_main, a_line_for_each_line_in_their_order)
{
    answer(
        "i=0; while [ $i -lt 10000 ]; do echo \"{\\\"n\\\": $i}\"; i=$((i+1)); done >in",
        0);
    answer("./twice --jobs 1 in >one", 0);
    answer("./twice --jobs 8 <in >eight", 0);
    answer("cmp one eight", 0);
    cr_expect_str_eq(answer("wc -l <eight; sed -n '1p;10000p' eight", 0),
                     "10000\n{\"twice\":0}\n{\"twice\":19998}\n");
    /* firewalled values are hidden */
    answer("echo '{\"n\": 3, \"wait\": 1}' >a.jsonl", 0);
    cr_expect_str_eq(answer("./twice a.jsonl", 0),
                     "{\"twice\":6,\"_seen\":\"<Firewalled>\"}\n");
    cr_expect_str_eq(answer("./twice --raw a.jsonl", 0), "{\"twice\":6,\"_seen\":3}\n");
    /* several files, blank lines, a last line without an end, a document */
    answer(
        "printf '{\"n\":1}\\n\\n  \\r\\n{\"n\":2}' >a.jsonl; printf '{\\n\"n\":\\n3}\\n' "
        ">b.json",
        0);
    cr_expect_str_eq(answer("./twice a.jsonl b.json a.jsonl", 0),
                     "{\"twice\":2}\n{\"twice\":4}\n{\"twice\":6}\n{\"twice\":2}\n"
                     "{\"twice\":4}\n");
    cr_expect_str_eq(answer("./twice </dev/null", 0), "");
}

/* M591: a faulty line is answered by a line, and the others as usual. */
Test(compiled_main, lines_that_fail_say_so_in_their_places)
{
    const char *text;

    write_file(
        folder, "in",
        "{\"n\": 1}\n{\"n\": \"x\"}\nnope\n[1]\n{\"n\": 2000000}\n\xff\n"
        "{\"n\": 1, \"pad\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}\n{\"n\": 3}\n");
    text = answer("./twice --jobs 3 --limit 30 in", 1);
    expect_part(text,
                "{\"twice\":2}\n{\"error\":{\"reason\":\"validation_error\",\"message\":"
                "\"n: expected int, got string \\\"x\\\"\",\"line\":2,\"file\":\"in\"}}\n"
                "{\"error\":{\"reason\":\"parse\",");
    expect_part(
        text,
        "\"line\":3,\"file\":\"in\"}}\n{\"error\":{\"reason\":\"parse\",\"message\":"
        "\"arguments must be a JSON object");
    expect_part(text, "too much");
    expect_part(text, "\"line\":5,");
    expect_part(text, "\"line\":6,");
    cr_expect_str_eq(
        answer("./twice --jobs 3 --limit 30 in | tail -2", 0),
        "{\"error\":{\"reason\":\"range\",\"message\":\"the line is longer than "
        "the limit (see --limit)\",\"line\":7,\"file\":\"in\"}}\n{\"twice\":6}\n");
    expect_part(run("./twice --limit 30 in", 1, true), "twice: 6 of 8 lines failed\n");
    cr_expect_str_eq(answer("./twice --limit 30 in | wc -l", 0), "8\n");
    /* with --stop the first failure is the last line */
    cr_expect_str_eq(answer("./twice --stop --jobs 4 in | wc -l", 0), "2\n");
    answer("./twice --stop --jobs 4 in", 1);
    answer("(cat in; sleep 5) | timeout 4 ./twice --stop --jobs 4", 1);
}

Test(compiled_main, command_lines_and_files_that_are_wrong)
{
    expect_part(run("./twice absent", 2, true), "twice: absent: ");
    expect_part(run("./twice --jobs 0", 2, true), "--jobs is a number from 1 to 256");
    expect_part(run("./twice --jbos 1", 2, true), "did you mean --jobs?");
    expect_part(answer("./twice --help", 0), "usage: twice [options] [FILE...]");
    answer("echo '{\"n\": 1}' >in", 0);
    cr_expect_str_eq(run("./twice in absent in 2>/dev/null", 2, false),
                     "{\"twice\":2}\n{\"twice\":2}\n");
}

/* M592 */
Test(compiled_main, a_closed_pipe_ends_it)
{
    answer("yes '{\"n\": 1}' | head -20000 >in", 0);
    cr_expect_str_eq(answer("{ ./twice --jobs 4 in 2>err; echo $? >code; } | head -1; "
                            "cat code err",
                            0),
                     "{\"twice\":2}\n141\n");
    answer("./twice in >/dev/full", 2);
    answer("(echo '{\"n\": 1}'; sleep 5) | timeout 4 ./twice >/dev/full", 2);
}

/* M592: the printed lines are complete, and they are the first ones. */
Test(compiled_main, interrupts_end_after_a_complete_line)
{
    /* On a busy machine it may not have begun by then: it is then given longer. In the
     * foreground it gets one signal; otherwise its group gets another, and a second one
     * ends it at once. */
    answer("for s in 2 8 30; do yes '{\"n\": 21}' | timeout --foreground -s INT $s "
           "./twice --jobs 4 "
           ">out 2>err; test $? = 124 || exit 1; test -s out && exit 0; done; exit 1",
           0);
    expect_part(answer("cat err", 0), "twice: interrupted after ");
    cr_expect_str_eq(answer("sort -u out", 0), "{\"twice\":42}\n");
    /* while it waits for input */
    answer("for s in 1 8 30; do (echo '{\"n\": 1}'; sleep $((s + 4))) | timeout "
           "--foreground -s INT $s "
           "./twice >out 2>err; test -s out && break; done; "
           "test \"$(cat out)\" = '{\"twice\":2}'",
           0);
}

/* A partner that asks line by line gets its answers. */
Test(compiled_main, answers_come_without_an_end_of_input)
{
    answer(
        "mkfifo to from; ./twice <to >from & exec 3>to 4<from; echo '{\"n\": 4}' >&3; "
        "read a <&4; test \"$a\" = '{\"twice\":8}' && echo '{\"n\": 5}' >&3; read b <&4; "
        "exec 3>&-; wait; test \"$b\" = '{\"twice\":10}'",
        0);
}

/* Compiles an agent of that signature with a program, and runs it over a line. */
static const char *executed(const char *signature, const char *program, const char *line,
                            int status)
{
    write_file(folder, "a.agent.edn",
               format("{:prompt \"Score it\" :signature \"%s\"}\n%s", signature, ""));
    write_file(folder, "p.clj", program);
    write_file(folder, "tools.c", "#include \"a.ptc.h\"\n");
    write_file(folder, "in", line);
    answer("rm a.ptc.* && $PTCC compile a.agent.edn --program p.clj", 0);
    answer(build, 0);
    return answer("./twice in", status);
}

/* M444 */
Test(compiled_main, arguments_are_named_whether_one_several_or_none)
{
    static const char none[] = "(return {:result {:n 1}})\n";

    cr_expect_str_eq(executed("(item :map) -> {score :float}",
                              "(return {:score (* 0.5 (count ctx/item))})\n",
                              "{\"item\": {\"a\": 1, \"b\": 2}}\n", 0),
                     "{\"score\":1.0}\n");
    cr_expect_str_eq(executed("(item :map, threshold :float) -> :bool",
                              "(return (> (count ctx/item) ctx/threshold))\n",
                              "{\"threshold\": 0.5, \"item\": {\"a\": 1}}\n", 0),
                     "true\n");
    cr_expect_str_eq(executed("() -> {result :map}", none, "{}\n", 0),
                     "{\"result\":{\"n\":1}}\n");
    expect_part(executed("() -> {result :map}", none, "[]\n", 1), "{\"error\":");
}

/* M593 */
Test(compiled_main, gen_writes_it)
{
    expect_part(answer("cat main.c", 0),
                "    return ptc_compiled_main(argc, argv, &a_compiled, NULL);\n");
    expect_part(
        answer("$PTCC gen --compiled -o . --main main.c --list-outputs a.agent.edn", 0),
        "main.c\n");
    answer("$PTCC gen --compiled -o . --main main.c --check a.agent.edn", 0);
    expect_part(
        answer(
            "echo >>main.c; $PTCC gen --compiled -o . --main main.c --check a.agent.edn",
            3),
        "fix: ptcc gen --compiled --main main.c -o . a.agent.edn\n");
    expect_part(run("$PTCC gen -o . --main main.c a.agent.edn", 2, true),
                "--main is for --compiled");
    expect_part(
        run("$PTCC gen --compiled -o . --main main.c a.agent.edn a.agent.edn", 2, true),
        "--main takes one agent file");
    expect_part(
        run("$PTCC gen --compiled --visibility=static -o . --main main.c a.agent.edn", 2,
            true),
        "--visibility=static");
    expect_part(run("$PTCC gen --compiled -o . --main a.ptc.c a.agent.edn", 2, true),
                "a.ptc.c");
}

/* Tools of the program replace those that the agent was compiled with. */
Test(compiled_main, tools_of_a_table)
{
    write_file(folder, "own.c",
               "#include \"a.ptc.h\"\n"
               "#include <ptc/main.h>\n"
               "static ptc_status seven(ptc_tool_call *call, void *user)\n"
               "{\n"
               "    (void)user;\n"
               "    call->result = ptc_value_int(7);\n"
               "    return PTC_OK;\n"
               "}\n"
               "static const ptc_tool tools[] = {{.name = \"add\", .function = seven}};\n"
               "static const ptc_tool_table table = {PTC_TOOL_TABLE_VERSION, tools, 1};\n"
               "int main(int argc, char **argv)\n"
               "{\n"
               "    return ptc_compiled_main(argc, argv, &a_compiled, &table);\n"
               "}\n");
    answer("$CC -I $INCLUDE -I . -o own own.c a.ptc.c tools.c $PTC_MAIN_LIBRARY $LIBPTC "
           "$(pkg-config --libs libpcre2-8) -lm -ldl -lpthread && echo '{\"n\": 1}' >in",
           0);
    cr_expect_str_eq(answer("./own in", 0), "{\"twice\":7}\n");
}

/* Each run begins without the state of the one before it. */
Test(compiled_main, a_process_may_run_it_again)
{
    write_file(folder, "again.c",
               "#include \"a.ptc.h\"\n"
               "#include <ptc/main.h>\n"
               "int main(int argc, char **argv)\n"
               "{\n"
               "    (void)ptc_compiled_main(argc, argv, &a_compiled, NULL);\n"
               "    return ptc_compiled_main(argc, argv, &a_compiled, NULL);\n"
               "}\n");
    answer("$CC -I $INCLUDE -I . -o again again.c a.ptc.c tools.c $PTC_MAIN_LIBRARY "
           "$LIBPTC $(pkg-config --libs libpcre2-8) -lm -ldl -lpthread && "
           "printf '{\"n\": 1}\\nnope\\n' >in",
           0);
    cr_expect_str_eq(answer("./again in | cut -c1-11", 0),
                     "{\"twice\":2}\n{\"error\":{\"\n{\"twice\":2}\n{\"error\":{\"\n");
    answer("./again --stop in", 1);
}
