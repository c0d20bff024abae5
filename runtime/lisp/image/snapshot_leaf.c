/* SPDX-License-Identifier: MIT */
/* Values that nest no others, to bytes. See save_int.h. */
#include "lisp/heap/layout.h"
#include "lisp/image/save_int.h"

/* --- Bytes ------------------------------------------------------------------------- */

void ptc_save_number(ptc_save_job *job, uint64_t number, unsigned bytes)
{
    ptc_snapshot_add_number(&job->text, number, bytes);
}

void ptc_save_tag(ptc_save_job *job, ptc_snapshot_tag tag)
{
    ptc_save_number(job, tag, 1);
}

void ptc_save_text(ptc_lisp *lisp, ptc_save_job *job, ptc_snapshot_tag tag, ptc_str text)
{
    ptc_lisp_read_bytes(lisp, text.len);
    ptc_save_tag(job, tag);
    ptc_snapshot_add_text(&job->text, text);
}

/* --- Values ------------------------------------------------------------------------ */

void ptc_save_scalar(ptc_save_job *job, const ptc_value *value)
{
    uint64_t bits;

    switch ((unsigned)value->kind) {
    case PTC_BOOL:
        ptc_save_tag(job, value->as.boolean ? PTC_SNAPSHOT_TRUE : PTC_SNAPSHOT_FALSE);
        break;
    case PTC_INT:
        ptc_save_tag(job, PTC_SNAPSHOT_INT);
        ptc_save_number(job, (uint64_t)value->as.integer, 8);
        break;
    case PTC_FLOAT:
        memcpy(&bits, &value->as.number, sizeof bits);
        ptc_save_tag(job, PTC_SNAPSHOT_FLOAT);
        ptc_save_number(job, bits, 8);
        break;
    case PTC_TEMPORAL:
        ptc_save_tag(job, PTC_SNAPSHOT_TEMPORAL);
        ptc_save_number(job, value->reserved, 1);
        ptc_save_number(job, (uint64_t)value->as.integer, 8);
        ptc_save_number(job, value->aux, 4);
        break;
    default:
        ptc_save_tag(job, PTC_SNAPSHOT_NIL);
        break;
    }
}

/* Strings, and values with a text like strings. */
void ptc_save_textual(ptc_lisp *lisp, ptc_save_job *job, const ptc_value *value)
{
    ptc_str text = ptc_str_make(value->as.text, value->aux);
    ptc_snapshot_tag tag = PTC_SNAPSHOT_STRING;

    switch ((unsigned)value->kind) {
    case PTC_OPAQUE:
        text = ptc_value_text(value);
        tag = value->flags & PTC_FLAG_NUMBER ? PTC_SNAPSHOT_NUMBER : PTC_SNAPSHOT_OPAQUE;
        if (tag == PTC_SNAPSHOT_NUMBER && !ptc_snapshot_is_number(text))
            ptc_save_refuse(lisp, job, "a large integer that is not spelled as one",
                            "make it a string");
        break;
    case PTC_KEYWORD:
        text = ptc_value_text(value);
        tag = PTC_SNAPSHOT_KEYWORD;
        break;
    case PTC_SYMBOL:
        tag = PTC_SNAPSHOT_SYMBOL;
        break;
    case PTC_VAR:
        tag = PTC_SNAPSHOT_VAR;
        break;
    default:
        text = ptc_value_text(value);
        break;
    }
    if (tag >= PTC_SNAPSHOT_KEYWORD)
        ptc_save_check_name(lisp, job, text);
    ptc_save_text(lisp, job, tag, text);
}
