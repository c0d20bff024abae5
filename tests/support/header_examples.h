/* SPDX-License-Identifier: MIT */
/*
 * What the examples in the comments of the public headers take as given: tests/check_docs
 * compiles each of them after this file.
 */
#ifndef HEADER_EXAMPLES_H
#define HEADER_EXAMPLES_H

#include <ptc/gen.h>
#include <ptc/gen_lisp.h>
#include <ptc/ptc.h>

#include <stdio.h>

extern ptc_arena arena;
extern ptc_source source;
extern ptc_source recorded;
extern ptc_diags diags;
extern ptc_contracts contracts;
extern ptc_schema schema;
extern ptc_text text;
extern ptc_str json;
extern ptc_gen *gen;
extern ptc_cursor p;
extern ptc_value orders_map;
extern ptc_value sample;
extern ptc_value order;
extern ptc_lisp *lisp;
extern ptc_program *program;
extern ptc_lisp_result result;
extern ptc_host *host;
extern ptc_lisp *worker;
extern ptc_lisp *successor;
extern ptc_llm llm;
extern ptc_cassette *cassette;
extern ptc_error error;
extern ptc_agent_options options;
extern const ptc_agent_tool finder_tools[1];
extern const ptc_image scorer_program;
extern const ptc_schema scorer_signature;
extern const ptc_agent scorer_agent;
extern const ptc_compiled scorer_compiled;
extern const ptc_agent_file *file;
extern ptc_agent_options run;
extern ptc_compile_sample samples[2];
extern ptc_value report;
extern ptc_str missing;
extern ptc_status status;
extern const ptc_step *step;
extern int64_t found;
extern ptc_mcp_session *session;
extern const char bytes[64];
extern size_t count;
extern bool is_found;
extern uint64_t timeout;

void use(const ptc_value *value);
void complain(ptc_str reason, ptc_str message);
bool next(ptc_value *value);

#endif
