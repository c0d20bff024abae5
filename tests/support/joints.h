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
 * limit tells how large the values are that are kept.
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

#endif
