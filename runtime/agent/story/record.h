/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/agent: records of runs as JSON, for exporters and logs. All values
 * have gone through export.h; long texts are cut, and the text is valid JSON whatever the
 * data. [subagent 13]
 */
#ifndef PTC_AGENT_RECORD_H
#define PTC_AGENT_RECORD_H

#include "agent/host/export.h"

enum {
    PTC_RECORD_STRING_MAX =
        65536, /* bytes of a string in a log, of a member of a value */
    PTC_RECORD_VALUE_MAX = 262144, /* bytes of a value, about */
};

/* An open collection: where its path begins, and its number of elements so far. */
typedef struct ptc_record_level {
    size_t place;
    size_t index;
} ptc_record_level;

/* A JSON text under construction. */
typedef struct ptc_record_writer {
    ptc_text *text;
    ptc_export *rules;
    size_t string_max; /* bytes; 0: no limit */
    ptc_text path;     /* of the open collections */
    ptc_record_level *levels;
    size_t level_count;
    size_t level_capacity;
    bool needs_comma;
    bool is_mixed; /* a map in it has several keys with one name */
} ptc_record_writer;

/* Both are borrowed; the arena of `rules` holds the path. */
void ptc_record_init(ptc_record_writer *record, ptc_text *text, ptc_export *rules);

/* Members of the open object; `key` NULL: an element of the open array. */
void ptc_record_open(ptc_record_writer *record, const char *key, char bracket);
void ptc_record_close(ptc_record_writer *record, char bracket);
void ptc_record_typed(ptc_record_writer *record, const char *key,
                      const ptc_schema *schema, const ptc_value *value);
/* Texts about events: for people, models and programs. */
void ptc_record_text(ptc_record_writer *record, const char *key, ptc_str text);
/* The same, not written when empty. */
void ptc_record_some_text(ptc_record_writer *record, const char *key, ptc_str text);
/* Names, numbers and ids, which are not redacted. */
void ptc_record_name(ptc_record_writer *record, const char *key, ptc_str name);
void ptc_record_int(ptc_record_writer *record, const char *key, int64_t number);
void ptc_record_bool(ptc_record_writer *record, const char *key, bool is_true);
void ptc_record_null(ptc_record_writer *record, const char *key);
/* Marks the open object when keys of a map in it had to be told apart. [subagent 13] */
void ptc_record_mixed(ptc_record_writer *record);
/* -1 is null. */
void ptc_record_count(ptc_record_writer *record, const char *key, int64_t count);
/* RFC 3339, in UTC with milliseconds; the length of the text, which has no NUL. */
size_t ptc_time_text(char text[32], int64_t ms);
void ptc_record_time(ptc_record_writer *record, const char *key, int64_t ms);

#endif
