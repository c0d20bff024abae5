/* SPDX-License-Identifier: MIT */
/*
 * Declared types are there once, however often and wherever they are used: what they cost
 * to check, to make C of and to write out, and that the C which comes of it is right.
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

/* A file of `first`, a line of `pattern` for each number from 1 below `count`, `last`. In
 * the pattern # is the number and @ the one before it. */
static void write_types(const char *folder, const char *name, const char *first,
                        const char *pattern, unsigned count, const char *last)
{
    ptc_text text;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, first);
    for (unsigned i = 1; i < count; i++) {
        for (const char *at = pattern; *at != '\0'; at++) {
            if (*at == '#' || *at == '@')
                ptc_text_uint(&text, *at == '#' ? i : i - 1);
            else
                ptc_text_byte(&text, *at);
        }
    }
    ptc_text_cstr(&text, last);
    ptc_text_byte(&text, '\0');
    cr_assert(!text.failed);
    write_file(folder, name, text.ptr);
    ptc_arena_free(&arena);
}

/* Types that have the one before them twice, once after a list. */
static void write_tower(const char *folder, const char *name, unsigned levels)
{
    write_types(folder, name, "a0 = {x :int}\n", "a# = {l :a@, r [:a@]}\n", levels, "");
}

/* Types of which each has the one after it. */
static void write_chain(const char *folder, const char *name, unsigned count)
{
    char last[32];

    snprintf(last, sizeof last, "t%u = {x :int}\n", count - 1);
    write_types(folder, name, "", "t@ = {x :t#}\n", count, last);
}

/* What the compiler of this build says of STEM.ptc.c: one of many, and quickly. */
static void expect_accepted(const char *folder, const char *stem)
{
    ptc_str err;

    cr_expect(shell(folder,
                    format("$CC -std=c11 %s -I $INCLUDE %s.ptc.c", strict_warnings, stem),
                    NULL, &err) == 0,
              "%.*s", (int)err.len, err.ptr);
}

/* A shell line whose commands have so much address space and 20 seconds of the processor.
 * Sanitized programs take terabytes of the one, and more of the other. */
static const char *within(const char *kilobytes, const char *line)
{
    return TEST_IS_SANITIZED ? format("ulimit -t 100; %s", line, "")
                             : format("ulimit -v %s; ulimit -t 20; %s", kilobytes, line);
}

static long size_of(const char *folder, const char *name)
{
    return (long)look(folder, name).st_size;
}

Test(named_types, a_tower_makes_kilobytes)
{
    const char *folder = test_directory();

    write_tower(folder, "t.sig", 17);
    cr_assert(shell(folder, "$PTCC gen -o . t.sig", NULL, NULL) == 0);
    cr_expect_lt(size_of(folder, "t.ptc.c"), 200000);
    cr_expect_lt(size_of(folder, "t.ptc.h"), 60000);
    expect_compiles(folder, "t");
}

Test(named_types, a_higher_tower_costs_by_its_words)
{
    const char *folder = test_directory();
    ptc_str out;

    write_tower(folder, "t.sig", 200);
    cr_expect(
        shell(folder,
              within("400000",
                     "$PTCC check t.sig && $PTCC convert --to sig t.sig >s && $PTCC "
                     "convert --to malli t.sig >m && $PTCC convert --to prompt t.sig >p "
                     "&& $PTCC gen -o . t.sig"),
              NULL, &out) == 0,
        "%.*s", (int)out.len, out.ptr);
    cr_expect_lt(size_of(folder, "t.ptc.c"), 4000000);
    cr_expect_lt(size_of(folder, "s"), 1000000);
}

/* What convert writes with names kept is read again and means the same. */
Test(named_types, texts_that_keep_names_are_read_again)
{
    const char *folder = test_directory();

    write_tower(folder, "t.sig", 40);
    cr_expect(
        shell(folder,
              "$PTCC convert --to sig t.sig >u.sig && $PTCC convert --to sig u.sig "
              ">v.sig && cmp u.sig v.sig && $PTCC convert --to malli t.sig >w.edn && "
              "$PTCC check u.sig w.edn && $PTCC convert --to sig w.edn >x.sig && cmp "
              "u.sig x.sig",
              NULL, NULL) == 0);
}

/* One contract of many, and those of a file that includes the types: what is written can
 * be read alone. */
Test(named_types, converted_contracts_bring_the_types_that_they_name)
{
    static const char *const rows[][3] = {
        {"sig --contract f t.sig", "c.sig", "^a10 = {l :a9, "},
        {"malli --contract f t.sig", "c.malli.edn", ":a10 .:map .:l :a9. "},
        {"sig u.sig", "c.sig", "^a10 = {l :a9, "},
        {"malli u.sig", "c.malli.edn", ":a10 .:map .:l :a9. "},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *folder = test_directory();
        const char *arguments = rows[i][0];
        ptc_str out;

        write_types(folder, "t.sig", "a0 = {x :int, name_of_some_length :string}\n",
                    "a# = {l :a@, r [:a@]}\n", 12,
                    "other = {y :a11}\nf(q :a11) -> :int\n");
        write_file(folder, "u.sig", "include \"t.sig\"\nf(q :a11) -> :int\n");
        cr_assert(shell(folder,
                        format("$PTCC convert --malli-names --to %s > %s", arguments,
                               rows[i][1]),
                        NULL, NULL) == 0);
        cr_expect(shell(folder, format("grep -q '%s' c.*", rows[i][2], ""), NULL, NULL) ==
                      0,
                  "%s", arguments);
        cr_expect(shell(folder, "grep -q other c.*", NULL, NULL) == 1, "%s", arguments);
        cr_expect(shell(folder,
                        "$PTCC check c.* &&"
                        " $PTCC convert --to sig --contract f c.* > mine.txt &&"
                        " $PTCC convert --to sig --contract f t.sig > theirs.txt &&"
                        " diff mine.txt theirs.txt",
                        &out, NULL) == 0,
                  "%s: %s", arguments, test_cstr(out));
    }
}

Test(named_types, a_chain_grows_with_its_length)
{
    const char *folder = test_directory();
    long sizes[2];

    write_chain(folder, "c60.sig", 60);
    write_chain(folder, "c480.sig", 480);
    cr_assert(shell(folder, "$PTCC gen -o . c60.sig && $PTCC gen -o . c480.sig", NULL,
                    NULL) == 0);
    sizes[0] = size_of(folder, "c60.ptc.c") + size_of(folder, "c60.ptc.h");
    sizes[1] = size_of(folder, "c480.ptc.c") + size_of(folder, "c480.ptc.h");
    cr_expect_lt(sizes[1], 12 * sizes[0], "%ld and %ld bytes", sizes[0], sizes[1]);
    write_chain(folder, "c.sig", 10000);
    cr_expect(shell(folder, within("600000", "$PTCC check c.sig"), NULL, NULL) == 0);
}

/* Seconds of the processor that a shell line takes. */
static double seconds_of(const char *folder, const char *line)
{
    struct rusage before;
    struct rusage after;

    cr_assert(getrusage(RUSAGE_CHILDREN, &before) == 0);
    cr_assert(shell(folder, line, NULL, NULL) == 0, "%s", line);
    cr_assert(getrusage(RUSAGE_CHILDREN, &after) == 0);
    return (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
           (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec) / 1e6;
}

/* What is said of a type, its hash and whether its text is short, must not be found out
 * by going through all types below it: that takes 25 times as long for 8 times as many.
 */
Test(named_types, a_chain_takes_time_by_its_length)
{
    const char *folder = test_directory();
    double few;
    double many;

    write_chain(folder, "few.sig", 400);
    write_chain(folder, "many.sig", 3200);
    few = seconds_of(folder, "$PTCC gen -o . few.sig");
    many = seconds_of(folder, "$PTCC gen -o . many.sig");
    cr_expect_lt(many, 12 * few + 0.2, "%.2f and %.2f seconds", few, many);
}

/* Structs hold structs: doubling ends where C does. */
Test(named_types, check_refuses_structs_that_gen_refuses)
{
    static const char *const verbs[] = {"$PTCC check t.sig", "$PTCC gen -o . t.sig"};
    const char *folder = test_directory();

    write_types(folder, "t.sig", "a0 = {x :int}\n", "a# = {l :a@, r :a@}\n", 40, "");
    for (size_t i = 0; i < 2; i++) {
        ptc_str err;

        cr_expect(shell(folder, verbs[i], NULL, &err) == 1, "%s", verbs[i]);
        cr_expect(has(err, "error[sig-too-large]: the C struct of this would take more "
                           "than 64 MiB"),
                  "%s\n%.*s", verbs[i], (int)err.len, err.ptr);
    }
    cr_expect(!exists(folder, "t.ptc.c"));
}

/* Unions of unions that no text says apart would be checked over and over. */
Test(named_types, layers_of_alternatives_are_bounded)
{
    const char *folder = test_directory();
    ptc_str err;

    write_types(folder, "t.edn", "{:a0 :int", "\n :a# [:orn [:l :a@] [:r [:not :a@]]]",
                60, "}\n");
    cr_expect(shell(folder, "ulimit -t 20; $PTCC check t.edn", NULL, &err) == 1);
    cr_expect(has(err, "too-large") && has(err, "nested in too many layers"), "%.*s",
              (int)err.len, err.ptr);
}

/* Included types, enums and unions among them, used in all kinds of places. */
Test(named_types, used_types_of_included_files_are_one_struct_each)
{
    const char *folder = test_directory();
    ptc_str out;

    write_file(folder, "people.sig",
               "role = :enum[admin guest]\n"
               "mail = :string[~\"^.+@.+$\"]\n"
               "person = {name :string[1..80], role :role?, mail :mail, tags [:string]}\n"
               "unused = {x :int}\n"
               "pick = :person|:int|[:role]\n");
    write_file(
        folder, "ticket.sig",
        "include \"people.sig\"\n"
        "take(by :person, role :role, pick :pick?, or :pick|:bool) -> {by :person?, team "
        "[:person], mail :mail}\n"
        "close(by :person) -> [:map-of :string :person]\n");
    cr_assert(shell(folder, "$PTCC gen --self-contained -o . ticket.sig", NULL, NULL) ==
              0);
    expect_compiles(folder, "ticket");
    cr_assert(shell(folder,
                    "grep -c 'typedef struct ticket_person {' ticket.ptc.h; grep -c "
                    "unused ticket.ptc.h; grep -c 'ticket_person by;' ticket.ptc.h",
                    &out, NULL) >= 0);
    cr_expect(has(out, "1\n0\n3\n"), "%.*s", (int)out.len, out.ptr);
    write_file(
        folder, "main.c",
        "#include \"ticket.ptc.h\"\n#include <stdio.h>\n#include <string.h>\n"
        "int main(void)\n{\n"
        "    static const char text[] = \"{\\\"by\\\":{\\\"name\\\":\\\"Ann\\\","
        "\\\"mail\\\":\\\"a@b\\\",\\\"tags\\\":[]},\\\"role\\\":\\\"guest\\\","
        "\\\"pick\\\":7,\\\"or\\\":{\\\"name\\\":\\\"Bo\\\",\\\"mail\\\":\\\"b@b\\\","
        "\\\"tags\\\":[\\\"x\\\"],\\\"role\\\":\\\"admin\\\"}}\";\n"
        "    ptc_arena arena;\n    ptc_text out;\n    take in;\n\n"
        "    ptc_arena_init(&arena, NULL, 0);\n    ptc_text_init(&out, &arena);\n"
        "    if (take_parse(&arena, text, strlen(text), NULL, &in, NULL) != PTC_OK ||\n"
        "        take_to_json(&out, &in) != PTC_OK)\n        return 1;\n"
        "    printf(\"%s\\n\", out.ptr);\n    return 0;\n}\n");
    cr_expect(shell(folder,
                    "$CC -I$INCLUDE -o main main.c ticket.ptc.c $LIBPTC -lm && ./main",
                    &out, NULL) == 0);
    cr_expect(has(out, "{\"by\":{\"name\":\"Ann\",\"mail\":\"a@b\",\"tags\":[]},\"role\":"
                       "\"guest\",\"pick\":7,\"or\":{\"name\":\"Bo\",\"role\":\"admin\","
                       "\"mail\":\"b@b\",\"tags\":[\"x\"]}}"),
              "%.*s", (int)out.len, out.ptr);
}

/* What readers of included types leave to the walker or to the runtime needs its own
 * table; others have none, which a compiler would call unused. */
Test(named_types, included_types_have_a_table_where_readers_name_it)
{
    static const struct {
        const char *type;
        bool has_table;
    } rows[] = {
        {"{x :int, l [:string]}", false},
        {"{x [:not :int]}", true},
        {"[:vector [:not :int]]", true},
        {"[:map-of :string [:not :int]]", true},
        {"[:map-of [:string {:default \"x\"}] :int]", false},
        {"[:tuple :int [:set :int]]", true},
        {"[:tuple :int :string]", false},
        {"[:or :int :string]", false},
        {"[:or :int :float [:map [:y :int]]]", true},
        {"[:or :string [:not [:map [:y :int]]]]", true},
        {"[:map [:x {:default 1} :int]]", false},
        {"[:map [:x {:default [1]} [:vector :int]]]", true},
        {"[:map [:x {:default [[]]} [:vector [:vector :int]]]]", true},
        {"[:not :int]", false},
        {"{t {t_type :int}}", false},
    };
    const char *folder = test_directory();

    write_file(folder, "main.sig", "include \"types.sig\"\nf(a :t, b [:t]) -> :t?\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file(folder, "types.sig", format("t = %s\n%s", rows[i].type, ""));
        for (size_t k = 0; k < 2; k++) {
            cr_assert(shell(folder,
                            format("$PTCC gen %s -o . main.sig%s",
                                   k > 0 ? "--self-contained" : "", " types.sig"),
                            NULL, NULL) == 0,
                      "%s", rows[i].type);
            cr_expect_eq(shell(folder, "grep -q 'ptc_gen_type main_t_type' main.ptc.c",
                               NULL, NULL) == 0,
                         rows[i].has_table, "%s", rows[i].type);
            expect_accepted(folder, "main");
        }
    }
}

/* A registered type is listed where values may hold one, and not after each contract
 * that comes later in the file. */
Test(named_types, registered_types_are_listed_where_they_are_used)
{
    const char *folder = test_directory();
    ptc_str out;

    write_file(folder, "v.sig",
               "a = {x :money}\nb = {y :int}\nc = [:a]\none(p :b) -> :int\n"
               "two(p :c) -> :int\nthree(p :b) -> [:rate]\nfour(p :b) -> :b\n");
    cr_assert(shell(folder,
                    "$PTCC gen --type money=is_money --type rate=is_rate -o . v.sig && "
                    "grep -A1 '_validators\\[\\] = {' v.ptc.c | tr -d '\\n'",
                    &out, NULL) == 0);
    cr_expect(has(out,
                  "a_validators[] = {    { { \"money\", 5 }, is_money, NULL, NULL },--"
                  "static const ptc_validator c_validators[] = {    { { \"money\", 5 "
                  "}, is_money, NULL, NULL },--"
                  "static const ptc_validator two_validators[] = {    { { \"money\", "
                  "5 }, is_money, NULL, NULL },--"
                  "static const ptc_validator three_validators[] = {    { { "
                  "\"rate\", 4 }, is_rate, NULL, NULL },"),
              "%.*s", (int)out.len, out.ptr);
    expect_accepted(folder, "v");
}

/* Tables have names such as c_extra_3, and the header's guard is C_PTC_H: both give way
 * where something of a contract has that name. */
Test(named_types, names_of_tables_give_way)
{
    static const char *const rows[] = {
        "c(extra_3 {a :int}) -> :int\n; what it is\n",
        "; d\nc(extra_1 {a :int}, extra_2 {a :int}, extra_3 {a :int}, extra_4 {a :int}, "
        "extra_5 {a :int}, extra_6 {a :int}) -> :int\n",
        "; d\nc(members_2 {a :int}, members_3 {a :int}, members_4 {a [:= [1 2]]}, "
        "members_5 {x [:= [[1] 2]]}, value_0 {a :int}, value_1 {a :int}, value_2 {a "
        ":int}) -> :any\n",
        "c(interval_2 {a :int[1..2]}, interval_3 {a :int}, interval_4 {a :int}, "
        "interval_5 {a :int}, interval_6 {a :int}) -> [:int][..3]\n",
        "c(patterns_3 {a :string[~\"x\"]}, dfa_3_0 {a :int}, dfa_4_0_next {a :int}, "
        "patterns_4 {a :string[~\"y\"]}, dfa_5_0 {b :int}, dfa_6_0_accepts {a :int}) -> "
        ":int\n",
        "c(extra_3 {a :int}, table {extra_3 {b :int}, x :int[1..2]}, table_2 {extra_9 {c "
        ":int}}) -> :int[1..]\n",
        "c(ptc :enum[\"h\"]) -> :int\n",
        "c_ptc = :enum[\"h\" \"h_\"]\nc(a :c_ptc) -> :int\n",
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file(folder, "c.sig", rows[i]);
        cr_assert(shell(folder, "$PTCC gen -o . c.sig", NULL, NULL) == 0, "%s", rows[i]);
        expect_accepted(folder, "c");
    }
    write_file(folder, "c.sig", "; d\nc(a :money, x :int[1..2]) -> :int\n");
    cr_assert(
        shell(folder, "$PTCC gen --type money=c_interval_3 -o . c.sig", NULL, NULL) == 0);
    expect_accepted(folder, "c");
}

/* A file whose contracts have the names of its tables, with all numbers below `count`. */
static void write_tables(const char *folder, unsigned count)
{
    write_types(folder, "c.sig", "c_extra_1() -> :int\nc_table_extra_1() -> :int\n",
                "c_table_#_extra_1() -> :int\n", count,
                "; what it is\nc(a :int[1..2]) -> :int\n");
}

/* Which name is free must not be asked of all names for each: that takes 64 times as long
 * for 8 times as many. */
Test(named_types, names_of_tables_give_way_in_time_by_their_number)
{
    const char *folder = test_directory();
    double few;
    double many;

    write_tables(folder, 1000);
    few = seconds_of(folder, "$PTCC gen -o . c.sig");
    cr_expect(shell(folder, "grep -q c_table_1000_interval_ c.ptc.c", NULL, NULL) == 0);
    write_tables(folder, 8000);
    many = seconds_of(folder, "$PTCC gen -o . c.sig");
    cr_expect(shell(folder, "grep -q c_table_8000_interval_ c.ptc.c", NULL, NULL) == 0);
    cr_expect_lt(many, 12 * few + 0.2, "%.2f and %.2f seconds", few, many);
}

/* Numbers are taken by names of tables alone, spelled as they would be: the least that is
 * free is used. */
Test(named_types, names_of_tables_give_way_to_the_least_number)
{
    static const struct {
        const char *names;
        const char *start;
    } rows[] = {
        {"c_table_extra_1() -> :int\n", "c_interval_"},
        {"c_extra_1() -> :int\n", "c_table_interval_"},
        {"c_extra_1() -> :int\nc_table_2_extra_1() -> :int\n", "c_table_interval_"},
        {"c_extra_1() -> :int\nc_table_dfa_1() -> :int\nc_table_3_extra_1() -> :int\n",
         "c_table_2_interval_"},
        {"c_extra_1() -> :int\nc_table_dfa_1() -> :int\nc_table_02_extra_1() -> :int\n"
         "c_table_2_extra() -> :int\nc_table_2extra_1() -> :int\n"
         "c_table_99999999999999999999999_extra_1() -> :int\n",
         "c_table_2_interval_"},
        {"c_extra_1() -> :int\nc_table_dfa_1() -> :int\nc_table_2_text_0() -> :int\n"
         "c_table_3_members_1() -> :int\nc_table_5_value_1() -> :int\n",
         "c_table_4_interval_"},
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file(folder, "c.sig",
                   format("%s; d\nc(a :int[1..2]) -> :int\n", rows[i].names, ""));
        cr_assert(shell(folder, "$PTCC gen -o . c.sig", NULL, NULL) == 0);
        cr_expect(shell(folder, format("grep -q ' %s' c.ptc.c", rows[i].start, ""), NULL,
                        NULL) == 0,
                  "%s", rows[i].names);
        expect_accepted(folder, "c");
    }
}

/* Definitions of a registry that nothing refers to have a place in the tables, and none
 * in C. */
Test(named_types, definitions_that_nothing_uses)
{
    static const char *const rows[] = {
        "t = [:schema {:registry {\"n\" [:map [:x :int]]}} :int]\nf(a :int) -> :int\n",
        "t = [:schema {:registry {\"n\" [:map [:x :int]]}} :int]\nf(a :t) -> :int\n",
        "t = [:schema {:registry {\"n\" [:map [:x :int]]}} :int]\n"
        "u = {a :t, b [:t], c :t|:string, d [:tuple :t :t]}\nf(a :t?, b :u) -> [:t]\n",
        "p = {x :int}\nt = [:schema {:registry {\"n\" [:map [:q :p]], \"m\" :p}} :p]\n"
        "f(a :t, b :p) -> :t?\n",
        "t = [:schema {:registry {\"n\" [:map [:next [:ref \"n\"]]], \"m\" [:enum "
        "\"a\"], "
        "\"u\" [:or :int [:map [:z :int]]], \"e\" [:map-of :string [:ref \"n\"]]}} [:map "
        "[:k :int]]]\nu = [:schema {:registry {\"n\" :t}} [:vector :t]]\n"
        "f(a :t, b :u) -> {c :t, d :u?}\n",
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file(folder, "t.sig", rows[i]);
        write_file(folder, "main.sig", "include \"t.sig\"\ng(a :t, b [:t]) -> :t?\n");
        cr_assert(shell(folder, "$PTCC gen -o . t.sig main.sig", NULL, NULL) == 0, "%s",
                  rows[i]);
        expect_accepted(folder, "t");
        expect_accepted(folder, "main");
    }
}

/* Beyond 4 kB the prompt says what the names mean, before the tools and once. */
Test(named_types, long_tools_are_shown_with_the_names_of_types)
{
    const char *folder = test_directory();
    ptc_str out;

    write_tower(folder, "t.sig", 12);
    cr_assert(shell(folder,
                    "printf 'find(a :a11) -> :a11\\nshort(a :a1) -> :int\\n' >>t.sig && "
                    "$PTCC convert --to prompt t.sig",
                    &out, NULL) == 0);
    cr_expect(has(out, "## Types of the tools\n\na11 = {l :a10, r [:a10]}\n"), "%.*s",
              (int)out.len, out.ptr);
    cr_expect(has(out, "\na0 = {x :int}\n\n## Tools you can call\n\nfind(a :a11) -> "
                       ":a11\n\nshort(a {l {x :int}, r [{x :int}]}) -> :int\n"),
              "%.*s", (int)out.len, out.ptr);
}

/* --- Agents --------------------------------------------------------------------------
 */

/* With all types written out, agents as C have their own bounds. */
Test(named_types, check_refuses_agents_that_gen_refuses)
{
    static const char *const verbs[] = {"$PTCC check a.agent.edn",
                                        "$PTCC gen -o . a.agent.edn"};
    static const char *const told[] = {
        "a.agent.edn:1:43: error[sig-too-large]: the signature (:main) has more than "
        "65536 "
        "parts, with named types written out",
        "a.agent.edn:2:10: error[sig-too-large]: the signature of tool \"find\" (:find) "
        "has more than 65536 parts",
        "a.agent.edn:3:15: error[sig-too-large]: the json_signature of tool \"ask\" has "
        "more than 65536 parts",
        "a.agent.edn:5:17: error[sig-too-large]: the signature in tool_catalog of "
        "\"plan\" has more than 65536 parts",
    };
    const char *folder = test_directory();
    ptc_str errors[2];

    write_tower(folder, "t.sig", 24);
    cr_assert(shell(folder,
                    "printf 'find(a :a23) -> :int\nmain(q :string) -> {n :a23}\n' "
                    ">>t.sig",
                    NULL, NULL) == 0);
    write_file(folder, "a.agent.edn",
               "{:prompt \"Go\" :files [\"t.sig\"] :signature :main\n"
               " :tools {:find {:fn find :signature :find}\n"
               "              :ask {:llm-tool {:prompt \"x\" :signature \"() -> :int\"\n"
               "  :json-signature :main :response-template \"1\"}}}\n"
               " :tool-catalog {:plan :main}}\n");
    for (size_t i = 0; i < 2; i++) {
        cr_expect(shell(folder, verbs[i], NULL, &errors[i]) == 1, "%s", verbs[i]);
        for (size_t k = 0; k < sizeof told / sizeof *told; k++)
            cr_expect(has(errors[i], told[k]), "%s\n%s\n%.*s", verbs[i], told[k],
                      (int)errors[i].len, errors[i].ptr);
    }
    cr_expect(ptc_str_equal(errors[0], errors[1]));
    cr_expect(!exists(folder, "a.ptc.c"));
}

/* The agent as C has its types written out, and shows them like the file's: in the
 * parts that ptcc writes, and in those that are written again for a shorter prompt. */
Test(named_types, agents_as_c_show_names_as_their_files_do, .timeout = 120)
{
#define LONG_NAME                                                                        \
    "what_one_would_like_to_have_been_told_about_when_there_was_still_time_to_ask_for_"  \
    "it"
    static const char *const limits[] = {"", " :prompt-limit {:max-chars 100}"};
    const char *folder = test_directory();
    ptc_str out;
    ptc_str err;

    write_types(folder, "t.sig", "a0 = {x :int, _n :string, " LONG_NAME " :int}\n",
                "a# = {l :a@, r [:a@]}\n", 6,
                "find(a :a5) -> :a5?\nmain(q :a5) -> {n :a5}\n");
    write_file(folder, "c.agent.edn",
               "{:prompt \"Go\" :files [\"t.sig\"] :signature :find}\n");
    write_file(folder, "main.c",
               "#include \"a.ptc.h\"\n#include <ptc/ptc.h>\n#include <stdio.h>\n"
               "ptc_status seek(const find *in, find_result *out, ptc_tool_call "
               "*call)\n{ (void)in, (void)out, (void)call; return PTC_OK; }\n"
               "int main(void)\n{\n"
               "    ptc_agent_options options = {.struct_size = sizeof options};\n"
               "    ptc_preview preview;\n    ptc_value context;\n    ptc_arena arena;\n"
               "    ptc_fail fail;\n    ptc_text text;\n\n"
               "    ptc_arena_init(&arena, NULL, 0);\n    ptc_text_init(&text, &arena);\n"
               "    ptc_json_read(&arena, \"{\\\"q\\\":1}\", 7, NULL, &context, NULL, "
               "NULL);\n    options.context = &context;\n"
               "    if (ptc_agent_preview(&arena, &a, &options, &preview, &fail) != "
               "PTC_OK)\n        return 1;\n"
               "    ptc_preview_write(&text, &preview, false);\n"
               "    fwrite(text.ptr, 1, text.len, stdout);\n"
               "    ptc_arena_free(&arena);\n    return 0;\n}\n");
    for (size_t i = 0; i < 2; i++) {
        write_file(
            folder, "a.agent.edn",
            format("{:prompt \"Go\" :files [\"t.sig\"] :signature :main%s\n :tools "
                   "{:find {:fn seek :signature :find :description \"Seeks.\"}\n"
                   "  :child {:agent \"c.agent.edn\"}}}\n",
                   limits[i], ""));
        cr_expect(
            shell(folder,
                  "$PTCC gen -o . a.agent.edn t.sig && $CC -I$INCLUDE -o main main.c "
                  "a.ptc.c $LIBPTC -lpcre2-8 -lm && ./main >made && echo "
                  "'{\"q\":1}' >c.json && $PTC_EXE agent preview -c c.json a.agent.edn "
                  ">read 2>err; cmp made read && cat made",
                  &out, &err) == 0,
            "%s", err.ptr);
        cr_expect(has(out, "\nfind(a :a5) -> :a5?\n"), "%s", out.ptr);
        cr_expect(has(out, "\na0 = {x :int, _n :string, " LONG_NAME
                           " :int}\n\n## Tools you can call\n"),
                  "%s", out.ptr);
        cr_expect(has(out, "\n  -> a0 = {x :int, " LONG_NAME " :int}\n"), "%s", out.ptr);
    }
}

/* As JSON, signatures come with what their names mean. */
Test(named_types, previews_as_json_say_what_names_mean)
{
    const char *folder = test_directory();
    ptc_str out;

    write_tower(folder, "t.sig", 12);
    cr_assert(shell(folder,
                    "printf 'find(a :a11) -> :int\nmain(q :string) -> :a11\nshort() -> "
                    ":int\n' >>t.sig",
                    NULL, NULL) == 0);
    write_file(folder, "a.agent.edn",
               "{:prompt \"Go\" :files [\"t.sig\"] :signature :main :tools {:find {:fn "
               "find :signature :find} :short {:fn short :signature :short}}}\n");
    cr_assert(shell(folder, "$PTC_EXE agent preview --json a.agent.edn", &out, NULL) ==
              0);
    cr_expect(has(out, "{\"name\":\"find\",\"signature\":\"(a :a11) -> "
                       ":int\",\"types\":\"a11 = {l :a10, r [:a10]}\\na10 = {"),
              "%.*s", (int)out.len, out.ptr);
    cr_expect(has(out, "{\"name\":\"short\",\"signature\":\"() -> :int\"}"), "%.*s",
              (int)out.len, out.ptr);
    cr_expect(has(out, "\"schema\":\"(q :string) -> :a11\",\"types\":\"a11 = {l :a10, r "
                       "[:a10]}\\n"),
              "%.*s", (int)out.len, out.ptr);
}

/* Tools cost by their own contracts, however many their file has. */
Test(named_types, many_tools_of_one_file_are_shown_in_time)
{
    const char *folder = test_directory();
    ptc_str err;

    write_types(folder, "t.sig", "", "f#(a {b :int, c [:string]}) -> {d :int}\n", 4001,
                "");
    write_types(folder, "a.agent.edn",
                "{:prompt \"Go\" :files [\"t.sig\"] :max-turns 2 :tools {",
                "f# {:fn f# :signature :f# :description \"Words.\"}\n", 1001, "}}\n");
    cr_expect(shell(folder,
                    within("200000", "$PTC_EXE agent preview a.agent.edn >p && "
                                     "grep -q '^f1000(a' p"),
                    NULL, &err) == 0,
              "%s", err.ptr);
}

/* What types mean is found once, however many tools name them. */
Test(named_types, many_tools_that_name_many_types_are_shown_in_time)
{
    const char *folder = test_directory();
    ptc_str err;

    write_types(folder, "types.sig", "t0 = {a :int}\n", "t# = {a :t@, b :t@}\n", 1001,
                "");
    write_types(folder, "tools.sig", "include \"types.sig\"\n", "f#(a :t1000) -> :int\n",
                1001, "");
    write_types(folder, "a.agent.edn",
                "{:prompt \"Go\" :files [\"tools.sig\"] :max-turns 2 :tools {",
                "f# {:fn f# :signature :f# :description \"Words.\"}\n", 101, "}}\n");
    cr_expect(shell(folder,
                    within("300000", "$PTCC convert --to prompt tools.sig >p && grep -q "
                                     "'^f1000(a :t1000)' p && grep -q '^t0 = ' p && "
                                     "$PTC_EXE agent preview a.agent.edn >q && grep -q "
                                     "'^f100(a :t1000)' q && grep -q '^t0 = ' q"),
                    NULL, &err) == 0,
              "%s", err.ptr);
}
