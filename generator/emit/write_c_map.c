/* SPDX-License-Identifier: MIT */
/*
 * The reader of a map.
 *
 * It jumps from field to field: behind each value it looks for the next key in declared
 * order, `,"name":` and all, which is what writers emit nearly always. Other orders go
 * through a switch over the key's length; keys that are escaped, folded or unknown
 * through the runtime. Counts of the fields seen find duplicates and what is missing.
 * [architecture 2]
 */
#include "generator/emit/plan.h"
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

#include <stdlib.h>

/* Fields that are looked at for those: some have keys that cannot be tried. */
#define MAP_LOOK_MAX 64

/* Keys that are tried in order behind a field before the general way. */
#define MAP_NEXT_MAX   4
#define MAP_NEXT_SMALL 1

/* A map under way: what its parts need to know of each other. */
typedef struct map_reader {
    ptcc_c_sink *sink;
    const ptcc_c_contract *contract;
    const ptc_schema_node *nodes;
    uint32_t index;
    uint32_t first;
    uint32_t count;
    uint32_t required_end; /* behind the last field that must be there */
} map_reader;

/* --- Defaults ---------------------------------------------------------------------- */

/* The default in C; empty for what a zeroed struct holds already. */
static ptc_str default_literal(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                               uint32_t index, const ptc_value *value)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];

    switch (contract->nodes[index].kind) {
    case PTCC_C_BOOL:
        return value->as.boolean ? PTC_STR("true") : PTC_STR("");
    case PTCC_C_INT:
        return c_int(sink->arena, value->as.integer);
    case PTCC_C_FLOAT:
        return c_double(sink->arena, value->kind == PTC_INT ? (double)value->as.integer
                                                            : value->as.number);
    case PTCC_C_STRING:
    case PTCC_C_KEYWORD:
    case PTCC_C_DATETIME:
        return C_JOIN(sink->arena, PTC_STR("PTC_STR("),
                      c_string_line(sink->arena, ptc_value_text(value)), PTC_STR(")"));
    case PTCC_C_ENUM:
        return contract->nodes[index].constants[ptcc_c_default_member(node, value)];
    case PTCC_C_NONE:
    case PTCC_C_ANY:
    case PTCC_C_ANY_MAP:
    case PTCC_C_VALUE:
    case PTCC_C_LIST:
    case PTCC_C_ENTRIES:
    case PTCC_C_STRUCT:
    case PTCC_C_UNION:
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return PTC_STR("");
    }
    return PTC_STR("");
}

/* Defaults that are no literals: the runtime fills them in where the field is absent. */
static ptc_str map_late_defaults(const map_reader *map)
{
    ptcc_c_sink *sink = map->sink;
    ptcc_model model = host_model(&sink->host);
    ptcc_rows rows = host_rows(&sink->host);
    ptc_value value;

    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        ptcc_model row = host_model(&sink->host);

        if (!ptc_schema_default(&map->nodes[i], &value) ||
            ptcc_c_default_is_literal(map->contract, i, &value))
            continue;
        model_str(&row, "member_id", map->contract->nodes[i].member_id);
        model_str(&row, "type_id", map->contract->type_id);
        model_str(&row, "node_lit", c_decimal(sink->arena, i));
        model_flag(&row, "is_asked", !sink->options->fixes_mode);
        rows_add(&rows, &row);
    }
    if (rows.count == 0)
        return PTC_STR("");
    model_rows(&model, "rows", &rows);
    return host_expand(&sink->host, &ptcc_template_default_late, &model);
}

static ptc_str map_defaults(const map_reader *map)
{
    ptcc_c_sink *sink = map->sink;
    ptcc_rows assignments = host_rows(&sink->host);
    ptcc_model model = host_model(&sink->host);
    ptc_value value;

    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        ptcc_model assignment = host_model(&sink->host);
        ptc_str literal = PTC_STR("");

        if (ptc_schema_default(&map->nodes[i], &value) &&
            ptcc_c_default_is_literal(map->contract, i, &value))
            literal = default_literal(sink, map->contract, i, &value);
        if (literal.len == 0)
            continue;
        model_str(&assignment, "assignment_code",
                  host_wrap_pair(&sink->host,
                                 C_JOIN(sink->arena, PTC_STR("out->"),
                                        map->contract->nodes[i].member_id, PTC_STR(" =")),
                                 C_JOIN(sink->arena, literal, PTC_STR(";")),
                                 sink->options->fixes_mode ? 4 : 8));
        rows_add(&assignments, &assignment);
    }
    if (assignments.count == 0)
        return PTC_STR("");
    model_flag(&model, "is_asked", !sink->options->fixes_mode);
    model_rows(&model, "assignments", &assignments);
    return host_expand(&sink->host, &ptcc_template_default, &model);
}

/* --- Maps -------------------------------------------------------------------------- */

static ptc_str map_label(const map_reader *map, uint32_t index)
{
    return c_ident(map->sink->arena, PTC_STR("field"),
                   map->contract->nodes[index].member_id);
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

/* The keys that may well stand behind field `from` - 1: up to the first that must. They
 * are those of later fields only; see MAP_WORD_FIELDS. `*ends` says whether the map may
 * end there as well. */
static ptcc_rows map_nexts(const map_reader *map, uint32_t from, const char *opening,
                           bool *ends)
{
    ptcc_rows nexts = host_rows(&map->sink->host);
    uint32_t end = map->first + map->count;
    size_t most = map->sink->options->is_small ? MAP_NEXT_SMALL : MAP_NEXT_MAX;
    bool may_skip = true;

    if (end - from > MAP_LOOK_MAX)
        end = from + MAP_LOOK_MAX;
    for (uint32_t i = from; may_skip && i < end && nexts.count < most; i++) {
        ptcc_model next = host_model(&map->sink->host);

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
 * Fields that a word counts: two bits for each. The fast path only adds; where a key is
 * looked up, and at the end, no count may be above one. None overflows, because what is
 * predicted behind a field are later fields: between two lookups each counts one more at
 * most.
 */
#define MAP_WORD_FIELDS 32

/* The word that counts the field. Up to 32 fields it is a plain variable. */
static ptc_str map_word(const map_reader *map, uint32_t word)
{
    if (map->count <= MAP_WORD_FIELDS)
        return PTC_STR("seen");
    return C_JOIN(map->sink->arena, PTC_STR("seen["), c_decimal(map->sink->arena, word),
                  PTC_STR("]"));
}

static ptc_str map_seen(const map_reader *map)
{
    if (map->count <= MAP_WORD_FIELDS / 2)
        return PTC_STR("uint32_t seen = 0; /* two bits count each field */");
    if (map->count <= MAP_WORD_FIELDS)
        return PTC_STR("uint64_t seen = 0; /* two bits count each field */");
    return C_JOIN(
        map->sink->arena, PTC_STR("uint64_t seen["),
        c_decimal(map->sink->arena, (map->count + MAP_WORD_FIELDS - 1) / MAP_WORD_FIELDS),
        PTC_STR("] = {0}; /* two bits count each field */"));
}

/* A field's count of one. */
static uint64_t map_once(uint32_t number)
{
    return UINT64_C(1) << number % MAP_WORD_FIELDS * 2;
}

/* For each word: whether a field is missing or stands twice, and whether one stands
 * twice. */
static ptcc_rows map_words(const map_reader *map)
{
    ptc_arena *arena = map->sink->arena;
    ptcc_rows rows = host_rows(&map->sink->host);

    for (uint32_t word = 0; word * MAP_WORD_FIELDS < map->count; word++) {
        ptcc_model row = host_model(&map->sink->host);
        uint32_t from = word * MAP_WORD_FIELDS;
        uint64_t required = 0;
        uint64_t once = 0;
        ptc_str seen = map_word(map, word);
        ptc_str twice;
        ptc_str wrong = seen;

        for (uint32_t i = from; i < map->count && i < from + MAP_WORD_FIELDS; i++) {
            once |= map_once(i);
            if (!map->contract->nodes[map->first + i].is_optional)
                required |= map_once(i);
        }
        twice = C_JOIN(arena, seen, PTC_STR(" & "), c_bits(arena, once << 1));
        if (required != once)
            wrong = C_JOIN(arena, PTC_STR("("), seen, PTC_STR(" & "),
                           c_bits(arena, once << 1 | required), PTC_STR(")"));
        if (required)
            wrong = C_JOIN(arena, wrong, PTC_STR(" != "), c_bits(arena, required));
        else
            wrong = twice;
        model_str(&row, "wrong_code", wrong);
        model_str(&row, "twice_code", twice);
        rows_add(&rows, &row);
    }
    return rows;
}

static ptc_str map_field(const map_reader *map, uint32_t index)
{
    ptcc_c_sink *sink = map->sink;
    const ptcc_c_node *cnode = &map->contract->nodes[index];
    uint32_t number = index - map->first;
    ptc_str present = C_JOIN(sink->arena, PTC_STR("out->has."), cnode->member_id);
    ptcc_model model = host_model(&sink->host);
    bool ends;
    ptcc_rows nexts = map_nexts(map, index + 1, ",", &ends);
    bool is_last = number + 1 == map->count;

    model_cstr(&model, "lib_id", ptcc_c_library(sink->options));
    model_str(&model, "label_id", map_label(map, index));
    model_str(&model, "seen_code", map_word(map, number / MAP_WORD_FIELDS));
    model_str(&model, "bit_lit", c_bits(sink->arena, map_once(number)));
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
    for (uint32_t i = map->first; keys && i < map->first + map->count; i++) {
        if (ptcc_c_is_plain(map->nodes[i].name))
            keys[(*count)++] = (map_key){map->nodes[i].name.len, i};
    }
    if (*count)
        qsort(keys, *count, sizeof *keys, map_compare_keys);
    return keys;
}

/* Cases of the switch over the key's length. */
static ptcc_rows map_lengths(const map_reader *map)
{
    ptc_arena *arena = map->sink->arena;
    ptcc_rows lengths = host_rows(&map->sink->host);
    size_t count;
    const map_key *keys;

    if (map->sink->options->is_small)
        return lengths; /* the runtime finds the field */
    keys = map_sort_keys(map, &count);
    for (size_t i = 0, end; i < count; i = end) {
        ptcc_model row = host_model(&map->sink->host);
        ptcc_rows same = host_rows(&map->sink->host);

        for (end = i; end < count && keys[end].len == keys[i].len; end++) {
            ptcc_model key = host_model(&map->sink->host);
            uint32_t index = keys[end].index;

            model_str(&key, "key_lit", c_string_line(arena, map->nodes[index].name));
            model_str(&key, "label_id", map_label(map, index));
            rows_add(&same, &key);
        }
        model_str(&row, "length_lit", c_decimal(arena, keys[i].len));
        model_rows(&row, "keys", &same);
        rows_add(&lengths, &row);
    }
    return lengths;
}

static ptc_str map_other(const map_reader *map)
{
    const ptc_str items[] = {PTC_STR("gen"), PTC_STR("&in_map"), map->contract->nodes_id,
                             c_decimal(map->sink->arena, map->index), PTC_STR("&p")};

    return host_wrap_list(&map->sink->host, PTC_STR("switch (ptc_gen_map_other"), items,
                          5, PTC_STR(") {"), 4);
}

/* The jumps to fields that the runtime has found. */
static ptcc_rows map_others(const map_reader *map)
{
    ptcc_rows others = host_rows(&map->sink->host);

    for (uint32_t i = 0; i < map->count; i++) {
        ptcc_model other = host_model(&map->sink->host);

        model_str(&other, "number_lit", c_decimal(map->sink->arena, i));
        model_str(&other, "label_id", map_label(map, map->first + i));
        rows_add(&others, &other);
    }
    return others;
}

static uint32_t map_required_end(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    uint32_t end = node->first + node->count;

    while (end > node->first && contract->nodes[end - 1].is_optional)
        end--;
    return end;
}

static void map_fields(const map_reader *map)
{
    ptc_arena_mark mark = ptc_arena_place(map->sink->arena);

    for (uint32_t i = 0; i < map->count; i++)
        ptcc_c_emit(map->sink, mark, map_field(map, map->first + i));
}

/* Writes the reader up to its end, which is the result. */
ptc_str ptcc_c_map_reader(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    map_reader map = {sink,
                      contract,
                      schema->nodes,
                      index,
                      schema->nodes[index].first,
                      schema->nodes[index].count,
                      map_required_end(contract, index)};
    ptcc_model model = host_model(&sink->host);
    ptcc_rows others = map_others(&map);
    ptcc_rows words = map_words(&map);
    bool ends;
    ptcc_rows firsts = map_nexts(&map, map.first, "{", &ends);
    ptcc_rows lengths = map_lengths(&map);
    ptc_str late = map_late_defaults(&map);
    ptc_str parts[2];

    model_str(&model, "comment_code", ptcc_c_shape(sink, schema, index, false));
    model_str(&model, "head_code", ptcc_c_node_head(sink, contract, index));
    model_cstr(&model, "lib_id", ptcc_c_library(sink->options));
    model_str(&model, "seen_code", map_seen(&map));
    model_rows(&model, "words", &words);
    model_flag(&model, "is_wide", words.count > 1);
    model_str(&model, "defaults_code", map_defaults(&map));
    model_rows(&model, "firsts", &firsts);
    model_flag(&model, "is_zeroed", ptcc_c_has_zeroed(contract, index));
    model_flag(&model, "has_lengths", lengths.count > 0);
    model_rows(&model, "lengths", &lengths);
    model_str(&model, "other_code", map_other(&map));
    model_rows(&model, "others", &others);
    model_gap(&model, "fields_code");
    model_str(&model, "late_code", late);
    host_expand_apart(&sink->host, &ptcc_template_read_map, &model, parts, 2);
    ptcc_pieces_lines(&sink->out, parts[0]);
    map_fields(&map);
    return parts[1];
}
