# SPDX-License-Identifier: MIT
"""Build step: sections of prompts as constant strings of C.

Usage: embed.py OUTPUT HEADER SECTION.md... - `core_agent.md` becomes `ptc_prompt_core_agent`, which
HEADER declares. The texts must be UTF-8 with line feeds. Runs with the Python that runs Meson, so
that the library needs no program of its own to be built first, in cross builds neither.
"""
import pathlib
import sys


def literal(line):
    """The bytes of a line as a C string; octal, so that digits after an escape do not matter."""
    out = ""
    for byte in line.encode():
        char = chr(byte)
        if char in '"\\?':
            out += "\\" + char
        elif char == "\n":
            out += "\\n"
        elif 0x20 <= byte < 0x7F:
            out += char
        else:
            out += "\\%03o" % byte
    return '    "%s"' % out


def main():
    output, header, *sections = sys.argv[1:]
    parts = ["/* Made from templates/prompt by embed.py. */\n", '#include "%s"\n' % header]
    for path in map(pathlib.Path, sections):
        text = path.read_bytes().decode()
        if "\r" in text or not text.endswith("\n"):
            sys.exit("%s: lines must end with a line feed" % path)
        lines = "\n".join(literal(line) for line in text.splitlines(keepends=True))
        parts.append("\nconst char *const ptc_prompt_%s =\n%s;\n" % (path.stem, lines))
    pathlib.Path(output).write_bytes("".join(parts).encode())


main()
