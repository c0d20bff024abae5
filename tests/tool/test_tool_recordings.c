/* SPDX-License-Identifier: MIT */
/*
 * Recordings as users make them: `--cassette` alone replays what `--record` wrote, for
 * every agent of the project and for agents near every edge, with each revision of the
 * prompt texts. [subagent 8.1]
 */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/sha256.h"
#include "shell.h"
#include "uses.h"

#include <ptc/cassette.h>

/* Runs a line; the exit code must be `wanted`. Returns its output. */
static const char *answer(const char *line, int wanted)
{
    ptc_str out;
    ptc_str err;
    int status = shell(".", line, &out, &err);

    cr_expect(status == wanted, "%s: exit %d, not %d\n%s%s", line, status, wanted,
              out.ptr, err.ptr);
    return out.ptr;
}

/* The same, returning its stderr instead. */
static const char *said(const char *line, int wanted)
{
    return answer(format("{ %s ; } 2>&1 >/dev/null%s", line, ""), wanted);
}

static void expect_part(const char *text, const char *part)
{
    cr_expect(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
}

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    unsetenv("PTC_LLM_URL");
    unsetenv("PTC_LLM_MODEL");
    answer("cp $PTC_ROOT/examples/agent-orchestrator/* . && "
           "cp $PTC_ROOT/tests/agent/recordings/* . && "
           "mkdir shop mail golden kept scored && "
           "cp $PTC_ROOT/examples/agent-scorer/*.* scored/ && "
           "cp $PTC_ROOT/examples/agent-compiled/*.edn kept/ && "
           "cp $PTC_ROOT/examples/agent-chain/* mail/ && "
           "cp $PTC_ROOT/examples/agent-tools/* shop/ && "
           "cp $PTC_ROOT/tests/golden/*.agent.edn $PTC_ROOT/tests/golden/*.chain.edn "
           "$PTC_ROOT/tests/golden/trade.sig golden/",
           0);
}

/* --- Recorded and replayed --------------------------------------------------------- */

/* Times, ids, and sizes of hidden values. */
#define SAME                                                                             \
    "| sed -E 's/\"(total_)?duration_ms\":[0-9]+/T/g; s/\"timestamp\":\"[^\"]*\"/T/g; "  \
    "s/\"(parent_)?(trace|span)_id\":\"[0-9a-f]*\"/I/g; s/\"memory_bytes\":[0-9]+/M/g'"

/* How an agent is run: the words after `agent run`; the options that answer while it is
 * recorded; and the exit code. */
typedef struct recorded {
    const char *agent;
    const char *arguments;
    const char *answers;
    int status;
} recorded;

static const recorded agents[] = {
    {"orchestrator.agent.edn", "--set customer=Ann",
     "--script script.jsonl --tool-results orders.jsonl", 0},
    {"finder.agent.edn", "--set customer=Ann",
     "--script finder.script --tool-results orders.jsonl", 0},
    {"writer.agent.edn", "--set customer=Ann --set count=2 --set total=25.5",
     "--script writer.script", 0},
    {"shop/finder.agent.edn", "--set what=lamp",
     "--script shop/replies.jsonl --tool-results shop.tools", 0},
    {"mail/sorter.agent.edn", "--set 'message=Where is 42?'",
     "--script mail/script.jsonl", 0},
    {"mail/writer.agent.edn", "--set topic=delivery --set gist=late --set _account=42",
     "--script letter.script", 0},
    {"mail/reply.chain.edn", "--set 'message=Where is 42?'", "--script mail/script.jsonl",
     0},
    {"golden/relay.chain.edn", "--set letter=Hi",
     "--script relay.script --tool-results crew.tools", 0},
    {"golden/scorer.agent.edn", "-c scorer.json",
     "--script scorer.script --tool-results scorer.tools", 0},
    {"kept/scorer.agent.edn", "-c kept.json",
     "--script scorer.script --tool-results scorer.tools", 0},
    {"scored/scorer.agent.edn", "-c scored.json",
     "--script scored/replies.jsonl --tool-results scored/thresholds.jsonl", 0},
    {"golden/sift.agent.edn", "--set text=a --set word=a",
     "--script sift.script --tool-results sift.tools", 0},
    {"golden/tally.agent.edn", "-c tally.json", "--script tally.script", 0},
    {"golden/clerk.agent.edn", "--set letter=Hi",
     "--script clerk.script "
     "--tool-results crew.tools",
     0},
    {"golden/crew.agent.edn", "-c crew.json",
     "--script crew.script --tool-results "
     "crew.tools",
     0},
    {"fixed.agent.edn", "$(cat fixed.args)",
     "--script fixed.script.jsonl --tool-results fixed.tools.jsonl", 0},
    {"derived.agent.edn", "-c derived.json", "--script derived.script.jsonl", 0},
    {"kinds.agent.edn", "$(cat kinds.args)",
     "--script kinds.script.jsonl --tool-results kinds.tools.jsonl", 0},
    {"judged.agent.edn", "$(cat judged.args)", "--script judged.script.jsonl", 0},
    {"asks.agent.edn", "$(cat asks.args)", "--script asks.script.jsonl", 1},
    /* Budgets that end; keys of all kinds; nothing declared; a model that fails. */
    {"kinds.agent.edn", "$(cat kinds.args) --max-turns 2",
     "--script kinds.script.jsonl --tool-results kinds.tools.jsonl", 1},
    {"own-retry.agent.edn", "", "--script retry.script", 0},
    {"-e 'Go on'", "--set x=1", "--script odd.script", 0},
    {"-e 'Go on'", "--set x=1", "--script short.script", 1},
};

static void put_answers(void)
{
    put_file("finder.script",
             "\"(return {:orders (mapv #(select-keys % [\\\"id\\\" \\\"total\\\" "
             "\\\"note\\\"]) (tool/search_orders {:customer ctx/customer})) :_cards "
             "[\\\"4242\\\"]})\"\n");
    put_file("writer.script", "\"(identity {:letter (str ctx/customer ctx/total)})\"\n");
    put_file(
        "shop.tools",
        "{\"name\":\"shop_search\",\"args\":{\"query\":\"lamp\"},\"result\":[{"
        "\"title\":\"lava lamp\",\"price\":12},{\"title\":\"a\",\"price\":20.5}]}\n");
    put_file("scorer.json", "{\"reports\":[{\"id\":1,\"severity\":\"severe\",\"users\":3,"
                            "\"text\":\"t\"}]}");
    put_file("derived.json", "{\"words\":[\"a\",\"b\",\"a\"]}");
    answer("head -n 1 scored/reports.jsonl > scored.json", 0);
    put_file("kept.json",
             "{\"reports\":[{\"id\":1,\"severity\":\"severe\",\"users\":3}]}");
    put_file("scorer.script",
             "\"(return {:score (tool/weight {:users 3}) :worst [1]})\"\n");
    put_file("scorer.tools",
             "{\"name\":\"scorer_weight\",\"args\":{\"users\":3},\"result\":7}\n");
    put_file("sift.script", "\"(return {:lines (tool/grep-n {:pattern ctx/word :text "
                            "ctx/text}) :mine (tool/grep {:text ctx/text}) :shape "
                            "(tool/infer {:data 1}) :valid true})\"\n");
    put_file("sift.tools",
             "{\"name\":\"sift_count\",\"args\":{\"text\":\"a\"},\"result\":1}\n");
    put_file("tally.json", "{\"lines\":[\"a b\",\"a\"]}");
    put_file("tally.script", "\"(return {:words {\\\"a\\\" 2}})\"\n");
    put_file("clerk.script", "\"(def a (tool/look-up {:name \\\"x\\\"}))\"\n"
                             "\"(return {:answer (str (:titles a))})\"\n");
    put_file(
        "crew.tools",
        "{\"name\":\"crew_lookup\",\"args\":{\"name\":\"x\"},\"result\":{\"found\":"
        "true,\"titles\":[\"X\"],\"_cost\":1.5}}\n"
        "{\"name\":\"relay_now\",\"args\":{},\"result\":\"2026-01-01T00:00:00Z\"}\n"
        "{\"name\":\"crew_now\",\"args\":{},\"result\":\"2026-01-01T00:00:00Z\"}\n"
        "{\"name\":\"crew_ship\",\"args\":{\"id\":1,\"to\":{\"street\":\"s\",\"zip\":"
        "\"z\"}},\"error\":{\"message\":\"no such street\",\"reason\":\"bad\"}}\n");
    put_file("crew.json", "{\"user\":{\"name\":\"Bob\"},\"orders\":[{\"id\":1,\"tone\":"
                          "\"warm\"},{\"id\":2}]}");
    put_file(
        "crew.script",
        "\"(def a [(tool/lookup {:name \\\"x\\\"}) (tool/now {}) (tool/lookup {:name "
        "\\\"x\\\"})])\"\n"
        "\"(tool/ship {:id 1 :to {:street \\\"s\\\" :zip \\\"z\\\"}})\"\n"
        "\"(def l (tool/clerk {:letter \\\"Hello\\\" :polite true}))\"\n"
        "\"(return {:answer \\\"Dear\\\"})\"\n"
        "\"(def j (tool/judge {:text \\\"t\\\"}))\"\n"
        "\"{\\\"urgent\\\": true}\"\n"
        "\"(return {:settled (mapv :id ctx/orders) :note (str (:answer l) (:urgent "
        "j))})\"\n");
    put_file("own-retry.agent.edn",
             "{:prompt \"Go\" :llm-retry {:max-attempts 3 :base-delay 1}}");
    put_file("retry.script",
             "{\"error\":{\"kind\":\"rate_limit\",\"message\":\"slow\"}}\n"
             "{\"error\":{\"kind\":\"timeout\",\"message\":\"late\"}}\n\"(return 1)\"\n");
    put_file(
        "odd.script",
        "\"(return {:a 1 \\\"b c\\\" [:k #{1}] 3 {:_h 4} :_hidden {:deep 5} \\\":d\\\" "
        "nil})\"\n");
    put_file(
        "relay.script",
        "\"(return {:answer (str (:titles (tool/look-up {:name \\\"x\\\"})))})\"\n"
        "\"(return {:letter (str (tool/now {}) ctx/answer) :_marks [\\\"good\\\"]})\"\n"
        "\"(return {:answer (str \\\"Dear \\\" ctx/letter)})\"\n"
        "\"(return {:signed ctx/answer :pages [{:text \\\"p\\\" :tone \\\"warm\\\"}] "
        ":_seal 7})\"\n");
    put_file("short.script", "\"(def a 1)\"\n");
    put_file("letter.script",
             "\"(return {:letter ctx/gist :_account (inc ctx/_account)})\"\n");
}

/* Records it, replays it, and compares the two. `options` are for both. */
static void expect_same(const recorded *row, const char *options)
{
    const char *run = format("$PTC_EXE agent run %s %s ", row->agent, row->arguments);
    const char *after = format("2>/dev/null >%s; s=$?; cat %s ", "out", "out");
    const char *line = format("%s %s ", run, options);
    ptc_str out;
    ptc_str again;

    shell(".", "rm -f tape tape.partial* out", NULL, NULL);
    line = format("%s %s --cassette tape --record ", line, row->answers);
    cr_expect(shell(".",
                    format("%s %s", line, format("%s" SAME "%s; exit $s", after, "")),
                    &out, NULL) == row->status,
              "%s: not as expected:\n%s", line, out.ptr);
    cr_expect(out.len > 0 || row->status != 0, "%s printed nothing", line);
    cr_expect(shell(".", "mv tape.partial tape 2>/dev/null; test -s tape", NULL, NULL) ==
                  0,
              "%s recorded nothing", line);
    line = format("%s %s --cassette tape ", run, options);
    cr_expect(shell(".",
                    format("%s %s", line, format("%s" SAME "%s; exit $s", after, "")),
                    &again, NULL) == row->status,
              "%s: not as recorded", line);
    cr_expect_str_eq(again.ptr, out.ptr, "%s", line);
}

/* Every agent file of examples and tests, except for those that have faults. */
Test(tool_recordings, replay_every_agent, .timeout = 300) /* M336 */
{
    static const char *const options[] = {"", "--json", "--raw --json"};

    enter_folder();
    put_answers();
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            expect_same(&agents[i], options[k]);
    }
}

/* An agent that is added to the project needs a row above. */
Test(tool_recordings, know_every_agent)
{
    ptc_str out;
    size_t known = 0;

    enter_folder();
    shell(".",
          "cd $PTC_ROOT && find examples tests -name '*.agent.edn' -o -name "
          "'*.agent.json' -o -name '*.chain.edn' -o -name '*.chain.json' | grep -v "
          "'^tests/bad/' | grep -c .",
          &out, NULL);
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        bool is_new = strncmp(agents[i].agent, "-e", 2) != 0 &&
                      strncmp(agents[i].agent, "own-", 4) != 0;

        for (size_t k = 0; k < i; k++)
            is_new = is_new && strcmp(agents[i].agent, agents[k].agent) != 0;
        known += is_new;
    }
    cr_expect((size_t)atoi(out.ptr) == known, "%s agents, and %zu of them are recorded",
              out.ptr, known);
}

/* --- Revisions of the prompt texts ------------------------------------------------- */

#define REPLAY "$PTC_EXE agent run %s.agent.edn $(cat %s.args) "
#define DERIVE "$PTCC compile %s.agent.edn $(cat %s.derive) "

/* By name: the first revision, and whether `ptcc compile` derives the program. */
static const struct kept_agent {
    const char *name;
    int since;
    bool is_derived;
} kept[] = {{"asks", 1, false},
            {"derived", 2, true},
            {"fixed", 1, false},
            {"judged", 1, false},
            {"kinds", 1, false}};

static const char *replay(const struct kept_agent *agent)
{
    return agent->is_derived ? format(DERIVE, agent->name, agent->name)
                             : format(REPLAY, agent->name, agent->name);
}

/* Requests to models are as recorded; otherwise the texts have a new revision. */
Test(tool_recordings, prompt_texts_have_a_revision)
{
    enter_folder();
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char tape[64];
        ptc_str err;

        snprintf(tape, sizeof tape, "--cassette %s.%d.jsonl", kept[i].name,
                 PTC_PROMPT_REVISION);
        shell(".", format("%s %s", replay(&kept[i]), tape), NULL, &err);
        cr_expect(!has(err, "the recording has no") && !has(err, "No such file"),
                  "Prompt texts changed (%s). While this revision is open in "
                  "tests/agent/recordings/revisions.tsv, tests/accept records it again; "
                  "when it is closed, raise PTC_PROMPT_REVISION first.\n%s",
                  kept[i].name, err.ptr);
    }
}

/* The same for the derivation of the example: its recording gives the program of its
 * lock. */
Test(tool_recordings, the_example_is_derived_again_from_its_recording)
{
    enter_folder();
    answer("cd scored && sed '/^; origin:/d' scorer.ptc.clj >was.clj && "
           "cp scorer.ptc.samples.jsonl was.jsonl && rm scorer.ptc.* && "
           "$PTCC compile --cassette scorer.cassette.jsonl --sample reports.jsonl "
           "scorer.agent.edn",
           0);
    answer("cd scored && sed '/^; origin:/d' scorer.ptc.clj | cmp - was.clj && "
           "cmp scorer.ptc.samples.jsonl was.jsonl && "
           "$PTCC compile --replay scorer.agent.edn",
           0);
}

/* The digest of the recordings of a revision, as revisions.tsv has it. */
static void expect_digest(int revision)
{
    char line[32];
    char digest[PTC_SHA256_HEX + 1] = {0};
    ptc_sha256 hash;
    ptc_str table = test_read_project_file("tests/agent/recordings/revisions.tsv");
    const char *row;

    ptc_sha256_init(&hash);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char path[96];
        ptc_str tape;

        if (revision < kept[i].since)
            continue;
        snprintf(path, sizeof path, "tests/agent/recordings/%s.%d.jsonl", kept[i].name,
                 revision);
        tape = test_read_project_file(path);
        ptc_sha256_add(&hash, tape.ptr, tape.len);
    }
    ptc_sha256_end_hex(&hash, digest);
    snprintf(line, sizeof line, "\n%d\t", revision);
    row = strstr(table.ptr, line);
    cr_assert(row != NULL, "revisions.tsv has no revision %d", revision);
    row += strlen(line);
    cr_expect(strncmp(row, digest, PTC_SHA256_HEX) == 0,
              "the recordings of revision %d are not those of revisions.tsv", revision);
    cr_expect(strncmp(row + PTC_SHA256_HEX, "\tclosed\n", 8) == 0 ||
              (revision == PTC_PROMPT_REVISION &&
               strncmp(row + PTC_SHA256_HEX, "\topen\n", 6) == 0));
}

Test(tool_recordings, each_revision_is_kept_as_it_was)
{
    for (int revision = 1; revision <= PTC_PROMPT_REVISION; revision++)
        expect_digest(revision);
}

/* Every section of prompts is in a recording, so that its changes show. */
Test(tool_recordings, hold_every_section_of_prompts)
{
    char all[128];

    snprintf(all, sizeof all, "cat *.%d.jsonl > all", PTC_PROMPT_REVISION);
    enter_folder();
    answer(all, 0);
    answer("for f in $PTC_ROOT/templates/prompt/*.md; do "
           "l=$(sed -n '/^[A-Za-z #,.:]\\{20,\\}$/{p;q}' $f); "
           "[ -n \"$l\" ] || l=$(sed -n '/....../{p;q}' $f | cut -c 1-30); "
           "grep -qF -- \"$l\" all || { echo \"$f: $l\"; exit 1; }; done",
           0);
}

/* A key that does not depend on prompt texts is found with any revision. */
Test(tool_recordings, a_found_key_replays_at_any_revision)
{
    enter_folder();
    answer("! grep -q prompt_revision fixed.1.jsonl", 0);
    answer("sed 's/\"prompt_revision\":[0-9]*/\"prompt_revision\":7/' fixed.2.jsonl > "
           "fixed.7.jsonl",
           0);
    for (const char *revision = "127"; *revision != '\0'; revision++) {
        char tape[2] = {*revision, '\0'};

        cr_expect_str_eq(answer(format("%s --cassette fixed.%s.jsonl",
                                       format(REPLAY, "fixed", "fixed"), tape),
                                0),
                         "{\"price\":12.5,\"_margin\":\"<Firewalled>\"}\n");
    }
}

Test(tool_recordings, a_miss_names_both_revisions)
{
    char line[160];
    const char *text;

    enter_folder();
    snprintf(line, sizeof line,
             "fixed.1.jsonl:1: recorded with prompt revision 1, this is %d; record again",
             PTC_PROMPT_REVISION);
    text = said("$PTC_EXE agent run fixed.agent.edn --set what=desk --cassette "
                "fixed.1.jsonl",
                1);
    expect_part(text, line);
    cr_expect(strstr(text, "it differs") == NULL, "%s", text);
    expect_part(said("$PTC_EXE agent run judged.agent.edn --set text=later --cassette "
                     "judged.1.jsonl",
                     1),
                "judged.1.jsonl:1: recorded with prompt revision 1, this is ");
    /* With the same revision it says what differs, even for rows written by people. */
    snprintf(line, sizeof line,
             "$PTC_EXE agent run fixed.agent.edn --set what=desk --cassette "
             "fixed.%d.jsonl",
             PTC_PROMPT_REVISION);
    expect_part(said(line, 1), "in message 1 (user), line 1: expected \"Price lamp.\"");
    answer("sed 's/\"key\":\"[0-9a-f]*\",//' fixed.1.jsonl | head -n 1 > written", 0);
    expect_part(said("$PTC_EXE agent run fixed.agent.edn --set what=desk --cassette "
                     "written",
                     1),
                "in message 1 (user), line 1: expected \"Price lamp.\"");
}

/* --- What is hidden ---------------------------------------------------------------- */

#define AUDIT                                                                            \
    "{:name \"audit\" :prompt \"Go\" :signature \"() -> {n :int, _sum :float}\" "        \
    ":max-turns 3 :tools {\"costs\" {:fn costs :signature \"() -> [{_cost "              \
    ":float[0..1], _who %s}]\"} \"pay\" {:fn pay :signature \"(id :int) -> :bool\"} "    \
    "\"rest\" {:fn rest :signature \"() -> :int\"}}}"

static void enter_audit(const char *type, const char *who)
{
    enter_folder();
    put_file("audit.agent.edn", format(AUDIT "%s", type, ""));
    put_file("tools.jsonl",
             format("{\"name\":\"costs\",\"args\":{},\"result\":[{\"_cost\":0.25,"
                    "\"_who\":%s}]}\n{\"name\":\"pay\",\"args\":{\"id\":1},\"result\":"
                    "true}\n{\"name\":\"rest\",\"args\":{},\"result\":1}\n%s",
                    who, ""));
}

#define RECORD_AUDIT                                                                     \
    "$PTC_EXE agent run audit.agent.edn --script a.script --tool-results tools.jsonl "   \
    "--cassette tape --record "
#define REPLAY_AUDIT "$PTC_EXE agent run audit.agent.edn --cassette tape "

/* Values shown to and asked of models through hidden ones are not in the recording. */
Test(tool_recordings, a_miss_says_what_was_hidden)
{
    enter_audit(":string", "\"Ann\"");
    put_file("a.script", "\"(def c (tool/costs {})) (str (< (:_cost (first c)) "
                         "0.1))\"\n\"(return {:n 1 :_sum 0.5})\"\n");
    answer(RECORD_AUDIT, 0);
    expect_part(said(REPLAY_AUDIT, 1), "tape:2 hides _cost, _who; record with --raw");
    /* The same for a call. */
    put_file("a.script", "\"(def c (tool/costs {})) (tool/pay {:id (if (> (:_cost (first "
                         "c)) 0.1) 1 2)}) (return {:n 1 :_sum 0.5})\"\n");
    answer(RECORD_AUDIT, 0);
    expect_part(said(REPLAY_AUDIT "--max-turns 1 --json >/dev/null; " REPLAY_AUDIT, 1),
                "record with --raw");
    answer(RECORD_AUDIT "--raw", 0);
    cr_expect_str_eq(answer(REPLAY_AUDIT, 0), "{\"n\":1,\"_sum\":\"<Firewalled>\"}\n");
    cr_expect_str_eq(said(REPLAY_AUDIT, 0), "");
}

/* Made-up values are reported; a missing value is an error that says what to do. */
Test(tool_recordings, made_up_values_are_reported)
{
    enter_audit(":string", "\"Ann\"");
    put_file("a.script", "\"(return {:n (count (tool/costs {})) :_sum 0.5})\"\n");
    answer(RECORD_AUDIT, 0);
    expect_part(said(REPLAY_AUDIT, 0), "note: tape:2 hides _cost, _who, so the run");
    enter_audit("[:and :int [:not= 42] [:not= 0]]", "7");
    put_file("a.script", "\"(return {:n (count (tool/costs {})) :_sum 0.5})\"\n");
    answer(RECORD_AUDIT, 0);
    expect_part(
        answer(REPLAY_AUDIT "--json", 1),
        "tape:2 hides _who, and no value of its type was found; record with --raw");
}

/* A text that its type accepts stays, and is also not a recorded value. */
Test(tool_recordings, texts_that_stay_hidden_are_reported)
{
    enter_folder();
    put_file("s.agent.edn",
             "{:prompt \"P\" :signature \"() -> :any\" :tools {\"f\" {:fn f :signature "
             "\"() -> {_s :string}\"} \"g\" {:fn g :signature \"(_pin :int) -> :any\"} "
             "\"h\" {:fn h}}}");
    put_file("tools.jsonl",
             "{\"name\":\"f\",\"args\":{},\"result\":{\"_s\":\"eighteen letters !\"}}\n"
             "{\"name\":\"g\",\"args\":{\"_pin\":1},\"result\":7}\n"
             "{\"name\":\"h\",\"args\":{},\"result\":[\"a canary-key\"]}\n");
    put_file("a.script", "\"(return (count (:_s (tool/f {}))))\"\n"
                         "\"(return (tool/g {:_pin 1}))\"\n"
                         "\"(return (count (first (tool/h {}))))\"\n");
#define RUN_S    "$PTC_EXE agent run s.agent.edn --cassette tape "
#define RECORD_S RUN_S "--record --tool-results tools.jsonl --script a.script "
    cr_expect_str_eq(answer(RECORD_S, 0), "18\n");
    cr_expect_str_eq(answer(RUN_S, 0), "12\n");
    expect_part(said(RUN_S, 0), "ptc: note: tape:2 hides _s, so the run may differ from "
                                "what was recorded; record with "
                                "--raw\n");
    cr_expect_str_eq(answer(RECORD_S "--raw", 0), "18\n");
    cr_expect_str_eq(answer(RUN_S, 0), "18\n");
    cr_expect(strstr(said(RUN_S, 0), "note") == NULL);
    /* For a call that hides its arguments the run has the recorded result. */
    answer("sed -i 1d a.script", 0);
    answer(RECORD_S, 0);
    answer("grep -q redacted tape", 0);
    cr_expect(strstr(said(RUN_S, 0), "note") == NULL);
    /* Values missing also from raw recordings are reported without that advice. */
    answer("sed -i 1d a.script", 0);
    answer("APP_KEY=canary-key " RECORD_S, 0);
    expect_part(said(RUN_S, 0), "ptc: note: tape:2 hides the result, so the run may "
                                "differ from what was recorded\n");
}

/* Keys of maps and places within texts are hidden as well. */
Test(tool_recordings, secrets_leave_values_of_their_types)
{
    enter_audit(":string[~\\\"^[a-z-]+$\\\"]", "\"canary-key\"");
    put_file("a.script", "\"(return {:n (count (tool/costs {})) :_sum 0.5})\"\n");
    answer("sed -i 's/_who/who/' audit.agent.edn tools.jsonl", 0);
    answer("APP_KEY=canary-key " RECORD_AUDIT, 0);
    answer("grep -q '<redacted>' tape && ! grep canary tape", 0);
    cr_expect_str_eq(answer(REPLAY_AUDIT, 0), "{\"n\":1,\"_sum\":\"<Firewalled>\"}\n");
}

/* --- Tools ------------------------------------------------------------------------- */

Test(tool_recordings, tools_that_were_never_called_are_not_demanded)
{
    enter_audit(":string", "\"Ann\"");
    put_file("a.script", "\"(return {:n (count (tool/costs {})) :_sum 0.5})\"\n");
    answer(RECORD_AUDIT, 0);
    answer(REPLAY_AUDIT, 0);
    /* A call of one reports its name; one that is given answers. */
    answer("sed -i 's/(tool.costs {})/(tool\\/rest {})/; "
           "/\"llm\"/s/\"key\":\"[0-9a-f]*\",//' "
           "tape",
           0);
    answer("sed -i 's/(count (tool.rest {}))/(tool\\/rest {})/' tape", 0);
    expect_part(
        answer(REPLAY_AUDIT "--json", 1),
        "the recording has no call of rest; give --tools MODULE or --tool-results "
        "FILE, or record again");
    cr_expect_str_eq(answer(REPLAY_AUDIT "--tool-results tools.jsonl", 0),
                     "{\"n\":1,\"_sum\":\"<Firewalled>\"}\n");
    /* To record they are needed. */
    answer("echo > none.jsonl", 0);
    expect_part(said("$PTC_EXE agent run audit.agent.edn --script a.script "
                     "--tool-results none.jsonl --cassette tape --record",
                     2),
                "costs (costs), pay (pay), rest (rest): give --tools MODULE");
}

/* --- Nothing that was paid for is lost --------------------------------------------- */

/* Ctrl-C while a model answers: the answers before it are kept, and the recording. */
Test(tool_recordings, an_interrupted_run_keeps_its_rows)
{
    enter_folder();
    put_file("models.json", "{\"models\":{\"m\":{\"provider\":\"command\",\"command\":"
                            "[\"sh\",\"ask.sh\"]}}}");
    put_file("ask.sh", "cat > /dev/null\nif [ -e once ]; then kill -INT $PPID; sleep 20; "
                       "fi\n: > once\necho '{\"content\":\"(def a 1)\"}'\n");
    put_file("tape", "kept\n");
    expect_part(said("$PTC_EXE agent run -e Go --models models.json --cassette tape "
                     "--record",
                     1),
                "tape: left as it was, because the run failed; the rows of this run are "
                "in tape.partial");
    answer("echo kept | cmp - tape && test $(grep -c prompt_revision tape.partial) = 1",
           0);
}

/* A mission that ends by its time limit, and an answer that comes too late. */
Test(tool_recordings, a_run_out_of_time_keeps_its_rows)
{
    enter_folder();
    put_file("slow.agent.edn", "{:prompt \"Go\" :mission-timeout 400 :max-turns 5}");
    put_file("models.json", "{\"models\":{\"m\":{\"provider\":\"command\",\"command\":"
                            "[\"sh\",\"ask.sh\"]}}}");
    put_file("ask.sh", "cat > /dev/null\nif [ -e once ]; then sleep 20; fi\n: > once\n"
                       "echo '{\"content\":\"(def a 1)\"}'\n");
    put_file("tape", "kept\n");
    said(
        "$PTC_EXE agent run slow.agent.edn --models models.json --cassette tape --record",
        1);
    answer("echo kept | cmp - tape && grep -q '(def a 1)' tape.partial", 0);
}

/* A run that records over a recording asks for everything again and replaces it whole;
 * the old one is kept if the new run fails. */
Test(tool_recordings, recorded_again_is_recorded_whole)
{
    enter_folder();
    put_file("two.script", "\"(def a 1)\"\n\"(return 2)\"\n");
    put_file("one.script", "\"(return 1)\"\n");
    answer("$PTC_EXE agent run -e Go --script two.script --cassette tape --record", 0);
    answer("cp tape before; $PTC_EXE agent run -e Go --script one.script --cassette tape "
           "--record",
           0);
    cr_expect_str_eq(answer("$PTC_EXE agent run -e Go --cassette tape", 0), "1\n");
    cr_expect_str_eq(answer("grep -c . tape; ls tape*", 0), "1\ntape\n");
    answer("cp before tape; echo '\"(fail \\\"no\\\")\"' > no.script; $PTC_EXE agent run "
           "-e Go --script no.script --cassette tape --record",
           1);
    answer("cmp tape before && test -s tape.partial", 0);
}
