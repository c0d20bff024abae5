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

/* Names of tools hold no blank, and what is written of a value begins with one. */
bool ptc_tool_memo_key(ptc_text *text, const ptc_tool *tool, const ptc_value *arguments)
{
    ptc_text_cstr(text, tool->name);
    return tool_memo_write(text, arguments, PTC_DEPTH_MAX) && !text->failed;
}

/* --- The table ---------------------------------------------------------------------- */

const ptc_value *ptc_tool_recall(const ptc_tools *tools, ptc_str key)
{
    const ptc_name_entry *memo = ptc_names_find(&tools->memos, key);

    return memo != NULL ? &tools->memo_results[memo->value] : NULL;
}

void ptc_tool_remember(ptc_tools *tools, ptc_str key, const ptc_value *result)
{
    ptc_arena *arena = &tools->memo_arena;
    ptc_value *memo;

    key = ptc_str_copy(arena, key);
    memo = PTC_ARENA_PUSH(arena, tools->memo_results, tools->memo_count,
                          tools->memo_capacity);
    if (key.ptr != NULL && memo != NULL && ptc_value_copy(arena, result, memo) == PTC_OK)
        ptc_names_add(&tools->memos, key, (uint32_t)(tools->memo_count - 1));
}

void ptc_tool_forget(ptc_tools *tools)
{
    ptc_arena_reset(&tools->memo_arena);
    ptc_names_init(&tools->memos, &tools->memo_arena);
    tools->memos.is_exact = true;
    tools->memo_results = NULL;
    tools->memo_count = 0;
    tools->memo_capacity = 0;
}
