/* SPDX-License-Identifier: MIT */
/*
 * Contracts as people write them, from their text to a program that runs, in C and C++:
 * a calendar, the issues of a repository, the settings of a proxy. Each lies in
 * contracts/, with its program and what that prints. [emitters 11]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

/* Generates the contracts of a row and expects what its program prints. */
static void expect_prints(const char *name, const char *generate, const char *compile)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    cr_assert(shell(folder,
                    format("cp %s/* . && $PTCC fmt --check event.sig issues.sig "
                           "people.sig && %s",
                           project("tests/generator/contracts"), generate),
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_assert(shell(folder, compile, NULL, &err) == 0, "%s", err.ptr);
    cr_expect(shell(folder, format("./program > out; diff %s.txt out%s", name, ""), &out,
                    &err) == 0,
              "%s%s", out.ptr, err.ptr);
}

Test(gen_contracts, a_calendar, .timeout = 120)
{
    expect_prints(
        "event", "$PTCC gen -o . event.sig",
        "$CC -std=c99 -Wall -Wextra -I $INCLUDE event.c event.ptc.c $LIBPTC -o program");
}

Test(gen_contracts, issues_in_two_files, .timeout = 120)
{
    if (!has_tool("c++") || TEST_IS_SANITIZED) /* c++ links no sanitizer */
        return;
    expect_prints("issues", "$PTCC gen -o . people.sig issues.sig",
                  "$CC -c -Wall -Wextra -I $INCLUDE issues.ptc.c people.ptc.c && "
                  "c++ -std=c++17 -Wall -Wextra -Wconversion -I $INCLUDE issues.cc "
                  "issues.ptc.o people.ptc.o $LIBPTC -o program");
}

Test(gen_contracts, settings_in_malli, .timeout = 120)
{
    expect_prints(
        "proxy", "$PTCC gen --strings=copy -o . proxy.malli.edn",
        "$CC -std=c99 -Wall -Wextra -I $INCLUDE proxy.c proxy.ptc.c $LIBPTC -o program");
}
