# SPDX-License-Identifier: MIT
"""What tests/check_mcp* share: the emitted server, and the validators of every line that it sends.

A line is checked against the official schema of its revision, by ajv and by our own reader of JSON
Schema, and against rules of [mcp 1-5] that a schema cannot express (rules, below). Rows of lines come
from `tap`, the recorded sessions, and C suites (PTC_MCP_LINES names the file that they append to).
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
shared = pathlib.Path(os.environ.get("PTC_SHARED", root.parent / "shared"))
data = shared / "data" / "mcp"
version_key = "io.modelcontextprotocol/protocolVersion"
legacy, modern = "2025-11-25", "2026-07-28"

# --- The server ---------------------------------------------------------------------------


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, **more)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def flags_of(tree):
    """The command that compiles and links a server against the static libraries of a build tree."""
    tree = pathlib.Path(tree)
    return ["-I", root / "runtime" / "include", tree / "tool" / "ptc" / "libptc-main.a",
            tree / "runtime" / "libptc.a", "-lpcre2-8", "-lm", "-ldl", "-pthread"]


def build_server(ptcc, tree, folder, name, contract, sources, options, form="mcp-main"):
    """The executable of a contract's server, whose functions are in `sources`."""
    shutil.copy(contract, folder)
    run(ptcc, "gen", "--emit", form, "-o", folder, *options, pathlib.Path(folder) / contract.name)
    stem = contract.stem
    emitted = [pathlib.Path(folder) / f"{stem}{end}" for end in (".ptc.c", ".mcp.c")]
    compiler = os.environ.get("CC", "cc").split()
    program = pathlib.Path(folder) / name
    run(*compiler, "-std=c11", "-O0", "-g0", "-Wall", "-Wextra", "-I", folder, *sources, *emitted,
        *flags_of(tree), "-o", program)
    return program


def bench(ptcc, tree, folder, *options):
    """The server of tools.sig, with the name and instructions of the recorded ones."""
    words = pathlib.Path(folder) / "instructions.txt"
    words.write_text("Adds and searches.\n", encoding="utf8")
    return build_server(ptcc, tree, folder, "bench", here / "tools.sig", [here / "tools.c"],
                        ["--mcp-name", "bench", "--mcp-version", "1.0.0", "--mcp-instructions", words,
                         *(options or ["--mcp-program"])])


def build_host(ptcc, tree, folder):
    """The host of conformance.sig, for the bridge."""
    return build_server(ptcc, tree, folder, "host", here / "conformance.sig", [here / "http_host.c"],
                        ["--mcp-name", "bench", "--mcp-version", "1.0.0"], "mcp")


def packages_note(packages, what="modelcontextprotocol/sdk"):
    """Why the peers cannot run, or None."""
    if not shutil.which("node"):
        return "note: there is no node; official peers of MCP were not asked"
    if not (packages / "node_modules" / "@modelcontextprotocol" / what.split("/")[-1]).is_dir():
        return "note: the packages of tests/mcp_peers are absent; official peers of MCP were not asked"
    return None


# --- Lists of what is expected --------------------------------------------------------------

def read_list(path, count):
    """[(patterns of the first `count` columns, line)]; followed by the reason."""
    rows = []
    for line in path.read_text(encoding="utf8").splitlines():
        if line and not line.startswith("#"):
            *patterns, reason = line.split("\t")
            if len(patterns) != count or not reason.strip():
                raise SystemExit(f"{path.name}: not {count} columns and a reason: {line}")
            rows.append(([re.compile(".*".join(map(re.escape, one.split("*"))), re.DOTALL) for one in patterns], line))
    return rows


def covered(rows, texts):
    """The place of the first row that covers them, or None."""
    return next((place for place, (patterns, _) in enumerate(rows)
                 if all(pattern.fullmatch(text) for pattern, text in zip(patterns, texts))), None)


# --- Lines --------------------------------------------------------------------------------

Checked = collections.namedtuple("Checked", "where revision definition text")


def read_rows(path):
    with open(path, encoding="utf8") as file:
        return [json.loads(line) for line in file]


def keep_rows(rows):
    """Appends them to the file that is checked later, if there is one."""
    path = os.environ.get("PTC_MCP_LINES")
    if path:
        with open(path, "a", encoding="utf8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)


def messages_of(text):
    value = json.loads(text)
    return value if isinstance(value, list) else [value]


class Stream:
    """One process: its requests, and the definition that each of its lines must fit."""

    def __init__(self, name):
        self.name = name
        self.asked = {}     # id as JSON -> (method, revision), the last one
        self.answered = collections.Counter()
        self.requests = collections.Counter()
        self.tokens = {}    # of progress, as JSON -> (id, revision)
        self.progress = {}  # token -> the last
        self.names = {}     # id -> name of the tool that is called
        self.schemas = {}   # (revision, tool) -> outputSchema
        self.faults = []

    def fault(self, text, why):
        self.faults.append(f"{self.name}: {why}: {text[:300]}")

    def take_client(self, text):
        try:
            given = messages_of(text)
        except ValueError:
            return
        for message in given:
            if not isinstance(message, dict) or "id" not in message or "result" in message or "error" in message:
                continue
            params = message.get("params")
            params = params if isinstance(params, dict) else {}
            meta = params.get("_meta")
            meta = meta if isinstance(meta, dict) else {}
            revision = modern if version_key in meta else legacy
            ident = json.dumps(message["id"])
            self.requests[ident] += 1
            if self.requests[ident] - self.answered[ident] == 1:  # else the id is in flight
                self.asked[ident] = (message.get("method"), revision)
                self.names[ident] = params.get("name")
            if "progressToken" in meta:
                self.tokens[json.dumps(meta["progressToken"])] = (ident, revision)

    def take_server(self, text):
        """Yields the lines to check."""
        try:
            given = messages_of(text)
        except ValueError as error:
            self.fault(text, f"no JSON ({error})")
            return
        if re.search(r'^[ \t]|[ \t]$|[,:{\[] ', re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)):
            self.fault(text, "not compact")
        for message in given:
            if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
                self.fault(text, "no message of JSON-RPC 2.0")
            elif "method" in message:
                yield from self.take_notification(message)
            else:
                yield from self.take_reply(message)

    def take_notification(self, message):
        text = json.dumps(message)
        params = message.get("params", {})
        revision = modern
        if "id" in message:
            self.fault(text, "a request of a server")
        if message["method"] == "notifications/progress":
            token = json.dumps(params.get("progressToken"))
            if token not in self.tokens:
                self.fault(text, "progress without a request for it")
                return
            ident, revision = self.tokens[token]
            if self.answered[ident] >= self.requests[ident]:
                self.fault(text, "progress after the reply")
            if params.get("progress", 0) <= self.progress.get(token, float("-inf")):
                self.fault(text, "progress that does not grow")
            self.progress[token] = params.get("progress", 0)
        elif message["method"] != "notifications/subscriptions/acknowledged":
            self.fault(text, "a notification that we do not send")
        yield Checked(self.name, revision, "ServerNotification", text)
        yield Checked(self.name, revision, "JSONRPCMessage", text)

    def take_reply(self, message):
        text = json.dumps(message)
        if "id" not in message:
            if message.get("error", {}).get("code") not in (-32700, -32600):
                self.fault(text, "a reply without an id")
            for revision in (legacy, modern):
                yield Checked(self.name, revision, "JSONRPCErrorResponse", text)
            return
        ident = json.dumps(message["id"])
        method, revision = self.asked.get(ident, (None, legacy))
        self.answered[ident] += 1
        if self.answered[ident] > self.requests[ident]:
            self.fault(text, "a reply without a request, or a second one")
            return
        yield Checked(self.name, revision, "JSONRPCMessage", text)
        if "error" in message:
            yield from self.take_error(message, text, revision)
        else:
            yield from self.take_result(message, ident, method, revision)

    def take_error(self, message, text, revision):
        code = message["error"].get("code")
        if code not in (-32700, -32600, -32601, -32602, -32603, -32022):
            self.fault(text, "a code that we do not send")
        if "result" in message:
            self.fault(text, "result and error")
        yield Checked(self.name, revision, "JSONRPCErrorResponse", text)
        if revision == modern:
            named = {-32700: "ParseError", -32600: "InvalidRequestError", -32601: "MethodNotFoundError",
                     -32602: "InvalidParamsError", -32603: "InternalError"}
            if code in named:
                yield Checked(self.name, revision, named[code], json.dumps(message["error"]))
            if code == -32022:
                yield Checked(self.name, revision, "UnsupportedProtocolVersionError", text)

    def take_result(self, message, ident, method, revision):
        text = json.dumps(message)
        result = message.get("result")
        defined = {"initialize": "Initialize", "ping": "Empty", "tools/list": "ListTools", "tools/call": "CallTool",
                   "server/discover": "Discover", "subscriptions/listen": "SubscriptionsListen"}
        if method not in defined or not isinstance(result, dict):
            self.fault(text, f"a result of {str(method)[:60]}")
            return
        if not all("inputSchema" in tool for tool in result.get("tools", [])):
            if self.name != "C suites":
                self.fault(text, "a tool without an inputSchema")
            result["tools"] = []  # a suite about pages: the others are not tools either
            text = json.dumps(message)
        yield Checked(self.name, revision, defined[method] + "Result", json.dumps(result))
        if revision == modern:
            yield Checked(self.name, revision, defined[method] + "ResultResponse", text)
            info = result.get("_meta", {}).get("io.modelcontextprotocol/serverInfo", {})
            if result.get("resultType") != "complete" or not info.get("name") or not info.get("version"):
                self.fault(text, "a modern result without resultType or serverInfo")
        elif "resultType" in result or "_meta" in result or "ttlMs" in result:
            self.fault(text, "a legacy result with modern members")
        for tool in result.get("tools", []):
            self.schemas[revision, tool.get("name")] = tool.get("outputSchema")
        if method == "tools/call":
            yield from self.take_call(result, text, self.names.get(ident), revision)

    def take_call(self, result, text, name, revision):
        if result.get("isError") not in (None, True):
            self.fault(text, "isError that says nothing")
        schema = self.schemas.get((revision, name))
        if result.get("isError"):
            if "structuredContent" in result and name != "run_program":
                self.fault(text, "structured content of a failure")
        elif "structuredContent" in result and schema is not None:
            yield Checked(self.name, revision, schema, json.dumps(result["structuredContent"]))
        elif (revision, name) in self.schemas and schema is not None:
            self.fault(text, "no structured content, but an outputSchema")


def take(rows):
    """(lines to check, faults, the number of lines that were sent)"""
    streams, judged, faults, lines = {}, [], [], 0
    for row in rows:
        key = (row.get("session"), row.get("process"))
        stream = streams.setdefault(key, Stream(str(row.get("session"))))
        if row["dir"] == "client":
            stream.take_client(row["line"])
        elif row["dir"] == "server":
            lines += 1
            judged += stream.take_server(row["line"])
        elif row["dir"] == "server-base64":
            faults.append(f"{stream.name}: a line that is not UTF-8: {row['line'][:200]}")
    for stream in streams.values():
        faults += stream.faults
    return judged, faults, lines


# --- Validators ---------------------------------------------------------------------------

def official(revision):
    schema = json.loads((data / f"schema-{revision}.json").read_text(encoding="utf8"))
    if "JSONValue" in schema["$defs"]:
        schema["$defs"]["JSONValue"] = {}  # it admits neither null nor fractions, though its source does
    return schema


def by_definition(judged):
    """{(revision, definition as text): [schema, {document: where}]}"""
    wholes = {revision: official(revision) for revision in (legacy, modern)}
    found = {}
    for one in judged:
        is_named = isinstance(one.definition, str)
        if is_named and one.definition not in wholes[one.revision]["$defs"]:
            raise RuntimeError(f"{one.revision} defines no {one.definition}")
        schema = {**wholes[one.revision], "$ref": f"#/$defs/{one.definition}"} if is_named else one.definition
        key = (one.revision, one.definition if is_named else json.dumps(one.definition))
        found.setdefault(key, [schema, {}])[1].setdefault(one.text, one.where)
    return found


def ajv_verdicts(packages, wanted):
    text = "".join(json.dumps({"schema": schema, "documents": list(documents)}) + "\n"
                   for schema, documents in wanted)
    done = run("node", root / "tests" / "ajv" / "validate.mjs", cwd=packages, input=text)
    return [json.loads(line) for line in done.splitlines()]


def losses(told):
    """Warnings, except those about formats, which are also annotations for ajv."""
    return [line for line in told.splitlines() if re.search(r"(warning|error)\[(?!loss-format\])", line)]


def our_verdicts(ptc, folder, schema, documents):
    """[verdict, ..]; a schema that is read with a warning is a fault."""
    path = pathlib.Path(folder) / "definition.json"
    path.write_text(json.dumps(schema), encoding="utf8")
    done = subprocess.run([ptc, "validate", "--from", "json-schema", "--output", "--json", "--schema", path, "-"],
                          input="\n".join(documents) + "\n", text=True, capture_output=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(documents) or losses(done.stderr):
        raise RuntimeError(f"ptc validate: exit {done.returncode}: {done.stderr[:1000]}")
    return [answer["ok"] for answer in answers]


def judge(packages, ptc, folder, judged):
    """The faults that the validators find, and how many documents they saw. Each must also refuse damaged ones."""
    wanted = by_definition(judged)
    lists = [[schema, [*documents, "7"]] for schema, documents in wanted.values()]
    faults = []
    theirs = ajv_verdicts(packages, lists)
    for (key, (_, where)), (schema, documents), their in zip(wanted.items(), lists, theirs):
        name = " ".join(key)[:120]
        if "error" in their:
            faults.append(f"ajv cannot read {name}: {their['error']}")
            continue
        for who, verdicts in (("ajv", their["verdicts"]), ("ours", our_verdicts(ptc, folder, schema, documents))):
            if len(verdicts) != len(documents):
                faults.append(f"{who} gave {len(verdicts)} verdicts of {len(documents)}")
            faults += [f"{where[text]}: {who}, {name} refuses {text[:400]}"
                       for text, verdict in zip(documents, verdicts) if not verdict and text in where]
            if verdicts[-1] and key[1].endswith(("Result", "Response", "Notification", "Error")):
                faults.append(f"{who}, {name} takes a number")
    return faults, sum(len(where) for _, where in wanted.values())


def read_whole(ptcc, folder):
    """Faults of reading both official schemas, which our reader must read without a loss."""
    faults = []
    for revision in (legacy, modern):
        path = pathlib.Path(folder) / f"official-{revision}.json"
        path.write_text(json.dumps(official(revision)), encoding="utf8")
        done = subprocess.run([ptcc, "check", path], text=True, capture_output=True)
        if done.returncode != 0 or losses(done.stderr):
            faults.append(f"schema {revision}: exit {done.returncode}: {losses(done.stderr)[:5]}")
    return faults
