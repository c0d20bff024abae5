/* SPDX-License-Identifier: MIT */
/*
 * template_embed OUT.c OUT.h ROOT FILE...: templates as constant tables, when ptcc is
 * built.
 *
 * Each FILE in ROOT becomes `const ptcc_template ptcc_template_NAME`. It begins with a
 * comment that is a signature. Three mistakes end the build with file, line and column: a
 * placeholder that the signature does not have, a parameter that no placeholder uses, and
 * in c/ a value whose name does not say how it was made safe [style 2.9].
 */
#include "generator/text/c_text.h"

#include <ptc/contract.h>
#include <ptc/diag.h>
#include <ptc/template.h>

#include <errno.h>
#include <stdio.h>

typedef struct embed {
    ptc_arena *arena;
    ptc_diags diags;
    ptc_text code;
    ptc_text header;
} embed;

/* --- Checks ------------------------------------------------------------------------ */

/* The signature in the comment at the beginning of the template, with blanks for
 * everything before it, so that its places are places in the file. Empty if there is no
 * such comment, alone on its lines. */
static ptc_str embed_signature(embed *run, ptc_str text)
{
    const char *end = strstr(text.ptr, "}}");
    ptc_text padded;

    if (end == NULL || text.len < 3 || memcmp(text.ptr, "{{!", 3) != 0 ||
        (end[2] != '\n' && end[2] != '\r' && end[2] != '\0'))
        return PTC_STR("");
    ptc_text_init(&padded, run->arena);
    ptc_text_repeat(&padded, ' ', 3);
    ptc_text_bytes(&padded, text.ptr + 3, (size_t)(end - text.ptr) - 3);
    return ptc_text_view(&padded);
}

static bool embed_ends_with(ptc_str text, const char *ending)
{
    size_t len = strlen(ending);

    return text.len > len && memcmp(text.ptr + text.len - len, ending, len) == 0;
}

/* The part of a path after the folder templates/. */
static ptc_str embed_name(const char *path)
{
    const char *found = path;

    for (const char *at = path; (at = strstr(at, "templates/")) != NULL;) {
        at += strlen("templates/");
        found = at;
    }
    return ptc_str_of(found);
}

/* Values of C templates say in their names which function made them safe. */
static void embed_check_names(embed *run, const ptc_template *compiled)
{
    for (uint32_t i = 0; i < compiled->count; i++) {
        const ptc_template_op *op = &compiled->ops[i];
        ptc_str name = op->path_count ? op->path[op->path_count - 1] : PTC_STR("");
        ptc_span span = {op->offset, op->offset + (uint32_t)op->text.len};

        if (op->kind != PTC_TEMPLATE_VALUE || embed_ends_with(name, "_id") ||
            embed_ends_with(name, "_lit") || embed_ends_with(name, "_note") ||
            embed_ends_with(name, "_code"))
            continue;
        ptc_diag_add(
            &run->diags, PTC_DIAG_TEMPLATE_PLACEHOLDER, span,
            "the name of a value in emitted C ends in _id, _lit, _note or _code");
    }
}

static bool embed_check(embed *run, const ptc_source *source,
                        const ptc_template *compiled)
{
    ptc_source *comment = ptc_arena_alloc(run->arena, sizeof *comment);
    ptc_schema signature;
    ptc_span start = {0, 1};

    if (comment == NULL)
        return false;
    run->diags.source = source;
    comment->name = source->name;
    comment->text = embed_signature(run, source->text);
    if (comment->text.len == 0)
        ptc_diag_add(&run->diags, PTC_DIAG_TEMPLATE_SYNTAX, start,
                     "the file does not begin with a comment that is a signature");
    else if (ptc_signature_read(run->arena, comment, NULL, &run->diags, &signature) ==
             PTC_OK)
        ptc_template_check(compiled, source, &signature, true, &run->diags);
    run->diags.source = source;
    if (strncmp(embed_name(source->name.ptr).ptr, "c/", 2) == 0)
        embed_check_names(run, compiled);
    return run->diags.errors == 0;
}

/* --- Tables ------------------------------------------------------------------------ */

/* "c/parts/check_int.tmpl" is check_int, "c/header.h.tmpl" header_h, "prompt/x.tmpl" x.
 */
static ptc_str embed_identifier(embed *run, ptc_str name)
{
    size_t start = name.len;

    while (start > 0 && name.ptr[start - 1] != '/')
        start--;
    name = ptc_str_make(name.ptr + start, name.len - start);
    if (embed_ends_with(name, ".tmpl"))
        name.len -= strlen(".tmpl");
    return c_ident(run->arena, PTC_STR("ptcc_template"), name);
}

/* Writes `{"text", 4}`. */
static void embed_str(embed *run, ptc_str text)
{
    ptc_text_cstr(&run->code, "{");
    ptc_text_str(&run->code, c_string(run->arena, text));
    ptc_text_cstr(&run->code, ", ");
    ptc_text_uint(&run->code, text.len);
    ptc_text_cstr(&run->code, "}");
}

/* All names of a template's paths in one array; op i's begin where those of the ops
 * before it end. */
static void embed_paths(embed *run, ptc_str id, const ptc_template *compiled)
{
    ptc_text_cstr(&run->code, "static const ptc_str ");
    ptc_text_str(&run->code, id);
    ptc_text_cstr(&run->code, "_path[] = {\n");
    for (uint32_t i = 0; i < compiled->count; i++) {
        for (uint16_t k = 0; k < compiled->ops[i].path_count; k++) {
            ptc_text_cstr(&run->code, "    ");
            embed_str(run, compiled->ops[i].path[k]);
            ptc_text_cstr(&run->code, ",\n");
        }
    }
    ptc_text_cstr(&run->code, "    {NULL, 0},\n};\n\n");
}

static void embed_op(embed *run, ptc_str id, const ptc_template_op *op, size_t path_start)
{
    static const char *const kinds[] = {"PTC_TEMPLATE_TEXT", "PTC_TEMPLATE_VALUE",
                                        "PTC_TEMPLATE_SECTION", "PTC_TEMPLATE_INVERTED"};
    const uint32_t numbers[] = {op->path_count, op->end, op->column, op->offset};

    ptc_text_cstr(&run->code, "    {");
    ptc_text_cstr(&run->code, kinds[op->kind]);
    ptc_text_cstr(&run->code, op->is_alone ? ", true" : ", false");
    for (size_t i = 0; i < 4; i++) {
        ptc_text_cstr(&run->code, ", ");
        ptc_text_uint(&run->code, numbers[i]);
    }
    ptc_text_cstr(&run->code, ",\n     ");
    embed_str(run, op->text);
    ptc_text_cstr(&run->code, ", ");
    ptc_text_str(&run->code, id);
    ptc_text_cstr(&run->code, "_path + ");
    ptc_text_uint(&run->code, path_start);
    ptc_text_cstr(&run->code, "},\n");
}

static void embed_template(embed *run, ptc_str name, const ptc_template *compiled)
{
    ptc_str id = embed_identifier(run, name);
    size_t path_start = 0;

    ptc_text_cstr(&run->header, "extern const ptcc_template ");
    ptc_text_str(&run->header, id);
    ptc_text_cstr(&run->header, ";\n");
    embed_paths(run, id, compiled);
    ptc_text_cstr(&run->code, "static const ptc_template_op ");
    ptc_text_str(&run->code, id);
    ptc_text_cstr(&run->code, "_ops[] = {\n");
    for (uint32_t i = 0; i < compiled->count; i++) {
        embed_op(run, id, &compiled->ops[i], path_start);
        path_start += compiled->ops[i].path_count;
    }
    ptc_text_cstr(&run->code, "    {0, false, 0, 0, 0, 0, {NULL, 0}, NULL},\n};\n\n"
                              "const ptcc_template ");
    ptc_text_str(&run->code, id);
    ptc_text_cstr(&run->code, " = {\n    ");
    ptc_text_str(&run->code, c_string_line(run->arena, name));
    ptc_text_cstr(&run->code, ",\n    {");
    ptc_text_str(&run->code, id);
    ptc_text_cstr(&run->code, "_ops, ");
    ptc_text_uint(&run->code, compiled->count);
    ptc_text_cstr(&run->code, "},\n};\n\n");
}

/* --- Files ------------------------------------------------------------------------- */

static bool embed_read(embed *run, const char *path, ptc_source *out)
{
    FILE *file = fopen(path, "rb");
    ptc_text text;
    size_t got = 0;

    ptc_text_init(&text, run->arena);
    if (file != NULL) {
        do {
            char block[4096];

            got = fread(block, 1, sizeof block, file);
            ptc_text_bytes(&text, block, got);
        } while (got > 0);
    }
    if (file == NULL || ferror(file) || text.failed) {
        fprintf(stderr, "template_embed: %s: %s\n", path, strerror(errno));
        if (file != NULL)
            fclose(file);
        return false;
    }
    fclose(file);
    out->name = ptc_str_of(path);
    out->text = ptc_text_view(&text);
    return true;
}

static bool embed_write(const char *path, const ptc_text *text)
{
    FILE *file = fopen(path, "wb");
    bool ok = file != NULL && !text->failed;

    ok = ok && fwrite(text->ptr, 1, text->len, file) == text->len;
    if (file != NULL)
        ok = fclose(file) == 0 && ok;
    if (!ok)
        fprintf(stderr, "template_embed: %s: cannot be written\n", path);
    return ok;
}

/* One template; false when it cannot be read at all. Faults are in the diagnostics. */
static bool embed_file(embed *run, const char *path)
{
    ptc_source *source = ptc_arena_alloc(run->arena, sizeof *source);
    ptc_template compiled;

    if (source == NULL || !embed_read(run, path, source))
        return false;
    if (ptc_template_compile(run->arena, source, &run->diags, &compiled) == PTC_OK &&
        embed_check(run, source, &compiled))
        embed_template(run, embed_name(path), &compiled);
    return true;
}

static int embed_finish(embed *run, const char *code_path, const char *header_path)
{
    ptc_text faults;

    ptc_text_init(&faults, run->arena);
    ptc_diags_write(&faults, &run->diags, PTC_DIAG_STYLE_TEXT, false);
    if (faults.len > 0)
        fprintf(stderr, "%s", faults.ptr);
    if (run->diags.errors > 0)
        return 1;
    ptc_text_cstr(&run->header, "\n#endif\n");
    return embed_write(code_path, &run->code) && embed_write(header_path, &run->header)
               ? 0
               : 1;
}

int main(int argc, char **argv)
{
    embed run;
    ptc_arena arena;
    bool ok = argc >= 3;

    if (!ok) {
        fprintf(stderr, "usage: template_embed OUT.c OUT.h FILE...\n");
        return 2;
    }
    ptc_arena_init(&arena, NULL, 0);
    run.arena = &arena;
    ptc_diags_init(&run.diags, &arena);
    ptc_text_init(&run.code, &arena);
    ptc_text_init(&run.header, &arena);
    ptc_text_cstr(&run.code, "/* Made by template_embed from templates/. */\n"
                             "#include \"templates.h\"\n\n");
    ptc_text_cstr(&run.header, "/* Made by template_embed from templates/. */\n"
                               "#ifndef PTCC_TEMPLATES_H\n#define PTCC_TEMPLATES_H\n\n"
                               "#include \"generator/text/template_host.h\"\n\n");
    for (int i = 3; i < argc; i++)
        ok = embed_file(&run, argv[i]) && ok;
    ok = embed_finish(&run, argv[1], argv[2]) == 0 && ok;
    ptc_arena_free(&arena);
    return ok ? 0 : 1;
}
