# expect error 13:19 brimley-type: argument "counts": unsupported type "Dict[str, int]": brackets hold only the type of a list's elements, as in list[int]
# expect error 13:40 brimley-type: argument "key": unsupported type "Optional[str]": unions are not supported; name one type, and write default: null for what may be null
#   hint: write `x: int = None` for an int that may be None
# expect error 13:63 brimley-type: argument "amount": unsupported type "Union[int, str]": unions are not supported; name one type, and write default: null for what may be null
#   hint: write `x: int = None` for an int that may be None
# expect error 18:23 brimley-type: argument "rows": unsupported type "list[list[float]]": only one list dimension is supported; declare an entity with the inner list
# expect error 23:15 brimley-type: argument "of": unsupported type "list": a list needs the type of its elements, as in string[]
from typing import Dict, Optional, Union
from brimley import function


@function
def tally(counts: Dict[str, int], key: Optional[str], amount: Union[int, str]) -> int:
    ...


@function
def matrix(rows: list[list[float]]) -> float:
    ...


@function
def first(of: list) -> str:
    ...
