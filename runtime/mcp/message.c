/* SPDX-License-Identifier: MIT */
/*
 * A line to a message, in one pass and without values: the bytes of each known member are
 * noted, the rest is skipped. Members are checked afterwards, since they come in any
 * order. Equal keys are faults everywhere except in `arguments`, whose bytes are for the
 * parser of the tool. [mcp 2, 3, 5]
 */
#include "mcp/mcp_int.h"

/* Bytes of a value that faults show. */
enum { MESSAGE_SHOWN = 40 };

/* ORDER FIELD: members by the object that they belong to: see message_names. */
typedef enum message_field {
    FIELD_JSONRPC,
    FIELD_ID,
    FIELD_METHOD,
    FIELD_PARAMS,
    FIELD_RESULT,
    FIELD_ERROR,
    FIELD_NAME, /* from here on in params */
    FIELD_ARGUMENTS,
    FIELD_META,
    FIELD_CURSOR,
    FIELD_VERSION,
    FIELD_CLIENT,
    FIELD_REQUEST,
    FIELD_NOTIFICATIONS,
    FIELD_TOKEN, /* from here on in params._meta */
    FIELD_META_VERSION,
    FIELD_META_CAPABILITIES,
    FIELD_META_CLIENT,
    FIELD_COUNT,
} message_field;

#define MESSAGE_META "io.modelcontextprotocol/"
#define MESSAGE_NAME(text_)                                                              \
    {                                                                                    \
        sizeof(text_) - 1, text_                                                         \
    }

/* A name, with a readable word after it. */
typedef struct message_name {
    size_t len;
    char text[48];
} message_name;

/* ORDER FIELD */
static const message_name message_names[FIELD_COUNT] = {
    MESSAGE_NAME("jsonrpc"),
    MESSAGE_NAME("id"),
    MESSAGE_NAME("method"),
    MESSAGE_NAME("params"),
    MESSAGE_NAME("result"),
    MESSAGE_NAME("error"),
    MESSAGE_NAME("name"),
    MESSAGE_NAME("arguments"),
    MESSAGE_NAME("_meta"),
    MESSAGE_NAME("cursor"),
    MESSAGE_NAME("protocolVersion"),
    MESSAGE_NAME("clientInfo"),
    MESSAGE_NAME("requestId"),
    MESSAGE_NAME("notifications"),
    MESSAGE_NAME("progressToken"),
    MESSAGE_NAME(MESSAGE_META "protocolVersion"),
    MESSAGE_NAME(MESSAGE_META "clientCapabilities"),
    MESSAGE_NAME(MESSAGE_META "clientInfo"),
};

/* The object that a member is in: the message, its params, their _meta. */
enum { MESSAGE_LEVELS = 3 };
static const message_field message_first[MESSAGE_LEVELS + 1] = {FIELD_JSONRPC, FIELD_NAME,
                                                                FIELD_TOKEN, FIELD_COUNT};

/* A member as read. */
typedef struct message_value {
    ptc_str json; /* as spelled; empty: absent */
    ptc_str text; /* of a string, unescaped */
} message_value;

typedef struct message_reader {
    ptc_scan scan;
    message_value fields[FIELD_COUNT];
    bool has_twins;             /* two keys of an object are equal */
    message_field twin;         /* the key, if it is a known one */
    const unsigned char *twins; /* otherwise the end of their object */
} message_reader;

/* --- Reading ------------------------------------------------------------------------ */

/* Continues after equal keys, found at the place of the fault. */
static void message_note_twins(message_reader *reader)
{
    if (!reader->has_twins)
        reader->twins = reader->scan.fault;
    reader->has_twins = true;
}

/* Skips a value that is not used here, but compares its keys; numbers out of range are
 * ignored. */
static const unsigned char *message_skip(message_reader *reader, const unsigned char *p)
{
    ptc_scan *scan = &reader->scan;
    int depth = scan->depth;
    const unsigned char *stop = ptc_scan_skip(scan, p);

    if (PTC_LIKELY(stop != NULL))
        return stop;
    if (scan->status == PTC_ERROR_DUPLICATE)
        message_note_twins(reader);
    else if (scan->status != PTC_ERROR_RANGE)
        return NULL;
    scan->status = PTC_OK;
    scan->depth = depth;
    stop = ptc_scan_pass(scan, p);
    return stop != NULL ? ptc_scan_close(scan, stop) : NULL;
}

/* Whether a key, also followed by a readable word, is that name. */
PTC_INLINE bool message_is_name(const message_name *name, ptc_str key)
{
    const unsigned char *a = (const unsigned char *)name->text;
    const unsigned char *b = (const unsigned char *)key.ptr;
    uint64_t differs;

    if (name->len != key.len)
        return false;
    differs = ptc_scan_load(a) ^ ptc_scan_load(b);
    if (key.len <= 8)
        return differs << (64 - 8 * key.len) == 0;
    return differs == 0 && memcmp(a + 8, b + 8, key.len - 8) == 0;
}

/* The member of that name in an object of a level, or FIELD_COUNT. */
static message_field message_find(unsigned level, ptc_str key)
{
    for (int i = (int)message_first[level]; i < (int)message_first[level + 1]; i++) {
        if (message_is_name(&message_names[i], key))
            return (message_field)i;
    }
    return FIELD_COUNT;
}

/* Whether no two of the unknown keys, which are on the stack from `base` on, are equal;
 * their object ends at `p`. False when memory was refused. */
static bool message_end(message_reader *reader, const unsigned char *p, size_t base)
{
    ptc_scan *scan = &reader->scan;
    size_t count = (scan->stack_used - base) / sizeof(ptc_str);

    if (count > 1 &&
        !ptc_scan_keys(scan, p, scan->stack + base, sizeof(ptc_str), count)) {
        if (scan->status != PTC_ERROR_DUPLICATE)
            return false;
        message_note_twins(reader);
        scan->status = PTC_OK;
    }
    scan->stack_used = base;
    return true;
}

static const unsigned char *message_object(message_reader *reader, const unsigned char *p,
                                           unsigned level);

/* Skips the value, at `p`, of an unknown member. Its key waits on the stack until the
 * object ends. */
static const unsigned char *message_other(message_reader *reader, const unsigned char *p,
                                          ptc_str key)
{
    void *place;

    p = message_skip(reader, p);
    place = p != NULL ? ptc_scan_push(&reader->scan, sizeof key) : NULL;
    if (place == NULL)
        return NULL;
    memcpy(place, &key, sizeof key);
    return p;
}

/* Reads the value, at `p`, of a known one. */
static const unsigned char *message_known(message_reader *reader, const unsigned char *p,
                                          unsigned level, message_field field)
{
    ptc_scan *scan = &reader->scan;

    if (*p == '"')
        return ptc_scan_string(scan, p + 1, &reader->fields[field].text);
    if (*p == '{' && (field == FIELD_PARAMS || field == FIELD_META))
        return message_object(reader, p, level + 1);
    if (field == FIELD_ID && *p != '{' && *p != '[')
        return ptc_scan_pass(scan, p);
    if (field == FIELD_ARGUMENTS) {
        p = ptc_scan_pass(scan, p);
        return p != NULL ? ptc_scan_close(scan, p) : NULL;
    }
    return message_skip(reader, p);
}

static PTC_COLD void message_note_twin(message_reader *reader, message_field field)
{
    if (!reader->has_twins || field == FIELD_ID) /* which then cannot be read */
        reader->twin = field;
    reader->has_twins = true;
}

/* Moves past a member and blanks. */
static const unsigned char *message_member(message_reader *reader, const unsigned char *p,
                                           unsigned level)
{
    const unsigned char *start;
    message_field field;
    ptc_str key;

    if (*p != '"')
        return ptc_scan_fail(&reader->scan, p, PTC_ERROR_SYNTAX,
                             "expected a key in quotes");
    start = ptc_scan_key(&reader->scan, p + 1, &key);
    if (start == NULL)
        return NULL;
    field = message_find(level, key);
    p = field != FIELD_COUNT ? message_known(reader, start, level, field)
                             : message_other(reader, start, key);
    if (p == NULL)
        return NULL;
    if (field != FIELD_COUNT) {
        if (PTC_UNLIKELY(reader->fields[field].json.len != 0))
            message_note_twin(reader, field);
        reader->fields[field].json =
            ptc_str_make((const char *)start, (size_t)(p - start));
    }
    return ptc_scan_blanks(p);
}

/* Moves past the object at `p`. It calls itself for the next level; there are three.
 */
static const unsigned char *message_object(message_reader *reader, const unsigned char *p,
                                           unsigned level)
{
    ptc_scan *scan = &reader->scan;
    size_t base = scan->stack_used;

    scan->depth--;
    p = ptc_scan_blanks(p + 1);
    if (*p != '}')
        p = message_member(reader, p, level);
    while (p != NULL && *p == ',')
        p = message_member(reader, ptc_scan_blanks(p + 1), level);
    if (p == NULL)
        return NULL;
    if (*p != '}')
        return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX,
                             "expected ',' or a closing bracket");
    scan->depth++;
    if (!message_end(reader, p, base))
        return NULL;
    return level == 0 ? p + 1 : ptc_scan_close(scan, p + 1);
}

/* --- Faults ------------------------------------------------------------------------- */

/* Appends a JSON value as faults show it: lists and objects only by kind. */
static void message_show(ptc_text *text, ptc_str json)
{
    if (json.len == 0)
        ptc_text_cstr(text, "nothing");
    else if (*json.ptr == '{' || *json.ptr == '[')
        ptc_text_cstr(text, *json.ptr == '{' ? "an object" : "a list");
    else
        ptc_mcp_write_line(text, json, MESSAGE_SHOWN);
}

/* "Invalid request: PATH: expected .., got ..", and so on. */
static ptc_str message_expected(ptc_arena *arena, const char *path, const char *expected,
                                ptc_str json)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, path);
    ptc_text_cstr(&text, "expected ");
    ptc_text_cstr(&text, expected);
    ptc_text_cstr(&text, ", got ");
    message_show(&text, json);
    return ptc_text_view(&text);
}

static void message_refuse(ptc_mcp_message *out, ptc_arena *arena, const char *path,
                           const char *expected, ptc_str json)
{
    out->code = PTC_MCP_INVALID_REQUEST;
    out->fault = message_expected(arena, path, expected, json);
}

/* The same for the params, where the first fault counts. */
static void message_refuse_params(ptc_mcp_message *out, ptc_arena *arena,
                                  const char *path, const char *expected, ptc_str json)
{
    if (out->params_fault.len == 0)
        out->params_fault = message_expected(arena, path, expected, json);
}

static void message_refuse_twins(ptc_mcp_message *out, const message_reader *reader)
{
    ptc_text text;

    ptc_text_init(&text, reader->scan.arena);
    if (reader->twin != FIELD_COUNT) {
        ptc_text_cstr(&text, "Invalid request: the key \"");
        ptc_text_cstr(&text, message_names[reader->twin].text);
        ptc_text_cstr(&text, "\" appears twice");
    } else {
        ptc_text_cstr(
            &text,
            "Invalid request: a key appears twice in the object that ends at byte ");
        ptc_text_uint(&text, (uint64_t)(reader->twins - reader->scan.start));
    }
    out->code = PTC_MCP_INVALID_REQUEST;
    out->fault = ptc_text_view(&text);
}

/* "Parse error: WHAT at byte N". */
static ptc_str message_parse_fault(const ptc_scan *scan)
{
    ptc_text text;

    ptc_text_init(&text, scan->arena);
    ptc_text_cstr(&text, "Parse error: ");
    ptc_text_cstr(&text, scan->message);
    ptc_text_cstr(&text, " at byte ");
    ptc_text_uint(&text, (uint64_t)(scan->fault - scan->start));
    return ptc_text_view(&text);
}

/* --- Checking
 * ----------------------------------------------------------------------- */

static bool message_is_kind(const message_value *value, char first)
{
    return value->json.len != 0 && *value->json.ptr == first;
}

/* A string of at most 256 bytes, or an integer in 64 bits. */
static bool message_is_id(const message_value *value)
{
    const unsigned char *start = (const unsigned char *)value->json.ptr;
    const unsigned char *stop;
    int64_t number;

    if (value->json.len == 0)
        return false;
    if (*start == '"')
        return value->text.len <= PTC_MCP_ID_MAX;
    stop = ptc_scan_int_plain(start, &number);
    return stop != NULL ? (size_t)(stop - start) == value->json.len
                        : ptc_number_read_int(value->json.ptr, value->json.len, &number);
}

static const char message_id_words[] =
    "a string of at most 256 bytes or an integer of 64 bits";

/* The fault of the envelope. */
static void message_judge_envelope(const message_reader *reader, ptc_mcp_message *out)
{
    const message_value *fields = reader->fields;
    ptc_arena *arena = reader->scan.arena;

    if (reader->has_twins)
        message_refuse_twins(out, reader);
    else if (!ptc_str_equal(fields[FIELD_JSONRPC].text, PTC_STR("2.0")))
        message_refuse(out, arena, "Invalid request: jsonrpc: ", "\"2.0\"",
                       fields[FIELD_JSONRPC].json);
    else if (!message_is_kind(&fields[FIELD_METHOD], '"'))
        message_refuse(out, arena, "Invalid request: method: ", "a string",
                       fields[FIELD_METHOD].json);
    else if (fields[FIELD_ID].json.len != 0 && out->id.len == 0)
        message_refuse(out, arena, "Invalid request: id: ", message_id_words,
                       fields[FIELD_ID].json);
}

/* The fault of a member of params that must have a certain kind, if present. */
static void message_judge_kind(const message_reader *reader, ptc_mcp_message *out,
                               message_field field, bool is_needed, const char *path)
{
    const message_value *value = &reader->fields[field];
    char first = field == FIELD_NAME || field == FIELD_CURSOR || field == FIELD_VERSION ||
                         field == FIELD_META_VERSION
                     ? '"'
                     : '{';

    if (!message_is_kind(value, first) && (is_needed || value->json.len != 0))
        message_refuse_params(out, reader->scan.arena, path,
                              first == '"' ? "a string" : "an object", value->json);
}

/* The fault of `_meta`. */
static void message_judge_meta(const message_reader *reader, ptc_mcp_message *out)
{
    const message_value *token = &reader->fields[FIELD_TOKEN];

    message_judge_kind(reader, out, FIELD_PARAMS, false, "Invalid params: params: ");
    message_judge_kind(reader, out, FIELD_META, false, "Invalid params: _meta: ");
    if (out->is_modern) {
        message_judge_kind(reader, out, FIELD_META_VERSION, true,
                           "Invalid params: _meta[\"" MESSAGE_META
                           "protocolVersion\"]: ");
        message_judge_kind(reader, out, FIELD_META_CAPABILITIES, true,
                           "Invalid params: _meta[\"" MESSAGE_META
                           "clientCapabilities\"]: ");
    }
    if (token->json.len != 0 && !message_is_id(token))
        message_refuse_params(out, reader->scan.arena,
                              "Invalid params: _meta.progressToken: ", message_id_words,
                              token->json);
}

/* The fault of the params that the method needs. */
static void message_judge_params(const message_reader *reader, ptc_mcp_message *out)
{
    const message_value *fields = reader->fields;
    bool is_call = ptc_str_equal(out->method, PTC_STR("tools/call"));
    bool is_start = ptc_str_equal(out->method, PTC_STR("initialize"));

    message_judge_meta(reader, out);
    if (is_call || is_start)
        message_judge_kind(reader, out, FIELD_PARAMS, true, "Invalid params: params: ");
    if (is_call) {
        message_judge_kind(reader, out, FIELD_NAME, true, "Invalid params: name: ");
        if (!message_is_kind(&fields[FIELD_ARGUMENTS], 'n'))
            message_judge_kind(reader, out, FIELD_ARGUMENTS, false,
                               "Invalid params: arguments: ");
    } else if (is_start) {
        message_judge_kind(reader, out, FIELD_VERSION, true,
                           "Invalid params: protocolVersion: ");
    } else if (ptc_str_equal(out->method, PTC_STR("tools/list"))) {
        message_judge_kind(reader, out, FIELD_CURSOR, false, "Invalid params: cursor: ");
    } else if (ptc_str_equal(out->method, PTC_STR("subscriptions/listen"))) {
        message_judge_kind(reader, out, FIELD_NOTIFICATIONS, true,
                           "Invalid params: notifications: ");
    }
}

static void message_take(const message_reader *reader, ptc_mcp_message *out)
{
    /* With the padding that parsers need. */
    static const char no_arguments[2 + PTC_PADDING] = "{}";
    const message_value *fields = reader->fields;

    out->method = fields[FIELD_METHOD].text;
    out->is_modern = fields[FIELD_META_VERSION].json.len != 0;
    out->name = fields[FIELD_NAME].text;
    out->cursor = fields[FIELD_CURSOR].text;
    out->token = fields[FIELD_TOKEN].json;
    out->arguments = message_is_kind(&fields[FIELD_ARGUMENTS], '{')
                         ? fields[FIELD_ARGUMENTS].json
                         : ptc_str_make(no_arguments, 2);
    out->version = fields[out->is_modern ? FIELD_META_VERSION : FIELD_VERSION].text;
    out->client = fields[out->is_modern ? FIELD_META_CLIENT : FIELD_CLIENT].json;
    if (message_is_id(&fields[FIELD_REQUEST]))
        out->request = fields[FIELD_REQUEST].json;
}

/* Turns an object into a message. */
static void message_judge(const message_reader *reader, ptc_mcp_message *out)
{
    const message_value *fields = reader->fields;

    if (fields[FIELD_METHOD].json.len == 0 &&
        (fields[FIELD_RESULT].json.len != 0 || fields[FIELD_ERROR].json.len != 0))
        return;
    if (message_is_id(&fields[FIELD_ID]) && reader->twin != FIELD_ID)
        out->id = fields[FIELD_ID].json;
    message_judge_envelope(reader, out);
    if (out->code != 0)
        return;
    message_take(reader, out);
    message_judge_params(reader, out);
}

ptc_status ptc_mcp_read_message(ptc_arena *arena, ptc_str line, ptc_mcp_message *out)
{
    message_reader reader;
    ptc_status status;
    const unsigned char *p =
        ptc_scan_begin(&reader.scan, arena, line.ptr, line.len, PTC_DEPTH_MAX);
    const unsigned char *start = p;

    *out = (ptc_mcp_message){.code = 0};
    if (p == NULL)
        return PTC_ERROR_MEMORY;
    memset(reader.fields, 0, sizeof reader.fields);
    reader.has_twins = false;
    reader.twin = FIELD_COUNT;
    p = *p == '{' ? message_object(&reader, p, 0) : ptc_scan_pass(&reader.scan, p);
    status = ptc_scan_finish(&reader.scan, p);
    if (status == PTC_ERROR_MEMORY)
        return status;
    if (status != PTC_OK) {
        out->code = PTC_MCP_PARSE_ERROR;
        out->fault = message_parse_fault(&reader.scan);
    } else if (*start != '{') {
        message_refuse(out, arena, "Invalid request: ", "an object",
                       ptc_str_make((const char *)start, (size_t)(p - start)));
    } else {
        message_judge(&reader, out);
    }
    return arena->failed ? PTC_ERROR_MEMORY : PTC_OK;
}

/* --- Batches ------------------------------------------------------------------------ */

/* Moves past the list at `p` and notes its items. */
static const unsigned char *message_list(ptc_scan *scan, const unsigned char *p,
                                         ptc_mcp_messages *out)
{
    scan->depth--;
    p = ptc_scan_blanks(p + 1);
    if (*p == ']')
        return p + 1;
    for (;;) {
        const unsigned char *start = p;

        p = ptc_scan_pass(scan, p);
        p = p != NULL ? ptc_scan_close(scan, p) : NULL;
        if (p == NULL)
            return NULL;
        if (out->count < PTC_MCP_BATCH_MAX)
            out->items[out->count] =
                ptc_str_make((const char *)start, (size_t)(p - start));
        out->count++;
        p = ptc_scan_blanks(p);
        if (*p == ']')
            return p + 1;
        if (*p != ',')
            return ptc_scan_fail(scan, p, PTC_ERROR_SYNTAX,
                                 "expected ',' or a closing bracket");
        p = ptc_scan_blanks(p + 1);
    }
}

ptc_status ptc_mcp_read_batch(ptc_arena *arena, ptc_str line, ptc_mcp_messages *out)
{
    ptc_scan scan;
    ptc_status status;
    const unsigned char *p =
        ptc_scan_begin(&scan, arena, line.ptr, line.len, PTC_DEPTH_MAX);

    out->count = 0;
    out->code = 0;
    if (p == NULL)
        return PTC_ERROR_MEMORY;
    status = ptc_scan_finish(&scan, message_list(&scan, p, out));
    if (status == PTC_ERROR_MEMORY)
        return status;
    if (status != PTC_OK) {
        out->code = PTC_MCP_PARSE_ERROR;
        out->fault = message_parse_fault(&scan);
    }
    return arena->failed ? PTC_ERROR_MEMORY : PTC_OK;
}

/* --- Ids ---------------------------------------------------------------------------- */

/* The unescaped text of a string; `arena` has room for it. */
static ptc_str message_unescape(ptc_arena *arena, ptc_str id)
{
    ptc_scan scan;
    ptc_str text = {NULL, 0};
    const unsigned char *p = ptc_scan_begin_copy(&scan, arena, id.ptr, id.len, 1);

    if (p != NULL)
        ptc_scan_finish(&scan, ptc_scan_string(&scan, p + 1, &text));
    return text;
}

static bool message_has_escapes(ptc_str id)
{
    return memchr(id.ptr, '\\', id.len) != NULL;
}

bool ptc_mcp_same_id(ptc_str a, ptc_str b)
{
    unsigned char memory[4 * (6 * PTC_MCP_ID_MAX + 4 * PTC_PADDING)];
    ptc_arena arena;
    int64_t numbers[2];

    if (ptc_str_equal(a, b))
        return true;
    if (a.len == 0 || b.len == 0 || (*a.ptr == '"') != (*b.ptr == '"'))
        return false;
    if (*a.ptr != '"') /* 0 and -0 */
        return ptc_number_read_int(a.ptr, a.len, &numbers[0]) &&
               ptc_number_read_int(b.ptr, b.len, &numbers[1]) && numbers[0] == numbers[1];
    if (!message_has_escapes(a) && !message_has_escapes(b))
        return false;
    ptc_arena_init_memory(&arena, memory, sizeof memory);
    return ptc_str_equal(message_unescape(&arena, a), message_unescape(&arena, b));
}
