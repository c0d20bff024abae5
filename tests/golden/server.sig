; Functions as a server of MCP: made with --emit mcp-main,mcp-json, --mcp-program and others.
item = {id :int, title :string, _cost :float}

search(query :string, limit :int[1..100]?) -> {count :int, items [:item]}
  Finds items that match the query.
  - query: words, separated by blanks
  @title Search the shop
  @hints read-only closed-world
  @timeout 5000
order(id :int, number :int[1..10]) -> :item
  Orders an item, and says which.
  @hints additive
cancel(id :int) -> :nil
  @hints destructive idempotent
prices(ids [:int]) -> [:map-of :int :float]
find-item(id :int) -> :item?
now() -> :datetime
any-of(report :any) -> :any
