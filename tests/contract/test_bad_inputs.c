/* SPDX-License-Identifier: MIT */
/* Bad inputs of the library's own forms: support/bad_files.h. */
#include <criterion/criterion.h>

#include "bad_files.h"

/* Those that the documents name are among the files. */
Test(bad_inputs, named_files)
{
    test_bad_file("empty.sig", NULL);                   /* M086 */
    test_bad_file("empty-list.sig", NULL);              /* M083 */
    test_bad_file("duplicate-folded.sig", NULL);        /* M087 */
    test_bad_file("agent-limits.agent.edn", NULL);      /* M205: all faults at once */
    test_bad_file("agent-tool-names.agent.edn", NULL);  /* M205 */
    test_bad_file("agent-placeholder.agent.edn", NULL); /* M205 */
    test_bad_file("agent-signature.agent.edn", NULL);   /* M205 */
}

Test(bad_inputs, every_file) /* M088 */
{
    static const char *const endings[] = {".sig", ".edn", NULL};
    size_t count = test_bad_files(endings, NULL);

    cr_expect(count >= 319, "only %zu files", count);
}
