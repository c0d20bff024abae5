; expect error 3:1 sig-unexpected-token: a Python function, expected name(params) -> T
;   hint: write search(q :string) -> :int
def search(q: str) -> int:
