/* SPDX-License-Identifier: MIT */
/* The table of contract.h for the type BENCH_TYPE of the header BENCH_HEADER. */
#include "contract.h"

#include BENCH_HEADER

#define DEFINE_READERS(type)  BENCH_READERS(type)
#define DEFINE_CONTRACT(type) BENCH_CONTRACT(type)

DEFINE_READERS(BENCH_TYPE)

const bench_contract bench_contracts[] = {DEFINE_CONTRACT(BENCH_TYPE)};
const size_t bench_contract_count = 1;
