/* SPDX-License-Identifier: MIT */
/*
 * Malli schemas in the place of signatures: embedded in shorthand, or instead of it, as
 * EDN text or a JSON array. [signature 8]
 *
 * A bracket is Malli by what its first two tokens are; the lexer looks ahead for them.
 * The EDN reader then reads the bracket from the same text, and the parser gets it as one
 * token with the draft in it.
 */
#include "contract/malli/malli_int.h"
#include "contract/signature/signature_int.h"
#include "edn/edn_int.h"
#include "signature.h"

static bool sig_is_one_of(ptc_str word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ptc_str_equal(word, ptc_str_of(words[i])))
            return true;
    }
    return false;
}

/* Heads that only Malli has. */
static bool sig_is_malli_head(ptc_str word)
{
    static const char *const heads[] = {"vector", "sequential", "set", "map", "map-of",
                                        "tuple",  "enum",       "or",  "orn", "and",
                                        "maybe",  "re",         "not", "fn",  "multi",
                                        "ref",    "schema",     "cat", "catn"};

    return sig_is_one_of(word, heads, sizeof heads / sizeof heads[0]);
}

/* Whether `{` at the lexer begins properties rather than a map in shorthand. */
static bool sig_begins_properties(ptc_sig_lexer lexer)
{
    int code = ptc_sig_lex(&lexer);

    return code == PTC_SIG_RC || code == PTC_SIG_COLONWORD || code == PTC_SIG_FAULT_MALLI;
}

/* Whether a Malli schema follows the `[` that was just read. [signature 8] */
bool ptc_sig_begins_malli(const ptc_sig *cx)
{
    ptc_sig_lexer ahead = cx->lexer;
    int code = ptc_sig_lex(&ahead);
    ptc_str head = ptc_str_make(
        (const char *)ahead.token + 1,
        code == PTC_SIG_COLONWORD ? (size_t)(ahead.cursor - ahead.token) - 1 : 0);
    const unsigned char *end = ahead.cursor;
    bool is_head = sig_is_malli_head(head);

    if (code == PTC_SIG_FAULT_MALLI)
        return true;
    if (code != PTC_SIG_COLONWORD)
        return false;
    code = ptc_sig_lex(&ahead);
    if (code == PTC_SIG_RB)
        return is_head && !ptc_str_equal(head, PTC_STR("map"));
    if (code == PTC_SIG_BAR || (ahead.token == end && code == PTC_SIG_OPT) ||
        (ahead.token == end && code == PTC_SIG_LB))
        return false;
    return is_head || (code == PTC_SIG_LC && ptc_sig_is_type_word(head) &&
                       sig_begins_properties(ahead));
}

bool ptc_sig_find_named(ptc_draft *draft, ptc_draft_ref ref, ptc_str name, void *user)
{
    const ptc_sig *cx = user;
    const ptc_name_entry *named =
        cx->named != NULL ? ptc_names_find(cx->named, name) : NULL;
    ptc_draft_node *node = ptc_draft_at(draft, ref);

    if (named == NULL)
        return false;
    if (cx->keeps_names) {
        node->type = PTC_TYPE_CUSTOM;
        node->type_name = name;
        node->extra.named_type = named->name;
        return true;
    }
    node->type = PTC_TYPE_REF;
    node->target = named->value;
    node->extra.named_type = named->name;
    return true;
}

/* Faults of the EDN reader are here faults of the signature's. */
static void sig_rename_faults(ptc_sig *cx, size_t from)
{
    for (size_t i = from; i < cx->diags->count; i++) {
        ptc_diag_code *code = &cx->diags->items[i].code;

        if (*code == PTC_DIAG_EDN_SYNTAX || *code == PTC_DIAG_EDN_UNCLOSED ||
            *code == PTC_DIAG_EDN_DUPLICATE)
            *code = PTC_DIAG_SIG_MALLI;
    }
}

/* Reads the Malli schema at the `[` at hand; the lexer goes on after it. False when not
 * even a form could be read. */
bool ptc_sig_read_malli(ptc_sig *cx)
{
    size_t offset = cx->token.start;
    size_t known = cx->diags->count;
    ptc_malli_types types = {ptc_sig_find_named, cx, &cx->tool};
    uint32_t form = ptc_edn_read(&cx->forms, &offset, cx->diags);

    sig_rename_faults(cx, known);
    if (form == 0)
        return false;
    cx->code = PTC_SIG_MALLI;
    cx->token.extra =
        ptc_malli_draft_with(cx->draft, &cx->forms, form, cx->options, &types);
    cx->token.end = (uint32_t)offset;
    cx->lexer.cursor = cx->lexer.text + offset;
    return true;
}

/* Whether the text is the JSON form of a Malli schema: `["map", ...`. */
bool ptc_sig_begins_json(ptc_str text, size_t offset)
{
    ptc_sig_lexer lexer = ptc_sig_lexer_at(text, offset);

    return ptc_sig_lex(&lexer) == PTC_SIG_LB && ptc_sig_lex(&lexer) == PTC_SIG_STRING;
}

ptc_draft_ref ptc_sig_read_json(ptc_sig *cx)
{
    uint32_t form = ptc_form_read_json(&cx->forms, cx->diags);

    cx->result = 0;
    if (form != 0)
        ptc_sig_output(cx, ptc_malli_draft(cx->draft, &cx->forms, form, cx->options));
    return cx->result;
}
