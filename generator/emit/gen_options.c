/* SPDX-License-Identifier: MIT */
/*
 * The options of `ptcc gen` that change emitted bytes: taken from the command line, noted
 * in the second line of every emitted file, and read back from there by `ptcc regen`. All
 * three walk one table, so none of them can know an option that another does not. At the
 * end, what they mean for emitted code.
 *
 * A note is options in the order of the table, `--name` or `--name=value`, with blanks
 * between. Bytes of a value that are not letter, digit or one of _-+=./:,@ are written as
 * %xx. A last word without dashes is the path of the contract file.
 * [build-and-packaging 1.1, 2.1]
 */
#include "generator/emit/options.h"
#include "generator/text/c_text.h"

enum { OPTION_WORDS_MAX = 12 };

typedef enum option_kind {
    OPTION_TEXT,   /* any text; the last use counts, an empty one is none; the word, if
                      there is one, is the default */
    OPTION_CHOICE, /* one of the words, of which the first is the default */
    OPTION_FLAG,
    OPTION_LIST,   /* every use counts */
    OPTION_NUMBER, /* in digits; the word is the default */
    OPTION_FORMS,  /* words of targets, from every use together */
    OPTION_MAYBE,  /* a flag, or the word */
    OPTION_FILE,   /* the name of a file without its folder, left out where it is that of
                      the source with the word as its ending */
} option_kind;

static const struct option_row {
    ptc_cli_option option;
    option_kind kind;
    const char *words[OPTION_WORDS_MAX];
} option_rows[] = {
    {PTC_OPTION_FROM, OPTION_CHOICE, {PTC_WORDS_FROM, PTC_WORDS_FROM_OF_PTCC}},
    {PTC_OPTION_TYPE, OPTION_LIST, {NULL}},
    {PTC_OPTION_DECODER, OPTION_LIST, {NULL}},
    {PTC_OPTION_OPERATION, OPTION_LIST, {NULL}},
    {PTC_OPTION_LENIENT, OPTION_FLAG, {NULL}},
    {PTC_OPTION_RESULT_UNIONS, OPTION_FLAG, {NULL}},
    {PTC_OPTION_IMPLIED_TYPES, OPTION_FLAG, {NULL}},
    {PTC_OPTION_FORMATS, OPTION_CHOICE, {PTC_WORDS_FORMATS}},
    {PTC_OPTION_BRIMLEY_COMPAT, OPTION_CHOICE, {"", PTC_WORDS_BRIMLEY_COMPAT}},
    {PTC_OPTION_PREFIX, OPTION_TEXT, {NULL}},
    {PTC_OPTION_INCLUDE_PREFIX, OPTION_TEXT, {NULL}},
    {PTC_OPTION_VISIBILITY, OPTION_CHOICE, {PTC_WORDS_VISIBILITY}},
    {PTC_OPTION_API_MACRO, OPTION_TEXT, {NULL}},
    {PTC_OPTION_C_STANDARD, OPTION_CHOICE, {PTC_WORDS_C_STANDARD}},
    {PTC_OPTION_LINE_DIRECTIVES, OPTION_CHOICE, {PTC_WORDS_LINE_DIRECTIVES}},
    {PTC_OPTION_STAMP_VERSION, OPTION_FLAG, {NULL}},
    {PTC_OPTION_SQL_TZ, OPTION_FLAG, {NULL}},
    {PTC_OPTION_STRINGS, OPTION_CHOICE, {PTC_WORDS_STRINGS}}, /* ORDER STRINGS */
    {PTC_OPTION_OPTIMIZE, OPTION_CHOICE, {PTC_WORDS_OPTIMIZE}},
    {PTC_OPTION_MODE, OPTION_CHOICE, {PTC_WORDS_MODE_GEN}}, /* ORDER ptc_mode, from 1 */
    {PTC_OPTION_VALUES, OPTION_CHOICE, {PTC_WORDS_VALUES}},
    {PTC_OPTION_TOOL_STUBS, OPTION_FLAG, {NULL}},
    {PTC_OPTION_SELF_CONTAINED, OPTION_FLAG, {NULL}},
    {PTC_OPTION_COMPILED, OPTION_FLAG, {NULL}},
    {PTC_OPTION_OWNER, OPTION_LIST, {NULL}},
    {PTC_OPTION_EMIT, OPTION_FORMS, {NULL}},
    {PTC_OPTION_WRAP_ROOT, OPTION_FLAG, {NULL}},
    {PTC_OPTION_OPENAI_FORMATS, OPTION_FLAG, {NULL}},
    {PTC_OPTION_ANTHROPIC_PATTERNS, OPTION_FLAG, {NULL}},
    {PTC_OPTION_MAX_STRING, OPTION_NUMBER, {"2000"}},
    {PTC_OPTION_LARK_FLAVOUR, OPTION_CHOICE, {PTC_WORDS_LARK_FLAVOUR}},
    {PTC_OPTION_MCP_SOURCE, OPTION_FILE, {PTCC_SERVER_ENDING}},
    {PTC_OPTION_MCP_JSON, OPTION_FILE, {PTCC_LIST_ENDING}},
    {PTC_OPTION_MCP_NAME, OPTION_TEXT, {NULL}},
    {PTC_OPTION_MCP_TITLE, OPTION_TEXT, {NULL}},
    {PTC_OPTION_MCP_VERSION, OPTION_TEXT, {PTCC_SERVER_VERSION}},
    {PTC_OPTION_MCP_INSTRUCTIONS, OPTION_FILE, {NULL}},
    {PTC_OPTION_MCP_PROGRAM, OPTION_MAYBE, {PTC_WORDS_MCP_PROGRAM}},
    {PTC_OPTION_MCP_RESULT, OPTION_CHOICE, {PTC_WORDS_MCP_RESULT}},
    {PTC_OPTION_MCP_SESSIONS, OPTION_NUMBER, {"0"}},
    {PTC_OPTION_MCP_DESCRIPTION, OPTION_NUMBER, {"4000"}},
};

#define OPTION_ROWS (sizeof option_rows / sizeof option_rows[0])

static const char option_plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_-+=./:,@";

/* --- From the command line --------------------------------------------------------- */

static const struct option_row *option_find(ptc_cli_option option)
{
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        if (option_rows[i].option == option)
            return &option_rows[i];
    }
    return NULL;
}

/* The number of the chosen word, -1 after a message. */
static int option_choice(const ptc_cli *cli, ptc_cli_option option)
{
    const struct option_row *row = option_find(option);
    int count = 0;

    while (row->words[count] != NULL)
        count++;
    return ptc_cli_choice(cli, option, row->words, count);
}

static ptc_str option_text(const ptc_cli *cli, ptc_cli_option option)
{
    return ptc_str_of(ptc_cli_value(cli, option)); /* NULL is the empty text */
}

static bool option_check_texts(const ptc_cli *cli, const ptcc_c_options *options)
{
    if (!c_can_include(options->include_prefix)) {
        ptc_cli_say(cli,
                    "--include-prefix contains characters that #include does not allow");
        return false;
    }
    if (options->api_macro.len == 0)
        return true;
    if (!c_is_ident(options->api_macro)) {
        ptc_cli_say(cli, "--api-macro needs a C identifier, not \"%s\"",
                    options->api_macro.ptr);
        return false;
    }
    if (options->visibility != PTCC_VISIBILITY_DEFAULT) {
        ptc_cli_say(cli, "--api-macro is for --visibility=default; hidden and static "
                         "functions are not exported");
        return false;
    }
    return true;
}

/* Whether what an option says goes with what an earlier one says; `*is_known` when
 * that said the same. */
static bool option_meets(const ptc_cli *cli, const char *value,
                         const ptcc_c_callback *added, const ptcc_c_callback *known,
                         bool *is_known)
{
    const char *option = added->is_decoder ? "decoder" : "type";
    bool is_same = ptc_str_equal(known->function, added->function);

    if (known->is_decoder != added->is_decoder) {
        if (!is_same || added->function.len == 0)
            return true;
        ptc_cli_say(cli,
                    "--%s %s: a function belongs to a type or to a decoder, not to both",
                    option, value);
        return false;
    }
    if (!ptc_str_equal(known->name, added->name))
        return true;
    *is_known = is_same;
    if (!is_same)
        ptc_cli_say(cli, "--%s %s: this %s was given with another function before",
                    option, value, option);
    return is_same;
}

/* Adds what one --type or --decoder says, unless an earlier one says the same. */
static bool option_add_callback(const ptc_cli *cli, const ptc_cli_given *given,
                                ptcc_c_callback *callbacks, size_t *count)
{
    const char *value = given->value;
    const char *equals = strchr(value, '=');
    ptcc_c_callback added = {.name = ptc_str_of(value),
                             .is_decoder = given->option == PTC_OPTION_DECODER};
    bool is_known = false;

    if (equals != NULL) {
        added.name.len = (size_t)(equals - value);
        added.function = ptc_str_of(equals + 1);
        if (!c_is_ident(added.function)) {
            ptc_cli_say(cli, "--%s %s: a function is a C identifier, not \"%s\"",
                        added.is_decoder ? "decoder" : "type", value, equals + 1);
            return false;
        }
    }
    for (size_t i = 0; i < *count && !is_known; i++) {
        if (!option_meets(cli, value, &added, &callbacks[i], &is_known))
            return false;
    }
    if (!is_known)
        callbacks[(*count)++] = added;
    return true;
}

static bool option_read_callbacks(const ptc_cli *cli, ptcc_c_options *out)
{
    ptcc_c_callback *callbacks =
        ptc_arena_array(cli->arena, cli->given_count + 1, sizeof *callbacks);

    if (callbacks == NULL) {
        ptc_cli_no_memory(cli);
        return false;
    }
    for (size_t i = 0; i < cli->given_count; i++) {
        const ptc_cli_given *given = &cli->given[i];

        if ((given->option == PTC_OPTION_TYPE || given->option == PTC_OPTION_DECODER) &&
            !option_add_callback(cli, given, callbacks, &out->callback_count))
            return false;
    }
    out->callbacks = callbacks;
    return true;
}

/* Its value is read when a file includes the one that it names. */
static bool option_check_owners(const ptc_cli *cli)
{
    for (size_t i = 0; i < cli->given_count; i++) {
        const char *value = cli->given[i].value;

        if (cli->given[i].option != PTC_OPTION_OWNER ||
            (*value != '=' && strchr(value, '=') != NULL))
            continue;
        ptc_cli_say(cli, "--owner needs FILE=OPTIONS, not \"%s\"", value);
        return false;
    }
    return true;
}

bool ptcc_c_options_read(const ptc_cli *cli, ptcc_c_options *out)
{
    int visibility = option_choice(cli, PTC_OPTION_VISIBILITY);
    int standard = option_choice(cli, PTC_OPTION_C_STANDARD);
    int lines = option_choice(cli, PTC_OPTION_LINE_DIRECTIVES);
    int strings = option_choice(cli, PTC_OPTION_STRINGS);
    int optimize = option_choice(cli, PTC_OPTION_OPTIMIZE);
    int mode = option_choice(cli, PTC_OPTION_MODE);
    int values = option_choice(cli, PTC_OPTION_VALUES);

    memset(out, 0, sizeof *out);
    if (visibility < 0 || standard < 0 || lines < 0 || strings < 0 || optimize < 0 ||
        mode < 0 || values < 0)
        return false;
    out->prefix = option_text(cli, PTC_OPTION_PREFIX);
    out->include_prefix = option_text(cli, PTC_OPTION_INCLUDE_PREFIX);
    out->visibility = (ptcc_visibility)visibility;
    out->api_macro = option_text(cli, PTC_OPTION_API_MACRO);
    out->is_c99 = standard == 1;
    out->lines = (ptcc_line_directives)lines;
    out->has_sql_zones = ptc_cli_has(cli, PTC_OPTION_SQL_TZ);
    out->stamps_version = ptc_cli_has(cli, PTC_OPTION_STAMP_VERSION);
    out->strings = (ptcc_strings)strings;
    out->is_small = optimize == 1;
    out->fixes_mode = mode > 0;
    out->mode = mode > 0 ? (ptc_mode)(mode - 1) : PTC_MODE_ENABLED;
    out->has_jansson = values == 1;
    out->wraps_roots = ptc_cli_has(cli, PTC_OPTION_WRAP_ROOT);
    out->is_self_contained = ptc_cli_has(cli, PTC_OPTION_SELF_CONTAINED);
    if (!option_check_texts(cli, out) || !option_check_owners(cli) ||
        !option_read_callbacks(cli, out) || !ptcc_c_forms_read(cli, &out->forms))
        return false;
    out->has_tools =
        ptc_cli_has(cli, PTC_OPTION_TOOL_STUBS) || ptcc_c_forms_need_tools(out->forms);
    return ptcc_server_options_read(cli, out, &out->server);
}

/* --- Into the note ----------------------------------------------------------------- */

static void note_write_word(ptc_text *out, const char *name, ptc_str value)
{
    static const char digits[] = "0123456789abcdef";

    if (out->len > 0)
        ptc_text_byte(out, ' ');
    if (name != NULL) {
        ptc_text_cstr(out, "--");
        ptc_text_cstr(out, name);
        if (value.ptr != NULL)
            ptc_text_byte(out, '=');
    }
    for (size_t i = 0; i < value.len; i++) {
        unsigned char byte = (unsigned char)value.ptr[i];

        bool is_dash = name == NULL && i == 0 && byte == '-'; /* it begins options */

        if (byte != 0 && strchr(option_plain, byte) != NULL && !is_dash) {
            ptc_text_byte(out, (char)byte);
            continue;
        }
        ptc_text_byte(out, '%');
        ptc_text_byte(out, digits[byte >> 4]);
        ptc_text_byte(out, digits[byte & 15]);
    }
}

/* Whether the text is that of an earlier use of the same option. */
static bool note_is_repeated(const ptc_cli *cli, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (cli->given[i].option == cli->given[index].option &&
            strcmp(cli->given[i].value, cli->given[index].value) == 0)
            return true;
    }
    return false;
}

static void note_write_list(ptc_text *out, const ptc_cli *cli, ptc_cli_option option)
{
    for (size_t i = 0; i < cli->given_count; i++) {
        if (cli->given[i].option == option && !note_is_repeated(cli, i))
            note_write_word(out, ptc_cli_option_name(option),
                            ptc_str_of(cli->given[i].value));
    }
}

/* A number without zeros in front of it. */
static void note_write_number(ptc_text *out, const char *name, const char *value,
                              const char *usual)
{
    if (value == NULL)
        return;
    while (value[0] == '0' && value[1] != '\0')
        value++;
    if (strcmp(value, usual) != 0)
        note_write_word(out, name, ptc_str_of(value));
}

/* The words in the order of their table, each once. */
static void note_write_forms(ptc_text *out, const ptc_cli *cli, const char *name)
{
    ptcc_c_forms_set forms = ptcc_c_forms_given(cli);
    ptc_text words;

    if (forms == 0)
        return;
    ptc_text_init(&words, out->arena);
    ptcc_c_forms_write(&words, forms, ",");
    out->failed |= words.failed;
    note_write_word(out, name, ptc_text_view(&words));
}

/* The name of a file that is called otherwise than its place next to the source says. */
static void note_write_file(ptc_text *out, const ptc_cli *cli, const char *name,
                            const char *value, const char *ending)
{
    ptc_str source = option_text(cli, PTC_OPTION_SOURCE);
    ptc_str file = ptc_base_name(ptc_str_of(value));

    if (file.len == 0 || (ending != NULL && source.len > 0 &&
                          ptc_str_equal(file, ptc_base_name(ptcc_beside_source(
                                                  out->arena, source, ending)))))
        return;
    note_write_word(out, name, file);
}

static void note_write_option(ptc_text *out, const ptc_cli *cli,
                              const struct option_row *row)
{
    const char *name = ptc_cli_option_name(row->option);
    const char *value = ptc_cli_value(cli, row->option);

    switch (row->kind) {
    case OPTION_TEXT:
        if (value != NULL && *value != '\0' &&
            (row->words[0] == NULL || strcmp(value, row->words[0]) != 0))
            note_write_word(out, name, ptc_str_of(value));
        return;
    case OPTION_CHOICE:
        if (value != NULL && strcmp(value, row->words[0]) != 0)
            note_write_word(out, name, ptc_str_of(value));
        return;
    case OPTION_FLAG:
        if (ptc_cli_has(cli, row->option))
            note_write_word(out, name, ptc_str_make(NULL, 0));
        return;
    case OPTION_LIST:
        note_write_list(out, cli, row->option);
        return;
    case OPTION_NUMBER:
        note_write_number(out, name, value, row->words[0]);
        return;
    case OPTION_FORMS:
        note_write_forms(out, cli, name);
        return;
    case OPTION_MAYBE:
        if (ptc_cli_has(cli, row->option))
            note_write_word(out, name,
                            ptc_str_make(value, value != NULL ? strlen(value) : 0));
        return;
    case OPTION_FILE:
        note_write_file(out, cli, name, value, row->words[0]);
        return;
    }
}

void ptcc_c_note_write(ptc_text *out, const ptc_cli *cli, ptc_str contract)
{
    for (size_t i = 0; i < OPTION_ROWS; i++)
        note_write_option(out, cli, &option_rows[i]);
    if (contract.len > 0)
        note_write_word(out, NULL, contract);
}

/* --- From the note ----------------------------------------------------------------- */

static int note_digit(char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* The value after its escapes, NUL-terminated; ptr NULL when it is none, or when memory
 * was refused. */
static ptc_str note_unescape(ptc_arena *arena, ptc_str word)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (size_t i = 0; i < word.len; i++) {
        char byte = word.ptr[i];

        if (byte == '%') {
            int high = i + 2 < word.len ? note_digit(word.ptr[i + 1]) : -1;
            int low = high >= 0 ? note_digit(word.ptr[i + 2]) : -1;

            if (low < 0 || high + low == 0)
                return ptc_str_make(NULL, 0);
            byte = (char)(high << 4 | low);
            i += 2;
        } else if (byte == '\0' || strchr(option_plain, byte) == NULL) {
            return ptc_str_make(NULL, 0);
        }
        ptc_text_byte(&text, byte);
    }
    return ptc_str_copy(arena, ptc_text_view(&text));
}

static const struct option_row *note_find(ptc_str name)
{
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        if (ptc_str_equal(ptc_str_of(ptc_cli_option_name(option_rows[i].option)), name))
            return &option_rows[i];
    }
    return NULL;
}

/* Reads `--name` or `--name=value`. */
static bool note_read_option(ptc_arena *arena, ptc_str word, ptc_cli_given *out)
{
    const char *equals = memchr(word.ptr, '=', word.len);
    size_t name_len = equals != NULL ? (size_t)(equals - word.ptr) : word.len;
    const struct option_row *row =
        note_find(ptc_str_make(word.ptr + 2, name_len > 2 ? name_len - 2 : 0));

    if (row == NULL ||
        (equals == NULL && row->kind != OPTION_FLAG && row->kind != OPTION_MAYBE) ||
        (equals != NULL && row->kind == OPTION_FLAG))
        return false;
    out->option = row->option;
    out->value = NULL;
    if (equals == NULL)
        return true;
    out->value =
        note_unescape(arena, ptc_str_make(equals + 1, word.len - name_len - 1)).ptr;
    return out->value != NULL;
}

/* Takes the next word off a text; false at its end. */
static bool note_next_word(ptc_str *rest, ptc_str *word)
{
    size_t end = 0;

    while (rest->len > 0 && rest->ptr[0] == ' ')
        *rest = ptc_str_make(rest->ptr + 1, rest->len - 1);
    while (end < rest->len && rest->ptr[end] != ' ')
        end++;
    *word = ptc_str_make(rest->ptr, end);
    *rest = ptc_str_make(rest->ptr + end, rest->len - end);
    return end > 0;
}

bool ptcc_c_note_read(ptc_arena *arena, ptc_str note, ptc_cli_given *given, size_t *count,
                      ptc_str *contract)
{
    ptc_str word;

    *contract = ptc_str_make(NULL, 0);
    while (note_next_word(&note, &word)) {
        if (contract->ptr != NULL)
            return false;
        if (word.len > 2 && word.ptr[0] == '-' && word.ptr[1] == '-') {
            if (!note_read_option(arena, word, &given[*count]))
                return false;
            (*count)++;
        } else {
            *contract = note_unescape(arena, word);
            if (contract->len == 0)
                return false;
        }
    }
    return true;
}

/* --- Into a command ---------------------------------------------------------------- */

void ptcc_c_command_write(ptc_text *out, const ptc_cli *cli)
{
    ptc_text_cstr(out, "ptcc gen");
    ptc_command_write_option(out, cli, PTC_OPTION_INCLUDE, "-I");
    ptc_command_write_option(out, cli, PTC_OPTION_ROOT, NULL);
    ptc_command_write_option(out, cli, PTC_OPTION_REF_ROOT, NULL);
    ptc_command_write_option(out, cli, PTC_OPTION_STDIN_NAME, NULL);
    for (size_t i = 0; i < OPTION_ROWS; i++)
        ptc_command_write_option(out, cli, option_rows[i].option, NULL);
    ptc_command_write_option(out, cli, PTC_OPTION_HEADER, NULL);
    ptc_command_write_option(out, cli, PTC_OPTION_SOURCE, NULL);
    ptc_command_write_option(out, cli, PTC_OPTION_MAIN, NULL);
    ptc_command_write_option(out, cli, PTC_OPTION_OUTPUT_DIR, "-o");
    ptc_command_write_operands(out, cli->operands, cli->operand_count);
}

/* --- What they mean ---------------------------------------------------------------- */

const char *ptcc_c_library(const ptcc_c_options *options)
{
    return options->is_small ? "ptc_small" : "ptc_gen";
}

ptc_str ptcc_c_decoder(const ptcc_c_options *options, ptc_str name)
{
    for (size_t i = 0; name.len > 0 && i < options->callback_count; i++) {
        const ptcc_c_callback *callback = &options->callbacks[i];

        if (callback->is_decoder && ptc_str_equal(callback->name, name))
            return callback->function;
    }
    return ptc_str_make(NULL, 0);
}

bool ptcc_c_has_accessors(const ptcc_c_options *options)
{
    return options->fixes_mode && options->mode == PTC_MODE_DISABLED;
}

bool ptcc_c_coerces(const ptcc_c_options *options)
{
    return !options->fixes_mode || options->mode == PTC_MODE_ENABLED ||
           options->mode == PTC_MODE_WARN_ONLY;
}

ptc_str ptcc_c_mode(const ptcc_c_options *options)
{
    static const char *const modes[] = {"PTC_MODE_ENABLED", "PTC_MODE_WARN_ONLY",
                                        "PTC_MODE_STRICT", "PTC_MODE_DISABLED"};

    return options->fixes_mode ? ptc_str_of(modes[options->mode]) : ptc_str_make(NULL, 0);
}

bool ptcc_c_is_static(const ptcc_c_options *options)
{
    return options->visibility == PTCC_VISIBILITY_STATIC;
}
