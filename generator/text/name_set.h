/* SPDX-License-Identifier: MIT */
/* name_set.c: sets of names. See text_int.h. */
#ifndef PTCC_NAME_SET_H
#define PTCC_NAME_SET_H

#include "base/base_int.h"

#include <ptc/contract.h>

/* A name, and what its set knows about it: zeros for a new name. */
typedef struct ptcc_name {
    ptc_str id;
    const ptc_contract *contract;
    ptc_span span;
    uint64_t number;
    uint32_t node; /* the node that has this name, where fields are named */
    bool is_taken;
    bool is_private; /* no header has it */
} ptcc_name;

typedef struct ptcc_names {
    ptc_names ids; /* exact; values are numbers of items */
    ptcc_name *items;
    size_t count;
    size_t capacity;
} ptcc_names;

void ptcc_names_init(ptcc_names *names, ptc_arena *arena);

/* Finds a name; NULL when it is not in the set. The result moves when names are added. */
ptcc_name *ptcc_names_find(const ptcc_names *names, ptc_str id);

/* Finds a name, and adds it if it is not in the set. NULL when memory was refused. The
 * text must outlive the set. */
ptcc_name *ptcc_names_add(ptcc_names *names, ptc_str id, bool *is_new);

#endif
