/* SPDX-License-Identifier: MIT */
/*
 * Runs in which features meet: agents and chains as files, played with scripts, recorded,
 * and replayed without a model or a tool; shown by all that shows a run; and held to say
 * the same each time, and nothing that the firewall hides. They fail the test where a
 * scene does not come out as it says.
 */
#ifndef PTC_TEST_JOINTS_H
#define PTC_TEST_JOINTS_H

#include "agents.h"

#include <ptc/agent_file.h>
#include <ptc/cassette.h>

/*
 * What no prompt, log, trace, step or recording may show: in `_fields` of the context and
 * of what the function `get` gives. It is as long as what stands for it, since a memory
 * limit says how large the values are that are kept.
 */
#define JOINT_CANARY "c4n4ry-value"

enum { JOINT_FILES = 6, JOINT_TOLD = 4 };

typedef struct joint_scene {
    const char *name;
    struct {
        const char *name, *text;
    } files[JOINT_FILES];    /* the first one is run: an agent, or a chain of them */
    const char *context;     /* JSON, or NULL */
    const char *replies[32]; /* of all models, in order; "!": a failed request */
    ptc_agent_overrides set; /* without struct_size: none */
    const char *outcome;     /* the result as JSON where nothing is hidden, or
                                `reason: message` of the first agent that failed */
    size_t calls;            /* that reached a function */
    struct {
        size_t request; /* from 0 */
        const char *text;
    } told[JOINT_TOLD]; /* parts of the newest message of requests */
} joint_scene;

/* Plays each scene, records it and replays it, raw and not, with all kinds of traces. */
void joint_expect(const joint_scene *scenes, size_t count);

/* Replays many recorded runs of the scene on threads, from one recording. */
void joint_expect_threads(const joint_scene *scene);

/* The signature of the function `get`, which all tools with :fn are: of `id` 1 it gives a
 * result with what is hidden; 2 fails as :not_found; 3 does not fit; 4 fails for good. */
#define JOINT_GET "(id :int) -> {id :int, _cost :float, tags [:string]?, _who :string}"

/* What agents of scenes are made of: the tool `get`; a child that has it, as a file; a
 * question to a model; and a parent with all of them, of that result and more keys. */
#define JOINT_TOOL_GET "\"get\" {:fn get :cache true :signature \"" JOINT_GET "\"}"

#define JOINT_KID                                                                        \
    {                                                                                    \
        "kid.agent.edn", "{:name \"kid\" :prompt \"Find {{id}}\" :max-turns 3"           \
                         " :signature \"(id :int) -> {id :int, _cost :float}\""          \
                         " :tools {" JOINT_TOOL_GET "}}"                                 \
    }
#define JOINT_TOOL_JUDGE                                                                 \
    "\"judge\" {:llm-tool {:prompt \"Is {{text}} good?\" :llm \"sonnet\""                \
    " :signature \"(text :string) -> {good :bool, _why :string}\"} :cache true}"
#define JOINT_TOOLS                                                                      \
    " :tools {" JOINT_TOOL_GET " " JOINT_TOOL_JUDGE                                      \
    " \"kid\" {:agent \"kid.agent.edn\" :llm \"haiku\" :cache true}}"

#define JOINT_PARENT(signature, ...)                                                     \
    {                                                                                    \
        "p.agent.edn",                                                                   \
            "{:name \"p\" :prompt \"Look at {{m}}\" :max-turns 8"                        \
            " :signature \"(m :map) -> " signature "\"" JOINT_TOOLS " " __VA_ARGS__ "}"  \
    }

#define JOINT_CONTEXT                                                                    \
    "{\"m\":{\"id\":1,\"_cost\":\"" JOINT_CANARY "\",\"in\":[{\"_k\":\"" JOINT_CANARY    \
    "\"}]}}"
#define JOINT_COUNT(rows) sizeof(rows) / sizeof *(rows)
#define JOINT_OVERRIDES(...)                                                             \
    {                                                                                    \
        .struct_size = sizeof(ptc_agent_overrides), __VA_ARGS__                          \
    }

#endif
