/* SPDX-License-Identifier: MIT */
/* Checking a batch in a separate process, which may crash; see gen_loop.h. */
#define _GNU_SOURCE
#include "gen_loop.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DAMAGED = 6, CPU_SECONDS = 600, REDUCTIONS = 1500 };

typedef struct judging {
    gen_verdict *verdict;
    const engine_root *root;
    unsigned place; /* index of the text with the finding */
    engines engines;
} judging;

gen_verdict *check_memory(void)
{
    gen_verdict *verdict = mmap(NULL, sizeof *verdict, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (verdict == MAP_FAILED) {
        perror("gen_loop: memory");
        exit(2);
    }
    return verdict;
}

/* --- What the process leaves ---------------------------------------------------------
 */

static void keep_text(gen_verdict *verdict, ptc_str text)
{
    verdict->length = text.len < FOUND_TEXT ? text.len : FOUND_TEXT;
    memcpy(verdict->text, text.ptr, verdict->length);
}

/* The text is known even if it crashes the process. */
static void begin(ptc_str text, bool is_value, void *user)
{
    judging *j = user;

    if (j->verdict->is_found)
        return;
    j->verdict->is_value = is_value;
    keep_text(j->verdict, text);
}

static void find(judging *j, const char *setting, const char *what)
{
    gen_verdict *verdict = j->verdict;

    verdict->is_found = true;
    snprintf(verdict->setting, sizeof verdict->setting, "%s", setting);
    snprintf(verdict->what, sizeof verdict->what, "%s", what);
}

/* The first difference is kept. */
static void differ(const engines_difference *found, void *user)
{
    judging *j = user;

    if (j->verdict->is_found)
        return;
    keep_text(j->verdict, found->text);
    j->place = j->engines.texts;
    find(j, found->setting, found->what);
}

/* --- Less text ---------------------------------------------------------------------- */

static bool differs_still(judging *j, const char *text, size_t len)
{
    unsigned before = j->engines.different;

    j->engines.texts = j->place - 1; /* chooses the bytes after a text */
    engines_judge(&j->engines, ptc_str_make(text, len));
    return j->engines.different > before;
}

/* Leaves out smaller and smaller pieces. */
static void reduce_text(judging *j)
{
    gen_verdict *verdict = j->verdict;
    char *text = malloc(verdict->length + 1);
    char *less = malloc(verdict->length + 1);
    size_t len = verdict->length;
    unsigned tries = 0;

    if (text == NULL || less == NULL)
        abort();
    memcpy(text, verdict->text, len);
    for (size_t piece = len / 2; piece > 0 && tries < REDUCTIONS; piece /= 2) {
        for (size_t at = 0; at + piece <= len && tries < REDUCTIONS; tries++) {
            memcpy(less, text, at);
            memcpy(less + at, text + at + piece, len - at - piece);
            if (differs_still(j, less, len - piece)) {
                len -= piece;
                memcpy(text, less, len);
            } else {
                at += piece;
            }
        }
    }
    if (len < verdict->length) {
        verdict->is_found = false; /* the difference may now be another one */
        if (!differs_still(j, text, len))
            abort();
    }
    free(less);
    free(text);
}

/* --- The process -------------------------------------------------------------------- */

static void judge_root(judging *j, const gen_batch *batch, ptc_str first)
{
    test_random random = {batch->number ^
                          ptc_str_hash(ptc_str_of(j->root->functions.name))};

    snprintf(j->verdict->root, sizeof j->verdict->root, "%s", j->root->functions.name);
    engines_choose(&j->engines, j->root);
    if (first.len > 0)
        engines_judge(&j->engines, first);
    if (!j->verdict->is_found)
        engines_judge_random(&j->engines, &random, batch->documents, DAMAGED);
    if (j->verdict->is_found && !j->verdict->is_value)
        reduce_text(j);
}

static void judge_all(judging *j, gen_batch *batch, ptc_str first)
{
    void *object = dlopen(batch_path(batch, "batch.so"), RTLD_NOW | RTLD_LOCAL);
    const engine_root *root = object ? dlsym(object, "batch_roots") : NULL;
    ptc_contracts contracts;

    if (root == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        find(j, "", "the shared object cannot be loaded");
        return;
    }
    if (!batch_read(batch, batch_text(batch), &contracts)) {
        find(j, "", "the contracts cannot be read");
        return;
    }
    for (; root->functions.name != NULL && !j->verdict->is_found; root++) {
        j->root = root;
        if (!ptc_schema_equal(root->functions.schema, &contracts.items[root->key].schema))
            find(j, "", "another schema was emitted than was read");
        judge_root(j, batch, first);
    }
}

static void judge(gen_batch *batch, ptc_str first, gen_verdict *verdict)
{
    int log = open(batch_path(batch, "check.log"), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    struct rlimit limit = {CPU_SECONDS, CPU_SECONDS};
    judging *j = calloc(1, sizeof *j);

    if (log < 0 || j == NULL || setrlimit(RLIMIT_CPU, &limit) != 0)
        _exit(3);
    dup2(log, 1);
    dup2(log, 2);
    j->verdict = verdict;
    engines_open(&j->engines, differ, j);
    j->engines.begins = begin;
    engines_code_is(&j->engines, &batch->code);
    judge_all(j, batch, first);
    verdict->roots = j->engines.roots;
    verdict->texts = j->engines.texts + j->engines.values;
    verdict->judged = j->engines.judged;
    verdict->accepted = j->engines.accepted;
    verdict->is_done = true;
    engines_close(&j->engines);
    free(j);
    fflush(NULL);
    _exit(0);
}

bool check_batch(gen_batch *batch, ptc_str first, gen_verdict *verdict)
{
    int status = 0;
    pid_t process;

    memset(verdict, 0, offsetof(gen_verdict, text));
    fflush(NULL);
    process = fork();
    if (process == 0)
        judge(batch, first, verdict);
    if (process < 0 || waitpid(process, &status, 0) != process) {
        perror("gen_loop: fork");
        exit(2);
    }
    if (!verdict->is_done) {
        verdict->is_found = true;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
            snprintf(verdict->what, sizeof verdict->what, "no end after %d CPU seconds",
                     CPU_SECONDS);
        else
            snprintf(verdict->what, sizeof verdict->what,
                     "the process crashed: status %d, signal %d", WEXITSTATUS(status),
                     WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }
    return !verdict->is_found;
}
