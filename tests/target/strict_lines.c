/* SPDX-License-Identifier: MIT */
/*
 * Contracts in both strict forms, for tests/check_strict. Each line of the file is a JSON
 * Schema or a list of tools; with two arguments, COUNT and SEED, random schemas take its
 * place. Each contract gives two lines: {"subset", "schema", "losses", "refused"}.
 */
#include "random_schema.h"

#include <stdio.h>
#include <stdlib.h>

#include <ptc/contract.h>
#include <ptc/json_schema.h>

typedef struct notes {
    ptc_text losses, faults;
} notes;

static void note(ptc_text *text, ptc_str what)
{
    if (text->len > 0)
        ptc_text_byte(text, ',');
    ptc_json_write_string(text, what);
}

static void note_loss(uint32_t node, ptc_str what, void *user)
{
    notes *all = user;

    (void)node;
    note(&all->losses, what);
}

static void note_fault(uint32_t node, ptc_str what, void *user)
{
    notes *all = user;

    (void)node;
    note(&all->faults, what);
}

static void show(ptc_str text)
{
    fwrite(text.ptr, 1, text.len, stdout);
}

static void write_one(ptc_arena *arena, const ptc_schema *schema, bool is_tool,
                      ptc_json_schema_subset subset)
{
    static const char *const words[] = {"", "openai", "anthropic"};
    ptc_json_schema_options options = {.struct_size = sizeof options,
                                       .subset = subset,
                                       .direction =
                                           is_tool ? PTC_INPUT : PTC_DIRECTION_DEFAULT,
                                       .lose = note_loss,
                                       .refuse = note_fault};
    notes all;
    ptc_text text;
    ptc_status status;

    ptc_text_init(&text, arena);
    ptc_text_init(&all.losses, arena);
    ptc_text_init(&all.faults, arena);
    options.user = &all;
    status = ptc_schema_write_json_schema(&text, schema, &options);
    printf("{\"subset\":\"%s\",\"status\":%d,\"losses\":[", words[subset], (int)status);
    show(ptc_text_view(&all.losses));
    fputs("],\"refused\":[", stdout);
    show(ptc_text_view(&all.faults));
    fputs("],\"schema\":", stdout);
    show(status == PTC_OK ? ptc_text_view(&text) : PTC_STR("null"));
    fputs("}\n", stdout);
}

static void write_both(ptc_arena *arena, const ptc_schema *schema, bool is_tool)
{
    write_one(arena, schema, is_tool, PTC_JSON_SCHEMA_OPENAI_STRICT);
    write_one(arena, schema, is_tool, PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
}

static void write_random(unsigned count, uint64_t seed)
{
    test_random random = test_random_start("strict_lines", seed);

    for (unsigned i = 0; i < count; i++) {
        bool is_function = i % 4 == 0;
        ptc_arena arena;
        ptc_schema schema;

        ptc_arena_init(&arena, NULL, 0);
        random_schema(&random, &arena, 2 + i % 30, is_function, &schema);
        write_both(&arena, &schema, is_function);
        ptc_arena_free(&arena);
    }
}

static void write_line(ptc_str line)
{
    ptc_read_options read = {.struct_size = sizeof read, .lenient = true};
    ptc_contract_options options = {.struct_size = sizeof options, .read = &read};
    ptc_source source = {PTC_STR("line.json"), line};
    ptc_contracts contracts;
    ptc_arena arena;
    ptc_diags diags;

    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    if (ptc_contracts_read(&arena, &source, &options, &diags, &contracts) != PTC_OK)
        fprintf(stderr, "unread: %.*s\n",
                diags.count > 0 ? ptc_str_print_len(diags.items[0].message) : 0,
                diags.count > 0 ? ptc_str_print_ptr(diags.items[0].message) : "");
    else if (contracts.count > 0)
        write_both(&arena, &contracts.items[0].schema, !contracts.items[0].is_type);
    ptc_arena_free(&arena);
}

int main(int argc, char **argv)
{
    unsigned number = 0;
    ptc_str text, rest, line;

    if (argc == 3) {
        write_random((unsigned)strtoul(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
        return 0;
    }
    text = test_read_file(argc == 2 ? argv[1] : "");
    rest = text;
    if (text.ptr == NULL)
        return 2;
    while (test_next_line(&rest, &line, &number))
        write_line(line);
    free((char *)text.ptr);
    return 0;
}
