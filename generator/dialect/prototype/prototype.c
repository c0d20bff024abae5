/* SPDX-License-Identifier: MIT */
/* Headers in C: prototypes with annotations. [signature 12] */
#include "generator/dialect/prototype/prototype.h"

#include "generator/dialect/prototype/prototype_int.h"

ptc_diag *prototype_fault(ptc_contract_reading *reading, ptc_span span,
                          const char *format, ...)
{
    va_list arguments;
    ptc_text message;

    ptc_text_init(&message, reading->diags->arena);
    va_start(arguments, format);
    ptc_text_format(&message, format, &arguments);
    va_end(arguments);
    return ptc_diag_add(reading->diags, PTC_DIAG_C_PROTOTYPE, span, "%.*s",
                        message.failed ? 0 : (int)message.len, message.ptr);
}

const char *prototype_quote(ptc_contract_reading *reading, ptc_span span)
{
    ptc_str text =
        ptc_str_make(reading->sig.text.ptr + span.start, span.end - span.start);

    return ptc_sig_is_telling(&reading->sig) ? ptc_diag_quote(reading->diags, text) : "";
}

/* What emitted code knows of the function; NULL: memory was refused. */
static const ptc_contract_info *prototype_info(ptc_contract_reading *reading,
                                               const ptc_prototype *made)
{
    ptc_prototype *prototype = ptc_arena_copy(reading->result, made, sizeof *prototype);
    ptc_contract_info *info = ptc_arena_array(reading->result, 1, sizeof *info);

    if (prototype == NULL || info == NULL) {
        reading->is_refused = true;
        return NULL;
    }
    info->struct_size = sizeof *info;
    info->prototype = prototype;
    return info;
}

static void prototype_draft(ptc_contract_reading *reading, ptc_declaration *item)
{
    prototype_file *file = reading->files[item->file]->data;
    const prototype_item *declared = &file->items[item->number];
    prototype_parsing *parsing = ptc_arena_array(reading->arena, 1, sizeof *parsing);
    ptc_prototype made;

    if (parsing == NULL) {
        reading->is_refused = true;
        return;
    }
    parsing->reading = reading;
    parsing->text = reading->sig.text;
    parsing->item = declared;
    if (!prototype_parse_item(parsing) || !prototype_make(parsing, &made))
        return;
    item->function = declared->signature.end > declared->signature.start
                         ? ptcc_source_signature(reading, file->text, declared->signature)
                         : prototype_derive(parsing, &made);
    if (item->function == 0)
        return;
    prototype_describe(reading, ptc_str_make(file->text, reading->sig.text.len), declared,
                       item->function);
    item->info = prototype_info(reading, &made);
}

static const char *const prototype_endings[] = {".h", NULL};

const ptc_contract_dialect ptcc_prototype = {"c", prototype_endings, prototype_scan,
                                             prototype_draft};
