/* SPDX-License-Identifier: MIT */
/* The dialects of ptcc, in one table. */
#include "generator/dialect/brimley/brimley.h"
#include "generator/dialect/dialect_int.h"
#include "generator/dialect/elixir/elixir.h"
#include "generator/dialect/prototype/prototype.h"
#include "generator/dialect/python/python.h"

static const ptc_contract_dialect *const dialects[] = {
    &ptcc_brimley,
    &ptcc_python,
    &ptcc_elixir,
    &ptcc_prototype,
};

const ptc_contract_dialects ptcc_dialects = {dialects,
                                             sizeof dialects / sizeof dialects[0]};
