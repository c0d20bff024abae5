/* SPDX-License-Identifier: MIT */
/*
 * Bytes to lines. However the bytes are split, the lines and the faults are the same. A
 * partial line is kept up to its limit and a CR; the rest of a longer one takes no
 * memory. [mcp 2]
 */
#include "mcp/mcp_int.h"

/* Bytes of a line that are kept for the next one to grow in. */
enum { FRAME_KEPT = 1 << 16 };

/* The text of a line grows by half at a time, and NULs follow it. */
static size_t frame_cap(size_t max_line)
{
    return max_line < SIZE_MAX / 4 ? 2 * max_line + FRAME_KEPT : SIZE_MAX;
}

void ptc_mcp_frame_init(ptc_mcp_frame *frame, const ptc_allocator *allocator,
                        size_t max_line)
{
    /* A CR makes it one more. */
    *frame = (ptc_mcp_frame){.max_line = max_line - (max_line == SIZE_MAX)};
    ptc_arena_init(&frame->arena, allocator, frame_cap(max_line));
    frame->arena.resizes = true;
    ptc_text_init(&frame->line, &frame->arena);
}

void ptc_mcp_frame_free(ptc_mcp_frame *frame)
{
    ptc_arena_free(&frame->arena);
    ptc_text_init(&frame->line, &frame->arena);
}

/* Forgets the line, and frees its memory if that is large. */
static void frame_clear(ptc_mcp_frame *frame)
{
    frame->is_given = false;
    if (frame->arena.held > FRAME_KEPT || frame->line.failed)
        ptc_mcp_frame_free(frame);
    else
        ptc_text_cut(&frame->line, 0);
}

/* Drops the current line. */
static ptc_mcp_piece frame_drop(ptc_mcp_frame *frame, ptc_mcp_piece piece)
{
    ptc_mcp_frame_free(frame);
    return piece;
}

/* The bytes up to the next LF, or all; what follows is left in `rest`. */
static ptc_str frame_take(ptc_str *rest, bool *is_whole)
{
    const char *feed = memchr(rest->ptr, '\n', rest->len);
    ptc_str part = *rest;

    *is_whole = feed != NULL;
    if (feed != NULL)
        part.len = (size_t)(feed - rest->ptr);
    *rest = ptc_str_make(rest->ptr + part.len, rest->len - part.len);
    if (feed != NULL)
        ptc_str_take(rest, '\n');
    return part;
}

/* A line without its LF: gives it, unless it is blank. */
static ptc_mcp_piece frame_give(ptc_mcp_frame *frame, ptc_str part, ptc_str *line)
{
    if (part.len != 0 && part.ptr[part.len - 1] == '\r')
        part.len--;
    if (part.len > frame->max_line)
        return frame_drop(frame, PTC_MCP_TOO_LONG);
    *line = part;
    return ptc_str_is_blank(part) ? PTC_MCP_NO_LINE : PTC_MCP_LINE;
}

/* The same for the kept part, followed by NULs. */
static ptc_mcp_piece frame_give_kept(ptc_mcp_frame *frame, ptc_str *line)
{
    size_t len = frame->line.len;

    ptc_text_repeat(&frame->line, '\0', PTC_PADDING);
    frame->is_given = true;
    if (frame->line.failed)
        return frame_drop(frame, PTC_MCP_LOST);
    return frame_give(frame, ptc_str_make(frame->line.ptr, len), line);
}

/* Keeps a part of a line, which a CR may make one longer than the limit. */
static ptc_mcp_piece frame_keep(ptc_mcp_frame *frame, ptc_str part)
{
    if (part.len > frame->max_line + 1 - frame->line.len)
        return frame_drop(frame, PTC_MCP_TOO_LONG);
    ptc_text_str(&frame->line, part);
    return frame->line.failed ? frame_drop(frame, PTC_MCP_LOST) : PTC_MCP_NO_LINE;
}

/* Takes the available part of one line. */
static ptc_mcp_piece frame_step(ptc_mcp_frame *frame, ptc_str *rest, ptc_str *line)
{
    bool is_whole;
    ptc_str part = frame_take(rest, &is_whole);
    ptc_mcp_piece piece;

    if (frame->skips) {
        frame->skips = !is_whole;
        return PTC_MCP_NO_LINE;
    }
    if (is_whole && frame->line.len == 0 && rest->len >= PTC_PADDING)
        return frame_give(frame, part, line);
    piece = frame_keep(frame, part);
    if (piece != PTC_MCP_NO_LINE)
        frame->skips = !is_whole;
    else if (is_whole)
        return frame_give_kept(frame, line);
    return piece;
}

ptc_mcp_piece ptc_mcp_next_line(ptc_mcp_frame *frame, ptc_str *rest, ptc_str *line)
{
    ptc_mcp_piece piece = PTC_MCP_NO_LINE;

    do {
        if (frame->is_given)
            frame_clear(frame);
        if (rest->len != 0)
            piece = frame_step(frame, rest, line);
    } while (piece == PTC_MCP_NO_LINE && rest->len != 0);
    return piece;
}

ptc_mcp_piece ptc_mcp_last_line(ptc_mcp_frame *frame, ptc_str *line)
{
    if (frame->is_given)
        frame_clear(frame);
    if (frame->skips || frame->line.len == 0)
        return PTC_MCP_NO_LINE;
    return frame_give_kept(frame, line);
}
