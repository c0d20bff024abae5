/* SPDX-License-Identifier: MIT */
/*
 * `ptcc explain`: the pages of docs/diagnostics, which the build embeds. Without a code
 * it lists them all, and the codes of faults in values.
 */
#include "generator/generator_int.h"
#include "generator/text/text_int.h"

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

/* The codes of errors and warnings about values. ORDER CODE */
static const struct {
    const char *summary;
    const char *example;
} explain_values[] = {
    [PTC_CODE_TYPE] = {"the value has another type", "expected int, got string \"abc\""},
    [PTC_CODE_MISSING] = {"a required field is absent",
                          "missing required field, expected int"},
    [PTC_CODE_EXTRA] =
        {"a field that the contract does not have (strict mode, closed map)",
         "unexpected field (allowed: a, b)"},
    [PTC_CODE_ENUM] = {"the value is not a member of the enum",
                       "expected one of [\"pending\", \"active\"], got \"unknown\""},
    [PTC_CODE_BOUND] = {"a number is outside its bounds", "expected 1..100, got 250"},
    [PTC_CODE_LENGTH] = {"a string is too short or too long, in code points",
                         "expected string of length 1..80, got length 93"},
    [PTC_CODE_PATTERN] = {"a string does not match its pattern",
                          "expected string matching \"^[A-Z]\", got \"abc\""},
    [PTC_CODE_SIZE] = {"a list, set, tuple or map has too few or too many elements",
                       "expected 1..10 items, got 0"},
    [PTC_CODE_UNION] = {"no alternative accepts the value",
                        "expected string or int, got list"},
    [PTC_CODE_KEY] = {"a key of a map has another type",
                      "expected key int, got key \"a\""},
    [PTC_CODE_DUPLICATE] = {"an element of a set, or a key, occurs twice",
                            "duplicate of [0]"},
    [PTC_CODE_CONST] = {"the value is not the one that is demanded, or the one excluded",
                        "expected 5, got 6"},
    [PTC_CODE_NOT] = {"the value has a type that is excluded",
                      "expected not string, got string \"a\""},
    [PTC_CODE_CUSTOM] = {"a registered type refuses the value",
                         "expected email, got string \"abc\""},
    [PTC_CODE_RANGE] = {"a number that its type cannot hold",
                        "out of range 9223372036854775808"},
    [PTC_CODE_ENCODING] = {"a string is not valid UTF-8", "expected valid UTF-8 string"},
    [PTC_CODE_DEPTH] = {"the value is nested too deep", "nested deeper than 512 levels"},
    [PTC_CODE_COERCED] = {"a warning: the input was converted to the type",
                          "coerced string \"42\" to int"},
};
#define EXPLAIN_VALUES (sizeof explain_values / sizeof explain_values[0])

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
    for (size_t i = 0; i < EXPLAIN_VALUES; i++) {
        size_t len = strlen(ptc_code_name((ptc_code)i));

        ptc_text_cstr(out, ptc_code_name((ptc_code)i));
        ptc_text_repeat(out, ' ', 24 - len);
        ptc_text_cstr(out, "value    ");
        ptc_text_cstr(out, explain_values[i].summary);
        ptc_text_byte(out, '\n');
    }
}

static bool begins_with(ptc_str line, const char *start)
{
    size_t len = strlen(start);

    return line.len >= len && memcmp(line.ptr, start, len) == 0;
}

/* Appends a page, with its examples indented. */
static void write_page(ptc_text *out, ptc_str page)
{
    bool is_example = false;
    ptc_str line;

    while (ptc_take_line(&page, &line)) {
        if (begins_with(line, "```")) {
            is_example = !is_example;
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

/* A code of validation, which has no page. */
static bool explain_value(ptc_text *out, const char *code)
{
    for (size_t i = 0; i < EXPLAIN_VALUES; i++) {
        if (strcmp(ptc_code_name((ptc_code)i), code) != 0)
            continue;
        ptc_text_cstr(out, code);
        ptc_text_cstr(out, "\n\n");
        ptc_text_cstr(out, explain_values[i].summary);
        ptc_text_cstr(out, "\n\nmessage:\n    ");
        ptc_text_cstr(out, explain_values[i].example);
        ptc_text_byte(out, '\n');
        return true;
    }
    return false;
}

static bool explain(ptc_text *out, const char *code)
{
    ptc_diag_code found = ptc_diag_find(ptc_str_of(code));

    if (found == PTC_DIAG_COUNT)
        return explain_value(out, code);
    write_page(out, ptc_str_of(ptcc_pages[found]));
    return true;
}

static void say_unknown(const ptc_cli *cli, const char *code)
{
    const char *names[PTC_DIAG_COUNT + EXPLAIN_VALUES];
    const char *near;
    int count = 0;

    for (size_t i = 0; i < PTC_DIAG_COUNT; i++)
        names[count++] = explain_codes[i].name;
    for (size_t i = 0; i < EXPLAIN_VALUES; i++)
        names[count++] = ptc_code_name((ptc_code)i);
    near = ptc_cli_nearest(code, names, count);
    if (near != NULL)
        ptc_cli_say(cli, "there is no diagnostic \"%s\"; did you mean %s?", code, near);
    else
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
    ptc_cli_print(cli, &out);
    return status;
}
