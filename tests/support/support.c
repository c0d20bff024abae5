/* SPDX-License-Identifier: MIT */
/* What the suites share; see support.h. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct buffer {
    char *ptr;
    size_t len;
    size_t capacity;
} buffer;

static void buffer_add(buffer *to, const char *bytes, size_t len)
{
    if (to->len + len + 1 > to->capacity) {
        to->capacity = (to->len + len + 1) * 2;
        to->ptr = realloc(to->ptr, to->capacity);
        if (to->ptr == NULL)
            abort();
    }
    memcpy(to->ptr + to->len, bytes, len);
    to->len += len;
    to->ptr[to->len] = '\0';
}

ptc_str test_read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    buffer all = {NULL, 0, 0};
    char block[65536];
    size_t got;

    if (file == NULL)
        return ptc_str_make(NULL, 0);
    buffer_add(&all, "", 0);
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        buffer_add(&all, block, got);
    fclose(file);
    return ptc_str_make(all.ptr, all.len);
}

static const char *path_below(const char *variable, const char *otherwise,
                              const char *path)
{
    static char full[4096];
    const char *root = getenv(variable);

    snprintf(full, sizeof full, "%s/%s", root ? root : otherwise, path);
    return full;
}

ptc_str test_read_project_file(const char *path)
{
    ptc_str text = test_read_file(path_below("PTC_ROOT", ".", path));

    if (text.ptr == NULL) {
        fprintf(stderr, "missing project file %s\n", path);
        abort();
    }
    return text;
}

bool test_read_shared(const char *suite, const char *path, ptc_str *out)
{
    *out = test_read_file(path_below("PTC_SHARED", "../shared", path));
    if (out->ptr != NULL)
        return true;
    fprintf(stderr, "SKIP %s: %s is absent\n", suite, path);
    return false;
}

bool test_next_line(ptc_str *rest, ptc_str *line, unsigned *number)
{
    const char *newline;

    if (rest->len == 0)
        return false;
    newline = memchr(rest->ptr, '\n', rest->len);
    line->ptr = rest->ptr;
    line->len = newline ? (size_t)(newline - rest->ptr) : rest->len;
    rest->ptr += line->len + (newline ? 1 : 0);
    rest->len -= line->len + (newline ? 1 : 0);
    ++*number;
    return true;
}

test_random test_random_start(const char *suite, uint64_t default_seed)
{
    const char *given = getenv("PTC_SEED");
    test_random random = {given ? strtoull(given, NULL, 0) : default_seed};

    fprintf(stderr, "%s: seed %llu (set PTC_SEED to repeat)\n", suite,
            (unsigned long long)random.state);
    return random;
}

/* splitmix64 */
uint64_t test_random_next(test_random *random)
{
    uint64_t mixed = random->state += 0x9E3779B97F4A7C15u;

    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

uint32_t test_random_below(test_random *random, uint32_t bound)
{
    return (uint32_t)(((test_random_next(random) >> 32) * bound) >> 32);
}

unsigned test_rounds(unsigned full)
{
    return getenv("PTC_BRIEF") ? full / 10 + 1 : full;
}

const char *test_cstr(ptc_str text)
{
    static char ring[8][512];
    static unsigned turn;
    char *slot = ring[turn++ % 8];

    snprintf(slot, sizeof ring[0], "%.*s", (int)text.len, text.ptr ? text.ptr : "(null)");
    return slot;
}

char *test_quoted(ptc_arena *arena, const char *text)
{
    char *copy = ptc_arena_copy(arena, text, strlen(text) + 1);

    for (size_t i = 0; copy != NULL && copy[i] != '\0'; i++)
        copy[i] = copy[i] == '\'' ? '"' : copy[i];
    return copy;
}

const char *test_error(const ptc_error *error)
{
    char text[512];

    snprintf(text, sizeof text, PTC_FMT "%s" PTC_FMT, PTC_ARG(error->path),
             error->path.len > 0 ? ": " : "", PTC_ARG(error->message));
    return test_cstr(ptc_str_of(text));
}

static void child(const char *const *argv, int in[2], int out[2], int err[2])
{
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(err[1], 2);
    for (int i = 0; i < 2; i++) {
        close(in[i]);
        close(out[i]);
        close(err[i]);
    }
    signal(SIGPIPE, SIG_DFL); /* as a shell starts commands */
    execvp(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
}

/* Feeds stdin and drains both outputs together, so that no pipe can fill up and block. */
static void converse(int in, ptc_str input, const int from[2], buffer to[2])
{
    bool open_in = true;
    bool open_from[2] = {true, true};
    char block[65536];

    while (open_in || open_from[0] || open_from[1]) {
        struct pollfd polls[3] = {{open_from[0] ? from[0] : -1, POLLIN, 0},
                                  {open_from[1] ? from[1] : -1, POLLIN, 0},
                                  {open_in ? in : -1, POLLOUT, 0}};

        if (poll(polls, 3, -1) < 0)
            break;
        for (int i = 0; i < 2; i++) {
            if (open_from[i] && polls[i].revents != 0) {
                ssize_t got = read(from[i], block, sizeof block);

                if (got <= 0)
                    open_from[i] = false;
                else
                    buffer_add(&to[i], block, (size_t)got);
            }
        }
        if (open_in && polls[2].revents != 0) {
            ssize_t put = input.len ? write(in, input.ptr, input.len) : -1;

            if (put <= 0) {
                close(in);
                open_in = false;
            } else {
                input.ptr += put;
                input.len -= (size_t)put;
            }
        }
    }
    if (open_in)
        close(in);
}

int test_run(const char *const *argv, ptc_str input, ptc_str *out, ptc_str *err)
{
    int in_pipe[2];
    int out_pipe[2];
    int err_pipe[2];
    buffer outputs[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    int status;
    pid_t pid;

    if (pipe(in_pipe) || pipe(out_pipe) || pipe(err_pipe))
        return -1;
    signal(SIGPIPE, SIG_IGN);
    pid = fork();
    if (pid == 0)
        child(argv, in_pipe, out_pipe, err_pipe);
    close(in_pipe[0]);
    close(out_pipe[1]);
    close(err_pipe[1]);
    buffer_add(&outputs[0], "", 0);
    buffer_add(&outputs[1], "", 0);
    converse(in_pipe[1], input, (const int[2]){out_pipe[0], err_pipe[0]}, outputs);
    close(out_pipe[0]);
    close(err_pipe[0]);
    waitpid(pid, &status, 0);
    if (out != NULL)
        *out = ptc_str_make(outputs[0].ptr, outputs[0].len);
    else
        free(outputs[0].ptr);
    if (err != NULL)
        *err = ptc_str_make(outputs[1].ptr, outputs[1].len);
    else
        free(outputs[1].ptr);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

const char *test_directory(void)
{
    static char name[64];

    snprintf(name, sizeof name, "/tmp/ptc-test-XXXXXX");
    return mkdtemp(name);
}

static void *support_refuse(void *old, size_t old_size, size_t new_size, void *user)
{
    test_refusing *state = user;

    (void)old_size;
    if (new_size == 0) {
        state->held -= old != NULL;
        free(old);
        return NULL;
    }
    if (state->left == 0)
        return NULL;
    state->left--;
    state->held += old == NULL;
    return realloc(old, new_size);
}

ptc_allocator test_refusing_allocator(test_refusing *state)
{
    return (ptc_allocator){support_refuse, state};
}
