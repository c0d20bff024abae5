/* SPDX-License-Identifier: MIT */
/* Making a batch; see gen_loop.h. */
#include "gen_loop.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "gen_loop: %s%s: %s\n", what, which, strerror(errno));
    exit(2);
}

static const char *joined(gen_batch *batch, const char *a, const char *b, const char *c)
{
    ptc_text text;

    ptc_text_init(&text, &batch->arena);
    ptc_text_cstr(&text, a);
    ptc_text_cstr(&text, b);
    ptc_text_cstr(&text, c);
    if (text.failed)
        fail("memory", "");
    return ptc_text_view(&text).ptr;
}

const char *batch_path(gen_batch *batch, const char *name)
{
    return joined(batch, batch->folder, "/", name);
}

void batch_write(gen_batch *batch, const char *name, ptc_str content)
{
    const char *path = batch_path(batch, name);
    FILE *file = fopen(path, "wb");

    if (file == NULL || fwrite(content.ptr, 1, content.len, file) != content.len ||
        fclose(file) != 0)
        fail("cannot write ", path);
}

/* --- Contracts ---------------------------------------------------------------------- */

static const char *contract_file(const gen_batch *batch)
{
    return batch->format == PTC_CONTRACT_SIG ? "batch.sig" : "batch.edn";
}

ptc_str batch_text(gen_batch *batch)
{
    bool is_sig = batch->format == PTC_CONTRACT_SIG;
    ptc_text text;

    ptc_text_init(&text, &batch->arena);
    ptc_text_cstr(&text, is_sig ? "" : "{\n");
    for (size_t i = 0; i < BATCH_LINES; i++) {
        ptc_text_cstr(&text, batch->lines[i] ? batch->lines[i] : "");
        ptc_text_byte(&text, '\n');
    }
    ptc_text_cstr(&text, is_sig ? "" : "}\n");
    return ptc_text_view(&text);
}

bool batch_read(gen_batch *batch, ptc_str text, ptc_contracts *out)
{
    static const ptc_str type_names[] = {{"email", 5}, {"phone-number", 12}};
    static const ptc_type_names types = {type_names, COUNT(type_names)};
    ptc_source *source = ptc_arena_alloc(&batch->arena, sizeof *source);
    ptc_read_options read = {.struct_size = sizeof read};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .format = batch->format};
    ptc_diags diags;

    if (source == NULL)
        fail("memory", "");
    source->name = ptc_str_of(contract_file(batch));
    source->text = text;
    options.read = &read;
    read.types = &types;
    ptc_diags_init(&diags, &batch->arena);
    return ptc_contracts_read(&batch->arena, source, &options, &diags, out) == PTC_OK;
}

/* One after the other, so that those that every reader refuses are left out. Some batches
 * have few contracts with thousands of documents each. */
static void choose_lines(gen_batch *batch, test_random *random)
{
    bool are_few = test_random_below(random, 4) == 0;
    unsigned wanted = are_few ? 4 : BATCH_LINES;
    unsigned wanted_types = batch->format == PTC_CONTRACT_SIG ? wanted / 3 : 0;
    unsigned types = 0;

    batch->documents = are_few ? 300 : 40;
    for (unsigned i = 0; i < wanted; i++) {
        bool is_type = i < wanted_types;
        ptc_contracts contracts;

        batch->lines[i] = declare(random, &batch->arena, batch->format,
                                  is_type ? types : i, is_type, types);
        if (!batch_read(batch, batch_text(batch), &contracts)) {
            batch->lines[i] = NULL;
            batch->refused++;
        } else {
            types += is_type;
        }
    }
}

/* --- Options ------------------------------------------------------------------------ */

static void choose_flags(gen_batch *batch, test_random *random)
{
    /* Code without validation has no parsers. */
    static const char *const modes[] = {"--mode=enabled", "--mode=warn_only",
                                        "--mode=strict"};
    static const struct {
        const char *flag;
        unsigned one_of;
    } others[] = {{"--optimize=size", 3},        {"--visibility=hidden", 6},
                  {"--visibility=static", 6},    {"--c-standard=c99", 2},
                  {"--line-directives=base", 6}, {"--stamp-version", 9}};
    size_t count = 0;

    if (test_random_below(random, 2) == 0) {
        batch->code.has_mode = true;
        batch->code.mode = (ptc_mode)test_random_below(random, COUNT(modes));
        batch->flags[count++] = modes[batch->code.mode];
    }
    batch->code.copies = test_random_below(random, 3) == 0;
    if (batch->code.copies)
        batch->flags[count++] =
            test_random_below(random, 2) == 0 ? "--strings=copy" : "--strings=nul";
    for (size_t i = 0; i < COUNT(others); i++) {
        bool is_second_visibility =
            i == 2 && count > 0 && strcmp(batch->flags[count - 1], others[1].flag) == 0;

        if (test_random_below(random, others[i].one_of) == 0 && !is_second_visibility)
            batch->flags[count++] = others[i].flag;
    }
}

static void choose_compiler(gen_batch *batch, const gen_tools *tools, test_random *random)
{
    static const char *const standards[] = {" -std=c99", " -std=c11", " -std=gnu11",
                                            " -std=c99 -DPTC_SCAN_PORTABLE"};
    static const char *const chars[] = {"", " -fsigned-char", " -funsigned-char"};
    const char *command =
        tools->compilers[test_random_below(random, (uint32_t)tools->compiler_count)];

    command =
        joined(batch, command, standards[test_random_below(random, COUNT(standards))],
               chars[test_random_below(random, COUNT(chars))]);
    batch->compiler = command;
}

void batch_open(gen_batch *batch, const gen_tools *tools, uint64_t number,
                const char *folder)
{
    test_random random = {number};

    memset(batch, 0, sizeof *batch);
    ptc_arena_init(&batch->arena, NULL, 0);
    batch->number = number;
    batch->folder = folder;
    batch->format =
        test_random_below(&random, 2) ? PTC_CONTRACT_SIG : PTC_CONTRACT_MALLI_EDN;
    choose_flags(batch, &random);
    choose_compiler(batch, tools, &random);
    choose_lines(batch, &random);
}

void batch_close(gen_batch *batch)
{
    ptc_arena_free(&batch->arena);
}

/* --- The table of emitted functions --------------------------------------------------
 */

static void add_root(ptc_text *types, ptc_text *roots, const char *name,
                     const char *ending, unsigned child, unsigned number)
{
    char line[512];

    snprintf(line, sizeof line, "GOLDEN_FUNCTIONS(%s%s, %s, %u)\n", name, ending, name,
             1 + child);
    ptc_text_cstr(types, line);
    snprintf(line, sizeof line, "    ENGINE_ROOT(%s%s, batch, %s, %u, %u, %u)\n", name,
             ending, name, 1 + child, child, number);
    ptc_text_cstr(roots, line);
}

/* The unit itself comes first: the table refers to its constants, which may be static. */
static void write_index(gen_batch *batch, const ptc_contracts *contracts)
{
    ptc_text types;
    ptc_text roots;

    ptc_text_init(&types, &batch->arena);
    ptc_text_init(&roots, &batch->arena);
    ptc_text_cstr(&types, "#include \"batch.ptc.c\"\n\n#include \"index.h\"\n\n");
    ptc_text_cstr(&roots, "\nextern const engine_root batch_roots[];\n"
                          "const engine_root batch_roots[] = {\n");
    for (size_t i = 0; i < contracts->count; i++) {
        const ptc_contract *one = &contracts->items[i];
        const ptc_schema_node *root = ptc_schema_root(&one->schema);
        const char *name = test_cstr(one->name);

        if (root->flags & PTC_NODE_BARE) {
            add_root(&types, &roots, name, "", 1, (unsigned)i);
            continue;
        }
        if (one->schema.nodes[root->first].count > 0)
            add_root(&types, &roots, name, "", 0, (unsigned)i);
        add_root(&types, &roots, name, "_result", 1, (unsigned)i);
    }
    ptc_text_str(&types, ptc_text_view(&roots));
    ptc_text_cstr(&types, "    {.key = 0},\n};\n");
    batch_write(batch, "index.c", ptc_text_view(&types));
}

/* --- Commands ----------------------------------------------------------------------- */

/* The lines at fault are left out if all faults are collisions; otherwise false. */
static bool drop_collisions(gen_batch *batch, ptc_str faults)
{
    unsigned header =
        batch->format == PTC_CONTRACT_SIG ? 1 : 2; /* the first line's number */
    unsigned number = 0;
    unsigned dropped = 0;
    ptc_str line;

    while (test_next_line(&faults, &line, &number)) {
        const char *text = joined(batch, test_cstr(line), "", "");
        const char *place = strstr(text, ".sig:");
        unsigned long at;

        if (strstr(text, ": error: ") == NULL)
            continue;
        place = place ? place : strstr(text, ".edn:");
        if (place == NULL || strstr(text, "[gen-collision]") == NULL)
            return false;
        at = strtoul(place + 5, NULL, 10);
        if (at < header || at >= header + BATCH_LINES)
            return false;
        dropped += batch->lines[at - header] != NULL;
        batch->lines[at - header] = NULL;
    }
    return dropped > 0;
}

/* Removes the lines that use a removed line. */
static void drop_unread(gen_batch *batch)
{
    const char *lines[BATCH_LINES];
    ptc_contracts contracts;

    if (batch_read(batch, batch_text(batch), &contracts))
        return;
    memcpy(lines, batch->lines, sizeof lines);
    memset(batch->lines, 0, sizeof batch->lines);
    for (size_t i = 0; i < BATCH_LINES; i++) {
        batch->lines[i] = lines[i];
        if (lines[i] != NULL && !batch_read(batch, batch_text(batch), &contracts))
            batch->lines[i] = NULL;
    }
}

static int run_ptcc(gen_batch *batch, const gen_tools *tools, ptc_str *err)
{
    const char *argv[BATCH_FLAGS + 10] = {tools->ptcc, "gen", "--diagnostics=gnu",
                                          "--type=email", "--type=phone-number"};
    size_t count = 5;

    for (size_t i = 0; batch->flags[i] != NULL; i++)
        argv[count++] = batch->flags[i];
    argv[count++] = "-o";
    argv[count++] = batch->folder;
    argv[count] = batch_path(batch, contract_file(batch));
    return test_run(argv, PTC_STR(""), NULL, err);
}

/* OLD=NEW everywhere in the emitted source. */
static void plant(gen_batch *batch, const char *fault)
{
    const char *middle = strchr(fault, '=');
    size_t old_len = middle ? (size_t)(middle - fault) : 0;
    ptc_str source = test_read_file(batch_path(batch, "batch.ptc.c"));
    ptc_text text;

    if (old_len == 0 || source.ptr == NULL)
        fail("--plant OLD=NEW, not ", fault);
    ptc_text_init(&text, &batch->arena);
    for (const char *at = source.ptr; *at != '\0';) {
        if (strncmp(at, fault, old_len) == 0) {
            ptc_text_cstr(&text, middle + 1);
            at += old_len;
        } else {
            ptc_text_byte(&text, *at++);
        }
    }
    batch_write(batch, "batch.ptc.c", ptc_text_view(&text));
    free((void *)(uintptr_t)source.ptr);
}

static int run_compiler(gen_batch *batch, const gen_tools *tools, ptc_str *err)
{
    const char *words[32];
    char *command = (char *)(uintptr_t)joined(batch, batch->compiler, "", "");
    size_t count = 0;

    for (char *word = strtok(command, " "); word && count < 16; word = strtok(NULL, " "))
        words[count++] = word;
    words[count++] = "-shared";
    words[count++] = "-fPIC";
    words[count++] = "-Werror";
    words[count++] = joined(batch, "-I", tools->include, "");
    words[count++] = joined(batch, "-I", tools->support, "");
    words[count++] = joined(batch, "-I", tools->support, "/../../support");
    words[count++] = "-o";
    words[count++] = batch_path(batch, "batch.so");
    words[count++] = batch_path(batch, "index.c");
    words[count] = NULL;
    return test_run(words, PTC_STR(""), NULL, err);
}

static gen_made fault(gen_batch *batch, const char *what, ptc_str err, ptc_str *why)
{
    ptc_text text;

    ptc_text_init(&text, &batch->arena);
    ptc_text_cstr(&text, what);
    ptc_text_str(&text, ptc_str_make(err.ptr, err.len < 4000 ? err.len : 4000));
    *why = ptc_text_view(&text);
    free((void *)(uintptr_t)err.ptr);
    return MADE_FAULT;
}

gen_made batch_make(gen_batch *batch, const gen_tools *tools, ptc_str *why)
{
    ptc_contracts contracts;
    ptc_str err;
    int status;

    for (;;) {
        ptc_str text = batch_text(batch);

        batch_write(batch, contract_file(batch), text);
        if (!batch_read(batch, text, &contracts) || contracts.count == 0)
            return MADE_NOTHING;
        status = run_ptcc(batch, tools, &err);
        if (status == 0)
            break;
        if (status != 1 || !drop_collisions(batch, err))
            return fault(batch, "ptcc refuses what the reader accepts: ", err, why);
        drop_unread(batch);
        free((void *)(uintptr_t)err.ptr);
    }
    free((void *)(uintptr_t)err.ptr);
    if (tools->plant != NULL)
        plant(batch, tools->plant);
    write_index(batch, &contracts);
    if (run_compiler(batch, tools, &err) != 0)
        return fault(batch, "the compiler fails: ", err, why);
    free((void *)(uintptr_t)err.ptr);
    return MADE;
}
