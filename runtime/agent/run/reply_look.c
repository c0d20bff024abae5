/* SPDX-License-Identifier: MIT */
/*
 * The contents of replies without a program, so that models learn what to write instead.
 * See reply.h. [subagent 10]
 */
#include "agent/run/reply.h"

enum {
    LOOK_MAX = 64 << 10,  /* bytes of a reply that is read as JSON */
    LOOK_PLACES = 8,      /* places where JSON may begin in it that are tried */
    LOOK_SHAPE_MAX = 200, /* bytes at its beginning that are searched for a quoted key */
};

/* --- Calls of tools ---------------------------------------------------------------- */

static const ptc_value *look_member(const ptc_value *map, const char *name)
{
    return map->kind == PTC_MAP
               ? ptc_map_find_text(map->as.map, PTC_STRING, ptc_str_of(name))
               : NULL;
}

/* The first member that exists; `names` ends with NULL. */
static const ptc_value *look_any(const ptc_value *map, const char *const *names)
{
    const ptc_value *found = NULL;

    while (found == NULL && *names != NULL)
        found = look_member(map, *names++);
    return found;
}

/* {"name": .., "arguments": {..}}, as providers and frameworks spell it. */
static bool look_is_call(const ptc_value *map, ptc_str *name)
{
    static const char *const names[] = {"name",   "tool",     "tool_name",
                                        "action", "function", NULL};
    static const char *const arguments[] = {"arguments",  "args",  "parameters",
                                            "params",     "input", "action_input",
                                            "tool_input", NULL};
    const ptc_value *called = look_any(map, names);

    if (called == NULL || called->kind != PTC_STRING || look_any(map, arguments) == NULL)
        return false;
    *name = ptc_value_text(called);
    return true;
}

/* Such a call, a call in a member, or the first of several. */
static bool look_find_call(const ptc_value *value, ptc_str *name)
{
    static const char *const outer[] = {"tool_calls", "tool_call", "function_call",
                                        "function", NULL};

    for (unsigned levels = 4; value != NULL && levels > 0; levels--) {
        if (look_is_call(value, name))
            return true;
        if (value->kind == PTC_VECTOR)
            value = value->aux > 0 ? &value->as.items[0] : NULL;
        else
            value = look_any(value, outer);
    }
    return false;
}

/* --- Values ------------------------------------------------------------------------ */

/* Whether a document in the reply is its answer: a list in prose may be a reference. */
static bool look_is_answer(const ptc_value *value, bool is_whole)
{
    if (value->kind == PTC_VECTOR)
        return is_whole || (value->aux > 0 && value->as.items[0].kind == PTC_MAP);
    return value->kind != PTC_MAP || is_whole || value->aux > 0;
}

/* The first block, when the reply begins with one; else the reply. */
static ptc_str look_content(ptc_str text)
{
    ptc_str all = ptc_reply_trim(text);
    ptc_reply_fence fence;
    size_t start = 0;
    size_t at;
    ptc_str line;

    if (!ptc_reply_next_line(all, &start, &line) || !ptc_reply_opens(line, &fence))
        return all;
    at = start;
    while (ptc_reply_next_line(all, &at, &line)) {
        if (ptc_reply_closes(line, &fence))
            return ptc_reply_trim(
                ptc_str_make(all.ptr + start, (size_t)(line.ptr - all.ptr) - start));
    }
    return ptc_reply_trim(ptc_str_make(all.ptr + start, all.len - start));
}

/* Whether there is a quoted key near the beginning. */
static bool look_has_quoted_key(ptc_str text)
{
    size_t most = text.len < LOOK_SHAPE_MAX ? text.len : LOOK_SHAPE_MAX;

    for (size_t i = 1; i < most; i++) {
        if (text.ptr[i] == ':' && text.ptr[i - 1] == '"')
            return true;
    }
    return false;
}

/* Looks only at its ends: data as in programs, JSON with a fault, or much of either. */
static ptc_reply_answer look_at_shape(ptc_str text)
{
    char first = text.len > 1 ? text.ptr[0] : ' ';
    char last = text.len > 1 ? text.ptr[text.len - 1] : ' ';

    if (first == '#' && text.ptr[1] == '{')
        first = '{';
    if ((first == '{' && last == '}') || (first == '[' && last == ']'))
        return look_has_quoted_key(text) ? PTC_ANSWER_JSON : PTC_ANSWER_VALUE;
    if (ptc_str_equal(text, PTC_STR("nil")))
        return PTC_ANSWER_VALUE;
    for (size_t i = 1; first == ':' && i < text.len; i++) {
        if (text.ptr[i] == ' ' || text.ptr[i] == '\n' || text.ptr[i] == '\t')
            return PTC_ANSWER_PROSE;
    }
    return first == ':' ? PTC_ANSWER_VALUE : PTC_ANSWER_PROSE;
}

void ptc_reply_look(ptc_arena *arena, ptc_str text, ptc_reply *out)
{
    ptc_str content = look_content(text);
    bool is_whole = content.len > 0 && (content.ptr[0] == '{' || content.ptr[0] == '[');
    ptc_reply_json scan;
    ptc_value value;

    out->answer = look_at_shape(content);
    if (text.len > LOOK_MAX || !ptc_reply_json_start(&scan, arena, text))
        return;
    scan.left = LOOK_PLACES;
    while (ptc_reply_json_next(&scan, arena, &value)) {
        bool is_data = value.kind == PTC_MAP || value.kind == PTC_VECTOR;

        if (look_find_call(&value, &out->called)) {
            out->answer = PTC_ANSWER_TOOL_CALL;
            return;
        }
        if (look_is_answer(&value, is_whole)) {
            out->answer = is_data ? PTC_ANSWER_JSON : PTC_ANSWER_VALUE;
            return;
        }
    }
}

/* --- Words ------------------------------------------------------------------------- */

/* The tool of that name, '-' and '_' alike; "return" and "fail" are not tools. */
static const ptc_str *look_tool(ptc_str name, const ptc_str *tools, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ptc_str_equal_folded(tools[i], name))
            return &tools[i];
    }
    return NULL;
}

static void look_write_call(ptc_text *text, ptc_str name, const ptc_str *tools,
                            size_t count)
{
    const ptc_str *tool = look_tool(name, tools, count);

    ptc_text_cstr(text, "you answered with a tool call in JSON: write (");
    if (tool == NULL) {
        ptc_text_cstr(text, "tool/name");
    } else {
        bool is_end = ptc_str_equal(*tool, PTC_STR("return")) ||
                      ptc_str_equal(*tool, PTC_STR("fail"));

        ptc_text_cstr(text, is_end ? "" : "tool/");
        ptc_text_str(text, *tool);
    }
    ptc_text_cstr(text, " {..})");
}

void ptc_reply_write_hint(ptc_text *text, const ptc_reply *reply, const ptc_str *tools,
                          size_t tool_count)
{
    ptc_reply_answer answer = reply->answer;

    if (answer == PTC_ANSWER_TOOL_CALL && tool_count <= 2) /* only return and fail */
        answer = PTC_ANSWER_JSON;
    switch (answer) {
    case PTC_ANSWER_PROSE:
        break;
    case PTC_ANSWER_TOOL_CALL:
        look_write_call(text, reply->called, tools, tool_count);
        break;
    case PTC_ANSWER_JSON:
        ptc_text_cstr(text, "you answered with JSON: write (return {..})");
        break;
    case PTC_ANSWER_VALUE:
        ptc_text_cstr(text, "you answered with a value: write (return value)");
        break;
    }
}
