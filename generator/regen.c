/* SPDX-License-Identifier: MIT */
/*
 * `ptcc regen`: makes a pair of files again from what its own source says.
 *
 * The first line names the contract, the second says format and options, the first
 * #include of quotes names the header. Together they are a command line of `ptcc gen`,
 * and that is run. Formatters may have broken the two lines: a comment counts as one line
 * however it is laid out. A file is not trusted: nothing is written but itself, and
 * next to it a header, a server and a list of its tools. [build-and-packaging 1.1, 2.1]
 */
#define _POSIX_C_SOURCE 200809L
#include "generator/generator_int.h"
#include "generator/text/c_text.h"

#include <sys/stat.h>

/* What a source says about itself. */
typedef struct regen_head {
    ptc_str contract; /* base name, or the path that was typed */
    ptc_str header;   /* base name */
    ptc_cli_given *given;
    size_t given_count;
} regen_head;

typedef struct regen_unit {
    const char *path; /* the source, as typed */
    ptc_cli cli;      /* the command line that makes it */
    ptcc_gen_run run;
} regen_unit;

static bool regen_cut_front(ptc_str *text, const char *front)
{
    size_t len = strlen(front);

    if (text->len < len || memcmp(text->ptr, front, len) != 0)
        return false;
    *text = ptc_str_make(text->ptr + len, text->len - len);
    return true;
}

static bool regen_cut_back(ptc_str *text, const char *back)
{
    size_t len = strlen(back);

    if (text->len < len || memcmp(text->ptr + text->len - len, back, len) != 0)
        return false;
    text->len -= len;
    return true;
}

/* --- The head of a source ---------------------------------------------------------- */

static bool regen_is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/* Writes the text of a comment; a line break with what decorates it becomes a blank. */
static void regen_unfold(ptc_text *out, ptc_str text)
{
    size_t at = 0;

    while (at < text.len) {
        size_t next = at;
        bool is_break = false;

        while (next < text.len && regen_is_blank(text.ptr[next]))
            is_break = text.ptr[next++] == '\n' || is_break;
        if (!is_break) {
            ptc_text_byte(out, text.ptr[at++]);
            continue;
        }
        if (next < text.len && text.ptr[next] == '*')
            next++;
        while (next < text.len && regen_is_blank(text.ptr[next]))
            next++;
        if (out->len > 0 && next < text.len)
            ptc_text_byte(out, ' ');
        at = next;
    }
}

/* Takes the comment at the front of `rest`: what is between its marks. */
static bool regen_take_comment(ptc_arena *arena, ptc_str *rest, ptc_str *out)
{
    ptc_text text;
    size_t end;

    while (rest->len > 0 && regen_is_blank(rest->ptr[0]))
        *rest = ptc_str_make(rest->ptr + 1, rest->len - 1);
    if (!regen_cut_front(rest, "/*"))
        return false;
    for (end = 0; end + 1 < rest->len; end++) {
        if (rest->ptr[end] == '*' && rest->ptr[end + 1] == '/')
            break;
    }
    if (end + 1 >= rest->len)
        return false;
    ptc_text_init(&text, arena);
    regen_unfold(&text, ptc_str_make(rest->ptr, end));
    *rest = ptc_str_make(rest->ptr + end + 2, rest->len - end - 2);
    *out = ptc_text_view(&text);
    while (out->len > 0 && out->ptr[out->len - 1] == ' ')
        out->len--;
    while (out->len > 0 && out->ptr[0] == ' ')
        *out = ptc_str_make(out->ptr + 1, out->len - 1);
    return true;
}

/* Takes `key` and the word after it, blanks around it. */
static bool regen_take_fact(ptc_str *rest, const char *key, ptc_str *word)
{
    size_t end = 0;

    while (rest->len > 0 && rest->ptr[0] == ' ')
        *rest = ptc_str_make(rest->ptr + 1, rest->len - 1);
    if (!regen_cut_front(rest, key))
        return false;
    while (rest->len > 0 && rest->ptr[0] == ' ')
        *rest = ptc_str_make(rest->ptr + 1, rest->len - 1);
    while (end < rest->len && rest->ptr[end] != ' ')
        end++;
    *word = ptc_str_make(rest->ptr, end);
    *rest = ptc_str_make(rest->ptr + end, rest->len - end);
    return end > 0;
}

/* The revision in a word; 0 when it is none. */
static uint64_t regen_revision(ptc_str word)
{
    uint64_t revision = 0;

    for (size_t i = 0; i < word.len; i++) {
        if (word.len > 9 || word.ptr[i] < '0' || word.ptr[i] > '9')
            return 0;
        revision = revision * 10 + (uint64_t)(word.ptr[i] - '0');
    }
    return revision;
}

static bool regen_refuse(const ptc_cli *cli, const char *path, const char *why)
{
    ptc_cli_say(cli, "%s: %s", path, why);
    return false;
}

/* The second line: format, hash of the contracts, version of ptcc, options. */
static bool regen_read_stamp(const ptc_cli *cli, const char *path, ptc_str stamp,
                             regen_head *out)
{
    ptc_str word = {NULL, 0};
    ptc_str typed = {NULL, 0};
    uint64_t revision = 0;

    if (regen_take_fact(&stamp, "ptcc-format:", &word))
        revision = regen_revision(word);
    if (revision == 0)
        return regen_refuse(cli, path, "its second line names no format");
    if (revision != PTC_FORMAT) {
        ptc_cli_say(cli,
                    "%s: format %u, but this ptcc writes %d; regenerate it with ptcc gen",
                    path, (unsigned)revision, PTC_FORMAT);
        return false;
    }
    if (!regen_take_fact(&stamp, "schema:", &word))
        return regen_refuse(cli, path, "its second line does not name the schema");
    (void)regen_take_fact(&stamp, "version:", &word);
    out->given = ptc_arena_array(cli->arena, stamp.len + 1, sizeof *out->given);
    if (out->given == NULL)
        return regen_refuse(cli, path, "out of memory");
    if (stamp.len == 0)
        return true;
    (void)regen_cut_front(&stamp, " ");
    (void)regen_cut_front(&stamp, " ");
    if (!regen_cut_front(&stamp, "options:") ||
        !ptcc_c_note_read(cli->arena, stamp, out->given, &out->given_count, &typed))
        return regen_refuse(cli, path,
                            "its second line has options that ptcc does not know");
    if (typed.ptr != NULL)
        out->contract = typed;
    return true;
}

/* Whether a file is the header of a pair: its guard comes before all else. */
static bool regen_is_header(ptc_str rest)
{
    ptc_str line = {NULL, 0};

    while (ptc_take_line(&rest, &line) && (line.len == 0 || line.ptr[0] != '#'))
        continue;
    return regen_cut_front(&line, "#ifndef ");
}

/* Whether a file is the server next to a pair: X.mcp.c. */
static bool regen_is_server(ptc_str rest)
{
    ptc_str line;

    while (ptc_take_line(&rest, &line)) {
        if (ptc_str_equal(line, PTC_STR("#include <ptc/gen_mcp.h>")))
            return true;
    }
    return false;
}

/* The operand of the first #include with quotes. */
static bool regen_find_include(ptc_str rest, ptc_str *out)
{
    ptc_str line;

    while (ptc_take_line(&rest, &line)) {
        const char *quote;

        if (!regen_cut_front(&line, "#include \""))
            continue;
        quote = memchr(line.ptr, '"', line.len);
        *out = ptc_str_make(line.ptr, quote != NULL ? (size_t)(quote - line.ptr) : 0);
        return quote != NULL;
    }
    return false;
}

/* The header lies next to its source: a base name after the prefix of the options. */
static bool regen_read_header(const ptc_cli *cli, const char *path, ptc_str rest,
                              regen_head *out)
{
    ptc_str name = {NULL, 0};

    if (regen_is_header(rest))
        return regen_refuse(cli, path,
                            "it is the header of a source; give regen the source, "
                            "X.ptc.c, and it regenerates both");
    if (regen_is_server(rest))
        return regen_refuse(cli, path,
                            "it is the server of a source; give regen the source, "
                            "X.ptc.c, and it regenerates both");
    if (!regen_find_include(rest, &name))
        return regen_refuse(
            cli, path, "it does not include its header; regen takes sources, X.ptc.c");
    for (size_t i = 0; i < out->given_count; i++) {
        if (out->given[i].option == PTC_OPTION_INCLUDE_PREFIX &&
            !regen_cut_front(&name, out->given[i].value))
            return regen_refuse(cli, path,
                                "its #include does not begin as "
                                "--include-prefix says");
    }
    if (name.len == 0 || memchr(name.ptr, '/', name.len) != NULL)
        return regen_refuse(cli, path, "the header that it includes is not next to it");
    out->header = name;
    return true;
}

static bool regen_read_head(const ptc_cli *cli, const char *path, regen_head *out)
{
    ptc_cli own = *cli;
    ptc_source source;
    ptc_str rest;
    ptc_str first = {NULL, 0};
    ptc_str second = {NULL, 0};

    memset(out, 0, sizeof *out);
    own.reads = NULL; /* it is to be rewritten */
    own.needs_regular = true;
    if (!ptc_file_read(&own, path, PTC_FILE_MAX, &source))
        return false;
    rest = source.text;
    if (!regen_take_comment(cli->arena, &rest, &first) ||
        !regen_cut_front(&first, "Code generated by ptcc from ") ||
        !regen_cut_back(&first, ". DO NOT EDIT. @generated"))
        return regen_refuse(cli, path, "it is not a file generated by ptcc");
    if (first.len == 0 || memchr(first.ptr, '/', first.len) != NULL)
        return regen_refuse(cli, path, "its first line names no contract file");
    out->contract = first;
    if (!regen_take_comment(cli->arena, &rest, &second))
        return regen_refuse(cli, path, "its second line names no format");
    return regen_read_stamp(cli, path, second, out) &&
           regen_read_header(cli, path, rest, out);
}

/* --- The contract file ------------------------------------------------------------- */

static bool regen_look(const char *path, struct stat *out)
{
    return path != NULL && stat(path, out) == 0 && !S_ISDIR(out->st_mode);
}

/* The folder of a path, with its slash; empty for the present one. */
static ptc_str regen_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    return ptc_str_make(path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
}

/* The file in the folder above, without `x/..` in its name where that is the same. */
static const char *regen_above(ptc_arena *arena, ptc_str folder, ptc_str name)
{
    const char *path = C_JOIN(arena, folder, PTC_STR("../"), name).ptr;
    ptc_str shorter = folder;
    const char *cut;

    if (path == NULL || folder.len < 2)
        return path;
    do
        shorter.len--;
    while (shorter.len > 0 && shorter.ptr[shorter.len - 1] != '/');
    cut = C_JOIN(arena, shorter, name).ptr;
    return cut != NULL && ptc_place_is_one(path, cut) ? cut : path;
}

/* Tries a path; notes it as tried when there is no such file. */
static bool regen_try(ptc_text *tried, const char *path)
{
    struct stat status;

    if (regen_look(path, &status))
        return true;
    ptc_text_cstr(tried, tried->len ? ", " : "");
    ptc_text_cstr(tried, path != NULL ? path : "");
    return false;
}

/* Looks next to the source, in -I folders, in the folder above; NULL after a message that
 * calls it `what`. */
static const char *regen_find(const ptc_cli *cli, const char *path, ptc_str name,
                              const char *what)
{
    ptc_str folder = regen_folder(path);
    ptc_str base = ptc_base_name(name);
    ptc_text tried;
    const char *found;

    ptc_text_init(&tried, cli->arena);
    if (base.len < name.len && regen_try(&tried, name.ptr))
        return name.ptr;
    found = C_JOIN(cli->arena, folder, base).ptr;
    if (regen_try(&tried, found))
        return found;
    for (size_t i = 0; i < cli->given_count; i++) {
        if (cli->given[i].option != PTC_OPTION_INCLUDE)
            continue;
        found =
            C_JOIN(cli->arena, ptc_str_of(cli->given[i].value), PTC_STR("/"), base).ptr;
        if (regen_try(&tried, found))
            return found;
    }
    found = regen_above(cli->arena, folder, base);
    if (regen_try(&tried, found))
        return found;
    ptc_cli_say(cli, "%s: its %s not there; tried %s", path, what,
                tried.failed ? "" : tried.ptr);
    return NULL;
}

/* --- The command line -------------------------------------------------------------- */

/* A file that an option names without its folder: an output next to the source, or the
 * instructions of a server, which are found as the contract is. */
static bool regen_place(const ptc_cli *cli, const char *path, ptc_cli_given *given)
{
    bool is_input = given->option == PTC_OPTION_MCP_INSTRUCTIONS;

    if (!is_input && given->option != PTC_OPTION_MCP_SOURCE &&
        given->option != PTC_OPTION_MCP_JSON)
        return true;
    if (strchr(given->value, '/') != NULL)
        return regen_refuse(cli, path,
                            "its second line names a file that is not next to it");
    given->value =
        is_input
            ? regen_find(cli, path, ptc_str_of(given->value), "file of instructions is")
            : C_JOIN(cli->arena, regen_folder(path), ptc_str_of(given->value)).ptr;
    return given->value != NULL;
}

/* The options of the source, its two outputs, and those of this command. */
static bool regen_compose(const ptc_cli *cli, regen_unit *unit, const regen_head *head,
                          const char *contract)
{
    size_t room = head->given_count + cli->given_count + 2;
    ptc_cli_given *given = ptc_arena_array(cli->arena, room, sizeof *given);
    const char **operand = ptc_arena_array(cli->arena, 1, sizeof *operand);
    ptc_str header = C_JOIN(cli->arena, regen_folder(unit->path), head->header);
    size_t count = 0;

    if (given == NULL || operand == NULL || header.ptr == NULL)
        return regen_refuse(cli, unit->path, "out of memory");
    for (size_t i = 0; i < cli->given_count; i++)
        given[count++] = cli->given[i];
    for (size_t i = 0; i < head->given_count; i++) {
        given[count] = head->given[i];
        if (!regen_place(cli, unit->path, &given[count++]))
            return false;
    }
    given[count++] = (ptc_cli_given){PTC_OPTION_HEADER, header.ptr};
    given[count++] = (ptc_cli_given){PTC_OPTION_SOURCE, unit->path};
    *operand = contract;
    unit->cli = *cli;
    unit->cli.verb = PTC_VERB_GEN;
    unit->cli.given = given;
    unit->cli.given_count = count;
    unit->cli.operands = operand;
    unit->cli.operand_count = 1;
    return true;
}

static ptc_exit regen_make(const ptc_cli *cli, regen_unit *unit)
{
    regen_head head;
    const char *contract;

    if (strcmp(unit->path, "-") == 0)
        return ptc_cli_misuse(cli, "regen writes next to the files that it reads, so it "
                                   "cannot read standard input");
    if (!regen_read_head(cli, unit->path, &head))
        return PTC_EXIT_USAGE;
    contract = regen_find(cli, unit->path, head.contract, "contract is");
    if (contract == NULL || !regen_compose(cli, unit, &head, contract))
        return PTC_EXIT_USAGE;
    return ptcc_gen_make(&unit->run, &unit->cli);
}

/* --- All of them ------------------------------------------------------------------- */

static ptc_exit regen_compare(regen_unit *units, size_t count)
{
    bool is_stale = false;

    for (size_t i = 0; i < count; i++) {
        ptc_exit status = ptcc_gen_compare(&units[i].run);

        if (status != PTC_EXIT_OK && status != PTC_EXIT_STALE)
            return status;
        is_stale = is_stale || status == PTC_EXIT_STALE;
    }
    return is_stale ? PTC_EXIT_STALE : PTC_EXIT_OK;
}

/* Writes the outputs of all runs or none of them. */
static ptc_exit regen_write(const ptc_cli *cli, const regen_unit *units, size_t count)
{
    ptcc_outputs all;

    ptcc_outputs_init(&all, cli);
    for (size_t i = 0; i < count; i++) {
        const ptcc_outputs *outputs = &units[i].run.outputs;

        for (size_t k = 0; k < outputs->count; k++)
            ptcc_output_add(&all, ptc_str_of(outputs->items[k].path),
                            outputs->items[k].content);
    }
    if (all.failed)
        return ptc_cli_no_memory(cli);
    if (!ptcc_outputs_keep_apart(&all))
        return PTC_EXIT_USAGE;
    return ptcc_outputs_write(&all, ptc_cli_has(cli, PTC_OPTION_ALWAYS_WRITE));
}

ptc_exit ptcc_regen(const ptc_cli *cli)
{
    regen_unit *units =
        ptc_arena_array(cli->arena, cli->operand_count + 1, sizeof *units);
    ptc_exit worst = PTC_EXIT_OK;

    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "regen needs a file that ptcc gen wrote");
    if (units == NULL)
        return ptc_cli_no_memory(cli);
    for (size_t i = 0; i < cli->operand_count; i++) {
        ptc_exit status;

        units[i].path = cli->operands[i];
        status = regen_make(cli, &units[i]);
        worst = status > worst ? status : worst;
    }
    if (worst != PTC_EXIT_OK)
        return worst;
    if (ptc_cli_has(cli, PTC_OPTION_CHECK))
        return regen_compare(units, cli->operand_count);
    return regen_write(cli, units, cli->operand_count);
}
