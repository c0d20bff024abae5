# expect error 6:19 python-syntax: this string is never closed
from brimley import function


@function
def f(text: str = 'unclosed, limit: int = 3) -> str:
    ...
