/* SPDX-License-Identifier: MIT */
/*
 * The tools of tools.sig, whose emitted server the official peers drive: those of the
 * recorded servers (search, slow, titles, and `broken` for their `fail`, a name that ends
 * programs), and one for each possible outcome of a call.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools.ptc.h"

#include <ctype.h>
#include <ptc/ptc.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void wait_ms(int64_t ms)
{
    struct timespec wait = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000L};

    nanosleep(&wait, NULL);
}

ptc_status search_call(const search *in, search_result *out, ptc_tool_call *call)
{
    const item all[] = {
        {1, PTC_STR("lamp")}, {2, PTC_STR("desk")}, {3, PTC_STR("desk lamp")}};
    const char *query = ptc_str_cstring(call->arena, in->query);
    size_t most = in->has.limit ? (size_t)in->limit : 3;
    size_t i;

    out->items.items = ptc_arena_array(call->arena, 3, sizeof *out->items.items);
    if (out->items.items == NULL || query == NULL)
        return PTC_ERROR_MEMORY;
    for (i = 0; i < 3 && out->items.count < most; i++)
        if (strstr(all[i].title.ptr, query) != NULL)
            out->items.items[out->items.count++] = all[i];
    out->count = (int64_t)out->items.count;
    return PTC_OK;
}

ptc_status broken_call(broken_result *out, ptc_tool_call *call)
{
    (void)out;
    call->message = "no such table";
    return PTC_ERROR_INVALID;
}

ptc_status refused_call(const refused *in, refused_result *out, ptc_tool_call *call)
{
    (void)out;
    call->reason = ptc_str_cstring(call->arena, in->reason);
    call->message = "there is none of that kind";
    return PTC_ERROR_INVALID;
}

/* Waits until the time is over or the call is cancelled. */
static bool waits(ptc_tool_call *call, int64_t ms)
{
    for (; ms > 0; ms -= 10) {
        if (ptc_cancel_is_set(call->cancel)) {
            call->message = "cancelled";
            return false;
        }
        wait_ms(ms < 10 ? ms : 10);
    }
    return true;
}

ptc_status slow_call(const slow *in, slow_result *out, ptc_tool_call *call)
{
    char words[16];
    int step;

    for (step = 1; step <= 4; step++) {
        if (!waits(call, in->ms / 4))
            return PTC_ERROR_INVALID;
        snprintf(words, sizeof words, "step %d", step);
        ptc_tool_progress(call, step, 4, words);
    }
    *out = PTC_STR("done");
    return PTC_OK;
}

ptc_status hang_call(const hang *in, hang_result *out, ptc_tool_call *call)
{
    (void)call;
    wait_ms(in->ms);
    *out = PTC_STR("late");
    return PTC_OK;
}

ptc_status titles_call(titles_result *out, ptc_tool_call *call)
{
    out->items = ptc_arena_array(call->arena, 2, sizeof *out->items);
    if (out->items == NULL)
        return PTC_ERROR_MEMORY;
    out->items[0] = PTC_STR("a");
    out->items[1] = PTC_STR("b");
    out->count = 2;
    return PTC_OK;
}

ptc_status upper_call(const upper *in, upper_result *out, ptc_tool_call *call)
{
    char *text = ptc_arena_alloc(call->arena, in->text.len + 1);
    size_t i;

    if (text == NULL)
        return PTC_ERROR_MEMORY;
    for (i = 0; i < in->text.len; i++)
        text[i] = (char)toupper((unsigned char)in->text.ptr[i]);
    *out = (ptc_str){text, in->text.len};
    return PTC_OK;
}

ptc_status nothing_call(nothing_result *out, ptc_tool_call *call)
{
    (void)out;
    (void)call;
    return PTC_OK;
}

ptc_status either_call(const either *in, either_result *out, ptc_tool_call *call)
{
    static int64_t list[] = {1, 2};

    (void)call;
    if (in->kind == EITHER_KIND_INT) {
        out->tag = EITHER_RESULT_INT;
        out->as.int_ = 7;
    } else if (in->kind == EITHER_KIND_TEXT) {
        out->tag = EITHER_RESULT_STRING;
        out->as.string = PTC_STR("seven");
    } else {
        out->tag = EITHER_RESULT_LIST;
        out->as.list = (either_result_list){list, 2};
    }
    return PTC_OK;
}

ptc_status pay_call(const pay *in, pay_result *out, ptc_tool_call *call)
{
    (void)in;
    out->id = PTC_STR("p1");
    out->_secret = PTC_STR("hidden-0");
    out->parts.items = ptc_arena_array(call->arena, 1, sizeof *out->parts.items);
    if (out->parts.items == NULL)
        return PTC_ERROR_MEMORY;
    out->parts.items[0] = (pay_result_parts_item){1, PTC_STR("hidden-1")};
    out->parts.count = 1;
    return PTC_OK;
}

ptc_status wrong_call(wrong_result *out, ptc_tool_call *call)
{
    (void)call;
    out->count = 987654;
    out->text = PTC_STR("x");
    return PTC_OK;
}

ptc_status large_call(const large *in, large_result *out, ptc_tool_call *call)
{
    char *text = ptc_arena_alloc(call->arena, (size_t)in->bytes + 1);

    if (text == NULL)
        return PTC_ERROR_MEMORY;
    memset(text, 'x', (size_t)in->bytes);
    *out = (ptc_str){text, (size_t)in->bytes};
    return PTC_OK;
}

ptc_status hungry_call(hungry_result *out, ptc_tool_call *call)
{
    (void)out;
    while (ptc_arena_alloc(call->arena, 1 << 20) != NULL)
        ;
    return PTC_ERROR_MEMORY;
}

ptc_status chatty_call(chatty_result *out, ptc_tool_call *call)
{
    (void)call;
    printf("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    fflush(stdout);
    *out = 1;
    return PTC_OK;
}

ptc_status same_call(const same *in, same_result *out, ptc_tool_call *call)
{
    (void)call;
    *out = in->value;
    return PTC_OK;
}

ptc_status kinds_call(const kinds *in, kinds_result *out, ptc_tool_call *call)
{
    (void)call;
    out->day = in->day;
    out->at = in->at;
    out->price = in->price;
    out->tags.items = in->tags.items;
    out->tags.count = in->tags.count;
    out->has.ratio = in->has.ratio;
    out->ratio = in->ratio;
    out->huge = INT64_C(9007199254740993);
    out->more.items = (kinds_result_more_entry *)(void *)in->more.items;
    out->more.count = in->more.count;
    return PTC_OK;
}

/* --- Tools of the stock servers ------------------------------------------------------
 */

ptc_status echo_call(const echo *in, echo_result *out, ptc_tool_call *call)
{
    ptc_text text;

    ptc_text_init(&text, call->arena);
    ptc_text_cstr(&text, "Echo: ");
    ptc_text_str(&text, in->message);
    *out = ptc_text_view(&text);
    return text.failed ? PTC_ERROR_MEMORY : PTC_OK;
}

ptc_status get_structured_content_call(const get_structured_content *in,
                                       get_structured_content_result *out,
                                       ptc_tool_call *call)
{
    (void)in;
    (void)call;
    out->temperature = 33;
    out->conditions = PTC_STR("Cloudy");
    out->humidity = 82;
    return PTC_OK;
}

ptc_status trigger_long_running_operation_call(const trigger_long_running_operation *in,
                                               trigger_long_running_operation_result *out,
                                               ptc_tool_call *call)
{
    int step;
    ptc_text text;

    for (step = 1; step <= (int)in->steps; step++) {
        if (!waits(call, (int64_t)(in->duration * 1000 / in->steps)))
            return PTC_ERROR_INVALID;
        ptc_tool_progress(call, step, in->steps, NULL);
    }
    ptc_text_init(&text, call->arena);
    ptc_text_cstr(&text, "Long running operation completed. Duration: ");
    ptc_text_int(&text, (int64_t)in->duration);
    ptc_text_cstr(&text, " seconds, Steps: ");
    ptc_text_int(&text, (int64_t)in->steps);
    ptc_text_byte(&text, '.');
    *out = ptc_text_view(&text);
    return text.failed ? PTC_ERROR_MEMORY : PTC_OK;
}

ptc_status read_text_file_call(const read_text_file *in, read_text_file_result *out,
                               ptc_tool_call *call)
{
    if (in->path.len > 2 && memcmp(in->path.ptr, "../", 3) == 0) {
        call->message = "Access denied - path outside allowed directories: "
                        "/sandbox/etc/passwd not in /sandbox/data";
        return PTC_ERROR_INVALID;
    }
    out->content = in->has.head ? PTC_STR("alpha") : PTC_STR("alpha\nbeta\n");
    return PTC_OK;
}

ptc_status list_directory_call(const list_directory *in, list_directory_result *out,
                               ptc_tool_call *call)
{
    (void)in;
    (void)call;
    out->content = PTC_STR("[FILE] a.txt");
    return PTC_OK;
}

ptc_status directory_tree_call(const directory_tree *in, directory_tree_result *out,
                               ptc_tool_call *call)
{
    (void)in;
    (void)call;
    out->content =
        PTC_STR("[\n  {\n    \"name\": \"a.txt\",\n    \"type\": \"file\"\n  },\n"
                "  {\n    \"name\": \"b.txt\",\n    \"type\": \"file\"\n  }\n]");
    return PTC_OK;
}

ptc_status write_file_call(const write_file *in, write_file_result *out,
                           ptc_tool_call *call)
{
    (void)in;
    (void)call;
    out->content = PTC_STR("Successfully wrote to b.txt");
    return PTC_OK;
}
