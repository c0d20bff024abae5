/* SPDX-License-Identifier: MIT */
/* Files of JSON data, read text by text. See cli.h. */
#include "tool/common/common_int.h"

#include <errno.h>

bool ptc_data_limit(const ptc_cli *cli, size_t *limit)
{
    *limit = PTC_LINE_LIMIT;
    return ptc_cli_size(cli, PTC_OPTION_LIMIT, PTC_FILE_MAX, limit);
}

uint64_t ptc_data_line(const ptc_data_text *text, size_t offset)
{
    ptc_source source = {PTC_STR(""), text->text};

    if (!text->is_document)
        return text->line;
    return text->line - 1 + ptc_source_position(&source, offset).line;
}

/* How the values of a file are kept apart. */
typedef enum data_form { DATA_DOCUMENT, DATA_LINES, DATA_BY_CONTENT } data_form;

typedef struct data_file {
    const ptc_cli *cli;
    const char *name;
    data_form form;
    size_t limit;
    ptc_data_taker take;
    void *user;
    const volatile sig_atomic_t *interrupt; /* NULL: in the same thread */
} data_file;

/* The form by the ending of a name. */
static data_form data_form_of(const char *name)
{
    ptc_str base = ptc_base_name(ptc_str_of(name));
    const char *dot = strrchr(base.ptr, '.');

    if (dot == NULL || dot == base.ptr || dot[1] == '\0')
        return DATA_BY_CONTENT;
    return strcmp(dot, ".json") == 0 ? DATA_DOCUMENT : DATA_LINES;
}

static ptc_str data_without_mark(ptc_str text)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t len = sizeof mark - 1;

    if (text.len < len || memcmp(text.ptr, mark, len) != 0)
        return text;
    return ptc_str_make(text.ptr + len, text.len - len);
}

/* Reports a status that is not that of a text. True: the file was read to its end. */
static bool data_end(const data_file *data, ptc_line_status status)
{
    if (status == PTC_LINE_LONG)
        ptc_cli_misuse(data->cli, "%s: a value is longer than the limit (see --limit)",
                       data->name);
    else if (status == PTC_LINE_FAILED)
        ptc_cli_fault(data->cli, data->name, errno);
    else if (status == PTC_LINE_MEMORY)
        ptc_cli_fault(data->cli, data->name, ENOMEM);
    return status == PTC_LINE_END || status == PTC_LINE_INTERRUPTED;
}

static bool data_read_documents(const data_file *data, ptc_lines *lines)
{
    ptc_data_text text = {.name = data->name, .is_document = true};
    ptc_line_status status;

    while ((status = ptc_lines_next_value(lines, &text.text, &text.line)) ==
           PTC_LINE_OK) {
        if (!data->take(&text, data->user))
            return true;
    }
    return data_end(data, status);
}

static bool data_read_lines(const data_file *data, ptc_lines *lines)
{
    const ptc_str none = {NULL, 0};
    bool is_decided = data->form == DATA_LINES;
    ptc_line_status status;
    ptc_str line;

    while ((status = ptc_lines_next(lines, &line)) == PTC_LINE_OK ||
           status == PTC_LINE_LONG) {
        ptc_data_text text = {data->name, none, lines->number, false};

        if (status == PTC_LINE_OK && lines->number == 1)
            line = data_without_mark(line);
        if (status == PTC_LINE_OK && ptc_line_is_blank(line))
            continue;
        if (status == PTC_LINE_OK && !is_decided && ptc_line_is_open(line)) {
            ptc_lines_put_back(lines, line);
            return data_read_documents(data, lines);
        }
        is_decided = true;
        if (status == PTC_LINE_OK)
            text.text = line;
        if (!data->take(&text, data->user))
            return true;
    }
    return data_end(data, status);
}

static bool data_read_file(const data_file *data, int file)
{
    ptc_lines lines;
    ptc_arena arena;
    bool is_read;

    ptc_arena_init(&arena, NULL, 0);
    ptc_lines_init(&lines, file, &arena, data->limit);
    lines.interrupt = data->interrupt;
    lines.is_apart = data->interrupt != NULL;
    is_read = data_read_lines(data, &lines);
    ptc_arena_free(&arena);
    return is_read;
}

static bool data_read_document(const data_file *data, const char *path)
{
    ptc_cli cli = *data->cli; /* the document is gone with its arena */
    ptc_data_text text = {.name = data->name, .line = 1, .is_document = true};
    ptc_source source;
    ptc_arena arena;
    bool is_read;

    ptc_arena_init(&arena, NULL, 0);
    cli.arena = &arena;
    is_read = ptc_file_read(&cli, path, data->limit, &source);
    text.text = is_read ? data_without_mark(source.text) : PTC_STR("");
    if (is_read)
        data->take(&text, data->user);
    ptc_arena_free(&arena);
    return is_read;
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
    data_file data = {
        cli, ptc_file_name(cli, path), DATA_BY_CONTENT, limit, take, user, interrupt};
    bool is_read;
    int file;

    data.form = data_form_of(data.name);
    if (data.form == DATA_DOCUMENT)
        return data_read_document(&data, path);
    if (!ptc_file_open(cli, path, &file))
        return false;
    is_read = data_read_file(&data, file);
    ptc_file_close(path, file);
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

    if (!ptc_file_read_text(cli, path, PTC_FILE_MAX, &source))
        return false;
    status = ptc_json_read(cli->arena, source.text.ptr, source.text.len, &options, out,
                           NULL, &error);
    if (status == PTC_ERROR_MEMORY) {
        ptc_cli_fault(cli, path, ENOMEM);
        return false;
    }
    if (status != PTC_OK) {
        position = ptc_source_position(&source, error.offset);
        ptc_cli_say(cli, PTC_FMT ":%zu:%zu: %s", PTC_ARG(source.name), position.line,
                    position.column, error.message.ptr);
        return false;
    }
    if (out->kind != PTC_MAP)
        ptc_cli_say_of(cli, source.name.ptr, "a context must be a JSON object");
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
