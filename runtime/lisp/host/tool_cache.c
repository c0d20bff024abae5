/* SPDX-License-Identifier: MIT */
/*
 * Results of tools that always give the same result for the same arguments. See
 * tool_int.h. [subagent 9.4]
 *
 * Arguments are the same when their canonical texts are: maps and sets in the order of
 * those of their keys and members, integral floats as integers. Only good results are
 * kept, as long as there is room.
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
    if (number >= -9223372036854775808.0 && number < 9223372036854775808.0 &&
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

/* The sort key of maps and sets: the text of a key or a member. */
typedef struct tool_memo_part {
    ptc_str text;
    const ptc_value *value; /* of the key; NULL for a member */
} tool_memo_part;

static int tool_memo_compare(const void *a, const void *b)
{
    const tool_memo_part *left = a;
    const tool_memo_part *right = b;

    return ptc_str_compare(left->text, right->text);
}

/* For keys and members that are not collections: texts inside texts would grow with each
 * level. */
static bool tool_memo_take(const ptc_text *text, const ptc_value *from, ptc_str *out)
{
    ptc_text own;

    ptc_text_init(&own, text->arena);
    if (!tool_memo_write(&own, from, 1) || own.failed)
        return false;
    *out = ptc_text_view(&own);
    return true;
}

/* A map or a set. */
static bool tool_memo_write_parts(ptc_text *text, const ptc_value *value, unsigned depth)
{
    bool is_map = value->kind == PTC_MAP;
    tool_memo_part *parts = ptc_arena_array(text->arena, value->aux, sizeof *parts);

    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < value->aux; i++) {
        const ptc_map_entry *entry = is_map ? &value->as.map->entries[i] : NULL;

        parts[i].value = is_map ? &entry->value : NULL;
        if (!tool_memo_take(text, is_map ? &entry->key : &value->as.items[i],
                            &parts[i].text))
            return false;
    }
    if (value->aux > 1)
        qsort(parts, value->aux, sizeof *parts, tool_memo_compare);
    ptc_text_cstr(text, is_map ? "{" : "#{");
    for (uint32_t i = 0; i < value->aux; i++) {
        ptc_text_str(text, parts[i].text);
        if (is_map && !tool_memo_write(text, parts[i].value, depth))
            return false;
    }
    ptc_text_byte(text, '}');
    return true;
}

/* Of data; recursion is counted. */
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
    case PTC_KEYWORD:
        ptc_text_byte(text, ':');
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
    case PTC_SET:
        return tool_memo_write_parts(text, value, depth - 1);
    default:
        return false;
    }
}

/* Names of tools contain no blank, and the text of a value begins with one. */
bool ptc_tool_memo_key(ptc_text *text, const ptc_tool *tool, const ptc_value *arguments)
{
    ptc_text_cstr(text, tool->name);
    return tool_memo_write(text, arguments, PTC_DEPTH_MAX) && !text->failed;
}

/* --- The table ---------------------------------------------------------------------- */

const ptc_value *ptc_tool_recall(ptc_tools *tools, ptc_str key, bool *is_first)
{
    const ptc_name_entry *known = ptc_names_find(&tools->memos, key);
    ptc_tool_memo *memo;

    if (known == NULL)
        return NULL;
    memo = &tools->memo_items[known->value];
    *is_first = memo->program != tools->program;
    memo->program = tools->program;
    return &memo->result;
}

/* Memory that the host refuses is a failure; results beyond the context's share or the
 * arena's cap are just not cached. */
static void *tool_memo_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    ptc_tools *tools = user;
    const ptc_allocator *allocator = &tools->arena.allocator;
    void *place = allocator->allocate(old, old_size, new_size, allocator->user);

    if (place == NULL && new_size != 0 && ((const ptc_lisp *)allocator->user)->is_refused)
        tools->is_memo_refused = true;
    return place;
}

void ptc_tool_memo_init(ptc_tools *tools, size_t most)
{
    const ptc_allocator allocator = {tool_memo_allocate, tools};

    ptc_arena_init(&tools->memo_arena, &allocator, most);
    ptc_tool_forget(tools);
}

static bool tool_memo_add(ptc_tools *tools, ptc_str key, const ptc_value *result)
{
    ptc_arena *arena = &tools->memo_arena;
    ptc_tool_memo *memo =
        PTC_ARENA_PUSH(arena, tools->memo_items, tools->memo_count, tools->memo_capacity);
    ptc_arena_mark mark = ptc_arena_place(arena);

    if (memo == NULL)
        return false;
    memo->program = tools->program;
    key = ptc_str_copy(arena, key);
    if (key.ptr == NULL || ptc_value_copy(arena, result, &memo->result) != PTC_OK) {
        ptc_arena_rewind(arena, mark); /* smaller ones may have room */
        tools->memo_count--;
        return false;
    }
    return ptc_names_add(&tools->memos, key, (uint32_t)(tools->memo_count - 1)) != NULL;
}

ptc_status ptc_tool_remember(ptc_tools *tools, ptc_str key, const ptc_value *result)
{
    tools->is_memo_refused = false;
    if (tool_memo_add(tools, key, result))
        return PTC_OK;
    return tools->is_memo_refused ? PTC_ERROR_MEMORY : PTC_ERROR_RANGE;
}

void ptc_tool_forget(ptc_tools *tools)
{
    ptc_arena_reset(&tools->memo_arena);
    ptc_names_init(&tools->memos, &tools->memo_arena);
    tools->memos.is_exact = true;
    tools->memo_items = NULL;
    tools->memo_count = 0;
    tools->memo_capacity = 0;
}
