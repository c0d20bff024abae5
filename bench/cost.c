/* SPDX-License-Identifier: MIT */
/*
 * `bench_cost COMMAND ...` runs a command, discards its output, and prints its CPU
 * seconds, a tab, and its maximum resident memory in KiB. It is a separate process, since
 * the resident memory of a child starts from that of its parent.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
    struct rusage usage;
    int status;
    pid_t child = argc > 1 ? fork() : -1;

    if (child < 0)
        return 2;
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);

        if (nowhere >= 0)
            dup2(nowhere, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0)
        return 1;
    printf("%.6f\t%ld\n", seconds(usage.ru_utime) + seconds(usage.ru_stime),
           usage.ru_maxrss);
    return 0;
}
