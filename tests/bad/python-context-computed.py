# expect error 11:31 python-literal: `AppState` wants one string, the path as it is
#   hint: write it as AppState("user.id")
# expect error 16:42 python-literal: a formatted string is not a literal
from typing import Annotated
from brimley import AppState, function

KEY = "user.id"


@function
def mine(user: Annotated[str, AppState(KEY)]) -> list[str]:
    ...


@function
def theirs(user: Annotated[str, AppState(f"user.{KEY}")]) -> list[str]:
    ...
