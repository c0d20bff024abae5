# SPDX-License-Identifier: MIT
"""HTTP in front of http_host.c, only for tests/check_mcp_conformance: the product does not serve
HTTP. One post of 2026-07-28 is one session of the core; older clients keep their session by its id."""
import http.server
import itertools
import json
import queue
import subprocess
import sys
import threading

import peers

statuses = {-32601: 404, -32602: 400, -32600: 400, -32700: 400, -32022: 400}
hosts = ("localhost", "127.0.0.1", "[::1]")


class Host:
    """The process, and the requests that wait for its lines."""

    def __init__(self, program):
        self.child = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.waiting = {}  # (key, id) or (key, None) for all of a key -> queue of (is_reply, message)
        self.lock = threading.Lock()
        self.keys = itertools.count(1)
        self.rows = []
        self.ended = set()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.child.stdout:
            key, ident, kind, message = line.decode().rstrip("\n").split("\t", 3)
            self.rows.append({"session": "conformance", "process": key, "dir": "server", "line": message})
            found = self.waiting.get((key, None)) or self.waiting.get((key, ident))
            if found:
                found.put((kind == "reply" or not ident, message))

    def say(self, key, text=None):
        with self.lock:
            if text is not None:
                self.rows.append({"session": "conformance", "process": key, "dir": "client", "line": text})
            self.child.stdin.write(key.encode() + (b"" if text is None else b"\t" + text.encode()) + b"\n")
            self.child.stdin.flush()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(405)

    def do_DELETE(self):
        key = self.headers.get("Mcp-Session-Id", "none")
        self.server.host.say(key)
        self.server.host.ended.add(key)
        self.answer(200)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        origin = self.headers.get("Origin", "http://localhost").split("://")[-1]
        if not all(name.rsplit(":", 1)[0] in hosts for name in (origin, self.headers.get("Host", "localhost"))):
            self.answer(403)
            return
        try:
            message = json.loads(body)
        except ValueError:
            message = {}
        message = message if isinstance(message, dict) else {}
        meta = message.get("params", {}).get("_meta", {})
        is_modern = self.headers.get("Mcp-Protocol-Version") == peers.modern or peers.version_key in meta
        self.serve(body.replace("\n", " "), message, is_modern)

    def serve(self, text, message, is_modern):
        host = self.server.host
        is_first = message.get("method") == "initialize" or is_modern
        key = f"s{next(host.keys)}" if is_first else self.headers.get("Mcp-Session-Id", f"s{next(host.keys)}")
        if key in host.ended:
            self.answer(404)
            return
        session = {} if is_modern else {"Mcp_Session_Id": key}
        if "id" not in message and "method" in message:
            host.say(key, text)
            self.answer(202, **session)
            return
        place = (key, None if is_modern else json.dumps(message.get("id"), separators=(",", ":")))
        lines = host.waiting[place] = queue.Queue()
        host.say(key, text)
        try:
            self.stream(lines, session)
        except OSError:
            pass  # the reader is gone
        finally:
            del host.waiting[place]
            if is_modern:
                host.say(key)

    def stream(self, lines, session):
        is_reply, text = lines.get(timeout=60)
        if is_reply:
            status = statuses.get(json.loads(text).get("error", {}).get("code"), 200)
            self.answer(status, text.encode(), Content_Type="application/json", **session)
            return
        self.send_response(200)
        for name, value in {"Content-Type": "text/event-stream", "Connection": "close",
                            **{name.replace("_", "-"): value for name, value in session.items()}}.items():
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        while True:
            self.wfile.write(f"event: message\ndata: {text}\n\n".encode())
            if is_reply:
                return
            try:
                is_reply, text = lines.get(timeout=10)
            except queue.Empty:
                return


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    fault = None  # of the bridge

    def __init__(self, program):
        super().__init__(("127.0.0.1", 0), Handler)
        self.host = Host(program)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        error = sys.exc_info()[1]
        if not isinstance(error, ConnectionError):  # clients disconnect early
            self.fault = repr(error)

    def is_broken(self):
        """Why the results do not count, or None."""
        return self.fault or ("the host died" if self.host.child.poll() is not None else None)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/mcp"
