/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as contracts, written in every form. A text is written completely or not at
 * all, the same each time, in UTF-8, and is JSON if the form is; a fault is reported
 * before it is returned; notes name contracts and nodes that exist. The first byte says
 * what the bytes are, the options, and the memory of one of the forms.
 */
#include <ptc/ptc.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define FUZZ_SIZE      2048
#define FUZZ_MEMORY    ((size_t)32 << 20)
#define FUZZ_CONTRACTS 8

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Contracts to write, and what is reported about them. */
typedef struct fuzz_contracts {
    ptc_target_contract items[FUZZ_CONTRACTS];
    size_t count;
    ptc_arena *arena;
    bool has_fault;
} fuzz_contracts;

static void take_note(const ptc_target_note *note, void *user)
{
    fuzz_contracts *all = user;
    const ptc_schema *schema;
    ptc_text path;

    check(note->contract < all->count && note->other < all->count);
    schema = all->items[note->contract].schema;
    check(note->node < schema->count && note->what.len > 0);
    check(ptc_utf8_check(note->what.ptr, note->what.len) == note->what.len);
    check(memchr(note->what.ptr, '\n', note->what.len) == NULL);
    all->has_fault = all->has_fault || note->is_fault;
    ptc_text_init(&path, all->arena);
    ptc_target_write_path(&path, schema, note->node);
    check(path.failed || ptc_utf8_check(path.ptr, path.len) == path.len);
}

static bool is_json(ptc_target target)
{
    return target != PTC_TARGET_GBNF && target != PTC_TARGET_LARK &&
           target != PTC_TARGET_SQL && target != PTC_TARGET_MARKDOWN;
}

static void check_text(fuzz_contracts *all, ptc_target target, ptc_str text)
{
    ptc_value value;
    ptc_status status;

    check(ptc_utf8_check(text.ptr, text.len) == text.len);
    if (!is_json(target))
        return;
    status = ptc_json_read(all->arena, text.ptr, text.len, NULL, &value, NULL, NULL);
    check(status == PTC_OK || all->arena->failed);
}

/* Some contracts in one form. */
static void write_once(fuzz_contracts *all, ptc_target target,
                       const ptc_target_contract *items, size_t count,
                       const ptc_target_options *given, size_t cap)
{
    fuzz_contracts told = {.count = count, .arena = all->arena};
    ptc_target_options options = *given;
    ptc_text text;
    ptc_text again;
    ptc_arena small;
    ptc_status status;
    void *memory;

    memcpy(told.items, items, count * sizeof *items);
    options.note = take_note;
    options.user = &told;
    ptc_text_init(&text, all->arena);
    ptc_text_cstr(&text, "before");
    status = ptc_target_write(&text, target, items, count, &options);
    if (all->arena->failed)
        return;
    check((status == PTC_OK) == (text.len > 6));
    check(status == PTC_OK || status == PTC_ERROR_DEPTH ||
          (status == PTC_ERROR_INVALID && told.has_fault));
    if (status != PTC_OK)
        return;
    check_text(all, target, ptc_str_make(text.ptr + 6, text.len - 6));
    memory = cap > 0 ? malloc(cap) : NULL;
    if (memory != NULL)
        ptc_arena_init_memory(&small, memory,
                              cap); /* for all allocations of the writer */
    else
        ptc_arena_init(&small, NULL, 0);
    ptc_text_init(&again, &small);
    options.note = NULL;
    status = ptc_target_write(&again, target, items, count, &options);
    check(status == PTC_ERROR_MEMORY ||
          (status == PTC_OK && ptc_str_equal(ptc_text_view(&again),
                                             ptc_str_make(text.ptr + 6, text.len - 6))));
    ptc_arena_free(&small);
    free(memory);
}

static bool is_of_files(ptc_target target)
{
    return target != PTC_TARGET_JSON_SCHEMA && target != PTC_TARGET_JSON_SCHEMA_7 &&
           target != PTC_TARGET_OPENAI_FORMAT &&
           target != PTC_TARGET_OPENAI_CHAT_FORMAT &&
           target != PTC_TARGET_ANTHROPIC_FORMAT && target != PTC_TARGET_GBNF &&
           target != PTC_TARGET_LARK && target != PTC_TARGET_MALLI_JSON;
}

static void write_all(fuzz_contracts *all, uint8_t choice)
{
    ptc_target_options options = {.struct_size = sizeof options,
                                  .direction = choice & 4 ? PTC_OUTPUT : PTC_INPUT,
                                  .indent = choice & 8 ? 2 : 0,
                                  .wrap_root = (choice & 16) != 0,
                                  .openai_formats = (choice & 16) != 0,
                                  .anthropic_patterns = (choice & 8) != 0,
                                  .xgrammar = (choice & 4) != 0,
                                  .max_string = choice & 32 ? 3 : 0};

    for (unsigned i = 0; i < PTC_TARGET_COUNT; i++) {
        ptc_target target = (ptc_target)i;
        size_t cap = i == choice % PTC_TARGET_COUNT ? (size_t)(choice + 1) * 512 : 0;

        if (is_of_files(target))
            write_once(all, target, all->items, all->count, &options, cap);
        for (size_t k = 0; k < all->count && !is_of_files(target); k++)
            write_once(all, target, &all->items[k], 1, &options, cap);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const ptc_contract_format formats[] = {
        PTC_CONTRACT_SIG, PTC_CONTRACT_MALLI_EDN, PTC_CONTRACT_JSON_SCHEMA,
        PTC_CONTRACT_SIGNATURE};
    static const ptc_str names[] = {{"iban", 4}};
    static const ptc_type_names types = {names, 1};
    ptc_read_options read = {.struct_size = sizeof read, .types = &types};
    ptc_contract_options options = {.struct_size = sizeof options, .read = &read};
    ptc_source source = {PTC_STR("fuzz"), {NULL, 0}};
    fuzz_contracts all = {.count = 0};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_arena arena;

    if (size < 1 || size > FUZZ_SIZE)
        return 0;
    source.text = ptc_str_make((const char *)bytes + 1, size - 1);
    options.format = formats[bytes[0] & 3];
    ptc_arena_init(&arena, NULL, FUZZ_MEMORY);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    all.arena = &arena;
    if (ptc_contracts_read(&arena, &source, &options, &diags, &contracts) == PTC_OK) {
        for (size_t i = 0; i < contracts.count && i < FUZZ_CONTRACTS; i++)
            all.items[all.count++] =
                (ptc_target_contract){.name = contracts.items[i].name,
                                      .schema = &contracts.items[i].schema,
                                      .is_type = contracts.items[i].is_type,
                                      .hints = bytes[0] & 0x3F};
        if (all.count > 0)
            write_all(&all, bytes[0]);
    }
    ptc_arena_free(&arena);
    return 0;
}
