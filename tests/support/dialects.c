/* SPDX-License-Identifier: MIT */
/* Texts in the dialects of ptcc, read for suites. */
#include "dialects.h"

#include <criterion/criterion.h>

#include "support.h"

#include "generator/generator_int.h"

#include <stdio.h>
#include <stdlib.h>

static void write_diag(ptc_text *out, const ptc_diag *diag)
{
    ptc_position at = ptc_source_position(diag->source, diag->span.start);

    ptc_text_uint(out, at.line);
    ptc_text_byte(out, ':');
    ptc_text_uint(out, at.column);
    ptc_text_cstr(out, diag->severity == PTC_SEVERITY_ERROR ? " error " : " warning ");
    ptc_text_cstr(out, ptc_diag_name(diag->code));
    ptc_text_cstr(out, ": ");
    ptc_text_str(out, diag->message);
    ptc_text_byte(out, '\n');
}

const char *dialect_read(ptc_arena *arena, const dialect_reading *how, ptc_str text)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects,
                                    .result_unions = how->result_unions,
                                    .load = how->load};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text out;

    *source = (ptc_source){ptc_str_of(how->name), text};
    ptc_diags_init(&diags, arena);
    diags.source = source;
    ptc_contracts_read(arena, source, &options, &diags, &contracts);
    ptc_text_init(&out, arena);
    for (size_t i = 0; i < contracts.count; i++) {
        const ptc_contract *contract = &contracts.items[i];

        if (!contract->is_included)
            ptcc_write_sig(&out, contract->name, contract->is_type, &contract->schema,
                           contract->info);
    }
    for (size_t i = 0; i < diags.count; i++)
        write_diag(&out, &diags.items[i]);
    return out.failed ? NULL : out.ptr;
}

/* Counts lines of diagnostics, of `code` and others. */
static void count_told(const char *got, const char *code, unsigned *told,
                       unsigned *others)
{
    ptc_str rest = ptc_str_of(got);
    unsigned number = 0;
    ptc_str line;

    *told = *others = 0;
    while (test_next_line(&rest, &line, &number)) {
        const char *text = test_cstr(line);

        if (line.len > 0 && line.ptr[0] >= '0' && line.ptr[0] <= '9')
            ++*(strstr(text, code) != NULL ? told : others);
    }
}

void dialect_expect_page(ptc_arena *arena, const dialect_reading *how, const char *code)
{
    char path[128];
    unsigned examples = 0;
    const char *at;
    ptc_str page;

    snprintf(path, sizeof path, "docs/diagnostics/%s.md", code);
    page = test_read_project_file(path);
    for (at = strstr(page.ptr, "\n```"); at != NULL; at = strstr(at + 4, "\n```")) {
        const char *text = strchr(at + 1, '\n') + 1;
        const char *end = strstr(text, "```");
        bool is_wrong = strncmp(text - 6, "wrong", 5) == 0;
        const char *got = dialect_read(
            arena, how, ptc_str_copy(arena, ptc_str_make(text, (size_t)(end - text))));
        unsigned told;
        unsigned others;

        count_told(got, code, &told, &others);
        cr_expect(others == 0 && (told > 0) == is_wrong, "%s: %s", code, got);
        examples++;
        at = end - 1;
    }
    cr_expect(examples == 2, "%s: %u examples", code, examples);
    free((void *)(uintptr_t)page.ptr);
}
