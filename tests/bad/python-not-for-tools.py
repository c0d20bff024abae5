# expect warning 10:9 python-skipped: "find" is a method; it is skipped
#   hint: functions and entities begin in column 1, outside of others
# expect warning 15:24 python-skipped: `*parts` takes any number of arguments; it is skipped
# expect warning 15:38 python-skipped: `**more` takes any number of arguments; it is skipped
from brimley import function


class Orders:
    @function
    def find(self, id: int) -> str:
        ...


@function
def log(message: str, *parts: str, **more: str) -> None:
    ...


@function
def order_by(key: str, key_: str, descending: bool = "yes") -> None:
    ...
