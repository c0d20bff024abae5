/* SPDX-License-Identifier: MIT */
/*
 * A stage for runs of agents: a host whose clock stops unless a test moves it,
 * models that play what a test wrote down, and what they were asked. They fail the test
 * where the stage itself does.
 */
#ifndef PTC_TEST_STAGE_H
#define PTC_TEST_STAGE_H

#include "support.h"

#include <ptc/agent.h>

enum { STAGE_MODELS = 8, STAGE_REQUESTS = 64, STAGE_EVENTS = 128 };

/* One request, as a model saw it; texts are copies. */
typedef struct stage_request {
    const char *model;
    const char *system;
    const char *first;   /* message */
    const char *last;    /* message */
    const char *options; /* as JSON */
    const char *tools;   /* names, spaces between them */
    const char *prompt;
    size_t message_count;
    uint32_t turn;
} stage_request;

typedef struct stage stage;

typedef struct stage_model {
    stage *stage;
    const char *name;
    const char *const *replies; /* up to a NULL */
    size_t next;
} stage_model;

struct stage {
    ptc_arena arena;
    ptc_host *host;
    ptc_agent_options options;
    uint64_t now_ms;
    uint64_t slept_ms;
    uint64_t takes_ms; /* of each request */
    stage_model models[STAGE_MODELS];
    size_t model_count;
    stage_request asked[STAGE_REQUESTS];
    size_t asked_count;
    const char *events[STAGE_EVENTS]; /* names, as they came */
    size_t event_count;
    ptc_status status;
    const ptc_step *step;
};

void stage_start(stage *s);
void stage_stop(stage *s);

/*
 * A model of that name that gives these replies, up to a NULL, in order. "!rate_limit no"
 * is a failure of that kind, "#12/3 text" a reply that cost this many tokens. The first
 * model of a stage is the one of its option `llm`.
 */
void stage_model_add(stage *s, const char *name, const char *const *replies);
#define MODEL(s, name, ...)                                                              \
    stage_model_add(s, name, (const char *const[]){__VA_ARGS__, NULL})

/* The data that JSON text says; the schema that the text of a signature says. */
ptc_value stage_json(stage *s, const char *text);
const ptc_schema *stage_signature(stage *s, const char *text);

/* Runs the agent with this context (JSON, or NULL) and the stage's options. True: good.
 */
bool stage_run(stage *s, const ptc_agent *agent, const char *context);

/* Of the last run: the result as EDN, or `reason: message`. */
const char *stage_outcome(stage *s);
void stage_expect(stage *s, const char *outcome);

/* Whether the last run failed for that reason. */
bool stage_failed(const stage *s, const char *reason);

/* The value as EDN; the text as a C string. */
const char *stage_edn(stage *s, const ptc_value *value);
const char *stage_text(stage *s, ptc_str text);

/* The member of a map with that name, by whatever key; fails the test without it. */
const ptc_value *stage_member(const ptc_value *map, const char *name);

/* A function of tools that answers with the JSON text that is its user pointer. */
ptc_status stage_say(ptc_tool_call *call, void *text);

/* Has all events noted down. Before the first run. */
void stage_listen(stage *s);

/* A reply with a program in a fence. */
#define CODE(program) "```clojure\n" program "\n```"

#define HAS(text, part)                                                                  \
    cr_expect(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text)
#define LACKS(text, part)                                                                \
    cr_expect(strstr(text, part) == NULL, "\"%s\" is in:\n%s", part, text)
#define EQUAL(text, wanted)                                                              \
    cr_expect(strcmp(text, wanted) == 0, "got:\n%s\nnot:\n%s", text, wanted)

/* A constant text; a constant agent. */
#define WORDS PTC_STR_INIT
#define AGENT(text, ...)                                                                 \
    {                                                                                    \
        .struct_size = sizeof(ptc_agent), .prompt = WORDS(text), __VA_ARGS__             \
    }
#define SIGNATURE(text) .signature_text = WORDS(text)
#define TOOLS(list)     .tools = list, .tool_count = sizeof(list) / sizeof *(list)

#endif
