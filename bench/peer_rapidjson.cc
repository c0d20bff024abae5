// SPDX-License-Identifier: MIT
// rapidjson: a SAX reader into its schema validator, which stores nothing.
// `peer_rapidjson SCHEMA.json DATA ROUNDS`
#include "load.h"

#include <rapidjson/document.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <rapidjson/schema.h>

namespace {

struct Validating {
    rapidjson::SchemaValidator validator;
    rapidjson::Reader reader;

    explicit Validating(const rapidjson::SchemaDocument &schema) : validator(schema) {}
};

bool Judge(void *state, const bench_document *document, size_t)
{
    auto *self = static_cast<Validating *>(state);
    rapidjson::MemoryStream stream(document->text, document->len);

    self->validator.Reset();
    return !self->reader.Parse(stream, self->validator).IsError() &&
           self->validator.IsValid();
}

} // namespace

int main(int argc, char **argv)
{
    bench_documents file, documents;
    rapidjson::Document tree;

    if (argc != 4 || !bench_load(&file, argv[1]) || !bench_load(&documents, argv[2]))
        return 2;
    if (tree.Parse(file.items[0].text, file.items[0].len).HasParseError())
        return 2;
    const rapidjson::SchemaDocument schema(tree);
    Validating state(schema);
    const int status = bench_repeat(&documents, argv[3], Judge, &state);
    bench_unload(&documents);
    bench_unload(&file);
    return status;
}
