/* SPDX-License-Identifier: MIT */
/* Programs in replies. See reply.h. */
#include "agent/run/reply.h"
#include "agent/host/untrusted.h"

/* --- Lines ------------------------------------------------------------------------- */

bool ptc_reply_next_line(ptc_str text, size_t *at, ptc_str *line)
{
    const char *start = text.ptr + *at;
    const char *end;

    if (*at >= text.len)
        return false;
    end = memchr(start, '\n', text.len - *at);
    *line = ptc_str_make(start, end != NULL ? (size_t)(end - start) : text.len - *at);
    *at += line->len + (end != NULL);
    return true;
}

/* --- Fences ------------------------------------------------------------------------ */

static bool reply_is_tag(ptc_str word)
{
    static const ptc_str tags[] = {PTC_STR_INIT("clojure"), PTC_STR_INIT("lisp"),
                                   PTC_STR_INIT("ptc-lisp")};

    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        if (word.len == tags[i].len && ptc_untrusted_has_word(word, 0, tags[i]))
            return true;
    }
    return false;
}

static ptc_str reply_first_word(ptc_str text)
{
    size_t length = 0;

    while (length < text.len && text.ptr[length] != ' ' && text.ptr[length] != '\t')
        length++;
    return ptc_str_make(text.ptr, length);
}

static size_t reply_run_length(ptc_str line)
{
    size_t length = 0;

    if (line.len == 0 || (line.ptr[0] != '`' && line.ptr[0] != '~'))
        return 0;
    while (length < line.len && line.ptr[length] == line.ptr[0])
        length++;
    return length;
}

bool ptc_reply_opens(ptc_str line, ptc_reply_fence *fence)
{
    size_t length;
    ptc_str rest;

    line = ptc_reply_trim(line);
    length = reply_run_length(line);
    if (length < 3)
        return false;
    rest = ptc_reply_trim(ptc_str_make(line.ptr + length, line.len - length));
    if (line.ptr[0] == '`' && rest.len > 0 && memchr(rest.ptr, '`', rest.len) != NULL)
        return false;
    fence->character = line.ptr[0];
    fence->length = length;
    fence->tag = reply_first_word(rest);
    return true;
}

bool ptc_reply_closes(ptc_str line, const ptc_reply_fence *fence)
{
    line = ptc_reply_trim(line);
    if (ptc_str_equal(line, PTC_STR("</clojure>")))
        return true;
    return fence->character != '<' && line.len >= fence->length &&
           line.ptr[0] == fence->character && reply_run_length(line) == line.len;
}

/* --- Blocks ------------------------------------------------------------------------ */

typedef struct reply_scan {
    ptc_arena *arena;
    ptc_str text;
    bool may_end_open; /* an unclosed block counts */
    bool has_fence;
    bool has_program; /* a block's tag says that it is one */
    ptc_reply_block *blocks;
    size_t count;
    size_t capacity;
    bool failed;
} reply_scan;

static void reply_add_block(reply_scan *scan, ptc_str content)
{
    ptc_reply_block *block;

    content = ptc_reply_clean(scan->arena, content);
    if (content.ptr != NULL && ptc_reply_trim(content).len == 0)
        return;
    block = content.ptr == NULL
                ? NULL
                : PTC_ARENA_PUSH(scan->arena, scan->blocks, scan->count, scan->capacity);
    if (block == NULL)
        scan->failed = true;
    else
        block->text = content;
}

static bool reply_has_mark(ptc_str text, size_t at)
{
    return text.len - at >= 3 && memcmp(text.ptr + at, "\xEF\xBB\xBF", 3) == 0;
}

/* Skips blanks, byte order marks and line comments, which may come before a program. */
static size_t reply_program_start(ptc_str text)
{
    size_t at = 0;

    for (;;) {
        while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t' ||
                                 text.ptr[at] == '\r' || text.ptr[at] == '\n'))
            at++;
        if (at < text.len && text.ptr[at] == ';') {
            const char *end = memchr(text.ptr + at, '\n', text.len - at);

            at = end != NULL ? (size_t)(end - text.ptr) : text.len;
        } else if (reply_has_mark(text, at)) {
            at += 3;
        } else {
            return at;
        }
    }
}

static bool reply_is_program(ptc_str text)
{
    size_t at = reply_program_start(text);

    return at < text.len && text.ptr[at] == '(';
}

/* A block without a tag is a program when it looks like one, and no block has a tag. */
static void reply_take_block(reply_scan *scan, ptc_str content, bool is_program)
{
    if (is_program && !scan->has_program) {
        scan->has_program = true;
        scan->count = 0;
    }
    if (is_program || (!scan->has_program && reply_is_program(content)))
        reply_add_block(scan, content);
}

/* The content of the block that was opened before `*at`, which moves past it. */
static void reply_read_block(reply_scan *scan, size_t *at, const ptc_reply_fence *fence)
{
    size_t start = *at;
    ptc_str line;

    for (;;) {
        size_t before = *at;

        if (!ptc_reply_next_line(scan->text, at, &line)) {
            if (!scan->may_end_open)
                return;
            reply_take_block(scan,
                             ptc_str_make(scan->text.ptr + start, scan->text.len - start),
                             reply_is_tag(fence->tag));
            return;
        }
        if (ptc_reply_closes(line, fence)) {
            reply_take_block(scan, ptc_str_make(scan->text.ptr + start, before - start),
                             reply_is_tag(fence->tag));
            return;
        }
    }
}

/* <clojure>..</clojure>, or <code>..</code>, which may begin and end inside lines. */
static void reply_read_element(reply_scan *scan, size_t *at, size_t start, ptc_str close,
                               bool is_program)
{
    scan->has_fence = true;
    for (size_t i = start; i < scan->text.len; i++) {
        if (scan->text.ptr[i] == '<' && ptc_untrusted_has_word(scan->text, i, close)) {
            reply_take_block(scan, ptc_str_make(scan->text.ptr + start, i - start),
                             is_program);
            *at = i + close.len;
            return;
        }
    }
    if (scan->may_end_open)
        reply_take_block(scan,
                         ptc_str_make(scan->text.ptr + start, scan->text.len - start),
                         is_program);
    *at = scan->text.len;
}

/* Where the content of a <code> that begins the line starts, perhaps after attributes; 0
 * when there is none. */
static size_t reply_code_start(const reply_scan *scan, ptc_str line)
{
    const char *end;

    line = ptc_reply_trim(line);
    if (!ptc_untrusted_has_word(line, 0, PTC_STR("<code")) || line.len < 6 ||
        (line.ptr[5] != '>' && line.ptr[5] != ' '))
        return 0;
    end = memchr(line.ptr, '>', line.len);
    return end != NULL ? (size_t)(end - scan->text.ptr) + 1 : 0;
}

/* Only a program makes <code> a block: it is found before the end of the element is
 * searched, so that no text is scanned twice. */
static void reply_read_code(reply_scan *scan, size_t *at, size_t start)
{
    ptc_str rest = ptc_str_make(scan->text.ptr + start, scan->text.len - start);
    size_t first = reply_program_start(rest);

    if (first < rest.len && rest.ptr[first] == '(')
        reply_read_element(scan, at, start, PTC_STR("</code>"), false);
    else if (first < rest.len && (rest.ptr[first] == '`' || rest.ptr[first] == '~'))
        *at = start + first; /* a fence in it still counts */
}

static void reply_find_blocks(reply_scan *scan)
{
    ptc_reply_fence fence;
    size_t at = 0;
    size_t start;
    ptc_str line;

    while (ptc_reply_next_line(scan->text, &at, &line)) {
        if (ptc_reply_opens(line, &fence)) {
            scan->has_fence = true;
            reply_read_block(scan, &at, &fence);
        } else if (ptc_untrusted_has_word(ptc_reply_trim(line), 0,
                                          PTC_STR("<clojure>"))) {
            start = (size_t)(ptc_reply_trim(line).ptr - scan->text.ptr) + 9;
            reply_read_element(scan, &at, start, PTC_STR("</clojure>"), true);
        } else if ((start = reply_code_start(scan, line)) != 0) {
            reply_read_code(scan, &at, start);
        }
    }
}

/* A reply without fences is a program if it begins like one. */
static void reply_take_bare(reply_scan *scan)
{
    ptc_str text = ptc_reply_clean(scan->arena, scan->text);

    if (text.ptr == NULL) {
        scan->failed = true;
        return;
    }
    text = ptc_reply_trim(text);
    if (reply_is_program(text))
        reply_add_block(scan, text);
}

/* --- The program ------------------------------------------------------------------- */

static uint32_t reply_count_lines(ptc_str text)
{
    uint32_t count = 0;
    size_t at = 0;
    ptc_str line;

    while (ptc_reply_next_line(text, &at, &line))
        count++;
    return count;
}

/* Joins the blocks: one is the program, several are put in (do ..). */
static void reply_join(reply_scan *scan, ptc_reply *out)
{
    bool is_many = scan->count > 1;
    uint32_t line = is_many ? 2 : 1;
    ptc_text program;
    ptc_text spoken;

    ptc_text_init(&program, scan->arena);
    ptc_text_init(&spoken, scan->arena);
    if (is_many)
        ptc_text_cstr(&program, "(do\n");
    for (size_t i = 0; i < scan->count; i++) {
        ptc_reply_block *block = &scan->blocks[i];
        bool is_ended = block->text.ptr[block->text.len - 1] == '\n';

        block->first_line = line;
        block->line_count = reply_count_lines(block->text);
        line += block->line_count;
        ptc_text_str(&program, block->text);
        if (is_many && !is_ended)
            ptc_text_byte(&program, '\n');
        ptc_text_cstr(&spoken, i > 0 ? "\n\n```clojure\n" : "```clojure\n");
        ptc_text_str(&spoken, block->text);
        ptc_text_cstr(&spoken, is_ended ? "```" : "\n```");
    }
    if (is_many)
        ptc_text_byte(&program, ')');
    scan->failed = scan->failed || program.failed || spoken.failed;
    out->kind = PTC_REPLY_PROGRAM;
    out->program = ptc_text_view(&program);
    out->spoken = ptc_text_view(&spoken);
    out->blocks = scan->blocks;
    out->block_count = (uint32_t)scan->count;
}

ptc_status ptc_reply_read(ptc_arena *arena, ptc_str reply, ptc_stop_reason stop,
                          ptc_multi_block multi_block, ptc_reply *out)
{
    reply_scan scan = {.arena = arena};

    *out = (ptc_reply){.kind = PTC_REPLY_NO_CODE};
    while (reply_has_mark(reply, 0)) {
        reply.ptr += 3;
        reply.len -= 3;
    }
    scan.may_end_open = stop == PTC_STOP_END || stop == PTC_STOP_UNKNOWN;
    scan.text = ptc_reply_without_thoughts(arena, reply);
    if (scan.text.ptr == NULL && reply.ptr != NULL)
        return PTC_ERROR_MEMORY;
    out->spoken = scan.text;
    if (stop == PTC_STOP_LENGTH || stop == PTC_STOP_REFUSAL || reply.ptr == NULL) {
        out->kind = stop == PTC_STOP_LENGTH ? PTC_REPLY_TRUNCATED : PTC_REPLY_REFUSED;
        return PTC_OK;
    }
    reply_find_blocks(&scan);
    if (!scan.has_fence)
        reply_take_bare(&scan);
    if (scan.count > 1 && multi_block == PTC_BLOCKS_ERROR) {
        out->kind = PTC_REPLY_MANY_BLOCKS;
    } else if (scan.count > 0) {
        if (multi_block == PTC_BLOCKS_FIRST)
            scan.count = 1;
        reply_join(&scan, out);
    } else if (!scan.failed) {
        ptc_reply_look(arena, scan.text, out);
        scan.failed = arena->failed;
    }
    return scan.failed ? PTC_ERROR_MEMORY : PTC_OK;
}

bool ptc_reply_place(const ptc_reply *reply, size_t line, uint32_t *block,
                     size_t *line_in_block)
{
    for (uint32_t i = 0; i < reply->block_count; i++) {
        const ptc_reply_block *at = &reply->blocks[i];

        if (line >= at->first_line && line - at->first_line < at->line_count) {
            *block = i;
            *line_in_block = line - at->first_line + 1;
            return true;
        }
    }
    return false;
}
