/* SPDX-License-Identifier: MIT */
/*
 * The program around each reader. `compare DOCUMENTS ROUNDS` reads all documents ROUNDS
 * times and prints how many were accepted and the sum of their prices; with 0 rounds it
 * prints `ok`, or the fault, of each document. A document in the file is its length as
 * four bytes, the lowest first, and its bytes.
 */
#include "compare.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct document_list {
    unsigned char bytes[1 << 20];
    size_t size;
} document_list;

/* The document at `place`, which moves on to the next one; NULL at the end. */
static const char *next_document(const document_list *list, size_t *place, size_t *len)
{
    const unsigned char *head = list->bytes + *place;

    if (list->size - *place < 4)
        return NULL;
    *len = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
    if (*len > list->size - *place - 4)
        return NULL;
    *place += 4 + *len;
    return (const char *)head + 4;
}

static void print_verdicts(const document_list *list)
{
    const char *text;
    size_t place = 0;
    size_t len;

    while ((text = next_document(list, &place, &len)) != NULL) {
        char why[600] = "";
        double total = 0;

        if (read_order(text, len, &total, why, sizeof why))
            puts("ok");
        else
            puts(why);
    }
}

static void count_accepted(const document_list *list, long rounds)
{
    unsigned long accepted = 0;
    double sum = 0;

    while (rounds-- > 0) {
        const char *text;
        size_t place = 0;
        size_t len;

        while ((text = next_document(list, &place, &len)) != NULL) {
            char why[600];
            double total = 0;

            accepted += read_order(text, len, &total, why, sizeof why);
            sum += total;
        }
    }
    printf("%lu\t%.2f\n", accepted, sum);
}

int main(int argc, char **argv)
{
    static document_list list;
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    long rounds = argc == 3 ? strtol(argv[2], NULL, 10) : 0;

    if (!file) {
        fputs("usage: compare DOCUMENTS ROUNDS\n", stderr);
        return 2;
    }
    list.size = fread(list.bytes, 1, sizeof list.bytes, file);
    fclose(file);
    if (rounds > 0)
        count_accepted(&list, rounds);
    else
        print_verdicts(&list);
    return 0;
}
