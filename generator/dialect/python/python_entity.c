/* SPDX-License-Identifier: MIT */
/* Decorated classes as entities: their fields, and those of bases. [brimley 5] */
#include "generator/dialect/python/python_int.h"

/* Bases of classes that have no fields. */
static const char *const entity_bases[] = {
    "ABC",    "BaseModel", "Entity",   "Generic",   "NamedTuple",
    "object", "Protocol",  "SQLModel", "TypedDict",
};

static bool entity_is_base(ptc_str name)
{
    for (size_t i = 0; i < sizeof entity_bases / sizeof entity_bases[0]; i++) {
        if (ptc_str_equal(name, ptc_str_of(entity_bases[i])))
            return true;
    }
    return false;
}

/* Sets the field of an entity, which may have it already from a base. */
static void entity_set(ptcc_python_reader *cx, ptcc_python_map *fields, uint32_t key,
                       uint32_t value)
{
    ptc_form *items = cx->forms->items;
    uint32_t known =
        cx->has_bases ? ptcc_python_get(cx, fields->form, items[key].text) : 0;
    uint32_t next;

    if (known == 0) {
        ptcc_python_add(cx, fields, key);
        ptcc_python_add(cx, fields, value);
        return;
    }
    next = items[known].next;
    items[known] = items[value];
    items[known].next = next;
}

/* Takes the fields of a base that is an entity of this file. */
static void entity_inherit(ptcc_python_reader *cx, ptcc_python_map *fields, uint32_t base)
{
    uint32_t at = cx->forms->items[base].child;

    cx->has_bases = true;
    while (at != 0 && !cx->is_refused && !cx->is_stopped) {
        const ptc_form *key = &cx->forms->items[at];
        uint32_t value = key->next;
        uint32_t name = ptcc_python_string_form(cx, key->text, key->span);
        ptcc_python_map copy =
            ptcc_python_open_form(cx, PTC_FORM_NIL, cx->forms->items[value].span);

        if (name == 0 || copy.form == 0)
            return;
        cx->forms->items[copy.form] = cx->forms->items[value];
        cx->forms->items[copy.form].next = 0;
        entity_set(cx, fields, name, copy.form);
        at = cx->forms->items[value].next;
    }
}

static void entity_read_base(ptcc_python_reader *cx, ptcc_python_map *fields,
                             uint32_t node)
{
    const ptcc_python_node_item *item = ptcc_python_at(cx, node);
    const ptc_name_entry *entity;
    ptcc_python_type type;

    if (item->kind == PTCC_PYTHON_NODE_KEYWORD)
        return; /* metaclass=, frozen= */
    if (item->kind == PTCC_PYTHON_NODE_SUBSCRIPT)
        node = item->child; /* Generic[T] */
    if (ptcc_python_at(cx, node)->kind == PTCC_PYTHON_NODE_NAME &&
        ptcc_python_read_type(cx, node, &type)) {
        if (entity_is_base(type.text))
            return;
        entity = ptc_names_find(&cx->entities, type.text);
        if (entity != NULL) {
            entity_inherit(cx, fields, entity->value);
            return;
        }
    }
    ptc_diag_add(cx->diags, PTC_DIAG_PYTHON_SKIPPED, item->span,
                 "fields that \"%s\" has from `%s` are not read",
                 ptcc_python_quote(cx, cx->name), ptcc_python_quote(cx, item->span));
}

void ptcc_python_define_entity(ptcc_python_reader *cx)
{
    uint32_t decorator = ptcc_python_find_decorator(cx, "entity");
    ptcc_python_map map;
    ptcc_python_map fields;
    ptcc_python_keywords keywords;
    uint32_t base = cx->result != 0 ? ptcc_python_at(cx, cx->result)->child : 0;

    if (decorator == 0) {
        ptcc_python_is_misplaced(cx, "function", "function");
        return;
    }
    map = ptcc_python_open_form(cx, PTC_FORM_MAP, cx->name);
    fields = ptcc_python_open_form(cx, PTC_FORM_MAP, cx->name);
    keywords = ptcc_python_read_keywords(cx, decorator);
    ptcc_python_put(cx, &map, "name", cx->name,
                    keywords.name ? keywords.name : ptcc_python_name_form(cx, cx->name));
    ptcc_python_put(cx, &map, "type", cx->name,
                    ptcc_python_string_form(cx, PTC_STR("entity"), cx->name));
    ptcc_python_put(cx, &map, "description", cx->name, keywords.description);
    cx->has_bases = false;
    for (; base != 0; base = ptcc_python_at(cx, base)->next)
        entity_read_base(cx, &fields, base);
    ptcc_python_put(cx, &map, "fields", cx->name, fields.form);
    if (fields.form != 0 && ptc_names_push(&cx->entities, ptcc_python_text(cx, cx->name),
                                           fields.form) == NULL)
        cx->is_refused = true;
    ptcc_python_open(cx, map, keywords.description != 0);
    cx->fields = fields;
}

void ptcc_python_define_field(ptcc_python_reader *cx)
{
    const ptcc_python_node_item *value = ptcc_python_at(cx, cx->value);
    bool is_required = cx->value == 0 || value->kind == PTCC_PYTHON_NODE_ELLIPSIS;
    uint32_t form =
        ptcc_python_argument(cx, cx->name, cx->result, is_required ? 0 : cx->value);
    uint32_t name = form != 0 ? ptcc_python_name_form(cx, cx->name) : 0;

    if (name != 0)
        entity_set(cx, &cx->fields, name, form);
}
