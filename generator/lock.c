/* SPDX-License-Identifier: MIT */
/* Locks of compiled agents: written, taken apart, compared. See lock.h. */
#include "generator/lock.h"
#include "base/sha256.h"
#include "generator/text/c_text.h"
#include "generator/text/output.h"

#define LOCK_FORMAT 1
#define LOCK_HEAD   "; ptcc-lock: "

ptc_str ptcc_lock_path(ptc_arena *arena, const char *agent_path)
{
    static const char *const endings[] = {".agent.edn", ".agent.json"};
    ptc_str name = ptc_str_of(agent_path);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t len = strlen(endings[i]);

        if (name.len > len && memcmp(name.ptr + name.len - len, endings[i], len) == 0) {
            name.len -= len;
            break;
        }
    }
    return C_JOIN(arena, name, PTC_STR(".ptc.clj"));
}

/* --- Hashes --------------------------------------------------------------------------
 */

/* Adds a text, with `\n` for `\r\n`, and its end. */
static void hash_text(ptc_sha256 *hash, ptc_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] != '\r' || i + 1 == text.len || text.ptr[i + 1] != '\n')
            ptc_sha256_add(hash, text.ptr + i, 1);
    }
    ptc_sha256_add(hash, "", 1);
}

static void hash_signature(ptc_arena *arena, ptc_sha256 *hash, const ptc_schema *schema)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (schema != NULL)
        ptc_schema_write_signature(&text, schema, NULL);
    hash_text(hash, ptc_text_view(&text));
}

/* --- Parts ---------------------------------------------------------------------------
 */

/* What a lock has a hash of. */
typedef struct lock_part {
    ptc_str name; /* "tool search" */
    char hash[PTC_SHA256_HEX];
    ptc_span span; /* in the agent file */
} lock_part;

typedef struct lock_parts {
    lock_part *items;
    size_t count;
} lock_parts;

static void part_end(lock_parts *parts, ptc_sha256 *hash, ptc_str name, ptc_span span)
{
    lock_part *part = &parts->items[parts->count++];

    part->name = name;
    part->span = span;
    ptc_sha256_end_hex(hash, part->hash);
}

static void part_tool(ptc_arena *arena, const ptc_agent_file *agent, size_t index,
                      lock_parts *parts)
{
    const ptc_agent_tool *tool = &agent->agent->tools[index];
    const char *description = tool->description;
    ptc_sha256 hash;

    if (description == NULL && tool->function != NULL)
        description = tool->function->description;
    ptc_sha256_init(&hash);
    hash_text(&hash, ptc_str_of(tool->name));
    hash_signature(arena, &hash,
                   tool->function != NULL ? tool->function->signature : NULL);
    hash_text(&hash, ptc_str_of(description));
    part_end(parts, &hash, C_JOIN(arena, PTC_STR("tool "), ptc_str_of(tool->name)),
             agent->tools[index].span);
}

/* In the order in which they are written; false when memory was refused. */
static bool lock_parts_of(ptc_arena *arena, const ptc_agent_file *agent, ptc_str program,
                          lock_parts *out)
{
    ptc_span whole = {0, 1};
    ptc_sha256 hash;

    *out = (lock_parts){
        ptc_arena_array(arena, agent->agent->tool_count + 3, sizeof *out->items), 0};
    if (out->items == NULL)
        return false;
    ptc_sha256_init(&hash);
    hash_signature(arena, &hash, agent->agent->signature);
    part_end(out, &hash, PTC_STR("signature"),
             agent->agent->signature != NULL ? agent->signature_span : whole);
    for (size_t i = 0; i < agent->agent->tool_count; i++)
        part_tool(arena, agent, i, out);
    ptc_sha256_init(&hash);
    hash_text(&hash, agent->agent->prompt);
    part_end(out, &hash, PTC_STR("prompt"), whole);
    ptc_sha256_init(&hash);
    hash_text(&hash, program);
    part_end(out, &hash, PTC_STR("program"), whole);
    return !arena->failed;
}

/* --- Writing -------------------------------------------------------------------------
 */

bool ptcc_lock_write(ptc_arena *arena, const ptc_agent_file *agent, const char *path,
                     ptc_str program, ptc_text *out)
{
    lock_parts parts;

    if (!lock_parts_of(arena, agent, program, &parts))
        return false;
    ptc_text_init(out, arena);
    ptc_text_cstr(out, LOCK_HEAD);
    ptc_text_uint(out, LOCK_FORMAT);
    ptc_text_cstr(out, "  lisp: ");
    ptc_text_uint(out, PTC_LISP_REVISION);
    ptc_text_cstr(out, "\n; The program of ");
    ptc_visible_write(out, ptcc_base_name(ptc_str_of(path)));
    ptc_text_cstr(out,
                  ", and SHA-256 of what it was checked for. After a change here or\n"
                  "; there `ptcc compile` checks it again and writes this header.\n");
    for (size_t i = 0; i < parts.count; i++) {
        ptc_text_cstr(out, "; ");
        ptc_text_str(out, parts.items[i].name);
        ptc_text_cstr(out, ": ");
        ptc_text_bytes(out, parts.items[i].hash, PTC_SHA256_HEX);
        ptc_text_byte(out, '\n');
    }
    ptc_text_byte(out, '\n');
    ptc_text_str(out, program);
    return !out->failed;
}

/* --- Reading -------------------------------------------------------------------------
 */

static bool lock_begins(ptc_str text, ptc_str with)
{
    return text.len >= with.len && memcmp(text.ptr, with.ptr, with.len) == 0;
}

bool ptcc_lock_is(const ptcc_program_file *file)
{
    return lock_begins(file->source.text, PTC_STR(LOCK_HEAD));
}

bool ptcc_lock_take(ptc_arena *arena, const ptc_source *read, ptcc_program_file *out)
{
    char *bytes = ptc_arena_array(arena, read->text.len + 2, 1);
    size_t len = 0;
    ptc_str rest;
    ptc_str line;

    if (bytes == NULL)
        return false;
    for (size_t i = 0; i < read->text.len; i++) {
        if (read->text.ptr[i] != '\r' || i + 1 == read->text.len ||
            read->text.ptr[i + 1] != '\n')
            bytes[len++] = read->text.ptr[i];
    }
    if (len > 0 && bytes[len - 1] != '\n')
        bytes[len++] = '\n';
    bytes[len] = '\0';
    *out = (ptcc_program_file){{read->name, ptc_str_make(bytes, len)}, 0};
    rest = out->source.text;
    while (ptcc_lock_is(out) && ptc_take_line(&rest, &line) && line.len > 0 &&
           line.ptr[0] == ';')
        out->start = len - rest.len;
    if (out->start > 0 && line.len == 0)
        out->start = len - rest.len;
    return true;
}

/* What the header says of a part, and where; ptr NULL: nothing. */
static ptc_str lock_find(const ptcc_program_file *lock, ptc_str name, ptc_span *span)
{
    ptc_str rest = ptc_str_make(lock->source.text.ptr, lock->start);
    ptc_str line;

    *span = (ptc_span){0, 1};
    while (ptc_take_line(&rest, &line)) {
        size_t head = 2 + name.len + 2;

        if (line.len < head || line.ptr[0] != ';' ||
            memcmp(line.ptr + 2, name.ptr, name.len) != 0 ||
            memcmp(line.ptr + 2 + name.len, ": ", 2) != 0)
            continue;
        span->start = (uint32_t)(line.ptr - lock->source.text.ptr);
        span->end = span->start + (uint32_t)line.len;
        return ptc_str_make(line.ptr + head, line.len - head);
    }
    return ptc_str_make(NULL, 0);
}

/* --- Comparing -----------------------------------------------------------------------
 */

static void lock_fault(ptc_diags *diags, ptc_span span, ptc_str repair,
                       const char *format, const char *what)
{
    ptc_diag *diag = ptc_diag_add(diags, PTC_DIAG_COMPILE_LOCK, span, format, what);

    ptc_diag_hint(diags, diag, "to check the program again and keep it: %.*s",
                  (int)repair.len, repair.ptr);
}

static void lock_check_part(ptc_diags *diags, const ptcc_program_file *lock,
                            const lock_part *part, ptc_str repair)
{
    ptc_span span;
    ptc_str noted = lock_find(lock, part->name, &span);

    if (ptc_str_equal(noted, ptc_str_make(part->hash, PTC_SHA256_HEX)))
        return;
    if (noted.ptr == NULL)
        lock_fault(diags, span, repair, "the lock knows nothing of the agent's %s",
                   ptc_diag_quote(diags, part->name));
    else if (ptc_str_equal(part->name, PTC_STR("program")))
        lock_fault(diags, span, repair,
                   "the %s below is not the one that was checked: it was "
                   "edited by hand",
                   "program");
    else
        lock_fault(diags, span, repair,
                   "the agent's %s is not what the program was checked for",
                   ptc_diag_quote(diags, part->name));
}

/* Tools that the agent has no more. */
static void lock_check_tools(ptc_diags *diags, const ptcc_program_file *lock,
                             const lock_parts *parts, ptc_str repair)
{
    ptc_str rest = ptc_str_make(lock->source.text.ptr, lock->start);
    ptc_str line;

    while (ptc_take_line(&rest, &line)) {
        const char *end = line.len > 0 ? memchr(line.ptr, ':', line.len) : NULL;
        uint32_t start = (uint32_t)(line.ptr - lock->source.text.ptr);
        bool is_known = false;
        ptc_str name;

        if (end == NULL || !lock_begins(line, PTC_STR("; tool ")))
            continue;
        end = line.ptr + line.len - 1;
        while (*end != ':')
            end--;
        name = ptc_str_make(line.ptr + 2, (size_t)(end - line.ptr) - 2);
        for (size_t i = 0; i < parts->count; i++)
            is_known = is_known || ptc_str_equal(parts->items[i].name, name);
        if (!is_known)
            lock_fault(diags, (ptc_span){start, start + (uint32_t)line.len}, repair,
                       "the agent has no %s any more", ptc_diag_quote(diags, name));
    }
}

/* The number behind a word of the first line; 0 for none. */
static uint64_t lock_number(ptc_str line, ptc_str word)
{
    uint64_t number = 0;

    for (size_t i = 0; i + word.len < line.len; i++) {
        if (memcmp(line.ptr + i, word.ptr, word.len) != 0)
            continue;
        for (i += word.len; i < line.len && line.ptr[i] >= '0' && line.ptr[i] <= '9' &&
                            number < UINT32_MAX;
             i++)
            number = number * 10 + (uint64_t)(line.ptr[i] - '0');
        return number;
    }
    return 0;
}

/* The first line; false when the rest cannot be understood. */
static bool lock_check_head(ptc_diags *diags, const ptcc_program_file *lock,
                            ptc_str repair)
{
    ptc_str rest = lock->source.text;
    ptc_span span = {0, 1};
    ptc_str line = {NULL, 0};
    uint64_t format;

    (void)ptc_take_line(&rest, &line);
    span.end = line.len > 0 ? (uint32_t)line.len : 1;
    format = ptcc_lock_is(lock) ? lock_number(line, PTC_STR("ptcc-lock: ")) : 0;
    if (format != LOCK_FORMAT) {
        lock_fault(diags, span, repair,
                   format > LOCK_FORMAT
                       ? "the lock is of a later %s"
                       : "this is no lock: its first line is none of %s's",
                   "ptcc");
        return false;
    }
    if (lock_number(line, PTC_STR("lisp: ")) != PTC_LISP_REVISION)
        lock_fault(diags, span, repair,
                   "the program was checked for another revision of %s", "PTC-Lisp");
    return true;
}

void ptcc_lock_check(ptc_diags *diags, const ptc_agent_file *agent,
                     const ptcc_program_file *lock, ptc_str repair)
{
    ptc_str text = lock->source.text;
    lock_parts parts;

    diags->source = &lock->source;
    if (!lock_check_head(diags, lock, repair) ||
        !lock_parts_of(diags->arena, agent,
                       ptc_str_make(text.ptr + lock->start, text.len - lock->start),
                       &parts))
        return;
    for (size_t i = 0; i < parts.count; i++)
        lock_check_part(diags, lock, &parts.items[i], repair);
    lock_check_tools(diags, lock, &parts, repair);
}
