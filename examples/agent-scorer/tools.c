/* SPDX-License-Identifier: MIT */
/* The tool of the agent. Several threads may call it at once: it only reads constants. */
#include "scorer.ptc.h"

ptc_status scorer_lookup_threshold(const scorer_lookup_threshold_input *in,
                                   scorer_lookup_threshold_result *out,
                                   ptc_tool_call *call)
{
    switch (in->metric) {
    case SCORER_LOOKUP_THRESHOLD_INPUT_METRIC_LATENCY:
        *out = 500; /* milliseconds */
        return PTC_OK;
    case SCORER_LOOKUP_THRESHOLD_INPUT_METRIC_ERRORS:
        *out = 20; /* per thousand requests */
        return PTC_OK;
    case SCORER_LOOKUP_THRESHOLD_INPUT_METRIC_QUEUE:
        *out = 10000; /* waiting messages */
        return PTC_OK;
    case SCORER_LOOKUP_THRESHOLD_INPUT_METRIC_ABSENT:
        break;
    }
    call->message = "a metric is latency, errors or queue";
    return PTC_ERROR_INVALID;
}
