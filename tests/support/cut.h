/* SPDX-License-Identifier: MIT */
/*
 * Structs of programs that were compiled earlier or later: shorter or longer than those
 * of today. Each lies in a block of exactly its size, so that a sanitizer sees what reads
 * or writes beyond it.
 */
#ifndef PTC_TEST_CUT_H
#define PTC_TEST_CUT_H

#include <ptc/llm.h>

#include <criterion/criterion.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What a struct of today has up to a member, and with it. */
#define UP_TO(type, member) offsetof(type, member)
#define WITH(type, member)  (offsetof(type, member) + sizeof(((type *)0)->member))

/* A copy of the first `size` bytes, which says so where it begins; what is longer than
 * the original goes on with bytes that are not zero. */
static inline void *cut(const void *whole, size_t whole_size, size_t size)
{
    char *copy = malloc(size);

    cr_assert(copy != NULL);
    memset(copy, 0xA5, size);
    memcpy(copy, whole, size < whole_size ? size : whole_size);
    memcpy(copy, &size, sizeof size);
    return copy;
}

#define CUT(whole, size) cut(&(whole), sizeof(whole), size)

/* Messages, `size` bytes apart in a block that ends with the last. */
static inline ptc_message *spread(const ptc_message *messages, size_t count, size_t size)
{
    char *all = malloc(count * size);

    cr_assert(all != NULL);
    memset(all, 0xA5, count * size);
    for (size_t i = 0; i < count; i++)
        memcpy(all + i * size, &messages[i],
               size < sizeof *messages ? size : sizeof *messages);
    return (ptc_message *)(void *)all;
}

/* A reply of a program of that size, cleared by it. */
static inline ptc_llm_reply *reply_of(size_t size)
{
    ptc_llm_reply *reply = malloc(size);

    cr_assert(reply != NULL);
    memset(reply, 0xA5, size);
    ptc_llm_reply_clear(reply, size);
    return reply;
}

#endif
