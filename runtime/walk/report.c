/* SPDX-License-Identifier: MIT */
/*
 * Reports: a bounded list of errors and one of warnings, their paths as text and as JSON
 * Pointer, and the blocks that a model reads. The texts of single messages are made in
 * messages.c. [validation 7, 9, 10]
 *
 * A list grows by doubling from REPORT_FIRST, so its capacity follows from its length and
 * need not be stored; a list cut back by a rewind may be moved again than needed.
 */
#include "render/render_int.h"
#include "walk/walk_int.h"

enum {
    REPORT_LIMIT = 20,
    REPORT_UNCOUNTED = 1000, /* counts further errors up to "...and 999+ more" */
    REPORT_FIRST = 8,
};

/* Keys are valid UTF-8 when readers made them; a host's may not be, and text must. */
static void report_write_pointer_key(ptc_text *text, ptc_str key)
{
    size_t used;
    uint32_t code_point;

    for (size_t at = 0; at < key.len; at += used) {
        used = ptc_utf8_decode(key.ptr + at, key.len - at, &code_point);
        if (used == 0) {
            ptc_text_cstr(text, "\xEF\xBF\xBD");
            used = 1;
        } else if (code_point == '~') {
            ptc_text_cstr(text, "~0");
        } else if (code_point == '/') {
            ptc_text_cstr(text, "~1");
        } else {
            ptc_text_bytes(text, key.ptr + at, used);
        }
    }
}

static void report_write_issues(ptc_text *text, const char *heading,
                                const ptc_issue *issues, size_t count, size_t found)
{
    size_t more = found - count;

    if (found == 0)
        return;
    ptc_text_cstr(text, heading);
    ptc_text_byte(text, '\n');
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(text, "- ");
        ptc_issue_write(text, &issues[i]);
        ptc_text_byte(text, '\n');
    }
    if (more == 0)
        return;
    ptc_text_cstr(text, "\xE2\x80\xA6"
                        "and ");
    ptc_text_uint(text, more < REPORT_UNCOUNTED ? more : REPORT_UNCOUNTED - 1);
    ptc_text_cstr(text, more < REPORT_UNCOUNTED ? " more\n" : "+ more\n");
}

bool ptc_report_count(ptc_report *report, bool is_warning)
{
    size_t *found = is_warning ? &report->warnings_found : &report->errors_found;
    size_t count = is_warning ? report->warning_count : report->error_count;

    if (*found < report->limit || *found - report->limit < REPORT_UNCOUNTED)
        ++*found;
    return count < report->limit;
}

bool ptc_report_is_full(const ptc_report *report)
{
    return report->errors_found >= report->limit &&
           report->errors_found - report->limit >= REPORT_UNCOUNTED;
}

bool ptc_report_store(ptc_report *report, bool is_warning, const ptc_issue *issue)
{
    ptc_issue **issues = is_warning ? &report->warnings : &report->errors;
    size_t *count = is_warning ? &report->warning_count : &report->error_count;
    bool is_full =
        *count == 0 || (*count >= REPORT_FIRST && (*count & (*count - 1)) == 0);

    if (is_full) {
        size_t capacity = *count == 0 ? REPORT_FIRST : *count * 2;
        ptc_issue *grown = ptc_arena_array(report->arena, capacity, sizeof **issues);

        if (grown == NULL)
            return false;
        if (*count > 0)
            memcpy(grown, *issues, *count * sizeof **issues);
        *issues = grown;
    }
    (*issues)[(*count)++] = *issue;
    return true;
}

ptc_report_mark ptc_report_place(const ptc_report *report)
{
    ptc_report_mark mark = {report->error_count, report->errors_found,
                            report->warning_count, report->warnings_found};

    return mark;
}

void ptc_report_rewind(ptc_report *report, ptc_report_mark mark)
{
    report->error_count = mark.error_count;
    report->errors_found = mark.errors_found;
    report->warning_count = mark.warning_count;
    report->warnings_found = mark.warnings_found;
}

void ptc_report_init(ptc_report *report, ptc_arena *arena)
{
    memset(report, 0, sizeof *report);
    report->arena = arena;
    report->limit = REPORT_LIMIT;
}

void ptc_path_write(ptc_text *text, const ptc_path_step *path, size_t count)
{
    if (count == 0)
        ptc_text_cstr(text, "(root)");
    for (size_t i = 0; i < count; i++) {
        if (path[i].key.ptr != NULL) {
            ptc_show_step(text, path[i].key, i == 0);
            continue;
        }
        ptc_text_byte(text, '[');
        ptc_text_uint(text, path[i].index);
        ptc_text_byte(text, ']');
    }
}

void ptc_path_write_pointer(ptc_text *text, const ptc_path_step *path, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ptc_text_byte(text, '/');
        if (path[i].key.ptr != NULL)
            report_write_pointer_key(text, path[i].key);
        else
            ptc_text_uint(text, path[i].index);
    }
}

ptc_error ptc_issue_view(ptc_arena *arena, const ptc_issue *issue)
{
    ptc_text path;

    ptc_text_init(&path, arena);
    ptc_path_write(&path, issue->path, issue->path_count);
    return ptc_error_make(issue->message,
                          path.failed ? PTC_STR("") : ptc_text_view(&path),
                          ptc_str_of(ptc_code_name(issue->code)));
}

void ptc_issue_write(ptc_text *text, const ptc_issue *issue)
{
    ptc_path_write(text, issue->path, issue->path_count);
    ptc_text_cstr(text, ": ");
    ptc_text_str(text, issue->message);
}

void ptc_report_write_errors(ptc_text *text, const ptc_report *report,
                             const char *heading)
{
    report_write_issues(text, heading, report->errors, report->error_count,
                        report->errors_found);
}

void ptc_report_write_warnings(ptc_text *text, const ptc_report *report,
                               const char *heading)
{
    report_write_issues(text, heading, report->warnings, report->warning_count,
                        report->warnings_found);
}
