# expect error 8:35 python-literal: the default of "since" is not a literal: `datetime.now()`
#   hint: write a string, a number, True, False, None, a list or a dict of them
from datetime import datetime
from brimley import function


@function
def list_orders(since: datetime = datetime.now(), limit: int = 20) -> list[dict]:
    ...
