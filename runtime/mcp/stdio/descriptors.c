/* SPDX-License-Identifier: MIT */
/* Descriptors of servers on standard input and output. See stdio_int.h. [mcp 2] */
#define _POSIX_C_SOURCE 200809L
#include "mcp/stdio/stdio_int.h"

#ifdef PTC_STDIO_WORKS

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

enum { DESCRIPTOR_STANDARD = 3 };

uint64_t ptc_stdio_now(void)
{
    return ptc_system_clock(false) / 1000000u;
}

/* --- Moving them
 * -------------------------------------------------------------------- */

/* A copy of a descriptor that is not a standard one and is closed in children. */
static int descriptor_copy(int file)
{
    return fcntl(file, F_DUPFD_CLOEXEC, DESCRIPTOR_STANDARD);
}

static int descriptor_null(void)
{
    int file = open("/dev/null", O_RDWR | O_CLOEXEC);
    int copy;

    if (file < 0 || file >= DESCRIPTOR_STANDARD)
        return file;
    copy = descriptor_copy(file);
    close(file);
    return copy;
}

static bool descriptor_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    /* A handler of signals never waits. */
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    return true;
}

int ptc_stdio_open(ptc_stdio_files *files)
{
    *files = (ptc_stdio_files){.in = descriptor_copy(STDIN_FILENO),
                               .out = descriptor_copy(STDOUT_FILENO),
                               .null = descriptor_null(),
                               .wake = {-1, -1}};
    if (files->null < 0)
        return errno;
    if (files->in < 0)
        files->in = descriptor_copy(files->null);
    if (fcntl(STDERR_FILENO, F_GETFD) < 0)
        dup2(files->null, STDERR_FILENO);
    if (files->in < 0 || dup2(files->null, STDIN_FILENO) < 0 ||
        dup2(STDERR_FILENO, STDOUT_FILENO) < 0 || !descriptor_pipe(files->wake))
        return errno;
    return 0;
}

static void descriptor_close(int file)
{
    if (file >= 0)
        close(file);
}

void ptc_stdio_close(ptc_stdio_files *files)
{
    descriptor_close(files->in);
    descriptor_close(files->out);
    descriptor_close(files->null);
    descriptor_close(files->wake[0]);
    descriptor_close(files->wake[1]);
}

void ptc_stdio_cut(const ptc_stdio_files *files)
{
    dup2(files->null, files->in);
    fcntl(files->in, F_SETFD, FD_CLOEXEC);
}

/* --- Reading and writing ------------------------------------------------------------ */

/* Whether one of the files is ready within the time; also false when a signal came. */
static bool descriptor_poll(struct pollfd *looks, nfds_t count, uint64_t wait_ms)
{
    int wait = wait_ms < INT_MAX              ? (int)wait_ms
               : wait_ms == PTC_STDIO_FOREVER ? -1
                                              : INT_MAX;

    return poll(looks, count, wait) > 0;
}

static bool descriptor_await(int file, short events, uint64_t wait_ms)
{
    struct pollfd look = {.fd = file, .events = events};

    return descriptor_poll(&look, 1, wait_ms);
}

ptrdiff_t ptc_stdio_read(const ptc_stdio_files *files, char *out, size_t size,
                         uint64_t wait_ms)
{
    ssize_t count;

    if (wait_ms != PTC_STDIO_FOREVER && !descriptor_await(files->in, POLLIN, wait_ms))
        return PTC_STDIO_NOTHING;
    count = read(files->in, out, size);
    if (count >= 0)
        return count;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
        descriptor_await(files->in, POLLIN, wait_ms);
        return PTC_STDIO_NOTHING;
    }
    return errno == EINTR ? PTC_STDIO_NOTHING : 0;
}

int ptc_stdio_write(int file, ptc_str text)
{
    while (text.len > 0) {
        ssize_t count = write(file, text.ptr, text.len);

        if (count >= 0) {
            text = ptc_str_make(text.ptr + count, text.len - (size_t)count);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            descriptor_await(file, POLLOUT, PTC_STDIO_FOREVER);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

/* --- Events ------------------------------------------------------------------------- */

int ptc_stdio_wait(const ptc_stdio_files *files, bool *watches_in, uint64_t wait_ms)
{
    struct pollfd looks[] = {{.fd = files->wake[0], .events = POLLIN},
                             {.fd = files->in, .events = 0}};
    unsigned char event;

    if (!descriptor_poll(looks, *watches_in ? 2 : 1, wait_ms))
        return PTC_STDIO_NOTHING;
    if (looks[0].revents != 0)
        return read(files->wake[0], &event, 1) == 1 ? event : PTC_STDIO_NOTHING;
    *watches_in = false; /* it would be ready again at once */
    return (looks[1].revents & POLLHUP) != 0 ? PTC_STDIO_CLOSED : PTC_STDIO_NOTHING;
}

void ptc_stdio_tell(const ptc_stdio_files *files, ptc_stdio_event event)
{
    const char byte = (char)event;

    ptc_stdio_write(files->wake[1], ptc_str_make(&byte, 1));
}

/* --- The operator ------------------------------------------------------------------- */

void ptc_stdio_say(ptc_mcp_level level, ptc_str line, void *user)
{
    /* ORDER ptc_mcp_level */
    static const char *const heads[] = {
        "mcp: error: ", "mcp: warn: ", "mcp: info: ", "mcp: debug: "};
    ptc_arena arena;
    ptc_text text;

    (void)user;
    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, heads[level]);
    ptc_visible_write(&text, line);
    ptc_text_byte(&text, '\n');
    ptc_stdio_write(STDERR_FILENO, text.failed ? PTC_STR("mcp: error: out of memory\n")
                                               : ptc_text_view(&text));
    ptc_arena_free(&arena);
}

#endif
