/* SPDX-License-Identifier: MIT */
/* Files of JSON data, text by text. See cli.h. */
#define _POSIX_C_SOURCE 200809L
#include "tool/common/common_int.h"
#include "tool/common/place.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool ptc_data_limit(const ptc_cli *cli, size_t *limit)
{
    *limit = PTC_LINE_LIMIT;
    return ptc_cli_size(cli, PTC_OPTION_LIMIT, PTC_FILE_MAX, limit);
}

typedef struct data_file {
    const ptc_cli *cli;
    const char *name;
    size_t limit;
    ptc_data_taker take;
    void *user;
    const volatile sig_atomic_t *interrupt; /* NULL: not apart */
} data_file;

static bool data_read_lines(const data_file *data, int file)
{
    const ptc_str none = {NULL, 0};
    ptc_line_status status;
    ptc_lines lines;
    ptc_arena arena;
    bool goes_on = true;
    bool is_read = true;
    ptc_str line;

    ptc_arena_init(&arena, NULL, 0);
    ptc_lines_init(&lines, file, &arena, data->limit);
    lines.interrupt = data->interrupt;
    lines.is_apart = data->interrupt != NULL;
    while (goes_on && (status = ptc_lines_next(&lines, &line)) != PTC_LINE_END) {
        if (status == PTC_LINE_OK || status == PTC_LINE_LONG) {
            goes_on = data->take(data->name, status == PTC_LINE_OK ? line : none,
                                 lines.number, data->user);
        } else if (status == PTC_LINE_INTERRUPTED) {
            goes_on = false;
        } else {
            ptc_cli_fault(data->cli, data->name,
                          status == PTC_LINE_FAILED ? errno : ENOMEM);
            goes_on = false;
            is_read = false;
        }
    }
    ptc_arena_free(&arena);
    return is_read;
}

static bool data_read_document(const data_file *data, const char *path)
{
    ptc_cli cli = *data->cli; /* the document is gone with its arena */
    ptc_source source;
    ptc_arena arena;
    bool is_read;

    ptc_arena_init(&arena, NULL, 0);
    cli.arena = &arena;
    is_read = ptc_file_read(&cli, path, data->limit, &source);
    if (is_read)
        data->take(data->name, source.text, 0, data->user);
    ptc_arena_free(&arena);
    return is_read;
}

static bool data_is_document(const char *name)
{
    size_t len = strlen(name);

    return len >= 5 && strcmp(name + len - 5, ".json") == 0;
}

bool ptc_data_read(const ptc_cli *cli, const char *path, size_t limit,
                   ptc_data_taker take, void *user)
{
    return ptc_data_read_apart(cli, path, limit, NULL, take, user);
}

bool ptc_data_read_apart(const ptc_cli *cli, const char *path, size_t limit,
                         const volatile sig_atomic_t *interrupt, ptc_data_taker take,
                         void *user)
{
    const char *stdin_name = ptc_cli_value(cli, PTC_OPTION_STDIN_NAME);
    bool is_stdin = strcmp(path, "-") == 0;
    data_file data = {cli, path, limit, take, user, interrupt};
    bool is_read;
    int file;

    if (is_stdin)
        data.name = stdin_name ? stdin_name : "<stdin>";
    if (data_is_document(data.name))
        return data_read_document(&data, path);
    file = is_stdin ? STDIN_FILENO : open(path, O_RDONLY);
    if (file < 0) {
        ptc_cli_fault(cli, path, errno);
        return false;
    }
    is_read = ptc_place_read(cli, data.name, file) && data_read_lines(&data, file);
    if (!is_stdin)
        close(file);
    return is_read;
}

bool ptc_data_read_context(const ptc_cli *cli, const char *path, ptc_value *out)
{
    static const ptc_json_options options = {
        .struct_size = sizeof options, .is_padded = true, .borrow = true};
    ptc_json_error error;
    ptc_position position;
    ptc_source source;
    ptc_status status;

    if (!ptc_file_read_text(cli, path, &source))
        return false;
    status = ptc_json_read(cli->arena, source.text.ptr, source.text.len, &options, out,
                           NULL, &error);
    if (status == PTC_ERROR_MEMORY) {
        ptc_cli_fault(cli, path, ENOMEM);
        return false;
    }
    if (status != PTC_OK) {
        position = ptc_source_position(&source, error.offset);
        ptc_cli_say(cli, "%s:%zu:%zu: %s", path, position.line, position.column,
                    error.message.ptr);
        return false;
    }
    if (out->kind != PTC_MAP)
        ptc_cli_say(cli, "%s: a context is a JSON object", path);
    return out->kind == PTC_MAP;
}

bool ptc_data_read_host(const ptc_cli *cli, ptc_context *out)
{
    const char *app = ptc_cli_value(cli, PTC_OPTION_APP);
    const char *config = ptc_cli_value(cli, PTC_OPTION_CONFIG);

    *out = (ptc_context){ptc_value_nil(), ptc_value_nil()};
    return (app == NULL || ptc_data_read_context(cli, app, &out->app)) &&
           (config == NULL || ptc_data_read_context(cli, config, &out->config));
}
