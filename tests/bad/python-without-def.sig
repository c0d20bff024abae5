; expect error 5:1 sig-unexpected-token: a signature is written differently here
;   hint: write search(q :string, limit :int = 20) -> :int
; expect error 7:1 sig-unexpected-token: a signature is written differently here
;   hint: write find(q :string, tags [:string] = [], more :map = {}) -> :any
search(q: str, limit: int = 20) -> int

find(q :string, tags: string[] = [], more: Record<string, string> = {})
