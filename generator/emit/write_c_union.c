/* SPDX-License-Identifier: MIT */
/*
 * Unions, by the first byte of the text: where it leaves one alternative, that one reads
 * the value; where it leaves several, the walker decides between them. [validation 3, 4]
 */
#include "generator/ptcc.h"
#include "templates.h"

/* What a JSON text can begin with. ORDER CLASS */
typedef enum union_class {
    UNION_TEXT,
    UNION_BOOL,
    UNION_LIST,
    UNION_MAP,
    UNION_NULL,
    UNION_NUMBER,
    UNION_CLASSES,
} union_class;

_Static_assert(UNION_CLASSES == PTCC_C_CHOICES, "a choice for each class");

#define UNION_BIT(class) (1u << (class))
#define UNION_ALL        (UNION_BIT(UNION_CLASSES) - 1)

/* ORDER CLASS */
static const char *const class_labels[] = {
    "case '\"':", "case 't':\ncase 'f':", "case '[':", "case '{':", "case 'n':",
    "default:", /* digits, and what is no value */
};

/* --- Which alternative can take what ------------------------------------------------ */

static unsigned member_classes(const ptc_value *member)
{
    switch ((ptc_kind)member->kind) {
    case PTC_STRING:
    case PTC_KEYWORD:
        return UNION_BIT(UNION_TEXT);
    case PTC_INT:
    case PTC_FLOAT:
        return UNION_BIT(UNION_NUMBER) | UNION_BIT(UNION_TEXT);
    case PTC_BOOL:
        return UNION_BIT(UNION_BOOL);
    case PTC_NIL:
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
    case PTC_OPAQUE:
        break;
    }
    return UNION_ALL;
}

/* The first bytes of what a type accepts or coerces. */
static unsigned type_classes(const ptcc_c_contract *contract, const ptc_schema_node *node)
{
    unsigned classes = 0;

    switch ((ptc_type)node->type) {
    case PTC_TYPE_STRING:
    case PTC_TYPE_DATETIME:
    case PTC_TYPE_KEYWORD:
        return UNION_BIT(UNION_TEXT);
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
        return UNION_BIT(UNION_NUMBER) | UNION_BIT(UNION_TEXT);
    case PTC_TYPE_BOOL:
        return UNION_BIT(UNION_BOOL) | UNION_BIT(UNION_TEXT);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        for (uint32_t i = 0; i < ptcc_c_member_count(node); i++)
            classes |= member_classes(&node->members[i]);
        return classes;
    case PTC_TYPE_LIST:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_SET:
        return UNION_BIT(UNION_LIST);
    case PTC_TYPE_MAP:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_MULTI:
        return UNION_BIT(UNION_MAP);
    case PTC_TYPE_NIL:
        return UNION_BIT(UNION_NULL);
    case PTC_TYPE_UNION:
        for (uint32_t i = 0; i < node->count; i++)
            classes |= contract->nodes[node->first + i].classes;
        return classes;
    case PTC_TYPE_ANY:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
    return UNION_ALL;
}

void ptcc_c_find_classes(ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *named = &contract->nodes[index];
    unsigned classes = named->holds_nil ? UNION_BIT(UNION_NULL) : 0;

    if (named->target != index)
        classes |= contract->nodes[named->target].classes;
    else
        classes |= type_classes(contract, &contract->contract->schema.nodes[index]);
    named->classes = (unsigned char)classes;
}

/* Whether a text can be accepted as it stands, not only coerced. */
static bool accepts_text(const ptc_schema_node *node)
{
    if (node->type == PTC_TYPE_INT || node->type == PTC_TYPE_FLOAT ||
        node->type == PTC_TYPE_BOOL)
        return false;
    if (node->type != PTC_TYPE_ENUM && node->type != PTC_TYPE_CONST)
        return true;
    for (uint32_t i = 0; i < ptcc_c_member_count(node); i++) {
        if (node->members[i].kind != PTC_INT && node->members[i].kind != PTC_FLOAT)
            return true;
    }
    return false;
}

static bool accepts_every_text(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_STRING && !node->interval && node->pattern_count == 0;
}

/*
 * How many alternatives may take a text of this class; `*only` is the last of them. Where
 * one accepts every text, those behind it get none, nor do those that would coerce it.
 */
static uint32_t class_candidates(const ptcc_c_contract *contract, uint32_t index,
                                 union_class class, uint32_t *only)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    bool has_every = false;
    uint32_t count = 0;

    for (uint32_t i = 0; i < node->count && class == UNION_TEXT; i++)
        has_every |=
            accepts_every_text(&schema->nodes[contract->nodes[node->first + i].target]);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *child = &schema->nodes[contract->nodes[i].target];

        if (!(contract->nodes[i].classes & UNION_BIT(class)) ||
            (has_every && !accepts_text(child)))
            continue;
        count++;
        *only = i;
        if (has_every && accepts_every_text(child))
            break;
    }
    return count;
}

uint32_t ptcc_c_union_choices(const ptcc_c_contract *contract, uint32_t index,
                              uint32_t chosen[PTCC_C_CHOICES])
{
    uint32_t count = 0;

    for (unsigned class = 0; class < UNION_CLASSES; class ++) {
        uint32_t only;

        if (class != UNION_NULL &&
            class_candidates(contract, index, (union_class) class, &only) == 1)
            chosen[count++] = only;
    }
    return count;
}

bool ptcc_c_union_is_walked(const ptcc_c_contract *contract, uint32_t index)
{
    uint32_t chosen[PTCC_C_CHOICES];
    uint32_t count = ptcc_c_union_choices(contract, index, chosen);

    for (uint32_t i = 0; i < count; i++) {
        if (!contract->nodes[chosen[i]].is_walked)
            return false;
    }
    return true;
}

/* --- The reader -------------------------------------------------------------------- */

/* Statements that leave the value to the walker. */
static ptc_str write_walked(ptcc_c_file *file, const ptcc_c_contract *contract,
                            uint32_t index)
{
    return ptcc_c_line(HOST_FILL(&file->host, ptcc_template_read_union_walked,
                                 {"type_id", contract->type_id},
                                 {"node_lit", c_decimal(file->arena, index)}));
}

/* Statements that choose an alternative and read its value. */
static ptc_str write_chosen(ptcc_c_file *file, const ptcc_c_contract *contract,
                            uint32_t child)
{
    const ptcc_c_node *named = &contract->nodes[child];
    ptc_str value = C_JOIN(file->arena, PTC_STR("out->as."), named->member_id);
    ptcc_c_place place = {.holder = PTC_STR("out"),
                          .value = value,
                          .address = C_JOIN(file->arena, PTC_STR("&"), value),
                          .present = PTC_STR(""),
                          .indent = 8,
                          .is_last = true};

    /* The runtime leaves what is not there as it was. */
    return C_JOIN(file->arena,
                  ptc_str_of(named->is_walked ? "memset(out, 0, sizeof *out);\n" : ""),
                  PTC_STR("out->tag = "), named->tag_id, PTC_STR(";\n"),
                  ptcc_c_line(ptcc_c_read_place(file, contract, child, &place)));
}

ptc_str ptcc_c_union_reader(ptcc_c_file *file, const ptcc_c_contract *contract,
                            uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    ptcc_model model = host_model(&file->host);
    ptcc_rows cases = host_rows(&file->host);
    bool is_open = true;

    for (unsigned class = 0; class < UNION_CLASSES; class ++) {
        ptcc_model row = host_model(&file->host);
        uint32_t only = 0;
        uint32_t count = class_candidates(contract, index, (union_class) class, &only);

        if (count == 0)
            continue;
        is_open = class != UNION_NUMBER;
        model_cstr(&row, "labels_code", class_labels[class]);
        model_str(&row, "value_code",
                  count == 1 && class != UNION_NULL
                      ? write_chosen(file, contract, only)
                      : write_walked(file, contract, index));
        rows_add(&cases, &row);
    }
    model_str(&model, "comment_code", ptcc_c_shape(file, schema, index, false));
    model_str(&model, "head_code",
              ptcc_c_reader_head(file, contract->nodes[index].reader_id,
                                 contract->nodes[index].type_id, ""));
    model_rows(&model, "cases", &cases);
    model_flag(&model, "is_open", is_open);
    return host_expand(&file->host, &ptcc_template_read_union, &model);
}
