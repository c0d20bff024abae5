/* SPDX-License-Identifier: MIT */
/*
 * `ptcc gen --dump` and PTCC_TRACE=passes. tests/generator/dump/all.edn has every type of
 * node, and every kind that a node becomes in C; all.txt is what its dump has to be.
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/ptcc-dump-XXXXXX";

static void enter(void)
{
    strcpy(folder, "/tmp/ptcc-dump-XXXXXX");
    cr_assert(mkdtemp(folder) != NULL);
    write_file(folder, "ask.sig", "who = {name :string}\nask(who :who) -> [:int]\n");
    write_file(folder, "bad.sig", "ask(who :whom) -> :int\n");
    write_file(folder, "a.agent.edn", "{:prompt \"Say it.\" :signature \"() -> :int\"}");
}

static void leave(void)
{
    shell("/", format("rm -r %s", folder, ""), NULL, NULL);
}

TestSuite(gen_dump, .init = enter, .fini = leave);

#define DUMP "$PTCC gen --type email --dump=draft,normal,kinds "

Test(gen_dump, all_types_and_kinds)
{
    ptc_str err;
    int status = shell(folder,
                       format(DUMP "%s > now.txt && diff -u %s now.txt >&2",
                              project("tests/generator/dump/all.edn"),
                              project("tests/generator/dump/all.txt")),
                       NULL, &err);

    cr_expect(status == 0, "./dev accept writes the file anew:\n%s", err.ptr);
}

/* The file above has each of them. */
Test(gen_dump, the_contract_of_the_golden_dump_has_every_type)
{
    static const char *const types[] = {
#define PTC_TYPE(constant, word, head) #constant,
#include <ptc/types.def>
#undef PTC_TYPE
    };
    ptc_str out;

    cr_assert(shell(folder, format("cat %s", project("tests/generator/dump/all.txt"), ""),
                    &out, NULL) == 0);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        cr_expect(has(out, format("  %s ", types[i], "")), "%s", types[i]);
}

static const struct {
    const char *line;
    int status;
    const char *out; /* parts of the outputs, or "": nothing */
    const char *err;
} rows[] = {
    {"$PTCC gen --dump=draft ask.sig", 0, "draft of ask, from ask.sig\n", ""},
    {"$PTCC gen --dump=normal ask.sig", 0, "normal form of who\n    0  FUNCTION ", ""},
    {"$PTCC gen --dump=kinds ask.sig", 0, "kinds of ask: parameters ask, result", ""},
    /* In the order of the passes, whatever was typed. */
    {"$PTCC gen --dump=kinds,draft ask.sig | grep -c '^[dk].* of ' | tr -d '\\n'; $PTCC "
     "gen "
     "--dump=kinds,draft ask.sig | head -n 1",
     0, "4draft of who, from ask.sig\n", ""},
    /* Files are not written, whatever else is asked for. */
    {"$PTCC gen --dump=kinds -o . ask.sig && ls", 0, "a.agent.edn\nask.sig\nbad.sig\n",
     ""},
    {"$PTCC gen --dump=kinds --check -o . ask.sig", 2, "",
     "--dump and --check cannot be combined"},
    {"$PTCC gen --dump=kinds --list-outputs -o . ask.sig", 2, "",
     "--dump and --list-outputs cannot be combined"},
    {"timeout 5 $PTCC gen --dump=kinds --watch -o . ask.sig", 2, "",
     "--dump and --watch cannot be combined"},
    /* However deep types nest, all of them are shown: 100 lists and an int. */
    {"printf 'f() -> %s:int%s\\n' $(printf '[%.0s' $(seq 100)) $(printf ']%.0s' $(seq "
     "100)) > deep.sig; $PTCC gen --dump=draft deep.sig | grep -cw -e LIST -e INT",
     0, "101\n", ""},
    {"$PTCC gen --dump=kinds a.agent.edn", 0, "kinds of a: result a_result\n", ""},
    {"$PTCC gen --dump=draft a.agent.edn", 2, "",
     "--dump=draft is for contracts, and a.agent.edn is not one"},
    {"$PTCC gen --dump=schema ask.sig", 2, "",
     "--dump is draft, normal or kinds, several with commas, not \"schema\""},
    {"$PTCC gen --dump=draft, ask.sig", 2, "", "not \"\""},
    {"$PTCC gen --dump=draft", 2, "", "gen needs a file"},
    {"$PTCC gen --dump=kinds bad.sig", 1, "", "unknown type"},
    /* What the reader could read of a file at fault is shown. */
    {"cat ask.sig bad.sig > both.sig; $PTCC gen --dump=draft both.sig", 1,
     "draft of who, from both.sig\n", "error["},
    {"$PTCC gen --dump=normal ask.sig > /dev/full", 2, "", "No space left"},
    /* Options that change the readers change who reads. */
    {"$PTCC gen --dump=kinds --mode=strict ask.sig", 0, "ptc_gen_strict_int", ""},
    {"PTCC_TRACE=passes $PTCC gen -o . ask.sig", 0, "",
     "ptcc: pass draft  ask.sig: 2 declarations -> 10 draft nodes\n"},
    {"PTCC_TRACE=passes $PTCC gen -o . ask.sig", 0, "", "ptcc: pass write  ask.sig: "},
    {"PTCC_TRACE=passes $PTCC check ask.sig", 0, "", "ptcc: pass settle ask.sig: "},
    {"PTCC_TRACE=passes $PTCC check --diagnostics=json ask.sig", 0, "",
     "{\"file\":\"\",\"severity\":\"note\",\"code\":\"command\",\"message\":\"pass "
     "scan   ask.sig: "},
    {"PTCC_TRACE=1 $PTCC gen -o . ask.sig", 0, "", ""},
};

Test(gen_dump, rows)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str out;
        ptc_str err;
        int status = shell(folder, rows[i].line, &out, &err);

        cr_expect(status == rows[i].status, "%s: exit %d\n%s", rows[i].line, status,
                  err.ptr);
        cr_expect(*rows[i].out != '\0' ? has(out, rows[i].out) : out.len == 0,
                  "%s: out:\n%s", rows[i].line, out.ptr);
        cr_expect(*rows[i].err != '\0' ? has(err, rows[i].err) : err.len == 0,
                  "%s: err:\n%s", rows[i].line, err.ptr);
    }
}
