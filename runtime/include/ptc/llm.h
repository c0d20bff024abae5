/* SPDX-License-Identifier: MIT */
/*
 * <ptc/llm.h> - models: how agents ask one, and the models that are included.
 *
 * A model is a blocking C function with a user pointer. It gets the whole conversation
 * each time, and answers with text or says why it cannot:
 *
 *     static ptc_status answer(const ptc_llm_request *request, ptc_llm_reply *reply,
 *                              void *user)
 *     {
 *         (void)request;
 *         (void)user;
 *         reply->content = PTC_STR("(return 42)");
 *         return PTC_OK;
 *     }
 *     static const ptc_llm model = {"fixed", answer, NULL, NULL};
 *     ...
 *     ptc_host_add_llm(host, &model);
 *
 * Two models are included here: a script of replies, and a command that is run for each
 * request. Cassettes record and replay (<ptc/cassette.h>). Transports to providers are
 * separate libraries; <ptc/models.h> says how they are added. Hosts that are asynchronous
 * wrap their transport in a blocking function. [subagent 8]
 */
#ifndef PTC_LLM_H
#define PTC_LLM_H

#include <ptc/error.h>
#include <ptc/schema.h>

PTC_BEGIN

/* --- Conversations ----------------------------------------------------------------- */

/*
 * Hosts and models may be compiled at different times, so the structs below only grow at
 * their ends. `struct_size` says how long one is, and no reader reads beyond it. The
 * stride of an array is next to it (`message_size`, `part_size`, `tool_size`): index
 * arrays with ptc_message_at and similar functions, never with [].
 */

/* Who a message is from. */
typedef enum ptc_role {
    PTC_ROLE_USER,      /* the host: missions and feedback */
    PTC_ROLE_ASSISTANT, /* the model */
    PTC_ROLE_TOOL,      /* results of calls; nothing sends it yet */
} ptc_role;

/* "user", "assistant", "tool". */
PTC_API const char *ptc_role_name(ptc_role role);

/* What a part is, and which members it has. */
typedef enum ptc_part_kind {
    PTC_PART_TEXT,      /* text */
    PTC_PART_CALL,      /* a call of a tool: id, name, and in `text` the arguments as
                         * written */
    PTC_PART_RESULT,    /* the result of a call: id, name, text */
    PTC_PART_REASONING, /* what the model thought, for traces: `text`, which may be
                         * empty */
    PTC_PART_IMAGE,     /* `text` has its bytes, `format` the media type */
} ptc_part_kind;

enum {
    PTC_PART_RAW = 1,   /* of a call: its arguments are plain text; otherwise JSON */
    PTC_PART_ERROR = 2, /* of a result: the call failed */
    PTC_PART_CACHE = 4, /* everything up to here is worth caching */
};

/* A part of a message. */
typedef struct ptc_part {
    ptc_part_kind kind; /* what it is */
    unsigned flags;     /* PTC_PART_* */
    ptc_str text;       /* what `kind` says */
    ptc_str id;         /* of the call, as the provider gave it */
    ptc_str name;       /* of the tool */
    ptc_str format; /* of an image: its media type; otherwise the wire format and model of
                     * `opaque` */
    ptc_str opaque; /* JSON that is sent back unchanged: signed thinking; or empty */
} ptc_part;

/* One message of a conversation. */
typedef struct ptc_message {
    ptc_role role;         /* who it is from */
    ptc_str content;       /* the whole text; if there are parts, their texts joined */
    const ptc_part *parts; /* not sent yet */
    size_t part_count;     /* 0: `content` is all */
} ptc_message;

/* The message at `index` of `messages`, which are `message_size` bytes apart. */
PTC_INLINE const ptc_message *ptc_message_at(const ptc_message *messages,
                                             size_t message_size, size_t index)
{
    return (const ptc_message *)(const void *)((const char *)messages +
                                               index * message_size);
}

/* The part at `index` of `parts`, which are `part_size` bytes apart. */
PTC_INLINE const ptc_part *ptc_part_at(const ptc_part *parts, size_t part_size,
                                       size_t index)
{
    return (const ptc_part *)(const void *)((const char *)parts + index * part_size);
}

/* --- What a request may ask for ---------------------------------------------------- */

/* Agents use only the settings below so far: no tools, no response form and no stream.
 * The layout exists already, so that models need not be recompiled for them. */

/* The notation of a grammar. */
typedef enum ptc_llm_syntax {
    PTC_SYNTAX_NONE,  /* there is no grammar */
    PTC_SYNTAX_LARK,  /* Lark's */
    PTC_SYNTAX_REGEX, /* one regular expression */
    PTC_SYNTAX_GBNF,  /* that of llama.cpp */
    PTC_SYNTAX_EBNF,  /* that of vLLM */
} ptc_llm_syntax;

/* How a tool is called. */
typedef enum ptc_request_tool_kind {
    PTC_REQUEST_FUNCTION, /* called with JSON of `schema` */
    PTC_REQUEST_CUSTOM,   /* called with text, which follows `grammar` if there is one */
} ptc_request_tool_kind;

enum { PTC_REQUEST_TOOL_STRICT = 1 };

/* A tool that the model itself may call. */
typedef struct ptc_request_tool {
    ptc_str name;               /* by which it is called */
    ptc_str description;        /* for the model */
    ptc_str schema;             /* JSON */
    ptc_request_tool_kind kind; /* how it is called */
    ptc_llm_syntax syntax;      /* of `grammar`: lark or regex */
    ptc_str grammar;            /* or empty: any text */
    unsigned flags;             /* PTC_REQUEST_TOOL_* */
} ptc_request_tool;

/* The tool at `index` of `tools`, which are `tool_size` bytes apart. */
PTC_INLINE const ptc_request_tool *ptc_request_tool_at(const ptc_request_tool *tools,
                                                       size_t tool_size, size_t index)
{
    return (const ptc_request_tool *)(const void *)((const char *)tools +
                                                    index * tool_size);
}

/* Which tools the model may or must call. */
typedef enum ptc_tool_choice {
    PTC_TOOL_CHOICE_AUTO,     /* the model decides */
    PTC_TOOL_CHOICE_NONE,     /* it may not call any */
    PTC_TOOL_CHOICE_REQUIRED, /* any of the tools */
    PTC_TOOL_CHOICE_NAMED,    /* the tool `chosen_tool` */
} ptc_tool_choice;

/* What a reply has to be. */
typedef enum ptc_response_kind {
    PTC_RESPONSE_TEXT,    /* any text */
    PTC_RESPONSE_JSON,    /* any JSON */
    PTC_RESPONSE_SCHEMA,  /* JSON of `schema` */
    PTC_RESPONSE_GRAMMAR, /* text of `grammar` */
} ptc_response_kind;

/* The form that the provider enforces for the reply. */
typedef struct ptc_response_form {
    size_t struct_size;
    ptc_response_kind kind; /* what the reply has to be */
    ptc_llm_syntax syntax;  /* of `grammar`: gbnf, lark or ebnf */
    ptc_str name;           /* of the schema, for the provider */
    ptc_str schema;         /* JSON */
    ptc_str grammar;        /* in the notation `syntax` */
} ptc_response_form;

/* How much the model should think before it answers. */
typedef enum ptc_llm_effort {
    PTC_EFFORT_NONE,    /* no thinking */
    PTC_EFFORT_MINIMAL, /* hardly any */
    PTC_EFFORT_LOW,     /* little */
    PTC_EFFORT_MEDIUM,  /* some */
    PTC_EFFORT_HIGH,    /* much */
    PTC_EFFORT_XHIGH,   /* very much */
    PTC_EFFORT_MAX,     /* as much as there is */
} ptc_llm_effort;

/* "none", "minimal", ... */
PTC_API const char *ptc_llm_effort_name(ptc_llm_effort effort);

/* Which settings are present: bits of `set`. */
enum {
    PTC_SETTING_TEMPERATURE = 1, /* `temperature` */
    PTC_SETTING_TOP_P = 2,       /* `top_p` */
    PTC_SETTING_MAX_TOKENS = 4,  /* `max_tokens` */
    PTC_SETTING_SEED = 8,        /* `seed` */
    PTC_SETTING_STOP = 16,       /* `stop` */
    PTC_SETTING_EFFORT = 32,     /* `effort` */
};

/* Limit on the texts that end a reply. */
enum { PTC_STOP_TEXTS_MAX = 4 };

/* The options in llm_opts whose names all providers share, and reasoning_effort. A member
 * has no meaning without its bit in `set`. */
typedef struct ptc_llm_settings {
    size_t struct_size;
    unsigned set;          /* PTC_SETTING_* */
    ptc_llm_effort effort; /* how much to think */
    double temperature;    /* from 0 */
    double top_p;          /* from 0 to 1 */
    uint64_t max_tokens;   /* of a reply, from 1 */
    int64_t seed;          /* of the random choices of the model */
    const ptc_str *stop;   /* texts that end the reply */
    size_t stop_count;
    /* Describes an option with such a name and an invalid value: "top_p must be a number
     * from 0 to 1"; or empty. A model that sends settings refuses the request. */
    ptc_str fault;
} ptc_llm_settings;

/* What a piece of a reply belongs to. */
typedef enum ptc_llm_chunk_kind {
    PTC_CHUNK_TEXT,      /* of the answer */
    PTC_CHUNK_REASONING, /* of what it thinks */
    PTC_CHUNK_CALL,      /* of the arguments of a call */
    PTC_CHUNK_RESTART,   /* a retry begins: discard what was shown */
} ptc_llm_chunk_kind;

/* A piece of an unfinished reply: only for showing it. */
typedef struct ptc_llm_chunk {
    size_t struct_size;
    ptc_llm_chunk_kind kind; /* what it belongs to */
    uint32_t index;          /* of the part that it belongs to */
    ptc_str text;            /* what is new */
} ptc_llm_chunk;

/* Called on the thread of the run. */
typedef void (*ptc_llm_chunk_function)(const ptc_llm_chunk *chunk, void *user);

/* A flag that ends a run. The host may set it from any thread or signal handler. */
typedef struct ptc_cancel {
    volatile int is_set; /* set by ptc_cancel_set, read atomically */
} ptc_cancel;

/* Ends the runs that use it: they stop at their next check, with the reason
 * `cancelled`. */
PTC_API void ptc_cancel_set(ptc_cancel *cancel);
PTC_API bool ptc_cancel_is_set(const ptc_cancel *cancel); /* NULL: false */

/* --- One request ------------------------------------------------------------------- */

enum { PTC_REQUEST_CACHES_SYSTEM = 1 }; /* the system prompt is worth caching */

/* What a model is asked. All of it lives until the call returns. */
typedef struct ptc_llm_request {
    size_t struct_size;
    ptc_arena *arena;            /* for the reply */
    ptc_str system;              /* the system prompt */
    const ptc_message *messages; /* the conversation, the mission first */
    size_t message_count;
    size_t message_size; /* from one message to the next */
    size_t part_size;    /* from one part of a message to the next */
    ptc_str prompt;      /* the mission, expanded */
    const ptc_str
        *tool_names; /* that programs may call, sorted, then `return` and `fail` */
    size_t tool_name_count;
    ptc_value options;        /* llm_opts: a map that is passed on as it is, or nil */
    uint64_t time_ms;         /* until the answer is useless; UINT64_MAX: no limit */
    const ptc_cancel *cancel; /* or NULL */
    const ptc_schema *response_schema; /* of text mode, or NULL */
    uint32_t turn;                     /* from 1 */
    unsigned flags;                    /* PTC_REQUEST_* */
    const ptc_llm_settings *settings;  /* what `options` say about these; or NULL */
    /* The members below are not set yet. */
    const ptc_request_tool *tools; /* that the model may call itself */
    size_t tool_count;
    size_t tool_size;                  /* from one tool to the next */
    ptc_tool_choice tool_choice;       /* of `tools` */
    uint32_t max_calls;                /* 1, or 0: any number */
    ptc_str chosen_tool;               /* of PTC_TOOL_CHOICE_NAMED */
    const ptc_response_form *response; /* NULL: text */
    ptc_str cache_key;                 /* equal for requests with the same beginning */
    ptc_llm_chunk_function chunk;      /* or NULL: no one watches */
    void *chunk_user;
} ptc_llm_request;

/* Makes an empty request, with the sizes set and no time limit. Callers of a model start
 * with it. */
PTC_INLINE void ptc_llm_request_init(ptc_llm_request *request, ptc_arena *arena)
{
    memset(request, 0, sizeof *request);
    request->struct_size = sizeof *request;
    request->message_size = sizeof(ptc_message);
    request->part_size = sizeof(ptc_part);
    request->tool_size = sizeof(ptc_request_tool);
    request->time_ms = UINT64_MAX;
    request->arena = arena;
}

/*
 * Copies a request as far as this program knows its members, for a model that asks
 * another one with some changes.
 *
 * A plain assignment would claim that the copy is as long as the original. A model that
 * passes other messages sets message_size to that of its array.
 */
PTC_INLINE ptc_llm_request ptc_llm_request_copy(const ptc_llm_request *request)
{
    ptc_llm_request own;

    ptc_llm_request_init(&own, NULL);
    memcpy(&own, request,
           request->struct_size < sizeof own ? request->struct_size : sizeof own);
    own.struct_size = sizeof own;
    return own;
}

/* --- One reply --------------------------------------------------------------------- */

/* Why a reply ends. */
typedef enum ptc_stop_reason {
    PTC_STOP_UNKNOWN, /* the provider did not say */
    PTC_STOP_END,     /* the model finished */
    PTC_STOP_LENGTH,  /* the text is cut off: it is never run */
    PTC_STOP_REFUSAL, /* the model or its provider refused to answer */
    PTC_STOP_TOOL,    /* it wants to call a tool */
    PTC_STOP_OTHER,   /* another reason */
} ptc_stop_reason;

/* Why a model could not be asked. Options name these to say what is retried. [subagent
 * 8.3] */
typedef enum ptc_llm_fault {
    PTC_LLM_UNKNOWN,      /* none of the others */
    PTC_LLM_RATE_LIMIT,   /* too many requests */
    PTC_LLM_TIMEOUT,      /* no answer in time */
    PTC_LLM_SERVER_ERROR, /* the provider failed */
    PTC_LLM_CLIENT_ERROR, /* the request was wrong, or there was no one to ask */
} ptc_llm_fault;

/* What a model answers. */
typedef struct ptc_llm_reply {
    size_t struct_size; /* size of the caller's struct; models do not change it, and write
                         * no bytes beyond it */
    ptc_str content;    /* the text */
    ptc_str reasoning;  /* shown in traces only */
    int64_t input_tokens;        /* all of the prompt, including cached ones; -1: not
                                  * reported */
    int64_t output_tokens;       /* including reasoning; -1: not reported */
    ptc_stop_reason stop_reason; /* why it ends */
    ptc_str model;               /* that answered, as the provider names it; or empty */
    /* when the call failed: */
    ptc_llm_fault fault;
    int status;             /* of HTTP, or 0 */
    ptc_str message;        /* one line, without keys and addresses */
    int64_t retry_after_ms; /* -1: not reported */
    int retry;              /* -1: never again, 0: as the fault says, 1: may be retried */
    ptc_str code;           /* the provider's own code for the fault, or empty */
    /* ptcc neither sets nor reads the members below yet. */
    const ptc_part *parts;
    size_t part_count;
    size_t part_size;           /* sizeof(ptc_part), from the model that sets `parts` */
    int64_t cached_tokens;      /* of the prompt, read from a cache */
    int64_t cache_write_tokens; /* of the prompt, put into it */
    int64_t reasoning_tokens;   /* of the output */
    int64_t cost_reported;      /* in 10^-12 of the currency */
    int64_t first_byte_us;      /* until the reply began */
    int64_t total_us;           /* until it was whole */
    ptc_str request_id;         /* the provider's name for the request */
} ptc_llm_reply;

/* Clears a reply of `struct_size` bytes: nothing is reported. */
PTC_API void ptc_llm_reply_clear(ptc_llm_reply *reply, size_t struct_size);

/* Clears a reply that this program owns, never one that was passed to it. Every caller of
 * a model does this before each call. */
PTC_INLINE void ptc_llm_reply_init(ptc_llm_reply *reply)
{
    ptc_llm_reply_clear(reply, sizeof *reply);
}

/*
 * A model. It returns PTC_OK with reply->content, or another status with reply->fault and
 * reply->message.
 *
 * The caller has cleared `*reply` with ptc_llm_reply_init, so a model sets only what it
 * knows. A model that wraps another one passes the reply on unchanged. When it asks
 * again, it first calls `ptc_llm_reply_clear(reply, reply->struct_size)`: the reply of an
 * older program has no room for more.
 *
 * Requests and replies of older programs are shorter: bytes after their struct_size are
 * neither read nor written. The models of ptcc return PTC_ERROR_ARGUMENT for a request or
 * reply whose struct_size is 0, for a request without an arena, and for messages that are
 * fewer bytes apart than their role and content take.
 */
typedef ptc_status (*ptc_llm_function)(const ptc_llm_request *request,
                                       ptc_llm_reply *reply, void *user);

/* --- Models ------------------------------------------------------------------------ */

/* How pauses between attempts grow. */
typedef enum ptc_backoff {
    PTC_BACKOFF_EXPONENTIAL, /* twice as long each time */
    PTC_BACKOFF_LINEAR,      /* longer by the first pause each time */
    PTC_BACKOFF_CONSTANT,    /* always the same */
} ptc_backoff;

/* How often a request is repeated, and when. Zero members mean the defaults in brackets.
 * This struct never grows: it is a part of agents, and a longer one would move the
 * members after it. [subagent 8.3] */
typedef struct ptc_llm_retry {
    uint32_t max_attempts;   /* [1] */
    ptc_backoff backoff;     /* how pauses grow */
    uint32_t base_delay_ms;  /* [1,000] */
    uint32_t max_delay_ms;   /* [30,000] */
    uint32_t jitter_percent; /* [10]; UINT32_MAX: none */
    unsigned retryable; /* 1 << ptc_llm_fault each; [rate limit, timeout, server error] */
} ptc_llm_retry;

/* What a model can do: bits of `capabilities`. */
enum {
    PTC_LLM_CAN_TOOLS = 1 << 0,          /* call tools with JSON */
    PTC_LLM_CAN_STRICT_TOOLS = 1 << 1,   /* have their schemas enforced */
    PTC_LLM_CAN_CUSTOM_TOOLS = 1 << 2,   /* call tools with text */
    PTC_LLM_CAN_PARALLEL_OFF = 1 << 3,   /* be limited to one call per reply */
    PTC_LLM_CAN_JSON_SCHEMA = 1 << 4,    /* follow a schema strictly */
    PTC_LLM_CAN_JSON_OBJECT = 1 << 5,    /* reply with any JSON object */
    PTC_LLM_CAN_STREAM = 1 << 6,         /* reply in pieces */
    PTC_LLM_CAN_STREAM_USAGE = 1 << 7,   /* count tokens of such replies as well */
    PTC_LLM_CAN_REASONING_BACK = 1 << 8, /* its thinking has to be sent back */
    PTC_LLM_CAN_SAMPLING = 1 << 9,       /* temperature and top_p */
    PTC_LLM_CAN_SEED = 1 << 10,          /* take a seed */
};

/* Where the system prompt goes. */
typedef enum ptc_llm_system_role {
    PTC_SYSTEM_ROLE_SYSTEM,     /* a message of the role "system" */
    PTC_SYSTEM_ROLE_DEVELOPER,  /* of the role "developer" */
    PTC_SYSTEM_ROLE_FIRST_USER, /* in front of the first message */
} ptc_llm_system_role;

/* How prompts are cached. */
typedef enum ptc_llm_cache {
    PTC_LLM_CACHE_NONE,  /* the provider caches nothing */
    PTC_LLM_CACHE_AUTO,  /* the provider caches on its own */
    PTC_LLM_CACHE_MARKS, /* what is marked */
} ptc_llm_cache;

/* How effort is requested. */
typedef enum ptc_llm_reasoning {
    PTC_REASONING_NONE,   /* it takes no effort */
    PTC_REASONING_EFFORT, /* effort by its name */
    PTC_REASONING_BUDGET, /* a number of tokens for it */
} ptc_llm_reasoning;

/* How programs reach the loop. */
typedef enum ptc_llm_transport {
    PTC_TRANSPORT_AUTO,    /* depends on what the model can do */
    PTC_TRANSPORT_FENCE,   /* in a code block of the text */
    PTC_TRANSPORT_TOOL,    /* as the argument of a tool */
    PTC_TRANSPORT_CUSTOM,  /* as the text of a custom tool */
    PTC_TRANSPORT_GRAMMAR, /* as the whole text, restricted by a grammar */
} ptc_llm_transport;

enum { PTC_PRICE_CACHED_INPUT = 1, PTC_PRICE_CACHE_WRITE = 2 };

/* Prices in 10^-12 of the currency per token. */
typedef struct ptc_llm_prices {
    size_t struct_size;
    const char *currency; /* "USD" */
    unsigned set;         /* PTC_PRICE_*: the others cost the same as `input` */
    int64_t input;        /* of a prompt */
    int64_t output;       /* of a reply */
    int64_t cached_input; /* of a prompt, read from a cache */
    int64_t cache_write;  /* of a prompt, put into it */
} ptc_llm_prices;

/* What is known about a model; it lives as long as the model. Only struct_size is read so
 * far. */
typedef struct ptc_llm_info {
    size_t struct_size;
    unsigned capabilities;           /* PTC_LLM_CAN_* */
    unsigned tool_choices;           /* 1 << ptc_tool_choice each */
    ptc_llm_syntax grammar;          /* that it can be restricted by */
    ptc_llm_system_role system_role; /* where the system prompt goes */
    ptc_llm_cache cache;             /* how prompts are cached */
    ptc_llm_reasoning reasoning;     /* how effort is requested */
    ptc_llm_transport transport;     /* how programs reach the loop */
    uint64_t context_tokens;         /* 0: unknown */
    const ptc_llm_prices *prices;    /* or NULL */
    const ptc_llm_retry *retry;      /* used if neither run nor agent name one; or NULL */
} ptc_llm_info;

/* A model with its name. This struct never grows, since hosts have arrays of them:
 * `{"model", answer, NULL}` stays correct. Further facts about a model go into `info`. */
typedef struct ptc_llm {
    const char *name;      /* by which agents and options call it */
    ptc_llm_function call; /* may be called by any number of threads */
    void *user;
    const ptc_llm_info *info; /* NULL: it takes and returns texts only */
} ptc_llm;

/* "rate_limit", "timeout", ... as in retryable_errors. */
PTC_API const char *ptc_llm_fault_name(ptc_llm_fault fault);
/* "end", "length", ...; "" for unknown. */
PTC_API const char *ptc_stop_reason_name(ptc_stop_reason reason);

/* --- A script ---------------------------------------------------------------------- */

/* Replies that are returned in order. */
typedef struct ptc_script ptc_script;

/*
 * Reads the replies of a script, one JSON value per line: a string; {"content",
 * "tokens"?, "stop_reason"?}; or {"error": {"kind", "message", "status"?,
 * "retry_after"?}}.
 *
 * The model returns them in order; after the last one it fails with a client error. The
 * text is not needed afterwards. Returns PTC_ERROR_SYNTAX with `*error`, whose path is
 * "NAME:LINE".
 */
PTC_API ptc_status ptc_script_read(ptc_arena *arena, const ptc_source *source,
                                   ptc_script **out, ptc_error *error);
/* The model that plays the script. Only one thread at a time may use it. */
PTC_API ptc_llm ptc_script_llm(ptc_script *script, const char *name);
/* The number of replies not yet asked for. */
PTC_API size_t ptc_script_left(const ptc_script *script);

/* --- A command --------------------------------------------------------------------- */

/*
 * A command that is run for each request: JSON on its standard input, JSON on its
 * standard output, as docs/models.md describes.
 *
 * It is started without a shell, in its own process group, with all files of the host
 * closed. It is killed with its children when the time is up, when the run is cancelled,
 * when it has answered, or when its answer is too long.
 */
typedef struct ptc_llm_command {
    size_t struct_size;      /* sizeof(ptc_llm_command) */
    const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
    const char *model;       /* sent as "model"; or NULL */
    uint32_t max_tokens;     /* sent as "max_tokens", unless 0 */
    uint64_t timeout_ms;     /* time limit of a request, besides the run's own; 0: none */
    ptc_value options; /* a map of llm_opts for those that a request does not have; or
                        * nil */
} ptc_llm_command;

/*
 * Makes the model that runs `command`, which must live as long as the model.
 *
 * Any number of threads may use it at once. It neither needs nor changes signal handlers.
 * On systems without processes each request fails. Returns PTC_ERROR_ARGUMENT for a
 * command without a struct_size, or without words in argv.
 */
PTC_API ptc_status ptc_llm_of_command(const ptc_llm_command *command, const char *name,
                                      ptc_llm *out);

PTC_END

#endif
