/* SPDX-License-Identifier: MIT */
/* The limits of OpenAI, counted in the written schema. [emitters 3] */
#include "target/json_writer/json_strict_int.h"

/* A schema, or a map or list of some, that is being counted. */
typedef struct limit_frame {
    const ptc_value *value;
    uint32_t next;
    unsigned level; /* of objects and lists around it and itself */
    bool is_schema; /* else a collection of schemas */
} limit_frame;

typedef struct limit_run {
    ptc_json_writer *writer;
    limit_frame *frames;
    size_t height;
    size_t capacity;
    size_t properties;
    size_t members;
    size_t text;
    bool is_over;
} limit_run;

/* Whether a value is what a node, or its slot, was made; nodes that have a slot first. */
static bool limit_is_of(const ptc_json_writer *writer, uint32_t index,
                        const ptc_value *value)
{
    const ptc_value *slot = &writer->slots[index];
    const ptc_value *made = &writer->made[index];

    return (slot->kind == PTC_MAP && slot->as.map == value->as.map) ||
           (made->kind == PTC_MAP && made->as.map == value->as.map);
}

/* The node that wrote `value`, or what is around it. */
static uint32_t limit_node(const limit_run *run, const ptc_value *value)
{
    const ptc_schema *schema = run->writer->schema;
    size_t height = run->height;

    for (;;) {
        for (uint32_t i = 0; value->kind == PTC_MAP && i < schema->count; i++) {
            if (limit_is_of(run->writer, i, value))
                return i;
        }
        if (height == 0)
            return run->writer->root;
        value = run->frames[--height].value;
    }
}

enum {
#define PTC_LIMIT(constant, number, what) LIMIT_##constant,
#include <ptc/target_limits.def>
#undef PTC_LIMIT
};

static const struct {
    size_t most;
    const char *what;
} strict_limits[] = {
#define PTC_LIMIT(constant, number, what) {(number), (what)},
#include <ptc/target_limits.def>
#undef PTC_LIMIT
};

/* Refuses more than a limit, LIMIT_*; `value` is where it was passed. */
static void limit_check(limit_run *run, size_t count, unsigned limit,
                        const ptc_value *value)
{
    ptc_text text;

    if (count <= strict_limits[limit].most || run->is_over)
        return;
    run->is_over = true;
    ptc_text_init(&text, run->writer->arena);
    ptc_text_cstr(&text, "too much for OpenAI, which accepts at most ");
    ptc_text_uint(&text, strict_limits[limit].most);
    ptc_text_byte(&text, ' ');
    ptc_text_cstr(&text, strict_limits[limit].what);
    if (text.failed)
        run->writer->status = PTC_ERROR_MEMORY;
    else
        ptc_json_refuse(run->writer, limit_node(run, value), text.ptr);
}

static size_t limit_length(const ptc_value *text)
{
    return text->kind == PTC_STRING ? ptc_utf8_count(text->as.text, text->aux) : 0;
}

/* The members of an enum, all in all and those of strings alone. */
static void limit_count_enum(limit_run *run, const ptc_value *members,
                             const ptc_value *schema)
{
    size_t text = 0;

    for (uint32_t i = 0; i < members->aux; i++)
        text += limit_length(&members->as.items[i]);
    run->text += text;
    run->members += members->aux;
    limit_check(run, run->members, LIMIT_OPENAI_MEMBERS, schema);
    if (members->aux > strict_limits[LIMIT_OPENAI_LARGE_ENUM].most)
        limit_check(run, text, LIMIT_OPENAI_LARGE_ENUM_TEXT, schema);
}

static bool limit_is_type(const ptc_value *type)
{
    return type->kind == PTC_STRING &&
           (ptc_str_equal(ptc_value_text(type), PTC_STR("object")) ||
            ptc_str_equal(ptc_value_text(type), PTC_STR("array")));
}

/* Whether a schema is one of objects or lists. */
static bool limit_is_level(const ptc_value *schema)
{
    const ptc_value *type =
        ptc_map_find_text(schema->as.map, PTC_STRING, PTC_STR("type"));

    if (type == NULL || type->kind != PTC_VECTOR)
        return type != NULL && limit_is_type(type);
    return type->aux > 0 && limit_is_type(&type->as.items[0]);
}

static void limit_push(limit_run *run, const ptc_value *value, unsigned level,
                       bool is_schema)
{
    void *frames = run->frames;

    if (is_schema && value->kind != PTC_MAP)
        return;
    level += is_schema && limit_is_level(value);
    limit_check(run, level, LIMIT_OPENAI_DEPTH, value);
    if (!ptc_arena_reserve(run->writer->arena, &frames, &run->capacity, run->height,
                           run->height + 1, sizeof *run->frames)) {
        run->writer->status = PTC_ERROR_MEMORY;
        return;
    }
    run->frames = frames;
    run->frames[run->height++] = (limit_frame){value, 0, level, is_schema};
}

/* The first property beyond the limit is named. */
static void limit_count_properties(limit_run *run, const ptc_value *properties)
{
    size_t most = strict_limits[LIMIT_OPENAI_PROPERTIES].most;
    size_t left = most - run->properties;

    run->properties += properties->aux;
    if (run->properties > most)
        limit_check(run, run->properties, LIMIT_OPENAI_PROPERTIES,
                    &properties->as.map->entries[left].value);
}

/* Counts a keyword of a schema. */
static void limit_count_keyword(limit_run *run, const ptc_value *schema, ptc_str key,
                                const ptc_value *value, unsigned level)
{
    if (ptc_str_equal(key, PTC_STR("enum"))) {
        limit_count_enum(run, value, schema);
    } else if (ptc_str_equal(key, PTC_STR("const"))) {
        run->text += limit_length(value);
    } else if (ptc_str_equal(key, PTC_STR("items"))) {
        limit_push(run, value, level, true);
    } else if (ptc_str_equal(key, PTC_STR("properties"))) {
        limit_count_properties(run, value);
        limit_push(run, value, level, false);
    } else if (ptc_str_equal(key, PTC_STR("anyOf"))) {
        limit_push(run, value, level, false);
    } else if (ptc_str_equal(key, PTC_STR("$defs"))) {
        limit_push(run, value, 0, false);
    }
    limit_check(run, run->text, LIMIT_OPENAI_TEXT, schema);
}

static void limit_step(limit_run *run)
{
    limit_frame *top = &run->frames[run->height - 1];
    const ptc_value *value = top->value;
    const ptc_map_entry *entry;
    uint32_t next = top->next++;

    if (next == value->aux) {
        run->height--;
        return;
    }
    if (value->kind == PTC_VECTOR) {
        limit_push(run, &value->as.items[next], top->level, true);
        return;
    }
    entry = &value->as.map->entries[next];
    if (top->is_schema) {
        limit_count_keyword(run, value, ptc_value_text(&entry->key), &entry->value,
                            top->level);
        return;
    }
    run->text += limit_length(&entry->key);
    limit_check(run, run->text, LIMIT_OPENAI_TEXT, &entry->value);
    limit_push(run, &entry->value, top->level, true);
}

void ptc_json_strict_limits(ptc_json_writer *writer, const ptc_value *whole)
{
    limit_run run = {.writer = writer};

    if (!ptc_json_is_openai(writer))
        return;
    limit_push(&run, whole, 0, true);
    while (run.height > 0 && !run.is_over && writer->status == PTC_OK)
        limit_step(&run);
}
