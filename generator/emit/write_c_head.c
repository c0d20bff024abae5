/* SPDX-License-Identifier: MIT */
/*
 * What emitted files are framed by: the lines at their head that tell where they come
 * from, the linkage of what they declare, the directives that point into contracts.
 * [build-and-packaging 1.1, 2.1, 2.2]
 */
#include "generator/ptcc.h"

/* --- The first lines --------------------------------------------------------------- */

/* A hash of what the contracts mean, in order. */
static void head_write_hash(const ptcc_c_file *file, ptc_text *out)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < file->count; i++) {
        const ptc_contract *contract = file->contracts[i].contract;

        hash = hash * 31 +
               (ptc_schema_hash(&contract->schema) ^ ptc_str_hash(contract->name));
    }
    for (size_t i = 0; file->agents && i < file->agents->count; i++)
        hash = hash * 31 + ptc_str_hash(file->agents->items[i]->file->agent.prompt);
    for (unsigned i = 0; i < 16; i++)
        ptc_text_byte(out, "0123456789abcdef"[hash >> (60 - 4 * i) & 15]);
}

/* The second line. regen.c reads it. */
static ptc_str head_stamp(const ptcc_c_file *file)
{
    ptc_text stamp;

    ptc_text_init(&stamp, file->arena);
    ptc_text_cstr(&stamp, "ptcc-format: ");
    ptc_text_uint(&stamp, PTC_FORMAT);
    ptc_text_cstr(&stamp, "  schema: ");
    head_write_hash(file, &stamp);
    if (file->options.stamps_version)
        ptc_text_cstr(&stamp, "  version: " PTC_VERSION_TEXT);
    if (file->options_note.len) {
        ptc_text_cstr(&stamp, "  options: ");
        ptc_text_str(&stamp, file->options_note);
    }
    return c_note(file->arena, ptc_text_view(&stamp));
}

/* A comment that begins on its first line however long it is, and is broken where
 * clang-format would. */
static ptc_str head_comment(ptcc_c_file *file, ptc_str note)
{
    size_t column = strlen("/*");
    size_t at = 0;
    ptc_text out;

    ptc_text_init(&out, file->arena);
    ptc_text_cstr(&out, "/*");
    while (at < note.len) {
        size_t blanks = at == 0;
        size_t len = 0;

        for (; at < note.len && note.ptr[at] == ' '; at++)
            blanks++;
        while (at + len < note.len && note.ptr[at + len] != ' ')
            len++;
        if (column > 2 && column + blanks + len > HOST_COLUMNS) {
            ptc_text_cstr(&out, "\n *");
            column = 2;
            blanks = 1;
        }
        ptc_text_repeat(&out, ' ', blanks);
        ptc_text_bytes(&out, note.ptr + at, len);
        column += blanks + len;
        at += len;
    }
    ptc_text_cstr(&out, column + strlen(" */") > HOST_COLUMNS ? "\n */" : " */");
    return ptc_text_view(&out);
}

void ptcc_c_fill_head(ptcc_c_file *file, ptcc_model *model)
{
    model_str(model, "source_note", c_note(file->arena, file->source_name));
    model_str(model, "stamp_code", head_comment(file, head_stamp(file)));
    model_str(model, "abi_lit", c_decimal(file->arena, PTC_ABI));
}

/* --- Linkage ----------------------------------------------------------------------- */

ptc_str ptcc_c_linkage(const ptcc_c_file *file, bool is_declaration)
{
    if (file->options.visibility == PTCC_VISIBILITY_STATIC)
        return PTC_STR("PTC_STATIC ");
    if (!is_declaration)
        return PTC_STR("");
    if (file->options.visibility == PTCC_VISIBILITY_HIDDEN)
        return PTC_STR("PTC_HIDDEN ");
    if (file->options.api_macro.len)
        return C_JOIN(file->arena, file->options.api_macro, PTC_STR(" "));
    return PTC_STR("");
}

bool ptcc_c_is_whole(const ptcc_c_contract *contract)
{
    return contract->role == PTCC_ROLE_CONTRACT || contract->role == PTCC_ROLE_AGENT;
}

bool ptcc_c_is_static(const ptcc_c_file *file)
{
    return file->options.visibility == PTCC_VISIBILITY_STATIC;
}

ptc_str ptcc_c_find_head(ptcc_c_file *file, const ptcc_c_node *named, bool is_declaration)
{
    const ptc_str items[] = {
        C_JOIN(file->arena, PTC_STR("const "), named->type_id, PTC_STR(" *map")),
        PTC_STR("ptc_str key")};

    return host_wrap_list(&file->host,
                          C_JOIN(file->arena, ptcc_c_linkage(file, is_declaration),
                                 PTC_STR("const "), named->part_id, PTC_STR(" *"),
                                 named->find_id),
                          items, 2, ptc_str_of(is_declaration ? ";" : ""), 0);
}

/* --- Lines of contracts ------------------------------------------------------------- */

/* The line of a place, counted on from the one that was asked for last. */
static size_t head_line(ptcc_c_file *file, const ptc_source *source, size_t offset)
{
    if (file->line_source != source || file->line_offset > offset) {
        file->line_source = source;
        file->line_offset = 0;
        file->line = 1;
    }
    for (; file->line_offset < offset; file->line_offset++)
        file->line += source->text.ptr[file->line_offset] == '\n';
    return file->line;
}

ptc_str ptcc_c_line_directive(ptcc_c_file *file, const ptcc_c_contract *contract)
{
    const ptc_contract *meant = contract->contract;
    ptc_str name = meant->source->name;
    size_t line;

    if (file->options.lines == PTCC_LINES_OFF)
        return PTC_STR("");
    if (file->options.lines == PTCC_LINES_BASE)
        name = ptcc_base_name(name);
    line = head_line(file, meant->source, meant->span.start);
    return C_JOIN(file->arena, PTC_STR("#line "), c_decimal(file->arena, line),
                  PTC_STR(" "), c_string_line(file->arena, name));
}
