/* SPDX-License-Identifier: MIT */
/* `bench_peak COMMAND ...` runs a command and prints the most KiB it had resident. */
#define _DEFAULT_SOURCE /* wait4 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage usage;
    int status;
    pid_t child = argc > 1 ? fork() : -1;

    if (child < 0)
        return 2;
    if (child == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0)
        return 1;
    printf("%ld\n", usage.ru_maxrss);
    return 0;
}
