/* SPDX-License-Identifier: MIT */
/*
 * Types of included files in C: those of the included file's own header, in every header
 * that uses them; what a compiler says where the headers do not fit each other; and what
 * options, builds and `regen` make of that. [emitters 11, signature 1.1]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>

/* Three files: tickets have people, people have addresses. */
static const char *three_files(void)
{
    const char *folder = test_directory();

    write_file(folder, "base.sig",
               "address = {street :string, city :string?}\n"
               "unused = {x :int}\n");
    write_file(folder, "people.sig",
               "include \"base.sig\"\n"
               "role = :enum[dev ops]\n"
               "person = {name :string, role :role, home :address?, kind :enum[x y], "
               "marks [:map-of :string :int], tags [:string], alt :string|:int|:address, "
               "_note :string?}\n"
               "find_person(name :string) -> :person?\n");
    write_file(folder, "ticket.sig",
               "include \"people.sig\"\n"
               "ticket = {id :int, owner :person, watchers [:person], role :role?}\n"
               "assign(t :ticket, to :person) -> :ticket\n"
               "places(role :role) -> [:map-of :string :address]\n");
    return folder;
}

static const char ticket_json[] =
    "{\\\"t\\\":{\\\"id\\\":7,\\\"owner\\\":{\\\"name\\\":\\\"Ann\\\",\\\"role\\\":"
    "\\\"dev\\\",\\\"kind\\\":\\\"y\\\",\\\"marks\\\":{\\\"a\\\":1},\\\"tags\\\":[],"
    "\\\"alt\\\":3},\\\"watchers\\\":[]},\\\"to\\\":{\\\"name\\\":\\\"Bo\\\","
    "\\\"role\\\":\\\"ops\\\",\\\"home\\\":{\\\"street\\\":\\\"Elm\\\"},"
    "\\\"kind\\\":\\\"x\\\",\\\"marks\\\":{},\\\"tags\\\":[\\\"t\\\"],\\\"alt\\\":"
    "{\\\"street\\\":\\\"Oak\\\"},\\\"_note\\\":\\\"n\\\"}}";

/* A program that takes a person of one call for the other. */
static void write_program(const char *folder)
{
    write_file(
        folder, "main.c",
        format("#include \"ticket.ptc.h\"\n#include <stdio.h>\n#include <string.h>\n"
               "int main(void)\n{\n    static const char text[] = \"%s\";\n"
               "    ptc_arena arena;\n    ptc_text out;\n    assign in;\n"
               "    find_person_result found;\n    person *to = &in.to;\n\n"
               "    ptc_arena_init(&arena, NULL, 0);\n    ptc_text_init(&out, &arena);\n"
               "    if (assign_parse(&arena, text, strlen(text), NULL, &in, NULL) != "
               "PTC_OK)\n        return 1;\n"
               "    in.t.owner = *to;\n    found.has_value = true;\n"
               "    found.value = in.t.owner;\n"
               "    if (find_person_result_to_json(&out, &found) != PTC_OK)\n"
               "        return 2;\n    ptc_text_byte(&out, '\\n');\n"
               "    if (ticket_to_json(&out, &in.t) != PTC_OK)\n        return 3;\n"
               "    ptc_text_byte(&out, '\\n');\n"
               "    if (person_render(&out, &in.t.owner, NULL) != PTC_OK)\n"
               "        return 4;\n    puts(out.ptr);\n"
               "    return in.t.owner.role == ROLE_OPS && in.to.alt.tag == "
               "PERSON_ALT_ADDRESS ? 0 : 5;\n}\n%s",
               ticket_json, ""));
}

/* --- One type ------------------------------------------------------------------------
 */

Test(shared_headers, included_types_are_those_of_their_own_header)
{
    static const char *const stems[] = {"base", "people", "ticket"};
    const char *folder = three_files();
    ptc_str out;

    cr_assert(
        shell(folder, "$PTCC gen -o . base.sig people.sig ticket.sig", NULL, NULL) == 0);
    for (size_t i = 0; i < 3; i++)
        expect_compiles(folder, stems[i]);
    cr_assert(shell(folder, "grep '^#include \"\\| owner;\\|typedef.*{' ticket.ptc.h",
                    &out, NULL) == 0);
    cr_expect(ptc_str_equal(out, PTC_STR("#include \"base.ptc.h\"\n"
                                         "#include \"people.ptc.h\"\n"
                                         "typedef struct ticket_watchers {\n"
                                         "typedef struct ticket {\n"
                                         "    person owner;\n"
                                         "typedef struct assign {\n"
                                         "typedef struct places {\n"
                                         "typedef struct places_result_entry {\n"
                                         "typedef struct places_result {\n")),
              "%.*s", (int)out.len, out.ptr);
}

/* Each source has its own readers and tables, so it links alone. */
Test(shared_headers, values_go_from_one_file_to_the_next)
{
    static const char expected[] =
        "{\"name\":\"Bo\",\"role\":\"ops\",\"home\":{\"street\":\"Elm\"},\"kind\":\"x\","
        "\"marks\":{},\"tags\":[\"t\"],\"alt\":{\"street\":\"Oak\"},\"_note\":\"n\"}";
    static const char *const options[] = {
        "",
        "--optimize=size --strings=copy",
        "--mode=strict --prefix=",
        "--visibility=hidden --c-standard=c99",
        "--line-directives=full --api-macro=API",
    };
    const char *folder = three_files();
    ptc_str out;
    ptc_str err;

    write_program(folder);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        cr_assert(shell(folder,
                        format("$PTCC gen -o . %s base.sig people.sig ticket.sig%s",
                               options[i], ""),
                        NULL, NULL) == 0);
        cr_expect(
            shell(folder,
                  "$CC -std=c11 -Wall -Wextra -Werror -I$INCLUDE -ffunction-sections "
                  "-Wl,--gc-sections -o main main.c *.ptc.c $LIBPTC -lm && ./main",
                  &out, &err) == 0,
            "%s: %.*s", options[i], (int)err.len, err.ptr);
        cr_expect(has(out, format("%s\n{\"id\":7,\"owner\":%s", expected, expected)),
                  "%s: %.*s", options[i], (int)out.len, out.ptr);
        cr_expect(has(out, "\"_note\" <Firewalled>"), "%.*s", (int)out.len, out.ptr);
    }
}

/* The header has types only and the source is included: owners may also be, or not. */
Test(shared_headers, static_sources_need_the_headers_of_owners_alone)
{
    const char *folder = three_files();
    ptc_str err;

    write_file(folder, "one.c",
               "#include \"ticket.ptc.c\"\nint main(void)\n{\n    return 0;\n}\n");
    write_file(folder, "all.c",
               "#include \"people.ptc.c\"\n#include \"ticket.ptc.c\"\n#include "
               "\"base.ptc.c\"\nint main(void)\n{\n    return 0;\n}\n");
    cr_assert(shell(folder,
                    "$PTCC gen --visibility=static -o . base.sig people.sig ticket.sig",
                    NULL, NULL) == 0);
    cr_expect(shell(folder,
                    "for i in one all; do $CC -std=c99 -Wall -Wextra -Werror "
                    "-I$INCLUDE -o $i $i.c $LIBPTC -lm && ./$i || exit 1; done",
                    NULL, &err) == 0,
              "%.*s", (int)err.len, err.ptr);
}

/* What is only in functions, or in no contract at all, includes nothing. */
Test(shared_headers, types_that_nothing_uses_include_nothing)
{
    const char *folder = test_directory();
    const char *const gen = "$PTCC gen -o . user.sig && ! grep '#include \"' user.ptc.h";

    write_file(folder, "other.sig", "a = {x :int}\nf(x :a) -> :a\n");
    write_file(folder, "user.sig", "include \"other.sig\"\ng(x :int) -> :int\n");
    cr_expect(shell(folder, gen, NULL, NULL) == 0);
    cr_expect(shell(folder,
                    "cp user.ptc.h one.h; cp user.ptc.c one.c; $PTCC gen "
                    "--self-contained -o . user.sig && tail -n +4 one.h > a && "
                    "tail -n +4 user.ptc.h > b && grep -v PTC_H a > a2; grep -v "
                    "PTC_H b > b2; cmp a2 b2",
                    NULL, NULL) == 0);
}

/* --- Headers that do not fit ---------------------------------------------------------
 */

static void expect_refused(const char *folder, const char *why)
{
    ptc_str err;

    cr_expect(shell(folder, "$CC -std=c99 -fsyntax-only -I$INCLUDE ticket.ptc.c", NULL,
                    &err) != 0);
    cr_expect(has(err, why), "%s\n%.*s", why, (int)err.len, err.ptr);
}

Test(shared_headers, a_missing_header_is_told_with_the_command_that_makes_it)
{
    const char *folder = three_files();

    cr_assert(shell(folder, "$PTCC gen -o . ticket.sig", NULL, NULL) == 0);
    expect_refused(folder, "#error \"base.ptc.h is missing: ptcc gen -o . base.sig\"");
    expect_refused(folder,
                   "#error \"people.ptc.h is missing: ptcc gen -o . people.sig\"");
    cr_assert(shell(folder,
                    "$PTCC gen --strings=copy --include-prefix=x/ -o . "
                    "ticket.sig && mkdir x && cp ticket.ptc.h x",
                    NULL, NULL) == 0);
    expect_refused(folder, "#error \"x/people.ptc.h is missing: ptcc gen "
                           "--include-prefix x/ --strings copy -o . people.sig\"");
}

Test(shared_headers, a_header_of_another_contract_or_other_options_is_refused)
{
    static const char why[] =
        "#error \"people.ptc.h and this file do not match: generate both, ptcc gen -o . "
        "people.sig; or name the options of people.ptc.h with --owner\"";
    static const char *const rows[] = {
        "sed -i s/name/nick/ people.sig && $PTCC gen -o . people.sig",
        "$PTCC gen --strings=copy -o . people.sig",
        "$PTCC gen --optimize=size -o . people.sig",
        "$PTCC gen --mode=strict -o . people.sig",
        "$PTCC gen --values=jansson -o . people.sig",
        "$PTCC gen --visibility=hidden -o . people.sig",
        "$PTCC gen --prefix=p -o . people.sig",
        "$PTCC gen --self-contained -o . people.sig",
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *folder = three_files();

        cr_assert(shell(folder, "$PTCC gen -o . base.sig people.sig ticket.sig", NULL,
                        NULL) == 0);
        cr_assert(shell(folder, rows[i], NULL, NULL) == 0, "%s", rows[i]);
        expect_refused(folder, why);
    }
}

/* Comments and descriptions are not part of what types are. */
Test(shared_headers, a_description_of_an_owner_makes_nobody_stale)
{
    const char *folder = three_files();

    cr_assert(
        shell(folder, "$PTCC gen -o . base.sig people.sig ticket.sig", NULL, NULL) == 0);
    cr_assert(shell(folder,
                    "printf '; more\\n  A way to find one.\\n' >> people.sig && "
                    "cp people.ptc.h old.h && $PTCC gen -o . people.sig && ! cmp "
                    "-s people.ptc.c old.h",
                    NULL, NULL) == 0);
    cr_expect(shell(folder, "$CC -std=c99 -fsyntax-only -I$INCLUDE ticket.ptc.c", NULL,
                    NULL) == 0);
}

/* --- Owners with other options -------------------------------------------------------
 */

Test(shared_headers, owners_keep_their_own_prefix)
{
    const char *folder = three_files();
    ptc_str err;

    cr_assert(shell(folder,
                    "$PTCC gen --prefix=hr --owner=base.sig= --tool-stubs -o . "
                    "people.sig && $PTCC gen -o . base.sig",
                    NULL, NULL) == 0);
    cr_assert(
        shell(folder,
              "$PTCC gen --prefix=app --owner=base.sig= '--owner=people.sig=--prefix=hr "
              "--owner=base.sig%3d --tool-stubs' -o . ticket.sig",
              NULL, &err) == 0,
        "%.*s", (int)err.len, err.ptr);
    expect_compiles(folder, "ticket");
    cr_expect(
        shell(folder,
              "grep -q ' hr_person owner;' ticket.ptc.h && grep -q 'HR_PEOPLE_PTC_H + 0' "
              "ticket.ptc.h && grep -q 'typedef struct app_ticket {' "
              "ticket.ptc.h && $PTCC regen --check *.ptc.c",
              NULL, NULL) == 0);
}

Test(shared_headers, owners_have_headers_of_another_name)
{
    const char *folder = three_files();

    cr_assert(shell(folder,
                    "mkdir hr && $PTCC gen -o . base.sig && $PTCC gen --header hr/p.h "
                    "--source hr/p.c people.sig && $PTCC gen "
                    "'--owner=people.sig=--header=hr/p.h' --header t.h --source t.ptc.c "
                    "ticket.sig",
                    NULL, NULL) == 0);
    cr_expect(shell(folder,
                    "$CC -std=c99 -fsyntax-only -I. -I$INCLUDE t.ptc.c && rm "
                    "hr/p.h && $CC -fsyntax-only -I. -I$INCLUDE t.ptc.c 2>&1 | "
                    "grep 'hr/p.h is missing: ptcc gen --header hr/p.h "
                    "people.sig'",
                    NULL, NULL) == 0);
}

Test(shared_headers, options_of_owners_are_checked)
{
    static const char *const rows[][2] = {
        {"--owner=people.sig=-x", "--owner for people.sig: options are words such as "
                                  "--prefix=NAME"},
        {"--owner=people.sig=prefix", "--owner for people.sig: options are words"},
        {"--owner=people.sig=--mode=fast", "--mode"},
        {"--owner=people.sig=--self-contained",
         "--owner for people.sig: a file with --self-contained shares no types"},
        {"'--owner=people.sig=--header=a\"b.h'",
         "contains characters that #include does not allow"},
        {"--owner=people.sig", "--owner needs FILE=OPTIONS"},
        {"--owner=eople.sig=", "--owner eople.sig=: nothing includes such a file"},
    };
    const char *folder = three_files();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str err;

        cr_expect(shell(folder, format("$PTCC gen %s -o . ticket.sig%s", rows[i][0], ""),
                        NULL, &err) == 2,
                  "%s", rows[i][0]);
        cr_expect(has(err, rows[i][1]), "%s: %.*s", rows[i][0], (int)err.len, err.ptr);
        cr_expect(!exists(folder, "ticket.ptc.h"));
    }
}

/* --- Two of one name -----------------------------------------------------------------
 */

Test(shared_headers, names_of_included_headers_are_taken)
{
    const char *folder = three_files();
    ptc_str err;

    write_file(folder, "more.sig",
               "include \"people.sig\"\nteam = {of [:person]}\n"
               "find_person(id :int) -> :person\n");
    cr_expect(shell(folder, "$PTCC gen -o . more.sig", NULL, &err) == 1);
    cr_expect(has(err, "more.sig:3:1: error[gen-collision]: \"find_person\" would name "
                       "two things in C, this one and the one at people.sig:4:1"),
              "%.*s", (int)err.len, err.ptr);
    cr_expect(has(err, "--self-contained"), "%.*s", (int)err.len, err.ptr);
    cr_expect(
        shell(folder, "$PTCC check ticket.sig && $PTCC check more.sig", NULL, &err) == 1);
    cr_expect(has(err, "more.sig:3:1: error[gen-collision]"), "%.*s", (int)err.len,
              err.ptr);
    cr_expect(shell(folder, "$PTCC gen --self-contained -o . more.sig", NULL, NULL) == 0);
    cr_expect(shell(folder,
                    "$PTCC gen --prefix=more '--owner=people.sig=' '--owner=base.sig=' "
                    "-o . more.sig base.sig people.sig",
                    NULL, NULL) == 0);
}

Test(shared_headers, headers_of_one_name_are_refused)
{
    const char *folder = test_directory();
    ptc_str err;

    cr_assert(shell(folder, "mkdir a b", NULL, NULL) == 0);
    write_file(folder, "a/t.sig", "one = {x :int}\n");
    write_file(folder, "b/t.sig", "two = {x :int}\n");
    write_file(folder, "u.sig",
               "include \"a/t.sig\"\ninclude \"b/t.sig\"\nf(a :one, b :two) -> :int\n");
    cr_expect(shell(folder, "$PTCC gen -o . u.sig", NULL, &err) == 1);
    cr_expect(has(err, "b/t.sig:1:1: error[gen-collision]: the header of this file would "
                       "be called \"t.ptc.h\", like that of a/t.sig"),
              "%.*s", (int)err.len, err.ptr);
    cr_expect(shell(folder, "$PTCC gen '--owner=a/t.sig=--header=a/ta.h' -o . u.sig",
                    NULL, NULL) == 0);
    write_file(folder, "b/u.sig", "include \"../a/t.sig\"\nf(a :one) -> :int\n");
    write_file(folder, "b/t.sig", "include \"../a/t.sig\"\nf(a :one) -> :int\n");
    cr_expect(shell(folder, "$PTCC gen -o . b/u.sig", NULL, NULL) == 0);
    cr_expect(shell(folder, "$PTCC gen -o . b/t.sig", NULL, &err) == 1);
    cr_expect(has(err, "like that of b/t.sig"), "%.*s", (int)err.len, err.ptr);
    cr_expect(shell(folder, "$PTCC gen --prefix=b --owner=a/t.sig= -o b b/t.sig", NULL,
                    &err) == 1);
    cr_expect(
        shell(folder,
              "$PTCC gen --prefix=b --owner=a/t.sig=--header=../a/t.ptc.h -o b b/t.sig "
              "&& $PTCC gen -o a a/t.sig && $CC -fsyntax-only -I$INCLUDE b/t.ptc.c",
              NULL, NULL) == 0);
}

/* In one include set the reader says about both places, in one program the compiler. */
Test(shared_headers, a_type_has_one_owner)
{
    const char *folder = test_directory();
    ptc_str err;

    write_file(folder, "a.sig", "person = {x :int}\n");
    write_file(folder, "b.sig", "other = {y :int}\n\nPerson = {name :string}\n");
    write_file(folder, "c.sig",
               "include \"a.sig\"\ninclude \"d.sig\"\nf(x :person) -> :int\n");
    write_file(folder, "d.sig", "person = {name :string}\n");
    cr_expect(shell(folder, "$PTCC gen -o . a.sig b.sig", NULL, &err) == 1);
    cr_expect(has(err, "b.sig:3:1: error[gen-collision]: type \"Person\" would be two "
                       "types in C, this one and the one at a.sig:1:1"),
              "%.*s", (int)err.len, err.ptr);
    cr_expect(!exists(folder, "a.ptc.h"));
    cr_expect(shell(folder, "$PTCC gen -o . c.sig", NULL, &err) == 1);
    cr_expect(has(err, "d.sig:1:1: error[sig-duplicate-name]: duplicate declaration "
                       "\"person\" (also written \"person\" at a.sig:1:1)"),
              "%.*s", (int)err.len, err.ptr);
    cr_assert(shell(folder, "$PTCC gen -o . a.sig && $PTCC gen -o . d.sig", NULL, NULL) ==
              0);
    write_file(folder, "both.c", "#include \"a.ptc.h\"\n#include \"d.ptc.h\"\n");
    cr_expect(shell(folder, "$CC -I$INCLUDE -fsyntax-only both.c", NULL, &err) != 0);
    cr_expect(has(err, "person"), "%.*s", (int)err.len, err.ptr);
    cr_expect(shell(folder,
                    "$PTCC gen --self-contained -o . a.sig b.sig && $PTCC gen "
                    "--visibility=static -o . a.sig b.sig",
                    NULL, NULL) == 0);
}

/* The walker checks all of y, so that nothing calls a reader of x; but z has one. */
Test(shared_headers, a_type_that_nothing_reads_has_no_reader)
{
    const char *folder = test_directory();

    write_file(folder, "inc.sig", "x = {a :int, e :enum[p q]}\nz = {c :int}\n");
    write_file(folder, "main.sig",
               "include \"inc.sig\"\ny = [:and :x [:map [:b :int]]]\nw = [:z]\n");
    for (size_t i = 0; i < 2; i++) {
        cr_assert(shell(folder,
                        i == 0 ? "$PTCC gen --self-contained -o . main.sig"
                               : "$PTCC gen -o . inc.sig main.sig",
                        NULL, NULL) == 0);
        expect_compiles(folder, "main");
        cr_expect(shell(folder,
                        "grep -q main_z_scan main.ptc.c && "
                        "! grep -q -e main_x_scan -e main_x_e_scan main.ptc.c",
                        NULL, NULL) == 0);
    }
}

/* --- Other forms of files -------------------------------------------------------------
 */

/* What a document makes of a part depends on who refers to it: its types are those of the
 * schema, including for files that include it. */
Test(shared_headers, documents_of_references_are_written_with_the_schema)
{
    const char *folder = test_directory();
    ptc_str err;

    write_file(folder, "tree.json",
               "{\"type\": \"object\", \"properties\": {\"kids\": {\"type\": "
               "\"array\", \"items\": {\"$ref\": \"#\"}}}}");
    write_file(folder, "strict.schema.json",
               "{\"$ref\": \"http://x/tree.json\", \"unevaluatedProperties\": false}");
    write_file(folder, "user.sig",
               "include \"strict.schema.json\"\n"
               "user = {one :strict.schema, more [:part]}\n");
    cr_assert(shell(folder,
                    "$PTCC gen --ref-root=http://x=. -o . strict.schema.json user.sig",
                    NULL, &err) == 0,
              "%.*s", (int)err.len, err.ptr);
    expect_compiles(folder, "strict.schema");
    expect_compiles(folder, "user");
    cr_expect(shell(folder,
                    "grep -q 'strict_schema_part \\*items;' user.ptc.h && ! grep -q "
                    "tree.ptc.h *.ptc.h && cp strict.schema.ptc.h a.h && $PTCC gen "
                    "--self-contained --ref-root=http://x=. -o . strict.schema.json && "
                    "cmp a.h strict.schema.ptc.h",
                    NULL, NULL) == 0);
}

/* Malli includes Malli, signatures and the other way round. */
Test(shared_headers, malli_files_share_types)
{
    static const char *const stems[] = {"shapes", "parts", "both"};
    const char *folder = test_directory();

    write_file(
        folder, "shapes.edn",
        "{:point [:map [:x :int] [:y :int]]\n"
        " :tree [:schema {:registry {\"node\" [:map [:at :point] [:kids [:vector "
        "[:ref \"node\"]]] [:up {:optional true} [:ref \"node\"]]]}} \"node\"]}\n");
    write_file(folder, "parts.malli.edn",
               "{:include [\"shapes.edn\"]\n :line [:tuple :point :point]\n"
               " :wood [:map-of :string :tree]}\n");
    write_file(folder, "both.sig",
               "include \"parts.malli.edn\"\ninclude \"shapes.edn\"\n"
               "draw(lines [:line], trees :wood, root :tree) -> :point?\n");
    cr_assert(shell(folder, "$PTCC gen -o . shapes.edn parts.malli.edn both.sig", NULL,
                    NULL) == 0);
    for (size_t i = 0; i < 3; i++)
        expect_compiles(folder, stems[i]);
    cr_expect(
        shell(folder,
              "grep -q 'tree_node root;' both.ptc.h && grep -q 'point _0;' parts.ptc.h "
              "&& ! grep 'typedef struct.*\\(point\\|tree\\|line\\|wood\\) {' "
              "both.ptc.h",
              NULL, NULL) == 0);
}

/* Files of entities are named as JSON is, and share their types all the same. */
Test(shared_headers, files_of_entities_share_types)
{
    static const char *const stems[] = {"Place", "Person", "Child", "meet"};
    const char *folder = test_directory();

    write_file(folder, "Place.entity.json", "{\"fields\": {\"town\": \"str\"}}");
    write_file(folder, "Person.entity.json",
               "{\"fields\": {\"name\": \"str\", \"home\": \"Place\"}}");
    write_file(folder, "Child.entity.json",
               "{\"entity_ref\": \"Person\", \"fields\": {\"age\": \"int\"}}");
    write_file(folder, "meet.brimley.json",
               "{\"arguments\": {\"inline\": {\"who\": \"Person\", \"child\": \"Child\", "
               "\"at\": \"Place\"}}, \"return_shape\": \"Place[]\"}");
    cr_assert(shell(folder,
                    "$PTCC check meet.brimley.json && $PTCC gen -o . Place.entity.json "
                    "Person.entity.json Child.entity.json meet.brimley.json",
                    NULL, NULL) == 0);
    for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++)
        expect_compiles(folder, stems[i]);
    cr_expect(shell(folder,
                    "test $(cat *.ptc.h | grep -c 'typedef struct place {') = 1 && "
                    "grep -q 'place home;' Person.ptc.h && "
                    "grep -q 'person who;' meet.ptc.h",
                    NULL, NULL) == 0);
}

/* a includes b and c, which both include d. */
Test(shared_headers, a_file_that_comes_by_two_ways_is_one)
{
    static const char *const stems[] = {"a", "b", "c", "d"};
    const char *folder = test_directory();

    write_file(folder, "d.sig", "coin = {worth :int, face :enum[h t]}\n");
    write_file(folder, "b.sig", "include \"d.sig\"\npurse = {coins [:coin]}\n");
    write_file(folder, "c.sig", "include \"d.sig\"\nbet = {on :coin?, odds :float}\n");
    write_file(folder, "a.sig",
               "include \"b.sig\"\ninclude \"c.sig\"\nplay(from :purse, bets [:bet]) -> "
               ":purse\n");
    cr_assert(shell(folder, "$PTCC gen -o . a.sig b.sig c.sig d.sig", NULL, NULL) == 0);
    for (size_t i = 0; i < 4; i++)
        expect_compiles(folder, stems[i]);
    /* What is below depends on all, what is above on itself. */
    cr_expect(shell(folder,
                    "cp d.sig keep; for f in b.ptc.c d.ptc.c a.ptc.c c.ptc.c; do cp $f "
                    "$f.old; done; sed -i s/odds/stake/ c.sig && $PTCC gen -o . a.sig "
                    "b.sig c.sig d.sig && cmp b.ptc.c b.ptc.c.old && cmp d.ptc.c "
                    "d.ptc.c.old && ! cmp -s a.ptc.c a.ptc.c.old && ! cmp -s c.ptc.c "
                    "c.ptc.c.old",
                    NULL, NULL) == 0);
    cr_expect(shell(folder,
                    "$PTCC gen --depfile dep --header a.ptc.h --source a.ptc.c "
                    "a.sig && grep -q d.sig dep && grep -q c.sig dep",
                    NULL, NULL) == 0);
}

/* A tool of an agent takes the struct of the file that declares it: what one tool gives,
 * nested types of a third file among it, is what the next one takes. */
Test(shared_headers, tools_of_agents_have_the_structs_of_their_files)
{
    const char *folder = three_files();
    ptc_str err;

    write_file(
        folder, "a.agent.edn",
        "{:prompt \"Go\" :files [\"ticket.sig\" \"people.sig\"] :signature :assign\n"
        " :tools {\"who\" {:fn get_person :signature :find_person}\n"
        "         \"put\" {:fn put_ticket :signature :assign}\n"
        "         \"home\" {:fn where :signature \"(x :int) -> {y :int}\"}}}\n");
    write_file(folder, "b.agent.edn",
               "{:prompt \"On\" :files [\"people.sig\"]\n"
               " :tools {\"who\" {:fn get_person :signature :find_person}}}\n");
    write_file(
        folder, "main.c",
        "#include \"a.ptc.h\"\n#include \"b.ptc.h\"\n#include \"ticket.ptc.h\"\n"
        "ptc_status get_person(const find_person *in, find_person_result *out, "
        "ptc_tool_call *call)\n{\n    (void)in, (void)out, (void)call;\n    return "
        "PTC_OK;\n}\n"
        "ptc_status put_ticket(const assign *in, assign_result *out, ptc_tool_call "
        "*call)\n{\n    const a_input *same = in;\n    a_result *result = out;\n"
        "    find_person_result found = {true, in->to};\n\n    (void)call;\n"
        "    *result = same->t;\n    result->owner = found.value;\n    return "
        "PTC_OK;\n}\n"
        "ptc_status where(const a_home_input *in, a_home_result *out, "
        "ptc_tool_call *call)\n{\n    (void)call;\n    out->y = in->x;\n    return "
        "PTC_OK;\n}\n");
    cr_assert(shell(folder,
                    "$PTCC check a.agent.edn && $PTCC gen -o . a.agent.edn b.agent.edn "
                    "base.sig people.sig ticket.sig",
                    NULL, &err) == 0,
              "%.*s", (int)err.len, err.ptr);
    expect_compiles(folder, "a");
    cr_expect(shell(folder,
                    "$CC -std=c99 -Wall -Wextra -Werror -fsyntax-only -I$INCLUDE main.c",
                    NULL, &err) == 0,
              "%.*s", (int)err.len, err.ptr);
    write_file(folder, "c.agent.edn",
               "{:prompt \"On\" :files [\"people.sig\"]\n"
               " :tools {\"who\" {:fn find_person :signature :find_person}}}\n");
    cr_expect(shell(folder, "$PTCC gen -o . c.agent.edn", NULL, &err) == 1);
    cr_expect(has(err, "c.agent.edn:2:10: error[gen-collision]: \"find_person\" would "
                       "name two things in C, this one and the one at people.sig:4:1"),
              "%.*s", (int)err.len, err.ptr);
    cr_expect(shell(folder,
                    "$PTCC gen --self-contained -o . c.agent.edn && $PTCC regen "
                    "--check *.ptc.c",
                    NULL, NULL) == 0);
}

/* --check, regen and --list-outputs know of included files what they know of others. */
Test(shared_headers, builds_are_served)
{
    const char *folder = three_files();
    ptc_str out;

    cr_expect(shell(folder, "$PTCC gen --list-outputs -o . ticket.sig", &out, NULL) == 0);
    cr_expect(ptc_str_equal(out, PTC_STR("./ticket.ptc.h\n./ticket.ptc.c\n")));
    cr_assert(shell(folder,
                    "$PTCC gen -o . base.sig people.sig ticket.sig && $PTCC "
                    "regen --check *.ptc.c",
                    NULL, NULL) == 0);
    cr_expect(shell(folder,
                    "sed -i s/street/road/ base.sig && $PTCC regen --check "
                    "*.ptc.c",
                    &out, NULL) == 3);
    cr_expect(has(out, "ticket.ptc.h: is stale") && has(out, "people.ptc.h: is stale"),
              "%.*s", (int)out.len, out.ptr);
    cr_expect(shell(folder,
                    "$PTCC regen *.ptc.c && $PTCC regen --check *.ptc.c && $CC "
                    "-fsyntax-only -I$INCLUDE *.ptc.c",
                    NULL, NULL) == 0);
    cr_expect(shell(folder,
                    "$PTCC gen --self-contained -o . ticket.sig && grep -q "
                    "ticket_person ticket.ptc.h && $PTCC regen --check ticket.ptc.c "
                    "&& $PTCC regen ticket.ptc.c && grep -q ticket_person "
                    "ticket.ptc.h",
                    NULL, NULL) == 0);
    cr_expect(shell(folder,
                    "mkdir r && mv base.sig r && ln -s r/base.sig base.sig && "
                    "$PTCC gen --root r -o . ticket.sig",
                    NULL, NULL) == 1);
}

/* Contracts have no programs: an agent that is compiled shares the types of a contract
 * that was generated without a word about that. */
Test(shared_headers, compiled_agents_use_the_types_of_contracts)
{
    const char *folder = test_directory();
    ptc_str err;

    write_file(folder, "shop.sig", "search(query :string) -> [:string]\n");
    write_file(folder, "pick.agent.edn",
               "{:prompt \"Count.\" :signature \"() -> {n :int}\" :files [\"shop.sig\"]\n"
               " :tools {\"search\" {:fn pick_search :signature :search}}}\n");
    write_file(folder, "pick.clj",
               "(return {:n (count (tool/search {:query \"a\"}))})\n");
    write_file(folder, "r.jsonl",
               "{\"name\":\"search\",\"args\":{\"query\":\"a\"},\"result\":[\"x\"]}\n");
    cr_expect(
        shell(folder,
              "$PTCC compile --program pick.clj --tool-results r.jsonl "
              "pick.agent.edn && $PTCC gen -o . shop.sig && $PTCC gen --compiled -o "
              ". pick.agent.edn && $CC -std=c99 -fsyntax-only -I$INCLUDE pick.ptc.c "
              "&& grep -q 'generate both, ptcc gen -o . shop.sig' pick.ptc.h",
              NULL, &err) == 0,
        "%s", err.ptr);
}
