/* SPDX-License-Identifier: MIT */
/* Calls side by side: every call has one answer or was cancelled, and nothing of a call
 * follows its answer. [mcp 5, 6] */
#include <criterion/criterion.h>

#include "support.h"
#include "workers.h"

/* M510 */
Test(mcp_workers, run_calls_side_by_side, .timeout = 120)
{
    workers_came came = workers_run(test_rounds(WORKERS_CALLS_MAX));

    cr_assert_null(came.error, "%s", came.error);
    cr_expect_eq(came.unanswered, 0, "%u", came.unanswered);
    cr_expect_eq(came.answered_more, 0, "%u", came.answered_more);
    cr_expect_eq(came.told_late, 0, "%u", came.told_late);
    cr_expect_eq(came.failed, 0, "%u", came.failed);
    cr_expect(came.most >= 1 && came.most <= WORKERS_AT_A_TIME, "%u at a time",
              came.most);
    cr_expect(came.sessions > 0);
}
