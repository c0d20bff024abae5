/* SPDX-License-Identifier: MIT */
/*
 * What all benchmark programs share, ours and the peers', in C and C++: a file is loaded
 * and split once; then its documents are checked again and again.
 */
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Readable bytes after the last document: the most that any program reads. */
#define BENCH_PADDING 64

typedef struct bench_document {
    const char *
        text; /* the bytes that follow, of other documents or padding, may also be read */
    size_t len;
} bench_document;

typedef struct bench_documents {
    char *text;
    bench_document *items;
    size_t count;
} bench_documents;

/* Loads the documents of a file: each line of `.jsonl`, the parts of `.bin` between bytes
 * 0x1e, and any other file as a whole. False, with a message on stderr, if it fails. */
bool bench_load(bench_documents *out, const char *path);
void bench_unload(bench_documents *documents);

/* Checks document number `index`; true: it was accepted. */
typedef bool (*bench_check_fn)(void *state, const bench_document *document, size_t index);

/*
 * Checks all documents `rounds` times and prints how many were accepted, a tab, and the
 * CPU seconds of the rounds alone. Returns the program's exit status.
 */
int bench_repeat(const bench_documents *documents, const char *rounds,
                 bench_check_fn check, void *state);

#ifdef __cplusplus
}
#endif

#endif
