/* SPDX-License-Identifier: MIT */
/*
 * Large and hostile contracts through the C writer: it holds little more than what it
 * writes, twice the contract takes no more than about twice the memory, and a refused
 * allocation is a decided error wherever it comes. Every byte that reader and writer take
 * is counted; nothing is timed, but a step that were quadratic would not end in time.
 */
#include <criterion/criterion.h>

#include "generator/emit/emit_int.h"
#include "support.h"

#include <stdlib.h>

#define MIB ((size_t)1 << 20)

/* --- Counted memory ---------------------------------------------------------------- */

typedef struct meter {
    size_t held;
    size_t peak;
    size_t allocations;
    size_t allowed; /* allocations from this one on are refused; 0: none */
} meter;

static void *meter_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    meter *count = user;
    void *place;

    if (new_size == 0) {
        count->held -= old_size;
        free(old);
        return NULL;
    }
    if (count->allowed && ++count->allocations >= count->allowed)
        return NULL;
    place = realloc(old, new_size);
    if (place)
        count->held += new_size - old_size;
    if (count->held > count->peak)
        count->peak = count->held;
    return place;
}

/* --- Generating -------------------------------------------------------------------- */

typedef struct outcome {
    ptc_status status;
    size_t errors;
    size_t out; /* bytes of both files */
    size_t peak;
} outcome;

static size_t size_of(const ptcc_pieces *pieces)
{
    size_t size = 0;

    for (const ptcc_piece *piece = pieces->first; piece; piece = piece->next)
        size += piece->text.len;
    return size;
}

static ptc_status write_contracts(ptc_arena *arena, ptc_str text,
                                  ptc_contract_format format, ptc_diags *diags,
                                  ptcc_c_files *files)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_contract_options options = {.struct_size = sizeof options, .format = format};
    ptc_contracts contracts;
    ptcc_c_request request = {
        .contracts = &contracts,
        .source_name = PTC_STR("big.sig"),
        .stem = PTC_STR("big"),
        .header_name = PTC_STR("big.ptc.h"),
        .include_name = PTC_STR("big.ptc.h"),
    };
    ptc_status status;

    ptc_diags_init(diags, arena);
    if (source == NULL)
        return PTC_ERROR_MEMORY;
    source->name = request.source_name;
    source->text = text;
    status = ptc_contracts_read(arena, source, &options, diags, &contracts);
    return status == PTC_OK ? ptcc_c_write(arena, &request, diags, files) : status;
}

static outcome generate(ptc_str text, ptc_contract_format format, size_t allowed)
{
    meter count = {.allowed = allowed};
    ptc_allocator allocator = {meter_allocate, &count};
    outcome result;
    ptcc_c_files files;
    ptc_arena arena;
    ptc_diags diags;

    ptc_arena_init(&arena, &allocator, 0);
    result.status = write_contracts(&arena, text, format, &diags, &files);
    result.errors = diags.errors;
    result.out =
        result.status == PTC_OK ? size_of(&files.header) + size_of(&files.source) : 0;
    result.peak = count.peak;
    ptc_arena_free(&arena);
    cr_expect(count.held == 0, "%zu bytes stay", count.held);
    return result;
}

/* --- Contracts --------------------------------------------------------------------- */

typedef void (*make_fn)(ptc_text *out, size_t size);

/* Appends a pattern; `#` in it is the number. */
static void add(ptc_text *out, const char *pattern, size_t number)
{
    for (; *pattern; pattern++) {
        if (*pattern == '#')
            ptc_text_uint(out, number);
        else
            ptc_text_byte(out, *pattern);
    }
}

static void add_all(ptc_text *out, const char *before, const char *pattern,
                    const char *behind, size_t count)
{
    ptc_text_cstr(out, before);
    for (size_t i = 0; i < count; i++)
        add(out, pattern, i);
    ptc_text_cstr(out, behind);
}

static void make_signatures(ptc_text *out, size_t size)
{
    add_all(out, "",
            "tool_#(query :string, limit :int?, ratio :float, active :bool) -> :string\n",
            "", size);
}

static void make_fields(ptc_text *out, size_t size)
{
    add_all(out, "wide(last :int", ", field_# :int", ") -> :int\n", size);
}

static void make_optional_fields(ptc_text *out, size_t size)
{
    add_all(out, "wide(last :int?", ", field_# {a :int}?", ") -> :int\n", size);
}

/* Keys that no reader tries in order. */
static void make_odd_fields(ptc_text *out, size_t size)
{
    add_all(out, "wide(last :int?", ", \"field]#\" :int?", ") -> :int\n", size);
}

/* Every member but the first becomes the constant of another. */
static void make_enum(ptc_text *out, size_t size)
{
    ptc_text_cstr(out, "[:=> [:cat [:map [:x [:enum");
    for (size_t i = 0; i < size; i++)
        add(out, i % 2 ? " \"member_#\"" : " \"member-#\"", i / 2);
    ptc_text_cstr(out, "]]]] :int]");
}

static void make_union(ptc_text *out, size_t size)
{
    add_all(out, "[:=> [:cat [:map [:x [:or", " [:map [:a# :int]]", "]]]] :int]", size);
}

/* Alternatives that all want one name. */
static void make_multi(ptc_text *out, size_t size)
{
    ptc_text_cstr(out, "[:=> [:cat [:map [:x [:multi {:dispatch :t}");
    for (size_t i = 0; i < size; i++)
        add(out, i % 2 ? " [\"k_#\" [:map [:t :string]]]" : " [\"k-#\" [:map [:t :any]]]",
            i / 2);
    ptc_text_cstr(out, "]]]] :int]");
}

/* 4 nodes for each. */
static void make_nodes(ptc_text *out, size_t size)
{
    ptc_text_cstr(out, "big(last :int");
    for (size_t i = 0; i < size / 4; i++) {
        add(out, i % 100 ? ", " : i ? "}, g# {" : ", g# {", i);
        add(out, "f# [{a :int, b :string}]", i);
    }
    ptc_text_cstr(out, size ? "}) -> :int\n" : ") -> :int\n");
}

static void make_maps_in_maps(ptc_text *out, size_t size)
{
    add_all(out, "deep(a ", "{a ", ":int", size);
    add_all(out, "", "}", ") -> :int\n", size);
}

static void make_lists_in_lists(ptc_text *out, size_t size)
{
    add_all(out, "deep(a ", "[", ":int", size);
    add_all(out, "", "]", ") -> :int\n", size);
}

/* Functions before the types they use, and types before those. */
static void make_types(ptc_text *out, size_t size)
{
    add_all(out, "", "use_#(a :t-#) -> [:t_#]\n", "", size);
    for (size_t i = 0; i < size; i++) {
        add(out, "t_# = {x :int", i);
        if (i % 20 != 19)
            add(out, ", y [:t-#]", i + 1 < size ? i + 1 : i);
        ptc_text_cstr(out, "}\n");
    }
}

/* References to references, defined last first: what the last may be, all may be. */
static void make_references(ptc_text *out, size_t size)
{
    ptc_text_cstr(out, "[:schema {:registry {");
    add(out, "\"d#\" [:maybe :string]", size);
    for (size_t i = size; i-- > 0;) {
        add(out, " \"d#\" [:or :int [:map [:k# :int]] ", i);
        add(out, "[:ref \"d#\"]]", i + 1);
    }
    ptc_text_cstr(out, "}} [:map [:x [:ref \"d0\"]]]]");
}

/* References that go back while the map between them goes on. */
static void make_circles(ptc_text *out, size_t size)
{
    ptc_text_cstr(out, "[:schema {:registry {\"d0\" [:maybe :string]");
    for (size_t i = 1; i < size; i++) {
        add(out, " \"d#\" [:or :int ", i);
        add(out, "[:ref \"d#\"] ", i - 1);
        add(out, "[:map [:k [:ref \"d#\"]]]]", i + 1);
    }
    add(out, " \"d#\" :int}} [:map [:x [:ref \"d1\"]]]]", size);
}

/* --- Rows -------------------------------------------------------------------------- */

typedef struct size_row {
    const char *name;
    make_fn make;
    ptc_contract_format format;
    size_t size;
    size_t most;   /* MiB at the same time, reader included */
    size_t growth; /* per cent that half the contract may take more for the whole */
} size_row;

/* Nesting multiplies by the length of names, which is the depth: 4 times for twice. */
static const size_row rows[] = {
    {"signatures", make_signatures, PTC_CONTRACT_SIG, 1000, 40, 210},
    {"fields", make_fields, PTC_CONTRACT_SIG, 5000, 32, 220},
    {"optional fields", make_optional_fields, PTC_CONTRACT_SIG, 5000, 48, 220},
    {"odd fields", make_odd_fields, PTC_CONTRACT_SIG, 5000, 32, 220},
    {"enum", make_enum, PTC_CONTRACT_MALLI_EDN, 1000, 8, 220},
    {"union", make_union, PTC_CONTRACT_MALLI_EDN, 4000, 32, 220},
    {"multi", make_multi, PTC_CONTRACT_MALLI_EDN, 4000, 32, 220},
    {"nodes", make_nodes, PTC_CONTRACT_SIG, 100000, 320, 220},
    {"maps in maps", make_maps_in_maps, PTC_CONTRACT_SIG, 480, 24, 450},
    {"lists in lists", make_lists_in_lists, PTC_CONTRACT_SIG, 480, 24, 450},
    {"types", make_types, PTC_CONTRACT_SIG, 1000, 160, 220},
    {"references", make_references, PTC_CONTRACT_MALLI_EDN, 4000, 80, 220},
    {"circles", make_circles, PTC_CONTRACT_MALLI_EDN, 4000, 80, 220},
};

static outcome run_row(const size_row *row, size_t size)
{
    ptc_arena arena;
    ptc_text text;
    outcome result;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    row->make(&text, size);
    result = generate(ptc_text_view(&text), row->format, 0);
    ptc_arena_free(&arena);
    return result;
}

Test(gen_size, memory_is_near_the_size_of_the_output, .timeout = 240)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_row *row = &rows[i];
        outcome half = run_row(row, row->size / 2);
        outcome whole = run_row(row, row->size);
        size_t slack = MIB; /* chunks that are not full */

        cr_expect(half.status == PTC_OK && whole.status == PTC_OK, "%s: %s, %zu errors",
                  row->name, ptc_status_name(whole.status), whole.errors);
        cr_expect(whole.peak <= row->most * MIB, "%s: %zu KiB for %zu KiB of output",
                  row->name, whole.peak / 1024, whole.out / 1024);
        cr_expect(whole.out <= half.out * row->growth / 100,
                  "%s: %zu bytes of output, %zu for half", row->name, whole.out,
                  half.out);
        cr_expect(whole.peak <= half.peak * row->growth / 100 + slack,
                  "%s: %zu KiB, %zu for half", row->name, whole.peak / 1024,
                  half.peak / 1024);
    }
}

/* What is beyond the limits of the readers never reaches the writer. */
Test(gen_size, more_than_the_limits_is_refused)
{
    static const size_row refused[] = {
        {"enum", make_enum, PTC_CONTRACT_MALLI_EDN, 10000, 0, 0},
        {"maps in maps", make_maps_in_maps, PTC_CONTRACT_SIG, 600, 0, 0},
        {"lists in lists", make_lists_in_lists, PTC_CONTRACT_SIG, 100000, 0, 0},
    };

    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        outcome result = run_row(&refused[i], refused[i].size);

        cr_expect(result.status == PTC_ERROR_SYNTAX && result.errors > 0, "%s: %s",
                  refused[i].name, ptc_status_name(result.status));
    }
}

/* --- Refused memory ---------------------------------------------------------------- */

Test(gen_size, refused_memory_is_an_error_wherever_it_comes)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t size = rows[i].growth > 400 ? 40 : 60;
        ptc_status status = PTC_ERROR_MEMORY;
        ptc_arena arena;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        rows[i].make(&text, size);
        for (size_t allowed = 1; status == PTC_ERROR_MEMORY; allowed++) {
            status = generate(ptc_text_view(&text), rows[i].format, allowed).status;
            cr_assert(allowed < 10000, "%s: never enough", rows[i].name);
        }
        cr_expect(status == PTC_OK, "%s: %s", rows[i].name, ptc_status_name(status));
        ptc_arena_free(&arena);
    }
}

/* --- Readers ----------------------------------------------------------------------- */

/* The most lines that one function of the text has. */
static unsigned longest_function(ptc_str text)
{
    unsigned longest = 0;
    unsigned first = 0;
    unsigned number = 0;
    ptc_str line;

    while (test_next_line(&text, &line, &number)) {
        if (line.len == 1 && line.ptr[0] == '{')
            first = number;
        if (line.len == 1 && line.ptr[0] == '}' && number - first > longest)
            longest = number - first;
    }
    return longest;
}

static ptc_str source_of(ptc_arena *arena, make_fn make, size_t size,
                         ptc_contract_format format)
{
    ptc_diags diags;
    ptcc_c_files files;
    ptc_text text;

    ptc_text_init(&text, arena);
    make(&text, size);
    cr_assert(write_contracts(arena, ptc_text_view(&text), format, &diags, &files) ==
              PTC_OK);
    return ptcc_pieces_join(arena, files.source.first);
}

/* Compilers take a time for a function that grows faster than it does, and most for one
 * that jumps: beyond 32 fields no reader does, and none is longer for more of them. */
Test(gen_size, readers_of_wide_maps_are_small_functions)
{
    static const struct {
        make_fn make;
        size_t size; /* one field less than the map has */
        bool is_wide;
    } maps[] = {
        {make_fields, 31, false},         {make_fields, 32, true},
        {make_fields, 3000, true},        {make_optional_fields, 31, false},
        {make_optional_fields, 32, true}, {make_optional_fields, 3000, true},
        {make_odd_fields, 31, false},     {make_odd_fields, 3000, true},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        ptc_str source = source_of(&arena, maps[i].make, maps[i].size, PTC_CONTRACT_SIG);

        cr_expect((strstr(source.ptr, "ptc_gen_wide_map(") != NULL) == maps[i].is_wide,
                  "row %zu", i);
        if (maps[i].is_wide)
            cr_expect(longest_function(source) < 400, "row %zu: %u lines", i,
                      longest_function(source));
        if (maps[i].is_wide && maps[i].make == make_fields)
            cr_expect(strstr(source.ptr, "goto ") == NULL, "row %zu", i);
    }
    ptc_arena_free(&arena);
}

/* Members beyond a few are a table, not code. */
Test(gen_size, readers_of_large_enums_are_small_functions)
{
    ptc_arena arena;
    ptc_str source;

    ptc_arena_init(&arena, NULL, 0);
    source = source_of(&arena, make_enum, 16, PTC_CONTRACT_MALLI_EDN);
    cr_expect(strstr(source.ptr, "ptc_gen_word(") == NULL);
    source = source_of(&arena, make_enum, 1000, PTC_CONTRACT_MALLI_EDN);
    cr_expect(strstr(source.ptr, "ptc_gen_word(") != NULL);
    cr_expect(longest_function(source) < 60, "%u lines", longest_function(source));
    ptc_arena_free(&arena);
}

/* --- Comments ---------------------------------------------------------------------- */

/* The most lines that one comment of the text has. */
static unsigned longest_comment(ptc_str text)
{
    unsigned longest = 0;
    unsigned lines = 0;
    unsigned number = 0;
    ptc_str line;

    while (test_next_line(&text, &line, &number)) {
        bool goes_on = line.len > 1 && memcmp(line.ptr, " *", 2) == 0;

        lines = goes_on ? lines + 1 : 0;
        longest = lines > longest ? lines : longest;
    }
    return longest;
}

/* A comment shows where a long schema begins, cut between words. */
Test(gen_size, comments_are_cut)
{
    ptc_arena arena;
    ptc_diags diags;
    ptcc_c_files files;
    ptc_text text;
    ptc_str header;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    make_fields(&text, 400);
    cr_assert(write_contracts(&arena, ptc_text_view(&text), PTC_CONTRACT_SIG, &diags,
                              &files) == PTC_OK);
    header = ptcc_pieces_join(&arena, files.header.first);
    cr_expect(longest_comment(header) == 14, "%u", longest_comment(header));
    cr_expect(strstr(header.ptr, " * {last :int, field_0 :int,") != NULL);
    cr_expect(strstr(header.ptr, " ...\n */\n") != NULL);
    ptc_arena_free(&arena);
}
