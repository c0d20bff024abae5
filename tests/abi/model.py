# SPDX-License-Identifier: MIT
"""What callers of libptc are compiled against, as a table: layouts from the compiler's own
debug data, prototypes from its list of them, exported names from the library.

The table maps (kind, name) to what is known of it; `write` and `read` turn it into the text
of a baseline and back. Nothing here depends on where the headers are or in which order they
declare things.
"""
import glob
import os
import re
import subprocess
import tempfile

LEFT_OUT = {"jansson.h"}  # inline functions for programs that have jansson; exports nothing
ENTRY = re.compile(r" <(\d+)><([0-9a-f]+)>: Abbrev Number: \d+ \((DW_TAG_\w+)\)")
ATTRIBUTE = re.compile(r"\s+<[0-9a-f]+>\s+(DW_AT_\w+)\s*: ?(.*)")
MACRO = re.compile(r"#define (PTC_\w+) (\S.*)")
HEADS = {  # a line of a baseline each; what is behind stands below it
    "function": re.compile(r"function (?P<text>.*?(?P<name>ptc_\w+)\(.*)"),
    "inline": re.compile(r"inline (?P<text>.*?(?P<name>ptc_\w+)\(.*)"),
    "object": re.compile(r"object (?P<text>.*?(?P<name>ptc_\w+)(?:\[\d+\])*, \d+ B)"),
    "type": re.compile(r"type (?P<name>\w+): (?P<text>.*)"),
    "struct": re.compile(r"struct (?P<name>\w+), (?P<text>\d+) bytes"),
    "enum": re.compile(r"enum (?P<name>\w+), (?P<text>\d+) bytes"),
    "constant": re.compile(r"constant (?P<name>\w+) = (?P<text>.*)"),
    "macro": re.compile(r"macro (?P<name>\w+) = (?P<text>.*)"),
    "builtin": re.compile(r"builtin (?P<text>(?P<name>\w+))"),
}


class Entry:
    """One DIE of the debug data with those below it."""

    def __init__(self, tag):
        self.tag = tag[len("DW_TAG_"):]
        self.values = {}
        self.children = []

    def get(self, name, fallback=None):
        return self.values.get("DW_AT_" + name, fallback)


def debug_entries(text):
    """(entries at the top, all entries by offset) of what readelf prints."""
    by_offset, stack, top, entry = {}, {}, [], None
    for line in text.splitlines():
        found = ENTRY.match(line)
        if found:
            depth, entry = int(found.group(1)), Entry(found.group(3))
            by_offset[found.group(2)] = entry
            stack[depth] = entry
            (stack[depth - 1].children if depth > 1 else top).append(entry)
            continue
        found = ATTRIBUTE.match(line)
        if found and entry is not None:
            # Where the text of a name is may stand before it, and the form of a number.
            entry.values[found.group(1)] = re.sub(r"^(\([^)]*\)[ :]*)+", "", found.group(2)).strip()
    return top, by_offset


class Layouts:
    """Declarations of C and sizes, from debug data."""

    def __init__(self, text):
        self.top, self.by_offset = debug_entries(text)

    def target(self, entry):
        place = entry.get("type")
        return self.by_offset[re.match(r"<(?:0x)?([0-9a-f]+)>", place).group(1)] if place else None

    def declare(self, entry, name=""):
        """The declaration of `name` with the type of `entry`, None being void."""
        if entry is None:
            return f"void {name}".rstrip()
        below = self.target(entry)
        if entry.tag == "pointer_type":
            bare = below
            while bare is not None and bare.tag in ("const_type", "volatile_type"):
                bare = self.target(bare)
            wraps = bare is not None and bare.tag in ("subroutine_type", "array_type")
            return self.declare(below, f"(*{name})" if wraps else f"*{name}")
        if entry.tag in ("const_type", "volatile_type"):
            word = entry.tag.split("_")[0]
            if below is not None and below.tag == "pointer_type":
                return self.declare(below, f"{word} {name}".rstrip())
            text = self.declare(below, name)  # of an array it is the elements that are const
            return text if text.startswith(word) else f"{word} {text}"
        if entry.tag == "array_type":
            for part in entry.children:
                count = part.get("upper_bound")
                count = part.get("count") if count is None else int(count, 0) + 1
                name += f"[{'' if count is None else count}]"
            return self.declare(below, name)
        if entry.tag == "subroutine_type":
            given = [self.declare(self.target(part)) for part in entry.children
                     if part.tag == "formal_parameter"]
            return self.declare(below, f"{name}({', '.join(given) or 'void'})")
        words = {"structure_type": "struct ", "union_type": "union ", "enumeration_type": "enum "}
        kind = words.get(entry.tag, "") + entry.get("name", "{..}").replace("_Bool", "bool")
        return f"{kind} {name}".rstrip()

    def size(self, entry):
        """Bytes of a type."""
        if entry.tag == "pointer_type":  # clang says no size
            return 8
        if entry.tag == "array_type":
            count = 1
            for part in entry.children:
                bound = part.get("upper_bound")
                count *= int(part.get("count", 0), 0) if bound is None else int(bound, 0) + 1
            return count * self.size(self.target(entry))
        if entry.get("byte_size") is not None:
            return int(entry.get("byte_size"), 0)
        return self.size(self.target(entry))

    def members(self, entry, base=0, prefix=""):
        """[offset, size, name, declaration] of each, those of inner structs included."""
        rows = []
        for member in entry.children:
            if member.tag != "member":
                continue
            offset = base + int(member.get("data_member_location", "0"), 0)
            name, kind = prefix + member.get("name", ""), self.target(member)
            is_inner = kind.tag in ("structure_type", "union_type") and not kind.get("name")
            text = f"{kind.tag.split('_')[0]} {name}" if is_inner else self.declare(kind, name)
            rows.append([offset, self.size(kind), name, text.replace("structure ", "struct ")])
            if is_inner:
                rows += self.members(kind, offset, name + "." if name else prefix)
        return rows

    def table(self):
        """Structs, enums, constants and other types whose names are ours."""
        table = {}
        for entry in self.top:
            name = entry.get("name", "")
            if entry.tag == "variable" and name.startswith("ptc_"):
                kind = self.target(entry)
                table["object", name] = [f"{self.declare(kind, name)}, {self.size(kind)} B", []]
            elif entry.tag == "typedef" and name.startswith("ptc_"):
                table.update(self.named(name, self.target(entry)))
            elif name.startswith("ptc_") or entry.tag == "enumeration_type":
                table.update(self.named(name, entry))
        return table

    def named(self, name, entry):
        if entry is not None and entry.get("name") not in (None, name) or entry is None:
            return {("type", name): [self.declare(entry), []]}
        if entry.tag in ("structure_type", "union_type"):
            if entry.get("declaration") is not None:
                return {("type", name): ["opaque", []]}
            return {("struct", name): [entry.get("byte_size"), self.members(entry)]}
        if entry.tag != "enumeration_type":
            return {("type", name): [self.declare(entry), []]}
        rows = [[part.get("name"), int(part.get("const_value"), 0)] for part in entry.children]
        if name:
            return {("enum", name): [entry.get("byte_size"), rows]}
        return {("constant", constant): [str(value), []] for constant, value in rows
                if constant.startswith("PTC_")}


def run(command, **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}:\n{done.stderr}")
    return done.stdout


def headers_of(include):
    return sorted(path for path in glob.glob(include + "/ptc/*.h")
                  if os.path.basename(path) not in LEFT_OUT)


def prototypes(listing, include):
    """Functions that the headers declare, from the list that gcc makes (-aux-info)."""
    table = {}
    row = re.compile(r"/\* (.*?):\d+:\w+ \*/ (extern|static) (.*?(ptc_\w+)) (\(.*?\));"
                     r"(?: /\* \((.*?)\).*)?")
    for line in listing.splitlines():
        found = row.fullmatch(line)
        if not found or not os.path.realpath(found.group(1)).startswith(include):
            continue
        kind = "function" if found.group(2) == "extern" else "inline"
        given = found.group(5)
        for name in (found.group(6) or "").split(", "):  # those of a definition have names
            given = re.sub(rf"\b{name}(?=(?:\[\d*\])?[,)])", "", given, count=1) if name else given
        text = (found.group(3) + given).replace("_Bool", "bool")
        table[kind, found.group(4)] = [re.sub(r" (?=[,)])", "", text), []]
    return table


def describe(include, compiler="gcc"):
    """The table of the headers below `include`."""
    include = os.path.realpath(include)
    with tempfile.TemporaryDirectory() as folder:
        source = folder + "/all.c"
        with open(source, "w", encoding="utf8") as file:
            file.writelines(f"#include <ptc/{os.path.basename(path)}>\n"
                            for path in headers_of(include))
        base = [compiler, "-std=c11", "-I", include]
        run([*base, "-g", "-O0", "-fno-eliminate-unused-debug-types", "-c", source, "-o",
             folder + "/all.o"])
        table = Layouts(run(["readelf", "--debug-dump=info", folder + "/all.o"])).table()
        if compiler == "gcc":
            run([*base, "-fsyntax-only", "-aux-info", folder + "/list", source])
            with open(folder + "/list", encoding="utf8") as file:
                table.update(prototypes(file.read(), include))
            table.update(macros(run([*base, "-E", "-dD", source]), include))
    return table


def macros(text, include):
    """Macros of our headers that stand for a number or a text, which callers compile in."""
    table, is_ours = {}, False
    for line in text.splitlines():
        place = re.match(r'# \d+ "(.*?)"', line)
        if place:
            is_ours = place.group(1).startswith(include)
        found = MACRO.fullmatch(line) if is_ours else None
        if found and re.match(r'[\d("U]', found.group(2)) and \
                not re.match(r"PTC_(ABI|FORMAT|VERSION|DEBUG)", found.group(1)):
            table["macro", found.group(1)] = [found.group(2), []]
    return table


def builtins(path):
    """Rows of the constants that PTC_IMAGE_BUILTIN declares in an emitted file: their names,
    from the list of builtins. What is in them is the library's alone."""
    with open(path, encoding="utf8") as file:
        names = re.findall(r'^PTC_BUILTIN_\w+\("(?:\\.|[^"\\])+", *(\w+),', file.read(), re.M)
    return {("builtin", "ptc_builtin_" + name): ["ptc_builtin_" + name, []] for name in names}


def exported(archives):
    """Names that a shared library of the archives exports."""
    names = set()
    for archive in archives:
        listing = run(["readelf", "-W", "--syms", os.path.basename(archive)],
                      cwd=os.path.dirname(archive))
        for line in listing.splitlines():
            part = line.split()
            if len(part) == 8 and part[4] in ("GLOBAL", "WEAK") and part[5] == "DEFAULT" and \
                    part[6] != "UND":
                names.add(part[7])
    return names


def write(table, head):
    """The text of a baseline."""
    lines = [head, ""]
    for kind in HEADS:
        for name in sorted(name for of, name in table if of == kind):
            text, rows = table[kind, name]
            lines.append({"type": f"type {name}: {text}", "struct": f"struct {name}, {text} bytes",
                          "enum": f"enum {name}, {text} bytes", "macro": f"macro {name} = {text}",
                          "constant": f"constant {name} = {text}"}.get(kind, f"{kind} {text}"))
            if kind == "struct":
                lines += [f"    {offset:4} {size:4}  {declaration}"
                          for offset, size, _, declaration in rows]
            if kind == "enum":
                lines += [f"    {value:4}  {constant}" for constant, value in rows]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def read(text):
    """The table of a baseline."""
    table, rows = {}, None
    for line in text.splitlines():
        found = re.match(r" +(\d+) +(\d+)  (.*)", line)
        if found:
            inner = re.search(r"\(\*(?:const )?([\w.]+)\)|([\w.]+)(?:\[\d*\])*$", found.group(3))
            rows.append([int(found.group(1)), int(found.group(2)), inner.group(1) or inner.group(2),
                         found.group(3)])
            continue
        found = re.match(r" +(-?\d+)  (\w+)$", line)
        if found:
            rows.append([found.group(2), int(found.group(1))])
            continue
        for kind, head in HEADS.items():
            found = head.fullmatch(line)
            if found:
                rows = []
                table[kind, found.group("name")] = [found.group("text"), rows]
    return table
