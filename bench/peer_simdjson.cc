// SPDX-License-Identifier: MIT
// simdjson: text to its tape (the DOM parser), nothing else. `peer_simdjson DATA ROUNDS`
#include "load.h"

#include <simdjson.h>

static_assert(BENCH_PADDING >= simdjson::SIMDJSON_PADDING, "no copy is made");

namespace {

bool Parse(void *state, const bench_document *document, size_t)
{
    auto *parser = static_cast<simdjson::dom::parser *>(state);

    return parser->parse(document->text, document->len, false).error() == simdjson::SUCCESS;
}

} // namespace

int main(int argc, char **argv)
{
    bench_documents documents;
    simdjson::dom::parser parser;

    if (argc != 3 || !bench_load(&documents, argv[1]))
        return 2;
    const int status = bench_repeat(&documents, argv[2], Parse, &parser);
    bench_unload(&documents);
    return status;
}
