/* SPDX-License-Identifier: MIT */
/* Sources in Python whose functions are decorated for Brimley. [brimley 5] */
#include "generator/dialect/python/python.h"

static void python_scan(ptc_contract_reading *reading, size_t file)
{
    (void)file;
    ptc_diag_add(reading->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, (ptc_span){0, 0},
                 "nothing reads this yet");
}

static void python_draft(ptc_contract_reading *reading, ptc_declaration *item)
{
    (void)reading;
    item->function = 0;
}

static const char *const python_endings[] = {".py", NULL};

const ptc_contract_dialect ptcc_python = {"python", python_endings, python_scan,
                                          python_draft};
