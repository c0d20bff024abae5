/* SPDX-License-Identifier: MIT */
/*
 * Results of tools that give the same for the same arguments. See tool_int.h.
 * [subagent 9.4]
 *
 * Arguments are the same when their canonical texts are: maps by key, integral floats as
 * integers. Only good results are kept, as long as there is room.
 */
#include "lisp/host/tool_int.h"

#include <ptc/number.h>

#include <stdlib.h>

struct ptc_tool_memo {
    const ptc_tool *tool;
    ptc_str key;
    uint64_t hash;
    ptc_value result;
    ptc_tool_memo *next;
};

enum { MEMO_BUCKETS_FIRST = 64 };

/* --- Canonical text ----------------------------------------------------------------- */

static bool tool_memo_write(ptc_text *text, const ptc_value *value, unsigned depth);

static bool tool_memo_write_float(ptc_text *text, double number)
{
    char digits[PTC_NUMBER_MAX];

    if (number - number != 0)
        return false;
    if (number >= -9007199254740992.0 && number <= 9007199254740992.0 &&
        number == (double)(int64_t)number) {
        ptc_text_int(text, (int64_t)number);
        return true;
    }
    ptc_text_bytes(text, digits, ptc_number_write_json(number, digits));
    return true;
}

static void tool_memo_write_text(ptc_text *text, const ptc_value *value)
{
    ptc_text_uint(text, value->aux);
    ptc_text_byte(text, ':');
    ptc_text_str(text, ptc_value_text(value));
}

static int tool_memo_compare(const void *a, const void *b)
{
    const ptc_map_entry *const *left = a;
    const ptc_map_entry *const *right = b;

    return ptc_str_compare(ptc_value_text(&(*left)->key), ptc_value_text(&(*right)->key));
}

static bool tool_memo_write_map(ptc_text *text, const ptc_map *map, unsigned depth)
{
    const ptc_map_entry **entries =
        ptc_arena_array(text->arena, map->count, sizeof *entries);

    if (entries == NULL)
        return false;
    for (uint32_t i = 0; i < map->count; i++) {
        if (map->entries[i].key.kind != PTC_STRING) /* of a raw tool: no JSON data */
            return false;
        entries[i] = &map->entries[i];
    }
    if (map->count > 1)
        qsort(entries, map->count, sizeof *entries, tool_memo_compare);
    ptc_text_byte(text, '{');
    for (uint32_t i = 0; i < map->count; i++) {
        tool_memo_write_text(text, &entries[i]->key);
        if (!tool_memo_write(text, &entries[i]->value, depth))
            return false;
    }
    ptc_text_byte(text, '}');
    return true;
}

/* Of JSON data; recursion is counted. */
static bool tool_memo_write(ptc_text *text, const ptc_value *value, unsigned depth)
{
    if (depth == 0 || text->failed)
        return false;
    ptc_text_byte(text, ' ');
    switch ((unsigned)value->kind) {
    case PTC_NIL:
        ptc_text_byte(text, 'n');
        return true;
    case PTC_BOOL:
        ptc_text_byte(text, value->as.boolean ? 't' : 'f');
        return true;
    case PTC_INT:
        ptc_text_int(text, value->as.integer);
        return true;
    case PTC_FLOAT:
        return tool_memo_write_float(text, value->as.number);
    case PTC_STRING:
        ptc_text_byte(text, '"');
        tool_memo_write_text(text, value);
        return true;
    case PTC_OPAQUE:
        ptc_text_byte(text, '#');
        tool_memo_write_text(text, value);
        return true;
    case PTC_VECTOR:
        ptc_text_byte(text, '[');
        for (uint32_t i = 0; i < value->aux; i++) {
            if (!tool_memo_write(text, &value->as.items[i], depth - 1))
                return false;
        }
        ptc_text_byte(text, ']');
        return true;
    case PTC_MAP:
        return tool_memo_write_map(text, value->as.map, depth - 1);
    default:
        return false;
    }
}

bool ptc_tool_canonical(ptc_text *text, const ptc_value *arguments)
{
    return tool_memo_write(text, arguments, PTC_DEPTH_MAX) && !text->failed;
}

/* --- The table ---------------------------------------------------------------------- */

const ptc_value *ptc_tool_recall(const ptc_tools *tools, const ptc_tool *tool,
                                 ptc_str key)
{
    uint64_t hash = ptc_str_hash(key);

    if (tools->memo_buckets == 0)
        return NULL;
    for (const ptc_tool_memo *memo = tools->memos[hash & (tools->memo_buckets - 1)];
         memo != NULL; memo = memo->next) {
        if (memo->hash == hash && memo->tool == tool && ptc_str_equal(memo->key, key))
            return &memo->result;
    }
    return NULL;
}

static bool tool_memo_grow(ptc_tools *tools)
{
    size_t buckets =
        tools->memo_buckets != 0 ? 2 * tools->memo_buckets : MEMO_BUCKETS_FIRST;
    ptc_tool_memo **table = ptc_arena_array(&tools->memo_arena, buckets, sizeof *table);

    if (table == NULL)
        return false;
    for (size_t i = 0; i < tools->memo_buckets; i++) {
        ptc_tool_memo *next;

        for (ptc_tool_memo *memo = tools->memos[i]; memo != NULL; memo = next) {
            next = memo->next;
            memo->next = table[memo->hash & (buckets - 1)];
            table[memo->hash & (buckets - 1)] = memo;
        }
    }
    tools->memos = table;
    tools->memo_buckets = buckets;
    return true;
}

void ptc_tool_remember(ptc_tools *tools, const ptc_tool *tool, ptc_str key,
                       const ptc_value *result)
{
    ptc_arena *arena = &tools->memo_arena;
    ptc_tool_memo *memo;
    ptc_tool_memo **bucket;

    if (tools->memo_count >= tools->memo_buckets && !tool_memo_grow(tools))
        return;
    memo = ptc_arena_alloc(arena, sizeof *memo);
    if (memo == NULL)
        return;
    *memo = (ptc_tool_memo){.tool = tool, .hash = ptc_str_hash(key)};
    memo->key = ptc_str_copy(arena, key);
    if (memo->key.ptr == NULL || ptc_value_copy(arena, result, &memo->result) != PTC_OK)
        return;
    bucket = &tools->memos[memo->hash & (tools->memo_buckets - 1)];
    memo->next = *bucket;
    *bucket = memo;
    tools->memo_count++;
}
