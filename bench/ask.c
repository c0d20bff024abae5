/* SPDX-License-Identifier: MIT */
/*
 * `bench_ask WHAT COUNT COMMAND...` starts an MCP server, asks it and prints figures:
 *
 *   legacy, modern  COUNT calls of `search`, one at a time, after a fifth as many for
 *                   warming up: minimum and median microseconds of a round trip, CPU
 *                   microseconds of the server per call, MiB that it holds at the end
 *   window          the same with 32 in flight: microseconds and CPU microseconds per
 * call start           COUNT servers: the median milliseconds to their first answer
 *   twenty          COUNT times 20 calls of `stock`, one at a time, and then one program
 *                   that makes them, as often: microseconds, CPU microseconds and bytes
 *                   of both, in this order
 *
 * `bench_ask floor 0` is a server that answers a constant. [docs/performance.md]
 */
#define _POSIX_C_SOURCE 200809L
#include "mcp.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WINDOW = 32, CALLS_OF_PROGRAM = 20 };

#define STOCK MCP_CALL("stock", "{\"id\":3}", "")

typedef struct server {
    pid_t child;
    int in;
    int out;
    clockid_t clock; /* of its CPU time */
    size_t length;   /* of what was read */
    char bytes[1 << 16];
} server;

static void fail(const char *what)
{
    fprintf(stderr, "bench_ask: %s\n", what);
    exit(1);
}

static double now(clockid_t clock)
{
    struct timespec time = {0, 0};

    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/* --- A server ----------------------------------------------------------------------- */

static void start(server *s, char **command)
{
    int in[2];
    int out[2];

    if (pipe(in) != 0 || pipe(out) != 0 || (s->child = fork()) < 0)
        fail("no process");
    if (s->child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        execvp(command[0], command);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    s->in = in[1];
    s->out = out[0];
    s->length = 0;
    clock_getcpuclockid(s->child, &s->clock);
}

static void stop(server *s)
{
    int status = 0;

    close(s->in);
    close(s->out);
    waitpid(s->child, &status, 0);
}

static void say(server *s, const char *line, size_t len)
{
    if (write(s->in, line, len) != (ssize_t)len)
        fail("the server does not read");
}

/* Reads that many lines; returns their bytes. */
static size_t take(server *s, unsigned lines, const char *part)
{
    size_t bytes = 0;

    while (lines > 0) {
        ssize_t count =
            read(s->out, s->bytes + s->length, sizeof s->bytes - s->length - 1);
        char *feed;

        if (count <= 0)
            fail("no answer");
        s->length += (size_t)count;
        s->bytes[s->length] = '\0';
        while (lines > 0 && (feed = memchr(s->bytes, '\n', s->length)) != NULL) {
            size_t len = (size_t)(feed + 1 - s->bytes);

            *feed = '\0';
            if (part != NULL && strstr(s->bytes, part) == NULL)
                fail(s->bytes);
            memmove(s->bytes, s->bytes + len, s->length - len);
            s->length -= len;
            bytes += len;
            lines--;
        }
    }
    return bytes;
}

static size_t ask(server *s, const char *line, const char *part)
{
    size_t len = strlen(line);

    say(s, line, len);
    return len + take(s, 1, part);
}

static double resident(const server *s)
{
    char path[64];
    char line[256];
    long size = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%ld/status", (long)s->child);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        sscanf(line, "VmRSS: %ld", &size);
    if (file != NULL)
        fclose(file);
    return (double)size / 1024;
}

/* --- What is measured --------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static double *times_of(long count)
{
    double *times = malloc((size_t)count * sizeof *times);

    if (times == NULL)
        fail("no memory");
    return times;
}

static void one_at_a_time(server *s, const char *line, long count)
{
    double *times = times_of(count);
    double cpu = 0;

    for (long i = -count / 5; i < count; i++) {
        double begin;

        if (i == 0)
            cpu = now(s->clock);
        begin = now(CLOCK_MONOTONIC);
        ask(s, line, i < 0 ? "\"count\":2" : NULL);
        if (i >= 0)
            times[i] = now(CLOCK_MONOTONIC) - begin;
    }
    cpu = now(s->clock) - cpu;
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("%.3f %.3f %.3f %.3f\n", times[0], times[count / 2], cpu / (double)count,
           resident(s));
    free(times);
}

static void in_a_window(server *s, const char *line, long count)
{
    char lines[WINDOW * 512] = "";
    const int head = (int)strlen(line) - (int)strlen("1}\n");
    double begin = 0;
    double cpu = 0;

    for (int i = 0; i < WINDOW; i++) /* each with its own id */
        snprintf(lines + strlen(lines), 512, "%.*s%d}\n", head, line, i);
    for (long i = -count / 5; i < count; i += WINDOW) {
        if (begin == 0 && i >= 0) {
            cpu = now(s->clock);
            begin = now(CLOCK_MONOTONIC);
        }
        say(s, lines, strlen(lines));
        take(s, WINDOW, "\"count\":2");
    }
    printf("%.3f %.3f\n", (now(CLOCK_MONOTONIC) - begin) / (double)count,
           (now(s->clock) - cpu) / (double)count);
}

static void twenty(server *s, const char *line, unsigned calls, const char *part,
                   long count)
{
    double begin = 0;
    double cpu = 0;
    size_t bytes = 0;

    for (long i = -count / 5; i < count; i++) {
        if (i == 0) {
            cpu = now(s->clock);
            begin = now(CLOCK_MONOTONIC);
        }
        bytes = 0;
        for (unsigned k = 0; k < calls; k++)
            bytes += ask(s, line, part);
    }
    printf("%.3f %.3f %zu%s", (now(CLOCK_MONOTONIC) - begin) / (double)count,
           (now(s->clock) - cpu) / (double)count, bytes, calls == 1 ? "\n" : " ");
}

static void starts(server *s, long count, char **command)
{
    double *times = times_of(count);

    for (long i = 0; i < count; i++) {
        double begin = now(CLOCK_MONOTONIC);

        start(s, command);
        ask(s, MCP_INITIALIZE, "\"serverInfo\"");
        times[i] = (now(CLOCK_MONOTONIC) - begin) / 1000;
        stop(s);
    }
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("%.3f\n", times[count / 2]);
    free(times);
}

/* A server that does nothing: the cost of pipes and processes. */
static int floor_of_all(void)
{
    static const char answer[] =
        "{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"count\\\":2,"
        "\\\"items\\\":[{\\\"id\\\":1,\\\"title\\\":\\\"lamp\\\"},{\\\"id\\\":3,"
        "\\\"title\\\":\\\"desk lamp\\\"}]}\"}],\"structuredContent\":{\"count\":2,"
        "\"items\":[{\"id\":1,\"title\":\"lamp\"},{\"id\":3,\"title\":\"desk lamp\"}]}},"
        "\"serverInfo\":0,\"jsonrpc\":\"2.0\",\"id\":3}\n";
    char bytes[4096];

    while (read(STDIN_FILENO, bytes, sizeof bytes) > 0) {
        if (write(STDOUT_FILENO, answer, sizeof answer - 1) < 0)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static server s;
    const char *what = argc > 2 ? argv[1] : "";
    long count = argc > 2 ? strtol(argv[2], NULL, 10) : 0;

    if (strcmp(what, "floor") == 0)
        return floor_of_all();
    if (argc < 4 || count < 1)
        fail("WHAT COUNT COMMAND...");
    if (strcmp(what, "start") == 0) {
        starts(&s, count, argv + 3);
        return 0;
    }
    start(&s, argv + 3);
    if (strcmp(what, "modern") != 0)
        ask(&s, MCP_INITIALIZE, "\"serverInfo\"");
    if (strcmp(what, "window") == 0) {
        in_a_window(&s, MCP_CALL("search", MCP_SEARCH, ""), count);
    } else if (strcmp(what, "twenty") == 0) {
        twenty(&s, STOCK, CALLS_OF_PROGRAM, "\"left\":30", count);
        twenty(&s, MCP_CALL("run_program", MCP_TWENTY, ""), 1, "\"text\":\"500", count);
    } else {
        one_at_a_time(&s,
                      strcmp(what, "modern") == 0
                          ? MCP_CALL("search", MCP_SEARCH, MCP_META)
                          : MCP_CALL("search", MCP_SEARCH, ""),
                      count);
    }
    stop(&s);
    return 0;
}
