/* SPDX-License-Identifier: MIT */
/* Lines of input processed by threads. See jobs.h. */
#define _POSIX_C_SOURCE 200809L
#include "tool/ptc/jobs.h"
#include "tool/ptc/ptc_int.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum {
    JOBS_WINDOW = 8,             /* lines in flight for each worker */
    JOBS_STACK = 8 << 20,        /* of a worker */
    JOBS_PAUSE = 20000000,       /* nanoseconds */
    JOBS_BYTES_LEAST = 16 << 20, /* in flight, however small the limit of a line */
};

/* A ring of lines: those in [printed, read) are in flight; those before `taken` have a
 * worker. */
typedef struct jobs {
    const ptc_jobs_options *options;
    pthread_mutex_t lock;
    pthread_cond_t can_read;
    pthread_cond_t can_work;
    pthread_cond_t can_print;
    ptc_job *ring;
    uint64_t window;
    uint64_t read;
    uint64_t taken;
    uint64_t printed;
    size_t bytes; /* of lines in flight */
    size_t most_bytes;
    bool is_read; /* all input, or as much as could be read */
    bool is_over; /* all threads stop */
    bool is_readable;
} jobs;

/* --- Ctrl-C ------------------------------------------------------------------------ */

/* Global, because a signal handler gets no other data. It runs in the thread that reads;
 * all others block the signal. */
static volatile sig_atomic_t jobs_interrupted;
static ptc_cancel jobs_cancel;
static ptc_cancel jobs_waking; /* this program sent the signal, to end a wait for input */
static ptc_cancel jobs_were_cancelled;

static void jobs_interrupt(int number)
{
    bool is_second = jobs_interrupted != 0;

    jobs_interrupted = 1;
    if (ptc_cancel_is_set(&jobs_waking))
        return;
    ptc_cancel_set(&jobs_cancel);
    ptc_cancel_set(&jobs_were_cancelled);
    if (is_second) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

bool ptc_jobs_were_cancelled(void)
{
    return ptc_cancel_is_set(&jobs_were_cancelled);
}

static void jobs_hold_signal(int how)
{
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(how, &signals, NULL);
}

/* --- The thread that reads --------------------------------------------------------- */

static ptc_job *jobs_at(const jobs *all, uint64_t number)
{
    return &all->ring[number % all->window];
}

/* Copies a line, which the buffer of the file holds until the next one is read. */
static bool jobs_fill(ptc_job *job, const ptc_data_text *text)
{
    size_t len = text->text.len;

    job->name = text->name;
    job->line = text->is_document ? 0 : text->line;
    job->text = text->text;
    if (text->text.ptr == NULL)
        return true;
    job->memory = malloc(len + PTC_PADDING);
    if (job->memory == NULL)
        return false;
    memcpy(job->memory, text->text.ptr, len);
    memset(job->memory + len, 0, PTC_PADDING);
    job->text.ptr = job->memory;
    job->size = len;
    return true;
}

/* A ptc_data_taker. Lines not yet counted in `read` belong to this thread. */
static bool jobs_take(const ptc_data_text *text, void *user)
{
    jobs *all = user;
    size_t len = text->text.len;
    bool is_over;
    bool is_filled;

    pthread_mutex_lock(&all->lock);
    while (!all->is_over && (all->read - all->printed == all->window ||
                             (all->bytes > 0 && len > all->most_bytes - all->bytes)))
        pthread_cond_wait(&all->can_read, &all->lock);
    is_over = all->is_over;
    pthread_mutex_unlock(&all->lock);
    if (is_over || jobs_interrupted != 0)
        return false;
    is_filled = jobs_fill(jobs_at(all, all->read), text);
    pthread_mutex_lock(&all->lock);
    if (is_filled) {
        all->bytes += jobs_at(all, all->read)->size;
        all->read++;
        pthread_cond_signal(&all->can_work);
    } else {
        all->is_readable = false;
    }
    pthread_mutex_unlock(&all->lock);
    return is_filled;
}

/* Reads all files; then stays, for the signals, until everything is printed. */
static void *jobs_read(void *user)
{
    jobs *all = user;
    const ptc_cli *cli = all->options->cli;
    size_t count = cli->operand_count > 0 ? cli->operand_count : 1;
    bool is_readable = true;

    jobs_hold_signal(SIG_UNBLOCK);
    for (size_t i = 0; i < count && jobs_interrupted == 0; i++)
        is_readable &=
            ptc_data_read_apart(cli, cli->operand_count > 0 ? cli->operands[i] : "-",
                                all->options->limit, &jobs_interrupted, jobs_take, all);
    pthread_mutex_lock(&all->lock);
    all->is_readable = all->is_readable && is_readable;
    all->is_read = true;
    pthread_cond_broadcast(&all->can_work);
    pthread_cond_signal(&all->can_print);
    while (!all->is_over)
        pthread_cond_wait(&all->can_read, &all->lock);
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* --- The threads that work --------------------------------------------------------- */

static ptc_job *jobs_next(jobs *all)
{
    ptc_job *job = NULL;

    pthread_mutex_lock(&all->lock);
    while (!all->is_over && !all->is_read && all->taken == all->read)
        pthread_cond_wait(&all->can_work, &all->lock);
    if (!all->is_over && all->taken < all->read)
        job = jobs_at(all, all->taken++);
    pthread_mutex_unlock(&all->lock);
    return job;
}

static void *jobs_work(void *user)
{
    jobs *all = user;
    ptc_job *job;

    while ((job = jobs_next(all)) != NULL) {
        ptc_arena_init(&job->arena, NULL, 0);
        ptc_text_init(&job->answer, &job->arena);
        job->is_failed = false;
        job->is_cancelled = false;
        all->options->work(job, &jobs_cancel, all->options->user);
        pthread_mutex_lock(&all->lock);
        job->is_done = true;
        pthread_cond_signal(&all->can_print);
        pthread_mutex_unlock(&all->lock);
    }
    return NULL;
}

/* --- The thread that prints -------------------------------------------------------- */

static bool jobs_is_next_done(const jobs *all)
{
    return all->printed < all->read && jobs_at(all, all->printed)->is_done;
}

/* The next line with an answer, or NULL: there are no more. Earlier answers are flushed
 * before the wait, since a partner may need them. */
static ptc_job *jobs_wait(jobs *all)
{
    ptc_job *job = NULL;
    bool is_flushed = false;

    pthread_mutex_lock(&all->lock);
    while (!jobs_is_next_done(all) && !(all->is_read && all->printed == all->read)) {
        if (!is_flushed) {
            pthread_mutex_unlock(&all->lock);
            is_flushed = true;
            if (ptc_file_flush() != 0)
                return NULL; /* reported at the end of the command */
            pthread_mutex_lock(&all->lock);
            continue;
        }
        pthread_cond_wait(&all->can_print, &all->lock);
    }
    if (all->printed < all->read)
        job = jobs_at(all, all->printed);
    pthread_mutex_unlock(&all->lock);
    return job;
}

static void jobs_release(ptc_job *job)
{
    ptc_arena_free(&job->arena);
    free(job->memory);
    memset(job, 0, sizeof *job);
}

static void jobs_finish(jobs *all, ptc_job *job)
{
    size_t size = job->size;

    jobs_release(job);
    pthread_mutex_lock(&all->lock);
    all->bytes -= size;
    all->printed++;
    pthread_cond_signal(&all->can_read);
    pthread_mutex_unlock(&all->lock);
}

static void jobs_print(jobs *all)
{
    ptc_job *job;
    bool goes_on = true;

    while (goes_on && (job = jobs_wait(all)) != NULL) {
        goes_on = !job->is_cancelled && all->options->print(job, all->options->user);
        jobs_finish(all, job);
    }
}

/* Waits for the reader, or for some milliseconds. */
static void jobs_pause(jobs *all)
{
    struct timespec until = {0, 0};

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += JOBS_PAUSE;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&all->can_print, &all->lock, &until);
}

/* Ends the other threads, wherever they are. */
static void jobs_end(jobs *all, pthread_t reader)
{
    ptc_cancel_set(&jobs_waking);
    ptc_cancel_set(&jobs_cancel);
    pthread_mutex_lock(&all->lock);
    all->is_over = true;
    pthread_cond_broadcast(&all->can_read);
    pthread_cond_broadcast(&all->can_work);
    while (!all->is_read) { /* a signal just before the wait for input does not end it */
        pthread_kill(reader, SIGINT);
        jobs_pause(all);
    }
    pthread_mutex_unlock(&all->lock);
    pthread_join(reader, NULL);
}

/* --- All of it --------------------------------------------------------------------- */

static unsigned jobs_start_workers(jobs *all, pthread_t *workers)
{
    unsigned count = 0;
    pthread_attr_t attributes;

    if (pthread_attr_init(&attributes) != 0)
        return 0;
    pthread_attr_setstacksize(&attributes, JOBS_STACK);
    while (count < all->options->workers &&
           pthread_create(&workers[count], &attributes, jobs_work, all) == 0)
        count++;
    pthread_attr_destroy(&attributes);
    return count;
}

static ptc_exit jobs_run_threads(jobs *all, pthread_t *workers)
{
    const ptc_cli *cli = all->options->cli;
    unsigned count = jobs_start_workers(all, workers);
    pthread_t reader;

    if (count > 0 && pthread_create(&reader, NULL, jobs_read, all) == 0) {
        jobs_print(all);
        jobs_end(all, reader);
    } else {
        all->is_readable = false;
        pthread_mutex_lock(&all->lock);
        all->is_over = true;
        pthread_cond_broadcast(&all->can_work);
        pthread_mutex_unlock(&all->lock);
        ptc_cli_say(cli, "no thread can be started; give --jobs a smaller number");
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(workers[i], NULL);
    return all->is_readable ? PTC_EXIT_OK : PTC_EXIT_USAGE;
}

ptc_exit ptc_jobs_run(const ptc_jobs_options *options)
{
    jobs all = {.options = options, .is_readable = true};
    struct sigaction action = {.sa_handler = jobs_interrupt};
    struct sigaction before;
    pthread_t *workers;
    ptc_exit status;

    jobs_interrupted = 0;
    jobs_cancel = jobs_waking = jobs_were_cancelled = (ptc_cancel){0};
    all.window = (uint64_t)options->workers * JOBS_WINDOW;
    all.most_bytes =
        options->limit < JOBS_BYTES_LEAST ? JOBS_BYTES_LEAST : options->limit;
    all.ring = ptc_arena_array(options->cli->arena, (size_t)all.window, sizeof *all.ring);
    workers = ptc_arena_array(options->cli->arena, options->workers, sizeof(pthread_t));
    if (all.ring == NULL || workers == NULL)
        return ptc_cli_no_memory(options->cli);
    pthread_mutex_init(&all.lock, NULL);
    pthread_cond_init(&all.can_read, NULL);
    pthread_cond_init(&all.can_work, NULL);
    pthread_cond_init(&all.can_print, NULL);
    sigemptyset(&action.sa_mask);
    jobs_hold_signal(SIG_BLOCK);
    sigaction(SIGINT, &action, &before);
    status = jobs_run_threads(&all, workers);
    sigaction(SIGINT, &before, NULL);
    jobs_hold_signal(SIG_UNBLOCK);
    for (uint64_t i = 0; i < all.window; i++)
        jobs_release(&all.ring[i]);
    pthread_cond_destroy(&all.can_print);
    pthread_cond_destroy(&all.can_work);
    pthread_cond_destroy(&all.can_read);
    pthread_mutex_destroy(&all.lock);
    return status;
}
