/* SPDX-License-Identifier: MIT */
/*
 * Walking parsed documents: the cost of a verdict, without reading the text.
 *
 *   bench_walk SCHEMA DATA.jsonl ROUNDS [explain|coerce]
 *
 * Reads the schema (.edn: Malli, else shorthand), parses each line once and judges all of
 * them ROUNDS times at the JSON boundary, direction output. Prints the number of
 * documents that were valid, nothing else. Instructions per document are the difference
 * of two run lengths, so that reading does not count:
 *
 *   for n in 10 110; do
 *     valgrind --tool=callgrind --callgrind-out-file=/dev/null build/bench/bench_walk \
 *       ../shared/bench/json/b.malli.edn ../shared/bench/json/b.jsonl $n
 *   done
 *
 * (Ir of the second - Ir of the first) / (100 * lines of the file).
 */
#include <ptc/ptc.h>

#include <stdio.h>
#include <stdlib.h>

#define BENCH_DOCUMENTS_MAX 4096

static char *read_all(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;
    size_t got;

    *len = 0;
    if (file == NULL)
        return NULL;
    do {
        if (*len == room) {
            room = room * 2 + 65536;
            text = realloc(text, room);
            if (text == NULL)
                exit(2);
        }
        got = fread(text + *len, 1, room - *len, file);
        *len += got;
    } while (got > 0);
    fclose(file);
    return text;
}

static bool read_schema(ptc_arena *arena, const char *path, ptc_schema *out)
{
    ptc_source source;
    ptc_diags diags;
    size_t len;
    char *text = read_all(path, &len);
    bool is_malli = strstr(path, ".edn") != NULL;
    ptc_status status;

    if (text == NULL)
        return false;
    source.name = ptc_str_of(path);
    source.text = ptc_str_make(text, len);
    ptc_diags_init(&diags, arena);
    status = is_malli ? ptc_malli_read(arena, &source, NULL, &diags, out)
                      : ptc_signature_read(arena, &source, NULL, &diags, out);
    free(text);
    return status == PTC_OK;
}

static size_t read_documents(ptc_arena *arena, const char *text, size_t len,
                             ptc_value *out)
{
    size_t count = 0;

    while (len > 0 && count < BENCH_DOCUMENTS_MAX) {
        const char *newline = memchr(text, '\n', len);
        size_t line = newline != NULL ? (size_t)(newline - text) : len;
        size_t step = newline != NULL ? line + 1 : line;

        if (line > 0 &&
            ptc_json_read(arena, text, line, NULL, &out[count++], NULL, NULL) != PTC_OK)
            exit(1);
        text += step;
        len -= step;
    }
    return count;
}

static ptc_status judge(const ptc_schema *schema, const ptc_value *value, char how)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .direction = how == 'c' ? PTC_INPUT : PTC_OUTPUT,
                                .boundary = PTC_BOUNDARY_JSON};
    ptc_report report;
    ptc_arena arena;
    ptc_value made;
    ptc_status status;

    if (how == 'v')
        return ptc_schema_validate(schema, value, &options, NULL);
    ptc_arena_init(&arena, NULL, 0);
    ptc_report_init(&report, &arena);
    status = how == 'e'
                 ? ptc_schema_validate(schema, value, &options, &report)
                 : ptc_schema_coerce(schema, value, &options, &arena, &made, &report);
    ptc_arena_free(&arena);
    return status;
}

int main(int argc, char **argv)
{
    static ptc_value documents[BENCH_DOCUMENTS_MAX];
    char how = argc > 4 ? argv[4][0] : 'v';
    unsigned long valid = 0;
    ptc_schema schema;
    ptc_arena arena;
    size_t count;
    size_t len;
    char *text;

    if (argc < 4)
        return 2;
    ptc_arena_init(&arena, NULL, 0);
    if (!read_schema(&arena, argv[1], &schema) ||
        (text = read_all(argv[2], &len)) == NULL)
        return 2;
    count = read_documents(&arena, text, len, documents);
    for (long round = atol(argv[3]); round > 0; round--) {
        for (size_t i = 0; i < count; i++)
            valid += judge(&schema, &documents[i], how) == PTC_OK;
    }
    printf("%lu\n", valid);
    ptc_arena_free(&arena);
    free(text);
    return 0;
}
