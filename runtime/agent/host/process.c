/* SPDX-License-Identifier: MIT */
/*
 * See process.h. One thread serves the three pipes of its child, and checks every few
 * milliseconds whether the child is gone, the time is over, or the run is cancelled. A
 * child that is gone stays a zombie until its process group is killed: until then its
 * number belongs to no other process.
 */
#define _GNU_SOURCE /* pipe2, environ, closing of files in the child */
#include "agent/host/process.h"

#if !defined(__unix__) && !defined(__APPLE__)

void ptc_process_run(ptc_process *process)
{
    process->end = PTC_PROCESS_NO_START;
    process->code = 0;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
extern char **environ;
#endif

enum {
    PROCESS_TICK_MS = 20, /* between two checks of the cancel flag and the child */
    PROCESS_NAP_MS = 1,   /* likewise, while it is about to end */
    PROCESS_CHUNK = 16384,
    PROCESS_STANDARD_FILES = 3,
};

/* Our ends of the pipes, -1 when closed. */
typedef struct process_state {
    ptc_process *process;
    pid_t pid;
    int in;
    int out;
    int err;
    size_t written;
    uint64_t deadline; /* ms of process_now; UINT64_MAX: none */
    bool is_gone;      /* the child has ended; it is a zombie unless it is_reaped */
    bool is_reaped;    /* someone else reaped it, and its number is free */
} process_state;

static uint64_t process_now(void)
{
    struct timespec now = {0, 0};

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

static void process_close(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

/* --- Pipes ------------------------------------------------------------------------- */

/* Moves the file to a number that is not a standard file's; hosts may have closed
 * those. */
static int process_lift(int file)
{
    int lifted;

    if (file >= PROCESS_STANDARD_FILES)
        return file;
    lifted = fcntl(file, F_DUPFD_CLOEXEC, PROCESS_STANDARD_FILES);
    close(file);
    return lifted;
}

/* A pipe that children do not inherit: ends[0] reads, ends[1] writes. */
static bool process_pipe(int ends[2])
{
#if defined(__APPLE__)
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#else
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
#endif
    ends[0] = process_lift(ends[0]);
    ends[1] = process_lift(ends[1]);
    if (ends[0] >= 0 && ends[1] >= 0)
        return true;
    process_close(&ends[0]);
    process_close(&ends[1]);
    return false;
}

static bool process_unblock(int file)
{
    int flags = fcntl(file, F_GETFL);

    return flags >= 0 && fcntl(file, F_SETFL, flags | O_NONBLOCK) == 0;
}

/* --- Starting ---------------------------------------------------------------------- */

static int process_set_files(posix_spawn_file_actions_t *actions, const int child[3])
{
    int error = posix_spawn_file_actions_init(actions);

    for (int i = 0; i < PROCESS_STANDARD_FILES && error == 0; i++)
        error = posix_spawn_file_actions_adddup2(actions, child[i], i);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    if (error == 0) /* those that the host did not mark close-on-exec */
        error = posix_spawn_file_actions_addclosefrom_np(actions, PROCESS_STANDARD_FILES);
#endif
    return error;
}

/* Its own group; no blocked signals, and the default for signals that hosts may
 * ignore. */
static int process_set_attributes(posix_spawnattr_t *attributes)
{
    static const int signals[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    sigset_t set;
    int error = posix_spawnattr_init(attributes);

    if (error != 0)
        return error;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    error = posix_spawnattr_setflags(attributes, flags);
    sigemptyset(&set);
    if (error == 0)
        error = posix_spawnattr_setsigmask(attributes, &set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaddset(&set, signals[i]);
    if (error == 0)
        error = posix_spawnattr_setsigdefault(attributes, &set);
    if (error == 0)
        error = posix_spawnattr_setpgroup(attributes, 0);
    return error;
}

/* posix_spawn takes argv without const, and leaves it alone. */
static char *const *process_argv(const char *const *argv)
{
    char *const *same;

    memcpy(&same, &argv, sizeof same);
    return same;
}

static int process_spawn(process_state *state, const int child[3])
{
    const char *const *argv = state->process->argv;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = process_set_files(&actions, child);

    if (error != 0)
        return error;
    error = process_set_attributes(&attributes);
    if (error == 0) {
        error = posix_spawnp(&state->pid, argv[0], &actions, &attributes,
                             process_argv(argv), environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Starts the child; 0, or errno. */
static int process_start(process_state *state)
{
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    int child[3];
    int error = 0;

    for (int i = 0; i < 3 && error == 0; i++)
        error = process_pipe(pipes[i]) ? 0 : errno;
    child[0] = pipes[0][0];
    child[1] = pipes[1][1];
    child[2] = pipes[2][1];
    state->in = pipes[0][1];
    state->out = pipes[1][0];
    state->err = pipes[2][0];
    if (error == 0 && !(process_unblock(state->in) && process_unblock(state->out) &&
                        process_unblock(state->err)))
        error = errno;
    if (error == 0)
        error = process_spawn(state, child);
    for (int i = 0; i < 3; i++)
        process_close(&child[i]);
    return error;
}

/* --- Serving the pipes ------------------------------------------------------------- */

static bool process_would_block(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* Gives the child what it takes; a child that closed its input has read enough. */
static void process_write(process_state *state)
{
    ptc_str input = state->process->input;

    while (state->in >= 0 && state->written < input.len) {
        ssize_t count =
            write(state->in, input.ptr + state->written, input.len - state->written);

        if (count < 0 && process_would_block())
            return;
        if (count < 0)
            break;
        state->written += (size_t)count;
    }
    process_close(&state->in);
}

static void process_keep_tail(ptc_process *process, const char *bytes, size_t count)
{
    size_t keep;

    if (count >= PTC_PROCESS_TAIL) {
        memcpy(process->tail, bytes + count - PTC_PROCESS_TAIL, PTC_PROCESS_TAIL);
        process->tail_size = PTC_PROCESS_TAIL;
        return;
    }
    keep = PTC_PROCESS_TAIL - count;
    if (process->tail_size > keep) {
        memmove(process->tail, process->tail + process->tail_size - keep, keep);
        process->tail_size = keep;
    }
    memcpy(process->tail + process->tail_size, bytes, count);
    process->tail_size += count;
}

/* Takes one chunk of a pipe; true when there may be more at once. */
static bool process_read(process_state *state, int *file)
{
    ptc_process *process = state->process;
    char chunk[PROCESS_CHUNK];
    ssize_t count = read(*file, chunk, sizeof chunk);

    if (count < 0 && process_would_block())
        return false;
    if (count <= 0)
        process_close(file);
    else if (file == &state->err)
        process_keep_tail(process, chunk, (size_t)count);
    else
        ptc_text_bytes(&process->output, chunk, (size_t)count);
    return count > 0;
}

/* Waits for something to do, and does it. */
static void process_serve(process_state *state, int wait_ms)
{
    struct pollfd files[3] = {
        {state->in, POLLOUT, 0}, {state->out, POLLIN, 0}, {state->err, POLLIN, 0}};

    if (poll(files, 3, wait_ms) <= 0) /* negative files are left out */
        return;
    if (files[0].revents != 0)
        process_write(state);
    if (files[1].revents != 0)
        process_read(state, &state->out);
    if (files[2].revents != 0)
        process_read(state, &state->err);
}

/* --- The end ----------------------------------------------------------------------- */

/* Checks whether the child is gone, and leaves it a zombie. */
static void process_look(process_state *state)
{
    siginfo_t info = {.si_signo = 0};
    int result;

    do
        result = waitid(P_PID, (id_t)state->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    while (result != 0 && errno == EINTR);
    state->is_reaped = result != 0;
    state->is_gone = result != 0 || info.si_signo == SIGCHLD;
}

/* Reads what the child left in the pipes when it ended; others may hold them open. */
static void process_drain(process_state *state)
{
    while (state->out >= 0 && state->process->output.len <= state->process->output_max &&
           !state->process->output.failed && process_read(state, &state->out))
        ;
    for (int i = 0; i < 16 && state->err >= 0 && process_read(state, &state->err); i++)
        ;
}

/* Kills the rest of the child and the processes that it started, and takes its
 * status. */
static void process_finish(process_state *state)
{
    ptc_process *process = state->process;
    int status = 0;
    pid_t taken;

    if (state->is_reaped)
        return;
    kill(-state->pid, SIGKILL);
    if (!state->is_gone)
        kill(state->pid, SIGKILL);
    do
        taken = waitpid(state->pid, &status, 0);
    while (taken < 0 && errno == EINTR);
    if (process->end != PTC_PROCESS_EXITED || taken < 0)
        return;
    process->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (WIFSIGNALED(status)) {
        process->end = PTC_PROCESS_SIGNALLED;
        process->code = WTERMSIG(status);
    }
}

/* Whether the child must end now; process->end says why. */
static bool process_must_end(process_state *state)
{
    ptc_process *process = state->process;

    if (process->output.failed)
        process->end = PTC_PROCESS_NO_MEMORY;
    else if (process->output.len > process->output_max)
        process->end = PTC_PROCESS_TOO_LONG;
    else if (ptc_cancel_is_set(process->cancel))
        process->end = PTC_PROCESS_CANCELLED;
    else if (process_now() >= state->deadline)
        process->end = PTC_PROCESS_TIMEOUT;
    else
        return false;
    return true;
}

static void process_loop(process_state *state)
{
    state->process->end = PTC_PROCESS_EXITED;
    while (!process_must_end(state)) {
        uint64_t wait = state->out < 0 ? PROCESS_NAP_MS : PROCESS_TICK_MS;
        uint64_t left = state->deadline - process_now(); /* may just have passed */

        process_look(state);
        if (state->is_gone) {
            process_drain(state);
            if (state->process->output.failed)
                state->process->end = PTC_PROCESS_NO_MEMORY;
            else if (state->process->output.len > state->process->output_max)
                state->process->end = PTC_PROCESS_TOO_LONG;
            break;
        }
        process_serve(state, (int)(left < wait ? left : wait));
    }
    process_finish(state);
}

/* --- Entry point ------------------------------------------------------------------- */

/*
 * A write to a child that is gone raises SIGPIPE in the thread that writes: it is blocked
 * there meanwhile, and a pending one is removed, so that the host sees nothing.
 */
void ptc_process_run(ptc_process *process)
{
    process_state state = {.process = process, .in = -1, .out = -1, .err = -1};
    uint64_t now = process_now();
    sigset_t before;
    sigset_t pending;
    sigset_t broken;
    bool was_pending;
    int taken;

    ptc_text_init(&process->output, process->arena);
    process->code = 0;
    process->tail_size = 0;
    /* The clock may be at the very end of its millisecond. */
    state.deadline =
        process->time_ms < UINT64_MAX - 1 - now ? now + 1 + process->time_ms : UINT64_MAX;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    process->code = process_start(&state);
    if (process->code == 0)
        process_loop(&state);
    else
        process->end = PTC_PROCESS_NO_START;
    process_close(&state.in);
    process_close(&state.out);
    process_close(&state.err);
    sigpending(&pending);
    if (!was_pending && sigismember(&pending, SIGPIPE) == 1)
        sigwait(&broken, &taken);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

#endif
