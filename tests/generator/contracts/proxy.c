/* SPDX-License-Identifier: MIT */
/* Settings in Malli, with strings that end in NUL. */
#include "proxy.ptc.h"
#include <stdio.h>
#include <string.h>

#define CHECK(what)                                                                      \
    do {                                                                                 \
        if (!(what)) {                                                                   \
            printf("line %d: %s\n", __LINE__, #what);                                    \
            return 1;                                                                    \
        }                                                                                \
    } while (0)

int main(void)
{
    static const char file[] = "{\"listen\": {\"port\": 443}, \"upstreams\": [{\"name\": "
                               "\"a\", \"url\": \"http://a\"}],"
                               " \"timeouts\": {\"connect\": 500}, \"limit\": \"off\"}";
    static const char wrong[] = "{\"listen\": {\"port\": 0}, \"upstreams\": [], "
                                "\"loglevel\": \"info\", \"log\": \"loud\"}";
    const config_timeouts_entry *entry;
    char path[32];
    ptc_arena arena;
    ptc_report report;
    ptc_text text;
    config in;

    ptc_arena_init(&arena, NULL, 1 << 20);
    CHECK(config_parse(&arena, file, sizeof file - 1, NULL, &in, NULL) == PTC_OK);
    CHECK(in.listen.port == 443 && in.log == CONFIG_LOG_INFO && !in.has.log);
    /* Every string ends in NUL. */
    CHECK(strcmp(in.listen.host.ptr, "127.0.0.1") == 0);
    snprintf(path, sizeof path, "%s/status", in.upstreams.items[0].url.ptr);
    CHECK(strcmp(path, "http://a/status") == 0);
    CHECK(in.upstreams.items[0].weight == 1);
    entry = config_timeouts_find(&in.timeouts, PTC_STR("connect"));
    CHECK(entry != NULL && entry->value == 500 && strcmp(entry->key.ptr, "connect") == 0);
    CHECK(in.has.limit && in.limit.tag == CONFIG_LIMIT_ENUM);

    CHECK(config_parse(&arena, wrong, sizeof wrong - 1, NULL, &in, NULL) != PTC_OK);
    ptc_report_init(&report, &arena);
    config_explain(&arena, wrong, sizeof wrong - 1, NULL, &report, NULL);
    ptc_text_init(&text, &arena);
    ptc_report_write_errors(&text, &report, "wrong.json:");
    printf("%s", text.ptr);
    ptc_arena_free(&arena);
    return 0;
}
