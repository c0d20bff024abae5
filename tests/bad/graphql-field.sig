; expect error 3:1 sig-unexpected-token: a signature is written differently here
;   hint: write search(q :string, limit :int = 10) -> [:Item]
search(q: String!, limit: Int = 10): [Item!]!
