; expect error 3:1 sig-unexpected-token: a Python function, expected name(params) -> T
;   hint: write search(q :string, kind :enum["a" "b"] = "a", n :int = 5) -> :map
async def search(self, q: str, kind: Literal["a", "b"] = "a", *, n: int = 5) -> dict[str, int]:
