/* SPDX-License-Identifier: MIT */
/*
 * Names: builtins and special forms with their entries in the language reference,
 * variables, the host's data.
 */
#include "tool/ptc/repl.h"

#include "lisp/core/core_int.h"

enum {
    NAMES_WIDTH = 78,  /* of lists of names */
    NAMES_COLUMN = 16, /* column at which values of :memory begin, at least */
    NAMES_VALUE = 60   /* limit on the characters of a value in :memory */
};

/*
 * docs/reference/lisp.def as one text, since pointers would be relocated at every start
 * of the command. A row is a letter and strings that end in NUL. U usage: name,
 * arguments, note. A alias: name, other name. F special form: name, parts, sentence. E
 * example of the row before: program, result.
 */
static const char names_rows[] =
#define PTC_USAGE(name, usage, note) "U" name "\0" usage "\0" note "\0"
#define PTC_ALIAS(name, other)       "A" name "\0" other "\0"
#define PTC_FORM(name, parts, text)  "F" name "\0" parts "\0" text "\0"
#define PTC_EXAMPLE(program, result) "E" program "\0" result "\0"
#define PTC_TOOL_EXAMPLE             PTC_EXAMPLE
#define PTC_SYNTAX(name, form, text) "S" name "\0"
#define PTC_REASON_MEANING(name, text)
#include "docs/reference/lisp.def"
    ;

typedef struct names_row {
    char kind; /* 0 after the last */
    const char *name;
    const char *usage; /* or the other name, or the result */
    const char *text;
} names_row;

static const char *names_behind(const char *text)
{
    return text + strlen(text) + 1;
}

/* The row that begins at `*at`, which moves to the end of the row. */
static names_row names_next(const char **at)
{
    names_row row = {**at, *at + 1, "", ""};

    if (row.kind == '\0')
        return row;
    *at = names_behind(row.name);
    if (row.kind == 'S')
        return row;
    row.usage = *at;
    *at = names_behind(row.usage);
    if (row.kind == 'U' || row.kind == 'F') {
        row.text = *at;
        *at = names_behind(row.text);
    }
    return row;
}

/* The row of a builtin or special form; `*at` is after it. */
static names_row names_find(const char *name, const char **at)
{
    names_row row;

    *at = names_rows;
    do
        row = names_next(at);
    while (row.kind != '\0' &&
           (row.kind == 'E' || row.kind == 'S' || strcmp(row.name, name) != 0));
    return row;
}

/* --- :doc -------------------------------------------------------------------------- */

static const ptc_builtin_row *names_builtin(const char *name)
{
    for (uint32_t i = 0; i < ptc_builtin_count; i++) {
        if (strcmp(ptc_builtin_rows[i].name, name) == 0)
            return &ptc_builtin_rows[i];
    }
    return NULL;
}

/* `(name a b)`, one line for each way to call it; in the text they are separated by " |
 * ". */
static void print_usages(const char *name, const char *usages)
{
    for (const char *end; usages != NULL; usages = end != NULL ? end + 3 : NULL) {
        end = strstr(usages, " | ");
        printf("(%s%s%.*s)\n", name, *usages != '\0' ? " " : "",
               end != NULL ? (int)(end - usages) : (int)strlen(usages), usages);
    }
}

/* The output of the program, then its value or error as the last line. */
static void print_example(const names_row *row)
{
    const char *result = row->usage;

    printf("\n    ptc> %s\n", row->name);
    result += *result == '!';
    while (*result != '\0') {
        size_t len = strcspn(result, "\n");

        printf("    %.*s\n", (int)len, result);
        result += len + (result[len] == '\n');
    }
}

static void print_examples(const char *at)
{
    for (names_row row = names_next(&at); row.kind == 'E'; row = names_next(&at))
        print_example(&row);
}

bool ptc_repl_print_doc(ptc_str name)
{
    const ptc_builtin_row *builtin = names_builtin(name.ptr);
    const char *at;
    names_row row = names_find(name.ptr, &at);

    if (builtin == NULL && row.kind != 'F')
        return false;
    if (row.kind == 'A')
        printf("another name of %s\n", row.usage);
    else if (row.kind != '\0')
        print_usages(row.name, row.usage);
    if (builtin != NULL)
        printf("  %s\n", builtin->doc);
    if (row.text[0] != '\0')
        printf("  %s\n", row.text);
    if (row.kind != '\0')
        print_examples(at);
    return true;
}

/* --- :names ------------------------------------------------------------------------ */

static char names_lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

/* Whether the part is in the text, ignoring case. */
static bool names_has(const char *text, ptc_str part)
{
    size_t same = 0;

    for (; *text != '\0' && same < part.len; text++) {
        for (same = 0; same < part.len; same++) {
            if (names_lower(text[same]) != names_lower(part.ptr[same]))
                break;
        }
    }
    return same == part.len;
}

typedef void (*names_each)(void *user, const char *name, const char *doc);

/* All builtins in the order of their families, then all special forms. */
static void names_walk(names_each each, void *user)
{
    const char *at = names_rows;

    for (uint32_t i = 0; i < ptc_builtin_count; i++)
        each(user, ptc_builtin_rows[i].name, ptc_builtin_rows[i].doc);
    for (names_row row = names_next(&at); row.kind != '\0'; row = names_next(&at)) {
        if (row.kind == 'F')
            each(user, row.name, row.text);
    }
}

typedef struct names_list {
    ptc_str part;
    size_t count;
    size_t column;
} names_list;

static void print_match(void *user, const char *name, const char *doc)
{
    names_list *list = user;

    if (!names_has(name, list->part) && !names_has(doc, list->part))
        return;
    printf("%-16s %s\n", name, doc);
    list->count++;
}

static void print_name(void *user, const char *name, const char *doc)
{
    names_list *list = user;
    size_t len = strlen(name);

    (void)doc;
    if (list->column > 0 && list->column + 1 + len > NAMES_WIDTH)
        list->column = 0;
    if (list->count > 0)
        printf(list->column > 0 ? " " : "\n");
    printf("%s", name);
    list->column += len + (list->column > 0);
    list->count++;
}

bool ptc_repl_print_names(ptc_str part)
{
    names_list list = {part, 0, 0};

    names_walk(part.len > 0 ? print_match : print_name, &list);
    if (part.len == 0)
        printf("\n");
    return list.count > 0;
}

/* --- :memory ----------------------------------------------------------------------- */

/* The value of a name, cut at the end of a line. */
static void print_variable(ptc_repl *run, const ptc_variable *variable)
{
    ptc_str name = {variable->name->text, variable->name->length};
    ptc_source source = {PTC_STR("<memory>"), name};
    ptc_lisp_result result;
    ptc_text line;
    size_t shown;

    ptc_arena_reset(&run->results);
    if (ptc_lisp_eval(&run->results, run->lisp, &source, PTC_LISP_PRINTED, &result) !=
        PTC_OK)
        result.printed = PTC_STR("");
    shown = ptc_utf8_prefix(result.printed.ptr, result.printed.len, NAMES_VALUE);
    ptc_text_init(&line, &run->results);
    ptc_text_str(&line, name);
    ptc_text_repeat(&line, ' ', name.len < NAMES_COLUMN ? NAMES_COLUMN - name.len : 0);
    ptc_text_byte(&line, ' ');
    ptc_text_bytes(&line, result.printed.ptr, shown);
    ptc_text_cstr(&line, shown < result.printed.len ? " ..\n" : "\n");
    ptc_file_print(ptc_text_view(&line));
}

void ptc_repl_print_memory(ptc_repl *run)
{
    for (const ptc_variable *variable = run->lisp->variables; variable != NULL;
         variable = variable->next) {
        if (variable->is_bound)
            print_variable(run, variable);
    }
}

/* --- Completion -------------------------------------------------------------------- */

typedef struct names_finder {
    ptc_str word;
    ptc_line_found found;
    void *finder;
} names_finder;

static void offer(const names_finder *finder, ptc_str name)
{
    if (name.len >= finder->word.len &&
        memcmp(name.ptr, finder->word.ptr, finder->word.len) == 0)
        finder->found(finder->finder, name);
}

static void offer_row(void *user, const char *name, const char *doc)
{
    (void)doc;
    offer(user, ptc_str_of(name));
}

/* `ctx/name` for a key that can be written in that form. */
static void offer_key(const names_finder *finder, const ptc_value *key)
{
    char text[128] = "ctx/";
    ptc_str name = ptc_value_text(key);

    if (name.len == 0 || name.len > sizeof text - 4)
        return;
    for (size_t i = 0; i < name.len; i++) {
        if ((unsigned char)name.ptr[i] <= ' ' ||
            strchr("()[]{}\"';,`~@^\\/", name.ptr[i]) != NULL)
            return;
    }
    memcpy(text + 4, name.ptr, name.len);
    offer(finder, ptc_str_make(text, name.len + 4));
}

static void offer_context(const names_finder *finder, const ptc_value *context)
{
    if (context->kind != PTC_MAP)
        return;
    for (uint32_t i = 0; i < context->aux; i++)
        offer_key(finder, &context->as.map->entries[i].key);
}

void ptc_repl_complete(void *user, ptc_str word, ptc_line_found found, void *finder)
{
    const ptc_repl *run = user;
    names_finder names = {word, found, finder};
    const char *command;

    for (size_t i = 0; (command = ptc_repl_command_name(i)) != NULL; i++)
        offer(&names, ptc_str_of(command));
    names_walk(offer_row, &names);
    for (const ptc_variable *variable = run->lisp->variables; variable != NULL;
         variable = variable->next) {
        if (variable->is_bound)
            offer(&names, (ptc_str){variable->name->text, variable->name->length});
    }
    offer_context(&names, &run->session.context);
}
