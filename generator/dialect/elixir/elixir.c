/* SPDX-License-Identifier: MIT */
/* Sources in Elixir: their @spec lines. [signature 12] */
#include "generator/dialect/elixir/elixir.h"

#include "generator/dialect/elixir/elixir_int.h"

#define ELIXIR_HINT "write @doc signature: \"(name :type) -> :type\" above it"

static const char *elixir_quote(ptc_contract_reading *reading, ptc_span span)
{
    ptc_str text =
        ptc_str_make(reading->sig.text.ptr + span.start, span.end - span.start);

    return ptc_sig_is_telling(&reading->sig) ? ptc_diag_quote(reading->diags, text) : "";
}

void elixir_tell(ptc_contract_reading *reading, ptc_span name, const elixir_fault *fault)
{
    const char *function = elixir_quote(reading, name);
    const char *text = elixir_quote(reading, fault->span);
    ptc_diag *diag;

    if (name.start == fault->span.start)
        diag = ptc_diag_add(reading->diags, PTC_DIAG_ELIXIR_SPEC, name,
                            "\"%s\" is left out: it %s", function, fault->reason);
    else
        diag =
            ptc_diag_add(reading->diags, PTC_DIAG_ELIXIR_SPEC, fault->span,
                         "\"%s\" is left out: \"%s\" %s", function, text, fault->reason);
    ptc_diag_hint(reading->diags, diag, "%s",
                  fault->hint != NULL ? fault->hint : ELIXIR_HINT);
}

/* The signature that a function has in its docs. */
static ptc_draft_ref elixir_explicit(ptc_contract_reading *reading, elixir_file *file,
                                     const elixir_function *function)
{
    ptc_span inside = elixir_text_inside(reading->sig.text, function->signature);

    if (reading->sig.text.ptr[function->signature.start] != '~' &&
        memchr(file->text + inside.start, '\\', inside.end - inside.start) != NULL) {
        elixir_tell(reading, function->clause.name,
                    &(elixir_fault){function->signature, "has escapes",
                                    "write it as ~S(...), in which nothing is escaped"});
        return 0;
    }
    return ptcc_source_signature(reading, file->text, inside);
}

static void elixir_draft(ptc_contract_reading *reading, ptc_declaration *item)
{
    elixir_file *file = reading->files[item->file]->data;
    const elixir_function *function = &file->functions[item->number];

    item->is_read = true; /* what is left out says nothing of the file */
    item->function = function->signature.end > 0
                         ? elixir_explicit(reading, file, function)
                         : elixir_function_draft(reading, function);
    if (item->function != 0 && function->doc.end > 0)
        ptc_draft_at(&reading->draft, item->function)->extra.description =
            elixir_text_value(reading->arena, reading->sig.text, function->doc);
}

static const char *const elixir_endings[] = {".ex", ".exs", NULL};

const ptc_contract_dialect ptcc_elixir = {"elixir", elixir_endings, elixir_scan,
                                          elixir_draft};
