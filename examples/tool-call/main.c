/* SPDX-License-Identifier: MIT */
/*
 * A tool for an OpenAI model, with ptcc alone: the request contains a generated constant,
 * the call in the reply becomes a struct, and the result goes back as JSON.
 *
 *     quote QUESTION        prints the body of a request to /v1/responses
 *     quote < reply.json    answers the calls of a reply: items for the next request
 */
#include "shop.ptc.h"

#include <ptc/ptc.h>
#include <stdio.h>

/* The tool's function. */
static quote_result quote_order(const quote *in)
{
    double price = in->item == QUOTE_ITEM_LAVA ? 12.0 : 19.5;
    quote_result out = {(double)in->count * price, 2};

    if (in->has.gift && in->gift) {
        out.total += 3.0;
        out.days++;
    }
    return out;
}

static void print_request(ptc_text *text, const char *question)
{
    ptc_json_write_string(text, ptc_str_of(question));
    printf("{\"model\": \"gpt-5.1\", \"store\": false, \"input\": %s, \"tools\": %s}\n",
           text->ptr, shop_tools_openai_strict);
}

/* What the model reads after a call: the result, or what is wrong with the arguments. */
static void answer_call(ptc_text *text, ptc_str arguments)
{
    quote_result result;
    quote args;
    ptc_str why;

    if (quote_read_openai_strict(text->arena, arguments.ptr, arguments.len, NULL, &args,
                                 &why) != PTC_OK) {
        ptc_text_str(text, why);
        return;
    }
    result = quote_order(&args);
    quote_result_to_json(text, &result);
}

static void print_answer(ptc_arena *arena, const ptc_value *call)
{
    ptc_str name = ptc_value_as_text(ptc_value_get(call, "name"), "");
    ptc_text output;
    ptc_text item;

    ptc_text_init(&output, arena);
    ptc_text_init(&item, arena);
    if (ptc_str_equal(name, PTC_STR("quote")))
        answer_call(&output, ptc_value_as_text(ptc_value_get(call, "arguments"), ""));
    else
        ptc_text_cstr(&output, "there is no such tool");
    ptc_text_cstr(&item, "{\"type\": \"function_call_output\", \"call_id\": ");
    ptc_json_write_string(&item, ptc_value_as_text(ptc_value_get(call, "call_id"), ""));
    ptc_text_cstr(&item, ", \"output\": ");
    ptc_json_write_string(&item, ptc_text_view(&output));
    printf("%s}\n", item.ptr);
}

static int answer_reply(ptc_arena *arena)
{
    static char text[65536];
    size_t len = fread(text, 1, sizeof text, stdin);
    const ptc_value *items;
    ptc_value reply;

    if (ptc_json_read(arena, text, len, NULL, &reply, NULL, NULL) != PTC_OK)
        return 1;
    items = ptc_value_get(&reply, "output");
    for (size_t i = 0; i < ptc_value_count(items); i++) {
        const ptc_value *item = ptc_value_at(items, i);

        if (ptc_str_equal(ptc_value_as_text(ptc_value_get(item, "type"), ""),
                          PTC_STR("function_call")))
            print_answer(arena, item);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int status = 0;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    if (argc > 1)
        print_request(&text, argv[1]);
    else
        status = answer_reply(&arena);
    ptc_arena_free(&arena);
    return status;
}
