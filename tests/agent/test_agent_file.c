/* SPDX-License-Identifier: MIT */
/* Agents as files: every key in both formats, tools, files, binding, faults. [subagent 1]
 * Most faults have a file of tests/bad each. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include <ptc/agent_file.h>

#include "support.h"

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(agent_file, .init = start, .fini = stop);

/* --- Reading ----------------------------------------------------------------------- */

/* Files that tests may name. */
static const ptc_source library[] = {
    {PTC_STR_INIT("shop.sig"),
     PTC_STR_INIT("item = {id :int, name :string}\n"
                  "search(query :string, limit :int?) -> [:item]\n"
                  "find(q :string) -> {count :int}\n")},
    {PTC_STR_INIT("more.malli.edn"), PTC_STR_INIT("{:ship [:=> [:cat :int] :boolean]}")},
    {PTC_STR_INIT("all.sig"), PTC_STR_INIT("include \"shop.sig\"\nall() -> [:item]\n")},
    {PTC_STR_INIT("writer.agent.edn"),
     PTC_STR_INIT("{:prompt \"Write of {{topic}}\"\n"
                  " :signature \"(topic :string) -> {text :string}\"\n"
                  " :tools {\"spell\" {:fn spell_it}}}")},
    {PTC_STR_INIT("two.agent.json"),
     PTC_STR_INIT("{\"prompt\": \"Do it\", \"tools\": {\"a\": {\"agent\": "
                  "\"writer.agent.edn\"}, \"b\": {\"agent\": \"writer.agent.edn\"}}}")},
};

static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    size_t *loads = user;

    (void)from;
    if (loads != NULL)
        (*loads)++;
    for (size_t i = 0; i < sizeof library / sizeof library[0]; i++) {
        if (ptc_str_equal(library[i].name, name))
            return &library[i];
    }
    return NULL;
}

static const ptc_agent_files files = {.struct_size = sizeof files, .load = load};

static const ptc_agent_file *read_text(const char *name, const char *text,
                                       ptc_diags *diags)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    const ptc_agent_file *file;
    ptc_status status;

    *source = (ptc_source){ptc_str_of(name), ptc_str_of(text)};
    ptc_diags_init(diags, &arena);
    status = ptc_agent_file_read(&arena, source, &files, diags, &file);
    cr_expect((status == PTC_OK) == (diags->errors == 0), "%s: %s", text,
              ptc_status_name(status));
    cr_expect((file != NULL) == (status == PTC_OK), "%s", text);
    return file;
}

/* The file, which must have no fault. */
static const ptc_agent_file *read_good(const char *name, const char *text)
{
    ptc_diags diags;
    const ptc_agent_file *file = read_text(name, text, &diags);
    ptc_text out;

    ptc_text_init(&out, &arena);
    ptc_diags_write(&out, &diags, PTC_DIAG_STYLE_GNU, false);
    cr_assert(file != NULL && diags.warnings == 0, "%s: %s", text, out.ptr);
    return file;
}

/* --- Every key --------------------------------------------------------------------- */

/* How a member is compared. */
typedef enum member_kind {
    IS_WORD, /* 4 bytes: uint32_t, unsigned, enums */
    IS_LONG,
    IS_TEXT,    /* ptc_str */
    IS_CSTRING, /* const char * */
    IS_OTHER,   /* has its own test */
} member_kind;

typedef struct key_row {
    const char *owner; /* as in agent_fields.def */
    const char *name;
    const char *edn;
    const char *json;
    member_kind kind;
    size_t offset;
    uint64_t number;
    const char *text;
} key_row;

#define AT(member) offsetof(ptc_agent, member)

static const key_row keys[] = {
    {"AGENT", "name", ":name \"x\"", "\"name\": \"x\"", IS_CSTRING, AT(name), 0,
     "x"}, /* M207 */
    {"AGENT", "description", ":description \"d\"", "\"description\": \"d\"", IS_CSTRING,
     AT(description), 0, "d"}, /* M206 */
    {"AGENT", "prompt", "\"prompt\" \"a\\nb\"", "\"prompt\": \"a\\nb\"", IS_TEXT,
     AT(prompt), 0, "a\nb"}, /* M196 */
    {"AGENT", "llm", ":llm :haiku", "\"llm\": \"haiku\"", IS_CSTRING, AT(llm.name), 0,
     "haiku"}, /* M204 */
    {"AGENT", "llm_opts", ":llm-opts {:top-p 0.5, \"a-b\" [1 nil true]}",
     "\"llm_opts\": {\"top_p\": 0.5, \"a-b\": [1, null, true]}", IS_TEXT,
     AT(llm_options_text), 0, "{\"top_p\":0.5,\"a-b\":[1,null,true]}"},
    {"AGENT", "llm_opts", ":llm-opts {}", "\"llm_opts\": {}", IS_TEXT,
     AT(llm_options_text), 0, "{}"},
    {"AGENT", "builtin_tools", ":builtin-tools [:grep \"infer\"]",
     "\"builtin_tools\": [\"grep\", \"infer\"]", IS_WORD, AT(flags),
     PTC_AGENT_GREP | PTC_AGENT_INFER, NULL},
    {"AGENT", "max_turns", ":max-turns 7", "\"max_turns\": 7", IS_LONG, AT(max_turns), 7,
     NULL},
    {"AGENT", "max_turns", ":max_turns 4294967295", "\"max-turns\": 4294967295", IS_LONG,
     AT(max_turns), UINT32_MAX, NULL},
    {"AGENT", "retry_turns", ":retry-turns 2", "\"retry_turns\": 2", IS_LONG,
     AT(retry_turns), 2, NULL},
    {"AGENT", "turn_budget", ":turn-budget 8", "\"turn_budget\": 8", IS_LONG,
     AT(turn_budget), 8, NULL}, /* M210 */
    {"AGENT", "llm_budget", ":llm-budget 9", "\"llm_budget\": 9", IS_LONG, AT(llm_budget),
     9, NULL},
    {"AGENT", "max_depth", ":max-depth 4", "\"max_depth\": 4", IS_LONG, AT(max_depth), 4,
     NULL}, /* M210 */
    {"AGENT", "max_tool_calls", ":max-tool-calls 11", "\"max_tool_calls\": 11", IS_LONG,
     AT(max_tool_calls), 11, NULL},
    {"AGENT", "token_limit", ":token-limit 9223372036854775807",
     "\"token_limit\": 9223372036854775807", IS_LONG, AT(token_limit), INT64_MAX,
     NULL}, /* M367 */
    {"AGENT", "mission_timeout", ":mission-timeout 30000", "\"mission_timeout\": 30000",
     IS_LONG, AT(mission_timeout_ms), 30000, NULL}, /* M202 */
    {"AGENT", "timeout", ":timeout 1", "\"timeout\": 1", IS_LONG, AT(timeout_ms), 1,
     NULL},
    {"AGENT", "llm_timeout", ":llm-timeout 9223372036854",
     "\"llm_timeout\": 9223372036854", IS_LONG, AT(llm_timeout_ms), 9223372036854, NULL},
    {"AGENT", "tool_timeout", ":tool-timeout 3", "\"tool_timeout\": 3", IS_LONG,
     AT(tool_timeout_ms), 3, NULL},
    {"AGENT", "fuel", ":fuel 500", "\"fuel\": 500", IS_LONG, AT(fuel), 500, NULL},
    {"AGENT", "max_heap", ":max-heap 65536", "\"max_heap\": 65536", IS_LONG, AT(max_heap),
     65536, NULL},
    {"AGENT", "memory_limit", ":memory-limit 50", "\"memory_limit\": 50", IS_LONG,
     AT(memory_limit), 50, NULL}, /* M210 */
    {"AGENT", "max_request_bytes", ":max-request-bytes 70", "\"max_request_bytes\": 70",
     IS_LONG, AT(max_request_bytes), 70, NULL},
    {"AGENT", "signature_validation", ":signature-validation :warn-only",
     "\"signature_validation\": \"warn_only\"", IS_WORD, AT(mode), PTC_MODE_WARN_ONLY,
     NULL},
    {"AGENT", "completion_mode", ":completion-mode :implicit",
     "\"completion_mode\": \"implicit\"", IS_WORD, AT(completion),
     PTC_COMPLETION_IMPLICIT, NULL},
    {"AGENT", "memory_strategy", ":memory-strategy :rollback",
     "\"memory_strategy\": \"rollback\"", IS_WORD, AT(memory_strategy),
     PTC_MEMORY_ROLLBACK, NULL},
    {"AGENT", "multi_block", ":multi-block :error", "\"multi_block\": \"error\"", IS_WORD,
     AT(multi_block), PTC_BLOCKS_ERROR, NULL},
    {"AGENT", "output", ":output :text", "\"output\": \"text\"", IS_WORD, AT(output),
     PTC_AGENT_OUTPUT_TEXT, NULL},
    {"AGENT", "float_precision", ":float-precision 2", "\"float_precision\": 2", IS_WORD,
     AT(float_digits), 3, NULL}, /* M212 */
    {"AGENT", "float_precision", ":float-precision 0", "\"float_precision\": 0", IS_WORD,
     AT(float_digits), 1, NULL},
    {"AGENT", "merge_results", ":merge-results false", "\"merge_results\": false",
     IS_WORD, AT(flags), PTC_AGENT_MERGES_NOT, NULL},
    {"AGENT", "merge_results", ":merge-results true", "\"merge_results\": true", IS_WORD,
     AT(flags), 0, NULL},
    {"AGENT", "strip_thinking", ":strip-thinking false", "\"strip_thinking\": false",
     IS_WORD, AT(flags), PTC_AGENT_KEEPS_THINKING, NULL},
    {"AGENT", "compaction", ":compaction true", "\"compaction\": true", IS_WORD,
     AT(flags), PTC_AGENT_COMPACTS, NULL},
    {"AGENT", "envelope", ":envelope true", "\"envelope\": true", IS_WORD, AT(flags),
     PTC_AGENT_ENVELOPE, NULL},
    {"AGENT", "envelope", ":envelope false", "\"envelope\": false", IS_WORD, AT(flags),
     PTC_AGENT_NO_ENVELOPE, NULL},
    {"AGENT", "embed", ":embed :reference", "\"embed\": \"reference\"", IS_WORD,
     AT(flags), PTC_AGENT_REFERENCES, NULL},
    {"AGENT", "embed", ":embed \"raw\"", "\"embed\": \"raw\"", IS_WORD, AT(flags),
     PTC_AGENT_EMBEDS_RAW, NULL},
    {"AGENT", "embed", ":embed :value", "\"embed\": \"value\"", IS_WORD, AT(flags), 0,
     NULL},
    {"AGENT", "prompt_layout", ":prompt-layout :cached", "\"prompt_layout\": \"cached\"",
     IS_WORD, AT(layout), PTC_LAYOUT_CACHED, NULL},
    {"AGENT", "tool_style", ":tool-style :fenced", "\"tool_style\": \"fenced\"", IS_WORD,
     AT(tool_style), PTC_PROMPT_FENCED, NULL},
    {"AGENT", "inventory_style", ":inventory-style :compact",
     "\"inventory_style\": \"compact\"", IS_WORD, AT(inventory_style),
     PTC_INVENTORY_COMPACT, NULL},
    {"RETRY", "max_attempts", ":llm-retry {:max-attempts 3}",
     "\"llm_retry\": {\"max_attempts\": 3}", IS_WORD, AT(retry.max_attempts), 3,
     NULL}, /* M203 */
    {"RETRY", "backoff", ":llm-retry {:backoff :constant}",
     "\"llm_retry\": {\"backoff\": \"constant\"}", IS_WORD, AT(retry.backoff),
     PTC_BACKOFF_CONSTANT, NULL},
    {"RETRY", "base_delay", ":llm-retry {:base-delay 20}",
     "\"llm_retry\": {\"base_delay\": 20}", IS_WORD, AT(retry.base_delay_ms), 20, NULL},
    {"RETRY", "max_delay", ":llm-retry {:max-delay 30}",
     "\"llm_retry\": {\"max_delay\": 30}", IS_WORD, AT(retry.max_delay_ms), 30, NULL},
    {"RETRY", "jitter", ":llm-retry {:jitter 0.25}", "\"llm_retry\": {\"jitter\": 0.25}",
     IS_WORD, AT(retry.jitter_percent), 25, NULL},
    {"RETRY", "jitter", ":llm-retry {:jitter 0}", "\"llm_retry\": {\"jitter\": 0}",
     IS_WORD, AT(retry.jitter_percent), UINT32_MAX, NULL},
    {"RETRY", "retryable_errors", ":llm-retry {:retryable-errors [:timeout :rate_limit]}",
     "\"llm_retry\": {\"retryable_errors\": [\"timeout\", \"rate-limit\"]}", IS_WORD,
     AT(retry.retryable), 1u << PTC_LLM_TIMEOUT | 1u << PTC_LLM_RATE_LIMIT, NULL},
    {"LIMIT", "list", ":prompt-limit {:list 4}", "\"prompt_limit\": {\"list\": 4}",
     IS_WORD, AT(prompt_limit.list), 4, NULL}, /* M201 */
    {"LIMIT", "string", ":prompt-limit {:string 5}", "\"prompt_limit\": {\"string\": 5}",
     IS_WORD, AT(prompt_limit.string), 5, NULL},
    {"LIMIT", "max_chars", ":prompt-limit {:max-chars 6}",
     "\"prompt_limit\": {\"max_chars\": 6}", IS_WORD, AT(prompt_limit.max_chars), 6,
     NULL},
    {"FORMAT", "list", ":format-options {:list 4}", "\"format_options\": {\"list\": 4}",
     IS_WORD, AT(format.list), 4, NULL}, /* M213 */
    {"FORMAT", "preview", ":format-options {:preview 5}",
     "\"format_options\": {\"preview\": 5}", IS_WORD, AT(format.preview), 5, NULL},
    {"FORMAT", "string", ":format-options {:string 6}",
     "\"format_options\": {\"string\": 6}", IS_WORD, AT(format.string), 6, NULL},
    {"FORMAT", "feedback", ":format-options {:feedback 7}",
     "\"format_options\": {\"feedback\": 7}", IS_WORD, AT(format.feedback), 7, NULL},
    /* Messages with their own test below. */
    {"AGENT", "files", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"AGENT", "signature", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"AGENT", "tools", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"AGENT", "tool_catalog", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"AGENT", "llm_retry", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"AGENT", "prompt_limit", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"AGENT", "format_options", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"AGENT", "system_prompt", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"AGENT", "field_descriptions", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"AGENT", "context_descriptions", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"SYSTEM", "prefix", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"SYSTEM", "suffix", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"SYSTEM", "language_spec", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"SYSTEM", "output_format", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"TOOL", "fn", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"TOOL", "signature", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"TOOL", "description", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"TOOL", "cache", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"TOOL", "raw", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"TOOL", "llm_tool", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"CHAIN", "name", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"CHAIN", "description", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"CHAIN", "agents", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"TOOL", "agent", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"TOOL", "compiled", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"TOOL", "llm", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"LLM_TOOL", "prompt", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"LLM_TOOL", "signature", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"LLM_TOOL", "llm", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"LLM_TOOL", "cache", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"LLM_TOOL", "description", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"LLM_TOOL", "tools", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"LLM_TOOL", "response_template", NULL, NULL, IS_OTHER, 0, 0, NULL},
    {"LLM_TOOL", "json_signature", NULL, NULL, IS_OTHER, 0, 0, NULL},
};
#define KEYS (sizeof keys / sizeof keys[0])

static void expect_member(const key_row *row, const ptc_agent *agent, const char *format)
{
    const void *member = (const char *)agent + row->offset;
    const ptc_str *text = member;
    const char *const *cstring = member;
    uint64_t number = 0;

    switch (row->kind) {
    case IS_WORD:
        number = *(const uint32_t *)member;
        break;
    case IS_LONG:
        number = *(const uint64_t *)member;
        break;
    case IS_TEXT:
        cr_expect(ptc_str_equal(*text, ptc_str_of(row->text)), "%s %s", row->name,
                  format);
        break;
    case IS_CSTRING:
        cr_expect(*cstring != NULL && strcmp(*cstring, row->text) == 0, "%s %s",
                  row->name, format);
        break;
    case IS_OTHER:
        break;
    }
    cr_expect(number == row->number, "%s in %s: %llu", row->name, format,
              (unsigned long long)number);
}

Test(agent_file, every_key_in_both_formats)
{
    char text[512];

    for (size_t i = 0; i < KEYS; i++) {
        const key_row *row = &keys[i];
        bool has_prompt = strcmp(row->name, "prompt") == 0;

        if (row->kind == IS_OTHER)
            continue;
        snprintf(text, sizeof text, "{%s %s}", has_prompt ? "" : ":prompt \"Do it\"",
                 row->edn);
        expect_member(row, read_good("x.agent.edn", text)->agent, "EDN");
        snprintf(text, sizeof text, "{%s %s}", has_prompt ? "" : "\"prompt\": \"Do it\",",
                 row->json);
        expect_member(row, read_good("x.agent.json", text)->agent, "JSON");
    }
}

/* Every row of the table has a row above and a line in the guide, and no other is there.
 */
Test(agent_file, tables_agree)
{
    static const struct {
        const char *owner;
        const char *name;
        const char *what;
    } fields[] = {
#define AGENT_FIELD(owner, name, kind, member, low, high, extra, what)                   \
    {#owner, name, what},
#include "agent/file/agent_fields.def"
#undef AGENT_FIELD
    };
    size_t count = sizeof fields / sizeof fields[0];
    ptc_str page = test_read_project_file("docs/agent-files.md");
    size_t lines = 0;
    char line[256];

    for (size_t i = 0; i < count; i++) {
        bool is_tested = false;

        for (size_t k = 0; k < KEYS; k++)
            is_tested = is_tested || (strcmp(keys[k].owner, fields[i].owner) == 0 &&
                                      strcmp(keys[k].name, fields[i].name) == 0);
        cr_expect(is_tested, "%s %s", fields[i].owner, fields[i].name);
        snprintf(line, sizeof line, "\n| `%s` | %s | ", fields[i].name, fields[i].what);
        cr_expect(strstr(page.ptr, line) != NULL, "docs/agent-files.md has no%s", line);
    }
    for (const char *at = page.ptr; (at = strstr(at, "\n| `")) != NULL; at++)
        lines++;
    cr_expect(lines == count, "%zu lines for %zu keys", lines, count);
}

/* --- Parts ------------------------------------------------------------------------- */

static void expect_parts(const ptc_agent *agent)
{
    const ptc_system_prompt *prompt = agent->system_prompt;

    cr_assert(prompt != NULL);
    cr_expect(ptc_str_equal(prompt->prefix, PTC_STR("p")));
    cr_expect(ptc_str_equal(prompt->suffix, PTC_STR("s")));
    cr_expect(ptc_str_equal(prompt->language_spec, PTC_STR("single")));
    cr_expect(ptc_str_equal(prompt->output_format, PTC_STR("o")));
    cr_expect(prompt->replacement.len == 0);
    cr_assert(agent->field_description_count == 2);
    cr_expect(ptc_str_equal(agent->field_descriptions[1].name, PTC_STR("total")));
    cr_expect(ptc_str_equal(agent->field_descriptions[1].text, PTC_STR("of all")));
    cr_assert(agent->context_description_count == 1);
    cr_expect(ptc_str_equal(agent->context_descriptions[0].name, PTC_STR("q")));
}

Test(agent_file, system_prompt_and_descriptions) /* M208 M209 */
{
    const ptc_agent_file *whole =
        read_good("x.agent.edn", "{:prompt \"\" :system-prompt \"All of it\"}");

    expect_parts(read_good("x.agent.edn",
                           "{:prompt \"Do\" :system-prompt {:prefix \"p\" :suffix \"s\""
                           " :language-spec \"single\" :output-format \"o\"}"
                           " :field-descriptions {:count \"c\" \"total\" \"of all\"}"
                           " :context-descriptions {q \"what is asked\"}}")
                     ->agent);
    expect_parts(
        read_good("x.agent.json",
                  "{\"prompt\": \"Do\", \"system_prompt\": {\"prefix\": \"p\","
                  "\"suffix\": \"s\", \"language_spec\": \"single\", \"output-format\": "
                  "\"o\"}, \"field_descriptions\": {\"count\": \"c\", \"total\": \"of "
                  "all\"}, \"context_descriptions\": {\"q\": \"what is asked\"}}")
            ->agent);
    cr_expect(
        ptc_str_equal(whole->agent->system_prompt->replacement, PTC_STR("All of it")));
}

/* Signatures as text, by name, as Malli data, and as a type alone. M197 */
Test(agent_file, signatures)
{
    static const struct {
        const char *name;
        const char *text;
        const char *signature;
        const char *declaration;
    } rows[] = {
        {"x.agent.edn", "{:prompt \"\" :signature \"(q :string) -> :int\"}",
         "(q :string) -> :int", ""},
        {"x.agent.edn", "{:prompt \"\" :files [\"shop.sig\"] :signature :find}",
         "(q :string) -> {count :int}", "find"},
        {"x.agent.edn", "{:prompt \"\" :files [\"shop.sig\"] :signature \":find\"}",
         "(q :string) -> {count :int}", "find"},
        {"x.agent.edn", "{:prompt \"\" :files [\"all.sig\"] :signature :item}",
         "() -> {id :int, name :string}", "item"},
        {"x.agent.edn", "{:prompt \"\" :signature [:=> [:cat :int] :string]}",
         "(arg1 :int) -> :string", ""},
        {"x.agent.edn", "{:prompt \"\" :signature :int}", "() -> :int", ""},
        {"x.agent.edn", "{:prompt \"\" :signature \":int\"}", "() -> :int", ""},
        {"x.agent.json", "{\"prompt\": \"\", \"signature\": \":int\"}", "() -> :int", ""},
        {"x.agent.json",
         "{\"prompt\": \"\", \"files\": [\"shop.sig\", \"more.malli.edn\"],"
         " \"signature\": \":find\"}",
         "(q :string) -> {count :int}", "find"},
        {"x.agent.json",
         "{\"prompt\": \"\", \"signature\": [\":=>\", [\":cat\"], "
         "\":int\"]}",
         "() -> :int", ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const ptc_agent_file *file = read_good(rows[i].name, rows[i].text);
        ptc_text text;

        cr_assert(file->agent->signature != NULL, "%s", rows[i].text);
        ptc_text_init(&text, &arena);
        ptc_schema_write_signature(&text, file->agent->signature, NULL);
        cr_expect(ptc_str_equal(ptc_text_view(&text), ptc_str_of(rows[i].signature)),
                  "%s: %s", rows[i].text, test_cstr(ptc_text_view(&text)));
        cr_expect(ptc_str_equal(file->declaration, ptc_str_of(rows[i].declaration)), "%s",
                  rows[i].text);
        cr_expect((file->contract != NULL) == (rows[i].declaration[0] != '\0'), "%s",
                  rows[i].text);
    }
}

/* --- Tools ------------------------------------------------------------------------- */

/* The example of the specification. */
static const char example_edn[] =
    "{:name \"finder\" :prompt \"Find {{q}}\" :signature \"(q :string) -> {count :int}\""
    " :files [\"shop.sig\"] :max-turns 4 :llm \"haiku\"\n"
    " :tools {\"search\" {:fn search_items :signature :search}\n"
    "         \"judge\"  {:llm-tool {:prompt \"Is {{text}} urgent?\""
    " :signature \"(text :string) -> {urgent :bool}\" :llm :caller}}\n"
    "         \"writer\" {:agent \"writer.agent.edn\" :llm \"haiku\"}}\n"
    " :tool-catalog {\"ship\" \"(id :int) -> :bool\"}}";
static const char example_json[] =
    "{\"name\": \"finder\", \"prompt\": \"Find {{q}}\", \"signature\": \"(q :string) -> "
    "{count :int}\", \"files\": [\"shop.sig\"], \"max_turns\": 4, \"llm\": \"haiku\","
    "\"tools\": {\"search\": {\"fn\": \"search_items\", \"signature\": \":search\"},"
    "\"judge\": {\"llm_tool\": {\"prompt\": \"Is {{text}} urgent?\", \"signature\": "
    "\"(text :string) -> {urgent :bool}\", \"llm\": \"caller\"}},"
    "\"writer\": {\"agent\": \"writer.agent.edn\", \"llm\": \"haiku\"}},"
    "\"tool_catalog\": {\"ship\": \"(id :int) -> :bool\"}}";

static void expect_example(const ptc_agent_file *file)
{
    const ptc_agent *agent = file->agent;
    const ptc_agent_tool *tools = agent->tools;
    static const char *const names[] = {"search", "judge", "writer"};

    cr_expect(strcmp(agent->name, "finder") == 0 && agent->max_turns == 4);
    cr_expect(agent->struct_size == sizeof *agent);
    cr_expect(agent->compiled_prompt != NULL && agent->compiled_prompt->count == 2);
    cr_assert(agent->tool_count == 3 && agent->catalog_count == 1);
    for (size_t i = 0; i < 3; i++)
        cr_expect(strcmp(tools[i].name, names[i]) == 0);
    cr_assert(tools[0].function != NULL);
    cr_expect(tools[0].function->function == NULL);
    cr_expect(tools[0].function->signature == &file->tools[0].contract->schema);
    cr_expect(ptc_str_equal(file->tools[0].symbol, PTC_STR("search_items")));
    cr_expect(ptc_str_equal(file->tools[0].declaration, PTC_STR("search")));
    cr_assert(tools[1].llm_tool != NULL);
    cr_expect(tools[1].llm_tool->llm.name == NULL && tools[1].llm_tool->signature);
    cr_expect(tools[1].llm_tool->compiled_prompt != NULL);
    cr_assert(tools[2].agent == file->tools[2].agent->agent);
    cr_expect(strcmp(tools[2].agent->name, "writer") == 0);
    cr_expect(strcmp(tools[2].llm.name, "haiku") == 0);
    cr_expect(ptc_str_equal(agent->catalog[0].name, PTC_STR("ship")));
    cr_expect(agent->catalog[0].schema != NULL && agent->catalog[0].is_planning);
    cr_assert(file->file_count == 3);
    cr_expect(ptc_str_equal(file->files[1], PTC_STR("shop.sig")));
    cr_expect(ptc_str_equal(file->files[2], PTC_STR("writer.agent.edn")));
}

Test(agent_file, example_in_both_formats) /* M195 M198 M200 M295 M297 M298 */
{
    expect_example(read_good("finder.agent.edn", example_edn));
    expect_example(read_good("finder.agent.json", example_json));
}

/* M299: options of functions. */
Test(agent_file, tools_of_all_kinds)
{
    const ptc_agent_file *file = read_good(
        "dir/all-kinds.agent.edn",
        "{:prompt \"Do\" :tools {"
        "\"f\" {:fn \"f\" :signature \"(x :int) -> :int\" :description \"Adds.\" :cache "
        "true :raw true}"
        "\"g\" {:llm-tool {:prompt \"{{x}}\" :signature \"(x :int) -> :int\" :llm "
        "\"opus\" :description \"Asks.\" :response-template \"(+ 1 {{n}})\" "
        ":json-signature \"{n :int}\"} :cache true}"
        "\"h\" {:llm-tool {:prompt \"x\" :cache true :tools {\"i\" {:fn i_of_h}}} "
        ":description \"Runs.\"}"
        "\"j\" {:agent \"writer.agent.edn\" :description \"Writes.\" :cache true}"
        "\"k\" {:agent \"writer.agent.edn\" :cache false}}}");
    const ptc_agent_tool *tools = file->agent->tools;
    const ptc_tool *function = tools[0].function;

    cr_expect(strcmp(file->agent->name, "all-kinds") == 0, "%s", file->agent->name);
    cr_expect(function->flags == (PTC_TOOL_CACHED | PTC_TOOL_RAW));
    cr_expect(strcmp(function->description, "Adds.") == 0);
    cr_expect(strcmp(function->name, "f") == 0 && function->signature != NULL);
    cr_expect(strcmp(tools[1].description, "Asks.") == 0);
    cr_expect(strcmp(tools[1].llm_tool->llm.name, "opus") == 0);
    cr_expect(tools[1].llm_tool->json_signature != NULL);
    cr_expect(
        ptc_str_equal(tools[1].llm_tool->response_template, PTC_STR("(+ 1 {{n}})")));
    cr_assert(tools[2].llm_tool->tool_count == 1);
    cr_expect(ptc_str_equal(file->tools[2].tools[0].symbol, PTC_STR("i_of_h")));
    cr_expect(strcmp(tools[2].description, "Runs.") == 0);
    cr_expect(strcmp(tools[3].description, "Writes.") == 0);
    cr_expect(tools[3].llm.name == NULL);
    cr_expect(tools[0].flags == 0, "a function has its own");
    for (size_t i = 1; i < 4; i++)
        cr_expect(tools[i].flags == PTC_TOOL_CACHED, "%s", tools[i].name);
    cr_expect(tools[4].flags == 0);
}

/* A file that several name is read once. */
Test(agent_file, shared_files_are_one)
{
    const ptc_agent_file *file = read_good(
        "x.agent.edn", "{:prompt \"Do\" :tools {\"a\" {:agent \"two.agent.json\"}\n"
                       " \"b\" {:agent \"writer.agent.edn\"}}}");

    cr_expect(file->tools[0].agent->tools[0].agent == file->tools[1].agent);
    cr_expect(file->tools[0].agent->tools[1].agent == file->tools[1].agent);
    cr_expect(file->file_count == 3);
    cr_expect(file->tools[1].span.start > file->tools[0].span.start);
}

/* --- Binding ----------------------------------------------------------------------- */

static ptc_status do_nothing(ptc_tool_call *call, void *user)
{
    (void)call, (void)user;
    return PTC_OK;
}

Test(agent_file, functions_are_bound_by_symbol_or_name)
{
    static int user;
    static const ptc_tool some[] = {
        {.name = "search-items", .function = do_nothing, .user = &user},
        {.name = "empty"},
    };
    static const ptc_tool more[] = {
        {.name = "spell", .function = do_nothing, .description = "Spells."}};
    const ptc_tool_table tables[] = {{PTC_TOOL_TABLE_VERSION, some, 2},
                                     {PTC_TOOL_TABLE_VERSION, more, 1}};
    const ptc_tool_table old = {PTC_TOOL_TABLE_VERSION + 1, more, 1};
    const ptc_agent_file *file = read_good("finder.agent.edn", example_edn);
    const ptc_tool *search = file->agent->tools[0].function;
    const ptc_tool *spell = file->agent->tools[2].agent->tools[0].function;
    ptc_str missing;

    cr_expect(ptc_agent_file_bind(&arena, file, NULL, 0, &missing) == PTC_ERROR_ARGUMENT);
    cr_expect(ptc_str_equal(missing, PTC_STR("search (search_items), spell (spell_it)")),
              "%s", test_cstr(missing));
    cr_expect(ptc_agent_file_bind(&arena, file, &old, 1, &missing) == PTC_ERROR_ARGUMENT);
    cr_expect(ptc_agent_file_bind(&arena, file, tables, 2, &missing) == PTC_OK);
    cr_expect(missing.len == 0);
    cr_expect(search->function == do_nothing && search->user == &user);
    cr_expect(search->signature == &file->tools[0].contract->schema);
    cr_expect(spell->function == do_nothing);
    cr_expect(strcmp(spell->description, "Spells.") == 0);
    cr_expect(spell->signature == NULL && strcmp(spell->name, "spell") == 0);
}

/* --- Faults ------------------------------------------------------------------------ */

/* Faults of JSON, which has no comments for tests/bad, and of keys that cannot be
 * there. */
Test(agent_file, faults_have_their_places)
{
    static const struct {
        const char *name;
        const char *text;
        const char *faults;
    } rows[] = {
        {"x.agent.json", "{\"prompt\": \"Find\", \"prompt\": 1}",
         "x.agent.json:1:20: error: duplicate key [json-syntax]\n"},
        {"x.agent.json", "[]",
         "x.agent.json:1:1: error: an agent must be a map, found an array "
         "[agent-value]\n"},
        {"x.agent.json",
         "{\"prompt\": \"a\\n\\u00e9 {{x.y}}\",\n\"signature\": \"(x :int) "
         "-> :int\"}",
         "x.agent.json:1:23: error: placeholder {{x.y}}: x is :int and has no field "
         "\"y\" [template-placeholder]\n"},
        {"x.agent.json",
         "{\"prompt\": \"Find\", \"max_turns\": \"5\", \"tools\": {\"a\": "
         "{\"fn\": \"f\", \"signature\": \"(x :itn) -> :int\"}}}",
         "x.agent.json:1:33: error: max_turns must be a positive integer, found \"5\" "
         "[agent-value]\n"
         "x.agent.json:1:82: error: unknown type \":itn\" [sig-unknown-type]\n"},
        {"x.agent.json",
         "{\"prompt\": \"\", \"signature\": \":serch\", \"files\": "
         "[\"shop.sig\"]}",
         "x.agent.json:1:29: error: no file in :files declares \"serch\" "
         "[agent-declaration]\n"},
        {"writer.agent.edn", "{:prompt \"\" :tools {\"a\" {:agent \"two.agent.json\"}}}",
         "two.agent.json:1:46: error: agents in a cycle: writer.agent.edn -> "
         "two.agent.json -> writer.agent.edn [agent-cycle]\n"
         "two.agent.json:1:82: error: agents in a cycle: writer.agent.edn -> "
         "two.agent.json -> writer.agent.edn [agent-cycle]\n"},
        {"x.agent.edn", "{:name \"a\\u0000b\" :prompt \"\"}",
         "x.agent.edn:1:8: error: name must be a non-empty string, found \"a\\u0000b\" "
         "[agent-value]\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_diags diags;
        ptc_text text;
        ptc_str rest;
        ptc_str line;
        unsigned number = 0;
        ptc_text told;

        read_text(rows[i].name, rows[i].text, &diags);
        ptc_text_init(&text, &arena);
        ptc_text_init(&told, &arena);
        ptc_diags_write(&text, &diags, PTC_DIAG_STYLE_GNU, false);
        rest = ptc_text_view(&text);
        while (test_next_line(&rest, &line, &number)) {
            if (strstr(test_cstr(line), ": note: ") == NULL) {
                ptc_text_str(&told, line);
                ptc_text_byte(&told, '\n');
            }
        }
        cr_expect(ptc_str_equal(ptc_text_view(&told), ptc_str_of(rows[i].faults)),
                  "%s:\n%s", rows[i].text, test_cstr(ptc_text_view(&told)));
    }
}

/* A chain of agents, each the tool of the one before: the name is the number. */
static const ptc_source *load_next(ptc_str name, const ptc_source *from, void *user)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    int number = atoi(name.ptr);
    char text[128];

    (void)from, (void)user;
    snprintf(text, sizeof text, "{:prompt \"\" :tools {\"a\" {:agent \"%d.agent.edn\"}}}",
             number + 1);
    *source =
        (ptc_source){ptc_str_copy(&arena, name), ptc_str_copy(&arena, ptc_str_of(text))};
    return source;
}

Test(agent_file, bounds)
{
    ptc_agent_files endless = {.struct_size = sizeof endless, .load = load_next};
    size_t size = PTC_SOURCE_MAX + 1;
    char *large = malloc(size);
    const ptc_agent_file *file;
    ptc_source source;
    ptc_diags diags;
    ptc_text deep;

    ptc_diags_init(&diags, &arena);
    source = *load_next(PTC_STR("0.agent.edn"), NULL, NULL);
    cr_expect(ptc_agent_file_read(&arena, &source, &endless, &diags, &file) ==
              PTC_ERROR_INVALID);
    cr_expect(diags.errors == 1 && diags.items[0].code == PTC_DIAG_AGENT_TOO_DEEP);
    ptc_text_init(&deep, &arena);
    ptc_text_cstr(&deep, "{:prompt \"\"");
    for (int i = 0; i < 40; i++)
        ptc_text_cstr(&deep, " :tools {\"a\" {:llm-tool {:prompt \"\"");
    for (int i = 0; i < 40; i++)
        ptc_text_cstr(&deep, "}}}");
    ptc_text_cstr(&deep, "}");
    read_text("x.agent.edn", deep.ptr, &diags);
    cr_expect(diags.errors == 1 && diags.items[0].code == PTC_DIAG_AGENT_TOO_DEEP);
    memset(large, ' ', size);
    source = (ptc_source){PTC_STR("large.agent.edn"), {large, size}};
    cr_expect(ptc_agent_file_read(&arena, &source, NULL, &diags, &file) ==
              PTC_ERROR_INVALID);
    cr_expect(diags.items[diags.count - 1].code == PTC_DIAG_AGENT_FILE);
    free(large);
}

/* Agents that each name the next one twice are read and bound once each. */
static const ptc_source *load_doubled(ptc_str name, const ptc_source *from, void *user)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    int number = atoi(name.ptr);
    char text[160];

    (void)from, (void)user;
    snprintf(text, sizeof text,
             number == 40 ? "{:prompt \"\" :tools {\"f\" {:fn f%d}}}"
                          : "{:prompt \"\" :tools {\"a\" {:agent \"%d.agent.edn\"} "
                            "\"b\" {:agent \"%d.agent.edn\"}}}",
             number + 1, number + 1);
    *source =
        (ptc_source){ptc_str_copy(&arena, name), ptc_str_copy(&arena, ptc_str_of(text))};
    return source;
}

Test(agent_file, agents_under_agents)
{
    ptc_agent_files doubled = {.struct_size = sizeof doubled, .load = load_doubled};
    ptc_source source = *load_doubled(PTC_STR("15.agent.edn"), NULL, NULL);
    const ptc_agent_file *file;
    ptc_str missing;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_agent_file_read(&arena, &source, &doubled, &diags, &file) == PTC_OK);
    cr_expect(file->file_count == 26);
    cr_expect(diags.warnings == 1 && diags.items[0].code == PTC_DIAG_AGENT_UNREACHABLE);
    cr_expect(ptc_str_equal(diags.items[0].message,
                            PTC_STR("agents are nested 25 deep, but max_depth is 3: the "
                                    "innermost never run")),
              "%s", test_cstr(diags.items[0].message));
    cr_expect(ptc_agent_file_bind(&arena, file, NULL, 0, &missing) == PTC_ERROR_ARGUMENT);
    cr_expect(ptc_str_equal(missing, PTC_STR("f (f41)")), "%s", test_cstr(missing));
}

/* --- Memory ------------------------------------------------------------------------ */

Test(agent_file, refused_memory)
{
    static const char *const texts[] = {example_edn, example_json,
                                        "{:prompt \"Find {{x}}\" :signature \"(q :int) "
                                        "-> :itn\" :max-turn 3}"};
    static const char *const names[] = {"a.agent.edn", "a.agent.json", "b.agent.edn"};

    for (size_t i = 0; i < 3; i++) {
        ptc_source source = {ptc_str_of(names[i]), ptc_str_of(texts[i])};
        ptc_status status = PTC_ERROR_MEMORY;

        for (size_t left = 0; status == PTC_ERROR_MEMORY; left++) {
            test_refusing refusing = {.left = left};
            ptc_allocator allocator = test_refusing_allocator(&refusing);
            const ptc_agent_file *file;
            ptc_str missing;
            ptc_arena own;
            ptc_diags diags;

            cr_assert(left < 2000, "%s", names[i]);
            ptc_arena_init(&own, &allocator, 0);
            ptc_diags_init(&diags, &own);
            status = ptc_agent_file_read(&own, &source, &files, &diags, &file);
            cr_expect((file != NULL) == (status == PTC_OK));
            if (status == PTC_OK)
                (void)ptc_agent_file_bind(&own, file, NULL, 0, &missing);
            ptc_arena_free(&own);
            cr_expect(refusing.held == 0, "%s: %zu blocks kept", names[i], refusing.held);
        }
        cr_expect(status == (i < 2 ? PTC_OK : PTC_ERROR_INVALID), "%s: %s", names[i],
                  ptc_status_name(status));
    }
}

static const ptc_source *load_one(ptc_str name, const ptc_source *from, void *user)
{
    (void)name, (void)from;
    return user;
}

/* Warnings that are off by default are about what the file names, and its own signatures.
 */
Test(agent_file, lints_what_it_names)
{
    static const ptc_source tools = {
        {"t.sig", 5}, {"; Finds the orders of a customer.\nfind() -> :int\n", 49}};
    static const ptc_source agent = {{"x.agent.edn", 11},
                                     {"{:prompt \"Go\" :files [\"t.sig\"] :signature "
                                      "\"() -> {a {b {c {d {e {f :int}}}}}}\""
                                      " :tools {\"find\" {:fn f :signature :find}}}",
                                      120}};

    for (int lint = 0; lint < 2; lint++) {
        ptc_agent_files named = {.struct_size = sizeof named,
                                 .load = load_one,
                                 .user = (void *)(uintptr_t)&tools,
                                 .lint = lint != 0};
        const ptc_agent_file *file;
        ptc_diags diags;

        ptc_diags_init(&diags, &arena);
        cr_assert(ptc_agent_file_read(&arena, &agent, &named, &diags, &file) == PTC_OK);
        cr_assert_eq(diags.count, lint ? (size_t)2 : (size_t)0);
        if (lint) {
            cr_expect_eq(diags.items[0].code, PTC_DIAG_SIG_UNDESCRIBED);
            cr_expect_eq(diags.items[1].code, PTC_DIAG_SIG_DEEP);
        }
    }
}
