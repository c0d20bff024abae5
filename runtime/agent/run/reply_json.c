/* SPDX-License-Identifier: MIT */
/* JSON in replies. See reply.h. */
#include "agent/host/untrusted.h"
#include "agent/run/reply.h"

enum {
    JSON_PLACES =
        64, /* places where JSON may begin that are tried: replies are hostile */
};

typedef enum json_stage {
    JSON_WHOLE,
    JSON_TAGGED,
    JSON_FENCED,
    JSON_EMBEDDED,
    JSON_DONE,
} json_stage;

bool ptc_reply_json_start(ptc_reply_json *scan, ptc_arena *arena, ptc_str reply)
{
    *scan = (ptc_reply_json){.stage = JSON_WHOLE, .left = JSON_PLACES};
    scan->text = ptc_reply_without_thoughts(arena, reply);
    return scan->text.ptr != NULL || reply.ptr == NULL;
}

/* Reads a document at the start of the text; `end` is where it ends. */
static bool json_read(ptc_reply_json *scan, ptc_arena *arena, ptc_str text,
                      bool allow_trailing, ptc_value *out, size_t *end)
{
    const ptc_json_options options = {.struct_size = sizeof options,
                                      .allow_trailing = allow_trailing};
    ptc_json_error error;

    scan->left--;
    if (ptc_json_read(arena, text.ptr, text.len, &options, out, end, &error) == PTC_OK)
        return true;
    if (scan->error.status == PTC_OK && text.len > 0 &&
        (text.ptr[0] == '{' || text.ptr[0] == '['))
        scan->error = error;
    return false;
}

static bool json_is_tag(ptc_str tag)
{
    return tag.len == 4 && ptc_untrusted_has_word(tag, 0, PTC_STR("json"));
}

/* The next block from scan->at on, tagged or not; an unclosed one goes to the end.
 */
static bool json_next_block(ptc_reply_json *scan, bool is_tagged, ptc_str *out)
{
    ptc_reply_fence fence;
    ptc_str line;

    while (ptc_reply_next_line(scan->text, &scan->at, &line)) {
        size_t start = scan->at;
        size_t end = scan->text.len;

        if (!ptc_reply_opens(line, &fence))
            continue;
        while (ptc_reply_next_line(scan->text, &scan->at, &line)) {
            if (ptc_reply_closes(line, &fence)) {
                end = (size_t)(line.ptr - scan->text.ptr);
                break;
            }
        }
        *out = ptc_reply_trim(ptc_str_make(scan->text.ptr + start, end - start));
        if (json_is_tag(fence.tag) == is_tagged)
            return true;
    }
    return false;
}

/* The next `{` or `[` from scan->at on that begins a document; continues after it. */
static bool json_next_embedded(ptc_reply_json *scan, ptc_arena *arena, ptc_value *out)
{
    for (; scan->at < scan->text.len && scan->left > 0; scan->at++) {
        char c = scan->text.ptr[scan->at];
        size_t end;

        if ((c == '{' || c == '[') &&
            json_read(scan, arena,
                      ptc_str_make(scan->text.ptr + scan->at, scan->text.len - scan->at),
                      true, out, &end)) {
            scan->at += end;
            return true;
        }
    }
    return false;
}

/* One document of the present stage; false when there is none left. */
static bool json_next_of_stage(ptc_reply_json *scan, ptc_arena *arena, ptc_value *out)
{
    ptc_str text;
    size_t end;

    switch ((json_stage)scan->stage) {
    case JSON_WHOLE:
        text = ptc_reply_trim(scan->text);
        return scan->at++ == 0 && json_read(scan, arena, text, false, out, &end);
    case JSON_TAGGED:
    case JSON_FENCED:
        while (scan->left > 0 && json_next_block(scan, scan->stage == JSON_TAGGED, &text))
            if (json_read(scan, arena, text, false, out, &end))
                return true;
        return false;
    case JSON_EMBEDDED:
        return json_next_embedded(scan, arena, out);
    case JSON_DONE:
        break;
    }
    return false;
}

bool ptc_reply_json_next(ptc_reply_json *scan, ptc_arena *arena, ptc_value *out)
{
    while (scan->stage != JSON_DONE && scan->left > 0 && !arena->failed) {
        if (json_next_of_stage(scan, arena, out))
            return true;
        scan->stage++;
        scan->at = 0;
    }
    return false;
}
