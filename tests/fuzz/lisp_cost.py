#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What each builtin of PTC-Lisp costs between two looks at the clock, on large values of
every representation: `tests/fuzz/lisp_cost.py LISP_COST [SECONDS [SEED]]`.

Each builtin is called with one, two and three arguments of every shape below, those of one
argument first, the others in random order until the seconds are over. What takes more
processor time than the bound is run again under callgrind: a finding takes more
instructions than ptc-lisp 18 allows, collections apart. They are printed, and the status
is 1 then.
"""
import itertools
import pathlib
import random
import re
import subprocess
import sys
import time

most_instructions = 2_000_000  # [ptc-lisp 18]
suspicious = 250  # microseconds of processor time; this many instructions hardly take less
looks = 3, 9  # callgrind: the difference of two runs
counted = 3  # suspects of one builtin that are counted, the slowest ones

here = pathlib.Path(__file__).resolve().parent
table = here.parent.parent / "runtime/lisp/language/builtins.def"

# Values of lisp_cost.clj, and others that are made of them in each round.
large = {
    "flat": "V", "floats": "F", "slice": "(subvec V 1)", "buffer": "(conj V i)",
    "tree": "(assoc V 7 i)", "grown tree": "(conj (assoc V 7 i) 1)", "seq": "(rest V)",
    "hash": "M", "names": "N", "changed hash": "(assoc M -1 i)", "hash with holes": "(dissoc M 7)",
    "set": "S", "changed set": "(conj S (- i))", "text": "T", "wide text": "W",
    "one grapheme": "Z", "long texts": "L", "pairs": "P", "records": "R", "set of records": "RS",
    "shared": "X", "shared maps": "XM", "deep": "D", "JSON": "J", "short texts": "NS",
    "disorder": "G", "digits": "DG", "zeros": "ZR", "long name": "NM", "sorted map": "SO",
    "changed sorted map": "(assoc SO -1 i)", "sorted set": "SS", "endless": "(iterate inc i)",
}
small = {
    "nil": "nil", "zero": "0", "three": "3", "many": "40000", "minus": "-1", "half": "0.5",
    "keyword": ":id", "letter": '"a"', "comma": '","', "empty": "[]", "record": "SM",
    "no map": "{}", "inc": "inc", "identity": "identity", "any": "(fn [& r] nil)",
    "true": "(fn [& r] true)", "two": "(fn [a b] a)", "regex": '#"(a|b)+c"', "symbol": "'x",
    "plus": "+", "less": "<", "part": "[1 2 3]", "format": '"%s"',
}
shapes = {**large, **small}
# What calls tools, ends runs, waits, or is written otherwise.
skipped = {"call", "return", "fail", "budget/remaining", "attempt", "memory/put"}


def builtins():
    rows = re.findall(r'^PTC_BUILTIN_\w+\("([^"]+)",\s*\w+,\s*(\d+),\s*(\w+)',
                      table.read_text(), re.M)
    for name, least, most in rows:
        most = 99 if most == "PTC_MANY" else int(most)
        if name not in skipped:
            yield name, int(least), most


def calls():
    known = sorted(set(builtins()))
    first, others = [], []
    for name, least, most in known:
        if least <= 1 <= most:
            first += [f"({name} {a})" for a in shapes.values()]
        if least <= 2 <= most:
            others += [f"({name} {a} {b})" for a, b in itertools.product(shapes.values(), repeat=2)
                       if a in large.values() or b in large.values()]
    random.shuffle(others)
    yield from first
    for n, call in enumerate(others):
        yield call
        if n % 4 == 0:
            name, least, most = random.choice(known)
            if least <= 3 <= most:
                yield f"({name} " + " ".join(random.choices(list(shapes.values()), k=3)) + ")"


def start(program):
    return subprocess.Popen([program, here / "lisp_cost.clj"], text=True, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE)


def instructions(program, call, count):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program,
         here / "lisp_cost.clj", str(count)],
        input=call + "\n", text=True, capture_output=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    return int(found.group(1)) if found else 0


def judge(program, call):
    few, many = (instructions(program, call, count) for count in looks)
    return (many - few) // (looks[1] - looks[0])


def main():
    program = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else time.time_ns())
    end = time.monotonic() + seconds
    child, tried, ran, suspects = start(program), 0, 0, {}
    for call in calls():
        if time.monotonic() > end:
            break
        child.stdin.write(call + "\n")
        child.stdin.flush()
        answer = child.stdout.readline().rstrip("\n")
        if not answer:
            print(f"FAILED {call}: the process ended")
            return 1
        tried += 1
        taken, how = answer.split("\t")
        ran += how == "timeout"
        if int(taken) > suspicious:
            suspects[call] = int(taken)
    child.stdin.close()
    findings = 0
    print(f"{tried} calls, {ran} of them run; {len(suspects)} to be counted")
    named = {}
    for call in sorted(suspects, key=suspects.get, reverse=True):
        name = call.split()[0].strip("()")
        named[name] = named.get(name, 0) + 1
        if named[name] > counted:
            continue
        count = judge(program, call)
        if count > most_instructions:
            findings += 1
            print(f"FAILED {call}: {count:,} instructions between two looks ({suspects[call]} us)")
        else:
            print(f"ok {call}: {count:,} instructions ({suspects[call]} us)")
        sys.stdout.flush()
    return findings != 0


sys.exit(main())
