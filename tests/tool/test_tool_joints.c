/* SPDX-License-Identifier: MIT */
/*
 * The commands with features combined: a chain whose agents catch failures, keep answers
 * and pass on hidden values is recorded, replayed, previewed, run with other settings,
 * read from other files and generated, and is the same run each time. [subagent 2, 8.1,
 * 12, 13]
 */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "shell.h"
#include "uses.h"

#define CANARY "c4n4ry-value"

/* --- The chain --------------------------------------------------------------------- */

#define KEYS "{id :int, _secret_key :string}"
#define FIRST                                                                            \
    "{:name \"first\" :prompt \"Look at {{m}}\" :signature \"(m :map) -> " KEYS "\""     \
    " :max-turns 4 :memory-limit 600 :memory-strategy \"rollback\" :tools {"             \
    "\"get\" {:fn get :cache true :signature \"(id :int) -> {id :int, _secret_key "      \
    ":string, _token :float}\"} "                                                        \
    "\"judge\" {:llm-tool {:prompt \"Is {{text}} good?\" :llm \"sonnet\" :signature "    \
    "\"(text :string) -> {good :bool, _why :string}\"} :cache true} "                    \
    "\"kid\" {:agent \"kid.agent.edn\" :llm \"haiku\" :cache true}}}"
#define KID                                                                              \
    "{:name \"kid\" :prompt \"Kid {{id}}\" :signature \"(id :int) -> " KEYS "\""         \
    " :max-turns 1 :retry-turns 1}"
#define LAST                                                                             \
    "{:name \"last\" :prompt \"End {{id}}\" :signature \"(id :int, _secret_key :string)" \
    " -> " KEYS "\" :max-turns 1}"

#define LOOK                                                                             \
    "\"(do (def got (mapv #(attempt (tool/get {:id %})) [1 2 1])) (def j (attempt "      \
    "(tool/judge {:text \\\"x\\\"}))) (def k (mapv #(attempt (tool/kid {\\\"id\\\" "     \
    "%})) [1 2])) (println got j k))\"\n"                                                \
    "\"no\"\n\"{\\\"good\\\": true, \\\"_why\\\": \\\"w\\\"}\"\n"                        \
    "\"(def v {:id ctx/id \\\"_secret_key\\\" (str \\\"k\\\" ctx/id)})\"\n"              \
    "\"(fail {:reason :gone :message \\\"gone\\\" :_x 1})\"\n"
#define CLOSED "\"(attempt (tool/get {:id 4}))\"\n"
#define FULL   "\"(def big (vec (repeat 40 ctx/m)))\"\n"
#define FOUND                                                                            \
    "\"(return {:id (:id (:ok (first got))) \\\"_secret_key\\\" (:_secret_key (:ok "     \
    "(first got))) :tags {:_m ctx/m}})\"\n"
#define SIGNED "\"(def answer {:id (inc ctx/id) :_secret_key ctx/_secret_key})\"\n"

static const char tool_rows[] =
    "{\"name\":\"get\",\"args\":{\"id\":1},\"result\":{\"id\":1,\"_secret_key\":\"" CANARY
    "\",\"_token\":1.25}}\n"
    "{\"name\":\"get\",\"args\":{\"id\":2},\"error\":{\"message\":\"no such order\","
    "\"reason\":\"not_found\"}}\n"
    "{\"name\":\"get\",\"args\":{\"id\":4},\"error\":{\"message\":\"closed\",\"reason\":"
    "\"closed\",\"final\":true}}\n";

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    unsetenv("PTC_LLM_URL");
    unsetenv("PTC_LLM_MODEL");
    put_file("x.chain.edn", "{:agents [\"first.agent.edn\" \"last.agent.edn\"]}");
    put_file("first.agent.edn", FIRST);
    put_file("kid.agent.edn", KID);
    put_file("last.agent.edn", LAST);
    put_file("ctx.json", "{\"m\":{\"id\":1,\"_cost\":\"" CANARY "\"}}");
    put_file("tools", tool_rows);
    put_file("script", LOOK CLOSED FULL FOUND SIGNED);
}

#define RUN     "$PTC_EXE agent run x.chain.edn -c ctx.json "
#define ANSWERS "--script script --tool-results tools --cassette tape --record "
#define REPLAY  RUN "--cassette tape "
/* Times, and ids of runs. */
#define SAME                                                                             \
    "sed -E 's/\"(total_)?duration_ms\":[0-9]+/T/g; s/\"timestamp\":\"[^\"]*\"/T/g; "    \
    "s/\"((parent_)?(trace|span)_id|child)\":\"[0-9a-f]*\"/I/g; "                        \
    "s/Duration: [0-9.]+ ?m?s/T/' "

/* The output of a line; expects the exit code. */
static const char *answer(const char *line, int wanted)
{
    ptc_str out;
    ptc_str err;
    int status = shell(".", line, &out, &err);

    cr_expect(status == wanted, "%s: exit %d, not %d\n%s%s", line, status, wanted,
              out.ptr, err.ptr);
    return out.ptr;
}

static const char *said(const char *line, int wanted)
{
    return answer(format("{ %s ; } 2>&1 >/dev/null%s", line, ""), wanted);
}

static void expect_part(const char *text, const char *part)
{
    cr_expect(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
}

/* --- Recorded and replayed --------------------------------------------------------- */

/* Printed, logged and shown from the log in the same way with all further options. */
Test(tool_joints, a_chain_replays_as_it_ran)
{
    static const char *const options[] = {
        "",
        "--json",
        "--debug --json",
        "--raw",
        "--raw --json --debug",
        "--mode warn_only --prompt-layout cached --tool-style compact --json",
        "--mode strict --json",
        "--llm-opts '{\"temperature\":0,\"api_key\":\"k\"}' --json",
    };

    enter_folder();
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        bool is_raw = strstr(options[i], "--raw") != NULL;
        bool is_strict = strstr(options[i], "strict") != NULL;
        const char *run = format(RUN "%s %s", options[i], "");

        answer("rm -f log* out* tape*", 0);
        answer(format("%s" ANSWERS "--trace log1 >out1 2>err1%s", run, ""), is_strict);
        answer("[ -e tape ] || mv tape.partial tape", 0);
        answer(format("%s--cassette tape --trace log2 >out2 2>err2%s", run, ""),
               is_strict);
        answer("for i in 1 2; do $PTC_EXE trace show --messages --system --replies "
               "log$i >shown$i || exit 3; done",
               0);
        answer("for f in log out shown; do " SAME "${f}1 >one; " SAME
               "${f}2 >two; cmp one two || exit 1; done",
               0);
        answer("grep -l " CANARY " out1 err1 out2 err2 log1 log2 shown1 shown2 tape",
               is_raw ? 0 : 1);
        answer("grep -q 'final\":true' tape", 0);
    }
}

static ptc_value read_json(ptc_arena *arena, const char *path)
{
    ptc_str text = test_read_file(path);
    ptc_value value;

    cr_assert(ptc_json_read(arena, text.ptr, text.len, NULL, &value, NULL, NULL) ==
              PTC_OK);
    return value; /* of the text, which stays */
}

static const ptc_value *member(ptc_value map, const char *name)
{
    const ptc_value *found = ptc_value_get(&map, name);

    cr_assert(found != NULL, "no %s", name);
    return found;
}

/* A preview shows the prompt that a run records, with all overrides. */
Test(tool_joints, previews_show_what_is_recorded)
{
    static const char *const options[] = {
        "", "--prompt-layout cached --max-turns 7", "--tool-style fenced --mode strict",
        "--memory-limit 4k --inventory-style compact --debug --trace log"};

    enter_folder();
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *shown = strstr(options[i], "--debug") == NULL
                                ? options[i]
                                : "--memory-limit 4k --inventory-style compact";
        ptc_value request;
        ptc_value preview;
        ptc_value message;
        ptc_arena arena;

        answer(format(RUN ANSWERS "%s; [ -e tape ] || mv tape.partial tape%s", options[i],
                      ""),
               0);
        answer(
            format("$PTC_EXE agent preview x.chain.edn -c ctx.json --json %s >preview; "
                   "head -n 1 tape >row; rm tape%s",
                   shown, ""),
            0);
        ptc_arena_init(&arena, NULL, 0);
        preview = read_json(&arena, "preview");
        request = *member(read_json(&arena, "row"), "request");
        message = member(request, "messages")->as.items[0];
        cr_expect_str_eq(test_cstr(ptc_value_text(member(preview, "system"))),
                         test_cstr(ptc_value_text(member(request, "system"))));
        cr_expect_str_eq(test_cstr(ptc_value_text(member(preview, "user"))),
                         test_cstr(ptc_value_text(member(message, "content"))));
        ptc_arena_free(&arena);
    }
}

/* --- Other limits, other files -------------------------------------------------------
 */

/* A limit that ends a run within an attempt also ends its replay; without the limit the
 * same recording goes as far as it has answers. */
Test(tool_joints, budgets_end_replays_where_they_ended_runs)
{
    static const struct {
        const char *options, *says, *without;
    } rows[] = {
        {"--llm-budget 3",
         "agent 1 \"first\": SubAgent failed: budget_exhausted - LLM "
         "request budget exhausted: 3 of 3\n",
         "it ends after"},
        {"--turn-budget 2",
         "agent 1 \"first\": SubAgent failed: turn_budget_exhausted - "
         "Turn budget exhausted: 2 of 2\n",
         NULL},
        {"--max-turns 2",
         "agent 1 \"first\": SubAgent failed: max_turns_exceeded - "
         "Exceeded max_turns limit of 2\n",
         NULL},
        {"--memory-strategy fail",
         "agent 1 \"first\": SubAgent failed: "
         "memory_limit_exceeded - Memory limit exceeded: ",
         NULL},
    };

    enter_folder();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expect_part(said(format(RUN ANSWERS "%s%s", rows[i].options, ""), 1),
                    rows[i].says);
        answer("mv tape.partial tape", 0);
        expect_part(said(format(REPLAY "%s%s", rows[i].options, ""), 1), rows[i].says);
        expect_part(said(REPLAY, 1), "the recording has no answer to this request");
        answer("! grep " CANARY " tape && rm tape", 0);
    }
}

/* The fields named by a miss are not taken for a key and its value. */
Test(tool_joints, misses_name_hidden_fields)
{
    enter_folder();
    answer("sed -i 's/(println got j k)/(println (str (:_token (:ok (first got)))))/' "
           "script",
           0);
    answer(RUN ANSWERS, 0);
    expect_part(
        said(REPLAY, 1),
        "expected \"1.25\", found \"3.14\"; tape:2 hides _secret_key, _token; record "
        "with --raw\n");
    answer(RUN ANSWERS "--raw", 0);
    expect_part(answer(REPLAY "--raw", 0), "{\"id\":2,\"_secret_key\":\"" CANARY "\"}");
}

/* Agents as JSON, and in the chain itself: the same requests, the same recording. */
Test(tool_joints, files_of_other_forms_replay)
{
    enter_folder();
    answer(RUN ANSWERS, 0);
    put_file(
        "kid.agent.json",
        "{\"name\": \"kid\", \"prompt\": \"Kid {{id}}\", \"signature\": \"(id :int) -> "
        "" KEYS "\", \"max_turns\": 1, \"retry_turns\": 1}");
    answer("sed -i 's/kid.agent.edn/kid.agent.json/' first.agent.edn; rm kid.agent.edn; "
           "{ printf '{:agents ['; cat first.agent.edn last.agent.edn; printf ']}'; } "
           ">x.chain.edn",
           0);
    cr_expect_str_eq(answer(REPLAY, 0), "{\"id\":2,\"_secret_key\":\"<Firewalled>\"}\n");
    answer(RUN "--cassette tape --json | grep " CANARY, 1);
}

/* Requests that are tried again, by any model, within attempts and after kept answers:
 * rows of failures are served in order. */
Test(tool_joints, retries_replay)
{
    static const char failing[] =
        "{\"error\":{\"kind\":\"rate_limit\",\"message\":\"slow, token abcdefgh1\"}}\n";
    static const char result[] =
        "{\"good\":[true],\"reasons\":[\"llm_error\",\"gone\"],\"_why\":"
        "\"<Firewalled>\"}\n";

    enter_folder();
    put_file(
        "retry.agent.edn",
        "{:name \"retry\" :prompt \"Judge {{#texts}}{{.}};{{/texts}}\" :signature "
        "\"(texts [:string]) -> {good [:bool], reasons [:any], _why :any}\" :max-turns "
        "3 :llm \"opus\" :llm-retry {:max-attempts 2 :base-delay 1} :tools {\"judge\" "
        "{:llm-tool {:prompt \"Is {{text}} good?\" :llm \"sonnet\" :signature \"(text "
        ":string) -> {good :bool, _why :string}\"} :cache true} \"kid\" {:agent "
        "\"kid.agent.edn\" :llm \"haiku\"}}}");
    put_file("look", "\"(def j (mapv #(attempt (tool/judge {\\\"text\\\" %})) (concat "
                     "ctx/texts ctx/texts))) (def k (attempt (tool/kid {:id 1})))\"\n");
    put_file("yes", "\"{\\\"good\\\": true, \\\"_why\\\": \\\"w\\\"}\"\n");
    put_file("gone", "\"(fail {:reason :gone :message \\\"gone\\\"})\"\n");
    put_file("end",
             "\"(return {:good (distinct (keep (comp :good :ok) j)) :reasons "
             "(distinct (keep (comp :reason :error) (conj j k))) :_why (mapv (comp "
             ":_why :ok) j)})\"\n");
    put_file("slow", failing);
    answer("cat slow look slow yes slow slow slow slow gone slow end >script", 0);
    cr_expect_str_eq(
        answer("$PTC_EXE agent run retry.agent.edn --set 'texts=[\"a\",\"b\"]' "
               "--script script --cassette tape --record --trace log",
               0),
        result);
    cr_expect_str_eq(
        answer("$PTC_EXE agent run retry.agent.edn --set 'texts=[\"a\",\"b\"]' "
               "--cassette tape",
               0),
        result);
    cr_expect_str_eq(answer("grep -c . script tape; grep -c abcdefgh1 log", 1),
                     "script:11\ntape:11\n0\n");
}

/* --- Large data ----------------------------------------------------------------------
 */

/* 5 MB of rows and a result of 900,000 bytes: values that do not fit are undone, kept
 * values are not asked for again, prompts and logs show parts, and the recording has them
 * once. */
Test(tool_joints, large_data_is_recorded_once, .timeout = 60)
{
    static const char *const told[] = {
        "Memory limit exceeded: 5808951 bytes > 1048576 bytes; largest: all (4908891 "
        "bytes), g (900047 bytes); ",
        "; undone: g, all\\n", "\\nkept: get ×1\\n",
        "\\nMemory: 900053 of 1048576 bytes are used; ",
        "\\n900000 [{id 0 _who <Firewalled> t "};

    enter_folder();
    put_file(
        "big.agent.edn",
        "{:name \"big\" :prompt \"Sum\" :signature \"(rows [{id :int, _who :string}]) -> "
        "{n :int, _who :string}\" :memory-strategy \"rollback\" :tools {\"get\" {:fn get "
        ":cache true :signature \"(id :int) -> {id :int, text :string, _who "
        ":string}\"}}}");
    put_file("script",
             "\"(do (def all ctx/rows) (def g (attempt (tool/get {:id 1}))))\"\n"
             "\"(do (def g (attempt (tool/get {\\\"id\\\" 1}))) (println (:reason "
             "ctx/fail)))\"\n"
             "\"(do (println (count (:text (:ok g))) (take 2 ctx/rows)) (tool/get {:id "
             "1}))\"\n"
             "\"(return {:n (+ (count ctx/rows) (count (:text (tool/get {:id 1})))) "
             "\\\"_who\\\" (:_who (last ctx/rows))})\"\n");
    answer("awk 'BEGIN { printf \"{\\\"rows\\\":[\"; for (i = 0; i < 60000; i++) printf "
           "\"%s{\\\"id\\\":%d,\\\"_who\\\":\\\"" CANARY
           "\\\",\\\"t\\\":\\\"%040d\\\"}\", (i "
           "? \",\" : \"\"), i, i; print \"]}\" }' >ctx.json",
           0);
    answer(
        "{ printf "
        "'{\"name\":\"get\",\"args\":{\"id\":1},\"result\":{\"id\":1,\"_who\":\"" CANARY
        "\",\"text\":\"'; head -c 900000 /dev/zero | tr '\\0' x; echo '\"}}'; } >tools",
        0);
    cr_expect_str_eq(answer("$PTC_EXE agent run big.agent.edn -c ctx.json --max-heap 64M "
                            "--trace log " ANSWERS,
                            0),
                     "{\"n\":960000,\"_who\":\"<Firewalled>\"}\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run big.agent.edn -c ctx.json --max-heap 64M "
                            "--cassette tape",
                            0),
                     "{\"n\":960000,\"_who\":\"<Firewalled>\"}\n");
    answer("grep " CANARY " log tape", 1);
    answer("test $(wc -c <tape) -lt 1000000 && test $(grep -c '\"tool\"' tape) = 1", 0);
    answer("awk 'length > 80000 { exit 1 }' log", 0);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        answer(format("tail -n 1 tape | grep -qF '%s' || { echo '%s'; exit 1; }", told[i],
                      told[i]),
               0);
}

/* --- Generated -----------------------------------------------------------------------
 */

static const char program[] =
    "#include \"x.ptc.h\"\n#include <ptc/cassette.h>\n#include <stdio.h>\n"
    "ptc_status get(const x_first_get_input *in, x_first_get_result *out, "
    "ptc_tool_call *call)\n{\n"
    "    call->message = in->id == 2 ? \"no such order\" : \"closed\";\n"
    "    call->reason = in->id == 2 ? \"not_found\" : \"closed\";\n"
    "    call->is_final = in->id == 4;\n"
    "    *out = (x_first_get_result){1, PTC_STR(\"" CANARY "\"), 1.25};\n"
    "    return in->id == 1 ? PTC_OK : PTC_ERROR_INVALID;\n}\n"
    "int main(int argc, char **argv)\n{\n"
    "    static char tape[1 << 20];\n"
    "    static const char *const names[] = {\"script\", \"sonnet\", \"haiku\"};\n"
    "    const char json[] = \"{\\\"id\\\": 1, \\\"_cost\\\": \\\"" CANARY "\\\"}\";\n"
    "    ptc_agent_overrides few = {.struct_size = sizeof few, .llm_budget = 4};\n"
    "    ptc_agent_options options = {.struct_size = sizeof options};\n"
    "    ptc_cassette_options taped = {.struct_size = sizeof taped};\n"
    "    ptc_source source = {PTC_STR(\"tape\"), {tape, 0}};\n"
    "    const ptc_step *steps[X_STEPS];\n    ptc_cassette *cassette;\n"
    "    ptc_llm models[3];\n    ptc_arena arena;\n    ptc_text text;\n"
    "    x_result result;\n    ptc_status status;\n    x_input in;\n    ptc_error "
    "error;\n\n"
    "    (void)argv;\n"
    "    ptc_arena_init(&arena, NULL, 0);\n    ptc_text_init(&text, &arena);\n"
    "    source.text.len = fread(tape, 1, sizeof tape, stdin);\n"
    "    taped.source = &source;\n"
    "    if (ptc_cassette_new(&arena, &taped, &cassette, &error) != PTC_OK)\n"
    "        return 2;\n"
    "    for (int i = 0; i < 3; i++)\n"
    "        ptc_cassette_add_llm(cassette, names[i], NULL, &models[i]);\n"
    "    options.llm.llm = &models[0];\n    options.registry = models;\n"
    "    options.registry_count = 3;\n"
    "    options.overrides = argc > 1 ? &few : NULL;\n"
    "    ptc_json_read(&arena, json, sizeof json - 1, NULL, &in.m, NULL, NULL);\n"
    "    status = x_run(&arena, &in, &options, &result, steps);\n"
    "    if (status == PTC_OK)\n        x_result_to_json(&text, &result);\n"
    "    else\n        ptc_step_write_error(&text, steps[0]);\n"
    "    ptc_text_byte(&text, '\\n');\n"
    "    for (int i = 0; i < X_STEPS; i++)\n"
    "        ptc_step_print_trace(&text, steps[i], PTC_TRACE_MESSAGES | "
    "PTC_TRACE_SYSTEM);\n"
    "    fwrite(text.ptr, 1, text.len, stdout);\n"
    "    ptc_cassette_free(cassette);\n    ptc_arena_free(&arena);\n"
    "    return status == PTC_OK ? 0 : 1;\n}\n";

/* A recording of the command from files answers the generated chain: the prompts are the
 * same bytes, the functions fail in the same way, and the settings are the same. */
Test(tool_joints, generated_chains_replay, .timeout = 120)
{
    enter_folder();
    answer(RUN ANSWERS "--raw", 0);
    put_file("main.c", program);
    answer("$PTCC gen -o . x.chain.edn && $CC -std=c11 -Wall -Wextra -Werror -I $INCLUDE "
           "main.c x.ptc.c $LIBPTC -lpcre2-8 -lm -o x",
           0);
    answer("./x <tape >out", 0);
    cr_expect_str_eq(answer("head -n 1 out", 0),
                     "{\"id\":2,\"_secret_key\":\"" CANARY "\"}\n");
    answer("sed 1d out | grep " CANARY, 1);
    answer("grep -q '(cached) {id: 1, _secret_key: <Firewalled>' out", 0);
    cr_expect_str_eq(
        answer("./x few <tape | head -n 1", 0),
        "SubAgent failed: budget_exhausted - LLM request budget exhausted: 4 of "
        "4\n");
}
