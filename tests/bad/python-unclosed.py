# expect error 6:40 python-syntax: expected `,`, `)` or `:`, found `->`
from brimley import function


@function
def search(query: str, limit: int = 10 -> list[str]:
    return []
