#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""A module that uses what Python has.

Nothing of it is run; brackets ( [ { and 'quotes' in this text mean nothing.
"""
from __future__ import annotations

import asyncio, os.path
import brimley
import brimley as br, datetime as dt
import typing as t
from brimley import (
    AppState,
    Config as Setting,  # another name
    entity,
    function as fn,
)
from decimal import Decimal as D
from typing import Annotated as Ann, \
    TYPE_CHECKING, List

if TYPE_CHECKING:
    from brimley.core.context import BrimleyContext
    from models import Customer as Client  # declared below, in this file

try:
    import orjson as json
except ImportError:  # pragma: no cover
    import json

LIMIT: t.Final = 1_000; OTHER = 0x_FF; BIG = 0b1010 + 0o17
SHIFT = 1 << 3 if LIMIT else ~OTHER
NAMES = {**{"a": 1}, 'b': [x for x in range(3) if x if x > 1], "c": (yield_ := 3)}
TEXT = Rb"\d+" b'bytes' if False else (
    "one "  # a comment between strings
    'two ' """three
def not_a_function(): is text
@fn
"""
)
nested = f"{NAMES['a']!r:>{LIMIT}} {{literal}} {'}'} {f'{1:{2}}'}"
newer = f"{NAMES["a"]} and {", ".join(f"{n}" for n in NAMES)}"
matrix = (
    LIMIT
    @ OTHER
)


@entity
class Customer(t.Generic[t.TypeVar("T")], metaclass=type):
    '''Who buys.'''

    __slots__ = ()
    kind: t.ClassVar[str] = "customer"
    id: int
    name: "str"; vip: bool = False
    balance: D = 0
    since: dt.date = None  # type: ignore

    class Meta:
        ordering: list = ["id"]

    @property
    def label(self) -> str:
        return f"{self.name} ({self.id})"


class Plain(object): x: int = 1; y = 2


def undecorated(a, /, b: int = 1, *args: int, c, d=lambda x, *y, z=3: (x, y), **kw) -> t.Iterator[int]:
    if a:
        while True:
            with open("x") as f, open("y") as g: pass
            break
        else:
            return [
    i for i in range(10)
        ]
    async def inner(): await asyncio.sleep(0)
    match b:
        case {"x": [1, *_]} if a: ...
        case _: print("nothing", end="")
    yield from kw; yield
    return not a is None and b not in args or c[1:2, ..., ::3] @ d


@fn
def first(one: int, two: float=-.5, three: 'list[str]'=('a', "b"), four:bool=True) -> None: ...

@br.function(
    name="second-one",
    description="Long "
                "text.",
    reload=False,
)
# a comment between a decorator and its function
@undecorated
async def second(
    q: Ann[str, "What to look for"],
    region: Ann["str", Setting("region")],
    *,
    limit: int = 0x10,
    when: dt.datetime = "2026-01-01T00:00:00Z",
    ctx: BrimleyContext,
    user: t.Annotated['str', br.AppState("user." "id")] = "",
    who: Client = None,
) -> 'List[Customer]':
	"""Not the description: the decorator has one."""
	if limit: return []
	return [ # a bracket over lines
	Customer( ) ]

@brimley.function
def third(any_thing: t.Any = "\x41\u00e9\U0001F600\101\
", many: list[float] = [1_0.5, 1e3, .5, +2., -0x10,]) -> dict:
    r"""Returns what it is given.

      * indented
    \d
    """
    x = """
def still_in_a_string():
    """
    return {}
print("the end")
