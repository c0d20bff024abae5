# SPDX-License-Identifier: MIT
"""C as the amalgamator reads it: tokens, what a file declares, and what it says of itself.

It knows the C of this project, which clang-format has laid out, and no more: declarations end in
a semicolon or a brace at depth 0, and `PTC_BEGIN` and `PTC_END` stand alone.
"""
import re

TOKEN = re.compile(r"""
    (?P<blank>\s+)
  | (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<name>[A-Za-z_]\w*)
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<mark>\.\.\.|->|\#\#|[^\w\s])
""", re.X | re.S)
DIRECTIVE = re.compile(r"#(?:\\\n|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|[^\n])*", re.S)
INCLUDE = re.compile(r'#\s*include\s+([<"])([^>"]+)[>"]')
DEFINE = re.compile(r"#\s*define\s+(\w+)")
QUIET = {"blank", "comment"}
ALONE = {"PTC_BEGIN", "PTC_END"}
# What follows these in parentheses declares nothing.
CALLS = {"__attribute__", "PTC_PRINTF", "_Static_assert", "__declspec"}
KEYWORDS = set("""auto bool break case char const continue default do double else enum extern float
    for goto if inline int long register restrict return short signed sizeof static struct switch
    typedef union unsigned void volatile while""".split())


class Token:
    __slots__ = ("kind", "text")

    def __init__(self, kind, text):
        self.kind = kind
        self.text = text


def tokens_of(text):
    """All of the text as tokens; a directive, with the lines that it goes on for, is one."""
    tokens, at, is_line_start = [], 0, True
    while at < len(text):
        if is_line_start and text[at] == "#":
            found, kind = DIRECTIVE.match(text, at), "directive"
        else:
            found = TOKEN.match(text, at)
            kind = found.lastgroup
        if kind == "blank":
            is_line_start = is_line_start or "\n" in found[0]
        elif kind != "comment":
            is_line_start = False
        if kind == "directive":
            is_line_start = True
        tokens.append(Token(kind, found[0]))
        at = found.end()
    return tokens


def text_of(tokens):
    return "".join(token.text for token in tokens)


class Declaration:
    """What stands at the outermost level: tokens[first:last], and the names that it declares.

    `kind` is function, data, type, constant (an enumerator), tag or macro. `is_body` says that
    it defines more than a name: a function with its body, data that no `extern` precedes.
    """

    def __init__(self, name, kind, first, last, is_static, is_body):
        self.name = name
        self.kind = kind
        self.first = first
        self.last = last
        self.is_static = is_static
        self.is_body = is_body

    def is_external(self):
        return self.kind in ("function", "data") and not self.is_static


STATIC = {"static", "PTC_STATIC", "PTC_INLINE"}


def declarations_of(tokens):
    """The declarations of a file in their order."""
    found, piece, depth = [], [], 0
    for index, token in enumerate(tokens):
        if token.kind in QUIET:
            continue
        if token.kind == "directive":
            name = DEFINE.match(token.text)
            if name:
                found.append(Declaration(name[1], "macro", index, index + 1, True, True))
            continue
        if not piece and (token.text in ALONE or token.text == ";"):
            continue
        piece.append(index)
        if token.text in "({[":
            depth += 1
        elif token.text in ")}]":
            depth -= 1
            if depth == 0 and token.text == "}" and is_function(tokens, piece):
                found += piece_of(tokens, piece, True)
                piece = []
        elif token.text == ";" and depth == 0:
            found += piece_of(tokens, piece, False)
            piece = []
    return found


def outer(tokens, piece):
    """Indices of a declaration's tokens that stand in no brackets of any kind."""
    depth, skipped, kept = 0, False, []
    for place, index in enumerate(piece):
        text = tokens[index].text
        if text in ")}]":
            depth -= 1
            if depth == 0:
                if not skipped:
                    kept.append(index)
                skipped = False
            continue
        if depth == 0:
            if text == "(" and place and tokens[piece[place - 1]].text in CALLS:
                kept.pop()
                skipped = True
            else:
                kept.append(index)
        if text in "({[":
            depth += 1
    return kept


def is_function(tokens, piece):
    kept = [tokens[index].text for index in outer(tokens, piece)]
    return "=" not in kept and kept[-4:-2] == ["(", ")"] and kept[0] not in ("typedef",)


def piece_of(tokens, piece, is_body):
    """What one declaration declares."""
    kept = outer(tokens, piece)
    texts = [tokens[index].text for index in kept]
    first, last = piece[0], piece[-1] + 1
    is_static = bool(STATIC & set(texts))

    def make(name, kind, body):
        return Declaration(name, kind, first, last, is_static or kind not in ("function", "data"),
                           body)

    made = [make(tag, "tag", True) for tag in tags_of(texts)]
    made += [make(name, "constant", True) for name in constants_of(tokens, piece)]
    if texts[0] == "typedef":
        name = typedef_name(tokens, piece, texts)
        return made + [make(name, "type", True)]
    rest = texts[:]
    for place, text in enumerate(texts):
        if text == "{":
            rest = [t for t in texts[texts.index("}") + 1:]] if "=" not in texts[:place] else rest
            break
    head = texts[:-2] if is_body else texts[:-1] # without the body, without the semicolon
    if "=" not in texts and head[-2:] == ["(", ")"] and head[-3].isidentifier():
        return made + [make(head[-3], "function", is_body)]
    names = [text for place, text in enumerate(rest[:-1])
             if text.isidentifier() and text not in KEYWORDS and rest[place + 1] in "=[,;"
             and not (place and rest[place - 1] in ("struct", "union", "enum"))
             and "=" not in rest[:place]]
    return made + [make(name, "data", "extern" not in texts) for name in names[:1]]


def tags_of(texts):
    """Tags that a declaration gives a body."""
    return [texts[place + 1] for place in range(len(texts) - 2)
            if texts[place] in ("struct", "union", "enum") and texts[place + 2] == "{"]


def constants_of(tokens, piece):
    """Members of enums, wherever they stand in the declaration."""
    names, is_enum, depth, is_next = [], False, 0, False
    for place, index in enumerate(piece):
        text = tokens[index].text
        if text == "enum":
            is_enum = True
        elif is_enum and text == "{" and depth == 0:
            depth, is_next = 1, True
        elif depth:
            if text in "({[":
                depth += 1
            elif text in ")}]":
                depth -= 1
                is_enum = depth > 0
            elif depth == 1 and text == ",":
                is_next = True
            elif depth == 1 and is_next and text.isidentifier():
                names.append(text)
                is_next = False
        elif is_enum and text in ";,)":
            is_enum = False
    return names


def typedef_name(tokens, piece, texts):
    """`typedef int name;`, `typedef int name(void);`, `typedef int (*name)(void);`"""
    all_texts = [tokens[index].text for index in piece]
    for place in range(len(all_texts) - 3):
        if all_texts[place:place + 2] == ["(", "*"] and all_texts[place + 3] == ")" and \
                "{" not in all_texts[:place]:
            return all_texts[place + 2]
    before = texts[:texts.index("(")] if "(" in texts else texts[:-1]
    if "[" in before:
        before = before[:before.index("[")]
    return before[-1]
