/* SPDX-License-Identifier: MIT */
/* Sources in Python whose functions are decorated for Brimley. [brimley 5] */
#include "generator/dialect/python/python_int.h"

#include "generator/dialect/brimley/brimley.h"

static void python_scan(ptc_contract_reading *reading, size_t file)
{
    ptcc_definition definition;
    ptcc_brimley_text *text = ptc_arena_array(reading->arena, 1, sizeof *text);

    if (text == NULL || (!ptcc_python_read(&definition, reading->arena, reading->diags) &&
                         reading->arena->failed)) {
        reading->is_refused = true;
        return;
    }
    text->forms = definition.forms;
    text->root = definition.root;
    text->body = definition.body;
    text->place = definition.place;
    ptcc_brimley_scan(reading, file, text);
}

static const char *const python_endings[] = {".py", NULL};

const ptc_contract_dialect ptcc_python = {"python", python_endings, python_scan,
                                          ptcc_brimley_draft};
