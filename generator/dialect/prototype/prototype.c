/* SPDX-License-Identifier: MIT */
/* Headers in C: prototypes with annotations. [signature 12] */
#include "generator/dialect/prototype/prototype.h"

static void prototype_scan(ptc_contract_reading *reading, size_t file)
{
    (void)file;
    ptc_diag_add(reading->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, (ptc_span){0, 0},
                 "nothing reads this yet");
}

static void prototype_draft(ptc_contract_reading *reading, ptc_declaration *item)
{
    (void)reading;
    item->function = 0;
}

static const char *const prototype_endings[] = {".h", NULL};

const ptc_contract_dialect ptcc_prototype = {"c", prototype_endings, prototype_scan,
                                             prototype_draft};
