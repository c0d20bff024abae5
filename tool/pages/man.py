#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the man pages: man.py VERSION FOLDER COMMAND...

One page for each command and each of its verbs in section 1; with ptcc also one in section 7 for
each verb that is a program which ptcc generates. Options come from tool/common/cli.def, everything else from
pages.txt: its lines `= PAGE` and `== SECTION` are headings, indented lines are commands, and
`TERM:: text` is a line of a list. A section of the page `all` goes into every page without one
of that name, and `%exit 0 1` lists those exit codes.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
import table  # noqa: E402

AFTER = ["EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"]
HEAD = '.\\" SPDX-License-Identifier: MIT\n.\\" Made from tool/common/cli.def and tool/pages/pages.txt.\n'


def plain(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")


def prose(text):
    """A line of text: `code` and options are bold, *places* are in italics."""
    parts = []
    for part in re.split(r"(`[^`]+`|\*[\w./-]+\*|(?<![\w-])--?[A-Za-z][\w-]*)", text):
        if part.startswith("`"):
            parts.append(f"\\fB{plain(part[1:-1])}\\fR")
        elif re.fullmatch(r"\*[\w./-]+\*", part):
            parts.append(f"\\fI{plain(part[1:-1])}\\fR")
        elif re.fullmatch(r"--?[A-Za-z][\w-]*", part):
            parts.append(f"\\fB{plain(part)}\\fR")
        else:
            parts.append(part.replace("\\", "\\e"))
    line = "".join(parts)
    return "\\&" + line if line[:1] in (".", "'") else line


def block(lines):
    """The body of a section of pages.txt as macros."""
    out, is_fresh = [], True
    for line in lines + [""]:
        is_command = line.startswith("  ")
        if out and out[-1] == ".EE-open" and not is_command:
            out[-1] = ".EE\n.RE"
        if not line:
            is_fresh = True
        elif line.startswith("%exit "):
            for code in line.split()[1:]:
                out += [".TP", f".B {code}", prose(EXIT_CODES[code])]
        elif is_command:
            if out and out[-1] == ".EE-open":
                out.pop()
            else:
                out += [".RS 4", ".EX"]
            text = plain(line[2:])
            out += ["\\&" + text if text[:1] == "." else text, ".EE-open"]
        elif match := re.match(r"(\S.*?):: (.*)", line):
            out += [".TP", prose(match[1]), prose(match[2])]
            is_fresh = False
        else:
            if is_fresh and out:
                out.append(".PP")
            out.append(prose(line))
            is_fresh = False
    return out


EXIT_CODES = {
    "0": "Success; there may have been warnings.",
    "1": "The input has errors: a contract is wrong, a value is not valid, or a run failed.",
    "2": "The command line is wrong, a file cannot be read or written, or memory ran out.",
    "3": "With --check: a file is missing or would change.",
}


def texts():
    """Pages and their sections from pages.txt, and its settings before the first page."""
    pages, settings, lines = {}, {}, None
    for line in table.read("tool/pages/pages.txt").splitlines():
        if line.startswith("= "):
            sections = pages.setdefault(line[2:], {})
        elif line.startswith("== "):
            lines = sections.setdefault(line[3:], [])
        elif lines is not None:
            lines.append(line)
        elif match := re.fullmatch(r"(\w+): (.*)", line):
            settings[match[1]] = match[2]
    for sections in pages.values():
        for lines in sections.values():
            while lines and not lines[-1]:
                lines.pop()
    return pages, settings


def operands(text):
    """Operands of a synopsis: words are typed as they are, capitals stand for something."""
    def shown(match):
        return ("\\fI" if match[0].isupper() else "\\fB") + match[0] + "\\fR"
    return re.sub(r"[A-Za-z]+", shown, text)


def option_lines(tables, verb):
    out = []
    for option in tables.options_of(verb):
        if title := tables.title_before(option, verb):
            out.append(".SS " + title[0].upper() + prose(title[1:]))
        names = [f"\\fB{plain(name)}\\fR" for name in option.spellings()]
        if not option.is_bare:
            word = re.sub(r"[A-Za-z]+", lambda m: ("\\fI" if m[0].isupper() else "\\fB") + m[0] + "\\fR",
                          option.argument)
            names[-1] += f"[={word}]" if option.is_optional else f"={word}"
        words = tables.words_of(option, verb)
        is_word = re.match(r"[\w-]*", option.help)[0] in words
        text = option.help if is_word else option.help[0].upper() + option.help[1:]
        out += [".TP", ", ".join(names), prose(text + ".")]
        if any(not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", option.help) for word in words):
            out.append("One of " + ", ".join(f"\\fB{plain(word)}\\fR" for word in words) + ".")
    return out


class Page:
    def __init__(self, name, section, about, synopsis):
        self.name, self.section, self.about, self.synopsis = name, section, about, synopsis
        self.options, self.verbs = [], []

    def text(self, version, date, own, common, also):
        out = [HEAD + f'.TH "{plain(self.name.upper())}" "{self.section}" "{date}" '
               f'"ptcc {version}" "ptcc manual"',
               ".SH NAME", f"{plain(self.name)} \\- {prose(self.about)}",
               ".SH SYNOPSIS", *self.synopsis]
        own = {"DESCRIPTION": [self.about[0].upper() + self.about[1:] + "."], **own}
        for section in ["DESCRIPTION", "VERBS", "OPTIONS", *AFTER]:
            lines = {"VERBS": self.verbs, "OPTIONS": self.options, "SEE ALSO": also}.get(section)
            if lines is None:
                lines = block(own.get(section, common.get(section, [])))
            if lines:
                out += [f'.SH "{section}"' if " " in section else f".SH {section}", *lines]
        return "\n".join(out) + "\n"


def references(names):
    """Lines of SEE ALSO."""
    return [f".BR {plain(name)} ({section})" + ("," if i + 1 < len(names) else "")
            for i, (name, section) in enumerate(names)]


def page_of_verb(tables, command, verb):
    name = f"{command}-{verb.name}" if command in verb.commands else f"ptc-{verb.name}"
    is_own = not verb.commands
    start = "\\fIprogram\\fR" if is_own else f"\\fB{command} {plain(verb.name)}\\fR"
    page = Page(name, 7 if is_own else 1, verb.summary.rstrip("."),
                [f"{start} [\\fIoptions\\fR] {operands(verb.operands)}".rstrip()])
    page.options = option_lines(tables, verb)
    return page


def page_of_command(tables, command):
    page = Page(command, 1, table.SUMMARIES[command],
                [f"\\fB{command}\\fR \\fIverb\\fR [\\fIoptions\\fR] \\fIoperands\\fR"])
    for verb in tables.verbs_of(command):
        page.verbs += [".TP", f".BR {plain(command)}\\-{plain(verb.name)} (1)",
                       prose(verb.summary[0].upper() + verb.summary[1:].rstrip(".") + ".")]
    return page


def pages():
    tables = table.Table()
    for command in table.SUMMARIES:
        yield page_of_command(tables, command)
        for verb in tables.verbs_of(command):
            yield page_of_verb(tables, command, verb)
    for verb in tables.verbs:
        if not verb.commands:
            yield page_of_verb(tables, "ptc", verb)


def main(version, folder, *commands):
    given, settings = texts()
    made = list(pages())
    names = {page.name: page.section for page in made}
    for unknown in set(given) - set(names) - {"all"}:
        raise SystemExit(f"pages.txt: there is no page {unknown}")
    for page in made:
        if ("ptcc" if page.section == 7 else page.name.partition("-")[0]) not in commands:
            continue
        own = given.get(page.name, {})
        also = [name for line in own.get("SEE ALSO", []) for name in line.split()]
        command = page.name.partition("-")[0]
        also = sorted({name for name in also + [command] if name != page.name} |
                      ({name for name in table.SUMMARIES if name != page.name}
                       if page.name == command else set()))
        text = page.text(version, settings["date"], own, given["all"],
                         references([(name, names[name]) for name in also]))
        with open(os.path.join(folder, f"{page.name}.{page.section}"), "w", encoding="ascii",
                  newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
