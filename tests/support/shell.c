/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *format(const char *pattern, const char *a, const char *b)
{
    static char ring[64][4096];
    static unsigned turn;
    char *slot = ring[turn++ % 64];
    int written = snprintf(slot, sizeof ring[0], pattern, a, b);

    cr_assert(written > 0 && (size_t)written < sizeof ring[0]);
    return slot;
}

const char *project(const char *path)
{
    const char *root = getenv("PTC_ROOT");

    return format("%s/%s", root ? root : ".", path);
}

static const char *setting(const char *name, const char *otherwise)
{
    const char *value = getenv(name);

    return value ? value : otherwise;
}

int shell(const char *folder, const char *line, ptc_str *out, ptc_str *err)
{
    const char *tools =
        format("PTCC='%s' CC='%s'", setting("PTCC_EXE", "ptcc"), setting("PTC_CC", "cc"));
    const char *parts = format("INCLUDE='%s' LIBPTC='%s'", project("runtime/include"),
                               setting("PTC_LIBRARY", "-lptc"));
    const char *prepared = format("%s %s; export PTCC CC INCLUDE LIBPTC", tools, parts);
    const char *placed = format("%s; cd '%s'", prepared, folder);
    const char *argv[] = {"sh", "-c", format("%s && %s", placed, line), NULL};

    return test_run(argv, PTC_STR(""), out, err);
}

void write_file(const char *folder, const char *name, const char *content)
{
    FILE *file = fopen(format("%s/%s", folder, name), "wb");

    cr_assert(file != NULL, "%s/%s", folder, name);
    cr_assert(fwrite(content, 1, strlen(content), file) == strlen(content));
    cr_assert(fclose(file) == 0);
}

bool has(ptc_str text, const char *part)
{
    return text.ptr && strstr(text.ptr, part) != NULL;
}

bool exists(const char *folder, const char *name)
{
    return access(format("%s/%s", folder, name), F_OK) == 0;
}

bool has_tool(const char *name)
{
    const char *argv[] = {name, "--version", NULL};

    if (test_run(argv, PTC_STR(""), NULL, NULL) == 0)
        return true;
    fprintf(stderr, "note: %s is absent\n", name);
    return false;
}

struct stat look(const char *folder, const char *name)
{
    struct stat status;

    cr_assert(lstat(format("%s/%s", folder, name), &status) == 0, "%s", name);
    return status;
}

bool is_same_file(struct stat a, struct stat b)
{
    return a.st_ino == b.st_ino && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
           a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

const char strict_warnings[] =
    "-fsyntax-only -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wpedantic "
    "-Wcomment -Wtrigraphs -Werror";

typedef struct dialect {
    const char *tool;
    const char *how;
    const char *ending;
} dialect;

static const dialect dialects[] = {
    {"gcc", "-std=c99 -Wmissing-prototypes", ".ptc.c"},
    {"clang", "-std=c11", ".ptc.c"},
    {"clang++", "-std=c++17 -x c++", ".ptc.h"},
    {"gcc", "-std=c11 -O2", ".ptc.c"},
    {"clang", "-std=c99 -Wmissing-prototypes", ".ptc.c"},
    {"clang", "-std=c2x", ".ptc.c"},
    {"g++", "-std=c++17 -x c++", ".ptc.h"},
    {"clang++", "-std=c++20 -x c++", ".ptc.h"},
};

enum { DIALECTS_ONCE = 3 }; /* C of both compilers, and a header in C++ */

static void expect_dialects(const char *folder, const char *stem, size_t count)
{
    if (TEST_IS_SANITIZED)
        return; /* the plain tree asks the compilers; here ptcc is what is looked at */
    for (size_t i = 0; i < count; i++) {
        const char *command = format("%s %s", dialects[i].tool, dialects[i].how);
        ptc_str err = {NULL, 0};

        if (!has_tool(dialects[i].tool))
            continue;
        command = format("%s %s -I $INCLUDE", command, strict_warnings);
        command = format("%s %s", command, format("%s%s", stem, dialects[i].ending));
        cr_expect(shell(folder, command, NULL, &err) == 0, "%s: %.2000s", command,
                  err.ptr);
    }
}

void expect_compiles(const char *folder, const char *stem)
{
    expect_dialects(folder, stem, sizeof dialects / sizeof *dialects);
}

void expect_compiles_once(const char *folder, const char *stem)
{
    expect_dialects(folder, stem, DIALECTS_ONCE);
}
