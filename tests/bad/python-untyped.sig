; expect error 3:1 sig-unexpected-token: a Python function, expected name(params) -> T
;   hint: write search(q :any, limit :int = 5) -> :any
def search(q, limit=5):
    return []
