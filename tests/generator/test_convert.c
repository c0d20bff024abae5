/* SPDX-License-Identifier: MIT */
/*
 * `ptcc convert` there and back: what it writes of signatures in Malli is read alone, by
 * ptcc and by malli, means the same contracts, and keeps descriptions and defaults; and
 * signatures that come back are those that were given. [signature 9, validation 12]
 */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "uses.h"

#include <ptc/ptc.h>

static ptc_arena arena;

static void start(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(convert, .init = start, .fini = stop);

/* What convert prints of a file. */
static const char *convert(const char *form, const char *file)
{
    const char *argv[] = {getenv("PTCC_EXE"), "convert", "--to", form,
                          "--malli-names",    file,      NULL};
    ptc_str out;
    ptc_str err;

    cr_assert(test_run(argv, PTC_STR(""), &out, &err) == 0, "%s: %s", file,
              test_cstr(err));
    cr_expect(err.len == 0, "%s: %s", file, test_cstr(err));
    return ptc_str_copy(&arena, out).ptr;
}

/* --- What malli reads --------------------------------------------------------------- */

typedef struct malli {
    const ptc_forms *forms;
    const char *fault;
} malli;

static const ptc_form *form_at(const malli *m, uint32_t index)
{
    return &m->forms->items[index];
}

static bool is_in(ptc_str word, const char *list)
{
    const char *found = strstr(list, test_cstr(word));

    while (found != NULL && (found[-1] != ' ' || found[word.len] != ' '))
        found = strstr(found + 1, test_cstr(word));
    return found != NULL;
}

static void check_schema(malli *m, uint32_t index);

/* The entries of :map, :catn, :orn, :multi: [key schema] or [key {..} schema]. */
static void check_entry(malli *m, uint32_t index)
{
    const ptc_form *entry = form_at(m, index);
    uint32_t second = entry->child ? form_at(m, entry->child)->next : 0;

    if (entry->kind != PTC_FORM_VECTOR || entry->count < 2 || entry->count > 3)
        m->fault = "an entry is [key schema] or [key properties schema]";
    else if (entry->count == 3 && form_at(m, second)->kind != PTC_FORM_MAP)
        m->fault = "properties are a map";
    else
        check_schema(m, entry->count == 3 ? form_at(m, second)->next : second);
}

static void check_registry(malli *m, uint32_t properties)
{
    uint32_t key = form_at(m, properties)->child;

    for (; key != 0; key = form_at(m, form_at(m, key)->next)->next) {
        const ptc_form *value = form_at(m, form_at(m, key)->next);
        bool is_registry = form_at(m, key)->kind == PTC_FORM_KEYWORD &&
                           ptc_str_equal(form_at(m, key)->text, PTC_STR("registry"));

        for (uint32_t name = is_registry ? value->child : 0; name != 0;) {
            check_schema(m, form_at(m, name)->next);
            name = form_at(m, form_at(m, name)->next)->next;
        }
    }
}

static void check_vector(malli *m, const ptc_form *form)
{
    static const char schemas[] =
        " vector set sequential tuple or and maybe not map-of cat "
        "=> schema ";
    static const char entries[] = " map catn orn multi ";
    static const char values[] = " enum = not= > >= < <= re fn ref ";
    static const char scalars[] = " any nil string int double boolean keyword ";
    const ptc_form *head = form_at(m, form->child);
    uint32_t child = head->next;

    if (form->count == 0 || head->kind != PTC_FORM_KEYWORD ||
        !(is_in(head->text, schemas) || is_in(head->text, entries) ||
          is_in(head->text, values) || is_in(head->text, scalars))) {
        m->fault = "the head of a schema is one of malli's";
        return;
    }
    if (child != 0 && form_at(m, child)->kind == PTC_FORM_MAP) {
        check_registry(m, child);
        child = form_at(m, child)->next;
    }
    if (is_in(head->text, scalars) && child != 0)
        m->fault = "a type without parts has one";
    for (; child != 0 && !is_in(head->text, values); child = form_at(m, child)->next) {
        if (is_in(head->text, entries))
            check_entry(m, child);
        else
            check_schema(m, child);
    }
}

/* A schema by the grammar of malli: a word, a name, or [:head {properties} child ...]. */
static void check_schema(malli *m, uint32_t index)
{
    const ptc_form *form = form_at(m, index);

    if (form->kind == PTC_FORM_VECTOR)
        check_vector(m, form);
    else if (form->kind != PTC_FORM_KEYWORD && form->kind != PTC_FORM_SYMBOL &&
             form->kind != PTC_FORM_STRING)
        m->fault = "a schema is a word or a vector";
}

/* Whether malli reads each schema of a map of names to schemas, or the one there is. */
static void expect_malli(const char *name, const char *text)
{
    ptc_source source = {PTC_STR("malli"), ptc_str_of(text)};
    malli m = {NULL, NULL};
    ptc_forms forms;
    ptc_diags diags;
    uint32_t form;

    ptc_forms_init(&forms, &arena, &source);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    form = ptc_edn_read_one(&forms, &diags);
    cr_assert(form != 0, "%s: %s", name, text);
    m.forms = &forms;
    if (form_at(&m, form)->kind != PTC_FORM_MAP)
        check_schema(&m, form);
    else
        for (uint32_t key = form_at(&m, form)->child; key != 0 && m.fault == NULL;) {
            check_schema(&m, form_at(&m, key)->next);
            key = form_at(&m, form_at(&m, key)->next)->next;
        }
    cr_expect(m.fault == NULL, "%s: %s\n%s", name, m.fault, text);
}

Test(convert, the_grammar_of_malli_is_known)
{
    static const char *const wrong[] = {
        "[[:map] {:description \"d\"}]",
        "{:a [[:map [:x :int]] {:description \"d\"}]}",
        "[:malli-schema]",
        "[:map [:x {} {} :int]]",
        "[:map :x]",
        "[:string :int]",
        "[:schema {:registry {\"a\" 5}} \"a\"]",
        "{:a {}}",
    };
    static const char *const right[] = {
        "[:map {:description \"d\"} [:x {:default 5} :int]]",
        "{:f [:=> {:description \"d\"} [:catn [:x :int]] [:enum {:title \"t\"} 1 [2]]]}",
        "[:schema {:registry {\"a\" [:vector [:ref \"a\"]]}} \"a\"]",
    };

    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        expect_malli("right", right[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ptc_source source = {PTC_STR("malli"), ptc_str_of(wrong[i])};
        malli m = {NULL, NULL};
        ptc_forms forms;
        ptc_diags diags;
        uint32_t form;

        ptc_forms_init(&forms, &arena, &source);
        ptc_diags_init(&diags, &arena);
        form = ptc_edn_read_one(&forms, &diags);
        m.forms = &forms;
        if (forms.items[form].kind == PTC_FORM_MAP)
            form = forms.items[forms.items[form].child].next;
        check_schema(&m, form);
        cr_expect(m.fault != NULL, "%s", wrong[i]);
    }
}

/* --- There and back ----------------------------------------------------------------- */

static const char described[] =
    "; every type with a description, and fields with defaults\n"
    "attendee = {email :string, role :enum[host guest] = \"guest\", name :name?}\n"
    "  A person who comes.\n"
    "  - role: what they do\n"
    "name = :string[1..9]\n"
    "  A name.\n"
    "kind = :enum[a b]\n"
    "  A kind.\n"
    "free = :any\n"
    "  Anything.\n"
    "nothing = :nil\n"
    "  Nothing.\n"
    "when = :datetime\n"
    "  A \"time\",\n"
    "  with an offset.\n"
    "ids = [:set :int]\n"
    "  Ids.\n"
    "names = [:string][1..]\n"
    "  Names.\n"
    "either = :int|:string?\n"
    "  One or the other.\n"
    "number = [:and number? [:> 5]]\n"
    "  A number.\n"
    "checked = :int[>0 <9]\n"
    "  Few.\n"
    "five = [:= 5]\n"
    "  Five.\n"
    "schema = :malli-schema\n"
    "  A schema.\n"
    "schemas = [:map-of :string :malli-schema]\n"
    "m = :map\n"
    "  A map.\n"
    "pair = [:tuple :int :string]\n"
    "  A pair.\n"
    "no = [:not :int]\n"
    "  Not that.\n"
    "tree = [:schema {:registry {\"n\" [:map [:kids [:vector [:ref \"n\"]]]]}} [:ref "
    "\"n\"]]\n"
    "  A tree.\n"
    "same = :attendee\n"
    "maybe = :attendee?\n"
    "  Perhaps a person.\n"
    "invite(who [:attendee] = [], at :when, ids :ids = [1, 2], k :keyword = :fast,\n"
    "       at2 {lat :float, lon :float = 0} = {\"lat\": 1.5}) -> {ok :bool = true, ids "
    ":ids}\n"
    "  Invites people.\n"
    "  - who: whom, in order\n"
    "  - ids: these\n"
    "now() -> :when\n"
    "  The time.\n";

/* A file of signatures becomes Malli and signatures again: the same as at first. */
static void expect_back(const char *name, const char *text)
{
    const char *there;

    put_file("there.sig", text);
    there = convert("malli", "there.sig");
    put_file("there.edn", there);
    expect_malli(name, there);
    cr_expect_str_eq(convert("sig", "there.edn"), convert("sig", "there.sig"), "%s",
                     name);
    cr_expect_str_eq(convert("prompt", "there.edn"), convert("prompt", "there.sig"), "%s",
                     name);
}

Test(convert, malli_is_read_alone_and_keeps_what_is_said) /* M121, M174 */
{
    expect_back("described", described);
    expect_back("one function", "(a :int = 5, b [:string] = [\"x\"]) -> {n :int = 0}\n");
    expect_back("one type", "{a :int = 5}\n  Said of it.\n  - a: and of that\n");
}

Test(convert, descriptions_keep_their_empty_lines)
{
    static const char text[] = "find(q :string) -> :int\n"
                               "  One line.\n\n  Another one.\n";

    expect_back("empty lines", text);
    cr_expect_str_eq(convert("sig", "there.edn"), text);
}

/* What is said of tools, and text that looks like it. [mcp 4] */
Test(convert, what_is_said_of_tools_comes_back)
{
    static const char text[] = "find(q :string, n :int = 3) -> :int\n"
                               "  \\@title is text.\n  \\\\@ too, @ not.\n"
                               "  - q: words\n"
                               "  @title Search the \"shop\"\n"
                               "  @hints read-only idempotent closed-world\n"
                               "  @timeout 5000\n"
                               "\ndrop(q :string) -> :nil\n"
                               "  @hints destructive\n";

    expect_back("tools", text);
    cr_expect_str_eq(convert("sig", "there.edn"), text);
    put_file("there.malli.json", convert("malli-json", "there.sig"));
    cr_expect_str_eq(convert("sig", "there.malli.json"), text);
    expect_back("one tool", "(a :int = 5) -> :int\n  @title One\n");
    cr_expect_str_eq(convert("sig", "there.edn"), "(a :int = 5) -> :int\n  @title One\n");
    expect_back("a Malli function", "f = [:=> {:mcp/timeout 5} [:catn [:a [:map {:closed "
                                    "true} [:b :int]]]] :int]\n");
    cr_expect(strstr(convert("sig", "there.edn"), "\n  @timeout 5\n") != NULL);
}

/* Types so long that texts only name them. */
Test(convert, names_of_types_are_kept_in_malli)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "long = {");
    for (unsigned i = 0; i < 300; i++) {
        ptc_text_cstr(&text, i > 0 ? ", f" : "f");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, " :int = 7");
    }
    ptc_text_cstr(&text, "}\n  A long one.\nuse(a :long, b [:long] = []) -> :long\n"
                         "  Uses it.\n  - a: here\n");
    expect_back("long", ptc_text_view(&text).ptr);
}

Test(convert, golden_files_come_back) /* M174 */
{
    static const char *const files[] = {"enums",        "limits",    "names",
                                        "order",        "records",   "scalars",
                                        "shared_types", "tool_call", "tools"};

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[64];

        snprintf(path, sizeof path, "tests/golden/%s.sig", files[i]);
        expect_back(files[i], test_read_project_file(path).ptr);
    }
}
