/* SPDX-License-Identifier: MIT */
/* Runs the tests that registered themselves; see criterion/criterion.h. */
#include "criterion/criterion.h"

foreign_test *foreign_tests;
unsigned foreign_failures;

int main(void)
{
    unsigned count = 0;

    for (const foreign_test *test = foreign_tests; test; test = test->next) {
        unsigned before = foreign_failures;

        test->run();
        count++;
        if (foreign_failures != before)
            printf("failed: %s %s\n", test->suite, test->name);
    }
    printf("%u tests, %u failures\n", count, foreign_failures);
    return count == 0 || foreign_failures != 0;
}
