; expect error 3:1 sig-unexpected-token: a function of Python, expected name(params) -> T
;   hint: write search(q :any, limit :int = 5) -> :any
def search(q, limit=5):
    return []
