/* SPDX-License-Identifier: MIT */
/*
 * As much of Criterion as the suites of the scanner use, for machines that there is a
 * cross compiler for and no Criterion: tests/check_machines puts this folder before the
 * others and runs what comes out under an emulator. All tests run in one process, in no
 * promised order; a failed cr_assert ends it.
 */
#ifndef PTC_FOREIGN_CRITERION_H
#define PTC_FOREIGN_CRITERION_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct foreign_test {
    const char *suite;
    const char *name;
    void (*run)(void);
    struct foreign_test *next;
} foreign_test;

extern foreign_test *foreign_tests; /* defined in main.c */
extern unsigned foreign_failures;

/* Registers itself before main. */
#define Test(suite_name, test_name)                                                      \
    static void suite_name##_##test_name(void);                                          \
    __attribute__((constructor)) static void register_##suite_name##_##test_name(void)   \
    {                                                                                    \
        static foreign_test test = {#suite_name, #test_name, suite_name##_##test_name,   \
                                    NULL};                                               \
        test.next = foreign_tests;                                                       \
        foreign_tests = &test;                                                           \
    }                                                                                    \
    static void suite_name##_##test_name(void)

__attribute__((format(printf, 5, 6))) static inline void
foreign_check(bool holds, bool must, const char *condition, int line, const char *format,
              ...)
{
    va_list arguments;

    if (holds)
        return;
    foreign_failures++;
    printf("line %d: %s: ", line, condition);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    if (must)
        exit(1);
}

#define cr_expect(condition, ...)                                                        \
    foreign_check((condition), false, #condition, __LINE__, "" __VA_ARGS__)
#define cr_assert(condition, ...)                                                        \
    foreign_check((condition), true, #condition, __LINE__, "" __VA_ARGS__)

#endif
