# SPDX-License-Identifier: MIT
"""The command lines of ptcc and ptc, read from tool/common: verbs, options and their words.

cli.def and cli_words.h are C, of one shape: a row per line. A row that this reader does not
understand stops the build.
"""
import collections
import os
import re

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
COMMANDS = {"PTCC": "ptcc", "PTC": "ptc", "OWN": None}
# What each command is, for the pages of the commands themselves.
SUMMARIES = {"ptcc": "compile contracts into C", "ptc": "check data and run programs and agents"}

Verb = collections.namedtuple("Verb", "constant commands name operands summary")
Section = collections.namedtuple("Section", "option verb title")


class Option:
    """One option; `verbs` is None when all have it."""

    def __init__(self, constant, name, letter, argument, verbs, text):
        self.constant, self.name, self.letter, self.help = constant, name, letter, text
        self.is_bare = argument is None
        self.is_optional = argument is not None and argument.startswith("[=")
        self.argument = argument[2:-1] if self.is_optional else argument
        self.verbs = verbs

    def spellings(self):
        return ([f"-{self.letter}"] if self.letter else []) + [f"--{self.name}"]


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf8") as file:
        return file.read()


def fields(row):
    """The arguments of a macro: texts without quotes, other arguments as they are spelled."""
    found = []
    for part in re.findall(r'\s*((?:"(?:\\.|[^"\\])*"|\'[^\']*\'|[^,"\'])+)(?:,|$)', row):
        part = part.strip()
        if part.startswith('"'):
            part = re.sub(r'\\(.)', r"\1", "".join(re.findall(r'"((?:\\.|[^"\\])*)"', part)))
        found.append(part)
    return found


class Table:
    """All of it."""

    def __init__(self):
        self.verbs, self.options, self.sections, self.words = [], [], [], {}
        for line in read("tool/common/cli.def").splitlines():
            if not line.startswith("PTC_CLI_"):
                continue
            match = re.fullmatch(r"PTC_CLI_(\w+)\((.*)\)", line.strip())
            if not match:
                raise SystemExit(f"cli.def: this is not a row: {line}")
            getattr(self, "add_" + match[1].lower())(*fields(match[2]))
        self.read_words()

    def add_verb(self, constant, tool, name, operands, summary, _since):
        commands = {"PTCC": ["ptcc"], "PTC": ["ptc"], "OWN": []}.get(tool, ["ptcc", "ptc"])
        self.verbs.append(Verb(constant, commands, name, operands, summary))

    def add_option(self, constant, name, letter, argument, verbs, text, _since):
        self.options.append(Option(
            constant, name, "" if letter == "0" else letter.strip("'"),
            None if argument == "NULL" else argument,
            None if verbs == "ANYWHERE" else re.findall(r"IN\((\w+)\)", verbs), text))

    def add_section(self, option, verb, title):
        self.sections.append(Section(option, verb, title))

    def add_needs(self, option, verbs, other):
        """Pairs of options: their help says what they need; both are options of these verbs."""
        for verb in re.findall(r"IN\((\w+)\)", verbs):
            for name in (option, other):
                if not any(o.constant == name and verb in (o.verbs or [verb]) for o in self.options):
                    raise SystemExit(f"cli.def: {verb} has no option {name}")

    add_apart = add_needs

    def read_words(self):
        for name, words in re.findall(r"(?m)^#define PTC_WORDS_(\w+) +(.*)$",
                                      read("tool/common/cli_words.h")):
            self.words[name] = [word for quoted, other in re.findall(r'"([^"]*)"|PTC_WORDS_(\w+)', words)
                                for word in ([quoted] if quoted else self.words[other])]
        targets = [fields(row)[1:3] for row in re.findall(
            r"(?m)^PTC_TARGET\((.*)\)$", read("runtime/include/ptc/targets.def"))]
        self.words["TO_CONVERT"] += [word for word, _ in targets]
        self.words["EMIT"] = [word for _, word in targets] + self.words["EMIT"]
        for name in self.words:
            if not any(name == o.constant or name.startswith(o.constant + "_") for o in self.options):
                raise SystemExit(f"cli_words.h: no option takes PTC_WORDS_{name}")

    def words_of(self, option, verb):
        """What the option takes in this verb, empty when it is not one of some words."""
        words = self.words.get(f"{option.constant}_{verb.constant}")
        if words is None:
            words = self.words.get(option.constant, [])
        if option.constant == "FROM" and verb.commands == ["ptcc"]:
            words = words + self.words["FROM_OF_PTCC"]
        return words

    def verbs_of(self, command):
        return [verb for verb in self.verbs if command in verb.commands]

    def options_of(self, verb):
        return [o for o in self.options if o.verbs is None or verb.constant in o.verbs]

    def title_before(self, option, verb):
        """The title of the section that begins with this option in the verb, or None."""
        for section in self.sections:
            if (section.option, section.verb) == (option.constant, verb.constant):
                return section.title
        return None


def operand_words(verb):
    """What must come first: the words of "run|preview FILE"."""
    first = verb.operands.split(" ")[0]
    return first.split("|") if re.fullmatch(r"[a-z|-]+", first) else []


def codes():
    """What `ptcc explain` explains: the pages of docs/diagnostics."""
    return sorted(name[:-3] for name in os.listdir(os.path.join(SOURCE, "docs/diagnostics"))
                  if name.endswith(".md") and name != "README.md")
