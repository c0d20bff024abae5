/* SPDX-License-Identifier: MIT */
/*
 * Makes the contracts of a group C, as a project would: contract files, `ptcc gen` over
 * them, and next to each emitted pair a table of the types in it.
 *
 *   collect GROUP UNITS SEED PTCC FOLDER
 *
 * writes FOLDER/GROUP_I.edn, .ptc.h, .ptc.c and _index.c for I below UNITS, and
 * FOLDER/GROUP_index.c; without units nothing is read and the table is empty. Where
 * contracts are JSON Schema, which has one to a file, GROUP_I.edn is not written, and the
 * pair of the unit includes those of its contracts. Contracts that ptcc refuses are left
 * out, one by one, and listed with the reason. Files whose content stays the same are not
 * touched, so that only what is emitted otherwise is compiled again.
 */
#include "groups.h"
#include "json_suite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct entry {
    const char *name;
    const char *type; /* its name in C */
    const char *json; /* the contract itself; NULL: it is a line of a file */
    uint64_t key;
    const char *line; /* of the contract file */
    bool is_function; /* has a result apart from its own type */
    bool has_parameters;
    bool is_refused; /* by the reader or by the writer */
    bool is_read;
    const char *code;
    const char *message;
    unsigned file_line; /* in the contract file as it was written last */
} entry;

typedef struct collection {
    const char *group;
    const char *ptcc;
    const char *folder;
    unsigned units;
    uint64_t seed;
    ptc_arena arena; /* never reset */
    entry *entries;
    size_t count;
    size_t capacity;
    unsigned changed;
} collection;

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "collect: %s%s: %s\n", what, which, strerror(errno));
    exit(1);
}

static const char *keep(collection *all, ptc_str text)
{
    return ptc_arena_copy(&all->arena, text.ptr, text.len);
}

static const char *joined(collection *all, const char *a, const char *b, const char *c)
{
    ptc_text text;

    ptc_text_init(&text, &all->arena);
    ptc_text_cstr(&text, a);
    ptc_text_cstr(&text, b);
    ptc_text_cstr(&text, c);
    return ptc_text_view(&text).ptr;
}

/* --- Contracts --------------------------------------------------------------------- */

static const char *contract_line(collection *all, const group_contract *one)
{
    ptc_render_options render = {.struct_size = sizeof render, .malli_names = true};
    const ptc_schema_node *root = ptc_schema_root(&one->schema);
    ptc_schema schema = one->schema;
    ptc_text line;

    if (root->type == PTC_TYPE_FUNCTION && (root->flags & PTC_NODE_BARE))
        schema.root = root->first + 1;
    ptc_text_init(&line, &all->arena);
    ptc_text_cstr(&line, one->name);
    ptc_text_byte(&line, ' ');
    ptc_schema_write_malli(&line, &schema, &render);
    return ptc_text_view(&line).ptr;
}

static void take(const group_contract *one, void *user)
{
    collection *all = user;
    entry *taken = PTC_ARENA_PUSH(&all->arena, all->entries, all->count, all->capacity);

    if (taken == NULL)
        fail("memory", "");
    memset(taken, 0, sizeof *taken);
    taken->name = keep(all, ptc_str_of(one->name));
    taken->type = taken->name;
    if (one->json != NULL) {
        taken->json = keep(all, ptc_str_of(one->json));
        taken->type = joined(all, one->name, "_", one->name);
    }
    taken->key = one->key;
    taken->code = one->refusal;
    taken->message = "";
    taken->is_refused = one->refusal != NULL;
    all->changed += one->change != NULL && !taken->is_refused;
    if (!taken->is_refused) {
        const ptc_schema_node *root = ptc_schema_root(&one->schema);

        taken->is_read = true;
        taken->line = contract_line(all, one);
        taken->is_function =
            root->type == PTC_TYPE_FUNCTION && !(root->flags & PTC_NODE_BARE);
        taken->has_parameters =
            taken->is_function && one->schema.nodes[root->first].count > 0;
    }
}

/* --- Files ------------------------------------------------------------------------- */

static const char *path_of(collection *all, const char *name)
{
    return joined(all, all->folder, "/", name);
}

static void write_file(const char *path, const ptc_text *content)
{
    ptc_str old = test_read_file(path);
    bool is_same = old.ptr != NULL && ptc_str_equal(old, ptc_text_view(content));
    FILE *file;

    free((void *)(uintptr_t)old.ptr);
    if (is_same)
        return;
    file = fopen(path, "wb");
    if (file == NULL || fwrite(content->ptr, 1, content->len, file) != content->len ||
        fclose(file) != 0)
        fail("cannot write ", path);
}

static const char *unit_name(collection *all, unsigned unit, const char *ending)
{
    ptc_text name;

    ptc_text_init(&name, &all->arena);
    ptc_text_cstr(&name, all->group);
    ptc_text_byte(&name, '_');
    ptc_text_uint(&name, unit);
    ptc_text_cstr(&name, ending);
    return ptc_text_view(&name).ptr;
}

static const char *index_name(collection *all)
{
    return joined(all, all->group, "_index.c", "");
}

static void write_contracts(collection *all, unsigned unit)
{
    unsigned line = 1;
    ptc_text text;

    ptc_text_init(&text, &all->arena);
    ptc_text_cstr(&text, "{\n");
    for (size_t i = unit; i < all->count; i += all->units) {
        entry *one = &all->entries[i];

        one->file_line = 0;
        if (one->is_refused)
            continue;
        one->file_line = ++line;
        ptc_text_cstr(&text, one->line);
        ptc_text_byte(&text, '\n');
    }
    ptc_text_cstr(&text, "}\n");
    write_file(path_of(all, unit_name(all, unit, ".edn")), &text);
}

/* --- What ptcc refuses ------------------------------------------------------------- */

/* Takes `path:line:column: error: message [code]` apart; false for any other line. */
static bool read_fault(ptc_str line, unsigned *number, ptc_str *message, ptc_str *code)
{
    static const char mark[] = ": error: ";
    const char *found = NULL;
    const char *end = line.ptr + line.len;
    size_t colons = 0;
    const char *at;

    for (at = line.ptr; at + sizeof mark - 1 <= end && found == NULL; at++) {
        if (memcmp(at, mark, sizeof mark - 1) == 0)
            found = at;
    }
    if (found == NULL || end[-1] != ']')
        return false;
    for (at = found; at > line.ptr && colons < 2; at--)
        colons += at[-1] == ':';
    *number = (unsigned)strtoul(at + 1, NULL, 10);
    found += sizeof mark - 1;
    for (at = end; at > found && at[-1] != '['; at--)
        continue;
    *code = ptc_str_make(at, (size_t)(end - 1 - at));
    *message = ptc_str_make(found, (size_t)(at - 1 - found));
    return true;
}

/* The message without what is particular to its place, so that equal reasons are equal.
 */
static const char *generalise(collection *all, ptc_str message)
{
    bool is_quoted = false;
    bool is_number = false;
    ptc_text out;

    ptc_text_init(&out, &all->arena);
    for (size_t i = 0; i < message.len; i++) {
        char byte = message.ptr[i];
        bool is_digit = byte >= '0' && byte <= '9';

        if (byte == '"')
            is_quoted = !is_quoted;
        if (byte == '"' || !(is_quoted || (is_digit && is_number)))
            ptc_text_byte(&out, is_digit ? 'N' : byte);
        is_number = is_digit;
    }
    return ptc_text_view(&out).ptr;
}

static unsigned refuse(collection *all, unsigned unit, ptc_str faults)
{
    unsigned refused = 0;
    unsigned number = 0;
    unsigned at = 0;
    ptc_str line;
    ptc_str message;
    ptc_str code;

    while (test_next_line(&faults, &line, &number)) {
        if (line.len == 0 || !read_fault(line, &at, &message, &code))
            continue;
        for (size_t i = unit; i < all->count; i += all->units) {
            entry *one = &all->entries[i];

            if (one->is_refused || one->file_line != at)
                continue;
            one->is_refused = true;
            one->code = keep(all, code);
            one->message = generalise(all, message);
            refused++;
        }
    }
    return refused;
}

/* Generates the unit, without what cannot be. */
static void generate(collection *all, unsigned unit)
{
    const char *file = path_of(all, unit_name(all, unit, ".edn"));
    bool is_small = strcmp(all->group, group_names[GROUP_SMALL]) == 0;
    const char *const argv[] = {all->ptcc,
                                "gen",
                                "--diagnostics=gnu",
                                "--type=email",
                                "--type=phone-number",
                                is_small ? "--optimize=size" : "--optimize=speed",
                                "-o",
                                all->folder,
                                file,
                                NULL};

    for (;;) {
        ptc_str err = {NULL, 0};
        int status;
        unsigned refused;

        write_contracts(all, unit);
        status = test_run(argv, PTC_STR(""), NULL, &err);
        if (status == 0) {
            free((void *)(uintptr_t)err.ptr);
            return;
        }
        refused = status == 1 ? refuse(all, unit, err) : 0;
        if (refused == 0) {
            fprintf(stderr, "collect: ptcc gen %s: exit %d\n%s", file, status, err.ptr);
            exit(1);
        }
        free((void *)(uintptr_t)err.ptr);
    }
}

/* --- JSON Schema, one contract to a file ------------------------------------------- */

/* The option that says where documents are that schemas refer to. */
static const char *json_remotes(collection *all)
{
    char option[4300];

    json_suite_ref_root(option, sizeof option);
    return keep(all, ptc_str_of(option));
}

/* Definitions of different contracts may have the same name, so each has a prefix. */
static void generate_json(collection *all, entry *one)
{
    const char *file = path_of(all, joined(all, one->name, ".json", ""));
    const char *const argv[] = {all->ptcc,
                                "gen",
                                "--diagnostics=gnu",
                                "--formats=annotate",
                                "--self-contained",
                                json_remotes(all),
                                "--prefix",
                                one->name,
                                "-o",
                                all->folder,
                                file,
                                NULL};
    unsigned number = 0;
    unsigned place;
    ptc_str message;
    ptc_str code;
    ptc_text text;
    ptc_str line;
    ptc_str err;
    ptc_str rest;
    int status;

    ptc_text_init(&text, &all->arena);
    ptc_text_cstr(&text, one->json);
    write_file(file, &text);
    status = test_run(argv, PTC_STR(""), NULL, &err);
    rest = err;
    while (status == 1 && !one->is_refused && test_next_line(&rest, &line, &number)) {
        if (line.len == 0 || !read_fault(line, &place, &message, &code))
            continue;
        one->is_refused = true;
        one->code = keep(all, code);
        one->message = generalise(all, message);
    }
    if (status != 0 && !one->is_refused) {
        fprintf(stderr, "collect: ptcc gen %s: exit %d\n%s", file, status, err.ptr);
        exit(1);
    }
    free((void *)(uintptr_t)err.ptr);
}

/* FOLDER/GROUP_I.ptc.h or .ptc.c. It changes when a file does that it includes: whatever
 * builds looks at no others before it has run this program. */
static void include_json(collection *all, unsigned unit, const char *ending)
{
    uint64_t content = 0;
    ptc_text text;

    ptc_text_init(&text, &all->arena);
    ptc_text_cstr(&text, "/* clang-format off */\n");
    for (size_t i = unit; i < all->count; i += all->units) {
        const char *file = joined(all, all->entries[i].name, ending, "");
        ptc_str included;

        if (all->entries[i].is_refused)
            continue;
        included = test_read_file(path_of(all, file));
        content = content * 31 + ptc_str_hash(included);
        free((void *)(uintptr_t)included.ptr);
        ptc_text_cstr(&text, joined(all, "#include \"", file, "\"\n"));
    }
    ptc_text_cstr(&text, "/* ");
    ptc_text_uint(&text, content);
    ptc_text_cstr(&text, " */\n");
    write_file(path_of(all, unit_name(all, unit, ending)), &text);
}

static void generate_each_json(collection *all, unsigned unit)
{
    for (size_t i = unit; i < all->count; i += all->units) {
        if (!all->entries[i].is_refused)
            generate_json(all, &all->entries[i]);
    }
    include_json(all, unit, ".ptc.h");
    include_json(all, unit, ".ptc.c");
}

/* --- Tables ------------------------------------------------------------------------ */

/* A root of the contract: a child of the function, after which these come. */
static void write_root(ptc_text *types, ptc_text *roots, const char *unit,
                       const entry *one, const char *ending, unsigned child)
{
    unsigned node = 1 + child;
    char line[512];

    snprintf(line, sizeof line, "GOLDEN_FUNCTIONS(%s%s, %s, %u)\n", one->type, ending,
             one->type, node);
    ptc_text_cstr(types, line);
    snprintf(line, sizeof line, "    ENGINE_ROOT(%s%s, %s, %s, %u, %u, 0x%016llxu)\n",
             one->type, ending, one->json ? one->type : unit, one->type, node, child,
             (unsigned long long)one->key);
    ptc_text_cstr(roots, line);
}

/* The unit itself is in front of its table, which names constants of the unit. */
static void write_unit_index(collection *all, unsigned unit)
{
    const char *name = unit_name(all, unit, "");
    char line[256];
    ptc_text types;
    ptc_text roots;

    ptc_text_init(&types, &all->arena);
    ptc_text_init(&roots, &all->arena);
    snprintf(line, sizeof line, "#include \"%s.ptc.c\"\n\n#include \"index.h\"\n\n",
             name);
    ptc_text_cstr(&types, line);
    snprintf(line, sizeof line,
             "\nextern const engine_root engine_%s[];\nconst engine_root engine_%s[] = "
             "{\n",
             name, name);
    ptc_text_cstr(&roots, line);
    for (size_t i = unit; i < all->count; i += all->units) {
        const entry *one = &all->entries[i];

        if (one->is_refused)
            continue;
        if (one->has_parameters)
            write_root(&types, &roots, name, one, "", 0);
        write_root(&types, &roots, name, one, one->is_function ? "_result" : "", 1);
    }
    ptc_text_str(&types, ptc_text_view(&roots));
    ptc_text_cstr(&types, "    {.key = 0},\n};\n");
    write_file(path_of(all, unit_name(all, unit, "_index.c")), &types);
}

static void write_refusals(collection *all, ptc_text *out)
{
    for (size_t i = 0; i < all->count; i++) {
        const entry *one = &all->entries[i];
        char line[160];

        if (!one->is_refused)
            continue;
        snprintf(line, sizeof line, "    {\"%s\", 0x%016llxu, %s, ", one->name,
                 (unsigned long long)one->key, one->is_read ? "true" : "false");
        ptc_text_cstr(out, line);
        ptc_json_write_string(out, ptc_str_of(one->code));
        ptc_text_cstr(out, ", ");
        ptc_json_write_string(out, ptc_str_of(one->message));
        ptc_text_cstr(out, "},\n");
    }
}

static void write_index(collection *all)
{
    /* Equal contracts are compiled once. */
    bool is_again = strcmp(all->group, group_names[GROUP_AGAIN]) == 0;
    unsigned units = is_again ? 0 : all->units;
    char line[256];
    ptc_text out;

    ptc_text_init(&out, &all->arena);
    ptc_text_cstr(&out, "#include \"index.h\"\n\n#include <stddef.h>\n\n");
    for (unsigned unit = 0; unit < units; unit++) {
        snprintf(line, sizeof line, "extern const engine_root engine_%s[];\n",
                 unit_name(all, unit, ""));
        ptc_text_cstr(&out, line);
    }
    ptc_text_cstr(&out, "\nstatic const engine_root *const units[] = {\n");
    for (unsigned unit = 0; unit < units; unit++) {
        snprintf(line, sizeof line, "    engine_%s,\n", unit_name(all, unit, ""));
        ptc_text_cstr(&out, line);
    }
    ptc_text_cstr(&out, "    NULL,\n};\n\nstatic const engine_refusal refusals[] = {\n");
    write_refusals(all, &out);
    snprintf(line, sizeof line,
             "    {0},\n};\n\nconst engine_index engine_index_%s = {\n    units, "
             "refusals, %zu, %u, %lluu,\n};\n",
             all->group, all->count, all->changed, (unsigned long long)all->seed);
    ptc_text_cstr(&out, line);
    write_file(path_of(all, index_name(all)), &out);
}

static group_id group_of(const char *name)
{
    for (int i = 0; i < GROUP_COUNT; i++) {
        if (strcmp(group_names[i], name) == 0)
            return (group_id)i;
    }
    fail("no group ", name);
    return GROUP_COUNT;
}

int main(int argc, char **argv)
{
    collection all = {0};

    if (argc != 6) {
        fprintf(stderr, "usage: collect GROUP UNITS SEED PTCC FOLDER\n");
        return 2;
    }
    all.group = argv[1];
    all.units = (unsigned)strtoul(argv[2], NULL, 10);
    all.seed = strtoull(argv[3], NULL, 10);
    all.ptcc = argv[4];
    all.folder = argv[5];
    ptc_arena_init(&all.arena, NULL, 0);
    if (all.units > 0 && !group_each(group_of(all.group), all.seed, take, &all))
        return 1;
    for (unsigned unit = 0; unit < all.units; unit++) {
        if (group_of(all.group) == GROUP_SUITE)
            generate_each_json(&all, unit);
        else
            generate(&all, unit);
        write_unit_index(&all, unit);
    }
    write_index(&all);
    ptc_arena_free(&all.arena);
    return 0;
}
