# SPDX-License-Identifier: MIT
"""The libraries that ptcc is compared with, in the versions of Debian."""
import functools
import os
import shlex
import subprocess

# The workloads of each peer.
PEERS = {"jansson": "abc", "rapidjson": "abc", "simdjson": "abcd"}

# source, header to look for, package, libraries, whether it takes the JSON Schema
programs = {
    "jansson": ("peer_jansson.c", "jansson.h", "libjansson-dev", ["-ljansson"], False),
    "rapidjson": ("peer_rapidjson.cc", "rapidjson/schema.h", "rapidjson-dev", [], True),
    "simdjson": ("peer_simdjson.cc", "simdjson.h", "libsimdjson-dev", ["-lsimdjson"], False),
}


class Absent(Exception):
    """A peer that is not installed."""


def compiler_of(source):
    if source.endswith(".cc"):
        return [*shlex.split(os.environ.get("CXX", "c++")), "-std=c++17"]
    return [*shlex.split(os.environ.get("CC", "cc")), "-std=c11"]


@functools.cache
def program_of(peer, root, work, build):
    source, header, package, libraries, _ = programs[peer]
    compiler = compiler_of(source)
    language = "c++" if source.endswith(".cc") else "c"
    try:
        found = subprocess.run([*compiler, "-E", "-x", language, "-"], text=True,
                               input=f"#include <{header}>\n", capture_output=True).returncode == 0
    except FileNotFoundError:
        found = False
    if not found:
        raise Absent(f"{peer} is not measured: install {package}")
    output = work / f"peer_{peer}"
    subprocess.run([*compiler, "-O3", f"-I{root}/bench", root / "bench" / source,
                    build / "bench/libbench-load.a", *libraries, "-o", output], check=True)
    return output


def peer_command(peer, root, work, build, schema, path):
    """The command that runs the peer over the documents; the number of rounds follows."""
    takes_schema = programs[peer][4]
    return [program_of(peer, root, work, build), *([schema] if takes_schema else []), path]
