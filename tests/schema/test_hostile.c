/* SPDX-License-Identifier: MIT */
/*
 * Bad input for every reader of text: each has a decided answer, in bounded memory, and
 * running out of memory at any allocation is one of them. The readers are in one table,
 * so that a new one gets all of this by adding a row.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "support.h"

/* --- Readers ----------------------------------------------------------------------- */

typedef ptc_status (*read_fn)(ptc_arena *arena, ptc_str text);

static ptc_status read_json(ptc_arena *arena, ptc_str text)
{
    ptc_value value;

    return ptc_json_read(arena, text.ptr, text.len, NULL, &value, NULL, NULL);
}

static ptc_status read_edn(ptc_arena *arena, ptc_str text)
{
    ptc_source source = {PTC_STR("hostile.edn"), text};
    ptc_diags diags;
    ptc_forms forms;
    ptc_value value;
    uint32_t form;

    ptc_diags_init(&diags, arena);
    diags.source = &source;
    ptc_forms_init(&forms, arena, &source);
    form = ptc_edn_read_one(&forms, &diags);
    if (form == 0)
        return diags.errors > 0 ? PTC_ERROR_SYNTAX : PTC_ERROR_MEMORY;
    return ptc_form_to_value(&forms, form, &value, &diags);
}

static ptc_status read_signature(ptc_arena *arena, ptc_str text)
{
    ptc_source source = {PTC_STR("hostile.sig"), text};
    ptc_diags diags;
    ptc_schema schema;
    ptc_status status;
    ptc_text out;

    ptc_diags_init(&diags, arena);
    status = ptc_signature_read(arena, &source, NULL, &diags, &schema);
    ptc_text_init(&out, arena);
    if (status == PTC_OK)
        ptc_schema_write_signature(&out, &schema, NULL);
    else
        ptc_diags_write(&out, &diags, PTC_DIAG_STYLE_TEXT, false);
    cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY || diags.errors > 0,
              "%s without a diagnostic", ptc_status_name(status));
    return status;
}

static ptc_status read_malli(ptc_arena *arena, ptc_str text)
{
    ptc_source source = {PTC_STR("hostile.edn"), text};
    ptc_diags diags;
    ptc_schema schema;
    ptc_status status;
    ptc_text out;

    ptc_diags_init(&diags, arena);
    status = ptc_malli_read(arena, &source, NULL, &diags, &schema);
    ptc_text_init(&out, arena);
    if (status == PTC_OK)
        ptc_schema_write_malli(&out, &schema, NULL);
    else
        ptc_diags_write(&out, &diags, PTC_DIAG_STYLE_JSON, false);
    return status;
}

static ptc_status read_contracts(ptc_arena *arena, ptc_str text)
{
    ptc_source source = {PTC_STR("hostile.sig"), text};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .format = PTC_CONTRACT_SIG};
    ptc_contracts contracts;
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    return ptc_contracts_read(arena, &source, &options, &diags, &contracts);
}

static ptc_status read_template(ptc_arena *arena, ptc_str text)
{
    ptc_source source = {PTC_STR("hostile.tmpl"), text};
    ptc_diags diags;
    ptc_template compiled;

    ptc_diags_init(&diags, arena);
    return ptc_template_compile(arena, &source, &diags, &compiled);
}

static ptc_status read_regex(ptc_arena *arena, ptc_str text)
{
    ptc_dfa dfa;

    return ptc_regex_compile(arena, text, &dfa, NULL);
}

/* A quick look knows only what it accepts; the walker decides everything else. */
static ptc_status read_glance(ptc_arena *arena, ptc_str text)
{
    ptc_source source = {PTC_STR("hostile.edn"),
                         PTC_STR("[:map [:a [:vector :any]] [:b [:string {:min 1}]]"
                                 " [:c {:optional true} [:re \"^x+$\"]]]")};
    const ptc_glance *glance;
    ptc_diags diags;
    ptc_schema schema;
    char *padded;

    ptc_diags_init(&diags, arena);
    if (ptc_malli_read(arena, &source, NULL, &diags, &schema) != PTC_OK)
        return PTC_ERROR_MEMORY;
    padded = ptc_arena_alloc(arena, text.len + PTC_PADDING);
    if (ptc_glance_make(arena, &schema, NULL, &glance) != PTC_OK || padded == NULL)
        return PTC_ERROR_MEMORY;
    memset(padded, '}', text.len + PTC_PADDING);
    if (text.len > 0)
        memcpy(padded, text.ptr, text.len);
    if (ptc_glance_accepts(arena, glance, padded, text.len))
        return PTC_OK;
    return arena->failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

typedef struct reader {
    const char *name;
    read_fn read;
    const char *good; /* a text that it accepts */
} reader;

static const reader readers[] = {
    {"json", read_json,
     "{\"a\": [1, 2.5, \"x\\n\\u0041\", null, true], \"b\": {\"c\": {}}}"},
    {"glance", read_glance,
     "{\"a\": [{\"d\": [\"\\u0041\"]}, 1], \"b\": \"\\u0042\", \"c\": \"\\u0078x\"}"},
    {"edn", read_edn, "{:a [1 2.5 \"x\\n\" nil true #{1 2}] b/c (d), \"e\" {}}"},
    {"signature", read_signature,
     "(q :string[1..80 ~\"^[a-z]\"], n :int[>0]?) -> {items [{id :int, tags [:set "
     ":string]}], "
     "kind :enum[a b]|:nil, _cursor :any}"},
    {"malli", read_malli,
     "[:schema {:registry {\"n\" [:map [:v {:default 5} :int] [:k {:optional true} "
     "[:maybe [:ref \"n\"]]]]}} [:vector {:min 1} [:or \"n\" [:enum :a \"b\" 3] [:and "
     ":int "
     "[:> 0] [:< 10]]]]]"},
    {"contracts", read_contracts,
     "; search\nsearch(q :string, n :int) -> [:user]\n  Find users.\n  - q: the query\n\n"
     "user = {id :int, name :string?}\n"},
    {"template", read_template,
     "Hi {{name}}!\n{{#items}}\n- {{.}}\n{{/items}}\n{{! note }}\n"},
    {"regex", read_regex, "^(?:[a-z]+|\\d{1,3})(@[\\w-]+)?$"},
};

/* --- Texts that no one should accept ----------------------------------------------- */

typedef struct bad_text {
    const char *name;
    ptc_str text;
} bad_text;

Test(hostile, bytes_that_are_not_text)
{
    static const bad_text texts[] = {
        {"lone continuation", {"\x80", 1}},
        {"overlong slash", {"\"\xC0\xAF\"", 4}},
        {"overlong NUL", {"\"\xC0\x80\"", 4}},
        {"surrogate", {"\"\xED\xA0\x80\"", 5}},
        {"past U+10FFFF", {"\"\xF4\x90\x80\x80\"", 6}},
        {"cut sequence", {"\"\xE2\x82", 3}},
        {"0xFF", {"\"\xFF\"", 3}},
        {"NUL", {"\0", 1}},
    };

    for (size_t r = 0; r < sizeof readers / sizeof readers[0]; r++) {
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
            char *exact = malloc(texts[i].text.len);
            ptc_arena arena;
            ptc_status status;

            /* NUL is an ordinary character of a pattern and of a template's text. */
            if (i == 7 &&
                (readers[r].read == read_template || readers[r].read == read_regex)) {
                free(exact);
                continue;
            }
            memcpy(exact, texts[i].text.ptr, texts[i].text.len);
            ptc_arena_init(&arena, NULL, 0);
            status = readers[r].read(&arena, ptc_str_make(exact, texts[i].text.len));
            cr_expect(status != PTC_OK, "%s accepts %s", readers[r].name, texts[i].name);
            ptc_arena_free(&arena);
            free(exact);
        }
    }
}

Test(hostile, empty_and_blank)
{
    static const char *const texts[] = {"", " ", "\n\t \r\n"};

    for (size_t r = 0; r < sizeof readers / sizeof readers[0]; r++) {
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
            ptc_arena arena;
            ptc_status status;
            /* A template and a pattern may be empty, a contract file may hold nothing
             * yet. */
            bool may = readers[r].read == read_template ||
                       readers[r].read == read_regex || readers[r].read == read_contracts;

            ptc_arena_init(&arena, NULL, 0);
            status = readers[r].read(&arena, ptc_str_of(texts[i]));
            cr_expect((status == PTC_OK) == may, "%s on blanks %zu: %s", readers[r].name,
                      i, ptc_status_name(status));
            ptc_arena_free(&arena);
        }
    }
}

/* M024: ten million brackets, closed or not, under a cap of memory and on a small C
 * stack. */
Test(hostile, ten_million_brackets)
{
    static const struct {
        const char *name;
        char open;
        char close;
    } rows[] = {{"[", '[', '['}, {"[ ]", '[', ']'}, {"{", '{', '{'}, {"(", '(', '('}};
    const size_t len = 10u << 20;
    char *text = malloc(len);

    cr_assert(text != NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(text, rows[i].open, len / 2);
        memset(text + len / 2, rows[i].close, len / 2);
        for (size_t r = 0; r < sizeof readers / sizeof readers[0]; r++) {
            ptc_arena arena;
            ptc_status status;

            if (readers[r].read == read_template)
                continue; /* plain text to it */
            ptc_arena_init(&arena, NULL, (size_t)256 << 20);
            status = readers[r].read(&arena, ptc_str_make(text, len));
            cr_expect(status != PTC_OK, "%s accepts 10 MB of %s", readers[r].name,
                      rows[i].name);
            cr_expect(arena.held <= (size_t)256 << 20);
            ptc_arena_free(&arena);
        }
    }
    free(text);
}

/* Deep but sound contracts are read, printed and freed; nothing recurses. */
Test(hostile, deep_contracts)
{
    const size_t depth = 100000;
    char *text = malloc(2 * depth + 8);
    ptc_arena arena;

    cr_assert(text != NULL);
    memset(text, '[', depth);
    memcpy(text + depth, ":int", 4);
    memset(text + depth + 4, ']', depth);
    ptc_arena_init(&arena, NULL, 0);
    cr_expect(read_signature(&arena, ptc_str_make(text, 2 * depth + 4)) == PTC_OK);
    ptc_arena_free(&arena);
    free(text);
}

/* Every prefix and every single-byte damage of a good text has an answer; the text is in
 * a block of its exact size, so that sanitizers see a read past its end. */
Test(hostile, prefixes_and_damage)
{
    for (size_t r = 0; r < sizeof readers / sizeof readers[0]; r++) {
        size_t len = strlen(readers[r].good);
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        cr_expect(readers[r].read(&arena, ptc_str_of(readers[r].good)) == PTC_OK,
                  "%s refuses its good text", readers[r].name);
        for (size_t cut = 0; cut < len; cut++) {
            char *exact = malloc(cut ? cut : 1);

            memcpy(exact, readers[r].good, cut);
            ptc_arena_reset(&arena);
            readers[r].read(&arena, ptc_str_make(exact, cut));
            for (unsigned damage = 0; damage < 256 && cut > 0; damage += 15) {
                exact[cut / 2] = (char)damage;
                ptc_arena_reset(&arena);
                readers[r].read(&arena, ptc_str_make(exact, cut));
            }
            free(exact);
        }
        ptc_arena_free(&arena);
    }
}

/* --- Memory that runs out ---------------------------------------------------------- */

typedef struct failing {
    size_t calls;
    size_t fail_at; /* the number of the call that is refused, and all later ones */
    size_t held;    /* bytes given out and not returned */
} failing;

static void *allocate_until(void *old, size_t old_size, size_t new_size, void *user)
{
    failing *state = user;
    void *fresh;

    if (new_size == 0) {
        state->held -= old_size;
        free(old);
        return NULL;
    }
    if (state->calls++ >= state->fail_at)
        return NULL;
    fresh = realloc(old, new_size);
    if (fresh != NULL)
        state->held += new_size - old_size;
    return fresh;
}

Test(hostile, every_refused_allocation_is_an_answer)
{
    for (size_t r = 0; r < sizeof readers / sizeof readers[0]; r++) {
        ptc_status status = PTC_ERROR_MEMORY;
        size_t fail_at = 0;

        for (; status != PTC_OK && fail_at < 10000; fail_at++) {
            failing state = {0, fail_at, 0};
            ptc_allocator allocator = {allocate_until, &state};
            ptc_arena arena;

            ptc_arena_init(&arena, &allocator, 0);
            status = readers[r].read(&arena, ptc_str_of(readers[r].good));
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY ||
                          status == PTC_ERROR_SYNTAX,
                      "%s, refused at %zu: %s", readers[r].name, fail_at,
                      ptc_status_name(status));
            ptc_arena_free(&arena);
            cr_expect(state.held == 0, "%s, refused at %zu: %zu bytes are lost",
                      readers[r].name, fail_at, state.held);
        }
        cr_expect(status == PTC_OK && fail_at > 1, "%s never succeeds", readers[r].name);
    }
}

/* The same inside memory of the caller, at every size. */
Test(hostile, caller_memory_of_every_size)
{
    static char memory[1 << 19];

    for (size_t r = 0; r < sizeof readers / sizeof readers[0]; r++) {
        ptc_status status = PTC_ERROR_MEMORY;

        for (size_t size = 0; size < sizeof memory && status != PTC_OK;
             size += 16 + size / 32) {
            ptc_arena arena;

            ptc_arena_init_memory(&arena, memory, size);
            status = readers[r].read(&arena, ptc_str_of(readers[r].good));
        }
        cr_expect(status == PTC_OK, "%s does not fit into 512 KiB", readers[r].name);
    }
}
