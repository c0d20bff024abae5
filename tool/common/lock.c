/* SPDX-License-Identifier: MIT */
/* Locks of compiled agents: finding their paths, writing and parsing them. See lock.h. */
#include "tool/common/lock.h"
#include "base/base_int.h"

/* --- Names ------------------------------------------------------------------------- */

ptc_str ptc_lock_join(ptc_arena *arena, ptc_str before, ptc_str behind)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_str(&text, before);
    ptc_text_str(&text, behind);
    return ptc_text_view(&text);
}

static ptc_str lock_beside(ptc_arena *arena, const char *agent_path, ptc_str ending)
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
    return ptc_lock_join(arena, name, ending);
}

ptc_str ptc_lock_path(ptc_arena *arena, const char *agent_path)
{
    return lock_beside(arena, agent_path, PTC_STR(".ptc.clj"));
}

ptc_str ptc_lock_samples_path(ptc_arena *arena, const char *agent_path)
{
    return lock_beside(arena, agent_path, PTC_STR(".ptc.samples.jsonl"));
}

/* --- Writing ----------------------------------------------------------------------- */

bool ptc_lock_write(ptc_arena *arena, const ptc_lock_facts *facts, ptc_text *out)
{
    ptc_lock_parts parts;

    if (!ptc_lock_parts_of(arena, facts, &parts))
        return false;
    ptc_text_init(out, arena);
    ptc_text_cstr(out, PTC_LOCK_HEAD);
    ptc_text_uint(out, PTC_LOCK_FORMAT);
    ptc_text_cstr(out, "  lisp: ");
    ptc_text_uint(out, PTC_LISP_REVISION);
    ptc_text_cstr(out, "\n; The program of ");
    ptc_visible_write(out, ptc_base_name(ptc_str_of(facts->path)));
    ptc_text_cstr(out,
                  ", with a SHA-256 of each thing it was checked for. After a change\n"
                  "; here or there, `ptcc compile --accept` checks it again and "
                  "rewrites this header.\n");
    ptc_text_str(out, facts->origin);
    for (size_t i = 0; i < parts.count; i++) {
        ptc_text_cstr(out, "; ");
        ptc_text_str(out, parts.items[i].name);
        ptc_text_cstr(out, ": ");
        ptc_text_bytes(out, parts.items[i].hash, sizeof parts.items[i].hash);
        ptc_text_byte(out, '\n');
    }
    ptc_text_byte(out, '\n');
    ptc_text_str(out, facts->program);
    return !out->failed;
}

/* --- Reading ----------------------------------------------------------------------- */

static bool lock_begins(ptc_str text, ptc_str with)
{
    return text.len >= with.len && memcmp(text.ptr, with.ptr, with.len) == 0;
}

bool ptc_lock_is(const ptc_lock_file *file)
{
    return lock_begins(file->source.text, PTC_STR(PTC_LOCK_HEAD));
}

ptc_str ptc_lock_program(const ptc_lock_file *file)
{
    return ptc_str_make(file->source.text.ptr + file->start,
                        file->source.text.len - file->start);
}

bool ptc_lock_take(ptc_arena *arena, const ptc_source *read, ptc_lock_file *out)
{
    char *bytes = ptc_arena_array(arena, read->text.len + 2, 1);
    size_t len = 0;
    ptc_str rest;
    ptc_str line = {"", 0};

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
    *out = (ptc_lock_file){{read->name, ptc_str_make(bytes, len)}, 0};
    rest = out->source.text;
    while (ptc_lock_is(out) && ptc_take_line(&rest, &line) && line.len > 0 &&
           line.ptr[0] == ';')
        out->start = len - rest.len;
    if (out->start > 0 && line.len == 0)
        out->start = len - rest.len;
    return true;
}
