/* SPDX-License-Identifier: MIT */
/* See golden_documents.h. */
#define _POSIX_C_SOURCE 200809L
#include "golden_documents.h"

#include <criterion/criterion.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

golden_document *golden_documents;
size_t golden_document_count;

void golden_documents_load(void)
{
    static const char folder[] = "tests/fuzz/corpus/golden";
    const char *root = getenv("PTC_ROOT");
    struct dirent **entries;
    char path[4096];
    int count;

    snprintf(path, sizeof path, "%s/%s", root ? root : ".", folder);
    count = scandir(path, &entries, NULL, alphasort);
    cr_assert(count > 2, "no documents in %s", path);
    golden_documents = calloc((size_t)count, sizeof *golden_documents);
    golden_document_count = 0;
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') {
            cr_assert(golden_document_read(test_read_project_file(path),
                                           &golden_documents[golden_document_count]),
                      "%s", path);
            golden_document_count++;
        }
        free(entries[i]);
    }
    free(entries);
}

const golden_document *golden_document_of(const golden_root *root)
{
    for (size_t i = 0; i < golden_document_count; i++) {
        if (golden_documents[i].root == root)
            return &golden_documents[i];
    }
    cr_assert_fail("no document of %s", root->name);
    return NULL;
}

/* --- Validating -------------------------------------------------------------------- */

bool golden_expect(ptc_arena *arena, const golden_document *document)
{
    const ptc_parse_options *options = &document->options;
    bool accepted;
    const char *complaint = golden_judge(arena, document, &accepted);

    cr_expect(complaint == NULL, "%s: %s: mode %d, direction %d, after it %.8s: %s",
              document->root->name, complaint, options->mode, options->direction,
              document->behind, test_cstr(document->text));
    return accepted;
}

bool golden_expect_all(ptc_arena *arena, const golden_root *root, ptc_str text)
{
    golden_document document = {.root = root, .text = text};
    bool accepted = false;

    document.options.struct_size = sizeof document.options;
    for (unsigned i = 0; i < 8; i++) {
        document.options.mode = (ptc_mode)(i / 2);
        document.options.direction = i % 2 ? PTC_OUTPUT : PTC_INPUT;
        document.behind = golden_behind[i % 4];
        ptc_arena_reset(arena);
        accepted |= golden_expect(arena, &document) &&
                    golden_mode(document.options.mode) != PTC_MODE_DISABLED;
    }
    return accepted;
}

/* --- Damage ------------------------------------------------------------------------ */

/* Values that are put where another was. */
static const char *const replacements[] = {
    "null",
    "true",
    "\"true\"",
    "42",
    "\"42\"",
    "-0",
    "0.5",
    "1.0",
    "5.",
    "01",
    "+1",
    "1e400",
    "-1E-400",
    "99999999999999999999",
    "9223372036854775807",
    "9007199254740993",
    "\"\"",
    "\"\\u0061\"",
    "\"\\ud800\"",
    "\"\\ud83d\\ude00\"",
    "\"x\x80\"",
    "\"\xed\xa0\x80\"",
    "[]",
    "[1]",
    "[\"a\",null]",
    "{}",
    "{\"a\":1,\"a\":2}",
    "{\"a\":1,\"\\u0061\":2}",
    "\":kw\"",
    "\"price\"",
    "\"pr\\u0069ce\"",
    "\"2020-02-30T00:00:00Z\"",
    "\"2020-01-01T00:00:00+02:00\"",
    "\"2020-01-01 00:00:00Z\"",
    "\" 3 \"",
    "nul",
    "tru",
    "\"\\x\"",
    "\"a\tb\"",
    "[[[[]]]]",
};

/* Keys that are put in front of another. */
static const char *const extra_keys[] = {
    "\"unknown\":1,",
    "\"unknown\":{\"a\":[]},",
    "\"un\\u006bnown\":0,",
    "\"user_id\":7,",
    "\"user-id\":7,",
    "\"x-y\":\"z\",",
    "\"count\":3,",
    "\"c\\u006funt\":3,",
    "\"unit-price\":\"no\",",
    "\"order-id\":1,",
    "\"\":1,",
    "\"id\":\"1\",",
    "\"query\":\"x\",",
};

/* Puts `text` instead of `count` bytes at `at`. */
static void draft_splice(golden_draft *draft, size_t at, size_t count, const char *text)
{
    size_t len = strlen(text);

    if (draft->len - count + len > sizeof draft->bytes)
        return;
    memmove(draft->bytes + at + len, draft->bytes + at + count, draft->len - at - count);
    memcpy(draft->bytes + at, text, len);
    draft->len += len - count;
}

/* The place after the next `wanted` from a random one on, or the length. */
static size_t draft_behind(const golden_draft *draft, test_random *random, char wanted)
{
    size_t at = test_random_below(random, (uint32_t)draft->len);

    while (at < draft->len && draft->bytes[at] != wanted)
        at++;
    return at < draft->len ? at + 1 : at;
}

void golden_damage(golden_draft *draft, test_random *random)
{
    char byte[2] = {0, 0};
    size_t at = test_random_below(random, (uint32_t)draft->len);
    size_t end;

    switch (test_random_below(random, 8)) {
    case 0:
        draft->bytes[at] = (char)test_random_below(random, 256);
        break;
    case 1:
        draft_splice(draft, at, 1, "");
        break;
    case 2:
        byte[0] = " \n,:\"{}[]0\\"[test_random_below(random, 11)];
        draft_splice(draft, at, 0, byte);
        break;
    case 3:
        at = draft_behind(draft, random, '{');
        draft_splice(draft, at, 0,
                     extra_keys[test_random_below(random, sizeof extra_keys /
                                                              sizeof extra_keys[0])]);
        break;
    case 4:
        at = draft_behind(draft, random, ',');
        if (at < draft->len && draft->bytes[at] == '"')
            draft_splice(draft, at, 0,
                         extra_keys[test_random_below(random, sizeof extra_keys /
                                                                  sizeof extra_keys[0])]);
        break;
    default:
        at = draft_behind(draft, random, ':');
        for (end = at; end < draft->len && !strchr(",}]", draft->bytes[end]); end++)
            continue;
        draft_splice(draft, at, end - at,
                     replacements[test_random_below(random, sizeof replacements /
                                                                sizeof replacements[0])]);
        break;
    }
}
