/* SPDX-License-Identifier: MIT */
/*
 * The reader of a map. It jumps from field to field: after each value it looks for the
 * next key in declared order, `,"name":` as a whole, which is what writers nearly always
 * emit. Keys in another order go through a switch over their length. Keys that are
 * escaped, folded or unknown go to the runtime. Counts of the fields seen find duplicate
 * and missing ones. [architecture 2]
 */
#include "generator/emit/plan.h"
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

#include <stdlib.h>

/* Keys that are compared without a switch over their lengths. */
enum { MAP_FEW = 3 };

/* Keys that are tried in order after a field before the general way. */
enum { MAP_NEXT_MAX = 4, MAP_NEXT_SMALL = 1 };

/* A map under way: what its parts need to know of each other. */
typedef struct map_reader {
    ptcc_c_sink *sink;
    const ptcc_c_contract *contract;
    const ptc_schema_node *nodes;
    uint32_t index;
    uint32_t first;
    uint32_t count;
    uint32_t told;         /* fields that the caller reports, */
    uint32_t last;         /* the last of them, */
    uint32_t required_end; /* and after the last one that must be there */
    const ptc_str
        *labels; /* where fields are read, and constants that are their numbers */
} map_reader;

/* --- Maps -------------------------------------------------------------------------- */

/* `field_NAME` for each field; NULL when memory was refused. */
static ptc_str *map_make_labels(ptcc_c_sink *sink, const ptcc_c_node *fields,
                                uint32_t count)
{
    ptc_str *labels = ptc_arena_array(sink->arena, count, sizeof *labels);

    for (uint32_t i = 0; labels != NULL && i < count; i++)
        labels[i] = ptcc_c_local(
            sink, c_ident(sink->arena, PTC_STR("field"), fields[i].member_id));
    return labels;
}

static ptc_str map_label(const map_reader *map, uint32_t index)
{
    return map->labels[index - map->first];
}

/* Whether the host's context has the value of a field: then a key of that name is none of
 * the map's. */
static bool map_is_context(const map_reader *map, uint32_t index)
{
    return map->contract->nodes[index].is_context;
}

/* `opening "name":` as a literal, and its size. */
static void map_literal(const map_reader *map, uint32_t index, const char *opening,
                        ptcc_model *row, const char *text_name, const char *size_name)
{
    ptc_str name = map->nodes[index].name;
    ptc_text text;

    ptc_text_init(&text, map->sink->arena);
    ptc_text_cstr(&text, opening);
    ptc_text_byte(&text, '"');
    ptc_text_str(&text, name);
    ptc_text_cstr(&text, "\":");
    model_str(row, text_name, c_string_line(map->sink->arena, ptc_text_view(&text)));
    model_str(row, size_name, c_decimal(map->sink->arena, text.len));
}

/* The keys that may well are after field `from` - 1: up to the first that must. They
 * are those of later fields only, so that no count of fields overflows. `*ends` says
 * whether the map may end there as well. */
static ptcc_rows map_nexts(const map_reader *map, uint32_t from, const char *opening,
                           bool *ends)
{
    ptcc_rows nexts = host_rows(&map->sink->host);
    uint32_t end = map->first + map->count;
    size_t most = map->sink->options->is_small ? MAP_NEXT_SMALL : MAP_NEXT_MAX;
    bool may_skip = true;

    for (uint32_t i = from; may_skip && i < end && nexts.count < most; i++) {
        ptcc_model next = host_model(&map->sink->host);

        if (map_is_context(map, i))
            continue;
        may_skip = map->contract->nodes[i].is_optional;
        if (!ptcc_c_is_plain(map->nodes[i].name))
            continue;
        map_literal(map, i, opening, &next, "next_lit", "size_lit");
        model_str(&next, "next_label_id", map_label(map, i));
        rows_add(&nexts, &next);
    }
    *ends = from >= map->required_end;
    return nexts;
}

/*
 * The word that counts fields has two bits for each. The fast path only adds; where a key
 * is looked up, and at the end, no count may be above one. None overflows, because what
 * is predicted after a field are later fields: between two lookups each counts one more
 * at most. Maps with more fields are wide.
 */
static bool map_is_short(const map_reader *map)
{
    return map->count <= 16;
}

static ptc_str map_word(const map_reader *map, ptc_str name)
{
    return C_JOIN(map->sink->arena,
                  ptc_str_of(map_is_short(map) ? "uint32_t " : "uint64_t "), name);
}

/* The bits that say of each field, or of each that must be there, that it was seen once.
 */
static uint64_t map_once(const map_reader *map, bool is_required)
{
    uint64_t bits = 0;

    for (uint32_t i = 0; i < map->count; i++) {
        const ptcc_c_node *cnode = &map->contract->nodes[map->first + i];

        if (!cnode->is_context && (!is_required || !cnode->is_optional))
            bits |= UINT64_C(1) << i * 2;
    }
    return bits;
}

/* `const uint32_t twice = 0xaau;` */
static ptc_str map_mask(const map_reader *map, ptc_str name, uint64_t bits)
{
    return C_JOIN(map->sink->arena, PTC_STR("const "), map_word(map, name),
                  PTC_STR(" = "), c_bits(map->sink->arena, bits), PTC_STR(";"));
}

static ptc_str map_required_id(const map_reader *map)
{
    return ptcc_c_local(map->sink, PTC_STR("required"));
}

static ptc_str map_twice_id(const map_reader *map)
{
    return ptcc_c_local(map->sink, PTC_STR("twice"));
}

/* The bits of required fields, and those of fields that appear twice. */
static ptc_str map_masks(const map_reader *map)
{
    ptc_str twice = map_mask(map, map_twice_id(map), map_once(map, false) << 1);

    if (map_once(map, true) == 0)
        return twice;
    return C_JOIN(map->sink->arena,
                  map_mask(map, map_required_id(map), map_once(map, true)), PTC_STR("\n"),
                  twice);
}

/* Counts a field: `seen += 1u << 2 * field_name;`. */
static ptc_str map_count(const map_reader *map, uint32_t index)
{
    return C_JOIN(map->sink->arena, PTC_STR("seen += "),
                  ptc_str_of(map_is_short(map) ? "1u" : "UINT64_C(1)"),
                  PTC_STR(" << 2 * "), map_label(map, index), PTC_STR(";"));
}

/* Whether a field occurs twice, and whether one is missing or occurs twice. */
static void map_fill_faults(const map_reader *map, ptcc_model *model)
{
    ptc_arena *arena = map->sink->arena;
    ptc_str required = map_required_id(map);
    ptc_str twice = map_twice_id(map);
    ptc_str is_twice = C_JOIN(arena, PTC_STR("seen & "), twice);
    ptc_str wrong = is_twice;

    if (map_once(map, true) == map_once(map, false))
        wrong = C_JOIN(arena, PTC_STR("seen != "), required);
    else if (map_once(map, true) != 0)
        wrong = C_JOIN(arena, PTC_STR("(seen & ("), twice, PTC_STR(" | "), required,
                       PTC_STR(")) != "), required);
    model_str(model, "wrong_code", wrong);
    model_str(model, "twice_code", is_twice);
}

static ptc_str map_field(const map_reader *map, uint32_t index)
{
    ptcc_c_sink *sink = map->sink;
    const ptcc_c_node *cnode = &map->contract->nodes[index];
    ptc_str present = C_JOIN(sink->arena, PTC_STR("out->has."), cnode->member_id);
    ptcc_model model = host_model(&sink->host);
    bool ends;
    ptcc_rows nexts = map_nexts(map, index + 1, ",", &ends);
    bool is_last = index == map->last;

    model_cstr(&model, "lib_id", ptcc_c_library(sink->options));
    model_str(&model, "label_id", map_label(map, index));
    model_str(&model, "count_code", map_count(map, index));
    model_str(&model, "value_code",
              ptcc_c_read_member(sink, map->contract, index, &ptcc_c_out,
                                 cnode->has_flag ? present : PTC_STR(""), 4));
    model_rows(&model, "nexts", &nexts);
    model_flag(&model, "is_last", is_last);
    model_flag(&model, "may_end", ends && !is_last);
    return host_expand(&sink->host, &ptcc_template_read_field, &model);
}

/* A key that the switch over lengths finds. */
typedef struct map_key {
    size_t len;
    uint32_t index;
} map_key;

/* Shorter keys first, equally long ones in declared order. */
static int map_compare_keys(const void *a, const void *b)
{
    const map_key *one = a;
    const map_key *other = b;

    if (one->len != other->len)
        return one->len < other->len ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

/* The keys of a map that writers spell as they are, in that order. */
static map_key *map_sort_keys(const map_reader *map, size_t *count)
{
    map_key *keys = ptc_arena_array(map->sink->arena, map->count, sizeof *keys);

    *count = 0;
    for (uint32_t i = map->first; keys != NULL && i < map->first + map->count; i++) {
        if (!map_is_context(map, i) && ptcc_c_is_plain(map->nodes[i].name))
            keys[(*count)++] = (map_key){map->nodes[i].name.len, i};
    }
    if (*count)
        qsort(keys, *count, sizeof *keys, map_compare_keys);
    return keys;
}

static void map_key_row(const map_reader *map, uint32_t index, ptcc_rows *rows)
{
    ptc_arena *arena = map->sink->arena;
    ptc_str name = map->nodes[index].name;
    ptcc_model key = host_model(&map->sink->host);

    model_str(&key, "key_lit", c_string_line(arena, name));
    model_str(&key, "length_lit", c_decimal(arena, name.len));
    model_str(&key, "label_id", map_label(map, index));
    rows_add(rows, &key);
}

/* Keys so few that they are compared one by one. */
static ptcc_rows map_few(const map_reader *map, const map_key *keys, size_t count)
{
    ptcc_rows rows = host_rows(&map->sink->host);

    for (size_t i = 0; count <= MAP_FEW && i < count; i++)
        map_key_row(map, keys[i].index, &rows);
    return rows;
}

/* Cases of the switch over the key's length. */
static ptcc_rows map_lengths(const map_reader *map, const map_key *keys, size_t count)
{
    ptc_arena *arena = map->sink->arena;
    ptcc_rows lengths = host_rows(&map->sink->host);

    if (count <= MAP_FEW)
        return lengths;
    for (size_t i = 0, end; i < count; i = end) {
        ptcc_model row = host_model(&map->sink->host);
        ptcc_rows same = host_rows(&map->sink->host);

        for (end = i; end < count && keys[end].len == keys[i].len; end++)
            map_key_row(map, keys[end].index, &same);
        model_str(&row, "length_lit", c_decimal(arena, keys[i].len));
        model_rows(&row, "keys", &same);
        rows_add(&lengths, &row);
    }
    return lengths;
}

/* What becomes of keys in other spellings, up to the cases of a switch; where there is
 * one field, with them. */
static ptc_str map_other(const map_reader *map)
{
    const ptc_str items[] = {PTC_STR("gen"), PTC_STR("&map"), map->contract->nodes_id,
                             c_decimal(map->sink->arena, map->index), PTC_STR("&p")};
    ptc_str only;

    if (map->told > 1)
        return host_wrap_list(&map->sink->host, PTC_STR("switch (ptc_gen_map_other"),
                              items, 5, PTC_STR(") {"), 4);
    only = map_label(map, map->last);
    return C_JOIN(
        map->sink->arena,
        host_wrap_list(&map->sink->host, PTC_STR("if (ptc_gen_map_other"), items, 5,
                       C_JOIN(map->sink->arena, PTC_STR(" == "), only, PTC_STR(")")), 4),
        PTC_STR("\n    goto "), only, PTC_STR(";\ngoto next;"));
}

/* Numbers of the fields, in order; or the labels of those that are reported. */
static ptcc_rows map_labels(const map_reader *map, bool has_all)
{
    ptcc_rows labels = host_rows(&map->sink->host);

    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        ptcc_model row = host_model(&map->sink->host);

        if (!has_all && map_is_context(map, i))
            continue;
        model_str(&row, "label_id", map_label(map, i));
        rows_add(&labels, &row);
    }
    return labels;
}

/* Finds the fields that the caller reports. */
static void map_find_told(map_reader *map)
{
    map->required_end = map->first;
    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        if (map_is_context(map, i))
            continue;
        map->told++;
        map->last = i;
        if (!map->contract->nodes[i].is_optional)
            map->required_end = i + 1;
    }
}

static void map_fields(const map_reader *map)
{
    ptc_arena_mark mark = ptc_arena_place(map->sink->arena);

    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        if (!map_is_context(map, i))
            ptcc_c_emit(map->sink, mark, map_field(map, i));
    }
}

/* How the next field is found: by what most likely follows, by its key, by the runtime.
 */
static void map_fill_keys(const map_reader *map, ptcc_model *model)
{
    bool ends;
    size_t count = 0;
    /* In small code the runtime finds the field. */
    const map_key *keys =
        map->sink->options->is_small ? NULL : map_sort_keys(map, &count);
    ptcc_rows firsts = map_nexts(map, map->first, "{", &ends);
    ptcc_rows few = map_few(map, keys, count);
    ptcc_rows lengths = map_lengths(map, keys, count);
    ptcc_rows others = map_labels(map, false);

    model_rows(model, "firsts", &firsts);
    model_rows(model, "keys", &few);
    model_flag(model, "has_lengths", lengths.count > 0);
    model_rows(model, "lengths", &lengths);
    model_str(model, "other_code", map_other(map));
    model_flag(model, "has_others", map->told > 1);
    model_rows(model, "others", &others);
}

/* How fields are counted. */
static void map_fill_counts(const map_reader *map, ptcc_model *model)
{
    ptcc_rows numbers = map_labels(map, true);

    model_rows(model, "numbers", &numbers);
    model_str(model, "masks_code", map_masks(map));
    model_str(model, "seen_code",
              C_JOIN(map->sink->arena, map_word(map, PTC_STR("seen")),
                     PTC_STR(" = 0; /* two bits count each field */")));
    map_fill_faults(map, model);
}

/* What takes the values of parameters from the context; empty where none has one there.
 */
static ptc_str map_context(const map_reader *map)
{
    ptc_arena *arena = map->sink->arena;
    const ptc_str items[] = {PTC_STR("gen"), PTC_STR("p"),
                             C_JOIN(arena, PTC_STR("&"), map->contract->type_id),
                             c_decimal(arena, map->index), PTC_STR("out")};

    if (map->told == map->count)
        return PTC_STR("");
    return C_JOIN(arena,
                  host_wrap_list(&map->sink->host, PTC_STR("if (!ptc_gen_context"), items,
                                 5, PTC_STR(")"), 4),
                  PTC_STR("\n    return NULL;\n"));
}

/* Writes the reader up to its end, which is the result. */
ptc_str ptcc_c_map_reader(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    uint32_t first = nodes[index].first;
    uint32_t count = nodes[index].count;
    map_reader map = {.sink = sink,
                      .contract = contract,
                      .nodes = nodes,
                      .index = index,
                      .first = first,
                      .count = count,
                      .labels = map_make_labels(sink, &contract->nodes[first], count)};
    ptcc_model model = host_model(&sink->host);
    ptc_str parts[2];

    if (map.labels == NULL)
        return PTC_STR("");
    map_find_told(&map);
    model_str(&model, "head_code", ptcc_c_node_head(sink, contract, index));
    model_cstr(&model, "lib_id", ptcc_c_library(sink->options));
    map_fill_counts(&map, &model);
    map_fill_keys(&map, &model);
    model_str(&model, "defaults_code", ptcc_c_defaults(sink, contract, index));
    model_flag(&model, "is_zeroed", ptcc_c_has_zeroed(contract, index));
    model_gap(&model, "fields_code");
    model_str(&model, "late_code",
              C_JOIN(sink->arena, ptcc_c_late_defaults(sink, contract, index),
                     map_context(&map)));
    host_expand_apart(&sink->host, &ptcc_template_read_map, &model, parts, 2);
    ptcc_pieces_lines(&sink->out, parts[0]);
    map_fields(&map);
    return parts[1];
}
