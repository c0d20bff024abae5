/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "client.h"

#include <criterion/criterion.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t client_now(void)
{
    struct timespec now = {0, 0};

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void client_start(client *c, const char *const *argv)
{
    char name[] = "/tmp/ptc-client-XXXXXX";
    int in[2];
    int out[2];

    signal(SIGPIPE, SIG_IGN);
    *c = (client){.errors = mkstemp(name)};
    cr_assert(c->errors >= 0 && unlink(name) == 0 && pipe(in) == 0 && pipe(out) == 0);
    c->child = fork();
    cr_assert(c->child >= 0);
    if (c->child == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(c->errors, STDERR_FILENO);
        for (int file = STDERR_FILENO + 1; file < 256; file++)
            close(file);
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    c->in = in[1];
    c->out = out[0];
}

bool client_say(client *c, const char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        ssize_t count = write(c->in, text, left);

        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0) {
            text += count;
            left -= (size_t)count;
        }
    }
    return true;
}

void client_say_apart(client *c, const char *text, unsigned times)
{
    pid_t writer = fork();

    cr_assert(writer >= 0);
    if (writer == 0) {
        close(c->out);
        while (times-- > 0 && client_say(c, text))
            ;
        _exit(0);
    }
}

/* Reads more; false at the end, or when nothing comes in time. */
static bool client_read(client *c, int64_t wait_ms)
{
    struct pollfd look = {.fd = c->out, .events = POLLIN};
    ssize_t count;

    if (c->start > 0) {
        memmove(c->bytes, c->bytes + c->start, c->length - c->start);
        c->length -= c->start;
        c->start = 0;
    }
    if (c->capacity - c->length < 4096) {
        c->capacity = 2 * c->capacity + 8192;
        c->bytes = realloc(c->bytes, c->capacity);
        cr_assert(c->bytes != NULL);
    }
    if (poll(&look, 1, (int)wait_ms) <= 0)
        return false;
    count = read(c->out, c->bytes + c->length, c->capacity - c->length);
    if (count > 0)
        c->length += (size_t)count;
    return count > 0;
}

const char *client_line(client *c, int wait_ms)
{
    int64_t end = client_now() + wait_ms;

    for (;;) {
        char *line = c->bytes + c->start;
        char *feed = c->bytes != NULL ? memchr(line, '\n', c->length - c->start) : NULL;
        int64_t left = end - client_now();

        if (feed != NULL) {
            *feed = '\0';
            c->start = (size_t)(feed + 1 - c->bytes);
            return line;
        }
        if (!client_read(c, left > 0 ? left : 0))
            return NULL;
    }
}

void client_expect(client *c, const char *part)
{
    const char *line = client_line(c, CLIENT_PATIENCE);

    cr_assert(line != NULL, "no line, but one with %s should come; stderr: %s", part,
              client_errors(c));
    cr_assert(strstr(line, part) != NULL, "%s is not in: %s", part, line);
}

void client_expect_none(client *c, int wait_ms)
{
    const char *line = client_line(c, wait_ms);

    cr_assert(line == NULL, "nothing should come, but: %s", line);
}

void client_close(client *c)
{
    if (c->in >= 0)
        close(c->in);
    c->in = -1;
}

void client_leave(client *c)
{
    if (c->out >= 0)
        close(c->out);
    c->out = -1;
}

int client_end(client *c, int wait_ms)
{
    const struct timespec nap = {0, 1000000};
    int64_t end = client_now() + wait_ms;
    int status = 0;
    pid_t found;

    while ((found = waitpid(c->child, &status, WNOHANG)) == 0 && client_now() < end)
        nanosleep(&nap, NULL);
    if (found == 0) {
        kill(c->child, SIGKILL);
        waitpid(c->child, &status, 0);
    }
    client_close(c);
    client_leave(c);
    free(c->bytes);
    c->bytes = NULL;
    if (found == 0)
        return CLIENT_RUNS;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

const char *client_errors(client *c)
{
    static char text[65536];
    ssize_t count = pread(c->errors, text, sizeof text - 1, 0);

    text[count > 0 ? count : 0] = '\0';
    return text;
}
