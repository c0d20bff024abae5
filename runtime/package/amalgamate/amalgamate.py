# SPDX-License-Identifier: MIT
"""Build step: the library as two pairs of files, to put next to one's own sources.

Usage: amalgamate.py OPTIONS SOURCE.c...
  --root FOLDER        of the project; --version V
  --include FOLDER     where `#include "room/file.h"` is looked for; several
  --pcre2 FILE.c       is used with PTC_PCRE2; several
  --no-pcre2 FILE.c    is used without; several
  --output FOLDER      gets ptc.c ptc.h ptc_all.c ptc_all.h and ptc/*.h

ptc.h is <ptc/gen.h>, <ptc/json.h> and what they include, ptc.c the sources that define what it
declares, found by the names that they use. ptc_all.h adds the other headers, ptc_all.c is all of
the library. The same sources give the same bytes. Private headers come before the first source
that includes them; X-macro files where they are included, without the rows that say nothing there;
what private headers declare is PTC_HIDDEN. Sources must not meet in one name at file level:
names begin with their files, so two equal names are a fault here, and nothing is renamed.
"""
import argparse
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True # the sources stay as they are
from c_source import DEFINE, INCLUDE, QUIET, declarations_of, text_of, tokens_of

ROOTS = ["gen.h", "parse.h", "walk.h", "json.h"]
# What is not of the library: jansson's header is for programs with jansson, main.h for the commands.
VERBATIM = "jansson.h"
FOREIGN = {VERBATIM, "main.h"}
FEATURES = re.compile(r"_(GNU|DEFAULT|POSIX_C|XOPEN)_SOURCE$")
IF = re.compile(r"#\s*(if|ifdef|ifndef|elif|else|endif|undef)\b\s*(\w*)")


def fail(faults):
    sys.exit("\n".join("amalgamate: " + fault for fault in faults))


class File:
    """A header or source: its tokens, what it declares, what it includes."""

    def __init__(self, name, path):
        self.name = name
        self.tokens = tokens_of(path.read_text(encoding="utf-8"))
        self.declarations = declarations_of(self.tokens)
        found = [INCLUDE.match(token.text) for token in self.tokens if token.kind == "directive"]
        self.includes = [include[2] for include in found if include]
        self.quoted = [include[2] for include in found if include and include[1] == '"']

    def names(self, first=0, last=None):
        """Every name in a part of it, those in directives included; members not."""
        names, before = set(), ""
        for token in self.tokens[first:last]:
            if token.kind == "name" and before not in (".", "->"):
                names.add(token.text)
            elif token.kind == "directive" and not INCLUDE.match(token.text):
                text = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', " ", token.text, flags=re.S)
                names.update(re.findall(r"(?<![.>\w])[A-Za-z_]\w*", text))
            if token.kind not in QUIET:
                before = token.text
        return names


class Library:
    """All files of the library, by the names that includes have for them."""

    def __init__(self, options):
        self.root = pathlib.Path(options.root)
        self.folders = [pathlib.Path(folder).resolve() for folder in options.include]
        self.files = {}
        self.units = [self.unit(path) for path in options.sources]
        self.pcre2 = [self.unit(path) for path in options.pcre2]
        self.no_pcre2 = [self.unit(path) for path in options.no_pcre2]
        public = self.root / "runtime/include/ptc"
        self.public = sorted("ptc/" + path.name for path in public.glob("*.h")
                             if path.name not in FOREIGN)

    def unit(self, path):
        """A source as it is called in this project; generated sources are also in a room."""
        path = pathlib.Path(path).resolve()
        for folder in self.folders:
            if path.is_relative_to(folder):
                name = str(path.relative_to(folder))
                break
        self.files[name] = File(name, path)
        return self.files[name]

    def file(self, name):
        if name not in self.files:
            path = next((folder / name for folder in self.folders if (folder / name).is_file()), None)
            self.files[name] = path and File(name, path)
        return self.files[name]

    def headers_of(self, name, found=None):
        """The headers that a file includes, the innermost first, and the file itself."""
        found = [] if found is None else found
        file = self.file(name)
        if file and name not in found:
            for other in file.includes:
                self.headers_of(other, found)
            if name not in found:
                found.append(name)
        return found


def is_header(name):
    return name.endswith(".h")


def needed_units(library, headers, extra):
    """The sources that define what the headers declare, and all that those use in turn."""
    owner, uses = {}, {}
    for unit in library.units:
        for declared in unit.declarations:
            if declared.is_external() and declared.is_body:
                owner[declared.name] = unit
    for name in set(header for unit in library.units for header in library.headers_of(unit.name)):
        file = library.file(name)
        for declared in file.declarations if is_header(name) else []:
            if declared.kind == "macro" or declared.kind == "function" and declared.is_body:
                uses.setdefault(declared.name, set()).update(
                    file.names(declared.first, declared.last))
    work, seen, needed = set(extra), set(), set()
    for name in headers:
        work |= library.file(name).names()
    while work:
        name = work.pop()
        if name in seen:
            continue
        seen.add(name)
        work |= uses.get(name, set())
        if name in owner and owner[name].name not in needed:
            needed.add(owner[name].name)
            work |= owner[name].names()
    return [unit for unit in library.units if unit.name in needed]


def refuse_collisions(library, units):
    """Faults: names at file level that two sources have, or one and what it does not include."""
    faults, homes, headers = [], {}, {}
    included = [header for unit in units for header in library.headers_of(unit.name)]
    for name in dict.fromkeys(included + library.public):
        for declared in library.file(name).declarations if is_header(name) else []:
            headers.setdefault(declared.name, (name, declared.kind))
            # Tags have names of their own: a type's may be named before its struct is declared.
            home = homes.setdefault((declared.name, declared.kind == "tag"), name)
            if home != name and declared.is_body and declared.kind != "macro":
                faults.append(f"{declared.name} is in {home} and in {name}: rename one of them")
    homes = {}
    names_of = {unit.name: unit.names() for unit in units}
    for unit in units:
        for declared in unit.declarations:
            if declared.is_static and declared.kind != "macro":
                places = homes.setdefault(declared.name, {})
                places.setdefault(unit.name, set()).add(declared.kind)
    for name, places in sorted(homes.items()):
        if len(places) > 1:
            faults.append(f"{name} is in {' and in '.join(sorted(places))}: rename one of them")
        for place, kinds in places.items():
            if name in headers and headers[name][0] not in library.headers_of(place):
                faults.append(f"{name} is in {place} and in {headers[name][0]}: rename one of them")
            # A local variable that hides a type, table or constant of another file.
            users = [other for other in names_of if name in names_of[other] and other not in places]
            if users and not kinds <= {"function", "tag"} and name not in headers:
                faults.append(f"{name} of {place} has no prefix of its file, and {users[0]} "
                              f"has a variable of that name: rename the former")
    for unit in units:
        faults += [f"{unit.name} includes {name}, which is not there" for name in unit.quoted
                   if library.file(name) is None]
        seen = library.headers_of(unit.name)
        for name in names_of[unit.name]:
            if name in headers and headers[name][1] == "macro" and headers[name][0] not in seen \
                    and not FEATURES.match(name) and name not in own_macros(unit):
                faults.append(f"{unit.name} uses {name}, a macro of {headers[name][0]}, which it "
                              "does not include: rename one of them")
    return faults


def own_macros(unit):
    return [declared.name for declared in unit.declarations if declared.kind == "macro"]


def banner(name):
    return f"\n/* ==== {name} {'=' * max(4, 80 - len(name))} */\n\n"


class Writer:
    """One output file: appends files, each header once."""

    def __init__(self, library, defined_names):
        self.library = library
        self.defined = defined_names # functions and data that some source here defines
        self.text = []
        self.done = set()
        self.system = set()
        self.is_region = False

    def header(self, name, is_public):
        """A header after those that it includes."""
        if name in self.done:
            return
        self.done.add(name)
        file = self.library.file(name)
        for other in file.includes:
            if is_header(other) and self.library.file(other):
                self.header(other, is_public)
        self.text.append(banner("runtime/include/" + name if name.startswith("ptc/")
                                else "runtime/" + name))
        self.text.append(self.body(file, self.linkage(file, is_public)))

    def unit(self, file):
        self.text.append(banner("runtime/" + file.name))
        self.text.append(self.body(file, self.linkage_of_source(file)))
        headers = {name for other, header in self.library.files.items()
                   if header and is_header(other) for name in own_macros(header)}
        undone = re.findall(r"^#\s*undef (\w+)", self.text[-1], re.M)
        macros = [name for name in dict.fromkeys(own_macros(file))
                  if name not in headers and name not in undone and not FEATURES.match(name)]
        if macros:
            self.text.append("\n" + "".join(f"#undef {name}\n" for name in macros))

    def headers_before(self, file):
        for name in file.includes:
            if is_header(name) and self.library.file(name):
                self.header(name, False)

    def linkage(self, file, is_public):
        """Tokens of a header to be put before others, or left out: {index: text or None}."""
        change = {}
        for declared in file.declarations:
            if not declared.is_external() or declared.is_body and declared.kind == "function":
                continue
            words = [token.text for token in file.tokens[declared.first:declared.last]]
            first = file.tokens[declared.first]
            if not is_public and declared.name not in self.defined:
                start = comment_before(file.tokens, declared.first)
                change.update({index: None for index in range(start, declared.last)})
                continue
            if words[0] not in ("PTC_API", "PTC_HIDDEN"):
                change[declared.first] = "PTC_HIDDEN " + extern_of(first.text)
            elif words[0] == "PTC_API" and not is_public:
                change[declared.first] = "PTC_HIDDEN"
            for index in range(declared.first + 1, declared.last):
                if file.tokens[index].text == "extern":
                    change[index] = "PTC_EXTERN"
        return change

    def linkage_of_source(self, file):
        """Definitions of data with the linkage of their declarations. Functions that others
        call are not known there as cold unless their declarations say so, as in the library:
        compilers would also take the paths to them for cold."""
        exported, cold = set(), set()
        for header in self.library.files.values():
            for declared in header.declarations if header and is_header(header.name) else []:
                words = {token.text for token in header.tokens[declared.first:declared.last]}
                if declared.kind == "data" and "PTC_API" in words:
                    exported.add(declared.name)
                if "PTC_COLD" in words:
                    cold.add(declared.name)
        change = {}
        for declared in file.declarations:
            first = file.tokens[declared.first].text
            if not declared.is_external() or not declared.is_body:
                continue
            if declared.kind == "data":
                word = "PTC_API" if declared.name in exported else "PTC_HIDDEN"
                change[declared.first] = f"{word} {first}"
            elif first == "PTC_COLD" and declared.name not in cold:
                change[declared.first] = "PTC_OUTLINE"
        return change

    def body(self, file, change):
        out, depth = [], 0
        state = set()
        for index, token in enumerate(file.tokens):
            text = change.get(index, token.text)
            if text is None:
                continue
            if token.kind == "directive":
                word = IF.match(token.text)
                if word and word[1].startswith("if"):
                    depth += 1
                elif word and word[1] == "endif":
                    depth -= 1
                self.track(token.text, state)
                text = self.directive(file, token.text, depth, state)
            out.append(text)
        return tidy("".join(out))

    def track(self, text, state):
        defined, word = DEFINE.match(text), IF.match(text)
        if defined:
            state.add(defined[1])
        elif word and word[1] == "undef":
            state.discard(word[2])

    def directive(self, file, text, depth, state):
        defined = DEFINE.match(text)
        if defined and FEATURES.match(defined[1]):
            return "" # _GNU_SOURCE at the top is all of them
        found = INCLUDE.match(text)
        if not found:
            return text
        other = self.library.file(found[2])
        if other and is_header(found[2]):
            return ""
        if other:
            return expanded(self, other, state)
        if found[2] in self.system:
            return ""
        if depth <= (1 if is_header(file.name) else 0) and not self.is_region:
            self.system.add(found[2])
        return text


def extern_of(word):
    return "PTC_EXTERN" if word == "extern" else word


def comment_before(tokens, first):
    """Where the comment directly above a declaration begins, else the declaration."""
    at = first
    while at >= 2 and tokens[at - 1].kind == "blank" and tokens[at - 1].text.count("\n") == 1 \
            and tokens[at - 2].kind == "comment":
        at -= 2
    return at


def expanded(writer, file, state):
    """An X-macro file where it is included. What it asks of the macros that it undefines is
    known here; rows of macros that are empty here are left out, and then also its comments."""
    owned = {IF.match(token.text)[2] for token in file.tokens
             if token.kind == "directive" and IF.match(token.text)
             and IF.match(token.text)[1] == "undef"}
    out, taken, empty, depth, skips = [], [], set(), 0, False
    for index, token in enumerate(file.tokens):
        text = token.text
        word = token.kind == "directive" and IF.match(text)
        if word and word[1] in ("ifdef", "ifndef") and word[2] in owned:
            taken.append((word[2] in state) == (word[1] == "ifdef"))
        elif word and word[1].startswith("if"):
            fail([f"{file.name}: {text}: only the macros that it undefines can be asked for"])
        elif word and word[1] == "else":
            taken[-1] = not taken[-1]
        elif word and word[1] == "endif":
            taken.pop()
        elif not all(taken):
            continue
        elif word and word[2] in empty:
            state.discard(word[2])
        elif token.kind == "directive":
            defined = DEFINE.match(text)
            if defined and defined[1] in owned and re.search(r"\(.*\)\s*$", text):
                empty.add(defined[1])
                state.add(defined[1])
                continue
            writer.track(text, state)
            out.append(writer.directive(file, text, 1, state))
        elif depth == 0 and token.kind == "name" and text in empty:
            skips = True
        elif skips:
            depth += (text == "(") - (text == ")")
            skips = depth > 0 or token.kind == "blank" or text != ")"
        else:
            out.append(text)
    text = "".join(out)
    if empty:
        text = text_of(token for token in tokens_of(text) if token.kind != "comment")
        text = re.sub(r"\n\s*\n+", "\n", text)
    text = re.sub(r"/\* (SPDX|clang-format)[^\n]*\*/\n", "", text)
    return text.strip("\n")


def tidy(text):
    """Without what is said once for the whole output, and without heaps of blank lines."""
    text = re.sub(r"^[/ *]*SPDX-License-Identifier: MIT[ */]*\n", "", text, flags=re.M)
    text = re.sub(r'source file "[^"\n]*/', 'source file "', text) # Lemon's, from where it ran
    text = re.sub(r"^[ \t]+\n", "\n", text, flags=re.M)
    text = re.sub(r"\n{3,}", "\n\n", text)
    return text.strip("\n") + "\n"


def names_defined(units):
    return {declared.name for unit in units for declared in unit.declarations
            if declared.is_external() and declared.is_body}


class Pair:
    """A header and a source."""

    def __init__(self, options, library, name, what):
        self.library = library
        self.head = HEAD.format(version=options.version, name=name, what=what,
                                license=indented(library.root / "LICENSE"))

    def header(self, headers, done, before):
        writer = Writer(self.library, set())
        writer.done = set(done)
        for name in headers:
            writer.header(name, True)
        return writer, self.head + before + "".join(writer.text)

    def source(self, units, done, system, include, regions=()):
        defined = names_defined(units) | {name for _, region in regions
                                          for name in names_defined(region)}
        writer = Writer(self.library, defined)
        writer.done = set(done)
        writer.system = set(system)
        needs_system = any(FEATURES.match(name) for unit in units for name in own_macros(unit))
        writer.text = [self.head, FEATURE_LINES if needs_system else "", f'#include "{include}"\n']
        for unit in units:
            writer.headers_before(unit)
            writer.unit(unit)
        writer.is_region = True
        done = writer.done
        for condition, region in regions: # what one of them includes the other may lack
            writer.done = set(done)
            writer.text.append(f"\n{condition}\n")
            for unit in region:
                writer.headers_before(unit)
                writer.unit(unit)
        if regions:
            writer.text.append("\n#endif\n")
        return "".join(writer.text)


HEAD = """\
/* SPDX-License-Identifier: MIT */
/*
 * {name} - ptcc {version}, {what}
 *
 * Made by `./dev amalgamate` from the sources of ptcc: change those, not this.
 * How to use it: docs/integrating.md, "Two files next to your own". Switches are
 * in the part of <ptc/config.h>.
 *
{license} */
"""
FEATURE_LINES = """
/* What the system adds to C: clocks, files, processes. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

"""
FORWARD = "/* SPDX-License-Identifier: MIT */\n/* <ptc/{name}> is a part of {home}. */\n#include \"../{home}\"\n"


def indented(path):
    return "".join((" * " + line).rstrip() + "\n" for line in path.read_text().splitlines())


def parse():
    parser = argparse.ArgumentParser()
    for option in ("root", "version", "output"):
        parser.add_argument("--" + option, required=True)
    for option in ("include", "pcre2", "no-pcre2"):
        parser.add_argument("--" + option, action="append", default=[])
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args()
    options.sources = [path for path in options.sources if path.endswith(".c")] # Lemon's header
    return options


def in_rooms(sources):
    """Generated sources are in their rooms, not at the end."""
    rooms = list(dict.fromkeys(os.path.dirname(unit.name) for unit in sources))
    return sorted(sources, key=lambda unit: rooms.index(os.path.dirname(unit.name)))


def main():
    options = parse()
    library = Library(options)
    library.units = in_rooms(library.units)
    faults = refuse_collisions(library, library.units + library.pcre2)
    faults += refuse_collisions(library, library.units + library.no_pcre2)
    if faults:
        fail(sorted(set(faults)))
    small = []
    for name in ROOTS:
        library.headers_of("ptc/" + name, small)
    small = [name for name in small if is_header(name)]
    jansson = library.file("ptc/" + VERBATIM)
    units = needed_units(library, small, jansson.names())
    others = [name for name in library.public if name not in small and name != "ptc/ptc.h"]

    output = {}
    pair = Pair(options, library, "ptc.h and ptc.c", "what generated C calls")
    writer, output["ptc.h"] = pair.header(small, [], GUARD.format(name="PTC", include=""))
    output["ptc.h"] += "\n#endif\n"
    output["ptc.c"] = pair.source(units, writer.done, writer.system, "ptc.h")
    pair = Pair(options, library, "ptc_all.h and ptc_all.c", "all of it: with PTC-Lisp and agents")
    rest, output["ptc_all.h"] = pair.header(
        others, small, GUARD.format(name="PTC_ALL", include='#include "ptc.h"\n'))
    output["ptc_all.h"] += "\n#endif\n"
    output["ptc_all.c"] = pair.source(
        library.units, writer.done | rest.done, writer.system | rest.system, "ptc_all.h",
        [("#if defined(PTC_PCRE2)", library.pcre2), ("#else", library.no_pcre2)])
    for name in library.public:
        home = "ptc.h" if name in small else "ptc_all.h"
        output[name] = FORWARD.format(name=name[4:], home=home)
    output["ptc/" + VERBATIM] = text_of(jansson.tokens)
    folder = pathlib.Path(options.output)
    (folder / "ptc").mkdir(parents=True, exist_ok=True)
    for old in (folder / "ptc").glob("*.h"):
        old.unlink()
    for name, text in output.items():
        (folder / name).write_text(text, encoding="utf-8")


GUARD = """#ifndef {name}_AMALGAMATION_H
#define {name}_AMALGAMATION_H

{include}"""

if __name__ == "__main__":
    main()
