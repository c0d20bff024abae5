/* SPDX-License-Identifier: MIT */
/*
 * The loop: see gen_loop.h.
 *
 *   gen_loop --ptcc PTCC --include DIR --support DIR --cc COMMAND... --found DIR
 *            [--seed N | --next FILE] [--seconds N | --batches N] [--tries N]
 *            [--plant OLD=NEW]
 *
 * Runs batch after batch, from the seed or from the number in FILE, which is then
 * updated; batch N depends only on the number N. A batch with a finding is reduced, with
 * at most
 * --tries attempts, and kept below the folder for findings. Prints each finding, and at
 * the end one line of figures; exit status 1 after findings, 2 if nothing was compared.
 */
#include "gen_loop.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct loop {
    gen_tools tools;
    const char *found; /* folder */
    const char *next;  /* file */
    uint64_t seed;
    uint64_t seconds;
    uint64_t batches;
    gen_verdict *verdict;
    /* Counts of the run. */
    unsigned long done;
    unsigned long roots;
    unsigned long texts;
    unsigned long judged;
    unsigned long accepted;
    unsigned long refused;
    unsigned long findings;
} loop;

static void usage(void)
{
    fputs("usage: gen_loop --ptcc PTCC --include DIR --support DIR --cc COMMAND... "
          "--found DIR\n                [--seed N | --next FILE] "
          "[--seconds N | --batches N] [--tries N] [--plant OLD=NEW]\n",
          stderr);
    exit(2);
}

static void read_number(const char *text, uint64_t *out)
{
    char *end;

    errno = 0;
    *out = strtoull(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0')
        usage();
}

static void read_option(loop *l, const char *name, const char *value)
{
    const struct {
        const char *name;
        const char **text;
        uint64_t *number;
    } options[] = {
        {"--ptcc", &l->tools.ptcc, NULL},
        {"--include", &l->tools.include, NULL},
        {"--support", &l->tools.support, NULL},
        {"--found", &l->found, NULL},
        {"--next", &l->next, NULL},
        {"--plant", &l->tools.plant, NULL},
        {"--seed", NULL, &l->seed},
        {"--seconds", NULL, &l->seconds},
        {"--batches", NULL, &l->batches},
        {"--tries", NULL, &l->tools.tries},
    };

    if (strcmp(name, "--cc") == 0 && l->tools.compiler_count < BATCH_COMPILERS) {
        l->tools.compilers[l->tools.compiler_count++] = value;
        return;
    }
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (strcmp(name, options[i].name) != 0)
            continue;
        if (options[i].text != NULL)
            *options[i].text = value;
        else
            read_number(value, options[i].number);
        return;
    }
    usage();
}

static void read_options(loop *l, int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        if (argv[i + 1] == NULL)
            usage();
        read_option(l, argv[i], argv[i + 1]);
    }
    if (!l->tools.ptcc || !l->tools.include || !l->tools.support || !l->found ||
        l->tools.compiler_count == 0)
        usage();
}

/* --- The next number ---------------------------------------------------------------- */

static void read_next(loop *l)
{
    ptc_str text = l->next ? test_read_file(l->next) : ptc_str_make(NULL, 0);

    if (text.ptr != NULL)
        l->seed = strtoull(text.ptr, NULL, 10);
    free((void *)(uintptr_t)text.ptr);
}

/* After each batch, so that the next run continues after an interrupted one. */
static void write_next(const loop *l, uint64_t number)
{
    FILE *file = l->next ? fopen(l->next, "w") : NULL;

    if (l->next != NULL && (file == NULL || fprintf(file, "%" PRIu64 "\n", number) < 0 ||
                            fclose(file) != 0)) {
        perror(l->next);
        exit(2);
    }
}

/* --- Findings ----------------------------------------------------------------------- */

static void write_command(ptc_text *text, const loop *l, const gen_batch *batch)
{
    ptc_text_cstr(text, "\nptcc gen --type=email --type=phone-number");
    for (size_t i = 0; batch->flags[i] != NULL; i++) {
        ptc_text_byte(text, ' ');
        ptc_text_cstr(text, batch->flags[i]);
    }
    ptc_text_cstr(text, "\n");
    ptc_text_cstr(text, batch->compiler);
    ptc_text_cstr(text, "\n\nthe whole batch again: ./dev fuzz gen --seed ");
    ptc_text_uint(text, batch->number);
    ptc_text_cstr(text, " --batches 1");
    if (l->tools.plant != NULL)
        ptc_text_cstr(text, " --plant ...");
    ptc_text_cstr(text, "\n");
}

/* The folder already has the contracts, the emitted files and the log. */
static void keep_finding(loop *l, gen_batch *batch, const char *what)
{
    const gen_verdict *verdict = l->verdict;
    ptc_text text;

    ptc_text_init(&text, &batch->arena);
    ptc_text_cstr(&text, what);
    ptc_text_byte(&text, '\n');
    if (verdict->is_found) {
        ptc_text_cstr(&text, verdict->root);
        ptc_text_cstr(&text, " ");
        ptc_text_cstr(&text, verdict->setting);
        ptc_text_cstr(&text, verdict->is_value ? ", the value in document.edn\n"
                                               : ", the text in document.json\n");
        batch_write(batch, verdict->is_value ? "document.edn" : "document.json",
                    ptc_str_make(verdict->text, verdict->length));
    }
    write_command(&text, l, batch);
    batch_write(batch, "about.txt", ptc_text_view(&text));
    printf("FOUND %s: %s\n", batch->folder, what);
    fflush(stdout);
    l->findings++;
}

/* --- Batches ------------------------------------------------------------------------ */

static void forget_folder(gen_batch *batch)
{
    static const char *const files[] = {"batch.sig",   "batch.edn", "batch.ptc.h",
                                        "batch.ptc.c", "index.c",   "batch.so",
                                        "check.log"};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        remove(batch_path(batch, files[i]));
    rmdir(batch->folder);
}

static void judge_made(loop *l, gen_batch *batch)
{
    bool is_fine = check_batch(batch, PTC_STR(""), l->verdict);

    l->roots += l->verdict->roots;
    l->texts += l->verdict->texts;
    l->judged += l->verdict->judged;
    l->accepted += l->verdict->accepted;
    if (is_fine) {
        forget_folder(batch);
        return;
    }
    reduce_batch(batch, &l->tools, l->verdict);
    keep_finding(l, batch, l->verdict->what);
}

static void run_batch(loop *l, uint64_t number)
{
    char folder[4096];
    gen_batch batch;
    ptc_str why;

    snprintf(folder, sizeof folder, "%s/%" PRIu64, l->found, number);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        perror(folder);
        exit(2);
    }
    batch_open(&batch, &l->tools, number, folder);
    l->refused += batch.refused;
    memset(l->verdict, 0, offsetof(gen_verdict, text));
    switch (batch_make(&batch, &l->tools, &why)) {
    case MADE:
        judge_made(l, &batch);
        break;
    case MADE_NOTHING:
        forget_folder(&batch);
        break;
    case MADE_FAULT:
        reduce_fault(&batch, &l->tools, &why);
        keep_finding(l, &batch, why.ptr);
        break;
    }
    l->done++;
    batch_close(&batch);
}

static double processor_seconds(void)
{
    double sum = 0;

    for (int who = 0; who < 2; who++) {
        struct rusage use;

        getrusage(who == 0 ? RUSAGE_SELF : RUSAGE_CHILDREN, &use);
        sum += (double)use.ru_utime.tv_sec + (double)use.ru_utime.tv_usec / 1e6 +
               (double)use.ru_stime.tv_sec + (double)use.ru_stime.tv_usec / 1e6;
    }
    return sum;
}

int main(int argc, char **argv)
{
    loop l = {.seed = 1, .tools.tries = 120};
    time_t start = time(NULL);

    read_options(&l, argc, argv);
    read_next(&l);
    l.verdict = check_memory();
    for (uint64_t number = l.seed;; number++) {
        if (l.batches > 0 ? l.done >= l.batches
                          : time(NULL) - start >= (time_t)l.seconds && l.done > 0)
            break;
        run_batch(&l, number);
        write_next(&l, number + 1);
    }
    printf("gen: %lu batches from seed %" PRIu64 ", %lu types, %lu documents, %lu checks "
           "(%lu accepted), %lu declarations refused, %.1f CPU seconds, %lu findings\n",
           l.done, l.seed, l.roots, l.texts, l.judged, l.accepted, l.refused,
           processor_seconds(), l.findings);
    if (l.accepted == 0 && l.findings == 0) {
        fprintf(stderr, "gen: no document was accepted: nothing was compared\n");
        return 2;
    }
    return l.findings > 0 ? 1 : 0;
}
