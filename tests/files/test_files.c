/* SPDX-License-Identifier: MIT */
/* Files by name: what is found, what is refused and in which words, and that no path
 * leads out of a root. <ptc/files.h> */
#define _XOPEN_SOURCE 700
#include "shell.h"

#include <ptc/contract.h>
#include <ptc/files.h>

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(files, .init = start, .fini = stop);

/* A folder with `root` and `out`, which the process is in. */
static const char *make_tree(void)
{
    const char *folder = test_directory();

    cr_assert(
        shell(folder,
              "mkdir -p root/a/b out && echo in >root/x.sig && "
              "echo deep >root/a/b/y.sig && echo secret >out/s.sig && "
              "echo blank >'root/a b.sig' && echo umlaut >root/\xC3\xA4.sig && "
              "ln -s ../../x.sig root/a/b/up && ln -s a/b root/ab && "
              "ln -s ../out/s.sig root/leak && ln -s ../out root/outside && "
              "ln -s \"$PWD/root/x.sig\" root/abs && "
              "ln -s \"$PWD/out/s.sig\" root/abs_leak && "
              "ln -s /dev/zero root/zero && ln -s one root/two && ln -s two root/one "
              "&& ln -s ../root/x.sig root/through && ln -s root link && "
              "mkfifo root/fifo out/fifo && ln -s ../out/fifo root/fifo_out && "
              "ln -s gone root/dangling",
              NULL, NULL) == 0);
    cr_assert(chdir(folder) == 0);
    return folder;
}

static ptc_files *files_of(const char *root, const char *const *folders, size_t count)
{
    ptc_files_options options = {.struct_size = sizeof options,
                                 .root = root,
                                 .folders = folders,
                                 .folder_count = count};
    ptc_files *files;

    cr_assert(ptc_files_make(&arena, &options, &files) == PTC_OK);
    return files;
}

/* The content without its newline, or the fault; "missing". */
static const char *loaded(ptc_files *files, const char *from, const char *name)
{
    ptc_source here = {ptc_str_of(from), PTC_STR("")};
    const ptc_source *source = ptc_files_load(ptc_str_of(name), &here, files);
    const char *fault;

    if (source == NULL) {
        fault = ptc_files_fault(files);
        return fault ? fault : "missing";
    }
    for (size_t i = 0; i < PTC_PADDING; i++)
        cr_expect(source->text.ptr[source->text.len + i] == 0, "%s", name);
    return source->text.len > 0 ? ptc_str_copy(&arena, ptc_str_make(source->text.ptr,
                                                                    source->text.len - 1))
                                      .ptr
                                : "";
}

static const char outside[] = "is outside the root folder";

Test(files, names_are_confined_to_the_root)
{
    static const struct {
        const char *from;
        const char *name;
        const char *wanted;
    } rows[] = {
        {"root/k.sig", "x.sig", "in"},
        {"root/k.sig", "./a//b/../b/y.sig", "deep"},
        {"root/a/b/k.sig", "../../x.sig", "in"},
        {"root/k.sig", "a b.sig", "blank"},
        {"root/k.sig", "\xC3\xA4.sig", "umlaut"},
        {"root/k.sig", "a/b/up", "in"},
        {"root/k.sig", "ab/y.sig", "deep"},
        {"root/k.sig", "ab/../b/y.sig", "deep"}, /* the way back is from a/b */
        {"root/k.sig", "abs", "in"},
        {"root/ab/k.sig", "y.sig", "deep"},
        {"root/k.sig", "../out/s.sig", outside},
        {"root/k.sig", "../root/x.sig", outside},
        {"root/k.sig", "a/../../out/s.sig", outside},
        {"root/k.sig", "../out/gone.sig", outside},
        {"root/k.sig", "/etc/passwd", outside},
        {"root/k.sig", "/no/such/file", outside},
        {"root/k.sig", "leak", outside},
        {"root/k.sig", "outside/s.sig", outside},
        {"root/k.sig", "outside/gone.sig", outside},
        {"root/k.sig", "abs_leak", outside},
        {"root/k.sig", "through", outside},
        {"root/k.sig", "zero", outside},
        {"root/k.sig", "fifo_out", outside},
        {"root/k.sig", "fifo", "is a pipe, not a regular file"},
        {"root/k.sig", "one", "follows symbolic links in a circle"},
        {"root/k.sig", "a", "is a folder, not a regular file"},
        {"root/k.sig", "ab", "is a folder, not a regular file"},
        {"root/k.sig", ".", "is a folder, not a regular file"},
        {"root/k.sig", "dangling", "missing"},
        {"root/k.sig", "gone.sig", "missing"},
        {"root/k.sig", "x.sig/", "missing"},
        {"root/k.sig", "x.sig/y.sig", "missing"},
        {"root/k.sig", "gone/../x.sig", "missing"},
        {"root/gone/k.sig", "x.sig", "missing"},
        {"k.sig", "root/x.sig", "in"},
        {"k.sig", "./root/x.sig", "in"},
        {"k.sig", "root/../out/s.sig", outside},
        {"k.sig", "out/s.sig", outside},
        {"out/k.sig", "s.sig", outside},
        {"out/k.sig", "../root/x.sig", outside},
    };
    static const char *const spellings[] = {"root", "root/", "./root/.", "link",
                                            "root/a/.."};

    make_tree();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t k = 0; k < sizeof spellings / sizeof spellings[0]; k++) {
            const char *got =
                loaded(files_of(spellings[k], NULL, 0), rows[i].from, rows[i].name);

            cr_expect_str_eq(got, rows[i].wanted, "--root %s, %s in %s: %s", spellings[k],
                             rows[i].name, rows[i].from, got);
        }
    }
}

/* A file named by its whole path is in the root when the path leads there. */
Test(files, absolute_names_may_lead_into_the_root)
{
    const char *folder = make_tree();
    char *real = realpath(folder, NULL);
    ptc_files *files = files_of("root", NULL, 0);

    cr_expect_str_eq(loaded(files, "root/k.sig", format("%s/%s", real, "root/x.sig")),
                     "in");
    cr_expect_str_eq(loaded(files, "out/k.sig", format("%s/%s", real, "root/a/b/y.sig")),
                     "deep");
    cr_expect_str_eq(loaded(files, "root/k.sig", format("%s/%s", real, "out/s.sig")),
                     outside);
    cr_expect_str_eq(
        loaded(files, "root/k.sig", format("%s/%s", real, "root/../out/s.sig")), outside);
    cr_expect_str_eq(loaded(files, "root/k.sig", format("%s/%s", real, "rootx")),
                     outside);
    free(real);
    cr_expect_str_eq(loaded(files_of("/", NULL, 0), "root/k.sig", "../out/s.sig"),
                     "secret");
}

Test(files, without_a_root_names_are_free_and_kinds_are_not)
{
    static const struct {
        const char *name;
        const char *wanted;
    } rows[] = {
        {"../out/s.sig", "secret"},
        {"leak", "secret"},
        {"abs_leak", "secret"},
        {"fifo", "is a pipe, not a regular file"},
        {"zero", "is a device, not a regular file"},
        {"/dev/zero", "is a device, not a regular file"},
        {"/dev/tty", "is a device, not a regular file"},
        {"one", "follows symbolic links in a circle"},
        {"outside", "is a folder, not a regular file"},
        {"dangling", "missing"},
        {"x.sig/y", "missing"},
    };
    ptc_files *files;

    make_tree();
    files = files_of(NULL, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *got = loaded(files, "root/k.sig", rows[i].name);

        cr_expect_str_eq(got, rows[i].wanted, "%s: %s", rows[i].name, got);
    }
}

Test(files, folders_are_looked_through_and_confined)
{
    static const char *const folders[] = {"root/a/b", "out"};
    const char *folder = make_tree();
    ptc_files *files = files_of("root", folders, 2);

    cr_expect_str_eq(loaded(files, "root/k.sig", "y.sig"), "deep");
    cr_expect_str_eq(loaded(files, "root/k.sig", "../../x.sig"), "in");
    cr_expect_str_eq(loaded(files, "root/k.sig", "s.sig"), outside);
    cr_expect_str_eq(loaded(files_of(NULL, folders, 2), "root/k.sig", "s.sig"), "secret");
    /* A folder of that name is skipped, a pipe is not. */
    cr_assert(shell(folder, "mkdir root/y.sig && mkfifo root/a/s.sig", NULL, NULL) == 0);
    cr_expect_str_eq(loaded(files, "root/k.sig", "y.sig"), "deep");
    cr_expect_str_eq(loaded(files_of(NULL, folders, 2), "root/a/k.sig", "s.sig"),
                     "is a pipe, not a regular file");
}

Test(files, are_read_once_and_up_to_the_limit)
{
    const ptc_source from = {PTC_STR("root/k.sig"), PTC_STR("")};
    const ptc_source *first;
    ptc_files *files;
    const char *folder = make_tree();

    files = files_of("root", NULL, 0);
    first = ptc_files_load(PTC_STR("x.sig"), &from, files);
    cr_assert(first != NULL);
    cr_expect(ptc_str_equal(first->name, PTC_STR("root/x.sig")));
    cr_expect(ptc_files_load(PTC_STR("abs"), &from, files) == first);
    cr_expect(ptc_files_load(PTC_STR("a/b/up"), &from, files) == first);
    cr_assert(shell(folder,
                    "truncate -s 16777216 root/most.sig && "
                    "truncate -s 16777217 root/more.sig && : >root/empty.sig",
                    NULL, NULL) == 0);
    first = ptc_files_load(PTC_STR("most.sig"), &from, files);
    cr_expect(first != NULL && first->text.len == PTC_SOURCE_MAX);
    cr_expect_str_eq(loaded(files, "root/k.sig", "more.sig"), "is larger than 16 MiB");
    cr_expect_str_eq(loaded(files_of(NULL, NULL, 0), "root/k.sig", "more.sig"),
                     "is larger than 16 MiB");
    cr_expect_str_eq(loaded(files, "root/k.sig", "empty.sig"), "");
}

Test(files, refuses_bad_names_and_roots)
{
    static const char *const roots[] = {"gone", "root/x.sig", "", "root/one"};
    const ptc_source from = {PTC_STR("root/k.sig"), PTC_STR("")};
    ptc_files_options options = {.struct_size = sizeof options};
    char *depth = calloc(1, 20000);
    ptc_files *files;

    make_tree();
    cr_assert(depth != NULL);
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        options.root = roots[i];
        cr_expect(ptc_files_make(&arena, &options, &files) == PTC_ERROR_ARGUMENT &&
                      files == NULL,
                  "%s", roots[i]);
    }
    files = files_of("root", NULL, 0);
    cr_expect(ptc_files_load(PTC_STR(""), &from, files) == NULL);
    cr_expect(ptc_files_load(PTC_STR("x.sig\0.png"), &from, files) == NULL);
    cr_expect(ptc_files_fault(files) == NULL);
    memset(depth, 'a', 19999);
    cr_expect_str_eq(loaded(files, "root/k.sig", depth),
                     "cannot be read: its path is too long");
    for (size_t i = 1; i < 19999; i += 2)
        depth[i] = '/';
    cr_expect(strcmp(loaded(files, "root/k.sig", depth), "in") != 0);
    free(depth);
    cr_expect(ptc_files_make(&arena, NULL, &files) == PTC_OK);
    cr_expect_str_eq(loaded(files, "root/k.sig", "x.sig"), "in");
}

Test(files, memory_that_is_refused_is_not_a_missing_file)
{
    static char room[4096];
    const ptc_source from = {PTC_STR("root/k.sig"), PTC_STR("")};
    ptc_files_options options = {.struct_size = sizeof options, .root = "root"};
    unsigned refused = 0;
    bool is_read = false;

    make_tree();
    for (size_t size = 64; size < sizeof room; size += 16) {
        ptc_arena small;
        ptc_files *files;
        ptc_status status;

        ptc_arena_init_memory(&small, room, size);
        status = ptc_files_make(&small, &options, &files);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY);
        if (status != PTC_OK)
            continue;
        is_read = ptc_files_load(PTC_STR("x.sig"), &from, files) != NULL;
        refused += !is_read;
        if (!is_read)
            cr_expect_str_eq(ptc_files_fault(files), "cannot be read: out of memory");
    }
    cr_expect(is_read && refused > 0);
}

/* --- While someone changes the tree ----------------------------------------------- */

static atomic_bool is_over;

/* Turns `root/door` into a folder and into a link that leads out, as fast as it can. */
static void *swap(void *user)
{
    (void)user;
    while (!is_over) {
        (void)rename("root/door", "root/inside");
        (void)rename("root/leading", "root/door");
        (void)rename("root/door", "root/leading");
        (void)rename("root/inside", "root/door");
    }
    return NULL;
}

Test(files, no_one_is_led_out_by_renaming)
{
    const ptc_source from = {PTC_STR("root/k.sig"), PTC_STR("")};
    const char *folder = make_tree();
    unsigned inside = 0;
    pthread_t thread;

    cr_assert(shell(folder,
                    "mkdir root/door && echo in >root/door/s.sig && "
                    "ln -s ../out root/leading",
                    NULL, NULL) == 0);
    cr_assert(pthread_create(&thread, NULL, swap, NULL) == 0);
    for (unsigned i = 0; i < 5000; i++) {
        ptc_arena here;
        ptc_files_options options = {.struct_size = sizeof options, .root = "root"};
        const ptc_source *source;
        ptc_files *files;

        ptc_arena_init(&here, NULL, 0);
        cr_assert(ptc_files_make(&here, &options, &files) == PTC_OK);
        source = ptc_files_load(PTC_STR("door/s.sig"), &from, files);
        if (source != NULL)
            cr_assert(ptc_str_equal(source->text, PTC_STR("in\n")));
        inside += source != NULL;
        ptc_arena_free(&here);
    }
    is_over = true;
    pthread_join(thread, NULL);
    cr_expect(inside > 0);
}

/* --- With the readers ------------------------------------------------------------- */

Test(files, contracts_are_read_beneath_a_root)
{
    ptc_source source = {PTC_STR("root/k.sig"),
                         PTC_STR("include \"types/t.sig\"\nf(a :t) -> :int\n")};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .load = ptc_files_load,
                                    .load_fault = ptc_files_fault};
    const char *folder = make_tree();
    ptc_contracts contracts;
    ptc_diags diags;

    cr_assert(
        shell(folder,
              "mkdir root/types && echo 'include \"../u.sig\"' >root/types/t.sig && "
              "echo 't = {u :u}' >>root/types/t.sig && echo 'u = :int' >root/u.sig",
              NULL, NULL) == 0);
    options.user = files_of("root", NULL, 0);
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_contracts_read(&arena, &source, &options, &diags, &contracts) ==
              PTC_OK);
    cr_expect(contracts.source_count == 3 &&
              ptc_str_equal(contracts.sources[2]->name, PTC_STR("root/types/../u.sig")));
    options.user = files_of("root/types", NULL, 0);
    source.name = PTC_STR("root/types/k.sig");
    source.text = PTC_STR("include \"t.sig\"\nf(a :t) -> :int\n");
    cr_expect(ptc_contracts_read(&arena, &source, &options, &diags, &contracts) ==
              PTC_ERROR_SYNTAX);
}

/* Addresses are files of the folder that stands for their beginning; the longest one
 * counts, and nothing leads out. */
Test(files, addresses_are_files_of_a_folder)
{
    static const ptc_reference_root roots[] = {{"https://a.org/", "root"},
                                               {"https://a.org/b", "root/a/b"}};
    ptc_files_options options = {.struct_size = sizeof options,
                                 .references = roots,
                                 .reference_count = sizeof roots / sizeof *roots};
    static const char *const rows[][2] = {
        {"https://a.org/x.sig", "in\n"},
        {"https://a.org/doc", "document\n"},
        {"https://a.org/b/y.sig", "deep\n"},
        {"https://a.org/a/b/y.sig", "deep\n"},
        {"https://a.org/none", NULL},
        {"https://a.org/leak", NULL},
        {"https://a.org/outside/s.sig", NULL},
        {"https://a.org/../out/s.sig", NULL},
        {"https://a.org", NULL},
        {"https://a.org/", NULL},
        {"https://a.orgx.sig", NULL},
        {"x.sig", NULL},
        {"https://a.org/fifo", NULL},
        {"https://a.org/b", NULL},
    };
    const char *folder = make_tree();
    ptc_files *files;

    cr_assert(shell(folder, "echo document >root/doc.json", NULL, NULL) == 0);
    cr_assert(ptc_files_make(&arena, &options, &files) == PTC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_source *found = ptc_files_refer(ptc_str_of(rows[i][0]), files);

        cr_expect((found != NULL) == (rows[i][1] != NULL), "%s", rows[i][0]);
        if (found != NULL && rows[i][1] != NULL)
            cr_expect(ptc_str_equal(found->text, ptc_str_of(rows[i][1])), "%s",
                      rows[i][0]);
    }
    ptc_files_refer(PTC_STR("https://a.org/leak"), files);
    cr_expect_str_eq(ptc_files_fault(files), "is outside the root folder");
    cr_expect(ptc_files_refer(PTC_STR("https://a.org/x.sig"), files) ==
              ptc_files_refer(PTC_STR("https://a.org/x.sig"), files));
}
