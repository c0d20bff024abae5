/* SPDX-License-Identifier: MIT */
#include "bad_files.h"

#include <criterion/criterion.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include <ptc/agent_file.h>

#include "support.h"

static ptc_arena arena; /* of one file */

typedef struct expectation {
    unsigned line;
    unsigned column;
    char severity[16];
    char code[64];
    ptc_str message; /* empty: any */
    ptc_str hint;
    bool is_found;
} expectation;

typedef struct bad_file {
    char path[512];
    ptc_source source;
    bool is_string;
    expectation expected[32];
    size_t count;
    bool expects; /* something is said about what to expect */
    const struct ptc_contract_dialects *dialects;
} bad_file;

static ptc_str after(ptc_str line, const char *prefix)
{
    size_t len = strlen(prefix);

    return line.len >= len && memcmp(line.ptr, prefix, len) == 0
               ? ptc_str_make(line.ptr + len, line.len - len)
               : ptc_str_make(NULL, 0);
}

static void read_expectation(bad_file *file, ptc_str text)
{
    expectation *row = &file->expected[file->count];
    ptc_str line = ptc_str_copy(&arena, text);
    int used = 0;

    cr_assert(file->count < sizeof file->expected / sizeof file->expected[0]);
    cr_assert(sscanf(line.ptr, "%15s %u:%u %63[a-z-]%n", row->severity, &row->line,
                     &row->column, row->code, &used) == 4,
              "%s: cannot read \"%s\"", file->path, line.ptr);
    if (line.ptr[used] == ':')
        row->message = ptc_str_of(line.ptr + used + 2);
    file->count++;
}

/* What follows the sign of a comment and `word`; ptr NULL: the line is another one. */
static ptc_str after_comment(ptc_str line, const char *word)
{
    static const char *const signs[] = {"; ", "# ", "// ", "-- "};

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        ptc_str rest = after(line, signs[i]);

        if (rest.ptr != NULL)
            return after(rest, word);
    }
    return ptc_str_make(NULL, 0);
}

/* Reads the header; in a string it is blanked, so that places stay. */
static void read_header(bad_file *file, char *text, size_t len)
{
    ptc_str rest = ptc_str_make(text, len);
    unsigned number = 0;
    ptc_str line;

    while (test_next_line(&rest, &line, &number)) {
        ptc_str expect = after_comment(line, "expect ");
        ptc_str hint = after_comment(line, "  hint: ");
        bool is_string = after_comment(line, "as a string").ptr != NULL;

        if (is_string)
            file->is_string = true;
        if (expect.ptr != NULL) {
            file->expects = true;
            if (!ptc_str_equal(expect, PTC_STR("nothing")))
                read_expectation(file, expect);
        } else if (hint.ptr != NULL && file->count > 0) {
            file->expected[file->count - 1].hint = ptc_str_copy(&arena, hint);
        } else if (!is_string) {
            continue;
        }
        if (file->is_string)
            memset(text + (line.ptr - text), ' ', line.len);
    }
}

static ptc_str read_bad(const char *name, char path[512])
{
    const char *root = getenv("PTC_ROOT");

    snprintf(path, 512, "%s/tests/bad/%s", root ? root : ".", name);
    return test_read_file(path);
}

static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_str copy = ptc_str_copy(&arena, name);
    char path[512];
    ptc_str text;

    (void)from;
    (void)user;
    text = read_bad(copy.ptr, path);
    *source = (ptc_source){copy, ptc_str_copy(&arena, text)};
    free((void *)(uintptr_t)text.ptr);
    return text.ptr ? source : NULL;
}

static ptc_status read_file(const bad_file *file, ptc_diags *diags)
{
    ptc_contract_options options = {
        .struct_size = sizeof options, .load = load, .dialects = file->dialects};
    ptc_agent_files files = {.struct_size = sizeof files, .load = load};
    const ptc_agent_file *agent;
    const ptc_chain_file *chain;
    ptc_contracts contracts;
    ptc_schema schema;

    if (ptc_agent_file_is(file->source.name))
        return ptc_agent_file_read(&arena, &file->source, &files, diags, &agent);
    if (ptc_chain_file_is(file->source.name))
        return ptc_chain_file_read(&arena, &file->source, &files, diags, &chain);
    if (file->is_string)
        return ptc_signature_read(&arena, &file->source, NULL, diags, &schema);
    return ptc_contracts_read(&arena, &file->source, &options, diags, &contracts);
}

static bool matches(const expectation *row, const ptc_diag *diag)
{
    ptc_position at = ptc_source_position(diag->source, diag->span.start);
    bool is_error = diag->severity == PTC_SEVERITY_ERROR;

    return at.line == row->line && at.column == row->column &&
           strcmp(row->code, ptc_diag_name(diag->code)) == 0 &&
           strcmp(row->severity, is_error ? "error" : "warning") == 0 &&
           (row->message.len == 0 || ptc_str_equal(row->message, diag->message)) &&
           (row->hint.len == 0 || ptc_str_equal(row->hint, diag->hint));
}

/* A hint that is a whole declaration is one: nothing is wrong with it but types that the
 * file does not have. */
static void check_hint(const bad_file *file, const ptc_diag *diag)
{
    ptc_str written = after(diag->hint, "write ");
    bool is_whole = written.ptr != NULL &&
                    (strstr(diag->message.ptr, "expected name") ||
                     ptc_str_equal(diag->message,
                                   PTC_STR("a signature is written differently here")));
    ptc_source source = {PTC_STR("hint.sig"), written};
    ptc_contracts contracts;
    ptc_diags diags;

    if (!is_whole)
        return;
    ptc_diags_init(&diags, &arena);
    ptc_contracts_read(&arena, &source, NULL, &diags, &contracts);
    for (size_t i = 0; i < diags.count; i++)
        cr_expect(diags.items[i].severity != PTC_SEVERITY_ERROR ||
                      diags.items[i].code == PTC_DIAG_SIG_UNKNOWN_TYPE,
                  "%s: \"%s\" is not a declaration: %s", file->path, written.ptr,
                  diags.items[i].message.ptr);
}

static void check(bad_file *file, const ptc_diags *diags, ptc_status status)
{
    ptc_text text;

    if (status == PTC_ERROR_INVALID &&
        (ptc_agent_file_is(file->source.name) || ptc_chain_file_is(file->source.name)))
        status = PTC_ERROR_SYNTAX;
    cr_expect(status == (diags->errors ? PTC_ERROR_SYNTAX : PTC_OK), "%s: status %s",
              file->path, ptc_status_name(status));
    for (size_t i = 0; i < diags->count; i++) {
        bool is_expected = false;

        for (size_t k = 0; k < file->count && !is_expected; k++) {
            is_expected = !file->expected[k].is_found &&
                          matches(&file->expected[k], &diags->items[i]);
            file->expected[k].is_found = file->expected[k].is_found || is_expected;
        }
        ptc_text_init(&text, &arena);
        ptc_diag_write(&text, &diags->items[i], PTC_DIAG_STYLE_TEXT, false);
        cr_expect(is_expected, "not expected:\n%s", text.ptr);
        check_hint(file, &diags->items[i]);
    }
    for (size_t k = 0; k < file->count; k++)
        cr_expect(file->expected[k].is_found, "%s: not found: %s %u:%u %s", file->path,
                  file->expected[k].severity, file->expected[k].line,
                  file->expected[k].column, file->expected[k].code);
}

void test_bad_file(const char *name, const struct ptc_contract_dialects *dialects)
{
    bad_file file = {.dialects = dialects};
    ptc_diags diags;
    ptc_status status;
    ptc_str text;

    ptc_arena_init(&arena, NULL, 0);
    text = read_bad(name, file.path);
    cr_assert(text.ptr != NULL, "%s", file.path);
    read_header(&file, (char *)(uintptr_t)text.ptr, text.len);
    cr_expect(file.expects, "%s says nothing about what to expect", file.path);
    file.source = (ptc_source){ptc_str_of(name), text};
    ptc_diags_init(&diags, &arena);
    diags.limit = 64;
    status = read_file(&file, &diags);
    check(&file, &diags, status);
    free((void *)(uintptr_t)text.ptr);
    ptc_arena_free(&arena);
}

static bool has_one_of(const char *name, const char *const *endings)
{
    size_t len = strlen(name);

    for (; *endings != NULL; endings++) {
        size_t ending = strlen(*endings);

        if (len > ending && strcmp(name + len - ending, *endings) == 0)
            return true;
    }
    return false;
}

size_t test_bad_files(const char *const *endings,
                      const struct ptc_contract_dialects *dialects)
{
    char path[512];
    const char *root = getenv("PTC_ROOT");
    struct dirent *entry;
    size_t count = 0;
    DIR *directory;

    snprintf(path, sizeof path, "%s/tests/bad", root ? root : ".");
    directory = opendir(path);
    cr_assert(directory != NULL, "%s", path);
    while ((entry = readdir(directory)) != NULL) {
        if (has_one_of(entry->d_name, endings)) {
            test_bad_file(entry->d_name, dialects);
            count++;
        }
    }
    closedir(directory);
    return count;
}
