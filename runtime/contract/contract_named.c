/* SPDX-License-Identifier: MIT */
/*
 * Files that contracts and agents name: which names can be one, how they are loaded, and
 * what is said about those that turn out to be something else. [signature 1.1]
 */
#include "contract/contract_int.h"

/* Names go into depfiles, Makefiles and messages: none of them may end a line there or be
 * shown as another one. */
static bool named_check(ptc_diags *diags, const ptc_named_file *named)
{
    if (named->name.len > 0 && ptc_visible_is_plain(named->name))
        return true;
    ptc_diag_add(diags, named->code, named->span,
                 named->name.len == 0 ? "a file name cannot be empty"
                                      : "a file name cannot contain control characters, "
                                        "direction marks or bytes that are not UTF-8");
    return false;
}

const ptc_source *ptc_named_file_load(const ptc_contract_options *options,
                                      ptc_diags *diags, const ptc_named_file *named)
{
    const char *quoted = ptc_diag_quote(diags, named->name);
    const ptc_source *source;
    const char *fault = NULL;

    if (options->load == NULL) {
        ptc_diag_add(diags, named->code, named->span,
                     "other files are not available here");
        return NULL;
    }
    if (!named_check(diags, named))
        return NULL;
    source = options->load(named->name, diags->source, options->user);
    if (source != NULL && source->text.len <= PTC_SOURCE_MAX)
        return source;
    if (source != NULL)
        fault = "is " PTC_SOURCE_LARGE;
    else if (options->load_fault != NULL)
        fault = options->load_fault(options->user);
    if (fault == NULL)
        ptc_diag_add(diags, named->code, named->span, "there is no file \"%s\"", quoted);
    else
        ptc_diag_add(diags, named->code, named->span, "\"%s\" %s", quoted, fault);
    return NULL;
}

void ptc_named_file_refuse(ptc_diags *diags, const ptc_named_file *named,
                           const ptc_source *source, const char *why)
{
    ptc_diag *diag = ptc_diag_add(diags, named->code, named->span, "\"%s\" %s",
                                  ptc_diag_quote(diags, named->name), why);

    ptc_diag_hint(diags, diag, "if it should be one, `ptcc check %s` shows what is wrong",
                  ptc_diag_quote(diags, source->name));
}
