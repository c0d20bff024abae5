/* SPDX-License-Identifier: MIT */
/* Sources in Elixir: their @spec lines. [signature 12] */
#include "generator/dialect/elixir/elixir.h"

static void elixir_scan(ptc_contract_reading *reading, size_t file)
{
    (void)file;
    ptc_diag_add(reading->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, (ptc_span){0, 0},
                 "nothing reads this yet");
}

static void elixir_draft(ptc_contract_reading *reading, ptc_declaration *item)
{
    (void)reading;
    item->function = 0;
}

static const char *const elixir_endings[] = {".ex", ".exs", NULL};

const ptc_contract_dialect ptcc_elixir = {"elixir", elixir_endings, elixir_scan,
                                          elixir_draft};
