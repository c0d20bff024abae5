/* SPDX-License-Identifier: MIT */
/*
 * Paths and SQL of definitions, checked against their arguments: what is reported, and
 * where. [brimley 8]
 */
#include "uses.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#define HEAD(arguments)                                                                  \
    "---\nname: find\ntype: sql_function\narguments: {inline: {" arguments               \
    "}}\nreturn_shape: dict\n---\n"
#define PATH(path, arguments)                                                            \
    "{\"name\": \"get\",\n \"path\": \"" path                                            \
    "\",\n \"arguments\": {\"inline\": {" arguments "}}}\n"

/* A file, and what `ptcc check` says of it: a part of it, or "" for nothing. */
typedef struct checked {
    const char *name;
    const char *text;
    int status;
    const char *told;
} checked;

static const checked rows[] = {
    /* SQL */
    {"a.sql", HEAD("id: int") "SELECT 1 WHERE x = :id\n", 0, ""},
    {"a.sql", HEAD("id: int") "SELECT 1\nWHERE x = :di\n", 1,
     "a.sql:8:11: error[sql-name]: the SQL has a name :di, which is not an argument\n"},
    {"a.sql", HEAD("customer_id: int") "SELECT :custmer_id\n", 1,
     "did you mean customer_id?"},
    {"a.sql", HEAD("aa: int, bb: int") "SELECT :zzzzzzz, :aa, :bb\n", 1,
     "the arguments are aa, bb"},
    {"a.sql", HEAD("id: int, n: int") "SELECT :id\n", 0,
     "warning[sql-unused]: the SQL does not use argument n\n"},
    {"a.sql", HEAD("id: int") "SELECT :id, 'x\n", 1,
     "a.sql:7:13: error[sql-syntax]: the string is not closed\n"},
    {"a.sql", HEAD("id: int") "SELECT :id /* :x\n", 1, "the comment is not closed"},
    {"a.sql", HEAD("id: int") "SELECT $1\n", 1, "a.sql:7:8: error[sql-syntax]"},
    {"a.sql", HEAD("id: int") "SELECT ':x', id::int -- :y\n WHERE :id", 0, ""},
    {"a.sql", HEAD("customer-id: int") "SELECT :customer_id\n", 0, ""},
    {"b.brimley.json",
     "{\"name\": \"f\", \"sql\": \"SELECT :di\", \"arguments\": {\"inline\": {\"id\": "
     "\"int\"}}}\n",
     1, "b.brimley.json:1:30: error[sql-name]"},
    {"b.brimley.json", "{\"name\": \"f\", \"sql\": \"SELECT :x\"}\n", 1,
     "declare it under `arguments`"},
    /* The path also uses an argument. */
    {"b.brimley.json",
     "{\"name\": \"f\", \"sql\": \"SELECT 1\", \"path\": \"/f/{id}\", \"arguments\": "
     "{\"inline\": {\"id\": \"int\"}}}\n",
     0, ""},
    /* Paths */
    {"c.brimley.json", PATH("/docs/{id}", "\"id\": \"int\""), 0, ""},
    {"c.brimley.json", PATH("/{a}/{b*}", "\"a\": \"date\", \"b\": \"string[]\""), 0, ""},
    {"c.brimley.json", PATH("/{a}", "\"a\": {\"type\": \"string\", \"enum\": [\"x\"]}"),
     0, ""},
    {"c.brimley.json", PATH("/{a}", "\"a\": \"primitive\""), 0, ""},
    {"c.brimley.json", PATH("/{a}", "\"a\": {\"type\": \"int\", \"default\": 1}"), 0, ""},
    {"c.brimley.json", PATH("/docs/{idx}", "\"id\": \"int\""), 1,
     "c.brimley.json:2:18: error[path-parameter]: the path has a parameter idx, which is "
     "not an argument\n"},
    {"c.brimley.json", PATH("/docs/{id}/", "\"id\": \"int\""), 1,
     "c.brimley.json:2:21: error[path-syntax]: a segment of the path is empty\n"},
    {"c.brimley.json", PATH("/docs/x{id}", "\"id\": \"int\""), 1,
     "c.brimley.json:2:17: error[path-syntax]: a parameter is a whole segment"},
    {"c.brimley.json", PATH("/{id*}/x", "\"id\": \"string\""), 1,
     "only the last segment of a path takes all further ones"},
    {"c.brimley.json", PATH("/{id}/{id}", "\"id\": \"string\""), 1,
     "the path has this parameter twice"},
    {"c.brimley.json", PATH("docs", "\"id\": \"string\""), 1, "a path begins with"},
    {"c.brimley.json", PATH("/{ids}", "\"ids\": \"int[]\""), 1,
     "argument ids is one segment of the path and must be a scalar\n"},
    {"c.brimley.json", PATH("/{id*}", "\"id\": \"int\""), 1,
     "argument id takes the rest of the path and must be a string or string[]\n"},
    {"c.brimley.json", PATH("/{id*}", "\"id\": \"int[]\""), 1, "string or string[]"},
    {"c.brimley.json",
     PATH("/{id}", "\"id\": {\"type\": \"int\", \"from_context\": \"app.id\"}"), 1,
     "argument id comes from the host's context, never from a path\n"},
    {"c.brimley.json", "{\"name\": \"f\", \"path\": \"/docs/{id}\"}\n", 1,
     "c.brimley.json:1:23: error[path-parameter]: a path with parameters needs "
     "`arguments`\n"},
    {"c.brimley.json", "{\"name\": \"f\", \"path\": \"/docs\"}\n", 0, ""},
};

/* M476, M479, and names of SQL. */
Test(resources, paths_and_sql_are_checked)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const use one = {{"check", rows[i].name}, "", rows[i].status, "", rows[i].told};

        put_file(rows[i].name, rows[i].text);
        run_uses("PTCC_EXE", &one, 1);
    }
}

/* The text between a fence and the next one. */
static const char *take_example(const char *page, const char *fence)
{
    static char text[1024];
    const char *start = strstr(page, fence);
    const char *end;

    cr_assert(start != NULL, "%s", fence);
    start += strlen(fence);
    end = strstr(start, "\n```");
    cr_assert(end != NULL && (size_t)(end - start) + 2 < sizeof text, "%s", fence);
    memcpy(text, start, (size_t)(end - start) + 1);
    text[end - start + 1] = '\0';
    return text;
}

/* The wrong example of each page gives its code, the right one nothing. */
Test(resources, examples_of_diagnostics)
{
    static const struct {
        const char *code;
        const char *wrong;
        const char *right;
        const char *name;
        int status;
    } pages[] = {
        {"path-syntax", "```brimley wrong\n", "```brimley right\n", "p.brimley.yaml", 1},
        {"path-parameter", "```brimley wrong\n", "```brimley right\n", "p.brimley.yaml",
         1},
        {"sql-syntax", "```sql wrong\n", "```sql right\n", "p.sql", 1},
        {"sql-name", "```sql wrong\n", "```sql right\n", "p.sql", 1},
        {"sql-unused", "```sql wrong\n", "```sql right\n", "p.sql", 0},
    };

    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        char path[64];
        ptc_str page;
        const use wrong = {
            {"check", pages[i].name}, "", pages[i].status, "", pages[i].code};
        const use right = {{"check", pages[i].name}, "", 0, "", ""};

        snprintf(path, sizeof path, "docs/diagnostics/%s.md", pages[i].code);
        page = test_read_project_file(path);
        put_file(pages[i].name, take_example(page.ptr, pages[i].wrong));
        run_uses("PTCC_EXE", &wrong, 1);
        put_file(pages[i].name, take_example(page.ptr, pages[i].right));
        run_uses("PTCC_EXE", &right, 1);
        free((char *)(uintptr_t)page.ptr);
    }
}

/* Two resources of one command that match the same. */
Test(resources, paths_of_one_command_differ)
{
    static const use uses[] = {
        {{"gen", "-o", ".", "k.brimley.json", "d.brimley.json"},
         "",
         1,
         "",
         "d.brimley.json:1:27: error[path-conflict]: the path of find matches the same "
         "as "
         "that of get at k.brimley.json:2:11\n"},
        {{"gen", "-o", ".", "e.brimley.json"},
         "",
         1,
         "",
         "e.brimley.json:2:26: error[path-conflict]: the path of b matches the same as "
         "that of a at e.brimley.json:1:25\n"},
        {{"check", "e.brimley.json"}, "", 1, "", "error[path-conflict]"},
        {{"gen", "-o", ".", "d.brimley.json", "g.brimley.json"}, "", 0, "", ""},
    };

    put_file("k.brimley.json", PATH("/docs/{id}", "\"id\": \"int\""));
    put_file("d.brimley.json",
             "{\"name\": \"find\", \"path\": \"/docs/{n}\", \"arguments\": "
             "{\"inline\": {\"n\": \"string\"}}}\n");
    put_file("e.brimley.json", "[{\"name\": \"a\", \"path\": \"/a%20b\"},\n "
                               "{\"name\": \"b\",  \"path\": \"/a b\"}]\n");
    put_file("g.brimley.json", "{\"name\": \"other\", \"path\": \"/docs/new\"}\n");
    run_uses("PTCC_EXE", uses, sizeof uses / sizeof uses[0]);
}

/* With zones, moments have them. */
Test(resources, moments_have_zones_with_an_option)
{
    static const use uses[] = {
        {{"gen", "--sql-tz", "-o", ".", "moments.sql"}, "", 0, "", ""},
        {{"regen", "--check", "moments.ptc.c"}, "", 0, "", ""},
    };
    ptc_str source;

    put_file("moments.sql", HEAD("at: datetime") "SELECT :at\n");
    run_uses("PTCC_EXE", uses, 2);
    source = test_read_file("moments.ptc.c");
    cr_assert(source.ptr);
    cr_expect(
        strstr(source.ptr,
               "{{\"at\", 2}, 1, 3, \"TIMESTAMPTZ\", PTC_SQL_TIMESTAMP_ZONE, NULL}"));
    cr_expect(strstr(source.ptr, "options: --sql-tz"));
}
