/* SPDX-License-Identifier: MIT */
/*
 * How json.c calls the generated functions of contracts that it does not know: each
 * program is linked with a table of them, from contract.c or written by bench/run.
 */
#ifndef BENCH_CONTRACT_H
#define BENCH_CONTRACT_H

#include <ptc/gen.h>

typedef ptc_status (*bench_read_fn)(ptc_arena *arena, const char *text, size_t len);

typedef struct bench_contract {
    bench_read_fn padded;  /* X_parse_padded */
    bench_read_fn plain;   /* X_parse */
    bench_read_fn explain; /* X_explain */
} bench_contract;

/* One for all documents, or one for each. */
extern const bench_contract bench_contracts[];
extern const size_t bench_contract_count;

/* Defines the functions of the type X, to be put into a table as BENCH_CONTRACT(X). */
#define BENCH_READERS(X)                                                                 \
    static ptc_status read_padded_##X(ptc_arena *arena, const char *text, size_t len)    \
    {                                                                                    \
        X out;                                                                           \
        return X##_parse_padded(arena, text, len, NULL, &out, NULL);                     \
    }                                                                                    \
    static ptc_status read_plain_##X(ptc_arena *arena, const char *text, size_t len)     \
    {                                                                                    \
        X out;                                                                           \
        return X##_parse(arena, text, len, NULL, &out, NULL);                            \
    }                                                                                    \
    static ptc_status explain_##X(ptc_arena *arena, const char *text, size_t len)        \
    {                                                                                    \
        ptc_report report;                                                               \
        ptc_report_init(&report, arena);                                                 \
        return X##_explain(arena, text, len, NULL, &report, NULL);                       \
    }

#define BENCH_CONTRACT(X)                                                                \
    {                                                                                    \
        read_padded_##X, read_plain_##X, explain_##X                                     \
    }

#endif
