; expect nothing
search(query :string) -> [:int]
