/* SPDX-License-Identifier: MIT */
#include "uses.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

void put_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");

    cr_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0, "%s", name);
}

static void check_answer(const use *row, const char *line, int status, ptc_str out,
                         ptc_str err)
{
    cr_expect(status == row->status, "%s: exit %d, not %d: %s%s", line, status,
              row->status, out.ptr, err.ptr);
    if (row->out != NULL)
        cr_expect_str_eq(out.ptr, row->out, "%s", line);
    if (row->err != NULL && row->err[0] != '\0')
        cr_expect(strstr(err.ptr, row->err) != NULL, "%s: %s", line, err.ptr);
    else if (row->err != NULL)
        cr_expect_str_eq(err.ptr, "", "%s", line);
}

void run_uses(const char *program, const use *uses, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *argv[18] = {getenv(program)};
        char line[1024] = "";
        ptc_str out;
        ptc_str err;
        int status;

        for (size_t k = 0; k < 16 && uses[i].arguments[k] != NULL; k++) {
            size_t len = strlen(line);

            argv[k + 1] = uses[i].arguments[k];
            snprintf(line + len, sizeof line - len, " %s", uses[i].arguments[k]);
        }
        status = test_run(argv, ptc_str_of(uses[i].input), &out, &err);
        check_answer(&uses[i], line, status, out, err);
        free((char *)(uintptr_t)out.ptr);
        free((char *)(uintptr_t)err.ptr);
    }
}
