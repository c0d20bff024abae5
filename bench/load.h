/* SPDX-License-Identifier: MIT */
/*
 * What all benchmark programs share, ours and our peers', C and C++: a file is loaded and
 * taken apart once; then its documents are judged over and over.
 */
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes behind the last document that may be read: what the greediest of us wants. */
#define BENCH_PADDING 64

typedef struct bench_document {
    const char *text; /* what follows may be read, too: other documents, padding */
    size_t len;
} bench_document;

typedef struct bench_documents {
    char *text;
    bench_document *items;
    size_t count;
} bench_documents;

/* Loads the documents of a file: each line of `.jsonl`, what stands between the bytes
 * 0x1e of `.bin`, and of any other the whole. False, and a word on stderr, if it cannot.
 */
bool bench_load(bench_documents *out, const char *path);
void bench_unload(bench_documents *documents);

/* Judges document number `index`; true: it was accepted. */
typedef bool (*bench_judge_fn)(void *state, const bench_document *document, size_t index);

/*
 * Judges all documents `rounds` times and prints how many were accepted, a tab, and the
 * CPU seconds of the rounds alone. Returns the program's exit status.
 */
int bench_repeat(const bench_documents *documents, const char *rounds,
                 bench_judge_fn judge, void *state);

#ifdef __cplusplus
}
#endif

#endif
