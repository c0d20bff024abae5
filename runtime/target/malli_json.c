/* SPDX-License-Identifier: MIT */
/*
 * Contracts as Malli in its JSON form: the canonical Malli of render_malli.c, as data.
 * Reading it with ptc_malli_read_json gives an equal contract. [validation 11.1, 12]
 */
#include "schema/schema_int.h"
#include "target/target_int.h"

#include <ptc/form.h>
#include <ptc/json.h>

/* The canonical Malli of the contract as a value of the JSON form. */
static ptc_status malli_json_value(ptc_target_run *run, ptc_value *out)
{
    const ptc_target_contract *contract = run->contracts;
    ptc_render_options options = {.struct_size = sizeof options,
                                  .malli_names = true,
                                  .bare_output = contract->is_type};
    ptc_source source = {contract->name, {NULL, 0}};
    ptc_status status;
    ptc_forms forms;
    ptc_text text;
    uint32_t form;

    ptc_text_init(&text, run->arena);
    status = ptc_schema_write_malli(&text, contract->schema, &options);
    if (status != PTC_OK)
        return status;
    source.text = ptc_text_view(&text);
    ptc_forms_init(&forms, run->arena, &source);
    form = ptc_edn_read_one(&forms, NULL);
    return form != 0 ? ptc_form_to_json(&forms, form, out) : PTC_ERROR_MEMORY;
}

/* Whether a value is a set, or holds one in up to `depth` levels. */
static bool malli_json_has_set(const ptc_value *value, unsigned depth)
{
    if (value->kind == PTC_SET || depth == 0)
        return value->kind == PTC_SET;
    for (size_t i = 0; value->kind == PTC_VECTOR && i < value->aux; i++) {
        if (malli_json_has_set(&value->as.items[i], depth - 1))
            return true;
    }
    for (size_t i = 0; value->kind == PTC_MAP && i < value->as.map->count; i++) {
        if (malli_json_has_set(&value->as.map->entries[i].value, depth - 1))
            return true;
    }
    return false;
}

/* Whether a default reads back as another value: sets are lists, which only the type of a
 * field makes sets again. */
static bool malli_json_loses(const ptc_schema *schema, const ptc_schema_node *node)
{
    const ptc_schema_node *type = ptc_schema_main(schema->nodes, node);
    ptc_value value;

    if (!ptc_schema_default(node, &value) || !malli_json_has_set(&value, PTC_DEPTH_MAX))
        return false;
    if (value.kind != PTC_SET || type->type != PTC_TYPE_SET)
        return true;
    for (size_t i = 0; i < value.aux; i++) {
        if (malli_json_has_set(&value.as.items[i], PTC_DEPTH_MAX))
            return true;
    }
    return false;
}

ptc_status ptc_target_write_malli_json(ptc_target_run *run)
{
    const ptc_schema *schema = run->contracts->schema;
    ptc_value value;
    ptc_status status = malli_json_value(run, &value);

    for (uint32_t i = schema->root; status == PTC_OK && i < schema->count; i++) {
        if (malli_json_loses(schema, &schema->nodes[i]))
            ptc_target_lose(run, i, PTC_STR("that the default holds a set, not a list"));
    }
    if (status == PTC_OK)
        status = ptc_json_write(run->text, &value, run->options.indent);
    if (status == PTC_ERROR_INVALID)
        ptc_target_refuse(run, run->contracts->schema->root,
                          PTC_STR("a value that JSON cannot hold, in a default, a member "
                                  "or a property"));
    return status;
}
