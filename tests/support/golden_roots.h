/* SPDX-License-Identifier: MIT */
/*
 * The generated code of the golden contracts as one kind of pointer, to be
 * compared with the walker. Needs no test framework. Which code that is, the include
 * folder says; GOLDEN_MODE and GOLDEN_COPIES say how it was made.
 */
#ifndef PTC_TEST_GOLDEN_ROOTS_H
#define PTC_TEST_GOLDEN_ROOTS_H

#include <ptc/gen.h>

typedef ptc_status (*golden_parse_fn)(ptc_arena *arena, const char *text, size_t len,
                                      const ptc_parse_options *options, void *out,
                                      ptc_parse_info *info);

typedef ptc_status (*golden_from_fn)(ptc_arena *arena, const ptc_value *value,
                                     const ptc_walk_options *options, void *out,
                                     ptc_report *report);
typedef ptc_status (*golden_to_value_fn)(ptc_arena *arena, const void *in,
                                         ptc_value *out);
typedef ptc_status (*golden_to_json_fn)(ptc_text *text, const void *in);

typedef ptc_status (*golden_read_fn)(ptc_arena *arena, const char *text, size_t len,
                                     const ptc_parse_options *options, void *out,
                                     ptc_str *why);

typedef struct golden_root {
    const char *name;
    const ptc_schema *schema;
    uint32_t node; /* counted from the root of the schema */
    golden_parse_fn plain;
    golden_parse_fn padded;
    golden_read_fn read;
    golden_from_fn from_value;
    golden_to_value_fn to_value;
    golden_to_json_fn to_json;
    size_t size; /* of the struct */
} golden_root;

/* The functions of a type with its pointer hidden. */
#define GOLDEN_FUNCTIONS(type, tables, index)                                            \
    static ptc_status plain_##type(ptc_arena *arena, const char *text, size_t len,       \
                                   const ptc_parse_options *options, void *out,          \
                                   ptc_parse_info *info)                                 \
    {                                                                                    \
        return type##_parse(arena, text, len, options, out, info);                       \
    }                                                                                    \
    static ptc_status padded_##type(ptc_arena *arena, const char *text, size_t len,      \
                                    const ptc_parse_options *options, void *out,         \
                                    ptc_parse_info *info)                                \
    {                                                                                    \
        return type##_parse_padded(arena, text, len, options, out, info);                \
    }                                                                                    \
    static ptc_status read_##type(ptc_arena *arena, const char *text, size_t len,        \
                                  const ptc_parse_options *options, void *out,           \
                                  ptc_str *why)                                          \
    {                                                                                    \
        return type##_read(arena, text, len, options, out, why);                         \
    }                                                                                    \
    static ptc_status from_##type(ptc_arena *arena, const ptc_value *value,              \
                                  const ptc_walk_options *options, void *out,            \
                                  ptc_report *report)                                    \
    {                                                                                    \
        return type##_from_value(arena, value, options, out, report);                    \
    }                                                                                    \
    static ptc_status value_##type(ptc_arena *arena, const void *in, ptc_value *out)     \
    {                                                                                    \
        return type##_to_value(arena, in, out);                                          \
    }                                                                                    \
    static ptc_status json_##type(ptc_text *text, const void *in)                        \
    {                                                                                    \
        return type##_to_json(text, in);                                                 \
    }

/* The root itself, as an initialiser. */
#define GOLDEN_ROW(type, tables, index)                                                  \
    {.name = #type,                                                                      \
     .schema = &tables,                                                                  \
     .node = index,                                                                      \
     .plain = plain_##type,                                                              \
     .padded = padded_##type,                                                            \
     .read = read_##type,                                                                \
     .from_value = from_##type,                                                          \
     .to_value = value_##type,                                                           \
     .to_json = json_##type,                                                             \
     .size = sizeof(type)},

extern const golden_root golden_roots[];
extern const size_t golden_root_count;

/* The mode in which the code checks where the caller wants `wanted`: code made for one
 * mode knows no other. */
ptc_mode golden_mode(ptc_mode wanted);

/* Whether the code was made to keep nothing of the texts that it reads: its strings end
 * in NUL. */
bool golden_copies(void);

/* The root of that name, or NULL. */
const golden_root *golden_root_of(ptc_str name);

/*
 * A text to check, as the files in tests/fuzz/corpus/golden hold it: "ROOT C JSON", where
 * the character C, counted from '0', has the mode in bits 0 and 1, output in bit 2, what
 * follows a padded text in bits 3 and 4, and a low limit of depth in bit 5. With C
 * '0' each of those files is accepted.
 */
typedef struct golden_document {
    const golden_root *root;
    ptc_parse_options options;
    const char *behind; /* PTC_PADDING bytes that follow a padded text */
    ptc_str text;       /* a view of the input */
} golden_document;

/* What could be taken for more of the text. */
extern const char golden_behind[4][PTC_PADDING + 1];

/* False for other inputs. */
bool golden_document_read(ptc_str input, golden_document *out);

/*
 * Holds the generated code against the walker, and what it makes against each other:
 *   - both entries say what the walker says, and report coercion alike;
 *   - the struct, as a value, is what the walker made of the text;
 *   - the value of the text gives the same struct;
 *   - what the struct is as a value gives the same struct, and also as JSON;
 *   - texts that were copied may be gone.
 * Returns NULL, or a text that says what differs; `*accepted` (may be NULL) whether the
 * walker accepts the text. What memory refuses differs in nothing.
 */
const char *golden_judge(ptc_arena *arena, const golden_document *document,
                         bool *accepted);

#endif
