# expect error 12:16 python-literal: `name` of the decorator is not a literal: `NAME`
#   hint: write a string, a number, True, False, None, a list or a dict of them
# expect warning 12:22 python-skipped: `descripton` of a decorator has no effect
#   hint: did you mean `description`?
# expect error 17:22 brimley-value: arguments have no key "limit"
#   hint: put it under inline:
from brimley import function

NAME = "search"


@function(name=NAME, descripton="Searches")
def search(query: str) -> list[str]:
    ...


@function(arguments={"limit": {"type": "int", "maxmum": 3}})
def list_all(limit: int = 3) -> list[str]:
    ...
