/* SPDX-License-Identifier: MIT */
/*
 * Real tool contracts and real calls: every contract is read, every call is walked in
 * both directions. As an output its verdict is the recorded one (ajv's); as an input it
 * may differ where the specification says that inputs are coerced. The table is printed.
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "support.h"

#include <ptc/contract.h>
#include <ptc/walk.h>

/* Why the verdict on an input may differ from ajv's. */
typedef enum difference {
    DEFAULT_FILLS, /* a field with a default may be absent or null [validation 5.3] */
    COERCED,       /* inputs are coerced, with a warning [validation 4] */
    UNEXPLAINED,
    DIFFERENCE_COUNT
} difference;

static const char *const difference_names[DIFFERENCE_COUNT] = {
    "a default fills the field",
    "coerced with a warning",
    "unexplained",
};

typedef struct tally {
    unsigned contracts;
    unsigned refused;
    unsigned refused_by[PTC_DIAG_COUNT];
    unsigned warned_by[PTC_DIAG_COUNT];
    unsigned calls;
    unsigned unjudged; /* their contract was refused */
    unsigned agreed[PTC_OUTPUT + 1];
    unsigned differed[PTC_OUTPUT + 1][DIFFERENCE_COUNT]; /* by direction */
} tally;

/* A contract with its JSON Schema and, unless it was refused, its schema. */
typedef struct tool {
    ptc_str name;
    const ptc_value *parameters;
    bool is_good;
    ptc_schema schema;
} tool;

static const ptc_value *member(const ptc_value *map, const char *key)
{
    if (map == NULL || map->kind != PTC_MAP)
        return NULL;
    return ptc_value_get(map, key);
}

static ptc_str text_member(const ptc_value *map, const char *key)
{
    const ptc_value *value = member(map, key);

    return value && value->kind == PTC_STRING ? ptc_value_text(value) : PTC_STR("");
}

static void read_tool(ptc_arena *arena, const ptc_value *row, tally *count, tool *out)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    static const ptc_contract_options options = {.struct_size = sizeof options,
                                                 .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text text;

    out->name = text_member(row, "name");
    out->parameters = member(row, "parameters");
    ptc_text_init(&text, arena);
    cr_assert(ptc_json_write(&text, out->parameters, 0) == PTC_OK);
    source->name = out->name;
    source->text = ptc_text_view(&text);
    ptc_diags_init(&diags, arena);
    diags.source = source;
    out->is_good =
        ptc_contracts_read(arena, source, &options, &diags, &contracts) == PTC_OK;
    if (out->is_good) {
        out->schema = contracts.items[0].schema;
        out->schema.root = ptc_schema_root(&out->schema)->first + 1;
    }
    count->contracts++;
    count->refused += !out->is_good;
    cr_expect(out->is_good || diags.errors > 0, "%s: refused without a word",
              test_cstr(out->name));
    for (size_t i = 0; i < diags.count; i++) {
        unsigned *by = diags.items[i].severity == PTC_SEVERITY_ERROR ? count->refused_by
                                                                     : count->warned_by;
        by[diags.items[i].code]++;
    }
}

/* --- What ajv objected to ---------------------------------------------------------- */

/* Whether one of the warnings is at the JSON Pointer. */
static bool is_coerced_at(const ptc_report *report, ptc_arena *arena, ptc_str pointer)
{
    for (size_t i = 0; i < report->warning_count; i++) {
        ptc_text text;

        ptc_text_init(&text, arena);
        ptc_path_write_pointer(&text, report->warnings[i].path,
                               report->warnings[i].path_count);
        if (ptc_str_equal(ptc_text_view(&text), pointer))
            return true;
    }
    return false;
}

/* Why an input is accepted that ajv refused with `error`. */
static difference explain(const ptc_value *error, const ptc_report *report,
                          ptc_arena *arena)
{
    /* Only because every missing name has a default: the walker says so. */
    if (ptc_str_equal(text_member(error, "keyword"), PTC_STR("required")))
        return DEFAULT_FILLS;
    return is_coerced_at(report, arena, text_member(error, "at")) ? COERCED : UNEXPLAINED;
}

/* The worst of all objections. */
static difference explain_acceptance(const ptc_value *errors, const ptc_report *report,
                                     ptc_arena *arena)
{
    difference worst = errors->aux > 0 ? DEFAULT_FILLS : UNEXPLAINED;

    for (uint32_t i = 0; i < errors->aux; i++) {
        difference one = explain(&errors->as.items[i], report, arena);

        worst = one > worst ? one : worst;
    }
    return worst;
}

/* The arguments with what either check says of them. */
static void show_difference(const tool *of, const ptc_value *call,
                            ptc_direction direction, const ptc_report *report)
{
    const ptc_value *errors = member(call, "errors");
    ptc_text text;

    ptc_text_init(&text, report->arena);
    ptc_text_cstr(&text, direction == PTC_INPUT ? "as an input " : "as an output ");
    ptc_json_write(&text, member(call, "arguments"), 0);
    ptc_text_cstr(&text, " is ");
    if (report->errors_found > 0)
        ptc_report_write_errors(&text, report, "refused:");
    else
        ptc_text_cstr(&text, "accepted");
    if (errors != NULL) {
        ptc_text_cstr(&text, ", recorded are the errors ");
        ptc_json_write(&text, errors, 0);
    }
    cr_expect(false, "%s: %.*s", test_cstr(of->name), (int)text.len, text.ptr);
}

static void compare(const tool *of, const ptc_value *call, ptc_direction direction,
                    ptc_arena *arena, tally *count)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .mode = PTC_MODE_ENABLED,
                                .direction = direction,
                                .boundary = PTC_BOUNDARY_JSON};
    const ptc_value *arguments = member(call, "arguments");
    bool recorded = member(call, "valid")->as.boolean;
    ptc_report report;
    ptc_value coerced;
    bool judged;
    difference why = UNEXPLAINED;

    ptc_report_init(&report, arena);
    judged = (direction == PTC_INPUT ? ptc_schema_coerce(arena, &of->schema, arguments,
                                                         &options, &coerced, &report)
                                     : ptc_schema_validate(&of->schema, arguments,
                                                           &options, &report)) == PTC_OK;
    cr_expect(judged == (report.errors_found == 0), "%s: verdict and report differ",
              test_cstr(of->name));
    if (judged == recorded) {
        count->agreed[direction]++;
        return;
    }
    if (judged && direction == PTC_INPUT)
        why = explain_acceptance(member(call, "errors"), &report, arena);
    count->differed[direction][why]++;
    if (why == UNEXPLAINED)
        show_difference(of, call, direction, &report);
}

static void judge_row(ptc_str line, ptc_arena *arena, tally *count)
{
    const ptc_value *tools;
    const ptc_value *calls;
    ptc_value row;
    tool *read;

    cr_assert(ptc_json_read(arena, line.ptr, line.len, NULL, &row, NULL, NULL) == PTC_OK);
    tools = member(&row, "tools");
    calls = member(&row, "calls");
    read = ptc_arena_array(arena, tools->aux, sizeof *read);
    for (uint32_t i = 0; i < tools->aux; i++)
        read_tool(arena, &tools->as.items[i], count, &read[i]);
    for (uint32_t i = 0; i < calls->aux; i++) {
        const ptc_value *call = &calls->as.items[i];
        uint32_t which = 0;

        while (!ptc_str_equal(read[which].name, text_member(call, "name")))
            which++;
        count->calls++;
        if (!read[which].is_good) {
            count->unjudged++;
            continue;
        }
        compare(&read[which], call, PTC_INPUT, arena, count);
        compare(&read[which], call, PTC_OUTPUT, arena, count);
    }
}

static void print_tally(const tally *count)
{
    fprintf(stderr, "tool_calls: %u contracts, %u refused\n", count->contracts,
            count->refused);
    for (int i = 0; i < PTC_DIAG_COUNT; i++) {
        if (count->refused_by[i] > 0)
            fprintf(stderr, "  error   %-22s %5u\n", ptc_diag_name((ptc_diag_code)i),
                    count->refused_by[i]);
    }
    for (int i = 0; i < PTC_DIAG_COUNT; i++) {
        if (count->warned_by[i] > 0)
            fprintf(stderr, "  warning %-22s %5u\n", ptc_diag_name((ptc_diag_code)i),
                    count->warned_by[i]);
    }
    fprintf(stderr, "tool_calls: %u calls, %u of refused contracts%*sinput output\n",
            count->calls, count->unjudged, 6, "");
    fprintf(stderr, "  %-42s %6u %6u\n", "verdict as recorded", count->agreed[PTC_INPUT],
            count->agreed[PTC_OUTPUT]);
    for (int i = 0; i < DIFFERENCE_COUNT; i++)
        fprintf(stderr, "  %-42s %6u %6u\n", difference_names[i],
                count->differed[PTC_INPUT][i], count->differed[PTC_OUTPUT][i]);
}

/* M496 */
Test(tool_calls, verdicts_are_those_recorded)
{
    static tally count;
    unsigned number = 0;
    ptc_arena arena;
    ptc_str text;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("tool_calls", "data/tool_calls.jsonl", &text))
        return;
    ptc_arena_init(&arena, NULL, 0);
    rest = text;
    while (test_next_line(&rest, &line, &number)) {
        ptc_arena_reset(&arena);
        judge_row(line, &arena, &count);
    }
    print_tally(&count);
    cr_expect(count.contracts == 1415, "%u contracts", count.contracts);
    cr_expect(count.calls == 1398, "%u calls", count.calls);
    for (int direction = PTC_INPUT; direction <= PTC_OUTPUT; direction++) {
        unsigned total = count.agreed[direction] + count.unjudged;

        for (int i = 0; i < DIFFERENCE_COUNT; i++)
            total += count.differed[direction][i];
        cr_expect(total == count.calls, "every call is counted once");
        cr_expect(count.differed[direction][UNEXPLAINED] == 0);
    }
    ptc_arena_free(&arena);
    free((char *)(uintptr_t)text.ptr);
}
