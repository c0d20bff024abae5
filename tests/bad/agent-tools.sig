; expect nothing
search(query :string) -> [:string]
