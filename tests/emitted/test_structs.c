/* SPDX-License-Identifier: MIT */
/*
 * What emitted code does at the edge: documents nested as deep as they may be and
 * deeper, structs that no parser made, memory that ends anywhere. The contract is
 * tests/golden/shapes.malli.edn, where every kind of type is. [emitters 11]
 */
#include "emitted/emitted_int.h"
#include "golden_documents.h"

#include "shapes.ptc.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(structs, .init = golden_documents_load);

/* --- Depth ------------------------------------------------------------------------- */

/* How a tree goes down: what is around the tree within it, the levels that this adds to
 * those of the tree's own map, and where it is. */
typedef struct descent {
    const char *name;
    const char *before;
    const char *after;
    unsigned levels;
} descent;

static const descent descents[] = {
    {"next", "{\"label\":\"\",\"next\":", ",\"kids\":[],\"pick\":\"\"}", 1},
    {"pick", "{\"label\":\"\",\"kids\":[],\"pick\":", "}", 1},
    {"kids", "{\"label\":\"\",\"pick\":\"\",\"kids\":[", "]}", 2},
};

#define DESCENTS (sizeof descents / sizeof descents[0])

/* A tree of `count` maps within each other; the innermost has `extra` more levels. */
static ptc_str tree_text(ptc_arena *arena, const descent *way, unsigned count,
                         unsigned extra)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (unsigned i = 1; i < count; i++)
        ptc_text_cstr(&text, way->before);
    ptc_text_cstr(&text, "{\"label\":\"\",\"pick\":\"\",\"kids\":[]");
    if (extra) {
        ptc_text_cstr(&text, ",\"more\":");
        ptc_text_repeat(&text, '[', extra);
        ptc_text_repeat(&text, ']', extra);
    }
    ptc_text_byte(&text, '}');
    for (unsigned i = 1; i < count; i++)
        ptc_text_cstr(&text, way->after);
    return ptc_text_view(&text);
}

/* The same as a value, which no reader has bounded. */
static ptc_value tree_value(ptc_arena *arena, const descent *way, unsigned count)
{
    ptc_value value = ptc_value_nil();
    ptc_value none = ptc_value_vector(NULL, 0);

    for (unsigned i = 0; i < count; i++) {
        ptc_map_entry *entries = ptc_arena_array(arena, 4, sizeof *entries);
        ptc_value *kid = ptc_arena_array(arena, 1, sizeof *kid);
        bool is_kid = i > 0 && strcmp(way->name, "kids") == 0;
        bool is_pick = i > 0 && strcmp(way->name, "pick") == 0;

        *kid = value;
        entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("label")),
                                     ptc_value_string(PTC_STR(""))};
        entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("next")),
                                     is_kid || is_pick ? ptc_value_nil() : value};
        entries[2] = (ptc_map_entry){ptc_value_string(PTC_STR("kids")),
                                     is_kid ? ptc_value_vector(kid, 1) : none};
        entries[3] = (ptc_map_entry){ptc_value_string(PTC_STR("pick")),
                                     is_pick ? value : ptc_value_string(PTC_STR(""))};
        cr_assert(ptc_map_make(arena, entries, 4, &value, NULL) == PTC_OK);
    }
    return value;
}

/* The innermost tree has an empty list, which is one level more. */
Test(structs, documents_nest_as_deep_as_readers_let_them)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t d = 0; d < DESCENTS; d++) {
        const descent *way = &descents[d];
        unsigned most = (PTC_DEPTH_MAX - 2) / way->levels + 1;

        for (unsigned extra = 0; extra < 4; extra++) {
            /* The levels of the innermost map, and of what is in it. */
            unsigned deepest = (most - 1) * way->levels + 1 + (extra > 1 ? extra : 1);
            ptc_status wanted = deepest <= PTC_DEPTH_MAX ? PTC_OK : PTC_ERROR_DEPTH;
            ptc_str text = tree_text(&arena, way, most, extra);
            ptc_json_error error = {0};
            ptc_parse_info info;
            ptc_report report;
            ptc_text back;
            tree out;

            cr_expect(tree_parse(&arena, text.ptr, text.len, NULL, &out, &info) == wanted,
                      "%s, %u more: %s", way->name, extra, ptc_status_name(info.status));
            ptc_report_init(&report, &arena);
            cr_expect(tree_explain(&arena, text.ptr, text.len, NULL, &report, &error) ==
                          wanted,
                      "%s, %u more", way->name, extra);
            if (wanted != PTC_OK)
                continue;
            ptc_text_init(&back, &arena);
            cr_expect(tree_to_json(&back, &out) == PTC_OK, "%s, %u more", way->name,
                      extra);
        }
    }
    ptc_arena_free(&arena);
}

/* A value that is too deep is a fault of the value. */
Test(structs, values_nest_as_deep_as_the_walker_goes)
{
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < DESCENTS * 3; i++) {
        const descent *way = &descents[i / 3];
        unsigned most = (PTC_DEPTH_MAX - 2) / way->levels + 1;
        unsigned count = most + (unsigned)(i % 3);
        bool is_good = (count - 1) * way->levels + 2 <= PTC_DEPTH_MAX;
        ptc_value value = tree_value(&arena, way, count);
        ptc_report report;
        ptc_text text;
        ptc_value back;
        tree out;

        ptc_report_init(&report, &arena);
        ptc_text_init(&text, &arena);
        cr_expect(tree_from_value(&arena, &value, &options, &out, &report) ==
                      (is_good ? PTC_OK : PTC_ERROR_INVALID),
                  "%u by %s", count, way->name);
        cr_expect(tree_validate(&value, &options, NULL) ==
                      (is_good ? PTC_OK : PTC_ERROR_INVALID),
                  "%u by %s", count, way->name);
        if (is_good) {
            cr_expect(tree_to_value(&arena, &out, &back) == PTC_OK, "%u by %s", count,
                      way->name);
            continue;
        }
        ptc_report_write_errors(&text, &report, "");
        cr_expect(strstr(text.ptr, "nested deeper than 512 levels"), "%s: %s", way->name,
                  text.ptr);
    }
    ptc_arena_free(&arena);
}

/* Entries, lists, tuples, unions: each is a level, as readers count. */
Test(structs, containers_of_every_kind_are_levels)
{
    static const char *const texts[] = {
        "{\"scores\":{\"a\":1},\"id\":", "{\"ids\":{\"1\":\"one\"},\"id\":",
        "{\"kw\":{\"k\":[1]},\"id\":",   "{\"tags\":[\"x\"],\"id\":",
        "{\"pair\":[\"a\",1],\"id\":",   "{\"amount\":{\"cents\":1},\"id\":",
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        for (unsigned limit = 1; limit < 4; limit++) {
            ptc_json_options reading = {.struct_size = sizeof reading,
                                        .max_depth = limit};
            ptc_parse_options options = {
                sizeof options, PTC_MODE_ENABLED, PTC_INPUT, limit, NULL, 0};
            ptc_status status;
            ptc_status read;
            ptc_value value;
            ptc_text text;
            payment out;

            ptc_text_init(&text, &arena);
            ptc_text_cstr(&text, texts[i]);
            ptc_text_cstr(&text, "7}");
            read =
                ptc_json_read(&arena, text.ptr, text.len, &reading, &value, NULL, NULL);
            status = payment_parse(&arena, text.ptr, text.len, &options, &out, NULL);
            cr_expect_eq(status, read == PTC_OK ? PTC_ERROR_INVALID : read,
                         "%s at %u: %s", texts[i], limit, ptc_status_name(status));
        }
    }
    ptc_arena_free(&arena);
}

/* 512 levels, each with thousands of trees next to the way down: work and memory stay in
 * proportion to the text. */
Test(structs, wide_and_deep_documents_are_read_at_once, .timeout = 60)
{
    static const char leaf[] = "{\"label\":\"\",\"pick\":\"\",\"kids\":[]},";
    ptc_arena texts;
    ptc_arena arena;
    ptc_text text;
    tree out;

    ptc_arena_init(&texts, NULL, 0);
    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &texts);
    for (unsigned level = 0; level < 250; level++) {
        ptc_text_cstr(&text, "{\"label\":\"\",\"pick\":\"\",\"kids\":[");
        for (unsigned i = 0; i < 200; i++)
            ptc_text_cstr(&text, leaf);
    }
    ptc_text_cstr(&text, "{\"label\":\"\",\"pick\":\"\",\"kids\":[]}");
    for (unsigned level = 0; level < 250; level++)
        ptc_text_cstr(&text, "]}");
    cr_assert(tree_parse(&arena, text.ptr, text.len, NULL, &out, NULL) == PTC_OK);
    cr_expect(out.kids.count == 201);
    fprintf(stderr, "structs: %zu bytes of text, %zu of structs\n", text.len, arena.held);
    cr_expect(arena.held < 16 * text.len);
    ptc_arena_free(&arena);
    ptc_arena_free(&texts);
}

/* --- Structs that no parser made --------------------------------------------------- */

typedef void (*break_fn)(payment *out);

static char payment_text[] =
    "{\"id\":7,\"amount\":{\"cents\":1,\"cur\":\"EUR\"},\"pair\":[\"a\",1],"
    "\"tags\":[\"x\",\"y\"],\"scores\":{\"a\":1,\"b\":0},\"kw\":{\"k\":[1]},"
    "\"ids\":{\"1\":\"one\",\"-2\":\"two\"},\"kind\":\"card\",\"num\":3.5,\"notx\":4,"
    "\"both\":\"y\",\"shape\":{\"type\":\"circle\",\"r\":1},\"dflt\":[3],"
    "\"addr\":{\"street\":\"s\"}}";

static void break_tag(payment *out)
{
    out->id.tag = (payment_id_tag)2;
}

static void break_tag_negative(payment *out)
{
    out->id.tag = (payment_id_tag)-1;
}

static void break_branch(payment *out)
{
    out->shape.tag = (payment_shape_tag)2;
}

static void break_enum(payment *out)
{
    out->amount.as.map.cur = (payment_amount_map_cur)9;
}

static void break_constant(payment *out)
{
    out->kind = (payment_kind)2;
}

static void leave_out_constant(payment *out)
{
    out->kind = PAYMENT_KIND_ABSENT;
}

static void leave_out_enum(payment *out)
{
    out->amount.as.map.cur = PAYMENT_AMOUNT_MAP_CUR_ABSENT;
}

static void break_items(payment *out)
{
    out->tags.items = NULL;
}

static void break_entries(payment *out)
{
    out->scores.items = NULL;
}

static void break_default(payment *out)
{
    out->dflt.items = NULL;
}

static void break_count(payment *out)
{
    out->dflt.count = SIZE_MAX;
}

static void break_entry_count(payment *out)
{
    out->ids.count = (size_t)PTC_COUNT_MAX + 1;
}

static void break_utf8(payment *out)
{
    out->both = ptc_str_make("a\xff", 2);
}

static void break_key_utf8(payment *out)
{
    out->scores.items[1].key = ptc_str_make("\xc0\x80", 2);
}

static void break_text(payment *out)
{
    out->addr.street = ptc_str_make(NULL, 5);
}

static void break_text_length(payment *out)
{
    out->addr.street.len = (size_t)PTC_COUNT_MAX + 1;
}

static void break_key(payment *out)
{
    out->scores.items[1].key = PTC_STR("a");
}

static void break_int_key(payment *out)
{
    out->ids.items[1].key = out->ids.items[0].key;
}

static void break_nan(payment *out)
{
    out->shape.as.circle.r = NAN;
}

static void break_infinity(payment *out)
{
    out->num = ptc_value_float(-INFINITY);
}

static void break_value(payment *out)
{
    out->notx.kind = 99;
}

/* Not broken: what is there need not satisfy the schema. */
static void change_numbers(payment *out)
{
    out->num = ptc_value_int(1);
    out->scores.items[0].value = -5;
    out->tags.items[1] = out->tags.items[0];
}

static void leave_out(payment *out)
{
    memset(out, 0, sizeof *out);
}

static void leave_out_all_but_constants(payment *out)
{
    memset(out, 0, sizeof *out);
    out->kind = PAYMENT_KIND_CARD;
    out->shape.as.circle.type = PAYMENT_SHAPE_CIRCLE_TYPE_CIRCLE;
}

static void set_bytes_of_bool(payment *out)
{
    memset(&out->has.kw, 0x40, sizeof out->has.kw);
    memset(&out->pair._1.has_value, 0xff, sizeof out->pair._1.has_value);
}

Test(structs, what_no_value_is_has_a_status)
{
    static const struct {
        const char *name;
        break_fn damage;
        ptc_status to_value;
        ptc_status to_json;
    } rows[] = {
        {"tag", break_tag, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"negative tag", break_tag_negative, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"branch", break_branch, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"enum", break_enum, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"constant", break_constant, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"no constant", leave_out_constant, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"no enum", leave_out_enum, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"items", break_items, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"entries", break_entries, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"default", break_default, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"count", break_count, PTC_ERROR_RANGE, PTC_ERROR_RANGE},
        {"entry count", break_entry_count, PTC_ERROR_RANGE, PTC_ERROR_RANGE},
        {"UTF-8", break_utf8, PTC_ERROR_ENCODING, PTC_ERROR_ENCODING},
        {"UTF-8 of a key", break_key_utf8, PTC_ERROR_ENCODING, PTC_ERROR_ENCODING},
        {"text", break_text, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"length", break_text_length, PTC_ERROR_RANGE, PTC_ERROR_RANGE},
        {"key", break_key, PTC_ERROR_DUPLICATE, PTC_ERROR_DUPLICATE},
        {"int key", break_int_key, PTC_ERROR_DUPLICATE, PTC_ERROR_DUPLICATE},
        {"NaN", break_nan, PTC_OK, PTC_ERROR_INVALID},
        {"infinity", break_infinity, PTC_OK, PTC_ERROR_INVALID},
        {"value", break_value, PTC_OK, PTC_ERROR_ARGUMENT},
        {"numbers", change_numbers, PTC_OK, PTC_OK},
        {"all zero", leave_out, PTC_ERROR_ARGUMENT, PTC_ERROR_ARGUMENT},
        {"all zero but constants", leave_out_all_but_constants, PTC_OK, PTC_OK},
        {"bytes of bools", set_bytes_of_bool, PTC_OK, PTC_OK},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_status status;
        ptc_value value;
        ptc_text text;
        payment out;

        cr_assert(payment_parse(&arena, payment_text, sizeof payment_text - 1, NULL, &out,
                                NULL) == PTC_OK);
        rows[i].damage(&out);
        status = payment_to_value(&arena, &out, &value);
        cr_expect(status == rows[i].to_value, "%s: %s", rows[i].name,
                  ptc_status_name(status));
        cr_expect(status == PTC_OK || value.kind == PTC_NIL, "%s", rows[i].name);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "before");
        status = payment_to_json(&text, &out);
        cr_expect(status == rows[i].to_json, "%s: %s", rows[i].name,
                  ptc_status_name(status));
        cr_expect((text.len == 6) == (status != PTC_OK), "%s: %s", rows[i].name,
                  text.ptr);
    }
    ptc_arena_free(&arena);
}

/* Structs that hold themselves, in every way they can. */
Test(structs, circles_end)
{
    static const ptc_str label = PTC_STR_INIT("x");
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned way = 0; way < 4; way++) {
        tree node = {.label = label, .pick = {.tag = TREE_NODE_PICK_STRING}};
        tree pair[2];
        ptc_value value;
        ptc_text text;

        if (way == 0) {
            node.next = &node;
            node.has.next = true;
        } else if (way == 1) {
            node.pick.tag = TREE_NODE_PICK_NODE;
            node.pick.as.node = &node;
        } else if (way == 2) {
            node.kids.items = &node;
            node.kids.count = 1;
        } else {
            /* Twice as many at each level. */
            node.kids.items = pair;
            node.kids.count = 2;
            pair[0] = pair[1] = node;
        }
        cr_expect(tree_to_value(&arena, &node, &value) == PTC_ERROR_DEPTH, "way %u", way);
        ptc_text_init(&text, &arena);
        cr_expect(tree_to_json(&text, &node) == PTC_ERROR_DEPTH, "way %u", way);
        cr_expect(text.len == 0);
    }
    ptc_arena_free(&arena);
}

/* A pointer may be NULL where null is a value. */
Test(structs, targets_may_be_missing_where_nil_is_a_value)
{
    tree next = {.has = {.next = true}};
    tree pick = {.pick = {.tag = TREE_NODE_PICK_NODE}};
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    cr_expect(tree_to_json(&text, &next) == PTC_OK);
    cr_expect(ptc_str_equal(
                  ptc_text_view(&text),
                  PTC_STR("{\"label\":\"\",\"next\":null,\"kids\":[],\"pick\":\"\"}")),
              "%s", text.ptr);
    cr_expect(tree_to_json(&text, &pick) == PTC_ERROR_ARGUMENT);
    ptc_arena_free(&arena);
}

/* --- Memory ------------------------------------------------------------------------ */

/* What was given out and not yet taken back. */
typedef struct ledger {
    size_t blocks;
    size_t bytes;
} ledger;

static void *account(void *old, size_t old_size, size_t new_size, void *given)
{
    ledger *book = given;
    void *block;

    if (new_size == 0) {
        book->blocks -= old != NULL;
        book->bytes -= old_size;
        free(old);
        return NULL;
    }
    block = realloc(old, new_size);
    cr_assert(block);
    book->blocks += old == NULL;
    book->bytes += new_size - old_size;
    return block;
}

/* One thing to do with a root: what it is done to is made before. */
typedef ptc_status (*step_fn)(ptc_arena *arena, const golden_document *document,
                              const ptc_value *value, void *in, void *out);

static ptc_status step_parse(ptc_arena *arena, const golden_document *document,
                             const ptc_value *value, void *in, void *out)
{
    (void)value;
    (void)in;
    return document->root->plain(arena, document->text.ptr, document->text.len,
                                 &document->options, out, NULL);
}

static ptc_status step_from_value(ptc_arena *arena, const golden_document *document,
                                  const ptc_value *value, void *in, void *out)
{
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_report report;

    (void)in;
    ptc_report_init(&report, arena);
    return document->root->from_value(arena, value, &options, out, &report);
}

static ptc_status step_to_value(ptc_arena *arena, const golden_document *document,
                                const ptc_value *value, void *in, void *out)
{
    ptc_value made;

    (void)value;
    (void)out;
    return document->root->to_value(arena, in, &made);
}

static ptc_status step_to_json(ptc_arena *arena, const golden_document *document,
                               const ptc_value *value, void *in, void *out)
{
    ptc_text text;

    (void)value;
    (void)out;
    ptc_text_init(&text, arena);
    return document->root->to_json(&text, in);
}

static const struct {
    const char *name;
    step_fn run;
} steps[] = {
    {"parse", step_parse},
    {"from_value", step_from_value},
    {"to_value", step_to_value},
    {"to_json", step_to_json},
};

/* Runs a step under every cap until one is enough; then in memory of every size. */
static void expect_decided(const golden_document *document, size_t s,
                           const ptc_value *value, void *in, void *out)
{
    static unsigned char memory[1 << 16];
    const char *name = document->root->name;
    ptc_status status = PTC_ERROR_MEMORY;

    for (size_t cap = 16; status == PTC_ERROR_MEMORY && cap < sizeof memory; cap += 16) {
        ledger book = {0, 0};
        ptc_allocator allocator = {account, &book};
        ptc_arena arena;

        ptc_arena_init(&arena, &allocator, cap);
        status = steps[s].run(&arena, document, value, in, out);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%s of %s in %zu: %s",
                  steps[s].name, name, cap, ptc_status_name(status));
        cr_expect(arena.failed == (status != PTC_OK), "%s of %s in %zu", steps[s].name,
                  name, cap);
        cr_expect(book.bytes <= cap, "%s of %s in %zu takes %zu", steps[s].name, name,
                  cap, book.bytes);
        ptc_arena_free(&arena);
        cr_expect(book.blocks == 0 && book.bytes == 0, "%s of %s in %zu leaks",
                  steps[s].name, name, cap);
    }
    cr_expect(status == PTC_OK, "%s of %s", steps[s].name, name);
    status = PTC_ERROR_MEMORY;
    for (size_t size = 0; status == PTC_ERROR_MEMORY && size < sizeof memory;
         size += 16) {
        ptc_arena arena;

        ptc_arena_init_memory(&arena, memory, size);
        status = steps[s].run(&arena, document, value, in, out);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%s of %s in %zu: %s",
                  steps[s].name, name, size, ptc_status_name(status));
    }
    cr_expect(status == PTC_OK, "%s of %s", steps[s].name, name);
}

/* Does everything with a document in too little memory; false when it is not accepted. */
static bool decides_at_every_step(const golden_document *document)
{
    void *in = malloc(document->root->size);
    void *out = malloc(document->root->size);
    bool is_accepted;
    ptc_arena arena;
    ptc_value value;

    ptc_arena_init(&arena, NULL, 0);
    is_accepted = ptc_json_read(&arena, document->text.ptr, document->text.len, NULL,
                                &value, NULL, NULL) == PTC_OK &&
                  step_parse(&arena, document, NULL, NULL, in) == PTC_OK &&
                  step_from_value(&arena, document, &value, in, out) == PTC_OK;
    for (size_t s = 0; is_accepted && s < sizeof steps / sizeof steps[0]; s++)
        expect_decided(document, s, &value, in, out);
    ptc_arena_free(&arena);
    free(out);
    free(in);
    return is_accepted;
}

/* A payment with more entries, and more unknown keys, than wait in a parser's first
 * scratch. */
static ptc_str payment_of_many_keys(ptc_arena *arena)
{
    enum { ENTRIES = PTC_SCAN_STACK_FIRST / 16, KEYS = 3 * ENTRIES };
    static const char entries[] = "\"scores\":{";
    const char *middle = strstr(payment_text, entries) + strlen(entries);
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_str(&text, ptc_str_make(payment_text, (size_t)(middle - payment_text)));
    for (unsigned i = 0; i < ENTRIES; i++) {
        ptc_text_cstr(&text, "\"s");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, "\":1,");
    }
    ptc_text_str(&text, ptc_str_make(middle, strlen(middle) - 1));
    for (unsigned i = 0; i < KEYS; i++) {
        ptc_text_cstr(&text, ",\"k");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, "\":1");
    }
    ptc_text_byte(&text, '}');
    return ptc_text_view(&text);
}

/* Documents whose tags, lists and defaults take memory at every turn. */
Test(structs, refused_memory_is_a_status_of_every_step, .timeout = 60)
{
    static const char wide[] =
        "{\"label\":\"a\\n\",\"next\":{\"label\":\"b\",\"next\":null,\"kids\":[],"
        "\"pick\":\"\\u0061\"},\"kids\":[{\"label\":\"c\",\"kids\":[],\"pick\":\"\"},"
        "{\"label\":\"d\",\"kids\":[{\"label\":\"\",\"kids\":[],\"pick\":\"\"}],"
        "\"pick\":\"\"}],\"pick\":{\"label\":\"e\",\"kids\":[],\"pick\":\"\"}}";
    golden_document documents[4] = {
        {.root = golden_root_of(PTC_STR("tree")), .text = {wide, sizeof wide - 1}},
        {.root = golden_root_of(PTC_STR("payment")),
         .text = {payment_text, sizeof payment_text - 1}},
        *golden_document_of(golden_root_of(PTC_STR("payment"))),
        {.root = golden_root_of(PTC_STR("payment"))},
    };
    ptc_arena texts;

    ptc_arena_init(&texts, NULL, 0);
    documents[3].text = payment_of_many_keys(&texts);
    for (size_t d = 0; d < 4; d++) {
        documents[d].options.struct_size = sizeof(ptc_parse_options);
        cr_expect(decides_at_every_step(&documents[d]));
    }
    ptc_arena_free(&texts);
}

/* Short documents of each root that its reader accepts. */
Test(structs, refused_memory_is_a_status_of_every_root, .timeout = 60)
{
    const size_t most = 8; /* of a root */
    size_t tried = 0;

    for (size_t r = 0; r < golden_root_count; r++) {
        size_t done = 0;

        for (size_t i = 0; done < most && i < golden_document_count; i++) {
            const golden_document *document = &golden_documents[i];

            if (document->root == &golden_roots[r] && document->text.len < 400)
                done += decides_at_every_step(document);
        }
        tried += done > 0;
    }
    cr_expect_gt(tried, golden_root_count / 2, "%zu of %zu", tried, golden_root_count);
}

/* --- Values that do not fit -------------------------------------------------------- */

/* The value that comes `*number` places after this one, itself the first, or NULL. */
static ptc_value *value_at(ptc_value *value, size_t *number)
{
    ptc_value *found = NULL;

    if ((*number)-- == 0)
        return value;
    for (uint32_t i = 0; value->kind == PTC_VECTOR && found == NULL && i < value->aux;
         i++)
        found = value_at((ptc_value *)&value->as.items[i], number);
    for (uint32_t i = 0; value->kind == PTC_MAP && found == NULL && i < value->aux; i++)
        found = value_at((ptc_value *)&value->as.map->entries[i].value, number);
    return found;
}

/* Puts a value of every kind in every place, where modes that let faults pass find it:
 * what fits in no struct is a status. The number of such. */
static size_t expect_misfits(ptc_arena *arena, const golden_root *root, ptc_value *value,
                             void *out)
{
    static const char *const others[] = {"null",  "true",    "7",         "1.5",
                                         "\"?\"", "[[1,2]]", "{\"?\":1}", "[]"};
    static const ptc_mode modes[] = {PTC_MODE_WARN_ONLY, PTC_MODE_DISABLED};
    size_t refused = 0;

    for (size_t place = 0;; place++) {
        size_t number = place;
        ptc_value *at = value_at(value, &number);
        ptc_value own;

        if (at == NULL)
            return refused;
        own = *at;
        for (size_t i = 0; i < 2 * sizeof others / sizeof others[0]; i++) {
            ptc_walk_options options = {.struct_size = sizeof options,
                                        .mode = modes[i % 2]};
            ptc_arena_mark mark = ptc_arena_place(arena);
            ptc_status status;
            ptc_report report;

            ptc_report_init(&report, arena);
            cr_assert(ptc_json_read(arena, others[i / 2], strlen(others[i / 2]), NULL, at,
                                    NULL, NULL) == PTC_OK);
            status = root->from_value(arena, value, &options, out, &report);
            cr_expect(status == PTC_OK || status == PTC_ERROR_INVALID, "%s, %zu, %s: %s",
                      root->name, place, others[i / 2], ptc_status_name(status));
            refused += status != PTC_OK;
            ptc_arena_rewind(arena, mark);
            *at = own;
        }
    }
}

Test(structs, what_fits_in_no_struct_has_a_status)
{
    size_t refused = 0;

    for (size_t r = 0; r < golden_root_count; r++) {
        const golden_document *document = golden_document_of(&golden_roots[r]);
        void *out = malloc(document->root->size);
        ptc_arena arena;
        ptc_value value;

        ptc_arena_init(&arena, NULL, 0);
        if (document->text.len < 2000 &&
            ptc_json_read(&arena, document->text.ptr, document->text.len, NULL, &value,
                          NULL, NULL) == PTC_OK)
            refused += expect_misfits(&arena, document->root, &value, out);
        ptc_arena_free(&arena);
        free(out);
    }
    cr_expect_gt(refused, (size_t)1000, "%zu", refused);
}

/* --- Entries ----------------------------------------------------------------------- */

/* Maps of a struct are searched by key, in the order in which they came. */
Test(structs, entries_are_found_by_key)
{
    payment_scores_entry entries[] = {
        {PTC_STR("a"), 1}, {PTC_STR(""), 2}, {PTC_STR("ab"), 3}, {PTC_STR("a"), 4}};
    const payment_scores all = {entries, 4};
    const payment_scores none = {NULL, 0};

    cr_expect(payment_scores_find(&all, PTC_STR("a")) == &entries[0]);
    cr_expect(payment_scores_find(&all, PTC_STR("")) == &entries[1]);
    cr_expect(payment_scores_find(&all, PTC_STR("ab")) == &entries[2]);
    cr_expect_null(payment_scores_find(&all, PTC_STR("b")));
    cr_expect_null(payment_scores_find(&all, ptc_str_make("a\0", 2)));
    cr_expect_null(payment_scores_find(&none, PTC_STR("a")));
}
