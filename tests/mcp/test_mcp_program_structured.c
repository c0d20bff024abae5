/* SPDX-License-Identifier: MIT */
/* run_program: the same as data; and what leaves neither way. [mcp 6, 10] */
#include <criterion/criterion.h>

#include "coded.h"

static void open_structured(coded *desk)
{
    coded_init(desk);
    desk->program.is_structured = true;
    desk->program.sessions = 2;
    coded_start(desk);
}

static void expect_with(coded *desk, const char *program, const char *more,
                        const char *wanted)
{
    const char *got;

    coded_run_with(desk, program, more);
    got = coded_structured(desk);
    cr_expect_str_eq(got, wanted, "%s\ngot    %s\nwanted %s", program, got, wanted);
}

static void expect(coded *desk, const char *program, const char *wanted)
{
    expect_with(desk, program, "", wanted);
}

/* M510 */
Test(mcp_program_structured, slim_has_no_data)
{
    coded desk;

    coded_open(&desk);
    expect(&desk, "{:a 1}", "");
    expect(&desk, "(fail {:a 1})", "");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_structured, has_value_prints_and_calls)
{
    coded desk;

    open_structured(&desk);
    expect(&desk, "(println 1) (tool/order {:id 1}) {:a [1 :b #{2}]}",
           "{'ok':true,'value':{'a':[1,'b',[2]]},'prints':'1\\n','calls':[{'tool':"
           "'order','ms':0}]}");
    coded_expect(&desk, "(println 1) (tool/order {:id 1}) {:a [1 :b #{2}]}",
                 "1\n{\"a\":[1,\"b\",[2]]}\n;; 1 tool call: order 1");
    expect(&desk, "nil", "{'ok':true,'value':null,'prints':'','calls':[]}");
    expect(&desk, "(tool/wait {:ms 7})",
           "{'ok':true,'value':5000,'prints':'','calls':[{'tool':'wait','ms':7}]}");
    expect(&desk, "(attempt (tool/sell {})) 1",
           "{'ok':true,'value':1,'prints':'','calls':[{'tool':'sell','ms':0,'error':'no "
           "stock'}]}");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_structured, has_the_fault)
{
    coded desk;

    open_structured(&desk);
    expect(&desk, "(println 1)\n (+ 1 nil)",
           "{'ok':false,'prints':'1\\n','calls':[],'error':{'reason':'type_error',"
           "'message':'+: invalid argument types: number, nil; nil is a missing value: "
           "use (or x 0), or filter it out','line':2,'column':2}}");
    expect(&desk, "(fail {:why 1})",
           "{'ok':false,'value':{'why':1},'prints':'','calls':[],'error':{'reason':"
           "'failed','message':'the program gave up: {:why 1}','line':1,'column':1}}");
    expect(&desk, "{:a 1 \"a\" 2}",
           "{'ok':false,'prints':'','calls':[],'error':{'reason':'validation_error',"
           "'message':'two keys would be the same in JSON: a'}}");
    expect(&desk, "(let [",
           "{'ok':false,'prints':'','calls':[],'error':{'reason':'parse_error','message':"
           "'Parse error: 2 closing brackets are missing at the end, `])`; the innermost "
           "unclosed `[` begins here','line':1,'column':6}}");
    cr_expect(ptc_value_get(&desk.reply, "isError") != NULL);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_structured, has_values_whole_or_not_at_all)
{
    const ptc_value *content;
    coded desk;

    open_structured(&desk);
    coded_run(&desk, "(apply str (repeat 32766 \"a\"))"); /* and two quotes: 32 KiB */
    content = ptc_value_get(&desk.reply, "structuredContent");
    cr_expect_eq(ptc_value_get(content, "value")->aux, 32766);
    cr_expect(ptc_value_get(content, "preview") == NULL);
    coded_run(&desk, "(apply str (repeat 32767 \"a\"))");
    content = ptc_value_get(&desk.reply, "structuredContent");
    cr_expect(ptc_value_get(content, "value") == NULL);
    cr_expect_eq(ptc_value_get(content, "preview")->aux, 2000);
    cr_expect_eq(ptc_value_get(content, "bytes")->as.integer, 32769);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_structured, has_the_session)
{
    const ptc_value *content;
    coded desk;

    open_structured(&desk);
    coded_run_with(&desk, "1", ",'session':'new'");
    content = ptc_value_get(&desk.reply, "structuredContent");
    cr_expect_eq(ptc_value_get(content, "session")->aux, 24);
    coded_run_with(&desk, "(fail 1)", ",'session':'new'");
    content = ptc_value_get(&desk.reply, "structuredContent");
    cr_expect(ptc_value_get(content, "session") == NULL);
    expect_with(&desk, "1", ",'session':'s_unknown'", "");
    coded_end(&desk);
}

/* --- What does not leave ------------------------------------------------------------ */

/* M510 */
Test(mcp_program_structured, private_fields_never_leave)
{
    static const char *const programs[] = {
        "(tool/secret {})",
        "[(tool/secret {}) {:a (tool/secret {})}]",
        "(println (tool/secret {}))",
        "(prn (tool/secret {}))",
        "(str (tool/secret {}))",
        "(pr-str [(tool/secret {})])",
        "(first (filter (fn [[k v]] (= k \"_token\")) (tool/secret {})))",
        "(vec (tool/secret {}))",
        "{(tool/secret {}) 1}",
        "#{(tool/secret {})}",
        "(fail (tool/secret {}))",
        "(fail {:reason :x :message (tool/secret {})})",
        "(throw (tool/secret {}))",
        "(return (tool/secret {}))",
        "(def x (tool/secret {}))",
        "(+ 1 (tool/secret {}))",
        "((tool/secret {}) 1 2 3 4)",
        "(tool/search {:query (tool/secret {})})",
        "(tool/order {:id (tool/secret {})})",
        "(tool/echo {:x (tool/secret {})})",
        "(assert (nil? (tool/secret {})))",
        "(let [f (fn [x] (fn [] x))] (f (tool/secret {})))",
        "(partial str (tool/secret {}))",
        "(sorted-map (tool/secret {}) 1)",
        "(let [m (tool/secret {})] {m 1 (assoc m \"_token\" 2) 2})",
    };
    coded desk;

    for (int structured = 0; structured < 2; structured++) {
        coded_init(&desk);
        desk.program.is_structured = structured == 1;
        coded_start(&desk);
        for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
            const char *text = coded_run(&desk, programs[i]);

            cr_expect(strstr(text, CODED_CANARY) == NULL, "%s\n%s", programs[i], text);
            text = coded_structured(&desk);
            cr_expect(strstr(text, CODED_CANARY) == NULL, "%s\n%s", programs[i], text);
        }
        cr_expect(strstr(desk.server.log.ptr, CODED_CANARY) == NULL, "%s",
                  desk.server.log.ptr);
        coded_end(&desk);
    }
}

/* M510 */
Test(mcp_program_structured, programs_see_private_fields_and_may_rename_them)
{
    coded desk;

    coded_open(&desk);
    coded_expect(&desk, "(tool/secret {})", "{\"id\":7}\n;; 1 tool call: secret 1");
    coded_expect(&desk, "(count (:_token (tool/secret {})))",
                 "12\n;; 1 tool call: secret 1");
    coded_expect(&desk, "{:token (:_token (tool/secret {}))}",
                 "{\"token\":\"" CODED_CANARY "\"}\n;; 1 tool call: secret 1");
    coded_expect(&desk, "(println (tool/secret {}))",
                 "{id 7 _token <Firewalled>}\nnull\n;; 1 tool call: secret 1");
    coded_end(&desk);
}
