/* SPDX-License-Identifier: MIT */
/* YAML in a ptcc that was built without libyaml. */
#include "generator/dialect/text/text_int.h"

uint32_t ptcc_definition_read_yaml(ptc_forms *forms, ptc_span part, ptc_diags *diags)
{
    ptc_span here = {part.start, part.start};
    ptc_diag *diag;

    (void)forms;
    diag = ptc_diag_add(diags, PTC_DIAG_YAML_UNSUPPORTED, here,
                        "ptcc was built without YAML");
    ptc_diag_hint(diags, diag, "write the definition as JSON or build with libyaml");
    return 0;
}
