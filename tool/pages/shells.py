#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes completion for a shell: shells.py bash|zsh|fish COMMAND FILE

Verbs, options and words come from tool/common. What is read as a file is completed by its
endings.
"""
import re
import sys

sys.dont_write_bytecode = True
import table  # noqa: E402

CONTRACTS = "sig edn json yaml yml md py ex exs h"
# Endings of the operands of verbs, and of the files of options; all files otherwise.
OPERANDS = {
    "CHECK": CONTRACTS, "CONVERT": CONTRACTS, "GEN": CONTRACTS, "REPORT": CONTRACTS,
    "SAMPLE": CONTRACTS, "FMT": "sig", "COMPILE": "agent.edn agent.json", "REGEN": "ptc.c",
    "INFER": "json jsonl", "VALIDATE": "json jsonl", "RUN": "clj",
    "AGENT": "agent.edn agent.json chain.edn chain.json", "TRACE": "jsonl", "BATCH": "json jsonl",
}
FILES = {"SCHEMA": CONTRACTS, "TOOLS": "so", "CASSETTE": "jsonl", "SCRIPT": "jsonl", "MODELS": "json",
         "CTX": "json", "CONTEXT": "json", "APP": "json", "CONFIG": "json", "TOOL_RESULTS": "jsonl",
         "TRACE": "jsonl"}


def value_of(tables, option, verb):
    """How the argument of an option is completed: ("words", list), ("files", endings),
    ("folders", "") or ("nothing", "")."""
    words = tables.words_of(option, verb)
    if words:
        return ("list" if option.argument == "LIST" else "words"), " ".join(words)
    if option.argument == "DIR":
        return "folders", ""
    if "FILE" in option.argument or option.argument == "MODULE":
        return "files", FILES.get(option.constant, "")
    return "nothing", ""


def operand_of(verb):
    """The same for operands, after the words that must come first."""
    if "CODE" in verb.operands:
        return "words", " ".join(table.codes())
    if re.search("FILE|AGENT", verb.operands):
        return "files", OPERANDS.get(verb.constant, "")
    if "VERB" in verb.operands:
        return "verbs", ""
    return "nothing", ""


HEAD = "# SPDX-License-Identifier: MIT\n# Made from tool/common/cli.def.\n"

# --- bash ---------------------------------------------------------------------------------

BASH = r"""
# What a word is completed with: words, or files with one of these endings, or folders.
_@_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_@_list() {
    local before=
    [[ $cur == *,* ]] && before=${cur%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
    compopt -o nospace
}
_@_folders() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); }
_@_files() {
    local ending file
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -d -- "$cur")
    while IFS= read -r file; do
        [[ -d $file ]] && continue
        [[ -z $1 ]] && COMPREPLY+=("$file")
        for ending in $1; do
            [[ $file == *.$ending ]] && COMPREPLY+=("$file")
        done
    done < <(compgen -f -- "$cur")
}

_@() {
    local cur=${COMP_WORDS[COMP_CWORD]} before= verb= first= i
    # bash takes `--option=word` for three words.
    [[ $COMP_CWORD -gt 0 ]] && before=${COMP_WORDS[COMP_CWORD-1]}
    if [[ $cur == = ]]; then
        cur=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ -z $verb ]]; then
            verb=${COMP_WORDS[i]}
        elif [[ -z $first && ${COMP_WORDS[i]} != -* ]]; then
            first=${COMP_WORDS[i]}
        fi
    done
    if [[ -z $verb ]]; then
        _@_words "$verbs --help --version"
        return
    fi
    case "$verb $before" in
@VALUES@
    esac
    case $cur in
    -*)
        case $verb in
@OPTIONS@
        esac
        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
        return
        ;;
    esac
    case $verb in
@OPERANDS@
    esac
}
complete -F _@ @
"""


def bash(tables, command):
    values, options, operands = [], [], []
    for verb in tables.verbs_of(command):
        names = []
        for option in tables.options_of(verb):
            spellings = option.spellings()
            if option.is_bare:
                names += spellings
                continue
            names += spellings[:-1] + [spellings[-1] + "="]
            if option.is_optional:
                names.append(spellings[-1])
            how, what = value_of(tables, option, verb)
            patterns = " | ".join(f'"{verb.name} {name}"' for name in spellings)
            action = ":" if how == "nothing" else f'_{command}_{how} "{what}"'
            values.append(f"    {patterns}) {action}; return ;;")
        options.append(f'        {verb.name}) _{command}_words "{" ".join(names)}" ;;')
        how, what = operand_of(verb)
        if how == "verbs":
            how, what = "words", " ".join(v.name for v in tables.verbs_of(command))
        if words := table.operand_words(verb):
            operands.append(f'    {verb.name}) if [[ -z $first ]]; then _{command}_words '
                            f'"{" ".join(words)}"; else _{command}_{how} "{what}"; fi ;;')
        elif how != "nothing":
            operands.append(f'    {verb.name}) _{command}_{how} "{what}" ;;')
    verbs = " ".join(verb.name for verb in tables.verbs_of(command))
    return (HEAD + BASH.replace("@VALUES@", "\n".join(values)).replace("@OPTIONS@", "\n".join(options))
            .replace("@OPERANDS@", "\n".join(operands)).replace("$verbs", verbs).replace("@", command))


# --- zsh ----------------------------------------------------------------------------------


def zsh_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_help(text):
    return re.sub(r"([\[\]\\:])", r"\\\1", text)


def zsh_action(how, what):
    if how == "words":
        return f"({what})"
    if how == "list":
        return f"_values -s , form {what}"
    if how == "folders":
        return "_files -/"
    if how == "files":
        return f'_files -g "*.({what.replace(" ", "|")})(-.)"' if what else "_files"
    return " "


def zsh_options(tables, verb):
    rows = []
    for option in tables.options_of(verb):
        text = f"[{zsh_help(option.help)}]"
        if not option.is_bare:
            colons = "::" if option.is_optional else ":"
            text += colons + zsh_help(option.argument) + ":" + zsh_action(*value_of(tables, option, verb))
        mark = "" if option.is_bare else "=-" if option.is_optional else "="
        rows.append(zsh_quoted(f"*--{option.name}{mark}{text}"))
        if option.letter:
            rows.append(zsh_quoted(f"*-{option.letter}{'' if option.is_bare else '+'}{text}"))
    return rows


def zsh(tables, command):
    verbs = tables.verbs_of(command)
    out = [f"#compdef {command}\n{HEAD}", f"_{command}() {{", "    local curcontext=$curcontext state line",
           "    local -a verbs", "    verbs=("]
    out += [f"        {zsh_quoted(v.name + ':' + v.summary.replace(':', chr(92) + ':'))}" for v in verbs]
    out += ["    )", "    if ((CURRENT == 2)); then", "        _describe verb verbs",
            "        _arguments '--help[print this help]' '--version[print the version]'", "        return",
            "    fi", "    local verb=$words[2]", "    shift words", "    ((CURRENT--))", "    case $verb in"]
    for verb in verbs:
        how, what = operand_of(verb)
        action = "_describe verb verbs" if how == "verbs" else zsh_action(how, what)
        operands = [zsh_quoted(f"1:what:({' '.join(words)})")] if (words := table.operand_words(verb)) else []
        operands += [zsh_quoted(f"*:{verb.operands.split(' ')[-1].strip('[].').lower()}:{action}")]
        rows = zsh_options(tables, verb) + (operands if how != "nothing" else [])
        out.append(f"    {verb.name})\n        _arguments -s -S \\\n            " +
                   " \\\n            ".join(rows) + "\n        ;;")
    out += ["    esac", "}", "", f'_{command} "$@"']
    return "\n".join(out) + "\n"


# --- fish ---------------------------------------------------------------------------------


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_files(what):
    suffixes = " ".join("." + ending for ending in what.split())
    return f"-k -a '(__fish_complete_suffix {suffixes})'" if what else "-F"


def fish_value(how, what, is_optional):
    if how in ("words", "list"):
        words = (fish_quoted(what) if how == "words" else
                 f'"(__fish_append , {what})"')
        return f"-a {words}" if is_optional else f"-x -a {words}"
    if how == "folders":
        return "-x -a '(__fish_complete_directories)'"
    if how == "files":
        return "-r " + fish_files(what)
    return "-x"


def fish(tables, command):
    verbs = tables.verbs_of(command)
    start = f"complete -c {command}"
    out = [HEAD, f"{start} -f", f"{start} -n __fish_use_subcommand -s h -l help -d 'print this help'",
           f"{start} -n __fish_use_subcommand -s V -l version -d 'print the version'"]
    for verb in verbs:
        out.append(f"{start} -n __fish_use_subcommand -a {verb.name} -d {fish_quoted(verb.summary)}")
    for verb in verbs:
        when = f"-n '__fish_seen_subcommand_from {verb.name}'"
        for option in tables.options_of(verb):
            row = f"{start} {when}"
            if option.letter:
                row += f" -s {option.letter}"
            row += f" -l {option.name}"
            if not option.is_bare:
                row += " " + fish_value(*value_of(tables, option, verb), option.is_optional)
            out.append(row + f" -d {fish_quoted(option.help)}")
        how, what = operand_of(verb)
        if words := table.operand_words(verb):
            seen = " ".join(words)
            out.append(f"{start} -n '__fish_seen_subcommand_from {verb.name}; and not "
                       f"__fish_seen_subcommand_from {seen}' -a '{seen}'")
            when = when[:-1] + f"; and __fish_seen_subcommand_from {seen}'"
        if how == "files":
            out.append(f"{start} {when} {fish_files(what)}")
        elif how in ("words", "verbs"):
            names = what or " ".join(v.name for v in verbs)
            out.append(f"{start} {when} -a {fish_quoted(names)}")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    shell, command, path = sys.argv[1:]
    text = {"bash": bash, "zsh": zsh, "fish": fish}[shell](table.Table(), command)
    with open(path, "w", encoding="utf8", newline="\n") as file:
        file.write(text)
