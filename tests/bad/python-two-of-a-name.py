# expect warning 13:17 brimley-near-name: the names "getUser" and "get_user" differ only in case, "-" and "_"
# expect warning 19:5 brimley-near-name: the names "get_user" and "getUser" differ only in case, "-" and "_"
# expect error 19:5 sig-duplicate-name: duplicate declaration "get_user" (also written "get_user" at 9:5)
# expect error 24:5 brimley-name: "settings": the name is reserved
from brimley import function


@function
def get_user(id: int) -> str:
    ...


@function(name="getUser")
def other(id: int) -> str:
    ...


@function
def get_user(id: int, name: str) -> str:
    ...


@function
def settings() -> dict:
    ...
