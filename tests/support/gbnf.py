# SPDX-License-Identifier: MIT
"""Grammars in GBNF, for tests: read, matched against texts, and sampled; written from the notation
alone, apart from what writes them.

  grammar = Grammar(text)
  grammar.accepts(text)         whether it is a sentence, else grammar.reached says up to where
  grammar.sample(random, ...)   a random sentence
"""
import sys

sys.setrecursionlimit(200000)


class Grammar:
    """Rules are trees: ("text", s), ("class", ranges), ("rule", name), ("all", parts), ("any",
    parts), ("times", part, low, high)."""

    def __init__(self, text):
        self.text, self.at, self.rules = text, 0, {}
        self.blanks(True)
        while self.at < len(text):
            name = self.word()
            self.blanks()
            self.take("::=")
            self.blanks(True)
            if name in self.rules:
                raise ValueError(f"{name} is there twice")
            self.rules[name] = self.choice()
            self.blanks(True)
        for part in self.parts():
            if part[0] == "rule" and part[1] not in self.rules:
                raise ValueError(f"no rule {part[1]}")
            if part[0] == "times" and (part[3] if part[3] is not None else part[2]) > 2000:
                raise ValueError(f"more than 2000 times: {part[3]}")

    # --- Reading ---

    def parts(self):
        waiting = list(self.rules.values())
        while waiting:
            part = waiting.pop()
            yield part
            if part[0] in ("all", "any"):
                waiting += part[1]
            elif part[0] == "times":
                waiting.append(part[1])

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, literal):
        if not self.text.startswith(literal, self.at):
            raise ValueError(f"expected {literal!r} at {self.text[self.at:self.at + 40]!r}")
        self.at += len(literal)

    def blanks(self, lines=False):
        while self.peek() and self.peek() in (" \t\r\n#" if lines else " \t#"):
            if self.peek() == "#":
                while self.peek() not in ("", "\n"):
                    self.at += 1
            else:
                self.at += 1

    def word(self):
        start = self.at
        while self.peek().isalnum() or self.peek() == "-":
            self.at += 1
        if start == self.at:
            raise ValueError(f"expected a name at {self.text[start:start + 40]!r}")
        return self.text[start:self.at]

    def character(self):
        if self.peek() != "\\":
            self.at += 1
            return self.text[self.at - 1]
        kind = self.text[self.at + 1]
        self.at += 2
        digits = {"x": 2, "u": 4, "U": 8}.get(kind)
        if digits is None:
            return {"n": "\n", "r": "\r", "t": "\t"}.get(kind, kind)
        self.at += digits
        return chr(int(self.text[self.at - digits:self.at], 16))

    def literal(self):
        out = ""
        self.take('"')
        while self.peek() != '"':
            out += self.character()
        self.take('"')
        return ("text", out)

    def set_of(self):
        self.take("[")
        is_not = self.peek() == "^"
        self.at += is_not
        ranges = []
        while self.peek() != "]":
            low = high = self.character()
            if self.peek() == "-" and self.text[self.at + 1] != "]":
                self.at += 1
                high = self.character()
            ranges.append((low, high))
        self.take("]")
        return ("class", ranges, is_not)

    def choice(self, nested=False):
        parts = [self.sequence(nested)]
        while self.peek() == "|":
            self.at += 1
            self.blanks(True)
            parts.append(self.sequence(nested))
        return parts[0] if len(parts) == 1 else ("any", parts)

    def sequence(self, nested):
        parts = []
        while self.peek() and self.peek() not in "|)\n":
            parts.append(self.repeated())
            self.blanks(nested)
        return parts[0] if len(parts) == 1 else ("all", parts)

    def repeated(self):
        if self.peek() == '"':
            part = self.literal()
        elif self.peek() == "[":
            part = self.set_of()
        elif self.peek() == "(":
            self.at += 1
            self.blanks(True)
            part = self.choice(True)
            self.take(")")
        else:
            part = ("rule", self.word())
        while self.peek() and self.peek() in "?*+{":
            part = self.times(part)
        return part

    def times(self, part):
        sign = self.peek()
        self.at += 1
        if sign != "{":
            low, high = {"?": (0, 1), "*": (0, None), "+": (1, None)}[sign]
            return ("times", part, low, high)
        end = self.text.index("}", self.at)
        low, comma, high = self.text[self.at:end].partition(",")
        self.at = end + 1
        return ("times", part, int(low), (int(high) if high else None) if comma else int(low))

    # --- Matching: the set of places where a part may end that begins at a place ---

    def accepts(self, text):
        self.input, self.known, self.reached = text, {}, 0
        return len(text) in self.ends(("rule", "root"), 0)

    def ends(self, part, at):
        kind = part[0]
        if kind == "text":
            if self.input.startswith(part[1], at):
                self.reached = max(self.reached, at + len(part[1]))
                return {at + len(part[1])}
            return set()
        if kind == "class":
            if at < len(self.input) and self.is_in(part, self.input[at]):
                self.reached = max(self.reached, at + 1)
                return {at + 1}
            return set()
        if kind == "rule":
            key = part[1], at
            if key not in self.known:
                self.known[key] = set()
                self.known[key] = self.ends(self.rules[part[1]], at)
            return self.known[key]
        if kind == "any":
            return set().union(*(self.ends(one, at) for one in part[1]))
        if kind == "all":
            places = {at}
            for one in part[1]:
                places = set().union(*(self.ends(one, place) for place in places))
            return places
        return self.ends_of_times(part, at)

    def ends_of_times(self, part, at):
        _, one, low, high = part
        places, found, count = {at}, set(), 0
        while places:
            if count >= low:
                if places <= found:
                    break
                found |= places
            if high is not None and count == high:
                break
            places = set().union(*(self.ends(one, place) for place in places))
            count += 1
        return found

    @staticmethod
    def is_in(part, character):
        return any(low <= character <= high for low, high in part[1]) != part[2]

    # --- Sampling ---

    def heights(self):
        """The least count of rules within each other that a rule needs."""
        if not hasattr(self, "least"):
            self.least = dict.fromkeys(self.rules, 10**6)
            changed = True
            while changed:
                changed = False
                for name, rule in self.rules.items():
                    height = self.height(rule) + 1
                    if height < self.least[name]:
                        self.least[name], changed = height, True
        return self.least

    def height(self, part):
        kind = part[0]
        if kind == "rule":
            return self.least[part[1]]
        if kind == "any":
            return min(map(self.height, part[1]))
        if kind == "all":
            return max(map(self.height, part[1]), default=0)
        if kind == "times":
            return self.height(part[1]) if part[2] else 0
        return 0

    def sample(self, random, depth=12, given=None):
        """`given`: texts of rules that are not sampled but chosen."""
        self.heights()
        return self.make(("rule", "root"), random, depth, given or {})

    def make(self, part, random, depth, given):
        kind = part[0]
        if kind == "text":
            return part[1]
        if kind == "class":
            return self.member(part, random)
        if kind == "rule":
            if part[1] in given:
                return random.choice(given[part[1]])
            return self.make(self.rules[part[1]], random, depth - 1, given)
        if kind == "any":
            choices = [one for one in part[1] if self.height(one) <= depth]
            if not choices:
                lowest = min(map(self.height, part[1]))
                choices = [one for one in part[1] if self.height(one) == lowest]
            weights = [1 + min(self.height(one), 4) * (depth > 6) for one in choices]
            return self.make(random.choices(choices, weights)[0], random, depth, given)
        if kind == "all":
            return "".join(self.make(one, random, depth, given) for one in part[1])
        _, one, low, high = part
        count = low
        while (high is None or count < high) and random.random() < (0.5 if depth > 0 else 0.1) \
                and self.height(one) <= max(depth, 0):
            count += 1
        return "".join(self.make(one, random, depth, given) for _ in range(count))

    @staticmethod
    def member(part, random):
        if part[2]:
            while True:
                character = chr(random.choice((random.randint(32, 126), random.randint(160, 0x2fff))))
                if Grammar.is_in(part, character):
                    return character
        low, high = random.choice(part[1])
        return chr(random.randint(ord(low), ord(high)))
