/* SPDX-License-Identifier: MIT */
/* Requests for MCP servers, in this process and in others. */
#ifndef BENCH_MCP_H
#define BENCH_MCP_H

#define MCP_INITIALIZE                                                                   \
    "{\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","         \
    "\"capabilities\":{},\"clientInfo\":{\"name\":\"probe\",\"version\":\"1.0.0\"}},"    \
    "\"jsonrpc\":\"2.0\",\"id\":0}\n"                                                    \
    "{\"method\":\"notifications/initialized\",\"jsonrpc\":\"2.0\"}\n"

#define MCP_CALL(name, arguments, meta)                                                  \
    "{\"method\":\"tools/call\",\"params\":{\"name\":\"" name                            \
    "\",\"arguments\":" arguments meta "},\"jsonrpc\":\"2.0\",\"id\":1}\n"

#define MCP_META                                                                         \
    ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","            \
    "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"probe\",\"version\":\"1.0.0\"}," \
    "\"io.modelcontextprotocol/clientCapabilities\":{}}"

#define MCP_SEARCH "{\"query\":\"lamp\",\"limit\":3}"

#define MCP_ORDER(id, status)                                                            \
    "{\"id\":" #id ",\"user\":\"somebody@example.org\",\"status\":\"" status             \
    "\",\"total\":149.95}"
#define MCP_FOUR_ORDERS                                                                  \
    MCP_ORDER(10001, "paid")                                                             \
    "," MCP_ORDER(10002, "open") "," MCP_ORDER(10003, "paid") "," MCP_ORDER(10004, "voi" \
                                                                                   "d")
/* About a kilobyte. */
#define MCP_ORDERS                                                                       \
    "{\"orders\":[" MCP_FOUR_ORDERS "," MCP_FOUR_ORDERS "," MCP_FOUR_ORDERS "]}"

/* Six lines and two calls. */
#define MCP_PROGRAM                                                                      \
    "{\"program\":\""                                                                    \
    "(let [found (:items (tool/search {:query \\\"lamp\\\" :limit 3}))\\n"               \
    "      ids (map :id found)\\n"                                                       \
    "      left (tool/stock {:id (apply max ids)})\\n"                                   \
    "      names (map :title found)]\\n"                                                 \
    "  (println \\\"names:\\\" (count names))\\n"                                        \
    "  {:count (count found) :ids ids :left (:left left)})\"}"

/* What twenty calls of `stock` by a client do, in one program. */
#define MCP_TWENTY                                                                       \
    "{\"program\":\"(reduce + (map (fn [i] (:left (tool/stock {:id (+ 1 (mod i 4))}))) " \
    "(range 20)))\"}"

#endif
