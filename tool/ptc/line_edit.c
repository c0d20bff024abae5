/* SPDX-License-Identifier: MIT */
/* Edits lines with libedit; no other file uses it. The library is loaded only when a
 * person is at the terminal: linking it would make every other use of the command start
 * four times as slowly. The command also works where it is not installed. */
#define _GNU_SOURCE /* sigaction, dlsym, umask */
#include "tool/common/place.h"
#include "tool/ptc/line.h"

#include <dlfcn.h>
#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

enum {
    EDIT_HISTORY = 1000,      /* programs remembered */
    EDIT_PROGRAM_MAX = 16384, /* bytes of one */
    EDIT_PATH_MAX = 4096,
    EDIT_NAMES_MAX = 100 /* completions that are listed */
};

#define EDIT_FUNCTIONS(each)                                                             \
    each(el_init) each(el_end) each(el_set) each(el_wset) each(el_get) each(el_gets)     \
        each(el_line) each(el_insertstr) each(el_source) each(el_resize)                 \
            each(history_init) each(history_end) each(history)

typedef struct edit_library {
    void *handle;
#define EDIT_MEMBER(name) __typeof__(name) *name;
    EDIT_FUNCTIONS(EDIT_MEMBER)
#undef EDIT_MEMBER
} edit_library;

struct ptc_line_editor {
    edit_library edit;
    EditLine *line;
    History *history;
    const char *prompt;
    ptc_line_complete complete;
    void *user;
    ptc_arena arena;          /* of the current completion */
    char path[EDIT_PATH_MAX]; /* of the history; empty: none */
};

/* The editor at the terminal: callbacks of libedit get no pointer that can be read
 * without libedit. */
static ptc_line_editor *edit_current;

/* --- Signals ----------------------------------------------------------------------- */

/* The window has a new size, or the process is back from the background. */
static volatile sig_atomic_t edit_is_resized;
static volatile sig_atomic_t edit_is_continued;

static void edit_note(int number)
{
    if (number == SIGWINCH)
        edit_is_resized = 1;
    else
        edit_is_continued = 1;
}

static void edit_catch_signals(void)
{
    struct sigaction action = {.sa_handler = edit_note};

    sigemptyset(&action.sa_mask);
    sigaction(SIGWINCH, &action, NULL);
    sigaction(SIGCONT, &action, NULL);
}

/* libedit's own handlers would signal the whole process group again. */
static void edit_serve_signals(ptc_line_editor *editor)
{
    if (edit_is_resized)
        editor->edit.el_resize(editor->line);
    if (edit_is_continued) {
        editor->edit.el_set(editor->line, EL_PREP_TERM, 1);
        editor->edit.el_set(editor->line, EL_REFRESH);
    }
    edit_is_resized = 0;
    edit_is_continued = 0;
}

/* One character for libedit; -1 ends the line. */
static int edit_read(EditLine *line, wchar_t *out)
{
    (void)line;
    mbstate_t state = {0};

    for (;;) {
        char byte;
        ssize_t got = -1;
        size_t used;

        if (ptc_file_wait(STDIN_FILENO, &ptc_line_interrupted))
            got = read(STDIN_FILENO, &byte, 1);

        if (ptc_line_interrupted || (got < 0 && errno != EINTR))
            return -1;
        if (got == 0)
            return 0;
        if (got < 0) {
            edit_serve_signals(edit_current);
            continue;
        }
        used = mbrtowc(out, &byte, 1, &state);
        if (used <= 1)
            return 1;
        if (used == (size_t)-1)
            state = (mbstate_t){0}; /* no character: the byte is left out */
    }
}

/* --- Completion -------------------------------------------------------------------- */

typedef struct edit_names {
    ptc_arena *arena;
    ptc_str *items;
    size_t count;
    size_t capacity;
} edit_names;

static void edit_found(void *finder, ptc_str name)
{
    edit_names *names = finder;
    void *items = names->items;
    ptc_str copy = ptc_str_copy(names->arena, name);

    if (copy.ptr == NULL ||
        !ptc_arena_reserve(names->arena, &items, &names->capacity, names->count,
                           names->count + 1, sizeof *names->items))
        return;
    names->items = items;
    names->items[names->count++] = copy;
}

static int edit_compare(const void *a, const void *b)
{
    return ptc_str_compare(*(const ptc_str *)a, *(const ptc_str *)b);
}

/* In order, each once. */
static void edit_sort(edit_names *names)
{
    size_t kept = 0;

    if (names->count == 0)
        return;
    qsort(names->items, names->count, sizeof *names->items, edit_compare);
    for (size_t i = 1; i < names->count; i++) {
        if (!ptc_str_equal(names->items[kept], names->items[i]))
            names->items[++kept] = names->items[i];
    }
    names->count = kept + 1;
}

/* The length of the common prefix of all names, which are sorted. */
static size_t edit_common(const edit_names *names)
{
    ptc_str first = names->items[0];
    ptc_str last = names->items[names->count - 1];
    size_t same = 0;

    while (same < first.len && same < last.len && first.ptr[same] == last.ptr[same])
        same++;
    while (same < first.len && ((unsigned char)first.ptr[same] & 0xC0) == 0x80)
        same--; /* inside a character */
    return same;
}

/* The names in columns, read downwards, below the line. */
static void edit_list(const edit_names *names)
{
    size_t width = 1;
    size_t columns;
    size_t rows;

    if (names->count > EDIT_NAMES_MAX) {
        printf("\n%zu names; type more of the one you want\n", names->count);
        return;
    }
    for (size_t i = 0; i < names->count; i++) {
        size_t len = ptc_utf8_count(names->items[i].ptr, names->items[i].len) + 2;

        width = len > width ? len : width;
    }
    columns = ptc_cli_columns() / width;
    columns = columns > 0 ? columns : 1;
    rows = (names->count + columns - 1) / columns;
    for (size_t row = 0; row < rows; row++) {
        fputc('\n', stdout);
        for (size_t i = row; i < names->count; i += rows) {
            ptc_str name = names->items[i];
            size_t len = ptc_utf8_count(name.ptr, name.len);
            bool is_last = i + rows >= names->count;

            ptc_file_print(name);
            printf("%*s", is_last ? 0 : (int)(width - len), "");
        }
    }
    fputc('\n', stdout);
}

/* The part of a name before the cursor, up to a byte at which the reader would end it. */
static ptc_str edit_word(const LineInfo *info)
{
    const char *start = info->cursor;

    while (start > info->buffer && strchr("()[]{}\"';,`~@^\\ \t\n", start[-1]) == NULL)
        start--;
    if (start < info->cursor && *start == '#')
        start++; /* #( and #{ have ended it; #'name */
    return ptc_str_make(start, (size_t)(info->cursor - start));
}

static unsigned char edit_complete(EditLine *line, int key)
{
    ptc_line_editor *editor = edit_current;
    edit_names names = {.arena = &editor->arena};
    ptc_str word = edit_word(editor->edit.el_line(line));
    size_t common;

    (void)key;
    if (word.len == 0) {
        editor->edit.el_insertstr(line, "  ");
        return CC_REFRESH;
    }
    ptc_arena_reset(&editor->arena);
    editor->complete(editor->user, word, edit_found, &names);
    edit_sort(&names);
    if (names.count == 0)
        return CC_ERROR;
    common = edit_common(&names);
    if (common > word.len) {
        ((char *)(uintptr_t)names.items[0].ptr)[common] = '\0'; /* own copy */
        editor->edit.el_insertstr(line, names.items[0].ptr + word.len);
        return CC_REFRESH;
    }
    if (names.count == 1)
        return CC_NORM;
    edit_list(&names);
    return CC_REDISPLAY;
}

/* --- History ----------------------------------------------------------------------- */

/* The path of the history file; empty: there is none. */
static void edit_find_path(char *path)
{
    const char *given = getenv("PTC_HISTORY");
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int length = 0;

    path[0] = '\0';
    if (given != NULL)
        length = snprintf(path, EDIT_PATH_MAX, "%s", given);
    else if (state != NULL && state[0] == '/')
        length = snprintf(path, EDIT_PATH_MAX, "%s/ptc/history", state);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, EDIT_PATH_MAX, "%s/.local/state/ptc/history", home);
    if (length < 0 || length >= EDIT_PATH_MAX)
        path[0] = '\0';
}

/* Reports a history file that is also an input of the session, and uses none. */
static void edit_keep_apart(const ptc_cli *cli, char *path)
{
    ptc_places places;

    ptc_places_init(&places, cli);
    if (path[0] != '\0' && !ptc_places_take(&places, path))
        path[0] = '\0';
}

/* Makes the folders of the path. A failure shows when the file is opened. */
static void edit_make_folders(char *path)
{
    for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = '\0';
        mkdir(path, 0700);
    }
}

static void edit_load_history(ptc_line_editor *editor)
{
    HistEvent event;
    int count;

    editor->edit.history(editor->history, &event, H_SETSIZE, EDIT_HISTORY);
    editor->edit.history(editor->history, &event, H_SETUNIQUE, 1);
    if (editor->path[0] == '\0')
        return;
    count = editor->edit.history(editor->history, &event, H_LOAD, editor->path);
    if (count > 2 * EDIT_HISTORY) /* the file grows by appending: cut it */
        editor->edit.history(editor->history, &event, H_SAVE, editor->path);
}

/* Appends the program in the form that libedit reads: one line, whatever bytes it has. */
static void edit_write(FILE *file, const char *program)
{
    fseek(file, 0, SEEK_END);
    if (ftell(file) == 0)
        fputs("_HiStOrY_V2_\n", file);
    for (; *program != '\0'; program++) {
        unsigned char byte = (unsigned char)*program;

        if (byte <= ' ' || byte == '\\' || byte == 0x7F)
            fprintf(file, "\\%03o", byte);
        else
            fputc(byte, file);
    }
    fputc('\n', file);
}

void ptc_line_editor_remember(ptc_line_editor *editor, const char *program)
{
    HistEvent event;
    mode_t mask;
    FILE *file;

    if (strlen(program) > EDIT_PROGRAM_MAX)
        return;
    editor->edit.history(editor->history, &event, H_ENTER, program);
    if (editor->path[0] == '\0')
        return;
    mask = umask(0077);
    file = fopen(editor->path, "a");
    if (file == NULL) {
        edit_make_folders(editor->path);
        file = fopen(editor->path, "a");
    }
    umask(mask);
    if (file == NULL) {
        editor->path[0] = '\0'; /* nowhere to write: only this session remembers */
        return;
    }
    edit_write(file, program);
    fclose(file);
}

/* --- The editor -------------------------------------------------------------------- */

static bool edit_load(edit_library *edit)
{
    static const char *const names[] = {"libedit.so.2", "libedit.so.0", "libedit.so",
                                        "libedit.3.dylib"};
    bool is_whole = true;

    for (size_t i = 0; i < sizeof names / sizeof *names && edit->handle == NULL; i++)
        edit->handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (edit->handle == NULL)
        return false;
#define EDIT_FIND(name)                                                                  \
    *(void **)&edit->name = dlsym(edit->handle, #name);                                  \
    is_whole = is_whole && edit->name != NULL;
    EDIT_FUNCTIONS(EDIT_FIND)
#undef EDIT_FIND
    return is_whole;
}

static char *edit_prompt(EditLine *line)
{
    (void)line;
    return (char *)(uintptr_t)edit_current->prompt;
}

/* Keys that libedit binds otherwise, or not at all. */
static void edit_bind(ptc_line_editor *editor)
{
    static const char *const keys[][2] = {
        {"\\t", "ptc-complete"},       {"^R", "em-inc-search-prev"},
        {"^W", "ed-delete-prev-word"}, {"\\e[1;5C", "em-next-word"},
        {"\\e[1;5D", "ed-prev-word"},  {"\\e[H", "ed-move-to-beg"},
        {"\\e[F", "ed-move-to-end"},   {"\\e[1~", "ed-move-to-beg"},
        {"\\e[4~", "ed-move-to-end"},  {"\\e[3~", "ed-delete-next-char"},
    };

    editor->edit.el_wset(editor->line, EL_ADDFN, L"ptc-complete", L"complete the name",
                         edit_complete);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        editor->edit.el_set(editor->line, EL_BIND, keys[i][0], keys[i][1], (char *)NULL);
}

static bool edit_start(ptc_line_editor *editor)
{
    editor->line = editor->edit.el_init("ptc", stdin, stdout, stderr);
    editor->history = editor->edit.history_init();
    if (editor->line == NULL || editor->history == NULL)
        return false;
    edit_current = editor;
    edit_load_history(editor);
    editor->edit.el_set(editor->line, EL_PROMPT, edit_prompt);
    editor->edit.el_set(editor->line, EL_HIST, editor->edit.history, editor->history);
    editor->edit.el_set(editor->line, EL_EDITOR, "emacs");
    editor->edit.el_wset(editor->line, EL_GETCFN, edit_read);
    edit_bind(editor);
    editor->edit.el_source(editor->line, NULL); /* ~/.editrc overrides */
    edit_catch_signals();
    return true;
}

/* libedit reads characters in the locale's encoding; here they are always UTF-8. */
static void edit_set_locale(void)
{
    if (setlocale(LC_CTYPE, "") == NULL || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

ptc_line_editor *ptc_line_editor_new(const ptc_cli *cli, ptc_line_complete complete,
                                     void *user)
{
    ptc_line_editor *editor = ptc_arena_array(cli->arena, 1, sizeof *editor);

    if (editor == NULL)
        return NULL;
    editor->complete = complete;
    editor->user = user;
    ptc_arena_init(&editor->arena, NULL, 0);
    edit_set_locale();
    edit_find_path(editor->path);
    edit_keep_apart(cli, editor->path);
    if (edit_load(&editor->edit) && edit_start(editor))
        return editor;
    ptc_line_editor_free(editor);
    return NULL;
}

ptc_line_status ptc_line_editor_next(ptc_line_editor *editor, const char *prompt,
                                     ptc_str *line)
{
    const char *text;
    int length;

    ptc_file_flush();
    editor->prompt = prompt;
    errno = 0;
    /* el_gets prints its prompt before it takes the keys: Ctrl-D could come between. */
    editor->edit.el_set(editor->line, EL_PREP_TERM, 1);
    text = editor->edit.el_gets(editor->line, &length);
    if (ptc_line_interrupted)
        return PTC_LINE_INTERRUPTED;
    if (text == NULL || length <= 0)
        return length < 0 && errno != 0 ? PTC_LINE_FAILED : PTC_LINE_END;
    *line = ptc_str_of(text);
    if (line->len > 0 && text[line->len - 1] == '\n')
        line->len--;
    return PTC_LINE_OK;
}

void ptc_line_editor_free(ptc_line_editor *editor)
{
    if (editor == NULL)
        return;
    if (editor->line != NULL)
        editor->edit.el_end(editor->line);
    if (editor->history != NULL)
        editor->edit.history_end(editor->history);
    ptc_arena_free(&editor->arena); /* the library stays loaded: it keeps its state */
}
