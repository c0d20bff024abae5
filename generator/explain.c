/* SPDX-License-Identifier: MIT */
/*
 * `ptcc explain`: the pages of docs/diagnostics, which the build embeds. Without a code
 * it lists them all. Fences become "wrong:" and "right:" with indented examples.
 */
#include "ptcc.h"

static const struct {
    const char *name;
    ptc_severity severity;
    const char *summary;
} explain_codes[PTC_DIAG_COUNT] = {
#define PTC_DIAG(constant, name, severity, summary)                                      \
    {name, PTC_SEVERITY_##severity, summary},
#include <ptc/diagnostics.def>
#undef PTC_DIAG
};

static void list_codes(ptc_text *out)
{
    for (size_t i = 0; i < PTC_DIAG_COUNT; i++) {
        size_t len = strlen(explain_codes[i].name);

        ptc_text_cstr(out, explain_codes[i].name);
        ptc_text_repeat(out, ' ', len < 24 ? 24 - len : 1);
        ptc_text_cstr(out, explain_codes[i].severity == PTC_SEVERITY_ERROR ? "error    "
                                                                           : "warning  ");
        ptc_text_cstr(out, explain_codes[i].summary);
        ptc_text_byte(out, '\n');
    }
}

static bool take_line(ptc_str *rest, ptc_str *line)
{
    const char *newline = rest->len ? memchr(rest->ptr, '\n', rest->len) : NULL;

    if (rest->len == 0)
        return false;
    line->ptr = rest->ptr;
    line->len = newline ? (size_t)(newline - rest->ptr) : rest->len;
    rest->ptr += line->len + (newline != NULL);
    rest->len -= line->len + (newline != NULL);
    return true;
}

static bool begins_with(ptc_str line, const char *start)
{
    size_t len = strlen(start);

    return line.len >= len && memcmp(line.ptr, start, len) == 0;
}

/* Appends a page, with its fences as headings and its examples indented. */
static void write_page(ptc_text *out, ptc_str page)
{
    bool is_example = false;
    ptc_str line;

    while (take_line(&page, &line)) {
        if (begins_with(line, "```")) {
            is_example = !is_example;
            if (is_example)
                ptc_text_cstr(out,
                              memchr(line.ptr, 'w', line.len) ? "wrong:\n" : "right:\n");
            continue;
        }
        if (begins_with(line, "# "))
            line = ptc_str_make(line.ptr + 2, line.len - 2);
        if (is_example && line.len > 0)
            ptc_text_cstr(out, "    ");
        ptc_text_str(out, line);
        ptc_text_byte(out, '\n');
    }
}

static bool explain(ptc_text *out, const char *code)
{
    ptc_diag_code found = ptc_diag_find(ptc_str_of(code));

    if (found == PTC_DIAG_COUNT)
        return false;
    write_page(out, ptc_str_of(ptcc_pages[found]));
    return true;
}

static void say_unknown(const ptc_cli *cli, const char *code)
{
    for (unsigned limit = 1; limit <= 3; limit++) {
        for (size_t i = 0; i < PTC_DIAG_COUNT; i++) {
            const char *name = explain_codes[i].name;

            if (ptc_str_distance(ptc_str_of(code), ptc_str_of(name), limit) <= limit) {
                ptc_cli_say(cli, "there is no diagnostic \"%s\"; did you mean %s?", code,
                            name);
                return;
            }
        }
    }
    ptc_cli_say(cli, "there is no diagnostic \"%s\"; `ptcc explain` lists them all",
                code);
}

ptc_exit ptcc_explain(const ptc_cli *cli)
{
    ptc_exit status = PTC_EXIT_OK;
    ptc_text out;

    ptc_text_init(&out, cli->arena);
    if (cli->operand_count == 0)
        list_codes(&out);
    for (size_t i = 0; i < cli->operand_count; i++) {
        if (i > 0)
            ptc_text_byte(&out, '\n');
        if (!explain(&out, cli->operands[i])) {
            say_unknown(cli, cli->operands[i]);
            status = PTC_EXIT_USAGE;
        }
    }
    if (out.failed)
        return ptc_cli_no_memory(cli);
    ptc_file_print(ptc_text_view(&out));
    return status;
}
