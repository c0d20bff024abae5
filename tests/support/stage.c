/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include <criterion/criterion.h>

#include <stdlib.h>

/* --- The host ---------------------------------------------------------------------- */

static uint64_t stage_clock(void *user)
{
    return ((stage *)user)->now_ms * 1000000u;
}

static int64_t stage_wall_clock(void *user)
{
    return 1767225600000 + (int64_t)((stage *)user)->now_ms;
}

static void stage_sleep(uint64_t ms, void *user)
{
    stage *s = user;

    s->now_ms += ms;
    s->slept_ms += ms;
}

static uint64_t stage_random(void *user)
{
    (void)user;
    return 0;
}

void stage_start(stage *s)
{
    ptc_host_options options = {.struct_size = sizeof options,
                                .clock_ns = stage_clock,
                                .wall_clock_ms = stage_wall_clock,
                                .sleep = stage_sleep,
                                .random = stage_random,
                                .user = s};

    memset(s, 0, sizeof *s);
    ptc_arena_init(&s->arena, NULL, 0);
    cr_assert(ptc_host_new(&options, &s->host) == PTC_OK);
    s->options.struct_size = sizeof s->options;
    s->options.host = s->host;
}

void stage_stop(stage *s)
{
    ptc_host_free(s->host);
    ptc_arena_free(&s->arena);
}

/* --- Texts ------------------------------------------------------------------------- */

const char *stage_text(stage *s, ptc_str text)
{
    return text.len > 0 ? ptc_str_copy(&s->arena, text).ptr : "";
}

const char *stage_edn(stage *s, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, &s->arena);
    ptc_value_write(&text, value);
    return stage_text(s, ptc_text_view(&text));
}

ptc_value stage_json(stage *s, const char *text)
{
    ptc_value value;

    cr_assert(ptc_json_read(&s->arena, text, strlen(text), NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "%s", text);
    return value;
}

const ptc_schema *stage_signature(stage *s, const char *text)
{
    ptc_source *source = ptc_arena_array(&s->arena, 1, sizeof *source);
    ptc_schema *schema = ptc_arena_array(&s->arena, 1, sizeof *schema);
    ptc_diags diags;

    cr_assert(source != NULL && schema != NULL);
    *source = (ptc_source){PTC_STR("signature"), ptc_str_of(text)};
    ptc_diags_init(&diags, &s->arena);
    cr_assert(ptc_signature_read(&s->arena, source, NULL, &diags, schema) == PTC_OK, "%s",
              text);
    return schema;
}

/* --- Models ------------------------------------------------------------------------ */

static const char *stage_names(stage *s, const ptc_str *names, size_t count)
{
    ptc_text text;

    ptc_text_init(&text, &s->arena);
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(&text, i > 0 ? " " : "");
        ptc_text_str(&text, names[i]);
    }
    return stage_text(s, ptc_text_view(&text));
}

static void stage_note(stage *s, const char *model, const ptc_llm_request *request)
{
    size_t count = request->message_count;
    stage_request *asked = &s->asked[s->asked_count++];
    ptc_text options;

    cr_assert(s->asked_count <= STAGE_REQUESTS && count > 0);
    ptc_text_init(&options, &s->arena);
    cr_assert(ptc_json_write(&options, &request->options, 0) == PTC_OK);
    *asked = (stage_request){
        .model = model,
        .system = stage_text(s, request->system),
        .first = stage_text(s, request->messages[0].content),
        .last = stage_text(s, request->messages[count - 1].content),
        .options = stage_text(s, ptc_text_view(&options)),
        .tools = stage_names(s, request->tool_names, request->tool_name_count),
        .prompt = stage_text(s, request->prompt),
        .message_count = count,
        .turn = request->turn,
    };
    for (size_t i = 0; i < count; i++)
        cr_expect(request->messages[i].role ==
                  (i % 2 == 0 ? PTC_ROLE_USER : PTC_ROLE_ASSISTANT));
}

/* "!kind message" */
static ptc_status stage_refuse(const char *text, ptc_llm_reply *reply)
{
    static const ptc_llm_fault faults[] = {PTC_LLM_RATE_LIMIT, PTC_LLM_TIMEOUT,
                                           PTC_LLM_SERVER_ERROR, PTC_LLM_CLIENT_ERROR,
                                           PTC_LLM_UNKNOWN};
    const char *space = strchr(text, ' ');
    ptc_str kind = ptc_str_make(text + 1, (size_t)(space - text - 1));
    size_t i = 0;

    while (i < 4 && !ptc_str_equal(kind, ptc_str_of(ptc_llm_fault_name(faults[i]))))
        i++;
    reply->fault = faults[i];
    reply->message = ptc_str_of(space + 1);
    return PTC_ERROR_INVALID;
}

static ptc_status stage_answer(const ptc_llm_request *request, ptc_llm_reply *reply,
                               void *user)
{
    stage_model *model = user;
    const char *text = model->replies[model->next];
    char *rest;

    stage_note(model->stage, model->name, request);
    model->stage->now_ms += model->stage->takes_ms;
    if (text == NULL)
        return stage_refuse("!client_error the test has no more replies", reply);
    model->next++;
    if (text[0] == '!')
        return stage_refuse(text, reply);
    if (text[0] == '#') {
        reply->input_tokens = strtol(text + 1, &rest, 10);
        reply->output_tokens = strtol(rest + 1, &rest, 10);
        text = rest + 1;
    }
    reply->content = ptc_str_of(text);
    return PTC_OK;
}

void stage_model_add(stage *s, const char *name, const char *const *replies)
{
    stage_model *model = &s->models[s->model_count++];
    ptc_llm llm = {name, stage_answer, model};
    size_t count = 0;

    cr_assert(s->model_count <= STAGE_MODELS);
    while (replies[count] != NULL)
        count++;
    model->stage = s;
    model->name = name;
    model->replies =
        ptc_arena_copy(&s->arena, replies, (count + 1) * sizeof(const char *));
    cr_assert(model->replies != NULL && ptc_host_add_llm(s->host, &llm) == PTC_OK);
    if (s->model_count == 1)
        s->options.llm.name = name;
}

ptc_status stage_say(ptc_tool_call *call, void *user)
{
    const char *text = user;

    return ptc_json_read(call->arena, text, strlen(text), NULL, &call->result, NULL,
                         NULL);
}

/* --- Events ------------------------------------------------------------------------ */

static void stage_hear(const ptc_event *event, void *user)
{
    stage *s = user;

    cr_assert(s->event_count < STAGE_EVENTS);
    s->events[s->event_count++] = ptc_event_name(event->kind);
}

void stage_listen(stage *s)
{
    cr_assert(ptc_host_attach(s->host, "stage", NULL, 0, stage_hear, s) == PTC_OK);
}

/* --- Runs -------------------------------------------------------------------------- */

bool stage_run(stage *s, const ptc_agent *agent, const char *context)
{
    ptc_value map;

    if (context != NULL) {
        map = stage_json(s, context);
        s->options.context = ptc_arena_copy(&s->arena, &map, sizeof map);
    }
    s->status = ptc_agent_run(&s->arena, agent, &s->options, &s->step);
    s->options.context = NULL;
    cr_assert(s->step != NULL && s->step->is_ok == (s->status == PTC_OK));
    return s->status == PTC_OK;
}

const char *stage_outcome(stage *s)
{
    ptc_text text;

    if (s->step->is_ok)
        return stage_edn(s, &s->step->result);
    ptc_text_init(&text, &s->arena);
    ptc_text_str(&text, s->step->fail.reason);
    ptc_text_cstr(&text, ": ");
    ptc_text_str(&text, s->step->fail.message);
    return stage_text(s, ptc_text_view(&text));
}

void stage_expect(stage *s, const char *outcome)
{
    EQUAL(stage_outcome(s), outcome);
}

bool stage_failed(const stage *s, const char *reason)
{
    return !s->step->is_ok && ptc_str_equal(s->step->fail.reason, ptc_str_of(reason));
}

const ptc_value *stage_member(const ptc_value *map, const char *name)
{
    const ptc_map_entry *entry =
        map->kind == PTC_MAP ? ptc_map_find_field(map->as.map, ptc_str_of(name), 0)
                             : NULL;

    cr_assert(entry != NULL, "no member \"%s\"", name);
    return &entry->value;
}
