# expect error 9:22 brimley-value: arguments have no key "limit"
#   hint: put it under inline:
# expect warning 14:58 brimley-unknown-key: argument "limit" has no key "maxmum"
#   hint: did you mean maximum?
# expect warning 14:72 python-skipped: "offset" is not a parameter of "list_more"; it is skipped
from brimley import function


@function(arguments={"limit": {"type": "int", "maximum": 3}})
def list_all(limit: int = 3) -> list[str]:
    ...


@function(arguments={"inline": {"limit": {"type": "int", "maxmum": 3}, "offset": "int"}})
def list_more(limit: int = 3) -> list[str]:
    ...
