/* SPDX-License-Identifier: MIT */
/*
 * Every type without parts, in every room that has something to say about it. The loops
 * are over <ptc/types.def>, so a new type is checked from its first day: where a table or
 * a switch lacks it, a test here fails and names the type and the form.
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "target_text.h"

#include "schema/schema_int.h"

#include <ptc/walk.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const heads[PTC_TYPE_COUNT] = {
#define PTC_TYPE(constant, word, head) ":" head,
#include <ptc/types.def>
#undef PTC_TYPE
};

static bool is_in(ptc_type type, const ptc_type *types, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (types[i] == type)
            return true;
    }
    return false;
}

/* NULL for types with children, members or a name. */
static const char *head_of(ptc_type type)
{
    static const ptc_type other[] = {PTC_TYPE_ENUM,      PTC_TYPE_CONST,
                                     PTC_TYPE_NOT_CONST, PTC_TYPE_MULTIPLE,
                                     PTC_TYPE_CUSTOM,    PTC_TYPE_REF};

    if (type == PTC_TYPE_NUMBER)
        return "number?";
    if (type == PTC_TYPE_ANY_MAP)
        return "map?";
    return ptc_type_has_children(type) || is_in(type, other, COUNT(other)) ? NULL
                                                                           : heads[type];
}

/* The record t with the field a of that type. */
static void read_record(target_text *out, const char *head)
{
    char contract[256];

    snprintf(contract, sizeof contract, "edn {:t [:map [:a %s]]}", head);
    target_text_read(out, contract);
}

/* The field a; of a declared type, it comes before the root. */
static uint32_t field_of(const target_text *read)
{
    const ptc_schema *schema = &read->contracts.items[0].schema;

    uint32_t field = 0;

    while (field < schema->count &&
           !ptc_str_equal(schema->nodes[field].name, PTC_STR("a")))
        field++;
    cr_assert_lt(field, schema->count);
    return field;
}

static ptc_type type_of(const target_text *read)
{
    return (ptc_type)read->contracts.items[0].schema.nodes[field_of(read)].type;
}

static void expect_same(const target_text *one, const char *text, const char *what)
{
    target_text other;
    char contract[512];

    snprintf(contract, sizeof contract, "%s", text);
    target_text_read(&other, contract);
    cr_expect(ptc_schema_equal(&one->contracts.items[0].schema,
                               &other.contracts.items[0].schema),
              "%s: %s is read back as another contract", what, text);
    target_text_free(&other);
}

Test(types, are_read_and_written_back)
{
    for (int i = 0; i < PTC_TYPE_COUNT; i++) {
        const char *head = head_of((ptc_type)i);
        char contract[512];
        ptc_render_options render = {.struct_size = sizeof render, .bare_output = true};
        target_text read;
        ptc_text text;

        if (head == NULL)
            continue;
        read_record(&read, head);
        cr_expect_eq((int)type_of(&read), i, "%s is read as another type", head);
        ptc_text_init(&text, &read.arena);
        cr_assert_eq(
            ptc_schema_write_signature(&text, &read.contracts.items[0].schema, &render),
            PTC_OK);
        snprintf(contract, sizeof contract, "t = %s", text.ptr);
        expect_same(&read, contract, "signature");
        ptc_text_init(&text, &read.arena);
        cr_assert_eq(ptc_schema_write_malli(&text, &read.contracts.items[0].schema, NULL),
                     PTC_OK);
        snprintf(contract, sizeof contract, "edn {:t %s}", text.ptr);
        expect_same(&read, contract, "Malli");
        target_text_free(&read);
    }
}

static bool is_valid(const ptc_schema *schema, const ptc_value *value)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .boundary = PTC_BOUNDARY_JSON};

    return ptc_schema_validate(schema, value, &options, NULL) == PTC_OK;
}

Test(types, have_an_example_and_samples)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .boundary = PTC_BOUNDARY_JSON};

    for (int i = 0; i < PTC_TYPE_COUNT; i++) {
        const char *head = head_of((ptc_type)i);
        ptc_schema field;
        target_text read;
        ptc_value value;
        ptc_str why;

        if (head == NULL)
            continue;
        read_record(&read, head);
        field = read.contracts.items[0].schema;
        field.root = field_of(&read);
        cr_expect(ptc_schema_example(&read.arena, &field, PTC_BOUNDARY_JSON,
                                     PTC_EXAMPLE_MOST, &value) &&
                      is_valid(&field, &value),
                  "%s has no example", head);
        for (uint64_t at = 0; at < 40; at++)
            cr_expect(ptc_schema_sample(&read.arena, &field, &options, 1, at, &value,
                                        &why) == PTC_OK &&
                          is_valid(&field, &value),
                      "%s has no sample: %s", head, test_cstr(why));
        target_text_free(&read);
    }
}

typedef struct form {
    char text[65536];
    char notes[4096];
} form;

/* What one form makes of a type. */
static void write_record(const char *head, ptc_target target, form *out)
{
    target_text read;

    read_record(&read, head);
    target_text_write(&read, target);
    cr_assert_not_null(read.text, "%s is not written as %s: %s", head,
                       ptc_target_word(target), read.notes);
    snprintf(out->text, sizeof out->text, "%s", read.text);
    snprintf(out->notes, sizeof out->notes, "%s", read.notes);
    target_text_free(&read);
}

/* A form that cannot say a type reports a loss. If it says nothing, it has taken the type
 * for any value, or for any text. */
Test(types, differ_in_each_form_from_anything_and_from_text)
{
    static const ptc_target targets[] = {
        PTC_TARGET_JSON_SCHEMA,   PTC_TARGET_JSON_SCHEMA_7,
        PTC_TARGET_OPENAI_FORMAT, PTC_TARGET_ANTHROPIC_FORMAT,
        PTC_TARGET_GBNF,          PTC_TARGET_LARK,
        PTC_TARGET_SQL,           PTC_TARGET_MARKDOWN,
        PTC_TARGET_MALLI_JSON,
    };
    static const char *const loose[] = {":any", ":string"};
    static form one;
    static form other;

    for (size_t i = 0; i < COUNT(targets); i++) {
        for (int type = 0; type < PTC_TYPE_COUNT; type++) {
            const char *head = head_of((ptc_type)type);

            for (size_t j = 0; head != NULL && j < COUNT(loose); j++) {
                if (strcmp(head, loose[j]) == 0)
                    continue;
                write_record(head, targets[i], &one);
                write_record(loose[j], targets[i], &other);
                cr_expect(strcmp(one.text, other.text) != 0 ||
                              strcmp(one.notes, other.notes) != 0,
                          "%s takes %s for %s, and reports no loss",
                          ptc_target_word(targets[i]), head, loose[j]);
            }
        }
    }
}

/* Except for types that JSON Schema lacks, which become conditions. */
Test(types, are_read_back_from_json_schema)
{
    static const ptc_type lacking[] = {PTC_TYPE_NUMBER, PTC_TYPE_KEYWORD,
                                       PTC_TYPE_DECIMAL, PTC_TYPE_MALLI_SCHEMA,
                                       PTC_TYPE_ANY_MAP};
    static form json;

    for (int i = 0; i < PTC_TYPE_COUNT; i++) {
        const char *head = head_of((ptc_type)i);
        target_text back;
        static char contract[sizeof json.text + 8];

        if (head == NULL || is_in((ptc_type)i, lacking, COUNT(lacking)))
            continue;
        write_record(head, PTC_TARGET_JSON_SCHEMA, &json);
        snprintf(contract, sizeof contract, "json %s", json.text);
        target_text_read(&back, contract);
        cr_expect_eq((int)type_of(&back), i, "%s is read back from %s as %s", head,
                     json.text, heads[type_of(&back)]);
        target_text_free(&back);
    }
}

/* A text can be a value of them: in paths of resources, in rows of databases. */
Test(types, of_signatures_are_scalars)
{
    static const ptc_type whole[] = {PTC_TYPE_ANY, PTC_TYPE_ANY_MAP,
                                     PTC_TYPE_MALLI_SCHEMA};

    for (int i = 0; i < PTC_TYPE_COUNT; i++) {
        if (head_of((ptc_type)i) == NULL)
            continue;
        cr_expect_eq(ptc_type_is_scalar((ptc_type)i),
                     !is_in((ptc_type)i, whole, COUNT(whole)), "%s", heads[i]);
    }
}
