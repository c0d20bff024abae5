/* SPDX-License-Identifier: MIT */
/* The root of a strict form, and the definitions that it needs. */
#include "target/json_writer/json_strict_int.h"

/* Numbers of definitions by the texts of references to them. */
static bool root_names(ptc_json_writer *writer, ptc_names *names)
{
    ptc_names_init(names, writer->arena);
    names->is_exact = true;
    for (size_t i = 0; i < writer->definitions.count && writer->status == PTC_OK; i++) {
        ptc_value own = ptc_json_reference(
            writer, ptc_value_text(&writer->definitions.entries[i].key));

        if (writer->status == PTC_OK &&
            ptc_names_add(names, ptc_value_text(&own.as.map->entries[0].value),
                          (uint32_t)i) == NULL)
            writer->status = PTC_ERROR_MEMORY;
    }
    return writer->status == PTC_OK;
}

/* The definition that a schema refers to, or NULL. */
static ptc_map_entry *root_target(const ptc_json_writer *writer, const ptc_names *names,
                                  const ptc_value *schema)
{
    const ptc_value *reference =
        schema->kind == PTC_MAP
            ? ptc_map_find_text(schema->as.map, PTC_STRING, PTC_STR("$ref"))
            : NULL;
    const ptc_name_entry *entry = reference != NULL && reference->kind == PTC_STRING
                                      ? ptc_names_find(names, ptc_value_text(reference))
                                      : NULL;

    return entry != NULL ? &writer->definitions.entries[entry->value] : NULL;
}

/* Values that are to be looked into. */
typedef struct root_run {
    ptc_json_writer *writer;
    ptc_names names;
    const ptc_value **values;
    size_t count;
    size_t capacity;
    bool *is_used; /* by definition */
} root_run;

static void root_push(root_run *run, const ptc_value *value)
{
    void *values = run->values;

    if (ptc_value_is_scalar(value) || run->writer->status != PTC_OK)
        return;
    if (!ptc_arena_reserve(run->writer->arena, &values, &run->capacity, run->count,
                           run->count + 1, sizeof *run->values)) {
        run->writer->status = PTC_ERROR_MEMORY;
        return;
    }
    run->values = values;
    run->values[run->count++] = value;
}

static void root_look(root_run *run, const ptc_value *value)
{
    const ptc_map_entry *target = root_target(run->writer, &run->names, value);
    size_t number =
        target != NULL ? (size_t)(target - run->writer->definitions.entries) : 0;

    if (target != NULL && !run->is_used[number]) {
        run->is_used[number] = true;
        root_push(run, &target->value);
    }
    for (uint32_t i = 0; i < value->aux; i++)
        root_push(run, value->kind == PTC_MAP ? &value->as.map->entries[i].value
                                              : &value->as.items[i]);
}

void ptc_json_strict_prune(ptc_json_writer *writer, const ptc_value *root)
{
    ptc_json_object *definitions = &writer->definitions;
    root_run run = {.writer = writer};
    size_t kept = 0;

    if (definitions->count == 0 || !root_names(writer, &run.names))
        return;
    run.is_used = ptc_arena_array(writer->arena, definitions->count, 1);
    if (run.is_used == NULL) {
        writer->status = PTC_ERROR_MEMORY;
        return;
    }
    root_push(&run, root);
    while (run.count > 0 && writer->status == PTC_OK)
        root_look(&run, run.values[--run.count]);
    for (size_t i = 0; i < definitions->count; i++) {
        if (run.is_used[i])
            definitions->entries[kept++] = definitions->entries[i];
    }
    definitions->count = kept;
}

ptc_value ptc_json_strict_root(ptc_json_writer *writer, const char *key)
{
    ptc_value *made = &writer->made[writer->root];
    const ptc_map_entry *target;
    ptc_names names;

    if (key == NULL && writer->definitions.count > 0 && root_names(writer, &names)) {
        target = root_target(writer, &names, made);
        for (size_t turn = 0; turn < writer->definitions.count && target != NULL;
             turn++) {
            *made = target->value;
            target = root_target(writer, &names, made);
        }
    }
    return ptc_json_strict_slot(writer, writer->root, false);
}
