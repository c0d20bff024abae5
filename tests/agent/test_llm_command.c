/* SPDX-License-Identifier: MIT */
/* Models that are commands, and children that behave badly. [subagent 8.1] */
#define _GNU_SOURCE /* kill, open file counts, monotonic time */
#include <criterion/criterion.h>

#include "agent/model/model_int.h"
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* --- Helpers ----------------------------------------------------------------------- */

static uint64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

/* Asks a script of the shell. */
static ptc_status ask_script(const char *script, const ptc_llm_request *request,
                             ptc_llm_reply *reply)
{
    const char *argv[] = {"/bin/sh", "-c", script, NULL};
    ptc_llm_command command = {
        .struct_size = sizeof command, .argv = argv, .model = "m-1", .max_tokens = 99};
    ptc_llm llm;

    cr_assert(ptc_llm_of_command(&command, "shell", &llm) == PTC_OK);
    ptc_llm_reply_init(reply);
    return llm.call(request, reply, llm.user);
}

static ptc_llm_request request_in(ptc_arena *arena, uint64_t time_ms)
{
    static const ptc_message messages[] = {{PTC_ROLE_USER, PTC_STR_INIT("find \"x\"")},
                                           {PTC_ROLE_ASSISTANT, PTC_STR_INIT("(a)")},
                                           {PTC_ROLE_USER, PTC_STR_INIT("no\n")}};
    static const ptc_str tools[] = {PTC_STR_INIT("search"), PTC_STR_INIT("return"),
                                    PTC_STR_INIT("fail")};

    ptc_arena_init(arena, NULL, 0);
    return (ptc_llm_request){.struct_size = sizeof(ptc_llm_request),
                             .message_size = sizeof *messages,
                             .system = PTC_STR("be good"),
                             .messages = messages,
                             .message_count = 3,
                             .turn = 2,
                             .tool_names = tools,
                             .tool_name_count = 3,
                             .time_ms = time_ms,
                             .arena = arena};
}

#define EXPECT_TEXT(view, text)                                                          \
    cr_expect(ptc_str_equal((view), ptc_str_of(text)), "%s", test_cstr(view))

/* No child is left, dead or alive. */
static void expect_no_children(void)
{
    cr_expect(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

/* --- The protocol ------------------------------------------------------------------ */

Test(llm_command, sends_json_and_reads_json, .timeout = 10) /* M328 M329 M330 M332 M333 */
{
    /* Sends its input back, as the text of a reply. */
    static const char script[] =
        "sed 's/\\\\/\\\\\\\\/g; s/\"/\\\\\"/g; s/^/{\"content\": \"/; s/$/\", "
        "\"tokens\": {\"input\": 3, \"output\": 4}, \"stop_reason\": \"end\", "
        "\"model\": \"m-1-full\"}/'";
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm_request request = request_in(&arena, 5000);
    ptc_map_entry entry = {ptc_value_string(PTC_STR("temperature")), ptc_value_int(0)};

    cr_assert(ptc_map_make(&arena, &entry, 1, &request.options, NULL) == PTC_OK);
    cr_assert(ask_script(script, &request, &reply) == PTC_OK, "%s",
              test_cstr(reply.message));
    EXPECT_TEXT(reply.content,
                "{\"model\":\"m-1\",\"system\":\"be good\",\"messages\":[{\"role\":"
                "\"user\",\"content\":\"find \\\"x\\\"\"},{\"role\":\"assistant\","
                "\"content\":\"(a)\"},{\"role\":\"user\",\"content\":\"no\\n\"}],"
                "\"turn\":2,\"tool_names\":[\"search\",\"return\",\"fail\"],"
                "\"llm_opts\":{\"temperature\":0},\"max_tokens\":99}");
    cr_expect(reply.input_tokens == 3 && reply.output_tokens == 4);
    cr_expect(reply.stop_reason == PTC_STOP_END);
    EXPECT_TEXT(reply.model, "m-1-full");
    expect_no_children();
    ptc_arena_free(&arena);
}

Test(llm_command, says_how_commands_fail, .timeout = 20) /* M334 */
{
    static const struct {
        const char *script;
        ptc_llm_fault fault;
        const char *message;
    } rows[] = {
        {"echo '{\"error\": {\"kind\": \"rate_limit\", \"message\": \"slow\", "
         "\"status\": "
         "429, \"retry_after\": 2}}'; exit 1",
         PTC_LLM_RATE_LIMIT, "slow"},
        {"echo noise >&2; printf 'first\\n\\nlast \\033[31mline \\n \\n' >&2; exit 3",
         PTC_LLM_UNKNOWN, "sh exited with status 3: last  [31mline"},
        {"exit 75", PTC_LLM_SERVER_ERROR, "sh exited with status 75"},
        {"no-such-command-at-all 2>/dev/null", PTC_LLM_CLIENT_ERROR,
         "sh exited with status 127"},
        {"exit 78", PTC_LLM_CLIENT_ERROR, "sh exited with status 78"},
        {"kill -9 $$", PTC_LLM_SERVER_ERROR, "sh was ended by signal 9"},
        {"echo '{\"content\": \"x\"}'; exit 3", PTC_LLM_UNKNOWN,
         "sh exited with status 3"},
        {"true", PTC_LLM_UNKNOWN, "the output of sh is not a reply: *"},
        {"echo hello", PTC_LLM_UNKNOWN, "the output of sh is not a reply: *"},
        {"echo '\"hello\"'", PTC_LLM_UNKNOWN,
         "the output of sh is not a reply: expected {\"content\": ..} or {\"error\": "
         "..}"},
        {"echo '{\"contents\": \"x\"}'; echo oops >&2", PTC_LLM_UNKNOWN,
         "the output of sh is not a reply: expected {\"content\"*"},
        {"echo '{\"content\": \"x\"} {}'", PTC_LLM_UNKNOWN,
         "the output of sh is not a reply: *"},
        {"printf '{\"content\": \"\\377\"}'", PTC_LLM_UNKNOWN,
         "the output of sh is not a reply: *"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t length = strcspn(rows[i].message, "*");
        ptc_llm_reply reply;
        ptc_arena arena;
        ptc_llm_request request = request_in(&arena, 5000);

        cr_expect(ask_script(rows[i].script, &request, &reply) == PTC_ERROR_INVALID,
                  "row %zu", i);
        cr_expect(reply.fault == rows[i].fault, "row %zu: %s", i,
                  ptc_llm_fault_name(reply.fault));
        cr_expect(reply.message.len >= length &&
                      (rows[i].message[length] == '*' || reply.message.len == length) &&
                      memcmp(reply.message.ptr, rows[i].message, length) == 0,
                  "row %zu: %s", i, test_cstr(reply.message));
        cr_expect(i != 0 || (reply.status == 429 && reply.retry_after_ms == 2000));
        expect_no_children();
        ptc_arena_free(&arena);
    }
}

Test(llm_command, says_why_a_command_does_not_start)
{
    static const struct {
        const char *argv[2];
        const char *message;
    } rows[] = {
        {{"/no/such/file", NULL}, "file cannot be run: there is no such file"},
        {{"no-such-command-at-all", NULL},
         "no-such-command-at-all cannot be run: there is no such file"},
        {{"/etc/passwd", NULL}, "passwd cannot be run: it is not executable"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_llm_command command = {.struct_size = sizeof command, .argv = rows[i].argv};
        ptc_llm llm;
        ptc_llm_reply reply;
        ptc_arena arena;
        ptc_llm_request request = request_in(&arena, 5000);

        cr_assert(ptc_llm_of_command(&command, "none", &llm) == PTC_OK);
        ptc_llm_reply_init(&reply);
        cr_expect(llm.call(&request, &reply, llm.user) == PTC_ERROR_INVALID);
        cr_expect(reply.fault == PTC_LLM_CLIENT_ERROR, "row %zu", i);
        EXPECT_TEXT(reply.message, rows[i].message);
        ptc_arena_free(&arena);
    }
    expect_no_children();
}

Test(llm_command, refuses_options_that_set_address_or_key)
{
    static const char *const names[] = {"url",     "base_url", "baseUrl",
                                        "HEADERS", "api-key",  "apiKey",
                                        "key",     "command",  "Authorization"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ptc_map_entry entry = {ptc_value_string(ptc_str_of(names[i])),
                               ptc_value_string(PTC_STR("canary-key"))};
        ptc_llm_reply reply;
        ptc_arena arena;
        ptc_llm_request request = request_in(&arena, 5000);

        cr_assert(ptc_map_make(&arena, &entry, 1, &request.options, NULL) == PTC_OK);
        cr_expect(ask_script("echo '{\"content\": \"ran\"}'", &request, &reply) ==
                  PTC_ERROR_INVALID);
        cr_expect(reply.fault == PTC_LLM_CLIENT_ERROR, "row %zu", i);
        cr_expect(strstr(test_cstr(reply.message), names[i]) != NULL);
        cr_expect(strstr(test_cstr(reply.message), "canary") == NULL);
        ptc_arena_free(&arena);
    }
}

/* --- Children that behave badly ---------------------------------------------------- */

Test(llm_command, kills_what_gives_no_reply_in_time, .timeout = 20)
{
    static const char *const scripts[] = {
        "exec sleep 60",
        "trap '' TERM INT HUP; while :; do :; done",
        "sleep 60 | cat", /* grandchildren hold the pipes */
        "exec >&-; exec sleep 60",
        "while :; do echo noise >&2; done",
        "trap '' TERM; (trap '' TERM; exec sleep 60) & exec sleep 60",
        "printf '{\"content\": '; exec sleep 60",
    };

    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        ptc_llm_reply reply;
        ptc_arena arena;
        ptc_llm_request request = request_in(&arena, 40);
        uint64_t start = now_ms();
        uint64_t took;

        cr_expect(ask_script(scripts[i], &request, &reply) == PTC_ERROR_INVALID);
        took = now_ms() - start;
        cr_expect(reply.fault == PTC_LLM_TIMEOUT, "row %zu: %s", i,
                  test_cstr(reply.message));
        cr_expect(strncmp(reply.message.ptr, "sh gave no reply in 40 ms", 25) == 0,
                  "row %zu: %s", i, test_cstr(reply.message));
        cr_expect(took >= 40 && took < 2000, "row %zu took %u ms", i, (unsigned)took);
        expect_no_children();
        ptc_arena_free(&arena);
    }
}

Test(llm_command, has_a_time_limit_of_its_own, .timeout = 10)
{
    static const char *const argv[] = {"sleep", "60", NULL};
    ptc_llm_command command = {
        .struct_size = sizeof command, .argv = argv, .timeout_ms = 20};
    ptc_llm llm;
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm_request request = request_in(&arena, UINT64_MAX);

    cr_assert(ptc_llm_of_command(&command, "sleep", &llm) == PTC_OK);
    ptc_llm_reply_init(&reply);
    cr_expect(llm.call(&request, &reply, llm.user) == PTC_ERROR_INVALID);
    EXPECT_TEXT(reply.message, "sleep gave no reply in 20 ms");
    ptc_arena_free(&arena);
}

Test(llm_command, stops_replies_that_do_not_end, .timeout = 20)
{
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm_request request = request_in(&arena, 10000);

    cr_expect(ask_script("exec yes", &request, &reply) == PTC_ERROR_INVALID);
    EXPECT_TEXT(reply.message, "the reply of sh is longer than 1 MiB");
    expect_no_children();
    ptc_arena_free(&arena);
}

Test(llm_command, leaves_nothing_of_a_child_that_answered, .timeout = 10)
{
    const char *folder = test_directory();
    char path[256];
    char script[512];
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm_request request = request_in(&arena, 5000);
    uint64_t start = now_ms();

    snprintf(path, sizeof path, "%s/late", folder);
    snprintf(script, sizeof script,
             "(sleep 0.2; echo late >%s) & echo '{\"content\": \"x\"}'", path);
    cr_expect(ask_script(script, &request, &reply) == PTC_OK);
    EXPECT_TEXT(reply.content, "x");
    cr_expect(now_ms() - start < 180, "did not wait for what holds the pipe open");
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    cr_expect(access(path, F_OK) != 0, "it was killed with its parent");
    ptc_arena_free(&arena);
}

static void on_broken_pipe(int signal)
{
    (void)signal;
    _exit(99);
}

Test(llm_command, needs_no_child_that_reads, .timeout = 20)
{
    static const size_t size = 1 << 20; /* more than a pipe holds */
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm_request request = request_in(&arena, 5000);
    sigset_t pending;
    char *system;

    signal(SIGPIPE, on_broken_pipe);
    system = ptc_arena_alloc(&arena, size);
    memset(system, 'x', size);
    request.system = ptc_str_make(system, size);
    for (int i = 0; i < 5; i++) {
        cr_expect(ask_script("exec <&-; echo '{\"content\": \"x\"}'; sleep 0.01",
                             &request, &reply) == PTC_OK,
                  "%s", test_cstr(reply.message));
        EXPECT_TEXT(reply.content, "x");
    }
    sigpending(&pending);
    cr_expect(sigismember(&pending, SIGPIPE) == 0);
    cr_expect(ask_script("cat >/dev/null; echo '{\"content\": \"all read\"}'", &request,
                         &reply) == PTC_OK);
    EXPECT_TEXT(reply.content, "all read");
    expect_no_children();
    ptc_arena_free(&arena);
}

/* --- The host ---------------------------------------------------------------------- */

static unsigned open_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    unsigned count = 0;

    while (folder != NULL && readdir(folder) != NULL)
        count++;
    if (folder != NULL)
        closedir(folder);
    return count;
}

Test(llm_command, gives_children_no_files_and_no_blocked_signals, .timeout = 10)
{
    int file = fcntl(2, F_DUPFD, 57); /* not close-on-exec */
    unsigned before = open_files();
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm_request request = request_in(&arena, 5000);
    sigset_t all;

    signal(SIGPIPE, SIG_IGN);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    cr_assert(file == 57);
    cr_expect(
        ask_script("[ -e /proc/$$/fd/57 ] && open=open; set -- $(grep SigBlk "
                   "/proc/self/status); echo \"{\\\"content\\\": \\\"$open $2\\\"}\"",
                   &request, &reply) == PTC_OK,
        "%s", test_cstr(reply.message));
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    EXPECT_TEXT(reply.content, " 0000000000000000");
#endif
    cr_expect(open_files() == before);
    ptc_arena_free(&arena);
}

Test(llm_command, works_when_standard_files_are_closed, .timeout = 10)
{
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm_request request = request_in(&arena, 5000);
    ptc_status status;
    int in = dup(0);
    int out = dup(1);

    close(0);
    close(1);
    status =
        ask_script("cat >/dev/null && echo '{\"content\": \"x\"}'", &request, &reply);
    dup2(in, 0);
    dup2(out, 1);
    cr_expect(status == PTC_OK, "%s", test_cstr(reply.message));
    ptc_arena_free(&arena);
}

Test(llm_command, works_when_the_host_ignores_its_children, .timeout = 10)
{
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm_request request = request_in(&arena, 5000);

    signal(SIGCHLD, SIG_IGN);
    cr_expect(ask_script("echo '{\"content\": \"x\"}'", &request, &reply) == PTC_OK, "%s",
              test_cstr(reply.message));
    request.time_ms = 30;
    cr_expect(ask_script("sleep 60", &request, &reply) == PTC_ERROR_INVALID);
    cr_expect(reply.fault == PTC_LLM_TIMEOUT);
    ptc_arena_free(&arena);
}

static void *cancel_soon(void *user)
{
    nanosleep(&(struct timespec){0, 30000000}, NULL);
    ptc_cancel_set(user);
    return NULL;
}

Test(llm_command, ends_when_the_run_is_cancelled, .timeout = 10)
{
    ptc_cancel cancel = {0};
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm_request request = request_in(&arena, UINT64_MAX);
    uint64_t start = now_ms();
    pthread_t thread;

    request.cancel = &cancel;
    cr_assert(pthread_create(&thread, NULL, cancel_soon, &cancel) == 0);
    cr_expect(ask_script("trap '' TERM; exec sleep 60", &request, &reply) ==
              PTC_ERROR_INVALID);
    pthread_join(thread, NULL);
    EXPECT_TEXT(reply.message, "cancelled");
    cr_expect(now_ms() - start < 1000, "%u ms", (unsigned)(now_ms() - start));
    expect_no_children();
    ptc_arena_free(&arena);
}

static void *ask_in_thread(void *user)
{
    int *good = user;

    for (int i = 0; i < 5; i++) {
        ptc_llm_reply reply;
        ptc_arena arena;
        ptc_llm_request request = request_in(&arena, 10000);

        *good += ask_script("cat >/dev/null; echo '{\"content\": \"x\"}'", &request,
                            &reply) == PTC_OK;
        ptc_arena_free(&arena);
    }
    return NULL;
}

Test(llm_command, serves_many_threads, .timeout = 30)
{
    pthread_t threads[4];
    int good[4] = {0};

    for (int i = 0; i < 4; i++)
        cr_assert(pthread_create(&threads[i], NULL, ask_in_thread, &good[i]) == 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    cr_expect(good[0] + good[1] + good[2] + good[3] == 20);
    expect_no_children();
}

Test(llm_command, ends_cleanly_when_memory_is_refused, .timeout = 30)
{
    char place[1536];
    bool is_good = false;

    for (size_t size = 0; size < sizeof place; size += 128) {
        ptc_llm_reply reply;
        ptc_arena arena;
        ptc_arena small;
        ptc_llm_request request = request_in(&arena, 5000);
        ptc_status status;

        ptc_arena_init_memory(&small, place, size);
        request.arena = &small;
        status =
            ask_script("cat >/dev/null; echo '{\"content\": \"x\"}'", &request, &reply);
        is_good = status == PTC_OK;
        cr_expect(is_good || status == PTC_ERROR_MEMORY, "size %zu: %s", size,
                  ptc_status_name(status));
        ptc_arena_free(&arena);
    }
    cr_expect(is_good);
    expect_no_children();
}
