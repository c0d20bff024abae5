/* SPDX-License-Identifier: MIT */
/* Bad inputs of what ptcc alone reads: support/bad_files.h. */
#include "generator/dialect/dialect_int.h"

#include <criterion/criterion.h>

#include "bad_files.h"

Test(bad_definitions, every_file)
{
    static const char *const endings[] = {".yaml", ".yml", ".sql", ".md", ".py",
                                          ".ex",   ".exs", ".h",   NULL};
    size_t count = test_bad_files(endings, &ptcc_dialects);

    cr_expect(count >= 30, "only %zu files", count);
}
