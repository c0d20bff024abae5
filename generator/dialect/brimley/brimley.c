/* SPDX-License-Identifier: MIT */
/* Definitions of Brimley: functions and entities. [brimley 1-4] */
#include "generator/dialect/brimley/brimley.h"

static void brimley_scan(ptc_contract_reading *reading, size_t file)
{
    (void)file;
    ptc_diag_add(reading->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, (ptc_span){0, 0},
                 "nothing reads this yet");
}

static void brimley_draft(ptc_contract_reading *reading, ptc_declaration *item)
{
    (void)reading;
    item->function = 0;
}

static const char *const brimley_endings[] = {
    ".brimley.yaml", ".brimley.yml", ".brimley.json",
    ".entity.yaml",  ".entity.yml",  ".entity.json",
    ".sql",          ".md",          NULL};

const ptc_contract_dialect ptcc_brimley = {"brimley", brimley_endings, brimley_scan,
                                           brimley_draft};
