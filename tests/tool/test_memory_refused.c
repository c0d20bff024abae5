/* SPDX-License-Identifier: MIT */
/*
 * Both commands with memory refused, in turn at each place that asks for it, once or for
 * ever from there on. A command that can do without gives its usual result; any other
 * reports in one line that memory ran out, ends with 2, and leaves no file half written:
 * its files are all unchanged, or all as usual. The output until then is true.
 *
 * Commands that ask often are tried at some of the places: see refuse_next.
 */
#define _DEFAULT_SOURCE
#include <criterion/criterion.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refuse.h"
#include "shell.h"

int ptc_tool_main(int argc, char **argv);
int ptcc_tool_main(int argc, char **argv);

enum {
    SWEEP_WORDS = 20,
    SWEEP_FILES = 12,
    SWEEP_SECONDS = 60,
    SWEEP_SHOWN = 6, /* limit on the failures shown of one command */
};

typedef struct sweep_file {
    const char *name;
    const char *text; /* NULL: the project's file of that path */
    const char *path;
} sweep_file;

typedef struct sweep {
    int (*main)(int argc, char **argv);
    const char *words[SWEEP_WORDS];
    const char *input; /* or NULL: none */
    /* Its files grow line by line while it works; they may end early. */
    bool writes_lines;
    /* Its files are written one after the other; each is whole. */
    bool writes_files_in_turn;
    /* Files hold times; only their names are compared. */
    bool tells_time;
    /* Rows are answered one by one: a row may be answered by a fault of memory. */
    bool is_batch;
    sweep_file files[SWEEP_FILES];
} sweep;

/* Files of a folder in byte order of their names; texts, one after the other. */
typedef struct snapshot {
    char *names[SWEEP_FILES * 2];
    ptc_str texts[SWEEP_FILES * 2];
    size_t count;
} snapshot;

typedef struct outcome {
    int status; /* as waitpid gives it */
    size_t asked;
    ptc_str out;
    ptc_str err;
    snapshot files;
} outcome;

/* --- Folders ----------------------------------------------------------------------- */

static char base[512];   /* folder of this test */
static char folder[600]; /* in it: where the command works */

static ptc_str take_file(const char *path)
{
    ptc_str text = {"", 0};
    struct stat facts;
    char *bytes;
    int file = open(path, O_RDONLY);

    cr_assert(file >= 0 && fstat(file, &facts) == 0, "%s", path);
    bytes = malloc((size_t)facts.st_size + 1);
    cr_assert(bytes != NULL &&
              read(file, bytes, (size_t)facts.st_size) == (ssize_t)facts.st_size);
    close(file);
    bytes[facts.st_size] = '\0';
    text = ptc_str_make(bytes, (size_t)facts.st_size);
    return text;
}

static void give_file(const char *path, ptc_str text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    cr_assert(file >= 0 && write(file, text.ptr, text.len) == (ssize_t)text.len, "%s",
              path);
    close(file);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char *in_folder(const char *name)
{
    static char path[1024];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void take_folder(snapshot *files)
{
    DIR *directory = opendir(folder);
    const struct dirent *entry;

    files->count = 0;
    cr_assert(directory != NULL);
    while ((entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        cr_assert_lt(files->count, (size_t)SWEEP_FILES * 2);
        files->names[files->count] = strdup(entry->d_name);
        cr_assert(files->names[files->count] != NULL);
        files->count++;
    }
    closedir(directory);
    qsort(files->names, files->count, sizeof *files->names, compare_names);
    for (size_t i = 0; i < files->count; i++)
        files->texts[i] = take_file(in_folder(files->names[i]));
}

static void drop_snapshot(snapshot *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->names[i]);
        free((char *)files->texts[i].ptr);
    }
    files->count = 0;
}

static bool is_same(const snapshot *a, const snapshot *b, bool by_name)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->names[i], b->names[i]) != 0 ||
            (!by_name && !ptc_str_equal(a->texts[i], b->texts[i])))
            return false;
    }
    return true;
}

static void fill_folder(const snapshot *files)
{
    snapshot found;

    take_folder(&found);
    for (size_t i = 0; i < found.count; i++)
        unlink(in_folder(found.names[i]));
    drop_snapshot(&found);
    for (size_t i = 0; i < files->count; i++)
        give_file(in_folder(files->names[i]), files->texts[i]);
}

/* --- One run ----------------------------------------------------------------------- */

static void become(const char *path, int flags, int file)
{
    int opened = open(path, flags, 0600);

    if (opened < 0 || dup2(opened, file) < 0)
        _exit(99);
    close(opened);
}

static void run_child(const sweep *s, size_t first, bool for_ever, size_t *asked)
{
    char *argv[SWEEP_WORDS + 2] = {"tool"};
    char path[700];
    int status;
    int argc = 1;

    while (argc <= SWEEP_WORDS && s->words[argc - 1] != NULL) {
        argv[argc] = (char *)s->words[argc - 1];
        argc++;
    }
    snprintf(path, sizeof path, "%s/in", base);
    become(path, O_RDONLY, STDIN_FILENO);
    snprintf(path, sizeof path, "%s/out", base);
    become(path, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    snprintf(path, sizeof path, "%s/err", base);
    become(path, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    if (chdir(folder) != 0)
        _exit(98);
    alarm(SWEEP_SECONDS);
    refuse_from(first, for_ever);
    status = s->main(argc, argv);
    *asked = refuse_stop();
    _exit(status);
}

/* `first` as refuse_from takes it. */
static void run(const sweep *s, const snapshot *before, size_t first, bool for_ever,
                outcome *out)
{
    size_t *asked = mmap(NULL, sizeof *asked, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    char path[700];
    pid_t child;

    cr_assert(asked != MAP_FAILED);
    fill_folder(before);
    fflush(NULL);
    child = fork();
    cr_assert(child >= 0);
    if (child == 0)
        run_child(s, first, for_ever, asked);
    cr_assert(waitpid(child, &out->status, 0) == child);
    out->asked = *asked;
    munmap(asked, sizeof *asked);
    snprintf(path, sizeof path, "%s/out", base);
    out->out = take_file(path);
    snprintf(path, sizeof path, "%s/err", base);
    out->err = take_file(path);
    take_folder(&out->files);
}

static void drop(outcome *out)
{
    free((char *)out->out.ptr);
    free((char *)out->err.ptr);
    drop_snapshot(&out->files);
}

/* --- What is right ----------------------------------------------------------------- */

/* Whether `text` is the first lines of `whole`. */
static bool begins(ptc_str whole, ptc_str text)
{
    return text.len <= whole.len && memcmp(whole.ptr, text.ptr, text.len) == 0 &&
           (text.len == 0 || text.len == whole.len || text.ptr[text.len - 1] == '\n');
}

/* Removes the last line, which says why. */
static bool take_line(ptc_str *err, ptc_str *line)
{
    size_t start;

    if (err->len == 0 || err->ptr[err->len - 1] != '\n')
        return false;
    start = err->len - 1;
    while (start > 0 && err->ptr[start - 1] != '\n')
        start--;
    *line = ptc_str_make(err->ptr + start, err->len - start);
    err->len = start;
    return true;
}

static bool take_reason(ptc_str *err, ptc_str *reason)
{
    if (!take_line(err, reason))
        return false;
    return (has(*reason, "ptc: ") || has(*reason, "ptcc: ") ||
            has(*reason, "\"severity\":\"error\"")) &&
           (has(*reason, "out of memory") || has(*reason, "Cannot allocate memory"));
}

/* An unfinished recording is next to the old one, as the last line says. */
static void drop_partial(ptc_str *err)
{
    ptc_str rest = *err;
    ptc_str line;

    if (take_line(&rest, &line) && has(line, "the rows of this run are in"))
        *err = rest;
}

/* Whether it is that file, with the first rows that the whole run records. */
static bool is_partial(const snapshot *after, const char *name, ptc_str text)
{
    size_t len = strlen(name);

    for (size_t i = 0; i < after->count; i++) {
        size_t known = strlen(after->names[i]);

        if (len == known + strlen(".partial") &&
            strncmp(name, after->names[i], known) == 0 &&
            strcmp(name + known, ".partial") == 0)
            return begins(after->texts[i], text);
    }
    return false;
}

/* Each file has the first of its usual lines, or is unchanged. */
static bool are_begun(const snapshot *before, const snapshot *after,
                      const snapshot *found, bool tells_time)
{
    for (size_t i = 0; i < found->count; i++) {
        bool is_good = is_partial(after, found->names[i], found->texts[i]);

        for (size_t j = 0; j < before->count; j++)
            is_good |= strcmp(found->names[i], before->names[j]) == 0 &&
                       ptc_str_equal(found->texts[i], before->texts[j]);
        for (size_t j = 0; j < after->count; j++)
            is_good |= strcmp(found->names[i], after->names[j]) == 0 &&
                       (tells_time || begins(after->texts[j], found->texts[i]));
        if (!is_good)
            return false;
    }
    return true;
}

/* Each file is unchanged, or as usual. */
static bool are_in_turn(const snapshot *before, const snapshot *after,
                        const snapshot *found)
{
    for (size_t i = 0; i < found->count; i++) {
        if (i >= before->count || strcmp(found->names[i], before->names[i]) != 0 ||
            (!ptc_str_equal(found->texts[i], before->texts[i]) &&
             !ptc_str_equal(found->texts[i], after->texts[i])))
            return false;
    }
    return found->count == before->count;
}

/* Each answer is as usual, or reports with the same id that there was no memory; one at
 * the end may be missing. */
static bool are_answered(ptc_str whole, ptc_str found)
{
    static const char refused[] =
        ",\"error\":{\"code\":\"memory\",\"message\":\"out of memory\"}}";
    unsigned number = 0;
    ptc_str wanted;
    ptc_str line;

    while (test_next_line(&found, &line, &number)) {
        size_t id = line.len >= sizeof refused - 1 ? line.len - (sizeof refused - 1) : 0;

        if (!test_next_line(&whole, &wanted, &number))
            return false;
        if (ptc_str_equal(line, wanted))
            continue;
        if (id == 0 || memcmp(line.ptr + id, refused, sizeof refused - 1) != 0 ||
            id >= wanted.len || memcmp(line.ptr, wanted.ptr, id) != 0 ||
            wanted.ptr[id] != ',')
            return false;
    }
    return true;
}

/* What is wrong with a run, or NULL. */
static const char *fault_of(const sweep *s, const snapshot *before, const outcome *whole,
                            const outcome *found)
{
    ptc_str err = found->err;
    ptc_str reason;

    if (!WIFEXITED(found->status))
        return "it crashed";
    if (found->status == whole->status && ptc_str_equal(found->out, whole->out) &&
        ptc_str_equal(found->err, whole->err))
        return is_same(&found->files, &whole->files, s->tells_time)
                   ? NULL
                   : "it says nothing and its files differ";
    if (WEXITSTATUS(found->status) != 2)
        return "it does not end with 2";
    drop_partial(&err);
    if (!take_reason(&err, &reason))
        return "it does not say why";
    if (!begins(whole->err, err))
        return "it says something that is not true";
    if (s->is_batch ? !are_answered(whole->out, found->out)
                    : !begins(whole->out, found->out))
        return "it prints something that is not true";
    if (!is_same(&found->files, before, false) &&
        !is_same(&found->files, &whole->files, s->tells_time) &&
        !(s->writes_files_in_turn && are_in_turn(before, &whole->files, &found->files)) &&
        !(s->writes_lines &&
          are_begun(before, &whole->files, &found->files, s->tells_time)))
        return "its files are neither as before nor as otherwise";
    return NULL;
}

static void tell(const sweep *s, size_t first, bool for_ever, const char *fault,
                 const outcome *found)
{
    cr_expect_fail("%s %s %s %s: allocation %zu refused %s: %s\nstatus %x\n%s\n%s",
                   s->words[0], s->words[1] ? s->words[1] : "",
                   s->words[1] && s->words[2] ? s->words[2] : "",
                   s->words[1] && s->words[2] && s->words[3] ? s->words[3] : "", first,
                   for_ever ? "for ever" : "once", fault, (unsigned)found->status,
                   found->out.ptr, found->err.ptr);
}

/* --- Sweeps ------------------------------------------------------------------------ */

static void prepare(const sweep *s, snapshot *before)
{
    char path[700];

    snprintf(base, sizeof base, "%s", test_directory());
    snprintf(folder, sizeof folder, "%s/work", base);
    cr_assert(mkdir(folder, 0700) == 0 || errno == EEXIST);
    snprintf(path, sizeof path, "%s/in", base);
    give_file(path, ptc_str_of(s->input));
    before->count = 0;
    fill_folder(before);
    for (size_t i = 0; i < SWEEP_FILES && s->files[i].name != NULL; i++) {
        ptc_str text = s->files[i].text != NULL ? ptc_str_of(s->files[i].text)
                                                : take_file(project(s->files[i].path));

        give_file(in_folder(s->files[i].name), text);
        if (s->files[i].text == NULL)
            free((char *)text.ptr);
    }
    take_folder(before);
}

static void sweep_places(const sweep *s, const snapshot *before, const outcome *whole)
{
    size_t shown = 0;

    for (size_t place = 1; place <= whole->asked && shown < SWEEP_SHOWN;
         place = refuse_next(place, whole->asked)) {
        for (int for_ever = 0; for_ever < 2; for_ever++) {
            const char *fault;
            outcome found;

            run(s, before, place, for_ever, &found);
            fault = fault_of(s, before, whole, &found);
            if (fault != NULL) {
                tell(s, place, for_ever, fault, &found);
                shown++;
            }
            drop(&found);
        }
    }
}

static void sweep_one(const sweep *s)
{
    snapshot before;
    outcome whole;
    outcome again;

    prepare(s, &before);
    run(s, &before, 0, false, &whole);
    run(s, &before, 0, false, &again);
    cr_expect(WIFEXITED(whole.status) && WEXITSTATUS(whole.status) != 2, "%s %s: %x %s",
              s->words[0], s->words[1], (unsigned)whole.status, whole.err.ptr);
    cr_expect(whole.asked > 0 && whole.asked == again.asked &&
                  ptc_str_equal(whole.out, again.out),
              "%s: %zu and %zu", s->words[0], whole.asked, again.asked);
    sweep_places(s, &before, &whole);
    drop(&again);
    drop(&whole);
    drop_snapshot(&before);
}

static void sweep_all(const sweep *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sweep_one(&rows[i]);
}

#define SWEEP(suite_rows) sweep_all(suite_rows, sizeof(suite_rows) / sizeof *(suite_rows))

#define CONTRACT                                                                         \
    {                                                                                    \
        .name = "search.sig", .path = "examples/demo/search.sig"                         \
    }
#define CALLS                                                                            \
    {                                                                                    \
        .name = "calls.jsonl", .path = "examples/demo/calls.jsonl"                       \
    }
#define GOLDEN(file)                                                                     \
    {                                                                                    \
        .name = file, .path = "tests/golden/" file                                       \
    }
#define ORCHESTRATOR(file)                                                               \
    {                                                                                    \
        .name = file, .path = "examples/agent-orchestrator/" file                        \
    }
#define ORCHESTRATION                                                                    \
    ORCHESTRATOR("orchestrator.agent.edn"), ORCHESTRATOR("finder.agent.edn"),            \
        ORCHESTRATOR("writer.agent.edn"), ORCHESTRATOR("shop.sig"),                      \
        ORCHESTRATOR("orders.jsonl"), ORCHESTRATOR("script.jsonl")

#define CHAIN(file)                                                                      \
    {                                                                                    \
        .name = file, .path = "examples/agent-chain/" file                               \
    }
#define REPLY_CHAIN                                                                      \
    CHAIN("reply.chain.edn"), CHAIN("sorter.agent.edn"), CHAIN("writer.agent.edn"),      \
        CHAIN("mail.sig"), CHAIN("script.jsonl")

#define PTC(...)  .main = ptc_tool_main, .words = {__VA_ARGS__}
#define PTCC(...) .main = ptcc_tool_main, .words = {__VA_ARGS__}

/* --- ptcc -------------------------------------------------------------------------- */

static const char schema_text[] =
    "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"},"
    "\"tags\":{\"type\":\"array\",\"items\":{\"enum\":[\"a\",\"b\"]}},"
    "\"at\":{\"type\":\"integer\",\"minimum\":3,\"default\":4}},\"required\":[\"city\"]}";

#define TEXT(file, content)                                                              \
    {                                                                                    \
        .name = file, .text = content                                                    \
    }
#define SCHEMA TEXT("city.json", schema_text)
#define BROKEN TEXT("broken.sig", "(query :strin, n :int[5..1]) -> :any\nq = {a :int")

static const sweep checks[] = {
    {PTCC("check", "search.sig"), .files = {CONTRACT}},
    {PTCC("check", "--lint", "shapes.malli.edn"), .files = {GOLDEN("shapes.malli.edn")}},
    {PTCC("check", "city.json"), .files = {SCHEMA}},
    {PTCC("check", "broken.sig"), .files = {BROKEN}},
    {PTCC("check", "--diagnostics=json", "broken.sig"), .files = {BROKEN}},
    {PTCC("check", "orchestrator.agent.edn"), .files = {ORCHESTRATION}},
    {PTCC("check", "warm.agent.edn"),
     .files = {TEXT("warm.agent.edn",
                    "{:prompt \"Go\" :llm-opts {:top-p 0.5 \"stop\" [\"a\"]}}")}},
    {PTCC("check", "reply.chain.edn"), .files = {REPLY_CHAIN}},
    {PTCC("check", "broken.chain.edn"),
     .files = {TEXT("broken.chain.edn",
                    "{:agent 1 :agents [{:prompt \"a\" :signature \"() -> {n :int?, e "
                    ":enum[1 2], b :bool}\"}\n"
                    " {:prompt \"b\" :signature \"(n :int, e :enum[2 3], b :int, m "
                    ":int) -> :int\"}]}")}},
    {PTCC("check", "broken.agent.edn"),
     .files = {TEXT("broken.agent.edn",
                    "{:name \"a\" :prompt \"{{x}}\" :colour 3\n"
                    " :signature \"(y :int) -> {n :in}\" :tools {\"t\" {}}}")}},
};

Test(memory_refused, ptcc_check)
{
    SWEEP(checks);
}

static const sweep forms[] = {
    {PTCC("convert", "--to", "malli", "search.sig"), .files = {CONTRACT}},
    {PTCC("convert", "--to", "prompt", "search.sig"), .files = {CONTRACT}},
    {PTCC("convert", "--to", "sig", "shapes.malli.edn"),
     .files = {GOLDEN("shapes.malli.edn")}},
    {PTCC("convert", "--to", "sig", "city.json"), .files = {SCHEMA}},
    {PTCC("convert", "--to", "openai-strict", "search.sig"), .files = {CONTRACT}},
    {PTCC("convert", "--to", "gbnf", "--contract", "route", "forms.sig"),
     .files = {GOLDEN("forms.sig")}},
    {PTCC("convert", "--to", "sql", "--strict", "rows.sig"),
     .files = {TEXT("rows.sig", "row = {a :keyword, b {c :int}, d :enum[x y]}\n")}},
    {PTCC("report", "--verbose", "search.sig"), .files = {CONTRACT}},
    {PTCC("report", "--json", "forms.sig"), .files = {GOLDEN("forms.sig")}},
    {PTCC("convert", "--batch"),
     .input =
         "{\"id\":1,\"text\":\"(a :int) -> {b :string}\",\"to\":\"malli\"}\n"
         "{\"id\":\"two\",\"text\":\"(a :in) -> :any\",\"to\":\"sig\"}\n{\"id\":3}\n",
     .is_batch = true},
    {PTCC("fmt", "search.sig"), .files = {CONTRACT}},
    {PTCC("fmt", "--check", "search.sig"), .files = {CONTRACT}},
    {PTCC("fmt", "-w", "a.sig", "b.sig"),
     .files = {TEXT("a.sig", "f(  a:int )->:string ; what\n"),
               TEXT("b.sig", "t={a :int,b :float}\n")},
     .writes_files_in_turn = true},
    {PTCC("infer", "calls.json"),
     .files = {TEXT("calls.json", "{\"a\":[1,2.5],\"b\":{\"c\":\"x\",\"d\":null}}")}},
    {PTCC("infer", "--to", "malli", "--enum", "2", "--datetime", "-"),
     .input = "{\"a\":\"x\",\"at\":\"2024-01-02T03:04:05Z\"}\n{\"a\":\"y\",\"b\":[]}\n"
              "{\"a\":\"x\",\"b\":[{\"c\":1}]}\n{\"a\":\"x\"}\n{\"a\":\"x\"}\n{\"a\":"
              "\"y\"}\n"},
    {PTCC("explain", "sig-unknown-type")},
    {PTCC("explain")},
    {PTCC("gen", "--help")},
};

Test(memory_refused, ptcc_forms)
{
    SWEEP(forms);
}

static const sweep gens[] = {
    {PTCC("gen", "-o", ".", "search.sig"), .files = {CONTRACT}},
    {PTCC("gen", "-o", ".", "--depfile", "d.mk", "--values", "jansson", "--strings",
          "copy", "search.sig"),
     .files = {CONTRACT, TEXT("search.ptc.h", "old\n"), TEXT("search.ptc.c", "old\n")}},
    {PTCC("gen", "-o", ".", "--check", "search.sig"),
     .files = {CONTRACT, TEXT("search.ptc.h", "old\n")}},
    {PTCC("gen", "-o", ".", "--list-outputs", "search.sig"), .files = {CONTRACT}},
    {PTCC("gen", "--dump=draft,normal,kinds", "search.sig"), .files = {CONTRACT}},
    {PTCC("gen", "-o", ".", "--tool-stubs", "tools.sig"), .files = {GOLDEN("tools.sig")}},
    {PTCC("gen", "-o", ".", "--tool-stubs", "t.h"),
     .files = {TEXT("t.h",
                    "/** Adds.\n * @ptc add\n * @param a one\n * @context b app.b\n"
                    " */\nlong add(long a, const char *b);\n"
                    "// @ptc f (a [:int]) -> :int?\nint f(int *a);\n")}},
    {PTCC("gen", "-o", ".", "t.ex"),
     .files = {TEXT("t.ex",
                    "@doc \"F.\"\n@spec f(atom(), [%{a: :x | :y}]) :: pid()\n"
                    "@spec g(integer()) :: String.t() | nil\ndef g(x), do: x\n")}},
    {PTCC("gen", "-o", ".", "shapes.malli.edn"), .files = {GOLDEN("shapes.malli.edn")}},
    {PTCC("gen", "-o", ".", "--emit",
          "json-schema,openai-strict,openai-format,anthropic,mcp-tools,sql,md,malli-json",
          "--wrap-root", "forms.sig"),
     .files = {GOLDEN("forms.sig")}},
    {PTCC("gen", "-o", ".", "--strict", "--emit", "anthropic-strict", "forms.sig"),
     .files = {GOLDEN("forms.sig")}},
    {PTCC("gen", "-o", ".", "--emit", "mcp-main,mcp-json", "--mcp-program",
          "--mcp-result=structured", "--mcp-instructions", "i.txt", "t.sig"),
     .files = {TEXT("i.txt", "Ask it.\n"),
               TEXT("t.sig", "t = {_a :int}\nf(x :int) -> :t?\n  F.\n  @hints "
                             "read-only\ng() -> [:any]\n")}},
    {PTCC("gen", "-o", ".", "--emit", "mcp", "--mcp-program", "t.sig"),
     .files = {TEXT("t.sig", "run_program(x :int) -> :int\n")}},
    {PTCC("gen", "-o", ".", "--owner", "b.sig=--prefix=b --header=x/b.h", "a.sig"),
     .files = {TEXT("a.sig", "include \"b.sig\"\nf(x :b, y [:c]) -> :b?\n"),
               TEXT("b.sig", "include \"c.sig\"\nb = {e :enum[x y], c :c}\n"),
               TEXT("c.sig", "c = {m [:map-of :string :int], u :int|:string}\n")}},
};

Test(memory_refused, ptcc_gen)
{
    SWEEP(gens);
}

/* All files of a project, or none. */
static const sweep inits[] = {
    {PTCC("init", "--name", "letters")},
    {PTCC("init", "--name", "letters", "--kind", "agent", "--build", "make")},
    {PTCC("init", "--name", "letters", "--kind", "server", "--build", "cmake")},
};

Test(memory_refused, ptcc_init)
{
    SWEEP(inits);
}

static const sweep agent_gens[] = {
    {PTCC("gen", "-o", ".", "orchestrator.agent.edn"), .files = {ORCHESTRATION}},
    {PTCC("gen", "-o", ".", "reply.chain.edn"), .files = {REPLY_CHAIN}},
    {PTCC("gen", "-o", ".", "clerk.agent.edn"),
     .files = {GOLDEN("clerk.agent.edn"), GOLDEN("trade.sig")}},
};

Test(memory_refused, ptcc_gen_agents)
{
    SWEEP(agent_gens);
}

#define TALLY                                                                            \
    GOLDEN("tally.agent.edn"), GOLDEN("tally.ptc.clj"), GOLDEN("tally.ptc.samples.jsonl")
#define DOUBLE                                                                           \
    TEXT("a.agent.edn", "{:prompt \"Double it\" :signature \"(n :int) -> :int\"\n"       \
                        " :tools {\"add\" {:fn add}}}")
#define ADDS TEXT("r.jsonl", "{\"name\":\"add\",\"args\":{\"a\":4},\"result\":8}\n")

/* Lock and samples are both written, or neither. */
static const sweep compilations[] = {
    {PTCC("compile", "--program", "p.clj", "--tool-results", "r.jsonl", "--sample",
          "{\"n\":4}", "--seed", "1", "a.agent.edn"),
     .files = {DOUBLE, ADDS, TEXT("p.clj", "(return (tool/add {:a ctx/n}))\n")}},
    {PTCC("compile", "--script", "s.jsonl", "--tool-results", "r.jsonl", "--sample",
          "{\"n\":4}", "--seed", "1", "a.agent.edn"),
     .files = {DOUBLE, ADDS,
               TEXT("s.jsonl", "\"(def a (tool/add {:a ctx/n}))\"\n\"(return a)\"\n")},
     .tells_time = true},
    {PTCC("compile", "--check", "tally.agent.edn"), .files = {TALLY}},
    {PTCC("compile", "--replay", "tally.agent.edn"), .files = {TALLY}},
};

Test(memory_refused, ptcc_compile)
{
    SWEEP(compilations);
}

/* --- ptc --------------------------------------------------------------------------- */

#define VALIDATE "validate", "-s", "search.sig#search"

static const sweep validations[] = {
    {PTC(VALIDATE, "calls.jsonl"), .files = {CONTRACT, CALLS}},
    {PTC(VALIDATE, "--json", "--verbose", "--echo", "calls.jsonl"),
     .files = {CONTRACT, CALLS}},
    {PTC("validate", "-e", "(a :int, b [:string]) -> :any", "one.json"),
     .files = {TEXT("one.json", "{\"a\":1,\"b\":[\"x\",\"y\"]}")}},
    {PTC("validate", "-e", "(a [:set [:map [:b :int]]]) -> :any", "-"),
     .input = "{\"a\":[{\"b\":1},{\"b\":2}]}\n{\"a\":[{\"b\":1},{\"b\":1}]}\n"},
    {PTC("validate", "-s", "city.json", "--json", "-"),
     .input =
         "{\"city\":\"x\",\"tags\":[\"a\"],\"at\":4}\n{\"city\":\"\",\"tags\":[\"c\"]}\n",
     .files = {SCHEMA}},
    {PTC("validate", "--batch"),
     .input = "{\"id\":1,\"sig\":\"(a :int) -> {b "
              ":string}\",\"json\":\"{\\\"a\\\":\\\"1\\\"}\"}\n"
              "{\"id\":\"two\",\"schema\":\"[:map [:a :int]]\",\"value\":\"{:a 1.5}\"}\n"
              "{\"id\":[3],\"sig\":\"(a :in) -> :any\",\"json\":\"{}\"}\n",
     .is_batch = true},
};

Test(memory_refused, ptc_validate)
{
    SWEEP(validations);
}

static const char program[] =
    "(defn f [x] (* x x)) (println \"seen\" (map f (range 40)))"
    "(let [m (group-by odd? (range 100)) s (set (map str (range 50)))]"
    " {:m (count (m true)) :s (count s) :t (re-find #\"(\\\\d+)-(\\\\w)\" \"ab 12-x\")"
    "  :j (json/generate-string {:a [1 2 {:b nil}]}) :sorted (sort-by - [3 1 2])"
    "  :big (reduce (fn [a i] (assoc a i (str i))) {} (range 100))})";

static const sweep runs[] = {
    {PTC("run", "-e", "(+ 1 2)")},
    {PTC("run", "p.clj"), .files = {TEXT("p.clj", program)}},
    {PTC("run", "--json", "--ctx", "c.json", "-e", "(println 1) {:a (map inc ctx/xs)}"),
     .files = {TEXT("c.json", "{\"xs\":[1,2,3],\"y\":{\"z\":\"w\"}}")}},
    {PTC("run", "--disasm", "-e", "(fn [x] (if x (+ x 1) (vector x \"a\")))")},
    {PTC("run", "-e", "(let [x 1] (println 2) (+ x :a))")},
    {PTC("run", "--json", "-e", "(fail {:reason :no :message \"why\"})")},
    {PTC("run", "--json", "-e",
         "(ns a (:require [clojure.string :as s :refer [join]])) (throw [(join '(a "
         "b))])")},
    {PTC("run", "-e", "(let [x")},
    {PTC("run", "--batch"),
     .input = "{\"id\":1,\"expr\":\"(+ 1 "
              "ctx/a)\",\"ctx\":{\"a\":2}}\n{\"id\":\"b\",\"expr\":\"(\"}\n"
              "{\"id\":[3],\"expr\":\"(println 1) (map inc [1 2])\"}\n",
     .is_batch = true},
    {PTC("repl"), .input = "(require '[clojure.set :as s])\n(s/union #{1})\n(def a "
                           "1)\n(+ a 2)\n(defn f [x] (conj x 1))\n(f [2])\n(+ :a 1)\n"},
};

Test(memory_refused, ptc_run)
{
    SWEEP(runs);
}

#define RUN_AGENT                                                                        \
    "agent", "run", "orchestrator.agent.edn", "--set", "customer=Ann", "--script",       \
        "script.jsonl", "--tool-results", "orders.jsonl"

#define RUN_CHAIN                                                                        \
    "agent", "run", "reply.chain.edn", "--set", "message=Account 4711", "--script",      \
        "script.jsonl"

static const sweep agents[] = {
    {PTC("agent", "run", "outer.agent.edn", "--script", "s.jsonl"),
     .files = {TALLY,
               TEXT("outer.agent.edn",
                    "{:prompt \"Go\" :signature \"() -> :any\" :tools\n"
                    " {\"tally\" {:compiled \"tally.agent.edn\"}}}"),
               TEXT("s.jsonl", "\"(return (tool/tally {:lines [\\\"a b a\\\"]}))\"\n")}},
    {PTC(RUN_CHAIN), .files = {REPLY_CHAIN}},
    {PTC("agent", "preview", "reply.chain.edn", "--set", "message=Hello"),
     .files = {REPLY_CHAIN}},
    {PTC(RUN_CHAIN, "--trace", "t.jsonl", "--cassette", "c.jsonl", "--record"),
     .files = {REPLY_CHAIN}, .writes_lines = true, .tells_time = true},
    {PTC(RUN_AGENT), .files = {ORCHESTRATION}},
    {PTC("agent", "preview", "orchestrator.agent.edn", "--set", "customer=Ann"),
     .files = {ORCHESTRATION}},
    {PTC("agent", "preview", "--json", "orchestrator.agent.edn", "--set", "customer=Ann"),
     .files = {ORCHESTRATION}},
    {PTC(RUN_AGENT, "--trace", "t.jsonl", "--cassette", "c.jsonl", "--record"),
     .files = {ORCHESTRATION}, .writes_lines = true, .tells_time = true},
    {PTC("agent", "grammar", "orchestrator.agent.edn"), .files = {ORCHESTRATION}},
    {PTC("agent", "grammar", "--to", "lark", "--calls", "tools", "--fence", "-e", "Count",
         "--signature", "(word :string) -> {n :int}")},
    {PTC("agent", "preview", "-e", "Count", "--mode", "strict", "--max-turns", "2",
         "--max-heap", "64k", "--llm-opts", "{\"temperature\": [0]}")},
    {PTC("agent", "run", "-e", "Count {{word}}", "--signature",
         "(word :string) -> {n :int}", "--set", "word=pear", "--script", "s.jsonl",
         "--max-turns", "3"),
     .files = {TEXT(
         "s.jsonl",
         "\"(count ctx/word)\"\n\"(return {:n :x})\"\n\"(return {:n 4})\"\n")}},
    /* no reply to the feedback */
    {PTC("agent", "run", "-e", "Count", "--script", "s.jsonl"),
     .files = {TEXT("s.jsonl", "\"(+ 1 pear)\"\n")}},
};

Test(memory_refused, ptc_agent)
{
    SWEEP(agents);
}

/* The log of a run of two agents. */
static void put_log(const char *name)
{
    sweep s = {PTC(RUN_AGENT, "--trace", "t.jsonl"), .files = {ORCHESTRATION}};
    snapshot before;
    outcome whole;

    prepare(&s, &before);
    run(&s, &before, 0, false, &whole);
    cr_assert(WIFEXITED(whole.status) && WEXITSTATUS(whole.status) == 0, "%s",
              whole.err.ptr);
    for (size_t i = 0; i < whole.files.count; i++) {
        if (strcmp(whole.files.names[i], "t.jsonl") == 0)
            give_file(name, whole.files.texts[i]);
    }
    drop(&whole);
    drop_snapshot(&before);
}

Test(memory_refused, ptc_trace)
{
    char path[600];
    sweep s = {PTC("trace", "show", "--usage", "--messages", path)};

    snprintf(path, sizeof path, "%s/log.jsonl", test_directory());
    put_log(path);
    sweep_one(&s);
}
