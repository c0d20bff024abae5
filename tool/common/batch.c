/* SPDX-License-Identifier: MIT */
/*
 * Batches: one line of JSON in, one line of JSON out, in order, without stopping at a bad
 * one; blank lines are skipped. [architecture 8] Memory follows the longest line: the
 * arena of a row is reset before the next.
 */
#include "tool/common/common_int.h"

#include <errno.h>

enum { BATCH_ID_MEMORY = 4096 }; /* to read and write an id in */

const ptc_value *ptc_row_value(const ptc_value *row, const char *key)
{
    return ptc_map_find_text(row->as.map, PTC_STRING, ptc_str_of(key));
}

bool ptc_row_text(const ptc_value *row, const char *key, ptc_str *out)
{
    const ptc_value *value = ptc_row_value(row, key);

    if (value == NULL || value->kind != PTC_STRING)
        return false;
    *out = ptc_value_text(value);
    return true;
}

bool ptc_row_json(const ptc_value *row, const char *key, ptc_arena *arena, ptc_str *out)
{
    const ptc_value *value = ptc_row_value(row, key);
    ptc_text text;

    if (value == NULL || ptc_row_text(row, key, out))
        return value != NULL;
    ptc_text_init(&text, arena);
    ptc_json_write(&text, value, 0);
    *out = ptc_text_view(&text);
    return true; /* the arena knows of refused memory */
}

bool ptc_row_choice(const ptc_value *row, const char *key, const char *const *words,
                    int count, int *out)
{
    const ptc_value *value = ptc_row_value(row, key);
    ptc_str text;

    *out = 0;
    if (value == NULL || value->kind == PTC_NIL)
        return true;
    if (!ptc_row_text(row, key, &text))
        return false;
    for (*out = 0; *out < count; ++*out) {
        if (ptc_str_equal(text, ptc_str_of(words[*out])))
            return true;
    }
    return false;
}

void ptc_answer_text(ptc_text *answer, const char *key, ptc_str text)
{
    ptc_text_cstr(answer, ",\"");
    ptc_text_cstr(answer, key);
    ptc_text_cstr(answer, "\":");
    ptc_json_write_string(answer, text);
}

void ptc_answer_error(ptc_text *answer, const char *code, const char *message)
{
    ptc_text_cstr(answer, ",\"error\":{\"code\":");
    ptc_json_write_string(answer, ptc_str_of(code));
    ptc_answer_text(answer, "message", ptc_str_of(message));
    ptc_text_byte(answer, '}');
}

typedef struct batch {
    const ptc_cli *cli;
    ptc_batch_answer answer;
    void *user;
    ptc_arena arena; /* of the row */
    ptc_lines lines;
} batch;

/* Answers, without an id, what is wrong with the line itself. */
static void answer_unreadable(ptc_text *answer, const char *code, const char *message)
{
    ptc_text_cstr(answer, "{\"id\":null");
    ptc_answer_error(answer, code, message);
    ptc_text_byte(answer, '}');
}

const char *ptc_read_code(ptc_status status)
{
    if (status == PTC_ERROR_ENCODING || status == PTC_ERROR_RANGE ||
        status == PTC_ERROR_MEMORY)
        return ptc_status_name(status);
    return "parse";
}

/* Appends the answer; it has failed if memory was refused. */
static void answer_line(batch *run, ptc_str line, ptc_text *answer)
{
    static const ptc_json_options options = {
        .struct_size = sizeof options, .is_padded = true, .borrow = true};
    const ptc_value *id;
    ptc_json_error error;
    ptc_value row;
    ptc_status status;

    status = ptc_json_read(&run->arena, line.ptr, line.len, &options, &row, NULL, &error);
    if (status == PTC_ERROR_MEMORY)
        answer->failed = true;
    if (status != PTC_OK) {
        answer_unreadable(answer, ptc_read_code(status), error.message.ptr);
        return;
    }
    if (row.kind != PTC_MAP) {
        answer_unreadable(answer, "parse", "a row must be a JSON object");
        return;
    }
    id = ptc_row_value(&row, "id");
    ptc_text_cstr(answer, "{\"id\":");
    if (id == NULL)
        ptc_text_cstr(answer, "null");
    else
        ptc_json_write(answer, id, 0);
    run->answer(run->cli, &row, &run->arena, answer, run->user);
    ptc_text_byte(answer, '}');
    answer->failed |= run->arena.failed;
}

/* The text of the row's id; false if it has none, when the row itself was found. */
static bool find_id(ptc_str line, ptc_str *id)
{
    const ptc_path_step path = {PTC_STR("id"), 0};
    size_t start;
    size_t end;

    if (!ptc_json_locate(line.ptr, line.len, &path, 1, &start, &end) ||
        ptc_line_is_blank(ptc_str_make(line.ptr, start)))
        return false;
    *id = ptc_str_make(line.ptr + start, end - start);
    return true;
}

/* The answer to a row for which there is no memory: its id is read into memory on the
 * stack, or is null if that is too small. */
static bool print_refused(const batch *run, ptc_str line)
{
    char memory[BATCH_ID_MEMORY];
    ptc_value id = ptc_value_nil();
    ptc_str found = PTC_STR("null");
    ptc_arena arena;
    ptc_text answer;

    ptc_cli_no_memory(run->cli);
    ptc_arena_init_memory(&arena, memory, sizeof memory);
    ptc_text_init(&answer, &arena);
    if (find_id(line, &found) &&
        (ptc_json_read(&arena, found.ptr, found.len, NULL, &id, NULL, NULL) != PTC_OK ||
         ptc_json_write(&answer, &id, 0) != PTC_OK || answer.failed))
        found = PTC_STR("null");
    else if (answer.len > 0)
        found = ptc_text_view(&answer);
    return ptc_file_print(PTC_STR("{\"id\":")) && ptc_file_print(found) &&
           ptc_file_print(PTC_STR(",\"error\":{\"code\":\"memory\",\"message\":\"out of "
                                  "memory\"}}\n"));
}

/* Answers one line; false when stdout no longer takes answers. */
static bool batch_step(batch *run, ptc_line_status status, ptc_str line)
{
    ptc_text answer;

    ptc_arena_reset(&run->arena);
    ptc_text_init(&answer, &run->arena);
    if (status == PTC_LINE_LONG)
        answer_unreadable(&answer, "range", "the line is longer than the limit");
    else
        answer_line(run, line, &answer);
    ptc_text_byte(&answer, '\n');
    if (answer.failed)
        return print_refused(run, line);
    return ptc_file_print(ptc_text_view(&answer));
}

static ptc_exit batch_loop(batch *run, const char *name)
{
    ptc_line_status status;
    ptc_str line;

    for (;;) {
        status = ptc_lines_next(&run->lines, &line);
        if (status == PTC_LINE_END)
            return PTC_EXIT_OK;
        if (status == PTC_LINE_MEMORY)
            return ptc_cli_no_memory(run->cli);
        if (status == PTC_LINE_FAILED)
            return ptc_cli_fault(run->cli, name, errno);
        if (status == PTC_LINE_OK && ptc_line_is_blank(line))
            continue;
        if (!batch_step(run, status, line))
            return PTC_EXIT_USAGE; /* reported at the end of the command */
    }
}

ptc_exit ptc_batch_run(const ptc_cli *cli, size_t limit, ptc_batch_answer answer,
                       void *user)
{
    batch run = {.cli = cli, .answer = answer, .user = user};
    const char *path = cli->operand_count > 0 ? cli->operands[0] : "-";
    ptc_exit status;
    int file;

    if (cli->operand_count > 1)
        return ptc_cli_misuse(cli, "--batch reads one file or standard input");
    if (!ptc_file_open(cli, path, &file))
        return PTC_EXIT_USAGE;
    ptc_arena_init(&run.arena, NULL, 0);
    ptc_lines_init(&run.lines, file, cli->arena, limit);
    status = batch_loop(&run, ptc_file_name(cli, path));
    ptc_arena_free(&run.arena);
    ptc_file_close(path, file);
    return status;
}
